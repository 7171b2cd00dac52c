/* Boards as text and what players are told they may answer, in positions with everything that can stand there. */
#include "ontherun/page_map.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libgames/style.h>

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof((table)[0])))

/* ---- drawing ---- */

/* In memory of exactly the length that is measured, for a sanitizer; to be freed. So is hint_of. */
static char *board_of(const lg_game *game, const void *state, int32_t viewer, bool colour) {
    size_t length = 0;
    ck_assert_int_eq(lg_game_board(game, state, viewer, colour, NULL, 0, &length), LG_E_SPACE);
    char *text = malloc(length + 1);
    ck_assert_int_eq(lg_game_board(game, state, viewer, colour, text, length + 1, &length), LG_OK);
    return text;
}

static char *hint_of(const lg_game *game, const void *state) {
    size_t length = 0;
    ck_assert_int_eq(lg_game_hint(game, state, NULL, 0, &length), LG_E_SPACE);
    char *text = malloc(length + 1);
    ck_assert_int_eq(lg_game_hint(game, state, text, length + 1, &length), LG_OK);
    return text;
}

START_TEST(test_every_game_draws) {
    ck_assert(lg_game_type_at(_i)->board != NULL);
}
END_TEST

/* ---- positions ---- */

typedef struct position {
    const char *game; /* a configuration */
    const char *text;
    const char *map; /* NULL for that of the configuration */
} position;

typedef struct scene {
    lg_game game;
    void *shared, *state;
} scene;

static scene scene_begin(const position *position) {
    scene s;
    lg_parse_error error = {0, 0, ""};
    ck_assert_int_eq(lg_game_make(position->game, strlen(position->game), &s.game, NULL), LG_OK);
    s.shared = malloc(s.game.shared_size + 1);
    s.state = malloc(s.game.state_size);
    lg_status status = lg_game_prepare(&s.game, s.shared, s.game.shared_size);
    if (position->map != NULL)
        status =
            lg_game_prepare_parse(&s.game, position->map, strlen(position->map), s.shared, s.game.shared_size, &error);
    LG_REQUIRE(status == LG_OK, "%s: map: line %d: %s", position->game, error.line, error.expected);
    status = lg_game_state_parse(&s.game, position->text, strlen(position->text), s.state, &error);
    LG_REQUIRE(status == LG_OK, "%s: column %d: %s", position->text, error.column, error.expected);
    return s;
}

static void scene_end(scene *s) {
    free(s->shared);
    free(s->state);
}

#define ALQUERQUE(text) {"alquerque", text, NULL}
#define BLOCKDROP(text) {"blockdrop", text, NULL}
#define PAGE(text) {"ontherun(cities=8)", text, PAGE_MAP}

#define ALQUERQUE_START ALQUERQUE("bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -")
#define ALQUERQUE_CHAIN ALQUERQUE("bbb4/b6/2b2w1/2b4/7/w5w/b5w b 89 a1-a2 - a3*c1*a1")
#define ALQUERQUE_OVER ALQUERQUE("7/7/3w3/7/7/7/7 b 21 d4-d5 - -")

#define STABLE "0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0"
#define FALLING "0,0,0,4,0,0/0,12,0,0,-7,0/0,0,0,0,0,0/0,0,-20,0,0,0/0,0,0,0,0,19/0,0,0,0,0,0"
#define BLOCKDROP_START BLOCKDROP("page 0/1000 " STABLE " 3,6,U,0 13,14,D,0 1,17,L,0 16,11,R,0 -")
#define BLOCKDROP_MIDDLE BLOCKDROP("page 42/1000 " FALLING " 3,6,U,0 -1,-1,D,1 1,17,L,2 16,11,R,0 3")
#define BLOCKDROP_WON BLOCKDROP("page 43/1000 " FALLING " -1,-1,U,0 -1,-1,D,1 1,17,L,2 -1,-1,R,0 -")

/* City 1 is joined to all others, and 2 to 3, 4 to 5. The fugitive has left it for one of 20 or 21 cities. */
#define STAR                                                                                                        \
    "C 1-2\nC 1-3\nC 1-4\nC 1-5\nC 1-6\nC 1-7\nC 1-8\nC 1-9\nC 1-10\nC 1-11\nC 1-12\nC 1-13\nC 1-14\n"                 \
    "C 1-15\nC 1-16\nC 1-17\nC 1-18\nC 1-19\nC 1-20\nC 1-21\nC 1-22\nC 1-23\nC 1-24\nC 1-25\nC 2-3\nC 4-5\n"
#define TWENTY {"ontherun(cities=25)", "1 d 9 1:2,3,4,5/C -", "25\n" STAR "END\n"}
#define TWENTY_ONE {"ontherun(cities=26)", "1 d 9 1:2,3,4,5/C -", "26\n" STAR "C 1-26\nEND\n"}

#define SNAKECORE(field, turn, pythons)                                                                                \
    {"snakecore(size=8,players=3,walls=0,reactors=0,ordinary=3,energy=2,rounds=9)",                                    \
     "8 " field " " turn " 0000000000000000:0000000000000001 " pythons, NULL}
#define PYTHONS "W6R/1pbe4/8/3p4/3b4/8/2p2e2/b7"
#define SNAKECORE_START SNAKECORE("pb6/8/3p1e2/8/b7/8/e6p/b7", "0 0/9", "0:0:0,0:- 0:0:3,2:- 0:0:7,6:-")
#define SNAKECORE_MIDDLE SNAKECORE(PYTHONS, "1 3/9", "3:5:1,1:RR 4:0:3,3:D 7:2:2,6:-!")
#define SNAKECORE_OVER SNAKECORE(PYTHONS, "0 9/9", "3:5:1,1:RR 4:0:3,3:D 17:2:2,6:-!")

/* Amazes in a comb: each row is a corridor from edge to edge, all are joined in column 1, the first two in column 3 as
 * well. Each player has one turn. */
#define FIVE(text) text text text text text
#define X17(text) FIVE(text) FIVE(text) FIVE(text) text text
#define COMB "+------------------------/|-.----------------------" FIVE(TOOTH) X17(TOOTH) TOOTH
#define TOOTH "/|------------------------"
#define UNKNOWN "26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26"
#define RED_LOOKED                                                                                                     \
    " gggggggggggggggggggggggggb/geggaaaaaaaaaaaaaaaaaaaaab/b1a22b/" FIVE("b24b/")                                     \
        X17("b24b/") "aaaaaaaaaaaaaaaaaaaaaaaaa1 "
#define BLUE_BELOW "gggggggggggggggggggggggggb/gaaaaaaaaaaaaaaaaaaaaaaaab/b24b/b24b/b24b/b24b/26"
#define BLUE_LOOKED X17("b24b/") "b24b/f24b/" BLUE_BELOW
#define BLUE_WALKED "f24b/" X17("g24b/") "g24b/" BLUE_BELOW
#define AMAZES(text) {"amazes(turns=1)", COMB text, NULL}
#define AMAZES_START AMAZES(RED_LOOKED UNKNOWN " 1,3,E 20,20,W 1,3,E 20,20,W 0/1 0,0 29,0 0,0 l -")
#define AMAZES_MIDDLE AMAZES(RED_LOOKED BLUE_LOOKED " 1,3,E 20,20,W 1,5,E 20,20,W 1/1 3,0 29,27 0,0 l -")
#define AMAZES_OVER AMAZES(RED_LOOKED BLUE_WALKED " 1,3,E 20,20,W 1,5,E 1,1,N 2/1 3,38 29,43 0,0 - -")

/* ---- golden boards ---- */

enum { ALL = -2 }; /* viewers: each of them and -1 */

/* Lines of the comb and of what its players know of it. */
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
     "possible:   1 cities: 6"},
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

/* Also a run that reaches to the end of the text is closed. */
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

/* ---- hints ---- */

static const struct {
    position position;
    const char *hint;
} HINTS[] = {
    {AMAZES_START, "1 to 256 of F (forward) L (left) R (right) T (back), each turns that way and makes a step; "
                   "or N E S W, up, right, down and left on your map"},
    {{"amazes(turns=1,actions=walk)",
      COMB RED_LOOKED UNKNOWN " 1,3,E 20,20,W 1,3,E 20,20,W 0/1 0,0 29,0 0,0 l -", NULL},
     "x and y of a square that you know a way to, such as -3,12: x to the right, y ahead of the start"},
    {AMAZES_OVER, ""},
    {PAGE("0 d - - -"), "four different cities, 1 to 8"},
    {PAGE("0 f - -:6,5,2,1 -"), "a city, 1 to 8"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"),
     "you in 3: car 4 6; train 2 4 8\ndetective 1 in 8: car 5 6; train 1 3\n"
     "detective 2 in 1: car 2 5; train 8; plane 4\ndetective 3 in 5: car 1 2 8\n"
     "detective 4 in 4: car 3 7; train 3; plane 1"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"),
     "detective 1 in 8: car 5 6; train 1 3\ndetective 2 in 1: car 2 5; train 8; plane 4\ndetective 3 in 5: car 1 2 8\n"
     "detective 4 in 4: car 3 7; train 3; plane 1"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 3,2"),
     "detective 1 in 8 goes to 3\ndetective 2 in 1 goes to 2\ndetective 3 in 5: car 1 2 8\n"
     "detective 4 in 4: car 3 7; train 3; plane 1"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T/3,2,1,7 - caught"), ""},
    {PAGE("1 d 3 6:6,5,2,1/C - forfeit:d"), ""},
    {PAGE("0 d - - - forfeit:d"), ""},
};

START_TEST(test_hints) {
    scene s = scene_begin(&HINTS[_i].position);
    char *hint = hint_of(&s.game, s.state);
    ck_assert_str_eq(hint, HINTS[_i].hint);
    free(hint);
    scene_end(&s);
}
END_TEST

/* ---- prompts and news ---- */

static const struct {
    position position;
    const char *prompt, *news[2];
} TOLD[] = {
    {ALQUERQUE_START, "your step, such as d3-d4", {"", ""}},
    {ALQUERQUE("7/7/7/7/7/1b5/w6 w 10 - - -"), "your capture, such as a1*c3", {"", ""}},
    {ALQUERQUE_CHAIN, "the piece on a1 captures on, to", {"", ""}},
    {ALQUERQUE_OVER, "", {"", ""}},
    {AMAZES_START, "turn 1 of 1, your walk, such as FFR",
     {"The other player is about 25 squares away in a straight line (squared distance 650)", ""}},
    {AMAZES_MIDDLE, "turn 1 of 1, your walk, such as FFR",
     {"", "The other player is about 24 squares away in a straight line (squared distance 586)"}},
    {AMAZES_OVER, "", {"", ""}},
    {BLOCKDROP_START, "at row 3, column 6, facing up; U R D L, A attack, N nothing", {"", ""}},
    {BLOCKDROP("page 42/1000 " STABLE " 3,6,U,0 -1,-1,D,1 1,17,L,2 16,11,R,0 -"),
     "at row 1, column 17, facing left; stunned: only N, nothing", {"", ""}},
    {BLOCKDROP_WON, "", {"", ""}},
    {PAGE("0 d - - -"), "detective 1, the city to begin in", {"", ""}},
    {PAGE("0 f - -:6,5,2,1 -"), "the city to begin in", {"", "The detectives are in 6 5 2 1"}},
    {PAGE("1 d 3 6:6,5,2,1/C -"), "detective 1, from 6 to a city",
     {"The fugitive began in 6\nThe fugitive went by car", ""}},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "from 3, by C, T or P to a city", {"", "The detectives are in 8 1 5 4"}},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"), "detective 1, from 8 to a city", {"The fugitive went by train", ""}},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 3,2"), "detective 3, from 5 to a city", {"", ""}},
    {PAGE("1 d 3 6:6,5,2,1/C - forfeit:d"), "", {"", ""}},
    {SNAKECORE_START, "head at column 0, row 0; U L D R, N nothing", {"", ""}},
    {SNAKECORE_MIDDLE, "head at column 3, row 3; U L D R, N nothing", {"", ""}},
    {SNAKECORE(PYTHONS, "0 3/9", "3:5:1,1:RR 4:0:3,3:D 7:2:2,6:-!"),
     "head at column 1, row 1; U L D R, A protection, N nothing", {"", ""}},
    {SNAKECORE_OVER, "", {"", ""}},
};

START_TEST(test_told) {
    scene s = scene_begin(&TOLD[_i].position);
    char text[200];
    size_t length;
    ck_assert_int_eq(lg_game_prompt(&s.game, s.state, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, TOLD[_i].prompt);
    for (int32_t player = 0; player < 2; player++) {
        ck_assert_int_eq(lg_game_news(&s.game, s.state, player, text, sizeof text, &length), LG_OK);
        ck_assert_str_eq(text, TOLD[_i].news[player]);
    }
    ck_assert_int_eq(lg_game_news(&s.game, s.state, s.game.players, text, sizeof text, &length), LG_E_ARGUMENT);
    scene_end(&s);
}
END_TEST

/* ---- what people type ---- */

static const struct {
    position position;
    const char *line, *read; /* the actions, a blank after each, and why there are no more, but for the end */
} TYPED[] = {
    {ALQUERQUE_START, "c3-d4", "c3NE "},
    {ALQUERQUE_START, " C3 d4 ", "c3NE "},
    {ALQUERQUE_START, "c3d4,", "c3NE "},
    {ALQUERQUE_START, "e3 - D4", "e3NW "},
    {ALQUERQUE_START, "c3 ne", "c3NE "},
    {ALQUERQUE_START, "e4W\n", "e4W "},
    {ALQUERQUE_START, "c3-e5", "there is no piece to capture between these points"},
    {ALQUERQUE_START, "c3-d5", "4: a point one or two away in a straight line"},
    {ALQUERQUE_START, "c3-c3", "4: a point one or two away in a straight line"},
    {ALQUERQUE_START, "b2-e5", "4: a point one or two away in a straight line"},
    {ALQUERQUE_START, "c3-c4", "no line, no empty point, or only the way straight back lies in that direction"},
    {ALQUERQUE_START, "c5-d4", "no piece of the player to move stands there"},
    {ALQUERQUE_START, "h3-d4", "1: a point, a1 to g7"},
    {ALQUERQUE_START, "c8-d4", "2: a row digit, 1 to 7"},
    {ALQUERQUE_START, "c3", "3: a point, a1 to g7"},
    {ALQUERQUE_START, "", "1: a point, a1 to g7"},
    {ALQUERQUE("7/7/7/7/7/1b5/w6 w 10 - - -"), "a1 x c3", "a1NE "},
    {ALQUERQUE("7/7/7/7/7/1b5/w6 w 10 - - -"), "a1-b2",
     "capturing is compulsory: a capture ends on the point behind the piece that it takes"},
    {ALQUERQUE("7/7/7/3b3/7/1b5/w6 w 10 - - -"), "A1:C3:E5", "a1NE c3NE "},
    {ALQUERQUE("7/7/7/3b3/7/1b5/w6 w 10 - - -"), "a1c3", "a1NE 5: a point, a1 to g7"},
    {ALQUERQUE_CHAIN, "c1", "capturing is compulsory, and this is not a capture that is possible"},
    {AMAZES_START, "ffR,t L", "F F R T L end "},
    {AMAZES_START, "forward back LEFT right", "F T L R end "},
    {AMAZES_START, "n", "F end "},
    {AMAZES_START, "up east down w", "F R R R end "},
    {AMAZES_START, "end", "a move has at least one character"},
    {AMAZES_START, "fx", "F 2: F, R, T or L, or N, E, S or W"},
    {AMAZES_START, "", "1: F, R, T or L, or N, E, S or W"},
    {BLOCKDROP_START, "Right", "R "},
    {BLOCKDROP_START, "north ,", "U "},
    {BLOCKDROP_START, "n", "N "},
    {BLOCKDROP_START, "jump", "1: U, R, D or L (a step), A (an attack) or N (nothing)"},
    {BLOCKDROP_START, "uu", "1: U, R, D or L (a step), A (an attack) or N (nothing)"},
    {PAGE("0 d - - -"), "1, 2/3 4", "C 1 C 2 C 3 C 4 "},
    {PAGE("0 d - - -"), "city 1 1", "C 1 two detectives may not end in the same city"},
    {PAGE("0 d - - -"), "1 2", "C 1 C 2 4: a city, 1 to 200"},
    {PAGE("0 d - - -"), "nine", "1: a city, 1 to 200"},
    {PAGE("0 f - -:6,5,2,1 -"), "t 3", "only a moving fugitive names a type"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "t 2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "by train to 2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "2 TRAIN", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "t2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "car 4", "C 4 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "train 4", "T 4 "},
    {PAGE("1 f 1 1:6,5,2,8 -"), "4 plane", "P 4 "},
    {PAGE("1 f 1 1:6,5,2,8 -"), "p4", "P 4 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "4", "several kinds of connection lead there: say which, such as T 12"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "7", "no connection leads from the fugitive's city to that city"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "p 4", "that city can't be reached by this type of connection"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "t", "2: C, T or P and a city, or a city, 1 to 200"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"), "3", "C 3 2: a city, 1 to 200"},
    {SNAKECORE_START, "South", "D "},
    {SNAKECORE_START, "A", "the body holds no energy block"},
    {SNAKECORE_START, "x", "1: U, L, D or R (a step), A (protection) or N (nothing)"},
    {SNAKECORE_OVER, "n", "over"},
};

static void note(char *read, const char *text, const char *after) {
    strcat(read, text);
    strcat(read, after);
}

/* All decisions of a line, up to the first that can't be made. */
static void read_line(scene *s, const char *line, char *read) {
    size_t at = 0, length;
    const size_t end = strlen(line);
    do {
        int32_t action;
        char text[80];
        lg_parse_error error = {0, 0, ""};
        const lg_status status = lg_game_typed(&s->game, s->state, line, end, &at, &action, &error);
        snprintf(text, sizeof text, "%d: ", error.column);
        if (status == LG_E_OVER) note(read, "over", "");
        if (status == LG_E_PARSE) note(read, text, error.expected);
        if (status == LG_E_ILLEGAL) note(read, error.expected, "");
        if (status != LG_OK) return;
        ck_assert_int_eq(lg_game_action_print(&s->game, action, text, sizeof text, &length), LG_OK);
        note(read, text, " ");
        ck_assert_int_eq(lg_game_apply(&s->game, s->state, action, s->state), LG_OK);
    } while (at < end || lg_game_in_move(&s->game, s->state));
}

START_TEST(test_typed) {
    scene s = scene_begin(&TYPED[_i].position);
    char read[400] = "";
    read_line(&s, TYPED[_i].line, read);
    ck_assert_msg(strcmp(read, TYPED[_i].read) == 0, "%s is read as \"%s\"", TYPED[_i].line, read);
    scene_end(&s);
}
END_TEST

/* A game that says nothing of it: the text of an action in any case, and blanks around it. */
START_TEST(test_typed_by_default) {
    lg_game_type type = lg_alquerque_game;
    lg_game game;
    lg_alquerque state;
    lg_parse_error error;
    int32_t action = -1;
    size_t at = 0;
    type.typed = NULL;
    ck_assert_int_eq(lg_game_configure(&type, "alquerque", 9, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_new(&game, 0, &state), LG_OK);
    ck_assert_int_eq(lg_game_typed(&game, &state, "  C3nE ", 7, &at, &action, &error), LG_OK);
    ck_assert_int_eq(action, 8 * (7 * 2 + 2) + 1);
    ck_assert_uint_eq(at, 7);
    at = 2;
    ck_assert_int_eq(lg_game_typed(&game, &state, "  C4NE", 6, &at, &action, &error), LG_E_ILLEGAL);
    ck_assert_int_eq(lg_game_typed(&game, &state, "  c9", 4, &at, &action, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 4);
    at = 0;
    ck_assert_int_eq(lg_game_typed(&game, &state, "D3N", 3, &at, &action, &error), LG_OK);
    ck_assert_int_eq(action, 8 * (7 * 2 + 3));
    at = 0;
    ck_assert_int_eq(lg_game_typed(&game, &state, "x3N", 3, &at, &action, &error), LG_E_PARSE);
    ck_assert_uint_eq(at, 0);
    at = 5;
    ck_assert_int_eq(lg_game_typed(&game, &state, "  c9", 4, &at, &action, &error), LG_E_ARGUMENT);
}
END_TEST

START_TEST(test_help) {
    const char *help = lg_game_type_at(_i)->help;
    int lines = 1;
    ck_assert(help != NULL && help[strlen(help) - 1] != '\n');
    for (const char *c = help; *c != '\0'; c++) lines += *c == '\n';
    ck_assert_int_eq(lines, 5);
    ck_assert(strstr(help, "Goal: ") != NULL);
}
END_TEST

Suite *lg_test_boards(void) {
    Suite *suite = suite_create("boards");
    TCase *tests = tcase_create("boards");
    tcase_add_loop_test(tests, test_every_game_draws, 0, lg_game_type_count());
    tcase_add_loop_test(tests, test_golden, 0, COUNT(GOLDEN));
    tcase_add_test(tests, test_runs);
    tcase_add_loop_test(tests, test_parts, 0, COUNT(PARTS));
    tcase_add_loop_test(tests, test_hints, 0, COUNT(HINTS));
    tcase_add_loop_test(tests, test_told, 0, COUNT(TOLD));
    tcase_add_loop_test(tests, test_typed, 0, COUNT(TYPED));
    tcase_add_test(tests, test_typed_by_default);
    tcase_add_loop_test(tests, test_help, 0, lg_game_type_count());
    suite_add_tcase(suite, tests);
    return suite;
}
