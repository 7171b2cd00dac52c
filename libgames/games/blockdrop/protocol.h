/* Internal: the writers of Block drop's text, for the table of the game, and parts shared by the files. */
#ifndef LG_I_BLOCKDROP_PROTOCOL_H
#define LG_I_BLOCKDROP_PROTOCOL_H

#include "core/bits.h"
#include "libgames/blockdrop.h"
#include "libgames/text.h"

/* Reads the output of lg_blockdrop_print. */
lg_status lg_i_blockdrop_parse(const char *text, size_t length, lg_blockdrop *state, lg_parse_error *error);
/* A lg_blockdrop. */
void lg_i_blockdrop_put_position(lg_writer *writer, const void *state);
/* The next message for a player's program. */
void lg_i_blockdrop_put_message(lg_writer *writer, const lg_blockdrop *state, int32_t player);

/* ---- parts shared by several texts ---- */

/* Letters of the actions; the first four are the facings. */
LG_I_BITS_TABLE char LG_I_BLOCKDROP_LETTERS[] = "URDLAN";

/* A byte that Java's String.trim takes away: a blank or a control character. */
bool lg_i_blockdrop_is_white(char c);
/* A board to read into: a player joins when its square has been read. */
lg_blockdrop lg_i_blockdrop_nobody(int32_t rules, int32_t turn_limit);
/* One of the first `count` letters. */
lg_status lg_i_blockdrop_read_letter(lg_reader *reader, int count, const char *expected, uint8_t *index);
lg_status lg_i_blockdrop_read_separator(lg_reader *reader, char c);
/* All timers; separators[0] stands inside a row, [1] between rows, [2] after the last. */
void lg_i_blockdrop_put_timers(lg_writer *writer, const lg_blockdrop *state, const char *separators);
lg_status lg_i_blockdrop_read_timers(lg_reader *reader, lg_blockdrop *state, const char *separators);
/* Row, column, facing and stun, or column before row. */
void lg_i_blockdrop_put_player(lg_writer *writer, const lg_blockdrop *state, int player, char between,
                               bool column_first);
lg_status lg_i_blockdrop_read_player(lg_reader *reader, lg_blockdrop *state, int player, char between,
                                     bool column_first);

/* The action that a program's answer means: the first word of its first line; an unknown word or an empty line is
 * LG_BLOCKDROP_NOTHING. White space is every byte up to and including the blank. Never fails. */
int32_t lg_i_blockdrop_word(const char *text, size_t length);

/* A program's line before the game: `READY` and nothing else, with or without its LF or CR LF. */
lg_status lg_i_blockdrop_ready_parse(const char *text, size_t length, lg_parse_error *error);

#endif
