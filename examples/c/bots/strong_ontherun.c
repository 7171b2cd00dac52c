/* A contest program for On the Run, both roles, that plays as strongly as the library can within the contest's clock.
 * The map is in connect.txt in the current folder. */
#include "strong.h"

static lg_ontherun_map map;

static bool read_map(lg_game *game) {
    static char text[LG_ONTHERUN_MAP_TEXT + 65536]; /* some files contain comments after END */
    char config[32];
    FILE *file = fopen("connect.txt", "rb");
    if (file == NULL) return false;
    const size_t length = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    if (lg_ontherun_map_parse(text, length, &map, NULL) != LG_OK) return false;
    const int size = snprintf(config, sizeof config, "ontherun(cities=%d)", (int)map.cities);
    return lg_game_make(config, (size_t)size, game, NULL) == LG_OK &&
           lg_game_prepare_parse(game, text, length, &map, sizeof map, NULL) == LG_OK;
}

/* The detectives' message about a move: a type, and the city if it is announced. */
static bool hear(const char *line, lg_ontherun *state) {
    lg_ontherun_message_kind kind;
    int32_t type, city = 0;
    if (lg_ontherun_message_parse(line, strlen(line), &kind, &type, &city, NULL) != LG_OK) return false;
    if (kind != LG_ONTHERUN_MESSAGE_CITY) return lg_ontherun_move_concealed(&map, state, type, city, state) == LG_OK;
    return lg_ontherun_place_fugitive(&map, state, city, state) == LG_OK && lg_ontherun_conceal(state, state) == LG_OK;
}

int main(int argc, char **argv) {
    static bot me = {.moves = LG_ONTHERUN_TURNS, .decisions = LG_ONTHERUN_TEAM};
    char line[32], lines[4 * sizeof line] = "";
    lg_ontherun state, thought;
    if (!read_map(&me.game) || !bot_prepare(&me, argc, argv) || !bot_read(&me, line, sizeof line)) return 1;
    const int32_t player = strcmp(line, "Detectives\n") == 0 ? LG_ONTHERUN_DETECTIVES : LG_ONTHERUN_FUGITIVE;
    lg_ontherun_start(&state);
    while (true) {
        for (int i = 0; lg_game_player(&me.game, &state) != player && lg_game_player(&me.game, &state) >= 0;) {
            if (!bot_read(&me, line, sizeof line) || strcmp(line, "Quit\n") == 0) return 0;
            if (player == LG_ONTHERUN_DETECTIVES) {
                if (!hear(line, &state)) return 1;
            } else if ((void)strcat(lines, line), ++i == LG_ONTHERUN_TEAM) {
                if (lg_game_play(&me.game, &state, lines, strlen(lines), &state, NULL) != LG_OK) return 1;
                lines[0] = '\0';
            }
        }
        if (lg_ontherun_result_of(&state) != LG_ONTHERUN_ONGOING) {
            if (state.turn < LG_ONTHERUN_TURNS) (void)bot_read(&me, line, sizeof line); /* Quit */
            return 0;
        }
        if (lg_ontherun_resample(&map, &state, player, LG_ONTHERUN_BY_CITY, &me.rng, &thought) != LG_OK) return 1;
        if (!bot_answer(&me, &thought)) return 1;
        if (lg_game_play(&me.game, &state, me.text, me.length, &state, NULL) != LG_OK) return 1;
    }
}
