/* Internal: the writers of Alquerque's text, for the table of the game, and parts shared by the files. */
#ifndef LG_I_ALQUERQUE_PROTOCOL_H
#define LG_I_ALQUERQUE_PROTOCOL_H

#include "libgames/alquerque.h"
#include "libgames/text.h"

void lg_i_alquerque_put_point(lg_writer *writer, int point);
/* A lg_alquerque_move, a lg_alquerque. */
void lg_i_alquerque_put_move(lg_writer *writer, const void *move);
void lg_i_alquerque_put_position(lg_writer *writer, const void *state);
/* A point, "c3". */
void lg_i_alquerque_put_point(lg_writer *writer, int point);
/* The rest of a move after this number of jumps: "e5*c3" of "e7*e5*c3" after one. */
void lg_i_alquerque_put_rest(lg_writer *writer, const lg_alquerque_move *move, int32_t done);
/* The next message for a player's program. */
void lg_i_alquerque_put_message(lg_writer *writer, const lg_alquerque *state, int32_t player);
/* People may type capitals. */
lg_status lg_i_alquerque_read_point(lg_reader *reader, bool typed, int *point);
/* Reads a move up to the first byte that can't belong to it. */
lg_status lg_i_alquerque_read_move(lg_reader *reader, lg_alquerque_move *move);

/* The next message for a contest program, with its LF: at its turn the opponent's last move ("Start" when there is
 * none); at the end "Quit" if the contest sends it (to both after an offence, to the loser after a win, to neither
 * after a tie); otherwise, and when it is not its turn, the empty text. */
lg_status lg_i_alquerque_message(const lg_alquerque *state, int32_t player, char *buffer, size_t capacity,
                                 size_t *length);

#endif
