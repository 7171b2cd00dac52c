/* Symmetries: permutations that form a group, and commute with everything. */
#include "check/walk.h"
#include "game/view.h"

#define IN_GROUP 16 /* symmetries that are tried with each other at the start of a game */
#define IN_STATE 4  /* of which this many are tried in each state */

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static int32_t symmetries_pick(lg_i_walk *w, int32_t i) {
    return lg_i_check_pick(w, i, w->game->symmetries, IN_GROUP);
}

static bool map_action(lg_i_walk *w, int32_t symmetry, int32_t action, int32_t *mapped) {
    (void)lg_game_symmetry_action(w->game, symmetry, action, mapped);
    LG_I_CHECK_HOLD(w, *mapped >= 0 && *mapped < w->game->actions, "symmetry_action",
                    "symmetry %d maps action %d to %d", symmetry, action, *mapped);
    LG_I_CHECK_HOLD(w, symmetry != 0 || *mapped == action, "symmetry_action", "symmetry 0 maps action %d to %d", action,
                    *mapped);
    return true;
}

/* ---- the group ---- */

static bool check_permutation(lg_i_walk *w, int32_t symmetry) {
    memset(w->other_mask, 0, lg_i_check_mask_size(w));
    for (int32_t action = 0; action < w->game->actions; action++) {
        int32_t mapped = -1;
        if (!map_action(w, symmetry, action, &mapped)) return false;
        LG_I_CHECK_HOLD(w, !lg_i_bits_has_bit(w->other_mask, mapped), "symmetry_action",
                        "symmetry %d maps two actions to %d", symmetry, mapped);
        lg_i_bits_set_bit(w->other_mask, mapped);
    }
    return true;
}

static bool is_product(const lg_i_walk *w, int32_t first, int32_t second, int32_t product) {
    for (int32_t action = 0; action < w->game->actions; action++) {
        int32_t once = -1, twice = -1, direct = -1;
        (void)lg_game_symmetry_action(w->game, first, action, &once);
        (void)lg_game_symmetry_action(w->game, second, once, &twice);
        (void)lg_game_symmetry_action(w->game, product, action, &direct);
        if (twice != direct) return false;
    }
    return true;
}

/* One symmetry after another is one of them, for actions and for this state. */
static bool check_product(lg_i_walk *w, int32_t first, int32_t second) {
    (void)lg_game_symmetry_state(w->game, first, w->state, w->after);
    (void)lg_game_symmetry_state(w->game, second, w->after, w->after);
    for (int32_t product = 0; product < w->game->symmetries; product++) {
        (void)lg_game_symmetry_state(w->game, product, w->state, w->other);
        if (lg_i_check_same(w, w->after, w->other) && is_product(w, first, second, product)) return true;
    }
    return lg_i_check_broken(w, "symmetry_state", "symmetry %d followed by %d is none of the %d", first, second,
                             w->game->symmetries);
}

bool lg_i_check_group(lg_i_walk *w) {
    if (lg_i_game_learners(w->game)->symmetry_action == NULL) return true;
    const int32_t count = least(w->game->symmetries, IN_GROUP);
    for (int32_t i = 0; i < count; i++)
        if (!check_permutation(w, symmetries_pick(w, i))) return false;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < count; k++)
            if (!check_product(w, symmetries_pick(w, i), symmetries_pick(w, k))) return false;
    return lg_i_check_clean(w, "symmetry_state");
}

/* ---- in a state ---- */

static bool map_state(lg_i_walk *w, int32_t symmetry) {
    lg_i_check_clear(w, w->image);
    (void)lg_game_symmetry_state(w->game, symmetry, w->state, w->image);
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->image), "validate",
                    "the state is refused that `symmetry_state` makes for symmetry %d", symmetry);
    LG_I_CHECK_HOLD(w, symmetry != 0 || lg_i_check_same(w, w->state, w->image), "symmetry_state",
                    "symmetry 0 changes a state");
    lg_i_check_copy(w, w->other, w->state);
    (void)lg_game_symmetry_state(w->game, symmetry, w->other, w->other);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->other, w->image), "symmetry_state",
                    "symmetry %d gives another state in place, or the second time", symmetry);
    return true;
}

static bool check_values(lg_i_walk *w, int32_t symmetry) {
    int32_t scores[LG_MAX_PLAYERS] = {0}, mapped_scores[LG_MAX_PLAYERS] = {0};
    float outcome[LG_MAX_PLAYERS] = {0}, mapped_outcome[LG_MAX_PLAYERS] = {0};
    (void)lg_game_scores(w->game, w->state, scores);
    (void)lg_game_scores(w->game, w->image, mapped_scores);
    (void)lg_game_outcome(w->game, w->state, outcome);
    (void)lg_game_outcome(w->game, w->image, mapped_outcome);
    LG_I_CHECK_HOLD(w, memcmp(scores, mapped_scores, sizeof scores) == 0, "symmetry_state",
                    "symmetry %d changes the scores", symmetry);
    LG_I_CHECK_HOLD(w, memcmp(outcome, mapped_outcome, sizeof outcome) == 0, "symmetry_state",
                    "symmetry %d changes the outcome", symmetry);
    return true;
}

/* Playing an action and mapping; not where chance decides the result. */
static bool check_commuting(lg_i_walk *w, int32_t symmetry, int32_t action, int32_t mapped) {
    if (w->game->type->chance == LG_CHANCE_PLAY) return true;
    (void)lg_game_apply(w->game, w->state, action, w->after);
    (void)lg_game_symmetry_state(w->game, symmetry, w->after, w->after);
    (void)lg_game_apply(w->game, w->image, mapped, w->other);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->after, w->other), "symmetry_state",
                    "symmetry %d and playing action %d don't commute", symmetry, action);
    return true;
}

static bool symmetries_check_actions(lg_i_walk *w, int32_t symmetry) {
    LG_I_CHECK_HOLD(w, lg_game_player(w->game, w->image) == w->player, "symmetry_state",
                    "symmetry %d changes who is to move", symmetry);
    LG_I_CHECK_HOLD(w, lg_game_legal(w->game, w->image, w->other_mask) == w->count, "symmetry_state",
                    "symmetry %d changes how many actions are legal", symmetry);
    for (int32_t i = 0; i < lg_i_check_tried(w); i++) {
        const int32_t action = lg_i_check_pick_action(w, i);
        int32_t mapped = -1;
        if (!map_action(w, symmetry, action, &mapped)) return false;
        const bool legal = lg_i_bits_has_bit(w->mask, action);
        LG_I_CHECK_HOLD(w, lg_i_bits_has_bit(w->other_mask, mapped) == legal, "symmetry_action",
                        "symmetry %d maps action %d to %d, and only one of them is legal", symmetry, action, mapped);
        if (legal && !check_commuting(w, symmetry, action, mapped)) return false;
    }
    return true;
}

/* The observations of one player: the map is the same for all. */
static bool check_observations(lg_i_walk *w, int32_t symmetry) {
    const int32_t player = (int32_t)lg_rng_below(&w->rng, (uint32_t)w->game->players);
    for (int32_t which = 0; which < w->game->observations; which++) {
        const size_t size = lg_space_size(&w->game->observation[which]);
        (void)lg_game_observe(w->game, w->state, player, which, w->seen, size);
        (void)lg_game_observe(w->game, w->image, player, which, w->seen_again, size);
        memset(w->seen_mapped, LG_I_CHECK_SENTINEL, size);
        lg_i_view_turn(w->game, symmetry, which, w->seen, w->seen_mapped);
        LG_I_CHECK_HOLD(w, memcmp(w->seen_mapped, w->seen_again, size) == 0, "symmetry_observation",
                        "symmetry %d maps \"%s\" of player %d to another one than the mapped state has", symmetry,
                        w->game->observation[which].name, player);
    }
    return true;
}

bool lg_i_check_symmetries(lg_i_walk *w) {
    if (lg_i_game_learners(w->game)->symmetry_action == NULL) return true;
    for (int32_t i = 0; i < least(w->game->symmetries, IN_STATE); i++) {
        const int32_t symmetry = lg_i_check_pick(w, i, w->game->symmetries, IN_STATE);
        if (!map_state(w, symmetry) || !check_values(w, symmetry) || !symmetries_check_actions(w, symmetry) ||
            !check_observations(w, symmetry))
            return false;
    }
    return lg_i_check_clean(w, "symmetry_state");
}
