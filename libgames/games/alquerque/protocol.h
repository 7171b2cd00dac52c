/* Internal: the writers behind Alquerque's texts, for the table of the game. */
#ifndef LG_I_ALQUERQUE_PROTOCOL_H
#define LG_I_ALQUERQUE_PROTOCOL_H

#include "libgames/alquerque.h"
#include "libgames/text.h"

/* A lg_alquerque_move, a lg_alquerque. */
void lg_i_alquerque_put_move(lg_writer *writer, const void *move);
void lg_i_alquerque_put_position(lg_writer *writer, const void *state);
/* What the program of a player reads next. */
void lg_i_alquerque_put_message(lg_writer *writer, const lg_alquerque *state, int32_t player);

#endif
