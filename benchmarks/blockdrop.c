/* Block drop by turns: those of fallen players pass without a decision. All is compared with the slow implementation of
 * the tests. */

#include "rows.h"
#include "blockdrop/reference.h"

static uint64_t turns_mask(void *context) {
    bench_player *p = context;
    (void)bench_play(p, false, false, false);
    return ((const lg_blockdrop *)p->state)->turn;
}

static uint64_t turns_observe(void *context) {
    bench_player *p = context;
    (void)bench_play(p, false, true, false);
    return ((const lg_blockdrop *)p->state)->turn;
}

static uint64_t turns_slow(void *context) {
    bench_player *p = context;
    slow_blockdrop slow;
    char text[LG_BLOCKDROP_POSITION_TEXT + 1];
    size_t length;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    if (lg_game_state_print(&p->game, p->state, text, sizeof text, &length) != LG_OK) exit(1);
    slow_blockdrop_read(&slow, text);
    while (strcmp(slow_blockdrop_result(&slow), "ongoing") == 0) {
        const char answer[2] = {"URDLAN"[lg_rng_below(&p->rng, 6)], '\0'};
        slow_blockdrop_play(&slow, answer);
    }
    return (uint64_t)slow.turn;
}

void bench_blockdrop(void) {
    bench_player p = bench_player_make("blockdrop");
    bench_row("blockdrop: random turns, mask", "turns", turns_mask, &p);
    bench_row("blockdrop: random turns, mask and observation", "turns", turns_observe, &p);
    bench_row("yardstick: random turns on absolute clocks, no mask", "turns", turns_slow, &p);
    bench_player_free(&p);
}
