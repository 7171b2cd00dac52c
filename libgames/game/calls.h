/* Internal: the functions of a game that it may leave out, with their defaults, for arguments that are known to be good. */
#ifndef LG_I_CALLS_H
#define LG_I_CALLS_H

#include "core/bits.h"
#include "libgames/game.h"

/* Whether the game has the object that it shares among all states, where it needs one. */
static inline bool lg_i_is_prepared(const lg_game *game) {
    return game->shared_size == 0 || game->shared != NULL;
}

/* Between calls of the game's functions that play it on no more decisions than this are made; see lg_game.longest. */
static inline int64_t lg_i_longest(const lg_game *game) {
    return game->longest < LG_MAX_DECISIONS ? game->longest : LG_MAX_DECISIONS;
}

static inline bool lg_i_is_action(const lg_game *game, int32_t action) {
    return (uint32_t)action < (uint32_t)game->actions;
}

/* What a game says of whose turn it is: a player, -1 when it is over, or where it is faulty nobody that there is. */
#define LG_I_NOBODY (-2)

static inline int32_t lg_i_as_seat(const lg_game *game, int32_t player) {
    return player < 0 ? -1 : player < game->players ? player : LG_I_NOBODY;
}

static inline int32_t lg_i_seat(const lg_game *game, const void *state) {
    return lg_i_as_seat(game, game->type->player(game, state));
}

/* Whether the players know the whole state, and all that will come of their actions. */
static inline bool lg_i_is_exact(const lg_game *game) {
    return game->type->information == LG_INFORMATION_PERFECT && game->type->chance != LG_CHANCE_PLAY;
}

static inline void lg_i_scores(const lg_game *game, const void *state, int32_t *scores) {
    if (game->type->scores != NULL) {
        game->type->scores(game, state, scores);
        return;
    }
    float outcome[LG_MAX_PLAYERS] = {0};
    if (game->type->player(game, state) < 0) game->type->outcome(game, state, outcome);
    for (int32_t i = 0; i < game->players; i++) scores[i] = outcome[i] > 0;
}

static inline void lg_i_observe(const lg_game *game, const void *state, int32_t player, int32_t which, void *out) {
    if (game->type->observe != NULL) game->type->observe(game, state, player, which, out);
    else memcpy(out, state, game->state_size);
}

static inline void lg_i_reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    if (game->type->reseed != NULL) game->type->reseed(game, before, rng, after);
    else if (after != before) memcpy(after, before, game->state_size);
}

/* A player knows nothing of chance that is still to come, either. */
static inline void lg_i_resample(const lg_game *game, const void *before, int32_t player, lg_rng *rng, void *after) {
    if (game->type->resample != NULL) game->type->resample(game, before, player, rng, after);
    else if (after != before) memcpy(after, before, game->state_size);
    if (game->type->reseed != NULL) game->type->reseed(game, after, rng, after);
}

static inline uint64_t lg_i_position_key(const lg_game *game, const void *state) {
    return game->type->position_key != NULL ? game->type->position_key(game, state) : lg_hash(state, game->state_size);
}

/* In a game that is not over. What is not a number is 0. */
static inline float lg_i_evaluate(const lg_game *game, const void *state, int32_t player) {
    if (game->type->evaluate == NULL) return 0;
    const float value = game->type->evaluate(game, state, player);
    if (value != value) return 0;
    return value < -1 ? -1 : value > 1 ? 1 : value;
}

static inline bool lg_i_quiet(const lg_game *game, const void *state) {
    return game->type->quiet == NULL || game->type->quiet(game, state);
}

/* The number of legal actions in a game that goes on; -1 where a faulty game has none, or the mask another number or
 * some that are no actions. */
static inline int32_t lg_i_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = game->type->legal(game, state, mask), last = game->actions - 1;
    int32_t found = 0;
    for (int32_t word = 0; word <= last / 64; word++) found += lg_i_count(mask[word]);
    return count > 0 && found == count && mask[last / 64] >> last % 64 <= 1 ? count : -1;
}

/* Likewise as a list, which may hold others where a faulty game makes it. */
static inline int32_t lg_i_list_legal(const lg_game *game, const void *state, uint64_t *mask, uint16_t *actions) {
    if (game->type->list_legal != NULL) {
        const int32_t count = game->type->list_legal(game, state, actions);
        return count > 0 && count <= game->actions ? count : -1;
    }
    int32_t count = 0;
    if (lg_i_legal(game, state, mask) < 0) return -1;
    for (int32_t word = 0; word < LG_MASK_WORDS(game->actions); word++)
        for (uint64_t bits = mask[word]; bits != 0;) actions[count++] = (uint16_t)(64 * word + lg_i_take(&bits));
    return count;
}

/* False where a faulty game does not play an action that it calls legal, or has nobody to move then. */
static inline bool lg_i_apply_legal(const lg_game *game, const void *before, int32_t action, void *after,
                                    lg_turn *turn) {
    const lg_game_type *type = game->type;
    if (type->apply_legal != NULL) {
        type->apply_legal(game, before, action, after, turn);
        return turn->player < game->players;
    }
    if (type->apply(game, before, action, after) != LG_OK) return false;
    turn->player = lg_i_seat(game, after);
    if (turn->player < 0) return turn->player != LG_I_NOBODY;
    turn->in_move = type->in_move != NULL && type->in_move(game, after);
    turn->quiet = lg_i_quiet(game, after);
    return true;
}

/* Where a symmetry maps an action: where a faulty game maps it outside, the action itself. */
static inline int32_t lg_i_image(const lg_game *game, int32_t symmetry, int32_t action) {
    const int32_t image = symmetry == 0 ? action : game->type->symmetry_action(game, symmetry, action);
    return lg_i_is_action(game, image) ? image : action;
}

static inline uint64_t lg_i_information(const lg_game *game, const void *state, int32_t player) {
    if (game->type->information_key != NULL) return game->type->information_key(game, state, player);
    return lg_hash(state, game->state_size);
}

static inline void lg_i_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const lg_game_type *type = game->type;
    if (type->board != NULL) type->board(game, state, viewer, colour, writer);
    else if (viewer < 0 || type->information == LG_INFORMATION_PERFECT) type->state_print(game, state, writer);
    else if (type->player(game, state) == viewer) lg_put_text(writer, "to move");
}

#endif
