/* Block drop: tables of positions, one row for each sentence of docs/games/blockdrop-rules.md, and the arguments that
 * every function refuses. */
#include "../tests.h"
#include "games/blockdrop/protocol.h"
#include "games/blockdrop/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

/* Rows of six stable blocks, and whole boards of them. */
#define Z "0,0,0,0,0,0"
#define STABLE Z "/" Z "/" Z "/" Z "/" Z "/" Z
/* Players 1 to 3 out of the way of player 0. */
#define CORNERS "0,0,R,0 0,17,L,0 17,17,D,0 -"
/* A third row of blocks between stable ones, before player 0 somewhere and the others in the corners. */
#define MIDDLE(row) Z "/" Z "/" Z "/" row "/" Z "/" Z

static lg_blockdrop parse(const char *text) {
    lg_blockdrop state;
    lg_parse_error error = {0, 0, ""};
    LG_REQUIRE(lg_i_blockdrop_parse(text, strlen(text), &state, &error) == LG_OK, "%s: column %d: %s", text,
               error.column, error.expected);
    return state;
}

static const char *print(const lg_blockdrop *state) {
    static char text[LG_BLOCKDROP_POSITION_TEXT + 1];
    size_t length;
    ck_assert_int_eq(lg_blockdrop_print(state, text, sizeof text, &length), LG_OK);
    return text;
}

/* Plays one answer a turn. */
static lg_blockdrop play(const char *before, const char *answers) {
    lg_blockdrop state = parse(before);
    for (; *answers != '\0'; answers++)
        LG_REQUIRE(lg_blockdrop_play(&state, answers, 1, &state) == LG_OK, "%s: %s is refused", before, answers);
    return state;
}

/* ---- one turn or a few ---- */

static const struct {
    const char *rule, *before, *answers, *after;
} TURNS[] = {
    /* R11: U R D L turn to face that way and step one square */
    {"R11 U", "page 0/1000 " STABLE " 9,9,D,0 " CORNERS, "U", "page 1/1000 " STABLE " 8,9,U,0 " CORNERS},
    {"R11 R", "page 0/1000 " STABLE " 9,9,D,0 " CORNERS, "R", "page 1/1000 " STABLE " 9,10,R,0 " CORNERS},
    {"R11 D", "page 0/1000 " STABLE " 9,9,U,0 " CORNERS, "D", "page 1/1000 " STABLE " 10,9,D,0 " CORNERS},
    {"R11 L", "page 0/1000 " STABLE " 9,9,D,0 " CORNERS, "L", "page 1/1000 " STABLE " 9,8,L,0 " CORNERS},
    /* R12, R15: off the board; still turns */
    {"R12 U", "page 0/1000 " STABLE " 0,9,R,0 " CORNERS, "U", "page 1/1000 " STABLE " 0,9,U,0 " CORNERS},
    {"R12 R", "page 0/1000 " STABLE " 9,17,L,0 " CORNERS, "R", "page 1/1000 " STABLE " 9,17,R,0 " CORNERS},
    {"R12 D", "page 0/1000 " STABLE " 17,9,R,0 " CORNERS, "D", "page 1/1000 " STABLE " 17,9,D,0 " CORNERS},
    {"R12 L", "page 0/1000 " STABLE " 9,0,U,0 " CORNERS, "L", "page 1/1000 " STABLE " 9,0,L,0 " CORNERS},
    /* R13, R15: onto a dropped block; still turns */
    {"R13 U", "page 0/1000 " MIDDLE("0,0,-5,0,0,0") " 12,8,D,0 " CORNERS, "U",
     "page 1/1000 " MIDDLE("0,0,-4,0,0,0") " 12,8,U,0 " CORNERS},
    {"R13 R", "page 0/1000 " MIDDLE("0,0,0,-5,0,0") " 9,8,D,0 " CORNERS, "R",
     "page 1/1000 " MIDDLE("0,0,0,-4,0,0") " 9,8,R,0 " CORNERS},
    {"R13 D", "page 0/1000 " MIDDLE("0,0,-5,0,0,0") " 8,8,U,0 " CORNERS, "D",
     "page 1/1000 " MIDDLE("0,0,-4,0,0,0") " 8,8,D,0 " CORNERS},
    {"R13 L", "page 0/1000 " MIDDLE("0,0,-5,0,0,0") " 9,9,U,0 " CORNERS, "L",
     "page 1/1000 " MIDDLE("0,0,-4,0,0,0") " 9,9,L,0 " CORNERS},
    {"R13 in the last turn of its absence", "page 0/1000 " MIDDLE("0,0,-1,0,0,0") " 9,9,U,0 " CORNERS, "L",
     "page 1/1000 " STABLE " 9,9,L,0 " CORNERS},
    /* R14, R15: to within 3 of another living player; still turns */
    {"R14 straight, player 1", "page 0/1000 " STABLE " 9,9,U,0 9,13,L,0 17,0,D,0 0,0,R,0 -", "R",
     "page 1/1000 " STABLE " 9,9,R,0 9,13,L,0 17,0,D,0 0,0,R,0 -"},
    {"R14 straight, player 2", "page 0/1000 " STABLE " 9,9,U,0 17,0,D,0 9,5,L,0 0,0,R,0 -", "L",
     "page 1/1000 " STABLE " 9,9,L,0 17,0,D,0 9,5,L,0 0,0,R,0 -"},
    {"R14 straight, player 3", "page 0/1000 " STABLE " 9,9,U,0 17,0,D,0 0,0,R,0 13,9,L,0 -", "D",
     "page 1/1000 " STABLE " 9,9,D,0 17,0,D,0 0,0,R,0 13,9,L,0 -"},
    {"R14 the distance is Manhattan's", "page 0/1000 " STABLE " 9,9,L,0 7,7,D,0 17,0,D,0 0,0,R,0 -", "U",
     "page 1/1000 " STABLE " 9,9,U,0 7,7,D,0 17,0,D,0 0,0,R,0 -"},
    {"R14 three is too near", "page 0/1000 " STABLE " 9,9,L,0 6,10,D,0 17,0,D,0 0,0,R,0 -", "R",
     "page 1/1000 " STABLE " 9,9,R,0 6,10,D,0 17,0,D,0 0,0,R,0 -"},
    {"R14 four is far enough", "page 0/1000 " STABLE " 9,9,L,0 9,14,D,0 17,0,D,0 0,0,R,0 -", "R",
     "page 1/1000 " STABLE " 9,10,R,0 9,14,D,0 17,0,D,0 0,0,R,0 -"},
    {"R14 away from a player nearby", "page 0/1000 " STABLE " 9,9,L,0 9,13,D,0 17,0,D,0 0,0,R,0 -", "U",
     "page 1/1000 " STABLE " 8,9,U,0 9,13,D,0 17,0,D,0 0,0,R,0 -"},
    {"R14 fallen players keep no one away", "page 0/1000 " STABLE " 1,1,L,0 -1,-1,D,0 17,0,D,0 9,9,R,0 -", "U",
     "page 1/1000 " STABLE " 0,1,U,0 -1,-1,D,0 17,0,D,0 9,9,R,0 -"},
    /* R16: onto a block that is about to drop */
    {"R16", "page 0/1000 " MIDDLE("0,0,5,0,0,0") " 9,9,U,0 " CORNERS, "L",
     "page 1/1000 " MIDDLE("0,0,4,0,0,0") " 9,8,L,0 " CORNERS},
    {"R16 even when it drops in this turn", "page 0/1000 " MIDDLE("0,0,1,0,0,0") " 9,9,U,0 " CORNERS, "L",
     "page 1/1000 " MIDDLE("0,0,-20,0,0,0") " -1,-1,L,0 " CORNERS},
    {"R16 off it in time", "page 0/1000 " MIDDLE("0,0,1,0,0,0") " 9,8,U,0 " CORNERS, "R",
     "page 1/1000 " MIDDLE("0,0,-20,0,0,0") " 9,9,R,0 " CORNERS},
    /* R17: n blocks away becomes 4n, then the timers move */
    {"R17 across the whole board", "page 0/1000 " STABLE " 9,0,R,0 " CORNERS, "A",
     "page 1/1000 " MIDDLE("0,3,7,11,15,19") " 9,0,R,2 " CORNERS},
    {"R17 across it the other way", "engine 0/1000 " STABLE " 9,17,L,0 " CORNERS, "A",
     "engine 1/1000 " MIDDLE("19,15,11,7,3,0") " 9,17,L,2 " CORNERS},
    {"R17 U", "page 0/1000 " STABLE " 11,8,U,0 " CORNERS, "A",
     "page 1/1000 0,0,11,0,0,0/0,0,7,0,0,0/0,0,3,0,0,0/" Z "/" Z "/" Z " 11,8,U,2 " CORNERS},
    {"R17 R", "page 0/1000 " STABLE " 11,8,R,0 " CORNERS, "A",
     "page 1/1000 " MIDDLE("0,0,0,3,7,11") " 11,8,R,2 " CORNERS},
    {"R17 D", "page 0/1000 " STABLE " 9,6,D,0 " CORNERS, "A",
     "page 1/1000 " Z "/" Z "/" Z "/" Z "/0,0,3,0,0,0/0,0,7,0,0,0 9,6,D,2 " CORNERS},
    {"R17 L", "page 0/1000 " STABLE " 9,6,L,0 " CORNERS, "A",
     "page 1/1000 " MIDDLE("7,3,0,0,0,0") " 9,6,L,2 " CORNERS},
    {"R17 down the whole board", "page 0/1000 " STABLE " 0,9,D,0 " CORNERS, "A",
     "page 1/1000 " Z "/0,0,0,3,0,0/0,0,0,7,0,0/0,0,0,11,0,0/0,0,0,15,0,0/0,0,0,19,0,0 0,9,D,2 " CORNERS},
    {"R17 up the whole board", "page 0/1000 " STABLE " 17,9,U,0 " CORNERS, "A",
     "page 1/1000 0,0,0,19,0,0/0,0,0,15,0,0/0,0,0,11,0,0/0,0,0,7,0,0/0,0,0,3,0,0/" Z " 17,9,U,2 " CORNERS},
    /* R18: a block whose timer is not 0 is left alone, and the next is still n blocks away */
    {"R18", "page 0/1000 " MIDDLE("0,7,-7,1,0,0") " 9,0,R,0 " CORNERS, "A",
     "page 1/1000 " MIDDLE("0,6,-6,-20,15,19") " 9,0,R,2 " CORNERS},
    {"R18 a second attack on the same blocks", "page 0/1000 " STABLE " 9,0,R,0 9,17,L,0 17,0,D,0 0,0,R,0 -", "AA",
     "page 2/1000 " MIDDLE("19,2,6,10,14,18") " 9,0,R,2 9,17,L,2 17,0,D,0 0,0,R,0 -"},
    {"R18 a block that comes back in this turn", "page 0/1000 " MIDDLE("0,-1,0,0,0,0") " 9,0,R,0 " CORNERS, "A",
     "page 1/1000 " MIDDLE("0,0,7,11,15,19") " 9,0,R,2 " CORNERS},
    {"R18 by the engine", "engine 0/1000 " MIDDLE("0,-1,0,0,0,0") " 9,0,R,0 " CORNERS, "A",
     "engine 1/1000 " MIDDLE("0,0,7,11,15,19") " 9,0,R,2 " CORNERS},
    {"R18 a block that came back", "page 1/1000 " MIDDLE("0,-1,0,0,0,0") " 0,0,R,0 0,17,L,0 9,0,R,0 17,17,D,0 -", "NA",
     "page 3/1000 " MIDDLE("0,3,7,11,15,19") " 0,0,R,0 0,17,L,0 9,0,R,2 17,17,D,0 -"},
    /* R19: not the player's own block */
    {"R19 stable", "page 0/1000 " STABLE " 10,16,L,0 " CORNERS, "A",
     "page 1/1000 " MIDDLE("19,15,11,7,3,0") " 10,16,L,2 " CORNERS},
    {"R19 about to drop", "page 0/1000 " MIDDLE("0,0,0,0,0,9") " 10,16,L,0 " CORNERS, "A",
     "page 1/1000 " MIDDLE("19,15,11,7,3,8") " 10,16,L,2 " CORNERS},
    /* R20: at the edge no block is there to drop */
    {"R20 U", "page 0/1000 " STABLE " 2,9,U,0 " CORNERS, "A", "page 1/1000 " STABLE " 2,9,U,2 " CORNERS},
    {"R20 R", "page 0/1000 " STABLE " 9,15,R,0 " CORNERS, "A", "page 1/1000 " STABLE " 9,15,R,2 " CORNERS},
    {"R20 D", "page 0/1000 " STABLE " 15,9,D,0 " CORNERS, "A", "page 1/1000 " STABLE " 15,9,D,2 " CORNERS},
    {"R20 L", "page 0/1000 " STABLE " 9,2,L,0 " CORNERS, "A", "page 1/1000 " STABLE " 9,2,L,2 " CORNERS},
    /* R10, R21: exactly the next two own turns are missed */
    {"R21 first", "page 0/1000 " STABLE " 2,9,U,0 " CORNERS, "ANNND", "page 5/1000 " STABLE " 2,9,U,1 " CORNERS},
    {"R21 second", "page 0/1000 " STABLE " 2,9,U,0 " CORNERS, "ANNNDNNND",
     "page 9/1000 " STABLE " 2,9,U,0 " CORNERS},
    {"R21 over", "page 0/1000 " STABLE " 2,9,U,0 " CORNERS, "ANNNDNNNDNNND",
     "page 13/1000 " STABLE " 3,9,D,0 " CORNERS},
    {"R10 no attack either", "page 0/1000 " STABLE " 9,0,R,2 " CORNERS, "A",
     "page 1/1000 " STABLE " 9,0,R,1 " CORNERS},
    {"R9 a stun falls in its player's turns only", "page 1/1000 " STABLE " 9,0,R,2 " CORNERS, "NNN",
     "page 4/1000 " STABLE " 9,0,R,2 " CORNERS},
    /* R22: nothing, but time passes */
    {"R22", "page 0/1000 " MIDDLE("3,-3,0,0,0,0") " 9,9,U,0 " CORNERS, "N",
     "page 1/1000 " MIDDLE("2,-2,0,0,0,0") " 9,9,U,0 " CORNERS},
    {"R22 anything else", "page 0/1000 " MIDDLE("3,-3,0,0,0,0") " 9,9,U,0 " CORNERS, "?",
     "page 1/1000 " MIDDLE("2,-2,0,0,0,0") " 9,9,U,0 " CORNERS},
    /* R8: a fallen player's turn takes place */
    {"R8", "page 0/1000 " MIDDLE("3,-3,0,0,0,0") " -1,-1,R,2 " CORNERS, "A",
     "page 1/1000 " MIDDLE("2,-2,0,0,0,0") " -1,-1,R,2 " CORNERS},
    {"R8 it does not turn", "page 0/1000 " STABLE " -1,-1,R,0 " CORNERS, "U",
     "page 1/1000 " STABLE " -1,-1,R,0 " CORNERS},
    {"R7 player 1 in turn 5", "page 5/1000 " STABLE " 9,9,U,0 " CORNERS, "D",
     "page 6/1000 " STABLE " 9,9,U,0 1,0,D,0 0,17,L,0 17,17,D,0 -"},
    /* R25: everyone on the block is out; facing and stun stay */
    {"R25 several in one turn",
     "page 0/1000 1,0,0,0,0,0/" Z "/" Z "/" Z "/" Z "/" Z " 9,9,U,0 0,0,R,2 2,2,L,1 17,17,D,0 3", "N",
     "page 1/1000 -20,0,0,0,0,0/" Z "/" Z "/" Z "/" Z "/" Z " 9,9,U,0 -1,-1,R,2 -1,-1,L,1 17,17,D,0 3"},
    {"R25 on two blocks", "engine 0/1000 1,0,0,0,0,1/" Z "/" Z "/" Z "/" Z "/" Z " 9,9,U,0 " CORNERS, "N",
     "engine 1/1000 -19,0,0,0,0,-19/" Z "/" Z "/" Z "/" Z "/" Z " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 17,17,D,0 -"},
    {"R25 the player to act itself", "page 0/1000 " MIDDLE("0,0,0,1,0,0") " 9,9,U,2 " CORNERS, "D",
     "page 1/1000 " MIDDLE("0,0,0,-20,0,0") " -1,-1,U,1 " CORNERS},
    {"R25 a stopped player is stopped no more",
     "page 1/1000 " MIDDLE("0,0,0,1,0,0") " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 03", "N",
     "page 2/1000 " MIDDLE("0,0,0,-20,0,0") " -1,-1,U,0 0,0,R,0 0,17,L,0 17,17,D,0 3"},
    {"R27 one drops as another comes back", "page 0/1000 " MIDDLE("1,-1,0,0,0,0") " 9,9,U,0 " CORNERS, "N",
     "page 1/1000 " MIDDLE("-20,0,0,0,0,0") " 9,9,U,0 " CORNERS},
    {"R27 by the engine", "engine 0/1000 " MIDDLE("1,-1,0,0,0,0") " 9,9,U,0 " CORNERS, "N",
     "engine 1/1000 " MIDDLE("-19,0,0,0,0,0") " 9,9,U,0 " CORNERS},
    /* R32: a stopped player does N, and its stun falls */
    {"R32", "page 0/1000 " STABLE " 9,9,U,2 0,0,R,0 0,17,L,0 17,17,D,0 0", "D",
     "page 1/1000 " STABLE " 9,9,U,1 0,0,R,0 0,17,L,0 17,17,D,0 0"},
    {"R32 not even turning", "page 0/1000 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 0", "D",
     "page 1/1000 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 0"},
};

START_TEST(test_turns) {
    const lg_blockdrop state = play(TURNS[_i].before, TURNS[_i].answers);
    ck_assert_msg(strcmp(print(&state), TURNS[_i].after) == 0, "%s\nis  %s\nnot %s", TURNS[_i].rule, print(&state),
                  TURNS[_i].after);
}
END_TEST

/* ---- R23, R24, R26, R27: the value of a block attacked in turn 0 when a later turn begins ---- */

static const struct {
    const char *rules;
    int turn, distance, timer;
} CLOCK[] = {
    {"page", 1, 1, 3},    {"page", 2, 1, 2},    {"page", 3, 1, 1},    {"page", 4, 1, -20},  {"page", 5, 1, -19},
    {"page", 23, 1, -1},  {"page", 24, 1, 0},   {"page", 25, 1, 0},   {"page", 7, 2, 1},    {"page", 8, 2, -20},
    {"page", 27, 2, -1},  {"page", 28, 2, 0},   {"page", 1, 5, 19},   {"page", 19, 5, 1},   {"page", 20, 5, -20},
    {"page", 39, 5, -1},  {"page", 40, 5, 0},   {"engine", 1, 1, 3},  {"engine", 3, 1, 1},  {"engine", 4, 1, -19},
    {"engine", 5, 1, -18}, {"engine", 22, 1, -1}, {"engine", 23, 1, 0}, {"engine", 24, 1, 0}, {"engine", 19, 5, 1},
    {"engine", 20, 5, -19}, {"engine", 38, 5, -1}, {"engine", 39, 5, 0},
};

START_TEST(test_clock) {
    char before[256], answers[64];
    (void)snprintf(before, sizeof before, "%s 0/1000 " STABLE " 9,0,R,0 " CORNERS, CLOCK[_i].rules);
    memset(answers, 'N', sizeof answers);
    answers[0] = 'A';
    answers[CLOCK[_i].turn] = '\0';
    const lg_blockdrop state = play(before, answers);
    ck_assert_int_eq(state.timers[18 + CLOCK[_i].distance], CLOCK[_i].timer);
}
END_TEST

/* ---- R28 to R31: the end ---- */

static const struct {
    const char *rule, *before, *answers;
    lg_blockdrop_result result;
    int32_t winner;
} ENDS[] = {
    {"several alive", "page 0/1000 " STABLE " 9,9,U,0 " CORNERS, "", LG_BLOCKDROP_ONGOING, -1},
    {"two alive", "page 0/1000 " STABLE " -1,-1,U,0 0,0,R,0 -1,-1,L,0 17,17,D,0 -", "", LG_BLOCKDROP_ONGOING, -1},
    {"R28 player 0", "page 9/1000 " STABLE " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 -", "", LG_BLOCKDROP_WON, 0},
    {"R28 player 3", "page 9/1000 " STABLE " -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 9,9,U,0 -", "", LG_BLOCKDROP_WON, 3},
    {"R28 the others fall", "page 8/1000 " MIDDLE("0,0,0,1,0,0") " 9,9,U,0 -1,-1,R,0 0,0,L,0 11,11,D,0 -", "N",
     LG_BLOCKDROP_WON, 2},
    {"R28 a stopped player can win", "page 8/1000 " STABLE " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 0", "",
     LG_BLOCKDROP_WON, 0},
    {"R29", "page 8/1000 " STABLE " -1,-1,U,0 -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 -", "", LG_BLOCKDROP_NOBODY_LEFT, -1},
    {"R29 the last two fall together", "page 8/1000 " MIDDLE("0,0,0,1,0,0") " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 11,11,D,0 -",
     "N", LG_BLOCKDROP_NOBODY_LEFT, -1},
    {"R29 all four together", "page 8/1000 " Z "/" Z "/" Z "/" Z "/0,0,0,0,1,0/0,0,0,0,0,1 "
     "12,14,U,0 14,12,R,0 15,17,L,0 17,15,D,0 -", "N", LG_BLOCKDROP_NOBODY_LEFT, -1},
    {"R30", "page 99/100 " STABLE " 9,9,U,0 " CORNERS, "N", LG_BLOCKDROP_AT_TURN_LIMIT, -1},
    {"R30 not earlier", "page 98/100 " STABLE " 9,9,U,0 " CORNERS, "N", LG_BLOCKDROP_ONGOING, -1},
    {"R30 after one turn", "engine 0/1 " STABLE " 9,9,U,0 " CORNERS, "A", LG_BLOCKDROP_AT_TURN_LIMIT, -1},
    {"R30 after 32767", "engine 32766/32767 " STABLE " 9,9,U,0 " CORNERS, "N", LG_BLOCKDROP_AT_TURN_LIMIT, -1},
    {"R31", "page 99/100 " MIDDLE("0,0,0,1,0,0") " 9,9,U,0 -1,-1,R,0 0,0,L,0 11,11,D,0 -", "N", LG_BLOCKDROP_WON, 2},
    {"R31 no survivor", "page 99/100 " MIDDLE("0,0,0,1,0,0") " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 11,11,D,0 -", "N",
     LG_BLOCKDROP_NOBODY_LEFT, -1},
};

START_TEST(test_ends) {
    lg_blockdrop state = play(ENDS[_i].before, ENDS[_i].answers), after = parse(ENDS[0].before);
    const lg_blockdrop untouched = after;
    ck_assert_msg(lg_blockdrop_result_of(&state) == ENDS[_i].result, "%s: %s", ENDS[_i].rule,
                  lg_blockdrop_result_text(lg_blockdrop_result_of(&state)));
    ck_assert_int_eq(lg_blockdrop_winner(&state), ENDS[_i].winner);
    const bool over = ENDS[_i].result != LG_BLOCKDROP_ONGOING;
    for (int32_t action = 0; action < LG_BLOCKDROP_ACTIONS; action++) {
        ck_assert_int_eq(lg_blockdrop_apply(&state, action, &after), over ? LG_E_OVER : LG_OK);
        if (over) ck_assert_str_eq(lg_i_blockdrop_explain(&state, action), "the game is over");
    }
    ck_assert_int_eq(lg_blockdrop_play(&state, "U", 1, &after), over ? LG_E_OVER : LG_OK);
    ck_assert_int_eq(lg_i_blockdrop_forfeit(&state, 1, &after), over ? LG_E_OVER : LG_OK);
    if (over) ck_assert_mem_eq(&after, &untouched, sizeof after);
    ck_assert_int_eq(lg_blockdrop_legal(&state) == 0, over);
}
END_TEST

/* Scores and outcomes of the uniform interface at these ends. */
START_TEST(test_scores) {
    const lg_blockdrop state = play(ENDS[_i].before, ENDS[_i].answers);
    lg_game game;
    char text[64];
    const int length = snprintf(text, sizeof text, "blockdrop(rules=%s,turns=%d)", state.rules == 0 ? "page" : "engine",
                                state.turn_limit);
    ck_assert_int_eq(lg_game_make(text, (size_t)length, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_validate(&game, &state, sizeof state), LG_OK);
    int32_t scores[LG_BLOCKDROP_PLAYERS];
    float outcome[LG_BLOCKDROP_PLAYERS];
    ck_assert_int_eq(lg_game_scores(&game, &state, scores), LG_OK);
    ck_assert_int_eq(lg_game_outcome(&game, &state, outcome), LG_OK);
    const int32_t winner = ENDS[_i].winner;
    for (int32_t i = 0; i < LG_BLOCKDROP_PLAYERS; i++) {
        ck_assert_int_eq(scores[i], i == winner);
        ck_assert_float_eq(outcome[i], winner < 0 ? 0 : i == winner ? 1 : -1);
    }
}
END_TEST

START_TEST(test_result_texts) {
    ck_assert_str_eq(lg_blockdrop_result_text(LG_BLOCKDROP_ONGOING), "ongoing");
    ck_assert_str_eq(lg_blockdrop_result_text(LG_BLOCKDROP_WON), "won");
    ck_assert_str_eq(lg_blockdrop_result_text(LG_BLOCKDROP_NOBODY_LEFT), "nobody left");
    ck_assert_str_eq(lg_blockdrop_result_text(LG_BLOCKDROP_AT_TURN_LIMIT), "turn limit");
    ck_assert_str_eq(lg_blockdrop_result_text((lg_blockdrop_result)77), "unknown result");
}
END_TEST

/* ---- the mask: actions that would be carried out ---- */

static const struct {
    const char *position;
    uint32_t legal;         /* bits U R D L A N, U the lowest */
    int32_t action;         /* one that is not legal, or -1 */
    const char *explanation; /* of it */
} MASKS[] = {
    {"page 0/1000 " STABLE " 9,9,U,0 " CORNERS, 077, -1, NULL},
    {"page 0/1000 " STABLE " 0,9,U,0 " CORNERS, 076, LG_BLOCKDROP_UP,
     "the step would leave the board, and the player faces that way already"},
    {"page 0/1000 " STABLE " 0,9,R,0 " CORNERS, 077, -1, NULL}, /* U is cancelled but turns */
    {"page 0/1000 " STABLE " 9,17,R,0 " CORNERS, 075, LG_BLOCKDROP_RIGHT,
     "the step would leave the board, and the player faces that way already"},
    {"page 0/1000 " MIDDLE("0,0,-5,0,0,0") " 8,8,D,0 " CORNERS, 073, LG_BLOCKDROP_DOWN,
     "the step would be onto a dropped block, and the player faces that way already"},
    {"page 0/1000 " MIDDLE("0,0,5,0,0,0") " 8,8,D,0 " CORNERS, 077, -1, NULL},
    {"page 0/1000 " STABLE " 9,9,L,0 9,5,L,0 17,17,D,0 0,0,R,0 -", 067, LG_BLOCKDROP_LEFT,
     "the step would be to within 3 of another player, and the player faces that way already"},
    {"page 0/1000 " STABLE " 9,9,U,1 " CORNERS, 040, LG_BLOCKDROP_ATTACK,
     "the player has attacked and misses this turn"},
    {"page 0/1000 " STABLE " -1,-1,U,1 " CORNERS, 040, LG_BLOCKDROP_UP, "the player whose turn it is has fallen"},
    {"page 0/1000 " STABLE " 9,9,U,1 0,0,R,0 0,17,L,0 17,17,D,0 0", 040, LG_BLOCKDROP_UP,
     "the player whose turn it is was stopped"},
    {"page 7/7 " STABLE " 9,9,U,0 " CORNERS, 0, LG_BLOCKDROP_NOTHING, "the game is over"},
};

START_TEST(test_masks) {
    const lg_blockdrop state = parse(MASKS[_i].position);
    ck_assert_uint_eq(lg_blockdrop_legal(&state), MASKS[_i].legal);
    for (int32_t action = 0; action < LG_BLOCKDROP_ACTIONS; action++)
        ck_assert_int_eq(lg_i_blockdrop_explain(&state, action) == NULL, MASKS[_i].legal >> action & 1);
    if (MASKS[_i].action >= 0)
        ck_assert_str_eq(lg_i_blockdrop_explain(&state, MASKS[_i].action), MASKS[_i].explanation);
    ck_assert_int_eq(lg_i_blockdrop_acts(&state), (MASKS[_i].legal & 020) != 0 || lg_blockdrop_result_of(&state) != 0);
}
END_TEST

/* ---- R5, R6: the start ---- */

static const lg_blockdrop_place PLACES[4] = {{3, 6, 0}, {13, 14, 2}, {1, 17, 3}, {16, 11, 1}};

START_TEST(test_begin) {
    lg_blockdrop state;
    ck_assert_int_eq(lg_blockdrop_start(LG_BLOCKDROP_ENGINE, 50, PLACES, &state), LG_OK);
    ck_assert_str_eq(print(&state), "engine 0/50 " STABLE " 3,6,U,0 13,14,D,0 1,17,L,0 16,11,R,0 -");
}
END_TEST

static const struct {
    int32_t rules, turn_limit, player;
    lg_blockdrop_place place; /* of that player, the others as in PLACES */
} NO_BEGINNINGS[] = {
    {-1, 1000, 0, {3, 6, 0}},   {2, 1000, 0, {3, 6, 0}},    {0, 0, 0, {3, 6, 0}},      {0, 32768, 0, {3, 6, 0}},
    {0, -1, 0, {3, 6, 0}},      {0, 1000, 0, {-1, 6, 0}},   {0, 1000, 1, {18, 6, 0}},  {0, 1000, 2, {3, -1, 0}},
    {0, 1000, 3, {3, 18, 0}},   {0, 1000, 0, {3, 6, -1}},   {0, 1000, 3, {16, 11, 4}}, {0, 1000, 1, {3, 6, 0}},
    {0, 1000, 1, {3, 9, 0}},    {0, 1000, 2, {5, 7, 0}},    {0, 1000, 3, {0, 6, 0}},   {0, 1000, 3, {13, 17, 0}},
    {0, 1000, 0, {1, 14, 0}},
};

START_TEST(test_no_beginning) {
    lg_blockdrop state = parse("page 0/1000 " STABLE " 9,9,U,0 " CORNERS);
    const lg_blockdrop untouched = state;
    lg_blockdrop_place places[4];
    memcpy(places, PLACES, sizeof places);
    places[NO_BEGINNINGS[_i].player] = NO_BEGINNINGS[_i].place;
    ck_assert_int_eq(lg_blockdrop_start(NO_BEGINNINGS[_i].rules, NO_BEGINNINGS[_i].turn_limit, places, &state),
                     LG_E_ARGUMENT);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
}
END_TEST

START_TEST(test_far_enough_to_begin) {
    lg_blockdrop state;
    lg_blockdrop_place places[4];
    memcpy(places, PLACES, sizeof places);
    places[1].row = 3;
    places[1].column = 10; /* 4 from player 0 */
    ck_assert_int_eq(lg_blockdrop_start(LG_BLOCKDROP_PAGE, 1000, places, &state), LG_OK);
}
END_TEST

/* The number of each player's starts on each square, and with each facing. */
START_TEST(test_start_is_uniform) {
    enum { DRAWS = 81000 };
    static int squares[4][324], facings[4][4];
    lg_rng rng = lg_rng_seed(3, 0);
    for (int i = 0; i < DRAWS; i++) {
        lg_blockdrop state;
        ck_assert(lg_blockdrop_new(LG_BLOCKDROP_PAGE, 1000, &rng, &state) == LG_OK);
        LG_REQUIRE(lg_blockdrop_validate(&state) == LG_OK, "draw %d is not a position", i);
        for (int player = 0; player < 4; player++) {
            squares[player][18 * state.row[player] + state.column[player]]++;
            facings[player][state.facing[player]]++;
        }
    }
    for (int square = 0; square < 324; square++) /* 250 expected, standard deviation 16 */
        LG_REQUIRE(squares[0][square] > 170 && squares[0][square] < 330, "%d on %d", squares[0][square], square);
    for (int player = 0; player < 4; player++) {
        for (int square = 0; square < 324; square++)
            LG_REQUIRE(squares[player][square] > 150, "player %d: %d on %d", player, squares[player][square], square);
        for (int facing = 0; facing < 4; facing++) /* 20250 expected, standard deviation 123 */
            LG_REQUIRE(facings[player][facing] > 19600 && facings[player][facing] < 20900, "%d", facing);
    }
}
END_TEST

/* The same draws in the page's own words: of all allowed squares, row by row, the one whose index is drawn. */
START_TEST(test_start_draws) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        lg_rng rng = lg_rng_seed(seed, 0), same = rng;
        lg_blockdrop state;
        ck_assert_int_eq(lg_blockdrop_new(LG_BLOCKDROP_PAGE, 1000, &rng, &state), LG_OK);
        for (int player = 0; player < 4; player++) {
            int squares[324];
            uint32_t count = 0;
            for (int square = 0; square < 324; square++) {
                bool allowed = true;
                for (int i = 0; i < player; i++)
                    allowed &= abs(state.row[i] - square / 18) + abs(state.column[i] - square % 18) > 3;
                if (allowed) squares[count++] = square;
            }
            ck_assert_int_eq(18 * state.row[player] + state.column[player], squares[lg_rng_below(&same, count)]);
            ck_assert_uint_eq(state.facing[player], lg_rng_below(&same, 4));
        }
        ck_assert_mem_eq(&rng, &same, sizeof rng);
    }
}
END_TEST

/* ---- validate: one byte changed in a position ---- */

static const struct {
    const char *what;
    size_t offset;
    uint8_t value;
    bool valid;
} BYTES[] = {
    {"timer 19", offsetof(lg_blockdrop, timers), 19, true},
    {"timer 20", offsetof(lg_blockdrop, timers), 20, false},
    {"timer -20", offsetof(lg_blockdrop, timers) + 34, (uint8_t)-20, true},
    {"timer -21", offsetof(lg_blockdrop, timers) + 34, (uint8_t)-21, false},
    {"timer under a player", offsetof(lg_blockdrop, timers) + 21, 1, true},
    {"player on a dropped block", offsetof(lg_blockdrop, timers) + 21, (uint8_t)-1, false},
    {"first spare timer", offsetof(lg_blockdrop, timers) + 36, 1, false},
    {"last spare timer", offsetof(lg_blockdrop, timers) + 39, 1, false},
    {"row 17", offsetof(lg_blockdrop, row), 17, true},
    {"row 18", offsetof(lg_blockdrop, row), 18, false},
    {"row -1 alone", offsetof(lg_blockdrop, row), (uint8_t)-1, false},
    {"column -1 alone", offsetof(lg_blockdrop, column), (uint8_t)-1, false},
    {"column 18", offsetof(lg_blockdrop, column), 18, false},
    {"column -2", offsetof(lg_blockdrop, column), (uint8_t)-2, false},
    {"on another's square", offsetof(lg_blockdrop, column) + 2, 0, false},
    {"3 from another", offsetof(lg_blockdrop, column) + 2, 3, false},
    {"4 from another", offsetof(lg_blockdrop, column) + 2, 4, true},
    {"facing 3", offsetof(lg_blockdrop, facing) + 3, 3, true},
    {"facing 4", offsetof(lg_blockdrop, facing) + 3, 4, false},
    {"stun 2", offsetof(lg_blockdrop, stun) + 1, 2, true},
    {"stun 3", offsetof(lg_blockdrop, stun) + 1, 3, false},
    {"turn 4 of 7", offsetof(lg_blockdrop, turn), 4, true},
    {"turn 7 of 7", offsetof(lg_blockdrop, turn), 7, true},
    {"turn 8 of 7", offsetof(lg_blockdrop, turn), 8, false},
    {"turn limit 0", offsetof(lg_blockdrop, turn_limit), 0, false},
    {"rules 1", offsetof(lg_blockdrop, rules), 1, true},
    {"rules 2", offsetof(lg_blockdrop, rules), 2, false},
    {"all stopped", offsetof(lg_blockdrop, stopped), 15, true},
    {"a fifth stopped", offsetof(lg_blockdrop, stopped), 16, false},
    {"reserved", offsetof(lg_blockdrop, reserved), 1, false},
    {"reserved", offsetof(lg_blockdrop, reserved) + 1, 1, false},
};

START_TEST(test_validate) {
    lg_blockdrop state = parse("page 0/7 " STABLE " 9,9,U,0 " CORNERS);
    ck_assert_int_eq(lg_blockdrop_validate(&state), LG_OK);
    uint8_t *byte = (uint8_t *)&state + BYTES[_i].offset;
    *byte = BYTES[_i].value;
    ck_assert_msg(lg_blockdrop_validate(&state) == (BYTES[_i].valid ? LG_OK : LG_E_STATE), "%s", BYTES[_i].what);
}
END_TEST

START_TEST(test_validate_by_rules_and_players) {
    lg_blockdrop state = parse("engine 0/7 " MIDDLE("-19,0,0,0,0,0") " 9,9,U,0 -1,-1,L,0 0,17,L,0 17,17,D,0 -");
    state.timers[18] = -20;
    ck_assert_int_eq(lg_blockdrop_validate(&state), LG_E_STATE);
    state.timers[18] = -19;
    ck_assert_int_eq(lg_blockdrop_validate(&state), LG_OK);
    state.stopped = 2;
    ck_assert_int_eq(lg_blockdrop_validate(&state), LG_E_STATE);
    ck_assert_int_eq(lg_blockdrop_validate(NULL), LG_E_ARGUMENT);
}
END_TEST

/* ---- R32: programs that are late or gone ---- */

START_TEST(test_stop) {
    lg_blockdrop state = parse("page 1/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,1 17,17,D,0 -");
    ck_assert_int_eq(lg_i_blockdrop_forfeit(&state, 3, &state), LG_OK);
    ck_assert_str_eq(print(&state), "page 1/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,1 17,17,D,0 3");
    ck_assert_int_eq(lg_i_blockdrop_forfeit(&state, 2, &state), LG_OK); /* nothing to do for the fallen */
    ck_assert_int_eq(lg_i_blockdrop_forfeit(&state, 3, &state), LG_OK); /* nor twice */
    ck_assert_str_eq(print(&state), "page 1/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,1 17,17,D,0 3");
    ck_assert_int_eq(lg_i_blockdrop_forfeit(&state, 0, &state), LG_OK);
    ck_assert_str_eq(print(&state), "page 1/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,1 17,17,D,0 03");
}
END_TEST

static const struct {
    const char *before, *after;
} SKIPS[] = {
    /* a living player that decides comes next: nothing is played, even when it is stunned */
    {"page 4/1000 " STABLE " 9,9,U,0 " CORNERS, "page 4/1000 " STABLE " 9,9,U,0 " CORNERS},
    {"page 4/1000 " STABLE " 9,9,U,2 " CORNERS, "page 4/1000 " STABLE " 9,9,U,2 " CORNERS},
    /* a fallen, a stopped and a stunned stopped player, then one that decides */
    {"page 4/1000 " MIDDLE("9,-9,0,0,0,0") " -1,-1,U,1 0,0,R,0 0,17,L,2 17,17,D,0 12",
     "page 7/1000 " MIDDLE("6,-6,0,0,0,0") " -1,-1,U,1 0,0,R,0 0,17,L,1 17,17,D,0 12"},
    /* only one decides */
    {"page 5/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,0 17,17,D,0 13",
     "page 8/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,0 17,17,D,0 13"},
    /* no player decides: to the end, by the turn limit or by a fall */
    {"page 5/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,0 17,17,D,0 013",
     "page 1000/1000 " STABLE " 9,9,U,0 0,0,R,0 -1,-1,L,0 17,17,D,0 013"},
    {"engine 5/1000 " MIDDLE("0,0,0,3,0,0") " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 17,17,D,0 03",
     "engine 8/1000 " MIDDLE("0,0,0,-19,0,0") " -1,-1,U,0 -1,-1,R,0 -1,-1,L,0 17,17,D,0 3"},
    /* an offence in the last turn: the game runs out, or a block still drops */
    {"page 999/1000 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 3",
     "page 1000/1000 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 3"},
    {"page 999/1000 " MIDDLE("0,0,0,1,0,0") " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 17,17,D,0 3",
     "page 1000/1000 " MIDDLE("0,0,0,-20,0,0") " -1,-1,U,0 -1,-1,R,0 -1,-1,L,0 17,17,D,0 3"},
    /* a finished game stays as it is */
    {"page 4/1000 " MIDDLE("9,-9,0,0,0,0") " -1,-1,U,1 -1,-1,R,0 -1,-1,L,2 17,17,D,0 3",
     "page 4/1000 " MIDDLE("9,-9,0,0,0,0") " -1,-1,U,1 -1,-1,R,0 -1,-1,L,2 17,17,D,0 3"},
};

START_TEST(test_skip) {
    const lg_blockdrop before = parse(SKIPS[_i].before);
    lg_blockdrop after;
    lg_i_blockdrop_advance(&before, &after);
    ck_assert_str_eq(print(&after), SKIPS[_i].after);
    ck_assert_str_eq(print(&before), SKIPS[_i].before);
}
END_TEST

/* ---- symmetries: images of a square and a direction ---- */

static const struct {
    int32_t symmetry, row, column, up, right; /* images of square 1, 2 and of the directions U and R */
} SYMMETRIES[] = {
    {0, 1, 2, LG_BLOCKDROP_UP, LG_BLOCKDROP_RIGHT},    {1, 2, 16, LG_BLOCKDROP_RIGHT, LG_BLOCKDROP_DOWN},
    {2, 16, 15, LG_BLOCKDROP_DOWN, LG_BLOCKDROP_LEFT}, {3, 15, 1, LG_BLOCKDROP_LEFT, LG_BLOCKDROP_UP},
    {4, 1, 15, LG_BLOCKDROP_UP, LG_BLOCKDROP_LEFT},    {5, 15, 16, LG_BLOCKDROP_RIGHT, LG_BLOCKDROP_UP},
    {6, 16, 2, LG_BLOCKDROP_DOWN, LG_BLOCKDROP_RIGHT}, {7, 2, 1, LG_BLOCKDROP_LEFT, LG_BLOCKDROP_DOWN},
};

/* An action of the uniform interface plays a turn and all turns without a decision after it, together if possible: the
 * same as one by one, even if a player falls or the limit is reached meanwhile. Some programs are stopped. */
START_TEST(test_several_turns_in_one_action) {
    static const char *const GAMES[] = {"blockdrop", "blockdrop(rules=engine)", "blockdrop(turns=90)"};
    const char *text = GAMES[_i];
    lg_rng rng = lg_rng_seed(5, (uint64_t)_i);
    lg_game game;
    int several = 0;
    ck_assert_int_eq(lg_game_make(text, strlen(text), &game, NULL), LG_OK);
    for (uint64_t seed = 0; seed < 300; seed++) {
        lg_blockdrop state, single, at_once;
        ck_assert_int_eq(lg_game_new(&game, seed, &state), LG_OK);
        if (seed % 3 == 0) ck_assert_int_eq(lg_game_forfeit(&game, &state, 3, &state), LG_OK);
        while (lg_game_player(&game, &state) >= 0) {
            int32_t action;
            const int32_t kind = lg_rng_below(&rng, 2) == 0 ? LG_BOT_RANDOM : LG_BOT_GREEDY;
            ck_assert_int_eq(lg_game_choose(&game, &state, kind, &rng, &action), LG_OK);
            ck_assert_int_eq(lg_game_apply(&game, &state, action, &at_once), LG_OK);
            ck_assert_int_eq(lg_blockdrop_apply(&state, action, &single), LG_OK);
            lg_i_blockdrop_advance(&single, &single);
            if (memcmp(&at_once, &single, sizeof single) != 0) ck_abort_msg("%s: %s", text, print(&state));
            several += at_once.turn > state.turn + 1;
            state = at_once;
        }
    }
    ck_assert_int_gt(several, 1000);
}
END_TEST

START_TEST(test_symmetries) {
    const int32_t symmetry = SYMMETRIES[_i].symmetry;
    lg_blockdrop state = parse("page 0/1000 " STABLE " 1,2,U,0 -1,-1,R,0 -1,-1,L,0 17,17,D,0 -");
    lg_tests_turn("blockdrop", &state, symmetry, &state);
    ck_assert_int_eq(state.row[0], SYMMETRIES[_i].row);
    ck_assert_int_eq(state.column[0], SYMMETRIES[_i].column);
    ck_assert_int_eq(state.facing[0], SYMMETRIES[_i].up);
    ck_assert_int_eq(lg_tests_turned_action("blockdrop", symmetry, LG_BLOCKDROP_UP), SYMMETRIES[_i].up);
    ck_assert_int_eq(lg_tests_turned_action("blockdrop", symmetry, LG_BLOCKDROP_RIGHT), SYMMETRIES[_i].right);
    ck_assert_int_eq(lg_tests_turned_action("blockdrop", symmetry, LG_BLOCKDROP_ATTACK), LG_BLOCKDROP_ATTACK);
    ck_assert_int_eq(lg_tests_turned_action("blockdrop", symmetry, LG_BLOCKDROP_NOTHING), LG_BLOCKDROP_NOTHING);
}
END_TEST

/* ---- arguments ---- */

START_TEST(test_arguments) {
    lg_blockdrop state = parse("page 0/1000 " STABLE " 9,9,U,0 " CORNERS);
    const lg_blockdrop untouched = state;
    lg_rng rng = lg_rng_seed(1, 0);
    ck_assert_int_eq(lg_blockdrop_apply(&state, -1, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_apply(&state, 6, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_apply(NULL, 0, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_apply(&state, 0, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_start(0, 1000, NULL, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_start(0, 1000, PLACES, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_new(2, 1000, &rng, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_new(0, 0, &rng, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_new(0, 1000, NULL, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_new(0, 1000, &rng, NULL), LG_E_ARGUMENT);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
}
END_TEST

Suite *lg_test_blockdrop_rules(void) {
    Suite *suite = suite_create("blockdrop rules");
    TCase *tests = tcase_create("rules");
    tcase_add_loop_test(tests, test_turns, 0, COUNT(TURNS));
    tcase_add_loop_test(tests, test_clock, 0, COUNT(CLOCK));
    tcase_add_loop_test(tests, test_ends, 0, COUNT(ENDS));
    tcase_add_loop_test(tests, test_scores, 0, COUNT(ENDS));
    tcase_add_test(tests, test_result_texts);
    tcase_add_loop_test(tests, test_masks, 0, COUNT(MASKS));
    tcase_add_test(tests, test_begin);
    tcase_add_loop_test(tests, test_no_beginning, 0, COUNT(NO_BEGINNINGS));
    tcase_add_test(tests, test_far_enough_to_begin);
    tcase_add_test(tests, test_start_is_uniform);
    tcase_add_test(tests, test_start_draws);
    tcase_add_loop_test(tests, test_validate, 0, COUNT(BYTES));
    tcase_add_test(tests, test_validate_by_rules_and_players);
    tcase_add_test(tests, test_stop);
    tcase_add_loop_test(tests, test_skip, 0, COUNT(SKIPS));
    tcase_add_loop_test(tests, test_several_turns_in_one_action, 0, 3);
    tcase_add_loop_test(tests, test_symmetries, 0, COUNT(SYMMETRIES));
    tcase_add_test(tests, test_arguments);
    suite_add_tcase(suite, tests);
    return suite;
}
