/* Random playthroughs; see walk.h. */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

const lg_game_type *lg_tests_connect_four(void) {
    const lg_game_type *type = NULL;
    char problem[LG_LOAD_PROBLEM] = "";
    const lg_status status = lg_game_load(LG_TESTS_CONNECT_FOUR, &type, problem, sizeof problem);
    ck_assert_msg(status == LG_OK, "%s", problem);
    return type;
}

static lg_status make(const char *text, lg_game *game) {
    const lg_game_type *loaded = lg_tests_connect_four();
    if (strncmp(text, loaded->name, strlen(loaded->name)) != 0) return lg_game_make(text, strlen(text), game, NULL);
    return lg_game_configure(loaded, text, strlen(text), game, NULL);
}

walk walk_begin(const char *configuration) {
    walk w;
    memset(&w, 0, sizeof w);
    w.rng = lg_rng_seed(2008, 0);
    ck_assert_int_eq(make(configuration, &w.game), LG_OK);
    w.shared = lg_test_malloc(w.game.shared_size + 1);
    ck_assert_int_eq(lg_game_prepare(&w.game, w.shared, w.game.shared_size), LG_OK);
    w.state = lg_test_malloc(w.game.state_size);
    w.other = lg_test_malloc(w.game.state_size);
    w.words = (size_t)LG_MASK_WORDS(w.game.actions);
    w.mask = lg_test_malloc(w.words * sizeof *w.mask);
    return w;
}

void walk_end(walk *w) {
    void *const memory[] = {w->shared, w->state, w->other, w->mask};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) free(memory[i]);
}

bool walk_same(const walk *w, const void *a, const void *b) {
    return memcmp(a, b, w->game.state_size) == 0;
}

void walk_copy(const walk *w, void *to, const void *from) {
    memcpy(to, from, w->game.state_size);
}

bool walk_is_legal(const uint64_t *mask, int32_t action) {
    return (mask[action / 64] >> action % 64 & 1) != 0;
}

void walk_look(walk *w) {
    memset(w->mask, SENTINEL, w->words * sizeof *w->mask);
    w->player = lg_game_player(&w->game, w->state);
    w->count = lg_game_legal(&w->game, w->state, w->mask);
}

static int32_t random_action(walk *w) {
    return lg_mask_select(w->mask, w->game.actions, lg_rng_below(&w->rng, (uint32_t)w->count));
}

void walk_step(walk *w) {
    const int32_t action = random_action(w);
    LG_REQUIRE(lg_game_apply(&w->game, w->state, action, w->state) == LG_OK, "legal action %d is refused", action);
    walk_look(w);
}

void walk_start(walk *w, uint64_t seed) {
    ck_assert_int_eq(lg_game_new(&w->game, seed, w->state), LG_OK);
    walk_look(w);
}

static void visit_forfeited(walk *w, void (*visit)(walk *w)) {
    void *saved = lg_test_malloc(w->game.state_size);
    walk_copy(w, saved, w->state);
    const int32_t offender = (int32_t)lg_rng_below(&w->rng, (uint32_t)w->game.players);
    LG_REQUIRE(lg_game_forfeit(&w->game, w->state, offender, w->state) == LG_OK, "player %d can't forfeit", offender);
    walk_look(w);
    visit(w);
    walk_copy(w, w->state, saved);
    walk_look(w);
    free(saved);
}

void walk_all(const char *configuration, int32_t playthroughs, void (*visit)(walk *w)) {
    walk w = walk_begin(configuration);
    for (int32_t i = 0; i < (playthroughs + lg_tests_part() - 1) / lg_tests_part(); i++) {
        walk_start(&w, (uint64_t)i);
        for (int32_t steps = 0;; steps++) {
            LG_REQUIRE(steps < 1000000, "playthrough %d does not end", i);
            visit(&w);
            if (w.count == 0) break;
            if (lg_rng_below(&w.rng, 16) == 0) visit_forfeited(&w, visit);
            walk_step(&w);
        }
    }
    walk_end(&w);
}
