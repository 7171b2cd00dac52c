/* Block drop: the floor drawn for people, with the timers of the blocks next to it. */
#include "libgames/blockdrop.h"
#include "libgames/style.h"
#include "rooms.h"
#include "steps.h"


#define SIDE LG_BLOCKDROP_SIDE
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

static const char FRAME[] = "   +-----------------------+\n";

static const char *blk_style_of(char letter) {
    if (letter >= '0' && letter < '0' + LG_BLOCKDROP_PLAYERS) return lg_player_style(letter - '0', true);
    return letter == '~' ? LG_STYLE_RED : letter == '.' ? LG_STYLE_GREY : LG_STYLE_PLAIN;
}

/* The position of a square in its line: after the frame, with a blank after each block. */
static int blk_place_of(int column) {
    return 1 + column + column / 3;
}

/* In three characters. */
static void blk_board_put_timer(lg_writer *writer, int timer) {
    if (timer > -10 && timer < 100) lg_put(writer, ' ');
    if (timer >= 0 && timer < 10) lg_put(writer, ' ');
    lg_put_int(writer, timer);
}

/* The numbers of the columns, tens above units. */
static void blk_put_columns(lg_writer *writer) {
    for (int unit = 10; unit > 0; unit /= 10) {
        char line[] = "                           \n";
        for (int column = unit == 10 ? 10 : 0; column < SIDE; column++)
            line[3 + blk_place_of(column)] = (char)('0' + column / unit % 10);
        lg_put_text(writer, line);
    }
}

/* A free square is `.`; a square of a block that will drop is `~`, and of a dropped block a blank. */
static void blk_put_row(lg_writer *writer, const lg_blockdrop *state, int row, bool colour) {
    const int8_t *timers = &state->timers[BLOCKS * (row / 3)];
    char line[] = "|                       |";
    for (int column = 0; column < SIDE; column++) {
        const int timer = timers[column / 3];
        line[blk_place_of(column)] = timer < 0 ? ' ' : timer > 0 ? '~' : '.';
    }
    for (int player = 0; player < LG_BLOCKDROP_PLAYERS; player++)
        if (state->row[player] == row) line[blk_place_of(state->column[player])] = (char)('0' + player);
    if (row < 10) lg_put(writer, ' ');
    lg_put_int(writer, row);
    lg_put(writer, ' ');
    lg_put_styled(writer, line, blk_style_of, colour);
    if (row % 3 == 1) lg_put_text(writer, "  ");
    for (int block = 0; row % 3 == 1 && block < BLOCKS; block++) {
        lg_put(writer, ' ');
        blk_board_put_timer(writer, timers[block]);
    }
    lg_put(writer, '\n');
}

static void blk_board_put_player(lg_writer *writer, const lg_blockdrop *state, int player) {
    lg_put_text(writer, "player ");
    lg_put_int(writer, player);
    if (!lg_i_blockdrop_is_alive(state, player)) {
        lg_put_text(writer, ": fallen\n");
        return;
    }
    lg_put_text(writer, ": row ");
    lg_put_int(writer, state->row[player]);
    lg_put_text(writer, ", column ");
    lg_put_int(writer, state->column[player]);
    lg_put_text(writer, ", facing ");
    lg_put(writer, "URDL"[state->facing[player]]);
    lg_put_text(writer, ", stun ");
    lg_put_int(writer, state->stun[player]);
    lg_put(writer, '\n');
}

static void blk_board_put_standing(lg_writer *writer, const lg_blockdrop *state) {
    const lg_blockdrop_result result = lg_blockdrop_result_of(state);
    if (result == LG_BLOCKDROP_ONGOING) {
        lg_put_text(writer, "player ");
        lg_put_int(writer, state->turn % LG_BLOCKDROP_PLAYERS);
        lg_put_text(writer, " to move");
        return;
    }
    lg_put_text(writer, "over: ");
    lg_put_text(writer, lg_blockdrop_result_text(result));
    if (result != LG_BLOCKDROP_WON) return;
    lg_put_text(writer, " by player ");
    lg_put_int(writer, lg_blockdrop_winner(state));
}

void lg_i_blockdrop_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    (void)game, (void)viewer; /* all players know everything */
    blk_put_columns(writer);
    lg_put_text(writer, FRAME);
    for (int row = 0; row < SIDE; row++) {
        if (row > 0 && row % 3 == 0) lg_put_text(writer, "   |                       |\n");
        blk_put_row(writer, position, row, colour);
    }
    lg_put_text(writer, FRAME);
    for (int player = 0; player < LG_BLOCKDROP_PLAYERS; player++) blk_board_put_player(writer, position, player);
    blk_board_put_standing(writer, position);
}
