/* Simple bots: an immediate choice, without memory. They play every game, and rollouts. Bots that search, with
 * configurations, are in libgames/bots.h. */
#ifndef LIBGAMES_CHOOSE_H
#define LIBGAMES_CHOOSE_H

#include "libgames/game.h"

LG_BEGIN

/* Numbers of bots are never changed. */
#define LG_BOT_RANDOM 0 /* any legal action, each equally likely */
#define LG_BOT_GREEDY 1 /* the game's baseline: the highest immediate value; random if there is none */

/* The action that the simple bot `bot` chooses for the player to move: always a legal one. It uses only the knowledge
 * of the player to move; the same knowledge and the same generator give the same action. *rng advances by the numbers
 * that were needed. LG_E_ARGUMENT (no such bot), LG_E_OVER, LG_E_BROKEN. Cost: random one lg_game_legal; greedy less
 * than 0.1 (Block drop, SnakeCore, Alquerque) to 0.4 microseconds (On the Run, Amazes). */
LG_API lg_status lg_game_choose(const lg_game *game, const void *state, int32_t bot, lg_rng *rng, int32_t *action);

LG_END

#endif
