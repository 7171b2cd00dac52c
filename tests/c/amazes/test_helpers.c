/* Amazes: ways over known openings, the frame and the map of a player; neither these nor observations may reveal facts
 * that a player can't know. */
#include "comb.h"
#include "games/amazes/squares.h"

/* A game after this many turns of random walks; the player to move has looked. */
static lg_amazes wandered(uint64_t seed, int turns) {
    lg_amazes state;
    lg_rng rng = lg_rng_seed(seed, 1);
    ck_assert_int_eq(lg_amazes_new(seed, LG_AMAZES_TURNS, &state), LG_OK);
    for (int turn = 0; turn < turns; turn++) {
        uint8_t steps[24];
        for (int i = 0; i < 24; i++) steps[i] = (uint8_t)lg_rng_below(&rng, 4);
        ck_assert_int_eq(lg_amazes_apply(&state, steps, 24, &state), LG_OK);
    }
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    return state;
}

/* ---- ways ---- */

/* The square behind a known opening, -1 when there is none. */
static int behind(const lg_amazes_knowledge *known, int square, int side) {
    static const int STEP[4] = {-25, 1, 25, -1};
    return lg_amazes_edge(&known->openings, square / 25, square % 25, side) ? square + STEP[side] : -1;
}

/* A second implementation of distances: each pass takes the neighbours of squares with known distances. */
static void spread(const lg_amazes_knowledge *known, int square, int16_t distances[LG_AMAZES_SQUARES]) {
    bool changed = true;
    for (int i = 0; i < LG_AMAZES_SQUARES; i++) distances[i] = i == square ? 0 : -1;
    while (changed) {
        changed = false;
        for (int i = 0; i < 4 * LG_AMAZES_SQUARES; i++) {
            const int from = i / 4, to = behind(known, from, i % 4);
            if (to < 0 || distances[from] < 0) continue;
            if (distances[to] >= 0 && distances[to] <= distances[from] + 1) continue;
            distances[to] = (int16_t)(distances[from] + 1);
            changed = true;
        }
    }
}

/* Each step of a way is the first of F R T L that comes nearer. */
static void check_way(const lg_amazes_knowledge *known, const lg_amazes_place *place, int target, int distance) {
    int16_t distances[LG_AMAZES_SQUARES];
    uint8_t steps[LG_AMAZES_SQUARES];
    int32_t count = -7;
    const lg_status status = lg_amazes_way(known, place, target / 25, target % 25, steps, LG_AMAZES_SQUARES, &count);
    ck_assert_int_eq(status, distance < 0 ? LG_E_ILLEGAL : LG_OK);
    ck_assert_int_eq(count, distance < 0 ? -7 : distance);
    spread(known, target, distances);
    int square = 25 * place->row + place->column, facing = place->facing;
    for (int32_t i = 0; i < count; i++) {
        int step = 0;
        for (; step < 4; step++) {
            const int next = behind(known, square, (facing + step) % 4);
            if (next >= 0 && distances[next] == distances[square] - 1) break;
        }
        LG_REQUIRE(steps[i] == step, "step %d is %d, not %d", i, steps[i], step);
        square = behind(known, square, (facing + step) % 4);
        facing = (facing + step) % 4;
    }
    if (distance < 1) return;
    ck_assert_int_eq(square, target);
    ck_assert_int_eq(lg_amazes_way(known, place, target / 25, target % 25, steps, distance - 1, &count), LG_E_SPACE);
    ck_assert_int_eq(count, distance);
}

START_TEST(test_ways) {
    int16_t distances[LG_AMAZES_SQUARES], expected[LG_AMAZES_SQUARES];
    const lg_amazes state = wandered((uint64_t)_i, 4 * _i);
    const int player = lg_amazes_player(&state);
    const lg_amazes_place *place = &state.place[player];
    const lg_amazes_knowledge *known = &state.known[player];
    ck_assert_int_eq(lg_amazes_distances(known, place->row, place->column, distances), LG_OK);
    spread(known, 25 * place->row + place->column, expected);
    ck_assert_mem_eq(distances, expected, sizeof expected);
    for (int square = 0; square < LG_AMAZES_SQUARES; square += 7) check_way(known, place, square, distances[square]);
}
END_TEST

/* In the loop at the upper left: both ways from 1,1 to 2,3 have three steps; the first of F R T L is taken. */
static const struct {
    const char *place;
    int row, column;
    const char *way;
} WAYS[] = {
    {"1 1 E", 2, 3, "FFR"}, {"1 1 S", 2, 3, "FLF"}, {"1 1 N", 2, 3, "RFR"}, {"1 1 W", 2, 3, "TFR"},
    {"1 1 E", 2, 1, "R"},   {"2 3 N", 1, 1, "FLF"}, {"2 3 W", 1, 1, "FFR"}, {"1 1 E", 3, 2, "RFL"},
};

START_TEST(test_which_way) {
    const lg_amazes_edges maze = comb();
    const lg_amazes_knowledge known = all_of(&maze);
    const lg_amazes_place place = place_of(WAYS[_i].place);
    uint8_t steps[16];
    char text[17] = "";
    int32_t count;
    ck_assert_int_eq(lg_amazes_way(&known, &place, WAYS[_i].row - 1, WAYS[_i].column - 1, steps, 16, &count), LG_OK);
    for (int32_t i = 0; i < count; i++) text[i] = "FRTL"[steps[i]];
    ck_assert_str_eq(text, WAYS[_i].way);
}
END_TEST

START_TEST(test_refused_ways) {
    const lg_amazes_edges maze = comb();
    lg_amazes_knowledge known = all_of(&maze), open = known;
    const lg_amazes_place place = place_of("1 1 N"), outside = {0, 25, 0, 0};
    int16_t distances[LG_AMAZES_SQUARES] = {7};
    uint8_t steps[4] = {9, 9, 9, 9};
    int32_t count = 7;
    open.openings.h[0] = 1u; /* an opening that leads out of the maze */
    ck_assert_int_eq(lg_amazes_distances(NULL, 0, 0, distances), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_distances(&open, 0, 0, distances), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_distances(&known, -1, 0, distances), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_distances(&known, 0, 25, distances), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_distances(&known, 0, 0, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(NULL, &place, 0, 1, steps, 4, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&open, &place, 0, 1, steps, 4, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&known, NULL, 0, 1, steps, 4, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&known, &outside, 0, 1, steps, 4, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&known, &place, 25, 1, steps, 4, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&known, &place, 0, -1, steps, 4, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&known, &place, 0, 1, steps, -1, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&known, &place, 0, 1, NULL, 4, &count), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_way(&known, &place, 0, 1, steps, 4, NULL), LG_E_ARGUMENT);
    known.openings.v[4] = 0;
    ck_assert_int_eq(lg_amazes_way(&known, &place, 4, 1, steps, 4, &count), LG_E_ILLEGAL);
    ck_assert_int_eq(count, 7);
    ck_assert_int_eq(lg_amazes_way(&known, &place, 4, 0, NULL, 0, &count), LG_E_SPACE);
    ck_assert_int_eq(count, 4);
    ck_assert_int_eq(lg_amazes_way(&known, &place, 0, 0, NULL, 0, &count), LG_OK);
    ck_assert_int_eq(count, 0);
    ck_assert(steps[0] == 9 && distances[0] == 7);
}
END_TEST

/* ---- the frame ---- */

START_TEST(test_frame) {
    static const int X[4] = {0, 1, 0, -1}, Y[4] = {1, 0, -1, 0}; /* of the square on each side, facing N */
    for (int at = 0; at < 4 * LG_AMAZES_SQUARES; at++) {
        const lg_amazes_place start = {(uint8_t)(at / 100), (uint8_t)(at / 4 % 25), (uint8_t)(at % 4), 0};
        int found = 0;
        ck_assert_int_eq(lg_i_amazes_cell(&start, start.row, start.column), 49 * 24 + 24);
        for (int32_t cell = 0; cell < LG_AMAZES_CELLS; cell++) {
            const int32_t square = lg_i_amazes_square(&start, cell);
            if (square < 0) continue;
            found++;
            LG_REQUIRE(lg_i_amazes_cell(&start, square / 25, square % 25) == cell, "cell %d", cell);
        }
        LG_REQUIRE(found == LG_AMAZES_SQUARES, "%d squares", found);
        for (int side = 0; side < 4; side++) {
            const int row = start.row - Y[side], column = start.column + X[side];
            const int turned = (side - start.facing + 4) % 4;
            const bool inside = row >= 0 && row < 25 && column >= 0 && column < 25;
            const int32_t expected = inside ? 49 * (24 - Y[turned]) + 24 + X[turned] : -1;
            LG_REQUIRE(lg_i_amazes_cell(&start, row, column) == expected, "side %d of %d", side, at);
        }
    }
    const lg_amazes_place start = {3, 3, 0, 0};
    ck_assert_int_eq(lg_i_amazes_cell(&start, 25, 0), -1);
    ck_assert_int_eq(lg_i_amazes_cell(&start, 0, -1), -1);
    ck_assert_int_eq(lg_i_amazes_square(&start, -1), -1);
    ck_assert_int_eq(lg_i_amazes_square(&start, LG_AMAZES_CELLS), -1);
}
END_TEST

/* ---- the map ---- */

/* The map's content for one cell in the maze. */
static unsigned cell_of(const lg_amazes_knowledge *known, const lg_amazes_place *start, int square) {
    unsigned bits = known->squares[square / 25] >> square % 25 & 1;
    bits |= (known->dead_ends[square / 25] >> square % 25 & 1) * LG_I_AMAZES_CELL_DEAD_END;
    for (int side = 0; side < 4; side++) {
        const int turned = (side - start->facing + 4) % 4;
        if (lg_amazes_edge(&known->walls, square / 25, square % 25, side)) bits |= LG_I_AMAZES_CELL_WALL << turned;
        if (lg_amazes_edge(&known->openings, square / 25, square % 25, side)) bits |= LG_I_AMAZES_CELL_OPENING << turned;
    }
    return bits;
}

START_TEST(test_map) {
    static const int STEP[4] = {-49, 1, 49, -1};
    uint16_t cells[LG_AMAZES_CELLS];
    const lg_amazes state = wandered((uint64_t)_i, 4 * _i);
    for (int player = 0; player < 2; player++) {
        const lg_amazes_place *start = &state.start[player];
        lg_i_amazes_view(&state, player, cells);
        for (int32_t cell = 0; cell < LG_AMAZES_CELLS; cell++) {
            const int32_t square = lg_i_amazes_square(start, cell);
            if (square >= 0) {
                const unsigned expected = cell_of(&state.known[player], start, square);
                LG_REQUIRE(cells[cell] == expected, "cell %d: %u, not %u", cell, cells[cell], expected);
                continue;
            }
            for (int side = 0; side < 4; side++) { /* outside, its walls are those of its neighbours in the maze */
                const bool at_border = side == 0   ? cell < 49
                                       : side == 1 ? cell % 49 == 48
                                       : side == 2 ? cell >= 49 * 48
                                                   : cell % 49 == 0;
                const int32_t next = at_border ? -1 : cell + STEP[side];
                const bool wall = next >= 0 && lg_i_amazes_square(start, next) >= 0 &&
                                  (cells[next] & LG_I_AMAZES_CELL_WALL << (side ^ 2)) != 0;
                LG_REQUIRE(((cells[cell] & LG_I_AMAZES_CELL_WALL << side) != 0) == wall, "cell %d, side %d", cell, side);
            }
            ck_assert_uint_eq(cells[cell] & ~(15u * LG_I_AMAZES_CELL_WALL), 0);
        }
    }
}
END_TEST

/* Knowledge of 11 x 11 squares at random, all their edges included, drawn from row and column `corner` on. */
static void know_patch(lg_rng rng, int row, int column, lg_amazes *state) {
    lg_amazes_knowledge *known = &state->known[0];
    memset(known, 0, sizeof *known);
    for (int line = row; line <= row + 11; line++) {
        const uint32_t level = lg_rng_next(&rng) & 0x7FF, level_open = lg_rng_next(&rng) & 0x7FF;
        const uint32_t upright = lg_rng_next(&rng) & 0xFFF, upright_open = lg_rng_next(&rng) & 0xFFF;
        const uint32_t squares = lg_rng_next(&rng) & 0x7FF, dead_ends = lg_rng_next(&rng) & 0x7FF;
        known->walls.h[line] = level << column;
        known->openings.h[line] = (level_open & ~level) << column;
        if (line == row + 11) return;
        known->walls.v[line] = upright << column;
        known->openings.v[line] = (upright_open & ~upright) << column;
        known->squares[line] = squares << column;
        known->dead_ends[line] = (dead_ends & squares) << column;
    }
}

/* The map is the same wherever in the maze it lies, also along the outer edges: they look like other walls. */
START_TEST(test_map_reveals_no_place) {
    uint16_t first[LG_AMAZES_CELLS], cells[LG_AMAZES_CELLS];
    lg_amazes state;
    const lg_rng rng = lg_rng_seed((uint64_t)_i, 7);
    memset(&state, 0, sizeof state);
    for (int at = 0; at < 15 * 15; at++) {
        const int row = at / 15, column = at % 15;
        know_patch(rng, row, column, &state);
        const lg_amazes_place start = {(uint8_t)(row + _i), (uint8_t)(column + 10 - _i), (uint8_t)(_i % 4), 0};
        state.start[0] = start;
        lg_i_amazes_view(&state, 0, at == 0 ? first : cells);
        if (at == 0) continue;
        LG_REQUIRE(memcmp(first, cells, sizeof cells) == 0, "at %d,%d the map is another one", row, column);
    }
}
END_TEST

/* Nor does it change with a rotation of the whole maze, or with a mirror, except that right and left are swapped. */
START_TEST(test_map_reveals_no_direction) {
    uint16_t first[LG_AMAZES_CELLS], cells[LG_AMAZES_CELLS];
    char text[LG_AMAZES_VIEW_TEXT + 1], again[LG_AMAZES_VIEW_TEXT + 1];
    size_t length;
    const lg_amazes state = wandered((uint64_t)_i, 6 * _i);
    lg_i_amazes_view(&state, _i % 2, first);
    ck_assert_int_eq(lg_amazes_view_print(&state, _i % 2, text, sizeof text, &length), LG_OK);
    for (int symmetry = 1; symmetry < 4; symmetry++) {
        lg_amazes turned;
        lg_tests_turn("amazes", &state, symmetry, &turned);
        lg_i_amazes_view(&turned, _i % 2, cells);
        ck_assert_mem_eq(cells, first, sizeof cells);
        ck_assert_int_eq(lg_amazes_view_print(&turned, _i % 2, again, sizeof again, &length), LG_OK);
        ck_assert_str_eq(again, text);
    }
}
END_TEST

/* ---- observations ---- */

static lg_game game_of(const char *text) {
    lg_game game;
    ck_assert_int_eq(lg_game_make(text, strlen(text), &game, NULL), LG_OK);
    return game;
}

/* Both observations of the player to move, in memory of their size. */
typedef struct observations {
    uint8_t planes[19 * LG_AMAZES_CELLS];
    int16_t look[4 * LG_AMAZES_CORRIDOR + 4 + LG_AMAZES_WALK];
} observations;

static void observe(const lg_game *game, const lg_amazes *state, observations *seen) {
    const int32_t player = lg_amazes_player(state);
    ck_assert_int_eq(lg_game_observe(game, state, player, 0, seen->planes, sizeof seen->planes), LG_OK);
    ck_assert_int_eq(lg_game_observe(game, state, player, 1, seen->look, sizeof seen->look), LG_OK);
}

/* A state that differs only in edges of the maze that neither player knows; false if none is found. */
static bool hidden_twin(const lg_amazes *state, lg_rng *rng, lg_amazes *twin) {
    const lg_amazes_knowledge *known = state->known;
    *twin = *state;
    for (int i = 0; i < 400; i++) {
        const lg_amazes before = *twin;
        const int row = (int)lg_rng_below(rng, 25), column = (int)lg_rng_below(rng, 25);
        const uint32_t bit = 1u << column;
        if (lg_rng_below(rng, 2) == 0) {
            const uint32_t all = known[0].walls.h[row] | known[0].openings.h[row] | known[1].walls.h[row];
            if (((all | known[1].openings.h[row]) & bit) == 0) twin->maze.h[row] ^= bit;
        } else {
            const uint32_t all = known[0].walls.v[row] | known[0].openings.v[row] | known[1].walls.v[row];
            if (((all | known[1].openings.v[row]) & bit) == 0) twin->maze.v[row] ^= bit;
        }
        if (lg_amazes_validate(twin) != LG_OK) *twin = before;
    }
    return memcmp(twin, state, sizeof *twin) != 0;
}

/* A random step from a place that is not against a known wall; the place moves as if unknown edges were open. */
static int32_t bold_step(const lg_amazes_knowledge *known, lg_amazes_place *place, lg_rng *rng) {
    static const int DOWN[4] = {-1, 0, 1, 0}, RIGHT[4] = {0, 1, 0, -1};
    for (int i = 0; i < 20; i++) {
        const int32_t step = i == 0 ? 0 : (int32_t)lg_rng_below(rng, 4); /* rather ahead */
        const int side = (place->facing + step) % 4;
        const int row = place->row + DOWN[side], column = place->column + RIGHT[side];
        if (lg_amazes_edge(&known->walls, place->row, place->column, side)) continue;
        if (row < 0 || row > 24 || column < 0 || column > 24) continue;
        *place = (lg_amazes_place){(uint8_t)row, (uint8_t)column, (uint8_t)side, 0};
        return step;
    }
    return 2;
}

/* During a walk the observations, the mask and every explanation are the same in both: they do not depend on hidden
 * walls. Returns whether they differ at the end of the turn. */
static bool walk_both(const lg_game *game, lg_amazes *state, lg_amazes *twin, lg_rng *rng) {
    static observations here, there;
    memset(&here, 0, sizeof here);
    memset(&there, 0, sizeof there);
    const int player = lg_amazes_player(state);
    lg_amazes_place place = state->place[player];
    for (int i = 0; i < 40; i++) {
        uint64_t mask, other;
        const int32_t action = bold_step(&state->known[player], &place, rng);
        observe(game, state, &here);
        observe(game, twin, &there);
        LG_REQUIRE(memcmp(&here, &there, sizeof here) == 0, "after %d characters the observations differ", i);
        ck_assert_int_eq(lg_game_legal(game, state, &mask), lg_game_legal(game, twin, &other));
        ck_assert_uint_eq(mask, other);
        for (int32_t a = 0; a < LG_AMAZES_STEP_ACTIONS; a++)
            ck_assert_ptr_eq(lg_game_explain(game, state, a), lg_game_explain(game, twin, a));
        ck_assert_int_eq(lg_game_apply(game, state, action, state), LG_OK);
        ck_assert_int_eq(lg_game_apply(game, twin, action, twin), LG_OK);
    }
    ck_assert_int_eq(lg_game_apply(game, state, LG_AMAZES_END, state), LG_OK);
    ck_assert_int_eq(lg_game_apply(game, twin, LG_AMAZES_END, twin), LG_OK);
    return memcmp(state->place, twin->place, sizeof state->place) != 0;
}

START_TEST(test_walking_gives_nothing_away) {
    const lg_game game = game_of("amazes");
    lg_rng rng = lg_rng_seed(9, 9);
    int pairs = 0, told_apart = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        lg_amazes state = wandered(seed, (int)seed % 20), twin;
        if (!hidden_twin(&state, &rng, &twin)) continue;
        pairs++;
        told_apart += walk_both(&game, &state, &twin, &rng);
    }
    ck_assert_int_gt(pairs, 50);
    ck_assert_int_gt(told_apart, 10); /* hidden walls matter in the end */
}
END_TEST

/* The same for whole walks as actions: the legal ones, and the explanations of the others. */
START_TEST(test_walk_actions_give_nothing_away) {
    const lg_game game = game_of("amazes(actions=walk)");
    uint64_t mask[LG_MASK_WORDS(LG_AMAZES_CELLS)], other[LG_MASK_WORDS(LG_AMAZES_CELLS)];
    static observations here, there;
    lg_rng rng = lg_rng_seed(9, 10);
    int pairs = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        lg_amazes state = wandered(seed, (int)seed), twin;
        if (!hidden_twin(&state, &rng, &twin)) continue;
        pairs++;
        observe(&game, &state, &here);
        observe(&game, &twin, &there);
        ck_assert_mem_eq(here.planes, there.planes, sizeof here.planes);
        ck_assert_mem_eq(here.look, there.look, sizeof here.look);
        ck_assert_int_eq(lg_game_legal(&game, &state, mask), lg_game_legal(&game, &twin, other));
        ck_assert_mem_eq(mask, other, sizeof mask);
        for (int32_t a = 0; a < LG_AMAZES_CELLS; a++)
            ck_assert_ptr_eq(lg_game_explain(&game, &state, a), lg_game_explain(&game, &twin, a));
    }
    ck_assert_int_gt(pairs, 10);
}
END_TEST

/* A walk to a cell is legal exactly where a known way leads, and is then that way as a whole turn. */
START_TEST(test_walk_actions) {
    const lg_game game = game_of("amazes(actions=walk)");
    uint64_t mask[LG_MASK_WORDS(LG_AMAZES_CELLS)];
    int16_t distances[LG_AMAZES_SQUARES];
    const lg_amazes state = wandered((uint64_t)_i, 3 * _i);
    const int player = lg_amazes_player(&state);
    const lg_amazes_place *place = &state.place[player];
    ck_assert_int_eq(lg_amazes_distances(&state.known[player], place->row, place->column, distances), LG_OK);
    (void)lg_game_legal(&game, &state, mask);
    for (int32_t cell = 0; cell < LG_AMAZES_CELLS; cell++) {
        const int32_t square = lg_i_amazes_square(&state.start[player], cell);
        const bool legal = (mask[cell / 64] >> cell % 64 & 1) != 0;
        ck_assert(legal == (square >= 0 && distances[square] >= 1));
        uint8_t steps[LG_AMAZES_WALK];
        lg_amazes walked, turned;
        int32_t count;
        if (!legal || cell % 5 != 0) continue;
        ck_assert_int_eq(lg_amazes_way(&state.known[player], place, square / 25, square % 25, steps, LG_AMAZES_WALK,
                                       &count), LG_OK);
        ck_assert_int_eq(lg_amazes_apply(&state, steps, count, &turned), LG_OK);
        ck_assert_int_eq(lg_amazes_advance(&turned, &turned), LG_OK);
        ck_assert_int_eq(lg_game_apply(&game, &state, cell, &walked), LG_OK);
        ck_assert_mem_eq(&walked, &turned, sizeof walked);
    }
}
END_TEST

/* The number of elements of a plane that are 1; all others must be 0. */
static int ones(const uint8_t *plane) {
    int count = 0;
    for (int cell = 0; cell < LG_AMAZES_CELLS; cell++) {
        ck_assert_uint_le(plane[cell], 1);
        count += plane[cell];
    }
    return count;
}

#define CELL(x, y) (49 * (24 - (y)) + 24 + (x))

/* The planes as docs/games/amazes.md numbers them: Red at 13,13 facing E has looked and written FFL, Blue at 25,25. */
START_TEST(test_planes) {
    const lg_game game = game_of("amazes");
    static observations seen;
    uint16_t cells[LG_AMAZES_CELLS];
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(lg_i_amazes_step(&state, i < 2 ? 0 : 3, &state), LG_OK);
    observe(&game, &state, &seen);
    lg_i_amazes_view(&state, 0, cells);
    for (int plane = 0; plane < 10; plane++)
        for (int cell = 0; cell < LG_AMAZES_CELLS; cell++)
            ck_assert_uint_eq(seen.planes[plane * LG_AMAZES_CELLS + cell], cells[cell] >> plane & 1u);
    const uint8_t *plane = seen.planes;
    ck_assert_int_eq(ones(plane), 27);
    ck_assert_uint_eq(plane[CELL(0, 12)], 1);
    ck_assert_uint_eq(plane[CELL(-1, -12)], 1);
    ck_assert_int_eq(ones(plane + 10 * LG_AMAZES_CELLS), 1);
    ck_assert_uint_eq(plane[10 * LG_AMAZES_CELLS + CELL(0, 0)], 1);
    for (int facing = 0; facing < 4; facing++)
        ck_assert_int_eq(ones(plane + (11 + facing) * LG_AMAZES_CELLS), facing == 0);
    ck_assert_uint_eq(plane[11 * LG_AMAZES_CELLS + CELL(0, 2)], 1); /* the L is known to be a wall */
    ck_assert_int_eq(ones(plane + 15 * LG_AMAZES_CELLS), 4);        /* 288 = 12 * 12 + 12 * 12 alone */
    ck_assert_uint_eq(plane[15 * LG_AMAZES_CELLS + CELL(12, -12)], 1);
    for (int cell = 0; cell < LG_AMAZES_CELLS; cell++) {
        ck_assert_uint_eq(plane[16 * LG_AMAZES_CELLS + cell], 3);
        ck_assert_uint_eq(plane[17 * LG_AMAZES_CELLS + cell], 150);
        ck_assert_uint_eq(plane[18 * LG_AMAZES_CELLS + cell], 1);
    }
    for (int i = 0; i < 12; i++) {
        ck_assert_int_eq(seen.look[i], 1);
        ck_assert_int_eq(seen.look[48 + i], i < 11 ? 1 : 4);
    }
    for (int i = 0; i < 96; i++)
        if (i % 48 >= 12) ck_assert_int_eq(seen.look[i], 0);
    ck_assert_int_eq(seen.look[96], 288);
    ck_assert_int_eq(seen.look[97], 1);
    ck_assert_int_eq(seen.look[98], 150);
    ck_assert_int_eq(seen.look[99], 3);
    ck_assert(seen.look[100] == 1 && seen.look[101] == 1 && seen.look[102] == 4 && seen.look[103] == 0);
}
END_TEST

/* ---- scores ---- */

/* Until the game is over, scores are the points, even below 0 and above 1000; at the end they are the contest's. */
START_TEST(test_scores_of_a_game) {
    const lg_game game = game_of("amazes");
    lg_amazes state = comb_game("13 13 E", "25 25 E"), offender;
    int32_t points[2], score[2], counted[2];
    state.known[1] = all_of(&state.maze);
    state.turn_limit = 3;
    ck_assert_int_eq(lg_amazes_play(&state, "T", 1, &state, NULL), LG_OK);
    state.first[1] = (uint16_t)(LG_AMAZES_SQUARES - state.first[0]);
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_forfeit(&state, 1, &offender), LG_OK);
    for (int turn = 1; turn < 6; turn++) {
        for (int i = 0; i < 100; i++) ck_assert_int_eq(lg_game_apply(&game, &state, i & 2, &state), LG_OK);
        ck_assert_int_eq(lg_game_scores(&game, &state, score), LG_OK);
        ck_assert_int_eq(lg_game_points(&game, &state, points), LG_OK);
        ck_assert(score[0] == points[0] && score[1] == points[1]);
        ck_assert_int_eq(score[0] < 0, turn > 1);
        ck_assert_int_eq(score[1] > LG_AMAZES_SCORE, turn < 5);
        ck_assert_int_eq(lg_game_apply(&game, &state, LG_AMAZES_END, &state), LG_OK);
    }
    ck_assert_int_eq(lg_amazes_player(&state), -1);
    ck_assert_int_eq(lg_game_scores(&game, &state, score), LG_OK);
    ck_assert_int_eq(lg_game_points(&game, &state, points), LG_OK);
    lg_amazes_points(&state, counted);
    ck_assert(points[0] == counted[0] && points[1] == counted[1]);
    ck_assert(points[0] < 0 && score[0] == 0 && score[1] == points[1]);
    ck_assert_int_eq(lg_game_scores(&game, &offender, score), LG_OK);
    ck_assert(score[0] > 0 && score[1] == 0);
}
END_TEST

/* The player not to move sees nothing, and after the end neither player does. */
START_TEST(test_silence) {
    const lg_game game = game_of("amazes");
    static observations seen, nothing;
    lg_amazes state = wandered(3, 299);
    for (int over = 0; over < 2; over++) {
        const int32_t viewer = over ? _i : 1 - lg_amazes_player(&state);
        memset(&seen, 0xA5, sizeof seen);
        ck_assert_int_eq(lg_game_observe(&game, &state, viewer, 0, seen.planes, sizeof seen.planes), LG_OK);
        ck_assert_int_eq(lg_game_observe(&game, &state, viewer, 1, seen.look, sizeof seen.look), LG_OK);
        ck_assert_mem_eq(seen.planes, nothing.planes, sizeof seen.planes);
        ck_assert_mem_eq(seen.look, nothing.look, sizeof seen.look);
        if (!over) ck_assert_int_eq(lg_amazes_play(&state, "T", 1, &state, NULL), LG_OK);
    }
    ck_assert_int_eq(lg_amazes_player(&state), -1);
}
END_TEST

/* A player that knows all of the maze is shown all of it, wherever it began and whichever way it faced. */
START_TEST(test_the_whole_map_is_drawn) {
    static const char *const CORNERS[] = {"1 1", "1 25", "25 1", "25 25"};
    static const char *const RIM[] = {"M20 60h600", "M20 660h600", "M20 60v600", "M620 60v600"};
    static char picture[200000];
    const lg_amazes_edges maze = comb();
    lg_game game;
    size_t length;
    ck_assert_int_eq(lg_game_make("amazes", 6, &game, NULL), LG_OK);
    for (int i = 0; i < 16; i++) {
        char start[8];
        (void)snprintf(start, sizeof start, "%s %c", CORNERS[i / 4], "NESW"[i % 4]);
        lg_amazes state = comb_game("13 13 E", "25 25 E");
        state.start[0] = place_of(start);
        state.known[0] = all_of(&maze);
        ck_assert_int_eq(lg_game_draw(&game, &state, 0, NULL, picture, sizeof picture, &length), LG_OK);
        for (int side = 0; side < 4; side++)
            ck_assert_msg(strstr(picture, RIM[side]) != NULL, "from %s: no wall %s", start, RIM[side]);
    }
}
END_TEST

Suite *lg_test_amazes_helpers(void) {
    Suite *suite = suite_create("amazes helpers");
    TCase *tests = tcase_create("helpers");
    tcase_add_loop_test(tests, test_ways, 0, 12);
    tcase_add_loop_test(tests, test_which_way, 0, COUNT(WAYS));
    tcase_add_test(tests, test_refused_ways);
    tcase_add_test(tests, test_the_whole_map_is_drawn);
    tcase_add_test(tests, test_frame);
    tcase_add_loop_test(tests, test_map, 0, 12);
    tcase_add_loop_test(tests, test_map_reveals_no_place, 0, 11);
    tcase_add_loop_test(tests, test_map_reveals_no_direction, 0, 6);
    tcase_add_test(tests, test_walking_gives_nothing_away);
    tcase_add_test(tests, test_walk_actions_give_nothing_away);
    tcase_add_loop_test(tests, test_walk_actions, 0, 6);
    tcase_add_test(tests, test_planes);
    tcase_add_test(tests, test_scores_of_a_game);
    tcase_add_loop_test(tests, test_silence, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
