/* Alquerque: one row for each sentence of the rules; then tests that do not fit a row. */
#include "positions.h"
#include "games/alquerque/rules.h"

#define RETURN "a piece may not go straight back to the point it left in this player's previous turn"
#define COMPULSORY "a capture is possible, and capturing is compulsory"
#define INCOMPLETE "incomplete capture: the piece can capture again and must"
#define NO_ENEMY "there is no enemy piece to jump over"
#define BEHIND "the point behind the jumped piece is not empty"
#define NOT_EMPTY "the point moved to is not empty"
#define OTHER_PIECE "another piece must continue its chain"
#define NEIGHBOUR "a neighbouring point along a line"
#define TWO_AWAY "a point two away along a line"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

/* ---- moves that are legal ---- */

static const struct {
    const char *rule, *before, *move, *after;
} LEGAL[] = {
    {"a step goes along a row", "7/7/7/7/7/6b/1w5 w 0 - - -", "b1-c1", "7/7/7/7/7/6b/2w4 b 1 b1-c1 - -"},
    {"a step goes along a column", "7/7/7/7/7/6b/1w5 w 0 - - -", "b1-b2", "7/7/7/7/7/1w4b/7 b 1 b1-b2 - -"},
    {"White may step back", "7/7/7/1w5/7/6b/7 w 4 - - -", "b4-b3", "7/7/7/7/1w5/6b/7 b 5 b4-b3 - -"},
    {"Black may step back", "7/7/7/1w5/7/6b/7 b 5 - - -", "g2-g3", "7/7/7/1w5/6b/7/7 w 6 - g2-g3 -"},
    {"an even sum has diagonals", "7/7/7/7/7/6b/w6 w 0 - - -", "a1-b2", "7/7/7/7/7/1w4b/7 b 1 a1-b2 - -"},
    {"every corner has one", "6w/7/7/7/7/b6/7 w 0 - - -", "g7-f6", "7/5w1/7/7/7/b6/7 b 1 g7-f6 - -"},
    {"only the point left is forbidden", "7/7/7/3w3/7/6b/7 w 2 c3-d4 g1-g2 -", "d4-d3",
     "7/7/7/7/3w3/6b/7 b 3 d4-d3 g1-g2 -"},
    {"another piece may go to it", "7/7/7/3w3/7/1w4b/7 w 2 c3-d4 g1-g2 -", "b2-c3",
     "7/7/7/3w3/2w4/6b/7 b 3 b2-c3 g1-g2 -"},
    {"the opponent's step forbids nothing", "7/7/7/3w3/7/6b/7 w 2 - c3-d4 -", "d4-c3",
     "7/7/7/7/2w4/6b/7 b 3 d4-c3 c3-d4 -"},
    {"a capture forbids no step", "7/7/7/7/7/6b/2w4 w 2 a1*c1 g1-g2 -", "c1-b1",
     "7/7/7/7/7/6b/1w5 b 3 c1-b1 g1-g2 -"},
    {"nor a capture back", "7/7/7/7/6b/7/1bw4 w 2 a1*c1 a1-b1 -", "c1*a1", "7/7/7/7/6b/7/w6 b 3 c1*a1 a1-b1 -"},
    {"a capture jumps and takes", "7/7/4b2/3w3/7/7/w6 b 1 c3-d4 - -", "e5*c3",
     "7/7/7/7/2b4/7/w6 w 2 c3-d4 e5*c3 -"},
    {"also from an odd sum, in rows and columns", "7/7/7/b6/7/1b5/1w5 w 0 - - -", "b1*b3",
     "7/7/7/b6/1w5/7/7 b 1 b1*b3 - -"},
    {"White may capture backwards", "7/7/7/w6/b6/7/6b w 0 - - -", "a4*a2", "7/7/7/7/7/w6/6b b 1 a4*a2 - -"},
    {"a chain turns as it likes", "7/7/7/1b5/7/b6/w5b w 0 - - -", "a1*a3*c5", "7/7/2w4/7/7/7/6b b 1 a1*a3*c5 - -"},
    {"taking the most is no duty", "7/7/7/1b5/7/b6/wb4b w 0 - - -", "a1*c1", "7/7/7/1b5/7/b6/2w3b b 1 a1*c1 - -"},
    {"nor is taking less", "7/7/7/1b5/7/b6/wb4b w 0 - - -", "a1*a3*c5", "7/7/2w4/7/7/7/1b4b b 1 a1*a3*c5 - -"},
    {"a chain may end on its own start", "7/7/3b3/2b1b2/2wb3/7/6b w 0 - - -", "c3*e3*e5*c5*c3",
     "7/7/7/7/2w4/7/6b b 1 c3*e3*e5*c5*c3 - -"},
    {"the same ends by another path", "7/7/3b3/2b1b2/2wb3/7/6b w 0 - - -", "c3*c5*e5*e3*c3",
     "7/7/7/7/2w4/7/6b b 1 c3*c5*e5*e3*c3 - -"},
    {"a chain may pass through its own start", "7/7/3b3/2b1b2/1bwb3/7/6b w 0 - - -", "c3*e3*e5*c5*c3*a3",
     "7/7/7/7/w6/7/6b b 1 c3*e3*e5*c5*c3*a3 - -"},
    {"a chain in progress goes on", "7/7/7/1b5/w6/7/6b w 0 - - a1*a3", "a3*c5",
     "7/7/2w4/7/7/7/6b b 1 a1*a3*c5 - -"},
    {"the last piece may be taken", "7/7/7/7/7/1b5/w6 w 0 - - -", "a1*c3", "7/7/7/7/2w4/7/7 b 1 a1*c3 - -"},
};

START_TEST(test_legal_moves) {
    const lg_alquerque before = position_of(LEGAL[_i].before);
    const lg_alquerque_move move = move_of(LEGAL[_i].move);
    lg_alquerque after = before, answered;
    ck_assert_ptr_null(lg_i_alquerque_explain(&before, &move));
    ck_assert_int_eq(lg_alquerque_apply(&after, &move, &after), LG_OK);
    expect_position(&after, LEGAL[_i].after, LEGAL[_i].rule);
    ck_assert_int_eq(lg_alquerque_play(&before, LEGAL[_i].move, strlen(LEGAL[_i].move), &answered, NULL), LG_OK);
    ck_assert_mem_eq(&answered, &after, sizeof after);
    expect_position(&before, LEGAL[_i].before, "the input");
}
END_TEST

/* ---- moves that are not ---- */

static const struct {
    const char *rule, *before, *move;
    lg_status status;
    const char *reason;
} ILLEGAL[] = {
    {"an odd sum has no diagonals", "7/7/7/7/7/6b/1w5 w 0 - - -", "b1-a2", LG_E_PARSE, NEIGHBOUR},
    {"also for captures", "7/7/7/7/6b/2b4/1w5 w 0 - - -", "b1*d3", LG_E_PARSE, TWO_AWAY},
    {"a step goes one point", "7/7/7/7/7/6b/w6 w 0 - - -", "a1-a3", LG_E_PARSE, NEIGHBOUR},
    {"a step goes somewhere", "7/7/7/7/7/6b/w6 w 0 - - -", "a1-a1", LG_E_PARSE, NEIGHBOUR},
    {"a step ends on no friend", "7/7/7/7/7/w5b/w6 w 0 - - -", "a1-a2", LG_E_ILLEGAL, NOT_EMPTY},
    {"a step ends on no enemy", "7/7/7/7/b6/b6/w6 w 0 - - -", "a1-a2", LG_E_ILLEGAL, NOT_EMPTY},
    {"a player moves his own pieces", "7/7/7/7/7/6b/w6 w 0 - - -", "g2-g3", LG_E_ILLEGAL,
     "the piece belongs to the other player"},
    {"a move needs a piece", "7/7/7/7/7/6b/w6 w 0 - - -", "d4-d5", LG_E_ILLEGAL,
     "there is no piece on the point moved from"},
    {"White's step may not be taken back at once", "7/7/7/3w3/7/6b/7 w 2 c3-d4 g1-g2 -", "d4-c3", LG_E_ILLEGAL, RETURN},
    {"nor may Black's", "7/7/7/3w3/7/6b/7 b 3 c3-d4 g1-g2 -", "g2-g1", LG_E_ILLEGAL, RETURN},
    {"a jump goes two points", "7/7/7/7/1b5/1b5/w6 w 0 - - -", "a1*d4", LG_E_PARSE, TWO_AWAY},
    {"a capture takes no friend", "7/7/7/7/6b/1w5/w6 w 0 - - -", "a1*c3", LG_E_ILLEGAL,
     "a piece may not jump over one of its own side"},
    {"a capture takes a piece", "7/7/7/7/6b/7/w6 w 0 - - -", "a1*c3", LG_E_ILLEGAL, NO_ENEMY},
    {"a capture ends on no friend", "7/7/7/7/2w4/1b5/w6 w 0 - - -", "a1*c3", LG_E_ILLEGAL, BEHIND},
    {"a capture ends on no enemy", "7/7/7/7/1b5/1b5/1w5 w 0 - - -", "b1*b3", LG_E_ILLEGAL, BEHIND},
    {"a capture ends on the board", "7/7/7/7/7/7/w4wb w 0 - - -", "f1*h1", LG_E_PARSE, "a column letter, a to g"},
    {"capturing is compulsory", "7/7/7/7/7/1b5/w5w w 0 - - -", "a1-a2", LG_E_ILLEGAL, COMPULSORY},
    {"for every piece of the player", "7/7/7/7/7/1b5/w5w w 0 - - -", "g1-g2", LG_E_ILLEGAL, COMPULSORY},
    {"that is said before the return", "7/7/7/7/7/1b4w/w6 w 2 g1-g2 b3-b2 -", "g2-g1", LG_E_ILLEGAL, COMPULSORY},
    {"a chain goes on as long as it can", "7/7/7/1b5/7/b6/w5b w 0 - - -", "a1*a3", LG_E_ILLEGAL, INCOMPLETE},
    {"also on its own start", "7/7/3b3/2b1b2/1bwb3/7/6b w 0 - - -", "c3*e3*e5*c5*c3", LG_E_ILLEGAL, INCOMPLETE},
    {"a chain ends where no capture is left", "7/7/7/1b5/7/b6/w5b w 0 - - -", "a1*a3*c5*e5", LG_E_ILLEGAL,
     "the chain continues after its last capture"},
    {"each jump takes a piece", "7/7/7/1b5/7/b6/w5b w 0 - - -", "a1*a3*c3", LG_E_ILLEGAL, NO_ENEMY},
    {"a piece is not jumped twice", "7/7/7/1b5/7/b6/w5b w 0 - - -", "a1*a3*a1", LG_E_ILLEGAL, NO_ENEMY},
    {"a chain in progress: only its piece", "7/7/7/1b5/w6/1b5/w5b w 0 - - a1*a3", "a1*c3", LG_E_ILLEGAL, OTHER_PIECE},
    {"a chain in progress: no step", "7/7/7/1b5/w6/7/6b w 0 - - a1*a3", "a3-a2", LG_E_ILLEGAL, COMPULSORY},
    {"a chain in progress: not from its start", "7/7/7/1b5/w6/7/6b w 0 - - a1*a3", "a1*a3*c5", LG_E_ILLEGAL,
     OTHER_PIECE},
    {"a capture is written with '*'", "7/7/7/7/7/1b5/w6 w 0 - - -", "a1-c3", LG_E_PARSE, NEIGHBOUR},
    {"a step is written with '-'", "7/7/7/7/7/6b/w6 w 0 - - -", "a1*b2", LG_E_PARSE, TWO_AWAY},
    {"no pieces: no move", "7/7/7/7/7/6b/7 w 0 - - -", "a1-a2", LG_E_OVER, NULL},
    {"ply limit: no move", "7/7/7/7/7/6b/w6 w 200 - - -", "a1-a2", LG_E_OVER, NULL},
    {"trapped: no move", "7/7/7/7/b1b4/bb5/wbb4 w 0 - - -", "a1-a2", LG_E_OVER, NULL},
    {"only the forbidden return: no move", "7/7/7/7/2b4/1b5/wbb4 w 50 a2-a1 - -", "a1-a2", LG_E_OVER, NULL},
    {"after an offence: no move", "7/7/7/7/7/6b/w6 w 0 - - - forfeit:b", "a1-a2", LG_E_OVER, NULL},
};

START_TEST(test_illegal_moves) {
    const lg_alquerque before = position_of(ILLEGAL[_i].before);
    lg_alquerque after = before;
    lg_parse_error error = {0, 0, NULL};
    const char *text = ILLEGAL[_i].move, *reason = ILLEGAL[_i].reason;
    const lg_status status = lg_alquerque_play(&before, text, strlen(text), &after, &error);
    ck_assert_msg(status == ILLEGAL[_i].status, "%s: %s", ILLEGAL[_i].rule, lg_status_text(status));
    ck_assert_mem_eq(&after, &before, sizeof before);
    if (reason == NULL) ck_assert_ptr_null(error.expected);
    else ck_assert_msg(strcmp(error.expected, reason) == 0, "%s: %s", ILLEGAL[_i].rule, error.expected);
    if (status == LG_E_PARSE) return;
    const lg_alquerque_move move = move_of(text);
    ck_assert_str_eq(lg_i_alquerque_explain(&before, &move), reason != NULL ? reason : "the game is over");
    ck_assert_int_eq(lg_alquerque_apply(&before, &move, &after), status);
    ck_assert_mem_eq(&after, &before, sizeof before);
}
END_TEST

/* ---- ends and scores ---- */

/* `move` may be NULL: the position as it is. */
static const struct {
    const char *rule, *before, *move, *result;
    int32_t white, black;
} ENDS[] = {
    {"the start", START_TEXT, NULL, "ongoing", 0, 0},
    {"White without pieces loses", "7/7/7/7/7/6b/7 w 9 - - -", NULL, "no pieces", 0, 12},
    {"Black without pieces loses", "7/7/7/7/7/6w/7 b 9 - - -", NULL, "no pieces", 12, 0},
    {"the last piece taken", "7/7/7/7/2b4/1w5/7 b 9 - - -", "c3*a1", "no pieces", 0, 12},
    {"the last piece taken with ply 200", "7/7/7/7/2b4/1w5/7 b 199 - - -", "c3*a1", "no pieces", 0, 12},
    {"no pieces goes before the ply limit", "7/7/7/7/7/6w/7 b 200 - - -", NULL, "no pieces", 12, 0},
    {"White trapped loses", "7/7/7/7/b1b4/bb5/wbb4 w 198 - - -", NULL, "no moves", 0, 12},
    {"Black trapped loses", "7/7/7/7/w1w4/ww5/bww4 b 3 - - -", NULL, "no moves", 12, 0},
    {"the trap closes with ply 199", "7/7/7/7/bbb4/b6/wbb4 b 198 - - -", "b3-b2", "no moves", 0, 12},
    {"the trap closes with ply 200: a tie", "7/7/7/7/bbb4/b6/wbb4 b 199 - - -", "b3-b2", "ply limit", 1, 6},
    {"the ply limit goes before no moves", "7/7/7/7/b1b4/bb5/wbb4 w 200 - - -", NULL, "ply limit", 1, 6},
    {"only the forbidden return left", "7/7/7/7/2b4/1b5/wbb4 w 50 a2-a1 - -", NULL, "no moves", 0, 12},
    {"the same without the step before", "7/7/7/7/2b4/1b5/wbb4 w 50 - - -", NULL, "ongoing", 0, 0},
    {"the same after a capture", "7/7/7/7/2b4/1b5/wbb4 w 50 a3*a1 - -", NULL, "ongoing", 0, 0},
    {"a tie after 100 moves each", "b6/7/7/7/7/7/6w b 199 - - -", "a7-a6", "ply limit", 6, 6},
    {"not after 99 and a half", "b6/7/7/7/7/7/6w w 198 - - -", "g1-f1", "ongoing", 0, 0},
    {"White three, Black one: 6-4", "b6/7/7/7/7/7/4www w 200 - - -", NULL, "ply limit", 6, 4},
    {"White one, Black three: 4-6", "bbb4/7/7/7/7/7/6w w 200 - - -", NULL, "ply limit", 4, 6},
    {"seven pieces give 0", "bbbbbbb/7/7/7/7/7/6w w 200 - - -", NULL, "ply limit", 0, 6},
    {"eight pieces give 0, not less", "bbbbbbb/b6/7/7/7/7/6w w 200 - - -", NULL, "ply limit", 0, 6},
    {"White's offence", "b6/7/7/7/7/7/6w w 5 - - - forfeit:w", NULL, "illegal", 0, 12},
    {"Black's offence", "b6/7/7/7/7/7/6w w 5 - - - forfeit:b", NULL, "illegal", 12, 0},
    {"an offence goes before everything", "7/7/7/7/7/6b/7 w 200 - - - forfeit:b", NULL, "illegal", 12, 0},
    {"in the middle of a chain", "7/7/7/1b5/w6/7/7 w 199 - - a1*a3", NULL, "ongoing", 0, 0},
    {"the end of a chain with ply 200", "7/7/7/1b5/w6/7/6b w 199 - - a1*a3", "a3*c5", "ply limit", 6, 6},
};

START_TEST(test_ends_and_scores) {
    lg_alquerque state = position_of(ENDS[_i].before);
    int32_t score[2] = {-1, -1};
    if (ENDS[_i].move != NULL) {
        const lg_alquerque_move move = move_of(ENDS[_i].move);
        ck_assert_int_eq(lg_alquerque_apply(&state, &move, &state), LG_OK);
    }
    ck_assert_msg(strcmp(lg_alquerque_result_text(lg_alquerque_result_of(&state)), ENDS[_i].result) == 0, "%s",
                  ENDS[_i].rule);
    lg_alquerque_scores(&state, score);
    ck_assert_msg(score[0] == ENDS[_i].white && score[1] == ENDS[_i].black, "%s: %d-%d", ENDS[_i].rule, score[0],
                  score[1]);
}
END_TEST

START_TEST(test_result_texts) {
    ck_assert_str_eq(lg_alquerque_result_text(LG_ALQUERQUE_ONGOING), "ongoing");
    ck_assert_str_eq(lg_alquerque_result_text(LG_ALQUERQUE_FORFEIT), "illegal");
    ck_assert_str_eq(lg_alquerque_result_text(LG_ALQUERQUE_NO_PIECES), "no pieces");
    ck_assert_str_eq(lg_alquerque_result_text(LG_ALQUERQUE_AT_PLY_LIMIT), "ply limit");
    ck_assert_str_eq(lg_alquerque_result_text(LG_ALQUERQUE_NO_MOVES), "no moves");
    ck_assert_str_eq(lg_alquerque_result_text((lg_alquerque_result)99), "unknown result");
}
END_TEST

/* ---- whole games ---- */

static const struct {
    const char *what, *before, *moves, *rejected, *reason;
} GAMES[] = {
    {"first game of the contest's reports", START_TEXT, "c3-d4 e5*c3 b2*d4 b4*b2 a1*c3 a5-b4 a3*a5 a6*a4", "c3*a5",
     INCOMPLETE},
    {"second game of the contest's reports", START_TEXT,
     "e4-d4 c4*e4 f4*d4 b4-c4 d4*b4 a4*c4 g4-f4 a5-a4 a3*a5 a6*a4 f4-g4 a4-a3 a2*a4 a7-a6 g4-f4 a6-a5 a4*a6 b5-a5",
     "a6-a7", COMPULSORY},
    {"a return is forbidden in the very next turn", "b6/7/7/7/7/7/6w w 0 - - -", "g1-g2 a7-a6", "g2-g1", RETURN},
    {"after another move it is legal again", "b6/7/7/7/7/7/w5w w 0 - - -",
     "g1-g2 a7-a6 a1-a2 a6-a5 g2-g1 a5-a4 a2-a1", "a4-a5", RETURN},
    {"a triangle is no return", "b6/7/7/7/7/7/6w w 0 - - -", "g1-g2 a7-a6 g2-f2 a6-a5 f2-g1 a5-a4", "g1-f2", RETURN},
};

START_TEST(test_games) {
    lg_alquerque state = position_of(GAMES[_i].before), before;
    lg_parse_error error = {0, 0, NULL};
    for (const char *move = GAMES[_i].moves; *move != '\0';) {
        const size_t length = strcspn(move, " ");
        ck_assert_msg(lg_alquerque_play(&state, move, length, &state, &error) == LG_OK, "%s: %s: %s", GAMES[_i].what,
                      move, error.expected);
        move += length + (move[length] == ' ');
    }
    before = state;
    ck_assert_int_eq(lg_alquerque_play(&state, GAMES[_i].rejected, 5, &state, &error), LG_E_ILLEGAL);
    ck_assert_msg(strcmp(error.expected, GAMES[_i].reason) == 0, "%s: %s", GAMES[_i].what, error.expected);
    ck_assert_mem_eq(&state, &before, sizeof state);
}
END_TEST

START_TEST(test_start) {
    lg_alquerque state;
    memset(&state, 0xA5, sizeof state);
    lg_alquerque_start(&state);
    expect_position(&state, START_TEXT, "the start");
    for (int side = 0; side < 2; side++) ck_assert_int_eq(__builtin_popcountll(state.pieces[side]), 24);
    ck_assert_int_eq(lg_alquerque_validate(&state), LG_OK);
}
END_TEST

/* ---- forfeit ---- */

START_TEST(test_forfeit) {
    const lg_alquerque start = position_of(START_TEXT);
    lg_alquerque after = start;
    ck_assert_int_eq(lg_i_alquerque_forfeit(&start, LG_ALQUERQUE_BLACK, &after), LG_OK);
    expect_position(&after, START_TEXT " forfeit:b", "Black forfeits at White's turn");
    ck_assert_int_eq(lg_i_alquerque_forfeit(&after, LG_ALQUERQUE_WHITE, &after), LG_E_OVER);
    expect_position(&after, START_TEXT " forfeit:b", "a second forfeit");
}
END_TEST

START_TEST(test_forfeit_in_a_chain_drops_the_chain) {
    lg_alquerque state = position_of("7/7/7/1b5/w6/7/6b w 0 - b3-b4 a1*a3");
    ck_assert_int_eq(lg_i_alquerque_forfeit(&state, LG_ALQUERQUE_WHITE, &state), LG_OK);
    expect_position(&state, "7/7/7/1b5/w6/7/6b w 0 - b3-b4 - forfeit:w", "forfeit in a chain");
}
END_TEST

/* ---- decisions ---- */

static uint64_t bit_of(int column, int row) {
    return (uint64_t)1 << (8 * (row - 1) + column - 'a');
}

START_TEST(test_origins) {
    uint64_t origins[8];
    lg_alquerque state = position_of("7/7/7/7/7/6b/1w4w w 4 g2-g1 - -");
    ck_assert_int_eq(lg_i_alquerque_origins(&state, origins), 2);
    for (int d = 0; d < 8; d++) ck_assert_uint_eq(origins[d], d == 0 ? bit_of('g', 1) : 0);
    state = position_of("7/7/7/7/6b/6b/1w4w w 4 b2-b1 - -");
    ck_assert_int_eq(lg_i_alquerque_origins(&state, origins), 1);
    ck_assert_uint_eq(origins[0], 0);
    ck_assert_uint_eq(origins[2], bit_of('b', 1));
    ck_assert_uint_eq(origins[6], bit_of('b', 1) | bit_of('g', 1));
    ck_assert_uint_eq(origins[7], bit_of('g', 1));
    ck_assert_uint_eq(origins[1] | origins[3] | origins[4] | origins[5], 0);
    state = position_of("7/7/7/7/6b/6b/1w4w w 200 - - -");
    ck_assert_int_eq(lg_i_alquerque_origins(&state, origins), 0);
    for (int d = 0; d < 8; d++) ck_assert_uint_eq(origins[d], 0);
}
END_TEST

START_TEST(test_decisions_of_a_chain) {
    lg_alquerque state = position_of("7/7/7/1b5/7/b6/w4wb w 0 - - -"), before;
    ck_assert_int_eq(lg_i_alquerque_decide(&state, 0, 0, &state), LG_OK);
    expect_position(&state, "7/7/7/1b5/w6/7/5wb w 0 - - a1*a3", "after the first jump");
    before = state;
    ck_assert_int_eq(lg_i_alquerque_decide(&state, 5, 2, &state), LG_E_ILLEGAL);
    ck_assert_int_eq(lg_i_alquerque_decide(&state, 16, 4, &state), LG_E_ILLEGAL);
    ck_assert_mem_eq(&state, &before, sizeof state);
    ck_assert_int_eq(lg_i_alquerque_decide(&state, 16, 1, &state), LG_OK);
    expect_position(&state, "7/7/2w4/7/7/7/5wb b 1 a1*a3*c5 - -", "after the last jump");
}
END_TEST

/* ---- moves as data ---- */

START_TEST(test_move_make_and_points) {
    static const uint8_t CHAIN[] = {0, 2, 18};
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    lg_alquerque_move move;
    memset(&move, 0xA5, sizeof move);
    ck_assert(lg_i_alquerque_move_make(CHAIN, 3, true, &move));
    ck_assert_int_eq(lg_i_alquerque_points(&move, points), 3);
    ck_assert_mem_eq(points, CHAIN, 3);
    const lg_alquerque_move parsed = move_of("a1*c1*c3");
    ck_assert_mem_eq(&move, &parsed, sizeof move);
}
END_TEST

START_TEST(test_move_make_rejects) {
    static const struct {
        uint8_t points[26];
        int32_t count;
        bool capture;
    } ROWS[] = {
        {{0}, 1, true},          {{0, 2}, 0, true},        {{0, 2}, -1, true},      {{0, 1, 2}, 3, false},
        {{0, 2}, 2, false},      {{0, 1}, 2, true},        {{0, 0}, 2, false},      {{1, 8}, 2, false},
        {{1, 19}, 2, true},      {{7, 6}, 2, false},       {{6, 7}, 2, false},      {{6, 8}, 2, true},
        {{255, 0}, 2, false},    {{0, 255}, 2, false},     {{48, 56}, 2, false},    {{0, 2, 255}, 3, true},
        {{0, 2, 3}, 3, true},
        {{0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2}, 26, true},
    };
    lg_alquerque_move move, same;
    memset(&move, 0xA5, sizeof move);
    same = move;
    for (int i = 0; i < COUNT(ROWS); i++)
        ck_assert_msg(!lg_i_alquerque_move_make(ROWS[i].points, ROWS[i].count, ROWS[i].capture, &move), "row %d", i);
    ck_assert_mem_eq(&move, &same, sizeof move);
}
END_TEST

/* Spare bits would make two moves of one. */
START_TEST(test_moves_with_spare_bits_are_no_moves) {
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    const lg_alquerque start = position_of(START_TEXT);
    const lg_alquerque_move good = move_of("c3-d4");
    lg_alquerque after = start;
    lg_alquerque_move bad[8];
    for (int i = 0; i < COUNT(bad); i++) bad[i] = good;
    bad[0].path |= 8;
    bad[1].path |= (uint64_t)1 << 63;
    bad[2].path_high = 1;
    bad[3].path_high = 0x8000;
    bad[4].reserved = 1;
    bad[5].jumps = 25;
    bad[6].from = 7;
    bad[7].from = LG_ALQUERQUE_NO_POINT;
    for (int i = 0; i < COUNT(bad); i++) {
        ck_assert_int_eq(lg_i_alquerque_points(&bad[i], points), 0);
        ck_assert_int_eq(lg_alquerque_apply(&start, &bad[i], &after), LG_E_ARGUMENT);
        ck_assert_str_eq(lg_i_alquerque_explain(&start, &bad[i]), "the move does not follow the lines of the board");
    }
    ck_assert_int_eq(lg_alquerque_apply(NULL, &good, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_apply(&start, NULL, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_alquerque_apply(&start, &good, NULL), LG_E_ARGUMENT);
    ck_assert_mem_eq(&after, &start, sizeof start);
    ck_assert_int_eq(lg_alquerque_apply(&start, &good, &after), LG_OK);
}
END_TEST

Suite *lg_test_alquerque_rules(void) {
    Suite *suite = suite_create("alquerque rules");
    TCase *tables = tcase_create("tables"), *data = tcase_create("data");
    tcase_add_loop_test(tables, test_legal_moves, 0, COUNT(LEGAL));
    tcase_add_loop_test(tables, test_illegal_moves, 0, COUNT(ILLEGAL));
    tcase_add_loop_test(tables, test_ends_and_scores, 0, COUNT(ENDS));
    tcase_add_test(tables, test_result_texts);
    tcase_add_loop_test(tables, test_games, 0, COUNT(GAMES));
    tcase_add_test(tables, test_start);
    tcase_add_test(tables, test_forfeit);
    tcase_add_test(tables, test_forfeit_in_a_chain_drops_the_chain);
    tcase_add_test(data, test_origins);
    tcase_add_test(data, test_decisions_of_a_chain);
    tcase_add_test(data, test_move_make_and_points);
    tcase_add_test(data, test_move_make_rejects);
    tcase_add_test(data, test_moves_with_spare_bits_are_no_moves);
    suite_add_tcase(suite, tables);
    suite_add_tcase(suite, data);
    return suite;
}
