/* The player to move, the mask, and the effect of each action. */
#include "check/walk.h"

static bool check_mask(lg_i_walk *w) {
    const int32_t words = LG_MASK_WORDS(w->game->actions), used = (w->game->actions - 1) % 64 + 1;
    int32_t bits = 0;
    for (int32_t i = 0; i < words; i++) bits += lg_i_bits_count(w->mask[i]);
    LG_I_CHECK_HOLD(w, used == 64 || w->mask[words - 1] >> used == 0, "legal", "bits are set above that of action %d",
                    w->game->actions - 1);
    LG_I_CHECK_HOLD(w, bits == w->count, "legal", "it returns %d, but the mask has %d bits", w->count, bits);
    return true;
}

bool lg_i_check_turn(lg_i_walk *w) {
    memset(w->other_mask, LG_I_CHECK_OTHER_SENTINEL, lg_i_check_mask_size(w));
    LG_I_CHECK_HOLD(w, w->player >= -1 && w->player < w->game->players, "player", "player %d is to move", w->player);
    LG_I_CHECK_HOLD(w, lg_game_player(w->game, w->state) == w->player, "player", "it differs the second time");
    const int32_t again = lg_game_legal(w->game, w->state, w->other_mask);
    LG_I_CHECK_HOLD(w, again == w->count && memcmp(w->mask, w->other_mask, lg_i_check_mask_size(w)) == 0, "legal",
                    "the mask differs the second time, or not every word is written");
    if (!check_mask(w)) return false;
    LG_I_CHECK_HOLD(w, (w->player < 0) == (w->count == 0), "legal", "%d actions are legal, but `player` is %d",
                    w->count, w->player);
    return lg_i_check_clean(w, "legal");
}

/* ---- actions ---- */

static bool check_carried_out(lg_i_walk *w, int32_t action) {
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->after), "validate",
                    "the state is refused that `apply` makes of action %d", action);
    lg_i_check_copy(w, w->other, w->state);
    const lg_status status = lg_game_apply(w->game, w->other, action, w->other);
    LG_I_CHECK_HOLD(w, status == LG_OK && lg_i_check_same(w, w->other, w->after), "apply",
                    "action %d gives another state in place, or the second time", action);
    return true;
}

static bool check_explained(lg_i_walk *w, int32_t action, bool legal) {
    const char *reason = lg_game_explain(w->game, w->state, action);
    LG_I_CHECK_HOLD(w, !legal || reason == NULL, "explain", "action %d is legal, but it says \"%s\"", action, reason);
    LG_I_CHECK_HOLD(w, legal || (reason != NULL && reason[0] != '\0'), "explain",
                    "it gives no reason why action %d is illegal", action);
    return true;
}

static bool states_check_action(lg_i_walk *w, int32_t action) {
    const bool legal = lg_i_bits_has_bit(w->mask, action);
    if (!check_explained(w, action, legal)) return false;
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_apply(w->game, w->state, action, w->after);
    LG_I_CHECK_HOLD(w, !legal || status == LG_OK, "apply", "action %d is legal, but it gives status %d", action,
                    (int)status);
    if (status == LG_OK && w->count > 0) return check_carried_out(w, action);
    const lg_status expected = w->count == 0 ? LG_E_OVER : LG_E_ILLEGAL;
    LG_I_CHECK_HOLD(w, status == expected, "apply", "action %d is illegal, but it gives status %d, not %d", action,
                    (int)status, (int)expected);
    LG_I_CHECK_HOLD(w, lg_i_check_untouched(w, w->after), "apply", "it refuses action %d, but writes its output",
                    action);
    return true;
}

bool lg_i_check_actions(lg_i_walk *w) {
    for (int32_t i = 0; i < lg_i_check_tried(w); i++)
        if (!states_check_action(w, lg_i_check_pick_action(w, i))) return false;
    return lg_i_check_clean(w, "apply");
}

/* ---- forfeits ---- */

static bool check_forfeit(lg_i_walk *w, int32_t player) {
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_forfeit(w->game, w->state, player, w->after);
    const lg_status expected = w->count == 0 ? LG_E_OVER : LG_OK;
    LG_I_CHECK_HOLD(w, status == expected, "forfeit", "for player %d it gives status %d, not %d", player, (int)status,
                    (int)expected);
    if (status != LG_OK) {
        LG_I_CHECK_HOLD(w, lg_i_check_untouched(w, w->after), "forfeit",
                        "for player %d it is refused, but writes its output", player);
        return true;
    }
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->after), "validate",
                    "the state is refused that `forfeit` makes of player %d", player);
    lg_i_check_copy(w, w->other, w->state);
    (void)lg_game_forfeit(w->game, w->other, player, w->other);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->other, w->after), "forfeit",
                    "for player %d it gives another state in place, or the second time", player);
    return true;
}

bool lg_i_check_forfeits(lg_i_walk *w) {
    for (int32_t player = 0; player < w->game->players && lg_i_game_contest(w->game)->forfeit != NULL; player++)
        if (!check_forfeit(w, player)) return false;
    return lg_i_check_clean(w, "forfeit");
}
