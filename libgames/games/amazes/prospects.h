/* Internal: the squares that are promising for a player: a look may show unknown edges, or the players may meet. */
#ifndef LG_I_AMAZES_PROSPECTS_H
#define LG_I_AMAZES_PROSPECTS_H

#include "rings.h"

/* The same throughout a turn. */
typedef struct lg_i_amazes_prospects {
    const lg_amazes_knowledge *known;
    lg_amazes_edges unknown;
    lg_i_amazes_rows looks;    /* squares with unknown edges, and those next to them */
    lg_i_amazes_rows meetings; /* where the opponent can be, by its distance at the last look */
    int places;                /* how many there are of these, also outside the maze */
} lg_i_amazes_prospects;

void lg_i_amazes_find_prospects(const lg_amazes *state, int mover, lg_i_amazes_prospects *prospects);

/* The number of unknown edges of the squares that a look from this one shows, as far as openings are known. */
int32_t lg_i_amazes_edges_shown(const lg_i_amazes_prospects *prospects, int row, int column);

bool lg_i_amazes_knows_all(const lg_amazes_knowledge *known);

#endif
