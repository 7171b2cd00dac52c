/* A small game; see heaps.h. */
#include "heaps.h"

#define SECRETS 4
#define MOST 14 /* stones, so moves too */

static int64_t limit_of(const lg_game *game) {
    return ((const heaps_limit *)game->shared)->stones;
}

static bool hides(const lg_game *game) {
    return game->type->information == LG_INFORMATION_HIDDEN;
}

static bool draws(const lg_game *game) {
    return game->type->chance == LG_CHANCE_PLAY;
}

static void configure(lg_game *game) {
    game->players = 2;
    game->actions = HEAPS_ACTIONS;
    game->symmetries = 2;
    game->draws = draws(game) ? 2 : 0; /* at most; there is one draw, with the outcomes 0 and 1 */
    game->outcomes = draws(game) ? 3 : 0;
    game->longest = 2 * MOST;
    game->state_size = sizeof(heaps);
    game->shared_size = sizeof(heaps_limit);
    game->observations = 1;
    game->observation[0] = (lg_space){"numbers", LG_U8, 1, {8, 1, 1, 1}, 0, MOST};
}

static lg_status prepare(const lg_game *game, void *memory) {
    (void)game;
    ((heaps_limit *)memory)->stones = 3;
    return LG_OK;
}

static lg_status prepare_parse(const lg_game *game, const char *text, size_t length, void *memory,
                               lg_parse_error *error) {
    (void)game;
    lg_reader reader = lg_reader_on(text, length, error);
    const lg_status status = lg_read_int(&reader, 1, 3, "1 to 3 stones", &((heaps_limit *)memory)->stones);
    return status == LG_OK ? lg_read_end(&reader, "the end") : status;
}

static void shared_print(const lg_game *game, lg_writer *writer) {
    lg_put_int(writer, limit_of(game));
}

static void new_game(const lg_game *game, uint64_t seed, void *state) {
    heaps *position = state;
    lg_rng rng = lg_rng_seed(seed, 0);
    memset(position, 0, sizeof *position);
    for (int i = 0; i < 2; i++) {
        position->heap[i] = (uint8_t)(3 + lg_rng_below(&rng, 5));
        position->secret[i] = (uint8_t)lg_rng_below(&rng, SECRETS);
    }
    if (draws(game)) position->rng = rng;
}

static lg_status validate(const lg_game *game, const void *state) {
    static const uint8_t NONE[7] = {0};
    const heaps *position = state;
    const int stones = position->heap[0] + position->heap[1];
    const bool numbers = position->secret[0] < SECRETS && position->secret[1] < SECRETS && position->forfeit <= 2 &&
                         position->taken <= limit_of(game) && position->luck[0] + position->luck[1] <= position->turn &&
                         position->turn + (position->taken > 0) + stones <= MOST;
    const bool chance = draws(game) ? (position->rng.increment & 1) != 0
                                    : position->rng.state == 0 && position->rng.increment == 0 &&
                                          position->luck[0] + position->luck[1] == 0;
    return numbers && chance && memcmp(position->reserved, NONE, sizeof NONE) == 0 ? LG_OK : LG_E_STATE;
}

static int32_t player(const lg_game *game, const void *state) {
    (void)game;
    const heaps *position = state;
    return heaps_over(position) ? -1 : position->turn % 2;
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    const heaps *position = state;
    mask[0] = 0;
    if (heaps_over(position)) return 0;
    for (int i = 0; i < 2; i++)
        if (position->heap[i] > 0 && position->taken < limit_of(game)) mask[0] |= (uint64_t)1 << i;
    if (position->taken > 0) mask[0] |= (uint64_t)1 << HEAPS_STOP;
    return (int32_t)((mask[0] & 1) + (mask[0] >> 1 & 1) + (mask[0] >> 2 & 1));
}

/* With `drawn` as if the generator gave that. */
static lg_status play_on(const lg_game *game, const void *before, int32_t action, const int32_t *drawn, void *after) {
    uint64_t mask;
    heaps position = *(const heaps *)before;
    if (legal(game, before, &mask) == 0) return LG_E_OVER;
    if ((mask >> action & 1) == 0) return LG_E_ILLEGAL;
    if (action == HEAPS_STOP) {
        const int32_t made = draws(game) ? (int32_t)lg_rng_below(&position.rng, 2) : 0;
        uint8_t *luck = &position.luck[position.turn % 2];
        *luck = (uint8_t)(*luck + (drawn != NULL ? *drawn : made));
        position.turn++;
        position.taken = 0;
    } else {
        position.heap[action]--;
        position.taken++;
    }
    *(heaps *)after = position;
    return LG_OK;
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    return play_on(game, before, action, NULL, after);
}

static int32_t draws_after(const lg_game *game, const void *before, int32_t action) {
    uint64_t mask;
    return legal(game, before, &mask) > 0 && action == HEAPS_STOP && (mask >> action & 1) != 0;
}

static int32_t chance(const lg_game *game, const void *before, int32_t action, const int32_t *drawn, int32_t count,
                      int32_t *outcomes, double *weights, int32_t capacity) {
    const int32_t found = 2 * (draws_after(game, before, action) - count);
    if (found < 0 || (count > 0 && *drawn > 1)) return -1;
    for (int32_t i = 0; i < found && found <= capacity; i++) {
        outcomes[i] = i;
        weights[i] = 0.5;
    }
    return found;
}

static lg_status apply_drawn(const lg_game *game, const void *before, int32_t action, const int32_t *drawn,
                             int32_t count, void *after) {
    uint64_t mask;
    const bool legally = legal(game, before, &mask) > 0 && (mask >> action & 1) != 0;
    if (legally && (count != draws_after(game, before, action) || (count > 0 && *drawn > 1))) return LG_E_ARGUMENT;
    return play_on(game, before, action, count > 0 ? drawn : NULL, after);
}

static lg_status forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    heaps position = *(const heaps *)before;
    if (heaps_over(&position)) return LG_E_OVER;
    position.forfeit = (uint8_t)(1 + offender);
    *(heaps *)after = position;
    return LG_OK;
}

static void scores(const lg_game *game, const void *state, int32_t *points) {
    (void)game;
    for (int i = 0; i < 2; i++) points[i] = ((const heaps *)state)->luck[i];
}

static void outcome(const lg_game *game, const void *state, float *result) {
    (void)game;
    const heaps *position = state;
    const int winner = position->forfeit != 0 ? 2 - position->forfeit : position->turn % 2;
    result[winner] = 1;
    result[1 - winner] = -1;
}

static void observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)which;
    const heaps *position = state;
    uint8_t *numbers = out;
    numbers[0] = position->heap[0];
    numbers[1] = position->heap[1];
    numbers[2] = position->secret[viewer];
    numbers[3] = hides(game) ? 0 : position->secret[1 - viewer];
    numbers[4] = position->luck[viewer];
    numbers[5] = position->luck[1 - viewer];
    numbers[6] = position->taken;
    numbers[7] = player(game, state) == viewer;
}

static const char *explain(const lg_game *game, const void *state, int32_t action) {
    uint64_t mask;
    (void)legal(game, state, &mask);
    return (mask >> action & 1) != 0 ? NULL : "no stone can be taken there, or none was taken yet";
}

static const char *result(const lg_game *game, const void *state) {
    (void)game;
    return heaps_over(state) ? "over" : "ongoing";
}

/* ---- symmetry 1 exchanges the heaps ---- */

static int32_t symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    return symmetry == 1 && action < 2 ? 1 - action : action;
}

static void symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game;
    heaps position = *(const heaps *)before;
    for (int i = 0; i < 2; i++) position.heap[i] = ((const heaps *)before)->heap[i ^ symmetry];
    *(heaps *)after = position;
}

static void symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                 void *after) {
    (void)game, (void)which;
    const uint8_t *from = before;
    uint8_t *to = after;
    for (int i = 0; i < 8; i++) to[i] = from[i < 2 ? i ^ symmetry : i];
}

/* ---- hidden information ---- */

static void resample(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    (void)game;
    heaps position = *(const heaps *)before;
    position.secret[1 - viewer] = (uint8_t)lg_rng_below(rng, SECRETS);
    *(heaps *)after = position;
}

static void reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    (void)game;
    heaps position = *(const heaps *)before;
    position.rng = lg_rng_seed(lg_rng_next(rng), 0);
    *(heaps *)after = position;
}

static uint64_t information_key(const lg_game *game, const void *state, int32_t viewer) {
    (void)game;
    heaps position = *(const heaps *)state;
    memset(&position.rng, 0, sizeof position.rng);
    position.secret[1 - viewer] = 0;
    return lg_hash(&position, sizeof position);
}

static uint64_t position_key(const lg_game *game, const void *state) {
    return lg_hash(state, game->state_size) ^ 1;
}

static const char *strong(const lg_game *game, int32_t player) {
    (void)game;
    return player == 0 ? "mcts(rollout=greedy)" : "greedy";
}

static int32_t greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const heaps *position = state;
    uint64_t mask;
    lg_best best = {0, 0, 0};
    (void)legal(game, state, &mask);
    for (int i = 0; i < HEAPS_ACTIONS; i++)
        if ((mask >> i & 1) != 0) lg_best_offer(&best, i, i < 2 ? position->heap[i] : 0, rng);
    return best.choice;
}

static int32_t play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    const lg_game_type *type = game->type;
    int32_t mover;
    while ((mover = type->rules.player(game, state)) >= 0 && (players >> mover & 1) != 0 && most-- > 0)
        (void)type->rules.apply(game, state, type->bots->greedy(game, state, rng), state);
    return mover;
}

static int64_t play_random(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    const lg_game_type *type = game->type;
    int64_t made = 0;
    for (uint64_t mask; made < most && type->rules.player(game, state) >= 0; made++) {
        uint32_t before = lg_rng_below(rng, (uint32_t)type->rules.legal(game, state, &mask));
        int32_t action = 0;
        while (action < HEAPS_ACTIONS && ((mask >> action & 1) == 0 || before-- > 0)) action++;
        if (action == HEAPS_ACTIONS || type->rules.apply(game, state, action, state) != LG_OK) break;
    }
    return made;
}

/* ---- text: a position is its bytes in hexadecimal ---- */

static const char *const NAMES[] = {"a", "b", "stop"};

static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put_text(writer, NAMES[action]);
}

static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    (void)game;
    const lg_reader reader = lg_reader_on(text, length, error);
    for (int32_t i = 0; i < HEAPS_ACTIONS; i++)
        if (strlen(NAMES[i]) == length && memcmp(NAMES[i], text, length) == 0) {
            *action = i;
            return LG_OK;
        }
    return lg_expected(&reader, "a, b or stop");
}

static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    for (size_t i = 0; i < 2 * game->state_size; i++)
        lg_put(writer, "0123456789abcdef"[((const uint8_t *)state)[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15]);
}

static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state, lg_parse_error *error) {
    heaps position;
    lg_reader reader = lg_reader_on(text, length, error);
    memset(&position, 0, sizeof position);
    for (; reader.at < 2 * sizeof position; reader.at++) {
        const int c = lg_peek(&reader);
        const bool digit = c >= '0' && c <= '9';
        if (!digit && (c < 'a' || c > 'f')) return lg_expected(&reader, "a digit, 0-9 a-f");
        uint8_t *byte = (uint8_t *)&position + reader.at / 2;
        *byte = (uint8_t)(*byte << 4 | (digit ? c - '0' : c - 'a' + 10));
    }
    if (lg_read_end(&reader, "the end") != LG_OK) return LG_E_PARSE;
    if (game->type->rules.validate(game, &position) != LG_OK) return lg_expected_at(&reader, 0, "a position");
    *(heaps *)state = position;
    return LG_OK;
}

static void board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const heaps *position = state;
    for (int i = 0; i < 2; i++) {
        if (colour) lg_put_text(writer, "\033[1;31m");
        lg_put_int(writer, position->heap[i]);
        if (colour) lg_put_text(writer, "\033[0m");
        lg_put(writer, ' ');
    }
    for (int i = 0; i < 2; i++)
        if (viewer < 0 || viewer == i || !hides(game)) lg_put_int(writer, position->secret[i]);
}

static void hint(const lg_game *game, const void *state, lg_writer *writer) {
    if (player(game, state) >= 0) lg_put_text(writer, "a and b take a stone, . ends the move");
}

static void prompt(const lg_game *game, const void *state, lg_writer *writer) {
    if (player(game, state) >= 0) lg_put_int(writer, ((const heaps *)state)->secret[player(game, state)]);
}

static void news(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, ((const heaps *)state)->secret[reader]);
}

/* A point, or the end of the line, ends the move. */
static lg_status typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    static const lg_word WORDS[] = {{"a", 0}, {"b", 1}, {"stop", HEAPS_STOP}};
    const bool taken = ((const heaps *)state)->taken > 0;
    (void)game;
    lg_skip_gaps(reader, "");
    if (lg_accept_typed(reader, WORDS, 3, action)) return LG_OK;
    if (!lg_accept(reader, '.') && !(taken && reader->at == reader->length)) return lg_expected(reader, "a, b or .");
    if (!taken) return lg_refuse("no stone was taken yet", reader->error);
    *action = HEAPS_STOP;
    return LG_OK;
}

/* ---- contest programs: "ab." ---- */

static bool in_move(const lg_game *game, const void *state) {
    (void)game;
    return ((const heaps *)state)->taken > 0;
}

static void move_print(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                       const void *after, lg_writer *writer) {
    (void)game, (void)before, (void)after;
    for (int32_t i = 0; i < count; i++) lg_put(writer, "ab."[actions[i]]);
}

static lg_status play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error) {
    heaps position = *(const heaps *)before;
    lg_reader reader = lg_reader_on(text, length, error);
    if (heaps_over(&position)) return LG_E_OVER;
    do {
        const char *letter = reader.at < length ? memchr("ab.", text[reader.at], 3) : NULL;
        if (letter == NULL) return lg_expected(&reader, "a, b or .");
        const int32_t action = *letter == '.' ? HEAPS_STOP : *letter - 'a';
        if (game->type->rules.apply(game, &position, action, &position) != LG_OK) {
            (void)lg_expected(&reader, explain(game, &position, action));
            return LG_E_ILLEGAL;
        }
        reader.at++;
    } while (position.taken > 0 && !heaps_over(&position));
    if (lg_read_end(&reader, "the end") != LG_OK) return LG_E_PARSE;
    *(heaps *)after = position;
    return LG_OK;
}

static void message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    const heaps *position = state;
    if (player(game, state) != reader || position->taken > 0) return;
    for (int i = 0; i < 2; i++) {
        lg_put_int(writer, position->heap[i]);
        lg_put(writer, ' ');
    }
    lg_put_int(writer, position->secret[reader]);
    lg_put(writer, '\n');
}

static lg_status opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                               lg_parse_error *error) {
    (void)game;
    const lg_reader reader = lg_reader_on(text, length, error);
    if (length == 0) return lg_expected(&reader, "a name");
    *name_length = lg_line_length(text, length);
    return LG_OK;
}

static int32_t fields(const lg_game *game, lg_field *out) {
    static const lg_field TABLE[] = {
        LG_FIELD(heaps, -1, rng, LG_FIELD_STRUCT),
        LG_FIELD(lg_rng, 0, state, LG_FIELD_U64),
        LG_FIELD(lg_rng, 0, increment, LG_FIELD_U64),
        LG_FIELD_ARRAY(heaps, -1, heap, LG_FIELD_U8, 2),
        LG_FIELD_ARRAY(heaps, -1, secret, LG_FIELD_U8, 2),
        LG_FIELD_ARRAY(heaps, -1, luck, LG_FIELD_U8, 2),
        LG_FIELD(heaps, -1, turn, LG_FIELD_U8),
        LG_FIELD(heaps, -1, taken, LG_FIELD_U8),
        LG_FIELD(heaps, -1, forfeit, LG_FIELD_U8),
        LG_FIELD_ARRAY(heaps, -1, reserved, LG_FIELD_U8, 7),
    };
    (void)game;
    return lg_copy_fields(out, TABLE, sizeof TABLE);
}

static const lg_game_texts TEXTS = {
    .prepare_parse = prepare_parse, .shared_print = shared_print, .explain = explain, .result = result,
};
static const lg_game_people PEOPLE = {
    .board = board, .input_help = hint, .prompt = prompt, .news = news, .typed = typed,
};
static const lg_game_contest CONTEST = {
    .forfeit = forfeit, .in_move = in_move, .move_print = move_print, .play = play, .message = message,
    .opening_parse = opening_parse,
};
static const lg_game_learners LEARNERS = {
    .observe = observe, .symmetry_action = symmetry_action, .symmetry_state = symmetry_state,
    .symmetry_observation = symmetry_observation, .fields = fields,
};
static const lg_game_bots PLAYERS = {
    .greedy = greedy, .strong = strong,
};
static const lg_game_speed SPEED = {
    .position_key = position_key, .play_greedy = play_greedy, .play_random = play_random,
};

#define EVERYWHERE                                                                                                     \
    .abi = LG_GAME_ABI, .version = 1, .name = "heaps", .title = "Heaps", .id = "Heaps", .opening = "name?",            \
    .texts = &TEXTS, .people = &PEOPLE, .contest = &CONTEST, .learners = &LEARNERS, .bots = &PLAYERS,               \
    .speed = &SPEED
#define RULES                                                                                                          \
    .configure = configure, .prepare = prepare, .new_game = new_game, .validate = validate, .player = player,          \
    .legal = legal, .apply = apply, .scores = scores, .outcome = outcome, .action_print = action_print,                \
    .action_parse = action_parse, .state_print = state_print, .state_parse = state_parse

const lg_game_type HEAPS = {
    EVERYWHERE, .information = LG_INFORMATION_HIDDEN, .chance = LG_CHANCE_PLAY,
    .rules = {RULES, .resample = resample, .reseed = reseed, .information_key = information_key, .chance = chance,
              .apply_drawn = apply_drawn},
};

const lg_game_type OPEN_HEAPS = {
    EVERYWHERE, .information = LG_INFORMATION_PERFECT, .chance = LG_CHANCE_START, .rules = {RULES},
};
