/* Block drop: the published engine's replays as text. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "protocol.h"
#include "steps.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS

/* ---- writing ---- */

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
    lg_put(writer, LG_I_BLOCKDROP_LETTERS[action]);
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
 * No player falls before its first turn: the nearest block takes four turns to drop. */
static void put_commands(lg_writer *writer, const recording *game) {
    lg_blockdrop state = *game->start;
    uint8_t last[PLAYERS] = {0};
    for (size_t i = 0; i < game->count; i++) {
        const int mover = state.turn % PLAYERS;
        if (lg_i_blockdrop_is_alive(&state, mover))
            last[mover] = lg_i_blockdrop_acts(&state) ? game->actions[i] : LG_BLOCKDROP_NOTHING;
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
    if (start == NULL || (actions == NULL && count > 0) || start->rules != LG_BLOCKDROP_ENGINE || !is_start(start))
        return LG_E_ARGUMENT;
    lg_blockdrop state = *start;
    for (size_t i = 0; i < count; i++) {
        const lg_status status = lg_blockdrop_apply(&state, actions[i], &state);
        if (status != LG_OK) return status;
    }
    const recording game = {start, actions, count, lg_blockdrop_winner(&state)};
    return lg_write(put_replay, &game, buffer, capacity, length);
}

/* ---- reading ---- */

typedef struct replay_file {
    lg_blockdrop start;
    int64_t winner;
    size_t winner_at, commands_at; /* positions of the winner and the list of commands */
} replay_file;

typedef struct blk_member {
    const char *name; /* with its quotation marks */
    lg_status (*read)(lg_reader *reader, replay_file *file);
} blk_member;

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
static lg_status read_object(lg_reader *reader, const blk_member *members, int count, const char *expected,
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
    if (status == LG_OK) status = lg_i_blockdrop_read_letter(reader, count, expected, letter);
    return status == LG_OK ? read_quote(reader) : status;
}

static lg_status blk_read_place(lg_reader *reader, replay_file *file, int player) {
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
        status = blk_read_place(reader, file, i);
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

/* Checks the form only: the effect of the commands depends on the players' places, which may follow them. */
static lg_status read_commands(lg_reader *reader, replay_file *file) {
    lg_status status = read_token(reader, '[', "'[', the commands");
    bool more = true;
    uint8_t action;
    file->commands_at = reader->at;
    for (bool first = true; more && status == LG_OK; first = false)
        status = next_command(reader, first, &action, &more);
    return status;
}

static const blk_member REPLAY_MEMBERS[] = {{"\"initial\"", read_initial}, {"\"commands\"", read_commands}};

static lg_status read_replay(lg_reader *reader, replay_file *file) {
    return read_object(reader, REPLAY_MEMBERS, 2, "'\"initial\"' or '\"commands\"', each once", file);
}

static const blk_member FILE_MEMBERS[] = {
    {"\"log\"", read_log}, {"\"winner\"", read_winner}, {"\"replay\"", read_replay}};

/* Plays the commands, whose form has been checked, up to the end of the game. Writes the effective commands, unless
 * `actions` is NULL, and returns the number of turns. */
static size_t play_commands(lg_reader reader, lg_blockdrop *state, uint8_t *actions) {
    size_t count = 0;
    uint8_t action = LG_BLOCKDROP_NOTHING;
    bool more = true;
    for (;;) {
        (void)next_command(&reader, count == 0, &action, &more);
        if (!more || lg_blockdrop_result_of(state) != LG_BLOCKDROP_ONGOING) return count;
        if (!lg_i_blockdrop_acts(state)) action = LG_BLOCKDROP_NOTHING;
        (void)lg_blockdrop_apply(state, action, state);
        if (actions != NULL) actions[count] = action;
        count++;
    }
}

lg_status lg_blockdrop_replay_parse(const char *text, size_t length, int32_t turn_limit, lg_blockdrop *start,
                                    uint8_t *actions, size_t capacity, size_t *count, lg_parse_error *error) {
    if (text == NULL || start == NULL || count == NULL || (actions == NULL && capacity > 0) ||
        !lg_i_blockdrop_is_configuration(LG_BLOCKDROP_ENGINE, turn_limit))
        return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    replay_file file = {lg_i_blockdrop_nobody(LG_BLOCKDROP_ENGINE, turn_limit), 0, 0, 0};
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
