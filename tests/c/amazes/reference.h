/* Amazes once more: slow and literal, square by square on arrays, written from the rules alone. Shares no line with the
 * library, so that both can agree only by being right (or by the same misreading of the rules). Its arguments are
 * trusted. */
#ifndef LG_TESTS_AMAZES_REFERENCE_H
#define LG_TESTS_AMAZES_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* The content, or the knowledge, of an edge. */
enum { SLOW_UNKNOWN = '?', SLOW_WALL = '#', SLOW_OPENING = ' ' };

/* The maze, and each player's map, as a drawing of 51 x 51 places: squares at odd lines and columns, edges where one
 * of the two is even, corners at even ones. */
typedef struct slow_amazes_player {
    char edge[51][51];      /* SLOW_UNKNOWN, SLOW_WALL or SLOW_OPENING */
    bool discovered[51][51];
    bool dead_end[51][51];
    int line, column;       /* of its square in the drawing */
    char facing;            /* N E S W */
    int points, squares, first, turns;
    bool offender;
} slow_amazes_player;

typedef struct slow_amazes {
    char edge[51][51]; /* SLOW_WALL or SLOW_OPENING */
    slow_amazes_player player[2];
    int to_move, turn_limit;
    int killer;        /* the player that won by sudden death, or -1 */
} slow_amazes;

/* A game from the text of a maze file with starts. */
void slow_amazes_start(slow_amazes *game, const char *text, int turn_limit);

/* The look of the player to move, as its five lines, and its discoveries. The rules of inference are applied in an
 * order that `order` decides: any number gives the same result, and 0 is quickest. */
void slow_amazes_look(slow_amazes *game, char text[80], uint64_t order);

/* One application of every rule of inference to a player's map, in an order decided by `order`; false when
 * nothing was new. */
bool slow_amazes_infer_once(slow_amazes_player *player, uint64_t order);

/* The move of the player to move; any text, a wrong one makes it an offender. */
void slow_amazes_move(slow_amazes *game, const char *text);

bool slow_amazes_over(const slow_amazes *game);
int slow_amazes_score(const slow_amazes *game, int player);

#endif
