/* Internal: the parts of resampling a game of Amazes; see lg_amazes_resample. */
#ifndef LG_I_AMAZES_HIDDEN_H
#define LG_I_AMAZES_HIDDEN_H

#include "squares.h"

/* Of every square: at how many squares of the maze the opponent of a player there can be. */
typedef struct lg_i_amazes_rings {
    uint8_t count[LG_I_AMAZES_SIDE][LG_I_AMAZES_SIDE];
} lg_i_amazes_rings;

/* Squared distance to an opponent that may be anywhere. */
#define LG_I_AMAZES_ANY_DISTANCE (-1)

lg_i_amazes_rings lg_i_amazes_rings_of(int distance);

/* Turns `player`'s knowledge, start and place so that they lie in the maze where they can. Their place is drawn from
 * only the player's knowledge: it does not depend on where it is in `state`. */
void lg_i_amazes_draw_placement(lg_rng *rng, int player, const lg_i_amazes_rings *rings, bool far_starts,
                                lg_amazes *state);

/* Turns and shifts knowledge as it must be when a start moves. */
void lg_i_amazes_move_knowledge(const lg_amazes_place *from, const lg_amazes_place *to, lg_amazes_knowledge *known);

/* A game with a maze that `player` can't distinguish from the true one, with its knowledge and places moved to their
 * positions there. The opponent's part is left unchanged, and may be anything. */
void lg_i_amazes_draw_maze(const lg_amazes *before, int player, lg_rng *rng, lg_amazes *after);

/* Draws all that `player` does not know of its opponent: start, place, knowledge, counters. The maze and all that is
 * `player`'s must be there. */
void lg_i_amazes_draw_opponent(lg_rng *rng, int player, int distance, lg_amazes *state);

/* The numbers of a player's turns and of its looks. */
static inline int lg_i_amazes_turns_of(const lg_amazes *state, int player) {
    return (state->turn + 1 - player) / 2;
}

static inline int lg_i_amazes_looks_of(const lg_amazes *state, int player) {
    return lg_i_amazes_turns_of(state, player) + (state->looked != 0 && (state->turn & 1) == player);
}

/* A hash of everything that lg_amazes_resample keeps: the same for all games that the player can't tell apart, except
 * for its memories of earlier turns beyond its map; and another one, as far as 64 bits go, when it can. When the game
 * is over, of the whole state. The state must be valid. 2 to 9 microseconds. */
uint64_t lg_i_amazes_information(const lg_amazes *state, int32_t player);

#endif
