/* The baseline bot of Alquerque compares the material after its decision and the opponent's longest answer. */
#include "libgames/alquerque.h"

#include "game/calls.h"
#include "libgames/author.h"
#include "lines.h"
#include "rooms.h"
#include "rules.h"

enum {
    WON = 1000,  /* more than all pieces are worth */
    PIECE = 10,  /* one piece of material */
    ALQ_MOST = LG_ALQUERQUE_PIECES,
    LOOKS = 100 /* positions that are searched in a chain: there can be millions */
};

/* The most pieces that these pieces of a side can take in one chain, one for each jump, as far as a search of `looks`
 * positions shows. A chain continues if another jump is possible from its target, except the one straight back, over
 * the captured piece; for all other jumps the board is unchanged. Above `enough` any larger number will do. */
static int longest_chain(uint64_t movers, uint64_t own, uint64_t enemy, int enough, int *looks) {
    const uint64_t empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy);
    uint64_t jumps[8], goes_on[8], once = 0, twice = 0, any = 0;
    int longest = 0, count = 0;
#define JUMPS(d)                                                                                                       \
    jumps[d] = lg_i_alquerque_jumps_towards(LG_I_ALQUERQUE_BOARD, enemy, empty, d);                                    \
    twice |= once & jumps[d];                                                                                          \
    once |= jumps[d];                                                                                                  \
    count += lg_i_bits_count(movers & jumps[d]);
    LG_I_ALQUERQUE_EACH_DIRECTION(JUMPS)
#undef JUMPS
#define GO_ON(d)                                                                                                       \
    goes_on[d] = movers & jumps[d] & lg_i_bits_shift(twice | (once & ~jumps[(d) ^ 4]), -2 * LG_I_ALQUERQUE_STEP[d]);   \
    any |= goes_on[d];
    LG_I_ALQUERQUE_EACH_DIRECTION(GO_ON)
#undef GO_ON
    if (any == 0) {
        *looks -= count;
        return count > 0;
    }
    for (int direction = 0; direction < 8; direction++) {
        uint64_t origins = movers & jumps[direction];
        for (; goes_on[direction] != 0; goes_on[direction] &= goes_on[direction] - 1) {
            const uint64_t from = goes_on[direction] & -goes_on[direction];
            const uint64_t over = lg_i_bits_shift(from, LG_I_ALQUERQUE_STEP[direction]),
                           to = lg_i_bits_shift(over, LG_I_ALQUERQUE_STEP[direction]);
            const int before = lg_i_bits_count(origins & (from - 1)); /* that do not continue */
            if (before > 0 && longest == 0) longest = 1;
            if ((*looks -= before) <= 0) return longest > 0 ? longest : 1;
            --*looks;
            const int length = 1 + longest_chain(to, (own ^ from) | to, enemy & ~over, enough - 1, looks);
            if (length > longest) longest = length;
            if (longest > enough) return longest;
            origins &= -from << 1;
        }
        if (origins != 0 && longest == 0) longest = 1;
        if ((*looks -= lg_i_bits_count(origins)) < 0) return longest > 0 ? longest : 1;
    }
    return longest;
}

static int material(const lg_alquerque *state, int side) {
    return lg_i_bits_count(state->pieces[side]) - lg_i_bits_count(state->pieces[1 - side]);
}

/* The rest of a lead after the opponent's longest answer, a capture. Below `least` any smaller number will do. */
static int32_t value_after(int32_t lead, uint64_t own, uint64_t enemy, int32_t least) {
    int looks = LOOKS;
    if (lead - PIECE < least) return lead - PIECE;
    return lead - PIECE * longest_chain(enemy, enemy, own, (lead - least) / PIECE, &looks);
}

/* The value of an action, or less than `least`. */
static int32_t value_of_action(const lg_alquerque *before, int32_t action, int32_t least) {
    const int side = before->to_move;
    lg_alquerque after;
    const lg_i_alquerque_standing next =
        lg_i_alquerque_follow(before, lg_i_alquerque_sparse(action >> 3), action & 7, &after);
    const int32_t lead = PIECE * material(&after, side);
    if (next.player < 0) return lg_alquerque_result_of(&after) == LG_ALQUERQUE_AT_PLY_LIMIT ? lead : WON;
    if (next.quiet) return lead;
    const uint64_t own = after.pieces[side], enemy = after.pieces[1 - side];
    int looks = LOOKS;
    if (next.player != side) return value_after(lead, own, enemy, least);
    return lead + PIECE * longest_chain((uint64_t)1 << after.jumper, own, enemy, ALQ_MOST, &looks);
}

/* The same of a step, when there is nothing to capture. */
static int32_t value_of_step(const lg_alquerque *before, int32_t action, int32_t least) {
    const int side = before->to_move, point = lg_i_alquerque_sparse(action >> 3),
              target = point + LG_I_ALQUERQUE_STEP[action & 7];
    const uint64_t own = before->pieces[side] ^ ((uint64_t)1 << point | (uint64_t)1 << target);
    const uint64_t enemy = before->pieces[1 - side], empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy);
    const bool last = before->ply + 1 >= LG_ALQUERQUE_PLY_LIMIT, answers = lg_i_alquerque_has_step(enemy, empty),
               attacked = lg_i_alquerque_jumped(enemy, own, empty) != 0;
    const int32_t lead = PIECE * material(before, side);
    if (last || !(answers || attacked)) return value_of_action(before, action, least); /* it may end the game */
    return attacked ? value_after(lead, own, enemy, least) : lead;
}

/* The points to which an enemy piece next to one of a side's pieces could jump over it, were they empty. */
static uint64_t alq_behind(uint64_t own, uint64_t enemy) {
    const uint64_t crosses = enemy & LG_I_ALQUERQUE_CROSSES;
    uint64_t points = (own & enemy << 8) << 8 | (own & enemy >> 8) >> 8;
    points |= (own & enemy << 1) << 1 | (own & enemy >> 1) >> 1;
    points |= (own & crosses << 9) << 9 | (own & crosses >> 9) >> 9;
    return points | (own & crosses << 7) << 7 | (own & crosses >> 7) >> 7;
}

/* Where steps begin, by direction, after which the opponent may have no capture; after all other steps it has one.
 * Returns whether it had none before: then it has none after these steps. A step may expose the piece that moved,
 * between an enemy and an empty point or the point left, or another piece in front of the point left. Captures that
 * were possible before remain so, unless the exposed piece has moved or a piece has moved behind it. */
static bool find_calm(const lg_alquerque *before, const uint64_t origins[8], uint64_t calm[8]) {
    const uint64_t own = before->pieces[before->to_move], enemy = before->pieces[1 - before->to_move];
    const uint64_t empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy), ends = alq_behind(own, enemy);
    const uint64_t between = lg_i_alquerque_jumped(enemy, LG_I_ALQUERQUE_BOARD, empty);
    const bool quiet = (ends & empty) == 0;
    const uint64_t pieces = quiet ? own : own & between, targets = quiet ? empty : ends & empty;
#define CALM(d)                                                                                                        \
    calm[d] = origins[d] & (pieces | lg_i_bits_shift(targets, -LG_I_ALQUERQUE_STEP[d]));                               \
    calm[d] &= ~(ends | lg_i_bits_shift(between, -LG_I_ALQUERQUE_STEP[d]) |                                            \
                 lg_i_bits_shift(enemy, -2 * LG_I_ALQUERQUE_STEP[d]));
    LG_I_ALQUERQUE_EACH_DIRECTION(CALM)
#undef CALM
    return quiet;
}

/* Whether no step can end the game: three points are next to the opponent's pieces, and a step takes one of them. */
static bool game_goes_on(const lg_alquerque *before) {
    const uint64_t empty = LG_I_ALQUERQUE_BOARD & ~(before->pieces[0] | before->pieces[1]);
    const uint64_t near = lg_i_alquerque_beside(before->pieces[1 - before->to_move]) & empty;
    return before->ply + 1 < LG_ALQUERQUE_PLY_LIMIT && lg_i_bits_count(near) >= 3;
}

static int32_t best_capture(const lg_alquerque *before, uint64_t origins[8], lg_rng *rng) {
    lg_best best = {0, -WON, 0};
    for (int direction = 0; direction < 8; direction++)
        while (origins[direction] != 0) {
            const int32_t action = 8 * lg_i_alquerque_dense(lg_i_bits_take(&origins[direction])) + direction;
            lg_best_offer(&best, action, value_of_action(before, action, best.value), rng);
        }
    return best.choice;
}

/* One of several equally good steps, as lg_best_offer chooses when they are offered one by one. */
static int32_t one_of(const uint64_t origins[8], lg_rng *rng) {
    int count = 0, rank = 0, direction = 0;
    for (int d = 0; d < 8; d++) count += lg_i_bits_count(origins[d]);
    for (int i = 1; i < count; i++)
        if (lg_rng_below(rng, (uint32_t)i + 1) == 0) rank = i;
    for (; rank >= lg_i_bits_count(origins[direction]); direction++) rank -= lg_i_bits_count(origins[direction]);
    return 8 * lg_i_alquerque_dense(lg_i_bits_select(origins[direction], (unsigned)rank)) + direction;
}

/* Once a step without a capture in reply is known, only such steps count. */
static int32_t best_step(const lg_alquerque *before, const uint64_t origins[8], lg_rng *rng) {
    const int32_t lead = PIECE * material(before, before->to_move);
    const bool sure = game_goes_on(before);
    uint64_t calm[8];
    lg_best best = {0, -WON, 0};
    const bool quiet = find_calm(before, origins, calm);
    for (int direction = 0; direction < 8; direction++) {
        uint64_t left = origins[direction];
        if (sure && best.value == lead) left = calm[direction];
        while (left != 0) {
            const int point = lg_i_bits_take(&left);
            const int32_t action = 8 * lg_i_alquerque_dense(point) + direction;
            if (sure && quiet && (calm[direction] >> point & 1) != 0) return one_of(calm, rng);
            lg_best_offer(&best, action, value_of_step(before, action, best.value), rng);
            if (sure && best.value == lead) left &= calm[direction];
        }
    }
    return best.choice;
}

static int32_t alq_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    uint64_t origins[8];
    if (lg_i_alquerque_origins(position, origins) == 2) return best_capture(position, origins, rng);
    return best_step(position, origins, rng);
}

/* Chosen by games against greedy, and between numbers of nodes; the noise, a fifteenth of a piece, makes games
 * differ. */
static const char *alq_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "alphabeta(noise=10)";
}

const lg_game_bots lg_i_alquerque_bots = {
    .greedy = alq_greedy, .evaluate = lg_i_alquerque_evaluate, .strong = alq_strong, .net = LG_I_GAME_NET(alquerque),
};
