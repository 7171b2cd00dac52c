/* SnakeCore: states as bytes: states refused by the validator, access to the used part alone, arguments refused by
 * functions, symmetries, and windows without access to cells outside them. */
#include "../tests.h"
#include "positions.h"
#include "games/snakecore/layout.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/mman.h>
#endif
#include <unistd.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

/* 9 x 9 cells: 9 words of rows, then 81 cells and 7 spare bytes, then one word of types for each player. */
#define NINE                                                                                                          \
    "9 W8/1R7/2bb5/3pebe2/3bb4/9/2be5/2ep5/9 1 3/20 853c49e6748fea9b:da3e39cb94b95bdb 5:4:3,3:RRR 7:0:3,7:LUR!"
#define CELLS (offsetof(lg_snakecore, data) + 9 * 8)
#define TYPES (CELLS + 88)

/* ---- bytes that are not a state ---- */

static const struct {
    const char *what;
    size_t offset, bytes;
    uint64_t value;
} DAMAGES[] = {
    {"a size of 7", offsetof(lg_snakecore, size), 1, 7},
    {"a size of 65", offsetof(lg_snakecore, size), 1, 65},
    {"a size of 10", offsetof(lg_snakecore, size), 1, 10},
    {"no players", offsetof(lg_snakecore, players), 1, 0},
    {"9 players", offsetof(lg_snakecore, players), 1, 9},
    {"a player without a python", offsetof(lg_snakecore, players), 1, 3},
    {"a python without a player", offsetof(lg_snakecore, players), 1, 1},
    {"player 2 to move", offsetof(lg_snakecore, to_move), 1, 2},
    {"player 2 disqualified", offsetof(lg_snakecore, disqualified), 1, 4},
    {"a reserved byte", offsetof(lg_snakecore, reserved), 1, 1},
    {"the other reserved byte", offsetof(lg_snakecore, reserved) + 1, 1, 1},
    {"no rounds", offsetof(lg_snakecore, rounds), 2, 0},
    {"10001 rounds", offsetof(lg_snakecore, rounds), 2, 10001},
    {"more rounds finished than there are", offsetof(lg_snakecore, round), 2, 21},
    {"player 1 to move after the end", offsetof(lg_snakecore, round), 2, 20},
    {"one ordinary block more", offsetof(lg_snakecore, ordinary), 2, 7},
    {"one ordinary block less", offsetof(lg_snakecore, ordinary), 2, 5},
    {"one energy block less", offsetof(lg_snakecore, energy), 2, 3},
    {"more blocks than cells", offsetof(lg_snakecore, energy), 2, 79},
    {"65535 blocks", offsetof(lg_snakecore, energy), 2, 65535},
    {"one empty cell more", offsetof(lg_snakecore, empty), 2, 68},
    {"an even increment", offsetof(lg_snakecore, rng.increment), 8, 2},
    {"a negative score", offsetof(lg_snakecore, python[0].score), 4, 0xFFFFFFFFu},
    {"a score over the limit", offsetof(lg_snakecore, python[1].score), 4, 1000000001},
    {"a negative counter", offsetof(lg_snakecore, python[0].protection), 4, 0xFFFFFFFFu},
    {"a counter over the limit", offsetof(lg_snakecore, python[1].protection), 4, 1000000001},
    {"one block less in a body", offsetof(lg_snakecore, python[0].length), 2, 2},
    {"one block more in a body", offsetof(lg_snakecore, python[0].length), 2, 4},
    {"65535 blocks in a body", offsetof(lg_snakecore, python[0].length), 2, 65535},
    {"one energy block less in a body", offsetof(lg_snakecore, python[0].energy), 2, 1},
    {"a head off the field", offsetof(lg_snakecore, python[0].head), 1, 9},
    {"a head far off the field", offsetof(lg_snakecore, python[0].head) + 1, 1, 255},
    {"a head on another cell", offsetof(lg_snakecore, python[0].head), 1, 2},
    {"a head on the other's", offsetof(lg_snakecore, python[0].head) + 1, 1, 7},
    {"a tail off the field", offsetof(lg_snakecore, python[0].tail), 1, 9},
    {"a tail in the middle", offsetof(lg_snakecore, python[0].tail), 1, 5},
    {"a tail on an empty cell", offsetof(lg_snakecore, python[0].tail), 1, 7},
    {"a tail on the head", offsetof(lg_snakecore, python[0].tail), 1, 3},
    {"a third python's score", offsetof(lg_snakecore, python[2].score), 4, 1},
    {"an eighth python's head", offsetof(lg_snakecore, python[7].head), 1, 1},
    {"an empty cell marked as full", offsetof(lg_snakecore, data), 1, 0xFC},
    {"a full cell marked as empty", offsetof(lg_snakecore, data), 1, 0xFF},
    {"an empty cell outside the field", offsetof(lg_snakecore, data) + 1, 1, 3},
    {"a wall more", CELLS + 80, 1, LG_SNAKECORE_WALL},
    {"a block more", CELLS + 80, 1, LG_SNAKECORE_ENERGY},
    {"a block gone", CELLS + 9 * 2 + 2, 1, LG_SNAKECORE_EMPTY},
    {"a block of the other type", CELLS + 9 * 2 + 2, 1, LG_SNAKECORE_ENERGY},
    {"a code between blocks and heads", CELLS + 9 * 2 + 2, 1, 5},
    {"a third player's head", CELLS, 1, LG_SNAKECORE_HEAD + 2},
    {"a second head", CELLS, 1, LG_SNAKECORE_HEAD + 1},
    {"a code between heads and bodies", CELLS, 1, 64},
    {"a third player's block", CELLS + 9 * 3 + 4, 1, LG_SNAKECORE_BODY + 2 + 16 * LG_SNAKECORE_LEFT},
    {"the other player's block", CELLS + 9 * 3 + 4, 1, LG_SNAKECORE_BODY + 1 + 16 * LG_SNAKECORE_LEFT},
    {"a ninth player's block", CELLS + 9 * 3 + 4, 1, LG_SNAKECORE_BODY + 8 + 16 * LG_SNAKECORE_LEFT},
    {"a direction too many", CELLS + 9 * 3 + 4, 1, LG_SNAKECORE_BODY + 16 * (LG_SNAKECORE_LEFT + 4)},
    {"a code over all others", CELLS, 1, LG_SNAKECORE_CODES},
    {"the highest byte", CELLS, 1, 255},
    {"a chain that turns off", CELLS + 9 * 3 + 4, 1, LG_SNAKECORE_BODY + 16 * LG_SNAKECORE_UP},
    {"a chain that goes in circles", CELLS + 9 * 3 + 5, 1, LG_SNAKECORE_BODY + 16 * LG_SNAKECORE_RIGHT},
    {"a spare byte", CELLS + 81, 1, 1},
    {"the last spare byte", CELLS + 87, 1, 1},
    {"types exchanged for others", TYPES, 8, 7},
    {"a type beyond the body", TYPES, 8, 5 | 8},
    {"a type beyond the body in place of one", TYPES, 8, 1 | 8},
    {"a type far beyond the body", TYPES, 8, 5 | (uint64_t)1 << 63},
    {"types of the other body", TYPES + 8, 8, 0},
};

/* A number of this many bytes, in the byte order of the machine. */
static void put_number(void *to, size_t bytes, uint64_t value) {
    const uint8_t one = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    const void *const from = bytes == 1 ? (const void *)&one : bytes == 2 ? &two : bytes == 4 ? (const void *)&four : &value;
    memcpy(to, from, bytes);
}

START_TEST(test_bytes_that_are_no_state) {
    lg_snakecore state = parse(NINE);
    ck_assert_uint_eq(lg_snakecore_bytes(&state), TYPES + 16);
    ck_assert_int_eq(lg_snakecore_validate(&state, TYPES + 16), LG_OK);
    put_number((uint8_t *)&state + DAMAGES[_i].offset, DAMAGES[_i].bytes, DAMAGES[_i].value);
    ck_assert_msg(lg_snakecore_validate(&state, sizeof state) == LG_E_STATE, "%s", DAMAGES[_i].what);
}
END_TEST

/* No flipped bit of derived or conserved data passes unnoticed: of counts, of cells, of types. */
START_TEST(test_every_bit_counts) {
    lg_snakecore state = parse(NINE);
    const size_t from = offsetof(lg_snakecore, ordinary), to = lg_snakecore_bytes(&state);
    for (size_t bit = 8 * from; bit < 8 * to; bit++) {
        const size_t byte = bit / 8, in_python = (byte - offsetof(lg_snakecore, python)) % sizeof(lg_snakecore_python);
        const bool pythons = byte >= offsetof(lg_snakecore, python) && byte < offsetof(lg_snakecore, data);
        const bool plays = byte < offsetof(lg_snakecore, python[2]);
        if (pythons && plays && in_python < offsetof(lg_snakecore_python, length)) continue; /* scores, counters */
        if (byte == offsetof(lg_snakecore, to_move) || byte == offsetof(lg_snakecore, disqualified)) continue;
        ((uint8_t *)&state)[byte] ^= (uint8_t)(1u << bit % 8);
        ck_assert_msg(lg_snakecore_validate(&state, sizeof state) == LG_E_STATE, "bit %zu of byte %zu", bit % 8, byte);
        ((uint8_t *)&state)[byte] ^= (uint8_t)(1u << bit % 8);
    }
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
}
END_TEST

/* "The number of blocks of each type never changes": everything else agrees here. */
START_TEST(test_blocks_are_conserved) {
    lg_snakecore state = parse(NINE);
    uint8_t *cell = (uint8_t *)&state + CELLS + 9 * 2 + 2;
    ck_assert_int_eq(*cell, LG_SNAKECORE_ORDINARY);
    *cell = LG_SNAKECORE_EMPTY;
    state.data[2] |= 1u << 2;
    state.empty++;
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_E_STATE); /* one is lost */
    state.ordinary--;
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
    *cell = LG_SNAKECORE_ENERGY;
    state.data[2] &= ~(uint64_t)(1u << 2);
    state.empty--;
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_E_STATE); /* one is made */
    state.energy++;
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
    put_number((uint8_t *)&state + TYPES, 8, 4); /* a block of a body changes its type */
    state.python[0].energy--;
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_E_STATE);
    state.energy--;
    state.ordinary++;
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
}
END_TEST

START_TEST(test_too_few_bytes) {
    const lg_snakecore state = parse(NINE);
    for (size_t size = 0; size < TYPES + 16; size++) {
        uint8_t *bytes = lg_test_malloc(size > 0 ? size : 1); /* so that a sanitizer sees reads beyond them */
        memcpy(bytes, &state, size);
        ck_assert_int_eq(lg_snakecore_validate((const lg_snakecore *)(const void *)bytes, size), LG_E_STATE);
        free(bytes);
    }
    ck_assert_int_eq(lg_snakecore_validate(NULL, sizeof state), LG_E_ARGUMENT);
}
END_TEST

/* ---- only the used part ---- */

START_TEST(test_sizes) {
    ck_assert_uint_eq(lg_i_snakecore_size(8, 2, 32), 304); /* as in the header */
    ck_assert_uint_eq(lg_i_snakecore_size(20, 4, 64), 752);
    ck_assert_uint_eq(lg_i_snakecore_size(64, 8, 4088), sizeof(lg_snakecore));
    ck_assert_uint_eq(sizeof(lg_snakecore), 8864);
    ck_assert_uint_eq(lg_i_snakecore_size(8, 1, 0), 160 + 64 + 64);
    ck_assert_uint_eq(lg_i_snakecore_size(8, 1, 1), 160 + 64 + 64 + 8);
    ck_assert_uint_eq(lg_i_snakecore_size(9, 3, 65), 160 + 72 + 88 + 3 * 16);
    ck_assert_uint_eq(lg_i_snakecore_size(7, 2, 0), 0);
    ck_assert_uint_eq(lg_i_snakecore_size(65, 2, 0), 0);
    ck_assert_uint_eq(lg_i_snakecore_size(8, 0, 0), 0);
    ck_assert_uint_eq(lg_i_snakecore_size(8, 9, 0), 0);
    ck_assert_uint_eq(lg_i_snakecore_size(8, 2, -1), 0);
    ck_assert_uint_eq(lg_i_snakecore_size(8, 2, 63), 0);
    ck_assert_uint_eq(lg_i_snakecore_size(INT32_MAX, INT32_MAX, INT32_MAX), 0);
}
END_TEST

/* A copy in memory of exactly the used bytes; the caller frees it. */
static lg_snakecore *exact_copy(const lg_snakecore *state) {
    return memcpy(lg_test_malloc(lg_snakecore_bytes(state)), state, lg_snakecore_bytes(state));
}

/* Whole games in buffers of the least size, compared with the same games in large ones. */
START_TEST(test_exact_buffers) {
    static lg_snakecore large, before;
    const lg_snakecore_setup setup = {9, 3, 10, 4, 20, 12, 100};
    ck_assert_int_eq(lg_snakecore_new(&setup, (uint64_t)_i, &large), LG_OK);
    lg_snakecore *small = exact_copy(&large), *cleared = exact_copy(&large);
    memset(cleared, 0, lg_snakecore_bytes(&large));
    ck_assert_int_eq(lg_snakecore_new(&setup, (uint64_t)_i, cleared), LG_OK);
    lg_rng rng = lg_rng_seed(1, (uint64_t)_i);
    while (!lg_snakecore_result_of(&large)) {
        const int32_t action = (int32_t)lg_rng_below(&rng, LG_SNAKECORE_ACTIONS);
        memset((uint8_t *)&before + lg_snakecore_bytes(&large), 0x55, sizeof before - lg_snakecore_bytes(&large));
        lg_i_snakecore_copy(&large, &before);
        ck_assert_int_eq(lg_snakecore_apply(&before, action, &large), LG_OK);
        ck_assert_int_eq(lg_snakecore_apply(small, action, small), LG_OK);
        ck_assert_mem_eq(&large, small, lg_snakecore_bytes(small));
        lg_tests_turn("snakecore", small, 1 + _i, cleared);
        ck_assert_int_eq(lg_snakecore_validate(cleared, lg_snakecore_bytes(small)), LG_OK);
    }
    for (size_t i = lg_snakecore_bytes(&large); i < sizeof before; i++)
        ck_assert_int_eq(((const uint8_t *)&before)[i], 0x55);
    free(small);
    free(cleared);
}
END_TEST

START_TEST(test_writes_end_with_the_used_bytes) {
    static lg_snakecore after;
    const lg_snakecore state = parse(NINE);
    const size_t used = lg_snakecore_bytes(&state);
    char text[LG_SNAKECORE_POSITION_TEXT + 1];
    size_t length;
    const lg_snakecore_setup setup = {9, 2, 1, 1, 5, 5, 1};
    ck_assert_int_eq(lg_snakecore_print(&state, text, sizeof text, &length), LG_OK);
    for (int kind = 0; kind < 6; kind++) {
        memset(&after, 0x55, sizeof after);
        if (kind == 0) lg_i_snakecore_copy(&state, &after);
        else if (kind == 1) ck_assert_int_eq(lg_snakecore_apply(&state, LG_SNAKECORE_NONE, &after), LG_OK);
        else if (kind == 2) ck_assert_int_eq(lg_snakecore_forfeit(&state, 0, &after), LG_OK);
        else if (kind == 3) lg_tests_turn("snakecore", &state, 3, &after);
        else if (kind == 4) ck_assert_int_eq(lg_snakecore_parse(text, length, &after, NULL), LG_OK);
        else ck_assert_int_eq(lg_snakecore_new(&setup, 1, &after), LG_OK);
        ck_assert_int_eq(lg_snakecore_validate(&after, used), LG_OK);
        for (size_t i = used; i < sizeof after; i++) ck_assert_int_eq(((const uint8_t *)&after)[i], 0x55);
    }
    lg_i_snakecore_copy(&after, &after); /* onto itself */
    ck_assert_int_eq(lg_snakecore_validate(&after, used), LG_OK);
}
END_TEST

/* ---- reading ---- */

START_TEST(test_reading) {
    const lg_snakecore state = parse(NINE);
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    uint8_t energy[LG_SNAKECORE_MAX_CELLS];
    char field[82] = "";
    lg_snakecore_field(&state, field);
    ck_assert_str_eq(field, "W........"
                            ".R......."
                            "..bb....."
                            "...pebe.."
                            "...bb...."
                            "........."
                            "..be....."
                            "..ep....."
                            ".........");
    ck_assert_int_eq(lg_snakecore_at(&state, 0, 0), LG_SNAKECORE_WALL);
    ck_assert_int_eq(lg_snakecore_at(&state, 1, 1), LG_SNAKECORE_REACTOR);
    ck_assert_int_eq(lg_snakecore_at(&state, 2, 2), LG_SNAKECORE_ORDINARY);
    ck_assert_int_eq(lg_snakecore_at(&state, 2, 6), LG_SNAKECORE_BODY + 1);
    ck_assert_int_eq(lg_snakecore_at(&state, 4, 3), LG_SNAKECORE_BODY);
    ck_assert_int_eq(lg_snakecore_at(&state, 3, 7), LG_SNAKECORE_HEAD + 1);
    ck_assert_int_eq(lg_snakecore_at(&state, 8, 8), LG_SNAKECORE_EMPTY);
    ck_assert_int_eq(lg_snakecore_at(&state, 9, 0), LG_SNAKECORE_WALL);
    ck_assert_int_eq(lg_snakecore_at(&state, 0, -1), LG_SNAKECORE_WALL);
    ck_assert_int_eq(lg_snakecore_at(&state, INT32_MAX, INT32_MIN), LG_SNAKECORE_WALL);
    ck_assert_int_eq(lg_snakecore_body(&state, 0, cells, energy), 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(cells[i].x, 4 + i);
        ck_assert_int_eq(cells[i].y, 3);
        ck_assert_int_eq(energy[i], i != 1);
    }
    ck_assert_int_eq(lg_snakecore_body(&state, 1, cells, NULL), 3);
    ck_assert_int_eq(cells[2].x, 3);
    ck_assert_int_eq(cells[2].y, 6);
    ck_assert_int_eq(lg_snakecore_body(&state, 2, cells, energy), 0);
    ck_assert_int_eq(lg_snakecore_body(&state, -1, cells, energy), 0);
}
END_TEST

/* ---- refused calls ---- */

START_TEST(test_refusals) {
    const lg_snakecore state = parse(AT("8/8/3R4/3pbeb1/8/8/8/W7", "0 0/9", "0:0:3,3:RRR"));
    static lg_snakecore after, untouched;
    lg_rng rng = lg_rng_seed(1, 0);
    const lg_rng same = rng;
    lg_snakecore_cell cells[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    memset(&after, 0x55, sizeof after);
    memset(&untouched, 0x55, sizeof untouched);
#define REFUSED(call) ck_assert_int_eq(call, LG_E_ARGUMENT)
    REFUSED(lg_snakecore_apply(NULL, 0, &after));
    REFUSED(lg_snakecore_apply(&state, 0, NULL));
    REFUSED(lg_snakecore_apply(&state, -1, &after));
    REFUSED(lg_snakecore_apply(&state, 6, &after));
    REFUSED(lg_snakecore_apply(&state, INT32_MIN, &after));
    REFUSED(lg_snakecore_apply_at(NULL, 0, cells, 3, &after));
    REFUSED(lg_snakecore_apply_at(&state, 0, NULL, 3, &after));
    REFUSED(lg_snakecore_apply_at(&state, 0, cells, 3, NULL));
    REFUSED(lg_snakecore_apply_at(&state, 6, cells, 0, &after));
    REFUSED(lg_snakecore_apply_at(&state, -1, cells, 0, &after));
    REFUSED(lg_snakecore_apply_at(&state, 0, cells, -1, &after));
    REFUSED(lg_snakecore_apply_at(&state, 0, cells, 0, &after));  /* too few */
    REFUSED(lg_snakecore_apply_at(&state, 0, cells, 2, &after));
    REFUSED(lg_snakecore_apply_at(&state, 0, cells, 4, &after));  /* too many */
    REFUSED(lg_snakecore_apply_at(&state, 4, cells, 1, &after));  /* for a turn that frees nothing */
    REFUSED(lg_snakecore_apply_at(&state, 1, cells, 1, &after));
    REFUSED(lg_snakecore_forfeit(NULL, 0, &after));
    REFUSED(lg_snakecore_forfeit(&state, 0, NULL));
    REFUSED(lg_snakecore_forfeit(&state, 1, &after));
    REFUSED(lg_snakecore_forfeit(&state, -1, &after));
#undef REFUSED
    ck_assert_mem_eq(&after, &untouched, sizeof after);
    ck_assert_mem_eq(&rng, &same, sizeof rng);
    ck_assert_int_eq(lg_snakecore_spawns(&state, -1), 0);
    ck_assert_int_eq(lg_snakecore_spawns(&state, 6), 0);
}
END_TEST

/* R36: the second of three cells for U, or the one for A; the first of three is 0,0, the third 1,0. */
static const struct {
    lg_snakecore_cell cell;
    bool drop, shield; /* accepted? */
} SPAWNS[] = {
    {{7, 7}, true, true},     {{6, 3}, true, true},   /* an empty cell, the tail's */
    {{4, 3}, true, false},    {{5, 3}, true, false},  /* other blocks of the body */
    {{0, 0}, false, true},    {{1, 0}, false, true},  /* one of the other two */
    {{3, 3}, false, false},   {{3, 2}, false, false}, /* head, reactor */
    {{0, 7}, false, false},   {{0, 1}, false, false}, /* wall, free block */
    {{7, 6}, false, false},   {{6, 6}, false, false}, /* another python */
    {{8, 0}, false, false},   {{0, 8}, false, false}, /* off the field */
    {{255, 255}, false, false},
};

START_TEST(test_given_cells) {
    const lg_snakecore state = parse(AT("8/b7/3R4/3pbeb1/8/8/6bp/W7", "0 0/9", "0:0:3,3:RRR 0:0:7,6:L"));
    static lg_snakecore after, untouched;
    const lg_snakecore_cell cell = SPAWNS[_i].cell, cells[3] = {{0, 0}, cell, {1, 0}};
    memset(&after, 0x55, sizeof after);
    memset(&untouched, 0x55, sizeof untouched);
    ck_assert_int_eq(lg_snakecore_apply_at(&state, LG_SNAKECORE_UP, cells, 3, &after),
                     SPAWNS[_i].drop ? LG_OK : LG_E_ARGUMENT);
    if (!SPAWNS[_i].drop) ck_assert_mem_eq(&after, &untouched, sizeof after);
    memset(&after, 0x55, sizeof after);
    ck_assert_int_eq(lg_snakecore_apply_at(&state, LG_SNAKECORE_ACTIVATE, &cell, 1, &after),
                     SPAWNS[_i].shield ? LG_OK : LG_E_ARGUMENT);
    if (!SPAWNS[_i].shield) ck_assert_mem_eq(&after, &untouched, sizeof after);
}
END_TEST

/* ---- symmetries ---- */

static lg_snakecore_cell turned_cell(int size, int symmetry, lg_snakecore_cell cell) {
    if (symmetry >= 4) cell.x = (uint8_t)(size - 1 - cell.x);
    for (int turn = symmetry % 4; turn > 0; turn--) cell = (lg_snakecore_cell){(uint8_t)(size - 1 - cell.y), cell.x};
    return cell;
}

/* One turn with given cells, and the mapped turn on the mapped state: the results are mapped onto each other. */
static void check_symmetry(const lg_snakecore *before, int32_t action, const lg_snakecore *after,
                           const lg_snakecore_cell *cells, int count, int symmetry) {
    static lg_snakecore mapped, expected;
    lg_snakecore_cell mapped_cells[64];
    for (int i = 0; i < count; i++) mapped_cells[i] = turned_cell(before->size, symmetry, cells[i]);
    lg_tests_turn("snakecore", before, symmetry, &mapped);
    ck_assert_int_eq(lg_snakecore_validate(&mapped, sizeof mapped), LG_OK);
    const int32_t mapped_action = lg_tests_turned_action("snakecore", symmetry, action);
    ck_assert_int_eq(lg_snakecore_apply_at(&mapped, mapped_action, mapped_cells, count, &mapped), LG_OK);
    lg_tests_turn("snakecore", after, symmetry, &expected);
    ck_assert_mem_eq(&mapped, &expected, lg_snakecore_bytes(&expected));
}

/* Given cells are drawn here as the first empty ones, or those that the body gives up. */
START_TEST(test_symmetries) {
    static lg_snakecore state, after;
    const lg_snakecore_setup setup = {8 + _i % 2, 4, 6, 4, 20, 10, 200};
    ck_assert_int_eq(lg_snakecore_new(&setup, 7, &state), LG_OK);
    lg_rng rng = lg_rng_seed(8, (uint64_t)_i);
    int spawned = 0;
    while (!lg_snakecore_result_of(&state)) {
        const uint64_t legal = lg_snakecore_legal(&state);
        const uint32_t rank = lg_rng_below(&rng, (uint32_t)__builtin_popcountll(legal));
        const int32_t action = lg_mask_select(&legal, LG_SNAKECORE_ACTIONS, rank);
        const int32_t count = lg_snakecore_spawns(&state, action);
        lg_snakecore_cell cells[64];
        int found = 0;
        for (int i = 0; i < setup.size * setup.size && found < count; i++) {
            const lg_snakecore_cell cell = {(uint8_t)(i % setup.size), (uint8_t)(i / setup.size)};
            if (lg_snakecore_at(&state, cell.x, cell.y) == LG_SNAKECORE_EMPTY) cells[found++] = cell;
        }
        ck_assert_int_eq(lg_snakecore_apply_at(&state, action, cells, count, &after), LG_OK);
        for (int symmetry = 0; symmetry < LG_SNAKECORE_SYMMETRIES; symmetry++)
            check_symmetry(&state, action, &after, cells, count, symmetry);
        lg_i_snakecore_copy(&after, &state);
        spawned += count;
    }
    ck_assert_int_gt(spawned, 20);
}
END_TEST

/* 1 is a quarter turn clockwise, 4 mirrors left to right: the images of U and of the upper left corner. */
START_TEST(test_symmetry_numbers) {
    static const char ACTIONS[LG_SNAKECORE_SYMMETRIES][LG_SNAKECORE_ACTIONS + 1] = {
        "ULDRNA", "RULDNA", "DRULNA", "LDRUNA", "URDLNA", "RDLUNA", "DLURNA", "LURDNA"};
    static const lg_snakecore_cell CORNERS[LG_SNAKECORE_SYMMETRIES] = {{1, 0}, {7, 1}, {6, 7}, {0, 6},
                                                                       {6, 0}, {7, 6}, {1, 7}, {0, 1}};
    const lg_snakecore state = parse(AT("1p6/8/8/8/8/8/8/8", "0 0/9", "0:0:1,0:-"));
    for (int32_t symmetry = 0; symmetry < LG_SNAKECORE_SYMMETRIES; symmetry++) {
        lg_snakecore turned;
        lg_tests_turn("snakecore", &state, symmetry, &turned);
        ck_assert_mem_eq(&turned.python[0].head, &CORNERS[symmetry], sizeof CORNERS[0]);
        for (int32_t action = 0; action < LG_SNAKECORE_ACTIONS; action++)
            ck_assert_int_eq("ULDRNA"[lg_tests_turned_action("snakecore", symmetry, action)], ACTIONS[symmetry][action]);
    }
}
END_TEST

/* ---- the window round the head ---- */

enum { RADIUS = 5, SIDE = 2 * RADIUS + 1, WINDOW = SIDE * (SIDE + 1) };

static lg_game window_game(int32_t size) {
    lg_game game;
    char text[96];
    const int length =
        sprintf(text, "snakecore(size=%d,players=8,ordinary=100,energy=50,rounds=300,radius=%d)", size, RADIUS);
    ck_assert_int_eq(lg_game_make(text, (size_t)length, &game, NULL), LG_OK);
    return game;
}

/* Games in which all players eat, bite and protect themselves. */
static void play_on(const lg_game *game, lg_rng *rng, lg_snakecore *state, int turns) {
    for (uint64_t legal; turns > 0 && lg_game_legal(game, state, &legal) > 0; turns--) {
        int32_t chosen = LG_SNAKECORE_NONE;
        for (int tries = 0; tries < 4; tries++) {
            const int32_t action = (int32_t)lg_rng_below(rng, LG_SNAKECORE_ACTIONS);
            if ((legal >> action & 1) == 0) continue;
            const lg_snakecore_effect effect = lg_snakecore_effect_of(state, action);
            if (chosen == LG_SNAKECORE_NONE || effect == LG_SNAKECORE_EAT) chosen = action;
        }
        ck_assert_int_eq(lg_game_apply(game, state, chosen, state), LG_OK);
    }
}

/* Cells, rows and types outside the window make no difference. */
START_TEST(test_windows_depend_on_nothing_outside) {
    const int32_t size = 16 + 4 * _i;
    const lg_game game = window_game(size);
    static lg_snakecore state, damaged;
    uint8_t window[WINDOW], again[WINDOW];
    lg_rng rng = lg_rng_seed(5, (uint64_t)_i);
    ck_assert_int_eq(lg_game_new(&game, 1, &state), LG_OK);
    for (int round = 0; round < 200; round++) {
        play_on(&game, &rng, &state, 8);
        const int32_t viewer = (int32_t)lg_rng_below(&rng, 8);
        const lg_snakecore_cell head = state.python[viewer].head;
        ck_assert_int_eq(lg_game_observe(&game, &state, viewer, 1, window, sizeof window), LG_OK);
        memcpy(&damaged, &state, game.state_size);
        uint8_t *data = (uint8_t *)damaged.data;
        for (size_t i = 0; i < game.state_size - offsetof(lg_snakecore, data); i++) {
            const int cell = (int)i - 8 * size, dx = cell % size - head.x, dy = cell / size - head.y;
            const bool inside = cell >= 0 && cell < size * size && abs(dx) <= RADIUS && abs(dy) <= RADIUS;
            if (!inside) data[i] = (uint8_t)lg_rng_next(&rng);
        }
        ck_assert_int_eq(lg_game_observe(&game, &damaged, viewer, 1, again, sizeof again), LG_OK);
        ck_assert_mem_eq(window, again, sizeof window);
    }
}
END_TEST

#ifndef _WIN32
/* The same on memory that can't be read: the page between the header and the lowest rows of cells, then that between
 * the highest rows and the end. A touch ends the test. */
START_TEST(test_windows_touch_nothing_outside) {
    const long page = sysconf(_SC_PAGESIZE);
    const lg_game game = window_game(64);
    static lg_snakecore state;
    void *memory = NULL;
    uint8_t window[WINDOW], again[WINDOW];
    const size_t above = offsetof(lg_snakecore, data) + 64 * 8 + 64 * (64 - RADIUS - 1); /* cells seen from y = 63 */
    const size_t below = offsetof(lg_snakecore, data) + 64 * 8 + 64 * (RADIUS + 1);      /* the first not seen from 0 */
    const size_t border = _i == 0 ? above - 4096 : below;
    if (page != 4096) return; /* larger pages don't fit between: the test above has to do */
    ck_assert_int_eq(lg_game_new(&game, 1, &state), LG_OK);
    lg_snakecore_cell *head = &state.python[0].head;
    uint8_t *cells = (uint8_t *)(state.data + 64);
    cells[64 * head->y + head->x] = LG_SNAKECORE_EMPTY; /* the head goes to the border; rows don't matter */
    head->y = _i == 0 ? 63 : 0;
    head->x = 30;
    state.python[0].tail = *head;
    cells[64 * head->y + head->x] = LG_SNAKECORE_HEAD;
    ck_assert_int_eq(lg_game_observe(&game, &state, 0, 1, window, sizeof window), LG_OK);
    ck_assert_int_eq(posix_memalign(&memory, 4096, 5 * 4096), 0);
    uint8_t *closed = (uint8_t *)memory + 2 * 4096; /* the state lies so that `border` is its first byte */
    uint8_t *place = closed - border;
    memcpy(place, &state, game.state_size);
    ck_assert_int_eq(mprotect(closed, 4096, PROT_NONE), 0);
    ck_assert_int_eq(lg_game_observe(&game, place, 0, 1, again, sizeof again), LG_OK);
    ck_assert_int_eq(mprotect(closed, 4096, PROT_READ | PROT_WRITE), 0);
    ck_assert_mem_eq(window, again, sizeof window);
    free(memory);
}
END_TEST
#endif

Suite *lg_test_snakecore_states(void) {
    Suite *suite = suite_create("snakecore states");
    TCase *tests = tcase_create("states");
    tcase_add_loop_test(tests, test_bytes_that_are_no_state, 0, COUNT(DAMAGES));
    tcase_add_test(tests, test_every_bit_counts);
    tcase_add_test(tests, test_blocks_are_conserved);
    tcase_add_test(tests, test_too_few_bytes);
    tcase_add_test(tests, test_sizes);
    tcase_add_loop_test(tests, test_exact_buffers, 0, 7);
    tcase_add_test(tests, test_writes_end_with_the_used_bytes);
    tcase_add_test(tests, test_reading);
    tcase_add_test(tests, test_refusals);
    tcase_add_loop_test(tests, test_given_cells, 0, COUNT(SPAWNS));
    tcase_add_loop_test(tests, test_symmetries, 0, 4);
    tcase_add_test(tests, test_symmetry_numbers);
    tcase_add_loop_test(tests, test_windows_depend_on_nothing_outside, 0, 4);
#ifndef _WIN32
    tcase_add_loop_test(tests, test_windows_touch_nothing_outside, 0, 2);
#endif
    suite_add_tcase(suite, tests);
    return suite;
}
