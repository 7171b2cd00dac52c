/* Instead of libgames/players/net.c: in a page no game has a network, so the player `net` can play none. */
#include "players/net.h"

const char *lg_i_net_problem(const lg_game *game, bool whole) {
    (void)game, (void)whole;
    return "a game that has a network";
}

const char *lg_i_net_flaw(const lg_game *game) {
    (void)game;
    return NULL;
}

size_t lg_i_net_size(const lg_game *game) {
    (void)game;
    return 0;
}

int32_t lg_i_net_choose(const lg_game *game, const void *state, int32_t temperature, lg_rng *rng, void *memory) {
    (void)game, (void)state, (void)temperature, (void)rng, (void)memory;
    return -1;
}
