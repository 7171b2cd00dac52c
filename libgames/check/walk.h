/* Internal: a walk through playthroughs of a game, and the checks on the way. A check returns false as soon as it finds
 * a violation, and so do all its callers. */
#ifndef LG_I_WALK_H
#define LG_I_WALK_H

#include <string.h>

#include "core/bits.h"
#include "game/calls.h"
#include "libgames/check.h"
#include "libgames/view.h"

#define LG_I_CHECK_BLOCKS 32          /* of memory */
#define LG_I_CHECK_GUARD 64           /* bytes after each, which must not be written */
#define LG_I_CHECK_MOVE_ROOM 1024     /* decisions of a contest move; longer ones are not put together again */
#define LG_I_CHECK_ACTIONS_TRIED 4096 /* at most this many actions are tried in a state */

/* The content of outputs before a function writes them. */
#define LG_I_CHECK_SENTINEL 0xA5
#define LG_I_CHECK_OTHER_SENTINEL 0x5A

typedef struct lg_i_check_text {
    char *at;
    size_t length;
} lg_i_check_text;

/* A player's knowledge in the states of a playthrough, as hashes. */
typedef struct lg_i_check_known {
    uint64_t key, seen;      /* in the first state */
    uint64_t turn_key, mask; /* when it was last to move */
    bool begun, key_changed, seen_changed, moved;
} lg_i_check_known;

typedef struct lg_i_walk {
    const lg_game *game;
    const lg_check_config *config;
    lg_check_report *report;
    lg_status status;      /* LG_E_SPACE when there was no room for a text */
    lg_rng actions;        /* chooses the actions of the playthrough */
    lg_rng rng;            /* everything else */
    uint64_t seed;         /* of the playthrough */
    int64_t decisions;     /* made in it; -1 before the first */
    const char *beside;    /* how `state` differs from the playthrough's */
    int32_t player, count; /* of `state`: whose turn, how many legal actions */
    bool drawn, reseeded;  /* whether a resampled state, a reseeded one, was ever another one */
    int32_t trials;        /* of the outcomes of chance */
    lg_i_check_known knowledge[LG_MAX_PLAYERS];

    void *state, *kept;                 /* where the walk stands, and a copy */
    void *after, *other, *image, *like; /* for the checks */
    void *saved, *sound, *earlier;      /* states to come back to; the bytes of an earlier one */
    void *begun;                        /* where the contest move began */
    void *sentinel, *unused;            /* LG_I_CHECK_SENTINEL throughout; 1 for every reserved byte */
    uint64_t *mask, *other_mask;        /* `mask` belongs to `state` */
    void *seen, *seen_again, *seen_mapped;
    lg_i_check_text text, other_text, again, damaged;
    void *shared;    /* another shared object */
    uint16_t *listed; /* legal actions */
    int32_t *chosen; /* the decisions of the contest move */
    int32_t chosen_count;
    int32_t *draws, *outcomes; /* outcomes of the draws so far, possible outcomes of the next one, */
    double *weights, *chances; /* their probabilities, and the probabilities of the first ones of `draws` */

    char *memory; /* NULL while its size is computed */
    size_t used;
    struct {
        size_t at, size;
    } blocks[LG_I_CHECK_BLOCKS];
    int32_t block_count;
} lg_i_walk;

/* Prepares a walk in memory; with NULL only measures the size, in `used`. */
lg_i_walk lg_i_walk_of(const lg_game *game, const lg_check_config *config, void *memory, lg_check_report *report);

/* Records the violation, in one sentence, and returns false. */
bool lg_i_check_broken(lg_i_walk *w, const char *contract, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define LG_I_CHECK_HOLD(w, condition, contract, ...)                                                                   \
    do {                                                                                                               \
        if (!(condition)) return lg_i_check_broken(w, contract, __VA_ARGS__);                                          \
    } while (0)

/* ---- states ---- */

static inline bool lg_i_check_same(const lg_i_walk *w, const void *a, const void *b) {
    return memcmp(a, b, w->game->state_size) == 0;
}

static inline void lg_i_check_copy(const lg_i_walk *w, void *to, const void *from) {
    memcpy(to, from, w->game->state_size);
}

/* Fills a state that a function is about to write, or must leave alone. */
static inline void lg_i_check_clear(const lg_i_walk *w, void *state) {
    memset(state, LG_I_CHECK_SENTINEL, w->game->state_size);
}

static inline bool lg_i_check_untouched(const lg_i_walk *w, const void *state) {
    return lg_i_check_same(w, state, w->sentinel);
}

static inline bool lg_i_check_valid(const lg_i_walk *w, const void *state) {
    return lg_game_validate(w->game, state, w->game->state_size) == LG_OK;
}

static inline size_t lg_i_check_mask_size(const lg_i_walk *w) {
    return (size_t)LG_MASK_WORDS(w->game->actions) * sizeof *w->mask;
}

/* Updates the walk's knowledge of `state`, after each change of it. */
void lg_i_check_refresh(lg_i_walk *w);

/* Whether this state is drawn: one of many, since pictures are large. */
static inline bool lg_i_check_draws(const lg_i_walk *w) {
#ifdef LG_NO_PICTURES
    (void)w;
    return false;
#else
    return lg_i_game_people(w->game)->draw != NULL && w->report->states % 64 == 1;
#endif
}

/* Whether `state` is unchanged, and nothing was written outside the outputs. */
bool lg_i_check_clean(lg_i_walk *w, const char *contract);

/* Entry i of the numbers that are tried: all of them, or a random choice if there are more than `room`. */
static inline int32_t lg_i_check_pick(lg_i_walk *w, int32_t i, int32_t all, int32_t room) {
    return all <= room ? i : (int32_t)lg_rng_below(&w->rng, (uint32_t)all);
}

/* An action to try, entry i of lg_i_check_tried: where they are many, every second one is legal. */
static inline int32_t lg_i_check_tried(const lg_i_walk *w) {
    return w->game->actions < LG_I_CHECK_ACTIONS_TRIED ? w->game->actions : LG_I_CHECK_ACTIONS_TRIED;
}

static inline int32_t lg_i_check_pick_action(lg_i_walk *w, int32_t i) {
    if (w->game->actions > LG_I_CHECK_ACTIONS_TRIED && i % 2 == 0 && w->count > 0)
        return lg_mask_select(w->mask, w->game->actions, lg_rng_below(&w->rng, (uint32_t)w->count));
    return lg_i_check_pick(w, i, w->game->actions, LG_I_CHECK_ACTIONS_TRIED);
}

/* ---- text ---- */

typedef enum lg_i_check_kind {
    LG_I_CHECK_ACTION,
    LG_I_CHECK_DECISION, /* action `number`, which is legal in `state` */
    LG_I_CHECK_STATE,
    LG_I_CHECK_MESSAGE, /* to player `number` */
    LG_I_CHECK_BOARD,   /* for viewer `number` */
    LG_I_CHECK_COLOURED,
    LG_I_CHECK_PICTURE, /* for viewer `number`, with the legal actions */
    LG_I_CHECK_MARKED,  /* with the changes since w->begun */
    LG_I_CHECK_HINT,
    LG_I_CHECK_PROMPT,
    LG_I_CHECK_NEWS, /* for player `number` */
    LG_I_CHECK_MOVE, /* from w->begun to `state` */
    LG_I_CHECK_SHARED
} lg_i_check_kind;

/* Writes a text twice, and requires that it is the same. False also without room for it. */
bool lg_i_check_print(lg_i_walk *w, lg_i_check_kind kind, const void *state, int32_t number, lg_i_check_text *text);

static inline bool lg_i_check_same_text(const lg_i_check_text *a, const lg_i_check_text *b) {
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

/* w->damaged becomes the text, ending where its memory ends; with damage, one byte of it is changed, or its end is cut
 * off. */
void lg_i_check_take_text(lg_i_walk *w, const char *text, size_t length, bool damage);

/* A parser's result for w->damaged and its error: LG_OK, or LG_E_PARSE with a place in the text and an expectation. */
bool lg_i_check_refusal(lg_i_walk *w, const char *contract, lg_status status, const lg_parse_error *error);

/* ---- checks of the game ---- */

bool lg_i_check_facts(lg_i_walk *w);   /* facts.c: the table, the numbers, the starts */
bool lg_i_check_fields(lg_i_walk *w);  /* fields.c; sets w->unused */
bool lg_i_check_phrases(lg_i_walk *w); /* phrases.c: actions, openings and the shared object as text */

/* ---- checks of a state ---- */

bool lg_i_check_turn(lg_i_walk *w);    /* states.c: `player` and `legal`, without which nothing else is safe */
bool lg_i_check_actions(lg_i_walk *w); /* `apply`, `explain` */
bool lg_i_check_forfeits(lg_i_walk *w);
bool lg_i_check_searches(lg_i_walk *w); /* searches.c: functions for searches */
bool lg_i_check_scores(lg_i_walk *w); /* values.c: `scores`, `points`, `outcome`, `result` */
bool lg_i_check_observations(lg_i_walk *w);
bool lg_i_check_views(lg_i_walk *w);
bool lg_i_check_position(lg_i_walk *w);   /* texts.c: `validate`, `state_print`, `state_parse` */
bool lg_i_check_drawings(lg_i_walk *w);   /* `board`, `input_help`, `prompt`, `news` */
bool lg_i_check_pictures(lg_i_walk *w);   /* pictures.c: `draw`, now and then */
bool lg_i_check_typed(lg_i_walk *w);
bool lg_i_check_messages(lg_i_walk *w);   /* moves.c */
bool lg_i_check_reserved(lg_i_walk *w);   /* fields.c */
bool lg_i_check_symmetries(lg_i_walk *w); /* symmetries.c */
bool lg_i_check_chance(lg_i_walk *w);     /* hidden.c: `reseed` */
bool lg_i_check_outcomes(lg_i_walk *w);   /* `chance`, `apply_drawn` */
bool lg_i_check_resample(lg_i_walk *w);   /* `resample`, and equal parts of states that are alike to a player */
bool lg_i_check_choice(lg_i_walk *w);     /* `greedy` */
bool lg_i_check_everything(lg_i_walk *w); /* bytes.c: all of these */
bool lg_i_check_mutations(lg_i_walk *w);  /* bytes.c: the state with changed bytes */

/* ---- checks of a playthrough ---- */

bool lg_i_check_group(lg_i_walk *w);               /* symmetries.c, at the start */
bool lg_i_check_move(lg_i_walk *w, int32_t mover); /* moves.c, after each decision of `mover` */
bool lg_i_check_knowledge(lg_i_walk *w);           /* hidden.c, in each state of the playthrough */
bool lg_i_check_knowledge_at_end(lg_i_walk *w);

#endif
