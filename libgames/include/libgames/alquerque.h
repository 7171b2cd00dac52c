/* Alquerque on 7 x 7 points (CodeCup 2008). Rules with every ruling: docs/games/alquerque-rules.md.
 *
 * A point is 8 * row + column, row and column 0 ... 6, so a1 = 0, g1 = 6, a2 = 8, g7 = 54; the eighth column
 * of each row is always empty, so that shifts do not wrap around. Bit p of a bitboard is point p.
 * Directions run clockwise from "up" (towards row 6): 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW. */
#ifndef LIBGAMES_ALQUERQUE_H
#define LIBGAMES_ALQUERQUE_H

#include "libgames/base.h"
#include "libgames/rng.h"

#define LG_ALQUERQUE_WHITE 0
#define LG_ALQUERQUE_BLACK 1
#define LG_ALQUERQUE_SIDE 7        /* points in a row and rows on the board */
#define LG_ALQUERQUE_POINTS 49     /* all points */
#define LG_ALQUERQUE_ACTIONS 392   /* 49 points x 8 directions */
#define LG_ALQUERQUE_PIECES 24     /* most pieces of a side, with which it starts */
#define LG_ALQUERQUE_MAX_JUMPS 24  /* most jumps of a chain: each takes one of 24 pieces */
#define LG_ALQUERQUE_PLY_LIMIT 200 /* 100 moves each, then a tie */
#define LG_ALQUERQUE_TOTAL_MS 30000 /* milliseconds that a program has for a whole game */
#define LG_ALQUERQUE_NO_POINT 255  /* "none" where a point is expected */

/* Longest strings without the NUL: a chain "a1*c1*..." with 24 jumps; a position (see lg_alquerque_print). */
#define LG_ALQUERQUE_MOVE_TEXT 74
#define LG_ALQUERQUE_POSITION_TEXT 223

LG_BEGIN

/* A whole turn: one step, or one chain of jumps. 16 bytes, all of them compared. */
typedef struct lg_alquerque_move {
    uint64_t path;      /* directions, 3 bits each: number i in bits 3i ... 3i+2, for i = 0 ... 20 */
    uint16_t path_high; /* directions 21 ... 23 in the same way */
    uint8_t from;       /* point, or LG_ALQUERQUE_NO_POINT for "no move" (all other fields then 0) */
    uint8_t jumps;      /* 0 for a step (one direction), otherwise the number of jumps, 1 ... 24 */
    uint32_t reserved;  /* 0 */
} lg_alquerque_move;

/* A position, 56 bytes, no pointers, no hidden padding: assignment clones, memcmp compares. */
typedef struct lg_alquerque {
    uint64_t pieces[2];        /* bitboards of White and Black */
    lg_alquerque_move last[2]; /* each side's preceding move; the mover's is its chain while `jumper` is a point */
    uint16_t ply;              /* whole turns played, 0 ... 200 */
    uint8_t to_move;           /* LG_ALQUERQUE_WHITE or LG_ALQUERQUE_BLACK */
    uint8_t jumper;            /* the point of the piece that must continue jumping, or LG_ALQUERQUE_NO_POINT */
    uint8_t forfeit;           /* 0, or 1 + the side that lost by an offence */
    uint8_t reserved[3];       /* 0 */
} lg_alquerque;

LG_STATIC_ASSERT(sizeof(lg_alquerque_move) == 16, "no hidden padding");
LG_STATIC_ASSERT(sizeof(lg_alquerque) == 56, "no hidden padding");

/* The result of a game. The tests are made in this order, at the start of a turn. */
typedef enum lg_alquerque_result {
    LG_ALQUERQUE_ONGOING = 0,
    LG_ALQUERQUE_FORFEIT = 1,      /* a side lost by an illegal move, a crash or a time-out */
    LG_ALQUERQUE_NO_PIECES = 2,    /* the side to move has no pieces: it loses */
    LG_ALQUERQUE_AT_PLY_LIMIT = 3, /* 100 moves each: a tie */
    LG_ALQUERQUE_NO_MOVES = 4      /* the side to move has no legal move: it loses */
} lg_alquerque_result;

/* ---- rules ------------------------------------------------------------------------------------- */

/* The start position: White on rows 1-3 and e4 f4 g4, Black on rows 5-7 and a4 b4 c4, White to move. */
LG_API void lg_alquerque_start(lg_alquerque *state);

/* LG_OK, or LG_E_STATE: more than 24 pieces of a side, pieces of both sides on one point, no pieces of the side not to
 * move, a ply over 200, a last move that does not follow lines, a jumper that can't continue or has jumped over more
 * pieces than there were, spare bits set. */
LG_API lg_status lg_alquerque_validate(const lg_alquerque *state);

/* The result so far. Costs one generation of steps and first jumps (about 10 ns). */
LG_API lg_alquerque_result lg_alquerque_result_of(const lg_alquerque *state);

/* The constant words of the result: "ongoing", "illegal", "no pieces", "ply limit", "no moves". */
LG_API const char *lg_alquerque_result_text(lg_alquerque_result result);

/* Contest points of White and Black: 12-0 to the winner; after a tie 7 minus the opponent's pieces left, not
 * below 0; 0-0 until the game is over. */
LG_API void lg_alquerque_scores(const lg_alquerque *state, int32_t score[2]);

/* One whole turn (in the middle of a chain: the rest of it, from where the jumper stands).
 * LG_E_ARGUMENT (not a move at all), LG_E_ILLEGAL, LG_E_OVER. */
LG_API lg_status lg_alquerque_apply(const lg_alquerque *before, const lg_alquerque_move *move, lg_alquerque *after);

/* ---- all whole turns, one after the other ------------------------------------------------------ */

/* An enumeration in progress. It gives one move at a time, since there are boards with over three million. Treat the
 * fields as private. */
typedef struct lg_alquerque_moves {
    uint64_t origins[8];                                 /* starts not tried yet */
    uint64_t own;                                        /* the mover's pieces */
    uint64_t enemy[LG_ALQUERQUE_MAX_JUMPS + 1];          /* enemy pieces left at each depth */
    uint8_t at[LG_ALQUERQUE_MAX_JUMPS + 1];              /* where the jumper stands at each depth */
    uint8_t options[LG_ALQUERQUE_MAX_JUMPS + 1];         /* directions not tried yet at each depth, a bitset */
    uint8_t kind, direction, depth, reserved[3];
    lg_alquerque_move move;
} lg_alquerque_moves;

/* Starts an enumeration of the legal whole turns of a position: each distinct path once, ordered by the direction of
 * the first step or jump, then by its point, then depth first. */
LG_API void lg_alquerque_moves_begin(const lg_alquerque *state, lg_alquerque_moves *moves);

/* The next one; false when there are no more (then *move is untouched). */
LG_API bool lg_alquerque_moves_next(lg_alquerque_moves *moves, lg_alquerque_move *move);

/* The number of legal whole turns. Steps are counted by population counts; chains are walked. */
LG_API uint64_t lg_alquerque_count(const lg_alquerque *state);

/* Leaves of the game tree after `depth` whole turns, 0 ... 200; finished games are leaves only at depth 0.
 * bulk: the last turn is counted without being played (the usual way); otherwise every leaf is played. */
LG_API uint64_t lg_alquerque_perft(const lg_alquerque *state, int32_t depth, bool bulk);

/* The symmetries of lg_game_symmetry_state keep the board's lines: 0 identity, 1-3 rotations by 90, 180, 270 degrees
 * clockwise, 4-7 the same after a mirror left to right. */
#define LG_ALQUERQUE_SYMMETRIES 8


/* The same position seen from the other side: colours swapped, board turned by 180 degrees. The start position
 * becomes itself with Black to move. */
LG_API void lg_alquerque_swap(const lg_alquerque *before, lg_alquerque *after);

/* ---- protocol ---------------------------------------------------------------------------------- */

/* Moves as the contest writes them: "c3-d4", "a1*c1*c3"; lower case, no blanks, nothing after. Only the
 * form and the lines of the board are checked, not a position. */
LG_API lg_status lg_alquerque_move_parse(const char *text, size_t length, lg_alquerque_move *move,
                                         lg_parse_error *error);
LG_API lg_status lg_alquerque_move_print(const lg_alquerque_move *move, char *buffer, size_t capacity,
                                         size_t *length);

/* Positions in one line of six fields, separated by single blanks:
 *     bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -
 * board (row 7 first, digits count empty points), side to move, ply, White's and Black's last move or `-`, and
 * the chain in progress or `-` (the mover's last move is then `-`). After an offence a
 * seventh field follows: `forfeit:w` or `forfeit:b`. */
LG_API lg_status lg_alquerque_parse(const char *text, size_t length, lg_alquerque *state, lg_parse_error *error);
LG_API lg_status lg_alquerque_print(const lg_alquerque *state, char *buffer, size_t capacity, size_t *length);

/* The content of a message from lg_game_message. */
typedef enum lg_alquerque_message_kind {
    LG_ALQUERQUE_MESSAGE_START = 0,
    LG_ALQUERQUE_MESSAGE_QUIT = 1,
    LG_ALQUERQUE_MESSAGE_MOVE = 2 /* *move is the opponent's move */
} lg_alquerque_message_kind;
LG_API lg_status lg_alquerque_message_parse(const char *text, size_t length, lg_alquerque_message_kind *kind,
                                            lg_alquerque_move *move, lg_parse_error *error);

/* Plays a program's answer (one line, with or without its LF or CR LF) on a position. LG_E_PARSE,
 * LG_E_ILLEGAL (error->expected is the reason), LG_E_OVER. */
LG_API lg_status lg_alquerque_play(const lg_alquerque *before, const char *text, size_t length, lg_alquerque *after,
                                     lg_parse_error *error);

/* ---- endings ----------------------------------------------------------------------------------- */

/* Tables of all positions with few pieces: the winner, and the number of plies with best play on both sides, for
 * everything that the last steps may forbid. docs/games/alquerque.md describes their content. */
#define LG_ALQUERQUE_ENDING_PIECES 5 /* most pieces of both sides together */

/* The progress in making tables. */
typedef struct lg_alquerque_endings_progress {
    uint64_t size;   /* bytes of the tables, at the beginning of the memory */
    uint64_t memory; /* bytes of memory needed to make them */
    uint64_t done, total; /* positions examined for `ply`, and all of them */
    int32_t ply;     /* the search is for endings of this many plies */
    bool finished;
} lg_alquerque_endings_progress;

/* Makes the tables of up to `pieces` pieces, 2 ... 5, in memory that is aligned to 8 and all zeros at first, on 1 to
 * LG_MAX_THREADS threads. Each call is a part of the work, until progress->finished; with a capacity of 0 it only
 * reports the memory needed. The bytes are the same every time. LG_E_SPACE: the memory is too small; progress reports
 * the memory needed. LG_E_STATE: it contains something different. LG_E_UNSUPPORTED: the system has no more threads. */
LG_API lg_status lg_alquerque_endings_solve(int32_t pieces, void *memory, size_t capacity, int32_t threads,
                                            lg_alquerque_endings_progress *progress);

/* The positions of one material in which neither side's last step forbids anything, symmetric ones included. */
typedef struct lg_alquerque_ending_counts {
    uint64_t won, drawn, lost;         /* for the side to move */
    uint64_t longest[2];               /* where the win takes longest: pieces of the side to move, of the other */
    int32_t longest_win, longest_loss; /* plies; 0 where nothing is won */
} lg_alquerque_ending_counts;

/* Checked tables. Only `known`, `pieces` and `counts` are public. */
typedef struct lg_alquerque_endings {
    lg_known known;                           /* game.known = &endings.known: its searches and bots use the tables */
    uint64_t size;
    uint64_t values[4][4];                    /* where the values of a material begin */
    lg_alquerque_ending_counts counts[4][4];  /* [pieces of the side to move - 1][of the other - 1] */
    int32_t pieces;
    uint32_t sets[5], widths[5], places[5];   /* by number of pieces */
    uint32_t choose[5][50];
    uint8_t turned[LG_ALQUERQUE_SYMMETRIES][64], lines[64];
    int32_t reserved[2]; /* 0 */
} lg_alquerque_endings;

/* Checks the bytes of finished tables, such as a file's. They stay where they are as long as endings->known is used.
 * LG_E_PARSE: error->column is 1 + the offset of the first wrong byte (for a wrong checksum, the offset of the
 * checksum), and error->expected describes the right one. */
LG_API lg_status lg_alquerque_endings_open(const void *bytes, size_t size, lg_alquerque_endings *endings,
                                           lg_parse_error *error);

typedef enum lg_alquerque_ending_value {
    LG_ALQUERQUE_ENDING_UNKNOWN = 0, /* too many pieces; or the win would be with ply 200, where only captures count */
    LG_ALQUERQUE_ENDING_LOST = 1,    /* for the side to move */
    LG_ALQUERQUE_ENDING_DRAWN = 2,   /* neither side can win, or not before ply 200: a tie, whose points are not
                                        known */
    LG_ALQUERQUE_ENDING_WON = 3
} lg_alquerque_ending_value;

typedef struct lg_alquerque_ending {
    int32_t value;          /* lg_alquerque_ending_value */
    int32_t plies;          /* to the end with best play, even beyond the limit; -1 if neither side can win */
    lg_alquerque_move best; /* a whole turn that keeps both; "no move" beyond the tables */
} lg_alquerque_ending;

/* The value of a position. `endings` is the result of lg_alquerque_endings_open for these bytes; any number of threads
 * may call it. LG_E_OVER; LG_E_ARGUMENT: `endings` does not belong to tables of this size, or the position is
 * invalid. */
LG_API lg_status lg_alquerque_endings_probe(const lg_alquerque_endings *endings, const void *bytes, size_t size,
                                            const lg_alquerque *state, lg_alquerque_ending *ending);

LG_END

#endif
