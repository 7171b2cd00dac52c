/* Amazes: turns, points, the end of the game, and the conditions on a state. */
#include <string.h>

#include "squares.h"

/* ---- start, points, end ---- */

lg_status lg_amazes_start(const lg_amazes_edges *walls, const lg_amazes_place start[2], int32_t turn_limit,
                          lg_amazes *state) {
    lg_amazes made;
    if (state == NULL || turn_limit < 1 || turn_limit > LG_AMAZES_TURNS ||
        lg_i_amazes_maze_check(walls, NULL) != LG_OK || lg_i_amazes_starts_check(walls, start, NULL) != LG_OK)
        return LG_E_ARGUMENT;
    memset(&made, 0, sizeof made);
    made.maze = *walls;
    for (int player = 0; player < 2; player++) made.start[player] = made.place[player] = start[player];
    made.turn_limit = (uint16_t)turn_limit;
    *state = made;
    return LG_OK;
}

lg_status lg_amazes_new(uint64_t seed, int32_t turn_limit, lg_amazes *state) {
    lg_amazes_edges walls;
    lg_amazes_place start[2];
    lg_rng rng = lg_rng_seed(seed, 0);
    (void)lg_amazes_maze_generate(&rng, &walls);
    const lg_status status = lg_amazes_starts_generate(&rng, &walls, start);
    return status == LG_OK ? lg_amazes_start(&walls, start, turn_limit, state) : status;
}

static int amz_mover(const lg_amazes *state) {
    return state->turn & 1;
}

static bool is_offender(const lg_amazes *state, int player) {
    return (state->offenders >> player & 1) != 0;
}

lg_amazes_result lg_amazes_result_of(const lg_amazes *state) {
    if (state->sudden_death != 0) return LG_AMAZES_SUDDEN_DEATH;
    return state->turn == 2 * state->turn_limit ? LG_AMAZES_AT_TURN_LIMIT : LG_AMAZES_ONGOING;
}

const char *lg_i_amazes_result_text(lg_amazes_result result) {
    switch (result) {
    case LG_AMAZES_ONGOING: return "ongoing";
    case LG_AMAZES_AT_TURN_LIMIT: return "turns";
    case LG_AMAZES_SUDDEN_DEATH: return "sudden death";
    }
    return "unknown result";
}

int32_t lg_amazes_player(const lg_amazes *state) {
    return lg_amazes_result_of(state) == LG_AMAZES_ONGOING ? amz_mover(state) : -1;
}

static int32_t amz_points_of(const lg_amazes *state, int player) {
    const int32_t points = lg_amazes_square_count(&state->known[player]) + state->first[player] +
                           LG_AMAZES_MEETING * state->meetings[player] - (int32_t)state->written[player];
    if (state->sudden_death != 0) return state->sudden_death == player + 1 ? 2 * points : 0;
    return player == amz_mover(state) ? points - state->walk_length : points;
}

void lg_amazes_points(const lg_amazes *state, int32_t points[2]) {
    for (int player = 0; player < 2; player++) points[player] = amz_points_of(state, player);
}

void lg_amazes_scores(const lg_amazes *state, int32_t score[2]) {
    for (int player = 0; player < 2; player++) {
        const int32_t points = is_offender(state, player) ? 0 : amz_points_of(state, player);
        score[player] = points < 0 ? 0 : points > LG_AMAZES_SCORE ? LG_AMAZES_SCORE : points;
    }
}

/* The effect of ending the turn on the player's square: none for an offender; on the opponent's square +100 points or,
 * if the player has discovered all squares, sudden death. */
static void amz_meet(lg_amazes *state, int player) {
    const lg_amazes_place *own = &state->place[player], *other = &state->place[1 - player];
    if (is_offender(state, player) || own->row != other->row || own->column != other->column) return;
    if (lg_amazes_square_count(&state->known[player]) < LG_AMAZES_SQUARES) state->meetings[player]++;
    else state->sudden_death = (uint8_t)(player + 1);
}

/* ---- turns ---- */

/* "+1 for each square discovered, +1 more if the opponent has not discovered it at that moment": the first part is
 * counted from the squares, the second one here. */
static void count_first(lg_amazes *state, int player, const uint32_t before[LG_I_AMAZES_SIDE]) {
    const uint32_t *own = state->known[player].squares, *other = state->known[1 - player].squares;
    uint32_t fresh[LG_I_AMAZES_SIDE], any = 0;
    int first = 0;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        fresh[row] = own[row] & ~before[row] & ~other[row];
        any |= fresh[row];
    }
    for (int row = 0; row < LG_I_AMAZES_SIDE && any != 0; row++)
        if (fresh[row] != 0) first += lg_i_bits_count(fresh[row]);
    state->first[player] = (uint16_t)(state->first[player] + first);
}

static void amz_look(lg_amazes *state) {
    uint32_t before[LG_I_AMAZES_SIDE];
    const int player = amz_mover(state);
    lg_amazes_knowledge *known = &state->known[player];
    memcpy(before, known->squares, sizeof before);
    lg_i_amazes_discover(&state->maze, &state->place[player], known);
    lg_i_amazes_infer(known);
    count_first(state, player, before);
    state->looked = 1;
}

/* "If the player is then on the square where its turn began, it makes one extra T, free of charge." */
static void amz_walk(lg_amazes *state, int player, const uint8_t *steps, int count) {
    static const uint8_t EXTRA = 2;
    lg_amazes_place *place = &state->place[player];
    lg_amazes_knowledge *known = &state->known[player];
    const lg_amazes_place began = *place;
    (void)lg_i_amazes_carry_out(&state->maze, steps, count, place, known);
    if (place->row == began.row && place->column == began.column)
        (void)lg_i_amazes_carry_out(&state->maze, &EXTRA, 1, place, known);
}

static void finish(lg_amazes *state, const uint8_t *steps, int count) {
    uint32_t before[LG_I_AMAZES_SIDE];
    const int player = amz_mover(state);
    memcpy(before, state->known[player].squares, sizeof before);
    amz_walk(state, player, steps, count);
    count_first(state, player, before);
    state->written[player] += (uint32_t)count;
    amz_meet(state, player);
    memset(state->walk, 0, sizeof state->walk);
    state->walk_length = 0;
    state->looked = 0;
    state->turn++;
}

/* Whether a turn or a forfeit may follow, when the arguments `fit`. */
static lg_status amz_may_go_on(bool fit, const lg_amazes *before) {
    if (!fit) return LG_E_ARGUMENT;
    return lg_amazes_result_of(before) == LG_AMAZES_ONGOING ? LG_OK : LG_E_OVER;
}

/* The same, and whether the player to move has looked and may write. */
static lg_status amz_may_write(bool fit, const lg_amazes *before) {
    const lg_status status = amz_may_go_on(fit, before);
    return status == LG_OK && is_offender(before, amz_mover(before)) ? LG_E_ILLEGAL : status;
}

lg_status lg_amazes_begin_turn(const lg_amazes *before, lg_amazes *after) {
    const lg_status status = amz_may_go_on(before != NULL && after != NULL, before);
    if (status != LG_OK) return status;
    if (before->looked != 0) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    amz_look(after);
    return LG_OK;
}

lg_status lg_i_amazes_step(const lg_amazes *before, int32_t step, lg_amazes *after) {
    const lg_status status = amz_may_write(true, before);
    if (status != LG_OK) return status;
    if (before->looked == 0 || before->walk_length == LG_AMAZES_WALK) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    after->walk[after->walk_length++] = (uint8_t)step;
    return LG_OK;
}

lg_status lg_i_amazes_end_turn(const lg_amazes *before, lg_amazes *after) {
    uint8_t steps[LG_AMAZES_WALK];
    const lg_status status = amz_may_write(true, before);
    if (status != LG_OK) return status;
    if (before->looked == 0 || before->walk_length == 0) return LG_E_ILLEGAL;
    memcpy(steps, before->walk, before->walk_length);
    const int count = before->walk_length;
    if (after != before) *after = *before;
    finish(after, steps, count);
    return LG_OK;
}

lg_status lg_amazes_apply(const lg_amazes *before, const uint8_t *steps, int32_t count, lg_amazes *after) {
    uint8_t all[LG_AMAZES_WALK];
    const lg_status status = amz_may_write(before != NULL && steps != NULL && after != NULL && count >= 0, before);
    if (status != LG_OK) return status;
    const int written = before->walk_length;
    if (count > LG_AMAZES_WALK - written || written + count == 0) return LG_E_ILLEGAL;
    if (!lg_i_amazes_is_walk(steps, count)) return LG_E_ARGUMENT;
    memcpy(all, before->walk, (size_t)written);
    memcpy(all + written, steps, (size_t)count);
    if (after != before) *after = *before;
    if (after->looked == 0) amz_look(after);
    finish(after, all, written + count);
    return LG_OK;
}

lg_status lg_amazes_forfeit(const lg_amazes *before, int32_t offender, lg_amazes *after) {
    const lg_status status = amz_may_go_on(before != NULL && after != NULL && (offender == 0 || offender == 1), before);
    if (status != LG_OK) return status;
    if (after != before) *after = *before;
    after->offenders |= (uint8_t)(1 << offender);
    if (offender == amz_mover(after)) {
        memset(after->walk, 0, sizeof after->walk);
        after->walk_length = 0;
    }
    return LG_OK;
}

static void play_for_offender(lg_amazes *state) {
    static const uint8_t TURN_BACK = 2;
    if (state->looked == 0) amz_look(state);
    finish(state, &TURN_BACK, 1);
}

lg_status lg_amazes_jury(const lg_amazes *before, lg_amazes *after) {
    const lg_status status = amz_may_go_on(before != NULL && after != NULL, before);
    if (status != LG_OK) return status;
    if (!is_offender(before, amz_mover(before))) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    play_for_offender(after);
    return LG_OK;
}

lg_status lg_amazes_advance(const lg_amazes *before, lg_amazes *after) {
    if (before == NULL || after == NULL) return LG_E_ARGUMENT;
    if (after != before) *after = *before;
    while (lg_amazes_result_of(after) == LG_AMAZES_ONGOING && is_offender(after, amz_mover(after)))
        play_for_offender(after);
    if (lg_amazes_result_of(after) == LG_AMAZES_ONGOING && after->looked == 0) amz_look(after);
    return LG_OK;
}

/* ---- checks ---- */

static bool amz_is_zero(const void *bytes, size_t size) {
    const uint8_t *byte = (const uint8_t *)bytes;
    uint8_t any = 0;
    for (size_t i = 0; i < size; i++) any |= byte[i];
    return any == 0;
}

/* Whether every edge of `part` agrees with the maze: walls are walls, and openings are openings. */
static bool are_true_edges(const lg_amazes_edges *maze, const lg_amazes_knowledge *known) {
    if (known->walls.reserved != 0 || known->openings.reserved != 0) return false;
    uint32_t wrong = 0;
    for (int line = 0; line <= LG_I_AMAZES_SIDE; line++)
        wrong |=
            (known->walls.h[line] & ~maze->h[line]) | (known->openings.h[line] & ~(~maze->h[line] & LG_I_AMAZES_ALL));
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        wrong |=
            (known->walls.v[row] & ~maze->v[row]) | (known->openings.v[row] & ~(~maze->v[row] & LG_I_AMAZES_INNER));
    return wrong == 0;
}

/* Dead ends are found one after the other, each with one edge that is neither a wall nor an opening to an earlier one;
 * so repeatedly removing such squares must leave none. The four edges of each are known. */
static bool are_dead_ends(const lg_amazes_edges *maze, const lg_amazes_knowledge *known) {
    uint32_t taken[LG_I_AMAZES_SIDE];
    uint32_t wrong = 0;
    bool changed = true;
    memset(taken, 0, sizeof taken);
    while (changed) {
        changed = false;
        for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
            const uint32_t north = maze->h[row] | (row > 0 ? taken[row - 1] : 0);
            const uint32_t south = maze->h[row + 1] | (row < LG_I_AMAZES_SIDE - 1 ? taken[row + 1] : 0);
            const uint32_t west = maze->v[row] | taken[row] << 1, east = (maze->v[row] | taken[row]) >> 1;
            const uint32_t found = lg_i_amazes_three(north, south, west, east) & known->dead_ends[row] & ~taken[row];
            taken[row] |= found;
            changed |= found != 0;
        }
    }
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const lg_amazes_edges *walls = &known->walls, *openings = &known->openings;
        const uint32_t upright = walls->v[row] | openings->v[row];
        const uint32_t all = (walls->h[row] | openings->h[row]) & (walls->h[row + 1] | openings->h[row + 1]) &
                             upright & upright >> 1 & known->squares[row];
        wrong |= (known->dead_ends[row] & ~all) | (known->dead_ends[row] & ~taken[row]) |
                 (known->squares[row] & ~LG_I_AMAZES_ALL);
    }
    return wrong == 0;
}

static bool same_square(const lg_amazes_place *a, const lg_amazes_place *b) {
    return a->row == b->row && a->column == b->column;
}

static bool has(const uint32_t squares[LG_I_AMAZES_SIDE], const lg_amazes_place *place) {
    return (squares[place->row] >> place->column & 1) != 0;
}

/* A player stands on a square it has discovered, came from a start that it has discovered by looking, and can go
 * back where it came from. */
LG_I_BITS_SMALL static const char *amz_problem_of_player(const lg_amazes *state, int player) {
    const lg_amazes_knowledge *known = &state->known[player];
    const lg_amazes_place *place = &state->place[player], *start = &state->start[player];
    const int turns = (state->turn + 1 - player) / 2;
    const int looks = turns + (state->looked != 0 && player == amz_mover(state));
    if (!lg_i_amazes_is_place(place))
        return LG_I_BITS_WRONG("place: expected squares 0 ... 23, facing 0 ... 3 and reserved 0");
    if (turns == 0 && memcmp(place, start, sizeof *place) != 0)
        return LG_I_BITS_WRONG("place: expected the start of a player that has had no turn");
    if (state->written[player] < (uint32_t)turns || state->written[player] > (uint32_t)(LG_AMAZES_WALK * turns))
        return LG_I_BITS_WRONG("written: expected 1 ... 256 characters for each turn");
    if (state->meetings[player] > turns)
        return LG_I_BITS_WRONG("meetings: expected no more than the player has had turns");
    if (looks == 0)
        return amz_is_zero(known, sizeof *known) ? NULL
                                                 : LG_I_BITS_WRONG("known: expected nothing before the first look");
    if (!are_true_edges(&state->maze, known))
        return LG_I_BITS_WRONG("known: expected only walls and openings of the maze");
    if (!are_dead_ends(&state->maze, known))
        return LG_I_BITS_WRONG("known: expected dead ends whose edges are known, one after the other");
    if (!has(known->squares, start) || has(known->dead_ends, start))
        return LG_I_BITS_WRONG("known: expected the player's start among the squares that it has seen");
    if (!has(known->squares, place)) return LG_I_BITS_WRONG("place: expected a square that the player knows");
    const int behind = lg_i_amazes_turned(place->facing, 2);
    return lg_i_amazes_edge(&known->openings, place->row, place->column, behind) != 0
               ? NULL
               : LG_I_BITS_WRONG("place: expected an opening that the player knows behind it");
}

/* Every discovered square was discovered first by one of the two players, and a square that only one of them knows by
 * that one. */
static bool are_firsts_possible(const lg_amazes *state) {
    const uint32_t *red = state->known[0].squares, *blue = state->known[1].squares;
    int both = 0, only[2] = {0, 0};
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        both += lg_i_bits_count(red[row] & blue[row]);
        only[0] += lg_i_bits_count(red[row] & ~blue[row]);
        only[1] += lg_i_bits_count(blue[row] & ~red[row]);
    }
    for (int player = 0; player < 2; player++)
        if (state->first[player] < only[player] || state->first[player] > only[player] + both) return false;
    return state->first[0] + state->first[1] == only[0] + only[1] + both;
}

static bool is_walk_possible(const lg_amazes *state) {
    const int length = state->walk_length;
    if (length > LG_AMAZES_WALK || !lg_i_amazes_is_walk(state->walk, length)) return false;
    if (!amz_is_zero(state->walk + length, (size_t)(LG_AMAZES_WALK - length))) return false;
    if (length > 0 && (state->looked == 0 || is_offender(state, amz_mover(state)))) return false;
    return state->looked == 0 || lg_amazes_result_of(state) == LG_AMAZES_ONGOING;
}

static bool is_end_possible(const lg_amazes *state) {
    if (state->sudden_death == 0) return true;
    const int killer = state->sudden_death - 1;
    if (killer != (amz_mover(state) ^ 1) || state->turn == 0 || is_offender(state, killer)) return false;
    return same_square(&state->place[0], &state->place[1]) &&
           lg_amazes_square_count(&state->known[killer]) == LG_AMAZES_SQUARES;
}

LG_I_BITS_SMALL const char *lg_i_amazes_problem(const lg_amazes *state) {
    if (state == NULL) return LG_I_BITS_WRONG("expected a state, not NULL");
    if (lg_i_amazes_maze_check(&state->maze, NULL) != LG_OK)
        return LG_I_BITS_WRONG("maze: expected a rim of walls, ways between all squares, and a wall at each corner");
    if (lg_i_amazes_starts_check(&state->maze, state->start, NULL) != LG_OK)
        return LG_I_BITS_WRONG("start: expected squares of the maze, far apart, with an opening behind the player");
    if (state->turn_limit < 1 || state->turn_limit > LG_AMAZES_TURNS)
        return LG_I_BITS_WRONG("turn_limit: expected 1 ... 150");
    if (state->turn > 2 * state->turn_limit) return LG_I_BITS_WRONG("turn: expected at most twice the turn_limit");
    if (state->looked > 1) return LG_I_BITS_WRONG("looked: expected 0 or 1");
    if (state->offenders > 3) return LG_I_BITS_WRONG("offenders: expected 0 ... 3");
    if (state->sudden_death > 2) return LG_I_BITS_WRONG("sudden_death: expected 0, 1 or 2");
    if (!amz_is_zero(state->reserved, sizeof state->reserved)) return LG_I_BITS_WRONG("reserved: expected 0");
    for (int player = 0; player < 2; player++) {
        const char *problem = amz_problem_of_player(state, player);
        if (problem != NULL) return problem;
    }
    if (!are_firsts_possible(state))
        return LG_I_BITS_WRONG("first: expected every known square once, and of one player's squares none for "
                               "the other");
    if (!is_walk_possible(state))
        return LG_I_BITS_WRONG("walk: expected walk_length steps 0 ... 3 and then 0, after a look, in a game "
                               "that is not over");
    if (!is_end_possible(state))
        return LG_I_BITS_WRONG("sudden_death: expected 0, since the player before has not met the other with "
                               "all squares known");
    return NULL;
}

lg_status lg_amazes_validate(const lg_amazes *state) {
    if (state == NULL) return LG_E_ARGUMENT;
    return lg_i_amazes_problem(state) == NULL ? LG_OK : LG_E_STATE;
}
