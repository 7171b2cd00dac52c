/* On the Run: the observation "destinations", for small networks that look at each city separately: facts that the
 * viewer could derive from the map about moving there. */
#include "rooms.h"

#include <string.h>

#include "greedy.h"
#include "planes.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM
#define FAR LG_ONTHERUN_FAR

/* Planes of max_cities cities; from COUNT on all cities of the map have the same value. */
enum {
    DESTINATION_CITY,      /* 1: it is on the map */
    DESTINATION_POSSIBLE,  /* 1: the fugitive can be there */
    ROUTES,            /* its share of the fugitive's possible routes; 255 for the likeliest */
    DESTINATION_FUGITIVE,  /* 1: the fugitive is there; for itself alone */
    DESTINATION_DETECTIVE, /* 1: a detective is there */
    DESTINATION_CHOICE,    /* 1: a detective is sent there; for the detectives alone */
    REACH,             /* 1: the next player to move can go there by car; train; plane */
    OTR_OWN = REACH + LG_ONTHERUN_TYPES, /* moves that it needs to the city */
    OTHERS,   /* moves that the nearest of the other detectives needs; or, if none is sent now, of all, a move ahead */
    SUSPECT,  /* moves from there to the nearest city where the fugitive can be */
    SUSPECTS, /* how many of these are within one move */
    SUSPECTS_FAR,                           /* within two */
    NEIGHBOURS,                             /* by car; train; plane */
    EXITS = NEIGHBOURS + LG_ONTHERUN_TYPES, /* neighbours that no detective can reach in one move */
    TERRITORY, /* cities that the fugitive reaches before those: from there, or the mean if the next one is there */
    COUNT,     /* where the fugitive can be: how many cities */
    SPREAD,    /* how many these will be after a move by car; train; plane */
    FOUND = SPREAD + LG_ONTHERUN_TYPES, /* how many of those the detectives can go to */
    DESTINATION_TURN = FOUND + LG_ONTHERUN_TYPES,
    ROUND, /* the turn modulo 5 */
    DESTINATION_PHASE,
    NEXT, /* detectives that are sent already */
    DESTINATION_PLANES
};

enum { OTR_NEAR = 16 /* moves, in the scaled form; larger distances make no difference */ };

int32_t lg_i_ontherun_destinations_planes(void) {
    return DESTINATION_PLANES;
}

int32_t lg_i_ontherun_destinations_parts(int32_t room, lg_part *parts) {
    const lg_part all[] = {
        {2 * room, 0, 1},     /* DESTINATION_CITY, DESTINATION_POSSIBLE */
        {room, 0, UINT8_MAX}, /* ROUTES */
        {(OTR_OWN - DESTINATION_FUGITIVE) * room, 0, 1},
        {(SUSPECTS - OTR_OWN) * room, 0, OTR_NEAR},   /* OTR_OWN, OTHERS, SUSPECT */
        {(TERRITORY - SUSPECTS) * room, 0, OTR_NEAR}, /* counts nearby */
        {(DESTINATION_TURN - TERRITORY) * room, 0, LG_ONTHERUN_MAX_CITIES},
        {room, 0, LG_ONTHERUN_TURNS},
        {room, 0, LG_ONTHERUN_ROUND},
        {(DESTINATION_PLANES - DESTINATION_PHASE) * room, 0, TEAM},
    };
    memcpy(parts, all, sizeof all);
    return (int32_t)(sizeof all / sizeof all[0]);
}

/* The output, and its source. */
typedef struct page {
    const lg_ontherun_map *map;
    const lg_ontherun *state;
    int32_t viewer;
    int next;            /* the next detective to be sent, -1 for none */
    int from;            /* the city of the next player to move, 0 for none */
    lg_ontherun_set reach; /* of all detectives, in one move */
    lg_i_ontherun_planes planes;
} page;

static uint8_t *plane_of(const page *p, int plane) {
    return lg_i_ontherun_plane(&p->planes, plane);
}

static void otr_mark(const page *p, int plane, int city) {
    lg_i_ontherun_plane_mark(&p->planes, plane, city);
}

static void mark_all(const page *p, int plane, lg_ontherun_set cities) {
    lg_i_ontherun_plane_mark_all(&p->planes, plane, cities);
}

static void otr_fill(const page *p, int plane, int value) {
    lg_i_ontherun_plane_fill(&p->planes, plane, value);
}

void lg_i_ontherun_put_routes(const lg_ontherun_map *map, const lg_ontherun *state, uint8_t *plane) {
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1], most = 1;
    (void)lg_ontherun_routes(map, state, routes);
    for (int city = 1; city <= map->cities; city++) most = routes[city] > most ? routes[city] : most;
    for (int city = 1; city <= map->cities; city++)
        plane[city - 1] = routes[city] == 0 ? 0 : (uint8_t)((routes[city] * UINT8_MAX + most - 1) / most);
}

/* The places of all players. */
static void put_players(const page *p) {
    const lg_ontherun *state = p->state;
    if (p->viewer == LG_ONTHERUN_FUGITIVE) otr_mark(p, DESTINATION_FUGITIVE, state->fugitive);
    for (int i = 0; i < TEAM; i++) {
        otr_mark(p, DESTINATION_DETECTIVE, state->detective[i]);
        if (p->viewer == LG_ONTHERUN_DETECTIVES) otr_mark(p, DESTINATION_CHOICE, state->choice[i]);
    }
    if (p->from == 0) return;
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) mark_all(p, REACH + type, p->map->joined[type][p->from]);
    memcpy(plane_of(p, OTR_OWN), &p->map->distance[LG_ONTHERUN_ANY][p->from][1], (size_t)p->map->cities);
}

/* The first bytes of vectors, one for each city. */
static void put_vectors(const page *p, int plane, const lg_i_ontherun_bytes vectors[LG_I_ONTHERUN_VECTORS]) {
    memcpy(plane_of(p, plane), vectors, (size_t)p->map->cities);
}

static void put_suspects(const page *p) {
    lg_i_ontherun_guard_set nearest = lg_i_ontherun_no_guards();
    lg_i_ontherun_bytes within[2][LG_I_ONTHERUN_VECTORS], moves[LG_I_ONTHERUN_VECTORS];
    lg_ontherun_set possible = p->state->possible;
    memset(within, 0, sizeof within);
    for (int from = lg_i_ontherun_set_take(&possible); from != 0; from = lg_i_ontherun_set_take(&possible)) {
        lg_i_ontherun_guard_from(p->map, from, &nearest);
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
            const lg_i_ontherun_signed distance = lg_i_ontherun_ordered(lg_i_ontherun_distances(p->map, from, i));
            for (int steps = 1; steps <= 2; steps++)
                within[steps - 1][i] -= (lg_i_ontherun_bytes)(distance < (int8_t)(steps - 127));
        }
    }
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) moves[i] = (lg_i_ontherun_bytes)nearest.moves[i] ^ 128;
    put_vectors(p, SUSPECT, moves);
    put_vectors(p, SUSPECTS, within[0]);
    put_vectors(p, SUSPECTS_FAR, within[1]);
}

static void put_roads(const page *p) {
    uint8_t *exits = plane_of(p, EXITS);
    for (int city = 1; city <= p->map->cities; city++) {
        lg_ontherun_set free = p->map->joined[LG_ONTHERUN_ANY][city];
        lg_i_ontherun_set_subtract(&free, &p->reach);
        exits[city - 1] = (uint8_t)lg_i_ontherun_set_count(&free);
    }
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        const uint16_t *first = p->map->first[type];
        uint8_t *neighbours = plane_of(p, NEIGHBOURS + type);
        for (int city = 1; city <= p->map->cities; city++)
            neighbours[city - 1] = (uint8_t)(first[city + 1] - first[city]);
    }
}

/* Where the fugitive can be after its next move, and where the detectives would then expect it. */
static void put_spread(const page *p) {
    otr_fill(p, COUNT, lg_i_ontherun_set_count(&p->state->possible));
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        const lg_ontherun_set after = lg_i_ontherun_spread(p->map, p->state, type);
        const lg_ontherun_set found = lg_i_ontherun_set_meet(&after, &p->reach);
        otr_fill(p, SPREAD + type, lg_i_ontherun_set_count(&after));
        otr_fill(p, FOUND + type, lg_i_ontherun_set_count(&found));
    }
}

/* The territory in cities without a detective. */
static int32_t reachable(const lg_ontherun_map *map, int from) {
    int32_t count = 0;
    for (int city = 1; city <= map->cities; city++) count += map->distance[LG_ONTHERUN_ANY][from][city] < FAR;
    return count;
}

/* The mean territory for each city, since at the start a detective may be sent to any of them. `at` counts for each
 * city the fugitives at each number of moves, unless another detective is as near. */
static void otr_put_starts(const page *p, const lg_i_ontherun_guard_set *others, lg_ontherun_set suspects,
                           int32_t count) {
    lg_i_ontherun_bytes at[LG_ONTHERUN_MAX_CITIES][LG_I_ONTHERUN_VECTORS];
    int most = -1;
    for (bool any = true; any && most + 1 < p->map->cities;) {
        lg_i_ontherun_bytes *now = at[++most], all = {0};
        lg_ontherun_set left = suspects;
        memset(now, 0, sizeof at[0]);
        for (int from = lg_i_ontherun_set_take(&left); from != 0; from = lg_i_ontherun_set_take(&left))
            for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++)
                now[i] -= (lg_i_ontherun_bytes)(lg_i_ontherun_distances(p->map, from, i) == (uint8_t)most);
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
            all |= now[i];
            now[i] &= (lg_i_ontherun_bytes)((int8_t)(most - 128) < others->moves[i]);
        }
        any = (((lg_i_ontherun_words)all)[0] | ((lg_i_ontherun_words)all)[1]) != 0;
    }
    for (int place = 1; place <= p->map->cities; place++) {
        int32_t territory = count / 2;
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
            const lg_i_ontherun_signed moves = lg_i_ontherun_ordered(lg_i_ontherun_distances(p->map, place, i));
            lg_i_ontherun_bytes sum = {0};
            for (int step = 0; step <= most; step++)
                sum += at[step][i] & (lg_i_ontherun_bytes)((int8_t)(step - 128) < moves);
            territory += lg_i_ontherun_sum(sum);
        }
        plane_of(p, TERRITORY)[place - 1] = (uint8_t)(territory / count);
    }
}

/* The same for the neighbours of a detective's city, from which each city is equally far, or a move nearer or
 * further. */
static void otr_put_steps(const page *p, const lg_i_ontherun_guard_set *others, lg_ontherun_set suspects,
                          int32_t count) {
    enum { STEPS = 3 };
    lg_i_ontherun_guard_set guards[STEPS];
    lg_i_ontherun_bytes left[STEPS][LG_I_ONTHERUN_VECTORS];
    lg_ontherun_set reach = p->map->joined[LG_ONTHERUN_ANY][p->from];
    memset(left, 0, sizeof left);
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
            const lg_i_ontherun_bytes then = lg_i_ontherun_distances(p->map, p->from, i) + (uint8_t)(step - 1);
            const lg_i_ontherun_signed moves = lg_i_ontherun_ordered(then), fewer = moves < others->moves[i];
            guards[step].moves[i] = (moves & fewer) | (others->moves[i] & ~fewer);
        }
    for (int at = lg_i_ontherun_set_take(&suspects); at != 0; at = lg_i_ontherun_set_take(&suspects))
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
            const lg_i_ontherun_signed moves = lg_i_ontherun_ordered(lg_i_ontherun_distances(p->map, at, i));
            for (int step = 0; step < STEPS; step++)
                left[step][i] -= (lg_i_ontherun_bytes)(moves < guards[step].moves[i]);
        }
    for (int to = lg_i_ontherun_set_take(&reach); to != 0; to = lg_i_ontherun_set_take(&reach)) {
        int32_t territory = count / 2;
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
            const lg_i_ontherun_bytes own = lg_i_ontherun_distances(p->map, p->from, i),
                                      then = lg_i_ontherun_distances(p->map, to, i);
            lg_i_ontherun_bytes sum = {0};
            for (int step = 0; step < STEPS; step++)
                sum |= left[step][i] & (lg_i_ontherun_bytes)(then == own + (uint8_t)(step - 1));
            territory += lg_i_ontherun_sum(sum);
        }
        plane_of(p, TERRITORY)[to - 1] = (uint8_t)(territory / count);
    }
}

/* The nearest of the detectives who are not to move, and the cities that the fugitive reaches before them. Before its
 * start, the fugitive may be anywhere. */
static void put_territory(const page *p) {
    const bool sends = p->next >= 0, stands = p->state->detective[0] != 0;
    const lg_i_ontherun_guard_set others = sends ? lg_i_ontherun_others(p->map, p->state, p->next)
                                     : lg_i_ontherun_guards(p->map, p->state);
    const bool anywhere = lg_i_ontherun_set_empty(&p->state->possible);
    const lg_ontherun_set suspects = anywhere ? lg_i_ontherun_set_all(p->map->cities) : p->state->possible;
    const int32_t count = lg_i_ontherun_set_count(&suspects);
    uint8_t *moves = plane_of(p, OTHERS), *territories = plane_of(p, TERRITORY);
    for (int i = 0; i < p->map->cities; i++) moves[i] = (uint8_t)(others.moves[i / 16][i % 16] + 128);
    if (sends && p->from == 0) otr_put_starts(p, &others, suspects, count);
    else if (sends) otr_put_steps(p, &others, suspects, count);
    for (int city = 1; !sends && city <= p->map->cities; city++)
        territories[city - 1] = (uint8_t)(stands ? lg_i_ontherun_territory(p->map, &others, city)
                                                 : reachable(p->map, city));
}

void lg_i_ontherun_observe_destinations(const lg_ontherun_map *map, const lg_ontherun *state, int32_t viewer,
                                         int32_t room, uint8_t *planes) {
    const page p = {map,
                    state,
                    viewer,
                    lg_i_ontherun_sent_next(state, viewer),
                    lg_i_ontherun_moves_from(state, viewer),
                    lg_i_ontherun_in_reach(map, state),
                    {planes, room, map->cities, 0}};
    memset(planes, 0, (size_t)(DESTINATION_PLANES * room));
    otr_fill(&p, DESTINATION_CITY, 1);
    mark_all(&p, DESTINATION_POSSIBLE, state->possible);
    lg_i_ontherun_put_routes(map, state, plane_of(&p, ROUTES));
    put_players(&p);
    put_suspects(&p);
    put_roads(&p);
    put_spread(&p);
    put_territory(&p);
    otr_fill(&p, DESTINATION_TURN, state->turn);
    otr_fill(&p, ROUND, state->turn % LG_ONTHERUN_ROUND);
    otr_fill(&p, DESTINATION_PHASE, state->phase);
    otr_fill(&p, NEXT, p.next < 0 ? 0 : p.next);
}
