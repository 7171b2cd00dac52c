/* Pictures: their writer, arguments, games without a picture, and the same bytes everywhere.
 */
#include "heaps.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libgames/games.h>
#include <libgames/hash.h>
#include <libgames/search.h>

/* In memory of exactly the length that is measured, for a sanitizer; to be freed. */
static char *picture_of(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options) {
    size_t length = 0, written = 0;
    ck_assert_int_eq(lg_game_draw(game, state, viewer, options, NULL, 0, &length), LG_E_SPACE);
    char *text = lg_test_malloc(length + 1);
    memset(text, 1, length + 1);
    ck_assert_int_eq(lg_game_draw(game, state, viewer, options, text, length, &written), LG_E_SPACE);
    ck_assert_uint_eq(written, length);
    ck_assert_int_eq(text[0], 1); /* untouched */
    ck_assert_int_eq(lg_game_draw(game, state, viewer, options, text, length + 1, &written), LG_OK);
    ck_assert_uint_eq(strlen(text), length);
    return text;
}

static int32_t times_in(const char *text, const char *word) {
    int32_t count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) count++;
    return count;
}

/* ---- writers of pictures ---- */

START_TEST(test_escapes) {
    static const struct {
        const char *text, *escaped;
    } ROWS[] = {
        {"<a b='c' d=\"e\">&amp;", "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;"},
        {"a\tb\nc\rd\033e\177f", "a\tb\nc?d?e?f"},
        {"\xC3\xA9\xE2\x88\x92\xF0\x9D\x84\x9E", "\xC3\xA9\xE2\x88\x92\xF0\x9D\x84\x9E"},
        {"\x80g\xC3g\xC0\x80\xE0\x80\x80g", "?g?g?????g"},               /* alone, cut off, longer than it need be */
        {"\xED\xA0\x80\xEF\xBF\xBE\xF4\x90\x80\x80\xFF", "???????????"}, /* half a pair, no character, beyond Unicode */
        {"\xF0\x9D\x84", "???"},
    };
    char text[100];
    for (int32_t i = 0; i < COUNT(ROWS); i++) {
        lg_writer writer = {text, 0};
        lg_put_escaped(&writer, ROWS[i].text);
        text[writer.length] = '\0';
        ck_assert_str_eq(text, ROWS[i].escaped);
    }
}
END_TEST

/* The output of lg_put_escaped for these bytes. */
static void expect_escaped(const char *bytes, const char *expected) {
    char text[32] = "";
    lg_writer writer = {text, 0};
    lg_put_escaped(&writer, bytes);
    text[writer.length] = '\0';
    ck_assert_msg(strcmp(text, expected) == 0, "%02x %02x: \"%s\", not \"%s\"", (unsigned char)bytes[0],
                  (unsigned char)bytes[1], text, expected);
}

/* Every byte alone, and every character of two bytes: ASCII but for control characters, and what UTF-8 allows
 * (RFC 3629: 110xxxxx 10xxxxxx for U+0080 to U+07FF). */
START_TEST(test_bytes_of_texts) {
    static const char SPECIAL[] = "<>&'\"";
    for (int byte = 1; byte < 256; byte++) {
        const char alone[2] = {(char)byte, '\0'};
        const bool control = byte < 0x20 && byte != '\t' && byte != '\n';
        if (strchr(SPECIAL, byte) != NULL) continue;
        expect_escaped(alone, control || byte >= 0x7F ? "?" : alone);
    }
    for (int letter = 0x80; letter < 0x800; letter++) {
        const char two[3] = {(char)(0xC0 | letter >> 6), (char)(0x80 | (letter & 0x3F)), '\0'};
        expect_escaped(two, two);
    }
    expect_escaped("\xC1\xBF", "??"); /* U+007F in two bytes */
    expect_escaped("\xDF\xC0", "??");
    expect_escaped("\xC2\x7E", "?~");
}
END_TEST

START_TEST(test_formats) {
    char text[200];
    lg_writer writer = {text, 0};
    lg_svg_put(&writer, "%d,%d %t,%t,%t,%t,%t %s %%", -5, 2147483647, 120, 123, -7, -120, 5, "a<b");
    text[writer.length] = '\0';
    ck_assert_str_eq(text, "-5,2147483647 12,12.3,-0.7,-12,0.5 a&lt;b %");
}
END_TEST

START_TEST(test_roots) {
    for (int32_t root = 0; root <= 46340; root++) {
        ck_assert_int_eq(lg_svg_root(root * root), root);
        if (root > 0) ck_assert_int_eq(lg_svg_root(root * root - 1), root - 1);
    }
    ck_assert_int_eq(lg_svg_root(INT32_MAX), 46340);
}
END_TEST

/* ---- arguments ---- */

typedef struct table {
    lg_game game;
    void *shared, *state, *before;
} table;

static table begin(const lg_game_type *type, const char *text) {
    table t;
    ck_assert_int_eq(lg_game_configure(type, text, strlen(text), &t.game, NULL), LG_OK);
    t.shared = malloc(t.game.shared_size + 1);
    t.state = malloc(t.game.state_size);
    t.before = malloc(t.game.state_size);
    ck_assert_int_eq(lg_game_prepare(&t.game, t.shared, t.game.shared_size), LG_OK);
    ck_assert_int_eq(lg_game_new(&t.game, 5, t.state), LG_OK);
    memcpy(t.before, t.state, t.game.state_size);
    return t;
}

static void end(table *t) {
    free(t->shared);
    free(t->state);
    free(t->before);
}

START_TEST(test_arguments) {
    table t = begin(lg_game_type_at(0), lg_game_type_at(0)->name);
    const int32_t good = 0, below = -1, above = t.game.actions;
    const lg_draw_options ROWS[] = {
        {.theme = (lg_theme)4},
        {.theme = (lg_theme)-1},
        {.size = LG_LEAST_PICTURE - 1},
        {.size = -1},
        {.size = LG_LARGEST_PICTURE + 1},
        {.last_count = 1},
        {.last = &good, .last_count = -1},
        {.last = &below, .last_count = 1},
        {.last = &above, .last_count = 1},
    };
    char text[10] = "unchanged";
    size_t length = 77;
    for (int32_t i = 0; i < COUNT(ROWS); i++)
        ck_assert_int_eq(lg_game_draw(&t.game, t.state, -1, &ROWS[i], text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_draw(NULL, t.state, -1, NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_draw(&t.game, NULL, -1, NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_draw(&t.game, t.state, -2, NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_draw(&t.game, t.state, t.game.players, NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_draw(&t.game, t.state, -1, NULL, NULL, 5, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_draw(&t.game, t.state, -1, NULL, text, sizeof text, NULL), LG_E_ARGUMENT);
    ck_assert_uint_eq(length, 77);
    ck_assert_str_eq(text, "unchanged");
    const lg_draw_options plain = {.last = &good, .last_count = 1};
    char *given = picture_of(&t.game, t.state, -1, &plain), *none = picture_of(&t.game, t.state, -1, NULL);
    ck_assert_str_eq(given, none);
    free(given);
    free(none);
    end(&t);
}
END_TEST

START_TEST(test_every_game_draws) {
    ck_assert(lg_game_type_at(_i)->people->draw != NULL);
}
END_TEST

/* ---- a game without a picture ---- */

START_TEST(test_board_in_letters) {
    table t = begin(&HEAPS, "heaps");
    const uint32_t heat[HEAPS_ACTIONS] = {30, 10, 0};
    const int32_t mover = lg_game_player(&t.game, t.state), count = lg_game_legal(&t.game, t.state, (uint64_t[1]){0});
    const lg_draw_options options = {.legal = true, .heat = heat, .theme = LG_THEME_LIGHT};
    char board[1000];
    size_t length;
    char *picture = picture_of(&t.game, t.state, -1, &options),
         *hidden = picture_of(&t.game, t.state, 1 - mover, &options);
    ck_assert_int_eq(lg_game_board(&t.game, t.state, -1, false, board, sizeof board, &length), LG_OK);
    ck_assert(strstr(picture, strtok(board, "\n")) != NULL);
    ck_assert_int_eq(times_in(picture, "data-action="), count);
    ck_assert_int_eq(times_in(picture, " 75 %</text>"), 1);
    ck_assert_int_eq(times_in(hidden, "data-action="), 0);
    ck_assert_int_eq(times_in(hidden, "%</text>"), 0);
    const uint64_t hash = lg_hash(picture, strlen(picture)); /* look at the picture when it changes */
    ck_assert_msg(hash == 0x14CA8071E51CCB7D, "0x%016llX", (unsigned long long)hash);
    free(picture);
    free(hidden);
    end(&t);
}
END_TEST

static void board_wide(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    (void)game, (void)state, (void)viewer, (void)colour;
    for (int i = 0; i < 250; i++) lg_put_text(writer, "\xE2\x88\x92");
    lg_put_text(writer, "\n\n<end>");
}

static void board_endless(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    (void)game, (void)state, (void)viewer, (void)colour;
    for (int i = 0; i < 16385; i++) lg_put(writer, 'x');
}

/* Long lines are broken between letters; a board that is far too long is left out. */
START_TEST(test_long_boards) {
    table t = begin(&HEAPS, "heaps");
    lg_tests_variant variant;
    lg_tests_vary(&variant, t.game.type);
    t.game.type = &variant.type;
    variant.people.board = board_wide;
    char *wide = picture_of(&t.game, t.state, -1, NULL);
    ck_assert_int_eq(times_in(wide, "<text class='letters'"), 4);
    ck_assert_int_eq(times_in(wide, "\xE2\x88\x92"), 250);
    ck_assert_int_eq(times_in(wide, "&lt;end&gt;"), 1);
    variant.people.board = board_endless;
    char *endless = picture_of(&t.game, t.state, -1, NULL);
    ck_assert_int_eq(times_in(endless, "<text class='letters'"), 0);
    ck_assert_int_eq(times_in(endless, "to move</text>"), 1);
    free(wide);
    free(endless);
    end(&t);
}
END_TEST

static int text_bytes;

static void print_many(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game, (void)action;
    for (int i = 0; i < text_bytes; i++) lg_put(writer, 'y');
}

/* A button shows its action's text up to 63 bytes, otherwise its number. */
START_TEST(test_long_texts_of_actions) {
    table t = begin(&HEAPS, "heaps");
    lg_game_type type = *t.game.type;
    char text[65];
    const int32_t count = lg_game_legal(&t.game, t.state, (uint64_t[1]){0});
    t.game.type = &type;
    type.rules.action_print = print_many;
    for (text_bytes = 62; text_bytes <= 64; text_bytes++) {
        memset(text, 'y', sizeof text);
        text[text_bytes] = '\0';
        char *picture = picture_of(&t.game, t.state, -1, &(lg_draw_options){.legal = true});
        ck_assert_int_eq(times_in(picture, "data-action="), count);
        ck_assert_int_eq(times_in(picture, text), text_bytes < 64 ? count : 0);
        free(picture);
    }
    end(&t);
}
END_TEST

/* The fugitive does not see how many detectives have been sent, and they do. */
START_TEST(test_detectives_sent) {
    static const position BEFORE = PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"), AFTER = PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 3,2");
    const lg_draw_options options = {.size = 400};
    scene before = scene_begin(&BEFORE), after = scene_begin(&AFTER);
    for (int32_t viewer = 0; viewer < 2; viewer++) {
        char *one = picture_of(&before.game, before.state, viewer, &options);
        char *other = picture_of(&after.game, after.state, viewer, &options);
        ck_assert_int_eq(strcmp(one, other) == 0, viewer == LG_ONTHERUN_FUGITIVE);
        free(one);
        free(other);
    }
    scene_end(&before);
    scene_end(&after);
}
END_TEST

/* ---- the same everywhere ---- */

/* The hash of pictures along a random game. A change of a picture changes it; look at the picture then. */
static const struct {
    const char *game;
    uint64_t hash;
} GOLDEN[] = {
    {"alquerque", 0x794980A47D094A03},
    {"amazes", 0xCDE788BA8DFBC307},
    {"amazes(actions=walk)", 0x92378C63F8C2BB17},
    {"blockdrop", 0xE1EF32FC561E42B4},
    {"ontherun", 0x75E21948B4C106B2},
    {"ontherun(cities=9)", 0x93C9FD17EBBACDDA},
    {"snakecore", 0xDCDDBE7CE8D7CCDE},
    {"snakecore(size=64,players=8)", 0xD64281E439611B31},
};

START_TEST(test_golden) {
    lg_game made;
    ck_assert_int_eq(lg_game_make(GOLDEN[_i].game, strlen(GOLDEN[_i].game), &made, NULL), LG_OK);
    table t = begin(made.type, GOLDEN[_i].game);
    lg_rng rng = lg_rng_seed(6, 6);
    uint32_t *heat = lg_test_calloc((size_t)t.game.actions, sizeof *heat);
    uint64_t hash = 0;
    for (int32_t i = 0; i < t.game.actions; i++) heat[i] = lg_rng_below(&rng, 1000) * lg_rng_below(&rng, 1000);
    for (int32_t step = 0; step < 12; step++) {
        const lg_draw_options options = {.before = t.before,
                                         .legal = true,
                                         .theme = (lg_theme)(step % 4),
                                         .size = step % 3 == 0 ? 400 : 0,
                                         .heat = step % 2 == 0 ? heat : NULL};
        for (int32_t viewer = -1; viewer < t.game.players; viewer++) {
            char *picture = picture_of(&t.game, t.state, viewer, &options);
            hash = 31 * hash + lg_hash(picture, strlen(picture));
            free(picture);
        }
        memcpy(t.before, t.state, t.game.state_size);
        ck_assert_int_eq(lg_rollout(&t.game, t.state, 7, &rng, t.state, NULL, NULL, NULL), LG_OK);
    }
    ck_assert_msg(hash == GOLDEN[_i].hash, "%s: 0x%016llX", GOLDEN[_i].game, (unsigned long long)hash);
    free(heat);
    end(&t);
}
END_TEST

/* A map given as text does not place its cities: they are laid out, the same everywhere. */
START_TEST(test_laid_out) {
    static const char MAP[] = "9\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nC 5-6\nC 6-1\nC 6-7\nC 7-8\nC 8-9\nC 9-6\nC 7-9\n"
                              "T 1-8\nT 2-7\nP 1-8\nEND\n";
    table t = begin(&lg_ontherun_game, "ontherun(cities=9)");
    ck_assert_int_eq(lg_game_prepare_parse(&t.game, MAP, strlen(MAP), t.shared, t.game.shared_size, NULL), LG_OK);
    char *picture = picture_of(&t.game, t.state, -1, NULL);
    const uint64_t hash = lg_hash(picture, strlen(picture));
    ck_assert_msg(hash == 0xE7D59B418D41992E, "0x%016llX", (unsigned long long)hash);
    free(picture);
    end(&t);
}
END_TEST

/* Players who are out of SnakeCore are crossed out, and no others. */
START_TEST(test_crossed_out) {
    table t = begin(&lg_snakecore_game, "snakecore(players=3)");
    for (int32_t out = 0; out < 2; out++) {
        char *picture = picture_of(&t.game, t.state, -1, NULL);
        ck_assert_int_eq(times_in(picture, "<g class='out'>"), out);
        const char *cross = strstr(picture, "<path class='line cross'");
        int arms[5] = {0}, x, y;
        ck_assert_int_eq(times_in(picture, "<path class='line cross'"), out);
        if (cross != NULL)
            ck_assert_int_eq(sscanf(strstr(cross, "d='"), "d='M%d %dl%d %dm0 -%dl-%d %d'", &x, &y, &arms[0], &arms[1],
                                    &arms[2], &arms[3], &arms[4]), 7);
        for (int i = 1; i < 5; i++) ck_assert_int_eq(arms[i], arms[0]);
        free(picture);
        ck_assert_int_eq(lg_game_forfeit(&t.game, t.state, lg_game_player(&t.game, t.state), t.state), LG_OK);
    }
    end(&t);
}
END_TEST

/* A large timer in the middle of its block, a small one in an empty corner: here the block of rows 3 to 5,
 * columns 6 to 8. */
static const struct {
    const char *players;
    int size, row, column;
} TIMERS[] = {
    {"2,6,R,0 17,17,R,0 0,17,R,0 17,0,L,0", 40, 4, 7},   {"3,7,R,0 17,17,R,0 0,17,R,0 17,0,L,0", 20, 3, 6},
    {"4,7,R,0 17,17,R,0 0,17,R,0 17,0,L,0", 20, 3, 6},   {"3,6,R,0 17,17,R,0 0,17,R,0 17,0,L,0", 20, 3, 8},
    {"17,17,R,0 3,6,R,0 0,17,R,0 5,8,L,0", 20, 3, 8},    {"17,17,R,0 5,6,R,0 0,17,R,0 3,8,L,0", 20, 3, 6},
    {"17,17,R,0 0,17,R,0 5,6,R,0 17,0,L,0", 20, 3, 6},   {"17,17,R,0 3,9,R,0 6,6,R,0 17,0,L,0", 40, 4, 7},
};

/* The position of letters is measured from the floor, which begins four units before its first square. */
START_TEST(test_places_of_timers) {
    char position[300];
    table t = begin(&lg_blockdrop_game, "blockdrop");
    snprintf(position, sizeof position, "page 6/1000 0,0,0,0,0,0/0,0,5,0,0,0/%s/%s/%s/%s %s -", "0,0,0,0,0,0",
             "0,0,0,0,0,0", "0,0,0,0,0,0", "0,0,0,0,0,0", TIMERS[_i].players);
    ck_assert_int_eq(lg_game_state_parse(&t.game, position, strlen(position), t.state, NULL), LG_OK);
    char *picture = picture_of(&t.game, t.state, -1, NULL);
    const char *floor = strstr(picture, "<rect class='floor'"), *timer = strstr(picture, "<text class='timer'");
    int left, top, width, x, size;
    float y;
    ck_assert(floor != NULL && timer != NULL);
    ck_assert_int_eq(times_in(picture, "<text class='timer'"), 1);
    ck_assert_int_eq(sscanf(floor, "<rect class='floor' x='%d' y='%d' width='%d'", &left, &top, &width), 3);
    ck_assert_int_eq(sscanf(timer, "<text class='timer' x='%d' y='%f' font-size='%d'>5<", &x, &y, &size), 3);
    const int square = (width - 8) / 18;
    ck_assert_int_eq(size, TIMERS[_i].size);
    ck_assert_int_eq((x - left - 4) / square, TIMERS[_i].column);
    ck_assert_int_eq(((int)y - top - 4) / square, TIMERS[_i].row);
    free(picture);
    end(&t);
}
END_TEST

Suite *lg_test_pictures(void) {
    Suite *suite = suite_create("pictures");
    TCase *tests = tcase_create("pictures");
    tcase_add_test(tests, test_escapes);
    tcase_add_test(tests, test_bytes_of_texts);
    tcase_add_test(tests, test_formats);
    tcase_add_test(tests, test_roots);
    tcase_add_test(tests, test_arguments);
    tcase_add_loop_test(tests, test_every_game_draws, 0, lg_game_type_count());
    tcase_add_test(tests, test_board_in_letters);
    tcase_add_test(tests, test_long_boards);
    tcase_add_test(tests, test_long_texts_of_actions);
    tcase_add_test(tests, test_detectives_sent);
    tcase_add_test(tests, test_laid_out);
    tcase_add_test(tests, test_crossed_out);
    tcase_add_loop_test(tests, test_places_of_timers, 0, COUNT(TIMERS));
    tcase_add_loop_test(tests, test_golden, 0, COUNT(GOLDEN));
    suite_add_tcase(suite, tests);
    return suite;
}
