/* Block drop behind the uniform interface: six actions. Turns without a decision, of players who have fallen or were
 * stopped, are played together with the decision before them. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "core/bits.h"
#include "libgames/author.h"
#include "protocol.h"
#include "rooms.h"
#include "steps.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

/* Parameters. */
enum { BLK_GAME_RULES, BLK_TURNS };

static const char *const RULE_SETS[] = {"page", "engine"};

static const lg_param BLK_PARAMS[] = {
    {"rules", 0, 1, LG_BLOCKDROP_PAGE, RULE_SETS, "rule set: page, or engine (the published program's behaviour)"},
    {"turns", 1, LG_BLOCKDROP_MAX_TURN_LIMIT, LG_BLOCKDROP_TURN_LIMIT, NULL, "turn limit, 1 to 32767"},
};

static void blk_configure(lg_game *game) {
    game->players = PLAYERS;
    game->actions = LG_BLOCKDROP_ACTIONS;
    game->symmetries = LG_BLOCKDROP_SYMMETRIES;
    game->longest = game->params[BLK_TURNS];
    game->state_size = sizeof(lg_blockdrop);
    game->clock.first = LG_BLOCKDROP_READY_MS;
    game->clock.answer = game->params[BLK_GAME_RULES] == LG_BLOCKDROP_ENGINE ? LG_BLOCKDROP_ENGINE_ANSWER_MS
                                                                             : LG_BLOCKDROP_PAGE_ANSWER_MS;
    lg_i_blockdrop_spaces(game);
}

static void blk_new_game(const lg_game *game, uint64_t seed, void *state) {
    lg_rng rng = lg_rng_seed(seed, 0);
    (void)lg_blockdrop_new(game->params[BLK_GAME_RULES], game->params[BLK_TURNS], &rng, (lg_blockdrop *)state);
}

static const char *blk_problem(const lg_game *game, const void *state) {
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    if (position->rules != game->params[BLK_GAME_RULES])
        return LG_I_BITS_WRONG("rules: expected the rule set of the configuration");
    if (position->turn_limit != game->params[BLK_TURNS])
        return LG_I_BITS_WRONG("turn_limit: expected the value of the configuration");
    return lg_i_blockdrop_problem(position);
}

static lg_status blk_validate(const lg_game *game, const void *state) {
    return blk_problem(game, state) == NULL ? LG_OK : LG_E_STATE;
}

static int32_t blk_player(const lg_game *game, const void *state) {
    (void)game;
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    return lg_blockdrop_result_of(position) == LG_BLOCKDROP_ONGOING ? position->turn % PLAYERS : -1;
}

static int32_t blk_legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    mask[0] = lg_blockdrop_legal((const lg_blockdrop *)state);
    return lg_i_bits_count(mask[0]);
}

static lg_status blk_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)game;
    return lg_i_blockdrop_play_on((const lg_blockdrop *)before, action, (lg_blockdrop *)after);
}

static lg_status blk_forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    lg_blockdrop *position = (lg_blockdrop *)after;
    const lg_status status = lg_i_blockdrop_forfeit((const lg_blockdrop *)before, offender, position);
    if (status == LG_OK) lg_i_blockdrop_advance(position, position);
    return status;
}

/* The contest counts wins. */
static void blk_scores(const lg_game *game, const void *state, int32_t *points) {
    (void)game;
    const int32_t winner = lg_blockdrop_winner((const lg_blockdrop *)state);
    for (int32_t i = 0; i < PLAYERS; i++) points[i] = i == winner;
}

/* 1 and -1 after a win; a draw is a draw for all, including the fallen. */
static void blk_outcome(const lg_game *game, const void *state, float *result) {
    (void)game;
    const int32_t winner = lg_blockdrop_winner((const lg_blockdrop *)state);
    for (int32_t i = 0; i < PLAYERS; i++) result[i] = winner < 0 ? 0.0f : i == winner ? 1.0f : -1.0f;
}

/* ---- symmetries ---- */

static const char *blk_explain(const lg_game *game, const void *state, int32_t action) {
    (void)game;
    return lg_i_blockdrop_explain((const lg_blockdrop *)state, action);
}

/* ---- text: actions are the contest's letters ---- */

static void blk_action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put(writer, LG_I_BLOCKDROP_LETTERS[action]);
}

/* Strict, unlike a program's answer: a text that is not an action is an error. */
static lg_status blk_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                  lg_parse_error *error) {
    (void)game;
    const lg_reader reader = lg_reader_on(text, length, error);
    if (length == 0 || memchr(LG_I_BLOCKDROP_LETTERS, text[0], LG_BLOCKDROP_ACTIONS) == NULL)
        return lg_expected(&reader, "an action: U R D L A N");
    if (length > 1) return lg_expected_at(&reader, 1, "the end of the action");
    *action = lg_i_blockdrop_word(text, length);
    return LG_OK;
}

static void blk_state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_blockdrop_put_position(writer, state);
}

/* A position of another rule set or turn limit is not one of this configuration. */
static lg_status blk_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                                 lg_parse_error *error) {
    const lg_reader reader = lg_reader_on(text, length, error);
    lg_blockdrop parsed;
    const lg_status status = lg_i_blockdrop_parse(text, length, &parsed, error);
    if (status != LG_OK) return status;
    if (parsed.rules != game->params[BLK_GAME_RULES]) return lg_expected(&reader, "the rule set of this configuration");
    if (parsed.turn_limit != game->params[BLK_TURNS]) {
        const char *limit = (const char *)memchr(text, '/', length) + 1;
        return lg_expected_at(&reader, (size_t)(limit - text), "the turn limit of this configuration");
    }
    memcpy(state, &parsed, sizeof parsed);
    return LG_OK;
}

static lg_status blk_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                          lg_parse_error *error) {
    (void)error; /* every answer is an action */
    return blk_apply(game, before, lg_i_blockdrop_word(text, length), after);
}

static const char *blk_result(const lg_game *game, const void *state) {
    (void)game;
    return lg_blockdrop_result_text(lg_blockdrop_result_of((const lg_blockdrop *)state));
}

/* ---- contest programs ---- */

static const char *blk_taken_for(const lg_game *game, const char *text, size_t length) {
    static const char *const WORDS[] = {"U", "R", "D", "L", "A", "N"};
    (void)game;
    return WORDS[lg_i_blockdrop_word(text, length)];
}

static void blk_message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_i_blockdrop_put_message(writer, (const lg_blockdrop *)state, reader);
}

static lg_status blk_opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                                   lg_parse_error *error) {
    size_t start = 0, end = length;
    const bool engine =
        game->params[BLK_GAME_RULES] == LG_BLOCKDROP_ENGINE; /* it trims each line, and reads on until READY */
    while (engine && end > 0 && lg_i_blockdrop_is_white(text[end - 1])) end--;
    while (engine && start < end && lg_i_blockdrop_is_white(text[start])) start++;
    lg_status status = lg_i_blockdrop_ready_parse(text + start, end - start, engine ? NULL : error);
    const lg_reader whole = lg_reader_on(text, length, error);
    if (engine && status == LG_E_PARSE) status = lg_expected_at(&whole, length, "a line 'READY'");
    if (status == LG_OK) *name_length = 0;
    return status;
}

static const lg_game_texts BLK_TEXTS = {.explain = blk_explain, .result = blk_result, .problem = blk_problem};

static const lg_game_contest BLK_CONTEST = {
    .play = blk_play, .taken_for = blk_taken_for, .message = blk_message,
    .opening_parse = blk_opening_parse, .forfeit = blk_forfeit,
};

const lg_game_type lg_blockdrop_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "blockdrop",
    .title = "Block drop (JavaChallenge2015)",
    .id = "BlockDrop",
    .information = LG_INFORMATION_PERFECT,
    .chance = LG_CHANCE_START,
    .param_count = sizeof BLK_PARAMS / sizeof BLK_PARAMS[0],
    .params = BLK_PARAMS,
    .opening = "",
    .help = lg_i_blockdrop_help,
    .rules = {
        .configure = blk_configure, .new_game = blk_new_game, .validate = blk_validate, .player = blk_player,
        .legal = blk_legal, .apply = blk_apply, .outcome = blk_outcome, .action_print = blk_action_print,
        .action_parse = blk_action_parse, .state_print = blk_state_print, .state_parse = blk_state_parse,
        .scores = blk_scores,
    },
    .texts = &BLK_TEXTS,
    .people = &lg_i_blockdrop_people,
    .contest = &BLK_CONTEST,
    .learners = &lg_i_blockdrop_learners,
    .bots = &lg_i_blockdrop_bots,
    .speed = &lg_i_blockdrop_speed,
};
