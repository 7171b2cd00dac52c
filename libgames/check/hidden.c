/* What a player does not know, and chance: states that are alike to it, and what must then be equal. */
#include "check/walk.h"

#include "libgames/players.h"

/* ---- what a player can tell two states by ---- */

enum {
    BY_PLAYER, BY_LEGAL, BY_OBSERVE, BY_MESSAGE, BY_KEY, BY_BOARD, BY_DRAW, BY_HINT, BY_PROMPT, BY_NEWS, BY_GREEDY,
    BY_EXPERT, BY_CANONICAL, WAYS
};

static const char *const WAY_NAMES[WAYS] = {"player", "legal", "observe", "message", "information_key", "board",
                                            "draw",   "hint",   "prompt", "news",    "greedy",          "expert",
                                            "canonical"};

/* The players that a game may define, whether it does, and what they choose. */
static const int CHOICES[] = {BY_GREEDY, BY_EXPERT};
#define SIMULATIONS 3

static bool defines(const lg_game *game, int way) {
    return way == BY_GREEDY ? lg_i_game_players(game)->greedy != NULL : lg_i_game_players(game)->expert != NULL;
}

static int32_t choice_of(const lg_game *game, int way, const void *state, lg_rng *rng) {
    const lg_effort effort = {SIMULATIONS, NULL, NULL};
    const lg_game_players *players = lg_i_game_players(game);
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

/* What it may see of a text; false when it can't be printed. */
static bool compare_texts(lg_i_walk *w, lg_i_check_kind kind, int32_t viewer, const void *like, int way,
                          uint32_t *ways) {
    if (!lg_i_check_print(w, kind, w->state, viewer, &w->text)) return false;
    if (!lg_i_check_print(w, kind, like, viewer, &w->other_text)) return false;
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
    (void)lg_game_information(w->game, w->state, viewer, &key);
    (void)lg_game_information(w->game, like, viewer, &other);
    return (uint32_t)(w->game->type->rules.information_key != NULL && key != other) << BY_KEY;
}

/* `viewer` must not tell `like` from the state by anything that the game defines. When one thing alone differs, that
 * shows too much; when several do, `maker` has changed too much. */
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
    if (turn && people->hint != NULL && !compare_texts(w, LG_I_CHECK_HINT, viewer, like, BY_HINT, &ways)) return false;
    if (turn && people->prompt != NULL && !compare_texts(w, LG_I_CHECK_PROMPT, viewer, like, BY_PROMPT, &ways))
        return false;
    if (people->news != NULL && !compare_texts(w, LG_I_CHECK_NEWS, viewer, like, BY_NEWS, &ways)) return false;
    if (ways == 0) return true;
    const char *way = WAY_NAMES[lg_i_bits_lowest(ways)];
    return lg_i_check_broken(w, lg_i_bits_count(ways) == 1 ? way : maker,
                             "by `%s`, player %d can tell a state from what `%s` makes of it", way, viewer, maker);
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

/* ---- keys along a playthrough: they must tell apart what a player can ---- */

static uint64_t hash_of_observations(lg_i_walk *w, int32_t viewer) {
    uint64_t hashes[LG_MAX_OBSERVATIONS] = {0};
    for (int32_t which = 0; which < w->game->observations; which++) {
        const size_t size = lg_space_size(&w->game->observation[which]);
        (void)lg_game_observe(w->game, w->state, viewer, which, w->seen, size);
        hashes[which] = lg_hash(w->seen, size);
    }
    return lg_hash(hashes, (size_t)w->game->observations * sizeof *hashes);
}

/* Between two of its turns with other legal actions, a player's key must change. */
static bool check_turn_key(lg_i_walk *w, lg_i_check_known *known, uint64_t key) {
    const uint64_t mask = lg_hash(w->mask, lg_i_check_mask_size(w));
    LG_I_CHECK_HOLD(w, !known->moved || known->turn_key != key || known->mask == mask, "information_key",
                    "that of player %d is the same as in its turn before, though other actions are legal", w->player);
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
        (void)lg_game_information(w->game, w->state, viewer, &key);
        (void)lg_game_information(w->game, w->state, viewer, &again);
        LG_I_CHECK_HOLD(w, key == again, "information_key", "that of player %d is another one the second time", viewer);
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
                        "that of player %d was the same in the whole game, though its observations changed", viewer);
    }
    return true;
}
