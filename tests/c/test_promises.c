/* Games that violate their contract end every loop of the library with LG_E_BROKEN: random games, searches, players,
 * batches. A game with long rollouts is stopped inside one, and continues there. */
#include <libgames/author.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"

/* ---- a game of twelve decisions, and its lies ---- */

enum { ACTIONS = 3, DECISIONS = 12, LONG = 100000, STEPS = 60 };

/* Lies: from GREEDY on in functions of greedy players, from LAZY on in those of random games. */
#define LIES(LIE)                                                                                                      \
    LIE(REFUSES)  /* a legal action */                                                                                 \
    LIE(ENDLESS)  /* continues after its longest game */                                                               \
    LIE(UNBOUND)  /* continues, and claims that it may */                                                              \
    LIE(ONE_SEAT) /* continues with one player */                                                                      \
    LIE(STILL)    /* no action changes anything */                                                                     \
    LIE(SEAT_99)                                                                                                       \
    LIE(NOTHING)  /* is legal */                                                                                       \
    LIE(NEGATIVE) /* returns a negative number of legal actions */                                                     \
    LIE(MANY)     /* more actions are legal than the mask has */                                                       \
    LIE(SPARE)    /* bits of the mask that are no actions */                                                           \
    LIE(GREEDY)   /* chooses a number that is no action */                                                             \
    LIE(ILLEGAL)  /* greedy chooses an illegal action */                                                               \
    LIE(IDLE)     /* play_greedy makes no decision */                                                                  \
    LIE(STRANGE)  /* play_greedy ends with a player that does not exist */                                             \
    LIE(LAZY)     /* play_random makes no decision */                                                                  \
    LIE(HASTY)    /* counts more random decisions than it may make */                                                  \
    LIE(LESS)     /* counts fewer than none */
#define NAME_OF(lie) lie,
enum { NONE, LIES(NAME_OF) ALL };
#define TEXT_OF(lie) #lie,
static const char *const TEXTS[] = {"NONE", LIES(TEXT_OF)};

static int lie;
static bool hides;

typedef struct count {
    uint64_t decisions;
} count;

static int64_t end_of(void) {
    return lie == ENDLESS || lie == UNBOUND || lie == ONE_SEAT || lie == STILL ? INT64_MAX : DECISIONS;
}

static bool begins_to_lie(const void *state) {
    return ((const count *)state)->decisions >= 3;
}

static void configure(lg_game *game) {
    game->players = 2;
    game->actions = ACTIONS;
    game->longest = lie == UNBOUND ? INT64_MAX : DECISIONS;
    game->state_size = sizeof(count);
    if (!hides) return;
    game->observations = 1;
    game->observation[0] = (lg_space){"state", LG_U8, 1, {sizeof(count), 1, 1, 1}, 0, UINT8_MAX};
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)game, (void)seed;
    memset(state, 0, sizeof(count));
}

static lg_status validate(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return LG_OK;
}

static int32_t player(const lg_game *game, const void *state) {
    const count *now = state;
    (void)game;
    if ((int64_t)now->decisions >= end_of()) return -1;
    if (lie == SEAT_99 && begins_to_lie(state)) return 99;
    return lie == ONE_SEAT ? 0 : (int32_t)(now->decisions % 2);
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    const count *now = state;
    const bool lies = begins_to_lie(state);
    (void)game;
    mask[0] = 0;
    if ((int64_t)now->decisions >= end_of() || (lie == NOTHING && lies)) return 0;
    if (lie == NEGATIVE && lies) return -1;
    mask[0] = lie == SPARE && lies ? 0xF0 : 0x7;
    return lie == SPARE && lies ? 4 : lie == MANY && lies ? 1000 : ACTIONS;
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    const count *now = before;
    (void)game;
    if ((int64_t)now->decisions >= end_of()) return LG_E_OVER;
    if (lie == REFUSES && begins_to_lie(before)) return LG_E_ILLEGAL;
    if (lie == ILLEGAL && action == 2) return LG_E_ILLEGAL;
    *(count *)after = (count){now->decisions + (lie != STILL)};
    return LG_OK;
}

static void outcome(const lg_game *game, const void *state, float *values) {
    (void)game;
    values[0] = ((const count *)state)->decisions % 3 == 0 ? 1 : 0;
    values[1] = -values[0];
}

static int32_t greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game, (void)state, (void)rng;
    return lie == GREEDY ? 1000 : lie == ILLEGAL ? 2 : 0;
}

static int32_t play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    int32_t seat = player(game, state);
    if (lie == IDLE) return seat;
    if (lie == STRANGE) return 99;
    for (; most > 0 && seat >= 0 && seat < 2 && (players >> seat & 1) != 0; most--, seat = player(game, state))
        if (apply(game, state, greedy(game, state, rng), state) != LG_OK) break;
    return seat;
}

/* The actions of the mask. */
static int64_t play_random(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    int64_t made = 0;
    for (; made < most && player(game, state) >= 0; made++) {
        if (begins_to_lie(state)) return lie == LAZY ? made : lie == HASTY ? most + 1 : -1;
        (void)apply(game, state, (int32_t)lg_rng_below(rng, ACTIONS), state);
    }
    return made;
}

static void resample(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    (void)viewer, (void)rng;
    memmove(after, before, game->state_size);
}

static void observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)viewer, (void)which;
    memcpy(out, state, game->state_size);
}

static uint64_t information_key(const lg_game *game, const void *state, int32_t viewer) {
    (void)viewer;
    return lg_hash(state, game->state_size);
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, (int64_t)((const count *)state)->decisions);
}

static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error) {
    (void)game, (void)state;
    lg_reader reader = lg_reader_on(text, length, error);
    return lg_expected_at(&reader, 0, "nothing");
}

static const lg_game_learners LEARNERS = {.observe = observe};
static const lg_game_bots PLAYERS = {.greedy = greedy};
static const lg_game_speed GREEDY_SPEED = {.play_greedy = play_greedy};
static const lg_game_speed RANDOM_SPEED = {.play_random = play_random};

/* The game with a lie; some lies are in `play_greedy` or `play_random`. */
static lg_game broken(int how, lg_game_type *type) {
    lg_game game;
    lie = how;
    *type = (lg_game_type){.abi = LG_GAME_ABI, .version = 1, .name = "count", .title = "Count", .id = "Count",
                           .rules = {.configure = configure, .new_game = new_game, .validate = validate,
                                     .player = player, .legal = legal, .apply = apply, .outcome = outcome,
                                     .action_print = lg_number_print, .action_parse = lg_number_parse,
                                     .state_print = state_print, .state_parse = state_parse},
                           .bots = &PLAYERS};
    if (how >= IDLE) type->speed = how >= LAZY ? &RANDOM_SPEED : &GREEDY_SPEED;
    if (hides) {
        type->information = LG_INFORMATION_HIDDEN;
        type->rules.resample = resample;
        type->rules.information_key = information_key;
        type->learners = &LEARNERS;
    }
    ck_assert_int_eq(lg_game_configure(type, "count", 5, &game, NULL), LG_OK);
    return game;
}

/* The results of random and greedy play. */
static lg_status expected(int how, bool is_greedy) {
    if (how == NONE) return LG_OK;
    if (how == ILLEGAL) return LG_E_BROKEN;
    if (how >= LAZY) return is_greedy ? LG_OK : LG_E_BROKEN;
    return how >= GREEDY && !is_greedy ? LG_OK : LG_E_BROKEN;
}

#define EXPECT(status, wanted)                                                                                        \
    do {                                                                                                              \
        const lg_status found = (status);                                                                             \
        LG_REQUIRE(found == (wanted), "line %d, %s: status %d", __LINE__, TEXTS[lie], (int)found);                    \
    } while (0)

/* ---- random games ---- */

START_TEST(test_rollouts) {
    lg_game_type type;
    const lg_game game = broken(_i, &type);
    const lg_status wanted = _i == SEAT_99 ? LG_OK : expected(_i, false); /* the player is not needed before the end */
    float outcomes[2 * 5];
    int64_t lengths[5], played = -1;
    double moves, decisions;
    count state, after;
    for (uint64_t seed = 0; seed < 5; seed++) {
        lg_rng rng = lg_rng_seed(seed, 0);
        new_game(&game, 0, &state);
        EXPECT(lg_rollout(&game, &state, INT64_MAX, &rng, &state, &played, NULL, NULL), wanted);
        ck_assert_int_le(played, _i == UNBOUND ? LG_MAX_DECISIONS : DECISIONS);
        if (_i != STILL && _i < HASTY) ck_assert_uint_eq(state.decisions, (uint64_t)played);
    }
    new_game(&game, 0, &state);
    lg_rng rng = lg_rng_seed(1, 0);
    if (_i != ILLEGAL) EXPECT(lg_rollout(&game, &state, 2, &rng, &after, NULL, NULL, NULL), LG_OK);
    EXPECT(lg_rollouts(&game, 7, 5, &state, outcomes, lengths, NULL, NULL), wanted);
    ck_assert_int_eq(lengths[4], wanted == LG_OK ? DECISIONS : -1);
    new_game(&game, 0, &state);
    EXPECT(lg_rollout_left(&game, &state, 1, 3, &rng, &after, &moves, &decisions), expected(_i, _i >= LAZY));
    EXPECT(lg_rollout_left(&game, &state, 0, 3, &rng, &after, &moves, &decisions), expected(_i, _i >= LAZY));
}
END_TEST

/* ---- searches ---- */

static lg_search *make(const lg_game *game, const lg_search_config *config) {
    lg_search *search = NULL;
    const count state = {0};
    const size_t size = lg_search_size(game, config);
    ck_assert_int_eq(lg_search_create(game, config, malloc(size), size, &search), LG_OK);
    ck_assert_int_eq(lg_search_begin(search, &state), LG_OK);
    return search;
}

START_TEST(test_batch_search) {
    lg_game_type type;
    for (int how = 0; how < 12; how++) {
        hides = how % 2 == 1;
        const lg_game game = broken(_i, &type);
        lg_search_config config = lg_search_default(300);
        config.solver = 0;
        config.policy = how / 4;
        config.rollout = how % 4 / 2;
        lg_search *search = make(&game, &config), *other = make(&game, &config);
        lg_search *const both[] = {search, other};
        int32_t action = -1, going = -1;
        EXPECT(lg_search_run(search, NULL, NULL), expected(_i, config.rollout == LG_BOT_GREEDY));
        EXPECT(lg_search_run_some(both, 2, INT64_MAX, &going), expected(_i, config.rollout == LG_BOT_GREEDY));
        ck_assert_int_eq(going, 0);
        EXPECT(lg_search_best(search, &action), LG_OK);
        ck_assert(action >= 0 && action < ACTIONS);
        free(search);
        free(other);
    }
}
END_TEST

START_TEST(test_leaves_outside) {
    enum { ROWS = 8 };
    lg_game_type type;
    float values[2 * ROWS] = {0};
    for (int how = 0; how < 6; how++) {
        hides = how % 2 == 1;
        const lg_game game = broken(_i, &type);
        lg_search_config config = lg_search_default(3000);
        config.policy = how / 2;
        config.leaves = ROWS;
        lg_search *search = make(&game, &config);
        lg_search_leaves leaves = {.capacity = ROWS, .values = values};
        lg_status status = LG_OK;
        for (int i = 0; i <= 3000; i++) {
            status = lg_search_collect(&search, 1, &leaves);
            if (leaves.count == 0) break;
            ck_assert_int_eq(lg_search_receive(&search, 1, &leaves), LG_OK);
        }
        ck_assert_int_eq(leaves.count, 0);
        const bool grows = _i >= ENDLESS && _i <= STILL; /* until it is stopped */
        EXPECT(status, grows ? LG_OK : expected(_i, _i >= LAZY));
        free(search);
    }
}
END_TEST

START_TEST(test_alphabeta) {
    hides = false;
    lg_game_type type;
    const lg_game game = broken(_i, &type);
    const lg_alphabeta_config config = {4096, 64, 8, 0, 0};
    const lg_alphabeta_limits limits = {14, 20000, NULL, NULL};
    lg_alphabeta_result result;
    lg_alphabeta *search = NULL;
    const count state = {0};
    const size_t size = lg_alphabeta_size(&game, &config);
    void *memory = malloc(size);
    ck_assert_int_eq(lg_alphabeta_create(&game, &config, memory, size, &search), LG_OK);
    EXPECT(lg_alphabeta_run(search, &state, &limits, &result), _i == UNBOUND ? LG_OK : expected(_i, _i >= LAZY));
    free(memory);
}
END_TEST

/* ---- players ---- */

START_TEST(test_bots) {
    static const char *const PLAYERS[] = {"random", "greedy", "expert", "mcts(simulations=20)", "strong(simulations=20)",
                                          "mcts(simulations=20,rollout=greedy)", "alphabeta(depth=3,table=8)"};
    lg_game_type type;
    for (size_t i = 0; i < sizeof PLAYERS / sizeof PLAYERS[0]; i++) {
        hides = false;
        const lg_game game = broken(_i, &type);
        lg_bot who;
        size_t size = 0;
        count state = {0};
        int32_t action = 0, decisions = 0;
        ck_assert_int_eq(lg_bot_configure(&game, PLAYERS[i], strlen(PLAYERS[i]), &who, NULL), LG_OK);
        ck_assert_int_eq(lg_bot_size(&game, &who, &size), LG_OK);
        void *memory = malloc(size + 8);
        lg_rng rng = lg_rng_seed(3, 0);
        lg_status status = LG_OK;
        for (; status == LG_OK && decisions <= STEPS; decisions++) {
            status = lg_bot_choose(&game, &who, &state, &rng, memory, size, NULL, NULL, &action);
            ck_assert(action >= 0 && action < ACTIONS);
            if (status == LG_OK) status = lg_game_apply(&game, &state, action, &state);
        }
        const bool ends = _i == NONE || _i >= GREEDY;
        if (_i < ENDLESS || _i > STILL) LG_REQUIRE(status != LG_OK, "%s, %s continues", TEXTS[_i], PLAYERS[i]);
        if (ends && i < 1 && _i != ILLEGAL) EXPECT(status, LG_E_OVER);
        if (_i == GREEDY && (i == 1 || i == 2)) EXPECT(status, LG_E_BROKEN);
        if (i >= 3 && i <= 5 && _i != UNBOUND && expected(_i, i == 5) != LG_OK) EXPECT(status, LG_E_BROKEN);
        free(memory);
    }
}
END_TEST

/* ---- batches ---- */

enum { GAMES = 4 };

typedef struct seats {
    const char *first, *second; /* players; NULL: a learner */
    bool greedy;
} seats;

static const seats SEATS[] = {{NULL, NULL, false},
                              {NULL, "random", false},
                              {"random", NULL, false},
                              {NULL, "greedy", true},
                              {"greedy", NULL, true},
                              {"mcts(simulations=10)", NULL, false},
                              {NULL, "alphabeta(depth=2,table=8)", false}};
#define SEATINGS (sizeof SEATS / sizeof SEATS[0])

static void seat(const lg_game *game, const char *text, lg_bot *to) {
    if (text != NULL) ck_assert_int_eq(lg_bot_configure(game, text, strlen(text), to, NULL), LG_OK);
}

typedef struct bound {
    count states[GAMES], finals[GAMES];
    int32_t actions[GAMES], players[GAMES], statuses[GAMES], final_players[GAMES];
    uint8_t masks[GAMES * ACTIONS], terminated[GAMES], truncated[GAMES], seen[GAMES * 8];
    float reward[GAMES], rewards[2 * GAMES];
} bound;

/* Steps, and returns whether a slot was broken. */
static bool step(lg_batch *batch, bound *to, lg_rng *rng) {
    lg_batch_report report;
    int32_t failed = 0, found = 0;
    for (int i = 0; i < GAMES; i++) to->actions[i] = (int32_t)lg_rng_below(rng, 2);
    ck_assert_int_eq(lg_batch_step(batch, NULL, &report), LG_OK);
    for (int i = 0; i < GAMES; i++) {
        lg_batch_slot slot;
        ck_assert_int_eq(lg_batch_get(batch, i, &slot), LG_OK);
        failed += to->statuses[i] != LG_OK;
        found += to->statuses[i] == LG_E_BROKEN;
        ck_assert(slot.player >= 0 && slot.player < 2 && to->players[i] == slot.player);
        if (to->statuses[i] != LG_E_BROKEN) continue;
        ck_assert(to->truncated[i] == 1 && to->terminated[i] == 0);
        ck_assert(to->reward[i] == 0 && to->rewards[2 * i] == 0 && to->rewards[2 * i + 1] == 0);
    }
    ck_assert_int_eq(report.failed, failed);
    return found > 0;
}

START_TEST(test_batches) {
    lg_game_type type;
    for (size_t k = 0; k < 3 * SEATINGS; k++) {
        const seats *who = &SEATS[k / 3];
        hides = false;
        const lg_game game = broken(_i, &type);
        bound to;
        lg_batch_buffers buffers = {.states = to.states, .actions = to.actions, .observation = to.seen, .mask = to.masks,
                                    .reward = to.reward, .rewards = to.rewards, .player = to.players,
                                    .terminated = to.terminated, .truncated = to.truncated, .status = to.statuses};
        lg_batch_config config = lg_batch_default(GAMES);
        config.autoreset = (int32_t)(k % 3);
        if (config.autoreset == LG_AUTORESET_SAME_STEP) {
            buffers.final_states = to.finals;
            buffers.final_player = to.final_players;
        }
        seat(&game, who->first, &config.player[0]);
        seat(&game, who->second, &config.player[1]);
        lg_batch *batch = NULL;
        lg_rng rng = lg_rng_seed(1, 0);
        const size_t size = lg_batch_size(&game, &config);
        void *memory = malloc(size);
        bool found = false;
        ck_assert_int_eq(lg_batch_create(&game, &config, &buffers, memory, size, &batch), LG_OK);
        lg_batch_report report;
        ck_assert_int_eq(lg_batch_reset(batch, NULL, NULL, &report), LG_OK);
        ck_assert_int_eq(report.begun, GAMES);
        found = report.failed > 0;
        const bool once = config.autoreset == LG_AUTORESET_DISABLED || _i == UNBOUND; /* it takes long */
        for (int i = 0; i < STEPS && !(once && found); i++) found |= step(batch, &to, &rng);
        const bool bots = who->first != NULL || who->second != NULL;
        bool meets = _i >= REFUSES && _i < NOTHING;
        if (_i == UNBOUND) meets = k / 3 == 5; /* in its rollouts; otherwise a learner is to move again and again */
        if (_i >= NOTHING && _i < GREEDY) meets = bots && !who->greedy;
        if (_i >= GREEDY && _i < LAZY) meets = who->greedy;
        if (_i >= LAZY) meets = k / 3 == 5; /* in its rollouts, where all play at random */
        if (_i != ILLEGAL || who->greedy) /* otherwise by chance */
            LG_REQUIRE(found == meets, "%s, %s against %s: %d", TEXTS[_i], who->first, who->second, found);
        char saved[512];
        ck_assert_uint_le(lg_batch_saved_size(batch), sizeof saved);
        for (int i = 0; i < GAMES; i++) {
            ck_assert_int_eq(lg_batch_save(batch, i, saved, lg_batch_saved_size(batch)), LG_OK);
            ck_assert_int_eq(lg_batch_load(batch, i, saved, lg_batch_saved_size(batch)), LG_OK);
            ck_assert_int_eq(to.statuses[i] == LG_E_BROKEN, to.truncated[i]);
        }
        lg_batch_destroy(batch);
        free(memory);
    }
}
END_TEST

/* ---- stopped inside a rollout ---- */

static void configure_long(lg_game *game) {
    configure(game);
    game->longest = LONG;
}

static int32_t player_long(const lg_game *game, const void *state) {
    (void)game;
    return ((const count *)state)->decisions >= LONG ? -1 : (int32_t)(((const count *)state)->decisions % 2);
}

static int32_t legal_long(const lg_game *game, const void *state, uint64_t *mask) {
    mask[0] = player_long(game, state) < 0 ? 0 : 7;
    return mask[0] == 0 ? 0 : ACTIONS;
}

static lg_status apply_long(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)game;
    *(count *)after = (count){((const count *)before)->decisions + 1 + (uint64_t)(action == 2)};
    return LG_OK;
}

static lg_game make_long(lg_game_type *type) {
    lg_game game;
    hides = false;
    (void)broken(NONE, type);
    type->rules.configure = configure_long;
    type->rules.player = player_long;
    type->rules.legal = legal_long;
    type->rules.apply = apply_long;
    ck_assert_int_eq(lg_game_configure(type, "count", 5, &game, NULL), LG_OK);
    return game;
}

static bool counts_down(void *context) {
    return --*(int *)context == 0;
}

START_TEST(test_stopped_rollouts) {
    lg_game_type type;
    const lg_game game = make_long(&type);
    lg_rng rng = lg_rng_seed(1, 0), whole = rng;
    count state = {0}, end = {0};
    int64_t played = 0, all = 0;
    int left = 1, parts = 0;
    for (; player_long(&game, &state) >= 0; all += played, left = 1, parts++)
        ck_assert_int_eq(lg_rollout(&game, &state, INT64_MAX, &rng, &state, &played, counts_down, &left), LG_OK);
    ck_assert_int_eq(lg_rollout(&game, &end, INT64_MAX, &whole, &end, &played, NULL, NULL), LG_OK);
    ck_assert(all == played && state.decisions == end.decisions && parts > 10);
    float outcomes[2 * 9];
    int64_t lengths[9];
    left = 30; /* a game calls it about 18 times */
    ck_assert_int_eq(lg_rollouts(&game, 0, 9, &state, outcomes, lengths, counts_down, &left), LG_OK);
    ck_assert(lengths[0] > LONG / 2 && lengths[1] == -1 && lengths[8] == -1);
    left = INT32_MAX;
    ck_assert_int_eq(lg_rollouts(&game, 0, 9, &state, outcomes, lengths, counts_down, &left), LG_OK);
    ck_assert(lengths[8] > LONG / 2);
}
END_TEST

typedef struct parts {
    int64_t inside; /* calls inside a simulation */
    int64_t asked, before;
} parts;

static bool every_time(void *context, const lg_search *search) {
    parts *p = context;
    lg_search_statistics now;
    ck_assert_int_eq(lg_search_statistics_of(search, &now), LG_OK);
    p->inside += p->asked++ > 0 && now.simulations == p->before;
    p->before = now.simulations;
    return p->asked % 2 == 0;
}

/* Runs that are stopped anywhere grow the same tree as a run that is not. */
START_TEST(test_stopped_searches) {
    lg_game_type type;
    const lg_game game = make_long(&type);
    lg_search_config config = lg_search_default(12);
    config.policy = _i / 2;
    config.rollout = _i % 2;
    config.depth = 3;
    lg_search *search = make(&game, &config), *whole = make(&game, &config);
    lg_search_statistics found, wanted;
    parts p = {0, 0, 0};
    int runs = 0;
    do {
        ck_assert_int_eq(lg_search_run(search, every_time, &p), LG_OK);
        ck_assert_int_eq(lg_search_statistics_of(search, &found), LG_OK);
        ck_assert_int_lt(runs++, 1000);
    } while (found.simulations < 12);
    ck_assert_int_gt(p.inside, 50);
    int32_t going = 1;
    for (int some = 0; going > 0; some++) {
        ck_assert_int_eq(lg_search_run_some(&whole, 1, 1 + some % 3, &going), LG_OK);
        ck_assert_int_lt(some, 1000);
    }
    ck_assert_int_eq(lg_search_statistics_of(whole, &wanted), LG_OK);
    ck_assert_mem_eq(&found, &wanted, offsetof(lg_search_statistics, full) + 1); /* meaningless bytes follow it */
    ck_assert_mem_eq(found.values, wanted.values, sizeof found.values);
    lg_search *once = make(&game, &config);
    ck_assert_int_eq(lg_search_run(once, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_search_statistics_of(once, &wanted), LG_OK);
    ck_assert_mem_eq(&found, &wanted, offsetof(lg_search_statistics, full) + 1); /* meaningless bytes follow it */
    ck_assert_mem_eq(found.values, wanted.values, sizeof found.values);
    int64_t visits[ACTIONS], same[ACTIONS];
    ck_assert_int_eq(lg_search_root(search, &(lg_search_actions){.visits = visits}), LG_OK);
    ck_assert_int_eq(lg_search_root(once, &(lg_search_actions){.visits = same}), LG_OK);
    ck_assert_mem_eq(visits, same, sizeof visits);
    free(search);
    free(whole);
    free(once);
}
END_TEST

Suite *lg_test_promises(void) {
    Suite *suite = suite_create("promises");
    TCase *tests = tcase_create("promises");
    tcase_add_loop_test(tests, test_rollouts, 0, ALL);
    tcase_add_loop_test(tests, test_batch_search, 0, ALL);
    tcase_add_loop_test(tests, test_leaves_outside, 0, ALL);
    tcase_add_loop_test(tests, test_alphabeta, 0, ALL);
    tcase_add_loop_test(tests, test_bots, 0, ALL);
    tcase_add_loop_test(tests, test_batches, 0, ALL);
    tcase_add_test(tests, test_stopped_rollouts);
    tcase_add_loop_test(tests, test_stopped_searches, 0, 6);
    suite_add_tcase(suite, tests);
    return suite;
}
