/* How C looks in Python. Each typemap of an argument names what was expected, and takes nothing else.
 *
 * Of the shared interface Python has the constants and these functions, header by header in the order of ../libgames.i;
 * the others are called by hand-written ones. */
%rename("$ignore", %$isclass, regextarget=1) "^lg_(?!(clock|game|game_type|param|player_type)$)";
%rename("$ignore", %$isvariable, regextarget=1) "^lg_";
%rename("$ignore", %$isfunction, regextarget=1) "^(malloc|free|lg_)";
%define USED(NAMES)
%rename("%s", %$isfunction, regextarget=1) NAMES;
%enddef
USED("^lg_version$")
USED("^lg_rng_seed$")
USED("^lg_game_(configure|new|prepare|prepare_parse|shared_print|validate)$")
USED("^lg_game_(apply|forfeit|legal|legal_bytes|outcome|play|player|points|scores)$")
USED("^lg_game_(hash|information|resample|reseed|symmetry_action|symmetry_state)$")
USED("^lg_game_(action_parse|action_print|move_print|opening_parse|state_parse|state_print)$")
USED("^lg_game_(answer_lines|board|draw|explain|hint|in_move|message|news|print|prompt|result|seat|taken_for|typed)$")
USED("^lg_mask_sample$")
USED("^lg_game_(make|type_at|type_count)$")
USED("^lg_game_load$")
USED("^lg_game_choose$")
USED("^lg_player_(choose|configure|in_seat|print|rng|type_at|type_count)$")
USED("^lg_game_(canonical|parts|potential|view_space)$")
USED("^lg_(check_default|game_check)$")
USED("^lg_(rollout|rollout_left|rollouts)$")
USED("^lg_search_(children|default|line|root|size|state|statistics_of)$")
USED("^lg_searches_(advance|at|begin|best|collect|create|means|receive|root|run|set_simulations)$")
USED("^lg_alphabeta_(clear|create|run)$")
USED("^lg_batch_(add|branch|clone|create|default|destroy|get|hurry|load|reset|save|set|step)$")
USED("^lg_batch_(choose|expand|observe|resample|turn)$")
USED("^lg_alquerque_(count|moves_begin|moves_next|move_print|perft|swap)$")
USED("^lg_amazes_(advance|begin_turn|edge_count|forfeit|jury|play|points|scores|see|start|starts_generate|way)$")
USED("^lg_amazes_(known_print|maze_parse|maze_print|sight_print|view_print)$")
USED("^lg_blockdrop_(play|replay_parse|replay_print|start)$")
USED("^lg_ontherun_(distance|joint_count|joints_begin|joints_next|map_check|map_place|promise_text|routes)$")
USED("^lg_snakecore_(apply_at|body|field|forfeit|message_parse|parse|request|spawns)$")

/* Of facts there are functions: lg_game_players_get. */
%ignore lg_game::observation;
%ignore lg_param::words;
%ignore lg_game_type::abi;
%ignore lg_game_type::params;
%ignore lg_game_type::seats;
%ignore lg_player_type::params;
%nodefaultctor;
%nodefaultdtor;

/* Those that may take long run without the interpreter lock. */
%define LONG(NAME)
%exception NAME {
    Py_BEGIN_ALLOW_THREADS
    $action
    Py_END_ALLOW_THREADS
}
%enddef
LONG(lg_alquerque_count)
LONG(lg_alquerque_perft)
LONG(lg_game_check)
LONG(lg_mask_sample)
LONG(lg_rollout)
LONG(lg_rollout_left)
LONG(lg_rollouts)

/* The same where the first argument is an object: it refuses other calls meanwhile. */
%define BUSY(NAME)
%exception NAME {
    of1->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    $action
    Py_END_ALLOW_THREADS
    of1->busy = 0;
}
%enddef
BUSY(lg_batch_choose)
BUSY(lg_batch_expand)
BUSY(lg_batch_observe)
BUSY(lg_batch_resample)
BUSY(lg_batch_reset)
BUSY(lg_batch_step)
BUSY(lg_batch_turn)
BUSY(lg_alphabeta_clear)
BUSY(lg_searches_advance)
BUSY(lg_searches_collect)
BUSY(lg_searches_receive)
BUSY(lg_searches_run)
%exception lg_alphabeta_run {
    of1->busy = 1;
    out3.thread = PyEval_SaveThread();
    $action
    PyEval_RestoreThread(out3.thread);
    of1->busy = 0;
}
%define KEEPS_ITS_MEMORY(NAME)
%exception NAME {
    $action
    if (result == LG_OK) _global_made.memory = NULL;
}
%enddef
KEEPS_ITS_MEMORY(lg_game_prepare)
KEEPS_ITS_MEMORY(lg_game_prepare_parse)
%exception lg_player_choose {
    out7.thread = PyEval_SaveThread();
    $action
    PyEval_RestoreThread(out7.thread);
    if (out7.raised) SWIG_fail;
}
%exception lg_batch_destroy {
    (void)arg1;
    close_handle(of1);
}
%exception lg_batch_add {
    $action
    if (result == LG_OK && PyList_Append(of1->kept, swig_obj[2]) != 0) SWIG_fail;
}

/* ---- records: any bytes to read, new bytes for what is written ---------------------------------------------- */

%define LG_RECORD(TYPE, LEAST)
%ignore TYPE;
%typemap(in) const TYPE * (Py_buffer held = {NULL}) {
    if (!open_bytes("$1_name", $input, &held, PyBUF_SIMPLE, LEAST)) SWIG_fail;
    $1 = ($1_ltype)held.buf;
}
%typemap(in) const TYPE [ANY] (Py_buffer held = {NULL}) {
    if (!open_bytes("$1_name", $input, &held, PyBUF_SIMPLE, LEAST * $1_dim0)) SWIG_fail;
    $1 = ($1_ltype)held.buf;
}
%typemap(freearg) const TYPE *, const TYPE [ANY] { PyBuffer_Release(&held$argnum); }
%typemap(in, numinputs=0) TYPE * (TYPE made) {
    memset(&made, 0, sizeof made);
    $1 = &made;
}
%typemap(in, numinputs=0) TYPE [ANY] (TYPE made[$1_dim0]) {
    memset(made, 0, sizeof made);
    $1 = made;
}
%typemap(argout) const TYPE *, const TYPE [ANY] ""
%typemap(argout) TYPE *, TYPE [ANY] { $result = added($result, new_bytes(&made$argnum, sizeof made$argnum)); }
%typemap(freearg) TYPE *, TYPE [ANY] ""
%typemap(out) TYPE { $result = PyByteArray_FromStringAndSize((const char *)&$1, sizeof $1); }
%enddef

/* One that a function changes: bytes that may be written to. */
%define CHANGED(TYPE, NAME)
%typemap(in) TYPE *NAME (Py_buffer held = {NULL}) {
    if (!open_bytes("$1_name", $input, &held, PyBUF_WRITABLE, sizeof(TYPE))) SWIG_fail;
    $1 = ($1_ltype)held.buf;
}
%typemap(argout) TYPE *NAME ""
%typemap(freearg) TYPE *NAME { PyBuffer_Release(&held$argnum); }
%enddef
CHANGED(lg_alquerque_moves, moves)
CHANGED(lg_ontherun_joints, joints)
CHANGED(lg_rng, rng)
%constant size_t LG_ALQUERQUE_MOVES_SIZE = sizeof(lg_alquerque_moves);
%constant size_t LG_ONTHERUN_JOINTS_SIZE = sizeof(lg_ontherun_joints);

/* A state whose length is in its bytes. */
%typemap(argout) lg_snakecore *state, lg_snakecore *after {
    $result = added($result, new_bytes($1, $result == NULL ? 0 : lg_snakecore_bytes($1)));
}

%typemap(in) (const lg_snakecore_cell *spawns, int32_t count) (Py_buffer held = {NULL}) {
    if (!open_bytes("spawns", $input, &held, PyBUF_SIMPLE, 0)) SWIG_fail;
    $1 = ($1_ltype)held.buf;
    $2 = (int32_t)(held.len / (Py_ssize_t)sizeof *$1);
}
%typemap(freearg) (const lg_snakecore_cell *spawns, int32_t count) { PyBuffer_Release(&held$argnum); }

/* What of an array is filled. */
%define FILLED(PATTERN, TYPE, ROOM, COUNT)
%typemap(in, numinputs=0) PATTERN (TYPE made[ROOM]) { $1 = made; }
%typemap(argout) PATTERN { $result = added($result, new_bytes($1, (size_t)(COUNT) * sizeof(TYPE))); }
%enddef
FILLED(lg_snakecore_cell *cells, lg_snakecore_cell, LG_SNAKECORE_MAX_CELLS, result)
FILLED(uint8_t *energy, uint8_t, LG_SNAKECORE_MAX_CELLS, result)
FILLED(char *field, char, LG_SNAKECORE_MAX_CELLS, arg1->size * arg1->size)
%typemap(in, numinputs=0) (uint8_t *steps, int32_t capacity, int32_t *count) (uint8_t made[LG_AMAZES_SQUARES], int32_t count) {
    count = 0;
    $1 = made;
    $2 = LG_AMAZES_SQUARES;
    $3 = &count;
}
%typemap(argout) (uint8_t *steps, int32_t capacity, int32_t *count) {
    $result = added($result, new_bytes($1, (size_t)count$argnum));
}

/* Actions in bytes; those that are read go into bytes that are there. */
%typemap(in) (const uint8_t *actions, size_t count) (Py_buffer held = {NULL}) {
    if (!open_bytes("actions", $input, &held, PyBUF_SIMPLE, 0)) SWIG_fail;
    $1 = ($1_ltype)held.buf;
    $2 = (size_t)held.len;
}
%typemap(in) (uint8_t *actions, size_t capacity, size_t *count) (Py_buffer held = {NULL}, size_t count = 0) {
    if (!open_bytes("actions", $input, &held, PyBUF_WRITABLE, 0)) SWIG_fail;
    $1 = ($1_ltype)held.buf;
    $2 = (size_t)held.len;
    $3 = &count;
}
%typemap(argout) (uint8_t *actions, size_t capacity, size_t *count) {
    $result = added($result, PyLong_FromSize_t(count$argnum));
}
%typemap(freearg) (const uint8_t *actions, size_t count), (uint8_t *actions, size_t capacity, size_t *count) {
    PyBuffer_Release(&held$argnum);
}

/* ---- structs: dicts of their members; see objects.h --------------------------------------------------------- */

/* SIZES says how large its arrays must be, HELD where they are held. */
%define STRUCT_READ(TYPE, SIZES, HELD)
%typemap(in) const TYPE * (TYPE made, arrays held) {
    memset(&made, 0, sizeof made);
    if (!read_struct($input, MEMBERS(TYPE), SIZES, &made, HELD)) SWIG_fail;
    $1 = &made;
}
%typemap(arginit) const TYPE * { held$argnum.count = 0; }
%typemap(argout) const TYPE * ""
%typemap(freearg) const TYPE * { release_arrays(&held$argnum); }
%enddef
%define STRUCT_MADE(TYPE, NAME)
%typemap(in, numinputs=0) TYPE *NAME (TYPE made) {
    memset(&made, 0, sizeof made);
    $1 = &made;
}
%typemap(argout) TYPE *NAME { $result = added($result, new_struct($1, MEMBERS(TYPE))); }
%typemap(freearg) TYPE *NAME ""
%typemap(out) TYPE { $result = new_struct(&$1, MEMBERS(TYPE)); }
%enddef
STRUCT_READ(lg_check_config, no_arrays, &held)
STRUCT_MADE(lg_check_config, config)
STRUCT_MADE(lg_check_report, report)
STRUCT_READ(lg_draw_options, one_row(arg1), &held)
STRUCT_READ(lg_view, no_arrays, &held)
STRUCT_MADE(lg_space, space)
%typemap(out) const lg_space * {
    $result = $1 != NULL ? new_struct($1, MEMBERS(lg_space)) : raise_status("$symname", LG_E_ARGUMENT, NULL);
}
%typemap(out) lg_field * { $result = $1 == NULL ? Py_NewRef(Py_None) : new_struct($1, MEMBERS(lg_field)); }
%typemap(newfree) lg_field * { free($1); }
STRUCT_READ(lg_batch_config, no_arrays, &held)
STRUCT_MADE(lg_batch_config, config)
STRUCT_READ(lg_batch_buffers, bound_sizes(&_global_made, arg1, arg2), &_global_made.bound)
STRUCT_READ(lg_batch_expansion, of1->of, &held)
STRUCT_READ(lg_batch_sampling, of1->of, &held)
STRUCT_READ(lg_batch_looks, of1->of, &held)
STRUCT_READ(lg_batch_choices, of1->of, &held)
STRUCT_READ(lg_batch_turns, of1->of, &held)
STRUCT_MADE(lg_batch_slot, record)

STRUCT_READ(lg_search_config, no_arrays, &held)
STRUCT_MADE(lg_search_config, config)
STRUCT_READ(lg_search_leaves, leaf_sizes(&_global_made, arg1, arg3), &_global_made.bound)
STRUCT_READ(lg_search_actions, of1->of, &held)
STRUCT_MADE(lg_search_statistics, statistics)
STRUCT_READ(lg_alphabeta_config, no_arrays, &held)

%{
static bool ask_lookout(void *context, const lg_alphabeta_result *result) {
    (void)result;
    return look_out(context);
}
%}

/* What ends a run is a tuple of a dict and seconds. What is found fills a dict also where a signal's handler raises. */
%typemap(in) const lg_alphabeta_limits *limits (lg_alphabeta_limits made, lookout out) {
    PyObject *limits = NULL;
    double seconds = 0;
    if (!PyArg_ParseTuple($input, "Od", &limits, &seconds)) SWIG_fail;
    if (!read_struct(limits, MEMBERS(lg_alphabeta_limits), no_arrays, &made, NULL)) SWIG_fail;
    out = (lookout){.end = seconds_now() + seconds, .glance = seconds_now() + GLANCE};
    made.stop = ask_lookout;
    made.context = &out;
    $1 = &made;
}
%typemap(in) lg_alphabeta_result *result (lg_alphabeta_result made) { $1 = &made; }
%typemap(argout) lg_alphabeta_result *result {
    PyObject *found = $result == NULL ? NULL : new_struct($1, MEMBERS(lg_alphabeta_result));
    PyObject *pv = found == NULL ? NULL : integers($1->pv, $1->pv_length);
    if (pv == NULL || PyDict_SetItemString(found, "pv", pv) != 0 || PyDict_Update($input, found) != 0 || out3.raised)
        Py_CLEAR($result);
    Py_XDECREF(pv);
    Py_XDECREF(found);
}

/* Arrays with a row for each slot or search; None for none, but where they are NEEDED. */
%define ARRAY_OF(PATTERN, FLAGS, FORMATS, ITEM, ITEMS, NEEDED)
%typemap(in) PATTERN (Py_buffer held) {
    $1 = NULL;
    if ($input != Py_None || NEEDED) {
        if (!open_named_buffer("$1_name", $input, &held, FLAGS, FORMATS, ITEM, ITEMS)) {
            held.obj = NULL;
            SWIG_fail;
        }
        $1 = ($1_ltype)held.buf;
    }
}
%typemap(arginit) PATTERN { held$argnum.obj = NULL; }
%typemap(check) PATTERN ""
%typemap(argout) PATTERN ""
%typemap(freearg) PATTERN { PyBuffer_Release(&held$argnum); }
%enddef
%define ROWS(PATTERN, FLAGS, FORMATS, ITEM, EACH, NEEDED)
ARRAY_OF(PATTERN, FLAGS, FORMATS, ITEM, of1->of.rows * (EACH), NEEDED)
%enddef
ARRAY_OF(uint8_t *bytes, PyBUF_WRITABLE, "Bb?", 1, (size_t)arg1->actions, 1)
ARRAY_OF(const uint8_t *masks, PyBUF_SIMPLE, "bB?", 1, (size_t)arg1 * (size_t)arg2, 1)
ARRAY_OF(const uint8_t *ended, PyBUF_SIMPLE, "bB?", 1, (size_t)arg1, 1)
ARRAY_OF(int32_t *chosen, PyBUF_WRITABLE, "il", 4, (size_t)arg1, 1)
ARRAY_OF(float *outcomes, PyBUF_WRITABLE, "f", 4, (size_t)arg3 * (size_t)arg1->players, 1)
ARRAY_OF(int64_t *lengths, PyBUF_WRITABLE, "lq", 8, (size_t)arg3, 1)
ROWS(const uint8_t *which, PyBUF_SIMPLE, "Bb?", 1, 1, 0)
ROWS(const uint64_t *seeds, PyBUF_SIMPLE, "LQ", 8, 1, 0)
ROWS(const void *roots, PyBUF_SIMPLE, "B", 1, of1->of.game->state_size, 1)
ROWS(const void *states, PyBUF_SIMPLE, "B", 1, of1->of.game->state_size, 0)
ROWS(const int32_t *actions, PyBUF_SIMPLE, "il", 4, 1, 1)
ROWS(int32_t *best, PyBUF_WRITABLE, "il", 4, 1, 1)
ROWS(int32_t *statuses, PyBUF_WRITABLE, "il", 4, 1, 0)
ROWS(int64_t *simulations, PyBUF_WRITABLE, "lq", 8, 1, 0)
ROWS(float *values, PyBUF_WRITABLE, "f", 4, (size_t)of1->of.game->players, 0)

/* ---- objects ------------------------------------------------------------------------------------------------- */

%define LG_HANDLE(TYPE)
%typemap(in) TYPE * (handle *of, const lg_game *known), const TYPE * (handle *of, const lg_game *known) {
    of = open_handle($input, #TYPE, strcmp("$symname", "lg_batch_hurry") == 0);
    if (of == NULL) SWIG_fail;
    known = game_behind(of);
    (void)known;
    $1 = ($1_ltype)of->at;
}
/* Once all arguments are converted: the __index__ of one may have closed the object or begun a call of it. */
%typemap(check) TYPE *, const TYPE * {
    if (!is_free(of$argnum, #TYPE, strcmp("$symname", "lg_batch_hurry") == 0)) SWIG_fail;
    $1 = ($1_ltype)of$argnum->at;
}
%typemap(in, numinputs=0) TYPE ** (TYPE *made) {
    made = NULL;
    $1 = &made;
}
%typemap(argout) TYPE ** {
    if ($result != NULL) {
        _global_made.at = *$1;
        _global_made.end = end_ ## TYPE;
        $result = added($result, new_handle(&_global_made, #TYPE, swig_obj[0], known1));
    }
}
%enddef

/* One of many, which uses their memory. */
%typemap(out) lg_search * {
    handle one = {.at = $1, .whole = of1, .of = of1->of};
    one.of.rows = 1;
    $result = $1 == NULL ? Py_NewRef(Py_None) : new_handle(&one, "lg_search", swig_obj[0], known1);
}
%typemap(out) const void *lg_search_state {
    $result = $1 != NULL ? new_bytes($1, of1->of.game->state_size)
                         : raise_status("$symname", LG_E_ARGUMENT, NULL);
}

/* As many actions and children as there are, at most so many. */
%typemap(in, numinputs=0) (int32_t *actions, int32_t capacity) (int32_t made[1024]) {
    $1 = made;
    $2 = 1024;
}
%typemap(out) int32_t lg_search_line { $result = Py_NewRef(Py_None); }
%typemap(argout) (int32_t *actions, int32_t capacity) { $result = added($result, integers($1, result)); }
%typemap(in) (lg_search_child *children, int32_t capacity) {
    int64_t most;
    if (!read_integer($input, 0, INT32_MAX, "most", &most)) SWIG_fail;
    $2 = most < of1->of.game->actions ? (int32_t)most : of1->of.game->actions;
    $1 = (lg_search_child *)malloc((size_t)$2 * sizeof *$1 + 1);
}
%typemap(out) int32_t lg_search_children { $result = PyList_New(0); }
%typemap(argout) (lg_search_child *children, int32_t capacity) {
    for (int32_t i = 0; i < result; i++) $result = added($result, new_struct(&$1[i], MEMBERS(lg_search_child)));
}
%typemap(freearg) (lg_search_child *children, int32_t capacity) { free($1); }

/* Their memory, and what a call needs for its time. */
%{
/* In large pages where the system has them: trees are read here and there. */
static void *new_memory(size_t size) {
    const size_t page = (size_t)1 << 21;
    void *memory = NULL;
    if (size > (size_t)PTRDIFF_MAX / 2) return NULL;
    if (size < 2 * page) return malloc(size);
    if (posix_memalign(&memory, page, (size + page - 1) / page * page) != 0) return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

/* For the memory of a player; some bytes where it needs none or lg_player_choose will refuse it. */
static size_t room_for(const lg_game *game, const lg_player *player) {
    size_t size = 0;
    return lg_player_size(game, player, &size) != LG_OK || size == 0 ? 8 : size;
}

/* Bytes for the arguments `memory` and `bytes` of these functions. */
#define size_for_lg_alphabeta_create lg_alphabeta_size(arg1, arg2)
#define size_for_lg_batch_create lg_batch_size(arg1, arg2)
#define size_for_lg_batch_choose lg_batch_choose_size(arg1, arg2)
#define size_for_lg_batch_save lg_batch_saved_size(arg1)
#define size_for_lg_game_prepare arg1->shared_size
#define size_for_lg_game_prepare_parse arg1->shared_size
#define size_for_lg_game_check lg_check_size(arg1, arg2)
#define size_for_lg_player_choose room_for(arg1, arg2)
#define size_for_lg_searches_create lg_searches_size(arg1, arg2, arg3, arg4)
%}
%typemap(in, numinputs=0) (void *memory, size_t size) (handle _global_made) ""
%typemap(arginit) (void *memory, size_t size) { memset(&_global_made, 0, sizeof _global_made); }
%typemap(check) (void *memory, size_t size) {
    $2 = size_for_$symname;
    if ($2 == 0) {
        (void)raise_status("$symname", LG_E_UNSUPPORTED, NULL);
        SWIG_fail;
    }
    $1 = _global_made.memory = new_memory($2);
    if ($1 == NULL) {
        char problem[64];
        (void)snprintf(problem, sizeof problem, "no memory for %zu bytes", $2);
        (void)raise_status("$symname", LG_E_SPACE, &(lg_parse_error){0, 0, problem});
        SWIG_fail;
    }
}
%typemap(freearg) (void *memory, size_t size) { close_handle(&_global_made); }

/* Bytes of an object's own size, and any. */
%typemap(in, numinputs=0) (void *bytes, size_t size) (PyObject *made) { made = NULL; }
%typemap(check) (void *bytes, size_t size) {
    $2 = size_for_$symname;
    made$argnum = new_bytes(NULL, $2);
    if (made$argnum == NULL) SWIG_fail;
    $1 = PyBytes_AsString(made$argnum);
}
%typemap(argout) (void *bytes, size_t size) { $result = added($result, Py_NewRef(made$argnum)); }
%typemap(freearg) (void *bytes, size_t size) { Py_XDECREF(made$argnum); }
%typemap(in) (const void *bytes, size_t size) (Py_buffer held) {
    if (!open_bytes("$1_name", $input, &held, PyBUF_SIMPLE, 0)) SWIG_fail;
    $1 = held.buf;
    $2 = (size_t)held.len;
}
%typemap(arginit) (const void *bytes, size_t size) { held$argnum.obj = NULL; }
%typemap(check) (const void *bytes, size_t size), (const void *state, size_t size) ""
%typemap(argout) (const void *bytes, size_t size), (const void *state, size_t size) ""
%typemap(freearg) (const void *bytes, size_t size) { PyBuffer_Release(&held$argnum); }
%typemap(freearg) (const void *state, size_t size) ""

/* Before the games' own functions: the numbers of their arguments are not those of a lg_game. */
%define LG_BATCH_ARRAYS
%typemap(check) int32_t player, int32_t action, int32_t symmetry, int32_t viewer ""
%enddef
%typemap(check) const lg_ontherun_map *map ""
%typemap(in) const lg_ontherun_map *map {
    const lg_game *game = (const lg_game *)PyCapsule_GetPointer($input, GAME_CAPSULE);
    if (game == NULL || game->type != &lg_ontherun_game) {
        PyErr_SetString(PyExc_TypeError, "expected a game of ontherun");
        SWIG_fail;
    }
    $1 = (lg_ontherun_map *)game->shared;
}

/* What all states share: its bytes, or None. */
%typemap(out) const void *shared {
    $result = $1 != NULL ? PyBytes_FromStringAndSize((const char *)$1, (Py_ssize_t)arg1->shared_size)
                         : Py_NewRef(Py_None);
}

/* A configured game: a capsule made by make(). A player may be for none. */
%typemap(in) const lg_game *game (const lg_game *known) {
    known = NULL;
    if ($input != Py_None || strcmp("$symname", "lg_player_configure") != 0) {
        known = (const lg_game *)PyCapsule_GetPointer($input, GAME_CAPSULE);
        if (known == NULL) SWIG_fail;
    }
    $1 = (lg_game *)known;
}

%apply const lg_game *game { lg_game *game, lg_game *self, struct lg_game *self };
%typemap(in) (const char *text, size_t length, lg_game *game) (lg_game *made) {
    if (!read_text($input, (const char **)&$1, &$2)) SWIG_fail;
    $3 = made = (lg_game *)calloc(1, sizeof *made);
}
%typemap(arginit) (const char *text, size_t length, lg_game *game) { made$argnum = NULL; }
%typemap(argout) (const char *text, size_t length, lg_game *game) {
    if ($result != NULL) {
        $result = added($result, PyCapsule_New(made$argnum, GAME_CAPSULE, free_game));
        made$argnum = NULL;
    }
}
%typemap(freearg) (const char *text, size_t length, lg_game *game) { free(made$argnum); }

/* A file by its name as the system has it: any bytes but NUL. So has the problem with it. */
%typemap(in) const char *path (PyObject *name) {
    if (!PyUnicode_FSConverter($input, &name)) SWIG_fail;
    $1 = PyBytes_AsString(name);
}
%typemap(arginit) const char *path { name$argnum = NULL; }
%typemap(freearg) const char *path { Py_XDECREF(name$argnum); }
%typemap(in, numinputs=0) const lg_game_type **type (lg_game_type *type) { $1 = &type; }
%typemap(argout) const lg_game_type **type {
    if ($result != NULL) $result = added($result, SWIG_NewPointerObj(type$argnum, $descriptor(lg_game_type *), 0));
}
%typemap(in, numinputs=0) (char *problem, size_t capacity) (char problem[LG_LOAD_PROBLEM]) {
    $1 = problem;
    $2 = sizeof problem;
}
%typemap(argout) (char *problem, size_t capacity) {
    if ($result == NULL) (void)PyErr_Format(PyExc_ValueError, "%s", $1);
}

/* Integers: anything with __index__, never a float, in the range of the C type. */
%typemap(in) int32_t {
    int64_t number;
    if (!read_integer($input, INT32_MIN, INT32_MAX, "$1_name", &number)) SWIG_fail;
    $1 = (int32_t)number;
}
%typemap(in) int64_t {
    if (!read_integer($input, INT64_MIN, INT64_MAX, "$1_name", &$1)) SWIG_fail;
}
%typemap(in) uint64_t seed {
    if (!read_seed($input, &$1)) SWIG_fail;
}
%typemap(in) bool {
    const int truth = PyObject_IsTrue($input);
    if (truth < 0) SWIG_fail;
    $1 = truth != 0;
}

/* A member of a struct that there is not. */
%typemap(check) SWIGTYPE *self {
    if ($1 == NULL) SWIG_exception_fail(SWIG_TypeError, "$symname: expected an object, not None");
}

/* Text: str (as UTF-8) or bytes. */
%typemap(in) (const char *text, size_t length) {
    if (!read_text($input, (const char **)&$1, &$2)) SWIG_fail;
}

/* ---- the shared interface ------------------------------------------------------------------------------ */

%typemap(in) const void *state, const void *before, const void *after {
    $1 = (void *)state_bytes("$1_name", known1, $input);
    if ($1 == NULL) SWIG_fail;
}
%typemap(in) (const void *state, size_t size) {
    $1 = (void *)state_bytes("$1_name", known1, $input);
    if ($1 == NULL) SWIG_fail;
    $2 = known1->state_size;
}
%typemap(in, numinputs=0) void *state (PyObject *made), void *after (PyObject *made) { made = NULL; }
%typemap(check) const void *state, const void *before, const void *after ""
%typemap(check) void *state, void *after { /* when the game is known */
    made$argnum = new_bytes(NULL, arg1->state_size);
    if (made$argnum == NULL) SWIG_fail;
    $1 = PyBytes_AsString(made$argnum);
}
%typemap(argout) const void *state, const void *before, const void *after ""
%typemap(argout) void *state, void *after {
    $result = added($result, Py_NewRef(made$argnum));
}
%typemap(freearg) const void *state, const void *before, const void *after ""
%typemap(freearg) void *state, void *after { Py_XDECREF(made$argnum); }

/* The decisions of a move. */
%typemap(in) (const int32_t *actions, int32_t count) (Py_buffer held) {
    if (!open_bytes("$1_name", $input, &held, PyBUF_SIMPLE, 0)) {
        held.obj = NULL;
        SWIG_fail;
    }
    $1 = ($1_ltype)held.buf;
    $2 = (int32_t)(held.len / (Py_ssize_t)sizeof *$1);
}
%typemap(arginit) (const int32_t *actions, int32_t count) { held$argnum.obj = NULL; }
%typemap(check) (const int32_t *actions, int32_t count) ""
%typemap(argout) (const int32_t *actions, int32_t count) ""
%typemap(freearg) (const int32_t *actions, int32_t count) { PyBuffer_Release(&held$argnum); }
%apply (const int32_t *actions, int32_t count) { (const int32_t *line, int32_t length) };

/* Numbers of things that the game has. */
%typemap(check) int32_t player { /* where it chooses, it is a built-in one */
    if (strcmp("$symname", "lg_game_choose") != 0 && !in_range("player", $1, arg1->players)) SWIG_fail;
}
%typemap(check) int32_t viewer {
    if (!in_range("viewer", $1 + 1, arg1->players + 1)) SWIG_fail;
}
%typemap(check) int32_t action { /* of any number it can be said why it is not legal */
    if (strcmp("$symname", "lg_game_explain") != 0 && !in_range("action", $1, arg1->actions)) SWIG_fail;
}
%typemap(check) int32_t seat {
    if (!in_range("seat", $1, arg1->players)) SWIG_fail;
}
%typemap(check) int32_t symmetry {
    if (!in_range("symmetry", $1, arg1->symmetries)) SWIG_fail;
}

/* A status raises; what is written takes the place of None. An error that knows more raises again. */
%typemap(out) lg_status {
    $result = $1 == LG_OK || $1 == LG_E_SPACE ? Py_NewRef(Py_None) : raise_status("$symname", $1, NULL);
}
%typemap(in, numinputs=0) lg_parse_error *error (lg_parse_error error) {
    memset(&error, 0, sizeof error);
    $1 = &error;
}
%typemap(argout) lg_parse_error *error {
    if ($result == NULL && $1->expected != NULL) (void)raise_status("$symname", result, $1);
}

/* One number. */
%define RETURNED(TYPE, NAME, CONVERT)
%typemap(in, numinputs=0) TYPE *NAME (TYPE NAME) {
    NAME = 0;
    $1 = &NAME;
}
%typemap(argout) TYPE *NAME {
    $result = added($result, CONVERT(*$1));
}
%enddef
RETURNED(double, moves, PyFloat_FromDouble)
RETURNED(double, decisions, PyFloat_FromDouble)
RETURNED(int64_t, actions, PyLong_FromLongLong)
RETURNED(size_t, name_length, PyLong_FromSize_t)
RETURNED(int32_t, action, PyLong_FromLong)
RETURNED(int32_t, failed, PyLong_FromLong)
RETURNED(int32_t, going, PyLong_FromLong)
RETURNED(int32_t, mapped, PyLong_FromLong)
RETURNED(int32_t, rows, PyLong_FromLong)
RETURNED(int32_t, symmetry, PyLong_FromLong)
RETURNED(int32_t, potential, PyLong_FromLong)
RETURNED(uint64_t, key, PyLong_FromUnsignedLongLong)

/* A place in a text, which moves on. */
%typemap(in) size_t *at (size_t place) {
    int64_t number;
    if (!read_integer($input, 0, INT64_MAX, "at", &number)) SWIG_fail;
    place = (size_t)number;
    $1 = &place;
}
%typemap(argout) size_t *at { $result = added($result, PyLong_FromSize_t(*$1)); }

/* A few numbers: as many as there is room for, or one for each player. */
%define NUMBERS(PATTERN, TYPE, ROOM, COUNT, CONVERT)
%typemap(in, numinputs=0) PATTERN (TYPE made[ROOM]) {
    memset(made, 0, sizeof made);
    $1 = made;
}
%typemap(argout) PATTERN {
    PyObject *tuple = PyTuple_New(COUNT);
    for (int i = 0; tuple != NULL && i < COUNT; i++) (void)PyTuple_SetItem(tuple, i, CONVERT($1[i]));
    $result = added($result, tuple);
}
%enddef
%typemap(out) int32_t [ANY] { $result = integers($1, $1_dim0); }
NUMBERS(int32_t [ANY], int32_t, $1_dim0, $1_dim0, PyLong_FromLong)
NUMBERS(uint64_t [ANY], uint64_t, $1_dim0, $1_dim0, PyLong_FromUnsignedLongLong)
NUMBERS(int32_t *scores, int32_t, LG_MAX_PLAYERS, arg1->players, PyLong_FromLong)
NUMBERS(int32_t *points, int32_t, LG_MAX_PLAYERS, arg1->players, PyLong_FromLong)
NUMBERS(float *outcome, float, LG_MAX_PLAYERS, arg1->players, PyFloat_FromDouble)
%typemap(in, numinputs=0) lg_batch_report *report (lg_batch_report made) { $1 = &made; }
%typemap(argout) lg_batch_report *report {
    $result = added($result, Py_BuildValue("(iii)", (int)$1->failed, (int)$1->ended, (int)$1->begun));
}
%typemap(in, numinputs=0) lg_part [ANY] (lg_part made[$1_dim0]) { $1 = made; }
%typemap(out) int32_t lg_game_parts { $result = PyList_New(0); }
%typemap(argout) lg_part [ANY] {
    for (int32_t i = 0; i < result; i++)
        $result = added($result, Py_BuildValue("(iii)", (int)$1[i].count, (int)$1[i].categories, (int)$1[i].size));
}

/* The legal actions in ascending order. */
%typemap(in, numinputs=0) uint64_t *mask (uint64_t made[LG_MAX_MASK_WORDS]) { $1 = made; }
%typemap(out) int32_t lg_game_legal { $result = PyTuple_New(result); }
%typemap(argout) uint64_t *mask {
    for (int32_t word = 0, at = 0; $result != NULL && at < result; word++)
        for (uint64_t bits = $1[word]; bits != 0; bits &= bits - 1)
            (void)PyTuple_SetItem($result, at++, PyLong_FromLong(64 * word + __builtin_ctzll(bits)));
}

/* What ends a choice: after so many seconds, or when the first byte of a buffer (None: there is none) is not 0. */
%typemap(in) (lg_player_stop *stop, void *context) (lookout out, Py_buffer flag) {
    PyObject *stop = NULL;
    double seconds = 0;
    if (!PyArg_ParseTuple($input, "dO", &seconds, &stop)) SWIG_fail;
    if (stop != Py_None && !open_named_buffer("stop", stop, &flag, PyBUF_SIMPLE, "B", 1, 1)) {
        flag.obj = NULL;
        SWIG_fail;
    }
    out = (lookout){.end = seconds_now() + seconds, .glance = seconds_now() + GLANCE,
                    .stop = stop == Py_None ? NULL : flag.buf};
    $1 = look_out;
    $2 = &out;
}
%typemap(arginit) (lg_player_stop *stop, void *context) { flag$argnum.obj = NULL; }
%typemap(freearg) (lg_player_stop *stop, void *context) { PyBuffer_Release(&flag$argnum); }
RETURNED(bool, has_start, PyBool_FromLong)
RETURNED(lg_snakecore_message_kind, kind, PyLong_FromLong)

/* A text; one that is too long for the first attempt is written by a second call. */
%typemap(in, numinputs=0) (char *buffer, size_t capacity, size_t *length) (char small[512], char *large, size_t written) {
    large = NULL;
    written = 0;
    $1 = small;
    $2 = sizeof small;
    $3 = &written;
}
%typemap(check) (char *buffer, size_t capacity, size_t *length) {
again:;
}
%typemap(argout) (char *buffer, size_t capacity, size_t *length) {
    if (result == LG_E_SPACE && large$argnum == NULL) {
        Py_CLEAR($result);
        large$argnum = (char *)malloc(written$argnum + 1);
        if (large$argnum != NULL) {
            $1 = large$argnum;
            $2 = written$argnum + 1;
            goto again;
        }
        (void)PyErr_NoMemory();
    } else if ($result != NULL) {
        $result = added($result, PyUnicode_FromStringAndSize($1, (Py_ssize_t)written$argnum));
    }
}
%typemap(freearg) (char *buffer, size_t capacity, size_t *length) { free(large$argnum); }
