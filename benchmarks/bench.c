/* How fast the library is, beside yardsticks measured in the same run.
 *
 *     bench [seconds]
 *
 * Every row is measured for that long (default 1) in each of five rounds, after one round to warm up; the best round
 * counts. One thread. Rows of random play include everything that is named: choosing an action from the mask, playing
 * it, and starting again when a game is over; decisions are counted, not games or frames. */
#define _POSIX_C_SOURCE 200809L

#include "alquerque/reference.h"
#include "blockdrop/reference.h"

#include <libgames/libgames.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, COPIES = 4096 };

/* What the rows share: the sink keeps the compiler from leaving out work whose result nobody reads. */
static double round_seconds = 1.0;
static volatile uint64_t sink;

static double now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* `work` does a part of the work (at most a second) and returns how many units that was. Prints units per second. */
static void row(const char *name, const char *unit, uint64_t (*work)(void *), void *context) {
    double best = 0;
    (void)work(context);
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = now();
        double elapsed = 0;
        uint64_t units = 0;
        do {
            units += work(context);
            elapsed = now() - begin;
        } while (elapsed < round_seconds);
        if ((double)units / elapsed > best) best = (double)units / elapsed;
    }
    printf("| %-55s | %10.2f M %-9s | %9.2f |\n", name, best * 1e-6, unit, 1e9 / best);
    (void)fflush(stdout);
}

/* ---- perft ---- */

typedef struct tree {
    lg_alquerque state;
    slow_alquerque slow;
    int32_t depth;
} tree;

static uint64_t perft_bulk(void *context) {
    const tree *t = context;
    return lg_alquerque_perft(&t->state, t->depth, true);
}

static uint64_t perft_played(void *context) {
    const tree *t = context;
    return lg_alquerque_perft(&t->state, t->depth, false);
}

static uint64_t perft_slow(void *context) {
    const tree *t = context;
    return slow_alquerque_perft(&t->slow, t->depth);
}

static void perft_rows(void) {
    static const struct {
        const char *name, *position;
        int32_t depth;
    } TREES[] = {
        {"start", "bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -", 10},
        {"few pieces", "2b4/7/4b2/4wb1/6w/7/7 b 47 f5-e5 g5-f4 -", 7},
        {"long chains", "1bw2b1/1b2bbb/5b1/3b1b1/1b1b1b1/bbb3b/1b1bwb1 w 50 e2-e1 e7-f6 -", 4},
    };
    for (size_t i = 0; i < sizeof TREES / sizeof TREES[0]; i++) {
        tree t = {.depth = TREES[i].depth};
        char name[80];
        if (lg_alquerque_parse(TREES[i].position, strlen(TREES[i].position), &t.state, NULL) != LG_OK) exit(1);
        slow_alquerque_read(&t.slow, TREES[i].position);
        (void)snprintf(name, sizeof name, "perft bulk, %s, depth %" PRId32, TREES[i].name, t.depth);
        row(name, "leaves", perft_bulk, &t);
        (void)snprintf(name, sizeof name, "perft played, %s, depth %" PRId32, TREES[i].name, t.depth);
        row(name, "leaves", perft_played, &t);
        (void)snprintf(name, sizeof name, "yardstick: perft on arrays, %s, depth %" PRId32, TREES[i].name, t.depth);
        row(name, "leaves", perft_slow, &t);
    }
}

/* ---- random play through the uniform interface ---- */

typedef struct player {
    lg_game game;
    lg_rng rng;
    uint64_t seed;
    void *state, *clone, *seen;
    uint8_t *bytes;
} player;

static void *allocate(size_t size) {
    void *memory = calloc(1, size > 0 ? size : 1);
    if (memory == NULL) exit(1);
    return memory;
}

static player player_make(const char *configuration) {
    player p = {.rng = lg_rng_seed(1, 0)};
    if (lg_game_make(configuration, strlen(configuration), &p.game, NULL) != LG_OK) exit(1);
    if (lg_game_prepare(&p.game, allocate(p.game.shared_size), p.game.shared_size) != LG_OK) exit(1);
    p.state = allocate(p.game.state_size);
    p.clone = allocate(p.game.state_size);
    p.seen = allocate(lg_space_size(&p.game.observation[0]));
    p.bytes = allocate((size_t)p.game.actions);
    return p;
}

static void player_free(player *p) {
    free((void *)(uintptr_t)p->game.shared);
    free(p->state);
    free(p->clone);
    free(p->seen);
    free(p->bytes);
}

/* One game of random decisions. What else is done at every decision: observe, expand the mask to bytes, clone. */
static inline uint64_t play(player *p, bool bytes, bool observe, bool clone) {
    uint64_t mask[LG_MAX_MASK_WORDS], decisions = 0;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    for (int32_t legal; (legal = lg_game_legal(&p->game, p->state, mask)) > 0; decisions++) {
        const int32_t action = lg_mask_select(mask, p->game.actions, lg_rng_below(&p->rng, (uint32_t)legal));
        if (bytes) lg_mask_bytes(mask, p->game.actions, p->bytes);
        if (observe)
            (void)lg_game_observe(&p->game, p->state, lg_game_player(&p->game, p->state), 0, p->seen,
                                  lg_space_size(&p->game.observation[0]));
        if (clone) memcpy(p->clone, p->state, p->game.state_size);
        if (lg_game_apply(&p->game, p->state, action, p->state) != LG_OK) exit(1);
    }
    return decisions;
}

static uint64_t play_mask(void *context) { return play(context, false, false, false); }
static uint64_t play_bytes(void *context) { return play(context, true, false, false); }
static uint64_t play_observe(void *context) { return play(context, false, true, false); }
static uint64_t play_clone(void *context) { return play(context, false, false, true); }

static uint64_t play_rollout(void *context) {
    player *p = context;
    int64_t actions = 0;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    (void)lg_rollout(&p->game, p->state, INT64_MAX, &p->rng, p->state, &actions);
    return (uint64_t)actions;
}

static uint64_t copy_states(void *context) {
    player *p = context;
    for (int i = 0; i < COPIES; i++) {
        memcpy(p->clone, p->state, p->game.state_size);
        memcpy(p->state, p->clone, p->game.state_size);
        sink += *(const uint8_t *)p->state;
    }
    return 2 * COPIES;
}

static uint64_t hash_states(void *context) {
    player *p = context;
    for (int i = 0; i < COPIES; i++) sink += lg_game_hash(&p->game, p->state);
    return COPIES;
}

static void play_rows(const char *configuration) {
    static const struct {
        const char *what, *unit;
        uint64_t (*work)(void *);
    } ROWS[] = {
        {"random play, mask", "decisions", play_mask},
        {"random play, mask also as bytes", "decisions", play_bytes},
        {"random play, mask and observation", "decisions", play_observe},
        {"random play, mask and clone", "decisions", play_clone},
        {"random play, lg_rollout", "decisions", play_rollout},
        {"hash of the state", "states", hash_states},
        {"yardstick: copying the state", "states", copy_states},
    };
    player p = player_make(configuration);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char name[80];
        (void)snprintf(name, sizeof name, "%s: %s", configuration, ROWS[i].what);
        row(name, ROWS[i].unit, ROWS[i].work, &p);
    }
    player_free(&p);
}

/* ---- block drop by turns: those of fallen players pass without a decision ---- */

static uint64_t turns_mask(void *context) {
    player *p = context;
    (void)play(p, false, false, false);
    return ((const lg_blockdrop *)p->state)->turn;
}

static uint64_t turns_observe(void *context) {
    player *p = context;
    (void)play(p, false, true, false);
    return ((const lg_blockdrop *)p->state)->turn;
}

static uint64_t turns_slow(void *context) {
    player *p = context;
    slow_blockdrop slow;
    char text[LG_BLOCKDROP_POSITION_TEXT + 1];
    size_t length;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    if (lg_game_state_print(&p->game, p->state, text, sizeof text, &length) != LG_OK) exit(1);
    slow_blockdrop_read(&slow, text);
    while (strcmp(slow_blockdrop_result(&slow), "ongoing") == 0) {
        const char answer[2] = {"URDLAN"[lg_rng_below(&p->rng, 6)], '\0'};
        slow_blockdrop_play(&slow, answer);
    }
    return (uint64_t)slow.turn;
}

static void blockdrop_rows(void) {
    player p = player_make("blockdrop");
    row("blockdrop: random turns, mask", "turns", turns_mask, &p);
    row("blockdrop: random turns, mask and observation", "turns", turns_observe, &p);
    row("yardstick: random turns on absolute clocks, no mask", "turns", turns_slow, &p);
    player_free(&p);
}

int main(int argc, char **argv) {
    if (argc > 1) round_seconds = strtod(argv[1], NULL);
    if (!(round_seconds > 0)) {
        (void)fprintf(stderr, "usage: %s [seconds]\n", argv[0]);
        return 2;
    }
    printf("libgames %s, compiled by %s, one thread, best of %d rounds of %g s\n\n", lg_version(), __VERSION__, ROUNDS,
           round_seconds);
    printf("| %-55s | %-22s | %9s |\n", "what", "per second", "ns each");
    printf("|%.57s|%.24s|%.10s:|\n", "---------------------------------------------------------",
           "------------------------", "----------");
    perft_rows();
    for (int32_t i = 0; i < lg_game_type_count(); i++) play_rows(lg_game_type_at(i)->name);
    blockdrop_rows();
    return 0;
}
