/* How many games a second a batch steps.
 *
 *     bench_batch [seconds [game]]
 *
 * Agent steps: every decision of a learner, in millions a second; steps that only begin a new episode
 * are not counted. Timed are the calls of lg_batch_step with everything that they do: the action, bots, new
 * games, observation, mask, reward, flags. Choosing the actions (random legal ones, by lg_mask_sample, as vector.py and
 * Bench.java do) is not. Each number is the best of nine rounds of that many seconds (default 0.1) after one round to
 * warm up. The first column is the same work for one game written with lg_game_* by hand, as a yardstick; it knows no
 * rewards, flags or seeds of episodes. */
#define _POSIX_C_SOURCE 200809L
#include <libgames/libgames.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, SIZES = 4, THREADS = 2 };
static const int32_t GAMES[SIZES] = {1, 64, 1024, 16384};

#define MOST_MEMORY ((size_t)600 << 20) /* bytes of observations; larger batches are left out */

static double round_seconds = 0.1;

static double now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *allocate(size_t size) {
    void *memory = calloc(1, size > 0 ? size : 1);
    if (memory == NULL) exit(1);
    return memory;
}

static lg_game make_game(const char *text) {
    lg_game game;
    if (lg_game_make(text, strlen(text), &game, NULL) != LG_OK) exit(1);
    if (lg_game_prepare(&game, allocate(game.shared_size), game.shared_size) != LG_OK) exit(1);
    return game;
}

/* ---- one game by hand ---- */

/* Seconds for `steps` decisions, of which `steps` gets the number that were made. */
static double play_by_hand(const lg_game *game, int32_t observation, void *state, void *seen, uint8_t *bytes,
                           lg_rng *rng, uint64_t *steps) {
    uint64_t mask[LG_MAX_MASK_WORDS], seed = lg_rng_next(rng);
    double seconds = 0;
    (void)lg_game_new(game, seed, state);
    for (int32_t legal = lg_game_legal(game, state, mask); legal > 0; (*steps)++) {
        const int32_t action = lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)legal));
        const double begin = now();
        if (lg_game_apply(game, state, action, state) != LG_OK) exit(1);
        legal = lg_game_legal(game, state, mask);
        lg_mask_bytes(mask, game->actions, bytes);
        const int32_t player = lg_game_player(game, state);
        (void)lg_game_observe(game, state, player < 0 ? 0 : player, observation, seen,
                              lg_space_size(&game->observation[observation]));
        seconds += now() - begin;
    }
    return seconds;
}

static double rate_by_hand(const lg_game *game, int32_t observation) {
    void *state = allocate(game->state_size), *seen = allocate(lg_space_size(&game->observation[observation]));
    uint8_t *bytes = allocate((size_t)game->actions);
    lg_rng rng = lg_rng_seed(1, 1);
    double best = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        double seconds = 0;
        uint64_t steps = 0;
        while (seconds < round_seconds) seconds += play_by_hand(game, observation, state, seen, bytes, &rng, &steps);
        if (round > 0 && (double)steps / seconds > best) best = (double)steps / seconds;
    }
    free(state);
    free(seen);
    free(bytes);
    return best;
}

/* ---- batches ---- */

typedef struct bench {
    lg_batch *batch;
    lg_batch_config config;
    lg_batch_buffers to;
    int32_t *actions;
    void *memory;
    uint64_t seed; /* of the next actions */
    int32_t space; /* actions */
} bench;

static bench bench_make(const lg_game *game, lg_batch_config config) {
    bench b = {.config = config, .seed = 2, .space = game->actions};
    const size_t games = (size_t)config.games;
    b.actions = allocate(games * sizeof *b.actions);
    b.to.actions = b.actions;
    b.to.states = allocate(games * game->state_size);
    b.to.observation = allocate(games * lg_space_size(&game->observation[config.observation]));
    b.to.mask = allocate(games * (size_t)game->actions);
    b.to.reward = allocate(games * sizeof(float));
    b.to.player = allocate(games * sizeof(int32_t));
    b.to.terminated = allocate(games);
    b.to.truncated = allocate(games);
    b.to.status = allocate(games * sizeof(int32_t));
    b.memory = allocate(lg_batch_size(game, &config));
    if (lg_batch_create(game, &config, &b.to, b.memory, lg_batch_size(game, &config), &b.batch) != LG_OK) exit(1);
    if (lg_batch_reset(b.batch, NULL, NULL, NULL) != LG_OK) exit(1);
    return b;
}

static void bench_free(bench *b) {
    lg_batch_destroy(b->batch);
    void *const all[] = {b->actions,    b->to.states,     b->to.observation, b->to.mask,   b->to.reward,
                         b->to.player,  b->to.terminated, b->to.truncated,   b->to.status, b->memory};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static double rate_of_batch(const lg_game *game, lg_batch_config config) {
    bench b = bench_make(game, config);
    double best = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        double seconds = 0;
        uint64_t steps = 0;
        while (seconds < round_seconds) {
            lg_batch_report report;
            const uint8_t *mask = b.to.mask, *ended = b.to.terminated;
            if (lg_mask_sample(config.games, b.space, mask, ended, b.seed++, b.actions) != LG_OK) exit(1);
            const double begin = now();
            if (lg_batch_step(b.batch, NULL, &report) != LG_OK || report.failed > 0) exit(1);
            seconds += now() - begin;
            steps += (uint64_t)(config.games - report.begun);
        }
        if (round > 0 && (double)steps / seconds > best) best = (double)steps / seconds;
    }
    bench_free(&b);
    return best;
}

/* ---- the table ---- */

static void print_head(void) {
    printf("| %-42s | %7s |", "M agent steps a second; games x threads", "by hand");
    for (int t = 1; t <= THREADS; t++)
        for (int i = 0; i < SIZES; i++) printf(" %5" PRId32 " x %d |", GAMES[i], t);
    printf("\n|%.44s|%.8s:|", "---------------------------------------------", "---------");
    for (int i = 0; i < THREADS * SIZES; i++) printf("----------:|");
    printf("\n");
}

static void print_row(const lg_game *game, const char *name, lg_batch_config config, bool by_hand) {
    const size_t seen = lg_space_size(&game->observation[config.observation]);
    printf("| %-42s |", name);
    if (by_hand) printf(" %7.2f |", rate_by_hand(game, config.observation) * 1e-6);
    else printf(" %7s |", "");
    for (config.threads = 1; config.threads <= THREADS; config.threads++)
        for (int i = 0; i < SIZES; i++) {
            config.games = GAMES[i];
            if ((size_t)config.games * seen > MOST_MEMORY) printf(" %9s |", "");
            else printf(" %9.3f |", rate_of_batch(game, config) * 1e-6);
            (void)fflush(stdout);
        }
    printf("\n");
}

/* The encoding that takes least time, as in bench.py. */
static int32_t fastest(const lg_game *game) {
    static const char *const FAST[] = {"look", "compact", "window"};
    for (size_t i = 0; i < sizeof FAST / sizeof FAST[0]; i++)
        for (int32_t which = 0; which < game->observations; which++)
            if (strcmp(game->observation[which].name, FAST[i]) == 0) return which;
    return 0;
}

static void bench_game(const char *text) {
    const lg_game game = make_game(text);
    char name[80];
    for (int32_t which = 0; which < game.observations; which++) {
        lg_batch_config config = lg_batch_default(1);
        config.observation = which;
        (void)snprintf(name, sizeof name, "%s, \"%s\" (%zu bytes)", text, game.observation[which].name,
                       lg_space_size(&game.observation[which]));
        print_row(&game, name, config, true);
    }
    for (int32_t player = LG_BOT_RANDOM; player <= LG_BOT_GREEDY; player++) {
        lg_batch_config config = lg_batch_default(1);
        config.observation = fastest(&game);
        config.seating = LG_BATCH_SEATS_RANDOM;
        for (int32_t i = 1; i < game.players; i++) config.player[i].kind = player;
        (void)snprintf(name, sizeof name, "%s, \"%s\", against %s", text, game.observation[config.observation].name,
                       lg_bot_type_at(player)->name);
        print_row(&game, name, config, false);
    }
    free((void *)(uintptr_t)game.shared);
}

int main(int argc, char **argv) {
    if (argc > 1) round_seconds = strtod(argv[1], NULL);
    bool known = argc < 3;
    for (int32_t i = 0; i < lg_game_type_count(); i++) known = known || strcmp(argv[2], lg_game_type_at(i)->name) == 0;
    if (!(round_seconds > 0) || !known) {
        (void)fprintf(stderr, "usage: %s [seconds [game]]\n", argv[0]);
        return 2;
    }
    printf("libgames %s, compiled by %s, best of %d rounds of %g s\n\n", lg_version(), __VERSION__, ROUNDS,
           round_seconds);
    print_head();
    for (int32_t i = 0; i < lg_game_type_count(); i++)
        if (argc < 3 || strcmp(argv[2], lg_game_type_at(i)->name) == 0) bench_game(lg_game_type_at(i)->name);
    return 0;
}
