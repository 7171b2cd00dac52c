/* Reading and writing text, as in every game of the library: a reader that keeps track of its place, and a writer that
 * never leaves an incomplete text. This header is complete, so a game compiled by itself needs nothing more. */
#ifndef LIBGAMES_TEXT_H
#define LIBGAMES_TEXT_H

#include <string.h>

#include "libgames/base.h"

LG_BEGIN

/* ---- reading: from left to right, up to the first byte that can't be right --------------------- */

typedef struct lg_reader {
    const char *text;
    size_t length, at;     /* bytes of the text, and bytes taken so far */
    lg_parse_error *error; /* may be NULL */
} lg_reader;

/* A reader at the first byte of a text. */
static inline lg_reader lg_reader_on(const char *text, size_t length, lg_parse_error *error) {
    lg_reader reader;
    reader.text = text;
    reader.length = length;
    reader.at = 0;
    reader.error = error;
    return reader;
}

/* Records that `expected`, a constant string, was expected at byte `at`. Returns LG_E_PARSE. O(at). */
static inline lg_status lg_expected_at(const lg_reader *reader, size_t at, const char *expected) {
    if (reader->error != NULL) {
        int32_t line = 1, column = 1;
        for (size_t i = 0; i < at; i++) {
            if (reader->text[i] == '\n') {
                line += line < INT32_MAX;
                column = 1;
            } else {
                column += column < INT32_MAX;
            }
        }
        reader->error->line = line;
        reader->error->column = column;
        reader->error->expected = expected;
    }
    return LG_E_PARSE;
}

/* The same at the reader's place. */
static inline lg_status lg_expected(const lg_reader *reader, const char *expected) {
    return lg_expected_at(reader, reader->at, expected);
}

/* The next byte, 0 ... 255, without taking it; -1 at the end. */
static inline int lg_peek(const lg_reader *reader) {
    return reader->at < reader->length ? (unsigned char)reader->text[reader->at] : -1;
}

/* Takes the next byte if it is `c`. */
static inline bool lg_accept(lg_reader *reader, char c) {
    if (lg_peek(reader) != (unsigned char)c) return false;
    reader->at++;
    return true;
}

/* Takes the whole of `word` if it comes next. */
static inline bool lg_accept_word(lg_reader *reader, const char *word) {
    const size_t size = strlen(word);
    if (reader->length - reader->at < size || memcmp(reader->text + reader->at, word, size) != 0) return false;
    reader->at += size;
    return true;
}

/* Takes the end of a line: LF, or CR LF. */
static inline bool lg_accept_line_end(lg_reader *reader) {
    return lg_accept(reader, '\n') || lg_accept_word(reader, "\r\n");
}

/* Takes a decimal number in low ... high, without leading zeros, with `-` only for numbers below 0. LG_E_PARSE: the
 * error is at its first byte, and nothing is taken. */
static inline lg_status lg_read_int(lg_reader *reader, int64_t low, int64_t high, const char *expected,
                                    int64_t *value) {
    const size_t start = reader->at;
    const bool negative = lg_accept(reader, '-');
    uint64_t magnitude = 0;
    int digits = 0;
    for (int c = lg_peek(reader); digits < 19 && c >= '0' && c <= '9'; c = lg_peek(reader), digits++) {
        magnitude = magnitude * 10 + (uint64_t)(c - '0');
        reader->at++;
    }
    bool valid = digits <= 18; /* more than every range in use, and 19 do not overflow */
    const char first = digits > 0 ? reader->text[reader->at - (size_t)digits] : '0';
    if (digits == 0 || (digits > 1 && first == '0') || (negative && first == '0')) valid = false;
    const int64_t number = !valid ? 0 : negative ? -(int64_t)magnitude : (int64_t)magnitude; /* 19 digits may not fit */
    if (!valid || number < low || number > high) {
        reader->at = start;
        return lg_expected(reader, expected);
    }
    *value = number;
    return LG_OK;
}

/* Takes the end of a line. LG_E_PARSE. */
static inline lg_status lg_read_line_end(lg_reader *reader) {
    return lg_accept_line_end(reader) ? LG_OK : lg_expected(reader, "the end of the line");
}

/* Takes the blank between two fields. LG_E_PARSE. */
static inline lg_status lg_read_blank(lg_reader *reader) {
    return lg_accept(reader, ' ') ? LG_OK : lg_expected(reader, "one blank between fields");
}

/* Nothing may follow. LG_E_PARSE. */
static inline lg_status lg_read_end(const lg_reader *reader, const char *expected) {
    return reader->at == reader->length ? LG_OK : lg_expected(reader, expected);
}

/* For files written by people, not for output of programs: takes a comment, from `#` to the end of the line, with
 * blanks before it. */
static inline void lg_skip_remark(lg_reader *reader) {
    const size_t start = reader->at;
    while (lg_accept(reader, ' ') || lg_accept(reader, '\t')) continue;
    const bool remark = lg_peek(reader) == '#';
    while (remark && reader->at < reader->length && reader->text[reader->at] != '\n') reader->at++;
    if (!remark) reader->at = start;
}

/* The same at the beginning of a line: takes all lines of blanks or comments. At the beginning of the text it also
 * takes a UTF-8 byte order mark. */
static inline void lg_skip_remarks(lg_reader *reader) {
    if (reader->at == 0) (void)lg_accept_word(reader, "\xEF\xBB\xBF");
    for (size_t line = reader->at;; line = reader->at) {
        lg_skip_remark(reader);
        while (lg_accept(reader, ' ') || lg_accept(reader, '\t')) continue;
        if (lg_accept_line_end(reader)) continue;
        if (reader->at < reader->length) reader->at = line;
        return;
    }
}

/* Records the reason for refusing an answer, a constant string, at its first byte. Returns LG_E_ILLEGAL. */
static inline lg_status lg_refuse(const char *reason, lg_parse_error *error) {
    if (error != NULL) {
        error->line = 1;
        error->column = 1;
        error->expected = reason;
    }
    return LG_E_ILLEGAL;
}

/* `length` without one LF, or CR LF, at the end of the text. */
static inline size_t lg_line_length(const char *text, size_t length) {
    if (length > 0 && text[length - 1] == '\n') {
        length--;
        if (length > 0 && text[length - 1] == '\r') length--;
    }
    return length;
}

/* ---- writing ----------------------------------------------------------------------------------- */

typedef struct lg_writer {
    char *out;     /* NULL while the length is measured; otherwise room for all of the text */
    size_t length; /* bytes written so far */
} lg_writer;

/* Write a byte, a string, a decimal number. */
static inline void lg_put(lg_writer *writer, char c) {
    if (writer->out != NULL) writer->out[writer->length] = c;
    writer->length++;
}

static inline void lg_put_text(lg_writer *writer, const char *text) {
    while (*text != '\0') lg_put(writer, *text++);
}

static inline void lg_put_int(lg_writer *writer, int64_t value) {
    char digits[20];
    int count = 0;
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    if (value < 0) lg_put(writer, '-');
    while (count > 0) lg_put(writer, digits[--count]);
}

/* Runs `put` twice, to measure and to write, and adds a NUL. `length` receives the number of bytes without the NUL.
 * LG_E_SPACE: it receives the length needed (a capacity of length + 1), and the buffer is untouched. LG_E_ARGUMENT. */
static inline lg_status lg_write(void (*put)(lg_writer *writer, const void *object), const void *object, char *buffer,
                                 size_t capacity, size_t *length) {
    if (length == NULL || (buffer == NULL && capacity > 0)) return LG_E_ARGUMENT;
    lg_writer measure = {NULL, 0};
    put(&measure, object);
    *length = measure.length;
    if (capacity <= measure.length) return LG_E_SPACE;
    lg_writer fill = {buffer, 0};
    put(&fill, object);
    buffer[fill.length] = '\0';
    return LG_OK;
}

/* The same if `fits`; otherwise LG_E_ARGUMENT. */
static inline lg_status lg_i_write(bool fits, void (*put)(lg_writer *writer, const void *object), const void *object,
                                   char *buffer, size_t capacity, size_t *length) {
    return fits ? lg_write(put, object, buffer, capacity, length) : LG_E_ARGUMENT;
}

LG_END

#endif
