/* On the Run: moves and the contest's messages as text. */
#include "libgames/ontherun.h"

#include <string.h>

#include "protocol.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

/* ---- moves: "C 10", "10", four lines ---- */

static lg_status read_type(lg_reader *reader, const char *expected, int32_t *type) {
    for (int i = 0; i < LG_ONTHERUN_TYPES; i++)
        if (lg_accept(reader, lg_i_ontherun_type_letter(i))) {
            *type = i;
            return LG_OK;
        }
    return lg_expected(reader, expected);
}

static lg_status otr_protocol_read_city(lg_reader *reader, int32_t *city) {
    int64_t value;
    const lg_status status = lg_read_int(reader, 1, LG_ONTHERUN_MAX_CITIES, "a city, 1 to 200", &value);
    if (status == LG_OK) *city = (int32_t)value;
    return status;
}

lg_status lg_i_ontherun_move_parse(const char *text, size_t length, int32_t *type, int32_t *city,
                                   lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    int32_t by = 0, to = 0;
    lg_status status = read_type(&reader, "'C', 'T' or 'P'", &by);
    if (status == LG_OK && !lg_accept(&reader, ' ')) status = lg_expected(&reader, "one blank after the type");
    if (status == LG_OK) status = otr_protocol_read_city(&reader, &to);
    if (status == LG_OK) status = lg_read_end(&reader, "the end of the move");
    if (status != LG_OK) return status;
    *type = by;
    *city = to;
    return LG_OK;
}

lg_status lg_i_ontherun_city_parse(const char *text, size_t length, int32_t *city, lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    int32_t read = 0;
    lg_status status = otr_protocol_read_city(&reader, &read);
    if (status == LG_OK) status = lg_read_end(&reader, "the end of the city");
    if (status == LG_OK) *city = read;
    return status;
}

/* The cities of the detectives from `first` on, a line each, or with `single` in one line with `/` between them. */
static lg_status otr_read_lines(lg_reader *reader, int first, bool single, int32_t city[TEAM]) {
    lg_status status;
    for (int i = first; i < TEAM; i++) {
        if ((status = otr_protocol_read_city(reader, &city[i])) != LG_OK) return status;
        if (i == TEAM - 1 || (single && lg_accept(reader, '/'))) continue;
        if (!lg_accept_line_end(reader)) return lg_expected(reader, "the end of the line");
    }
    (void)lg_accept_line_end(reader);
    return lg_read_end(reader, "the end after four lines");
}

lg_status lg_i_ontherun_lines_parse(const char *text, size_t length, int32_t city[TEAM], lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    int32_t read[TEAM];
    const lg_status status = otr_read_lines(&reader, 0, false, read);
    if (status == LG_OK) memcpy(city, read, sizeof read);
    return status;
}

static void put_type(lg_writer *writer, int type) {
    lg_put(writer, lg_i_ontherun_type_letter(type));
}

void lg_i_ontherun_put_move(lg_writer *writer, const void *object) {
    const int32_t *move = (const int32_t *)object;
    put_type(writer, move[0]);
    lg_put(writer, ' ');
    lg_put_int(writer, move[1]);
}

/* ---- the contest's conversation ---- */

static void put_team_lines(lg_writer *writer, const lg_ontherun *state) {
    for (int i = 0; i < TEAM; i++) {
        lg_put_int(writer, state->detective[i]);
        lg_put(writer, '\n');
    }
}

static void put_city_line(lg_writer *writer, int city) {
    lg_put_int(writer, city);
    lg_put(writer, '\n');
}

/* "Detectives read `T`, or `T 12` at an announcement"; before the first of these the start. */
static void otr_protocol_put_heard(lg_writer *writer, const lg_ontherun *state) {
    if (state->turn == 1) put_city_line(writer, state->known);
    put_type(writer, state->last_type - 1);
    if (state->turn % LG_ONTHERUN_ROUND == 0) {
        lg_put(writer, ' ');
        lg_put_int(writer, state->known);
    }
    lg_put(writer, '\n');
}

/* Detectives who lost for want of a joint move have received the fugitive's move, but gave no answer. */
static bool lost_unasked(const lg_ontherun_map *map, const lg_ontherun *state) {
    if (state->result != LG_ONTHERUN_FORFEIT || state->offender != LG_ONTHERUN_DETECTIVES) return false;
    return state->phase == LG_ONTHERUN_MOVE_DETECTIVES && !lg_i_ontherun_has_joint_move(map, state);
}

static void put_to_detectives(lg_writer *writer, const lg_ontherun_map *map, const lg_ontherun *state) {
    if (lg_i_ontherun_is_over(state)) {
        if (lost_unasked(map, state)) otr_protocol_put_heard(writer, state);
        else if (state->phase == LG_ONTHERUN_MOVE_FUGITIVE && state->turn == 1) put_city_line(writer, state->known);
        lg_put_text(writer, "Quit\n");
    } else if (state->choice[0] == 0) {
        if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) lg_put_text(writer, "Detectives\n");
        if (state->phase == LG_ONTHERUN_MOVE_DETECTIVES) otr_protocol_put_heard(writer, state);
    }
}

static void put_to_fugitive(lg_writer *writer, const lg_ontherun *state) {
    const bool asked = state->phase == LG_ONTHERUN_PLACE_FUGITIVE || state->phase == LG_ONTHERUN_MOVE_FUGITIVE;
    if (lg_i_ontherun_is_over(state)) {
        if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) lg_put_text(writer, "Fugitive\n");
        if (state->result == LG_ONTHERUN_CAUGHT && state->turn < LG_ONTHERUN_TURNS) put_team_lines(writer, state);
        lg_put_text(writer, "Quit\n");
    } else if (asked && state->turn != 1) {
        if (state->turn == 0) lg_put_text(writer, "Fugitive\n");
        put_team_lines(writer, state);
    }
}

void lg_i_ontherun_put_message(lg_writer *writer, const lg_ontherun_map *map, const lg_ontherun *state,
                               int32_t player) {
    if (state->result == LG_ONTHERUN_ESCAPED) return; /* "the programs stop by themselves" */
    if (player == LG_ONTHERUN_DETECTIVES) put_to_detectives(writer, map, state);
    else put_to_fugitive(writer, state);
}

typedef struct otr_to_player {
    const lg_ontherun_map *map;
    const lg_ontherun *state;
    int32_t player;
} otr_to_player;

static void otr_put_to(lg_writer *writer, const void *object) {
    const otr_to_player *to = (const otr_to_player *)object;
    lg_i_ontherun_put_message(writer, to->map, to->state, to->player);
}

lg_status lg_ontherun_message(const lg_ontherun_map *map, const lg_ontherun *state, int32_t player, char *buffer,
                              size_t capacity, size_t *length) {
    const otr_to_player to = {map, state, player};
    return lg_i_write(lg_ontherun_validate(map, state) == LG_OK && (player == 0 || player == 1), otr_put_to, &to,
                      buffer, capacity, length);
}

static bool is_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

lg_status lg_ontherun_message_parse(const char *text, size_t length, lg_ontherun_message_kind *kind, int32_t *type,
                                    int32_t *city, lg_parse_error *error) {
    if (text == NULL || kind == NULL || type == NULL || city == NULL) return LG_E_ARGUMENT;
    length = lg_line_length(text, length);
    const int first = length > 0 ? (unsigned char)text[0] : -1;
    lg_status status = LG_OK;
    if (is_word(text, length, "Fugitive")) {
        *kind = LG_ONTHERUN_MESSAGE_FUGITIVE;
    } else if (is_word(text, length, "Detectives")) {
        *kind = LG_ONTHERUN_MESSAGE_DETECTIVES;
    } else if (is_word(text, length, "Quit")) {
        *kind = LG_ONTHERUN_MESSAGE_QUIT;
    } else if (first >= '0' && first <= '9') {
        if ((status = lg_i_ontherun_city_parse(text, length, city, error)) == LG_OK) *kind = LG_ONTHERUN_MESSAGE_CITY;
    } else if (length > 1 && (first == 'C' || first == 'T' || first == 'P')) {
        status = lg_i_ontherun_move_parse(text, length, type, city, error);
        if (status == LG_OK) *kind = LG_ONTHERUN_MESSAGE_MOVE;
    } else {
        lg_reader reader = lg_reader_on(text, length, error);
        status = read_type(&reader, "'Fugitive', 'Detectives', 'Quit', a city, a type, or a type and a city", type);
        if (status == LG_OK) *kind = LG_ONTHERUN_MESSAGE_TYPE;
    }
    return status;
}

/* ---- answers ---- */

/* The text may omit detectives that have already been sent. */
static lg_status answer_detectives(const lg_ontherun_map *map, const lg_ontherun *before, const char *text,
                                   size_t length, lg_ontherun *after, lg_parse_error *error) {
    const bool single = memchr(text, '\n', length) == NULL;
    int first = lg_i_ontherun_next_detective(before), lines = 1;
    int32_t city[TEAM];
    lg_reader reader = lg_reader_on(text, length, error);
    for (size_t i = 0; i + 1 < length; i++) lines += text[i] == (single ? '/' : '\n');
    if (first + lines > TEAM) first = 0;
    for (int i = 0; i < first; i++) city[i] = before->choice[i];
    lg_status status = otr_read_lines(&reader, first, single, city);
    if (status != LG_OK) return status;
    status = before->phase == LG_ONTHERUN_PLACE_DETECTIVES ? lg_ontherun_place_detectives(map, before, city, after)
                                                           : lg_ontherun_move_detectives(map, before, city, after);
    return status == LG_E_ILLEGAL ? lg_refuse(lg_i_ontherun_explain_detectives(map, before, city), error) : status;
}

static lg_status answer_fugitive(const lg_ontherun_map *map, const lg_ontherun *before, const char *text,
                                 size_t length, lg_ontherun *after, lg_parse_error *error) {
    const bool start = before->phase == LG_ONTHERUN_PLACE_FUGITIVE;
    int32_t type = 0, city = 0;
    length = lg_line_length(text, length);
    lg_status status = start ? lg_i_ontherun_city_parse(text, length, &city, error)
                             : lg_i_ontherun_move_parse(text, length, &type, &city, error);
    if (status != LG_OK) return status;
    status = start ? lg_ontherun_place_fugitive(map, before, city, after)
                   : lg_ontherun_move_fugitive(map, before, type, city, after);
    return status == LG_E_ILLEGAL ? lg_refuse(lg_i_ontherun_explain_fugitive(map, before, type, city), error) : status;
}

lg_status lg_ontherun_play(const lg_ontherun_map *map, const lg_ontherun *before, const char *text, size_t length,
                             lg_ontherun *after, lg_parse_error *error) {
    if (map == NULL || before == NULL || text == NULL || after == NULL) return LG_E_ARGUMENT;
    if (lg_i_ontherun_is_over(before)) return LG_E_OVER;
    if (lg_i_ontherun_detectives_turn(before)) return answer_detectives(map, before, text, length, after, error);
    return answer_fugitive(map, before, text, length, after, error);
}
