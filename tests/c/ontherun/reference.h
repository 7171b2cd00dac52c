/* On the Run once more: slow and literal, on arrays, with the whole history of the game kept and read again for every
 * question. Shares no line with the library, so that both can agree only by being right (or by the same misreading of
 * the rules). Its arguments are trusted. */
#ifndef LG_TESTS_ONTHERUN_REFERENCE_H
#define LG_TESTS_ONTHERUN_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct slow_ontherun_map {
    int n;
    bool joined[3][201][201]; /* car, train, plane; labels from 1 */
} slow_ontherun_map;

typedef struct slow_ontherun {
    const slow_ontherun_map *map;
    bool placed, hidden;    /* whether the detectives, the fugitive have chosen their starts */
    int turns, answers;     /* moves of the fugitive, and of the detectives, that were made */
    int team[51][4];        /* the detectives' cities at their start and after each of their moves */
    int type[51], city[51]; /* the fugitive's move in turn t, from 1; city[0] is its start */
    const char *result;     /* in the words of the vectors */
    char offender;          /* 'd', 'f' or 0 */
} slow_ontherun;

void slow_ontherun_read_map(slow_ontherun_map *map, const char *text);
void slow_ontherun_begin(slow_ontherun *game, const slow_ontherun_map *map);

/* Moves; the caller has found them legal. */
void slow_ontherun_place(slow_ontherun *game, const int city[4]);
void slow_ontherun_hide(slow_ontherun *game, int city);
void slow_ontherun_run(slow_ontherun *game, int type, int city);
void slow_ontherun_chase(slow_ontherun *game, const int city[4]);

bool slow_ontherun_over(const slow_ontherun *game);
void slow_ontherun_score(const slow_ontherun *game, int score[2]);
bool slow_ontherun_may_run(const slow_ontherun *game, int type, int city);
bool slow_ontherun_may_chase(const slow_ontherun *game, const int city[4]);

/* All lists of four cities that begin with the first `count` ones of `city`. Returns their number; next[c]: whether c
 * is the next city of one of them. */
long slow_ontherun_joint_moves(const slow_ontherun *game, const int city[4], int count, bool next[201]);

/* Where the fugitive can be; meaningless once it ran into a detective. */
void slow_ontherun_possible(const slow_ontherun *game, bool possible[201]);

/* The number of routes by which it can have come to each city since its city was last known: each route is walked. */
void slow_ontherun_routes(const slow_ontherun *game, uint64_t routes[201]);

#endif
