/* Alquerque's baseline player: material after its own decision and the opponent's longest answer. */
#include "libgames/alquerque.h"

#include "libgames/author.h"
#include "lines.h"
#include "parts.h"
#include "points.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

enum {
    WON = 1000,  /* more than all pieces are worth */
    PIECE = 10,  /* one piece of material */
    LOOKS = 100 /* positions that are looked at in a chain: there can be millions */
};

/* The most pieces that these of a side's own can take in one chain, as far as `looks` positions show. */
static int longest_chain(uint64_t movers, uint64_t own, uint64_t enemy, int *looks) {
    const uint64_t empty = LG_I_BOARD & ~(own | enemy);
    uint64_t origins[8];
    int longest = 0;
#define JUMPS(d) origins[d] = lg_i_jumps_towards(movers, enemy, empty, d);
    LG_I_EACH_DIRECTION(JUMPS)
#undef JUMPS
    for (int direction = 0; direction < 8; direction++)
        while (origins[direction] != 0) {
            const uint64_t from = origins[direction] & -origins[direction];
            const uint64_t over = lg_i_shift(from, LG_I_STEP[direction]);
            const uint64_t to = lg_i_shift(over, LG_I_STEP[direction]), left = enemy & ~over;
            origins[direction] ^= from;
            if ((*looks)-- <= 0) return longest > 0 ? longest : 1;
            const bool goes_on = lg_i_jumped(to, left, (empty | from | over) & ~to) != 0;
            const int jumps = 1 + (goes_on ? longest_chain(to, (own ^ from) | to, left, looks) : 0);
            if (jumps > longest) longest = jumps;
        }
    return longest;
}

static int material(const lg_alquerque *state, int side) {
    return lg_i_count(state->pieces[side]) - lg_i_count(state->pieces[1 - side]);
}

/* What a position is worth to the side whose decision led there. */
static int32_t value_of(const lg_alquerque *state, int side, const lg_turn *turn) {
    const int32_t lead = PIECE * material(state, side);
    if (turn->player < 0) return lg_alquerque_result_of(state) == LG_ALQUERQUE_AT_PLY_LIMIT ? lead : WON;
    if (turn->quiet) return lead;
    const uint64_t own = state->pieces[state->to_move], enemy = state->pieces[1 - state->to_move];
    int looks = LOOKS;
    const uint64_t movers = state->jumper != NO_POINT ? (uint64_t)1 << state->jumper : own;
    const int32_t taken = PIECE * longest_chain(movers, own, enemy, &looks);
    return state->to_move == side ? lead + taken : lead - taken;
}

int32_t lg_i_alquerque_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const lg_alquerque *position = (const lg_alquerque *)state;
    uint64_t origins[8];
    lg_best best = {0, 0, 0};
    (void)lg_alquerque_origins(position, origins);
    for (int direction = 0; direction < 8; direction++)
        while (origins[direction] != 0) {
            lg_alquerque after;
            lg_turn turn;
            const int32_t action = 8 * lg_i_dense(lg_i_take(&origins[direction])) + direction;
            lg_i_alquerque_apply_legal(game, position, action, &after, &turn);
            lg_best_offer(&best, action, value_of(&after, position->to_move, &turn), rng);
        }
    return best.choice;
}

/* Chosen by games against greedy, and between numbers of nodes; the noise, a fifteenth of a piece, makes games differ. */
const char *lg_i_alquerque_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "alphabeta(noise=10)";
}
