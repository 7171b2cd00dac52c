/* The contest's moves, put together from their decisions, and the messages that programs read. */
#include "check/walk.h"

/* ---- answers ---- */

/* Plays w->damaged from where the move began, also in place; the result is in w->after. */
static bool moves_answer(lg_i_walk *w, lg_status *status) {
    lg_parse_error error = {1, 1, "an answer"}; /* for games whose contest takes every answer */
    const int32_t shown = w->damaged.length < 100 ? (int32_t)w->damaged.length : 100;
    lg_i_check_clear(w, w->after);
    *status = lg_game_play(w->game, w->begun, w->damaged.at, w->damaged.length, w->after, &error);
    if (*status == LG_E_ILLEGAL) {
        LG_I_CHECK_HOLD(w, error.expected != NULL && error.expected[0] != '\0', "play",
                        "it gives no reason why \"%.*s\" is illegal", shown, w->damaged.at);
    } else if (!lg_i_check_refusal(w, "play", *status, &error)) {
        return false;
    }
    LG_I_CHECK_HOLD(w, *status == LG_OK || lg_i_check_untouched(w, w->after), "play",
                    "it refuses \"%.*s\", but writes its output", shown, w->damaged.at);
    if (*status != LG_OK) return true;
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->after), "validate", "the state is refused that `play` makes of \"%.*s\"",
                    shown, w->damaged.at);
    lg_i_check_copy(w, w->other, w->begun);
    const lg_status again = lg_game_play(w->game, w->other, w->damaged.at, w->damaged.length, w->other, NULL);
    LG_I_CHECK_HOLD(w, again == LG_OK && lg_i_check_same(w, w->other, w->after), "play",
                    "\"%.*s\" gives another state in place, or the second time", shown, w->damaged.at);
    return true;
}

/* An answer and the move for which it is taken lead to the same state, w->after. */
static bool check_taken_for(lg_i_walk *w, lg_status answered) {
    const char *move = lg_game_taken_for(w->game, w->damaged.at, w->damaged.length);
    if (move == NULL) return true;
    lg_i_check_clear(w, w->other);
    const lg_status status = lg_game_play(w->game, w->begun, move, strlen(move), w->other, NULL);
    LG_I_CHECK_HOLD(w, status == answered && lg_i_check_same(w, w->other, w->after), "taken_for",
                    "an answer is taken for \"%.100s\", but `play` makes another state of it", move);
    return true;
}

/* After the end nothing is played: well-formed moves are too late. */
static bool check_late(lg_i_walk *w) {
    if (w->count > 0) return true;
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_play(w->game, w->state, w->damaged.at, w->damaged.length, w->after, NULL);
    LG_I_CHECK_HOLD(w, status == LG_E_OVER, "play", "a move after the end gives status %d, not %d", (int)status,
                    (int)LG_E_OVER);
    LG_I_CHECK_HOLD(w, lg_i_check_untouched(w, w->after), "play", "it writes its output after the end");
    return true;
}

/* ---- whole moves ---- */

static bool check_lines(lg_i_walk *w) {
    int32_t lines = w->text.length == 0 || w->text.at[w->text.length - 1] != '\n';
    for (size_t i = 0; i < w->text.length; i++) lines += w->text.at[i] == '\n';
    const int32_t promised = lg_game_answer_lines(w->game, w->begun);
    LG_I_CHECK_HOLD(w, promised == lines, "answer_lines", "there are %d, but `move_print` writes %d: %.100s", promised,
                    lines, w->text.at);
    return true;
}

/* An answer of several lines is also read in one, with `/` between them. */
static bool check_single_line(lg_i_walk *w) {
    lg_status status;
    if (lg_game_answer_lines(w->game, w->begun) < 2) return true;
    lg_i_check_take_text(w, w->text.at, w->text.length, false);
    for (size_t i = 0; i < w->damaged.length; i++)
        if (w->damaged.at[i] == '\n') w->damaged.at[i] = '/';
    if (!moves_answer(w, &status)) return false;
    LG_I_CHECK_HOLD(w, status == LG_OK && lg_i_check_same(w, w->after, w->state), "play",
                    "status %d for the lines of %.100s with `/` between them, or another state", (int)status,
                    w->text.at);
    return true;
}

/* The move printed from w->begun to `state` is read there. */
static bool check_printed(lg_i_walk *w) {
    lg_status status;
    if (!lg_i_check_print(w, LG_I_CHECK_MOVE, w->state, 0, &w->text) || !check_lines(w)) return false;
    lg_i_check_take_text(w, w->text.at, w->text.length, false);
    if (!moves_answer(w, &status)) return false;
    LG_I_CHECK_HOLD(w, status == LG_OK, "play", "it gives status %d for what `move_print` writes: %.100s", (int)status,
                    w->text.at);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->after, w->state), "play",
                    "what `move_print` writes leads to another state than its decisions: %.100s", w->text.at);
    return check_taken_for(w, status) && check_late(w) && check_single_line(w);
}

static bool check_whole_move(lg_i_walk *w) {
    lg_status status;
    if (!check_printed(w)) return false;
    lg_i_check_take_text(w, w->text.at, w->text.length, true);
    return moves_answer(w, &status) && check_taken_for(w, status) && lg_i_check_clean(w, "play");
}

/* The same for the rest of the move, from the state after some of its decisions. */
static bool check_rest(lg_i_walk *w) {
    if (w->chosen_count < 2) return true;
    void *const begun = w->begun;
    const lg_rng rng = w->rng; /* restored afterwards: other choices do not depend on whether moves have a rest */
    const int32_t done = 1 + (int32_t)(w->decisions % (w->chosen_count - 1));
    lg_i_check_copy(w, w->like, begun);
    for (int32_t i = 0; i < done; i++) (void)lg_game_apply(w->game, w->like, w->chosen[i], w->like);
    w->begun = w->like;
    w->chosen += done;
    w->chosen_count -= done;
    const bool sound = check_printed(w);
    w->begun = begun;
    w->rng = rng;
    w->chosen -= done;
    w->chosen_count += done;
    return sound;
}

bool lg_i_check_move(lg_i_walk *w, int32_t mover) {
    const bool in_move = lg_game_in_move(w->game, w->state);
    LG_I_CHECK_HOLD(w, lg_game_in_move(w->game, w->state) == in_move, "in_move", "it differs the second time");
    if (in_move && w->count > 0) {
        LG_I_CHECK_HOLD(w, w->player == mover, "in_move", "player %d is to move in a move that player %d has begun",
                        w->player, mover);
        return true;
    }
    const bool whole = w->chosen_count <= LG_I_CHECK_MOVE_ROOM;
    const bool sound = !whole || (check_whole_move(w) && check_rest(w));
    w->chosen_count = 0;
    return sound;
}

/* ---- messages ---- */

bool lg_i_check_messages(lg_i_walk *w) {
    for (int32_t player = 0; player < w->game->players; player++) {
        if (!lg_i_check_print(w, LG_I_CHECK_MESSAGE, w->state, player, &w->text)) return false;
        const bool ended = w->text.length == 0 || w->text.at[w->text.length - 1] == '\n';
        LG_I_CHECK_HOLD(w, ended, "message", "the message to player %d lacks its line end: %.100s", player, w->text.at);
    }
    return lg_i_check_clean(w, "message");
}
