/* The part of the library that every language gets: its public headers, unchanged. The typemaps.i of the language
 *(bindings/<language>), which SWIG finds on its include path, determines the forms of types:
 *
 *   a state          const void *state, *before (read) and void *state, *after (written); bytes
 *   a record         a struct without pointers, LG_RECORD below: bytes as well
 *   a text           (const char *text, size_t length) read, (char *buffer, size_t capacity, size_t *length) written
 *   an error         lg_status, and lg_parse_error *error with line, column and what was expected
 *   a few numbers    int32_t *scores, float *outcome, ...: arrays that live as long as the call
 *   many games       the members of lg_batch_buffers and similar structs: arrays that stay while the object is used
 *   an object        lg_game and the configurations: structs with members; lg_batch and others, LG_HANDLE below: a
 *                    handle
 *
 * Everything else is SWIG's default. The interface for a language's users is written on top of this, by hand. */
%module native

%{
#include <libgames/libgames.h>
%}

%include <stdint.i>

/* Internal names, and the functions of a game's table: they are called through lg_game_..., which checks. */
%rename("$ignore", regextarget=1) "^(lg_i_|LG_I_|lg_game_(rules|texts|people|contest|learners|bots|speed)$)";
%rename("$ignore", regextarget=1, fullname=1)
    "^lg_game_type::(?!(abi|version|name|title|id|information|chance|param|param_count|params|seats|shared_file|opening|help)$)";

/* Callbacks stay in C: languages call repeatedly instead (lg_search_run_some, lg_search_collect). */
%ignore lg_search_config::evaluator;
%ignore lg_search_config::context;
%ignore lg_search_config::weights; /* borrowed as long as the search is used; Python does this differently */
%ignore lg_search_config::weights_size;
%ignore lg_search_run;
%ignore lg_alphabeta_limits::stop;
%ignore lg_alphabeta_limits::context;
%ignore lg_stop;
%ignore lg_known;
%ignore lg_game::known;
%ignore LG_KNOWN_DRAWN;

%include "typemaps.i"

LG_HANDLE(lg_alphabeta)
LG_HANDLE(lg_batch)
LG_HANDLE(lg_ontherun_map)
LG_HANDLE(lg_search)
LG_HANDLE(lg_batch_search)

LG_RECORD(lg_rng, sizeof(lg_rng))
LG_RECORD(lg_bot, sizeof(lg_bot))
LG_RECORD(lg_batch_slot, sizeof(lg_batch_slot))
LG_RECORD(lg_search_child, sizeof(lg_search_child))
LG_RECORD(lg_alquerque, sizeof(lg_alquerque))
LG_RECORD(lg_alquerque_move, sizeof(lg_alquerque_move))
LG_RECORD(lg_alquerque_moves, sizeof(lg_alquerque_moves))
LG_RECORD(lg_alquerque_ending, sizeof(lg_alquerque_ending))
LG_RECORD(lg_alquerque_endings, sizeof(lg_alquerque_endings))
LG_RECORD(lg_alquerque_endings_progress, sizeof(lg_alquerque_endings_progress))
LG_RECORD(lg_amazes, sizeof(lg_amazes))
LG_RECORD(lg_amazes_edges, sizeof(lg_amazes_edges))
LG_RECORD(lg_amazes_knowledge, sizeof(lg_amazes_knowledge))
LG_RECORD(lg_amazes_place, sizeof(lg_amazes_place))
LG_RECORD(lg_amazes_sight, sizeof(lg_amazes_sight))
LG_RECORD(lg_blockdrop, sizeof(lg_blockdrop))
LG_RECORD(lg_blockdrop_place, sizeof(lg_blockdrop_place))
LG_RECORD(lg_ontherun, sizeof(lg_ontherun))
LG_RECORD(lg_ontherun_joints, sizeof(lg_ontherun_joints))
LG_RECORD(lg_ontherun_set, sizeof(lg_ontherun_set))
LG_RECORD(lg_snakecore, offsetof(lg_snakecore, data))
LG_RECORD(lg_snakecore_cell, sizeof(lg_snakecore_cell))
LG_RECORD(lg_snakecore_python, sizeof(lg_snakecore_python))

/* Memory for objects made in the caller's memory: games' shared objects, batches, searches. */
void *malloc(size_t size);
void free(void *memory);

/* ---- the library, from the lowest layer up --------------------------------------------------------- */

%immutable lg_parse_error::expected;
%include "libgames/base.h"
#undef LG_STATIC_ASSERT
#define LG_STATIC_ASSERT(condition, reason)
%include "libgames/hash.h"
%include "libgames/rng.h"
%immutable; /* facts */
%include "libgames/table.h"
%include "libgames/game.h"
%include "libgames/games.h"
%include "libgames/load.h"
%include "libgames/choose.h"
%include "libgames/bots.h"
%mutable;
%include "libgames/view.h"
%immutable lg_finding::contract;
%include "libgames/check.h"

/* Entries of the arrays of structs, one at a time; NULL where there is none. */
%extend lg_game {
    const lg_space *space(int32_t which) {
        return which >= 0 && which < self->observations ? &self->observation[which] : NULL;
    }
    %newobject field;
    lg_field *field(int32_t number) {
        lg_field all[LG_MAX_FIELDS], *field = NULL;
        if (number >= 0 && number < lg_game_fields(self, all)) field = (lg_field *)malloc(sizeof *field);
        if (field != NULL) *field = all[number];
        return field;
    }
}
%extend lg_game_type {
    const lg_param *param(int32_t number) {
        return number >= 0 && number < self->param_count ? &self->params[number] : NULL;
    }
}
%extend lg_bot_type {
    const lg_param *param(int32_t number) {
        return number >= 0 && number < self->param_count ? &self->params[number] : NULL;
    }
}
%extend lg_param {
    const char *word(int32_t number) {
        return self->words != NULL && number >= 0 && number <= self->maximum ? self->words[number] : NULL;
    }
}

%include "libgames/search.h"
%include "libgames/batch_search.h"
#ifdef SWIGPYTHON /* where networks learn */
LG_HANDLE(lg_self_play)
%include "libgames/self_play.h"
#endif
%include "libgames/alphabeta.h"
LG_BATCH_ARRAYS
%include "libgames/batch.h"

/* ---- the games ------------------------------------------------------------------------------------- */

%ignore lg_alquerque_ending_counts;
%include "libgames/alquerque.h"
%include "libgames/amazes.h"
%include "libgames/blockdrop.h"
%include "libgames/ontherun.h"
%include "libgames/snakecore.h"
