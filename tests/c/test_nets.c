/* The bot `net`: networks made here, against a slow second implementation; bytes that are no network; and the
 * networks of the library's games, which tests/python/test_nets.py computes once more. */
#include "walk.h"
#include "game/net.h"
#include "libgames/search.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

#define LENGTH(table) ((int)(sizeof(table) / sizeof((table)[0])))

enum { MOST_LAYERS = 6, PIECES = 16, PIECE = 128, BLOCK = 32, HEADER = 132, TEXT = 8 };

/* ---- networks of random numbers ---- */

typedef struct shape {
    const char *game, *observation;
    int32_t form, canonical, columns, layers;
    int32_t width[MOST_LAYERS]; /* of the hidden ones */
    int32_t values;
} shape;

static const shape SHAPES[] = {
    {"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {16}, 0},
    {"connect_four", "planes", LG_FORM_ONE_HOT, 1, 1, 2, {33}, 0},
    {"connect_four(columns=4,rows=3,connect=3)", "planes", LG_FORM_SCALED, 0, 1, 6, {3, 1, 7, 5, 9}, 0},
    {"alquerque", "planes", LG_FORM_SCALED, 1, 1, 3, {24, 17}, 0},
    {"amazes(turns=3)", "look", LG_FORM_ONE_HOT, 0, 1, 3, {32, 8}, 0},
    {"blockdrop(turns=40)", "relative", LG_FORM_ONE_HOT, 1, 1, 2, {1024}, 0},
    {"connect_four", "planes", LG_FORM_SCALED, 0, 7, 3, {9, 6}, 0},
    {"connect_four", "planes", LG_FORM_SCALED, 0, 7, 3, {64, 16}, 2},
    {"connect_four", "planes", LG_FORM_ONE_HOT, 1, 1, 2, {300}, 1},
    {"alquerque", "planes", LG_FORM_SCALED, 1, 1, 3, {128, 128}, 1},
    {"amazes(turns=3)", "look", LG_FORM_ONE_HOT, 0, 1, 3, {72, 40}, 0},
    {"blockdrop(turns=40)", "relative", LG_FORM_ONE_HOT, 1, 1, 3, {200, 33}, 4},
    {"ontherun(cities=9,map=2007,max_cities=12)", "destinations", LG_FORM_SCALED, 0, 12, 2, {20}, 2},
    {"snakecore(size=8,players=3,rounds=8)", "directions", LG_FORM_SCALED, 1, 1, 3, {96, 31}, 3},
    {"ontherun(cities=9,map=2007)", "compact", LG_FORM_SCALED, 0, 1, 2, {20}, 0},
    {"ontherun(cities=9,map=2007,max_cities=12)", "destinations", LG_FORM_SCALED, 0, 12, 2, {20}, 0},
    {"snakecore(size=8,players=3,rounds=8)", "window", LG_FORM_ONE_HOT, 1, 1, 3, {31, 33}, 0},
};

/* The network that the game's table returns. */
static uint8_t *net_bytes;
static size_t net_size;

static const void *net_of_test(const lg_game *game, size_t *size) {
    (void)game;
    *size = net_size;
    return net_bytes;
}

static void put(size_t at, uint32_t number) {
    for (int i = 0; i < 4; i++) net_bytes[at + (size_t)i] = (uint8_t)(number >> 8 * i);
}

static uint32_t get(const uint8_t *at, int bytes) {
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint32_t)at[i] << 8 * i;
    return number;
}

static void seal(void) {
    uint32_t low = 1, high = 0;
    for (size_t i = 16; i < net_size; i++) {
        low = (low + net_bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    put(8, (uint32_t)net_size);
    put(12, high << 16 | low);
}

static lg_view view_of(const lg_game *game, const shape *s) {
    lg_view view = {0, s->form, s->canonical};
    while (strcmp(game->observation[view.observation].name, s->observation) != 0) view.observation++;
    return view;
}

static int32_t inputs_of(const lg_game *game, const shape *s) {
    const lg_view view = view_of(game, s);
    lg_space space;
    ck_assert_int_eq(lg_game_view_space(game, &view, &space), LG_OK);
    return (int32_t)(lg_space_size(&space) / sizeof(float)) / s->columns;
}

static int32_t width_of(const lg_game *game, const shape *s, int32_t layer) {
    return layer + 1 == s->layers ? game->actions / s->columns + s->values : s->width[layer];
}

static size_t padded(size_t size) {
    return (size + 3) / 4 * 4;
}

static size_t filled(int32_t width) {
    return ((size_t)width + BLOCK - 1) / BLOCK * BLOCK;
}

/* The padded width, as in the bytes. */
static size_t wide(const lg_game *game, const shape *s, int32_t layer) {
    return layer + 1 == s->layers ? (size_t)width_of(game, s, layer) : filled(s->width[layer]);
}

static int32_t elements_of(const lg_game *game, const shape *s) {
    const lg_space *plain = &game->observation[view_of(game, s).observation];
    return (int32_t)(plain->shape[0] * plain->shape[1] * plain->shape[2] * plain->shape[3]) / s->columns;
}

static size_t element_size(const lg_game *game, const shape *s) {
    return lg_space_size(&game->observation[view_of(game, s).observation]) /
           (size_t)(elements_of(game, s) * s->columns);
}

static size_t rest_size(const lg_game *game, const shape *s) {
    return (size_t)elements_of(game, s) * element_size(game, s);
}

/* Two of three inputs have a row. */
static uint32_t row_of(int32_t input) {
    return input % 3 == 2 ? 0 : (uint32_t)(1 + input / 3 * 2 + input % 3);
}

static int32_t rows_of(int32_t inputs) {
    return inputs / 3 * 2 + inputs % 3;
}

static size_t weights_size(const lg_game *game, const shape *s, int32_t layer) {
    const size_t before = layer == 0 ? (size_t)rows_of(inputs_of(game, s)) : filled(s->width[layer - 1]);
    return padded(wide(game, s, layer) * before);
}

/* The offset of a unit's weight from the beginning of its layer's weights. */
static size_t weight_at(const lg_game *game, const shape *s, int32_t layer, size_t unit, size_t before) {
    if (layer == 0) return before * wide(game, s, 0) + unit;
    const size_t inputs = filled(s->width[layer - 1]);
    if (layer + 1 == s->layers) return unit * inputs + before;
    return unit / BLOCK * BLOCK * inputs + before / 4 * 4 * BLOCK + unit % BLOCK * 4 + before % 4;
}

/* The offsets of the sections of every network. */
typedef struct places {
    size_t rest, used, activation, row, gain, numbers[MOST_LAYERS], weights[MOST_LAYERS], end;
} places;

static places places_of(const lg_game *game, const shape *s) {
    places at = {.rest = HEADER + TEXT};
    const int32_t inputs = inputs_of(game, s);
    at.used = at.rest + padded(rest_size(game, s));
    at.activation = at.used + padded(rest_size(game, s));
    at.row = at.activation + 3 * PIECES;
    at.gain = at.row + padded(2 * (size_t)inputs);
    at.end = at.gain + 4 * (size_t)rows_of(inputs);
    for (int32_t i = 0; i < s->layers; i++) {
        at.numbers[i] = at.end;
        at.end += (i == 0 ? 2 : i + 1 < s->layers ? 6 : 8) * wide(game, s, i);
    }
    for (int32_t i = 0; i < s->layers; i++) {
        at.weights[i] = at.end;
        at.end += weights_size(game, s, i);
    }
    return at;
}

static int32_t shift_of(const shape *s, int32_t layer) {
    return layer == 0 ? s->values % 3 : layer + 1 == s->layers ? 36 : s->layers > 3 ? 0 : 3;
}

static void put_some(size_t at, uint32_t number, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) net_bytes[at + i] = (uint8_t)(number >> 8 * i);
}

/* Writes a network with a text of 5 bytes; its numbers are large enough that activations reach the end of the table,
 * and with values so large that sums of the first layer are clipped. */
static void make_net(const lg_game *game, const shape *s, lg_rng *rng) {
    const int32_t inputs = inputs_of(game, s), rows = rows_of(inputs);
    const places at = places_of(game, s);
    net_size = at.end;
    free(net_bytes);
    net_bytes = lg_test_calloc(net_size, 1);
    memcpy(net_bytes, "LGNT", 4);
    put(4, 3);
    put(16, (uint32_t)game->type->version);
    put(20, (uint32_t)s->form);
    put(24, (uint32_t)s->canonical);
    put(28, (uint32_t)inputs);
    put(32, (uint32_t)rows);
    put(36, (uint32_t)s->layers);
    for (int32_t i = 0; i < s->layers; i++) {
        put(40 + 4 * (size_t)i, (uint32_t)width_of(game, s, i));
        put(64 + 4 * (size_t)i, (uint32_t)shift_of(s, i));
    }
    put(88, 5);
    memcpy(net_bytes + 92, s->observation, strlen(s->observation));
    memcpy(net_bytes + HEADER, "a net", 5);
    put(124, (uint32_t)s->values);
    put(128, (uint32_t)rest_size(game, s));
    for (size_t i = 0; i < rest_size(game, s); i += element_size(game, s)) {
        net_bytes[at.rest + i] = (uint8_t)lg_rng_below(rng, 3);
        memset(net_bytes + at.used + i, lg_rng_below(rng, 8) > 0 ? 255 : 0, element_size(game, s));
    }
    for (uint32_t i = 0; i < PIECES; i++) { /* the last ones above 127 * 128 */
        const uint32_t begin = i * 1100 + lg_rng_below(rng, 100);
        net_bytes[at.activation + i] = (uint8_t)begin;
        net_bytes[at.activation + PIECES + i] = (uint8_t)(begin >> 8);
        net_bytes[at.activation + 2 * PIECES + i] = (uint8_t)lg_rng_below(rng, 256);
    }
    for (int32_t i = 0; i < inputs; i++) put_some(at.row + 2 * (size_t)i, row_of(i), 2);
    for (int32_t i = 0; i < rows; i++)
        put(at.gain + 4 * (size_t)i, lg_rng_below(rng, s->values > 0 ? 1 << 21 : 1 << 16) - (1 << 12));
    for (int32_t layer = 0; layer < s->layers; layer++) {
        const size_t width = wide(game, s, layer), last = layer + 1 == s->layers;
        for (size_t i = 0; i < width; i++) {
            const uint32_t bias = lg_rng_below(rng, 1 << 12) - (1u << 11);
            if (layer == 0) {
                net_bytes[at.numbers[0] + i] = (uint8_t)bias;
                net_bytes[at.numbers[0] + width + i] = (uint8_t)(bias >> 8);
                continue;
            }
            put(at.numbers[layer] + 4 * i, bias);
            if (last) put(at.numbers[layer] + 4 * (width + i), 1000000000u + lg_rng_below(rng, 1000000000));
            else put_some(at.numbers[layer] + 4 * width + 2 * i, lg_rng_below(rng, 1 << 15), 2);
        }
    }
    for (int32_t layer = 0; layer < s->layers; layer++) /* in between, so that four make at most 258 */
        for (size_t i = 0; i < weights_size(game, s, layer); i++) {
            const bool between = layer > 0 && layer + 1 < s->layers;
            const uint32_t most = between ? 64 : 127;
            net_bytes[at.weights[layer] + i] = (uint8_t)(int32_t)(lg_rng_below(rng, 2 * most + 1) - most);
        }
    seal();
}

/* ---- the second implementation: no views of bytes, no sparse sums, division ---- */

/* Rounded to the nearest, halves up. */
static int64_t nearest(int64_t product, int32_t shift) {
    const int64_t one = (int64_t)1 << shift, sum = product + one / 2, left = sum % one;
    return (sum - (left < 0 ? left + one : left)) / one;
}

static int64_t signed_at(size_t at) {
    return (int32_t)get(net_bytes + at, 4);
}

static int64_t clipped(int64_t number) {
    return number < INT16_MIN ? INT16_MIN : number > INT16_MAX ? INT16_MAX : number;
}

static int64_t activation_of(const lg_game *game, const shape *s, int64_t of) {
    const size_t at = places_of(game, s).activation;
    const int64_t size = of < -2047 || of > 2047 ? 2047 : of < 0 ? -of : of, piece = size / PIECE;
    int64_t value = net_bytes[at + (size_t)piece] + 256 * net_bytes[at + PIECES + (size_t)piece];
    value += net_bytes[at + 2 * PIECES + (size_t)piece] * (size % PIECE) / 8;
    if (value > 127 * 128) value = 127 * 128;
    return nearest((of < 0 ? -value : of > 0 ? value : 0) + 127 * 128, 8);
}

/* An input that differs from its value at rest, and the difference in parts. */
typedef struct different {
    int32_t input;
    int64_t parts;
} different;

/* The number of such inputs in a column of an observation. */
static int32_t see(const lg_game *game, const shape *s, const void *plain, int32_t column, different *list) {
    lg_part parts[LG_MAX_PARTS];
    const lg_view view = view_of(game, s);
    const int32_t count = lg_game_parts(game, view.observation, parts);
    const size_t size = element_size(game, s);
    const places at = places_of(game, s);
    size_t element = 0;
    int32_t found = 0, first = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t many = parts[i].count / s->columns, categories = parts[i].categories;
        const bool opens = categories > 0 && s->form == LG_FORM_ONE_HOT;
        const int64_t most = categories > 0 ? categories - 1 : parts[i].size;
        for (int32_t k = 0; k < many; k++, element++) {
            const uint8_t *from = (const uint8_t *)plain + (element * (size_t)s->columns + (size_t)column) * size;
            const int64_t now = size == 1 ? *from : *(const int16_t *)(const void *)from;
            const int64_t rest = get(net_bytes + at.rest + element * size, (int)size);
            if (now == rest || net_bytes[at.used + element * size] == 0) continue;
            const int64_t own = now < -most ? -most : now > most ? most : now;
            const int64_t place = now >= 0 && now < categories ? now : rest;
            const int64_t parts = nearest((own - rest) * (((int64_t)1 << 46) / most), 32);
            if (!opens) list[found++] = (different){first + k, parts};
            else if (place < categories) list[found++] = (different){first + (int32_t)place * many + k, 1 << 14};
        }
        first += many * (opens ? categories : 1);
    }
    return found;
}

/* The logits of the actions and the values of one column. */
static void rate_by_reference(const lg_game *game, const shape *s, const different *list, int32_t count,
                              int64_t logits[]) {
    const places at = places_of(game, s);
    int64_t *now = lg_test_calloc(LG_MAX_ACTIONS, sizeof *now);
    for (int32_t layer = 0; layer < s->layers; layer++) {
        const size_t width = wide(game, s, layer), numbers = at.numbers[layer];
        for (size_t unit = 0; unit < width; unit++) {
            int64_t sum = 0;
            if (layer == 0) sum = (int16_t)(net_bytes[numbers + unit] + 256 * net_bytes[numbers + width + unit]);
#define WEIGHT(before) (int8_t)net_bytes[at.weights[layer] + weight_at(game, s, layer, unit, (size_t)(before))]
            for (int32_t i = 0; i < count && layer == 0; i++) {
                const uint32_t row = get(net_bytes + at.row + 2 * (size_t)list[i].input, 2);
                if (row == 0) continue;
                const int64_t times = (int16_t)nearest(list[i].parts * signed_at(at.gain + 4 * (size_t)(row - 1)), 22);
                sum = clipped(sum + nearest(times * WEIGHT(row - 1), 7));
            }
            for (int32_t k = 0; layer > 0 && k < (int32_t)filled(s->width[layer - 1]); k++) sum += now[k] * WEIGHT(k);
#undef WEIGHT
            const int32_t shift = shift_of(s, layer);
            if (layer == 0) {
                logits[unit] = activation_of(game, s, clipped(sum * (1 << shift)));
            } else if (layer + 1 < s->layers) {
                const int64_t multiplier = get(net_bytes + numbers + 4 * width + 2 * unit, 2);
                sum += signed_at(numbers + 4 * unit) - (1 << shift) / 2; /* rounded down */
                logits[unit] = activation_of(game, s, nearest(clipped(nearest(sum, shift)) * multiplier, 15));
            } else {
                sum += signed_at(numbers + 4 * unit);
                logits[unit] = nearest(sum * signed_at(numbers + 4 * (width + unit)), shift);
            }
        }
        memcpy(now, logits, width * sizeof *now);
    }
    free(now);
}

/* The logits of all actions, as the view numbers them, and the values. */
static void rate_all(const walk *w, const shape *s, const uint64_t *mask, int64_t *logits, int64_t *values) {
    const lg_game *game = &w->game;
    const lg_view seen = view_of(game, s), view = {seen.observation, LG_FORM_PLAIN, seen.canonical};
    const int32_t columns = s->columns, actions = game->actions / columns;
    const size_t size = lg_space_size(&game->observation[view.observation]);
    int64_t *part = lg_test_calloc(LG_MAX_ACTIONS, sizeof *part);
    different *list = lg_test_calloc((size_t)elements_of(game, s), sizeof *list);
    void *plain = malloc(size), *room = malloc(lg_game_view_scratch(game, &view) + 1);
    int32_t open = 0;
    memset(values, 0, LG_MAX_PLAYERS * sizeof *values);
    ck_assert_int_eq(lg_game_view(game, &view, w->state, w->player, room, plain, size), LG_OK);
    for (int32_t column = 0; column < columns; column++) {
        bool any = false;
        const int32_t count = see(game, s, plain, column, list);
        rate_by_reference(game, s, list, count, part);
        for (int32_t i = 0; i < actions; i++) {
            logits[i * columns + column] = part[i];
            any |= walk_is_legal(mask, i * columns + column);
        }
        open += any;
        for (int32_t i = 0; i < s->values && any; i++) values[i] += part[actions + i];
    }
    for (int32_t i = 0; i < s->values; i++) values[i] /= open;
    free(part);
    free(list);
    free(plain);
    free(room);
}

/* A value is near the hyperbolic tangent. */
static bool is_value(double value, int64_t mean) {
    return fabs(value - tanh((double)mean / 65536)) < 1e-4;
}

/* Every implementation gives the logits and values of the reference, and so the same choice. */
static int32_t choice_of_reference(const walk *w, const shape *s) {
    const lg_game *game = &w->game;
    const lg_view view = view_of(game, s);
    int64_t *logits = calloc((size_t)game->actions, sizeof *logits), values[LG_MAX_PLAYERS];
    int64_t *found = calloc((size_t)game->actions, sizeof *found);
    uint64_t mask[LG_MAX_MASK_WORDS];
    int32_t best = -1, heads[LG_MAX_PLAYERS];
    lg_i_net net;
    lg_i_view_legal(game, &view, w->state, mask);
    rate_all(w, s, mask, logits, values);
    ck_assert_ptr_null(lg_i_net_open(game, true, &net));
    void *memory = memset(malloc(lg_i_net_room(game, &net)), SENTINEL, lg_i_net_room(game, &net));
    for (int32_t way = LG_I_NET_FASTEST; way < LG_I_NET_WAYS; way++) {
        if (way != LG_I_NET_FASTEST && !lg_i_net_has_way(way)) continue;
        memset(found, SENTINEL, (size_t)game->actions * sizeof *found);
        lg_i_net_rate(game, &net, w->state, memory, way, found, heads);
        for (int32_t i = 0; i < game->actions; i++)
            LG_REQUIRE(!walk_is_legal(mask, i) || found[i] == logits[i], "%s, way %d: action %d", s->game, way, i);
        for (int32_t i = 0; i < s->values; i++)
            LG_REQUIRE(is_value(heads[i] / 65536.0, values[i]), "%s, way %d: value %d", s->game, way, i);
    }
    for (int32_t i = 0; i < game->actions; i++)
        if (walk_is_legal(mask, i) && (best < 0 || logits[i] > logits[best])) best = i;
    const int32_t action = lg_i_view_action(game, &view, w->state, best);
    free(logits);
    free(found);
    free(memory);
    return action;
}

/* ---- walks ---- */

static lg_tests_variant variant;

static walk begin(const shape *s) {
    walk w = walk_begin(s->game);
    lg_tests_vary(&variant, w.game.type);
    variant.players.net = net_of_test;
    w.game.type = &variant.type;
    return w;
}

static void end(walk *w) {
    walk_end(w);
    free(net_bytes);
    net_bytes = NULL;
    net_size = 0;
}

static lg_bot configured(const lg_game *game, const char *text) {
    lg_bot player;
    lg_parse_error error = {0, 0, ""};
    ck_assert_msg(lg_bot_configure(game, text, strlen(text), &player, &error) == LG_OK, "%s: %s", text,
                  error.expected);
    return player;
}

/* In memory of exactly its size. */
static int32_t choice(const walk *w, const lg_bot *player, lg_rng *rng) {
    size_t size = 0;
    int32_t action = -1;
    ck_assert_int_eq(lg_bot_size(&w->game, player, &size), LG_OK);
    ck_assert_uint_gt(size, 0);
    void *memory = memset(malloc(size), SENTINEL, size);
    ck_assert_int_eq(lg_bot_choose(&w->game, player, w->state, rng, memory, size, NULL, NULL, &action), LG_OK);
    ck_assert_int_eq(lg_bot_choose(&w->game, player, w->state, rng, memory, size - 1, NULL, NULL, &action),
                     LG_E_SPACE);
    free(memory);
    return action;
}

START_TEST(test_against_reference) {
    const shape *s = &SHAPES[_i];
    walk w = begin(s);
    int different = 0;
    for (int nets = 0; nets < 4; nets++) {
        make_net(&w.game, s, &w.rng);
        const lg_bot player = configured(&w.game, "net");
        int32_t first = -1;
        walk_start(&w, (uint64_t)nets);
        for (int left = lg_tests_amount(200); left > 0 && w.count > 0; left--) {
            lg_rng rng = lg_rng_seed(1, 1);
            const lg_rng before = rng;
            const int32_t action = choice(&w, &player, &rng);
            LG_REQUIRE(action >= 0 && walk_is_legal(w.mask, action), "%s: action %d", s->game, action);
            if (w.count > 1) ck_assert_int_eq(action, choice_of_reference(&w, s));
            LG_REQUIRE(rng.state == before.state, "%s: random numbers are drawn", s->game);
            different += first >= 0 && action != first;
            first = action;
            walk_step(&w);
        }
    }
    ck_assert_int_gt(different, 3);
    end(&w);
}
END_TEST

/* At a temperature every action is chosen now and then, the best one most often, in proportion to the logits. */
START_TEST(test_temperature) {
    const shape s = {"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 0};
    walk w = begin(&s);
    make_net(&w.game, &s, &w.rng);
    /* Last weights of 0 alone: the logits are the biases, in which 1024 x 64 is 65536. */
    static const int32_t LOGITS[7] = {0, 1024, 2048, 0, 0, 0, 1024};
    static const double SHARES[7] = {0.0588, 0.1598, 0.4343, 0.0588, 0.0588, 0.0588, 0.1598};
    const places at = places_of(&w.game, &s);
    memset(net_bytes + at.weights[1], 0, net_size - at.weights[1]);
    put(68, 1);
    for (size_t i = 0; i < 7; i++) {
        put(at.numbers[1] + 4 * (7 + i), 128);
        put(at.numbers[1] + 4 * i, (uint32_t)LOGITS[i]);
    }
    seal();
    enum { DRAWS = 20000 };
    lg_rng rng = lg_rng_seed(1, 1);
    lg_bot player = configured(&w.game, "net(temperature=100)");
    int counts[7] = {0};
    walk_start(&w, 1);
    for (int i = 0; i < DRAWS; i++) counts[choice(&w, &player, &rng)]++;
    for (int i = 0; i < 7; i++) {
        const double expected = (double)DRAWS * SHARES[i]; /* and five standard errors */
        ck_assert_msg(counts[i] > expected - 350 && counts[i] < expected + 350, "%d: %d", i, counts[i]);
    }
    player = configured(&w.game, "net(temperature=1)");
    for (int i = 0; i < 100; i++) ck_assert_int_eq(choice(&w, &player, &rng), 2);
    player = configured(&w.game, "net");
    ck_assert_int_eq(choice(&w, &player, &rng), 2);
    for (size_t i = 0; i < 7; i++) put(at.numbers[1] + 4 * i, i >= 3); /* equal ones: the first */
    seal();
    ck_assert_int_eq(choice(&w, &player, &rng), 3);
    end(&w);
}
END_TEST

/* ---- as the evaluator of a search ---- */

/* Priors are a softmax of the logits over the legal actions; values are in the order of the seats again. */
START_TEST(test_evaluate) {
    const shape *s = &SHAPES[_i];
    walk w = begin(s);
    lg_i_net net;
    make_net(&w.game, s, &w.rng);
    ck_assert_ptr_null(lg_i_net_open(&w.game, true, &net));
    void *memory = malloc(lg_i_net_room(&w.game, &net));
    int64_t *scratch = lg_test_calloc((size_t)w.game.actions, 8), *logits = lg_test_calloc((size_t)w.game.actions, 8);
    int64_t heads[LG_MAX_PLAYERS];
    float *priors = lg_test_calloc((size_t)w.game.actions, sizeof *priors);
    walk_start(&w, 1);
    for (int left = 30; left > 0 && w.count > 0; left--, walk_step(&w)) {
        const lg_view view = view_of(&w.game, s);
        const int32_t symmetry = s->canonical ? lg_i_view_canonical(&w.game, w.state, w.player) : 0;
        float values[LG_MAX_PLAYERS];
        uint64_t mask[LG_MAX_MASK_WORDS];
        double total = 0, sum = 0, most = -1e18;
        lg_i_view_legal(&w.game, &view, w.state, mask);
        rate_all(&w, s, mask, logits, heads);
        lg_i_net_evaluate(&w.game, &net, w.state, w.player, w.mask, memory, scratch, values, priors);
        for (int pass = 0; pass < 3; pass++)
            for (int32_t a = 0; a < w.game.actions; a++) {
                if (!walk_is_legal(w.mask, a)) continue;
                const double logit = (double)logits[lg_i_game_image(&w.game, symmetry, a)] / 65536;
                if (pass == 0) most = logit > most ? logit : most;
                if (pass == 1) total += exp(logit - most), sum += (double)priors[a];
                if (pass < 2) continue;
                const double error = (double)priors[a] / sum - exp(logit - most) / total;
                LG_REQUIRE(fabs(error) < 3e-4, "%s: prior of %d", s->game, a);
            }
        for (int32_t p = 0; p < w.game.players; p++) {
            const int64_t head = s->values > 1 ? heads[(p + w.game.players - w.player) % w.game.players]
                                               : p == w.player ? heads[0] : -heads[0];
            const bool own = (double)values[p] - (double)lg_i_game_evaluate(&w.game, w.state, p) == 0;
            LG_REQUIRE(s->values > 0 ? is_value((double)values[p], head) : own, "%s: value of %d", s->game, p);
        }
    }
    free(memory);
    free(scratch);
    free(logits);
    free(priors);
    end(&w);
}
END_TEST

/* A search with the network of the game, with the same bytes given, and as a player choose the same, also in memory of
 * exactly its size. */
START_TEST(test_search) {
    const shape *s = &SHAPES[_i];
    walk w = begin(s);
    make_net(&w.game, s, &w.rng);
    const lg_bot player = configured(&w.game, "mcts(evaluator=net,policy=puct,simulations=40)");
    walk_start(&w, 1);
    for (int left = 6; left > 0 && w.count > 1; left--, walk_step(&w)) {
        lg_rng rng = lg_rng_seed(3, (uint64_t)left);
        const lg_rng before = rng;
        const int32_t action = choice(&w, &player, &rng);
        lg_rng again = before;
        const uint64_t high = lg_rng_next(&again);
        lg_search_config config = lg_search_default(40);
        config.policy = LG_SEARCH_PUCT;
        config.net = 1;
        config.weights = net_bytes;
        config.weights_size = (int64_t)net_size;
        config.seed = high << 32 | lg_rng_next(&again);
        const size_t size = lg_search_size(&w.game, &config);
        void *memory = malloc(size);
        lg_search *search;
        int32_t best = -1;
        ck_assert_int_eq(lg_search_create(&w.game, &config, memory, size, &search), LG_OK);
        ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_search_best(search, &best), LG_OK);
        ck_assert_int_eq(best, action);
        free(memory);
    }
    end(&w);
}
END_TEST

static void evaluate_nothing(void *context, const lg_game *game, const void *state, int32_t player,
                             const uint64_t *mask, float *values, float *priors) {
    (void)context, (void)game, (void)state, (void)player, (void)mask, (void)values, (void)priors;
}

START_TEST(test_search_refused) {
    const shape s = {"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1};
    walk w = begin(&s);
    make_net(&w.game, &s, &w.rng);
    lg_search_config config = lg_search_default(10);
    config.net = 1;
    ck_assert_uint_gt(lg_search_size(&w.game, &config), 0);
    config.net = 2;
    ck_assert_uint_eq(lg_search_size(&w.game, &config), 0);
    config.net = 1;
    config.evaluator = evaluate_nothing;
    ck_assert_uint_eq(lg_search_size(&w.game, &config), 0);
    config.evaluator = NULL;
    config.weights = net_bytes;
    config.weights_size = (int64_t)net_size - 1;
    ck_assert_uint_eq(lg_search_size(&w.game, &config), 0);
    variant.players.net = NULL;
    config.weights = NULL;
    ck_assert_uint_eq(lg_search_size(&w.game, &config), 0);
    lg_bot player;
    lg_parse_error error = {0, 0, ""};
    const char text[] = "mcts(evaluator=net)";
    ck_assert_int_eq(lg_bot_configure(&w.game, text, strlen(text), &player, &error), LG_E_UNSUPPORTED);
    ck_assert_str_eq(error.expected, "a game that has a network");
    end(&w);
}
END_TEST

/* ---- bytes that are no network ---- */

static const char *problem_of(const lg_game *game) {
    lg_bot player, untouched;
    lg_parse_error error = {0, 0, NULL};
    memset(&player, SENTINEL, sizeof player);
    untouched = player;
    const lg_status status = lg_bot_configure(game, "net", 3, &player, &error);
    if (status == LG_OK) return NULL;
    ck_assert_int_eq(status, LG_E_UNSUPPORTED);
    ck_assert_int_eq(lg_bot_configure(game, "net", 3, &player, NULL), LG_E_UNSUPPORTED);
    ck_assert_mem_eq(&player, &untouched, sizeof player);
    ck_assert(error.line == 1 && error.column == 1);
    return error.expected;
}

static const shape SMALL = {"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 0};

/* A number of the header, and the message about it. */
typedef struct flaw {
    size_t at;
    uint32_t number;
    const char *expected;
} flaw;

#define LIMITS "a game whose network has a form and sizes within their limits"
#define FORMAT "a game whose network is of format 3, made anew of its checkpoint by script/net"
#define REGULAR "a game whose network has all rows that its inputs name, and numbers within their limits"
#define WEIGHTS "a game whose network has the number of weights in its header"
#define OTHER "a configuration that its network was made for"

static const flaw FLAWS[] = {
    {0, 0x4C474E54u, "a game whose network begins with LGNT"},
    {4, 2, FORMAT},
    {4, 4, FORMAT},
    {16, 7, "a game whose network was made for its version"},
    {20, LG_FORM_PLAIN, LIMITS},
    {20, 3, LIMITS},
    {24, 2, LIMITS},
    {28, 0, LIMITS},
    {28, 65536, LIMITS},
    {28, 127, WEIGHTS},
    {28, 125, OTHER}, /* with the padding as many bytes */
    {32, 127, LIMITS},
    {32, 83, WEIGHTS},
    {36, 0, LIMITS},
    {36, 7, LIMITS},
    {36, 1, LIMITS},
    {40, 0, LIMITS},
    {40, 1025, LIMITS},
    {40, 33, WEIGHTS},
    {44, 0, LIMITS},
    {44, 65537, LIMITS},
    {44, 8, WEIGHTS},
    {48, 1, LIMITS},
    {64, 31, LIMITS},
    {68, 0, LIMITS},
    {68, 63, LIMITS},
    {72, 1, LIMITS},
    {88, 9, WEIGHTS},
    {88, UINT32_MAX, WEIGHTS},
    {92, 0, OTHER},
    {120, UINT32_MAX, LIMITS},
};

START_TEST(test_flaws) {
    const flaw *f = &FLAWS[_i];
    walk w = begin(&SMALL);
    make_net(&w.game, &SMALL, &w.rng);
    ck_assert_ptr_null(problem_of(&w.game));
    ck_assert_int_eq(inputs_of(&w.game, &SMALL), 126);
    put(f->at, f->number);
    if (f->at != 0) seal();
    const char *problem = problem_of(&w.game);
    ck_assert_ptr_nonnull(problem);
    ck_assert_str_eq(problem, f->expected);
    const lg_bot player = configured(NULL, "net");
    lg_bot actual;
    lg_rng rng = lg_rng_seed(1, 1);
    uint64_t room[512];
    size_t size;
    int32_t action = 12345;
    walk_start(&w, 1);
    ck_assert_int_eq(lg_bot_in_seat(&w.game, 0, &player, &actual), LG_E_UNSUPPORTED);
    ck_assert_int_eq(lg_bot_size(&w.game, &player, &size), LG_E_UNSUPPORTED);
    ck_assert_int_eq(lg_bot_choose(&w.game, &player, w.state, &rng, room, sizeof room, NULL, NULL, &action),
                     LG_E_UNSUPPORTED);
    ck_assert_int_eq(action, 12345);
    end(&w);
}
END_TEST

/* As many values as players, or one for two players; other values of the game's own network are ignored. Also the
 * elements of a column. */
START_TEST(test_flaws_of_values) {
    static const struct { shape shape; size_t at; uint32_t number; const char *expected; } TABLE[] = {
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 2}, 0, 0, NULL},
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 3}, 0, 0, OTHER},
        {{"blockdrop", "relative", LG_FORM_SCALED, 0, 1, 2, {4}, 1}, 0, 0, OTHER},
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1}, 124, 9, LIMITS},
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1}, 124, 8, LIMITS},
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1}, 124, 0, OTHER},
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1}, 128, 0, WEIGHTS},
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1}, 128, 125, OTHER}, /* with the padding */
        {{"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1}, 128, UINT32_MAX, WEIGHTS},
    };
    for (int i = 0; i < LENGTH(TABLE); i++) {
        walk w = begin(&TABLE[i].shape);
        make_net(&w.game, &TABLE[i].shape, &w.rng);
        if (TABLE[i].at != 0) put(TABLE[i].at, TABLE[i].number);
        seal();
        const char *problem = problem_of(&w.game), *expected = TABLE[i].expected;
        const bool own = expected != NULL && strcmp(expected, OTHER) == 0 && TABLE[i].at == 0;
        lg_i_net net;
        if (expected == NULL || own) ck_assert_ptr_null(problem);
        else ck_assert_str_eq(problem, expected);
        problem = lg_i_net_open_bytes(&w.game, net_bytes, net_size, true, &net);
        ck_assert(expected == NULL ? problem == NULL : problem != NULL && strcmp(problem, expected) == 0);
        ck_assert(expected != NULL || net.valued);
        end(&w);
    }
}
END_TEST

/* Each byte changed, and every length. */
START_TEST(test_damage) {
    walk w = begin(&SMALL);
    make_net(&w.game, &SMALL, &w.rng);
    for (size_t i = 0; i < net_size; i++) {
        const uint8_t bit = (uint8_t)(1 << lg_rng_below(&w.rng, 8));
        net_bytes[i] ^= bit;
        LG_REQUIRE(problem_of(&w.game) != NULL, "another byte %zu is accepted", i);
        net_bytes[i] ^= bit;
    }
    uint8_t *whole = net_bytes;
    const size_t size = net_size;
    for (net_size = 0; net_size < size; net_size++) {
        net_bytes = memcpy(malloc(net_size + 1), whole, net_size); /* for sanitizers */
        LG_REQUIRE(problem_of(&w.game) != NULL, "%zu bytes are accepted", net_size);
        free(net_bytes);
    }
    net_bytes = whole;
    ck_assert_ptr_null(problem_of(&w.game));
    const places at = places_of(&w.game, &SMALL);
    put(at.row, 85); /* of 84 rows */
    seal();
    ck_assert_str_eq(problem_of(&w.game), REGULAR);
    put(at.row, 84);
    ck_assert_str_eq(problem_of(&w.game), "a game whose network has the checksum in its header");
    end(&w);
}
END_TEST

/* Numbers for which the ways to compute a network would differ. */
START_TEST(test_irregular) {
    const shape s = {"connect_four", "planes", LG_FORM_SCALED, 0, 1, 3, {8, 40}, 0};
    walk w = begin(&s);
    make_net(&w.game, &s, &w.rng);
    const places at = places_of(&w.game, &s);
    const struct { size_t at; uint8_t byte, most; } TABLE[] = {
        {at.weights[0] + 5, 128, 129},
        {at.weights[2] + 7, 128, 129},
        {at.numbers[1] + 4 * 64 + 1, 128, 127}, /* a multiplier's high byte */
        {at.weights[1] + weight_at(&w.game, &s, 1, 39, 13), 127, 66}, /* with three weights of 64 */
        {at.weights[1] + weight_at(&w.game, &s, 1, 39, 13), 256 - 67, 256 - 66},
    };
    for (size_t i = 0; i < 16; i++) net_bytes[at.weights[1] + weight_at(&w.game, &s, 1, 39, i)] = 64;
    for (int i = 0; i < LENGTH(TABLE); i++) {
        const uint8_t before = net_bytes[TABLE[i].at];
        net_bytes[TABLE[i].at] = TABLE[i].byte;
        seal();
        ck_assert_str_eq(problem_of(&w.game), REGULAR);
        net_bytes[TABLE[i].at] = TABLE[i].most;
        seal();
        ck_assert_ptr_null(problem_of(&w.game));
        net_bytes[TABLE[i].at] = before;
    }
    end(&w);
}
END_TEST

/* An evaluator has room only for actions, so it is not called for a mask with other bits. */
static int32_t legal_and_more(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = lg_tests_connect_four()->rules.legal(game, state, mask);
    mask[0] |= (uint64_t)1 << 60;
    return count;
}

static void count_calls(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                        float *values, float *priors) {
    (void)game, (void)state, (void)player, (void)mask, (void)values, (void)priors;
    ++*(int *)context;
}

START_TEST(test_faulty_masks) {
    const shape s = {"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 1};
    walk w = begin(&s);
    make_net(&w.game, &s, &w.rng);
    variant.type.rules.legal = legal_and_more;
    lg_search_config config = lg_search_default(10);
    int calls = 0;
    config.context = &calls;
    walk_start(&w, 1);
    for (config.net = 0; config.net < 2; config.net++) {
        config.evaluator = config.net != 0 ? NULL : count_calls;
        config.weights = net_bytes;
        config.weights_size = (int64_t)net_size;
        const size_t size = lg_search_size(&w.game, &config);
        void *memory = lg_test_malloc(size);
        lg_search *search = NULL;
        ck_assert_int_eq(lg_search_create(&w.game, &config, memory, size, &search), LG_OK);
        ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_E_BROKEN);
        free(memory);
    }
    ck_assert_int_eq(calls, 0);
    end(&w);
}
END_TEST

/* Elements of 32 bits whose value at rest is far beyond their size count as if they were of that size. */
static void observe_wide(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    uint8_t bytes[3 * 6 * 7];
    lg_tests_connect_four()->learners->observe(game, state, viewer, which, bytes);
    for (int i = 0; i < LENGTH(bytes); i++) ((int32_t *)out)[i] = bytes[i];
}

START_TEST(test_wide_elements) {
    const shape s = {"connect_four", "planes", LG_FORM_SCALED, 0, 1, 2, {4}, 0};
    static const uint32_t RESTS[] = {UINT32_MAX, (uint32_t)1 << 31, 1, INT32_MAX};
    walk w = begin(&s);
    int64_t logits[LENGTH(RESTS)][7] = {{0}};
    int32_t values[LG_MAX_PLAYERS];
    variant.learners.observe = observe_wide;
    w.game.observation[0].dtype = LG_I32;
    make_net(&w.game, &s, &w.rng);
    const places at = places_of(&w.game, &s);
    walk_start(&w, 1);
    memset(net_bytes + at.used, 255, rest_size(&w.game, &s));
    for (int i = 0; i < LENGTH(RESTS); i++) {
        lg_i_net net;
        for (size_t k = 0; k < rest_size(&w.game, &s); k += 4) put(at.rest + k, RESTS[i]);
        seal();
        ck_assert_ptr_null(lg_i_net_open(&w.game, true, &net));
        void *memory = lg_test_malloc(lg_i_net_room(&w.game, &net));
        lg_i_net_rate(&w.game, &net, w.state, memory, LG_I_NET_PLAIN, logits[i], values);
        free(memory);
    }
    ck_assert_mem_eq(logits[0], logits[1], sizeof logits[0]);
    ck_assert_mem_eq(logits[2], logits[3], sizeof logits[0]);
    ck_assert_mem_ne(logits[0], logits[2], sizeof logits[0]);
    end(&w);
}
END_TEST

/* Anything that is not checked again for each choice may change: the choice is legal. */
START_TEST(test_junk) {
    const shape *s = &SHAPES[_i];
    walk w = begin(s);
    lg_rng rng = lg_rng_seed(1, 1);
    make_net(&w.game, s, &w.rng);
    const lg_bot player = configured(&w.game, "net(temperature=50)");
    walk_start(&w, 1);
    for (int turns = 0; turns < 20 && w.count > 0; turns++) {
        for (size_t i = HEADER + 5; i < net_size; i++) net_bytes[i] = (uint8_t)lg_rng_next(&w.rng);
        const int32_t action = choice(&w, &player, &rng);
        LG_REQUIRE(action >= 0 && walk_is_legal(w.mask, action), "%s: action %d", s->game, action);
        walk_step(&w);
    }
    end(&w);
}
END_TEST

/* ---- the library's own ---- */

#define LG_GAME(name) #name,
static const char *const OWN[] = {
#include "libgames/registry.h"
};
#undef LG_GAME

START_TEST(test_own) {
    walk w = walk_begin(OWN[_i]);
    size_t size = 0;
    ck_assert_ptr_null(problem_of(&w.game));
    ck_assert_ptr_nonnull(w.game.type->bots->net(&w.game, &size));
    ck_assert_uint_le(size, 500000);
    lg_i_net net;
    ck_assert_ptr_null(lg_i_net_open(&w.game, true, &net));
    void *memory = malloc(lg_i_net_room(&w.game, &net));
    int64_t *found[2] = {lg_test_calloc((size_t)w.game.actions, 8), lg_test_calloc((size_t)w.game.actions, 8)};
    int32_t heads[LG_MAX_PLAYERS];
    walk_start(&w, 7);
    for (int left = lg_tests_amount(300); left > 0 && w.count > 0; left--) {
        lg_i_net_rate(&w.game, &net, w.state, memory, LG_I_NET_PLAIN, found[0], heads);
        for (int32_t way = LG_I_NET_FASTEST; way < LG_I_NET_WAYS; way++) {
            if (way != LG_I_NET_FASTEST && !lg_i_net_has_way(way)) continue;
            lg_i_net_rate(&w.game, &net, w.state, memory, way, found[1], heads);
            LG_REQUIRE(memcmp(found[0], found[1], 8 * (size_t)w.game.actions) == 0, "%s: way %d", OWN[_i], way);
        }
        walk_step(&w);
    }
    for (int i = 0; i < 2; i++) free(found[i]);
    free(memory);
    walk_end(&w);
}
END_TEST

typedef struct other {
    const char *game, *expected;
} other;

static const other OTHERS[] = {
    {"connect_four", "a game that has a network"},
    {"amazes(actions=walk)", OTHER},
    {"ontherun(cities=30)", NULL}, /* the room is the same */
    {"ontherun(cities=30,max_cities=30)", NULL}, /* has as many columns as it has room */
    {"snakecore(size=30,players=5)", NULL},
};

START_TEST(test_other_configurations) {
    walk w = walk_begin(OTHERS[_i].game);
    const char *problem = problem_of(&w.game);
    if (OTHERS[_i].expected == NULL) ck_assert_ptr_null(problem);
    else ck_assert_str_eq(problem, OTHERS[_i].expected);
    walk_end(&w);
}
END_TEST

/* Twelve numbers for two actions each fit as well, but are no columns of 2 x 3 x 4 planes. */
START_TEST(test_columns_are_the_last_dimension) {
    const shape s = {"connect_four(columns=4,rows=3,connect=3)", "planes", LG_FORM_SCALED, 0, 2, 2, {4}, 0};
    const shape columns = {"connect_four(columns=4,rows=3,connect=3)", "planes", LG_FORM_SCALED, 0, 4, 2, {4}, 0};
    walk w = begin(&s);
    make_net(&w.game, &s, &w.rng);
    ck_assert_str_eq(problem_of(&w.game), OTHER);
    make_net(&w.game, &columns, &w.rng);
    ck_assert_ptr_null(problem_of(&w.game));
    end(&w);
}
END_TEST

Suite *lg_test_bots_nets(void) {
    Suite *suite = suite_create("bots_nets");
    TCase *tests = tcase_create("players_nets");
    tcase_add_loop_test(tests, test_against_reference, 0, LENGTH(SHAPES));
    tcase_add_test(tests, test_temperature);
    tcase_add_loop_test(tests, test_flaws, 0, LENGTH(FLAWS));
    tcase_add_loop_test(tests, test_evaluate, 0, LENGTH(SHAPES));
    tcase_add_loop_test(tests, test_search, 0, LENGTH(SHAPES));
    tcase_add_test(tests, test_search_refused);
    tcase_add_test(tests, test_flaws_of_values);
    tcase_add_test(tests, test_damage);
    tcase_add_test(tests, test_irregular);
    tcase_add_test(tests, test_faulty_masks);
    tcase_add_test(tests, test_wide_elements);
    tcase_add_loop_test(tests, test_junk, 0, LENGTH(SHAPES));
    tcase_add_test(tests, test_columns_are_the_last_dimension);
    tcase_add_loop_test(tests, test_own, 0, LENGTH(OWN));
    tcase_add_loop_test(tests, test_other_configurations, 0, LENGTH(OTHERS));
    suite_add_tcase(suite, tests);
    return suite;
}
