/* SnakeCore: random and greedy turns on 20 x 20 with two and four pythons, with and without observations, and new
 * games, compared with the slow implementation of the tests. */

#include "rows.h"
#include "snakecore/reference.h"

enum { WINDOW = 12 * 11, PLANES = 17 * 400, RESETS = 256 };

typedef enum seeing { NOTHING, SEE_WINDOW, SEE_PLANES } seeing;

typedef struct crawl {
    bench_player p;
    uint8_t seen[PLANES];
} crawl;

static int32_t at_random(bench_player *p, uint64_t mask, int32_t legal) {
    return lg_mask_select(&mask, LG_SNAKECORE_ACTIONS, lg_rng_below(&p->rng, (uint32_t)legal));
}

/* Bites and eats next to the head, delivers at reactors, otherwise walks at random. */
static int32_t greedily(bench_player *p, uint64_t mask, int32_t legal) {
    int32_t drop = -1, eat = -1;
    for (int32_t action = 0; action < LG_SNAKECORE_NONE; action++) {
        const lg_snakecore_effect effect = lg_snakecore_effect_of(p->state, action);
        if (effect == LG_SNAKECORE_BITE) return action;
        if (effect == LG_SNAKECORE_DROP) drop = action;
        if (effect == LG_SNAKECORE_EAT) eat = action;
    }
    return eat >= 0 ? eat : drop >= 0 ? drop : at_random(p, mask, legal);
}

/* One game; the turns of all players count. */
static inline uint64_t play(crawl *c, int32_t (*choose)(bench_player *, uint64_t, int32_t), seeing seeing) {
    bench_player *p = &c->p;
    uint64_t mask, turns = 0;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    for (int32_t legal; (legal = lg_game_legal(&p->game, p->state, &mask)) > 0; turns++) {
        if (seeing != NOTHING)
            (void)lg_game_observe(&p->game, p->state, lg_game_player(&p->game, p->state), seeing == SEE_WINDOW, c->seen,
                                  seeing == SEE_WINDOW ? WINDOW : PLANES);
        if (lg_game_apply(&p->game, p->state, choose(p, mask, legal), p->state) != LG_OK) exit(1);
    }
    return turns;
}

static uint64_t random_mask(void *context) { return play(context, at_random, NOTHING); }
static uint64_t random_window(void *context) { return play(context, at_random, SEE_WINDOW); }
static uint64_t random_planes(void *context) { return play(context, at_random, SEE_PLANES); }
static uint64_t greedy_mask(void *context) { return play(context, greedily, NOTHING); }
static uint64_t greedy_window(void *context) { return play(context, greedily, SEE_WINDOW); }

static uint64_t resets(void *context) {
    bench_player *p = &((crawl *)context)->p;
    for (int i = 0; i < RESETS; i++) (void)lg_game_new(&p->game, p->seed++, p->state);
    return RESETS;
}

static int choose_cell(void *context, int count) {
    return (int)lg_rng_below(context, (uint32_t)count);
}

static char slow_letter(const slow_snakecore *slow, lg_rng *rng) {
    char possible[LG_SNAKECORE_ACTIONS];
    uint32_t count = 0;
    for (const char *letter = "ULDRNA"; *letter != '\0'; letter++)
        if (slow_snakecore_possible(slow, *letter)) possible[count++] = *letter;
    return possible[lg_rng_below(rng, count)];
}

static uint64_t slow_turns(void *context) {
    static slow_snakecore slow;
    static slow_snakecore_chance chance;
    bench_player *p = &((crawl *)context)->p;
    char text[LG_SNAKECORE_POSITION_TEXT + 1];
    size_t length;
    uint64_t turns = 0;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    if (lg_game_state_print(&p->game, p->state, text, sizeof text, &length) != LG_OK) exit(1);
    slow_snakecore_read(&slow, text);
    chance.choose = choose_cell;
    chance.context = &p->rng;
    for (; slow.round < slow.rounds; turns++) slow_snakecore_turn(&slow, slow_letter(&slow, &p->rng), &chance);
    return turns;
}

void bench_snakecore(void) {
    static const struct {
        const char *what, *unit;
        uint64_t (*work)(void *);
    } ROWS[] = {
        {"snakecore, %d pythons: random, mask", "turns", random_mask},
        {"snakecore, %d pythons: random, mask, 11 x 11 window", "turns", random_window},
        {"snakecore, %d pythons: random, mask, planes", "turns", random_planes},
        {"snakecore, %d pythons: greedy, mask", "turns", greedy_mask},
        {"snakecore, %d pythons: greedy, mask, 11 x 11 window", "turns", greedy_window},
        {"snakecore, %d pythons: new game", "games", resets},
        {"yardstick: %d pythons as lists of cells, random, mask", "turns", slow_turns},
    };
    for (int pythons = 2; pythons <= 4; pythons += 2) {
        char text[80];
        (void)snprintf(text, sizeof text, "snakecore(players=%d,radius=5)", pythons);
        crawl c = {.p = bench_player_make(text)};
        for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
            char name[80];
            (void)snprintf(name, sizeof name, ROWS[i].what, pythons);
            bench_row(name, ROWS[i].unit, ROWS[i].work, &c);
        }
        bench_player_free(&c.p);
    }
}
