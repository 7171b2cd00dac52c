/* Every registered game, and one from a separate file, keeps the contracts of libgames/table.h in random playthroughs.
 * A new game adds its configurations to the table; the test fails if a game has none. The library's own promises about
 * every game are tested here, too. */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct row {
    const char *text;     /* as lg_game_print writes it */
    int32_t playthroughs; /* as many as take about a second */
    uint64_t golden;      /* hash of the text of all positions of three playthroughs: the same everywhere, for ever */
    uint64_t greedy;      /* the same where greedy chooses most actions; another number when it plays otherwise */
} row;

static const row CONFIGURATIONS[] = {
    {"alquerque", 60, 0x3D280D4E6E727D1Cu, 0x6F675D9DD7E803A9u},
    {"amazes(turns=8)", 6, 0xA1DD528FB03339CCu, 0x09851F73175610E3u},
    {"amazes(actions=walk,turns=3)", 3, 0x9190E988FAAA2CC9u, 0x088BF2D95701D15Bu},
    {"blockdrop", 5, 0xA622231D1DA3458Au, 0xF0831B6364D226CCu},
    {"blockdrop(rules=engine,turns=50)", 10, 0x326E87D5925872CCu, 0x7ADDC1EB1A5193C1u},
    {"connect_four", 60, 0xEB52B07AF58F195Du, 0xA00E85953F59A917u},
    {"connect_four(columns=8,rows=7,connect=5)", 60, 0x8CF88611782FAC1Bu, 0xE48E2A9E0D4C3957u},
    {"ontherun", 12, 0x6169FFC3B4DF7952u, 0xC31B49A9483F5B90u},
    {"ontherun(cities=9,map=2007)", 60, 0x59489BA9DCD90E21u, 0xB920F7E2DC530D25u},
    {"snakecore(size=8,players=3,rounds=20)", 12, 0xE57EEFC7C86543A7u, 0x34841F37966C18E0u},
    {"snakecore(size=9,players=1,walls=10,reactors=3,ordinary=20,energy=20,rounds=60,radius=3)", 12,
     0xA3699FDC0F8FB829u, 0xBC1917387DD41B0Fu},
    {"snakecore(size=13,players=8,ordinary=40,energy=30,rounds=8,radius=15)", 8,
     0xDEF8916863B79E2Au, 0x233AB5FAC55C6F56u},
    {"snakecore(size=8,ordinary=0,energy=0,rounds=10)", 4, 0x9EAFAC43B731DCD1u, 0x91A7CD3C87AA960Au},
};

#define CONFIGURATION_COUNT ((int)(sizeof CONFIGURATIONS / sizeof CONFIGURATIONS[0]))

START_TEST(test_contracts) {
    walk w = walk_begin(CONFIGURATIONS[_i].text);
    lg_check_config config = lg_check_default();
    lg_check_report report;
    config.playthroughs = (CONFIGURATIONS[_i].playthroughs + lg_tests_part() - 1) / lg_tests_part();
    config.mutations = 64;
    config.decisions = 1000000;
    const size_t size = lg_check_size(&w.game, &config);
    void *memory = malloc(size);
    ck_assert_int_eq(lg_game_check(&w.game, &config, memory, size, &report), LG_OK);
    ck_assert_msg(report.finding.contract == NULL, "%s: %s: %s; seed %llu, decision %lld", CONFIGURATIONS[_i].text,
                  report.finding.contract, report.finding.text, (unsigned long long)report.finding.seed,
                  (long long)report.finding.decisions);
    ck_assert_int_eq(report.playthroughs, config.playthroughs);
    free(memory);
    walk_end(&w);
}
END_TEST

/* ---- checks of the library before it calls a game ---- */

START_TEST(test_sizes) {
    walk w = walk_begin(CONFIGURATIONS[_i].text);
    const size_t size = w.game.state_size, wrong[] = {0, 1, size - 8, size - 1, size + 1, size + 8, SIZE_MAX};
    walk_start(&w, 1);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        LG_REQUIRE(lg_game_validate(&w.game, w.state, wrong[i]) == LG_E_STATE, "size %zu is accepted", wrong[i]);
    LG_REQUIRE(lg_game_hash(&w.game, w.state) == lg_hash(w.state, size), "the hash is not that of the bytes");
    walk_end(&w);
}
END_TEST

START_TEST(test_actions_outside) {
    walk w = walk_begin(CONFIGURATIONS[_i].text);
    const int32_t wild[] = {INT32_MIN, -1, w.game.actions, w.game.actions + 64, INT32_MAX};
    walk_start(&w, 1);
    memcpy(w.other, w.state, w.game.state_size);
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        LG_REQUIRE(lg_game_apply(&w.game, w.state, wild[i], w.other) == LG_E_ARGUMENT, "action %d", wild[i]);
        LG_REQUIRE(lg_game_explain(&w.game, w.state, wild[i]) != NULL, "action %d is called legal", wild[i]);
    }
    LG_REQUIRE(walk_same(&w, w.state, w.other), "an action outside the space touches its output");
    walk_end(&w);
}
END_TEST

START_TEST(test_little_space) {
    walk w = walk_begin(CONFIGURATIONS[_i].text);
    size_t length, needed;
    walk_start(&w, 1);
    ck_assert_int_eq(lg_game_state_print(&w.game, w.state, NULL, 0, &length), LG_E_SPACE);
    for (size_t capacity = 1; capacity <= length; capacity++) {
        char *buffer = memset(lg_test_malloc(capacity), SENTINEL, capacity);
        LG_REQUIRE(lg_game_state_print(&w.game, w.state, buffer, capacity, &needed) == LG_E_SPACE, "%zu", capacity);
        LG_REQUIRE(needed == length, "%zu bytes are needed, not %zu", length, needed);
        for (size_t i = 0; i < capacity; i++) LG_REQUIRE((uint8_t)buffer[i] == SENTINEL, "half a text is written");
        free(buffer);
    }
    walk_end(&w);
}
END_TEST

START_TEST(test_configuration_text) {
    walk w = walk_begin(CONFIGURATIONS[_i].text);
    char text[256];
    size_t length;
    ck_assert_int_eq(lg_game_print(&w.game, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, CONFIGURATIONS[_i].text);
    ck_assert_uint_eq(length, strlen(text));
    walk_end(&w);
}
END_TEST

/* ---- promises of the library's own games beyond their contracts ---- */

START_TEST(test_action_text_that_is_rejected) {
    static const struct {
        const char *text;
        size_t length;
    } ROWS[] = {{"", 0}, {"\0", 1}, {"\n", 1}, {" ", 1}, {"\377", 1}, {"no action at all", 16}, {"-1", 2}};
    walk w = walk_begin(CONFIGURATIONS[_i].text);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        lg_parse_error error = {0, 0, NULL};
        int32_t action = 12345;
        ck_assert_int_eq(lg_game_action_parse(&w.game, ROWS[i].text, ROWS[i].length, &action, &error), LG_E_PARSE);
        ck_assert_int_eq(action, 12345);
        ck_assert_int_eq(error.line, 1);
        ck_assert(error.column >= 1 && error.column <= (int32_t)ROWS[i].length + 1);
        ck_assert_ptr_nonnull(error.expected);
    }
    walk_end(&w);
}
END_TEST

/* The position's text, without the NUL; the caller frees it. */
static char *position_text(const walk *w, size_t *length) {
    ck_assert_int_eq(lg_game_state_print(&w->game, w->state, NULL, 0, length), LG_E_SPACE);
    char *text = malloc(*length + 1);
    ck_assert_int_eq(lg_game_state_print(&w->game, w->state, text, *length + 1, length), LG_OK);
    return text;
}

static void greedy_step(walk *w) {
    int32_t action;
    ck_assert_int_eq(lg_game_choose(&w->game, w->state, LG_BOT_GREEDY, &w->rng, &action), LG_OK);
    ck_assert_int_eq(lg_game_apply(&w->game, w->state, action, w->state), LG_OK);
    walk_look(w);
}

/* Chains the hashes of the text, which are the same on machines of any byte order. */
static uint64_t golden(const char *configuration, bool greedy) {
    walk w = walk_begin(configuration);
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        walk_start(&w, seed);
        for (;;) {
            size_t length;
            char *text = position_text(&w, &length);
            char *link = malloc(length + 17);
            (void)snprintf(link, 17, "%016llx", (unsigned long long)hash);
            memcpy(link + 16, text, length);
            hash = lg_hash(link, length + 16);
            free(link);
            free(text);
            if (w.count == 0) break;
            if (greedy && lg_rng_below(&w.rng, 4) > 0) greedy_step(&w);
            else walk_step(&w);
        }
    }
    walk_end(&w);
    return hash;
}

START_TEST(test_golden_playthroughs) {
    const uint64_t hash = golden(CONFIGURATIONS[_i].text, false);
    ck_assert_msg(hash == CONFIGURATIONS[_i].golden, "%s: 0x%016llXu is not the pinned hash", CONFIGURATIONS[_i].text,
                  (unsigned long long)hash);
}
END_TEST

START_TEST(test_golden_choices) {
    const uint64_t hash = golden(CONFIGURATIONS[_i].text, true);
    ck_assert_msg(hash == CONFIGURATIONS[_i].greedy, "%s: 0x%016llXu is not the pinned hash", CONFIGURATIONS[_i].text,
                  (unsigned long long)hash);
}
END_TEST

START_TEST(test_every_game_has_a_configuration) {
    const size_t length = strlen(lg_game_type_at(_i)->name);
    int found = 0;
    for (int i = 0; i < CONFIGURATION_COUNT; i++) {
        const char *text = CONFIGURATIONS[i].text;
        found += strncmp(text, lg_game_type_at(_i)->name, length) == 0 && (text[length] == '\0' || text[length] == '(');
    }
    ck_assert_msg(found > 0, "%s has no configuration in the table", lg_game_type_at(_i)->name);
}
END_TEST

Suite *lg_test_conformance(void) {
    Suite *suite = suite_create("conformance");
    TCase *tests = tcase_create("conformance");
    tcase_add_loop_test(tests, test_every_game_has_a_configuration, 0, lg_game_type_count());
    tcase_add_loop_test(tests, test_contracts, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_sizes, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_actions_outside, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_little_space, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_configuration_text, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_action_text_that_is_rejected, 0, CONFIGURATION_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}

/* A separate suite, so that other builds can show in a second that they play the same games. */
Suite *lg_test_golden(void) {
    Suite *suite = suite_create("golden");
    TCase *tests = tcase_create("golden");
    tcase_add_loop_test(tests, test_golden_playthroughs, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_golden_choices, 0, CONFIGURATION_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
