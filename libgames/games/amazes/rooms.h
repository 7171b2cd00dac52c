/* Internal: the rooms of Amazes's table, each filled at the end of a file, and the functions of other files in them. */
#ifndef LG_I_AMAZES_ROOMS_H
#define LG_I_AMAZES_ROOMS_H

#include "libgames/amazes.h"
#include "libgames/table.h"

extern const char lg_i_amazes_help[];
extern const lg_game_people lg_i_amazes_people;
extern const lg_game_learners lg_i_amazes_learners;
extern const lg_game_bots lg_i_amazes_bots;
extern const lg_game_speed lg_i_amazes_speed;

void lg_i_amazes_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_amazes_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                      lg_writer *writer);
void lg_i_amazes_decision(const lg_game *game, const void *state, int32_t action, lg_writer *writer);
int32_t lg_i_amazes_potential(const lg_game *game, const void *state, int32_t player);
int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng);
float lg_i_amazes_evaluate(const lg_game *game, const void *state, int32_t player);
const void *lg_i_amazes_net(const lg_game *game, size_t *size);

/* Fills in game->observation, for `configure`. */
void lg_i_amazes_spaces(lg_game *game);

/* The observation "directions". */
enum { LG_I_AMAZES_WAYS = 61 }; /* numbers */

void lg_i_amazes_observe_directions(const lg_amazes *state, int32_t viewer, int16_t *ways);
int32_t lg_i_amazes_directions_parts(lg_part *parts);
void lg_i_amazes_mirror_directions(const int16_t *from, int16_t *to);

#endif
