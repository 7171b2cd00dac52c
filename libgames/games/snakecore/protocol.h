/* Internal: the writers behind SnakeCore's texts, for the table of the game. */
#ifndef LG_I_SNAKECORE_PROTOCOL_H
#define LG_I_SNAKECORE_PROTOCOL_H

#include "libgames/snakecore.h"
#include "libgames/text.h"

/* A lg_snakecore; the number of an action. */
void lg_i_snakecore_put_position(lg_writer *writer, const void *state);
void lg_i_snakecore_put_action(lg_writer *writer, const void *action);
/* What the program of a player reads next. */
void lg_i_snakecore_put_message(lg_writer *writer, const lg_snakecore *state, int32_t player);

#endif
