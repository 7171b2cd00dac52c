/* Block drop's baseline player: tries each action, and looks how many squares it, and how many each opponent, could
 * still stand on when everything that is counting down has dropped. Mostly nobody stands on such a block. Then all
 * directions are looked at together, almost without branches: processors can't guess where players stand. And mostly
 * nobody has moved since the player last looked: in games that go on for long, two players stand face to face. */
#include "libgames/blockdrop.h"

#include "core/bits.h"
#include "libgames/author.h"
#include "parts.h"
#include "refuge.h"
#include "scene.h"
#include "steps.h"

#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLAYERS LG_BLOCKDROP_PLAYERS

enum {
    DEAD = 100000,  /* no square left for oneself */
    KILL = 10000,   /* none left for an opponent */
    ON_EDGE = 400,  /* an opponent stands on a block that is counting down; it may not notice */
    AIMED = 40,     /* facing an opponent that an attack would reach */
    NEAR = LG_BLOCKDROP_NEAR + 1, /* nobody steps towards who is as near */
    MISSING = PLAYERS - 1,  /* points that a step can cost, one for each opponent that becomes further away */
    UNOFFERED = INT32_MIN
};

/* The outlook after a turn, found out only where somebody stands on a block that is counting down. */
typedef struct sequel {
    lg_i_scene *scene;
    bool attack; /* no other action changes timers */
    bool rough;  /* without an outlook: all have room */
    bool known;
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

enum { MOSTLY = 3 }; /* choices mostly take no more random numbers */

/* What is left of a choice among known values: the random numbers that it takes. */
typedef struct draws {
    uint32_t below[MOSTLY];               /* what each of the first is below if it is 0 below its bound; 0: none is */
    uint8_t first, count;                 /* chosen without them; how many there are */
    uint8_t bound[LG_BLOCKDROP_ACTIONS];  /* of each; where it is 0 below it, */
    uint8_t choice[LG_BLOCKDROP_ACTIONS]; /* this is chosen */
} draws;

enum { FLOORS = 4 }; /* each of two blocks stands or not */

/* What a player sees: the same for all actions, or for each direction. */
typedef struct view {
    int32_t away[PLAYERS];  /* squares to each opponent */
    uint32_t aim[PLAYERS];  /* 1 for each direction in which an attack reaches its block */
    int32_t others;         /* what the situation of its opponents is worth */
    uint32_t blocked;       /* 1 where the edge or an opponent is in the way */
    uint32_t stepped;       /* MISSING, and how many opponents a step brings nearer, less the others */
    uint32_t aimed;         /* how many opponents an attack would reach, */
    uint32_t aimed_further; /* and how many from the next block */
    uint32_t rows, columns; /* 1 where a step leads off the block */
    uint64_t vertical, horizontal; /* the blocks there, if nothing else is in the way */
    unsigned planned;              /* which of these are known, a bit for each: */
    draws draws[4 * FLOORS];       /* by the direction that the player faces, and which blocks beside it stand */
} view;

typedef struct table {
    lg_i_scene scene;
    view views[PLAYERS]; /* of those whom scene.seen has */
} table;

static int magnitude(int number) {
    return number < 0 ? -number : number;
}

static int mover_of(const lg_i_scene *scene) {
    return (int)(scene->turn % PLAYERS);
}

/* ---- where timers matter ---- */

/* The timer of a block; mostly there is none. */
static inline int timer_of(lg_i_scene *scene, int block) {
    return (scene->timed >> block & 1) == 0 ? 0 : lg_i_scene_timer(scene, block);
}

/* The room that a player has after the turn on a square whose block has this timer, not 0, before it. */
static int room_on_timed(sequel *after, int player, int row, int column, int timer) {
    lg_i_scene *scene = after->scene;
    const int mover = mover_of(scene);
    if (after->rough) return LG_I_ROOM;
    if (timer == 1) return 0; /* it drops */
    if (!after->known) {
        if (after->attack) lg_i_scene_outlook_attacked(scene, mover, &after->outlook);
        else lg_i_scene_outlook(scene, &after->outlook);
        after->known = true;
    }
    const int turns = (player - mover - 1) & 3;
    const int stun = after->attack && player == mover ? LG_BLOCKDROP_STUN - 1 : scene->state.stun[player];
    const lg_i_refugee refugee = {row, column, turns, stun};
    return lg_i_blockdrop_escape(&refugee, &after->outlook);
}

static inline int room_on(sequel *after, int player, int row, int column, int timer) {
    return timer == 0 ? LG_I_ROOM : room_on_timed(after, player, row, column, timer);
}

/* What the situation of a living opponent on a block with this timer is worth. */
static int32_t value_of(sequel *after, int other, int away, int timer) {
    const lg_blockdrop *state = &after->scene->state;
    const int room = room_on(after, other, state->row[other], state->column[other], timer);
    if (room == 0) return KILL;
    return (timer > 1 ? ON_EDGE / (timer - 1) : 0) - room - away;
}

/* What a square is worth on a block with this timer, to the player to move. */
static int32_t value_on(sequel *after, int row, int column, int timer) {
    const int room = room_on(after, mover_of(after->scene), row, column, timer);
    return room == 0 ? -DEAD : room;
}

/* From one player's block to another's in a line with it. */
static int blocks_between(const lg_i_scene *scene, int player, int other) {
    const int apart = magnitude(scene->block[other] - scene->block[player]);
    return apart < BLOCKS ? apart : apart / BLOCKS;
}

/* An attack, by a player on a block with this timer; or less, if it is surely worth less than `best`. */
static int32_t value_after_attack(sequel *after, const view *v, int timer, int32_t best) {
    lg_i_scene *scene = after->scene;
    const lg_blockdrop *state = &scene->state;
    const int mover = mover_of(scene);
    int32_t value = value_on(after, state->row[mover], state->column[mover], timer);
    if (value + (PLAYERS - 1) * KILL < best) return value; /* no opponent is worth more */
    for (int i = 0; i < PLAYERS; i++) {
        if (i == mover) continue;
        if (state->row[i] < 0) {
            value += KILL;
            continue;
        }
        int under = timer_of(scene, scene->block[i]);
        if (under == 0 && in_one(v->aim[i], state->facing[mover]) != 0)
            under = LG_BLOCKDROP_DELAY * blocks_between(scene, mover, i);
        value += value_of(after, i, v->away[i], under);
    }
    return value;
}

/* The same where the best direction and staying are worth so much. With nobody on a block that is counting down a rough
 * value is the least that an attack can be worth. If that is more than anything else, it need not be found out. */
static int32_t value_of_attack(lg_i_scene *scene, const view *v, int timer, bool calm, int32_t best, int32_t stays) {
    sequel attacked;
    attacked.scene = scene;
    attacked.attack = attacked.rough = true;
    attacked.known = false;
    if (calm) {
        const int32_t least = value_after_attack(&attacked, v, timer, best);
        if (least > best && least > stays) return least;
    }
    attacked.rough = false;
    return value_after_attack(&attacked, v, timer, best);
}

/* ---- views ---- */

/* A number for each player. */
typedef int32_t four __attribute__((vector_size(16)));

static inline four four_of(const int8_t bytes[PLAYERS]) {
    return (four){bytes[0], bytes[1], bytes[2], bytes[3]};
}

static inline four magnitudes(four numbers) {
    return (numbers ^ numbers >> 31) - (numbers >> 31);
}

static inline four towards_each(four rows, four columns) {
    return ((rows < 0) & 1) | ((columns > 0) & 1 << 8) | ((rows > 0) & 1 << 16) | ((columns < 0) & 1 << 24);
}

static inline four those(unsigned players) {
    return (((int32_t)players & (four){1, 2, 4, 8}) != 0);
}

/* All opponents at once: who looks is in no direction from itself. Each byte has four sums of up to three. */
static void see_opponents(lg_i_scene *scene, sequel *after, bool calm, int player, view *v) {
    const lg_blockdrop *state = &scene->state;
    const four row = four_of(state->row), column = four_of(state->column), lives = ~(row >> 31);
    const four rows = row - row[player], columns = column - column[player];
    const four block_row = row * 11 >> 5, block_column = column * 11 >> 5;
    const four block_rows = block_row - block_row[player], block_columns = block_column - block_column[player];
    const four away = (magnitudes(rows) + magnitudes(columns)) & lives;
    const four far = magnitudes(block_rows) + magnitudes(block_columns) > 1;
    four to = towards_each(rows, columns) & lives;
    four aim = towards_each(block_rows, block_columns) & ((block_rows == 0) | (block_columns == 0)) & lives;
    const four near = to & (away <= NEAR);
    int counted = lg_i_count(scene->living) - 1; /* opponents whom a step brings nearer or further away */
    v->others = KILL * (PLAYERS - 1 - counted) - LG_I_ROOM * counted - away[0] - away[1] - away[2] - away[3];
    if (!calm) {
        unsigned threatened = 0, lost = 0;
        for (int i = 1; i < PLAYERS; i++) {
            const int other = (player + i) & 3, timer = timer_of(scene, scene->block[other]);
            if (timer == 0 || state->row[other] < 0) continue;
            const int32_t value = value_of(after, other, away[other], timer);
            v->others += value + LG_I_ROOM + away[other];
            threatened |= 1u << other;
            lost |= (unsigned)(value == KILL) << other;
        }
        to &= ~those(lost);
        aim &= ~those(threatened);
        counted -= lg_i_count(lost);
    }
    memcpy(v->away, &away, sizeof away);
    memcpy(v->aim, &aim, sizeof aim);
    const four each = to | aim << 2 | (aim & far) << 4 | near << 6;
    const uint32_t all = (uint32_t)each[0] + (uint32_t)each[1] + (uint32_t)each[2] + (uint32_t)each[3];
    v->blocked = (all >> 6 | all >> 7) & EACH;
    v->stepped = EACH * (uint32_t)(MISSING - counted) + 2 * (all & 3 * EACH);
    v->aimed = all >> 2 & 3 * EACH;
    v->aimed_further = all >> 4 & 3 * EACH;
}

/* Steps off the block: one up or down, and one right or left. */
static void see_blocks(const lg_i_scene *scene, int player, view *v) {
    const int row = scene->state.row[player], column = scene->state.column[player], block = scene->block[player];
    const int down = row % 3 - 1, right = column % 3 - 1;
    const bool rows_end = (unsigned)(row / 3 + down) >= BLOCKS, columns_end = (unsigned)(column / 3 + right) >= BLOCKS;
    v->rows = in_each(down < 0, false, down > 0, false);
    v->columns = in_each(false, right > 0, false, right < 0);
    v->blocked |= v->rows * rows_end | v->columns * columns_end;
    v->vertical = (uint64_t)((v->rows & ~v->blocked) != 0) << (rows_end ? block : block + BLOCKS * down);
    v->horizontal = (uint64_t)((v->columns & ~v->blocked) != 0) << (columns_end ? block : block + right);
    v->planned = 0;
}

/* ---- the choice ---- */

/* lg_best_offer without branches: no processor can guess which choices are equal, nor who wins then. */
static inline void offer(lg_best *best, int32_t choice, int32_t value, lg_rng *rng) {
    const lg_rng before = *rng;
    const bool higher = value > best->value, same = value == best->value;
    best->equal = (best->equal & -(uint32_t)!higher) + (higher | same);
    const uint32_t number = lg_rng_next(rng);
    bool wins = higher | (same & ((uint64_t)number * best->equal >> 32 == 0));
    rng->state = before.state ^ ((before.state ^ rng->state) & -(uint64_t)same);
    if (same & ((number * best->equal) < best->equal)) { /* as good as never: it may be a number to be rejected */
        rng->state = before.state;
        wins = lg_rng_below(rng, best->equal) == 0;
    }
    best->value = higher ? value : best->value;
    best->choice ^= (best->choice ^ choice) & -(int32_t)wins;
}

/* lg_best_offer for all actions one after the other, but for the random numbers. */
static void plan_draws(const int32_t values[LG_BLOCKDROP_ACTIONS], draws *to) {
    int32_t value = UNOFFERED;
    int equal = 0;
    memset(to, 0, sizeof *to);
    for (int i = 0; i < LG_BLOCKDROP_ACTIONS; i++) {
        if (values[i] > value) {
            value = values[i];
            equal = 1;
            to->first = (uint8_t)i;
            memset(to->choice, i, sizeof to->choice); /* the draws so far don't matter any more */
        } else if (values[i] == value && equal > 0) {
            if (to->count < MOSTLY) to->below[to->count] = UINT32_MAX / (uint32_t)(equal + 1) + 1;
            to->bound[to->count] = (uint8_t)++equal;
            to->choice[to->count++] = (uint8_t)i;
        }
    }
}

static int32_t draw_slowly(const draws *d, lg_rng *rng) {
    int32_t choice = d->first;
    for (int i = 0; i < d->count; i++)
        if (lg_rng_below(rng, d->bound[i]) == 0) choice = d->choice[i];
    return choice;
}

/* Where a generator is some numbers later: a step is linear. */
typedef struct jumps {
    uint64_t times[MOSTLY + 1], plus[MOSTLY + 1];
} jumps;

static jumps jumps_of(const lg_rng *rng) {
    jumps j = {{1}, {0}};
    for (int i = 0; i < MOSTLY; i++) {
        lg_rng from_0 = {j.plus[i], rng->increment}, from_1 = {j.plus[i] + j.times[i], rng->increment};
        (void)lg_rng_next(&from_0);
        (void)lg_rng_next(&from_1);
        j.plus[i + 1] = from_0.state;
        j.times[i + 1] = from_1.state - from_0.state;
    }
    return j;
}

/* Without branches: no processor can guess how many there are, and what comes out. Of the bounds up to MOSTLY + 1 only
 * 3 ever rejects a number, and only 0. */
static inline int32_t draw(const draws *d, const jumps *j, lg_rng *rng) {
    int32_t choice = d->first;
    bool slowly = d->count > MOSTLY;
    for (int i = 0; i < MOSTLY; i++) {
        lg_rng at = {rng->state * j->times[i] + j->plus[i], rng->increment};
        const uint32_t number = lg_rng_next(&at);
        const uint64_t wins = ((uint64_t)number - d->below[i]) >> 63; /* written so that it stays a number */
        choice ^= (choice ^ d->choice[i]) & -(int32_t)wins;
        slowly |= number == 0;
    }
    if (slowly) return draw_slowly(d, rng);
    rng->state = rng->state * j->times[d->count] + j->plus[d->count];
    return choice;
}

static int32_t best_direction(const int32_t values[LG_BLOCKDROP_ACTIONS]) {
    const int32_t rows = values[LG_BLOCKDROP_UP] > values[LG_BLOCKDROP_DOWN] ? values[LG_BLOCKDROP_UP]
                                                                              : values[LG_BLOCKDROP_DOWN];
    const int32_t columns = values[LG_BLOCKDROP_RIGHT] > values[LG_BLOCKDROP_LEFT] ? values[LG_BLOCKDROP_RIGHT]
                                                                                    : values[LG_BLOCKDROP_LEFT];
    return rows > columns ? rows : columns;
}

/* 1 for each direction in which a step is cancelled. */
static inline uint32_t blocked_now(const lg_i_scene *scene, const view *v) {
    return v->blocked | v->rows * ((scene->gone & v->vertical) != 0) |
           v->columns * ((scene->gone & v->horizontal) != 0);
}

/* Whether a step leads to a block that is counting down. */
static inline bool is_edged(const lg_i_scene *scene, const view *v) {
    return (scene->timed & ~scene->gone & (v->vertical | v->horizontal)) != 0;
}

/* While nobody moves, a choice depends on where the player looks, and on which blocks stand to which a step leads. */
static inline int situation_of(const lg_i_scene *scene, const view *v, int facing) {
    return facing * FLOORS + ((scene->gone & v->vertical) != 0) + 2 * ((scene->gone & v->horizontal) != 0);
}

/* What the player to move chooses. `calm`: nobody is on a block that is counting down; `again`: and nobody has moved
 * since it looked last. */
static int32_t choose(lg_i_scene *scene, view *v, sequel *after, bool calm, bool again, lg_rng *rng) {
    const lg_blockdrop *state = &scene->state;
    const int mover = mover_of(scene), facing = state->facing[mover];
    const uint32_t steps = (EACH - blocked_now(scene, v)) * 255, leaves = (v->rows | v->columns) * 255 & steps;

    /* All directions, where no timer matters; MISSING points more. */
    const uint32_t aimed = (v->aimed & ~leaves) | (v->aimed_further & leaves);
    const uint32_t worth = AIMED * aimed + ((v->stepped & steps) | (EACH * MISSING & ~steps));
    const int timer = calm ? 0 : timer_of(scene, scene->block[mover]);
    const bool careful = (timer != 0) | is_edged(scene, v);
    const int32_t here = careful ? value_on(after, state->row[mover], state->column[mover], timer) : LG_I_ROOM;
    int32_t values[LG_BLOCKDROP_ACTIONS];
    for (int d = 0; d < 4; d++) values[d] = v->others + in_one(worth, d) - MISSING + here;
    for (int d = 0; careful && d < 4; d++) {
        const uint64_t block = (d & 1) != 0 ? v->horizontal : v->vertical;
        const int next = in_one(leaves, d) == 0 ? timer : timer_of(scene, lg_i_lowest(block));
        const int row = state->row[mover] + LG_I_ROW_STEP[d], column = state->column[mover] + LG_I_COLUMN_STEP[d];
        if (in_one(steps, d) != 0) values[d] += value_on(after, row, column, next) - here;
        if (next == 1) values[d] = -DEAD;
    }
    if (in_one(steps, facing) == 0) values[facing] = UNOFFERED;
    const int32_t stays = timer == 1 ? -DEAD : v->others + AIMED * in_one(v->aimed, facing) + here;
    values[LG_BLOCKDROP_ATTACK] = values[LG_BLOCKDROP_NOTHING] = stays;
    if (timer != 1 && (!calm || in_one(v->aimed, facing) != 0))
        values[LG_BLOCKDROP_ATTACK] = value_of_attack(scene, v, timer, calm, best_direction(values), stays);
    if (again && calm && !careful && in_one(v->aimed, facing) == 0) {
        const int situation = situation_of(scene, v, facing);
        plan_draws(values, &v->draws[situation]);
        v->planned |= 1u << situation;
        return draw_slowly(&v->draws[situation], rng);
    }
    lg_best best = {0, UNOFFERED + 1, 0};
    for (int d = 0; d < 4; d++) offer(&best, d, values[d], rng);
    offer(&best, LG_BLOCKDROP_ATTACK, values[LG_BLOCKDROP_ATTACK], rng);
    offer(&best, LG_BLOCKDROP_NOTHING, values[LG_BLOCKDROP_NOTHING], rng);
    return best.choice;
}

/* Looks anew where somebody is on a block that is counting down, or has moved. */
static int32_t look_and_choose(table *t, int mover, bool calm, lg_rng *rng) {
    lg_i_scene *scene = &t->scene;
    view *v = &t->views[mover];
    const bool again = calm && (scene->seen >> mover & 1) != 0;
    sequel after;
    after.scene = scene;
    after.attack = after.rough = after.known = false;
    if (!again) {
        see_opponents(scene, &after, calm, mover, v);
        see_blocks(scene, mover, v);
        scene->seen = calm ? scene->seen | 1u << mover : scene->seen & ~(1u << mover);
    }
    return choose(scene, v, &after, calm, again, rng);
}

static inline int32_t choose_again(table *t, const jumps *j, lg_rng *rng) {
    lg_i_scene *scene = &t->scene;
    const int mover = mover_of(scene);
    const view *v = &t->views[mover];
    const bool calm = (scene->timed & scene->under) == 0;
    if (calm && (scene->seen >> mover & 1) != 0 && !is_edged(scene, v)) {
        const int situation = situation_of(scene, v, scene->state.facing[mover]);
        if ((v->planned >> situation & 1) != 0) return draw(&v->draws[situation], j, rng);
    }
    return look_and_choose(t, mover, calm, rng);
}

int32_t lg_i_blockdrop_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    table t;
    if (!lg_blockdrop_acts((const lg_blockdrop *)state)) return LG_BLOCKDROP_NOTHING;
    lg_i_scene_of(&t.scene, (const lg_blockdrop *)state);
    return look_and_choose(&t, mover_of(&t.scene), (t.scene.timed & t.scene.under) == 0, rng);
}

/* ---- many turns ---- */

static void act(table *t, int player, int32_t action) {
    lg_i_scene *scene = &t->scene;
    if (action == LG_BLOCKDROP_ATTACK) lg_i_scene_attack(scene, player);
    if (action > LG_BLOCKDROP_LEFT) return;
    const view *v = &t->views[player];
    scene->state.facing[player] = (uint8_t)action;
    if (in_one(blocked_now(scene, v), action) == 0) lg_i_scene_step(scene, player, action);
}

int32_t lg_i_blockdrop_play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    table t;
    lg_i_scene *scene = &t.scene;
    const jumps j = jumps_of(rng);
    lg_rng own = *rng;
    int32_t asked = game->type->player(game, state);
    if (asked < 0 || (players >> asked & 1) == 0 || most <= 0) return asked;
    lg_i_scene_of(scene, (const lg_blockdrop *)state);
    lg_i_scene_schedule(scene);
    if ((scene->deciding >> asked & 1) == 0) most--; /* the first one may be asked though it has nothing to decide */
    asked = -1;
    while (scene->turn < scene->end) {
        const int player = mover_of(scene);
        const bool decides = (scene->deciding >> player & 1) != 0;
        if (decides && ((players >> player & 1) == 0 || most-- <= 0)) {
            asked = player;
            break;
        }
        if ((scene->living >> player & 1) != 0 && scene->state.stun[player] > 0) scene->state.stun[player]--;
        else if (decides) act(&t, player, choose_again(&t, &j, &own));
        lg_i_scene_pass(scene);
    }
    lg_i_scene_write(scene, (lg_blockdrop *)state);
    *rng = own;
    return asked;
}

/* Chosen by games against greedy and other searches. Without a model of its opponents more simulations made it passive:
 * players who never err mostly draw, whatever it does. */
const char *lg_i_blockdrop_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "mcts(policy=puct,exploration=100,rollout=greedy,cutoff=12,guide=30,"
           "opponent_model=80)";
}
