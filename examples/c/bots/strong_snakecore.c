/* A contest program for SnakeCore that plays as strongly as the library can within the contest's clock. */
#include "strong.h"

#define ROUNDS 200 /* a request does not contain their number */

/* Fields with any walls and reactors are positions of this game. */
#define CONFIG "snakecore(size=%d,players=%d,walls=0,reactors=0,ordinary=%d,energy=%d,rounds=%d)"

static char text[LG_SNAKECORE_REQUEST_TEXT + 2]; /* a line may end with CR LF */

/* Reads the rest of a request: the size, as many lines, and a line for each head seen in them. */
static bool read_request(bot *me) {
    size_t length = strlen(text);
    if (!bot_read(me, text + length, (int)(sizeof text - length))) return false;
    const long size = strtol(text + length, NULL, 10);
    if (size < LG_SNAKECORE_MIN_SIZE || size > LG_SNAKECORE_MAX_SIZE) return false;
    for (long line = 0, lines = size; line < lines; line++) {
        length += strlen(text + length);
        if (!bot_read(me, text + length, (int)(sizeof text - length))) return false;
        for (const char *c = text + length; line < size && *c != '\0'; c++) lines += *c == 'p';
    }
    return true;
}

/* The game that the first request comes from. */
static bool make_game(bot *me, const lg_snakecore *state) {
    char config[128];
    const int length = snprintf(config, sizeof config, CONFIG,
                                state->size, state->players, state->ordinary, state->energy, ROUNDS);
    return lg_game_make(config, (size_t)length, &me->game, NULL) == LG_OK;
}

int main(int argc, char **argv) {
    static bot me = {.moves = ROUNDS, .decisions = 1};
    static lg_snakecore state;
    lg_snakecore_message_kind kind;
    while (bot_read(&me, text, sizeof text)) {
        if (strcmp(text, LG_SNAKECORE_GET_NAME) == 0) {
            puts("libgames strong");
            (void)fflush(stdout);
            continue;
        }
        if (!read_request(&me)) return 1;
        if (lg_snakecore_message_parse(text, strlen(text), 0, ROUNDS, 0, &kind, &state, NULL) != LG_OK) return 1;
        if (me.memory == NULL && (!make_game(&me, &state) || !bot_prepare(&me, argc, argv))) return 1;
        if (!bot_answer(&me, &state)) return 1;
    }
    return 0;
}
