/* Little games of On the Run, the last two turns, solved exactly over their information sets, and searched. */
#include "search/helpers.h"

#include "libgames/hash.h"
#include "libgames/ontherun.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 8, MOST_NODES = 60000, MOST_CHOICES = 64, ROUNDS = 150 };

/* ---- the game, written out ---- */

/* A node of the tree, or the end of a game. */
typedef struct node {
    int32_t player; /* to move; -1: over */
    int32_t set;    /* its information set */
    int32_t first;  /* of its children, in `children` */
    int32_t count;
    int32_t depth;  /* decisions since the root */
    double value;   /* for the detectives when it is over */
} node;

/* All nodes that the player to move can't distinguish: it has seen and done the same. */
typedef struct set {
    uint64_t key;
    int32_t first; /* of its actions, in `regrets` and `shares` */
    int32_t count;
} set;

typedef struct little {
    lg_game game;
    node *nodes;
    set *sets;
    int32_t *children, *index; /* index: a hash table of sets, -1 for empty */
    double *regrets, *changes, *shares; /* by action of a set: CFR+'s regrets, a round's changes, the average strategy */
    double *chances, *values;            /* by node, of a best response */
    int32_t node_count, set_count, child_count, action_count, deepest;
    int32_t roots[WORLDS], worlds;
} little;

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    ck_assert(memory != NULL);
    return memory;
}

static little little_make(const lg_game *game) {
    little l = {.game = *game};
    l.nodes = allocate(MOST_NODES, sizeof *l.nodes);
    l.sets = allocate(MOST_NODES, sizeof *l.sets);
    l.children = allocate(MOST_NODES, sizeof *l.children);
    l.index = allocate(2 * MOST_NODES, sizeof *l.index);
    l.regrets = allocate(MOST_NODES, sizeof *l.regrets);
    l.changes = allocate(MOST_NODES, sizeof *l.changes);
    l.shares = allocate(MOST_NODES, sizeof *l.shares);
    l.chances = allocate(MOST_NODES, sizeof *l.chances);
    l.values = allocate(MOST_NODES, sizeof *l.values);
    return l;
}

static void little_free(little *l) {
    void *const all[] = {l->nodes,   l->sets,   l->children, l->index, l->regrets,
                         l->changes, l->shares, l->chances,  l->values};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static uint64_t mix(uint64_t history, uint64_t next) {
    const uint64_t both[2] = {history, next};
    return lg_hash(both, sizeof both);
}

static int32_t find_set(little *l, uint64_t key, int32_t count) {
    size_t at = (size_t)(key % (2 * MOST_NODES));
    for (; l->index[at] >= 0; at = (at + 1) % (2 * MOST_NODES))
        if (l->sets[l->index[at]].key == key) {
            ck_assert_int_eq(l->sets[l->index[at]].count, count);
            return l->index[at];
        }
    l->sets[l->set_count] = (set){key, l->action_count, count};
    l->action_count += count;
    return l->index[at] = l->set_count++;
}

/* Writes the game out from a state, whose players have the two hashed histories. Returns its node; -1:
 * it is too large. */
static int32_t write_out(little *l, const void *state, int32_t depth, const uint64_t histories[2]) {
    uint64_t mask[LG_MAX_MASK_WORDS], seen[2] = {0, 0}, next[2], after[16];
    if (l->node_count == MOST_NODES) return -1;
    const int32_t at = l->node_count++, count = lg_game_legal(&l->game, state, mask);
    float outcome[2] = {0, 0};
    (void)lg_game_outcome(&l->game, state, outcome);
    l->nodes[at] = (node){-1, 0, l->child_count, count, depth, (double)outcome[0]};
    if (depth > l->deepest) l->deepest = depth;
    if (count <= 0) return at;
    if (l->child_count + count > MOST_NODES || count > MOST_CHOICES) return -1;
    const int32_t player = lg_game_player(&l->game, state);
    for (int p = 0; p < 2; p++) {
        (void)lg_game_information_key(&l->game, state, p, &seen[p]);
        seen[p] = mix(histories[p], seen[p]);
    }
    l->child_count += count;
    l->nodes[at].player = player;
    l->nodes[at].set = find_set(l, mix(seen[player], (uint64_t)player), count);
    for (int32_t i = 0; i < count; i++) {
        const int32_t action = lg_mask_select(mask, l->game.actions, (uint32_t)i);
        ck_assert_int_eq(lg_game_apply(&l->game, state, action, after), LG_OK);
        memcpy(next, seen, sizeof next);
        next[player] = mix(next[player], (uint64_t)action);
        const int32_t child = write_out(l, after, depth + 1, next);
        if (child < 0) return -1;
        l->children[l->nodes[at].first + i] = child;
    }
    return at;
}

/* The game from a state whose hidden part is drawn, all worlds equally often. False if it is too large, or nothing is
 * hidden. */
static bool write_all(little *l, const void *state, int32_t player) {
    const uint64_t nothing[2] = {0, 0};
    uint64_t worlds[WORLDS][16];
    lg_rng rng = lg_rng_seed(1, 0);
    l->node_count = l->set_count = l->child_count = l->action_count = l->worlds = l->deepest = 0;
    memset(l->index, 0xFF, 2 * MOST_NODES * sizeof *l->index);
    for (int i = 0; i < 200; i++) {
        uint64_t world[16];
        int32_t j = 0;
        (void)lg_game_resample(&l->game, state, player, &rng, world);
        while (j < l->worlds && memcmp(worlds[j], world, l->game.state_size) != 0) j++;
        if (j < l->worlds) continue;
        if (l->worlds == WORLDS) return false;
        memcpy(worlds[l->worlds++], world, l->game.state_size);
    }
    for (int32_t i = 0; i < l->worlds; i++)
        if ((l->roots[i] = write_out(l, worlds[i], 0, nothing)) < 0) return false;
    return l->worlds > 1;
}

/* ---- its solution ---- */

/* Regret matching+: actions in proportion to their regrets. */
static void strategy_of(const set *s, const double *weights, double *strategy) {
    double sum = 0;
    for (int32_t i = 0; i < s->count; i++) sum += weights[s->first + i];
    for (int32_t i = 0; i < s->count; i++) strategy[i] = sum > 0 ? weights[s->first + i] / sum : 1.0 / s->count;
}

/* The value of a node for a player whose regrets are added up; `others`: the probability with which the others and the
 * worlds lead here. */
static double gather(little *l, int32_t at, int32_t player, double others) {
    const node *n = &l->nodes[at];
    double strategy[MOST_CHOICES], values[MOST_CHOICES], value = 0;
    if (n->player < 0) return player == 0 ? n->value : -n->value;
    const set *s = &l->sets[n->set];
    strategy_of(s, l->regrets, strategy);
    for (int32_t i = 0; i < n->count; i++) {
        values[i] = gather(l, l->children[n->first + i], player, n->player == player ? others : others * strategy[i]);
        value += strategy[i] * values[i];
    }
    for (int32_t i = 0; i < n->count && n->player == player; i++)
        l->changes[s->first + i] += others * (values[i] - value);
    return value;
}

/* Adds the present strategies to the average, weighted by their own player's probability of coming there. */
static void average(little *l, int32_t at, double reach[2], double weight) {
    const node *n = &l->nodes[at];
    double strategy[MOST_CHOICES];
    if (n->player < 0) return;
    const set *s = &l->sets[n->set];
    const double here = reach[n->player];
    strategy_of(s, l->regrets, strategy);
    for (int32_t i = 0; i < n->count; i++) {
        l->shares[s->first + i] += weight * here * strategy[i];
        reach[n->player] = here * strategy[i];
        average(l, l->children[n->first + i], reach, weight);
    }
    reach[n->player] = here;
}

/* CFR+ (O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014). */
static void solve(little *l) {
    memset(l->regrets, 0, (size_t)l->action_count * sizeof *l->regrets);
    memset(l->shares, 0, (size_t)l->action_count * sizeof *l->shares);
    for (int round = 1; round <= ROUNDS; round++) {
        for (int32_t player = 0; player < 2; player++) {
            memset(l->changes, 0, (size_t)l->action_count * sizeof *l->changes);
            for (int32_t i = 0; i < l->worlds; i++) (void)gather(l, l->roots[i], player, 1.0 / l->worlds);
            for (int32_t i = 0; i < l->action_count; i++) {
                l->regrets[i] += l->changes[i];
                if (l->regrets[i] < 0) l->regrets[i] = 0;
            }
        }
        for (int32_t i = 0; i < l->worlds; i++) {
            double reach[2] = {1, 1};
            average(l, l->roots[i], reach, round);
        }
    }
}

/* The probability with which the worlds and the other player's average strategy lead to each node. */
static void set_chances(little *l, int32_t player) {
    double strategy[MOST_CHOICES];
    for (int32_t i = 0; i < l->worlds; i++) l->chances[l->roots[i]] = 1.0 / l->worlds;
    for (int32_t at = 0; at < l->node_count; at++) { /* parents come before their children */
        const node *n = &l->nodes[at];
        if (n->player < 0) continue;
        strategy_of(&l->sets[n->set], l->shares, strategy);
        for (int32_t i = 0; i < n->count; i++)
            l->chances[l->children[n->first + i]] = l->chances[at] * (n->player == player ? 1 : strategy[i]);
    }
}

static int32_t best_action(const little *l, const set *s) {
    int32_t best = 0;
    for (int32_t i = 1; i < s->count; i++)
        if (l->changes[s->first + i] > l->changes[s->first + best]) best = i;
    return best;
}

/* The values of the nodes `depth` decisions after the roots, from the values of the nodes after them. */
static void set_values(little *l, int32_t player, int32_t depth) {
    double strategy[MOST_CHOICES];
    for (int32_t at = 0; at < l->node_count; at++) {
        const node *n = &l->nodes[at];
        if (n->depth != depth || n->player != player) continue;
        for (int32_t i = 0; i < n->count; i++)
            l->changes[l->sets[n->set].first + i] += l->chances[at] * l->values[l->children[n->first + i]];
    }
    for (int32_t at = 0; at < l->node_count; at++) {
        const node *n = &l->nodes[at];
        if (n->depth != depth) continue;
        l->values[at] = player == 0 ? n->value : -n->value;
        if (n->player < 0) continue;
        const set *s = &l->sets[n->set];
        l->values[at] = n->player == player ? l->values[l->children[n->first + best_action(l, s)]] : 0;
        strategy_of(s, l->shares, strategy);
        for (int32_t i = 0; i < n->count && n->player != player; i++)
            l->values[at] += strategy[i] * l->values[l->children[n->first + i]];
    }
}

/* The most that a player can get against the other's average strategy. */
static double best_response(little *l, int32_t player) {
    double sum = 0;
    set_chances(l, player);
    memset(l->changes, 0, (size_t)l->action_count * sizeof *l->changes);
    for (int32_t depth = l->deepest; depth >= 0; depth--) set_values(l, player, depth);
    for (int32_t i = 0; i < l->worlds; i++) sum += l->values[l->roots[i]] / l->worlds;
    return sum;
}

/* ---- searches ---- */

/* Turn 45, the fugitive's city is announced; four detectives anywhere else. False if this is impossible on this map. */
static bool begin(const lg_game *game, lg_rng *rng, lg_ontherun *state) {
    const uint32_t cities = (uint32_t)game->params[0];
    uint64_t taken = 0;
    memset(state, 0, sizeof *state);
    for (int i = 0; i < 5; i++) {
        uint32_t city = 1 + lg_rng_below(rng, cities);
        while ((taken >> city & 1) != 0) city = 1 + lg_rng_below(rng, cities);
        taken |= (uint64_t)1 << city;
        if (i < 4) state->detective[i] = (uint8_t)city;
        else state->fugitive = state->known = (uint8_t)city;
    }
    state->possible.word[0] = (uint64_t)1 << state->fugitive;
    state->turn = 45;
    state->phase = LG_ONTHERUN_MOVE_DETECTIVES;
    state->last_type = 1 + LG_ONTHERUN_CAR;
    return lg_game_validate(game, state, sizeof *state) == LG_OK;
}

/* Random moves that don't end the game, to the detectives' move in turn 49; false if it ends nevertheless. */
static bool go_on(const lg_game *game, lg_rng *rng, lg_ontherun *state) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    lg_ontherun next;
    while (state->turn < 49 || state->phase != LG_ONTHERUN_MOVE_DETECTIVES) {
        const int32_t count = lg_game_legal(game, state, mask);
        for (int i = 0; i < 30; i++) {
            const int32_t action = lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)count));
            ck_assert_int_eq(lg_game_apply(game, state, action, &next), LG_OK);
            if (lg_game_player(game, &next) >= 0) break;
        }
        if (lg_game_player(game, &next) < 0) return false;
        *state = next;
    }
    return true;
}

/* The distance of the search's mean for its choice from the exact value. */
static double error_of(const lg_game *game, const lg_ontherun *state, int64_t simulations, double exact) {
    float values[2 * LG_ONTHERUN_ACTIONS];
    const lg_search_actions root = {.values = values};
    lg_search_config config = lg_search_default(simulations);
    config.seed = 3;
    lg_search *search = search_make(game, &config);
    search_state(search, state);
    ck_assert_int_eq(lg_search_root(search, &root), LG_OK);
    const double value = (double)values[2 * search_best(search)];
    search_free(search);
    return fabs(value - exact);
}

/* The value of the detectives' choice converges to the game's value: within 0.06 after 100,000 simulations, for
 * outcomes from -1 to 1 (measured: 0.00 to 0.05). */
START_TEST(test_little) {
    static const char *const MAPS[] = {"ontherun(cities=9,map=1)", "ontherun(cities=14,map=2)",
                                       "ontherun(cities=14,map=3)"};
    walk w = walk_begin(MAPS[_i]);
    little l = little_make(&w.game);
    bool solved = false;
    for (uint64_t seed = 0; !solved; seed++) {
        lg_rng rng = lg_rng_seed(seed, 0);
        lg_ontherun state;
        if (!begin(&w.game, &rng, &state) || !go_on(&w.game, &rng, &state) || !write_all(&l, &state, 0)) continue;
        solve(&l);
        const double most = best_response(&l, 0), least = -best_response(&l, 1), exact = (least + most) / 2;
        ck_assert_msg(least <= most + 1e-9 && most - least < 0.01, "between %g and %g", least, most);
        const double near = error_of(&w.game, &state, 100000, exact);
        ck_assert_msg(near < 0.06, "map %d, seed %d: %g away from %g", _i, (int)seed, near, exact);
        ck_assert_msg(near < error_of(&w.game, &state, 1000, exact), "no nearer after more simulations");
        solved = true;
    }
    little_free(&l);
    walk_end(&w);
}
END_TEST

Suite *lg_test_search_little(void) {
    Suite *suite = suite_create("search_little");
    TCase *tests = tcase_create("little");
    tcase_add_loop_test(tests, test_little, 0, LG_TESTS_SLOWER > 1 ? 1 : 3);
    suite_add_tcase(suite, tests);
    return suite;
}
