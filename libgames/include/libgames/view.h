/* Games as learners see them: an encoding of the observation in a form of their choice, transformed so that it looks
 * the same from every seat, and the value of a position on the way to the end.
 *
 *     lg_view view = {.observation = 1, .form = LG_FORM_ONE_HOT};
 *     lg_space space;
 *     lg_game_view_space(&game, &view, &space);                      its size and type
 *     scratch = malloc(lg_game_view_scratch(&game, &view));
 *     lg_game_view(&game, &view, state, player, scratch, seen, lg_space_size(&space));
 *
 * Batches (libgames/batch.h) do this for all their games. docs/environments.md describes the forms of each game. */
#ifndef LIBGAMES_VIEW_H
#define LIBGAMES_VIEW_H

#include "libgames/game.h"

LG_BEGIN

/* The form of the elements of an observation. */
typedef enum lg_form {
    LG_FORM_PLAIN = 0, /* as in the game's encoding */
    LG_FORM_SCALED = 1, /* float, -1 ... 1, in the same shape: numbers divided by their size, categories by the highest
                           category */
    LG_FORM_ONE_HOT = 2 /* float, -1 ... 1: categories as one-hots, numbers scaled */
} lg_form;

/* One way to show a game to a learner.
 *
 * One-hots: if an encoding contains categories, the array has one axis. Parts follow each other in the order of
 * lg_game_parts; a part of n elements with k categories takes k planes of n numbers, the first plane for category 0.
 * Without categories it is the scaled form.
 *
 * Canonical: the observation is mapped by the symmetry that lg_game_canonical names for the viewer, and so are the
 * actions, as lg_game_symmetry_action does. */
typedef struct lg_view {
    int32_t observation; /* the encoding, 0 ... game->observations-1 */
    int32_t form;        /* lg_form */
    int32_t canonical;   /* 0 or 1 */
} lg_view;

/* The shape, type and range of what lg_game_view writes; the name is the encoding's. LG_E_ARGUMENT: there is no such
 * view, or it would take more than INT32_MAX bytes as floats. */
LG_API lg_status lg_game_view_space(const lg_game *game, const lg_view *view, lg_space *space);

/* Bytes of scratch memory for lg_game_view, often 0; 0 also if there is no such view. */
LG_API size_t lg_game_view_scratch(const lg_game *game, const lg_view *view);

/* Writes the observation of `player` in this view into `size` bytes, which must be lg_space_size of its space and
 * aligned to an element. `memory`: lg_game_view_scratch bytes aligned to 8; may be NULL if that is 0. */
LG_API lg_status lg_game_view(const lg_game *game, const lg_view *view, const void *state, int32_t player, void *memory,
                              void *out, size_t size);

/* The parts of an encoding, in C order: writes an array of LG_MAX_PARTS and returns the number of parts; 0 if a pointer
 * is NULL or there is no such encoding. */
LG_API int32_t lg_game_parts(const lg_game *game, int32_t which, lg_part parts[LG_MAX_PARTS]);

/* The symmetry that puts the position into canonical form for `player`: its pieces are then on a fixed side, or its
 * head faces in a fixed direction. 0 for a game without such a function. */
LG_API lg_status lg_game_canonical(const lg_game *game, const void *state, int32_t player, int32_t *symmetry);

/* The value of the position to `player` on the way to the end, in LG_POTENTIAL_ONE-ths, -LG_MAX_POTENTIAL ...
 * LG_MAX_POTENTIAL: shaped rewards are its change (lg_batch_config.reward). A game without such a function uses
 * lg_game_evaluate, and 0 at the end. */
LG_API lg_status lg_game_potential(const lg_game *game, const void *state, int32_t player, int32_t *potential);

LG_END

#endif
