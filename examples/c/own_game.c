/* Plays Connect Four, which the library does not know: the table of examples/games/connect_four.c is linked into this
 * program. Hundreds of games run together in a batch, with a bot in either seat.
 *
 *     own_game [configuration [games]]          e.g. own_game "connect_four(columns=8)" 1000
 *
 * Same arguments, same games, on every machine. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const lg_game_type *lg_game_export(void); /* in connect_four.c */

enum { N = 256 }; /* games in the batch */

int main(int argc, char **argv) {
    const char *configuration = argc > 1 ? argv[1] : "connect_four";
    const long wanted = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
    lg_game game;
    lg_parse_error error;
    if (wanted < 1) {
        (void)fprintf(stderr, "usage: %s [configuration [games]]\n", argv[0]);
        return 2;
    }
    if (lg_game_configure(lg_game_export(), configuration, strlen(configuration), &game, &error) != LG_OK) {
        (void)fprintf(stderr, "%s\n%*s here was expected: %s\n", configuration, error.column, "^", error.expected);
        return 2;
    }

    /* Seat 0 is ours; greedy answers within each step. */
    static int32_t actions[N];
    static float reward[N];
    static uint8_t ended[N];
    lg_batch_config config = lg_batch_default(N);
    config.player[1].kind = LG_BOT_GREEDY;
    uint8_t *states = malloc(N * game.state_size);
    void *memory = malloc(lg_batch_size(&game, &config));
    const lg_batch_buffers buffers = {.states = states, .actions = actions, .reward = reward, .terminated = ended};
    lg_batch *batch;
    if (states == NULL || memory == NULL ||
        lg_batch_create(&game, &config, &buffers, memory, lg_batch_size(&game, &config), &batch) != LG_OK ||
        lg_batch_reset(batch, NULL, NULL, NULL) != LG_OK)
        return 1;

    lg_rng rng = lg_rng_seed(1, 1);
    long won = 0, lost = 0, drawn = 0;
    while (won + lost + drawn < wanted) {
        for (int i = 0; i < N; i++) /* in finished games the action is ignored, and the next one begins */
            (void)lg_game_choose(&game, states + (size_t)i * game.state_size, LG_BOT_RANDOM, &rng, &actions[i]);
        if (lg_batch_step(batch, NULL, NULL) != LG_OK) return 1;
        for (int i = 0; i < N; i++) *(reward[i] > 0 ? &won : reward[i] < 0 ? &lost : &drawn) += ended[i];
    }
    printf("random against greedy: %ld won, %ld lost, %ld drawn\n", won, lost, drawn);
    lg_batch_destroy(batch);
    free(memory);
    free(states);
    return 0;
}
