/* What only block drop has, wrapped. */

#ifndef SWIG
static const lg_blockdrop *blockdrop_bytes(PyObject *state) {
    return (const lg_blockdrop *)bytes_of(state, sizeof(lg_blockdrop), "blockdrop");
}

static PyObject *blockdrop_or_raise(const lg_blockdrop *state, lg_status status) {
    if (status != LG_OK) return raise_status(status, NULL);
    return PyBytes_FromStringAndSize((const char *)state, sizeof *state);
}
#endif

/* A game's start; `places` are bytes: row, column and facing of each player. */
PyObject *blockdrop_start(bool engine, int32_t turns, PyObject *places) {
    lg_blockdrop_place given[LG_BLOCKDROP_PLAYERS];
    lg_blockdrop state;
    if (!PyBytes_Check(places)) return PyErr_Format(PyExc_TypeError, "places: expected bytes");
    const bool four = PyBytes_Size(places) == 3 * LG_BLOCKDROP_PLAYERS;
    const uint8_t *numbers = (const uint8_t *)PyBytes_AsString(places);
    for (int i = 0; four && i < LG_BLOCKDROP_PLAYERS; i++, numbers += 3) {
        given[i].row = numbers[0];
        given[i].column = numbers[1];
        given[i].facing = numbers[2];
    }
    const int32_t rules = engine ? LG_BLOCKDROP_ENGINE : LG_BLOCKDROP_PAGE;
    if (!four || lg_blockdrop_start(rules, turns, given, &state) != LG_OK)
        return raise_status(LG_E_ARGUMENT, "players: expected four players, any two of them more than 3 apart");
    return blockdrop_or_raise(&state, LG_OK);
}

/* A program's answer, played as one turn: a fallen player's turn is one, too. */
PyObject *blockdrop_play(PyObject *state, const char *text, size_t length) {
    lg_blockdrop after;
    const lg_blockdrop *position = blockdrop_bytes(state);
    if (position == NULL) return NULL;
    memset(&after, 0, sizeof after);
    const lg_status status = lg_blockdrop_play(position, text, length, &after);
    return blockdrop_or_raise(&after, status);
}

/* The published engine's replay of a start and the actions after it (bytes, one action each). */
PyObject *blockdrop_replay_print(PyObject *state, PyObject *actions) {
    const lg_blockdrop *start = blockdrop_bytes(state);
    if (start == NULL) return NULL;
    if (!PyBytes_Check(actions)) return PyErr_Format(PyExc_TypeError, "actions: expected bytes");
    const size_t count = (size_t)PyBytes_Size(actions);
    const size_t capacity = LG_BLOCKDROP_REPLAY_TEXT(count) + 1;
    char *buffer = (char *)malloc(capacity);
    size_t length = 0;
    if (buffer == NULL) return PyErr_NoMemory();
    const lg_status status = lg_blockdrop_replay_print(start, (const uint8_t *)PyBytes_AsString(actions), count,
                                                       buffer, capacity, &length);
    PyObject *text = status == LG_OK ? PyUnicode_FromStringAndSize(buffer, (Py_ssize_t)length)
                                     : raise_status(status, status == LG_E_ARGUMENT
                                                                ? "expected a game's start under the rules `engine` "
                                                                  "and actions in 0 ... 5"
                                                                : NULL);
    free(buffer);
    return text;
}

/* (start, actions) of such a replay. */
PyObject *blockdrop_replay_parse(const char *text, size_t length, int32_t turns) {
    lg_parse_error error;
    lg_blockdrop start;
    size_t count = 0;
    if (turns < 1 || turns > LG_BLOCKDROP_MAX_TURN_LIMIT)
        return raise_status(LG_E_ARGUMENT, "turns: expected an integer in 1 ... 32767");
    uint8_t *actions = (uint8_t *)malloc((size_t)turns);
    if (actions == NULL) return PyErr_NoMemory();
    const lg_status status =
        lg_blockdrop_replay_parse(text, length, turns, &start, actions, (size_t)turns, &count, &error);
    PyObject *result = NULL;
    if (status == LG_OK)
        result = Py_BuildValue("(y#y#)", (const char *)&start, (Py_ssize_t)sizeof start, (const char *)actions,
                               (Py_ssize_t)count);
    else if (status == LG_E_PARSE) (void)raise_parse_error(&error);
    else (void)raise_status(status, NULL);
    free(actions);
    return result;
}
