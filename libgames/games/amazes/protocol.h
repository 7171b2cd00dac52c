/* Internal: the writers of Amazes's texts, for the table of the game, and parts shared by the files. */
#ifndef LG_I_AMAZES_PROTOCOL_H
#define LG_I_AMAZES_PROTOCOL_H

#include "libgames/amazes.h"
#include "libgames/text.h"

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
