/* Internal: the writers behind Block drop's texts, for the table of the game. */
#ifndef LG_I_BLOCKDROP_PROTOCOL_H
#define LG_I_BLOCKDROP_PROTOCOL_H

#include "libgames/blockdrop.h"
#include "libgames/text.h"

/* A lg_blockdrop. */
void lg_i_blockdrop_put_position(lg_writer *writer, const void *state);
/* What the program of a player reads next. */
void lg_i_blockdrop_put_message(lg_writer *writer, const lg_blockdrop *state, int32_t player);

#endif
