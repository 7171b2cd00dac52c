/* Reports of lg_game_check on sound games, its extent, and the arguments that it refuses. */
#include "report.h"

START_TEST(test_sound) {
    lg_check_config config = lg_check_default();
    const lg_game_type *const types[] = {&HEAPS, &OPEN_HEAPS};
    config.playthroughs = 200;
    for (int i = 0; i < 2; i++) {
        const lg_check_report report = heaps_check(types[i], &config);
        ck_assert_msg(report.finding.contract == NULL, "%d: %s: %s", i, report.finding.contract, report.finding.text);
        ck_assert_int_eq(report.playthroughs, 200);
        ck_assert_int_gt(report.states, report.decisions);
        ck_assert_uint_eq(report.text_size, 2 * sizeof(heaps));
    }
}
END_TEST

/* Observations of wider numbers, and the last one of them. */
static const struct {
    lg_dtype dtype;
    int32_t low, high, last, parts;
    const char *found;
} WIDE[] = {
    {LG_I16, -300, 300, 300, 8, NULL},         {LG_I16, -300, 300, -300, 8, NULL},
    {LG_I16, -300, 300, 301, 8, "observe"},    {LG_I16, -300, 300, -301, 8, "observe"},
    {LG_I16, -300, 300, 0, 7, "parts"},        {LG_I16, -300, 300, 0, 9, "parts"},
    {LG_I32, -3, 70000, 70000, 8, NULL},       {LG_I32, -3, 70000, -3, 8, NULL},
    {LG_I32, -3, 70000, 70001, 8, "observe"},  {LG_I32, -3, 70000, -4, 8, "observe"},
    {LG_I32, -3, 70000, 0, 7, "parts"},        {LG_I32, -3, 70000, 0, 9, "parts"},
};

static int wide; /* the row */

static void configure_wide(lg_game *game) {
    HEAPS.rules.configure(game);
    game->symmetries = 1;
    game->observation[0].dtype = WIDE[wide].dtype;
    game->observation[0].low = WIDE[wide].low;
    game->observation[0].high = WIDE[wide].high;
}

static void observe_wide(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    uint8_t numbers[8];
    HEAPS.learners->observe(game, state, viewer, which, numbers);
    for (int i = 0; i < 8; i++) {
        const int32_t value = i == 7 ? WIDE[wide].last : numbers[i];
        if (WIDE[wide].dtype == LG_I16) ((int16_t *)out)[i] = (int16_t)value;
        else ((int32_t *)out)[i] = value;
    }
}

static int32_t parts_wide(const lg_game *game, int32_t which, lg_part *parts) {
    (void)game, (void)which;
    parts[0] = (lg_part){WIDE[wide].parts, 0, 1};
    return 1;
}

START_TEST(test_wide_observations) {
    const lg_check_config config = lg_check_default();
    lg_tests_variant variant;
    lg_tests_vary(&variant, &HEAPS);
    variant.type.rules.configure = configure_wide;
    variant.learners.observe = observe_wide;
    variant.learners.parts = parts_wide;
    variant.learners.canonical = NULL;
    variant.learners.symmetry_action = NULL;
    variant.learners.symmetry_state = NULL;
    variant.learners.symmetry_observation = NULL;
    wide = _i;
    const lg_check_report report = heaps_check(&variant.type, &config);
    const char *contract = report.finding.contract, *expected = WIDE[_i].found;
    ck_assert_msg(expected == NULL ? contract == NULL : contract != NULL && strcmp(contract, expected) == 0,
                  "%s is found, not %s: %s", contract != NULL ? contract : "nothing",
                  expected != NULL ? expected : "nothing", report.finding.text);
}
END_TEST

/* The defaults of everything optional hold, too. */
START_TEST(test_required_only) {
    const lg_check_config config = lg_check_default();
    const lg_game_type *all = &OPEN_HEAPS;
    const lg_game_learners learners = {
        .observe = all->learners->observe, .symmetry_action = all->learners->symmetry_action,
        .symmetry_state = all->learners->symmetry_state,
        .symmetry_observation = all->learners->symmetry_observation,
    };
    const lg_game_rules *rules = &all->rules;
    const lg_game_type type = {
        .abi = LG_GAME_ABI, .name = all->name, .title = all->title, .id = all->id, .chance = LG_CHANCE_START,
        .rules = {.configure = rules->configure, .prepare = rules->prepare, .new_game = rules->new_game,
                  .validate = rules->validate, .player = rules->player, .legal = rules->legal, .apply = rules->apply,
                  .outcome = rules->outcome, .action_print = rules->action_print,
                  .action_parse = rules->action_parse, .state_print = rules->state_print,
                  .state_parse = rules->state_parse},
        .learners = &learners,
    };
    const lg_check_report report = heaps_check(&type, &config);
    ck_assert_msg(report.finding.contract == NULL, "%s: %s", report.finding.contract, report.finding.text);
}
END_TEST

static int32_t map_far(const lg_game *game, int32_t symmetry, int32_t action) {
    return symmetry == 0 ? action : game->actions + action;
}

/* Nothing is checked after the first finding. */
START_TEST(test_first_finding_ends) {
    lg_tests_variant variant;
    lg_tests_vary(&variant, &HEAPS);
    const lg_check_config config = lg_check_default();
    variant.learners.symmetry_action = map_far;
    const lg_check_report report = heaps_check(&variant.type, &config);
    ck_assert_str_eq(report.finding.contract, "symmetry_action");
    ck_assert_int_eq(report.finding.decisions, 0);
    ck_assert_int_eq(report.playthroughs, 0);
    ck_assert_int_le(report.states, 1);
}
END_TEST

/* The number of validated states, and of those without a 0 in a place where all sound states are 0 throughout. */
static int32_t validated, spoilt;

static lg_status validate_counting(const lg_game *game, const void *state) {
    int32_t right = 0;
    for (size_t i = 0; i < sizeof ((const heaps *)state)->reserved; i++) right += ((const heaps *)state)->reserved[i] == 0;
    validated++;
    spoilt += right == 0;
    return HEAPS.rules.validate(game, state);
}

/* Each damaged copy is one of the sound state, not of the damaged copy before it: most have a few bytes changed. */
START_TEST(test_damage_does_not_add_up) {
    lg_check_config config = lg_check_default();
    lg_game_type type = HEAPS;
    type.rules.validate = validate_counting;
    config.mutations = 40;
    validated = spoilt = 0;
    const lg_check_report report = heaps_check(&type, &config);
    ck_assert_msg(report.finding.contract == NULL, "%s: %s", report.finding.contract, report.finding.text);
    ck_assert_int_gt(validated, 10000);
    ck_assert_msg(spoilt > 0 && spoilt < validated / 4, "%d of %d", spoilt, validated);
}
END_TEST

START_TEST(test_arguments) {
    const lg_check_config config = lg_check_default();
    uint64_t memory[64];
    lg_check_report report;
    lg_game game;
    heaps_limit limit;
    memset(&report, 0x77, sizeof report);
    const lg_check_report untouched = report;
    ck_assert_int_eq(lg_game_configure(&HEAPS, "heaps", 5, &game, NULL), LG_OK);
    uint64_t *enough = malloc((size_t)1 << 24);
    ck_assert_uint_eq(lg_check_size(&game, &config), 0); /* not prepared */
    ck_assert_int_eq(lg_game_check(&game, &config, enough, (size_t)1 << 24, &report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_prepare(&game, &limit, sizeof limit), LG_OK);
    const size_t size = lg_check_size(&game, &config);
    ck_assert(size > 0 && size <= (size_t)1 << 24);
    ck_assert_int_eq(lg_game_check(NULL, &config, enough, size, &report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_check(&game, NULL, enough, size, &report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_check(&game, &config, NULL, size, &report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_check(&game, &config, (char *)enough + 4, size, &report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_check(&game, &config, enough, size, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_check(&game, &config, enough, size - 1, &report), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_check(&game, &config, memory, sizeof memory, &report), LG_E_ARGUMENT);
    ck_assert_int_eq(memcmp(&report, &untouched, sizeof report), 0);
    free(enough);
    ck_assert_uint_eq(lg_check_size(NULL, &config), 0);
    ck_assert_uint_eq(lg_check_size(&game, NULL), 0);
    const lg_check_config wrong[] = {{0, 1, 1, 1, 99}, {1, -1, 1, 1, 99}, {1, 1, 0, 1, 99}, {1, 1, 1, 1, 31},
                                     {1, 1, 1, 1, SIZE_MAX}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) ck_assert_uint_eq(lg_check_size(&game, &wrong[i]), 0);
}
END_TEST

START_TEST(test_table) {
    const lg_check_config config = lg_check_default();
    lg_check_report report;
    lg_game game;
    heaps_limit limit;
    lg_game_type type = HEAPS;
    ck_assert_int_eq(lg_game_configure(&type, "heaps", 5, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_prepare(&game, &limit, sizeof limit), LG_OK);
    type.rules.resample = NULL;
    const size_t size = lg_check_size(&game, &config);
    void *memory = malloc(size);
    ck_assert_int_eq(lg_game_check(&game, &config, memory, size, &report), LG_OK);
    ck_assert_str_eq(report.finding.contract, "type");
    ck_assert_str_eq(report.finding.text, lg_game_type_problem(&type));
    free(memory);
}
END_TEST

/* Texts that need more room than there is. */
START_TEST(test_space) {
    lg_check_config config = lg_check_default();
    lg_check_report report;
    lg_game game;
    heaps_limit limit;
    memset(&report, 0, sizeof report);
    ck_assert_int_eq(lg_game_configure(&HEAPS, "heaps", 5, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_prepare(&game, &limit, sizeof limit), LG_OK);
    for (config.text_size = LG_CHECK_LEAST_TEXT; report.playthroughs == 0; config.text_size = report.text_size) {
        const size_t size = lg_check_size(&game, &config);
        void *memory = malloc(size);
        const lg_status status = lg_game_check(&game, &config, memory, size, &report);
        ck_assert_int_eq(status, (report.playthroughs == 0 ? LG_E_SPACE : LG_OK));
        ck_assert_ptr_null(report.finding.contract);
        free(memory);
    }
    ck_assert_uint_eq(report.text_size, 2 * sizeof(heaps));
}
END_TEST

static const char *const SMALL_GAMES[] = {"alquerque", "amazes(turns=2)", "blockdrop(rules=engine,turns=8)",
                                          "ontherun(cities=9,map=1)", "snakecore(size=8,players=3,rounds=3)"};

/* Chance and hidden information that only a longer game shows are not missed after its first decisions. */
START_TEST(test_few_decisions) {
    const char *name = SMALL_GAMES[_i];
    lg_check_config config = lg_check_default();
    const uint64_t seeds = 30 / (uint64_t)lg_tests_part();
    config.mutations = 0;
    for (config.decisions = 1; config.decisions <= 3; config.decisions++)
        for (config.seed = 0; config.seed < seeds; config.seed++) {
            lg_check_report report;
            lg_game game;
            ck_assert_int_eq(lg_game_make(name, strlen(name), &game, NULL), LG_OK);
            void *shared = game.shared_size > 0 ? malloc(game.shared_size) : NULL;
            if (shared != NULL) ck_assert_int_eq(lg_game_prepare(&game, shared, game.shared_size), LG_OK);
            const size_t size = lg_check_size(&game, &config);
            void *memory = malloc(size);
            ck_assert_int_eq(lg_game_check(&game, &config, memory, size, &report), LG_OK);
            ck_assert_msg(report.finding.contract == NULL, "%s, seed %d: %s", name, (int)config.seed, report.finding.text);
            free(memory);
            free(shared);
        }
}
END_TEST

Suite *lg_test_check(void) {
    Suite *suite = suite_create("check");
    TCase *tests = tcase_create("check");
    tcase_add_test(tests, test_sound);
    tcase_add_loop_test(tests, test_wide_observations, 0, (int)(sizeof WIDE / sizeof WIDE[0]));
    tcase_add_loop_test(tests, test_few_decisions, 0, (int)(sizeof SMALL_GAMES / sizeof SMALL_GAMES[0]));
    tcase_add_test(tests, test_required_only);
    tcase_add_test(tests, test_first_finding_ends);
    tcase_add_test(tests, test_damage_does_not_add_up);
    tcase_add_test(tests, test_arguments);
    tcase_add_test(tests, test_table);
    tcase_add_test(tests, test_space);
    suite_add_tcase(suite, tests);
    return suite;
}
