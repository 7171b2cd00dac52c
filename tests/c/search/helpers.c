/* See helpers.h. */
#include "search/helpers.h"

#include <stdlib.h>
#include <string.h>

const char *const search_games[SEARCH_GAMES] = {
    "alquerque",
    "ontherun(cities=9,map=2007)",
    "snakecore(size=8,players=3,rounds=20)",
};

lg_search *search_make(const lg_game *game, const lg_search_config *config) {
    lg_search *search = NULL;
    const size_t size = lg_search_size(game, config);
    ck_assert_uint_gt(size, 0);
    void *memory = lg_test_malloc(size);
    memset(memory, SENTINEL, size);
    ck_assert_int_eq(lg_search_create(game, config, memory, size, &search), LG_OK);
    ck_assert_ptr_eq(search, memory);
    return search;
}

void search_free(lg_search *search) {
    free(search);
}

void search_state(lg_search *search, const void *state) {
    LG_REQUIRE(lg_search_begin(search, state) == LG_OK, "begin");
    LG_REQUIRE(lg_search_run(search, NULL, NULL) == LG_OK, "run");
}

lg_search_statistics search_statistics(const lg_search *search) {
    lg_search_statistics statistics;
    LG_REQUIRE(lg_search_statistics_of(search, &statistics) == LG_OK, "statistics");
    return statistics;
}

int32_t search_best(const lg_search *search) {
    int32_t action = -1;
    LG_REQUIRE(lg_search_best(search, &action) == LG_OK, "best");
    return action;
}

int64_t *search_visits(const lg_search *search, const lg_game *game) {
    int64_t *visits = lg_test_malloc((size_t)game->actions * sizeof *visits);
    const lg_search_actions actions = {.visits = visits};
    LG_REQUIRE(lg_search_root(search, &actions) == LG_OK, "visits");
    return visits;
}

int64_t search_sum(const int64_t *visits, const lg_game *game) {
    int64_t sum = 0;
    for (int32_t a = 0; a < game->actions; a++) sum += visits[a];
    return sum;
}

/* All arrays of a root. */
typedef struct rows {
    int64_t *visits;
    float *values, *priors, *policy;
    uint8_t *proven;
} rows;

static rows look(const lg_search *search, const lg_game *game) {
    const size_t actions = (size_t)game->actions, players = (size_t)game->players;
    rows r = {search_visits(search, game), lg_test_malloc(actions * players * sizeof(float)), lg_test_malloc(actions * sizeof(float)),
              lg_test_malloc(actions * sizeof(float)), lg_test_malloc(actions)};
    const lg_search_actions arrays = {r.visits, r.values, r.priors, r.policy, r.proven};
    LG_REQUIRE(lg_search_root(search, &arrays) == LG_OK, "root");
    return r;
}

static void drop(rows *r) {
    void *const memory[] = {r->visits, r->values, r->priors, r->policy, r->proven};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) free(memory[i]);
}

uint64_t search_digest(const lg_search *search, const lg_game *game) {
    const size_t actions = (size_t)game->actions;
    rows r = look(search, game);
    const lg_search_statistics s = search_statistics(search);
    const uint64_t parts[] = {
        lg_hash(r.visits, actions * sizeof *r.visits),
        lg_hash(r.values, actions * (size_t)game->players * sizeof *r.values),
        lg_hash(r.priors, actions * sizeof *r.priors),
        lg_hash(r.policy, actions * sizeof *r.policy),
        lg_hash(r.proven, actions),
        lg_hash(s.values, sizeof s.values),
        (uint64_t)s.simulations,
        (uint64_t)s.levels,
    };
    drop(&r);
    return lg_hash(parts, sizeof parts);
}

/* The principal variation can be played where a node is one state. */
static void check_line(const lg_search *search, const lg_game *game, const void *state) {
    int32_t actions[64];
    const int32_t count = lg_search_line(search, actions, 64);
    LG_REQUIRE(count >= 0 && count <= 64, "%d actions", count);
    if (count > 0) LG_REQUIRE(actions[0] == search_best(search), "the line begins with %d", actions[0]);
    if (game->type->information == LG_INFORMATION_HIDDEN || game->type->chance == LG_CHANCE_PLAY) return;
    void *now = lg_test_malloc(game->state_size);
    memcpy(now, state, game->state_size);
    for (int32_t i = 0; i < count; i++)
        LG_REQUIRE(lg_game_apply(game, now, actions[i], now) == LG_OK, "action %d of the line is refused", i);
    free(now);
}

static void check_rows(const rows *r, const lg_game *game, const uint64_t *mask) {
    double priors = 0, policy = 0;
    for (int32_t a = 0; a < game->actions; a++) {
        const bool legal = walk_is_legal(mask, a);
        LG_REQUIRE(legal || (r->visits[a] == 0 && r->proven[a] == 0), "visits of action %d", a);
        LG_REQUIRE(legal || (!(r->priors[a] > 0) && !(r->policy[a] > 0)), "prior of action %d", a);
        for (int32_t p = 0; p < game->players; p++) {
            const float value = r->values[a * game->players + p];
            LG_REQUIRE(value >= -1 && value <= 1, "value of action %d", a);
        }
        LG_REQUIRE(r->priors[a] >= 0 && r->policy[a] >= 0, "prior of action %d", a);
        priors += (double)r->priors[a];
        policy += (double)r->policy[a];
    }
    LG_REQUIRE(!(priors > 0) || (priors > 0.999 && priors < 1.001), "priors of %g", priors);
    LG_REQUIRE(!(policy > 0) || (policy > 0.999 && policy < 1.001), "policy of %g", policy);
}

void search_check(const lg_search *search, const lg_game *game, const void *state) {
    uint64_t *mask = lg_test_malloc((size_t)LG_MASK_WORDS(game->actions) * sizeof *mask);
    const int32_t count = lg_game_legal(game, state, mask);
    const lg_search_statistics s = search_statistics(search);
    int32_t best = -1;
    const lg_status status = lg_search_best(search, &best);
    LG_REQUIRE(status == (count == 0 ? LG_E_OVER : LG_OK), "best: %d", (int)status);
    if (count > 0) LG_REQUIRE(best >= 0 && best < game->actions && walk_is_legal(mask, best), "best is %d", best);
    rows r = look(search, game);
    check_rows(&r, game, mask);
    check_line(search, game, state);
    LG_REQUIRE(s.nodes >= 1 && s.levels >= 0 && s.depth >= 0, "%d nodes", (int)s.nodes);
    LG_REQUIRE(s.levels <= s.simulations * s.depth, "mean depth");
    drop(&r);
    free(mask);
}

void search_evaluator(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                      float *values, float *priors) {
    uint64_t seed = lg_hash(state, game->state_size);
    if (context != NULL) ++*(int64_t *)context;
    for (int32_t p = 0; p < game->players; p++) values[p] = (float)(lg_splitmix64(&seed) % 2001) / 1000 - 1;
    if (game->players == 2) values[1 - player] = -values[player];
    for (int32_t a = 0; a < game->actions; a++)
        priors[a] = walk_is_legal(mask, a) ? (float)(1 + lg_splitmix64(&seed) % 100) / 7 : 1000;
}
