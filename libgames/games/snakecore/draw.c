/* SnakeCore: the picture of a position: the field with walls, reactors and free blocks, and the pythons. */
#include "layout.h"
#include "libgames/svg.h"
#include "rooms.h"

/* SNK_LEFT and FIELD in tenths */
enum { SNK_WIDTH = 640, SNK_LEFT = 200, FIELD = 6000, SNK_SEATS = 42, IN_ROW = 4, SNK_BUTTONS = 44 };

static const char SNK_STYLE[] =
    ".wall{fill:$s}\n"
    ".joint{stroke:$b;stroke-width:1}\n"
    ".grid{stroke:$f;stroke-width:.6;stroke-opacity:.6}\n"
    ".field{stroke:$i;stroke-width:2}\n"
    ".reactor{fill:$k;stroke:$e;stroke-width:1}\n"
    ".core{fill:$2}\n"
    ".core1{fill:$k}\n"
    ".block{fill:$s;stroke:$i;stroke-width:.8}\n"
    ".energy{fill:$5;stroke:$i;stroke-width:.8;stroke-linejoin:round}\n"
    ".outline{stroke:$i}\n"
    ".s0{stroke:$0}\n.s1{stroke:$1}\n.s2{stroke:$2}\n.s3{stroke:$3}\n.s4{stroke:$4}\n.s5{stroke:$5}\n.s6{stroke:$6}\n"
    ".s7{stroke:$7}\n"
    ".dots{stroke:$p}\n"
    ".shield{fill:none;stroke:$1}\n"
    ".count{font-weight:700;stroke:$p;stroke-width:3;paint-order:stroke}\n"
    ".out{opacity:.45}\n"
    ".cross{stroke:$i}\n";

/* The position of the field in the picture, in tenths. */
typedef struct snk_field {
    const lg_snakecore *state;
    lg_writer *writer;
    int32_t cell, top;
} snk_field;

static int32_t snk_x_of(const snk_field *on, int x) {
    return SNK_LEFT + on->cell * x + on->cell / 2;
}

static int32_t snk_y_of(const snk_field *on, int y) {
    return on->top + on->cell * y + on->cell / 2;
}

/* ---- the field ---- */

static void put_ground(const snk_field *on) {
    const int size = on->state->size;
    const int32_t side = on->cell * size;
    lg_svg_put(on->writer,
               "<rect class='board field' x='%t' y='%t' width='%t' height='%t'/>\n<path class='line grid' d='",
               SNK_LEFT, on->top, side, side);
    for (int i = 1; i < size; i++)
        lg_svg_put(on->writer, "M%t %tv%tM%t %th%t", SNK_LEFT + on->cell * i, on->top, side, SNK_LEFT,
                   on->top + on->cell * i, side);
    lg_put_text(on->writer, "'/>\n");
    for (int i = 0; i < size; i += on->cell >= 160 ? 1 : 5) {
        lg_svg_number(on->writer, "soft", snk_x_of(on, i) / 10, on->top / 10 - 9, 10, i);
        lg_svg_number(on->writer, "soft", SNK_LEFT / 10 - 10, snk_y_of(on, i) / 10, 10, i);
    }
}

/* One path of all walls, a run of a row at a time. */
static void put_walls(const snk_field *on) {
    const int size = on->state->size;
    const uint8_t *codes = lg_i_snakecore_cells(on->state);
    lg_put_text(on->writer, "<path class='wall' d='");
    for (int y = 0; y < size; y++)
        for (int x = 0, run; x < size; x += run + 1) {
            for (run = 0; x + run < size && codes[y * size + x + run] == LG_SNAKECORE_WALL;) run++;
            if (run > 0)
                lg_svg_put(on->writer, "M%t %th%tv%th-%tz", SNK_LEFT + on->cell * x, on->top + on->cell * y,
                           on->cell * run, on->cell, on->cell * run);
        }
    lg_put_text(on->writer, "'/>\n<path class='line joint' d='");
    for (int i = 0; i < size * size && on->cell >= 140; i++) {
        const int32_t x = SNK_LEFT + on->cell * (i % size), y = on->top + on->cell * (i / size), third = on->cell / 3;
        if (codes[i] == LG_SNAKECORE_WALL)
            lg_svg_put(on->writer, "M%t %th%tM%t %th%tM%t %tv%tm0 %tv%t", x, y + third, on->cell, x, y + 2 * third,
                       on->cell, x + on->cell / 2, y, third, third, third);
    }
    lg_put_text(on->writer, "'/>\n");
}

static void put_square(const snk_field *on, int32_t x, int32_t y, int32_t side) {
    lg_svg_put(on->writer, "M%t %th%tv%th-%tz", x - side / 2, y - side / 2, side, side, side);
}

/* A flash around (x, y). */
static void put_flash(const snk_field *on, int32_t x, int32_t y, int32_t size) {
    lg_svg_put(on->writer, "M%t %tl-%t %th%tl-%t %tl%t -%th-%tz", x + size / 4, y - size, 17 * size / 20,
               23 * size / 20, 11 * size / 20, size / 5, 17 * size / 20, 17 * size / 20, 27 * size / 20,
               11 * size / 20);
}

/* One path of all free blocks of a kind. */
static void put_free(const snk_field *on, int code, const char *kind) {
    const int size = on->state->size;
    const uint8_t *codes = lg_i_snakecore_cells(on->state);
    lg_svg_put(on->writer, "<path class='%s' d='", kind);
    for (int i = 0; i < size * size; i++) {
        if (codes[i] != code) continue;
        if (code == LG_SNAKECORE_ORDINARY) put_square(on, snk_x_of(on, i % size), snk_y_of(on, i / size), on->cell / 2);
        else put_flash(on, snk_x_of(on, i % size), snk_y_of(on, i / size), 2 * on->cell / 5);
    }
    lg_put_text(on->writer, "'/>\n");
}

static void put_reactor(const snk_field *on, int x, int y) {
    const int32_t middle = snk_x_of(on, x), height = snk_y_of(on, y);
    lg_svg_put(on->writer, "<circle class='reactor' cx='%t' cy='%t' r='%t'/>\n", middle, height, 47 * on->cell / 100);
    lg_svg_put(on->writer, "<circle class='core' cx='%t' cy='%t' r='%t'/>\n", middle, height, 33 * on->cell / 100);
    lg_svg_put(on->writer, "<circle class='core1' cx='%t' cy='%t' r='%t'/>\n", middle, height, 14 * on->cell / 100);
}

/* ---- the pythons ---- */

/* The way from the head to the tail, corner by corner. */
static void snk_draw_put_way(const snk_field *on, lg_snakecore_cell head, const lg_snakecore_cell *cells,
                             int32_t count) {
    lg_svg_put(on->writer, "M%t %t", snk_x_of(on, head.x), snk_y_of(on, head.y));
    for (int32_t i = 0; i < count; i++) {
        const lg_snakecore_cell from = i > 0 ? cells[i - 1] : head, to = i + 1 < count ? cells[i + 1] : cells[i];
        if (i + 1 < count && (from.x == to.x || from.y == to.y)) continue; /* straight on */
        if (cells[i].x == from.x) lg_svg_put(on->writer, "V%t", snk_y_of(on, cells[i].y));
        else lg_svg_put(on->writer, "H%t", snk_x_of(on, cells[i].x));
    }
}

static void put_body(const snk_field *on, int player) {
    const lg_snakecore_python *python = &on->state->python[player];
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    uint8_t energy[LG_SNAKECORE_MAX_CELLS];
    const int32_t count = lg_snakecore_body(on->state, player, cells, energy);
    if (count == 0) return;
    lg_put_text(on->writer, (on->state->disqualified >> player & 1) != 0 ? "<g class='out'>\n" : "<g>\n");
    lg_svg_put(on->writer, "<path class='line outline' stroke-width='%t' d='", 72 * on->cell / 100);
    snk_draw_put_way(on, python->head, cells, count);
    lg_svg_put(on->writer, "'/>\n<path class='line s%d' stroke-width='%t' d='", player, 60 * on->cell / 100);
    snk_draw_put_way(on, python->head, cells, count);
    lg_svg_put(on->writer, "'/>\n<path class='line dots' stroke-width='%t' d='", on->cell / 5);
    for (int32_t i = 0; i < count; i++)
        if (energy[i] == 0) lg_svg_put(on->writer, "M%t %th0", snk_x_of(on, cells[i].x), snk_y_of(on, cells[i].y));
    lg_put_text(on->writer, "'/>\n<path class='energy' d='");
    for (int32_t i = 0; i < count; i++)
        if (energy[i] != 0) put_flash(on, snk_x_of(on, cells[i].x), snk_y_of(on, cells[i].y), on->cell / 3);
    lg_put_text(on->writer, "'/>\n</g>\n");
}

static void put_shield(const snk_field *on, int32_t x, int32_t y, int32_t protection) {
    char digits[16];
    lg_writer words = {digits, 0};
    lg_put_int(&words, protection);
    digits[words.length] = '\0';
    lg_svg_put(on->writer, "<circle class='shield' cx='%t' cy='%t' r='%t' stroke-width='%t'/>\n", x, y,
               58 * on->cell / 100, on->cell / 8);
    lg_svg_put(on->writer, "<text class='count' x='%t' y='%t' font-size='%t'>%s</text>\n", x + 7 * on->cell / 10,
               y - on->cell / 2, on->cell > 200 ? on->cell / 2 : 100, digits);
}

static void snk_put_head(const snk_field *on, int player) {
    const char digit[2] = {(char)('0' + player), '\0'};
    const lg_snakecore_python *python = &on->state->python[player];
    const int32_t x = snk_x_of(on, python->head.x), y = snk_y_of(on, python->head.y), arm = on->cell / 3;
    const bool out = (on->state->disqualified >> player & 1) != 0;
    const int32_t protection = lg_i_snakecore_protection(on->state, player);
    if (out) lg_put_text(on->writer, "<g class='out'>\n");
    lg_svg_token(on->writer, player, x, y, 46 * on->cell / 100, digit);
    if (out) lg_put_text(on->writer, "</g>\n");
    if (out)
        lg_svg_put(on->writer, "<path class='line cross' stroke-width='2' d='M%t %tl%t %tm0 -%tl-%t %t'/>\n", x - arm,
                   y - arm, 2 * arm, 2 * arm, 2 * arm, 2 * arm, 2 * arm);
    if (protection > 0) put_shield(on, x, y, protection);
}

/* The heads' previous cells. */
static void snk_put_changes(const snk_field *on, const lg_snakecore *before) {
    for (int player = 0; before != NULL && player < on->state->players; player++) {
        const lg_snakecore_cell from = before->python[player].head, to = on->state->python[player].head;
        if (!lg_i_snakecore_same_cell(from, to))
            lg_svg_put(on->writer, "<path class='line mark' stroke-width='%t' d='M%t %tL%t %t'/>\n", on->cell / 6,
                       snk_x_of(on, from.x), snk_y_of(on, from.y), snk_x_of(on, to.x), snk_y_of(on, to.y));
    }
}

static void put_seats(lg_writer *writer, const lg_snakecore *state) {
    for (int player = 0; player < state->players; player++) {
        const lg_snakecore_python *python = &state->python[player];
        const char digit[2] = {(char)('0' + player), '\0'};
        char points[32], blocks[64];
        lg_writer words = {points, 0}, more = {blocks, 0};
        lg_svg_put(&words, "%d points", (int)python->score);
        lg_svg_put(&more, "%d blocks", (int)python->length);
        if ((state->disqualified >> player & 1) != 0) lg_put_text(&more, ", out");
        points[words.length] = blocks[more.length] = '\0';
        lg_svg_seat(writer, player, SNK_LEFT / 10 + 151 * (player % IN_ROW), 10 + SNK_SEATS * (player / IN_ROW), 147,
                    player == state->to_move && !lg_i_snakecore_over(state), digit, points, blocks);
    }
}

/* ---- actions ---- */

static void snk_put_actions(const snk_field *on, const lg_svg_choices *choices, int32_t below) {
    const lg_snakecore_cell head = on->state->python[on->state->to_move].head;
    const int32_t radius = on->cell > 160 ? 45 * on->cell / 100 : 72;
    for (int action = 0; action < LG_SNAKECORE_NONE; action++)
        lg_svg_choice(on->writer, choices, action, -1, snk_x_of(on, head.x) + on->cell * LG_I_SNAKECORE_DX[action],
                      snk_y_of(on, head.y) + on->cell * LG_I_SNAKECORE_DY[action], radius, (8 - 2 * action) & 7);
    lg_svg_button(on->writer, choices, LG_SNAKECORE_NONE, SNK_LEFT / 10, below, 180, "N nothing");
    lg_svg_button(on->writer, choices, LG_SNAKECORE_ACTIVATE, SNK_LEFT / 10 + 196, below, 180, "A protect");
}

/* ---- the picture ---- */

static void snk_put_caption(lg_writer *writer, const lg_snakecore *state) {
    lg_svg_put(writer, "round %d of %d, ", (int)state->round, (int)state->rounds);
    if (lg_i_snakecore_over(state)) lg_put_text(writer, "over");
    else lg_svg_put(writer, "player %d to move", (int)state->to_move);
}

void lg_i_snakecore_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer) {
    const lg_snakecore *position = (const lg_snakecore *)state;
    const int32_t seats = SNK_SEATS * ((position->players + IN_ROW - 1) / IN_ROW), cell = FIELD / position->size;
    const snk_field on = {position, writer, cell, 10 * (seats + 28)};
    const int32_t below = (on.top + cell * position->size) / 10 + 12;
    const bool buttons = options->legal || options->heat != NULL;
    char caption[64];
    lg_svg_choices choices;
    lg_writer words = {caption, 0};
    snk_put_caption(&words, position);
    caption[words.length] = '\0';
    lg_svg_choices_of(game, state, viewer, options, &choices);
    lg_svg_begin(writer, game, options, SNK_WIDTH, below + 34 + (buttons ? SNK_BUTTONS : 0), caption, SNK_STYLE);
    put_seats(writer, position);
    put_ground(&on);
    put_walls(&on);
    for (int i = 0; i < position->size * position->size; i++)
        if (lg_i_snakecore_cells(position)[i] == LG_SNAKECORE_REACTOR)
            put_reactor(&on, i % position->size, i / position->size);
    put_free(&on, LG_SNAKECORE_ORDINARY, "block");
    put_free(&on, LG_SNAKECORE_ENERGY, "energy");
    for (int player = 0; player < position->players; player++) put_body(&on, player);
    snk_put_changes(&on, (const lg_snakecore *)options->before);
    for (int player = 0; player < position->players; player++) snk_put_head(&on, player);
    snk_put_actions(&on, &choices, below);
    lg_svg_end(writer);
}
