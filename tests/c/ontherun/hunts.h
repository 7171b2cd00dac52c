/* Random hunts, and a player's view of them, for the tests of On the Run. */
#ifndef LG_TESTS_ONTHERUN_HUNTS_H
#define LG_TESTS_ONTHERUN_HUNTS_H

#include "../tests.h"

#include <string.h>

typedef struct hunt {
    lg_game game;
    lg_ontherun_map map;
    lg_rng rng;
    lg_ontherun state;
} hunt;

/* All information of a player: observations, mask and message. */
typedef struct view {
    uint8_t seen[32768];
    uint64_t mask[LG_MASK_WORDS(LG_ONTHERUN_ACTIONS)];
    char message[64];
} view;

static inline view view_of(const hunt *h, const lg_ontherun *state, int32_t player) {
    view v;
    size_t at = 0;
    memset(&v, 0, sizeof v);
    for (int32_t which = 0; which < h->game.observations; which++) {
        const size_t size = lg_space_size(&h->game.observation[which]);
        LG_REQUIRE(at + size <= sizeof v.seen, "an observation has %d bytes", (int)size);
        LG_REQUIRE(lg_game_observe(&h->game, state, player, which, v.seen + at, size) == LG_OK, "no observation");
        at += size;
    }
    if (lg_game_player(&h->game, state) == player) (void)lg_game_legal(&h->game, state, v.mask);
    LG_REQUIRE(lg_ontherun_message(&h->map, state, player, v.message, sizeof v.message, &at) == LG_OK, "no message");
    return v;
}

static inline bool looks_the_same(const hunt *h, const lg_ontherun *a, const lg_ontherun *b, int32_t player) {
    const view first = view_of(h, a, player), second = view_of(h, b, player);
    return memcmp(&first, &second, sizeof first) == 0;
}

/* A random action, or another one for a fugitive that would run into a detective: long games. */
static inline void step(hunt *h) {
    uint64_t mask[LG_MASK_WORDS(LG_ONTHERUN_ACTIONS)];
    const int32_t count = lg_game_legal(&h->game, &h->state, mask);
    lg_ontherun after;
    for (int tries = 0; tries < 4; tries++) {
        const int32_t action = lg_mask_select(mask, LG_ONTHERUN_ACTIONS, lg_rng_below(&h->rng, (uint32_t)count));
        LG_REQUIRE(lg_game_apply(&h->game, &h->state, action, &after) == LG_OK, "a legal action is refused");
        if (lg_ontherun_result_of(&after) != LG_ONTHERUN_RAN_INTO) break;
    }
    h->state = after;
}

#endif
