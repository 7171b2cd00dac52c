/* Built-in players: every game has them, as opponents and as a measure for other players. */
#ifndef LIBGAMES_PLAYERS_H
#define LIBGAMES_PLAYERS_H

#include "libgames/game.h"

LG_BEGIN

/* These numbers are never changed. */
#define LG_PLAYER_RANDOM 0 /* any legal action, each equally likely */
#define LG_PLAYER_GREEDY 1 /* the game's own baseline: takes what is worth most at once; clearly better than random */

/* How many there are, and their names, "random" and "greedy"; NULL outside 0 ... count-1. */
LG_API int32_t lg_player_count(void);
LG_API const char *lg_player_name(int32_t player);

/* The built-in player with this name, -1 when there is none. */
LG_API int32_t lg_player_find(const char *name, size_t length);

/* The action that the built-in player `player` chooses for the player to move: always a legal one. It uses only what
 * the player to move may know; the same knowledge and the same generator give the same action. *rng moves on by as
 * many numbers as were needed. LG_E_ARGUMENT (no such player), LG_E_OVER. Cost: random one lg_game_legal; greedy 1
 * (block drop, On the Run) to 3 microseconds (Amazes). */
LG_API lg_status lg_game_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng, int32_t *action);

LG_END

#endif
