/* Pictures: any reachable state, any options, any viewer. The text always has the announced length, and an option out
 * of range is refused. Sometimes the game defines no picture. */
#include "fuzz.h"

enum { LAST = 4 };

/* An earlier state and numbers of actions serve as options. */
static lg_draw_options take_options(bytes *input, const lg_game *game, const void *before, int32_t *last,
                                    uint32_t *heat) {
    lg_draw_options options = {.last = last, .last_count = take(input) % (LAST + 1), .legal = take(input) % 2 != 0};
    const uint8_t size = take(input);
    options.theme = (lg_theme)(take(input) % 5);
    options.size = size < 128 ? 0 : size < 250 ? LG_LEAST_PICTURE + size : take_int(input);
    if (take(input) % 2 != 0) options.before = before;
    for (int i = 0; i < options.last_count; i++)
        last[i] = take(input) % 32 == 31 ? take_int(input) : (take(input) << 8 | take(input)) % game->actions;
    if (take(input) % 2 == 0) return options;
    memset(heat, 0, (size_t)game->actions * sizeof *heat);
    for (int i = take(input) % 8; i > 0; i--)
        heat[(take(input) << 8 | take(input)) % game->actions] = (uint32_t)take_int(input);
    options.heat = heat;
    return options;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const lg_game *game = game_of(any_game(take(&input)));
    const int32_t viewer = take(&input) % (game->players + 2) - 1;
    void *state = malloc(game->state_size), *before = malloc(game->state_size);
    uint32_t *heat = malloc((size_t)game->actions * sizeof *heat);
    int32_t last[LAST];
    size_t length = 0, written = 0;
    const lg_draw_options options = take_options(&input, game, before, last, heat);
    REQUIRE(lg_game_new(game, take(&input), state) == LG_OK);
    memcpy(before, state, game->state_size);
    play_some(&input, game, state, before);
    if (take(&input) % 8 == 7) (void)lg_game_forfeit(game, state, take(&input) % game->players, state);
    lg_game letters = *game;
    lg_game_type type = *game->type;
    lg_game_people people = *type.people;
    people.draw = NULL;
    type.people = &people;
    if (take(&input) % 8 == 7) letters.type = &type, game = &letters; /* its board in letters */
    bool possible = viewer < game->players && options.theme <= LG_THEME_CONTRAST &&
                    (options.size == 0 || (options.size >= LG_LEAST_PICTURE && options.size <= LG_LARGEST_PICTURE));
    for (int i = 0; i < options.last_count; i++) possible = possible && last[i] >= 0 && last[i] < game->actions;
    const lg_status status = lg_game_draw(game, state, viewer, &options, NULL, 0, &length);
    REQUIRE(status == (possible ? LG_E_SPACE : LG_E_ARGUMENT));
    char *text = malloc(length + 1);
    if (possible) {
        REQUIRE(lg_game_draw(game, state, viewer, &options, text, length + 1, &written) == LG_OK && written == length);
        REQUIRE(strncmp(text, "<svg", 4) == 0 && strcmp(text + length - 7, "</svg>\n") == 0 && strlen(text) == length);
    }
    free(text);
    free(heat);
    free(before);
    free(state);
    return 0;
}
