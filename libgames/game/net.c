/* The bot `net`; net.h describes its bytes. */
#include "game/net.h"

#include "core/bits.h"
#include "core/numbers.h"

#ifdef LG_NO_NETS /* no game has a network, so the bot `net` can't play any */
const char *lg_i_net_open_bytes(const lg_game *game, const void *bytes, size_t size, bool whole, lg_i_net *n) {
    (void)bytes, (void)size;
    return lg_i_net_open(game, whole, n);
}

void lg_i_net_evaluate(const lg_game *game, const lg_i_net *net, const void *state, int32_t player,
                       const uint64_t *mask, void *memory, void *kept, int64_t *logits, float *values,
                       float *priors) {
    (void)game, (void)net, (void)state, (void)player, (void)mask, (void)memory, (void)logits, (void)values;
    (void)kept, (void)priors;
}

const char *lg_i_net_open(const lg_game *game, bool whole, lg_i_net *n) {
    (void)game, (void)whole, (void)n;
    return "a game that has a network";
}

const char *lg_i_net_flaw(const lg_game *game) {
    (void)game;
    return NULL;
}

size_t lg_i_net_room(const lg_game *game, const lg_i_net *n) {
    (void)game, (void)n;
    return 0;
}

size_t lg_i_net_kept(const lg_game *game, const lg_i_net *n) {
    (void)game, (void)n;
    return 0;
}

int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *n, const void *state, const uint64_t *mask,
                        int32_t temperature, lg_rng *rng, void *memory) {
    (void)game, (void)n, (void)state, (void)mask, (void)temperature, (void)rng, (void)memory;
    return -1;
}
#else
enum {
    LAYERS = LG_I_NET_LAYERS,
    MOST_WIDTH = 1024, /* of all layers but the last */
    MOST_INPUTS = 65535,
    ENTRIES = 1024, /* of the activation */
    NET_ONE = 4096, /* parts of inputs and activations */
    INPUT_SHIFT = 12,
    MOST_SHIFT = 62,
    LOGIT_SHIFT = 8, /* from 65536ths to 256ths */
    NAME = 32,
    AT_ONCE = 64, /* units of the last layer */
    PLANE_SIZE = 32, /* least elements of a part whose sums are kept */
    KEPT = 8         /* sums of different numbers or parts */
};

/* Where the numbers of the header are. */
enum { FORMAT = 4, BYTES = 8, CHECKSUM = 12, GAME_VERSION = 16, FORM = 20, CANONICAL = 24, INPUTS = 28, ROWS = 32,
       LAYER_COUNT = 36, WIDTHS = 40, SHIFTS = 64, NET_TEXT = 88, OBSERVATION = 92, HEADER_1 = 124, VALUES = 124,
       REST = 128, HEADER_2 = 132 };

/* ---- reading ---- */

static uint32_t number_at(const uint8_t *at) {
    return (uint32_t)lg_i_hash_word(at, 4);
}

static int32_t signed_at(const uint8_t *at, size_t i) {
    return (int32_t)number_at(at + 4 * i);
}

static uint32_t half_at(const uint8_t *at, size_t i) {
    return (uint32_t)lg_i_hash_word(at + 2 * i, 2);
}

static uint32_t adler(const uint8_t *bytes, size_t size) {
    enum { BASE = 65521, MOST = 5552 /* bytes until a sum may overflow */ };
    uint32_t low = 1, high = 0;
    while (size > 0) {
        const size_t part = size < MOST ? size : MOST;
        for (size_t i = 0; i < part; i++) {
            low += bytes[i];
            high += low;
        }
        low %= BASE;
        high %= BASE;
        bytes += part;
        size -= part;
    }
    return high << 16 | low;
}

static bool read_header(const uint8_t *bytes, lg_i_net *n) {
    const bool first = number_at(bytes + FORMAT) == 1;
    n->view.form = (int32_t)number_at(bytes + FORM);
    n->view.canonical = (int32_t)number_at(bytes + CANONICAL);
    n->inputs = number_at(bytes + INPUTS);
    n->rows = number_at(bytes + ROWS);
    n->layers = number_at(bytes + LAYER_COUNT);
    n->values = first ? 0 : number_at(bytes + VALUES);
    n->rest_size = first ? 0 : number_at(bytes + REST);
    if (n->view.form != LG_FORM_SCALED && n->view.form != LG_FORM_ONE_HOT) return false;
    if (n->view.canonical != 0 && n->view.canonical != 1) return false;
    if (n->inputs < 1 || n->inputs > MOST_INPUTS || n->rows > n->inputs) return false;
    if (n->layers < 1 || n->layers > LAYERS || n->values > LG_MAX_PLAYERS) return false;
    for (uint32_t i = 0; i < LAYERS; i++) {
        const uint32_t most = i + 1 == n->layers ? LG_MAX_ACTIONS : MOST_WIDTH;
        n->width[i] = number_at(bytes + WIDTHS + 4 * i);
        n->shift[i] = number_at(bytes + SHIFTS + 4 * i);
        if (i >= n->layers && (n->width[i] != 0 || n->shift[i] != 0)) return false;
        if (i < n->layers && (n->width[i] < 1 || n->width[i] > most)) return false;
        if (i < n->layers && (n->shift[i] < 1 || n->shift[i] > MOST_SHIFT)) return false;
    }
    if (n->width[n->layers - 1] <= n->values) return false;
    /* A single layer has rows as wide as the number of a column's actions. */
    return n->width[0] <= MOST_WIDTH && bytes[OBSERVATION + NAME - 1] == '\0';
}

static uint64_t padded(uint64_t size) {
    return (size + 3) / 4 * 4;
}

/* Lays out the sections, and returns their size in bytes. */
static uint64_t net_lay_out(const uint8_t *bytes, lg_i_net *n) {
    uint64_t at = (number_at(bytes + FORMAT) == 1 ? HEADER_1 : HEADER_2) + padded(number_at(bytes + NET_TEXT));
#define SECTION(pointer, size) ((pointer) = bytes + at, at += padded(size))
    SECTION(n->rest, n->rest_size);
    SECTION(n->activation, 2 * ENTRIES);
    SECTION(n->row, 2 * (uint64_t)n->inputs);
    SECTION(n->gain, 4 * (uint64_t)n->rows);
    for (uint32_t i = 0; i < n->layers; i++) {
        SECTION(n->multiplier[i], 4 * (uint64_t)n->width[i]);
        SECTION(n->bias[i], 4 * (uint64_t)n->width[i]);
    }
    for (uint32_t i = 0; i < n->layers; i++)
        SECTION(n->weights[i], (uint64_t)n->width[i] * (i == 0 ? n->rows : n->width[i - 1]));
#undef SECTION
    if (n->rest_size == 0) n->rest = NULL;
    return at;
}

/* The view may have several columns of this number of inputs, along its last dimension; then actions have as many
 * columns. */
static bool net_fits(const lg_game *game, const uint8_t *bytes, lg_i_net *n) {
    lg_space space;
    const uint32_t units = n->width[n->layers - 1] - n->values; /* actions of a column */
    int32_t which = 0;
    while (which < game->observations &&
           strcmp(game->observation[which].name, (const char *)bytes + OBSERVATION) != 0)
        which++;
    n->view.observation = which;
    n->columns = (uint32_t)game->actions / units;
    if (which == game->observations || n->columns == 0 || units * n->columns != (uint32_t)game->actions) return false;
    if (n->values > 0 && n->values != (uint32_t)game->players && (n->values > 1 || game->players != 2)) return false;
    const lg_space *plain = &game->observation[which];
    n->dtype = plain->dtype;
    n->elements = (uint32_t)lg_i_game_elements(plain) / n->columns;
    if (n->rest_size != 0 && n->rest_size != lg_space_size(plain) / n->columns) return false;
    if (lg_game_view_space(game, &n->view, &space) != LG_OK) return false;
    if (n->columns > 1) {
        if ((uint32_t)plain->shape[plain->dims - 1] != n->columns) return false;
        if (lg_i_game_elements(&space) != lg_i_game_elements(plain)) return false; /* categories are no columns */
    }
    return lg_space_size(&space) == (size_t)n->inputs * n->columns * sizeof(float);
}

static const uint8_t *bytes_of(const lg_game *game, size_t *size) {
    return lg_i_game_bots(game)->net == NULL ? NULL : (const uint8_t *)lg_i_game_bots(game)->net(game, size);
}

/* NULL, or what was expected of the bytes. */
static const char *read_net(const lg_game *game, const uint8_t *bytes, size_t size, bool whole, lg_i_net *n) {
    if (size < HEADER_2 || memcmp(bytes, "LGNT", 4) != 0) return "a game whose network begins with LGNT";
    if (number_at(bytes + FORMAT) != 1 && number_at(bytes + FORMAT) != 2)
        return "a game whose network is of format 1 or 2";
    if (number_at(bytes + BYTES) != size) return "a game whose network has the number of bytes in its header";
    if (whole && adler(bytes + GAME_VERSION, size - GAME_VERSION) != number_at(bytes + CHECKSUM))
        return "a game whose network has the checksum in its header";
    if (!read_header(bytes, n)) return "a game whose network has a form and sizes within their limits";
    if (net_lay_out(bytes, n) != size) return "a game whose network has the number of weights in its header";
    for (uint32_t i = 0; whole && i < n->inputs; i++)
        if (half_at(n->row, i) > n->rows) return "a game whose network has all rows that its inputs name";
    if (number_at(bytes + GAME_VERSION) != (uint32_t)game->type->version)
        return "a game whose network was made for its version";
    return NULL;
}

const char *lg_i_net_open_bytes(const lg_game *game, const void *given, size_t size, bool whole, lg_i_net *n) {
    const uint8_t *bytes = given != NULL ? (const uint8_t *)given : bytes_of(game, &size);
    memset(n, 0, sizeof *n);
    if (bytes == NULL) return "a game that has a network";
    const char *flaw = read_net(game, bytes, size, whole, n);
    if (flaw != NULL) return flaw;
    return net_fits(game, bytes, n) ? NULL : "a configuration that its network was made for";
}

const char *lg_i_net_open(const lg_game *game, bool whole, lg_i_net *n) {
    return lg_i_net_open_bytes(game, NULL, 0, whole, n);
}

const char *lg_i_net_flaw(const lg_game *game) {
    lg_i_net n;
    size_t size = 0;
    const uint8_t *bytes = bytes_of(game, &size);
    return bytes == NULL ? NULL : read_net(game, bytes, size, true, &n);
}

/* An input that is not at rest: its row, from 0, and the factor with which it is added; at first its value, and the one
 * at rest. */
typedef struct net_input {
    uint32_t row;
    int32_t times, before;
} net_input;

static size_t net_width_of(lg_dtype dtype) {
    return dtype == LG_U8 ? 1 : dtype == LG_I16 ? 2 : 4;
}

/* The observation, a column of it, and the column's inputs: at most two for each element, since one category takes the
 * place of another, and room for one that has no row. */
typedef struct net_memory {
    uint8_t *seen, *column;
    net_input *list;
    char *scratch;
} net_memory;

static size_t net_room_of(const lg_game *game, const lg_i_net *n, void *at, net_memory *memory) {
    const size_t element = net_width_of(n->dtype), view = lg_i_bits_rounded_up(n->elements * n->columns * element);
    const size_t column = lg_i_bits_rounded_up(n->elements * element);
    const size_t list = lg_i_bits_rounded_up((2 * (size_t)n->elements + 1) * sizeof(net_input));
    if (memory != NULL) {
        memory->seen = (uint8_t *)at;
        memory->column = memory->seen + view;
        memory->list = (net_input *)(void *)(memory->column + column);
        memory->scratch = (char *)memory->list + list;
    }
    const lg_view plain = {n->view.observation, LG_FORM_PLAIN, n->view.canonical};
    return view + column + list + lg_game_view_scratch(game, &plain);
}

size_t lg_i_net_room(const lg_game *game, const lg_i_net *n) {
    return net_room_of(game, n, NULL, NULL);
}

/* ---- the ways to compute it: each gives the same numbers ---- */

/* value x multiplier / 2^shift, rounded to the nearest, halves away from 0. */
static int64_t scaled(int32_t value, int32_t multiplier, uint32_t shift) {
    const int64_t product = (int64_t)value * multiplier, half = (int64_t)1 << (shift - 1);
    return (product + half - (product < 0)) >> shift;
}

/* The result of a unit of a layer from its sum. */
static int64_t result_of(const lg_i_net *n, uint32_t layer, uint32_t unit, uint32_t sum) {
    const int32_t value = (int32_t)(sum + number_at(n->bias[layer] + 4 * (size_t)unit));
    return scaled(value, signed_at(n->multiplier[layer], unit), n->shift[layer]);
}

static int16_t activation(const lg_i_net *n, int64_t of) {
    const int64_t size = of < 0 ? -of : of;
    const int32_t value = (int16_t)half_at(n->activation, size < ENTRIES ? (size_t)size : ENTRIES - 1);
    return (int16_t)(of < 0 ? -value : value);
}

typedef void net_rows(const uint8_t *weights, uint32_t width, const net_input *list, uint32_t count, uint32_t *sums);
typedef void net_dots(const uint8_t *weights, uint32_t width, const int16_t *activations, const uint32_t *units,
                      uint32_t count, uint32_t *sums);
typedef void net_squash(const lg_i_net *n, uint32_t layer, const uint32_t *sums, int16_t *activations);

/* The sums of the first layer, from one of its units on: rows times their factors. */
static void rows_from(uint32_t from, const uint8_t *weights, uint32_t width, const net_input *list, uint32_t count,
                      uint32_t *sums) {
    if (from == width) return;
    memset(sums + from, 0, (width - from) * sizeof *sums);
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *row = weights + (size_t)list[k].row * width;
        for (uint32_t i = from; i < width; i++) sums[i] += (uint32_t)(int8_t)row[i] * (uint32_t)list[k].times;
    }
}

static void plain_rows(const uint8_t *weights, uint32_t width, const net_input *list, uint32_t count, uint32_t *sums) {
    rows_from(0, weights, width, list, count, sums);
}

/* The weights of unit k of a further layer, or of the unit at place k of a list. */
static inline const uint8_t *net_weights_of(const uint8_t *weights, uint32_t width, const uint32_t *units, uint32_t k) {
    return weights + (size_t)(units != NULL ? units[k] : k) * width;
}

/* Weights of a unit of a further layer times activations, from one of these on. */
static inline uint32_t dot_from(uint32_t from, const uint8_t *weights, const int16_t *activations, uint32_t width) {
    uint32_t sum = 0;
    for (uint32_t i = from; i < width; i++) sum += (uint32_t)((int8_t)weights[i] * activations[i]);
    return sum;
}

/* The sums of the units 0 ... count-1 of a further layer, or of those in `units`. */
static void plain_dots(const uint8_t *weights, uint32_t width, const int16_t *activations, const uint32_t *units,
                       uint32_t count, uint32_t *sums) {
    for (uint32_t k = 0; k < count; k++)
        sums[k] = dot_from(0, net_weights_of(weights, width, units, k), activations, width);
}

/* The activations of a layer, from one of its units on. */
static void squash_from(uint32_t from, const lg_i_net *n, uint32_t layer, const uint32_t *sums,
                        int16_t *activations) {
    for (uint32_t i = from; i < n->width[layer]; i++) activations[i] = activation(n, result_of(n, layer, i, sums[i]));
}

static void plain_squash(const lg_i_net *n, uint32_t layer, const uint32_t *sums, int16_t *activations) {
    squash_from(0, n, layer, sums, activations);
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

/* The activation of some results, each with its size and, for those below 0, a sign of -1. */
static inline void look_up(const lg_i_net *n, const int32_t *size, const int32_t *sign, int count,
                           int16_t *activations) {
    for (int i = 0; i < count; i++) {
        const int32_t value = (int16_t)half_at(n->activation, (size_t)size[i]);
        activations[i] = (int16_t)((value ^ sign[i]) - sign[i]);
    }
}

/* The rest for which vectors are too wide: the last weights of four units, and up to three last units. */
__attribute__((noinline)) static void add_dots_from(uint32_t from, const uint8_t *const row[4],
                                                    const int16_t *activations, uint32_t width, uint32_t *sums) {
    for (int i = 0; i < 4; i++) sums[i] += dot_from(from, row[i], activations, width);
}

__attribute__((noinline)) static void last_dots(net_dots *dots, const uint8_t *weights, uint32_t width,
                                                const int16_t *activations, const uint32_t *units, uint32_t k,
                                                uint32_t count, uint32_t *sums) {
    uint32_t last[4], four[4];
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t at = k + i < count ? k + i : k;
        last[i] = units != NULL ? units[at] : at;
    }
    dots(weights, width, activations, last, 4, four);
    for (uint32_t i = k; i < count; i++) sums[i] = four[i - k];
}

__attribute__((target("sse4.2"))) static void sse_rows(const uint8_t *weights, uint32_t width, const net_input *list,
                                                       uint32_t count, uint32_t *sums) {
    enum { UNITS = 32 };
    uint32_t from = 0;
    for (; from + UNITS <= width; from += UNITS) {
        __m128i sum[UNITS / 4];
        for (int i = 0; i < UNITS / 4; i++) sum[i] = _mm_setzero_si128();
        for (uint32_t k = 0; k < count; k++) {
            const uint8_t *row = weights + (size_t)list[k].row * width + from;
            const __m128i times = _mm_set1_epi32(list[k].times);
            for (int i = 0; i < UNITS / 4; i++) {
                int32_t four;
                memcpy(&four, row + 4 * i, sizeof four);
                const __m128i wide = _mm_cvtepi8_epi32(_mm_cvtsi32_si128(four));
                sum[i] = _mm_add_epi32(sum[i], _mm_mullo_epi32(wide, times));
            }
        }
        for (int i = 0; i < UNITS / 4; i++) _mm_storeu_si128((__m128i *)(void *)(sums + from + 4 * i), sum[i]);
    }
    rows_from(from, weights, width, list, count, sums);
}

/* The products of a part of four units. */
__attribute__((target("sse4.2"), always_inline)) static inline void sse_add(const uint8_t *const row[4],
                                                                         const int16_t *activations, size_t at,
                                                                         __m128i sum[4]) {
    const __m128i times = _mm_loadu_si128((const __m128i *)(const void *)(activations + at));
    for (int i = 0; i < 4; i++) {
        const __m128i many = _mm_loadl_epi64((const __m128i *)(const void *)(row[i] + at));
        sum[i] = _mm_add_epi32(sum[i], _mm_madd_epi16(_mm_cvtepi8_epi16(many), times));
    }
}

__attribute__((target("sse4.2"))) static void sse_dots(const uint8_t *weights, uint32_t width,
                                                       const int16_t *activations, const uint32_t *units,
                                                       uint32_t count, uint32_t *sums) {
    enum { AT_A_TIME = 32, PART = 8 }; /* without a loop: its end can't be foreseen */
    uint32_t k = 0;
    for (; k + 4 <= count; k += 4) {
        const uint8_t *row[4];
        __m128i sum[4];
        size_t from = 0;
        for (uint32_t i = 0; i < 4; i++) row[i] = net_weights_of(weights, width, units, k + i);
        for (int i = 0; i < 4; i++) sum[i] = _mm_setzero_si128();
        for (; from + AT_A_TIME <= width; from += AT_A_TIME)
            for (size_t at = from; at < from + AT_A_TIME; at += PART) sse_add(row, activations, at, sum);
        for (; from + PART <= width; from += PART) sse_add(row, activations, from, sum);
        const __m128i low = _mm_hadd_epi32(sum[0], sum[1]), high = _mm_hadd_epi32(sum[2], sum[3]);
        _mm_storeu_si128((__m128i *)(void *)(sums + k), _mm_hadd_epi32(low, high));
        if (from < width) add_dots_from((uint32_t)from, row, activations, width, sums + k);
    }
    if (k < count) last_dots(sse_dots, weights, width, activations, units, k, count, sums);
}

__attribute__((target("sse4.2"))) static void sse_squash(const lg_i_net *n, uint32_t layer, const uint32_t *sums,
                                                         int16_t *activations) {
    const __m128i half = _mm_set1_epi64x(1ll << (n->shift[layer] - 1)), most = _mm_set1_epi64x(ENTRIES - 1);
    const __m128i shift = _mm_cvtsi32_si128((int32_t)n->shift[layer]);
    uint32_t i = 0;
    for (; i + 4 <= n->width[layer]; i += 4) {
        const __m128i bias = _mm_loadu_si128((const __m128i *)(const void *)(n->bias[layer] + 4 * (size_t)i));
        const __m128i by = _mm_loadu_si128((const __m128i *)(const void *)(n->multiplier[layer] + 4 * (size_t)i));
        const __m128i value = _mm_add_epi32(_mm_loadu_si128((const __m128i *)(const void *)(sums + i)), bias);
        const __m128i size = _mm_abs_epi32(value), times = _mm_abs_epi32(by);
        __m128i even = _mm_mul_epu32(size, times);
        __m128i odd = _mm_mul_epu32(_mm_srli_epi64(size, 32), _mm_srli_epi64(times, 32));
        even = _mm_srl_epi64(_mm_add_epi64(even, half), shift);
        odd = _mm_srl_epi64(_mm_add_epi64(odd, half), shift);
        even = _mm_blendv_epi8(even, most, _mm_cmpgt_epi64(even, most));
        odd = _mm_blendv_epi8(odd, most, _mm_cmpgt_epi64(odd, most));
        const __m128i result = _mm_or_si128(even, _mm_slli_epi64(odd, 32));
        const __m128i sign = _mm_srai_epi32(_mm_xor_si128(value, by), 31);
        int32_t sizes[4], signs[4];
        _mm_storeu_si128((__m128i *)(void *)sizes, result);
        _mm_storeu_si128((__m128i *)(void *)signs,
                         _mm_andnot_si128(_mm_cmpeq_epi32(result, _mm_setzero_si128()), sign));
        look_up(n, sizes, signs, 4, activations + i);
    }
    squash_from(i, n, layer, sums, activations);
}

__attribute__((target("avx2"))) static void avx_rows(const uint8_t *weights, uint32_t width, const net_input *list,
                                                     uint32_t count, uint32_t *sums) {
    enum { UNITS = 64 };
    uint32_t from = 0;
    for (; from + UNITS <= width; from += UNITS) {
        __m256i sum[UNITS / 8];
        for (int i = 0; i < UNITS / 8; i++) sum[i] = _mm256_setzero_si256();
        for (uint32_t k = 0; k < count; k++) {
            const uint8_t *row = weights + (size_t)list[k].row * width + from;
            const __m256i times = _mm256_set1_epi32(list[k].times);
            for (int i = 0; i < UNITS / 8; i++) {
                const __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)(row + 8 * i));
                sum[i] = _mm256_add_epi32(sum[i], _mm256_mullo_epi32(_mm256_cvtepi8_epi32(eight), times));
            }
        }
        for (int i = 0; i < UNITS / 8; i++) _mm256_storeu_si256((__m256i *)(void *)(sums + from + 8 * i), sum[i]);
    }
    rows_from(from, weights, width, list, count, sums);
}

/* The products of a part of four units. */
__attribute__((target("avx2"), always_inline)) static inline void avx_add(const uint8_t *const row[4],
                                                                         const int16_t *activations, size_t at,
                                                                         __m256i sum[4]) {
    const __m256i times = _mm256_loadu_si256((const __m256i *)(const void *)(activations + at));
    for (int i = 0; i < 4; i++) {
        const __m128i many = _mm_loadu_si128((const __m128i *)(const void *)(row[i] + at));
        sum[i] = _mm256_add_epi32(sum[i], _mm256_madd_epi16(_mm256_cvtepi8_epi16(many), times));
    }
}

__attribute__((target("avx2"))) static void avx_dots(const uint8_t *weights, uint32_t width,
                                                     const int16_t *activations, const uint32_t *units,
                                                     uint32_t count, uint32_t *sums) {
    enum { AT_A_TIME = 64, PART = 16 };
    uint32_t k = 0;
    for (; k + 4 <= count; k += 4) {
        const uint8_t *row[4];
        __m256i sum[4];
        size_t from = 0;
        for (uint32_t i = 0; i < 4; i++) row[i] = net_weights_of(weights, width, units, k + i);
        for (int i = 0; i < 4; i++) sum[i] = _mm256_setzero_si256();
        for (; from + AT_A_TIME <= width; from += AT_A_TIME)
            for (size_t at = from; at < from + AT_A_TIME; at += PART) avx_add(row, activations, at, sum);
        for (; from + PART <= width; from += PART) avx_add(row, activations, from, sum);
        const __m256i low = _mm256_hadd_epi32(sum[0], sum[1]), high = _mm256_hadd_epi32(sum[2], sum[3]);
        const __m256i all = _mm256_hadd_epi32(low, high);
        _mm_storeu_si128((__m128i *)(void *)(sums + k),
                         _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1)));
        if (from < width) add_dots_from((uint32_t)from, row, activations, width, sums + k);
    }
    if (k < count) last_dots(avx_dots, weights, width, activations, units, k, count, sums);
}

/* For shifts that leave 32 bits: those of all networks that are made by script/net. */
__attribute__((target("avx2"))) static void avx_squash(const lg_i_net *n, uint32_t layer, const uint32_t *sums,
                                                       int16_t *activations) {
    const __m256i half = _mm256_set1_epi64x(1ll << (n->shift[layer] - 1)), most = _mm256_set1_epi32(ENTRIES - 1);
    const __m128i shift = _mm_cvtsi32_si128((int32_t)n->shift[layer]);
    uint32_t i = 0;
    for (; n->shift[layer] >= 32 && i + 8 <= n->width[layer]; i += 8) {
        const __m256i bias = _mm256_loadu_si256((const __m256i *)(const void *)(n->bias[layer] + 4 * (size_t)i));
        const __m256i by = _mm256_loadu_si256((const __m256i *)(const void *)(n->multiplier[layer] + 4 * (size_t)i));
        const __m256i value = _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(sums + i)), bias);
        const __m256i size = _mm256_abs_epi32(value), times = _mm256_abs_epi32(by);
        const __m256i even = _mm256_mul_epu32(size, times);
        const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(size, 32), _mm256_srli_epi64(times, 32));
        const __m256i both = _mm256_or_si256(
            _mm256_srl_epi64(_mm256_add_epi64(even, half), shift),
            _mm256_slli_epi64(_mm256_srl_epi64(_mm256_add_epi64(odd, half), shift), 32));
        const __m256i result = _mm256_min_epu32(both, most);
        const __m256i sign = _mm256_andnot_si256(_mm256_cmpeq_epi32(result, _mm256_setzero_si256()),
                                                 _mm256_srai_epi32(_mm256_xor_si256(value, by), 31));
        const __m256i signs = _mm256_or_si256(sign, _mm256_set1_epi32(1));
        uint32_t sizes[8];
        _mm256_storeu_si256((__m256i *)(void *)sizes, result);
#define FOUND(k) (int16_t)half_at(n->activation, sizes[k])
        const __m128i found =
            _mm_setr_epi16(FOUND(0), FOUND(1), FOUND(2), FOUND(3), FOUND(4), FOUND(5), FOUND(6), FOUND(7));
#undef FOUND
        _mm_storeu_si128((__m128i *)(void *)(activations + i),
                         _mm_sign_epi16(found, _mm_packs_epi32(_mm256_castsi256_si128(signs),
                                                        _mm256_extracti128_si256(signs, 1))));
    }
    squash_from(i, n, layer, sums, activations);
}
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

static void neon_rows(const uint8_t *weights, uint32_t width, const net_input *list, uint32_t count, uint32_t *sums) {
    enum { UNITS = 32 };
    uint32_t from = 0;
    for (; from + UNITS <= width; from += UNITS) {
        int32x4_t sum[UNITS / 4];
        for (int i = 0; i < UNITS / 4; i++) sum[i] = vdupq_n_s32(0);
        for (uint32_t k = 0; k < count; k++) {
            const int8_t *row = (const int8_t *)weights + (size_t)list[k].row * width + from;
            for (int i = 0; i < UNITS / 4; i += 2) {
                const int16x8_t eight = vmovl_s8(vld1_s8(row + 4 * i));
                sum[i] = vmlaq_n_s32(sum[i], vmovl_s16(vget_low_s16(eight)), list[k].times);
                sum[i + 1] = vmlaq_n_s32(sum[i + 1], vmovl_s16(vget_high_s16(eight)), list[k].times);
            }
        }
        for (int i = 0; i < UNITS / 4; i++) vst1q_u32(sums + from + 4 * i, vreinterpretq_u32_s32(sum[i]));
    }
    rows_from(from, weights, width, list, count, sums);
}

static void neon_dots(const uint8_t *weights, uint32_t width, const int16_t *activations, const uint32_t *units,
                      uint32_t count, uint32_t *sums) {
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *row = net_weights_of(weights, width, units, k);
        int32x4_t low = vdupq_n_s32(0), high = low;
        uint32_t from = 0;
        for (; from + 8 <= width; from += 8) {
            const int16x8_t eight = vmovl_s8(vld1_s8((const int8_t *)row + from));
            const int16x8_t times = vld1q_s16(activations + from);
            low = vmlal_s16(low, vget_low_s16(eight), vget_low_s16(times));
            high = vmlal_s16(high, vget_high_s16(eight), vget_high_s16(times));
        }
        sums[k] = (uint32_t)vaddvq_s32(vaddq_s32(low, high)) + dot_from(from, row, activations, width);
    }
}
#endif

static const struct net_way {
    net_rows *rows;
    net_dots *dots;
    net_squash *squash;
} NET_WAYS[LG_I_NET_WAYS] = {
    {plain_rows, plain_dots, plain_squash},
#if defined(__x86_64__) && defined(__GNUC__)
    {sse_rows, sse_dots, sse_squash},
    {avx_rows, avx_dots, avx_squash},
#elif defined(__aarch64__) && defined(__ARM_NEON)
    {neon_rows, neon_dots, plain_squash},
#endif
};

bool lg_i_net_has_way(int32_t way) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (way == LG_I_NET_128) return __builtin_cpu_supports("sse4.2") != 0;
#if !defined(_WIN32) || defined(__clang__) /* there gcc does not align the stack for vectors of 256 bits */
    if (way == LG_I_NET_256) return __builtin_cpu_supports("avx2") != 0;
#endif
#elif defined(__aarch64__) && defined(__ARM_NEON)
    if (way == LG_I_NET_128) return true;
#endif
    return way == LG_I_NET_PLAIN;
}

/* ---- computing ---- */

static inline int32_t net_element(const uint8_t *from, lg_dtype dtype, uint32_t i) {
    if (dtype == LG_U8) return from[i];
    return dtype == LG_I16 ? ((const int16_t *)(const void *)from)[i] : ((const int32_t *)(const void *)from)[i];
}

/* Elements of the network's bytes at rest; without any they are 0. */
static inline int32_t at_rest(const uint8_t *rest, lg_dtype dtype, uint32_t i) {
    if (rest == NULL) return 0;
    if (dtype == LG_U8) return rest[i];
    return dtype == LG_I16 ? (int16_t)half_at(rest, i) : signed_at(rest, i);
}

/* An element in the form of the network's inputs, in 4096ths. */
static int32_t parts_of_one(int32_t value, int32_t size) {
    float input = (float)value / (float)size;
    if (!(input < 0 || input > 0)) return 0;
    input = input < -1 ? -1 : input > 1 ? 1 : input;
    return (int32_t)((double)input * (double)NET_ONE + (input < 0 ? -0.5 : 0.5));
}

/* Bit i: byte i of `one` differs from that of `other`; NULL: from 0. */
static inline uint64_t bytes_apart(const uint8_t *one, const uint8_t *other, uint32_t count) {
    uint64_t bits = 0;
    uint32_t i = 0;
#ifdef __SSE2__
    for (; i + 16 <= count; i += 16) {
        __m128i rest = _mm_setzero_si128();
        if (other != NULL) rest = _mm_loadu_si128((const __m128i *)(const void *)(other + i));
        const __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)(one + i)), rest);
        bits |= (uint64_t)(~(uint32_t)_mm_movemask_epi8(equal) & 0xFFFF) << i;
    }
#endif
    for (; i < count; i++) bits |= (uint64_t)(one[i] != (other != NULL ? other[i] : 0)) << i;
    return bits;
}

/* Bit i: element first + i may differ from its value at rest. */
static uint64_t differing(const lg_i_net *n, const uint8_t *seen, uint32_t first, uint32_t count) {
    uint64_t bits = 0;
    if (n->rest == NULL && n->view.form == LG_FORM_ONE_HOT) return UINT64_MAX >> (64 - count);
    if (n->dtype == LG_U8) return bytes_apart(seen + first, n->rest != NULL ? n->rest + first : NULL, count);
    for (uint32_t i = first; i < first + count; i++)
        bits |= (uint64_t)(net_element(seen, n->dtype, i) != at_rest(n->rest, n->dtype, i)) << (i - first);
    return bits;
}

/* Adds an input to the list, unless it has no row: `now` in 4096ths, and no longer `before`. */
static inline net_input *list_input(const lg_i_net *n, uint32_t input, int32_t now, int32_t before, net_input *end) {
    const uint32_t row = half_at(n->row, input) - 1u;
    *end = (net_input){row, now, before};
    return end + (row < n->rows);
}

/* The elements of a part that are one of several categories each; `bits` says which of them may differ. */
static net_input *list_categories(const lg_i_net *n, const lg_part *part, const uint8_t *seen, uint32_t first,
                                  uint64_t bits, uint32_t input, net_input *end) {
    const uint32_t categories = (uint32_t)part->categories, planes = (uint32_t)part->count;
    while (bits != 0) {
        const uint32_t i = (uint32_t)lg_i_bits_take(&bits);
        const uint32_t value = (uint32_t)net_element(seen, n->dtype, first + i);
        const uint32_t rest = n->rest != NULL ? (uint32_t)at_rest(n->rest, n->dtype, first + i) : UINT32_MAX;
        if (value < categories) end = list_input(n, input + i + value * planes, NET_ONE, 0, end);
        if (rest < categories) end = list_input(n, input + i + rest * planes, 0, NET_ONE, end);
    }
    return end;
}

/* The same for numbers; `size` becomes 1. Neighbours are often equal; of zeros and ones the processor can't foresee the
 * next, so there is no branch on them. */
static inline net_input *list_numbers(const lg_i_net *n, int32_t size, lg_dtype dtype, const uint8_t *seen,
                                      uint32_t first, uint64_t bits, uint32_t input, net_input *end) {
    const uint8_t *const rests = n->rest;
    int32_t value = 0, parts = 0, rest = 0, rest_parts = 0;
    while (bits != 0) {
        const uint32_t i = (uint32_t)lg_i_bits_take(&bits);
        const int32_t now = net_element(seen, dtype, first + i), before = at_rest(rests, dtype, first + i);
        if (size == 1) {
            parts = NET_ONE * ((now > 0) - (now < 0));
            rest_parts = NET_ONE * ((before > 0) - (before < 0));
        } else {
            if (now != value) parts = parts_of_one(value = now, size);
            if (before != rest) rest_parts = parts_of_one(rest = before, size);
        }
        end = list_input(n, input + i, parts, rest_parts, end);
    }
    return end;
}

/* The factors of all inputs of a list, whose length it returns. */
static uint32_t find_times(const lg_i_net *n, net_input *list, const net_input *end) {
    for (net_input *one = list; one < end; one++) {
        const int32_t gain = signed_at(n->gain, one->row);
        one->times = (int32_t)((uint32_t)scaled(one->times, gain, INPUT_SHIFT) -
                               (uint32_t)scaled(one->before, gain, INPUT_SHIFT));
    }
    return (uint32_t)(end - list);
}

/* A column whose legal actions are rated, after its hidden layers. */
typedef struct net_column {
    const lg_game *game;
    const lg_i_net *n;
    const struct net_way *way;
    uint32_t *kept; /* NULL, or sums of planes (lg_i_net_kept) */
    uint32_t column;
    uint32_t planes[MOST_WIDTH]; /* the sum of those */
    uint32_t sums[MOST_WIDTH];
    int16_t activations[MOST_WIDTH];
} net_column;

static bool opens_part(const lg_i_net *n, const lg_part *part) {
    return n->view.form == LG_FORM_ONE_HOT && part->categories > 0;
}

/* Whether the sums of a part can be kept: a plane of numbers in bytes. */
static bool is_plane(const lg_i_net *n, const lg_part *part) {
    return n->columns == 1 && n->dtype == LG_U8 && !opens_part(n, part) && part->count >= PLANE_SIZE;
}

/* The part that begins with element `first` and with input `input`. */
static net_input *list_part(const lg_i_net *n, const lg_part *part, const uint8_t *seen, uint32_t first,
                            uint32_t input, net_input *end) {
    const uint32_t count = (uint32_t)part->count / n->columns;
    const int32_t size = part->categories > 0 ? part->categories - 1 : part->size;
    for (uint32_t i = 0; i < count; i += 64) {
        const uint64_t bits = differing(n, seen, first + i, count - i < 64 ? count - i : 64);
        if (opens_part(n, part)) end = list_categories(n, part, seen, first + i, bits, input + i, end);
        else if (n->dtype == LG_U8) end = list_numbers(n, size, LG_U8, seen, first + i, bits, input + i, end);
        else end = list_numbers(n, size, n->dtype, seen, first + i, bits, input + i, end);
    }
    return end;
}

/* Adds the sums of a plane whose numbers are all the same; they are computed unless they were kept. */
static void add_plane(net_column *c, const lg_part *part, uint32_t number, const uint8_t *seen, uint32_t first,
                      uint32_t input, net_input *list) {
    const lg_i_net *n = c->n;
    const uint32_t key = 1 + (number << 8 | seen[first]), width = n->width[0];
    uint32_t *kept = c->kept + (size_t)((key + 3 * number) % KEPT) * (1 + width); /* parts are often alike */
    if (kept[0] != key) {
        const net_input *end = list_part(n, part, seen, first, input, list);
        c->way->rows(n->weights[0], width, list, find_times(n, list, end), kept + 1);
        kept[0] = key;
    }
    for (uint32_t i = 0; i < width; i++) c->planes[i] += kept[1 + i];
}

/* Lists the inputs of a column that are not at rest, except those of planes, and returns their number. */
static uint32_t list_inputs(net_column *c, const lg_part *parts, int32_t part_count, const uint8_t *seen,
                            net_input *list) {
    const lg_i_net *n = c->n;
    net_input *end = list;
    uint32_t first = 0, input = 0;
    for (const lg_part *part = parts; part < parts + part_count; part++) {
        const uint32_t count = (uint32_t)part->count / n->columns;
        if (count > n->elements - first) break;
        if (c->kept != NULL && is_plane(n, part) && memcmp(seen + first, seen + first + 1, count - 1) == 0)
            add_plane(c, part, (uint32_t)(part - parts), seen, first, input, end);
        else end = list_part(n, part, seen, first, input, end);
        first += count;
        input += count * (uint32_t)(opens_part(n, part) ? part->categories : 1);
    }
    return find_times(n, list, end);
}

/* The activations of the last hidden layer; with a single layer its sums are in `sums`. */
static void run_hidden(net_column *c, const net_input *list, uint32_t count) {
    const lg_i_net *n = c->n;
    c->way->rows(n->weights[0], n->width[0], list, count, c->sums);
    for (uint32_t i = 0; i < n->width[0] && c->kept != NULL; i++) c->sums[i] += c->planes[i];
    for (uint32_t layer = 0; layer + 1 < n->layers; layer++) {
        if (layer > 0)
            c->way->dots(n->weights[layer], n->width[layer - 1], c->activations, NULL, n->width[layer], c->sums);
        c->way->squash(n, layer, c->sums, c->activations);
    }
}

/* The use of the legal actions' values: the best of them, or all in an array. */
typedef struct net_sink {
    int64_t *logits;  /* by action; or NULL, */
    int32_t symmetry; /* from the actions of the mask to those of the view; 0 with several columns */
    int32_t temperature;
    lg_rng *rng;
    int32_t action; /* the best one so far, -1: none yet */
    int64_t value;
    int64_t heads[LG_MAX_PLAYERS]; /* of all columns together */
    int32_t columns;               /* their number */
} net_sink;

/* The sums of units of the last layer. */
static void last_sums(const net_column *c, const uint32_t *units, uint32_t count, uint32_t *sums) {
    const lg_i_net *n = c->n;
    const uint32_t last = n->layers - 1;
    if (last > 0) c->way->dots(n->weights[last], n->width[last - 1], c->activations, units, count, sums);
    for (uint32_t i = 0; last == 0 && i < count; i++) sums[i] = c->sums[units[i]];
}

static void rate_units(const net_column *c, const uint32_t *units, const int32_t *actions, uint32_t count,
                       net_sink *sink) {
    const lg_i_net *n = c->n;
    uint32_t sums[AT_ONCE];
    last_sums(c, units, count, sums);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t action = actions[i];
        int64_t value = result_of(n, n->layers - 1, units[i], sums[i]);
        if (sink->logits != NULL) {
            sink->logits[action] = value;
            continue;
        }
        if (sink->temperature > 0) value += (int64_t)(lg_i_numbers_gumbel(sink->rng) * (sink->temperature * 655.36));
        const bool equal = value == sink->value && action < sink->action;
        if (sink->action < 0 || value > sink->value || equal) sink->action = action, sink->value = value;
    }
}

/* Rates the legal actions of a column. */
static void rate_column(const net_column *c, const uint64_t *mask, net_sink *sink) {
    uint32_t units[AT_ONCE], count = 0;
    int32_t actions[AT_ONCE];
    const uint32_t columns = c->n->columns, last = (uint32_t)c->game->actions;
    for (uint32_t word = 0; columns == 1 && word < (uint32_t)LG_MASK_WORDS(last); word++)
        for (uint64_t bits = mask[word]; bits != 0;) {
            actions[count] = (int32_t)(64 * word) + lg_i_bits_take(&bits);
            units[count] = (uint32_t)lg_i_game_image(c->game, sink->symmetry, actions[count]);
            if (++count == AT_ONCE) rate_units(c, units, actions, count, sink), count = 0;
        }
    for (uint32_t action = c->column; columns > 1 && action < last; action += columns) {
        if (!lg_i_bits_has_bit(mask, (int32_t)action)) continue;
        actions[count] = (int32_t)action;
        units[count] = action / columns;
        if (++count == AT_ONCE) rate_units(c, units, actions, count, sink), count = 0;
    }
    rate_units(c, units, actions, count, sink);
}

/* Adds the column's part of the values. */
static void add_heads(const net_column *c, net_sink *sink) {
    const lg_i_net *n = c->n;
    const uint32_t last = n->layers - 1;
    uint32_t units[LG_MAX_PLAYERS], sums[LG_MAX_PLAYERS];
    for (uint32_t i = 0; i < n->values; i++) units[i] = n->width[last] - n->values + i;
    last_sums(c, units, n->values, sums);
    for (uint32_t i = 0; i < n->values; i++) {
        const int64_t most = LG_I_NET_MOST_HEAD, head = result_of(n, last, units[i], sums[i]);
        sink->heads[i] += head < -most ? -most : head > most ? most : head;
    }
    sink->columns++;
}

/* The columns of the actions in the mask, as bits. */
static void find_open(const uint64_t *mask, int32_t actions, uint32_t columns, uint64_t *open) {
    memset(open, 0, LG_MASK_WORDS(columns) * sizeof *open);
    for (int32_t word = 0; word < LG_MASK_WORDS(actions); word++)
        for (uint64_t bits = mask[word]; bits != 0;) {
            const uint32_t action = (uint32_t)(64 * word + lg_i_bits_take(&bits));
            lg_i_bits_set_bit(open, (int32_t)(action % columns));
        }
}

static int32_t fastest(void) {
    int32_t way = LG_I_NET_WAYS - 1;
    while (!lg_i_net_has_way(way)) way--;
    return way;
}

/* All columns with legal actions. `symmetry` turns the position for the view. */
static void rate_all(const lg_game *game, const lg_i_net *n, const void *state, int32_t player, int32_t symmetry,
                     void *memory, void *kept, int32_t way, const uint64_t *mask, net_sink *sink) {
    net_memory m;
    net_column c;
    lg_part parts[LG_MAX_PARTS];
    uint64_t open[LG_MAX_MASK_WORDS];
    (void)net_room_of(game, n, memory, &m);
    const lg_view plain = {n->view.observation, LG_FORM_PLAIN, n->view.canonical};
    const int32_t part_count = lg_game_parts(game, n->view.observation, parts);
    const size_t element = net_width_of(n->dtype);
    lg_i_view_turned(game, &plain, state, player, symmetry, m.scratch, m.seen);
    c.game = game;
    c.n = n;
    c.kept = (uint32_t *)kept;
    if (kept != NULL) memset(c.planes, 0, n->width[0] * sizeof *c.planes);
    c.way = &NET_WAYS[way == LG_I_NET_FASTEST ? fastest() : way];
    if (n->columns > 1) find_open(mask, game->actions, n->columns, open);
    for (c.column = 0; c.column < n->columns; c.column++) {
        const uint8_t *seen = m.seen;
        if (n->columns > 1) {
            if (!lg_i_bits_has_bit(open, (int32_t)c.column)) continue;
            const uint8_t *from = m.seen + c.column * element;
            for (uint32_t i = 0; i < n->elements; i++, from += n->columns * element)
                for (size_t byte = 0; byte < element; byte++) m.column[i * element + byte] = from[byte];
            seen = m.column;
        }
        run_hidden(&c, m.list, list_inputs(&c, parts, part_count, seen, m.list));
        rate_column(&c, mask, sink);
        if (sink->logits != NULL && n->values > 0) add_heads(&c, sink);
    }
}

size_t lg_i_net_kept(const lg_game *game, const lg_i_net *n) {
    lg_part parts[LG_MAX_PARTS];
    const int32_t count = lg_game_parts(game, n->view.observation, parts);
    bool any = false;
    for (int32_t i = 0; i < count; i++) any |= is_plane(n, &parts[i]);
    return any ? KEPT * (1 + (size_t)n->width[0]) * sizeof(uint32_t) : 0;
}

int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *n, const void *state, const uint64_t *mask,
                        int32_t temperature, lg_rng *rng, void *memory) {
    uint64_t turned[LG_MAX_MASK_WORDS];
    net_sink sink;
    const int32_t player = game->type->rules.player(game, state);
    const int32_t symmetry = lg_i_view_symmetry(game, &n->view, state, player);
    sink.logits = NULL;
    sink.symmetry = 0;
    sink.temperature = temperature;
    sink.rng = rng;
    sink.action = -1;
    if (symmetry != 0) lg_i_view_turn_mask(game, symmetry, mask, turned);
    rate_all(game, n, state, player, symmetry, memory, NULL, LG_I_NET_FASTEST, symmetry != 0 ? turned : mask,
             &sink);
    return sink.action < 0 || symmetry == 0 ? sink.action : lg_i_view_back(game, symmetry, mask, sink.action);
}

static void net_values(const lg_i_net *n, const net_sink *sink, int32_t *values) {
    for (uint32_t i = 0; i < n->values && sink->columns > 0; i++)
        values[i] = activation(n, scaled((int32_t)(sink->heads[i] / sink->columns), 1, LOGIT_SHIFT));
}

void lg_i_net_rate(const lg_game *game, const lg_i_net *n, const void *state, void *memory, int32_t way,
                   int64_t *logits, int32_t *values) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    net_sink sink;
    const int32_t player = game->type->rules.player(game, state);
    memset(&sink, 0, sizeof sink);
    sink.logits = logits;
    lg_i_view_legal(game, &n->view, state, mask);
    rate_all(game, n, state, player, lg_i_view_symmetry(game, &n->view, state, player), memory, NULL, way, mask,
             &sink);
    net_values(n, &sink, values);
}

/* 2^31 e^-below, where `below` is in 65536ths: a power of two whose fraction a polynomial gives. */
static uint32_t exponential(int64_t below) {
    enum { MOST_BELOW = 20 << 16, LOG2_E = 94548 };
    const uint64_t power = (uint64_t)(below < MOST_BELOW ? below : MOST_BELOW) * LOG2_E >> 16;
    const uint64_t left = 65536 - (power & 65535);
    const uint64_t root = 65536 + (left * (45580 + (left * (14829 + (left * 5127 >> 16)) >> 16)) >> 16);
    return (uint32_t)((root << 15) >> ((power >> 16) + 1));
}

void lg_i_net_evaluate(const lg_game *game, const lg_i_net *n, const void *state, int32_t player,
                       const uint64_t *mask, void *memory, void *kept, int64_t *logits, float *values,
                       float *priors) {
    const int32_t symmetry = lg_i_view_symmetry(game, &n->view, state, player);
    const int32_t words = LG_MASK_WORDS(game->actions), players = game->players;
    const bool turns = symmetry != 0 && n->columns > 1; /* the mask, not each action */
    uint64_t turned[LG_MAX_MASK_WORDS];
    int32_t heads[LG_MAX_PLAYERS];
    int64_t most = INT64_MIN;
    net_sink sink;
    memset(&sink, 0, sizeof sink);
    sink.logits = logits;
    sink.symmetry = turns ? 0 : symmetry;
    if (turns) lg_i_view_turn_mask(game, symmetry, mask, turned);
    rate_all(game, n, state, player, symmetry, memory, kept, LG_I_NET_FASTEST, turns ? turned : mask, &sink);
    net_values(n, &sink, heads);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t word = 0; word < words; word++)
            for (uint64_t bits = mask[word]; bits != 0;) {
                const int32_t action = 64 * word + lg_i_bits_take(&bits);
                const int64_t logit = logits[turns ? lg_i_game_image(game, symmetry, action) : action];
                if (pass == 0) most = logit > most ? logit : most;
                else priors[action] = (float)exponential(most - logit);
            }
    for (int32_t p = 0; p < players; p++)
        if (n->values == 0) values[p] = lg_i_game_evaluate(game, state, p);
        else if (n->values == 1) values[p] = (float)(p == player ? heads[0] : -heads[0]) / (float)NET_ONE;
        else values[p] = (float)heads[(p - player + players) % players] / (float)NET_ONE;
}
#endif
