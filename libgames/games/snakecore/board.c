/* SnakeCore: the field and the pythons drawn for people. */
#include "layout.h"
#include "libgames/style.h"
#include "rooms.h"

/* The letters of the players' ordinary and energy blocks; none of them is one of b, e and R. */
static const char ORDINARY[] = "acdfghij", SNK_ENERGY[] = "ACDFGHIJ";

static const char *snk_style_of(char letter) {
    const char *ordinary = strchr(ORDINARY, letter), *energy = strchr(SNK_ENERGY, letter);
    if (ordinary != NULL) return lg_player_style((int)(ordinary - ORDINARY), false);
    if (energy != NULL) return lg_player_style((int)(energy - SNK_ENERGY), true);
    if (letter >= '0' && letter < '0' + LG_SNAKECORE_MAX_PLAYERS) return lg_player_style(letter - '0', true);
    switch (letter) {
    case 'b': return LG_STYLE_CYAN;
    case 'e': return LG_STYLE_BOLD ";" LG_STYLE_CYAN;
    case 'R': return LG_STYLE_BOLD ";" LG_STYLE_RED;
    case '.': return LG_STYLE_GREY;
    default: return LG_STYLE_PLAIN;
    }
}

/* A wall is #, a head its player's number; `shown` is how a request shows the cell. */
static char letter_of(uint8_t code, char shown) {
    if (code >= LG_SNAKECORE_BODY) return (shown == 'e' ? SNK_ENERGY : ORDINARY)[lg_i_snakecore_owner(code)];
    if (code >= LG_SNAKECORE_HEAD) return (char)('0' + lg_i_snakecore_owner(code));
    return code == LG_SNAKECORE_WALL ? '#' : shown;
}

/* The numbers of the columns, tens above units. */
static void snk_put_columns(lg_writer *writer, int size) {
    for (int unit = size > 10 ? 10 : 1; unit > 0; unit /= 10) {
        lg_put_text(writer, "  ");
        for (int x = 0; x < size; x++) {
            lg_put(writer, ' ');
            lg_put(writer, x < unit && unit > 1 ? ' ' : (char)('0' + x / unit % 10));
        }
        lg_put(writer, '\n');
    }
}

static void put_field(lg_writer *writer, const lg_snakecore *state, bool colour) {
    const uint8_t *codes = lg_i_snakecore_cells(state);
    char field[LG_SNAKECORE_MAX_CELLS], line[2 * LG_SNAKECORE_MAX_SIZE + 1];
    lg_snakecore_field(state, field);
    snk_put_columns(writer, state->size);
    for (int y = 0; y < state->size; y++) {
        for (int x = 0; x < state->size; x++) {
            const int index = y * state->size + x;
            line[2 * x] = letter_of(codes[index], field[index]);
            line[2 * x + 1] = x + 1 < state->size ? ' ' : '\n';
        }
        line[2 * state->size] = '\0';
        if (y < 10) lg_put(writer, ' ');
        lg_put_int(writer, y);
        lg_put(writer, ' ');
        lg_put_styled(writer, line, snk_style_of, colour);
    }
}

static void snk_board_put_python(lg_writer *writer, const lg_snakecore *state, int player) {
    const lg_snakecore_python *python = &state->python[player];
    lg_put_text(writer, "player ");
    lg_put_int(writer, player);
    lg_put_text(writer, " (");
    lg_put(writer, ORDINARY[player]);
    lg_put_text(writer, "): ");
    lg_put_int(writer, python->score);
    lg_put_text(writer, " points, length ");
    lg_put_int(writer, python->length);
    if (lg_i_snakecore_protection(state, player) > 0) {
        lg_put_text(writer, ", protected for ");
        lg_put_int(writer, lg_i_snakecore_protection(state, player));
    }
    if ((state->disqualified >> player & 1) != 0) lg_put_text(writer, ", disqualified");
    lg_put(writer, '\n');
}

static void snk_put_standing(lg_writer *writer, const lg_snakecore *state) {
    lg_put_text(writer, "round ");
    lg_put_int(writer, state->round);
    lg_put_text(writer, " of ");
    lg_put_int(writer, state->rounds);
    if (lg_i_snakecore_over(state)) {
        lg_put_text(writer, ", over");
        return;
    }
    lg_put_text(writer, ", player ");
    lg_put_int(writer, state->to_move);
    lg_put_text(writer, " to move");
}

void lg_i_snakecore_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const lg_snakecore *position = (const lg_snakecore *)state;
    (void)game, (void)viewer; /* all players know everything */
    put_field(writer, position, colour);
    for (int player = 0; player < position->players; player++) snk_board_put_python(writer, position, player);
    snk_put_standing(writer, position);
}
