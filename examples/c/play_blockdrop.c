/* Plays games of Block drop, all players choosing at random among actions that have an effect, and prints the winners.
 *
 *     play_blockdrop [games [seed]]
 *
 * Same seed, same games, on every machine. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>

/* One of the actions that the rules would carry out, each with the same probability. */
static int32_t random_action(const lg_blockdrop *state, lg_rng *rng) {
    const uint64_t legal = lg_blockdrop_legal(state);
    uint32_t count = 0;
    for (int action = 0; action < LG_BLOCKDROP_ACTIONS; action++) count += (uint32_t)(legal >> action & 1);
    return lg_mask_select(&legal, LG_BLOCKDROP_ACTIONS, lg_rng_below(rng, count));
}

/* The player on a square as a digit; otherwise `.`, `~` where the block will drop, or a blank where it has dropped. */
static char square(const lg_blockdrop *state, int row, int column) {
    const int timer = state->timers[LG_BLOCKDROP_BLOCKS_SIDE * (row / 3) + column / 3];
    for (int player = 0; player < LG_BLOCKDROP_PLAYERS; player++)
        if (state->row[player] == row && state->column[player] == column) return (char)('0' + player);
    return timer > 0 ? '~' : timer < 0 ? ' ' : '.';
}

static void print_floor(const lg_blockdrop *state) {
    for (int row = 0; row < LG_BLOCKDROP_SIDE; row++) {
        for (int column = 0; column < LG_BLOCKDROP_SIDE; column++) putchar(square(state, row, column));
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    const long games = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
    lg_rng rng = lg_rng_seed(argc > 2 ? strtoull(argv[2], NULL, 10) : 1, 0);
    long wins[LG_BLOCKDROP_PLAYERS] = {0, 0, 0, 0}, draws = 0, turns = 0;
    lg_blockdrop state;
    if (games < 1) {
        (void)fprintf(stderr, "usage: %s [games [seed]]\n", argv[0]);
        return 2;
    }

    for (long i = 0; i < games; i++) {
        if (lg_blockdrop_new(LG_BLOCKDROP_PAGE, LG_BLOCKDROP_TURN_LIMIT, &rng, &state) != LG_OK) return 1;
        while (lg_blockdrop_result_of(&state) == LG_BLOCKDROP_ONGOING)
            if (lg_blockdrop_apply(&state, random_action(&state, &rng), &state) != LG_OK) return 1;
        const int32_t winner = lg_blockdrop_winner(&state);
        if (winner >= 0) wins[winner]++;
        else draws++;
        turns += state.turn;
    }

    printf("The last game (%s):\n", lg_blockdrop_result_text(lg_blockdrop_result_of(&state)));
    print_floor(&state);
    printf("%ld games: the players won %ld, %ld, %ld and %ld, %ld draws; %.1f turns a game\n", games, wins[0], wins[1],
           wins[2], wins[3], draws, (double)turns / (double)games);
    return 0;
}
