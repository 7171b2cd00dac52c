/* Amazes: the picture of a position: the maze with the discoveries of each player, or a player's own map in its own
 * frame, ahead up. */
#include "libgames/svg.h"
#include "rooms.h"
#include "squares.h"

#define FRAME LG_AMAZES_FRAME
#define CELLS LG_AMAZES_CELLS

enum {
    AMZ_DRAW_LEFT = 20, AMZ_TOP = 60, AMZ_CELL = 24, AMZ_WIDTH = 640,
    AMZ_BELOW = AMZ_TOP + LG_I_AMAZES_SIDE * AMZ_CELL + 12, AMZ_BUTTONS = 44
};

static const char *const AMZ_DRAW_NAMES[2] = {"Red", "Blue"};
static const char *const AMZ_LETTERS[2] = {"R", "B"};

static const char AMZ_STYLE[] = ".square1{fill:$0;fill-opacity:.2}\n"
                            ".square2{fill:$1;fill-opacity:.2}\n"
                            ".square3{fill:$i;fill-opacity:.17}\n"
                            ".hatch1{stroke:$0;stroke-width:1;stroke-opacity:.7}\n"
                            ".hatch2{stroke:$1;stroke-width:1;stroke-opacity:.7}\n"
                            ".wall0{stroke:$f;stroke-width:1.5}\n"
                            ".wall1{stroke:$0;stroke-width:3.5}\n"
                            ".wall2{stroke:$1;stroke-width:3.5}\n"
                            ".wall3{stroke:$i;stroke-width:3.5}\n"
                            ".dots{stroke:$f;stroke-width:1.5;stroke-dasharray:.1 5.9}\n"
                            ".dead{stroke:$s;stroke-width:1.4}\n"
                            ".way{stroke:$m;stroke-width:4;stroke-opacity:.8}\n"
                            ".plan{stroke:$i;stroke-width:2.5;stroke-dasharray:.1 6}\n"
                            ".ghost{fill:$p;stroke:$i;stroke-width:1.5}\n"
                            ".tip{fill:$i}\n"
                            ".ring{fill:none;stroke:$m;stroke-width:3}\n"
                            ".there{fill:none;stroke:$m;stroke-width:2}\n";

/* A wall: undiscovered, or discovered by 1 Red, 2 Blue, 3 both. On a player's own map all are AMZ_DRAW_WALL + 3, or
 * unknown. */
enum { AMZ_DRAW_OPEN, AMZ_DRAW_UNKNOWN, AMZ_DRAW_WALL };
/* of a square: who discovered it; on the own map it is not hatched */
enum { AMZ_DRAW_DISCOVERED = 3, AMZ_DRAW_DEAD_END = 4, PLAIN = 8 };

/* The 25 x 25 squares that are shown. */
typedef struct amz_sheet {
    uint8_t square[LG_I_AMAZES_SIDE][LG_I_AMAZES_SIDE];
    uint8_t across[LG_I_AMAZES_SIDE + 1][LG_I_AMAZES_SIDE];  /* the edges above the squares */
    uint8_t upright[LG_I_AMAZES_SIDE][LG_I_AMAZES_SIDE + 1]; /* those left of them */
    const lg_amazes *state;
    int32_t viewer; /* -1, or the player whose frame it is */
    int top, left;  /* the cell of the frame in the corner */
} amz_sheet;

static int32_t amz_x_of(int column) {
    return AMZ_DRAW_LEFT + AMZ_CELL * column;
}

static int32_t amz_y_of(int row) {
    return AMZ_TOP + AMZ_CELL * row;
}

/* ---- layout ---- */

static uint8_t known_by(const lg_amazes *state, int row, int column) {
    unsigned who = 0, dead = 0;
    for (int player = 0; player < 2; player++) {
        who |= (state->known[player].squares[row] >> column & 1) << player;
        dead |= state->known[player].dead_ends[row] >> column & 1;
    }
    return (uint8_t)(who | (dead != 0 ? (unsigned)AMZ_DRAW_DEAD_END : 0));
}

static uint8_t true_edge(const lg_amazes *state, int row, int column, int side) {
    if (lg_i_amazes_edge(&state->maze, row, column, side) == 0) return AMZ_DRAW_OPEN;
    return (uint8_t)(AMZ_DRAW_WALL + lg_i_amazes_edge(&state->known[0].walls, row, column, side) +
                     2 * lg_i_amazes_edge(&state->known[1].walls, row, column, side));
}

static void fill_whole(amz_sheet *on) {
    const lg_amazes *state = on->state;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (int column = 0; column < LG_I_AMAZES_SIDE; column++) {
            on->square[row][column] = known_by(state, row, column);
            on->across[row][column] = true_edge(state, row, column, LG_I_AMAZES_NORTH);
            on->upright[row][column] = true_edge(state, row, column, LG_I_AMAZES_WEST);
        }
    for (int i = 0; i < LG_I_AMAZES_SIDE; i++) {
        on->across[LG_I_AMAZES_SIDE][i] = true_edge(state, LG_I_AMAZES_SIDE - 1, i, LG_I_AMAZES_SOUTH);
        on->upright[i][LG_I_AMAZES_SIDE] = true_edge(state, i, LG_I_AMAZES_SIDE - 1, LG_I_AMAZES_EAST);
    }
}

/* The edge on a side of a cell, from the cell and from its neighbour there. */
static uint8_t amz_draw_own_edge(const uint16_t *cells, int row, int column, int side) {
    unsigned flags = 0;
    for (int i = 0; i < 2; i++, row += lg_i_amazes_down(side), column += lg_i_amazes_right(side), side ^= 2)
        if (row >= 0 && row < FRAME && column >= 0 && column < FRAME)
            flags |= (unsigned)cells[FRAME * row + column] >> side;
    if ((flags & LG_I_AMAZES_CELL_WALL) != 0) return AMZ_DRAW_WALL + 3;
    return (flags & LG_I_AMAZES_CELL_OPENING) != 0 ? AMZ_DRAW_OPEN : AMZ_DRAW_UNKNOWN;
}

/* The first of the 25 rows (or columns) that are shown: those around the start, moved no more than needed. */
static int window(int first, int last) {
    const int usual = (FRAME - LG_I_AMAZES_SIDE) / 2;
    if (first < usual) return first;
    return last > usual + LG_I_AMAZES_SIDE - 1 ? last - LG_I_AMAZES_SIDE + 1 : usual;
}

/* Everything in the maze that the player knows fits. */
static void place_window(amz_sheet *on, const uint16_t *cells) {
    const unsigned inside = LG_I_AMAZES_CELL_DISCOVERED | LG_I_AMAZES_CELL_OPENING * 15;
    int top = FRAME, bottom = 0, left = FRAME, right = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        const int row = cell / FRAME, column = cell % FRAME;
        if ((cells[cell] & inside) == 0) continue;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    on->top = window(top, bottom);
    on->left = window(left, right);
}

static void fill_own(amz_sheet *on) {
    uint16_t cells[CELLS];
    lg_i_amazes_view(on->state, on->viewer, cells);
    place_window(on, cells);
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++)
        for (int column = 0; column <= LG_I_AMAZES_SIDE; column++) {
            const int at = on->top + row, beside = on->left + column;
            if (column < LG_I_AMAZES_SIDE)
                on->across[row][column] = amz_draw_own_edge(cells, at, beside, LG_I_AMAZES_NORTH);
            if (row < LG_I_AMAZES_SIDE)
                on->upright[row][column] = amz_draw_own_edge(cells, at, beside, LG_I_AMAZES_WEST);
            if (row == LG_I_AMAZES_SIDE || column == LG_I_AMAZES_SIDE) continue;
            const unsigned cell = cells[FRAME * at + beside];
            on->square[row][column] = (uint8_t)((cell & LG_I_AMAZES_CELL_DISCOVERED) != 0 ? PLAIN + 1 + on->viewer : 0);
            if ((cell & LG_I_AMAZES_CELL_DEAD_END) != 0) on->square[row][column] |= AMZ_DRAW_DEAD_END;
        }
}

/* The position of a place of the maze on the sheet. */
static lg_amazes_place amz_shown(const amz_sheet *on, lg_amazes_place place) {
    if (on->viewer < 0) return place;
    const lg_amazes_place *start = &on->state->start[on->viewer];
    const int32_t cell = lg_i_amazes_cell(start, place.row, place.column);
    place.row = (uint8_t)(cell / FRAME - on->top);
    place.column = (uint8_t)(cell % FRAME - on->left);
    place.facing = (uint8_t)(place.facing + 4 - start->facing) & 3;
    return place;
}

static int32_t middle_x(lg_amazes_place place) {
    return amz_x_of(place.column) + AMZ_CELL / 2;
}

static int32_t middle_y(lg_amazes_place place) {
    return amz_y_of(place.row) + AMZ_CELL / 2;
}

/* ---- the maze ---- */

/* The squares of a shade as runs of a row. */
static void put_squares(lg_writer *writer, const amz_sheet *on, int shade) {
    lg_svg_put(writer, "<path class='square%d' d='", shade);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (int column = 0, run; column < LG_I_AMAZES_SIDE; column += run + 1) {
            for (run = 0;
                 column + run < LG_I_AMAZES_SIDE && (on->square[row][column + run] & AMZ_DRAW_DISCOVERED) == shade;)
                run++;
            if (run > 0)
                lg_svg_put(writer, "M%d %dh%dv%dh-%dz", (int)amz_x_of(column), (int)amz_y_of(row), AMZ_CELL * run,
                           AMZ_CELL, AMZ_CELL * run);
        }
    lg_put_text(writer, "'/>\n");
}

static void amz_put_hatches(lg_writer *writer, const amz_sheet *on, int shade) {
    lg_svg_put(writer, "<path class='line hatch%d' d='", shade);
    for (int i = 0; i < LG_I_AMAZES_SIDE * LG_I_AMAZES_SIDE; i++)
        if ((on->square[i / LG_I_AMAZES_SIDE][i % LG_I_AMAZES_SIDE] & (AMZ_DRAW_DISCOVERED | PLAIN)) == shade)
            lg_svg_put(writer, shade == 1 ? "M%d %dl8 -8" : "M%d %dl8 8", (int)amz_x_of(i % LG_I_AMAZES_SIDE) + 8,
                       (int)amz_y_of(i / LG_I_AMAZES_SIDE) + (shade == 1 ? 16 : 8));
    lg_put_text(writer, "'/>\n");
}

static void put_dead_ends(lg_writer *writer, const amz_sheet *on) {
    lg_put_text(writer, "<path class='line dead' d='");
    for (int i = 0; i < LG_I_AMAZES_SIDE * LG_I_AMAZES_SIDE; i++)
        if ((on->square[i / LG_I_AMAZES_SIDE][i % LG_I_AMAZES_SIDE] & AMZ_DRAW_DEAD_END) != 0)
            lg_svg_put(writer, "M%d %dl6 6m0 -6l-6 6", (int)amz_x_of(i % LG_I_AMAZES_SIDE) + 9,
                       (int)amz_y_of(i / LG_I_AMAZES_SIDE) + 9);
    lg_put_text(writer, "'/>\n");
}

static void put_edges(lg_writer *writer, const amz_sheet *on, int kind) {
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++)
        for (int column = 0, run; column < LG_I_AMAZES_SIDE; column += run + 1) {
            for (run = 0; column + run < LG_I_AMAZES_SIDE && on->across[row][column + run] == kind;) run++;
            if (run > 0) lg_svg_put(writer, "M%d %dh%d", (int)amz_x_of(column), (int)amz_y_of(row), AMZ_CELL * run);
        }
    for (int column = 0; column <= LG_I_AMAZES_SIDE; column++)
        for (int row = 0, run; row < LG_I_AMAZES_SIDE; row += run + 1) {
            for (run = 0; row + run < LG_I_AMAZES_SIDE && on->upright[row + run][column] == kind;) run++;
            if (run > 0) lg_svg_put(writer, "M%d %dv%d", (int)amz_x_of(column), (int)amz_y_of(row), AMZ_CELL * run);
        }
}

static void amz_draw_put_maze(lg_writer *writer, const amz_sheet *on) {
    for (int shade = 1; shade <= 3; shade++) put_squares(writer, on, shade);
    amz_put_hatches(writer, on, 1);
    amz_put_hatches(writer, on, 2);
    put_dead_ends(writer, on);
    lg_put_text(writer, "<path class='line dots' d='");
    put_edges(writer, on, AMZ_DRAW_UNKNOWN);
    lg_put_text(writer, "'/>\n");
    for (int who = 0; who <= 3; who++) {
        lg_svg_put(writer, "<path class='line wall%d' d='", who);
        put_edges(writer, on, AMZ_DRAW_WALL + who);
        lg_put_text(writer, "'/>\n");
    }
}

/* ---- the players' places ---- */

/* Whether both players are shown, and stand on one square. */
static bool meet(const amz_sheet *on) {
    const lg_amazes_place *place = on->state->place;
    return on->viewer < 0 && place[0].row == place[1].row && place[0].column == place[1].column;
}

/* A place of the sheet, and a player on it who is shown. */
static bool amz_stands_at(const amz_sheet *on, lg_amazes_place at) {
    bool any = false;
    for (int player = 0; player < 2; player++) {
        const lg_amazes_place place = amz_shown(on, on->state->place[player]);
        any = any || ((on->viewer < 0 || on->viewer == player) && place.row == at.row && place.column == at.column);
    }
    return any;
}

/* The place of Red next to Blue on one square: the side where neither covers the other's facing. */
static int side_of_red(const amz_sheet *on) {
    const int red = on->state->place[0].facing, blue = on->state->place[1].facing;
    int side = LG_I_AMAZES_WEST;
    while (red == (side ^ 2) || blue == side) side = (side + 1) & 3;
    return side;
}

/* ---- moves ---- */

/* The steps of an unfinished walk from a place of the sheet, up to the first wall that is shown; returns its end. */
static lg_amazes_place put_plan(lg_writer *writer, const amz_sheet *on, lg_amazes_place at, const uint8_t *steps,
                                int count) {
    if (count > 0) lg_svg_put(writer, "<path class='line plan' d='M%d %d", (int)middle_x(at), (int)middle_y(at));
    for (int i = 0; i < count; i++) {
        at.facing = (uint8_t)lg_i_amazes_turned(at.facing, steps[i]);
        const int row = at.row + lg_i_amazes_down(at.facing), column = at.column + lg_i_amazes_right(at.facing);
        const uint8_t edge = (at.facing & 1) == 0 ? on->across[at.row + (at.facing == LG_I_AMAZES_SOUTH)][at.column]
                                                  : on->upright[at.row][at.column + (at.facing == LG_I_AMAZES_EAST)];
        if (edge >= AMZ_DRAW_WALL || !lg_i_amazes_inside(row, column)) break;
        at.row = (uint8_t)row;
        at.column = (uint8_t)column;
        lg_svg_put(writer, "L%d %d", (int)middle_x(at), (int)middle_y(at));
    }
    if (count == 0) return at;
    lg_put_text(writer, "'/>\n");
    const int32_t aside = amz_stands_at(on, at) ? 15 : 0; /* a player's disc would cover it */
    lg_svg_put(writer, "<circle class='ghost' cx='%d' cy='%d' r='%d'/>\n", (int)middle_x(at), (int)middle_y(at),
               aside > 0 ? 13 : 7);
    lg_svg_arrow(writer, "tip", 10 * (middle_x(at) + aside * lg_i_amazes_right(at.facing)),
                 10 * (middle_y(at) + aside * lg_i_amazes_down(at.facing)), 50, 2 * at.facing);
    return at;
}

/* The part of the walk from `before` that is known. */
static int32_t walk_since(const lg_game *game, const lg_amazes *before, int mover, const lg_draw_options *options,
                          uint8_t steps[LG_AMAZES_WALK]) {
    int32_t count = before->walk_length;
    memcpy(steps, before->walk, (size_t)count);
    if (game->actions != LG_AMAZES_STEP_ACTIONS && options->last_count > 0) {
        const int32_t square = lg_i_amazes_square(&before->start[mover], options->last[0]);
        const lg_amazes_place *from = &before->place[mover];
        if (square < 0 || lg_amazes_way(&before->known[mover], from, square / LG_I_AMAZES_SIDE,
                                        square % LG_I_AMAZES_SIDE, steps, LG_AMAZES_WALK, &count) != LG_OK)
            return 0;
        return count;
    }
    for (int32_t i = 0; i < options->last_count && options->last[i] < LG_AMAZES_END && count < LG_AMAZES_WALK; i++)
        steps[count++] = (uint8_t)options->last[i];
    return count;
}

/* Carries out the walk, and the turn back after it; writes its path to a writer that may only measure. True if it leads
 * to the player's present place: no other walk is meaningful. */
static bool follow(lg_writer *writer, const amz_sheet *on, const lg_amazes *before, int mover, const uint8_t *steps,
                   int32_t count) {
    static const uint8_t BACK = 2;
    lg_amazes_place place = before->place[mover];
    lg_amazes_knowledge known = before->known[mover];
    const lg_amazes_place *now = &on->state->place[mover];
    bool there = false;
    if (!lg_i_amazes_is_walk(steps, count)) return false;
    for (int32_t i = 0; i <= count && !(there && i == count); i++) {
        (void)lg_i_amazes_carry_out(&on->state->maze, i < count ? &steps[i] : &BACK, 1, &place, &known);
        lg_svg_put(writer, "L%d %d", (int)middle_x(amz_shown(on, place)), (int)middle_y(amz_shown(on, place)));
        there = place.row == now->row && place.column == now->column;
    }
    return there;
}

/* A player's earlier place, and the path from it. */
static void amz_put_change(lg_writer *writer, const lg_game *game, const amz_sheet *on, const lg_draw_options *options,
                           int player) {
    const lg_amazes *before = (const lg_amazes *)options->before;
    const lg_amazes_place from = amz_shown(on, before->place[player]), *now = &on->state->place[player];
    uint8_t steps[LG_AMAZES_WALK];
    lg_writer measure = {NULL, 0};
    if (before->place[player].row == now->row && before->place[player].column == now->column) return;
    const int32_t count = lg_amazes_player(before) == player ? walk_since(game, before, player, options, steps) : 0;
    lg_svg_put(writer, "<circle class='ring' cx='%d' cy='%d' r='%d'/>\n", (int)middle_x(from), (int)middle_y(from),
               amz_stands_at(on, from) ? 12 : 6);
    if (count == 0 || !follow(&measure, on, before, player, steps, count)) return;
    lg_svg_put(writer, "<path class='line way' d='M%d %d", (int)middle_x(from), (int)middle_y(from));
    (void)follow(writer, on, before, player, steps, count);
    lg_put_text(writer, "'/>\n");
}

/* ---- players ---- */

static void amz_draw_put_player(lg_writer *writer, const amz_sheet *on, int player) {
    const lg_amazes_place at = amz_shown(on, on->state->place[player]);
    const int side = meet(on) ? (side_of_red(on) + 2 * player) & 3 : 0, aside = meet(on) ? 95 : 0;
    const int32_t x = 10 * middle_x(at) + aside * lg_i_amazes_right(side),
                  y = 10 * middle_y(at) + aside * lg_i_amazes_down(side);
    lg_svg_arrow(writer, player == 0 ? "p0 edge" : "p1 edge", x + 9 * lg_svg_right(2 * at.facing) / 10,
                 y + 9 * lg_svg_down(2 * at.facing) / 10, 55, 2 * at.facing);
    lg_svg_token(writer, player, x, y, 92, AMZ_LETTERS[player]);
}

static int32_t amz_distance_of(const lg_amazes *state) {
    return lg_i_amazes_squared_distance(&state->place[0], &state->place[1]);
}

/* After a look a player knows the other one's distance: the squares where that player can be, if they are shown.
 */
static void put_rings(lg_writer *writer, const amz_sheet *on) {
    const lg_amazes_place here = amz_shown(on, on->state->place[on->viewer]);
    const int32_t distance = amz_distance_of(on->state);
    lg_put_text(writer, "<g>\n");
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (int column = 0; column < LG_I_AMAZES_SIDE; column++) {
            const int down = row - here.row, right = column - here.column;
            if (down * down + right * right == distance && distance > 0)
                lg_svg_put(writer, "<circle class='there' cx='%d' cy='%d' r='8'/>\n",
                           (int)amz_x_of(column) + AMZ_CELL / 2, (int)amz_y_of(row) + AMZ_CELL / 2);
        }
    lg_put_text(writer, "</g>\n");
}

/* ---- words ---- */

/* The points as counted, and the score if it differs. */
static void put_points(lg_writer *writer, const lg_amazes *state, int player) {
    int32_t points[2], score[2];
    lg_amazes_points(state, points);
    lg_amazes_scores(state, score);
    lg_svg_put(writer, "%s%d points", points[player] < 0 ? "−" : "",
               (int)(points[player] < 0 ? -points[player] : points[player]));
    if (points[player] != score[player]) lg_svg_put(writer, " (score %d)", (int)score[player]);
}

/* A player's discoveries, or the viewer's knowledge of its place. */
static void amz_put_standing(lg_writer *writer, const lg_amazes *state, int32_t viewer, int player) {
    lg_svg_put(writer, "%s: ", AMZ_DRAW_NAMES[player]);
    if (viewer < 0) put_points(writer, state, player);
    else if (viewer == player) lg_svg_put(writer, "%d squares", (int)lg_amazes_square_count(&state->known[player]));
    else if (lg_amazes_player(state) != viewer) lg_put_text(writer, "unseen");
    else lg_svg_put(writer, "about %d squares away", (int)lg_svg_root(amz_distance_of(state)));
}

static void amz_put_head(lg_writer *writer, const lg_amazes *state, int32_t viewer) {
    for (int player = 0; player < 2; player++) {
        char first[96], second[32];
        lg_writer words = {first, 0}, more = {second, 0};
        amz_put_standing(&words, state, viewer, player);
        lg_svg_put(&more, "%d squares", (int)lg_amazes_square_count(&state->known[player]));
        first[words.length] = second[more.length] = '\0';
        lg_svg_seat(writer, player, AMZ_DRAW_LEFT + 304 * player, 10, 296, lg_amazes_player(state) == player,
                    AMZ_LETTERS[player], first, viewer < 0 ? second : NULL);
    }
}

static void amz_put_caption(lg_writer *writer, const lg_amazes *state, int32_t viewer) {
    const int32_t mover = lg_amazes_player(state), turn = (state->turn + (mover < 0 ? 1 : 2)) / 2;
    lg_svg_put(writer, "turn %d of %d, ", (int)turn, (int)state->turn_limit);
    if (mover < 0) lg_svg_put(writer, "over: %s", lg_i_amazes_result_text(lg_amazes_result_of(state)));
    else lg_svg_put(writer, "%s to move", AMZ_DRAW_NAMES[mover]);
    if (viewer >= 0) lg_svg_put(writer, "; what %s knows", AMZ_DRAW_NAMES[viewer]);
}

/* ---- actions: steps from the end of the walk, or squares to walk to ---- */

static void put_steps(lg_writer *writer, const lg_svg_choices *choices, lg_amazes_place at) {
    for (int step = 0; step < LG_AMAZES_END; step++) {
        const int side = lg_i_amazes_turned(at.facing, step);
        lg_svg_choice(writer, choices, step, -1, 10 * (middle_x(at) + AMZ_CELL * lg_i_amazes_right(side)),
                      10 * (middle_y(at) + AMZ_CELL * lg_i_amazes_down(side)), 110, 2 * side);
    }
    lg_svg_button(writer, choices, LG_AMAZES_END, AMZ_DRAW_LEFT, AMZ_BELOW, 180, "end of the walk");
}

static void put_walks(lg_writer *writer, const amz_sheet *on, const lg_svg_choices *choices, int32_t mover) {
    for (int32_t cell = 0; cell < CELLS; cell++) {
        if (!lg_svg_has(choices, cell)) continue;
        const int32_t square = lg_i_amazes_square(&on->state->start[mover], cell);
        lg_amazes_place at = {(uint8_t)(square / LG_I_AMAZES_SIDE), (uint8_t)(square % LG_I_AMAZES_SIDE), 0, 0};
        at = amz_shown(on, at);
        lg_svg_choice(writer, choices, cell, -1, 10 * middle_x(at), 10 * middle_y(at), 100, -1);
    }
}

/* ---- the picture ---- */

static void put_moves(lg_writer *writer, const lg_game *game, const amz_sheet *on, const lg_draw_options *options) {
    const lg_amazes *state = on->state;
    const int32_t mover = lg_amazes_player(state);
    const bool plans = mover >= 0 && (on->viewer < 0 || on->viewer == mover);
    lg_svg_choices choices;
    lg_amazes_place end = {0, 0, 0, 0};
    for (int player = 0; player < 2 && options->before != NULL; player++)
        if (on->viewer < 0 || on->viewer == player) amz_put_change(writer, game, on, options, player);
    if (plans) end = put_plan(writer, on, amz_shown(on, state->place[mover]), state->walk, state->walk_length);
    if (plans && on->viewer >= 0) put_rings(writer, on);
    for (int player = 0; player < 2; player++)
        if (on->viewer < 0 || on->viewer == player) amz_draw_put_player(writer, on, player);
    lg_svg_choices_of(game, state, on->viewer, options, &choices);
    if (game->actions == LG_AMAZES_STEP_ACTIONS) put_steps(writer, &choices, end);
    else put_walks(writer, on, &choices, mover);
}

void lg_i_amazes_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                      lg_writer *writer) {
    const lg_amazes *position = (const lg_amazes *)state;
    const bool buttons = game->actions == LG_AMAZES_STEP_ACTIONS && (options->legal || options->heat != NULL);
    char caption[96];
    lg_writer words = {caption, 0};
    amz_sheet on;
    memset(&on, 0, sizeof on);
    on.state = position;
    on.viewer = viewer;
    if (viewer < 0) fill_whole(&on);
    else fill_own(&on);
    amz_put_caption(&words, position, viewer);
    caption[words.length] = '\0';
    lg_svg_begin(writer, game, options, AMZ_WIDTH, AMZ_BELOW + 34 + (buttons ? AMZ_BUTTONS : 0), caption, AMZ_STYLE);
    amz_put_head(writer, position, viewer);
    lg_svg_put(writer, "<rect class='board' x='%d' y='%d' width='%d' height='%d'/>\n", AMZ_DRAW_LEFT, AMZ_TOP,
               LG_I_AMAZES_SIDE * AMZ_CELL, LG_I_AMAZES_SIDE * AMZ_CELL);
    amz_draw_put_maze(writer, &on);
    put_moves(writer, game, &on, options);
    lg_svg_end(writer);
}
