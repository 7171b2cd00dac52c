/* Nim with piles, a game in a separate file for the tests of the arena: the player that takes the last stone has won.
 * Everything optional is left out, so there is no forfeit, and programs read the position. A move is `pile/stones`, a
 * position `1 3 5, player 0`.
 *
 *     cc -shared -fPIC -I(folder of the headers) piles.c -o piles.so */
#include <libgames/author.h>

typedef struct piles {
    int32_t piles[3];
    int32_t player; /* to move; at the end the player after the one that took the last stone */
} piles;

enum { PILE_COUNT, PLAYERS };
enum { MOST = 5 }; /* stones in a pile */

static const lg_param PARAMS[] = {{"piles", 1, 3, 3, NULL, "piles with 1, 3, ... stones"},
                                  {"players", 2, 4, 2, NULL, "players"}};

static void configure(lg_game *game) {
    game->players = game->params[PLAYERS];
    game->actions = game->params[PILE_COUNT] * MOST;
    game->longest = game->actions;
    game->state_size = sizeof(piles);
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    piles start = {{0, 0, 0}, 0};
    (void)seed;
    for (int i = 0; i < game->params[PILE_COUNT]; i++) start.piles[i] = 2 * i + 1;
    memcpy(state, &start, sizeof start);
}

static lg_status validate(const lg_game *game, const void *state) {
    const piles *now = state;
    for (int i = 0; i < 3; i++)
        if (now->piles[i] < 0 || now->piles[i] > (i < game->params[PILE_COUNT] ? MOST : 0)) return LG_E_STATE;
    return now->player >= 0 && now->player < game->players ? LG_OK : LG_E_STATE;
}

static int32_t player(const lg_game *game, const void *state) {
    const piles *now = state;
    (void)game;
    return now->piles[0] + now->piles[1] + now->piles[2] > 0 ? now->player : -1;
}

static bool is_legal(const lg_game *game, const piles *state, int32_t action) {
    return action / MOST < game->params[PILE_COUNT] && state->piles[action / MOST] > action % MOST;
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    int32_t count = 0;
    mask[0] = 0;
    for (int32_t action = 0; action < game->actions; action++)
        if (is_legal(game, state, action)) mask[0] |= (uint64_t)1 << action, count++;
    return count;
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    piles next = *(const piles *)before;
    if (player(game, before) < 0) return LG_E_OVER;
    if (!is_legal(game, &next, action)) return LG_E_ILLEGAL;
    next.piles[action / MOST] -= action % MOST + 1;
    next.player = (next.player + 1) % game->players;
    memcpy(after, &next, sizeof next);
    return LG_OK;
}

static void outcome(const lg_game *game, const void *state, float *outcome) {
    const int32_t winner = (((const piles *)state)->player + game->players - 1) % game->players;
    for (int32_t i = 0; i < game->players; i++) outcome[i] = i == winner ? 1 : -1;
}

static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, action / MOST + 1);
    lg_put(writer, '/');
    lg_put_int(writer, action % MOST + 1);
}

static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    int64_t pile, stones;
    if (lg_read_int(&reader, 1, game->params[PILE_COUNT], "a pile", &pile) != LG_OK) return LG_E_PARSE;
    if (!lg_accept(&reader, '/')) return lg_expected(&reader, "/");
    if (lg_read_int(&reader, 1, MOST, "1 to 5 stones", &stones) != LG_OK) return LG_E_PARSE;
    if (lg_read_end(&reader, "the end of the line") != LG_OK) return LG_E_PARSE;
    *action = (int32_t)((pile - 1) * MOST + stones - 1);
    return LG_OK;
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    const piles *now = state;
    for (int i = 0; i < game->params[PILE_COUNT]; i++) {
        lg_put_int(writer, now->piles[i]);
        lg_put_text(writer, i + 1 < game->params[PILE_COUNT] ? " " : ", player ");
    }
    lg_put_int(writer, now->player);
}

static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state, lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    piles read = {{0, 0, 0}, 0};
    int64_t number;
    for (int i = 0; i < game->params[PILE_COUNT]; i++) {
        if (i > 0 && lg_read_blank(&reader) != LG_OK) return LG_E_PARSE;
        if (lg_read_int(&reader, 0, MOST, "0 to 5 stones", &number) != LG_OK) return LG_E_PARSE;
        read.piles[i] = (int32_t)number;
    }
    if (!lg_accept_word(&reader, ", player ")) return lg_expected(&reader, ", player ");
    if (lg_read_int(&reader, 0, game->players - 1, "a player", &number) != LG_OK) return LG_E_PARSE;
    if (reader.at < length) return lg_expected(&reader, "the end of the position");
    read.player = (int32_t)number;
    memcpy(state, &read, sizeof read);
    return LG_OK;
}

static const lg_game_type PILES = {
    .abi = LG_GAME_ABI, .version = 1, .name = "piles", .title = "Piles", .id = "Piles",
    .information = LG_INFORMATION_PERFECT, .chance = LG_CHANCE_NONE, .param_count = 2, .params = PARAMS,
    .rules = {.configure = configure, .new_game = new_game, .validate = validate, .player = player, .legal = legal,
              .apply = apply, .outcome = outcome, .action_print = action_print, .action_parse = action_parse,
              .state_print = state_print, .state_parse = state_parse},
};
LG_EXPORT_GAME(PILES)
