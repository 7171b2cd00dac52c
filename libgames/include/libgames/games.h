/* The library's own games behind the uniform interface, by name. */
#ifndef LIBGAMES_GAMES_H
#define LIBGAMES_GAMES_H

#include "libgames/game.h"

LG_BEGIN

/* lg_alquerque_game, lg_amazes_game, ...: the table of each game in the registry, for programs that link the static
 * library; with the shared library use lg_game_type_at. */
#define LG_GAME(name) extern const lg_game_type lg_##name##_game;
#include "libgames/registry.h"
#undef LG_GAME

/* The number of games, and each of them in alphabetical order; NULL outside 0 ... count-1. */
LG_API int32_t lg_game_type_count(void);
LG_API const lg_game_type *lg_game_type_at(int32_t index);

/* lg_game_configure for the game of this library that the configuration names. */
LG_API lg_status lg_game_make(const char *text, size_t length, lg_game *game, lg_parse_error *error);

LG_END

#endif
