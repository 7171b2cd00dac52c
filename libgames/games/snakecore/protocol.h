/* Internal: the writers of SnakeCore's texts, for the table of the game, and parts shared by the files. */
#ifndef LG_I_SNAKECORE_PROTOCOL_H
#define LG_I_SNAKECORE_PROTOCOL_H

#include "core/bits.h"
#include "libgames/snakecore.h"
#include "libgames/text.h"

/* A lg_snakecore; the number of an action. */
void lg_i_snakecore_put_position(lg_writer *writer, const void *state);
void lg_i_snakecore_put_action(lg_writer *writer, const void *action);
/* The next message for a player's program: the request at its turn; the empty string otherwise and once it is
 * disqualified. */
lg_status lg_i_snakecore_message(const lg_snakecore *state, int32_t player, char *buffer, size_t capacity,
                                 size_t *length);
void lg_i_snakecore_put_message(lg_writer *writer, const lg_snakecore *state, int32_t player);

/* ---- parts shared by several texts ---- */

LG_I_BITS_TABLE char LG_I_SNAKECORE_LETTERS[] = "ULDRNA"; /* of the actions */
/* The expectation after a block that does not continue a body. */
#define LG_I_SNAKECORE_CHAIN "a block next to the one before it that is in no body yet"

/* A field as it was read: codes EMPTY ... ENERGY, and the cells of heads that no python has claimed yet. */
typedef struct lg_i_snakecore_sketch {
    int size, heads;
    uint8_t codes[LG_SNAKECORE_MAX_CELLS];
    bool head[LG_SNAKECORE_MAX_CELLS];
} lg_i_snakecore_sketch;

/* One of the first `count` letters; -1 when something else comes next. */
int lg_i_snakecore_accept_letter(lg_reader *reader, int count);
/* Records the letter's content for cell `index`; errors are at `reader`. */
lg_status lg_i_snakecore_note_cell(const lg_reader *reader, lg_i_snakecore_sketch *field, int index, int letter);
void lg_i_snakecore_put_pair(lg_writer *writer, int64_t a, char between, int64_t b);
lg_status lg_i_snakecore_read_number(lg_reader *reader, int low, int high, const char *expected, int *number);
/* The size of the field. */
lg_status lg_i_snakecore_read_size(lg_reader *reader, int *size);
/* A head's cell, where the field must show a head that no other python has claimed. */
lg_status lg_i_snakecore_read_head(lg_reader *reader, lg_i_snakecore_sketch *field, int player, char between,
                                   lg_snakecore *state);

/* One letter of U L D R N A, nothing else. */
lg_status lg_i_snakecore_action_parse(const char *text, size_t length, int32_t *action, lg_parse_error *error);

/* The answer to the request for a program's name: at most 32 bytes, none below 0x20 (one LF or CR LF at the end does
 * not count). *name_length gets the bytes of the name, which starts where `text` does. */
lg_status lg_i_snakecore_name_parse(const char *text, size_t length, size_t *name_length, lg_parse_error *error);

#endif
