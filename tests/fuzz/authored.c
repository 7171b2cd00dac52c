/* Games that others wrote, on the example of Connect Four: any facts in the table, any numbers of a configuration, any
 * texts, and functions that do not keep their promises. What can't be used is refused, and lg_game_check survives what
 * lies to it; it finds nothing in the library's own games. The first byte chooses. */
#include "../../examples/games/connect_four.c"

#include "fuzz.h"

#include <libgames/check.h>

static bytes *lies;  /* a byte for each call of the functions below: 0, or none left, is the truth */
static bytes *facts; /* the numbers of a configuration; NULL: the true ones */

/* ---- the game, with doubts ---- */

static void doubtful_configure(lg_game *game) {
    configure(game);
    while (facts != NULL && facts->left > 0) {
        const int32_t number = take_int(facts) >> take(facts) % 32;
        switch (take(facts) % 10) {
        case 0: game->players = number; break;
        case 1: game->actions = number; break;
        case 2: game->symmetries = number; break;
        case 3: game->longest = number; break;
        case 4: game->observations = number; break;
        case 5: game->state_size = (size_t)number; break;
        case 6: game->shared_size = (size_t)number; break;
        case 7: game->clock.total = number; break;
        case 8: game->observation[0].shape[take(facts) % LG_MAX_DIMS] = number; break;
        default: game->observation[0].dims = number;
        }
    }
}

static int32_t doubtful(int32_t truth) {
    const uint8_t lie = take(lies);
    return lie < 128 ? truth : lie < 250 ? lie % 8 - 2 : take_int(lies);
}

static lg_status doubtful_validate(const lg_game *game, const void *state) {
    return take(lies) % 64 == 63 ? LG_E_STATE : validate(game, state);
}

static int32_t doubtful_player(const lg_game *game, const void *state) {
    return doubtful(player(game, state));
}

static int32_t doubtful_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = legal(game, state, mask);
    if (take(lies) >= 192) mask[0] ^= (uint64_t)take(lies) << take(lies) % 56;
    return doubtful(count);
}

static lg_status doubtful_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    lg_status status = apply(game, before, action, after);
    if (take(lies) >= 240) ((uint8_t *)after)[take(lies) % sizeof(connect_four)] ^= take(lies);
    if (take(lies) >= 240) status = (lg_status)(take(lies) % 9 - 7);
    return status;
}

static void doubtful_outcome(const lg_game *game, const void *state, float *values) {
    outcome(game, state, values);
    if (take(lies) < 192) return;
    const int32_t bits = take_int(lies);
    memcpy(values, &bits, sizeof bits);
}

static void doubtful_action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    lg_number_print(game, doubtful(action), writer);
}

static lg_status doubtful_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                       lg_parse_error *error) {
    const lg_status status = lg_number_parse(game, text, length, action, error);
    if (status == LG_OK) *action = doubtful(*action);
    return status;
}

static void doubtful_state_print(const lg_game *game, const void *state, lg_writer *writer) {
    state_print(game, state, writer);
    for (int32_t more = take(lies) / 250; more > 0; more--) lg_put(writer, (char)take(lies));
}

static const char *doubtful_explain(const lg_game *game, const void *state, int32_t action) {
    return take(lies) >= 224 ? NULL : explain(game, state, action);
}

static int32_t doubtful_mirror(const lg_game *game, int32_t symmetry, int32_t action) {
    return doubtful(mirror_action(game, symmetry, action));
}

static int32_t doubtful_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    return doubtful(greedy(game, state, rng));
}

static void doubtful_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    board(game, state, viewer, colour, writer);
    for (int32_t more = take(lies) / 250; more > 0; more--) lg_put(writer, (char)take(lies));
}

/* A picture of whatever is left to say. */
static void doubtful_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                          lg_writer *writer) {
    (void)game, (void)state, (void)viewer, (void)options;
    for (int32_t more = take(lies); more > 0 && lies->left > 0; more--) lg_put(writer, (char)take(lies));
}

static void doubtful_resample(const lg_game *game, const void *before, int32_t player_of, lg_rng *rng, void *after) {
    (void)player_of;
    memmove(after, before, game->state_size);
    const int32_t count = lg_game_legal(game, before, (uint64_t[1]){0});
    if (take(lies) >= 128 && count > 0) (void)lg_rollout(game, before, take(lies) % 4, rng, after, NULL);
}

static uint64_t doubtful_key(const lg_game *game, const void *state, int32_t player_of) {
    (void)player_of;
    return take(lies) >= 192 ? take(lies) : lg_hash(state, game->state_size);
}

static lg_game_type doubtful_type(void) {
    lg_game_type type = CONNECT_FOUR;
    type.configure = doubtful_configure;
    type.validate = doubtful_validate;
    type.player = doubtful_player;
    type.legal = doubtful_legal;
    type.apply = doubtful_apply;
    type.outcome = doubtful_outcome;
    type.action_print = doubtful_action_print;
    type.action_parse = doubtful_action_parse;
    type.state_print = doubtful_state_print;
    type.explain = doubtful_explain;
    type.symmetry_action = doubtful_mirror;
    type.greedy = doubtful_greedy;
    type.board = doubtful_board;
    return type;
}

/* ---- what is done with it ---- */

/* A small check ends, and says what it found or nothing. */
static const char *check(const lg_game *game, uint64_t seed) {
    enum { ROOM = 1 << 16 };
    const lg_check_config config = {1, 1, 12, seed, 512};
    static uint64_t memory[ROOM];
    static lg_check_report report;
    const size_t size = lg_check_size(game, &config);
    REQUIRE(size > 0 && size <= sizeof memory);
    const lg_status status = lg_game_check(game, &config, memory, size, &report);
    REQUIRE(status == LG_OK || status == LG_E_SPACE);
    return status == LG_OK ? report.finding.contract : NULL;
}

static void with_lies(bytes *input) {
    lg_game_type type = doubtful_type();
    lg_game game;
    const uint64_t seed = take(input);
    const uint8_t more = take(input);
    if ((more & 1) != 0) type.draw = doubtful_draw;
    if ((more & 2) != 0) {
        type.information = LG_INFORMATION_HIDDEN;
        type.resample = doubtful_resample;
        type.information_key = doubtful_key;
    }
    if ((more & 4) != 0) {
        type.validate = validate;
        type.player = player;
        type.legal = legal;
        type.apply = apply;
        type.state_print = state_print;
    }
    REQUIRE(lg_game_configure(&type, "connect_four(columns=4,rows=3,connect=3)", 40, &game, NULL) == LG_OK);
    const bool honest = input->left == 0;
    lies = input;
    REQUIRE(!honest || (more & 3) != 0 || check(&game, seed) == NULL);
    if (!honest) (void)check(&game, seed);
}

static void with_numbers(bytes *input) {
    const lg_game_type type = doubtful_type();
    lg_game game;
    lg_parse_error error = {0, 0, NULL};
    facts = input;
    const lg_status status = lg_game_configure(&type, "connect_four", 12, &game, &error);
    facts = NULL;
    REQUIRE(status == LG_OK || (status == LG_E_ARGUMENT && error.expected != NULL));
    if (status != LG_OK) return;
    REQUIRE(game.players >= 1 && game.players <= LG_MAX_PLAYERS && game.actions >= 1 && game.actions <= LG_MAX_ACTIONS);
    REQUIRE(game.state_size >= 8 && game.state_size <= LG_MAX_STATE_SIZE && game.shared_size == 0 && game.longest >= 1);
    for (int32_t i = 0; i < game.observations; i++) REQUIRE(lg_space_size(&game.observation[i]) > 0);
}

/* A text that stays until the next input, now and then none. */
static const char *take_string(bytes *input, char room[48]) {
    const uint8_t length = take(input);
    take_into(input, room, length % 40);
    room[length % 40] = '\0';
    return length >= 240 ? NULL : room;
}

static void with_facts(bytes *input) {
    static char texts[8][48];
    lg_game_type type = doubtful_type();
    lg_param params[LG_MAX_PARAMS];
    const uint8_t changed = take(input), none = take(input);
    for (int32_t i = 0; i < LG_MAX_PARAMS; i++) params[i] = PARAMS[i % 3];
    if ((changed & 1) != 0) type.name = take_string(input, texts[0]);
    if ((changed & 2) != 0) type.title = take_string(input, texts[1]);
    if ((changed & 4) != 0) type.id = take_string(input, texts[2]);
    if ((changed & 8) != 0) type.information = (lg_information)(take(input) % 4);
    if ((changed & 16) != 0) type.chance = (lg_chance)(take(input) % 4);
    if ((changed & 32) != 0) type.param_count = take(input) % 20 - 1;
    if ((changed & 64) != 0)
        params[3] = (lg_param){take_string(input, texts[3]), take_int(input), take_int(input), take_int(input), NULL,
                               take_string(input, texts[4])};
    if ((changed & 128) != 0) type.abi = take(input) % 3;
    type.params = take(input) == 255 ? NULL : params;
    if ((none & 1) != 0) type.legal = NULL;
    if ((none & 2) != 0) type.symmetry_state = NULL;
    if ((none & 4) != 0) type.symmetry_observation = NULL;
    if ((none & 8) != 0) type.observe = NULL;
    if ((none & 16) != 0) type.explain = NULL;
    if ((none & 32) != 0) type.greedy = NULL;
    if ((none & 64) != 0) type.board = NULL;
    if ((none & 128) != 0) type.symmetry_action = NULL;
    size_t length;
    lg_game game;
    lg_parse_error error = {0, 0, NULL};
    const char *problem = lg_game_type_problem(&type);
    char *text = take_text(input, &length);
    const lg_status status = lg_game_configure(&type, text, length, &game, &error);
    if (problem != NULL) REQUIRE(status != LG_OK && error.expected != NULL);
    else if (status == LG_E_PARSE) require_place(&error, length);
    else REQUIRE(status == LG_OK || status == LG_E_ARGUMENT);
    if (status == LG_OK) (void)check(&game, 1); /* what is left out has defaults, which may not go with the rest */
    free(text);
}

static bytes picture;

static void draw_given(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                       lg_writer *writer) {
    (void)game, (void)state, (void)viewer, (void)options;
    for (size_t i = 0; i < picture.left; i++) lg_put(writer, (char)picture.at[i]);
}

/* The same bytes as every picture of a game that is sound otherwise. */
static void with_picture(bytes *input) {
    lg_game_type type = CONNECT_FOUR;
    lg_game game;
    type.draw = draw_given;
    picture = *input;
    REQUIRE(lg_game_configure(&type, "connect_four(columns=4,rows=3,connect=3)", 40, &game, NULL) == LG_OK);
    const char *contract = check(&game, 1);
    REQUIRE(contract == NULL || strcmp(contract, "draw") == 0);
}

/* The library's own games: nothing is found. */
static void of_library(bytes *input) {
    const lg_game *game = game_of(any_game(take(input)));
    lg_check_config config = lg_check_default();
    config.mutations = take(input) % 3;
    config.decisions = 1 + take(input) % 3;
    config.seed = take(input);
    config.text_size = 1 << 16;
    static lg_check_report report;
    const size_t size = lg_check_size(game, &config);
    REQUIRE(size > 0);
    void *memory = malloc(size);
    REQUIRE(lg_game_check(game, &config, memory, size, &report) == LG_OK && report.finding.contract == NULL);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size}, nothing = {NULL, 0};
    const uint8_t first = take(&input), kind = first % 3;
    lies = &nothing;
    if (first >= 252) (first % 2 == 0 ? with_picture : of_library)(&input);
    else if (kind == 0) with_facts(&input);
    else if (kind == 1) with_numbers(&input);
    else with_lies(&input);
    return 0;
}
