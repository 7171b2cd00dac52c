/* Block drop: the contest's messages as text, and the parts common to positions and replays. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "protocol.h"
#include "steps.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

/* ---- answers ---- */

lg_status lg_i_blockdrop_ready_parse(const char *text, size_t length, lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, lg_line_length(text, length), error);
    if (!lg_accept_word(&reader, "READY")) return lg_expected(&reader, "'READY'");
    return lg_read_end(&reader, "the end of the line after 'READY'");
}

bool lg_i_blockdrop_is_white(char c) {
    return (unsigned char)c <= ' ';
}

int32_t lg_i_blockdrop_word(const char *text, size_t length) {
    size_t start = 0;
    while (start < length && lg_i_blockdrop_is_white(text[start]) && text[start] != '\n') start++;
    size_t end = start;
    while (end < length && !lg_i_blockdrop_is_white(text[end])) end++;
    for (int32_t action = 0; action < LG_BLOCKDROP_ACTIONS; action++)
        if (end == start + 1 && text[start] == LG_I_BLOCKDROP_LETTERS[action]) return action;
    return LG_BLOCKDROP_NOTHING;
}

lg_status lg_blockdrop_play(const lg_blockdrop *before, const char *text, size_t length, lg_blockdrop *after) {
    if (text == NULL) return LG_E_ARGUMENT;
    return lg_blockdrop_apply(before, lg_i_blockdrop_word(text, length), after);
}

/* ---- parts shared by several texts ---- */

lg_blockdrop lg_i_blockdrop_nobody(int32_t rules, int32_t turn_limit) {
    lg_blockdrop state;
    memset(&state, 0, sizeof state);
    state.rules = (uint8_t)rules;
    state.turn_limit = (uint16_t)turn_limit;
    memset(state.row, -1, sizeof state.row);
    memset(state.column, -1, sizeof state.column);
    return state;
}

lg_status lg_i_blockdrop_read_separator(lg_reader *reader, char c) {
    if (c == '\n') return lg_read_line_end(reader);
    if (lg_accept(reader, c)) return LG_OK;
    switch (c) {
    case ' ': return lg_expected(reader, "one blank");
    case ',': return lg_expected(reader, "','");
    default: return lg_expected(reader, "'/'");
    }
}

lg_status lg_i_blockdrop_read_letter(lg_reader *reader, int count, const char *expected, uint8_t *index) {
    for (int i = 0; i < count; i++)
        if (lg_accept(reader, LG_I_BLOCKDROP_LETTERS[i])) {
            *index = (uint8_t)i;
            return LG_OK;
        }
    return lg_expected(reader, expected);
}

/* The separator after timer i: separators[0] inside a row, [1] between rows, [2] after the last. */
static char separator_after(int i, const char *separators) {
    if (i % BLOCKS < BLOCKS - 1) return separators[0];
    return i < LG_BLOCKDROP_BLOCKS - 1 ? separators[1] : separators[2];
}

void lg_i_blockdrop_put_timers(lg_writer *writer, const lg_blockdrop *state, const char *separators) {
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) {
        lg_put_int(writer, state->timers[i]);
        lg_put(writer, separator_after(i, separators));
    }
}

lg_status lg_i_blockdrop_read_timers(lg_reader *reader, lg_blockdrop *state, const char *separators) {
    const bool page = state->rules == LG_BLOCKDROP_PAGE;
    const int64_t low = page ? -LG_BLOCKDROP_PAGE_RETURN : -LG_BLOCKDROP_ENGINE_RETURN;
    const char *expected = page ? "a timer, -20 to 19" : "a timer, -19 to 19";
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) {
        int64_t timer;
        lg_status status = lg_read_int(reader, low, LG_BLOCKDROP_MAX_TIMER, expected, &timer);
        if (status == LG_OK) status = lg_i_blockdrop_read_separator(reader, separator_after(i, separators));
        if (status != LG_OK) return status;
        state->timers[i] = (int8_t)timer;
    }
    return LG_OK;
}

void lg_i_blockdrop_put_player(lg_writer *writer, const lg_blockdrop *state, int player, char between,
                               bool column_first) {
    lg_put_int(writer, column_first ? state->column[player] : state->row[player]);
    lg_put(writer, between);
    lg_put_int(writer, column_first ? state->row[player] : state->column[player]);
    lg_put(writer, between);
    lg_put(writer, LG_I_BLOCKDROP_LETTERS[state->facing[player]]);
    lg_put(writer, between);
    lg_put_int(writer, state->stun[player]);
}

static lg_status read_coordinate(lg_reader *reader, bool is_column, int8_t *coordinate) {
    int64_t value = 0;
    const lg_status status = lg_read_int(reader, -1, LG_BLOCKDROP_SIDE - 1,
                                           is_column ? "a column, -1 to 17" : "a row, -1 to 17", &value);
    *coordinate = (int8_t)value;
    return status;
}

lg_status lg_i_blockdrop_read_player(lg_reader *reader, lg_blockdrop *state, int player, char between,
                                     bool column_first) {
    const size_t at = reader->at;
    int8_t first, second;
    int64_t stun = 0;
    lg_status status = read_coordinate(reader, column_first, &first);
    if (status == LG_OK) status = lg_i_blockdrop_read_separator(reader, between);
    if (status == LG_OK) status = read_coordinate(reader, !column_first, &second);
    if (status == LG_OK) status = lg_i_blockdrop_read_separator(reader, between);
    if (status == LG_OK) status = lg_i_blockdrop_read_letter(reader, 4, "a facing: U R D L", &state->facing[player]);
    if (status == LG_OK) status = lg_i_blockdrop_read_separator(reader, between);
    if (status == LG_OK) status = lg_read_int(reader, 0, LG_BLOCKDROP_STUN - 1, "a stun, 0 to 2", &stun);
    if (status != LG_OK) return status;
    state->row[player] = column_first ? second : first;
    state->column[player] = column_first ? first : second;
    state->stun[player] = (uint8_t)stun;
    if (lg_blockdrop_validate(state) == LG_OK) return LG_OK;
    return lg_expected_at(reader, at, "a player on a standing block, more than 3 from the players before it, or "
                                        "-1 and -1");
}

/* ---- the message for a program at its turn ---- */

/* Whether the program of the player to move gets a message: "Programs of fallen players are not asked". */
static bool is_asked(const lg_blockdrop *state) {
    const int mover = state->turn % PLAYERS;
    return lg_blockdrop_result_of(state) == LG_BLOCKDROP_ONGOING && lg_i_blockdrop_is_alive(state, mover) &&
           (state->stopped >> mover & 1) == 0;
}

void lg_i_blockdrop_put_message(lg_writer *writer, const lg_blockdrop *state, int32_t player) {
    if (player != state->turn % PLAYERS || !is_asked(state)) return;
    lg_put_int(writer, state->turn % PLAYERS);
    lg_put(writer, '\n');
    lg_put_int(writer, state->turn);
    lg_put(writer, '\n');
    lg_i_blockdrop_put_timers(writer, state, " \n\n");
    for (int i = 0; i < PLAYERS; i++) {
        lg_i_blockdrop_put_player(writer, state, i, ' ', state->rules == LG_BLOCKDROP_ENGINE);
        lg_put(writer, '\n');
    }
    lg_put_text(writer, "EOD\n");
}

typedef struct blk_to_player {
    const lg_blockdrop *state;
    int32_t player;
} blk_to_player;

static void blk_put_to(lg_writer *writer, const void *object) {
    const blk_to_player *to = (const blk_to_player *)object;
    lg_i_blockdrop_put_message(writer, to->state, to->player);
}

lg_status lg_blockdrop_message(const lg_blockdrop *state, int32_t player, char *buffer, size_t capacity,
                               size_t *length) {
    const blk_to_player to = {state, player};
    return lg_i_write(lg_blockdrop_validate(state) == LG_OK && player >= 0 && player < PLAYERS, blk_put_to, &to, buffer,
                      capacity, length);
}

static lg_status read_id_and_turn(lg_reader *reader, lg_blockdrop *state) {
    int64_t id = 0, turn = 0;
    lg_status status = lg_read_int(reader, 0, PLAYERS - 1, "the player's id, 0 to 3", &id);
    if (status == LG_OK) status = lg_i_blockdrop_read_separator(reader, '\n');
    if (status != LG_OK) return status;
    const char *expected = "a turn below the turn limit that is this player's: T mod 4 is its id";
    const size_t at = reader->at;
    status = lg_read_int(reader, 0, state->turn_limit - 1, expected, &turn);
    if (status != LG_OK) return status;
    if (turn % PLAYERS != id) return lg_expected_at(reader, at, expected);
    state->turn = (uint16_t)turn;
    return lg_i_blockdrop_read_separator(reader, '\n');
}

lg_status lg_blockdrop_message_parse(const char *text, size_t length, int32_t rules, int32_t turn_limit,
                                     lg_blockdrop *state, lg_parse_error *error) {
    if (text == NULL || state == NULL || !lg_i_blockdrop_is_configuration(rules, turn_limit)) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_blockdrop parsed = lg_i_blockdrop_nobody(rules, turn_limit);
    lg_status status = read_id_and_turn(&reader, &parsed);
    if (status == LG_OK) status = lg_i_blockdrop_read_timers(&reader, &parsed, " \n\n");
    for (int i = 0; i < PLAYERS && status == LG_OK; i++) {
        status = lg_i_blockdrop_read_player(&reader, &parsed, i, ' ', rules == LG_BLOCKDROP_ENGINE);
        if (status == LG_OK) status = lg_i_blockdrop_read_separator(&reader, '\n');
    }
    if (status != LG_OK) return status;
    if (!is_asked(&parsed)) return lg_expected(&reader, "players of a game that is not over, the reader alive");
    if (!lg_accept_word(&reader, "EOD")) return lg_expected(&reader, "'EOD'");
    (void)lg_accept_line_end(&reader);
    status = lg_read_end(&reader, "the end of the message after 'EOD'");
    if (status == LG_OK) *state = parsed;
    return status;
}
