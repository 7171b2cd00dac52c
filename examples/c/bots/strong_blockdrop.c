/* A contest program for Block drop that plays as strongly as the library can within the contest's clock.
 *
 * Reads the messages of the rules `page`; with the word "engine" as its second argument, the messages of the rules
 * `engine`. */
#include "strong.h"

int main(int argc, char **argv) {
    static bot me = {.decisions = 1};
    char message[LG_BLOCKDROP_MESSAGE_TEXT + 80] = "", line[80];
    lg_blockdrop state;
    puts("READY");
    (void)fflush(stdout);
    const bool engine = argc > 2 && strcmp(argv[2], "engine") == 0;
    const char *const text = engine ? "blockdrop(rules=engine)" : "blockdrop";
    if (lg_game_make(text, strlen(text), &me.game, NULL) != LG_OK || !bot_prepare(&me, argc, argv)) return 1;
    while (bot_read(&me, line, sizeof line)) {
        if (strlen(message) + strlen(line) >= sizeof message) return 1;
        (void)strcat(message, line);
        if (strcmp(line, "EOD\n") != 0) continue;
        if (lg_blockdrop_message_parse(message, strlen(message), engine ? LG_BLOCKDROP_ENGINE : LG_BLOCKDROP_PAGE,
                                       LG_BLOCKDROP_TURN_LIMIT, &state, NULL) != LG_OK)
            return 1;
        if (!bot_answer(&me, &state)) return 1;
        message[0] = '\0';
    }
    return 0;
}
