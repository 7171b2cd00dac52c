/* Amazes on 25 x 25 squares (CodeCup 2010). Rules with every ruling: docs/games/amazes-rules.md.
 *
 * Rows count 0 ... 24 from the top and columns 0 ... 24 from the left (text counts from 1). Facings run clockwise:
 * 0 N, 1 E, 2 S, 3 W. The steps of a walk are quarter turns clockwise before stepping: 0 F, 1 R, 2 T, 3 L.
 * Players: 0 Red (begins), 1 Blue.
 *
 * A turn is a look (with its inference) and a walk. lg_amazes_apply does both; there are also functions for each
 * part. */
#ifndef LIBGAMES_AMAZES_H
#define LIBGAMES_AMAZES_H

#include "libgames/base.h"
#include "libgames/rng.h"

#define LG_AMAZES_RED 0
#define LG_AMAZES_BLUE 1
#define LG_AMAZES_SIDE 25            /* squares in a row and rows in the maze */
#define LG_AMAZES_SQUARES 625        /* all squares */
#define LG_AMAZES_CORRIDOR 24        /* most squares seen in one direction: a whole row except the own square */
#define LG_AMAZES_TURNS 150          /* turns a player has in the contest; also the most that can be configured */
#define LG_AMAZES_TOTAL_MS 30000     /* milliseconds that a program has for a whole game */
#define LG_AMAZES_WALK 256           /* most characters of a move */
#define LG_AMAZES_START_DISTANCE 288 /* least squared distance of the two starts */
#define LG_AMAZES_MEETING 100        /* points for ending a turn on the opponent's square */
#define LG_AMAZES_SCORE 1000         /* the highest final score */

/* The frame of a player: its start square is (0, 0), its first facing is "ahead"; x to the right and y ahead
 * lie in -24 ... 24, so 49 x 49 cells cover every possible square of the maze. */
#define LG_AMAZES_REACH 24
#define LG_AMAZES_FRAME 49
#define LG_AMAZES_CELLS 2401 /* 49 x 49, row by row from y = 24 down to -24, x from -24 to 24 */

/* Actions of the uniform interface: the four steps and the end of the turn; or all cells of the frame. */
#define LG_AMAZES_END 4
#define LG_AMAZES_STEP_ACTIONS 5
#define LG_AMAZES_WALK_ACTIONS LG_AMAZES_CELLS

/* Longest strings without the NUL: a maze file with starts; a position; a message; the map of a player. */
#define LG_AMAZES_MAZE_TEXT 2668
#define LG_AMAZES_POSITION_TEXT 2381
#define LG_AMAZES_MESSAGE_TEXT 67
#define LG_AMAZES_VIEW_TEXT 3080

LG_BEGIN

/* A set of edges of squares, 208 bytes. An edge of the rim belongs to one square, any other to two. */
typedef struct lg_amazes_edges {
    uint32_t h[LG_AMAZES_SIDE + 1]; /* bit c of h[r]: the edge above square (r, c); h[25]: below row 24 */
    uint32_t v[LG_AMAZES_SIDE];     /* bit c of v[r]: the edge left of square (r, c); bit 25: right of column 24 */
    uint32_t reserved;              /* 0 */
} lg_amazes_edges;

/* The knowledge of one player, 616 bytes. An edge in neither set is unknown. */
typedef struct lg_amazes_knowledge {
    uint32_t squares[LG_AMAZES_SIDE];   /* bit c of row r: square (r, c) is discovered */
    uint32_t dead_ends[LG_AMAZES_SIDE]; /* those discovered by the dead-end rule */
    lg_amazes_edges walls, openings;    /* discovered edges; no edge is in both */
} lg_amazes_knowledge;

/* A player's square and facing. */
typedef struct lg_amazes_place {
    uint8_t row, column; /* 0 ... 24 */
    uint8_t facing;      /* 0 N, 1 E, 2 S, 3 W */
    uint8_t reserved;    /* 0 */
} lg_amazes_place;

/* A whole game, 1744 bytes, no pointers, no hidden padding: assignment clones, memcmp compares. */
typedef struct lg_amazes {
    lg_amazes_edges maze;         /* its walls, rim included */
    lg_amazes_knowledge known[2]; /* the discoveries of Red and Blue */
    lg_amazes_place start[2];     /* where they began */
    lg_amazes_place place[2];     /* where they are */
    uint32_t written[2];          /* characters of their finished turns, the jury's included */
    uint16_t first[2];            /* squares that each discovered before the other did */
    uint16_t meetings[2];         /* turns that each ended on the opponent for +100 */
    uint16_t turn;                /* finished turns of both; the player to move is turn % 2 */
    uint16_t turn_limit;          /* turns of each player, 1 ... 150 */
    uint16_t walk_length;         /* characters of the unfinished walk of the player to move, 0 ... 256 */
    uint8_t looked;               /* 1 when the player to move has looked in this turn */
    uint8_t offenders;            /* bit p: the jury plays for player p */
    uint8_t sudden_death;         /* 0, or 1 + the player that ended the game */
    uint8_t reserved[7];          /* 0 */
    uint8_t walk[LG_AMAZES_WALK]; /* the unfinished walk in steps 0 ... 3; 0 beyond walk_length */
} lg_amazes;

LG_STATIC_ASSERT(sizeof(lg_amazes_edges) == 208, "no hidden padding");
LG_STATIC_ASSERT(sizeof(lg_amazes_knowledge) == 616, "no hidden padding");
LG_STATIC_ASSERT(sizeof(lg_amazes) == 1744, "no hidden padding");

/* The view of a player: the corridors ahead, right, behind and left of it up to the first wall. */
typedef struct lg_amazes_sight {
    uint8_t length[4];                    /* squares beyond the player's, 0 ... 24 */
    uint8_t sides[4][LG_AMAZES_CORRIDOR]; /* open sides: 0 N(one), 1 L(eft), 2 R(ight), 3 B(oth); 0 beyond */
    int32_t distance;                     /* squared distance to the opponent, 0 ... 1152 */
} lg_amazes_sight;

/* The result of a game. */
typedef enum lg_amazes_result {
    LG_AMAZES_ONGOING = 0,
    LG_AMAZES_AT_TURN_LIMIT = 1, /* both players have taken all their turns */
    LG_AMAZES_SUDDEN_DEATH = 2   /* a player who knew all squares ended its turn on the opponent */
} lg_amazes_result;

/* ---- mazes (maze.c) ---------------------------------------------------------------------------- */

/* A maze like those of the contest: a spanning tree in random order of edges, then openings in random order, none of
 * which takes a corner's last wall, until 522 ... 525 interior walls are left. About 15 microseconds.
 * LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_maze_generate(lg_rng *rng, lg_amazes_edges *walls);

/* Random starts as ruled, each pair of squares far enough apart and each open side behind equally likely.
 * LG_E_ARGUMENT: a pointer is NULL or the maze is not valid. */
LG_API lg_status lg_amazes_starts_generate(lg_rng *rng, const lg_amazes_edges *walls, lg_amazes_place start[2]);

/* A maze file: 51 lines of 51 bytes, `+` at corners, `-` and `|` for walls, blanks elsewhere; lines end with LF or
 * CR LF, which may be missing at the very end. Two more lines may come first, Red's start and Blue's: "10 1 N".
 * `start` may be NULL if starts are not wanted. *has_start is set to whether there were starts (without them start[] is
 * untouched); it may be NULL if `start` is. A maze or starts that are not valid give LG_E_PARSE as well. */
LG_API lg_status lg_amazes_maze_parse(const char *text, size_t length, lg_amazes_edges *walls,
                                      lg_amazes_place start[2], bool *has_start, lg_parse_error *error);

/* The same as text; with `start` NULL the first two lines are omitted. LG_E_ARGUMENT: not a valid maze, not valid
 * starts. */
LG_API lg_status lg_amazes_maze_print(const lg_amazes_edges *walls, const lg_amazes_place start[2], char *buffer,
                                      size_t capacity, size_t *length);

/* The number of edges in a set, each counted once. */
LG_API int32_t lg_amazes_edge_count(const lg_amazes_edges *edges);

/* Whether the edge on side 0 N, 1 E, 2 S, 3 W of a square is in the set; false outside the maze. */
LG_API bool lg_amazes_edge(const lg_amazes_edges *edges, int32_t row, int32_t column, int32_t side);

/* ---- parts of a turn (discovery.c) ------------------------------------------------------------- */

/* 1. The view of a player at `place` in a maze; `opponent` gives the distance. LG_E_ARGUMENT: a pointer is NULL, a
 * place lies outside, or the rim is open. */
LG_API lg_status lg_amazes_see(const lg_amazes_edges *walls, const lg_amazes_place *place,
                               const lg_amazes_place *opponent, lg_amazes_sight *sight);

/* 2. Discovers everything in view: the player's square and the squares of all four corridors with all their edges, and
 * the squares behind their side openings. The facing does not matter. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_discover(const lg_amazes_edges *walls, const lg_amazes_place *place,
                                    const lg_amazes_knowledge *before, lg_amazes_knowledge *after);

/* 3. Inference until nothing new follows: dead ends, corners with three openings, all columns or rows discovered, a
 * whole outer edge known. It uses only the knowledge. About 100 ns plus a little for every discovery. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_infer(const lg_amazes_knowledge *before, lg_amazes_knowledge *after);

/* The number of discovered squares. */
LG_API int32_t lg_amazes_square_count(const lg_amazes_knowledge *known);

/* ---- turns (rules.c) --------------------------------------------------------------------------- */

/* The start of a game: Red is to look. LG_E_ARGUMENT: the maze or the starts are not valid, or turn_limit
 * is outside 1 ... 150. */
LG_API lg_status lg_amazes_start(const lg_amazes_edges *walls, const lg_amazes_place start[2], int32_t turn_limit,
                                 lg_amazes *state);

/* The start of a game in a maze made from a seed. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_new(uint64_t seed, int32_t turn_limit, lg_amazes *state);

/* LG_OK, or LG_E_STATE. Checks that the maze and the starts are valid; that the knowledge agrees with the maze, the
 * dead-end rule can have found the dead ends, and each player is on a discovered square with an opening behind it; that
 * the counters fit the turns and the squares; and that spare bits are 0. A few microseconds. */
LG_API lg_status lg_amazes_validate(const lg_amazes *state);

/* The result so far. */
LG_API lg_amazes_result lg_amazes_result_of(const lg_amazes *state);

/* The player to move, whether or not it is an offender; -1 when the game is over. */
LG_API int32_t lg_amazes_player(const lg_amazes *state);

/* The points of Red and Blue now, not clipped: squares discovered, plus squares discovered first, plus 100 for each
 * meeting, less the characters written, an unfinished walk included. After sudden death the winner's are doubled, the
 * other's are 0. */
LG_API void lg_amazes_points(const lg_amazes *state, int32_t points[2]);

/* The contest's scores if the game stopped here: points clipped to 0 ... 1000, 0 for an offender. */
LG_API void lg_amazes_scores(const lg_amazes *state, int32_t score[2]);

/* The look of the player to move: discovery of everything in view, then inference (R9 to R28). LG_E_ILLEGAL: it has
 * looked already. LG_E_OVER, LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_begin_turn(const lg_amazes *before, lg_amazes *after);

/* One whole turn: the look, if it is due, the unfinished walk and these steps. LG_E_ILLEGAL: not 1 ... 256 characters
 * in all, or the jury plays for this player. LG_E_OVER, LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_apply(const lg_amazes *before, const uint8_t *steps, int32_t count, lg_amazes *after);

/* A player broke the rules: its score is 0, its unfinished walk is dropped, and from its current turn on the jury plays
 * for it. LG_E_ARGUMENT, LG_E_OVER. */
LG_API lg_status lg_amazes_forfeit(const lg_amazes *before, int32_t offender, lg_amazes *after);

/* The jury's turn for an offender: a look, if it is due, and a plain T. LG_E_ILLEGAL: the player to move is not an
 * offender. LG_E_OVER, LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_jury(const lg_amazes *before, lg_amazes *after);

/* Advances to the next decision: the jury's turns, then the look of the player to decide. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_advance(const lg_amazes *before, lg_amazes *after);

/* ---- helpers for players (helpers.c) ----------------------------------------------------------- */

/* Steps to every square over discovered openings; distances[25 * row + column], -1 if there is no way. About 1
 * microsecond. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_distances(const lg_amazes_knowledge *known, int32_t row, int32_t column,
                                     int16_t distances[LG_AMAZES_SQUARES]);

/* The shortest walk over discovered openings to a square; of several, the first in the order F R T L at the
 * first character that differs. *count is 0 for the player's own square. LG_E_ILLEGAL: no known way. LG_E_SPACE: *count
 * is the number of steps needed. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_way(const lg_amazes_knowledge *known, const lg_amazes_place *place, int32_t row,
                               int32_t column, uint8_t *steps, int32_t capacity, int32_t *count);

/* ---- hidden information (resample.c) --------------------------------------------------- */

/* A random game that `player` can't distinguish from this one. It depends only on *rng and on the player's knowledge:
 * two games with the same information give the same result. The state must be valid; so is the result, in which the
 * player to move has looked if it has looked in `before`.
 *
 * The player's knowledge is kept: its map, place and facing in its frame; turns, its characters, meetings and offence;
 * in its turn, its unfinished walk and, after the look, the distance to the opponent. Random are
 *   - the place and orientation of the map in the maze: among all places where it fits and leaves a way to every
 *   square; more likely with more squares where the opponent can have begun or can be, and with more known walls on the
 *   outer edge. The results of inference on the map stay the same;
 *   - the rest of the maze, as in lg_amazes_maze_generate, with the known part given;
 *   - the opponent: a square at the known distance, otherwise any but the player's own; a start; and a path between
 *   them that takes new squares where it can, of 2 to 5 steps a turn. This path is the only source of its knowledge and
 *   characters. It
 *     is not an offender, has written nothing in this turn, and has met the player once if that distance is 0;
 *   - the first discoverer of each square that both have discovered.
 *
 * When the game is over nothing is hidden: the result is a copy and *rng is unchanged. About 25 microseconds, nearly
 * twice a new maze. LG_E_ARGUMENT: a pointer is NULL, or `player` is no player. */
LG_API lg_status lg_amazes_resample(const lg_amazes *before, int32_t player, lg_rng *rng, lg_amazes *after);

/* The symmetries of lg_game_symmetry_state: 0 identity, 1-3 rotations by 90, 180, 270 degrees clockwise, 4-7 the same
 * after a mirror left to right, which also swaps L and R. Rotations change nothing that a player can notice. */
#define LG_AMAZES_SYMMETRIES 8

/* ---- protocol ---------------------------------------------------------------------------------- */

/* The next message for a contest program, with its LFs: at its turn the five lines of its look, with the line "Start"
 * before Red's first one; "Quit" for an offender, and after sudden death for a player with turns left; otherwise the
 * empty string. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_message(const lg_amazes *state, int32_t player, char *buffer, size_t capacity,
                                   size_t *length);

/* The content of a message from lg_amazes_message. */
typedef enum lg_amazes_message_kind {
    LG_AMAZES_MESSAGE_LOOK = 0,
    LG_AMAZES_MESSAGE_START = 1, /* the first look of Red */
    LG_AMAZES_MESSAGE_QUIT = 2   /* *sight is untouched */
} lg_amazes_message_kind;
LG_API lg_status lg_amazes_message_parse(const char *text, size_t length, lg_amazes_message_kind *kind,
                                         lg_amazes_sight *sight, lg_parse_error *error);

/* Any look as its five lines. LG_E_ARGUMENT: a look that no message can contain. */
LG_API lg_status lg_amazes_sight_print(const lg_amazes_sight *sight, char *buffer, size_t capacity, size_t *length);

/* Plays a program's answer (one line, with or without its LF or CR LF) as a whole turn, the look included if it is
 * due. LG_E_PARSE, LG_E_ILLEGAL (error->expected is the reason), LG_E_OVER. */
LG_API lg_status lg_amazes_play(const lg_amazes *before, const char *text, size_t length, lg_amazes *after,
                                  lg_parse_error *error);

/* A player's discoveries, in the form of a maze file: `?` for edges and squares that are not discovered, `x` in
 * dead-end squares. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_known_print(const lg_amazes_knowledge *known, char *buffer, size_t capacity,
                                       size_t *length);

/* The same in the player's frame, ahead is up, cropped to its knowledge; ^ > v < is the player. LG_E_ARGUMENT. */
LG_API lg_status lg_amazes_view_print(const lg_amazes *state, int32_t player, char *buffer, size_t capacity,
                                      size_t *length);

LG_END

#endif
