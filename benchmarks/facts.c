/* Statistics of play, for benchmarks/facts.py: whole games of one bot in all seats, and sums over them.
 *
 *     facts GAME BOT SEED COUNT
 *
 * prints a line of JSON about game number SEED and the COUNT - 1 games after it: sums, sums of squares, the least and the
 * most; for legal actions the third is the sum of their products with the decisions. The last of "wins" are the draws.
 * Game number i begins as lg_game_new(i). "random" plays it as lg_rollouts does, other bots with the generators
 * lg_bot_rng(..., i). */
#include <inttypes.h>
#include <libgames/libgames.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct number {
    int64_t sum, squares, least, most; /* over games */
} number;

static lg_game game;
static lg_bot bot;
static number decisions, turns, scores[LG_MAX_PLAYERS];
static int64_t legal_sum, legal_squares, legal_products, legal_most, draws, wins[LG_MAX_PLAYERS];
static void *state, *memory;
static size_t size;

static void check(lg_status status) {
    if (status == LG_OK) return;
    fprintf(stderr, "facts: %s\n", lg_status_text(status));
    exit(1);
}

static void *allocate(size_t bytes) {
    void *made = calloc(1, bytes > 0 ? bytes : 1);
    if (made == NULL) {
        (void)fputs("error: no memory\n", stderr);
        exit(1);
    }
    return made;
}

static void add(number *to, int64_t value, bool first) {
    to->sum += value;
    to->squares += value * value;
    if (first || value < to->least) to->least = value;
    if (first || value > to->most) to->most = value;
}

static void print(const char *before, const number *of, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        printf("%s[%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "]", i == 0 ? before : ", ", of[i].sum,
               of[i].squares, of[i].least, of[i].most);
}

/* The winner has a better outcome than all others; without one the game is drawn. */
static void count_result(bool first) {
    float outcome[LG_MAX_PLAYERS];
    int32_t points[LG_MAX_PLAYERS], best = 0, among = 0;
    check(lg_game_outcome(&game, state, outcome));
    check(lg_game_scores(&game, state, points));
    for (int32_t seat = 0; seat < game.players; seat++) {
        add(&scores[seat], points[seat], first);
        if (outcome[seat] > outcome[best]) best = seat;
    }
    for (int32_t seat = 0; seat < game.players; seat++) among += outcome[seat] >= outcome[best];
    if (among > 1) draws++;
    else wins[best]++;
}

static void play(uint64_t seed, bool first) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    int64_t played = 0, moves = 0, choices = 0;
    lg_rng rollout = lg_rng_seed(seed, LG_ROLLOUT_STREAM);
    check(lg_game_new(&game, seed, state));
    for (int32_t legal; (legal = lg_game_legal(&game, state, mask)) > 0; played++) {
        int32_t action;
        if (bot.kind == LG_BOT_RANDOM) {
            action = lg_mask_select(mask, game.actions, lg_rng_below(&rollout, (uint32_t)legal));
        } else {
            lg_rng rng = lg_bot_rng(&game, &bot, state, seed);
            check(lg_bot_choose(&game, &bot, state, &rng, memory, size, NULL, NULL, &action));
        }
        moves += !lg_game_in_move(&game, state);
        choices += legal;
        if (legal > legal_most) legal_most = legal;
        check(lg_game_apply(&game, state, action, state));
    }
    add(&decisions, played, first);
    add(&turns, moves, first);
    legal_sum += choices;
    legal_squares += choices * choices;
    legal_products += choices * played;
    count_result(first);
}

int main(int argc, char **argv) {
    lg_parse_error error = {0};
    if (argc != 5) return fprintf(stderr, "usage: facts GAME BOT SEED COUNT\n"), 2;
    if (lg_game_make(argv[1], strlen(argv[1]), &game, &error) != LG_OK ||
        lg_bot_configure(&game, argv[2], strlen(argv[2]), &bot, &error) != LG_OK)
        return fprintf(stderr, "facts: expected %s\n", error.expected), 2;
    check(lg_game_prepare(&game, allocate(game.shared_size), game.shared_size));
    check(lg_bot_size(&game, &bot, &size));
    state = allocate(game.state_size);
    memory = allocate(size);
    const uint64_t seed = strtoull(argv[3], NULL, 10), count = strtoull(argv[4], NULL, 10);
    for (uint64_t i = 0; i < count; i++) play(seed + i, i == 0);
    printf("{\"games\": %" PRIu64, count);
    print(", \"decisions\": ", &decisions, 1);
    print(", \"turns\": ", &turns, 1);
    print(", \"scores\": [", scores, game.players);
    printf("], \"legal\": [%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "], \"wins\": [", legal_sum, legal_squares,
           legal_products, legal_most);
    for (int32_t seat = 0; seat < game.players; seat++) printf("%" PRId64 ", ", wins[seat]);
    printf("%" PRId64 "]}\n", draws);
    return 0;
}
