/* On the Run's thinking player: tries each action by games that continue from it for some turns, and gives more of them
 * to the actions that have done well (sequential halving; Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration
 * in Multi-Armed Bandits", 2013).
 *
 * A fugitive that expects one kind of detectives is easy prey for the others. So its games contain three kinds: in
 * three of five games they approach all possible cities together, in one each goes to a different possible city
 * (programs of the contest played in both ways), and in one they play like `greedy`. */
#include <string.h>

#include "game/calls.h"
#include "joint.h"
#include "libgames/author.h"
#include "libgames/game.h"
#include "rooms.h"

#define TEAM LG_ONTHERUN_TEAM
#define FAR LG_ONTHERUN_FAR

enum {
    OTR_MOST = LG_ONTHERUN_TYPES * LG_ONTHERUN_MAX_CITIES, /* actions */
    FIRST_PASS = 4,       /* games for each action in the first pass; each pass has twice as many as the one before */
    MOST_GAMES = 1 << 26, /* of them, minutes of work; sums of values times games stay below 2^63 */
    OTR_POINTS = 20,      /* that are shared out */
    HUNTED = 6,           /* turns that a fugitive looks ahead, */
    HUNTING = 4           /* and detectives */
};

typedef struct trial {
    int32_t action, games;
    int64_t sum; /* of their values */
} trial;

typedef struct thought {
    const lg_game *game;
    const lg_ontherun_map *map;
    const lg_ontherun *state;
    const lg_effort *effort;
    lg_rng *rng;
    int32_t player, games; /* so far */
} thought;

/* ---- detectives of three kinds ---- */

enum { LIKE_GREEDY, CLOSER, TO_ONE, IN_TURN = 5 };
LG_I_BITS_TABLE int8_t KIND[IN_TURN] = {LIKE_GREEDY, CLOSER, CLOSER, CLOSER, TO_ONE};

/* The distance of the possible cities from the nearest of the other detectives; detectives without a choice may come
 * one nearer. */
static int list_possible(const lg_ontherun_map *map, const lg_ontherun *state, int next, uint8_t city[],
                         uint8_t nearest[]) {
    lg_ontherun_set possible = state->possible;
    int count = 0;
    for (int to = lg_i_ontherun_set_take(&possible); to != 0; to = lg_i_ontherun_set_take(&possible)) {
        int least = FAR;
        for (int i = 0; i < TEAM; i++) {
            const int sent = state->choice[i], from = sent != 0 ? sent : state->detective[i];
            const int distance = map->distance[LG_ONTHERUN_ANY][from][to], comes = sent == 0 && distance > 0;
            if (i != next && distance - comes < least) least = distance - comes;
        }
        city[count] = (uint8_t)to;
        nearest[count++] = (uint8_t)least;
    }
    return count;
}

static int32_t come_closer(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_set choices, lg_rng *rng) {
    uint8_t possible[LG_ONTHERUN_MAX_CITIES], nearest[LG_ONTHERUN_MAX_CITIES];
    lg_best best = {0, 0, 0};
    const int count = list_possible(map, state, lg_i_ontherun_next_detective(state), possible, nearest);
    for (int city = lg_i_ontherun_set_take(&choices); city != 0; city = lg_i_ontherun_set_take(&choices)) {
        const uint8_t *distance = map->distance[LG_ONTHERUN_ANY][city];
        int32_t sum = 0;
        for (int i = 0; i < count; i++) sum += distance[possible[i]] < nearest[i] ? distance[possible[i]] : nearest[i];
        lg_best_offer(&best, city, -sum, rng);
    }
    return best.choice;
}

/* To the nearest possible city that no other detective is sent to. */
static int32_t go_to_one(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_set choices, lg_rng *rng) {
    lg_best best = {0, 0, 0};
    lg_ontherun_set ends = state->possible;
    for (int i = 0; i < TEAM; i++) lg_i_ontherun_set_remove(&ends, state->choice[i]);
    for (int city = lg_i_ontherun_set_take(&choices); city != 0; city = lg_i_ontherun_set_take(&choices)) {
        lg_ontherun_set left = ends;
        int32_t least = FAR;
        for (int end = lg_i_ontherun_set_take(&left); end != 0; end = lg_i_ontherun_set_take(&left))
            if (map->distance[LG_ONTHERUN_ANY][city][end] < least) least = map->distance[LG_ONTHERUN_ANY][city][end];
        lg_best_offer(&best, city, -least, rng);
    }
    return best.choice;
}

/* All four together. Detectives who approach all cities choose again, one after the other, when all have chosen: the
 * result is usually the best joint move. */
static void send_all(const lg_ontherun_map *map, lg_ontherun *state, int kind, lg_rng *rng) {
    lg_ontherun plan = *state;
    int32_t city[TEAM];
    for (int i = 0; i < (kind == CLOSER ? 2 * TEAM : TEAM); i++) {
        const int next = i % TEAM;
        lg_ontherun_set choices;
        plan.choice[next] = 0;
        (void)lg_i_ontherun_completable(map, &plan, next, &choices);
        for (int other = 0; other < TEAM; other++) lg_i_ontherun_set_remove(&choices, plan.choice[other]);
        city[next] = (kind == CLOSER ? come_closer : go_to_one)(map, &plan, choices, rng);
        plan.choice[next] = (uint8_t)city[next];
    }
    (void)lg_ontherun_move_detectives(map, state, city, state);
}

/* ---- games ---- */

static int32_t otr_value_of(const thought *t, const lg_ontherun *state) {
    int32_t points[2], value;
    if (lg_i_ontherun_is_over(state)) {
        lg_ontherun_scores(state, points);
        value = LG_I_ONTHERUN_ONE * (points[LG_ONTHERUN_DETECTIVES] - points[LG_ONTHERUN_FUGITIVE]) / OTR_POINTS;
    } else {
        value = lg_i_ontherun_prospects(t->map, state);
    }
    return t->player == LG_ONTHERUN_DETECTIVES ? value : -value;
}

static int32_t otr_play_on(const thought *t, int32_t action, int kind) {
    lg_ontherun state;
    const lg_game_type *type = t->game->type;
    const int end = t->state->turn + (t->player == LG_ONTHERUN_FUGITIVE ? HUNTED : HUNTING);
    type->rules.resample(t->game, t->state, t->player, t->rng, &state);
    (void)type->rules.apply(t->game, &state, action, &state);
    while (!lg_i_ontherun_is_over(&state) && state.turn <= end) {
        if (kind != LIKE_GREEDY && state.phase == LG_ONTHERUN_MOVE_DETECTIVES) send_all(t->map, &state, kind, t->rng);
        else (void)type->rules.apply(t->game, &state, lg_i_ontherun_greedy(t->game, &state, t->rng), &state);
    }
    return otr_value_of(t, &state);
}

/* ---- the choice ---- */

static bool is_enough(const thought *t) {
    const lg_effort *effort = t->effort;
    const int64_t most = effort->simulations < MOST_GAMES ? effort->simulations : MOST_GAMES;
    return t->games >= most || (effort->stop != NULL && effort->stop(effort->context));
}

/* False: no more of them. */
static bool try_out(thought *t, trial *trials, int32_t count, int32_t each) {
    for (int32_t i = 0; i < count; i++)
        for (int32_t n = 0; n < each; n++) {
            if (is_enough(t)) return false;
            const int kind = t->player == LG_ONTHERUN_FUGITIVE ? KIND[trials[i].games % IN_TURN] : LIKE_GREEDY;
            trials[i].sum += otr_play_on(t, trials[i].action, kind);
            trials[i].games++;
            t->games++;
        }
    return true;
}

static bool otr_is_better(const trial *a, const trial *b) {
    return a->sum * b->games > b->sum * a->games;
}

static void otr_expert_sort(trial *trials, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        const trial one = trials[i];
        int32_t at = i;
        for (; at > 0 && otr_is_better(&one, &trials[at - 1]); at--) trials[at] = trials[at - 1];
        trials[at] = one;
    }
}

/* A pass of about this many games: equally many in each round, with half the actions of the round before. */
static bool halve(thought *t, trial *trials, int32_t count, int64_t games) {
    int32_t rounds = 1;
    while (count >> rounds > 0) rounds++;
    for (; count > 1; count = (count + 1) / 2) {
        const int64_t each = games / rounds / count;
        if (!try_out(t, trials, count, each > 1 ? (int32_t)each : 1)) return false;
        otr_expert_sort(trials, count);
    }
    return true;
}

/* First the choice of `greedy`, in case there is no time, then all others in random order, so that no equal action is
 * preferred. */
static int32_t list_actions(const thought *t, trial *trials) {
    uint64_t mask[LG_MASK_WORDS(OTR_MOST)];
    const int32_t count = t->game->type->rules.legal(t->game, t->state, mask);
    const int32_t first = lg_i_ontherun_greedy(t->game, t->state, t->rng);
    trials[0] = (trial){.action = first};
    for (int32_t i = 0, listed = 1; i < count; i++) {
        const int32_t action = lg_mask_select(mask, t->game->actions, (uint32_t)i);
        if (action == first) continue;
        const int32_t at = 1 + (int32_t)lg_rng_below(t->rng, (uint32_t)listed);
        trials[listed++] = trials[at];
        trials[at] = (trial){.action = action};
    }
    return count;
}

static int32_t otr_expert(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng) {
    trial trials[OTR_MOST];
    thought t = {game, lg_i_ontherun_map_of(game), (const lg_ontherun *)state, effort, rng, 0, 0};
    t.player = game->type->rules.player(game, state);
    const int32_t count = list_actions(&t, trials);
    int64_t games = (int64_t)FIRST_PASS * count;
    while (count > 1 && halve(&t, trials, count, games)) games *= 2;
    return trials[0].action;
}

/* Chosen by games against greedy, each other and the detectives above. A deeper tree would depend on where the fugitive
 * has gone. */
static const char *otr_strong(const lg_game *game, int32_t player) {
    (void)game;
    return player == LG_ONTHERUN_FUGITIVE ? "expert(simulations=1000)"
                                          : "mcts(depth=1,exploration=30,rollout=greedy,cutoff=20)";
}

const lg_game_bots lg_i_ontherun_bots = {
    .greedy = lg_i_ontherun_greedy, .expert = otr_expert, .evaluate = lg_i_ontherun_evaluate,
    .strong = otr_strong, .net = LG_I_GAME_NET(ontherun),
};
