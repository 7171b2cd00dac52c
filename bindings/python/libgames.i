/* The flat module libgames._native: functions on bytes, capsules, buffers and dicts. The Python face is written by
 * hand on top of it; nothing here is meant for users. Constants and functions come from the interface that all languages
 * share (../libgames.i); the headers here have what its typemaps need, and an observation, which learners ask for in every
 * step. */
%module native

%{
#include "common.h"
#include "objects.h"
#include "observe.h"

/* What learners call in every step. */
#define HOT(X) \
    X(lg_game_apply) X(lg_game_player) X(lg_game_legal) X(lg_game_legal_bytes) X(lg_game_choose) X(lg_player_rng) \
    X(lg_game_hash) X(lg_game_in_move) X(lg_game_outcome) X(lg_game_scores) X(lg_batch_step) X(state_observe)
HOT(CALL_OF)
static PyMethodDef calls[] = {HOT(ENTRY_OF){NULL, NULL, 0, NULL}};
%}
%include "members.i"

%include "../libgames.i"

/* Functions written by hand check their numbers themselves. */
%typemap(check) int32_t player, int32_t action, int32_t symmetry, int32_t viewer ""

%include "observe.h"

%init %{
    if (!find_errors() || PyModule_AddFunctions(m, calls) != 0) return -1;
%}
