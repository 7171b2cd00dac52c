/* What searches and batches ask for beyond the rules: all of it must agree with the rules. */
#include "check/walk.h"

#include "game/drive.h"

/* Each action of the mask once, and no others. */
static bool check_list(lg_i_walk *w) {
    if (lg_i_game_speed(w->game)->list_legal == NULL || w->count == 0) return true;
    memset(w->listed, LG_I_CHECK_SENTINEL, (size_t)w->game->actions * sizeof *w->listed);
    memcpy(w->other_mask, w->mask, lg_i_check_mask_size(w));
    const int32_t count = lg_i_game_speed(w->game)->list_legal(w->game, w->state, w->listed);
    LG_I_CHECK_HOLD(w, count == w->count, "list_legal", "it lists %d actions of %d", count, w->count);
    for (int32_t i = 0; i < count; i++) {
        const int32_t action = w->listed[i];
        LG_I_CHECK_HOLD(w, action < w->game->actions && lg_i_bits_has_bit(w->other_mask, action), "list_legal",
                        "action %d is not legal, or listed twice", action);
        w->other_mask[action / 64] ^= (uint64_t)1 << action % 64;
    }
    return lg_i_check_clean(w, "list_legal");
}

static bool check_turn(lg_i_walk *w, int32_t action, const lg_turn *turn) {
    const int32_t player = w->game->type->rules.player(w->game, w->after);
    LG_I_CHECK_HOLD(w, turn->player == player, "apply_legal", "after action %d player %d is to move, not %d", action,
                    player, turn->player);
    if (player < 0) return true;
    const bool in_move = lg_game_in_move(w->game, w->after);
    LG_I_CHECK_HOLD(w, turn->in_move == in_move, "apply_legal", "after action %d `in_move` is %d", action, in_move);
    const bool quiet = lg_i_game_quiet(w->game, w->after);
    LG_I_CHECK_HOLD(w, turn->quiet == quiet, "apply_legal", "after action %d `quiet` is %d", action, quiet);
    return true;
}

static bool check_apply(lg_i_walk *w) {
    const lg_game_speed *speed = lg_i_game_speed(w->game);
    for (int32_t i = 0; i < lg_i_check_tried(w) && speed->apply_legal != NULL; i++) {
        const int32_t action = lg_i_check_pick_action(w, i);
        lg_turn turn = {LG_MAX_PLAYERS, false, false};
        if (!lg_i_bits_has_bit(w->mask, action)) continue;
        lg_i_check_clear(w, w->other);
        (void)lg_game_apply(w->game, w->state, action, w->after);
        speed->apply_legal(w->game, w->state, action, w->other, &turn);
        LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->other, w->after), "apply_legal",
                        "`apply` makes another state of action %d", action);
        if (!check_turn(w, action, &turn)) return false;
    }
    return lg_i_check_clean(w, "apply_legal");
}

static bool check_value(lg_i_walk *w) {
    const lg_game_players *players = lg_i_game_players(w->game);
    float values[LG_MAX_PLAYERS];
    if (w->count == 0) return true;
    LG_I_CHECK_HOLD(w, lg_i_game_quiet(w->game, w->state) == lg_i_game_quiet(w->game, w->state), "quiet",
                    "it is another one the second time");
    for (int32_t i = 0; i < w->game->players && players->evaluate != NULL; i++) {
        values[i] = players->evaluate(w->game, w->state, i);
        const float again = players->evaluate(w->game, w->state, i);
        LG_I_CHECK_HOLD(w, values[i] >= -1 && values[i] <= 1, "evaluate", "that of player %d is %g", i,
                        (double)values[i]);
        LG_I_CHECK_HOLD(w, memcmp(&again, &values[i], sizeof again) == 0, "evaluate",
                        "that of player %d is another one the second time", i);
    }
    LG_I_CHECK_HOLD(w,
                    players->evaluate == NULL || w->game->players != 2 ||
                        !(values[0] + values[1] < 0 || values[0] + values[1] > 0),
                    "evaluate", "it is %g for one player and %g for the other", (double)values[0], (double)values[1]);
    return lg_i_check_clean(w, "evaluate");
}

/* States with one key have the same player to move and the same legal actions: here one and each that comes next. */
static bool check_key(lg_i_walk *w) {
    const uint64_t key = lg_game_position_key(w->game, w->state);
    if (lg_i_game_speed(w->game)->position_key == NULL) return true;
    LG_I_CHECK_HOLD(w, lg_game_position_key(w->game, w->state) == key, "position_key",
                    "it is another one the second time");
    for (int32_t i = 0; i < lg_i_check_tried(w); i++) {
        const int32_t action = lg_i_check_pick_action(w, i);
        if (w->count <= 0 || !lg_i_bits_has_bit(w->mask, action)) continue;
        if (lg_game_apply(w->game, w->state, action, w->after) != LG_OK) continue;
        if (lg_game_position_key(w->game, w->after) != key) continue;
        (void)lg_game_legal(w->game, w->after, w->other_mask);
        LG_I_CHECK_HOLD(w,
                        lg_game_player(w->game, w->after) == w->player &&
                            memcmp(w->mask, w->other_mask, lg_i_check_mask_size(w)) == 0,
                        "position_key", "it is the same after action %d, where other actions are legal", action);
    }
    return lg_i_check_clean(w, "position_key");
}

/* Some players play on for some decisions, and once more decision by decision. */
static bool check_play_greedy(lg_i_walk *w) {
    const lg_game_speed *speed = lg_i_game_speed(w->game);
    if (speed->play_greedy == NULL) return true;
    const uint32_t all = UINT32_MAX >> (32 - w->game->players), players = lg_rng_next(&w->rng) & all;
    const int64_t most = lg_rng_below(&w->rng, lg_rng_below(&w->rng, 16) > 0 ? 16 : 1024); /* mostly few: it takes long */
    lg_rng at_once = lg_rng_seed(w->seed, 2), singly = at_once;
    lg_game_type single = *w->game->type;
    lg_game_speed slow = *speed;
    lg_game game = *w->game;
    slow.play_greedy = NULL;
    single.speed = &slow;
    game.type = &single;
    lg_i_drive drive = lg_i_drive_of(&game, w->player, &singly, NULL);
    drive.asked = all & ~players;
    if (lg_i_game_players(w->game)->greedy != NULL) drive.greedy = players;
    lg_i_check_copy(w, w->after, w->state);
    lg_i_check_copy(w, w->other, w->state);
    const int32_t asked = speed->play_greedy(w->game, w->after, players, most, &at_once);
    if (lg_i_drive_on(&drive, w->other, most) != LG_OK) return true; /* broken otherwise */
    LG_I_CHECK_HOLD(w, asked == drive.player, "play_greedy", "it stops at player %d, `greedy` at player %d", asked,
                    drive.player);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->after, w->other), "play_greedy",
                    "it leads to another state than `greedy` and `apply`");
    LG_I_CHECK_HOLD(w, at_once.state == singly.state && at_once.increment == singly.increment, "play_greedy",
                    "it takes other random numbers than `greedy`");
    return lg_i_check_clean(w, "play_greedy");
}

bool lg_i_check_searches(lg_i_walk *w) {
    return check_list(w) && check_apply(w) && check_value(w) && check_key(w) && check_play_greedy(w);
}
