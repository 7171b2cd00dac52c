/* On the Run: positions as text, one line of five or six fields. */
#include "libgames/ontherun.h"

#include <string.h>

#include "protocol.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

static const char *const ENDS[] = {"", "forfeit:", "ran-into", "caught", "escaped"};

/* ---- writing ---- */

static void otr_position_put_team(lg_writer *writer, const uint8_t team[TEAM]) {
    for (int i = 0; i < TEAM; i++) {
        if (i > 0) lg_put(writer, ',');
        lg_put_int(writer, team[i]);
    }
}

static void put_city_or_dash(lg_writer *writer, int city) {
    if (city == 0) lg_put(writer, '-');
    else lg_put_int(writer, city);
}

static void put_record(lg_writer *writer, const lg_ontherun *state) {
    int32_t past;
    const int32_t moves = lg_i_ontherun_record(state, &past);
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) {
        lg_put(writer, '-');
        return;
    }
    if (moves == 0 && state->last_type != 0) lg_put(writer, lg_i_ontherun_type_letter(state->last_type - 1));
    put_city_or_dash(writer, state->known);
    lg_put(writer, ':');
    for (int i = 0; i <= moves || i <= past; i++) {
        if (i > 0) {
            lg_put(writer, '/');
            lg_put(writer, lg_i_ontherun_type_letter(state->type[i - 1] - 1));
        }
        if (i > past) continue;
        if (i > 0) lg_put(writer, '/');
        otr_position_put_team(writer, i < past ? state->past[i] : state->detective);
    }
}

void lg_i_ontherun_put_position(lg_writer *writer, const void *object) {
    const lg_ontherun *state = (const lg_ontherun *)object;
    lg_put_int(writer, state->turn);
    lg_put_text(writer, lg_i_ontherun_detectives_turn(state) ? " d " : " f ");
    put_city_or_dash(writer, state->fugitive);
    lg_put(writer, ' ');
    put_record(writer, state);
    lg_put(writer, ' ');
    put_city_or_dash(writer, state->choice[0]);
    for (int i = 1; i < TEAM && state->choice[i] != 0; i++) {
        lg_put(writer, ',');
        lg_put_int(writer, state->choice[i]);
    }
    if (!lg_i_ontherun_is_over(state)) return;
    lg_put(writer, ' ');
    lg_put_text(writer, ENDS[state->result]);
    if (state->result == LG_ONTHERUN_FORFEIT) lg_put(writer, "df"[state->offender]);
}

lg_status lg_ontherun_print(const lg_ontherun_map *map, const lg_ontherun *state, char *buffer, size_t capacity,
                            size_t *length) {
    return lg_i_write(lg_ontherun_validate(map, state) == LG_OK, lg_i_ontherun_put_position, state, buffer, capacity,
                      length);
}

/* ---- reading ---- */

/* The content of the record, and the place of each field in the text. */
typedef struct otr_position_fields {
    size_t fugitive_at, record_at, choice_at[TEAM];
    int32_t moves, teams, choices; /* the numbers of each */
    bool letter;                   /* a type stands before the known city */
    uint8_t fugitive, choice[TEAM];
} otr_position_fields;

static lg_status otr_position_read_city(lg_reader *reader, const lg_ontherun_map *map, uint8_t *city) {
    int64_t value;
    const lg_status status = lg_read_int(reader, 1, map->cities, "a city of the map", &value);
    if (status == LG_OK) *city = (uint8_t)value;
    return status;
}

static lg_status read_city_or_dash(lg_reader *reader, const lg_ontherun_map *map, uint8_t *city) {
    return lg_accept(reader, '-') ? LG_OK : otr_position_read_city(reader, map, city);
}

/* One team; `before`, unless NULL, is its previous cities. */
static lg_status read_team(lg_reader *reader, const lg_ontherun_map *map, const uint8_t *before, uint8_t team[TEAM]) {
    for (int i = 0; i < TEAM; i++) {
        if (i > 0 && !lg_accept(reader, ',')) return lg_expected(reader, "',' and the next detective's city");
        const size_t at = reader->at;
        const lg_status status = otr_position_read_city(reader, map, &team[i]);
        if (status != LG_OK) return status;
        for (int j = 0; j < i; j++)
            if (team[i] == team[j]) return lg_expected_at(reader, at, "a city without another detective");
        if (before != NULL && !lg_i_ontherun_set_has(&map->joined[LG_ONTHERUN_ANY][before[i]], team[i]))
            return lg_expected_at(reader, at, "a city connected to the detective's city before");
    }
    return LG_OK;
}

static bool otr_position_accept_type(lg_reader *reader, uint8_t *type) {
    for (int i = 0; i < LG_ONTHERUN_TYPES; i++)
        if (lg_accept(reader, lg_i_ontherun_type_letter(i))) {
            *type = (uint8_t)(i + 1);
            return true;
        }
    return false;
}

/* The teams after the first: each but the last read goes to `past` when another one follows. */
static lg_status read_turns(lg_reader *reader, const lg_ontherun_map *map, lg_ontherun *state, otr_position_fields *f) {
    while (f->moves == f->teams - 1 && f->moves < LG_ONTHERUN_ROUND - 1 && lg_accept(reader, '/')) {
        if (!otr_position_accept_type(reader, &state->type[f->moves])) return lg_expected(reader, "'C', 'T' or 'P'");
        f->moves++;
        if (!lg_accept(reader, '/')) break;
        uint8_t *before = state->past[f->teams - 1];
        memcpy(before, state->detective, TEAM);
        const lg_status status = read_team(reader, map, before, state->detective);
        if (status != LG_OK) return status;
        f->teams++;
    }
    return LG_OK;
}

static lg_status read_record(lg_reader *reader, const lg_ontherun_map *map, lg_ontherun *state,
                             otr_position_fields *f) {
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES)
        return lg_accept(reader, '-') ? LG_OK : lg_expected(reader, "'-': no detective is placed");
    lg_status status = LG_OK;
    if (state->phase == LG_ONTHERUN_PLACE_FUGITIVE) {
        if (!lg_accept(reader, '-')) return lg_expected(reader, "'-:' and the detectives' cities");
    } else {
        f->letter = otr_position_accept_type(reader, &state->last_type);
        status = otr_position_read_city(reader, map, &state->known);
    }
    if (status == LG_OK && !lg_accept(reader, ':')) status = lg_expected(reader, "':' and the detectives' cities");
    if (status == LG_OK) status = read_team(reader, map, NULL, state->detective);
    f->teams = 1;
    if (status == LG_OK && state->turn > 0) status = read_turns(reader, map, state, f);
    return status;
}

static lg_status read_choices(lg_reader *reader, const lg_ontherun_map *map, otr_position_fields *f) {
    if (lg_accept(reader, '-')) return LG_OK;
    do {
        if (f->choices == TEAM - 1) return lg_expected_at(reader, reader->at - 1, "at most three choices");
        f->choice_at[f->choices] = reader->at;
        const lg_status status = otr_position_read_city(reader, map, &f->choice[f->choices++]);
        if (status != LG_OK) return status;
    } while (lg_accept(reader, ','));
    return LG_OK;
}

static lg_status read_result(lg_reader *reader, lg_ontherun *state) {
    if (reader->at == reader->length) return LG_OK;
    const lg_status status = lg_read_blank(reader);
    if (status != LG_OK) return status;
    uint8_t result = LG_ONTHERUN_FORFEIT;
    while (result <= LG_ONTHERUN_ESCAPED && !lg_accept_word(reader, ENDS[result])) result++;
    if (result > LG_ONTHERUN_ESCAPED)
        return lg_expected(reader, "'forfeit:d', 'forfeit:f', 'ran-into', 'caught' or 'escaped'");
    state->result = result;
    if (result == LG_ONTHERUN_FORFEIT) {
        state->offender = lg_accept(reader, 'f');
        if (state->offender == 0 && !lg_accept(reader, 'd')) return lg_expected(reader, "'d' or 'f'");
    }
    return lg_read_end(reader, "the end of the position");
}

static lg_status read_fields(lg_reader *reader, const lg_ontherun_map *map, lg_ontherun *state,
                             otr_position_fields *f) {
    int64_t turn;
    lg_status status = lg_read_int(reader, 0, LG_ONTHERUN_TURNS, "the turn, 0 to 50", &turn);
    if (status == LG_OK) status = lg_read_blank(reader);
    if (status != LG_OK) return status;
    state->turn = (uint8_t)turn;
    const bool fugitive = lg_accept(reader, 'f');
    if (!fugitive && !lg_accept(reader, 'd')) return lg_expected(reader, "the player to move, 'd' or 'f'");
    if (turn == 0) state->phase = fugitive ? LG_ONTHERUN_PLACE_FUGITIVE : LG_ONTHERUN_PLACE_DETECTIVES;
    else state->phase = fugitive ? LG_ONTHERUN_MOVE_FUGITIVE : LG_ONTHERUN_MOVE_DETECTIVES;
    if ((status = lg_read_blank(reader)) != LG_OK) return status;
    f->fugitive_at = reader->at;
    if ((status = read_city_or_dash(reader, map, &f->fugitive)) != LG_OK) return status;
    if ((status = lg_read_blank(reader)) != LG_OK) return status;
    f->record_at = reader->at;
    if ((status = read_record(reader, map, state, f)) != LG_OK) return status;
    if ((status = lg_read_blank(reader)) != LG_OK) return status;
    if ((status = read_choices(reader, map, f)) != LG_OK) return status;
    return read_result(reader, state);
}

/* Whether the record has the length that turn, player to move and result require. */
static bool fitting_record(const lg_ontherun *state, const otr_position_fields *f) {
    int32_t past;
    const int32_t moves = lg_i_ontherun_record(state, &past);
    if (state->turn == 0) return true;
    const bool answering = state->phase == LG_ONTHERUN_MOVE_DETECTIVES && state->result <= LG_ONTHERUN_FORFEIT;
    return f->moves == moves && f->teams == past + 1 && f->letter == (answering && moves == 0);
}

/* Builds the state from the parts read, each checked at its place in the text. */
static lg_status assemble(const lg_reader *reader, const lg_ontherun_map *map, lg_ontherun *state,
                          const otr_position_fields *f) {
    if (!fitting_record(state, f))
        return lg_expected_at(reader, f->record_at, "a record that fits the turn, the player to move and the result");
    if (f->moves > 0 && state->phase == LG_ONTHERUN_MOVE_DETECTIVES && f->moves == f->teams)
        state->last_type = state->type[f->moves - 1];
    if (state->turn > 0 && state->result != LG_ONTHERUN_RAN_INTO)
        state->possible = lg_i_ontherun_derive_possible(map, state);
    if (lg_ontherun_validate(map, state) != LG_OK)
        return lg_expected_at(reader, f->record_at, "a record that leaves the fugitive and the detectives a way");
    state->fugitive = f->fugitive;
    if (lg_ontherun_validate(map, state) != LG_OK)
        return lg_expected_at(reader, f->fugitive_at, "a city where the fugitive can be, or '-'");
    for (int i = 0; i < f->choices; i++)
        if (lg_ontherun_decide(map, state, f->choice[i], state) != LG_OK)
            return lg_expected_at(reader, f->choice_at[i], "a city that the detective can be sent to");
    return LG_OK;
}

lg_status lg_i_ontherun_parse(const lg_ontherun_map *map, const char *text, size_t length, lg_ontherun *state,
                              lg_parse_error *error) {
    if (map == NULL || text == NULL || state == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_ontherun parsed;
    otr_position_fields f;
    lg_ontherun_start(&parsed);
    memset(&f, 0, sizeof f);
    lg_status status = read_fields(&reader, map, &parsed, &f);
    if (status == LG_OK) status = assemble(&reader, map, &parsed, &f);
    if (status == LG_OK) *state = parsed;
    return status;
}
