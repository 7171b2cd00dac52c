/* The registry: one line for each game, by name. The build reads it as well. Define LG_GAME(name) before including
 * it. */
#include "libgames/base.h"

#ifdef LG_GAME
LG_GAME(alquerque)
LG_GAME(amazes)
LG_GAME(blockdrop)
LG_GAME(ontherun)
LG_GAME(snakecore)
#endif
