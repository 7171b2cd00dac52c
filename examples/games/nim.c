/* Nim with one heap, as small as a game can be: its rules alone. Two players take one to three stones in turn, and the
 * one who takes the last one wins. */
#include <libgames/author.h>

typedef struct nim {
    uint32_t stones, player;
} nim;
static const lg_param PARAMS[] = {{"stones", 1, 1000, 15, NULL, "stones in the heap at the start, 1 to 1000"}};

static void configure(lg_game *game) {
    game->players = 2, game->actions = 3, game->state_size = sizeof(nim);
    game->longest = game->params[0];
}
static void new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)seed;
    *(nim *)state = (nim){(uint32_t)game->params[0], 0};
}
static lg_status validate(const lg_game *game, const void *state) {
    const nim *now = state;
    return now->stones <= (uint32_t)game->params[0] && now->player < 2 ? LG_OK : LG_E_STATE;
}
static int32_t player(const lg_game *game, const void *state) {
    const nim *now = state;
    return now->stones > 0 ? (int32_t)now->player % game->players : -1;
}
static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t stones = (int32_t)((const nim *)state)->stones, most = stones < 3 ? stones : game->actions;
    mask[0] = ((uint64_t)1 << most) - 1;
    return most;
}
static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    nim next = *(const nim *)before;
    if (next.stones == 0) return LG_E_OVER;
    if ((uint32_t)action >= next.stones) return LG_E_ILLEGAL;
    next.stones -= (uint32_t)action + 1;
    next.player = 1 - next.player;
    memcpy(after, &next, game->state_size);
    return LG_OK;
}
static void outcome(const lg_game *game, const void *state, float *outcome) {
    for (int32_t i = 0; i < game->players; i++) outcome[i] = i == (int32_t)((const nim *)state)->player ? -1 : 1;
}
/* "15 0": the stones and the player to move. */
static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, ((const nim *)state)->stones);
    lg_put(writer, ' ');
    lg_put_int(writer, ((const nim *)state)->player);
}
static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state, lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    int64_t stones, mover;
    if (lg_read_int(&reader, 0, game->params[0], "the stones", &stones) != LG_OK) return LG_E_PARSE;
    if (!lg_accept(&reader, ' ')) return lg_expected(&reader, "a blank");
    if (lg_read_int(&reader, 0, 1, "the player to move", &mover) != LG_OK) return LG_E_PARSE;
    if (reader.at < length) return lg_expected(&reader, "the end of the position");
    *(nim *)state = (nim){(uint32_t)stones, (uint32_t)mover};
    return LG_OK;
}

static const lg_game_type NIM = {
    .abi = LG_GAME_ABI, .version = 1, .name = "nim", .title = "Nim with one heap", .id = "Nim",
    .information = LG_INFORMATION_PERFECT, .chance = LG_CHANCE_NONE, .param_count = 1, .params = PARAMS,
    .rules = {.configure = configure, .new_game = new_game, .validate = validate, .player = player, .legal = legal,
              .apply = apply, .outcome = outcome, .action_print = lg_number_print, .action_parse = lg_number_parse,
              .state_print = state_print, .state_parse = state_parse},
};
LG_EXPORT_GAME(NIM)
