/* The tables of fields compared with the structs of the headers. lg_game_check tests that they cover states. */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The offset of a field in the header from the start of the state; in arrays of structs, in element 1. */
typedef struct expected {
    const char *path;
    size_t offset, size;
    int32_t rows, columns; /* 0: no such dimension */
    lg_field_type type;
} expected;

#define U8 LG_FIELD_U8
#define I8 LG_FIELD_I8
#define U16 LG_FIELD_U16
#define U32 LG_FIELD_U32
#define I32 LG_FIELD_I32
#define U64 LG_FIELD_U64
#define STRUCT LG_FIELD_STRUCT

#define ALQ(member) offsetof(lg_alquerque, member)
static const expected ALQUERQUE[] = {
    {"pieces", ALQ(pieces), 8, 2, 0, U64},
    {"last", ALQ(last), 16, 2, 0, STRUCT},
    {"last.path", ALQ(last[1].path), 8, 0, 0, U64},
    {"last.path_high", ALQ(last[1].path_high), 2, 0, 0, U16},
    {"last.from", ALQ(last[1].from), 1, 0, 0, U8},
    {"last.jumps", ALQ(last[1].jumps), 1, 0, 0, U8},
    {"last.reserved", ALQ(last[1].reserved), 4, 0, 0, U32},
    {"ply", ALQ(ply), 2, 0, 0, U16},
    {"to_move", ALQ(to_move), 1, 0, 0, U8},
    {"jumper", ALQ(jumper), 1, 0, 0, U8},
    {"forfeit", ALQ(forfeit), 1, 0, 0, U8},
    {"reserved", ALQ(reserved), 1, 3, 0, U8},
};

#define AMZ(member) offsetof(lg_amazes, member)
static const expected AMAZES[] = {
    {"maze", AMZ(maze), sizeof(lg_amazes_edges), 0, 0, STRUCT},
    {"maze.h", AMZ(maze.h), 4, 26, 0, U32},
    {"maze.v", AMZ(maze.v), 4, 25, 0, U32},
    {"maze.reserved", AMZ(maze.reserved), 4, 0, 0, U32},
    {"known", AMZ(known), sizeof(lg_amazes_knowledge), 2, 0, STRUCT},
    {"known.squares", AMZ(known[1].squares), 4, 25, 0, U32},
    {"known.dead_ends", AMZ(known[1].dead_ends), 4, 25, 0, U32},
    {"known.walls", AMZ(known[1].walls), sizeof(lg_amazes_edges), 0, 0, STRUCT},
    {"known.walls.h", AMZ(known[1].walls.h), 4, 26, 0, U32},
    {"known.walls.v", AMZ(known[1].walls.v), 4, 25, 0, U32},
    {"known.walls.reserved", AMZ(known[1].walls.reserved), 4, 0, 0, U32},
    {"known.openings", AMZ(known[1].openings), sizeof(lg_amazes_edges), 0, 0, STRUCT},
    {"known.openings.h", AMZ(known[1].openings.h), 4, 26, 0, U32},
    {"known.openings.v", AMZ(known[1].openings.v), 4, 25, 0, U32},
    {"known.openings.reserved", AMZ(known[1].openings.reserved), 4, 0, 0, U32},
    {"start", AMZ(start), sizeof(lg_amazes_place), 2, 0, STRUCT},
    {"start.row", AMZ(start[1].row), 1, 0, 0, U8},
    {"start.column", AMZ(start[1].column), 1, 0, 0, U8},
    {"start.facing", AMZ(start[1].facing), 1, 0, 0, U8},
    {"start.reserved", AMZ(start[1].reserved), 1, 0, 0, U8},
    {"place", AMZ(place), sizeof(lg_amazes_place), 2, 0, STRUCT},
    {"place.row", AMZ(place[1].row), 1, 0, 0, U8},
    {"place.column", AMZ(place[1].column), 1, 0, 0, U8},
    {"place.facing", AMZ(place[1].facing), 1, 0, 0, U8},
    {"place.reserved", AMZ(place[1].reserved), 1, 0, 0, U8},
    {"written", AMZ(written), 4, 2, 0, U32},
    {"first", AMZ(first), 2, 2, 0, U16},
    {"meetings", AMZ(meetings), 2, 2, 0, U16},
    {"turn", AMZ(turn), 2, 0, 0, U16},
    {"turn_limit", AMZ(turn_limit), 2, 0, 0, U16},
    {"walk_length", AMZ(walk_length), 2, 0, 0, U16},
    {"looked", AMZ(looked), 1, 0, 0, U8},
    {"offenders", AMZ(offenders), 1, 0, 0, U8},
    {"sudden_death", AMZ(sudden_death), 1, 0, 0, U8},
    {"reserved", AMZ(reserved), 1, 7, 0, U8},
    {"walk", AMZ(walk), 1, 256, 0, U8},
};

#define BLK(member) offsetof(lg_blockdrop, member)
static const expected BLOCKDROP[] = {
    {"timers", BLK(timers), 1, 6, 6, I8},
    {"spare", BLK(timers[36]), 1, 4, 0, I8},
    {"row", BLK(row), 1, 4, 0, I8},
    {"column", BLK(column), 1, 4, 0, I8},
    {"facing", BLK(facing), 1, 4, 0, U8},
    {"stun", BLK(stun), 1, 4, 0, U8},
    {"turn", BLK(turn), 2, 0, 0, U16},
    {"turn_limit", BLK(turn_limit), 2, 0, 0, U16},
    {"rules", BLK(rules), 1, 0, 0, U8},
    {"stopped", BLK(stopped), 1, 0, 0, U8},
    {"reserved", BLK(reserved), 1, 2, 0, U8},
};

#define OTR(member) offsetof(lg_ontherun, member)
static const expected ONTHERUN[] = {
    {"possible", OTR(possible), 8, 4, 0, U64},
    {"detective", OTR(detective), 1, 4, 0, U8},
    {"choice", OTR(choice), 1, 4, 0, U8},
    {"past", OTR(past), 1, 4, 4, U8},
    {"type", OTR(type), 1, 4, 0, U8},
    {"last_type", OTR(last_type), 1, 0, 0, U8},
    {"known", OTR(known), 1, 0, 0, U8},
    {"fugitive", OTR(fugitive), 1, 0, 0, U8},
    {"turn", OTR(turn), 1, 0, 0, U8},
    {"phase", OTR(phase), 1, 0, 0, U8},
    {"result", OTR(result), 1, 0, 0, U8},
    {"offender", OTR(offender), 1, 0, 0, U8},
    {"reserved", OTR(reserved), 1, 5, 0, U8},
};

/* 9 x 9 cells take 11 words, 70 blocks two. */
#define SNK(member) offsetof(lg_snakecore, member)
static const expected SNAKECORE[] = {
    {"rng", SNK(rng), sizeof(lg_rng), 0, 0, STRUCT},
    {"rng.state", SNK(rng.state), 8, 0, 0, U64},
    {"rng.increment", SNK(rng.increment), 8, 0, 0, U64},
    {"round", SNK(round), 2, 0, 0, U16},
    {"rounds", SNK(rounds), 2, 0, 0, U16},
    {"ordinary", SNK(ordinary), 2, 0, 0, U16},
    {"energy", SNK(energy), 2, 0, 0, U16},
    {"empty", SNK(empty), 2, 0, 0, U16},
    {"size", SNK(size), 1, 0, 0, U8},
    {"players", SNK(players), 1, 0, 0, U8},
    {"to_move", SNK(to_move), 1, 0, 0, U8},
    {"disqualified", SNK(disqualified), 1, 0, 0, U8},
    {"reserved", SNK(reserved), 1, 2, 0, U8},
    {"python", SNK(python), sizeof(lg_snakecore_python), 8, 0, STRUCT},
    {"python.score", SNK(python[1].score), 4, 0, 0, I32},
    {"python.protection", SNK(python[1].protection), 4, 0, 0, I32},
    {"python.length", SNK(python[1].length), 2, 0, 0, U16},
    {"python.energy", SNK(python[1].energy), 2, 0, 0, U16},
    {"python.head", SNK(python[1].head), 2, 0, 0, STRUCT},
    {"python.head.x", SNK(python[1].head.x), 1, 0, 0, U8},
    {"python.head.y", SNK(python[1].head.y), 1, 0, 0, U8},
    {"python.tail", SNK(python[1].tail), 2, 0, 0, STRUCT},
    {"python.tail.x", SNK(python[1].tail.x), 1, 0, 0, U8},
    {"python.tail.y", SNK(python[1].tail.y), 1, 0, 0, U8},
    {"rows", SNK(data[0]), 8, 9, 0, U64},
    {"cells", SNK(data[9]), 1, 9, 9, U8},
    {"spare", SNK(data[9]) + 81, 1, 7, 0, U8},
    {"types", SNK(data[9 + 11]), 8, 3, 2, U64},
};

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof((table)[0])))

static const struct {
    const char *configuration;
    const expected *fields;
    int32_t count;
} ROWS[] = {
    {"alquerque", ALQUERQUE, COUNT(ALQUERQUE)},
    {"amazes(turns=8)", AMAZES, COUNT(AMAZES)},
    {"blockdrop", BLOCKDROP, COUNT(BLOCKDROP)},
    {"ontherun", ONTHERUN, COUNT(ONTHERUN)},
    {"snakecore(size=9,players=3,walls=3,ordinary=30,energy=40)", SNAKECORE, COUNT(SNAKECORE)},
};

/* The offset of a field in the state; in element 1 of each surrounding array of structs. */
static size_t offset_of(const lg_field *fields, int32_t index) {
    size_t offset = (size_t)fields[index].offset;
    for (int32_t parent = fields[index].parent; parent >= 0; parent = fields[parent].parent)
        offset += (size_t)fields[parent].offset + (fields[parent].dims > 0 ? (size_t)fields[parent].size : 0);
    return offset;
}

static void write_path(const lg_field *fields, int32_t index, char *path) {
    path[0] = '\0';
    if (fields[index].parent >= 0) {
        write_path(fields, fields[index].parent, path);
        strcat(path, ".");
    }
    strcat(path, fields[index].name);
}

START_TEST(test_layout) {
    lg_field fields[LG_MAX_FIELDS];
    walk w = walk_begin(ROWS[_i].configuration);
    const int32_t count = lg_game_fields(&w.game, fields);
    ck_assert_int_eq(count, ROWS[_i].count);
    for (int32_t i = 0; i < count; i++) {
        char path[100];
        const expected *e = &ROWS[_i].fields[i];
        ck_assert(fields[i].parent >= -1 && fields[i].parent < i);
        write_path(fields, i, path);
        ck_assert_str_eq(path, e->path);
        ck_assert_msg(offset_of(fields, i) == e->offset, "%s lies at %zu", path, offset_of(fields, i));
        ck_assert_msg((size_t)fields[i].size == e->size, "%s has elements of %d bytes", path, fields[i].size);
        ck_assert_msg(fields[i].type == e->type, "%s has type %d", path, (int)fields[i].type);
        ck_assert_int_eq(fields[i].dims, (e->rows > 0) + (e->columns > 0));
        ck_assert_int_eq(fields[i].shape[0], e->rows > 0 ? e->rows : 1);
        ck_assert_int_eq(fields[i].shape[1], e->columns > 0 ? e->columns : 1);
    }
    walk_end(&w);
}
END_TEST

START_TEST(test_every_game_is_here) {
    const char *name = lg_game_type_at(_i)->name;
    ck_assert_int_eq(COUNT(ROWS), lg_game_type_count());
    ck_assert_msg(strncmp(ROWS[_i].configuration, name, strlen(name)) == 0, "%s", name);
}
END_TEST

START_TEST(test_arguments) {
    lg_field fields[LG_MAX_FIELDS];
    walk w = walk_begin(ROWS[0].configuration);
    ck_assert_int_eq(lg_game_fields(NULL, fields), 0);
    ck_assert_int_eq(lg_game_fields(&w.game, NULL), 0);
    walk_end(&w);
}
END_TEST

/* The fields of SnakeCore's variable part have the values of its functions. */
static void check_cells(walk *w) {
    lg_field fields[LG_MAX_FIELDS];
    const lg_snakecore *state = w->state;
    const lg_field *cells = NULL, *rows = NULL;
    for (int32_t i = lg_game_fields(&w->game, fields) - 1; i >= 0; i--) {
        if (strcmp(fields[i].name, "cells") == 0) cells = &fields[i];
        if (strcmp(fields[i].name, "rows") == 0) rows = &fields[i];
    }
    LG_REQUIRE(cells != NULL && rows != NULL, "there are fields of cells and rows");
    for (int32_t y = 0; y < state->size; y++)
        for (int32_t x = 0; x < state->size; x++) {
            uint64_t row;
            memcpy(&row, (const char *)w->state + rows->offset + 8 * y, 8);
            const int code = ((const uint8_t *)w->state)[cells->offset + y * cells->shape[1] + x];
            const int plain = code >= LG_SNAKECORE_BODY ? code & ~(3 << 4) : code; /* without the direction */
            LG_REQUIRE(plain == lg_snakecore_at(state, x, y), "cell %d, %d", x, y);
            LG_REQUIRE((row >> x & 1) == (code == LG_SNAKECORE_EMPTY), "cell %d, %d in its row", x, y);
        }
}

START_TEST(test_snakecore_cells) {
    walk_all(ROWS[4].configuration, 2, check_cells);
}
END_TEST

/* A game without blocks has no types. */
START_TEST(test_snakecore_without_blocks) {
    lg_field fields[LG_MAX_FIELDS];
    walk w = walk_begin("snakecore(ordinary=0,energy=0)");
    const int32_t count = lg_game_fields(&w.game, fields);
    ck_assert_str_eq(fields[count - 1].name, "cells");
    walk_end(&w);
}
END_TEST

Suite *lg_test_fields(void) {
    Suite *suite = suite_create("fields");
    TCase *tests = tcase_create("fields");
    tcase_add_loop_test(tests, test_every_game_is_here, 0, lg_game_type_count());
    tcase_add_loop_test(tests, test_layout, 0, COUNT(ROWS));
    tcase_add_test(tests, test_arguments);
    tcase_add_test(tests, test_snakecore_cells);
    tcase_add_test(tests, test_snakecore_without_blocks);
    suite_add_tcase(suite, tests);
    return suite;
}
