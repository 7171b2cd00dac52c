/* Block drop once more: slow and literal, from the rulings alone. Blocks know the absolute turns at which they drop
 * and come back instead of counting down, and distances are found by walking over the squares. Shares no line with the
 * library, so that both can agree only by being right (or by the same misreading of the rules). Its arguments
 * are trusted. */
#ifndef LG_TESTS_BLOCKDROP_REFERENCE_H
#define LG_TESTS_BLOCKDROP_REFERENCE_H

#include <stdbool.h>

#define SLOW_BLOCKDROP_POSITION 256 /* room for a position's text */

typedef struct slow_blockdrop {
    bool engine; /* the published engine's rules, otherwise the page's */
    int turn, turn_limit;
    struct {
        int drops_at; /* the turn that finds the block dropped, or -1 when it will not drop */
        int back_at;  /* the turn that finds it standing again; 0 for a block that never dropped */
    } blocks[6][6];
    struct {
        bool alive, stopped;
        int row, column, stun;
        char facing;
    } players[4];
} slow_blockdrop;

/* The block's timer in messages. */
int slow_blockdrop_timer(const slow_blockdrop *position, int row, int column);

/* One turn with a program's answer. */
void slow_blockdrop_play(slow_blockdrop *position, const char *answer);

/* Whether this answer, one of U R D L A N, would have its effect: the mask contains nothing more. */
bool slow_blockdrop_legal(const slow_blockdrop *position, char action);

/* "ongoing", "won", "nobody left" or "turn limit"; and the winner or -1. */
const char *slow_blockdrop_result(const slow_blockdrop *position);
int slow_blockdrop_winner(const slow_blockdrop *position);

/* The library's position text, "page 0/1000 0,0,... -". */
void slow_blockdrop_read(slow_blockdrop *position, const char *text);
void slow_blockdrop_write(const slow_blockdrop *position, char text[SLOW_BLOCKDROP_POSITION]);

#endif
