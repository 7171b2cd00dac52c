/* A look: a game of Amazes that a player can't distinguish from its own. */
#include <libgames/libgames.h>

#include <string.h>

static void set_edge(lg_amazes_edges *walls, int row, int column, int side, bool open) {
    uint32_t *line = side % 2 == 0 ? &walls->h[row + (side == 2)] : &walls->v[row];
    const uint32_t bit = 1u << (side % 2 == 0 ? column : column + (side == 1));
    *line = open ? *line & ~bit : *line | bit;
}

/* Makes the maze and the opponent's square look like this from the player's place; false if they can't. */
static bool fit(const lg_amazes_sight *sight, int player, lg_amazes *state) {
    static const int DOWN[4] = {-1, 0, 1, 0}, RIGHT[4] = {0, 1, 0, -1};
    const lg_amazes_place *place = &state->place[player];
    lg_amazes_sight seen;
    for (int i = 0; i < 4; i++) {
        const int side = (place->facing + i) % 4;
        int row = place->row, column = place->column;
        for (int j = 0; j < sight->length[i]; j++) {
            set_edge(&state->maze, row, column, side, true);
            row += DOWN[side], column += RIGHT[side];
            if (row < 0 || row >= LG_AMAZES_SIDE || column < 0 || column >= LG_AMAZES_SIDE) return false;
            set_edge(&state->maze, row, column, (side + 3) % 4, (sight->sides[i][j] & 1) != 0);
            set_edge(&state->maze, row, column, (side + 1) % 4, (sight->sides[i][j] & 2) != 0);
        }
        set_edge(&state->maze, row, column, side, false);
    }
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) {
        lg_amazes_place *other = &state->place[1 - player];
        *other = (lg_amazes_place){(uint8_t)(square / LG_AMAZES_SIDE), (uint8_t)(square % LG_AMAZES_SIDE), 0, 0};
        const lg_status status = lg_amazes_see(&state->maze, place, other, &seen);
        if (status == LG_OK && memcmp(&seen, sight, sizeof seen) == 0) return true;
    }
    return false;
}

/* Forgets walls of the rim that inference has found next to undiscovered squares: inference uses the maze's position,
 * which was only drawn at random here. */
static void forget_rim(const lg_amazes_edges *seen, lg_amazes_knowledge *known) {
    const uint32_t inner = ~(1u | 1u << LG_AMAZES_SIDE);
    known->walls.h[0] &= seen->h[0] | known->squares[0];
    known->walls.h[LG_AMAZES_SIDE] &= seen->h[LG_AMAZES_SIDE] | known->squares[LG_AMAZES_SIDE - 1];
    for (int row = 0; row < LG_AMAZES_SIDE; row++)
        known->walls.v[row] &= inner | seen->v[row] | known->squares[row] | known->squares[row] << 1;
}

/* The player begins its turn and sees this. */
static void look(const lg_amazes_sight *sight, int player, lg_rng *rng, lg_amazes *state) {
    lg_amazes drawn;
    lg_amazes_knowledge seen;
    do (void)lg_amazes_resample(state, player, rng, &drawn);
    while (!fit(sight, player, &drawn));
    (void)lg_amazes_discover(&drawn.maze, &drawn.place[player], &drawn.known[player], &seen);
    (void)lg_amazes_begin_turn(&drawn, state);
    forget_rim(&seen.walls, &state->known[player]);
    (void)lg_amazes_resample(state, player, rng, state);
}
