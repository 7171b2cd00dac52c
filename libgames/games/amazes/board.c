/* Amazes: the maze, or a player's knowledge of it, drawn for people. */
#include "libgames/style.h"
#include "rooms.h"
#include "squares.h"

enum { AMZ_LINE = 2 * LG_I_AMAZES_SIDE + 2 }; /* bytes of a line of the maze, the LF included */

static const char *const AMZ_BOARD_NAMES[2] = {"Red", "Blue"};

static const char *amz_style_of(char letter) {
    switch (letter) {
    case '.': return LG_STYLE_RED;
    case ':': return LG_STYLE_BLUE;
    case '*': return LG_STYLE_MAGENTA;
    case 'r': return LG_STYLE_BOLD ";" LG_STYLE_REVERSE ";" LG_STYLE_RED;
    case 'b': return LG_STYLE_BOLD ";" LG_STYLE_REVERSE ";" LG_STYLE_BLUE;
    case '&': return LG_STYLE_BOLD ";" LG_STYLE_REVERSE ";" LG_STYLE_MAGENTA;
    case '^':
    case '>':
    case 'v':
    case '<': return LG_STYLE_BOLD ";" LG_STYLE_REVERSE;
    case '?':
    case 'x': return LG_STYLE_GREY;
    default: return LG_STYLE_PLAIN;
    }
}

/* The players are r and b, or & where both stand; a square is . when Red alone has discovered it, : when Blue alone
 * has, * when both have. */
static void amz_board_put_maze(lg_writer *writer, const lg_amazes *state, bool colour) {
    char maze[LG_AMAZES_MAZE_TEXT + 1];
    size_t length;
    (void)lg_amazes_maze_print(&state->maze, NULL, maze, sizeof maze, &length);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (int column = 0; column < LG_I_AMAZES_SIDE; column++) {
            const uint32_t red = state->known[LG_AMAZES_RED].squares[row] >> column & 1;
            const uint32_t blue = state->known[LG_AMAZES_BLUE].squares[row] >> column & 1;
            maze[AMZ_LINE * (2 * row + 1) + 2 * column + 1] = " .:*"[red + 2 * blue];
        }
    for (int player = 0; player < 2; player++) {
        char *at = &maze[AMZ_LINE * (2 * state->place[player].row + 1) + 2 * state->place[player].column + 1];
        *at = player == LG_AMAZES_BLUE && *at == 'r' ? '&' : "rb"[player];
    }
    lg_put_styled(writer, maze, amz_style_of, colour);
}

static void put_view(lg_writer *writer, const lg_amazes *state, int32_t viewer, bool colour) {
    char view[LG_AMAZES_VIEW_TEXT + 1];
    size_t length;
    (void)lg_amazes_view_print(state, viewer, view, sizeof view, &length);
    lg_put_styled(writer, view, amz_style_of, colour);
}

/* Points depend on who discovered a square first, which the players can't know. */
static void amz_board_put_player(lg_writer *writer, const lg_amazes *state, int player, bool with_points) {
    int32_t points[2];
    lg_put_text(writer, AMZ_BOARD_NAMES[player]);
    lg_put_text(writer, ": ");
    if (with_points) {
        lg_amazes_points(state, points);
        lg_put_int(writer, points[player]);
        lg_put_text(writer, " points, ");
    }
    lg_put_int(writer, lg_amazes_square_count(&state->known[player]));
    lg_put_text(writer, " squares discovered\n");
}

void lg_i_amazes_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const lg_amazes *position = (const lg_amazes *)state;
    const int32_t mover = lg_amazes_player(position);
    (void)game;
    if (viewer < 0) amz_board_put_maze(writer, position, colour);
    else put_view(writer, position, viewer, colour);
    for (int player = 0; player < 2; player++)
        if (viewer < 0 || viewer == player) amz_board_put_player(writer, position, player, viewer < 0);
    lg_put_text(writer, mover < 0 ? "over" : AMZ_BOARD_NAMES[mover]);
    if (mover >= 0) lg_put_text(writer, " to move");
}
