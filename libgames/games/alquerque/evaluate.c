/* Alquerque for searches: what a position is probably worth, and a key of all that matters for the rest of the game. */
#include "libgames/alquerque.h"

#include "features.h"
#include "rooms.h"
#include "rules.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

/* Chosen by matches of benchmarks/alquerque_weights.c. */
static const int32_t ALQ_WEIGHTS[LG_I_ALQUERQUE_FEATURES] = {12, 20, -20, 10};

/* The weighted sum of the features. */
static int32_t alq_weigh(const lg_alquerque *state) {
    int32_t features[LG_I_ALQUERQUE_FEATURES], sum = 0;
    lg_i_alquerque_features(state, features);
    for (int i = 0; i < LG_I_ALQUERQUE_FEATURES; i++) sum += ALQ_WEIGHTS[i] * features[i];
    return sum;
}

float lg_i_alquerque_evaluate(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const int32_t value = lg_i_alquerque_value(position, alq_weigh(position));
    return (float)(player == position->to_move ? value : -value) / (float)LG_I_ALQUERQUE_SURE;
}

/* A twentieth of a win for each piece more, rounded to LG_POTENTIAL_ONE-ths. */
int32_t lg_i_alquerque_potential(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    if (lg_alquerque_result_of(position) != LG_ALQUERQUE_ONGOING) return 0;
    return (lg_i_bits_count(position->pieces[player]) - lg_i_bits_count(position->pieces[1 - player])) *
           (LG_POTENTIAL_ONE / 20);
}

static bool alq_quiet(const lg_game *game, const void *state) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const lg_i_alquerque_sides s = lg_i_alquerque_sides_of(position);
    return position->jumper == NO_POINT && lg_i_alquerque_jumped(s.own, s.enemy, s.empty) == 0;
}

/* 1 + the point to which the side's piece may not go straight back now or in its next turn; 0: nothing is forbidden. */
static uint64_t forbidden(const lg_alquerque *state, int side) {
    const lg_alquerque_move *last = &state->last[side];
    if (last->jumps != 0 || last->from == NO_POINT) return 0;
    const int at = last->from + LG_I_ALQUERQUE_STEP[last->path & 7];
    return (state->pieces[side] >> at & 1) != 0 ? 8u * last->from + (last->path & 7) + 1 : 0;
}

static uint64_t alq_mixed(uint64_t x) {
    x *= 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

/* Of the last moves only a step matters that could be taken back. */
static uint64_t alq_position_key(const lg_game *game, const void *state) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const uint64_t rest = (uint64_t)position->ply << 32 | (uint64_t)position->jumper << 24 |
                          (uint64_t)position->forfeit << 20 | (uint64_t)position->to_move << 19;
    const uint64_t returns = forbidden(position, 0) << 48 | forbidden(position, 1);
    return alq_mixed(alq_mixed(alq_mixed(position->pieces[0]) ^ position->pieces[1]) ^ (rest | returns));
}

static int32_t alq_list_legal(const lg_game *game, const void *state, uint16_t *actions) {
    (void)game;
    return lg_i_alquerque_list((const lg_alquerque *)state, actions);
}

static void alq_apply_legal(const lg_game *game, const void *before, int32_t action, void *after, lg_turn *turn) {
    (void)game;
    const lg_i_alquerque_standing next = lg_i_alquerque_follow(
        (const lg_alquerque *)before, lg_i_alquerque_sparse(action >> 3), action & 7, (lg_alquerque *)after);
    turn->player = next.player;
    turn->in_move = next.in_chain;
    turn->quiet = next.quiet;
}

const lg_game_speed lg_i_alquerque_speed = {
    .quiet = alq_quiet, .position_key = alq_position_key, .list_legal = alq_list_legal, .apply_legal = alq_apply_legal,
};
