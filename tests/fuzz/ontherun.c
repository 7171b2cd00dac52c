/* libFuzzer target for the functions of On the Run beyond the uniform interface: maps, positions, lines and answers as
 * text, damaged maps, and every kind of move on any map. The first byte chooses. */
#include "../c/ontherun/page_map.h"
#include "fuzz.h"
#include "games/ontherun/map.h"
#include "games/ontherun/protocol.h"
#include "games/ontherun/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_JOINTS 2000 /* joint moves of a position that are tested */

static lg_ontherun_map own;        /* read or changed by this input */
static const lg_ontherun_map *map; /* the one that is played further */

static bool has(const lg_ontherun_set *set, int city) { return (set->word[city / 64] >> city % 64 & 1) != 0; }

/* ---- invariants of every map and every state ---- */

static void check_map(void) {
    static lg_ontherun_map same;
    static char text[LG_ONTHERUN_MAP_TEXT + 1];
    size_t length;
    const uint32_t broken = lg_ontherun_map_check(&own);
    REQUIRE((broken & ~(uint32_t)LG_ONTHERUN_ALL_PROMISES) == 0);
    for (uint32_t promise = broken; promise != 0; promise &= promise - 1)
        REQUIRE(strcmp(lg_ontherun_promise_text(promise & -promise), "unknown promise") != 0);
    if (lg_i_ontherun_planar(&own, LG_ONTHERUN_ANY)) /* then each type is, too */
        REQUIRE((broken & (LG_ONTHERUN_CAR_PLANAR | LG_ONTHERUN_TRAIN_PLANAR | LG_ONTHERUN_PLANE_PLANAR)) == 0);
    REQUIRE(lg_ontherun_map_print(&own, text, sizeof text, &length) == LG_OK);
    REQUIRE(lg_ontherun_map_parse(text, length, &same, NULL) == LG_OK);
    same.drawn = own.drawn;
    memcpy(same.x, own.x, sizeof same.x);
    memcpy(same.y, own.y, sizeof same.y);
    REQUIRE(memcmp(&own, &same, sizeof own) == 0);
}

static void check_joints(const lg_ontherun *state) {
    lg_ontherun_joints joints;
    lg_ontherun_set choices, met = {{0, 0, 0, 0}};
    int32_t city[LG_ONTHERUN_TEAM], next = 0;
    uint64_t listed = 0;
    const uint64_t count = lg_ontherun_joint_count(map, state);
    const int32_t number = lg_ontherun_choices(map, state, &choices);
    REQUIRE((number > 0) == (count > 0));
    while (next < LG_ONTHERUN_TEAM - 1 && state->choice[next] != 0) next++;
    lg_ontherun_joints_begin(map, state, &joints);
    for (; listed < MOST_JOINTS && lg_ontherun_joints_next(&joints, city); listed++) {
        REQUIRE(lg_i_ontherun_explain_detectives(map, state, city) == NULL);
        REQUIRE(has(&choices, city[next]));
        met.word[city[next] / 64] |= (uint64_t)1 << city[next] % 64;
    }
    if (listed == MOST_JOINTS) return;
    REQUIRE(listed == count);
    REQUIRE(memcmp(&met, &choices, sizeof met) == 0);
}

static void check_knowledge(const lg_ontherun *state) {
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1];
    lg_rng rng = lg_rng_seed(1, 0);
    lg_ontherun drawn;
    (void)lg_ontherun_routes(map, state, routes);
    for (int city = 1; city <= map->cities; city++) REQUIRE((routes[city] > 0) == has(&state->possible, city));
    for (int ask = 0; ask < 4; ask++) {
        const int32_t player = ask % 2;
        const lg_status status = lg_ontherun_resample(map, state, player, (lg_ontherun_weight)(ask / 2), &rng, &drawn);
        const bool concealed = state->turn > 0 && state->fugitive == 0;
        const lg_status allowed = player == LG_ONTHERUN_FUGITIVE && concealed ? LG_E_ARGUMENT : LG_OK;
        REQUIRE(status == (state->result == LG_ONTHERUN_ONGOING ? allowed : LG_E_OVER));
        if (status != LG_OK) continue;
        REQUIRE(lg_ontherun_validate(map, &drawn) == LG_OK);
        REQUIRE(lg_i_ontherun_information(&drawn, player) == lg_i_ontherun_information(state, player));
    }
    REQUIRE(lg_ontherun_conceal(state, &drawn) == LG_OK && lg_ontherun_validate(map, &drawn) == LG_OK);
}

/* Ways there and back have the same length; cities have a place, other numbers do not. */
static void check_ways(int32_t type, int32_t from, int32_t to) {
    int32_t place[2];
    const int32_t distance = lg_ontherun_distance(map, type, from, to);
    REQUIRE(distance == lg_ontherun_distance(map, type, to, from) && distance >= -1 && distance < map->cities);
    REQUIRE(from != to || distance <= 0);
    REQUIRE(lg_ontherun_map_place(map, from, place) == (from >= 1 && from <= map->cities ? LG_OK : LG_E_ARGUMENT));
}

static void check_state(const lg_ontherun *state) {
    char text[LG_ONTHERUN_POSITION_TEXT + 1];
    size_t length;
    lg_ontherun same;
    REQUIRE(lg_ontherun_validate(map, state) == LG_OK);
    REQUIRE(lg_ontherun_print(map, state, text, sizeof text, &length) == LG_OK);
    REQUIRE(lg_i_ontherun_parse(map, text, length, &same, NULL) == LG_OK && memcmp(state, &same, sizeof same) == 0);
    for (int32_t player = 0; player < 2; player++)
        REQUIRE(lg_ontherun_message(map, state, player, text, sizeof text, &length) == LG_OK);
    const uint32_t cities = (uint32_t)map->cities + 2;
    check_ways((int32_t)pick(state, sizeof *state, 6) - 1, (int32_t)pick(state, sizeof *state / 2, cities),
               (int32_t)pick(state, sizeof *state / 4, cities));
    check_joints(state);
    check_knowledge(state);
}

/* ---- maps that the other inputs are tried on ---- */

/* A byte for the number of cities, one for the number of connections, three for each. */
static void wild_map(bytes *input) {
    char text[4096];
    const int cities = 5 + take(input) % 12, connections = take(input);
    int length = snprintf(text, sizeof text, "%d\n", cities);
    for (int i = 0; i < connections; i++) {
        const char type = "CTP"[take(input) % 3];
        const int a = take(input) % cities, b = (a + 1 + take(input) % (cities - 1)) % cities;
        length += snprintf(text + length, sizeof text - (size_t)length, "%c %d-%d\n", type, a + 1, b + 1);
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "END\n");
    REQUIRE(lg_ontherun_map_parse(text, (size_t)length, &own, NULL) == LG_OK);
    map = &own;
}

/* The page's map, one of two from a seed, or a wild one. */
static void any_map(bytes *input) {
    static lg_ontherun_map ready[3]; /* made once: that takes longer than most inputs */
    if (ready[0].cities == 0) {
        REQUIRE(lg_ontherun_map_parse(PAGE_MAP, strlen(PAGE_MAP), &ready[0], NULL) == LG_OK);
        REQUIRE(lg_ontherun_map_generate(12, 1, &ready[1]) == LG_OK);
        REQUIRE(lg_ontherun_map_generate(200, 2, &ready[2]) == LG_OK);
    }
    const uint8_t kind = take(input) % 4;
    if (kind == 3) wild_map(input);
    else map = &ready[kind];
}

/* ---- inputs by their first byte ---- */

static void map_text(const char *text, size_t length) {
    lg_parse_error error;
    if (lg_ontherun_map_parse(text, length, &own, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_i_ontherun_map_validate(&own) == LG_OK);
    check_map();
}

/* Four bytes for each change: where, and to what. */
static void damaged_map(bytes *input) {
    any_map(input);
    if (map != &own) own = *map;
    while (input->left >= 4) {
        const size_t at = (size_t)take(input) << 16 | (size_t)take(input) << 8 | take(input);
        ((uint8_t *)&own)[at % sizeof own] = take(input);
    }
    if (lg_i_ontherun_map_validate(&own) == LG_OK) check_map();
}

static void position_text(bytes *input) {
    any_map(input);
    size_t length, written;
    char *text = take_text(input, &length), again[LG_ONTHERUN_POSITION_TEXT + 1];
    lg_ontherun state;
    lg_parse_error error;
    if (lg_i_ontherun_parse(map, text, length, &state, &error) == LG_OK) {
        REQUIRE(lg_ontherun_print(map, &state, again, sizeof again, &written) == LG_OK);
        REQUIRE(written == length && memcmp(text, again, length) == 0); /* written the only way there is */
        check_state(&state);
    } else {
        require_place(&error, length);
    }
    free(text);
}

static void line_text(const char *text, size_t length) {
    lg_ontherun_message_kind told;
    lg_parse_error error;
    int32_t type = 0, city[LG_ONTHERUN_TEAM] = {0};
    if (lg_ontherun_message_parse(text, length, &told, &type, city, &error) != LG_OK) require_place(&error, length);
    if (lg_i_ontherun_city_parse(text, length, city, &error) != LG_OK) require_place(&error, length);
    if (lg_i_ontherun_lines_parse(text, length, city, &error) != LG_OK) require_place(&error, length);
    if (lg_i_ontherun_move_parse(text, length, &type, city, &error) == LG_OK) {
        char again[LG_ONTHERUN_MOVE_TEXT + 1];
        const int written = snprintf(again, sizeof again, "%c %d", "CTP"[type], city[0]);
        REQUIRE((size_t)written == length && memcmp(text, again, length) == 0);
    } else {
        require_place(&error, length);
    }
}

/* Any move, in or out of turn: a status, and after LG_OK a state. A move with an explanation is not played. */
static lg_status try_move(const lg_ontherun *state, bytes *input, lg_ontherun *after) {
    const uint8_t kind = take(input);
    const bool wild = kind >= 192;
    int32_t city[LG_ONTHERUN_TEAM];
    for (int i = 0; i < LG_ONTHERUN_TEAM && (i == 0 || kind % 8 < 2); i++) {
        if (wild) city[i] = take_int(input);
        else city[i] = 1 + take(input) % map->cities;
    }
    const int32_t type = wild ? take_int(input) : take(input) % 3;
    const char *reason;
    lg_status status;
    switch (kind % 8) {
    case 0: return lg_ontherun_place_detectives(map, state, city, after);
    case 1:
        status = lg_ontherun_move_detectives(map, state, city, after);
        reason = lg_i_ontherun_explain_detectives(map, state, city);
        if (state->phase == LG_ONTHERUN_MOVE_DETECTIVES) REQUIRE((status == LG_OK) == (reason == NULL));
        return status;
    case 2: return lg_ontherun_place_fugitive(map, state, city[0], after);
    case 3:
    case 4:
        status = lg_ontherun_move_fugitive(map, state, type, city[0], after);
        reason = lg_i_ontherun_explain_fugitive(map, state, type, city[0]);
        if (state->phase == LG_ONTHERUN_MOVE_FUGITIVE) REQUIRE((status == LG_OK) == (reason == NULL));
        return status;
    case 5: return lg_ontherun_move_concealed(map, state, type, wild ? city[0] : city[0] * (state->turn % 5 == 0), after);
    case 6:
        status = lg_ontherun_decide(map, state, city[0], after);
        REQUIRE((status == LG_OK) == (lg_i_ontherun_explain_choice(map, state, city[0]) == NULL));
        return status;
    default: return lg_i_ontherun_forfeit(state, type & 1, after);
    }
}

/* Moves from a state of any bytes, or from the start; odd ones are played, the others only tried. */
static void moves(bytes *input) {
    any_map(input);
    lg_ontherun state, after;
    lg_ontherun_start(&state);
    if (take(input) % 2 == 1) take_into(input, &state, sizeof state);
    if (lg_ontherun_validate(map, &state) != LG_OK) return;
    check_state(&state);
    while (input->left > 0) {
        const lg_ontherun before = state;
        memset(&after, 0xA5, sizeof after);
        if (try_move(&state, input, &after) == LG_OK) {
            REQUIRE(lg_ontherun_validate(map, &after) == LG_OK);
            state = after;
        } else {
            for (size_t i = 0; i < sizeof after; i++) REQUIRE(((const uint8_t *)&after)[i] == 0xA5);
            REQUIRE(memcmp(&before, &state, sizeof state) == 0);
        }
    }
    check_state(&state);
}

/* Answers up to an empty line each. */
static void answers(bytes *input) {
    any_map(input);
    size_t length;
    char *text = take_text(input, &length);
    lg_ontherun state;
    lg_ontherun_start(&state);
    for (size_t begin = 0, end; begin < length; begin = end + 2) {
        for (end = begin; end < length && !(text[end] == '\n' && end + 1 < length && text[end + 1] == '\n');) end++;
        lg_parse_error error = {0, 0, NULL};
        const lg_status status = lg_ontherun_play(map, &state, text + begin, end - begin, &state, &error);
        if (status == LG_E_PARSE || status == LG_E_ILLEGAL) require_place(&error, length);
        REQUIRE(lg_ontherun_validate(map, &state) == LG_OK);
    }
    check_state(&state);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const uint8_t kind = take(&input) % 6;
    if (kind == 1) damaged_map(&input);
    else if (kind == 2) position_text(&input);
    else if (kind == 3) moves(&input);
    else if (kind == 4) answers(&input);
    else {
        size_t length;
        char *text = take_text(&input, &length);
        if (kind == 0) map_text(text, length);
        else line_text(text, length);
        free(text);
    }
    return 0;
}
