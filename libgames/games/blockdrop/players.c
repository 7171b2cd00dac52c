/* Block drop's baseline player: tries each action, and looks how many squares it, and how many each opponent, could
 * still stand on when everything that is counting down has dropped. */
#include "libgames/blockdrop.h"

#include "core/bits.h"
#include "libgames/author.h"
#include "parts.h"
#include "refuge.h"
#include "steps.h"

#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLAYERS LG_BLOCKDROP_PLAYERS

enum {
    DEAD = 100000,  /* no square left for oneself */
    KILL = 10000,   /* none left for an opponent */
    ON_EDGE = 400,  /* an opponent stands on a block that is counting down; it may not notice */
    AIMED = 40      /* facing an opponent that an attack would reach */
};

/* What matters of the opponents, whatever the player does but attack: it depends on timers alone. */
typedef struct opponents {
    int32_t value;               /* of their situations */
    int count;                   /* of those who are not bound to fall: */
    int8_t row[PLAYERS], column[PLAYERS];
    bool stable[PLAYERS];        /* on a block that is not counting down */
} opponents;

static int magnitude(int number) {
    return number < 0 ? -number : number;
}

static int room_of(const lg_blockdrop *state, int player) {
    return state->row[player] < 0 ? 0 : lg_i_blockdrop_room(state, player);
}

static opponents look_at(const lg_blockdrop *state, int player) {
    opponents o;
    o.value = o.count = 0;
    for (int other = 0; other < PLAYERS; other++) {
        if (other == player) continue;
        const int room = room_of(state, other);
        if (room == 0) {
            o.value += KILL;
            continue;
        }
        const int timer = lg_i_blockdrop_timer(state, other);
        o.value += (timer > 0 ? ON_EDGE / timer : 0) - room;
        o.row[o.count] = state->row[other];
        o.column[o.count] = state->column[other];
        o.stable[o.count++] = timer == 0;
    }
    return o;
}

/* Whether an attack of `player` in the direction that it faces would reach that square's block. */
static bool is_aimed(const lg_blockdrop *state, int player, int row, int column) {
    const int rows = row / 3 - state->row[player] / 3, columns = column / 3 - state->column[player] / 3;
    switch (state->facing[player]) {
    case LG_BLOCKDROP_UP: return columns == 0 && rows < 0;
    case LG_BLOCKDROP_RIGHT: return rows == 0 && columns > 0;
    case LG_BLOCKDROP_DOWN: return columns == 0 && rows > 0;
    default: return rows == 0 && columns < 0;
    }
}

/* What the position after its turn is worth to `player`, who has so much room. */
static int32_t value_of(const lg_blockdrop *state, int player, int room, const opponents *others) {
    if (state->row[player] < 0) return -DEAD;
    int32_t value = others->value + (room == 0 ? -DEAD : room);
    for (int i = 0; i < others->count; i++) {
        const int row = others->row[i], column = others->column[i];
        value -= magnitude(row - state->row[player]) + magnitude(column - state->column[player]);
        if (others->stable[i] && is_aimed(state, player, row, column)) value += AIMED;
    }
    return value;
}

/* `stays`, the state after a turn without an action, becomes the one after a step or a turn on the spot. */
static void step(const lg_blockdrop *before, int player, int32_t direction, lg_blockdrop *after) {
    after->facing[player] = (uint8_t)direction;
    if (!lg_i_blockdrop_steps(before, direction)) return;
    const int row = before->row[player] + LG_I_ROW_STEP[direction];
    const int column = before->column[player] + LG_I_COLUMN_STEP[direction];
    const bool drops = before->timers[BLOCKS * (row / 3) + column / 3] == 1;
    after->row[player] = (int8_t)(drops ? -1 : row);
    after->column[player] = (int8_t)(drops ? -1 : column);
}

/* Of all actions only an attack changes what others can do about the timers. */
int32_t lg_i_blockdrop_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    const int player = position->turn & 3;
    lg_best best = {0, 0, 0};
    lg_blockdrop stays, after;
    if (!lg_blockdrop_acts(position)) return LG_BLOCKDROP_NOTHING;
    (void)lg_blockdrop_apply(position, LG_BLOCKDROP_NOTHING, &stays);
    const opponents others = look_at(&stays, player);
    for (uint64_t actions = lg_blockdrop_legal(position); actions != 0;) {
        const int32_t action = lg_i_take(&actions);
        const bool attacks = action == LG_BLOCKDROP_ATTACK;
        if (attacks) (void)lg_blockdrop_apply(position, action, &after);
        else after = stays;
        if (action < 4) step(position, player, action, &after);
        const opponents attacked = attacks ? look_at(&after, player) : others;
        lg_best_offer(&best, action, value_of(&after, player, room_of(&after, player), &attacked), rng);
    }
    return best.choice;
}

/* Chosen by games against greedy. */
const char *lg_i_blockdrop_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "mcts(policy=puct,exploration=50,rollout=greedy,cutoff=12,guide=30)";
}
