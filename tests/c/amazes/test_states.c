/* Amazes: valid and invalid states, refused arguments of every function, and a turn as the sum of its parts. */
#include "comb.h"
#include "games/amazes/squares.h"

/* ---- validate ---- */

/* Checks a changed copy `s` of the state `good`. */
#define EXPECT(status, what, change)                                                                     \
    do {                                                                                                 \
        lg_amazes s = good;                                                                              \
        change;                                                                                          \
        LG_REQUIRE(lg_amazes_validate(&s) == (status), "%s: %s", what,                                   \
                   lg_status_text(lg_amazes_validate(&s)));                                              \
    } while (0)

/* Red has moved to 13,14, Blue is to look; and the same after Blue's look, with two characters written. */
static lg_amazes after_one_turn(void) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    ck_assert_int_eq(lg_amazes_play(&state, "F", 1, &state, NULL), LG_OK);
    return state;
}

static lg_amazes during_a_walk(void) {
    lg_amazes state = after_one_turn();
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    ck_assert_int_eq(lg_i_amazes_step(&state, 2, &state), LG_OK);
    ck_assert_int_eq(lg_i_amazes_step(&state, 3, &state), LG_OK);
    return state;
}

START_TEST(test_validate_mazes_and_places) {
    const lg_amazes good = after_one_turn();
    EXPECT(LG_OK, "unchanged", (void)s);
    EXPECT(LG_E_STATE, "a gap in the outer edge", s.maze.v[3] &= ~1u);
    EXPECT(LG_E_STATE, "a square cut off", s.maze.v[20] |= 1u << 24);
    EXPECT(LG_E_STATE, "spare bits of the maze", s.maze.h[3] |= 1u << 31);
    EXPECT(LG_OK, "a wall that no player knows", s.maze.h[1] |= 4u);
    EXPECT(LG_E_STATE, "starts too near", s.start[1].row = 14);
    EXPECT(LG_E_STATE, "a wall behind a start", s.start[0].facing = 0);
    EXPECT(LG_E_STATE, "a start outside", s.start[0].row = 25);
    EXPECT(LG_E_STATE, "a place outside, row", s.place[0].row = 25);
    EXPECT(LG_E_STATE, "a place outside, column", s.place[0].column = 255);
    EXPECT(LG_E_STATE, "no facing", s.place[0].facing = 4);
    EXPECT(LG_E_STATE, "reserved bytes of a place", s.place[0].reserved = 1);
    EXPECT(LG_OK, "on another discovered square", s.place[0].column = 20);
    EXPECT(LG_OK, "the other way round", s.place[0].facing = 3);
    EXPECT(LG_E_STATE, "a wall behind", s.place[0].facing = 0);
    EXPECT(LG_E_STATE, "on a square that is not discovered", (s.place[0].row = 14, s.place[0].column = 3));
    EXPECT(LG_E_STATE, "Blue has moved before its first turn", s.place[1].column = 23);
    EXPECT(LG_E_STATE, "Blue has turned before its first turn", s.place[1].facing = 3);
    for (int i = 0; i < 7; i++) EXPECT(LG_E_STATE, "reserved", s.reserved[i] = 1);
    ck_assert_int_eq(lg_amazes_validate(NULL), LG_E_ARGUMENT);
}
END_TEST

START_TEST(test_validate_knowledge) {
    const lg_amazes good = after_one_turn();
    EXPECT(LG_E_STATE, "Blue knows a square before its look", s.known[1].squares[24] = 1u << 24);
    EXPECT(LG_E_STATE, "Blue knows a wall before its look", s.known[1].walls.h[25] = 1u);
    EXPECT(LG_E_STATE, "a wall for an opening", s.known[0].walls.h[5] |= 1u);
    EXPECT(LG_E_STATE, "an opening for a wall", s.known[0].openings.h[5] |= 2u);
    EXPECT(LG_E_STATE, "a wall for an opening, upright", s.known[0].walls.v[5] |= 2u);
    EXPECT(LG_E_STATE, "an opening for a wall, upright", s.known[0].openings.v[5] |= 1u);
    EXPECT(LG_E_STATE, "an opening beyond the maze", s.known[0].openings.v[5] |= 1u << 26);
    EXPECT(LG_E_STATE, "an opening beyond the maze, level", s.known[0].openings.h[5] |= 1u << 25);
    EXPECT(LG_E_STATE, "reserved in walls", s.known[0].walls.reserved = 1);
    EXPECT(LG_E_STATE, "reserved in openings", s.known[0].openings.reserved = 1);
    EXPECT(LG_OK, "one more wall", s.known[0].walls.h[5] |= 2u);
    EXPECT(LG_OK, "one more square", (s.known[0].squares[20] |= 2u, s.first[0]++));
    EXPECT(LG_E_STATE, "a square beyond the maze", (s.known[0].squares[20] |= 1u << 25, s.first[0]++));
    EXPECT(LG_E_STATE, "the start is not discovered", (s.known[0].squares[12] &= ~(1u << 12), s.first[0]--));
    EXPECT(LG_E_STATE, "the start is a dead end", s.known[0].dead_ends[12] |= 1u << 12);
    EXPECT(LG_E_STATE, "the way back is not known", s.known[0].openings.v[12] &= ~(1u << 13));
}
END_TEST

/* The squares 24 and 25 of row 20, which ends on the right, and those next to the column that joins the rows. */
START_TEST(test_validate_dead_ends) {
    lg_amazes good = after_one_turn();
    good.known[0] = all_of(&good.maze);
    good.first[0] = LG_AMAZES_SQUARES;
    EXPECT(LG_OK, "all is known", (void)s);
    EXPECT(LG_OK, "the end of a row", s.known[0].dead_ends[19] = 1u << 24);
    EXPECT(LG_OK, "and the square before it", s.known[0].dead_ends[19] = 3u << 23);
    EXPECT(LG_E_STATE, "the square before it alone", s.known[0].dead_ends[19] = 1u << 23);
    EXPECT(LG_OK, "a whole row", s.known[0].dead_ends[19] = 0x1FFFFFEu);
    EXPECT(LG_E_STATE, "a fork", s.known[0].dead_ends[19] = 0x1FFFFFFu);
    EXPECT(LG_E_STATE, "not discovered",
           (s.known[0].squares[19] = 0xFFFFFFu, s.first[0]--, s.known[0].dead_ends[19] = 1u << 24));
    EXPECT(LG_E_STATE, "its north is not known",
           (s.known[0].walls.h[19] &= ~(1u << 24), s.known[0].dead_ends[19] = 1u << 24));
    EXPECT(LG_E_STATE, "its east is not known",
           (s.known[0].walls.v[19] &= ~(1u << 25), s.known[0].dead_ends[19] = 1u << 24));
    EXPECT(LG_E_STATE, "its south is not known",
           (s.known[0].walls.h[20] &= ~(1u << 24), s.known[0].dead_ends[19] = 1u << 24));
    EXPECT(LG_E_STATE, "its west is not known",
           (s.known[0].openings.v[19] &= ~(1u << 24), s.known[0].dead_ends[19] = 1u << 24));
    EXPECT(LG_E_STATE, "beyond the maze", s.known[0].dead_ends[19] = 1u << 25);
}
END_TEST

START_TEST(test_validate_numbers) {
    const lg_amazes good = after_one_turn();
    EXPECT(LG_E_STATE, "no turns at all", s.turn_limit = 0);
    EXPECT(LG_OK, "one turn each", s.turn_limit = 1);
    EXPECT(LG_E_STATE, "151 turns each", s.turn_limit = 151);
    EXPECT(LG_E_STATE, "turns beyond the limit", (s.turn_limit = 1, s.turn = 3));
    EXPECT(LG_E_STATE, "looked twice", s.looked = 2);
    EXPECT(LG_E_STATE, "looked and discovered nothing", s.looked = 1);
    EXPECT(LG_E_STATE, "fewer characters than turns", s.written[0] = 0);
    EXPECT(LG_OK, "256 characters", s.written[0] = 256);
    EXPECT(LG_E_STATE, "more than 256 characters a turn", s.written[0] = 257);
    EXPECT(LG_E_STATE, "characters before the first turn", s.written[1] = 1);
    EXPECT(LG_OK, "a meeting", s.meetings[0] = 1);
    EXPECT(LG_E_STATE, "more meetings than turns", s.meetings[0] = 2);
    EXPECT(LG_E_STATE, "a meeting before the first turn", s.meetings[1] = 1);
    EXPECT(LG_E_STATE, "too few squares first", s.first[0]--);
    EXPECT(LG_E_STATE, "too many squares first", s.first[0]++);
    EXPECT(LG_E_STATE, "squares first before the look", (s.first[0]--, s.first[1]++));
    EXPECT(LG_OK, "an offender", s.offenders = 1);
    EXPECT(LG_OK, "two", s.offenders = 3);
    EXPECT(LG_E_STATE, "a third player", s.offenders = 4);
    EXPECT(LG_E_STATE, "sudden death, not at the same place", s.sudden_death = 1);
    EXPECT(LG_E_STATE, "sudden death by a third player", s.sudden_death = 3);
}
END_TEST

START_TEST(test_validate_walks) {
    const lg_amazes good = during_a_walk();
    EXPECT(LG_OK, "unchanged", (void)s);
    EXPECT(LG_E_STATE, "a walk without a look", (s.looked = 0, s.turn = 3, s.written[0] = s.written[1] = 5));
    EXPECT(LG_E_STATE, "a walk of 257", s.walk_length = 257);
    EXPECT(LG_OK, "a walk of 256", s.walk_length = 256);
    EXPECT(LG_E_STATE, "bytes beyond the walk", s.walk_length = 1);
    EXPECT(LG_E_STATE, "the last byte beyond the walk", s.walk[255] = 1);
    EXPECT(LG_E_STATE, "no step", s.walk[1] = 4);
    EXPECT(LG_OK, "the other one is an offender", s.offenders = 1);
    EXPECT(LG_E_STATE, "an offender's walk", s.offenders = 2);
}
END_TEST

START_TEST(test_validate_sudden_death) {
    lg_amazes good = comb_game("13 2 E", "13 25 E");
    good.known[0] = all_of(&good.maze);
    good.first[0] = LG_AMAZES_SQUARES;
    good.looked = 1;
    char move[24];
    memset(move, 'F', 23);
    ck_assert_int_eq(lg_amazes_play(&good, move, 23, &good, NULL), LG_OK);
    EXPECT(LG_OK, "unchanged", ck_assert_uint_eq(s.sudden_death, 1));
    EXPECT(LG_E_STATE, "by Blue", s.sudden_death = 2);
    EXPECT(LG_E_STATE, "with a look", s.looked = 1);
    EXPECT(LG_E_STATE, "without a square", (s.known[0].squares[3] &= ~1u, s.first[0]--));
    EXPECT(LG_E_STATE, "next to the opponent", s.place[0].column = 23);
    EXPECT(LG_E_STATE, "by an offender", s.offenders = 1);
    EXPECT(LG_OK, "of an offender", s.offenders = 2);
    EXPECT(LG_OK, "at the turn limit", s.turn_limit = 1);
}
END_TEST

/* ---- refusals ---- */

/* Refused calls leave the output unchanged. */
static void refused(lg_status status, lg_status expected, const lg_amazes *after, const lg_amazes *untouched) {
    ck_assert_int_eq(status, expected);
    ck_assert_mem_eq(after, untouched, sizeof *after);
}

START_TEST(test_refused_turns) {
    const lg_amazes fresh = after_one_turn(), walking = during_a_walk();
    const uint8_t steps[257] = {0}, wrong[2] = {1, 4};
    lg_amazes untouched, a, offender = walking, red, full = walking;
    memset(&untouched, 0xA5, sizeof untouched);
    a = untouched;
    ck_assert_int_eq(lg_amazes_forfeit(&offender, 1, &offender), LG_OK);
    ck_assert_int_eq(lg_amazes_forfeit(&fresh, 0, &red), LG_OK);
    for (int i = 2; i < 256; i++) ck_assert_int_eq(lg_i_amazes_step(&full, 0, &full), LG_OK);
    refused(lg_amazes_begin_turn(&walking, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_begin_turn(NULL, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_begin_turn(&fresh, NULL), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_i_amazes_step(&fresh, 0, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_i_amazes_step(&full, 0, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_i_amazes_step(&offender, 0, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_i_amazes_end_turn(&fresh, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_i_amazes_end_turn(&offender, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_apply(&fresh, steps, 0, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_apply(&fresh, steps, 257, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_apply(&walking, steps, 255, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_apply(&offender, steps, 1, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_apply(&fresh, wrong, 2, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_apply(&fresh, steps, -1, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_apply(&fresh, NULL, 1, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_apply(NULL, steps, 1, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_apply(&fresh, steps, 1, NULL), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_jury(&walking, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_jury(&red, &a), LG_E_ILLEGAL, &a, &untouched);
    refused(lg_amazes_jury(NULL, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_jury(&offender, NULL), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_forfeit(&fresh, -1, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_forfeit(&fresh, 2, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_forfeit(NULL, 0, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_forfeit(&fresh, 0, NULL), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_advance(NULL, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_advance(&fresh, NULL), LG_E_ARGUMENT, &a, &untouched);
}
END_TEST

START_TEST(test_after_the_end) {
    const lg_amazes_edges walls = comb();
    const lg_amazes_place start[2] = {place_of("13 13 E"), place_of("25 25 E")};
    const uint8_t step = 0;
    lg_amazes over, a, untouched;
    memset(&untouched, 0xA5, sizeof untouched);
    a = untouched;
    ck_assert_int_eq(lg_amazes_start(&walls, start, 1, &over), LG_OK);
    for (int i = 0; i < 2; i++) ck_assert_int_eq(lg_amazes_play(&over, "T", 1, &over, NULL), LG_OK);
    refused(lg_amazes_begin_turn(&over, &a), LG_E_OVER, &a, &untouched);
    refused(lg_i_amazes_step(&over, 0, &a), LG_E_OVER, &a, &untouched);
    refused(lg_i_amazes_end_turn(&over, &a), LG_E_OVER, &a, &untouched);
    refused(lg_amazes_apply(&over, &step, 1, &a), LG_E_OVER, &a, &untouched);
    refused(lg_amazes_jury(&over, &a), LG_E_OVER, &a, &untouched);
    refused(lg_amazes_forfeit(&over, 0, &a), LG_E_OVER, &a, &untouched);
    refused(lg_amazes_play(&over, "T", 1, &a, NULL), LG_E_OVER, &a, &untouched);
    refused(lg_amazes_play(&over, "junk", 4, &a, NULL), LG_E_OVER, &a, &untouched);
    refused(lg_amazes_play(&over, "", 0, &a, NULL), LG_E_OVER, &a, &untouched);
    ck_assert_int_eq(lg_amazes_advance(&over, &a), LG_OK);
    ck_assert_mem_eq(&a, &over, sizeof a);
}
END_TEST

START_TEST(test_refused_starts) {
    lg_amazes_edges walls = comb(), wrong = walls;
    lg_amazes_place start[2] = {place_of("13 13 E"), place_of("25 25 E")}, near[2] = {start[0], start[0]};
    lg_amazes untouched, a;
    memset(&untouched, 0xA5, sizeof untouched);
    a = untouched;
    wrong.h[0] = 0;
    refused(lg_amazes_start(&wrong, start, 150, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_start(&walls, near, 150, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_start(&walls, start, 0, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_start(&walls, start, 151, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_start(NULL, start, 150, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_start(&walls, NULL, 150, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_start(&walls, start, 150, NULL), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_new(1, 0, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_new(1, 151, &a), LG_E_ARGUMENT, &a, &untouched);
    refused(lg_amazes_new(1, 150, NULL), LG_E_ARGUMENT, &a, &untouched);
}
END_TEST

START_TEST(test_refused_parts) {
    const lg_amazes_edges walls = comb();
    lg_amazes_edges open = walls;
    const lg_amazes_place good = place_of("13 13 E"), outside = {25, 0, 0, 0};
    lg_amazes_knowledge known, untouched;
    lg_amazes_sight sight, unseen;
    open.h[0] = 0; /* a corridor without an end */
    memset(&untouched, 0xA5, sizeof untouched);
    memset(&unseen, 0xA5, sizeof unseen);
    known = untouched;
    sight = unseen;
    ck_assert_int_eq(lg_amazes_see(NULL, &good, &good, &sight), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_see(&open, &good, &good, &sight), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_see(&walls, NULL, &good, &sight), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_see(&walls, &outside, &good, &sight), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_see(&walls, &good, NULL, &sight), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_see(&walls, &good, &outside, &sight), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_see(&walls, &good, &good, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_discover(NULL, &good, &known, &known), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_discover(&open, &good, &known, &known), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_discover(&walls, NULL, &known, &known), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_discover(&walls, &outside, &known, &known), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_discover(&walls, &good, NULL, &known), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_discover(&walls, &good, &known, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_infer(NULL, &known), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_infer(&known, NULL), LG_E_ARGUMENT);
    ck_assert_mem_eq(&known, &untouched, sizeof known);
    ck_assert_mem_eq(&sight, &unseen, sizeof sight);
}
END_TEST

/* ---- the parts of a turn ---- */

/* A whole turn in one call, in its steps, and in pieces gives the same result. */
static void check_turn(const lg_amazes *before, const uint8_t *steps, int32_t count) {
    lg_amazes whole, written = *before, parts = *before, half;
    const int32_t player = lg_amazes_player(before);
    ck_assert_int_eq(lg_amazes_apply(before, steps, count, &whole), LG_OK);
    ck_assert_int_eq(lg_amazes_begin_turn(&written, &written), LG_OK);
    for (int32_t i = 0; i < count; i++) {
        if (i == count / 2) half = written;
        ck_assert_int_eq(lg_i_amazes_step(&written, steps[i], &written), LG_OK);
    }
    ck_assert_int_eq(lg_i_amazes_end_turn(&written, &written), LG_OK);
    ck_assert_mem_eq(&written, &whole, sizeof whole);
    ck_assert_int_eq(lg_amazes_apply(&half, steps + count / 2, count - count / 2, &half), LG_OK);
    ck_assert_mem_eq(&half, &whole, sizeof whole);
    lg_amazes_knowledge *known = &parts.known[player];
    lg_amazes_place *place = &parts.place[player];
    const lg_amazes_place began = *place;
    const uint8_t turn_back = 2;
    ck_assert_int_eq(lg_amazes_discover(&parts.maze, place, known, known), LG_OK);
    ck_assert_int_eq(lg_amazes_infer(known, known), LG_OK);
    (void)lg_i_amazes_carry_out(&parts.maze, steps, count, place, known);
    if (place->row == began.row && place->column == began.column)
        (void)lg_i_amazes_carry_out(&parts.maze, &turn_back, 1, place, known);
    ck_assert_mem_eq(known, &whole.known[player], sizeof *known);
    ck_assert_mem_eq(place, &whole.place[player], sizeof *place);
    const bool met = memcmp(place, &parts.place[1 - player], 2) == 0;
    ck_assert_int_eq(whole.meetings[player], before->meetings[player] + met);
}

START_TEST(test_turns_are_their_parts) {
    lg_rng rng = lg_rng_seed(4, 4);
    for (uint64_t seed = 0; seed < 40; seed++) {
        lg_amazes state;
        ck_assert_int_eq(lg_amazes_new(seed, 10, &state), LG_OK);
        while (lg_amazes_player(&state) >= 0) {
            uint8_t steps[16];
            const int32_t count = 1 + (int32_t)lg_rng_below(&rng, 16);
            for (int i = 0; i < count; i++) steps[i] = (uint8_t)lg_rng_below(&rng, 4);
            check_turn(&state, steps, count);
            ck_assert_int_eq(lg_amazes_apply(&state, steps, count, &state), LG_OK);
        }
    }
}
END_TEST

START_TEST(test_meetings) {
    static const struct {
        bool apart, know[2]; /* who has discovered all squares */
        uint8_t offenders;
        int32_t meetings, killer;
    } ROWS[] = {
        {true, {true, true}, 0, 0, 0}, {false, {false, false}, 0, 1, 0}, {false, {false, true}, 0, 1, 0},
        {false, {true, false}, 0, 0, 1}, {false, {true, false}, 2, 0, 1}, {false, {true, false}, 1, 0, 0},
    };
    static const uint8_t TURN_BACK = 2;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        lg_amazes state = comb_game("13 2 E", "13 25 E");
        const bool jury = (ROWS[i].offenders & 1) != 0; /* which turns back, too */
        lg_amazes there;
        ck_assert_int_eq(lg_amazes_apply(&state, &TURN_BACK, 1, &there), LG_OK);
        if (!ROWS[i].apart) state.place[1] = there.place[0];
        for (int player = 0; player < 2; player++)
            if (ROWS[i].know[player]) state.known[player] = all_of(&state.maze);
        state.offenders = ROWS[i].offenders;
        const lg_status played =
            jury ? lg_amazes_jury(&state, &state) : lg_amazes_apply(&state, &TURN_BACK, 1, &state);
        ck_assert_int_eq(played, LG_OK);
        ck_assert_int_eq(state.sudden_death, ROWS[i].killer);
        ck_assert_int_eq(state.meetings[0], ROWS[i].meetings);
    }
}
END_TEST

/* ---- symmetries ---- */

/* The image of 13,1 facing N with the way to the right, and of the walk FRTL, under each symmetry. */
START_TEST(test_symmetries) {
    static const char *const PLACES[8] = {"13 1 N",  "1 13 E", "13 25 S", "25 13 W",
                                          "13 25 N", "25 13 E", "13 1 S",  "1 13 W"};
    lg_amazes state = comb_game("13 1 N", "25 25 E"), image, back;
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    for (int32_t step = 0; step < 4; step++) ck_assert_int_eq(lg_i_amazes_step(&state, step, &state), LG_OK);
    for (int32_t i = 0; i < LG_AMAZES_SYMMETRIES; i++) {
        const lg_amazes_place place = place_of(PLACES[i]);
        const uint8_t right = i < 4 ? 1 : 3;
        lg_tests_turn("amazes", &state, i, &image);
        ck_assert_int_eq(lg_amazes_validate(&image), LG_OK);
        LG_REQUIRE(memcmp(&image.place[0], &place, sizeof place) == 0, "symmetry %d: %d,%d,%c", i,
                   image.place[0].row + 1, image.place[0].column + 1, "NESW"[image.place[0].facing]);
        ck_assert(image.walk[0] == 0 && image.walk[1] == right && image.walk[2] == 2 && image.walk[3] == 4 - right);
        const int32_t inverse = i < 4 ? (4 - i) % 4 : i; /* a mirror undoes itself */
        lg_tests_turn("amazes", &image, inverse, &back);
        LG_REQUIRE(memcmp(&back, &state, sizeof back) == 0, "symmetry %d is not undone by %d", i, inverse);
    }
}
END_TEST

Suite *lg_test_amazes_states(void) {
    Suite *suite = suite_create("amazes states");
    TCase *tests = tcase_create("states");
    tcase_add_test(tests, test_validate_mazes_and_places);
    tcase_add_test(tests, test_validate_knowledge);
    tcase_add_test(tests, test_validate_dead_ends);
    tcase_add_test(tests, test_validate_numbers);
    tcase_add_test(tests, test_validate_walks);
    tcase_add_test(tests, test_validate_sudden_death);
    tcase_add_test(tests, test_refused_turns);
    tcase_add_test(tests, test_after_the_end);
    tcase_add_test(tests, test_refused_starts);
    tcase_add_test(tests, test_refused_parts);
    tcase_add_test(tests, test_turns_are_their_parts);
    tcase_add_test(tests, test_meetings);
    tcase_add_test(tests, test_symmetries);
    suite_add_tcase(suite, tests);
    return suite;
}
