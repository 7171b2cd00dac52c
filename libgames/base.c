/* Status texts, version and the hash. */
#include "libgames/base.h"

const char *lg_status_text(lg_status status) {
    switch (status) {
    case LG_OK: return "no error";
    case LG_E_ARGUMENT: return "an argument is missing or outside its range";
    case LG_E_ILLEGAL: return "the rules do not allow this move here";
    case LG_E_OVER: return "the game is over";
    case LG_E_PARSE: return "the text does not follow its grammar";
    case LG_E_STATE: return "these bytes are not a state of this game";
    case LG_E_SPACE: return "the buffer is too small";
    }
    return "unknown status";
}

const char *lg_version(void) {
    return LG_VERSION;
}

/* XXH64: four lanes over stripes of 32 bytes, then the tail, then an avalanche. Words are read
 * little-endian, so the value for given bytes is the same everywhere. */

static const uint64_t P1 = 0x9E3779B185EBCA87u;
static const uint64_t P2 = 0xC2B2AE3D27D4EB4Fu;
static const uint64_t P3 = 0x165667B19E3779F9u;
static const uint64_t P4 = 0x85EBCA77C2B2AE63u;
static const uint64_t P5 = 0x27D4EB2F165667C5u;

static uint64_t rotate(uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

static uint64_t word(const uint8_t *p, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)p[i] << (8 * i);
    return value;
}

static uint64_t lane(uint64_t accumulator, uint64_t input) {
    return rotate(accumulator + input * P2, 31) * P1;
}

uint64_t lg_hash(const void *bytes, size_t size) {
    const uint8_t *p = (const uint8_t *)bytes;
    size_t left = size;
    uint64_t h = P5;
    if (size >= 32) {
        uint64_t a = P1 + P2, b = P2, c = 0, d = 0 - P1;
        for (; left >= 32; left -= 32, p += 32) {
            a = lane(a, word(p, 8));
            b = lane(b, word(p + 8, 8));
            c = lane(c, word(p + 16, 8));
            d = lane(d, word(p + 24, 8));
        }
        h = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
        h = (h ^ lane(0, a)) * P1 + P4;
        h = (h ^ lane(0, b)) * P1 + P4;
        h = (h ^ lane(0, c)) * P1 + P4;
        h = (h ^ lane(0, d)) * P1 + P4;
    }
    h += (uint64_t)size;
    for (; left >= 8; left -= 8, p += 8) h = rotate(h ^ lane(0, word(p, 8)), 27) * P1 + P4;
    if (left >= 4) {
        h = rotate(h ^ word(p, 4) * P1, 23) * P2 + P3;
        left -= 4;
        p += 4;
    }
    for (; left > 0; left--, p++) h = rotate(h ^ (uint64_t)*p * P5, 11) * P1;
    h = (h ^ h >> 33) * P2;
    h = (h ^ h >> 29) * P3;
    return h ^ h >> 32;
}
