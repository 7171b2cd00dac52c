/* On the Run: the hunt in a few lines for people. */
#include "libgames/ontherun.h"
#include "libgames/style.h"
#include "rooms.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

enum { OTR_SHOWN = 20 }; /* possible cities that are named */

static const char *const PHASES[] = {"place detectives", "place fugitive", "move fugitive", "move detectives"};

static void otr_put_standing(lg_writer *writer, const lg_ontherun *state) {
    int32_t score[2];
    if (!lg_i_ontherun_is_over(state)) {
        lg_put_text(writer, "turn ");
        lg_put_int(writer, state->turn);
        lg_put_text(writer, " of ");
        lg_put_int(writer, LG_ONTHERUN_TURNS);
        lg_put_text(writer, ", to do: ");
        lg_put_text(writer, PHASES[state->phase]);
        return;
    }
    lg_ontherun_scores(state, score);
    lg_put_text(writer, "over in turn ");
    lg_put_int(writer, state->turn);
    lg_put_text(writer, ": ");
    lg_put_text(writer, lg_ontherun_result_text(lg_ontherun_result_of(state)));
    lg_put_text(writer, ", ");
    lg_put_int(writer, score[0]);
    lg_put(writer, '-');
    lg_put_int(writer, score[1]);
}

static void otr_board_put_detectives(lg_writer *writer, const lg_ontherun *state) {
    lg_put_text(writer, "\ndetectives:");
    if (state->detective[0] == 0) lg_put_text(writer, " not placed");
    for (int i = 0; i < TEAM && state->detective[0] != 0; i++) {
        lg_put(writer, ' ');
        lg_put_int(writer, state->detective[i]);
    }
}

static void otr_board_put_fugitive(lg_writer *writer, const lg_ontherun *state, int32_t viewer) {
    lg_put_text(writer, "\nfugitive:   ");
    if (lg_i_ontherun_seen(state, viewer) != 0) lg_put_int(writer, state->fugitive);
    else lg_put_text(writer, state->fugitive != 0 ? "hidden" : "not placed");
}

static void otr_board_put_possible(lg_writer *writer, lg_ontherun_set possible) {
    const int count = lg_i_ontherun_set_count(&possible);
    lg_put_text(writer, "\npossible:   ");
    lg_put_int(writer, count);
    lg_put_text(writer, count == 1 ? " city: " : " cities: ");
    for (int i = 0; i < count && i < OTR_SHOWN; i++) {
        if (i > 0) lg_put(writer, ' ');
        lg_put_int(writer, lg_i_ontherun_set_take(&possible));
    }
    if (count > OTR_SHOWN) lg_put_text(writer, " ...");
}

void lg_i_ontherun_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    (void)game, (void)colour; /* words have none */
    otr_put_standing(writer, position);
    otr_board_put_detectives(writer, position);
    otr_board_put_fugitive(writer, position, viewer);
    otr_board_put_possible(writer, position->possible);
}
