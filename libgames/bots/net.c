/* The player `net`; see net.h for what its bytes are. */
#include "bots/net.h"

#include "core/bits.h"
#include "game/view.h"
#include "core/numbers.h"

#ifdef LG_NO_NETS /* no game has a network, so the player `net` can play none */
const char *lg_i_net_problem(const lg_game *game, bool whole) {
    (void)game, (void)whole;
    return "a game that has a network";
}

const char *lg_i_net_flaw(const lg_game *game) {
    (void)game;
    return NULL;
}

size_t lg_i_net_size(const lg_game *game) {
    (void)game;
    return 0;
}

int32_t lg_i_net_choose(const lg_game *game, const void *state, int32_t temperature, lg_rng *rng, void *memory) {
    (void)game, (void)state, (void)temperature, (void)rng, (void)memory;
    return -1;
}
#else
enum {
    LAYERS = 6,
    MOST_WIDTH = 1024, /* of all layers but the last */
    MOST_INPUTS = 65535,
    ENTRIES = 1024, /* of the activation */
    NET_ONE = 4096, /* inputs and activations are in such parts */
    INPUT_SHIFT = 12,
    MOST_SHIFT = 62,
    NAME = 32
};

/* Where the numbers of the header are. */
enum { FORMAT = 4, BYTES = 8, CHECKSUM = 12, GAME_VERSION = 16, FORM = 20, CANONICAL = 24, INPUTS = 28, ROWS = 32,
       LAYER_COUNT = 36, WIDTHS = 40, SHIFTS = 64, NET_TEXT = 88, OBSERVATION = 92, HEADER = 124 };

/* A network as it is read: pointers into its bytes. */
typedef struct net_player {
    lg_view view;
    uint32_t inputs, rows, layers, columns;
    uint32_t width[LAYERS], shift[LAYERS];
    const uint8_t *activation, *row, *gain;
    const uint8_t *multiplier[LAYERS], *bias[LAYERS];
    const uint8_t *weights[LAYERS];
} net_player;

/* ---- reading ---- */

static uint32_t number_at(const uint8_t *at) {
    return (uint32_t)lg_i_hash_word(at, 4);
}

static int32_t signed_at(const uint8_t *at, size_t i) {
    return (int32_t)number_at(at + 4 * i);
}

static uint32_t half_at(const uint8_t *at, size_t i) {
    return at[2 * i] | (uint32_t)at[2 * i + 1] << 8;
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

static bool read_header(const uint8_t *bytes, net_player *n) {
    n->view.form = (int32_t)number_at(bytes + FORM);
    n->view.canonical = (int32_t)number_at(bytes + CANONICAL);
    n->inputs = number_at(bytes + INPUTS);
    n->rows = number_at(bytes + ROWS);
    n->layers = number_at(bytes + LAYER_COUNT);
    if (n->view.form != LG_FORM_SCALED && n->view.form != LG_FORM_ONE_HOT) return false;
    if (n->view.canonical != 0 && n->view.canonical != 1) return false;
    if (n->inputs < 1 || n->inputs > MOST_INPUTS || n->rows > n->inputs) return false;
    if (n->layers < 1 || n->layers > LAYERS) return false;
    for (uint32_t i = 0; i < LAYERS; i++) {
        const uint32_t most = i + 1 == n->layers ? LG_MAX_ACTIONS : MOST_WIDTH;
        n->width[i] = number_at(bytes + WIDTHS + 4 * i);
        n->shift[i] = number_at(bytes + SHIFTS + 4 * i);
        if (i >= n->layers && (n->width[i] != 0 || n->shift[i] != 0)) return false;
        if (i < n->layers && (n->width[i] < 1 || n->width[i] > most)) return false;
        if (i < n->layers && (n->shift[i] < 1 || n->shift[i] > MOST_SHIFT)) return false;
    }
    /* With one layer alone its rows are as wide as a column has actions. */
    return n->width[0] <= MOST_WIDTH && bytes[OBSERVATION + NAME - 1] == '\0';
}

static uint64_t padded(uint64_t size) {
    return (size + 3) / 4 * 4;
}

/* Lays out the sections, and returns how many bytes they have to be. */
static uint64_t net_lay_out(const uint8_t *bytes, net_player *n) {
    uint64_t at = HEADER + padded(number_at(bytes + NET_TEXT));
#define SECTION(pointer, size) ((pointer) = bytes + at, at += padded(size))
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
    return at;
}

/* The view may have several columns of so many inputs, along its last dimension; then there are as many of actions. */
static bool net_fits(const lg_game *game, const uint8_t *bytes, net_player *n) {
    lg_space space;
    int32_t which = 0;
    while (which < game->observations &&
           strcmp(game->observation[which].name, (const char *)bytes + OBSERVATION) != 0)
        which++;
    n->view.observation = which;
    n->columns = (uint32_t)game->actions / n->width[n->layers - 1];
    if (which < game->observations && n->columns > 1) {
        const lg_space *plain = &game->observation[which];
        if ((uint32_t)plain->shape[plain->dims - 1] != n->columns) return false;
    }
    return which < game->observations && lg_game_view_space(game, &n->view, &space) == LG_OK &&
           lg_space_size(&space) == (size_t)n->inputs * n->columns * sizeof(float) &&
           n->width[n->layers - 1] * n->columns == (uint32_t)game->actions;
}

static const uint8_t *bytes_of(const lg_game *game, size_t *size) {
    return lg_i_game_bots(game)->net == NULL ? NULL : (const uint8_t *)lg_i_game_bots(game)->net(game, size);
}

/* NULL, or what the bytes would have to be. */
static const char *read_net(const lg_game *game, const uint8_t *bytes, size_t size, bool whole, net_player *n) {
    if (size < HEADER || memcmp(bytes, "LGNT", 4) != 0) return "a game whose network begins with LGNT";
    if (number_at(bytes + FORMAT) != 1) return "a game whose network is of format 1";
    if (number_at(bytes + BYTES) != size) return "a game whose network has as many bytes as it says";
    if (whole && adler(bytes + GAME_VERSION, size - GAME_VERSION) != number_at(bytes + CHECKSUM))
        return "a game whose network has the checksum that it says";
    if (!read_header(bytes, n)) return "a game whose network has a form and sizes within their limits";
    if (net_lay_out(bytes, n) != size) return "a game whose network has as many weights as it says";
    for (uint32_t i = 0; whole && i < n->inputs; i++)
        if (half_at(n->row, i) > n->rows) return "a game whose network has a row for each number of one";
    if (number_at(bytes + GAME_VERSION) != (uint32_t)game->type->version)
        return "a game whose network was made for its version";
    return NULL;
}

static const char *open_net(const lg_game *game, bool whole, net_player *n) {
    size_t size = 0;
    const uint8_t *bytes = bytes_of(game, &size);
    memset(n, 0, sizeof *n);
    if (bytes == NULL) return "a game that has a network";
    const char *flaw = read_net(game, bytes, size, whole, n);
    if (flaw != NULL) return flaw;
    return net_fits(game, bytes, n) ? NULL : "a configuration that its network was made for";
}

const char *lg_i_net_problem(const lg_game *game, bool whole) {
    net_player n;
    return open_net(game, whole, &n);
}

const char *lg_i_net_flaw(const lg_game *game) {
    net_player n;
    size_t size = 0;
    const uint8_t *bytes = bytes_of(game, &size);
    return bytes == NULL ? NULL : read_net(game, bytes, size, true, &n);
}

/* For the whole view, and for a column of it. */
static size_t net_room_of(const net_player *n) {
    return lg_i_bits_rounded_up((size_t)n->inputs * (n->columns + 1) * sizeof(float));
}

size_t lg_i_net_size(const lg_game *game) {
    net_player n;
    if (open_net(game, false, &n) != NULL) return 0;
    return net_room_of(&n) + lg_game_view_scratch(game, &n.view);
}

/* ---- computing ---- */

/* value x multiplier / 2^shift, rounded to the nearest, halves away from 0. */
static int64_t scaled(int32_t value, int32_t multiplier, uint32_t shift) {
    const int64_t product = (int64_t)value * multiplier, half = (int64_t)1 << (shift - 1);
    return product < 0 ? -((half - product) >> shift) : (product + half) >> shift;
}

static void add_row(const uint8_t *weights, int32_t times, uint32_t width, uint32_t *sums) {
    for (uint32_t i = 0; i < width; i++) sums[i] += (uint32_t)(int8_t)weights[i] * (uint32_t)times;
}

/* Most inputs are 0, and most others 1. */
static void add_inputs(const net_player *n, const float *seen, uint32_t *sums) {
    memset(sums, 0, n->width[0] * sizeof *sums);
    for (uint32_t i = 0; i < n->inputs; i++) {
        const double input = (double)seen[i];
        if (!(input < 0) && !(input > 0)) continue;
        const uint32_t row = half_at(n->row, i);
        if (row == 0 || row > n->rows) continue;
        const int32_t parts = (int32_t)(input * (double)NET_ONE + (input < 0 ? -0.5 : 0.5));
        const int32_t times = (int32_t)scaled(parts, signed_at(n->gain, row - 1), INPUT_SHIFT);
        add_row(n->weights[0] + (size_t)(row - 1) * n->width[0], times, n->width[0], sums);
    }
}

static uint32_t sum_of(const uint8_t *weights, const int16_t *activations, uint32_t width) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < width; i++) sum += (uint32_t)((int8_t)weights[i] * activations[i]);
    return sum;
}

/* What a unit of a layer makes of its sum. */
static int64_t result_of(const net_player *n, uint32_t layer, uint32_t unit, uint32_t sum) {
    const int32_t value = (int32_t)(sum + number_at(n->bias[layer] + 4 * (size_t)unit));
    return scaled(value, signed_at(n->multiplier[layer], unit), n->shift[layer]);
}

static int16_t activation(const net_player *n, int64_t of) {
    const int64_t size = of < 0 ? -of : of;
    const int32_t value = (int16_t)half_at(n->activation, size < ENTRIES ? (size_t)size : ENTRIES - 1);
    return (int16_t)(of < 0 ? -value : value);
}

/* The activations of the last hidden layer; with one layer alone the sums of that are in `sums`. */
static void run_hidden(const net_player *n, const float *seen, uint32_t *sums, int16_t *activations) {
    int16_t before[MOST_WIDTH];
    add_inputs(n, seen, sums);
    for (uint32_t layer = 0; layer + 1 < n->layers; layer++) {
        for (uint32_t i = 0; layer > 0 && i < n->width[layer]; i++)
            sums[i] = sum_of(n->weights[layer] + (size_t)i * n->width[layer - 1], before, n->width[layer - 1]);
        for (uint32_t i = 0; i < n->width[layer]; i++) activations[i] = activation(n, result_of(n, layer, i, sums[i]));
        memcpy(before, activations, n->width[layer] * sizeof *before);
    }
}

/* The value of a unit of the last layer. */
static int64_t net_value_of(const net_player *n, uint32_t unit, const uint32_t *sums, const int16_t *activations) {
    const uint32_t last = n->layers - 1, width = last > 0 ? n->width[last - 1] : 0;
    const uint32_t sum = last > 0 ? sum_of(n->weights[last] + (size_t)unit * width, activations, width) : sums[unit];
    return result_of(n, last, unit, sum);
}

typedef struct net_best {
    int32_t action; /* -1: none yet */
    int64_t value;
} net_best;

/* Rates the legal actions of a column. `inputs` is memory for what the network sees of it. */
static void rate_column(const net_player *n, const uint64_t *mask, uint32_t column, const float *view, float *inputs,
                        int32_t temperature, lg_rng *rng, net_best *found) {
    uint32_t sums[MOST_WIDTH];
    int16_t activations[MOST_WIDTH];
    bool ready = false;
    for (uint32_t unit = 0; unit < n->width[n->layers - 1]; unit++) {
        const int32_t action = (int32_t)(unit * n->columns + column);
        if (!lg_i_bits_has_bit(mask, action)) continue;
        for (uint32_t i = 0; !ready && i < n->inputs; i++) inputs[i] = view[(size_t)i * n->columns + column];
        if (!ready) run_hidden(n, inputs, sums, activations);
        ready = true;
        int64_t value = net_value_of(n, unit, sums, activations);
        if (temperature > 0) value += (int64_t)(lg_i_numbers_gumbel(rng) * (temperature * 655.36));
        const bool equal = value == found->value && action < found->action;
        if (found->action < 0 || value > found->value || equal) *found = (net_best){action, value};
    }
}

int32_t lg_i_net_choose(const lg_game *game, const void *state, int32_t temperature, lg_rng *rng, void *memory) {
    net_player n;
    uint64_t mask[LG_MAX_MASK_WORDS];
    net_best found = {-1, 0};
    (void)open_net(game, false, &n);
    float *view = (float *)memory, *inputs = view + (size_t)n.inputs * n.columns;
    lg_i_view(game, &n.view, state, game->type->rules.player(game, state), (char *)memory + net_room_of(&n), view);
    lg_i_view_legal(game, &n.view, state, mask);
    for (uint32_t column = 0; column < n.columns; column++)
        rate_column(&n, mask, column, view, inputs, temperature, rng, &found);
    return found.action < 0 ? -1 : lg_i_view_action(game, &n.view, state, found.action);
}
#endif
