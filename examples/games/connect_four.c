/* Connect Four: a whole game for libgames in one file; docs/your-own-game.md goes through it step by step. X and O drop
 * stones into columns in turn. Four in a row win, in any direction; a full board is a draw.
 *
 *     cc -O2 -shared -fPIC -I(folder of the headers) connect_four.c -o connect_four.so */
#include <libgames/author.h>

/* A state is plain data of fixed size without padding. Here a cell is a bit, and a column has one more bit than cells:
 * it stays 0, so that no line runs from one column into the next. Bits 0 ... 5 and 7 ... 12 are two columns of six. */
typedef struct connect_four {
    uint64_t stones[2];     /* of X, of O */
    uint32_t moves, result; /* stones on the board, even when X is to move; one of the following */
} connect_four;
enum { ONGOING, DRAW, WON, FORFEIT = WON + 2 }; /* WON + the player who has, FORFEIT + the player who gave up */
enum { COLUMNS, ROWS, CONNECT }; /* the indices of game->params; every choice of them fits 64 bits */
static const lg_param PARAMS[] = {{"columns", 2, 8, 7, NULL, "columns of the board, 2 to 8"},
                                  {"rows", 2, 7, 6, NULL, "cells in a column, 2 to 7"},
                                  {"connect", 2, 8, 4, NULL, "stones in a row that win, 2 to 8"}};

/* ---- the rules ---- */
static uint64_t cell(const lg_game *game, int column, int row) {
    return (uint64_t)1 << (column * (game->params[ROWS] + 1) + row);
}
/* Where a stone comes to lie; 0 if it can't be dropped. Adding 1 at the bottom carries into the first free bit. */
static uint64_t landing(const lg_game *game, const connect_four *state, int column) {
    const uint64_t all = state->stones[0] | state->stones[1];
    if (state->result != ONGOING) return 0;
    return (all + cell(game, column, 0)) & ~all & ~cell(game, column, game->params[ROWS]);
}
/* Each round leaves the stones that are followed by one more: upwards, or in one of three ways to the right. */
static bool has_line(const lg_game *game, uint64_t stones) {
    const int right = game->params[ROWS] + 1, steps[] = {1, right - 1, right, right + 1};
    uint64_t found = 0;
    for (int i = 0; i < 4 && found == 0; i++) {
        found = stones;
        for (int n = 1; n < game->params[CONNECT]; n++) found &= found >> steps[i];
    }
    return found != 0;
}
/* Found out once, after the last stone; then it is only looked up. */
static uint32_t result_of(const lg_game *game, const connect_four *state) {
    const uint32_t last = (state->moves + 1) % 2;
    return has_line(game, state->stones[last]) ? WON + last : state->moves == game->longest ? DRAW : ONGOING;
}
/* The numbers of a game with these parameters; all others stay 0. */
static void configure(lg_game *game) {
    game->players = game->symmetries = 2;
    game->actions = game->params[COLUMNS];
    game->longest = game->params[COLUMNS] * game->params[ROWS];
    game->state_size = sizeof(connect_four);
    game->observations = 1;
    game->observation[0] = (lg_space){"planes", LG_U8, 3, {3, game->params[ROWS], game->params[COLUMNS], 1}, 0, 1};
}
static void new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)seed; /* nothing is left to chance */
    memset(state, 0, game->state_size);
}
static int32_t player(const lg_game *game, const void *state) {
    const connect_four *now = state;
    return now->result == ONGOING ? (int32_t)now->moves % game->players : -1;
}
static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    mask[0] = 0; /* 8 actions at most: one word */
    for (int i = 0; i < game->actions; i++) mask[0] |= (uint64_t)(landing(game, state, i) != 0) << i;
    return __builtin_popcountll(mask[0]);
}
/* Works on a copy: `after` may be `before`, and an action that is refused changes nothing. */
static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    connect_four next = *(const connect_four *)before;
    const uint64_t stone = landing(game, &next, action);
    if (stone == 0) return next.result != ONGOING ? LG_E_OVER : LG_E_ILLEGAL;
    next.stones[next.moves++ % 2] |= stone;
    next.result = result_of(game, &next);
    memcpy(after, &next, sizeof next);
    return LG_OK;
}
static void outcome(const lg_game *game, const void *state, float *outcome) {
    static const float VALUES[][2] = {{0, 0}, {0, 0}, {1, -1}, {-1, 1}, {-1, 1}, {1, -1}}; /* by result */
    memcpy(outcome, VALUES[((const connect_four *)state)->result], (size_t)game->players * sizeof *outcome);
}

/* ---- text and bytes: a position is each column from below, and the player who gave up: "///xo/x// O" ---- */
static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    const connect_four *now = state;
    for (int column = 0; column < game->actions; column++) {
        if (column > 0) lg_put(writer, '/');
        for (uint64_t at = cell(game, column, 0); ((now->stones[0] | now->stones[1]) & at) != 0; at <<= 1)
            lg_put(writer, (now->stones[0] & at) != 0 ? 'x' : 'o');
    }
    if (now->result >= FORFEIT) lg_put_text(writer, now->result == FORFEIT ? " X" : " O");
}
/* X has as many stones as O or one more, and the player to move has not won before. */
static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state, lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    connect_four read = {{0, 0}, 0, ONGOING};
    for (int column = 0; column < game->actions; column++) {
        if (column > 0 && !lg_accept(&reader, '/')) return lg_expected(&reader, "x, o or /");
        for (uint64_t at; (at = landing(game, &read, column)) != 0; read.stones[text[reader.at++] == 'o'] |= at)
            if (lg_peek(&reader) != 'x' && lg_peek(&reader) != 'o') break;
    }
    const int lead = __builtin_popcountll(read.stones[0]) - __builtin_popcountll(read.stones[1]);
    if (lead < 0 || lead > 1 || has_line(game, read.stones[lead])) return lg_expected(&reader, "stones of a real game");
    read.moves = (uint32_t)__builtin_popcountll(read.stones[0] | read.stones[1]);
    read.result = result_of(game, &read);
    for (uint32_t i = 0; i < 2 && read.result == ONGOING; i++)
        if (lg_accept_word(&reader, i == 0 ? " X" : " O")) read.result = FORFEIT + i;
    if (reader.at < length) return lg_expected(&reader, "the end of the position");
    memcpy(state, &read, sizeof read);
    return LG_OK;
}
static lg_status validate(const lg_game *game, const void *state) {
    char text[8 * 7 + 7 + 2]; /* all cells, what divides the columns, " X" */
    connect_four again;
    return lg_validate_by_text(game, state, text, sizeof text, &again);
}

/* ---- optional: for learners, for people and contests ---- */
/* Three planes, the bottom row first: the viewer's stones, the other's, and whether it is the viewer's turn. */
static void observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    const connect_four *now = state;
    uint8_t *own = out, *other = own + game->longest;
    memset(other + game->longest, player(game, state) == viewer, (size_t)game->longest);
    for (int row = which; row < game->params[ROWS]; row++) /* `which` is 0: there is one encoding */
        for (int column = 0; column < game->actions; column++) {
            *own++ = (now->stones[viewer] & cell(game, column, row)) != 0;
            *other++ = (now->stones[1 - viewer] & cell(game, column, row)) != 0;
        }
}
/* Symmetry 0 changes nothing, symmetry 1 is the mirror. */
static int32_t mirror_action(const lg_game *game, int32_t symmetry, int32_t action) {
    return symmetry == 0 ? action : game->actions - 1 - action;
}
static void mirror_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    const connect_four from = *(const connect_four *)before;
    connect_four to = {{0, 0}, from.moves, from.result};
    for (int at = 0; at < 2 * game->actions; at++)
        to.stones[at % 2] |= from.stones[at % 2] / cell(game, at / 2, 0) % cell(game, 1, 0) *
                             cell(game, mirror_action(game, symmetry, at / 2), 0);
    memcpy(after, &to, sizeof to);
}
static void mirror_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before, void *after) {
    const uint8_t *from = before;
    for (int at = which; at < 3 * (int)game->longest; at++)
        ((uint8_t *)after)[at - at % game->actions + mirror_action(game, symmetry, at % game->actions)] = from[at];
}
static const char *explain(const lg_game *game, const void *state, int32_t action) {
    if (player(game, state) < 0) return "the game is over";
    return landing(game, state, action) == 0 ? "the column is full" : NULL;
}
static const char *result(const lg_game *game, const void *state) {
    static const char *const WORDS[] = {"ongoing", "draw", "X has won", "O has won", "X gave up", "O gave up"};
    (void)game;
    return WORDS[((const connect_four *)state)->result];
}
static lg_status forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    if (player(game, before) < 0) return LG_E_OVER;
    memmove(after, before, game->state_size);
    ((connect_four *)after)->result = FORFEIT + (uint32_t)offender;
    return LG_OK;
}
/* Wins if it can, otherwise blocks the other's line, otherwise plays at random, more often in the middle. */
static int32_t greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const connect_four *now = state;
    lg_best best = {0, 0, 0};
    for (int column = 0; column < game->actions; column++) {
        const uint64_t stone = landing(game, now, column), own = now->stones[now->moves % 2];
        const int right = game->actions - 1 - column, middle = column < right ? column : right;
        const int lines = 2 * has_line(game, own | stone) + has_line(game, now->stones[(now->moves + 1) % 2] | stone);
        if (stone != 0) lg_best_offer(&best, column, 10 * lines + middle + (int)lg_rng_below(rng, 3), rng);
    }
    return best.choice;
}
static const char *style_of(char letter) {
    return letter == 'x' ? LG_STYLE_RED : letter == 'o' ? LG_STYLE_YELLOW : LG_STYLE_PLAIN;
}
static void board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const connect_four *now = state;
    (void)viewer; /* all players see everything */
    for (int row = game->params[ROWS] - 1; row >= 0; row--, lg_put(writer, '\n'))
        for (int column = 0; column < game->actions; column++) {
            const uint64_t at = cell(game, column, row), x = now->stones[0] & at, o = now->stones[1] & at;
            lg_put_styled(writer, x != 0 ? " x" : o != 0 ? " o" : " .", style_of, colour);
        }
    for (int column = 1; column <= game->actions; column++) lg_put(writer, ' '), lg_put_int(writer, column);
}
static int32_t fields(const lg_game *game, lg_field *out) {
    static const lg_field MEMBERS[] = {LG_FIELD_ARRAY(connect_four, -1, stones, LG_FIELD_U64, 2),
                                       LG_FIELD(connect_four, -1, moves, LG_FIELD_U32),
                                       LG_FIELD(connect_four, -1, result, LG_FIELD_U32)};
    (void)game;
    return lg_copy_fields(out, MEMBERS, sizeof MEMBERS);
}

/* ---- the table, all that the library knows of the game ---- */
static const lg_game_type CONNECT_FOUR = {
    .abi = LG_GAME_ABI, .version = 1, .name = "connect_four", .title = "Connect Four", .id = "ConnectFour",
    .param_count = 3, .params = PARAMS, .people = &(const lg_game_people){.board = board},
    .seats = (const char *const[]){"X", "O"}, .texts = &(const lg_game_texts){.explain = explain, .result = result},
    .rules = {.configure = configure, .new_game = new_game, .validate = validate, .player = player, .legal = legal,
              .apply = apply, .outcome = outcome, .action_print = lg_number_print, .action_parse = lg_number_parse,
              .state_print = state_print, .state_parse = state_parse},
    .learners = &(const lg_game_learners){.observe = observe, .symmetry_action = mirror_action, .fields = fields,
                                          .symmetry_state = mirror_state, .symmetry_observation = mirror_observation},
    .contest = &(const lg_game_contest){.forfeit = forfeit}, .bots = &(const lg_game_bots){.greedy = greedy},
};
LG_EXPORT_GAME(CONNECT_FOUR)
