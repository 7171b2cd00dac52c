/* Alquerque: the picture of a position: the board with its lines, the pieces, the last move. */
#include "core/bits.h"
#include "libgames/alquerque.h"
#include "libgames/svg.h"
#include "lines.h"
#include "rooms.h"
#include "rules.h"

/* of a1's column, of row 7, between points */
enum { ALQ_LEFT = 68, ALQ_TOP = 94, ALQ_CELL = 84, ALQ_WIDTH = 640, HEIGHT = 698 };

#define SIDE LG_ALQUERQUE_SIDE
#define NO_POINT LG_ALQUERQUE_NO_POINT

static const char *const ALQ_NAMES[2] = {"White", "Black"};

static const char ALQ_STYLE[] =
    ".p0{fill:#b59f6a}\n.p1{fill:#6b7a86}\n" /* in charts, where neither colour may be the background's */
    ".lines{stroke:$i;stroke-width:1.6}\n"
    ".piece0{fill:$w;stroke:$k;stroke-width:3}\n"
    ".piece1{fill:$k;stroke:$e;stroke-width:3}\n"
    ".ring{fill:none;stroke:$e;stroke-width:1.5;stroke-opacity:.6}\n"
    ".way{stroke:$m;stroke-width:9;stroke-opacity:.7}\n"
    ".tip{fill:$m}\n"
    ".from{fill:$b;stroke:$m;stroke-width:4}\n"
    ".taken{stroke:$s;stroke-width:3}\n"
    ".on{fill:none;stroke:$m;stroke-width:5}\n";

static int32_t alq_x_of(int point) {
    return ALQ_LEFT + ALQ_CELL * (point & 7);
}

static int32_t alq_y_of(int point) {
    return ALQ_TOP + ALQ_CELL * (SIDE - 1 - (point >> 3));
}

/* ---- the board ---- */

static void put_line(lg_writer *writer, int from, int to) {
    lg_svg_put(writer, "M%d %dL%d %d", (int)alq_x_of(from), (int)alq_y_of(from), (int)alq_x_of(to), (int)alq_y_of(to));
}

/* All rows and columns, and the diagonals of points whose row and column are together even. */
static void alq_draw_put_board(lg_writer *writer) {
    enum { LAST = SIDE - 1 };
    lg_svg_put(writer,
               "<rect class='board' x='%d' y='%d' width='%d' height='%d' rx='10'/>\n<path class='line lines' d='",
               ALQ_LEFT - 32, ALQ_TOP - 32, ALQ_CELL * LAST + 64, ALQ_CELL * LAST + 64);
    for (int i = 0; i < SIDE; i++) {
        put_line(writer, 8 * i, 8 * i + LAST);
        put_line(writer, i, 8 * LAST + i);
    }
    for (int i = 0; i < SIDE; i += 2) {
        put_line(writer, 8 * i, 8 * LAST + LAST - i);
        put_line(writer, 8 * i, i);
        if (i == 0) continue;
        put_line(writer, i, 8 * (LAST - i) + LAST);
        if (i < LAST) put_line(writer, 8 * LAST + i, 8 * i + LAST);
    }
    lg_put_text(writer, "'/>\n");
    for (int i = 0; i < SIDE; i++) {
        const char letter[2] = {(char)('a' + i), '\0'}, digit[2] = {(char)('1' + i), '\0'};
        lg_svg_label(writer, "soft", alq_x_of(i), ALQ_TOP + ALQ_CELL * LAST + 46, 16, letter);
        lg_svg_label(writer, "soft", ALQ_LEFT - 46, alq_y_of(8 * i), 16, digit);
    }
}

/* ---- the last move ---- */

static void put_taken(lg_writer *writer, int from, int to) {
    const int32_t x = (alq_x_of(from) + alq_x_of(to)) / 2, y = (alq_y_of(from) + alq_y_of(to)) / 2;
    lg_svg_put(writer, "<path class='line taken' d='M%d %dl18 18m0 -18l-18 18'/>\n", (int)(x - 9), (int)(y - 9));
}

static void put_last_move(lg_writer *writer, const lg_alquerque *state) {
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    const int mover = state->jumper != NO_POINT ? state->to_move : 1 - state->to_move;
    const lg_alquerque_move *move = &state->last[mover];
    const int32_t count = move->from != NO_POINT ? lg_i_alquerque_points(move, points) : 0;
    if (count == 0) return;
    lg_put_text(writer, "<path class='line way' d='");
    for (int32_t i = 0; i < count; i++)
        lg_svg_put(writer, "%s%d %d", i == 0 ? "M" : "L", (int)alq_x_of(points[i]), (int)alq_y_of(points[i]));
    lg_put_text(writer, "'/>\n");
    for (int32_t i = 1; i < count && move->jumps > 0; i++) put_taken(writer, points[i - 1], points[i]);
    lg_svg_put(writer, "<circle class='from' cx='%d' cy='%d' r='11'/>\n<circle class='tip' cx='%d' cy='%d' r='35'/>\n",
               (int)alq_x_of(points[0]), (int)alq_y_of(points[0]), (int)alq_x_of(points[count - 1]),
               (int)alq_y_of(points[count - 1]));
}

/* ---- the pieces ---- */

/* `place`: the piece is clicked before an action. */
static void put_piece(lg_writer *writer, const lg_alquerque *state, int point, int colour, bool place) {
    lg_put_text(writer, "<g");
    if (place) lg_svg_put(writer, " data-place='%d'", lg_i_alquerque_dense(point));
    lg_svg_put(writer, "><circle class='piece%d' cx='%d' cy='%d' r='28'/><circle class='ring' cx='%d' cy='%d' r='18'/>",
               colour, (int)alq_x_of(point), (int)alq_y_of(point), (int)alq_x_of(point), (int)alq_y_of(point));
    if (state->jumper == point)
        lg_svg_put(writer, "<circle class='on' cx='%d' cy='%d' r='32'/>", (int)alq_x_of(point), (int)alq_y_of(point));
    lg_put_text(writer, "</g>\n");
}

static bool is_origin(const lg_svg_choices *choices, int point) {
    bool any = false;
    for (int direction = 0; direction < 8 && choices->legal; direction++)
        any = any || lg_svg_has(choices, 8 * lg_i_alquerque_dense(point) + direction);
    return any;
}

static void put_pieces(lg_writer *writer, const lg_alquerque *state, const lg_svg_choices *choices) {
    for (int colour = 0; colour < 2; colour++)
        for (uint64_t left = state->pieces[colour]; left != 0;) {
            const int point = lg_i_bits_take(&left);
            put_piece(writer, state, point, colour, is_origin(choices, point));
        }
}

/* ---- actions: at the point where they lead, on the side that they come from ---- */

static void alq_put_action(lg_writer *writer, const lg_svg_choices *choices, int action, int jumps) {
    const int point = lg_i_alquerque_sparse(action >> 3), direction = action & 7,
              strength = lg_svg_strength(choices, action);
    const int32_t reach = (jumps ? 2 : 1) * ALQ_CELL * ((direction & 1) != 0 ? 141 : 100) / 100, near = reach - 18;
    const int32_t right = lg_svg_right(direction), down = lg_svg_down(direction), x = 10 * alq_x_of(point),
                  y = 10 * alq_y_of(point);
    if (!lg_svg_has(choices, action)) return;
    if (strength > 0)
        lg_svg_put(writer, "<path class='line heat' d='M%t %tL%t %t' stroke-width='%d' stroke-opacity='.5'/>\n",
                   (int)(x + 3 * right), (int)(y + 3 * down), (int)(x + near * right / 10), (int)(y + near * down / 10),
                   2 + strength / 10);
    lg_svg_choice(writer, choices, action, lg_i_alquerque_dense(point), x + near * right / 10, y + near * down / 10,
                  190, direction);
}

/* ---- the picture ---- */

static void alq_put_head(lg_writer *writer, const lg_alquerque *state, int32_t mover) {
    for (int colour = 0; colour < 2; colour++) {
        const int32_t x = ALQ_LEFT - 32 + 288 * colour;
        lg_svg_put(writer, "<rect class='%s' x='%d' y='10' width='280' height='36' rx='6'/>\n",
                   mover == colour ? "turn" : "seat", (int)x);
        lg_svg_put(writer, "<circle class='piece%d' cx='%d' cy='28' r='11'/>\n", colour, (int)(x + 22));
        lg_svg_put(writer, "<text class='left' x='%d' y='33.4' font-size='15'>%s, %d pieces</text>\n", (int)(x + 44),
                   ALQ_NAMES[colour], lg_i_bits_count(state->pieces[colour]));
    }
}

static void alq_put_caption(lg_writer *writer, const lg_alquerque *state, int32_t mover) {
    int32_t score[2];
    if (mover >= 0) {
        lg_svg_put(writer, "%s to move, ply %d of %d", ALQ_NAMES[mover], (int)state->ply, LG_ALQUERQUE_PLY_LIMIT);
        return;
    }
    lg_alquerque_scores(state, score);
    lg_svg_put(writer, "over: %s, %d–%d", lg_alquerque_result_text(lg_alquerque_result_of(state)), (int)score[0],
               (int)score[1]);
}

void lg_i_alquerque_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer) {
    const lg_alquerque *position = (const lg_alquerque *)state;
    const int32_t mover = game->type->rules.player(game, state);
    uint64_t origins[8];
    char caption[64];
    lg_svg_choices choices;
    lg_writer words = {caption, 0};
    alq_put_caption(&words, position, mover);
    caption[words.length] = '\0';
    lg_svg_choices_of(game, state, viewer, options, &choices);
    lg_svg_begin(writer, game, options, ALQ_WIDTH, HEIGHT, caption, ALQ_STYLE);
    alq_put_head(writer, position, mover);
    alq_draw_put_board(writer);
    put_last_move(writer, position);
    put_pieces(writer, position, &choices);
    const int32_t kind = lg_i_alquerque_origins(position, origins);
    for (int action = 0; action < LG_ALQUERQUE_ACTIONS; action++) alq_put_action(writer, &choices, action, kind == 2);
    lg_svg_end(writer);
}
