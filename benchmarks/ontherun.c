/* On the Run on 200 cities: the slow implementation of the tests compared with random play through the uniform
 * interface, with mask and inference; then operations on one position and on maps. */

#include "rows.h"
#include "ontherun/reference.h"

enum { TIMES = 1000 };

typedef struct hunt {
    bench_player *player; /* its game's map is the one */
    slow_ontherun_map slow_map;
    lg_ontherun state;   /* the detectives to move, four turns after the fugitive was seen */
    lg_ontherun halfway; /* two of them sent */
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1];
} hunt;

static const lg_ontherun_map *map_of(const hunt *h) { return (const lg_ontherun_map *)h->player->game.shared; }

static int below(hunt *h, int bound) { return (int)lg_rng_below(&h->player->rng, (uint32_t)bound); }

/* ---- the slow implementation ---- */

/* One of those that are true. */
static int any_true(hunt *h, const bool *values, int count) {
    int ones = 0, i = 0;
    for (int j = 0; j < count; j++) ones += values[j];
    for (int rank = below(h, ones); !values[i] || rank-- > 0;) i++;
    return i;
}

static void slow_detectives(hunt *h, slow_ontherun *slow) {
    bool next[201];
    int city[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        (void)slow_ontherun_joint_moves(slow, city, i, next);
        city[i] = any_true(h, next, 201);
    }
    slow_ontherun_chase(slow, city);
}

static void slow_fugitive(hunt *h, slow_ontherun *slow) {
    bool move[3 * 201];
    for (int type = 0; type < 3; type++)
        for (int city = 0; city <= 200; city++) move[201 * type + city] = slow_ontherun_may_run(slow, type, city);
    const int any = any_true(h, move, 3 * 201);
    slow_ontherun_run(slow, any / 201, any % 201);
}

/* The start cities are drawn without a mask: enumerating all lists of four would take minutes. */
static uint64_t play_slow(void *context) {
    hunt *h = context;
    slow_ontherun slow;
    bool possible[201];
    int start[4];
    slow_ontherun_begin(&slow, &h->slow_map);
    do
        for (int i = 0; i < 4; i++) start[i] = 1 + below(h, 200);
    while (!slow_ontherun_may_chase(&slow, start));
    slow_ontherun_place(&slow, start);
    slow_ontherun_hide(&slow, 1 + below(h, 200));
    while (!slow_ontherun_over(&slow)) {
        slow_fugitive(h, &slow);
        if (!slow_ontherun_over(&slow)) slow_detectives(h, &slow);
        slow_ontherun_possible(&slow, possible);
        bench_sink += possible[1];
    }
    return (uint64_t)(5 + slow.turns + 4 * slow.answers);
}

/* ---- on one position ---- */

static uint64_t count_joints(void *context) {
    hunt *h = context;
    for (int i = 0; i < TIMES; i++) bench_sink += lg_ontherun_joint_count(map_of(h), &h->state);
    return TIMES;
}

static uint64_t list_joints(void *context) {
    hunt *h = context;
    lg_ontherun_joints joints;
    int32_t city[LG_ONTHERUN_TEAM];
    uint64_t count = 0;
    lg_ontherun_joints_begin(map_of(h), &h->state, &joints);
    for (; lg_ontherun_joints_next(&joints, city); count++) bench_sink += (uint64_t)city[3];
    return count;
}

static uint64_t count_routes(void *context) {
    hunt *h = context;
    for (int i = 0; i < TIMES; i++) bench_sink += lg_ontherun_routes(map_of(h), &h->state, h->routes);
    return TIMES;
}

static uint64_t draw_states(hunt *h, const lg_ontherun *state, int32_t player, lg_ontherun_weight weight) {
    lg_ontherun drawn;
    for (int i = 0; i < TIMES; i++) {
        if (lg_ontherun_resample(map_of(h), state, player, weight, &h->player->rng, &drawn) != LG_OK) exit(1);
        bench_sink += drawn.fugitive + drawn.choice[0];
    }
    return TIMES;
}

static uint64_t draw_by_city(void *context) {
    hunt *h = context;
    return draw_states(h, &h->state, LG_ONTHERUN_DETECTIVES, LG_ONTHERUN_BY_CITY);
}

static uint64_t draw_by_route(void *context) {
    hunt *h = context;
    return draw_states(h, &h->state, LG_ONTHERUN_DETECTIVES, LG_ONTHERUN_BY_ROUTE);
}

static uint64_t draw_choices(void *context) {
    hunt *h = context;
    return draw_states(h, &h->halfway, LG_ONTHERUN_FUGITIVE, LG_ONTHERUN_BY_CITY);
}

static uint64_t know(void *context) {
    hunt *h = context;
    uint64_t key = 0;
    for (int i = 0; i < TIMES; i++, bench_sink += key)
        if (lg_game_information_key(&h->player->game, &h->state, i & 1, &key) != LG_OK) exit(1);
    return TIMES;
}

/* Random play until the fugitive has not been seen for four turns and can be in at least twenty cities. */
static void find_position(hunt *h) {
    uint64_t mask[LG_MAX_MASK_WORDS], seed = 0;
    int32_t legal = 0;
    for (;;) {
        if (legal == 0) (void)lg_game_new(&h->player->game, seed++, &h->state);
        int cities = 0;
        for (int i = 0; i < LG_ONTHERUN_WORDS; i++) cities += __builtin_popcountll(h->state.possible.word[i]);
        const bool late = h->state.phase == LG_ONTHERUN_MOVE_DETECTIVES && h->state.turn % LG_ONTHERUN_ROUND == 4;
        legal = lg_game_legal(&h->player->game, &h->state, mask);
        if (late && legal > 0 && cities >= 20 && h->state.choice[0] == 0) return;
        if (legal == 0) continue;
        const int32_t action = lg_mask_select(mask, LG_ONTHERUN_ACTIONS, (uint32_t)below(h, legal));
        if (lg_game_apply(&h->player->game, &h->state, action, &h->state) != LG_OK) exit(1);
    }
}

static void send_two(hunt *h) {
    h->halfway = h->state;
    for (int i = 0; i < 2; i++) {
        lg_ontherun_set cities;
        int city = 0;
        (void)lg_ontherun_choices(map_of(h), &h->halfway, &cities);
        while ((cities.word[city / 64] >> city % 64 & 1) == 0) city++;
        if (lg_ontherun_decide(map_of(h), &h->halfway, city, &h->halfway) != LG_OK) exit(1);
    }
}

/* ---- maps ---- */

static uint64_t make_map(void *context) {
    static lg_ontherun_map map;
    hunt *h = context;
    if (lg_ontherun_map_generate(200, h->player->seed++, &map) != LG_OK) exit(1);
    bench_sink += (uint64_t)map.connections[0];
    return 1;
}

static uint64_t check_map(void *context) {
    bench_sink += lg_ontherun_map_check(map_of(context));
    return 1;
}

void bench_ontherun(void) {
    static char text[LG_ONTHERUN_MAP_TEXT + 1];
    size_t length;
    bench_player player = bench_player_make("ontherun");
    hunt h = {.player = &player};
    if (lg_ontherun_map_print(map_of(&h), text, sizeof text, &length) != LG_OK) exit(1);
    slow_ontherun_read_map(&h.slow_map, text);
    find_position(&h);
    send_two(&h);
    bench_row("yardstick: random play on arrays, mask, inference", "decisions", play_slow, &h);
    bench_row("ontherun: joint moves counted", "positions", count_joints, &h);
    bench_row("ontherun: joint moves listed", "moves", list_joints, &h);
    bench_row("ontherun: routes counted", "positions", count_routes, &h);
    bench_row("ontherun: fugitive's city drawn, uniform over cities", "states", draw_by_city, &h);
    bench_row("ontherun: fugitive's city drawn, uniform over routes", "states", draw_by_route, &h);
    bench_row("ontherun: detectives' choices drawn", "states", draw_choices, &h);
    bench_row("ontherun: keys of what a player knows", "states", know, &h);
    bench_row("ontherun: maps of 200 cities made", "maps", make_map, &h);
    bench_row("ontherun: promises of a map checked", "maps", check_map, &h);
    bench_player_free(&player);
}
