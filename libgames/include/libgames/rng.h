/* Random numbers: PCG32 (PCG-XSH-RR 64/32, M. E. O'Neill, "PCG: A Family of Simple Fast
 * Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014).
 * Same seed, same numbers, on every platform. There is no global generator: the caller, or a game
 * state, carries one. Copying the struct copies the generator. */
#ifndef LIBGAMES_RNG_H
#define LIBGAMES_RNG_H

#include "libgames/base.h"

LG_BEGIN

/* Plain data, 16 bytes. Every pair of values is a valid state once `increment` is odd. */
typedef struct lg_rng {
    uint64_t state;
    uint64_t increment; /* odd; chooses one of 2^63 streams */
} lg_rng;

/* Exactly the reference seeding of PCG32 (its published test values hold for this function). */
LG_API lg_rng lg_rng_pcg32(uint64_t initial_state, uint64_t stream);

/* The library's own seeding: any two seeds, also neighbouring ones, start unrelated sequences. The seed
 * passes through SplitMix64 (Steele, Lea, Flood 2014) before it becomes PCG32's initial state. `stream` tells
 * independent uses of one seed apart (setup, player 0, player 1, ...). */
LG_API lg_rng lg_rng_seed(uint64_t seed, uint64_t stream);

/* One step of SplitMix64: advances *state and returns the next value. */
LG_API uint64_t lg_splitmix64(uint64_t *state);

/* The next 32 random bits. */
LG_API uint32_t lg_rng_next(lg_rng *rng);

/* Uniform in 0 .. bound-1, without bias (Lemire 2019: multiply, reject the few short
 * remainders). bound 0 gives 0 and draws nothing; bound 1 gives 0 and draws one value. */
LG_API uint32_t lg_rng_below(lg_rng *rng, uint32_t bound);

LG_END

#endif
