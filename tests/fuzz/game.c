/* libFuzzer target over the uniform interface: any bytes as configuration, position, state, actions or answers of every
 * registered game, or as the configuration of a player of it. The first byte chooses one of these, the second the
 * game. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct table {
    lg_game game;
    void *shared, *state, *after, *other;
} table;

static table set_up(const lg_game *game) {
    table t = {*game, malloc(game->shared_size + 1), malloc(game->state_size), malloc(game->state_size),
               malloc(game->state_size)};
    REQUIRE(lg_game_prepare(&t.game, t.shared, t.game.shared_size) == LG_OK);
    REQUIRE(lg_game_new(&t.game, 1, t.state) == LG_OK);
    return t;
}

/* The default configuration, at the start of a game; its shared object takes long to build. */
static table *set_up_again(int32_t which) {
    enum { MOST = 16 };
    static table tables[MOST];
    REQUIRE(which < MOST);
    table *t = &tables[which];
    if (t->state == NULL) {
        const char *name = lg_game_type_at(which)->name;
        lg_game game;
        REQUIRE(lg_game_make(name, strlen(name), &game, NULL) == LG_OK);
        *t = set_up(&game);
    }
    REQUIRE(lg_game_new(&t->game, 1, t->state) == LG_OK);
    return t;
}

static void tear_down(table *t) {
    free(t->shared);
    free(t->state);
    free(t->after);
    free(t->other);
}

static bool valid(const table *t, const void *state) {
    return lg_game_validate(&t->game, state, t->game.state_size) == LG_OK;
}

/* A valid state prints as text that reads as the same state. */
static void check_text(table *t) {
    size_t length, written;
    REQUIRE(lg_game_state_print(&t->game, t->state, NULL, 0, &length) == LG_E_SPACE);
    char *text = malloc(length + 1);
    REQUIRE(lg_game_state_print(&t->game, t->state, text, length + 1, &written) == LG_OK && written == length);
    text = realloc(text, length);
    REQUIRE(lg_game_state_parse(&t->game, text, length, t->other, NULL) == LG_OK);
    REQUIRE(memcmp(t->state, t->other, t->game.state_size) == 0);
    free(text);
}

static void check_observations(table *t) {
    for (int32_t which = 0; which < t->game.observations; which++) {
        const size_t size = lg_space_size(&t->game.observation[which]);
        void *seen = malloc(size);
        for (int32_t player = 0; player < t->game.players; player++)
            REQUIRE(lg_game_observe(&t->game, t->state, player, which, seen, size) == LG_OK);
        free(seen);
    }
}

static void check_symmetries(table *t) {
    const int32_t symmetry = (int32_t)pick(t->state, t->game.state_size / 2, (uint32_t)t->game.symmetries);
    REQUIRE(lg_game_symmetry_state(&t->game, symmetry, t->state, t->other) == LG_OK);
    REQUIRE(valid(t, t->other));
}

typedef lg_status (*printer)(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length);

static lg_status print_board(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length) {
    return lg_game_board(game, state, lg_game_player(game, state), true, buffer, capacity, length);
}

static lg_status print_message(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length) {
    return lg_game_message(game, state, 0, buffer, capacity, length);
}

static lg_status print_news(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length) {
    return lg_game_news(game, state, game->players - 1, buffer, capacity, length);
}

static lg_status print_first_news(const lg_game *game, const void *state, char *buffer, size_t capacity,
                                  size_t *length) {
    return lg_game_news(game, state, 0, buffer, capacity, length);
}

/* Text for people and contest programs, in memory of exactly its length. */
static void check_texts(table *t) {
    static const printer ALL[] = {print_board,      print_message, print_news,
                                  print_first_news, lg_game_input_help,  lg_game_prompt};
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
        size_t length = 0, written = 0;
        const lg_status status = ALL[i](&t->game, t->state, NULL, 0, &length);
        if (status == LG_E_UNSUPPORTED || status == LG_E_OVER) continue;
        REQUIRE(status == LG_E_SPACE);
        char *text = malloc(length + 1);
        REQUIRE(ALL[i](&t->game, t->state, text, length + 1, &written) == LG_OK && written == length);
        free(text);
    }
}

static void check_numbers(table *t, int32_t count) {
    int32_t scores[LG_MAX_PLAYERS];
    float outcome[LG_MAX_PLAYERS];
    REQUIRE(lg_game_scores(&t->game, t->state, scores) == LG_OK);
    REQUIRE(lg_game_outcome(&t->game, t->state, outcome) == LG_OK);
    for (int32_t i = 0; i < t->game.players; i++) REQUIRE(outcome[i] >= -1 && outcome[i] <= 1);
    const int32_t player = lg_game_player(&t->game, t->state);
    REQUIRE(player >= -1 && player < t->game.players && (player == -1) == (count == 0));
}

/* Any number as an action: a status, and after LG_OK a valid state. */
static void try_action(table *t, int32_t action) {
    const bool legal = lg_game_explain(&t->game, t->state, action) == NULL;
    const lg_status status = lg_game_apply(&t->game, t->state, action, t->after);
    REQUIRE(!legal || status == LG_OK);
    if (status == LG_OK) REQUIRE(valid(t, t->after));
    else REQUIRE(status == LG_E_ARGUMENT || status == LG_E_ILLEGAL || status == LG_E_OVER);
}

/* Simple players choose a legal action in every state that is not over, and every state has a value. */
static void check_players(table *t) {
    lg_rng rng = lg_rng_seed(1, 1);
    float value;
    bool quiet;
    REQUIRE(lg_game_evaluate(&t->game, t->state, 0, &value, &quiet) == LG_OK && value >= -1 && value <= 1);
    const bool over = lg_game_player(&t->game, t->state) < 0;
    for (int32_t player = LG_BOT_RANDOM; player <= LG_BOT_GREEDY; player++) {
        int32_t action = -1;
        const lg_status status = lg_game_choose(&t->game, t->state, player, &rng, &action);
        REQUIRE(status == (over ? LG_E_OVER : LG_OK));
        REQUIRE(over || lg_game_explain(&t->game, t->state, action) == NULL);
    }
    lg_bot expert;
    int32_t action = -1;
    if (over || lg_bot_configure(&t->game, "expert(simulations=2)", 21, &expert, NULL) != LG_OK) return;
    REQUIRE(lg_bot_choose(&t->game, &expert, t->state, &rng, NULL, 0, NULL, NULL, &action) == LG_OK);
    REQUIRE(lg_game_explain(&t->game, t->state, action) == NULL);
}

/* One way of using a state, chosen by its bytes. */
static void check_state(table *t) {
    static void (*const WAYS[])(table *) = {check_text, check_texts, check_observations, check_symmetries,
                                            check_players};
    WAYS[pick(t->state, t->game.state_size, sizeof WAYS / sizeof WAYS[0])](t);
}

/* One byte chooses a forfeit, a wild action, or a step onwards. False when the game is over. */
static bool try_next(table *t, bytes *input, const uint64_t *mask, int32_t count) {
    const uint8_t how = take(input);
    if (how < 8) {
        const lg_status status = lg_game_forfeit(&t->game, t->state, how % t->game.players, t->after);
        REQUIRE(status == (count == 0 ? LG_E_OVER : LG_OK));
        if (status == LG_OK) REQUIRE(valid(t, t->after));
        return true;
    }
    if (how < 16) {
        try_action(t, take_int(input));
        return true;
    }
    try_action(t, how);
    if (count == 0) return false;
    const uint32_t rank = (uint32_t)(how + 256 * take(input)) % (uint32_t)count;
    REQUIRE(lg_game_apply(&t->game, t->state, lg_mask_select(mask, t->game.actions, rank), t->state) == LG_OK);
    REQUIRE(valid(t, t->state));
    return true;
}

/* Continues from a valid state as long as there are bytes; uses the first and the last state in every way. */
static void exercise(table *t, bytes *input) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    check_state(t);
    for (bool on = true; on && input->left > 0;) {
        const int32_t count = lg_game_legal(&t->game, t->state, mask);
        check_numbers(t, count);
        on = try_next(t, input, mask, count);
    }
    check_state(t);
}

/* ---- inputs by their first byte ---- */

static void configuration(bytes *input) {
    size_t length, written;
    char *text = take_text(input, &length), again[512];
    lg_game game, same;
    lg_parse_error error;
    const lg_status status = lg_game_make(text, length, &game, &error);
    if (status == LG_OK) {
        REQUIRE(lg_game_print(&game, again, sizeof again, &written) == LG_OK);
        REQUIRE(lg_game_make(again, written, &same, NULL) == LG_OK);
        REQUIRE(same.type == game.type && memcmp(same.params, game.params, sizeof same.params) == 0);
        table t = set_up(&game);
        REQUIRE(valid(&t, t.state));
        exercise(&t, input);
        tear_down(&t);
    } else {
        REQUIRE(status == LG_E_PARSE);
        require_place(&error, length);
    }
    free(text);
}

static void position(table *t, bytes *input) {
    size_t length;
    char *text = take_text(input, &length);
    lg_parse_error error;
    const lg_status status = lg_game_state_parse(&t->game, text, length, t->state, &error);
    bytes actions = {(const uint8_t *)text, length};
    if (status == LG_OK) {
        REQUIRE(valid(t, t->state));
        exercise(t, &actions);
    } else {
        REQUIRE(status == LG_E_PARSE);
        require_place(&error, length);
    }
    free(text);
}

/* The state is all bytes of the input, or a reached state with some of its bytes changed. */
static void raw_state(table *t, bytes *input) {
    if (take(input) % 2 == 0) {
        take_into(input, t->state, t->game.state_size);
    } else {
        for (uint8_t changes = take(input) % 8; changes > 0; changes--) {
            const size_t at = (size_t)(take(input) + 256 * take(input)) % t->game.state_size;
            ((uint8_t *)t->state)[at] = take(input);
        }
    }
    if (valid(t, t->state)) exercise(t, input);
}

static void answer(table *t, bytes *input) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    for (uint8_t moves = take(input); moves > 0; moves--) {
        const int32_t count = lg_game_legal(&t->game, t->state, mask);
        if (count == 0) break;
        const int32_t action = lg_mask_select(mask, t->game.actions, moves % (uint32_t)count);
        REQUIRE(lg_game_apply(&t->game, t->state, action, t->state) == LG_OK);
    }
    size_t length;
    int32_t action;
    char *text = take_text(input, &length);
    lg_parse_error error = {0, 0, NULL};
    const lg_status status = lg_game_play(&t->game, t->state, text, length, t->after, &error);
    if (status == LG_OK) REQUIRE(valid(t, t->after));
    if (status == LG_E_PARSE) require_place(&error, length);
    if (lg_game_action_parse(&t->game, text, length, &action, &error) == LG_OK) try_action(t, action);
    else require_place(&error, length);
    free(text);
}

static bool is_enough(void *context) {
    return --*(int *)context < 0;
}

/* A player that is configured plays, in memory of exactly its size, if that is not too much for a fuzzer. */
static void let_play(table *t, const lg_bot *player) {
    enum { MOST = 1 << 21 };
    size_t size;
    int patience = 3;
    int32_t action = -1;
    lg_rng rng = lg_rng_seed(1, 1);
    const lg_status status = lg_bot_size(&t->game, player, &size);
    REQUIRE(status == LG_OK || status == LG_E_UNSUPPORTED);
    if (status != LG_OK || size > MOST) return;
    void *memory = malloc(size + 1);
    REQUIRE(lg_bot_choose(&t->game, player, t->state, &rng, memory, size, is_enough, &patience, &action) == LG_OK);
    REQUIRE(lg_game_explain(&t->game, t->state, action) == NULL);
    free(memory);
}

static void player(table *t, bytes *input) {
    size_t length, written;
    char *text = take_text(input, &length), again[512];
    lg_bot made, same;
    lg_parse_error error;
    const lg_status status = lg_bot_configure(&t->game, text, length, &made, &error);
    if (status == LG_OK) {
        REQUIRE(lg_bot_print(&made, again, sizeof again, &written) == LG_OK);
        REQUIRE(lg_bot_configure(NULL, again, written, &same, NULL) == LG_OK);
        REQUIRE(memcmp(&same, &made, sizeof made) == 0);
        let_play(t, &made);
    } else {
        REQUIRE(status == LG_E_PARSE || status == LG_E_UNSUPPORTED);
        require_place(&error, length);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const uint8_t kind = take(&input) % 6;
    const int32_t which = take(&input) % lg_game_type_count();
    if (kind == 0) {
        configuration(&input);
        return 0;
    }
    table *t = set_up_again(which);
    if (kind == 1) position(t, &input);
    else if (kind == 2) raw_state(t, &input);
    else if (kind == 3) answer(t, &input);
    else if (kind == 5) player(t, &input);
    else exercise(t, &input);
    return 0;
}
