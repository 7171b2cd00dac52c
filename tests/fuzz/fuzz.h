/* What the fuzz targets share: bytes taken from the front of the input, and a check that stops the fuzzer. */
#ifndef LG_FUZZ_H
#define LG_FUZZ_H

#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);   \
            abort();                                                                \
        }                                                                           \
    } while (0)

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

/* The next byte; 0 when there is none. */
static inline uint8_t take(bytes *input) {
    if (input->left == 0) return 0;
    input->left--;
    return *input->at++;
}

static inline int32_t take_int(bytes *input) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value = value << 8 | take(input);
    return (int32_t)value;
}

/* The first `size` bytes of the input, then zeros. */
static inline void take_into(bytes *input, void *memory, size_t size) {
    const size_t count = size < input->left ? size : input->left;
    memset(memory, 0, size);
    if (count > 0) memcpy(memory, input->at, count);
    input->at += count;
    input->left -= count;
}

/* All that is left, in memory of exactly its length. The caller frees it. */
static inline char *take_text(bytes *input, size_t *length) {
    *length = input->left;
    char *text = malloc(input->left > 0 ? input->left : 1);
    if (input->left > 0) memcpy(text, input->at, input->left);
    input->left = 0;
    return text;
}

/* A number below `count` that these bytes decide: which of several checks is made, where all of them take long. */
static inline uint32_t pick(const void *memory, size_t size, uint32_t count) {
    return (uint32_t)(lg_hash(memory, size) % count);
}

/* Every parse error says where and what. */
static inline void require_place(const lg_parse_error *error, size_t length) {
    REQUIRE(error->line >= 1 && error->column >= 1 && (size_t)error->column <= length + 1);
    REQUIRE(error->expected != NULL && error->expected[0] != '\0');
}

#endif
