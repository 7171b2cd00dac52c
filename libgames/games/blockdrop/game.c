/* Block drop behind the uniform interface: six actions, observations as integers and as planes. Turns without a
 * decision, of players who have fallen or were stopped, are played together with the decision before them. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "core/bits.h"
#include "libgames/author.h"
#include "parts.h"
#include "protocol.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS
#define SIDE LG_BLOCKDROP_SIDE
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLANE (SIDE * SIDE)

enum { RULES, TURNS };       /* parameters */
enum { COMPACT, AS_PLANES }; /* observations */

/* Places in the compact observation: timers, then row, column, facing and stun of each player. */
enum {
    FIRST_PLAYER = LG_BLOCKDROP_BLOCKS,
    WAIT = FIRST_PLAYER + 4 * PLAYERS,
    TURN,
    TURN_LIMIT,
    COMPACT_SIZE
};

/* Planes of the other, each 18 x 18, row 0 first. */
enum {
    DROPS,
    RETURNS,
    FIRST_SQUARE,
    FIRST_FACING = FIRST_SQUARE + PLAYERS,
    STUN = FIRST_FACING + 4,
    WAITS,
    LEFT,
    PLANES
};

static const char *const RULE_SETS[] = {"page", "engine"};

static const lg_param PARAMS[] = {
    {"rules", 0, 1, LG_BLOCKDROP_PAGE, RULE_SETS, "rule set: page, or engine (the published program's behaviour)"},
    {"turns", 1, LG_BLOCKDROP_MAX_TURN_LIMIT, LG_BLOCKDROP_TURN_LIMIT, NULL, "turn limit, 1 to 32767"},
};

static void configure(lg_game *game) {
    game->players = PLAYERS;
    game->actions = LG_BLOCKDROP_ACTIONS;
    game->symmetries = LG_BLOCKDROP_SYMMETRIES;
    game->longest = game->params[TURNS];
    game->state_size = sizeof(lg_blockdrop);
    game->clock.first = LG_BLOCKDROP_READY_MS;
    game->clock.answer =
        game->params[RULES] == LG_BLOCKDROP_ENGINE ? LG_BLOCKDROP_ENGINE_ANSWER_MS : LG_BLOCKDROP_PAGE_ANSWER_MS;
    game->observations = 2;
    game->observation[COMPACT] = (lg_space){
        "compact", LG_I16, 1, {COMPACT_SIZE, 1, 1, 1}, -LG_BLOCKDROP_PAGE_RETURN, LG_BLOCKDROP_MAX_TURN_LIMIT};
    game->observation[AS_PLANES] = (lg_space){"planes", LG_U8, 3, {PLANES, SIDE, SIDE, 1}, 0, UINT8_MAX};
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    lg_rng rng = lg_rng_seed(seed, 0);
    (void)lg_blockdrop_new(game->params[RULES], game->params[TURNS], &rng, (lg_blockdrop *)state);
}

static lg_status validate(const lg_game *game, const void *state) {
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    if (position->rules != game->params[RULES] || position->turn_limit != game->params[TURNS]) return LG_E_STATE;
    return lg_blockdrop_validate(position);
}

static int32_t player(const lg_game *game, const void *state) {
    (void)game;
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    return lg_blockdrop_result_of(position) == LG_BLOCKDROP_ONGOING ? position->turn % PLAYERS : -1;
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    mask[0] = lg_blockdrop_legal((const lg_blockdrop *)state);
    return lg_i_count(mask[0]);
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)game;
    lg_blockdrop *position = (lg_blockdrop *)after;
    const lg_status status = lg_blockdrop_apply((const lg_blockdrop *)before, action, position);
    return status == LG_OK ? lg_blockdrop_advance(position, position) : status;
}

static lg_status forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    lg_blockdrop *position = (lg_blockdrop *)after;
    const lg_status status = lg_blockdrop_forfeit((const lg_blockdrop *)before, offender, position);
    return status == LG_OK ? lg_blockdrop_advance(position, position) : status;
}

/* The contest counts wins. */
static void scores(const lg_game *game, const void *state, int32_t *points) {
    (void)game;
    const int32_t winner = lg_blockdrop_winner((const lg_blockdrop *)state);
    for (int32_t i = 0; i < PLAYERS; i++) points[i] = i == winner;
}

/* 1 and -1 after a win; a draw is a draw for all, the fallen too. */
static void outcome(const lg_game *game, const void *state, float *result) {
    (void)game;
    const int32_t winner = lg_blockdrop_winner((const lg_blockdrop *)state);
    for (int32_t i = 0; i < PLAYERS; i++) result[i] = winner < 0 ? 0.0f : i == winner ? 1.0f : -1.0f;
}

/* ---- observations: the viewer first, then the others in the order of their turns ---- */

/* Turns until the viewer's own next turn, 0 when it is to act. */
static int wait_of(const lg_blockdrop *state, int32_t viewer) {
    return (viewer - state->turn) & 3;
}

static void observe_compact(const lg_blockdrop *state, int32_t viewer, int16_t *out) {
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) out[i] = state->timers[i];
    for (int i = 0; i < PLAYERS; i++) {
        const int32_t seen = (viewer + i) & 3;
        int16_t *fields = out + FIRST_PLAYER + 4 * i;
        fields[0] = state->row[seen];
        fields[1] = state->column[seen];
        fields[2] = state->facing[seen];
        fields[3] = state->stun[seen];
    }
    out[WAIT] = (int16_t)wait_of(state, viewer);
    out[TURN] = (int16_t)state->turn;
    out[TURN_LIMIT] = (int16_t)state->turn_limit;
}

/* Each block's value on its nine squares. Four bytes are written at a time; the next block, or the copy, drops
 * the fourth. */
static void put_blocks(uint8_t *plane, const lg_blockdrop *state, int sign) {
    for (int block_row = 0; block_row < BLOCKS; block_row++) {
        uint8_t line[SIDE + 1];
        for (int block = 0; block < BLOCKS; block++) {
            const int value = sign * state->timers[BLOCKS * block_row + block];
            const uint32_t four = (uint32_t)(value > 0 ? value : 0) * 0x01010101u;
            memcpy(line + 3 * block, &four, sizeof four);
        }
        for (int row = 0; row < 3; row++, plane += SIDE) memcpy(plane, line, SIDE);
    }
}

static void observe_planes(const lg_blockdrop *state, int32_t viewer, uint8_t *out) {
    const int left = state->turn_limit - state->turn;
    put_blocks(out + DROPS * PLANE, state, 1);
    put_blocks(out + RETURNS * PLANE, state, -1);
    memset(out + FIRST_SQUARE * PLANE, 0, (WAITS - FIRST_SQUARE) * PLANE);
    for (int i = 0; i < PLAYERS; i++) {
        const int32_t seen = (viewer + i) & 3;
        if (!lg_blockdrop_alive(state, seen)) continue;
        uint8_t *square = out + SIDE * state->row[seen] + state->column[seen];
        square[(FIRST_SQUARE + i) * PLANE] = 1;
        square[(FIRST_FACING + state->facing[seen]) * PLANE] = 1;
        square[STUN * PLANE] = state->stun[seen];
    }
    memset(out + WAITS * PLANE, wait_of(state, viewer), PLANE);
    memset(out + LEFT * PLANE, left < UINT8_MAX ? left : UINT8_MAX, PLANE);
}

static void observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)game;
    if (which == COMPACT) observe_compact((const lg_blockdrop *)state, viewer, (int16_t *)out);
    else observe_planes((const lg_blockdrop *)state, viewer, (uint8_t *)out);
}

/* ---- symmetries ---- */

static int32_t symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    return lg_blockdrop_symmetry_action(symmetry, action);
}

static void symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game;
    (void)lg_blockdrop_symmetry((const lg_blockdrop *)before, symmetry, (lg_blockdrop *)after);
}

static void map_compact(int32_t symmetry, const int16_t *from, int16_t *to) {
    memcpy(to, from, COMPACT_SIZE * sizeof *to);
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++)
        to[lg_blockdrop_symmetry_cell(symmetry, BLOCKS, i / BLOCKS, i % BLOCKS)] = from[i];
    for (int i = 0; i < PLAYERS; i++) {
        const int16_t *fields = from + FIRST_PLAYER + 4 * i;
        int16_t *mapped = to + FIRST_PLAYER + 4 * i;
        mapped[2] = (int16_t)lg_blockdrop_symmetry_action(symmetry, fields[2]);
        if (fields[0] < 0) continue;
        const int32_t square = lg_blockdrop_symmetry_cell(symmetry, SIDE, fields[0], fields[1]);
        mapped[0] = (int16_t)(square / SIDE);
        mapped[1] = (int16_t)(square % SIDE);
    }
}

static int mapped_plane(int32_t symmetry, int plane) {
    const int facing = plane - FIRST_FACING;
    if (facing < 0 || facing > 3) return plane;
    return FIRST_FACING + lg_blockdrop_symmetry_action(symmetry, facing);
}

static void map_planes(int32_t symmetry, const uint8_t *from, uint8_t *to) {
    for (int plane = 0; plane < PLANES; plane++) {
        uint8_t *mapped = to + mapped_plane(symmetry, plane) * PLANE;
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++)
                mapped[lg_blockdrop_symmetry_cell(symmetry, SIDE, row, column)] = *from++;
    }
}

static void symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                 void *after) {
    (void)game;
    if (which == COMPACT) map_compact(symmetry, (const int16_t *)before, (int16_t *)after);
    else map_planes(symmetry, (const uint8_t *)before, (uint8_t *)after);
}

static const char *explain(const lg_game *game, const void *state, int32_t action) {
    (void)game;
    return lg_blockdrop_explain((const lg_blockdrop *)state, action);
}

/* ---- text: actions are the contest's letters ---- */

static const char LETTERS[] = "URDLAN";

static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put(writer, LETTERS[action]);
}

/* Strict, unlike a program's answer: a text that is not an action is an error. */
static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    (void)game;
    const lg_reader reader = lg_reader_on(text, length, error);
    const char *letter = length > 0 ? memchr(LETTERS, text[0], LG_BLOCKDROP_ACTIONS) : NULL;
    if (letter == NULL) return lg_expected(&reader, "an action: U R D L A N");
    if (length > 1) return lg_expected_at(&reader, 1, "the end of the action");
    *action = lg_blockdrop_word(text, length);
    return LG_OK;
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_blockdrop_put_position(writer, state);
}

/* A position of another rule set or turn limit is not one of this configuration. */
static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error) {
    const lg_reader reader = lg_reader_on(text, length, error);
    lg_blockdrop parsed;
    const lg_status status = lg_blockdrop_parse(text, length, &parsed, error);
    if (status != LG_OK) return status;
    if (parsed.rules != game->params[RULES]) return lg_expected(&reader, "the rule set of this configuration");
    if (parsed.turn_limit != game->params[TURNS]) {
        const char *limit = (const char *)memchr(text, '/', length) + 1;
        return lg_expected_at(&reader, (size_t)(limit - text), "the turn limit of this configuration");
    }
    memcpy(state, &parsed, sizeof parsed);
    return LG_OK;
}

static lg_status play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error) {
    (void)error; /* every answer is an action */
    return apply(game, before, lg_blockdrop_word(text, length), after);
}

static const char *result(const lg_game *game, const void *state) {
    (void)game;
    return lg_blockdrop_result_text(lg_blockdrop_result_of((const lg_blockdrop *)state));
}

/* ---- contest programs ---- */

static const char *taken_for(const lg_game *game, const char *text, size_t length) {
    static const char *const WORDS[] = {"U", "R", "D", "L", "A", "N"};
    (void)game;
    return WORDS[lg_blockdrop_word(text, length)];
}

static void message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_i_blockdrop_put_message(writer, (const lg_blockdrop *)state, reader);
}

static lg_status opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                               lg_parse_error *error) {
    (void)game;
    const lg_status status = lg_blockdrop_ready_parse(text, length, error);
    if (status == LG_OK) *name_length = 0;
    return status;
}

/* ---- the state's layout ---- */

static int32_t fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1 };
    static const lg_field TABLE[] = {
        {"timers", STATE, LG_FIELD_I8, offsetof(lg_blockdrop, timers), 1, 2, {BLOCKS, BLOCKS}},
        {"spare", STATE, LG_FIELD_I8, offsetof(lg_blockdrop, timers) + LG_BLOCKDROP_BLOCKS, 1, 1, {4, 1}},
        LG_FIELD_ARRAY(lg_blockdrop, STATE, row, LG_FIELD_I8, PLAYERS),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, column, LG_FIELD_I8, PLAYERS),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, facing, LG_FIELD_U8, PLAYERS),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, stun, LG_FIELD_U8, PLAYERS),
        LG_FIELD(lg_blockdrop, STATE, turn, LG_FIELD_U16),
        LG_FIELD(lg_blockdrop, STATE, turn_limit, LG_FIELD_U16),
        LG_FIELD(lg_blockdrop, STATE, rules, LG_FIELD_U8),
        LG_FIELD(lg_blockdrop, STATE, stopped, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, reserved, LG_FIELD_U8, 2),
    };
    (void)game;
    memcpy(out, TABLE, sizeof TABLE);
    return (int32_t)(sizeof TABLE / sizeof TABLE[0]);
}

const lg_game_type lg_blockdrop_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "blockdrop",
    .title = "Block drop (JavaChallenge2015)",
    .id = "BlockDrop",
    .information = LG_INFORMATION_PERFECT,
    .chance = LG_CHANCE_START,
    .param_count = sizeof PARAMS / sizeof PARAMS[0],
    .params = PARAMS,
    .opening = "",
    .configure = configure,
    .new_game = new_game,
    .validate = validate,
    .player = player,
    .legal = legal,
    .apply = apply,
    .forfeit = forfeit,
    .scores = scores,
    .outcome = outcome,
    .observe = observe,
    .symmetry_action = symmetry_action,
    .symmetry_state = symmetry_state,
    .symmetry_observation = symmetry_observation,
    .explain = explain,
    .action_print = action_print,
    .action_parse = action_parse,
    .state_print = state_print,
    .state_parse = state_parse,
    .result = result,
    .play = play,
    .taken_for = taken_for,
    .message = message,
    .opening_parse = opening_parse,
    .fields = fields,
    .greedy = lg_i_blockdrop_greedy,
};
