/* SnakeCore for searches: the probable value of a position. It compares points so far plus prospects: a body of n
 * blocks may bring n (n + 1) / 2 points, less a quarter for losses, and its energy blocks give protection. A lead
 * counts more, the fewer rounds are left. A disqualified player has no prospects. */
#include "libgames/snakecore.h"

#include "layout.h"
#include "rooms.h"

#define PLAYERS LG_SNAKECORE_MAX_PLAYERS

/* Chosen by games against the bot; points and prospects are in sixteenths. */
enum {
    SNK_UNIT = 1 << 15,
    POINT = 16,
    DROP = 12,               /* a point that the body is on its way to */
    SNK_EVALUATE_BLOCK = 8,  /* a block of it */
    SNK_EVALUATE_SHIELD = 2, /* more if it is an energy block */
    CLOSE = 5,               /* a lead of this many points at the end is half-way to a sure win, and of one more */
    SNK_ROUNDS = 8           /* for each group of this many rounds left */
};

/* Chosen by results of learners. */
enum {
    SNK_WIN = 64, /* points that are worth as much as a win */
    THEIRS = 3    /* tenths of an opponent's points that count against a player */
};

static int64_t prospect_of(const lg_snakecore *state, int player) {
    const lg_snakecore_python *python = &state->python[player];
    const int64_t points = POINT * (int64_t)python->score, body = python->length;
    if ((state->disqualified >> player & 1) != 0) return points;
    return points + DROP * body * (body + 1) / 2 + SNK_EVALUATE_BLOCK * body + SNK_EVALUATE_SHIELD * python->energy;
}

/* The chance of a lead, 0 ... 2 SNK_UNIT. */
static int64_t chance_of(int64_t lead, int64_t close) {
    return SNK_UNIT + lead * SNK_UNIT / ((lead < 0 ? -lead : lead) + close);
}

/* The outcomes of all players add up to 0: those of two are the lead's for one and the opposite for the other. A single
 * player has no outcome: for it, more points are better. */
float lg_i_snakecore_evaluate(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    const int64_t n = position->players, left = position->rounds - position->round;
    const int64_t close = POINT * (CLOSE + left / SNK_ROUNDS);
    int64_t prospects[PLAYERS], best = 0, second = 0, chance = 0, sum = 0;
    if (n <= 2) {
        const int64_t lead = prospect_of(position, player) - (n == 2 ? prospect_of(position, 1 - player) : 0);
        return (float)(chance_of(lead, close) - SNK_UNIT) / (float)SNK_UNIT;
    }
    for (int i = 0; i < n; i++) {
        const int64_t own = prospects[i] = prospect_of(position, i);
        second = own > best ? best : own > second ? own : second;
        best = own > best ? own : best;
    }
    for (int i = 0; i < n; i++) {
        const int64_t mine = chance_of(prospects[i] - (prospects[i] == best ? second : best), close);
        sum += mine;
        if (i == player) chance = mine;
    }
    return (float)((n * chance - sum) * SNK_UNIT / ((n - 1) * sum)) / (float)SNK_UNIT;
}

/* Points so far and prospects, minus a part of those of the best opponent; at the end only points so far. */
int32_t lg_i_snakecore_potential(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    const bool over = lg_i_snakecore_over(position);
    int64_t points[PLAYERS], best = 0;
    for (int i = 0; i < position->players; i++) {
        points[i] = over ? POINT * (int64_t)position->python[i].score : prospect_of(position, i);
        if (i != player && points[i] > best) best = points[i];
    }
    const int64_t potential = (points[player] - best * THEIRS / 10) * (LG_POTENTIAL_ONE / (SNK_WIN * POINT));
    if (potential > LG_MAX_POTENTIAL) return LG_MAX_POTENTIAL;
    return potential < -LG_MAX_POTENTIAL ? -LG_MAX_POTENTIAL : (int32_t)potential;
}
