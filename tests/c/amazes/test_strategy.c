/* Amazes: evaluations, and the choices of `greedy` and `expert`. */
#include "../walk.h"
#include "games/amazes/squares.h"

#include <stdio.h>
#include <string.h>

/* ---- values of positions ---- */

static float worth(const lg_game *game, const lg_amazes *state, int32_t player) {
    float value = 0;
    LG_REQUIRE(lg_game_evaluate(game, state, player, &value, NULL) == LG_OK, "no value");
    return value;
}

/* Red to move, after 40 turns of both. */
static lg_amazes halfway(walk *w) {
    lg_amazes *state = w->state;
    walk_start(w, 7);
    while (state->turn < 80) {
        int32_t action = -1;
        LG_REQUIRE(lg_game_choose(&w->game, state, LG_BOT_GREEDY, &w->rng, &action) == LG_OK, "no choice");
        LG_REQUIRE(lg_game_apply(&w->game, state, action, state) == LG_OK, "%d", (int)action);
    }
    return *state;
}

static void add_meeting(lg_amazes *state) {
    state->meetings[0]++;
}
static void add_first(lg_amazes *state) {
    state->first[0]++;
}
static void cost_the_other(lg_amazes *state) {
    state->written[1] += 5;
}
static void offend(lg_amazes *state) {
    state->offenders = 2;
}
/* Blue looks next from where it has not been. */
static void hide_from_the_other(lg_amazes *state) {
    memset(&state->known[1], 0, sizeof state->known[1]);
}

static const struct {
    const char *rule;
    void (*change)(lg_amazes *state); /* makes the position better for Red */
} CHANGES[] = {
    {"a meeting", add_meeting},
    {"a square discovered first", add_first},
    {"characters of the other", cost_the_other},
    {"an offence of the other", offend},
    {"less discovered by the other, though it will look", hide_from_the_other},
};

START_TEST(test_order) {
    walk w = walk_begin("amazes");
    const lg_amazes before = halfway(&w);
    lg_amazes after = before;
    CHANGES[_i].change(&after);
    const float difference = worth(&w.game, &after, LG_AMAZES_RED) - worth(&w.game, &before, LG_AMAZES_RED);
    ck_assert_msg(difference > 0, "%s: %g", CHANGES[_i].rule, (double)difference);
    ck_assert_float_eq(worth(&w.game, &after, LG_AMAZES_RED), -worth(&w.game, &after, LG_AMAZES_BLUE));
    walk_end(&w);
}
END_TEST

/* The next view of the player not to move counts already; a player with nothing new to see has less. */
START_TEST(test_next_look) {
    walk w = walk_begin("amazes");
    const lg_amazes before = halfway(&w);
    lg_amazes after = before;
    LG_REQUIRE(lg_amazes_discover(&before.maze, &before.place[1], &before.known[1], &after.known[1]) == LG_OK,
               "no look");
    const int32_t new_squares = lg_amazes_square_count(&after.known[1]) - lg_amazes_square_count(&before.known[1]);
    ck_assert_int_gt(new_squares, 0);
    const float difference = worth(&w.game, &after, LG_AMAZES_BLUE) - worth(&w.game, &before, LG_AMAZES_BLUE);
    ck_assert_msg(difference <= 0, "squares that will be seen count for %g less", (double)difference);
    walk_end(&w);
}
END_TEST

/* Beyond the 1000 points that count, points are worth little. */
START_TEST(test_limit) {
    walk w = walk_begin("amazes");
    lg_amazes state = halfway(&w);
    float value[3];
    for (int i = 0; i < 3; i++) {
        value[i] = worth(&w.game, &state, LG_AMAZES_RED);
        state.meetings[0] = (uint16_t)(state.meetings[0] + (i == 0 ? 1 : 10));
        if (i == 0) state.meetings[1] += 20;
    }
    const float near = worth(&w.game, &state, LG_AMAZES_RED) - value[2];
    ck_assert_msg(near >= 0 && near < 0.2f, "10 meetings beyond the limit are worth %g", (double)near);
    walk_end(&w);
}
END_TEST

START_TEST(test_quiet) {
    walk w = walk_begin("amazes");
    lg_amazes state = halfway(&w);
    bool quiet = false;
    float value;
    ck_assert_int_eq(lg_game_evaluate(&w.game, &state, 0, &value, &quiet), LG_OK);
    ck_assert(quiet == (state.walk_length == 0));
    ck_assert_int_eq(lg_i_amazes_step(&state, 0, &state), LG_OK);
    ck_assert_int_eq(lg_game_evaluate(&w.game, &state, 0, &value, &quiet), LG_OK);
    ck_assert(!quiet);
    walk_end(&w);
}
END_TEST

/* ---- the choices of `greedy` ---- */

/* Every step goes over an opening that the player knows, and no turn ends where it began. */
static void check_turn(walk *w) {
    lg_amazes state = *(const lg_amazes *)w->state;
    if (w->count == 0 || state.walk_length > 0) return;
    const int mover = w->player;
    lg_amazes_knowledge known = state.known[mover];
    lg_amazes_place place = state.place[mover];
    int32_t action = -1, walked = 0;
    for (;;) {
        LG_REQUIRE(lg_game_choose(&w->game, &state, LG_BOT_GREEDY, &w->rng, &action) == LG_OK, "no choice");
        if (action == LG_AMAZES_END) break;
        LG_REQUIRE(lg_i_amazes_step(&state, action, &state) == LG_OK, "step %d", (int)action);
    }
    walked = lg_i_amazes_carry_out(&state.maze, state.walk, state.walk_length, &place, &known);
    LG_REQUIRE(walked == state.walk_length, "%d of %d steps", (int)walked, state.walk_length);
    LG_REQUIRE(memcmp(&known, &state.known[mover], sizeof known) == 0, "the walk goes where nothing is known");
    const bool back = place.row == state.place[mover].row && place.column == state.place[mover].column;
    LG_REQUIRE(!back, "the walk leads back after %d steps", state.walk_length);
}

START_TEST(test_turns) {
    walk_all("amazes(turns=12)", lg_tests_amount(4), check_turn);
}
END_TEST

/* A player who knows the whole maze and the opponent's place goes there, and wins. */
START_TEST(test_sudden_death) {
    static const char *const GAMES[] = {"amazes", "amazes(actions=walk)"};
    walk w = walk_begin(GAMES[_i]);
    lg_amazes *state = w.state;
    walk_start(&w, 5);
    for (int row = 0; row < LG_AMAZES_SIDE; row++) state->known[0].squares[row] = 0x1FFFFFFu;
    state->known[0].walls = state->maze;
    for (int row = 0; row <= LG_AMAZES_SIDE; row++) state->known[0].openings.h[row] = ~state->maze.h[row] & 0x1FFFFFFu;
    for (int row = 0; row < LG_AMAZES_SIDE; row++) state->known[0].openings.v[row] = ~state->maze.v[row] & 0x3FFFFFFu;
    state->place[0] = (lg_amazes_place){0, 0, state->place[0].facing, 0};
    state->place[1] = (lg_amazes_place){24, 24, state->place[1].facing, 0};
    while (state->turn == 0) {
        int32_t action = -1;
        ck_assert_int_eq(lg_game_choose(&w.game, state, LG_BOT_GREEDY, &w.rng, &action), LG_OK);
        ck_assert_int_eq(lg_game_apply(&w.game, state, action, state), LG_OK);
    }
    ck_assert_int_eq(state->sudden_death, 1);
    walk_end(&w);
}
END_TEST

/* ---- the player `expert` ---- */

static lg_bot expert_of(const lg_game *game, int32_t simulations) {
    char text[40];
    lg_bot player;
    const int length = sprintf(text, "expert(simulations=%d)", (int)simulations);
    ck_assert_int_eq(lg_bot_configure(game, text, (size_t)length, &player, NULL), LG_OK);
    return player;
}

static int32_t thought(walk *w, const lg_bot *player, lg_stop *stop, void *context) {
    int32_t action = -1;
    lg_rng rng = w->rng;
    LG_REQUIRE(lg_bot_choose(&w->game, player, w->state, &rng, NULL, 0, stop, context, &action) == LG_OK, "no choice");
    return action;
}

/* The result of a game between `expert` in this seat and greedy. */
static void play_expert(walk *w, uint64_t seed, int32_t seat, int32_t simulations) {
    const lg_bot expert = expert_of(&w->game, simulations);
    LG_REQUIRE(lg_game_new(&w->game, seed, w->state) == LG_OK, "no start");
    for (int32_t player; (player = lg_game_player(&w->game, w->state)) >= 0;) {
        int32_t action = -1;
        if (player == seat) action = thought(w, &expert, NULL, NULL);
        else (void)lg_game_choose(&w->game, w->state, LG_BOT_GREEDY, &w->rng, &action);
        LG_REQUIRE(lg_game_apply(&w->game, w->state, action, w->state) == LG_OK, "%d", (int)action);
    }
}

/* It discovers all squares and meets the opponent: of 200 games with ten simulations it wins 200. */
START_TEST(test_expert_beats_greedy) {
    walk w = walk_begin(_i == 0 ? "amazes" : "amazes(actions=walk)");
    const int games = lg_tests_amount(12) < 4 ? 4 : lg_tests_amount(12);
    int deaths = 0;
    for (int game = 0; game < games; game++) {
        play_expert(&w, (uint64_t)game / 2, game % 2, 10);
        deaths += ((const lg_amazes *)w.state)->sudden_death == 1 + game % 2;
    }
    ck_assert_msg(10 * deaths >= 9 * games, "%d of %d games won by sudden death", deaths, games);
    walk_end(&w);
}
END_TEST

/* A walk goes over openings that the player knows, and ends with at most one step through an edge that it does not
 * know: with each character it comes to the same goal. */
START_TEST(test_walks_of_expert) {
    walk w = walk_begin("amazes");
    lg_amazes *state = w.state;
    const lg_bot expert = expert_of(&w.game, 5);
    int tries = 0;
    walk_start(&w, 3);
    while (state->turn < 40) {
        const int mover = lg_game_player(&w.game, state);
        const lg_amazes_knowledge known = state->known[mover];
        lg_amazes_place place = state->place[mover];
        int16_t distances[LG_AMAZES_SQUARES];
        uint8_t steps[LG_AMAZES_WALK];
        int32_t count = 0;
        ck_assert_int_eq(lg_amazes_distances(&known, place.row, place.column, distances), LG_OK);
        for (int32_t action; (action = thought(&w, &expert, NULL, NULL)) != LG_AMAZES_END;) {
            ck_assert_int_lt(count, LG_AMAZES_WALK);
            steps[count++] = (uint8_t)action;
            ck_assert_int_eq(lg_game_apply(&w.game, state, action, state), LG_OK);
        }
        for (int i = 0; i < count; i++) {
            const int side = (place.facing + steps[i]) & 3;
            const bool is_open = lg_amazes_edge(&known.openings, place.row, place.column, side);
            ck_assert(is_open || (i == count - 1 && !lg_amazes_edge(&known.walls, place.row, place.column, side)));
            tries += !is_open;
            if (!is_open) break;
            (void)lg_i_amazes_carry_out(&state->maze, &steps[i], 1, &place, &state->known[mover]);
            ck_assert_int_eq(distances[LG_AMAZES_SIDE * place.row + place.column], i + 1);
        }
        ck_assert_int_eq(lg_game_apply(&w.game, state, LG_AMAZES_END, state), LG_OK);
    }
    ck_assert_int_gt(tries, 5);
    ck_assert_int_lt(tries, 35);
    walk_end(&w);
}
END_TEST

/* If the turns are too few to discover everything, or everything is discovered, it plays like greedy. */
START_TEST(test_expert_in_haste) {
    walk w = walk_begin("amazes(turns=30)");
    const lg_bot expert = expert_of(&w.game, 5);
    walk_start(&w, 3);
    for (int i = 0; i < 60; i++) {
        lg_rng rng = w.rng;
        int32_t action = -1;
        ck_assert_int_eq(lg_game_choose(&w.game, w.state, LG_BOT_GREEDY, &rng, &action), LG_OK);
        ck_assert_int_eq(thought(&w, &expert, NULL, NULL), action);
        walk_step(&w);
    }
    walk_end(&w);
}
END_TEST

static bool stops(void *context) {
    return --*(int *)context <= 0;
}

/* When stopped, it has thought as much as with fewer simulations, and at least as much as with 16. */
START_TEST(test_expert_stopped) {
    walk w = walk_begin("amazes");
    const lg_bot few = expert_of(&w.game, 20), many = expert_of(&w.game, INT32_MAX), least = expert_of(&w.game, 16);
    walk_start(&w, 3);
    for (int i = 0; i < 60; i++) {
        int left = 5;
        ck_assert_int_eq(thought(&w, &many, stops, &left), thought(&w, &few, NULL, NULL));
        left = 0;
        ck_assert_int_eq(thought(&w, &many, stops, &left), thought(&w, &least, NULL, NULL));
        ck_assert_int_eq(lg_game_apply(&w.game, w.state, thought(&w, &few, NULL, NULL), w.state), LG_OK);
    }
    walk_end(&w);
}
END_TEST

Suite *lg_test_amazes_strategy(void) {
    Suite *suite = suite_create("amazes_strategy");
    TCase *tests = tcase_create("amazes_strategy");
    tcase_add_loop_test(tests, test_order, 0, (int)(sizeof CHANGES / sizeof CHANGES[0]));
    tcase_add_test(tests, test_next_look);
    tcase_add_test(tests, test_limit);
    tcase_add_test(tests, test_quiet);
    tcase_add_test(tests, test_turns);
    tcase_add_loop_test(tests, test_sudden_death, 0, 2);
    tcase_add_loop_test(tests, test_expert_beats_greedy, 0, 2);
    tcase_add_test(tests, test_walks_of_expert);
    tcase_add_test(tests, test_expert_in_haste);
    tcase_add_test(tests, test_expert_stopped);
    suite_add_tcase(suite, tests);
    return suite;
}
