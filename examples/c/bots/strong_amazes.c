/* A contest program for Amazes that plays as strongly as the library can within the contest's clock. It keeps a game
 * that it can't distinguish from its own. */
#include "strong.h"

#include "look.h"

int main(int argc, char **argv) {
    static const uint8_t TURN_BACK = 2;
    static bot me = {.moves = LG_AMAZES_TURNS, .decisions = 1};
    static int32_t player = -1;
    static lg_amazes state;
    char text[LG_AMAZES_MESSAGE_TEXT + 80];
    lg_amazes_sight sight;
    lg_amazes_message_kind kind;
    (void)lg_amazes_new(0, LG_AMAZES_TURNS, &state);
    if (lg_game_make("amazes(actions=walk)", 20, &me.game, NULL) != LG_OK || !bot_prepare(&me, argc, argv)) return 1;
    while (state.turn < 2 * LG_AMAZES_TURNS) {
        for (int line = 0, at = 0; line < 5; line += strcmp(text, "Start\n") != 0, at = (int)strlen(text))
            if (!bot_read(&me, text + at, (int)sizeof text - at) || strcmp(text, "Quit\n") == 0) return 0;
        if (lg_amazes_message_parse(text, strlen(text), &kind, &sight, NULL) != LG_OK) return 1;
        if (player < 0) player = kind == LG_AMAZES_MESSAGE_START ? 0 : 1;
        if (state.turn % 2 != player && lg_amazes_apply(&state, &TURN_BACK, 1, &state) != LG_OK) return 1;
        state.sudden_death = 0; /* nor is whether the opponent has come here */
        look(&sight, player, &me.rng, &state);
        if (!bot_answer(&me, &state)) return 1;
        state.sudden_death = 0; /* whether the opponent was there is not known yet */
    }
    return 0;
}
