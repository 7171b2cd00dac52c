/* Internal: the games' baseline players, and choosing the best of several actions. */
#ifndef LG_I_PLAYERS_H
#define LG_I_PLAYERS_H

#include "libgames/game.h"

/* The slot `greedy` of each game's table. */
int32_t lg_i_alquerque_greedy(const lg_game *game, const void *state, lg_rng *rng);
int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng);
int32_t lg_i_blockdrop_greedy(const lg_game *game, const void *state, lg_rng *rng);
int32_t lg_i_ontherun_greedy(const lg_game *game, const void *state, lg_rng *rng);
int32_t lg_i_snakecore_greedy(const lg_game *game, const void *state, lg_rng *rng);

/* lg_game_choose for arguments that are known to be good, in a game that is not over. */
int32_t lg_i_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng);

/* The best of what was offered so far; of equal ones each is equally likely. */
typedef struct lg_i_best {
    int32_t choice, value;
    uint32_t equal; /* how many share the value; 0 before the first offer */
} lg_i_best;

static inline void lg_i_offer(lg_i_best *best, int32_t choice, int32_t value, lg_rng *rng) {
    if (best->equal > 0 && value < best->value) return;
    best->equal = best->equal > 0 && value == best->value ? best->equal + 1 : 1;
    best->value = value;
    if (best->equal == 1 || lg_rng_below(rng, best->equal) == 0) best->choice = choice;
}

#endif
