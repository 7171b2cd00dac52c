/* Single slots saved, loaded, cloned, branched and started; expansion; every wrong argument; what a batch leaves
 * alone. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "arrays.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/wait.h>
#endif
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

static const char *const GAMES[] = {"alquerque", "amazes(turns=6)", "blockdrop", "ontherun(cities=40,map=1)",
                                    "snakecore(size=10,players=3,rounds=20)"};

#define GAME_COUNT ((int)(sizeof GAMES / sizeof GAMES[0]))
#define SLOTS 12

/* One learner against random players, seats drawn; the second encoding where there is one. */
static lg_batch_config against_random(const char *text) {
    lg_batch_config config = lg_batch_default(SLOTS);
    lg_game game = make_game(text);
    for (int32_t i = 1; i < game.players; i++) config.player[i].kind = LG_PLAYER_RANDOM;
    config.observation = game.observations - 1;
    config.random_seats = 1;
    config.autoreset = LG_AUTORESET_SAME_STEP;
    config.reward = LG_BATCH_SCORE;
    free((void *)(uintptr_t)game.shared);
    return config;
}

static arrays begun(const char *text, lg_batch_config config) {
    arrays a = arrays_make(text, config);
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    return a;
}

static void play_steps(arrays *a, lg_rng *rng, int32_t steps) {
    for (int32_t i = 0; i < steps; i++) {
        arrays_play(a, rng);
        ck_assert_int_eq(lg_batch_step(a->batch, NULL, NULL), LG_OK);
    }
}

static lg_batch_slot record_of(const arrays *a, int32_t slot) {
    lg_batch_slot record;
    ck_assert_int_eq(lg_batch_get(a->batch, slot, &record), LG_OK);
    return record;
}

/* What a position shows: the same in two slots, of one batch or of two. */
static void check_same_view(const arrays *a, size_t i, const arrays *b, size_t j) {
    const size_t actions = (size_t)a->game.actions;
    ck_assert(memcmp(arrays_state(a, i), arrays_state(b, j), a->game.state_size) == 0);
    ck_assert(memcmp((char *)a->to.observation + i * a->seen, (char *)b->to.observation + j * b->seen, a->seen) == 0);
    ck_assert(memcmp(a->to.mask + i * actions, b->to.mask + j * actions, actions) == 0);
    ck_assert_int_eq(a->to.player[i], b->to.player[j]);
    ck_assert_int_eq(a->to.terminated[i], b->to.terminated[j]);
    ck_assert_int_eq(a->to.truncated[i], b->to.truncated[j]);
    ck_assert_int_eq(a->to.status[i], b->to.status[j]);
    const lg_batch_slot one = record_of(a, (int32_t)i), other = record_of(b, (int32_t)j);
    ck_assert_mem_eq(&one, &other, sizeof one);
}

static void check_no_reward(const arrays *a, size_t i) {
    ck_assert(a->to.reward[i] == 0);
    for (size_t p = 0; p < (size_t)a->game.players; p++) ck_assert(a->to.rewards[i * (size_t)a->game.players + p] == 0);
}

/* The same actions in slot i of one batch and slot j of the other: the same future, rewards and new episodes
 * included. */
static void check_same_future(arrays *a, size_t i, arrays *b, size_t j, int32_t steps) {
    lg_rng rng = lg_rng_seed(11, 11);
    const size_t players = (size_t)a->game.players;
    for (int32_t step = 0; step < steps; step++) {
        arrays_play(a, &rng);
        if (b != a) arrays_play(b, &rng);
        b->actions[j] = a->actions[i];
        ck_assert_int_eq(lg_batch_step(a->batch, NULL, NULL), LG_OK);
        if (b != a) ck_assert_int_eq(lg_batch_step(b->batch, NULL, NULL), LG_OK);
        check_same_view(a, i, b, j);
        ck_assert(memcmp(a->to.rewards + i * players, b->to.rewards + j * players, players * sizeof(float)) == 0);
    }
}

/* ---- saving and loading ---- */

START_TEST(test_save_and_load) {
    lg_rng rng = lg_rng_seed(5, 5);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i])), b = begun(GAMES[_i], a.config);
    const size_t size = lg_batch_saved_size(a.batch);
    void *saved = malloc(size), *again = malloc(size);
    ck_assert_uint_eq(size, sizeof(lg_batch_slot) + a.game.state_size);
    for (size_t i = 0; i < 4; i++) {
        const int32_t from = (int32_t)i, to = (int32_t)(SLOTS - 1 - i);
        play_steps(&a, &rng, 9);
        ck_assert_int_eq(lg_batch_save(a.batch, from, saved, size), LG_OK);
        arrays_clear(&b);
        ck_assert_int_eq(lg_batch_load(b.batch, to, saved, size), LG_OK);
        check_no_reward(&b, (size_t)to);
        ck_assert_int_eq(lg_batch_save(b.batch, to, again, size), LG_OK);
        ck_assert_mem_eq(saved, again, size);
        check_same_future(&a, i, &b, (size_t)to, 60);
    }
    free(saved);
    free(again);
    arrays_free(&a);
    arrays_free(&b);
}
END_TEST

/* A game that was cut short is one in its new slot, with the reset that follows as in the old one. */
START_TEST(test_save_and_load_truncated) {
    lg_rng rng = lg_rng_seed(5, 5);
    lg_batch_config config = against_random(GAMES[_i]);
    config.step_limit = 4;
    config.autoreset = LG_AUTORESET_NEXT_STEP;
    arrays a = begun(GAMES[_i], config), b = begun(GAMES[_i], config);
    const size_t size = lg_batch_saved_size(a.batch);
    void *saved = malloc(size);
    play_steps(&a, &rng, config.step_limit);
    size_t from = 0;
    while (from < SLOTS - 1 && a.to.truncated[from] == 0) from++;
    ck_assert_int_eq(record_of(&a, (int32_t)from).ended, LG_EPISODE_TRUNCATED);
    ck_assert_int_eq(lg_batch_save(a.batch, (int32_t)from, saved, size), LG_OK);
    arrays_clear(&b);
    ck_assert_int_eq(lg_batch_load(b.batch, 1, saved, size), LG_OK);
    ck_assert_int_eq(b.to.truncated[1], 1);
    ck_assert_int_eq(b.to.terminated[1], 0);
    check_same_view(&a, from, &b, 1);
    check_same_future(&a, from, &b, 1, 30);
    free(saved);
    arrays_free(&a);
    arrays_free(&b);
}
END_TEST

/* Damaged bytes are refused, and the slot is what it was; or they are a slot that can be played on. */
START_TEST(test_damaged_slots) {
    lg_rng rng = lg_rng_seed(6, 6);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    const size_t size = lg_batch_saved_size(a.batch);
    uint8_t *saved = malloc(size);
    int refused = 0, taken = 0;
    for (int32_t round = 0; round < 3000 / lg_tests_part(); round++) {
        play_steps(&a, &rng, round % 8 == 0);
        ck_assert_int_eq(lg_batch_save(a.batch, 0, saved, size), LG_OK);
        const size_t place = lg_rng_below(&rng, 2) == 0 ? lg_rng_below(&rng, sizeof(lg_batch_slot))
                                                        : lg_rng_below(&rng, (uint32_t)size);
        saved[place] ^= (uint8_t)(1 + lg_rng_below(&rng, 255));
        arrays_clear(&a);
        const uint64_t before = arrays_hash(&a);
        const lg_status status = lg_batch_load(a.batch, 0, saved, size);
        if (status != LG_OK) {
            ck_assert_int_eq(status, LG_E_STATE);
            ck_assert_uint_eq(arrays_hash(&a), before);
            refused++;
        } else {
            ck_assert_int_ge(a.to.player[0], 0);
            taken++;
        }
    }
    ck_assert(refused > 0 && taken > 0);
    free(saved);
    arrays_free(&a);
}
END_TEST

static void spoil(arrays *a, const lg_batch_slot *record, const void *state) {
    const size_t size = lg_batch_saved_size(a->batch);
    char *saved = malloc(size);
    memcpy(saved, record, sizeof *record);
    memcpy(saved + sizeof *record, state, a->game.state_size);
    ck_assert_int_eq(lg_batch_load(a->batch, 0, saved, size), LG_E_STATE);
    free(saved);
}

/* Every field of the record that a batch of this configuration can't have. */
START_TEST(test_records_that_are_refused) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.player[1].kind = LG_PLAYER_GREEDY;
    arrays a = begun("snakecore(size=8,rounds=3)", config);
    const lg_batch_slot good = record_of(&a, 0);
    lg_batch_slot bad = good;
    bad.rng.increment ^= 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.steps = -1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.player = 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.player = -1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.player = 2, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.rotation = 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.ended = 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.ended = 3, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.variant = 1, spoil(&a, &bad, arrays_state(&a, 0));
    lg_rng rng = lg_rng_seed(1, 1);
    play_steps(&a, &rng, 3); /* three rounds: the game is over */
    ck_assert_int_eq(a.to.terminated[0], 1);
    bad = record_of(&a, 0);
    ck_assert_int_eq(bad.ended, 1);
    bad.ended = 0, spoil(&a, &bad, arrays_state(&a, 0));
    bad.ended = 2, spoil(&a, &bad, arrays_state(&a, 0));
    arrays_free(&a);
}
END_TEST

/* Drawn seats are seats of the game, and taken over; a record whose learner sits elsewhere is refused. */
START_TEST(test_records_of_drawn_seats) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.random_seats = 1;
    config.player[1].kind = config.player[2].kind = config.player[3].kind = LG_PLAYER_RANDOM;
    arrays a = begun("blockdrop", config);
    bool seen[LG_BLOCKDROP_PLAYERS] = {false};
    for (int32_t i = 0; i < SLOTS; i++) {
        const lg_batch_slot good = record_of(&a, i);
        lg_batch_slot bad = good;
        ck_assert_int_eq(good.player, good.rotation);
        seen[good.rotation] = true;
        for (int other = 0; other < 256; other++) {
            bad.rotation = (uint8_t)other;
            if (other != good.rotation) spoil(&a, &bad, arrays_state(&a, (size_t)i));
        }
    }
    for (int seat = 0; seat < LG_BLOCKDROP_PLAYERS; seat++) ck_assert_msg(seen[seat], "nobody sits in seat %d", seat);
    arrays_free(&a);
}
END_TEST

/* Where seats are not drawn none is, though learners sit in all of them. */
START_TEST(test_records_of_seats_that_are_not_drawn) {
    arrays a = begun("blockdrop", lg_batch_default(SLOTS));
    lg_batch_slot bad = record_of(&a, 0);
    for (int other = 1; other < 256; other++) {
        bad.rotation = (uint8_t)other;
        spoil(&a, &bad, arrays_state(&a, 0));
    }
    arrays_free(&a);
}
END_TEST

/* ---- cloning and branching ---- */

START_TEST(test_clone) {
    lg_rng rng = lg_rng_seed(8, 8);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    play_steps(&a, &rng, 7);
    arrays_clear(&a);
    ck_assert_int_eq(lg_batch_clone(a.batch, 2, 9), LG_OK);
    check_no_reward(&a, 9);
    ck_assert_int_eq(lg_batch_clone(a.batch, 2, 2), LG_OK);
    check_same_view(&a, 2, &a, 9);
    check_same_future(&a, 2, &a, 9, 100);
    arrays_free(&a);
}
END_TEST

START_TEST(test_branch) {
    lg_rng rng = lg_rng_seed(8, 8);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    int different = 0;
    play_steps(&a, &rng, 7);
    for (int32_t to = 1; to < SLOTS; to++) ck_assert_int_eq(lg_batch_branch(a.batch, 0, to, (uint64_t)to), LG_OK);
    for (size_t to = 1; to < SLOTS; to++) {
        const lg_batch_slot one = record_of(&a, 0), other = record_of(&a, (int32_t)to);
        ck_assert(memcmp(arrays_state(&a, 0), arrays_state(&a, to), a.game.state_size) == 0);
        ck_assert(one.steps == other.steps && one.seed == other.seed && one.player == other.player);
        ck_assert(other.rng.state != one.rng.state && other.seeds == to);
        ck_assert_int_eq(a.to.player[to], one.player);
    }
    for (int32_t step = 0; step < 30; step++) {
        const int32_t action = arrays_legal(&a, 0, &rng);
        arrays_play(&a, &rng);
        for (size_t to = 0; to < SLOTS; to++) a.actions[to] = action;
        ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_OK);
        for (size_t to = 1; to < SLOTS; to++)
            different += memcmp(arrays_state(&a, 0), arrays_state(&a, to), a.game.state_size) != 0;
    }
    ck_assert_msg(different > 0, "random players do the same in all branches");
    arrays_free(&a);
}
END_TEST

/* ---- starting anywhere ---- */

START_TEST(test_start) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.step_limit = 5;
    arrays a = begun(GAMES[_i], config);
    lg_rng rng = lg_rng_seed(9, 9);
    const size_t size = a.game.state_size;
    void *state = malloc(size), *later = malloc(size);
    ck_assert_int_eq(lg_game_new(&a.game, 77, state), LG_OK);
    ck_assert_int_eq(lg_rollout(&a.game, state, 4, &rng, state, NULL), LG_OK);
    play_steps(&a, &rng, 3);
    arrays_clear(&a);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, state, size, 123), LG_OK);
    ck_assert(memcmp(arrays_state(&a, 5), state, size) == 0);
    check_no_reward(&a, 5);
    const lg_batch_slot record = record_of(&a, 5);
    ck_assert(record.steps == 0 && record.episode == 0 && record.seed == 123 && record.ended == 0);
    ck_assert_int_eq(a.to.player[5], lg_game_player(&a.game, state));
    memcpy(later, state, size);
    ck_assert_int_eq(lg_rollout(&a.game, later, INT64_MAX, &rng, later, NULL), LG_OK);
    arrays_clear(&a);
    const uint64_t before = arrays_hash(&a);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, later, size, 123), LG_E_OVER);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, memset(later, 0x77, size), size, 123), LG_E_STATE);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, state, size - 8, 123), LG_E_STATE);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, NULL, size, 123), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_set(a.batch, SLOTS, state, size, 123), LG_E_ARGUMENT);
    ck_assert_uint_eq(arrays_hash(&a), before);
    free(state);
    free(later);
    arrays_free(&a);
}
END_TEST

/* Built-in players move first when it is their turn in the given state. */
START_TEST(test_start_before_a_built_in_player) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.player[0].kind = LG_PLAYER_RANDOM;
    arrays a = begun("alquerque", config);
    lg_alquerque state;
    lg_alquerque_start(&state);
    ck_assert_int_eq(lg_batch_set(a.batch, 3, &state, sizeof state, 1), LG_OK);
    ck_assert_int_eq(a.to.player[3], 1);
    ck_assert_int_eq(((lg_alquerque *)arrays_state(&a, 3))->ply, 1);
    ck_assert_int_eq(record_of(&a, 3).steps, 0);
    arrays_free(&a);
}
END_TEST

/* ---- expansion ---- */

enum { PAIRS = 300 };

/* Room for PAIRS results, filled with SENTINEL. */
typedef struct results {
    lg_batch_expansion to;
    int32_t parents[PAIRS], actions[PAIRS];
} results;

static void *space_for(size_t rows, size_t size) {
    return memset(malloc(rows * size), SENTINEL, rows * size);
}

static results *results_make(const arrays *a) {
    results *r = calloc(1, sizeof *r);
    const size_t players = (size_t)a->game.players;
    r->to.count = PAIRS;
    r->to.actions = r->actions;
    r->to.parents = r->parents;
    r->to.after = space_for(PAIRS, a->game.state_size);
    r->to.status = space_for(PAIRS, sizeof(int32_t));
    r->to.player = space_for(PAIRS, sizeof(int32_t));
    r->to.observation = space_for(PAIRS, a->seen);
    r->to.mask = space_for(PAIRS, (size_t)a->game.actions);
    r->to.scores = space_for(PAIRS, players * sizeof(int32_t));
    r->to.outcome = space_for(PAIRS, players * sizeof(float));
    return r;
}

static void results_free(results *r) {
    void *const all[] = {r->to.after, r->to.status, r->to.player, r->to.observation, r->to.mask, r->to.scores,
                         r->to.outcome};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    free(r);
}

static bool is_filled(const void *rows, size_t k, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)rows)[k * size + i] != SENTINEL) return false;
    return true;
}

/* Pair k of the results beside lg_game_apply and its friends. */
static void check_pair(const arrays *a, const results *r, const void *states, size_t count, size_t k) {
    const lg_game *game = &a->game;
    const size_t size = game->state_size, players = (size_t)game->players;
    uint64_t mask[LG_MAX_MASK_WORDS];
    int32_t scores[LG_MAX_PLAYERS];
    float outcome[LG_MAX_PLAYERS];
    char *after = malloc(size), *seen = malloc(a->seen);
    const bool known = r->parents[k] >= 0 && (size_t)r->parents[k] < count;
    const char *before = known ? (const char *)states + (size_t)r->parents[k] * size : NULL;
    const lg_status status = known ? lg_game_apply(game, before, r->actions[k], after) : LG_E_ARGUMENT;
    LG_REQUIRE(r->to.status[k] == (int32_t)status, "pair %zu: status %d, not %d", k, r->to.status[k], (int)status);
    if (status != LG_OK) {
        const bool left_alone = is_filled(r->to.after, k, size) && is_filled(r->to.player, k, 4) &&
                                is_filled(r->to.observation, k, a->seen) &&
                                is_filled(r->to.mask, k, (size_t)game->actions) &&
                                is_filled(r->to.scores, k, 4 * players) && is_filled(r->to.outcome, k, 4 * players);
        LG_REQUIRE(left_alone, "pair %zu failed, but its rows are written", k);
    } else {
        const int32_t player = lg_game_player(game, after), viewer = player < 0 ? lg_game_player(game, before) : player;
        LG_REQUIRE(memcmp((char *)r->to.after + k * size, after, size) == 0, "pair %zu: state", k);
        LG_REQUIRE(r->to.player[k] == player, "pair %zu: player %d, not %d", k, r->to.player[k], player);
        (void)lg_game_observe(game, after, viewer, a->config.observation, seen, a->seen);
        LG_REQUIRE(memcmp((char *)r->to.observation + k * a->seen, seen, a->seen) == 0, "pair %zu: observation", k);
        (void)lg_game_legal(game, after, mask);
        for (int32_t i = 0; i < game->actions; i++)
            LG_REQUIRE(r->to.mask[k * (size_t)game->actions + (size_t)i] == (mask[i / 64] >> i % 64 & 1),
                       "pair %zu: mask", k);
        (void)lg_game_scores(game, after, scores);
        (void)lg_game_outcome(game, after, outcome);
        LG_REQUIRE(memcmp(r->to.scores + k * players, scores, players * sizeof *scores) == 0, "pair %zu: scores", k);
        LG_REQUIRE(memcmp(r->to.outcome + k * players, outcome, players * sizeof *outcome) == 0,
                   "pair %zu: outcome", k);
    }
    free(after);
    free(seen);
}

/* All legal actions of random slots, a few wrong ones between them. */
static int32_t draw_pairs(const arrays *a, results *r, lg_rng *rng) {
    for (size_t k = 0; k < PAIRS; k++) {
        r->parents[k] = (int32_t)lg_rng_below(rng, SLOTS);
        r->actions[k] = arrays_legal(a, (size_t)r->parents[k], rng);
        if (k % 37 == 5) r->parents[k] = k % 2 == 0 ? -1 : SLOTS;
        if (k % 41 == 6) r->actions[k] = k % 2 == 0 ? -1 : a->game.actions;
        if (k % 43 == 7) r->actions[k] = (int32_t)lg_rng_below(rng, (uint32_t)a->game.actions);
    }
    return PAIRS;
}

START_TEST(test_expand) {
    lg_batch_config config = against_random(GAMES[_i / 3]);
    config.threads = 1 + _i % 3;
    config.autoreset = LG_AUTORESET_DISABLED;
    arrays a = begun(GAMES[_i / 3], config);
    lg_rng rng = lg_rng_seed(13, 13);
    const size_t bytes = SLOTS * a.game.state_size;
    void *copy = malloc(bytes);
    for (int32_t round = 0; round < 4; round++) {
        play_steps(&a, &rng, 25 * round); /* the last ones: some games are over */
        memcpy(copy, a.to.states, bytes);
        for (int own = 0; own < 2; own++) {
            results *r = results_make(&a);
            int32_t failed = -1, wrong = 0;
            (void)draw_pairs(&a, r, &rng);
            r->to.states = own ? NULL : copy;
            r->to.state_count = own ? -7 : SLOTS;
            const uint64_t before = arrays_hash(&a);
            ck_assert_int_eq(lg_batch_expand(a.batch, &r->to, &failed), LG_OK);
            ck_assert_uint_eq(arrays_hash(&a), before);
            for (size_t k = 0; k < PAIRS; k++) {
                check_pair(&a, r, copy, SLOTS, k);
                wrong += r->to.status[k] != LG_OK;
            }
            ck_assert_int_eq(failed, wrong);
            ck_assert_int_gt(wrong, 0);
            results_free(r);
        }
    }
    free(copy);
    arrays_free(&a);
}
END_TEST

/* The last action of a game: nobody is to move, and it is shown as the player who played it may know it. */
START_TEST(test_expand_to_the_end) {
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    lg_rng rng = lg_rng_seed(14, 14);
    uint64_t *states = calloc(SLOTS, a.game.state_size);
    results *r = results_make(&a);
    int movers = 0;
    for (int32_t k = 0; k < SLOTS; k++) {
        char *state = (char *)states + (size_t)k * a.game.state_size, *after = malloc(a.game.state_size);
        (void)lg_game_new(&a.game, (uint64_t)k, state);
        for (;;) {
            (void)lg_game_choose(&a.game, state, LG_PLAYER_RANDOM, &rng, &r->actions[k]);
            (void)lg_game_apply(&a.game, state, r->actions[k], after);
            if (lg_game_player(&a.game, after) < 0) break;
            memcpy(state, after, a.game.state_size);
        }
        movers |= 1 << lg_game_player(&a.game, state);
        r->parents[k] = k;
        free(after);
    }
    r->to.count = r->to.state_count = SLOTS;
    r->to.states = states;
    ck_assert_int_eq(lg_batch_expand(a.batch, &r->to, NULL), LG_OK);
    for (size_t k = 0; k < SLOTS; k++) {
        check_pair(&a, r, states, SLOTS, k);
        ck_assert_int_eq(r->to.player[k], -1);
    }
    ck_assert_msg(movers != 1, "the first player always moves last");
    free(states);
    results_free(r);
    arrays_free(&a);
}
END_TEST

/* Without parents pair k has state k, and may be played in place; all but actions and states may be left out. */
START_TEST(test_expand_in_place) {
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    lg_rng rng = lg_rng_seed(13, 13);
    results *r = results_make(&a);
    for (size_t k = 0; k < SLOTS; k++) r->parents[k] = (int32_t)k, r->actions[k] = arrays_legal(&a, k, &rng);
    r->to.count = SLOTS;
    ck_assert_int_eq(lg_batch_expand(a.batch, &r->to, NULL), LG_OK);
    uint64_t *states = malloc(SLOTS * a.game.state_size);
    memcpy(states, a.to.states, SLOTS * a.game.state_size);
    const lg_batch_expansion in_place = {
        .count = SLOTS, .state_count = SLOTS, .states = states, .actions = r->actions, .after = states};
    ck_assert_int_eq(lg_batch_expand(a.batch, &in_place, NULL), LG_OK);
    ck_assert(memcmp(states, r->to.after, SLOTS * a.game.state_size) == 0);
    free(states);
    results_free(r);
    arrays_free(&a);
}
END_TEST

START_TEST(test_expand_arguments) {
    arrays a = arrays_make("alquerque", lg_batch_default(SLOTS));
    uint64_t states[2 * 7], after[2 * 7];
    int32_t actions[2] = {0, 0}, failed = 5;
    lg_batch_expansion good = {.count = 2, .state_count = 2, .states = states, .actions = actions, .after = after};
    lg_batch_expansion e = good;
    lg_alquerque_start((lg_alquerque *)(void *)states);
    lg_alquerque_start((lg_alquerque *)(void *)(states + 7));
    ck_assert_int_eq(lg_batch_expand(a.batch, &e, &failed), LG_OK);
    ck_assert_int_eq(failed, 2);
    e.states = NULL;
    ck_assert_int_eq(lg_batch_expand(a.batch, &e, &failed), LG_E_ARGUMENT); /* no slot has an episode */
    e = good, e.count = 0, e.after = NULL, e.actions = NULL;
    ck_assert_int_eq(lg_batch_expand(a.batch, &e, &failed), LG_OK);
    ck_assert_int_eq(failed, 0);
    const lg_batch_expansion wrong[] = {
        {.count = -1, .state_count = 2, .states = states, .actions = actions, .after = after},
        {.count = LG_BATCH_MAX_GAMES + 1, .state_count = 2, .states = states, .actions = actions, .after = after},
        {.count = 2, .state_count = -1, .states = states, .actions = actions, .after = after},
        {.count = 2, .state_count = LG_BATCH_MAX_GAMES + 1, .states = states, .actions = actions, .after = after},
        {.count = 2, .state_count = 2, .states = (char *)states + 4, .actions = actions, .after = after},
        {.count = 2, .state_count = 2, .states = states, .actions = actions, .after = (char *)after + 4},
        {.count = 2, .state_count = 2, .states = states, .actions = actions, .after = NULL},
        {.count = 2, .state_count = 2, .states = states, .actions = NULL, .after = after},
    };
    failed = 5;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_int_eq(lg_batch_expand(a.batch, &wrong[i], &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_expand(NULL, &good, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_expand(a.batch, NULL, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(failed, 5);
    arrays_free(&a);
}
END_TEST

/* Samples of slots and of states beside lg_game_resample and lg_game_information, with wrong players and states. */
START_TEST(test_resample) {
    lg_batch_config config = against_random(GAMES[_i]);
    config.threads = 1 + _i % 3;
    config.autoreset = LG_AUTORESET_DISABLED;
    arrays a = begun(GAMES[_i], config);
    lg_rng rng = lg_rng_seed(15, 15);
    const size_t size = a.game.state_size;
    play_steps(&a, &rng, 30);
    uint64_t *states = malloc(SLOTS * size), *after = malloc(PAIRS * size), *expected = malloc(size), keys[PAIRS];
    memcpy(states, a.to.states, SLOTS * size);
    int32_t parents[PAIRS], players[PAIRS], status[PAIRS];
    for (int part = 0; part < 4; part++) { /* own slots or states; the player to move or a given one */
        const bool own = part % 2 == 0, given = part >= 2;
        int32_t failed = -1, wrong = 0;
        for (int32_t k = 0; k < PAIRS; k++) {
            parents[k] = k % 37 == 5 ? k % 2 == 0 ? -1 : SLOTS : (int32_t)lg_rng_below(&rng, SLOTS);
            players[k] = k % 41 == 6 ? k % 2 == 0 ? -1 : a.game.players : k % a.game.players;
        }
        memset(after, SENTINEL, PAIRS * size);
        memset(keys, SENTINEL, sizeof keys);
        const lg_batch_sampling to = {.count = PAIRS, .state_count = SLOTS, .states = own ? NULL : states,
                                      .parents = parents, .seed = 70, .players = given ? players : NULL,
                                      .after = after, .keys = keys, .status = status};
        const uint64_t before = arrays_hash(&a);
        ck_assert_int_eq(lg_batch_resample(a.batch, &to, &failed), LG_OK);
        ck_assert_uint_eq(arrays_hash(&a), before);
        for (int32_t k = 0; k < PAIRS; k++) {
            const bool known = parents[k] >= 0 && parents[k] < SLOTS;
            const void *state = known ? (char *)states + (size_t)parents[k] * size : NULL;
            const int32_t mover = known ? lg_game_player(&a.game, state) : 0, player = given ? players[k] : mover;
            lg_rng own_rng = lg_rng_seed(70 + (uint64_t)k, 3);
            uint64_t key = 0;
            const lg_status found = !known                  ? LG_E_ARGUMENT
                                    : !given && mover < 0   ? LG_E_OVER
                                    : lg_game_information(&a.game, state, player, &key);
            LG_REQUIRE(status[k] == (int32_t)found, "sample %d: %d, not %d", k, status[k], (int)found);
            wrong += found != LG_OK;
            if (found != LG_OK) {
                LG_REQUIRE(is_filled(after, (size_t)k, size) && is_filled(keys, (size_t)k, 8), "sample %d", k);
                continue;
            }
            ck_assert_int_eq(lg_game_resample(&a.game, state, player, &own_rng, expected), LG_OK);
            LG_REQUIRE(memcmp((char *)after + (size_t)k * size, expected, size) == 0, "sample %d", k);
            LG_REQUIRE(keys[k] == key, "the key of sample %d", k);
        }
        ck_assert_int_eq(failed, wrong);
        ck_assert_int_gt(wrong, 0);
    }
    free(states);
    free(after);
    free(expected);
    arrays_free(&a);
}
END_TEST

START_TEST(test_resample_arguments) {
    arrays a = begun("alquerque", lg_batch_default(SLOTS));
    int32_t failed = 5;
    uint64_t keys[2], after[2 * 7];
    const lg_batch_sampling only_keys = {.count = 2, .keys = keys}, none = {.count = 0};
    ck_assert_int_eq(lg_batch_resample(a.batch, &only_keys, &failed), LG_OK);
    ck_assert_int_eq(failed, 0);
    uint64_t key;
    ck_assert_int_eq(lg_game_information(&a.game, arrays_state(&a, 1), 0, &key), LG_OK);
    ck_assert_uint_eq(keys[1], key);
    ck_assert_int_eq(lg_batch_resample(a.batch, &none, &failed), LG_OK);
    const lg_batch_sampling wrong[] = {{.count = -1, .after = after},
                                       {.count = LG_BATCH_MAX_GAMES + 1, .after = after},
                                       {.count = 1, .after = (char *)after + 4}};
    failed = 5;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_int_eq(lg_batch_resample(a.batch, &wrong[i], &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_resample(NULL, &none, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_resample(a.batch, NULL, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(failed, 5);
    arrays_free(&a);
}
END_TEST

START_TEST(test_validate) {
    lg_batch_config config = lg_batch_default(100);
    config.threads = 1 + _i % 3;
    arrays a = begun(GAMES[_i / 3], config);
    const size_t size = a.game.state_size;
    int32_t first = -5;
    uint64_t *states = malloc(100 * size);
    memcpy(states, a.to.states, 100 * size);
    ck_assert_int_eq(lg_batch_validate(a.batch, 100, states, &first), LG_OK);
    ck_assert_int_eq(lg_batch_validate(a.batch, 0, NULL, &first), LG_OK);
    ck_assert_int_eq(lg_batch_validate(a.batch, 100, NULL, &first), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_validate(a.batch, -1, states, &first), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_validate(a.batch, 99, (char *)states + 4, &first), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_validate(NULL, 100, states, &first), LG_E_ARGUMENT);
    ck_assert_int_eq(first, -5);
    for (int32_t bad = 99; bad >= 0; bad -= 33) {
        memset((char *)states + (size_t)bad * size, 0x77, size);
        ck_assert_int_eq(lg_batch_validate(a.batch, 100, states, &first), LG_E_STATE);
        ck_assert_int_eq(first, bad);
        ck_assert_int_eq(lg_batch_validate(a.batch, 100, states, NULL), LG_E_STATE);
    }
    free(states);
    arrays_free(&a);
}
END_TEST

/* ---- arguments ---- */

START_TEST(test_default_configuration) {
    const lg_batch_config config = lg_batch_default(12);
    ck_assert(config.games == 12 && config.threads == 1 && config.autoreset == LG_AUTORESET_NEXT_STEP);
    ck_assert(config.reward == LG_BATCH_OUTCOME && config.observation == 0 && config.step_limit == 0);
    ck_assert(config.random_seats == 0 && config.seed == 0);
    for (int i = 0; i < LG_MAX_PLAYERS; i++) ck_assert_int_eq(config.player[i].kind, LG_BATCH_LEARNER);
}
END_TEST

START_TEST(test_configurations_that_are_refused) {
    const lg_game game = make_game("alquerque");
    lg_batch_config config = lg_batch_default(12);
    ck_assert_uint_gt(lg_batch_size(&game, &config), 12 * sizeof(lg_batch_slot));
    ck_assert_uint_eq(lg_batch_size(NULL, &config), 0);
    ck_assert_uint_eq(lg_batch_size(&game, NULL), 0);
    const struct {
        size_t offset;
        int32_t wrong;
    } ROWS[] = {
        {offsetof(lg_batch_config, games), 0},       {offsetof(lg_batch_config, games), -1},
        {offsetof(lg_batch_config, games), LG_BATCH_MAX_GAMES + 1},
        {offsetof(lg_batch_config, threads), 0},     {offsetof(lg_batch_config, threads), LG_MAX_THREADS + 1},
        {offsetof(lg_batch_config, autoreset), -1},  {offsetof(lg_batch_config, autoreset), 3},
        {offsetof(lg_batch_config, reward), -1},     {offsetof(lg_batch_config, reward), 3},
        {offsetof(lg_batch_config, form), -1},       {offsetof(lg_batch_config, form), 3},
        {offsetof(lg_batch_config, canonical), -1},  {offsetof(lg_batch_config, canonical), 2},
        {offsetof(lg_batch_config, masks), -1},      {offsetof(lg_batch_config, masks), 2},
        {offsetof(lg_batch_config, variants), 0},    {offsetof(lg_batch_config, variants), LG_BATCH_MAX_VARIANTS + 1},
        {offsetof(lg_batch_config, variant_choice), -1}, {offsetof(lg_batch_config, variant_choice), 2},
        {offsetof(lg_batch_config, discount), (int32_t)0xBF800000 /* -1 */},
        {offsetof(lg_batch_config, observation), -1}, {offsetof(lg_batch_config, observation), 1},
        {offsetof(lg_batch_config, step_limit), -1}, {offsetof(lg_batch_config, player), -2},
        {offsetof(lg_batch_config, player[1]), 7},  {offsetof(lg_batch_config, random_seats), -1},
        {offsetof(lg_batch_config, random_seats), 2},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        config = lg_batch_default(12);
        memcpy((char *)&config + ROWS[i].offset, &ROWS[i].wrong, sizeof ROWS[i].wrong);
        ck_assert_msg(lg_batch_size(&game, &config) == 0, "row %zu is accepted", i);
    }
    config = lg_batch_default(12);
    config.player[0].kind = config.player[1].kind = LG_PLAYER_RANDOM;
    ck_assert_uint_eq(lg_batch_size(&game, &config), 0);
    config.player[2].kind = LG_BATCH_LEARNER; /* a seat that this game has not */
    ck_assert_uint_eq(lg_batch_size(&game, &config), 0);
    config = lg_batch_default(12);
    config.player[1].kind = LG_PLAYER_MCTS; /* without any simulations */
    ck_assert_uint_eq(lg_batch_size(&game, &config), 0);
}
END_TEST

/* Players that search have memory in it, once for each thread. */
START_TEST(test_size_with_players_that_search) {
    const lg_game game = make_game("alquerque");
    lg_batch_config config = lg_batch_default(12);
    const size_t without = lg_batch_size(&game, &config);
    size_t one, other;
    ck_assert_int_eq(lg_player_configure(&game, "mcts(nodes=500)", 15, &config.player[1], NULL), LG_OK);
    ck_assert_int_eq(lg_player_size(&game, &config.player[1], &one), LG_OK);
    for (config.threads = 1; config.threads <= LG_MAX_THREADS; config.threads++)
        ck_assert_uint_eq(lg_batch_size(&game, &config), without + (size_t)config.threads * ((one + 7) / 8 * 8));
    config.threads = 3;
    config.player[0].kind = LG_PLAYER_GREEDY;
    config.player[1].kind = LG_BATCH_LEARNER;
    ck_assert_uint_eq(lg_batch_size(&game, &config), without);
    const lg_game hidden = make_game("amazes");
    ck_assert_int_eq(lg_player_configure(NULL, "alphabeta", 9, &config.player[0], NULL), LG_OK);
    ck_assert_int_eq(lg_player_size(&game, &config.player[0], &other), LG_OK);
    ck_assert_uint_gt(lg_batch_size(&game, &config), without + 3 * other - 1);
    ck_assert_uint_eq(lg_batch_size(&hidden, &config), 0);
}
END_TEST

START_TEST(test_create_arguments) {
    const lg_game game = make_game("alquerque");
    lg_batch_config config = lg_batch_default(12), wrong = lg_batch_default(0);
    uint64_t states[12 * 7];
    int32_t actions[12];
    const size_t size = lg_batch_size(&game, &config);
    char *memory = malloc(size + 8);
    lg_batch *batch = NULL;
    const lg_batch_buffers good = {.states = states, .actions = actions};
    lg_batch_buffers bad = good;
    ck_assert_int_eq(lg_batch_create(NULL, &config, &good, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, NULL, &good, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &wrong, &good, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, NULL, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, NULL, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory, size - 1, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory + 4, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory, size, NULL), LG_E_ARGUMENT);
    bad.actions = NULL;
    ck_assert_int_eq(lg_batch_create(&game, &config, &bad, memory, size, &batch), LG_E_ARGUMENT);
    bad = good, bad.states = NULL;
    ck_assert_int_eq(lg_batch_create(&game, &config, &bad, memory, size, &batch), LG_E_ARGUMENT);
    bad.states = (char *)states + 4;
    ck_assert_int_eq(lg_batch_create(&game, &config, &bad, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_ptr_null(batch);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory, size, &batch), LG_OK);
    lg_batch_destroy(batch);
    lg_batch_destroy(NULL);
    free(memory);
}
END_TEST

/* Nothing but a reset of everything works before one; no slot but 0 ... N-1 exists. */
START_TEST(test_order_and_slots) {
    arrays a = arrays_make("alquerque", lg_batch_default(SLOTS));
    const size_t size = lg_batch_saved_size(a.batch);
    uint8_t which[SLOTS] = {1};
    char *saved = malloc(size);
    lg_batch_slot record;
    const uint64_t before = arrays_hash(&a);
    ck_assert_uint_eq(lg_batch_saved_size(NULL), 0);
    for (int begun_yet = 0; begun_yet < 2; begun_yet++) {
        const int32_t wrong[] = {-1, SLOTS, INT32_MAX, INT32_MIN};
        for (size_t i = 0; i < 4; i++) {
            ck_assert_int_eq(lg_batch_get(a.batch, begun_yet ? wrong[i] : 0, &record), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_save(a.batch, begun_yet ? wrong[i] : 0, saved, size), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_load(a.batch, begun_yet ? wrong[i] : 0, saved, size), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_clone(a.batch, begun_yet ? wrong[i] : 0, 0), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_clone(a.batch, 0, begun_yet ? wrong[i] : 0), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_branch(a.batch, 0, begun_yet ? wrong[i] : 0, 1), LG_E_ARGUMENT);
        }
        if (begun_yet) break;
        ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_reset(a.batch, which, NULL, NULL), LG_E_ARGUMENT);
        ck_assert_uint_eq(arrays_hash(&a), before);
        ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    }
    ck_assert_int_eq(lg_batch_save(a.batch, 0, saved, size - 1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_save(a.batch, 0, NULL, size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_load(a.batch, 0, saved, size - 1), LG_E_STATE);
    ck_assert_int_eq(lg_batch_load(a.batch, 0, NULL, size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_get(a.batch, 0, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_get(NULL, 0, &record), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_step(NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_reset(NULL, NULL, NULL, NULL), LG_E_ARGUMENT);
    free(saved);
    arrays_free(&a);
}
END_TEST

/* Only states and actions are asked for, or one array of rewards besides: the same games and rewards. */
static void play_beside(const char *text, lg_batch_config config, bool reward, bool rewards) {
    arrays full = begun(text, config), bare = arrays_make(text, config);
    lg_rng rng = lg_rng_seed(2, 2);
    const size_t size = lg_batch_size(&bare.game, &config), players = (size_t)full.game.players;
    float total = 0;
    lg_batch_destroy(bare.batch);
    const lg_batch_buffers buffers = {.states = bare.to.states,
                                      .actions = bare.actions,
                                      .reward = reward ? bare.to.reward : NULL,
                                      .rewards = rewards ? bare.to.rewards : NULL};
    ck_assert_int_eq(lg_batch_create(&bare.game, &config, &buffers, bare.memory, size, &bare.batch), LG_OK);
    ck_assert_int_eq(lg_batch_reset(bare.batch, NULL, NULL, NULL), LG_OK);
    for (int32_t step = 0; step < 60; step++) {
        play_steps(&full, &rng, 1);
        memcpy(bare.actions, full.actions, SLOTS * sizeof *bare.actions);
        ck_assert_int_eq(lg_batch_step(bare.batch, NULL, NULL), LG_OK);
        ck_assert(memcmp(full.to.states, bare.to.states, SLOTS * full.game.state_size) == 0);
        for (size_t i = 0; i < SLOTS; i++) total += fabsf(full.to.reward[i]);
        if (reward) ck_assert(memcmp(full.to.reward, bare.to.reward, SLOTS * sizeof(float)) == 0);
        if (rewards) ck_assert(memcmp(full.to.rewards, bare.to.rewards, SLOTS * players * sizeof(float)) == 0);
    }
    ck_assert(config.reward != LG_BATCH_SCORE || total > 0);
    arrays_free(&full);
    arrays_free(&bare);
}

START_TEST(test_few_outputs) {
    lg_batch_config config = against_random(GAMES[_i]);
    for (int32_t kind = LG_BATCH_OUTCOME; kind <= LG_BATCH_SCORE; kind++) {
        config.reward = kind;
        play_beside(GAMES[_i], config, false, false);
        play_beside(GAMES[_i], config, true, false);
        play_beside(GAMES[_i], config, false, true);
    }
}
END_TEST

/* ---- threads and memory ---- */

#ifndef _WIN32
/* After a fork the threads are not there: the child works alone, and ends. */
START_TEST(test_fork) {
    lg_batch_config config = lg_batch_default(200);
    config.threads = 3;
    arrays a = begun("snakecore(size=8)", config);
    lg_rng rng = lg_rng_seed(2, 2);
    play_steps(&a, &rng, 20);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    play_steps(&a, &rng, 20);
    const uint64_t hash = arrays_hash(&a);
    if (child == 0) {
        lg_batch_destroy(a.batch);
        _exit((int)(hash & 127));
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), (int)(hash & 127));
    arrays_free(&a);
}
END_TEST
#endif

/* Threads that have fallen asleep are woken, and end when they are asked to. */
START_TEST(test_sleeping_threads) {
    lg_batch_config config = lg_batch_default(500);
    lg_rng rng = lg_rng_seed(2, 2), same = rng;
    arrays one = begun("blockdrop", config);
    config.threads = 4;
    arrays four = begun("blockdrop", config);
    for (int32_t i = 0; i < 40; i++) {
        const struct timespec pause = {0, i % 4 == 0 ? 2000000 : 0};
        (void)nanosleep(&pause, NULL);
        play_steps(&one, &rng, 3);
        play_steps(&four, &same, 3);
        ck_assert_uint_eq(arrays_hash(&one), arrays_hash(&four));
    }
    arrays_free(&one);
    arrays_free(&four);
    for (int32_t i = 0; i < 30; i++) { /* destroyed at once */
        arrays a = arrays_make("blockdrop", config);
        arrays_free(&a);
    }
}
END_TEST

static pthread_t caller;
static _Atomic int by_others;

/* The caller waits for the other threads, ten seconds at most. */
static int32_t noted_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const struct timespec pause = {0, 1000000};
    if (!pthread_equal(pthread_self(), caller)) by_others++;
    else
        for (int i = 0; i < 10000 && by_others < 100; i++) (void)nanosleep(&pause, NULL);
    return lg_blockdrop_game.legal(game, state, mask);
}

/* Of the work of a batch of three threads the two others do a part, also after they have slept. */
START_TEST(test_threads_work) {
    lg_game_type noted = lg_blockdrop_game;
    lg_batch_config config = lg_batch_default(600);
    config.threads = 3;
    arrays a = arrays_make("blockdrop", config);
    lg_batch_destroy(a.batch);
    noted.legal = noted_legal;
    a.game.type = &noted;
    caller = pthread_self();
    const size_t size = lg_batch_size(&a.game, &config);
    ck_assert_int_eq(lg_batch_create(&a.game, &config, &a.to, a.memory, size, &a.batch), LG_OK);
    for (int i = 0; i < 3; i++) {
        const struct timespec pause = {0, 5000000};
        by_others = 0;
        ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
        ck_assert_msg(by_others >= 100, "%d of 600 slots by other threads", by_others);
        (void)nanosleep(&pause, NULL);
    }
    arrays_free(&a);
}
END_TEST

#if defined(__GLIBC__)
/* Where the system gives no more threads a batch of several is refused, and none is left behind. */
START_TEST(test_no_more_threads) {
    lg_batch_config config = lg_batch_default(SLOTS);
    arrays a = arrays_make("blockdrop", config);
    pthread_attr_t normal, vast;
    lg_batch_destroy(a.batch);
    config.threads = 2;
    const size_t size = lg_batch_size(&a.game, &config);
    a.memory = realloc(a.memory, size);
    ck_assert(pthread_getattr_default_np(&normal) == 0 && pthread_attr_init(&vast) == 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&vast, SIZE_MAX / 16 * 15), 0); /* no room for such a stack */
    ck_assert_int_eq(pthread_setattr_default_np(&vast), 0);
    lg_batch *batch = NULL;
    ck_assert_int_eq(lg_batch_create(&a.game, &config, &a.to, a.memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_ptr_null(batch);
    ck_assert_int_eq(pthread_setattr_default_np(&normal), 0);
    ck_assert_int_eq(lg_batch_create(&a.game, &config, &a.to, a.memory, size, &a.batch), LG_OK);
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    arrays_free(&a);
}
END_TEST
#endif

#if defined(__GLIBC__) && LG_TESTS_SLOWER == 1
START_TEST(test_nothing_is_allocated) {
    lg_batch_config config = against_random(GAMES[_i]);
    config.threads = 2;
    arrays a = begun(GAMES[_i], config);
    lg_rng rng = lg_rng_seed(2, 2);
    play_steps(&a, &rng, 1);
    const struct mallinfo2 before = mallinfo2();
    play_steps(&a, &rng, 100);
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_branch(a.batch, 0, 1, 5), LG_OK);
    const struct mallinfo2 after = mallinfo2();
    ck_assert_uint_eq(before.uordblks, after.uordblks);
    ck_assert_uint_eq(before.arena, after.arena);
    arrays_free(&a);
}
END_TEST
#endif

Suite *lg_test_batch_slots(void) {
    Suite *suite = suite_create("batch_slots");
    TCase *tests = tcase_create("batch_slots");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, test_save_and_load, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_save_and_load_truncated, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_damaged_slots, 0, GAME_COUNT);
    tcase_add_test(tests, test_records_that_are_refused);
    tcase_add_test(tests, test_records_of_drawn_seats);
    tcase_add_test(tests, test_records_of_seats_that_are_not_drawn);
    tcase_add_loop_test(tests, test_clone, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_branch, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_start, 0, GAME_COUNT);
    tcase_add_test(tests, test_start_before_a_built_in_player);
    tcase_add_loop_test(tests, test_expand, 0, 3 * GAME_COUNT);
    tcase_add_loop_test(tests, test_expand_to_the_end, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_expand_in_place, 0, GAME_COUNT);
    tcase_add_test(tests, test_expand_arguments);
    tcase_add_loop_test(tests, test_resample, 0, GAME_COUNT);
    tcase_add_test(tests, test_resample_arguments);
    tcase_add_loop_test(tests, test_validate, 0, 3 * GAME_COUNT);
    tcase_add_test(tests, test_default_configuration);
    tcase_add_test(tests, test_configurations_that_are_refused);
    tcase_add_test(tests, test_size_with_players_that_search);
    tcase_add_test(tests, test_create_arguments);
    tcase_add_test(tests, test_order_and_slots);
    tcase_add_loop_test(tests, test_few_outputs, 0, GAME_COUNT);
#ifndef _WIN32
    tcase_add_test(tests, test_fork);
#endif
    tcase_add_test(tests, test_sleeping_threads);
    tcase_add_test(tests, test_threads_work);
#if defined(__GLIBC__)
    tcase_add_test(tests, test_no_more_threads);
#endif
#if defined(__GLIBC__) && LG_TESTS_SLOWER == 1
    tcase_add_loop_test(tests, test_nothing_is_allocated, 0, GAME_COUNT);
#endif
    suite_add_tcase(suite, tests);
    return suite;
}
