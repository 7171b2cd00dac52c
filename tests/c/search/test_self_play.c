/* Self-play: whole games, the same for any number of threads and calls. */
#include "search/helpers.h"
#include "heaps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Arrays for many positions, and the self-play that fills them. */
typedef struct selfplay {
    lg_game game;
    void *shared, *memory;
    lg_search_config search;
    lg_self_play_config config;
    lg_self_play_positions rows;
    lg_self_play *play;
    lg_self_play_report report;
} selfplay;

enum { GAMES = 5 };

static const struct {
    const char *name;
    int32_t policy, net, drawn, longest; /* the decisions of its games are fewer */
} KINDS[GAMES] = {
    {"alquerque", LG_SEARCH_GUMBEL, 1, 8, 225},
    {"amazes(actions=walk,turns=8)", LG_SEARCH_UCT, 0, 4, 16},
    {"blockdrop(turns=9)", LG_SEARCH_PUCT, 1, 1000, 9},
    {"ontherun(cities=9,map=2007)", LG_SEARCH_UCT, 0, 4, 200},
    {"snakecore(size=8,players=3,rounds=12)", LG_SEARCH_PUCT, 0, 0, 36},
};

static void selfplay_of(selfplay *s, const lg_game *game, int32_t capacity) {
    memset(s, 0, sizeof *s);
    s->game = *game;
    s->search = lg_search_default(6);
    s->search.rollout = LG_BOT_GREEDY;
    s->search.cutoff = 2;
    s->config = lg_self_play_default(7);
    s->config.seed = UINT64_MAX - 3;
    const size_t rows = (size_t)capacity, actions = (size_t)game->actions, players = (size_t)game->players;
    s->rows = (lg_self_play_positions){
        .capacity = capacity, .states = lg_test_calloc(rows, game->state_size), .player = lg_test_calloc(rows, 4),
        .actions = lg_test_calloc(rows, 4), .policies = lg_test_calloc(rows, 4 * actions),
        .values = lg_test_calloc(rows, 4 * players), .outcomes = lg_test_calloc(rows, 4 * players),
        .numbers = lg_test_calloc(rows, 8), .decision = lg_test_calloc(rows, 4),
    };
}

static void selfplay_make(selfplay *s, int kind, int32_t capacity) {
    lg_game game;
    const char *const text = KINDS[kind].name;
    LG_REQUIRE(lg_game_make(text, strlen(text), &game, NULL) == LG_OK, "%s", text);
    void *const shared = lg_test_malloc(game.shared_size + 8);
    LG_REQUIRE(lg_game_prepare(&game, shared, game.shared_size) == LG_OK, "%s", text);
    selfplay_of(s, &game, capacity);
    s->shared = shared;
    s->search.policy = KINDS[kind].policy;
    s->search.net = KINDS[kind].net;
    s->search.noise = 0.25f;
    s->config.drawn = KINDS[kind].drawn;
    s->config.opening = 3;
    s->config.temperature = kind % 2 == 0 ? 1 : 0.5f;
}

/* In memory of exactly the required size. */
static void selfplay_begin(selfplay *s) {
    const size_t size = lg_self_play_size(&s->game, &s->search, &s->config);
    ck_assert_uint_gt(size, 0);
    lg_self_play_destroy(s->play);
    free(s->memory);
    s->memory = lg_test_malloc(size);
    memset(s->memory, SENTINEL, size);
    ck_assert_int_eq(lg_self_play_create(&s->game, &s->search, &s->config, &s->rows, s->memory, size, &s->play), LG_OK);
}

static void selfplay_free(selfplay *s) {
    lg_self_play_destroy(s->play);
    void *const all[] = {s->shared, s->memory, s->rows.states, s->rows.player, s->rows.actions, s->rows.policies,
                         s->rows.values, s->rows.outcomes, s->rows.numbers, s->rows.decision};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static uint64_t mix(uint64_t digest, const void *bytes, size_t size) {
    const uint64_t both[2] = {digest, lg_hash(bytes, size)};
    return lg_hash(both, sizeof both);
}

/* A hash of a row that was handed out. */
static uint64_t row_digest(const selfplay *s, size_t i, uint64_t digest) {
    const size_t state = s->game.state_size, actions = (size_t)s->game.actions, players = (size_t)s->game.players;
    digest = mix(digest, (const char *)s->rows.states + i * state, state);
    digest = mix(digest, s->rows.policies + i * actions, actions * 4);
    digest = mix(digest, s->rows.values + i * players, players * 4);
    digest = mix(digest, s->rows.outcomes + i * players, players * 4);
    const int64_t more[] = {s->rows.player[i], s->rows.actions[i], s->rows.numbers[i], s->rows.decision[i]};
    return mix(digest, more, sizeof more);
}

/* A hash of the games below `until`, in any number of calls, which *calls (may be NULL) receives. */
static uint64_t play_until(selfplay *s, int64_t until, int32_t least, lg_stop *stop, void *context, int64_t *calls) {
    uint64_t digest = 0;
    do {
        LG_REQUIRE(lg_self_play_run(s->play, least, stop, context, &s->report) == LG_OK, "run");
        for (int32_t i = 0; i < s->report.positions; i++)
            if (s->rows.numbers[i] < until) digest = row_digest(s, (size_t)i, digest);
        if (calls != NULL) ++*calls;
    } while (s->report.next < until);
    return digest;
}

enum { ROWS = 1500 };

START_TEST(test_threads_and_calls) {
    selfplay s;
    const int64_t until = LG_TESTS_SLOWER > 1 ? 8 : 16; /* of a third group */
    uint64_t digest[3] = {0};
    selfplay_make(&s, _i, ROWS);
    for (int32_t threads = 1; threads <= 3; threads++) {
        s.config.threads = threads;
        s.search.threads = threads; /* is ignored */
        selfplay_begin(&s);
        digest[threads - 1] = play_until(&s, until, threads == 2 ? 1 : ROWS, NULL, NULL, NULL);
    }
    ck_assert_uint_eq(digest[0], digest[1]);
    ck_assert_uint_eq(digest[0], digest[2]);
    s.config.seed++;
    selfplay_begin(&s);
    ck_assert_uint_ne(digest[0], play_until(&s, until, ROWS, NULL, NULL, NULL));
    selfplay_free(&s);
}
END_TEST

static bool third_time(void *context) {
    return ++*(int *)context % 3 == 0;
}

START_TEST(test_stop_loses_nothing) {
    selfplay s;
    int asked = 0;
    int64_t calls = 0;
    selfplay_make(&s, _i, ROWS);
    s.search.simulations = _i == 0 ? (LG_TESTS_SLOWER > 1 ? 25 : 100) : 600; /* for several looks at the stop */
    s.config.games = 3;
    selfplay_begin(&s);
    const uint64_t digest = play_until(&s, 3, 1, NULL, NULL, NULL);
    selfplay_begin(&s);
    ck_assert_uint_eq(digest, play_until(&s, 3, 1, third_time, &asked, &calls));
    ck_assert_int_gt(calls, 1);
    ck_assert(!s.report.stopped);
    asked = 2;
    ck_assert_int_eq(lg_self_play_run(s.play, ROWS, third_time, &asked, &s.report), LG_OK);
    ck_assert(s.report.stopped || s.report.positions > 0);
    selfplay_free(&s);
}
END_TEST

START_TEST(test_continues_elsewhere) {
    selfplay s;
    selfplay_make(&s, _i, ROWS);
    selfplay_begin(&s);
    (void)play_until(&s, 3, 1, NULL, NULL, NULL);
    const int64_t next = s.report.next;
    const uint64_t digest = play_until(&s, next + 8, ROWS, NULL, NULL, NULL);
    s.config.first = next;
    s.config.games = 2; /* another size of groups */
    selfplay_begin(&s);
    ck_assert_uint_eq(digest, play_until(&s, next + 8, ROWS, NULL, NULL, NULL));
    selfplay_free(&s);
}
END_TEST

/* A row follows from the row before by the rules, and from its search. */
static void check_row(const selfplay *s, size_t i, bool last) {
    const lg_game *game = &s->game;
    const size_t actions = (size_t)game->actions, players = (size_t)game->players;
    const char *const state = (const char *)s->rows.states + i * game->state_size;
    uint64_t mask[LG_MAX_MASK_WORDS];
    float sum = 0, outcome[LG_MAX_PLAYERS];
    LG_REQUIRE(lg_game_validate(game, state, game->state_size) == LG_OK, "state");
    LG_REQUIRE(s->rows.player[i] == lg_game_player(game, state), "player");
    LG_REQUIRE(lg_game_legal(game, state, mask) > 0, "over");
    LG_REQUIRE(walk_is_legal(mask, s->rows.actions[i]), "action");
    for (size_t a = 0; a < actions; a++) {
        const float share = s->rows.policies[i * actions + a];
        LG_REQUIRE(share >= 0 && (share <= 0 || walk_is_legal(mask, (int32_t)a)), "policy");
        sum += share;
    }
    LG_REQUIRE(sum > 0.999f && sum < 1.001f, "sum of policy %f", (double)sum);
    for (size_t p = 0; p < players; p++) LG_REQUIRE(fabsf(s->rows.values[i * players + p]) <= 1, "value");
    char *const after = lg_test_malloc(game->state_size);
    LG_REQUIRE(lg_game_apply(game, state, s->rows.actions[i], after) == LG_OK, "apply");
    if (last) {
        LG_REQUIRE(lg_game_player(game, after) < 0, "not over");
        LG_REQUIRE(lg_game_outcome(game, after, outcome) == LG_OK, "outcome");
        for (size_t j = i + 1; j-- > 0 && s->rows.numbers[j] == s->rows.numbers[i];)
            LG_REQUIRE(memcmp(s->rows.outcomes + j * players, outcome, players * 4) == 0, "another outcome");
    } else {
        LG_REQUIRE(memcmp(after, state + game->state_size, game->state_size) == 0, "next state");
        LG_REQUIRE(s->rows.decision[i + 1] == s->rows.decision[i] + 1, "decision");
    }
    free(after);
}

START_TEST(test_positions) {
    selfplay s;
    int openings[4] = {0}, longest = 0;
    selfplay_make(&s, _i, 2000);
    s.config.games = LG_TESTS_SLOWER > 1 ? 4 : 16;
    selfplay_begin(&s);
    ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
    ck_assert_int_ge(s.report.positions, 1);
    int64_t number = -1, lengths = 0;
    for (int32_t i = 0; i < s.report.positions; i++) {
        if (s.rows.numbers[i] != number) {
            ck_assert_int_eq(s.rows.numbers[i], ++number);
            ck_assert_int_le(s.rows.decision[i], 3);
            openings[s.rows.decision[i]]++;
        }
        const bool last = i + 1 == s.report.positions || s.rows.numbers[i + 1] != number;
        check_row(&s, (size_t)i, last);
        longest = s.rows.decision[i] > longest ? s.rows.decision[i] : longest;
        lengths++;
    }
    ck_assert_int_eq(s.report.games, number + 1);
    ck_assert_int_eq(s.report.next, number + 1);
    ck_assert_int_eq(s.report.decisions, lengths);
    ck_assert_int_gt(s.report.simulations, lengths);
    ck_assert_int_lt(longest, KINDS[_i].longest);
    if (LG_TESTS_SLOWER == 1) for (int i = 0; i < 4; i++) ck_assert_int_gt(openings[i], 0);
    selfplay_free(&s);
}
END_TEST

/* Any array may be missing: nothing else changes. */
START_TEST(test_missing_arrays) {
    selfplay s;
    selfplay_make(&s, 4, ROWS);
    selfplay_begin(&s);
    (void)play_until(&s, 7, 1, NULL, NULL, NULL);
    const lg_self_play_report report = s.report;
    const lg_self_play_positions all = s.rows;
    s.rows = (lg_self_play_positions){.capacity = ROWS};
    selfplay_begin(&s);
    ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
    ck_assert_int_eq(report.positions, s.report.positions);
    ck_assert_int_eq(report.simulations, s.report.simulations);
    s.rows = all;
    selfplay_free(&s);
}
END_TEST

START_TEST(test_resignation) {
    selfplay s;
    selfplay_make(&s, 0, ROWS);
    s.search.solver = 0;
    s.config.games = 20;
    s.config.resign = 1; /* a player not certain to win resigns immediately */
    s.config.played_on = 0;
    selfplay_begin(&s);
    ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
    ck_assert_int_eq(s.report.positions, 20);
    ck_assert_int_eq(s.report.resigned, 20);
    ck_assert_int_eq(s.report.played_on, 0);
    for (int i = 0; i < 20; i++)
        for (int p = 0; p < 2; p++) {
            const float wanted = p == s.rows.player[i] ? -1 : 1;
            ck_assert(s.rows.outcomes[2 * i + p] >= wanted && s.rows.outcomes[2 * i + p] <= wanted);
        }
    s.config.played_on = 1;
    selfplay_begin(&s);
    ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
    ck_assert_int_eq(s.report.resigned, 0);
    int wrong = 0, games = 0;
    for (int32_t i = 0; i < s.report.positions; i++)
        if (i == 0 || s.rows.numbers[i] != s.rows.numbers[i - 1]) {
            games++;
            wrong += s.rows.outcomes[2 * i + s.rows.player[i]] > -1;
        }
    ck_assert_int_eq(s.report.played_on, games);
    ck_assert_int_eq(s.report.mistaken, wrong);
    ck_assert_int_gt(wrong, 0);
    s.config.played_on = 0.5f;
    s.config.games = 200;
    s.search.simulations = 1;
    s.rows.capacity = ROWS;
    selfplay_begin(&s);
    int64_t resigned = 0, on = 0;
    while (s.report.next < 200) {
        ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
        resigned += s.report.resigned;
        on += s.report.played_on;
    }
    ck_assert_int_eq(resigned + on, 200);
    ck_assert(resigned > 70 && resigned < 130);
    selfplay_free(&s);
}
END_TEST

/* Of longer games some positions are kept, all equally likely; the remaining ones are the same as if all were kept. */
START_TEST(test_positions_that_are_kept) {
    selfplay s;
    enum { KEPT = 2, LENGTH = 5, NUMBER = 300 };
    int count[LENGTH] = {0};
    selfplay_make(&s, 2, NUMBER * LENGTH);
    ck_assert_int_eq(lg_game_make("blockdrop(turns=5)", 18, &s.game, NULL), LG_OK); /* too short for losing */
    s.search.net = 0;
    s.search.simulations = 1;
    s.config.opening = s.config.drawn = 0;
    s.config.games = NUMBER;
    selfplay_begin(&s);
    ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
    ck_assert_int_eq(s.report.positions, NUMBER * LENGTH);
    uint64_t *const digest = lg_test_malloc(NUMBER * LENGTH * sizeof *digest);
    for (size_t i = 0; i < NUMBER * LENGTH; i++) digest[i] = row_digest(&s, i, 0);
    s.config.positions = KEPT;
    selfplay_begin(&s);
    ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
    ck_assert_int_eq(s.report.positions, NUMBER * KEPT);
    ck_assert_int_eq(s.report.decisions, NUMBER * LENGTH);
    for (int i = 0; i < NUMBER * KEPT; i++) {
        const int32_t decision = s.rows.decision[i];
        count[decision]++;
        ck_assert_uint_eq(row_digest(&s, (size_t)i, 0), digest[s.rows.numbers[i] * LENGTH + decision]);
        for (int j = i - 1; j >= 0 && s.rows.numbers[j] == s.rows.numbers[i]; j--)
            ck_assert_int_ne(s.rows.decision[j], decision);
    }
    for (int i = 0; i < LENGTH; i++) ck_assert(count[i] > 77 && count[i] < 163); /* 120, with 5 deviations of 8.5 */
    free(digest);
    selfplay_free(&s);
}
END_TEST

/* Draws: at a low temperature mostly the most likely action, at a high one any with a share, otherwise in proportion to
 * the shares. */
START_TEST(test_temperature) {
    selfplay s;
    int chosen[3] = {0};
    double expected = 0, uniform = 0;
    for (int run = 0; run < 3; run++) {
        selfplay_make(&s, 0, 4000);
        s.search.simulations = 40;
        s.search.net = 0;
        s.search.policy = LG_SEARCH_PUCT;
        s.search.solver = 0;
        s.config.drawn = 1;
        s.config.opening = 0;
        s.config.games = 1000;
        s.config.positions = 1;
        s.config.resign = 1; /* after the first decision */
        s.config.played_on = 0;
        s.config.temperature = run == 0 ? 0.05f : run == 1 ? 1 : 100;
        selfplay_begin(&s);
        ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
        ck_assert_int_eq(s.report.positions, 1000);
        for (int i = 0; i < 1000; i++) {
            const float *const policy = s.rows.policies + i * s.game.actions;
            float most = 0;
            int shares = 0;
            for (int32_t a = 0; a < s.game.actions; a++) most = policy[a] > most ? policy[a] : most;
            for (int32_t a = 0; a < s.game.actions; a++) shares += policy[a] > 0;
            int tops = 0;
            for (int32_t a = 0; a < s.game.actions; a++) tops += policy[a] >= most;
            LG_REQUIRE(policy[s.rows.actions[i]] > 0, "no share");
            chosen[run] += policy[s.rows.actions[i]] >= most;
            if (run == 1) expected += (double)most * tops;
            if (run == 2) uniform += (double)tops / shares;
        }
        selfplay_free(&s);
    }
    ck_assert_int_gt(chosen[0], 950);
    ck_assert(fabs(chosen[1] - expected) < 5 * sqrt(1000) / 2);
    ck_assert(fabs(chosen[2] - uniform) < 5 * sqrt(1000) / 2 + 30); /* 100 is not infinite */
    ck_assert(expected < 900 && uniform < expected - 100);
}
END_TEST

/* A proven root has one best action, and its value is the result. */
START_TEST(test_proven_roots) {
    lg_game game;
    selfplay s;
    ck_assert_int_eq(lg_game_configure(&OPEN_HEAPS, OPEN_HEAPS.name, strlen(OPEN_HEAPS.name), &game, NULL), LG_OK);
    void *const shared = lg_test_malloc(game.shared_size + 8);
    ck_assert_int_eq(lg_game_prepare(&game, shared, game.shared_size), LG_OK);
    selfplay_of(&s, &game, 1000);
    s.shared = shared;
    s.search.simulations = 4000;
    selfplay_begin(&s);
    ck_assert_int_eq(lg_self_play_run(s.play, 1, NULL, NULL, &s.report), LG_OK);
    int proven = 0;
    for (int i = 0; i < s.report.positions; i++) {
        const float value = s.rows.values[2 * i];
        if (fabsf(value) < 1) continue;
        proven++;
        LG_REQUIRE(s.rows.policies[i * game.actions + s.rows.actions[i]] >= 1, "not one best action");
        LG_REQUIRE(s.rows.outcomes[2 * i] * value >= 1, "another result");
    }
    ck_assert_int_gt(proven, s.report.positions / 2);
    selfplay_free(&s);
}
END_TEST

START_TEST(test_arguments) {
    selfplay s;
    lg_self_play *play = NULL;
    selfplay_make(&s, 0, ROWS);
    const lg_self_play_config good = s.config;
    const lg_search_config search = s.search;
    const size_t size = lg_self_play_size(&s.game, &s.search, &s.config);
    ck_assert_uint_gt(size, 0);
#define REFUSES(member, value) \
    do { \
        s.config = good; \
        s.config.member = value; \
        ck_assert_uint_eq(lg_self_play_size(&s.game, &s.search, &s.config), 0); \
    } while (0)
    REFUSES(games, 0);
    REFUSES(games, LG_SELF_PLAY_MAX_GAMES + 1);
    REFUSES(threads, 0);
    REFUSES(threads, LG_MAX_THREADS + 1);
    REFUSES(opening, -1);
    REFUSES(drawn, -1);
    REFUSES(positions, 0);
    REFUSES(positions, LG_SELF_PLAY_MAX_POSITIONS + 1);
    REFUSES(temperature, 0.04f);
    REFUSES(temperature, 101);
    REFUSES(resign, -1.5f);
    REFUSES(resign, 1.5f);
    REFUSES(played_on, -0.5f);
    REFUSES(played_on, 1.5f);
    REFUSES(first, -1);
    REFUSES(first, INT64_MAX);
    REFUSES(temperature, NAN);
    REFUSES(resign, NAN);
    REFUSES(played_on, NAN);
    REFUSES(from_default, 0);
    s.config = good;
    ck_assert_uint_eq(lg_self_play_size(NULL, &search, &good), 0);
    ck_assert_uint_eq(lg_self_play_size(&s.game, NULL, &good), 0);
    ck_assert_uint_eq(lg_self_play_size(&s.game, &search, NULL), 0);
    s.search.nodes = 0;
    ck_assert_uint_eq(lg_self_play_size(&s.game, &s.search, &good), 0);
    s.search = search;
    s.search.nodes = LG_SEARCH_MAX_NODES;
    s.config.games = LG_SELF_PLAY_MAX_GAMES;
    ck_assert_uint_eq(lg_self_play_size(&s.game, &s.search, &s.config) & 7, 0);
    s.search = search;
    s.config = good;
    char *const memory = lg_test_malloc(size + 8);
    memset(memory, SENTINEL, size + 8);
    lg_self_play_positions few = s.rows;
    few.capacity = 100; /* a game may have more */
    ck_assert_int_eq(lg_self_play_create(&s.game, &search, &good, &few, memory, size, &play), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_create(&s.game, &search, &good, NULL, memory, size, &play), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_create(&s.game, &search, &good, &s.rows, NULL, size, &play), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_create(&s.game, &search, &good, &s.rows, memory + 1, size, &play), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_create(&s.game, &search, &good, &s.rows, memory, size - 1, &play), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_create(&s.game, &search, &good, &s.rows, memory, size, NULL), LG_E_ARGUMENT);
    ck_assert_ptr_null(play);
    ck_assert_int_eq((uint8_t)memory[0], SENTINEL);
    ck_assert_int_eq(lg_self_play_create(&s.game, &search, &good, &s.rows, memory, size, &play), LG_OK);
    const lg_self_play_report before = s.report;
    ck_assert_int_eq(lg_self_play_run(NULL, 1, NULL, NULL, &s.report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_run(play, 0, NULL, NULL, &s.report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_run(play, ROWS + 1, NULL, NULL, &s.report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_self_play_run(play, 1, NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_mem_eq(&before, &s.report, sizeof before);
    lg_self_play_destroy(play);
    lg_self_play_destroy(NULL);
    free(memory);
    selfplay_free(&s);
}
END_TEST

/* With three players no one can resign; a game gets the shared object that it needs. */
START_TEST(test_impossible_options_of_games) {
    selfplay s;
    selfplay_make(&s, 4, ROWS);
    s.config.resign = -0.9f;
    ck_assert_uint_eq(lg_self_play_size(&s.game, &s.search, &s.config), 0);
    selfplay_free(&s);
    selfplay_make(&s, 3, ROWS);
    const size_t size = lg_self_play_size(&s.game, &s.search, &s.config);
    void *const memory = lg_test_malloc(size);
    s.game.shared = NULL;
    ck_assert_int_eq(lg_self_play_create(&s.game, &s.search, &s.config, &s.rows, memory, size, &s.play), LG_E_ARGUMENT);
    free(memory);
    selfplay_free(&s);
}
END_TEST

/* ---- games that violate their contract ---- */

static lg_status breaks_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    const heaps *state = before;
    if (state->turn >= 3) return LG_E_ILLEGAL;
    return HEAPS.rules.apply(game, before, action, after);
}

static int32_t has_no_end(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game, (void)state;
    mask[0] = 1;
    return 1;
}

static lg_status goes_nowhere(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)action;
    memmove(after, before, game->state_size);
    return LG_OK;
}

static int32_t is_over(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return -1;
}

/* Half of the games. */
static void is_over_in_some(const lg_game *game, uint64_t seed, void *state) {
    HEAPS.rules.new_game(game, seed, state);
    if (seed % 2 == 0) ((heaps *)state)->forfeit = 1;
}

START_TEST(test_broken_games) {
    lg_tests_variant variant;
    lg_game game;
    selfplay s;
    lg_tests_vary(&variant, &HEAPS);
    variant.players.greedy = NULL;
    variant.speed = (lg_game_speed){0};
    if (_i == 0) variant.type.rules.apply = breaks_apply;
    if (_i == 1) variant.type.rules.legal = has_no_end, variant.type.rules.apply = goes_nowhere;
    if (_i == 2) variant.type.rules.player = is_over;
    if (_i == 3) variant.type.rules.new_game = is_over_in_some;
    ck_assert_int_eq(lg_game_configure(&variant.type, HEAPS.name, strlen(HEAPS.name), &game, NULL), LG_OK);
    void *const shared = lg_test_malloc(game.shared_size + 8);
    ck_assert_int_eq(lg_game_prepare(&game, shared, game.shared_size), LG_OK);
    selfplay_of(&s, &game, 4000);
    s.shared = shared;
    s.search.cutoff = 1;
    s.config.threads = 2;
    s.config.opening = 2;
    selfplay_begin(&s);
    int broken = 0, sound = 0;
    for (int64_t next = 0; next < 20; next = s.report.next) {
        const lg_status status = lg_self_play_run(s.play, 4000, NULL, NULL, &s.report);
        ck_assert(status == LG_OK || status == LG_E_BROKEN);
        ck_assert_int_eq(s.report.positions > 0, status == LG_OK);
        ck_assert_int_gt(s.report.next, next);
        if (status == LG_E_BROKEN) ck_assert_int_eq(s.report.next, next + 1);
        broken += status == LG_E_BROKEN;
        sound += (int)s.report.games;
    }
    ck_assert_int_gt(broken, 0);
    ck_assert_int_eq(sound > 0, _i == 3);
    selfplay_free(&s);
}
END_TEST

Suite *lg_test_self_play(void) {
    Suite *suite = suite_create("self_play");
    TCase *tests = tcase_create("self-play");
    tcase_set_timeout(tests, 120);
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, test_threads_and_calls, LG_TESTS_THREADS_ALONE == 1 ? 2 : 0, GAMES); /* TSan is slow: short games */
    if (LG_TESTS_THREADS_ALONE == 1) return suite;
    tcase_add_loop_test(tests, test_stop_loses_nothing, 0, GAMES);
    tcase_add_loop_test(tests, test_continues_elsewhere, 0, GAMES);
    tcase_add_loop_test(tests, test_positions, 0, GAMES);
    tcase_add_test(tests, test_missing_arrays);
    tcase_add_test(tests, test_resignation);
    tcase_add_test(tests, test_positions_that_are_kept);
    tcase_add_test(tests, test_temperature);
    tcase_add_test(tests, test_proven_roots);
    tcase_add_test(tests, test_arguments);
    tcase_add_test(tests, test_impossible_options_of_games);
    tcase_add_loop_test(tests, test_broken_games, 0, 4);
    return suite;
}
