/* Samples of what a player does not know, in numbers: none of them can be told from the state it was drawn of. */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* What is compared of a state and its sample: everything that a player gets to see. */
typedef struct seen {
    char *message;
    size_t length;
    void *observation[LG_MAX_OBSERVATIONS];
    uint64_t key;
} seen;

static seen seen_by(const lg_game *game, const void *state, int32_t player) {
    seen s = {0};
    ck_assert_int_eq(lg_game_message(game, state, player, NULL, 0, &s.length), LG_E_SPACE);
    s.message = malloc(s.length + 1);
    ck_assert_int_eq(lg_game_message(game, state, player, s.message, s.length + 1, &s.length), LG_OK);
    for (int32_t i = 0; i < game->observations; i++) {
        const size_t size = lg_space_size(&game->observation[i]);
        s.observation[i] = malloc(size);
        ck_assert_int_eq(lg_game_observe(game, state, player, i, s.observation[i], size), LG_OK);
    }
    ck_assert_int_eq(lg_game_information(game, state, player, &s.key), LG_OK);
    return s;
}

static bool same_sight(const lg_game *game, const seen *a, const seen *b) {
    bool same = a->key == b->key && a->length == b->length && memcmp(a->message, b->message, a->length) == 0;
    for (int32_t i = 0; i < game->observations; i++)
        same = same && memcmp(a->observation[i], b->observation[i], lg_space_size(&game->observation[i])) == 0;
    return same;
}

static void forget(seen *s) {
    free(s->message);
    for (int32_t i = 0; i < LG_MAX_OBSERVATIONS; i++) free(s->observation[i]);
}

/* The mask of the player to move, which it knows. */
static void check_mask(const walk *w, const void *sample) {
    uint64_t *mask = malloc(w->words * sizeof *mask);
    LG_REQUIRE(lg_game_player(&w->game, sample) == w->player, "another player is to move");
    LG_REQUIRE(lg_game_legal(&w->game, sample, mask) == w->count, "another number of actions");
    LG_REQUIRE(memcmp(mask, w->mask, w->words * sizeof *mask) == 0, "other actions are legal");
    free(mask);
}

/* Draws samples of the walk's state for a player; returns how many differ from it. */
static int draw(walk *w, int32_t player, int samples) {
    int other = 0;
    seen truth = seen_by(&w->game, w->state, player);
    for (int i = 0; i < samples; i++) {
        LG_REQUIRE(lg_game_resample(&w->game, w->state, player, &w->rng, w->other) == LG_OK, "no sample");
        LG_REQUIRE(lg_game_validate(&w->game, w->other, w->game.state_size) == LG_OK, "a sample is no state");
        seen sample = seen_by(&w->game, w->other, player);
        LG_REQUIRE(same_sight(&w->game, &truth, &sample), "player %d can tell a sample from the truth", player);
        if (w->player == player) check_mask(w, w->other);
        other += !walk_same(w, w->other, w->state);
        forget(&sample);
    }
    forget(&truth);
    return other;
}

static const struct {
    const char *configuration;
    bool differs; /* samples are other states, mostly */
} GAMES[] = {
    {"alquerque", false},        {"amazes(turns=12)", true},
    {"blockdrop", false},        {"ontherun", true},
    {"ontherun(resample=route)", true}, {"snakecore(rounds=50)", true},
};

#define SAMPLES 2500 /* a game; LIBGAMES_TESTS_TIMES=400 makes a million of them */

START_TEST(test_samples) {
    walk w = walk_begin(GAMES[_i].configuration);
    const int64_t samples = lg_tests_amount(SAMPLES);
    int64_t drawn = 0, other = 0;
    for (uint64_t seed = 0; drawn < samples; seed++) {
        walk_start(&w, seed);
        for (; w.count > 0 && drawn < samples; walk_step(&w)) {
            const int32_t player = (int32_t)lg_rng_below(&w.rng, (uint32_t)w.game.players);
            other += draw(&w, player, 5);
            drawn += 5;
        }
    }
    if (GAMES[_i].differs) ck_assert_int_gt(other, drawn / 10);
    else ck_assert_int_eq(other, 0);
    walk_end(&w);
}
END_TEST

/* SnakeCore's players do not know its generator, neither the state of it nor the stream. */
START_TEST(test_streams) {
    walk w = walk_begin("snakecore(size=8)");
    lg_rng one = lg_rng_seed(1, 1), other = one;
    uint64_t keys[2];
    walk_start(&w, 3);
    walk_copy(&w, w.other, w.state);
    ((lg_snakecore *)w.other)->rng = lg_rng_seed(5, 12345);
    ck_assert_int_eq(lg_game_information(&w.game, w.state, 0, &keys[0]), LG_OK);
    ck_assert_int_eq(lg_game_information(&w.game, w.other, 0, &keys[1]), LG_OK);
    ck_assert_uint_eq(keys[0], keys[1]);
    ck_assert_int_eq(lg_game_reseed(&w.game, w.state, &one, w.state), LG_OK);
    ck_assert_int_eq(lg_game_reseed(&w.game, w.other, &other, w.other), LG_OK);
    ck_assert(walk_same(&w, w.state, w.other));
    walk_end(&w);
}
END_TEST

Suite *lg_test_hidden(void) {
    Suite *suite = suite_create("hidden");
    TCase *tests = tcase_create("hidden");
    tcase_add_loop_test(tests, test_samples, 0, (int)(sizeof GAMES / sizeof GAMES[0]));
    tcase_add_test(tests, test_streams);
    suite_add_tcase(suite, tests);
    return suite;
}
