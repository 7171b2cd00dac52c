/* One interface over all games, in decisions: one small integer action at a time, so that any loop,
 * search or learner works with every game.
 *
 *     lg_game game;
 *     lg_game_make("snakecore(size=24,players=4)", 28, &game, &error);
 *     state = malloc(game.state_size);
 *     lg_game_new(&game, seed, state);
 *     while ((count = lg_game_legal(&game, state, mask)) > 0)
 *         lg_game_apply(&game, state, choose(mask), state);
 *
 * States are plain bytes: game.state_size of them, aligned to 8, copied with memcpy, compared with
 * memcmp, hashed with lg_hash. Their byte order is the machine's; the portable form is the position text. */
#ifndef LIBGAMES_GAME_H
#define LIBGAMES_GAME_H

#include "libgames/base.h"
#include "libgames/rng.h"

#define LG_MAX_PARAMS 8       /* parameters of a configuration */
#define LG_MAX_OBSERVATIONS 3 /* ways to encode what a player sees */
#define LG_MAX_FIELDS 48      /* fields of a state */
#define LG_MAX_ACTIONS 2432   /* 38 mask words; Amazes' walk space of 49 x 49 is the largest */

/* A legal-action mask is a bitset: action a is bit a % 64 of word a / 64. */
#define LG_MASK_WORDS(actions) (((actions) + 63) / 64)
#define LG_MAX_MASK_WORDS LG_MASK_WORDS(LG_MAX_ACTIONS)

LG_BEGIN

/* Element types of observations. */
typedef enum lg_dtype { LG_U8 = 0, LG_I16 = 1, LG_I32 = 2 } lg_dtype;

/* One way to encode what a player sees: a dense array in C order. */
typedef struct lg_space {
    const char *name;  /* "planes", "compact", ... */
    lg_dtype dtype;    /* type of one element */
    int32_t dims;      /* 1 ... 3 */
    int32_t shape[3];  /* first `dims` entries, each at least 1; the rest 1 */
    int32_t low, high; /* every element lies in low ... high, both included */
} lg_space;

/* One parameter of a game's configuration: an integer, or one of a list of words. */
typedef struct lg_param {
    const char *name;
    int32_t minimum, maximum; /* both included; for words the indices 0 ... count - 1 */
    int32_t initial;          /* the value when the configuration does not name it */
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
 * belongs to one field that is not a struct; those named `reserved` are 0. */
typedef struct lg_field {
    const char *name;   /* of the member */
    int32_t parent;     /* the number of the struct that it lies in, smaller than its own; -1: the state */
    lg_field_type type;
    int32_t offset;     /* bytes from the start of the parent */
    int32_t size;       /* bytes of one element */
    int32_t dims;       /* 0 (a single value) ... 2: an array in C order */
    int32_t shape[2];   /* first `dims` entries, the rest 1 */
} lg_field;

/* A configured game: plain data, filled by lg_game_make, read-only afterwards. */
typedef struct lg_game {
    const struct lg_game_type *type;
    int32_t params[LG_MAX_PARAMS]; /* in the order of type->params; unused ones 0 */
    int32_t players;               /* 1 ... LG_MAX_PLAYERS */
    int32_t actions;               /* size of the action space, 1 ... LG_MAX_ACTIONS */
    int32_t observations;          /* how many encodings there are, 1 ... LG_MAX_OBSERVATIONS */
    int32_t symmetries;            /* 1 or more; symmetry 0 is the identity */
    size_t state_size;             /* bytes of one state, a multiple of 8 */
    size_t shared_size;            /* bytes of what all states share (a city map), 0 for none */
    const void *shared;            /* that object, in the caller's memory; NULL when shared_size is 0 */
    lg_space observation[LG_MAX_OBSERVATIONS];
} lg_game;

/* What a game's game.c provides: one constant table each. The functions behind it may trust their
 * arguments (the lg_game_* functions below have checked them) and the state (validated or made by the library). */
typedef struct lg_game_type {
    const char *name;       /* as in configurations: "alquerque" */
    const char *title;      /* for people: "Alquerque 7x7 (CodeCup 2008)" */
    int32_t version;        /* rises only when the behaviour of rules, actions or observations changes */
    int32_t param_count;    /* entries of params */
    const lg_param *params; /* NULL when there are none */

    /* NULL when the parameters, each in its own range, go together; else what would be right. May be NULL. */
    const char *(*check)(const lg_game *game);
    void (*configure)(lg_game *game);
    lg_status (*prepare)(const lg_game *game, void *memory);
    lg_status (*prepare_parse)(const lg_game *game, const char *text, size_t length, void *memory,
                               lg_parse_error *error);
    void (*start)(const lg_game *game, uint64_t seed, void *state);
    lg_status (*validate)(const lg_game *game, const void *state);
    int32_t (*player)(const lg_game *game, const void *state);
    int32_t (*legal)(const lg_game *game, const void *state, uint64_t *mask);
    lg_status (*apply)(const lg_game *game, const void *before, int32_t action, void *after);
    lg_status (*forfeit)(const lg_game *game, const void *before, int32_t player, void *after);
    void (*scores)(const lg_game *game, const void *state, int32_t *scores);
    void (*outcome)(const lg_game *game, const void *state, float *outcome);
    void (*observe)(const lg_game *game, const void *state, int32_t player, int32_t which, void *out);
    int32_t (*symmetry_action)(const lg_game *game, int32_t symmetry, int32_t action);
    void (*symmetry_state)(const lg_game *game, int32_t symmetry, const void *before, void *after);
    void (*symmetry_observation)(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                 void *after);
    const char *(*explain)(const lg_game *game, const void *state, int32_t action);
    lg_status (*action_print)(const lg_game *game, int32_t action, char *buffer, size_t capacity, size_t *length);
    lg_status (*action_parse)(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error);
    lg_status (*state_print)(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length);
    lg_status (*state_parse)(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error);
    lg_status (*play)(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                      lg_parse_error *error);
    /* Fills in the fields of a state, at most LG_MAX_FIELDS, and returns their number. */
    int32_t (*fields)(const lg_game *game, lg_field *fields);
    /* The built-in player LG_PLAYER_GREEDY; only for games that are not over. */
    int32_t (*greedy)(const lg_game *game, const void *state, lg_rng *rng);
} lg_game_type;

/* ---- The registry and configurations ---------------------------------------------------------- */

/* Number of games; lg_game_type_at(0 ... count-1) gives each, NULL outside. Order: by name. */
LG_API int32_t lg_game_type_count(void);
LG_API const lg_game_type *lg_game_type_at(int32_t index);

/* Fills *game from a configuration: `name` or `name(key=value,key=value)`, no blanks; values are
 * decimal integers or the parameter's words; a key stands at most once; keys left out have their initial
 * value. Errors: LG_E_ARGUMENT, LG_E_PARSE (with position; `error` may be NULL; parameters that do not go together are
 * reported at the '('). Cost: O(length).
 * If game->shared_size is not 0, call lg_game_prepare before anything else. */
LG_API lg_status lg_game_make(const char *text, size_t length, lg_game *game, lg_parse_error *error);

/* Builds what all states of the game share in the caller's memory (at least game->shared_size bytes, aligned
 * to 8, kept as long as the game is used) and sets game->shared. Nothing to do when shared_size is 0. */
LG_API lg_status lg_game_prepare(lg_game *game, void *memory, size_t size);

/* The same with the shared object read from its text (On the Run: connect.txt), which must fit the configuration.
 * LG_E_ARGUMENT also for a game that shares nothing; LG_E_PARSE, game->shared is then untouched, the memory not. */
LG_API lg_status lg_game_prepare_parse(lg_game *game, const char *text, size_t length, void *memory, size_t size,
                                       lg_parse_error *error);

/* The shortest configuration that makes this game again (parameters at their initial values are left
 * out). Like every function that writes text: `length` gets the number of bytes without the NUL that ends
 * the text; with LG_E_SPACE it gets the length needed (capacity length + 1) and the buffer is untouched. */
LG_API lg_status lg_game_print(const lg_game *game, char *buffer, size_t capacity, size_t *length);

/* ---- States ------------------------------------------------------------------------------------ */

/* The start of a game. All chance comes from `seed`; same seed, same bytes. */
LG_API lg_status lg_game_new(const lg_game *game, uint64_t seed, void *state);

/* LG_OK if these bytes are a state of this game: to be asked before anything else uses bytes from
 * outside. LG_E_STATE otherwise. Never reads outside the state_size bytes. */
LG_API lg_status lg_game_validate(const lg_game *game, const void *state, size_t size);

/* The player to move, 0 ... players-1, or -1 when the game is over. */
LG_API int32_t lg_game_player(const lg_game *game, const void *state);

/* Writes the mask of legal actions (LG_MASK_WORDS(game->actions) words, unused bits 0) and returns their number, 0
 * exactly when the game is over. The mask marks what the rules would carry out as said. */
LG_API int32_t lg_game_legal(const lg_game *game, const void *state, uint64_t *mask);

/* The state after one action of the player to move. LG_E_ARGUMENT (action outside 0 ... actions-1),
 * LG_E_ILLEGAL, LG_E_OVER. */
LG_API lg_status lg_game_apply(const lg_game *game, const void *before, int32_t action, void *after);

/* What the contest does with a player whose program broke the rules (illegal move, crash, time-out).
 * LG_E_ARGUMENT (no such player), LG_E_OVER. */
LG_API lg_status lg_game_forfeit(const lg_game *game, const void *before, int32_t player, void *after);

/* The contest's score of each player so far (game->players values). */
LG_API lg_status lg_game_scores(const lg_game *game, const void *state, int32_t *scores);

/* The result of each player in -1 ... 1 (game->players values); all 0 while the game is going on. */
LG_API lg_status lg_game_outcome(const lg_game *game, const void *state, float *outcome);

/* What `player` may know, in encoding `which` (0 ... game->observations-1), into `size` bytes, which must be
 * lg_space_size(&game->observation[which]). */
LG_API lg_status lg_game_observe(const lg_game *game, const void *state, int32_t player, int32_t which, void *out,
                                 size_t size);

/* Bytes of one observation. */
LG_API size_t lg_space_size(const lg_space *space);

/* The symmetries of a game: each maps states, actions and observations so that playing and mapping commute.
 * `after` may be `before` for states, not for observations. */
LG_API lg_status lg_game_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action, int32_t *mapped);
LG_API lg_status lg_game_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after);
LG_API lg_status lg_game_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which,
                                              const void *before, void *after, size_t size);

/* Why an action is not legal here: a constant sentence, or NULL when it is legal. */
LG_API const char *lg_game_explain(const lg_game *game, const void *state, int32_t action);

/* A 64-bit key of the state (XXH64 of its bytes). */
LG_API uint64_t lg_game_hash(const lg_game *game, const void *state);

/* ---- Text -------------------------------------------------------------------------------------- */

/* Actions and positions as text; the grammar of each game is on its page under docs/games. */
LG_API lg_status lg_game_action_print(const lg_game *game, int32_t action, char *buffer, size_t capacity,
                                      size_t *length);
LG_API lg_status lg_game_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                      lg_parse_error *error);
LG_API lg_status lg_game_state_print(const lg_game *game, const void *state, char *buffer, size_t capacity,
                                     size_t *length);
LG_API lg_status lg_game_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                                     lg_parse_error *error);

/* Plays one move as the contest's programs write it (a whole turn: "a1*c1*c3"). LG_E_PARSE, LG_E_ILLEGAL
 * (error->expected then says why), LG_E_OVER. */
LG_API lg_status lg_game_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                              lg_parse_error *error);

/* The fields of a state, in the order of their offsets, structs before what lies in them: room for LG_MAX_FIELDS.
 * Returns their number; 0 when a pointer is NULL. */
LG_API int32_t lg_game_fields(const lg_game *game, lg_field fields[LG_MAX_FIELDS]);

/* ---- Built-in players ------------------------------------------------------------------------- */

/* Ways to play that every game has, to measure others against. Numbers are stable. */
#define LG_PLAYER_RANDOM 0 /* any legal action, each equally likely */
#define LG_PLAYER_GREEDY 1 /* the game's own baseline: what is worth most at once; beats random clearly */

/* How many there are, and their names, "random" and "greedy"; NULL outside 0 ... count-1. */
LG_API int32_t lg_player_count(void);
LG_API const char *lg_player_name(int32_t player);

/* The built-in player with this name, -1 when there is none. */
LG_API int32_t lg_player_find(const char *name, size_t length);

/* One action of the player to move as the built-in player `player` chooses it: always a legal one. It uses nothing
 * but what the player to move may know; the same knowledge and the same generator give the same action. *rng moves on
 * by as many draws as were needed. LG_E_ARGUMENT (no such player), LG_E_OVER.
 * Cost: random one lg_game_legal; greedy 1 (block drop) to 10 microseconds (Amazes). */
LG_API lg_status lg_game_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng, int32_t *action);

/* ---- Masks ------------------------------------------------------------------------------------- */

/* The mask as one byte for each action, 0 or 1. */
LG_API void lg_mask_bytes(const uint64_t *mask, int32_t actions, uint8_t *bytes);

/* The action that has `rank` legal ones before it; -1 when there are not that many. O(words). */
LG_API int32_t lg_mask_select(const uint64_t *mask, int32_t actions, uint32_t rank);

LG_END

#endif
