/* The umbrella header: everything but author.h and svg.h, which are for authors of games. */
#ifndef LIBGAMES_H
#define LIBGAMES_H

#include "libgames/alphabeta.h"
#include "libgames/alquerque.h"
#include "libgames/amazes.h"
#include "libgames/base.h"
#include "libgames/batch.h"
#include "libgames/blockdrop.h"
#include "libgames/check.h"
#include "libgames/choose.h"
#include "libgames/game.h"
#include "libgames/games.h"
#include "libgames/hash.h"
#include "libgames/load.h"
#include "libgames/ontherun.h"
#include "libgames/bots.h"
#include "libgames/rng.h"
#include "libgames/search.h"
#include "libgames/batch_search.h"
#include "libgames/self_play.h"
#include "libgames/snakecore.h"
#include "libgames/style.h"
#include "libgames/table.h"
#include "libgames/text.h"
#include "libgames/view.h"

#endif
