/* A contest program for Alquerque: takes as much as it can, then leaves as little as possible to be taken.
 *
 * Reads "Start" or the opponent's move, writes its own, until it reads "Quit" or the game is over. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <string.h>

#define LOOKED_AT 2000 /* moves of a turn: boards with millions of them exist */

/* The most pieces that the side to move can take in one turn. */
static int most_taken(const lg_alquerque *state) {
    lg_alquerque_moves moves;
    lg_alquerque_move move;
    int most = 0;
    lg_alquerque_moves_begin(state, &moves);
    for (int i = 0; i < LOOKED_AT && lg_alquerque_moves_next(&moves, &move); i++)
        if (move.jumps > most) most = move.jumps;
    return most;
}

/* The best move; the generator decides between equals. */
static lg_alquerque_move choose(const lg_alquerque *state, lg_rng *rng) {
    lg_alquerque_moves moves;
    lg_alquerque_move move, best = {0};
    int best_value = -1000;
    uint32_t equals = 0;
    lg_alquerque_moves_begin(state, &moves);
    for (int i = 0; i < LOOKED_AT && lg_alquerque_moves_next(&moves, &move); i++) {
        lg_alquerque after;
        if (lg_alquerque_apply(state, &move, &after) != LG_OK) continue;
        const int value = move.jumps - most_taken(&after);
        if (value > best_value) equals = 0;
        if (value < best_value || lg_rng_below(rng, ++equals) != 0) continue;
        best_value = value;
        best = move;
    }
    return best;
}

int main(void) {
    char line[128], text[LG_ALQUERQUE_MOVE_TEXT + 1];
    size_t length;
    lg_alquerque state;
    lg_alquerque_move move;
    lg_alquerque_message_kind kind;
    lg_rng rng = lg_rng_seed(2008, 0);
    lg_alquerque_start(&state);
    while (lg_alquerque_result_of(&state) == LG_ALQUERQUE_ONGOING && fgets(line, sizeof line, stdin) != NULL) {
        if (lg_alquerque_message_parse(line, strlen(line), &kind, &move, NULL) != LG_OK) return 1;
        if (kind == LG_ALQUERQUE_MESSAGE_QUIT) return 0;
        if (kind == LG_ALQUERQUE_MESSAGE_MOVE && lg_alquerque_apply(&state, &move, &state) != LG_OK) return 1;
        if (lg_alquerque_result_of(&state) != LG_ALQUERQUE_ONGOING) continue;
        move = choose(&state, &rng);
        if (lg_alquerque_apply(&state, &move, &state) != LG_OK) return 1;
        if (lg_alquerque_move_print(&move, text, sizeof text, &length) != LG_OK) return 1;
        puts(text);
        (void)fflush(stdout);
    }
    return 0;
}
