/* A walk through random playthroughs of one configuration, for the properties that all games share. */
#ifndef LG_TESTS_WALK_H
#define LG_TESTS_WALK_H

#include "tests.h"

typedef struct configuration {
    const char *text;     /* as lg_game_print writes it */
    int32_t playthroughs; /* as many as take about a second */
    uint64_t golden;      /* hash of all position texts of three playthroughs: the same everywhere, for ever */
    bool lenient;         /* the rules turn impossible actions into "nothing happens": apply takes them as well */
    bool chance;          /* states carry chance that symmetries don't map: playing and mapping need not commute */
} configuration;

/* Every buffer has exactly the size that the library is promised, so that a sanitizer sees a byte too far. */
typedef struct walk {
    const configuration *configuration;
    lg_game game;
    lg_rng rng;
    int32_t player, count;          /* of `state`: whose turn, how many legal actions */
    void *shared, *state;           /* where the walk stands */
    void *after, *other, *sentinel; /* for the checks; sentinel is SENTINEL throughout */
    uint64_t *mask, *other_mask;    /* mask is that of `state` */
    size_t words;                   /* of a mask */
} walk;

#define SENTINEL 0xA5

walk walk_begin(const configuration *configuration);
void walk_end(walk *w);

/* Comparing, copying and checking states; SENTINEL fills what a function must leave alone. */
bool walk_same(const walk *w, const void *a, const void *b);
void walk_copy(const walk *w, void *to, const void *from);
void walk_clear(const walk *w, void *state);
bool walk_untouched(const walk *w, const void *state);
bool walk_valid(const walk *w, const void *state);

bool walk_is_legal(const uint64_t *mask, int32_t action);

/* Asks `state` for what the walk knows of it: to be called after each change of it. */
void walk_look(walk *w);

/* To the start of a game, and one random legal action further. */
void walk_start(walk *w, uint64_t seed);
void walk_step(walk *w);

/* Calls `visit` on every state of every playthrough, the last included; now and then a player forfeits
 * beside the walk, so that these states are visited as well. */
void walk_all(const configuration *configuration, void (*visit)(walk *w));

#endif
