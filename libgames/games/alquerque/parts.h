/* Internal: the functions of Alquerque's table that have a file of their own; see lg_game_type. */
#ifndef LG_I_ALQUERQUE_PARTS_H
#define LG_I_ALQUERQUE_PARTS_H

#include "libgames/game.h"
#include "libgames/alquerque.h"

/* Fills in game->observation, for `configure`. */
void lg_i_alquerque_spaces(lg_game *game);

void lg_i_alquerque_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out);
void lg_i_alquerque_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                            void *after);
int32_t lg_i_alquerque_parts(const lg_game *game, int32_t which, lg_part *parts);
int32_t lg_i_alquerque_canonical(const lg_game *game, const void *state, int32_t player);
int32_t lg_i_alquerque_potential(const lg_game *game, const void *state, int32_t player);
void lg_i_alquerque_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_alquerque_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                          lg_writer *writer);
extern const char lg_i_alquerque_help[];
void lg_i_alquerque_prompt(const lg_game *game, const void *state, lg_writer *writer);
lg_status lg_i_alquerque_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action);
int32_t lg_i_alquerque_greedy(const lg_game *game, const void *state, lg_rng *rng);
const char *lg_i_alquerque_strong(const lg_game *game, int32_t player);
const void *lg_i_alquerque_net(const lg_game *game, size_t *size);

float lg_i_alquerque_evaluate(const lg_game *game, const void *state, int32_t player);
bool lg_i_alquerque_quiet(const lg_game *game, const void *state);
uint64_t lg_i_alquerque_position_key(const lg_game *game, const void *state);

#endif
