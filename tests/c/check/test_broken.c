/* lg_game_check finds every broken contract, by its name, in a game that keeps all others. */
#include "report.h"

#include <math.h>
#include <stdio.h>

/* ---- broken functions; all others are the game's ---- */

static int32_t ticks; /* forbidden in a game: data that outlives a call */

#define STATE ((const heaps *)state)

static void configure_ticking(lg_game *game) {
    HEAPS.rules.configure(game);
    game->longest += ticks++;
}

static void configure_short(lg_game *game) {
    HEAPS.rules.configure(game);
    game->longest = 5;
}

static void new_unwritten(const lg_game *game, uint64_t seed, void *state) {
    heaps made;
    HEAPS.rules.new_game(game, seed, &made);
    memcpy(state, &made, sizeof made - 1);
}

static void new_ticking(const lg_game *game, uint64_t seed, void *state) {
    HEAPS.rules.new_game(game, seed + (uint64_t)ticks++, state);
}

static void new_alike(const lg_game *game, uint64_t seed, void *state) {
    (void)seed;
    HEAPS.rules.new_game(game, 0, state);
}

static void new_over(const lg_game *game, uint64_t seed, void *state) {
    HEAPS.rules.new_game(game, seed, state);
    ((heaps *)state)->forfeit = 1;
}

static void new_reserved(const lg_game *game, uint64_t seed, void *state) {
    HEAPS.rules.new_game(game, seed, state);
    ((heaps *)state)->reserved[3] = 1;
}

static lg_status validate_start_only(const lg_game *game, const void *state) {
    return STATE->turn > 0 ? LG_E_STATE : HEAPS.rules.validate(game, state);
}

static lg_status validate_all(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return LG_OK;
}

static int32_t player_third(const lg_game *game, const void *state) {
    return STATE->turn == 3 ? 2 : HEAPS.rules.player(game, state);
}

static int32_t player_late(const lg_game *game, const void *state) {
    return STATE->forfeit != 0 ? 0 : HEAPS.rules.player(game, state);
}

static int32_t legal_miscounted(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = HEAPS.rules.legal(game, state, mask);
    return count == 3 ? 2 : count;
}

static int32_t legal_high(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = HEAPS.rules.legal(game, state, mask);
    mask[0] |= (uint64_t)1 << 40;
    return count + 1;
}

static int32_t legal_beyond(const lg_game *game, const void *state, uint64_t *mask) {
    mask[1] = 0;
    return HEAPS.rules.legal(game, state, mask);
}

static lg_status apply_refusing(const lg_game *game, const void *before, int32_t action, void *after) {
    return ((const heaps *)before)->taken == 2 && action == HEAPS_STOP ? LG_E_ILLEGAL
                                                                       : HEAPS.rules.apply(game, before, action, after);
}

static lg_status apply_writing(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_status status = HEAPS.rules.apply(game, before, action, after);
    if (status == LG_E_ILLEGAL) memcpy(after, before, sizeof(heaps));
    return status;
}

static lg_status apply_not_over(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_status status = HEAPS.rules.apply(game, before, action, after);
    return status == LG_E_OVER ? LG_E_ILLEGAL : status;
}

static lg_status apply_misplaced(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_status status = HEAPS.rules.apply(game, before, action, after);
    if (status == LG_OK && before == after && action < 2) ((heaps *)after)->secret[0] ^= 1;
    return status;
}

static lg_status apply_consuming(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_status status = HEAPS.rules.apply(game, before, action, after);
    if (status == LG_OK && before != after) ((heaps *)(uintptr_t)before)->secret[0] ^= 1;
    return status;
}

static lg_status apply_invalid(const lg_game *game, const void *before, int32_t action, void *after) {
    const lg_status status = HEAPS.rules.apply(game, before, action, after);
    if (status == LG_OK && ((heaps *)after)->turn == 2) ((heaps *)after)->secret[0] = 9;
    return status;
}

/* Nothing is taken, and the end comes no nearer. */
static lg_status apply_endless(const lg_game *game, const void *before, int32_t action, void *after) {
    heaps made = *(const heaps *)before;
    const lg_status status = HEAPS.rules.apply(game, before, action, after);
    if (status != LG_OK) return status;
    made.taken = action == HEAPS_STOP ? 0 : (uint8_t)(made.taken + 1);
    made.turn ^= action == HEAPS_STOP;
    *(heaps *)after = made;
    return LG_OK;
}

static const char *explain_nothing(const lg_game *game, const void *state, int32_t action) {
    (void)game, (void)state, (void)action;
    return NULL;
}

static const char *explain_everything(const lg_game *game, const void *state, int32_t action) {
    (void)game, (void)state, (void)action;
    return "no";
}

static void outcome_high(const lg_game *game, const void *state, float *result) {
    HEAPS.rules.outcome(game, state, result);
    for (int i = 0; i < 2; i++) result[i] *= 2;
}

static void outcome_beyond(const lg_game *game, const void *state, float *result) {
    HEAPS.rules.outcome(game, state, result);
    result[2] = 0;
}

static void scores_unwritten(const lg_game *game, const void *state, int32_t *points) {
    (void)game;
    points[0] = STATE->luck[0];
}

static void points_unwritten(const lg_game *game, const void *state, int32_t *points) {
    scores_unwritten(game, state, points);
}

static const char *result_empty(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return "";
}

/* Empty in the third turn, only there. */
static const char *result_missing(const lg_game *game, const void *state) {
    return STATE->turn == 3 && STATE->forfeit == 0 ? NULL : HEAPS.texts->result(game, state);
}

static void action_empty(const lg_game *game, int32_t action, lg_writer *writer) {
    if (action != HEAPS_STOP) HEAPS.rules.action_print(game, action, writer);
}

static void action_twin(const lg_game *game, int32_t action, lg_writer *writer) {
    HEAPS.rules.action_print(game, action == HEAPS_STOP ? 0 : action, writer);
}

static lg_status action_any(const lg_game *game, const char *text, size_t length, int32_t *action,
                            lg_parse_error *error) {
    if (HEAPS.rules.action_parse(game, text, length, action, error) != LG_OK) *action = HEAPS_ACTIONS;
    return LG_OK;
}

static lg_status action_misplaced(const lg_game *game, const char *text, size_t length, int32_t *action,
                                  lg_parse_error *error) {
    const lg_status status = HEAPS.rules.action_parse(game, text, length, action, error);
    if (status != LG_OK && error != NULL) error->column = (int32_t)length + 2;
    return status;
}

static void state_ticking(const lg_game *game, const void *state, lg_writer *writer) {
    HEAPS.rules.state_print(game, state, writer);
    lg_put_int(writer, ticks++);
}

static lg_status state_changed(const lg_game *game, const char *text, size_t length, void *state,
                               lg_parse_error *error) {
    const lg_status status = HEAPS.rules.state_parse(game, text, length, state, error);
    if (status == LG_OK) ((heaps *)state)->taken = 0;
    return status;
}

static lg_status state_wordless(const lg_game *game, const char *text, size_t length, void *state,
                                lg_parse_error *error) {
    const lg_status status = HEAPS.rules.state_parse(game, text, length, state, error);
    if (status != LG_OK && error != NULL) error->expected = NULL;
    return status;
}

static lg_status state_writing(const lg_game *game, const char *text, size_t length, void *state,
                               lg_parse_error *error) {
    const lg_status status = HEAPS.rules.state_parse(game, text, length, state, error);
    if (status != LG_OK) memset(state, 0, sizeof(heaps));
    return status;
}

static void observe_high(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    HEAPS.learners->observe(game, state, viewer, which, out);
    ((uint8_t *)out)[5] = 15;
}

static void observe_unwritten(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    uint8_t numbers[8];
    HEAPS.learners->observe(game, state, viewer, which, numbers);
    memcpy(out, numbers, 7);
}

static void observe_beyond(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    HEAPS.learners->observe(game, state, viewer, which, out);
    ((uint8_t *)out)[8] = 0;
}

static void observe_secret(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    HEAPS.learners->observe(game, state, viewer, which, out);
    ((uint8_t *)out)[3] = STATE->secret[1 - viewer];
}

static int32_t parts_short(const lg_game *game, int32_t which, lg_part *parts) {
    (void)game, (void)which;
    parts[0] = (lg_part){7, 0, 1};
    return 1;
}

static int32_t parts_narrow(const lg_game *game, int32_t which, lg_part *parts) {
    (void)game, (void)which;
    parts[0] = (lg_part){8, 2, 0};
    return 1;
}

static int32_t parts_sizeless(const lg_game *game, int32_t which, lg_part *parts) {
    (void)game, (void)which;
    parts[0] = (lg_part){8, 0, 0};
    return 1;
}

static int32_t canonical_beyond(const lg_game *game, const void *state, int32_t player) {
    (void)state, (void)player;
    return game->symmetries;
}

static int32_t canonical_secret(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    return STATE->secret[1 - player] & 1;
}

static int32_t potential_high(const lg_game *game, const void *state, int32_t player) {
    (void)game, (void)state, (void)player;
    return LG_MAX_POTENTIAL + 1;
}

static int32_t potential_ticking(const lg_game *game, const void *state, int32_t player) {
    (void)game, (void)state, (void)player;
    return ticks++ & 1;
}

static lg_status forfeit_late(const lg_game *game, const void *before, int32_t player, void *after) {
    const lg_status status = HEAPS.contest->forfeit(game, before, player, after);
    if (status == LG_E_OVER) memcpy(after, before, sizeof(heaps));
    return LG_OK;
}

static lg_status forfeit_of_first(const lg_game *game, const void *before, int32_t player, void *after) {
    return player == 0 ? LG_E_UNSUPPORTED : HEAPS.contest->forfeit(game, before, player, after);
}

static lg_status forfeit_of_last(const lg_game *game, const void *before, int32_t player, void *after) {
    return player == 1 ? LG_E_UNSUPPORTED : HEAPS.contest->forfeit(game, before, player, after);
}

static lg_status forfeit_late_of_first(const lg_game *game, const void *before, int32_t player, void *after) {
    return player == 0 ? forfeit_late(game, before, player, after) : HEAPS.contest->forfeit(game, before, player, after);
}

static lg_status forfeit_invalid(const lg_game *game, const void *before, int32_t player, void *after) {
    const lg_status status = HEAPS.contest->forfeit(game, before, player, after);
    if (status == LG_OK) ((heaps *)after)->forfeit = 3;
    return status;
}

static int32_t map_twice(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    return symmetry == 1 && action == 0 ? 1 : action;
}

static int32_t map_stop(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    return symmetry == 1 ? HEAPS_STOP - action : action;
}

static void map_nothing(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game, (void)symmetry;
    memmove(after, before, sizeof(heaps));
}

static void map_secrets(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    HEAPS.learners->symmetry_state(game, symmetry, before, after);
    if (symmetry == 1) ((heaps *)after)->secret[0] = (((heaps *)after)->secret[0] + 1) & 3;
}

static void map_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before, void *after) {
    (void)game, (void)symmetry, (void)which;
    memcpy(after, before, 8);
}

static int32_t fields_with_gap(const lg_game *game, lg_field *out) {
    return HEAPS.learners->fields(game, out) - 1;
}

static int32_t fields_overlapping(const lg_game *game, lg_field *out) {
    const int32_t count = HEAPS.learners->fields(game, out);
    out[3].shape[0] = 3;
    return count;
}

static int32_t fields_outside(const lg_game *game, lg_field *out) {
    const int32_t count = HEAPS.learners->fields(game, out);
    out[count - 1].shape[0] = 8;
    return count;
}

static int32_t fields_used(const lg_game *game, lg_field *out) {
    const int32_t count = HEAPS.learners->fields(game, out);
    out[6].name = "reserved";
    return count;
}

static void resample_nothing(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    (void)game, (void)viewer, (void)rng;
    memmove(after, before, sizeof(heaps));
}

static void resample_own(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    HEAPS.rules.resample(game, before, 1 - viewer, rng, after);
}

static void resample_ticking(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    lg_rng other = lg_rng_seed((uint64_t)ticks++, 0);
    (void)rng;
    HEAPS.rules.resample(game, before, viewer, &other, after);
}

static void resample_known(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    HEAPS.rules.resample(game, before, viewer, rng, after);
}

#define CHANCE(name)                                                                                                  \
    static int32_t name(const lg_game *game, const void *state, int32_t action, const int32_t *drawn, int32_t count,  \
                        int32_t *outcomes, double *weights, int32_t capacity)
#define ITS_CHANCE HEAPS.rules.chance(game, state, action, drawn, count, outcomes, weights, capacity)
#define IS_TOLD (found > 0 && found <= capacity)

CHANCE(chance_of_more) {
    const int32_t found = ITS_CHANCE;
    return found > 0 ? found + 1 : found;
}

CHANCE(chance_ticking) {
    const int32_t found = ITS_CHANCE;
    return found > 0 ? found - ticks++ % 2 : found;
}

CHANCE(chance_falling) {
    const int32_t found = ITS_CHANCE;
    if (IS_TOLD) outcomes[0] = 1, outcomes[1] = 0;
    return found;
}

CHANCE(chance_beyond) {
    const int32_t found = ITS_CHANCE;
    if (IS_TOLD) outcomes[1] = 3;
    return found;
}

CHANCE(chance_unlikely) {
    const int32_t found = ITS_CHANCE;
    if (IS_TOLD) weights[0] = 0, weights[1] = 1;
    return found;
}

CHANCE(chance_no_number) {
    const int32_t found = ITS_CHANCE;
    if (IS_TOLD) weights[0] = (double)NAN;
    return found;
}

CHANCE(chance_in_parts) {
    const int32_t found = ITS_CHANCE;
    if (IS_TOLD) weights[0] = 0.49;
    return found;
}

CHANCE(chance_uneven) {
    const int32_t found = ITS_CHANCE;
    if (IS_TOLD) weights[0] = 0.4, weights[1] = 0.6;
    return found;
}

CHANCE(chance_one_sided) {
    const int32_t found = ITS_CHANCE;
    if (IS_TOLD) weights[0] = 1;
    return found > 0 ? 1 : found;
}

CHANCE(chance_refused) {
    return count == 0 && action == HEAPS_STOP && STATE->taken == 0 && capacity == 0 ? 2 : ITS_CHANCE;
}

CHANCE(chance_endless) {
    if (count > 0 && drawn[count - 1] > 1) return -1;
    return HEAPS.rules.chance(game, state, action, drawn, 0, outcomes, weights, capacity);
}

CHANCE(chance_any) {
    const int32_t found = ITS_CHANCE;
    return found < 0 ? 0 : found;
}

CHANCE(chance_untold) {
    const int32_t found = ITS_CHANCE;
    return found > 0 ? 0 : found;
}

CHANCE(chance_writing) {
    const int32_t found = ITS_CHANCE;
    if (found > 0 && capacity > 0) outcomes[3] = 2;
    return found;
}

#define DRAWN(name)                                                                                                    \
    static lg_status name(const lg_game *game, const void *state, int32_t action, const int32_t *drawn, int32_t count, \
                          void *after)
#define ITS_DRAWN HEAPS.rules.apply_drawn(game, state, action, drawn, count, after)

DRAWN(drawn_any) {
    const lg_status status = ITS_DRAWN;
    return status == LG_E_ARGUMENT ? HEAPS.rules.apply(game, state, action, after) : status;
}

DRAWN(drawn_writing) {
    const lg_status status = ITS_DRAWN;
    if (status == LG_E_ARGUMENT) ((heaps *)after)->turn = 0;
    return status;
}

/* Follows the draws alone, except in the third turn. */
DRAWN(drawn_with_luck) {
    const lg_status status = ITS_DRAWN;
    return status == LG_OK && STATE->turn == 2 && count > 0 ? HEAPS.rules.apply(game, state, action, after) : status;
}

DRAWN(drawn_as_it_comes) {
    const lg_status status = ITS_DRAWN;
    return status == LG_OK ? HEAPS.rules.apply(game, state, action, after) : status;
}

/* The generator does not advance. */
DRAWN(drawn_still) {
    const lg_rng rng = STATE->rng;
    const lg_status status = ITS_DRAWN;
    if (status == LG_OK) ((heaps *)after)->rng = rng;
    return status;
}

DRAWN(drawn_refused) {
    const lg_status status = ITS_DRAWN;
    return status == LG_E_ILLEGAL ? LG_E_ARGUMENT : status;
}

DRAWN(drawn_late) {
    return count > 0 && *drawn == 1 ? LG_E_ARGUMENT : ITS_DRAWN;
}

DRAWN(drawn_in_place) {
    const bool same = after == state;
    const lg_status status = ITS_DRAWN;
    if (same && status == LG_OK && count > 0) ((heaps *)after)->luck[0] ^= 1;
    return status;
}

DRAWN(drawn_invalid) {
    const lg_status status = ITS_DRAWN;
    if (status == LG_OK && count > 0) ((heaps *)after)->forfeit = 3;
    return status;
}

static void reseed_nothing(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    (void)game, (void)rng;
    memmove(after, before, sizeof(heaps));
}

static void reseed_secret(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    HEAPS.rules.reseed(game, before, rng, after);
    ((heaps *)after)->secret[0] ^= 1;
}

static void reseed_scores(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    HEAPS.rules.reseed(game, before, rng, after);
    ((heaps *)after)->luck[0] = 0;
}

static uint64_t key_constant(const lg_game *game, const void *state, int32_t viewer) {
    (void)game, (void)state, (void)viewer;
    return 7;
}

static uint64_t key_of_everything(const lg_game *game, const void *state, int32_t viewer) {
    (void)game, (void)viewer;
    heaps position = *STATE;
    memset(&position.rng, 0, sizeof position.rng);
    return lg_hash(&position, sizeof position);
}

/* Without the heaps, so that other actions are legal. */
static uint64_t key_of_taken(const lg_game *game, const void *state, int32_t viewer) {
    (void)game;
    return (uint64_t)(STATE->heap[0] > 5) + (uint64_t)(2 * viewer);
}

static uint64_t position_constant(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return 7;
}

static int32_t greedy_stopping(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game, (void)state, (void)rng;
    return HEAPS_STOP;
}

static int32_t greedy_peeking(const lg_game *game, const void *state, lg_rng *rng) {
    const int other = STATE->secret[1 - STATE->turn % 2];
    return STATE->taken > 0 && other == 0 ? HEAPS_STOP : HEAPS.bots->greedy(game, state, rng);
}

static int32_t expert_stopping(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng) {
    (void)effort;
    return greedy_stopping(game, state, rng);
}

static int32_t expert_peeking(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng) {
    (void)effort;
    return greedy_peeking(game, state, rng);
}

static const char *strong_missing(const lg_game *game, int32_t player) {
    (void)game;
    return player == 0 ? "mcts" : NULL;
}

static const char *strong_ticking(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return ticks++ % 2 == 0 ? "mcts" : "greedy";
}

static const char *strong_unreadable(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "mcts(simulations=0)";
}

static const char *strong_itself(const lg_game *game, int32_t player) {
    (void)game;
    return player == 0 ? "mcts" : "strong(simulations=9)";
}

static const char *strong_unfit(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "alphabeta";
}

static const void *net_ticking(const lg_game *game, size_t *size) {
    static const char NETS[2] = {0, 0};
    (void)game;
    *size = 0;
    return ticks++ % 2 == 0 ? &NETS[0] : &NETS[1];
}

static const void *net_longer(const lg_game *game, size_t *size) {
    (void)game;
    *size = (size_t)(26 + ticks++ % 2);
    return "LGNT, but nothing after it";
}

static const void *net_unreadable(const lg_game *game, size_t *size) {
    (void)game;
    *size = 26;
    return "LGNT, but nothing after it";
}

static void board_ended(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    HEAPS.people->board(game, state, viewer, colour, writer);
    lg_put(writer, '\n');
}

static void board_open(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    (void)viewer;
    HEAPS.people->board(game, state, -1, colour, writer);
}

static void board_coloured(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    HEAPS.people->board(game, state, viewer, colour, writer);
    if (colour) lg_put_text(writer, "\033[2J");
}

/* A sequence without a number ends all colours, too. */
static void board_plain_again(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    if (colour) lg_put_text(writer, "\033[1;31m\033[m");
    HEAPS.people->board(game, state, viewer, colour, writer);
}

/* A picture of every legal action, and everything else in these broken games. */
static void put_drawing(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                        lg_writer *writer, const char *more) {
    lg_svg_choices choices;
    lg_svg_choices_of(game, state, viewer, options, &choices);
    lg_svg_begin(writer, game, options, 100, 100, "heaps", "");
    for (int32_t action = 0; action < game->actions; action++) lg_svg_button(writer, &choices, action, 0, 0, 50, "take");
    lg_put_text(writer, more);
    lg_svg_end(writer);
}

#define DRAWING(name, more)                                                                                           \
    static void name(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,          \
                     lg_writer *writer) {                                                                             \
        put_drawing(game, state, viewer, options, writer, more);                                                      \
    }
DRAWING(draw_sound, "<g/>\n<AZaz09_:.- Zz='1'/>\n<g a='&amp;&#39;' b=\"'\">&lt; ></g >")
DRAWING(draw_unended, "<g>")
DRAWING(draw_crossed, "<g><a></g></a>")
DRAWING(draw_unescaped, "<g>Black & White</g>")
DRAWING(draw_unquoted, "<g a=1/>")
DRAWING(draw_control, "<g>\033[0m</g>")
DRAWING(draw_behind, "</svg><svg>")
DRAWING(draw_twice, options->legal && STATE->turn >= 0 ? "<g data-action='0'/><g data-action='0'/>" : "")
DRAWING(draw_marks_unended, options->before != NULL ? "<g>" : "")
DRAWING(draw_no_place, "<g data-place='2'/><g data-from='12'/>")
DRAWING(draw_secret, viewer == 0 && STATE->secret[1] > 0 ? "<g/>" : "")
DRAWING(draw_ticking, ticks++ / 2 % 2 == 0 ? "<g/>" : "<a/>")

static void draw_no_actions(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                            lg_writer *writer) {
    const lg_draw_options none = {.theme = options->theme};
    put_drawing(game, state, viewer, &none, writer, "");
}

static void draw_all_actions(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                             lg_writer *writer) {
    (void)viewer;
    put_drawing(game, state, -1, options, writer, "");
}

static void hint_ticking(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game, (void)state;
    lg_put_text(writer, ticks++ / 2 % 2 == 0 ? "one" : "two");
}

static void hint_secret(const lg_game *game, const void *state, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, STATE->secret[1 - STATE->turn % 2]);
}

static void prompt_ticking(const lg_game *game, const void *state, lg_writer *writer) {
    hint_ticking(game, state, writer);
}

static void prompt_secret(const lg_game *game, const void *state, lg_writer *writer) {
    hint_secret(game, state, writer);
}

static const char *problem_of_all(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return "turn: expected another one";
}

static const char *problem_of_none(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return NULL;
}

static void decision_ticking(const lg_game *game, const void *state, int32_t action, lg_writer *writer) {
    (void)action;
    hint_ticking(game, state, writer);
}

static void decision_secret(const lg_game *game, const void *state, int32_t action, lg_writer *writer) {
    (void)action;
    hint_secret(game, state, writer);
}

static void decision_silent(const lg_game *game, const void *state, int32_t action, lg_writer *writer) {
    (void)game, (void)state, (void)action, (void)writer;
}

static void decision_in_lines(const lg_game *game, const void *state, int32_t action, lg_writer *writer) {
    (void)game, (void)state, (void)action;
    lg_put_text(writer, "one\nof two");
}

static void news_secret(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    HEAPS.people->news(game, state, 1 - reader, writer);
}

static lg_status typed_other(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    const lg_status status = HEAPS.people->typed(game, state, reader, action);
    if (status == LG_OK && *action < 2 && STATE->heap[0] > 0 && STATE->heap[1] > 0) *action = 1 - *action;
    return status;
}

static lg_status typed_beyond(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    const lg_status status = HEAPS.people->typed(game, state, reader, action);
    reader->at += 1;
    return status;
}

static lg_status typed_silent(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    const lg_status status = HEAPS.people->typed(game, state, reader, action);
    if (status == LG_E_PARSE && reader->error != NULL) reader->error->expected = NULL;
    return status;
}

/* Changes the state when it refuses. */
static lg_status typed_changing(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    const lg_status status = HEAPS.people->typed(game, state, reader, action);
    if (status == LG_E_PARSE) ((heaps *)(uintptr_t)state)->secret[0] ^= 1;
    return status;
}

static int32_t list_twice(const lg_game *game, const void *state, uint16_t *actions) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t count = HEAPS.rules.legal(game, state, mask);
    for (int32_t i = 0; i < count; i++) actions[i] = (uint16_t)lg_mask_select(mask, game->actions, 0);
    return count;
}

/* Does not write a list that equals the previous one, as if the caller remembered it. */
static int32_t list_of_changes(const lg_game *game, const void *state, uint16_t *actions) {
    static uint64_t before;
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t count = HEAPS.rules.legal(game, state, mask);
    for (int32_t i = 0; i < count && mask[0] != before; i++)
        actions[i] = (uint16_t)lg_mask_select(mask, game->actions, (uint32_t)i);
    before = mask[0];
    return count;
}

static int32_t list_nothing(const lg_game *game, const void *state, uint16_t *actions) {
    (void)game, (void)state, (void)actions;
    return 0;
}

static void apply_unwritten(const lg_game *game, const void *state, int32_t action, void *after, lg_turn *turn) {
    (void)game, (void)action, (void)turn;
    *(heaps *)after = *STATE;
}

static void apply_never_over(const lg_game *game, const void *state, int32_t action, void *after, lg_turn *turn) {
    (void)HEAPS.rules.apply(game, state, action, after);
    *turn = (lg_turn){HEAPS.rules.player(game, after), HEAPS.contest->in_move(game, after), true};
    if (turn->player < 0) turn->player = 0;
}

static void apply_whole(const lg_game *game, const void *state, int32_t action, void *after, lg_turn *turn) {
    (void)HEAPS.rules.apply(game, state, action, after);
    *turn = (lg_turn){HEAPS.rules.player(game, after), false, true};
}

static void apply_unquiet(const lg_game *game, const void *state, int32_t action, void *after, lg_turn *turn) {
    (void)HEAPS.rules.apply(game, state, action, after);
    *turn = (lg_turn){HEAPS.rules.player(game, after), HEAPS.contest->in_move(game, after), false};
}

static int32_t play_one(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    return HEAPS.speed->play_greedy(game, state, players, most > 0, rng);
}

static int32_t play_more(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    return HEAPS.speed->play_greedy(game, state, players, most < INT64_MAX ? most + 1 : most, rng);
}

static int32_t play_unwritten(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    heaps played = *(const heaps *)state;
    return HEAPS.speed->play_greedy(game, &played, players, most, rng);
}

static int32_t play_drawing(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    (void)lg_rng_next(rng);
    return HEAPS.speed->play_greedy(game, state, players, most, rng);
}

static int64_t random_one(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    return HEAPS.speed->play_random(game, state, most > 0, rng);
}

static int64_t random_more(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    return HEAPS.speed->play_random(game, state, most < INT64_MAX ? most + 1 : most, rng);
}

static int64_t random_uncounted(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    return HEAPS.speed->play_random(game, state, most, rng) / 2;
}

static int64_t random_unwritten(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    heaps played = *(const heaps *)state;
    return HEAPS.speed->play_random(game, &played, most, rng);
}

static int64_t random_drawing(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    (void)lg_rng_next(rng);
    return HEAPS.speed->play_random(game, state, most, rng);
}

/* Mirrored: equally likely, but not the action that the mask gives for the number. */
static int64_t random_reversed(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    int64_t made = 0;
    for (; made < most; made++) {
        uint64_t mask;
        if (HEAPS.rules.player(game, state) < 0) break;
        const uint32_t count = (uint32_t)HEAPS.rules.legal(game, state, &mask);
        const int32_t action = lg_mask_select(&mask, HEAPS_ACTIONS, count - 1 - lg_rng_below(rng, count));
        (void)HEAPS.rules.apply(game, state, action, state);
    }
    return made;
}

static float evaluate_high(const lg_game *game, const void *state, int32_t player) {
    (void)game, (void)state;
    return player == 0 ? 2.0f : -2.0f;
}

static float evaluate_alike(const lg_game *game, const void *state, int32_t player) {
    (void)game, (void)state, (void)player;
    return 0.5f;
}

static float evaluate_ticking(const lg_game *game, const void *state, int32_t player) {
    (void)game, (void)state, (void)player;
    return ticks++ % 2 == 0 ? 0.5f : -0.5f;
}

static bool quiet_ticking(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return ticks++ % 2 == 0;
}

static bool always_in_move(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return true;
}

static bool in_move_of_both(const lg_game *game, const void *state) {
    (void)game;
    return STATE->taken > 0 || STATE->turn > 0;
}

static void move_reversed(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                          const void *after, lg_writer *writer) {
    (void)game, (void)before, (void)after;
    for (int32_t i = count; i > 0; i--) lg_put(writer, "ab."[actions[i - 1]]);
}

static void move_ticking(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                         const void *after, lg_writer *writer) {
    HEAPS.contest->move_print(game, before, actions, count, after, writer);
    lg_put_int(writer, ticks++);
}

static lg_status play_silent(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                             lg_parse_error *error) {
    const lg_status status = HEAPS.contest->play(game, before, text, length, after, error);
    if (status == LG_E_ILLEGAL && error != NULL) error->expected = NULL;
    return status;
}

static lg_status play_unlucky(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                              lg_parse_error *error) {
    const lg_status status = HEAPS.contest->play(game, before, text, length, after, error);
    if (status == LG_OK) memset(((heaps *)after)->luck, 0, 2);
    return status;
}

static lg_status play_late(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                           lg_parse_error *error) {
    const lg_status status = HEAPS.contest->play(game, before, text, length, after, error);
    if (status == LG_E_OVER) memmove(after, before, sizeof(heaps));
    return status == LG_E_OVER ? LG_OK : status;
}

/* Reads no rest of a move. */
static lg_status play_whole(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                            lg_parse_error *error) {
    if (((const heaps *)before)->taken > 0) return lg_refuse("only whole moves are read", error);
    return HEAPS.contest->play(game, before, text, length, after, error);
}

static int32_t two_lines(const lg_game *game, const void *state) {
    (void)game, (void)state;
    return 2;
}

static const char *taken_for_one(const lg_game *game, const char *text, size_t length) {
    (void)game, (void)text, (void)length;
    return "a.";
}

static void message_unended(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    if (STATE->turn % 2 == reader) lg_put_int(writer, STATE->heap[0]);
}

static void message_secret(const lg_game *game, const void *state, int32_t reader, lg_writer *writer) {
    (void)game;
    lg_put_int(writer, STATE->secret[1 - reader]);
    lg_put(writer, '\n');
}

static lg_status opening_long(const lg_game *game, const char *text, size_t length, size_t *name_length,
                              lg_parse_error *error) {
    const lg_status status = HEAPS.contest->opening_parse(game, text, length, name_length, error);
    if (status == LG_OK) *name_length = length + 1;
    return status;
}

static lg_status shared_changed(const lg_game *game, const char *text, size_t length, void *memory,
                                lg_parse_error *error) {
    const lg_status status = HEAPS.texts->prepare_parse(game, text, length, memory, error);
    if (status == LG_OK) ((heaps_limit *)memory)->stones = 1;
    return status;
}

static void shared_ticking(const lg_game *game, lg_writer *writer) {
    HEAPS.texts->shared_print(game, writer);
    lg_put_int(writer, ticks++);
}

/* ---- each of them in its place ---- */

#define SLOTS(SLOT)                                                                                                   \
    SLOT(configure, type.rules.configure, configure_ticking, HEAPS)                                                   \
    SLOT(longest, type.rules.configure, configure_short, HEAPS)                                                       \
    SLOT(new_game, type.rules.new_game, new_unwritten, HEAPS)                                                         \
    SLOT(new_game, type.rules.new_game, new_ticking, HEAPS)                                                           \
    SLOT(new_game, type.rules.new_game, new_alike, HEAPS)                                                             \
    SLOT(new_game, type.rules.new_game, new_over, HEAPS)                                                              \
    SLOT(validate, type.rules.new_game, new_reserved, HEAPS)                                                          \
    SLOT(validate, type.rules.validate, validate_start_only, HEAPS)                                                   \
    SLOT(fields, type.rules.validate, validate_all, HEAPS)                                                            \
    SLOT(player, type.rules.player, player_third, HEAPS)                                                              \
    SLOT(legal, type.rules.player, player_late, HEAPS)                                                                \
    SLOT(legal, type.rules.legal, legal_miscounted, HEAPS)                                                            \
    SLOT(legal, type.rules.legal, legal_high, HEAPS)                                                                  \
    SLOT(legal, type.rules.legal, legal_beyond, HEAPS)                                                                \
    SLOT(apply, type.rules.apply, apply_refusing, HEAPS)                                                              \
    SLOT(apply, type.rules.apply, apply_writing, HEAPS)                                                               \
    SLOT(apply, type.rules.apply, apply_not_over, HEAPS)                                                              \
    SLOT(apply, type.rules.apply, apply_misplaced, HEAPS)                                                             \
    SLOT(apply, type.rules.apply, apply_consuming, HEAPS)                                                             \
    SLOT(validate, type.rules.apply, apply_invalid, HEAPS)                                                            \
    SLOT(explain, texts.explain, explain_nothing, HEAPS)                                                              \
    SLOT(explain, texts.explain, explain_everything, HEAPS)                                                           \
    SLOT(outcome, type.rules.outcome, outcome_high, HEAPS)                                                            \
    SLOT(outcome, type.rules.outcome, outcome_beyond, HEAPS)                                                          \
    SLOT(scores, type.rules.scores, scores_unwritten, HEAPS)                                                          \
    SLOT(points, type.rules.points, points_unwritten, HEAPS)                                                          \
    SLOT(result, texts.result, result_empty, HEAPS)                                                                   \
    SLOT(action_print, type.rules.action_print, action_empty, HEAPS)                                                  \
    SLOT(action_parse, type.rules.action_print, action_twin, HEAPS)                                                   \
    SLOT(action_parse, type.rules.action_parse, action_any, HEAPS)                                                    \
    SLOT(action_parse, type.rules.action_parse, action_misplaced, HEAPS)                                              \
    SLOT(state_print, type.rules.state_print, state_ticking, HEAPS)                                                   \
    SLOT(state_parse, type.rules.state_parse, state_changed, HEAPS)                                                   \
    SLOT(state_parse, type.rules.state_parse, state_wordless, HEAPS)                                                  \
    SLOT(state_parse, type.rules.state_parse, state_writing, HEAPS)                                                   \
    SLOT(observe, learners.observe, observe_high, HEAPS)                                                              \
    SLOT(observe, learners.observe, observe_unwritten, HEAPS)                                                         \
    SLOT(observe, learners.observe, observe_beyond, HEAPS)                                                            \
    SLOT(observe, learners.observe, observe_secret, HEAPS)                                                            \
    SLOT(parts, learners.parts, parts_short, HEAPS)                                                                   \
    SLOT(parts, learners.parts, parts_narrow, HEAPS)                                                                  \
    SLOT(parts, learners.parts, parts_sizeless, HEAPS)                                                                \
    SLOT(canonical, learners.canonical, canonical_beyond, HEAPS)                                                      \
    SLOT(canonical, learners.canonical, canonical_secret, HEAPS)                                                      \
    SLOT(potential, learners.potential, potential_high, HEAPS)                                                        \
    SLOT(potential, learners.potential, potential_ticking, HEAPS)                                                     \
    SLOT(forfeit, contest.forfeit, forfeit_late, HEAPS)                                                               \
    SLOT(forfeit, contest.forfeit, forfeit_of_first, HEAPS)                                                           \
    SLOT(forfeit, contest.forfeit, forfeit_late_of_first, HEAPS)                                                      \
    SLOT(forfeit, contest.forfeit, forfeit_of_last, HEAPS)                                                            \
    SLOT(validate, contest.forfeit, forfeit_invalid, HEAPS)                                                           \
    SLOT(symmetry_action, learners.symmetry_action, map_twice, HEAPS)                                                 \
    SLOT(symmetry_action, learners.symmetry_action, map_stop, HEAPS)                                                  \
    SLOT(symmetry_state, learners.symmetry_state, map_nothing, OPEN_HEAPS)                                            \
    SLOT(symmetry_state, learners.symmetry_state, map_secrets, OPEN_HEAPS)                                            \
    SLOT(symmetry_observation, learners.symmetry_observation, map_observation, HEAPS)                                 \
    SLOT(fields, learners.fields, fields_with_gap, HEAPS)                                                             \
    SLOT(fields, learners.fields, fields_overlapping, HEAPS)                                                          \
    SLOT(fields, learners.fields, fields_outside, HEAPS)                                                              \
    SLOT(fields, learners.fields, fields_used, HEAPS)                                                                 \
    SLOT(resample, type.rules.resample, resample_nothing, HEAPS)                                                      \
    SLOT(resample, type.rules.resample, resample_own, HEAPS)                                                          \
    SLOT(resample, type.rules.resample, resample_ticking, HEAPS)                                                      \
    SLOT(resample, type.rules.resample, resample_known, OPEN_HEAPS)                                                   \
    SLOT(reseed, type.rules.reseed, reseed_nothing, HEAPS)                                                            \
    SLOT(reseed, type.rules.reseed, reseed_secret, HEAPS)                                                             \
    SLOT(reseed, type.rules.reseed, reseed_scores, HEAPS)                                                             \
    SLOT(chance, type.rules.chance, chance_of_more, HEAPS)                                                            \
    SLOT(chance, type.rules.chance, chance_ticking, HEAPS)                                                            \
    SLOT(chance, type.rules.chance, chance_falling, HEAPS)                                                            \
    SLOT(chance, type.rules.chance, chance_beyond, HEAPS)                                                             \
    SLOT(chance, type.rules.chance, chance_unlikely, HEAPS)                                                           \
    SLOT(chance, type.rules.chance, chance_no_number, HEAPS)                                                          \
    SLOT(chance, type.rules.chance, chance_in_parts, HEAPS)                                                           \
    SLOT(chance, type.rules.chance, chance_uneven, HEAPS)                                                             \
    SLOT(chance, type.rules.chance, chance_one_sided, HEAPS)                                                          \
    SLOT(chance, type.rules.chance, chance_refused, HEAPS)                                                            \
    SLOT(apply_drawn, type.rules.chance, chance_endless, HEAPS)                                                       \
    SLOT(chance, type.rules.chance, chance_any, HEAPS)                                                                \
    SLOT(apply_drawn, type.rules.chance, chance_untold, HEAPS)                                                        \
    SLOT(chance, type.rules.chance, chance_writing, HEAPS)                                                            \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_any, HEAPS)                                                       \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_writing, HEAPS)                                                   \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_with_luck, HEAPS)                                                 \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_as_it_comes, HEAPS)                                               \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_still, HEAPS)                                                     \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_refused, HEAPS)                                                   \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_late, HEAPS)                                                      \
    SLOT(apply_drawn, type.rules.apply_drawn, drawn_in_place, HEAPS)                                                  \
    SLOT(validate, type.rules.apply_drawn, drawn_invalid, HEAPS)                                                      \
    SLOT(information_key, type.rules.information_key, key_constant, HEAPS)                                            \
    SLOT(information_key, type.rules.information_key, key_of_everything, HEAPS)                                       \
    SLOT(information_key, type.rules.information_key, key_of_taken, HEAPS)                                            \
    SLOT(position_key, speed.position_key, position_constant, HEAPS)                                                  \
    SLOT(greedy, players.greedy, greedy_stopping, HEAPS)                                                              \
    SLOT(greedy, players.greedy, greedy_peeking, HEAPS)                                                               \
    SLOT(expert, players.expert, expert_stopping, HEAPS)                                                              \
    SLOT(expert, players.expert, expert_peeking, HEAPS)                                                               \
    SLOT(strong, players.strong, strong_missing, HEAPS)                                                               \
    SLOT(strong, players.strong, strong_ticking, HEAPS)                                                               \
    SLOT(strong, players.strong, strong_unreadable, HEAPS)                                                            \
    SLOT(strong, players.strong, strong_itself, HEAPS)                                                                \
    SLOT(strong, players.strong, strong_unfit, HEAPS)                                                                 \
    SLOT(net, players.net, net_ticking, HEAPS)                                                                        \
    SLOT(net, players.net, net_longer, HEAPS)                                                                         \
    SLOT(net, players.net, net_unreadable, HEAPS)                                                                     \
    SLOT(board, people.board, board_ended, HEAPS)                                                                     \
    SLOT(board, people.board, board_open, HEAPS)                                                                      \
    SLOT(board, people.board, board_coloured, HEAPS)                                                                  \
    SLOT(draw, people.draw, draw_unended, HEAPS)                                                                      \
    SLOT(draw, people.draw, draw_crossed, HEAPS)                                                                      \
    SLOT(draw, people.draw, draw_unescaped, HEAPS)                                                                    \
    SLOT(draw, people.draw, draw_unquoted, HEAPS)                                                                     \
    SLOT(draw, people.draw, draw_control, HEAPS)                                                                      \
    SLOT(draw, people.draw, draw_behind, HEAPS)                                                                       \
    SLOT(draw, people.draw, draw_twice, HEAPS)                                                                        \
    SLOT(draw, people.draw, draw_marks_unended, HEAPS)                                                                \
    SLOT(draw, people.draw, draw_no_place, HEAPS)                                                                     \
    SLOT(draw, people.draw, draw_secret, HEAPS)                                                                       \
    SLOT(draw, people.draw, draw_ticking, HEAPS)                                                                      \
    SLOT(draw, people.draw, draw_no_actions, HEAPS)                                                                   \
    SLOT(draw, people.draw, draw_all_actions, HEAPS)                                                                  \
    SLOT(input_help, people.input_help, hint_ticking, HEAPS)                                                                      \
    SLOT(input_help, people.input_help, hint_secret, HEAPS)                                                                       \
    SLOT(prompt, people.prompt, prompt_ticking, HEAPS)                                                                \
    SLOT(prompt, people.prompt, prompt_secret, HEAPS)                                                                 \
    SLOT(problem, texts.problem, problem_of_all, HEAPS)                                                               \
    SLOT(problem, texts.problem, problem_of_none, HEAPS)                                                              \
    SLOT(decision, people.decision, decision_ticking, HEAPS)                                                          \
    SLOT(decision, people.decision, decision_secret, HEAPS)                                                           \
    SLOT(decision, people.decision, decision_silent, HEAPS)                                                           \
    SLOT(decision, people.decision, decision_in_lines, HEAPS)                                                         \
    SLOT(news, people.news, news_secret, HEAPS)                                                                       \
    SLOT(typed, people.typed, typed_other, HEAPS)                                                                     \
    SLOT(typed, people.typed, typed_beyond, HEAPS)                                                                    \
    SLOT(typed, people.typed, typed_changing, HEAPS)                                                                  \
    SLOT(typed, people.typed, typed_silent, HEAPS)                                                                    \
    SLOT(in_move, contest.in_move, always_in_move, HEAPS)                                                             \
    SLOT(in_move, contest.in_move, in_move_of_both, HEAPS)                                                            \
    SLOT(list_legal, speed.list_legal, list_twice, HEAPS)                                                             \
    SLOT(list_legal, speed.list_legal, list_of_changes, HEAPS)                                                        \
    SLOT(list_legal, speed.list_legal, list_nothing, HEAPS)                                                           \
    SLOT(apply_legal, speed.apply_legal, apply_unwritten, HEAPS)                                                      \
    SLOT(apply_legal, speed.apply_legal, apply_never_over, HEAPS)                                                     \
    SLOT(apply_legal, speed.apply_legal, apply_whole, HEAPS)                                                          \
    SLOT(apply_legal, speed.apply_legal, apply_unquiet, HEAPS)                                                        \
    SLOT(play_greedy, speed.play_greedy, play_one, HEAPS)                                                             \
    SLOT(play_greedy, speed.play_greedy, play_more, HEAPS)                                                            \
    SLOT(play_greedy, speed.play_greedy, play_unwritten, HEAPS)                                                       \
    SLOT(play_greedy, speed.play_greedy, play_drawing, HEAPS)                                                         \
    SLOT(play_random, speed.play_random, random_one, HEAPS)                                                           \
    SLOT(play_random, speed.play_random, random_more, HEAPS)                                                          \
    SLOT(play_random, speed.play_random, random_uncounted, HEAPS)                                                     \
    SLOT(play_random, speed.play_random, random_unwritten, HEAPS)                                                     \
    SLOT(play_random, speed.play_random, random_drawing, HEAPS)                                                       \
    SLOT(play_random, speed.play_random, random_reversed, HEAPS)                                                      \
    SLOT(evaluate, players.evaluate, evaluate_high, HEAPS)                                                            \
    SLOT(evaluate, players.evaluate, evaluate_alike, HEAPS)                                                           \
    SLOT(evaluate, players.evaluate, evaluate_ticking, HEAPS)                                                         \
    SLOT(quiet, speed.quiet, quiet_ticking, HEAPS)                                                                    \
    SLOT(play, contest.move_print, move_reversed, HEAPS)                                                              \
    SLOT(move_print, contest.move_print, move_ticking, HEAPS)                                                         \
    SLOT(play, contest.play, play_silent, HEAPS)                                                                      \
    SLOT(play, contest.play, play_unlucky, HEAPS)                                                                     \
    SLOT(play, contest.play, play_late, HEAPS)                                                                        \
    SLOT(play, contest.play, play_whole, HEAPS)                                                                       \
    SLOT(answer_lines, contest.answer_lines, two_lines, HEAPS)                                                        \
    SLOT(taken_for, contest.taken_for, taken_for_one, HEAPS)                                                          \
    SLOT(message, contest.message, message_unended, HEAPS)                                                            \
    SLOT(message, contest.message, message_secret, HEAPS)                                                             \
    SLOT(opening_parse, contest.opening_parse, opening_long, HEAPS)                                                   \
    SLOT(prepare_parse, texts.prepare_parse, shared_changed, HEAPS)                                                   \
    SLOT(shared_print, texts.shared_print, shared_ticking, HEAPS)

#define SETTER(contract, slot, function, base)              \
    static void set_##function(lg_tests_variant *variant) { \
        variant->slot = function;                           \
    }
SLOTS(SETTER)

#define ROW(contract, slot, function, base) {#contract, #function, set_##function, &base},

/* Moves of two lines, the second of which is "!"; they are read with an LF between them only. */
static void move_of_lines(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                          const void *after, lg_writer *writer) {
    HEAPS.contest->move_print(game, before, actions, count, after, writer);
    lg_put_text(writer, "\n!");
}

static lg_status play_lines(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                            lg_parse_error *error) {
    const bool ended = length > 1 && memcmp(text + length - 2, "\n!", 2) == 0;
    return HEAPS.contest->play(game, before, text, ended ? length - 2 : length, after, error);
}

static void set_lines_apart(lg_tests_variant *variant) {
    variant->contest.move_print = move_of_lines;
    variant->contest.play = play_lines;
    variant->contest.answer_lines = two_lines;
}

static const struct {
    const char *contract, *function;
    void (*set)(lg_tests_variant *variant);
    const lg_game_type *base;
} ROWS[] = {SLOTS(ROW){"play", "lines_apart", set_lines_apart, &HEAPS}};

#define COUNT ((int)(sizeof ROWS / sizeof ROWS[0]))

START_TEST(test_broken) {
    const lg_check_config config = lg_check_default();
    lg_tests_variant variant;
    lg_tests_vary(&variant, ROWS[_i].base);
    ROWS[_i].set(&variant);
    const lg_check_report report = heaps_check(&variant.type, &config);
    ck_assert_msg(report.finding.contract != NULL, "%s is not found", ROWS[_i].function);
    ck_assert_msg(strcmp(report.finding.contract, ROWS[_i].contract) == 0, "%s is found as %s: %s", ROWS[_i].function,
                  report.finding.contract, report.finding.text);
    ck_assert_uint_gt(strlen(report.finding.text), 0);
}
END_TEST

DRAWN(drawn_untold) {
    (void)drawn, (void)count;
    return HEAPS.rules.apply(game, state, action, after);
}

DRAWN(drawn_never) {
    return action == HEAPS_STOP && STATE->taken > 0 && !heaps_over(STATE) ? LG_E_ARGUMENT : ITS_DRAWN;
}

static void expect_pair(const lg_game_rules *rules, const char *text) {
    const lg_check_config config = lg_check_default();
    lg_tests_variant variant;
    lg_tests_vary(&variant, &HEAPS);
    variant.type.rules.chance = rules->chance;
    variant.type.rules.apply_drawn = rules->apply_drawn;
    const lg_check_report report = heaps_check(&variant.type, &config);
    ck_assert_ptr_nonnull(report.finding.contract);
    ck_assert_str_eq(report.finding.contract, "chance");
    ck_assert_msg(strstr(report.finding.text, text) != NULL, "%s", report.finding.text);
}

/* Two functions that agree with each other, but not with `apply`. */
START_TEST(test_broken_together) {
    const lg_game_rules untold = {.chance = chance_untold, .apply_drawn = drawn_untold};
    const lg_game_rules endless = {.chance = chance_endless, .apply_drawn = drawn_never};
    expect_pair(&untold, "action 2 draws something, but it lists no draws");
    expect_pair(&endless, "action 2 draws more often than 2 times");
}
END_TEST

/* XML in all its spellings. */
START_TEST(test_sound_drawing) {
    const lg_check_config config = lg_check_default();
    lg_tests_variant variant;
    lg_tests_vary(&variant, &HEAPS);
    variant.people.draw = draw_sound;
    variant.people.board = board_plain_again;
    const lg_check_report report = heaps_check(&variant.type, &config);
    ck_assert_msg(report.finding.contract == NULL, "%s: %s", report.finding.contract, report.finding.text);
    ck_assert_uint_gt(report.text_size, 1000);
}
END_TEST

static void configure_endless(lg_game *game) {
    HEAPS.rules.configure(game);
    game->longest = INT64_MAX;
}

START_TEST(test_endless) {
    lg_check_config config = lg_check_default();
    lg_game_type type = OPEN_HEAPS;
    type.rules.apply = apply_endless;
    type.rules.configure = configure_endless;
    type.rules.validate = validate_all;
    config.decisions = 1000;
    config.mutations = 0;
    const lg_check_report report = heaps_check(&type, &config);
    ck_assert_msg(report.finding.contract == NULL, "%s: %s", report.finding.contract, report.finding.text);
    ck_assert_int_eq(report.decisions, 1000);
    ck_assert_int_eq(report.playthroughs, 0);
}
END_TEST

START_TEST(test_finding_leads_back) {
    lg_check_config config = lg_check_default();
    lg_tests_variant variant;
    lg_tests_vary(&variant, &HEAPS);
    lg_game game;
    heaps state;
    heaps_limit limit;
    variant.texts.result = result_missing;
    config.seed = 40;
    config.mutations = 0;
    const lg_check_report report = heaps_check(&variant.type, &config), again = heaps_check(&variant.type, &config);
    ck_assert_str_eq(report.finding.contract, "result");
    ck_assert_str_eq(report.finding.text, again.finding.text);
    ck_assert_uint_ge(report.finding.seed, 40);
    lg_rng rng = lg_rng_seed(report.finding.seed, LG_CHECK_STREAM);
    ck_assert_int_eq(lg_game_configure(&HEAPS, "heaps", 5, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_prepare(&game, &limit, sizeof limit), LG_OK);
    ck_assert_int_eq(lg_game_new(&game, report.finding.seed, &state), LG_OK);
    ck_assert_int_eq(lg_rollout(&game, &state, report.finding.decisions - 1, &rng, &state, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(state.turn, 2);
    ck_assert_int_eq(lg_rollout(&game, &state, 1, &rng, &state, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(state.turn, 3);
}
END_TEST

/* ---- texts of findings ---- */

/* And nothing after them. */
START_TEST(test_short_texts_are_quoted) {
    const lg_check_config config = lg_check_default();
    lg_tests_variant variant;
    lg_tests_vary(&variant, &HEAPS);
    variant.people.typed = typed_beyond;
    const lg_check_report typed = heaps_check(&variant.type, &config);
    int taken, read = 0;
    char text[8];
    ck_assert_int_eq(sscanf(typed.finding.text, "%d bytes are taken of \"%7[a-z]\"%n", &taken, text, &read), 2);
    ck_assert_int_eq(taken, (int)strlen(text) + 1);
    ck_assert_msg(typed.finding.text[read] == '\0', "%s", typed.finding.text);
    lg_tests_vary(&variant, &HEAPS);
    variant.type.rules.action_parse = action_any;
    const lg_check_report parsed = heaps_check(&variant.type, &config);
    const char *end = strstr(parsed.finding.text, "\" is read as action 3");
    ck_assert_msg(end != NULL && end - parsed.finding.text <= 1 + (int)strlen("stop"), "%s", parsed.finding.text);
}
END_TEST

enum { LONG = 150 };

static void action_long(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    for (int i = 0; i < LONG; i++) lg_put(writer, "xyz"[action]);
}

/* Reads its last letter only. */
static lg_status action_by_end(const lg_game *game, const char *text, size_t length, int32_t *action,
                               lg_parse_error *error) {
    (void)game, (void)error;
    *action = length < LONG || text[LONG - 1] < 'x' || text[LONG - 1] > 'z' ? HEAPS_ACTIONS : text[LONG - 1] - 'x';
    return LG_OK;
}

/* A finding contains the first 100 bytes of a longer text. */
START_TEST(test_long_texts_are_cut_off) {
    lg_check_config config = lg_check_default();
    lg_game_type type = HEAPS;
    int cut = 0;
    type.rules.action_print = action_long;
    type.rules.action_parse = action_by_end;
    for (config.seed = 0; config.seed < 20; config.seed++) {
        const lg_check_report report = heaps_check(&type, &config);
        const char *end = strchr(report.finding.text + 1, '"');
        ck_assert_msg(end != NULL && strcmp(end, "\" is read as action 3") == 0, "%s", report.finding.text);
        ck_assert_int_le(end - report.finding.text, 101);
        cut += end - report.finding.text == 101;
    }
    ck_assert_int_ge(cut, 1);
}
END_TEST

Suite *lg_test_check_broken(void) {
    Suite *suite = suite_create("check_broken");
    TCase *tests = tcase_create("check_broken");
    tcase_add_loop_test(tests, test_broken, 0, COUNT);
    tcase_add_test(tests, test_broken_together);
    tcase_add_test(tests, test_sound_drawing);
    tcase_add_test(tests, test_endless);
    tcase_add_test(tests, test_finding_leads_back);
    tcase_add_test(tests, test_short_texts_are_quoted);
    tcase_add_test(tests, test_long_texts_are_cut_off);
    suite_add_tcase(suite, tests);
    return suite;
}
