/* Internal: the functions of On the Run's table that have a file of their own; see lg_game_type. */
#ifndef LG_I_ONTHERUN_PARTS_H
#define LG_I_ONTHERUN_PARTS_H

#include "libgames/game.h"
#include "libgames/ontherun.h"

/* The cities for which the game has actions: its parameter. Action room * type + city - 1 is a move by that type. */
static inline int32_t lg_i_ontherun_room(const lg_game *game) {
    return game->actions / LG_ONTHERUN_TYPES;
}

/* Fills in game->observation, for `configure`. */
void lg_i_ontherun_spaces(lg_game *game);

void lg_i_ontherun_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out);
int32_t lg_i_ontherun_parts(const lg_game *game, int32_t which, lg_part *parts);
void lg_i_ontherun_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_ontherun_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer);
void lg_i_ontherun_hint(const lg_game *game, const void *state, lg_writer *writer);
extern const char lg_i_ontherun_help[];
void lg_i_ontherun_prompt(const lg_game *game, const void *state, lg_writer *writer);
void lg_i_ontherun_news(const lg_game *game, const void *state, int32_t player, lg_writer *writer);
lg_status lg_i_ontherun_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action);
int32_t lg_i_ontherun_greedy(const lg_game *game, const void *state, lg_rng *rng);
int32_t lg_i_ontherun_expert(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng);
const char *lg_i_ontherun_strong(const lg_game *game, int32_t player);
const void *lg_i_ontherun_net(const lg_game *game, size_t *size);
float lg_i_ontherun_evaluate(const lg_game *game, const void *state, int32_t player);

/* The same for the detectives as a number of -LG_I_ONTHERUN_ONE ... LG_I_ONTHERUN_ONE. */
enum { LG_I_ONTHERUN_ONE = 1024 };
int32_t lg_i_ontherun_prospects(const lg_ontherun_map *map, const lg_ontherun *state);

#endif
