/* SnakeCore against the slow, literal implementation, over more than two million turns of random, greedy, biting and
 * hoarding players, on generated fields and on fields full of long bodies. Everything is compared at every turn, and
 * the validator, which counts the blocks, agrees to every state. */
#include "../tests.h"
#include "reference.h"
#include "games/snakecore/layout.h"

#include <stdio.h>
#include <string.h>

static const char LETTERS[] = "ULDRNA";

typedef struct pair {
    lg_snakecore fast, other; /* other: the same turn in another form */
    slow_snakecore slow;
    slow_snakecore_chance chance;
    lg_game game; /* for the window */
    lg_rng rng;   /* of the test */
    char fast_text[LG_SNAKECORE_REQUEST_TEXT + 1], slow_text[LG_SNAKECORE_REQUEST_TEXT + 1];
    int turns;                         /* compared so far */
    int effects[LG_SNAKECORE_OUT + 1]; /* how often each was played */
} pair;

static int below(lg_rng *rng, int bound) {
    return (int)lg_rng_below(rng, (uint32_t)bound);
}

/* ---- comparing ---- */

static void fail_at(pair *p, const char *what) {
    (void)slow_snakecore_position(&p->slow, p->fast.rng.state, p->fast.rng.increment, p->slow_text);
    ck_abort_msg("%s: %s", p->slow_text, what);
}

static void compare_python(pair *p, int player) {
    const slow_snakecore_python *slow = &p->slow.pythons[player];
    const lg_snakecore_python *fast = &p->fast.python[player];
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    uint8_t energy[LG_SNAKECORE_MAX_CELLS];
    if (fast->score != slow->score) fail_at(p, "the scores differ");
    if (fast->protection != slow->protection) fail_at(p, "the counters differ");
    if ((p->fast.disqualified >> player & 1) != slow->disqualified) fail_at(p, "a player is out in one of them");
    if (fast->head.x != slow->spots[0].x || fast->head.y != slow->spots[0].y) fail_at(p, "the heads differ");
    if (lg_snakecore_body(&p->fast, player, cells, energy) + 1 != slow->cells) fail_at(p, "the lengths differ");
    for (int i = 1; i < slow->cells; i++) {
        if (cells[i - 1].x != slow->spots[i].x || cells[i - 1].y != slow->spots[i].y) fail_at(p, "the bodies differ");
        if (energy[i - 1] != (slow->types[i] == 'e')) fail_at(p, "the types differ");
    }
}

/* The ground; the cells of bodies are compared with the pythons. */
static void compare_ground(pair *p) {
    static const char KINDS[] = ".WRbe";
    const int size = p->slow.size;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            const int kind = lg_snakecore_at(&p->fast, x, y);
            if (kind <= LG_SNAKECORE_ENERGY && p->slow.ground[y][x] != KINDS[kind]) fail_at(p, "the fields differ");
        }
}

static void compare_leaders(pair *p) {
    int best = 0;
    uint32_t leaders = 0;
    for (int i = 0; i < p->slow.players; i++)
        if (p->slow.pythons[i].score > best) best = p->slow.pythons[i].score;
    for (int i = 0; i < p->slow.players; i++) leaders |= (uint32_t)(p->slow.pythons[i].score == best) << i;
    if (lg_snakecore_leaders(&p->fast) != leaders) fail_at(p, "the leaders differ");
}

static uint32_t slow_legal(const slow_snakecore *slow) {
    uint32_t legal = 0;
    for (int action = 0; action < LG_SNAKECORE_ACTIONS; action++)
        legal |= (uint32_t)slow_snakecore_possible(slow, LETTERS[action]) << action;
    return legal;
}

static void compare_texts(pair *p) {
    size_t length = 0;
    (void)slow_snakecore_position(&p->slow, p->fast.rng.state, p->fast.rng.increment, p->slow_text);
    if (lg_snakecore_print(&p->fast, p->fast_text, sizeof p->fast_text, &length) != LG_OK) fail_at(p, "no text");
    if (strcmp(p->fast_text, p->slow_text) != 0) fail_at(p, p->fast_text);
    if (lg_snakecore_result_of(&p->fast)) return;
    (void)slow_snakecore_request(&p->slow, p->slow_text);
    if (lg_snakecore_request(&p->fast, p->fast_text, sizeof p->fast_text, &length) != LG_OK) fail_at(p, "no request");
    if (strcmp(p->fast_text, p->slow_text) != 0) fail_at(p, p->fast_text);
}

static void compare_window(pair *p) {
    static uint8_t window[128 * 127];
    const int side = p->game.observation[1].shape[1], radius = side / 2, viewer = below(&p->rng, p->slow.players);
    const size_t size = (size_t)(side * (side + 1));
    if (lg_game_observe(&p->game, &p->fast, viewer, 1, window, size) != LG_OK) fail_at(p, "no window");
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            if (window[y * side + x] != slow_snakecore_seen(&p->slow, viewer, x - radius, y - radius))
                fail_at(p, "the windows differ");
}

static void compare(pair *p) {
    if (lg_snakecore_validate(&p->fast, lg_snakecore_bytes(&p->fast)) != LG_OK) fail_at(p, "not valid");
    for (int player = 0; player < p->slow.players; player++) compare_python(p, player);
    compare_ground(p);
    compare_leaders(p);
    if (p->fast.to_move != p->slow.to_move || p->fast.round != p->slow.round) fail_at(p, "the turns differ");
    const bool over = p->slow.round == p->slow.rounds;
    if (lg_snakecore_result_of(&p->fast) != over) fail_at(p, "one of them is over");
    if (lg_snakecore_legal(&p->fast) != (over ? 0 : slow_legal(&p->slow))) fail_at(p, "the legal actions differ");
    if (++p->turns % 32 == 0) compare_texts(p);
    if (p->turns % 32 == 16) compare_window(p);
}

/* ---- playing ---- */

static int choose(void *context, int count) {
    return below(context, count);
}

/* The slow turn, with its draws from `rng`; the cells that it chose. */
static const lg_snakecore_cell *play_slow(pair *p, int action, lg_rng *rng) {
    static lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    p->chance.choose = choose;
    p->chance.context = rng;
    slow_snakecore_turn(&p->slow, LETTERS[action], &p->chance);
    for (int i = 0; i < p->chance.count; i++) {
        cells[i].x = (uint8_t)p->chance.spots[i].x;
        cells[i].y = (uint8_t)p->chance.spots[i].y;
    }
    return cells;
}

/* The same turn in both forms: cells given, and drawn from the generator in the state. */
static void play_turn(pair *p, int action) {
    const lg_rng before = p->fast.rng;
    const size_t size = lg_snakecore_bytes(&p->fast);
    lg_rng slow = before;
    const int spawns = lg_snakecore_spawns(&p->fast, action);
    p->effects[lg_snakecore_effect_of(&p->fast, action)]++;
    const lg_snakecore_cell *cells = play_slow(p, action, &slow);
    if (p->chance.count != spawns) fail_at(p, "another number of blocks comes back");
    if (lg_snakecore_apply_at(&p->fast, action, cells, spawns, &p->other) != LG_OK) fail_at(p, "cells are refused");
    if (memcmp(&p->other.rng, &before, sizeof before) != 0) fail_at(p, "given cells draw from the state's generator");
    p->other.rng = slow;
    const uint64_t given = lg_hash(&p->other, size);
    if (lg_snakecore_apply(&p->fast, action, &p->fast) != LG_OK) fail_at(p, "the turn is refused");
    if (lg_hash(&p->fast, size) != given) fail_at(p, "given cells make another state");
}

/* The preference for each effect, with ties between actions broken at random; the last column is for actions without an
 * effect. */
static const int HABITS[][LG_SNAKECORE_OFF_FIELD + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1},       /* random */
    {0, 1, 1, 1, 1, 1, 1, 0},       /* random, but not idle */
    {1, 9, 99, 99, 1, 20, 2, 0},    /* greedy */
    {1, 9, 99, 20, 0, 0, 0, 0},     /* hoards */
    {1, 20, 40, 200, 60, 1, 0, 0},  /* bites, even itself */
    {1, 20, 40, 40, 1, 10, 20, 1}}; /* protects itself */

#define HABIT_COUNT ((int)(sizeof HABITS / sizeof HABITS[0]))

static int draw_action(pair *p, const int *habit) {
    int liking[LG_SNAKECORE_ACTIONS], sum = 0, action = 0;
    for (int i = 0; i < LG_SNAKECORE_ACTIONS; i++) {
        const lg_snakecore_effect effect = lg_snakecore_effect_of(&p->fast, i);
        sum += liking[i] = habit[effect < LG_SNAKECORE_OFF_FIELD ? effect : LG_SNAKECORE_OFF_FIELD];
    }
    if (sum == 0) return LG_SNAKECORE_NONE;
    for (int rank = below(&p->rng, sum); rank >= liking[action]; action++) rank -= liking[action];
    return action;
}

static void disqualify(pair *p) {
    const int player = below(&p->rng, p->slow.players);
    if (lg_snakecore_forfeit(&p->fast, player, &p->fast) != LG_OK) fail_at(p, "no player can be disqualified");
    p->slow.pythons[player].disqualified = true;
}

static void make_game(pair *p) {
    const lg_snakecore *fast = &p->fast;
    const int radius = p->turns % 5 > 0 ? 3 + below(&p->rng, 5) : 3 + below(&p->rng, 61);
    const int length =
        snprintf(p->slow_text, sizeof p->slow_text,
                 "snakecore(size=%d,players=%d,walls=0,reactors=0,ordinary=%d,energy=%d,rounds=%d,radius=%d)",
                 fast->size, fast->players, fast->ordinary, fast->energy, fast->rounds, radius);
    lg_parse_error error = {0, 0, ""};
    if (lg_game_make(p->slow_text, (size_t)length, &p->game, &error) != LG_OK) fail_at(p, error.expected);
}

static void play_on(pair *p, int most_turns) {
    const int *habits[LG_SNAKECORE_MAX_PLAYERS];
    for (int i = 0; i < p->slow.players; i++) habits[i] = HABITS[below(&p->rng, HABIT_COUNT)];
    make_game(p);
    compare(p);
    for (int i = 0; i < most_turns && p->slow.round < p->slow.rounds; i++) {
        if (below(&p->rng, 1000) == 0) disqualify(p);
        play_turn(p, draw_action(p, habits[p->slow.to_move]));
        compare(p);
    }
}

/* ---- generated games ---- */

static void draw_setup(lg_rng *rng, lg_snakecore_setup *setup) {
    do {
        setup->size = 8 + below(rng, 6);
        setup->players = 1 + below(rng, 8);
        setup->walls = below(rng, 12);
        setup->reactors = below(rng, 6);
        setup->ordinary = below(rng, 40);
        setup->energy = below(rng, 20);
        setup->rounds = 1 + below(rng, 300);
    } while (lg_i_snakecore_setup_problem(setup) != NULL);
}

START_TEST(test_generated_games) {
    static pair p;
    p.rng = lg_rng_seed(2008, 0);
    while (p.turns < lg_tests_amount(300000)) {
        lg_snakecore_setup setup;
        size_t length;
        draw_setup(&p.rng, &setup);
        ck_assert_int_eq(lg_snakecore_new(&setup, lg_rng_next(&p.rng), &p.fast), LG_OK);
        ck_assert_int_eq(lg_snakecore_print(&p.fast, p.fast_text, sizeof p.fast_text, &length), LG_OK);
        slow_snakecore_read(&p.slow, p.fast_text);
        play_on(&p, 8 * 300);
        if (p.slow.round < p.slow.rounds) fail_at(&p, "the last round does not end the game");
    }
    for (int effect = 0; effect < LG_SNAKECORE_OUT; effect++)
        ck_assert_msg(p.effects[effect] > 100 / lg_tests_part(), "effect %d: %d times", effect, p.effects[effect]);
}
END_TEST

/* ---- positions that games seldom reach: fields as full as can be, bodies of any length ---- */

static bool is_taken(const slow_snakecore *slow, int x, int y) {
    for (int i = 0; i < slow->players; i++)
        for (int j = 0; j < slow->pythons[i].cells; j++)
            if (slow->pythons[i].spots[j].x == x && slow->pythons[i].spots[j].y == y) return true;
    return x < 0 || y < 0 || x >= slow->size || y >= slow->size;
}

static void add_cell(pair *p, slow_snakecore_python *python, int x, int y) {
    python->spots[python->cells].x = x;
    python->spots[python->cells].y = y;
    python->types[python->cells++] = "bbe"[below(&p->rng, 3)];
    python->types[0] = 'p';
    p->slow.ground[y][x] = '.';
}

static const int DX[4] = {0, -1, 0, 1}, DY[4] = {-1, 0, 1, 0};

/* A random walk over free cells, until there is none or it is long enough. */
static void draw_walk(pair *p, slow_snakecore_python *python, int most) {
    int x, y, free;
    do {
        x = below(&p->rng, p->slow.size);
        y = below(&p->rng, p->slow.size);
    } while (is_taken(&p->slow, x, y));
    do {
        int ways[4];
        add_cell(p, python, x, y);
        free = 0;
        for (int way = 0; way < 4; way++)
            if (!is_taken(&p->slow, x + DX[way], y + DY[way])) ways[free++] = way;
        if (free == 0) break;
        const int way = ways[below(&p->rng, free)];
        x += DX[way];
        y += DY[way];
    } while (python->cells < most);
}

/* The field's cells row by row, every second row backwards, cut into pythons with gaps between them; the rows may be
 * columns and each head may be at either end. */
static void draw_serpentine(pair *p) {
    const int size = p->slow.size, area = size * size, players = p->slow.players;
    const bool columns = below(&p->rng, 2) == 1;
    int at = 0;
    for (int i = 0; i < players; i++) {
        const int room = area - at - (players - i), share = 2 * room / (players - i) + 1;
        const int gap = below(&p->rng, 4) > 0 ? 0 : below(&p->rng, room / 4 + 1);
        const int cells = 1 + below(&p->rng, share < room - gap + 1 ? share : room - gap + 1);
        const bool backwards = below(&p->rng, 2) == 1;
        for (int j = 0; j < cells; j++) {
            const int place = at + gap + (backwards ? cells - 1 - j : j), row = place / size;
            const int along = row % 2 == 0 ? place % size : size - 1 - place % size;
            add_cell(p, &p->slow.pythons[i], columns ? row : along, columns ? along : row);
        }
        at += gap + cells;
    }
}

static void draw_ground(pair *p) {
    const char *kinds[] = {"bbe", ".bbeWR", ".........beWR", "bbbbbbeee.", "."};
    const char *kind = kinds[below(&p->rng, 5)];
    for (int y = 0; y < p->slow.size; y++)
        for (int x = 0; x < p->slow.size; x++) p->slow.ground[y][x] = kind[below(&p->rng, (int)strlen(kind))];
}

static void draw_position(pair *p, int size) {
    slow_snakecore *slow = &p->slow;
    slow->size = size;
    slow->players = 1 + below(&p->rng, 8);
    slow->rounds = 1 + below(&p->rng, 20);
    slow->round = below(&p->rng, slow->rounds);
    slow->to_move = below(&p->rng, slow->players);
    draw_ground(p);
    for (int i = 0; i < slow->players; i++) {
        slow->pythons[i].cells = 0;
        slow->pythons[i].score = below(&p->rng, 100);
        slow->pythons[i].protection = below(&p->rng, 3) > 0 ? 0 : below(&p->rng, 12);
        slow->pythons[i].disqualified = below(&p->rng, 30) == 0;
    }
    const int most = size * size / slow->players - 1; /* so that a cell is left to start from */
    if (below(&p->rng, 2) == 0) draw_serpentine(p);
    else
        for (int i = 0; i < slow->players; i++) draw_walk(p, &slow->pythons[i], 1 + below(&p->rng, most));
}

static void play_positions(pair *p, int turns, int smallest, int sizes, int most_turns) {
    while (p->turns < turns) {
        lg_parse_error error = {0, 0, ""};
        draw_position(p, smallest + below(&p->rng, sizes));
        const int length = slow_snakecore_position(&p->slow, lg_rng_next(&p->rng), 2u * lg_rng_next(&p->rng) + 1u,
                                                   p->slow_text);
        if (lg_snakecore_parse(p->slow_text, (size_t)length, &p->fast, &error) != LG_OK) fail_at(p, error.expected);
        play_on(p, most_turns);
    }
}

START_TEST(test_positions) {
    static pair p;
    p.rng = lg_rng_seed(2009, 0);
    play_positions(&p, lg_tests_amount(300000), 8, 4, 40);
    for (int effect = 0; effect <= LG_SNAKECORE_OUT; effect++)
        ck_assert_msg(p.effects[effect] > 100 / lg_tests_part(), "effect %d: %d times", effect, p.effects[effect]);
}
END_TEST

/* Bodies whose types take many words. */
START_TEST(test_large_positions) {
    static pair p;
    p.rng = lg_rng_seed(2010, 0);
    play_positions(&p, lg_tests_amount(10000), 24, 41, 20);
}
END_TEST

Suite *lg_test_snakecore_reference(void) {
    Suite *suite = suite_create("snakecore reference");
    TCase *tests = tcase_create("reference");
    tcase_add_test(tests, test_generated_games);
    tcase_add_test(tests, test_positions);
    tcase_add_test(tests, test_large_positions);
    suite_add_tcase(suite, tests);
    return suite;
}
