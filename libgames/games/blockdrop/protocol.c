/* Block drop: positions, the contest's messages and the published engine's replays as text. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "protocol.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

/* Letters of the actions; the first four are the facings. */
static const char LETTERS[] = "URDLAN";

static const char *const RULES[] = {"page", "engine"};

/* ---- answers ---- */

lg_status lg_blockdrop_ready_parse(const char *text, size_t length, lg_parse_error *error) {
    if (text == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, lg_line_length(text, length), error);
    if (!lg_accept_word(&reader, "READY")) return lg_expected(&reader, "'READY'");
    return lg_read_end(&reader, "the end of the line after 'READY'");
}

static bool is_white(char c) {
    return (unsigned char)c <= ' ';
}

int32_t lg_blockdrop_word(const char *text, size_t length) {
    size_t start = 0;
    while (start < length && is_white(text[start]) && text[start] != '\n') start++;
    size_t end = start;
    while (end < length && !is_white(text[end])) end++;
    for (int32_t action = 0; action < LG_BLOCKDROP_ACTIONS; action++)
        if (end == start + 1 && text[start] == LETTERS[action]) return action;
    return LG_BLOCKDROP_NOTHING;
}

lg_status lg_blockdrop_play(const lg_blockdrop *before, const char *text, size_t length, lg_blockdrop *after) {
    if (text == NULL) return LG_E_ARGUMENT;
    return lg_blockdrop_apply(before, lg_blockdrop_word(text, length), after);
}

/* ---- parts that positions and messages share ---- */

/* A board to read into: a player joins when its square has been read. */
static lg_blockdrop nobody(int32_t rules, int32_t turn_limit) {
    lg_blockdrop state;
    memset(&state, 0, sizeof state);
    state.rules = (uint8_t)rules;
    state.turn_limit = (uint16_t)turn_limit;
    memset(state.row, -1, sizeof state.row);
    memset(state.column, -1, sizeof state.column);
    return state;
}

static lg_status read_separator(lg_reader *reader, char c) {
    if (lg_accept(reader, c)) return LG_OK;
    switch (c) {
    case ' ': return lg_expected(reader, "one blank");
    case ',': return lg_expected(reader, "','");
    case '/': return lg_expected(reader, "'/'");
    default: return lg_expected(reader, "the end of the line");
    }
}

/* One of the first `count` LETTERS. */
static lg_status read_letter(lg_reader *reader, int count, const char *expected, uint8_t *index) {
    for (int i = 0; i < count; i++)
        if (lg_accept(reader, LETTERS[i])) {
            *index = (uint8_t)i;
            return LG_OK;
        }
    return lg_expected(reader, expected);
}

/* What stands after timer i: separators[0] inside a row, [1] between rows, [2] after the last. */
static char separator_after(int i, const char *separators) {
    if (i % BLOCKS < BLOCKS - 1) return separators[0];
    return i < LG_BLOCKDROP_BLOCKS - 1 ? separators[1] : separators[2];
}

static void put_timers(lg_writer *writer, const lg_blockdrop *state, const char *separators) {
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) {
        lg_put_int(writer, state->timers[i]);
        lg_put(writer, separator_after(i, separators));
    }
}

static lg_status read_timers(lg_reader *reader, lg_blockdrop *state, const char *separators) {
    const bool page = state->rules == LG_BLOCKDROP_PAGE;
    const int64_t low = page ? -LG_BLOCKDROP_PAGE_RETURN : -LG_BLOCKDROP_ENGINE_RETURN;
    const char *expected = page ? "a timer, -20 to 19" : "a timer, -19 to 19";
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) {
        int64_t timer;
        lg_status status = lg_read_int(reader, low, LG_BLOCKDROP_MAX_TIMER, expected, &timer);
        if (status == LG_OK) status = read_separator(reader, separator_after(i, separators));
        if (status != LG_OK) return status;
        state->timers[i] = (int8_t)timer;
    }
    return LG_OK;
}

/* Row, column, facing and stun, or column before row. */
static void put_player(lg_writer *writer, const lg_blockdrop *state, int player, char between, bool column_first) {
    lg_put_int(writer, column_first ? state->column[player] : state->row[player]);
    lg_put(writer, between);
    lg_put_int(writer, column_first ? state->row[player] : state->column[player]);
    lg_put(writer, between);
    lg_put(writer, LETTERS[state->facing[player]]);
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

static lg_status read_player(lg_reader *reader, lg_blockdrop *state, int player, char between,
                             bool column_first) {
    const size_t at = reader->at;
    int8_t first, second;
    int64_t stun = 0;
    lg_status status = read_coordinate(reader, column_first, &first);
    if (status == LG_OK) status = read_separator(reader, between);
    if (status == LG_OK) status = read_coordinate(reader, !column_first, &second);
    if (status == LG_OK) status = read_separator(reader, between);
    if (status == LG_OK) status = read_letter(reader, 4, "a facing: U R D L", &state->facing[player]);
    if (status == LG_OK) status = read_separator(reader, between);
    if (status == LG_OK) status = lg_read_int(reader, 0, LG_BLOCKDROP_STUN - 1, "a stun, 0 to 2", &stun);
    if (status != LG_OK) return status;
    state->row[player] = column_first ? second : first;
    state->column[player] = column_first ? first : second;
    state->stun[player] = (uint8_t)stun;
    if (lg_blockdrop_validate(state) == LG_OK) return LG_OK;
    return lg_expected_at(reader, at, "a player on a standing block, more than 3 from the players before it, or "
                                        "-1 and -1");
}

/* ---- positions ---- */

void lg_i_blockdrop_put_position(lg_writer *writer, const void *object) {
    const lg_blockdrop *state = (const lg_blockdrop *)object;
    lg_put_text(writer, RULES[state->rules]);
    lg_put(writer, ' ');
    lg_put_int(writer, state->turn);
    lg_put(writer, '/');
    lg_put_int(writer, state->turn_limit);
    lg_put(writer, ' ');
    put_timers(writer, state, ",/ ");
    for (int i = 0; i < PLAYERS; i++) {
        put_player(writer, state, i, ',', false);
        lg_put(writer, ' ');
    }
    if (state->stopped == 0) lg_put(writer, '-');
    for (int i = 0; i < PLAYERS; i++)
        if ((state->stopped >> i & 1) != 0) lg_put_int(writer, i);
}

lg_status lg_blockdrop_print(const lg_blockdrop *state, char *buffer, size_t capacity, size_t *length) {
    if (lg_blockdrop_validate(state) != LG_OK) return LG_E_ARGUMENT;
    return lg_write(lg_i_blockdrop_put_position, state, buffer, capacity, length);
}

static lg_status read_rules(lg_reader *reader, lg_blockdrop *state) {
    if (lg_accept_word(reader, "page ")) state->rules = LG_BLOCKDROP_PAGE;
    else if (lg_accept_word(reader, "engine ")) state->rules = LG_BLOCKDROP_ENGINE;
    else return lg_expected(reader, "the rule set, 'page' or 'engine', and a blank");
    return LG_OK;
}

static lg_status read_turn(lg_reader *reader, lg_blockdrop *state) {
    const size_t at = reader->at;
    int64_t turn = 0, limit = 0;
    lg_status status = lg_read_int(reader, 0, LG_BLOCKDROP_MAX_TURN_LIMIT, "the turn, 0 to 32767", &turn);
    if (status == LG_OK) status = read_separator(reader, '/');
    if (status == LG_OK)
        status = lg_read_int(reader, 1, LG_BLOCKDROP_MAX_TURN_LIMIT, "the turn limit, 1 to 32767", &limit);
    if (status != LG_OK) return status;
    if (turn > limit) return lg_expected_at(reader, at, "a turn that is not past the turn limit");
    state->turn = (uint16_t)turn;
    state->turn_limit = (uint16_t)limit;
    return read_separator(reader, ' ');
}

static lg_status read_stopped(lg_reader *reader, lg_blockdrop *state) {
    if (lg_accept(reader, '-')) return lg_read_end(reader, "the end of the position");
    for (int least = 0; least == 0 || reader->at < reader->length;) {
        const int player = lg_peek(reader) - '0';
        if (player < least || player >= PLAYERS || !lg_blockdrop_alive(state, player))
            return lg_expected(reader, least == 0 ? "'-', or a living player that was stopped"
                                                    : "the next living player that was stopped, or the end");
        state->stopped |= (uint8_t)(1u << player);
        least = player + 1;
        reader->at++;
    }
    return LG_OK;
}

lg_status lg_blockdrop_parse(const char *text, size_t length, lg_blockdrop *state, lg_parse_error *error) {
    if (text == NULL || state == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_blockdrop parsed = nobody(LG_BLOCKDROP_PAGE, LG_BLOCKDROP_TURN_LIMIT);
    lg_status status = read_rules(&reader, &parsed);
    if (status == LG_OK) status = read_turn(&reader, &parsed);
    if (status == LG_OK) status = read_timers(&reader, &parsed, ",/ ");
    for (int i = 0; i < PLAYERS && status == LG_OK; i++) {
        status = read_player(&reader, &parsed, i, ',', false);
        if (status == LG_OK) status = read_separator(&reader, ' ');
    }
    if (status == LG_OK) status = read_stopped(&reader, &parsed);
    if (status == LG_OK) *state = parsed;
    return status;
}

/* ---- what a program reads at its turn ---- */

/* Whether the program of the player whose turn it is gets a message: "Programs of fallen players are not asked". */
static bool is_asked(const lg_blockdrop *state) {
    const int mover = state->turn % PLAYERS;
    return lg_blockdrop_result_of(state) == LG_BLOCKDROP_ONGOING && lg_blockdrop_alive(state, mover) &&
           (state->stopped >> mover & 1) == 0;
}

void lg_i_blockdrop_put_message(lg_writer *writer, const lg_blockdrop *state, int32_t player) {
    if (player != state->turn % PLAYERS || !is_asked(state)) return;
    lg_put_int(writer, state->turn % PLAYERS);
    lg_put(writer, '\n');
    lg_put_int(writer, state->turn);
    lg_put(writer, '\n');
    put_timers(writer, state, " \n\n");
    for (int i = 0; i < PLAYERS; i++) {
        put_player(writer, state, i, ' ', state->rules == LG_BLOCKDROP_ENGINE);
        lg_put(writer, '\n');
    }
    lg_put_text(writer, "EOD\n");
}

typedef struct to_player {
    const lg_blockdrop *state;
    int32_t player;
} to_player;

static void put_to(lg_writer *writer, const void *object) {
    const to_player *to = (const to_player *)object;
    lg_i_blockdrop_put_message(writer, to->state, to->player);
}

lg_status lg_blockdrop_message(const lg_blockdrop *state, int32_t player, char *buffer, size_t capacity,
                               size_t *length) {
    if (lg_blockdrop_validate(state) != LG_OK || player < 0 || player >= PLAYERS) return LG_E_ARGUMENT;
    const to_player to = {state, player};
    return lg_write(put_to, &to, buffer, capacity, length);
}

static lg_status read_id_and_turn(lg_reader *reader, lg_blockdrop *state) {
    int64_t id = 0, turn = 0;
    lg_status status = lg_read_int(reader, 0, PLAYERS - 1, "the player's id, 0 to 3", &id);
    if (status == LG_OK) status = read_separator(reader, '\n');
    if (status != LG_OK) return status;
    const char *expected = "a turn below the turn limit that is this player's: T mod 4 is its id";
    const size_t at = reader->at;
    status = lg_read_int(reader, 0, state->turn_limit - 1, expected, &turn);
    if (status != LG_OK) return status;
    if (turn % PLAYERS != id) return lg_expected_at(reader, at, expected);
    state->turn = (uint16_t)turn;
    return read_separator(reader, '\n');
}

lg_status lg_blockdrop_message_parse(const char *text, size_t length, int32_t rules, int32_t turn_limit,
                                     lg_blockdrop *state, lg_parse_error *error) {
    if (text == NULL || state == NULL || rules < LG_BLOCKDROP_PAGE || rules > LG_BLOCKDROP_ENGINE) return LG_E_ARGUMENT;
    if (turn_limit < 1 || turn_limit > LG_BLOCKDROP_MAX_TURN_LIMIT) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_blockdrop parsed = nobody(rules, turn_limit);
    lg_status status = read_id_and_turn(&reader, &parsed);
    if (status == LG_OK) status = read_timers(&reader, &parsed, " \n\n");
    for (int i = 0; i < PLAYERS && status == LG_OK; i++) {
        status = read_player(&reader, &parsed, i, ' ', rules == LG_BLOCKDROP_ENGINE);
        if (status == LG_OK) status = read_separator(&reader, '\n');
    }
    if (status != LG_OK) return status;
    if (!is_asked(&parsed)) return lg_expected(&reader, "players of a game that goes on, the reader alive");
    if (!lg_accept_word(&reader, "EOD")) return lg_expected(&reader, "'EOD'");
    (void)lg_accept(&reader, '\n');
    status = lg_read_end(&reader, "the end of the message after 'EOD'");
    if (status == LG_OK) *state = parsed;
    return status;
}

/* ---- writing replays ---- */

typedef struct recording {
    const lg_blockdrop *start;
    const uint8_t *actions;
    size_t count;
    int32_t winner;
} recording;

static void put_quoted_int(lg_writer *writer, int value) {
    lg_put(writer, '"');
    lg_put_int(writer, value);
    lg_put_text(writer, "\", ");
}

static void put_quoted_letter(lg_writer *writer, int action) {
    lg_put(writer, '"');
    lg_put(writer, LETTERS[action]);
    lg_put(writer, '"');
}

static void put_initial(lg_writer *writer, const lg_blockdrop *start) {
    for (int i = 0; i < PLAYERS; i++) {
        lg_put_text(writer, i == 0 ? "[" : ", [");
        put_quoted_int(writer, start->column[i]);
        put_quoted_int(writer, start->row[i]);
        put_quoted_letter(writer, start->facing[i]);
        lg_put(writer, ']');
    }
}

/* "A letter is the effective command; on a fallen player's turn the engine repeats that player's last letter."
 * Nobody falls before its first turn: the nearest block takes four turns to drop. */
static void put_commands(lg_writer *writer, const recording *game) {
    lg_blockdrop state = *game->start;
    uint8_t last[PLAYERS] = {0};
    for (size_t i = 0; i < game->count; i++) {
        const int mover = state.turn % PLAYERS;
        if (lg_blockdrop_alive(&state, mover))
            last[mover] = lg_blockdrop_acts(&state) ? game->actions[i] : LG_BLOCKDROP_NOTHING;
        if (i > 0) lg_put_text(writer, ", ");
        put_quoted_letter(writer, last[mover]);
        (void)lg_blockdrop_apply(&state, game->actions[i], &state);
    }
}

static void put_replay(lg_writer *writer, const void *object) {
    const recording *game = (const recording *)object;
    lg_put_text(writer, "{\"log\": [], \"winner\": ");
    lg_put_int(writer, game->winner);
    lg_put_text(writer, ", \"replay\": {\"initial\": [");
    put_initial(writer, game->start);
    lg_put_text(writer, "], \"commands\": [");
    put_commands(writer, game);
    lg_put_text(writer, "]}}");
}

static bool is_start(const lg_blockdrop *state) {
    lg_blockdrop_place places[PLAYERS];
    lg_blockdrop start;
    for (int i = 0; i < PLAYERS; i++) {
        places[i].row = state->row[i];
        places[i].column = state->column[i];
        places[i].facing = state->facing[i];
    }
    return lg_blockdrop_start(state->rules, state->turn_limit, places, &start) == LG_OK &&
           memcmp(&start, state, sizeof start) == 0;
}

lg_status lg_blockdrop_replay_print(const lg_blockdrop *start, const uint8_t *actions, size_t count, char *buffer,
                                    size_t capacity, size_t *length) {
    if (start == NULL || (actions == NULL && count > 0)) return LG_E_ARGUMENT;
    if (start->rules != LG_BLOCKDROP_ENGINE || !is_start(start)) return LG_E_ARGUMENT;
    lg_blockdrop state = *start;
    for (size_t i = 0; i < count; i++) {
        const lg_status status = lg_blockdrop_apply(&state, actions[i], &state);
        if (status != LG_OK) return status;
    }
    const recording game = {start, actions, count, lg_blockdrop_winner(&state)};
    return lg_write(put_replay, &game, buffer, capacity, length);
}

/* ---- reading replays ---- */

typedef struct replay_file {
    lg_blockdrop start;
    int64_t winner;
    size_t winner_at, commands_at; /* where the winner and the list of commands stand */
} replay_file;

typedef struct member {
    const char *name; /* with its quotation marks */
    lg_status (*read)(lg_reader *reader, replay_file *file);
} member;

static void skip_white(lg_reader *reader) {
    while (lg_accept(reader, ' ') || lg_accept(reader, '\t') || lg_accept(reader, '\n') ||
           lg_accept(reader, '\r')) {
    }
}

/* White space, `c`, white space. */
static lg_status read_token(lg_reader *reader, char c, const char *expected) {
    skip_white(reader);
    if (!lg_accept(reader, c)) return lg_expected(reader, expected);
    skip_white(reader);
    return LG_OK;
}

/* An object with each of `count` members once, in any order. */
static lg_status read_object(lg_reader *reader, const member *members, int count, const char *expected,
                             replay_file *file) {
    unsigned seen = 0;
    lg_status status = read_token(reader, '{', "'{'");
    while (status == LG_OK) {
        const size_t at = reader->at;
        int i = 0;
        while (i < count && ((seen >> i & 1) != 0 || !lg_accept_word(reader, members[i].name))) i++;
        if (i == count) return lg_expected_at(reader, at, expected);
        seen |= 1u << i;
        status = read_token(reader, ':', "':'");
        if (status == LG_OK) status = members[i].read(reader, file);
        if (status != LG_OK) return status;
        if (seen == (1u << count) - 1) return read_token(reader, '}', "'}'");
        status = read_token(reader, ',', "',' and the members that are missing");
    }
    return status;
}

static lg_status read_log(lg_reader *reader, replay_file *file) {
    (void)file;
    const lg_status status = read_token(reader, '[', "'[', the empty log");
    return status == LG_OK ? read_token(reader, ']', "']', the end of the empty log") : status;
}

static lg_status read_winner(lg_reader *reader, replay_file *file) {
    file->winner_at = reader->at;
    return lg_read_int(reader, -1, PLAYERS - 1, "the winner, -1 to 3", &file->winner);
}

static lg_status read_quote(lg_reader *reader) {
    return lg_accept(reader, '"') ? LG_OK : lg_expected(reader, "'\"'");
}

static lg_status read_quoted_coordinate(lg_reader *reader, const char *expected, int8_t *coordinate) {
    int64_t value = 0;
    lg_status status = read_quote(reader);
    if (status == LG_OK) status = lg_read_int(reader, 0, LG_BLOCKDROP_SIDE - 1, expected, &value);
    if (status == LG_OK) status = read_quote(reader);
    *coordinate = (int8_t)value;
    return status;
}

static lg_status read_quoted_letter(lg_reader *reader, int count, const char *expected, uint8_t *letter) {
    lg_status status = read_quote(reader);
    if (status == LG_OK) status = read_letter(reader, count, expected, letter);
    return status == LG_OK ? read_quote(reader) : status;
}

static lg_status read_place(lg_reader *reader, replay_file *file, int player) {
    lg_blockdrop *start = &file->start;
    const size_t at = reader->at;
    lg_status status = read_token(reader, '[', "'[', a player's column, row and facing");
    if (status == LG_OK) status = read_quoted_coordinate(reader, "a column, 0 to 17", &start->column[player]);
    if (status == LG_OK) status = read_token(reader, ',', "','");
    if (status == LG_OK) status = read_quoted_coordinate(reader, "a row, 0 to 17", &start->row[player]);
    if (status == LG_OK) status = read_token(reader, ',', "','");
    if (status == LG_OK) status = read_quoted_letter(reader, 4, "a facing: U R D L", &start->facing[player]);
    if (status == LG_OK) status = read_token(reader, ']', "']'");
    if (status == LG_OK && lg_blockdrop_validate(start) != LG_OK)
        return lg_expected_at(reader, at, "a place more than 3 from those of the players before it");
    return status;
}

static lg_status read_initial(lg_reader *reader, replay_file *file) {
    lg_status status = read_token(reader, '[', "'[', the players' places");
    for (int i = 0; i < PLAYERS && status == LG_OK; i++) {
        status = read_place(reader, file, i);
        if (status == LG_OK) status = i < PLAYERS - 1 ? read_token(reader, ',', "','") : read_token(reader, ']', "']'");
    }
    return status;
}

/* The next command of a list, whose `[` or previous command has been read; *more is false at the end. */
static lg_status next_command(lg_reader *reader, bool first, uint8_t *action, bool *more) {
    skip_white(reader);
    *more = !lg_accept(reader, ']');
    if (!*more) return LG_OK;
    if (!first) {
        const lg_status status = read_token(reader, ',', "',' or ']'");
        if (status != LG_OK) return status;
    }
    return read_quoted_letter(reader, LG_BLOCKDROP_ACTIONS, "a command: U R D L A N", action);
}

/* Checks the form only: what the commands do depends on the players' places, which may stand after them. */
static lg_status read_commands(lg_reader *reader, replay_file *file) {
    lg_status status = read_token(reader, '[', "'[', the commands");
    bool more = true;
    uint8_t action;
    file->commands_at = reader->at;
    for (bool first = true; more && status == LG_OK; first = false)
        status = next_command(reader, first, &action, &more);
    return status;
}

static const member REPLAY_MEMBERS[] = {{"\"initial\"", read_initial}, {"\"commands\"", read_commands}};

static lg_status read_replay(lg_reader *reader, replay_file *file) {
    return read_object(reader, REPLAY_MEMBERS, 2, "'\"initial\"' or '\"commands\"', each once", file);
}

static const member FILE_MEMBERS[] = {
    {"\"log\"", read_log}, {"\"winner\"", read_winner}, {"\"replay\"", read_replay}};

/* Plays the commands, whose form is known to be right, up to the end of the game. Writes what was carried out, unless
 * `actions` is NULL, and returns the number of turns. */
static size_t play_commands(lg_reader reader, lg_blockdrop *state, uint8_t *actions) {
    size_t count = 0;
    uint8_t action = LG_BLOCKDROP_NOTHING;
    bool more = true;
    for (;;) {
        (void)next_command(&reader, count == 0, &action, &more);
        if (!more || lg_blockdrop_result_of(state) != LG_BLOCKDROP_ONGOING) return count;
        if (!lg_blockdrop_acts(state)) action = LG_BLOCKDROP_NOTHING;
        (void)lg_blockdrop_apply(state, action, state);
        if (actions != NULL) actions[count] = action;
        count++;
    }
}

lg_status lg_blockdrop_replay_parse(const char *text, size_t length, int32_t turn_limit, lg_blockdrop *start,
                                    uint8_t *actions, size_t capacity, size_t *count, lg_parse_error *error) {
    if (text == NULL || start == NULL || count == NULL || (actions == NULL && capacity > 0)) return LG_E_ARGUMENT;
    if (turn_limit < 1 || turn_limit > LG_BLOCKDROP_MAX_TURN_LIMIT) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    replay_file file = {nobody(LG_BLOCKDROP_ENGINE, turn_limit), 0, 0, 0};
    lg_status status = read_object(&reader, FILE_MEMBERS, 3, "'\"log\"', '\"winner\"' or '\"replay\"', each once",
                                   &file);
    if (status == LG_OK) status = lg_read_end(&reader, "the end of the replay");
    if (status != LG_OK) return status;
    reader.at = file.commands_at;
    lg_blockdrop state = file.start;
    const size_t played = play_commands(reader, &state, NULL);
    if (lg_blockdrop_winner(&state) != file.winner)
        return lg_expected_at(&reader, file.winner_at, "the winner that the commands give, -1 for none");
    *count = played;
    if (played > capacity) return LG_E_SPACE;
    *start = state = file.start;
    if (actions != NULL) (void)play_commands(reader, &state, actions);
    return LG_OK;
}
