/* The common part of the tests of searches. */
#ifndef LG_TESTS_SEARCH_H
#define LG_TESTS_SEARCH_H

#include "walk.h"

/* With perfect information; with hidden information; with chance and more than two players. */
enum { SEARCH_GAMES = 3 };
extern const char *const search_games[SEARCH_GAMES];

/* A search in memory of exactly the size that it requests; the caller owns the game's memory. */
lg_search *search_make(const lg_game *game, const lg_search_config *config);
void search_free(lg_search *search);

/* Begins and runs to the end of the budget. */
void search_state(lg_search *search, const void *state);

lg_search_statistics search_statistics(const lg_search *search);
int32_t search_best(const lg_search *search);

/* Visits of the root's actions, game->actions entries, to be freed. */
int64_t *search_visits(const lg_search *search, const lg_game *game);
int64_t search_sum(const int64_t *visits, const lg_game *game);

/* A hash of a search's whole result. */
uint64_t search_digest(const lg_search *search, const lg_game *game);

/* Fails the test unless the invariants of every search hold. `state` is the root. */
void search_check(const lg_search *search, const lg_game *game, const void *state);

/* An evaluator: values and priors that depend on nothing but the state. */
void search_evaluator(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                      float *values, float *priors);

#endif
