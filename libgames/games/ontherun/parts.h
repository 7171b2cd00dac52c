/* Internal: the functions of On the Run's table that have a file of their own. */
#ifndef LG_I_ONTHERUN_PARTS_H
#define LG_I_ONTHERUN_PARTS_H

#include "game/parts.h"
#include "libgames/ontherun.h"

LG_I_PARTS(ontherun);

/* Fills in game->observation, for `configure`. */
void lg_i_ontherun_spaces(lg_game *game);

/* The cities for which the game has actions: its parameter. Action room * type + city - 1 is a move by that type. */
static inline int32_t lg_i_ontherun_room(const lg_game *game) {
    return game->actions / LG_ONTHERUN_TYPES;
}

/* The evaluation for the detectives as a number of -LG_I_ONTHERUN_ONE ... LG_I_ONTHERUN_ONE. */
enum { LG_I_ONTHERUN_ONE = 1024 };
int32_t lg_i_ontherun_prospects(const lg_ontherun_map *map, const lg_ontherun *state);

#endif
