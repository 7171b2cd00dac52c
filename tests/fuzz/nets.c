/* Networks of the bot `net`: any bytes of them, in a game that can be reached. The first byte chooses the game, the
 * second one whether what the header says of the whole is put right, so that more of it is read. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *net;
static size_t net_size;

static const void *net_of(const lg_game *game, size_t *size) {
    (void)game;
    *size = net_size;
    return net;
}

static void put(size_t at, uint32_t number) {
    for (size_t i = 0; i < 4; i++) net[at + i] = (uint8_t)(number >> 8 * i);
}

static void put_right(uint32_t format) {
    uint32_t low = 1, high = 0;
    if (net_size < 16) return;
    for (size_t i = 16; i < net_size; i++) {
        low = (low + net[i]) % 65521;
        high = (high + low) % 65521;
    }
    memcpy(net, "LGNT", 4);
    put(4, format);
    put(8, (uint32_t)net_size);
    put(12, high << 16 | low);
}

static bool is_legal(const lg_game *game, const void *state, int32_t action) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    (void)lg_game_legal(game, state, mask);
    return action >= 0 && action < game->actions && (mask[action / 64] >> action % 64 & 1) != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    lg_game game = *game_of(take(&input) % GAME_COUNT);
    const uint32_t how = take(&input), format = 1 + how / 4 % 2;
    const bool whole = how % 4 != 0;
    lg_game_type type = *game.type;
    lg_game_bots players = *type.bots;
    players.net = net_of;
    type.bots = &players;
    game.type = &type;
    void *state = malloc(game.state_size);
    REQUIRE(lg_game_new(&game, take(&input), state) == LG_OK);
    play_some(&input, &game, state, NULL);
    net = (uint8_t *)take_text(&input, &net_size);
    if (whole) put_right(format);

    lg_bot player, checked;
    lg_parse_error error = {0, 0, ""};
    REQUIRE(lg_bot_configure(NULL, "net(temperature=100)", 20, &player, NULL) == LG_OK);
    const lg_status status = lg_bot_configure(&game, "net", 3, &checked, &error);
    REQUIRE(status == LG_OK || (status == LG_E_UNSUPPORTED && error.expected[0] == 'a'));
    size_t needed = 0;
    int32_t action = -1;
    lg_rng rng = lg_rng_seed(1, 1);
    const bool can_play = lg_bot_size(&game, &player, &needed) == LG_OK;
    REQUIRE(can_play || status != LG_OK);
    uint64_t *memory = malloc(needed > 0 ? needed : 8);
    const lg_status chosen =
        lg_bot_choose(&game, &player, state, &rng, memory, needed, NULL, NULL, &action);
    const bool over = lg_game_player(&game, state) < 0;
    REQUIRE(chosen == (over ? LG_E_OVER : can_play ? LG_OK : LG_E_UNSUPPORTED));
    REQUIRE(chosen != LG_OK || is_legal(&game, state, action));
    if (chosen == LG_OK) {
        player.params[0] = 0;
        int32_t best, again;
        REQUIRE(lg_bot_choose(&game, &player, state, &rng, memory, needed, NULL, NULL, &best) == LG_OK);
        REQUIRE(lg_bot_choose(&game, &player, state, &rng, memory, needed, NULL, NULL, &again) == LG_OK);
        REQUIRE(best == again && is_legal(&game, state, best));
    }
    free(memory);
    lg_bot searcher;
    const char *text = "mcts(evaluator=net,policy=puct,simulations=6,nodes=200)";
    REQUIRE(lg_bot_configure(NULL, text, strlen(text), &searcher, NULL) == LG_OK);
    REQUIRE((lg_bot_size(&game, &searcher, &needed) == LG_OK) == can_play);
    if (can_play) {
        memory = malloc(needed);
        REQUIRE(lg_bot_choose(&game, &searcher, state, &rng, memory, needed, NULL, NULL, &action) == chosen);
        REQUIRE(chosen != LG_OK || is_legal(&game, state, action));
        free(memory);
    }
    free(net);
    free(state);
    return 0;
}
