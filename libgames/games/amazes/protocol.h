/* Internal: the writers of Amazes's text, for the table of the game, and parts shared by the files. */
#ifndef LG_I_AMAZES_PROTOCOL_H
#define LG_I_AMAZES_PROTOCOL_H

#include "libgames/amazes.h"
#include "libgames/text.h"

/* Positions in one line of fields, separated by single blanks:
 *   maze           25 rows, '/' between them; a square is . (open above and left) - (wall above) | (wall left) +
 *   Red's, Blue's  26 rows of 26; the knowledge of a square and of the edges above and left of it (the last row and
 *   knowledge      column are only edges): a above, b left, c both; d discovered square, e f g with edges
 *                  likewise; x a dead-end square and both edges; numbers count squares with nothing known
 *   starts, places Red's and Blue's: "1,10,N 17,17,N 2,11,E 17,17,N"
 *   turn, limit    "1/150": finished turns of both, turns of each
 *   counters       characters written, squares first, meetings of Red and Blue: "2,0 6,0 0,0"
 *   flags          "-" or letters: l (looked), r b (offenders), R B (sudden death by Red, by Blue)
 *   walk           the unfinished walk or "-" */
lg_status lg_i_amazes_parse(const char *text, size_t length, lg_amazes *state, lg_parse_error *error);
lg_status lg_i_amazes_print(const lg_amazes *state, char *buffer, size_t capacity, size_t *length);
/* A lg_amazes. */
void lg_i_amazes_put_position(lg_writer *writer, const void *state);
/* The next message for a player's program. */
void lg_i_amazes_put_message(lg_writer *writer, const lg_amazes *state, int32_t player);

/* ---- parts shared by several texts ---- */

typedef struct lg_i_amazes_walk {
    const uint8_t *steps;
    int32_t count;
} lg_i_amazes_walk;

/* A lg_i_amazes_walk. */
void lg_i_amazes_put_walk(lg_writer *writer, const void *walk);
/* Reads steps up to the first byte that is none; `most` of them at most. */
int32_t lg_i_amazes_read_steps(lg_reader *reader, uint8_t *steps, int32_t most);
/* The index of the next byte in `set`, which is taken; -1 when it is not one of them. */
int lg_i_amazes_take_one_of(lg_reader *reader, const char *set);

#endif
