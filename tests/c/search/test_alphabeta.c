/* Alpha-beta: exact values of small games, the same results everywhere, and misuse. */
#include "../alquerque/positions.h"
#include "rows.h"

#include <math.h>
#include <stdlib.h>

/* A search with exactly the memory that it requests. */
static lg_alphabeta *make(const lg_game *game, lg_alphabeta_config config) {
    lg_alphabeta *search = NULL;
    const size_t size = lg_alphabeta_size(game, &config);
    void *memory = malloc(size);
    LG_REQUIRE(size > 0 && memory != NULL, "no search of %zu bytes", size);
    LG_REQUIRE(lg_alphabeta_create(game, &config, memory, size, &search) == LG_OK, "no search is made");
    return search; /* at the beginning of its memory */
}

static lg_alphabeta *make_with_table(const lg_game *game, int64_t table) {
    lg_alphabeta_config config = lg_alphabeta_default();
    config.table = table;
    return make(game, config);
}

static bool stop_at_once(void *context, const lg_alphabeta_result *result) {
    (void)context;
    return result->nodes == 0;
}

/* To a depth of 0: the estimate of the root, with which every search begins. */
static lg_alphabeta_result run(lg_alphabeta *search, const void *state, int32_t depth) {
    lg_alphabeta_result result;
    const lg_alphabeta_limits limits = {depth, 0, depth == 0 ? stop_at_once : NULL, NULL};
    LG_REQUIRE(lg_alphabeta_run(search, state, &limits, &result) == LG_OK, "the search fails");
    return result;
}

static lg_game alquerque(void) {
    lg_game game;
    LG_REQUIRE(lg_game_make("alquerque", 9, &game, NULL) == LG_OK, "no Alquerque");
    return game;
}

/* ---- every position of small games ---- */

enum { SLOTS = 1 << 20 };

/* An exhaustive solver's result for a position. */
typedef struct solved {
    rows_state state;
    bool used;
    int8_t value, end; /* for the player to move; decisions to the win or loss, 0 for a draw */
} solved;

static solved *slot_of(solved *table, const rows_state *state) {
    size_t i = lg_hash(state, sizeof *state) % SLOTS;
    while (table[i].used && memcmp(&table[i].state, state, sizeof *state) != 0) i = (i + 1) % SLOTS;
    return &table[i];
}

/* Whether the first of two results is the better one: sooner wins, later losses. */
static bool better(int value, int end, int than, int than_end) {
    return value != than ? value > than : value > 0 ? end < than_end : value < 0 && end > than_end;
}

static solved solve(const lg_game *game, solved *table, const rows_state *state) {
    const int32_t player = lg_game_player(game, state);
    solved *slot = slot_of(table, state);
    if (slot->used) return *slot;
    solved best = {*state, true, -2, 0};
    for (int32_t action = 0; action < game->actions; action++) {
        rows_state after;
        float outcome[2];
        if (lg_game_apply(game, state, action, &after) != LG_OK) continue;
        const int32_t next = lg_game_player(game, &after);
        int value, end = 1;
        if (next < 0) {
            LG_REQUIRE(lg_game_outcome(game, &after, outcome) == LG_OK, "no outcome");
            value = (int)outcome[player];
        } else {
            const solved rest = solve(game, table, &after);
            value = next == player ? rest.value : -rest.value;
            end = rest.end + 1;
        }
        if (value == 0) end = 0;
        if (best.value == -2 || better(value, end, best.value, best.end)) best.value = (int8_t)value, best.end = (int8_t)end;
    }
    slot = slot_of(table, state);
    return *slot = best;
}

/* Compares a part of the positions, all with LIBGAMES_TESTS_TIMES; the search starts `fresh` each time or keeps its
 * table. */
static int compare_all(const char *configuration, int64_t table_size, bool fresh) {
    const lg_game game = rows_make(configuration);
    solved *table = calloc(SLOTS, sizeof *table);
    lg_alphabeta *search = make_with_table(&game, table_size);
    rows_state start;
    int positions = 0;
    LG_REQUIRE(lg_game_new(&game, 0, &start) == LG_OK, "no start");
    (void)solve(&game, table, &start);
    for (size_t i = 0; i < SLOTS; i++) {
        if (!table[i].used || i % (size_t)lg_tests_part() != 0) continue;
        if (fresh) (void)lg_alphabeta_clear(search);
        const lg_alphabeta_result result = run(search, &table[i].state, 25);
        LG_REQUIRE(result.proven == 1, "%s: stones %x, %x: not proven", configuration, table[i].state.stones[0],
                   table[i].state.stones[1]);
        LG_REQUIRE(result.value == (float)table[i].value, "%s: stones %x, %x: %g, not %d", configuration,
                   table[i].state.stones[0], table[i].state.stones[1], (double)result.value, table[i].value);
        LG_REQUIRE(table_size != 0 || result.end == table[i].end, "%s: stones %x, %x: end in %d, not %d", configuration,
                   table[i].state.stones[0], table[i].state.stones[1], result.end, table[i].end);
        rows_state after;
        LG_REQUIRE(lg_game_apply(&game, &table[i].state, result.action, &after) == LG_OK, "an illegal action");
        positions++;
    }
    free(search);
    free(table);
    return positions;
}

START_TEST(test_noughts_and_crosses) {
    enum { POSITIONS = 4520 }; /* in which the game is not over */
    const int with_room = compare_all("rows", 1 << 16, true), in_little = compare_all("rows", 64, false);
    ck_assert_int_eq(with_room, in_little);
    ck_assert(lg_tests_part() == 1 ? with_room == POSITIONS : with_room > POSITIONS / lg_tests_part() - 100);
}
END_TEST

START_TEST(test_shortest_wins_without_a_table) {
    ck_assert_int_gt(compare_all("rows", 0, true), 4520 / lg_tests_part() - 100);
    ck_assert_int_gt(compare_all("rows(width=4,length=3,drop=1)", 0, true), 1000 / lg_tests_part());
}
END_TEST

START_TEST(test_connect_four_on_small_boards) {
    ck_assert_int_gt(compare_all("rows(width=4,height=4,length=4,drop=1)", 1 << 20, false), 100000 / lg_tests_part());
    ck_assert_int_gt(compare_all("rows(width=4,height=4,length=3,drop=1)", 1 << 12, false), 10000 / lg_tests_part());
}
END_TEST

START_TEST(test_two_decisions_a_move) {
    ck_assert_int_gt(compare_all("rows(twice=1)", 1 << 16, true), 1000 / lg_tests_part());
    ck_assert_int_gt(compare_all("rows(width=4,height=3,length=4,drop=1,twice=1)", 1 << 12, false), 1000 / lg_tests_part());
}
END_TEST

/* ---- against plain minimax ---- */

/* The value of `state` for `player`, as defined in the header, with nothing left out. */
static double minimax(const lg_game *game, const lg_alquerque *state, int depth, int32_t player) {
    uint64_t mask[LG_MASK_WORDS(LG_ALQUERQUE_ACTIONS)];
    const int32_t mover = lg_game_player(game, state);
    const bool middle = lg_game_in_move(game, state);
    double best = -2;
    float value;
    bool quiet;
    LG_REQUIRE(lg_game_evaluate(game, state, player, &value, &quiet) == LG_OK, "no evaluation");
    if (mover < 0 || (depth <= 0 && !middle && quiet)) return (double)value;
    LG_REQUIRE(lg_game_legal(game, state, mask) > 0, "no legal action");
    for (int32_t action = 0; action < game->actions; action++) {
        lg_alquerque after;
        if ((mask[action / 64] >> action % 64 & 1) == 0) continue;
        LG_REQUIRE(lg_game_apply(game, state, action, &after) == LG_OK, "a legal action is refused");
        const int left = lg_game_in_move(game, &after) ? depth : depth - 1;
        const double next = minimax(game, &after, left, mover);
        if (next > best) best = next;
    }
    return mover == player ? best : -best;
}

/* A position after random decisions. */
static lg_alquerque somewhere(const lg_game *game, lg_rng *rng, int decisions) {
    lg_alquerque state;
    for (;;) {
        lg_alquerque_start(&state);
        LG_REQUIRE(lg_rollout(game, &state, decisions, rng, &state, NULL, NULL, NULL) == LG_OK, "no rollout");
        if (lg_game_player(game, &state) >= 0) return state;
    }
}

START_TEST(test_minimax) {
    const lg_game game = alquerque();
    lg_rng rng = lg_rng_seed(7, 0);
    lg_alphabeta *search = make_with_table(&game, 0);
    for (int i = 0; i < 300 / lg_tests_part(); i++) {
        lg_alquerque state = somewhere(&game, &rng, (int)lg_rng_below(&rng, 120));
        if (i % 3 == 0 && state.jumper == LG_ALQUERQUE_NO_POINT) state.ply = (uint16_t)(199 - i % 4); /* the limit is near */
        if (lg_game_player(&game, &state) < 0) continue;
        const int depth = 1 + i % 3;
        const double expected = minimax(&game, &state, depth, state.to_move);
        const lg_alphabeta_result result = run(search, &state, depth);
        LG_REQUIRE(fabs(expected - (double)result.value) < 1e-6, "position %d, depth %d: %.7f, not %.7f", i, depth,
                   (double)result.value, expected);
        LG_REQUIRE(result.proven == 1 || result.depth == depth, "position %d: depth %d", i, result.depth);
    }
    free(search);
}
END_TEST

/* The noise: a value for each position, up to the largest one, the same for the same seed, the other's loss, and never
 * as good as a win. */
START_TEST(test_noise) {
    const lg_game game = alquerque();
    lg_alphabeta_config config = lg_alphabeta_default();
    lg_alphabeta *plain = make(&game, config);
    int changed = 0;
    float least = 1, most = -1;
    config.noise = 0.03f;
    for (uint64_t seed = 0; seed < 3; seed++) {
        config.seed = seed;
        lg_rng rng = lg_rng_seed(7, 1);
        lg_alphabeta *noisy = make(&game, config), *same = make(&game, config);
        for (int i = 0; i < 50; i++) {
            const lg_alquerque state = somewhere(&game, &rng, (int)lg_rng_below(&rng, 60));
            const float value = run(plain, &state, 0).value, other = run(noisy, &state, 0).value;
            const float off = other - value;
            ck_assert(off >= -0.0301f && off <= 0.0301f && other > -1 && other < 1);
            if (off < least) least = off;
            if (off > most) most = off;
            changed += value < other || value > other;
            ck_assert_float_eq(run(same, &state, 0).value, other);
            lg_alphabeta_result one = run(noisy, &state, 3), two = run(same, &state, 3);
            ck_assert_mem_eq(&one, &two, sizeof one);
        }
        free(noisy);
        free(same);
    }
    ck_assert_int_ge(changed, 3 * 48);
    ck_assert(least < -0.025f && most > 0.025f);
    free(plain);
}
END_TEST

/* The least noise there is, a 2^20th, makes an estimate larger or smaller by it, or leaves it as it is. */
START_TEST(test_the_least_noise) {
    const lg_game game = alquerque();
    const float least = 1.0f / (1 << 20);
    lg_alphabeta *plain = make(&game, lg_alphabeta_default());
    lg_alphabeta *noisy = make(&game, (lg_alphabeta_config){0, 64, 64, 9, least});
    lg_rng rng = lg_rng_seed(7, 3);
    int lower = 0, same = 0, higher = 0;
    for (int i = 0; i < 60; i++) {
        const lg_alquerque state = somewhere(&game, &rng, (int)lg_rng_below(&rng, 60));
        const float off = (run(noisy, &state, 0).value - run(plain, &state, 0).value) / least;
        const bool one = (off >= -1 && off <= -1) || (off >= 1 && off <= 1);
        ck_assert_msg(one || (off >= 0 && off <= 0), "position %d: off by %g", i, (double)off);
        lower += off < 0, higher += off > 0, same += off >= 0 && off <= 0;
    }
    ck_assert_msg(lower > 5 && same > 5 && higher > 5, "%d lower, %d the same, %d higher", lower, same, higher);
    free(plain);
    free(noisy);
}
END_TEST

/* One player's gain by the noise is the other's loss: one move deep, where all answers are quiet, the value is the best
 * of their estimates. */
START_TEST(test_noise_is_in_the_tree) {
    const lg_game game = alquerque();
    lg_alphabeta *search = make(&game, (lg_alphabeta_config){0, 64, 64, 9, 0.2f});
    lg_rng rng = lg_rng_seed(7, 2);
    int compared = 0;
    for (int i = 0; i < 800; i++) {
        const lg_alquerque state = somewhere(&game, &rng, (int)lg_rng_below(&rng, 80));
        uint64_t mask[LG_MASK_WORDS(LG_ALQUERQUE_ACTIONS)];
        float best = -2, value;
        bool quiet = lg_game_legal(&game, &state, mask) > 1;
        for (int32_t action = 0; action < game.actions && quiet; action++) {
            lg_alquerque after;
            if ((mask[action / 64] >> action % 64 & 1) == 0) continue;
            ck_assert_int_eq(lg_game_apply(&game, &state, action, &after), LG_OK);
            ck_assert_int_eq(lg_game_evaluate(&game, &after, 0, &value, &quiet), LG_OK);
            quiet = quiet && lg_game_player(&game, &after) >= 0 && !lg_game_in_move(&game, &after);
            if (quiet && -run(search, &after, 0).value > best) best = -run(search, &after, 0).value;
        }
        if (!quiet) continue;
        ck_assert_float_eq(run(search, &state, 1).value, best);
        compared++;
    }
    ck_assert_int_gt(compared, 20);
    free(search);
}
END_TEST

/* Equal keys, equal games to come: the last moves count only where a step could be taken back. */
START_TEST(test_position_keys) {
    const lg_game game = alquerque();
    static const struct {
        const char *a, *b;
        bool equal;
    } PAIRS[] = {
        {"7/7/4b2/7/2w4/7/7 w 10 - - -", "7/7/4b2/7/2w4/7/7 w 10 a1-a2 - -", true},       /* that piece is gone */
        {"7/7/4b2/7/2w4/7/7 w 10 - - -", "7/7/4b2/7/2w4/7/7 w 10 c1*c3 - -", true},       /* a jump */
        {"7/7/4b2/7/2w4/7/7 w 10 - - -", "7/7/4b2/7/2w4/7/7 w 10 c2-c3 - -", false},      /* a step */
        {"7/7/4b2/7/2w4/7/7 w 10 c2-c3 - -", "7/7/4b2/7/2w4/7/7 w 10 b2-c3 - -", false},  /* another one */
        {"7/7/4b2/7/2w4/7/7 w 10 - - -", "7/7/4b2/7/2w4/7/7 w 10 - e6-e5 -", false},      /* the other side's */
        {"7/7/4b2/7/2w4/7/7 w 10 - - -", "7/7/4b2/7/2w4/7/7 w 12 - - -", false},          /* nearer to the limit */
        {"7/7/4b2/7/2w4/7/7 w 10 - - -", "7/7/4b2/7/2w4/7/7 b 10 - - -", false},
        {"7/7/4b2/7/2w4/7/7 w 10 - - -", "7/7/4w2/7/2b4/7/7 w 10 - - -", false},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++) {
        const lg_alquerque a = position_of(PAIRS[i].a), b = position_of(PAIRS[i].b);
        ck_assert_msg((lg_game_position_key(&game, &a) == lg_game_position_key(&game, &b)) == PAIRS[i].equal, "%s, %s",
                      PAIRS[i].a, PAIRS[i].b);
    }
    const lg_game rows = rows_make("rows");
    const rows_state state = {{1, 2}};
    ck_assert_uint_eq(lg_game_position_key(&rows, &state), lg_game_hash(&rows, &state));
}
END_TEST

/* ---- results of a run ---- */

START_TEST(test_the_principal_variation) {
    const lg_game game = alquerque();
    lg_rng rng = lg_rng_seed(11, 0);
    lg_alphabeta *search = make_with_table(&game, 1 << 16);
    for (int i = 0; i < 50; i++) {
        lg_alquerque state = somewhere(&game, &rng, (int)lg_rng_below(&rng, 100));
        const lg_alphabeta_result result = run(search, &state, 4);
        ck_assert_int_ge(result.pv_length, 1);
        ck_assert_int_eq(result.pv[0], result.action);
        ck_assert_int_ge(result.deepest, result.pv_length);
        for (int j = 0; j < LG_ALPHABETA_PV; j++) {
            if (j >= result.pv_length) ck_assert_int_eq(result.pv[j], 0);
            else LG_REQUIRE(lg_game_apply(&game, &state, result.pv[j], &state) == LG_OK, "an illegal variation");
        }
    }
    free(search);
}
END_TEST

/* The same on every machine. */
START_TEST(test_golden) {
    static const struct {
        const char *position;
        int32_t depth, action;
        int64_t nodes;
        double value;
    } GOLDEN[] = {
        {"bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -", 9, 206, 21101, 0.0146484375},
        {"1bbbbb1/b1b1b1b/1b1bb2/b1b1w1w/2w1ww1/w1ww1w1/1www1ww w 30 - - -", 5, 128, 7394, 0.513427734375},
        {"2b4/7/4b2/4wb1/6w/7/7 b 47 f5-e5 g5-f4 -", 7, 214, 9360, 0.509765625},
        {"2b4/7/4b2/4wb1/6w/7/7 b 195 f5-e5 g5-f4 -", 12, 214, 735, 0.16666698455810547},
    };
    const lg_game game = alquerque();
    lg_alphabeta *search = make_with_table(&game, 1 << 18);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof GOLDEN / sizeof GOLDEN[0]; i++) {
            const lg_alquerque state = position_of(GOLDEN[i].position);
            ck_assert_int_eq(lg_alphabeta_clear(search), LG_OK);
            const lg_alphabeta_result result = run(search, &state, GOLDEN[i].depth);
            ck_assert_msg(result.action == GOLDEN[i].action && result.nodes == GOLDEN[i].nodes &&
                              (double)result.value == GOLDEN[i].value,
                          "{\"%s\", %d, %d, %lld, %.17g},", GOLDEN[i].position, GOLDEN[i].depth, result.action,
                          (long long)result.nodes, (double)result.value);
        }
    free(search);
}
END_TEST

/* ---- budgets and misuse ---- */

START_TEST(test_budgets) {
    const lg_game game = alquerque();
    lg_alphabeta *search = make_with_table(&game, 1 << 12);
    const lg_alquerque state = position_of(START_TEXT);
    for (int64_t nodes = 1; nodes < 3000; nodes = nodes * 2 + 1) {
        lg_alphabeta_result result;
        const lg_alphabeta_limits limits = {20, nodes, NULL, NULL};
        uint64_t mask[LG_MASK_WORDS(LG_ALQUERQUE_ACTIONS)];
        ck_assert_int_eq(lg_alphabeta_run(search, &state, &limits, &result), LG_OK);
        ck_assert_int_eq(result.nodes, nodes);
        ck_assert_int_lt(result.depth, 20);
        ck_assert_int_eq(lg_game_legal(&game, &state, mask), 4);
        ck_assert((mask[result.action / 64] >> result.action % 64 & 1) != 0);
    }
    const lg_alphabeta_result nothing = run(search, &state, 0);
    ck_assert_int_eq(nothing.nodes, 0);
    ck_assert_int_eq(nothing.depth, 0);
    ck_assert_int_eq(nothing.pv_length, 0);
    free(search);
}
END_TEST

typedef struct calls {
    int64_t count, nodes;
} calls;

static bool stop_soon(void *context, const lg_alphabeta_result *result) {
    calls *seen = context;
    LG_REQUIRE(result->nodes >= seen->nodes, "nodes go backwards");
    seen->nodes = result->nodes;
    return ++seen->count == 20;
}

START_TEST(test_stopping) {
    const lg_game game = alquerque();
    lg_alphabeta *search = make_with_table(&game, 1 << 12);
    const lg_alquerque state = position_of(START_TEXT);
    calls seen = {0, 0};
    lg_alphabeta_result result;
    const lg_alphabeta_limits limits = {100, INT64_MAX, stop_soon, &seen};
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &limits, &result), LG_OK);
    ck_assert_int_eq(seen.count, 20);
    ck_assert_int_eq(result.nodes, seen.nodes);
    ck_assert_int_gt(result.depth, 3);
    free(search);
}
END_TEST

START_TEST(test_refusals) {
    lg_game game = alquerque(), other;
    lg_alphabeta_config config = {4096, 16, 4, 0, 0};
    const size_t size = lg_alphabeta_size(&game, &config);
    uint64_t *memory = malloc(size + 8);
    lg_alphabeta *search = NULL;
    ck_assert_uint_gt(size, 4096);
    ck_assert_int_eq(lg_alphabeta_create(&game, &config, memory, size - 1, &search), LG_E_SPACE);
    ck_assert_int_eq(lg_alphabeta_create(&game, &config, (uint8_t *)memory + 4, size, &search), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_create(&game, &config, NULL, size, &search), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_create(NULL, &config, memory, size, &search), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_create(&game, NULL, memory, size, &search), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_create(&game, &config, memory, size, NULL), LG_E_ARGUMENT);
    static const lg_alphabeta_config BAD[] = {
        {-1, 16, 4, 0, 0}, {LG_ALPHABETA_MAX_TABLE + 1, 16, 4, 0, 0}, {0, 0, 4, 0, 0},
        {0, LG_ALPHABETA_MAX_LEVELS + 1, 4, 0, 0}, {0, 16, -1, 0, 0}, {0, 16, LG_ALPHABETA_MAX_DEPTH + 1, 0, 0},
        {0, 16, 4, 0, -0.01f}, {0, 16, 4, 0, 1.01f}, {0, 16, 4, 0, NAN},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        ck_assert_uint_eq(lg_alphabeta_size(&game, &BAD[i]), 0);
        ck_assert_int_eq(lg_alphabeta_create(&game, &BAD[i], memory, size, &search), LG_E_ARGUMENT);
    }
    static const char *const UNFIT[] = {"amazes", "ontherun", "blockdrop", "snakecore(players=2)"};
    for (size_t i = 0; i < sizeof UNFIT / sizeof UNFIT[0]; i++) { /* hidden, more players, chance */
        ck_assert_int_eq(lg_game_make(UNFIT[i], strlen(UNFIT[i]), &other, NULL), LG_OK);
        ck_assert_uint_eq(lg_alphabeta_size(&other, &config), 0);
        ck_assert_int_eq(lg_alphabeta_create(&other, &config, memory, size, &search), LG_E_UNSUPPORTED);
    }
    ck_assert_ptr_null(search);
    ck_assert_int_eq(lg_alphabeta_clear(NULL), LG_E_ARGUMENT);
    free(memory);
}
END_TEST

/* 0 is no limit, and without any limit nothing would end the search. */
START_TEST(test_limits_that_are_left_out) {
    const lg_game game = alquerque();
    lg_alphabeta *search = make_with_table(&game, 1 << 12);
    const lg_alquerque state = position_of(START_TEXT);
    const lg_alphabeta_limits none = {0}, few = {.nodes = 500}, flat = {.depth = 3};
    lg_alphabeta_result result, same;
    calls seen = {0, 0};
    const lg_alphabeta_limits stopped = {.stop = stop_soon, .context = &seen};
    memset(&result, 0xA5, sizeof result);
    same = result;
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &none, &result), LG_E_ARGUMENT);
    ck_assert_mem_eq(&result, &same, sizeof result);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &few, &result), LG_OK);
    ck_assert(result.nodes == 500 && result.depth >= 1);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &flat, &result), LG_OK);
    ck_assert(result.nodes > 0 && result.depth == 3);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &stopped, &result), LG_OK);
    ck_assert(result.nodes > 0 && result.depth > 0 && seen.count > 0);
    free(search);
}
END_TEST

START_TEST(test_refused_runs) {
    const lg_game game = alquerque();
    lg_alphabeta *search = make_with_table(&game, 0);
    const lg_alquerque state = position_of(START_TEXT), over = position_of("7/7/7/7/7/6b/w2w3 w 200 - - -");
    lg_alphabeta_result result, same;
    memset(&result, 0xA5, sizeof result);
    same = result;
    const lg_alphabeta_limits good = {1, 1, NULL, NULL}, negative = {-1, 1, NULL, NULL}, none = {1, -1, NULL, NULL},
                              deep = {LG_ALPHABETA_MAX_DEPTH + 1, 1, NULL, NULL};
    ck_assert_int_eq(lg_alphabeta_run(search, &over, &good, &result), LG_E_OVER);
    ck_assert_int_eq(lg_alphabeta_run(NULL, &state, &good, &result), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_run(search, NULL, &good, &result), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, NULL, &result), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &good, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &negative, &result), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &none, &result), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &deep, &result), LG_E_ARGUMENT);
    ck_assert_mem_eq(&result, &same, sizeof result);
    free(search);
}
END_TEST

/* A line may be no longer than the levels, and quiescence no longer than it is allowed to be. */
START_TEST(test_few_levels) {
    const lg_game game = alquerque();
    lg_rng rng = lg_rng_seed(5, 0);
    for (int32_t levels = 1; levels < 6; levels++) {
        lg_alphabeta *search = make(&game, (lg_alphabeta_config){64 * levels, levels, 0, 0, 0});
        for (int i = 0; i < 20; i++) {
            const lg_alquerque state = somewhere(&game, &rng, (int)lg_rng_below(&rng, 100));
            const lg_alphabeta_result result = run(search, &state, 8);
            ck_assert_int_le(result.deepest, levels);
            ck_assert_int_le(result.pv_length, levels);
        }
        free(search);
    }
}
END_TEST

START_TEST(test_one_legal_action) {
    const lg_game game = alquerque();
    lg_alphabeta *search = make_with_table(&game, 1 << 12);
    const lg_alquerque state = position_of("7/7/7/7/7/1b5/w6 w 0 - - -");
    const lg_alphabeta_result result = run(search, &state, 6);
    ck_assert_int_eq(result.action, 1); /* a1NE takes the last piece */
    ck_assert_int_eq(result.proven, 1);
    ck_assert_int_eq(result.depth, 1);
    ck_assert_int_eq(result.end, 1);
    ck_assert(result.value == 1.0f);
    free(search);
}
END_TEST

/* ---- games that lie ---- */

static int32_t legal_lies(const lg_game *game, const void *state, uint64_t *mask) {
    (void)state;
    memset(mask, 0xFF, (size_t)LG_MASK_WORDS(game->actions) * sizeof *mask);
    return 1;
}

static int32_t legal_nothing(const lg_game *game, const void *state, uint64_t *mask) {
    (void)state;
    memset(mask, 0, (size_t)LG_MASK_WORDS(game->actions) * sizeof *mask);
    return 3;
}

static int32_t player_lies(const lg_game *game, const void *state) {
    (void)game;
    return 7 + (((const rows_state *)state)->stones[0] == 0);
}

static float evaluate_lies(const lg_game *game, const void *state, int32_t player) {
    (void)game, (void)player;
    const uint32_t stones = ((const rows_state *)state)->stones[0];
    return stones % 3 == 0 ? NAN : stones % 3 == 1 ? INFINITY : -100.0f;
}

static bool quiet_lies(const lg_game *game, const void *state) {
    (void)game;
    return ((const rows_state *)state)->stones[0] % 3 == 0;
}

static int32_t list_lies(const lg_game *game, const void *state, uint16_t *actions) {
    (void)state;
    for (int32_t i = 0; i < game->actions; i++) actions[i] = (uint16_t)(i % 2 == 0 ? i : 65535 - i);
    return game->actions;
}

static void outcome_lies(const lg_game *game, const void *state, float *outcome) {
    (void)game;
    outcome[0] = ((const rows_state *)state)->stones[0] % 2 == 0 ? NAN : 1e30f;
    outcome[1] = -INFINITY;
}

static bool in_move_lies(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return true;
}

static void survive(const lg_game_type *type, lg_status expected) {
    lg_game game = rows_make("rows");
    game.type = type;
    lg_alphabeta *search = make(&game, (lg_alphabeta_config){4096, 12, 6, 0, 0});
    const rows_state state = {{0, 0}};
    lg_alphabeta_result result;
    const lg_alphabeta_limits limits = {9, 20000, NULL, NULL};
    memset(&result, 0, sizeof result);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &limits, &result), expected);
    ck_assert_int_ge(result.action, 0);
    ck_assert_int_lt(result.action, game.actions);
    ck_assert(result.value >= -1.0f && result.value <= 1.0f);
    free(search);
}

START_TEST(test_games_that_lie) {
    lg_tests_variant variant;
    lg_tests_vary(&variant, &rows_game);
    variant.type.rules.legal = legal_lies, survive(&variant.type, LG_E_BROKEN), lg_tests_vary(&variant, &rows_game);
    variant.type.rules.legal = legal_nothing, survive(&variant.type, LG_E_BROKEN), lg_tests_vary(&variant, &rows_game);
    variant.type.rules.player = player_lies, survive(&variant.type, LG_E_BROKEN), lg_tests_vary(&variant, &rows_game);
    variant.players.evaluate = evaluate_lies, survive(&variant.type, LG_OK);
    variant.speed.quiet = quiet_lies, survive(&variant.type, LG_OK);
    variant.type.rules.outcome = outcome_lies, survive(&variant.type, LG_OK), lg_tests_vary(&variant, &rows_game);
    variant.contest.in_move = in_move_lies, survive(&variant.type, LG_OK), lg_tests_vary(&variant, &rows_game);
    variant.speed.list_legal = list_lies, survive(&variant.type, LG_E_BROKEN);
}
END_TEST

Suite *lg_test_search_alphabeta(void) {
    Suite *suite = suite_create("search alphabeta");
    TCase *tests = tcase_create("alphabeta");
    tcase_add_test(tests, test_noughts_and_crosses);
    tcase_add_test(tests, test_shortest_wins_without_a_table);
    tcase_add_test(tests, test_connect_four_on_small_boards);
    tcase_add_test(tests, test_two_decisions_a_move);
    tcase_add_test(tests, test_minimax);
    tcase_add_test(tests, test_noise);
    tcase_add_test(tests, test_the_least_noise);
    tcase_add_test(tests, test_noise_is_in_the_tree);
    tcase_add_test(tests, test_position_keys);
    tcase_add_test(tests, test_the_principal_variation);
    tcase_add_test(tests, test_golden);
    tcase_add_test(tests, test_budgets);
    tcase_add_test(tests, test_stopping);
    tcase_add_test(tests, test_refusals);
    tcase_add_test(tests, test_limits_that_are_left_out);
    tcase_add_test(tests, test_refused_runs);
    tcase_add_test(tests, test_few_levels);
    tcase_add_test(tests, test_one_legal_action);
    tcase_add_test(tests, test_games_that_lie);
    suite_add_tcase(suite, tests);
    return suite;
}
