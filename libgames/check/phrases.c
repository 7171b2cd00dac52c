/* Strings that need no state: actions, the shared object, answers to the opening. */
#include "check/walk.h"

#define DAMAGES 4 /* damaged copies of each text */

/* ---- actions ---- */

/* Any text: refused, or an action with its own text. */
static bool check_damaged_action(lg_i_walk *w) {
    lg_parse_error error = {0, 0, NULL};
    int32_t action = INT32_MIN, again = -1;
    const lg_status status = lg_game_action_parse(w->game, w->damaged.at, w->damaged.length, &action, &error);
    if (!lg_i_check_refusal(w, "action_parse", status, &error)) return false;
    const int32_t shown = w->damaged.length < 100 ? (int32_t)w->damaged.length : 100;
    if (status != LG_OK) {
        LG_I_CHECK_HOLD(w, action == INT32_MIN, "action_parse", "it refuses \"%.*s\", but writes its output", shown,
                        w->damaged.at);
        return true;
    }
    LG_I_CHECK_HOLD(w, action >= 0 && action < w->game->actions, "action_parse", "\"%.*s\" is read as action %d",
                    shown, w->damaged.at, action);
    if (!lg_i_check_print(w, LG_I_CHECK_ACTION, NULL, action, &w->other_text)) return false;
    (void)lg_game_action_parse(w->game, w->other_text.at, w->other_text.length, &again, NULL);
    LG_I_CHECK_HOLD(w, again == action, "action_parse", "\"%.100s\" is action %d, not %d", w->other_text.at, again,
                    action);
    return true;
}

static bool phrases_check_action(lg_i_walk *w, int32_t action) {
    int32_t parsed = -1;
    lg_parse_error error = {0, 0, ""};
    if (!lg_i_check_print(w, LG_I_CHECK_ACTION, NULL, action, &w->text)) return false;
    LG_I_CHECK_HOLD(w, w->text.length > 0, "action_print", "action %d has no text", action);
    lg_i_check_take_text(w, w->text.at, w->text.length, false);
    const lg_status status = lg_game_action_parse(w->game, w->damaged.at, w->damaged.length, &parsed, &error);
    LG_I_CHECK_HOLD(w, status == LG_OK, "action_parse",
                    "\"%.100s\" is action %d, but it gives status %d: %s is expected", w->text.at, action, (int)status,
                    error.expected);
    LG_I_CHECK_HOLD(w, parsed == action, "action_parse", "\"%.100s\" is the text of action %d, but it gives %d",
                    w->text.at, action, parsed);
    for (int32_t i = 0; i < DAMAGES; i++) {
        lg_i_check_take_text(w, w->text.at, w->text.length, true);
        if (!check_damaged_action(w)) return false;
    }
    return true;
}

/* ---- the shared object ---- */

/* Its text is read again, into other memory than the game uses. */
static bool check_shared(lg_i_walk *w) {
    if (w->game->shared_size == 0 || lg_i_game_texts(w->game)->shared_print == NULL) return true;
    lg_game again = *w->game;
    lg_parse_error error = {0, 0, ""};
    if (!lg_i_check_print(w, LG_I_CHECK_SHARED, NULL, 0, &w->text)) return false;
    lg_i_check_take_text(w, w->text.at, w->text.length, false);
    lg_status status =
        lg_game_prepare_parse(&again, w->damaged.at, w->damaged.length, w->shared, w->game->shared_size, &error);
    LG_I_CHECK_HOLD(w, status == LG_OK, "prepare_parse",
                    "line %d, column %d: %s is expected in the text of `shared_print`", error.line, error.column,
                    error.expected);
    const lg_game *game = w->game;
    w->game = &again;
    const bool printed = lg_i_check_print(w, LG_I_CHECK_SHARED, NULL, 0, &w->other_text);
    w->game = game;
    if (!printed) return false;
    LG_I_CHECK_HOLD(w, lg_i_check_same_text(&w->text, &w->other_text), "prepare_parse",
                    "the object that comes from the text of `shared_print` has another text");
    for (int32_t i = 0; i < DAMAGES; i++) {
        lg_i_check_take_text(w, w->text.at, w->text.length, true);
        status =
            lg_game_prepare_parse(&again, w->damaged.at, w->damaged.length, w->shared, w->game->shared_size, &error);
        if (!lg_i_check_refusal(w, "prepare_parse", status, &error)) return false;
    }
    return true;
}

/* ---- answers to the opening ---- */

static bool check_opening(lg_i_walk *w) {
    static const char *const ANSWERS[] = {"", "\n", "READY", "READY\r\n", "name 1\n", "two\nlines\n", "\t\377"};
    for (size_t i = 0; i < sizeof ANSWERS / sizeof ANSWERS[0] && w->game->type->opening != NULL; i++) {
        lg_parse_error error = {0, 0, NULL};
        size_t name = SIZE_MAX;
        lg_i_check_take_text(w, ANSWERS[i], strlen(ANSWERS[i]), false);
        const lg_status status = lg_game_opening_parse(w->game, w->damaged.at, w->damaged.length, &name, &error);
        if (!lg_i_check_refusal(w, "opening_parse", status, &error)) return false;
        LG_I_CHECK_HOLD(w, status == LG_OK ? name <= w->damaged.length : name == SIZE_MAX, "opening_parse",
                        "of \"%s\" the name has %zu bytes", ANSWERS[i], name);
    }
    return true;
}

bool lg_i_check_phrases(lg_i_walk *w) {
    for (int32_t i = 0; i < lg_i_check_tried(w); i++)
        if (!phrases_check_action(w, lg_i_check_pick(w, i, w->game->actions, LG_I_CHECK_ACTIONS_TRIED))) return false;
    lg_i_check_take_text(w, "", 0, false);
    return check_damaged_action(w) && check_shared(w) && check_opening(w) && lg_i_check_clean(w, "action_print");
}
