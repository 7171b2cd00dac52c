/* A small game for the tests of searches, and its solution by brute force. Stones are put on a board of at most 16
 * cells; a player with `connect` in a row has won, all others have lost, and a full board is a draw.
 * "lines" is tic-tac-toe; "lines(columns=4,drop=yes)" a Connect Four. */
#ifndef LG_TESTS_LINES_H
#define LG_TESTS_LINES_H

#include "tests.h"

extern const lg_game_type lines_type;

typedef struct lines {
    uint16_t stones[3];
    uint8_t moves;  /* stones on the board */
    uint8_t winner; /* 1 + the player who has won */
} lines;

/* The game of a configuration such as "lines(players=3)". */
lg_game lines_make(const char *text);

/* The results of all reachable positions, by brute force: a table by position. */
typedef struct lines_solution {
    lg_game game;
    int32_t count, room;
    struct lines_result *results;
} lines_solution;

typedef struct lines_result {
    lines state;
    float value[3];
    bool certain; /* the same for every player, whatever is chosen among equals */
    bool used;
} lines_result;

lines_solution lines_solve(const char *text);
const lines_result *lines_find(const lines_solution *solution, const lines *state);
void lines_free(lines_solution *solution);

#endif
