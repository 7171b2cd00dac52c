/* Internal: the observation "ways" of Amazes. */
#ifndef LG_I_AMAZES_WAYS_H
#define LG_I_AMAZES_WAYS_H

#include "libgames/game.h"
#include "squares.h"

/* Its numbers: for each side of the square to which the walk written so far leads, in the order F R T L, what lies there;
 * then what holds for all of them. */
enum {
    LG_I_WAYS_OPEN,    /* 1: known to be open */
    LG_I_WAYS_WALL,    /* 1: known to be wall */
    LG_I_WAYS_MEETING, /* steps to the nearest square over there where the opponent can be; 0: none */
    LG_I_WAYS_BEST,    /* what a look shows from the square over there with the most of it for each character of the turn, */
    LG_I_WAYS_STEPS,   /* and the steps to that */
    LG_I_WAYS_SHOWN,   /* the most that a look shows from a square over there after 1 step, 2, 3 or 4, 5 ... 8, ... */
    LG_I_WAYS_BANDS = 7,
    LG_I_WAYS_EACH = LG_I_WAYS_SHOWN + LG_I_WAYS_BANDS, /* numbers of a side */
    LG_I_WAYS_HERE = 4 * LG_I_WAYS_EACH,                /* what a look shows from here */
    LG_I_WAYS_MET,     /* 1: the opponent can be here */
    LG_I_WAYS_LOST,    /* 1: the walk leads where the player knows no way; then all numbers before this are 0 */
    LG_I_WAYS_PLACES,  /* where the opponent can be: how many squares */
    LG_I_WAYS_SQUARES, /* discovered so far */
    LG_I_WAYS_LEFT,    /* turns, this one included */
    LG_I_WAYS_WRITTEN, /* characters in this turn */
    LG_I_WAYS_SIZE
};

void lg_i_amazes_observe_ways(const lg_amazes *state, int32_t viewer, int16_t *ways);
int32_t lg_i_amazes_ways_parts(lg_part *parts);
void lg_i_amazes_mirror_ways(const int16_t *from, int16_t *to);

#endif
