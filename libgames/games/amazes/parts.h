/* Internal: the functions of Amazes's table that have a file of their own; see lg_game_type. */
#ifndef LG_I_AMAZES_PARTS_H
#define LG_I_AMAZES_PARTS_H

#include "libgames/game.h"
#include "libgames/amazes.h"

/* Fills in game->observation, for `configure`. */
void lg_i_amazes_spaces(lg_game *game);

void lg_i_amazes_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out);
void lg_i_amazes_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                         void *after);
int32_t lg_i_amazes_parts(const lg_game *game, int32_t which, lg_part *parts);
void lg_i_amazes_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_amazes_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                       lg_writer *writer);
void lg_i_amazes_hint(const lg_game *game, const void *state, lg_writer *writer);
extern const char lg_i_amazes_help[];
void lg_i_amazes_prompt(const lg_game *game, const void *state, lg_writer *writer);
void lg_i_amazes_news(const lg_game *game, const void *state, int32_t player, lg_writer *writer);
lg_status lg_i_amazes_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action);
int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng);
int32_t lg_i_amazes_play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng);
int32_t lg_i_amazes_expert(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng);
const char *lg_i_amazes_strong(const lg_game *game, int32_t player);
const void *lg_i_amazes_net(const lg_game *game, size_t *size);
float lg_i_amazes_evaluate(const lg_game *game, const void *state, int32_t player);
int32_t lg_i_amazes_potential(const lg_game *game, const void *state, int32_t player);
bool lg_i_amazes_quiet(const lg_game *game, const void *state);

#endif
