/* On the Run behind the uniform interface: 3 x 200 decisions, four of them for one move of the detectives; two
 * observations. */
#include "libgames/ontherun.h"

#include <string.h>

#include "../fields.h"
#include "../players.h"
#include "../text.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM
#define CITIES LG_ONTHERUN_MAX_CITIES

/* Planes of the observation "planes", 200 cities each; from TURN on all cities have the same value. */
enum {
    POSSIBLE,
    KNOWN,
    FUGITIVE,
    DETECTIVE,
    CHOICE = DETECTIVE + TEAM,
    TURN = CHOICE + TEAM,
    PHASE,
    HEARD,
    MOVE,
    PLANES = MOVE + 4
};

/* Where the fields of the observation "compact" begin. */
enum {
    C_VIEWER,
    C_TURN,
    C_PHASE,
    C_RESULT,
    C_HEARD,
    C_KNOWN,
    C_FUGITIVE,
    C_DETECTIVE,
    C_CHOICE = C_DETECTIVE + TEAM,
    C_MOVE = C_CHOICE + TEAM,
    C_PAST = C_MOVE + 4,
    C_POSSIBLE = C_PAST + 4 * TEAM,
    C_SIZE = C_POSSIBLE + CITIES / 8
};

static const lg_param PARAMS[] = {
    {"cities", LG_ONTHERUN_MIN_CITIES, LG_ONTHERUN_MAX_CITIES, LG_ONTHERUN_MAX_CITIES, NULL,
     "the number of cities of the map, 5 to 200"},
    {"map", 0, INT32_MAX, 0, NULL, "the seed of the map, 0 to 2147483647"},
};

static const lg_ontherun_map *map_of(const lg_game *game) {
    return (const lg_ontherun_map *)game->shared;
}

static void configure(lg_game *game) {
    game->players = 2;
    game->actions = LG_ONTHERUN_ACTIONS;
    game->symmetries = 1;
    game->state_size = sizeof(lg_ontherun);
    game->shared_size = sizeof(lg_ontherun_map);
    game->observations = 2;
    game->observation[0] = (lg_space){"planes", LG_U8, 2, {PLANES, CITIES, 1}, 0, LG_ONTHERUN_TURNS};
    game->observation[1] = (lg_space){"compact", LG_U8, 1, {C_SIZE, 1, 1}, 0, 255};
}

static lg_status prepare(const lg_game *game, void *memory) {
    return lg_ontherun_map_generate(game->params[0], (uint64_t)game->params[1], (lg_ontherun_map *)memory);
}

static lg_status prepare_parse(const lg_game *game, const char *text, size_t length, void *memory,
                               lg_parse_error *error) {
    lg_ontherun_map *map = (lg_ontherun_map *)memory;
    const lg_status status = lg_ontherun_map_parse(text, length, map, error);
    if (status != LG_OK || map->cities == game->params[0]) return status;
    const lg_i_reader reader = lg_i_reader_on(text, length, error);
    return lg_i_expected(&reader, "the configuration's number of cities");
}

static void start(const lg_game *game, uint64_t seed, void *state) {
    (void)game, (void)seed; /* all chance is in the map */
    lg_ontherun_start((lg_ontherun *)state);
}

/* Concealed states have no place here: the fugitive could not be asked. */
static lg_status validate(const lg_game *game, const void *state) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const lg_status status = lg_ontherun_validate(map_of(game), position);
    if (status != LG_OK) return status;
    return position->turn > 0 && position->fugitive == 0 ? LG_E_STATE : LG_OK;
}

static int32_t player(const lg_game *game, const void *state) {
    (void)game;
    const lg_ontherun *position = (const lg_ontherun *)state;
    if (lg_i_is_over(position)) return -1;
    return lg_i_detectives_turn(position) ? LG_ONTHERUN_DETECTIVES : LG_ONTHERUN_FUGITIVE;
}

/* Sets bit `first + city - 1` for every city of the set. */
static void put_actions(uint64_t *mask, const lg_ontherun_set *cities, int first) {
    for (int word = 0; word < WORDS; word++) {
        const int at = first - 1 + 64 * word; /* where the word's bit 0 goes; -1 for the unused city 0 */
        const uint64_t bits = at < 0 ? cities->word[word] >> 1 : cities->word[word];
        const int place = at < 0 ? 0 : at;
        if (bits == 0) continue;
        const int low = place & 63;
        mask[place >> 6] |= bits << low;
        if (low > 0 && bits >> (64 - low) != 0) mask[(place >> 6) + 1] |= bits >> (64 - low);
    }
}

static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    lg_ontherun_set cities;
    int32_t count = 0;
    memset(mask, 0, LG_MASK_WORDS(LG_ONTHERUN_ACTIONS) * sizeof *mask);
    if (lg_i_detectives_turn(position)) {
        count = lg_ontherun_choices(map_of(game), position, &cities);
        put_actions(mask, &cities, 0);
        return count;
    }
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        count += lg_ontherun_targets(map_of(game), position, type, &cities);
        put_actions(mask, &cities, CITIES * type);
    }
    return count;
}

static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_ontherun *position = (const lg_ontherun *)before;
    const int32_t type = action / CITIES, city = action % CITIES + 1;
    if (lg_i_is_over(position)) return LG_E_OVER;
    if (position->phase == LG_ONTHERUN_MOVE_FUGITIVE)
        return lg_ontherun_move_fugitive(map_of(game), position, type, city, (lg_ontherun *)after);
    if (type != 0) return LG_E_ILLEGAL;
    if (position->phase == LG_ONTHERUN_PLACE_FUGITIVE)
        return lg_ontherun_place_fugitive(map_of(game), position, city, (lg_ontherun *)after);
    return lg_ontherun_choose(map_of(game), position, city, (lg_ontherun *)after);
}

static lg_status forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    return lg_ontherun_forfeit((const lg_ontherun *)before, offender, (lg_ontherun *)after);
}

static void scores(const lg_game *game, const void *state, int32_t *points) {
    (void)game;
    lg_ontherun_score((const lg_ontherun *)state, points);
}

/* The difference of the points as a part of the 20 that are shared out: 10-10 is 0. */
static void outcome(const lg_game *game, const void *state, float *result) {
    int32_t points[2];
    scores(game, state, points);
    result[0] = (float)(points[0] - points[1]) / 20.0f;
    result[1] = 0.0f - result[0];
}

/* ---- what a player may know: choices are the detectives' secret, its city the fugitive's ---- */

static void mark(uint8_t *planes, int plane, int city) {
    if (city != 0) planes[plane * CITIES + city - 1] = 1;
}

static void fill(uint8_t *planes, int plane, int value) {
    memset(planes + plane * CITIES, value, CITIES);
}

static void observe_planes(const lg_ontherun *position, int32_t viewer, uint8_t *planes) {
    lg_ontherun_set possible = position->possible;
    memset(planes, 0, TURN * CITIES);
    for (int city = lg_i_set_take(&possible); city != 0; city = lg_i_set_take(&possible)) mark(planes, POSSIBLE, city);
    mark(planes, KNOWN, position->known);
    if (viewer == LG_ONTHERUN_FUGITIVE) mark(planes, FUGITIVE, position->fugitive);
    for (int i = 0; i < TEAM; i++) {
        mark(planes, DETECTIVE + i, position->detective[i]);
        if (viewer == LG_ONTHERUN_DETECTIVES) mark(planes, CHOICE + i, position->choice[i]);
        fill(planes, MOVE + i, position->type[i]);
    }
    fill(planes, TURN, position->turn);
    fill(planes, PHASE, position->phase);
    fill(planes, HEARD, position->heard);
}

static void observe_compact(const lg_ontherun *position, int32_t viewer, uint8_t *out) {
    memset(out, 0, C_SIZE);
    out[C_VIEWER] = (uint8_t)viewer;
    out[C_TURN] = position->turn;
    out[C_PHASE] = position->phase;
    out[C_RESULT] = position->result;
    out[C_HEARD] = position->heard;
    out[C_KNOWN] = position->known;
    memcpy(out + C_DETECTIVE, position->detective, TEAM);
    if (viewer == LG_ONTHERUN_FUGITIVE) out[C_FUGITIVE] = position->fugitive;
    else memcpy(out + C_CHOICE, position->choice, TEAM);
    memcpy(out + C_MOVE, position->type, sizeof position->type);
    memcpy(out + C_PAST, position->past, sizeof position->past);
    lg_ontherun_set possible = position->possible;
    for (int city = lg_i_set_take(&possible); city != 0; city = lg_i_set_take(&possible))
        out[C_POSSIBLE + (city - 1) / 8] |= (uint8_t)(1u << (city - 1) % 8);
}

static void observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)game;
    if (which == 0) observe_planes((const lg_ontherun *)state, viewer, (uint8_t *)out);
    else observe_compact((const lg_ontherun *)state, viewer, (uint8_t *)out);
}

/* ---- symmetries: a map has none but the identity ---- */

static int32_t symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game, (void)symmetry;
    return action;
}

static void symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)symmetry;
    memmove(after, before, game->state_size);
}

static void symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                 void *after) {
    (void)symmetry;
    memcpy(after, before, lg_space_size(&game->observation[which]));
}

static const char *explain(const lg_game *game, const void *state, int32_t action) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const int32_t type = action / CITIES, city = action % CITIES + 1;
    if (lg_i_is_over(position)) return "the game is over";
    if (type != 0 && position->phase != LG_ONTHERUN_MOVE_FUGITIVE) return "only a moving fugitive names a type";
    if (lg_i_detectives_turn(position)) return lg_ontherun_explain_choice(map_of(game), position, city);
    return lg_ontherun_explain_fugitive(map_of(game), position, type, city);
}

/* ---- text: "T 12"; the actions of the first type are also a city alone, "12" ---- */

static lg_status action_print(const lg_game *game, int32_t action, char *buffer, size_t capacity, size_t *length) {
    (void)game;
    return lg_ontherun_move_print(action / CITIES, action % CITIES + 1, buffer, capacity, length);
}

static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    (void)game;
    int32_t type = 0, city = 0;
    const bool alone = length > 0 && text[0] >= '0' && text[0] <= '9';
    const lg_status status = alone ? lg_ontherun_city_parse(text, length, &city, error)
                                   : lg_ontherun_move_parse(text, length, &type, &city, error);
    if (status == LG_OK) *action = CITIES * type + city - 1;
    return status;
}

static lg_status state_print(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length) {
    return lg_ontherun_print(map_of(game), (const lg_ontherun *)state, buffer, capacity, length);
}

/* As validate: a concealed position is no state of this game. */
static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error) {
    lg_ontherun position;
    const lg_status status = lg_ontherun_parse(map_of(game), text, length, &position, error);
    if (status != LG_OK) return status;
    if (validate(game, &position) != LG_OK) {
        const lg_i_reader reader = lg_i_reader_on(text, length, error);
        const char *dash = (const char *)memchr(text, '-', length);
        return lg_i_expected_at(&reader, (size_t)(dash - text), "the fugitive's city");
    }
    *(lg_ontherun *)state = position;
    return LG_OK;
}

static lg_status play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error) {
    return lg_ontherun_answer(map_of(game), (const lg_ontherun *)before, text, length, (lg_ontherun *)after, error);
}

/* ---- the state's layout ---- */

static int32_t fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1 };
    static const lg_field TABLE[] = {
        LG_I_FIELD_ARRAY(lg_ontherun, STATE, possible, LG_FIELD_U64, LG_ONTHERUN_WORDS),
        LG_I_FIELD_ARRAY(lg_ontherun, STATE, detective, LG_FIELD_U8, TEAM),
        LG_I_FIELD_ARRAY(lg_ontherun, STATE, choice, LG_FIELD_U8, TEAM),
        LG_I_FIELD_TABLE(lg_ontherun, STATE, past, LG_FIELD_U8, 4, TEAM),
        LG_I_FIELD_ARRAY(lg_ontherun, STATE, type, LG_FIELD_U8, 4),
        LG_I_FIELD(lg_ontherun, STATE, heard, LG_FIELD_U8),
        LG_I_FIELD(lg_ontherun, STATE, known, LG_FIELD_U8),
        LG_I_FIELD(lg_ontherun, STATE, fugitive, LG_FIELD_U8),
        LG_I_FIELD(lg_ontherun, STATE, turn, LG_FIELD_U8),
        LG_I_FIELD(lg_ontherun, STATE, phase, LG_FIELD_U8),
        LG_I_FIELD(lg_ontherun, STATE, result, LG_FIELD_U8),
        LG_I_FIELD(lg_ontherun, STATE, offender, LG_FIELD_U8),
        LG_I_FIELD_ARRAY(lg_ontherun, STATE, reserved, LG_FIELD_U8, 5),
    };
    (void)game;
    memcpy(out, TABLE, sizeof TABLE);
    return (int32_t)(sizeof TABLE / sizeof TABLE[0]);
}

const lg_game_type lg_ontherun_game = {
    .name = "ontherun",
    .title = "On the Run (CodeCup 2007)",
    .version = 1,
    .param_count = 2,
    .params = PARAMS,
    .configure = configure,
    .prepare = prepare,
    .prepare_parse = prepare_parse,
    .start = start,
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
    .play = play,
    .fields = fields,
    .greedy = lg_i_ontherun_greedy,
};
