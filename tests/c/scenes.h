/* Positions of all games with everything that can appear in them, for the tests of pictures, text and input. */
#ifndef LG_TESTS_SCENES_H
#define LG_TESTS_SCENES_H

#include "ontherun/page_map.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof((table)[0])))

typedef struct position {
    const char *game; /* a configuration */
    const char *text;
    const char *map; /* NULL for the configuration's */
} position;

typedef struct scene {
    lg_game game;
    void *shared, *state;
} scene;

static inline scene scene_begin(const position *position) {
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

static inline void scene_end(scene *s) {
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
#define AMAZES_WALKS                                                                                                   \
    {"amazes(actions=walk,turns=1)",                                                                                   \
     COMB RED_LOOKED UNKNOWN " 1,3,E 20,20,W 1,3,E 20,20,W 0/1 0,0 29,0 0,0 l -", NULL}
#define AMAZES_MIDDLE AMAZES(RED_LOOKED BLUE_LOOKED " 1,3,E 20,20,W 1,5,E 20,20,W 1/1 3,0 29,27 0,0 l -")
#define AMAZES_OVER AMAZES(RED_LOOKED BLUE_WALKED " 1,3,E 20,20,W 1,5,E 1,1,N 2/1 3,38 29,43 0,0 - -")

#endif
