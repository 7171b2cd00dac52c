/* Measures the weights of Alquerque's evaluation in games against others.
 *
 *     alquerque_weights [pairs [nodes [seed [weight ...]]]]
 *
 * The library's evaluation plays against one with these weights (default: material alone), both sides of each opening,
 * at equal nodes a decision. Openings are random decisions from the start.
 *
 * The weights were chosen by such matches of 200 games against material alone with seed 1. With seed 2 they won 13 of
 * 400 games and lost 1, mean outcome +0.066 +- 0.018; with 20,000 nodes 7 and 1, +0.022 +- 0.012. All others were ties.
 * Weights fitted to the outcomes of games by least squares, mobility among them, scored less than material alone. */
#include <libgames/libgames.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/alquerque/features.h"

enum { FEATURES = LG_I_ALQUERQUE_FEATURES };

static int32_t weights[FEATURES] = {12};

static float evaluate(const lg_game *game, const void *state, int32_t player) {
    int32_t features[FEATURES], sum = 0;
    (void)game;
    lg_i_alquerque_features(state, features);
    for (int i = 0; i < FEATURES; i++) sum += weights[i] * features[i];
    const int32_t value = lg_i_alquerque_value(state, sum);
    const bool moves = player == ((const lg_alquerque *)state)->to_move;
    return (float)(moves ? value : -value) / (float)LG_I_ALQUERQUE_SURE;
}

/* Alquerque with the evaluation above. */
static lg_game own_game(lg_game_type *type) {
    static lg_game_bots bots;
    lg_game game;
    bots = *lg_alquerque_game.bots;
    bots.evaluate = evaluate;
    *type = lg_alquerque_game;
    type->bots = &bots;
    if (lg_game_configure(type, "alquerque", 9, &game, NULL) != LG_OK) exit(1);
    return game;
}

static lg_alphabeta *make(const lg_game *game) {
    lg_alphabeta *search;
    const lg_alphabeta_config config = {1 << 20, 256, 64, 0, 0};
    const size_t size = lg_alphabeta_size(game, &config);
    if (lg_alphabeta_create(game, &config, malloc(size), size, &search) != LG_OK) exit(1);
    return search;
}

static lg_alquerque opening(const lg_game *game, lg_rng *rng) {
    lg_alquerque state;
    do {
        lg_alquerque_start(&state);
        (void)lg_rollout(game, &state, 4 + lg_rng_below(rng, 16), rng, &state, NULL, NULL, NULL);
    } while (lg_game_player(game, &state) < 0 || state.jumper != LG_ALQUERQUE_NO_POINT);
    return state;
}

static int32_t decide(lg_alphabeta *search, const lg_alquerque *state, int64_t nodes) {
    lg_alphabeta_result result;
    const lg_alphabeta_limits limits = {LG_ALPHABETA_MAX_DEPTH, nodes, NULL, NULL};
    if (lg_alphabeta_run(search, state, &limits, &result) != LG_OK) exit(1);
    return result.action;
}

/* The score of the library's evaluation in -1 ... 1, over pairs of games. */
static void match(int pairs, int64_t nodes, uint64_t seed) {
    lg_game_type type;
    const lg_game other = own_game(&type);
    lg_game game;
    if (lg_game_make("alquerque", 9, &game, NULL) != LG_OK) exit(1);
    lg_alphabeta *searches[2] = {make(&game), make(&other)};
    lg_rng rng = lg_rng_seed(seed, 1);
    double sum = 0, squares = 0;
    int won = 0, lost = 0;
    for (int i = 0; i < pairs; i++) {
        const lg_alquerque start = opening(&game, &rng);
        double pair = 0;
        for (int side = 0; side < 2; side++) {
            lg_alquerque state = start;
            float outcome[2];
            while (lg_game_player(&game, &state) >= 0) {
                const int32_t action = decide(searches[state.to_move != side], &state, nodes);
                if (lg_game_apply(&game, &state, action, &state) != LG_OK) exit(1);
            }
            (void)lg_game_outcome(&game, &state, outcome);
            won += outcome[side] == 1.0f;
            lost += outcome[side] == -1.0f;
            pair += (double)outcome[side] / 2;
        }
        sum += pair;
        squares += pair * pair;
    }
    const double mean = sum / pairs, deviation = sqrt(fmax(0, squares / pairs - mean * mean) / pairs);
    printf("%" PRId64 " nodes a decision: %d games, %d won, %d lost, mean outcome %+.3f +- %.3f (95 %%)\n", nodes,
           2 * pairs, won, lost, mean, 1.96 * deviation);
    free(searches[0]);
    free(searches[1]);
}

int main(int argc, char **argv) {
    const int pairs = argc > 1 ? atoi(argv[1]) : 200;
    const int64_t nodes = argc > 2 ? strtoll(argv[2], NULL, 10) : 3000;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (pairs < 1 || nodes < 1 || argc > 4 + FEATURES) {
        (void)fprintf(stderr, "usage: %s [pairs [nodes [seed [weight ...]]]]\n", argv[0]);
        return 2;
    }
    for (int i = 4; i < argc; i++) weights[i - 4] = atoi(argv[i]);
    match(pairs, nodes, seed);
    return 0;
}
