/* What its author makes of a game: a table of facts, and rooms of functions. All of it is constant. Only `rules` is
 * required: a game with nothing else can be played, searched and learnt. docs/your-own-game.md goes through one. */
#ifndef LIBGAMES_TABLE_H
#define LIBGAMES_TABLE_H

#include "libgames/base.h"
#include "libgames/hash.h"
#include "libgames/rng.h"
#include "libgames/text.h"

/* Rises with every change of lg_game_type and its rooms, of lg_game, or of what their functions must do. */
#define LG_GAME_ABI 2u

#define LG_MAX_PARAMS 16       /* parameters of a configuration */
#define LG_MAX_OBSERVATIONS 8  /* ways to encode what a player sees */
#define LG_MAX_DIMS 4          /* axes of an observation */
#define LG_MAX_PARTS 64        /* kinds of elements in an observation */
#define LG_MAX_FIELDS 256      /* fields of a state */
#define LG_MAX_ACTIONS 65536   /* 2^16: 1024 mask words, 8 KiB, still go on the stack */
#define LG_MAX_SYMMETRIES 1024
#define LG_MAX_DRAWS 65536     /* that follow one action */
#define LG_MAX_OUTCOMES 65536  /* of one draw */
#define LG_MAX_DECISIONS 1048576 /* 2^20: a game that goes on for longer is taken for one that never ends */
#define LG_MAX_SAMPLES 1024    /* that a search keeps for a root */
#define LG_POTENTIAL_ONE 65536 /* a potential as large as a win */
#define LG_MAX_POTENTIAL (8 * LG_POTENTIAL_ONE)
#define LG_MAX_STATE_SIZE 16777216 /* 2^24 bytes, so that 32 bits count the bits of a state */

/* A legal-action mask is a bitset: action a is bit a % 64 of word a / 64. */
#define LG_MASK_WORDS(actions) (((actions) + 63) / 64)
#define LG_MAX_MASK_WORDS LG_MASK_WORDS(LG_MAX_ACTIONS)

LG_BEGIN

/* ---- facts about a game ------------------------------------------------------------------------ */

/* Whether all players know the whole state. */
typedef enum lg_information { LG_INFORMATION_PERFECT = 0, LG_INFORMATION_HIDDEN = 1 } lg_information;

/* Where chance comes in. All of it comes from a seed. */
typedef enum lg_chance {
    LG_CHANCE_NONE = 0,  /* every game begins in the same way, and actions decide everything */
    LG_CHANCE_START = 1, /* the start is random */
    LG_CHANCE_PLAY = 2   /* actions have random results: the state carries a generator */
} lg_chance;

/* Element types of observations. LG_F32, a float, is for views only (libgames/view.h), not for a game's own
 * encodings. */
typedef enum lg_dtype { LG_U8 = 0, LG_I16 = 1, LG_I32 = 2, LG_F32 = 3 } lg_dtype;

/* One way to encode what a player sees: a dense array in C order. */
typedef struct lg_space {
    const char *name;           /* "planes", "compact", ... */
    lg_dtype dtype;             /* type of one element */
    int32_t dims;               /* 1 ... LG_MAX_DIMS */
    int32_t shape[LG_MAX_DIMS]; /* the first `dims` entries, each at least 1; the others are 1 */
    int32_t low, high;          /* every element lies in low ... high, both included */
} lg_space;

/* What elements of an observation are that follow each other in C order. */
typedef struct lg_part {
    int32_t count;      /* of elements */
    int32_t categories; /* 0 for numbers; else elements are one of 0 ... categories-1, at least 2 */
    int32_t size;       /* of numbers: the one that becomes 1 in scaled form, as do larger ones; at least 1. Else 0 */
} lg_part;

/* One parameter of a game's configuration: an integer, or one of a list of words. */
typedef struct lg_param {
    const char *name;
    int32_t minimum, maximum; /* both included; for words the indices 0 ... count - 1 */
    int32_t initial;          /* the default: the value when the configuration does not name it */
    const char *const *words; /* maximum + 1 words, or NULL for an integer */
    const char *meaning;      /* one line for help texts, with the unit */
} lg_param;

/* Types of the fields of a state. */
typedef enum lg_field_type {
    LG_FIELD_STRUCT = 0, /* its own fields name it as their parent */
    LG_FIELD_U8 = 1,
    LG_FIELD_I8 = 2,
    LG_FIELD_U16 = 3,
    LG_FIELD_I16 = 4,
    LG_FIELD_U32 = 5,
    LG_FIELD_I32 = 6,
    LG_FIELD_U64 = 7
} lg_field_type;

/* One field of the struct that a state is, for tools that read states in place, such as NumPy. Every byte of a state
 * belongs to one field that is not a struct; those named `reserved` are 0. libgames/author.h has macros for them. */
typedef struct lg_field {
    const char *name;   /* of the member */
    int32_t parent;     /* the number of the struct that it lies in, smaller than its own; -1: the state */
    lg_field_type type;
    int32_t offset;     /* bytes from the start of the parent */
    int32_t size;       /* bytes of one element */
    int32_t dims;       /* 0 (a single value) ... 2: an array in C order */
    int32_t shape[2];   /* the first `dims` entries; the others are 1 */
} lg_field;

/* The time that a contest gives a program, in milliseconds; 0 is no limit. */
typedef struct lg_clock {
    int32_t first;  /* for its first line, where the contest has a rule of its own for that */
    int32_t answer; /* for each answer */
    int32_t total;  /* for all its answers in a game */
} lg_clock;

/* How a state stands, as the game's player, in_move and quiet say; the latter two only while the game goes on. */
typedef struct lg_turn {
    int32_t player;
    bool in_move, quiet;
} lg_turn;

/* The colours of a picture. AUTO is light, and dark where the reader prefers dark pages. */
typedef enum lg_theme { LG_THEME_AUTO = 0, LG_THEME_LIGHT = 1, LG_THEME_DARK = 2, LG_THEME_CONTRAST = 3 } lg_theme;

#define LG_LEAST_PICTURE 16   /* pixels */
#define LG_LARGEST_PICTURE 16384

/* What a picture shows beside the position; the default is all 0. */
typedef struct lg_draw_options {
    const void *before;   /* an earlier state, such as that in which the last move began: what has changed since then is
                             marked. NULL: the last move is marked as far as the state itself remembers it */
    const int32_t *last;  /* the decisions that led from there to the state, in their order, where they are known */
    int32_t last_count;   /* of them; 0: not known */
    bool legal;           /* the legal actions too, as elements with data-action */
    lg_theme theme;
    int32_t size;         /* width in pixels, LG_LEAST_PICTURE ... LG_LARGEST_PICTURE; 0: the picture's own */
    const uint32_t *heat; /* how strongly each of the game's actions is marked, such as its visits in a search. NULL:
                             none is */
} lg_draw_options;

/* How much a player may think. */
typedef struct lg_effort {
    int32_t simulations; /* 1 ...: as many times it imagines, or plays out, what may come */
    lg_stop *stop;       /* true ends the thinking. May be NULL */
    void *context;
} lg_effort;

/* A configured game: plain data, filled by lg_game_configure, read-only afterwards. */
typedef struct lg_game {
    const struct lg_game_type *type;
    int32_t params[LG_MAX_PARAMS]; /* in the order of type->params; unused ones 0 */
    int32_t players;               /* 1 ... LG_MAX_PLAYERS */
    int32_t actions;               /* size of the action space, 1 ... LG_MAX_ACTIONS */
    int32_t observations;          /* how many encodings there are, 1 ... LG_MAX_OBSERVATIONS */
    int32_t symmetries;            /* 1 ... LG_MAX_SYMMETRIES; symmetry 0 is the identity */
    int32_t draws;                 /* no action is followed by more draws that `chance` tells, 0 ... LG_MAX_DRAWS */
    int32_t outcomes;              /* a draw comes out as 0 ... outcomes-1; 1 ... LG_MAX_OUTCOMES, 0 without draws */
    int64_t longest;               /* no game has more decisions than this, or than LG_MAX_DECISIONS */
    size_t state_size;             /* bytes of one state, a multiple of 8, 8 ... LG_MAX_STATE_SIZE */
    size_t shared_size;            /* bytes of what all states share (a city map), 0 for none */
    const void *shared;            /* that object, in the caller's memory; NULL when shared_size is 0 */
    lg_clock clock;
    lg_space observation[LG_MAX_OBSERVATIONS];
    const lg_known *known;         /* NULL, or what whoever has it sets here, in memory that stays: for Alquerque
                                      lg_alquerque_endings.known */
} lg_game;

/* ---- rooms of functions ------------------------------------------------------------------------
 *
 * The functions of a game may trust their arguments (the lg_game_* functions have checked them) and states (validated,
 * or made by these functions). They must be pure: no allocation, no input or output, no variable that outlives a call.
 * `libgames check` plays a game and tests what is demanded here. Of a room that a game does not have, and of a function
 * that is NULL in one that it has, the default is named here. */

/* The rules: what every game must have, and behind that what some games need. */
typedef struct lg_game_rules {
    /* Fills in the game's numbers for game->params, each of which lies in its range and is accepted by `check`. All
     * members are 0 before; symmetries may stay 0 without symmetry functions, observations may stay 0 without
     * `observe`, clock may stay 0. Equal params give equal numbers. */
    void (*configure)(lg_game *game);
    /* The start of a game. All chance comes from `seed`: the same seed gives the same bytes. Writes every byte. */
    void (*new_game)(const lg_game *game, uint64_t seed, void *state);
    /* LG_OK or LG_E_STATE, for any bytes. Accepts only bytes with which all other functions are safe, exactly one byte
     * string for each position, and everything that the other functions make. */
    lg_status (*validate)(const lg_game *game, const void *state);
    /* The player to move, 0 ... players-1; -1 when the game is over. It may be the same player several times in a
     * row. */
    int32_t (*player)(const lg_game *game, const void *state);
    /* Writes all LG_MASK_WORDS(game->actions) words of the mask, unused bits 0, and returns the number of legal
     * actions, 0 exactly when the game is over. */
    int32_t (*legal)(const lg_game *game, const void *state, uint64_t *mask);
    /* The state after action 0 ... actions-1. LG_OK for every legal action; LG_E_OVER after the end; else LG_E_ILLEGAL,
     * or LG_OK where the rules turn an impossible action into nothing. `after` may be `before`. */
    lg_status (*apply)(const lg_game *game, const void *before, int32_t action, void *after);
    /* The result of each player in -1 ... 1. Only asked when the game is over. */
    void (*outcome)(const lg_game *game, const void *state, float *outcome);
    /* An action as text, the same in every state; every action has its own text, of at least one byte. */
    void (*action_print)(const lg_game *game, int32_t action, lg_writer *writer);
    /* The action that a whole text names; reads what action_print writes. LG_E_PARSE. */
    lg_status (*action_parse)(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error);
    /* A position as text. Equal states have equal texts, other states have other texts. */
    void (*state_print)(const lg_game *game, const void *state, lg_writer *writer);
    /* The state that a whole text describes: `validate` accepts it, and a text of state_print gives the same bytes
     * again. LG_E_PARSE with the first byte that can't be right. */
    lg_status (*state_parse)(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error);

    /* ---- optional ---- */

    /* NULL if the parameters, each in its range, go together, else what would be right. Default: they always do. */
    const char *(*check)(const lg_game *game);
    /* Builds what all states share in `memory`, shared_size bytes aligned to 8. Required with a shared object. */
    lg_status (*prepare)(const lg_game *game, void *memory);
    /* The contest's score of each player so far. Default: at the end 1 for an outcome above 0, else 0. */
    void (*scores)(const lg_game *game, const void *state, int32_t *scores);
    /* What each player has been given so far, where the score at the end is another number because it has limits. The
     * same also when the game is over. Default: the scores. */
    void (*points)(const lg_game *game, const void *state, int32_t *points);
    /* A state that `player` can't tell from the given one: all its observations, messages, masks and its key of
     * information are the same. What it does not know is chosen with *rng among all possibilities. `after` may be
     * `before`. Required with hidden information. Default: the state itself. */
    void (*resample)(const lg_game *game, const void *before, int32_t player, lg_rng *rng, void *after);
    /* The same state with other future chance: its generator is seeded anew from *rng, and nothing else
     * changes. `after` may be `before`. Required with chance in play. Default: the state itself. */
    void (*reseed)(const lg_game *game, const void *before, lg_rng *rng, void *after);
    /* A key that is equal for states that `player` can't tell apart, as far as what it knows still matters, and (but
     * for chance) different for others. Required with hidden information or chance in play. Default: the hash of the
     * state. */
    uint64_t (*information_key)(const lg_game *game, const void *state, int32_t player);
    /* Only with chance in play: the outcomes that the next draw may have when `action` is applied to `before` and the
     * first `count` draws came out as `drawn` (each 0 ... outcomes-1). Writes them in rising order, and the probability
     * of each, above 0 and together 1; nothing when they are more than `capacity`. Returns their number: 0 when nothing
     * more is drawn, as for an action that is refused; -1 when these draws can't come out so. Nothing more is drawn
     * after `draws` of them. Default: what is drawn is not told. */
    int32_t (*chance)(const lg_game *game, const void *before, int32_t action, const int32_t *drawn, int32_t count,
                      int32_t *outcomes, double *weights, int32_t capacity);
    /* `apply` with draws that come out as `drawn`; LG_E_ARGUMENT when they can't, or are too few or too many. The
     * generator goes on as in `apply`: with the draws that `apply` makes itself the bytes are the same. `after` may be
     * `before`. Goes together with `chance`. */
    lg_status (*apply_drawn)(const lg_game *game, const void *before, int32_t action, const int32_t *drawn,
                             int32_t count, void *after);
} lg_game_rules;

/* Sentences about what is going on, and the text of what all states share. */
typedef struct lg_game_texts {
    /* Why an action is not legal here, NULL when it is. Default: a general sentence. */
    const char *(*explain)(const lg_game *game, const void *state, int32_t action);
    /* How the game stands or has ended, in a few words. Default: "ongoing" or "over". */
    const char *(*result)(const lg_game *game, const void *state);
    /* The first field of bytes that `validate` refuses which is wrong, and why: "turn: expected 0 ... 50". NULL for a
     * state. Default: a general sentence. */
    const char *(*problem)(const lg_game *game, const void *state);
    /* What all states share, as `prepare` builds it, from its text, and its text. Both or neither. Default: it has no
     * text (LG_E_UNSUPPORTED). */
    lg_status (*prepare_parse)(const lg_game *game, const char *text, size_t length, void *memory,
                               lg_parse_error *error);
    void (*shared_print)(const lg_game *game, lg_writer *writer);
} lg_game_texts;

/* For people who look at a game or play it. */
typedef struct lg_game_people {
    /* The position as lines of text, without an LF at the end, as far as `viewer` may know it; -1 knows everything.
     * With `colour`, the same text in the colours of a terminal (ANSI SGR sequences; see style.h). Default: the
     * position text; with hidden information whether `viewer` is to move, and up to 64 numbers of its first
     * observation. */
    void (*board)(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
    /* The position as a picture, an SVG document (see svg.h), as far as `viewer` may know it; -1 knows everything. Of
     * `before` and `last`, too, it shows only what the viewer knows. With options->legal, each legal action has exactly
     * one element with its number in data-action, if the viewer is to move or knows everything; otherwise none has.
     * Default: the board as a picture. */
    void (*draw)(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                 lg_writer *writer);
    /* What the player to move may type now, a line or a few. Default: nothing (its legal moves are shown). */
    void (*input_help)(const lg_game *game, const void *state, lg_writer *writer);
    /* The decision that the player to move is asked for, in a few words: "detective 2, now in 17". Default: nothing. */
    void (*prompt)(const lg_game *game, const void *state, lg_writer *writer);
    /* What `player` hears at its turn of what the others did, a line or a few, where it does not see their moves.
     * Default: its message where something is hidden, else nothing. */
    void (*news)(const lg_game *game, const void *state, int32_t player, lg_writer *writer);
    /* Takes the next decision from what the player to move typed, more kindly than `play`: any case, blanks, commas,
     * whole words. The reader stands behind blanks, and within a line also behind the decisions that led to this state.
     * At its end: the decision that the end of the line stands for in a move under way, or LG_E_PARSE. It reads what
     * action_print writes of every legal action. LG_OK with any action; LG_E_PARSE; LG_E_ILLEGAL, by lg_refuse, where
     * no action can say what is wrong. Default: the text of an action in any case, and nothing after it. */
    lg_status (*typed)(const lg_game *game, const void *state, lg_reader *reader, int32_t *action);
    /* A legal action in the words of the game here, from nothing but what the player to move may know, where it stands
     * alone: "detective 2: 59-82 by plane". Default: the text of the action. */
    void (*decision)(const lg_game *game, const void *state, int32_t action, lg_writer *writer);
} lg_game_people;

/* For a referee, and the programs of the contest, whose moves may consist of several decisions. */
typedef struct lg_game_contest {
    /* Whether the player to move has made some decisions of its contest move already. Only asked while the game goes
     * on. Default: false; every decision is a whole move. */
    bool (*in_move)(const lg_game *game, const void *state);
    /* A whole move as a program writes it, from its decisions: `actions` led from `before` to `after`. Where a move is
     * under way in `before`, the rest of it, which `play` reads there; where one is in `after`, its beginning, for people.
     * Default: the texts of the actions, with a blank between them. */
    void (*move_print)(const lg_game *game, const void *before, const int32_t *actions, int32_t count, const void *after,
                       lg_writer *writer);
    /* Plays a program's answer, a whole move. LG_E_PARSE, LG_E_ILLEGAL (error->expected then says why), LG_E_OVER.
     * `after` may be `before`. Default: the text of one action. */
    lg_status (*play)(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error);
    /* How many lines such an answer has here. Of more than one, `play` reads them in a single line, too, with `/` between
     * them. Default: 1. */
    int32_t (*answer_lines)(const lg_game *game, const void *state);
    /* The move that an answer counts as, in a contest that accepts answers that it can't read. Default: NULL, the
     * contest refuses them. */
    const char *(*taken_for)(const lg_game *game, const char *text, size_t length);
    /* What the program of `player` reads now, with its line ends; often nothing. Default: in its turn the position text
     * and an LF with perfect information, else nothing. */
    void (*message)(const lg_game *game, const void *state, int32_t player, lg_writer *writer);
    /* Reads a program's answer to `opening`, a line; the first *name_length bytes of it are the name that it gives
     * itself. LG_E_PARSE; where the contest passes over such a line and reads on, the error stands behind the line's
     * end. Default, with an opening: any line will do. */
    lg_status (*opening_parse)(const lg_game *game, const char *text, size_t length, size_t *name_length,
                               lg_parse_error *error);
    /* What the contest does with a player whose program broke the rules. LG_OK; LG_E_OVER after the end. Default: the
     * state can't say it (LG_E_UNSUPPORTED); a referee then ends the game, and the offender has lost. */
    lg_status (*forfeit)(const lg_game *game, const void *before, int32_t player, void *after);
} lg_game_contest;

/* For learners, and for tools that read states in place. */
typedef struct lg_game_learners {
    /* What `player` may know, and nothing else, in encoding `which`: writes every byte. Default, with perfect
     * information only: one encoding "state", the state's bytes. */
    void (*observe)(const lg_game *game, const void *state, int32_t player, int32_t which, void *out);
    /* What the elements of encoding `which` are: parts whose counts add up to its elements, at most LG_MAX_PARTS;
     * returns how many. Default: numbers, whose size is that of the space's range. */
    int32_t (*parts)(const lg_game *game, int32_t which, lg_part *parts);
    /* The symmetries of the game: each maps actions, states and observations so that playing and mapping commute
     * (except for the results of chance). Two of them in succession are another one. All three functions or none.
     * Default: the identity only. `after` may be `before` for states, but not for observations. */
    int32_t (*symmetry_action)(const lg_game *game, int32_t symmetry, int32_t action);
    void (*symmetry_state)(const lg_game *game, int32_t symmetry, const void *before, void *after);
    void (*symmetry_observation)(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                 void *after);
    /* The symmetry that turns the position for `player` into a canonical one, from nothing but what it may know.
     * Default: 0, the identity. */
    int32_t (*canonical)(const lg_game *game, const void *state, int32_t player);
    /* What a position is worth to `player` on the way to the end, in LG_POTENTIAL_ONE-ths, -LG_MAX_POTENTIAL ...
     * LG_MAX_POTENTIAL; also asked at the end, where 0 leaves the best play as it was. Default: the evaluation, and 0
     * at the end. */
    int32_t (*potential)(const lg_game *game, const void *state, int32_t player);
    /* Fills in the fields of a state, at most LG_MAX_FIELDS, in the order of their offsets, structs before their
     * members, and returns their number. Default: one field `bytes`. */
    int32_t (*fields)(const lg_game *game, lg_field *fields);
} lg_game_learners;

/* For players: how to play well, and how a position is to be judged. */
typedef struct lg_game_bots {
    /* The game's own baseline player: a legal action of the player to move, chosen from nothing but what that player
     * may know. Default: a random one. */
    int32_t (*greedy)(const lg_game *game, const void *state, lg_rng *rng);
    /* Likewise: a player that thinks in a way of the game's own, the better the more effort it may make. It chooses
     * something even when stopped at once, and without `stop` the same for the same generator. Default: greedy. */
    int32_t (*expert)(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng);
    /* A heuristic value of the position for `player`, -1 ... 1. Of two players each has the other's value with the sign
     * changed. Only asked while the game goes on. Computed so that every compiler gives the same: from integers,
     * divided by a power of two. Default: 0. */
    float (*evaluate)(const lg_game *game, const void *state, int32_t player);
    /* What `strong` is in this game for the player in a seat: the configuration of a bot
     * (libgames/bots.h) that can play it and is not `strong` itself, such as "mcts(policy=puct,rollout=greedy)",
     * with the numbers that it has in strong(simulations=1000); lg_bot_in_seat says how others follow. Default:
     * "mcts". */
    const char *(*strong)(const lg_game *game, int32_t player);
    /* After so many decisions of a rollout `evaluate` counts, where the player `mcts` is not told a number: for games
     * whose random play goes on for too long. Default, 0: rollouts go to the end. */
    int32_t cutoff;
    /* So many sampled states a search keeps for a root unless it is told a number (lg_search_config.samples): for games
     * whose `resample` takes longer than the rest of a simulation. 0 ... LG_MAX_SAMPLES; 0: each samples its own. */
    int32_t samples;
    /* The network of the player `net` for this configuration, a constant as script/net writes it, and its bytes in
     * *size; NULL: it has none. Default: none. */
    const void *(*net)(const lg_game *game, size_t *size);
} lg_game_bots;

/* For speed: what searches, rollouts and batches ask again and again. */
typedef struct lg_game_speed {
    /* Whether no capture or the like is under way that a search should play out before it evaluates. Only asked while
     * the game goes on. Default: true. */
    bool (*quiet)(const lg_game *game, const void *state);
    /* A key that is equal for states from which the game goes on alike: equal actions are legal, lead to equal players
     * to move and in the end to equal outcomes; and (but for chance) different for others. A search looks at equal ones
     * once. Default: the hash of the state. */
    uint64_t (*position_key)(const lg_game *game, const void *state);
    /* The actions of the mask as a list, each once. Returns their number. Only asked while the game goes on. Default:
     * in rising order. */
    int32_t (*list_legal)(const lg_game *game, const void *state, uint16_t *actions);
    /* The state after an action that is known to be legal, and how it stands. `after` is not `before`. Default:
     * apply, player, in_move and quiet. */
    void (*apply_legal)(const lg_game *game, const void *before, int32_t action, void *after, lg_turn *turn);
    /* Where opponents play on in a batch, and in rollouts: while a player in the set (bit p for player p) is to
     * move, what `greedy` chooses with this generator is played, for at most so many decisions. Returns the player to
     * move then, -1 when the game is over. Default: by `greedy` and `apply`, one decision after the other. */
    int32_t (*play_greedy)(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng);
    /* Where all play at random, as in rollouts: plays at most so many decisions, at least one, and until the game is
     * over. lg_rng_below(rng, number of legal actions) says which action of the mask is played, from the lowest on.
     * Returns how many decisions there were. Default: by `legal`, lg_mask_select and `apply`, one after the other. */
    int64_t (*play_random)(const lg_game *game, void *state, int64_t most, lg_rng *rng);
} lg_game_speed;

/* ---- the table ---------------------------------------------------------------------------------- */

/* What a game is: one constant table of facts and rooms of functions, made by its author. Texts are constant strings, in
 * UTF-8 without control characters; `help` and `opening` may have several lines. */
typedef struct lg_game_type {
    uint32_t abi;               /* LG_GAME_ABI: always the first member */
    int32_t version;            /* rises only when rules, actions or observations change their behaviour */
    const char *name;           /* as in configurations: a ... z, 0 ... 9 and _, at most 31 bytes */
    const char *title;          /* for people: "Alquerque 7x7 (CodeCup 2008)" */
    const char *id;             /* in the ids of environments, 1 to 31 letters and digits: libgames/Alquerque-v0 */
    lg_information information;
    lg_chance chance;
    int32_t param_count;        /* entries of params, 0 ... LG_MAX_PARAMS */
    const lg_param *params;     /* may be NULL when there are none */
    const char *const *seats;   /* what the players are called, for as many as there can be; NULL: "player 0", ... */
    const char *shared_file;    /* the file in which a contest hands out the shared object; NULL: none */
    const char *opening;        /* sent to every program before the game, which answers with a line; NULL: nothing */
    const char *help;           /* for people: the goal, the rules and an example of a move in about five lines, without
                                   an LF at the end; NULL: none */

    lg_game_rules rules;
    const lg_game_texts *texts; /* NULL, as in all that follow: each of its functions has its default */
    const lg_game_people *people;
    const lg_game_contest *contest;
    const lg_game_learners *learners;
    const lg_game_bots *bots;
    const lg_game_speed *speed;
} lg_game_type;

LG_END

#endif
