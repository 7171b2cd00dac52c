/* How C arguments come from Python. Each typemap names what was expected, and takes nothing else. */

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
