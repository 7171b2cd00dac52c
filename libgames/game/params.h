/* Internal: names with parameters as text, name(key=value,key=value): configurations of games and of players. */
#ifndef LG_I_PARAMS_H
#define LG_I_PARAMS_H

#include "libgames/game.h"

static inline bool lg_i_params_is_name_byte(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static inline bool lg_i_params_same_name(const char *text, size_t length, const char *name) {
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

/* Takes the longest run of name bytes; its length is 0 when there is none. */
size_t lg_i_params_read_name(lg_reader *reader, const char **name);

/* Takes the rest of a configuration, after its name: one value for each of `count` parameters (at most LG_MAX_PARAMS),
 * its default where it is not named. `unknown` is the expectation in the error for another name. LG_E_PARSE; the values
 * are then undefined. */
lg_status lg_i_params_read(lg_reader *reader, const lg_param *params, int32_t count, const char *unknown,
                           int32_t *values);

/* The shortest text that reads as these values. */
void lg_i_params_put(lg_writer *writer, const char *name, const lg_param *params, int32_t count, const int32_t *values);

#endif
