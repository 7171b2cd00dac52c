/* Internal: shared by the files of Amazes. A row of squares is one word, bit c for column c; rows of vertical edges
 * have a 26th bit for the right end. */
#ifndef LG_I_AMAZES_SQUARES_H
#define LG_I_AMAZES_SQUARES_H

#include <string.h>

#include "libgames/amazes.h"

#include "core/bits.h"

#define LG_I_AMAZES_SIDE LG_AMAZES_SIDE
#define LG_I_AMAZES_ALL 0x01FFFFFFu   /* the 25 squares of a row, or the 25 horizontal edges above it */
#define LG_I_AMAZES_RIM 0x02000001u   /* the two vertical edges at the ends of a row */
#define LG_I_AMAZES_INNER                                                                                              \
    0x01FFFFFEu /* the 24 vertical edges between squares; also the 24 interior corners of a line */

enum { LG_I_AMAZES_NORTH, LG_I_AMAZES_EAST, LG_I_AMAZES_SOUTH, LG_I_AMAZES_WEST };

/* Where exactly three of four bits are set. */
static inline uint32_t lg_i_amazes_three(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return ((a & b) & (c ^ d)) | ((a ^ b) & (c & d));
}

/* The edge on one side of a square of the maze: 1 when it is in the set. Both lines are read, since no processor can
 * predict which is needed. */
static inline uint32_t lg_i_amazes_edge(const lg_amazes_edges *edges, int row, int column, int side) {
    const uint32_t level = edges->h[row + (side == LG_I_AMAZES_SOUTH)], upright = edges->v[row];
    return ((side & 1) == 0 ? level : upright) >> (column + (side == LG_I_AMAZES_EAST)) & 1;
}

static inline void lg_i_amazes_set_edge(lg_amazes_edges *edges, int row, int column, int side) {
    if ((side & 1) == 0) edges->h[row + (side == LG_I_AMAZES_SOUTH)] |= 1u << column;
    else edges->v[row] |= 1u << (column + (side == LG_I_AMAZES_EAST));
}

/* The next square on one side: rows and columns change by these. */
static inline int lg_i_amazes_down(int side) {
    return (side == LG_I_AMAZES_SOUTH) - (side == LG_I_AMAZES_NORTH);
}

static inline int lg_i_amazes_right(int side) {
    return (side == LG_I_AMAZES_EAST) - (side == LG_I_AMAZES_WEST);
}

static inline bool lg_i_amazes_inside(int row, int column) {
    return row >= 0 && row < LG_I_AMAZES_SIDE && column >= 0 && column < LG_I_AMAZES_SIDE;
}

static inline bool lg_i_amazes_is_place(const lg_amazes_place *place) {
    return place->row < LG_I_AMAZES_SIDE && place->column < LG_I_AMAZES_SIDE && place->facing < 4 &&
           place->reserved == 0;
}

static inline int lg_i_amazes_squared_distance(const lg_amazes_place *a, const lg_amazes_place *b) {
    const int rows = a->row - b->row, columns = a->column - b->column;
    return rows * rows + columns * columns;
}

static inline bool lg_i_amazes_is_walk(const uint8_t *steps, int count) {
    for (int i = 0; i < count; i++)
        if (steps[i] > 3) return false;
    return true;
}

/* The facing after a step: steps are quarter turns clockwise. */
static inline int lg_i_amazes_turned(int facing, int step) {
    return (facing + step) & 3;
}

/* The position of a player's frame on the maze: the cell of square (0, 0), and the steps from cell to cell. */
typedef struct lg_i_amazes_frame {
    int origin, down, right;
} lg_i_amazes_frame;
lg_i_amazes_frame lg_i_amazes_frame_of(const lg_amazes_place *start);

/* Applies a symmetry of the board to everything in the state. */
void lg_i_amazes_symmetry(const lg_amazes *before, int32_t symmetry, lg_amazes *after);

/* Where the walk written so far leads along known openings; false if its end is not certain. */
bool lg_i_amazes_follow(const lg_amazes *state, int mover, lg_amazes_place *place);

/* Whether every square is reachable from every other. The rim must be wall. */
bool lg_i_amazes_is_joined(const lg_amazes_edges *walls);

/* Draws a maze as lg_amazes_maze_generate does, but with the given walls and openings, which must allow a valid one. It
 * has 522 ... 525 interior walls if they allow that, otherwise more or fewer. */
void lg_i_amazes_complete(lg_rng *rng, const lg_amazes_edges *walls, const lg_amazes_edges *openings,
                          lg_amazes_edges *maze);

/* Turns the place to a random side, away from one that is open. */
void lg_i_amazes_draw_facing(lg_rng *rng, const lg_amazes_edges *walls, lg_amazes_place *place);

/* The squares reached over openings from a place in 1 ... `most` steps. */
void lg_i_amazes_reach(const lg_amazes_edges *openings, const lg_amazes_place *from, int steps,
                       uint32_t rows[LG_I_AMAZES_SIDE]);

/* The parts of a turn on arguments that are known to be good; see the functions without the i. */
void lg_i_amazes_discover(const lg_amazes_edges *walls, const lg_amazes_place *place, lg_amazes_knowledge *known);
void lg_i_amazes_infer(lg_amazes_knowledge *known);
int32_t lg_i_amazes_carry_out(const lg_amazes_edges *walls, const uint8_t *steps, int32_t count,
                              lg_amazes_place *place, lg_amazes_knowledge *known);

/* The cell of a square in the frame of a player that began at `start`, and back; -1 for a square outside the maze or a
 * cell without a square. */
int32_t lg_i_amazes_cell(const lg_amazes_place *start, int32_t row, int32_t column);
int32_t lg_i_amazes_square(const lg_amazes_place *start, int32_t cell);

/* A player's own map, without its place in the maze: bits of each cell of its frame. Every edge is marked in both of
 * its cells, even if one is outside the maze, so walls of the rim look like all others. */
#define LG_I_AMAZES_CELL_DISCOVERED 1u
#define LG_I_AMAZES_CELL_DEAD_END 2u
#define LG_I_AMAZES_CELL_WALL 4u     /* << side: 0 up (y + 1), 1 right, 2 down, 3 left */
#define LG_I_AMAZES_CELL_OPENING 64u /* << side */
void lg_i_amazes_view(const lg_amazes *state, int32_t player, uint16_t cells[LG_AMAZES_CELLS]);

/* One more character of the unfinished walk, step 0 ... 3. Nothing moves. LG_E_ILLEGAL: the player has not looked, the
 * walk has 256 characters, or the jury plays for this player. LG_E_OVER. */
lg_status lg_i_amazes_step(const lg_amazes *before, int32_t step, lg_amazes *after);

/* Ends the turn: the unfinished walk is carried out, the extra T made, points given, the end tested (R30
 * to R41). LG_E_ILLEGAL: the walk is empty, the player has not looked, or the jury plays for it. LG_E_OVER. */
lg_status lg_i_amazes_end_turn(const lg_amazes *before, lg_amazes *after);

/* The flaw of a maze or a pair of starts. */
typedef struct lg_i_amazes_flaw {
    int32_t row, column; /* a square; of a corner, the square to the right of it and below */
    const char *reason;  /* a constant sentence */
} lg_i_amazes_flaw;

/* LG_OK if these walls are a valid maze: spare bits are 0, the rim is all wall, every square is reachable from every
 * other, every interior corner touches a wall. Otherwise LG_E_STATE, also for NULL, and *flaw (may be NULL) is
 * the first flaw in that order. About 1 microsecond. */
lg_status lg_i_amazes_maze_check(const lg_amazes_edges *walls, lg_i_amazes_flaw *flaw);

/* LG_OK if Red and Blue may start there in a valid maze: inside it, squared distance at least 288, the edge
 * behind each an opening. Otherwise LG_E_STATE with *flaw (may be NULL). */
lg_status lg_i_amazes_starts_check(const lg_amazes_edges *walls, const lg_amazes_place start[2],
                                   lg_i_amazes_flaw *flaw);

/* The first wrong field of a state, and the reason; NULL for a valid state. */
const char *lg_i_amazes_problem(const lg_amazes *state);

/* The constant words of the result: "ongoing", "turns", "sudden death". */
const char *lg_i_amazes_result_text(lg_amazes_result result);

#endif
