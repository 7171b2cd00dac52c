/* The registry: one line a game, by name. The build reads it too. Include it with LG_GAME(name) defined. */
#include "libgames/base.h"

#ifdef LG_GAME
LG_GAME(alquerque)
LG_GAME(amazes)
LG_GAME(blockdrop)
LG_GAME(ontherun)
LG_GAME(snakecore)
#endif
