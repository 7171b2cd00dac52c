/* PCG32, SplitMix64 and unbiased bounded numbers. */
#include "libgames/rng.h"

uint32_t lg_rng_next(lg_rng *rng) {
    const uint64_t old = rng->state;
    rng->state = old * 6364136223846793005u + rng->increment;
    const uint32_t mixed = (uint32_t)((old >> 18 ^ old) >> 27);
    const uint32_t turn = (uint32_t)(old >> 59);
    return mixed >> turn | mixed << ((32 - turn) & 31);
}

lg_rng lg_rng_pcg32(uint64_t initial_state, uint64_t stream) {
    lg_rng rng;
    rng.state = 0;
    rng.increment = stream << 1 | 1u;
    (void)lg_rng_next(&rng);
    rng.state += initial_state;
    (void)lg_rng_next(&rng);
    return rng;
}

uint64_t lg_splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

lg_rng lg_rng_seed(uint64_t seed, uint64_t stream) {
    return lg_rng_pcg32(lg_splitmix64(&seed), stream);
}

uint32_t lg_rng_below(lg_rng *rng, uint32_t bound) {
    if (bound == 0) return 0;
    uint64_t product = (uint64_t)lg_rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t floor = (0u - bound) % bound;
        while ((uint32_t)product < floor) product = (uint64_t)lg_rng_next(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}
