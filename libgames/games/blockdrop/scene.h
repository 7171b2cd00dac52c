/* Internal: a position of Block drop as sets of blocks, for fast play. Of the timers it stores which blocks have one,
 * which of these have dropped, and in which turn each will drop or be back. A turn then costs a few operations,
 * whatever the timers are. The rules are the same as in rules.c, which quotes the contest. */
#ifndef LG_I_BLOCKDROP_SCENE_H
#define LG_I_BLOCKDROP_SCENE_H

#include "core/bits.h"
#include "libgames/blockdrop.h"
#include "refuge.h"

enum {
    LG_I_BLOCKDROP_TURNS = 32, /* more than any timer runs */
    LG_I_BLOCKDROP_RAY = LG_BLOCKDROP_BLOCKS_SIDE - 1 /* most blocks that an attack reaches */
};

#define LG_I_BLOCKDROP_ALL_BLOCKS (((uint64_t)1 << LG_BLOCKDROP_BLOCKS) - 1)
#define LG_I_BLOCKDROP_ROW (((uint64_t)1 << LG_BLOCKDROP_BLOCKS_SIDE) - 1)     /* of blocks, the first */
#define LG_I_BLOCKDROP_COLUMN (LG_I_BLOCKDROP_ALL_BLOCKS / LG_I_BLOCKDROP_ROW) /* the same of columns */

typedef struct lg_i_blockdrop_scene {
    lg_blockdrop state;           /* its timers are from the beginning */
    uint64_t changes
        [LG_I_BLOCKDROP_TURNS]; /* in the turn of this number, modulo the length: the blocks that drop or are back */
    uint64_t timed, gone;         /* blocks whose timer is not 0, and is below 0 */
    uint64_t under;               /* those under living players */
    int block[LG_BLOCKDROP_PLAYERS];
    unsigned turn, end; /* the game is over from turn `end` on */
    unsigned back;      /* turns that a dropped block stays away */
    unsigned living, deciding; /* a bit for each player; without those that were stopped */
    unsigned seen;             /* players since whose last evaluation no player's square has changed */
    bool scheduled;            /* `changes` are known */
} lg_i_blockdrop_scene;

/* The scene of a state. `changes` follow when they are needed. */
void lg_i_blockdrop_scene_of(lg_i_blockdrop_scene *scene, const lg_blockdrop *state);

/* Finds `changes`, before the scene's first turn. */
void lg_i_blockdrop_scene_schedule(lg_i_blockdrop_scene *scene);

/* The state, with its timers as they are now. */
void lg_i_blockdrop_scene_write(const lg_i_blockdrop_scene *scene, lg_blockdrop *state);

/* The timer of a block. */
int lg_i_blockdrop_scene_timer(lg_i_blockdrop_scene *scene, int block);

/* The outlook after this turn, and after an attack of this player in it. */
void lg_i_blockdrop_scene_outlook(lg_i_blockdrop_scene *scene, lg_i_blockdrop_prospect *outlook);
void lg_i_blockdrop_scene_outlook_attacked(lg_i_blockdrop_scene *scene, int player, lg_i_blockdrop_prospect *outlook);

/* ---- a turn, once `changes` are known ---- */

/* Moves one square further, if the player can go there. */
void lg_i_blockdrop_scene_step(lg_i_blockdrop_scene *scene, int player, int direction);

/* Removes players on blocks that drop. */
void lg_i_blockdrop_scene_drop(lg_i_blockdrop_scene *scene, uint64_t drops);

/* By block and direction U R D L: the blocks 1 ... LG_I_BLOCKDROP_RAY away, a bit for each, 0 beyond the edge. A table,
 * since directions can't be predicted. */
extern const uint64_t lg_i_blockdrop_rays[LG_BLOCKDROP_BLOCKS][4][LG_I_BLOCKDROP_RAY];

/* The blocks that a player faces. */
static inline const uint64_t *lg_i_blockdrop_scene_ray(const lg_i_blockdrop_scene *scene, int player) {
    return lg_i_blockdrop_rays[scene->block[player]][scene->state.facing[player]];
}

static inline void lg_i_blockdrop_scene_attack(lg_i_blockdrop_scene *scene, int player) {
    const uint64_t *ray = lg_i_blockdrop_scene_ray(scene, player), open = ~scene->timed;
    for (unsigned n = 0; n < LG_I_BLOCKDROP_RAY; n++) {
        scene->changes[(scene->turn + LG_BLOCKDROP_DELAY * (n + 1) - 1) % LG_I_BLOCKDROP_TURNS] |= ray[n] & open;
        scene->timed |= ray[n] & open;
    }
    scene->state.stun[player] = LG_BLOCKDROP_STUN - 1; /* it falls in the same turn */
}

/* The changes of blocks in a turn, and in the turns of fallen players after it. */
static inline void lg_i_blockdrop_scene_pass(lg_i_blockdrop_scene *scene) {
    uint64_t gone = scene->gone, timed = scene->timed, drops;
    unsigned turn = scene->turn;
    do {
        uint64_t *now = &scene->changes[turn % LG_I_BLOCKDROP_TURNS];
        const uint64_t change = *now;
        drops = change & ~gone;
        *now = 0;
        gone ^= change;
        timed ^= change ^ drops; /* the others are back */
        scene->changes[(turn + scene->back) % LG_I_BLOCKDROP_TURNS] |= drops;
        turn++;
    } while ((drops & scene->under) == 0 && turn < scene->end &&
             (scene->living >> turn % LG_BLOCKDROP_PLAYERS & 1) == 0);
    scene->gone = gone;
    scene->timed = timed;
    scene->turn = turn;
    if ((drops & scene->under) != 0) lg_i_blockdrop_scene_drop(scene, drops);
}

#endif
