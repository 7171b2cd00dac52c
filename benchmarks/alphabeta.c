/* Alpha-beta on Alquerque, compared with a search written in an hour on the same public functions. */

#include "rows.h"

/* Decisions played by a plain alpha-beta search: no table, no order of actions, material for an evaluation. */
typedef struct plain {
    lg_game game;
    uint64_t nodes;
} plain;

static int material(const lg_alquerque *state, int32_t player) {
    return __builtin_popcountll(state->pieces[player]) - __builtin_popcountll(state->pieces[1 - player]);
}

static int plain_ended(const plain *search, const lg_alquerque *state, int32_t player) {
    float outcome[2];
    (void)lg_game_outcome(&search->game, state, outcome);
    return (int)(1000 * outcome[player]);
}

static int plain_visit(plain *search, const lg_alquerque *state, int depth, int alpha, int beta, int32_t player) {
    uint64_t mask[LG_MASK_WORDS(LG_ALQUERQUE_ACTIONS)];
    if (depth <= 0 && !(state->jumper != LG_ALQUERQUE_NO_POINT)) return material(state, player);
    (void)lg_game_legal(&search->game, state, mask);
    for (int32_t word = 0; word < LG_MASK_WORDS(LG_ALQUERQUE_ACTIONS); word++)
        for (uint64_t bits = mask[word]; bits != 0; bits &= bits - 1) {
            lg_alquerque after;
            (void)lg_game_apply(&search->game, state, 64 * word + __builtin_ctzll(bits), &after);
            search->nodes++;
            const int32_t mover = lg_game_player(&search->game, &after);
            const int left = depth - (lg_game_in_move(&search->game, &after) ? 0 : 1);
            const int value = mover < 0         ? plain_ended(search, &after, player)
                              : mover == player ? plain_visit(search, &after, left, alpha, beta, mover)
                                                : -plain_visit(search, &after, left, -beta, -alpha, mover);
            if (value > alpha) alpha = value;
            if (alpha >= beta) return alpha;
        }
    return alpha;
}

typedef struct task {
    lg_game game;
    lg_alphabeta *search;
    lg_alquerque state;
    int32_t depth;
} task;

static uint64_t search_plainly(void *context) {
    const task *of = context;
    plain search = {of->game, 0};
    bench_sink += (uint64_t)plain_visit(&search, &of->state, of->depth, -10000, 10000, of->state.to_move);
    return search.nodes;
}

static uint64_t search_alphabeta(void *context) {
    const task *of = context;
    const lg_alphabeta_limits limits = {LG_ALPHABETA_MAX_DEPTH, 2000000, NULL, NULL};
    lg_alphabeta_result result;
    (void)lg_alphabeta_clear(of->search);
    (void)lg_alphabeta_run(of->search, &of->state, &limits, &result);
    bench_sink += (uint64_t)result.action;
    return (uint64_t)result.nodes;
}

void bench_alphabeta(void) {
    static const struct {
        const char *name, *position;
        int32_t depth; /* of the plain search */
    } POSITIONS[] = {
        {"start", "bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -", 8},
        {"middle", "1bbbbb1/b1b1b1b/1b1bb2/b1b1w1w/2w1ww1/w1ww1w1/1www1ww w 30 - - -", 7},
        {"few pieces", "2b4/7/4b2/4wb1/6w/7/7 b 47 f5-e5 g5-f4 -", 7},
    };
    lg_alphabeta_config config = lg_alphabeta_default();
    task of;
    if (lg_game_make("alquerque", 9, &of.game, NULL) != LG_OK) exit(1);
    const size_t size = lg_alphabeta_size(&of.game, &config);
    void *memory = malloc(size);
    if (lg_alphabeta_create(&of.game, &config, memory, size, &of.search) != LG_OK) exit(1);
    for (size_t i = 0; i < sizeof POSITIONS / sizeof POSITIONS[0]; i++) {
        char name[80];
        if (lg_alquerque_parse(POSITIONS[i].position, strlen(POSITIONS[i].position), &of.state, NULL) != LG_OK) exit(1);
        of.depth = POSITIONS[i].depth;
        (void)snprintf(name, sizeof name, "alpha-beta, Alquerque, %s", POSITIONS[i].name);
        bench_row(name, "nodes", search_alphabeta, &of);
        (void)snprintf(name, sizeof name, "yardstick: plain alpha-beta, Alquerque, %s", POSITIONS[i].name);
        bench_row(name, "nodes", search_plainly, &of);
    }
    free(memory);
}
