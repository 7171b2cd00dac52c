/* Random numbers: PCG32 (PCG-XSH-RR 64/32, M. E. O'Neill, "PCG: A Family of Simple Fast
 * Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014).
 * The same seed gives the same numbers on every platform. There is no global generator: it belongs to the caller or is
 * part of a game's state. Copying the struct copies the generator. */
#ifndef LIBGAMES_RNG_H
#define LIBGAMES_RNG_H

#include "libgames/base.h"

LG_BEGIN

/* Plain data, 16 bytes. Every pair of values is a valid state: an even `increment` counts as the odd number after it,
 * so that an unseeded one also gives random numbers, and not 0 for ever. */
typedef struct lg_rng {
    uint64_t state;
    uint64_t increment; /* odd; chooses one of 2^63 streams */
} lg_rng;

/* The next 32 random bits. */
static inline uint32_t lg_rng_next(lg_rng *rng) {
    const uint64_t old = rng->state;
    rng->state = old * 6364136223846793005u + (rng->increment | 1u);
    const uint32_t mixed = (uint32_t)((old >> 18 ^ old) >> 27);
    const uint32_t turn = (uint32_t)(old >> 59);
    return mixed >> turn | mixed << ((32 - turn) & 31);
}

/* Exactly the reference seeding of PCG32 (its published test values hold for this function). */
static inline lg_rng lg_rng_pcg32(uint64_t initial_state, uint64_t stream) {
    lg_rng rng;
    rng.state = 0;
    rng.increment = stream << 1 | 1u;
    (void)lg_rng_next(&rng);
    rng.state += initial_state;
    (void)lg_rng_next(&rng);
    return rng;
}

/* One step of SplitMix64: advances *state and returns the next value. */
static inline uint64_t lg_splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* The library's own seeding: any two seeds, even neighbouring ones, start unrelated sequences. The seed
 * passes through SplitMix64 (Steele, Lea, Flood 2014) before it becomes PCG32's initial state. `stream` makes
 * several uses of one seed independent. The library uses 0 for a game's draws at its start, and for single rollouts
 * from other languages; LG_ROLLOUT_STREAM 1, LG_BATCH_STREAM 2, LG_BATCH_SAMPLING_STREAM 3; LG_SEARCH_STREAM and
 * LG_BATCH_CHOICE_STREAM are both 4, so a search and a batch's choices with the same seed draw the same numbers;
 * LG_CHECK_STREAM 0x6C67 and the next are the checks'; On the Run's maps use 0x6D6170, and lg_bot_rng takes any
 * stream. */
static inline lg_rng lg_rng_seed(uint64_t seed, uint64_t stream) {
    return lg_rng_pcg32(lg_splitmix64(&seed), stream);
}

/* Uniform in 0 .. bound-1, without bias (Lemire 2019: multiply, reject the few short
 * remainders). With bound 0 it gives 0 and leaves the generator alone; with bound 1 it gives 0 and takes one value. */
static inline uint32_t lg_rng_below(lg_rng *rng, uint32_t bound) {
    if (bound == 0) return 0;
    uint64_t product = (uint64_t)lg_rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t floor = (0u - bound) % bound;
        while ((uint32_t)product < floor) product = (uint64_t)lg_rng_next(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

LG_END

#endif
