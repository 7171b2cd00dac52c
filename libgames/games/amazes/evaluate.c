/* Values of positions of Amazes: for searches the points of both players, including their next discoveries; for
 * learners the progress of a player. */
#include "libgames/amazes.h"

#include "rooms.h"
#include "squares.h"

enum { AMZ_ONE = 1024 /* points */, SURPLUS = 8 /* points beyond the limit that count as one */ };

/* For learners: the characters that cost a square, the squares that are worth a win; sudden death is worth two more. */
enum { CHARACTERS = 32, AMZ_WIN = 128, ENDING = 2 };

/* What `player` discovers with its next look, unless the other one is first: squares, with those that are new to both
 * counted twice. */
static int32_t gain_of(const lg_amazes *state, int player) {
    const lg_amazes_knowledge *before = &state->known[player], *other = &state->known[1 - player];
    lg_amazes_knowledge after = *before;
    int32_t gain = 0;
    lg_i_amazes_discover(&state->maze, &state->place[player], &after);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const uint32_t found = after.squares[row] & ~before->squares[row];
        gain += lg_i_bits_count(found) + lg_i_bits_count(found & ~other->squares[row]);
    }
    return gain;
}

static int32_t amz_evaluate_worth_of(int32_t points) {
    return points > LG_AMAZES_SCORE ? LG_AMAZES_SCORE + (points - LG_AMAZES_SCORE) / SURPLUS : points;
}

/* Offenders end with nothing. */
static int32_t worth(const lg_amazes *state, int player, int32_t points) {
    if ((state->offenders >> player & 1) != 0) return 0;
    const bool looks = state->turn < 2 * state->turn_limit - 1 && lg_amazes_player(state) != player;
    return amz_evaluate_worth_of(points + (looks ? gain_of(state, player) : 0));
}

float lg_i_amazes_evaluate(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_amazes *position = (const lg_amazes *)state;
    int32_t points[2];
    lg_amazes_points(position, points);
    const int32_t lead = worth(position, player, points[player]) - worth(position, 1 - player, points[1 - player]);
    return (float)(lead < -AMZ_ONE ? -AMZ_ONE : lead > AMZ_ONE ? AMZ_ONE : lead) / (float)AMZ_ONE;
}

/* The squares that a player has discovered, and sudden death. Meetings count a little, so that they are learned before
 * the meeting that ends the game. So do characters, but they must not cost more than the last squares are worth. */
int32_t lg_i_amazes_potential(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_amazes *position = (const lg_amazes *)state;
    const int32_t walk = lg_amazes_player(position) == player ? position->walk_length : 0;
    const int32_t written = (int32_t)position->written[player] + walk;
    const int32_t squares = lg_amazes_square_count(&position->known[player]) + position->meetings[player];
    int32_t potential = (CHARACTERS * squares - written) * (LG_POTENTIAL_ONE / (CHARACTERS * AMZ_WIN));
    if (position->sudden_death == player + 1) potential += ENDING * LG_POTENTIAL_ONE;
    if (potential > LG_MAX_POTENTIAL) return LG_MAX_POTENTIAL;
    return potential < -LG_MAX_POTENTIAL ? -LG_MAX_POTENTIAL : potential;
}
