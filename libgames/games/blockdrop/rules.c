/* Block drop: the rules. The timers are one array of bytes stepped by one loop without branches, which compilers
 * turn into a few vector instructions. Between turns living players never stand within LG_BLOCKDROP_NEAR of each other
 * nor on a dropped block, and the checks below rely on it. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "core/bits.h"
#include "steps.h"

#define SIDE LG_BLOCKDROP_SIDE
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLAYERS LG_BLOCKDROP_PLAYERS
#define NEAR LG_BLOCKDROP_NEAR

/* One block further in direction U R D L. */
LG_I_BITS_TABLE int8_t BLOCK_STEP[4] = {-BLOCKS, 1, BLOCKS, -1};

static int blk_rules_mover_of(const lg_blockdrop *state) {
    return state->turn & 3;
}

/* Only fallen players have the row -1: all four sign bits together. */
static int living(const lg_blockdrop *state) {
    uint32_t rows;
    memcpy(&rows, state->row, sizeof rows);
    return PLAYERS - lg_i_bits_count(rows & 0x80808080u);
}

static bool is_over(const lg_blockdrop *state) {
    return living(state) <= 1 || state->turn >= state->turn_limit;
}

static bool is_cell(int row, int column) {
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE;
}

/* Whether a square is free of living players 0 ... count-1 within the distance that keeps others away. */
static bool is_clear(const lg_blockdrop *state, int count, int row, int column) {
    for (int i = 0; i < count; i++)
        if (lg_i_blockdrop_is_alive(state, i) &&
            lg_i_bits_magnitude(state->row[i] - row) + lg_i_bits_magnitude(state->column[i] - column) <= NEAR)
            return false;
    return true;
}

/* ---- start, checks, end ---- */

static lg_blockdrop empty_board(int32_t rules, int32_t turn_limit) {
    lg_blockdrop state;
    memset(&state, 0, sizeof state);
    state.turn_limit = (uint16_t)turn_limit;
    state.rules = (uint8_t)rules;
    return state;
}

static void blk_rules_put_player(lg_blockdrop *state, int player, int row, int column, int facing) {
    state->row[player] = (int8_t)row;
    state->column[player] = (int8_t)column;
    state->facing[player] = (uint8_t)facing;
}

lg_status lg_blockdrop_start(int32_t rules, int32_t turn_limit,
                             const lg_blockdrop_place places[LG_BLOCKDROP_PLAYERS], lg_blockdrop *state) {
    if (places == NULL || state == NULL || !lg_i_blockdrop_is_configuration(rules, turn_limit)) return LG_E_ARGUMENT;
    lg_blockdrop made = empty_board(rules, turn_limit);
    for (int i = 0; i < PLAYERS; i++) {
        const int32_t row = places[i].row, column = places[i].column, facing = places[i].facing;
        if (!is_cell(row, column) || facing < 0 || facing > 3 || !is_clear(&made, i, row, column)) return LG_E_ARGUMENT;
        blk_rules_put_player(&made, i, row, column, facing);
    }
    *state = made;
    return LG_OK;
}

/* Removes the squares too near to a player from the open ones, a bitset for each row; returns their number. */
static uint32_t close_squares(uint32_t open[SIDE], int row, int column) {
    uint32_t closed = 0;
    for (int r = 0; r < SIDE; r++) {
        const int reach = NEAR - lg_i_bits_magnitude(r - row); /* columns to either side */
        if (reach < 0) continue;
        const uint32_t span = (2u << 2 * reach) - 1;
        const uint32_t near = open[r] & (uint32_t)((uint64_t)span << (column + NEAR - reach) >> NEAR);
        closed += (uint32_t)lg_i_bits_count(near);
        open[r] ^= near;
    }
    return closed;
}

lg_status lg_blockdrop_new(int32_t rules, int32_t turn_limit, lg_rng *rng, lg_blockdrop *state) {
    if (rng == NULL || state == NULL || !lg_i_blockdrop_is_configuration(rules, turn_limit)) return LG_E_ARGUMENT;
    lg_blockdrop made = empty_board(rules, turn_limit);
    uint32_t open[SIDE], count = SIDE * SIDE;
    for (int row = 0; row < SIDE; row++) open[row] = (1u << SIDE) - 1;
    for (int i = 0; i < PLAYERS; i++) {
        uint32_t rank = lg_rng_below(rng, count);
        int row = 0;
        for (; rank >= (uint32_t)lg_i_bits_count(open[row]); row++) rank -= (uint32_t)lg_i_bits_count(open[row]);
        const int column = lg_i_bits_select(open[row], rank);
        blk_rules_put_player(&made, i, row, column, (int)lg_rng_below(rng, 4));
        count -= close_squares(open, row, column);
    }
    *state = made;
    return LG_OK;
}

static int return_time(const lg_blockdrop *state) {
    return state->rules == LG_BLOCKDROP_PAGE ? LG_BLOCKDROP_PAGE_RETURN : LG_BLOCKDROP_ENGINE_RETURN;
}

LG_I_BITS_SMALL static const char *blk_problem_of_player(const lg_blockdrop *state, int player) {
    const int row = state->row[player], column = state->column[player];
    if (state->facing[player] > 3) return LG_I_BITS_WRONG("facing: expected 0 ... 3");
    if (state->stun[player] >= LG_BLOCKDROP_STUN) return LG_I_BITS_WRONG("stun: expected 0 ... 2");
    if (row == -1 && column == -1)
        return (state->stopped >> player & 1) == 0
                   ? NULL
                   : LG_I_BITS_WRONG("stopped: expected no player that has fallen");
    if (row < 0 || row >= SIDE) return LG_I_BITS_WRONG("row: expected 0 ... 17, or -1 in row and column");
    if (column < 0 || column >= SIDE) return LG_I_BITS_WRONG("column: expected 0 ... 17, or -1 in row and column");
    if (state->timers[lg_i_blockdrop_block(row, column)] < 0)
        return LG_I_BITS_WRONG("row: expected no living player on a block that is gone");
    return is_clear(state, player, row, column) ? NULL : LG_I_BITS_WRONG("row: expected living players further apart");
}

LG_I_BITS_SMALL const char *lg_i_blockdrop_problem(const lg_blockdrop *state) {
    if (state == NULL) return LG_I_BITS_WRONG("expected a state, not NULL");
    if (state->rules != LG_BLOCKDROP_PAGE && state->rules != LG_BLOCKDROP_ENGINE)
        return LG_I_BITS_WRONG("rules: expected 0 or 1");
    if (!lg_i_blockdrop_is_configuration(state->rules, state->turn_limit))
        return LG_I_BITS_WRONG("turn_limit: expected 1 ... 32767");
    if (state->turn > state->turn_limit) return LG_I_BITS_WRONG("turn: expected at most the turn_limit");
    if (state->stopped > 15) return LG_I_BITS_WRONG("stopped: expected 0 ... 15");
    if (state->reserved[0] != 0 || state->reserved[1] != 0) return LG_I_BITS_WRONG("reserved: expected 0");
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++)
        if (state->timers[i] < -return_time(state) || state->timers[i] > LG_BLOCKDROP_MAX_TIMER)
            return LG_I_BITS_WRONG("timers: expected turns until a block drops, or minus those until it is back");
    for (int i = LG_BLOCKDROP_BLOCKS; i < (int)sizeof state->timers; i++)
        if (state->timers[i] != 0) return LG_I_BITS_WRONG("spare: expected 0");
    for (int i = 0; i < PLAYERS; i++) {
        const char *problem = blk_problem_of_player(state, i);
        if (problem != NULL) return problem;
    }
    return NULL;
}

lg_status lg_blockdrop_validate(const lg_blockdrop *state) {
    if (state == NULL) return LG_E_ARGUMENT;
    return lg_i_blockdrop_problem(state) == NULL ? LG_OK : LG_E_STATE;
}

lg_blockdrop_result lg_blockdrop_result_of(const lg_blockdrop *state) {
    const int count = living(state);
    if (count == 1) return LG_BLOCKDROP_WON;
    if (count == 0) return LG_BLOCKDROP_NOBODY_LEFT;
    return state->turn >= state->turn_limit ? LG_BLOCKDROP_AT_TURN_LIMIT : LG_BLOCKDROP_ONGOING;
}

const char *lg_blockdrop_result_text(lg_blockdrop_result result) {
    switch (result) {
    case LG_BLOCKDROP_ONGOING: return "ongoing";
    case LG_BLOCKDROP_WON: return "won";
    case LG_BLOCKDROP_NOBODY_LEFT: return "nobody left";
    case LG_BLOCKDROP_AT_TURN_LIMIT: return "turn limit";
    }
    return "unknown result";
}

int32_t lg_blockdrop_winner(const lg_blockdrop *state) {
    if (living(state) != 1) return -1;
    int32_t player = 0;
    while (!lg_i_blockdrop_is_alive(state, player)) player++;
    return player;
}

/* ---- the actions of the player to move ---- */

/* Alive, and its program still answers. */
static bool decides(const lg_blockdrop *state, int player) {
    return lg_i_blockdrop_is_alive(state, player) && (state->stopped >> player & 1) == 0;
}

static bool acts(const lg_blockdrop *state, int player) {
    return decides(state, player) && state->stun[player] == 0;
}

bool lg_i_blockdrop_acts(const lg_blockdrop *state) {
    return acts(state, blk_rules_mover_of(state));
}

/* The places of all players as the bytes of a word: first rows, then columns. Read and written together, so that no
 * reader waits for the write of one byte. */
LG_STATIC_ASSERT(offsetof(lg_blockdrop, column) == offsetof(lg_blockdrop, row) + PLAYERS, "rows, then columns");
static uint64_t places_of(const lg_blockdrop *state) {
    uint64_t places;
    memcpy(&places, (const char *)state + offsetof(lg_blockdrop, row), sizeof places);
    return lg_i_bits_first_lowest(places);
}

#define BLK_EACH 0x01010101u
#define BLK_BOTH ((uint64_t)BLK_EACH << 32 | BLK_EACH)

/* 1 in both bytes of each fallen player. */
static uint64_t fallen_of(uint64_t places) {
    return places >> 7 & BLK_BOTH;
}

/* The bytes from 64 to 64 + 2 * NEAR of bytes below 128: bit 7 of each. */
static uint32_t blk_within(uint32_t bytes) {
    return bytes << 1 & ~(bytes + (63 - 2 * NEAR) * BLK_EACH) & 128 * BLK_EACH;
}

/* The living players within NEAR of a square, bit 7 of the byte of each: the sum of row and column, and their
 * difference, differ by at most NEAR from the square's. */
static uint32_t players_near(const lg_blockdrop *state, int row, int column) {
    const uint64_t all = places_of(state), fallen = fallen_of(all), places = all ^ 255 * fallen;
    const uint32_t rows = (uint32_t)places, columns = (uint32_t)(places >> 32);
    const uint32_t sums = rows + columns + (uint32_t)(64 + NEAR - row - column) * BLK_EACH;
    const uint32_t differences = rows - columns + (uint32_t)(64 + NEAR - row + column) * BLK_EACH;
    return blk_within(sums) & blk_within(differences) & ~(128 * (uint32_t)fallen);
}

/* "... unless the square is off the board, on a dropped block (B < 0), or within Manhattan distance 3 of another
 * living player." NULL if the living player can make the step. */
static const char *why_cancelled(const lg_blockdrop *state, int player, int direction) {
    const int row = state->row[player] + LG_I_BLOCKDROP_ROW_STEP[direction];
    const int column = state->column[player] + LG_I_BLOCKDROP_COLUMN_STEP[direction];
    if (!is_cell(row, column)) return "the step would leave the board, and the player faces that way already";
    if (state->timers[lg_i_blockdrop_block(row, column)] < 0)
        return "the step would be onto a dropped block, and the player faces that way already";
    const uint32_t near = players_near(state, row, column);
    if ((near & (near - 1)) != 0) /* not the player alone */
        return "the step would be to within 3 of another player, and the player faces that way already";
    return NULL;
}

uint32_t lg_blockdrop_legal(const lg_blockdrop *state) {
    if (is_over(state)) return 0;
    const int mover = blk_rules_mover_of(state), facing = state->facing[mover];
    if (!acts(state, mover)) return 1u << LG_BLOCKDROP_NOTHING;
    const uint32_t all = (1u << LG_BLOCKDROP_ACTIONS) - 1;
    return why_cancelled(state, mover, facing) == NULL ? all : all & ~(1u << facing);
}

const char *lg_i_blockdrop_explain(const lg_blockdrop *state, int32_t action) {
    if (is_over(state)) return "the game is over";
    if ((lg_blockdrop_legal(state) >> action & 1) != 0) return NULL;
    const int mover = blk_rules_mover_of(state);
    if (!lg_i_blockdrop_is_alive(state, mover)) return "the player whose turn it is has fallen";
    if (!decides(state, mover)) return "the player whose turn it is was stopped";
    if (state->stun[mover] > 0) return "the player has attacked and misses this turn";
    return why_cancelled(state, mover, action);
}

/* ---- one turn ---- */

/* "The block n blocks away in the facing direction, up to the edge: if its B is 0 it becomes 4n; otherwise it is
 * left alone." */
static void attack(lg_blockdrop *state, int player) {
    const int facing = state->facing[player];
    const int block_row = state->row[player] / 3, block_column = state->column[player] / 3;
    int to_edge;
    if (facing == LG_BLOCKDROP_UP) to_edge = block_row;
    else if (facing == LG_BLOCKDROP_DOWN) to_edge = BLOCKS - 1 - block_row;
    else if (facing == LG_BLOCKDROP_LEFT) to_edge = block_column;
    else to_edge = BLOCKS - 1 - block_column;
    int block = BLOCKS * block_row + block_column;
    for (int n = 1; n <= to_edge; n++) {
        block += BLOCK_STEP[facing];
        if (state->timers[block] == 0) state->timers[block] = (int8_t)(LG_BLOCKDROP_DELAY * n);
    }
    state->stun[player] = LG_BLOCKDROP_STUN;
}

static void blk_step(lg_blockdrop *state, int player, int32_t direction) {
    state->facing[player] = (uint8_t)direction;
    if (why_cancelled(state, player, direction) != NULL) return;
    uint64_t places = places_of(state);
    places += (uint64_t)LG_I_BLOCKDROP_ROW_STEP[direction] << 8 * player;
    places += (uint64_t)LG_I_BLOCKDROP_COLUMN_STEP[direction] << (32 + 8 * player);
    places = lg_i_bits_first_lowest(places);
    memcpy((char *)state + offsetof(lg_blockdrop, row), &places, sizeof places);
}

/* "Every block's timer moves one step; on reaching 0 the block drops, and the timer becomes -R": so many turns, fewer
 * than R. All in bytes, for vectors of them. */
static void step_timers(lg_blockdrop *state, int turns) {
    const int8_t most = (int8_t)turns, least = (int8_t)-turns, dropped = (int8_t)(turns - return_time(state));
    for (int i = 0; i < (int)sizeof state->timers; i++) {
        const int8_t timer = state->timers[i];
        const int8_t limited = timer < most ? timer : most;
        const int8_t step = limited > least ? limited : least;
        const int8_t next = (int8_t)(timer - step), gone = (int8_t)(dropped - timer);
        state->timers[i] = ((limited == timer) & (timer > 0)) ? gone : next;
    }
    state->turn = (uint16_t)(state->turn + turns);
}

/* The players on a block that drops within this number of turns, a bit for each. The fallen are looked for behind the
 * last block, where the timer is 0. */
static unsigned dropping(const lg_blockdrop *state, int turns) {
    const uint64_t all = places_of(state), fallen = fallen_of(all), places = all ^ 255 * fallen;
    const uint64_t parts = places * 11 >> 5 & 7 * BLK_BOTH; /* x * 11 / 32 is x / 3 up to 22 */
    uint32_t blocks = BLOCKS * (uint32_t)parts + (uint32_t)(parts >> 32) + LG_BLOCKDROP_BLOCKS * (uint32_t)fallen;
    unsigned found = 0;
    for (int i = 0; i < PLAYERS; i++, blocks >>= 8) {
        const int timer = state->timers[blocks & 255];
        found |= (unsigned)((timer > 0) & (timer <= turns)) << i;
    }
    return found;
}

/* "Everyone standing on it is out (square becomes -1 -1, facing and S keep their last value)": the players on a block
 * that drops in this turn's step. Computed before the timers move, so that nothing waits for their vectors. */
static void drop_players(lg_blockdrop *state) {
    for (uint64_t out = dropping(state, 1); out != 0;) {
        const int player = lg_i_bits_take(&out);
        state->row[player] = state->column[player] = -1;
        state->stopped &= (uint8_t)~(1u << player);
    }
}

/* A player's turn. */
static void blk_rules_act(lg_blockdrop *state, int32_t action) {
    const int mover = blk_rules_mover_of(state);
    if (acts(state, mover)) {
        if (action == LG_BLOCKDROP_ATTACK) attack(state, mover);
        else if (action < 4) blk_step(state, mover, action);
    }
    if (lg_i_blockdrop_is_alive(state, mover) && state->stun[mover] > 0) state->stun[mover]--;
}

/* The blocks' part of a turn. */
static void pass(lg_blockdrop *state) {
    drop_players(state);
    step_timers(state, 1);
}

/* The turns that pass together, in which only timers change: the mover's, after its action, and the turns of fallen
 * players after it. */
static int turns_alike(const lg_blockdrop *state) {
    int turns = 1;
    while (turns < PLAYERS && !lg_i_blockdrop_is_alive(state, (state->turn + turns) & 3)) turns++;
    const bool fits = turns <= state->turn_limit - state->turn;
    return turns > 1 && fits && dropping(state, turns) == 0 ? turns : 1;
}

lg_status lg_blockdrop_apply(const lg_blockdrop *before, int32_t action, lg_blockdrop *after) {
    if (before == NULL || after == NULL || action < 0 || action >= LG_BLOCKDROP_ACTIONS) return LG_E_ARGUMENT;
    if (is_over(before)) return LG_E_OVER;
    if (after != before) *after = *before;
    blk_rules_act(after, action);
    pass(after);
    return LG_OK;
}

lg_status lg_i_blockdrop_forfeit(const lg_blockdrop *before, int32_t player, lg_blockdrop *after) {
    if (is_over(before)) return LG_E_OVER;
    if (after != before) *after = *before;
    if (lg_i_blockdrop_is_alive(after, player)) after->stopped |= (uint8_t)(1u << player);
    return LG_OK;
}

void lg_i_blockdrop_advance(const lg_blockdrop *before, lg_blockdrop *after) {
    if (after != before) *after = *before;
    while (!decides(after, blk_rules_mover_of(after)) && !is_over(after)) {
        blk_rules_act(after, LG_BLOCKDROP_NOTHING);
        pass(after);
    }
}

lg_status lg_i_blockdrop_play_on(const lg_blockdrop *before, int32_t action, lg_blockdrop *after) {
    if (is_over(before)) return LG_E_OVER;
    if (after != before) *after = *before;
    blk_rules_act(after, action);
    const int turns = turns_alike(after);
    if (turns > 1) step_timers(after, turns);
    else pass(after);
    if (!decides(after, blk_rules_mover_of(after))) lg_i_blockdrop_advance(after, after);
    return LG_OK;
}
