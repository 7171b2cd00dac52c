/* The definition of a game: a table of facts, and rooms of functions. All of it is constant. Only `rules` is required:
 * a game with only these can be played, searched and learned. docs/your-own-game.md explains a game step by step. */
#ifndef LIBGAMES_TABLE_H
#define LIBGAMES_TABLE_H

#include "libgames/base.h"
#include "libgames/hash.h"
#include "libgames/rng.h"
#include "libgames/text.h"

/* Rises with every change of lg_game_type and its rooms, of lg_game, or of what their functions must do. */
#define LG_GAME_ABI 3u

#define LG_MAX_PARAMS 20       /* parameters of a configuration */
#define LG_MAX_OBSERVATIONS 8  /* ways to encode a player's view */
#define LG_MAX_DIMS 4          /* axes of an observation */
#define LG_MAX_PARTS 64        /* kinds of elements in an observation */
#define LG_MAX_FIELDS 256      /* fields of a state */
#define LG_MAX_ACTIONS 65536   /* 2^16: 1024 mask words, 8 KiB, still fit on the stack */
#define LG_MAX_SYMMETRIES 1024
#define LG_MAX_DRAWS 65536     /* that follow one action */
#define LG_MAX_OUTCOMES 65536  /* of one draw */
#define LG_MAX_DECISIONS 1048576 /* 2^20: a longer game is assumed never to end */
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

/* The role of chance. All of it comes from a seed. */
typedef enum lg_chance {
    LG_CHANCE_NONE = 0,  /* every game begins in the same way, and actions decide everything */
    LG_CHANCE_START = 1, /* the start is random */
    LG_CHANCE_PLAY = 2   /* actions have random results: the state carries a generator */
} lg_chance;

/* Element types of observations. LG_F32, a float, is for views only (libgames/view.h), not for a game's own
 * encodings. */
typedef enum lg_dtype { LG_U8 = 0, LG_I16 = 1, LG_I32 = 2, LG_F32 = 3 } lg_dtype;

/* One way to encode a player's view: a dense array in C order. */
typedef struct lg_space {
    const char *name;           /* "planes", "compact", ... */
    lg_dtype dtype;             /* type of one element */
    int32_t dims;               /* 1 ... LG_MAX_DIMS */
    int32_t shape[LG_MAX_DIMS]; /* the first `dims` entries, each at least 1; the others are 1 */
    int32_t low, high;          /* every element lies in low ... high, both included */
} lg_space;

/* Consecutive elements of one kind in an observation, in C order. */
typedef struct lg_part {
    int32_t count;      /* of elements */
    int32_t categories; /* 0 for numbers; otherwise, at least 2: elements are 0 ... categories-1 */
    int32_t size;       /* of numbers, at least 1: in scaled form this and larger ones become 1. Otherwise 0 */
} lg_part;

/* One parameter of a game's configuration: an integer, or one of a list of words. */
typedef struct lg_param {
    const char *name;
    int32_t minimum, maximum; /* both included; for words the indices 0 ... count - 1 */
    int32_t initial;          /* the default, for configurations that leave it out */
    const char *const *words; /* maximum + 1 words, or NULL for an integer */
    const char *meaning;      /* one line of help, with the unit */
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

/* The time limits of a contest program, in milliseconds; 0 is no limit. */
typedef struct lg_clock {
    int32_t first;  /* for its first line, if the contest has a separate limit */
    int32_t answer; /* for each answer */
    int32_t total;  /* for all its answers in a game */
} lg_clock;

/* The results of the game's player, in_move and quiet; the latter two count only until the game is over. */
typedef struct lg_turn {
    int32_t player;
    bool in_move, quiet;
} lg_turn;

/* The colours of a picture. AUTO is light, and dark where the reader prefers dark pages. */
typedef enum lg_theme { LG_THEME_AUTO = 0, LG_THEME_LIGHT = 1, LG_THEME_DARK = 2, LG_THEME_CONTRAST = 3 } lg_theme;

#define LG_LEAST_PICTURE 16   /* pixels */
#define LG_LARGEST_PICTURE 16384

/* Additions to the position in a picture; the default is all 0. */
typedef struct lg_draw_options {
    const void *before;   /* an earlier state, such as the start of the last move: changes since then are marked. NULL:
                           * the last move is marked as far as it is stored in the state */
    const int32_t *last;  /* the decisions that led from there to the state, in their order, where they are known */
    int32_t last_count;   /* of them; 0: not known */
    bool legal;           /* the legal actions too, as elements with data-action */
    lg_theme theme;
    int32_t size;         /* width in pixels, LG_LEAST_PICTURE ... LG_LARGEST_PICTURE; 0: the picture's own */
    const uint32_t *heat; /* the weight with which each of the game's actions is marked, such as its visits in a
                             search; NULL: no marks */
} lg_draw_options;

/* How much a bot may think. */
typedef struct lg_effort {
    int32_t simulations; /* 1 ...: possible continuations that it imagines or plays out */
    lg_stop *stop;       /* true ends the thinking. May be NULL */
    void *context;
} lg_effort;

/* A configured game: plain data, filled by lg_game_configure, read-only afterwards. */
typedef struct lg_game {
    const struct lg_game_type *type;
    int32_t params[LG_MAX_PARAMS]; /* in the order of type->params; unused ones 0 */
    int32_t players;               /* 1 ... LG_MAX_PLAYERS */
    int32_t actions;               /* size of the action space, 1 ... LG_MAX_ACTIONS */
    int32_t observations;          /* number of encodings, 1 ... LG_MAX_OBSERVATIONS */
    int32_t symmetries;            /* 1 ... LG_MAX_SYMMETRIES; symmetry 0 is the identity */
    int32_t draws;                 /* most draws of `chance` after one action, 0 ... LG_MAX_DRAWS */
    int32_t outcomes;              /* draws give 0 ... outcomes-1; 1 ... LG_MAX_OUTCOMES, 0 without draws */
    int64_t longest;               /* no game has more decisions than this, or than LG_MAX_DECISIONS */
    size_t state_size;             /* bytes of one state, a multiple of 8, 8 ... LG_MAX_STATE_SIZE */
    const lg_known *known;         /* NULL, or set by the owner of such results, in memory that stays: for Alquerque
                                      lg_alquerque_endings.known */
    size_t shared_size;            /* bytes of the object that all states share (a city map), 0 for none */
    const void *shared;            /* this object, not owned; NULL when shared_size is 0 */
    lg_clock clock;
    lg_space observation[LG_MAX_OBSERVATIONS];
} lg_game;

/* ---- rooms of functions ------------------------------------------------------------------------
 *
 * The functions of a game may trust their arguments (the lg_game_* functions have checked them) and states (validated,
 * or made by these functions). They must be pure: no allocation, no input or output, no variable that outlives a call.
 * `libgames check` plays a game and tests these requirements. If a room is missing, or a function is NULL in one that
 * exists, the default named here applies. */

/* The rules: first the functions that every game must have, then those that some games need. */
typedef struct lg_game_rules {
    /* Fills in the game's numbers for game->params, each of which lies in its range and is accepted by `check`. All
     * members are 0 before; symmetries may stay 0 without symmetry functions, observations may stay 0 without
     * `observe`, clock may stay 0. Equal params give equal numbers. */
    void (*configure)(lg_game *game);
    /* The start of a game. All chance comes from `seed`: the same seed gives the same bytes. Writes every byte. */
    void (*new_game)(const lg_game *game, uint64_t seed, void *state);
    /* LG_OK or LG_E_STATE, for any bytes. Accepts only bytes with which all other functions are safe, exactly one byte
     * string for each position, and every state made by the other functions. */
    lg_status (*validate)(const lg_game *game, const void *state);
    /* The player to move, 0 ... players-1; -1 when the game is over. It may be the same player several times in a
     * row. */
    int32_t (*player)(const lg_game *game, const void *state);
    /* Writes all LG_MASK_WORDS(game->actions) words of the mask, unused bits 0, and returns the number of legal
     * actions, 0 exactly when the game is over. */
    int32_t (*legal)(const lg_game *game, const void *state, uint64_t *mask);
    /* The state after action 0 ... actions-1. LG_OK for every legal action; LG_E_OVER after the end; otherwise
     * LG_E_ILLEGAL, or LG_OK where an impossible action has no effect by the rules. `after` may be `before`. */
    lg_status (*apply)(const lg_game *game, const void *before, int32_t action, void *after);
    /* The result of each player in -1 ... 1. Called only when the game is over. */
    void (*outcome)(const lg_game *game, const void *state, float *outcome);
    /* An action as text, the same in every state; every action has its own text, of at least one byte. */
    void (*action_print)(const lg_game *game, int32_t action, lg_writer *writer);
    /* The action named by a whole text; the inverse of action_print. LG_E_PARSE. */
    lg_status (*action_parse)(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error);
    /* A position as text. Two states have the same text exactly if they are equal. */
    void (*state_print)(const lg_game *game, const void *state, lg_writer *writer);
    /* The state that a whole text describes: `validate` accepts it, and a text of state_print gives the same bytes
     * again. LG_E_PARSE with the first byte that can't be right. */
    lg_status (*state_parse)(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error);

    /* ---- optional ---- */

    /* NULL if the parameters, each in its range, can be combined, otherwise the requirement that they violate. Default:
     * they always can. */
    const char *(*check)(const lg_game *game);
    /* Builds the shared object in `memory`, shared_size bytes aligned to 8. Required if there is one. */
    lg_status (*prepare)(const lg_game *game, void *memory);
    /* The contest's score of each player so far. Default: at the end 1 for an outcome above 0, else 0. */
    void (*scores)(const lg_game *game, const void *state, int32_t *scores);
    /* The points of each player so far, where limits make the final score a different number. They stay the same when
     * the game is over. Default: the scores. */
    void (*points)(const lg_game *game, const void *state, int32_t *points);
    /* A state that `player` can't distinguish from the given one: all its observations, messages, masks and its
     * information key are the same. Everything that it does not know is drawn with *rng from all possibilities. `after`
     * may be `before`. Required with hidden information. Default: the state itself. */
    void (*resample)(const lg_game *game, const void *before, int32_t player, lg_rng *rng, void *after);
    /* The same state with other future chance: its generator is seeded anew from *rng, and nothing else
     * changes. `after` may be `before`. Required with chance in play. Default: the state itself. */
    void (*reseed)(const lg_game *game, const void *before, lg_rng *rng, void *after);
    /* A key that is equal for states that `player` can't distinguish in anything that still matters, and (except for
     * chance) different for all others. Required with hidden information or chance in play. Default: the hash of the
     * state. */
    uint64_t (*information_key)(const lg_game *game, const void *state, int32_t player);
    /* Only with chance in play: the outcomes that the next draw may have when `action` is applied to `before` and the
     * first `count` draws came out as `drawn` (each 0 ... outcomes-1). Writes them in ascending order with their
     * probabilities, each above 0 and together 1; nothing if there are more than `capacity`. Returns their number: 0
     * when nothing more is drawn, as for an action that is refused; -1 when these draws can't have these outcomes.
     * Nothing more is drawn after `draws` of them. Default: the draws are not revealed. */
    int32_t (*chance)(const lg_game *game, const void *before, int32_t action, const int32_t *drawn, int32_t count,
                      int32_t *outcomes, double *weights, int32_t capacity);
    /* `apply` with draws that come out as `drawn`; LG_E_ARGUMENT when they can't, or are too few or too many. The
     * generator advances as in `apply`: with the draws that `apply` makes itself the bytes are the same. `after` may be
     * `before`. Required together with `chance`. */
    lg_status (*apply_drawn)(const lg_game *game, const void *before, int32_t action, const int32_t *drawn,
                             int32_t count, void *after);
} lg_game_rules;

/* Explanations in words, and the text of the shared object. */
typedef struct lg_game_texts {
    /* Why an action is not legal here, NULL when it is. Default: a general sentence. */
    const char *(*explain)(const lg_game *game, const void *state, int32_t action);
    /* The state or the end of the game in a few words. Default: "ongoing" or "over". */
    const char *(*result)(const lg_game *game, const void *state);
    /* The first wrong field of bytes that `validate` refuses, and the reason: "turn: expected 0 ... 50". NULL for a
     * state. Default: a general sentence. */
    const char *(*problem)(const lg_game *game, const void *state);
    /* The shared object, as `prepare` builds it, from its text, and its text. Both or neither. Default: none
     * (LG_E_UNSUPPORTED). */
    lg_status (*prepare_parse)(const lg_game *game, const char *text, size_t length, void *memory,
                               lg_parse_error *error);
    void (*shared_print)(const lg_game *game, lg_writer *writer);
} lg_game_texts;

/* For people who watch or play. */
typedef struct lg_game_people {
    /* The position as lines of text, without a final LF, as far as `viewer` may know it; -1 knows everything. With
     * `colour`, the same text in the colours of a terminal (ANSI SGR sequences; see style.h). Default: the position
     * text; with hidden information, whether `viewer` is to move and up to 64 numbers of its first observation. */
    void (*board)(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);
    /* The position as a picture, an SVG document (see svg.h), as far as `viewer` may know it; -1 knows everything. This
     * limit applies to `before` and `last` as well. With options->legal, each legal action has exactly one element with
     * its number in data-action, if the viewer is to move or knows everything; otherwise there are no such elements.
     * Default: the board as a picture. */
    void (*draw)(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                 lg_writer *writer);
    /* A description of the input that is possible now, in one or a few lines. Default: empty (the legal moves are
     * shown). */
    void (*input_help)(const lg_game *game, const void *state, lg_writer *writer);
    /* The decision that is due, in a few words: "detective 2, now in 17". Default: empty. */
    void (*prompt)(const lg_game *game, const void *state, lg_writer *writer);
    /* News for `player` at its turn about the others' moves, where it does not see them, in one or a few lines.
     * Default: its message with hidden information, otherwise empty. */
    void (*news)(const lg_game *game, const void *state, int32_t player, lg_writer *writer);
    /* Takes the next decision from typed input, more leniently than `play`: any case, blanks, commas, whole words. The
     * reader is past any blanks and past the decisions of this line that led to this state. At its end: the decision
     * implied by the end of the line in a move under way, or LG_E_PARSE. The output of action_print for every legal
     * action must be accepted. LG_OK with any action; LG_E_PARSE; LG_E_ILLEGAL, by lg_refuse, where no action can
     * express the problem. Default: the text of one action in any case, with nothing after it. */
    lg_status (*typed)(const lg_game *game, const void *state, lg_reader *reader, int32_t *action);
    /* A legal action on its own, in the game's words, from nothing but the knowledge of the player to move: "detective
     * 2: 59-82 by plane". Default: the text of the action. */
    void (*decision)(const lg_game *game, const void *state, int32_t action, lg_writer *writer);
} lg_game_people;

/* For referees and contest programs, whose moves may consist of several decisions. */
typedef struct lg_game_contest {
    /* Whether the player to move has made some decisions of its contest move already. Called only until the game is
     * over. Default: false; every decision is a whole move. */
    bool (*in_move)(const lg_game *game, const void *state);
    /* A whole move as a program writes it, from its decisions: `actions` led from `before` to `after`. If a move is
     * under way in `before`, the rest of it, which `play` reads there; if one is under way in `after`, its beginning,
     * for people. Default: the actions as text, separated by blanks. */
    void (*move_print)(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                       const void *after, lg_writer *writer);
    /* Plays a program's answer, a whole move. LG_E_PARSE, LG_E_ILLEGAL (error->expected is the reason), LG_E_OVER.
     * `after` may be `before`. Default: the text of one action. */
    lg_status (*play)(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error);
    /* The number of lines of such an answer. If there are several, `play` also accepts them in one line, separated by
     * `/`. Default: 1. */
    int32_t (*answer_lines)(const lg_game *game, const void *state);
    /* The move for which the contest takes an answer, where it accepts answers that it can't read. Default: NULL, the
     * contest refuses them. */
    const char *(*taken_for)(const lg_game *game, const char *text, size_t length);
    /* The text that the program of `player` reads now, line ends included; often empty. Default: at its turn, with
     * perfect information, the position text and an LF; otherwise empty. */
    void (*message)(const lg_game *game, const void *state, int32_t player, lg_writer *writer);
    /* Reads a program's answer to `opening`, a line; its first *name_length bytes are the program's name. LG_E_PARSE;
     * where the contest ignores such a line and reads the next one, the error is after the end of the line. Default,
     * with an opening: any line is accepted. */
    lg_status (*opening_parse)(const lg_game *game, const char *text, size_t length, size_t *name_length,
                               lg_parse_error *error);
    /* Applies the contest's penalty to a player whose program broke the rules. LG_OK; LG_E_OVER after the end. Default:
     * the state can't express it (LG_E_UNSUPPORTED); a referee then ends the game, and the offender has lost. */
    lg_status (*forfeit)(const lg_game *game, const void *before, int32_t player, void *after);
} lg_game_contest;

/* For learners, and for tools that read states in place. */
typedef struct lg_game_learners {
    /* The observation of `player` in encoding `which`, from nothing but its knowledge: writes every byte. Default, with
     * perfect information only: one encoding "state", the state's bytes. */
    void (*observe)(const lg_game *game, const void *state, int32_t player, int32_t which, void *out);
    /* The elements of encoding `which`: parts whose counts add up to its elements, at most LG_MAX_PARTS; returns the
     * number of parts. Default: numbers, whose size comes from the space's range. */
    int32_t (*parts)(const lg_game *game, int32_t which, lg_part *parts);
    /* The symmetries of the game: each maps actions, states and observations so that playing and mapping commute
     * (except for the results of chance). The composition of two symmetries is a symmetry. All three functions or none.
     * Default: the identity only. `after` may be `before` for states, but not for observations. */
    int32_t (*symmetry_action)(const lg_game *game, int32_t symmetry, int32_t action);
    void (*symmetry_state)(const lg_game *game, int32_t symmetry, const void *before, void *after);
    void (*symmetry_observation)(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                 void *after);
    /* The symmetry that turns the position for `player` into a canonical one, from its knowledge alone.
     * Default: 0, the identity. */
    int32_t (*canonical)(const lg_game *game, const void *state, int32_t player);
    /* The value of a position to `player` on the way to the end, in LG_POTENTIAL_ONE-ths, -LG_MAX_POTENTIAL ...
     * LG_MAX_POTENTIAL; also called at the end, where 0 preserves optimal play. Default: the evaluation, and 0 at the
     * end. */
    int32_t (*potential)(const lg_game *game, const void *state, int32_t player);
    /* Fills in the fields of a state, at most LG_MAX_FIELDS, in the order of their offsets, structs before their
     * members, and returns their number. Default: one field `bytes`. */
    int32_t (*fields)(const lg_game *game, lg_field *fields);
} lg_game_learners;

/* For bots: good moves, and the evaluation of positions. */
typedef struct lg_game_bots {
    /* The game's baseline bot: a legal action of the player to move, chosen from nothing but that player's knowledge.
     * Default: a random one. */
    int32_t (*greedy)(const lg_game *game, const void *state, lg_rng *rng);
    /* The same for a bot that thinks by a method specific to the game, and plays better with more effort. It chooses an
     * action even when stopped immediately; without `stop`, the same generator gives the same action. Default:
     * greedy. */
    int32_t (*expert)(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng);
    /* A heuristic value of the position for `player`, -1 ... 1. With two players the values have opposite signs. Called
     * only until the game is over. To be the same with every compiler, it is computed from integers and divided by a
     * power of two. Default: 0. */
    float (*evaluate)(const lg_game *game, const void *state, int32_t player);
    /* The bot behind `strong` for a seat of this game: the configuration of a bot (libgames/bots.h) that can play it
     * and is not `strong` itself, such as "mcts(policy=puct,rollout=greedy)", with its numbers for
     * strong(simulations=1000); lg_bot_in_seat scales them for other numbers. If the network does not value the game's
     * number of players, or the build contains no networks, evaluator=net is left out. Default: "mcts". */
    const char *(*strong)(const lg_game *game, int32_t player);
    /* The number of decisions after which `evaluate` ends a rollout, unless the configuration of `mcts` gives one: for
     * games whose random play takes too long. Default, 0: rollouts go to the end. */
    int32_t cutoff;
    /* The number of sampled states that a search keeps for a root unless its configuration gives one
     * (lg_search_config.samples): for games whose `resample` takes longer than the rest of a simulation. 0 ...
     * LG_MAX_SAMPLES; 0: each simulation samples its own state. */
    int32_t samples;
    /* The network of the bot `net` for this configuration, a constant written by script/net, and its size in bytes in
     * *size; NULL: there is none. Default: none. */
    const void *(*net)(const lg_game *game, size_t *size);
} lg_game_bots;

/* For speed: functions that searches, rollouts and batches call most often. */
typedef struct lg_game_speed {
    /* False while a search should play out something under way, such as a capture, before it evaluates. Called only
     * until the game is over. Default: true. */
    bool (*quiet)(const lg_game *game, const void *state);
    /* A key that is equal for states with the same future: the same actions are legal and lead to the same players to
     * move and finally to the same outcomes; and (except for chance) different for all others. A search examines states
     * with equal keys once. Default: the hash of the state. */
    uint64_t (*position_key)(const lg_game *game, const void *state);
    /* The actions of the mask as a list, each once. Returns their number. Called only until the game is over. Default:
     * in ascending order. */
    int32_t (*list_legal)(const lg_game *game, const void *state, uint16_t *actions);
    /* The state after an action that is known to be legal, and its lg_turn. `after` must not be `before`. Default:
     * apply, player, in_move and quiet. */
    void (*apply_legal)(const lg_game *game, const void *before, int32_t action, void *after, lg_turn *turn);
    /* For opponents in a batch, and for rollouts: while a player in the set (bit p for player p) is to move, plays the
     * choices of `greedy` with this generator, at most `most` decisions. Returns the player to move afterwards, -1 when
     * the game is over. Default: by `greedy` and `apply`, one decision after the other. */
    int32_t (*play_greedy)(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng);
    /* Random play of all players, as in rollouts: plays at most `most` decisions, at least one, until the game is over.
     * lg_rng_below(rng, number of legal actions) is the rank of the action in the mask, from the lowest on. Returns the
     * number of decisions. Default: by `legal`, lg_mask_select and `apply`, one after the other. */
    int64_t (*play_random)(const lg_game *game, void *state, int64_t most, lg_rng *rng);
} lg_game_speed;

/* ---- the table ---------------------------------------------------------------------------------- */

/* A game: one constant table of facts and rooms of functions, written by its author. Strings are constant, in UTF-8
 * without control characters; `help` and `opening` may have several lines. */
typedef struct lg_game_type {
    uint32_t abi;               /* LG_GAME_ABI: always the first member */
    int32_t version;            /* rises only when rules, actions or observations change */
    const char *name;           /* as in configurations: a ... z, 0 ... 9 and _, at most 31 bytes */
    const char *title;          /* for people: "Alquerque 7x7 (CodeCup 2008)" */
    const char *id;             /* in the ids of environments, 1 to 31 letters and digits: libgames/Alquerque-v0 */
    lg_information information;
    lg_chance chance;
    int32_t param_count;        /* entries of params, 0 ... LG_MAX_PARAMS */
    const lg_param *params;     /* may be NULL when there are none */
    const char *const *seats;   /* names for the largest number of players; NULL: "player 0", ... */
    const char *shared_file;    /* the contest's file name for the shared object; NULL: none */
    const char *opening;        /* sent to every program before the game, and answered with one line; NULL: nothing */
    const char *help;           /* for people: the goal, the rules and an example of a move in about five lines, without
                                 * a final LF; NULL: none */

    lg_game_rules rules;
    const lg_game_texts *texts; /* NULL, as in all that follow: all of its functions have their defaults */
    const lg_game_people *people;
    const lg_game_contest *contest;
    const lg_game_learners *learners;
    const lg_game_bots *bots;
    const lg_game_speed *speed;
} lg_game_type;

LG_END

#endif
