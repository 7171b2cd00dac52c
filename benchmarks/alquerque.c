/* Alquerque: perft, compared with the slow implementation of the tests. */

#include "rows.h"
#include "alquerque/reference.h"

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

void bench_alquerque(void) {
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
        bench_row(name, "leaves", perft_bulk, &t);
        (void)snprintf(name, sizeof name, "perft played, %s, depth %" PRId32, TREES[i].name, t.depth);
        bench_row(name, "leaves", perft_played, &t);
        (void)snprintf(name, sizeof name, "yardstick: perft on arrays, %s, depth %" PRId32, TREES[i].name, t.depth);
        bench_row(name, "leaves", perft_slow, &t);
    }
}
