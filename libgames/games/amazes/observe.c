/* Amazes: observations: a player's map in planes, its look as in the contest's message, or its ways. Only the knowledge
 * of the player to move. */
#include <string.h>

#include "libgames/author.h"
#include "libgames/game.h"
#include "rooms.h"
#include "squares.h"

#define CELLS LG_AMAZES_CELLS
#define FRAME LG_AMAZES_FRAME

/* Planes of observation 0, each 49 x 49, the frame of the viewer; then planes with one value everywhere. */
enum {
    AMZ_OBSERVE_DISCOVERED,
    AMZ_OBSERVE_DEAD_END,
    WALLS,                  /* four planes: up, right, down, left */
    OPENINGS = WALLS + 4,   /* four planes in the same way */
    PLACE = OPENINGS + 4,   /* where it looked */
    WALK_END,               /* four planes: where the walk written so far leads, by facing */
    OPPONENT = WALK_END + 4, /* every cell at the opponent's distance */
    AMZ_OBSERVE_WRITTEN,
    AMZ_TURNS_LEFT,
    RED,
    AMZ_PLANES
};

/* Entries of observation 1: the corridors, four numbers, the walk written so far. */
enum {
    CORRIDORS,
    DISTANCE = CORRIDORS + 4 * LG_AMAZES_CORRIDOR,
    LOOK_RED,
    LOOK_TURNS_LEFT,
    LOOK_WRITTEN,
    LOOK_WALK,
    LOOK_SIZE = LOOK_WALK + LG_AMAZES_WALK
};

void lg_i_amazes_spaces(lg_game *game) {
    game->observations = 3;
    game->observation[0] = (lg_space){"planes", LG_U8, 3, {AMZ_PLANES, FRAME, FRAME, 1}, 0, 255};
    game->observation[1] = (lg_space){"look", LG_I16, 1, {LOOK_SIZE, 1, 1, 1}, 0, 1152};
    game->observation[2] = (lg_space){"directions", LG_I16, 1, {LG_I_AMAZES_WAYS, 1, 1, 1}, 0, 10000};
}

/* Where the walk written so far leads, as far as the player knows: unknown edges count as open. There can't be a square
 * outside the frame. */
static void put_walk_end(uint8_t *planes, const uint16_t *cells, const lg_amazes *position, int cell, int facing) {
    LG_I_BITS_TABLE int8_t ACROSS[4] = {0, 1, 0, -1}, BELOW[4] = {-1, 0, 1, 0};
    int row = cell / FRAME, column = cell % FRAME;
    for (int i = 0; i < position->walk_length; i++) {
        const int side = lg_i_amazes_turned(facing, position->walk[i]);
        if ((cells[FRAME * row + column] & LG_I_AMAZES_CELL_WALL << side) != 0) break;
        const int next_row = row + BELOW[side], next_column = column + ACROSS[side];
        if (next_row < 0 || next_row >= FRAME || next_column < 0 || next_column >= FRAME) break;
        row = next_row;
        column = next_column;
        facing = side;
    }
    memset(planes + WALK_END * CELLS, 0, 4 * CELLS);
    planes[(WALK_END + facing) * CELLS + FRAME * row + column] = 1;
}

/* The cells whose squared distance from the player is the opponent's. */
static void put_opponent(uint8_t *plane, int cell, int32_t distance) {
    const int column = cell % FRAME;
    memset(plane, 0, CELLS);
    for (int row = 0; row < FRAME; row++) {
        const int down = row - cell / FRAME, left = distance - down * down;
        int right = 0;
        while (right * right < left) right++;
        if (right * right != left) continue;
        if (column + right < FRAME) plane[FRAME * row + column + right] = 1;
        if (column - right >= 0) plane[FRAME * row + column - right] = 1;
    }
}

/* The planes before PLACE are the bits of a cell of lg_i_amazes_view, in their order. */
LG_STATIC_ASSERT(1u << AMZ_OBSERVE_DISCOVERED == LG_I_AMAZES_CELL_DISCOVERED, "a plane for each bit");
LG_STATIC_ASSERT(1u << AMZ_OBSERVE_DEAD_END == LG_I_AMAZES_CELL_DEAD_END, "a plane for each bit");
LG_STATIC_ASSERT(1u << WALLS == LG_I_AMAZES_CELL_WALL, "a plane for each bit");
LG_STATIC_ASSERT(1u << OPENINGS == LG_I_AMAZES_CELL_OPENING, "a plane for each bit");
LG_STATIC_ASSERT(1u << PLACE == LG_I_AMAZES_CELL_OPENING << 4, "no plane for more");

static void amz_observe_planes(const lg_amazes *position, int32_t viewer, uint8_t *planes) {
    uint16_t cells[CELLS];
    const lg_amazes_place *origin = &position->start[viewer], *place = &position->place[viewer];
    const lg_amazes_place *opponent = &position->place[1 - viewer];
    lg_i_amazes_view(position, viewer, cells);
    for (int plane = AMZ_OBSERVE_DISCOVERED; plane < PLACE; plane++)
        for (int cell = 0; cell < CELLS; cell++) planes[plane * CELLS + cell] = (uint8_t)(cells[cell] >> plane & 1);
    const int cell = lg_i_amazes_cell(origin, place->row, place->column);
    memset(planes + PLACE * CELLS, 0, CELLS);
    planes[PLACE * CELLS + cell] = 1;
    put_walk_end(planes, cells, position, cell, (place->facing - origin->facing) & 3);
    put_opponent(planes + OPPONENT * CELLS, cell, lg_i_amazes_squared_distance(place, opponent));
    memset(planes + AMZ_OBSERVE_WRITTEN * CELLS, position->walk_length < 255 ? position->walk_length : 255, CELLS);
    memset(planes + AMZ_TURNS_LEFT * CELLS, position->turn_limit - position->turn / 2, CELLS);
    memset(planes + RED * CELLS, viewer == LG_AMAZES_RED, CELLS);
}

static void observe_look(const lg_amazes *position, int32_t viewer, int16_t *look) {
    lg_amazes_sight sight;
    (void)lg_amazes_see(&position->maze, &position->place[viewer], &position->place[1 - viewer], &sight);
    memset(look, 0, LOOK_SIZE * sizeof *look);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < sight.length[i]; j++)
            look[CORRIDORS + LG_AMAZES_CORRIDOR * i + j] = (int16_t)(1 + sight.sides[i][j]);
    look[DISTANCE] = (int16_t)sight.distance;
    look[LOOK_RED] = viewer == LG_AMAZES_RED;
    look[LOOK_TURNS_LEFT] = (int16_t)(position->turn_limit - position->turn / 2);
    look[LOOK_WRITTEN] = (int16_t)position->walk_length;
    for (int i = 0; i < position->walk_length; i++) look[LOOK_WALK + i] = (int16_t)(1 + position->walk[i]);
}

/* The contest gives information to a player only at its turn: for others, and after the game, everything is 0. */
static void amz_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    const lg_amazes *position = (const lg_amazes *)state;
    if (lg_amazes_player(position) != viewer) memset(out, 0, lg_space_size(&game->observation[which]));
    else if (which == 0) amz_observe_planes(position, viewer, (uint8_t *)out);
    else if (which == 1) observe_look(position, viewer, (int16_t *)out);
    else lg_i_amazes_observe_directions(position, viewer, (int16_t *)out);
}

/* ---- for learners ---- */

static int32_t amz_planes_parts(int32_t turns, lg_part *parts) {
    parts[0] = (lg_part){AMZ_OBSERVE_WRITTEN * CELLS, 0, 1};
    parts[1] = (lg_part){CELLS, 0, UINT8_MAX};
    parts[2] = (lg_part){CELLS, 0, turns};
    parts[3] = (lg_part){CELLS, 0, 1};
    return 4;
}

static int32_t look_parts(int32_t turns, int32_t farthest, lg_part *parts) {
    parts[0] = (lg_part){DISTANCE, 5, 0};
    parts[1] = (lg_part){1, 0, farthest};
    parts[2] = (lg_part){1, 0, 1};
    parts[3] = (lg_part){1, 0, turns};
    parts[4] = (lg_part){1, 0, LG_AMAZES_WALK};
    parts[5] = (lg_part){LG_AMAZES_WALK, 5, 0};
    return 6;
}

static int32_t amz_parts(const lg_game *game, int32_t which, lg_part *parts) {
    const int32_t turns = LG_AMAZES_TURNS;
    if (which == 0) return amz_planes_parts(turns, parts);
    return which == 1 ? look_parts(turns, game->observation[1].high, parts) : lg_i_amazes_directions_parts(parts);
}

/* ---- symmetries ---- */

/* The plane that a plane becomes in a mirror: right and left change places in each group of four. */
static int mirrored_plane(int plane) {
    const int base = plane >= WALK_END && plane < OPPONENT ? WALK_END : WALLS;
    if (plane < WALLS || plane == PLACE || plane >= OPPONENT) return plane;
    const int side = (plane - base) & 3;
    return plane - side + ((4 - side) & 3);
}

static void mirror_planes(const uint8_t *from, uint8_t *to) {
    for (int plane = 0; plane < AMZ_PLANES; plane++)
        for (int cell = 0; cell < CELLS; cell++)
            to[mirrored_plane(plane) * CELLS + cell - cell % FRAME + FRAME - 1 - cell % FRAME] =
                from[plane * CELLS + cell];
}

static void mirror_look(const int16_t *from, int16_t *to) {
    LG_I_BITS_TABLE int16_t SIDES[5] = {0, 1, 3, 2, 4}, WALKED[5] = {0, 1, 4, 3, 2};
    memcpy(to, from, LOOK_SIZE * sizeof *to);
    for (int i = 0; i < 4 * LG_AMAZES_CORRIDOR; i++) {
        const int corridor = i / LG_AMAZES_CORRIDOR, mirrored = (4 - corridor) & 3;
        to[CORRIDORS + LG_AMAZES_CORRIDOR * mirrored + i % LG_AMAZES_CORRIDOR] = SIDES[from[CORRIDORS + i]];
    }
    for (int i = LOOK_WALK; i < LOOK_SIZE; i++) to[i] = WALKED[from[i]];
}

static void amz_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                     void *after) {
    if (symmetry < 4) memcpy(after, before, lg_space_size(&game->observation[which]));
    else if (which == 0) mirror_planes((const uint8_t *)before, (uint8_t *)after);
    else if (which == 1) mirror_look((const int16_t *)before, (int16_t *)after);
    else lg_i_amazes_mirror_directions((const int16_t *)before, (int16_t *)after);
}

static int32_t amz_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    if (game->actions != LG_AMAZES_STEP_ACTIONS || symmetry < 4 || action == LG_AMAZES_END) return action;
    return (4 - action) & 3;
}

static void amz_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game;
    lg_i_amazes_symmetry((const lg_amazes *)before, symmetry, (lg_amazes *)after);
}

/* ---- the state's layout ---- */

static int32_t amz_fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1, MAZE = 0, KNOWN = 4, KNOWN_WALLS = 7, KNOWN_OPENINGS = 11, START = 15, STANDING = 20 };
    static const lg_field TABLE[] = {
        LG_FIELD(lg_amazes, STATE, maze, LG_FIELD_STRUCT),
        LG_FIELD_ARRAY(lg_amazes_edges, MAZE, h, LG_FIELD_U32, LG_I_AMAZES_SIDE + 1),
        LG_FIELD_ARRAY(lg_amazes_edges, MAZE, v, LG_FIELD_U32, LG_I_AMAZES_SIDE),
        LG_FIELD(lg_amazes_edges, MAZE, reserved, LG_FIELD_U32),
        LG_FIELD_ARRAY(lg_amazes, STATE, known, LG_FIELD_STRUCT, 2),
        LG_FIELD_ARRAY(lg_amazes_knowledge, KNOWN, squares, LG_FIELD_U32, LG_I_AMAZES_SIDE),
        LG_FIELD_ARRAY(lg_amazes_knowledge, KNOWN, dead_ends, LG_FIELD_U32, LG_I_AMAZES_SIDE),
        LG_FIELD(lg_amazes_knowledge, KNOWN, walls, LG_FIELD_STRUCT),
        LG_FIELD_ARRAY(lg_amazes_edges, KNOWN_WALLS, h, LG_FIELD_U32, LG_I_AMAZES_SIDE + 1),
        LG_FIELD_ARRAY(lg_amazes_edges, KNOWN_WALLS, v, LG_FIELD_U32, LG_I_AMAZES_SIDE),
        LG_FIELD(lg_amazes_edges, KNOWN_WALLS, reserved, LG_FIELD_U32),
        LG_FIELD(lg_amazes_knowledge, KNOWN, openings, LG_FIELD_STRUCT),
        LG_FIELD_ARRAY(lg_amazes_edges, KNOWN_OPENINGS, h, LG_FIELD_U32, LG_I_AMAZES_SIDE + 1),
        LG_FIELD_ARRAY(lg_amazes_edges, KNOWN_OPENINGS, v, LG_FIELD_U32, LG_I_AMAZES_SIDE),
        LG_FIELD(lg_amazes_edges, KNOWN_OPENINGS, reserved, LG_FIELD_U32),
        LG_FIELD_ARRAY(lg_amazes, STATE, start, LG_FIELD_STRUCT, 2),
        LG_FIELD(lg_amazes_place, START, row, LG_FIELD_U8),
        LG_FIELD(lg_amazes_place, START, column, LG_FIELD_U8),
        LG_FIELD(lg_amazes_place, START, facing, LG_FIELD_U8),
        LG_FIELD(lg_amazes_place, START, reserved, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_amazes, STATE, place, LG_FIELD_STRUCT, 2),
        LG_FIELD(lg_amazes_place, STANDING, row, LG_FIELD_U8),
        LG_FIELD(lg_amazes_place, STANDING, column, LG_FIELD_U8),
        LG_FIELD(lg_amazes_place, STANDING, facing, LG_FIELD_U8),
        LG_FIELD(lg_amazes_place, STANDING, reserved, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_amazes, STATE, written, LG_FIELD_U32, 2),
        LG_FIELD_ARRAY(lg_amazes, STATE, first, LG_FIELD_U16, 2),
        LG_FIELD_ARRAY(lg_amazes, STATE, meetings, LG_FIELD_U16, 2),
        LG_FIELD(lg_amazes, STATE, turn, LG_FIELD_U16),
        LG_FIELD(lg_amazes, STATE, turn_limit, LG_FIELD_U16),
        LG_FIELD(lg_amazes, STATE, walk_length, LG_FIELD_U16),
        LG_FIELD(lg_amazes, STATE, looked, LG_FIELD_U8),
        LG_FIELD(lg_amazes, STATE, offenders, LG_FIELD_U8),
        LG_FIELD(lg_amazes, STATE, sudden_death, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_amazes, STATE, reserved, LG_FIELD_U8, 7),
        LG_FIELD_ARRAY(lg_amazes, STATE, walk, LG_FIELD_U8, LG_AMAZES_WALK),
    };
    (void)game;
    return lg_copy_fields(out, TABLE, sizeof TABLE);
}

const lg_game_learners lg_i_amazes_learners = {
    .observe = amz_observe, .parts = amz_parts, .symmetry_action = amz_symmetry_action,
    .symmetry_state = amz_symmetry_state, .symmetry_observation = amz_symmetry_observation,
    .potential = lg_i_amazes_potential, .fields = amz_fields,
};
