/* SnakeCore once more: slow and literal, on lists of cells, written from the rules alone. Shares no line with the
 * library, so that both can agree only by being right (or by the same misreading of the rules). Its arguments are
 * trusted. */
#ifndef LG_TESTS_SNAKECORE_REFERENCE_H
#define LG_TESTS_SNAKECORE_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { SLOW_SNAKECORE_SIZE = 64, SLOW_SNAKECORE_CELLS = 4096, SLOW_SNAKECORE_PLAYERS = 8 };

typedef struct slow_snakecore_spot {
    int x, y;
} slow_snakecore_spot;

typedef struct slow_snakecore_python {
    int cells;                                       /* the head's and one for each block */
    slow_snakecore_spot spots[SLOW_SNAKECORE_CELLS]; /* head first */
    char types[SLOW_SNAKECORE_CELLS];                /* of the blocks, 'b' or 'e'; number 0 is the head, 'p' */
    int protection, score;
    bool disqualified;
} slow_snakecore_python;

typedef struct slow_snakecore {
    int size, players, rounds, round, to_move;
    char ground[SLOW_SNAKECORE_SIZE][SLOW_SNAKECORE_SIZE]; /* [y][x]: 'W', 'R', a free block 'b' or 'e', or '.' */
    slow_snakecore_python pythons[SLOW_SNAKECORE_PLAYERS];
} slow_snakecore;

/* Chooses one of `count` things; blocks come back on the chosen empty cell, counted in reading order. */
typedef struct slow_snakecore_chance {
    int (*choose)(void *context, int count);
    void *context;
    int count;                                       /* blocks that came back */
    slow_snakecore_spot spots[SLOW_SNAKECORE_CELLS]; /* where */
} slow_snakecore_chance;

/* True if the rules allow the player to move the action of this letter. */
bool slow_snakecore_possible(const slow_snakecore *game, char letter);

/* One turn of the player to move. */
void slow_snakecore_turn(slow_snakecore *game, char letter, slow_snakecore_chance *chance);

/* The getAction text, every line with its LF; returns its length. */
int slow_snakecore_request(const slow_snakecore *game, char *text);

/* The library's position text, with this generator's state and increment. */
int slow_snakecore_position(const slow_snakecore *game, uint64_t state, uint64_t increment, char *text);

/* The game that such a text describes; all of it but the generator. */
void slow_snakecore_read(slow_snakecore *game, const char *position);

/* One cell of `viewer`'s window, `dx` and `dy` away from its head: the number for its content from the game's page. */
int slow_snakecore_seen(const slow_snakecore *game, int viewer, int dx, int dy);

#endif
