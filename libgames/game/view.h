/* Internal: views of a game (libgames/view.h), for arguments that are known to be good. */
#ifndef LG_I_VIEW_H
#define LG_I_VIEW_H

#include "game/calls.h"
#include "libgames/view.h"

static inline bool lg_i_view_is_plain(const lg_view *view) {
    return view->form == LG_FORM_PLAIN && view->canonical == 0;
}

/* `after` must not be `before`. */
static inline void lg_i_view_turn(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                  void *after) {
    const lg_game_learners *learners = lg_i_game_learners(game);
    if (learners->symmetry_observation != NULL) learners->symmetry_observation(game, symmetry, which, before, after);
    else memcpy(after, before, lg_space_size(&game->observation[which]));
}

static inline int32_t lg_i_view_canonical(const lg_game *game, const void *state, int32_t player) {
    const lg_game_learners *learners = lg_i_game_learners(game);
    const int32_t symmetry = learners->canonical != NULL ? learners->canonical(game, state, player) : 0;
    return symmetry >= 0 && symmetry < game->symmetries ? symmetry : 0;
}

/* The symmetry by which such a view turns the position. */
static inline int32_t lg_i_view_symmetry(const lg_game *game, const lg_view *view, const void *state, int32_t player) {
    return view->canonical != 0 ? lg_i_view_canonical(game, state, player) : 0;
}

int32_t lg_i_view_potential(const lg_game *game, const void *state, int32_t player);

void lg_i_view(const lg_game *game, const lg_view *view, const void *state, int32_t player, void *memory, void *out);

/* The same with a symmetry that is known. */
void lg_i_view_turned(const lg_game *game, const lg_view *view, const void *state, int32_t player, int32_t symmetry,
                      void *memory, void *out);

/* The mask of the actions' images; and the action whose image is given, preferably one in the mask. */
void lg_i_view_turn_mask(const lg_game *game, int32_t symmetry, const uint64_t *own, uint64_t *mask);
int32_t lg_i_view_back(const lg_game *game, int32_t symmetry, const uint64_t *mask, int32_t action);

/* All 0 when the game is over. */
void lg_i_view_legal(const lg_game *game, const lg_view *view, const void *state, uint64_t *mask);

/* In a game that is not over. */
int32_t lg_i_view_action(const lg_game *game, const lg_view *view, const void *state, int32_t action);

#endif
