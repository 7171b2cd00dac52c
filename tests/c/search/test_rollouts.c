/* Random games: one, many, and a player's part in them. Masks that choose at random. */
#include "search/helpers.h"

#include "games/alquerque/rooms.h"

#include <stdlib.h>
#include <string.h>

static const char *const GAMES[] = {"alquerque", "amazes(turns=10)", "blockdrop", "ontherun(cities=9,map=2007)",
                                    "snakecore(size=8,players=3,rounds=20)"};
#define GAME_COUNT ((int)(sizeof GAMES / sizeof GAMES[0]))

enum { COUNT = 6 };

/* Many rollouts equal single ones, in any parts. */
START_TEST(test_many) {
    walk w = walk_begin(GAMES[_i]);
    const size_t players = (size_t)w.game.players;
    float *outcomes = lg_test_calloc(COUNT * players, sizeof *outcomes), *one = lg_test_calloc(players, sizeof *one);
    int64_t lengths[COUNT], played = 0;
    ck_assert_int_eq(lg_rollouts(&w.game, UINT64_MAX - 2, 4, w.other, outcomes, lengths, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_rollouts(&w.game, 1, 2, w.other, outcomes + 4 * players, lengths + 4, NULL, NULL), LG_OK);
    for (uint64_t i = 0; i < COUNT; i++) {
        lg_rng rng = lg_rng_seed(UINT64_MAX - 2 + i, LG_ROLLOUT_STREAM);
        ck_assert_int_eq(lg_game_new(&w.game, UINT64_MAX - 2 + i, w.state), LG_OK);
        ck_assert_int_eq(lg_rollout(&w.game, w.state, INT64_MAX, &rng, w.state, &played, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_game_outcome(&w.game, w.state, one), LG_OK);
        ck_assert_int_eq(played, lengths[i]);
        ck_assert_mem_eq(one, outcomes + i * players, players * sizeof *one);
    }
    LG_REQUIRE(walk_same(&w, w.state, w.other), "the end of the last game");
    ck_assert_int_eq(lg_rollouts(&w.game, 0, 0, w.other, outcomes, lengths, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_rollouts(&w.game, 0, -1, w.other, outcomes, lengths, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollouts(NULL, 0, 1, w.other, outcomes, lengths, NULL, NULL), LG_E_ARGUMENT);
    lg_game bare = w.game;
    bare.shared = NULL;
    ck_assert_int_eq(lg_rollouts(&bare, 0, 1, w.other, outcomes, lengths, NULL, NULL),
                     w.game.shared ? LG_E_ARGUMENT : LG_OK);
    ck_assert_int_eq(lg_rollouts(&w.game, 0, 1, NULL, outcomes, lengths, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollouts(&w.game, 0, 1, w.other, NULL, lengths, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollouts(&w.game, 0, 1, w.other, outcomes, NULL, NULL, NULL), LG_E_ARGUMENT);
    free(outcomes);
    free(one);
    walk_end(&w);
}
END_TEST

/* One game from a state where nothing is hidden is counted by hand. */
START_TEST(test_left) {
    walk w = walk_begin(GAMES[_i]);
    double moves = -1, decisions = -1;
    walk_start(&w, 5);
    for (int32_t player = 0; player < w.game.players; player++) {
        lg_rng rng = lg_rng_seed(3, 1), same = rng;
        double own_moves = 0, own_decisions = 0;
        ck_assert_int_eq(lg_rollout_left(&w.game, w.state, player, 2, &rng, w.other, &moves, &decisions), LG_OK);
        for (int game = 0; game < 2; game++) {
            void *state = lg_test_malloc(w.game.state_size);
            int32_t mover;
            ck_assert_int_eq(lg_game_resample(&w.game, w.state, player, &same, state), LG_OK);
            while ((mover = lg_game_player(&w.game, state)) >= 0) {
                int32_t action = 0;
                ck_assert_int_eq(lg_game_choose(&w.game, state, LG_BOT_RANDOM, &same, &action), LG_OK);
                ck_assert_int_eq(lg_game_apply(&w.game, state, action, state), LG_OK);
                if (mover != player) continue;
                own_decisions++;
                if (lg_game_player(&w.game, state) != player || !lg_game_in_move(&w.game, state)) own_moves++;
            }
            if (game == 1) LG_REQUIRE(walk_same(&w, state, w.other), "the end of the last game");
            free(state);
        }
        ck_assert_double_eq(moves, own_moves / 2);
        ck_assert_double_eq(decisions, own_decisions / 2);
        ck_assert_mem_eq(&rng, &same, sizeof rng);
        LG_REQUIRE(decisions >= moves && decisions > 0, "%g decisions of %g moves", decisions, moves);
    }
    while (w.count > 0) walk_step(&w);
    lg_rng rng = lg_rng_seed(3, 1);
    ck_assert_int_eq(lg_rollout_left(&w.game, w.state, 0, 3, &rng, w.other, &moves, &decisions), LG_OK);
    ck_assert_double_eq(moves + decisions, 0);
    ck_assert_int_eq(lg_rollout_left(&w.game, w.state, -1, 1, &rng, w.other, &moves, &decisions), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollout_left(&w.game, w.state, w.game.players, 1, &rng, w.other, &moves, &decisions),
                     LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollout_left(&w.game, w.state, 0, 0, &rng, w.other, &moves, &decisions), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollout_left(&w.game, w.state, 0, 1, &rng, w.state, &moves, &decisions), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollout_left(&w.game, w.state, 0, 1, NULL, w.other, &moves, &decisions), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_rollout_left(&w.game, w.state, 0, 1, &rng, w.other, NULL, &decisions), LG_E_ARGUMENT);
    walk_end(&w);
}
END_TEST

/* The masks of a state, and one of its actions at random. */
START_TEST(test_masks) {
    walk w = walk_begin(GAMES[_i]);
    const int32_t actions = w.game.actions;
    const size_t width = (size_t)actions;
    enum { ROWS = 2000 };
    uint8_t *masks = lg_test_malloc(ROWS * width), *bytes = lg_test_malloc(width), *ended = lg_test_calloc(ROWS, 1);
    int32_t *chosen = lg_test_malloc(ROWS * sizeof *chosen), *again = lg_test_malloc(ROWS * sizeof *again);
    int64_t *seen = lg_test_calloc(width, sizeof *seen);
    walk_start(&w, 2);
    lg_mask_bytes(w.mask, actions, bytes);
    for (size_t row = 0; row < ROWS; row++)
        ck_assert_int_eq(lg_game_legal_bytes(&w.game, w.state, masks + row * width), w.count);
    ck_assert_mem_eq(masks + (ROWS - 1) * width, bytes, width);
    ck_assert_int_eq(lg_mask_sample(ROWS, actions, masks, ended, 7, chosen), LG_OK);
    ck_assert_int_eq(lg_mask_sample(ROWS, actions, masks, ended, 7, again), LG_OK);
    ck_assert_mem_eq(chosen, again, ROWS * sizeof *chosen);
    for (int row = 0; row < ROWS; row++) seen[chosen[row]]++;
    for (int32_t action = 0; action < actions; action++) {
        const double expected = walk_is_legal(w.mask, action) ? (double)ROWS / w.count : 0;
        LG_REQUIRE((double)seen[action] >= expected / 3 && (double)seen[action] <= expected * 3, "action %d: %d of %g",
                   action, (int)seen[action], expected);
    }
    /* An empty mask is allowed only in a row that has ended; bytes other than 0 and 1 are never allowed. */
    memset(masks + 3 * width, 0, width);
    ended[3] = 1;
    ck_assert_int_eq(lg_mask_sample(ROWS, actions, masks, ended, 7, chosen), LG_OK);
    ck_assert_int_eq(chosen[3], 0);
    ended[3] = 0;
    chosen[4] = -77;
    ck_assert_int_eq(lg_mask_sample(ROWS, actions, masks, ended, 7, chosen), LG_E_ARGUMENT);
    ck_assert_int_eq(chosen[3], -1);
    ck_assert_int_eq(chosen[4], -77);
    ended[2] = 1;
    masks[3 * width - 1] = 2;
    ck_assert_int_eq(lg_mask_sample(ROWS, actions, masks, ended, 7, chosen), LG_E_ARGUMENT);
    ck_assert_int_eq(chosen[2], -1);
    ck_assert_int_eq(lg_mask_sample(0, actions, masks, ended, 7, chosen), LG_OK);
    ck_assert_int_eq(lg_mask_sample(-1, actions, masks, ended, 7, chosen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_mask_sample(1, 0, masks, ended, 7, chosen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_mask_sample(1, actions, NULL, ended, 7, chosen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_mask_sample(1, actions, masks, NULL, 7, chosen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_mask_sample(1, actions, masks, ended, 7, NULL), LG_E_ARGUMENT);
    void *const memory[] = {masks, bytes, ended, chosen, again, seen};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) free(memory[i]);
    walk_end(&w);
}
END_TEST

/* A bot's generator depends on its knowledge, and for simple bots on the state. */
START_TEST(test_generators) {
    walk w = walk_begin(GAMES[_i]);
    const lg_bot greedy = {.kind = LG_BOT_GREEDY}, expert = {.kind = LG_BOT_EXPERT};
    walk_start(&w, 4);
    for (int i = 0; i < 5 && w.count > 0; i++) {
        uint64_t key = 0;
        const lg_rng knows = lg_bot_rng(&w.game, &expert, w.state, 9);
        const lg_rng sees = lg_bot_rng(&w.game, &greedy, w.state, 9);
        ck_assert_int_eq(lg_game_information_key(&w.game, w.state, w.player, &key), LG_OK);
        const lg_rng wanted = lg_rng_seed(9, key), simple = lg_rng_seed(9, lg_game_hash(&w.game, w.state));
        ck_assert_mem_eq(&knows, &wanted, sizeof knows);
        ck_assert_mem_eq(&sees, &simple, sizeof sees);
        ck_assert_int_eq(lg_game_resample(&w.game, w.state, w.player, &w.rng, w.other), LG_OK);
        const lg_rng other = lg_bot_rng(&w.game, &expert, w.other, 9);
        ck_assert_mem_eq(&other, &wanted, sizeof other);
        walk_step(&w);
    }
    walk_end(&w);
}
END_TEST

/* Greedy rollouts of a search are the same, in every number, where a game plays many decisions in one call and where it
 * plays each separately: to their end, to any player's turn after some decisions, and further to a quiet position. */
START_TEST(test_many_greedy_decisions_in_one_call) {
    static const int32_t CUTOFFS[] = {-1, 0, 3, 4, 5, 6};
    walk w = walk_begin(_i / 6 == 0 ? "blockdrop(turns=200)" : "amazes(turns=4)");
    lg_tests_variant variant;
    lg_tests_vary(&variant, w.game.type);
    lg_game game = w.game;
    lg_search_config config = lg_search_default(60);
    config.rollout = LG_BOT_GREEDY;
    config.cutoff = CUTOFFS[_i % 6];
    ck_assert(variant.speed.play_greedy != NULL);
    variant.speed.play_greedy = NULL;
    game.type = &variant.type;
    lg_search *search = search_make(&w.game, &config), *other = search_make(&game, &config);
    walk_start(&w, 4);
    for (int i = 0; i < 5; i++) {
        search_state(search, w.state);
        search_state(other, w.state);
        ck_assert_uint_eq(search_digest(search, &w.game), search_digest(other, &game));
        walk_step(&w);
    }
    search_free(search);
    search_free(other);
    walk_end(&w);
}
END_TEST

/* Random play in one call, in both ways if there are two, equals play by the mask, in every byte and number: whole
 * games and parts of them, also those that end in a chain or continue from there, games before a player's turn, and
 * searches. */
START_TEST(test_many_random_decisions_in_one_call) {
    enum { PLAYED = 300, PARTS = 40 };
    walk w = walk_begin("alquerque");
    lg_tests_variant anywhere, variant;
    lg_tests_vary(&anywhere, w.game.type);
    lg_tests_vary(&variant, w.game.type);
    lg_game game = w.game;
    ck_assert(variant.speed.play_random != NULL);
    anywhere.speed.play_random = lg_i_alquerque_play_anywhere;
    if (_i % 2 != 0) w.game.type = &anywhere.type;
    variant.speed.play_random = NULL;
    game.type = &variant.type;
    int64_t chains = 0, limits = 0;
    for (uint64_t seed = 0; seed < PLAYED; seed++) {
        lg_rng rng = lg_rng_seed(seed + (uint64_t)(_i / 2) * PLAYED, 0), same = rng;
        void *state = lg_test_malloc(w.game.state_size);
        ck_assert_int_eq(lg_game_new(&w.game, 0, w.state), LG_OK);
        memcpy(state, w.state, w.game.state_size);
        for (int part = 0; lg_game_player(&w.game, state) >= 0; part++) {
            const int64_t most = part < PARTS ? (int64_t)(seed + (uint64_t)part) % 9 : INT64_MAX;
            int64_t played = -1, wanted = -1;
            ck_assert_int_eq(lg_rollout(&w.game, w.state, most, &rng, w.state, &played, NULL, NULL), LG_OK);
            ck_assert_int_eq(lg_rollout(&game, state, most, &same, state, &wanted, NULL, NULL), LG_OK);
            ck_assert_int_eq(played, wanted);
            LG_REQUIRE(walk_same(&w, w.state, state), "seed %d, part %d", (int)seed, part);
            ck_assert_mem_eq(&rng, &same, sizeof rng);
            chains += lg_game_player(&w.game, state) >= 0 && lg_game_in_move(&w.game, state);
        }
        limits += lg_alquerque_result_of(state) == LG_ALQUERQUE_AT_PLY_LIMIT;
        free(state);
    }
    LG_REQUIRE(chains > 100 && limits > 0, "%d chains, %d at the limit", (int)chains, (int)limits);
    lg_search_config config = lg_search_default(60);
    config.cutoff = _i / 2 - 1;
    lg_search *search = search_make(&w.game, &config), *other = search_make(&game, &config);
    walk_start(&w, 4 + (uint64_t)(_i / 2));
    while (w.count > 0) {
        double moves[2], decisions[2];
        lg_rng rng = lg_rng_seed(9, 0), same = rng;
        search_state(search, w.state);
        search_state(other, w.state);
        ck_assert_uint_eq(search_digest(search, &w.game), search_digest(other, &game));
        ck_assert_int_eq(lg_rollout_left(&w.game, w.state, 0, 2, &rng, w.other, &moves[0], &decisions[0]), LG_OK);
        ck_assert_int_eq(lg_rollout_left(&game, w.state, 0, 2, &same, w.other, &moves[1], &decisions[1]), LG_OK);
        ck_assert_double_eq(moves[0], moves[1]);
        ck_assert_double_eq(decisions[0], decisions[1]);
        ck_assert_mem_eq(&rng, &same, sizeof rng);
        walk_step(&w);
    }
    search_free(search);
    search_free(other);
    walk_end(&w);
}
END_TEST

/* A game that begins with a piece that may not go back, after an offence, and without anything to do. */
START_TEST(test_random_from_texts) {
    static const char *const TEXTS[] = {
        "7/7/7/3b3/7/7/w6 w 10 a2-a1 - -",
        "7/7/7/7/7/b6/w6 w 198 - - -",
        "7/7/7/7/7/b6/w6 w 200 - - -",
        "7/7/7/7/b1b4/bb5/wbb4 w 198 - - -",
        "7/7/7/7/2b4/1b5/w6 w 30 b2-a1 - -",
        "7/7/7/7/7/b6/w6 w 20 - - - forfeit:b",
        "7/7/7/7/2b4/b1b4/w6 w 50 b2-a1 b4-b3 -",
    };
    walk w = walk_begin("alquerque");
    lg_tests_variant anywhere, variant;
    lg_tests_vary(&anywhere, w.game.type);
    lg_tests_vary(&variant, w.game.type);
    lg_game game = w.game;
    anywhere.speed.play_random = lg_i_alquerque_play_anywhere;
    if (_i % 2 != 0) w.game.type = &anywhere.type;
    variant.speed.play_random = NULL;
    game.type = &variant.type;
    const char *text = TEXTS[_i / 2];
    for (uint64_t seed = 0; seed < 200; seed++) {
        lg_rng rng = lg_rng_seed(seed, 0), same = rng;
        int64_t played = -1, wanted = -1;
        lg_parse_error error;
        const lg_status status = lg_game_state_parse(&w.game, text, strlen(text), w.state, &error);
        LG_REQUIRE(status == LG_OK, "%s: %s", text, error.expected);
        const int64_t most = seed % 4 == 0 ? INT64_MAX : (int64_t)(seed % 4);
        ck_assert_int_eq(lg_rollout(&game, w.state, most, &same, w.other, &wanted, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_rollout(&w.game, w.state, most, &rng, w.state, &played, NULL, NULL), LG_OK);
        ck_assert_int_eq(played, wanted);
        LG_REQUIRE(walk_same(&w, w.state, w.other), "%s, seed %d", text, (int)seed);
        ck_assert_mem_eq(&rng, &same, sizeof rng);
    }
    walk_end(&w);
}
END_TEST

Suite *lg_test_search_rollouts(void) {
    Suite *suite = suite_create("search_rollouts");
    TCase *tests = tcase_create("rollouts");
    tcase_add_loop_test(tests, test_many, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_left, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_masks, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_generators, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_many_greedy_decisions_in_one_call, 0, 2 * 6);
    tcase_add_loop_test(tests, test_many_random_decisions_in_one_call, 0, 8);
    tcase_add_loop_test(tests, test_random_from_texts, 0, 14);
    suite_add_tcase(suite, tests);
    return suite;
}
