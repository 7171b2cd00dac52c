/* Reading and writing text; see text.h. */
#include "text.h"

#include <string.h>

lg_i_reader lg_i_reader_on(const char *text, size_t length, lg_parse_error *error) {
    lg_i_reader reader;
    reader.text = text;
    reader.length = length;
    reader.at = 0;
    reader.error = error;
    return reader;
}

lg_status lg_i_expected_at(const lg_i_reader *reader, size_t at, const char *expected) {
    if (reader->error != NULL) {
        int32_t line = 1, column = 1;
        for (size_t i = 0; i < at; i++) {
            if (reader->text[i] == '\n') {
                line++;
                column = 1;
            } else {
                column++;
            }
        }
        reader->error->line = line;
        reader->error->column = column;
        reader->error->expected = expected;
    }
    return LG_E_PARSE;
}

lg_status lg_i_expected(const lg_i_reader *reader, const char *expected) {
    return lg_i_expected_at(reader, reader->at, expected);
}

int lg_i_peek(const lg_i_reader *reader) {
    return reader->at < reader->length ? (unsigned char)reader->text[reader->at] : -1;
}

bool lg_i_accept(lg_i_reader *reader, char c) {
    if (lg_i_peek(reader) != (unsigned char)c) return false;
    reader->at++;
    return true;
}

bool lg_i_accept_word(lg_i_reader *reader, const char *word) {
    const size_t size = strlen(word);
    if (reader->length - reader->at < size || memcmp(reader->text + reader->at, word, size) != 0) return false;
    reader->at += size;
    return true;
}

bool lg_i_accept_line_end(lg_i_reader *reader) {
    return lg_i_accept(reader, '\n') || lg_i_accept_word(reader, "\r\n");
}

lg_status lg_i_read_int(lg_i_reader *reader, int64_t low, int64_t high, const char *expected, int64_t *value) {
    const size_t start = reader->at;
    const bool negative = lg_i_accept(reader, '-');
    uint64_t magnitude = 0;
    int digits = 0;
    bool valid = true;
    for (int c = lg_i_peek(reader); c >= '0' && c <= '9'; c = lg_i_peek(reader)) {
        if (++digits > 18) valid = false; /* beyond every range in use, and still below overflow */
        if (valid) magnitude = magnitude * 10 + (uint64_t)(c - '0');
        reader->at++;
    }
    const char first = digits > 0 ? reader->text[reader->at - (size_t)digits] : '0';
    if (digits == 0 || (digits > 1 && first == '0') || (negative && first == '0')) valid = false;
    const int64_t number = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    if (!valid || number < low || number > high) {
        reader->at = start;
        return lg_i_expected(reader, expected);
    }
    *value = number;
    return LG_OK;
}

lg_status lg_i_read_end(const lg_i_reader *reader, const char *expected) {
    return reader->at == reader->length ? LG_OK : lg_i_expected(reader, expected);
}

size_t lg_i_line_length(const char *text, size_t length) {
    if (length > 0 && text[length - 1] == '\n') {
        length--;
        if (length > 0 && text[length - 1] == '\r') length--;
    }
    return length;
}

void lg_i_put(lg_i_writer *writer, char c) {
    if (writer->out != NULL) writer->out[writer->length] = c;
    writer->length++;
}

void lg_i_put_text(lg_i_writer *writer, const char *text) {
    while (*text != '\0') lg_i_put(writer, *text++);
}

void lg_i_put_int(lg_i_writer *writer, int64_t value) {
    char digits[20];
    int count = 0;
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    if (value < 0) lg_i_put(writer, '-');
    while (count > 0) lg_i_put(writer, digits[--count]);
}

lg_status lg_i_write(void (*write)(lg_i_writer *writer, const void *object), const void *object, char *buffer,
                     size_t capacity, size_t *length) {
    if (length == NULL || (buffer == NULL && capacity > 0)) return LG_E_ARGUMENT;
    lg_i_writer measure = {NULL, 0};
    write(&measure, object);
    *length = measure.length;
    if (capacity <= measure.length) return LG_E_SPACE;
    lg_i_writer fill = {buffer, 0};
    write(&fill, object);
    buffer[fill.length] = '\0';
    return LG_OK;
}

static void write_constant(lg_i_writer *writer, const void *object) {
    lg_i_put_text(writer, (const char *)object);
}

lg_status lg_i_write_text(const char *text, char *buffer, size_t capacity, size_t *length) {
    return lg_i_write(write_constant, text, buffer, capacity, length);
}
