/* How C looks in Python. Each typemap of an argument names what was expected, and takes nothing else.
 *
 * Of the shared interface Python has the constants and these functions; the others are called by hand-written ones. */
%rename("$ignore", %$isclass, regextarget=1) "^lg_";
%rename("$ignore", %$isvariable, regextarget=1) "^lg_";
%rename("$ignore", %$isfunction, regextarget=1)
    "^(malloc|free|lg_(?!(version|game_(new|state_parse|state_print|action_parse|action_print|play|forfeit|hash|information|symmetry_action|symmetry_state|canonical|potential|in_move|answer_lines|taken_for|message|result|board|hint|prompt|news|shared_print))$))";

/* Structs are capsules or bytes, batches and searches are written by hand. */
%define LG_RECORD(TYPE, LEAST)
%enddef
%define LG_HANDLE(TYPE)
%enddef
%define LG_BATCH_ARRAYS
%enddef

/* A configured game: a capsule made by make(). */
%typemap(in) const lg_game *game {
    $1 = (lg_game *)PyCapsule_GetPointer($input, GAME_CAPSULE);
    if ($1 == NULL) SWIG_fail;
}

/* A batch: a capsule made by batch_create() and not closed. */
%typemap(in) py_batch *batch {
    $1 = open_batch($input);
    if ($1 == NULL) SWIG_fail;
}

/* Arrays of a call: any C-contiguous buffer, or None for none. The function checks their sizes. */
%define ROWS(TYPE, FLAGS, EXPECTED)
%typemap(in) TYPE (Py_buffer held) {
    $1.at = NULL;
    $1.bytes = 0;
    if ($input != Py_None) {
        if (PyObject_GetBuffer($input, &held, FLAGS | PyBUF_C_CONTIGUOUS) != 0) {
            held.obj = NULL;
            PyErr_Format(PyExc_TypeError, "$1_name: expected " EXPECTED ", such as a NumPy array");
            SWIG_fail;
        }
        $1.at = held.buf;
        $1.bytes = (size_t)held.len;
    }
}
%typemap(arginit) TYPE { held$argnum.obj = NULL; }
%typemap(freearg) TYPE {
    if (held$argnum.obj != NULL) PyBuffer_Release(&held$argnum);
}
%enddef
ROWS(rows, PyBUF_SIMPLE, "a C-contiguous buffer")
ROWS(written, PyBUF_WRITABLE, "a writable, C-contiguous buffer")
%typemap(out) failures {
    if ($1 < 0) SWIG_fail;
    $result = PyLong_FromLong($1);
}

/* Searches: capsules made by searches_create() and alphabeta_create(), in which no other thread searches. */
%typemap(in) py_searches *searches {
    $1 = idle_searches($input);
    if ($1 == NULL) SWIG_fail;
}
%typemap(in) py_alphabeta *alphabeta {
    $1 = idle_alphabeta($input);
    if ($1 == NULL) SWIG_fail;
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

/* Text: str (as UTF-8) or bytes. */
%typemap(in) (const char *text, size_t length) {
    if (!read_text($input, (const char **)&$1, &$2)) SWIG_fail;
}

/* A state: immutable bytes of the game's state size, which the functions of common.h check. */
%typemap(in) PyObject *state {
    if (!PyBytes_Check($input)) {
        PyErr_Format(PyExc_TypeError, "state: expected bytes, not %R", (PyObject *)Py_TYPE($input));
        SWIG_fail;
    }
    $1 = $input;
}

/* ---- the shared interface ------------------------------------------------------------------------------ */

%typemap(in) const void *state, const void *before {
    if (!PyBytes_Check($input)) {
        PyErr_Format(PyExc_TypeError, "state: expected bytes, not %R", (PyObject *)Py_TYPE($input));
        SWIG_fail;
    }
    $1 = (void *)state_bytes(arg1, $input);
    if ($1 == NULL) SWIG_fail;
}
%typemap(in, numinputs=0) void *state (PyObject *made), void *after (PyObject *made) { made = NULL; }
%typemap(check) const void *state, const void *before ""
%typemap(check) void *state, void *after { /* when the game is known */
    made$argnum = new_state(arg1);
    if (made$argnum == NULL) SWIG_fail;
    $1 = PyBytes_AsString(made$argnum);
}
%typemap(argout) const void *state, const void *before ""
%typemap(argout) void *state, void *after {
    if ($result != NULL) $result = instead($result, Py_NewRef(made$argnum));
}
%typemap(freearg) const void *state, const void *before ""
%typemap(freearg) void *state, void *after { Py_XDECREF(made$argnum); }

/* Numbers of things that the game has. */
%typemap(check) int32_t player {
    if (!in_range("player", $1, arg1->players)) SWIG_fail;
}
%typemap(check) int32_t viewer {
    if (!in_range("viewer", $1 + 1, arg1->players + 1)) SWIG_fail;
}
%typemap(check) int32_t action {
    if (!in_range("action", $1, arg1->actions)) SWIG_fail;
}
%typemap(check) int32_t symmetry {
    if (!in_range("symmetry", $1, arg1->symmetries)) SWIG_fail;
}

/* A status raises; what is written takes the place of None. An error that knows more raises again. */
%typemap(out) lg_status {
    $result = $1 == LG_OK || $1 == LG_E_SPACE ? Py_NewRef(Py_None) : raise_status($1, NULL);
}
%typemap(in, numinputs=0) lg_parse_error *error (lg_parse_error error) {
    memset(&error, 0, sizeof error);
    $1 = &error;
}
%typemap(argout) lg_parse_error *error {
    if (result == LG_E_PARSE && $1->expected == NULL) *$1 = (lg_parse_error){1, 1, whole_text("$symname")};
    if ($result == NULL && $1->expected != NULL) {
        PyErr_Clear();
        (void)(result == LG_E_PARSE ? raise_parse_error($1) : raise_status(result, $1->expected));
    }
}

/* One number. */
%define RETURNED(TYPE, NAME, CONVERT)
%typemap(in, numinputs=0) TYPE *NAME (TYPE NAME) {
    NAME = 0;
    $1 = &NAME;
}
%typemap(argout) TYPE *NAME {
    if ($result != NULL) $result = instead($result, CONVERT(*$1));
}
%enddef
RETURNED(int32_t, action, PyLong_FromLong)
RETURNED(int32_t, mapped, PyLong_FromLong)
RETURNED(int32_t, symmetry, PyLong_FromLong)
RETURNED(int32_t, potential, PyLong_FromLong)
RETURNED(uint64_t, key, PyLong_FromUnsignedLongLong)

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
        $result = instead($result, PyUnicode_FromStringAndSize($1, (Py_ssize_t)written$argnum));
    }
}
%typemap(freearg) (char *buffer, size_t capacity, size_t *length) { free(large$argnum); }
