/* For authors of games: everything needed for a game in one file. The library's games use it as well. It consists of
 * headers only, so that such a file can be compiled without linking the library:
 *
 *     cc -O2 -shared -fPIC -I... my_game.c -o my_game.so
 *
 * It includes text (libgames/text.h), random numbers (libgames/rng.h), hashes (libgames/hash.h), colours for boards
 * (libgames/style.h) and pictures (libgames/svg.h). docs/your-own-game.md explains a whole game. */
#ifndef LIBGAMES_AUTHOR_H
#define LIBGAMES_AUTHOR_H

#include "libgames/table.h"
#include "libgames/style.h"
#include "libgames/svg.h"

LG_BEGIN

/* ---- loading a file --------------------------------------------------------------------------- */

/* The export of a shared object with a game, once: the game's table. lg_game_load (libgames/load.h) finds it; a program
 * linked with such a file calls lg_game_export itself.
 *
 *     LG_EXPORT_GAME(MY_GAME)          static const lg_game_type MY_GAME = {.abi = LG_GAME_ABI, ...}; */
#define LG_EXPORT_GAME(type)                             \
    LG_EXPORT const lg_game_type *lg_game_export(void);  \
    LG_EXPORT const lg_game_type *lg_game_export(void) { \
        return &(type);                                  \
    }

/* ---- the fields of a state --------------------------------------------------------------------- */

/* A row of the table for lg_game_learners.fields: a member of `record`, by itself and as an array of `count`, or of
 * `rows` x `columns`; `parent` as in lg_field. */
#define LG_MEMBER_SIZE(record, member) ((int32_t)sizeof(((record *)NULL)->member))
#define LG_FIELD(record, parent, member, type) \
    {#member, parent, type, (int32_t)offsetof(record, member), LG_MEMBER_SIZE(record, member), 0, {1, 1}}
#define LG_FIELD_ARRAY(record, parent, member, type, count) \
    {#member, parent, type, (int32_t)offsetof(record, member), LG_MEMBER_SIZE(record, member) / (count), 1, {count, 1}}
#define LG_FIELD_TABLE(record, parent, member, type, rows, columns)                                        \
    {#member, parent, type, (int32_t)offsetof(record, member),                                             \
     LG_MEMBER_SIZE(record, member) / ((rows) * (columns)), 2, {rows, columns}}

/* lg_game_learners.fields from a table of such rows, in the order of their offsets, and its size in bytes. */
static inline int32_t lg_copy_fields(lg_field *fields, const lg_field *rows, size_t size) {
    memcpy(fields, rows, size);
    return (int32_t)(size / sizeof *rows);
}

/* ---- text and validation in the simplest way ------------------------------------------------------- */

/* action_print and action_parse for a game that writes its actions as numbers, counted from 1. */
static inline void lg_number_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, (int64_t)action + 1);
}

static inline lg_status lg_number_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                        lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    int64_t number;
    lg_status status = lg_read_int(&reader, 1, game->actions, "the number of an action, counted from 1", &number);
    if (status == LG_OK) status = lg_read_end(&reader, "the end after the number");
    if (status == LG_OK) *action = (int32_t)number - 1;
    return status;
}

/* A `validate`: LG_OK if printing the bytes as a position and parsing it gives the same bytes. For games whose
 * state_print is safe with any bytes. `text` (room for the longest position text) and `again` (room for a state) are
 * scratch memory. */
static inline lg_status lg_validate_by_text(const lg_game *game, const void *state, char *text, size_t capacity,
                                            void *again) {
    lg_writer measure = {NULL, 0}, writer = {text, 0};
    game->type->rules.state_print(game, state, &measure);
    if (measure.length > capacity) return LG_E_STATE;
    game->type->rules.state_print(game, state, &writer);
    if (game->type->rules.state_parse(game, text, writer.length, again, NULL) != LG_OK) return LG_E_STATE;
    return memcmp(again, state, game->state_size) == 0 ? LG_OK : LG_E_STATE;
}

/* ---- typed input ------------------------------------------------------------------------- */

/* A word that may be typed, in lower case, and its value. */
typedef struct lg_word {
    const char *text;
    int32_t value;
} lg_word;

/* An ASCII letter in lower case; any other byte, and -1, unchanged. */
static inline int lg_small(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Takes separators: blanks, ends of lines, commas, semicolons, slashes, and any byte of `others`. */
static inline void lg_skip_gaps(lg_reader *reader, const char *others) {
    for (int c = lg_peek(reader); c > 0; c = lg_peek(reader)) {
        if (strchr(" \t\r\n,;/", c) == NULL && strchr(others, c) == NULL) return;
        reader->at++;
    }
}

/* Takes the next letters if they are one of the words, in any case. */
static inline bool lg_accept_typed(lg_reader *reader, const lg_word *words, int32_t count, int32_t *value) {
    size_t end = reader->at;
    while (end < reader->length && lg_small(reader->text[end]) >= 'a' && lg_small(reader->text[end]) <= 'z') end++;
    for (int32_t i = 0; i < count; i++) {
        const char *word = words[i].text;
        size_t at = reader->at;
        while (at < end && *word != '\0' && lg_small(reader->text[at]) == *word) at++, word++;
        if (at < end || *word != '\0' || at == reader->at) continue;
        reader->at = end;
        *value = words[i].value;
        return true;
    }
    return false;
}

/* ---- the best of several choices --------------------------------------------------------------- */

/* The best choice offered so far; choices that are equally good are equally likely. Begins as {0, 0, 0}. */
typedef struct lg_best {
    int32_t choice, value;
    uint32_t equal; /* number of choices with this value; 0 before the first offer */
} lg_best;

/* Offers a choice; takes one random number if it equals the best. */
static inline void lg_best_offer(lg_best *best, int32_t choice, int32_t value, lg_rng *rng) {
    if (best->equal > 0 && value < best->value) return;
    best->equal = best->equal > 0 && value == best->value ? best->equal + 1 : 1;
    best->value = value;
    if (best->equal == 1 || lg_rng_below(rng, best->equal) == 0) best->choice = choice;
}

LG_END

#endif
