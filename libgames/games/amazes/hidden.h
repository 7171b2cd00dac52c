/* Internal: the parts of resampling a game of Amazes; see lg_amazes_resample. */
#ifndef LG_I_AMAZES_HIDDEN_H
#define LG_I_AMAZES_HIDDEN_H

#include "squares.h"

/* For every square: the number of squares of the maze where the opponent of a player there can be. */
typedef struct lg_i_amazes_rings {
    uint8_t count[LG_I_AMAZES_SIDE][LG_I_AMAZES_SIDE];
} lg_i_amazes_rings;

/* Squared distance to an opponent that may be anywhere. */
#define LG_I_AMAZES_ANY_DISTANCE (-1)

lg_i_amazes_rings lg_i_amazes_rings_of(int distance);

/* Turns and shifts `player`'s knowledge, start and place to a possible position in the maze, drawn from the player's
 * knowledge alone: it does not depend on the position in `state`. */
void lg_i_amazes_draw_placement(lg_rng *rng, int player, const lg_i_amazes_rings *rings, bool far_starts,
                                lg_amazes *state);

/* Turns and shifts knowledge together with a start that moves. */
void lg_i_amazes_move_knowledge(const lg_amazes_place *from, const lg_amazes_place *to, lg_amazes_knowledge *known);

/* A game with a maze that `player` can't distinguish from the true one, with its knowledge and places moved to their
 * positions there. The opponent's part is left unchanged, and may be inconsistent. */
void lg_i_amazes_draw_maze(const lg_amazes *before, int player, lg_rng *rng, lg_amazes *after);

/* Draws everything that `player` does not know of its opponent: start, place, knowledge, counters. The maze and all of
 * `player`'s own part must be set. */
void lg_i_amazes_draw_opponent(lg_rng *rng, int player, int distance, lg_amazes *state);

/* The numbers of a player's turns and of its looks. */
static inline int lg_i_amazes_turns_of(const lg_amazes *state, int player) {
    return (state->turn + 1 - player) / 2;
}

static inline int lg_i_amazes_looks_of(const lg_amazes *state, int player) {
    return lg_i_amazes_turns_of(state, player) + (state->looked != 0 && (state->turn & 1) == player);
}

/* A hash of everything that lg_amazes_resample keeps: the same for all games that the player can't tell apart, except
 * for its memories of earlier turns beyond its map; and different, as far as 64 bits go, for games that it can
 * distinguish. When the game is over, a hash of the whole state. The state must be valid. 2 to 9 microseconds. */
uint64_t lg_i_amazes_information(const lg_amazes *state, int32_t player);

#endif
