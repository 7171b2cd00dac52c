/* SnakeCore: observations: the whole board in planes, a window round its head, and where the four directions lead. */
#include "libgames/snakecore.h"

#include <string.h>
#if defined(__SSSE3__)
#include <tmmintrin.h>
#endif

#include "layout.h"
#include "libgames/author.h"
#include "rooms.h"

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
    SNK_TO_MOVE,
    ROUNDS_LEFT,
    LEAD,
    SNK_PLANES
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

void lg_i_snakecore_spaces(lg_game *game, int32_t size, int32_t radius) {
    const int32_t side = 2 * radius + 1;
    game->observations = 3;
    game->observation[0] = (lg_space){"planes", LG_U8, 3, {SNK_PLANES, size, size, 1}, 0, 255};
    game->observation[1] = (lg_space){"window", LG_U8, 2, {side + 1, side, 1, 1}, 0, 255};
    game->observation[2] = (lg_space){"directions", LG_U8, 1, {LG_I_SNAKECORE_WAYS + OWN_LEAD + 1, 1, 1, 1}, 0, 255};
}

static uint8_t rounds_left(const lg_snakecore *state) {
    return lg_i_snakecore_byte(state->rounds - state->round);
}

/* Own score less the best other one, 128 for equal ones. */
static uint8_t snk_observe_lead(const lg_snakecore *state, int32_t viewer) {
    int32_t best = 0;
    for (int i = 0; i < state->players; i++) {
        const int32_t score = i != viewer ? state->python[i].score : 0;
        best = score > best ? score : best;
    }
    return lg_i_snakecore_byte(128 + state->python[viewer].score - best);
}

static bool is_turn_of(const lg_snakecore *state, int32_t viewer) {
    return state->to_move == viewer && !lg_i_snakecore_over(state);
}

static void snk_observe_put_python(const lg_snakecore *state, int player, int32_t viewer, uint8_t *planes) {
    const lg_snakecore_python *python = &state->python[player];
    const int area = state->size * state->size, own = player == viewer;
    const uint8_t *cells = lg_i_snakecore_cells(state);
    const uint64_t *types = lg_i_snakecore_types(state, player);
    const uint8_t owner = (uint8_t)(1 + (player - viewer + state->players) % state->players);
    const uint8_t protection = lg_i_snakecore_byte(lg_i_snakecore_protection(state, player));
    const uint8_t out = state->disqualified >> player & 1;
    lg_snakecore_cell cell = python->tail;
    for (int i = 0; i <= python->length; i++) {
        const int index = lg_i_snakecore_index(state, cell);
        planes[OWNER * area + index] = owner;
        planes[ORDER * area + index] = lg_i_snakecore_byte(python->length - i);
        planes[PROTECTION * area + index] = protection;
        planes[OUT * area + index] = out;
        if (i == python->length) break;
        planes[(ORDINARY_PLANE + lg_i_snakecore_type_at(types, i)) * area + index] = 1;
        planes[(own ? OWN_BODY : OTHER_BODY) * area + index] = 1;
        cell = lg_i_snakecore_next(cell, lg_i_snakecore_ahead(cells[index]));
    }
    planes[(own ? OWN_HEAD : OTHER_HEAD) * area + lg_i_snakecore_index(state, python->head)] = 1;
    if (python->length > 0)
        planes[(own ? OWN_TAIL : OTHER_TAIL) * area + lg_i_snakecore_index(state, python->tail)] = 1;
}

static void snk_observe_planes(const lg_snakecore *state, int32_t viewer, uint8_t *planes) {
    const int area = state->size * state->size;
    const uint8_t *cells = lg_i_snakecore_cells(state);
    for (uint8_t code = LG_SNAKECORE_WALL; code <= LG_SNAKECORE_ENERGY; code++) { /* each by vectors of cells */
        uint8_t *plane = planes + (WALL_PLANE + code - LG_SNAKECORE_WALL) * area;
        for (int index = 0; index < area; index++) plane[index] = cells[index] == code;
    }
    memset(planes + OWN_HEAD * area, 0, (size_t)((SNK_TO_MOVE - OWN_HEAD) * area));
    for (int i = 0; i < state->players; i++) snk_observe_put_python(state, i, viewer, planes);
    memset(planes + SNK_TO_MOVE * area, is_turn_of(state, viewer), (size_t)area);
    memset(planes + ROUNDS_LEFT * area, rounds_left(state), (size_t)area);
    memset(planes + LEAD * area, snk_observe_lead(state, viewer), (size_t)area);
}

LG_STATIC_ASSERT((int)SEE_WALL == (int)LG_SNAKECORE_WALL, "a window of walls can be read as cells");

/* The viewer's values for codes under 16; tails and the viewer's head are put in afterwards. */
static const uint8_t SIGHT[16] = {SEE_EMPTY,  SEE_WALL, SEE_REACTOR, SEE_ORDINARY, SEE_ENERGY, 0,
                                  0,          0,        SEE_HEAD,    SEE_HEAD,     SEE_HEAD,   SEE_HEAD,
                                  SEE_HEAD,   SEE_HEAD, SEE_HEAD,    SEE_HEAD};

/* The viewer's values for each python's blocks: player p in bits 8p ... 8p+7. */
static uint64_t sight_of_blocks(const lg_snakecore *state, int32_t viewer) {
    uint64_t blocks = 0;
    for (int i = 0; i < state->players; i++) {
        const int own = i == viewer ? SEE_OWN_BODY - SEE_BODY : 0;
        blocks |= (uint64_t)(own + (lg_i_snakecore_protection(state, i) > 0 ? SEE_SAFE : SEE_BODY)) << 8 * i;
    }
    return blocks;
}

/* The source and destination of a window's cells. Of each row only the columns on the field are shown. */
typedef struct snk_view {
    const uint8_t *cells; /* of the field */
    uint8_t *to;          /* the first column shown of the window's upper row */
    int size, side;       /* cells in a row of the field, of the window */
    int x, columns;       /* of the field: the first column shown, and how many: at least 4, a radius and the head */
    int y, end;           /* the window's rows on the field, were it large enough */
} snk_view;

/* The cells that a row of the window shows. A row off the field is all walls, which the window already contains. The
 * number of such rows can't be predicted, so all rows are processed, and a choice of two addresses needs no branch. */
static inline const uint8_t *line_of(const snk_view *v, int y, const uint8_t *to) {
    const int index = y * v->size + v->x;
    return (unsigned)y < (unsigned)v->size ? v->cells + index : to;
}

#if defined(__SSSE3__)
/* Sixteen cells together: a shuffle is a table of sixteen bytes for the low four bits, which for bodies are the player;
 * it gives 0 where the index is over 127. */
static inline __m128i see_sixteen(__m128i codes, __m128i blocks) {
    const __m128i fixed = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)SIGHT), codes);
    const __m128i bodies = _mm_shuffle_epi8(blocks, _mm_xor_si128(codes, _mm_set1_epi8((char)LG_SNAKECORE_BODY)));
    return _mm_or_si128(fixed, bodies);
}

/* Rows of at least sixteen columns. The last group overlaps the one before it, so that nothing next to the row is
 * touched; the same below. */
static void see_by_sixteen(const snk_view *v, __m128i blocks) {
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

static void see_by_eight(const snk_view *v, __m128i blocks) {
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

static void see_by_four(const snk_view *v, __m128i blocks) {
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

static void see(const snk_view *v, uint64_t sight) {
    const __m128i blocks = _mm_cvtsi64_si128((long long)sight);
    if (v->columns >= 16) see_by_sixteen(v, blocks);
    else if (v->columns >= 8) see_by_eight(v, blocks);
    else see_by_four(v, blocks);
}
#else
static void see(const snk_view *v, uint64_t sight) {
    uint8_t *to = v->to;
    for (int y = v->y; y < v->end; y++, to += v->side) {
        const uint8_t *line = line_of(v, y, to);
        for (int i = 0; i < v->columns; i++)
            to[i] =
                line[i] < LG_SNAKECORE_BODY ? SIGHT[line[i]] : (uint8_t)(sight >> 8 * lg_i_snakecore_owner(line[i]));
    }
}
#endif

/* A tail outside the window goes to `window[side * side]`, which is written afterwards: whether it is visible can't be
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
    facts[OWN_PROTECTION] = lg_i_snakecore_byte(lg_i_snakecore_protection(state, viewer));
    facts[OWN_LENGTH] = lg_i_snakecore_byte(python->length);
    facts[OWN_ENERGY] = lg_i_snakecore_byte(python->energy);
    facts[OWN_ROUNDS_LEFT] = rounds_left(state);
    facts[OWN_TURN] = is_turn_of(state, viewer);
    facts[OWN_LEAD] = snk_observe_lead(state, viewer);
}

static void observe_window(const lg_snakecore *state, int32_t viewer, int radius, uint8_t *window) {
    const lg_snakecore_cell head = state->python[viewer].head;
    const int size = state->size, side = 2 * radius + 1, square = side * side;
    const int left = head.x < radius ? radius - head.x : 0; /* columns off the field */
    const int right = head.x + radius < size ? 0 : head.x + radius + 1 - size;
    snk_view v;
    v.cells = lg_i_snakecore_cells(state);
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

static void snk_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    const lg_snakecore *position = (const lg_snakecore *)state;
    uint8_t *bytes = (uint8_t *)out;
    if (which == 0) snk_observe_planes(position, viewer, bytes);
    if (which == 1) observe_window(position, viewer, game->observation[1].shape[1] / 2, bytes);
    if (which != 2) return;
    lg_i_snakecore_observe_directions(position, viewer, bytes);
    put_facts(position, viewer, bytes + LG_I_SNAKECORE_WAYS);
}

/* ---- for learners ---- */

enum { LONG = 16, SHIELDS = 8, SHIELDED = 2 * LG_SNAKECORE_PROTECTION }; /* the value that becomes 1 when scaled */

static int32_t put_part(lg_part *parts, int32_t at, int32_t count, int32_t categories, int32_t size) {
    parts[at] = (lg_part){count, categories, size};
    return at + 1;
}

static int32_t snk_planes_parts(const lg_game *game, int32_t rounds, lg_part *parts) {
    const int32_t area = game->observation[0].shape[1] * game->observation[0].shape[2];
    int32_t count = put_part(parts, 0, OWNER * area, 0, 1);
    count = put_part(parts, count, area, 0, game->players);
    count = put_part(parts, count, area, 0, LONG);
    count = put_part(parts, count, area, 0, SHIELDED);
    count = put_part(parts, count, 2 * area, 0, 1);
    count = put_part(parts, count, area, 0, rounds);
    return put_part(parts, count, area, 0, UINT8_MAX);
}

/* All facts except the lead. */
static int32_t facts_parts(int32_t rounds, lg_part *parts, int32_t count) {
    count = put_part(parts, count, 1, 0, SHIELDED);
    count = put_part(parts, count, 1, 0, LONG);
    count = put_part(parts, count, 1, 0, SHIELDS);
    count = put_part(parts, count, 1, 0, rounds);
    return put_part(parts, count, 1, 0, 1);
}

static int32_t window_parts(const lg_game *game, int32_t rounds, lg_part *parts) {
    const int32_t side = game->observation[1].shape[1];
    const int32_t count = facts_parts(rounds, parts, put_part(parts, 0, side * side, SEE_OWN_TAIL + 1, 0));
    return put_part(parts, count, side - OWN_LEAD, 0, UINT8_MAX);
}

static int32_t snk_parts(const lg_game *game, int32_t which, lg_part *parts) {
    const int32_t rounds = (int32_t)game->longest / game->players, seen = rounds < UINT8_MAX ? rounds : UINT8_MAX;
    if (which == 2) {
        const int32_t count = facts_parts(seen, parts, lg_i_snakecore_directions_parts(parts));
        return put_part(parts, count, 1, 0, UINT8_MAX);
    }
    return which == 0 ? snk_planes_parts(game, seen, parts) : window_parts(game, seen, parts);
}

/* The head looks up: away from the first block of the body. Without a body the field stays as it is. */
static int32_t snk_canonical(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    const lg_snakecore_cell head = position->python[player].head;
    for (int direction = 0; direction < 4 && position->python[player].length > 0; direction++) {
        const int x = head.x - LG_I_SNAKECORE_DX[direction], y = head.y - LG_I_SNAKECORE_DY[direction];
        if (!lg_i_snakecore_on_field(position, x, y)) continue;
        if (lg_i_snakecore_cells(position)[y * position->size + x] != lg_i_snakecore_body_code(player, direction))
            continue;
        int32_t symmetry = 0;
        while (lg_i_snakecore_turned(symmetry, direction) != LG_SNAKECORE_UP) symmetry++;
        return symmetry;
    }
    return 0;
}

/* ---- symmetries ---- */

static lg_snakecore_cell snk_symmetry_cell(int32_t size, int32_t symmetry, lg_snakecore_cell cell) {
    int x = cell.x, y = cell.y;
    lg_i_symmetry_cell(symmetry, size, &y, &x);
    cell.x = (uint8_t)x;
    cell.y = (uint8_t)y;
    return cell;
}

static int map_code(int symmetry, int code) {
    if (code < LG_SNAKECORE_BODY) return code;
    return lg_i_snakecore_body_code(lg_i_snakecore_owner(code),
                                    lg_i_snakecore_turned(symmetry, lg_i_snakecore_ahead(code)));
}

static void map_square(int symmetry, int side, const uint8_t *from, uint8_t *to) {
    for (int index = 0; index < side * side; index++) {
        lg_snakecore_cell cell = {(uint8_t)(index % side), (uint8_t)(index / side)};
        cell = snk_symmetry_cell(side, symmetry, cell);
        to[cell.y * side + cell.x] = from[index];
    }
}

static void snk_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                     void *after) {
    const uint8_t *from = (const uint8_t *)before;
    uint8_t *to = (uint8_t *)after;
    if (which == 2) {
        lg_i_snakecore_turn_directions(symmetry, from, to);
        memcpy(to + LG_I_SNAKECORE_WAYS, from + LG_I_SNAKECORE_WAYS, OWN_LEAD + 1);
        return;
    }
    const int32_t side = game->observation[which].shape[which == 0 ? 2 : 1], squares = which == 0 ? SNK_PLANES : 1;
    for (int i = 0; i < squares; i++, from += side * side, to += side * side) map_square(symmetry, side, from, to);
    if (which == 1) memcpy(to, from, (size_t)side);
}

static int32_t snk_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    return lg_i_snakecore_turned(symmetry, action);
}

static void snk_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game;
    lg_snakecore *turned = (lg_snakecore *)after;
    const int size = ((const lg_snakecore *)before)->size;
    uint8_t mapped[LG_SNAKECORE_MAX_CELLS];
    lg_i_snakecore_copy((const lg_snakecore *)before, turned);
    memset(lg_i_snakecore_rows(turned), 0, sizeof(uint64_t) * (size_t)size);
    for (int index = 0; index < size * size; index++) {
        const lg_snakecore_cell from = {(uint8_t)(index % size), (uint8_t)(index / size)};
        const lg_snakecore_cell to = snk_symmetry_cell(size, symmetry, from);
        const int code = lg_i_snakecore_cells(turned)[index];
        mapped[lg_i_snakecore_index(turned, to)] = (uint8_t)map_code(symmetry, code);
        if (code == LG_SNAKECORE_EMPTY) lg_i_snakecore_rows(turned)[to.y] |= (uint64_t)1 << to.x;
    }
    memcpy(lg_i_snakecore_cells_of(turned), mapped, (size_t)(size * size));
    for (int player = 0; player < turned->players; player++) {
        lg_snakecore_python *python = &turned->python[player];
        python->head = snk_symmetry_cell(size, symmetry, python->head);
        python->tail = snk_symmetry_cell(size, symmetry, python->tail);
    }
}

/* ---- the state's layout: the rows, the cells and the types of the bodies fill `data` as far as they need ---- */

static int32_t snk_fields(const lg_game *game, lg_field *out) {
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
    const int32_t size = game->params[LG_I_SNAKECORE_SIZE];
    const int32_t blocks = game->params[LG_I_SNAKECORE_ORDINARY] + game->params[LG_I_SNAKECORE_ENERGY];
    const int32_t words = (blocks + 63) / 64;
    const int32_t data = (int32_t)offsetof(lg_snakecore, data), cells = data + 8 * size, end = cells + size * size;
    const int32_t spare = (8 - size * size % 8) % 8;
    const lg_field arrays[] = {
        {"rows", STATE, LG_FIELD_U64, data, 8, 1, {size, 1}},
        {"cells", STATE, LG_FIELD_U8, cells, 1, 2, {size, size}},
        {"spare", STATE, LG_FIELD_U8, end, 1, 1, {spare, 1}},
        {"types", STATE, LG_FIELD_U64, end + spare, 8, 2, {game->players, words}},
    };
    int32_t count = lg_copy_fields(out, TABLE, sizeof TABLE);
    for (int i = 0; i < 4; i++) /* parts without elements are left out */
        if (arrays[i].shape[arrays[i].dims - 1] > 0) out[count++] = arrays[i];
    return count;
}

const lg_game_learners lg_i_snakecore_learners = {
    .observe = snk_observe, .parts = snk_parts, .symmetry_action = snk_symmetry_action,
    .symmetry_state = snk_symmetry_state, .symmetry_observation = snk_symmetry_observation, .canonical = snk_canonical,
    .potential = lg_i_snakecore_potential,
    .fields = snk_fields,
};
