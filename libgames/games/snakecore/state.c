/* SnakeCore: states as data. Reading them, building them from a field and bodies, and checking bytes from outside. */
#include "libgames/snakecore.h"

#include <string.h>

#include "layout.h"

/* ---- reading a state ---- */

static size_t used_bytes(int size, int players, int blocks) {
    const int words = size + players * ((blocks + 63) / 64) + (size * size + 7) / 8;
    return offsetof(lg_snakecore, data) + sizeof(uint64_t) * (size_t)words;
}

size_t lg_i_snakecore_size(int32_t size, int32_t players, int32_t blocks) {
    if (size < LG_SNAKECORE_MIN_SIZE || size > LG_SNAKECORE_MAX_SIZE) return 0;
    if (players < 1 || players > LG_SNAKECORE_MAX_PLAYERS) return 0;
    if (blocks < 0 || blocks > size * size - players) return 0;
    return used_bytes(size, players, blocks);
}

size_t lg_snakecore_bytes(const lg_snakecore *state) {
    return used_bytes(state->size, state->players, state->ordinary + state->energy);
}

void lg_i_snakecore_copy(const lg_snakecore *from, lg_snakecore *to) {
    if (from != to) memcpy(to, from, lg_snakecore_bytes(from));
}

int32_t lg_snakecore_at(const lg_snakecore *state, int32_t x, int32_t y) {
    if (!lg_i_snakecore_on_field(state, x, y)) return LG_SNAKECORE_WALL;
    const int code = lg_i_snakecore_cells(state)[y * state->size + x];
    return lg_i_snakecore_undirected(code);
}

int32_t lg_snakecore_body(const lg_snakecore *state, int32_t player, lg_snakecore_cell *cells, uint8_t *energy) {
    if (player < 0 || player >= state->players) return 0;
    const lg_snakecore_python *python = &state->python[player];
    const uint8_t *codes = lg_i_snakecore_cells(state);
    const uint64_t *types = lg_i_snakecore_types(state, player);
    lg_snakecore_cell cell = python->tail;
    for (int i = 0; i < python->length; i++) {
        const int place = python->length - 1 - i;
        cells[place] = cell;
        if (energy != NULL) energy[place] = (uint8_t)lg_i_snakecore_type_at(types, i);
        cell = lg_i_snakecore_next(cell, lg_i_snakecore_ahead(codes[lg_i_snakecore_index(state, cell)]));
    }
    return python->length;
}

void lg_snakecore_field(const lg_snakecore *state, char *field) {
    const uint8_t *codes = lg_i_snakecore_cells(state);
    for (int i = 0; i < state->size * state->size; i++)
        field[i] = codes[i] >= LG_SNAKECORE_HEAD ? 'p' : ".WRbe"[codes[i]];
    for (int player = 0; player < state->players; player++) {
        const uint64_t *types = lg_i_snakecore_types(state, player);
        lg_snakecore_cell cell = state->python[player].tail;
        for (int i = 0; i < state->python[player].length; i++) {
            const int index = lg_i_snakecore_index(state, cell);
            field[index] = "be"[lg_i_snakecore_type_at(types, i)];
            cell = lg_i_snakecore_next(cell, lg_i_snakecore_ahead(codes[index]));
        }
    }
}

/* ---- building ---- */

static int count_code(const uint8_t *codes, int area, int code) {
    int count = 0;
    for (int i = 0; i < area; i++) count += codes[i] == code;
    return count;
}

void lg_i_snakecore_lay(const uint8_t *codes, int size, int players, lg_snakecore *state) {
    const int area = size * size;
    const int ordinary = count_code(codes, area, LG_SNAKECORE_ORDINARY);
    const int energy = count_code(codes, area, LG_SNAKECORE_ENERGY);
    memset(state, 0, used_bytes(size, players, ordinary + energy));
    state->rng.increment = 1;
    state->ordinary = (uint16_t)ordinary;
    state->energy = (uint16_t)energy;
    state->size = (uint8_t)size;
    state->players = (uint8_t)players;
    memcpy(lg_i_snakecore_cells_of(state), codes, (size_t)area);
    for (int y = 0; y < size; y++) {
        uint64_t empty = 0;
        for (int x = 0; x < size; x++) empty |= (uint64_t)(codes[y * size + x] == LG_SNAKECORE_EMPTY) << x;
        lg_i_snakecore_rows(state)[y] = empty;
        state->empty = (uint16_t)(state->empty + lg_i_bits_count(empty));
    }
}

void lg_i_snakecore_put_head(lg_snakecore *state, int player, lg_snakecore_cell cell) {
    state->python[player].head = state->python[player].tail = cell;
    lg_i_snakecore_cells_of(state)[lg_i_snakecore_index(state, cell)] = (uint8_t)(LG_SNAKECORE_HEAD + player);
    lg_i_snakecore_rows(state)[cell.y] &= ~((uint64_t)1 << cell.x);
    state->empty--;
}

/* The direction from one cell to a neighbour, or -1. */
static int direction_to(lg_snakecore_cell from, lg_snakecore_cell to) {
    for (int direction = 0; direction < 4; direction++)
        if (from.x + LG_I_SNAKECORE_DX[direction] == to.x && from.y + LG_I_SNAKECORE_DY[direction] == to.y)
            return direction;
    return -1;
}

bool lg_i_snakecore_append(lg_snakecore *state, int player, lg_snakecore_cell cell) {
    lg_snakecore_python *python = &state->python[player];
    uint64_t *types = lg_i_snakecore_types_of(state, player);
    uint8_t *code = lg_i_snakecore_cells_of(state) + lg_i_snakecore_index(state, cell);
    const int ahead = direction_to(cell, python->tail);
    if (ahead < 0 || (*code != LG_SNAKECORE_ORDINARY && *code != LG_SNAKECORE_ENERGY)) return false;
    const bool energy = *code == LG_SNAKECORE_ENERGY;
    for (int i = lg_i_snakecore_type_words(state) - 1; i > 0; i--) types[i] = types[i] << 1 | types[i - 1] >> 63;
    types[0] = types[0] << 1 | energy;
    *code = lg_i_snakecore_body_code(player, ahead);
    python->tail = cell;
    python->length++;
    python->energy = (uint16_t)(python->energy + energy);
    return true;
}

/* ---- checking ---- */

static const char *problem_of_header(const lg_snakecore *state) {
    const int blocks = state->ordinary + state->energy;
    if (lg_i_snakecore_size(state->size, state->players, blocks) == 0)
        return LG_I_BITS_WRONG("size: expected 8 ... 64 cells, 1 ... 8 players, and blocks that fit");
    if (state->rounds < 1 || state->rounds > LG_SNAKECORE_MAX_ROUNDS)
        return LG_I_BITS_WRONG("rounds: expected 1 ... 10000");
    if (state->round > state->rounds) return LG_I_BITS_WRONG("round: expected at most `rounds`");
    if (state->to_move >= state->players || (state->round == state->rounds && state->to_move != 0))
        return LG_I_BITS_WRONG("to_move: expected a player, and 0 when the game is over");
    if (state->disqualified >> state->players != 0) return LG_I_BITS_WRONG("disqualified: expected bits of players");
    if ((state->rng.increment & 1) == 0) return LG_I_BITS_WRONG("rng.increment: expected an odd number");
    return state->reserved[0] == 0 && state->reserved[1] == 0 ? NULL : LG_I_BITS_WRONG("reserved: expected 0");
}

/* Counts cells by code, ignoring the direction of bodies. */
static const char *count_cells(const lg_snakecore *state, int count[LG_SNAKECORE_CODES]) {
    const uint8_t *cells = lg_i_snakecore_cells(state);
    const int size = state->size, area = size * size;
    for (int y = 0; y < size; y++) {
        uint64_t empty = 0;
        for (int x = 0; x < size; x++) {
            const int code = cells[y * size + x];
            const int kind = code >= LG_SNAKECORE_BODY ? lg_i_snakecore_undirected(code) : code;
            const int owner = kind - (code >= LG_SNAKECORE_BODY ? LG_SNAKECORE_BODY : LG_SNAKECORE_HEAD);
            if (kind > LG_SNAKECORE_ENERGY && (owner < 0 || owner >= state->players))
                return LG_I_BITS_WRONG("cells: expected valid codes of cells");
            count[kind]++;
            empty |= (uint64_t)(code == LG_SNAKECORE_EMPTY) << x;
        }
        if (state->data[y] != empty) return LG_I_BITS_WRONG("rows: expected a bit for each empty cell");
    }
    for (int i = area; i % 8 != 0; i++)
        if (cells[i] != 0) return LG_I_BITS_WRONG("spare: expected 0");
    return NULL;
}

/* The chain leads from the tail to the head over as many of the python's cells as the body is long. */
static const char *problem_of_body(const lg_snakecore *state, int player) {
    const lg_snakecore_python *python = &state->python[player];
    const uint8_t *cells = lg_i_snakecore_cells(state);
    if (!lg_i_snakecore_on_field(state, python->head.x, python->head.y) ||
        cells[lg_i_snakecore_index(state, python->head)] != LG_SNAKECORE_HEAD + player)
        return LG_I_BITS_WRONG("python.head: expected the cell with the player's head");
    if (!lg_i_snakecore_on_field(state, python->tail.x, python->tail.y))
        return LG_I_BITS_WRONG("python.tail: expected a cell of the field");
    lg_snakecore_cell cell = python->tail;
    for (int i = 0; i < python->length; i++) {
        const int code = cells[lg_i_snakecore_index(state, cell)];
        if (lg_i_snakecore_undirected(code) != LG_SNAKECORE_BODY + player)
            return LG_I_BITS_WRONG("python.tail: expected the end of a body that leads to the head");
        cell = lg_i_snakecore_next(cell, lg_i_snakecore_ahead(code));
        if (!lg_i_snakecore_on_field(state, cell.x, cell.y))
            return LG_I_BITS_WRONG("cells: expected bodies inside the field");
    }
    return lg_i_snakecore_same_cell(cell, python->head)
               ? NULL
               : LG_I_BITS_WRONG("python.tail: expected the end of a body that leads to the head");
}

/* The python's number of energy bits, none beyond its length. */
static const char *problem_of_types(const lg_snakecore *state, int player) {
    const lg_snakecore_python *python = &state->python[player];
    const uint64_t *types = lg_i_snakecore_types(state, player);
    int energy = 0;
    for (int i = 0; i < lg_i_snakecore_type_words(state); i++) {
        const int valid = python->length - 64 * i;
        if ((valid <= 0 && types[i] != 0) || (valid > 0 && valid < 64 && types[i] >> valid != 0))
            return LG_I_BITS_WRONG("types: expected no bits beyond a body's length");
        energy += lg_i_bits_count(types[i]);
    }
    return energy == python->energy ? NULL : LG_I_BITS_WRONG("python.energy: expected the number of bits in `types`");
}

static bool in_counter_range(int32_t counter) {
    return counter >= 0 && counter <= LG_SNAKECORE_MAX_COUNTER;
}

static const char *problem_of_python(const lg_snakecore *state, int player, const int count[LG_SNAKECORE_CODES]) {
    const lg_snakecore_python *python = &state->python[player];
    if (player >= state->players) {
        static const lg_snakecore_python NONE = {0, 0, 0, 0, {0, 0}, {0, 0}};
        return memcmp(python, &NONE, sizeof NONE) == 0
                   ? NULL
                   : LG_I_BITS_WRONG("python: expected 0 for players that do not exist");
    }
    if (!in_counter_range(python->score)) return LG_I_BITS_WRONG("python.score: expected 0 ... 1000000000");
    if (!in_counter_range(python->protection)) return LG_I_BITS_WRONG("python.protection: expected 0 ... 1000000000");
    if (count[LG_SNAKECORE_HEAD + player] != 1) return LG_I_BITS_WRONG("cells: expected one head of each player");
    if (count[LG_SNAKECORE_BODY + player] != python->length)
        return LG_I_BITS_WRONG("python.length: expected the number of the player's body cells");
    const char *problem = problem_of_body(state, player);
    return problem != NULL ? problem : problem_of_types(state, player);
}

const char *lg_i_snakecore_problem(const lg_snakecore *state, size_t size) {
    int count[LG_SNAKECORE_CODES] = {0};
    if (state == NULL) return LG_I_BITS_WRONG("expected a state, not NULL");
    if (size < offsetof(lg_snakecore, data)) return LG_I_BITS_WRONG("expected more bytes");
    const char *problem = problem_of_header(state);
    if (problem == NULL && size < lg_snakecore_bytes(state))
        problem = LG_I_BITS_WRONG("expected more bytes for this size");
    if (problem == NULL) problem = count_cells(state, count);
    if (problem != NULL) return problem;
    int ordinary = count[LG_SNAKECORE_ORDINARY], energy = count[LG_SNAKECORE_ENERGY];
    for (int player = 0; player < LG_SNAKECORE_MAX_PLAYERS; player++) {
        problem = problem_of_python(state, player, count);
        if (problem != NULL) return problem;
        ordinary += state->python[player].length - state->python[player].energy;
        energy += state->python[player].energy;
    }
    /* "The number of blocks of each type never changes." */
    if (ordinary != state->ordinary)
        return LG_I_BITS_WRONG("ordinary: expected the number in cells and bodies together");
    if (energy != state->energy) return LG_I_BITS_WRONG("energy: expected the number in cells and bodies together");
    return count[LG_SNAKECORE_EMPTY] == state->empty
               ? NULL
               : LG_I_BITS_WRONG("empty: expected the number of empty cells");
}

lg_status lg_snakecore_validate(const lg_snakecore *state, size_t size) {
    if (state == NULL) return LG_E_ARGUMENT;
    return lg_i_snakecore_problem(state, size) == NULL ? LG_OK : LG_E_STATE;
}
