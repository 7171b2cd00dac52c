/* The tree on all games: the same everywhere, in any memory, after moves. */
#include "heaps.h"
#include "search/helpers.h"
#include "search/team.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *const GAMES[] = {
    "alquerque",
    "amazes(turns=8)",
    "blockdrop(rules=engine,turns=40)",
    "ontherun(cities=60,map=3)",
    "snakecore(size=8,players=3,rounds=20)",
    "snakecore(size=8,players=1,rounds=20)",
};
#define GAME_COUNT ((int)(sizeof GAMES / sizeof GAMES[0]))

/* ---- the same everywhere ---- */

/* Digests of 300 simulations, 12 random actions after the start of the game with seed 3: UCT, PUCT with noise, Gumbel with
 * an evaluator, UCT two levels deep with greedy rollouts. They may change only with the algorithm. */
static const uint64_t GOLDEN[GAME_COUNT][4] = {
    {0xF160EF130EAB6F3Cu, 0xB7CD0AA415D9E95Bu,
     0x41DBA1D8A872FD91u, 0xE2767605A88328B9u},
    {0xEACEDDEA1672F809u, 0xF853D2468AAAECC9u,
     0xB36A9F34377261D3u, 0xC19BEAC5043AC280u},
    {0x5C060B565A04B83Bu, 0xAD3B866AE7C105FFu,
     0xF0BBD5285B7AB986u, 0xFCEAC2E48DBF25DFu},
    {0x129CD1C488E59BD3u, 0x7027ADE0BE0F30BBu,
     0xD3EC427E83944E66u, 0x2B8BB12199C7A51Bu},
    {0xDE230B2CD5130131u, 0xB063EF5C47C11DA5u,
     0x8168BA4C5CE2E223u, 0x70EE4A6EFE5D98ECu},
    {0x0D19DFD9CDF9B96Eu, 0x7A02BDD9A28D00E9u,
     0x336B531F209AD69Cu, 0x5F8CB66705743A54u},
};

static lg_search_config golden_config(int which) {
    lg_search_config config = lg_search_default(300);
    config.seed = 5;
    config.policy = which == 3 ? LG_SEARCH_UCT : which;
    config.noise = which == LG_SEARCH_PUCT ? 0.25f : 0;
    if (which == 2) config.evaluator = search_evaluator;
    if (which != 3) return config;
    config.rollout = LG_BOT_GREEDY;
    config.depth = 2;
    return config;
}

static void walk_on(walk *w, int steps) {
    for (int i = 0; i < steps && w->count > 0; i++) walk_step(w);
}

START_TEST(test_golden) {
    walk w = walk_begin(GAMES[_i]);
    walk_start(&w, 3);
    walk_on(&w, 12);
    for (int k = 0; k < 4; k++) {
        const lg_search_config config = golden_config(k);
        lg_search *search = search_make(&w.game, &config);
        search_state(search, w.state);
        search_check(search, &w.game, w.state);
        const uint64_t digest = search_digest(search, &w.game);
        search_state(search, w.state);
        ck_assert_uint_eq(search_digest(search, &w.game), digest);
        ck_assert_msg(digest == GOLDEN[_i][k], "%s, %d: 0x%016llX", GAMES[_i], k, (unsigned long long)digest);
        search_free(search);
    }
    walk_end(&w);
}
END_TEST

/* Another seed gives another tree. */
START_TEST(test_seed) {
    walk w = walk_begin(GAMES[_i]);
    const lg_search_config config = golden_config(0);
    lg_search *search = search_make(&w.game, &config);
    walk_start(&w, 3);
    search_state(search, w.state);
    const uint64_t digest = search_digest(search, &w.game);
    ck_assert_int_eq(lg_search_set_seed(search, 6), LG_OK);
    search_state(search, w.state);
    ck_assert_uint_ne(search_digest(search, &w.game), digest);
    ck_assert_int_eq(lg_search_set_seed(search, config.seed), LG_OK);
    search_state(search, lg_search_state(search)); /* from its own root */
    ck_assert_uint_eq(search_digest(search, &w.game), digest);
    search_free(search);
    walk_end(&w);
}
END_TEST

/* ---- memory ---- */

/* Most bytes of a simulation. If each visited child had a node, each simulation would take about 20 more. */
static const struct {
    const char *name;
    double most;
} CONTEST[] = {{"alquerque", 66}, {"amazes", 37}, {"blockdrop", 53}, {"ontherun", 42}, {"snakecore", 38}};

/* A search with little memory is sound, spends its budget, and keeps within the memory. */
static void check_small(walk *w, int64_t nodes, int32_t full, int32_t policy) {
    lg_search_config config = lg_search_default(100);
    config.nodes = nodes;
    config.full = full;
    config.policy = policy;
    lg_search *search = search_make(&w->game, &config);
    search_state(search, w->state);
    search_check(search, &w->game, w->state);
    const lg_search_statistics s = search_statistics(search);
    LG_REQUIRE(s.nodes <= nodes, "%d nodes of %d", (int)s.nodes, (int)nodes);
    if (full != LG_SEARCH_FULL_STOP) LG_REQUIRE(s.simulations == 100 || s.proven, "%d", (int)s.simulations);
    if (nodes == 1) LG_REQUIRE(s.depth == 0 && s.full, "depth %d", s.depth);
    search_free(search);
}

START_TEST(test_memory) {
    static const int64_t NODES[] = {1, 2, 3, 5, 8, 13, 40, 100, 1000};
    walk w = walk_begin(GAMES[_i]);
    walk_start(&w, 3);
    walk_on(&w, 3);
    for (size_t i = 0; i < sizeof NODES / sizeof NODES[0]; i += LG_TESTS_SLOWER > 1 ? 3 : 1)
        for (int32_t full = LG_SEARCH_FULL_KEEP; full <= LG_SEARCH_FULL_STOP; full++)
            for (int32_t policy = LG_SEARCH_UCT; policy <= LG_SEARCH_GUMBEL; policy++)
                check_small(&w, NODES[i], full, policy);
    walk_end(&w);
}
END_TEST

/* The values of a single rollout need no node. */
START_TEST(test_small_leaves) {
    walk w = walk_begin(CONTEST[_i].name);
    lg_search_config config = lg_search_default(1000);
    walk_start(&w, 3);
    walk_on(&w, 24);
    for (config.policy = LG_SEARCH_UCT; config.policy <= LG_SEARCH_GUMBEL; config.policy++) {
        lg_search *search = search_make(&w.game, &config);
        search_state(search, w.state);
        const lg_search_statistics s = search_statistics(search);
        const double bytes = (double)s.nodes * (double)lg_search_node_size(&w.game) / (double)s.simulations;
        LG_REQUIRE(s.simulations == 1000 && bytes < CONTEST[_i].most, "%s: %.1f bytes a simulation", CONTEST[_i].name, bytes);
        search_free(search);
    }
    walk_end(&w);
}
END_TEST

/* Simulations, nodes and full of a search with this much memory. */
static lg_search_statistics run_small(walk *w, int64_t nodes, int32_t full) {
    lg_search_config config = lg_search_default(3000);
    config.nodes = nodes;
    config.full = full;
    lg_search *search = search_make(&w->game, &config);
    search_state(search, w->state);
    const lg_search_statistics s = search_statistics(search);
    search_free(search);
    return s;
}

START_TEST(test_full) {
    walk w = walk_begin(GAMES[0]);
    walk_start(&w, 1);
    const lg_search_statistics roomy = run_small(&w, 100000, LG_SEARCH_FULL_KEEP);
    ck_assert(!roomy.full && roomy.dropped == 0 && roomy.refused == 0 && roomy.nodes > 2000);
    ck_assert_int_lt(roomy.nodes, 4 * 3000); /* with a node for each child it would be 7 a simulation */
    const lg_search_statistics keep = run_small(&w, 300, LG_SEARCH_FULL_KEEP);
    ck_assert(keep.full && keep.dropped == 0 && keep.simulations == 3000 && keep.depth < roomy.depth);
    ck_assert(keep.refused > 500 && keep.refused < 2 * 3000);
    const lg_search_statistics drop = run_small(&w, 300, LG_SEARCH_FULL_DROP);
    ck_assert(drop.dropped > 500 && drop.simulations == 3000 && drop.depth > keep.depth);
    const lg_search_statistics stop = run_small(&w, 300, LG_SEARCH_FULL_STOP);
    ck_assert(stop.full && stop.refused > 0 && stop.simulations > 50 && stop.simulations < 1000);
    walk_end(&w);
}
END_TEST

/* The most visited nodes stay: whenever nodes are dropped, the tree keeps between an eighth and, except for the new
 * leaf, half of the memory; as many nodes stay as fit, so at times it is nearly half. */
START_TEST(test_what_stays) {
    enum { NODES = 500 };
    walk w = walk_begin(GAMES[0]);
    walk_start(&w, 1);
    lg_search_config config = lg_search_default(1);
    config.nodes = NODES;
    config.full = LG_SEARCH_FULL_DROP;
    lg_search *search = search_make(&w.game, &config);
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    int64_t dropped = 0, most = 0;
    int drops = 0;
    for (int32_t simulations = 1; simulations <= 1500; simulations++) {
        ck_assert_int_eq(lg_search_set_simulations(search, simulations), LG_OK);
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        const lg_search_statistics s = search_statistics(search);
        if (s.dropped != dropped) {
            ck_assert_msg(s.nodes >= NODES / 8 && s.nodes <= NODES / 2 + 60, "%d nodes stay", (int)s.nodes);
            if (s.nodes > most) most = s.nodes;
            drops++;
        }
        dropped = s.dropped;
    }
    ck_assert_int_ge(drops, 3);
    ck_assert_int_ge(most, NODES * 2 / 5);
    search_free(search);
    walk_end(&w);
}
END_TEST

/* ---- after a move ---- */

/* Values and visits of an action at the root. */
static void look_at(const lg_search *search, const lg_game *game, int32_t action, int64_t *visits, float *values) {
    float *all = malloc((size_t)game->actions * (size_t)game->players * sizeof *all);
    int64_t *counts = search_visits(search, game);
    const lg_search_actions arrays = {.values = all};
    ck_assert_int_eq(lg_search_root(search, &arrays), LG_OK);
    *visits = counts[action];
    memcpy(values, all + action * game->players, (size_t)game->players * sizeof *values);
    free(all);
    free(counts);
}

/* The tree below the best action stays: its value, its visits except for the one of its leaf, its line. */
static void check_kept(lg_search *search, walk *w) {
    float values[LG_MAX_PLAYERS] = {0};
    int32_t line[64], rest[64];
    int64_t visits = 0;
    const int32_t best = search_best(search), count = lg_search_line(search, line, 64);
    look_at(search, &w->game, best, &visits, values);
    ck_assert_int_eq(lg_search_advance(search, best, NULL), LG_OK);
    ck_assert_int_eq(lg_game_apply(&w->game, w->state, best, w->state), LG_OK);
    walk_look(w);
    search_check(search, &w->game, w->state);
    const lg_search_statistics s = search_statistics(search);
    ck_assert_int_eq(s.simulations, 0);
    ck_assert(!s.full);
    if (w->count == 0) return;
    int64_t *below = search_visits(search, &w->game);
    const int64_t sum = search_sum(below, &w->game);
    free(below);
    LG_REQUIRE(sum == visits - 1 || sum == 0, "%d visits of %d", (int)sum, (int)visits);
    for (int32_t p = 0; p < w->game.players; p++) ck_assert_float_eq(s.values[p], values[p]);
    const int32_t left = lg_search_line(search, rest, 64);
    LG_REQUIRE(count == 0 || count == 64 || left == count - 1, "%d of %d", left, count);
    LG_REQUIRE(memcmp(rest, line + 1, (size_t)(left < 63 ? left : 63) * sizeof *rest) == 0, "another line");
}

START_TEST(test_advance) {
    enum { MOVES = LG_TESTS_SLOWER > 1 ? 8 : 30 };
    walk w = walk_begin(GAMES[_i % 2 == 0 ? 0 : 2]);
    lg_search_config config = lg_search_default(500);
    config.policy = _i / 2;
    config.solver = 0;
    config.nodes = 100000;
    lg_search *search = search_make(&w.game, &config);
    walk_start(&w, 2);
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    for (int i = 0; i < MOVES && w.count > 0; i++) {
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        ck_assert_int_gt(search_statistics(search).simulations, 0);
        check_kept(search, &w);
    }
    search_free(search);
    walk_end(&w);
}
END_TEST

/* Whole games on one tree, including actions that were searched little, and in little memory. */
static void play_through(walk *w, const lg_search_config *config) {
    lg_search *search = search_make(&w->game, config);
    walk_start(w, 4);
    ck_assert_int_eq(lg_search_begin(search, w->state), LG_OK);
    for (int i = 0; i < (LG_TESTS_SLOWER > 1 ? 50 : 200) && w->count > 0; i++) {
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        search_check(search, &w->game, w->state);
        const int32_t random = lg_mask_select(w->mask, w->game.actions, lg_rng_below(&w->rng, (uint32_t)w->count));
        const int32_t action = i % 3 == 0 ? random : search_best(search);
        ck_assert_int_eq(lg_game_apply(&w->game, w->state, action, w->state), LG_OK);
        ck_assert_int_eq(lg_search_advance(search, action, i % 2 == 0 ? NULL : w->state), LG_OK);
        walk_look(w);
    }
    search_check(search, &w->game, w->state);
    search_free(search);
}

START_TEST(test_games) {
    walk w = walk_begin(GAMES[_i]);
    for (int k = 0; k < 6; k++) {
        lg_search_config config = golden_config(k % 3);
        config.simulations = 40;
        config.nodes = k < 3 ? 100000 : 150;
        config.full = LG_SEARCH_FULL_DROP;
        play_through(&w, &config);
    }
    walk_end(&w);
}
END_TEST

/* ---- several trees of one root ---- */

typedef struct asked_state {
    int times, most;
    pthread_t caller;
} asked_state;

static bool stop_after(void *context, const lg_search *search) {
    asked_state *asked = context;
    LG_REQUIRE(pthread_equal(asked->caller, pthread_self()) != 0, "asked on another thread");
    LG_REQUIRE(search_statistics(search).simulations >= 0, "no results meanwhile");
    return asked->times++ >= asked->most;
}

/* The same number of threads gives the same results, in parts of any size; the whole budget is spent. Four threads use
 * the game's network, each with separate memory. */
START_TEST(test_several_trees) {
    walk w = walk_begin(GAMES[_i]);
    walk_start(&w, 3);
    walk_on(&w, 5);
    uint64_t digests[5] = {0};
    for (int32_t threads = 1; threads <= 4; threads++) {
        lg_search_config config = lg_search_default(301);
        config.cutoff = 20;
        config.policy = threads >= 3 ? LG_SEARCH_PUCT : LG_SEARCH_UCT;
        config.net = threads == 4;
        if (lg_search_size(&w.game, &config) == 0) config.net = 0; /* none for this game */
        ck_assert(config.net == (threads == 4) || _i > 0);
        config.threads = threads;
        lg_search *search = search_make(&w.game, &config), *other = search_make(&w.game, &config);
        search_state(search, w.state);
        search_check(search, &w.game, w.state);
        digests[threads] = search_digest(search, &w.game);
        const lg_search_statistics s = search_statistics(search);
        int64_t *visits = search_visits(search, &w.game);
        LG_REQUIRE(s.proven || (s.simulations == 301 && search_sum(visits, &w.game) >= 301 - threads &&
                                search_sum(visits, &w.game) <= 301), "%d visits", (int)search_sum(visits, &w.game));
        free(visits);
        ck_assert_int_eq(lg_search_begin(other, w.state), LG_OK);
        for (int32_t going = 1; going > 0;) ck_assert_int_eq(lg_search_run_some(&other, 1, 7, &going), LG_OK);
        ck_assert_uint_eq(search_digest(other, &w.game), digests[threads]);
        lg_search_leaves leaves = {.capacity = 1};
        ck_assert_int_eq(lg_search_collect(&other, 1, &leaves), threads > 1 ? LG_E_ARGUMENT : LG_OK);
        asked_state asked = {0, 9, pthread_self()};
        ck_assert_int_eq(lg_search_begin(other, w.state), LG_OK);
        ck_assert_int_eq(lg_search_run(other, stop_after, &asked), LG_OK);
        /* Other threads may have finished before this one has begun. */
        ck_assert(threads > 1 || (asked.times >= 9 && (s.proven || search_statistics(other).simulations < 301)));
        if (w.count > 0) {
            ck_assert_int_eq(lg_search_advance(search, search_best(search), NULL), LG_OK);
            ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
            search_check(search, &w.game, lg_search_state(search));
        }
        search_free(other);
        search_free(search);
    }
    ck_assert_uint_ne(digests[1], digests[2]);
    walk_end(&w);
}
END_TEST

/* ---- many roots ---- */

enum { ROOTS = 24 };

/* The digest of all roots, searched by `threads` threads; 0: without a team. */
static uint64_t run_roots(walk *w, int32_t threads) {
    lg_search *searches[ROOTS];
    lg_i_team *team = NULL;
    lg_search_config config = lg_search_default(100);
    uint64_t digests[ROOTS];
    void *memory = malloc(lg_i_team_size());
    if (threads > 0)
        ck_assert(lg_i_team_create(threads, memory, &team));
    for (int i = 0; i < ROOTS; i++) {
        config.seed = (uint64_t)i;
        searches[i] = search_make(&w->game, &config);
        walk_start(w, (uint64_t)i);
        ck_assert_int_eq(lg_search_begin(searches[i], w->state), LG_OK);
    }
    ck_assert_int_eq(lg_i_team_run_some(team, searches, ROOTS, INT64_MAX, NULL), LG_OK);
    for (int i = 0; i < ROOTS; i++) {
        digests[i] = search_digest(searches[i], &w->game);
        ck_assert_int_eq(search_statistics(searches[i]).simulations, 100);
        search_free(searches[i]);
    }
    lg_i_team_destroy(team);
    free(memory);
    return lg_hash(digests, sizeof digests);
}

START_TEST(test_threads) {
    walk w = walk_begin(GAMES[_i]);
    const uint64_t digest = run_roots(&w, 0);
    for (int32_t threads = 1; threads <= 4; threads += LG_TESTS_SLOWER > 1 ? 3 : 1)
        ck_assert_uint_eq(run_roots(&w, threads), digest);
    walk_end(&w);
}
END_TEST

/* Parts of any size make the tree of one run; the last one leaves nothing to do. */
START_TEST(test_parts) {
    walk w = walk_begin(GAMES[_i]);
    lg_search *searches[2];
    lg_search_config config = lg_search_default(100);
    int32_t going = -1;
    walk_start(&w, 5);
    for (int i = 0; i < 2; i++) searches[i] = search_make(&w.game, &config);
    ck_assert_int_eq(lg_search_run_some(searches, 1, 10, &going), LG_E_ARGUMENT);
    for (int i = 0; i < 2; i++) search_state(searches[i], w.state);
    ck_assert_int_eq(lg_search_begin(searches[1], w.state), LG_OK);
    ck_assert_int_eq(lg_search_run_some(searches, 2, -1, &going), LG_E_ARGUMENT);
    ck_assert_int_eq(going, -1);
    for (int64_t part = 0, sum = 0; going != 0; sum += part++) {
        ck_assert_int_eq(lg_search_run_some(searches, 2, part, &going), LG_OK);
        const lg_search_statistics s = search_statistics(searches[1]);
        if (going != 0) ck_assert_int_eq(s.simulations, sum + part);
        ck_assert_int_eq(going, s.simulations < 100 && !s.proven);
    }
    ck_assert_uint_eq(search_digest(searches[1], &w.game), search_digest(searches[0], &w.game));
    for (int i = 0; i < 2; i++) search_free(searches[i]);
    walk_end(&w);
}
END_TEST

/* ---- looking into the tree ---- */

/* The children of the root are its actions; below each, all but the visits that ended there are found again. */
START_TEST(test_children) {
    walk w = walk_begin(GAMES[_i]);
    lg_search_config config = golden_config(1);
    config.simulations = 500;
    walk_start(&w, 5);
    lg_search *search = search_make(&w.game, &config);
    const size_t room = (size_t)w.game.actions;
    lg_search_child *children = calloc(room, sizeof *children), *below = calloc(room, sizeof *below);
    ck_assert(lg_search_state(search) == NULL);
    ck_assert_int_eq(lg_search_children(search, NULL, 0, children, w.game.actions), 0);
    search_state(search, w.state);
    ck_assert(memcmp(lg_search_state(search), w.state, w.game.state_size) == 0);
    int64_t *visits = search_visits(search, &w.game);
    const int32_t count = lg_search_children(search, NULL, 0, children, w.game.actions);
    ck_assert_int_eq(count, w.count);
    for (int32_t i = 0; i < count; i++) {
        int64_t sum = 0;
        const int32_t line[] = {children[i].action, -1};
        ck_assert_int_eq(children[i].visits, visits[children[i].action]);
        if (i > 0) ck_assert_int_le(children[i].visits, children[i - 1].visits);
        const int32_t found = lg_search_children(search, line, 1, below, w.game.actions);
        for (int32_t k = 0; k < found; k++) sum += below[k].visits;
        ck_assert(found == 0 || (sum < children[i].visits && sum + 2 >= children[i].visits) || children[i].proven != 0);
        ck_assert_int_eq(lg_search_children(search, line, 2, below, w.game.actions), 0);
    }
    ck_assert_int_eq(lg_search_children(search, NULL, 0, below, 1), 1);
    ck_assert(memcmp(below, children, sizeof *below) == 0);
    ck_assert_int_eq(lg_search_children(search, NULL, 1, below, 1), 0);
    ck_assert_int_eq(lg_search_children(search, NULL, -1, below, 1), 0);
    ck_assert_int_eq(lg_search_children(search, NULL, 0, below, 0), 0);
    ck_assert_int_eq(lg_search_children(search, NULL, 0, NULL, 1), 0);
    free(visits);
    free(children);
    free(below);
    search_free(search);
    walk_end(&w);
}
END_TEST

/* ---- noise ---- */

/* Priors of the root with nothing but noise, over many seeds: the mean of each, and the mean of the largest. */
static double noise_at_most(walk *w, float alpha, double *mean) {
    enum { SEEDS = 400 };
    lg_search_config config = lg_search_default(1);
    float *priors = malloc((size_t)w->game.actions * sizeof *priors);
    const lg_search_actions arrays = {.priors = priors};
    double largest = 0;
    *mean = 0;
    config.policy = LG_SEARCH_PUCT;
    config.noise = 1;
    config.noise_alpha = alpha;
    lg_search *search = search_make(&w->game, &config);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        float most = 0;
        ck_assert_int_eq(lg_search_set_seed(search, seed), LG_OK);
        search_state(search, w->state);
        ck_assert_int_eq(lg_search_root(search, &arrays), LG_OK);
        for (int32_t a = 0; a < w->game.actions; a++) most = priors[a] > most ? priors[a] : most;
        *mean += (double)priors[lg_mask_select(w->mask, w->game.actions, 1)] / (double)SEEDS;
        largest += (double)most / (double)SEEDS;
    }
    search_free(search);
    free(priors);
    return largest;
}

/* Dirichlet noise: every action has the same share in the mean; the smaller alpha, the more goes to one of them. */
START_TEST(test_noise) {
    static const float ALPHA[] = {0.01f, 0.3f, 1, 10, 1000};
    walk w = walk_begin(GAMES[0]);
    double before = 2, mean = 0;
    walk_start(&w, 1);
    ck_assert_int_ge(w.count, 3);
    for (int i = 0; i < 5; i++) {
        const double largest = noise_at_most(&w, ALPHA[i], &mean), expected = 1.0 / w.count;
        ck_assert_msg(mean > 0.7 * expected && mean < 1.3 * expected, "%g: %g", (double)ALPHA[i], mean);
        ck_assert_msg(largest < before - 0.03, "%g: %g after %g", (double)ALPHA[i], largest, before);
        before = largest;
        if (i == 0) ck_assert(largest > 0.9);
        if (i == 4) ck_assert(largest < 1.2 * expected);
    }
    walk_end(&w);
}
END_TEST

/* ---- a model of the opponents ---- */

/* Visits of the children below these actions that greedy never chooses there. */
static int64_t not_greedy(const lg_search *search, walk *w, const int32_t *path, int32_t length) {
    lg_search_child below[128];
    uint8_t chosen[4096] = {0};
    int64_t visits = 0;
    memcpy(w->other, w->state, w->game.state_size);
    for (int32_t i = 0; i < length; i++) ck_assert_int_eq(lg_game_apply(&w->game, w->other, path[i], w->other), LG_OK);
    for (uint64_t seed = 0; seed < 500; seed++) {
        lg_rng rng = lg_rng_seed(seed, 0);
        int32_t action;
        if (lg_game_choose(&w->game, w->other, LG_BOT_GREEDY, &rng, &action) == LG_OK) chosen[action] = 1;
    }
    const int32_t count = lg_search_children(search, path, length, below, 128);
    for (int32_t i = 0; i < count; i++) visits += chosen[below[i].action] ? 0 : below[i].visits;
    return visits;
}

/* The tree makes this share of all others' decisions like greedy, and none of the searching player's. */
START_TEST(test_opponent_model) {
    static const float SHARES[] = {0, 0.5f, 1};
    walk w = walk_begin(GAMES[_i]);
    int64_t others[3] = {0}, own[3] = {0};
    walk_start(&w, 3);
    walk_on(&w, 12);
    for (int k = 0; k < 3; k++) {
        lg_search_config config = lg_search_default(6000);
        config.opponent_model = SHARES[k];
        config.depth = 6;
        config.cutoff = 0;
        lg_search *search = search_make(&w.game, &config);
        lg_search_child first[64];
        search_state(search, w.state);
        search_check(search, &w.game, w.state);
        const int32_t count = lg_search_children(search, NULL, 0, first, 64);
        own[k] = not_greedy(search, &w, NULL, 0);
        for (int32_t i = 0; i < count; i++) others[k] += not_greedy(search, &w, &first[i].action, 1);
        search_free(search);
    }
    ck_assert_int_eq(others[2], 0);
    ck_assert_msg(others[1] > others[0] / 5 && others[1] < 4 * others[0] / 5, "%ld of %ld", (long)others[1], (long)others[0]);
    ck_assert_int_gt(own[2], 0);
    walk_end(&w);
}
END_TEST

/* ---- strength ---- */

/* A player that searches beats random moves, over both seats. */
START_TEST(test_strength) {
    enum { MATCHES = 10 };
    walk w = walk_begin(GAMES[_i / 3 == 0 ? 0 : 3]);
    lg_search_config config = lg_search_default(150);
    float sum = 0, outcome[LG_MAX_PLAYERS];
    config.policy = _i % 3;
    lg_search *search = search_make(&w.game, &config);
    for (int i = 0; i < MATCHES; i++) {
        walk_start(&w, (uint64_t)i);
        while (w.count > 0) {
            if (w.player != i % 2) {
                walk_step(&w);
                continue;
            }
            search_state(search, w.state);
            ck_assert_int_eq(lg_game_apply(&w.game, w.state, search_best(search), w.state), LG_OK);
            walk_look(&w);
        }
        ck_assert_int_eq(lg_game_outcome(&w.game, w.state, outcome), LG_OK);
        sum += outcome[i % 2];
    }
    ck_assert_msg(sum >= (_i / 3 == 0 ? 0.8f : 0.3f) * (float)MATCHES, "%g of %d", (double)sum, MATCHES);
    search_free(search);
    walk_end(&w);
}
END_TEST

/* Heaps in which each move takes from a random heap. */
static int32_t one_heap(const lg_game *game, const void *state, uint64_t *mask) {
    const heaps *position = state;
    const int32_t count = HEAPS.rules.legal(game, state, mask);
    if ((mask[0] & 3) != 3) return count;
    mask[0] &= ~((uint64_t)1 << (position->luck[0] + position->luck[1]) % 2);
    return count - 1;
}

/* The tree contains actions for all results of chance; the actual result may allow few of them. */
START_TEST(test_legal_actions_depend_on_chance) {
    static uint64_t memory[64];
    lg_game_type type = HEAPS;
    type.information = LG_INFORMATION_PERFECT;
    type.rules.resample = NULL;
    type.rules.legal = one_heap;
    lg_game game;
    ck_assert_int_eq(lg_game_configure(&type, "heaps", 5, &game, NULL), LG_OK);
    ck_assert_uint_le(game.shared_size, sizeof memory);
    ck_assert_int_eq(lg_game_prepare(&game, memory, sizeof memory), LG_OK);
    lg_search_config config = lg_search_default(60);
    config.policy = _i;
    lg_search *search = search_make(&game, &config);
    heaps state;
    int forbidden = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        lg_game_new(&game, seed, &state);
        ck_assert_int_eq(lg_search_set_seed(search, seed), LG_OK);
        ck_assert_int_eq(lg_search_begin(search, &state), LG_OK);
        while (lg_game_player(&game, &state) >= 0) {
            ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
            search_check(search, &game, &state);
            const int32_t best = search_best(search);
            ck_assert_int_eq(lg_game_apply(&game, &state, best, &state), LG_OK);
            ck_assert_int_eq(lg_search_advance(search, best, &state), LG_OK);
            search_check(search, &game, &state);
            uint64_t all = 0, mask = 0;
            forbidden += HEAPS.rules.legal(&game, &state, &all) > one_heap(&game, &state, &mask);
        }
    }
    ck_assert_int_gt(forbidden, 60);
    search_free(search);
}
END_TEST

/* A fan of many actions, all of which take a stone and end the move. Where the points are odd, eight of them remain, and
 * there are six others. */
enum { FAN = 40, FAN_LEFT = 8, FAN_ODD = 14, FAN_ACTIONS = FAN + FAN_ODD - FAN_LEFT };

static void fan_configure(lg_game *game) {
    HEAPS.rules.configure(game);
    game->actions = FAN_ACTIONS;
    game->draws = game->outcomes = 0;
}

static int32_t fan_legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    const heaps *position = state;
    const bool odd = (position->luck[0] + position->luck[1]) % 2 != 0;
    const int32_t count = heaps_over(position) ? 0 : odd ? FAN_ODD : FAN;
    mask[0] = (((uint64_t)1 << count) - 1) << (odd ? FAN - FAN_LEFT : 0);
    return count;
}

static lg_status fan_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)action;
    const lg_status status = HEAPS.rules.apply(game, before, ((const heaps *)before)->heap[0] == 0, after);
    return status != LG_OK || heaps_over(after) ? status : HEAPS.rules.apply(game, after, HEAPS_STOP, after);
}

/* A child's prior is its share among those with which it was added, also after most of them have been removed. */
START_TEST(test_priors_of_those_that_remain) {
    static uint64_t memory[64];
    const double first = 1.0 / (double)FAN, later = 1.0 / (double)FAN_ODD;
    const double sum = (double)FAN_LEFT * first + (double)(FAN_ODD - FAN_LEFT) * later;
    lg_game_type type = HEAPS;
    type.information = LG_INFORMATION_PERFECT;
    type.rules.configure = fan_configure;
    type.rules.resample = NULL;
    type.rules.legal = fan_legal;
    type.rules.apply = fan_apply;
    type.speed = NULL;
    lg_game game;
    ck_assert_int_eq(lg_game_configure(&type, "heaps", 5, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_prepare(&game, memory, sizeof memory), LG_OK);
    lg_search_config config = lg_search_default(4 * FAN);
    config.policy = LG_SEARCH_PUCT;
    lg_search *search = search_make(&game, &config);
    heaps state, after;
    int removed = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        lg_game_new(&game, seed, &state);
        ck_assert_int_eq(lg_search_set_seed(search, seed), LG_OK);
        ck_assert_int_eq(lg_search_begin(search, &state), LG_OK);
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        ck_assert_int_eq(fan_apply(&game, &state, 3, &after), LG_OK);
        ck_assert_int_eq(lg_search_advance(search, 3, &after), LG_OK);
        float priors[FAN_ACTIONS];
        ck_assert_int_eq(lg_search_root(search, &(lg_search_actions){.priors = priors}), LG_OK);
        if (after.luck[0] == 0 || fabs((double)priors[FAN - 1] - later) < 1e-5) continue;
        for (int32_t action = FAN - FAN_LEFT; action < FAN_ACTIONS; action++)
            ck_assert_double_eq_tol((double)priors[action], (action < FAN ? first : later) / sum, 1e-5);
        removed++;
    }
    ck_assert_int_gt(removed, 5);
    search_free(search);
}
END_TEST

/* One action in the first move, then so many, of which the first is forbidden where the points are odd. Trees store
 * them in 8 bits; with further actions before them, which are never legal, in 16. */
enum { BROAD = 256 };

static void broad_configure(lg_game *game) {
    fan_configure(game);
    game->actions = BROAD;
}

static int32_t broad_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const heaps *position = state;
    const bool first = position->turn == 0, odd = (position->luck[0] + position->luck[1]) % 2 != 0;
    const int32_t least = game->actions - BROAD + odd, end = first ? least + 1 : game->actions;
    memset(mask, 0, LG_MASK_WORDS((size_t)game->actions) * sizeof *mask);
    if (heaps_over(position)) return 0;
    for (int32_t action = least; action < end; action++) mask[action / 64] |= (uint64_t)1 << action % 64;
    return end - least;
}

static lg_game broad_make(lg_game_type *type, int32_t further) {
    static uint64_t memory[64];
    lg_game game;
    *type = HEAPS;
    type->information = LG_INFORMATION_PERFECT;
    type->rules.configure = broad_configure;
    type->rules.resample = NULL;
    type->rules.legal = broad_legal;
    type->rules.apply = fan_apply;
    type->speed = NULL;
    ck_assert_int_eq(lg_game_configure(type, "heaps", 5, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_prepare(&game, memory, sizeof memory), LG_OK);
    game.actions += further;
    return game;
}

/* Children that take most of the memory leave room for their first visits, though some are forbidden at times; only
 * those that are found where the first one is forbidden must grow, for which there is none. */
START_TEST(test_broad_children_in_little_memory) {
    lg_game_type type;
    const lg_game game = broad_make(&type, _i);
    lg_search_config config = lg_search_default(3000);
    config.nodes = _i == 0 ? 80 : 90;
    config.full = LG_SEARCH_FULL_STOP;
    lg_search *search = search_make(&game, &config);
    heaps state;
    int used = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        lg_game_new(&game, seed, &state);
        ck_assert_int_eq(lg_search_set_seed(search, seed), LG_OK);
        search_state(search, &state);
        search_check(search, &game, &state);
        ck_assert(search_statistics(search).full);
        used += search_statistics(search).simulations > BROAD;
    }
    ck_assert_msg(used >= 10, "%d searches use the memory", used);
    search_free(search);
}
END_TEST

/* The same search with actions in 8 and in 16 bits. */
START_TEST(test_numbers_of_actions) {
    lg_game_type types[2];
    const lg_game games[2] = {broad_make(&types[0], 0), broad_make(&types[1], 1)};
    lg_search_config config = lg_search_default(2000);
    config.policy = _i;
    lg_search *search[2] = {search_make(&games[0], &config), search_make(&games[1], &config)};
    for (uint64_t seed = 0; seed < 6; seed++) {
        heaps state;
        lg_game_new(&games[0], seed, &state);
        for (int move = 0; move < 3 && lg_game_player(&games[0], &state) >= 0; move++) {
            int64_t *visits[2];
            int32_t lines[2][8] = {{0}}, length = 0;
            for (int k = 0; k < 2; k++) {
                if (move == 0) ck_assert_int_eq(lg_search_begin(search[k], &state), LG_OK);
                ck_assert_int_eq(lg_search_run(search[k], NULL, NULL), LG_OK);
                search_check(search[k], &games[k], &state);
                visits[k] = search_visits(search[k], &games[k]);
                length = lg_search_line(search[k], lines[k], 8);
            }
            ck_assert_int_ge(search_sum(visits[0], &games[0]), config.simulations - 1);
            ck_assert(move == 0 || visits[0][BROAD - 1] > 0);
            ck_assert_mem_eq(visits[0], visits[1] + 1, BROAD * sizeof *visits[0]);
            for (int32_t i = 0; i < length; i++) ck_assert_int_eq(lines[0][i] + 1, lines[1][i]);
            ck_assert_int_eq(fan_apply(&games[0], &state, lines[0][0], &state), LG_OK);
            for (int k = 0; k < 2; k++) ck_assert_int_eq(lg_search_advance(search[k], lines[k][0], &state), LG_OK);
            free(visits[0]);
            free(visits[1]);
        }
    }
    search_free(search[0]);
    search_free(search[1]);
}
END_TEST

/* The tree need not notice an impossible root, but must respect its legal actions. */
START_TEST(test_advance_to_any_state) {
    walk w = walk_begin(GAMES[_i]);
    lg_search_config config = lg_search_default(60);
    lg_search *search = search_make(&w.game, &config);
    for (uint64_t seed = 0; seed < 60; seed++) {
        walk_start(&w, seed);
        search_state(search, w.state);
        const int32_t best = search_best(search);
        for (int i = 0; i < 7 && w.count > 0; i++) walk_step(&w);
        ck_assert_int_eq(lg_search_advance(search, best, w.state), LG_OK);
        search_check(search, &w.game, w.state);
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        search_check(search, &w.game, w.state);
    }
    search_free(search);
    walk_end(&w);
}
END_TEST

Suite *lg_test_search_trees(void) {
    Suite *suite = suite_create("search_trees");
    TCase *tests = tcase_create("trees");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, test_several_trees, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_threads, 0, GAME_COUNT);
    if (LG_TESTS_THREADS_ALONE == 1) return suite;
    tcase_add_loop_test(tests, test_golden, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_seed, 0, GAME_COUNT - 1); /* alone, every result is the same */
    tcase_add_loop_test(tests, test_memory, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_small_leaves, 0, (int)(sizeof CONTEST / sizeof CONTEST[0]));
    tcase_add_test(tests, test_full);
    tcase_add_test(tests, test_what_stays);
    tcase_add_loop_test(tests, test_advance, 0, 6);
    tcase_add_loop_test(tests, test_legal_actions_depend_on_chance, 0, 3);
    tcase_add_test(tests, test_priors_of_those_that_remain);
    tcase_add_loop_test(tests, test_broad_children_in_little_memory, 0, 2);
    tcase_add_loop_test(tests, test_numbers_of_actions, LG_SEARCH_UCT, LG_SEARCH_PUCT + 1);
    tcase_add_loop_test(tests, test_advance_to_any_state, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_games, 0, GAME_COUNT);
    tcase_add_test(tests, test_noise);
    tcase_add_loop_test(tests, test_parts, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_children, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_opponent_model, 0, 1);
    tcase_add_loop_test(tests, test_opponent_model, 2, 3);
    if (LG_TESTS_SLOWER == 1) tcase_add_loop_test(tests, test_strength, 0, 6); /* too long for slower builds */
    return suite;
}
