/* Many samples of hidden facts, none of which the player can distinguish from the original state; and chance that is
 * listed and given. */
#include "heaps.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* The comparison of a state and its sample: everything that a player may see. */
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
    ck_assert_int_eq(lg_game_information_key(game, state, player, &s.key), LG_OK);
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
        LG_REQUIRE(same_sight(&w->game, &truth, &sample), "player %d can distinguish a sample from the truth", player);
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
    ck_assert_int_eq(lg_game_information_key(&w.game, w.state, 0, &keys[0]), LG_OK);
    ck_assert_int_eq(lg_game_information_key(&w.game, w.other, 0, &keys[1]), LG_OK);
    ck_assert_uint_eq(keys[0], keys[1]);
    ck_assert_int_eq(lg_game_reseed(&w.game, w.state, &one, w.state), LG_OK);
    ck_assert_int_eq(lg_game_reseed(&w.game, w.other, &other, w.other), LG_OK);
    ck_assert(walk_same(&w, w.state, w.other));
    walk_end(&w);
}
END_TEST

/* ---- chance that is listed ---- */

enum { ROOM = LG_SNAKECORE_MAX_CELLS };

static int32_t outcomes_of(const walk *w, int32_t action, const int32_t *drawn, int32_t count, int32_t *outcomes) {
    static double weights[ROOM];
    int32_t found = -1;
    double sum = 0;
    ck_assert_int_eq(lg_game_chance(&w->game, w->state, action, drawn, count, outcomes, weights, ROOM, &found), LG_OK);
    for (int32_t i = 0; i < found; i++) {
        ck_assert_double_eq(weights[i], 1.0 / found);
        ck_assert_int_lt(i == 0 ? -1 : outcomes[i - 1], outcomes[i]);
        sum += weights[i];
    }
    ck_assert(found == 0 || (sum > 1 - 1e-12 && sum < 1 + 1e-12));
    return found;
}

static lg_status drawn_from(const walk *w, int32_t action, const int32_t *drawn, int32_t count, void *after) {
    return lg_game_apply_drawn(&w->game, w->state, action, drawn, count, after);
}

/* The draws of `apply`: from the cells that `chance` lists, with the generator as in the header. Returns their
 * number. */
static int32_t draw_as_apply(const walk *w, int32_t action, int32_t *drawn) {
    static int32_t outcomes[ROOM];
    const lg_snakecore *state = w->state;
    lg_rng rng = state->rng;
    int32_t count = 0, found;
    while ((found = outcomes_of(w, action, drawn, count, outcomes)) > 0) {
        ck_assert_int_eq(found, state->empty + lg_snakecore_spawns(state, action) - count);
        drawn[count++] = outcomes[lg_rng_below(&rng, (uint32_t)found)];
    }
    ck_assert_int_eq(count, lg_snakecore_spawns(state, action));
    return count;
}

/* Every draw of games with many blocks, all of which come back: the same bytes from `apply` and from its draws. */
START_TEST(test_draws) {
    walk w = walk_begin("snakecore(size=8,players=3,walls=4,reactors=12,ordinary=15,energy=15,rounds=60)");
    int32_t drawn[30], draws[31] = {0};
    static lg_snakecore after;
    /* In fewer games not all numbers of draws come. */
    const int games = lg_tests_amount(20) > 20 ? lg_tests_amount(20) : 20;
    for (uint64_t seed = 0; seed < (uint64_t)games; seed++)
        for (walk_start(&w, seed); w.count > 0; walk_step(&w))
            for (int32_t action = 0; action < w.game.actions; action++) {
                const int32_t count = draw_as_apply(&w, action, drawn);
                ck_assert_int_eq(lg_game_apply(&w.game, w.state, action, &after), LG_OK);
                ck_assert_int_eq(drawn_from(&w, action, drawn, count, w.other), LG_OK);
                ck_assert(walk_same(&w, &after, w.other));
                draws[count]++;
                if (count == 0) continue;
                walk_copy(&w, w.other, w.state);
                ck_assert_int_eq(lg_game_apply_drawn(&w.game, w.other, action, drawn, count, w.other), LG_OK);
                ck_assert(walk_same(&w, &after, w.other));
                ck_assert_int_eq(drawn_from(&w, action, drawn, count - 1, w.other), LG_E_ARGUMENT);
                const lg_snakecore_cell head = ((const lg_snakecore *)w.state)->python[0].head;
                drawn[0] = 8 * head.y + head.x;
                ck_assert_int_eq(drawn_from(&w, action, drawn, count, w.other), LG_E_ARGUMENT);
                ck_assert(walk_same(&w, &after, w.other));
            }
    for (int32_t count = 0; count < 8; count++) ck_assert_int_gt(draws[count], 0);
    walk_end(&w);
}
END_TEST

/* A program that broke the rules has its turns passed over, in which nothing is drawn. */
START_TEST(test_draws_before_a_turn_that_is_passed_over) {
    walk w = walk_begin("snakecore(size=8,players=2,walls=0,reactors=1,ordinary=0,energy=30,rounds=60)");
    int32_t drawn[30], found = 0;
    static lg_snakecore after;
    for (uint64_t seed = 0; seed < 50; seed++) {
        walk_start(&w, seed);
        ck_assert_int_eq(lg_game_forfeit(&w.game, w.state, 1, w.state), LG_OK);
        for (walk_look(&w); w.count > 0; walk_step(&w)) {
            if ((w.mask[0] >> LG_SNAKECORE_ACTIVATE & 1) == 0) continue;
            const int32_t count = draw_as_apply(&w, LG_SNAKECORE_ACTIVATE, drawn);
            ck_assert_int_eq(lg_game_apply(&w.game, w.state, LG_SNAKECORE_ACTIVATE, &after), LG_OK);
            ck_assert_int_eq(drawn_from(&w, LG_SNAKECORE_ACTIVATE, drawn, count, w.other), LG_OK);
            ck_assert(walk_same(&w, &after, w.other));
            found++;
        }
    }
    ck_assert_int_gt(found, 100);
    walk_end(&w);
}
END_TEST

/* A state of heaps in which ending the move draws a point. */
static const lg_game_type *heaps_type;

static void begin_heaps(lg_game *game, heaps_limit *limit, heaps *state) {
    lg_parse_error error;
    ck_assert_int_eq(lg_game_configure(heaps_type, "heaps", 5, game, &error), LG_OK);
    ck_assert_int_eq(lg_game_prepare(game, limit, sizeof *limit), LG_OK);
    ck_assert_int_eq(lg_game_new(game, 1, state), LG_OK);
    ck_assert_int_eq(lg_game_apply(game, state, 0, state), LG_OK);
}

START_TEST(test_chance_refuses) {
    lg_game game;
    heaps_limit limit;
    heaps state, after, kept;
    int32_t outcomes[3] = {7, 7, 7}, found = 7;
    double weights[3];
    static const int32_t ONE[] = {1, 0}, WRONG[] = {-1, 3, 2};
    heaps_type = &HEAPS;
    begin_heaps(&game, &limit, &state);
    memset(&after, 0xA5, sizeof after);
    kept = after;
#define CHANCE(...) lg_game_chance(__VA_ARGS__, &found)
    ck_assert_int_eq(CHANCE(NULL, &state, HEAPS_STOP, NULL, 0, outcomes, weights, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, NULL, HEAPS_STOP, NULL, 0, outcomes, weights, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_ACTIONS, NULL, 0, outcomes, weights, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, &state, -1, NULL, 0, outcomes, weights, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, NULL, 1, outcomes, weights, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, ONE, -1, outcomes, weights, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, ONE, 2, outcomes, weights, 3), LG_E_ARGUMENT); /* one is drawn */
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, ONE, 3, outcomes, weights, 3), LG_E_ARGUMENT); /* 2 at most */
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, NULL, 0, NULL, weights, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, NULL, 0, outcomes, NULL, 3), LG_E_ARGUMENT);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, NULL, 0, outcomes, weights, -1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_chance(&game, &state, HEAPS_STOP, NULL, 0, outcomes, weights, 3, NULL), LG_E_ARGUMENT);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, &WRONG[i], 1, outcomes, weights, 3), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, &WRONG[i], 1, &after), LG_E_ARGUMENT);
    }
    ck_assert(outcomes[0] == 7 && found == 7);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, NULL, 0, outcomes, weights, 1), LG_E_SPACE);
    ck_assert(outcomes[0] == 7 && found == 2);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, NULL, 0, NULL, NULL, 0), LG_E_SPACE);
    ck_assert_int_eq(CHANCE(&game, &state, HEAPS_STOP, ONE, 1, NULL, NULL, 0), LG_OK);
    ck_assert_int_eq(found, 0);
#undef CHANCE
    ck_assert_int_eq(lg_game_apply_drawn(NULL, &state, HEAPS_STOP, ONE, 1, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_apply_drawn(&game, NULL, HEAPS_STOP, ONE, 1, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, ONE, 1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_ACTIONS, NULL, 0, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, NULL, 0, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, NULL, 1, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, ONE, 2, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, ONE, -1, &after), LG_E_ARGUMENT);
    ck_assert_mem_eq(&after, &kept, sizeof after);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, ONE, 1, &after), LG_OK);
    ck_assert_int_eq(after.luck[0], 1);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &after, HEAPS_STOP, NULL, 0, &kept), LG_E_ILLEGAL);
    ck_assert_int_eq(lg_game_forfeit(&game, &after, 0, &after), LG_OK);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &after, HEAPS_STOP, NULL, 0, &kept), LG_E_OVER);
}
END_TEST

static void configure_silent(lg_game *game) {
    HEAPS.rules.configure(game);
    game->draws = game->outcomes = 0;
}

/* A game that does not list its draws, and one without draws. */
START_TEST(test_chance_without_a_list_of_draws) {
    lg_game_type silent = HEAPS;
    lg_game game;
    heaps_limit limit;
    heaps state, after, drawn;
    int32_t found = 7;
    silent.rules.chance = NULL, silent.rules.apply_drawn = NULL, silent.rules.configure = configure_silent;
    heaps_type = &silent;
    begin_heaps(&game, &limit, &state);
    ck_assert_int_eq(lg_game_chance(&game, &state, HEAPS_STOP, NULL, 0, NULL, NULL, 0, &found), LG_E_UNSUPPORTED);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, NULL, 0, &after), LG_E_UNSUPPORTED);
    ck_assert_int_eq(found, 7);
    heaps_type = &OPEN_HEAPS;
    begin_heaps(&game, &limit, &state);
    ck_assert_int_eq(lg_game_chance(&game, &state, HEAPS_STOP, NULL, 0, NULL, NULL, 0, &found), LG_OK);
    ck_assert_int_eq(found, 0);
    ck_assert_int_eq(lg_game_apply(&game, &state, HEAPS_STOP, &after), LG_OK);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, NULL, 0, &drawn), LG_OK);
    ck_assert_mem_eq(&after, &drawn, sizeof after);
    ck_assert_int_eq(lg_game_apply_drawn(&game, &state, HEAPS_STOP, &found, 1, &drawn), LG_E_ARGUMENT);
}
END_TEST

Suite *lg_test_hidden(void) {
    Suite *suite = suite_create("hidden");
    TCase *tests = tcase_create("hidden");
    tcase_add_loop_test(tests, test_samples, 0, (int)(sizeof GAMES / sizeof GAMES[0]));
    tcase_add_test(tests, test_streams);
    tcase_add_test(tests, test_draws);
    tcase_add_test(tests, test_draws_before_a_turn_that_is_passed_over);
    tcase_add_test(tests, test_chance_refuses);
    tcase_add_test(tests, test_chance_without_a_list_of_draws);
    suite_add_tcase(suite, tests);
    return suite;
}
