/* On the Run behind the uniform interface: a decision is a type and a city, 3 x `max_cities` of them, and four make a
 * move of the detectives. */
#include "libgames/ontherun.h"

#include <string.h>

#include "libgames/author.h"
#include "map.h"
#include "protocol.h"
#include "rooms.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

/* Parameters. */
enum { NUMBER_OF_CITIES, MAP_SEED, WEIGHT, OTR_ROOM };

static const char *const OTR_WEIGHTS[] = {"city", "route"};

static const lg_param OTR_PARAMS[] = {
    {"cities", LG_ONTHERUN_MIN_CITIES, LG_ONTHERUN_MAX_CITIES, LG_ONTHERUN_MAX_CITIES, NULL,
     "the number of cities of the map, 5 to 200"},
    {"map", 0, INT32_MAX, 0, NULL, "the seed of the map, 0 to 2147483647"},
    {"resample", LG_ONTHERUN_BY_CITY, LG_ONTHERUN_BY_ROUTE, LG_ONTHERUN_BY_CITY, OTR_WEIGHTS,
     "sampling of a hidden fugitive: by city (all equally likely) or route (all ways there equally likely)"},
    {"max_cities", LG_ONTHERUN_MIN_CITIES, LG_ONTHERUN_MAX_CITIES, LG_ONTHERUN_MAX_CITIES, NULL,
     "size of the actions and of the observations cities, cities_observed and destinations, in cities: "
     "5 to 200, at least the map's"},
};

static const char *otr_check(const lg_game *game) {
    return game->params[OTR_ROOM] < game->params[NUMBER_OF_CITIES] ? "max_cities of at least the number of cities"
                                                                   : NULL;
}

static void otr_configure(lg_game *game) {
    game->players = 2;
    game->actions = LG_ONTHERUN_TYPES * game->params[OTR_ROOM];
    game->longest = (LG_ONTHERUN_TEAM + 1) * (1 + LG_ONTHERUN_TURNS); /* the placement is like a turn */
    game->state_size = sizeof(lg_ontherun);
    game->shared_size = sizeof(lg_ontherun_map);
    game->clock.total = LG_ONTHERUN_TOTAL_MS;
    lg_i_ontherun_spaces(game);
}

static lg_status otr_prepare(const lg_game *game, void *memory) {
    return lg_ontherun_map_generate(game->params[NUMBER_OF_CITIES], (uint64_t)game->params[MAP_SEED],
                                    (lg_ontherun_map *)memory);
}

static lg_status otr_prepare_parse(const lg_game *game, const char *text, size_t length, void *memory,
                                   lg_parse_error *error) {
    lg_ontherun_map *map = (lg_ontherun_map *)memory;
    const lg_status status = lg_ontherun_map_parse(text, length, map, error);
    if (status != LG_OK) return status;
    if (map->cities != game->params[NUMBER_OF_CITIES]) {
        lg_reader reader = lg_reader_on(text, length, error);
        lg_skip_remarks(&reader);
        return lg_expected(&reader, "the configuration's number of cities");
    }
    lg_i_ontherun_map_lay_out(map); /* the text does not contain places */
    return LG_OK;
}

static void otr_shared_print(const lg_game *game, lg_writer *writer) {
    lg_i_ontherun_put_map(writer, lg_i_ontherun_map_of(game));
}

static void otr_new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)game, (void)seed; /* all chance is in the map */
    lg_ontherun_start((lg_ontherun *)state);
}

/* Concealed states are not accepted here: the fugitive could not move. */
static const char *otr_problem(const lg_game *game, const void *state) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const char *wrong = lg_i_ontherun_problem(lg_i_ontherun_map_of(game), position);
    const bool concealed = position->turn > 0 && position->fugitive == 0;
    return wrong == NULL && concealed ? LG_I_BITS_WRONG("fugitive: expected its city, not 0") : wrong;
}

static lg_status otr_validate(const lg_game *game, const void *state) {
    return otr_problem(game, state) == NULL ? LG_OK : LG_E_STATE;
}

static int32_t otr_player(const lg_game *game, const void *state) {
    (void)game;
    const lg_ontherun *position = (const lg_ontherun *)state;
    if (lg_i_ontherun_is_over(position)) return -1;
    return lg_i_ontherun_detectives_turn(position) ? LG_ONTHERUN_DETECTIVES : LG_ONTHERUN_FUGITIVE;
}

/* Sets bit `first + city - 1` for every city of the set, of at most `room`. No branches on the cities. */
static void otr_game_put_actions(uint64_t *mask, const lg_ontherun_set *cities, int first, int room) {
    const int low = first & 63, last = (low + room - 1) >> 6;
    uint64_t below = 0;
    mask += first >> 6;
    for (int word = 0; word <= last; word++) {
        const uint64_t next = word + 1 < LG_I_ONTHERUN_WORDS ? cities->word[word + 1] << 63 : 0;
        const uint64_t bits = word < LG_I_ONTHERUN_WORDS ? cities->word[word] >> 1 | next : 0;
        mask[word] |= bits << low | below;
        below = bits >> 1 >> (63 - low);
    }
}

static int32_t otr_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const lg_ontherun_map *map = lg_i_ontherun_map_of(game);
    const int32_t room = lg_i_ontherun_room(game);
    lg_ontherun_set cities;
    int32_t count = 0;
    memset(mask, 0, (size_t)LG_MASK_WORDS(game->actions) * sizeof *mask);
    if (position->phase == LG_ONTHERUN_MOVE_FUGITIVE && !lg_i_ontherun_is_over(position)) {
        for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
            count += lg_i_ontherun_degree(map, type, position->fugitive);
            otr_game_put_actions(mask, &map->joined[type][position->fugitive], room * type, room);
        }
        return count;
    }
    count = lg_i_ontherun_detectives_turn(position) ? lg_ontherun_choices(map, position, &cities)
                                                    : lg_ontherun_targets(map, position, 0, &cities);
    otr_game_put_actions(mask, &cities, 0, room);
    return count;
}

static lg_status otr_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_ontherun *position = (const lg_ontherun *)before;
    const int32_t room = lg_i_ontherun_room(game), type = action / room, city = action % room + 1;
    if (lg_i_ontherun_is_over(position)) return LG_E_OVER;
    if (position->phase == LG_ONTHERUN_MOVE_FUGITIVE)
        return lg_ontherun_move_fugitive(lg_i_ontherun_map_of(game), position, type, city, (lg_ontherun *)after);
    if (type != 0) return LG_E_ILLEGAL;
    if (position->phase == LG_ONTHERUN_PLACE_FUGITIVE)
        return lg_ontherun_place_fugitive(lg_i_ontherun_map_of(game), position, city, (lg_ontherun *)after);
    return lg_ontherun_decide(lg_i_ontherun_map_of(game), position, city, (lg_ontherun *)after);
}

static lg_status otr_forfeit(const lg_game *game, const void *before, int32_t offender, void *after) {
    (void)game;
    return lg_i_ontherun_forfeit((const lg_ontherun *)before, offender, (lg_ontherun *)after);
}

static void otr_scores(const lg_game *game, const void *state, int32_t *points) {
    (void)game;
    lg_ontherun_scores((const lg_ontherun *)state, points);
}

/* The difference of the points as a fraction of the 20 in all: 10-10 is 0. */
static void otr_outcome(const lg_game *game, const void *state, float *result) {
    int32_t points[2];
    otr_scores(game, state, points);
    result[0] = (float)(points[0] - points[1]) / 20.0f;
    result[1] = 0.0f - result[0];
}

static const char *otr_explain(const lg_game *game, const void *state, int32_t action) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const int32_t room = lg_i_ontherun_room(game), type = action / room, city = action % room + 1;
    if (lg_i_ontherun_is_over(position)) return "the game is over";
    if (type != 0 && position->phase != LG_ONTHERUN_MOVE_FUGITIVE) return "only a moving fugitive names a type";
    if (lg_i_ontherun_detectives_turn(position))
        return lg_i_ontherun_explain_choice(lg_i_ontherun_map_of(game), position, city);
    return lg_i_ontherun_explain_fugitive(lg_i_ontherun_map_of(game), position, type, city);
}

/* ---- text: "T 12"; the actions of the first type are also a city alone, "12" ---- */

static void otr_action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    const int32_t room = lg_i_ontherun_room(game), move[2] = {action / room, action % room + 1};
    lg_i_ontherun_put_move(writer, move);
}

static lg_status otr_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                  lg_parse_error *error) {
    const int32_t room = lg_i_ontherun_room(game);
    int32_t type = 0, city = 0;
    const bool alone = length > 0 && text[0] >= '0' && text[0] <= '9';
    const lg_status status = alone ? lg_i_ontherun_city_parse(text, length, &city, error)
                                   : lg_i_ontherun_move_parse(text, length, &type, &city, error);
    if (status == LG_OK && city > room) {
        const lg_reader reader = lg_reader_on(text, length, error);
        return lg_expected_at(&reader, alone ? 0 : 2, "a city of at most max_cities");
    }
    if (status == LG_OK) *action = room * type + city - 1;
    return status;
}

static void otr_state_print(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_i_ontherun_put_position(writer, state);
}

/* As validate: a concealed position is no state of this game. */
static lg_status otr_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                                 lg_parse_error *error) {
    lg_ontherun position;
    const lg_status status = lg_i_ontherun_parse(lg_i_ontherun_map_of(game), text, length, &position, error);
    if (status != LG_OK) return status;
    if (otr_validate(game, &position) != LG_OK) {
        const lg_reader reader = lg_reader_on(text, length, error);
        const char *dash = (const char *)memchr(text, '-', length);
        return lg_expected_at(&reader, (size_t)(dash - text), "the fugitive's city");
    }
    *(lg_ontherun *)state = position;
    return LG_OK;
}

static lg_status otr_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                          lg_parse_error *error) {
    return lg_ontherun_play(lg_i_ontherun_map_of(game), (const lg_ontherun *)before, text, length, (lg_ontherun *)after,
                            error);
}

static const char *otr_result(const lg_game *game, const void *state) {
    (void)game;
    return lg_ontherun_result_text(lg_ontherun_result_of((const lg_ontherun *)state));
}

/* ---- hidden information ---- */

static void otr_resample(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    const lg_ontherun *position = (const lg_ontherun *)before;
    const lg_ontherun_weight weight = (lg_ontherun_weight)game->params[WEIGHT];
    if (lg_i_ontherun_is_over(position)) memmove(after, before, sizeof *position);
    else (void)lg_ontherun_resample(lg_i_ontherun_map_of(game), position, viewer, weight, rng, (lg_ontherun *)after);
}

static uint64_t otr_information_key(const lg_game *game, const void *state, int32_t viewer) {
    (void)game;
    return lg_i_ontherun_information((const lg_ontherun *)state, viewer);
}

/* ---- contest programs ---- */

static bool otr_in_move(const lg_game *game, const void *state) {
    (void)game;
    return ((const lg_ontherun *)state)->choice[0] != 0;
}

static int32_t otr_answer_lines(const lg_game *game, const void *state) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    return otr_player(game, state) == LG_ONTHERUN_DETECTIVES ? TEAM - lg_i_ontherun_next_detective(position) : 1;
}

/* A moving fugitive's type and city; otherwise cities, one a line. */
static void otr_move_print(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                           const void *after, lg_writer *writer) {
    (void)after;
    if (((const lg_ontherun *)before)->phase == LG_ONTHERUN_MOVE_FUGITIVE) {
        otr_action_print(game, actions[0], writer);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        if (i > 0) lg_put(writer, '\n');
        lg_put_int(writer, actions[i] % lg_i_ontherun_room(game) + 1);
    }
}

static void otr_message(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    lg_i_ontherun_put_message(writer, lg_i_ontherun_map_of(game), (const lg_ontherun *)state, reader);
}

static const char *const OTR_SEATS[] = {"Detectives", "Fugitive"};

static const lg_game_texts OTR_TEXTS = {
    .explain = otr_explain, .result = otr_result, .problem = otr_problem, .prepare_parse = otr_prepare_parse,
    .shared_print = otr_shared_print,
};

static const lg_game_contest OTR_CONTEST = {
    .in_move = otr_in_move, .move_print = otr_move_print, .play = otr_play,
    .answer_lines = otr_answer_lines, .message = otr_message, .forfeit = otr_forfeit,
};

const lg_game_type lg_ontherun_game = {
    .abi = LG_GAME_ABI,
    .version = 1,
    .name = "ontherun",
    .title = "On the Run (CodeCup 2007)",
    .id = "OnTheRun",
    .information = LG_INFORMATION_HIDDEN,
    .chance = LG_CHANCE_NONE,
    .param_count = sizeof OTR_PARAMS / sizeof OTR_PARAMS[0],
    .params = OTR_PARAMS,
    .seats = OTR_SEATS,
    .shared_file = "connect.txt",
    .help = lg_i_ontherun_help,
    .rules = {
        .configure = otr_configure, .new_game = otr_new_game, .validate = otr_validate, .player = otr_player,
        .legal = otr_legal, .apply = otr_apply, .outcome = otr_outcome, .action_print = otr_action_print,
        .action_parse = otr_action_parse, .state_print = otr_state_print, .state_parse = otr_state_parse,
        .check = otr_check, .prepare = otr_prepare, .scores = otr_scores, .resample = otr_resample,
        .information_key = otr_information_key,
    },
    .texts = &OTR_TEXTS,
    .people = &lg_i_ontherun_people,
    .contest = &OTR_CONTEST,
    .learners = &lg_i_ontherun_learners,
    .bots = &lg_i_ontherun_bots,
};
