/* Alquerque behind the uniform interface: 49 x 8 decisions. */
#include "libgames/alquerque.h"

#include <string.h>

#include "core/bits.h"
#include "libgames/author.h"
#include "protocol.h"
#include "rooms.h"
#include "rules.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT
#define FEW 3 /* points */

static const char *const DIRECTION_NAMES[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};

static void alq_configure(lg_game *game) {
    game->players = 2;
    game->actions = LG_ALQUERQUE_ACTIONS;
    game->symmetries = LG_ALQUERQUE_SYMMETRIES;
    game->longest = LG_ALQUERQUE_PLY_LIMIT + 2 * LG_ALQUERQUE_PIECES; /* further jumps of a chain each take a piece */
    game->state_size = sizeof(lg_alquerque);
    game->clock.total = LG_ALQUERQUE_TOTAL_MS;
    lg_i_alquerque_spaces(game);
}

static void alq_new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)game, (void)seed; /* the contest always starts from the same position */
    lg_alquerque_start((lg_alquerque *)state);
}

static const char *alq_problem(const lg_game *game, const void *state) {
    (void)game;
    return lg_i_alquerque_problem((const lg_alquerque *)state);
}

static lg_status alq_validate(const lg_game *game, const void *state) {
    (void)game;
    return lg_alquerque_validate((const lg_alquerque *)state);
}

static int32_t alq_player(const lg_game *game, const void *state) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    return lg_alquerque_result_of(position) == LG_ALQUERQUE_ONGOING ? position->to_move : -1;
}

/* Sets the bits of each point by themselves. */
static void mark_each(const uint64_t rows[8], uint64_t points, uint64_t *mask) {
    memset(mask, 0, LG_MASK_WORDS(LG_ALQUERQUE_ACTIONS) * sizeof *mask);
    while (points != 0) {
        const int point = lg_i_bits_take(&points), action = 8 * lg_i_alquerque_dense(point);
        uint64_t directions = 0;
        for (int direction = 0; direction < 8; direction++) directions |= (rows[direction] >> point & 1) << direction;
        mask[action >> 6] |= directions << (action & 63);
    }
}

/* Actions count directions fastest: transposed, the eight boards of origins are the rows of the mask, 7 x 8 bits. For a
 * few points, such as those of captures, that is not worth it. */
static int32_t alq_legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    uint64_t rows[8], points = 0;
    int32_t count = 0;
    if (lg_i_alquerque_origins((const lg_alquerque *)state, rows) == 0) {
        memset(mask, 0, LG_MASK_WORDS(LG_ALQUERQUE_ACTIONS) * sizeof *mask);
        return 0;
    }
    for (int direction = 0; direction < 8; direction++) {
        count += lg_i_bits_count(rows[direction]);
        points |= rows[direction];
    }
    if (lg_i_bits_count(points) <= FEW) {
        mark_each(rows, points, mask);
        return count;
    }
    lg_i_bits_transpose(rows);
    for (int word = 0; word < 6; word++) mask[word] = rows[word] >> 8 * word | rows[word + 1] << (56 - 8 * word);
    mask[6] = rows[6] >> 48;
    return count;
}

static lg_status alq_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)before;
    return lg_i_alquerque_decide(position, lg_i_alquerque_sparse(action >> 3), action & 7, (lg_alquerque *)after);
}

/* ---- functions that searches call in every node ---- */

static lg_status alq_forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    return lg_i_alquerque_forfeit((const lg_alquerque *)before, offender, (lg_alquerque *)after);
}

static void alq_scores(const lg_game *game, const void *state, int32_t *points) {
    (void)game;
    lg_alquerque_scores((const lg_alquerque *)state, points);
}

/* A win counts 1 and -1; a tie counts the difference of its points as a fraction of the 12 for a win. */
static void alq_outcome(const lg_game *game, const void *state, float *result) {
    int32_t points[2];
    alq_scores(game, state, points);
    result[0] = (float)(points[0] - points[1]) / 12.0f;
    result[1] = 0.0f - result[0];
}

static const char *alq_explain(const lg_game *game, const void *state, int32_t action) {
    (void)game;
    uint64_t origins[8];
    const lg_alquerque *position = (const lg_alquerque *)state;
    const int point = lg_i_alquerque_sparse(action >> 3);
    const int32_t kind = lg_i_alquerque_origins(position, origins);
    if (kind == 0) return "the game is over";
    if ((origins[action & 7] >> point & 1) != 0) return NULL;
    if (position->jumper != NO_POINT && point != position->jumper) return "another piece must continue its chain";
    if ((position->pieces[position->to_move] >> point & 1) == 0) return "the player to move has no piece there";
    if (kind == 2) return "capturing is compulsory, and this is not a possible capture";
    return "no line, no empty point, or only the way straight back lies in that direction";
}

/* ---- text: actions are a point and a direction, "c3NE" ---- */

static void alq_action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_i_alquerque_put_point(writer, lg_i_alquerque_sparse(action >> 3));
    lg_put_text(writer, DIRECTION_NAMES[action & 7]);
}

static lg_status alq_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                  lg_parse_error *error) {
    (void)game;
    lg_reader reader = lg_reader_on(text, length, error);
    int point;
    const lg_status status = lg_i_alquerque_read_point(&reader, false, &point);
    if (status != LG_OK) return status;
    const size_t left = length - reader.at;
    for (int direction = 0; direction < 8; direction++) {
        const char *name = DIRECTION_NAMES[direction];
        if (strlen(name) != left || memcmp(text + reader.at, name, left) != 0) continue;
        *action = 8 * lg_i_alquerque_dense(point) + direction;
        return LG_OK;
    }
    return lg_expected(&reader, "a direction: N NE E SE S SW W NW");
}

static void alq_state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_alquerque_put_position(writer, state);
}

static lg_status alq_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                                 lg_parse_error *error) {
    (void)game;
    return lg_alquerque_parse(text, length, (lg_alquerque *)state, error);
}

static lg_status alq_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                          lg_parse_error *error) {
    (void)game;
    return lg_alquerque_play((const lg_alquerque *)before, text, length, (lg_alquerque *)after, error);
}

static const char *alq_result(const lg_game *game, const void *state) {
    (void)game;
    return lg_alquerque_result_text(lg_alquerque_result_of((const lg_alquerque *)state));
}

/* ---- contest programs ---- */

static bool alq_in_move(const lg_game *game, const void *state) {
    (void)game;
    return ((const lg_alquerque *)state)->jumper != NO_POINT;
}

static void alq_move_print(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                           const void *after, lg_writer *writer) {
    (void)game, (void)actions, (void)count;
    const lg_alquerque *position = (const lg_alquerque *)before;
    const int mover = position->to_move;
    const int32_t done = position->jumper == NO_POINT ? 0 : position->last[mover].jumps;
    lg_i_alquerque_put_rest(writer, &((const lg_alquerque *)after)->last[mover], done);
}

static void alq_message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_i_alquerque_put_message(writer, (const lg_alquerque *)state, reader);
}

static const char *const ALQ_SEATS[] = {"White", "Black"};

static const lg_game_texts ALQ_TEXTS = {.explain = alq_explain, .result = alq_result, .problem = alq_problem};

static const lg_game_contest ALQ_CONTEST = {
    .in_move = alq_in_move, .move_print = alq_move_print, .play = alq_play,
    .message = alq_message, .forfeit = alq_forfeit,
};

const lg_game_type lg_alquerque_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "alquerque",
    .title = "Alquerque 7x7 (CodeCup 2008)",
    .id = "Alquerque",
    .information = LG_INFORMATION_PERFECT,
    .chance = LG_CHANCE_NONE,
    .seats = ALQ_SEATS,
    .help = lg_i_alquerque_help,
    .rules = {
        .configure = alq_configure, .new_game = alq_new_game, .validate = alq_validate, .player = alq_player,
        .legal = alq_legal, .apply = alq_apply, .outcome = alq_outcome, .action_print = alq_action_print,
        .action_parse = alq_action_parse, .state_print = alq_state_print, .state_parse = alq_state_parse,
        .scores = alq_scores,
    },
    .texts = &ALQ_TEXTS,
    .people = &lg_i_alquerque_people,
    .contest = &ALQ_CONTEST,
    .learners = &lg_i_alquerque_learners,
    .bots = &lg_i_alquerque_bots,
    .speed = &lg_i_alquerque_speed,
};
