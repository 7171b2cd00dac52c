/* The values of leaves: rollouts, the game's evaluation, the caller's evaluator; priors and noise. */
#include "search/tree.h"

#include "game/drive.h"
#include "core/numbers.h"

#include <float.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- rollouts ---- */

/* Arguments of lg_search_run, for code that calls `stop` less often. */
typedef struct leaf_question {
    lg_search_stop *stop;
    void *context;
    const lg_search *search;
} leaf_question;

static bool ask(void *context) {
    const leaf_question *asked = (const leaf_question *)context;
    return asked->stop(asked->context, asked->search);
}

/* Whether the result is known to be a draw, and so the approximate outcomes. */
static bool is_drawn(lg_search *search) {
    float value = 0;
    if (!search->exact || lg_i_game_known(search->game, search->state, &value) != LG_KNOWN_DRAWN) return false;
    search->values[search->mover] = (double)value;
    search->values[1 - search->mover] = -(double)value;
    return true;
}

/* Plays until the game is over, or until it is quiet enough for its evaluation beyond the cutoff. */
static bool play_out(lg_search *search, lg_search_stop *stop, void *context) {
    const lg_game *game = search->game;
    const int64_t cutoff = search->config.cutoff < 0 ? INT64_MAX : search->config.cutoff;
    leaf_question asked = {stop, context, search};
    lg_i_drive drive = lg_i_drive_of(game, search->mover, &search->rng, search->mask);
    const bool greedy = search->config.rollout == LG_BOT_GREEDY && lg_i_game_bots(game)->greedy != NULL;
    if (greedy) drive.greedy = UINT32_MAX;
    if (stop != NULL) drive.stop = ask;
    drive.context = &asked;
    drive.count = search->legal;
    drive.played = search->rolling ? search->rolled : 0;
    lg_status status = LG_OK;
    if (cutoff > drive.played) status = lg_i_drive_on(&drive, search->state, cutoff - drive.played);
    while (status == LG_OK && drive.player >= 0 && !drive.stopped && !lg_i_game_quiet(game, search->state))
        status = lg_i_drive_on(&drive, search->state, 1);
    search->broken = status != LG_OK;
    search->rolling = drive.stopped;
    search->rolled = drive.played;
    search->mover = drive.player;
    search->legal = drive.count;
    if (search->broken || drive.stopped) return false;
    if (drive.player < 0) {
        lg_i_tree_set_outcome(search);
        return true;
    }
    for (int32_t p = 0; p < game->players; p++)
        search->values[p] = p == 1 && game->players == 2 ? 0 - search->values[0]
                                                         : (double)lg_i_game_evaluate(game, search->state, p);
    return true;
}

/* ---- priors ---- */

static double leaf_weight_of(float prior) {
    return prior > 0 && prior <= FLT_MAX ? (double)prior : 0;
}

bool lg_i_tree_add_noise(lg_search *search) {
    const double noise = (double)search->config.noise, alpha = (double)search->config.noise_alpha;
    double most = -1e300, sum = 0;
    if (!lg_i_tree_is_noisy(search, 0) || lg_i_tree_node_at(search, 0)->family == 0) return true;
    if (!lg_i_tree_weigh(search, 0)) return false;
    const uint32_t family = lg_i_tree_node_at(search, 0)->family, count = lg_i_tree_edges_at(search, 0).last + 1;
    for (uint32_t i = 0; i < count; i++) {
        search->weights[i] = lg_i_numbers_log_gamma(&search->rng, alpha);
        if (search->weights[i] > most) most = search->weights[i];
    }
    for (uint32_t i = 0; i < count; i++) search->weights[i] -= most;
    lg_i_numbers_exps(search->weights, count);
    for (uint32_t i = 0; i < count; i++) sum += search->weights[i];
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        const double drawn = search->weights[walk.number - 1] / sum;
        walk.edges.prior[walk.number - 1] = (float)((1 - noise) * (double)walk.prior + noise * drawn);
    }
    return true;
}

/* The priors of new children from an array by action; NULL: equal ones. */
static void leaf_set_priors(const lg_search *search, uint32_t family, const float *priors) {
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, family));
    const uint32_t count = edges.last + 1;
    double sum = 0;
    if (priors == NULL || edges.prior == NULL) return;
    for (uint32_t i = 0; i < count; i++) sum += leaf_weight_of(priors[lg_i_tree_new_action(search, &edges, i)]);
    for (uint32_t i = 0; i < count && sum > 0; i++)
        edges.prior[i] = (float)(leaf_weight_of(priors[lg_i_tree_new_action(search, &edges, i)]) / sum);
}

/* An action of a faulty player that belongs to no child gets nothing. */
void lg_i_tree_guide(lg_search *search, uint32_t slot, uint32_t known) {
    const float guide = search->config.greedy_prior;
    if (known == lg_i_tree_edges_at(search, slot).last + 1) return;
    const int32_t action = lg_i_drive_choose(search->game, search->state, LG_BOT_GREEDY, &search->rng);
    if (!lg_i_tree_weigh(search, slot)) return;
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        if (walk.number <= known) continue;
        const float rest = (1 - guide) / (float)search->legal;
        walk.edges.prior[walk.number - 1] = walk.action == action ? rest + guide : rest;
    }
}

/* ---- the caller's evaluator ---- */

void lg_i_tree_open_leaf(lg_search *search, int32_t count, int32_t player, const float *priors) {
    const uint32_t slot = search->steps[search->length].slot;
    if (search->length >= (uint32_t)search->config.depth || lg_i_tree_node_at(search, slot)->family != 0) return;
    const bool weighted = priors != NULL || lg_i_tree_is_noisy(search, slot);
    if (!lg_i_tree_expand(search, slot, search->mask, count, player, weighted, false)) return;
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    if (search->valued) *lg_i_tree_valued(lg_i_tree_head_at(search, family)) = (float)search->values[player];
    leaf_set_priors(search, family, priors);
    if (slot != 0) return;
    (void)lg_i_tree_add_noise(search);
    lg_i_tree_prove_known(search);
}

/* False if a faulty game's mask has bits that are no actions, for which there is no room. */
static bool ask_evaluator(lg_search *search) {
    const lg_game *game = search->game;
    const int32_t last = game->actions - 1;
    float values[LG_MAX_PLAYERS] = {0};
    search->broken = search->mask[last / 64] >> last % 64 > 1;
    if (search->broken) return false;
    memset(search->priors, 0, (size_t)game->actions * sizeof *search->priors);
    search->config.evaluator(search->config.context, game, search->state, search->mover, search->mask, values,
                             search->priors);
    for (int32_t p = 0; p < game->players; p++) search->values[p] = lg_i_numbers_value(values[p]);
    lg_i_tree_open_leaf(search, search->legal, search->mover, search->priors);
    return true;
}

void lg_i_tree_ask_net(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                       float *values, float *priors) {
    lg_search *search = (lg_search *)context;
    lg_i_net_evaluate(game, search->net, state, player, mask, search->net_memory, search->logits, values,
                      priors);
}

bool lg_i_tree_leaf_value(lg_search *search, lg_search_stop *stop, void *context) {
    if (search->config.evaluator == NULL) return is_drawn(search) || play_out(search, stop, context);
    return ask_evaluator(search);
}
