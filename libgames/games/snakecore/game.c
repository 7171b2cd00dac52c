/* SnakeCore behind the uniform interface: six decisions, the whole board in planes and a window round the head. Turns
 * of disqualified players are passed over, so nobody is asked who can't do anything. */
#include "libgames/snakecore.h"

#include <string.h>
#if defined(__SSSE3__)
#include <tmmintrin.h>
#endif

#include "core/bits.h"
#include "libgames/author.h"
#include "layout.h"
#include "parts.h"
#include "protocol.h"

/* ---- configuration ---- */

enum { SIZE, PLAYERS, WALLS, REACTORS, ORDINARY, ENERGY, ROUNDS, RADIUS, PARAMS };

/* The initial numbers fit every size with every number of players. */
static const lg_param PARAMETERS[PARAMS] = {
    {"size", LG_SNAKECORE_MIN_SIZE, LG_SNAKECORE_MAX_SIZE, 20, NULL, "cells in a row of the field, 8 to 64"},
    {"players", 1, LG_SNAKECORE_MAX_PLAYERS, 2, NULL, "players, 1 to 8"},
    {"walls", 0, 1024, 12, NULL, "wall cells, 0 to 1024"},
    {"reactors", 0, 1024, 2, NULL, "reactor cells, 0 to 1024"},
    {"ordinary", 0, LG_SNAKECORE_MAX_BLOCKS, 24, NULL, "ordinary blocks, 0 to 4095"},
    {"energy", 0, LG_SNAKECORE_MAX_BLOCKS, 8, NULL, "energy blocks, 0 to 4095"},
    {"rounds", 1, LG_SNAKECORE_MAX_ROUNDS, 200, NULL, "rounds (one turn of each player), 1 to 10000"},
    {"radius", 3, 63, 5, NULL, "cells that the window shows on each side of the head, 3 to 63"},
};

static lg_snakecore_setup setup_of(const lg_game *game) {
    lg_snakecore_setup setup;
    setup.size = game->params[SIZE];
    setup.players = game->params[PLAYERS];
    setup.walls = game->params[WALLS];
    setup.reactors = game->params[REACTORS];
    setup.ordinary = game->params[ORDINARY];
    setup.energy = game->params[ENERGY];
    setup.rounds = game->params[ROUNDS];
    return setup;
}

static const char *check(const lg_game *game) {
    const lg_snakecore_setup setup = setup_of(game);
    return lg_snakecore_setup_problem(&setup);
}

/* Planes of the first observation, each size x size, row 0 first. */
enum {
    WALL_PLANE,
    REACTOR_PLANE,
    ORDINARY_PLANE,
    ENERGY_PLANE,
    OWN_HEAD,
    OWN_BODY,
    OWN_TAIL,
    OTHER_HEAD,
    OTHER_BODY,
    OTHER_TAIL,
    OWNER,
    ORDER,
    PROTECTION,
    OUT,
    TO_MOVE,
    ROUNDS_LEFT,
    LEAD,
    PLANES
};

/* Values of the second observation, and the places of its last row. */
enum {
    SEE_EMPTY,
    SEE_WALL,
    SEE_REACTOR,
    SEE_ORDINARY,
    SEE_ENERGY,
    SEE_HEAD,
    SEE_BODY,
    SEE_SAFE,
    SEE_OWN_HEAD,
    SEE_OWN_BODY,
    SEE_OWN_SAFE,
    SEE_OWN_TAIL
};
enum { OWN_PROTECTION, OWN_LENGTH, OWN_ENERGY, OWN_ROUNDS_LEFT, OWN_TURN, OWN_LEAD };

static void configure(lg_game *game) {
    const int32_t size = game->params[SIZE], side = 2 * game->params[RADIUS] + 1;
    game->players = game->params[PLAYERS];
    game->actions = LG_SNAKECORE_ACTIONS;
    game->symmetries = LG_SNAKECORE_SYMMETRIES;
    game->state_size = lg_snakecore_size(size, game->players, game->params[ORDINARY] + game->params[ENERGY]);
    game->longest = (int64_t)game->players * game->params[ROUNDS];
    game->clock.first = LG_SNAKECORE_NAME_MS;
    game->clock.answer = LG_SNAKECORE_ANSWER_MS;
    game->clock.total = LG_SNAKECORE_TOTAL_MS;
    game->observations = 2;
    game->observation[0] = (lg_space){"planes", LG_U8, 3, {PLANES, size, size, 1}, 0, 255};
    game->observation[1] = (lg_space){"window", LG_U8, 2, {side + 1, side, 1, 1}, 0, 255};
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    const lg_snakecore_setup setup = setup_of(game);
    (void)lg_snakecore_new(&setup, seed, (lg_snakecore *)state);
}

static bool fits(const lg_game *game, const lg_snakecore *state) {
    return state->size == game->params[SIZE] && state->players == game->params[PLAYERS] &&
           state->ordinary == game->params[ORDINARY] && state->energy == game->params[ENERGY] &&
           state->rounds == game->params[ROUNDS];
}

static lg_status validate(const lg_game *game, const void *state) {
    const lg_snakecore *position = (const lg_snakecore *)state;
    return fits(game, position) ? lg_snakecore_validate(position, game->state_size) : LG_E_STATE;
}

/* ---- turns ---- */

static int32_t player(const lg_game *game, const void *state) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    return lg_i_over(position) ? -1 : position->to_move;
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    mask[0] = lg_snakecore_legal((const lg_snakecore *)state);
    return lg_i_count(mask[0]);
}

static void pass_over(lg_snakecore *state) {
    while (!lg_i_over(state) && (state->disqualified >> state->to_move & 1) != 0)
        (void)lg_snakecore_apply(state, LG_SNAKECORE_NONE, state);
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)game;
    const lg_status status = lg_snakecore_apply((const lg_snakecore *)before, action, (lg_snakecore *)after);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static lg_status forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    const lg_status status = lg_snakecore_forfeit((const lg_snakecore *)before, offender, (lg_snakecore *)after);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static void scores(const lg_game *game, const void *state, int32_t *points) {
    for (int32_t i = 0; i < game->players; i++) points[i] = ((const lg_snakecore *)state)->python[i].score;
}

/* A winner gets the part of the others that it beat, they pay it in equal parts: 1 and -1 for two players, 0 for
 * everybody when all are equal. Somebody who plays alone gets 0. */
static void outcome(const lg_game *game, const void *state, float *result) {
    const uint32_t leaders = lg_snakecore_leaders((const lg_snakecore *)state);
    const int winners = lg_i_count(leaders), others = game->players - 1;
    for (int32_t i = 0; i < game->players; i++) {
        const int balance = (leaders >> i & 1) != 0 ? game->players - winners : -winners;
        result[i] = others > 0 ? (float)balance / (float)others : 0.0f;
    }
}

/* ---- observations ---- */

static uint8_t byte_of(int32_t number) {
    return (uint8_t)(number < 0 ? 0 : number < 255 ? number : 255);
}

static uint8_t rounds_left(const lg_snakecore *state) {
    return byte_of(state->rounds - state->round);
}

/* Own score less the best other one, 128 for equal ones. */
static uint8_t lead(const lg_snakecore *state, int32_t viewer) {
    int32_t best = 0;
    for (int i = 0; i < state->players; i++) {
        const int32_t score = i != viewer ? state->python[i].score : 0;
        best = score > best ? score : best;
    }
    return byte_of(128 + state->python[viewer].score - best);
}

static bool is_turn_of(const lg_snakecore *state, int32_t viewer) {
    return state->to_move == viewer && !lg_i_over(state);
}

static void put_python(const lg_snakecore *state, int player, int32_t viewer, uint8_t *planes) {
    const lg_snakecore_python *python = &state->python[player];
    const int area = state->size * state->size, own = player == viewer;
    const uint8_t *cells = lg_i_cells(state);
    const uint64_t *types = lg_i_types(state, player);
    const uint8_t owner = (uint8_t)(1 + (player - viewer + state->players) % state->players);
    const uint8_t protection = byte_of(lg_i_protection(state, player));
    const uint8_t out = state->disqualified >> player & 1;
    lg_snakecore_cell cell = python->tail;
    for (int i = 0; i <= python->length; i++) {
        const int index = lg_i_index(state, cell);
        planes[OWNER * area + index] = owner;
        planes[ORDER * area + index] = byte_of(python->length - i);
        planes[PROTECTION * area + index] = protection;
        planes[OUT * area + index] = out;
        if (i == python->length) break;
        planes[(ORDINARY_PLANE + lg_i_type_at(types, i)) * area + index] = 1;
        planes[(own ? OWN_BODY : OTHER_BODY) * area + index] = 1;
        cell = lg_i_next(cell, lg_i_ahead(cells[index]));
    }
    planes[(own ? OWN_HEAD : OTHER_HEAD) * area + lg_i_index(state, python->head)] = 1;
    if (python->length > 0) planes[(own ? OWN_TAIL : OTHER_TAIL) * area + lg_i_index(state, python->tail)] = 1;
}

static void observe_planes(const lg_snakecore *state, int32_t viewer, uint8_t *planes) {
    const int area = state->size * state->size;
    const uint8_t *cells = lg_i_cells(state);
    memset(planes, 0, (size_t)(TO_MOVE * area));
    for (int index = 0; index < area; index++)
        if (cells[index] - 1u < LG_SNAKECORE_ENERGY) planes[(cells[index] - LG_SNAKECORE_WALL) * area + index] = 1;
    for (int i = 0; i < state->players; i++) put_python(state, i, viewer, planes);
    memset(planes + TO_MOVE * area, is_turn_of(state, viewer), (size_t)area);
    memset(planes + ROUNDS_LEFT * area, rounds_left(state), (size_t)area);
    memset(planes + LEAD * area, lead(state, viewer), (size_t)area);
}

LG_STATIC_ASSERT((int)SEE_WALL == (int)LG_SNAKECORE_WALL, "a window's walls can be seen as cells");

/* What the viewer sees for codes under 16; tails and the own head are put in afterwards. */
static const uint8_t SIGHT[16] = {SEE_EMPTY,  SEE_WALL, SEE_REACTOR, SEE_ORDINARY, SEE_ENERGY, 0,
                                  0,          0,        SEE_HEAD,    SEE_HEAD,     SEE_HEAD,   SEE_HEAD,
                                  SEE_HEAD,   SEE_HEAD, SEE_HEAD,    SEE_HEAD};

/* What it sees for each python's blocks: player p in bits 8p ... 8p+7. */
static uint64_t sight_of_blocks(const lg_snakecore *state, int32_t viewer) {
    uint64_t blocks = 0;
    for (int i = 0; i < state->players; i++) {
        const int own = i == viewer ? SEE_OWN_BODY - SEE_BODY : 0;
        blocks |= (uint64_t)(own + (lg_i_protection(state, i) > 0 ? SEE_SAFE : SEE_BODY)) << 8 * i;
    }
    return blocks;
}

/* Where a window's cells come from and go to. Of each of its rows, only the columns that lie on the field are shown. */
typedef struct view {
    const uint8_t *cells; /* of the field */
    uint8_t *to;          /* the first column shown of the window's upper row */
    int size, side;       /* cells in a row of the field, of the window */
    int x, columns;       /* of the field: the first column shown, and how many: at least 4, a radius and the head */
    int y, end;           /* the window's rows on the field, were it large enough */
} view;

/* The cells that a row of the window shows. When it is off the field these are walls, which the window holds already:
 * how many rows are off can't be predicted, so all are gone through, and a choice of two addresses needs no branch. */
static inline const uint8_t *line_of(const view *v, int y, const uint8_t *to) {
    const int index = y * v->size + v->x;
    return (unsigned)y < (unsigned)v->size ? v->cells + index : to;
}

#if defined(__SSSE3__)
/* Sixteen cells at once: a shuffle is a table of sixteen bytes for the low four bits, which for bodies are the player;
 * it gives 0 where the index is over 127. */
static inline __m128i see_sixteen(__m128i codes, __m128i blocks) {
    const __m128i fixed = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)SIGHT), codes);
    const __m128i bodies = _mm_shuffle_epi8(blocks, _mm_xor_si128(codes, _mm_set1_epi8((char)LG_SNAKECORE_BODY)));
    return _mm_or_si128(fixed, bodies);
}

/* Rows of at least sixteen columns. The last group overlaps the one before it, so that nothing beside the row is
 * touched; the same below. */
static void see_by_sixteen(const view *v, __m128i blocks) {
    uint8_t *to = v->to;
    for (int y = v->y; y < v->end; y++, to += v->side) {
        const uint8_t *line = line_of(v, y, to);
        for (int i = 0; i < v->columns; i += 16) {
            const int at = i + 16 <= v->columns ? i : v->columns - 16;
            const __m128i codes = _mm_loadu_si128((const __m128i *)(const void *)(line + at));
            _mm_storeu_si128((__m128i *)(void *)(to + at), see_sixteen(codes, blocks));
        }
    }
}

static void see_by_eight(const view *v, __m128i blocks) {
    const int last = v->columns - 8;
    uint8_t *to = v->to;
    for (int y = v->y; y < v->end; y++, to += v->side) {
        const uint8_t *line = line_of(v, y, to);
        const __m128 low = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)line));
        const __m128 both = _mm_loadh_pi(low, (const __m64 *)(const void *)(line + last));
        const __m128i seen = see_sixteen(_mm_castps_si128(both), blocks);
        _mm_storel_epi64((__m128i *)(void *)to, seen);
        _mm_storeh_pi((__m64 *)(void *)(to + last), _mm_castsi128_ps(seen));
    }
}

static void see_by_four(const view *v, __m128i blocks) {
    const int last = v->columns - 4;
    uint8_t *to = v->to;
    for (int y = v->y; y < v->end; y++, to += v->side) {
        const uint8_t *line = line_of(v, y, to);
        uint32_t halves[2];
        memcpy(&halves[0], line, 4);
        memcpy(&halves[1], line + last, 4);
        const uint64_t both = (uint64_t)halves[1] << 32 | halves[0];
        const uint64_t seen = (uint64_t)_mm_cvtsi128_si64(see_sixteen(_mm_cvtsi64_si128((long long)both), blocks));
        halves[0] = (uint32_t)seen;
        halves[1] = (uint32_t)(seen >> 32);
        memcpy(to, &halves[0], 4);
        memcpy(to + last, &halves[1], 4);
    }
}

static void see(const view *v, uint64_t sight) {
    const __m128i blocks = _mm_cvtsi64_si128((long long)sight);
    if (v->columns >= 16) see_by_sixteen(v, blocks);
    else if (v->columns >= 8) see_by_eight(v, blocks);
    else see_by_four(v, blocks);
}
#else
static void see(const view *v, uint64_t sight) {
    uint8_t *to = v->to;
    for (int y = v->y; y < v->end; y++, to += v->side) {
        const uint8_t *line = line_of(v, y, to);
        for (int i = 0; i < v->columns; i++)
            to[i] = line[i] < LG_SNAKECORE_BODY ? SIGHT[line[i]] : (uint8_t)(sight >> 8 * lg_i_owner(line[i]));
    }
}
#endif

/* A tail beside the window goes to `window[side * side]`, which is written afterwards: whether it is seen can't be
 * predicted. */
static void put_tails(const lg_snakecore *state, int32_t viewer, int radius, uint8_t *window) {
    const lg_snakecore_cell head = state->python[viewer].head;
    const unsigned side = 2 * (unsigned)radius + 1, beside = side * side;
    const unsigned left = (unsigned)head.x - (unsigned)radius, top = (unsigned)head.y - (unsigned)radius;
    for (int i = 0; i < state->players; i++) {
        const lg_snakecore_python *python = &state->python[i];
        const unsigned x = python->tail.x - left, y = python->tail.y - top;
        const unsigned seen = (unsigned)(python->length > 0) & (x < side) & (y < side);
        const unsigned place = beside + ((y * side + x - beside) & (0u - seen));
        window[place] = (uint8_t)(SEE_SAFE + (SEE_OWN_TAIL - SEE_SAFE) * (i == viewer));
    }
}

static void put_facts(const lg_snakecore *state, int32_t viewer, uint8_t *facts) {
    const lg_snakecore_python *python = &state->python[viewer];
    facts[OWN_PROTECTION] = byte_of(lg_i_protection(state, viewer));
    facts[OWN_LENGTH] = byte_of(python->length);
    facts[OWN_ENERGY] = byte_of(python->energy);
    facts[OWN_ROUNDS_LEFT] = rounds_left(state);
    facts[OWN_TURN] = is_turn_of(state, viewer);
    facts[OWN_LEAD] = lead(state, viewer);
}

static void observe_window(const lg_snakecore *state, int32_t viewer, int radius, uint8_t *window) {
    const lg_snakecore_cell head = state->python[viewer].head;
    const int size = state->size, side = 2 * radius + 1, square = side * side;
    const int left = head.x < radius ? radius - head.x : 0; /* columns off the field */
    const int right = head.x + radius < size ? 0 : head.x + radius + 1 - size;
    view v;
    v.cells = lg_i_cells(state);
    v.to = window + left;
    v.size = size;
    v.side = side;
    v.x = head.x + left - radius;
    v.y = head.y - radius;
    v.end = head.y + radius + 1;
    v.columns = side - left - right;
    memset(window, SEE_WALL, (size_t)square);
    see(&v, sight_of_blocks(state, viewer));
    window[radius * side + radius] = SEE_OWN_HEAD;
    put_tails(state, viewer, radius, window);
    memset(window + square, 0, (size_t)side);
    put_facts(state, viewer, window + square);
}

static void observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    if (which == 0) observe_planes((const lg_snakecore *)state, viewer, (uint8_t *)out);
    else observe_window((const lg_snakecore *)state, viewer, game->params[RADIUS], (uint8_t *)out);
}

/* ---- symmetries ---- */

static int32_t symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    return lg_snakecore_symmetry_action(symmetry, action);
}

static void symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game;
    (void)lg_snakecore_symmetry((const lg_snakecore *)before, symmetry, (lg_snakecore *)after);
}

static void map_square(int symmetry, int side, const uint8_t *from, uint8_t *to) {
    for (int index = 0; index < side * side; index++) {
        lg_snakecore_cell cell = {(uint8_t)(index % side), (uint8_t)(index / side)};
        cell = lg_snakecore_symmetry_cell(side, symmetry, cell);
        to[cell.y * side + cell.x] = from[index];
    }
}

static void symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                 void *after) {
    const uint8_t *from = (const uint8_t *)before;
    uint8_t *to = (uint8_t *)after;
    const int32_t side = game->observation[which].shape[which == 0 ? 2 : 1], squares = which == 0 ? PLANES : 1;
    for (int i = 0; i < squares; i++, from += side * side, to += side * side) map_square(symmetry, side, from, to);
    if (which == 1) memcpy(to, from, (size_t)side);
}

static const char *explain(const lg_game *game, const void *state, int32_t action) {
    (void)game;
    if (lg_i_over((const lg_snakecore *)state)) return "the game is over";
    const lg_snakecore_effect effect = lg_snakecore_effect_of((const lg_snakecore *)state, action);
    return effect < LG_SNAKECORE_OFF_FIELD ? NULL : lg_snakecore_effect_text(effect);
}

/* ---- text ---- */

static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_action(writer, &action);
}

static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    (void)game;
    return lg_snakecore_action_parse(text, length, action, error);
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_position(writer, state);
}

static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error) {
    lg_snakecore parsed;
    const lg_status status = lg_snakecore_parse(text, length, &parsed, error);
    if (status != LG_OK) return status;
    if (!fits(game, &parsed)) {
        const lg_reader reader = lg_reader_on(text, length, error);
        return lg_expected(&reader, "the configuration's size, players, blocks of each type and rounds");
    }
    lg_snakecore_copy(&parsed, (lg_snakecore *)state);
    return LG_OK;
}

static lg_status play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error) {
    (void)game;
    const lg_status status =
        lg_snakecore_play((const lg_snakecore *)before, text, length, (lg_snakecore *)after, error);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static const char *result(const lg_game *game, const void *state) {
    (void)game;
    return lg_snakecore_result_text(lg_snakecore_result_of((const lg_snakecore *)state));
}

/* ---- chance ---- */

static void reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    lg_snakecore *position = (lg_snakecore *)after;
    if (after != before) memcpy(after, before, game->state_size);
    const uint64_t high = (uint64_t)lg_rng_next(rng) << 32;
    position->rng = lg_rng_seed(high | lg_rng_next(rng), 0);
}

/* Everything but the generator, the first member. */
static uint64_t information_key(const lg_game *game, const void *state, int32_t viewer) {
    (void)viewer;
    return lg_hash((const char *)state + sizeof(lg_rng), game->state_size - sizeof(lg_rng));
}

LG_STATIC_ASSERT(offsetof(lg_snakecore, rng) == 0, "the generator comes first");

/* ---- contest programs ---- */

static void message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_message(writer, (const lg_snakecore *)state, reader);
}

static lg_status opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                               lg_parse_error *error) {
    (void)game;
    return lg_snakecore_name_parse(text, length, name_length, error);
}

/* ---- the state's layout: the rows, the cells and the types of the bodies fill `data` as far as they need ---- */

static int32_t fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1, RNG = 0, PYTHON = 13, HEAD = 18, TAIL = 21 };
    static const lg_field TABLE[] = {
        LG_FIELD(lg_snakecore, STATE, rng, LG_FIELD_STRUCT),
        LG_FIELD(lg_rng, RNG, state, LG_FIELD_U64),
        LG_FIELD(lg_rng, RNG, increment, LG_FIELD_U64),
        LG_FIELD(lg_snakecore, STATE, round, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, rounds, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, ordinary, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, energy, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, empty, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, size, LG_FIELD_U8),
        LG_FIELD(lg_snakecore, STATE, players, LG_FIELD_U8),
        LG_FIELD(lg_snakecore, STATE, to_move, LG_FIELD_U8),
        LG_FIELD(lg_snakecore, STATE, disqualified, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_snakecore, STATE, reserved, LG_FIELD_U8, 2),
        LG_FIELD_ARRAY(lg_snakecore, STATE, python, LG_FIELD_STRUCT, LG_SNAKECORE_MAX_PLAYERS),
        LG_FIELD(lg_snakecore_python, PYTHON, score, LG_FIELD_I32),
        LG_FIELD(lg_snakecore_python, PYTHON, protection, LG_FIELD_I32),
        LG_FIELD(lg_snakecore_python, PYTHON, length, LG_FIELD_U16),
        LG_FIELD(lg_snakecore_python, PYTHON, energy, LG_FIELD_U16),
        LG_FIELD(lg_snakecore_python, PYTHON, head, LG_FIELD_STRUCT),
        LG_FIELD(lg_snakecore_cell, HEAD, x, LG_FIELD_U8),
        LG_FIELD(lg_snakecore_cell, HEAD, y, LG_FIELD_U8),
        LG_FIELD(lg_snakecore_python, PYTHON, tail, LG_FIELD_STRUCT),
        LG_FIELD(lg_snakecore_cell, TAIL, x, LG_FIELD_U8),
        LG_FIELD(lg_snakecore_cell, TAIL, y, LG_FIELD_U8),
    };
    const int32_t size = game->params[SIZE], words = (game->params[ORDINARY] + game->params[ENERGY] + 63) / 64;
    const int32_t data = (int32_t)offsetof(lg_snakecore, data), cells = data + 8 * size, end = cells + size * size;
    const int32_t spare = (8 - size * size % 8) % 8;
    int32_t count = (int32_t)(sizeof TABLE / sizeof TABLE[0]);
    memcpy(out, TABLE, sizeof TABLE);
    out[count++] = (lg_field){"rows", STATE, LG_FIELD_U64, data, 8, 1, {size, 1}};
    out[count++] = (lg_field){"cells", STATE, LG_FIELD_U8, cells, 1, 2, {size, size}};
    if (spare > 0) out[count++] = (lg_field){"spare", STATE, LG_FIELD_U8, end, 1, 1, {spare, 1}};
    if (words > 0) out[count++] = (lg_field){"types", STATE, LG_FIELD_U64, end + spare, 8, 2, {game->players, words}};
    return count;
}

const lg_game_type lg_snakecore_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "snakecore",
    .title = "SnakeCore (2008)",
    .id = "SnakeCore",
    .information = LG_INFORMATION_PERFECT,
    .chance = LG_CHANCE_PLAY,
    .param_count = PARAMS,
    .params = PARAMETERS,
    .opening = LG_SNAKECORE_GET_NAME,
    .check = check,
    .configure = configure,
    .new_game = new_game,
    .validate = validate,
    .player = player,
    .legal = legal,
    .apply = apply,
    .forfeit = forfeit,
    .scores = scores,
    .outcome = outcome,
    .observe = observe,
    .symmetry_action = symmetry_action,
    .symmetry_state = symmetry_state,
    .symmetry_observation = symmetry_observation,
    .explain = explain,
    .action_print = action_print,
    .action_parse = action_parse,
    .state_print = state_print,
    .state_parse = state_parse,
    .result = result,
    .reseed = reseed,
    .information_key = information_key,
    .play = play,
    .message = message,
    .opening_parse = opening_parse,
    .fields = fields,
    .greedy = lg_i_snakecore_greedy,
};
