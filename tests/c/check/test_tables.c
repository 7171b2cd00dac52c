/* Tables and numbers that are wrong for any game. */
#include "heaps.h"
#include "tests.h"

#define SLOT_OF(slot) offsetof(lg_tests_variant, slot)

static void expect_problem(const lg_game_type *type, const char *expected) {
    const char *problem = lg_game_type_problem(type);
    ck_assert_msg(problem != NULL && strstr(problem, expected) != NULL, "%s, not %s", problem, expected);
}

START_TEST(test_functions_that_lack) {
    static const size_t REQUIRED[] = {
        SLOT_OF(type.rules.configure), SLOT_OF(type.rules.new_game), SLOT_OF(type.rules.validate),
        SLOT_OF(type.rules.player), SLOT_OF(type.rules.legal), SLOT_OF(type.rules.apply), SLOT_OF(type.rules.outcome),
        SLOT_OF(type.rules.action_print), SLOT_OF(type.rules.action_parse), SLOT_OF(type.rules.state_print),
        SLOT_OF(type.rules.state_parse)};
    static const struct {
        size_t slot;
        const char *problem;
    } TOGETHER[] = {
        {SLOT_OF(learners.observe), "hidden information needs"},
        {SLOT_OF(type.rules.resample), "hidden information needs"},
        {SLOT_OF(type.rules.reseed), "chance in play needs `reseed`"},
        {SLOT_OF(type.rules.information_key), "need `information_key`"},
        {SLOT_OF(type.rules.chance), "`chance` and `apply_drawn` go together"},
        {SLOT_OF(type.rules.apply_drawn), "`chance` and `apply_drawn` go together"},
        {SLOT_OF(texts.prepare_parse), "go together"},
        {SLOT_OF(texts.shared_print), "go together"},
        {SLOT_OF(learners.symmetry_action), "the three symmetry functions"},
        {SLOT_OF(learners.symmetry_state), "the three symmetry functions"},
        {SLOT_OF(learners.symmetry_observation), "the three symmetry functions"},
    };
    ck_assert_ptr_null(lg_game_type_problem(&HEAPS));
    for (size_t i = 0; i < sizeof REQUIRED / sizeof REQUIRED[0]; i++) {
        lg_tests_variant variant;
        lg_tests_vary(&variant, &HEAPS);
        memset((char *)&variant + REQUIRED[i], 0, sizeof variant.type.rules.configure);
        expect_problem(&variant.type, "a required function is NULL");
    }
    for (size_t i = 0; i < sizeof TOGETHER / sizeof TOGETHER[0]; i++) {
        lg_tests_variant variant;
        lg_tests_vary(&variant, &HEAPS);
        memset((char *)&variant + TOGETHER[i].slot, 0, sizeof variant.type.rules.configure);
        expect_problem(&variant.type, TOGETHER[i].problem);
    }
    lg_tests_variant variant;
    lg_tests_vary(&variant, &HEAPS);
    variant.players.evaluate = NULL;
    ck_assert_ptr_null(lg_game_type_problem(&variant.type));
    variant.players.cutoff = 1;
    expect_problem(&variant.type, "`cutoff` must be 0 or more, and needs `evaluate`");
    lg_tests_vary(&variant, &HEAPS);
    variant.players.cutoff = -1;
    expect_problem(&variant.type, "`cutoff` must be 0 or more, and needs `evaluate`");
    lg_tests_vary(&variant, &HEAPS);
    variant.players.samples = LG_MAX_SAMPLES;
    ck_assert_ptr_null(lg_game_type_problem(&variant.type));
    variant.players.samples++;
    expect_problem(&variant.type, "`samples` must be in 0 ... 1024");
    variant.players.samples = -1;
    expect_problem(&variant.type, "`samples` must be in 0 ... 1024");
    lg_tests_vary(&variant, &HEAPS);
    variant.type.information = LG_INFORMATION_PERFECT; /* and chance in play */
    variant.type.rules.information_key = NULL;
    expect_problem(&variant.type, "need `information_key`");
    variant.type.chance = LG_CHANCE_START;
    variant.type.rules.reseed = NULL;
    expect_problem(&variant.type, "are for chance in play");
    variant.type.rules.chance = NULL;
    variant.type.rules.apply_drawn = NULL;
    ck_assert_ptr_null(lg_game_type_problem(&variant.type));
}
END_TEST

START_TEST(test_parameters_that_are_refused) {
    static const char *const WORDS[] = {"one", "two"}, *const BAD_WORDS[] = {"one", "Two"};
    static const lg_param GOOD[] = {{"stones", 0, 5, 5, NULL, "how many"}, {"kind", 0, 1, 0, WORDS, "which"}};
    static const lg_param WRONG[] = {
        {"Stones", 0, 5, 5, NULL, "how many"}, {NULL, 0, 5, 5, NULL, "how many"},  {"stones", 0, 5, 5, NULL, NULL},
        {"stones", 6, 5, 5, NULL, "how many"}, {"stones", 0, 5, 6, NULL, "how many"},
        {"stones", 0, 5, -1, NULL, "how many"},
        {"kind", 0, 1, 0, BAD_WORDS, "which"}, {"kind", 1, 1, 1, WORDS, "which"},
    };
    lg_game_type type = HEAPS;
    type.params = GOOD;
    type.param_count = 2;
    ck_assert_ptr_null(lg_game_type_problem(&type));
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        const lg_param both[] = {GOOD[0], WRONG[i]};
        type.params = both;
        expect_problem(&type, "a parameter must have");
    }
}
END_TEST

/* Output for people and programs, and lines of files. */
START_TEST(test_facts_that_are_refused) {
    static const char *const WRONG[] = {
        "\n",   "two\nlines", "a\ttab",  "\x1b[2J",       "\x7f",         "\xc2\x85",         "\xe2\x80\xa8",     "\xff",    "\x80",
        "\xc3", "\xc3(",     "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xe2\x82"};
    static const char *const GOOD[] = {"Nim", "\xc3\xa9t\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8e\xb2",
                                       "\xc2\xa0", "\xed\x9f\xbf"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        const bool is_line_end = strchr(WRONG[i], '\n') != NULL;
        const lg_param params[] = {{"stones", 0, 5, 5, NULL, WRONG[i]}};
        const char *const seats[] = {"first", WRONG[i]};
        lg_game_type type = HEAPS;
        type.title = WRONG[i], expect_problem(&type, "`title` must be a line of text"), type = HEAPS;
        type.shared_file = WRONG[i], expect_problem(&type, "`shared_file` must be the name of a file"), type = HEAPS;
        type.seats = seats, expect_problem(&type, "`seats` must be a line of text for each player"), type = HEAPS;
        type.params = params, type.param_count = 1, expect_problem(&type, "a parameter must have"), type = HEAPS;
        type.help = WRONG[i];
        if (is_line_end) ck_assert_ptr_null(lg_game_type_problem(&type));
        else expect_problem(&type, "`help` and `opening` must be lines of text");
        type = HEAPS, type.opening = WRONG[i];
        if (is_line_end) ck_assert_ptr_null(lg_game_type_problem(&type));
        else expect_problem(&type, "`help` and `opening` must be lines of text");
    }
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        lg_game_type type = HEAPS;
        type.title = type.help = type.opening = type.shared_file = GOOD[i];
        ck_assert_ptr_null(lg_game_type_problem(&type));
    }
    lg_game_type type = HEAPS;
    type.title = NULL, expect_problem(&type, "`title`"), type = HEAPS;
    type.shared_file = "../map", expect_problem(&type, "`shared_file`"), type = HEAPS;
    type.version = -1, expect_problem(&type, "`version` must be at least 0"), type = HEAPS;
    type.version = 0;
    ck_assert_ptr_null(lg_game_type_problem(&type));
}
END_TEST

static const char *names[2];

static void configure_names(lg_game *game) {
    HEAPS.rules.configure(game);
    game->observations = 2;
    game->observation[1] = game->observation[0];
    for (int32_t i = 0; i < 2; i++) game->observation[i].name = names[i];
}

/* It takes no configuration to find them. */
START_TEST(test_names_of_observations_that_are_refused) {
    static const char *const WRONG[] = {"",     "a+b",       "a\n",  "a b",     "A",
                                        "\xff", "canonical", "dict", "one_hot", "scaled",
                                        "first"};
    lg_game_type type = HEAPS;
    type.rules.configure = configure_names;
    names[0] = "first", names[1] = "second";
    ck_assert_ptr_null(lg_game_type_problem(&type));
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        names[1] = WRONG[i];
        expect_problem(&type, "the name of an observation must have 1 to 31 of a-z, 0-9 and _");
    }
}
END_TEST

static struct {
    int32_t players, actions, symmetries, draws, outcomes, observations, extent;
    int64_t longest;
    size_t state_size;
    int32_t first, answer, total;
} numbers;

static void configure_numbers(lg_game *game) {
    HEAPS.rules.configure(game);
    game->players = numbers.players;
    game->actions = numbers.actions;
    game->symmetries = numbers.symmetries;
    game->draws = numbers.draws;
    game->outcomes = numbers.outcomes;
    game->observations = numbers.observations;
    game->observation[0].shape[0] = numbers.extent;
    game->longest = numbers.longest;
    game->state_size = numbers.state_size;
    game->clock.first = numbers.first;
    game->clock.answer = numbers.answer;
    game->clock.total = numbers.total;
}

static void expect_numbers(const char *problem) {
    lg_game_type type = HEAPS;
    lg_game game = {.players = 77};
    lg_parse_error error = {0, 0, NULL};
    type.rules.configure = configure_numbers;
    const lg_status status = lg_game_configure(&type, "heaps", 5, &game, &error);
    ck_assert_int_eq(status, problem == NULL ? LG_OK : LG_E_ARGUMENT);
    if (problem == NULL) return;
    ck_assert_msg(error.expected != NULL && strstr(error.expected, problem) != NULL, "%s, not %s", error.expected,
                  problem);
    ck_assert_int_eq(game.players, 77);
}

/* Each number on both sides of its limits. */
START_TEST(test_numbers_that_are_refused) {
#define SET(member, value, problem)                                                             \
    do {                                                                                        \
        memset(&numbers, 0, sizeof numbers);                                                    \
        numbers.players = 2, numbers.actions = 3, numbers.symmetries = 2, numbers.observations = 1; \
        numbers.draws = 1, numbers.outcomes = 2;                                                \
        numbers.extent = 8, numbers.longest = 40, numbers.state_size = sizeof(heaps);           \
        numbers.member = (value);                                                               \
        expect_numbers(problem);                                                                \
    } while (0)
    SET(players, 1, NULL);
    SET(players, LG_MAX_PLAYERS, NULL);
    SET(players, 0, "`players`");
    SET(players, LG_MAX_PLAYERS + 1, "`players`");
    SET(actions, 1, NULL);
    SET(actions, LG_MAX_ACTIONS, NULL);
    SET(actions, 0, "`actions`");
    SET(actions, LG_MAX_ACTIONS + 1, "`actions`");
    SET(symmetries, LG_MAX_SYMMETRIES, NULL);
    SET(symmetries, 0, "`symmetries`");
    SET(symmetries, LG_MAX_SYMMETRIES + 1, "`symmetries`");
    SET(draws, LG_MAX_DRAWS, NULL);
    SET(draws, 0, "`draws` and `outcomes`"); /* but outcomes */
    SET(draws, -1, "`draws` and `outcomes`");
    SET(draws, LG_MAX_DRAWS + 1, "`draws` and `outcomes`");
    SET(outcomes, LG_MAX_OUTCOMES, NULL);
    SET(outcomes, 0, "`draws` and `outcomes`");
    SET(outcomes, -1, "`draws` and `outcomes`");
    SET(outcomes, LG_MAX_OUTCOMES + 1, "`draws` and `outcomes`");
    SET(observations, 0, "`observations`");
    SET(observations, 2, "an observation must have"); /* the second one is all 0 */
    SET(observations, LG_MAX_OBSERVATIONS + 1, "`observations`");
    SET(extent, INT32_MAX, NULL);
    SET(extent, 0, "an observation must have");
    SET(longest, 1, NULL);
    SET(longest, 0, "`longest`");
    SET(state_size, 8, NULL);
    SET(state_size, LG_MAX_STATE_SIZE, NULL);
    SET(state_size, 0, "`state_size`");
    SET(state_size, 12, "`state_size`");
    SET(state_size, LG_MAX_STATE_SIZE + 8, "`state_size`");
    SET(first, 1, NULL);
    SET(first, -1, "`clock`");
    SET(answer, -1, "`clock`");
    SET(total, -1, "`clock`");
#undef SET
    lg_game_type type = HEAPS;
    lg_game game;
    lg_parse_error error = {0, 0, NULL};
    type.rules.chance = NULL, type.rules.apply_drawn = NULL;
    ck_assert_int_eq(lg_game_configure(&type, "heaps", 5, &game, &error), LG_E_ARGUMENT);
    ck_assert_msg(strstr(error.expected, "0 without `chance`") != NULL, "%s", error.expected);
}
END_TEST

Suite *lg_test_check_tables(void) {
    Suite *suite = suite_create("check_tables");
    TCase *tests = tcase_create("check_tables");
    tcase_add_test(tests, test_functions_that_lack);
    tcase_add_test(tests, test_parameters_that_are_refused);
    tcase_add_test(tests, test_facts_that_are_refused);
    tcase_add_test(tests, test_names_of_observations_that_are_refused);
    tcase_add_test(tests, test_numbers_that_are_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
