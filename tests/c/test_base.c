/* Status codes, version, hash, generators, configurations, masks, and the answers of the uniform interface to missing
 * or wrong arguments. */
#include "tests.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- base.h ---- */

START_TEST(test_status_numbers_and_texts) {
    static const struct {
        lg_status status;
        int number;
        const char *text;
    } ROWS[] = {
        {LG_OK, 0, "no error"},
        {LG_E_ARGUMENT, 1, "an argument is missing or outside its range"},
        {LG_E_ILLEGAL, 2, "the rules do not allow this move here"},
        {LG_E_OVER, 3, "the game is over"},
        {LG_E_PARSE, 4, "the text does not follow its grammar"},
        {LG_E_STATE, 5, "these bytes are not a state of this game"},
        {LG_E_SPACE, 6, "the buffer is too small"},
        {LG_E_UNSUPPORTED, 7, "this game has no such function"},
        {LG_E_BROKEN, 8, "the game breaks its own rules: its author should run `libgames check`"},
        {(lg_status)9, 9, "unknown status"},
        {(lg_status)INT_MAX, INT_MAX, "unknown status"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        ck_assert_int_eq((int)ROWS[i].status, ROWS[i].number);
        ck_assert_str_eq(lg_status_text(ROWS[i].status), ROWS[i].text);
    }
}
END_TEST

START_TEST(test_version_of_header_and_library_agree) {
    char text[32];
    (void)snprintf(text, sizeof text, "%d.%d.%d", LG_VERSION_MAJOR, LG_VERSION_MINOR, LG_VERSION_PATCH);
    ck_assert_str_eq(LG_VERSION, text);
    ck_assert_str_eq(lg_version(), text);
}
END_TEST

START_TEST(test_hash_of_texts) {
    static const struct {
        const char *text;
        uint64_t hash;
    } ROWS[] = {
        {"", 0xEF46DB3751D8E999u},
        {"a", 0xD24EC4F1A98C6E5Bu},
        {"abc", 0x44BC2CF5AD770999u},
        {"Nobody inspects the spammish repetition", 0xFBCEA83C8A378BF1u},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        ck_assert_uint_eq(lg_hash(ROWS[i].text, strlen(ROWS[i].text)), ROWS[i].hash);
    ck_assert_uint_eq(lg_hash(NULL, 0), 0xEF46DB3751D8E999u);
}
END_TEST

/* The first `size` bytes of 7, 138, 269 mod 256, ...: every combination of stripes, words and tails. Values of
 * the reference implementation (Python package xxhash, xxh64). */
START_TEST(test_hash_of_every_kind_of_length) {
    static const struct {
        size_t size;
        uint64_t hash;
    } ROWS[] = {
        {1, 0xA96C7F0CE858BBB7u},   {3, 0xBED43740EE6332BBu},   {4, 0xFA212AE44B3BB23Du},
        {5, 0xD339DCC9AC8E6776u},   {7, 0x2744460DD675D2C0u},   {8, 0x994B676B71CE94DDu},
        {9, 0x572B84C18B983AF8u},   {12, 0xB92F588CE720786Eu},  {15, 0x09E6451ED2FF8B1Du},
        {16, 0x94AD0095E72B24D5u},  {31, 0x6711D55E306B5D8Fu},  {32, 0x07F7B8E3BC5D6E25u},
        {33, 0x09F85EEB4E1CBE9Fu},  {40, 0xD25150177BA46490u},  {63, 0xB7C9968C066CB6A5u},
        {64, 0x50D4159A0411632Eu},  {65, 0xD277176BFF863EFCu},  {100, 0x9DDADA11D3DC2D8Fu},
        {255, 0x15A6DB05D4E83DF4u}, {1000, 0x0BF0BDBCC82EB373u},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        uint8_t *bytes = lg_test_calloc(ROWS[i].size, 1);
        for (size_t k = 0; k < ROWS[i].size; k++) bytes[k] = (uint8_t)(131 * k + 7);
        ck_assert_uint_eq(lg_hash(bytes, ROWS[i].size), ROWS[i].hash);
        free(bytes);
    }
}
END_TEST

/* ---- rng.h ---- */

START_TEST(test_pcg32_published_values) {
    static const uint32_t VALUES[] = {0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E};
    lg_rng rng = lg_rng_pcg32(42, 54);
    for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) ck_assert_uint_eq(lg_rng_next(&rng), VALUES[i]);
}
END_TEST

START_TEST(test_splitmix64_published_values) {
    static const uint64_t VALUES[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                      4593380528125082431u, 16408922859458223821u};
    uint64_t state = 1234567;
    for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) ck_assert_uint_eq(lg_splitmix64(&state), VALUES[i]);
}
END_TEST

START_TEST(test_seed_goes_through_splitmix64) {
    lg_rng seeded = lg_rng_seed(1234567, 54), direct = lg_rng_pcg32(6457827717110365317u, 54);
    ck_assert_mem_eq(&seeded, &direct, sizeof seeded);
    const lg_rng copy = seeded, other_stream = lg_rng_seed(1234567, 55), other_seed = lg_rng_seed(1234568, 54);
    ck_assert_mem_ne(&copy, &other_stream, sizeof copy);
    ck_assert_mem_ne(&copy, &other_seed, sizeof copy);
    for (int i = 0; i < 100; i++) ck_assert_uint_eq(lg_rng_next(&seeded), lg_rng_next(&direct));
    ck_assert_mem_ne(&copy, &seeded, sizeof copy);
}
END_TEST

START_TEST(test_below_of_0_and_1) {
    lg_rng rng = lg_rng_seed(1, 0), same = rng;
    ck_assert_uint_eq(lg_rng_below(&rng, 0), 0);
    ck_assert_mem_eq(&rng, &same, sizeof rng);
    ck_assert_uint_eq(lg_rng_below(&rng, 1), 0);
    (void)lg_rng_next(&same);
    ck_assert_mem_eq(&rng, &same, sizeof rng);
}
END_TEST

START_TEST(test_an_unseeded_generator) {
    lg_rng rng = {0}, same = {0, 1};
    uint32_t counts[3] = {0};
    for (int i = 0; i < 3000; i++) {
        const uint32_t value = lg_rng_below(&rng, 3); /* which rejects some values: all, if they were always 0 */
        ck_assert_uint_eq(value, lg_rng_below(&same, 3));
        counts[value]++;
    }
    for (int value = 0; value < 3; value++) ck_assert_uint_gt(counts[value], 800);
    ck_assert_uint_eq(rng.increment, 0);
}
END_TEST

START_TEST(test_below_is_bounded_and_uniform) {
    lg_rng rng = lg_rng_seed(2, 0);
    for (uint32_t bound = 1; bound <= 50; bound++) {
        uint32_t counts[50] = {0}, outside = 0;
        for (uint32_t i = 0; i < 4000 * bound; i++) {
            const uint32_t value = lg_rng_below(&rng, bound);
            if (value < bound) counts[value]++;
            else outside++;
        }
        ck_assert_uint_eq(outside, 0);
        /* 4000 expected each; the bound is five standard deviations, each below 64. */
        for (uint32_t value = 0; value < bound; value++) {
            ck_assert_uint_gt(counts[value], 4000 - 320);
            ck_assert_uint_lt(counts[value], 4000 + 320);
        }
    }
}
END_TEST

/* A bound of three quarters of 2^32: without rejection every third value would come twice as often. */
START_TEST(test_below_is_unbiased_for_great_bounds) {
    const uint32_t bound = 0xC0000000u;
    lg_rng rng = lg_rng_seed(3, 0);
    uint32_t counts[3] = {0}, outside = 0;
    for (int i = 0; i < 90000; i++) {
        const uint32_t value = lg_rng_below(&rng, bound);
        counts[value % 3]++;
        outside += value >= bound;
    }
    ck_assert_uint_eq(outside, 0);
    for (int i = 0; i < 3; i++) {
        ck_assert_uint_gt(counts[i], 30000 - 750);
        ck_assert_uint_lt(counts[i], 30000 + 750);
    }
    for (int i = 0; i < 1000; i++) ck_assert_uint_lt(lg_rng_below(&rng, UINT32_MAX), UINT32_MAX);
}
END_TEST

/* ---- the registry and configurations ---- */

START_TEST(test_registry_is_sorted_and_bounded) {
    const int32_t count = lg_game_type_count();
    ck_assert_int_gt(count, 0);
    ck_assert_ptr_null(lg_game_type_at(-1));
    ck_assert_ptr_null(lg_game_type_at(count));
    ck_assert_ptr_null(lg_game_type_at(INT32_MIN));
    ck_assert_ptr_null(lg_game_type_at(INT32_MAX));
    for (int32_t i = 1; i < count; i++)
        ck_assert_int_lt(strcmp(lg_game_type_at(i - 1)->name, lg_game_type_at(i)->name), 0);
}
END_TEST

/* One rejected configuration: status, exact place and message, and *game as it was. */
static void expect_rejected(const char *text, size_t length, int32_t column, const char *expected) {
    lg_game game, before;
    lg_parse_error error = {0, 0, NULL};
    memset(&game, 0xA5, sizeof game);
    memcpy(&before, &game, sizeof game);
    ck_assert_int_eq(lg_game_make(text, length, &game, &error), LG_E_PARSE);
    ck_assert_msg(error.line == 1 && error.column == column && strcmp(error.expected, expected) == 0,
                  "\"%.*s\": %d:%d %s", (int)length, text, error.line, error.column, error.expected);
    ck_assert_mem_eq(&game, &before, sizeof game);
    ck_assert_int_eq(lg_game_make(text, length, &game, NULL), LG_E_PARSE);
}

START_TEST(test_configurations_that_are_rejected) {
    static const char GAME[] = "the name of a game:"
#define LG_GAME(name) " " #name
#include "libgames/registry.h"
#undef LG_GAME
        ;
    static const char PARAMETER[] = "the name of a parameter of this game";
    static const char AFTER_NAME[] = "'(' or the end";
    static const struct {
        const char *text;
        size_t length;
        int32_t column;
        const char *expected;
    } ROWS[] = {
        {"", 0, 1, GAME},
        {"chess", 5, 1, GAME},
        {"alquerqu", 8, 1, GAME},
        {"alquerquee", 10, 1, GAME},
        {"Alquerque", 9, 1, GAME},
        {" alquerque", 10, 1, GAME},
        {"\0alquerque", 10, 1, GAME},
        {"\377\376", 2, 1, GAME},
        {"(", 1, 1, GAME},
        {"alquerque ", 10, 10, AFTER_NAME},
        {"alquerque\n", 10, 10, AFTER_NAME},
        {"alquerque\0", 10, 10, AFTER_NAME},
        {"alquerque)", 10, 10, AFTER_NAME},
        {"alquerque(", 10, 11, PARAMETER},
        {"alquerque()", 11, 11, PARAMETER},
        {"alquerque(size=7)", 17, 11, PARAMETER},
        {"alquerque( size=7)", 18, 11, PARAMETER},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        expect_rejected(ROWS[i].text, ROWS[i].length, ROWS[i].column, ROWS[i].expected);
}
END_TEST

/* Also of games with parameters, and after them. */
START_TEST(test_rubbish_after_a_configuration) {
    const lg_game_type *type = lg_game_type_at(_i);
    char text[128];
    int length = snprintf(text, sizeof text, "%s)", type->name);
    expect_rejected(text, (size_t)length, length, "'(' or the end");
    if (type->param_count == 0 || type->params[0].words != NULL) return;
    length = snprintf(text, sizeof text, "%s(%s=%d)x", type->name, type->params[0].name, type->params[0].minimum);
    expect_rejected(text, (size_t)length, length, "the end");
}
END_TEST

START_TEST(test_configuration_stops_at_its_length) {
    lg_game game;
    char text[16];
    size_t length = 0;
    ck_assert_int_eq(lg_game_make("alquerque(rubbish", 9, &game, NULL), LG_OK);
    ck_assert_ptr_eq(game.type, &lg_alquerque_game);
    ck_assert_int_eq(lg_game_print(&game, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, "alquerque");
    ck_assert_uint_eq(length, 9);
}
END_TEST

START_TEST(test_game_print_measures_and_never_writes_half) {
    lg_game game;
    char text[11];
    size_t length = 0;
    ck_assert_int_eq(lg_game_make("alquerque", 9, &game, NULL), LG_OK);
    for (size_t capacity = 0; capacity <= 9; capacity++) {
        memset(text, '#', sizeof text);
        length = 0;
        ck_assert_int_eq(lg_game_print(&game, capacity == 0 ? NULL : text, capacity, &length), LG_E_SPACE);
        ck_assert_uint_eq(length, 9);
        ck_assert_mem_eq(text, "###########", 11);
    }
    ck_assert_int_eq(lg_game_print(&game, text, 10, &length), LG_OK);
    ck_assert_mem_eq(text, "alquerque\0#", 11);
    ck_assert_int_eq(lg_game_print(&game, NULL, 10, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_print(&game, text, sizeof text, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_print(NULL, text, sizeof text, &length), LG_E_ARGUMENT);
}
END_TEST

/* ---- missing and wrong arguments of the uniform interface ---- */

typedef struct fixture {
    lg_game game;
    uint64_t state[8], after[8], sentinel[8];
    char text[16];
    size_t length;
    int32_t number;
    lg_parse_error error;
} fixture;

static fixture fresh(void) {
    fixture f;
    memset(&f, 0x5A, sizeof f);
    ck_assert_int_eq(lg_game_make("alquerque", 9, &f.game, NULL), LG_OK);
    ck_assert_uint_le(f.game.state_size, sizeof f.state);
    ck_assert_int_eq(lg_game_new(&f.game, 1, f.state), LG_OK);
    return f;
}

START_TEST(test_missing_pointers) {
    fixture f = fresh();
    int32_t scores[2];
    float outcome[2];
    uint8_t seen[2048];
    const size_t size = lg_space_size(&f.game.observation[0]);
    const lg_status results[] = {
        lg_game_make(NULL, 0, &f.game, NULL),
        lg_game_make("alquerque", 9, NULL, NULL),
        lg_game_prepare(NULL, f.after, sizeof f.after),
        lg_game_new(NULL, 0, f.after),
        lg_game_new(&f.game, 0, NULL),
        lg_game_validate(NULL, f.state, f.game.state_size),
        lg_game_validate(&f.game, NULL, f.game.state_size),
        lg_game_apply(NULL, f.state, 0, f.after),
        lg_game_apply(&f.game, NULL, 0, f.after),
        lg_game_apply(&f.game, f.state, 0, NULL),
        lg_game_forfeit(NULL, f.state, 0, f.after),
        lg_game_forfeit(&f.game, NULL, 0, f.after),
        lg_game_forfeit(&f.game, f.state, 0, NULL),
        lg_game_scores(NULL, f.state, scores),
        lg_game_scores(&f.game, NULL, scores),
        lg_game_scores(&f.game, f.state, NULL),
        lg_game_points(NULL, f.state, scores),
        lg_game_points(&f.game, NULL, scores),
        lg_game_points(&f.game, f.state, NULL),
        lg_game_outcome(NULL, f.state, outcome),
        lg_game_outcome(&f.game, NULL, outcome),
        lg_game_outcome(&f.game, f.state, NULL),
        lg_game_observe(NULL, f.state, 0, 0, seen, size),
        lg_game_observe(&f.game, NULL, 0, 0, seen, size),
        lg_game_observe(&f.game, f.state, 0, 0, NULL, size),
        lg_game_symmetry_action(NULL, 0, 0, &f.number),
        lg_game_symmetry_action(&f.game, 0, 0, NULL),
        lg_game_symmetry_state(NULL, 0, f.state, f.after),
        lg_game_symmetry_state(&f.game, 0, NULL, f.after),
        lg_game_symmetry_state(&f.game, 0, f.state, NULL),
        lg_game_action_print(NULL, 0, f.text, sizeof f.text, &f.length),
        lg_game_action_print(&f.game, 0, NULL, sizeof f.text, &f.length),
        lg_game_action_print(&f.game, 0, f.text, sizeof f.text, NULL),
        lg_game_action_parse(NULL, "a1N", 3, &f.number, &f.error),
        lg_game_action_parse(&f.game, NULL, 3, &f.number, &f.error),
        lg_game_action_parse(&f.game, "a1N", 3, NULL, &f.error),
        lg_game_state_print(NULL, f.state, f.text, sizeof f.text, &f.length),
        lg_game_state_print(&f.game, NULL, f.text, sizeof f.text, &f.length),
        lg_game_state_print(&f.game, f.state, NULL, sizeof f.text, &f.length),
        lg_game_state_print(&f.game, f.state, f.text, sizeof f.text, NULL),
        lg_game_state_parse(NULL, "", 0, f.after, &f.error),
        lg_game_state_parse(&f.game, NULL, 0, f.after, &f.error),
        lg_game_state_parse(&f.game, "", 0, NULL, &f.error),
        lg_game_play(NULL, f.state, "c3-d4", 5, f.after, &f.error),
        lg_game_play(&f.game, NULL, "c3-d4", 5, f.after, &f.error),
        lg_game_play(&f.game, f.state, NULL, 5, f.after, &f.error),
        lg_game_play(&f.game, f.state, "c3-d4", 5, NULL, &f.error),
    };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        ck_assert_msg(results[i] == LG_E_ARGUMENT, "call %zu gave %d", i, (int)results[i]);
    memset(f.sentinel, 0x5A, sizeof f.sentinel);
    ck_assert_mem_eq(f.after, f.sentinel, sizeof f.after);
}
END_TEST

START_TEST(test_numbers_outside_their_range) {
    static const int32_t WILD[] = {INT32_MIN, -1, 392, 393, INT32_MAX};
    fixture f = fresh();
    uint8_t seen[2048];
    const size_t size = lg_space_size(&f.game.observation[0]);
    memset(f.sentinel, 0x5A, sizeof f.sentinel);
    for (size_t i = 0; i < sizeof WILD / sizeof WILD[0]; i++) {
        const int32_t n = WILD[i];
        ck_assert_int_eq(lg_game_apply(&f.game, f.state, n, f.after), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_forfeit(&f.game, f.state, n, f.after), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_observe(&f.game, f.state, n, 0, seen, size), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_observe(&f.game, f.state, 0, n, seen, size), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_symmetry_action(&f.game, n, 0, &f.number), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_symmetry_action(&f.game, 0, n, &f.number), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_symmetry_state(&f.game, n, f.state, f.after), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_action_print(&f.game, n, f.text, sizeof f.text, &f.length), LG_E_ARGUMENT);
        ck_assert_str_eq(lg_game_explain(&f.game, f.state, n), "the action is outside the action space");
        ck_assert_str_eq(lg_game_explain(NULL, f.state, n), "expected a game and a state, not NULL");
        ck_assert_str_eq(lg_game_explain(&f.game, NULL, n), "expected a game and a state, not NULL");
    }
    ck_assert_int_eq(lg_game_forfeit(&f.game, f.state, 2, f.after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_observe(&f.game, f.state, 2, 0, seen, size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_observe(&f.game, f.state, 0, 0, seen, size - 1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_observe(&f.game, f.state, 0, 0, seen, size + 1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_symmetry_state(&f.game, 8, f.state, f.after), LG_E_ARGUMENT);
    ck_assert_mem_eq(f.after, f.sentinel, sizeof f.after);
}
END_TEST

START_TEST(test_a_game_that_is_not_prepared) {
    lg_game game;
    ck_assert_int_eq(lg_game_make("ontherun", 8, &game, NULL), LG_OK);
    ck_assert(game.shared == NULL && game.shared_size > 0);
    uint64_t *state = lg_test_calloc(1, game.state_size), *states = lg_test_calloc(1, game.state_size), actions[1] = {0};
    ck_assert_int_eq(lg_game_new(&game, 1, state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_validate(&game, state, game.state_size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_state_parse(&game, "1", 1, state, NULL), LG_E_ARGUMENT);
    const lg_batch_config config = lg_batch_default(1);
    const lg_batch_buffers buffers = {.states = states, .actions = (int32_t *)actions};
    const size_t size = lg_batch_size(&game, &config);
    void *memory = lg_test_malloc(size);
    lg_batch *batch;
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(lg_batch_create(&game, &config, &buffers, memory, size, &batch), LG_E_ARGUMENT);
    char *map = lg_test_malloc(game.shared_size + 4);
    ck_assert_int_eq(lg_game_prepare(&game, map + 4, game.shared_size), LG_E_ARGUMENT); /* not aligned */
    ck_assert_int_eq(lg_game_prepare_parse(&game, "1", 1, map + 4, game.shared_size, NULL), LG_E_ARGUMENT);
    ck_assert_ptr_null(game.shared);
    free(map);
    free(memory);
    free(state);
    free(states);
}
END_TEST

START_TEST(test_prepare_of_a_game_without_a_shared_object) {
    fixture f = fresh();
    ck_assert_uint_eq(f.game.shared_size, 0);
    ck_assert_int_eq(lg_game_prepare(&f.game, NULL, 0), LG_OK);
    ck_assert_ptr_null(f.game.shared);
}
END_TEST

/* ---- spaces and masks ---- */

START_TEST(test_space_size) {
    const lg_space bytes = {"bytes", LG_U8, 3, {9, 7, 7, 1}, 0, 1};
    const lg_space shorts = {"shorts", LG_I16, 2, {3, 5, 1, 1}, 0, 1};
    const lg_space words = {"words", LG_I32, 1, {11, 1, 1, 1}, 0, 1};
    ck_assert_uint_eq(lg_space_size(&bytes), 441);
    ck_assert_uint_eq(lg_space_size(&shorts), 30);
    ck_assert_uint_eq(lg_space_size(&words), 44);
}
END_TEST

static const uint32_t MASK_SIZES[] = {1, 5, 7, 8, 9, 63, 64, 65, 71, 128, 392, LG_MAX_ACTIONS};

/* A mask of exactly the words that it needs, about one bit in `rarity` set, nothing beyond `actions`. */
static uint64_t *random_mask(lg_rng *rng, int32_t actions, uint32_t rarity) {
    uint64_t *mask = lg_test_calloc((size_t)LG_MASK_WORDS(actions), sizeof *mask);
    for (int32_t a = 0; a < actions; a++)
        if (lg_rng_below(rng, rarity) == 0) mask[a / 64] |= (uint64_t)1 << a % 64;
    return mask;
}

START_TEST(test_mask_bytes) {
    lg_rng rng = lg_rng_seed(4, 0);
    const int32_t actions = (int32_t)MASK_SIZES[_i];
    const size_t size = MASK_SIZES[_i];
    uint8_t *bytes = lg_test_malloc(size);
    for (uint32_t rarity = 1; rarity <= 40; rarity += 1 + rarity / 4) {
        uint64_t *mask = random_mask(&rng, actions, rarity);
        memset(bytes, 0x5A, size);
        lg_mask_bytes(mask, actions, bytes);
        int32_t wrong = 0;
        for (int32_t a = 0; a < actions; a++) wrong += bytes[a] != (mask[a / 64] >> a % 64 & 1);
        ck_assert_int_eq(wrong, 0);
        free(mask);
    }
    free(bytes);
}
END_TEST

START_TEST(test_mask_select) {
    lg_rng rng = lg_rng_seed(5, 0);
    const int32_t actions = (int32_t)MASK_SIZES[_i];
    for (uint32_t rarity = 1; rarity <= 40; rarity += 1 + rarity / 4) {
        uint64_t *mask = random_mask(&rng, actions, rarity);
        uint32_t rank = 0;
        int32_t wrong = 0;
        for (int32_t a = 0; a < actions; a++)
            if ((mask[a / 64] >> a % 64 & 1) != 0) wrong += lg_mask_select(mask, actions, rank++) != a;
        ck_assert_int_eq(wrong, 0);
        ck_assert_int_eq(lg_mask_select(mask, actions, rank), -1);
        ck_assert_int_eq(lg_mask_select(mask, actions, UINT32_MAX), -1);
        free(mask);
    }
}
END_TEST

/* ---- integers as text ---- */

static const struct {
    const char *text;
    int64_t low, high, value; /* the value read, or refused where it is outside the range */
} NUMBERS[] = {
    {"0", INT64_MIN, INT64_MAX, 0},
    {"-1", INT64_MIN, INT64_MAX, -1},
    {"999999999999999999", INT64_MIN, INT64_MAX, 999999999999999999},
    {"-999999999999999999", INT64_MIN, INT64_MAX, -999999999999999999},
    {"7", 0, 6, 7},
    {"-7", -6, 6, -7},
    {"9223372036854775807", 0, 9, 10},
    {"9223372036854775808", 0, 9, 10},
    {"-9223372036854775808", 0, 9, 10}, /* negated it would not fit */
    {"9999999999999999999", 0, 9, 10},
    {"-9999999999999999999", 0, 9, 10},
    {"-18446744073709551616", 0, 9, 10},
    {"-0", -9, 9, 10},
    {"00", -9, 9, 10},
    {"-", -9, 9, 10},
    {"", -9, 9, 10},
    {"+1", -9, 9, 10},
};

START_TEST(test_numbers) {
    const char *const text = NUMBERS[_i].text;
    const bool fits = NUMBERS[_i].value >= NUMBERS[_i].low && NUMBERS[_i].value <= NUMBERS[_i].high;
    lg_parse_error error = {0, 0, NULL};
    lg_reader reader = lg_reader_on(text, strlen(text), &error);
    int64_t value = 12345;
    const lg_status status = lg_read_int(&reader, NUMBERS[_i].low, NUMBERS[_i].high, "a number", &value);
    ck_assert_msg(status == (fits ? LG_OK : LG_E_PARSE), "%s", text);
    ck_assert_msg(value == (fits ? NUMBERS[_i].value : 12345), "%s", text);
    ck_assert_uint_eq(reader.at, fits ? strlen(text) : 0);
    if (!fits) ck_assert_msg(error.line == 1 && error.column == 1 && strcmp(error.expected, "a number") == 0, "%s", text);
}
END_TEST

Suite *lg_test_base(void) {
    Suite *suite = suite_create("base");
    TCase *base = tcase_create("base"), *rng = tcase_create("rng"), *game = tcase_create("game");
    const int sizes = (int)(sizeof MASK_SIZES / sizeof MASK_SIZES[0]);
    tcase_add_test(base, test_status_numbers_and_texts);
    tcase_add_test(base, test_version_of_header_and_library_agree);
    tcase_add_test(base, test_hash_of_texts);
    tcase_add_test(base, test_hash_of_every_kind_of_length);
    tcase_add_loop_test(base, test_numbers, 0, (int)(sizeof NUMBERS / sizeof NUMBERS[0]));
    tcase_add_test(rng, test_pcg32_published_values);
    tcase_add_test(rng, test_splitmix64_published_values);
    tcase_add_test(rng, test_seed_goes_through_splitmix64);
    tcase_add_test(rng, test_below_of_0_and_1);
    tcase_add_test(rng, test_an_unseeded_generator);
    tcase_add_test(rng, test_below_is_bounded_and_uniform);
    tcase_add_test(rng, test_below_is_unbiased_for_great_bounds);
    tcase_add_test(game, test_registry_is_sorted_and_bounded);
    tcase_add_test(game, test_configurations_that_are_rejected);
    tcase_add_loop_test(game, test_rubbish_after_a_configuration, 0, lg_game_type_count());
    tcase_add_test(game, test_configuration_stops_at_its_length);
    tcase_add_test(game, test_game_print_measures_and_never_writes_half);
    tcase_add_test(game, test_missing_pointers);
    tcase_add_test(game, test_numbers_outside_their_range);
    tcase_add_test(game, test_a_game_that_is_not_prepared);
    tcase_add_test(game, test_prepare_of_a_game_without_a_shared_object);
    tcase_add_test(game, test_space_size);
    tcase_add_loop_test(game, test_mask_bytes, 0, sizes);
    tcase_add_loop_test(game, test_mask_select, 0, sizes);
    suite_add_tcase(suite, base);
    suite_add_tcase(suite, rng);
    suite_add_tcase(suite, game);
    return suite;
}
