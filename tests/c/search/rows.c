#include "rows.h"

#include <string.h>

enum { WIDTH, HEIGHT, LENGTH, DROP, TWICE };

static const lg_param PARAMS[] = {
    {"width", 1, 5, 3, NULL, "columns"},
    {"height", 1, 5, 3, NULL, "rows"},
    {"length", 2, 5, 3, NULL, "stones in a row that win"},
    {"drop", 0, 1, 0, NULL, "1: stones fall"},
    {"twice", 0, 1, 0, NULL, "1: a move is two stones"},
};

static void configure(lg_game *game) {
    game->players = 2;
    game->actions = game->params[DROP] != 0 ? game->params[WIDTH] : game->params[WIDTH] * game->params[HEIGHT];
    game->longest = (int64_t)game->params[WIDTH] * game->params[HEIGHT];
    game->state_size = sizeof(rows_state);
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)game, (void)seed;
    memset(state, 0, sizeof(rows_state));
}

static int stones_of(const rows_state *state) {
    return __builtin_popcount(state->stones[0]) + __builtin_popcount(state->stones[1]);
}

static bool full(const lg_game *game, const rows_state *state) {
    return stones_of(state) == game->longest;
}

static bool has_row(const lg_game *game, uint32_t stones) {
    static const int STEPS[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const int width = game->params[WIDTH], height = game->params[HEIGHT], length = game->params[LENGTH];
    for (int cell = 0; cell < width * height; cell++)
        for (int i = 0; i < 4; i++) {
            int row = cell / width, column = cell % width, count = 0;
            while (row >= 0 && row < height && column < width && (stones >> (width * row + column) & 1) != 0) {
                row += STEPS[i][1];
                column += STEPS[i][0];
                count++;
            }
            if (count >= length) return true;
        }
    return false;
}

static bool over(const lg_game *game, const rows_state *state) {
    return full(game, state) || has_row(game, state->stones[0]) || has_row(game, state->stones[1]);
}

static int mover(const lg_game *game, const rows_state *state) {
    const int stones = stones_of(state);
    return game->params[TWICE] != 0 ? (stones + 1) / 2 % 2 : stones % 2;
}

static int32_t player(const lg_game *game, const void *state) {
    return over(game, state) ? -1 : mover(game, state);
}

/* The cell that an action fills, -1 when it can't. */
static int cell_of(const lg_game *game, const rows_state *state, int32_t action) {
    const uint32_t taken = state->stones[0] | state->stones[1];
    int32_t cell = action;
    while (game->params[DROP] != 0 && cell < game->longest && (taken >> cell & 1) != 0) cell += game->params[WIDTH];
    return cell >= game->longest || (taken >> cell & 1) != 0 ? -1 : cell;
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    int32_t count = 0;
    mask[0] = 0;
    if (over(game, state)) return 0;
    for (int32_t action = 0; action < game->actions; action++) {
        const bool can = cell_of(game, state, action) >= 0;
        mask[0] |= (uint64_t)can << action;
        count += can;
    }
    return count;
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    rows_state next = *(const rows_state *)before;
    if (over(game, before)) return LG_E_OVER;
    const int cell = cell_of(game, before, action);
    if (cell < 0) return LG_E_ILLEGAL;
    next.stones[mover(game, before)] |= 1u << cell;
    *(rows_state *)after = next;
    return LG_OK;
}

static void outcome(const lg_game *game, const void *state, float *result) {
    const rows_state *board = state;
    result[0] = (float)has_row(game, board->stones[0]) - (float)has_row(game, board->stones[1]);
    result[1] = 0.0f - result[0];
}

static bool in_move(const lg_game *game, const void *state) {
    return game->params[TWICE] != 0 && stones_of(state) > 0 && stones_of(state) % 2 == 0;
}

static lg_status validate(const lg_game *game, const void *state) {
    const rows_state *board = state;
    return ((board->stones[0] | board->stones[1]) >> game->longest) == 0 && (board->stones[0] & board->stones[1]) == 0
               ? LG_OK
               : LG_E_STATE;
}

/* These games need no text. */
static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, action);
}

static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    (void)game, (void)text, (void)length, (void)action, (void)error;
    return LG_E_PARSE;
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    for (int i = 0; i < 2; i++) {
        lg_put_int(writer, (int32_t)((const rows_state *)state)->stones[i]);
        lg_put(writer, ' ');
    }
}

static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error) {
    (void)game, (void)text, (void)length, (void)state, (void)error;
    return LG_E_PARSE;
}

const lg_game_type rows_game = {
    .abi = LG_GAME_ABI, .version = 1, .name = "rows", .title = "So many in a row", .id = "Rows", .param_count = 5,
    .params = PARAMS,
    .rules = {.configure = configure, .new_game = new_game, .validate = validate, .player = player, .legal = legal,
              .apply = apply, .outcome = outcome, .action_print = action_print, .action_parse = action_parse,
              .state_print = state_print, .state_parse = state_parse},
    .contest = &(const lg_game_contest){.in_move = in_move},
};

lg_game rows_make(const char *configuration) {
    lg_game game;
    lg_parse_error error = {0, 0, ""};
    LG_REQUIRE(lg_game_configure(&rows_game, configuration, strlen(configuration), &game, &error) == LG_OK,
               "\"%s\", column %d: expected %s", configuration, error.column, error.expected);
    return game;
}
