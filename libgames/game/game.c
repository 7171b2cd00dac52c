/* The uniform interface: arguments checked once, and the defaults of a game's optional functions. */
#include "libgames/game.h"

#include "core/bits.h"
#include "game/calls.h"

static bool game_is_player(const lg_game *game, int32_t player) {
    return player >= 0 && player < game->players;
}

static bool is_symmetry(const lg_game *game, int32_t symmetry) {
    return symmetry >= 0 && symmetry < game->symmetries;
}

static bool is_observation(const lg_game *game, int32_t which, size_t size) {
    return which >= 0 && which < game->observations && size == lg_space_size(&game->observation[which]);
}

/* ---- the shared object ---- */

lg_status lg_game_prepare(lg_game *game, void *memory, size_t size) {
    if (game == NULL || size < game->shared_size) return LG_E_ARGUMENT;
    if (game->shared_size == 0) return LG_OK;
    if (!lg_i_bits_is_aligned(memory)) return LG_E_ARGUMENT;
    const lg_status status = game->type->rules.prepare(game, memory);
    if (status == LG_OK) game->shared = memory;
    return status;
}

lg_status lg_game_prepare_parse(lg_game *game, const char *text, size_t length, void *memory, size_t size,
                                lg_parse_error *error) {
    if (game == NULL || text == NULL || !lg_i_bits_is_aligned(memory)) return LG_E_ARGUMENT;
    if (game->shared_size == 0 || size < game->shared_size) return LG_E_ARGUMENT;
    if (lg_i_game_texts(game)->prepare_parse == NULL) return LG_E_UNSUPPORTED;
    const lg_status status = lg_i_game_texts(game)->prepare_parse(game, text, length, memory, error);
    if (status == LG_OK) game->shared = memory;
    return status;
}

/* ---- states ---- */

lg_status lg_game_new(const lg_game *game, uint64_t seed, void *state) {
    if (game == NULL || state == NULL || !lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    game->type->rules.new_game(game, seed, state);
    return LG_OK;
}

lg_status lg_game_validate(const lg_game *game, const void *state, size_t size) {
    if (game == NULL || state == NULL || !lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    return size == game->state_size ? game->type->rules.validate(game, state) : LG_E_STATE;
}

const char *lg_game_state_problem(const lg_game *game, const void *state, size_t size) {
    const lg_status status = lg_game_validate(game, state, size);
    if (status == LG_OK) return NULL;
    if (status == LG_E_ARGUMENT) return "expected a game that is prepared, and bytes, not NULL";
    if (size != game->state_size) return "expected the number of bytes of a state of the game";
    const char *problem = lg_i_game_texts(game)->problem != NULL ? lg_i_game_texts(game)->problem(game, state) : NULL;
    return problem != NULL ? problem : "the bytes are not a state of this game";
}

int32_t lg_game_player(const lg_game *game, const void *state) {
    return game->type->rules.player(game, state);
}

int32_t lg_game_legal(const lg_game *game, const void *state, uint64_t *mask) {
    return game->type->rules.legal(game, state, mask);
}

lg_status lg_game_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    if (game == NULL || before == NULL || after == NULL || !lg_i_game_is_action(game, action)) return LG_E_ARGUMENT;
    return game->type->rules.apply(game, before, action, after);
}

lg_status lg_game_forfeit(const lg_game *game, const void *before, int32_t player, void *after) {
    if (game == NULL || before == NULL || after == NULL || !game_is_player(game, player)) return LG_E_ARGUMENT;
    const lg_game_contest *contest = lg_i_game_contest(game);
    if (contest->forfeit != NULL) return contest->forfeit(game, before, player, after);
    return game->type->rules.player(game, before) < 0 ? LG_E_OVER : LG_E_UNSUPPORTED;
}

lg_status lg_game_scores(const lg_game *game, const void *state, int32_t *scores) {
    if (game == NULL || state == NULL || scores == NULL) return LG_E_ARGUMENT;
    lg_i_game_scores(game, state, scores);
    return LG_OK;
}

lg_status lg_game_points(const lg_game *game, const void *state, int32_t *points) {
    if (game == NULL || state == NULL || points == NULL) return LG_E_ARGUMENT;
    if (game->type->rules.points != NULL) game->type->rules.points(game, state, points);
    else lg_i_game_scores(game, state, points);
    return LG_OK;
}

lg_status lg_game_outcome(const lg_game *game, const void *state, float *outcome) {
    if (game == NULL || state == NULL || outcome == NULL) return LG_E_ARGUMENT;
    if (game->type->rules.player(game, state) < 0) game->type->rules.outcome(game, state, outcome);
    else memset(outcome, 0, (size_t)game->players * sizeof *outcome);
    return LG_OK;
}

lg_status lg_game_observe(const lg_game *game, const void *state, int32_t player, int32_t which, void *out,
                          size_t size) {
    if (game == NULL || state == NULL || out == NULL) return LG_E_ARGUMENT;
    if (!game_is_player(game, player) || !is_observation(game, which, size)) return LG_E_ARGUMENT;
    lg_i_game_observe(game, state, player, which, out);
    return LG_OK;
}

size_t lg_space_size(const lg_space *space) {
    static const size_t ITEM[] = {1, 2, 4, 4};
    size_t size = ITEM[space->dtype];
    for (int32_t i = 0; i < LG_MAX_DIMS; i++) size *= (size_t)space->shape[i];
    return size;
}

const char *lg_game_explain(const lg_game *game, const void *state, int32_t action) {
    if (game == NULL || state == NULL) return "expected a game and a state, not NULL";
    if (!lg_i_game_is_action(game, action)) return "the action is outside the action space";
    if (lg_i_game_texts(game)->explain != NULL) return lg_i_game_texts(game)->explain(game, state, action);
    uint64_t mask[LG_MAX_MASK_WORDS];
    if (game->type->rules.legal(game, state, mask) == 0) return "the game is over";
    return lg_i_bits_has_bit(mask, action) ? NULL : "the rules do not allow this action here";
}

uint64_t lg_game_hash(const lg_game *game, const void *state) {
    return lg_hash(state, game->state_size);
}

uint64_t lg_game_position_key(const lg_game *game, const void *state) {
    return lg_i_game_position_key(game, state);
}

lg_status lg_game_evaluate(const lg_game *game, const void *state, int32_t player, float *value, bool *quiet) {
    bool is_quiet = true;
    if (game == NULL || state == NULL || value == NULL || !game_is_player(game, player)) return LG_E_ARGUMENT;
    if (game->type->rules.player(game, state) >= 0) {
        *value = lg_i_game_evaluate(game, state, player);
        is_quiet = lg_i_game_quiet(game, state);
    } else {
        float outcome[LG_MAX_PLAYERS] = {0};
        game->type->rules.outcome(game, state, outcome);
        *value = outcome[player];
    }
    if (quiet != NULL) *quiet = is_quiet;
    return LG_OK;
}

/* ---- symmetries ---- */

lg_status lg_game_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action, int32_t *mapped) {
    if (game == NULL || mapped == NULL || !is_symmetry(game, symmetry) || !lg_i_game_is_action(game, action))
        return LG_E_ARGUMENT;
    const lg_game_learners *learners = lg_i_game_learners(game);
    *mapped = learners->symmetry_action != NULL ? learners->symmetry_action(game, symmetry, action) : action;
    return LG_OK;
}

lg_status lg_game_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    if (game == NULL || before == NULL || after == NULL || !is_symmetry(game, symmetry)) return LG_E_ARGUMENT;
    const lg_game_learners *learners = lg_i_game_learners(game);
    if (learners->symmetry_state != NULL) learners->symmetry_state(game, symmetry, before, after);
    else memmove(after, before, game->state_size);
    return LG_OK;
}

/* ---- hidden information and chance ---- */

lg_status lg_game_resample(const lg_game *game, const void *before, int32_t player, lg_rng *rng, void *after) {
    if (game == NULL || before == NULL || rng == NULL || after == NULL || !game_is_player(game, player))
        return LG_E_ARGUMENT;
    lg_i_game_resample(game, before, player, rng, after);
    return LG_OK;
}

lg_status lg_game_reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    if (game == NULL || before == NULL || rng == NULL || after == NULL) return LG_E_ARGUMENT;
    lg_i_game_reseed(game, before, rng, after);
    return LG_OK;
}

static bool are_draws(const lg_game *game, const int32_t *drawn, int32_t count) {
    if (count < 0 || count > game->draws || (drawn == NULL && count > 0)) return false;
    for (int32_t i = 0; i < count; i++)
        if (drawn[i] < 0 || drawn[i] >= game->outcomes) return false;
    return true;
}

/* Whether the game reveals its draws; one without chance in play draws nothing. */
static bool tells_draws(const lg_game *game) {
    return game->type->rules.chance != NULL || game->type->chance != LG_CHANCE_PLAY;
}

lg_status lg_game_chance(const lg_game *game, const void *before, int32_t action, const int32_t *drawn, int32_t count,
                         int32_t *outcomes, double *weights, int32_t capacity, int32_t *found) {
    if (game == NULL || before == NULL || !lg_i_game_is_action(game, action) || found == NULL) return LG_E_ARGUMENT;
    if (capacity < 0 || ((outcomes == NULL || weights == NULL) && capacity > 0)) return LG_E_ARGUMENT;
    if (!tells_draws(game)) return LG_E_UNSUPPORTED;
    if (!are_draws(game, drawn, count)) return LG_E_ARGUMENT;
    const int32_t needed = game->draws == 0 ? 0 : game->type->rules.chance(game, before, action, drawn, count, outcomes,
                                                                           weights, capacity);
    if (needed < 0) return LG_E_ARGUMENT;
    *found = needed;
    return needed > capacity ? LG_E_SPACE : LG_OK;
}

lg_status lg_game_apply_drawn(const lg_game *game, const void *before, int32_t action, const int32_t *drawn,
                              int32_t count, void *after) {
    if (game == NULL || before == NULL || after == NULL || !lg_i_game_is_action(game, action)) return LG_E_ARGUMENT;
    if (!tells_draws(game)) return LG_E_UNSUPPORTED;
    if (!are_draws(game, drawn, count)) return LG_E_ARGUMENT;
    if (game->draws == 0) return game->type->rules.apply(game, before, action, after);
    return game->type->rules.apply_drawn(game, before, action, drawn, count, after);
}

lg_status lg_game_information_key(const lg_game *game, const void *state, int32_t player, uint64_t *key) {
    if (game == NULL || state == NULL || key == NULL || !game_is_player(game, player)) return LG_E_ARGUMENT;
    *key = lg_i_game_information(game, state, player);
    return LG_OK;
}

/* ---- text ---- */

/* The arguments of a text. */
typedef struct game_subject {
    const lg_game *game;
    const void *state, *after;
    const int32_t *actions;
    int32_t count, number; /* of actions; a player or an action */
    bool colour;
} game_subject;

static void put_shared(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    lg_i_game_texts(of->game)->shared_print(of->game, writer);
}

lg_status lg_game_shared_print(const lg_game *game, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL || game->shared == NULL) return LG_E_ARGUMENT;
    if (lg_i_game_texts(game)->shared_print == NULL) return LG_E_UNSUPPORTED;
    const game_subject of = {.game = game};
    return lg_write(put_shared, &of, buffer, capacity, length);
}

static void game_put_action(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    of->game->type->rules.action_print(of->game, of->number, writer);
}

lg_status lg_game_action_print(const lg_game *game, int32_t action, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL || !lg_i_game_is_action(game, action)) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .number = action};
    return lg_write(game_put_action, &of, buffer, capacity, length);
}

lg_status lg_game_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                               lg_parse_error *error) {
    if (game == NULL || text == NULL || action == NULL) return LG_E_ARGUMENT;
    return game->type->rules.action_parse(game, text, length, action, error);
}

static void put_state(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    of->game->type->rules.state_print(of->game, of->state, writer);
}

lg_status lg_game_state_print(const lg_game *game, const void *state, char *buffer, size_t capacity,
                              size_t *length) {
    if (game == NULL || state == NULL) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .state = state};
    return lg_write(put_state, &of, buffer, capacity, length);
}

lg_status lg_game_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                              lg_parse_error *error) {
    if (game == NULL || text == NULL || state == NULL || !lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    return game->type->rules.state_parse(game, text, length, state, error);
}

/* ---- the contest's moves and messages ---- */

lg_status lg_game_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                       lg_parse_error *error) {
    if (game == NULL || before == NULL || text == NULL || after == NULL) return LG_E_ARGUMENT;
    const lg_game_contest *contest = lg_i_game_contest(game);
    if (contest->play != NULL) return contest->play(game, before, text, length, after, error);
    int32_t action;
    const lg_status parsed = game->type->rules.action_parse(game, text, lg_line_length(text, length), &action, error);
    if (parsed != LG_OK) return parsed;
    if (!lg_i_game_is_action(game, action)) return LG_E_BROKEN;
    const lg_status status = game->type->rules.apply(game, before, action, after);
    if (status == LG_E_ILLEGAL && error != NULL) *error = (lg_parse_error){1, 1, lg_game_explain(game, before, action)};
    return status;
}

bool lg_game_in_move(const lg_game *game, const void *state) {
    const lg_game_contest *contest = lg_i_game_contest(game);
    return contest->in_move != NULL && game->type->rules.player(game, state) >= 0 && contest->in_move(game, state);
}

static void put_move(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    const lg_game_contest *contest = lg_i_game_contest(of->game);
    if (contest->move_print != NULL) {
        contest->move_print(of->game, of->state, of->actions, of->count, of->after, writer);
        return;
    }
    for (int32_t i = 0; i < of->count; i++) {
        if (i > 0) lg_put(writer, ' ');
        of->game->type->rules.action_print(of->game, of->actions[i], writer);
    }
}

lg_status lg_game_move_print(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                             const void *after, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL || before == NULL || actions == NULL || after == NULL || count < 1) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!lg_i_game_is_action(game, actions[i])) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .state = before, .after = after, .actions = actions, .count = count};
    return lg_write(put_move, &of, buffer, capacity, length);
}

/* ---- lines of play ---- */

typedef struct game_line {
    const lg_game *game;
    const void *state;
    const int32_t *actions;
    int32_t count;
    char *begun, *after; /* where the next move begins, and ends */
} game_line;

/* Plays the decisions of the next move; returns how many of them can be played. */
static int32_t play_next(const game_line *of, int32_t at) {
    int32_t played = 0;
    memcpy(of->after, of->begun, of->game->state_size);
    while (at + played < of->count &&
           of->game->type->rules.apply(of->game, of->after, of->actions[at + played], of->after) == LG_OK) {
        played++;
        if (!lg_game_in_move(of->game, of->after)) break;
    }
    return played;
}

void lg_i_game_put_seat(lg_writer *writer, const lg_game *game, int32_t seat) {
    const char *name = lg_game_seat(game, seat);
    lg_put_text(writer, name != NULL ? name : "player ");
    if (name == NULL) lg_put_int(writer, seat);
}

/* The move between the two states, on one line. */
static void put_next(lg_writer *writer, const game_line *of, int32_t at, int32_t played) {
    const size_t start = writer->length;
    const game_subject move = {.game = of->game, .state = of->begun, .after = of->after, .actions = of->actions + at,
                          .count = played};
    if (of->game->players > 1) {
        lg_i_game_put_seat(writer, of->game, of->game->type->rules.player(of->game, of->begun));
        lg_put(writer, ' ');
    }
    put_move(writer, &move);
    for (size_t i = start; writer->out != NULL && i < writer->length; i++)
        if (writer->out[i] == '\n') writer->out[i] = '/';
    if (lg_game_in_move(of->game, of->after)) lg_put_text(writer, " ...");
}

static void game_put_line(lg_writer *writer, const void *object) {
    const game_line *of = (const game_line *)object;
    int32_t at = 0;
    memcpy(of->begun, of->state, of->game->state_size);
    while (at < of->count) {
        const int32_t played = play_next(of, at);
        if (played == 0) return;
        if (at > 0) lg_put_text(writer, ", ");
        put_next(writer, of, at, played);
        at += played;
        memcpy(of->begun, of->after, of->game->state_size);
        if (of->game->type->information == LG_INFORMATION_HIDDEN || lg_game_in_move(of->game, of->begun)) return;
    }
}

size_t lg_game_line_size(const lg_game *game) {
    return game == NULL ? 0 : 2 * lg_i_bits_rounded_up(game->state_size);
}

lg_status lg_game_line_print(const lg_game *game, const void *state, const int32_t *actions, int32_t count,
                             void *memory, size_t size, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL || state == NULL || (actions == NULL && count > 0) || count < 0) return LG_E_ARGUMENT;
    if (size < lg_game_line_size(game) || !lg_i_bits_is_aligned(memory)) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!lg_i_game_is_action(game, actions[i])) return LG_E_ARGUMENT;
    char *second = (char *)memory + lg_i_bits_rounded_up(game->state_size);
    const game_line of = {game, state, actions, count, (char *)memory, second};
    const lg_status status = count > 0 ? game->type->rules.apply(game, state, actions[0], of.after) : LG_OK;
    return status == LG_OK ? lg_write(game_put_line, &of, buffer, capacity, length) : status;
}

int32_t lg_game_answer_lines(const lg_game *game, const void *state) {
    return lg_i_game_contest(game)->answer_lines != NULL ? lg_i_game_contest(game)->answer_lines(game, state) : 1;
}

const char *lg_game_taken_for(const lg_game *game, const char *text, size_t length) {
    return lg_i_game_contest(game)->taken_for != NULL ? lg_i_game_contest(game)->taken_for(game, text, length) : NULL;
}

static void put_message(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    const lg_game_type *type = of->game->type;
    if (lg_i_game_contest(of->game)->message != NULL) {
        lg_i_game_contest(of->game)->message(of->game, of->state, of->number, writer);
    } else if (type->information == LG_INFORMATION_PERFECT && type->rules.player(of->game, of->state) == of->number) {
        type->rules.state_print(of->game, of->state, writer);
        lg_put(writer, '\n');
    }
}

lg_status lg_game_message(const lg_game *game, const void *state, int32_t player, char *buffer, size_t capacity,
                          size_t *length) {
    if (game == NULL || state == NULL || !game_is_player(game, player)) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .state = state, .number = player};
    return lg_write(put_message, &of, buffer, capacity, length);
}

lg_status lg_game_opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                                lg_parse_error *error) {
    if (game == NULL || text == NULL || name_length == NULL) return LG_E_ARGUMENT;
    if (game->type->opening == NULL) return LG_E_UNSUPPORTED;
    if (lg_i_game_contest(game)->opening_parse != NULL)
        return lg_i_game_contest(game)->opening_parse(game, text, length, name_length, error);
    *name_length = 0;
    return LG_OK;
}

/* ---- for people ---- */

const char *lg_game_seat(const lg_game *game, int32_t seat) {
    return game->type->seats != NULL && game_is_player(game, seat) ? game->type->seats[seat] : NULL;
}

const char *lg_game_result(const lg_game *game, const void *state) {
    if (lg_i_game_texts(game)->result != NULL) return lg_i_game_texts(game)->result(game, state);
    return game->type->rules.player(game, state) < 0 ? "over" : "ongoing";
}

enum { SHOWN = 64 }; /* most numbers of an observation that are shown to people */

/* The viewer's knowledge in a game that encodes it only as numbers: "numbers: 2 1 0". */
static void put_observation(const lg_game *game, const void *state, int32_t viewer, lg_writer *writer) {
    const lg_space *space = &game->observation[0];
    union {
        uint8_t u8[SHOWN];
        int16_t i16[SHOWN];
        int32_t i32[SHOWN];
    } seen;
    const int32_t count = lg_i_game_elements(space);
    lg_put_text(writer, "\n");
    lg_put_text(writer, space->name);
    if (count > SHOWN) {
        lg_put_text(writer, ": ");
        lg_put_int(writer, count);
        lg_put_text(writer, " numbers; this game has no board to show them on");
        return;
    }
    lg_put(writer, ':');
    lg_i_game_observe(game, state, viewer, 0, &seen);
    for (int32_t i = 0; i < count; i++) {
        lg_put(writer, ' ');
        lg_put_int(writer, space->dtype == LG_U8 ? seen.u8[i] : space->dtype == LG_I16 ? seen.i16[i] : seen.i32[i]);
    }
}

void lg_i_game_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const lg_game_rules *rules = &game->type->rules;
    if (lg_i_game_people(game)->board != NULL) lg_i_game_people(game)->board(game, state, viewer, colour, writer);
    else if (viewer < 0 || game->type->information == LG_INFORMATION_PERFECT) rules->state_print(game, state, writer);
    else {
        const int32_t mover = rules->player(game, state);
        lg_put_text(writer, mover == viewer ? "to move" : mover < 0 ? "over" : "waits");
        if (lg_i_game_learners(game)->observe != NULL) put_observation(game, state, viewer, writer);
    }
}

static void game_put_board(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    lg_i_game_board(of->game, of->state, of->number, of->colour, writer);
}

lg_status lg_game_board(const lg_game *game, const void *state, int32_t viewer, bool colour, char *buffer,
                        size_t capacity, size_t *length) {
    if (game == NULL || state == NULL || (viewer != -1 && !game_is_player(game, viewer))) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .state = state, .number = viewer, .colour = colour};
    return lg_write(game_put_board, &of, buffer, capacity, length);
}

static void put_hint(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    if (lg_i_game_people(of->game)->input_help != NULL)
        lg_i_game_people(of->game)->input_help(of->game, of->state, writer);
}

lg_status lg_game_input_help(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL || state == NULL) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .state = state};
    return lg_write(put_hint, &of, buffer, capacity, length);
}

static void put_prompt(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    if (lg_i_game_people(of->game)->prompt != NULL) lg_i_game_people(of->game)->prompt(of->game, of->state, writer);
}

lg_status lg_game_prompt(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL || state == NULL) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .state = state};
    return lg_write(put_prompt, &of, buffer, capacity, length);
}

static void put_news(lg_writer *writer, const void *object) {
    const game_subject *of = (const game_subject *)object;
    const lg_game_people *people = lg_i_game_people(of->game);
    if (people->news != NULL) people->news(of->game, of->state, of->number, writer);
    else if (of->game->type->information == LG_INFORMATION_HIDDEN) put_message(writer, object);
}

lg_status lg_game_news(const lg_game *game, const void *state, int32_t player, char *buffer, size_t capacity,
                       size_t *length) {
    if (game == NULL || state == NULL || !game_is_player(game, player)) return LG_E_ARGUMENT;
    const game_subject of = {.game = game, .state = state, .number = player};
    return lg_write(put_news, &of, buffer, capacity, length);
}

int32_t lg_game_fields(const lg_game *game, lg_field fields[LG_MAX_FIELDS]) {
    if (game == NULL || fields == NULL) return 0;
    if (lg_i_game_learners(game)->fields != NULL) return lg_i_game_learners(game)->fields(game, fields);
    fields[0] = (lg_field){"bytes", -1, LG_FIELD_U8, 0, 1, 1, {(int32_t)game->state_size, 1}};
    return 1;
}

/* ---- masks ---- */

void lg_mask_bytes(const uint64_t *mask, int32_t actions, uint8_t *bytes) {
    int32_t action = 0;
    for (; action + 64 <= actions; action += 64) lg_i_bits_put_word(bytes + action, mask[action >> 6]);
    for (; action + 8 <= actions; action += 8) lg_i_bits_put_bits(bytes + action, mask[action >> 6] >> (action & 63));
    if (action == actions) return;
    uint8_t last[8];
    const int left = actions - action, pairs = left & 4, odd = left & 6;
    lg_i_bits_put_bits(last, mask[action >> 6] >> (action & 63));
    if ((left & 4) != 0) memcpy(bytes + action, last, 4);
    if ((left & 2) != 0) memcpy(bytes + action + pairs, last + pairs, 2);
    if ((left & 1) != 0) bytes[action + odd] = last[odd];
}

/* Without branches on the mask, which no processor could predict. */
int32_t lg_game_legal_bytes(const lg_game *game, const void *state, uint8_t *bytes) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t count = lg_game_legal(game, state, mask);
    lg_mask_bytes(mask, game->actions, bytes);
    return count;
}

/* The index of a byte that is 1; 0 if all are 0; -1 if a byte is neither 0 nor 1. */
static int32_t sample_row(const uint8_t *mask, int32_t actions, uint64_t *random) {
    uint32_t legal = 0, bits = 0;
    for (int32_t i = 0; i < actions; i++) {
        legal += mask[i];
        bits |= mask[i];
    }
    uint32_t rank = (uint32_t)((lg_splitmix64(random) >> 32) * legal >> 32);
    if (bits > 1) return -1;
    for (int32_t at = 0; at < actions; at++)
        if (mask[at] != 0 && rank-- == 0) return at;
    return 0;
}

lg_status lg_mask_sample(int32_t rows, int32_t actions, const uint8_t *masks, const uint8_t *ended, uint64_t seed,
                         int32_t *chosen) {
    if (rows < 0 || actions < 1 || masks == NULL || ended == NULL || chosen == NULL) return LG_E_ARGUMENT;
    for (int32_t row = 0; row < rows; row++) {
        const uint8_t *mask = masks + (size_t)row * (size_t)actions;
        chosen[row] = sample_row(mask, actions, &seed);
        if (chosen[row] >= 0 && ended[row] == 0 && mask[chosen[row]] != 1) chosen[row] = -1;
        if (chosen[row] < 0) return LG_E_ARGUMENT;
    }
    return LG_OK;
}

int32_t lg_mask_select(const uint64_t *mask, int32_t actions, uint32_t rank) {
    if (actions <= 8) return rank < (uint32_t)lg_i_bits_count(mask[0]) ? lg_i_bits_select_in_byte(mask[0], rank) : -1;
    const int32_t words = LG_MASK_WORDS(actions);
    int32_t word = 0;
    uint32_t sum = 0, before = 0;
    for (int32_t i = 0; i < words; i++) {
        sum += (uint32_t)lg_i_bits_count(mask[i]);
        word += sum <= rank;
        before = sum <= rank ? sum : before;
    }
    return sum <= rank ? -1 : 64 * word + lg_i_bits_select(mask[word], rank - before);
}
