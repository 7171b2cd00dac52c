/* A contest program for On the Run, both roles: detectives close in on the cities where the fugitive can be, the
 * fugitive keeps away from them. The map is in connect.txt in the current folder. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEAM LG_ONTHERUN_TEAM

static lg_ontherun_map map;
static lg_ontherun state;

static bool has(const lg_ontherun_set *set, int city) {
    return (set->word[city / 64] >> city % 64 & 1) != 0;
}

static bool read_map(void) {
    static char text[LG_ONTHERUN_MAP_TEXT + 65536]; /* some files contain comments after END */
    FILE *file = fopen("connect.txt", "rb");
    if (file == NULL) return false;
    const size_t length = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    return lg_ontherun_map_parse(text, length, &map, NULL) == LG_OK;
}

static bool read_message(lg_ontherun_message_kind *kind, int32_t *type, int32_t *city) {
    char line[32];
    if (fgets(line, sizeof line, stdin) == NULL) return false;
    return lg_ontherun_message_parse(line, strlen(line), kind, type, city, NULL) == LG_OK &&
           *kind != LG_ONTHERUN_MESSAGE_QUIT;
}

static void write_cities(const int32_t city[TEAM]) {
    for (int i = 0; i < TEAM; i++) printf("%d\n", (int)city[i]);
    (void)fflush(stdout);
}

/* ---- detectives ---- */

/* The sum of distances from the fugitive's possible cities, each to the nearest of four detectives. */
static int distance_to_possible(const int32_t city[TEAM]) {
    int sum = 0;
    for (int to = 1; to <= map.cities; to++) {
        if (!has(&state.possible, to)) continue;
        int nearest = LG_ONTHERUN_FAR;
        for (int i = 0; i < TEAM; i++) {
            const int distance = map.distance[LG_ONTHERUN_ANY][city[i]][to];
            if (distance < nearest) nearest = distance;
        }
        sum += nearest;
    }
    return sum;
}

/* The four cities with the most connections. */
static void choose_places(int32_t city[TEAM]) {
    for (int i = 0; i < TEAM; i++) {
        int best = -1;
        for (int c = 1; c <= map.cities; c++) {
            const int ways = map.first[LG_ONTHERUN_ANY][c + 1] - map.first[LG_ONTHERUN_ANY][c];
            bool taken = false;
            for (int j = 0; j < i; j++) taken = taken || city[j] == c;
            if (taken || ways <= best) continue;
            best = ways;
            city[i] = c;
        }
    }
}

/* The joint move with the least sum. */
static void choose_cities(int32_t city[TEAM]) {
    lg_ontherun_joints joints;
    int32_t next[TEAM];
    int best = -1;
    lg_ontherun_joints_begin(&map, &state, &joints);
    for (int i = 0; i < 5000 && lg_ontherun_joints_next(&joints, next); i++) {
        const int value = distance_to_possible(next);
        if (best >= 0 && value >= best) continue;
        best = value;
        memcpy(city, next, sizeof next);
    }
}

/* Plays on a state that does not know the fugitive's city. */
static int play_detectives(void) {
    lg_ontherun_message_kind kind;
    int32_t city[TEAM], type = 0, where = 0;
    choose_places(city);
    write_cities(city);
    if (!read_message(&kind, &type, &where)) return 0;
    if (lg_ontherun_place_detectives(&map, &state, city, &state) != LG_OK ||
        lg_ontherun_place_fugitive(&map, &state, where, &state) != LG_OK ||
        lg_ontherun_conceal(&state, &state) != LG_OK)
        return 1;
    while (read_message(&kind, &type, &where)) {
        const int32_t announced = kind == LG_ONTHERUN_MESSAGE_MOVE ? where : 0;
        if (lg_ontherun_move_concealed(&map, &state, type, announced, &state) != LG_OK) return 1;
        choose_cities(city);
        write_cities(city);
        if (lg_ontherun_move_detectives(&map, &state, city, &state) != LG_OK) return 1;
        if (state.turn == LG_ONTHERUN_TURNS) break; /* otherwise `Quit` comes, also after an arrest */
    }
    return 0;
}

/* ---- the fugitive ---- */

/* How far a city is from the nearest detective. */
static int safety(int city) {
    int nearest = LG_ONTHERUN_FAR;
    for (int i = 0; i < TEAM; i++)
        if (map.distance[LG_ONTHERUN_ANY][state.detective[i]][city] < nearest)
            nearest = map.distance[LG_ONTHERUN_ANY][state.detective[i]][city];
    return nearest;
}

static int32_t safest(int32_t type) {
    lg_ontherun_set cities;
    int32_t best = 0;
    (void)lg_ontherun_targets(&map, &state, type, &cities);
    for (int city = 1; city <= map.cities; city++)
        if (has(&cities, city) && (best == 0 || safety(city) > safety(best))) best = city;
    return best;
}

/* Reads the detectives' move; false when the game is over, once `Quit` is read. */
static bool read_team(void) {
    lg_ontherun_message_kind kind;
    int32_t city[TEAM], type;
    for (int i = 0; i < TEAM; i++)
        if (!read_message(&kind, &type, &city[i])) return false;
    if ((state.turn == 0 ? lg_ontherun_place_detectives(&map, &state, city, &state)
                         : lg_ontherun_move_detectives(&map, &state, city, &state)) != LG_OK)
        return false;
    return lg_ontherun_result_of(&state) == LG_ONTHERUN_ONGOING || read_message(&kind, &type, &city[0]);
}

static int play_fugitive(void) {
    if (!read_team()) return 0;
    const int32_t start = safest(0);
    printf("%d\n", (int)start);
    if (lg_ontherun_place_fugitive(&map, &state, start, &state) != LG_OK) return 1;
    do {
        int32_t type = 0, city = 0;
        for (int32_t by = 0; by < LG_ONTHERUN_TYPES; by++) {
            const int32_t to = safest(by);
            if (to == 0 || (city != 0 && safety(to) <= safety(city))) continue;
            type = by;
            city = to;
        }
        printf("%c %d\n", "CTP"[type], (int)city);
        (void)fflush(stdout);
        if (lg_ontherun_move_fugitive(&map, &state, type, city, &state) != LG_OK) return 1;
    } while (state.turn < LG_ONTHERUN_TURNS && read_team());
    return 0;
}

int main(void) {
    lg_ontherun_message_kind role;
    int32_t none;
    if (!read_map()) {
        (void)fprintf(stderr, "no map in connect.txt\n");
        return 1;
    }
    if (!read_message(&role, &none, &none)) return 0;
    lg_ontherun_start(&state);
    return role == LG_ONTHERUN_MESSAGE_FUGITIVE ? play_fugitive() : play_detectives();
}
