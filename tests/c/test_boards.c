/* Boards as text, in positions with everything that can appear in them. */
#include "scenes.h"

#include <libgames/style.h>

/* ---- drawing ---- */

/* In memory of exactly the length that is measured, for a sanitizer; to be freed. */
static char *board_of(const lg_game *game, const void *state, int32_t viewer, bool colour) {
    size_t length = 0;
    ck_assert_int_eq(lg_game_board(game, state, viewer, colour, NULL, 0, &length), LG_E_SPACE);
    char *text = malloc(length + 1);
    ck_assert_int_eq(lg_game_board(game, state, viewer, colour, text, length + 1, &length), LG_OK);
    return text;
}

START_TEST(test_every_game_draws) {
    ck_assert(lg_game_type_at(_i)->people->board != NULL);
}
END_TEST

/* ---- golden boards ---- */

enum { ALL = -2 }; /* viewers: each player and -1 */

/* Lines of the comb and of its players' knowledge of it. */
#define TOP "+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
#define COMB_LINE "+ +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
#define LOOP_LINE "+ +-+ +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
#define NOBODYS "|                                                 |\n"
#define BLUES "|:                                                |\n"
#define RED_NOTHING "+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
#define RED_UNKNOWN "?????????????????????????????????????????????????????\n"
#define RED_CORRIDOR                                                                                                   \
    "??| |???????????????????????????????????????????????|\n"                                                          \
    "+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
#define BLUE_NOTHING "+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
#define BLUE_UNKNOWN "???????????????????????????????????????????????????\n"
#define BLUE_CORRIDOR                                                                                                  \
    "??????????| |??????????????????????????????????????\n"                                                            \
    "+?+?+?+?+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"

static const struct {
    position position;
    int32_t viewer;
    const char *board;
} GOLDEN[] = {
    {ALQUERQUE_START, ALL,
     "7 b-b-b-b-b-b-b\n"
     "  |\\|/|\\|/|\\|/|\n"
     "6 b-b-b-b-b-b-b\n"
     "  |/|\\|/|\\|/|\\|\n"
     "5 b-b-b-b-b-b-b\n"
     "  |\\|/|\\|/|\\|/|\n"
     "4 b-b-b-+-w-w-w\n"
     "  |/|\\|/|\\|/|\\|\n"
     "3 w-w-w-w-w-w-w\n"
     "  |\\|/|\\|/|\\|/|\n"
     "2 w-w-w-w-w-w-w\n"
     "  |/|\\|/|\\|/|\\|\n"
     "1 w-w-w-w-w-w-w\n"
     "  a b c d e f g\n"
     "White to move"},
    {ALQUERQUE_CHAIN, ALL,
     "7 b-b-b-+-+-+-+\n"
     "  |\\|/|\\|/|\\|/|\n"
     "6 b-+-+-+-+-+-+\n"
     "  |/|\\|/|\\|/|\\|\n"
     "5 +-+-b-+-+-w-+\n"
     "  |\\|/|\\|/|\\|/|\n"
     "4 +-+-b-+-+-+-+\n"
     "  |/|\\|/|\\|/|\\|\n"
     "3 +-+-+-+-+-+-+\n"
     "  |\\|/|\\|/|\\|/|\n"
     "2 w-+-+-+-+-+-w\n"
     "  |/|\\|/|\\|/|\\|\n"
     "1 b-+-+-+-+-+-w\n"
     "  a b c d e f g\n"
     "Black to move"},
    {ALQUERQUE_OVER, ALL,
     "7 +-+-+-+-+-+-+\n"
     "  |\\|/|\\|/|\\|/|\n"
     "6 +-+-+-+-+-+-+\n"
     "  |/|\\|/|\\|/|\\|\n"
     "5 +-+-+-w-+-+-+\n"
     "  |\\|/|\\|/|\\|/|\n"
     "4 +-+-+-+-+-+-+\n"
     "  |/|\\|/|\\|/|\\|\n"
     "3 +-+-+-+-+-+-+\n"
     "  |\\|/|\\|/|\\|/|\n"
     "2 +-+-+-+-+-+-+\n"
     "  |/|\\|/|\\|/|\\|\n"
     "1 +-+-+-+-+-+-+\n"
     "  a b c d e f g\n"
     "over: no pieces, 12-0"},
    {BLOCKDROP_START, ALL,
     "                 11 111 111\n"
     "    012 345 678 901 234 567\n"
     "   +-----------------------+\n"
     " 0 |... ... ... ... ... ...|\n"
     " 1 |... ... ... ... ... ..2|     0   0   0   0   0   0\n"
     " 2 |... ... ... ... ... ...|\n"
     "   |                       |\n"
     " 3 |... ... 0.. ... ... ...|\n"
     " 4 |... ... ... ... ... ...|     0   0   0   0   0   0\n"
     " 5 |... ... ... ... ... ...|\n"
     "   |                       |\n"
     " 6 |... ... ... ... ... ...|\n"
     " 7 |... ... ... ... ... ...|     0   0   0   0   0   0\n"
     " 8 |... ... ... ... ... ...|\n"
     "   |                       |\n"
     " 9 |... ... ... ... ... ...|\n"
     "10 |... ... ... ... ... ...|     0   0   0   0   0   0\n"
     "11 |... ... ... ... ... ...|\n"
     "   |                       |\n"
     "12 |... ... ... ... ... ...|\n"
     "13 |... ... ... ... ..1 ...|     0   0   0   0   0   0\n"
     "14 |... ... ... ... ... ...|\n"
     "   |                       |\n"
     "15 |... ... ... ... ... ...|\n"
     "16 |... ... ... ..3 ... ...|     0   0   0   0   0   0\n"
     "17 |... ... ... ... ... ...|\n"
     "   +-----------------------+\n"
     "player 0: row 3, column 6, facing U, stun 0\n"
     "player 1: row 13, column 14, facing D, stun 0\n"
     "player 2: row 1, column 17, facing L, stun 0\n"
     "player 3: row 16, column 11, facing R, stun 0\n"
     "player 0 to move"},
    {BLOCKDROP_MIDDLE, ALL,
     "                 11 111 111\n"
     "    012 345 678 901 234 567\n"
     "   +-----------------------+\n"
     " 0 |... ... ... ~~~ ... ...|\n"
     " 1 |... ... ... ~~~ ... ..2|     0   0   0   4   0   0\n"
     " 2 |... ... ... ~~~ ... ...|\n"
     "   |                       |\n"
     " 3 |... ~~~ 0.. ...     ...|\n"
     " 4 |... ~~~ ... ...     ...|     0  12   0   0  -7   0\n"
     " 5 |... ~~~ ... ...     ...|\n"
     "   |                       |\n"
     " 6 |... ... ... ... ... ...|\n"
     " 7 |... ... ... ... ... ...|     0   0   0   0   0   0\n"
     " 8 |... ... ... ... ... ...|\n"
     "   |                       |\n"
     " 9 |... ...     ... ... ...|\n"
     "10 |... ...     ... ... ...|     0   0 -20   0   0   0\n"
     "11 |... ...     ... ... ...|\n"
     "   |                       |\n"
     "12 |... ... ... ... ... ~~~|\n"
     "13 |... ... ... ... ... ~~~|     0   0   0   0   0  19\n"
     "14 |... ... ... ... ... ~~~|\n"
     "   |                       |\n"
     "15 |... ... ... ... ... ...|\n"
     "16 |... ... ... ..3 ... ...|     0   0   0   0   0   0\n"
     "17 |... ... ... ... ... ...|\n"
     "   +-----------------------+\n"
     "player 0: row 3, column 6, facing U, stun 0\n"
     "player 1: fallen\n"
     "player 2: row 1, column 17, facing L, stun 2\n"
     "player 3: row 16, column 11, facing R, stun 0\n"
     "player 2 to move"},
    {BLOCKDROP_WON, ALL,
     "                 11 111 111\n"
     "    012 345 678 901 234 567\n"
     "   +-----------------------+\n"
     " 0 |... ... ... ~~~ ... ...|\n"
     " 1 |... ... ... ~~~ ... ..2|     0   0   0   4   0   0\n"
     " 2 |... ... ... ~~~ ... ...|\n"
     "   |                       |\n"
     " 3 |... ~~~ ... ...     ...|\n"
     " 4 |... ~~~ ... ...     ...|     0  12   0   0  -7   0\n"
     " 5 |... ~~~ ... ...     ...|\n"
     "   |                       |\n"
     " 6 |... ... ... ... ... ...|\n"
     " 7 |... ... ... ... ... ...|     0   0   0   0   0   0\n"
     " 8 |... ... ... ... ... ...|\n"
     "   |                       |\n"
     " 9 |... ...     ... ... ...|\n"
     "10 |... ...     ... ... ...|     0   0 -20   0   0   0\n"
     "11 |... ...     ... ... ...|\n"
     "   |                       |\n"
     "12 |... ... ... ... ... ~~~|\n"
     "13 |... ... ... ... ... ~~~|     0   0   0   0   0  19\n"
     "14 |... ... ... ... ... ~~~|\n"
     "   |                       |\n"
     "15 |... ... ... ... ... ...|\n"
     "16 |... ... ... ... ... ...|     0   0   0   0   0   0\n"
     "17 |... ... ... ... ... ...|\n"
     "   +-----------------------+\n"
     "player 0: fallen\n"
     "player 1: fallen\n"
     "player 2: row 1, column 17, facing L, stun 2\n"
     "player 3: fallen\n"
     "over: won by player 2"},
    {PAGE("0 d - - 6,5"), ALL,
     "turn 0 of 50, to do: place detectives\n"
     "detectives: not placed\n"
     "fugitive:   not placed\n"
     "possible:   0 cities: "},
    {PAGE("1 f 6 6:6,5,2,1 -"), ALL,
     "turn 1 of 50, to do: move fugitive\n"
     "detectives: 6 5 2 1\n"
     "fugitive:   6\n"
     "possible:   1 city: 6"},
    {PAGE("1 d 3 6:6,5,2,1/C 8,1"), -1,
     "turn 1 of 50, to do: move detectives\n"
     "detectives: 6 5 2 1\n"
     "fugitive:   3\n"
     "possible:   3 cities: 3 7 8"},
    {PAGE("1 d 3 6:6,5,2,1/C 8,1"), LG_ONTHERUN_DETECTIVES,
     "turn 1 of 50, to do: move detectives\n"
     "detectives: 6 5 2 1\n"
     "fugitive:   hidden\n"
     "possible:   3 cities: 3 7 8"},
    {PAGE("1 d 3 6:6,5,2,1/C 8,1"), LG_ONTHERUN_FUGITIVE,
     "turn 1 of 50, to do: move detectives\n"
     "detectives: 6 5 2 1\n"
     "fugitive:   3\n"
     "possible:   3 cities: 3 7 8"},
    {PAGE("1 d 3 6:6,5,2,1/C - forfeit:d"), ALL,
     "over in turn 1: illegal, 0-20\n"
     "detectives: 6 5 2 1\n"
     "fugitive:   3\n"
     "possible:   3 cities: 3 7 8"},
    {TWENTY, LG_ONTHERUN_DETECTIVES,
     "turn 1 of 50, to do: move detectives\n"
     "detectives: 2 3 4 5\n"
     "fugitive:   hidden\n"
     "possible:   20 cities: 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25"},
    {TWENTY_ONE, LG_ONTHERUN_DETECTIVES,
     "turn 1 of 50, to do: move detectives\n"
     "detectives: 2 3 4 5\n"
     "fugitive:   hidden\n"
     "possible:   21 cities: 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 ..."},
    {SNAKECORE_START, ALL,
     "   0 1 2 3 4 5 6 7\n"
     " 0 0 b . . . . . .\n"
     " 1 . . . . . . . .\n"
     " 2 . . . 1 . e . .\n"
     " 3 . . . . . . . .\n"
     " 4 b . . . . . . .\n"
     " 5 . . . . . . . .\n"
     " 6 e . . . . . . 2\n"
     " 7 b . . . . . . .\n"
     "player 0 (a): 0 points, length 0\n"
     "player 1 (c): 0 points, length 0\n"
     "player 2 (d): 0 points, length 0\n"
     "round 0 of 9, player 0 to move"},
    {SNAKECORE_MIDDLE, ALL,
     "   0 1 2 3 4 5 6 7\n"
     " 0 # . . . . . . R\n"
     " 1 . 0 a A . . . .\n"
     " 2 . . . . . . . .\n"
     " 3 . . . 1 . . . .\n"
     " 4 . . . c . . . .\n"
     " 5 . . . . . . . .\n"
     " 6 . . 2 . . e . .\n"
     " 7 b . . . . . . .\n"
     "player 0 (a): 3 points, length 2, protected for 5\n"
     "player 1 (c): 4 points, length 1\n"
     "player 2 (d): 7 points, length 0, protected for 2, disqualified\n"
     "round 3 of 9, player 1 to move"},
    /* "the counter falls at the start of the own turn" */
    {{"snakecore(size=8,players=1,walls=0,reactors=0,ordinary=3,energy=1,rounds=9)",
      "8 8/8/8/2bp4/2beb3/8/8/8 0 0/9 0000000000000000:0000000000000001 0:2:3,3:LDRR", NULL}, ALL,
     "   0 1 2 3 4 5 6 7\n"
     " 0 . . . . . . . .\n"
     " 1 . . . . . . . .\n"
     " 2 . . . . . . . .\n"
     " 3 . . a 0 . . . .\n"
     " 4 . . a A a . . .\n"
     " 5 . . . . . . . .\n"
     " 6 . . . . . . . .\n"
     " 7 . . . . . . . .\n"
     "player 0 (a): 0 points, length 4, protected for 1\n"
     "round 0 of 9, player 0 to move"},
    {SNAKECORE_OVER, ALL,
     "   0 1 2 3 4 5 6 7\n"
     " 0 # . . . . . . R\n"
     " 1 . 0 a A . . . .\n"
     " 2 . . . . . . . .\n"
     " 3 . . . 1 . . . .\n"
     " 4 . . . c . . . .\n"
     " 5 . . . . . . . .\n"
     " 6 . . 2 . . e . .\n"
     " 7 b . . . . . . .\n"
     "player 0 (a): 3 points, length 2, protected for 5\n"
     "player 1 (c): 4 points, length 1\n"
     "player 2 (d): 17 points, length 0, protected for 2, disqualified\n"
     "round 9 of 9, over"},
    {AMAZES_START, -1,
     TOP
     "|. . r . . . . . . . . . . . . . . . . . . . . . .|\n"
     LOOP_LINE
     "|. . . .                                          |\n"
     COMB_LINE X17(NOBODYS COMB_LINE)
     "|                                      b          |\n"
     COMB_LINE NOBODYS COMB_LINE NOBODYS COMB_LINE NOBODYS COMB_LINE NOBODYS COMB_LINE NOBODYS TOP
     "Red: 58 points, 29 squares discovered\n"
     "Blue: 0 points, 0 squares discovered\n"
     "Red to move"},
    {AMAZES_START, LG_AMAZES_RED,
     RED_NOTHING RED_UNKNOWN
     "+?+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
     X17(RED_CORRIDOR) RED_CORRIDOR RED_CORRIDOR RED_CORRIDOR RED_CORRIDOR
     "??| | ??????????????????????????????????????????????|\n"
     "+?+ + +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??|^  |?????????????????????????????????????????????|\n"
     "+?+ + +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??| | ??????????????????????????????????????????????|\n"
     "+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??|   ??????????????????????????????????????????????|\n"
     "+?+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
     RED_UNKNOWN RED_NOTHING
     "Red: 29 squares discovered\n"
     "Red to move"},
    {AMAZES_START, LG_AMAZES_BLUE,
     "+?+\n"
     "?^?\n"
     "+?+\n"
     "Blue: 0 squares discovered\n"
     "Red to move"},
    {AMAZES_MIDDLE, -1,
     TOP
     "|. . . . r . . . . . . . . . . . . . . . . . . . .|\n"
     LOOP_LINE
     "|. . . .                                          |\n"
     COMB_LINE FIVE(NOBODYS COMB_LINE) FIVE(NOBODYS COMB_LINE) FIVE(NOBODYS COMB_LINE) NOBODYS COMB_LINE
     BLUES COMB_LINE
     "|: : : : : : : : : : : : : : : : : : : b : : : : :|\n"
     COMB_LINE BLUES COMB_LINE NOBODYS COMB_LINE NOBODYS COMB_LINE NOBODYS COMB_LINE NOBODYS TOP
     "Red: 55 points, 29 squares discovered\n"
     "Blue: 54 points, 27 squares discovered\n"
     "Blue to move"},
    {AMAZES_MIDDLE, LG_AMAZES_RED,
     RED_NOTHING RED_UNKNOWN
     "+?+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
     X17(RED_CORRIDOR) RED_CORRIDOR RED_CORRIDOR RED_CORRIDOR
     "??|^|???????????????????????????????????????????????|\n"
     "+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??| | ??????????????????????????????????????????????|\n"
     "+?+ + +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??|   |?????????????????????????????????????????????|\n"
     "+?+ + +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??| | ??????????????????????????????????????????????|\n"
     "+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??|   ??????????????????????????????????????????????|\n"
     "+?+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
     RED_UNKNOWN RED_NOTHING
     "Red: 29 squares discovered\n"
     "Blue to move"},
    {AMAZES_MIDDLE, LG_AMAZES_BLUE,
     BLUE_NOTHING BLUE_UNKNOWN TOP
     "?????????     ?????????????????????????????????????\n"
     "+?+?+?+?+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     X17(BLUE_CORRIDOR) BLUE_CORRIDOR
     "??????????|^|??????????????????????????????????????\n"
     "+?+?+?+?+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     BLUE_CORRIDOR BLUE_CORRIDOR BLUE_CORRIDOR BLUE_CORRIDOR
     "??????????| |??????????????????????????????????????\n"
     TOP BLUE_UNKNOWN BLUE_NOTHING
     "Blue: 27 squares discovered\n"
     "Blue to move"},
    {AMAZES_OVER, -1,
     TOP
     "|b . . . r . . . . . . . . . . . . . . . . . . . .|\n"
     LOOP_LINE
     "|* . . .                                          |\n"
     COMB_LINE X17(BLUES COMB_LINE)
     "|: : : : : : : : : : : : : : : : : : : : : : : : :|\n"
     COMB_LINE BLUES COMB_LINE NOBODYS COMB_LINE NOBODYS COMB_LINE NOBODYS COMB_LINE NOBODYS TOP
     "Red: 55 points, 29 squares discovered\n"
     "Blue: 50 points, 45 squares discovered\n"
     "over"},
    {AMAZES_OVER, LG_AMAZES_RED,
     RED_NOTHING RED_UNKNOWN
     "+?+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
     X17(RED_CORRIDOR) RED_CORRIDOR RED_CORRIDOR RED_CORRIDOR
     "??|^|???????????????????????????????????????????????|\n"
     "+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??| | ??????????????????????????????????????????????|\n"
     "+?+ + +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??|   |?????????????????????????????????????????????|\n"
     "+?+ + +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??| | ??????????????????????????????????????????????|\n"
     "+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     "??|   ??????????????????????????????????????????????|\n"
     "+?+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
     RED_UNKNOWN RED_NOTHING
     "Red: 29 squares discovered\n"
     "over"},
    {AMAZES_OVER, LG_AMAZES_BLUE,
     BLUE_NOTHING BLUE_UNKNOWN TOP
     "?????????                                        >?\n"
     "+?+?+?+?+?+ +?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+\n"
     X17(BLUE_CORRIDOR) FIVE(BLUE_CORRIDOR) BLUE_CORRIDOR
     "??????????| |??????????????????????????????????????\n"
     TOP BLUE_UNKNOWN BLUE_NOTHING
     "Blue: 45 squares discovered\n"
     "over"},
};

static char *draw(const position *position, int32_t viewer, bool colour) {
    scene s = scene_begin(position);
    char *board = board_of(&s.game, s.state, viewer, colour);
    scene_end(&s);
    return board;
}

static int32_t players_of(const position *position) {
    lg_game game;
    ck_assert_int_eq(lg_game_make(position->game, strlen(position->game), &game, NULL), LG_OK);
    return game.players;
}

START_TEST(test_golden) {
    const position *position = &GOLDEN[_i].position;
    const int32_t given = GOLDEN[_i].viewer, last = given == ALL ? players_of(position) - 1 : given;
    for (int32_t viewer = given == ALL ? -1 : given; viewer <= last; viewer++) {
        char *board = draw(position, viewer, false);
        ck_assert_msg(strcmp(board, GOLDEN[_i].board) == 0, "%s, viewer %d:\n%.3500s", position->game, viewer, board);
        free(board);
    }
}
END_TEST

/* ---- parts of boards: how other games end, and colours ---- */

/* A run in a style. */
#define IN(style, text) "\033[" style "m" text "\033[0m"
#define GREY(text) IN("90", text)

static const struct {
    position position;
    int32_t viewer;
    bool colour;
    const char *part;
} PARTS[] = {
    {ALQUERQUE("7/7/3w3/7/7/7/1b5 w 200 - - -"), 0, false, "\nover: ply limit, 6-6"},
    {ALQUERQUE("7/7/3w3/7/7/7/1b5 w 20 - - - forfeit:w"), 0, false, "\nover: illegal, 0-12"},
    {BLOCKDROP("page 43/1000 " FALLING " -1,-1,U,0 -1,-1,D,1 -1,-1,L,2 -1,-1,R,0 -"), 0, false, "\nover: nobody left"},
    {BLOCKDROP("page 1000/1000 " STABLE " 3,6,U,0 13,14,D,0 1,17,L,0 16,11,R,0 -"), 0, false, "\nover: turn limit"},
    {PAGE("2 f 8 6:6,5,2,1/C/8,1,5,4 - ran-into"), 0, false,
     "over in turn 2: ran into detective, 20-0\ndetectives: 8 1 5 4\nfugitive:   8\npossible:   0 cities: "},
    {ALQUERQUE_CHAIN, -1, true,
     "\n5 " GREY("+-+-") IN("1;34", "b") GREY("-+-+-") IN("1;97", "w") GREY("-+") "\n  " GREY("|\\|/|\\|/|\\|/|") "\n"},
    {ALQUERQUE_CHAIN, -1, true, "\n  a b c d e f g\nBlack to move"},
    {AMAZES_OVER, -1, true,
     "\n|" IN("1;7;34", "b") " " IN("31", ".") " " IN("31", ".") " " IN("31", ".") " " IN("1;7;31", "r") " "},
    {AMAZES_OVER, -1, true, "\n|" IN("35", "*") " " IN("31", ".") " "},
    {AMAZES_OVER, -1, true, "-+\n|" IN("34", ":") "     "},
    {AMAZES_OVER, 1, true, "-+\n" IN("90", "?????????") "      "},
    {AMAZES_OVER, 1, true, "   " IN("1;7", ">") IN("90", "?") "\n+" IN("90", "?") "+"},
    {BLOCKDROP_MIDDLE, -1, true,
     "\n 1 |" GREY("...") " " GREY("...") " " GREY("...") " " IN("31", "~~~") " " GREY("...") " " GREY("..")
         IN("1;36", "2") "|     0   0   0   4   0   0\n"},
    {BLOCKDROP_MIDDLE, -1, true,
     "\n 3 |" GREY("...") " " IN("31", "~~~") " " IN("1;32", "0") GREY("..") " " GREY("...") "     " GREY("...") "|\n"},
    {BLOCKDROP_START, -1, true, GREY("..") IN("1;33", "1") " " GREY("...") "|  "},
    {BLOCKDROP_START, -1, true, GREY("..") IN("1;35", "3") " " GREY("...") " " GREY("...") "|  "},
    {PAGE("1 d 3 6:6,5,2,1/C -"), -1, true,
     "turn 1 of 50, to do: move detectives\ndetectives: 6 5 2 1\nfugitive:   3\npossible:   3 cities: 3 7 8"},
    {SNAKECORE_MIDDLE, -1, true,
     "\n 1 " GREY(".") " " IN("1;32", "0") " " IN("32", "a") " " IN("1;32", "A") " " GREY(".") " "},
    {SNAKECORE_MIDDLE, -1, true,
     "# " GREY(".") " " GREY(".") " " GREY(".") " " GREY(".") " " GREY(".") " " GREY(".") " " IN("1;31", "R") "\n"},
    {SNAKECORE_MIDDLE, -1, true, " " IN("33", "c") " "},
    {SNAKECORE_MIDDLE, -1, true, " " IN("1;36", "2") " " GREY(".") " " GREY(".") " " IN("1;36", "e") " "},
    {SNAKECORE_MIDDLE, -1, true, "\n 7 " IN("36", "b") " " GREY(".") " "},
    {{"snakecore(size=8,players=8,walls=0,reactors=0,ordinary=0,energy=0,rounds=9)",
      "8 pppppppp/8/8/8/8/8/8/8 0 0/9 0000000000000000:0000000000000001 0:0:0,0:- 0:0:1,0:- 0:0:2,0:- 0:0:3,0:- "
      "0:0:4,0:- 0:0:5,0:- 0:0:6,0:- 0:0:7,0:-",
      NULL},
     -1, true,
     IN("1;32", "0") " " IN("1;33", "1") " " IN("1;36", "2") " " IN("1;35", "3") " " IN("1;34", "4") " "
     IN("1;31", "5") " " IN("1;37", "6") " " IN("1;90", "7") "\n"},
};

static const char *style_of(char letter) {
    return letter == 'r' ? LG_STYLE_RED : letter == 'B' ? LG_STYLE_BOLD ";" LG_STYLE_BLUE : LG_STYLE_PLAIN;
}

/* A run that reaches the end of the text is closed as well. */
START_TEST(test_runs) {
    char text[80] = "";
    lg_writer writer = {text, 0};
    lg_put_styled(&writer, "-rr-rBBr", style_of, true);
    ck_assert_str_eq(text, "-" IN("31", "rr") "-" IN("31", "r") IN("1;34", "BB") IN("31", "r"));
}
END_TEST

START_TEST(test_parts) {
    char *board = draw(&PARTS[_i].position, PARTS[_i].viewer, PARTS[_i].colour);
    const char *part = strstr(board, PARTS[_i].part);
    ck_assert_msg(part != NULL, "\"%s\" is not in\n%.2000s", PARTS[_i].part, board);
    free(board);
}
END_TEST

Suite *lg_test_boards(void) {
    Suite *suite = suite_create("boards");
    TCase *tests = tcase_create("boards");
    tcase_add_loop_test(tests, test_every_game_draws, 0, lg_game_type_count());
    tcase_add_loop_test(tests, test_golden, 0, COUNT(GOLDEN));
    tcase_add_test(tests, test_runs);
    tcase_add_loop_test(tests, test_parts, 0, COUNT(PARTS));
    suite_add_tcase(suite, tests);
    return suite;
}
