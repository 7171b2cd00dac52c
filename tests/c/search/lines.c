/* See lines.h. */
#include "search/lines.h"

#include <libgames/author.h>

#include <stdlib.h>
#include <string.h>

enum { COLUMNS, ROWS, CONNECT, DROP, PLAYERS, TURN };
static const char *const NO_YES[] = {"no", "yes"};
static const lg_param PARAMS[] = {
    {"columns", 1, 4, 3, NULL, "columns"},       {"rows", 1, 4, 3, NULL, "rows"},
    {"connect", 1, 4, 3, NULL, "stones that win"}, {"drop", 0, 1, 0, NO_YES, "stones fall to the bottom"},
    {"players", 1, 3, 2, NULL, "players"},       {"turn", 1, 2, 1, NULL, "stones in a turn"},
};

static void configure(lg_game *game) {
    game->players = game->params[PLAYERS];
    game->actions = game->params[DROP] != 0 ? game->params[COLUMNS] : game->params[COLUMNS] * game->params[ROWS];
    game->longest = game->params[COLUMNS] * game->params[ROWS];
    game->state_size = sizeof(lines);
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)seed;
    memset(state, 0, game->state_size);
}

static bool is_over(const lg_game *game, const lines *now) {
    return now->winner != 0 || now->moves == game->longest;
}

static int32_t player(const lg_game *game, const void *state) {
    const lines *now = state;
    return is_over(game, now) ? -1 : now->moves / game->params[TURN] % game->players;
}

static unsigned taken(const lines *now) {
    return (unsigned)now->stones[0] | now->stones[1] | now->stones[2];
}

/* The cell of an action, -1 when it is not free. */
static int cell_of(const lg_game *game, const lines *now, int32_t action) {
    const int columns = game->params[COLUMNS], cells = (int)game->longest;
    for (int cell = action; cell < cells; cell += columns) {
        if ((taken(now) >> cell & 1) == 0) return cell;
        if (game->params[DROP] == 0) return -1;
    }
    return -1;
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    int32_t count = 0;
    mask[0] = 0;
    if (is_over(game, state)) return 0;
    for (int32_t a = 0; a < game->actions; a++)
        if (cell_of(game, state, a) >= 0) {
            mask[0] |= (uint64_t)1 << a;
            count++;
        }
    return count;
}

static bool has_line_from(const lg_game *game, unsigned stones, int column, int row, int right, int up) {
    for (int i = 0; i < game->params[CONNECT]; i++, column += right, row += up) {
        if (column < 0 || column >= game->params[COLUMNS] || row >= game->params[ROWS]) return false;
        if ((stones >> (row * game->params[COLUMNS] + column) & 1) == 0) return false;
    }
    return true;
}

static bool has_line(const lg_game *game, unsigned stones) {
    for (int row = 0; row < game->params[ROWS]; row++)
        for (int column = 0; column < game->params[COLUMNS]; column++)
            if (has_line_from(game, stones, column, row, 1, 0) || has_line_from(game, stones, column, row, 0, 1) ||
                has_line_from(game, stones, column, row, 1, 1) || has_line_from(game, stones, column, row, -1, 1))
                return true;
    return false;
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    lines next = *(const lines *)before;
    if (is_over(game, &next)) return LG_E_OVER;
    const int cell = cell_of(game, &next, action), mover = player(game, before);
    if (cell < 0) return LG_E_ILLEGAL;
    next.stones[mover] |= (uint16_t)(1u << cell);
    next.moves++;
    if (has_line(game, next.stones[mover])) next.winner = (uint8_t)(1 + mover);
    memcpy(after, &next, sizeof next);
    return LG_OK;
}

static void outcome(const lg_game *game, const void *state, float *outcome) {
    const lines *now = state;
    for (int32_t p = 0; p < game->players; p++) outcome[p] = now->winner == 0 ? 0 : now->winner == 1 + p ? 1 : -1;
}

/* Every byte string that the tests use as a state comes from these functions, never from text. */
static lg_status validate(const lg_game *game, const void *state) {
    (void)game;
    (void)state;
    return LG_OK;
}

static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put(writer, (char)('a' + action));
}

static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    if (length != 1 || text[0] < 'a' || text[0] - 'a' >= game->actions) return lg_expected(&reader, "an action");
    *action = text[0] - 'a';
    return LG_OK;
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    const lines *now = state;
    for (int cell = 0; cell < game->longest; cell++)
        lg_put(writer, now->stones[0] >> cell & 1 ? 'x' : now->stones[1] >> cell & 1 ? 'o' : '.');
}

static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state, lg_parse_error *error) {
    (void)game;
    (void)state;
    lg_reader reader = lg_reader_on(text, length, error);
    return lg_expected(&reader, "nothing");
}

const lg_game_type lines_type = {
    .abi = LG_GAME_ABI, .version = 1, .name = "lines", .title = "Stones in a row", .id = "Lines",
    .information = LG_INFORMATION_PERFECT, .chance = LG_CHANCE_NONE, .param_count = sizeof PARAMS / sizeof PARAMS[0],
    .params = PARAMS,
    .rules = {.configure = configure, .new_game = new_game, .validate = validate, .player = player, .legal = legal,
              .apply = apply, .outcome = outcome, .action_print = action_print, .action_parse = action_parse,
              .state_print = state_print, .state_parse = state_parse},
};

lg_game lines_make(const char *text) {
    lg_game game;
    ck_assert_int_eq(lg_game_configure(&lines_type, text, strlen(text), &game, NULL), LG_OK);
    return game;
}

/* ---- the solution ---- */

static lines_result *find(const lines_solution *solution, const lines *state) {
    uint64_t at = lg_hash(state, sizeof *state) % (uint64_t)solution->room;
    while (solution->results[at].used && memcmp(&solution->results[at].state, state, sizeof *state) != 0)
        at = (at + 1) % (uint64_t)solution->room;
    return &solution->results[at];
}

const lines_result *lines_find(const lines_solution *solution, const lines *state) {
    const lines_result *found = find(solution, state);
    ck_assert(found->used);
    return found;
}

/* Merges a child's result into its parent's. */
static void take_best(lines_result *result, const lines_result *child, int32_t mover, bool first) {
    const bool better = first || child->value[mover] > result->value[mover];
    const bool equal = !first && child->value[mover] >= result->value[mover] && !better;
    if (better) {
        memcpy(result->value, child->value, sizeof child->value);
        result->certain = child->certain;
    } else if (equal) {
        result->certain &= child->certain && memcmp(result->value, child->value, sizeof child->value) == 0;
    }
}

static lines_result solve(lines_solution *solution, const lines *state) {
    const lg_game *game = &solution->game;
    lines_result result = {.state = *state, .certain = true, .used = true};
    bool uncertain = false;
    if (find(solution, state)->used) return *find(solution, state);
    const int32_t mover = player(game, state);
    if (mover < 0) outcome(game, state, result.value);
    bool first = true;
    for (int32_t a = 0; mover >= 0 && a < game->actions; a++) {
        lines next;
        if (apply(game, state, a, &next) != LG_OK) continue;
        const lines_result child = solve(solution, &next);
        uncertain |= !child.certain;
        take_best(&result, &child, mover, first);
        first = false;
    }
    if (game->players > 2) result.certain &= !uncertain; /* an uncertain child could be better than it seems */
    ck_assert_int_lt(2 * ++solution->count, solution->room);
    *find(solution, state) = result;
    return result;
}

lines_solution lines_solve(const char *text) {
    lines_solution solution = {.game = lines_make(text), .room = 1 << 19};
    const lines start = {{0, 0, 0}, 0, 0};
    solution.results = calloc((size_t)solution.room, sizeof *solution.results);
    (void)solve(&solution, &start);
    return solution;
}

void lines_free(lines_solution *solution) {
    free(solution->results);
}
