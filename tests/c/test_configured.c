/* Configured bots: their text, their memory, the meaning of strong, and their choices. */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH(table) ((int)(sizeof(table) / sizeof((table)[0])))

static lg_bot configured(const lg_game *game, const char *text) {
    lg_bot player;
    lg_parse_error error = {0, 0, ""};
    ck_assert_msg(lg_bot_configure(game, text, strlen(text), &player, &error) == LG_OK, "%s: column %d: %s", text,
                  error.column, error.expected);
    return player;
}

/* ---- texts ---- */

typedef struct pair {
    const char *text, *shortest;
} pair;

static const pair TEXTS[] = {
    {"random", "random"},
    {"greedy", "greedy"},
    {"mcts", "mcts"},
    {"mcts(simulations=1000)", "mcts"},
    {"mcts(cutoff=0,policy=puct,simulations=7)", "mcts(simulations=7,policy=puct,cutoff=0)"},
    {"mcts(simulations=2147483647,policy=gumbel,exploration=100000,depth=65535,solver=off,rollout=greedy,"
     "cutoff=2147483647,greedy_prior=100,opponent_model=100,considered=65536,visit_scale=1000,value_scale=100000,nodes=2147483647,"
     "full=stop,samples=1024,threads=64)",
     "mcts(simulations=2147483647,policy=gumbel,exploration=100000,depth=65535,solver=off,rollout=greedy,"
     "cutoff=2147483647,greedy_prior=100,opponent_model=100,considered=65536,visit_scale=1000,value_scale=100000,nodes=2147483647,"
     "full=stop,samples=1024,threads=64)"},
    {"alphabeta", "alphabeta"},
    {"alphabeta(depth=8,nodes=0,quiescence=64,levels=256,table=0,noise=0)", "alphabeta"},
    {"alphabeta(depth=255,nodes=2147483647,quiescence=0,levels=1024,table=134217728)",
     "alphabeta(depth=255,nodes=2147483647,quiescence=0,levels=1024,table=134217728)"},
    {"strong", "strong"},
    {"strong(simulations=1)", "strong(simulations=1)"},
    {"expert", "expert"},
    {"net(temperature=0)", "net"},
    {"net(temperature=1000)", "net(temperature=1000)"},
};

START_TEST(test_texts) {
    char text[512], again[512];
    size_t length = 0, written = 0;
    const lg_bot player = configured(NULL, TEXTS[_i].text);
    ck_assert_int_eq(lg_bot_print(&player, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, TEXTS[_i].shortest);
    const lg_bot same = configured(NULL, text);
    ck_assert_mem_eq(&same, &player, sizeof player);
    ck_assert_int_eq(lg_bot_print(&player, again, length, &written), LG_E_SPACE);
    ck_assert_uint_eq(written, length);
    ck_assert_int_eq(lg_bot_print(&player, again, length + 1, &written), LG_OK);
}
END_TEST

/* Numbers without a parameter of the kind are 0. */
START_TEST(test_unused_parameters) {
    for (int32_t kind = 0; kind < lg_bot_type_count(); kind++) {
        lg_bot player = configured(NULL, lg_bot_type_at(kind)->name);
        char text[512];
        size_t length = 12345;
        ck_assert_int_lt(lg_bot_type_at(kind)->param_count, LG_MAX_PARAMS);
        player.params[LG_MAX_PARAMS - 1] = 1;
        ck_assert_int_eq(lg_bot_print(&player, text, sizeof text, &length), LG_E_ARGUMENT);
        ck_assert_uint_eq(length, 12345);
    }
}
END_TEST

typedef struct refusal {
    const char *text;
    int32_t column;
    const char *expected; /* its beginning */
} refusal;

static const refusal REFUSALS[] = {
    {"", 1, "the name of a bot: random greedy mcts alphabeta strong expert net"},
    {"learner", 1, "the name of a bot"},
    {"Strong", 1, "the name of a bot"},
    {"mctss", 1, "the name of a bot"},
    {" mcts", 1, "the name of a bot"},
    {"mcts ", 5, "'(' or the end"},
    {"mcts)", 5, "'(' or the end"},
    {"mcts(", 6, "the name of a parameter of this bot"},
    {"mcts()", 6, "the name of a parameter of this bot"},
    {"random(simulations=1)", 8, "the name of a parameter of this bot"},
    {"strong(seconds=1)", 8, "the name of a parameter of this bot"},
    {"mcts(simulation=1)", 6, "the name of a parameter of this bot"},
    {"mcts(simulations)", 17, "'='"},
    {"mcts(simulations=)", 18, "simulations of a choice"},
    {"mcts(simulations=0)", 18, "simulations of a choice"},
    {"mcts(simulations=2147483648)", 18, "simulations of a choice"},
    {"mcts(simulations=99999999999999999999)", 18, "simulations of a choice"},
    {"mcts(simulations=01)", 18, "simulations of a choice"},
    {"mcts(simulations=1.5)", 19, "',' or ')'"},
    {"mcts(simulations=9,simulations=9)", 20, "a parameter that was not given before"},
    {"mcts(simulations=9,)", 20, "the name of a parameter of this bot"},
    {"mcts(simulations=9", 19, "',' or ')'"},
    {"mcts(simulations=9))", 20, "the end"},
    {"mcts(policy=alphazero)", 13, "the rule by which simulations"},
    {"mcts(cutoff=-2)", 13, "decisions of a rollout"},
    {"mcts(rollout=strong)", 14, "the bot that plays from a leaf"},
    {"mcts(depth=65536)", 12, "levels of the tree"},
    {"alphabeta(depth=0)", 17, "whole moves"},
    {"alphabeta(depth=256)", 17, "whole moves"},
    {"alphabeta(table=134217729)", 17, "KiB of memory"},
    {"alphabeta(noise=1001)", 17, "thousandths"},
    {"strong(simulations=-1)", 20, "the effort of a choice"},
    {"net(temperature=1001)", 17, "hundredths of the temperature"},
    {"net(temperature=-1)", 17, "hundredths of the temperature"},
};

START_TEST(test_refusals) {
    const refusal *r = &REFUSALS[_i];
    lg_parse_error error = {0, 0, ""};
    lg_bot player, untouched;
    memset(&player, SENTINEL, sizeof player);
    untouched = player;
    ck_assert_int_eq(lg_bot_configure(NULL, r->text, strlen(r->text), &player, &error), LG_E_PARSE);
    ck_assert_mem_eq(&player, &untouched, sizeof player);
    ck_assert_int_eq(error.line, 1);
    ck_assert_msg(error.column == r->column && strncmp(error.expected, r->expected, strlen(r->expected)) == 0,
                  "%s: column %d: %s", r->text, error.column, error.expected);
    ck_assert_int_eq(lg_bot_configure(NULL, r->text, strlen(r->text), &player, NULL), LG_E_PARSE);
}
END_TEST

/* The text of a configuration may contain NUL bytes, and ends after its length. */
START_TEST(test_lengths) {
    lg_bot player;
    lg_parse_error error;
    ck_assert_int_eq(lg_bot_configure(NULL, "mcts(simulations=12)", 4, &player, &error), LG_OK);
    ck_assert_int_eq(player.params[0], 1000);
    ck_assert_int_eq(lg_bot_configure(NULL, "mcts\0", 5, &player, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 5);
}
END_TEST

START_TEST(test_types) {
    static const char *const NAMES[] = {"random", "greedy", "mcts", "alphabeta", "strong", "expert", "net"};
    ck_assert_int_eq(lg_bot_type_count(), LENGTH(NAMES));
    for (int32_t kind = 0; kind < LENGTH(NAMES); kind++) {
        const lg_bot_type *type = lg_bot_type_at(kind);
        const lg_bot player = configured(NULL, NAMES[kind]);
        ck_assert_str_eq(type->name, NAMES[kind]);
        ck_assert_int_eq(player.kind, kind);
        ck_assert_int_le(type->param_count, LG_MAX_PARAMS);
        for (int32_t i = 0; i < LG_MAX_PARAMS; i++)
            ck_assert_int_eq(player.params[i], i < type->param_count ? type->params[i].initial : 0);
    }
    ck_assert_ptr_null(lg_bot_type_at(-1));
    ck_assert_ptr_null(lg_bot_type_at(LENGTH(NAMES)));
}
END_TEST

/* ---- bots and games that do not fit ---- */

static const char *const HIDDEN[] = {"amazes(turns=5)", "ontherun", "snakecore(size=8)", "blockdrop",
                                     "snakecore(size=8,players=3)"};

START_TEST(test_games_that_alphabeta_can_not_play) {
    walk w = walk_begin(HIDDEN[_i]);
    const lg_bot player = configured(NULL, "alphabeta");
    lg_bot made = player, actual = player;
    lg_parse_error error = {0, 0, ""};
    size_t size = 12345;
    uint64_t room[8];
    int32_t action = 12345;
    ck_assert_int_eq(lg_bot_configure(&w.game, "alphabeta", 9, &made, &error), LG_E_UNSUPPORTED);
    ck_assert_str_eq(error.expected, "a game of two players who know everything, without chance in play");
    ck_assert(error.line == 1 && error.column == 1);
    ck_assert_int_eq(lg_bot_in_seat(&w.game, 0, &player, &actual), LG_E_UNSUPPORTED);
    ck_assert_int_eq(lg_bot_size(&w.game, &player, &size), LG_E_UNSUPPORTED);
    walk_start(&w, 1);
    ck_assert_int_eq(lg_bot_choose(&w.game, &player, w.state, &w.rng, room, sizeof room, NULL, NULL, &action),
                     LG_E_UNSUPPORTED);
    ck_assert(size == 12345 && action == 12345);
    (void)configured(&w.game, "mcts");
    (void)configured(&w.game, "strong");
    walk_end(&w);
}
END_TEST

/* ---- strong ---- */

static const char *strong_text;

static const char *strong_of_test(const lg_game *game, int32_t player) {
    (void)game;
    return player == 0 ? strong_text : "mcts(simulations=300,policy=puct)";
}

typedef struct strength {
    const char *text, *asked, *actual; /* NULL: refused */
} strength;

static const strength STRENGTHS[] = {
    {"mcts", "strong", "mcts"},
    {"mcts", "strong(simulations=50)", "mcts(simulations=50)"},
    {"mcts(rollout=greedy,cutoff=4)", "strong(simulations=2147483647)",
     "mcts(simulations=2147483647,rollout=greedy,cutoff=4)"},
    {"mcts(simulations=2000)", "strong(simulations=100)", "mcts(simulations=200)"},
    {"mcts(simulations=2000)", "strong(simulations=2147483647)", "mcts(simulations=2147483647)"},
    {"mcts(simulations=2)", "strong(simulations=100)", "mcts(simulations=1)"},
    {"alphabeta", "strong", "alphabeta(depth=255,nodes=100000)"},
    {"alphabeta(depth=3,quiescence=7)", "strong(simulations=1)", "alphabeta(depth=255,nodes=100,quiescence=7)"},
    {"alphabeta(nodes=5000)", "strong(simulations=100)", "alphabeta(depth=255,nodes=500)"},
    {"alphabeta(nodes=5000)", "strong(simulations=2147483647)", "alphabeta(depth=255,nodes=2147483647)"},
    {"greedy", "strong(simulations=9)", "greedy"},
    {"strong", "strong", NULL},
    {"stronger", "strong", NULL},
    {NULL, "strong", NULL},
    {"mcts(policy=puct)", "mcts(simulations=5)", "mcts(simulations=5)"},
};

START_TEST(test_strong) {
    const strength *s = &STRENGTHS[_i];
    walk w = walk_begin("alquerque");
    lg_tests_variant variant;
    lg_tests_vary(&variant, w.game.type);
    variant.players.strong = strong_of_test;
    strong_text = s->text;
    w.game.type = &variant.type;
    const lg_bot asked = configured(NULL, s->asked);
    lg_bot actual = asked, made;
    char text[256];
    size_t length;
    const lg_status status = lg_bot_in_seat(&w.game, 0, &asked, &actual);
    ck_assert_int_eq(status, s->actual == NULL ? LG_E_UNSUPPORTED : LG_OK);
    ck_assert_int_eq(lg_bot_configure(&w.game, s->asked, strlen(s->asked), &made, NULL), status);
    if (s->actual != NULL) {
        ck_assert_int_eq(lg_bot_print(&actual, text, sizeof text, &length), LG_OK);
        ck_assert_str_eq(text, s->actual);
    }
    if (asked.kind == LG_BOT_STRONG) {
        ck_assert_int_eq(lg_bot_in_seat(&w.game, 1, &asked, &actual), LG_OK);
        ck_assert_int_eq(actual.kind, LG_BOT_MCTS);
    }
    walk_end(&w);
}
END_TEST

/* If the game defines nothing, plain mcts. */
START_TEST(test_strong_by_default) {
    walk w = walk_begin("connect_four");
    const lg_bot asked = configured(&w.game, "strong(simulations=70)");
    const lg_bot expected = configured(NULL, "mcts(simulations=70)");
    lg_bot actual;
    ck_assert(w.game.type->bots == NULL || w.game.type->bots->strong == NULL);
    ck_assert_int_eq(lg_bot_in_seat(&w.game, 1, &asked, &actual), LG_OK);
    ck_assert_mem_eq(&actual, &expected, sizeof actual);
    walk_end(&w);
}
END_TEST

/* The cutoff of the game, unless the player names one; other players have no cutoff. */
START_TEST(test_cutoff_of_the_game) {
    static const struct {
        const char *asked, *strong, *actual;
    } ROWS[] = {
        {"mcts", "greedy", "mcts(cutoff=30)"},
        {"mcts(simulations=7,cutoff=-1)", "greedy", "mcts(simulations=7,cutoff=30)"},
        {"mcts(cutoff=0)", "greedy", "mcts(cutoff=0)"},
        {"mcts(cutoff=2147483647)", "greedy", "mcts(cutoff=2147483647)"},
        {"strong", "mcts(policy=puct)", "mcts(policy=puct,cutoff=30)"},
        {"strong", "alphabeta(nodes=5000)", "alphabeta(depth=255,nodes=5000)"},
        {"expert", "greedy", "expert"},
    };
    walk w = walk_begin("alquerque");
    lg_tests_variant variant;
    lg_tests_vary(&variant, w.game.type);
    variant.players.strong = strong_of_test;
    variant.players.cutoff = 30;
    w.game.type = &variant.type;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const lg_bot asked = configured(NULL, ROWS[i].asked);
        lg_bot actual;
        char text[256];
        size_t length;
        strong_text = ROWS[i].strong;
        ck_assert_int_eq(lg_bot_in_seat(&w.game, 0, &asked, &actual), LG_OK);
        ck_assert_int_eq(lg_bot_print(&actual, text, sizeof text, &length), LG_OK);
        ck_assert_str_eq(text, ROWS[i].actual);
    }
    walk_end(&w);
}
END_TEST

/* The needs of seats differ; the memory is enough for each of them. */
START_TEST(test_size_of_strong) {
    walk w = walk_begin("alquerque");
    lg_tests_variant variant;
    lg_tests_vary(&variant, w.game.type);
    variant.players.strong = strong_of_test;
    w.game.type = &variant.type;
    const lg_bot strong = configured(NULL, "strong"), other = configured(NULL, "mcts(simulations=300,policy=puct)");
    const lg_bot large = configured(NULL, "mcts(nodes=100000)");
    size_t size, least, most;
    ck_assert_int_eq(lg_bot_size(&w.game, &other, &least), LG_OK);
    ck_assert_int_eq(lg_bot_size(&w.game, &large, &most), LG_OK);
    strong_text = "greedy";
    ck_assert_int_eq(lg_bot_size(&w.game, &strong, &size), LG_OK);
    ck_assert_uint_eq(size, least);
    strong_text = "mcts(nodes=100000)";
    ck_assert_int_eq(lg_bot_size(&w.game, &strong, &size), LG_OK);
    ck_assert_uint_eq(size, most);
    walk_end(&w);
}
END_TEST

/* Without `table`, alpha-beta gets 16 bytes a node, between 64 KiB and 64 MiB. */
START_TEST(test_size_of_tables) {
    walk w = walk_begin("alquerque");
    static const struct {
        const char *text;
        size_t table;
    } ROWS[] = {
        {"alphabeta(nodes=1)", (size_t)64 << 10},       {"alphabeta(nodes=4096)", (size_t)64 << 10},
        {"alphabeta(nodes=65536)", (size_t)1 << 20},    {"alphabeta(nodes=4194304)", (size_t)64 << 20},
        {"alphabeta(nodes=99999999)", (size_t)64 << 20},
    };
    size_t first = 0, size;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const lg_bot player = configured(&w.game, ROWS[i].text);
        ck_assert_int_eq(lg_bot_size(&w.game, &player, &size), LG_OK);
        if (i == 0) first = size;
        ck_assert_uint_ge(first, ROWS[0].table);
        ck_assert_msg(size - first == ROWS[i].table - ROWS[0].table, "%s: %zu bytes", ROWS[i].text, size);
    }
    walk_end(&w);
}
END_TEST

/* ---- choices in every game ---- */

typedef struct row {
    const char *game;
    int32_t playthroughs;
} row;

static const row WALKS[] = {
    {"alquerque", 1},
    {"amazes(turns=3)", 1},
    {"amazes(actions=walk,turns=3)", 1},
    {"blockdrop(turns=40)", 1},
    {"blockdrop(rules=engine,turns=40)", 1},
    {"ontherun(cities=9,map=2007)", 1},
    {"snakecore(size=8,players=3,rounds=8)", 1},
    {"snakecore(size=9,players=1,walls=10,reactors=3,ordinary=20,energy=20,rounds=30,radius=3)", 1},
    {"connect_four", 3},
    {"connect_four(columns=4,rows=3,connect=3)", 3},
};

static const char *const PLAYERS[] = {
    "random",
    "greedy",
    "strong(simulations=4)",
    "mcts(simulations=1)",
    "mcts(simulations=6,rollout=greedy,cutoff=3,policy=puct)",
    "mcts(simulations=8,policy=gumbel,depth=1,cutoff=0,considered=3)",
    "mcts(simulations=9,nodes=1)",
    "mcts(simulations=9,nodes=40,full=drop,solver=off)",
    "alphabeta(depth=1,table=1)",
    "alphabeta(depth=255,nodes=50,quiescence=2,levels=4)",
    "net",
    "net(temperature=300)",
};

/* In memory of exactly the size, full of junk, and again in other junk; one byte less is refused. */
static void check_player(walk *w, const lg_bot *player, const char *text) {
    size_t size = 0;
    const uint64_t seed = lg_rng_next(&w->rng);
    lg_rng rng = lg_rng_seed(seed, 1), again = rng, third = rng;
    int32_t action = -1, repeated = -1;
    ck_assert_int_eq(lg_bot_size(&w->game, player, &size), LG_OK);
    char *memory = size == 0 ? NULL : memset(lg_test_malloc(size), SENTINEL, size);
    walk_copy(w, w->other, w->state);
    LG_REQUIRE(lg_bot_choose(&w->game, player, w->state, &rng, memory, size, NULL, NULL, &action) == LG_OK, "%s",
               text);
    const bool legal = action >= 0 && action < w->game.actions && walk_is_legal(w->mask, action);
    LG_REQUIRE(legal, "%s: action %d", text, action);
    LG_REQUIRE(walk_same(w, w->state, w->other), "%s changes the state", text);
    LG_REQUIRE(lg_bot_choose(&w->game, player, w->state, &again, memory, size, NULL, NULL, &repeated) == LG_OK, "%s",
               text);
    LG_REQUIRE(action == repeated && rng.state == again.state, "%s: %d, then %d", text, action, repeated);
    repeated = 12345;
    if (size > 0) {
        const lg_status status =
            lg_bot_choose(&w->game, player, w->state, &third, memory, size - 1, NULL, NULL, &repeated);
        LG_REQUIRE(status == LG_E_SPACE && repeated == 12345, "%s: status %d", text, status);
    }
    free(memory);
}

static void check_over(walk *w, const lg_bot *player, const char *text) {
    lg_rng rng = lg_rng_seed(1, 1), before = rng;
    int32_t action = 12345;
    const lg_status status = lg_bot_choose(&w->game, player, w->state, &rng, NULL, 0, NULL, NULL, &action);
    LG_REQUIRE(status == LG_E_OVER && action == 12345 && rng.state == before.state, "%s chooses after the end", text);
}

static void check_choices(walk *w) {
    for (int i = 0; i < LENGTH(PLAYERS); i++) {
        lg_bot player;
        const lg_status status = lg_bot_configure(&w->game, PLAYERS[i], strlen(PLAYERS[i]), &player, NULL);
        if (status == LG_E_UNSUPPORTED) continue;
        LG_REQUIRE(status == LG_OK, "%s: status %d", PLAYERS[i], status);
        if (w->count == 0) check_over(w, &player, PLAYERS[i]);
        else if (lg_rng_below(&w->rng, 4) == 0) check_player(w, &player, PLAYERS[i]);
    }
}

START_TEST(test_choices) {
    walk_all(WALKS[_i].game, WALKS[_i].playthroughs, check_choices);
}
END_TEST

/* ---- hidden facts change nothing ---- */

static void check_resampled(walk *w) {
    static const char *const BLIND[] = {"strong(simulations=6)", "mcts(simulations=6,rollout=greedy,cutoff=8)",
                                        "net(temperature=100)"};
    if (w->count == 0 || lg_rng_below(&w->rng, 4) != 0) return;
    for (int i = 0; i < LENGTH(BLIND); i++) {
        lg_bot player;
        if (lg_bot_configure(&w->game, BLIND[i], strlen(BLIND[i]), &player, NULL) == LG_E_UNSUPPORTED) continue;
        const uint64_t seed = lg_rng_next(&w->rng);
        lg_rng rng = lg_rng_seed(seed, 1), again = rng;
        size_t size;
        int32_t action = -1, blind = -1;
        ck_assert_int_eq(lg_game_resample(&w->game, w->state, w->player, &w->rng, w->other), LG_OK);
        ck_assert_int_eq(lg_bot_size(&w->game, &player, &size), LG_OK);
        void *memory = malloc(size);
        (void)lg_bot_choose(&w->game, &player, w->state, &rng, memory, size, NULL, NULL, &action);
        (void)lg_bot_choose(&w->game, &player, w->other, &again, memory, size, NULL, NULL, &blind);
        LG_REQUIRE(action == blind, "%s: %d, but %d with other hidden information", BLIND[i], action, blind);
        free(memory);
    }
}

START_TEST(test_hidden) {
    walk_all(WALKS[_i].game, WALKS[_i].playthroughs, check_resampled);
}
END_TEST

/* ---- golden choices ---- */

typedef struct golden {
    const char *game, *player;
    int32_t actions[6]; /* of all players from the start of the game with seed 7, chance from seed 1 */
} golden;

static const golden GOLDEN[] = {
    {"alquerque", "mcts(simulations=100)", {136, 252, 80, 179, 24, 261}},
    {"alquerque", "alphabeta(depth=4)", {136, 252, 80, 179, 24, 261}},
    {"alquerque", "alphabeta(depth=3,noise=300)", {136, 252, 80, 179, 198, 170}},
    {"amazes(turns=20)", "mcts(simulations=200,cutoff=30)", {1, 4, 2, 0, 3, 3}},
    {"blockdrop", "mcts(simulations=60,policy=puct,exploration=100)", {5, 4, 1, 4, 0, 5}},
    {"ontherun", "mcts(simulations=60,policy=gumbel,considered=5)", {113, 76, 35, 135, 136, 213}},
    {"snakecore", "mcts(simulations=60,depth=1,rollout=greedy)", {0, 0, 0, 4, 3, 4}},
    {"connect_four", "strong(simulations=80)", {5, 2, 3, 2, 6, 4}},
    {"connect_four(columns=5,rows=4,connect=3)", "alphabeta(nodes=900,depth=255)", {0, 0, 0, 1, 3, 1}},
};

START_TEST(test_golden) {
    const golden *g = &GOLDEN[_i];
    walk w = walk_begin(g->game);
    const lg_bot player = configured(&w.game, g->player);
    lg_rng rng = lg_rng_seed(1, 1);
    int32_t actions[LENGTH(g->actions)];
    size_t size;
    ck_assert_int_eq(lg_bot_size(&w.game, &player, &size), LG_OK);
    void *memory = malloc(size);
    walk_start(&w, 7);
    for (int i = 0; i < LENGTH(actions); i++) {
        ck_assert_int_eq(lg_bot_choose(&w.game, &player, w.state, &rng, memory, size, NULL, NULL, &actions[i]),
                         LG_OK);
        ck_assert_int_eq(lg_game_apply(&w.game, w.state, actions[i], w.state), LG_OK);
    }
    ck_assert_msg(memcmp(actions, g->actions, sizeof actions) == 0, "%s, %s: {%d, %d, %d, %d, %d, %d}", g->game,
                  g->player, actions[0], actions[1], actions[2], actions[3], actions[4], actions[5]);
    free(memory);
    walk_end(&w);
}
END_TEST

/* ---- being stopped ---- */

typedef struct patience {
    int64_t left, asked;
} patience;

static bool runs_out(void *context) {
    patience *p = context;
    p->asked++;
    return p->left-- <= 0;
}

static int32_t stopped_after(walk *w, const char *text, int64_t times, int64_t *asked) {
    const lg_bot player = configured(&w->game, text);
    patience p = {times, 0};
    lg_rng rng = lg_rng_seed(3, 3);
    int32_t action = -1;
    size_t size;
    ck_assert_int_eq(lg_bot_size(&w->game, &player, &size), LG_OK);
    void *memory = malloc(size);
    ck_assert_int_eq(lg_bot_choose(&w->game, &player, w->state, &rng, memory, size, runs_out, &p, &action), LG_OK);
    free(memory);
    *asked = p.asked;
    return action;
}

START_TEST(test_stop) {
    walk w = walk_begin("alquerque");
    int64_t asked;
    walk_start(&w, 1);
    /* Exactly this number of simulations, as if it were configured. */
    const int32_t some = stopped_after(&w, "mcts(simulations=2147483647,nodes=4000)", 250, &asked);
    ck_assert_int_eq(asked, 251);
    ck_assert_int_eq(some, stopped_after(&w, "mcts(simulations=250,nodes=4000)", 1000, &asked));
    ck_assert_int_eq(asked, 250);
    (void)stopped_after(&w, "alphabeta(depth=255,table=64)", 3, &asked);
    ck_assert_int_eq(asked, 4);
    (void)stopped_after(&w, "strong(simulations=2147483647)", 0, &asked);
    ck_assert_int_eq(asked, 1);
    walk_end(&w);
}
END_TEST

/* With no time at all mcts is greedy. */
START_TEST(test_stop_immediately) {
    walk w = walk_begin("connect_four");
    for (int games = 0; games < 20; games++) {
        int64_t asked;
        int32_t greedy;
        walk_start(&w, (uint64_t)games);
        for (int i = 0; i < games; i++) walk_step(&w);
        if (w.count < 2) continue;
        lg_rng rng = lg_rng_seed(3, 3);
        (void)lg_rng_next(&rng);
        (void)lg_rng_next(&rng); /* the seed of the search */
        ck_assert_int_eq(lg_game_choose(&w.game, w.state, LG_BOT_GREEDY, &rng, &greedy), LG_OK);
        ck_assert_int_eq(stopped_after(&w, "mcts", 0, &asked), greedy);
        ck_assert_int_eq(asked, 1);
    }
    walk_end(&w);
}
END_TEST

/* Nor does alpha-beta differ before it has searched one move to its end. */
START_TEST(test_stop_in_the_first_move) {
    walk w = walk_begin("alquerque");
    const lg_bot player = configured(&w.game, "alphabeta(nodes=1)");
    const lg_alphabeta_config config = lg_alphabeta_default();
    const lg_alphabeta_limits limits = {.depth = 8, .nodes = 1};
    size_t needed;
    int found = 0;
    ck_assert_int_eq(lg_bot_size(&w.game, &player, &needed), LG_OK);
    const size_t size = needed + lg_alphabeta_size(&w.game, &config);
    void *memory = malloc(size);
    for (uint64_t seed = 0; seed < 20; seed++)
        for (walk_start(&w, seed); w.count > 0; walk_step(&w)) {
            lg_alphabeta *search;
            lg_alphabeta_result result;
            lg_rng one = lg_rng_seed(3, 3), other = one;
            int32_t action, greedy;
            ck_assert_int_eq(lg_alphabeta_create(&w.game, &config, memory, size, &search), LG_OK);
            ck_assert_int_eq(lg_alphabeta_run(search, w.state, &limits, &result), LG_OK);
            if (w.count == 1 || result.pv_length > 0) continue;
            ck_assert_int_eq(lg_game_choose(&w.game, w.state, LG_BOT_GREEDY, &one, &greedy), LG_OK);
            ck_assert_int_eq(
                lg_bot_choose(&w.game, &player, w.state, &other, memory, size, NULL, NULL, &action), LG_OK);
            ck_assert_int_eq(action, greedy);
            found++;
        }
    ck_assert_int_gt(found, 10);
    free(memory);
    walk_end(&w);
}
END_TEST

/* Where one action alone is legal, an expert does not think either. */
START_TEST(test_one_legal_action) {
    walk w = walk_begin("amazes");
    int64_t asked;
    walk_start(&w, 1);
    while (w.count > 1) {
        ck_assert_int_eq(lg_game_apply(&w.game, w.state, 0, w.state), LG_OK);
        walk_look(&w);
    }
    ck_assert_int_eq(stopped_after(&w, "expert(simulations=1000000)", 0, &asked), LG_AMAZES_END);
    ck_assert_int_eq(asked, 0);
    walk_end(&w);
}
END_TEST

/* ---- arguments ---- */

START_TEST(test_arguments) {
    walk w = walk_begin("alquerque");
    const lg_bot player = configured(&w.game, "mcts(simulations=5,nodes=50)");
    lg_bot wrong = player, made;
    lg_rng rng = lg_rng_seed(1, 1);
    const lg_rng before = rng;
    uint64_t room[2048];
    size_t size = 0, length;
    int32_t action = 12345;
    walk_start(&w, 1);
    ck_assert_int_eq(lg_bot_size(&w.game, &player, &size), LG_OK);
    ck_assert_uint_le(size, sizeof room - 8);
#define CHOOSE(game, player, state, rng, memory, action) \
    lg_bot_choose(game, player, state, rng, memory, size, NULL, NULL, action)
    ck_assert_int_eq(CHOOSE(NULL, &player, w.state, &rng, room, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(CHOOSE(&w.game, NULL, w.state, &rng, room, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(CHOOSE(&w.game, &player, NULL, &rng, room, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(CHOOSE(&w.game, &player, w.state, NULL, room, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(CHOOSE(&w.game, &player, w.state, &rng, NULL, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(CHOOSE(&w.game, &player, w.state, &rng, (char *)room + 4, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(CHOOSE(&w.game, &player, w.state, &rng, room, NULL), LG_E_ARGUMENT);
    for (int32_t i = 0; i < 12; i++) { /* the parameters of mcts */
        const lg_param *param = &lg_bot_type_at(LG_BOT_MCTS)->params[i];
        const int64_t out[2] = {(int64_t)param->minimum - 1, (int64_t)param->maximum + 1};
        for (int k = 0; k < 2; k++) {
            wrong = player;
            if (out[k] < INT32_MIN || out[k] > INT32_MAX) continue;
            wrong.params[i] = (int32_t)out[k];
            ck_assert_int_eq(CHOOSE(&w.game, &wrong, w.state, &rng, room, &action), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_bot_size(&w.game, &wrong, &size), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_bot_print(&wrong, NULL, 0, &length), LG_E_ARGUMENT);
        }
    }
    for (int32_t kind = -1; kind <= 7; kind += 8) {
        wrong = player;
        wrong.kind = kind;
        ck_assert_int_eq(CHOOSE(&w.game, &wrong, w.state, &rng, room, &action), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_bot_in_seat(&w.game, 0, &wrong, &made), LG_E_ARGUMENT);
    }
    ck_assert(action == 12345 && rng.state == before.state);
    ck_assert_int_eq(lg_bot_in_seat(&w.game, -1, &player, &made), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_in_seat(&w.game, 2, &player, &made), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_in_seat(NULL, 0, &player, &made), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_in_seat(&w.game, 0, &player, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_size(NULL, &player, &size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_size(&w.game, NULL, &size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_size(&w.game, &player, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_configure(NULL, NULL, 0, &made, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_configure(NULL, "mcts", 4, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_print(NULL, NULL, 0, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_bot_print(&player, NULL, 0, NULL), LG_E_ARGUMENT);
    walk_end(&w);
}
END_TEST

/* ---- strength: bots that search beat those that do not ---- */

START_TEST(test_mcts_beats_greedy) {
    walk w = walk_begin("connect_four");
    const lg_bot players[2] = {configured(&w.game, "mcts(simulations=200)"), configured(&w.game, "greedy")};
    enum { GAMES = 20 };
    float sum = 0, outcome[2];
    size_t size;
    ck_assert_int_eq(lg_bot_size(&w.game, &players[0], &size), LG_OK);
    void *memory = malloc(size);
    for (int i = 0; i < GAMES; i++) {
        walk_start(&w, 1);
        for (int32_t seat; (seat = lg_game_player(&w.game, w.state)) >= 0;) {
            int32_t action = -1;
            const lg_bot *player = &players[(seat + i) % 2];
            ck_assert_int_eq(lg_bot_choose(&w.game, player, w.state, &w.rng, memory, size, NULL, NULL, &action),
                             LG_OK);
            ck_assert_int_eq(lg_game_apply(&w.game, w.state, action, w.state), LG_OK);
        }
        ck_assert_int_eq(lg_game_outcome(&w.game, w.state, outcome), LG_OK);
        sum += outcome[i % 2];
    }
    ck_assert_msg(sum > (float)GAMES / 2, "mean outcome %g", (double)(sum / (float)GAMES));
    free(memory);
    walk_end(&w);
}
END_TEST

Suite *lg_test_bots_configured(void) {
    Suite *suite = suite_create("bots_configured");
    TCase *tests = tcase_create("players_configured");
    tcase_add_loop_test(tests, test_texts, 0, LENGTH(TEXTS));
    tcase_add_test(tests, test_unused_parameters);
    tcase_add_loop_test(tests, test_refusals, 0, LENGTH(REFUSALS));
    tcase_add_test(tests, test_lengths);
    tcase_add_test(tests, test_types);
    tcase_add_loop_test(tests, test_games_that_alphabeta_can_not_play, 0, LENGTH(HIDDEN));
    tcase_add_loop_test(tests, test_strong, 0, LENGTH(STRENGTHS));
    tcase_add_test(tests, test_strong_by_default);
    tcase_add_test(tests, test_cutoff_of_the_game);
    tcase_add_test(tests, test_size_of_strong);
    tcase_add_test(tests, test_size_of_tables);
    tcase_add_loop_test(tests, test_choices, 0, LENGTH(WALKS));
    tcase_add_loop_test(tests, test_hidden, 0, LENGTH(WALKS));
    tcase_add_loop_test(tests, test_golden, 0, LENGTH(GOLDEN));
    tcase_add_test(tests, test_stop);
    tcase_add_test(tests, test_stop_immediately);
    tcase_add_test(tests, test_stop_in_the_first_move);
    tcase_add_test(tests, test_one_legal_action);
    tcase_add_test(tests, test_arguments);
    tcase_add_test(tests, test_mcts_beats_greedy);
    suite_add_tcase(suite, tests);
    return suite;
}
