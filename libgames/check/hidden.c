/* Hidden information and chance: states that a player can't distinguish, and the results that must then be equal. */
#include "check/walk.h"

#include "libgames/bots.h"

/* ---- differences between states that a player can see ---- */

enum {
    BY_PLAYER, BY_LEGAL, BY_OBSERVE, BY_MESSAGE, BY_KEY, BY_BOARD, BY_DRAW, BY_HINT, BY_PROMPT, BY_NEWS,
    BY_DECISION, BY_GREEDY, BY_EXPERT, BY_CANONICAL, WAYS
};

static const char *const WAY_NAMES[WAYS] = {"player", "legal", "observe", "message", "information_key", "board",
                                            "draw",   "input_help",   "prompt", "news",    "decision",        "greedy",
                                            "expert", "canonical"};

/* The bots that a game may define, whether it defines them, and their choices. */
static const int CHOICES[] = {BY_GREEDY, BY_EXPERT};
#define SIMULATIONS 3

static bool defines(const lg_game *game, int way) {
    return way == BY_GREEDY ? lg_i_game_bots(game)->greedy != NULL : lg_i_game_bots(game)->expert != NULL;
}

static int32_t choice_of(const lg_game *game, int way, const void *state, lg_rng *rng) {
    const lg_effort effort = {SIMULATIONS, NULL, NULL};
    const lg_game_bots *players = lg_i_game_bots(game);
    return way == BY_GREEDY ? players->greedy(game, state, rng) : players->expert(game, state, &effort, rng);
}

static uint32_t differ_in_turn(lg_i_walk *w, int32_t viewer, const void *like) {
    const bool turn = w->player == viewer;
    if ((lg_game_player(w->game, like) == viewer) != turn) return 1u << BY_PLAYER;
    if (!turn) return 0;
    (void)lg_game_legal(w->game, like, w->other_mask);
    return (uint32_t)(memcmp(w->mask, w->other_mask, lg_i_check_mask_size(w)) != 0) << BY_LEGAL;
}

static uint32_t differ_in_observations(lg_i_walk *w, int32_t viewer, const void *like) {
    for (int32_t which = 0; which < w->game->observations && lg_i_game_learners(w->game)->observe != NULL; which++) {
        const size_t size = lg_space_size(&w->game->observation[which]);
        (void)lg_game_observe(w->game, w->state, viewer, which, w->seen, size);
        (void)lg_game_observe(w->game, like, viewer, which, w->seen_again, size);
        if (memcmp(w->seen, w->seen_again, size) != 0) return 1u << BY_OBSERVE;
    }
    return 0;
}

/* Compares the part of a text that the player may see; false if it can't be printed. */
static bool compare_texts(lg_i_walk *w, lg_i_check_kind kind, int32_t number, const void *like, int way,
                          uint32_t *ways) {
    if (!lg_i_check_print(w, kind, w->state, number, &w->text)) return false;
    if (!lg_i_check_print(w, kind, like, number, &w->other_text)) return false;
    *ways |= (uint32_t)!lg_i_check_same_text(&w->text, &w->other_text) << way;
    return true;
}

static uint32_t differ_in_choice(lg_i_walk *w, int32_t viewer, const void *like) {
    uint32_t ways = 0;
    if (w->player != viewer || lg_game_player(w->game, like) != viewer) return 0;
    for (size_t i = 0; i < sizeof CHOICES / sizeof CHOICES[0]; i++) {
        if (!defines(w->game, CHOICES[i])) continue;
        lg_rng rng = lg_rng_seed(lg_rng_next(&w->rng), 1), again = rng;
        const int32_t action = choice_of(w->game, CHOICES[i], w->state, &rng);
        ways |= (uint32_t)(action != choice_of(w->game, CHOICES[i], like, &again)) << CHOICES[i];
    }
    return ways;
}

static uint32_t differ_in_canonical(const lg_i_walk *w, int32_t viewer, const void *like) {
    int32_t symmetry = 0, other = 0;
    (void)lg_game_canonical(w->game, w->state, viewer, &symmetry);
    (void)lg_game_canonical(w->game, like, viewer, &other);
    return (uint32_t)(symmetry != other) << BY_CANONICAL;
}

static uint32_t differ_in_key(const lg_i_walk *w, int32_t viewer, const void *like) {
    uint64_t key = 0, other = 0;
    (void)lg_game_information_key(w->game, w->state, viewer, &key);
    (void)lg_game_information_key(w->game, like, viewer, &other);
    return (uint32_t)(w->game->type->rules.information_key != NULL && key != other) << BY_KEY;
}

/* `viewer` must not be able to distinguish `like` from the state by any function of the game. If only one differs, that
 * shows too much; if several do, `maker` has changed too much. */
static bool check_alike(lg_i_walk *w, int32_t viewer, const void *like, const char *maker) {
    const lg_game_people *people = lg_i_game_people(w->game);
    uint32_t ways = differ_in_turn(w, viewer, like) | differ_in_observations(w, viewer, like) |
                    differ_in_key(w, viewer, like) | differ_in_choice(w, viewer, like) |
                    differ_in_canonical(w, viewer, like);
    if (lg_i_game_contest(w->game)->message != NULL &&
        !compare_texts(w, LG_I_CHECK_MESSAGE, viewer, like, BY_MESSAGE, &ways))
        return false;
    if (people->board != NULL && !compare_texts(w, LG_I_CHECK_BOARD, viewer, like, BY_BOARD, &ways)) return false;
    if (lg_i_check_draws(w) && !compare_texts(w, LG_I_CHECK_PICTURE, viewer, like, BY_DRAW, &ways)) return false;
    const bool turn = w->player == viewer;
    if (turn && people->input_help != NULL && !compare_texts(w, LG_I_CHECK_HINT, viewer, like, BY_HINT, &ways))
        return false;
    if (turn && people->prompt != NULL && !compare_texts(w, LG_I_CHECK_PROMPT, viewer, like, BY_PROMPT, &ways))
        return false;
    const int32_t action = turn ? lg_mask_select(w->mask, w->game->actions, 0) : 0;
    if (turn && people->decision != NULL && !compare_texts(w, LG_I_CHECK_DECISION, action, like, BY_DECISION, &ways))
        return false;
    if (people->news != NULL && !compare_texts(w, LG_I_CHECK_NEWS, viewer, like, BY_NEWS, &ways)) return false;
    if (ways == 0) return true;
    const char *way = WAY_NAMES[lg_i_bits_lowest(ways)];
    return lg_i_check_broken(w, lg_i_bits_count(ways) == 1 ? way : maker,
                             "by `%s`, player %d can distinguish a state from the one that `%s` makes of it", way,
                             viewer, maker);
}

/* ---- reseed ---- */

static bool check_scores_alike(lg_i_walk *w) {
    int32_t scores[LG_MAX_PLAYERS] = {0}, other[LG_MAX_PLAYERS] = {0};
    (void)lg_game_scores(w->game, w->state, scores);
    (void)lg_game_scores(w->game, w->like, other);
    LG_I_CHECK_HOLD(w, memcmp(scores, other, sizeof scores) == 0, "reseed", "it changes the scores");
    return true;
}

bool lg_i_check_chance(lg_i_walk *w) {
    lg_rng rng = lg_rng_seed(lg_rng_next(&w->rng), 1), again = rng;
    if (w->game->type->rules.reseed == NULL) return true;
    lg_i_check_clear(w, w->like);
    lg_i_check_copy(w, w->other, w->state);
    (void)lg_game_reseed(w->game, w->state, &rng, w->like);
    (void)lg_game_reseed(w->game, w->other, &again, w->other);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->like, w->other), "reseed",
                    "the same generator gives another state in place");
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->like), "validate", "the state is refused that `reseed` makes");
    const bool same = lg_i_check_same(w, w->like, w->state);
    LG_I_CHECK_HOLD(w, same || w->game->type->chance == LG_CHANCE_PLAY, "reseed",
                    "it changes a state without chance in play");
    w->reseeded = w->reseeded || !same;
    if (!check_scores_alike(w)) return false;
    for (int32_t viewer = 0; viewer < w->game->players; viewer++)
        if (!check_alike(w, viewer, w->like, "reseed")) return false;
    return lg_i_check_clean(w, "reseed");
}

/* ---- chance and apply_drawn ---- */

enum {
    ACTIONS_DRAWN = 16, /* actions that are tried in a state */
    TRIALS = 64,        /* states and actions of which all draws are looked at, */
    RESULTS = 512,      /* if they have at most this many results in all, */
    SAMPLES = 1024,     /* the number of comparisons with draws of `apply`, */
    SAMPLES_OF_EACH = 4 /* and of further ones for each result */
};

/* The gambler of check_shares does not win this much at the odds of `chance`. */
static const double IMPOSSIBLE = 1e9;

/* All players' knowledge of a state. */
static uint64_t common_key(const lg_i_walk *w, const void *state) {
    uint64_t keys[LG_MAX_PLAYERS] = {0};
    for (int32_t viewer = 0; viewer < w->game->players; viewer++)
        (void)lg_game_information_key(w->game, state, viewer, &keys[viewer]);
    return lg_hash(keys, sizeof keys);
}

/* Sets w->outcomes and w->weights; *found is -1 if the draws can't have these outcomes. */
static bool hidden_ask(lg_i_walk *w, int32_t action, int32_t count, int32_t *found) {
    const lg_game_rules *rules = &w->game->type->rules;
    const int32_t most = w->game->outcomes;
    double sum = 0;
    *found = rules->chance(w->game, w->state, action, w->draws, count, NULL, NULL, 0);
    LG_I_CHECK_HOLD(w, *found >= -1 && *found <= most, "chance", "action %d has %d outcomes, not 0 ... %d", action,
                    *found, most);
    const int32_t again = rules->chance(w->game, w->state, action, w->draws, count, w->outcomes, w->weights, most);
    LG_I_CHECK_HOLD(w, again == *found, "chance", "action %d has %d outcomes, the second time %d", action, *found,
                    again);
    for (int32_t i = 0; i < *found; i++) {
        const bool rises = w->outcomes[i] > (i == 0 ? -1 : w->outcomes[i - 1]) && w->outcomes[i] < most;
        LG_I_CHECK_HOLD(w, rises, "chance", "outcome %d of action %d is not above the one before it and below %d",
                        w->outcomes[i], action, most);
        LG_I_CHECK_HOLD(w, w->weights[i] > 0, "chance", "the weight of outcome %d of action %d is not above 0",
                        w->outcomes[i], action);
        sum += w->weights[i];
    }
    LG_I_CHECK_HOLD(w, *found <= 0 || (sum > 1 - 1e-9 && sum < 1 + 1e-9), "chance",
                    "the weights of the outcomes of action %d add up to %g", action, sum);
    LG_I_CHECK_HOLD(w, *found <= 0 || count < w->game->draws, "chance", "action %d draws more often than %d times",
                    action, w->game->draws);
    return true;
}

/* An outcome that is not in the list; -1 if all are. */
static int32_t impossible(const lg_i_walk *w, int32_t found) {
    for (int32_t i = 0; i < found; i++)
        if (w->outcomes[i] != i) return i;
    return found < w->game->outcomes ? found : -1;
}

static bool check_refused(lg_i_walk *w, int32_t action, int32_t count, const char *what) {
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_apply_drawn(w->game, w->state, action, w->draws, count, w->after);
    LG_I_CHECK_HOLD(w, status == LG_E_ARGUMENT, "apply_drawn", "action %d with %s gives status %d, not %d", action,
                    what, (int)status, (int)LG_E_ARGUMENT);
    LG_I_CHECK_HOLD(w, lg_i_check_untouched(w, w->after), "apply_drawn",
                    "it refuses action %d with %s, but writes its output", action, what);
    return true;
}

/* Tries another outcome in place of the last of `count`. */
static bool check_impossible(lg_i_walk *w, int32_t action, int32_t count, int32_t outcome) {
    const int32_t kept = w->draws[count - 1];
    int32_t found;
    w->draws[count - 1] = outcome;
    if (!hidden_ask(w, action, count, &found)) return false;
    LG_I_CHECK_HOLD(w, found == -1, "chance", "draw %d of action %d can't come out as %d, but it lists the next draw",
                    count, action, outcome);
    if (!check_refused(w, action, count, "an outcome that it can't have")) return false;
    w->draws[count - 1] = kept;
    return true;
}

/* The draws determine all players' knowledge afterwards, independently of the generator. */
static bool check_decided(lg_i_walk *w, int32_t action, int32_t count) {
    lg_rng rng = lg_rng_seed(lg_rng_next(&w->rng), 1);
    (void)lg_game_reseed(w->game, w->state, &rng, w->like);
    const lg_status status = lg_game_apply_drawn(w->game, w->like, action, w->draws, count, w->other);
    LG_I_CHECK_HOLD(w, status == LG_OK && common_key(w, w->other) == common_key(w, w->after), "apply_drawn",
                    "after action %d with the same draws, another generator gives another state", action);
    return true;
}

/* Makes the state in w->after that the first `count` of w->draws determine. */
static bool check_drawn(lg_i_walk *w, int32_t action, int32_t count) {
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_apply_drawn(w->game, w->state, action, w->draws, count, w->after);
    LG_I_CHECK_HOLD(w, status == LG_OK, "apply_drawn", "it gives status %d for what action %d may draw", (int)status,
                    action);
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->after), "validate",
                    "the state is refused that `apply_drawn` makes of action %d", action);
    lg_i_check_copy(w, w->other, w->state);
    (void)lg_game_apply_drawn(w->game, w->other, action, w->draws, count, w->other);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->other, w->after), "apply_drawn", "action %d gives another state in place",
                    action);
    return check_decided(w, action, count);
}

/* Draws at random until all draws are made, and tries impossible outcomes on the way. */
static bool check_way(lg_i_walk *w, int32_t action, int32_t *count) {
    int32_t found, wrong;
    for (*count = 0;; ++*count) {
        if (!hidden_ask(w, action, *count, &found)) return false;
        LG_I_CHECK_HOLD(w, found >= 0, "chance", "action %d can have this result, but it is refused", action);
        if (found == 0) break;
        if (!check_refused(w, action, *count, "too few draws")) return false;
        wrong = impossible(w, found);
        w->draws[*count] = w->outcomes[lg_rng_below(&w->rng, (uint32_t)found)];
        if (wrong >= 0 && !check_impossible(w, action, *count + 1, wrong)) return false;
    }
    w->draws[*count] = 0;
    return (*count == w->game->draws || check_refused(w, action, *count + 1, "too many draws")) &&
           check_drawn(w, action, *count);
}

/* The possible results of an action: players' knowledge of each, its probability, and its number of occurrences. */
typedef struct results {
    int32_t count;
    uint64_t keys[RESULTS];
    double chances[RESULTS], came[RESULTS];
} results;

static int32_t hidden_result_of(const results *of, uint64_t key) {
    int32_t i = 0;
    while (i < of->count && of->keys[i] != key) i++;
    return i;
}

/* Continues after the first `count` of w->draws with the first outcome of each draw; -1 if the game is faulty. */
static int32_t hidden_descend(lg_i_walk *w, int32_t action, int32_t count) {
    int32_t found;
    if (!hidden_ask(w, action, count, &found)) return -1;
    for (; found > 0; count++) {
        w->draws[count] = w->outcomes[0];
        w->chances[count + 1] = w->chances[count] * w->weights[0];
        if (!hidden_ask(w, action, count + 1, &found)) return -1;
    }
    return count;
}

/* The next sequence of draws in order: its length, 0 if there is none. */
static int32_t next_draws(lg_i_walk *w, int32_t action, int32_t count) {
    while (count-- > 0) {
        int32_t found, i = 0;
        if (!hidden_ask(w, action, count, &found)) return -1;
        while (i < found && w->outcomes[i] <= w->draws[count]) i++;
        if (i >= found) continue;
        w->draws[count] = w->outcomes[i];
        w->chances[count + 1] = w->chances[count] * w->weights[i];
        return hidden_descend(w, action, count + 1);
    }
    return 0;
}

/* All results of an action, one of which must equal that of `apply`, to the byte. Too many count as none. */
static bool find_results(lg_i_walk *w, int32_t action, results *all) {
    bool met = false;
    all->count = 0;
    w->chances[0] = 1;
    (void)lg_game_apply(w->game, w->state, action, w->after);
    int32_t count = hidden_descend(w, action, 0);
    for (int32_t leaves = 0; count > 0; leaves++, count = next_draws(w, action, count)) {
        if (leaves == RESULTS) {
            all->count = 0;
            return true;
        }
        if (lg_game_apply_drawn(w->game, w->state, action, w->draws, count, w->other) != LG_OK) continue;
        met = met || lg_i_check_same(w, w->other, w->after);
        const int32_t at = hidden_result_of(all, common_key(w, w->other));
        if (at == all->count) {
            all->keys[all->count] = common_key(w, w->other);
            all->chances[all->count] = all->came[all->count] = 0;
            all->count++;
        }
        all->chances[at] += w->chances[count];
    }
    if (count < 0) return false;
    LG_I_CHECK_HOLD(w, met, "apply_drawn", "no draws give the bytes that `apply` makes of action %d", action);
    return true;
}

/* Whether the results of `apply` occur as often as they should: a gambler who starts with 1 and bets on each next
 * result at fair odds, guided by the results so far, becomes that rich in at most one of IMPOSSIBLE games. */
static bool check_shares(lg_i_walk *w, int32_t action) {
    results all;
    double wealth = 1;
    if (!find_results(w, action, &all)) return false;
    const int32_t samples = all.count > 1 && w->reseeded ? SAMPLES + SAMPLES_OF_EACH * all.count : 0;
    for (int32_t i = 0; i < samples; i++) {
        (void)lg_game_reseed(w->game, w->state, &w->rng, w->like);
        (void)lg_game_apply(w->game, w->like, action, w->other);
        const int32_t at = hidden_result_of(&all, common_key(w, w->other));
        LG_I_CHECK_HOLD(w, at < all.count, "chance", "`apply` gives a result of action %d that no draws give", action);
        wealth *= (all.came[at] / all.chances[at] + all.count) / (i + all.count);
        all.came[at]++;
        LG_I_CHECK_HOLD(w, wealth < IMPOSSIBLE, "chance",
                        "results of action %d come from `apply` more often than by their weights", action);
    }
    return true;
}

/* Where nothing is drawn, the generator does not matter. */
static bool check_undrawn(lg_i_walk *w, int32_t action, lg_status status) {
    int32_t found;
    if (!hidden_ask(w, action, 0, &found)) return false;
    LG_I_CHECK_HOLD(w, found == 0, "chance", "action %d is refused, but draws something", action);
    lg_i_check_clear(w, w->other);
    const lg_status drawn = lg_game_apply_drawn(w->game, w->state, action, w->draws, 0, w->other);
    LG_I_CHECK_HOLD(w, drawn == status && (status == LG_OK ? lg_i_check_same(w, w->other, w->after)
                                                           : lg_i_check_untouched(w, w->other)),
                    "apply_drawn", "it does not do with action %d, which draws nothing, what `apply` does", action);
    if (status != LG_OK) return true;
    (void)lg_game_reseed(w->game, w->state, &w->rng, w->like);
    (void)lg_game_apply(w->game, w->like, action, w->other);
    LG_I_CHECK_HOLD(w, common_key(w, w->other) == common_key(w, w->after), "chance",
                    "action %d draws something, but it lists no draws", action);
    return true;
}

static bool check_outcomes_of(lg_i_walk *w, int32_t action) {
    int32_t found, count;
    lg_i_check_clear(w, w->after);
    const lg_status status = lg_game_apply(w->game, w->state, action, w->after);
    if (!hidden_ask(w, action, 0, &found)) return false;
    if (status != LG_OK || found <= 0) return check_undrawn(w, action, status);
    if (!check_way(w, action, &count)) return false;
    return w->trials++ >= TRIALS || check_shares(w, action);
}

bool lg_i_check_outcomes(lg_i_walk *w) {
    const int32_t tried = w->game->actions < ACTIONS_DRAWN ? w->game->actions : ACTIONS_DRAWN;
    for (int32_t i = 0; i < tried && w->game->type->rules.chance != NULL; i++) {
        int32_t action = lg_i_check_pick(w, i, w->game->actions, ACTIONS_DRAWN);
        if (w->game->actions > ACTIONS_DRAWN && w->count > 0) /* of many actions, only legal ones */
            action = lg_mask_select(w->mask, w->game->actions, lg_rng_below(&w->rng, (uint32_t)w->count));
        if (!check_outcomes_of(w, action)) return false;
    }
    return lg_i_check_clean(w, "chance");
}

/* ---- resample ---- */

static bool check_resample_for(lg_i_walk *w, int32_t viewer) {
    const lg_game_type *type = w->game->type;
    lg_rng rng = lg_rng_seed(lg_rng_next(&w->rng), 1), again = rng;
    lg_i_check_clear(w, w->like);
    lg_i_check_copy(w, w->other, w->state);
    type->rules.resample(w->game, w->state, viewer, &rng, w->like);
    type->rules.resample(w->game, w->other, viewer, &again, w->other);
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->like, w->other), "resample",
                    "for player %d, the same generator gives another state in place", viewer);
    LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->like), "validate",
                    "the state is refused that `resample` makes for player %d", viewer);
    const bool same = lg_i_check_same(w, w->like, w->state), known = type->information == LG_INFORMATION_PERFECT;
    LG_I_CHECK_HOLD(w, same || !known || type->chance == LG_CHANCE_PLAY, "resample",
                    "it changes a state of which all is known");
    w->drawn = w->drawn || !same;
    return check_alike(w, viewer, w->like, "resample");
}

bool lg_i_check_resample(lg_i_walk *w) {
    for (int32_t viewer = 0; viewer < w->game->players && w->game->type->rules.resample != NULL; viewer++)
        if (!check_resample_for(w, viewer)) return false;
    return lg_i_check_clean(w, "resample");
}

/* ---- greedy and expert ---- */

bool lg_i_check_choice(lg_i_walk *w) {
    for (size_t i = 0; i < sizeof CHOICES / sizeof CHOICES[0] && w->count > 0; i++) {
        const char *name = WAY_NAMES[CHOICES[i]];
        lg_rng rng = lg_rng_seed(lg_rng_next(&w->rng), 1), again = rng;
        if (!defines(w->game, CHOICES[i])) continue;
        const int32_t action = choice_of(w->game, CHOICES[i], w->state, &rng);
        const int32_t repeated = choice_of(w->game, CHOICES[i], w->state, &again);
        const bool legal = action >= 0 && action < w->game->actions && lg_i_bits_has_bit(w->mask, action);
        LG_I_CHECK_HOLD(w, legal, name, "it chooses action %d, which is not legal", action);
        LG_I_CHECK_HOLD(w, action == repeated, name, "the same generator gives action %d, then %d", action, repeated);
        if (!lg_i_check_clean(w, name)) return false;
    }
    return true;
}

/* ---- keys along a playthrough: they must differ where a player can distinguish states ---- */

static uint64_t hash_of_observations(lg_i_walk *w, int32_t viewer) {
    uint64_t hashes[LG_MAX_OBSERVATIONS] = {0};
    for (int32_t which = 0; which < w->game->observations; which++) {
        const size_t size = lg_space_size(&w->game->observation[which]);
        (void)lg_game_observe(w->game, w->state, viewer, which, w->seen, size);
        hashes[which] = lg_hash(w->seen, size);
    }
    return lg_hash(hashes, (size_t)w->game->observations * sizeof *hashes);
}

/* Between two of a player's turns with different legal actions, its key must change. */
static bool check_turn_key(lg_i_walk *w, lg_i_check_known *known, uint64_t key) {
    const uint64_t mask = lg_hash(w->mask, lg_i_check_mask_size(w));
    LG_I_CHECK_HOLD(w, !known->moved || known->turn_key != key || known->mask == mask, "information_key",
                    "for player %d it is the same as in its turn before, though other actions are legal", w->player);
    known->moved = true;
    known->turn_key = key;
    known->mask = mask;
    return true;
}

bool lg_i_check_knowledge(lg_i_walk *w) {
    for (int32_t viewer = 0; viewer < w->game->players; viewer++) {
        lg_i_check_known *known = &w->knowledge[viewer];
        const uint64_t seen = hash_of_observations(w, viewer);
        uint64_t key = 0, again = 1;
        (void)lg_game_information_key(w->game, w->state, viewer, &key);
        (void)lg_game_information_key(w->game, w->state, viewer, &again);
        LG_I_CHECK_HOLD(w, key == again, "information_key", "for player %d it is different the second time", viewer);
        if (!known->begun) *known = (lg_i_check_known){.key = key, .seen = seen, .begun = true};
        known->key_changed = known->key_changed || known->key != key;
        known->seen_changed = known->seen_changed || known->seen != seen;
        if (w->player == viewer && !check_turn_key(w, known, key)) return false;
    }
    return lg_i_check_clean(w, "information_key");
}

bool lg_i_check_knowledge_at_end(lg_i_walk *w) {
    for (int32_t viewer = 0; viewer < w->game->players; viewer++) {
        const lg_i_check_known *known = &w->knowledge[viewer];
        LG_I_CHECK_HOLD(w, known->key_changed || !known->seen_changed || !known->moved, "information_key",
                        "for player %d it was the same in the whole game, though its observations changed", viewer);
    }
    return true;
}
