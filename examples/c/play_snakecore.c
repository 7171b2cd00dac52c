/* Plays games of SnakeCore between pythons that eat whatever is next to them, drop five blocks or more into a reactor
 * next to them, and otherwise move at random.
 *
 *     play_snakecore [games [seed]]
 *
 * Same seed, same games, on every machine. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>

enum { ENOUGH = 5 };

/* How much the player to move wants this effect of an action; 0 for one that does nothing. */
static int worth(const lg_snakecore *state, lg_snakecore_effect effect) {
    switch (effect) {
    case LG_SNAKECORE_DROP: return state->python[state->to_move].length >= ENOUGH ? 4 : 1;
    case LG_SNAKECORE_BITE: return 3;
    case LG_SNAKECORE_EAT: return 2;
    case LG_SNAKECORE_MOVE: return 1;
    default: return 0;
    }
}

/* One of the best directions, each with the same probability; N when none does anything. */
static int32_t choose(const lg_snakecore *state, lg_rng *rng) {
    int32_t best[4] = {LG_SNAKECORE_NONE};
    uint32_t count = 1;
    int most = 0;
    for (int32_t action = LG_SNAKECORE_UP; action <= LG_SNAKECORE_RIGHT; action++) {
        const int value = worth(state, lg_snakecore_effect_of(state, action));
        if (value == 0 || value < most) continue;
        if (value > most) count = 0;
        most = value;
        best[count++] = action;
    }
    return best[lg_rng_below(rng, count)];
}

static void print_field(const lg_snakecore *state) {
    static char field[LG_SNAKECORE_MAX_CELLS];
    lg_snakecore_field(state, field);
    for (int row = 0; row < state->size; row++) printf("%.*s\n", state->size, field + row * state->size);
}

int main(int argc, char **argv) {
    const lg_snakecore_setup setup = {20, 2, 12, 2, 24, 8, 200}; /* the configuration `snakecore` */
    const long games = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    lg_rng rng = lg_rng_seed(seed, 1); /* the players' choices: another stream than the game's own chance */
    long wins[2] = {0, 0}, points = 0;
    static lg_snakecore state;
    if (games < 1) {
        (void)fprintf(stderr, "usage: %s [games [seed]]\n", argv[0]);
        return 2;
    }

    for (long i = 0; i < games; i++) {
        if (lg_snakecore_new(&setup, seed + (uint64_t)i, &state) != LG_OK) return 1;
        while (!lg_snakecore_result_of(&state))
            if (lg_snakecore_apply(&state, choose(&state, &rng), &state) != LG_OK) return 1;
        const uint32_t leaders = lg_snakecore_leaders(&state);
        for (int player = 0; player < 2; player++) {
            wins[player] += leaders == 1u << player;
            points += state.python[player].score;
        }
    }

    printf("The last game, %d to %d:\n", state.python[0].score, state.python[1].score);
    print_field(&state);
    printf("%ld games: player 0 won %ld, player 1 won %ld, %ld tied; %.1f points a player\n", games, wins[0], wins[1],
           games - wins[0] - wins[1], (double)points / (double)games / 2);
    return 0;
}
