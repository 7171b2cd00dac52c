/* Shared by the strong contest programs: a bot of the library, the clock of the contest, and a move as an answer.
 *
 * An argument such as 0.1 makes the clock shorter. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct bot {
    lg_game game;
    lg_bot player;
    lg_rng rng;
    size_t size; /* of the player's memory */
    void *memory, *before;
    double share, used, began, until; /* share of the clock; seconds */
    int32_t moves, decisions;         /* the least number left in the game; the number in a move */
    char text[LG_AMAZES_WALK + 1];    /* the last answer */
    size_t length;
} bot;

static double now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool is_late(void *context) {
    return now() >= ((const bot *)context)->until;
}

/* Seconds for a move. A part of every limit is kept in reserve, in case the machine is busy with other work. */
static double time_for_move(const bot *me) {
    const double answer = 0.0006 * me->share * me->game.clock.answer, total = 0.0009 * me->share * me->game.clock.total;
    const double part = total > me->used ? (total - me->used) / (me->moves + 1) : 0;
    return total == 0 || (answer > 0 && answer < part) ? answer : part;
}

/* Prepares a player for the game: me->game is made, and me->moves and me->decisions are there. */
static bool bot_prepare(bot *me, int argc, char **argv) {
    char text[64];
    me->share = argc > 1 ? atof(argv[1]) : 1;
    me->rng = lg_rng_seed((uint64_t)time(NULL), 0);
    const int length = snprintf(text, sizeof text, "strong(simulations=%.0f)", 1000 + 500000 * time_for_move(me));
    if (lg_bot_configure(&me->game, text, (size_t)length, &me->player, NULL) != LG_OK) return false;
    if (lg_bot_size(&me->game, &me->player, &me->size) != LG_OK) return false;
    me->memory = malloc(me->size + 1);
    me->before = malloc(me->game.state_size);
    return me->memory != NULL && me->before != NULL;
}

/* Reads a line; the clock runs from here on. */
static bool bot_read(bot *me, char *line, int size) {
    const bool is_read = fgets(line, size, stdin) != NULL;
    char *const end = is_read ? strstr(line, "\r\n") : NULL;
    if (end != NULL) (void)strcpy(end, "\n");
    me->began = now();
    return is_read;
}

/* Thinks about a whole move, applies it to the state, and writes it. */
static bool bot_answer(bot *me, void *state) {
    int32_t actions[LG_AMAZES_WALK + 1], count = 0;
    const double end = me->began + time_for_move(me);
    memcpy(me->before, state, me->game.state_size);
    do {
        const int32_t left = count < me->decisions ? me->decisions - count : 1;
        me->until = now() + (end - now()) / left;
        if (lg_bot_choose(&me->game, &me->player, state, &me->rng, me->memory, me->size, is_late, me,
                             &actions[count]) != LG_OK)
            return false;
        if (lg_game_apply(&me->game, state, actions[count++], state) != LG_OK) return false;
    } while (lg_game_in_move(&me->game, state) && count <= LG_AMAZES_WALK);
    if (lg_game_move_print(&me->game, me->before, actions, count, state, me->text, sizeof me->text, &me->length) !=
        LG_OK)
        return false;
    puts(me->text);
    (void)fflush(stdout);
    if (me->moves > 10) me->moves--;
    me->used += now() - me->began;
    return true;
}
