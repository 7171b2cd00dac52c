/* What a leaf is worth: rollouts, the game's evaluation, the caller's evaluator; priors and noise. */
#include "search/tree.h"

#include "game/calls.h"
#include "game/choose.h"
#include "search/numbers.h"

#include <float.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

void lg_i_set_nothing(lg_search *search) {
    for (int32_t p = 0; p < search->game.players; p++) search->values[p] = 0;
}

/* ---- rollouts ---- */

void lg_i_set_outcome(lg_search *search) {
    float outcome[LG_MAX_PLAYERS] = {0};
    search->game.type->outcome(&search->game, search->state, outcome);
    for (int32_t p = 0; p < search->game.players; p++) search->values[p] = lg_i_value(outcome[p]);
}

/* Sets the values by the game's evaluation if it calls the position quiet. */
static bool evaluates(lg_search *search) {
    const lg_game *game = &search->game;
    const int32_t player = game->type->player(game, search->state);
    if (player < 0 || player >= game->players) return false;
    if (!lg_i_quiet(game, search->state)) return false;
    for (int32_t p = 0; p < game->players; p++) search->values[p] = (double)lg_i_evaluate(game, search->state, p);
    return true;
}

/* Chooses for the player to move, of whose actions `count` are legal. */
static int32_t choose(lg_search *search, int32_t count) {
    const lg_game *game = &search->game;
    if (search->config.rollout != LG_PLAYER_RANDOM)
        return lg_i_choose(game, search->state, search->config.rollout, &search->rng);
    return lg_mask_select(search->mask, game->actions, lg_rng_below(&search->rng, (uint32_t)count));
}

/* More than 0 while the game goes on: how many actions are legal, where that matters. */
static int32_t count_choices(lg_search *search) {
    const lg_game *game = &search->game;
    if (search->config.rollout != LG_PLAYER_RANDOM) return game->type->player(game, search->state) >= 0;
    return game->type->legal(game, search->state, search->mask);
}

/* A game that breaks its word, in length or in what is legal, has the value 0. */
static void play_out(lg_search *search) {
    const lg_game *game = &search->game;
    const int64_t cutoff = search->config.cutoff < 0 ? INT64_MAX : search->config.cutoff;
    int64_t played = 0;
    int32_t count = search->legal;
    if (search->config.rollout == LG_PLAYER_GREEDY && game->type->play_greedy != NULL && count > 0) {
        played = cutoff < game->longest ? cutoff : game->longest;
        count = game->type->play_greedy(game, search->state, UINT32_MAX, played, &search->rng) >= 0;
    }
    for (; played <= game->longest; played++) {
        if (count <= 0) {
            lg_i_set_outcome(search);
            return;
        }
        if (played >= cutoff && evaluates(search)) return;
        const int32_t action = choose(search, count);
        if (action < 0 || action >= game->actions) break;
        if (game->type->apply(game, search->state, action, search->state) != LG_OK) break;
        count = count_choices(search);
    }
    lg_i_set_nothing(search);
}

/* ---- priors ---- */

static double weight_of(float prior) {
    return prior > 0 && prior <= FLT_MAX ? (double)prior : 0;
}

void lg_i_add_noise(lg_search *search) {
    const double noise = (double)search->config.noise, alpha = (double)search->config.noise_alpha;
    const uint32_t family = lg_i_node_at(search, 0)->family;
    double most = -1e300, sum = 0;
    if (search->config.policy != LG_SEARCH_PUCT || !(noise > 0) || family == 0) return;
    const uint32_t count = lg_i_head_at(search, family)->count;
    for (uint32_t i = 0; i < count; i++) {
        search->weights[i] = lg_i_log_gamma(&search->rng, alpha);
        if (search->weights[i] > most) most = search->weights[i];
    }
    for (uint32_t i = 0; i < count; i++) sum += search->weights[i] = lg_i_exp(search->weights[i] - most);
    for (uint32_t i = 0; i < count; i++) {
        lg_i_node *child = lg_i_node_at(search, family + 1 + i);
        child->prior = (float)((1 - noise) * (double)child->prior + noise * search->weights[i] / sum);
    }
}

void lg_i_set_priors(lg_search *search, uint32_t slot, const float *priors) {
    const uint32_t family = lg_i_node_at(search, slot)->family;
    if (family == 0) return;
    const uint32_t count = lg_i_head_at(search, family)->count;
    double sum = 0;
    for (uint32_t i = 1; i <= count && priors != NULL; i++)
        sum += weight_of(priors[lg_i_node_at(search, family + i)->action]);
    for (uint32_t i = 1; i <= count; i++) {
        lg_i_node *child = lg_i_node_at(search, family + i);
        child->prior = sum > 0 ? (float)(weight_of(priors[child->action]) / sum) : 1 / (float)count;
    }
    if (slot == 0) lg_i_add_noise(search);
}

/* An action of a faulty player that is none of the children's gets nothing. */
void lg_i_guide(lg_search *search, uint32_t slot, uint32_t known) {
    const uint32_t family = lg_i_node_at(search, slot)->family, count = lg_i_head_at(search, family)->count;
    if (known == count) return;
    const int32_t action = lg_i_choose(&search->game, search->state, LG_PLAYER_GREEDY, &search->rng);
    for (uint32_t i = known + 1; i <= count; i++) {
        lg_i_node *child = lg_i_node_at(search, family + i);
        child->prior = (1 - search->config.guide) / (float)search->legal;
        if (child->action == action) child->prior += search->config.guide;
    }
}

/* ---- the caller's evaluator ---- */

void lg_i_open_leaf(lg_search *search, int32_t count, int32_t player, const float *priors) {
    const uint32_t slot = search->steps[search->length].slot;
    if (search->length >= (uint32_t)search->config.depth || lg_i_node_at(search, slot)->family != 0) return;
    if (!lg_i_tree_expand(search, slot, search->mask, count, player)) return;
    lg_i_head_at(search, lg_i_node_at(search, slot)->family)->value = (float)search->values[player];
    lg_i_set_priors(search, slot, priors);
}

static void ask_evaluator(lg_search *search) {
    const lg_game *game = &search->game;
    float values[LG_MAX_PLAYERS] = {0};
    memset(search->priors, 0, (size_t)game->actions * sizeof *search->priors);
    search->config.evaluator(search->config.context, game, search->state, search->mover, search->mask, values,
                             search->priors);
    for (int32_t p = 0; p < game->players; p++) search->values[p] = lg_i_value(values[p]);
    lg_i_open_leaf(search, search->legal, search->mover, search->priors);
}

void lg_i_leaf_value(lg_search *search) {
    if (search->config.evaluator != NULL) ask_evaluator(search);
    else play_out(search);
}
