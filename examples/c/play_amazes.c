/* Plays games of Amazes between two explorers that walk to the nearest square with something unknown, and prints how
 * much of the maze they found.
 *
 *     play_amazes [games [seed]]
 *
 * Same seed, same games, on every machine. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>

static bool has_unknown_edge(const lg_amazes_knowledge *known, int row, int column) {
    for (int side = 0; side < 4; side++)
        if (!lg_amazes_edge(&known->walls, row, column, side) && !lg_amazes_edge(&known->openings, row, column, side))
            return true;
    return false;
}

/* The nearest square that a known way leads to and that is not fully known; -1 if there is none. */
static int nearest_goal(const lg_amazes_knowledge *known, const lg_amazes_place *place) {
    int16_t distance[LG_AMAZES_SQUARES];
    int best = -1;
    if (lg_amazes_distances(known, place->row, place->column, distance) != LG_OK) return -1;
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) {
        if (distance[square] <= 0 || (best >= 0 && distance[square] >= distance[best])) continue;
        if (has_unknown_edge(known, square / LG_AMAZES_SIDE, square % LG_AMAZES_SIDE)) best = square;
    }
    return best;
}

/* One whole turn of the player to move: it looks, then walks. */
static lg_status explore(lg_amazes *state) {
    uint8_t steps[LG_AMAZES_WALK] = {2}; /* a plain T where nothing is left to find */
    int32_t count = 1;
    const lg_status status = lg_amazes_begin_turn(state, state);
    if (status != LG_OK) return status;
    const int32_t player = lg_amazes_player(state);
    const lg_amazes_place *place = &state->place[player];
    const int goal = nearest_goal(&state->known[player], place);
    if (goal >= 0 && lg_amazes_way(&state->known[player], place, goal / LG_AMAZES_SIDE, goal % LG_AMAZES_SIDE, steps,
                                   LG_AMAZES_WALK, &count) != LG_OK)
        count = 1;
    return lg_amazes_apply(state, steps, count, state);
}

static void print_known(const lg_amazes *state, int player) {
    char text[LG_AMAZES_MAZE_TEXT + 1];
    size_t length;
    if (lg_amazes_known_print(&state->known[player], text, sizeof text, &length) == LG_OK) (void)fputs(text, stdout);
}

int main(int argc, char **argv) {
    const long games = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    long wins[2] = {0, 0}, squares = 0;
    lg_amazes state;
    if (games < 1) {
        (void)fprintf(stderr, "usage: %s [games [seed]]\n", argv[0]);
        return 2;
    }

    for (long i = 0; i < games; i++) {
        int32_t score[2];
        if (lg_amazes_new(seed + (uint64_t)i, LG_AMAZES_TURNS, &state) != LG_OK) return 1;
        while (lg_amazes_result_of(&state) == LG_AMAZES_ONGOING)
            if (explore(&state) != LG_OK) return 1;
        lg_amazes_scores(&state, score);
        wins[LG_AMAZES_RED] += score[0] > score[1];
        wins[LG_AMAZES_BLUE] += score[1] > score[0];
        for (int player = 0; player < 2; player++) squares += lg_amazes_square_count(&state.known[player]);
    }

    printf("The last game, what Red has discovered:\n");
    print_known(&state, LG_AMAZES_RED);
    printf("%ld games: Red won %ld, Blue won %ld, %ld tied; %.1f of %d squares discovered\n", games, wins[0], wins[1],
           games - wins[0] - wins[1], (double)squares / (double)games / 2, LG_AMAZES_SQUARES);
    return 0;
}
