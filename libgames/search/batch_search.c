/* Many searches as one object. */
#include "libgames/batch_search.h"

#include "game/calls.h"
#include "search/team.h"
#include "search/tree.h"

struct lg_batch_search {
    lg_i_team *team; /* NULL: the caller's thread does everything */
    lg_search_leaves leaves;
    int32_t count;
    uint64_t seed; /* the seed of search i is seed + i */
    lg_search *each[]; /* followed by the team, then the searches */
};

/* ---- memory ---- */

static size_t team_offset(int32_t count) {
    return lg_i_bits_rounded_up(sizeof(lg_batch_search) + (size_t)count * sizeof(lg_search *));
}

/* The trees of one search share the threads that this keeps: a call may be a small part of its work. */
static int32_t team_of(const lg_search_config *config, int32_t count, int32_t threads) {
    const bool grows = count == 1 && config->policy != LG_SEARCH_GUMBEL;
    return grows && config->threads > threads ? config->threads : threads;
}

static size_t searches_offset(int32_t count, int32_t threads) {
    return lg_i_bits_rounded_up(team_offset(count) + (threads > 1 ? lg_i_team_size() : 0));
}

/* Bytes of each search: whole lines of the cache, so that it begins at one as the first does. */
static size_t room_of(size_t size) {
    return (size + LG_I_TREE_LINE - 1) / LG_I_TREE_LINE * LG_I_TREE_LINE;
}

size_t lg_batch_search_size(const lg_game *game, const lg_search_config *config, int32_t count, int32_t threads) {
    const size_t one = lg_search_size(game, config);
    if (one == 0 || count < 1 || count > LG_BATCH_SEARCH_MAX || threads < 1 || threads > LG_MAX_THREADS) return 0;
    const size_t before = searches_offset(count, team_of(config, count, threads)) + LG_I_TREE_LINE;
    return one > (SIZE_MAX / 2 - before) / (size_t)count - LG_I_TREE_LINE ? 0 : before + (size_t)count * room_of(one);
}

lg_status lg_batch_search_create(const lg_game *game, const lg_search_config *config, int32_t count, int32_t threads,
                             const lg_search_leaves *leaves, void *memory, size_t size, lg_batch_search **searches) {
    const size_t needed = lg_batch_search_size(game, config, count, threads);
    if (needed == 0 || searches == NULL || !lg_i_bits_is_aligned(memory) || size < needed) return LG_E_ARGUMENT;
    if (!lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    if (leaves != NULL && (leaves->encoding < 0 || leaves->encoding >= game->observations || leaves->capacity < 0))
        return LG_E_ARGUMENT;
    const size_t one = lg_search_size(game, config);
    lg_batch_search *made = memory;
    lg_search_config own = *config;
    memset(made, 0, sizeof *made);
    const int32_t team = team_of(config, count, threads);
    char *place = (char *)memory + team_offset(count);
    if (team > 1 && !lg_i_team_create(team, place, &made->team)) {
        made->team = NULL; /* a single search makes do with fewer */
        if (threads > 1 && (team == threads || !lg_i_team_create(threads, place, &made->team))) return LG_E_ARGUMENT;
    }
    made->count = count;
    made->seed = config->seed;
    if (leaves != NULL) made->leaves = *leaves;
    made->leaves.count = 0;
    char *first = lg_i_tree_line_in((char *)memory + searches_offset(count, team));
    for (int32_t i = 0; i < count; i++, own.seed++) {
        (void)lg_search_create(game, &own, first + (size_t)i * room_of(one), one, &made->each[i]);
        made->each[i]->game = made->each[0]->game; /* so that it stays in the cache */
    }
    *searches = made;
    return LG_OK;
}

void lg_batch_search_destroy(lg_batch_search *searches) {
    if (searches != NULL) lg_i_team_destroy(searches->team);
}

lg_search *lg_batch_search_at(lg_batch_search *searches, int32_t index) {
    return searches == NULL || index < 0 || index >= searches->count ? NULL : searches->each[index];
}

/* ---- roots ---- */

static bool is_chosen(const uint8_t *which, int32_t i) {
    return which == NULL || which[i] != 0;
}

/* Whether the selected searches can run without the others. */
static bool can_part(const lg_batch_search *all, const uint8_t *which) {
    for (int32_t i = 0; which != NULL && i < all->count; i++)
        if (all->each[i]->out > 0) return false;
    return true;
}

static lg_status check_state(const lg_batch_search *all, int32_t i, const void *states) {
    const lg_game *game = all->each[i]->game;
    return lg_game_validate(game, (const char *)states + (size_t)i * game->state_size, game->state_size);
}

static lg_status searches_check_action(const lg_batch_search *all, int32_t i, int32_t action) {
    lg_search *search = all->each[i];
    if (search->rolling) lg_i_tree_take_back(search); /* whose state is overwritten */
    return search->begun ? lg_game_apply(search->game, search->root, action, search->state) : LG_E_ARGUMENT;
}

/* The first status other than LG_OK of all rows, each an action and a state, if these are given. */
static lg_status check_rows(const lg_batch_search *all, const int32_t *actions, const void *states, const uint8_t *which,
                            int32_t *statuses) {
    lg_status first = LG_OK;
    for (int32_t i = 0; i < all->count; i++) {
        lg_status status = LG_OK;
        if (is_chosen(which, i) && actions != NULL) status = searches_check_action(all, i, actions[i]);
        if (is_chosen(which, i) && states != NULL && status == LG_OK) status = check_state(all, i, states);
        if (statuses != NULL) statuses[i] = (int32_t)status;
        if (first == LG_OK) first = status;
    }
    return first;
}

lg_status lg_batch_search_begin(lg_batch_search *searches, const void *roots, const uint64_t *seeds, const uint8_t *which,
                            int32_t *statuses) {
    if (searches == NULL || roots == NULL || !can_part(searches, which)) return LG_E_ARGUMENT;
    const lg_status status = check_rows(searches, NULL, roots, which, statuses);
    for (int32_t i = 0; i < searches->count && status == LG_OK; i++) {
        lg_search *search = searches->each[i];
        if (!is_chosen(which, i)) continue;
        (void)lg_search_set_seed(search, seeds != NULL ? seeds[i] : searches->seed + (uint64_t)i);
        (void)lg_search_begin(search, (const char *)roots + (size_t)i * search->game->state_size);
    }
    return status;
}

lg_status lg_batch_search_set_simulations(lg_batch_search *searches, int64_t simulations) {
    lg_status status = searches == NULL ? LG_E_ARGUMENT : LG_OK;
    for (int32_t i = 0; status == LG_OK && i < searches->count; i++)
        status = lg_search_set_simulations(searches->each[i], simulations);
    return status;
}

lg_status lg_batch_search_advance(lg_batch_search *searches, const int32_t *actions, const void *states, const uint8_t *which,
                              int32_t *statuses) {
    if (searches == NULL || actions == NULL || !can_part(searches, which)) return LG_E_ARGUMENT;
    const lg_status status = check_rows(searches, actions, states, which, statuses);
    for (int32_t i = 0; i < searches->count && status == LG_OK; i++) {
        lg_search *search = searches->each[i];
        const void *state = states == NULL ? NULL : (const char *)states + (size_t)i * search->game->state_size;
        if (is_chosen(which, i)) (void)lg_search_advance(search, actions[i], state);
    }
    return status;
}

/* ---- searching ---- */

lg_status lg_batch_search_run(lg_batch_search *searches, int64_t simulations, int32_t *going) {
    if (searches == NULL) return LG_E_ARGUMENT;
    return lg_i_team_run_some(searches->team, searches->each, searches->count, simulations, going);
}

lg_status lg_batch_search_collect(lg_batch_search *searches, int32_t *rows) {
    if (searches == NULL || rows == NULL) return LG_E_ARGUMENT;
    const lg_status status = lg_i_team_collect(searches->team, searches->each, searches->count, &searches->leaves);
    if (status != LG_E_ARGUMENT) *rows = searches->leaves.count;
    return status;
}

lg_status lg_batch_search_receive(lg_batch_search *searches, bool priors) {
    if (searches == NULL) return LG_E_ARGUMENT;
    lg_search_leaves leaves = searches->leaves;
    if (!priors) leaves.priors = NULL;
    return lg_i_team_receive(searches->team, searches->each, searches->count, &leaves);
}

/* ---- results ---- */

static bool have_begun(const lg_batch_search *all) {
    for (int32_t i = 0; all != NULL && i < all->count; i++)
        if (!all->each[i]->begun) return false;
    return all != NULL;
}

lg_status lg_batch_search_best(const lg_batch_search *searches, int32_t *best) {
    if (!have_begun(searches) || best == NULL) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < searches->count; i++)
        if (lg_search_best(searches->each[i], &best[i]) != LG_OK) best[i] = -1;
    return LG_OK;
}

lg_status lg_batch_search_root(const lg_batch_search *searches, const lg_search_actions *actions) {
    if (!have_begun(searches) || actions == NULL) return LG_E_ARGUMENT;
    const size_t width = (size_t)searches->each[0]->game->actions, players = (size_t)searches->each[0]->game->players;
    lg_search_actions to = *actions;
    for (int32_t i = 0; i < searches->count; i++) {
        (void)lg_search_root(searches->each[i], &to);
        if (to.visits != NULL) to.visits += width;
        if (to.values != NULL) to.values += width * players;
        if (to.priors != NULL) to.priors += width;
        if (to.policy != NULL) to.policy += width;
        if (to.proven != NULL) to.proven += width;
    }
    return LG_OK;
}

lg_status lg_batch_search_means(const lg_batch_search *searches, int64_t *simulations, float *values) {
    if (!have_begun(searches)) return LG_E_ARGUMENT;
    const size_t players = (size_t)searches->each[0]->game->players;
    for (int32_t i = 0; i < searches->count; i++) {
        lg_search_statistics found;
        (void)lg_search_statistics_of(searches->each[i], &found);
        if (simulations != NULL) simulations[i] = found.simulations;
        if (values != NULL) memcpy(values + (size_t)i * players, found.values, players * sizeof *values);
    }
    return LG_OK;
}
