/* Block drop's baseline bot: tries each action, and counts the squares on which it and each opponent could still stand
 * when every block that is counting down has dropped. Mostly no player stands on such a block. Then all directions are
 * evaluated together, almost without branches, since players' places can't be predicted. And mostly no player has moved
 * since the last evaluation: in long games two players stand face to face. */
#include "libgames/blockdrop.h"

#include "core/bits.h"
#include "game/calls.h"
#include "refuge.h"
#include "rooms.h"
#include "scene.h"
#include "steps.h"

#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLAYERS LG_BLOCKDROP_PLAYERS

enum {
    DEAD = 100000,                    /* no square left for oneself */
    KILL = 10000,                     /* none left for an opponent */
    ON_EDGE = 400,                    /* an opponent stands on a block that is counting down; it may not notice */
    AIMED = 40,                       /* facing an opponent whom an attack would reach */
    BLK_NEAR = LG_BLOCKDROP_NEAR + 1, /* no player steps towards one as near */
    MISSING = PLAYERS - 1,            /* points that a step can cost: one for each opponent that it moves away from */
    UNOFFERED = INT32_MIN
};

/* The outlook after a turn, computed only if a player stands on a block that is counting down. */
typedef struct sequel {
    lg_i_blockdrop_scene *scene;
    bool attack; /* no other action changes timers */
    bool rough;  /* without an outlook: all have room */
    bool known;
    lg_i_blockdrop_prospect outlook;
} sequel;

/* Numbers for U R D L, as the bytes of a word. */
#define EACH 0x01010101u

static uint32_t in_each(bool up, bool right, bool down, bool left) {
    return (uint32_t)up | (uint32_t)right << 8 | (uint32_t)down << 16 | (uint32_t)left << 24;
}

static int in_one(uint32_t numbers, int32_t direction) {
    return (int)(numbers >> 8 * direction & 255);
}

/* Several equally good actions as a word: three bits for each, and then their number; 0: not known. */
enum { CHOICE_BITS = 3, CHOICES_COUNT = CHOICE_BITS * LG_BLOCKDROP_ACTIONS };

enum { FLOORS = 4 }; /* each of two blocks stands or not */

/* A number for each player. */
typedef int32_t four __attribute__((vector_size(16)));

/* A player's view: the same for all actions, or for each direction. */
typedef struct blk_view {
    four away;              /* squares to each opponent */
    four aim;               /* 1 for each direction in which an attack reaches its block */
    int32_t others;         /* the value of its opponents' situation */
    uint32_t blocked;       /* 1 where the edge or an opponent is in the way */
    uint32_t stepped;       /* MISSING, and how many opponents a step brings nearer, less the others */
    uint32_t aimed;         /* how many opponents an attack would reach, */
    uint32_t aimed_further; /* and how many from the next block */
    uint32_t rows, columns; /* 1 where a step leads off the block */
    uint64_t vertical, horizontal; /* the blocks there, if nothing else is in the way */
    uint32_t best[4 * FLOORS];     /* choices by the player's facing, and by which neighbouring blocks stand */
} blk_view;

typedef struct blk_table {
    lg_i_blockdrop_scene scene;
    blk_view views[PLAYERS]; /* of those whom scene.seen has */
} blk_table;

static int blk_players_mover_of(const lg_i_blockdrop_scene *scene) {
    return (int)(scene->turn % PLAYERS);
}

/* ---- where timers matter ---- */

/* The timer of a block; mostly there is none. */
static inline int timer_of(lg_i_blockdrop_scene *scene, int block) {
    return (scene->timed >> block & 1) == 0 ? 0 : lg_i_blockdrop_scene_timer(scene, block);
}

/* A player's room after this turn on a square whose block's timer is not 0 before it. */
static int room_on_timed(sequel *after, int player, int row, int column, int timer) {
    lg_i_blockdrop_scene *scene = after->scene;
    const int mover = blk_players_mover_of(scene);
    if (after->rough) return LG_I_BLOCKDROP_ROOM;
    if (timer == 1) return 0; /* it drops */
    if (!after->known) {
        if (after->attack) lg_i_blockdrop_scene_outlook_attacked(scene, mover, &after->outlook);
        else lg_i_blockdrop_scene_outlook(scene, &after->outlook);
        after->known = true;
    }
    const int turns = (player - mover - 1) & 3;
    const int stun = after->attack && player == mover ? LG_BLOCKDROP_STUN - 1 : scene->state.stun[player];
    const lg_i_blockdrop_refugee refugee = {row, column, turns, stun};
    return lg_i_blockdrop_escape(&refugee, &after->outlook);
}

static inline int room_on(sequel *after, int player, int row, int column, int timer) {
    return timer == 0 ? LG_I_BLOCKDROP_ROOM : room_on_timed(after, player, row, column, timer);
}

/* The value of a living opponent's situation on a block with this timer. */
static int32_t blk_value_of(sequel *after, int other, int away, int timer) {
    const lg_blockdrop *state = &after->scene->state;
    const int room = room_on(after, other, state->row[other], state->column[other], timer);
    if (room == 0) return KILL;
    return (timer > 1 ? ON_EDGE / (timer - 1) : 0) - room - away;
}

/* The value of a square on a block with this timer, to the player to move. */
static int32_t value_on(sequel *after, int row, int column, int timer) {
    const int room = room_on(after, blk_players_mover_of(after->scene), row, column, timer);
    return room == 0 ? -DEAD : room;
}

/* The way from one player's block to another's in line with it. */
static int blocks_between(const lg_i_blockdrop_scene *scene, int player, int other) {
    const int apart = lg_i_bits_magnitude(scene->block[other] - scene->block[player]);
    return apart < BLOCKS ? apart : apart / BLOCKS;
}

/* The value of an attack by a player on a block with this timer, or less if it is certainly below `best`. */
static int32_t value_after_attack(sequel *after, const blk_view *v, int timer, int32_t best) {
    lg_i_blockdrop_scene *scene = after->scene;
    const lg_blockdrop *state = &scene->state;
    const int mover = blk_players_mover_of(scene);
    int32_t value = value_on(after, state->row[mover], state->column[mover], timer);
    if (value + (PLAYERS - 1) * KILL < best) return value; /* no opponent is worth more */
    for (int i = 0; i < PLAYERS; i++) {
        if (i == mover) continue;
        if (state->row[i] < 0) {
            value += KILL;
            continue;
        }
        int under = timer_of(scene, scene->block[i]);
        if (under == 0 && in_one((uint32_t)v->aim[i], state->facing[mover]) != 0)
            under = LG_BLOCKDROP_DELAY * blocks_between(scene, mover, i);
        value += blk_value_of(after, i, v->away[i], under);
    }
    return value;
}

/* The same. If no player is on a block that is counting down, a rough value bounds an attack from below; if that
 * exceeds every other value, the exact one is not computed. */
static int32_t value_of_attack(lg_i_blockdrop_scene *scene, const blk_view *v, int timer, bool calm, int32_t best) {
    sequel attacked;
    attacked.scene = scene;
    attacked.attack = attacked.rough = true;
    attacked.known = false;
    if (calm) {
        const int32_t least = value_after_attack(&attacked, v, timer, best);
        if (least > best) return least;
    }
    attacked.rough = false;
    return value_after_attack(&attacked, v, timer, best);
}

/* ---- views ---- */

static inline four four_of(const int8_t bytes[PLAYERS]) {
    return (four){bytes[0], bytes[1], bytes[2], bytes[3]};
}

static inline four magnitudes(four numbers) {
    return (numbers ^ numbers >> 31) - (numbers >> 31);
}

/* 1 for each direction that leads there. */
static inline four towards_each(four rows, four columns) {
    return ((rows < 0) & 1) | ((columns > 0) & 1 << 8) | ((rows > 0) & 1 << 16) | ((columns < 0) & 1 << 24);
}

/* All bits for the players whose bits are set. */
static inline four those(unsigned players) {
    return ((int32_t)players & (four){1, 2, 4, 8}) != 0;
}

static inline four thirds(four numbers) { /* of a square's row or column */
    return numbers * 11 >> 5;
}

/* All opponents together; the viewer is in no direction from itself. Each byte contains four sums of up to three. */
static void see_opponents(lg_i_blockdrop_scene *scene, sequel *after, bool calm, int player, blk_view *v) {
    const lg_blockdrop *state = &scene->state;
    const four row = four_of(state->row), column = four_of(state->column), lives = ~(row >> 31);
    const four rows = row - row[player], columns = column - column[player];
    const four block_row = thirds(row), block_column = thirds(column);
    const four block_rows = block_row - block_row[player], block_columns = block_column - block_column[player];
    const four away = (magnitudes(rows) + magnitudes(columns)) & lives;
    const four far = magnitudes(block_rows) + magnitudes(block_columns) > 1;
    four to = towards_each(rows, columns) & lives;
    four aim = towards_each(block_rows, block_columns) & ((block_rows == 0) | (block_columns == 0)) & lives;
    const four near = to & (away <= BLK_NEAR);
    int counted = lg_i_bits_count(scene->living) - 1; /* opponents that a step brings nearer or further away */
    v->others = KILL * (PLAYERS - 1 - counted) - LG_I_BLOCKDROP_ROOM * counted - away[0] - away[1] - away[2] - away[3];
    if (!calm) {
        unsigned threatened = 0, lost = 0;
        for (int i = 1; i < PLAYERS; i++) {
            const int other = (player + i) & 3, timer = timer_of(scene, scene->block[other]);
            if (timer == 0 || state->row[other] < 0) continue;
            const int32_t value = blk_value_of(after, other, away[other], timer);
            v->others += value + LG_I_BLOCKDROP_ROOM + away[other];
            threatened |= 1u << other;
            lost |= (unsigned)(value == KILL) << other;
        }
        to &= ~those(lost);
        aim &= ~those(threatened);
        counted -= lg_i_bits_count(lost);
    }
    v->away = away;
    v->aim = aim;
    const four each = to | aim << 2 | (aim & far) << 4 | near << 6;
    const uint32_t all = (uint32_t)each[0] + (uint32_t)each[1] + (uint32_t)each[2] + (uint32_t)each[3];
    v->blocked = (all >> 6 | all >> 7) & EACH;
    v->stepped = EACH * (uint32_t)(MISSING - counted) + 2 * (all & 3 * EACH);
    v->aimed = all >> 2 & 3 * EACH;
    v->aimed_further = all >> 4 & 3 * EACH;
}

/* Steps off the block: one up or down, and one right or left. */
static void see_blocks(const lg_i_blockdrop_scene *scene, int player, blk_view *v) {
    const int row = scene->state.row[player], column = scene->state.column[player], block = scene->block[player];
    const int down = row % 3 - 1, right = column % 3 - 1;
    const bool rows_end = (unsigned)(row / 3 + down) >= BLOCKS, columns_end = (unsigned)(column / 3 + right) >= BLOCKS;
    v->rows = in_each(down < 0, false, down > 0, false);
    v->columns = in_each(false, right > 0, false, right < 0);
    v->blocked |= v->rows * rows_end | v->columns * columns_end;
    v->vertical = (uint64_t)((v->rows & ~v->blocked) != 0) << (rows_end ? block : block + BLOCKS * down);
    v->horizontal = (uint64_t)((v->columns & ~v->blocked) != 0) << (columns_end ? block : block + right);
    memset(v->best, 0, sizeof v->best);
}

/* ---- the choice ---- */

static int32_t higher_of(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/* Without branches, since equal values can't be predicted. */
static uint32_t blk_best_of(const int32_t values[LG_BLOCKDROP_ACTIONS], int32_t highest) {
    uint32_t choices = 0, count = 0;
    for (uint32_t i = 0; i < LG_BLOCKDROP_ACTIONS; i++) {
        const uint32_t is_best = values[i] == highest;
        choices |= is_best * i << CHOICE_BITS * count;
        count += is_best;
    }
    return choices | count << CHOICES_COUNT;
}

static inline int32_t blk_draw(uint32_t choices, lg_rng *rng) {
    const uint32_t rank = lg_rng_below(rng, choices >> CHOICES_COUNT);
    return (int32_t)(choices >> CHOICE_BITS * rank & ((1u << CHOICE_BITS) - 1));
}

/* 1 for each direction in which a step is cancelled. */
static inline uint32_t blocked_now(const lg_i_blockdrop_scene *scene, const blk_view *v) {
    return v->blocked | v->rows * ((scene->gone & v->vertical) != 0) |
           v->columns * ((scene->gone & v->horizontal) != 0);
}

/* Whether a step leads to a block that is counting down. */
static inline bool is_edged(const lg_i_blockdrop_scene *scene, const blk_view *v) {
    return (scene->timed & ~scene->gone & (v->vertical | v->horizontal)) != 0;
}

/* While no player moves, a choice depends on the player's facing, and on which of the neighbouring blocks stand. */
static inline int situation_of(const lg_i_blockdrop_scene *scene, const blk_view *v, int facing) {
    return facing * FLOORS + ((scene->gone & v->vertical) != 0) + 2 * ((scene->gone & v->horizontal) != 0);
}

/* Adds the values of the squares to which steps lead, where their blocks may be counting down, to the values of the
 * directions. `leaves`: those that lead to another block; `timer`: of the own one. A value that is certainly below the
 * highest is not computed. Returns the highest. */
static int32_t value_steps(sequel *after, const blk_view *v, uint32_t steps, uint32_t leaves, int timer,
                           int32_t highest, int32_t values[LG_BLOCKDROP_ACTIONS]) {
    lg_i_blockdrop_scene *scene = after->scene;
    const lg_blockdrop *state = &scene->state;
    const int mover = blk_players_mover_of(scene);
    int next[4];
    for (int d = 0; d < 4; d++) {
        const uint64_t block = (d & 1) != 0 ? v->horizontal : v->vertical;
        next[d] = in_one(leaves, d) == 0 ? timer : timer_of(scene, lg_i_bits_lowest(block));
        if (in_one(steps, d) == 0 || next[d] > 1) continue;
        values[d] = next[d] == 0 ? values[d] + LG_I_BLOCKDROP_ROOM : -DEAD;
        highest = higher_of(highest, values[d]);
    }
    for (int d = 0; d < 4; d++) {
        if (in_one(steps, d) == 0 || next[d] <= 1) continue;
        const int row = state->row[mover] + LG_I_BLOCKDROP_ROW_STEP[d],
                  column = state->column[mover] + LG_I_BLOCKDROP_COLUMN_STEP[d];
        values[d] =
            values[d] + LG_I_BLOCKDROP_ROOM < highest ? -DEAD : values[d] + value_on(after, row, column, next[d]);
        highest = higher_of(highest, values[d]);
    }
    return highest;
}

/* The choice of the player to move. `calm`: no player is on a block that is counting down. */
static int32_t blk_choose(lg_i_blockdrop_scene *scene, blk_view *v, sequel *after, bool calm, lg_rng *rng) {
    const lg_blockdrop *state = &scene->state;
    const int mover = blk_players_mover_of(scene), facing = state->facing[mover];
    const uint32_t steps = (EACH - blocked_now(scene, v)) * 255, leaves = (v->rows | v->columns) * 255 & steps;

    /* All directions, where no timer matters; MISSING points more. */
    const uint32_t aimed = (v->aimed & ~leaves) | (v->aimed_further & leaves);
    const uint32_t worth = AIMED * aimed + ((v->stepped & steps) | (EACH * MISSING & ~steps));
    const int timer = calm ? 0 : timer_of(scene, scene->block[mover]);
    const bool careful = (timer != 0) | is_edged(scene, v);
    const int32_t here =
        timer == 0 ? LG_I_BLOCKDROP_ROOM : value_on(after, state->row[mover], state->column[mover], timer);
    int32_t values[LG_BLOCKDROP_ACTIONS];
    const int32_t stays = timer == 1 ? -DEAD : v->others + AIMED * in_one(v->aimed, facing) + here;
    int32_t highest = values[LG_BLOCKDROP_ATTACK] = values[LG_BLOCKDROP_NOTHING] = stays;
    for (int d = 0; d < 4; d++) {
        const bool steps_on = in_one(steps, d) != 0;
        values[d] = v->others + in_one(worth, d) - MISSING + (careful && steps_on ? 0 : here);
        if (timer == 1 && !steps_on) values[d] = -DEAD;
        if (d == facing && !steps_on) values[d] = UNOFFERED;
        if (!careful || !steps_on) highest = higher_of(highest, values[d]);
    }
    if (careful) highest = value_steps(after, v, steps, leaves, timer, highest, values);
    if (timer != 1 && (!calm || in_one(v->aimed, facing) != 0)) {
        values[LG_BLOCKDROP_ATTACK] = value_of_attack(scene, v, timer, calm, highest);
        highest = higher_of(highest, values[LG_BLOCKDROP_ATTACK]);
    }
    const uint32_t choices = blk_best_of(values, highest);
    if (calm && !careful && in_one(v->aimed, facing) == 0) v->best[situation_of(scene, v, facing)] = choices;
    return blk_draw(choices, rng);
}

/* Evaluates again if a player is on a block that is counting down, or has moved. */
static int32_t look_and_choose(blk_table *t, int mover, bool calm, lg_rng *rng) {
    lg_i_blockdrop_scene *scene = &t->scene;
    blk_view *v = &t->views[mover];
    const bool again = calm && (scene->seen >> mover & 1) != 0;
    sequel after;
    after.scene = scene;
    after.attack = after.rough = after.known = false;
    if (!again) {
        see_opponents(scene, &after, calm, mover, v);
        see_blocks(scene, mover, v);
        scene->seen = calm ? scene->seen | 1u << mover : scene->seen & ~(1u << mover);
    }
    return blk_choose(scene, v, &after, calm, rng);
}

static inline int32_t choose_again(blk_table *t, lg_rng *rng) {
    lg_i_blockdrop_scene *scene = &t->scene;
    const int mover = blk_players_mover_of(scene);
    const blk_view *v = &t->views[mover];
    const bool calm = (scene->timed & scene->under) == 0;
    if (calm && (scene->seen >> mover & 1) != 0 && !is_edged(scene, v)) {
        const uint32_t choices = v->best[situation_of(scene, v, scene->state.facing[mover])];
        if (choices != 0) return blk_draw(choices, rng);
    }
    return look_and_choose(t, mover, calm, rng);
}

static int32_t blk_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    blk_table t;
    if (!lg_i_blockdrop_acts((const lg_blockdrop *)state)) return LG_BLOCKDROP_NOTHING;
    lg_i_blockdrop_scene_of(&t.scene, (const lg_blockdrop *)state);
    return look_and_choose(&t, blk_players_mover_of(&t.scene), (t.scene.timed & t.scene.under) == 0, rng);
}

/* ---- many turns ---- */

static void blk_players_act(blk_table *t, int player, int32_t action) {
    lg_i_blockdrop_scene *scene = &t->scene;
    if (action == LG_BLOCKDROP_ATTACK) lg_i_blockdrop_scene_attack(scene, player);
    if (action > LG_BLOCKDROP_LEFT) return;
    const blk_view *v = &t->views[player];
    scene->state.facing[player] = (uint8_t)action;
    if (in_one(blocked_now(scene, v), action) == 0) lg_i_blockdrop_scene_step(scene, player, action);
}

static int32_t blk_play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    blk_table t;
    lg_i_blockdrop_scene *scene = &t.scene;
    lg_rng own = *rng;
    int32_t asked = game->type->rules.player(game, state);
    if (asked < 0 || (players >> asked & 1) == 0 || most <= 0) return asked;
    lg_i_blockdrop_scene_of(scene, (const lg_blockdrop *)state);
    lg_i_blockdrop_scene_schedule(scene);
    if ((scene->deciding >> asked & 1) == 0) most--; /* the first one may count although it decides nothing */
    asked = -1;
    while (scene->turn < scene->end) {
        const int player = blk_players_mover_of(scene);
        const bool decides = (scene->deciding >> player & 1) != 0;
        if (decides && ((players >> player & 1) == 0 || most-- <= 0)) {
            asked = player;
            break;
        }
        if ((scene->living >> player & 1) != 0 && scene->state.stun[player] > 0) scene->state.stun[player]--;
        else if (decides) blk_players_act(&t, player, choose_again(&t, &own));
        lg_i_blockdrop_scene_pass(scene);
    }
    lg_i_blockdrop_scene_write(scene, (lg_blockdrop *)state);
    *rng = own;
    return asked;
}

/* Chosen by games against greedy and other searches. Without a model of its opponents more simulations made it passive:
 * players who never err mostly draw, whatever it does. */
static const char *blk_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "mcts(policy=puct,exploration=100,rollout=greedy,cutoff=12,greedy_prior=30,"
           "opponent_model=80)";
}

const lg_game_bots lg_i_blockdrop_bots = {
    .greedy = blk_greedy, .evaluate = lg_i_blockdrop_evaluate, .strong = blk_strong, .net = LG_I_GAME_NET(blockdrop),
};

const lg_game_speed lg_i_blockdrop_speed = {
    .play_greedy = blk_play_greedy,
};
