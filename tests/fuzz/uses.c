/* Everything that learners, players, people and programs get from a reachable position: views of every form, other
 * states that a player can't distinguish from it, strings and answers, masks as bytes, games played to their end. The
 * first byte chooses. */
#include "fuzz.h"
#include "game/view.h"

/* A game, its present state, and room for another state. */
typedef struct table {
    const lg_game *game;
    void *state, *other;
} table;

static bool valid(const table *t, const void *state) {
    return lg_game_validate(t->game, state, t->game->state_size) == LG_OK;
}

/* The view in exactly its bytes; a float form stays in its range. */
static void view(const table *t, bytes *input) {
    const int32_t player = take(input) % t->game->players;
    const lg_view of = {take(input) % (t->game->observations + 1), take(input) % 4, take(input) % 3};
    uint64_t mask[LG_MAX_MASK_WORDS];
    lg_part parts[LG_MAX_PARTS];
    lg_space space;
    const bool possible = of.observation < t->game->observations && of.form < 3 && of.canonical < 2;
    REQUIRE(lg_game_view_space(t->game, &of, &space) == (possible ? LG_OK : LG_E_ARGUMENT));
    REQUIRE((lg_game_parts(t->game, of.observation, parts) > 0) == (of.observation < t->game->observations));
    if (!possible) return;
    const size_t size = lg_space_size(&space), scratch = lg_game_view_scratch(t->game, &of);
    void *memory = malloc(scratch > 0 ? scratch : 1), *seen = malloc(size);
    REQUIRE(lg_game_view(t->game, &of, t->state, player, memory, seen, size) == LG_OK);
    for (size_t i = 0; space.dtype == LG_F32 && i < size / sizeof(float); i++)
        REQUIRE(((float *)seen)[i] >= -1 && ((float *)seen)[i] <= 1);
    free(seen);
    free(memory);
    lg_i_view_legal(t->game, &of, t->state, mask);
    const int32_t shown = lg_mask_select(mask, t->game->actions, take(input));
    if (shown < 0) return;
    const int32_t action = lg_i_view_action(t->game, &of, t->state, shown);
    REQUIRE(lg_game_explain(t->game, t->state, action) == NULL);
}

/* The view of a turned state is the turned view. */
static void symmetry(const table *t, bytes *input) {
    const int32_t number = take(input) % t->game->symmetries, which = take(input) % t->game->observations;
    const size_t size = lg_space_size(&t->game->observation[which]);
    int32_t mapped;
    void *before = malloc(size), *turned = malloc(size), *seen = malloc(size);
    const int32_t viewer = take(input) % t->game->players;
    REQUIRE(lg_game_symmetry_state(t->game, number, t->state, t->other) == LG_OK && valid(t, t->other));
    REQUIRE(lg_game_observe(t->game, t->state, viewer, which, before, size) == LG_OK);
    lg_i_view_turn(t->game, number, which, before, turned);
    REQUIRE(lg_game_observe(t->game, t->other, viewer, which, seen, size) == LG_OK);
    REQUIRE(memcmp(turned, seen, size) == 0);
    REQUIRE(lg_game_symmetry_action(t->game, number, take(input) % t->game->actions, &mapped) == LG_OK);
    REQUIRE(mapped >= 0 && mapped < t->game->actions);
    free(before);
    free(turned);
    free(seen);
}

/* An action whose draws the input chooses. */
static void drawn(const table *t, bytes *input) {
    const int32_t action = take(input) % t->game->actions, room = t->game->outcomes;
    int32_t *draws = malloc((size_t)(t->game->draws + 1) * sizeof *draws), count = 0, found;
    int32_t *outcomes = malloc((size_t)room * sizeof *outcomes + 1);
    double *weights = malloc((size_t)room * sizeof *weights + 1);
    for (;; draws[count++] = outcomes[take(input) % found]) {
        REQUIRE(lg_game_chance(t->game, t->state, action, draws, count, outcomes, weights, room, &found) == LG_OK);
        if (found == 0) break;
    }
    const lg_status status = lg_game_apply_drawn(t->game, t->state, action, draws, count, t->other);
    REQUIRE(status == lg_game_apply(t->game, t->state, action, t->state));
    REQUIRE(status != LG_OK || (valid(t, t->state) && valid(t, t->other)));
    free(draws);
    free(outcomes);
    free(weights);
}

/* A player can't distinguish the states; other chance changes nothing present. */
static void knowledge(const table *t, bytes *input) {
    const int32_t player = take(input) % t->game->players;
    lg_rng rng = lg_rng_seed(take(input), 0);
    uint64_t key, other;
    float value;
    bool quiet;
    int32_t number, symmetry_for;
    REQUIRE(lg_game_resample(t->game, t->state, player, &rng, t->other) == LG_OK && valid(t, t->other));
    REQUIRE(lg_game_information_key(t->game, t->state, player, &key) == LG_OK);
    REQUIRE(lg_game_information_key(t->game, t->other, player, &other) == LG_OK && key == other);
    REQUIRE(lg_game_player(t->game, t->state) == lg_game_player(t->game, t->other));
    REQUIRE(lg_game_reseed(t->game, t->state, &rng, t->other) == LG_OK && valid(t, t->other));
    REQUIRE(lg_game_evaluate(t->game, t->other, player, &value, &quiet) == LG_OK && value >= -1 && value <= 1);
    REQUIRE(lg_game_potential(t->game, t->other, player, &number) == LG_OK);
    REQUIRE(number >= -LG_MAX_POTENTIAL && number <= LG_MAX_POTENTIAL);
    REQUIRE(lg_game_canonical(t->game, t->state, player, &symmetry_for) == LG_OK);
    REQUIRE(symmetry_for >= 0 && symmetry_for < t->game->symmetries);
    memcpy(t->other, t->state, t->game->state_size);
    REQUIRE(lg_game_hash(t->game, t->other) == lg_game_hash(t->game, t->state));
    REQUIRE(lg_game_position_key(t->game, t->other) == lg_game_position_key(t->game, t->state));
    drawn(t, input);
}

/* A typed line, decision by decision. */
static void typed(const table *t, bytes *input) {
    size_t length, at = 0;
    char *text = take_text(input, &length);
    lg_parse_error error = {0, 0, NULL};
    int32_t action;
    for (size_t last = 0; lg_game_typed(t->game, t->state, text, length, &at, &action, &error) == LG_OK; last = at) {
        REQUIRE(at <= length && at >= last && lg_game_explain(t->game, t->state, action) == NULL);
        REQUIRE(lg_game_apply(t->game, t->state, action, t->state) == LG_OK);
        if (at == length || at == last) break;
    }
    free(text);
}

/* Lines of a contest's program before the game, and instead of a move. */
static void spoken(const table *t, bytes *input) {
    size_t length, name = 0;
    char *text = take_text(input, &length);
    lg_parse_error error = {0, 0, NULL};
    const lg_status status = lg_game_opening_parse(t->game, text, length, &name, &error);
    if (status == LG_OK) REQUIRE(name <= length);
    else if (status == LG_E_PARSE) require_place(&error, length);
    else REQUIRE(status == LG_E_UNSUPPORTED && t->game->type->opening == NULL);
    (void)lg_game_taken_for(t->game, text, length);
    free(text);
    REQUIRE(lg_game_answer_lines(t->game, t->state) >= 0 && lg_game_result(t->game, t->state) != NULL);
    for (int32_t seat = -1; seat <= t->game->players; seat++) (void)lg_game_seat(t->game, seat);
}

/* The shared object, read from text and written again. */
static void shared(const table *t, bytes *input) {
    size_t length, written = 0;
    char *text = take_text(input, &length);
    lg_game game = *t->game;
    lg_parse_error error = {0, 0, NULL};
    void *memory = malloc(game.shared_size + 1);
    game.shared = NULL;
    const lg_status status = lg_game_prepare_parse(&game, text, length, memory, game.shared_size, &error);
    if (status == LG_OK) {
        REQUIRE(lg_game_shared_print(&game, NULL, 0, &written) == LG_E_SPACE);
        char *again = malloc(written + 1);
        REQUIRE(lg_game_shared_print(&game, again, written + 1, &written) == LG_OK);
        REQUIRE(lg_game_prepare_parse(&game, again, written, memory, game.shared_size, NULL) == LG_OK);
        free(again);
        REQUIRE(lg_game_new(&game, length, t->other) == LG_OK);
        REQUIRE(lg_game_draw(&game, t->other, -1, NULL, NULL, 0, &written) == LG_E_SPACE);
    } else if (status == LG_E_PARSE) {
        require_place(&error, length);
    } else {
        REQUIRE(t->game->type->texts->prepare_parse == NULL);
    }
    free(memory);
    free(text);
}

/* One whole move or the rest of one, which its text leads to again; the same as a line. */
static void move(const table *t, bytes *input) {
    enum { MOST = 64 };
    int32_t actions[MOST], count = 0;
    uint64_t mask[LG_MAX_MASK_WORDS];
    size_t length, written;
    memcpy(t->other, t->state, t->game->state_size);
    do {
        const int32_t legal = lg_game_legal(t->game, t->other, mask);
        if (legal == 0 || count == MOST) return;
        actions[count] = lg_mask_select(mask, t->game->actions, (uint32_t)(take(input) % legal));
        REQUIRE(lg_game_apply(t->game, t->other, actions[count++], t->other) == LG_OK);
    } while (lg_game_in_move(t->game, t->other));
    REQUIRE(lg_game_move_print(t->game, t->state, actions, count, t->other, NULL, 0, &length) == LG_E_SPACE);
    char *text = malloc(length + 1);
    REQUIRE(lg_game_move_print(t->game, t->state, actions, count, t->other, text, length + 1, &written) == LG_OK);
    void *again = malloc(t->game->state_size);
    if (lg_game_play(t->game, t->state, text, written, again, NULL) == LG_OK) REQUIRE(valid(t, again));
    free(again);
    free(text);
    const size_t size = lg_game_line_size(t->game);
    void *memory = malloc(size);
    REQUIRE(lg_game_line_print(t->game, t->state, actions, count, memory, size, NULL, 0, &length) == LG_E_SPACE);
    text = malloc(length + 1);
    REQUIRE(lg_game_line_print(t->game, t->state, actions, count, memory, size, text, length + 1, &written) == LG_OK);
    REQUIRE(lg_game_decision_print(t->game, t->state, actions[0], NULL, 0, &length) == LG_E_SPACE);
    free(text);
    free(memory);
}

/* Masks of bytes equal masks of bits; actions drawn from them are legal; players have separate generators. */
static void masks(const table *t, bytes *input) {
    const size_t actions = (size_t)t->game->actions;
    uint8_t *rows = malloc(2 * actions), ended[2] = {take(input) % 2, 0};
    uint64_t mask[LG_MAX_MASK_WORDS];
    int32_t chosen[2];
    const int32_t count = lg_game_legal_bytes(t->game, t->state, rows);
    REQUIRE(count == lg_game_legal(t->game, t->state, mask));
    for (size_t i = 0; i < actions; i++) REQUIRE(rows[i] == (mask[i / 64] >> i % 64 & 1));
    memset(rows + actions, 1, actions);
    const lg_status status = lg_mask_sample(2, t->game->actions, rows, ended, take(input), chosen);
    REQUIRE(status == (count == 0 && ended[0] == 0 ? LG_E_ARGUMENT : LG_OK)); /* no action, but not over */
    if (status != LG_OK) chosen[0] = chosen[1] = 0;
    REQUIRE(count > 0 ? rows[chosen[0]] == 1 : chosen[0] == 0);
    REQUIRE(chosen[1] >= 0 && (size_t)chosen[1] < actions);
    lg_bot player = {.kind = take(input) % lg_bot_type_count()};
    lg_rng rng = lg_bot_rng(t->game, &player, t->state, take(input));
    (void)lg_rng_next(&rng);
    free(rows);
}

/* Random games to their end: from the start, and from a state that a player can't distinguish from this one. */
static void played_out(const table *t, bytes *input) {
    enum { GAMES_OUT = 2 };
    float outcomes[GAMES_OUT * LG_MAX_PLAYERS];
    int64_t lengths[GAMES_OUT];
    double moves = -1, decisions = -1;
    lg_rng rng = lg_rng_seed(take(input), 0);
    const int32_t player = take(input) % (t->game->players + 2) - 1, count = take(input) % (GAMES_OUT + 1);
    REQUIRE(lg_rollouts(t->game, take(input), count, t->other, outcomes, lengths, NULL, NULL) == LG_OK);
    for (int32_t i = 0; i < count * t->game->players; i++) REQUIRE(outcomes[i] >= -1 && outcomes[i] <= 1);
    for (int32_t i = 0; i < count; i++) REQUIRE(lengths[i] >= 0 && lengths[i] <= t->game->longest);
    const bool inside = player >= 0 && player < t->game->players;
    const lg_status status = lg_rollout_left(t->game, t->state, player, 1, &rng, t->other, &moves, &decisions);
    REQUIRE(status == (inside ? LG_OK : LG_E_ARGUMENT) && (!inside || (moves >= 0 && decisions >= moves)));
}

/* Fields by name, with their place in a state. */
static void named(const table *t, bytes *input) {
    lg_field fields[LG_MAX_FIELDS];
    const int32_t count = lg_game_fields(t->game, fields);
    REQUIRE(count >= 1 && count <= LG_MAX_FIELDS && fields[take(input) % count].name[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const USES[])(const table *, bytes *) = {view,   symmetry, knowledge, typed,      spoken,
                                                           shared, move,     masks,     played_out, named};
    bytes input = {data, size};
    const uint8_t first = take(&input), use = first < 240 ? first % 7 : 7 + first % 3; /* the last bytes for the last three */
    table t = {game_of(any_game(take(&input))), NULL, NULL};
    t.state = malloc(t.game->state_size);
    t.other = malloc(t.game->state_size);
    REQUIRE(lg_game_new(t.game, take(&input), t.state) == LG_OK);
    play_some(&input, t.game, t.state, NULL);
    USES[use](&t, &input);
    free(t.state);
    free(t.other);
    return 0;
}
