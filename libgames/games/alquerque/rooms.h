/* Internal: the rooms of Alquerque's table, each filled at the end of a file, and the functions of other files in
 * them. */
#ifndef LG_I_ALQUERQUE_ROOMS_H
#define LG_I_ALQUERQUE_ROOMS_H

#include "libgames/alquerque.h"
#include "libgames/table.h"

extern const char lg_i_alquerque_help[];
extern const lg_game_people lg_i_alquerque_people;
extern const lg_game_learners lg_i_alquerque_learners;
extern const lg_game_bots lg_i_alquerque_bots;
extern const lg_game_speed lg_i_alquerque_speed;

void lg_i_alquerque_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_alquerque_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer);
int32_t lg_i_alquerque_potential(const lg_game *game, const void *state, int32_t player);
float lg_i_alquerque_evaluate(const lg_game *game, const void *state, int32_t player);
/* play_random with instructions that all processors have. */
int64_t lg_i_alquerque_play_anywhere(const lg_game *game, void *state, int64_t most, lg_rng *rng);
const void *lg_i_alquerque_net(const lg_game *game, size_t *size);

/* Fills in game->observation, for `configure`. */
void lg_i_alquerque_spaces(lg_game *game);

#endif
