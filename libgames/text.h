/* Internal: what every protocol.c is written with. A reader that knows where it stands, and a writer that
 * never writes half a text. */
#ifndef LG_I_TEXT_H
#define LG_I_TEXT_H

#include "libgames/base.h"

/* ---- reading ---- */

typedef struct lg_i_reader {
    const char *text;
    size_t length, at;
    lg_parse_error *error; /* may be NULL */
} lg_i_reader;

lg_i_reader lg_i_reader_on(const char *text, size_t length, lg_parse_error *error);

/* Records that `expected` should stand at the reader's place; returns LG_E_PARSE. */
lg_status lg_i_expected(const lg_i_reader *reader, const char *expected);
/* The same for the place `at`. */
lg_status lg_i_expected_at(const lg_i_reader *reader, size_t at, const char *expected);

/* The next byte, 0 ... 255, without taking it; -1 at the end. */
int lg_i_peek(const lg_i_reader *reader);
/* Takes the next byte if it is `c`. */
bool lg_i_accept(lg_i_reader *reader, char c);
/* Takes the whole of `word` if it comes next. */
bool lg_i_accept_word(lg_i_reader *reader, const char *word);
/* Takes the end of a line: LF, or CR LF. */
bool lg_i_accept_line_end(lg_i_reader *reader);
/* Takes a decimal number in low ... high, without leading zeros, with `-` only for numbers under 0; on
 * LG_E_PARSE the error stands at its first byte. */
lg_status lg_i_read_int(lg_i_reader *reader, int64_t low, int64_t high, const char *expected, int64_t *value);
/* Nothing may follow. */
lg_status lg_i_read_end(const lg_i_reader *reader, const char *expected);
/* `length` without one LF, or CR LF, at the end. */
size_t lg_i_line_length(const char *text, size_t length);

/* ---- writing ---- */

typedef struct lg_i_writer {
    char *out; /* NULL while the length is measured */
    size_t length;
} lg_i_writer;

void lg_i_put(lg_i_writer *writer, char c);
void lg_i_put_text(lg_i_writer *writer, const char *text);
void lg_i_put_int(lg_i_writer *writer, int64_t value);

/* Runs `write` twice, to measure and to fill, and ends the text with NUL. LG_E_ARGUMENT, LG_E_SPACE. */
lg_status lg_i_write(void (*write)(lg_i_writer *writer, const void *object), const void *object, char *buffer,
                     size_t capacity, size_t *length);
/* Writes a text that exists already. */
lg_status lg_i_write_text(const char *text, char *buffer, size_t capacity, size_t *length);

#endif
