/* What only Alquerque has, wrapped. */

#ifndef SWIG
#define MOVES_CAPSULE "libgames.alquerque.moves"

static const lg_alquerque *alquerque_bytes(PyObject *state) {
    return (const lg_alquerque *)bytes_of(state, sizeof(lg_alquerque), "alquerque");
}

static void free_moves(PyObject *capsule) {
    free(PyCapsule_GetPointer(capsule, MOVES_CAPSULE));
}
#endif

/* An enumeration of whole turns, for alquerque_moves_next. */
PyObject *alquerque_moves(PyObject *state) {
    const lg_alquerque *position = alquerque_bytes(state);
    lg_alquerque_moves *moves = position == NULL ? NULL : (lg_alquerque_moves *)malloc(sizeof *moves);
    if (moves == NULL) return PyErr_Occurred() != NULL ? NULL : PyErr_NoMemory();
    lg_alquerque_moves_begin(position, moves);
    return PyCapsule_New(moves, MOVES_CAPSULE, free_moves);
}

/* The next move as text, None at the end. */
PyObject *alquerque_moves_next(PyObject *moves) {
    char text[LG_ALQUERQUE_MOVE_TEXT + 1];
    size_t length;
    lg_alquerque_move move;
    lg_alquerque_moves *enumeration = (lg_alquerque_moves *)PyCapsule_GetPointer(moves, MOVES_CAPSULE);
    if (enumeration == NULL) return NULL;
    if (!lg_alquerque_moves_next(enumeration, &move)) Py_RETURN_NONE;
    (void)lg_alquerque_move_print(&move, text, sizeof text, &length);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

PyObject *alquerque_count(PyObject *state) {
    uint64_t count;
    const lg_alquerque *position = alquerque_bytes(state);
    if (position == NULL) return NULL;
    Py_BEGIN_ALLOW_THREADS
    count = lg_alquerque_count(position);
    Py_END_ALLOW_THREADS
    return PyLong_FromUnsignedLongLong(count);
}

PyObject *alquerque_perft(PyObject *state, int32_t depth, bool bulk) {
    uint64_t leaves;
    const lg_alquerque *position = alquerque_bytes(state);
    if (position == NULL) return NULL;
    if (depth < 0 || depth > LG_ALQUERQUE_PLY_LIMIT) return raise_status(LG_E_ARGUMENT, "depth: expected 0 ... 200");
    Py_BEGIN_ALLOW_THREADS
    leaves = lg_alquerque_perft(position, depth, bulk);
    Py_END_ALLOW_THREADS
    return PyLong_FromUnsignedLongLong(leaves);
}

PyObject *alquerque_swap(PyObject *state) {
    lg_alquerque swapped;
    const lg_alquerque *position = alquerque_bytes(state);
    if (position == NULL) return NULL;
    lg_alquerque_swap(position, &swapped);
    return PyBytes_FromStringAndSize((const char *)&swapped, sizeof swapped);
}
