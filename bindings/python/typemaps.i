/* The forms of C's types in Python. Each typemap of an argument accepts exactly the type that its error names.
 *
 * Python gets the part of the shared interface that libgames/_native.pyi names: wrapped.i, which the build makes from
 * it, contains a line for each function and constant there. Of structs it gets the facts of games, parameters and
 * bots. */
%rename("$ignore", %$isclass, regextarget=1) "^lg_(?!(clock|game|game_type|param|bot_type)$)";
%rename("$ignore", %$not %$isclass, %$not %$isenum, %$not %$ismember, regextarget=1) "^(malloc|free|lg_|LG_)";
%include "wrapped.i"
%rename("$ignore", regextarget=1, fullname=1)
    "^(lg_game::observation|lg_game_type::(abi|params|seats)|lg_param::words|lg_bot_type::params)$";
%nodefaultctor;
%nodefaultdtor;

/* The variable that the typemaps of a call share, see objects.h: SWIG makes one local variable of this name. */
%define ITS_CALL
CALL _global_call = {NULL}
%enddef
#define THE_CALL &_global_call
#define ITS_GAME _global_call.sizes.game

/* Calls that may take long run without the interpreter lock. */
%define UNLOCKED(NAME)
%exception NAME {
    unlock(THE_CALL);
    $action
    lock(THE_CALL);
}
%enddef
%formacro(UNLOCKED, lg_alquerque_count, lg_alquerque_endings_open, lg_alquerque_endings_solve)
%formacro(UNLOCKED, lg_alquerque_perft, lg_game_check, lg_mask_sample)
%formacro(UNLOCKED, lg_rollout, lg_rollout_left, lg_rollouts, lg_bot_choose, alphabeta_run, lg_alphabeta_clear)
%formacro(UNLOCKED, lg_batch_choose, lg_batch_expand, lg_batch_observe, lg_batch_resample, lg_batch_transform)
%formacro(UNLOCKED, lg_batch_reset, lg_batch_step, lg_batch_search_advance, lg_batch_search_collect)
%formacro(UNLOCKED, lg_batch_search_receive, lg_batch_search_run, lg_self_play_run)

/* ---- objects: capsules -------------------------------------------------------------------------------------- */

%define OBJECT(TYPE)
%typemap(in) TYPE * (ITS_CALL), const TYPE * (ITS_CALL) {
    const handle *of = open_handle(THE_CALL, $input, "TYPE");
    if (of == NULL) SWIG_fail;
    $1 = ($1_ltype)of->at;
}
%enddef
%define LG_HANDLE(TYPE)
OBJECT(TYPE)
%typemap(check) TYPE *, const TYPE * {
    if (!is_free(_global_call.of)) SWIG_fail;
    $1 = ($1_ltype)_global_call.of->at;
}
%typemap(in, numinputs=0) TYPE ** (TYPE *made = NULL) { $1 = &made; }
%typemap(argout) TYPE ** {
    if ($result != NULL) $result = added($result, new_handle(THE_CALL, "TYPE", *$1, end_##TYPE));
}
%enddef
%typemap(check) (lg_batch *batch, bool interrupt) "" /* for another thread, while a call of the batch runs */
%exception lg_batch_destroy { close_handle(_global_call.of); }
%exception game_know { /* which uses the tables from now on */
    $action
    if (result == LG_OK) hand_over(THE_CALL, _global_call.of);
}
%exception lg_batch_add {
    $action
    if (result == LG_OK && PyList_Append(_global_call.of->kept, _global_call.last->capsule) != 0) SWIG_fail;
}

/* One of many searches, which uses their memory. */
%typemap(out) lg_search * {
    _global_call.sizes.rows = 1;
    $result = $1 == NULL ? Py_NewRef(Py_None) : new_handle(THE_CALL, "lg_search", $1, NULL);
}
%typemap(out) const void *lg_search_state {
    $result = $1 != NULL ? new_bytes($1, ITS_GAME->state_size) : raise_status("$symname", LG_E_ARGUMENT, NULL);
}

/* A configured game. */
OBJECT(lg_game)
%apply const lg_game * { struct lg_game *self };
%typemap(in) (const char *text, size_t length, lg_game *game) (ITS_CALL) {
    if (!read_text($input, (const char **)&$1, &$2)) SWIG_fail;
    $3 = (lg_game *)(_global_call.room = calloc(1, sizeof *$3));
}
%typemap(argout) (const char *text, size_t length, lg_game *game) {
    if ($result != NULL) $result = added($result, new_game(THE_CALL));
}
%typemap(in) const lg_ontherun_map *map (ITS_CALL) {
    if (open_handle(THE_CALL, $input, "lg_game") == NULL) SWIG_fail;
    if (ITS_GAME->type != &lg_ontherun_game) SWIG_exception_fail(SWIG_TypeError, "expected a game of ontherun");
    $1 = (lg_ontherun_map *)ITS_GAME->shared;
}
%typemap(check) const lg_ontherun_map *map ""
%typemap(out) const void *shared { /* the bytes of the shared object, or None */
    $result = $1 != NULL ? new_bytes($1, ITS_GAME->shared_size) : Py_NewRef(Py_None);
}

/* A game's file by its name in the system's encoding, and the problem with it. */
%typemap(in) const char *path {
    if (PyBytes_AsStringAndSize($input, &$1, NULL) != 0) SWIG_fail;
}
%typemap(in, numinputs=0) const lg_game_type **type (lg_game_type *made = NULL) { $1 = &made; }
%typemap(argout) const lg_game_type **type {
    if ($result != NULL) $result = added($result, SWIG_NewPointerObj(*$1, $descriptor(lg_game_type *), 0));
}
%typemap(in, numinputs=0) (char *problem, size_t capacity) (char problem[LG_LOAD_PROBLEM]) {
    $1 = problem;
    $2 = sizeof problem;
}
%typemap(argout) (char *problem, size_t capacity) {
    if ($result == NULL) (void)PyErr_Format(PyExc_ValueError, "%s", $1);
}

/* A name that is no member of a struct. */
%typemap(check) SWIGTYPE *self {
    if ($1 == NULL) SWIG_exception_fail(SWIG_TypeError, "$symname: expected an object, not None");
}

/* ---- numbers ------------------------------------------------------------------------------------------------- */

/* Anything with __index__, never a float, in the range of the C type. Some determine the sizes of the arrays after
 * them. */
%define INTEGER(PATTERN, LOW, HIGH, THEN)
%typemap(in) PATTERN (ITS_CALL) {
    int64_t number;
    if (!read_integer($input, LOW, HIGH, "$1_name", &number)) SWIG_fail;
    $1 = ($1_ltype)number;
    THEN
}
%enddef
INTEGER(int32_t, INT32_MIN, INT32_MAX, )
INTEGER(int64_t, INT64_MIN, INT64_MAX, )
INTEGER(int32_t count, INT32_MIN, INT32_MAX, _global_call.sizes.rows = (size_t)$1;)
INTEGER(int64_t count, INT64_MIN, INT64_MAX, _global_call.sizes.rows = (size_t)$1;)
INTEGER(int32_t rows, INT32_MIN, INT32_MAX, _global_call.sizes.rows = (size_t)$1;)
INTEGER(int32_t actions, INT32_MIN, INT32_MAX, _global_call.sizes.mask = (size_t)$1;)
%typemap(in) uint64_t seed {
    if (!read_seed($input, &$1)) SWIG_fail;
}
%typemap(in) bool {
    const int truth = PyObject_IsTrue($input);
    if (truth < 0) SWIG_fail;
    $1 = truth != 0;
}

/* Numbers of a game's parts, for calls about one of them. */
%define NUMBERED(NAME, LOW, COUNT)
%typemap(check) int32_t NAME (ITS_CALL) {
    if (ITS_GAME != NULL && !in_range("NAME", $1, LOW, COUNT)) SWIG_fail;
}
%enddef
NUMBERED(player, 0, ITS_GAME->players)
NUMBERED(seat, 0, ITS_GAME->players)
NUMBERED(viewer, -1, ITS_GAME->players + 1)
NUMBERED(action, 0, ITS_GAME->actions)
NUMBERED(symmetry, 0, ITS_GAME->symmetries)
%typemap(check) (const void *state, int32_t action) "" /* there is an explanation for any illegal number */

/* One that is written. */
%define RETURNS(TYPE, CONVERT)
%typemap(in, numinputs=0) TYPE *RETURNED (TYPE made = 0) { $1 = &made; }
%typemap(argout) TYPE *RETURNED { $result = added($result, CONVERT(*$1)); }
%enddef
RETURNS(bool, PyBool_FromLong)
RETURNS(double, PyFloat_FromDouble)
RETURNS(int32_t, PyLong_FromLong)
RETURNS(int64_t, PyLong_FromLongLong)
RETURNS(size_t, PyLong_FromSize_t)
RETURNS(uint64_t, PyLong_FromUnsignedLongLong)
RETURNS(lg_snakecore_message_kind, PyLong_FromLong)
%apply bool *RETURNED { bool *has_start };
%apply double *RETURNED { double *moves, double *decisions };
%apply int32_t *RETURNED { int32_t *action, int32_t *count, int32_t *failed, int32_t *going, int32_t *mapped,
    int32_t *potential, int32_t *rows, int32_t *symmetry };
%apply int64_t *RETURNED { int64_t *actions };
%apply size_t *RETURNED { size_t *count, size_t *name_length, size_t *size };
%apply uint64_t *RETURNED { uint64_t *key };
%apply lg_snakecore_message_kind *RETURNED { lg_snakecore_message_kind *kind };

/* A position in a text, which advances. */
%typemap(in) size_t *at (size_t place) {
    int64_t number;
    if (!read_integer($input, 0, INT64_MAX, "at", &number)) SWIG_fail;
    place = (size_t)number;
    $1 = &place;
}
%typemap(argout) size_t *at { $result = added($result, PyLong_FromSize_t(*$1)); }

/* A few output numbers: as many as there is room for, or one for each player. */
%define NUMBERS(PATTERN, TYPE, ROOM, COUNT)
%typemap(in, numinputs=0) PATTERN (TYPE made[ROOM] = {0}) { $1 = made; }
%typemap(argout) PATTERN { $result = added($result, new_tuple($1, KIND(*$1), sizeof *$1, COUNT)); }
%enddef
%typemap(out) int32_t [ANY] { $result = new_tuple($1, KIND(*$1), sizeof *$1, $1_dim0); }
NUMBERS(int32_t [ANY], int32_t, $1_dim0, $1_dim0)
NUMBERS(uint64_t [ANY], uint64_t, $1_dim0, $1_dim0)
%typemap(in, numinputs=0) lg_batch_report *report (lg_batch_report made) { $1 = &made; }
%typemap(argout) lg_batch_report *report { $result = added($result, new_tuple($1, 'i', 4, sizeof *$1 / 4)); }
%typemap(in, numinputs=0) lg_part [ANY] (lg_part made[$1_dim0]) { $1 = made; }
%typemap(argout) lg_part [ANY] {
    for (int32_t i = 0; i < result; i++) $result = added($result, new_tuple(&$1[i], 'i', 4, sizeof *$1 / 4));
}

/* ---- states, records and other bytes ------------------------------------------------------------------------- */

%typemap(in) const void *state, const void *before, const void *after {
    $1 = state_bytes("$1_name", ITS_GAME, $input);
    if ($1 == NULL) SWIG_fail;
}
%typemap(in) (const void *state, size_t size) {
    $1 = state_bytes("$1_name", ITS_GAME, $input);
    if ($1 == NULL) SWIG_fail;
    $2 = ITS_GAME->state_size;
}
%typemap(in, numinputs=0) void *state, void *after, (void *bytes, size_t size) ""
%typemap(check) void *state, void *after { /* when the game is known */
    if (!make_bytes(THE_CALL, ITS_GAME->state_size, &$1)) SWIG_fail;
}
%typemap(check) (void *bytes, size_t size) {
    $2 = lg_batch_saved_size(_global_call.of->at);
    if (!make_bytes(THE_CALL, $2, &$1)) SWIG_fail;
}
%typemap(argout) void *state, void *after, (void *bytes, size_t size) {
    $result = added($result, _global_call.made);
    _global_call.made = NULL;
}
%typemap(check) const void *state, const void *before, const void *after ""
%typemap(argout) const void *state, const void *before, const void *after ""

/* Bytes to read, new bytes for outputs. */
%define LG_RECORD(TYPE, LEAST)
%ignore TYPE;
%typemap(in) const TYPE * (ITS_CALL, size_t size) {
    if (!open_bytes(THE_CALL, "$1_name", $input, PyBUF_SIMPLE, LEAST, &$1, &size)) SWIG_fail;
}
%typemap(in) const TYPE [ANY] (ITS_CALL, size_t size) {
    if (!open_bytes(THE_CALL, "$1_name", $input, PyBUF_SIMPLE, LEAST * $1_dim0, &$1, &size)) SWIG_fail;
}
%typemap(argout) const TYPE *, const TYPE [ANY] ""
%typemap(in, numinputs=0) TYPE * (TYPE made = {0}) { $1 = &made; }
%typemap(in, numinputs=0) TYPE [ANY] (TYPE made[$1_dim0] = {{0}}) { $1 = made; }
%typemap(argout) TYPE *, TYPE [ANY] { $result = added($result, new_bytes(&made$argnum, sizeof made$argnum)); }
%typemap(out) TYPE { $result = PyByteArray_FromStringAndSize((const char *)&$1, sizeof $1); }
%enddef

/* A record that a function changes: writable bytes. */
%define CHANGED(TYPE, NAME)
%typemap(in) TYPE *NAME (ITS_CALL, size_t size) {
    if (!open_bytes(THE_CALL, "$1_name", $input, PyBUF_WRITABLE, sizeof(TYPE), &$1, &size)) SWIG_fail;
}
%typemap(argout) TYPE *NAME ""
%enddef
CHANGED(lg_alquerque_moves, moves)
CHANGED(lg_ontherun_joints, joints)
CHANGED(lg_rng, rng)
%constant size_t LG_ALQUERQUE_MOVES_SIZE = sizeof(lg_alquerque_moves);
%constant size_t LG_ONTHERUN_JOINTS_SIZE = sizeof(lg_ontherun_joints);

/* A state whose bytes contain its length. */
%typemap(argout) lg_snakecore *state, lg_snakecore *after {
    $result = added($result, new_bytes($1, $result == NULL ? 0 : lg_snakecore_bytes($1)));
}

/* Bytes with their number, or the number of their elements. */
%define SIZED(PATTERN, FLAGS)
%typemap(in) PATTERN (ITS_CALL, size_t size) {
    if (!open_bytes(THE_CALL, "$1_name", $input, FLAGS, 0, &$1, &size)) SWIG_fail;
    $2 = ($2_ltype)(size / sizeof *$1);
}
%typemap(check) PATTERN ""
%typemap(argout) PATTERN ""
%enddef
SIZED((const lg_snakecore_cell *spawns, int32_t count), PyBUF_SIMPLE)
SIZED((const int32_t *actions, int32_t count), PyBUF_SIMPLE)
SIZED((const int32_t *drawn, int32_t count), PyBUF_SIMPLE)
SIZED((const int32_t *line, int32_t length), PyBUF_SIMPLE)
SIZED((const uint8_t *actions, size_t count), PyBUF_SIMPLE)
SIZED((const void *bytes, size_t size), PyBUF_SIMPLE)
SIZED((int32_t *actions, int32_t capacity), PyBUF_WRITABLE)
SIZED((uint8_t *actions, size_t capacity), PyBUF_WRITABLE)
SIZED((uint8_t *steps, int32_t capacity), PyBUF_WRITABLE)
SIZED((void *memory, size_t capacity), PyBUF_WRITABLE)
SIZED((void *memory, size_t size), PyBUF_WRITABLE)
%typemap(argout) (void *memory, size_t size) { /* a game's, when it has been prepared there */
    if (ITS_GAME->shared == $1) hand_over(THE_CALL, _global_call.of);
}

/* The filled part of an array. */
%define FILLED(PATTERN, TYPE, COUNT)
%typemap(in, numinputs=0) PATTERN (TYPE made[LG_SNAKECORE_MAX_CELLS + 1] = {0}) { $1 = made; }
%typemap(argout) PATTERN { $result = added($result, new_bytes($1, (size_t)(COUNT) * sizeof(TYPE))); }
%enddef
FILLED(lg_snakecore_cell *cells, lg_snakecore_cell, result)
FILLED(uint8_t *energy, uint8_t, result)
FILLED(char *field, char, strlen($1))

/* ---- structs and arrays; see members.h ----------------------------------------------------------------------- */

%define STRUCT_READ(TYPE)
%typemap(in) const TYPE * (ITS_CALL, TYPE made = {0}) {
    if (!read_struct(THE_CALL, $input, TYPE##_members(), &made)) SWIG_fail;
    $1 = &made;
}
%typemap(argout) const TYPE * ""
%enddef
%formacro(STRUCT_READ, lg_check_config, lg_draw_options, lg_view, lg_batch_config, lg_batch_buffers, lg_batch_expansion)
%formacro(STRUCT_READ, lg_batch_sampling, lg_batch_observations, lg_batch_choices, lg_batch_transforms, lg_search_config)
%formacro(STRUCT_READ, lg_search_leaves, lg_search_actions, lg_alphabeta_config, lg_alphabeta_limits)
%formacro(STRUCT_READ, lg_self_play_config, lg_self_play_positions)
%typemap(in) const lg_batch_config *config (ITS_CALL, lg_batch_config made = {0}) {
    if (!read_struct(THE_CALL, $input, lg_batch_config_members(), &made)) SWIG_fail;
    batch_sizes(&_global_call.sizes, &made);
    $1 = &made;
}

%define STRUCT_MADE(TYPE)
%typemap(in, numinputs=0) TYPE * (TYPE made = {0}) { $1 = &made; }
%typemap(argout) TYPE * { $result = added($result, new_struct($1, TYPE##_members())); }
%typemap(out) TYPE { $result = new_struct(&$1, TYPE##_members()); }
%enddef
%formacro(STRUCT_MADE, lg_check_config, lg_check_report, lg_space, lg_batch_config, lg_search_config)
%formacro(STRUCT_MADE, lg_search_statistics, lg_self_play_config)
%typemap(in, numinputs=0) lg_batch_slot *record (lg_batch_slot made = {0}) { $1 = &made; }
%typemap(argout) lg_batch_slot *record { $result = added($result, new_struct($1, lg_batch_slot_members())); }
%typemap(out) const lg_space * {
    $result = $1 != NULL ? new_struct($1, lg_space_members()) : raise_status("$symname", LG_E_ARGUMENT, NULL);
}
%typemap(out) lg_field * { $result = $1 == NULL ? Py_NewRef(Py_None) : new_struct($1, lg_field_members()); }
%typemap(newfree) lg_field * { free($1); }

/* All children, at most this number. */
%typemap(in) (lg_search_child *children, int32_t capacity) {
    int64_t most;
    if (!read_integer($input, 0, INT32_MAX, "most", &most)) SWIG_fail;
    $2 = (int32_t)(most < ITS_GAME->actions ? most : ITS_GAME->actions);
    $1 = (lg_search_child *)(_global_call.room = malloc((size_t)$2 * sizeof *$1 + 1));
}
%typemap(out) int32_t lg_search_children, int32_t lg_game_parts { $result = PyList_New(0); }
%typemap(argout) (lg_search_child *children, int32_t capacity) {
    for (int32_t i = 0; i < result; i++) $result = added($result, new_struct(&$1[i], lg_search_child_members()));
}

/* The possible outcomes of a draw, with their probabilities. */
%typemap(in, numinputs=0) (int32_t *outcomes, double *weights, int32_t capacity, int32_t *found) (int32_t number = 0) {
    $4 = &number;
}
%typemap(check) (int32_t *outcomes, double *weights, int32_t capacity, int32_t *found) (ITS_CALL) {
    $3 = ITS_GAME->outcomes;
    $2 = (double *)(_global_call.room = malloc((size_t)$3 * (sizeof *$1 + sizeof *$2) + 1));
    if ($2 == NULL) SWIG_exception_fail(SWIG_MemoryError, "$symname: no memory");
    $1 = (int32_t *)($2 + $3);
}
%typemap(argout) (int32_t *outcomes, double *weights, int32_t capacity, int32_t *found) {
    if ($result != NULL) $result = added($result, PyList_New(0));
    for (int32_t i = 0; i < *$4; i++) $result = added($result, Py_BuildValue("id", (int)$1[i], $2[i]));
}

/* The results fill a dict even if a signal's handler raises. */
%define FILLS(TYPE, NAME)
%typemap(in) TYPE *NAME (TYPE made = {0}) { $1 = &made; }
%typemap(argout) TYPE *NAME {
    PyObject *found = result == LG_OK ? new_struct($1, TYPE##_members()) : NULL;
    if (found == NULL || PyDict_Update($input, found) != 0) Py_CLEAR($result);
    Py_XDECREF(found);
}
%enddef
FILLS(lg_alphabeta_result, result)
FILLS(lg_self_play_report, report)

/* Arrays with a row for each slot, search or game; None for none, unless they are NEEDED. */
%define ARRAY_OF(PATTERN, WIDTH, NEEDED)
%typemap(in) PATTERN (ITS_CALL) {
    const member wanted = {.name = "$1_name", .kind = KIND(($1_type)0), .width = WIDTH};
    $1 = NULL;
    if (($input != Py_None || NEEDED) && !open_rows(THE_CALL, &wanted, $input, &_global_call.sizes, &$1)) SWIG_fail;
}
%enddef
ARRAY_OF(uint8_t *bytes, ACTION, 1)
ARRAY_OF(const uint8_t *masks, MASK, 1)
ARRAY_OF(const uint8_t *ended, EACH, 1)
ARRAY_OF(int32_t *chosen, EACH, 1)
ARRAY_OF(float *outcomes, PLAYER, 1)
ARRAY_OF(int64_t *lengths, EACH, 1)
ARRAY_OF(const uint8_t *which, EACH, 0)
ARRAY_OF(const uint64_t *seeds, EACH, 0)
ARRAY_OF(const void *roots, STATE, 1)
ARRAY_OF(const void *states, STATE, 0)
ARRAY_OF(const int32_t *actions, EACH, 1)
ARRAY_OF(int32_t *best, EACH, 1)
ARRAY_OF(int32_t *statuses, EACH, 0)
ARRAY_OF(int64_t *simulations, EACH, 0)
ARRAY_OF(float *values, PLAYER, 0)

/* ---- errors, text, and the end of a call --------------------------------------------------------------------- */

/* A status raises; outputs take the place of None. An error with more information raises again. */
%typemap(out) lg_status (ITS_CALL) {
    $result = $1 == LG_OK || ($1 == LG_E_SPACE && _global_call.again) ? Py_NewRef(Py_None)
                                                                      : raise_status("$symname", $1, NULL);
}
%typemap(in, numinputs=0) lg_parse_error *error (lg_parse_error error = {0}) { $1 = &error; }
%typemap(argout) lg_parse_error *error {
    if ($result == NULL && $1->expected != NULL) (void)raise_status("$symname", result, $1);
}

/* Text: str (as UTF-8) or bytes. */
%typemap(in) (const char *text, size_t length) {
    if (!read_text($input, (const char **)&$1, &$2)) SWIG_fail;
}

/* Output text; a second call has room for text that was too long for the first one. */
%typemap(in, numinputs=0) (char *buffer, size_t capacity, size_t *length) (ITS_CALL, char small[512], size_t written) {
    _global_call.again = true;
    $1 = small;
    $2 = sizeof small;
    $3 = &written;
}
%typemap(check) (char *buffer, size_t capacity, size_t *length) {
again:
    written$argnum = 0;
}
%typemap(argout) (char *buffer, size_t capacity, size_t *length) {
    if (result == LG_E_SPACE && _global_call.again) {
        Py_CLEAR($result);
        _global_call.again = false;
        $1 = (char *)(_global_call.room = malloc(*$3 + 1));
        $2 = $1 == NULL ? 0 : *$3 + 1;
        goto again;
    }
    if ($result != NULL) $result = added($result, PyUnicode_FromStringAndSize($1, (Py_ssize_t)*$3));
}

/* The end of a choice or a rollout: after a number of seconds, or when the first byte of a buffer (None: no buffer) is
 * not 0. */
%typemap(in) (lg_stop *stop, void *context) (ITS_CALL) {
    const member wanted = {.name = "stop", .kind = 'B' | ARRAY | READ, .width = EACH};
    const sizes one = {.rows = 1};
    PyObject *stop = NULL;
    if (!PyArg_ParseTuple($input, "dO", &_global_call.end, &stop)) SWIG_fail;
    if (stop != Py_None && !open_rows(THE_CALL, &wanted, stop, &one, &_global_call.stop)) SWIG_fail;
    _global_call.end += seconds_now();
    _global_call.glance = seconds_now() + GLANCE;
    $1 = look_out;
    $2 = THE_CALL;
}
%typemap(argout) (lg_stop *stop, void *context) {
    if (_global_call.raised) Py_CLEAR($result);
}

/* Elsewhere arrays of a call are kept while the object is used; here they are members of structs. */
%define LG_BATCH_ARRAYS
%enddef
