/* Internal: the rooms of Block drop's table, each filled at the end of a file, and the functions of other files in
 * them. */
#ifndef LG_I_BLOCKDROP_ROOMS_H
#define LG_I_BLOCKDROP_ROOMS_H

#include "libgames/blockdrop.h"
#include "libgames/table.h"

extern const char lg_i_blockdrop_help[];
extern const lg_game_people lg_i_blockdrop_people;
extern const lg_game_learners lg_i_blockdrop_learners;
extern const lg_game_bots lg_i_blockdrop_bots;
extern const lg_game_speed lg_i_blockdrop_speed;

void lg_i_blockdrop_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_blockdrop_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer);
int32_t lg_i_blockdrop_potential(const lg_game *game, const void *state, int32_t player);
float lg_i_blockdrop_evaluate(const lg_game *game, const void *state, int32_t player);
const void *lg_i_blockdrop_net(const lg_game *game, size_t *size);

/* Fills in game->observation, for `configure`. */
void lg_i_blockdrop_spaces(lg_game *game);

#endif
