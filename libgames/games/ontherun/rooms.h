/* Internal: the rooms of On the Run's table, each at the end of the file that fills it, and the functions from other
 * files. */
#ifndef LG_I_ONTHERUN_ROOMS_H
#define LG_I_ONTHERUN_ROOMS_H

#include "libgames/ontherun.h"
#include "libgames/table.h"

static inline const lg_ontherun_map *lg_i_ontherun_map_of(const lg_game *game) {
    return (const lg_ontherun_map *)game->shared;
}

extern const char lg_i_ontherun_help[];
extern const lg_game_people lg_i_ontherun_people;
extern const lg_game_learners lg_i_ontherun_learners;
extern const lg_game_bots lg_i_ontherun_bots;

void lg_i_ontherun_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_ontherun_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                        lg_writer *writer);
int32_t lg_i_ontherun_greedy(const lg_game *game, const void *state, lg_rng *rng);
float lg_i_ontherun_evaluate(const lg_game *game, const void *state, int32_t player);
const void *lg_i_ontherun_net(const lg_game *game, size_t *size);

/* Fills in game->observation, for `configure`. */
void lg_i_ontherun_spaces(lg_game *game);

/* The cities for which the game has actions: its parameter. Action room * type + city - 1 is a move by that type. */
static inline int32_t lg_i_ontherun_room(const lg_game *game) {
    return game->actions / LG_ONTHERUN_TYPES;
}

/* The evaluation for the detectives as a number of -LG_I_ONTHERUN_ONE ... LG_I_ONTHERUN_ONE. */
enum { LG_I_ONTHERUN_ONE = 1024 };
int32_t lg_i_ontherun_prospects(const lg_ontherun_map *map, const lg_ontherun *state);

/* The observation "destinations". */
int32_t lg_i_ontherun_destinations_planes(void);
int32_t lg_i_ontherun_destinations_parts(int32_t room, lg_part *parts);

/* The number of routes by which the fugitive can have come to each city: the largest number becomes 255, and no
 * positive number becomes 0. */
void lg_i_ontherun_put_routes(const lg_ontherun_map *map, const lg_ontherun *state, uint8_t *plane);

/* uint8 [planes, room]. */
void lg_i_ontherun_observe_destinations(const lg_ontherun_map *map, const lg_ontherun *state, int32_t viewer,
                                         int32_t room, uint8_t *planes);

#endif
