/* SnakeCore behind the uniform interface: six decisions. Turns of disqualified players are passed over, so nobody is
 * asked who can't do anything. */
#include "libgames/snakecore.h"

#include <string.h>

#include "core/bits.h"
#include "layout.h"
#include "libgames/author.h"
#include "protocol.h"
#include "rooms.h"

/* Parameters. */
enum { SIZE, PLAYERS, WALLS, REACTORS, ORDINARY, ENERGY, ROUNDS, RADIUS };

/* The initial numbers fit every size with every number of players. */
static const lg_param PARAMS[] = {
    {"size", LG_SNAKECORE_MIN_SIZE, LG_SNAKECORE_MAX_SIZE, 20, NULL, "cells in a row of the field, 8 to 64"},
    {"players", 1, LG_SNAKECORE_MAX_PLAYERS, 2, NULL, "players, 1 to 8"},
    {"walls", 0, 1024, 12, NULL, "wall cells, 0 to 1024"},
    {"reactors", 0, 1024, 2, NULL, "reactor cells, 0 to 1024"},
    {"ordinary", 0, LG_SNAKECORE_MAX_BLOCKS, 24, NULL, "ordinary blocks, 0 to 4095"},
    {"energy", 0, LG_SNAKECORE_MAX_BLOCKS, 8, NULL, "energy blocks, 0 to 4095"},
    {"rounds", 1, LG_SNAKECORE_MAX_ROUNDS, 200, NULL, "rounds (one turn of each player), 1 to 10000"},
    {"radius", 3, 63, 8, NULL, "cells that the window shows on each side of the head, 3 to 63"},
};

static lg_snakecore_setup setup_of(const lg_game *game) {
    lg_snakecore_setup setup;
    setup.size = game->params[SIZE];
    setup.players = game->params[PLAYERS];
    setup.walls = game->params[WALLS];
    setup.reactors = game->params[REACTORS];
    setup.ordinary = game->params[ORDINARY];
    setup.energy = game->params[ENERGY];
    setup.rounds = game->params[ROUNDS];
    return setup;
}

static const char *check(const lg_game *game) {
    const lg_snakecore_setup setup = setup_of(game);
    return lg_snakecore_setup_problem(&setup);
}

static void configure(lg_game *game) {
    const int32_t size = game->params[SIZE];
    game->players = game->params[PLAYERS];
    game->actions = LG_SNAKECORE_ACTIONS;
    game->symmetries = LG_SNAKECORE_SYMMETRIES;
    game->state_size = lg_snakecore_size(size, game->players, game->params[ORDINARY] + game->params[ENERGY]);
    game->longest = (int64_t)game->players * game->params[ROUNDS];
    game->clock.first = LG_SNAKECORE_NAME_MS;
    game->clock.answer = LG_SNAKECORE_ANSWER_MS;
    game->clock.total = LG_SNAKECORE_TOTAL_MS;
    lg_i_snakecore_spaces(game, size, game->params[RADIUS]);
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    const lg_snakecore_setup setup = setup_of(game);
    (void)lg_snakecore_new(&setup, seed, (lg_snakecore *)state);
}

static bool fits(const lg_game *game, const lg_snakecore *state) {
    return state->size == game->params[SIZE] && state->players == game->params[PLAYERS] &&
           state->ordinary == game->params[ORDINARY] && state->energy == game->params[ENERGY] &&
           state->rounds == game->params[ROUNDS];
}

static lg_status validate(const lg_game *game, const void *state) {
    const lg_snakecore *position = (const lg_snakecore *)state;
    return fits(game, position) ? lg_snakecore_validate(position, game->state_size) : LG_E_STATE;
}

/* ---- turns ---- */

static int32_t player(const lg_game *game, const void *state) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    return lg_i_over(position) ? -1 : position->to_move;
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    mask[0] = lg_snakecore_legal((const lg_snakecore *)state);
    return lg_i_count(mask[0]);
}

static void pass_over(lg_snakecore *state) {
    while (!lg_i_over(state) && (state->disqualified >> state->to_move & 1) != 0)
        (void)lg_snakecore_apply(state, LG_SNAKECORE_NONE, state);
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)game;
    const lg_status status = lg_snakecore_apply((const lg_snakecore *)before, action, (lg_snakecore *)after);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static lg_status forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    const lg_status status = lg_snakecore_forfeit((const lg_snakecore *)before, offender, (lg_snakecore *)after);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static void scores(const lg_game *game, const void *state, int32_t *points) {
    for (int32_t i = 0; i < game->players; i++) points[i] = ((const lg_snakecore *)state)->python[i].score;
}

/* A winner gets the part of the others that it beat, they pay it in equal parts: 1 and -1 for two players, 0 for
 * everybody when all are equal. Somebody who plays alone gets 0. */
static void outcome(const lg_game *game, const void *state, float *result) {
    const uint32_t leaders = lg_snakecore_leaders((const lg_snakecore *)state);
    const int winners = lg_i_count(leaders), others = game->players - 1;
    for (int32_t i = 0; i < game->players; i++) {
        const int balance = (leaders >> i & 1) != 0 ? game->players - winners : -winners;
        result[i] = others > 0 ? (float)balance / (float)others : 0.0f;
    }
}

/* ---- symmetries ---- */

static const char *explain(const lg_game *game, const void *state, int32_t action) {
    (void)game;
    if (lg_i_over((const lg_snakecore *)state)) return "the game is over";
    const lg_snakecore_effect effect = lg_snakecore_effect_of((const lg_snakecore *)state, action);
    return effect < LG_SNAKECORE_OFF_FIELD ? NULL : lg_snakecore_effect_text(effect);
}

/* ---- text ---- */

static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_action(writer, &action);
}

static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    (void)game;
    return lg_snakecore_action_parse(text, length, action, error);
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_position(writer, state);
}

static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state, lg_parse_error *error) {
    lg_snakecore parsed;
    const lg_status status = lg_snakecore_parse(text, length, &parsed, error);
    if (status != LG_OK) return status;
    if (!fits(game, &parsed)) {
        const lg_reader reader = lg_reader_on(text, length, error);
        return lg_expected(&reader, "the configuration's size, players, blocks of each type and rounds");
    }
    lg_snakecore_copy(&parsed, (lg_snakecore *)state);
    return LG_OK;
}

static lg_status play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error) {
    (void)game;
    const lg_status status =
        lg_snakecore_play((const lg_snakecore *)before, text, length, (lg_snakecore *)after, error);
    if (status == LG_OK) pass_over((lg_snakecore *)after);
    return status;
}

static const char *result(const lg_game *game, const void *state) {
    (void)game;
    return lg_snakecore_result_text(lg_snakecore_result_of((const lg_snakecore *)state));
}

/* ---- chance ---- */

static void reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    lg_snakecore *position = (lg_snakecore *)after;
    if (after != before) memcpy(after, before, game->state_size);
    const uint64_t high = (uint64_t)lg_rng_next(rng) << 32;
    position->rng.state = high | lg_rng_next(rng);
    position->rng.increment = 1; /* of stream 0, as in every new game: nobody knows that of the old generator either */
}

/* Everything but the generator, the first member. */
static uint64_t information_key(const lg_game *game, const void *state, int32_t viewer) {
    (void)viewer;
    return lg_hash((const char *)state + sizeof(lg_rng), game->state_size - sizeof(lg_rng));
}

LG_STATIC_ASSERT(offsetof(lg_snakecore, rng) == 0, "the generator comes first");

/* ---- contest programs ---- */

static void message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_i_snakecore_put_message(writer, (const lg_snakecore *)state, reader);
}

static lg_status opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                               lg_parse_error *error) {
    (void)game;
    return lg_snakecore_name_parse(text, length, name_length, error);
}

/* ---- the state's layout: the rows, the cells and the types of the bodies fill `data` as far as they need ---- */

int32_t lg_i_snakecore_fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1, RNG = 0, PYTHON = 13, HEAD = 18, TAIL = 21 };
    static const lg_field TABLE[] = {
        LG_FIELD(lg_snakecore, STATE, rng, LG_FIELD_STRUCT),
        LG_FIELD(lg_rng, RNG, state, LG_FIELD_U64),
        LG_FIELD(lg_rng, RNG, increment, LG_FIELD_U64),
        LG_FIELD(lg_snakecore, STATE, round, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, rounds, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, ordinary, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, energy, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, empty, LG_FIELD_U16),
        LG_FIELD(lg_snakecore, STATE, size, LG_FIELD_U8),
        LG_FIELD(lg_snakecore, STATE, players, LG_FIELD_U8),
        LG_FIELD(lg_snakecore, STATE, to_move, LG_FIELD_U8),
        LG_FIELD(lg_snakecore, STATE, disqualified, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_snakecore, STATE, reserved, LG_FIELD_U8, 2),
        LG_FIELD_ARRAY(lg_snakecore, STATE, python, LG_FIELD_STRUCT, LG_SNAKECORE_MAX_PLAYERS),
        LG_FIELD(lg_snakecore_python, PYTHON, score, LG_FIELD_I32),
        LG_FIELD(lg_snakecore_python, PYTHON, protection, LG_FIELD_I32),
        LG_FIELD(lg_snakecore_python, PYTHON, length, LG_FIELD_U16),
        LG_FIELD(lg_snakecore_python, PYTHON, energy, LG_FIELD_U16),
        LG_FIELD(lg_snakecore_python, PYTHON, head, LG_FIELD_STRUCT),
        LG_FIELD(lg_snakecore_cell, HEAD, x, LG_FIELD_U8),
        LG_FIELD(lg_snakecore_cell, HEAD, y, LG_FIELD_U8),
        LG_FIELD(lg_snakecore_python, PYTHON, tail, LG_FIELD_STRUCT),
        LG_FIELD(lg_snakecore_cell, TAIL, x, LG_FIELD_U8),
        LG_FIELD(lg_snakecore_cell, TAIL, y, LG_FIELD_U8),
    };
    const int32_t size = game->params[SIZE], words = (game->params[ORDINARY] + game->params[ENERGY] + 63) / 64;
    const int32_t data = (int32_t)offsetof(lg_snakecore, data), cells = data + 8 * size, end = cells + size * size;
    const int32_t spare = (8 - size * size % 8) % 8;
    const lg_field arrays[] = {
        {"rows", STATE, LG_FIELD_U64, data, 8, 1, {size, 1}},
        {"cells", STATE, LG_FIELD_U8, cells, 1, 2, {size, size}},
        {"spare", STATE, LG_FIELD_U8, end, 1, 1, {spare, 1}},
        {"types", STATE, LG_FIELD_U64, end + spare, 8, 2, {game->players, words}},
    };
    int32_t count = lg_copy_fields(out, TABLE, sizeof TABLE);
    for (int i = 0; i < 4; i++) /* those of no elements are left out */
        if (arrays[i].shape[arrays[i].dims - 1] > 0) out[count++] = arrays[i];
    return count;
}

const lg_game_type lg_snakecore_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "snakecore",
    .title = "SnakeCore (2008)",
    .id = "SnakeCore",
    .information = LG_INFORMATION_PERFECT,
    .chance = LG_CHANCE_PLAY,
    .param_count = sizeof PARAMS / sizeof PARAMS[0],
    .params = PARAMS,
    .opening = LG_SNAKECORE_GET_NAME,
    .help = lg_i_snakecore_help,
    .rules = {
        .configure = configure, .new_game = new_game, .validate = validate, .player = player, .legal = legal,
        .apply = apply, .outcome = outcome, .action_print = action_print, .action_parse = action_parse,
        .state_print = state_print, .state_parse = state_parse, .check = check, .scores = scores, .reseed = reseed,
        .information_key = information_key,
    },
    .texts = &(const lg_game_texts){.explain = explain, .result = result},
    .contest = &(const lg_game_contest){.play = play, .message = message, .opening_parse = opening_parse,
                                        .forfeit = forfeit},
    .people = &lg_i_snakecore_people,
    .learners = &lg_i_snakecore_learners,
    .players = &lg_i_snakecore_players,
};
