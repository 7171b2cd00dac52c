/* On the Run: what a player may know, in planes of cities and compact. Choices are the detectives' secret, its city the
 * fugitive's. */
#include "libgames/ontherun.h"

#include <string.h>

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

void lg_i_ontherun_spaces(lg_game *game) {
    game->observations = 2;
    game->observation[0] = (lg_space){"planes", LG_U8, 2, {PLANES, CITIES, 1, 1}, 0, LG_ONTHERUN_TURNS};
    game->observation[1] = (lg_space){"compact", LG_U8, 1, {C_SIZE, 1, 1, 1}, 0, 255};
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

void lg_i_ontherun_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)game;
    if (which == 0) observe_planes((const lg_ontherun *)state, viewer, (uint8_t *)out);
    else observe_compact((const lg_ontherun *)state, viewer, (uint8_t *)out);
}
