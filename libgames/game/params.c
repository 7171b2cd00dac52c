/* Names with parameters as text. */
#include "game/params.h"

/* ---- reading ---- */

size_t lg_i_params_read_name(lg_reader *reader, const char **name) {
    const size_t start = reader->at;
    *name = reader->text + start;
    while (lg_i_params_is_name_byte(lg_peek(reader))) reader->at++;
    return reader->at - start;
}

static lg_status read_value(lg_reader *reader, const lg_param *param, int32_t *value) {
    int64_t number;
    if (param->words == NULL) {
        const lg_status status = lg_read_int(reader, param->minimum, param->maximum, param->meaning, &number);
        if (status == LG_OK) *value = (int32_t)number;
        return status;
    }
    const char *word;
    const size_t start = reader->at, length = lg_i_params_read_name(reader, &word);
    for (int32_t i = 0; i <= param->maximum; i++)
        if (lg_i_params_same_name(word, length, param->words[i])) {
            *value = i;
            return LG_OK;
        }
    return lg_expected_at(reader, start, param->meaning);
}

static lg_status read_param(lg_reader *reader, const lg_param *params, int32_t count, const char *unknown,
                            uint32_t *seen, int32_t *values) {
    const char *name;
    const size_t start = reader->at, length = lg_i_params_read_name(reader, &name);
    int32_t index = 0;
    while (index < count && !lg_i_params_same_name(name, length, params[index].name)) index++;
    if (index == count) return lg_expected_at(reader, start, unknown);
    if ((*seen >> index & 1) != 0) return lg_expected_at(reader, start, "a parameter that was not given before");
    *seen |= 1u << index;
    if (!lg_accept(reader, '=')) return lg_expected(reader, "'='");
    return read_value(reader, &params[index], &values[index]);
}

lg_status lg_i_params_read(lg_reader *reader, const lg_param *params, int32_t count, const char *unknown,
                           int32_t *values) {
    uint32_t seen = 0;
    for (int32_t i = 0; i < count; i++) values[i] = params[i].initial;
    if (!lg_accept(reader, '(')) return lg_read_end(reader, "'(' or the end");
    do {
        const lg_status status = read_param(reader, params, count, unknown, &seen, values);
        if (status != LG_OK) return status;
    } while (lg_accept(reader, ','));
    return lg_accept(reader, ')') ? lg_read_end(reader, "the end") : lg_expected(reader, "',' or ')'");
}

/* ---- writing ---- */

void lg_i_params_put(lg_writer *writer, const char *name, const lg_param *params, int32_t count,
                     const int32_t *values) {
    char before = '(';
    lg_put_text(writer, name);
    for (int32_t i = 0; i < count; i++) {
        if (values[i] == params[i].initial) continue;
        lg_put(writer, before);
        lg_put_text(writer, params[i].name);
        lg_put(writer, '=');
        if (params[i].words == NULL) lg_put_int(writer, values[i]);
        else lg_put_text(writer, params[i].words[values[i]]);
        before = ',';
    }
    if (before == ',') lg_put(writer, ')');
}
