/* Amazes: rows of bits against the slow, literal implementation, over random games; and inference by itself on random
 * knowledge, in shuffled orders of its rules. */
#include "../tests.h"
#include "reference.h"

#include <stdio.h>
#include <string.h>

/* ---- comparing ---- */

static bool same_edges(const lg_amazes_knowledge *known, const slow_amazes_player *slow) {
    for (int line = 0; line < 51; line++)
        for (int column = 1 - (line & 1); column < 51; column += 2) {
            const bool upright = (line & 1) != 0;
            const uint32_t wall = upright ? known->walls.v[line / 2] : known->walls.h[line / 2];
            const uint32_t open = upright ? known->openings.v[line / 2] : known->openings.h[line / 2];
            const char here = (wall >> column / 2 & 1) != 0   ? SLOW_WALL
                              : (open >> column / 2 & 1) != 0 ? SLOW_OPENING
                                                              : SLOW_UNKNOWN;
            if (here != slow->edge[line][column]) return false;
        }
    return true;
}

static bool same_squares(const lg_amazes_knowledge *known, const slow_amazes_player *slow) {
    for (int row = 0; row < 25; row++)
        for (int column = 0; column < 25; column++) {
            const bool discovered = (known->squares[row] >> column & 1) != 0;
            const bool dead_end = (known->dead_ends[row] >> column & 1) != 0;
            if (discovered != slow->discovered[2 * row + 1][2 * column + 1]) return false;
            if (dead_end != slow->dead_end[2 * row + 1][2 * column + 1]) return false;
        }
    return true;
}

/* `mover` is the player that has just looked or walked; the other one's knowledge must be unchanged. */
static void compare(const lg_amazes *fast, const slow_amazes *slow, int mover, const char *when) {
    int32_t points[2], score[2];
    lg_amazes_points(fast, points);
    lg_amazes_scores(fast, score);
    const lg_amazes_knowledge *known = &fast->known[mover];
    LG_REQUIRE(same_squares(known, &slow->player[mover]), "turn %d, %s: squares differ", fast->turn, when);
    LG_REQUIRE(same_edges(known, &slow->player[mover]), "turn %d, %s: edges differ", fast->turn, when);
    for (int i = 0; i < 2; i++) {
        const slow_amazes_player *player = &slow->player[i];
        const lg_amazes_place *place = &fast->place[i];
        LG_REQUIRE(2 * place->row + 1 == player->line && 2 * place->column + 1 == player->column &&
                       "NESW"[place->facing] == player->facing,
                   "turn %d, %s: places of %d differ", fast->turn, when, i);
        LG_REQUIRE(points[i] == player->points, "turn %d, %s: %d points, not %d", fast->turn, when, points[i],
                   player->points);
        LG_REQUIRE(fast->first[i] == player->first, "turn %d, %s: %d first", fast->turn, when, fast->first[i]);
        LG_REQUIRE(score[i] == slow_amazes_score(slow, i), "turn %d, %s: score %d", fast->turn, when, score[i]);
    }
    LG_REQUIRE((lg_amazes_player(fast) < 0) == slow_amazes_over(slow), "turn %d, %s: one is over", fast->turn, when);
    LG_REQUIRE(fast->sudden_death == slow->killer + 1, "turn %d, %s: sudden death", fast->turn, when);
}

/* ---- playing ---- */

/* The walks of the two players. */
typedef enum style { EXPLORE, WANDER, HUNT, STYLES } style;

/* To a random square among the nearest that have an unknown edge; back and forth when there is none. */
static int explore(const lg_amazes *state, int player, lg_rng *rng, uint8_t *steps) {
    int16_t distances[LG_AMAZES_SQUARES];
    const lg_amazes_knowledge *known = &state->known[player];
    const lg_amazes_place *place = &state->place[player];
    int best = -1;
    int32_t count;
    (void)lg_amazes_distances(known, place->row, place->column, distances);
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) {
        const int row = square / 25, column = square % 25;
        const uint32_t above = known->walls.h[row] | known->openings.h[row];
        const uint32_t below = known->walls.h[row + 1] | known->openings.h[row + 1];
        const uint32_t beside = known->walls.v[row] | known->openings.v[row];
        const bool all_known = (above & below & beside & beside >> 1) >> column & 1;
        if (all_known || distances[square] < 1) continue;
        if (best < 0 || distances[square] < distances[best]) best = square;
        else if (distances[square] == distances[best] && lg_rng_below(rng, 3) == 0) best = square;
    }
    if (best >= 0 && lg_amazes_way(known, place, best / 25, best % 25, steps, LG_AMAZES_WALK, &count) == LG_OK)
        return count;
    steps[0] = 2;
    return 1;
}

static int wander(lg_rng *rng, uint8_t *steps) {
    const int count = 1 + (int)lg_rng_below(rng, lg_rng_below(rng, 20) == 0 ? LG_AMAZES_WALK : 12);
    for (int i = 0; i < count; i++) steps[i] = (uint8_t)lg_rng_below(rng, 4);
    return count;
}

/* Straight to the opponent, if a known way leads there: meetings, and sudden death after exploring. */
static int hunt(const lg_amazes *state, int player, lg_rng *rng, uint8_t *steps) {
    int32_t count;
    const lg_amazes_place *prey = &state->place[1 - player];
    const bool ready = lg_amazes_square_count(&state->known[player]) == LG_AMAZES_SQUARES || lg_rng_below(rng, 4) == 0;
    if (ready && lg_amazes_way(&state->known[player], &state->place[player], prey->row, prey->column, steps,
                               LG_AMAZES_WALK, &count) == LG_OK && count > 0)
        return count;
    return explore(state, player, rng, steps);
}

static void choose(const lg_amazes *state, style how, lg_rng *rng, char text[LG_AMAZES_WALK + 2]) {
    uint8_t steps[LG_AMAZES_WALK];
    const int player = lg_amazes_player(state);
    if (lg_rng_below(rng, 500) == 0) { /* an offence */
        (void)strcpy(text, lg_rng_below(rng, 2) == 0 ? "" : "FFx");
        return;
    }
    const int count = how == WANDER ? wander(rng, steps)
                      : how == HUNT ? hunt(state, player, rng, steps)
                                    : explore(state, player, rng, steps);
    for (int i = 0; i < count; i++) text[i] = "FRTL"[steps[i]];
    text[count] = '\0';
}

/* One turn of both implementations, by means of text. */
static void play_turn(lg_amazes *fast, slow_amazes *slow, style how, lg_rng *rng) {
    char expected[80], text[80], move[LG_AMAZES_WALK + 2];
    size_t length;
    lg_amazes_sight sight;
    const int player = lg_amazes_player(fast);
    slow_amazes_look(slow, expected, lg_rng_below(rng, 16) == 0 ? (uint64_t)lg_rng_next(rng) << 32 | 1 : 0);
    LG_REQUIRE(lg_amazes_see(&fast->maze, &fast->place[player], &fast->place[1 - player], &sight) == LG_OK, "blind");
    LG_REQUIRE(lg_amazes_sight_print(&sight, text, sizeof text, &length) == LG_OK, "speechless");
    LG_REQUIRE(strcmp(text, expected) == 0, "turn %d: look\n%snot\n%s", fast->turn, text, expected);
    LG_REQUIRE(lg_amazes_begin_turn(fast, fast) == LG_OK, "turn %d: no look", fast->turn);
    compare(fast, slow, player, "look");
    choose(fast, how, rng, move);
    if ((fast->offenders >> player & 1) != 0 || lg_amazes_play(fast, move, strlen(move), fast, NULL) != LG_OK) {
        (void)lg_amazes_forfeit(fast, player, fast);
        LG_REQUIRE(lg_amazes_jury(fast, fast) == LG_OK, "turn %d: no jury", fast->turn);
    }
    slow_amazes_move(slow, move);
    compare(fast, slow, player, "walk");
    LG_REQUIRE(fast->turn % 16 != 0 || lg_amazes_validate(fast) == LG_OK, "turn %d: invalid", fast->turn);
}

/* Red gets to know nearly everything beforehand: all edges, and all but a few squares. */
static void teach_red(lg_amazes *fast, slow_amazes *slow, lg_rng *rng) {
    lg_amazes_knowledge *known = &fast->known[0];
    slow_amazes_player *player = &slow->player[0];
    known->walls = fast->maze;
    memcpy(player->edge, slow->edge, sizeof player->edge);
    for (int row = 0; row < 25; row++) {
        known->openings.h[row] = ~fast->maze.h[row] & 0x1FFFFFF;
        known->openings.v[row] = ~fast->maze.v[row] & 0x1FFFFFF;
        known->squares[row] = 0x1FFFFFF;
    }
    for (uint32_t left = lg_rng_below(rng, 4); left > 0; left--)
        known->squares[lg_rng_below(rng, 25)] &= ~(1u << lg_rng_below(rng, 25));
    for (int square = 0; square < 625; square++)
        player->discovered[square / 25 * 2 + 1][square % 25 * 2 + 1] =
            (known->squares[square / 25] >> square % 25 & 1) != 0;
    player->squares = player->first = lg_amazes_square_count(known);
    player->points = 2 * player->squares;
    fast->first[0] = (uint16_t)player->first;
}

/* Many short games and some long ones, since most inferences occur in the first turns of a maze. */
START_TEST(test_random_games) {
    lg_amazes fast;
    slow_amazes slow;
    char maze[LG_AMAZES_MAZE_TEXT + 1];
    size_t length;
    int deaths = 0, offences = 0, meetings = 0, dead_ends = 0;
    lg_rng rng = lg_rng_seed(2010, (uint64_t)_i);
    for (int turns = 0; turns < lg_tests_amount(30000);) {
        const int limit = lg_rng_below(&rng, 16) == 0 ? LG_AMAZES_TURNS : 1 + (int)lg_rng_below(&rng, 25);
        style how[2] = {(style)lg_rng_below(&rng, STYLES), (style)lg_rng_below(&rng, STYLES)};
        ck_assert_int_eq(lg_amazes_new(((uint64_t)_i << 32) + (uint64_t)turns, limit, &fast), LG_OK);
        ck_assert_int_eq(lg_amazes_maze_print(&fast.maze, fast.start, maze, sizeof maze, &length), LG_OK);
        slow_amazes_start(&slow, maze, limit);
        if (lg_rng_below(&rng, 8) == 0) {
            teach_red(&fast, &slow, &rng);
            how[0] = HUNT;
        }
        for (; lg_amazes_player(&fast) >= 0; turns++)
            play_turn(&fast, &slow, how[lg_amazes_player(&fast)], &rng);
        deaths += fast.sudden_death != 0;
        offences += fast.offenders != 0;
        meetings += fast.meetings[0] + fast.meetings[1];
        for (int row = 0; row < 25; row++) dead_ends += fast.known[0].dead_ends[row] != 0;
    }
    if (lg_tests_part() == 1) ck_assert_int_gt(deaths, 0); /* too rare for the few games of slower builds */
    ck_assert_int_gt(offences, 0);
    ck_assert_int_gt(meetings, 0);
    ck_assert_int_gt(dead_ends, 0);
}
END_TEST

/* ---- inference by itself ---- */

/* Each edge of a random maze is discovered with the same probability, and so is each square next to a discovered
 * opening. */
static void know_at_random(const lg_amazes_edges *maze, lg_rng *rng, lg_amazes_knowledge *known) {
    const uint32_t part = 1 + lg_rng_below(rng, 15), squares = lg_rng_below(rng, 16);
    memset(known, 0, sizeof *known);
    for (int line = 0; line < 26; line++)
        for (int column = 0; column < 26; column++) {
            const uint32_t bit = 1u << column;
            if (column < 25 && lg_rng_below(rng, 16) < part) {
                known->walls.h[line] |= maze->h[line] & bit;
                known->openings.h[line] |= ~maze->h[line] & bit;
            }
            if (line < 25 && lg_rng_below(rng, 16) < part) {
                known->walls.v[line] |= maze->v[line] & bit;
                known->openings.v[line] |= ~maze->v[line] & bit;
            }
            if (line < 25 && column < 25 && lg_rng_below(rng, 16) < squares) known->squares[line] |= bit;
        }
    known->squares[lg_rng_below(rng, 25)] |= 1u << lg_rng_below(rng, 25); /* a start is never a dead end */
}

static void copy_knowledge(const lg_amazes_knowledge *known, slow_amazes_player *slow) {
    memset(slow, 0, sizeof *slow);
    memset(slow->edge, SLOW_UNKNOWN, sizeof slow->edge);
    for (int row = 0; row < 25; row++)
        for (int column = 0; column < 25; column++) {
            slow->discovered[2 * row + 1][2 * column + 1] = (known->squares[row] >> column & 1) != 0;
            for (int side = 0; side < 4; side++) {
                const int line = 2 * row + 1 + (side == 2) - (side == 0);
                const int at = 2 * column + 1 + (side == 1) - (side == 3);
                if (lg_amazes_edge(&known->walls, row, column, side)) slow->edge[line][at] = SLOW_WALL;
                if (lg_amazes_edge(&known->openings, row, column, side)) slow->edge[line][at] = SLOW_OPENING;
            }
        }
}

static void compare_orders(const lg_amazes_knowledge *known, const lg_amazes_knowledge *inferred, lg_rng *rng) {
    slow_amazes_player slow;
    for (int order = 0; order < 3; order++) {
        copy_knowledge(known, &slow);
        while (slow_amazes_infer_once(&slow, (uint64_t)lg_rng_next(rng) << 32 | 1));
        LG_REQUIRE(same_squares(inferred, &slow), "order %d: squares differ", order);
        LG_REQUIRE(same_edges(inferred, &slow), "order %d: edges differ", order);
    }
}

START_TEST(test_inference_on_random_knowledge) {
    lg_amazes_edges maze;
    lg_amazes_knowledge known, inferred, again;
    int new = 0;
    lg_rng rng = lg_rng_seed(5, 0);
    for (int i = 0; i < lg_tests_amount(4000); i++) {
        if (i % 8 == 0) ck_assert_int_eq(lg_amazes_maze_generate(&rng, &maze), LG_OK);
        know_at_random(&maze, &rng, &known);
        LG_REQUIRE(lg_amazes_infer(&known, &inferred) == LG_OK, "no inference");
        compare_orders(&known, &inferred, &rng);
        again = inferred;
        LG_REQUIRE(lg_amazes_infer(&again, &again) == LG_OK, "no inference in place");
        LG_REQUIRE(memcmp(&again, &inferred, sizeof again) == 0, "not a fixpoint");
        new += memcmp(&known, &inferred, sizeof known) != 0;
    }
    ck_assert_int_gt(new, 2000 / lg_tests_part());
}
END_TEST

Suite *lg_test_amazes_reference(void) {
    Suite *suite = suite_create("amazes reference");
    TCase *tests = tcase_create("reference");
    tcase_add_loop_test(tests, test_random_games, 0, 5);
    tcase_add_test(tests, test_inference_on_random_knowledge);
    suite_add_tcase(suite, tests);
    return suite;
}
