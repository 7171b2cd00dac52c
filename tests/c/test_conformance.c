/* Every registered game through the same properties, along random playthroughs. A new game adds its configurations to
 * the table; the test fails while one has none. */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const configuration CONFIGURATIONS[] = {
    {"alquerque", 60, 0x3D280D4E6E727D1Cu, false, false},
    {"amazes(turns=8)", 6, 0xA1DD528FB03339CCu, false, false},
    {"amazes(actions=walk,turns=3)", 3, 0x9190E988FAAA2CC9u, false, false},
    {"blockdrop", 5, 0xA622231D1DA3458Au, true, false},
    {"blockdrop(rules=engine,turns=50)", 10, 0x326E87D5925872CCu, true, false},
    {"ontherun", 12, 0x6169FFC3B4DF7952u, false, false},
    {"ontherun(cities=9,map=2007)", 60, 0x59489BA9DCD90E21u, false, false},
    {"snakecore(size=8,players=3,rounds=20)", 12, 0xE57EEFC7C86543A7u, true, true},
    {"snakecore(size=9,players=1,walls=10,reactors=3,ordinary=20,energy=20,rounds=60,radius=3)", 12,
     0xA3699FDC0F8FB829u, true, true},
    {"snakecore(size=13,players=8,ordinary=40,energy=30,rounds=8,radius=15)", 8, 0xDEF8916863B79E2Au, true, true},
};

#define CONFIGURATION_COUNT ((int)(sizeof CONFIGURATIONS / sizeof CONFIGURATIONS[0]))

/* ---- mask, apply and explain tell the same ---- */

static void check_mask_form(walk *w) {
    int32_t bits = 0;
    for (int32_t a = 0; a < w->game.actions; a++) bits += walk_is_legal(w->mask, a);
    LG_REQUIRE(bits == w->count, "%d bits in the mask, %d returned", bits, w->count);
    for (int32_t a = w->game.actions; a < (int32_t)(64 * w->words); a++)
        LG_REQUIRE(!walk_is_legal(w->mask, a), "unused bit %d is set", a);
    LG_REQUIRE(w->player >= -1 && w->player < w->game.players, "player %d to move", w->player);
    LG_REQUIRE((w->player == -1) == (w->count == 0), "player %d to move, %d actions", w->player, w->count);
}

static void check_carried_out(walk *w, int32_t action) {
    LG_REQUIRE(walk_valid(w, w->after), "action %d gives an invalid state", action);
    walk_copy(w, w->other, w->state);
    LG_REQUIRE(lg_game_apply(&w->game, w->other, action, w->other) == LG_OK, "action %d fails in place", action);
    LG_REQUIRE(walk_same(w, w->other, w->after), "action %d in place gives another state", action);
}

static void check_action(walk *w, int32_t action) {
    const bool legal = walk_is_legal(w->mask, action);
    const char *reason = lg_game_explain(&w->game, w->state, action);
    LG_REQUIRE(legal == (reason == NULL), "action %d: mask %d, explained %s", action, legal, reason);
    LG_REQUIRE(reason == NULL || reason[0] != '\0', "action %d is refused without a word", action);
    walk_clear(w, w->after);
    const lg_status status = lg_game_apply(&w->game, w->state, action, w->after);
    if (status == LG_OK && (legal || w->configuration->lenient)) {
        check_carried_out(w, action);
        return;
    }
    const lg_status expected = legal ? LG_OK : w->count == 0 ? LG_E_OVER : LG_E_ILLEGAL;
    LG_REQUIRE(status == expected, "action %d gives %d, not %d", action, (int)status, (int)expected);
    LG_REQUIRE(walk_untouched(w, w->after), "refused action %d touches its output", action);
}

static void check_actions_outside(walk *w) {
    const int32_t wild[] = {INT32_MIN, -1, w->game.actions, w->game.actions + 64, INT32_MAX};
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        LG_REQUIRE(lg_game_apply(&w->game, w->state, wild[i], w->after) == LG_E_ARGUMENT, "action %d", wild[i]);
        LG_REQUIRE(lg_game_explain(&w->game, w->state, wild[i]) != NULL, "action %d is called legal", wild[i]);
    }
    LG_REQUIRE(walk_untouched(w, w->after), "an action outside the space touches its output");
}

static void check_actions(walk *w) {
    uint64_t before = lg_game_hash(&w->game, w->state);
    LG_REQUIRE(before == lg_hash(w->state, w->game.state_size), "the hash is not that of the bytes");
    check_mask_form(w);
    for (int32_t a = 0; a < w->game.actions; a++) check_action(w, a);
    walk_clear(w, w->after);
    check_actions_outside(w);
    LG_REQUIRE(lg_game_hash(&w->game, w->state) == before, "an action changed its input");
}

START_TEST(test_actions) {
    walk_all(&CONFIGURATIONS[_i], check_actions);
}
END_TEST

/* ---- validate, and positions as text ---- */

static void check_validate(walk *w) {
    const size_t size = w->game.state_size;
    LG_REQUIRE(walk_valid(w, w->state), "a reached state is called invalid");
    const size_t wrong[] = {0, 1, size - 8, size - 1, size + 1, size + 8, SIZE_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        LG_REQUIRE(lg_game_validate(&w->game, w->state, wrong[i]) == LG_E_STATE, "size %zu is accepted", wrong[i]);
}

/* The position's text, without the NUL, in memory of exactly its length; the caller frees it. */
static char *position_text(const walk *w, const void *state, size_t *length) {
    LG_REQUIRE(lg_game_state_print(&w->game, state, NULL, 0, length) == LG_E_SPACE, "no text fits 0 bytes");
    const size_t expected = *length;
    char *text = malloc(expected + 1);
    LG_REQUIRE(lg_game_state_print(&w->game, state, text, expected + 1, length) == LG_OK, "a state can't be printed");
    LG_REQUIRE(*length == expected && strlen(text) == expected, "the text is not %zu bytes long", expected);
    return realloc(text, expected);
}

static void check_little_space(walk *w, size_t length) {
    const size_t capacity = lg_rng_below(&w->rng, (uint32_t)length) + 1;
    char *buffer = memset(malloc(capacity), SENTINEL, capacity);
    size_t needed = 0;
    LG_REQUIRE(lg_game_state_print(&w->game, w->state, buffer, capacity, &needed) == LG_E_SPACE, "not enough space");
    LG_REQUIRE(needed == length, "%zu bytes are needed, not %zu", length, needed);
    for (size_t i = 0; i < capacity; i++) LG_REQUIRE((uint8_t)buffer[i] == SENTINEL, "half a text is written");
    free(buffer);
}

/* Any bytes: either an error with a place inside the text, or a state that prints and parses to itself. */
static void check_parse(walk *w, const char *text, size_t length) {
    lg_parse_error error = {0, 0, NULL};
    walk_clear(w, w->after);
    const lg_status status = lg_game_state_parse(&w->game, text, length, w->after, &error);
    if (status != LG_OK) {
        LG_REQUIRE(status == LG_E_PARSE && walk_untouched(w, w->after), "parsing gives %d", (int)status);
        const bool inside = error.line >= 1 && error.column >= 1 && error.column <= (int32_t)length + 1;
        LG_REQUIRE(inside, "place %d:%d in %zu bytes", error.line, error.column, length);
        LG_REQUIRE(error.expected != NULL && error.expected[0] != '\0', "an error without a word");
        return;
    }
    LG_REQUIRE(walk_valid(w, w->after), "an invalid state is parsed from \"%.*s\"", (int)length, text);
    size_t again;
    char *printed = position_text(w, w->after, &again);
    LG_REQUIRE(lg_game_state_parse(&w->game, printed, again, w->other, NULL) == LG_OK, "\"%.*s\"", (int)again, printed);
    LG_REQUIRE(walk_same(w, w->after, w->other), "\"%.*s\" is not its own text", (int)again, printed);
    free(printed);
}

static void check_damaged_text(walk *w, const char *text, size_t length) {
    static const char USUAL[] = "0123456789wb-*/ ,;:.()\n\r\tabcdefgWREp#";
    const size_t cut = lg_rng_below(&w->rng, (uint32_t)length);
    char *damaged = malloc(length);
    memcpy(damaged, text, length);
    const uint32_t kind = lg_rng_below(&w->rng, 3);
    damaged[cut] = kind == 0 ? (char)lg_rng_next(&w->rng) : USUAL[lg_rng_below(&w->rng, sizeof USUAL - 1)];
    check_parse(w, damaged, length);
    if (cut > 0) damaged = realloc(damaged, cut);
    check_parse(w, damaged, cut);
    free(damaged);
}

static void check_text(walk *w) {
    size_t length;
    char *text = position_text(w, w->state, &length);
    lg_parse_error error;
    walk_clear(w, w->after);
    LG_REQUIRE(lg_game_state_parse(&w->game, text, length, w->after, &error) == LG_OK, "%d:%d of \"%.*s\": %s",
               error.line, error.column, (int)length, text, error.expected);
    LG_REQUIRE(walk_same(w, w->after, w->state), "the text does not give the state back: %.*s", (int)length, text);
    check_little_space(w, length);
    check_damaged_text(w, text, length);
    free(text);
}

static void check_bytes_and_text(walk *w) {
    check_validate(w);
    check_text(w);
}

START_TEST(test_bytes_and_text) {
    walk_all(&CONFIGURATIONS[_i], check_bytes_and_text);
}
END_TEST

/* ---- scores, outcome, observations ---- */

static void check_scores(walk *w) {
    int32_t scores[LG_MAX_PLAYERS + 1], again[LG_MAX_PLAYERS + 1];
    float outcome[LG_MAX_PLAYERS + 1];
    const size_t players = (size_t)w->game.players;
    memset(scores, 0x11, sizeof scores);
    memset(again, 0x22, sizeof again);
    for (size_t i = 0; i <= LG_MAX_PLAYERS; i++) outcome[i] = 77;
    LG_REQUIRE(lg_game_scores(&w->game, w->state, scores) == LG_OK, "no scores");
    LG_REQUIRE(lg_game_scores(&w->game, w->state, again) == LG_OK, "no scores");
    LG_REQUIRE(memcmp(scores, again, players * sizeof *scores) == 0, "not every score is written");
    LG_REQUIRE(scores[players] == 0x11111111, "a score too many is written");
    LG_REQUIRE(lg_game_outcome(&w->game, w->state, outcome) == LG_OK, "no outcome");
    for (size_t i = 0; i < players; i++) {
        LG_REQUIRE(outcome[i] >= -1 && outcome[i] <= 1, "outcome %g of player %zu", (double)outcome[i], i);
        LG_REQUIRE(w->count == 0 || outcome[i] == 0, "outcome %g before the end", (double)outcome[i]);
    }
    LG_REQUIRE(outcome[players] == 77, "an outcome too many is written");
}

static int64_t element(const lg_space *space, const void *values, size_t index) {
    if (space->dtype == LG_U8) return ((const uint8_t *)values)[index];
    if (space->dtype == LG_I16) return ((const int16_t *)values)[index];
    return ((const int32_t *)values)[index];
}

static void check_observation(walk *w, int32_t player, int32_t which) {
    const lg_space *space = &w->game.observation[which];
    const size_t size = lg_space_size(space);
    size_t elements = 1;
    for (int32_t i = 0; i < space->dims; i++) elements *= (size_t)space->shape[i];
    void *seen = memset(malloc(size), SENTINEL, size), *again = memset(malloc(size), 0x5A, size);
    LG_REQUIRE(lg_game_observe(&w->game, w->state, player, which, seen, size) == LG_OK, "no observation %d", which);
    LG_REQUIRE(lg_game_observe(&w->game, w->state, player, which, again, size) == LG_OK, "no observation %d", which);
    LG_REQUIRE(memcmp(seen, again, size) == 0, "not every byte of observation %d is written", which);
    for (size_t i = 0; i < elements; i++)
        LG_REQUIRE(element(space, seen, i) >= space->low && element(space, seen, i) <= space->high,
                   "%lld at %zu of \"%s\"", (long long)element(space, seen, i), i, space->name);
    free(seen);
    free(again);
}

static void check_values(walk *w) {
    check_scores(w);
    for (int32_t which = 0; which < w->game.observations; which++)
        for (int32_t player = 0; player < w->game.players; player++) check_observation(w, player, which);
}

START_TEST(test_values) {
    walk_all(&CONFIGURATIONS[_i], check_values);
}
END_TEST

/* ---- forfeit ---- */

static void check_forfeits(walk *w) {
    const uint64_t before = lg_game_hash(&w->game, w->state);
    for (int32_t player = 0; player < w->game.players; player++) {
        walk_clear(w, w->after);
        const lg_status status = lg_game_forfeit(&w->game, w->state, player, w->after);
        LG_REQUIRE(status == (w->count == 0 ? LG_E_OVER : LG_OK), "forfeit of player %d: %d", player, (int)status);
        if (status != LG_OK) {
            LG_REQUIRE(walk_untouched(w, w->after), "a refused forfeit touches its output");
            continue;
        }
        LG_REQUIRE(walk_valid(w, w->after), "forfeit of player %d gives an invalid state", player);
        walk_copy(w, w->other, w->state);
        LG_REQUIRE(lg_game_forfeit(&w->game, w->other, player, w->other) == LG_OK, "a forfeit fails in place");
        LG_REQUIRE(walk_same(w, w->other, w->after), "a forfeit in place gives another state");
    }
    LG_REQUIRE(lg_game_hash(&w->game, w->state) == before, "a forfeit changed its input");
}

START_TEST(test_forfeits) {
    walk_all(&CONFIGURATIONS[_i], check_forfeits);
}
END_TEST

/* ---- symmetries: mapping commutes with everything ---- */

static int32_t map_action(const walk *w, int32_t symmetry, int32_t action) {
    int32_t mapped = -1;
    LG_REQUIRE(lg_game_symmetry_action(&w->game, symmetry, action, &mapped) == LG_OK, "symmetry %d", symmetry);
    LG_REQUIRE(mapped >= 0 && mapped < w->game.actions, "symmetry %d maps %d to %d", symmetry, action, mapped);
    return mapped;
}

static void map_state(const walk *w, int32_t symmetry, const void *before, void *after) {
    LG_REQUIRE(lg_game_symmetry_state(&w->game, symmetry, before, after) == LG_OK, "symmetry %d", symmetry);
    LG_REQUIRE(walk_valid(w, after), "symmetry %d gives an invalid state", symmetry);
    LG_REQUIRE(symmetry != 0 || walk_same(w, before, after), "symmetry 0 is not the identity");
}

static void check_mapped_observations(walk *w, int32_t symmetry, const void *image) {
    for (int32_t which = 0; which < w->game.observations; which++) {
        const size_t size = lg_space_size(&w->game.observation[which]);
        void *seen = malloc(size), *mapped = memset(malloc(size), SENTINEL, size), *direct = malloc(size);
        for (int32_t player = 0; player < w->game.players; player++) {
            (void)lg_game_observe(&w->game, w->state, player, which, seen, size);
            (void)lg_game_observe(&w->game, image, player, which, direct, size);
            LG_REQUIRE(lg_game_symmetry_observation(&w->game, symmetry, which, seen, mapped, size) == LG_OK,
                       "symmetry %d of observation %d", symmetry, which);
            LG_REQUIRE(memcmp(mapped, direct, size) == 0, "symmetry %d: observation %d differs", symmetry, which);
        }
        free(seen);
        free(mapped);
        free(direct);
    }
}

static void check_mapped_actions(walk *w, int32_t symmetry, const void *image) {
    LG_REQUIRE(lg_game_player(&w->game, image) == w->player, "symmetry %d changes the player to move", symmetry);
    LG_REQUIRE(lg_game_legal(&w->game, image, w->other_mask) == w->count, "symmetry %d: other actions", symmetry);
    for (int32_t a = 0; a < w->game.actions; a++) {
        const int32_t mapped = map_action(w, symmetry, a);
        const bool same = walk_is_legal(w->mask, a) == walk_is_legal(w->other_mask, mapped);
        LG_REQUIRE(same, "symmetry %d, action %d", symmetry, a);
        if (!walk_is_legal(w->mask, a) || w->configuration->chance) continue;
        (void)lg_game_apply(&w->game, w->state, a, w->after);
        map_state(w, symmetry, w->after, w->after);
        (void)lg_game_apply(&w->game, image, mapped, w->other);
        LG_REQUIRE(walk_same(w, w->after, w->other), "symmetry %d and action %d don't commute", symmetry, a);
    }
}

static void check_symmetries(walk *w) {
    void *image = malloc(w->game.state_size);
    for (int32_t symmetry = 0; symmetry < w->game.symmetries; symmetry++) {
        int32_t scores[LG_MAX_PLAYERS] = {0}, mapped[LG_MAX_PLAYERS] = {0};
        map_state(w, symmetry, w->state, image);
        (void)lg_game_scores(&w->game, w->state, scores);
        (void)lg_game_scores(&w->game, image, mapped);
        LG_REQUIRE(memcmp(scores, mapped, sizeof scores) == 0, "symmetry %d changes the scores", symmetry);
        check_mapped_actions(w, symmetry, image);
        check_mapped_observations(w, symmetry, image);
    }
    free(image);
}

START_TEST(test_symmetries) {
    walk_all(&CONFIGURATIONS[_i], check_symmetries);
}
END_TEST

START_TEST(test_symmetries_permute_actions) {
    walk w = walk_begin(&CONFIGURATIONS[_i]);
    ck_assert_int_ge(w.game.symmetries, 1);
    for (int32_t symmetry = 0; symmetry < w.game.symmetries; symmetry++) {
        memset(w.mask, 0, w.words * sizeof *w.mask);
        for (int32_t a = 0; a < w.game.actions; a++) {
            const int32_t mapped = map_action(&w, symmetry, a);
            LG_REQUIRE(symmetry != 0 || mapped == a, "symmetry 0 maps %d to %d", a, mapped);
            LG_REQUIRE(!walk_is_legal(w.mask, mapped), "symmetry %d maps two actions to %d", symmetry, mapped);
            w.mask[mapped / 64] |= (uint64_t)1 << mapped % 64;
        }
    }
    walk_end(&w);
}
END_TEST

/* ---- bytes from outside: refused, or as good as any state ---- */

static void mutate(walk *w, uint8_t *bytes, const uint8_t *earlier) {
    const uint32_t size = (uint32_t)w->game.state_size, kind = lg_rng_below(&w->rng, 8);
    if (kind == 0) {
        for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)lg_rng_next(&w->rng);
    } else if (kind == 1) { /* a part of an earlier state */
        const uint32_t at = lg_rng_below(&w->rng, size), count = lg_rng_below(&w->rng, size - at + 1);
        memcpy(bytes + at, earlier + at, count);
    } else if (kind == 2) {
        for (uint32_t i = lg_rng_below(&w->rng, 3) + 1; i > 0; i--)
            bytes[lg_rng_below(&w->rng, size)] = (uint8_t)lg_rng_next(&w->rng);
    } else {
        for (uint32_t i = lg_rng_below(&w->rng, 3) + 1; i > 0; i--)
            bytes[lg_rng_below(&w->rng, size)] ^= (uint8_t)(1u << lg_rng_below(&w->rng, 8));
    }
}

static void check_everything(walk *w) {
    check_actions(w);
    check_bytes_and_text(w);
    check_values(w);
    check_forfeits(w);
    check_symmetries(w);
}

static void check_mutations(walk *w) {
    static uint64_t earlier[4096];
    static size_t earlier_size;
    ck_assert_uint_le(w->game.state_size, sizeof earlier);
    void *saved = malloc(w->game.state_size);
    walk_copy(w, saved, w->state);
    if (earlier_size != w->game.state_size) walk_copy(w, earlier, w->state);
    for (int i = 0; i < 64; i++) {
        walk_copy(w, w->state, saved);
        mutate(w, w->state, (const uint8_t *)earlier);
        if (!walk_valid(w, w->state)) continue;
        walk_look(w);
        if (i % 8 == 0) check_everything(w);
        for (int steps = 0; steps < 4 && w->count > 0; steps++) walk_step(w);
        check_bytes_and_text(w);
    }
    if (lg_rng_below(&w->rng, 10) == 0) walk_copy(w, earlier, saved);
    earlier_size = w->game.state_size;
    walk_copy(w, w->state, saved);
    walk_look(w);
    free(saved);
}

START_TEST(test_mutations) {
    walk_all(&CONFIGURATIONS[_i], check_mutations);
}
END_TEST

/* ---- what needs no playthrough ---- */

START_TEST(test_configuration_text) {
    walk w = walk_begin(&CONFIGURATIONS[_i]);
    char text[256];
    size_t length;
    ck_assert_int_eq(lg_game_print(&w.game, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, w.configuration->text);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_uint_eq(w.game.state_size % 8, 0);
    ck_assert(w.game.players >= 1 && w.game.players <= LG_MAX_PLAYERS);
    ck_assert(w.game.actions >= 1 && w.game.actions <= LG_MAX_ACTIONS);
    ck_assert(w.game.observations >= 1 && w.game.observations <= LG_MAX_OBSERVATIONS);
    walk_end(&w);
}
END_TEST

START_TEST(test_same_seed_same_bytes) {
    walk w = walk_begin(&CONFIGURATIONS[_i]);
    for (uint64_t seed = 0; seed < 100; seed++) {
        walk_clear(&w, w.after);
        memset(w.other, 0x5A, w.game.state_size);
        ck_assert_int_eq(lg_game_new(&w.game, seed, w.after), LG_OK);
        ck_assert_int_eq(lg_game_new(&w.game, seed, w.other), LG_OK);
        LG_REQUIRE(walk_same(&w, w.after, w.other), "seed %llu gives two states", (unsigned long long)seed);
    }
    walk_end(&w);
}
END_TEST

START_TEST(test_action_text) {
    walk w = walk_begin(&CONFIGURATIONS[_i]);
    for (int32_t a = 0; a < w.game.actions; a++) {
        char text[64];
        size_t length, needed;
        int32_t parsed = -1;
        LG_REQUIRE(lg_game_action_print(&w.game, a, text, sizeof text, &length) == LG_OK, "action %d", a);
        LG_REQUIRE(strlen(text) == length && length > 0, "\"%s\" is not %zu bytes long", text, length);
        LG_REQUIRE(lg_game_action_parse(&w.game, text, length, &parsed, NULL) == LG_OK, "\"%s\"", text);
        LG_REQUIRE(parsed == a, "action %d is written \"%s\", which is %d", a, text, parsed);
        char *exact = memset(malloc(length), SENTINEL, length);
        LG_REQUIRE(lg_game_action_print(&w.game, a, exact, length, &needed) == LG_E_SPACE, "no place for the NUL");
        LG_REQUIRE(needed == length && (uint8_t)exact[0] == SENTINEL, "action %d: half a text", a);
        free(exact);
    }
    walk_end(&w);
}
END_TEST

START_TEST(test_action_text_that_is_rejected) {
    static const struct {
        const char *text;
        size_t length;
    } ROWS[] = {{"", 0}, {"\0", 1}, {"\n", 1}, {" ", 1}, {"\377", 1}, {"no action at all", 16}, {"-1", 2}};
    walk w = walk_begin(&CONFIGURATIONS[_i]);
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

/* Chains the hashes of the texts, which are the same on machines of any byte order. */
static uint64_t golden(const configuration *configuration) {
    walk w = walk_begin(configuration);
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        walk_start(&w, seed);
        for (;;) {
            size_t length;
            char *text = position_text(&w, w.state, &length);
            char *link = malloc(length + 17);
            (void)snprintf(link, 17, "%016llx", (unsigned long long)hash);
            memcpy(link + 16, text, length);
            hash = lg_hash(link, length + 16);
            free(link);
            free(text);
            if (w.count == 0) break;
            walk_step(&w);
        }
    }
    walk_end(&w);
    return hash;
}

START_TEST(test_golden_playthroughs) {
    const uint64_t hash = golden(&CONFIGURATIONS[_i]);
    ck_assert_msg(hash == CONFIGURATIONS[_i].golden, "%s: 0x%016llXu is not the pinned hash", CONFIGURATIONS[_i].text,
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
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, test_every_game_has_a_configuration, 0, lg_game_type_count());
    tcase_add_loop_test(tests, test_configuration_text, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_same_seed_same_bytes, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_action_text, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_action_text_that_is_rejected, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_actions, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_bytes_and_text, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_values, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_forfeits, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_symmetries_permute_actions, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_symmetries, 0, CONFIGURATION_COUNT);
    tcase_add_loop_test(tests, test_mutations, 0, CONFIGURATION_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}

/* Apart, so that other builds can show in a second that the same games come out of them. */
Suite *lg_test_golden(void) {
    Suite *suite = suite_create("golden");
    TCase *tests = tcase_create("golden");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_golden_playthroughs, 0, CONFIGURATION_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
