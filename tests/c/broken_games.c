/* Shared objects that are not games for this library. The build makes one with each of these defined. */
#include <libgames/author.h>

#if defined(NO_EXPORT)

LG_API int lg_game_of_nobody(void);
LG_API int lg_game_of_nobody(void) {
    return 4;
}

#elif defined(NO_TABLE)

LG_API const lg_game_type *lg_game_export(void);
LG_API const lg_game_type *lg_game_export(void) {
    return NULL;
}

#elif defined(OTHER_VERSION)

/* Nothing follows the number: code that reads further reads another object. */
static const uint32_t ABI = LG_GAME_ABI + 6;

LG_API const lg_game_type *lg_game_export(void);
LG_API const lg_game_type *lg_game_export(void) {
    return (const lg_game_type *)(const void *)&ABI;
}

#elif defined(HALF_TABLE)

static const lg_game_type HALF = {.abi = LG_GAME_ABI, .name = "half", .title = "Half a game", .id = "Half"};
LG_EXPORT_GAME(HALF)

#endif
