/* The base of all checks: the memory of a walk, its current state, and the report of a finding. */
#include "check/walk.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- memory: blocks with a guard after each ---- */

static void *walk_take(lg_i_walk *w, size_t size) {
    char *at = w->memory != NULL ? w->memory + w->used : NULL;
    w->blocks[w->block_count].at = w->used;
    w->blocks[w->block_count++].size = size;
    w->used += lg_i_bits_rounded_up(size + LG_I_CHECK_GUARD);
    if (at != NULL) memset(at, LG_I_CHECK_SENTINEL, size + LG_I_CHECK_GUARD);
    return at;
}

static size_t largest_observation(const lg_game *game) {
    size_t largest = 0;
    for (int32_t i = 0; i < game->observations; i++) {
        const size_t size = lg_space_size(&game->observation[i]);
        largest = size > largest ? size : largest;
    }
    return largest;
}

static void walk_lay_out(lg_i_walk *w) {
    void **const states[] = {&w->state, &w->kept,  &w->after,   &w->other, &w->image,    &w->like,
                             &w->saved, &w->sound, &w->earlier, &w->begun, &w->sentinel, &w->unused};
    void **const seen[] = {&w->seen, &w->seen_again, &w->seen_mapped};
    lg_i_check_text *const texts[] = {&w->text, &w->other_text, &w->again, &w->damaged};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) *states[i] = walk_take(w, w->game->state_size);
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) *seen[i] = walk_take(w, largest_observation(w->game));
    w->shared = walk_take(w, w->game->shared_size);
    w->mask = walk_take(w, lg_i_check_mask_size(w));
    w->other_mask = walk_take(w, lg_i_check_mask_size(w));
    w->listed = walk_take(w, (size_t)w->game->actions * sizeof *w->listed);
    w->chosen = walk_take(w, LG_I_CHECK_MOVE_ROOM * sizeof *w->chosen);
    w->draws = walk_take(w, (size_t)(w->game->draws + 1) * sizeof *w->draws);
    w->outcomes = walk_take(w, (size_t)w->game->outcomes * sizeof *w->outcomes);
    w->weights = walk_take(w, (size_t)w->game->outcomes * sizeof *w->weights);
    w->chances = walk_take(w, (size_t)(w->game->draws + 1) * sizeof *w->chances);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) texts[i]->at = walk_take(w, w->config->text_size + 1);
    if (w->memory != NULL) memset(w->unused, 0, w->game->state_size);
}

static bool guards_stand(const lg_i_walk *w) {
    for (int32_t i = 0; i < w->block_count; i++)
        for (size_t k = 0; k < LG_I_CHECK_GUARD; k += 8) {
            uint64_t word;
            memcpy(&word, w->memory + w->blocks[i].at + w->blocks[i].size + k, sizeof word);
            if (word != LG_I_CHECK_SENTINEL * 0x0101010101010101u) return false;
        }
    return true;
}

bool lg_i_check_clean(lg_i_walk *w, const char *contract) {
    LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->state, w->kept), contract, "it changes its input");
    LG_I_CHECK_HOLD(w, guards_stand(w), contract, "it writes beyond the end of its output");
    return true;
}

/* ---- findings ---- */

bool lg_i_check_broken(lg_i_walk *w, const char *contract, const char *format, ...) {
    lg_finding *finding = &w->report->finding;
    va_list arguments;
    finding->contract = contract;
    finding->seed = w->decisions < 0 ? 0 : w->seed;
    finding->decisions = w->decisions;
    va_start(arguments, format);
    (void)vsnprintf(finding->text, sizeof finding->text, format, arguments);
    va_end(arguments);
    const size_t length = strlen(finding->text);
    if (w->beside != NULL)
        (void)snprintf(finding->text + length, sizeof finding->text - length, " (in a state %s)", w->beside);
    return false;
}

/* ---- the walk ---- */

void lg_i_check_refresh(lg_i_walk *w) {
    lg_i_check_copy(w, w->kept, w->state);
    memset(w->mask, LG_I_CHECK_SENTINEL, lg_i_check_mask_size(w));
    w->player = lg_game_player(w->game, w->state);
    w->count = lg_game_legal(w->game, w->state, w->mask);
}

lg_i_walk lg_i_walk_of(const lg_game *game, const lg_check_config *config, void *memory, lg_check_report *report) {
    lg_i_walk w;
    memset(&w, 0, sizeof w);
    w.game = game;
    w.config = config;
    w.report = report;
    w.memory = memory;
    w.decisions = -1;
    w.rng = lg_rng_seed(config->seed, LG_CHECK_STREAM + 1);
    walk_lay_out(&w);
    return w;
}
