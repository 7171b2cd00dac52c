/* Alquerque: bitboards against the slow, literal implementation, on more than two million random positions; and
 * perft. */
#include "positions.h"
#include "reference.h"
#include "games/alquerque/rules.h"

#include <stdlib.h>

/* ---- comparing ---- */

/* Beyond this many turns only their number is compared, and only up to the second limit. */
#define MOST_LISTED 3000
#define MOST_COUNTED 50000

typedef struct pair {
    lg_alquerque fast;
    slow_alquerque slow;
    slow_alquerque_list legal; /* of slow */
    lg_alquerque_move *moves;  /* of fast */
    char (*texts)[SLOW_ALQUERQUE_MOVE];
} pair;

static pair pair_begin(void) {
    pair p;
    memset(&p, 0, sizeof p);
    p.moves = malloc(MOST_LISTED * sizeof *p.moves);
    p.texts = malloc(MOST_LISTED * sizeof *p.texts);
    return p;
}

static void pair_end(pair *p) {
    free(p->moves);
    free(p->texts);
    free(p->legal.texts);
}

static int by_text(const void *a, const void *b) {
    return strcmp((const char *)a, (const char *)b);
}

static void compare_positions(const pair *p) {
    char fast[LG_ALQUERQUE_POSITION_TEXT + 1], slow[SLOW_ALQUERQUE_POSITION];
    size_t length;
    LG_REQUIRE(lg_alquerque_print(&p->fast, fast, sizeof fast, &length) == LG_OK, "a position can't be printed");
    slow_alquerque_write(&p->slow, slow);
    LG_REQUIRE(strcmp(fast, slow) == 0, "fast %s\nslow %s", fast, slow);
}

static void fail_at(const pair *p, const char *what) {
    char text[SLOW_ALQUERQUE_POSITION];
    slow_alquerque_write(&p->slow, text);
    ck_abort_msg("%s: %s", text, what);
}

static void compare_results(const pair *p) {
    int32_t fast[2];
    int slow[2];
    const char *result = lg_alquerque_result_text(lg_alquerque_result_of(&p->fast));
    if (strcmp(result, slow_alquerque_result(&p->slow)) != 0) fail_at(p, "the results differ");
    lg_alquerque_scores(&p->fast, fast);
    slow_alquerque_score(&p->slow, slow);
    if (fast[0] != slow[0] || fast[1] != slow[1]) fail_at(p, "the scores differ");
}

/* False when there are too many to list. */
static bool compare_moves(pair *p) {
    size_t count = (size_t)lg_alquerque_count(&p->fast), length;
    if (count > MOST_COUNTED) return false;
    slow_alquerque_legal(&p->slow, &p->legal);
    if (p->legal.count != count) fail_at(p, "the numbers of moves differ");
    if (count > MOST_LISTED) return false;
    LG_REQUIRE(list_of(&p->fast, p->moves, count) == count, "another list");
    for (size_t i = 0; i < count; i++)
        LG_REQUIRE(lg_alquerque_move_print(&p->moves[i], p->texts[i], sizeof p->texts[i], &length) == LG_OK, "no text");
    qsort(p->texts, count, sizeof *p->texts, by_text);
    for (size_t i = 0; i < count; i++)
        if (strcmp(p->texts[i], p->legal.texts[i]) != 0) fail_at(p, p->texts[i]);
    return true;
}

/* Compares everything and plays a random move in both; false at the end. */
static bool compare_and_play(pair *p, lg_rng *rng) {
    compare_positions(p);
    compare_results(p);
    if (!compare_moves(p) || p->legal.count == 0) return false;
    const char *move = p->legal.texts[lg_rng_below(rng, (uint32_t)p->legal.count)];
    if (lg_alquerque_play(&p->fast, move, strlen(move), &p->fast, NULL) != LG_OK) fail_at(p, move);
    slow_alquerque_play(&p->slow, move);
    return true;
}

static void read_slow(pair *p) {
    char text[LG_ALQUERQUE_POSITION_TEXT + 1];
    size_t length;
    LG_REQUIRE(lg_alquerque_print(&p->fast, text, sizeof text, &length) == LG_OK, "a position can't be printed");
    slow_alquerque_read(&p->slow, text);
}

/* ---- random play ---- */

START_TEST(test_random_games) {
    pair p = pair_begin();
    lg_rng rng = lg_rng_seed(1, 0);
    for (int positions = 0; positions < lg_tests_amount(100000);) {
        lg_alquerque_start(&p.fast);
        read_slow(&p);
        for (bool on = true; on; positions++) on = compare_and_play(&p, &rng);
    }
    pair_end(&p);
}
END_TEST

/* ---- random placements ---- */

typedef void placement(lg_rng *rng, lg_alquerque *state);

static int random_point(lg_rng *rng) {
    const int index = (int)lg_rng_below(rng, LG_ALQUERQUE_POINTS);
    return index + index / 7;
}

/* Up to this many pieces of each side; the side not to move has at least one. */
static void place(lg_rng *rng, lg_alquerque *state, uint32_t most_own, uint32_t most_enemy) {
    lg_alquerque_start(state);
    state->to_move = (uint8_t)lg_rng_below(rng, 2);
    state->ply = (uint16_t)lg_rng_below(rng, LG_ALQUERQUE_PLY_LIMIT + 1);
    uint64_t taken = 0;
    for (int side = 0; side < 2; side++) {
        const bool own = side == state->to_move;
        uint32_t count = own ? lg_rng_below(rng, most_own + 1) : 1 + lg_rng_below(rng, most_enemy);
        for (state->pieces[side] = 0; count > 0; count--) {
            uint64_t point = (uint64_t)1 << random_point(rng);
            while ((taken & point) != 0) point = (uint64_t)1 << random_point(rng);
            state->pieces[side] |= point;
            taken |= point;
        }
    }
}

static void place_anything(lg_rng *rng, lg_alquerque *state) {
    place(rng, state, 24, 24);
}

static void place_few(lg_rng *rng, lg_alquerque *state) {
    place(rng, state, 5, 5);
}

/* A few pieces among many with empty points behind them: long chains in all directions. */
static void place_dense_captures(lg_rng *rng, lg_alquerque *state) {
    place(rng, state, 3, 20);
    const int side = state->to_move;
    for (int point = 0; point < 55; point++) /* even row and column stay free for landing */
        if ((point >> 3) % 2 == 0 && (point & 7) % 2 == 0 && lg_rng_below(rng, 8) != 0)
            state->pieces[1 - side] &= ~((uint64_t)1 << point);
    if (state->pieces[1 - side] == 0) state->pieces[1 - side] = (uint64_t)1 << 9 & ~state->pieces[side];
    if (state->pieces[1 - side] == 0) place_few(rng, state);
}

/* Last steps of both sides that could be taken back if the rule allowed it. */
static void place_no_return(lg_rng *rng, lg_alquerque *state) {
    place(rng, state, 3, 12);
    for (int side = 0; side < 2; side++) {
        const uint64_t before = state->pieces[side];
        const int32_t direction = (int32_t)lg_rng_below(rng, 8);
        lg_alquerque alone = *state;
        lg_alquerque_move move;
        alone.to_move = (uint8_t)side;
        lg_alquerque_moves all;
        lg_alquerque_moves_begin(&alone, &all);
        for (int32_t i = 0; i <= direction && lg_alquerque_moves_next(&all, &move); i++) {
            uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
            if (move.jumps != 0 || lg_i_alquerque_points(&move, points) != 2) continue;
            state->last[side] = move;
            state->pieces[side] = (before & ~((uint64_t)1 << points[0])) | (uint64_t)1 << points[1];
        }
    }
}

static void place_near_the_limit(lg_rng *rng, lg_alquerque *state) {
    place(rng, state, 8, 8);
    state->ply = (uint16_t)(LG_ALQUERQUE_PLY_LIMIT - lg_rng_below(rng, 4));
}

/* One random jump, if there is one after which the chain must continue. */
static bool jump_on(lg_rng *rng, lg_alquerque *state) {
    uint64_t origins[8];
    lg_alquerque after = *state;
    if (lg_i_alquerque_origins(state, origins) != 2) return false;
    int32_t direction = (int32_t)lg_rng_below(rng, 8), point = 0;
    while (origins[direction] == 0) direction = (direction + 1) % 8;
    while ((origins[direction] >> point & 1) == 0) point++;
    LG_REQUIRE(lg_i_alquerque_decide(state, point, direction, &after) == LG_OK, "a jump is refused");
    if (after.jumper == LG_ALQUERQUE_NO_POINT) return false;
    *state = after;
    return true;
}

static void place_chain(lg_rng *rng, lg_alquerque *state) {
    do place_dense_captures(rng, state);
    while (!jump_on(rng, state));
    for (uint32_t more = lg_rng_below(rng, 4); more > 0 && jump_on(rng, state);) more--;
}

static placement *const PLACEMENTS[] = {place_anything,  place_few,           place_dense_captures,
                                        place_no_return, place_near_the_limit, place_chain};

START_TEST(test_random_placements) {
    pair p = pair_begin();
    lg_rng rng = lg_rng_seed(2, (uint64_t)_i);
    for (int positions = 0; positions < lg_tests_amount(75000);) {
        PLACEMENTS[_i](&rng, &p.fast);
        LG_REQUIRE(lg_alquerque_validate(&p.fast) == LG_OK, "an invalid placement");
        read_slow(&p);
        bool on = true;
        for (int turns = 0; turns < 4 && on; turns++, positions++) on = compare_and_play(&p, &rng);
    }
    pair_end(&p);
}
END_TEST

/* The placements fulfil their purpose. */
START_TEST(test_placements_fulfil_their_purpose) {
    lg_rng rng = lg_rng_seed(3, 0);
    int forbidden = 0, chains = 0, captures = 0, limits = 0;
    for (int i = 0; i < 1000; i++) {
        lg_alquerque state;
        uint64_t origins[8];
        place_no_return(&rng, &state);
        const uint64_t with = lg_alquerque_count(&state);
        const bool steps = lg_i_alquerque_origins(&state, origins) == 1 || with == 0;
        state.last[state.to_move].jumps = 1; /* no longer a step, whatever it is */
        forbidden += steps && with < lg_alquerque_count(&state);
        place_chain(&rng, &state);
        chains += state.jumper != LG_ALQUERQUE_NO_POINT;
        place_dense_captures(&rng, &state);
        captures += lg_alquerque_count(&state) > 0 && lg_i_alquerque_origins(&state, origins) == 2;
        place_near_the_limit(&rng, &state);
        limits += lg_alquerque_result_of(&state) == LG_ALQUERQUE_AT_PLY_LIMIT;
    }
    ck_assert_int_gt(forbidden, 200);
    ck_assert_int_eq(chains, 1000);
    ck_assert_int_gt(captures, 300);
    ck_assert_int_gt(limits, 150);
}
END_TEST

/* ---- perft ---- */

static const struct {
    const char *what, *position;
    int pinned, agreed; /* depths: the greatest of a few seconds for the bitboards, and agreed with the reference */
    uint64_t leaves[14];
} PERFT[] = {
    {"start", START_TEXT, 13, 9,
     {1, 4, 6, 8, 20, 101, 382, 2013, 10828, 73087, 489912, 3931397, 32063423, 300121549}},
    {"sparse", "4b2/1b2w2/4b2/4w2/5b1/w2b3/7 b 53 - d7-e7 -", 10, 7,
     {1, 1, 6, 34, 247, 3822, 26162, 397787, 2817986, 43820444, 309400297}},
    {"thousands of chains", "1b1b1b1/bbb1bbb/w2b3/b6/1b1b1b1/bb1bb1b/1b1b1b1 w 130 b4-a5 - -", 6, 3,
     {1, 2810, 41961, 232559, 4273474, 16162798, 307935907}},
    {"circular chain", "4w2/7/1w5/w1w4/bw5/6w/5w1 b 149 g1-g2 b2-a3 -", 11, 7,
     {1, 2, 20, 100, 1090, 4566, 52114, 226246, 2598076, 11050040, 125192118, 536649018}},
    {"no return", "2b4/7/4b2/4wb1/6w/7/7 b 47 f5-e5 g5-f4 -", 11, 7,
     {1, 2, 6, 90, 331, 3995, 14632, 181450, 616618, 7645184, 29194513, 365267654}},
    {"capture heavy", "1bw2b1/1b2bbb/5b1/3b1b1/1b1b1b1/bbb3b/1b1bwb1 w 50 e2-e1 e7-f6 -", 6, 4,
     {1, 1587, 2650, 61320, 1254211, 9828075, 174201047}},
    {"ply limit", "1b1b3/w1w3w/1w3w1/1w2w2/3ww1w/5wb/1b1b3 b 195 e5-e4 b3*b1 -", 7, 6,
     {1, 2, 42, 514, 13127, 107730, 0, 0}},
};

START_TEST(test_perft_is_pinned) {
    const lg_alquerque state = position_of(PERFT[_i].position);
    const int deepest = lg_tests_depth(PERFT[_i].pinned);
    for (int depth = 0; depth <= deepest; depth++)
        ck_assert_msg(lg_alquerque_perft(&state, depth, true) == PERFT[_i].leaves[depth], "%s, depth %d",
                      PERFT[_i].what, depth);
}
END_TEST

START_TEST(test_perft_is_agreed) {
    const lg_alquerque state = position_of(PERFT[_i].position);
    slow_alquerque slow;
    slow_alquerque_read(&slow, PERFT[_i].position);
    const int deepest = PERFT[_i].agreed - (LG_TESTS_SLOWER > 1);
    for (int depth = 0; depth <= deepest; depth++) {
        const uint64_t leaves = lg_alquerque_perft(&state, depth, true);
        ck_assert_msg(slow_alquerque_perft(&slow, depth) == leaves, "%s, depth %d", PERFT[_i].what, depth);
        ck_assert_msg(lg_alquerque_perft(&state, depth, false) == leaves, "%s, depth %d", PERFT[_i].what, depth);
    }
}
END_TEST

Suite *lg_test_alquerque_reference(void) {
    Suite *suite = suite_create("alquerque reference");
    TCase *tests = tcase_create("reference");
    const int positions = (int)(sizeof PERFT / sizeof PERFT[0]);
    tcase_add_test(tests, test_random_games);
    tcase_add_loop_test(tests, test_random_placements, 0, (int)(sizeof PLACEMENTS / sizeof PLACEMENTS[0]));
    tcase_add_test(tests, test_placements_fulfil_their_purpose);
    tcase_add_loop_test(tests, test_perft_is_pinned, 0, positions);
    tcase_add_loop_test(tests, test_perft_is_agreed, 0, positions);
    suite_add_tcase(suite, tests);
    return suite;
}
