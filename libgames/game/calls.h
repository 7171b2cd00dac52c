/* Internal: the rooms and functions that a game may leave out, with their defaults, for arguments that are known to be
 * good. */
#ifndef LG_I_CALLS_H
#define LG_I_CALLS_H

#include "core/bits.h"
#include "libgames/table.h"

/* The rooms of a game's table. All functions of a room that it leaves out are NULL; only these functions read the
 * pointers to rooms. */
#define LG_I_GAME_ROOM(room)                                                                                           \
    static inline const lg_game_##room *lg_i_game_##room(const lg_game *game) {                                        \
        static const lg_game_##room NONE = {0};                                                                        \
        return game->type->room != NULL ? game->type->room : &NONE;                                                    \
    }
LG_I_GAME_ROOM(texts)
LG_I_GAME_ROOM(people)
LG_I_GAME_ROOM(contest)
LG_I_GAME_ROOM(learners)
LG_I_GAME_ROOM(bots)
LG_I_GAME_ROOM(speed)

/* Whether the game has its shared object, if it needs one. */
static inline bool lg_i_game_is_prepared(const lg_game *game) {
    return game->shared_size == 0 || game->shared != NULL;
}

/* A limit on the decisions of one game; see lg_game.longest. */
static inline int64_t lg_i_game_longest(const lg_game *game) {
    return game->longest < LG_MAX_DECISIONS ? game->longest : LG_MAX_DECISIONS;
}

static inline bool lg_i_game_is_action(const lg_game *game, int32_t action) {
    return (uint32_t)action < (uint32_t)game->actions;
}

/* A game's player to move: a player, -1 when it is over, or an invalid number from a faulty game. */
#define LG_I_GAME_NOBODY (-2)

static inline int32_t lg_i_game_as_seat(const lg_game *game, int32_t player) {
    return player < 0 ? -1 : player < game->players ? player : LG_I_GAME_NOBODY;
}

static inline int32_t lg_i_game_seat(const lg_game *game, const void *state) {
    return lg_i_game_as_seat(game, game->type->rules.player(game, state));
}

/* Whether the players know the whole state and the results of all actions. */
static inline bool lg_i_game_is_exact(const lg_game *game) {
    return game->type->information == LG_INFORMATION_PERFECT && game->type->chance != LG_CHANCE_PLAY;
}

static inline void lg_i_game_scores(const lg_game *game, const void *state, int32_t *scores) {
    if (game->type->rules.scores != NULL) {
        game->type->rules.scores(game, state, scores);
        return;
    }
    float outcome[LG_MAX_PLAYERS] = {0};
    if (game->type->rules.player(game, state) < 0) game->type->rules.outcome(game, state, outcome);
    for (int32_t i = 0; i < game->players; i++) scores[i] = outcome[i] > 0;
}

static inline void lg_i_game_observe(const lg_game *game, const void *state, int32_t player, int32_t which, void *out) {
    if (lg_i_game_learners(game)->observe != NULL) lg_i_game_learners(game)->observe(game, state, player, which, out);
    else memcpy(out, state, game->state_size);
}

static inline void lg_i_game_reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    if (game->type->rules.reseed != NULL) game->type->rules.reseed(game, before, rng, after);
    else if (after != before) memcpy(after, before, game->state_size);
}

/* Draws future chance anew as well, since no player knows it. */
static inline void lg_i_game_resample(const lg_game *game, const void *before, int32_t player, lg_rng *rng,
                                      void *after) {
    if (game->type->rules.resample != NULL) game->type->rules.resample(game, before, player, rng, after);
    else if (after != before) memcpy(after, before, game->state_size);
    if (game->type->rules.reseed != NULL) game->type->rules.reseed(game, after, rng, after);
}

static inline uint64_t lg_i_game_position_key(const lg_game *game, const void *state) {
    const lg_game_speed *speed = lg_i_game_speed(game);
    return speed->position_key != NULL ? speed->position_key(game, state) : lg_hash(state, game->state_size);
}

/* Whether the game has tables of known results; never in a build for pages. */
static inline bool lg_i_game_has_known(const lg_game *game) {
#ifdef LG_I_GAME_NO_KNOWN
    (void)game;
    return false;
#else
    return game->known != NULL;
#endif
}

/* The known result of a position before the end; see lg_known.end. */
static inline int32_t lg_i_game_known(const lg_game *game, const void *state, float *value) {
    return lg_i_game_has_known(game) ? game->known->end(game->known, state, value) : 0;
}

/* In a game that is not over. NaN counts as 0. */
static inline float lg_i_game_evaluate(const lg_game *game, const void *state, int32_t player) {
    float drawn = 0;
    if (lg_i_game_known(game, state, &drawn) == LG_KNOWN_DRAWN)
        return game->type->rules.player(game, state) == player ? drawn : -drawn;
    if (lg_i_game_bots(game)->evaluate == NULL) return 0;
    const float value = lg_i_game_bots(game)->evaluate(game, state, player);
    if (value != value) return 0;
    return value < -1 ? -1 : value > 1 ? 1 : value;
}

static inline bool lg_i_game_quiet(const lg_game *game, const void *state) {
    return lg_i_game_speed(game)->quiet == NULL || lg_i_game_speed(game)->quiet(game, state);
}

/* The number of legal actions in a game that is not over; -1 if a faulty game has none, or if the mask contains another
 * number of them or bits that are no actions. */
static inline int32_t lg_i_game_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = game->type->rules.legal(game, state, mask), last = game->actions - 1;
    int32_t found = 0;
    for (int32_t word = 0; word <= last / 64; word++) found += lg_i_bits_count(mask[word]);
    return count > 0 && found == count && mask[last / 64] >> last % 64 <= 1 ? count : -1;
}

/* The same as a list, which may contain illegal actions if the game is faulty. */
static inline int32_t lg_i_game_list_legal(const lg_game *game, const void *state, uint64_t *mask, uint16_t *actions) {
    if (lg_i_game_speed(game)->list_legal != NULL) {
        const int32_t count = lg_i_game_speed(game)->list_legal(game, state, actions);
        return count > 0 && count <= game->actions ? count : -1;
    }
    int32_t count = 0;
    if (lg_i_game_legal(game, state, mask) < 0) return -1;
    for (int32_t word = 0; word < LG_MASK_WORDS(game->actions); word++)
        for (uint64_t bits = mask[word]; bits != 0;) actions[count++] = (uint16_t)(64 * word + lg_i_bits_take(&bits));
    return count;
}

/* False if a faulty game refuses an action that it calls legal, or names no valid player afterwards. */
static inline bool lg_i_game_apply_legal(const lg_game *game, const void *before, int32_t action, void *after,
                                         lg_turn *turn) {
    const lg_game_contest *contest = game->type->contest;
    const lg_game_speed *speed = game->type->speed;
    if (speed != NULL && speed->apply_legal != NULL) {
        speed->apply_legal(game, before, action, after, turn);
        return turn->player < game->players;
    }
    if (game->type->rules.apply(game, before, action, after) != LG_OK) return false;
    turn->player = lg_i_game_seat(game, after);
    if (turn->player < 0) return turn->player != LG_I_GAME_NOBODY;
    turn->in_move = contest != NULL && contest->in_move != NULL && contest->in_move(game, after);
    turn->quiet = lg_i_game_quiet(game, after);
    return true;
}

/* The image of an action under a symmetry, or the action itself if a faulty game maps it to no action. */
static inline int32_t lg_i_game_image(const lg_game *game, int32_t symmetry, int32_t action) {
    const int32_t image = symmetry == 0 ? action : lg_i_game_learners(game)->symmetry_action(game, symmetry, action);
    return lg_i_game_is_action(game, image) ? image : action;
}

static inline uint64_t lg_i_game_information(const lg_game *game, const void *state, int32_t player) {
    if (game->type->rules.information_key != NULL) return game->type->rules.information_key(game, state, player);
    return lg_hash(state, game->state_size);
}

/* Elements of an observation. */
static inline int32_t lg_i_game_elements(const lg_space *space) {
    int32_t elements = 1;
    for (int32_t i = 0; i < LG_MAX_DIMS; i++) elements *= space->shape[i];
    return elements;
}

/* The name of a seat, or its number. */
void lg_i_game_put_seat(lg_writer *writer, const lg_game *game, int32_t seat);

/* The board in letters, from the game's function or the default. */
void lg_i_game_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);

/* The network among a game's own functions. The build makes a function of each libgames/games/NAME/net.bin and defines
 * LG_I_NETS; without it, as in one file for a contest, there are no networks. */
#ifdef LG_I_NETS
#define LG_I_GAME_NET(name) lg_i_##name##_net
#else
#define LG_I_GAME_NET(name) NULL
#endif

/* The same for its drawing function, unless pictures are left out. */
#ifdef LG_NO_PICTURES
#define LG_I_GAME_DRAW(name) NULL
#else
#define LG_I_GAME_DRAW(name) lg_i_##name##_draw
#endif

#endif
