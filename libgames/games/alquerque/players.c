/* Alquerque's baseline player: material after its own decision and the opponent's longest answer. */
#include "libgames/alquerque.h"

#include "core/bits.h"
#include "libgames/author.h"
#include "parts.h"
#include "points.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

enum {
    WON = 1000,  /* more than all pieces are worth */
    PIECE = 10,  /* one piece of material */
    LOOKS = 100 /* positions that are looked at in a chain: there can be millions */
};

/* The most pieces that the side to move can take in one chain, as far as `looks` positions show. */
static int longest_chain(const lg_alquerque *state, int *looks) {
    uint64_t origins[8];
    int longest = 0;
    if (lg_alquerque_origins(state, origins) != 2) return 0;
    for (int direction = 0; direction < 8; direction++)
        while (origins[direction] != 0) {
            lg_alquerque after;
            const int point = lg_i_take(&origins[direction]);
            if ((*looks)-- <= 0) return longest > 0 ? longest : 1;
            (void)lg_alquerque_decide(state, point, direction, &after);
            const int jumps = 1 + (after.jumper != NO_POINT ? longest_chain(&after, looks) : 0);
            if (jumps > longest) longest = jumps;
        }
    return longest;
}

static int material(const lg_alquerque *state, int side) {
    return lg_i_count(state->pieces[side]) - lg_i_count(state->pieces[1 - side]);
}

/* What a position is worth to the side that has just decided. */
static int32_t value_of(const lg_alquerque *state, int side) {
    int looks = LOOKS;
    const lg_alquerque_result result = lg_alquerque_result_of(state);
    if (result == LG_ALQUERQUE_NO_PIECES || result == LG_ALQUERQUE_NO_MOVES) return WON;
    if (result == LG_ALQUERQUE_AT_PLY_LIMIT) return PIECE * material(state, side);
    const int taken = longest_chain(state, &looks);
    return PIECE * (material(state, side) + (state->to_move == side ? taken : -taken));
}

int32_t lg_i_alquerque_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    uint64_t origins[8];
    lg_best best = {0, 0, 0};
    (void)lg_alquerque_origins(position, origins);
    for (int direction = 0; direction < 8; direction++)
        while (origins[direction] != 0) {
            lg_alquerque after;
            const int point = lg_i_take(&origins[direction]);
            (void)lg_alquerque_decide(position, point, direction, &after);
            lg_best_offer(&best, 8 * lg_i_dense(point) + direction, value_of(&after, position->to_move), rng);
        }
    return best.choice;
}

/* Chosen by games against greedy, and between numbers of nodes; the noise, a fifteenth of a piece, makes games differ. */
const char *lg_i_alquerque_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "alphabeta(noise=10)";
}
