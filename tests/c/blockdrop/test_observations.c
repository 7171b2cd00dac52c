/* Block drop: every number of both observations, as docs/games/blockdrop.md lists them. */
#include "../tests.h"
#include "games/blockdrop/protocol.h"

#include <string.h>

#define Z "0,0,0,0,0,0"
#define SEEN                                                                                                \
    "page 6/300 0,0,0,0,0,19/0,4,0,0,0,0/" Z "/" Z "/" Z "/-20,0,0,0,0,0 9,10,U,0 -1,-1,R,1 0,17,L,2 17,16,D,0 "

enum { COMPACT, AS_PLANES, COMPACT_SIZE = 55, PLANES = 13, SIDE = 18 };

static lg_game game_of(const char *configuration) {
    lg_game game;
    ck_assert_int_eq(lg_game_make(configuration, strlen(configuration), &game, NULL), LG_OK);
    return game;
}

static lg_blockdrop parse(const char *text) {
    lg_blockdrop state;
    ck_assert_int_eq(lg_i_blockdrop_parse(text, strlen(text), &state, NULL), LG_OK);
    return state;
}

/* ---- compact: the numbers after the timers ---- */

static const int16_t AFTER_TIMERS[4][COMPACT_SIZE - LG_BLOCKDROP_BLOCKS] = {
    {9, 10, 0, 0, -1, -1, 1, 1, 0, 17, 3, 2, 17, 16, 2, 0, 2, 6, 300},
    {-1, -1, 1, 1, 0, 17, 3, 2, 17, 16, 2, 0, 9, 10, 0, 0, 3, 6, 300},
    {0, 17, 3, 2, 17, 16, 2, 0, 9, 10, 0, 0, -1, -1, 1, 1, 0, 6, 300},
    {17, 16, 2, 0, 9, 10, 0, 0, -1, -1, 1, 1, 0, 17, 3, 2, 1, 6, 300},
};

START_TEST(test_compact) {
    const lg_game game = game_of("blockdrop(turns=300)");
    const lg_blockdrop state = parse(SEEN "-");
    int16_t seen[COMPACT_SIZE];
    ck_assert_int_eq(lg_game_observe(&game, &state, _i, COMPACT, seen, sizeof seen), LG_OK);
    for (int block = 0; block < LG_BLOCKDROP_BLOCKS; block++)
        ck_assert_int_eq(seen[block], block == 5 ? 19 : block == 7 ? 4 : block == 30 ? -20 : 0);
    for (int i = LG_BLOCKDROP_BLOCKS; i < COMPACT_SIZE; i++)
        ck_assert_msg(seen[i] == AFTER_TIMERS[_i][i - LG_BLOCKDROP_BLOCKS], "player %d: %d at %d", _i, seen[i], i);
}
END_TEST

/* ---- planes ---- */

static void fill_block(uint8_t *plane, int block_row, int block_column, uint8_t value) {
    for (int row = 3 * block_row; row < 3 * block_row + 3; row++)
        memset(plane + SIDE * row + 3 * block_column, value, 3);
}

/* Player `number` as the observer counts, on its square. */
static void put_player(uint8_t (*planes)[SIDE * SIDE], int number, int row, int column, int facing, uint8_t stun) {
    planes[2 + number][SIDE * row + column] = planes[6 + facing][SIDE * row + column] = 1;
    planes[10][SIDE * row + column] = stun;
}

START_TEST(test_planes) {
    static uint8_t seen[PLANES][SIDE * SIDE], expected[PLANES][SIDE * SIDE];
    const lg_game game = game_of("blockdrop(turns=300)");
    const lg_blockdrop state = parse(SEEN "-");
    memset(expected, 0, sizeof expected);
    fill_block(expected[0], 0, 5, 19);
    fill_block(expected[0], 1, 1, 4);
    fill_block(expected[1], 5, 0, 20);
    put_player(expected, (4 - _i) % 4, 9, 10, LG_BLOCKDROP_UP, 0);
    put_player(expected, (6 - _i) % 4, 0, 17, LG_BLOCKDROP_LEFT, 2);
    put_player(expected, (7 - _i) % 4, 17, 16, LG_BLOCKDROP_DOWN, 0);
    memset(expected[11], (_i + 2) % 4, SIDE * SIDE);
    memset(expected[12], 255, SIDE * SIDE);
    ck_assert_int_eq(lg_game_observe(&game, &state, _i, AS_PLANES, seen, sizeof seen), LG_OK);
    for (int plane = 0; plane < PLANES; plane++)
        for (int square = 0; square < SIDE * SIDE; square++)
            LG_REQUIRE(seen[plane][square] == expected[plane][square], "player %d, plane %d, square %d: %d", _i, plane,
                       square, seen[plane][square]);
}
END_TEST

static const struct {
    int turn, left;
} TURNS_LEFT[] = {{0, 255}, {44, 255}, {45, 255}, {46, 254}, {299, 1}, {300, 0}};

START_TEST(test_turns_left) {
    static uint8_t seen[PLANES][SIDE * SIDE];
    const lg_game game = game_of("blockdrop(turns=300)");
    lg_blockdrop state = parse(SEEN "-");
    state.turn = (uint16_t)TURNS_LEFT[_i].turn;
    ck_assert_int_eq(lg_game_observe(&game, &state, 0, AS_PLANES, seen, sizeof seen), LG_OK);
    for (int square = 0; square < SIDE * SIDE; square++) ck_assert_int_eq(seen[12][square], TURNS_LEFT[_i].left);
}
END_TEST

/* Messages do not contain stopped players. */
START_TEST(test_stopped_players_are_not_seen) {
    const lg_game game = game_of("blockdrop(turns=300)");
    const lg_blockdrop state = parse(SEEN "-"), stopped = parse(SEEN "03");
    for (int32_t which = COMPACT; which <= AS_PLANES; which++) {
        static uint8_t seen[PLANES * SIDE * SIDE], other[PLANES * SIDE * SIDE];
        const size_t size = lg_space_size(&game.observation[which]);
        for (int32_t player = 0; player < 4; player++) {
            ck_assert_int_eq(lg_game_observe(&game, &state, player, which, seen, size), LG_OK);
            ck_assert_int_eq(lg_game_observe(&game, &stopped, player, which, other, size), LG_OK);
            ck_assert_mem_eq(seen, other, size);
        }
    }
}
END_TEST

Suite *lg_test_blockdrop_observations(void) {
    Suite *suite = suite_create("blockdrop observations");
    TCase *tests = tcase_create("observations");
    tcase_add_loop_test(tests, test_compact, 0, LG_BLOCKDROP_PLAYERS);
    tcase_add_loop_test(tests, test_planes, 0, LG_BLOCKDROP_PLAYERS);
    tcase_add_loop_test(tests, test_turns_left, 0, (int)(sizeof TURNS_LEFT / sizeof TURNS_LEFT[0]));
    tcase_add_test(tests, test_stopped_players_are_not_seen);
    suite_add_tcase(suite, tests);
    return suite;
}
