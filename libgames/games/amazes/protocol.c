/* Amazes: walks and the contest's messages as text. */
#include <string.h>

#include "squares.h"
#include "protocol.h"

static const char AMZ_PROTOCOL_STEPS[5] = "FRTL";

int lg_i_amazes_take_one_of(lg_reader *reader, const char *set) {
    const int c = lg_peek(reader);
    const char *found = c > 0 ? strchr(set, c) : NULL;
    if (found == NULL) return -1;
    reader->at++;
    return (int)(found - set);
}

/* ---- walks: "TFRFF" ---- */

void lg_i_amazes_put_walk(lg_writer *writer, const void *object) {
    const lg_i_amazes_walk *walk = (const lg_i_amazes_walk *)object;
    for (int32_t i = 0; i < walk->count; i++) lg_put(writer, AMZ_PROTOCOL_STEPS[walk->steps[i]]);
}

int32_t lg_i_amazes_read_steps(lg_reader *reader, uint8_t *steps, int32_t most) {
    int32_t count = 0;
    for (int step; count < most && (step = lg_i_amazes_take_one_of(reader, AMZ_PROTOCOL_STEPS)) >= 0; count++)
        steps[count] = (uint8_t)step;
    return count;
}

/* A whole line of 1 ... 256 characters, of which `written` stand already in the unfinished walk. */
static lg_status read_walk(lg_reader *reader, int32_t written, uint8_t *steps, int32_t *count) {
    *count = lg_i_amazes_read_steps(reader, steps, LG_AMAZES_WALK - written);
    if (reader->at < reader->length)
        return lg_expected(reader, *count + written == LG_AMAZES_WALK ? "the end of the line after 256 characters"
                                     : *count + written == 0            ? "F, T, L or R"
                                                                        : "F, T, L, R or the end of the line");
    return *count + written > 0 ? LG_OK : lg_expected(reader, "F, T, L or R");
}

/* ---- the contest's conversation ---- */

static const char SIDES[5] = "NLRB";

typedef struct look_text {
    const lg_amazes_sight *sight;
    bool start;
} look_text;

static void put_look(lg_writer *writer, const void *object) {
    const look_text *look = (const look_text *)object;
    if (look->start) lg_put_text(writer, "Start\n");
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < look->sight->length[i]; j++) lg_put(writer, SIDES[look->sight->sides[i][j]]);
        lg_put_text(writer, "W\n");
    }
    lg_put_int(writer, look->sight->distance);
    lg_put(writer, '\n');
}

/* From corner to corner. */
#define FARTHEST (2 * (LG_I_AMAZES_SIDE - 1) * (LG_I_AMAZES_SIDE - 1))

static bool is_sight(const lg_amazes_sight *sight) {
    for (int i = 0; i < 4; i++) {
        if (sight->length[i] > LG_AMAZES_CORRIDOR || !lg_i_amazes_is_walk(sight->sides[i], sight->length[i]))
            return false;
    }
    return sight->distance >= 0 && sight->distance <= FARTHEST;
}

lg_status lg_amazes_sight_print(const lg_amazes_sight *sight, char *buffer, size_t capacity, size_t *length) {
    const look_text look = {sight, false};
    return lg_i_write(sight != NULL && is_sight(sight), put_look, &look, buffer, capacity, length);
}

/* "Quit in place of a look ends it": for an offender, and for a player who waits for a look that will not come. */
static bool amz_gets_quit(const lg_amazes *state, int32_t player) {
    const int turns = (state->turn + 1 - player) / 2;
    if ((state->offenders >> player & 1) != 0) return true;
    return state->sudden_death != 0 && turns < state->turn_limit;
}

void lg_i_amazes_put_message(lg_writer *writer, const lg_amazes *state, int32_t player) {
    lg_amazes_sight sight;
    if (amz_gets_quit(state, player)) {
        lg_put_text(writer, "Quit\n");
    } else if (lg_amazes_player(state) == player && state->walk_length == 0) {
        const look_text look = {&sight, state->turn == 0};
        (void)lg_amazes_see(&state->maze, &state->place[player], &state->place[1 - player], &sight);
        put_look(writer, &look);
    }
}

typedef struct amz_to_player {
    const lg_amazes *state;
    int32_t player;
} amz_to_player;

static void amz_put_to(lg_writer *writer, const void *object) {
    const amz_to_player *to = (const amz_to_player *)object;
    lg_i_amazes_put_message(writer, to->state, to->player);
}

lg_status lg_amazes_message(const lg_amazes *state, int32_t player, char *buffer, size_t capacity, size_t *length) {
    const amz_to_player to = {state, player};
    return lg_i_write(lg_amazes_validate(state) == LG_OK && (player == 0 || player == 1), amz_put_to, &to, buffer,
                      capacity, length);
}

static lg_status read_corridor(lg_reader *reader, lg_amazes_sight *sight, int i) {
    while (!lg_accept(reader, 'W')) {
        if (sight->length[i] == LG_AMAZES_CORRIDOR) return lg_expected(reader, "'W' after 24 squares");
        const int sides = lg_i_amazes_take_one_of(reader, SIDES);
        if (sides < 0) return lg_expected(reader, "B, L, R, N or W");
        sight->sides[i][sight->length[i]++] = (uint8_t)sides;
    }
    return LG_OK;
}

lg_status lg_amazes_message_parse(const char *text, size_t length, lg_amazes_message_kind *kind, lg_amazes_sight *sight,
                                  lg_parse_error *error) {
    lg_amazes_sight parsed;
    if (text == NULL || kind == NULL || sight == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, lg_line_length(text, length), error);
    if (lg_accept_word(&reader, "Quit")) {
        const lg_status status = lg_read_end(&reader, "the end of the message");
        if (status == LG_OK) *kind = LG_AMAZES_MESSAGE_QUIT;
        return status;
    }
    int64_t distance;
    lg_status status = LG_OK;
    const bool start = lg_accept_word(&reader, "Start");
    if (start) status = lg_read_line_end(&reader);
    memset(&parsed, 0, sizeof parsed);
    for (int i = 0; i < 4 && status == LG_OK; i++) {
        status = read_corridor(&reader, &parsed, i);
        if (status == LG_OK) status = lg_read_line_end(&reader);
    }
    if (status == LG_OK) status = lg_read_int(&reader, 0, FARTHEST, "a squared distance, 0 to 1152", &distance);
    if (status == LG_OK) status = lg_read_end(&reader, "the end of the message");
    if (status != LG_OK) return status;
    parsed.distance = (int32_t)distance;
    *sight = parsed;
    *kind = start ? LG_AMAZES_MESSAGE_START : LG_AMAZES_MESSAGE_LOOK;
    return LG_OK;
}

lg_status lg_amazes_play(const lg_amazes *before, const char *text, size_t length, lg_amazes *after,
                           lg_parse_error *error) {
    uint8_t steps[LG_AMAZES_WALK];
    int32_t count;
    if (before == NULL || text == NULL || after == NULL) return LG_E_ARGUMENT;
    if (lg_amazes_result_of(before) != LG_AMAZES_ONGOING) return LG_E_OVER;
    lg_reader reader = lg_reader_on(text, lg_line_length(text, length), error);
    if ((before->offenders >> (before->turn & 1) & 1) != 0)
        return lg_refuse("nothing: the jury plays for this player", error);
    const lg_status status = read_walk(&reader, before->walk_length, steps, &count);
    return status == LG_OK ? lg_amazes_apply(before, steps, count, after) : status;
}
