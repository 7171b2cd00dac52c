/* SnakeCore (2008). Rules with every ruling: docs/games/snakecore-rules.md.
 *
 * Pythons of 1 ... 8 players crawl over a square field, collect blocks, bite one another, drop their bodies into
 * reactors for points and use up energy blocks for protection. Cells are (x, y), origin top left, y downwards.
 * Players count from 0; pythons never die; the game ends after a number of rounds.
 *
 * A state takes as many bytes as its field, players and blocks need: 304 for 8 x 8 with 2 players and 32 blocks, 752
 * for 20 x 20 with 4 players and 64 blocks, 8864 at most. The struct lg_snakecore has room for the largest game, but
 * only as many bytes as lg_snakecore_bytes says are read, written, copied, compared and hashed, so a buffer of that
 * size is enough. */
#ifndef LIBGAMES_SNAKECORE_H
#define LIBGAMES_SNAKECORE_H

#include "libgames/base.h"
#include "libgames/rng.h"

#define LG_SNAKECORE_MIN_SIZE 8
#define LG_SNAKECORE_MAX_SIZE 64      /* cells in a row: a row of the field is one 64-bit word */
#define LG_SNAKECORE_MAX_CELLS 4096   /* 64 x 64 */
#define LG_SNAKECORE_MAX_PLAYERS 8    /* three bits in the byte of a cell */
#define LG_SNAKECORE_MAX_BLOCKS 4095  /* every cell but one head */
#define LG_SNAKECORE_MAX_ROUNDS 10000 /* our limit: the contest's page gives no number */
#define LG_SNAKECORE_MAX_COUNTER 1000000000 /* scores and protection stop there, far beyond any real game */
#define LG_SNAKECORE_PROTECTION 10    /* own turns that one energy block protects, the activating one included */
#define LG_SNAKECORE_NAME 32          /* most bytes of a program's name */

/* The time limits of a program, in milliseconds: for its name, for an answer, for all answers. */
#define LG_SNAKECORE_NAME_MS 15000
#define LG_SNAKECORE_ANSWER_MS 1000
#define LG_SNAKECORE_TOTAL_MS 120000

/* Actions, in the order of the answers' letters U L D R N A; the first four are also directions, and the
 * opposite of direction d is d ^ 2. */
#define LG_SNAKECORE_UP 0
#define LG_SNAKECORE_LEFT 1
#define LG_SNAKECORE_DOWN 2
#define LG_SNAKECORE_RIGHT 3
#define LG_SNAKECORE_NONE 4
#define LG_SNAKECORE_ACTIVATE 5
#define LG_SNAKECORE_ACTIONS 6

/* The codes in the byte of a cell. */
#define LG_SNAKECORE_EMPTY 0
#define LG_SNAKECORE_WALL 1
#define LG_SNAKECORE_REACTOR 2
#define LG_SNAKECORE_ORDINARY 3 /* a free ordinary block */
#define LG_SNAKECORE_ENERGY 4   /* a free energy block */
#define LG_SNAKECORE_HEAD 8     /* + player */
#define LG_SNAKECORE_BODY 128   /* + player + 16 * direction of the next cell towards the head */
#define LG_SNAKECORE_CODES 184  /* all codes are below */

/* Longest strings without the NUL: a getAction request; a position (see lg_snakecore_print). */
#define LG_SNAKECORE_REQUEST_TEXT 27591
#define LG_SNAKECORE_POSITION_TEXT 8538

LG_BEGIN

typedef struct lg_snakecore_cell {
    uint8_t x, y; /* 0 ... size-1 */
} lg_snakecore_cell;

/* A python, 16 bytes. Its body lies on the cells of the field: each cell names the direction of the next one towards
 * the head, so the chain is followed from the tail. */
typedef struct lg_snakecore_python {
    int32_t score;          /* 0 ... LG_SNAKECORE_MAX_COUNTER */
    int32_t protection;     /* own turns left, as counted between turns; 0 ... LG_SNAKECORE_MAX_COUNTER */
    uint16_t length;        /* blocks of the body, the head not counted */
    uint16_t energy;        /* energy blocks among them */
    lg_snakecore_cell head; /* where the head is */
    lg_snakecore_cell tail; /* where the last block is; the head's cell while the body is empty */
} lg_snakecore_python;

/* A state: plain data without pointers. Used are the fields before `data` and the first words of it:
 *   size words             row y of the field, bit x set when the cell is empty
 *   size * size bytes      the cells in reading order (row by row), then zeros up to a whole word
 *   players * B words      the blocks' types of each body, bit i set when block i counted from the tail (tail 0) is an
 *                          energy block; B = (ordinary + energy + 63) / 64 */
typedef struct lg_snakecore {
    lg_rng rng;            /* chooses the cells where blocks come back */
    uint16_t round;        /* rounds finished */
    uint16_t rounds;       /* the game ends after this many, 1 ... LG_SNAKECORE_MAX_ROUNDS */
    uint16_t ordinary;     /* ordinary blocks in the game, free or in bodies: never changes */
    uint16_t energy;       /* energy blocks: never changes either */
    uint16_t empty;        /* empty cells: never changes between turns */
    uint8_t size;          /* cells in a row, 8 ... 64 */
    uint8_t players;       /* 1 ... 8 */
    uint8_t to_move;       /* the player whose turn it is; 0 when the game is over */
    uint8_t disqualified;  /* bit p set: player p's python never moves again */
    uint8_t reserved[2];   /* 0 */
    lg_snakecore_python python[LG_SNAKECORE_MAX_PLAYERS]; /* unused ones all 0 */
    uint64_t data[LG_SNAKECORE_MAX_SIZE + LG_SNAKECORE_MAX_PLAYERS * 64 + LG_SNAKECORE_MAX_CELLS / 8];
} lg_snakecore;

LG_STATIC_ASSERT(sizeof(lg_snakecore_python) == 16, "no hidden padding");
LG_STATIC_ASSERT(sizeof(lg_snakecore) == 160 + 8 * 1088, "no hidden padding");

/* The parameters of a generated game. */
typedef struct lg_snakecore_setup {
    int32_t size;             /* 8 ... 64 */
    int32_t players;          /* 1 ... 8 */
    int32_t walls, reactors;  /* cells; together at most (size / 2)^2, a quarter of the field */
    int32_t ordinary, energy; /* blocks */
    int32_t rounds;           /* 1 ... LG_SNAKECORE_MAX_ROUNDS */
} lg_snakecore_setup;

/* The effect of an action of the player to move; from LG_SNAKECORE_OFF_FIELD on, the reason why it has no effect. */
typedef enum lg_snakecore_effect {
    LG_SNAKECORE_PASS = 0,      /* N */
    LG_SNAKECORE_MOVE = 1,      /* to an empty cell or onto the own tail's */
    LG_SNAKECORE_EAT = 2,       /* a free block becomes the first of the body */
    LG_SNAKECORE_BITE = 3,      /* another python's body is broken */
    LG_SNAKECORE_SELF_BITE = 4, /* the python's own body is broken */
    LG_SNAKECORE_DROP = 5,      /* the body goes into a reactor */
    LG_SNAKECORE_SHIELD = 6,    /* an energy block is used up */
    LG_SNAKECORE_OFF_FIELD = 7,
    LG_SNAKECORE_AT_WALL = 8,
    LG_SNAKECORE_AT_HEAD = 9,      /* another python's head */
    LG_SNAKECORE_AT_TAIL = 10,     /* another python's tail */
    LG_SNAKECORE_AT_PROTECTED = 11, /* a block of a protected body */
    LG_SNAKECORE_NO_BODY = 12,     /* a reactor, but nothing to drop */
    LG_SNAKECORE_NO_ENERGY = 13,
    LG_SNAKECORE_OUT = 14 /* the player is disqualified */
} lg_snakecore_effect;

/* The result of a game. */
typedef enum lg_snakecore_result { LG_SNAKECORE_ONGOING = 0, LG_SNAKECORE_AT_ROUND_LIMIT = 1 } lg_snakecore_result;

/* ---- states ------------------------------------------------------------------------------------ */

/* Bytes that this state uses, a multiple of 8. */
LG_API size_t lg_snakecore_bytes(const lg_snakecore *state);

/* LG_OK, or LG_E_STATE when these `size` bytes (aligned to 8) are not a state or are too few: numbers out of range,
 * bodies that are not chains of neighbours from tail to head, body cells without a player, blocks lost or created,
 * derived fields that do not agree with the cells, spare bits set. Cost: once over the field. */
LG_API lg_status lg_snakecore_validate(const lg_snakecore *state, size_t size);

/* The content of a cell: one of the codes above without the direction (LG_SNAKECORE_HEAD + player, LG_SNAKECORE_BODY +
 * player); LG_SNAKECORE_WALL outside the field. */
LG_API int32_t lg_snakecore_at(const lg_snakecore *state, int32_t x, int32_t y);

/* The body of a player from the first block to the tail: cells and, where `energy` is not NULL, 1 for an energy block
 * and 0 for an ordinary one. Room for python[player].length of each; returns that number. O(length). */
LG_API int32_t lg_snakecore_body(const lg_snakecore *state, int32_t player, lg_snakecore_cell *cells, uint8_t *energy);

/* The field as the contest writes it, size * size characters of `W R b e p .` in reading order, no NUL. */
LG_API void lg_snakecore_field(const lg_snakecore *state, char *field);

/* ---- setup ------------------------------------------------------------------------------------- */

/* A generated game. Every cell that is not a wall or reactor can be reached from every other, every reactor has a
 * neighbour that is empty at the start, no two heads are neighbours (and they are placed far apart), bodies are
 * empty. The generator in the state continues after the draws that made the field. LG_E_ARGUMENT. Cost: a few passes
 * over the field, without search or repetition. */
LG_API lg_status lg_snakecore_new(const lg_snakecore_setup *setup, uint64_t seed, lg_snakecore *state);

/* ---- rules ------------------------------------------------------------------------------------- */

/* The result so far. */
LG_API lg_snakecore_result lg_snakecore_result_of(const lg_snakecore *state);

/* The effect of an action (0 ... 5) of the player to move. O(1). */
LG_API lg_snakecore_effect lg_snakecore_effect_of(const lg_snakecore *state, int32_t action);

/* The actions that can be carried out, bit a for action a; N always can. 0 when the game is over. O(1). */
LG_API uint32_t lg_snakecore_legal(const lg_snakecore *state);

/* Blocks that come back when the player to move takes this action: the whole body for a drop, one for a shield,
 * otherwise 0. */
LG_API int32_t lg_snakecore_spawns(const lg_snakecore *state, int32_t action);

/* One turn of the player to move; an action that can't be carried out does nothing. Blocks come back on
 * cells chosen with the generator in the state: for each, with e empty cells at that moment, the empty cell number
 * lg_rng_below(rng, e) in reading order. LG_E_ARGUMENT, LG_E_OVER. Cost besides the copy (none when after == before):
 * O(1), plus the blocks that are freed or dropped; the type of a block far back in a body is found 64 blocks at a time,
 * a random cell row by row. */
LG_API lg_status lg_snakecore_apply(const lg_snakecore *before, int32_t action, lg_snakecore *after);

/* The same with the cells given, in the order in which the blocks come back (body order, first block first).
 * LG_E_ARGUMENT also when `count` is not lg_snakecore_spawns(before, action) or a cell is not empty when its
 * turn comes. */
LG_API lg_status lg_snakecore_apply_at(const lg_snakecore *before, int32_t action, const lg_snakecore_cell *spawns,
                                       int32_t count, lg_snakecore *after);

/* The contest's penalty for a program that broke the rules: its python never moves again (every action is N), and the
 * game continues. Does not end the turn. LG_E_ARGUMENT, LG_E_OVER. */
LG_API lg_status lg_snakecore_forfeit(const lg_snakecore *before, int32_t player, lg_snakecore *after);

/* The players with the highest score, bit p for player p: the winners once the game is over. */
LG_API uint32_t lg_snakecore_leaders(const lg_snakecore *state);

/* The symmetries of lg_game_symmetry_state: 0 identity, 1-3 rotations by 90, 180, 270 degrees clockwise, 4-7 the same
 * after a mirror left to right. They commute with turns whose cells are given (and mapped); cells that the generator
 * chooses are not mapped. */
#define LG_SNAKECORE_SYMMETRIES 8

/* ---- protocol ---------------------------------------------------------------------------------- */

/* Positions in one line of fields, separated by single blanks:
 *     8 W1W3e1/2ep4/... 1 17/200 853c49e6748fea9b:da3e39cb94b95bdb 12:0:3,1:LLD 3:10:6,5:-!
 * size; the field's rows from the top (letters as in a request, numbers count empty cells); player to move;
 * rounds finished and in all; the generator's state and increment, 16 hexadecimal digits each; then every
 * python: score, protection, the head's x,y, and the way from the head to the tail (`-` for an empty body),
 * `!` when disqualified. */
LG_API lg_status lg_snakecore_parse(const char *text, size_t length, lg_snakecore *state, lg_parse_error *error);
LG_API lg_status lg_snakecore_print(const lg_snakecore *state, char *buffer, size_t capacity, size_t *length);

/* The request for a program's name, with its LF. */
#define LG_SNAKECORE_GET_NAME "getName\n"

/* The getAction request of the player to move, every line with its LF. LG_E_OVER. */
LG_API lg_status lg_snakecore_request(const lg_snakecore *state, char *buffer, size_t capacity, size_t *length);

/* The content of a message to a program. */
typedef enum lg_snakecore_message_kind {
    LG_SNAKECORE_MESSAGE_NAME = 0,
    LG_SNAKECORE_MESSAGE_ACTION = 1 /* *state is the position in the request */
} lg_snakecore_message_kind;

/* A request becomes a state in which the player who received it is to move and gets the number `player`; the others
 * follow in cyclic order. Values that are not in a request: `rounds` is given, none of them finished, the generator is
 * seeded with `seed`, scores are 0, no player is disqualified. The counter of the player to move is stored with its
 * value before it fell. The last LF may be missing. `player` is 0 ... 7 and below the number of heads, `rounds` 1 ...
 * LG_SNAKECORE_MAX_ROUNDS. A question for the name leaves *state as it was. LG_E_ARGUMENT, LG_E_PARSE. O(length). */
LG_API lg_status lg_snakecore_message_parse(const char *text, size_t length, int32_t player, int32_t rounds,
                                            uint64_t seed, lg_snakecore_message_kind *kind, lg_snakecore *state,
                                            lg_parse_error *error);

/* Plays a program's answer (one line, with or without its LF or CR LF), with cells chosen by the state's generator.
 * LG_E_PARSE: junk, for which the contest disqualifies (lg_snakecore_forfeit); LG_E_OVER. */
LG_API lg_status lg_snakecore_play(const lg_snakecore *before, const char *text, size_t length, lg_snakecore *after,
                                     lg_parse_error *error);

LG_END

#endif
