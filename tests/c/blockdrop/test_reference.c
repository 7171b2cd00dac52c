/* Block drop: the library against the slow, literal implementation, over two million random turns. */
#include "../tests.h"
#include "reference.h"
#include "games/blockdrop/steps.h"

#include <string.h>

static const char LETTERS[] = "URDLAN";

typedef struct pair {
    lg_blockdrop fast;
    slow_blockdrop slow;
    lg_rng rng;
    int turns; /* compared so far */
} pair;

/* ---- comparing ---- */

static void fail_at(const pair *p, const char *what) {
    char text[SLOW_BLOCKDROP_POSITION];
    slow_blockdrop_write(&p->slow, text);
    ck_abort_msg("%s: %s", text, what);
}

static void compare_fields(const pair *p) {
    const lg_blockdrop *fast = &p->fast;
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++)
        if (fast->timers[i] != slow_blockdrop_timer(&p->slow, i / 6, i % 6)) fail_at(p, "a timer differs");
    for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++) {
        const bool alive = p->slow.players[i].alive;
        if (lg_i_blockdrop_is_alive(fast, i) != alive) fail_at(p, "a player is alive in one of them");
        if (fast->row[i] != (alive ? p->slow.players[i].row : -1)) fail_at(p, "a row differs");
        if (fast->column[i] != (alive ? p->slow.players[i].column : -1)) fail_at(p, "a column differs");
        if (LETTERS[fast->facing[i]] != p->slow.players[i].facing) fail_at(p, "a facing differs");
        if (fast->stun[i] != p->slow.players[i].stun) fail_at(p, "a stun differs");
        if ((fast->stopped >> i & 1) != p->slow.players[i].stopped) fail_at(p, "a player is stopped in one of them");
    }
    if (fast->turn != p->slow.turn) fail_at(p, "the turn differs");
}

static void compare_texts(const pair *p) {
    char fast[LG_BLOCKDROP_POSITION_TEXT + 1], slow[SLOW_BLOCKDROP_POSITION];
    size_t length;
    if (lg_blockdrop_print(&p->fast, fast, sizeof fast, &length) != LG_OK) fail_at(p, "no text");
    slow_blockdrop_write(&p->slow, slow);
    LG_REQUIRE(strcmp(fast, slow) == 0, "fast %s\nslow %s", fast, slow);
}

static void compare(pair *p) {
    compare_fields(p);
    if (strcmp(lg_blockdrop_result_text(lg_blockdrop_result_of(&p->fast)), slow_blockdrop_result(&p->slow)) != 0)
        fail_at(p, "the results differ");
    if (lg_blockdrop_winner(&p->fast) != slow_blockdrop_winner(&p->slow)) fail_at(p, "the winners differ");
    const uint32_t legal = lg_blockdrop_legal(&p->fast);
    for (int32_t i = 0; i < LG_BLOCKDROP_ACTIONS; i++) {
        const bool slow = slow_blockdrop_legal(&p->slow, LETTERS[i]);
        if ((legal >> i & 1) != slow) fail_at(p, "the masks differ");
        if ((lg_i_blockdrop_explain(&p->fast, i) == NULL) != slow) fail_at(p, "the explanation differs");
    }
    if (++p->turns % 16 == 0) compare_texts(p);
}

static bool is_over(const pair *p) {
    return lg_blockdrop_result_of(&p->fast) != LG_BLOCKDROP_ONGOING;
}

/* ---- playing ---- */

/* The probability of each action in 16ths: random walks, attackers, players that mostly wait. */
static const uint8_t HABITS[][LG_BLOCKDROP_ACTIONS] = {
    {3, 3, 3, 3, 2, 2}, {1, 1, 1, 1, 11, 1}, {2, 2, 2, 2, 0, 8}, {4, 3, 3, 3, 3, 0}, {6, 6, 1, 1, 2, 0}};

#define HABIT_COUNT ((uint32_t)(sizeof HABITS / sizeof HABITS[0]))

static int32_t draw_action(lg_rng *rng, const uint8_t habit[LG_BLOCKDROP_ACTIONS]) {
    uint32_t rank = lg_rng_below(rng, 16);
    int32_t action = 0;
    while (rank >= habit[action]) rank -= habit[action++];
    return action;
}

static void stop(pair *p) {
    const int32_t player = (int32_t)lg_rng_below(&p->rng, 4);
    if (lg_i_blockdrop_forfeit(&p->fast, player, &p->fast) != LG_OK) fail_at(p, "no player can be stopped");
    p->slow.players[player].stopped = p->slow.players[player].alive;
}

static void play_on(pair *p, int most_turns) {
    const uint8_t *habits[LG_BLOCKDROP_PLAYERS];
    for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++) habits[i] = HABITS[lg_rng_below(&p->rng, HABIT_COUNT)];
    compare(p);
    for (int i = 0; i < most_turns && !is_over(p); i++) {
        const int32_t action = draw_action(&p->rng, habits[p->fast.turn & 3]);
        const char answer[2] = {LETTERS[action], '\0'};
        if (lg_rng_below(&p->rng, 1000) == 0) stop(p);
        if (lg_blockdrop_apply(&p->fast, action, &p->fast) != LG_OK) fail_at(p, "a turn is refused");
        slow_blockdrop_play(&p->slow, answer);
        compare(p);
    }
}

static void read_slow(pair *p) {
    char text[LG_BLOCKDROP_POSITION_TEXT + 1];
    size_t length;
    LG_REQUIRE(lg_blockdrop_print(&p->fast, text, sizeof text, &length) == LG_OK, "a position can't be printed");
    slow_blockdrop_read(&p->slow, text);
}

START_TEST(test_random_games) {
    pair p;
    memset(&p, 0, sizeof p);
    p.rng = lg_rng_seed(2015, (uint64_t)_i);
    while (p.turns < lg_tests_amount(200000)) {
        const int32_t limit = 1 + (int32_t)lg_rng_below(&p.rng, 1000);
        ck_assert_int_eq(lg_blockdrop_new(_i, limit, &p.rng, &p.fast), LG_OK);
        read_slow(&p);
        play_on(&p, limit);
        if (!is_over(&p)) fail_at(&p, "the turn limit does not end the game");
    }
}
END_TEST

/* ---- positions that games seldom reach ---- */

static int8_t draw_timer(lg_rng *rng, int32_t rules) {
    const int away = rules == LG_BLOCKDROP_PAGE ? LG_BLOCKDROP_PAGE_RETURN : LG_BLOCKDROP_ENGINE_RETURN;
    if (lg_rng_below(rng, 3) == 0) return 0;
    return (int8_t)((int)lg_rng_below(rng, (uint32_t)(away + LG_BLOCKDROP_MAX_TIMER + 1)) - away);
}

/* A random position: players in one corner of the board more often than not, so that they meet. */
static lg_blockdrop draw_position(lg_rng *rng, int32_t rules) {
    lg_blockdrop state;
    const uint32_t side = 6 + lg_rng_below(rng, 13);
    do {
        memset(&state, 0, sizeof state);
        state.rules = (uint8_t)rules;
        state.turn_limit = (uint16_t)(1 + lg_rng_below(rng, 100));
        state.turn = (uint16_t)lg_rng_below(rng, state.turn_limit + 1u);
        for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) state.timers[i] = draw_timer(rng, rules);
        for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++) {
            const bool alive = lg_rng_below(rng, 8) > 0;
            state.row[i] = alive ? (int8_t)lg_rng_below(rng, side) : -1;
            state.column[i] = alive ? (int8_t)lg_rng_below(rng, side) : -1;
            state.facing[i] = (uint8_t)lg_rng_below(rng, 4);
            state.stun[i] = (uint8_t)(lg_rng_below(rng, 2) * lg_rng_below(rng, 3));
        }
    } while (lg_blockdrop_validate(&state) != LG_OK);
    return state;
}

START_TEST(test_random_positions) {
    pair p;
    memset(&p, 0, sizeof p);
    p.rng = lg_rng_seed(2016, (uint64_t)_i);
    while (p.turns < lg_tests_amount(200000)) {
        p.fast = draw_position(&p.rng, _i);
        read_slow(&p);
        play_on(&p, 45);
    }
}
END_TEST

/* ---- the uniform interface: one decision, then all turns without one ---- */

static bool decides(const slow_blockdrop *position, int player) {
    return position->players[player].alive && !position->players[player].stopped;
}

static void skip_slow(pair *p) {
    while (strcmp(slow_blockdrop_result(&p->slow), "ongoing") == 0 && !decides(&p->slow, p->slow.turn % 4))
        slow_blockdrop_play(&p->slow, "N");
}

START_TEST(test_decisions) {
    lg_game game;
    pair p;
    memset(&p, 0, sizeof p);
    p.rng = lg_rng_seed(2017, 0);
    ck_assert_int_eq(lg_game_make("blockdrop(turns=200)", 20, &game, NULL), LG_OK);
    for (uint64_t seed = 0; p.turns < lg_tests_amount(100000); seed++) {
        ck_assert_int_eq(lg_game_new(&game, seed, &p.fast), LG_OK);
        read_slow(&p);
        while (!is_over(&p)) {
            const int32_t action = draw_action(&p.rng, HABITS[1]), player = lg_game_player(&game, &p.fast);
            const char answer[2] = {LETTERS[action], '\0'};
            if (player < 0 || !decides(&p.slow, player)) fail_at(&p, "a player without a decision is to move");
            if (lg_rng_below(&p.rng, 40) == 0) {
                const int32_t offender = (int32_t)lg_rng_below(&p.rng, 4);
                if (lg_game_forfeit(&game, &p.fast, offender, &p.fast) != LG_OK) fail_at(&p, "no player can forfeit");
                p.slow.players[offender].stopped = p.slow.players[offender].alive;
            } else {
                if (lg_game_apply(&game, &p.fast, action, &p.fast) != LG_OK) fail_at(&p, "an action is refused");
                slow_blockdrop_play(&p.slow, answer);
            }
            skip_slow(&p);
            compare(&p);
        }
    }
}
END_TEST

Suite *lg_test_blockdrop_reference(void) {
    Suite *suite = suite_create("blockdrop reference");
    TCase *tests = tcase_create("reference");
    tcase_add_loop_test(tests, test_random_games, LG_BLOCKDROP_PAGE, LG_BLOCKDROP_ENGINE + 1);
    tcase_add_loop_test(tests, test_random_positions, LG_BLOCKDROP_PAGE, LG_BLOCKDROP_ENGINE + 1);
    tcase_add_test(tests, test_decisions);
    suite_add_tcase(suite, tests);
    return suite;
}
