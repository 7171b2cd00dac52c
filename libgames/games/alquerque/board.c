/* Alquerque: the board drawn for people, with its coordinates and lines. */
#include "libgames/alquerque.h"
#include "libgames/style.h"
#include "rooms.h"


#define SIDE LG_ALQUERQUE_SIDE

/* The lines between row 1 and 2, 2 and 3; then again from the first. */
static const char *const BETWEEN[2] = {"  |/|\\|/|\\|/|\\|\n", "  |\\|/|\\|/|\\|/|\n"};

static const char *alq_style_of(char letter) {
    switch (letter) {
    case 'w': return LG_STYLE_BOLD ";" LG_STYLE_BRIGHT_WHITE;
    case 'b': return LG_STYLE_BOLD ";" LG_STYLE_BLUE;
    case '+':
    case '-':
    case '|':
    case '/':
    case '\\': return LG_STYLE_GREY;
    default: return LG_STYLE_PLAIN;
    }
}

/* Pieces are w and b, an empty point is +. */
static void alq_put_row(lg_writer *writer, const lg_alquerque *state, int row, bool colour) {
    char line[] = "1 +-+-+-+-+-+-+\n";
    line[0] = (char)('1' + row);
    for (int column = 0; column < SIDE; column++) {
        const uint64_t point = (uint64_t)1 << (8 * row + column);
        if ((state->pieces[LG_ALQUERQUE_WHITE] & point) != 0) line[2 + 2 * column] = 'w';
        if ((state->pieces[LG_ALQUERQUE_BLACK] & point) != 0) line[2 + 2 * column] = 'b';
    }
    lg_put_styled(writer, line, alq_style_of, colour);
}

static void alq_put_standing(lg_writer *writer, const lg_alquerque *state) {
    const lg_alquerque_result result = lg_alquerque_result_of(state);
    int32_t score[2];
    if (result == LG_ALQUERQUE_ONGOING) {
        lg_put_text(writer, state->to_move == LG_ALQUERQUE_WHITE ? "White to move" : "Black to move");
        return;
    }
    lg_alquerque_scores(state, score);
    lg_put_text(writer, "over: ");
    lg_put_text(writer, lg_alquerque_result_text(result));
    lg_put_text(writer, ", ");
    lg_put_int(writer, score[0]);
    lg_put(writer, '-');
    lg_put_int(writer, score[1]);
}

void lg_i_alquerque_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    (void)game, (void)viewer; /* both players know it all */
    for (int row = SIDE - 1; row >= 0; row--) {
        alq_put_row(writer, (const lg_alquerque *)state, row, colour);
        if (row > 0) lg_put_styled(writer, BETWEEN[(row - 1) % 2], alq_style_of, colour);
    }
    lg_put_text(writer, "  a b c d e f g\n");
    alq_put_standing(writer, (const lg_alquerque *)state);
}
