/* Tests whether a game fulfils its contracts. Plays random games and tests every contract of lg_game_type
 * (libgames/table.h) in every state: in states that the games reach, in states after a forfeit, and in damaged ones
 * that `validate` accepts.
 *
 *     lg_check_config config = lg_check_default();
 *     lg_check_report report;
 *     size_t size = lg_check_size(&game, &config);
 *     lg_game_check(&game, &config, malloc(size), size, &report);
 *     if (report.finding.contract != NULL) printf("%s: %s\n", report.finding.contract, report.finding.text);
 *
 * A game is native code: a broken one may also crash here. One that never ends is stopped after `decisions`. */
#ifndef LIBGAMES_CHECK_H
#define LIBGAMES_CHECK_H

#include "libgames/game.h"

LG_BEGIN

/* Room for the sentence of a finding, with the NUL that ends it. */
#define LG_CHECK_TEXT 512

/* The least room for text. */
#define LG_CHECK_LEAST_TEXT 32

/* The stream of the generator that chooses the actions of a playthrough. */
#define LG_CHECK_STREAM 0x6C67u

typedef struct lg_check_config {
    int32_t playthroughs; /* most games, at least 1; the first starts from `seed`, the next from seed + 1, ... */
    int32_t mutations;    /* damaged copies of each state that are tested, at least 0 */
    int64_t decisions;    /* most decisions in all games together, at least 1; a game that declares
                           * chance or hidden information but shows none is reported only after 100 of them, or a
                           * whole playthrough */
    uint64_t seed;
    size_t text_size;     /* room for the longest text, in bytes, at least LG_CHECK_LEAST_TEXT */
} lg_check_config;

/* The first violation found; nothing after it can be trusted. */
typedef struct lg_finding {
    const char *contract;     /* the member of a room, such as "apply", or "type" (the table) or "longest" (of lg_game).
                                 NULL: nothing was found */
    uint64_t seed;            /* of the playthrough; 0 without one */
    int64_t decisions;        /* made in it before; -1 for a test without a playthrough */
    char text[LG_CHECK_TEXT]; /* the contract and the observation: one line */
} lg_finding;

typedef struct lg_check_report {
    int64_t playthroughs; /* completed games */
    int64_t decisions;    /* in all playthroughs */
    int64_t states;       /* in which everything was tested */
    size_t text_size;     /* bytes of the longest text */
    lg_finding finding;
} lg_check_report;

/* 10 playthroughs of at most 10,000 decisions together, from seed 0. */
LG_API lg_check_config lg_check_default(void);

/* Bytes that lg_game_check needs; 0 for arguments that it refuses. */
LG_API size_t lg_check_size(const lg_game *game, const lg_check_config *config);

/* Checks a configured game, prepared when it has a shared object, in the caller's `memory`, aligned to 8. LG_OK: the
 * report contains the numbers and the finding. LG_E_SPACE: a text is longer than config->text_size; the report's
 * text_size is the room needed. LG_E_ARGUMENT.
 *
 * To get the state of a finding again: lg_game_new with `seed`, then lg_rollout, limited to `decisions`, with the
 * generator lg_rng_seed(seed, LG_CHECK_STREAM). A forfeit or damaged bytes apart from the playthrough are named in its
 * text. The same arguments give the same report. */
LG_API lg_status lg_game_check(const lg_game *game, const lg_check_config *config, void *memory, size_t size,
                               lg_check_report *report);

LG_END

#endif
