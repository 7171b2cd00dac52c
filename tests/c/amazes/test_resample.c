/* Amazes: sampling hidden information. */
#include "comb.h"
#include "figures.h"
#include "games/amazes/hidden.h"
#include "games/amazes/squares.h"

enum { STEPS, WALK };

static lg_game game_of(int actions, int turns) {
    char text[48];
    lg_game game;
    (void)snprintf(text, sizeof text, "amazes(actions=%s,turns=%d)", actions == STEPS ? "steps" : "walk", turns);
    ck_assert_int_eq(lg_game_make(text, strlen(text), &game, NULL), LG_OK);
    return game;
}

/* A resampled state; nothing may be written before the arguments are known to be good. */
static lg_amazes resampled(const lg_amazes *state, int32_t player, lg_rng *rng) {
    lg_amazes after;
    LG_REQUIRE(lg_amazes_resample(state, player, rng, &after) == LG_OK, "player %d", (int)player);
    return after;
}

/* ---- relations between a game and a resampled one ---- */

/* Everything that a player is shown of a game. */
typedef struct seen {
    uint8_t planes[19 * LG_AMAZES_CELLS];
    int16_t look[356];
    uint16_t cells[LG_AMAZES_CELLS], inferred[LG_AMAZES_CELLS];
    char view[LG_AMAZES_VIEW_TEXT + 1], message[LG_AMAZES_MESSAGE_TEXT + 1];
    uint64_t steps[1], walks[LG_MASK_WORDS(LG_AMAZES_WALK_ACTIONS)];
} seen;

/* Its map with everything that follows from it. */
static void view_inferred(const lg_amazes *state, int32_t player, uint16_t cells[LG_AMAZES_CELLS]) {
    lg_amazes inferred = *state;
    lg_amazes_knowledge *known = &inferred.known[player];
    LG_REQUIRE(lg_amazes_infer(known, known) == LG_OK, "inference");
    lg_i_amazes_view(&inferred, player, cells);
}

static const seen *see_all(const lg_amazes *state, int32_t player, seen *all) {
    const lg_game steps = game_of(STEPS, state->turn_limit), walk = game_of(WALK, state->turn_limit);
    size_t length;
    memset(all, 0, sizeof *all);
    LG_REQUIRE(lg_game_observe(&steps, state, player, 0, all->planes, sizeof all->planes) == LG_OK, "planes");
    LG_REQUIRE(lg_game_observe(&steps, state, player, 1, all->look, sizeof all->look) == LG_OK, "look");
    lg_i_amazes_view(state, player, all->cells);
    view_inferred(state, player, all->inferred);
    LG_REQUIRE(lg_amazes_view_print(state, player, all->view, sizeof all->view, &length) == LG_OK, "map");
    LG_REQUIRE(lg_amazes_message(state, player, all->message, sizeof all->message, &length) == LG_OK, "message");
    if (lg_amazes_player(state) != player) return all;
    (void)lg_game_legal(&steps, state, all->steps);
    (void)lg_game_legal(&walk, state, all->walks);
    return all;
}

static void expect_same_seen(const lg_amazes *state, const lg_amazes *other, int32_t player) {
    static seen here, there;
    LG_REQUIRE(memcmp(see_all(state, player, &here), see_all(other, player, &there), sizeof here) == 0,
               "player %d sees a different message in turn %d", (int)player, state->turn);
}

/* The kept data and the validity of a state, without expensive checks. */
static void expect_possible(const lg_amazes *state, const lg_amazes *other, int32_t player) {
    const lg_game game = game_of(state->walk_length > 0 ? STEPS : WALK, state->turn_limit);
    const int walls = lg_amazes_edge_count(&other->maze) - 100, turn = state->turn;
    LG_REQUIRE(lg_game_validate(&game, other, sizeof *other) == LG_OK, "not a state in turn %d", turn);
    LG_REQUIRE(walls >= 522 && walls <= 525, "%d interior walls", walls);
    LG_REQUIRE(other->turn == turn && other->turn_limit == state->turn_limit, "turn %d becomes %d", turn, other->turn);
    LG_REQUIRE(other->written[player] == state->written[player], "characters in turn %d", turn);
    LG_REQUIRE(other->meetings[player] == state->meetings[player], "meetings in turn %d", turn);
    LG_REQUIRE(other->offenders == (state->offenders & 1 << player), "offenders in turn %d", turn);
    LG_REQUIRE(lg_i_amazes_information(other, player) == lg_i_amazes_information(state, player), "key in turn %d", turn);
}

/* The result follows from the player's knowledge and the random numbers alone: so a resampled state gives the same one
 * as the true state, byte by byte. */
static void expect_no_leak(const lg_amazes *state, const lg_amazes *other, int32_t player, const lg_rng *rng) {
    lg_rng one = *rng, two = *rng;
    const lg_amazes from_state = resampled(state, player, &one), from_other = resampled(other, player, &two);
    LG_REQUIRE(memcmp(&from_state, &from_other, sizeof from_state) == 0, "turn %d leaks to player %d", state->turn,
               (int)player);
}

/* ---- playthroughs ---- */

static void step(const lg_game *game, bool exploring, lg_amazes *state, lg_rng *rng) {
    int32_t action;
    LG_REQUIRE(lg_game_choose(game, state, exploring ? LG_BOT_GREEDY : LG_BOT_RANDOM, rng, &action) == LG_OK,
               "no action");
    LG_REQUIRE(lg_game_apply(game, state, action, state) == LG_OK, "action %d", (int)action);
}

/* A whole game whose every state is visited; in every third game one player forfeits on the way. */
static void play(const lg_game *game, int number, void (*visit)(const lg_game *, const lg_amazes *, lg_rng *)) {
    lg_amazes state;
    lg_rng rng = lg_rng_seed((uint64_t)number, 1);
    const uint32_t most = 2 * (uint32_t)game->params[1];
    const int forfeit = number % 3 == 2 ? (int)lg_rng_below(&rng, most) : -1;
    bool forfeited = false;
    ck_assert_int_eq(lg_game_new(game, (uint64_t)number, &state), LG_OK);
    while (lg_game_player(game, &state) >= 0) {
        visit(game, &state, &rng);
        if (!forfeited && state.turn == forfeit) {
            forfeited = true;
            ck_assert_int_eq(lg_game_forfeit(game, &state, (int32_t)lg_rng_below(&rng, 2), &state), LG_OK);
        } else {
            step(game, number % 2 == 0, &state, &rng);
        }
    }
    visit(game, &state, &rng);
}

static const struct {
    int actions, turns, games;
} GAMES[] = {{STEPS, 8, 20}, {WALK, 8, 40}, {WALK, 1, 40}, {WALK, 150, 2}, {STEPS, 40, 1}};

static void check_all(const lg_game *game, const lg_amazes *state, lg_rng *rng) {
    (void)game;
    if (lg_amazes_result_of(state) != LG_AMAZES_ONGOING) return;
    for (int32_t player = 0; player < 2; player++) {
        lg_rng draws = lg_rng_seed(lg_rng_next(rng), 2);
        for (int i = 0; i < 2; i++) {
            const lg_amazes other = resampled(state, player, &draws);
            expect_possible(state, &other, player);
            expect_same_seen(state, &other, player);
            expect_no_leak(state, &other, player, &draws);
        }
    }
}

START_TEST(test_a_player_can_not_tell_the_difference) {
    const lg_game game = game_of(GAMES[_i].actions, GAMES[_i].turns);
    const int games = (GAMES[_i].games + (LG_TESTS_SLOWER > 1 ? 3 : 0)) / (LG_TESTS_SLOWER > 1 ? 4 : 1);
    for (int number = 0; number < games; number++) play(&game, number, check_all);
}
END_TEST

/* The same without the pictures, 1000 times, or a million with LIBGAMES_TESTS_TIMES=1000. */
static int checked;

static void check_possible(const lg_game *game, const lg_amazes *state, lg_rng *rng) {
    (void)game;
    if (lg_amazes_result_of(state) != LG_AMAZES_ONGOING) return;
    for (int32_t player = 0; player < 2; player++) {
        const lg_amazes other = resampled(state, player, rng);
        expect_possible(state, &other, player);
        expect_no_leak(state, &other, player, rng);
        checked++;
    }
}

START_TEST(test_many) {
    const lg_game walks = game_of(WALK, 150), steps = game_of(STEPS, 12);
    checked = 0;
    for (int number = 1000; checked < lg_tests_amount(1000); number++)
        play(number % 2 == 0 ? &walks : &steps, number / 2, check_possible);
}
END_TEST

/* A resampled state can be played like any other: legal actions of the true one are legal in it. */
static void play_on(const lg_game *game, const lg_amazes *state, lg_rng *rng) {
    const int32_t player = lg_amazes_player(state);
    if (player < 0 || lg_rng_below(rng, 4) != 0) return;
    lg_amazes other = resampled(state, player, rng);
    for (int i = 0; i < 30 && lg_game_player(game, &other) >= 0; i++) {
        if (lg_game_player(game, &other) != player) other = resampled(&other, lg_game_player(game, &other), rng);
        step(game, i % 2 == 0, &other, rng);
        LG_REQUIRE(lg_game_validate(game, &other, sizeof other) == LG_OK, "not a state %d actions later", i + 1);
    }
}

START_TEST(test_continued_games) {
    const lg_game game = game_of(GAMES[_i].actions, GAMES[_i].turns);
    for (int number = 0; number < GAMES[_i].games; number++) play(&game, number, play_on);
}
END_TEST

/* ---- single cases ---- */

static lg_amazes first_position(uint64_t seed) {
    lg_amazes state;
    ck_assert_int_eq(lg_amazes_new(seed, 150, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_advance(&state, &state), LG_OK);
    return state;
}

/* Maze, place and facing of the start all vary, and the opponent's start as well. */
START_TEST(test_resampled_states_differ) {
    bool facing[4] = {false, false, false, false}, row[25] = {false}, column[25] = {false};
    int rows = 0, columns = 0, mazes = 0;
    lg_rng rng = lg_rng_seed(3, 3);
    const lg_amazes state = first_position(3);
    lg_amazes last = state;
    for (int i = 0; i < 200; i++) {
        const lg_amazes other = resampled(&state, LG_AMAZES_RED, &rng);
        facing[other.start[0].facing] = row[other.start[0].row] = column[other.start[1].column] = true;
        mazes += memcmp(&other.maze, &last.maze, sizeof other.maze) != 0;
        last = other;
    }
    for (int i = 0; i < 25; i++) {
        rows += row[i];
        columns += column[i];
    }
    ck_assert(facing[0] && facing[1] && facing[2] && facing[3]);
    ck_assert_int_ge(rows, 5);
    ck_assert_int_ge(columns, 5);
    ck_assert_int_eq(mazes, 200);
}
END_TEST

/* Red knows all of the comb: its maze stays, except for rotations of the whole. */
START_TEST(test_all_is_known) {
    lg_amazes state = comb_game("13 2 E", "13 25 E");
    lg_rng rng = lg_rng_seed(4, 4);
    state.known[0] = all_of(&state.maze);
    state.first[0] = LG_AMAZES_SQUARES;
    state.turn = 2;
    state.written[0] = state.written[1] = 1;
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_discover(&state.maze, &state.place[1], &state.known[1], &state.known[1]), LG_OK);
    state.first[1] = 0;
    ck_assert_int_eq(lg_amazes_validate(&state), LG_OK);
    bool facing[4] = {false, false, false, false};
    for (int i = 0; i < 50; i++) {
        lg_amazes other = resampled(&state, LG_AMAZES_RED, &rng);
        ck_assert_int_eq(lg_amazes_validate(&other), LG_OK);
        expect_same_seen(&state, &other, LG_AMAZES_RED);
        facing[other.start[0].facing] = true;
        const int32_t turns = (state.start[0].facing - other.start[0].facing) & 3;
        lg_tests_turn("amazes", &other, turns, &other);
        ck_assert_mem_eq(&other.maze, &state.maze, sizeof state.maze);
    }
    ck_assert(facing[0] && facing[1] && facing[2] && facing[3]);
}
END_TEST

/* Blue has just met Red, and Red sees it: the distance is 0. */
START_TEST(test_a_reported_meeting) {
    lg_amazes state = comb_game("13 2 E", "13 25 E");
    lg_rng rng = lg_rng_seed(5, 5);
    ck_assert_int_eq(lg_amazes_play(&state, "F", 1, &state, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_play(&state, "TFFFFFFFFFFFFFFFFFFFFF", 22, &state, NULL), LG_OK);
    ck_assert_int_eq(state.meetings[1], 1);
    ck_assert_int_eq(lg_amazes_advance(&state, &state), LG_OK);
    for (int i = 0; i < 20; i++) {
        const lg_amazes other = resampled(&state, LG_AMAZES_RED, &rng);
        ck_assert_int_eq(lg_amazes_validate(&other), LG_OK);
        ck_assert_int_eq(other.meetings[1], 1);
        ck_assert_uint_eq(other.place[0].row, other.place[1].row);
        ck_assert_uint_eq(other.place[0].column, other.place[1].column);
    }
}
END_TEST

/* An opponent's unfinished walk is hidden; the player's is kept. */
START_TEST(test_walks) {
    lg_amazes state = first_position(6);
    lg_rng rng = lg_rng_seed(6, 6);
    const uint64_t red = lg_i_amazes_information(&state, 0), blue = lg_i_amazes_information(&state, 1);
    ck_assert_int_eq(lg_i_amazes_step(&state, 2, &state), LG_OK);
    ck_assert_uint_ne(lg_i_amazes_information(&state, 0), red);
    ck_assert_uint_eq(lg_i_amazes_information(&state, 1), blue);
    const lg_amazes own = resampled(&state, 0, &rng), other = resampled(&state, 1, &rng);
    ck_assert_int_eq(own.walk_length, 1);
    ck_assert_int_eq(own.walk[0], 2);
    ck_assert_int_eq(other.walk_length, 0);
    ck_assert_int_eq(other.walk[0], 0);
}
END_TEST

/* When the game is over, nothing is hidden. */
static void expect_copy(const lg_game *game, const lg_amazes *state, lg_rng *rng) {
    (void)game;
    if (lg_amazes_result_of(state) == LG_AMAZES_ONGOING) return;
    for (int32_t player = 0; player < 2; player++) {
        lg_rng draws = *rng;
        const lg_amazes other = resampled(state, player, &draws);
        ck_assert_mem_eq(&other, state, sizeof other);
        ck_assert_mem_eq(&draws, rng, sizeof draws);
    }
}

START_TEST(test_over) {
    const lg_game game = game_of(WALK, 3);
    for (int number = 0; number < 9; number++) play(&game, number, expect_copy);
    lg_amazes state = comb_game("13 2 E", "13 25 E");
    lg_rng rng = lg_rng_seed(7, 7);
    state.known[0] = all_of(&state.maze);
    state.first[0] = LG_AMAZES_SQUARES;
    state.turn = 2;
    state.written[0] = state.written[1] = 1;
    ck_assert_int_eq(lg_amazes_discover(&state.maze, &state.place[1], &state.known[1], &state.known[1]), LG_OK);
    ck_assert_int_eq(lg_amazes_play(&state, "FFFFFFFFFFFFFFFFFFFFFFF", 23, &state, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_result_of(&state), LG_AMAZES_SUDDEN_DEATH);
    expect_copy(&game, &state, &rng);
}
END_TEST

/* States with different knowledge have different keys; hidden differences do not change the key. */
START_TEST(test_information) {
    lg_amazes state = first_position(8);
    const uint64_t red = lg_i_amazes_information(&state, 0), blue = lg_i_amazes_information(&state, 1);
#define EXPECT(keys_of, differ, change)                                                                              \
    do {                                                                                                             \
        lg_amazes s = state;                                                                                         \
        change;                                                                                                      \
        LG_REQUIRE((lg_i_amazes_information(&s, keys_of) != ((keys_of) == 0 ? red : blue)) == (differ), "%s", #change); \
    } while (0)
    EXPECT(0, false, (void)s);
    EXPECT(0, false, lg_tests_turn("amazes", &s, 1, &s));
    EXPECT(0, true, lg_tests_turn("amazes", &s, 4, &s));
    EXPECT(0, false, s.known[1].squares[3] = 1);
    EXPECT(1, true, s.known[1].squares[3] = 1);
    EXPECT(0, true, s.known[0].squares[24] ^= 1);
    EXPECT(1, false, s.known[0].squares[24] ^= 1);
    EXPECT(0, true, s.turn += 2);
    EXPECT(1, true, s.turn += 2);
    EXPECT(0, true, s.turn_limit = 149);
    EXPECT(0, true, s.place[1].row ^= 1);
    EXPECT(1, true, s.place[1].row ^= 1);
    EXPECT(0, true, s.written[0] = 1);
    EXPECT(0, false, s.written[1] = 1);
    EXPECT(0, true, s.meetings[0] = 1);
    EXPECT(0, false, s.meetings[1] = 1);
    EXPECT(0, false, s.first[0] = 1);
    EXPECT(0, true, s.offenders = 1);
    EXPECT(0, false, s.offenders = 2);
    EXPECT(0, true, s.looked = 0);
    EXPECT(1, false, s.looked = 0);
#undef EXPECT
    ck_assert_uint_ne(red, blue);
}
END_TEST

START_TEST(test_arguments) {
    const lg_amazes state = first_position(9);
    lg_amazes after, same = state;
    lg_rng rng = lg_rng_seed(9, 9), again = rng;
    memset(&after, 0xA5, sizeof after);
    const lg_amazes untouched = after;
    ck_assert_int_eq(lg_amazes_resample(NULL, 0, &rng, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_resample(&state, 0, NULL, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_resample(&state, 0, &rng, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_resample(&state, -1, &rng, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_resample(&state, 2, &rng, &after), LG_E_ARGUMENT);
    ck_assert_mem_eq(&after, &untouched, sizeof after);
    ck_assert_mem_eq(&rng, &again, sizeof rng);
    ck_assert_int_eq(lg_amazes_resample(&state, 0, &rng, &after), LG_OK);
    ck_assert_int_eq(lg_amazes_resample(&same, 0, &again, &same), LG_OK);
    ck_assert_mem_eq(&after, &same, sizeof after);
    ck_assert_mem_eq(&rng, &again, sizeof rng);
    ck_assert_mem_ne(&after, &state, sizeof after);
}
END_TEST

/* ---- distributions ---- */

/* Starts by their distance from the outer edge. */
static void count_start(const lg_amazes_place *start, double edge[13]) {
    const int rows = start->row < 24 - start->row ? start->row : 24 - start->row;
    const int columns = start->column < 24 - start->column ? start->column : 24 - start->column;
    edge[rows < columns ? rows : columns]++;
}

/* Chi-square of two samples of the same size. */
static double difference(const double *a, const double *b, int classes) {
    double sum = 0;
    for (int i = 0; i < classes; i++)
        if (a[i] + b[i] > 0) sum += (a[i] - b[i]) * (a[i] - b[i]) / (a[i] + b[i]);
    return sum;
}

/* The first position of each maze, in which almost nothing is known, is resampled once: all samples together must be
 * distributed like fresh mazes and starts. The bounds are exceeded by one in a thousand pairs of samples from one
 * distribution: 16.3 for three degrees of freedom, 32.9 for twelve. */
START_TEST(test_resampled_mazes_are_like_fresh_ones) {
    figures of[2];
    double edge[2][13] = {{0}, {0}};
    lg_rng rng = lg_rng_seed(10, 10);
    memset(of, 0, sizeof of);
    for (int i = 0; i < 4000 / lg_tests_part(); i++) {
        const lg_amazes fresh = first_position((uint64_t)i), drawn = resampled(&fresh, LG_AMAZES_RED, &rng);
        count(&fresh.maze, &of[0]);
        count(&drawn.maze, &of[1]);
        count_start(&fresh.start[0], edge[0]);
        count_start(&drawn.start[0], edge[1]);
    }
    const double exits = difference(of[0].exits, of[1].exits, 5), corners = difference(of[0].corners, of[1].corners, 5);
    const double walls = difference(of[0].walls, of[1].walls, 4), starts = difference(edge[0], edge[1], 13);
    ck_assert_double_lt(exits, 16.3);
    ck_assert_double_lt(corners, 16.3);
    ck_assert_double_lt(walls, 16.3);
    ck_assert_double_lt(starts, 32.9);
}
END_TEST

Suite *lg_test_amazes_resample(void) {
    Suite *suite = suite_create("amazes resample");
    TCase *tests = tcase_create("resample"), *slow = tcase_create("many");
    tcase_add_loop_test(tests, test_a_player_can_not_tell_the_difference, 0, COUNT(GAMES));
    tcase_add_loop_test(tests, test_continued_games, 0, COUNT(GAMES));
    tcase_add_test(tests, test_resampled_states_differ);
    tcase_add_test(tests, test_all_is_known);
    tcase_add_test(tests, test_a_reported_meeting);
    tcase_add_test(tests, test_walks);
    tcase_add_test(tests, test_over);
    tcase_add_test(tests, test_information);
    tcase_add_test(tests, test_arguments);
    tcase_add_test(tests, test_resampled_mazes_are_like_fresh_ones);
    tcase_add_test(slow, test_many);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, slow);
    return suite;
}
