/* Learns the weights of Alquerque's evaluation from games against itself, and measures them.
 *
 *     alquerque_weights learn [games [seed]]    prints the weights for libgames/games/alquerque/evaluate.c
 *     alquerque_weights match [pairs [depth]]   the library's evaluation against material alone, both sides of each opening
 *
 * Learning plays games with material alone (random openings, depth 2, a random move in ten), and then finds the weights
 * that bring x / (1 + |x|) of the weighted features nearest to the outcomes, by least squares over all quiet positions
 * that are not near the ply limit. The same seed gives the same weights.
 *
 * The library's weights come from the defaults, the best of four sets in matches of 200 games at depth 3 on the same
 * openings: mean outcome +0.373, but +0.313 and +0.140 after 5000 games with seeds 1 and 0, and +0.085 after three rounds,
 * each with games of the weights learnt before. At depth 4 nearly all games were ties: +0.037 +- 0.020 in 120. */
#include <libgames/libgames.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/alquerque/parts.h"

enum { FEATURES = LG_I_ALQUERQUE_FEATURES, EPOCHS = 40, MOST = 1000000 };

typedef struct sample {
    float features[FEATURES], outcome;
} sample;

static double weights[FEATURES];
static sample *samples;
static int sample_count;

static float evaluate(const lg_game *game, const void *state, int32_t player, bool *quiet) {
    int32_t features[FEATURES];
    double sum = 0;
    (void)lg_i_alquerque_evaluate(game, state, player, quiet);
    lg_i_alquerque_features(state, features);
    for (int i = 0; i < FEATURES; i++) sum += weights[i] * features[i];
    const int32_t value = lg_i_alquerque_value(state, (int32_t)lround(sum));
    const bool moves = player == ((const lg_alquerque *)state)->to_move;
    return (float)(moves ? value : -value) / (float)LG_I_ALQUERQUE_SURE;
}

/* Alquerque with the evaluation above. */
static lg_game own_game(lg_game_type *type) {
    lg_game game;
    *type = lg_alquerque_game;
    type->evaluate = evaluate;
    if (lg_game_configure(type, "alquerque", 9, &game, NULL) != LG_OK) exit(1);
    return game;
}

static lg_alphabeta *make(const lg_game *game) {
    lg_alphabeta *search;
    const lg_alphabeta_config config = {1 << 20, 256, 64};
    const size_t size = lg_alphabeta_size(game, &config);
    if (lg_alphabeta_create(game, &config, malloc(size), size, &search) != LG_OK) exit(1);
    return search;
}

static lg_alquerque opening(const lg_game *game, lg_rng *rng) {
    lg_alquerque state;
    do {
        lg_alquerque_start(&state);
        (void)lg_rollout(game, &state, 4 + lg_rng_below(rng, 16), rng, &state, NULL);
    } while (lg_game_player(game, &state) < 0 || state.jumper != LG_ALQUERQUE_NO_POINT);
    return state;
}

static int32_t decide(lg_alphabeta *search, const lg_alquerque *state, int32_t depth) {
    lg_alphabeta_result result;
    const lg_alphabeta_limits limits = {depth, INT64_MAX, NULL, NULL};
    if (lg_alphabeta_run(search, state, &limits, &result) != LG_OK) exit(1);
    return result.action;
}

static void take(const lg_game *game, const lg_alquerque *state) {
    int32_t features[FEATURES];
    bool quiet;
    (void)evaluate(game, state, 0, &quiet);
    if (!quiet || state->ply > LG_ALQUERQUE_PLY_LIMIT - 64 || sample_count == MOST) return;
    sample *to = &samples[sample_count++];
    lg_i_alquerque_features(state, features);
    for (int i = 0; i < FEATURES; i++) to->features[i] = (float)features[i];
    to->outcome = state->to_move == 0 ? 1.0f : -1.0f;
}

/* A game against itself; its positions get White's outcome, with the sign of who is to move. */
static void play(const lg_game *game, lg_alphabeta *search, lg_rng *rng) {
    lg_alquerque state = opening(game, rng);
    const int first = sample_count;
    float outcome[2];
    while (lg_game_player(game, &state) >= 0) {
        int32_t action;
        take(game, &state);
        if (lg_rng_below(rng, 10) != 0) action = decide(search, &state, 2);
        else (void)lg_game_choose(game, &state, LG_PLAYER_RANDOM, rng, &action);
        if (lg_game_apply(game, &state, action, &state) != LG_OK) exit(1);
    }
    (void)lg_game_outcome(game, &state, outcome);
    for (int i = first; i < sample_count; i++) samples[i].outcome *= outcome[0];
}

/* Gradient steps, one for each sample; each feature is scaled by its size. Returns the mean square error before. */
static double fit(double rate) {
    double scale[FEATURES] = {0}, error = 0;
    for (int i = 0; i < sample_count; i++)
        for (int j = 0; j < FEATURES; j++) scale[j] += (double)samples[i].features[j] * (double)samples[i].features[j];
    for (int i = 0; i < sample_count; i++) {
        double x = 0;
        for (int j = 0; j < FEATURES; j++) x += weights[j] * (double)samples[i].features[j] / 1024;
        const double miss = (double)samples[i].outcome - x / (1 + fabs(x));
        const double slope = 1 / ((1 + fabs(x)) * (1 + fabs(x)));
        for (int j = 0; j < FEATURES; j++)
            weights[j] += 1024 * rate * miss * slope * (double)samples[i].features[j] / (1 + scale[j] / sample_count);
        error += miss * miss;
    }
    return error / sample_count;
}

static void learn(int games, uint64_t seed) {
    lg_game_type type;
    const lg_game game = own_game(&type);
    lg_alphabeta *search = make(&game);
    lg_rng rng = lg_rng_seed(seed, 0);
    samples = malloc(MOST * sizeof *samples);
    weights[0] = 100;
    double error = 0;
    for (int i = 0; i < games; i++) play(&game, search, &rng);
    for (int i = 0; i < EPOCHS; i++) error = fit(0.002 / (1 + i));
    printf("%d positions, mean square error %.4f\n", sample_count, error);
    for (int i = 0; i < FEATURES; i++) printf("%s%d", i == 0 ? "{" : ", ", (int)lround(weights[i]));
    printf("}\n");
    free(samples);
    free(search);
}

/* The score of the library's evaluation in -1 ... 1, over pairs of games. */
static void match(int pairs, int32_t depth) {
    lg_game_type type;
    const lg_game other = own_game(&type);
    lg_game game;
    if (lg_game_make("alquerque", 9, &game, NULL) != LG_OK) exit(1);
    lg_alphabeta *searches[2] = {make(&game), make(&other)};
    lg_rng rng = lg_rng_seed(1, 1);
    double sum = 0, squares = 0;
    int won = 0, lost = 0;
    weights[0] = 100;
    for (int i = 0; i < pairs; i++) {
        const lg_alquerque start = opening(&game, &rng);
        double pair = 0;
        for (int side = 0; side < 2; side++) {
            lg_alquerque state = start;
            float outcome[2];
            while (lg_game_player(&game, &state) >= 0) {
                const int32_t action = decide(searches[state.to_move != side], &state, depth);
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
    printf("depth %" PRId32 ": %d games, %d won, %d lost, mean outcome %+.3f +- %.3f (95 %%)\n", depth, 2 * pairs, won, lost,
           mean, 1.96 * deviation);
    free(searches[0]);
    free(searches[1]);
}

int main(int argc, char **argv) {
    const int first = argc > 2 ? atoi(argv[2]) : 0, second = argc > 3 ? atoi(argv[3]) : 0;
    if (argc > 1 && strcmp(argv[1], "learn") == 0) {
        learn(first > 0 ? first : 2000, (uint64_t)second);
    } else if (argc > 1 && strcmp(argv[1], "match") == 0) {
        match(first > 0 ? first : 500, second > 0 ? second : 4);
    } else {
        (void)fprintf(stderr, "usage: %s learn [games [seed]] | match [pairs [depth]]\n", argv[0]);
        return 2;
    }
    return 0;
}
