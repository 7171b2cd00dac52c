/* Amazes behind the uniform interface: the four steps and the end of the turn, or whole walks to a cell of the
 * player's own frame; looks and the jury's turns happen in between. */
#include <string.h>

#include "libgames/author.h"
#include "hidden.h"
#include "protocol.h"
#include "rooms.h"
#include "squares.h"

#define FRAME LG_AMAZES_FRAME
#define REACH LG_AMAZES_REACH

/* Parameters. */
enum { ACTIONS, AMZ_TURNS };
enum { AMZ_GAME_STEPS, WALK };
static const char *const ACTION_WORDS[] = {"steps", "walk"};
static const lg_param AMZ_PARAMS[] = {
    {"actions", AMZ_GAME_STEPS, WALK, AMZ_GAME_STEPS, ACTION_WORDS,
     "an action is one character (steps) or a whole turn (walk)"},
    {"turns", 1, LG_AMAZES_TURNS, LG_AMAZES_TURNS, NULL, "turns of each player, 1 to 150"},
};

static const char STEP_LETTERS[5] = "FRTL";

static bool in_steps(const lg_game *game) {
    return game->params[ACTIONS] == AMZ_GAME_STEPS;
}

static void amz_configure(lg_game *game) {
    game->players = 2;
    game->actions = in_steps(game) ? LG_AMAZES_STEP_ACTIONS : LG_AMAZES_WALK_ACTIONS;
    game->symmetries = in_steps(game) ? LG_AMAZES_SYMMETRIES : 4; /* a mirror changes which shortest way comes first */
    game->longest = 2 * game->params[AMZ_TURNS] * (in_steps(game) ? LG_AMAZES_WALK + 1 : 1);
    game->state_size = sizeof(lg_amazes);
    game->clock.total = LG_AMAZES_TOTAL_MS;
    lg_i_amazes_spaces(game);
}

static void amz_new_game(const lg_game *game, uint64_t seed, void *state) {
    lg_amazes *position = (lg_amazes *)state;
    (void)lg_amazes_new(seed, game->params[AMZ_TURNS], position);
    (void)lg_amazes_advance(position, position);
}

static bool awaits_decision(const lg_amazes *position) {
    const int32_t mover = lg_amazes_player(position);
    return mover < 0 || (position->looked != 0 && (position->offenders >> mover & 1) == 0);
}

static const char *amz_problem(const lg_game *game, const void *state) {
    const lg_amazes *position = (const lg_amazes *)state;
    const char *wrong = lg_i_amazes_problem(position);
    if (wrong != NULL) return wrong;
    if (position->turn_limit != game->params[AMZ_TURNS])
        return LG_I_BITS_WRONG("turn_limit: expected the value of the configuration");
    if (!awaits_decision(position))
        return LG_I_BITS_WRONG("looked: expected 1 before a player decides, unless the jury plays for it");
    if (!in_steps(game) && position->walk_length != 0)
        return LG_I_BITS_WRONG("walk_length: expected 0, since walks are whole");
    return NULL;
}

static lg_status amz_validate(const lg_game *game, const void *state) {
    return amz_problem(game, state) == NULL ? LG_OK : LG_E_STATE;
}

static int32_t amz_player(const lg_game *game, const void *state) {
    (void)game;
    return lg_amazes_player((const lg_amazes *)state);
}

/* ---- actions ---- */

static int32_t legal_steps(const lg_amazes *position, uint64_t *mask) {
    mask[0] = position->walk_length < LG_AMAZES_WALK ? 15 : 0;
    if (position->walk_length > 0) mask[0] |= 1u << LG_AMAZES_END;
    return lg_i_bits_count(mask[0]);
}

static int32_t legal_walks(const lg_amazes *position, int32_t mover, uint64_t *mask) {
    uint32_t rows[LG_I_AMAZES_SIDE];
    int32_t count = 0;
    const lg_i_amazes_frame frame = lg_i_amazes_frame_of(&position->start[mover]);
    lg_i_amazes_reach(&position->known[mover].openings, &position->place[mover], LG_AMAZES_WALK, rows);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t squares = rows[row]; squares != 0; count++)
            lg_i_bits_set_bit(mask, frame.origin + row * frame.down + lg_i_bits_take(&squares) * frame.right);
    return count;
}

static int32_t amz_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const lg_amazes *position = (const lg_amazes *)state;
    const int32_t mover = lg_amazes_player(position);
    memset(mask, 0, (size_t)LG_MASK_WORDS(game->actions) * sizeof *mask);
    if (mover < 0) return 0;
    return in_steps(game) ? legal_steps(position, mask) : legal_walks(position, mover, mask);
}

/* The walk to a cell; NULL, or why there is none. */
static const char *way_to(const lg_amazes *position, int32_t cell, uint8_t *steps, int32_t *count) {
    const int32_t mover = lg_amazes_player(position);
    if (mover < 0) return "the game is over";
    const int32_t square = lg_i_amazes_square(&position->start[mover], cell);
    const char *const none = "no known way leads to that square";
    if (square < 0) return none; /* the same words as for a square: the player must not learn where the maze ends */
    const lg_status status = lg_amazes_way(&position->known[mover], &position->place[mover], square / LG_I_AMAZES_SIDE,
                                           square % LG_I_AMAZES_SIDE, steps, LG_AMAZES_WALK, count);
    if (status == LG_E_SPACE) return "the shortest known way is longer than 256 steps";
    if (status != LG_OK) return none;
    return *count == 0 ? "the player is on that square" : NULL;
}

static lg_status amz_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_amazes *position = (const lg_amazes *)before;
    lg_amazes *next = (lg_amazes *)after;
    if (lg_amazes_result_of(position) != LG_AMAZES_ONGOING) return LG_E_OVER;
    if (in_steps(game)) {
        if (action < LG_AMAZES_END) return lg_i_amazes_step(position, action, next);
        const lg_status status = lg_i_amazes_end_turn(position, next);
        return status == LG_OK ? lg_amazes_advance(next, next) : status;
    }
    uint8_t steps[LG_AMAZES_WALK];
    int32_t count;
    if (way_to(position, action, steps, &count) != NULL) return LG_E_ILLEGAL;
    (void)lg_amazes_apply(position, steps, count, next);
    return lg_amazes_advance(next, next);
}

static lg_status amz_forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    lg_amazes *next = (lg_amazes *)after;
    const lg_status status = lg_amazes_forfeit((const lg_amazes *)before, offender, next);
    return status == LG_OK ? lg_amazes_advance(next, next) : status;
}

static const char *amz_explain(const lg_game *game, const void *state, int32_t action) {
    const lg_amazes *position = (const lg_amazes *)state;
    uint8_t steps[LG_AMAZES_WALK];
    int32_t count;
    if (!in_steps(game)) return way_to(position, action, steps, &count);
    if (lg_amazes_result_of(position) != LG_AMAZES_ONGOING) return "the game is over";
    if (action == LG_AMAZES_END) return position->walk_length == 0 ? "a move has at least one character" : NULL;
    return position->walk_length == LG_AMAZES_WALK ? "the walk has its 256 characters: only its end is left" : NULL;
}

/* ---- scores ---- */

static void amz_points(const lg_game *game, const void *state, int32_t *result) {
    (void)game;
    lg_amazes_points((const lg_amazes *)state, result);
}

/* During the game, the points without the limits of the final score, so the score changes by the points that the rules
 * give and take, even below 0. */
static void amz_scores(const lg_game *game, const void *state, int32_t *result) {
    const lg_amazes *position = (const lg_amazes *)state;
    (void)game;
    lg_amazes_scores(position, result);
    if (lg_amazes_result_of(position) != LG_AMAZES_ONGOING) return;
    int32_t counted[2];
    lg_amazes_points(position, counted);
    for (int player = 0; player < 2; player++)
        if ((position->offenders >> player & 1) == 0) result[player] = counted[player];
}

/* The difference of the scores as a fraction of 1000, a player's highest score. */
static void amz_outcome(const lg_game *game, const void *state, float *result) {
    int32_t score[2];
    amz_scores(game, state, score);
    result[0] = (float)(score[0] - score[1]) / (float)LG_AMAZES_SCORE;
    result[1] = 0.0f - result[0];
}

/* ---- text: "F" "R" "T" "L" "end", or x and y of a cell: "-3,12" ---- */

static void amz_action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    if (!in_steps(game)) {
        lg_put_int(writer, action % FRAME - REACH);
        lg_put(writer, ',');
        lg_put_int(writer, REACH - action / FRAME);
    } else if (action == LG_AMAZES_END) {
        lg_put_text(writer, "end");
    } else {
        lg_put(writer, STEP_LETTERS[action]);
    }
}

void lg_i_amazes_decision(const lg_game *game, const void *state, int32_t action, lg_writer *writer) {
    uint8_t steps[LG_AMAZES_WALK];
    int32_t length = 0;
    if (in_steps(game)) amz_action_print(game, action, writer);
    else (void)way_to((const lg_amazes *)state, action, steps, &length);
    for (int32_t i = 0; i < length; i++) lg_put(writer, STEP_LETTERS[steps[i]]);
}

static lg_status parse_cell(lg_reader *reader, int32_t *action) {
    int64_t x, y;
    lg_status status = lg_read_int(reader, -REACH, REACH, "x, -24 to 24", &x);
    if (status == LG_OK && !lg_accept(reader, ',')) status = lg_expected(reader, "','");
    if (status == LG_OK) status = lg_read_int(reader, -REACH, REACH, "y, -24 to 24", &y);
    if (status == LG_OK) status = lg_read_end(reader, "the end of the action");
    if (status == LG_OK) *action = (int32_t)(FRAME * (REACH - y) + x + REACH);
    return status;
}

static lg_status amz_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                  lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    if (!in_steps(game)) return parse_cell(&reader, action);
    const int c = lg_peek(&reader);
    const char *letter = c > 0 ? strchr(STEP_LETTERS, c) : NULL;
    if (letter != NULL) reader.at++;
    else if (!lg_accept_word(&reader, "end")) return lg_expected(&reader, "F, R, T, L or end");
    const lg_status status = lg_read_end(&reader, "the end of the action");
    if (status == LG_OK) *action = letter != NULL ? (int32_t)(letter - STEP_LETTERS) : LG_AMAZES_END;
    return status;
}

static void amz_state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_amazes_put_position(writer, state);
}

/* Looks and the jury's turns that are due in the position are played. */
static lg_status amz_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                                 lg_parse_error *error) {
    lg_amazes parsed;
    const lg_status status = lg_i_amazes_parse(text, length, &parsed, error);
    if (status != LG_OK) return status;
    (void)lg_amazes_advance(&parsed, &parsed);
    if (amz_validate(game, &parsed) != LG_OK) {
        const lg_reader reader = lg_reader_on(text, length, error);
        return lg_expected_at(&reader, 0, "a position that fits the parameters of the game");
    }
    *(lg_amazes *)state = parsed;
    return LG_OK;
}

static lg_status amz_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                          lg_parse_error *error) {
    (void)game;
    lg_amazes *next = (lg_amazes *)after;
    const lg_status status = lg_amazes_play((const lg_amazes *)before, text, length, next, error);
    return status == LG_OK ? lg_amazes_advance(next, next) : status;
}

static const char *amz_result(const lg_game *game, const void *state) {
    (void)game;
    return lg_i_amazes_result_text(lg_amazes_result_of((const lg_amazes *)state));
}

/* ---- hidden information ---- */

static void amz_resample(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    (void)game;
    (void)lg_amazes_resample((const lg_amazes *)before, viewer, rng, (lg_amazes *)after);
}

static uint64_t amz_information_key(const lg_game *game, const void *state, int32_t viewer) {
    (void)game;
    return lg_i_amazes_information((const lg_amazes *)state, viewer);
}

/* ---- contest programs ---- */

static bool amz_in_move(const lg_game *game, const void *state) {
    (void)game;
    return ((const lg_amazes *)state)->walk_length > 0;
}

/* Steps, or the path of a walk. */
static void amz_move_print(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                           const void *after, lg_writer *writer) {
    (void)after;
    if (!in_steps(game)) lg_i_amazes_decision(game, before, actions[0], writer);
    for (int32_t i = 0; in_steps(game) && i < count && actions[i] < LG_AMAZES_END; i++)
        lg_put(writer, STEP_LETTERS[actions[i]]);
}

static void amz_message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_i_amazes_put_message(writer, (const lg_amazes *)state, reader);
}

static const char *const AMZ_SEATS[] = {"Red", "Blue"};

static const lg_game_texts AMZ_TEXTS = {.explain = amz_explain, .result = amz_result, .problem = amz_problem};

static const lg_game_contest AMZ_CONTEST = {
    .in_move = amz_in_move, .move_print = amz_move_print, .play = amz_play,
    .message = amz_message, .forfeit = amz_forfeit,
};

const lg_game_type lg_amazes_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "amazes",
    .title = "Amazes (CodeCup 2010)",
    .id = "Amazes",
    .information = LG_INFORMATION_HIDDEN,
    .chance = LG_CHANCE_START,
    .param_count = sizeof AMZ_PARAMS / sizeof AMZ_PARAMS[0],
    .params = AMZ_PARAMS,
    .seats = AMZ_SEATS,
    .help = lg_i_amazes_help,
    .rules = {
        .configure = amz_configure, .new_game = amz_new_game, .validate = amz_validate, .player = amz_player,
        .legal = amz_legal, .apply = amz_apply, .outcome = amz_outcome, .action_print = amz_action_print,
        .action_parse = amz_action_parse, .state_print = amz_state_print, .state_parse = amz_state_parse,
        .scores = amz_scores, .points = amz_points, .resample = amz_resample, .information_key = amz_information_key,
    },
    .texts = &AMZ_TEXTS,
    .people = &lg_i_amazes_people,
    .contest = &AMZ_CONTEST,
    .learners = &lg_i_amazes_learners,
    .bots = &lg_i_amazes_bots,
    .speed = &lg_i_amazes_speed,
};
