/* Internal: the functions of SnakeCore's table that have a file of their own; see lg_game_type. */
#ifndef LG_I_SNAKECORE_PARTS_H
#define LG_I_SNAKECORE_PARTS_H

#include "libgames/game.h"
#include "libgames/snakecore.h"

/* Fills in game->observation, for `configure`. */
void lg_i_snakecore_spaces(lg_game *game, int32_t size, int32_t radius);

void lg_i_snakecore_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out);
void lg_i_snakecore_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                            void *after);
int32_t lg_i_snakecore_parts(const lg_game *game, int32_t which, lg_part *parts);
int32_t lg_i_snakecore_canonical(const lg_game *game, const void *state, int32_t player);
void lg_i_snakecore_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_snakecore_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                          lg_writer *writer);
extern const char lg_i_snakecore_help[];
void lg_i_snakecore_prompt(const lg_game *game, const void *state, lg_writer *writer);
lg_status lg_i_snakecore_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action);
int32_t lg_i_snakecore_greedy(const lg_game *game, const void *state, lg_rng *rng);
const char *lg_i_snakecore_strong(const lg_game *game, int32_t player);
const void *lg_i_snakecore_net(const lg_game *game, size_t *size);
float lg_i_snakecore_evaluate(const lg_game *game, const void *state, int32_t player);
int32_t lg_i_snakecore_potential(const lg_game *game, const void *state, int32_t player);

#endif
