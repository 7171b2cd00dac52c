/* Internal: the writers behind On the Run's texts, for the table of the game. */
#ifndef LG_I_ONTHERUN_PROTOCOL_H
#define LG_I_ONTHERUN_PROTOCOL_H

#include "libgames/ontherun.h"
#include "libgames/text.h"

/* A lg_ontherun; two numbers: type and city. */
void lg_i_ontherun_put_position(lg_writer *writer, const void *state);
void lg_i_ontherun_put_move(lg_writer *writer, const void *move);
/* What the program of a player reads between its last answer and its next one or the end. */
void lg_i_ontherun_put_message(lg_writer *writer, const lg_ontherun_map *map, const lg_ontherun *state, int32_t player);

#endif
