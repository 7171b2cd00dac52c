/* On the Run: what a player may know, in planes of cities and compact. Choices are the detectives' secret, its city the
 * fugitive's. */
#include "libgames/ontherun.h"

#include <string.h>

#include "outlook.h"
#include "parts.h"
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
    LAST_TYPE,
    MOVE,
    PLANES = MOVE + 4
};

/* Where the fields of the observation "compact" begin. */
enum {
    C_VIEWER,
    C_TURN,
    C_PHASE,
    C_RESULT,
    C_LAST_TYPE,
    C_KNOWN,
    C_FUGITIVE,
    C_DETECTIVE,
    C_CHOICE = C_DETECTIVE + TEAM,
    C_MOVE = C_CHOICE + TEAM,
    C_PAST = C_MOVE + 4,
    C_POSSIBLE = C_PAST + 4 * TEAM,
    C_SIZE = C_POSSIBLE + CITIES / 8
};

/* Planes of the observation "cities", as many cities each as the game has room for; those of "unaided" are the same
 * without the first two, which say what can be inferred. */
enum {
    M_POSSIBLE,
    M_ROUTES,
    M_CITY,
    M_KNOWN,
    M_FUGITIVE,
    M_DETECTIVE,
    M_CHOICE = M_DETECTIVE + TEAM,
    M_NEXT = M_CHOICE + TEAM, /* where the player to move, or its next detective, stands */
    M_REACH,                  /* where that can go by car, train, plane */
    M_TURN = M_REACH + LG_ONTHERUN_TYPES,
    M_PHASE,
    M_LAST_TYPE,
    M_MOVE,
    M_PLANES = M_MOVE + 4,
    INFERRED = M_CITY
};

enum { AS_PLANES, COMPACT, AS_CITIES, UNAIDED, OUTLOOK, OBSERVATIONS };

void lg_i_ontherun_spaces(lg_game *game) {
    const int32_t room = lg_i_ontherun_room(game);
    game->observations = OBSERVATIONS;
    game->observation[AS_PLANES] = (lg_space){"planes", LG_U8, 2, {PLANES, CITIES, 1, 1}, 0, LG_ONTHERUN_TURNS};
    game->observation[COMPACT] = (lg_space){"compact", LG_U8, 1, {C_SIZE, 1, 1, 1}, 0, 255};
    game->observation[AS_CITIES] = (lg_space){"cities", LG_U8, 2, {M_PLANES, room, 1, 1}, 0, UINT8_MAX};
    game->observation[UNAIDED] =
        (lg_space){"unaided", LG_U8, 2, {M_PLANES - INFERRED, room, 1, 1}, 0, LG_ONTHERUN_TURNS};
    game->observation[OUTLOOK] =
        (lg_space){"outlook", LG_U8, 2, {lg_i_ontherun_outlook_planes(), room, 1, 1}, 0, UINT8_MAX};
}

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
    fill(planes, LAST_TYPE, position->last_type);
}

static void observe_compact(const lg_ontherun *position, int32_t viewer, uint8_t *out) {
    memset(out, 0, C_SIZE);
    out[C_VIEWER] = (uint8_t)viewer;
    out[C_TURN] = position->turn;
    out[C_PHASE] = position->phase;
    out[C_RESULT] = position->result;
    out[C_LAST_TYPE] = position->last_type;
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

/* ---- planes with as much room as the game has ---- */

typedef struct sheet {
    uint8_t *planes;
    int32_t room, first; /* the plane that is written first */
} sheet;

static uint8_t *plane_of(const sheet *on, int plane) {
    return on->planes + (plane - on->first) * on->room;
}

static void mark_on(const sheet *on, int plane, int city) {
    if (city != 0) plane_of(on, plane)[city - 1] = 1;
}

static void mark_all(const sheet *on, int plane, lg_ontherun_set cities) {
    for (int city = lg_i_set_take(&cities); city != 0; city = lg_i_set_take(&cities)) mark_on(on, plane, city);
}

static void fill_on(const sheet *on, int plane, int value) {
    memset(plane_of(on, plane), value, (size_t)on->room);
}

/* Where the player to move stands, as far as the viewer may know it, and where that leads. */
static void put_next(const sheet *on, const lg_ontherun_map *map, const lg_ontherun *position, int32_t viewer) {
    int city = 0;
    if (lg_i_is_over(position)) return;
    if (position->phase == LG_ONTHERUN_MOVE_DETECTIVES && viewer == LG_ONTHERUN_DETECTIVES)
        city = position->detective[lg_i_next_detective(position)];
    if (position->phase == LG_ONTHERUN_MOVE_FUGITIVE && viewer == LG_ONTHERUN_FUGITIVE) city = position->fugitive;
    if (city == 0) return;
    mark_on(on, M_NEXT, city);
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) mark_all(on, M_REACH + type, map->joined[type][city]);
}

static void observe_cities(const lg_ontherun_map *map, const lg_ontherun *position, int32_t viewer, const sheet *on) {
    memset(on->planes, 0, (size_t)((M_TURN - on->first) * on->room));
    if (on->first <= M_POSSIBLE) mark_all(on, M_POSSIBLE, position->possible);
    if (on->first <= M_ROUTES) lg_i_ontherun_put_routes(map, position, plane_of(on, M_ROUTES));
    mark_all(on, M_CITY, lg_i_set_all(map->cities));
    mark_on(on, M_KNOWN, position->known);
    if (viewer == LG_ONTHERUN_FUGITIVE) mark_on(on, M_FUGITIVE, position->fugitive);
    for (int i = 0; i < TEAM; i++) {
        mark_on(on, M_DETECTIVE + i, position->detective[i]);
        if (viewer == LG_ONTHERUN_DETECTIVES) mark_on(on, M_CHOICE + i, position->choice[i]);
        fill_on(on, M_MOVE + i, position->type[i]);
    }
    put_next(on, map, position, viewer);
    fill_on(on, M_TURN, position->turn);
    fill_on(on, M_PHASE, position->phase);
    fill_on(on, M_LAST_TYPE, position->last_type);
}

/* ---- for learners ---- */

static int32_t cities_parts(int32_t room, int32_t first, lg_part *parts) {
    int32_t count = 0;
    if (first == M_POSSIBLE) {
        parts[count++] = (lg_part){room, 0, 1};
        parts[count++] = (lg_part){room, 0, UINT8_MAX};
    }
    parts[count++] = (lg_part){(M_TURN - M_CITY) * room, 0, 1};
    parts[count++] = (lg_part){room, 0, LG_ONTHERUN_TURNS};
    parts[count++] = (lg_part){(M_PLANES - M_PHASE) * room, 0, LG_ONTHERUN_TYPES};
    return count;
}

static int32_t compact_parts(lg_part *parts) {
    int32_t count = 0;
    parts[count++] = (lg_part){1, 0, 1};
    parts[count++] = (lg_part){1, 0, LG_ONTHERUN_TURNS};
    parts[count++] = (lg_part){1, LG_ONTHERUN_MOVE_DETECTIVES + 1, 0};
    parts[count++] = (lg_part){1, LG_ONTHERUN_ESCAPED + 1, 0};
    parts[count++] = (lg_part){1, LG_ONTHERUN_TYPES + 1, 0};
    parts[count++] = (lg_part){C_MOVE - C_KNOWN, 0, CITIES};
    parts[count++] = (lg_part){C_PAST - C_MOVE, LG_ONTHERUN_TYPES + 1, 0};
    parts[count++] = (lg_part){C_POSSIBLE - C_PAST, 0, CITIES};
    parts[count++] = (lg_part){C_SIZE - C_POSSIBLE, 0, UINT8_MAX};
    return count;
}

int32_t lg_i_ontherun_parts(const lg_game *game, int32_t which, lg_part *parts) {
    if (which == OUTLOOK) return lg_i_ontherun_outlook_parts(lg_i_ontherun_room(game), parts);
    if (which >= AS_CITIES) return cities_parts(lg_i_ontherun_room(game), which == UNAIDED ? INFERRED : 0, parts);
    if (which == COMPACT) return compact_parts(parts);
    parts[0] = (lg_part){TURN * CITIES, 0, 1};
    parts[1] = (lg_part){CITIES, 0, LG_ONTHERUN_TURNS};
    parts[2] = (lg_part){(PLANES - PHASE) * CITIES, 0, LG_ONTHERUN_TYPES};
    return 3;
}

void lg_i_ontherun_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    const lg_ontherun_map *map = (const lg_ontherun_map *)game->shared;
    const lg_ontherun *position = (const lg_ontherun *)state;
    const sheet on = {(uint8_t *)out, lg_i_ontherun_room(game), which == UNAIDED ? INFERRED : 0};
    if (which == AS_PLANES) observe_planes(position, viewer, (uint8_t *)out);
    else if (which == COMPACT) observe_compact(position, viewer, (uint8_t *)out);
    else if (which == OUTLOOK) lg_i_ontherun_observe_outlook(map, position, viewer, on.room, on.planes);
    else observe_cities(map, position, viewer, &on);
}
