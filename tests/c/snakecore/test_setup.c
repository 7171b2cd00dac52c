/* SnakeCore: generated fields keep the promises of docs/games/snakecore-rules.md (R42 to R45), for few and many
 * obstacles, blocks and players, and for every size. */
#include "../tests.h"
#include "games/snakecore/layout.h"

#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

/* size, players, walls, reactors, ordinary, energy, rounds */
static const lg_snakecore_setup SETUPS[] = {
    {8, 1, 0, 0, 0, 0, 1},          {8, 2, 12, 2, 24, 8, 200},     {8, 8, 4, 0, 0, 0, 1},
    {8, 1, 16, 0, 47, 0, 10},       {8, 1, 0, 16, 0, 31, 10},      {8, 6, 8, 8, 10, 10, 10},
    {9, 2, 16, 0, 60, 3, 10},       {9, 3, 0, 16, 40, 6, 10},      {11, 8, 13, 12, 60, 16, 10},
    {13, 4, 20, 16, 0, 0, 10000},   {20, 2, 12, 2, 24, 8, 200},    {20, 4, 12, 2, 40, 24, 200},
    {21, 8, 0, 100, 200, 33, 10},   {33, 5, 256, 0, 0, 828, 10},   {63, 8, 480, 481, 1000, 1000, 10},
    {64, 1, 1024, 0, 3071, 0, 10},  {64, 8, 0, 1024, 2040, 0, 10}, {64, 8, 0, 0, 2044, 2044, 10000},
};

/* ---- promises ---- */

static bool is_open(const lg_snakecore *state, int x, int y) {
    const int kind = lg_snakecore_at(state, x, y);
    return kind != LG_SNAKECORE_WALL && kind != LG_SNAKECORE_REACTOR;
}

/* R42: cells reached from a head, one neighbour after the other. */
static int count_reached(const lg_snakecore *state) {
    static const int DX[4] = {0, -1, 0, 1}, DY[4] = {-1, 0, 1, 0};
    lg_snakecore_cell queue[LG_SNAKECORE_MAX_CELLS];
    bool seen[LG_SNAKECORE_MAX_SIZE][LG_SNAKECORE_MAX_SIZE] = {{false}};
    int found = 1;
    queue[0] = state->python[0].head;
    seen[queue[0].y][queue[0].x] = true;
    for (int i = 0; i < found; i++)
        for (int way = 0; way < 4; way++) {
            const int x = queue[i].x + DX[way], y = queue[i].y + DY[way];
            if (!is_open(state, x, y) || seen[y][x]) continue;
            seen[y][x] = true;
            queue[found].x = (uint8_t)x;
            queue[found++].y = (uint8_t)y;
        }
    return found;
}

/* How many cells hold the kind. */
static int count_kind(const lg_snakecore *state, int kind) {
    int count = 0;
    for (int y = 0; y < state->size; y++)
        for (int x = 0; x < state->size; x++) count += lg_snakecore_at(state, x, y) == kind;
    return count;
}

static bool is_empty(const lg_snakecore *state, int x, int y) {
    return lg_snakecore_at(state, x, y) == LG_SNAKECORE_EMPTY;
}

/* R43 */
static bool reactors_are_free(const lg_snakecore *state) {
    for (int y = 0; y < state->size; y++)
        for (int x = 0; x < state->size; x++) {
            if (lg_snakecore_at(state, x, y) != LG_SNAKECORE_REACTOR) continue;
            if (!is_empty(state, x, y - 1) && !is_empty(state, x - 1, y) && !is_empty(state, x, y + 1) &&
                !is_empty(state, x + 1, y))
                return false;
        }
    return true;
}

/* R44, R45 */
static bool pythons_are_fresh(const lg_snakecore *state) {
    for (int i = 0; i < state->players; i++) {
        const lg_snakecore_python *python = &state->python[i];
        if (python->length != 0 || python->score != 0 || python->protection != 0) return false;
        for (int j = 0; j < i; j++) {
            const int dx = python->head.x - state->python[j].head.x, dy = python->head.y - state->python[j].head.y;
            if (dx * dx + dy * dy <= 1) return false;
        }
    }
    return true;
}

static void check(const lg_snakecore_setup *setup, uint64_t seed, const lg_snakecore *state) {
    const int cells = setup->size * setup->size, obstacles = setup->walls + setup->reactors;
    const int blocks = setup->ordinary + setup->energy;
#define PROMISE(condition) LG_REQUIRE(condition, "size %d, seed %d: " #condition, setup->size, (int)seed)
    PROMISE(lg_snakecore_validate(state, lg_snakecore_bytes(state)) == LG_OK);
    PROMISE(lg_snakecore_bytes(state) == lg_i_snakecore_size(setup->size, setup->players, blocks));
    PROMISE(count_reached(state) == cells - obstacles);
    PROMISE(reactors_are_free(state));
    PROMISE(pythons_are_fresh(state));
    PROMISE(count_kind(state, LG_SNAKECORE_WALL) == setup->walls);
    PROMISE(count_kind(state, LG_SNAKECORE_REACTOR) == setup->reactors);
    PROMISE(count_kind(state, LG_SNAKECORE_ORDINARY) == setup->ordinary);
    PROMISE(count_kind(state, LG_SNAKECORE_ENERGY) == setup->energy);
    PROMISE(count_kind(state, LG_SNAKECORE_EMPTY) == cells - obstacles - blocks - setup->players);
    PROMISE(state->ordinary == setup->ordinary && state->energy == setup->energy);
    PROMISE(state->players == setup->players && state->to_move == 0 && state->disqualified == 0);
    PROMISE(state->round == 0 && state->rounds == setup->rounds);
#undef PROMISE
}

START_TEST(test_promises) {
    static lg_snakecore state, same;
    const lg_snakecore_setup *setup = &SETUPS[_i];
    const uint64_t seeds = 200000u / (uint64_t)(setup->size * setup->size * lg_tests_part());
    for (uint64_t seed = 0; seed < seeds; seed++) {
        ck_assert_int_eq(lg_snakecore_new(setup, seed, &state), LG_OK);
        check(setup, seed, &state);
        ck_assert_int_eq(lg_snakecore_new(setup, seed, &same), LG_OK);
        ck_assert_mem_eq(&state, &same, lg_snakecore_bytes(&state));
    }
}
END_TEST

START_TEST(test_any_setup) {
    static lg_snakecore state;
    lg_rng rng = lg_rng_seed(42, 0);
    for (int made = 0; made < 2000 / lg_tests_part();) {
        lg_snakecore_setup setup;
        setup.size = 8 + (int32_t)lg_rng_below(&rng, 24);
        const uint32_t quarter = (uint32_t)(setup.size / 2) * (uint32_t)(setup.size / 2);
        setup.players = 1 + (int32_t)lg_rng_below(&rng, 8);
        setup.walls = (int32_t)lg_rng_below(&rng, quarter + 1);
        setup.reactors = (int32_t)(lg_rng_below(&rng, 2) * lg_rng_below(&rng, quarter + 1 - (uint32_t)setup.walls));
        setup.ordinary = (int32_t)lg_rng_below(&rng, 2 * quarter);
        setup.energy = (int32_t)lg_rng_below(&rng, 2 * quarter);
        setup.rounds = 1;
        if (lg_i_snakecore_setup_problem(&setup) != NULL) continue;
        ck_assert_int_eq(lg_snakecore_new(&setup, (uint64_t)made, &state), LG_OK);
        check(&setup, (uint64_t)made++, &state);
    }
}
END_TEST

/* Every cell can hold everything, on fields of even and of odd size: no place is left out. */
START_TEST(test_every_cell_can_hold_everything) {
    static lg_snakecore state;
    static const int KINDS[] = {LG_SNAKECORE_EMPTY,    LG_SNAKECORE_WALL,   LG_SNAKECORE_REACTOR,
                                LG_SNAKECORE_ORDINARY, LG_SNAKECORE_ENERGY, LG_SNAKECORE_HEAD};
    const lg_snakecore_setup setup = {8 + _i, 2, 8, 4, 10, 5, 1};
    int counts[81][16] = {{0}};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        ck_assert_int_eq(lg_snakecore_new(&setup, seed, &state), LG_OK);
        for (int cell = 0; cell < setup.size * setup.size; cell++)
            counts[cell][lg_snakecore_at(&state, cell % setup.size, cell / setup.size)]++;
    }
    for (int cell = 0; cell < setup.size * setup.size; cell++)
        for (int kind = 0; kind < COUNT(KINDS); kind++)
            ck_assert_msg(counts[cell][KINDS[kind]] >= 10, "cell %d, kind %d: %d times", cell, KINDS[kind],
                          counts[cell][KINDS[kind]]);
}
END_TEST

/* ---- refused arguments ---- */

#define SIZE_8_TO_64 "a size of 8 to 64"
#define NOT_NEGATIVE "no negative numbers of walls, reactors and blocks"
#define QUARTER "walls and reactors together at most (size / 2) squared"
#define HEADS_APART "fewer walls and reactors, so that heads can stand apart"
#define NO_ROOM "at most as many blocks as fit next to walls, reactors, their free neighbours and heads"

static const struct {
    lg_snakecore_setup setup;
    const char *problem;
} PROBLEMS[] = {
    {{7, 2, 0, 0, 0, 0, 1}, SIZE_8_TO_64},
    {{65, 2, 0, 0, 0, 0, 1}, SIZE_8_TO_64},
    {{INT32_MIN, 2, 0, 0, 0, 0, 1}, SIZE_8_TO_64},
    {{8, 0, 0, 0, 0, 0, 1}, "1 to 8 players"},
    {{64, 9, 0, 0, 0, 0, 1}, "1 to 8 players"},
    {{8, 2, 0, 0, 0, 0, 0}, "1 to 10000 rounds"},
    {{8, 2, 0, 0, 0, 0, 10001}, "1 to 10000 rounds"},
    {{8, 2, -1, 0, 0, 0, 1}, NOT_NEGATIVE},
    {{8, 2, 0, -1, 0, 0, 1}, NOT_NEGATIVE},
    {{8, 2, 0, 0, -1, 0, 1}, NOT_NEGATIVE},
    {{8, 2, 0, 0, 0, INT32_MIN, 1}, NOT_NEGATIVE},
    {{8, 1, 17, 0, 0, 0, 1}, QUARTER},
    {{8, 1, 0, 17, 0, 0, 1}, QUARTER},
    {{9, 1, 9, 8, 0, 0, 1}, QUARTER},
    {{8, 1, INT32_MAX, INT32_MAX, 0, 0, 1}, QUARTER},
    {{8, 8, 16, 13, 0, 0, 1}, QUARTER},
    {{8, 8, 0, 13, 0, 0, 1}, HEADS_APART},
    {{8, 7, 0, 15, 0, 0, 1}, HEADS_APART},
    {{8, 1, 16, 0, 48, 0, 1}, NO_ROOM},
    {{8, 2, 0, 0, 31, 32, 1}, NO_ROOM},
    {{8, 1, 0, 16, 0, 32, 1}, NO_ROOM},
    {{64, 1, 0, 0, 0, 4096, 1}, NO_ROOM},
    {{64, 8, 0, 0, INT32_MAX, INT32_MAX, 1}, NO_ROOM},
};

START_TEST(test_problems) {
    static lg_snakecore state, untouched;
    memset(&state, 0x55, sizeof state);
    memset(&untouched, 0x55, sizeof untouched);
    ck_assert_str_eq(lg_i_snakecore_setup_problem(&PROBLEMS[_i].setup), PROBLEMS[_i].problem);
    ck_assert_int_eq(lg_snakecore_new(&PROBLEMS[_i].setup, 1, &state), LG_E_ARGUMENT);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
}
END_TEST

START_TEST(test_nothing_given) {
    static lg_snakecore state;
    ck_assert_str_eq(lg_i_snakecore_setup_problem(NULL), "a setup");
    ck_assert_int_eq(lg_snakecore_new(NULL, 1, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_snakecore_new(&SETUPS[0], 1, NULL), LG_E_ARGUMENT);
}
END_TEST

Suite *lg_test_snakecore_setup(void) {
    Suite *suite = suite_create("snakecore setup");
    TCase *tests = tcase_create("setup");
    tcase_add_loop_test(tests, test_promises, 0, COUNT(SETUPS));
    tcase_add_test(tests, test_any_setup);
    tcase_add_loop_test(tests, test_every_cell_can_hold_everything, 0, 2);
    tcase_add_loop_test(tests, test_problems, 0, COUNT(PROBLEMS));
    tcase_add_test(tests, test_nothing_given);
    suite_add_tcase(suite, tests);
    return suite;
}
