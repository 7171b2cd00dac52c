/* Alquerque's endings of up to four pieces: searches against an analysis from the ply limit backwards. */
#include "search/helpers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIN = 12, LAYERS = 12 };

/* A known result of a position: the difference of the contest's points for the player to move, and plies to the end of
 * the game where that is a win or a loss. */
typedef struct ending {
    lg_alquerque state;
    int8_t used, value, end;
} ending;

/* All reachable positions of one ply. */
typedef struct layer {
    ending *slots;
    size_t room, count;
} layer;

/* The positions that are reachable from some roots, a layer for each ply up to the limit. */
typedef struct analysis {
    layer layers[LAYERS + 1];
    int plies;
} analysis;

/* ---- sets of positions ---- */

/* A last move matters only if it is a step of a piece that is still there: the others become "no move". */
static lg_alquerque without_history(lg_alquerque state) {
    static const int8_t STEP[8] = {8, 9, 1, -7, -8, -9, -1, 7};
    for (int side = 0; side < 2; side++) {
        lg_alquerque_move *last = &state.last[side];
        if (last->from == LG_ALQUERQUE_NO_POINT) continue;
        const int at = last->from + STEP[last->path & 7];
        if (last->jumps == 0 && (state.pieces[side] >> at & 1) != 0) continue;
        memset(last, 0, sizeof *last);
        last->from = LG_ALQUERQUE_NO_POINT;
    }
    return state;
}

static ending *slot_of(const layer *of, const lg_alquerque *state) {
    size_t i = (size_t)(lg_hash(state, sizeof *state) % of->room);
    while (of->slots[i].used && memcmp(&of->slots[i].state, state, sizeof *state) != 0) i = (i + 1) % of->room;
    return &of->slots[i];
}

static void make_room(layer *of, size_t room) {
    const layer old = *of;
    of->room = room;
    of->slots = calloc(room, sizeof *of->slots);
    LG_REQUIRE(of->slots != NULL, "no memory");
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].used) *slot_of(of, &old.slots[i].state) = old.slots[i];
    free(old.slots);
}

static void add(layer *to, const lg_alquerque *state) {
    if (2 * to->count >= to->room) make_room(to, 4 * to->room + 1024);
    ending *slot = slot_of(to, state);
    if (slot->used) return;
    *slot = (ending){*state, 1, 0, 0};
    to->count++;
}

/* ---- the analysis ---- */

/* Calls `visit` for the position after each turn. */
static void each_turn(const lg_alquerque *state, void (*visit)(const lg_alquerque *after, layer *next, ending *best),
                      layer *next, ending *best) {
    lg_alquerque_moves moves;
    lg_alquerque_move move;
    lg_alquerque_moves_begin(state, &moves);
    while (lg_alquerque_moves_next(&moves, &move)) {
        lg_alquerque after;
        LG_REQUIRE(lg_alquerque_apply(state, &move, &after) == LG_OK, "a listed move is refused");
        after = without_history(after);
        visit(&after, next, best);
    }
}

static void collect(const lg_alquerque *after, layer *next, ending *best) {
    (void)best;
    add(next, after);
}

/* Sooner wins and later losses are better. */
static void compare(const lg_alquerque *after, layer *next, ending *best) {
    const ending *rest = slot_of(next, after);
    LG_REQUIRE(rest->used, "a position was not collected");
    const int value = -rest->value, end = abs(value) == WIN ? rest->end + 1 : 0;
    const bool better = value != best->value ? value > best->value : value == WIN ? end < best->end : end > best->end;
    if (best->used && !better) return;
    *best = (ending){best->state, 1, (int8_t)value, (int8_t)end};
}

static void evaluate(ending *of, layer *next) {
    int32_t points[2];
    if (lg_alquerque_result_of(&of->state) == LG_ALQUERQUE_ONGOING) {
        ending best = {of->state, 0, 0, 0};
        each_turn(&of->state, compare, next, &best);
        *of = best;
        return;
    }
    lg_alquerque_scores(&of->state, points);
    of->value = (int8_t)(points[of->state.to_move] - points[1 - of->state.to_move]);
}

/* Forwards to collect positions, backwards to value them. */
static void analyse(analysis *a) {
    for (int ply = 0; ply < a->plies; ply++)
        for (size_t i = 0; i < a->layers[ply].room; i++)
            if (a->layers[ply].slots[i].used) each_turn(&a->layers[ply].slots[i].state, collect, &a->layers[ply + 1], NULL);
    for (int ply = a->plies; ply >= 0; ply--)
        for (size_t i = 0; i < a->layers[ply].room; i++)
            if (a->layers[ply].slots[i].used) evaluate(&a->layers[ply].slots[i], &a->layers[ply + 1]);
}

/* Random positions with this number of pieces and of remaining plies. */
static lg_alquerque root_of(lg_rng *rng, const int pieces[2], int plies) {
    lg_alquerque state;
    memset(&state, 0, sizeof state);
    for (int side = 0; side < 2; side++) {
        state.last[side].from = LG_ALQUERQUE_NO_POINT;
        for (int left = pieces[side]; left > 0;) {
            const uint32_t index = lg_rng_below(rng, 49);
            const uint64_t point = (uint64_t)1 << (index + index / 7);
            if (((state.pieces[0] | state.pieces[1]) & point) != 0) continue;
            state.pieces[side] |= point;
            left--;
        }
    }
    state.jumper = LG_ALQUERQUE_NO_POINT;
    state.ply = (uint16_t)(LG_ALQUERQUE_PLY_LIMIT - plies);
    state.to_move = (uint8_t)lg_rng_below(rng, 2);
    LG_REQUIRE(lg_alquerque_validate(&state) == LG_OK, "not a position");
    return state;
}

/* ---- the searches ---- */

typedef struct searches {
    lg_game game;
    lg_alphabeta *alphabeta, *patient; /* the second without a table and quiescence */
    lg_search *tree;
    int proven, decided;
} searches;

static lg_alphabeta *alphabeta_of(const lg_game *game, lg_alphabeta_config config) {
    lg_alphabeta *search;
    const size_t size = lg_alphabeta_size(game, &config);
    LG_REQUIRE(lg_alphabeta_create(game, &config, malloc(size), size, &search) == LG_OK, "no search is made");
    return search;
}

static lg_alphabeta_result run(lg_alphabeta *search, const lg_alquerque *state, int32_t depth) {
    lg_alphabeta_result result;
    const lg_alphabeta_limits limits = {depth, INT64_MAX, NULL, NULL};
    LG_REQUIRE(lg_alphabeta_run(search, state, &limits, &result) == LG_OK, "the search fails");
    return result;
}

static bool same(float value, const ending *known) {
    return fabs((double)value - known->value / 12.0) < 1e-6;
}

/* One search for positions of all plies: an entry made for one ply must not settle another. */
static void check_alphabeta(const searches *s, const ending *known, const layer *next) {
    const lg_alphabeta_result result = run(s->alphabeta, &known->state, LG_ALPHABETA_MAX_DEPTH);
    lg_alquerque after;
    LG_REQUIRE(result.proven == 1, "not proven");
    LG_REQUIRE(same(result.value, known), "%g, not %d / 12", (double)result.value, known->value);
    LG_REQUIRE(lg_game_apply(&s->game, &known->state, result.action, &after) == LG_OK, "an illegal action");
    if (after.jumper != LG_ALQUERQUE_NO_POINT) return;
    after = without_history(after);
    const int rest = slot_of(next, &after)->value;
    LG_REQUIRE(rest == -known->value, "%d is worth %d, not %d", result.action, -rest, known->value);
}

/* A win or loss in n plies is proven at depth n and not earlier. */
static void check_distance(searches *s, const ending *known) {
    if (abs(known->value) != WIN || known->end > 5) return;
    if (known->end > 1) {
        const lg_alphabeta_result before = run(s->patient, &known->state, known->end - 1);
        LG_REQUIRE(before.proven == 0, "%g is proven at depth %d, not %d", (double)before.value, before.depth,
                   known->end);
    }
    const lg_alphabeta_result result = run(s->patient, &known->state, known->end);
    LG_REQUIRE(result.proven == 1 && same(result.value, known), "%g at depth %d, not %d / 12", (double)result.value,
               known->end, known->value);
    s->decided++;
}

static void check_tree(searches *s, const ending *known) {
    search_state(s->tree, &known->state);
    const lg_search_statistics found = search_statistics(s->tree);
    if (!found.proven) return;
    const float value = found.values[known->state.to_move];
    LG_REQUIRE(same(value, known), "the tree proves %g, not %d / 12", (double)value, known->value);
    s->proven++;
}

/* About `most` positions of a layer. */
static void check_layer(searches *s, analysis *a, int ply, size_t most) {
    const layer *of = &a->layers[ply];
    const size_t stride = of->count / most + 1;
    size_t number = 0;
    for (size_t i = 0; i < of->room; i++) {
        const ending *known = &of->slots[i];
        if (!known->used || number++ % stride != 0 || lg_game_player(&s->game, &known->state) < 0) continue;
        check_alphabeta(s, known, &a->layers[ply + 1]);
        check_distance(s, known);
        if (a->plies - ply <= 4) check_tree(s, known);
    }
}

static searches make_searches(void) {
    searches s = {.proven = 0};
    lg_search_config config = lg_search_default(2000);
    LG_REQUIRE(lg_game_make("alquerque", 9, &s.game, NULL) == LG_OK, "no Alquerque");
    s.alphabeta = alphabeta_of(&s.game, (lg_alphabeta_config){1 << 20, 64, 64, 0, 0});
    s.patient = alphabeta_of(&s.game, (lg_alphabeta_config){0, 64, 0, 0, 0});
    s.tree = search_make(&s.game, &config);
    return s;
}

static const struct {
    int pieces[2], plies, roots;
} CLASSES[] = {{{1, 1}, 11, 20}, {{2, 1}, 7, 12}, {{1, 2}, 7, 12}, {{3, 1}, 6, 5}, {{1, 3}, 6, 5}, {{2, 2}, 5, 25}};

START_TEST(test_endings) {
    const int plies = CLASSES[_i].plies - (LG_TESTS_SLOWER > 1 ? 2 : 0);
    analysis a = {.plies = plies};
    lg_rng rng = lg_rng_seed(20, (uint64_t)_i);
    searches s = make_searches();
    for (int i = 0; i < CLASSES[_i].roots; i++) {
        const lg_alquerque root = root_of(&rng, CLASSES[_i].pieces, plies);
        add(&a.layers[0], &root);
    }
    analyse(&a);
    for (int ply = plies - 1; ply >= 0; ply--) check_layer(&s, &a, ply, (size_t)(200 / lg_tests_part()));
    ck_assert_int_ge(s.decided, 5 / lg_tests_part());
    ck_assert_int_gt(s.proven, 100 / lg_tests_part());
    for (int ply = 0; ply <= plies; ply++) free(a.layers[ply].slots);
    free(s.alphabeta);
    free(s.patient);
    search_free(s.tree);
}
END_TEST

Suite *lg_test_search_endings(void) {
    Suite *suite = suite_create("search_endings");
    TCase *tests = tcase_create("endings");
    tcase_add_loop_test(tests, test_endings, 0, (int)(sizeof CLASSES / sizeof CLASSES[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
