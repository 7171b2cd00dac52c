/* SnakeCore behind the uniform interface: six decisions. Turns of disqualified players are skipped, so the player to
 * move can always act. */
#include "libgames/snakecore.h"

#include <string.h>

#include "core/bits.h"
#include "layout.h"
#include "libgames/author.h"
#include "protocol.h"
#include "rooms.h"

/* Parameters. */

/* The initial numbers fit every size with every number of players. */
static const lg_param SNK_PARAMS[] = {
    {"size", LG_SNAKECORE_MIN_SIZE, LG_SNAKECORE_MAX_SIZE, 20, NULL, "cells along each side of the field, 8 to 64"},
    {"players", 1, LG_SNAKECORE_MAX_PLAYERS, 2, NULL, "players, 1 to 8"},
    {"walls", 0, 1024, 12, NULL, "wall cells, 0 to 1024"},
    {"reactors", 0, 1024, 2, NULL, "reactor cells, 0 to 1024"},
    {"ordinary", 0, LG_SNAKECORE_MAX_BLOCKS, 24, NULL, "ordinary blocks, 0 to 4095"},
    {"energy", 0, LG_SNAKECORE_MAX_BLOCKS, 8, NULL, "energy blocks, 0 to 4095"},
    {"rounds", 1, LG_SNAKECORE_MAX_ROUNDS, 200, NULL, "rounds (one turn of each player), 1 to 10000"},
    {"radius", 3, 63, 8, NULL, "cells of the window on each side of the head, 3 to 63"},
};

static lg_snakecore_setup setup_of(const lg_game *game) {
    lg_snakecore_setup setup;
    setup.size = game->params[LG_I_SNAKECORE_SIZE];
    setup.players = game->params[LG_I_SNAKECORE_PLAYERS];
    setup.walls = game->params[LG_I_SNAKECORE_WALLS];
    setup.reactors = game->params[LG_I_SNAKECORE_REACTORS];
    setup.ordinary = game->params[LG_I_SNAKECORE_ORDINARY];
    setup.energy = game->params[LG_I_SNAKECORE_ENERGY];
    setup.rounds = game->params[LG_I_SNAKECORE_ROUNDS];
    return setup;
}

static const char *snk_check(const lg_game *game) {
    const lg_snakecore_setup setup = setup_of(game);
    return lg_i_snakecore_setup_problem(&setup);
}

static void snk_configure(lg_game *game) {
    const int32_t size = game->params[LG_I_SNAKECORE_SIZE];
    game->players = game->params[LG_I_SNAKECORE_PLAYERS];
    game->actions = LG_SNAKECORE_ACTIONS;
    game->symmetries = LG_SNAKECORE_SYMMETRIES;
    game->state_size = lg_i_snakecore_size(size, game->players, game->params[LG_I_SNAKECORE_ORDINARY] +
                                                                  game->params[LG_I_SNAKECORE_ENERGY]);
    game->draws = game->params[LG_I_SNAKECORE_ORDINARY] + game->params[LG_I_SNAKECORE_ENERGY];
    game->outcomes = game->draws > 0 ? size * size : 0;
    game->longest = (int64_t)game->players * game->params[LG_I_SNAKECORE_ROUNDS];
    game->clock.first = LG_SNAKECORE_NAME_MS;
    game->clock.answer = LG_SNAKECORE_ANSWER_MS;
    game->clock.total = LG_SNAKECORE_TOTAL_MS;
    lg_i_snakecore_spaces(game, size, game->params[LG_I_SNAKECORE_RADIUS]);
}

static void snk_new_game(const lg_game *game, uint64_t seed, void *state) {
    const lg_snakecore_setup setup = setup_of(game);
    (void)lg_snakecore_new(&setup, seed, (lg_snakecore *)state);
}

/* The first field that differs from the configuration. */
static const char *misfit(const lg_game *game, const lg_snakecore *state) {
    if (state->size != game->params[LG_I_SNAKECORE_SIZE])
        return LG_I_BITS_WRONG("size: expected the value of the configuration");
    if (state->players != game->params[LG_I_SNAKECORE_PLAYERS])
        return LG_I_BITS_WRONG("players: expected the value of the configuration");
    if (state->ordinary != game->params[LG_I_SNAKECORE_ORDINARY])
        return LG_I_BITS_WRONG("ordinary: expected the value of the configuration");
    if (state->energy != game->params[LG_I_SNAKECORE_ENERGY])
        return LG_I_BITS_WRONG("energy: expected the value of the configuration");
    return state->rounds == game->params[LG_I_SNAKECORE_ROUNDS]
               ? NULL
               : LG_I_BITS_WRONG("rounds: expected the value of the configuration");
}

static const char *snk_problem(const lg_game *game, const void *state) {
    const lg_snakecore *position = (const lg_snakecore *)state;
    const char *wrong = misfit(game, position);
    return wrong != NULL ? wrong : lg_i_snakecore_problem(position, game->state_size);
}

static lg_status snk_validate(const lg_game *game, const void *state) {
    return snk_problem(game, state) == NULL ? LG_OK : LG_E_STATE;
}

/* ---- turns ---- */

static int32_t snk_player(const lg_game *game, const void *state) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    return lg_i_snakecore_over(position) ? -1 : position->to_move;
}

static int32_t snk_legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    mask[0] = lg_snakecore_legal((const lg_snakecore *)state);
    return lg_i_bits_count(mask[0]);
}

static void pass_over(lg_snakecore *state) {
    while ((state->disqualified >> state->to_move & 1) != 0 && !lg_i_snakecore_over(state))
        (void)lg_snakecore_apply(state, LG_SNAKECORE_NONE, state);
}

static lg_status snk_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)game;
    const lg_status status = lg_snakecore_apply((const lg_snakecore *)before, action, (lg_snakecore *)after);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static lg_status snk_forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    const lg_status status = lg_snakecore_forfeit((const lg_snakecore *)before, offender, (lg_snakecore *)after);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static void snk_scores(const lg_game *game, const void *state, int32_t *points) {
    for (int32_t i = 0; i < game->players; i++) points[i] = ((const lg_snakecore *)state)->python[i].score;
}

/* Each winner gets the fraction of the other players that it beat, and the losers pay that in equal parts: 1 and -1 for
 * two players, 0 for all if all are equal. A single player gets 0. */
static void snk_outcome(const lg_game *game, const void *state, float *result) {
    const uint32_t leaders = lg_snakecore_leaders((const lg_snakecore *)state);
    const int winners = lg_i_bits_count(leaders), others = game->players - 1;
    for (int32_t i = 0; i < game->players; i++) {
        const int balance = (leaders >> i & 1) != 0 ? game->players - winners : -winners;
        result[i] = others > 0 ? (float)balance / (float)others : 0.0f;
    }
}

/* ---- symmetries ---- */

static const char *snk_explain(const lg_game *game, const void *state, int32_t action) {
    (void)game;
    if (lg_i_snakecore_over((const lg_snakecore *)state)) return "the game is over";
    const lg_snakecore_effect effect = lg_snakecore_effect_of((const lg_snakecore *)state, action);
    return effect < LG_SNAKECORE_OFF_FIELD ? NULL : lg_i_snakecore_effect_text(effect);
}

/* ---- text ---- */

static void snk_action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_action(writer, &action);
}

static lg_status snk_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                  lg_parse_error *error) {
    (void)game;
    return lg_i_snakecore_action_parse(text, length, action, error);
}

static void snk_state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_position(writer, state);
}

static lg_status snk_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                                 lg_parse_error *error) {
    lg_snakecore parsed;
    const lg_status status = lg_snakecore_parse(text, length, &parsed, error);
    if (status != LG_OK) return status;
    if (misfit(game, &parsed) != NULL) {
        const lg_reader reader = lg_reader_on(text, length, error);
        return lg_expected(&reader, "the configuration's size, players, blocks of each type and rounds");
    }
    lg_i_snakecore_copy(&parsed, (lg_snakecore *)state);
    return LG_OK;
}

static lg_status snk_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                          lg_parse_error *error) {
    (void)game;
    const lg_status status =
        lg_snakecore_play((const lg_snakecore *)before, text, length, (lg_snakecore *)after, error);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static const char *snk_result(const lg_game *game, const void *state) {
    (void)game;
    return lg_i_snakecore_result_text(lg_snakecore_result_of((const lg_snakecore *)state));
}

/* ---- chance ---- */

static void snk_reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    lg_snakecore *position = (lg_snakecore *)after;
    if (after != before) memcpy(after, before, game->state_size);
    const uint64_t high = (uint64_t)lg_rng_next(rng) << 32;
    position->rng.state = high | lg_rng_next(rng);
    position->rng.increment = 1; /* of stream 0, as in every new game: the old generator's is unknown as well */
}

/* Everything after the generator, which is the first member. */
static uint64_t snk_information_key(const lg_game *game, const void *state, int32_t viewer) {
    (void)viewer;
    return lg_hash((const char *)state + sizeof(lg_rng), game->state_size - sizeof(lg_rng));
}

/* An outcome is the cell where a block comes back, counted in reading order. */
static void cells_of(const lg_snakecore *state, const int32_t *drawn, int32_t count, lg_snakecore_cell *cells) {
    for (int32_t i = 0; i < count; i++) {
        cells[i].x = (uint8_t)(drawn[i] % state->size);
        cells[i].y = (uint8_t)(drawn[i] / state->size);
    }
}

static int32_t snk_chance(const lg_game *game, const void *before, int32_t action, const int32_t *drawn, int32_t count,
                          int32_t *outcomes, double *weights, int32_t capacity) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)before;
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_BLOCKS];
    uint64_t rows[LG_SNAKECORE_MAX_SIZE];
    cells_of(position, drawn, count, cells);
    const int32_t open = lg_i_snakecore_open(position, action, cells, count, rows);
    for (int y = 0, i = 0; y < position->size && open > 0 && open <= capacity; y++)
        for (uint64_t bits = rows[y]; bits != 0; i++) {
            outcomes[i] = y * position->size + lg_i_bits_take(&bits);
            weights[i] = 1.0 / open;
        }
    return open;
}

static lg_status snk_apply_drawn(const lg_game *game, const void *before, int32_t action, const int32_t *drawn,
                                 int32_t count, void *after) {
    (void)game;
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_BLOCKS];
    cells_of((const lg_snakecore *)before, drawn, count, cells);
    const lg_status status = lg_i_snakecore_apply_drawn((const lg_snakecore *)before, action, cells, count,
                                                        (lg_snakecore *)after);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

LG_STATIC_ASSERT(offsetof(lg_snakecore, rng) == 0, "the generator comes first");

/* ---- contest programs ---- */

static void snk_message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_message(writer, (const lg_snakecore *)state, reader);
}

static lg_status snk_opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                                   lg_parse_error *error) {
    (void)game;
    return lg_i_snakecore_name_parse(text, length, name_length, error);
}

static const lg_game_texts SNK_TEXTS = {.explain = snk_explain, .result = snk_result, .problem = snk_problem};

static const lg_game_contest SNK_CONTEST = {
    .play = snk_play, .message = snk_message, .opening_parse = snk_opening_parse,
    .forfeit = snk_forfeit,
};

const lg_game_type lg_snakecore_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "snakecore",
    .title = "SnakeCore (2008)",
    .id = "SnakeCore",
    .information = LG_INFORMATION_PERFECT,
    .chance = LG_CHANCE_PLAY,
    .param_count = sizeof SNK_PARAMS / sizeof SNK_PARAMS[0],
    .params = SNK_PARAMS,
    .opening = LG_SNAKECORE_GET_NAME,
    .help = lg_i_snakecore_help,
    .rules = {
        .configure = snk_configure, .new_game = snk_new_game, .validate = snk_validate, .player = snk_player,
        .legal = snk_legal, .apply = snk_apply, .outcome = snk_outcome, .action_print = snk_action_print,
        .action_parse = snk_action_parse, .state_print = snk_state_print, .state_parse = snk_state_parse,
        .check = snk_check, .scores = snk_scores, .reseed = snk_reseed, .information_key = snk_information_key,
        .chance = snk_chance, .apply_drawn = snk_apply_drawn,
    },
    .texts = &SNK_TEXTS,
    .people = &lg_i_snakecore_people,
    .contest = &SNK_CONTEST,
    .learners = &lg_i_snakecore_learners,
    .bots = &lg_i_snakecore_bots,
};
