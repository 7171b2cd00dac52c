/* On the Run: observations, in planes of cities and compact. Choices are the detectives' secret, its city the
 * fugitive's. */
#include "libgames/ontherun.h"

#include <string.h>

#include "libgames/author.h"
#include "planes.h"
#include "rooms.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM
#define CITIES LG_ONTHERUN_MAX_CITIES

/* Planes of the observation "planes", 200 cities each; from OTR_OBSERVE_TURN on all cities have the same value. */
enum {
    OTR_OBSERVE_POSSIBLE,
    KNOWN,
    OTR_OBSERVE_FUGITIVE,
    OTR_OBSERVE_DETECTIVE,
    OTR_OBSERVE_CHOICE = OTR_OBSERVE_DETECTIVE + TEAM,
    OTR_OBSERVE_TURN = OTR_OBSERVE_CHOICE + TEAM,
    OTR_OBSERVE_PHASE,
    LAST_TYPE,
    MOVE,
    OTR_OBSERVE_PLANES = MOVE + 4
};

/* Offsets of the fields of the observation "compact". */
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

/* Planes of the observation "cities", of max_cities cities each; "cities_observed" contains the same without the first
 * two, which show inferred facts. */
enum {
    M_POSSIBLE,
    M_ROUTES,
    M_CITY,
    M_KNOWN,
    M_FUGITIVE,
    M_DETECTIVE,
    M_CHOICE = M_DETECTIVE + TEAM,
    M_NEXT = M_CHOICE + TEAM, /* the city of the player to move, or of its next detective */
    M_REACH,                  /* its destinations by car, train, plane */
    M_TURN = M_REACH + LG_ONTHERUN_TYPES,
    M_PHASE,
    M_LAST_TYPE,
    M_MOVE,
    M_PLANES = M_MOVE + 4,
    INFERRED = M_CITY
};

enum { OTR_AS_PLANES, OTR_COMPACT, AS_CITIES, AS_OBSERVED, DESTINATION, OBSERVATIONS };

void lg_i_ontherun_spaces(lg_game *game) {
    const int32_t room = lg_i_ontherun_room(game);
    game->observations = OBSERVATIONS;
    game->observation[OTR_AS_PLANES] =
        (lg_space){"planes", LG_U8, 2, {OTR_OBSERVE_PLANES, CITIES, 1, 1}, 0, LG_ONTHERUN_TURNS};
    game->observation[OTR_COMPACT] = (lg_space){"compact", LG_U8, 1, {C_SIZE, 1, 1, 1}, 0, 255};
    game->observation[AS_CITIES] = (lg_space){"cities", LG_U8, 2, {M_PLANES, room, 1, 1}, 0, UINT8_MAX};
    game->observation[AS_OBSERVED] =
        (lg_space){"cities_observed", LG_U8, 2, {M_PLANES - INFERRED, room, 1, 1}, 0, LG_ONTHERUN_TURNS};
    game->observation[DESTINATION] =
        (lg_space){"destinations", LG_U8, 2, {lg_i_ontherun_destinations_planes(), room, 1, 1}, 0, UINT8_MAX};
}

static void otr_observe_planes(const lg_ontherun *position, int32_t viewer, const lg_i_ontherun_planes *out) {
    lg_i_ontherun_plane_mark_all(out, OTR_OBSERVE_POSSIBLE, position->possible);
    lg_i_ontherun_plane_mark(out, KNOWN, position->known);
    if (viewer == LG_ONTHERUN_FUGITIVE) lg_i_ontherun_plane_mark(out, OTR_OBSERVE_FUGITIVE, position->fugitive);
    for (int i = 0; i < TEAM; i++) {
        lg_i_ontherun_plane_mark(out, OTR_OBSERVE_DETECTIVE + i, position->detective[i]);
        if (viewer == LG_ONTHERUN_DETECTIVES)
            lg_i_ontherun_plane_mark(out, OTR_OBSERVE_CHOICE + i, position->choice[i]);
        lg_i_ontherun_plane_fill(out, MOVE + i, position->type[i]);
    }
    lg_i_ontherun_plane_fill(out, OTR_OBSERVE_TURN, position->turn);
    lg_i_ontherun_plane_fill(out, OTR_OBSERVE_PHASE, position->phase);
    lg_i_ontherun_plane_fill(out, LAST_TYPE, position->last_type);
}

static void otr_observe_compact(const lg_ontherun *position, int32_t viewer, uint8_t *out) {
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
    for (int city = lg_i_ontherun_set_take(&possible); city != 0; city = lg_i_ontherun_set_take(&possible))
        out[C_POSSIBLE + (city - 1) / 8] |= (uint8_t)(1u << (city - 1) % 8);
}

static void observe_cities(const lg_ontherun_map *map, const lg_ontherun *position, int32_t viewer,
                           const lg_i_ontherun_planes *out) {
    const int from = lg_i_ontherun_moves_from(position, viewer);
    if (out->first <= M_POSSIBLE) lg_i_ontherun_plane_mark_all(out, M_POSSIBLE, position->possible);
    if (out->first <= M_ROUTES) lg_i_ontherun_put_routes(map, position, lg_i_ontherun_plane(out, M_ROUTES));
    lg_i_ontherun_plane_mark_all(out, M_CITY, lg_i_ontherun_set_all(map->cities));
    lg_i_ontherun_plane_mark(out, M_KNOWN, position->known);
    if (viewer == LG_ONTHERUN_FUGITIVE) lg_i_ontherun_plane_mark(out, M_FUGITIVE, position->fugitive);
    for (int i = 0; i < TEAM; i++) {
        lg_i_ontherun_plane_mark(out, M_DETECTIVE + i, position->detective[i]);
        if (viewer == LG_ONTHERUN_DETECTIVES) lg_i_ontherun_plane_mark(out, M_CHOICE + i, position->choice[i]);
        lg_i_ontherun_plane_fill(out, M_MOVE + i, position->type[i]);
    }
    lg_i_ontherun_plane_mark(out, M_NEXT, from);
    for (int type = 0; from != 0 && type < LG_ONTHERUN_TYPES; type++)
        lg_i_ontherun_plane_mark_all(out, M_REACH + type, map->joined[type][from]);
    lg_i_ontherun_plane_fill(out, M_TURN, position->turn);
    lg_i_ontherun_plane_fill(out, M_PHASE, position->phase);
    lg_i_ontherun_plane_fill(out, M_LAST_TYPE, position->last_type);
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

static int32_t otr_compact_parts(lg_part *parts) {
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

static int32_t otr_parts(const lg_game *game, int32_t which, lg_part *parts) {
    if (which == DESTINATION) return lg_i_ontherun_destinations_parts(lg_i_ontherun_room(game), parts);
    if (which >= AS_CITIES) return cities_parts(lg_i_ontherun_room(game), which == AS_OBSERVED ? INFERRED : 0, parts);
    if (which == OTR_COMPACT) return otr_compact_parts(parts);
    parts[0] = (lg_part){OTR_OBSERVE_TURN * CITIES, 0, 1};
    parts[1] = (lg_part){CITIES, 0, LG_ONTHERUN_TURNS};
    parts[2] = (lg_part){(OTR_OBSERVE_PLANES - OTR_OBSERVE_PHASE) * CITIES, 0, LG_ONTHERUN_TYPES};
    return 3;
}

static void otr_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    const lg_ontherun_map *map = lg_i_ontherun_map_of(game);
    const lg_ontherun *position = (const lg_ontherun *)state;
    const int32_t room = which == OTR_AS_PLANES ? CITIES : lg_i_ontherun_room(game);
    const lg_i_ontherun_planes planes = {(uint8_t *)out, room, room, which == AS_OBSERVED ? INFERRED : 0};
    const int32_t marked = which == OTR_AS_PLANES ? OTR_OBSERVE_TURN : M_TURN - planes.first; /* not filled */
    if (which == OTR_COMPACT) {
        otr_observe_compact(position, viewer, (uint8_t *)out);
    } else if (which == DESTINATION) {
        lg_i_ontherun_observe_destinations(map, position, viewer, room, (uint8_t *)out);
    } else {
        memset(out, 0, (size_t)(marked * room));
        if (which == OTR_AS_PLANES) otr_observe_planes(position, viewer, &planes);
        else observe_cities(map, position, viewer, &planes);
    }
}

/* ---- the state's layout ---- */

static int32_t otr_observe_fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1 };
    static const lg_field TABLE[] = {
        LG_FIELD_ARRAY(lg_ontherun, STATE, possible, LG_FIELD_U64, LG_ONTHERUN_WORDS),
        LG_FIELD_ARRAY(lg_ontherun, STATE, detective, LG_FIELD_U8, TEAM),
        LG_FIELD_ARRAY(lg_ontherun, STATE, choice, LG_FIELD_U8, TEAM),
        LG_FIELD_TABLE(lg_ontherun, STATE, past, LG_FIELD_U8, 4, TEAM),
        LG_FIELD_ARRAY(lg_ontherun, STATE, type, LG_FIELD_U8, 4),
        LG_FIELD(lg_ontherun, STATE, last_type, LG_FIELD_U8),
        LG_FIELD(lg_ontherun, STATE, known, LG_FIELD_U8),
        LG_FIELD(lg_ontherun, STATE, fugitive, LG_FIELD_U8),
        LG_FIELD(lg_ontherun, STATE, turn, LG_FIELD_U8),
        LG_FIELD(lg_ontherun, STATE, phase, LG_FIELD_U8),
        LG_FIELD(lg_ontherun, STATE, result, LG_FIELD_U8),
        LG_FIELD(lg_ontherun, STATE, offender, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_ontherun, STATE, reserved, LG_FIELD_U8, 5),
    };
    (void)game;
    return lg_copy_fields(out, TABLE, sizeof TABLE);
}

const lg_game_learners lg_i_ontherun_learners = {
    .observe = otr_observe, .parts = otr_parts, .fields = otr_observe_fields,
};
