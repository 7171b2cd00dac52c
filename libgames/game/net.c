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
                       const uint64_t *mask, void *memory, int64_t *logits, float *values, float *priors) {
    (void)game, (void)net, (void)state, (void)player, (void)mask, (void)memory, (void)logits, (void)values;
    (void)priors;
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

int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *n, const void *state, const uint64_t *mask,
                        int32_t temperature, lg_rng *rng, void *memory) {
    (void)game, (void)n, (void)state, (void)mask, (void)temperature, (void)rng, (void)memory;
    return -1;
}
#else
enum {
    LAYERS = LG_I_NET_LAYERS,
    MOST_WIDTH = 1024, /* of hidden layers */
    MOST_INPUTS = 65535,
    UNITS = 32,         /* of hidden layers, a multiple of which is in the bytes */
    NET_PIECES = 16,    /* of the activation, and the size of each: */
    NET_PIECE_BITS = 7,
    NET_PIECE = 1 << NET_PIECE_BITS,
    NET_ONE = 127 << NET_PIECE_BITS, /* of the activation, which is rounded to 63.5ths */
    GROUP = 258,     /* the largest sum of four weights whose products are added up in 16 bits */
    INPUT_BITS = 14, /* of the parts of an input, */
    GAIN_SHIFT = 22, /* from their product with a gain to the times that a row is added, */
    TIMES_BITS = 7,  /* and from the product of these with a weight */
    MOST_HIDDEN_SHIFT = 30,
    MOST_SHIFT = 62,
    HEAD_BITS = 16, /* of logits and values */
    NAME = 32,
    AT_ONCE = 64 /* units of the last layer */
};

/* Offsets of the numbers in the header. */
enum { FORMAT = 4, BYTES = 8, CHECKSUM = 12, GAME_VERSION = 16, FORM = 20, CANONICAL = 24, INPUTS = 28, ROWS = 32,
       LAYER_COUNT = 36, WIDTHS = 40, SHIFTS = 64, NET_TEXT = 88, OBSERVATION = 92, VALUES = 124, REST = 128,
       HEADER = 132 };

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
    n->view.form = (int32_t)number_at(bytes + FORM);
    n->view.canonical = (int32_t)number_at(bytes + CANONICAL);
    n->inputs = number_at(bytes + INPUTS);
    n->rows = number_at(bytes + ROWS);
    n->last = number_at(bytes + LAYER_COUNT) - 1;
    n->values = number_at(bytes + VALUES);
    n->rest_size = number_at(bytes + REST);
    if (n->view.form != LG_FORM_SCALED && n->view.form != LG_FORM_ONE_HOT) return false;
    if (n->view.canonical != 0 && n->view.canonical != 1) return false;
    if (n->inputs < 1 || n->inputs > MOST_INPUTS || n->rows > n->inputs) return false;
    if (n->last < 1 || n->last >= LAYERS || n->values > LG_MAX_PLAYERS) return false;
    for (uint32_t i = 0; i < LAYERS; i++) {
        const uint32_t most = i == n->last ? LG_MAX_ACTIONS : i < n->last ? MOST_WIDTH : 0;
        const uint32_t most_shift = i == n->last ? MOST_SHIFT : i < n->last ? MOST_HIDDEN_SHIFT : 0;
        const uint32_t width = number_at(bytes + WIDTHS + 4 * i);
        n->shift[i] = number_at(bytes + SHIFTS + 4 * i);
        if (width > most || (width == 0) != (i > n->last) || n->shift[i] > most_shift) return false;
        n->width[i] = i < n->last ? (width + UNITS - 1) / UNITS * UNITS : width;
    }
    return n->width[n->last] > n->values && n->shift[n->last] > 0 && bytes[OBSERVATION + NAME - 1] == '\0';
}

static uint64_t padded(uint64_t size) {
    return (size + 3) / 4 * 4;
}

/* Lays out the sections of this many bytes, and returns how many they take. */
static uint64_t net_lay_out(const uint8_t *bytes, size_t size, lg_i_net *n) {
    uint64_t at = HEADER + padded(number_at(bytes + NET_TEXT));
#define SECTION(pointer, length) ((pointer) = bytes + (at < size ? at : size), at += padded(length))
    SECTION(n->rest, n->rest_size);
    SECTION(n->used, n->rest_size);
    SECTION(n->activation, 3 * NET_PIECES);
    SECTION(n->row, 2 * (uint64_t)n->inputs);
    SECTION(n->gain, 4 * (uint64_t)n->rows);
    for (uint32_t i = 0; i <= n->last; i++) {
        SECTION(n->bias[i], (i == 0 ? 2 : 4) * (uint64_t)n->width[i]);
        SECTION(n->multiplier[i], (i == 0 ? 0 : i < n->last ? 2 : 4) * (uint64_t)n->width[i]);
    }
    for (uint32_t i = 0; i <= n->last; i++)
        SECTION(n->weights[i], (uint64_t)n->width[i] * (i == 0 ? n->rows : n->width[i - 1]));
#undef SECTION
    return at;
}

/* The view may have several columns of this number of inputs, along its last dimension; then actions have as many
 * columns. */
static bool net_fits(const lg_game *game, const uint8_t *bytes, lg_i_net *n) {
    const uint32_t units = n->width[n->last] - n->values; /* actions of a column */
    uint64_t inputs = 0, elements = 0;
    bool opens = false;
    int32_t which = 0;
    while (which < game->observations &&
           strcmp(game->observation[which].name, (const char *)bytes + OBSERVATION) != 0)
        which++;
    n->view.observation = which;
    n->columns = (uint32_t)game->actions / units;
    if (which == game->observations || n->columns == 0 || units * n->columns != (uint32_t)game->actions) return false;
    n->valued = n->values == (uint32_t)game->players || (n->values == 1 && game->players == 2);
    const lg_space *plain = &game->observation[which];
    n->dtype = plain->dtype;
    n->elements = (uint32_t)lg_i_game_elements(plain) / n->columns;
    if (n->columns > 1 && (uint32_t)plain->shape[plain->dims - 1] != n->columns) return false;
    if (n->rest_size != lg_space_size(plain) / n->columns) return false;
    const int32_t count = lg_game_parts(game, which, n->parts);
    for (n->part_count = 0; n->part_count < count; n->part_count++) {
        lg_part *part = &n->parts[n->part_count];
        if (n->view.form == LG_FORM_SCALED && part->categories > 0) part->size = part->categories - 1;
        if (n->view.form == LG_FORM_SCALED) part->categories = 0;
        opens |= part->categories > 0;
        if (n->columns > 1) part->count /= (int32_t)n->columns;
        part->size = part->size < 1 ? 1 : part->size;
        elements += (uint64_t)part->count;
        inputs += (uint64_t)part->count * (uint64_t)(part->categories > 0 ? part->categories : 1);
        if (part->categories <= 0) /* rounded down, as the division of integers, which takes longer */
            n->inverse[n->part_count] = (int64_t)((double)((int64_t)1 << (32 + INPUT_BITS)) / part->size);
    }
    if (elements != n->elements || (opens && n->columns > 1)) return false; /* categories are no columns */
    return inputs == n->inputs;
}

static const uint8_t *bytes_of(const lg_game *game, size_t *size) {
    return lg_i_game_bots(game)->net == NULL ? NULL : (const uint8_t *)lg_i_game_bots(game)->net(game, size);
}

/* Whether all ways to compute the network agree: rows exist, no weight is -128, no multiplier of a hidden layer is
 * below 0, and the partial sums of hidden layers that are added in 16 bits fit them. */
static bool is_regular(const lg_i_net *n, const uint8_t *end) {
    bool regular = memchr(n->weights[0], 0x80, (size_t)(end - n->weights[0])) == NULL;
    for (uint32_t i = 0; i < n->inputs; i++) regular &= half_at(n->row, i) <= n->rows;
    for (uint32_t layer = 1; layer < n->last; layer++) {
        for (uint32_t i = 0; i < n->width[layer]; i++) regular &= half_at(n->multiplier[layer], i) <= INT16_MAX;
        const int8_t *weights = (const int8_t *)n->weights[layer];
        for (size_t i = 0; i < (size_t)n->width[layer] * n->width[layer - 1]; i += 8 * UNITS)
            for (size_t k = i; k < i + 4 * UNITS; k += 2) {
                const int32_t low = lg_i_bits_magnitude(weights[k]) + lg_i_bits_magnitude(weights[k + 1]);
                const int8_t *next = weights + k + 4 * UNITS;
                regular &= low + lg_i_bits_magnitude(next[0]) + lg_i_bits_magnitude(next[1]) <= GROUP;
            }
    }
    return regular;
}

/* NULL, or what the bytes were expected to be. */
static const char *read_net(const lg_game *game, const uint8_t *bytes, size_t size, bool whole, lg_i_net *n) {
    if (size < HEADER || memcmp(bytes, "LGNT", 4) != 0) return "a game whose network begins with LGNT";
    if (number_at(bytes + FORMAT) != LG_I_NET_FORMAT)
        return "a game whose network is of format 3, made anew of its checkpoint by script/net";
    if (number_at(bytes + BYTES) != size) return "a game whose network has the number of bytes in its header";
    if (whole && adler(bytes + GAME_VERSION, size - GAME_VERSION) != number_at(bytes + CHECKSUM))
        return "a game whose network has the checksum in its header";
    if (!read_header(bytes, n)) return "a game whose network has a form and sizes within their limits";
    if (net_lay_out(bytes, size, n) != size) return "a game whose network has the number of weights in its header";
    if (whole && !is_regular(n, bytes + size))
        return "a game whose network has all rows that its inputs name, and numbers within their limits";
    if (number_at(bytes + GAME_VERSION) != (uint32_t)game->type->version)
        return "a game whose network was made for its version";
    return NULL;
}

const char *lg_i_net_open_bytes(const lg_game *game, const void *given, size_t size, bool whole, lg_i_net *n) {
    const uint8_t *bytes = given != NULL ? (const uint8_t *)given : bytes_of(game, &size);
    if (bytes == NULL) return "a game that has a network";
    const char *flaw = read_net(game, bytes, size, whole, n);
    if (flaw != NULL) return flaw;
    const bool fits = net_fits(game, bytes, n) && (given == NULL || n->valued || n->values == 0);
    return fits ? NULL : "a configuration that its network was made for";
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

/* An element that is not at rest: where the row of its input begins, and how many times that is added. */
typedef struct net_input {
    uint32_t row;
    int32_t times;
} net_input;

static size_t net_width_of(lg_dtype dtype) {
    return dtype == LG_U8 ? 1 : dtype == LG_I16 ? 2 : 4;
}

/* The observation, a column of it, and the column's inputs, with room for one more without a row. */
typedef struct net_memory {
    uint8_t *seen, *column;
    net_input *list;
    char *scratch;
} net_memory;

static size_t net_room_of(const lg_game *game, const lg_i_net *n, void *at, net_memory *memory) {
    const size_t element = net_width_of(n->dtype), view = lg_i_bits_rounded_up(n->elements * n->columns * element);
    const size_t column = lg_i_bits_rounded_up(n->elements * element);
    const size_t list = lg_i_bits_rounded_up(((size_t)n->elements + 1) * sizeof(net_input));
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

/* value x multiplier / 2^shift, rounded to the nearest, halves up. */
static inline int64_t net_scaled(int64_t value, int64_t multiplier, uint32_t shift) {
    return (value * multiplier + ((int64_t)1 << (shift - 1))) >> shift;
}

static inline int32_t net_clipped(int32_t value) {
    return value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value;
}

static int8_t net_activation(const uint8_t *activation, int32_t of) {
    const uint32_t most = NET_PIECES * NET_PIECE - 1, size = (uint32_t)lg_i_bits_magnitude(of);
    const uint32_t at = size < most ? size : most;
    const uint32_t piece = at >> NET_PIECE_BITS, slope = activation[2 * NET_PIECES + piece];
    const uint32_t begin = activation[piece] | (uint32_t)activation[NET_PIECES + piece] << 8;
    const uint32_t value = (begin + (slope * (at % NET_PIECE) >> 3)) & 0xFFFF;
    const int32_t made = value < NET_ONE ? (int32_t)value : NET_ONE;
    return (int8_t)(((of < 0 ? -made : of > 0 ? made : 0) + NET_ONE + NET_PIECE) >> (NET_PIECE_BITS + 1));
}

/* The activations of the first layer, of a hidden one, and the sums of those units of the last one that are named. */
typedef void net_first(const lg_i_net *n, const net_input *list, uint32_t count, int8_t *activations);
typedef void net_hidden(const lg_i_net *n, uint32_t layer, const int8_t *before, int8_t *activations);
typedef void net_last(const lg_i_net *n, const int8_t *before, const uint32_t *units, uint32_t count, int32_t *sums);

static void plain_first(const lg_i_net *n, const net_input *list, uint32_t count, int8_t *activations) {
    const uint32_t width = n->width[0];
    int32_t sums[MOST_WIDTH];
    for (uint32_t i = 0; i < width; i++) sums[i] = (int16_t)(n->bias[0][i] | n->bias[0][width + i] << 8);
    for (uint32_t k = 0; k < count; k++) {
        const int8_t *row = (const int8_t *)n->weights[0] + list[k].row;
        for (uint32_t i = 0; i < width; i++)
            sums[i] = net_clipped(sums[i] + (int32_t)net_scaled(row[i], list[k].times, TIMES_BITS));
    }
    for (uint32_t i = 0; i < width; i++) {
        int32_t value = sums[i];
        for (uint32_t k = 0; k < n->shift[0]; k++) value = net_clipped(2 * value);
        activations[i] = net_activation(n->activation, value);
    }
}

static void plain_hidden(const lg_i_net *n, uint32_t layer, const int8_t *before, int8_t *activations) {
    const uint32_t width = n->width[layer], inputs = n->width[layer - 1];
    for (uint32_t i = 0; i < width; i++) {
        const uint8_t *weights = n->weights[layer] + (size_t)(i / UNITS) * UNITS * inputs + i % UNITS * 4;
        int32_t sum = 0;
        for (uint32_t k = 0; k < inputs; k++) sum += (int8_t)weights[k / 4 * 4 * UNITS + k % 4] * before[k];
        const int32_t value = (int32_t)((uint32_t)sum + number_at(n->bias[layer] + 4 * (size_t)i)) >> n->shift[layer];
        const int16_t multiplier = (int16_t)half_at(n->multiplier[layer], i);
        activations[i] = net_activation(n->activation, (int16_t)net_scaled(net_clipped(value), multiplier, 15));
    }
}

static void plain_last(const lg_i_net *n, const int8_t *before, const uint32_t *units, uint32_t count, int32_t *sums) {
    const uint32_t width = n->width[n->last - 1];
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *weights = n->weights[n->last] + (size_t)units[k] * width;
        sums[k] = 0;
        for (uint32_t i = 0; i < width; i++) sums[k] += (int8_t)weights[i] * before[i];
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define NET_SSE "sse4.1"
#define NET_AVX "avx2"
#define NET_IN(isa) __attribute__((target(isa)))
#define NET_WITHIN(isa) __attribute__((target(isa), always_inline)) static inline

NET_WITHIN(NET_SSE) __m128i sse_load(const void *from) {
    return _mm_loadu_si128((const __m128i *)from);
}

NET_WITHIN(NET_SSE) void sse_store(void *to, __m128i of) {
    _mm_storeu_si128((__m128i *)to, of);
}

NET_WITHIN(NET_SSE) __m128i sse_total(__m128i of) {
    return of;
}

NET_WITHIN(NET_AVX) __m256i avx_load(const void *from) {
    return _mm256_loadu_si256((const __m256i *)from);
}

NET_WITHIN(NET_AVX) void avx_store(void *to, __m256i of) {
    _mm256_storeu_si256((__m256i *)to, of);
}

NET_WITHIN(NET_AVX) __m128i avx_total(__m256i of) {
    return _mm_add_epi32(_mm256_castsi256_si128(of), _mm256_extracti128_si256(of, 1));
}

/* The sixteen bytes of a table, in each half; and the packed halves of two vectors, in order. */
#define SSE_TABLE(from) sse_load(from)
#define AVX_TABLE(from) _mm256_broadcastsi128_si256(sse_load(from))
#define SSE_IN_ORDER(packed) (packed)
#define AVX_IN_ORDER(packed) _mm256_permute4x64_epi64(packed, 0xD8)

/* The functions of a way, for vectors of a number of bytes. Bytes of rows become the high halves of 16 bits, even
 * positions and odd positions alternately, so they need not be unpacked. */
#define NET_X86(way, isa, vector, BYTES, OP, OP_ALL, TABLE, IN_ORDER)                                                  \
    NET_WITHIN(isa) vector way##_activation(vector x, const uint8_t *activation) {                                     \
        const vector size = OP(min_epu16)(OP(abs_epi16)(x), OP(set1_epi16)(NET_PIECES * NET_PIECE - 1));               \
        const vector piece = OP(srli_epi16)(size, NET_PIECE_BITS);                                                     \
        const vector low = OP_ALL(or)(piece, OP(set1_epi16)((int16_t)0x8000));                                         \
        const vector high = OP_ALL(or)(OP(slli_epi16)(piece, 8), OP(set1_epi16)(0x80));                                \
        const vector begin = OP_ALL(or)(OP(shuffle_epi8)(TABLE(activation), low),                                      \
                                        OP(shuffle_epi8)(TABLE(activation + NET_PIECES), high));                       \
        const vector slope = OP(shuffle_epi8)(TABLE(activation + 2 * NET_PIECES), low);                                \
        const vector rise = OP(mullo_epi16)(slope, OP_ALL(and)(size, OP(set1_epi16)(NET_PIECE - 1)));                  \
        const vector value = OP(min_epu16)(OP(add_epi16)(begin, OP(srli_epi16)(rise, 3)), OP(set1_epi16)(NET_ONE));    \
        const vector made = OP(add_epi16)(OP(sign_epi16)(value, x), OP(set1_epi16)(NET_ONE + NET_PIECE));              \
        return OP(srli_epi16)(made, NET_PIECE_BITS + 1);                                                               \
    }                                                                                                                  \
    NET_WITHIN(isa) vector way##_pairs(const uint8_t *weights, vector activations) {                                   \
        return OP(maddubs_epi16)(activations, way##_load(weights));                                                    \
    }                                                                                                                  \
    NET_WITHIN(isa) vector way##_add(vector sum, vector pairs) {                                                       \
        return OP(add_epi32)(sum, OP(madd_epi16)(pairs, OP(set1_epi16)(1)));                                           \
    }                                                                                                                  \
    NET_WITHIN(isa) void way##_some(const lg_i_net *n, const net_input *list, uint32_t count, uint32_t from,           \
                                    int vectors, int8_t *activations) {                                                \
        const vector upper = OP(set1_epi16)((int16_t)0xFF00);                                                          \
        vector even[4], odd[4];                                                                                        \
        for (int i = 0; i < vectors; i++) {                                                                            \
            const uint8_t *at = n->bias[0] + from + BYTES * i;                                                         \
            const vector low = way##_load(at), high = way##_load(at + n->width[0]);                                    \
            even[i] = OP_ALL(or)(OP_ALL(andnot)(upper, low), OP(slli_epi16)(high, 8));                                 \
            odd[i] = OP_ALL(or)(OP(srli_epi16)(low, 8), OP_ALL(and)(high, upper));                                     \
        }                                                                                                              \
        for (uint32_t k = 0; k < count; k++) {                                                                         \
            const uint8_t *row = n->weights[0] + list[k].row + from;                                                   \
            const vector times = OP(set1_epi16)((int16_t)list[k].times);                                               \
            for (int i = 0; i < vectors; i++) {                                                                        \
                const vector both = way##_load(row + BYTES * i);                                                       \
                even[i] = OP(adds_epi16)(even[i], OP(mulhrs_epi16)(OP(slli_epi16)(both, 8), times));                   \
                odd[i] = OP(adds_epi16)(odd[i], OP(mulhrs_epi16)(OP_ALL(and)(both, upper), times));                    \
            }                                                                                                          \
        }                                                                                                              \
        for (int i = 0; i < vectors; i++) {                                                                            \
            for (uint32_t k = 0; k < n->shift[0]; k++) {                                                               \
                even[i] = OP(adds_epi16)(even[i], even[i]);                                                            \
                odd[i] = OP(adds_epi16)(odd[i], odd[i]);                                                               \
            }                                                                                                          \
            const vector low = OP_ALL(andnot)(upper, way##_activation(even[i], n->activation));                        \
            const vector high = OP(slli_epi16)(way##_activation(odd[i], n->activation), 8);                            \
            way##_store(activations + from + BYTES * i, OP_ALL(or)(low, high));                                        \
        }                                                                                                              \
    }                                                                                                                  \
    NET_IN(isa) static void way##_first(const lg_i_net *n, const net_input *list, uint32_t count,                      \
                                        int8_t *activations) {                                                         \
        uint32_t from = 0;                                                                                             \
        for (; from + 4 * BYTES <= n->width[0]; from += 4 * BYTES) way##_some(n, list, count, from, 4, activations);   \
        for (; from < n->width[0]; from += BYTES) way##_some(n, list, count, from, 1, activations);                    \
    }                                                                                                                  \
    NET_IN(isa) static void way##_hidden(const lg_i_net *n, uint32_t layer, const int8_t *before,                      \
                                         int8_t *activations) {                                                        \
        enum { VECTORS = 4 * UNITS / BYTES };                                                                          \
        const uint8_t *weights = n->weights[layer];                                                                    \
        const __m128i shift = _mm_cvtsi32_si128((int32_t)n->shift[layer]);                                             \
        for (uint32_t from = 0; from < n->width[layer]; from += UNITS) {                                               \
            vector sum[VECTORS], value[VECTORS / 2];                                                                   \
            for (int i = 0; i < VECTORS; i++) sum[i] = way##_load(n->bias[layer] + 4 * (size_t)from + BYTES * i);      \
            for (uint32_t k = 0; k < n->width[layer - 1]; k += 8, weights += 8 * UNITS) {                              \
                int32_t four[2];                                                                                       \
                memcpy(four, before + k, sizeof four);                                                                 \
                const vector low = OP(set1_epi32)(four[0]), high = OP(set1_epi32)(four[1]);                            \
                for (int i = 0; i < VECTORS; i++) {                                                                    \
                    const uint8_t *at = weights + BYTES * i;                                                           \
                    const vector pairs = OP(add_epi16)(way##_pairs(at, low), way##_pairs(at + 4 * UNITS, high));       \
                    sum[i] = way##_add(sum[i], pairs);                                                                 \
                }                                                                                                      \
            }                                                                                                          \
            for (int i = 0; i < VECTORS / 2; i++) {                                                                    \
                const uint8_t *multipliers = n->multiplier[layer] + 2 * (size_t)from + BYTES * i;                      \
                const vector low = OP(sra_epi32)(sum[2 * i], shift), high = OP(sra_epi32)(sum[2 * i + 1], shift);      \
                value[i] = OP(mulhrs_epi16)(IN_ORDER(OP(packs_epi32)(low, high)), way##_load(multipliers));            \
                value[i] = way##_activation(value[i], n->activation);                                                  \
            }                                                                                                          \
            for (int i = 0; i < VECTORS / 4; i++)                                                                      \
                way##_store(activations + from + BYTES * i,                                                            \
                            IN_ORDER(OP(packs_epi16)(value[2 * i], value[2 * i + 1])));                                \
        }                                                                                                              \
    }                                                                                                                  \
    NET_IN(isa) static void way##_last(const lg_i_net *n, const int8_t *before, const uint32_t *units, uint32_t count, \
                                       int32_t *sums) {                                                                \
        const uint32_t width = n->width[n->last - 1];                                                                  \
        for (uint32_t k = 0; k < count; k += 4) {                                                                      \
            const uint8_t *weights[4];                                                                                 \
            vector sum[4];                                                                                             \
            for (uint32_t i = 0; i < 4; i++) {                                                                         \
                weights[i] = n->weights[n->last] + (size_t)units[k + i < count ? k + i : k] * width;                   \
                sum[i] = OP_ALL(setzero)();                                                                            \
            }                                                                                                          \
            for (uint32_t at = 0; at < width; at += BYTES) {                                                           \
                const vector part = way##_load(before + at);                                                           \
                for (int i = 0; i < 4; i++) sum[i] = way##_add(sum[i], way##_pairs(weights[i] + at, part));            \
            }                                                                                                          \
            const vector low = OP(hadd_epi32)(sum[0], sum[1]), high = OP(hadd_epi32)(sum[2], sum[3]);                  \
            sse_store(sums + k, way##_total(OP(hadd_epi32)(low, high)));                                               \
        }                                                                                                              \
    }

#define SSE_OP(name) _mm_##name
#define SSE_ALL(name) _mm_##name##_si128
#define AVX_OP(name) _mm256_##name
#define AVX_ALL(name) _mm256_##name##_si256
NET_X86(sse, NET_SSE, __m128i, 16, SSE_OP, SSE_ALL, SSE_TABLE, SSE_IN_ORDER)
NET_X86(avx, NET_AVX, __m256i, 32, AVX_OP, AVX_ALL, AVX_TABLE, AVX_IN_ORDER)
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

static inline int16x8_t neon_activation(int16x8_t x, const uint8_t *activation) {
    const uint16x8_t most = vdupq_n_u16(NET_PIECES * NET_PIECE - 1);
    const uint16x8_t size = vminq_u16(vreinterpretq_u16_s16(vabsq_s16(x)), most);
    const uint16x8_t piece = vshrq_n_u16(size, NET_PIECE_BITS), upper = vdupq_n_u16(0xFF00);
    const uint8x16_t low = vreinterpretq_u8_u16(vorrq_u16(piece, upper));
    const uint8x16_t high = vreinterpretq_u8_u16(vorrq_u16(vshlq_n_u16(piece, 8), vdupq_n_u16(0xFF)));
    const uint8x16_t begin = vorrq_u8(vqtbl1q_u8(vld1q_u8(activation), low),
                                      vqtbl1q_u8(vld1q_u8(activation + NET_PIECES), high));
    const uint16x8_t slope = vreinterpretq_u16_u8(vqtbl1q_u8(vld1q_u8(activation + 2 * NET_PIECES), low));
    const uint16x8_t rise = vshrq_n_u16(vmulq_u16(slope, vandq_u16(size, vdupq_n_u16(NET_PIECE - 1))), 3);
    const uint16x8_t value = vminq_u16(vaddq_u16(vreinterpretq_u16_u8(begin), rise), vdupq_n_u16(NET_ONE));
    const int16x8_t made = vreinterpretq_s16_u16(vandq_u16(value, vtstq_s16(x, x))), sign = vshrq_n_s16(x, 15);
    const int16x8_t turned = vsubq_s16(veorq_s16(made, sign), sign);
    return vreinterpretq_s16_u16(
        vshrq_n_u16(vreinterpretq_u16_s16(vaddq_s16(turned, vdupq_n_s16(NET_ONE + NET_PIECE))), NET_PIECE_BITS + 1));
}

/* Products of sixteen activations with weights, each four of them added up. */
static inline int32x4_t neon_add(int32x4_t sum, const uint8_t *weights, int8x16_t activations) {
    const int8x16_t by = vld1q_s8((const int8_t *)weights);
    const int16x8_t low = vmull_s8(vget_low_s8(by), vget_low_s8(activations));
    return vpadalq_s16(sum, vpaddq_s16(low, vmull_high_s8(by, activations)));
}

static void neon_first(const lg_i_net *n, const net_input *list, uint32_t count, int8_t *activations) {
    for (uint32_t from = 0; from < n->width[0]; from += UNITS) {
        int16x8_t sum[UNITS / 8];
        for (uint32_t i = 0; i < UNITS / 8; i++) {
            const uint8_t *bias = n->bias[0] + from + 8 * i;
            const uint16x8_t low = vmovl_u8(vld1_u8(bias)), high = vmovl_u8(vld1_u8(bias + n->width[0]));
            sum[i] = vreinterpretq_s16_u16(vorrq_u16(low, vshlq_n_u16(high, 8)));
        }
        for (uint32_t k = 0; k < count; k++) {
            const int8_t *row = (const int8_t *)n->weights[0] + list[k].row + from;
            const int16x8_t times = vdupq_n_s16((int16_t)list[k].times);
            for (uint32_t i = 0; i < UNITS / 8; i++) {
                const int16x8_t eight = vshlq_n_s16(vmovl_s8(vld1_s8(row + 8 * i)), 8);
                sum[i] = vqaddq_s16(sum[i], vqrdmulhq_s16(eight, times));
            }
        }
        for (uint32_t i = 0; i < UNITS / 8; i++) {
            sum[i] = vqshlq_s16(sum[i], vdupq_n_s16((int16_t)n->shift[0]));
            vst1_s8(activations + from + 8 * i, vmovn_s16(neon_activation(sum[i], n->activation)));
        }
    }
}

static void neon_hidden(const lg_i_net *n, uint32_t layer, const int8_t *before, int8_t *activations) {
    const uint8_t *weights = n->weights[layer];
    const int32x4_t shift = vdupq_n_s32(-(int32_t)n->shift[layer]);
    for (uint32_t from = 0; from < n->width[layer]; from += UNITS) {
        int32x4_t sum[UNITS / 4];
        for (uint32_t i = 0; i < UNITS / 4; i++)
            sum[i] = vreinterpretq_s32_u8(vld1q_u8(n->bias[layer] + 4 * (from + 4 * i)));
        for (uint32_t k = 0; k < n->width[layer - 1]; k += 4, weights += 4 * UNITS) {
            int32_t four;
            memcpy(&four, before + k, sizeof four);
            for (uint32_t i = 0; i < UNITS / 4; i++)
                sum[i] = neon_add(sum[i], weights + 16 * i, vreinterpretq_s8_s32(vdupq_n_s32(four)));
        }
        for (uint32_t i = 0; i < UNITS / 8; i++) {
            const int16x4_t low = vqmovn_s32(vshlq_s32(sum[2 * i], shift));
            const int16x8_t value = vqmovn_high_s32(low, vshlq_s32(sum[2 * i + 1], shift));
            const uint8x16_t multipliers = vld1q_u8(n->multiplier[layer] + 2 * (from + 8 * i));
            const int16x8_t scaled = vqrdmulhq_s16(value, vreinterpretq_s16_u8(multipliers));
            vst1_s8(activations + from + 8 * i, vmovn_s16(neon_activation(scaled, n->activation)));
        }
    }
}

static void neon_last(const lg_i_net *n, const int8_t *before, const uint32_t *units, uint32_t count, int32_t *sums) {
    const uint32_t width = n->width[n->last - 1];
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *weights = n->weights[n->last] + (size_t)units[k] * width;
        int32x4_t sum = vdupq_n_s32(0);
        for (uint32_t i = 0; i < width; i += 16) sum = neon_add(sum, weights + i, vld1q_s8(before + i));
        sums[k] = vaddvq_s32(sum);
    }
}
#endif

static const struct net_way {
    net_first *first;
    net_hidden *hidden;
    net_last *last;
} NET_WAYS[LG_I_NET_WAYS] = {
    {plain_first, plain_hidden, plain_last},
#if defined(__x86_64__) && defined(__GNUC__)
    {sse_first, sse_hidden, sse_last},
    {avx_first, avx_hidden, avx_last},
#elif defined(__aarch64__) && defined(__ARM_NEON)
    {neon_first, neon_hidden, neon_last},
#endif
};

bool lg_i_net_has_way(int32_t way) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (way == LG_I_NET_128) return __builtin_cpu_supports("sse4.1") != 0;
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

/* Elements of the network's bytes. */
static inline int32_t net_own_element(const uint8_t *from, lg_dtype dtype, uint32_t i) {
    if (dtype == LG_U8) return from[i];
    return dtype == LG_I16 ? (int16_t)half_at(from, i) : signed_at(from, i);
}

#ifdef __SSE2__
#include <emmintrin.h>

static inline __m128i net_sixteen_bytes(const uint8_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

/* Which of the bytes are used and differ from their values at rest. */
static inline __m128i net_apart(const lg_i_net *n, const uint8_t *seen, uint32_t at) {
    const __m128i other = _mm_xor_si128(net_sixteen_bytes(seen + at), net_sixteen_bytes(n->rest + at));
    return _mm_and_si128(other, net_sixteen_bytes(n->used + at));
}

/* Bit i: so does element first + i, of sixteen. */
static inline uint64_t sixteen_apart(const lg_i_net *n, lg_dtype dtype, const uint8_t *seen, uint32_t first) {
    const __m128i zero = _mm_setzero_si128();
    __m128i equal;
    if (dtype == LG_U8) equal = _mm_cmpeq_epi8(net_apart(n, seen, first), zero);
    else equal = _mm_packs_epi16(_mm_cmpeq_epi16(net_apart(n, seen, 2 * first), zero),
                                 _mm_cmpeq_epi16(net_apart(n, seen, 2 * first + 16), zero));
    return (uint32_t)_mm_movemask_epi8(equal) ^ 0xFFFF;
}
#endif

/* The same for elements from `first` on, at most 64. */
static inline uint64_t differing(const lg_i_net *n, lg_dtype dtype, const uint8_t *seen, uint32_t first,
                                 uint32_t count) {
    uint64_t bits = 0;
    uint32_t i = 0;
#ifdef __SSE2__
    for (; dtype != LG_I32 && i + 16 <= count; i += 16) bits |= sixteen_apart(n, dtype, seen, first + i) << i;
#endif
    for (; i < count; i++) {
        const int32_t other = net_element(seen, dtype, first + i) ^ net_own_element(n->rest, dtype, first + i);
        bits |= (uint64_t)((other & net_own_element(n->used, dtype, first + i)) != 0) << i;
    }
    return bits;
}

/* Lists the inputs of a column that are not at rest and have rows, and returns their number. Each row is added as often
 * as the input's difference, in parts, times the row's gain. */
static inline uint32_t list_column(const lg_i_net *n, lg_dtype dtype, const uint8_t *seen, net_input *list) {
    const uint32_t rows = n->rows, width = n->width[0];
    const uint8_t *const row_of = n->row, *const gain_of = n->gain, *const rests = n->rest;
    net_input *end = list;
    const lg_part *part = n->parts;
    uint32_t first = 0, begin = 0; /* element and input of the part */
    for (uint32_t from = 0; from < n->elements; from += 64) {
        uint64_t bits = differing(n, dtype, seen, from, n->elements - from < 64 ? n->elements - from : 64);
        while (bits != 0) {
            const uint32_t i = from + (uint32_t)lg_i_bits_take(&bits);
            for (; i - first >= (uint32_t)part->count; part++) {
                first += (uint32_t)part->count;
                begin += (uint32_t)part->count * (uint32_t)(part->categories > 0 ? part->categories : 1);
            }
            int32_t now = net_element(seen, dtype, i), rest = net_own_element(rests, dtype, i);
            int64_t parts = 1 << INPUT_BITS;
            uint32_t input = begin + i - first;
            if (part->categories > 0) {
                const uint32_t categories = (uint32_t)part->categories;
                const uint32_t plane = (uint32_t)now < categories ? (uint32_t)now : (uint32_t)rest;
                if (plane >= categories) continue;
                input += plane * (uint32_t)part->count;
            } else {
                const int32_t size = part->size;
                if (dtype == LG_I32) rest = rest < -size ? -size : rest > size ? size : rest; /* or products overflow */
                if (dtype != LG_U8 && now < -size) now = -size;
                now = now > size ? size : now;
                parts = net_scaled((int64_t)now - rest, n->inverse[part - n->parts], 32);
            }
            const uint32_t row = half_at(row_of, input) - 1u, known = row < rows ? row : 0;
            end->row = known * width;
            end->times = (int16_t)net_scaled(parts, signed_at(gain_of, known), GAIN_SHIFT);
            end += row < rows;
        }
    }
    return (uint32_t)(end - list);
}

static uint32_t list_inputs(const lg_i_net *n, const uint8_t *seen, net_input *list) {
    if (n->dtype == LG_U8) return list_column(n, LG_U8, seen, list);
    return n->dtype == LG_I16 ? list_column(n, LG_I16, seen, list) : list_column(n, LG_I32, seen, list);
}

/* A column whose legal actions are rated, after its hidden layers. */
typedef struct net_column {
    const lg_game *game;
    const lg_i_net *n;
    const struct net_way *way;
    uint32_t column;
    const int8_t *activations; /* of the last hidden layer */
} net_column;

/* The use of the legal actions' values: the best of them, or all in an array. */
typedef struct net_sink {
    int64_t *logits;  /* by action, or NULL */
    int32_t symmetry; /* from the actions of the mask to those of the view; 0 with several columns */
    int32_t temperature;
    lg_rng *rng;
    int32_t action; /* the best one so far, */
    uint32_t image; /* as the view numbers it, */
    int64_t value;  /* and its value; at first INT64_MIN */
    int64_t heads[LG_MAX_PLAYERS]; /* of all columns together */
    int32_t columns;               /* their number */
} net_sink;

/* The results of units of the last layer. */
static inline void rate_units(const net_column *c, const uint32_t *units, uint32_t count, int64_t *results) {
    const uint32_t shift = c->n->shift[c->n->last];
    const uint8_t *const bias = c->n->bias[c->n->last], *const multiplier = c->n->multiplier[c->n->last];
    int32_t sums[AT_ONCE]; /* whose number is a multiple of four */
    c->way->last(c->n, c->activations, units, count, sums);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t sum = (int32_t)((uint32_t)sums[i] + number_at(bias + 4 * (size_t)units[i]));
        results[i] = net_scaled(sum, signed_at(multiplier, units[i]), shift);
    }
}

static void rate_actions(const net_column *c, const uint32_t *units, const int32_t *actions, uint32_t count,
                         net_sink *sink) {
    int64_t results[AT_ONCE], most = sink->value;
    uint32_t image = sink->image, best = count;
    rate_units(c, units, count, results);
    for (uint32_t i = 0; i < count && sink->logits != NULL; i++) sink->logits[actions[i]] = results[i];
    for (uint32_t i = 0; i < count && sink->temperature > 0; i++)
        results[i] += (int64_t)(lg_i_numbers_gumbel(sink->rng) * (sink->temperature * 655.36));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t other = units[i] * c->n->columns + c->column;
        if (results[i] > most || (results[i] == most && other < image)) image = other, most = results[i], best = i;
    }
    if (best < count) sink->action = actions[best], sink->image = image, sink->value = most;
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
            if (++count == AT_ONCE) rate_actions(c, units, actions, count, sink), count = 0;
        }
    for (uint32_t action = c->column; columns > 1 && action < last; action += columns) {
        if (!lg_i_bits_has_bit(mask, (int32_t)action)) continue;
        actions[count] = (int32_t)action;
        units[count] = action / columns;
        if (++count == AT_ONCE) rate_actions(c, units, actions, count, sink), count = 0;
    }
    rate_actions(c, units, actions, count, sink);
}

/* Adds the column's part of the values. */
static void add_heads(const net_column *c, net_sink *sink) {
    const lg_i_net *n = c->n;
    uint32_t units[LG_MAX_PLAYERS];
    int64_t heads[LG_MAX_PLAYERS];
    for (uint32_t i = 0; i < n->values; i++) units[i] = n->width[n->last] - n->values + i;
    rate_units(c, units, n->values, heads);
    for (uint32_t i = 0; i < n->values; i++) {
        const int64_t most = LG_I_NET_MOST_HEAD;
        sink->heads[i] += heads[i] < -most ? -most : heads[i] > most ? most : heads[i];
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
                     void *memory, int32_t way, const uint64_t *mask, net_sink *sink) {
    const lg_view plain = {n->view.observation, LG_FORM_PLAIN, n->view.canonical};
    const size_t element = net_width_of(n->dtype);
    int8_t layers[2][MOST_WIDTH];
    net_memory m;
    net_column c = {.game = game, .n = n, .way = &NET_WAYS[way == LG_I_NET_FASTEST ? fastest() : way],
                    .activations = layers[(n->last - 1) % 2]};
    uint64_t open[LG_MAX_MASK_WORDS];
    (void)net_room_of(game, n, memory, &m);
    lg_i_view_turned(game, &plain, state, player, symmetry, m.scratch, m.seen);
    if (n->columns > 1) find_open(mask, game->actions, n->columns, open);
    for (; c.column < n->columns; c.column++) {
        const uint8_t *seen = m.seen;
        if (n->columns > 1) {
            if (!lg_i_bits_has_bit(open, (int32_t)c.column)) continue;
            const uint8_t *from = m.seen + c.column * element;
            for (uint32_t i = 0; i < n->elements; i++, from += n->columns * element)
                for (size_t byte = 0; byte < element; byte++) m.column[i * element + byte] = from[byte];
            seen = m.column;
        }
        c.way->first(n, m.list, list_inputs(n, seen, m.list), layers[0]);
        for (uint32_t i = 1; i < n->last; i++) c.way->hidden(n, i, layers[(i - 1) % 2], layers[i % 2]);
        rate_column(&c, mask, sink);
        if (sink->logits != NULL && n->values > 0) add_heads(&c, sink);
    }
}

/* Whether the whole mask is turned before actions are rated, rather than each action. */
static bool turns_mask(const lg_i_net *n, int32_t symmetry) {
    return symmetry != 0 && n->columns > 1;
}

int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *n, const void *state, const uint64_t *mask,
                        int32_t temperature, lg_rng *rng, void *memory) {
    uint64_t turned[LG_MAX_MASK_WORDS];
    const int32_t player = game->type->rules.player(game, state);
    const int32_t symmetry = lg_i_view_symmetry(game, &n->view, state, player);
    const bool turns = turns_mask(n, symmetry);
    net_sink sink;
    sink.logits = NULL;
    sink.symmetry = turns ? 0 : symmetry;
    sink.temperature = temperature;
    sink.rng = rng;
    sink.action = -1;
    sink.image = UINT32_MAX;
    sink.value = INT64_MIN;
    if (turns) lg_i_view_turn_mask(game, symmetry, mask, turned);
    rate_all(game, n, state, player, symmetry, memory, LG_I_NET_FASTEST, turns ? turned : mask, &sink);
    return turns ? lg_i_view_back(game, symmetry, mask, sink.action) : sink.action;
}

/* 2^31 e^-below, where `below` is in 65536ths: a power of two whose fraction a polynomial gives. */
static uint32_t exponential(int64_t below) {
    enum { MOST_BELOW = 20 << 16, LOG2_E = 94548 };
    const uint64_t power = (uint64_t)(below < MOST_BELOW ? below : MOST_BELOW) * LOG2_E >> 16;
    const uint64_t left = 65536 - (power & 65535);
    const uint64_t root = 65536 + (left * (45580 + (left * (14829 + (left * 5127 >> 16)) >> 16)) >> 16);
    return (uint32_t)((root << 15) >> ((power >> 16) + 1));
}

/* The hyperbolic tangent of the mean of the columns. */
static void net_values(const lg_i_net *n, const net_sink *sink, int32_t *values) {
    for (uint32_t i = 0; i < n->values && sink->columns > 0; i++) {
        const int64_t mean = sink->heads[i] / sink->columns, one = (int64_t)1 << 31;
        const int64_t below = exponential(mean < 0 ? -2 * mean : 2 * mean);
        const int32_t size = (int32_t)(((one - below) << HEAD_BITS) / (one + below));
        values[i] = mean < 0 ? -size : size;
    }
}

void lg_i_net_rate(const lg_game *game, const lg_i_net *n, const void *state, void *memory, int32_t way,
                   int64_t *logits, int32_t *values) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    net_sink sink;
    const int32_t player = game->type->rules.player(game, state);
    memset(&sink, 0, sizeof sink);
    sink.logits = logits;
    lg_i_view_legal(game, &n->view, state, mask);
    rate_all(game, n, state, player, lg_i_view_symmetry(game, &n->view, state, player), memory, way, mask, &sink);
    net_values(n, &sink, values);
}

void lg_i_net_evaluate(const lg_game *game, const lg_i_net *n, const void *state, int32_t player,
                       const uint64_t *mask, void *memory, int64_t *logits, float *values, float *priors) {
    const int32_t symmetry = lg_i_view_symmetry(game, &n->view, state, player);
    const int32_t words = LG_MASK_WORDS(game->actions), players = game->players;
    const bool turns = turns_mask(n, symmetry);
    uint64_t turned[LG_MAX_MASK_WORDS];
    int32_t heads[LG_MAX_PLAYERS];
    int64_t most = INT64_MIN;
    net_sink sink;
    memset(&sink, 0, sizeof sink);
    sink.logits = logits;
    sink.symmetry = turns ? 0 : symmetry;
    if (turns) lg_i_view_turn_mask(game, symmetry, mask, turned);
    rate_all(game, n, state, player, symmetry, memory, LG_I_NET_FASTEST, turns ? turned : mask, &sink);
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
        if (!n->valued) values[p] = lg_i_game_evaluate(game, state, p);
        else if (n->values == 1) values[p] = (float)(p == player ? heads[0] : -heads[0]) / (float)(1 << HEAD_BITS);
        else values[p] = (float)heads[(p - player + players) % players] / (float)(1 << HEAD_BITS);
}
#endif
