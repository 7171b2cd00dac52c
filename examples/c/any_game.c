/* Plays one random game of any kind through the uniform interface and prints every decision.
 *
 *     any_game [configuration [seed]]          e.g. any_game alquerque 7 */
#include <libgames/libgames.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text has no fixed limit over all games: get the length, then print. */
static void print_state(const lg_game *game, const void *state) {
    size_t length = 0;
    (void)lg_game_state_print(game, state, NULL, 0, &length);
    char *text = malloc(length + 1);
    if (text != NULL && lg_game_state_print(game, state, text, length + 1, &length) == LG_OK) puts(text);
    free(text);
}

static lg_status play(const lg_game *game, void *state, lg_rng *rng) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    lg_status status = LG_OK;
    for (int32_t legal; status == LG_OK && (legal = lg_game_legal(game, state, mask)) > 0;) {
        char text[64];
        size_t length;
        const int32_t action = lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)legal));
        const int32_t player = lg_game_player(game, state);
        status = lg_game_action_print(game, action, text, sizeof text, &length);
        if (status != LG_OK) break;
        printf("player %" PRId32 " plays %s, one of %" PRId32 "\n", player, text, legal);
        status = lg_game_apply(game, state, action, state);
    }
    return status;
}

static void print_result(const lg_game *game, const void *state) {
    int32_t scores[LG_MAX_PLAYERS];
    if (lg_game_scores(game, state, scores) != LG_OK) return;
    printf("scores:");
    for (int32_t i = 0; i < game->players; i++) printf(" %" PRId32, scores[i]);
    putchar('\n');
}

int main(int argc, char **argv) {
    const char *configuration = argc > 1 ? argv[1] : "alquerque";
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    lg_rng rng = lg_rng_seed(seed, 1); /* the players' choices: another stream than the game's own chance */
    lg_game game;
    lg_parse_error error;
    if (lg_game_make(configuration, strlen(configuration), &game, &error) != LG_OK) {
        (void)fprintf(stderr, "%s\n%*s here was expected: %s\n", configuration, error.column, "^", error.expected);
        return 2;
    }

    void *shared = malloc(game.shared_size + 1), *state = malloc(game.state_size);
    lg_status status = LG_E_SPACE;
    if (shared != NULL && state != NULL) {
        status = lg_game_prepare(&game, shared, game.shared_size);
        if (status == LG_OK) status = lg_game_new(&game, seed, state);
        if (status == LG_OK) status = play(&game, state, &rng);
    }
    if (status == LG_OK) {
        print_state(&game, state);
        print_result(&game, state);
    } else {
        (void)fprintf(stderr, "%s\n", lg_status_text(status));
    }
    free(state);
    free(shared);
    return status != LG_OK;
}
