/* Networks of the bot `net`: any bytes, in reachable positions, and in self-play with any options. The first byte
 * chooses the game, the second one whether the header's totals are corrected, so that more of it is read. */
#include "fuzz.h"
#include "game/calls.h"

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

static void put_right(void) {
    uint32_t low = 1, high = 0;
    if (net_size < 16) return;
    for (size_t i = 16; i < net_size; i++) {
        low = (low + net[i]) % 65521;
        high = (high + low) % 65521;
    }
    memcpy(net, "LGNT", 4);
    put(4, 3);
    put(8, (uint32_t)net_size);
    put(12, high << 16 | low);
}

static bool is_legal(const lg_game *game, const void *state, int32_t action) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    (void)lg_game_legal(game, state, mask);
    return action >= 0 && action < game->actions && (mask[action / 64] >> action % 64 & 1) != 0;
}

/* 0 ... usual - 1; now and then any bits. */
static int32_t draw(lg_rng *rng, uint32_t usual) {
    return lg_rng_below(rng, 32) == 0 ? (int32_t)lg_rng_next(rng) : (int32_t)lg_rng_below(rng, usual);
}

static void look_at(const lg_game *game, const lg_self_play_positions *rows, const lg_self_play_report *report) {
    REQUIRE(report->positions >= 0 && report->positions <= rows->capacity && report->next >= report->games);
    for (size_t i = 0; i < (size_t)report->positions; i++) {
        const char *state = (const char *)rows->states + i * game->state_size;
        REQUIRE(rows->player[i] == lg_game_player(game, state) && is_legal(game, state, rows->actions[i]));
        for (size_t p = 0; p < (size_t)game->players; p++) {
            const float value = rows->values[i * (size_t)game->players + p];
            REQUIRE(value >= -1.001f && value <= 1.001f);
        }
        float sum = 0;
        for (int32_t a = 0; a < game->actions; a++) {
            const float share = rows->policies[i * (size_t)game->actions + (size_t)a];
            REQUIRE(share >= 0 && (share <= 0 || is_legal(game, state, a)));
            sum += share;
        }
        REQUIRE(sum < 1.01f);
    }
}

/* The bytes of the network also choose the options of self-play, so that the seeds stay as they were. Games
 * whose networks would take long are not played. */
static void play_games(const lg_game *game, bool can_play) {
    lg_rng rng = lg_rng_seed(lg_hash(net, net_size), 1);
    lg_search_config search = lg_search_default(1 + draw(&rng, 3));
    search.nodes = 1 + (int64_t)draw(&rng, 200);
    search.policy = draw(&rng, 3);
    search.net = 1;
    search.weights = net;
    search.weights_size = (int64_t)net_size;
    lg_self_play_config config = lg_self_play_default(1 + draw(&rng, 2));
    config.threads = 1 + draw(&rng, 1);
    config.opening = draw(&rng, 40);
    config.drawn = draw(&rng, 6);
    config.positions = 1 + draw(&rng, 30);
    config.temperature = (float)(1 + draw(&rng, 30)) / 10;
    config.resign = game->players == 2 ? (float)draw(&rng, 11) / 10 - 1 : -1;
    config.played_on = (float)draw(&rng, 11) / 10;
    config.first = draw(&rng, 1000);
    const int32_t capacity = draw(&rng, 70), room = capacity > 0 && capacity < 1000 ? capacity : 0;
    const size_t needed = lg_self_play_size(game, &search, &config), count = (size_t)room, wide = sizeof(float);
    REQUIRE(needed == 0 || can_play);
    if (needed > 1u << 26) return;
    lg_self_play_positions rows = {
        .capacity = capacity == room ? room : -1, .states = malloc(count * game->state_size + 8),
        .player = malloc((count + 1) * wide), .actions = malloc((count + 1) * wide),
        .policies = malloc((count * (size_t)game->actions + 1) * wide),
        .values = malloc((count * (size_t)game->players + 1) * wide),
    };
    void *memory = malloc(needed > 0 ? needed : 8);
    lg_self_play *play = NULL;
    const lg_status made = lg_self_play_create(game, &search, &config, &rows, memory, needed, &play);
    REQUIRE(made == LG_OK || (made == LG_E_ARGUMENT && play == NULL));
    REQUIRE(needed > 0 || made != LG_OK);
    const bool is_short = search.simulations < 8 && net_size * (size_t)lg_i_game_longest(game) < 1u << 21;
    for (int call = 0; made == LG_OK && call < 2 && is_short; call++) {
        lg_self_play_report report;
        const int32_t least = draw(&rng, 40);
        const bool fits = least >= 1 && least <= room;
        REQUIRE(lg_self_play_run(play, least, NULL, NULL, &report) == (fits ? LG_OK : LG_E_ARGUMENT));
        if (fits) look_at(game, &rows, &report);
    }
    lg_self_play_destroy(play);
    free(memory);
    free(rows.states);
    free(rows.player);
    free(rows.actions);
    free(rows.policies);
    free(rows.values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    lg_game game = *game_of(take(&input) % GAME_COUNT);
    const bool whole = take(&input) % 4 != 0;
    lg_game_type type = *game.type;
    lg_game_bots players = *type.bots;
    players.net = net_of;
    type.bots = &players;
    game.type = &type;
    void *state = malloc(game.state_size);
    REQUIRE(lg_game_new(&game, take(&input), state) == LG_OK);
    play_some(&input, &game, state, NULL);
    net = (uint8_t *)take_text(&input, &net_size);
    if (whole) put_right();

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
    play_games(&game, can_play);
    free(net);
    free(state);
    return 0;
}
