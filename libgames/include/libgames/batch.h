/* Thousands of games in parallel: N games of one configuration, stepped by one call into buffers that the caller owns
 * and binds once. Exact semantics with examples: docs/batch.md.
 *
 *     lg_batch_config config = lg_batch_default(1024);
 *     config.player[1].kind = LG_BOT_GREEDY;                   the learner plays against greedy
 *     lg_batch_buffers buffers = {.states = states, .actions = actions, .observation = seen, .mask = mask,
 *                                 .reward = reward, .terminated = terminated};
 *     void *memory = malloc(lg_batch_size(&game, &config));
 *     lg_batch_create(&game, &config, &buffers, memory, lg_batch_size(&game, &config), &batch);
 *     lg_batch_reset(batch, NULL, NULL, NULL);
 *     for (;;) { choose(seen, mask, actions); lg_batch_step(batch, NULL, NULL); learn(reward, terminated); }
 *
 * A place in the batch is a slot. A slot plays one episode after another; an episode is one game, or its part up to the
 * step limit. Slots never influence each other, and results do not depend on the number of threads.
 *
 * The library allocates nothing: lg_batch_size returns the memory that a batch needs, and the caller provides it. With
 * more than one thread, a batch owns operating-system threads from lg_batch_create to lg_batch_destroy. Only one thread
 * at a time may use a batch, except for lg_batch_interrupt. */
#ifndef LIBGAMES_BATCH_H
#define LIBGAMES_BATCH_H

#include "libgames/game.h"
#include "libgames/bots.h"
#include "libgames/view.h"

#define LG_BATCH_MAX_GAMES 16777216 /* 2^24 */
#define LG_BATCH_LEARNER (-1) /* a kind in lg_batch_config.player: the actions come from outside */
#define LG_BATCH_ASKED (-2)   /* also a kind: an opponent whose actions come from outside; see lg_batch_step */
#define LG_BATCH_MAX_VARIANTS 256
#define LG_BATCH_STREAM 2     /* stream of the generator for seats and bots: lg_rng_seed(seed, 2) */

LG_BEGIN

/* The reset after the end of an episode, with Gymnasium's names. */
typedef enum lg_autoreset {
    LG_AUTORESET_NEXT_STEP = 0, /* the next step ignores the action, begins a new episode, and gives reward 0 */
    LG_AUTORESET_SAME_STEP = 1, /* the same step begins a new episode; the end is in the final_ buffers */
    LG_AUTORESET_DISABLED = 2   /* nothing until lg_batch_reset; a step marks the slot with LG_E_OVER */
} lg_autoreset;

/* The source of the rewards. */
typedef enum lg_batch_reward {
    LG_BATCH_OUTCOME = 0, /* each player's outcome at the end of the game, 0 before */
    LG_BATCH_SCORE = 1,   /* the change of a player's score since its last decision */
    LG_BATCH_SHAPED = 2   /* outcomes, and the change of a player's lg_game_potential since its last decision */
} lg_batch_reward;

/* The effect of an impossible action on the learner that chose it. */
typedef enum lg_batch_illegal {
    LG_BATCH_REFUSED = 0, /* only its slot is marked */
    LG_BATCH_LOSES = 1    /* it ends the episode: see lg_batch_step */
} lg_batch_illegal;

/* The form of a row of `mask`. */
typedef enum lg_batch_masks {
    LG_BATCH_BYTES = 0, /* a byte for each action, 0 or 1 */
    LG_BATCH_BITS = 1   /* (actions + 7) / 8 bytes: action a is bit a % 8 of byte a / 8 */
} lg_batch_masks;

/* The game of an episode, if there are variants; see lg_batch_add. */
typedef enum lg_batch_variant_choice {
    LG_BATCH_BY_SLOT = 0,   /* slot i always plays variant i % variants */
    LG_BATCH_BY_EPISODE = 1 /* in each episode a random one, all equally likely */
} lg_batch_variant_choice;

/* The rotation: how far the seats of players are shifted from their entries. */
typedef enum lg_batch_seating {
    LG_BATCH_SEATS_FIXED = 0,  /* config.rotation */
    LG_BATCH_SEATS_RANDOM = 1, /* in each episode a random one, all equally likely */
    LG_BATCH_SEATS_BY_SLOT = 2 /* in slot i always (i / variants) % players, so that seats are evenly distributed */
} lg_batch_seating;

typedef struct lg_batch_config {
    int32_t games;       /* N, 1 ... LG_BATCH_MAX_GAMES */
    int32_t threads;     /* 1 ... LG_MAX_THREADS, the caller's own included */
    int32_t autoreset;   /* lg_autoreset */
    int32_t reward;      /* lg_batch_reward */
    int32_t observation; /* the encoding, 0 ... game->observations-1 */
    int32_t form;        /* of the observations: lg_form */
    int32_t canonical;   /* 1: observations, masks and actions transformed for the player to move, see lg_view */
    int32_t masks;       /* lg_batch_masks */
    float discount;      /* the learner's, 0 ... 1, which shaped rewards apply to the later potential */
    int32_t variants;    /* number of different games, 1 ... LG_BATCH_MAX_VARIANTS */
    int32_t variant_choice; /* lg_batch_variant_choice */
    int32_t illegal;     /* lg_batch_illegal */
    int32_t step_limit;  /* an episode is truncated after this many steps; 0: never */
    /* Who plays: a bot (libgames/bots.h), or the kind LG_BATCH_LEARNER or LG_BATCH_ASKED, for each of
     * game->players; at least one learner. Entry i sits in seat (i + rotation) % players. */
    lg_bot player[LG_MAX_PLAYERS];
    int32_t seating;    /* lg_batch_seating: the choice of the rotation */
    int32_t rotation;   /* with fixed seats, 0 ... players-1 */
    uint64_t seed;      /* slot i is seeded with seed + i */
    /* 1: made by lg_batch_default. No other value is accepted: members left at 0 would mean random opponents, and
     * shaped rewards without any later potential. */
    int32_t from_default;
} lg_batch_config;

/* One thread, next-step reset, outcomes as rewards, the first encoding in plain form, byte masks, discount 1,
 * impossible actions refused, one variant, no step limit, learners in all seats, fixed, seed 0. */
LG_API lg_batch_config lg_batch_default(int32_t games);

/* The caller's arrays, each contiguous with one row for each slot, best at an address that is a multiple of 64.
 * `states` and `actions` are required; any other may be NULL. Reset, step, and the functions on single slots write
 * rows; rows of slots that a call leaves out are untouched. */
typedef struct lg_batch_buffers {
    void *states;           /* the games themselves, N x state_size bytes, aligned to 8; for reading only */
    const int32_t *actions; /* of the players named in `player`; read by lg_batch_step */
    void *observation;      /* N observations of `player`, as configured; aligned to an element */
    uint8_t *mask;          /* N x actions: 1 for legal; after the end see docs/batch.md. For masks of bits see
                               lg_batch_masks */
    float *rewards;         /* N x players, by seat */
    float *reward;          /* N: the reward of `player` (after a same-step reset: of `final_player`) */
    int32_t *player;        /* the player to move, a learner or an asked opponent; when the game is over: the
                               last learner to move */
    uint8_t *terminated;    /* 1: the game is over, or lost by an impossible action */
    uint8_t *truncated;     /* 1: the step limit is reached, or the game is broken (LG_E_BROKEN), and not over */
    int32_t *status;        /* lg_status of this slot in this call */
    void *final_observation; /* with a same-step reset, in slots whose episode ended in this step: */
    uint8_t *final_mask;     /* observation, mask and player as they would be without the reset; */
    int32_t *final_player;   /* other rows are untouched, but a step that begins a new episode after one that
                                was over before it writes -1 here */
    void *final_states;      /* in the same slots: N x state_size bytes, aligned to 8: the games at their end */
    int32_t *seats;          /* N x players: the seat of entry k of config.player in this episode */
    int32_t *variant;        /* the variant of this episode, 0 ... config.variants-1 */
    int32_t *final_variant;  /* the variant of the episode in final_states */
} lg_batch_buffers;

/* The result of a call, in numbers of slots. */
typedef struct lg_batch_report {
    int32_t failed; /* slots whose status is not LG_OK */
    int32_t ended;  /* episodes that ended in this call */
    int32_t begun;  /* episodes that began in this call */
} lg_batch_report;

/* The status of an episode. */
typedef enum lg_episode {
    LG_EPISODE_ONGOING = 0,
    LG_EPISODE_TERMINATED = 1, /* the game is over */
    LG_EPISODE_TRUNCATED = 2,  /* the step limit is reached */
    LG_EPISODE_BROKEN = 3,     /* the game has violated a contract */
    LG_EPISODE_FORFEITED = 4   /* `player` has lost it by an impossible action */
} lg_episode;

/* The batch's record of a slot, apart from the game's state; plain data. */
typedef struct lg_batch_slot {
    lg_rng rng;                   /* for seats and the choices of bots */
    uint64_t seed;                /* of this episode: the game began as lg_game_new(game, seed) */
    uint64_t seeds;               /* SplitMix64 state whose next output is the next episode's seed */
    uint64_t episode;             /* episodes since the slot was seeded, this one not counted */
    int32_t rewarded[LG_MAX_PLAYERS]; /* each player's score, or potential, rewarded so far */
    int32_t steps;                /* actions of learners that were carried out in this episode */
    int8_t player;                /* the last learner to move */
    uint8_t rotation;             /* entry i of config.player sits in seat (i + rotation) % players */
    uint8_t ended;                /* lg_episode */
    uint8_t variant;              /* 0 ... config.variants-1: the game */
} lg_batch_slot;

LG_STATIC_ASSERT(sizeof(lg_batch_slot) == 48 + 4 * LG_MAX_PLAYERS, "no hidden padding");

typedef struct lg_batch lg_batch;

/* ---- the batch --------------------------------------------------------------------------------- */

/* The bytes that a batch needs in addition to the buffers, including memory for bots that search once for each thread;
 * 0 if the configuration is not possible for this game. */
LG_API size_t lg_batch_size(const lg_game *game, const lg_batch_config *config);

/* Makes a batch in the caller's memory (aligned to 8, kept until lg_batch_destroy, like the buffers and the game's
 * shared object; *game, *config and *buffers are copied). LG_E_ARGUMENT: a pointer or alignment is wrong, `size` is
 * too small, the configuration is not possible, or the threads can't be started.
 * Until lg_batch_reset has begun an episode in every slot, in one call or in several, functions on slots give
 * LG_E_ARGUMENT, and so do those on arrays of states if `states` is NULL. */
LG_API lg_status lg_batch_create(const lg_game *game, const lg_batch_config *config, const lg_batch_buffers *buffers,
                                 void *memory, size_t size, lg_batch **batch);

/* The game of variant 1 ... config.variants-1; variant 0 is the game with which the batch was made. A variant may have
 * another shared object, such as another map; its sizes, actions and observations in lg_game must be the same. *game is
 * copied. Only before the first lg_batch_reset, which requires all variants. LG_E_ARGUMENT, also for a game that is not
 * prepared. */
LG_API lg_status lg_batch_add(lg_batch *batch, int32_t variant, const lg_game *game);

/* Ends the threads. Afterwards the memory and the buffers are free for other use. NULL is allowed. */
LG_API void lg_batch_destroy(lg_batch *batch);

/* Begins an episode in every slot i with which[i] != 0, or in all when `which` is NULL. Slot i is seeded with seeds[i];
 * if `seeds` is NULL, it takes its own next seed, which is config.seed + i until all slots have begun. The first
 * episode uses the slot's seed; the following ones use the outputs of SplitMix64 that start from it. Bots that move
 * before a learner do so; rewards are 0. If the game violates a contract at the start, the episode is truncated and its
 * slot marked with LG_E_BROKEN. `report` may be NULL. LG_E_ARGUMENT. */
LG_API lg_status lg_batch_reset(lg_batch *batch, const uint8_t *which, const uint64_t *seeds, lg_batch_report *report);

/* One step in every slot with which[i] != 0, or in all: the action of its player, then the choices of bots
 * until a learner is to move, or the end. An impossible action marks its slot (LG_E_ARGUMENT, LG_E_ILLEGAL) and changes
 * nothing else there: reward 0, the same observation and mask; other slots are stepped. With LG_BATCH_LOSES it also
 * marks its slot, counts as a step, and terminates the episode in the position where it was chosen: the rewards still
 * due by scores or potentials change by -1 for its player and by 1 / (players - 1) for each of the others. Where the
 * game violates a contract, the slot is marked with LG_E_BROKEN, and its episode is truncated, with a reward of 0.
 * `report` may be NULL. LG_E_ARGUMENT. Where an opponent of the kind LG_BATCH_ASKED is to move, the slot waits:
 * `player` is that seat, observation and mask are for it, and the next step of the slot takes its action. That is part
 * of the learner's step or of the reset: it does not count as a step, and rewards, `terminated` and `truncated` are
 * written when a learner is to move or the episode ends. An impossible action marks the slot and changes no other
 * row. */
LG_API lg_status lg_batch_step(lg_batch *batch, const uint8_t *which, lg_batch_report *report);

/* From any thread, also during a call in another one: with `interrupt`, bots that think choose the best action found so
 * far, until a call without it. For callers that can't wait any longer: lg_batch_save and lg_batch_load can undo such
 * choices. NULL is allowed. */
LG_API void lg_batch_interrupt(lg_batch *batch, bool interrupt);

/* ---- single slots: each writes the rows of the slot that it changes, with rewards of 0 ---------- */

/* The record of slot 0 ... N-1. LG_E_ARGUMENT. */
LG_API lg_status lg_batch_get(const lg_batch *batch, int32_t slot, lg_batch_slot *record);

/* Bytes of a saved slot: a lg_batch_slot and the state. */
LG_API size_t lg_batch_saved_size(const lg_batch *batch);

/* Copies a slot out, `size` being lg_batch_saved_size(batch), and back into any slot of a batch of the same game and
 * configuration. Loading checks every byte: LG_E_STATE if such a batch can't contain this slot, or `size` is wrong. It
 * may replace the first reset: once every slot has been loaded or reset, all have begun, without any choices by bots.
 * LG_E_ARGUMENT. */
LG_API lg_status lg_batch_save(const lg_batch *batch, int32_t slot, void *bytes, size_t size);
LG_API lg_status lg_batch_load(lg_batch *batch, int32_t slot, const void *bytes, size_t size);

/* Slot `to` becomes an exact copy of slot `from`: the same actions give the same future, but only up to the end of the
 * episode where seats or variants go by slot. LG_E_ARGUMENT. */
LG_API lg_status lg_batch_clone(lg_batch *batch, int32_t from, int32_t to);

/* The same, but bots' choices and the following episodes of slot `to` come from `seed`. A generator
 * that is part of the game's state is copied with it. LG_E_ARGUMENT. */
LG_API lg_status lg_batch_branch(lg_batch *batch, int32_t from, int32_t to, uint64_t seed);

/* Begins an episode in a slot from a given state of the slot's game, seeded with `seed`; it is checked. LG_E_STATE,
 * LG_E_OVER (the game is over, or ends before a learner is to move; the slot is untouched), LG_E_ARGUMENT. */
LG_API lg_status lg_batch_set(lg_batch *batch, int32_t slot, const void *state, size_t size, uint64_t seed);

/* ---- many states in one call, apart from the slots -------------------------------------------------- */

/* The states of these calls: item k is about state parents[k]. Given states must be valid, unless `check` is set: then
 * an item with an invalid state gets LG_E_STATE. Only states that items refer to are read.
 *
 * Arrays of a call of lg_batch_expand. From `status` on any may be NULL. */
typedef struct lg_batch_expansion {
    int32_t count;          /* pairs of a state and an action, 0 ... LG_BATCH_MAX_GAMES */
    int32_t state_count;    /* states; not used when `states` is NULL */
    int32_t check;          /* 1: the states may be invalid; 0: they are valid */
    const void *states;     /* state_count x state_size bytes, aligned to 8; NULL: the batch's own N slots */
    const int32_t *variants; /* state_count: the variant of each state; NULL: 0. Not used when `states` is NULL */
    const int32_t *parents; /* count: the state of each pair; NULL: pair k refers to state k */
    const int32_t *actions; /* count: of the player to move, learner or not, as the batch's view numbers them */
    void *after;            /* count states; apart from `states`, or the same array when `parents` is NULL */
    int32_t *status;        /* lg_status of each pair; the other rows of a pair that is not LG_OK are untouched */
    int32_t *player;        /* the player to move in `after`; -1 when the game is over */
    void *observation;      /* count: the observation of that player, at the end of the last one to move; aligned to an
                             * element */
    uint8_t *mask;          /* count rows as in lg_batch_buffers; all 0 at the end */
    int32_t *scores;        /* count x players */
    float *outcome;         /* count x players: lg_game_outcome */
} lg_batch_expansion;

/* Plays one action on each of many states, for batched search: no episodes, no bots, nothing in the slots
 * changes. Threads as in lg_batch_step; results do not depend on their number. *failed (may be NULL) gets the number of
 * pairs whose status is not LG_OK. LG_E_ARGUMENT. */
LG_API lg_status lg_batch_expand(lg_batch *batch, const lg_batch_expansion *expansion, int32_t *failed);

#define LG_BATCH_SAMPLING_STREAM 3 /* sample k comes from lg_rng_seed(seed + k, 3) */

/* Arrays of a call of lg_batch_resample. From `players` on any may be NULL. */
typedef struct lg_batch_sampling {
    int32_t count;          /* samples, 0 ... LG_BATCH_MAX_GAMES */
    int32_t state_count, check; /* these four as in lg_batch_expansion */
    const void *states;
    const int32_t *variants;
    const int32_t *parents; /* count: the state of each sample; NULL: sample k refers to state k */
    uint64_t seed;
    const int32_t *players; /* count: for whom; NULL: the player to move, and LG_E_OVER where the game is over */
    void *after;            /* count states; apart from `states`, or the same array when `parents` is NULL */
    uint64_t *keys;         /* count: lg_game_information_key of the state for that player */
    int32_t *status;        /* lg_status of each sample; the other rows of one that is not LG_OK are untouched */
} lg_batch_sampling;

/* lg_game_resample and lg_game_information_key of many states; otherwise as lg_batch_expand. LG_E_ARGUMENT. */
LG_API lg_status lg_batch_resample(lg_batch *batch, const lg_batch_sampling *arrays, int32_t *failed);

/* Arrays of a call of lg_batch_observe. From `players` on any may be NULL. */
typedef struct lg_batch_observations {
    int32_t count;          /* looks, 0 ... LG_BATCH_MAX_GAMES */
    int32_t state_count, check; /* these four as in lg_batch_expansion */
    const void *states;
    const int32_t *variants;
    const int32_t *parents; /* count: the state of each look; NULL: look k refers to state k */
    const int32_t *players; /* count: whose; NULL: the player to move, and LG_E_OVER where the game is over */
    void *observation;      /* count: that player's observation, in the batch's view; aligned to an element */
    uint8_t *mask;          /* count rows as in lg_batch_buffers; all 0 where that player is not to move */
    int32_t *status;        /* lg_status of each look; the other rows of one that is not LG_OK are untouched */
} lg_batch_observations;

/* Observations of many states for any players, to move or not; otherwise as lg_batch_expand. LG_E_ARGUMENT. */
LG_API lg_status lg_batch_observe(lg_batch *batch, const lg_batch_observations *arrays, int32_t *failed);

#define LG_BATCH_CHOICE_STREAM 4 /* choice k comes from lg_rng_seed(seed + k, 4) */

/* Arrays of a call of lg_batch_choose. */
typedef struct lg_batch_choices {
    int32_t count;          /* choices, 0 ... LG_BATCH_MAX_GAMES */
    int32_t state_count, check; /* these four as in lg_batch_expansion */
    const void *states;
    const int32_t *variants;
    const int32_t *parents; /* count: the state of each choice; NULL: choice k refers to state k */
    uint64_t seed;
    int32_t *actions;       /* count: of the player to move, as the batch's view numbers them */
    int32_t *status;        /* lg_status of each choice (LG_E_OVER); its action is untouched if it is not LG_OK. Or
                               NULL */
} lg_batch_choices;

/* Bytes that lg_batch_choose needs, once for each thread; 0 if the bot can't play the game. */
LG_API size_t lg_batch_choose_size(const lg_batch *batch, const lg_bot *bot);

/* A bot's choices in many states; otherwise as lg_batch_expand. `memory`: lg_batch_choose_size bytes aligned to 8.
 * LG_E_ARGUMENT. */
LG_API lg_status lg_batch_choose(lg_batch *batch, const lg_bot *bot, const lg_batch_choices *arrays, void *memory,
                                 size_t size, int32_t *failed);

/* Arrays of a call of lg_batch_transform. From `after` on any may be NULL; the two of a pair go together. */
typedef struct lg_batch_transforms {
    int32_t count;          /* items, 0 ... LG_BATCH_MAX_GAMES */
    int32_t state_count, check; /* these four as in lg_batch_expansion */
    const void *states;
    const int32_t *variants;
    const int32_t *parents; /* count: the state of each item; NULL: item k refers to state k */
    const int32_t *symmetries; /* count: 0 ... game->symmetries-1 */
    void *after;            /* count states; apart from `states`, or the same array when `parents` is NULL */
    const int32_t *actions; /* count: each is mapped; the game's numbers before and after */
    int32_t *images;        /* apart from `actions`, or the same array */
    const float *policies;  /* count x actions: the value of an action moves with the action */
        float *transformed;     /* count x actions, apart from `policies` */
    int32_t *status;        /* lg_status of each item; the other rows of one that is not LG_OK are untouched */
} lg_batch_transforms;

/* Many states, actions and policies under the game's symmetries; otherwise as lg_batch_expand. LG_E_ARGUMENT, also for
 * arrays that overlap where they must not. */
LG_API lg_status lg_batch_transform(lg_batch *batch, const lg_batch_transforms *arrays, int32_t *failed);

LG_END

#endif
