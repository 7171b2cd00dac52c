/* Playthroughs of a game in which everything is checked; see libgames/check.h. */
#include "check/walk.h"
#include "libgames/search.h"

static bool check_visit(lg_i_walk *w) {
    return lg_i_check_everything(w) && lg_i_check_mutations(w);
}

/* The state after a forfeit, apart from the playthrough. */
static bool visit_forfeited(lg_i_walk *w) {
    const int32_t offender = (int32_t)lg_rng_below(&w->rng, (uint32_t)w->game->players);
    if (lg_i_game_contest(w->game)->forfeit == NULL) return true;
    lg_i_check_copy(w, w->saved, w->state);
    w->beside = "after a forfeit apart from the playthrough";
    LG_I_CHECK_HOLD(w, lg_game_forfeit(w->game, w->state, offender, w->state) == LG_OK, "forfeit", "player %d can't",
                    offender);
    lg_i_check_refresh(w);
    if (!check_visit(w)) return false;
    w->beside = NULL;
    lg_i_check_copy(w, w->state, w->saved);
    lg_i_check_refresh(w);
    return true;
}

static bool check_step(lg_i_walk *w) {
    const int32_t mover = w->player;
    const int64_t longest = lg_i_game_longest(w->game);
    const int32_t action = lg_mask_select(w->mask, w->game->actions, lg_rng_below(&w->actions, (uint32_t)w->count));
    if (w->chosen_count == 0) lg_i_check_copy(w, w->begun, w->state);
    if (w->chosen_count < LG_I_CHECK_MOVE_ROOM) w->chosen[w->chosen_count] = action;
    w->chosen_count++;
    LG_I_CHECK_HOLD(w, w->decisions < longest, "longest", "the game does not end after %lld decisions",
                    (long long)longest);
    LG_I_CHECK_HOLD(w, lg_game_apply(w->game, w->state, action, w->state) == LG_OK, "apply",
                    "action %d is legal, but refused", action);
    w->decisions++;
    w->report->decisions++;
    lg_i_check_refresh(w);
    return lg_i_check_turn(w) && lg_i_check_move(w, mover);
}

/* The same decisions again must lead to the same state. */
static bool replay(lg_i_walk *w) {
    lg_rng rng = lg_rng_seed(w->seed, LG_CHECK_STREAM);
    (void)lg_game_new(w->game, w->seed, w->other);
    for (int64_t i = 0; i < w->decisions; i++) {
        const int32_t count = lg_game_legal(w->game, w->other, w->other_mask);
        const int32_t action = lg_mask_select(w->other_mask, w->game->actions, lg_rng_below(&rng, (uint32_t)count));
        if (lg_game_apply(w->game, w->other, action, w->other) != LG_OK) break;
    }
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->other, w->state), "apply",
                    "the same decisions lead to another state the second time");
    return true;
}

static bool check_start(lg_i_walk *w, uint64_t seed) {
    w->seed = seed;
    w->actions = lg_rng_seed(seed, LG_CHECK_STREAM);
    w->decisions = 0;
    w->chosen_count = 0;
    memset(w->knowledge, 0, sizeof w->knowledge);
    (void)lg_game_new(w->game, seed, w->state);
    lg_i_check_refresh(w);
    if (!lg_i_check_turn(w)) return false;
    LG_I_CHECK_HOLD(w, w->count > 0, "new_game", "the game is over before it begins");
    LG_I_CHECK_HOLD(w, !lg_game_in_move(w->game, w->state), "in_move", "a move is under way at the start of the game");
    return lg_i_check_group(w);
}

static bool playthrough(lg_i_walk *w, uint64_t seed) {
    if (!check_start(w, seed)) return false;
    for (;;) {
        if (!check_visit(w) || !lg_i_check_knowledge(w)) return false;
        if (w->count == 0) break;
        if (w->report->decisions == w->config->decisions) return true;
        if (lg_rng_below(&w->rng, 16) == 0 && !visit_forfeited(w)) return false;
        if (!check_step(w)) return false;
    }
    w->report->playthroughs++;
    return lg_i_check_knowledge_at_end(w) && replay(w);
}

enum { ENOUGH_DECISIONS = 100 };

enum { TRIES_OF_STATE = 64, TRIES = 8192 };

/* Whether hidden information, or with `reseed` future chance, is ever chosen differently. In short games a single try
 * for each state may well return the true state, so the same states are tried repeatedly before the verdict "never". */
static bool chooses_anew(lg_i_walk *w, bool reseed) {
    const lg_game_type *type = w->game->type;
    int32_t left = TRIES;
    for (int32_t i = 0; i < w->config->playthroughs && left > 0; i++) {
        lg_rng actions = lg_rng_seed(w->config->seed + (uint64_t)i, LG_CHECK_STREAM);
        (void)lg_game_new(w->game, w->config->seed + (uint64_t)i, w->other);
        for (int32_t count = 1; count > 0 && left > 0;) {
            for (int32_t k = 0; k < TRIES_OF_STATE; k++, left--) {
                if (reseed) type->rules.reseed(w->game, w->other, &w->rng, w->like);
                else type->rules.resample(w->game, w->other, k % w->game->players, &w->rng, w->like);
                if (!lg_i_check_same(w, w->other, w->like)) return true;
            }
            count = lg_game_legal(w->game, w->other, w->other_mask);
            if (count == 0) break;
            const uint32_t rank = lg_rng_below(&actions, (uint32_t)count);
            const int32_t action = lg_mask_select(w->other_mask, w->game->actions, rank);
            if (lg_game_apply(w->game, w->other, action, w->other) != LG_OK) break;
        }
    }
    return false;
}

static bool check_playthroughs(lg_i_walk *w) {
    for (int32_t i = 0; i < w->config->playthroughs && w->report->decisions < w->config->decisions; i++)
        if (!playthrough(w, w->config->seed + (uint64_t)i)) return false;
    w->decisions = -1;
    /* A few decisions need not show a change. */
    if (w->report->playthroughs == 0 && w->report->decisions < ENOUGH_DECISIONS) return true;
    LG_I_CHECK_HOLD(w, w->reseeded || w->game->type->chance != LG_CHANCE_PLAY || chooses_anew(w, true), "reseed",
                    "it never changes a state");
    LG_I_CHECK_HOLD(w, w->drawn || w->game->type->information != LG_INFORMATION_HIDDEN || chooses_anew(w, false),
                    "resample", "it always returns the given state, though information is hidden");
    return true;
}

/* ---- public functions ---- */

lg_check_config lg_check_default(void) {
    return (lg_check_config){.playthroughs = 10, .mutations = 16, .decisions = 10000, .seed = 0, .text_size = 262144};
}

size_t lg_check_size(const lg_game *game, const lg_check_config *config) {
    if (game == NULL || config == NULL || config->playthroughs < 1 || config->mutations < 0 || config->decisions < 1 ||
        config->text_size < LG_CHECK_LEAST_TEXT || config->text_size > SIZE_MAX / 16 || !lg_i_game_is_prepared(game))
        return 0;
    return lg_i_walk_of(game, config, NULL, NULL).used;
}

lg_status lg_game_check(const lg_game *game, const lg_check_config *config, void *memory, size_t size,
                        lg_check_report *report) {
    const size_t needed = lg_check_size(game, config);
    if (needed == 0 || size < needed || !lg_i_bits_is_aligned(memory) || report == NULL) return LG_E_ARGUMENT;
    lg_check_report made;
    memset(&made, 0, sizeof made);
    lg_i_walk w = lg_i_walk_of(game, config, memory, &made);
    memset(w.sentinel, LG_I_CHECK_SENTINEL, game->state_size);
    (void)(lg_i_check_facts(&w) && lg_i_check_fields(&w) && lg_i_check_phrases(&w) && check_playthroughs(&w));
    if (w.status == LG_OK) *report = made;
    else report->text_size = made.text_size;
    return w.status;
}
