/* Block drop: the picture of a position: the blocks with their timers, the players and where they look. */
#include "libgames/blockdrop.h"
#include "libgames/svg.h"
#include "rooms.h"
#include "steps.h"

#define SIDE LG_BLOCKDROP_SIDE
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLAYERS LG_BLOCKDROP_PLAYERS

enum {
    BLK_DRAW_LEFT = 32, BLK_TOP = 60, BLK_CELL = 32, BLK_BLOCK = 3 * BLK_CELL, BLK_WIDTH = 640,
    BLK_BELOW = BLK_TOP + SIDE * BLK_CELL + 12, BLK_BUTTONS = 44
};

static const char BLK_STYLE[] = ".floor{fill:$k}\n"
                            ".tile{fill:$b;stroke:$f;stroke-width:1}\n"
                            ".loose{fill:$x;stroke:$f;stroke-width:1}\n"
                            ".grid{stroke:$f;stroke-width:1}\n"
                            ".hatch{stroke:$i;stroke-opacity:.28;stroke-width:2}\n"
                            ".new{stroke:$m;stroke-width:4}\n"
                            ".timer{font-weight:700}\n"
                            ".gone{fill:#9aa7b0}\n" /* on the dark ground of every theme */
                            ".way{stroke:$m;stroke-width:5}\n"
                            ".stun{fill:$p;stroke:$i;stroke-width:1.5}\n"
                            ".cross{stroke:$m;stroke-width:4}\n"
                            ".fallen{opacity:.5}\n"
                            ".out{stroke:$i;stroke-width:2}\n";

/* The middle of a square. */
static int32_t blk_x_of(int column) {
    return BLK_DRAW_LEFT + BLK_CELL * column + BLK_CELL / 2;
}

static int32_t blk_y_of(int row) {
    return BLK_TOP + BLK_CELL * row + BLK_CELL / 2;
}

/* ---- the floor ---- */

/* Whether letters in a square, which reach into its neighbours, would cover a player, its mark, or the cross where a
 * player fell. */
static bool is_covered(const lg_blockdrop *state, const lg_blockdrop *before, int row, int column, int reach) {
    bool any = false;
    for (int player = 0; player < PLAYERS; player++) {
        const bool alive = lg_i_blockdrop_is_alive(state, player);
        if (!alive && (before == NULL || !lg_i_blockdrop_is_alive(before, player))) continue;
        const lg_blockdrop *where = alive ? state : before;
        const int down = where->row[player] - row, right = where->column[player] - column;
        any = any || (down >= -reach && down <= reach && right >= -reach && right <= reach);
        if (!alive || state->stun[player] == 0) continue;
        const int facing = 2 * state->facing[player];
        any = any || (down == lg_svg_down(facing) / 100 && right == lg_svg_right(facing) / 100); /* behind its back */
    }
    return any;
}

/* The position of a block's timer: in its middle, or in one of its other squares. */
static void place_timer(const lg_blockdrop *state, const lg_blockdrop *before, int block, int *row, int *column) {
    static const uint8_t ROWS[] = {1, 0, 0, 2, 2, 0, 1, 1, 2}, COLUMNS[] = {1, 0, 2, 0, 2, 1, 0, 2, 1};
    for (int i = 0; i < 9; i++) {
        *row = 3 * (block / BLOCKS) + ROWS[i];
        *column = 3 * (block % BLOCKS) + COLUMNS[i];
        /* The large letters in the middle touch the neighbouring squares. */
        if (!is_covered(state, before, *row, *column, i == 0 ? 1 : 0)) return;
    }
}

static void blk_draw_put_timer(lg_writer *writer, const lg_blockdrop *state, const lg_blockdrop *before, int block,
                               const char *kind, int32_t number) {
    int row, column;
    place_timer(state, before, block, &row, &column);
    lg_svg_number(writer, kind, blk_x_of(column), blk_y_of(row), row % 3 == 1 ? 40 : 20, number);
}

/* A block that will drop is hatched; one with few turns left twice. */
static void blk_put_hatches(lg_writer *writer, int32_t x, int32_t y, bool soon) {
    lg_put_text(writer, "<path class='line hatch' d='");
    for (int32_t at = soon ? 12 : 24; at < 2 * BLK_BLOCK - 8; at += soon ? 12 : 24) {
        const int32_t start = at < BLK_BLOCK ? 4 : at - BLK_BLOCK + 4, end = at < BLK_BLOCK ? at - 4 : BLK_BLOCK - 4;
        if (end > start)
            lg_svg_put(writer, "M%d %dL%d %d", (int)(x + start), (int)(y + at - start), (int)(x + end),
                       (int)(y + at - end));
    }
    lg_put_text(writer, "'/>\n");
}

static void put_block(lg_writer *writer, const lg_blockdrop *state, const lg_blockdrop *before, int block) {
    const int timer = state->timers[block];
    const int32_t x = BLK_DRAW_LEFT + BLK_BLOCK * (block % BLOCKS), y = BLK_TOP + BLK_BLOCK * (block / BLOCKS);
    if (timer < 0) {
        blk_draw_put_timer(writer, state, before, block, "gone", -timer);
        return;
    }
    const bool new = before != NULL &&timer > 0 && before->timers[block] <= 0;
    lg_svg_put(writer, "<rect class='%s%s' x='%d' y='%d' width='%d' height='%d' rx='4'/>\n",
               timer > 0 ? "loose" : "tile", new ? " new" : "", (int)x + 1, (int)y + 1, BLK_BLOCK - 2, BLK_BLOCK - 2);
    lg_svg_put(writer, "<path class='line grid' d='M%d %dv%dm%d 0v-%dM%d %dh%dm0 %dh-%d'/>\n", (int)x + BLK_CELL,
               (int)y + 4, BLK_BLOCK - 8, BLK_CELL, BLK_BLOCK - 8, (int)x + 4, (int)y + BLK_CELL, BLK_BLOCK - 8,
               BLK_CELL, BLK_BLOCK - 8);
    if (timer == 0) return;
    blk_put_hatches(writer, x, y, timer <= LG_BLOCKDROP_DELAY);
    blk_draw_put_timer(writer, state, before, block, "timer", timer);
}

static void put_floor(lg_writer *writer, const lg_blockdrop *state, const lg_blockdrop *before) {
    lg_svg_put(writer, "<rect class='floor' x='%d' y='%d' width='%d' height='%d' rx='6'/>\n", BLK_DRAW_LEFT - 4,
               BLK_TOP - 4, SIDE * BLK_CELL + 8, SIDE * BLK_CELL + 8);
    for (int block = 0; block < BLOCKS * BLOCKS; block++) put_block(writer, state, before, block);
    for (int i = 0; i < SIDE; i++) lg_svg_number(writer, "soft", BLK_DRAW_LEFT - 17, blk_y_of(i), 11, i);
    for (int i = 0; i < SIDE; i++)
        lg_svg_number(writer, "soft", BLK_DRAW_LEFT + SIDE * BLK_CELL + 17, blk_y_of(i), 11, i);
}

/* ---- the players ---- */

/* The square that the player came from, or fell from. */
static void blk_put_change(lg_writer *writer, const lg_blockdrop *state, const lg_blockdrop *before, int player) {
    if (before == NULL || !lg_i_blockdrop_is_alive(before, player)) return;
    const int32_t x = blk_x_of(before->column[player]), y = blk_y_of(before->row[player]);
    if (!lg_i_blockdrop_is_alive(state, player))
        lg_svg_put(writer,
                   "<g class='fell'><path class='line cross' d='M%d %dl16 16m0 -16l-16 16'/>"
                   "<text class='gone strong' x='%d' y='%d' font-size='14'>%d</text></g>\n",
                   (int)x - 8, (int)y - 8, (int)x + 16, (int)y - 6, player);
    else if (x != blk_x_of(state->column[player]) || y != blk_y_of(state->row[player]))
        lg_svg_put(writer, "<path class='line way' d='M%d %dL%d %d'/>\n", (int)x, (int)y,
                   (int)blk_x_of(state->column[player]), (int)blk_y_of(state->row[player]));
}

/* The nose shows its facing; the turns that it must miss are behind its back. */
static void blk_draw_put_player(lg_writer *writer, const lg_blockdrop *state, int player) {
    const char digit[2] = {(char)('0' + player), '\0'};
    const int direction = 2 * state->facing[player];
    const int32_t x = 10 * blk_x_of(state->column[player]), y = 10 * blk_y_of(state->row[player]);
    const int32_t right = lg_svg_right(direction), down = lg_svg_down(direction);
    char kind[8] = "p0 edge";
    kind[1] = digit[0];
    lg_svg_arrow(writer, kind, x + 14 * right / 10, y + 14 * down / 10, 80, direction);
    lg_svg_token(writer, player, x, y, 135, digit);
    if (state->stun[player] == 0) return;
    const int32_t back_x = x - 21 * right / 10, back_y = y - 21 * down / 10;
    lg_svg_put(
        writer,
        "<circle class='stun' cx='%t' cy='%t' r='9'/>\n<text class='strong' x='%t' y='%t' font-size='11'>z%d</text>\n",
        (int)back_x, (int)back_y, (int)back_x, (int)back_y + 40, (int)state->stun[player]);
}

static void blk_draw_put_standing(lg_writer *writer, const lg_blockdrop *state, int player) {
    if (!lg_i_blockdrop_is_alive(state, player)) lg_put_text(writer, "fallen");
    else if (lg_blockdrop_winner(state) == player) lg_put_text(writer, "has won");
    else if ((state->stopped >> player & 1) != 0) lg_put_text(writer, "stopped");
    else if (state->stun[player] > 0) lg_svg_put(writer, "misses %d", (int)state->stun[player]);
    else lg_put_text(writer, "on the floor");
}

static void blk_put_head(lg_writer *writer, const lg_blockdrop *state, int32_t mover) {
    for (int player = 0; player < PLAYERS; player++) {
        const char digit[2] = {(char)('0' + player), '\0'};
        const int32_t x = BLK_DRAW_LEFT - 4 + 147 * player;
        char line[24];
        lg_writer words = {line, 0};
        blk_draw_put_standing(&words, state, player);
        line[words.length] = '\0';
        if (!lg_i_blockdrop_is_alive(state, player)) lg_put_text(writer, "<g class='fallen'>\n");
        lg_svg_seat(writer, player, x, 10, 143, mover == player, digit, line, NULL);
        if (!lg_i_blockdrop_is_alive(state, player))
            lg_svg_put(writer, "</g>\n<path class='line out' d='M%d 16l24 24m0 -24l-24 24'/>\n", (int)x + 8);
    }
}

/* ---- actions: steps on the squares next to the player, the others as buttons ---- */

static void blk_put_actions(lg_writer *writer, const lg_blockdrop *state, const lg_svg_choices *choices,
                            int32_t mover) {
    if (mover < 0) return;
    for (int action = 0; action < LG_BLOCKDROP_ATTACK && lg_i_blockdrop_is_alive(state, mover); action++)
        lg_svg_choice(writer, choices, action, -1,
                      10 * blk_x_of(state->column[mover]) + 32 * lg_svg_right(2 * action) / 10,
                      10 * blk_y_of(state->row[mover]) + 32 * lg_svg_down(2 * action) / 10, 140, 2 * action);
    lg_svg_button(writer, choices, LG_BLOCKDROP_ATTACK, BLK_DRAW_LEFT, BLK_BELOW, 180, "A attack");
    lg_svg_button(writer, choices, LG_BLOCKDROP_NOTHING, BLK_DRAW_LEFT + 196, BLK_BELOW, 180, "N nothing");
}

/* ---- the picture ---- */

static void blk_put_caption(lg_writer *writer, const lg_blockdrop *state, int32_t mover) {
    const lg_blockdrop_result result = lg_blockdrop_result_of(state);
    lg_svg_put(writer, "turn %d of %d, ", (int)state->turn, (int)state->turn_limit);
    if (mover >= 0) lg_svg_put(writer, "player %d to move", (int)mover);
    else lg_svg_put(writer, "over: %s", lg_blockdrop_result_text(result));
    if (result == LG_BLOCKDROP_WON) lg_svg_put(writer, " by player %d", (int)lg_blockdrop_winner(state));
}

void lg_i_blockdrop_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer) {
    const lg_blockdrop *position = (const lg_blockdrop *)state, *before = (const lg_blockdrop *)options->before;
    const int32_t mover = game->type->rules.player(game, state);
    const bool buttons = options->legal || options->heat != NULL;
    char caption[96];
    lg_svg_choices choices;
    lg_writer words = {caption, 0};
    blk_put_caption(&words, position, mover);
    caption[words.length] = '\0';
    lg_svg_choices_of(game, state, viewer, options, &choices);
    lg_svg_begin(writer, game, options, BLK_WIDTH, BLK_BELOW + 34 + (buttons ? BLK_BUTTONS : 0), caption, BLK_STYLE);
    blk_put_head(writer, position, mover);
    put_floor(writer, position, before);
    for (int player = 0; player < PLAYERS; player++) blk_put_change(writer, position, before, player);
    for (int player = 0; player < PLAYERS; player++)
        if (lg_i_blockdrop_is_alive(position, player)) blk_draw_put_player(writer, position, player);
    blk_put_actions(writer, position, &choices, mover);
    lg_svg_end(writer);
}
