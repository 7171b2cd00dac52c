/* The additional functions for searches and batches: all of them must agree with the rules. */
#include "check/walk.h"

#include "game/drive.h"

#include <inttypes.h>

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
    const lg_game_bots *players = lg_i_game_bots(w->game);
    float values[LG_MAX_PLAYERS];
    if (w->count == 0) return true;
    LG_I_CHECK_HOLD(w, lg_i_game_quiet(w->game, w->state) == lg_i_game_quiet(w->game, w->state), "quiet",
                    "it differs the second time");
    for (int32_t i = 0; i < w->game->players && players->evaluate != NULL; i++) {
        values[i] = players->evaluate(w->game, w->state, i);
        const float again = players->evaluate(w->game, w->state, i);
        LG_I_CHECK_HOLD(w, values[i] >= -1 && values[i] <= 1, "evaluate", "for player %d it is %g", i,
                        (double)values[i]);
        LG_I_CHECK_HOLD(w, memcmp(&again, &values[i], sizeof again) == 0, "evaluate",
                        "for player %d it is different the second time", i);
    }
    LG_I_CHECK_HOLD(w,
                    players->evaluate == NULL || w->game->players != 2 ||
                        !(values[0] + values[1] < 0 || values[0] + values[1] > 0),
                    "evaluate", "it is %g for one player and %g for the other", (double)values[0], (double)values[1]);
    return lg_i_check_clean(w, "evaluate");
}

/* States with the same key have the same player to move and the same legal actions: here a state and each next one. */
static bool check_key(lg_i_walk *w) {
    const uint64_t key = lg_game_position_key(w->game, w->state);
    if (lg_i_game_speed(w->game)->position_key == NULL) return true;
    LG_I_CHECK_HOLD(w, lg_game_position_key(w->game, w->state) == key, "position_key",
                    "it differs the second time");
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

/* Players play some decisions in one call, and the same decisions one by one. */
typedef struct check_playing {
    lg_rng at_once, singly;
    lg_game_type type; /* without the functions that play several */
    lg_game_speed speed;
    lg_game game;
    lg_i_drive drive;
} check_playing;

static void check_begin_playing(lg_i_walk *w, check_playing *p) {
    p->at_once = lg_rng_seed(w->seed, 2);
    p->singly = p->at_once;
    p->type = *w->game->type;
    p->speed = *lg_i_game_speed(w->game);
    p->game = *w->game;
    p->speed.play_greedy = NULL;
    p->speed.play_random = NULL;
    p->type.speed = &p->speed;
    p->game.type = &p->type;
    p->drive = lg_i_drive_of(&p->game, w->player, &p->singly, w->other_mask);
    lg_i_check_copy(w, w->after, w->state);
    lg_i_check_copy(w, w->other, w->state);
}

static bool check_same_play(lg_i_walk *w, const check_playing *p, const char *what, const char *singly) {
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->after, w->other), what, "it leads to another state than %s", singly);
    LG_I_CHECK_HOLD(w, p->at_once.state == p->singly.state && p->at_once.increment == p->singly.increment, what,
                    "it takes other random numbers than %s", singly);
    return lg_i_check_clean(w, what);
}

/* Mostly few, since many take long. */
static int64_t check_most(lg_rng *rng) {
    return lg_rng_below(rng, lg_rng_below(rng, 16) > 0 ? 16 : 1024);
}

static bool check_play_greedy(lg_i_walk *w) {
    const lg_game_speed *speed = lg_i_game_speed(w->game);
    check_playing p;
    if (speed->play_greedy == NULL) return true;
    const uint32_t all = UINT32_MAX >> (32 - w->game->players), players = lg_rng_next(&w->rng) & all;
    const int64_t most = check_most(&w->rng);
    check_begin_playing(w, &p);
    p.drive.asked = all & ~players;
    if (lg_i_game_bots(w->game)->greedy != NULL) p.drive.greedy = players;
    const int32_t asked = speed->play_greedy(w->game, w->after, players, most, &p.at_once);
    if (lg_i_drive_on(&p.drive, w->other, most) != LG_OK) return true; /* broken otherwise */
    LG_I_CHECK_HOLD(w, asked == p.drive.player, "play_greedy", "it stops at player %d, `greedy` at player %d", asked,
                    p.drive.player);
    return check_same_play(w, &p, "play_greedy", "`greedy` and `apply`");
}

static bool check_play_random(lg_i_walk *w) {
    const lg_game_speed *speed = lg_i_game_speed(w->game);
    check_playing p;
    if (speed->play_random == NULL) return true;
    lg_rng same = w->rng; /* the walk continues as without it */
    const int64_t most = 1 + check_most(&same);
    check_begin_playing(w, &p);
    const int64_t made = speed->play_random(w->game, w->after, most, &p.at_once);
    if (lg_i_drive_on(&p.drive, w->other, most) != LG_OK) return true; /* broken otherwise */
    LG_I_CHECK_HOLD(w, made == p.drive.played, "play_random",
                    "it makes %" PRId64 " decisions, lg_mask_select and `apply` make %" PRId64, made, p.drive.played);
    return check_same_play(w, &p, "play_random", "lg_mask_select and `apply`");
}

bool lg_i_check_searches(lg_i_walk *w) {
    return check_list(w) && check_apply(w) && check_value(w) && check_key(w) && check_play_greedy(w) &&
           check_play_random(w);
}
