/* Internal: the rooms of SnakeCore's table, each at the end of the file that fills it, and the functions from other
 * files. */
#ifndef LG_I_SNAKECORE_ROOMS_H
#define LG_I_SNAKECORE_ROOMS_H

#include "libgames/snakecore.h"
#include "libgames/table.h"

extern const char lg_i_snakecore_help[];
extern const lg_game_people lg_i_snakecore_people;
extern const lg_game_learners lg_i_snakecore_learners;
extern const lg_game_bots lg_i_snakecore_bots;

void lg_i_snakecore_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
void lg_i_snakecore_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer);
int32_t lg_i_snakecore_potential(const lg_game *game, const void *state, int32_t player);
float lg_i_snakecore_evaluate(const lg_game *game, const void *state, int32_t player);
const void *lg_i_snakecore_net(const lg_game *game, size_t *size);

/* The indices of game->params. */
enum {
    LG_I_SNAKECORE_SIZE, LG_I_SNAKECORE_PLAYERS, LG_I_SNAKECORE_WALLS, LG_I_SNAKECORE_REACTORS,
    LG_I_SNAKECORE_ORDINARY, LG_I_SNAKECORE_ENERGY, LG_I_SNAKECORE_ROUNDS, LG_I_SNAKECORE_RADIUS
};

/* Fills in game->observation, for `configure`. */
void lg_i_snakecore_spaces(lg_game *game, int32_t size, int32_t radius);

/* The observation "directions". */
enum { LG_I_SNAKECORE_WAYS = 45 }; /* numbers, from 0 to 255, before those of the last row of the window */

void lg_i_snakecore_observe_directions(const lg_snakecore *state, int32_t viewer, uint8_t *ways);
int32_t lg_i_snakecore_directions_parts(lg_part *parts);
void lg_i_snakecore_turn_directions(int32_t symmetry, const uint8_t *from, uint8_t *to);

#endif
