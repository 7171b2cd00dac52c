/* What only SnakeCore has, wrapped. */

#ifndef SWIG
static const lg_snakecore *snakecore_bytes(PyObject *state) {
    const lg_snakecore *position = (const lg_snakecore *)PyBytes_AsString(state);
    const size_t size = (size_t)PyBytes_Size(state);
    if (size >= offsetof(lg_snakecore, data) && lg_snakecore_bytes(position) == size) return position;
    PyErr_SetString(StateError, "expected the bytes of a state of snakecore");
    return NULL;
}

static bool snakecore_cell(PyObject *pair, lg_snakecore_cell *cell) {
    int64_t x, y;
    PyObject *tuple = PySequence_Tuple(pair);
    if (tuple == NULL) return false;
    const bool two = PyTuple_Size(tuple) == 2;
    if (!two) PyErr_Format(PyExc_ValueError, "cells: expected pairs (x, y), not %R", pair);
    const bool read = two && read_integer(PyTuple_GetItem(tuple, 0), 0, LG_SNAKECORE_MAX_SIZE - 1, "x", &x) &&
                      read_integer(PyTuple_GetItem(tuple, 1), 0, LG_SNAKECORE_MAX_SIZE - 1, "y", &y);
    Py_DECREF(tuple);
    if (!read) return false;
    cell->x = (uint8_t)x;
    cell->y = (uint8_t)y;
    return true;
}

/* How many (x, y) pairs there are, or -1 with an error; no more than have room are read, since more are refused. */
static int32_t snakecore_cells(PyObject *pairs, lg_snakecore_cell *cells) {
    const Py_ssize_t count = PySequence_Size(pairs);
    if (count < 0) return -1;
    if (count > LG_SNAKECORE_MAX_CELLS) return LG_SNAKECORE_MAX_CELLS;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *pair = PySequence_GetItem(pairs, i);
        const bool read = pair != NULL && snakecore_cell(pair, &cells[i]);
        Py_XDECREF(pair);
        if (!read) return -1;
    }
    return (int32_t)count;
}
#endif

/* One turn, with the cells where blocks come back given as (x, y) pairs. */
PyObject *snakecore_apply_at(PyObject *state, int32_t action, PyObject *spawns) {
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    const lg_snakecore *position = snakecore_bytes(state);
    const int32_t count = position == NULL ? -1 : snakecore_cells(spawns, cells);
    if (count < 0) return NULL;
    PyObject *after = PyBytes_FromStringAndSize(NULL, PyBytes_Size(state));
    if (after == NULL) return NULL;
    const lg_status status =
        lg_snakecore_apply_at(position, action, cells, count, (lg_snakecore *)PyBytes_AsString(after));
    return state_or_raise(after, status,
                          status == LG_E_ARGUMENT ? "expected an action in 0 ... 5 and, for each block that comes back, "
                                                    "the (x, y) of a cell that is empty then"
                                                  : NULL);
}

/* How many blocks come back when the player to move takes this action. */
PyObject *snakecore_spawns(PyObject *state, int32_t action) {
    const lg_snakecore *position = snakecore_bytes(state);
    return position == NULL ? NULL : PyLong_FromLong(lg_snakecore_spawns(position, action));
}

/* The state with this player's program disqualified; no turn is passed over. */
PyObject *snakecore_forfeit(PyObject *state, int32_t player) {
    const lg_snakecore *position = snakecore_bytes(state);
    PyObject *after = position == NULL ? NULL : PyBytes_FromStringAndSize(NULL, PyBytes_Size(state));
    if (after == NULL) return NULL;
    const lg_status status = lg_snakecore_forfeit(position, player, (lg_snakecore *)PyBytes_AsString(after));
    return state_or_raise(after, status, status == LG_E_ARGUMENT ? "player: expected the number of a player" : NULL);
}

#ifndef SWIG
static lg_status print_request(const lg_game *game, const void *object, char *buffer, size_t capacity,
                               size_t *length) {
    (void)game;
    return lg_snakecore_request((const lg_snakecore *)object, buffer, capacity, length);
}

/* A state as new bytes. */
static PyObject *snakecore_state(const lg_snakecore *state) {
    return PyBytes_FromStringAndSize((const char *)state, (Py_ssize_t)lg_snakecore_bytes(state));
}
#endif

PyObject *snakecore_request(PyObject *state) {
    const lg_snakecore *position = snakecore_bytes(state);
    return position == NULL ? NULL : printed(print_request, NULL, position);
}

/* The bytes of the position that a text describes, and the numbers that its configuration needs:
 * (bytes, size, players, ordinary, energy, rounds). */
PyObject *snakecore_parse(const char *text, size_t length) {
    lg_parse_error error;
    lg_snakecore parsed;
    const lg_status status = lg_snakecore_parse(text, length, &parsed, &error);
    if (status == LG_E_PARSE) return raise_parse_error(&error);
    if (status != LG_OK) return raise_status(status, NULL);
    return Py_BuildValue("(Niiiii)", snakecore_state(&parsed), (int)parsed.size, (int)parsed.players,
                         (int)parsed.ordinary, (int)parsed.energy, (int)parsed.rounds);
}

/* The same for a getAction request; see lg_snakecore_message_parse. */
PyObject *snakecore_read_request(const char *text, size_t length, int32_t player, int32_t rounds, uint64_t seed) {
    lg_parse_error error = {1, 1, "a getAction request"};
    lg_snakecore parsed;
    lg_snakecore_message_kind kind = LG_SNAKECORE_MESSAGE_NAME;
    const lg_status status = lg_snakecore_message_parse(text, length, player, rounds, seed, &kind, &parsed, &error);
    const bool is_name = status == LG_OK && kind == LG_SNAKECORE_MESSAGE_NAME;
    if (status == LG_E_PARSE || is_name) return raise_parse_error(&error);
    if (status != LG_OK) return raise_status(status, "expected a player's number and 1 ... 10000 rounds");
    return Py_BuildValue("(Niiiii)", snakecore_state(&parsed), (int)parsed.size, (int)parsed.players,
                         (int)parsed.ordinary, (int)parsed.energy, (int)parsed.rounds);
}

/* ([(x, y) of a player's blocks from the first to the tail], their types) */
PyObject *snakecore_body(PyObject *state, int32_t player) {
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    uint8_t energy[LG_SNAKECORE_MAX_CELLS];
    char letters[LG_SNAKECORE_MAX_CELLS];
    const lg_snakecore *position = snakecore_bytes(state);
    if (position == NULL || !in_range("player", player, position->players)) return NULL;
    const int32_t length = lg_snakecore_body(position, player, cells, energy);
    PyObject *places = PyList_New(length);
    for (int32_t i = 0; i < length; i++) letters[i] = energy[i] != 0 ? 'e' : 'b';
    for (int32_t i = 0; places != NULL && i < length; i++)
        (void)PyList_SetItem(places, i, Py_BuildValue("(ii)", (int)cells[i].x, (int)cells[i].y));
    return Py_BuildValue("(Ns#)", places, letters, (Py_ssize_t)length);
}

/* The field in reading order, `size` characters a row. */
PyObject *snakecore_field(PyObject *state) {
    char field[LG_SNAKECORE_MAX_CELLS];
    const lg_snakecore *position = snakecore_bytes(state);
    if (position == NULL) return NULL;
    lg_snakecore_field(position, field);
    return Py_BuildValue("(is#)", (int)position->size, field, (Py_ssize_t)(position->size * position->size));
}
