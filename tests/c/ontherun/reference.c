/* The rules of On the Run, sentence by sentence; see reference.h. */
#include "reference.h"

#include <stdio.h>
#include <string.h>

void slow_ontherun_read_map(slow_ontherun_map *map, const char *text) {
    char type;
    int a, b, used;
    memset(map, 0, sizeof *map);
    (void)sscanf(text, "%d%n", &map->n, &used);
    for (text += used; sscanf(text, " %c %d-%d%n", &type, &a, &b, &used) == 3; text += used) {
        const int number = type == 'C' ? 0 : type == 'T' ? 1 : 2;
        map->joined[number][a][b] = map->joined[number][b][a] = true;
    }
}

void slow_ontherun_begin(slow_ontherun *game, const slow_ontherun_map *map) {
    memset(game, 0, sizeof *game);
    game->map = map;
    game->result = "ongoing";
}

bool slow_ontherun_over(const slow_ontherun *game) { return strcmp(game->result, "ongoing") != 0; }

/* ---- destinations ---- */

static bool any_joins(const slow_ontherun_map *map, int a, int b) {
    return map->joined[0][a][b] || map->joined[1][a][b] || map->joined[2][a][b];
}

static bool stands(const int team[4], int city) {
    return team[0] == city || team[1] == city || team[2] == city || team[3] == city;
}

/* The detectives' present cities. */
static const int *team_now(const slow_ontherun *game) { return game->team[game->answers]; }

/* "In turn t the fugitive names a type and a city joined to its own by a connection of that type." */
bool slow_ontherun_may_run(const slow_ontherun *game, int type, int city) {
    if (city < 1 || city > game->map->n) return false;
    return game->map->joined[type][game->city[game->turns]][city];
}

/* "All four detectives move at once, each along any connection of its city; nobody may stay. Only their final cities
 * must differ." At the start: "the detectives choose four distinct cities". */
bool slow_ontherun_may_chase(const slow_ontherun *game, const int city[4]) {
    for (int i = 0; i < 4; i++) {
        if (city[i] < 1 || city[i] > game->map->n) return false;
        if (game->placed && !any_joins(game->map, team_now(game)[i], city[i])) return false;
        for (int j = 0; j < 4; j++)
            if (i != j && city[i] == city[j]) return false;
    }
    return true;
}

/* The cities that each detective can go to, ignoring the others. */
typedef struct ways {
    int count[4], city[4][200];
} ways;

static void list_ways(const slow_ontherun *game, ways *all) {
    for (int i = 0; i < 4; i++) {
        all->count[i] = 0;
        for (int city = 1; city <= game->map->n; city++)
            if (!game->placed || any_joins(game->map, team_now(game)[i], city)) all->city[i][all->count[i]++] = city;
    }
}

/* Tries every city for one detective after the other. */
static long count_from(const slow_ontherun *game, const ways *all, int city[4], int given, int at, bool next[201]) {
    if (at == 4) {
        if (!slow_ontherun_may_chase(game, city)) return 0;
        if (given < 4) next[city[given]] = true;
        return 1;
    }
    if (at < given) return count_from(game, all, city, given, at + 1, next);
    long count = 0;
    for (int i = 0; i < all->count[at]; i++) {
        city[at] = all->city[at][i];
        count += count_from(game, all, city, given, at + 1, next);
    }
    return count;
}

long slow_ontherun_joint_moves(const slow_ontherun *game, const int city[4], int count, bool next[201]) {
    int list[4] = {0, 0, 0, 0};
    ways all;
    list_ways(game, &all);
    for (int i = 0; i < count; i++) list[i] = city[i];
    memset(next, 0, 201 * sizeof *next);
    return count_from(game, &all, list, count, 0, next);
}

/* ---- moves ---- */

void slow_ontherun_place(slow_ontherun *game, const int city[4]) {
    memcpy(game->team[0], city, sizeof game->team[0]);
    game->placed = true;
}

static void lose(slow_ontherun *game, char offender) {
    game->result = "illegal";
    game->offender = offender;
}

void slow_ontherun_hide(slow_ontherun *game, int city) {
    bool can_move = false;
    game->city[0] = city;
    game->hidden = true;
    for (int other = 1; other <= game->map->n; other++) can_move = can_move || any_joins(game->map, city, other);
    if (!can_move) lose(game, 'f');
}

void slow_ontherun_run(slow_ontherun *game, int type, int city) {
    bool next[201];
    game->turns++;
    game->type[game->turns] = type;
    game->city[game->turns] = city;
    if (stands(team_now(game), city)) game->result = "ran into detective";
    else if (game->turns == 1 && slow_ontherun_joint_moves(game, NULL, 0, next) == 0) lose(game, 'd');
}

void slow_ontherun_chase(slow_ontherun *game, const int city[4]) {
    game->answers++;
    memcpy(game->team[game->answers], city, sizeof game->team[0]);
    if (stands(city, game->city[game->turns])) game->result = "caught";
    else if (game->turns == 50) game->result = "escaped";
}

/* ---- scores ---- */

/* "Announcements used: floor((t-1)/5) if the fugitive ran into a detective in turn t, floor(t/5) if a detective caught
 * it in turn t. Caught: detectives 20 - used, fugitive used. Not caught in 50 turns: 0-20." */
void slow_ontherun_score(const slow_ontherun *game, int score[2]) {
    score[0] = score[1] = 0;
    const int t = game->turns;
    if (strcmp(game->result, "ran into detective") == 0) score[1] = (t - 1) / 5;
    if (strcmp(game->result, "caught") == 0) score[1] = t / 5;
    if (strcmp(game->result, "caught") == 0 || strcmp(game->result, "ran into detective") == 0)
        score[0] = 20 - score[1];
    if (strcmp(game->result, "escaped") == 0) score[1] = 20;
    if (strcmp(game->result, "illegal") == 0) score[game->offender == 'f' ? 0 : 1] = 20;
}

/* ---- the detectives' knowledge ---- */

static bool announced(int turn) { return turn % 5 == 0; }

/* One turn of "What the detectives can know": the fugitive's move, an announcement, the detectives' answer. */
static void narrow(const slow_ontherun *game, int turn, bool possible[201]) {
    bool before[201];
    memcpy(before, possible, sizeof before);
    for (int city = 1; city <= game->map->n; city++) {
        possible[city] = false;
        for (int from = 1; from <= game->map->n && !possible[city]; from++)
            possible[city] = before[from] && game->map->joined[game->type[turn]][from][city];
        if (stands(game->team[turn - 1], city)) possible[city] = false;
        if (announced(turn)) possible[city] = city == game->city[turn];
        if (turn <= game->answers && stands(game->team[turn], city)) possible[city] = false;
    }
}

void slow_ontherun_possible(const slow_ontherun *game, bool possible[201]) {
    memset(possible, 0, 201 * sizeof *possible);
    if (!game->hidden) return;
    possible[game->city[0]] = true;
    for (int turn = 1; turn <= game->turns; turn++) narrow(game, turn, possible);
}

/* Walks on from `city`, where the fugitive was after turn `turn` and the answer to it. */
static void walk(const slow_ontherun *game, int turn, int city, uint64_t routes[201]) {
    if (turn == game->turns) {
        routes[city]++;
        return;
    }
    for (int to = 1; to <= game->map->n; to++) {
        if (!game->map->joined[game->type[turn + 1]][city][to] || stands(game->team[turn], to)) continue;
        if (turn + 1 <= game->answers && stands(game->team[turn + 1], to)) continue;
        walk(game, turn + 1, to, routes);
    }
}

void slow_ontherun_routes(const slow_ontherun *game, uint64_t routes[201]) {
    memset(routes, 0, 201 * sizeof *routes);
    if (!game->hidden) return;
    const int known = game->turns / 5 * 5;
    if (known > 0 && known <= game->answers && stands(game->team[known], game->city[known])) return;
    walk(game, known, game->city[known], routes);
}
