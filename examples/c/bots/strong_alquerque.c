/* A contest program for Alquerque that plays as strongly as the library can within the contest's clock. */
#include "strong.h"

int main(int argc, char **argv) {
    static bot me = {.moves = 30, .decisions = 2};
    char line[128];
    lg_alquerque state;
    if (lg_game_make("alquerque", 9, &me.game, NULL) != LG_OK || !bot_prepare(&me, argc, argv)) return 1;
    lg_alquerque_start(&state);
    while (lg_alquerque_result_of(&state) == LG_ALQUERQUE_ONGOING && bot_read(&me, line, sizeof line)) {
        if (strcmp(line, "Quit\n") == 0) return 0;
        if (strcmp(line, "Start\n") != 0 && lg_game_play(&me.game, &state, line, strlen(line), &state, NULL) != LG_OK)
            return 1;
        if (lg_alquerque_result_of(&state) == LG_ALQUERQUE_ONGOING && !bot_answer(&me, &state)) return 1;
    }
    return 0;
}
