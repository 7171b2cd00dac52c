/* The simple players: legal choices, strength, and no use of hidden information. */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* ---- choices are legal, and the same again ---- */

typedef struct row {
    const char *text;
    int32_t playthroughs;
} row;

static const row WALKS[] = {
    {"alquerque", 3},
    {"amazes(turns=8)", 2},
    {"amazes(actions=walk,turns=8)", 2},
    {"blockdrop", 3},
    {"blockdrop(rules=engine,turns=50)", 3},
    {"ontherun", 2},
    {"ontherun(cities=9,map=2007)", 3},
    {"snakecore(size=8,players=3,rounds=20)", 3},
    {"snakecore(size=9,players=1,walls=10,reactors=3,ordinary=20,energy=20,rounds=60,radius=3)", 3},
    {"snakecore(size=64,players=8,rounds=8)", 2},
};

static void check_choice(walk *w, int32_t player) {
    lg_rng rng = lg_rng_seed(lg_rng_next(&w->rng), 3), again = rng;
    int32_t action = -1, repeated = -1;
    walk_copy(w, w->other, w->state);
    LG_REQUIRE(lg_game_choose(&w->game, w->state, player, &rng, &action) == LG_OK, "player %d does not choose", player);
    const bool legal = action >= 0 && action < w->game.actions && walk_is_legal(w->mask, action);
    LG_REQUIRE(legal, "player %d: action %d", player, action);
    LG_REQUIRE(walk_same(w, w->state, w->other), "player %d changes the state", player);
    LG_REQUIRE(lg_game_choose(&w->game, w->state, player, &again, &repeated) == LG_OK, "player %d", player);
    LG_REQUIRE(action == repeated && rng.state == again.state, "player %d: %d, then %d", player, action, repeated);
}

static void check_over(walk *w, int32_t player) {
    lg_rng rng = lg_rng_seed(1, 1), before = rng;
    int32_t action = 12345;
    LG_REQUIRE(lg_game_choose(&w->game, w->state, player, &rng, &action) == LG_E_OVER, "player %d can choose", player);
    LG_REQUIRE(action == 12345 && rng.state == before.state, "player %d draws in a finished game", player);
}

static void check_choices(walk *w) {
    for (int32_t player = LG_BOT_RANDOM; player <= LG_BOT_GREEDY; player++) {
        if (w->count == 0) check_over(w, player);
        else check_choice(w, player);
    }
}

START_TEST(test_choices) {
    walk_all(WALKS[_i].text, WALKS[_i].playthroughs, check_choices);
}
END_TEST

START_TEST(test_arguments) {
    walk w = walk_begin(WALKS[0].text);
    lg_rng rng = lg_rng_seed(1, 1);
    const lg_rng before = rng;
    int32_t action = 12345;
    walk_start(&w, 1);
    ck_assert_int_eq(lg_game_choose(NULL, w.state, 0, &rng, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_choose(&w.game, NULL, 0, &rng, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_choose(&w.game, w.state, 0, NULL, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_choose(&w.game, w.state, 0, &rng, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_choose(&w.game, w.state, -1, &rng, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_choose(&w.game, w.state, LG_BOT_MCTS, &rng, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_choose(&w.game, w.state, INT32_MAX, &rng, &action), LG_E_ARGUMENT);
    ck_assert(action == 12345 && rng.state == before.state);
    walk_end(&w);
}
END_TEST

START_TEST(test_random_is_uniform) {
    enum { DRAWS = 6000 };
    walk w = walk_begin(WALKS[3].text);
    int counts[LG_BLOCKDROP_ACTIONS] = {0};
    walk_start(&w, 1);
    for (int i = 0; i < DRAWS; i++) {
        int32_t action = -1;
        ck_assert_int_eq(lg_game_choose(&w.game, w.state, LG_BOT_RANDOM, &w.rng, &action), LG_OK);
        counts[action]++;
    }
    for (int32_t a = 0; a < w.game.actions; a++) {
        const int expected = walk_is_legal(w.mask, a) ? DRAWS / w.count : 0;
        LG_REQUIRE(abs(counts[a] - expected) <= expected / 5, "action %d: %d times, not %d", a, counts[a], expected);
    }
    walk_end(&w);
}
END_TEST

/* In some positions the player to move is out and can do nothing. */
START_TEST(test_out_of_the_game) {
    static const char POSITION[] =
        "8 W1bbR1Rb/e1b2e2/bbpbbWbW/Wbb1bee1/bpeWeWW1/1We1bbbb/bWb1bbbb/1beWpW1W 2 13/20 "
        "5a63027ae0784dbf:0000000000000001 0:8:1,4:L 0:2:4,7:U 0:0:2,2:DDDDDL!";
    walk w = walk_begin("snakecore(size=8,players=3,rounds=20)");
    int32_t action = -1;
    ck_assert_int_eq(lg_game_state_parse(&w.game, POSITION, strlen(POSITION), w.state, NULL), LG_OK);
    ck_assert_int_eq(lg_game_choose(&w.game, w.state, LG_BOT_GREEDY, &w.rng, &action), LG_OK);
    ck_assert_int_eq(action, LG_SNAKECORE_NONE);
    walk_end(&w);
}
END_TEST

/* ---- choices of greedy ---- */

typedef struct choice {
    const char *game, *position, *action;
} choice;

#define SMALL_FIELD "snakecore(size=8,walls=0,reactors=1,ordinary=3,energy=1,rounds=100)"
#define SEEDED "0000000000000001:0000000000000001"
#define STABLE "0,0,0,0,0,0"
#define CORNERS "0,17,L,0 17,0,U,0"

static const choice CHOICES[] = {
    /* the other head is next to the body, next to its tail alone, next to a body that is protected */
    {SMALL_FIELD, "8 8/1pebb3/3p4/8/8/3b4/8/7R 0 3/100 " SEEDED " 0:0:1,1:RRR 0:0:3,2:-", "A"},
    {SMALL_FIELD, "8 8/1pebb3/4p3/8/8/3b4/8/7R 0 3/100 " SEEDED " 0:0:1,1:RRR 0:0:4,2:-", "D"},
    {SMALL_FIELD, "8 8/1pebb3/3p4/8/8/3b4/8/7R 0 3/100 " SEEDED " 0:5:1,1:RRR 0:0:3,2:-", "D"},
    /* bites; a protected body is none to bite, so the block is next */
    {SMALL_FIELD, "8 8/1pebb3/3p4/8/8/3b4/8/7R 1 3/100 " SEEDED " 0:0:1,1:RRR 0:0:3,2:-", "U"},
    {SMALL_FIELD, "8 8/1pebb3/3p4/8/8/3b4/8/7R 1 3/100 " SEEDED " 0:5:1,1:RRR 0:0:3,2:-", "D"},
    /* half of the blocks are a share for each of two; with less the reactor waits until the last rounds */
    {SMALL_FIELD, "8 8/1pe2p2/8/1b6/8/3b4/1R6/b7 0 3/100 " SEEDED " 0:0:1,1:R 0:0:5,1:-", "D"},
    {SMALL_FIELD, "8 1b6/8/1pe2p2/8/8/1R1b4/8/b7 0 3/100 " SEEDED " 0:0:1,2:R 0:0:5,2:-", "U"},
    {SMALL_FIELD, "8 1b6/8/1pe2p2/8/8/1R1b4/8/b7 0 94/100 " SEEDED " 0:0:1,2:R 0:0:5,2:-", "D"},
    {SMALL_FIELD, "8 1b6/8/1peb1p2/8/8/1R6/8/b7 0 3/100 " SEEDED " 0:0:1,2:RR 0:0:5,2:-", "D"},
    /* the only step off a block that drops before the next turn */
    {"blockdrop", "page 8/1000 " STABLE "/0,3,0,0,0,0/" STABLE "/" STABLE "/" STABLE "/" STABLE
     " 4,5,U,0 17,17,D,0 " CORNERS " -", "R"},
    {"blockdrop", "page 8/1000 " STABLE "/0,3,0,0,0,0/" STABLE "/" STABLE "/" STABLE "/" STABLE
     " 4,3,U,0 17,17,D,0 " CORNERS " -", "L"},
    /* the step after which the only enemy piece can step only straight back */
    {"alquerque", "2w3w/ww1www1/www4/w1wwww1/2w2ww/ww2ww1/1w1w1b1 w 21 - g1-f1 -", "e2S"},
    {"alquerque", "www1w1w/ww1w2w/1ww2ww/4w1w/w3ww1/ww2wwb/4ww1 w 21 - g3-g2 -", "f1E"},
    {"alquerque", "w2wwww/1wwww1b/2w1w1w/w1ww1w1/w1ww3/2www2/1w4w w 21 - f6-g6 -", "f4E"},
    /* in the middle of its block the opponent can't leave it in time */
    {"blockdrop", "page 8/1000 " STABLE "/" STABLE "/" STABLE "/" STABLE "/" STABLE "/" STABLE
     " 4,0,R,0 4,4,D,0 " CORNERS " -", "A"},
};

START_TEST(test_greedy_choices) {
    const choice *c = &CHOICES[_i];
    walk w = walk_begin(c->game);
    char text[8];
    size_t length;
    int32_t action = -1;
    ck_assert_int_eq(lg_game_state_parse(&w.game, c->position, strlen(c->position), w.state, NULL), LG_OK);
    ck_assert_int_eq(lg_game_choose(&w.game, w.state, LG_BOT_GREEDY, &w.rng, &action), LG_OK);
    ck_assert_int_eq(lg_game_action_print(&w.game, action, text, sizeof text, &length), LG_OK);
    ck_assert_msg(strcmp(text, c->action) == 0, "%s: %s, not %s", c->position, text, c->action);
    walk_end(&w);
}
END_TEST

/* ---- strength: greedy in one seat after the other, random in all others ---- */

typedef struct match {
    const char *text;
    int32_t games;
    float least; /* required mean outcome of greedy; it is well above that */
} match;

static const match MATCHES[] = {
    {"alquerque", 100, 0.9f},
    {"amazes(turns=40)", 20, 0.1f},
    {"amazes(actions=walk,turns=40)", 20, 0.1f},
    {"blockdrop", 400, 0.6f},
    {"blockdrop(rules=engine)", 400, 0.6f},
    {"ontherun", 100, 0.9f},
    {"ontherun(cities=60,map=3)", 100, 0.7f},
    {"snakecore", 40, 0.9f},
    {"snakecore(size=12,players=4)", 80, 0.7f},
    {"snakecore(players=8)", 80, 0.7f},
};

static void play_out(walk *w, int32_t greedy_seat) {
    for (int32_t seat; (seat = lg_game_player(&w->game, w->state)) >= 0;) {
        int32_t action = -1;
        const int32_t player = seat == greedy_seat ? LG_BOT_GREEDY : LG_BOT_RANDOM;
        LG_REQUIRE(lg_game_choose(&w->game, w->state, player, &w->rng, &action) == LG_OK, "seat %d", seat);
        LG_REQUIRE(lg_game_apply(&w->game, w->state, action, w->state) == LG_OK, "seat %d, action %d", seat, action);
    }
}

START_TEST(test_greedy_beats_random) {
    const match *m = &MATCHES[_i];
    walk w = walk_begin(m->text);
    float sum[LG_MAX_PLAYERS] = {0}, outcome[LG_MAX_PLAYERS];
    for (int32_t i = 0; i < m->games; i++) {
        const int32_t seat = i % w.game.players;
        walk_start(&w, (uint64_t)i);
        play_out(&w, seat);
        ck_assert_int_eq(lg_game_outcome(&w.game, w.state, outcome), LG_OK);
        sum[seat] += outcome[seat];
    }
    float mean = 0;
    for (int32_t seat = 0; seat < w.game.players; seat++) {
        const float in_seat = sum[seat] / ((float)m->games / (float)w.game.players);
        ck_assert_msg(in_seat > 0, "%s: greedy in seat %d has a mean outcome of %g", m->text, seat, (double)in_seat);
        mean += in_seat / (float)w.game.players;
    }
    ck_assert_msg(mean >= m->least, "%s: greedy's mean outcome is %g", m->text, (double)mean);
    walk_end(&w);
}
END_TEST

START_TEST(test_greedy_alone_scores_more) {
    int32_t score[2];
    for (int32_t i = 0; i < 2; i++) {
        walk w = walk_begin("snakecore(players=1)");
        walk_start(&w, 5);
        play_out(&w, i == 0 ? 0 : -1);
        ck_assert_int_eq(lg_game_scores(&w.game, w.state, &score[i]), LG_OK);
        walk_end(&w);
    }
    ck_assert_msg(score[0] > 10 * (score[1] + 1), "greedy has %d points, random %d", score[0], score[1]);
}
END_TEST

/* ---- choices do not depend on hidden facts ---- */

/* Changes all edges that the player does not know, the opponent's knowledge and the points; the opponent is elsewhere
 * at the same distance. */
static void hide_amazes(walk *w, void *changed) {
    lg_amazes *state = changed;
    const lg_amazes_knowledge *known = &state->known[w->player];
    lg_amazes_place *other = &state->place[1 - w->player];
    const lg_amazes_place *own = &state->place[w->player];
    for (int i = 0; i <= LG_AMAZES_SIDE; i++)
        state->maze.h[i] ^= ~(known->walls.h[i] | known->openings.h[i]) & 0x1FFFFFFu;
    for (int i = 0; i < LG_AMAZES_SIDE; i++)
        state->maze.v[i] ^= ~(known->walls.v[i] | known->openings.v[i]) & 0x1FFFFFEu;
    memset(&state->known[1 - w->player], 0, sizeof state->known[0]);
    memset(state->first, 0, sizeof state->first);
    memset(state->meetings, 0, sizeof state->meetings);
    state->written[1 - w->player] = 7;
    const int row = 2 * own->row - other->row, column = 2 * own->column - other->column;
    if (row >= 0 && row < LG_AMAZES_SIDE) other->row = (uint8_t)row;
    if (column >= 0 && column < LG_AMAZES_SIDE) other->column = (uint8_t)column;
}

static void hide_ontherun(walk *w, void *changed) {
    lg_ontherun *state = changed;
    if (w->player == LG_ONTHERUN_DETECTIVES && state->fugitive != 0) state->fugitive = 1;
}

static void hide_snakecore(walk *w, void *changed) {
    (void)w;
    ((lg_snakecore *)changed)->rng = lg_rng_seed(99, 99);
}

static void check_hidden(walk *w, void (*hide)(walk *w, void *changed)) {
    lg_rng rng = lg_rng_seed(lg_rng_next(&w->rng), 3), again = rng;
    int32_t action = -1, blind = -1;
    if (w->count == 0) return;
    walk_copy(w, w->other, w->state);
    hide(w, w->other);
    (void)lg_game_choose(&w->game, w->state, LG_BOT_GREEDY, &rng, &action);
    (void)lg_game_choose(&w->game, w->other, LG_BOT_GREEDY, &again, &blind);
    LG_REQUIRE(action == blind && rng.state == again.state, "%d, but %d with other hidden information", action, blind);
}

static void check_hidden_amazes(walk *w) { check_hidden(w, hide_amazes); }
static void check_hidden_ontherun(walk *w) { check_hidden(w, hide_ontherun); }
static void check_hidden_snakecore(walk *w) { check_hidden(w, hide_snakecore); }

static const struct {
    const char *game;
    void (*check)(walk *w);
} HIDDEN[] = {
    {"amazes", check_hidden_amazes}, {"ontherun", check_hidden_ontherun}, {"snakecore", check_hidden_snakecore}};

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* In all configurations above of a game where something is hidden or drawn later. */
START_TEST(test_hidden) {
    int found = 0;
    for (int i = 0; i < COUNT(WALKS); i++) {
        if (strncmp(WALKS[i].text, HIDDEN[_i].game, strlen(HIDDEN[_i].game)) != 0) continue;
        walk_all(WALKS[i].text, WALKS[i].playthroughs, HIDDEN[_i].check);
        found++;
    }
    ck_assert_int_ge(found, 2);
}
END_TEST

/* The others, and lg_game_check, do not notice a game whose play_random or play_greedy is slow. */
START_TEST(test_games_with_slow_play) {
    static const char *const PLAY_ON[] = {"amazes", "blockdrop"};
    walk w = walk_begin(PLAY_ON[_i]);
    walk_start(&w, 1);
    ck_assert(w.game.type->speed->play_greedy != NULL);
    walk_copy(&w, w.other, w.state);
    const int32_t asked = w.game.type->speed->play_greedy(&w.game, w.other, UINT32_MAX, INT64_MAX, &w.rng);
    ck_assert_int_eq(asked, -1);
    ck_assert_int_eq(lg_game_player(&w.game, w.other), -1);
    walk_end(&w);
}
END_TEST

Suite *lg_test_bots(void) {
    Suite *suite = suite_create("bots");
    TCase *tests = tcase_create("players");
    tcase_add_test(tests, test_arguments);
    tcase_add_loop_test(tests, test_choices, 0, COUNT(WALKS));
    tcase_add_test(tests, test_random_is_uniform);
    tcase_add_test(tests, test_out_of_the_game);
    tcase_add_loop_test(tests, test_greedy_choices, 0, COUNT(CHOICES));
    tcase_add_loop_test(tests, test_greedy_beats_random, 0, COUNT(MATCHES));
    tcase_add_test(tests, test_greedy_alone_scores_more);
    tcase_add_loop_test(tests, test_games_with_slow_play, 0, 2);
    tcase_add_loop_test(tests, test_hidden, 0, COUNT(HIDDEN));
    suite_add_tcase(suite, tests);
    return suite;
}
