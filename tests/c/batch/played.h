/* Batches of all games with one learner against random players, for tests. */
#ifndef LG_TESTS_PLAYED_H
#define LG_TESTS_PLAYED_H

#include <stdlib.h>
#include <string.h>

#include "arrays.h"

static const char *const GAMES[] = {"alquerque", "amazes(turns=6)", "blockdrop", "ontherun(cities=40,map=1)",
                                    "snakecore(size=10,players=3,rounds=20)"};

#define GAME_COUNT ((int)(sizeof GAMES / sizeof GAMES[0]))
#define SLOTS 12

/* One learner against random players, seats drawn; the second encoding where there is one. */
static inline lg_batch_config against_random(const char *text) {
    lg_batch_config config = lg_batch_default(SLOTS);
    lg_game game = make_game(text);
    for (int32_t i = 1; i < game.players; i++) config.player[i].kind = LG_BOT_RANDOM;
    config.observation = game.observations - 1;
    config.seating = LG_BATCH_SEATS_RANDOM;
    config.autoreset = LG_AUTORESET_SAME_STEP;
    config.reward = LG_BATCH_SCORE;
    free((void *)(uintptr_t)game.shared);
    return config;
}

static inline arrays begun(const char *text, lg_batch_config config) {
    arrays a = arrays_make(text, config);
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    return a;
}

static inline void play_steps(arrays *a, lg_rng *rng, int32_t steps) {
    for (int32_t i = 0; i < steps; i++) {
        arrays_play(a, rng);
        ck_assert_int_eq(lg_batch_step(a->batch, NULL, NULL), LG_OK);
    }
}

#endif
