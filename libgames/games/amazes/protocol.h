/* Internal: the writers behind Amazes's texts, for the table of the game. */
#ifndef LG_I_AMAZES_PROTOCOL_H
#define LG_I_AMAZES_PROTOCOL_H

#include "libgames/amazes.h"
#include "libgames/text.h"

/* A lg_amazes. */
void lg_i_amazes_put_position(lg_writer *writer, const void *state);
/* What the program of a player reads next. */
void lg_i_amazes_put_message(lg_writer *writer, const lg_amazes *state, int32_t player);

#endif
