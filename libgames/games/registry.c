/* The games of the library by name; see libgames/games.h. */
#include "libgames/games.h"

static const lg_game_type *const GAMES[] = {
#define LG_GAME(name) &lg_##name##_game,
#include "libgames/registry.h"
#undef LG_GAME
};

#define GAME_COUNT ((int32_t)(sizeof GAMES / sizeof GAMES[0]))

int32_t lg_game_type_count(void) {
    return GAME_COUNT;
}

const lg_game_type *lg_game_type_at(int32_t index) {
    return index >= 0 && index < GAME_COUNT ? GAMES[index] : NULL;
}

static const char EXPECTED[] = "the name of a game:"
#define LG_GAME(name) " " #name
#include "libgames/registry.h"
#undef LG_GAME
    ;

lg_status lg_game_make(const char *text, size_t length, lg_game *game, lg_parse_error *error) {
    const lg_status status = lg_game_configure_one(GAMES, GAME_COUNT, text, length, game, error);
    /* Nothing but a name stands in the first column. */
    if (status == LG_E_PARSE && error != NULL && error->column == 1) error->expected = EXPECTED;
    return status;
}
