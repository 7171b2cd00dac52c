/* Alquerque's tables of endings: compared with a slow implementation and the library's moves, damaged, and at the
 * limit. */
#include "positions.h"

#include <pthread.h>
#include <stdlib.h>

#include "games/alquerque/rules.h"
#include "libgames/alphabeta.h"
#include "libgames/games.h"
#include "libgames/bots.h"

#ifdef LG_TESTS_THREADS
#define LOOKS_FOR_RACES 1
#else
#define LOOKS_FOR_RACES 0
#endif

#define SCRATCH (1 << 24) /* bytes for a player to think */

/* ---- the tables of up to three pieces, made once ---- */

static lg_alquerque_endings_progress progress;
static uint64_t *memory;
static lg_alquerque_endings endings;

static uint64_t *solved(int pieces, int threads, size_t *size) {
    ck_assert_int_eq(lg_alquerque_endings_solve(pieces, NULL, 0, threads, &progress), LG_OK);
    uint64_t *const made = lg_test_calloc((size_t)progress.memory / 8 + 1, 8);
    int32_t ply = 0;
    do {
        ck_assert_int_eq(lg_alquerque_endings_solve(pieces, made, (size_t)progress.memory, threads, &progress), LG_OK);
        ck_assert(progress.ply >= ply && progress.done <= progress.total);
        ply = progress.ply;
    } while (!progress.finished);
    *size = (size_t)progress.size;
    return made;
}

static void set_up(void) {
    size_t size;
    lg_parse_error error = {0, 0, ""};
    memory = solved(3, 1, &size);
    ck_assert_msg(lg_alquerque_endings_open(memory, size, &endings, &error) == LG_OK, "byte %d: expected %s",
                  error.column, error.expected);
}

static void tear_down(void) {
    free(memory);
}

static lg_alquerque_ending probe(const lg_alquerque *state) {
    lg_alquerque_ending ending;
    ck_assert_int_eq(lg_alquerque_endings_probe(&endings, memory, (size_t)endings.size, state, &ending), LG_OK);
    return ending;
}

/* ---- a slow implementation for one piece against one ---- */

#define NONE 8 /* a direction that forbids nothing */
#define SLOW_STATES (49 * 49 * 9 * 9)

static int slow_number(int mover, int other, int forbidden, int theirs) {
    return ((mover * 49 + other) * 9 + forbidden) * 9 + theirs;
}

/* The next point along a line, both counted 7 a row; -1 if there is none. */
static int slow_along(int point, int direction) {
    static const int right[8] = {0, 1, 1, 1, 0, -1, -1, -1}, up[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    const int column = point % 7 + right[direction], row = point / 7 + up[direction];
    if (direction % 2 == 1 && (point / 7 + point % 7) % 2 == 1) return -1;
    return column < 0 || column > 6 || row < 0 || row > 6 ? -1 : 7 * row + column;
}

/* The value in a table of plies of which those below `ply` are known: -1 for none. `taken` ends a game. */
static int slow_value(const int *plies, int mover, int other, int forbidden, int theirs) {
    bool moves = false, all_won = true;
    int best_lost = -1, last_won = -1;
    for (int d = 0; d < 8; d++) {
        const int over = slow_along(mover, d);
        if (over == other && slow_along(over, d) >= 0) return 1;
    }
    for (int d = 0; d < 8; d++) {
        const int to = slow_along(mover, d);
        if (to < 0 || to == other || d == forbidden) continue;
        const int value = plies[slow_number(other, to, theirs, d ^ 4)];
        moves = true;
        if (value < 0 || value % 2 == 0) all_won = false;
        else if (value > last_won) last_won = value;
        if (value >= 0 && value % 2 == 0 && (best_lost < 0 || value < best_lost)) best_lost = value;
    }
    if (!moves) return 0;
    if (best_lost >= 0) return best_lost + 1;
    return all_won ? last_won + 1 : -1;
}

static int *slow_plies(void) {
    int *plies = lg_test_malloc(2 * SLOW_STATES * sizeof *plies);
    for (int i = 0; i < 2 * SLOW_STATES; i++) plies[i] = -1;
    for (bool changed = true; changed;) {
        int *const next = plies + SLOW_STATES;
        for (int i = 0; i < SLOW_STATES; i++) {
            const int mover = i / (49 * 81), other = i / 81 % 49;
            if (mover != other) next[i] = slow_value(plies, mover, other, i / 9 % 9, i % 9);
        }
        changed = memcmp(plies, next, SLOW_STATES * sizeof *plies) != 0;
        memcpy(plies, next, SLOW_STATES * sizeof *plies);
    }
    return plies;
}

static int sparse(int point) {
    return point / 7 * 8 + point % 7;
}

/* A last move that forbids the piece on this point a step in this direction, which follows a line. */
static lg_alquerque_move forbidding(int point, int direction) {
    const uint8_t points[2] = {(uint8_t)sparse(slow_along(point, direction)), (uint8_t)sparse(point)};
    lg_alquerque_move move;
    ck_assert(lg_i_alquerque_move_make(points, 2, false, &move));
    return move;
}

static lg_alquerque bare(uint64_t white, uint64_t black) {
    lg_alquerque state;
    lg_alquerque_start(&state);
    state.pieces[0] = white;
    state.pieces[1] = black;
    return state;
}

/* Every position of one piece against one, with everything that last steps can forbid. */
START_TEST(test_two_pieces_against_the_slow_implementation) {
    int *const plies = slow_plies();
    int seen = 0;
    for (int i = 0; i < SLOW_STATES; i++) {
        const int mover = i / (49 * 81), other = i / 81 % 49, forbidden = i / 9 % 9, theirs = i % 9;
        if (mover == other || (forbidden < NONE && slow_along(mover, forbidden) < 0) ||
            (theirs < NONE && slow_along(other, theirs) < 0))
            continue;
        lg_alquerque state = bare((uint64_t)1 << sparse(mover), (uint64_t)1 << sparse(other));
        if (forbidden < NONE) state.last[0] = forbidding(mover, forbidden);
        if (theirs < NONE) state.last[1] = forbidding(other, theirs);
        if (plies[i] == 0) {
            ck_assert_int_eq(lg_alquerque_result_of(&state), LG_ALQUERQUE_NO_MOVES);
            continue;
        }
        const lg_alquerque_ending ending = probe(&state);
        LG_REQUIRE(ending.plies == plies[i], "position %d: %d plies, not %d", i, ending.plies, plies[i]);
        seen++;
    }
    ck_assert_int_eq(seen, 81624);
    free(plies);
}
END_TEST

/* ---- compared with the library's moves ---- */

static lg_alquerque_move random_step(lg_rng *rng) {
    for (;;) {
        const int point = (int)lg_rng_below(rng, 49), direction = (int)lg_rng_below(rng, 8);
        if (slow_along(point, direction) >= 0) return forbidding(point, direction);
    }
}

/* Any position within the tables that is not over; about half of the last steps were made by a piece that is still
 * there. */
static lg_alquerque random_state(lg_rng *rng) {
    for (;;) {
        lg_alquerque state = bare(0, 0);
        const int count = 2 + (int)lg_rng_below(rng, (uint32_t)endings.pieces - 1);
        const int white = 1 + (int)lg_rng_below(rng, (uint32_t)count - 1);
        int points[LG_ALQUERQUE_ENDING_PIECES];
        for (int i = 0; i < count; i++) {
            points[i] = (int)lg_rng_below(rng, 49);
            state.pieces[i >= white] |= (uint64_t)1 << sparse(points[i]);
        }
        state.to_move = (uint8_t)lg_rng_below(rng, 2);
        for (int side = 0; side < 2; side++) {
            const int piece = side == 0 ? 0 : white, direction = (int)lg_rng_below(rng, 8);
            if (lg_rng_below(rng, 4) == 0) state.last[side] = random_step(rng);
            else if (lg_rng_below(rng, 3) > 0 && slow_along(points[piece], direction) >= 0)
                state.last[side] = forbidding(points[piece], direction);
        }
        if (lg_alquerque_validate(&state) != LG_OK) continue; /* two pieces on one point */
        if (lg_i_bits_count(state.pieces[0] | state.pieces[1]) != count) continue;
        if (lg_alquerque_result_of(&state) == LG_ALQUERQUE_ONGOING)
            return state;
    }
}

/* Plies of a position that may be over: without pieces or without a move it is lost in none. */
static int plies_of(const lg_alquerque *state) {
    return lg_alquerque_result_of(state) == LG_ALQUERQUE_ONGOING ? probe(state).plies : 0;
}

static void expect_best_of_moves(const lg_alquerque *state) {
    const lg_alquerque_ending ending = probe(state);
    int lost = -1, won = -1, best = -2;
    bool drawn = false;
    lg_alquerque_moves moves;
    lg_alquerque_move move;
    lg_alquerque_moves_begin(state, &moves);
    while (lg_alquerque_moves_next(&moves, &move)) {
        lg_alquerque after;
        ck_assert_int_eq(lg_alquerque_apply(state, &move, &after), LG_OK);
        const int plies = plies_of(&after);
        if (plies < 0) drawn = true;
        else if (plies % 2 == 0 && (lost < 0 || plies < lost)) lost = plies;
        else if (plies % 2 == 1 && plies > won) won = plies;
        if (memcmp(&move, &ending.best, sizeof move) == 0) best = plies;
    }
    const int expected = lost >= 0 ? lost + 1 : drawn ? -1 : won + 1;
    LG_REQUIRE(ending.plies == expected, "%d plies, not %d", ending.plies, expected);
    LG_REQUIRE(best == (expected < 0 ? -1 : expected - 1), "the best move leaves %d plies of %d", best, expected);
    const int value = expected < 0 ? LG_ALQUERQUE_ENDING_DRAWN
                                   : expected % 2 == 1 ? LG_ALQUERQUE_ENDING_WON : LG_ALQUERQUE_ENDING_LOST;
    LG_REQUIRE(ending.value == value, "the value is %d, not %d", ending.value, value);
}

START_TEST(test_values_are_the_best_of_the_moves) {
    lg_rng rng = lg_rng_seed(69, 0);
    for (int i = lg_tests_amount(100000); i > 0; i--) {
        const lg_alquerque state = random_state(&rng);
        expect_best_of_moves(&state);
    }
}
END_TEST

/* All positions of up to four pieces; this takes half a minute. */
START_TEST(test_values_of_four_pieces_are_the_best_of_the_moves) {
    size_t size;
    free(memory);
    memory = solved(4, 2, &size);
    ck_assert_int_eq(lg_alquerque_endings_open(memory, size, &endings, NULL), LG_OK);
    const lg_alquerque_ending_counts *counts = &endings.counts[1][1];
    ck_assert_uint_eq(counts->won, 350766);
    ck_assert_uint_eq(counts->drawn, 910254);
    ck_assert_uint_eq(counts->lost, 10236);
    ck_assert_uint_eq(endings.counts[2][0].won, 847504);
    ck_assert_uint_eq(endings.counts[0][2].won, 5596);
    lg_rng rng = lg_rng_seed(69, 4);
    for (int i = lg_tests_amount(20000); i > 0; i--) {
        const lg_alquerque state = random_state(&rng);
        expect_best_of_moves(&state);
    }
}
END_TEST

START_TEST(test_symmetric_positions_have_the_same_value) {
    lg_rng rng = lg_rng_seed(69, 1);
    for (int i = lg_tests_amount(2000); i > 0; i--) {
        const lg_alquerque state = random_state(&rng);
        const int plies = probe(&state).plies;
        for (int symmetry = 0; symmetry <= LG_ALQUERQUE_SYMMETRIES; symmetry++) {
            lg_alquerque image;
            if (symmetry == LG_ALQUERQUE_SYMMETRIES) lg_alquerque_swap(&state, &image);
            else lg_i_alquerque_symmetry(&state, symmetry, &image);
            LG_REQUIRE(probe(&image).plies == plies, "symmetry %d: not %d plies", symmetry, plies);
        }
    }
}
END_TEST

/* The winner's best moves win in the given number of plies, the loser's hold out as long. */
START_TEST(test_best_moves_end_the_game_as_predicted) {
    lg_rng rng = lg_rng_seed(69, 2);
    for (int i = lg_tests_amount(500); i > 0; i--) {
        lg_alquerque state = random_state(&rng);
        for (int plies = probe(&state).plies; plies > 0; plies--) {
            const lg_alquerque_ending ending = probe(&state);
            LG_REQUIRE(ending.plies == plies, "%d plies, not %d", ending.plies, plies);
            ck_assert_int_eq(lg_alquerque_apply(&state, &ending.best, &state), LG_OK);
            ck_assert_int_eq(lg_alquerque_result_of(&state) == LG_ALQUERQUE_ONGOING, plies > 1);
        }
    }
}
END_TEST

/* ---- searches ---- */

static const lg_game *game_with_tables(void) {
    static lg_game game;
    ck_assert_int_eq(lg_game_make("alquerque", 9, &game, NULL), LG_OK);
    game.known = &endings.known;
    return &game;
}

#ifndef LG_TESTS_RULES_ALONE
static const char *const PLAYERS[] = {
    "alphabeta(depth=1,table=64)", "alphabeta(depth=3,noise=100,table=64)", "strong(simulations=1)",
    "mcts(simulations=1)", "mcts(simulations=30,policy=puct)", "mcts(simulations=30,policy=gumbel)",
    "mcts(simulations=30,rollout=greedy,cutoff=0)",
};

/* Every bot that uses the tables makes their choice, also in the middle of a chain. */
static void expect_best_choice(const lg_game *game, const char *text, const lg_alquerque *state, void *scratch) {
    lg_bot player;
    lg_alquerque after = *state;
    lg_rng rng = lg_rng_seed(1, 1);
    size_t size;
    ck_assert_int_eq(lg_bot_configure(game, text, strlen(text), &player, NULL), LG_OK);
    ck_assert_int_eq(lg_bot_size(game, &player, &size), LG_OK);
    ck_assert_uint_le(size, SCRATCH);
    do {
        int32_t action;
        ck_assert_int_eq(lg_bot_choose(game, &player, &after, &rng, scratch, size, NULL, NULL, &action), LG_OK);
        ck_assert_int_eq(lg_game_apply(game, &after, action, &after), LG_OK);
    } while (after.jumper != LG_ALQUERQUE_NO_POINT);
    const int best = probe(state).plies, left = plies_of(&after);
    if (best < 0) LG_REQUIRE(left < 0, "%s: a draw becomes a result in %d plies", text, left);
    else LG_REQUIRE(left == best - 1, "%s: %d plies become %d", text, best, left);
}

START_TEST(test_players_look_at_the_tables) {
    const lg_game *const game = game_with_tables();
    lg_rng rng = lg_rng_seed(69, 6);
    void *const scratch = lg_test_malloc(SCRATCH);
    for (int i = lg_tests_amount(300); i > 0; i--) {
        const lg_alquerque state = random_state(&rng);
        for (size_t k = 0; k < sizeof PLAYERS / sizeof PLAYERS[0]; k++)
            expect_best_choice(game, PLAYERS[k], &state, scratch);
    }
    free(scratch);
}
END_TEST

/* With more pieces than in the tables, a search proves the result of a capture. */
START_TEST(test_searches_prove_by_the_tables) {
    const lg_game *const game = game_with_tables();
    lg_game without = *game;
    without.known = NULL;
    const lg_alquerque state = position_of("7/7/7/3b3/3w3/2w3b/7 w 0 - - -");
    const lg_alphabeta_config config = lg_alphabeta_default();
    const lg_alphabeta_limits limits = {.depth = 6};
    const size_t size = lg_alphabeta_size(game, &config);
    void *const scratch = lg_test_malloc(size);
    lg_alphabeta *search;
    lg_alphabeta_result found;
    ck_assert_int_eq(lg_alphabeta_create(&without, &config, scratch, size, &search), LG_OK);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &limits, &found), LG_OK);
    ck_assert_int_eq(found.proven, 0);
    ck_assert_int_eq(lg_alphabeta_create(game, &config, scratch, size, &search), LG_OK);
    ck_assert_int_eq(lg_alphabeta_run(search, &state, &limits, &found), LG_OK);
    ck_assert_int_eq(found.proven, 1);
    ck_assert(found.value >= 1);
    ck_assert_int_gt(found.end, 6);
    free(scratch);
}
END_TEST
#endif

/* A win that comes too late for the ply limit is no win for a search either, and the value of a draw depends on its
 * pieces. */
START_TEST(test_known_results_respect_the_limit) {
    const lg_game *const game = game_with_tables();
    lg_alquerque state = bare(endings.counts[1][0].longest[0], endings.counts[1][0].longest[1]);
    const lg_known *known = game->known;
    float value = 7;
    ck_assert_int_eq(known->end(known, &state, &value), 29);
    state.ply = 171;
    ck_assert_int_eq(known->end(known, &state, &value), 0);
    state.ply = 172;
    ck_assert_int_eq(known->end(known, &state, &value), LG_KNOWN_DRAWN);
    ck_assert(value >= 1.0f / 12 && value <= 1.0f / 12);
    bool quiet;
    ck_assert_int_eq(lg_game_evaluate(game, &state, 1, &value, &quiet), LG_OK);
    ck_assert(value <= -1.0f / 12 && value >= -1.0f / 12);
    state.ply = 0;
    state.pieces[0] = 0x0101010101; /* more pieces than in the tables */
    ck_assert_int_eq(known->end(known, &state, &value), 0);
}
END_TEST

/* In the middle of a chain the rest of it is searched. */
START_TEST(test_probing_in_a_chain) {
    const lg_alquerque start = position_of("7/7/7/2b4/7/2b4/2w4 w 0 - - -");
    lg_alquerque between;
    ck_assert_int_eq(probe(&start).plies, 1);
    ck_assert_int_eq(lg_i_alquerque_decide(&start, 2, 0, &between), LG_OK);
    ck_assert_uint_eq(between.jumper, 18);
    const lg_alquerque_ending ending = probe(&between);
    ck_assert_int_eq(ending.value, LG_ALQUERQUE_ENDING_WON);
    ck_assert_int_eq(ending.plies, 1);
    ck_assert_uint_eq(ending.best.from, 18);
}
END_TEST

/* ---- facts about tables ---- */

typedef struct expected_counts {
    int mover, other;
    uint64_t won, drawn, lost;
    int longest_win, longest_loss;
} expected_counts;

START_TEST(test_counts) {
    static const expected_counts all[] = {{1, 1, 552, 1548, 252, 57, 70},
                                          {1, 2, 1600, 5642, 48030, 71, 58},
                                          {2, 1, 55204, 52, 16, 29, 68}};
    ck_assert_int_eq(endings.pieces, 3);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const lg_alquerque_ending_counts *counts = &endings.counts[all[i].mover - 1][all[i].other - 1];
        ck_assert_uint_eq(counts->won, all[i].won);
        ck_assert_uint_eq(counts->drawn, all[i].drawn);
        ck_assert_uint_eq(counts->lost, all[i].lost);
        ck_assert_int_eq(counts->longest_win, all[i].longest_win);
        ck_assert_int_eq(counts->longest_loss, all[i].longest_loss);
        const lg_alquerque state = bare(counts->longest[0], counts->longest[1]);
        ck_assert_int_eq(probe(&state).plies, all[i].longest_win);
    }
}
END_TEST

/* Each position of two against one, counted one by one. */
START_TEST(test_counts_are_those_of_the_positions) {
    uint64_t counts[3] = {0, 0, 0};
    for (int first = 0; first < 49; first++)
        for (int second = first + 1; second < 49; second++)
            for (int other = 0; other < 49; other++) {
                if (other == first || other == second) continue;
                const lg_alquerque state =
                    bare((uint64_t)1 << sparse(first) | (uint64_t)1 << sparse(second), (uint64_t)1 << sparse(other));
                counts[probe(&state).value - LG_ALQUERQUE_ENDING_LOST]++;
            }
    ck_assert_uint_eq(counts[0], endings.counts[1][0].lost);
    ck_assert_uint_eq(counts[1], endings.counts[1][0].drawn);
    ck_assert_uint_eq(counts[2], endings.counts[1][0].won);
}
END_TEST

/* A win in more plies than are left is none; with ply 200 itself a capture wins and a blockade does not. */
START_TEST(test_the_limit_of_plies) {
    lg_rng rng = lg_rng_seed(69, 3);
    for (int i = 0; i < 1000; i++) {
        lg_alquerque state = random_state(&rng);
        const lg_alquerque_ending free_of_it = probe(&state);
        if (free_of_it.plies < 0) continue;
        const int last = LG_ALQUERQUE_PLY_LIMIT - free_of_it.plies; /* the game would end with ply 200 */
        state.ply = (uint16_t)(last - 1);
        ck_assert_int_eq(probe(&state).value, free_of_it.value);
        state.ply = (uint16_t)last;
        ck_assert_int_eq(probe(&state).value, LG_ALQUERQUE_ENDING_UNKNOWN);
        if (free_of_it.plies == 1) continue;
        state.ply = (uint16_t)(last + 1);
        ck_assert_int_eq(probe(&state).value, LG_ALQUERQUE_ENDING_DRAWN);
        ck_assert_int_eq(probe(&state).plies, free_of_it.plies);
    }
}
END_TEST

START_TEST(test_more_pieces_are_unknown_and_finished_games_refused) {
    const lg_alquerque more = position_of("7/7/2b4/7/2b4/7/2ww3 w 0 - - -");
    const lg_alquerque_ending ending = probe(&more);
    ck_assert_int_eq(ending.value, LG_ALQUERQUE_ENDING_UNKNOWN);
    ck_assert_int_eq(ending.plies, -1);
    ck_assert_uint_eq(ending.best.from, LG_ALQUERQUE_NO_POINT);
    const lg_alquerque over = position_of("7/7/2b4/7/7/7/7 w 0 - - -");
    lg_alquerque_ending untouched = ending;
    const size_t size = (size_t)endings.size;
    ck_assert_int_eq(lg_alquerque_endings_probe(&endings, memory, size, &over, &untouched), LG_E_OVER);
    ck_assert_int_eq(lg_alquerque_endings_probe(&endings, memory, size - 1, &more, &untouched), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_endings_probe(&endings, NULL, size, &more, &untouched), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_endings_probe(&endings, memory, size, NULL, &untouched), LG_E_ARGUMENT);
    ck_assert_mem_eq(&untouched, &ending, sizeof ending);
}
END_TEST

/* ---- bytes ---- */

START_TEST(test_the_same_bytes_on_several_threads) {
    size_t size;
    uint64_t *const again = solved(3, 3, &size);
    ck_assert_uint_eq(size, endings.size);
    ck_assert_mem_eq(again, memory, size);
    ck_assert_uint_eq(lg_hash(memory, size), UINT64_C(14142778268467514663));
    free(again);
}
END_TEST

/* Of the tables of two pieces each byte is damaged. */
START_TEST(test_damaged_tables_are_refused) {
    size_t size;
    uint64_t *const tables = solved(2, 1, &size);
    uint8_t *const bytes = (uint8_t *)tables;
    lg_alquerque_endings read;
    lg_parse_error error;
    memset(&read, 7, sizeof read);
    const lg_alquerque_endings untouched = read;
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= (uint8_t)(1 + at % 255);
        error.expected = NULL;
        LG_REQUIRE(lg_alquerque_endings_open(tables, size, &read, &error) == LG_E_PARSE, "byte %zu is not missed", at);
        LG_REQUIRE(error.expected != NULL && error.column >= 1, "byte %zu: no reason", at);
        bytes[at] ^= (uint8_t)(1 + at % 255);
    }
    for (size_t short_size = 0; short_size < size; short_size += 13)
        LG_REQUIRE(lg_alquerque_endings_open(tables, short_size, &read, &error) == LG_E_PARSE, "%zu bytes", short_size);
    ck_assert_mem_eq(&read, &untouched, sizeof read);
    ck_assert_int_eq(lg_alquerque_endings_open(tables, size, &read, NULL), LG_OK);
    ck_assert_int_eq(read.pieces, 2);
    free(tables);
}
END_TEST

typedef struct damage {
    size_t at;
    uint8_t byte;
    int column;
    const char *expected;
} damage;

START_TEST(test_refusals_give_their_reason) {
    static const damage all[] = {
        {0, 'X', 1, "the tables of `libgames endings alquerque`"},
        {8, 2, 9, "version 1 of the tables"},
        {12, 1, 13, "tables of 2 to 5 pieces"},
        {12, 6, 13, "tables of 2 to 5 pieces"},
        {36, 0, 37, "tables that are finished"},
        {56, 0, 57, "the checksum of these bytes: they are damaged"},
    };
    lg_alquerque_endings read;
    lg_parse_error error;
    uint8_t *const bytes = (uint8_t *)memory;
    const size_t size = (size_t)endings.size;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const uint8_t right = bytes[all[i].at];
        bytes[all[i].at] = right == all[i].byte ? (uint8_t)(right + 1) : all[i].byte;
        ck_assert_int_eq(lg_alquerque_endings_open(memory, size, &read, &error), LG_E_PARSE);
        ck_assert_int_eq(error.column, all[i].column);
        ck_assert_str_eq(error.expected, all[i].expected);
        bytes[all[i].at] = right;
    }
    ck_assert_int_eq(lg_alquerque_endings_open(memory, size - 1, &read, &error), LG_E_PARSE);
    ck_assert_str_eq(error.expected, "more bytes: the tables are cut off");
    ck_assert_int_eq(lg_alquerque_endings_open(memory, size + 1, &read, &error), LG_E_PARSE);
    ck_assert_str_eq(error.expected, "the end of the tables");
    ck_assert_int_eq(error.column, (int)size + 1);
}
END_TEST

START_TEST(test_making_refuses) {
    lg_alquerque_endings_progress asked;
    uint64_t little[16] = {0};
    ck_assert_int_eq(lg_alquerque_endings_solve(1, NULL, 0, 1, &asked), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_endings_solve(6, NULL, 0, 1, &asked), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_endings_solve(3, NULL, 0, 0, &asked), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_endings_solve(3, NULL, 0, LG_MAX_THREADS + 1, &asked), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_endings_solve(3, (char *)little + 1, 64, 1, &asked), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_endings_solve(3, little, sizeof little, 1, &asked), LG_E_SPACE);
    ck_assert_uint_eq(asked.size, endings.size);
    ck_assert(asked.memory > asked.size && asked.memory < asked.size + 65536);
    const size_t needed = (size_t)asked.memory;
    /* The memory contains other tables. */
    ck_assert_int_eq(lg_alquerque_endings_solve(2, memory, needed, 1, &asked), LG_E_STATE);
    ck_assert_int_eq(lg_alquerque_endings_solve(3, memory, needed, 1, &asked), LG_OK);
    ck_assert(asked.finished);
    ck_assert_int_eq(lg_alquerque_endings_solve(5, NULL, 0, 1, &asked), LG_OK);
    ck_assert_uint_gt(asked.memory, 1000000000);
}
END_TEST

static void *probe_on(void *argument) {
    lg_rng rng = lg_rng_seed(69, 5);
    uint64_t *const sum = argument;
    for (int i = 0; i < 20000; i++) {
        const lg_alquerque state = random_state(&rng);
        *sum = *sum * 31 + (uint64_t)probe(&state).plies;
    }
    return NULL;
}

START_TEST(test_threads_probe_in_parallel) {
    pthread_t threads[4];
    uint64_t sums[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) ck_assert_int_eq(pthread_create(&threads[i], NULL, probe_on, &sums[i]), 0);
    for (int i = 0; i < 4; i++) ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    for (int i = 1; i < 4; i++) ck_assert_uint_eq(sums[i], sums[0]);
}
END_TEST

Suite *lg_test_alquerque_endings(void) {
    Suite *suite = suite_create("alquerque_endings");
    TCase *cases = tcase_create("all");
    tcase_set_timeout(cases, 240);
    tcase_add_unchecked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, test_the_same_bytes_on_several_threads);
    tcase_add_test(cases, test_threads_probe_in_parallel);
    if (!LOOKS_FOR_RACES) {
        tcase_add_test(cases, test_two_pieces_against_the_slow_implementation);
        tcase_add_test(cases, test_values_are_the_best_of_the_moves);
        tcase_add_test(cases, test_symmetric_positions_have_the_same_value);
        tcase_add_test(cases, test_best_moves_end_the_game_as_predicted);
#ifndef LG_TESTS_RULES_ALONE
        tcase_add_test(cases, test_players_look_at_the_tables);
        tcase_add_test(cases, test_searches_prove_by_the_tables);
#endif
        tcase_add_test(cases, test_known_results_respect_the_limit);
        if (lg_tests_amount(1) > 1) tcase_add_test(cases, test_values_of_four_pieces_are_the_best_of_the_moves);
        tcase_add_test(cases, test_probing_in_a_chain);
        tcase_add_test(cases, test_counts);
        tcase_add_test(cases, test_counts_are_those_of_the_positions);
        tcase_add_test(cases, test_the_limit_of_plies);
        tcase_add_test(cases, test_more_pieces_are_unknown_and_finished_games_refused);
        tcase_add_test(cases, test_damaged_tables_are_refused);
        tcase_add_test(cases, test_refusals_give_their_reason);
        tcase_add_test(cases, test_making_refuses);
    }
    suite_add_tcase(suite, cases);
    return suite;
}
