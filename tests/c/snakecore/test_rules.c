/* SnakeCore: tables of positions, one row for each sentence of docs/games/snakecore-rules.md; protection turn by turn;
 * cells drawn. */
#include "../tests.h"
#include "positions.h"
#include "games/snakecore/layout.h"
#include "games/snakecore/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

/* A cell "x,y" for each block that comes back. */
static const char *read_cells(const char *text, int count, lg_snakecore_cell *cells) {
    for (int i = 0; i < count; i++) {
        unsigned x, y;
        int length = 0;
        LG_REQUIRE(sscanf(text, " %u,%u%n", &x, &y, &length) == 2, "a cell is missing: \"%s\"", text);
        cells[i].x = (uint8_t)x;
        cells[i].y = (uint8_t)y;
        text += length;
    }
    return text;
}

/* Plays one answer a turn, with the cells where blocks come back. */
static lg_snakecore play(const char *before, const char *answers, const char *spawns) {
    static lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    lg_snakecore state = parse(before);
    for (; *answers != '\0'; answers++) {
        int32_t action;
        ck_assert_int_eq(lg_i_snakecore_action_parse(answers, 1, &action, NULL), LG_OK);
        const int32_t count = lg_snakecore_spawns(&state, action);
        spawns = read_cells(spawns, count, cells);
        LG_REQUIRE(lg_snakecore_apply_at(&state, action, cells, count, &state) == LG_OK, "%s: %s is refused", before,
                   answers);
        LG_REQUIRE(lg_snakecore_validate(&state, lg_snakecore_bytes(&state)) == LG_OK, "%s: %s", before, answers);
    }
    LG_REQUIRE(*spawns == '\0', "%s: cells are left: %s", before, spawns);
    return state;
}

/* ---- one turn or a few ---- */

#define ALONE(rows, python) AT(rows, "0 0/9", python)
#define LATER(rows, python) AT(rows, "0 1/9", python)
#define TWO(rows, pythons) AT(rows, "0 0/9", pythons)
#define NEXT(rows, pythons) AT(rows, "1 0/9", pythons)

static const struct {
    const char *rule, *before, *answers, *spawns, *after;
} TURNS[] = {
    /* R8, R9: turns and rounds */
    {"R8 the next player", AT("p7/8/8/8/8/8/8/7p", "0 0/9", "0:0:0,0:- 0:0:7,7:-"), "N", "",
     AT("p7/8/8/8/8/8/8/7p", "1 0/9", "0:0:0,0:- 0:0:7,7:-")},
    {"R8 a round", AT("p7/8/8/8/8/8/8/7p", "0 0/9", "0:0:0,0:- 0:0:7,7:-"), "NN", "",
     AT("p7/8/8/8/8/8/8/7p", "0 1/9", "0:0:0,0:- 0:0:7,7:-")},
    {"R9 the last turn", AT("p7/8/8/8/8/8/8/7p", "1 8/9", "0:0:0,0:- 0:0:7,7:-"), "U", "",
     AT("p7/8/8/8/8/8/7p/8", "0 9/9", "0:0:0,0:- 0:0:7,6:-")},
    /* R11, R16: the four ways */
    {"R11 U", ALONE("8/8/8/3p4/8/8/8/8", "0:0:3,3:-"), "U", "", LATER("8/8/3p4/8/8/8/8/8", "0:0:3,2:-")},
    {"R11 L", ALONE("8/8/8/3p4/8/8/8/8", "0:0:3,3:-"), "L", "", LATER("8/8/8/2p5/8/8/8/8", "0:0:2,3:-")},
    {"R11 D", ALONE("8/8/8/3p4/8/8/8/8", "0:0:3,3:-"), "D", "", LATER("8/8/8/8/3p4/8/8/8", "0:0:3,4:-")},
    {"R11 R", ALONE("8/8/8/3p4/8/8/8/8", "0:0:3,3:-"), "R", "", LATER("8/8/8/4p3/8/8/8/8", "0:0:4,3:-")},
    {"R11 N", ALONE("8/8/8/3p4/8/8/8/8", "0:0:3,3:-"), "N", "", LATER("8/8/8/3p4/8/8/8/8", "0:0:3,3:-")},
    /* R13 to R15: nothing happens */
    {"R13 U", ALONE("3p4/8/8/8/8/8/8/8", "0:0:3,0:-"), "U", "", LATER("3p4/8/8/8/8/8/8/8", "0:0:3,0:-")},
    {"R13 L", ALONE("8/8/8/p7/8/8/8/8", "0:0:0,3:-"), "L", "", LATER("8/8/8/p7/8/8/8/8", "0:0:0,3:-")},
    {"R13 D", ALONE("8/8/8/8/8/8/8/3p4", "0:0:3,7:-"), "D", "", LATER("8/8/8/8/8/8/8/3p4", "0:0:3,7:-")},
    {"R13 R", ALONE("8/8/8/7p/8/8/8/8", "0:0:7,3:-"), "R", "", LATER("8/8/8/7p/8/8/8/8", "0:0:7,3:-")},
    {"R13 with a body", ALONE("pbe5/8/8/8/8/8/8/8", "4:7:0,0:RR"), "U", "",
     LATER("pbe5/8/8/8/8/8/8/8", "4:6:0,0:RR")},
    {"R14", ALONE("8/8/8/2Wp4/8/8/8/8", "0:0:3,3:-"), "L", "", LATER("8/8/8/2Wp4/8/8/8/8", "0:0:3,3:-")},
    {"R14 with a body", ALONE("8/8/3W4/3pbb2/8/8/8/8", "0:0:3,3:RR"), "U", "",
     LATER("8/8/3W4/3pbb2/8/8/8/8", "0:0:3,3:RR")},
    {"R15", TWO("8/8/8/2pp4/8/8/8/8", "0:0:3,3:- 0:0:2,3:-"), "L", "",
     NEXT("8/8/8/2pp4/8/8/8/8", "0:0:3,3:- 0:0:2,3:-")},
    {"R15 of a python with a body", TWO("8/8/8/bepp4/8/8/8/8", "0:0:3,3:- 0:0:2,3:LL"), "L", "",
     NEXT("8/8/8/bepp4/8/8/8/8", "0:0:3,3:- 0:0:2,3:LL")},
    /* R16, R17: the body follows, types in order */
    {"R16", ALONE("8/8/8/1bep4/1b6/8/8/8", "0:0:3,3:LLD"), "U", "",
     LATER("8/8/3p4/1bbe4/8/8/8/8", "0:0:3,2:DLL")},
    {"R16 straight on", ALONE("8/8/8/1bep4/8/8/8/8", "0:0:3,3:LL"), "R", "",
     LATER("8/8/8/2bep3/8/8/8/8", "0:0:4,3:LL")},
    {"R17 types keep their order", ALONE("8/8/8/ebbep3/8/8/8/8", "0:0:4,3:LLLL"), "DD", "",
     AT("8/8/8/2ebb3/4e3/4p3/8/8", "0 2/9", "0:0:4,5:UULL")},
    /* R18: a free block */
    {"R18 ordinary", ALONE("8/8/8/3pb3/8/8/8/8", "0:0:3,3:-"), "R", "", LATER("8/8/8/3bp3/8/8/8/8", "0:0:4,3:L")},
    {"R18 energy", ALONE("8/8/8/3pe3/8/8/8/8", "0:0:3,3:-"), "R", "", LATER("8/8/8/3ep3/8/8/8/8", "0:0:4,3:L")},
    {"R18 the others stay", ALONE("8/8/8/1bepe3/1b6/8/8/8", "0:0:3,3:LLD"), "R", "",
     LATER("8/8/8/1beep3/1b6/8/8/8", "0:0:4,3:LLLD")},
    {"R18 no points", ALONE("8/8/8/3pb3/8/8/8/8", "7:0:3,3:-"), "R", "", LATER("8/8/8/3bp3/8/8/8/8", "7:0:4,3:L")},
    {"R18 protected or not", ALONE("8/8/8/3pb3/8/8/8/8", "0:5:3,3:-"), "R", "",
     LATER("8/8/8/3bp3/8/8/8/8", "0:4:4,3:L")},
    /* R19, R20: the own tail leaves in time */
    {"R19", ALONE("8/8/8/2bp4/2be4/8/8/8", "0:0:3,3:LDR"), "D", "", LATER("8/8/8/2bb4/2ep4/8/8/8", "0:0:3,4:ULD")},
    {"R19 protected", ALONE("8/8/8/2bp4/2be4/8/8/8", "0:6:3,3:LDR"), "D", "",
     LATER("8/8/8/2bb4/2ep4/8/8/8", "0:5:3,4:ULD")},
    {"R20", ALONE("8/8/8/3pe3/8/8/8/8", "0:0:3,3:R"), "R", "", LATER("8/8/8/3ep3/8/8/8/8", "0:0:4,3:L")},
    {"R20 and back", ALONE("8/8/8/3pe3/8/8/8/8", "0:0:3,3:R"), "RL", "",
     AT("8/8/8/3pe3/8/8/8/8", "0 2/9", "0:0:3,3:R")},
    /* R21, R22: blocks that can't be bitten */
    {"R21", TWO("8/8/3p4/1pbe4/8/8/8/8", "0:0:3,2:- 0:0:1,3:RR"), "D", "",
     NEXT("8/8/3p4/1pbe4/8/8/8/8", "0:0:3,2:- 0:0:1,3:RR")},
    {"R21 the only block", TWO("8/8/2p5/1pb5/8/8/8/8", "0:0:2,2:- 0:0:1,3:R"), "D", "",
     NEXT("8/8/2p5/1pb5/8/8/8/8", "0:0:2,2:- 0:0:1,3:R")},
    {"R22 another's", TWO("8/8/2p5/1pbe4/8/8/8/8", "0:0:2,2:- 0:1:1,3:RR"), "D", "",
     NEXT("8/8/2p5/1pbe4/8/8/8/8", "0:0:2,2:- 0:1:1,3:RR")},
    {"R22 its own", ALONE("8/8/8/2bp4/2beb3/8/8/8", "0:2:3,3:LDRR"), "D", "",
     LATER("8/8/8/2bp4/2beb3/8/8/8", "0:1:3,3:LDRR")},
    {"R10 but a counter of 1 has fallen", ALONE("8/8/8/2bp4/2beb3/8/8/8", "0:1:3,3:LDRR"), "D", "",
     LATER("8/8/8/2be4/2bpb3/8/8/8", "0:0:3,4:ULD")},
    {"R22 the attacker's own protection is no matter", TWO("8/8/2p5/1pbe4/8/8/8/8", "0:9:2,2:- 0:0:1,3:RR"), "D", "",
     NEXT("8/8/2b5/1ppe4/8/8/8/8", "2:8:2,3:U 0:0:1,3:-")},
    /* R23 to R25: bites */
    {"R23 the first block", TWO("8/8/2p5/1pebb3/8/8/8/8", "0:0:2,2:- 0:0:1,3:RRR"), "D", "",
     NEXT("8/8/2e5/1ppbb3/8/8/8/8", "3:0:2,3:U 0:0:1,3:-")},
    {"R23 in the middle", TWO("8/8/3p4/1pebe3/8/8/8/8", "0:0:3,2:- 0:0:1,3:RRR"), "D", "",
     NEXT("8/8/3b4/1pepe3/8/8/8/8", "2:0:3,3:U 0:0:1,3:R")},
    {"R23 becomes the first block", TWO("8/8/eep5/1pbbe3/8/8/8/8", "0:0:2,2:LL 0:0:1,3:RRR"), "D", "",
     NEXT("8/8/eeb5/1ppbe3/8/8/8/8", "3:0:2,3:ULL 0:0:1,3:-")},
    {"R24 freed blocks can be taken immediately", TWO("8/8/3p4/1pebe3/8/8/8/8", "0:0:3,2:- 0:0:1,3:RRR"), "DNR", "",
     AT("8/8/3b4/1peep3/8/8/8/8", "1 1/9", "2:0:4,3:LU 0:0:1,3:R")},
    {"R25 points add up", TWO("8/8/2p5/1pebb3/8/8/8/8", "40:0:2,2:- 7:0:1,3:RRR"), "D", "",
     NEXT("8/8/2e5/1ppbb3/8/8/8/8", "43:0:2,3:U 7:0:1,3:-")},
    /* R26, R27: self-bites */
    {"R26", ALONE("8/8/8/2bp4/2beb3/8/8/8", "5:0:3,3:LDRR"), "D", "",
     LATER("8/8/8/2be4/2bpb3/8/8/8", "5:0:3,4:ULD")},
    {"R26 the first block", ALONE("8/8/8/2bep3/2b5/8/8/8", "5:0:4,3:LLD"), "L", "",
     LATER("8/8/8/2bpe3/2b5/8/8/8", "5:0:3,3:R")},
    /* R28, R29: reactors */
    {"R28 one block", ALONE("8/8/3R4/3pb3/8/8/8/8", "0:0:3,3:R"), "U", "0,0",
     LATER("b7/8/3R4/3p4/8/8/8/8", "1:0:3,3:-")},
    {"R28 three blocks", ALONE("8/8/3R4/3pbbe1/8/8/8/8", "10:0:3,3:RRR"), "U", "0,0 1,1 2,2",
     LATER("b7/1b6/2eR4/3p4/8/8/8/8", "16:0:3,3:-")},
    {"R28 protected or not", ALONE("8/8/3R4/3pb3/8/8/8/8", "0:8:3,3:R"), "U", "0,0",
     LATER("b7/8/3R4/3p4/8/8/8/8", "1:7:3,3:-")},
    {"R29", ALONE("8/8/3R4/3p4/8/8/8/8", "3:0:3,3:-"), "U", "", LATER("8/8/3R4/3p4/8/8/8/8", "3:0:3,3:-")},
    /* R30 to R34: protection */
    {"R30 behind the head", ALONE("8/8/8/3pebb1/8/8/8/8", "0:0:3,3:RRR"), "A", "0,0",
     LATER("e7/8/8/3pbb2/8/8/8/8", "0:10:3,3:RR")},
    {"R30 in the middle", ALONE("8/8/8/3pbebe/8/8/8/8", "0:0:3,3:RRRR"), "A", "0,0",
     LATER("e7/8/8/3pbbe1/8/8/8/8", "0:10:3,3:RRR")},
    {"R30 the tail", ALONE("8/8/8/3pbbe1/8/8/8/8", "0:0:3,3:RRR"), "A", "0,0",
     LATER("e7/8/8/3pbb2/8/8/8/8", "0:10:3,3:RR")},
    {"R30 the only block", ALONE("8/8/8/3pe3/8/8/8/8", "0:0:3,3:R"), "A", "0,0",
     LATER("e7/8/8/3p4/8/8/8/8", "0:10:3,3:-")},
    {"R31 round corners", ALONE("8/8/8/3pe3/4b3/3be3/8/8", "0:0:3,3:RDDL"), "A", "0,0",
     LATER("e7/8/8/3pb3/4e3/4b3/8/8", "0:10:3,3:RDD")},
    {"R33", ALONE("8/8/8/3peeb1/8/8/8/8", "0:0:3,3:RRR"), "AA", "0,0 1,0",
     AT("ee6/8/8/3pb3/8/8/8/8", "0 2/9", "0:19:3,3:R")},
    {"R33 from 1", ALONE("8/8/8/3peeb1/8/8/8/8", "0:1:3,3:RRR"), "A", "0,0",
     LATER("e7/8/8/3peb2/8/8/8/8", "0:10:3,3:RR")},
    {"R34", ALONE("8/8/8/3pbb2/8/8/8/8", "0:4:3,3:RR"), "A", "", LATER("8/8/8/3pbb2/8/8/8/8", "0:3:3,3:RR")},
    {"R34 an empty body", ALONE("8/8/8/3p4/8/8/8/8", "0:0:3,3:-"), "A", "", LATER("8/8/8/3p4/8/8/8/8", "0:0:3,3:-")},
    /* R36, R37: where blocks come back */
    {"R36 on cells of their own body", ALONE("8/8/3R4/3pbeb1/8/8/8/8", "0:0:3,3:RRR"), "U", "6,3 5,3 4,3",
     LATER("8/8/3R4/3pbeb1/8/8/8/8", "6:0:3,3:-")},
    {"R36 on the old tail's cell", ALONE("8/8/8/3pebb1/8/8/8/8", "0:0:3,3:RRR"), "A", "6,3",
     LATER("8/8/8/3pbbe1/8/8/8/8", "0:10:3,3:RR")},
    /* R10: counters fall in their owner's turns only */
    {"R10", TWO("p7/8/8/8/8/8/8/7p", "0:3:0,0:- 0:5:7,7:-"), "N", "",
     NEXT("p7/8/8/8/8/8/8/7p", "0:2:0,0:- 0:5:7,7:-")},
    {"R10 not below 0", TWO("p7/8/8/8/8/8/8/7p", "0:1:0,0:- 0:5:7,7:-"), "NNNN", "",
     AT("p7/8/8/8/8/8/8/7p", "0 2/9", "0:0:0,0:- 0:3:7,7:-")},
    /* R40, R41: disqualified pythons */
    {"R40 U", ALONE("8/8/8/3p4/8/8/8/8", "0:0:3,3:-!"), "U", "", LATER("8/8/8/3p4/8/8/8/8", "0:0:3,3:-!")},
    {"R40 D", ALONE("8/8/8/3pb3/3R4/8/8/8", "0:0:3,3:R!"), "D", "", LATER("8/8/8/3pb3/3R4/8/8/8", "0:0:3,3:R!")},
    {"R40 A", ALONE("8/8/8/3pe3/8/8/8/8", "0:4:3,3:R!"), "A", "", LATER("8/8/8/3pe3/8/8/8/8", "0:3:3,3:R!")},
    {"R41 it can be bitten", TWO("8/8/2p5/1pebb3/8/8/8/8", "0:0:2,2:- 0:0:1,3:RRR!"), "D", "",
     NEXT("8/8/2e5/1ppbb3/8/8/8/8", "3:0:2,3:U 0:0:1,3:-!")},
    {"R41 it keeps its protection", TWO("8/8/2p5/1pebb3/8/8/8/8", "0:0:2,2:- 0:2:1,3:RRR!"), "DNDND", "",
     AT("8/8/2e5/1ppbb3/8/8/8/8", "1 2/9", "3:0:2,3:U 0:0:1,3:-!")},
    {"R41 its head stays in the way", TWO("8/8/8/3pp3/8/8/8/8", "0:0:3,3:- 0:0:4,3:-!"), "R", "",
     NEXT("8/8/8/3pp3/8/8/8/8", "0:0:3,3:- 0:0:4,3:-!")},
    /* limits: numbers stop at 1000000000 */
    {"score", ALONE("8/8/3R4/3pbb2/8/8/8/8", "999999998:0:3,3:RR"), "U", "0,0 1,0",
     LATER("bb6/8/3R4/3p4/8/8/8/8", "1000000000:0:3,3:-")},
    {"counter", ALONE("8/8/8/3pe3/8/8/8/8", "0:999999997:3,3:R"), "A", "0,0",
     LATER("e7/8/8/3p4/8/8/8/8", "0:1000000000:3,3:-")},
};

START_TEST(test_turns) {
    const lg_snakecore state = play(TURNS[_i].before, TURNS[_i].answers, TURNS[_i].spawns);
    ck_assert_msg(strcmp(print(&state), TURNS[_i].after) == 0, "%s\nis  %s\nnot %s", TURNS[_i].rule, print(&state),
                  TURNS[_i].after);
}
END_TEST

/* ---- R19: a body that fills a whole ring follows its tail for ever ---- */

START_TEST(test_ring) {
    lg_snakecore state = parse(ALONE("pbbbbbbb/eWWWWWWe/bWWWWWWb/bWWWWWWb/bWWWWWWb/bWWWWWWb/eWWWWWWe/bbbbbebb",
                                     "0:0:0,0:RRRRRRRDDDDDDDLLLLLLLUUUUUU"));
    static const char WAY[] = "DDDDDDDRRRRRRRUUUUUUULLLLLLL";
    state.rounds = LG_SNAKECORE_MAX_ROUNDS;
    const lg_snakecore start = state;
    ck_assert_int_eq(state.empty, 0);
    for (int step = 0; step < 28 * 27; step++) { /* the types come round after 27 rounds of 28 cells */
        int32_t action;
        ck_assert_int_eq(lg_i_snakecore_action_parse(&WAY[step % 28], 1, &action, NULL), LG_OK);
        ck_assert_int_eq(lg_snakecore_effect_of(&state, action), LG_SNAKECORE_MOVE);
        ck_assert_int_eq(lg_snakecore_apply(&state, action, &state), LG_OK);
    }
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
    state.round = 0;
    ck_assert_mem_eq(&state, &start, lg_snakecore_bytes(&state));
}
END_TEST

/* ---- R10, R32, R33, R35: protection turn by turn ---- */

/* Player 0 activates in its first turns, once a turn. It and player 1 stand next to blocks of its body. */
START_TEST(test_protection_turn_by_turn) {
    const int activations = _i, last = 10 * activations;
    lg_snakecore state = parse(AT("8/8/8/2ppe3/bbbee3/bbb5/8/8", "0 0/99", "0:0:3,3:RDLLLLDRR 0:0:2,3:-"));
    for (int turn = 1; turn <= last + 3; turn++) {
        const lg_snakecore_cell spawn = {(uint8_t)turn, 7};
        const int counter = turn > last ? 0 : turn < activations ? 10 * turn - turn + 1 : last - turn + 1;
        const bool activates = turn <= activations;
        ck_assert_int_eq(lg_i_snakecore_protection(&state, 0), activates ? counter - 10 : counter);
        if (!activates)
            ck_assert_int_eq(lg_snakecore_effect_of(&state, LG_SNAKECORE_DOWN),
                             turn <= last ? LG_SNAKECORE_AT_PROTECTED : LG_SNAKECORE_SELF_BITE);
        ck_assert_int_eq(lg_snakecore_apply_at(&state, activates ? LG_SNAKECORE_ACTIVATE : LG_SNAKECORE_NONE, &spawn,
                                               activates, &state), LG_OK);
        ck_assert_int_eq(lg_i_snakecore_protection(&state, 0), counter);
        ck_assert_int_eq(lg_snakecore_effect_of(&state, LG_SNAKECORE_DOWN),
                         turn <= last ? LG_SNAKECORE_AT_PROTECTED : LG_SNAKECORE_BITE);
        ck_assert_int_eq(lg_snakecore_apply(&state, LG_SNAKECORE_NONE, &state), LG_OK);
    }
}
END_TEST

/* ---- R37: each empty cell with the same chance ---- */

/* Pearson's statistic of `cells` counts that should be equal. */
static double chi_squared(const int *counts, int cells, int draws) {
    const double expected = (double)draws / cells;
    double sum = 0;
    for (int i = 0; i < cells; i++) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return sum;
}

/* 42 cells are empty when the block has left the body, in every kind of row: full, empty, with holes. */
START_TEST(test_one_block_comes_back_anywhere) {
    lg_snakecore before = parse(ALONE("WWWWWWWW/8/b1b1b1b1/1b1b1b1b/8/3pe3/WWW5/R6R", "0:0:3,5:R"));
    static lg_snakecore state;
    int counts[42] = {0}, draws = 42 * 2000;
    before.rng = lg_rng_seed(37, 0);
    for (int i = 0; i < draws; i++) {
        int rank = 0;
        ck_assert_int_eq(lg_snakecore_apply(&before, LG_SNAKECORE_ACTIVATE, &state), LG_OK);
        before.rng = state.rng;
        for (int cell = 0; lg_snakecore_at(&state, cell % 8, cell / 8) != LG_SNAKECORE_ENERGY; cell++)
            rank += lg_snakecore_at(&state, cell % 8, cell / 8) == LG_SNAKECORE_EMPTY;
        LG_REQUIRE(rank < 42, "the block came back as number %d", rank);
        counts[rank]++;
    }
    const double statistic = chi_squared(counts, 42, draws); /* 41 degrees of freedom: over 74.7 once in 1000 */
    ck_assert_msg(statistic > 10 && statistic < 74.7, "%f", statistic);
}
END_TEST

/* Two blocks of different types, drawn from the generator in the state: ordered pairs of 7 empty cells. */
START_TEST(test_pairs_come_back_anywhere) {
    lg_snakecore before = parse(ALONE("WWWWWWWW/WWWWWWWW/WWWWWWWW/WWWWWWWW/W3WWWW/WRpbeWWW/WWWWWWWW/WW2WWWW",
                                      "0:0:2,5:RR"));
    static lg_snakecore state;
    int counts[64 * 64] = {0}, pairs[42], found = 0, draws = 42 * 2000;
    before.rng = lg_rng_seed(38, 0);
    for (int i = 0; i < draws; i++) {
        int ordinary = -1, energy = -1;
        ck_assert_int_eq(lg_snakecore_apply(&before, LG_SNAKECORE_LEFT, &state), LG_OK);
        for (int cell = 0; cell < 64; cell++) {
            const int kind = lg_snakecore_at(&state, cell % 8, cell / 8);
            if (kind == LG_SNAKECORE_ORDINARY) ordinary = cell;
            if (kind == LG_SNAKECORE_ENERGY) energy = cell;
        }
        counts[ordinary * 64 + energy]++;
        before.rng = state.rng;
    }
    for (int i = 0; i < 64 * 64; i++)
        if (counts[i] > 0 && found < 42) pairs[found++] = counts[i];
    ck_assert_int_eq(found, 42);
    const double statistic = chi_squared(pairs, 42, draws); /* 41 degrees of freedom: over 74.7 once in 1000 */
    ck_assert_msg(statistic > 10 && statistic < 74.7, "%f", statistic);
}
END_TEST

/* ---- effects of actions ---- */

static const struct {
    const char *position, *effects[LG_SNAKECORE_ACTIONS]; /* U L D R N A */
    const char *legal;
} LOOKS[] = {
    {ALONE("p7/8/8/8/8/8/8/8", "0:0:0,0:-"),
     {"the field ends there", "the field ends there", "the python moves", "the python moves", "the turn is passed",
      "the body holds no energy block"},
     "DRN"},
    {ALONE("8/1W6/RpR5/1b6/8/8/8/8", "0:0:1,2:D"),
     {"a wall is in the way", "the body goes into the reactor", "the python moves", "the body goes into the reactor",
      "the turn is passed", "the body holds no energy block"},
     "LDRN"},
    {ALONE("8/1R6/bpe5/8/8/8/8/8", "0:0:1,2:-"),
     {"there is no body to drop into the reactor", "the python takes a free block", "the python moves",
      "the python takes a free block", "the turn is passed", "the body holds no energy block"},
     "LDRN"},
    {ALONE("8/8/eb6/bpbb4/8/8/8/8", "0:0:1,3:LUR"),
     {"the python moves", "the python bites itself", "the python moves", "the python takes a free block",
      "the turn is passed", "an energy block is used up for protection"},
     "ULDRNA"},
    {ALONE("8/8/eb6/bpbb4/8/8/8/8", "0:2:1,3:LUR"),
     {"the python moves", "a protected body can't be bitten", "the python moves", "the python takes a free block",
      "the turn is passed", "an energy block is used up for protection"},
     "UDRNA"},
    {TWO("8/1pb5/1bp5/1bp5/8/8/8/8", "0:0:1,1:R 0:0:2,2:LD 0:0:2,3:-"),
     {"the python moves", "the python moves", "another python is bitten", "the python moves", "the turn is passed",
      "the body holds no energy block"},
     "ULDRN"},
    {TWO("8/1pb5/1bp5/1bp5/8/8/8/8", "0:0:1,1:R 0:0:2,2:- 0:0:2,3:LU"),
     {"the python moves", "the python moves", "another python's tail can't be bitten", "the python moves",
      "the turn is passed", "the body holds no energy block"},
     "ULRN"},
    {AT("8/1pb5/1bp5/1bp5/8/8/8/8", "1 0/9", "0:0:1,1:R 0:0:2,2:LD 0:0:2,3:-"),
     {"another python's tail can't be bitten", "the python bites itself", "another python's head is in the way",
      "the python moves", "the turn is passed", "the body holds no energy block"},
     "LRN"},
    {ALONE("8/1R6/bpe5/8/8/8/8/8", "0:0:1,2:R!"),
     {"the player is disqualified: its python never moves again",
      "the player is disqualified: its python never moves again",
      "the player is disqualified: its python never moves again",
      "the player is disqualified: its python never moves again", "the turn is passed",
      "the player is disqualified: its python never moves again"},
     "N"},
};

START_TEST(test_looks) {
    const lg_snakecore state = parse(LOOKS[_i].position), nothing = play(LOOKS[_i].position, "N", "");
    static lg_snakecore after;
    char legal[LG_SNAKECORE_ACTIONS + 1] = "", *end = legal;
    for (int32_t action = 0; action < LG_SNAKECORE_ACTIONS; action++) {
        const lg_snakecore_effect effect = lg_snakecore_effect_of(&state, action);
        ck_assert_str_eq(lg_i_snakecore_effect_text(effect), LOOKS[_i].effects[action]);
        if ((lg_snakecore_legal(&state) >> action & 1) != 0) *end++ = "ULDRNA"[action];
        ck_assert_int_eq(lg_snakecore_apply(&state, action, &after), LG_OK);
        const bool idle = effect == LG_SNAKECORE_PASS || effect >= LG_SNAKECORE_OFF_FIELD;
        ck_assert_int_eq(memcmp(&after, &nothing, lg_snakecore_bytes(&after)) == 0, idle); /* R12 */
    }
    *end = '\0';
    ck_assert_str_eq(legal, LOOKS[_i].legal);
}
END_TEST

START_TEST(test_looks_outside) {
    const lg_snakecore state = parse(LOOKS[0].position);
    ck_assert_int_eq(lg_snakecore_effect_of(&state, -1), LG_SNAKECORE_PASS);
    ck_assert_int_eq(lg_snakecore_effect_of(&state, LG_SNAKECORE_ACTIONS), LG_SNAKECORE_PASS);
    ck_assert_str_eq(lg_i_snakecore_effect_text((lg_snakecore_effect)77), "unknown effect");
}
END_TEST

/* ---- R9, R38: the end ---- */

#define OVER(pythons) AT("p3b3/8/8/8/4W3/8/8/6pp", "0 9/9", pythons)

static const struct {
    const char *rule, *position;
    uint32_t leaders;
    float outcome[3];
} ENDS[] = {
    {"R38 one", OVER("5:0:0,0:- 7:0:6,7:- 6:0:7,7:-"), 2, {-0.5f, 1.0f, -0.5f}},
    {"R38 two", OVER("7:0:0,0:- 7:0:6,7:- 6:0:7,7:-"), 3, {0.5f, 0.5f, -1.0f}},
    {"R38 all", OVER("0:0:0,0:- 0:0:6,7:- 0:0:7,7:-"), 7, {0.0f, 0.0f, 0.0f}},
    {"R41 a disqualified player can win", OVER("9:0:0,0:-! 7:0:6,7:- 6:0:7,7:-"), 1, {1.0f, -0.5f, -0.5f}},
};

START_TEST(test_ends) {
    const lg_snakecore state = parse(ENDS[_i].position);
    static lg_snakecore after;
    const lg_snakecore_cell cell = {1, 1};
    lg_game game;
    float outcome[3];
    memset(&after, 0x55, sizeof after);
    ck_assert(lg_snakecore_result_of(&state));
    ck_assert_uint_eq(lg_snakecore_leaders(&state), ENDS[_i].leaders);
    ck_assert_uint_eq(lg_snakecore_legal(&state), 0);
    for (int32_t action = 0; action < LG_SNAKECORE_ACTIONS; action++) {
        ck_assert_int_eq(lg_snakecore_apply(&state, action, &after), LG_E_OVER);
        ck_assert_int_eq(lg_snakecore_apply_at(&state, action, &cell, 1, &after), LG_E_OVER);
        ck_assert_int_eq(lg_snakecore_spawns(&state, action), 0);
    }
    ck_assert_int_eq(lg_snakecore_forfeit(&state, 0, &after), LG_E_OVER);
    for (size_t i = 0; i < sizeof after; i++) ck_assert_int_eq(((const uint8_t *)&after)[i], 0x55);
    static const char TEXT[] = "snakecore(size=8,players=3,walls=1,reactors=0,ordinary=1,energy=0,rounds=9)";
    ck_assert_int_eq(lg_game_make(TEXT, strlen(TEXT), &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_outcome(&game, &state, outcome), LG_OK);
    for (int i = 0; i < 3; i++) ck_assert_float_eq_tol(outcome[i], ENDS[_i].outcome[i], 1e-6f);
    ck_assert_str_eq(lg_game_explain(&game, &state, 0), "the game is over");
}
END_TEST

/* R10: when no turn is left to start, no counter falls any more. */
START_TEST(test_counters_at_the_end) {
    const lg_snakecore state = play(AT("p7/8/8/8/8/8/8/7p", "1 8/9", "0:3:0,0:- 0:5:7,7:-"), "N", "");
    ck_assert(lg_snakecore_result_of(&state));
    ck_assert_int_eq(lg_i_snakecore_protection(&state, 0), 3);
    ck_assert_int_eq(lg_i_snakecore_protection(&state, 1), 4);
}
END_TEST

/* ---- R40 through the uniform interface: turns of disqualified players pass by themselves ---- */

START_TEST(test_forfeits_in_decisions) {
    static const char TEXT[] = "snakecore(size=8,players=3,walls=0,reactors=0,ordinary=2,energy=0,rounds=5)";
    lg_game game;
    ck_assert_int_eq(lg_game_make(TEXT, strlen(TEXT), &game, NULL), LG_OK);
    lg_snakecore state = parse(AT("p7/8/8/8/8/8/b6b/1p4p1", "0 0/5", "0:9:0,0:- 0:9:1,7:- 0:9:6,7:-"));
    ck_assert_int_eq(lg_game_validate(&game, &state, game.state_size), LG_OK);
    ck_assert_int_eq(lg_game_forfeit(&game, &state, 1, &state), LG_OK);
    ck_assert_int_eq(lg_game_player(&game, &state), 0);
    ck_assert_int_eq(lg_game_apply(&game, &state, LG_SNAKECORE_RIGHT, &state), LG_OK);
    ck_assert_int_eq(lg_game_player(&game, &state), 2);
    ck_assert_int_eq(state.python[1].protection, 8);
    ck_assert_int_eq(lg_game_forfeit(&game, &state, 2, &state), LG_OK); /* the player to move: its turn passes */
    ck_assert_int_eq(lg_game_player(&game, &state), 0);
    ck_assert_int_eq(state.round, 1);
    ck_assert_int_eq(lg_game_play(&game, &state, "D\n", 2, &state, NULL), LG_OK);
    ck_assert_int_eq(state.round, 2);
    ck_assert_int_eq(state.to_move, 0);
    ck_assert_int_eq(lg_game_forfeit(&game, &state, 0, &state), LG_OK); /* no player is left: the game runs out */
    ck_assert_int_eq(lg_game_player(&game, &state), -1);
    ck_assert_int_eq(state.round, 5);
    ck_assert_int_eq(state.python[0].protection, 4);
    ck_assert_int_eq(state.python[2].protection, 4);
}
END_TEST

/* R40: an offence in the very last turn. */
START_TEST(test_forfeit_in_the_last_turn) {
    static const char TEXT[] = "snakecore(size=8,players=2,walls=0,reactors=0,ordinary=0,energy=0,rounds=5)";
    lg_game game;
    ck_assert_int_eq(lg_game_make(TEXT, strlen(TEXT), &game, NULL), LG_OK);
    lg_snakecore state = parse(AT("p7/8/8/8/8/8/8/7p", "1 4/5", "0:9:0,0:- 0:9:7,7:-"));
    const lg_snakecore expected = parse(AT("p7/8/8/8/8/8/8/7p", "0 5/5", "0:9:0,0:- 0:8:7,7:-!"));
    ck_assert_int_eq(lg_game_forfeit(&game, &state, 1, &state), LG_OK);
    ck_assert_mem_eq(&state, &expected, game.state_size);
    ck_assert_str_eq(lg_game_result(&game, &state), "all rounds played");
}
END_TEST

Suite *lg_test_snakecore_rules(void) {
    Suite *suite = suite_create("snakecore rules");
    TCase *tests = tcase_create("rules");
    tcase_add_loop_test(tests, test_turns, 0, COUNT(TURNS));
    tcase_add_test(tests, test_ring);
    tcase_add_test(tests, test_forfeit_in_the_last_turn);
    tcase_add_loop_test(tests, test_protection_turn_by_turn, 1, 4);
    tcase_add_test(tests, test_one_block_comes_back_anywhere);
    tcase_add_test(tests, test_pairs_come_back_anywhere);
    tcase_add_loop_test(tests, test_looks, 0, COUNT(LOOKS));
    tcase_add_test(tests, test_looks_outside);
    tcase_add_loop_test(tests, test_ends, 0, COUNT(ENDS));
    tcase_add_test(tests, test_counters_at_the_end);
    tcase_add_test(tests, test_forfeits_in_decisions);
    suite_add_tcase(suite, tests);
    return suite;
}
