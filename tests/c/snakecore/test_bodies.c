/* SnakeCore: bodies of every length, bitten and used up at every place, dropped whole, up to a field without an empty
 * cell. Rules by their numbers in docs/games/snakecore-rules.md. */
#include "../tests.h"
#include "positions.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 62 }; /* most blocks in a row of the largest field, in addition to a head and one more cell */

/* A field of 64 x 64 for text: cells are put on it one by one. */
typedef struct canvas {
    char field[64][64];
    char pythons[LG_SNAKECORE_POSITION_TEXT];
    size_t length;
} canvas;

static void clear(canvas *c) {
    memset(c->field, '.', sizeof c->field);
    c->pythons[0] = '\0';
    c->length = 0;
}

/* A python along a given way; its blocks get the types in order. */
static void add_python(canvas *c, int x, int y, const char *way, const char *types) {
    c->length += (size_t)sprintf(c->pythons + c->length, " 0:0:%d,%d:%s", x, y, *way != '\0' ? way : "-");
    c->field[y][x] = 'p';
    for (; *way != '\0'; way++) {
        x += (*way == 'R') - (*way == 'L');
        y += (*way == 'D') - (*way == 'U');
        c->field[y][x] = *types++;
    }
}

static lg_snakecore read_canvas(const canvas *c) {
    static char text[LG_SNAKECORE_POSITION_TEXT + 1];
    char *end = text + sprintf(text, "64 ");
    for (int y = 0; y < 64; y++) {
        int empty = 0;
        for (int x = 0; x < 64; x++) {
            if (c->field[y][x] == '.') {
                empty++;
                continue;
            }
            if (empty > 0) end += sprintf(end, "%d", empty);
            empty = 0;
            *end++ = c->field[y][x];
        }
        if (empty > 0) end += sprintf(end, "%d", empty);
        *end++ = y < 63 ? '/' : ' ';
    }
    (void)sprintf(end, "0 0/9 0000000000000000:0000000000000001%s", c->pythons);
    return parse(text);
}

/* Types that look random and differ between neighbouring lengths. */
static void draw_types(char *types, int length) {
    lg_rng rng = lg_rng_seed((uint64_t)length, 0);
    for (int i = 0; i < length; i++) types[i] = lg_rng_below(&rng, 3) == 0 ? 'e' : 'b';
    types[length] = '\0';
}

/* The types of a body as text. */
static const char *types_of(const lg_snakecore *state, int player) {
    static char types[2][LG_SNAKECORE_MAX_CELLS];
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    uint8_t energy[LG_SNAKECORE_MAX_CELLS];
    const int32_t length = lg_snakecore_body(state, player, cells, energy);
    for (int32_t i = 0; i < length; i++) types[player][i] = energy[i] != 0 ? 'e' : 'b';
    types[player][length] = '\0';
    return types[player];
}

/* R21, R23 to R25, R30, R31: a body in a straight line, bitten at block i from above. */
static void bite_at(int length, int i) {
    static canvas c;
    char types[LINE + 1], way[LINE + 1], attacker[LINE + 2] = "?eb";
    clear(&c);
    draw_types(types, length);
    memset(way, 'L', (size_t)length);
    way[length] = '\0';
    add_python(&c, LINE - i, 9, "UU", "eb"); /* right above block i: block 0 is at x = LINE */
    add_python(&c, LINE + 1, 10, way, types);
    lg_snakecore state = read_canvas(&c);
    ck_assert_int_eq(lg_snakecore_apply(&state, LG_SNAKECORE_DOWN, &state), LG_OK);
    const bool bitten = i < length - 1;
    attacker[0] = types[i];
    ck_assert_int_eq(state.python[0].score, bitten ? length - i : 0);
    ck_assert_int_eq(state.python[1].score, 0);
    ck_assert_str_eq(types_of(&state, 0), bitten ? attacker : "eb");
    for (int free = i + 1; bitten && free < length; free++)
        ck_assert_int_eq(lg_snakecore_at(&state, LINE - free, 10),
                         types[free] == 'e' ? LG_SNAKECORE_ENERGY : LG_SNAKECORE_ORDINARY);
    if (bitten) types[i] = '\0';
    ck_assert_str_eq(types_of(&state, 1), types);
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
}

START_TEST(test_bites_at_every_index) {
    for (int length = 1; length <= LINE; length++)
        for (int i = 0; i < length; i++) bite_at(length, i);
}
END_TEST

/* R19, R26, R27: a body that turns back below its head, so that block 2 * reach is there, with `more` blocks behind. */
static void self_bite_at(int reach, int more) {
    static canvas c;
    const int length = 2 * reach + 1 + more;
    char types[2 * LINE + 2], way[2 * LINE + 2], left[2 * LINE + 2];
    clear(&c);
    draw_types(types, length);
    memset(way, 'R', (size_t)reach);
    way[reach] = 'D';
    memset(way + reach + 1, 'L', (size_t)(reach + more));
    way[length] = '\0';
    add_python(&c, 63 - reach, 9, way, types);
    lg_snakecore state = read_canvas(&c);
    ck_assert_int_eq(lg_snakecore_apply(&state, LG_SNAKECORE_DOWN, &state), LG_OK);
    left[0] = types[2 * reach];
    memcpy(left + 1, types, (size_t)(2 * reach));
    left[2 * reach + 1] = '\0';
    ck_assert_str_eq(types_of(&state, 0), more > 0 ? left : types); /* the tail leaves: only a move */
    ck_assert_int_eq(state.python[0].score, 0);
    ck_assert_int_eq(state.python[0].head.y, 10);
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
}

START_TEST(test_self_bites_at_every_index) {
    for (int reach = 0; reach < LINE; reach++)
        for (int more = 0; more < LINE - reach; more++) self_bite_at(reach, more);
}
END_TEST

/* A body of any length up to 64 * 63, row after row, its head in the upper left corner. */
static void add_long_python(canvas *c, const char *types) {
    static char way[LG_SNAKECORE_MAX_CELLS];
    const int length = (int)strlen(types);
    for (int i = 0; i < length; i++) {
        const int row = (i + 1) / 64, column = (i + 1) % 64;
        way[i] = column == 0 ? 'D' : row % 2 == 0 ? 'R' : 'L';
    }
    way[length] = '\0';
    add_python(c, 0, 0, way, types);
}

/* R30, R31: block i is the first energy block. */
static void shield_at(int length, int i) {
    static canvas c;
    char types[200], left[200];
    lg_snakecore_cell before[LG_SNAKECORE_MAX_CELLS], after[LG_SNAKECORE_MAX_CELLS];
    const lg_snakecore_cell spawn = {63, 63};
    clear(&c);
    draw_types(types, length);
    memset(types, 'b', (size_t)i);
    types[i] = 'e';
    add_long_python(&c, types);
    lg_snakecore state = read_canvas(&c);
    (void)lg_snakecore_body(&state, 0, before, NULL);
    ck_assert_int_eq(lg_snakecore_apply_at(&state, LG_SNAKECORE_ACTIVATE, &spawn, 1, &state), LG_OK);
    ck_assert_int_eq(lg_snakecore_body(&state, 0, after, NULL), length - 1);
    ck_assert_mem_eq(before, after, sizeof *before * (size_t)(length - 1));
    (void)snprintf(left, sizeof left, "%.*s%s", i, types, types + i + 1);
    ck_assert_str_eq(types_of(&state, 0), left);
    ck_assert_int_eq(lg_snakecore_at(&state, before[length - 1].x, before[length - 1].y), LG_SNAKECORE_EMPTY);
    ck_assert_int_eq(lg_snakecore_at(&state, 63, 63), LG_SNAKECORE_ENERGY);
    ck_assert_int_eq(state.python[0].protection, 10);
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
}

START_TEST(test_shields_at_every_index) {
    for (int length = 1; length <= 140; length += length < 60 || length > 70 ? 7 : 1)
        for (int i = 0; i < length; i++) shield_at(length, i);
}
END_TEST

/* R28, R36: n(n + 1)/2 for every length, the blocks back in body order. */
static void drop(int length) {
    static canvas c;
    static char types[LG_SNAKECORE_MAX_CELLS];
    static lg_snakecore_cell spawns[LG_SNAKECORE_MAX_CELLS];
    clear(&c);
    draw_types(types, length);
    c.field[1][0] = 'R'; /* below the head: the body's second row ends next to it */
    add_long_python(&c, types);
    lg_snakecore state = read_canvas(&c);
    ck_assert_int_eq(lg_snakecore_spawns(&state, LG_SNAKECORE_DOWN), length);
    for (int i = 0; i < length; i++) {
        spawns[i].x = (uint8_t)(63 - i % 64);
        spawns[i].y = (uint8_t)(63 - i / 64);
    }
    ck_assert_int_eq(lg_snakecore_apply_at(&state, LG_SNAKECORE_DOWN, spawns, length, &state), LG_OK);
    ck_assert_int_eq(state.python[0].score, length * (length + 1) / 2);
    ck_assert_int_eq(state.python[0].length, 0);
    for (int i = 0; i < length; i++)
        ck_assert_int_eq(lg_snakecore_at(&state, 63 - i % 64, 63 - i / 64),
                         types[i] == 'e' ? LG_SNAKECORE_ENERGY : LG_SNAKECORE_ORDINARY);
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
}

START_TEST(test_reactors_for_every_length) {
    for (int length = 1; length <= 126; length++) drop(length);
}
END_TEST

/* The largest possible body, on a field without an empty cell: all of it comes back on its own cells. */
START_TEST(test_full_field) {
    static canvas c;
    static char way[LG_SNAKECORE_MAX_CELLS], types[LG_SNAKECORE_MAX_CELLS];
    static lg_snakecore drawn;
    int length = 63;
    clear(&c);
    memset(way, 'R', 63);
    for (int x = 63; x >= 0; x--) /* columns down and up, the last one as far as the reactor */
        for (int step = x == 0 ? 1 : 0; step < 63; step++)
            way[length++] = (step == 0 && x < 63) || (step == 1 && x == 0) ? 'L' : x % 2 == 1 ? 'D' : 'U';
    ck_assert_int_eq(length, 4094);
    draw_types(types, length);
    c.field[1][0] = 'R';
    add_python(&c, 0, 0, way, types);
    lg_snakecore state = read_canvas(&c);
    ck_assert_int_eq(state.empty, 0);
    ck_assert_uint_eq(lg_snakecore_legal(&state), 1u << LG_SNAKECORE_DOWN | 1u << LG_SNAKECORE_RIGHT |
                                                      1u << LG_SNAKECORE_NONE | 1u << LG_SNAKECORE_ACTIVATE);
    ck_assert_int_eq(lg_snakecore_apply(&state, LG_SNAKECORE_DOWN, &drawn), LG_OK);
    ck_assert_int_eq(drawn.python[0].score, 4094 * 4095 / 2);
    ck_assert_int_eq(drawn.empty, 0);
    ck_assert_int_eq(lg_snakecore_validate(&drawn, sizeof drawn), LG_OK);
    /* one block used up: it can only come back where the tail was */
    const lg_snakecore_cell tail = state.python[0].tail;
    ck_assert_int_eq(lg_snakecore_apply(&state, LG_SNAKECORE_ACTIVATE, &drawn), LG_OK);
    ck_assert_int_eq(lg_snakecore_at(&drawn, tail.x, tail.y), LG_SNAKECORE_ENERGY);
    ck_assert_int_eq(lg_snakecore_validate(&drawn, sizeof drawn), LG_OK);
    /* its own body is all there is to bite */
    ck_assert_int_eq(lg_snakecore_apply(&state, LG_SNAKECORE_RIGHT, &drawn), LG_OK);
    ck_assert_int_eq(drawn.python[0].length, 1);
    ck_assert_int_eq(lg_snakecore_validate(&drawn, sizeof drawn), LG_OK);
}
END_TEST

Suite *lg_test_snakecore_bodies(void) {
    Suite *suite = suite_create("snakecore bodies");
    TCase *tests = tcase_create("bodies");
    tcase_add_test(tests, test_bites_at_every_index);
    tcase_add_test(tests, test_self_bites_at_every_index);
    tcase_add_test(tests, test_shields_at_every_index);
    tcase_add_test(tests, test_reactors_for_every_length);
    tcase_add_test(tests, test_full_field);
    suite_add_tcase(suite, tests);
    return suite;
}
