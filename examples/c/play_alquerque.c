/* Plays games of Alquerque, both sides choosing among their legal turns at random, and prints the results.
 *
 *     play_alquerque [games [seed]]
 *
 * Same seed, same games, on every machine. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>

/* One legal turn, each with the same probability. Turns are enumerated, not stored: there may be millions. */
static lg_alquerque_move random_move(const lg_alquerque *state, lg_rng *rng) {
    lg_alquerque_moves moves;
    lg_alquerque_move move;
    uint32_t rank = lg_rng_below(rng, (uint32_t)lg_alquerque_count(state));
    lg_alquerque_moves_begin(state, &moves);
    while (lg_alquerque_moves_next(&moves, &move) && rank-- > 0) continue;
    return move;
}

static void print_board(const lg_alquerque *state) {
    for (int row = LG_ALQUERQUE_SIDE - 1; row >= 0; row--) {
        printf("%d ", row + 1);
        for (int column = 0; column < LG_ALQUERQUE_SIDE; column++) {
            const uint64_t point = (uint64_t)1 << (8 * row + column);
            putchar((state->pieces[LG_ALQUERQUE_WHITE] & point) != 0   ? 'w'
                    : (state->pieces[LG_ALQUERQUE_BLACK] & point) != 0 ? 'b'
                                                                       : '.');
        }
        putchar('\n');
    }
    printf("  abcdefg\n");
}

int main(int argc, char **argv) {
    const long games = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
    lg_rng rng = lg_rng_seed(argc > 2 ? strtoull(argv[2], NULL, 10) : 1, 0);
    long wins[2] = {0, 0}, ties = 0, turns = 0;
    lg_alquerque state;
    lg_alquerque_move move = {0};
    if (games < 1) {
        (void)fprintf(stderr, "usage: %s [games [seed]]\n", argv[0]);
        return 2;
    }

    for (long i = 0; i < games; i++) {
        int32_t score[2];
        lg_alquerque_start(&state);
        while (lg_alquerque_result_of(&state) == LG_ALQUERQUE_ONGOING) {
            move = random_move(&state, &rng);
            if (lg_alquerque_apply(&state, &move, &state) != LG_OK) return 1;
        }
        lg_alquerque_scores(&state, score);
        turns += state.ply;
        if (score[0] == 12) wins[0]++;
        else if (score[1] == 12) wins[1]++;
        else ties++;
    }

    char text[LG_ALQUERQUE_MOVE_TEXT + 1];
    size_t length;
    if (lg_alquerque_move_print(&move, text, sizeof text, &length) != LG_OK) return 1;
    printf("The last game, after %s:\n", text);
    print_board(&state);
    printf("%ld games: White won %ld, Black won %ld, %ld tied; %.1f turns a game\n", games, wins[0], wins[1], ties,
           (double)turns / (double)games);
    return 0;
}
