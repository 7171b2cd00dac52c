/* Block drop's baseline player: tries each action, and looks how many squares it, and how many each opponent, could
 * still stand on when everything that is counting down has dropped. Mostly nobody stands on such a block. Then all
 * directions are looked at together, almost without branches: processors can't guess where players stand. */
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

/* The player to move. */
typedef struct mover {
    const lg_blockdrop *before;
    int player, row, column, facing;
    int timer; /* of the block under it */
} mover;

/* An opponent, as many squares and blocks away. */
typedef struct way {
    int rows, columns, block_rows, block_columns;
} way;

/* The state after a turn, found out only where somebody stands on a block that is counting down. */
typedef struct sequel {
    int32_t action; /* an attack, or another: no other changes timers */
    bool known;
    lg_blockdrop state;
    lg_i_outlook outlook;
} sequel;

/* Numbers for U R D L are the bytes of a word. */
#define EACH 0x01010101u

static uint32_t in_each(bool up, bool right, bool down, bool left) {
    return (uint32_t)up | (uint32_t)right << 8 | (uint32_t)down << 16 | (uint32_t)left << 24;
}

static int in_one(uint32_t numbers, int32_t direction) {
    return (int)(numbers >> 8 * direction & 255);
}

static int magnitude(int number) {
    return number < 0 ? -number : number;
}

static mover mover_of(const lg_blockdrop *before) {
    mover m;
    m.before = before;
    m.player = before->turn & 3;
    m.row = before->row[m.player];
    m.column = before->column[m.player];
    m.facing = before->facing[m.player];
    m.timer = lg_i_blockdrop_timer(before, m.player);
    return m;
}

static way way_to(const mover *m, int other) {
    way w;
    const int row = m->before->row[other], column = m->before->column[other];
    w.rows = row - m->row;
    w.columns = column - m->column;
    w.block_rows = row / 3 - m->row / 3;
    w.block_columns = column / 3 - m->column / 3;
    return w;
}

static int distance(const way *w) {
    return magnitude(w->rows) + magnitude(w->columns);
}

/* 1 for each direction that leads towards the opponent. */
static uint32_t towards(const way *w) {
    return in_each(w->rows < 0, w->columns > 0, w->rows > 0, w->columns < 0);
}

/* 1 for the direction in which an attack reaches the opponent's block. */
static uint32_t aim_at(const way *w) {
    const int rows = w->block_rows, columns = w->block_columns;
    return in_each(rows < 0, columns > 0, rows > 0, columns < 0) * ((rows == 0) | (columns == 0));
}

/* The room that a player has after the turn on a square whose block has this timer before it. */
static int room_on(const mover *m, sequel *after, int player, int row, int column, int timer) {
    if (timer == 0) return LG_I_ROOM;
    if (timer == 1) return 0; /* it drops */
    if (!after->known) {
        (void)lg_blockdrop_apply(m->before, after->action, &after->state);
        lg_i_blockdrop_outlook(&after->state, &after->outlook);
        after->known = true;
    }
    after->state.row[player] = (int8_t)row;
    after->state.column[player] = (int8_t)column;
    return lg_i_blockdrop_room(&after->state, player, &after->outlook);
}

/* What the situation of a living opponent on a block with this timer is worth. */
static int32_t value_of(const mover *m, sequel *after, int other, const way *w, int timer) {
    const int room = room_on(m, after, other, m->row + w->rows, m->column + w->columns, timer);
    if (room == 0) return KILL;
    return (timer > 1 ? ON_EDGE / (timer - 1) : 0) - room - distance(w);
}

/* What a square is worth on a block with this timer, to the player to move. */
static int32_t value_on(const mover *m, sequel *after, int row, int column, int timer) {
    const int room = room_on(m, after, m->player, row, column, timer);
    return room == 0 ? -DEAD : room;
}

static int32_t value_of_attack(const mover *m, sequel *after) {
    int32_t value = value_on(m, after, m->row, m->column, m->timer);
    for (int i = 0; i < PLAYERS; i++) {
        const way w = way_to(m, i);
        if (i == m->player) continue;
        if (m->before->row[i] < 0) {
            value += KILL;
            continue;
        }
        int timer = lg_i_blockdrop_timer(m->before, i);
        if (timer == 0 && in_one(aim_at(&w), m->facing) != 0)
            timer = LG_BLOCKDROP_DELAY * magnitude(w.block_rows + w.block_columns); /* one of them is 0 */
        value += value_of(m, after, i, &w, timer);
    }
    return value;
}

int32_t lg_i_blockdrop_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_blockdrop *before = (const lg_blockdrop *)state;
    if (!lg_blockdrop_acts(before)) return LG_BLOCKDROP_NOTHING;
    const mover m = mover_of(before);
    sequel after, attacked;
    after.action = LG_BLOCKDROP_NOTHING;
    attacked.action = LG_BLOCKDROP_ATTACK;
    after.known = attacked.known = false;

    /* Opponents: what is the same for all actions, and in each direction how many become nearer, how many are aimed at
     * from this block, and how many from the next. */
    int32_t others = 0;
    uint32_t blocked = 0, count = 0, nearer = 0, aimed = 0, aimed_further = 0;
    bool calm = m.timer == 0;
    for (int i = 1; i < PLAYERS; i++) {
        const int other = (m.player + i) & 3;
        if (before->row[other] < 0) {
            others += KILL;
            continue;
        }
        const way w = way_to(&m, other);
        const int timer = lg_i_blockdrop_timer(before, other);
        const int32_t value = value_of(&m, &after, other, &w, timer);
        others += value;
        calm &= timer == 0;
        blocked |= towards(&w) * (distance(&w) <= LG_BLOCKDROP_NEAR + 1); /* before the step it is further away */
        if (value == KILL) continue;
        count++;
        nearer += towards(&w);
        if (timer != 0) continue;
        aimed += aim_at(&w);
        aimed_further += aim_at(&w) * (magnitude(w.block_rows + w.block_columns) > 1);
    }

    /* Steps off the block: one up or down, and one right or left. */
    const int block_row = m.row / 3, block_column = m.column / 3, block = BLOCKS * block_row + block_column;
    const int down = m.row - 3 * block_row - 1, right = m.column - 3 * block_column - 1;
    const bool rows_end = (unsigned)(block_row + down) >= BLOCKS;
    const bool columns_end = (unsigned)(block_column + right) >= BLOCKS;
    const int vertical = before->timers[rows_end ? block : block + BLOCKS * down];
    const int horizontal = before->timers[columns_end ? block : block + right];
    const uint32_t rows = in_each(down < 0, false, down > 0, false);
    const uint32_t columns = in_each(false, right > 0, false, right < 0);
    blocked |= rows * (rows_end | (vertical < 0)) | columns * (columns_end | (horizontal < 0));
    const uint32_t steps = (EACH - blocked) * 255, leaves = (rows | columns) * 255 & steps;

    /* All directions, where no timer matters; as many points more as can be missing. */
    const int32_t missing = PLAYERS - 1, safe = others + LG_I_ROOM - missing;
    const uint32_t same = EACH * (uint32_t)missing, stepped = same + 2 * nearer - EACH * count;
    const uint32_t aimed_then = (aimed & ~leaves) | (aimed_further & leaves);
    const uint32_t worth = AIMED * aimed_then + ((stepped & steps) | (same & ~steps));
    const bool timed = (m.timer != 0) | ((leaves & rows) != 0 && vertical != 0) |
                       ((leaves & columns) != 0 && horizontal != 0);
    lg_best best = {0, 0, 0};
    for (int d = 0; d < 4; d++) {
        const int goes = in_one(steps, d) & 1;
        int32_t value = safe + in_one(worth, d);
        if (timed) {
            const int timer = in_one(leaves, d) == 0 ? m.timer : (d & 1) != 0 ? horizontal : vertical;
            const int row = m.row + goes * LG_I_ROW_STEP[d], column = m.column + goes * LG_I_COLUMN_STEP[d];
            value += value_on(&m, &after, row, column, timer);
            value = timer == 1 ? -DEAD : value - LG_I_ROOM;
        }
        if (goes || d != m.facing) lg_best_offer(&best, d, value, rng);
    }
    int32_t stays = others + value_on(&m, &after, m.row, m.column, m.timer) + AIMED * in_one(aimed, m.facing);
    if (m.timer == 1) stays = -DEAD;
    const bool alike = m.timer == 1 || (calm && in_one(aimed, m.facing) == 0);
    lg_best_offer(&best, LG_BLOCKDROP_ATTACK, alike ? stays : value_of_attack(&m, &attacked), rng);
    lg_best_offer(&best, LG_BLOCKDROP_NOTHING, stays, rng);
    return best.choice;
}

/* Chosen by games against greedy and other searches. Without a model of its opponents more simulations made it passive:
 * players who never err mostly draw, whatever it does. */
const char *lg_i_blockdrop_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "mcts(policy=puct,exploration=100,rollout=greedy,cutoff=12,guide=30,"
           "opponent_model=80)";
}
