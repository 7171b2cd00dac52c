/* Printing for all checks; positions as text and as bytes; output for people and typed input. */
#include "check/walk.h"

/* ---- printing ---- */

static const char *const PRINTERS[] = {"action_print", "decision", "state_print", "message", "board",      "board",
                                       "draw",         "draw",     "input_help",  "prompt",  "news",       "move_print",
                                       "shared_print"};

/* The options of a picture with the changes of the move under way, if they are known. */
static lg_draw_options marks(const lg_i_walk *w) {
    const bool known = w->chosen_count > 0 && w->chosen_count <= LG_I_CHECK_MOVE_ROOM;
    if (!known) return (lg_draw_options){0};
    return (lg_draw_options){
        .before = w->begun, .last = w->chosen, .last_count = w->chosen_count, .size = LG_LEAST_PICTURE};
}

static lg_status texts_draw(const lg_i_walk *w, const void *state, int32_t viewer, const lg_draw_options *options,
                            lg_i_check_text *text) {
#ifdef LG_NO_PICTURES
    (void)w, (void)state, (void)viewer, (void)options, (void)text;
    return LG_E_UNSUPPORTED;
#else
    return lg_game_draw(w->game, state, viewer, options, text->at, w->config->text_size + 1, &text->length);
#endif
}

static lg_status texts_write(const lg_i_walk *w, lg_i_check_kind kind, const void *state, int32_t number,
                             lg_i_check_text *text) {
    const lg_game *game = w->game;
    const size_t capacity = w->config->text_size + 1;
    switch (kind) {
    case LG_I_CHECK_ACTION: return lg_game_action_print(game, number, text->at, capacity, &text->length);
    case LG_I_CHECK_DECISION:
        return lg_game_decision_print(game, state, number, text->at, capacity, &text->length);
    case LG_I_CHECK_STATE: return lg_game_state_print(game, state, text->at, capacity, &text->length);
    case LG_I_CHECK_MESSAGE: return lg_game_message(game, state, number, text->at, capacity, &text->length);
    case LG_I_CHECK_BOARD: return lg_game_board(game, state, number, false, text->at, capacity, &text->length);
    case LG_I_CHECK_COLOURED: return lg_game_board(game, state, number, true, text->at, capacity, &text->length);
    case LG_I_CHECK_PICTURE: {
        const lg_draw_options legal = {.legal = true};
        return texts_draw(w, state, number, &legal, text);
    }
    case LG_I_CHECK_MARKED: {
        const lg_draw_options marked = marks(w);
        return texts_draw(w, state, number, &marked, text);
    }
    case LG_I_CHECK_HINT: return lg_game_input_help(game, state, text->at, capacity, &text->length);
    case LG_I_CHECK_PROMPT: return lg_game_prompt(game, state, text->at, capacity, &text->length);
    case LG_I_CHECK_NEWS: return lg_game_news(game, state, number, text->at, capacity, &text->length);
    case LG_I_CHECK_MOVE:
        return lg_game_move_print(game, w->begun, w->chosen, w->chosen_count, state, text->at, capacity, &text->length);
    case LG_I_CHECK_SHARED: return lg_game_shared_print(game, text->at, capacity, &text->length);
    }
    return LG_E_ARGUMENT;
}

bool lg_i_check_print(lg_i_walk *w, lg_i_check_kind kind, const void *state, int32_t number, lg_i_check_text *text) {
    const lg_status status = texts_write(w, kind, state, number, text);
    if (text->length > w->report->text_size) w->report->text_size = text->length;
    if (status == LG_E_SPACE) {
        w->status = LG_E_SPACE;
        return false;
    }
    LG_I_CHECK_HOLD(w, text->at[text->length] == '\0', PRINTERS[kind],
                    "the text has %zu bytes when it is measured, and others when it is written", text->length);
    LG_I_CHECK_HOLD(w, texts_write(w, kind, state, number, &w->again) == LG_OK && lg_i_check_same_text(text, &w->again),
                    PRINTERS[kind], "the text differs the second time: %.100s", w->again.at);
    return true;
}

/* ---- parsing ---- */

void lg_i_check_take_text(lg_i_walk *w, const char *text, size_t length, bool damage) {
    static const char USUAL[] = "0123456789-*/ ,;:.()\n\r\tabcxyzABCXYZ#";
    char *end =
        w->memory + w->blocks[w->block_count - 1].at + w->config->text_size + 1; /* `damaged` is the last block */
    const size_t at = length > 0 ? lg_rng_below(&w->rng, (uint32_t)length) : 0;
    const uint32_t kind = damage ? lg_rng_below(&w->rng, 4) : 0;
    w->damaged.length = damage && kind == 0 ? at : length;
    w->damaged.at = end - w->damaged.length;
    memcpy(w->damaged.at, text, w->damaged.length);
    if (!damage || kind == 0 || length == 0) return;
    if (kind == 1) w->damaged.at[at] = (char)lg_rng_next(&w->rng);
    else if (kind == 2) w->damaged.at[at] = USUAL[lg_rng_below(&w->rng, sizeof USUAL - 1)];
    else w->damaged.at[at] = w->damaged.at[lg_rng_below(&w->rng, (uint32_t)length)];
}

/* Whether the place is within the text or at its end. */
static bool is_place(const lg_i_check_text *text, int32_t line, int32_t column) {
    size_t at = 0;
    for (int32_t i = 1; i < line; i++) {
        while (at < text->length && text->at[at] != '\n') at++;
        if (at++ == text->length) return false;
    }
    size_t end = at;
    while (end < text->length && text->at[end] != '\n') end++;
    return line >= 1 && column >= 1 && (size_t)(column - 1) <= end - at;
}

bool lg_i_check_refusal(lg_i_walk *w, const char *contract, lg_status status, const lg_parse_error *error) {
    const int32_t shown = w->damaged.length < 100 ? (int32_t)w->damaged.length : 100;
    LG_I_CHECK_HOLD(w, status == LG_OK || status == LG_E_PARSE, contract, "status %d for \"%.*s\"", (int)status, shown,
                    w->damaged.at);
    if (status == LG_OK) return true;
    LG_I_CHECK_HOLD(w, is_place(&w->damaged, error->line, error->column), contract,
                    "line %d, column %d is not in \"%.*s\"", error->line, error->column, shown, w->damaged.at);
    LG_I_CHECK_HOLD(w, error->expected != NULL && error->expected[0] != '\0', contract,
                    "it does not name what was expected at line %d, column %d of \"%.*s\"", error->line, error->column,
                    shown, w->damaged.at);
    return true;
}

/* ---- positions ---- */

/* Any text: refused, or a state with its own text. */
static bool check_damaged(lg_i_walk *w) {
    lg_parse_error error = {0, 0, NULL};
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_state_parse(w->game, w->damaged.at, w->damaged.length, w->after, &error);
    if (!lg_i_check_refusal(w, "state_parse", status, &error)) return false;
    const int32_t shown = w->damaged.length < 100 ? (int32_t)w->damaged.length : 100;
    if (status != LG_OK) {
        LG_I_CHECK_HOLD(w, lg_i_check_untouched(w, w->after), "state_parse",
                        "it refuses \"%.*s\", but writes its output", shown, w->damaged.at);
        return true;
    }
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->after), "validate",
                    "the state is refused that `state_parse` makes of \"%.*s\"", shown, w->damaged.at);
    if (!lg_i_check_print(w, LG_I_CHECK_STATE, w->after, 0, &w->other_text)) return false;
    lg_i_check_take_text(w, w->other_text.at, w->other_text.length, false);
    const lg_status again = lg_game_state_parse(w->game, w->damaged.at, w->damaged.length, w->other, NULL);
    LG_I_CHECK_HOLD(w, again == LG_OK && lg_i_check_same(w, w->after, w->other), "state_parse",
                    "it does not return the state from the state's own text: %.100s", w->other_text.at);
    return true;
}

bool lg_i_check_position(lg_i_walk *w) {
    lg_parse_error error = {0, 0, ""};
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->state), "validate", "a state is refused");
    if (!lg_i_check_print(w, LG_I_CHECK_STATE, w->state, 0, &w->text)) return false;
    lg_i_check_take_text(w, w->text.at, w->text.length, false);
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_state_parse(w->game, w->damaged.at, w->damaged.length, w->after, &error);
    LG_I_CHECK_HOLD(w, status == LG_OK, "state_parse", "line %d, column %d: %s is expected in %.100s", error.line,
                    error.column, error.expected, w->text.at);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->after, w->state), "state_parse",
                    "another state comes from the text that `state_print` makes: %.100s", w->text.at);
    lg_i_check_take_text(w, w->text.at, w->text.length, true);
    return check_damaged(w) && lg_i_check_clean(w, "state_print");
}

/* ---- drawings ---- */

/* Takes the SGR sequences out: ESC [ digits and semicolons, m. */
static void strip(lg_i_check_text *text) {
    size_t length = 0;
    for (size_t i = 0; i < text->length; i++) {
        size_t end = i + 2;
        while (end < text->length && (text->at[end] == ';' || (text->at[end] >= '0' && text->at[end] <= '9'))) end++;
        const bool sequence =
            end < text->length && text->at[i] == '\033' && text->at[i + 1] == '[' && text->at[end] == 'm';
        if (sequence) i = end;
        else text->at[length++] = text->at[i];
    }
    text->length = length;
}

static bool check_board(lg_i_walk *w, int32_t viewer) {
    if (!lg_i_check_print(w, LG_I_CHECK_BOARD, w->state, viewer, &w->text)) return false;
    const bool ended = w->text.length == 0 || w->text.at[w->text.length - 1] != '\n';
    LG_I_CHECK_HOLD(w, ended, "board", "the board for viewer %d ends with an LF", viewer);
    if (!lg_i_check_print(w, LG_I_CHECK_COLOURED, w->state, viewer, &w->other_text)) return false;
    strip(&w->other_text);
    LG_I_CHECK_HOLD(w, lg_i_check_same_text(&w->text, &w->other_text), "board",
                    "with colour, the board for viewer %d differs in more than SGR sequences", viewer);
    return true;
}

bool lg_i_check_drawings(lg_i_walk *w) {
    for (int32_t viewer = -1; viewer < w->game->players && lg_i_game_people(w->game)->board != NULL; viewer++)
        if (!check_board(w, viewer)) return false;
    for (int32_t player = 0; player < w->game->players; player++)
        if (!lg_i_check_print(w, LG_I_CHECK_NEWS, w->state, player, &w->text)) return false;
    if (!lg_i_check_print(w, LG_I_CHECK_HINT, w->state, 0, &w->text) ||
        !lg_i_check_print(w, LG_I_CHECK_PROMPT, w->state, 0, &w->text))
        return false;
    return lg_i_check_clean(w, "board");
}

/* ---- typed input ---- */

/* w->damaged: a decision that is legal, or refused with a reason. */
static bool check_any_typed(lg_i_walk *w, int32_t *action) {
    lg_parse_error error = {0, 0, NULL};
    size_t at = 0;
    const int32_t shown = w->damaged.length < 100 ? (int32_t)w->damaged.length : 100;
    *action = INT32_MIN;
    const lg_status status = lg_game_typed(w->game, w->state, w->damaged.at, w->damaged.length, &at, action, &error);
    if (status == LG_OK) {
        LG_I_CHECK_HOLD(w, *action >= 0 && *action < w->game->actions, "typed", "\"%.*s\" is read as action %d",
                        shown, w->damaged.at, *action);
        LG_I_CHECK_HOLD(w, at <= w->damaged.length && (at > 0 || w->damaged.length == 0), "typed",
                        "%zu bytes are taken of \"%.*s\"", at, shown, w->damaged.at);
        return true;
    }
    LG_I_CHECK_HOLD(w, *action == INT32_MIN && at == 0, "typed", "it refuses \"%.*s\", but writes its output", shown,
                    w->damaged.at);
    if (status != LG_E_ILLEGAL) return lg_i_check_refusal(w, "typed", status, &error);
    LG_I_CHECK_HOLD(w, error.expected != NULL && error.expected[0] != '\0', "typed",
                    "it gives no reason why \"%.*s\" is illegal", shown, w->damaged.at);
    return true;
}

bool lg_i_check_typed(lg_i_walk *w) {
    int32_t read;
    if (w->count == 0) return true;
    const int32_t action = lg_mask_select(w->mask, w->game->actions, lg_rng_below(&w->rng, (uint32_t)w->count));
    if (!lg_i_check_print(w, LG_I_CHECK_DECISION, w->state, action, &w->text)) return false;
    LG_I_CHECK_HOLD(w, w->text.length > 0 && memchr(w->text.at, '\n', w->text.length) == NULL, "decision",
                    "expected a line for action %d, not \"%.100s\"", action, w->text.at);
    if (!lg_i_check_print(w, LG_I_CHECK_ACTION, NULL, action, &w->text)) return false;
    lg_i_check_take_text(w, w->text.at, w->text.length, false);
    if (!check_any_typed(w, &read)) return false;
    LG_I_CHECK_HOLD(w, read == action, "typed", "\"%.100s\", the text of action %d, is read as %d", w->text.at, action,
                    read);
    lg_i_check_take_text(w, w->text.at, w->text.length, true);
    return check_any_typed(w, &read) && lg_i_check_clean(w, "typed");
}
