/* Amazes by whole turns of exploring players, as recorded beforehand, and in its parts, compared with the slow
 * implementation of the tests. */

#include "rows.h"
#include "amazes/reference.h"

enum { GAMES = 64, TURNS = 2 * LG_AMAZES_TURNS, FARTHEST = 9 };

/* A game of two players that explore, and its walks. */
typedef struct recording {
    lg_amazes start;
    int32_t count[TURNS];
    uint8_t steps[TURNS][FARTHEST];
} recording;

static struct {
    lg_game game;
    recording games[GAMES];
    lg_amazes_knowledge seen[GAMES][TURNS]; /* before inference */
    lg_amazes states[GAMES];                /* halfway */
    lg_rng rng;
    int next;
} amazes;

static bool is_explored(const lg_amazes_knowledge *known, int square) {
    const int row = square / LG_AMAZES_SIDE, column = square % LG_AMAZES_SIDE;
    for (int side = 0; side < 4; side++)
        if (!lg_amazes_edge(&known->walls, row, column, side) && !lg_amazes_edge(&known->openings, row, column, side))
            return false;
    return true;
}

/* A walk of about five steps to a square that has an unknown edge, if there is one. */
static int32_t explore(const lg_amazes *state, uint8_t steps[FARTHEST]) {
    int16_t distances[LG_AMAZES_SQUARES];
    const int32_t player = lg_amazes_player(state);
    const lg_amazes_knowledge *known = &state->known[player];
    const lg_amazes_place *place = &state->place[player];
    int best = 0, least = INT32_MAX;
    int32_t count = 0;
    if (lg_amazes_distances(known, place->row, place->column, distances) != LG_OK) exit(1);
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) {
        if (distances[square] < 1 || distances[square] > FARTHEST) continue;
        const int off = 10 * abs(distances[square] - 5) + (is_explored(known, square) ? 100 : 0);
        const int penalty = off + (int)lg_rng_below(&amazes.rng, 10);
        if (penalty >= least) continue;
        best = square;
        least = penalty;
    }
    if (lg_amazes_way(known, place, best / LG_AMAZES_SIDE, best % LG_AMAZES_SIDE, steps, FARTHEST, &count) != LG_OK)
        exit(1);
    return count;
}

static double record(void) {
    int64_t steps = 0;
    amazes.rng = lg_rng_seed(2010, 0);
    for (int game = 0; game < GAMES; game++) {
        recording *r = &amazes.games[game];
        if (lg_amazes_new((uint64_t)game, LG_AMAZES_TURNS, &r->start) != LG_OK) exit(1);
        lg_amazes state = r->start;
        for (int turn = 0; turn < TURNS; turn++) {
            const lg_amazes_place *place = &state.place[turn % 2];
            lg_amazes_knowledge *seen = &amazes.seen[game][turn];
            if (lg_amazes_discover(&state.maze, place, &state.known[turn % 2], seen) != LG_OK) exit(1);
            if (lg_amazes_begin_turn(&state, &state) != LG_OK) exit(1);
            steps += r->count[turn] = explore(&state, r->steps[turn]);
            if (lg_amazes_apply(&state, r->steps[turn], r->count[turn], &state) != LG_OK) exit(1);
            if (turn == TURNS / 2) amazes.states[game] = state;
        }
    }
    return (double)steps / (GAMES * TURNS);
}

static const recording *next_game(void) {
    return &amazes.games[amazes.next++ % GAMES];
}

/* ---- turns ---- */

static uint64_t turns(void *context) {
    (void)context;
    const recording *r = next_game();
    lg_amazes state = r->start;
    for (int turn = 0; turn < TURNS; turn++)
        if (lg_amazes_apply(&state, r->steps[turn], r->count[turn], &state) != LG_OK) exit(1);
    bench_sink += (uint64_t)lg_amazes_square_count(&state.known[0]);
    return TURNS;
}

static uint64_t inferences(void *context) {
    (void)context;
    const lg_amazes_knowledge *seen = amazes.seen[amazes.next++ % GAMES];
    lg_amazes_knowledge inferred;
    for (int turn = 0; turn < TURNS; turn++) {
        if (lg_amazes_infer(&seen[turn], &inferred) != LG_OK) exit(1);
        bench_sink += inferred.squares[12];
    }
    return TURNS;
}

static uint64_t sights(void *context) {
    (void)context;
    const lg_amazes *state = &amazes.states[amazes.next++ % GAMES];
    lg_amazes_sight sight;
    for (int i = 0; i < 2; i++) {
        if (lg_amazes_see(&state->maze, &state->place[i], &state->place[1 - i], &sight) != LG_OK) exit(1);
        bench_sink += sight.length[0];
    }
    return 2;
}

static uint64_t slow_turns(void *context) {
    (void)context;
    const recording *r = next_game();
    slow_amazes slow;
    char text[LG_AMAZES_MAZE_TEXT + 1], walk[FARTHEST + 1] = "";
    size_t length;
    if (lg_amazes_maze_print(&r->start.maze, r->start.start, text, sizeof text, &length) != LG_OK) exit(1);
    slow_amazes_start(&slow, text, LG_AMAZES_TURNS);
    for (int turn = 0; turn < TURNS; turn++) {
        char look[80];
        for (int i = 0; i < r->count[turn]; i++) walk[i] = "FRTL"[r->steps[turn][i]];
        walk[r->count[turn]] = '\0';
        slow_amazes_look(&slow, look, 0);
        slow_amazes_move(&slow, walk);
    }
    bench_sink += (uint64_t)slow.player[0].squares;
    return TURNS;
}

/* ---- mazes, ways ---- */

static uint64_t mazes(void *context) {
    (void)context;
    lg_amazes_edges walls;
    if (lg_amazes_maze_generate(&amazes.rng, &walls) != LG_OK) exit(1);
    bench_sink += walls.h[12];
    return 1;
}

static uint64_t starts(void *context) {
    (void)context;
    lg_amazes state;
    if (lg_amazes_new(lg_rng_next(&amazes.rng), LG_AMAZES_TURNS, &state) != LG_OK) exit(1);
    bench_sink += state.maze.h[12];
    return 1;
}

/* After the look of the player to move. */
static uint64_t resamples(void *context) {
    (void)context;
    lg_amazes state = amazes.states[amazes.next++ % GAMES];
    if (lg_amazes_advance(&state, &state) != LG_OK) exit(1);
    if (lg_amazes_resample(&state, lg_amazes_player(&state), &amazes.rng, &state) != LG_OK) exit(1);
    bench_sink += state.maze.h[12];
    return 1;
}

static uint64_t informations(void *context) {
    (void)context;
    const lg_amazes *state = &amazes.states[amazes.next++ % GAMES];
    uint64_t key = 0;
    for (int player = 0; player < 2; player++, bench_sink += key)
        if (lg_game_information_key(&amazes.game, state, player, &key) != LG_OK) exit(1);
    return 2;
}

static uint64_t distances(void *context) {
    (void)context;
    const lg_amazes *state = &amazes.states[amazes.next++ % GAMES];
    int16_t all[LG_AMAZES_SQUARES];
    for (int i = 0; i < 2; i++) {
        if (lg_amazes_distances(&state->known[i], state->place[i].row, state->place[i].column, all) != LG_OK) exit(1);
        bench_sink += (uint64_t)all[300];
    }
    return 2;
}

void bench_amazes(void) {
    char name[56];
    if (lg_game_make("amazes", 6, &amazes.game, NULL) != LG_OK) exit(1);
    (void)snprintf(name, sizeof name, "amazes: look, inference, walk of %.1f steps", record());
    bench_row(name, "turns", turns, NULL);
    bench_row("yardstick: the same turns, square by square", "turns", slow_turns, NULL);
    bench_row("amazes: inference alone", "looks", inferences, NULL);
    bench_row("amazes: corridors and distance alone", "looks", sights, NULL);
    bench_row("amazes: mazes drawn", "mazes", mazes, NULL);
    bench_row("amazes: games started, maze and starts drawn", "games", starts, NULL);
    bench_row("amazes: resample halfway", "states", resamples, NULL);
    bench_row("amazes: information halfway", "keys", informations, NULL);
    bench_row("amazes: distances to all known squares", "maps", distances, NULL);
}
