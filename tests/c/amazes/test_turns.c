/* Amazes: walks, points, ends and offences; one row, one sentence of docs/games/amazes-rules.md. */
#include "comb.h"
#include "games/amazes/squares.h"

#define F5 "FFFFF"
#define F20 F5 F5 F5 F5
#define F23 F20 "FFF"

/* Plays the answer of the player to move; "." stands for the jury's turn, and every refused answer is an offence. */
static void play_one(lg_amazes *state, const char *answer, size_t length) {
    const lg_amazes before = *state;
    const bool jury = length == 1 && answer[0] == '.';
    if (jury || lg_amazes_play(state, answer, length, state, NULL) != LG_OK) {
        ck_assert_mem_eq(state, &before, sizeof before);
        if (!jury) ck_assert_int_eq(lg_amazes_forfeit(state, lg_amazes_player(state), state), LG_OK);
        ck_assert_int_eq(lg_amazes_jury(state, state), LG_OK);
    }
    ck_assert_int_eq(lg_amazes_validate(state), LG_OK);
}

/* Answers apart by blanks, from Red on. */
static void play(lg_amazes *state, const char *answers) {
    while (*answers != '\0') {
        const size_t length = strcspn(answers, " ");
        play_one(state, answers, length);
        answers += length + (answers[length] == ' ');
    }
}

/* Places and points: "12,1,N 25,25,E 145 0". */
static const char *standing(const lg_amazes *state) {
    static char text[80];
    int32_t points[2];
    const lg_amazes_place *red = &state->place[0], *blue = &state->place[1];
    lg_amazes_points(state, points);
    (void)snprintf(text, sizeof text, "%d,%d,%c %d,%d,%c %d %d", red->row + 1, red->column + 1, "NESW"[red->facing],
                   blue->row + 1, blue->column + 1, "NESW"[blue->facing], points[0], points[1]);
    return text;
}

/* ---- walks and points ---- */

/* From 13,13 a player sees row 13 and two squares next to it: 27. From 13,1 it sees all of column 1 as well and what
 * opens to its right: 73. From 1,1 it sees 74: the loop adds one. */
static const struct {
    const char *rule, *red, *blue, *answers, *after;
} TURNS[] = {
    {"R31 F", "13 1 N", "25 25 E", "F", "12,1,N 25,25,E 145 0"},
    {"R31 R", "13 1 N", "25 25 E", "R", "13,2,E 25,25,E 145 0"},
    {"R31 T", "13 1 N", "25 25 E", "T", "14,1,S 25,25,E 145 0"},
    {"R31 L", "13 1 S", "25 25 E", "L", "13,2,E 25,25,E 145 0"},
    {"R31 turns add up", "13 1 N", "25 25 E", "RTRR", "12,2,E 25,25,E 142 0"},
    {"R32 a wall immediately", "13 13 E", "25 25 E", "L", "13,12,W 25,25,E 53 0"},
    {"R32 a wall later", "13 1 N", "25 25 E", "FLF", "12,1,N 25,25,E 143 0"},
    {"R32 the facing stays", "13 1 N", "25 25 E", "FLR", "12,1,N 25,25,E 143 0"},
    {"R32 the outer edge", "25 24 E", "1 1 N", "FF", "25,25,E 1,1,N 50 0"},
    {"R33 new squares count", "13 13 E", "25 25 E", "TFFFFFFFFFFFRF", "11,1,N 25,25,E 42 0"},
    {"R33 known squares do not", "13 13 E", "25 25 E", "TFFFFFFFFFFFR", "12,1,N 25,25,E 41 0"},
    {"R33 each new square once", "13 13 E", "25 25 E", "TFFFFFFFFFFFRFTTTT", "11,1,N 25,25,E 38 0"},
    {"R35 after a bump", "13 1 N", "25 25 E", "L", "14,1,S 25,25,E 145 0"},
    {"R35 there and back", "13 13 E", "25 25 E", "FT", "13,14,E 25,25,E 52 0"},
    {"R35 around a loop", "1 1 N", "25 25 E", "RFRRFR", "2,1,S 25,25,E 142 0"},
    {"R35 around a loop the other way", "1 1 N", "25 25 E", "TLFLLF", "1,2,E 25,25,E 142 0"},
    {"R35 a bump after a loop", "1 1 N", "25 25 E", "RFRRFRF", "2,1,S 25,25,E 141 0"},
    {"R35 not when it only passes its start", "13 13 E", "25 25 E", "FTF", "13,12,W 25,25,E 51 0"},
    {"R35 at the start of each turn anew", "13 13 E", "25 25 E", "F T T", "13,13,W 25,24,W 52 51"},
    {"R36 Blue is first on what Red has not discovered", "13 1 N", "25 25 E", "F T", "12,1,N 25,24,W 145 48"},
    {"R37 characters behind a wall", "13 13 E", "25 25 E", "FRFFFFFFFF", "13,14,E 25,25,E 44 0"},
    {"R37 Blue's own", "13 13 E", "25 25 E", "F TFF", "13,14,E 25,22,W 53 49"},
    {"R38", "13 2 E", "13 25 E", F23, "13,25,E 13,25,E 131 0"},
    {"R38 every time", "13 2 E", "13 25 E", F23 " T T", "13,24,W 13,24,W 230 26"},
    {"R38 Blue too", "13 2 E", "13 25 E", "F T" F20 "F", "13,3,E 13,3,W 53 105"},
    {"R38 after the extra T", "13 2 E", "13 25 E", "F T" F20 " FT", "13,4,E 13,4,W 151 6"},
    {"R38 not before the extra T", "13 2 E", "13 25 E", "F T" F20 "F FT", "13,4,E 13,3,W 51 105"},
    {"R39 passing through", "13 2 E", "13 25 E", "F T" F20 " FF", "13,5,E 13,4,W 51 6"},
    {"R39 passing through again and again", "13 2 E", "13 25 E", "F T" F20 " FFTT", "13,5,E 13,4,W 49 6"},
};

START_TEST(test_turns) {
    lg_amazes state = comb_game(TURNS[_i].red, TURNS[_i].blue);
    play(&state, TURNS[_i].answers);
    ck_assert_msg(strcmp(standing(&state), TURNS[_i].after) == 0, "%s: %s, not %s", TURNS[_i].rule, standing(&state),
                  TURNS[_i].after);
}
END_TEST

/* R33 and R34: a walk discovers the squares it steps on and the openings it passes, and no others. */
START_TEST(test_discoveries_of_walks) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    play(&state, "TFFFFFFFFFFFRF T");
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    lg_amazes_knowledge expected = state.known[0];
    ck_assert_int_eq(lg_amazes_play(&state, "TFFFFFLFL", 9, &state, NULL), LG_OK); /* to 17,3; then a bump */
    ck_assert_int_eq(state.place[0].row, 16);
    ck_assert_int_eq(state.place[0].column, 2);
    ck_assert_uint_eq(expected.squares[16] & 4u, 0);
    expected.squares[16] |= 4u;
    expected.openings.v[16] |= 4u;
    ck_assert_mem_eq(&state.known[0], &expected, sizeof expected);
}
END_TEST

/* R34: consequences of a walk are inferred at the next look; here that the last row is known, and so the top. */
START_TEST(test_no_inference_before_the_look) {
    const lg_amazes_edges walls = comb();
    lg_amazes_knowledge known, looked;
    lg_amazes_place place = place_of("24 1 N");
    const uint8_t turn_back = 2;
    memset(&known, 0, sizeof known);
    for (int row = 0; row < 24; row++) known.squares[row] = 1u;
    for (int row = 1; row < 24; row++) known.openings.h[row] = 1u;
    lg_amazes_knowledge walked = known;
    walked.squares[24] = 1u;
    walked.openings.h[24] = 1u;
    int32_t count;
    count = lg_i_amazes_carry_out(&walls, &turn_back, 1, &place, &known);
    ck_assert_int_eq(count, 1);
    ck_assert_mem_eq(&known, &walked, sizeof known);
    ck_assert_int_eq(lg_amazes_infer(&known, &looked), LG_OK);
    ck_assert_uint_eq(known.walls.h[0], 0);
    ck_assert_uint_eq(looked.walls.h[0], 0x1FFFFFFu);
    ck_assert_uint_eq(looked.walls.h[25], 0x1FFFFFFu);
}
END_TEST

/* R16: nothing is discovered before the first look, then also the start square. */
START_TEST(test_start_squares_count_at_the_first_look) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    ck_assert_str_eq(standing(&state), "13,13,E 25,25,E 0 0");
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    ck_assert_str_eq(standing(&state), "13,13,E 25,25,E 54 0");
    ck_assert_uint_eq(state.known[0].squares[12], 0x1FFFFFFu);
    ck_assert_uint_eq(state.known[1].squares[24], 0);
}
END_TEST

/* R30: 1 to 256 characters; with the extra T a player may make 257 steps. */
START_TEST(test_longest_walk) {
    char move[258];
    lg_parse_error error = {0, 0, NULL};
    for (int i = 0; i < 257; i++) move[i] = i % 2 == 0 ? 'F' : 'T';
    lg_amazes state = comb_game("13 13 E", "25 25 E"), after;
    ck_assert_int_eq(lg_amazes_play(&state, move, 257, &after, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 257);
    ck_assert_int_eq(lg_amazes_play(&state, move, 0, &after, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 1);
    ck_assert_int_eq(lg_amazes_play(&state, move, 256, &after, &error), LG_OK); /* back on its start: one more T */
    ck_assert_str_eq(standing(&after), "13,12,W 25,25,E -202 0");
    play_one(&state, move, 257);
    ck_assert_str_eq(standing(&state), "13,12,W 25,25,E 53 0");
    ck_assert_uint_eq(state.offenders, 1);
}
END_TEST

/* ---- sudden death and scores ---- */

/* A game late enough for any count of characters: `player` is to move and has looked; it began on 13,2, stands on
 * `place` and knows all of the maze but one or two squares. The other one stands on 13,25 and knows only its view. */
static lg_amazes late_game(int player, const char *place, const char *unknown, uint32_t written) {
    lg_amazes state = comb_game(player == 0 ? "13 2 E" : "13 25 E", player == 0 ? "13 25 E" : "13 2 E");
    lg_amazes_knowledge *known = &state.known[player], *seen = &state.known[1 - player];
    ck_assert_int_eq(lg_amazes_discover(&state.maze, &state.place[1 - player], seen, seen), LG_OK);
    *known = all_of(&state.maze);
    for (; unknown != NULL; unknown = strchr(unknown + 1, ' ')) {
        int row, column;
        ck_assert_int_eq(sscanf(unknown, " %d,%d", &row, &column), 2);
        known->squares[row - 1] &= ~(1u << (column - 1));
    }
    state.place[player] = place_of(place);
    state.turn = (uint16_t)(200 + player);
    state.looked = 1;
    state.written[player] = written;
    state.written[1 - player] = 101;
    for (int row = 0; row < 25; row++) {
        const int only = __builtin_popcount(known->squares[row] & ~seen->squares[row]);
        state.first[player] = (uint16_t)(state.first[player] + only);
        state.first[1 - player] = (uint16_t)(state.first[1 - player] + __builtin_popcount(seen->squares[row]));
    }
    ck_assert_int_eq(lg_amazes_validate(&state), LG_OK);
    return state;
}

static const char *end_of(const lg_amazes *state) {
    static char text[80];
    int32_t points[2], score[2];
    lg_amazes_points(state, points);
    lg_amazes_scores(state, score);
    (void)snprintf(text, sizeof text, "%s, %d %d, %d %d", lg_i_amazes_result_text(lg_amazes_result_of(state)), points[0],
                   points[1], score[0], score[1]);
    return text;
}

/* A player who knows everything has 625 + 598 points less its characters: the other one has seen 27 squares, all of
 * them first. That one has 27 + 27 - 101 points. */
static const struct {
    const char *rule;
    int player;
    const char *place, *unknown;
    uint32_t written;
    const char *answer, *after;
} ENDS[] = {
    {"R40", 0, "13 2 E", NULL, 600, F23, "sudden death, 1200 0, 1000 0"},
    {"R40 Blue", 1, "13 2 E", NULL, 1000, F23, "sudden death, 0 400, 0 400"},
    {"R40 negative points are doubled", 0, "13 2 E", NULL, 2000, F23, "sudden death, -1600 0, 0 0"},
    {"R40 walked in this turn", 0, "13 2 E", "13,24", 600, F23, "sudden death, 1200 0, 1000 0"},
    {"R40 the last square is the opponent's", 0, "13 2 E", "13,25", 600, F23, "sudden death, 1200 0, 1000 0"},
    {"R40 the last two", 0, "13 2 E", "13,24 13,25", 600, F23, "sudden death, 1200 0, 1000 0"},
    {"R40 after the extra T", 0, "13 24 E", NULL, 600, "FT", "sudden death, 1242 0, 1000 0"},
    {"R40 the last square by the extra T", 0, "13 24 E", "13,25", 600, "FT", "sudden death, 1242 0, 1000 0"},
    {"R38 one square is missing", 0, "13 2 E", "5,5", 600, F23, "ongoing, 698 -47, 698 0"},
    {"R38 one is walked, one is missing", 0, "13 2 E", "13,20 5,5", 600, F23, "ongoing, 698 -47, 698 0"},
    {"R40 not next to the opponent", 0, "13 2 E", NULL, 600, F20, "ongoing, 603 -47, 603 0"},
    {"R40 not in passing", 0, "13 2 E", NULL, 600, F23 "T", "ongoing, 599 -47, 599 0"},
};

START_TEST(test_ends) {
    lg_amazes state = late_game(ENDS[_i].player, ENDS[_i].place, ENDS[_i].unknown, ENDS[_i].written);
    play(&state, ENDS[_i].answer);
    ck_assert_msg(strcmp(end_of(&state), ENDS[_i].after) == 0, "%s: %s, not %s", ENDS[_i].rule, end_of(&state),
                  ENDS[_i].after);
    const bool over = strncmp(ENDS[_i].after, "ongoing", 7) != 0;
    ck_assert_int_eq(lg_amazes_player(&state), over ? -1 : 1 - ENDS[_i].player);
}
END_TEST

/* R40: squares discovered by the look of the same turn count. */
START_TEST(test_sudden_death_after_the_look) {
    lg_amazes state = late_game(0, "13 2 E", "13,9", 600);
    state.looked = 0;
    play(&state, F23);
    ck_assert_str_eq(end_of(&state), "sudden death, 1200 0, 1000 0");
}
END_TEST

/* The potential counts sudden death as two wins for the player that made it. */
START_TEST(test_potential_of_an_end) {
    lg_amazes over = late_game(_i, "13 2 E", NULL, 600);
    int32_t ended, open;
    lg_game game;
    play(&over, F23);
    lg_amazes going_on = over;
    going_on.sudden_death = 0;
    ck_assert_int_eq(over.sudden_death, _i + 1);
    ck_assert_int_eq(lg_game_make("amazes", 6, &game, NULL), LG_OK);
    for (int player = 0; player < 2; player++) {
        ck_assert_int_eq(lg_game_potential(&game, &over, player, &ended), LG_OK);
        ck_assert_int_eq(lg_game_potential(&game, &going_on, player, &open), LG_OK);
        ck_assert_int_eq(ended - open, player == _i ? 2 * LG_POTENTIAL_ONE : 0);
    }
}
END_TEST

/* R42: from the points of Red, who knows all of the maze, to its score. */
static const struct {
    uint32_t written;
    int32_t points, score;
} SCORES[] = {{100, 1123, 1000}, {222, 1001, 1000}, {223, 1000, 1000}, {224, 999, 999},  {1222, 1, 1},
              {1223, 0, 0},      {1224, -1, 0},     {9999, -8776, 0}};

START_TEST(test_scores) {
    const lg_amazes state = late_game(0, "13 2 E", NULL, SCORES[_i].written);
    int32_t points[2], score[2];
    lg_amazes_points(&state, points);
    lg_amazes_scores(&state, score);
    ck_assert_int_eq(points[0], SCORES[_i].points);
    ck_assert_int_eq(score[0], SCORES[_i].score);
    lg_amazes offender;
    ck_assert_int_eq(lg_amazes_forfeit(&state, 0, &offender), LG_OK);
    lg_amazes_scores(&offender, score); /* R43 */
    ck_assert_int_eq(score[0], 0);
    lg_amazes_points(&offender, points);
    ck_assert_int_eq(points[0], SCORES[_i].points);
}
END_TEST

/* R37: characters of an unfinished walk are paid for as they are written. */
START_TEST(test_points_of_an_unfinished_walk) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    for (int32_t step = 0; step < 4; step++) ck_assert_int_eq(lg_i_amazes_step(&state, step, &state), LG_OK);
    ck_assert_str_eq(standing(&state), "13,13,E 25,25,E 50 0");
    ck_assert_int_eq(lg_i_amazes_end_turn(&state, &state), LG_OK);
    ck_assert_str_eq(standing(&state), "13,14,E 25,25,E 50 0");
}
END_TEST

/* R41: after the last turn of both there is no look and no move. */
START_TEST(test_turn_limit) {
    const lg_amazes_edges walls = comb();
    const lg_amazes_place start[2] = {place_of("13 13 E"), place_of("25 25 E")};
    for (int32_t limit = 1; limit <= LG_AMAZES_TURNS; limit++) {
        lg_amazes state;
        ck_assert_int_eq(lg_amazes_start(&walls, start, limit, &state), LG_OK);
        for (int32_t turn = 0; turn < 2 * limit; turn++) {
            LG_REQUIRE(lg_amazes_result_of(&state) == LG_AMAZES_ONGOING, "over after %d of %d turns", turn, limit);
            LG_REQUIRE(lg_amazes_player(&state) == turn % 2, "turn %d is not that of %d", turn, turn % 2);
            LG_REQUIRE(lg_amazes_play(&state, "T", 1, &state, NULL) == LG_OK, "turn %d of %d", turn, limit);
        }
        LG_REQUIRE(lg_amazes_result_of(&state) == LG_AMAZES_AT_TURN_LIMIT, "not over after %d turns", limit);
        LG_REQUIRE(lg_amazes_player(&state) == -1, "a player is to move after %d turns", limit);
        LG_REQUIRE(lg_amazes_begin_turn(&state, &state) == LG_E_OVER, "a look after %d turns", limit);
    }
}
END_TEST

/* ---- offences ---- */

#define LONG_WALK F20 F20 F20 F20 F20 F20 F20 F20 F20 F20 F20 F20 F5 F5 F5 "F" /* 256 */

/* As TURNS; then both scores, and the offenders as bits. */
static const struct {
    const char *rule, *red, *blue, *answers, *after;
    int32_t score[2];
    unsigned offenders;
} OFFENCES[] = {
    {"R43 another character", "13 13 E", "25 25 E", "X", "13,12,W 25,25,E 53 0", {0, 0}, 1},
    {"R43 a small letter", "13 13 E", "25 25 E", "f", "13,12,W 25,25,E 53 0", {0, 0}, 1},
    {"R43 after good ones", "13 13 E", "25 25 E", "FFFF-", "13,12,W 25,25,E 53 0", {0, 0}, 1},
    {"R43 257 characters", "13 13 E", "25 25 E", LONG_WALK "F", "13,12,W 25,25,E 53 0", {0, 0}, 1},
    {"R30 256 characters", "13 13 E", "25 25 E", LONG_WALK, "13,25,E 25,25,E -202 0", {0, 0}, 0},
    {"R44 in its later turns", "13 13 E", "25 25 E", "X T .", "13,13,E 25,24,W 52 51", {0, 51}, 1},
    {"R44 whatever it writes", "13 13 E", "25 25 E", "X T FFF", "13,13,E 25,24,W 52 51", {0, 51}, 1},
    {"R44 it looks, and is first but where Blue was", "13 2 E", "25 25 E", "X T .",
     "13,2,E 25,24,W 141 51", {0, 51}, 1},
    {"R45", "13 13 E", "25 25 E", "XXXXXXXXXXXX T . T . T .", "13,13,E 25,24,W 50 49", {0, 49}, 1},
    {"R46 no 100 points", "13 2 E", "13 25 E", "X T" F20 "FF .", "13,2,E 13,2,W 144 4", {0, 4}, 1},
    {"R46 none for Blue either", "13 2 E", "13 24 E", "F" F20 " X", "13,23,E 13,23,W 33 26", {33, 0}, 2},
    {"R47 the other one continues", "13 2 E", "13 25 E", "X T" F20 "FFF", "13,1,W 13,1,W 53 103", {0, 103}, 1},
    {"R47 both", "13 13 E", "25 25 E", "X X . .", "13,13,E 25,25,E 52 50", {0, 0}, 3},
};

START_TEST(test_offences) {
    lg_amazes state = comb_game(OFFENCES[_i].red, OFFENCES[_i].blue);
    int32_t score[2];
    play(&state, OFFENCES[_i].answers);
    ck_assert_msg(strcmp(standing(&state), OFFENCES[_i].after) == 0, "%s: %s, not %s", OFFENCES[_i].rule,
                  standing(&state), OFFENCES[_i].after);
    lg_amazes_scores(&state, score);
    ck_assert_int_eq(score[0], OFFENCES[_i].score[0]);
    ck_assert_int_eq(score[1], OFFENCES[_i].score[1]);
    ck_assert_uint_eq(state.offenders, OFFENCES[_i].offenders);
}
END_TEST

/* R43: no character at all; the look of that turn stays. */
START_TEST(test_an_empty_line) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    play_one(&state, "", 0);
    ck_assert_str_eq(standing(&state), "13,12,W 25,25,E 53 0");
    play_one(&state, "\n", 1);
    ck_assert_str_eq(standing(&state), "13,12,W 25,24,W 53 51");
    ck_assert_uint_eq(state.offenders, 3);
}
END_TEST

/* R44: a crash during a walk: the walk is dropped, the look is not repeated. */
START_TEST(test_forfeit_during_a_walk) {
    lg_amazes state = comb_game("13 13 E", "25 25 E"), jury;
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    ck_assert_int_eq(lg_i_amazes_step(&state, 0, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_forfeit(&state, 1, &jury), LG_OK); /* the other one: the walk stays */
    ck_assert_uint_eq(jury.walk_length, 1);
    ck_assert_int_eq(lg_i_amazes_end_turn(&jury, &jury), LG_OK);
    ck_assert_str_eq(standing(&jury), "13,14,E 25,25,E 53 0");
    ck_assert_int_eq(lg_i_amazes_end_turn(&jury, &jury), LG_E_ILLEGAL);
    ck_assert_int_eq(lg_amazes_forfeit(&state, 0, &jury), LG_OK);
    ck_assert_uint_eq(jury.walk_length, 0);
    ck_assert_uint_eq(jury.looked, 1);
    ck_assert_int_eq(lg_amazes_validate(&jury), LG_OK);
    ck_assert_int_eq(lg_amazes_jury(&jury, &jury), LG_OK);
    ck_assert_str_eq(standing(&jury), "13,12,W 25,25,E 53 0");
}
END_TEST

/* R46: an offender that has discovered all squares does not end the game; its opponent does. */
START_TEST(test_no_sudden_death_by_an_offender) {
    lg_amazes state = late_game(0, "13 24 W", NULL, 600), victim;
    ck_assert_int_eq(lg_amazes_forfeit(&state, 0, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_jury(&state, &state), LG_OK); /* T: onto 13,25 */
    ck_assert_str_eq(end_of(&state), "ongoing, 622 -47, 0 0");
    victim = late_game(0, "13 2 E", NULL, 600);
    ck_assert_int_eq(lg_amazes_forfeit(&victim, 1, &victim), LG_OK);
    play(&victim, F23);
    ck_assert_str_eq(end_of(&victim), "sudden death, 1200 0, 1000 0");
}
END_TEST

/* R47: the uniform interface continues where a player decides; when both are offenders, at the end. */
START_TEST(test_settle) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    ck_assert_int_eq(lg_amazes_advance(&state, &state), LG_OK);
    ck_assert_uint_eq(state.looked, 1);
    ck_assert_uint_eq(state.turn, 0);
    const lg_amazes once = state;
    ck_assert_int_eq(lg_amazes_advance(&state, &state), LG_OK);
    ck_assert_mem_eq(&state, &once, sizeof state);
    ck_assert_int_eq(lg_amazes_forfeit(&state, 0, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_advance(&state, &state), LG_OK);
    ck_assert_uint_eq(state.turn, 1);
    ck_assert_uint_eq(state.looked, 1);
    ck_assert_int_eq(lg_amazes_forfeit(&state, 1, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_advance(&state, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_result_of(&state), LG_AMAZES_AT_TURN_LIMIT);
    ck_assert_str_eq(standing(&state), "13,13,E 25,25,E -96 -98");
}
END_TEST

Suite *lg_test_amazes_turns(void) {
    Suite *suite = suite_create("amazes turns");
    TCase *tests = tcase_create("turns");
    tcase_add_loop_test(tests, test_turns, 0, COUNT(TURNS));
    tcase_add_test(tests, test_discoveries_of_walks);
    tcase_add_test(tests, test_no_inference_before_the_look);
    tcase_add_test(tests, test_start_squares_count_at_the_first_look);
    tcase_add_test(tests, test_longest_walk);
    tcase_add_loop_test(tests, test_ends, 0, COUNT(ENDS));
    tcase_add_test(tests, test_sudden_death_after_the_look);
    tcase_add_loop_test(tests, test_potential_of_an_end, 0, 2);
    tcase_add_loop_test(tests, test_scores, 0, COUNT(SCORES));
    tcase_add_test(tests, test_points_of_an_unfinished_walk);
    tcase_add_test(tests, test_turn_limit);
    tcase_add_loop_test(tests, test_offences, 0, COUNT(OFFENCES));
    tcase_add_test(tests, test_an_empty_line);
    tcase_add_test(tests, test_forfeit_during_a_walk);
    tcase_add_test(tests, test_no_sudden_death_by_an_offender);
    tcase_add_test(tests, test_settle);
    suite_add_tcase(suite, tests);
    return suite;
}
