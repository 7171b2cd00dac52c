/* What SWIG wraps. A state is a Python bytes object, so it is immutable and pickles; a configured game is a capsule.
 * Functions trust the *content* of a state: the face lets bytes from outside in only through validate(). */
#ifndef LG_PY_NATIVE_H
#define LG_PY_NATIVE_H

#ifndef SWIG
#include <Python.h>

#include <libgames/libgames.h>
#include <stdlib.h>
#include <string.h>

#define GAME_CAPSULE "libgames.game"
#define MOVES_CAPSULE "libgames.alquerque.moves"

/* Exception classes, made once when the module is imported and read-only afterwards. */
static PyObject *Error, *IllegalMove, *GameOver, *ParseError, *StateError;

static PyObject *new_error(PyObject *module, const char *full_name, const char *doc, PyObject *bases) {
    PyObject *error = PyErr_NewExceptionWithDoc(full_name, doc, bases, NULL);
    if (error != NULL) (void)PyModule_AddObjectRef(module, strrchr(full_name, '.') + 1, error);
    return error;
}

static int add_errors(PyObject *module) {
    Error = new_error(module, "libgames.Error", "Base of the library's own errors.", NULL);
    PyObject *bases = Error == NULL ? NULL : PyTuple_Pack(2, Error, PyExc_ValueError);
    if (bases == NULL) return 0;
    IllegalMove = new_error(module, "libgames.IllegalMove", "The rules do not allow this move or action here.", bases);
    GameOver = new_error(module, "libgames.GameOver", "The game is over: nothing can be played.", bases);
    ParseError = new_error(module, "libgames.ParseError",
                           "A text does not follow its grammar; attributes line, column, expected.", bases);
    StateError = new_error(module, "libgames.StateError", "These bytes are not a state of this game.", bases);
    Py_DECREF(bases);
    return IllegalMove != NULL && GameOver != NULL && ParseError != NULL && StateError != NULL;
}

/* ---- arguments ---- */

static int read_integer(PyObject *object, int64_t low, int64_t high, const char *name, int64_t *value) {
    int overflow = 0;
    PyObject *index = PyNumber_Index(object);
    if (index == NULL) {
        PyErr_Format(PyExc_TypeError, "%s: expected an integer, not %R", name, (PyObject *)Py_TYPE(object));
        return 0;
    }
    *value = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (overflow == 0 && *value >= low && *value <= high) return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected an integer in %lld ... %lld, not %R", name, (long long)low,
                 (long long)high, object);
    return 0;
}

static int read_seed(PyObject *object, uint64_t *seed) {
    PyObject *index = PyNumber_Index(object);
    if (index == NULL) {
        PyErr_Format(PyExc_TypeError, "seed: expected an integer, not %R", (PyObject *)Py_TYPE(object));
        return 0;
    }
    *seed = PyLong_AsUnsignedLongLong(index);
    Py_DECREF(index);
    if (PyErr_Occurred() == NULL) return 1;
    PyErr_Format(PyExc_ValueError, "seed: expected an integer in 0 ... 2**64 - 1, not %R", object);
    return 0;
}

static int read_text(PyObject *object, const char **text, size_t *length) {
    Py_ssize_t size = 0;
    if (PyUnicode_Check(object)) {
        *text = PyUnicode_AsUTF8AndSize(object, &size);
        if (*text == NULL) return 0;
    } else if (PyBytes_Check(object)) {
        *text = PyBytes_AsString(object);
        size = PyBytes_Size(object);
    } else {
        PyErr_Format(PyExc_TypeError, "expected str or bytes, not %R", (PyObject *)Py_TYPE(object));
        return 0;
    }
    *length = (size_t)size;
    return 1;
}

/* The bytes behind a state object, or NULL with an error. */
static const void *state_bytes(const lg_game *game, PyObject *state) {
    if ((size_t)PyBytes_Size(state) == game->state_size) return PyBytes_AsString(state);
    PyErr_Format(StateError, "expected %zu bytes of a state of %s, not %zd", game->state_size, game->type->name,
                 PyBytes_Size(state));
    return NULL;
}

/* A writable, C-contiguous buffer of `items` elements of `item_size` bytes; its format must be in `formats`. */
static int open_buffer(PyObject *object, Py_buffer *buffer, const char *formats, size_t item_size, size_t items) {
    if (PyObject_GetBuffer(object, buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
        PyErr_Clear();
        PyErr_SetString(PyExc_TypeError, "expected a writable, C-contiguous buffer, such as a NumPy array");
        return 0;
    }
    const char *format = buffer->format == NULL ? "B" : buffer->format;
    if (strlen(format) != 1 || strchr(formats, format[0]) == NULL || (size_t)buffer->itemsize != item_size) {
        PyErr_Format(PyExc_TypeError, "expected elements of buffer format '%c' (%zu bytes), not '%s'", formats[0],
                     item_size, format);
    } else if ((size_t)buffer->len != items * item_size) {
        PyErr_Format(PyExc_ValueError, "expected a buffer of %zu elements, not %zd", items,
                     buffer->len / buffer->itemsize);
    } else {
        return 1;
    }
    PyBuffer_Release(buffer);
    return 0;
}

/* ---- results ---- */

static PyObject *raise_parse_error(const lg_parse_error *error) {
    PyObject *message = PyUnicode_FromFormat("line %d, column %d: expected %s", (int)error->line, (int)error->column,
                                             error->expected);
    PyObject *raised = message == NULL ? NULL : PyObject_CallFunctionObjArgs(ParseError, message, NULL);
    PyObject *line = PyLong_FromLong(error->line), *column = PyLong_FromLong(error->column);
    PyObject *expected = PyUnicode_FromString(error->expected);
    if (raised != NULL && line != NULL && column != NULL && expected != NULL &&
        PyObject_SetAttrString(raised, "line", line) == 0 && PyObject_SetAttrString(raised, "column", column) == 0 &&
        PyObject_SetAttrString(raised, "expected", expected) == 0)
        PyErr_SetObject(ParseError, raised);
    Py_XDECREF(message);
    Py_XDECREF(raised);
    Py_XDECREF(line);
    Py_XDECREF(column);
    Py_XDECREF(expected);
    return NULL;
}

/* Raises what `status` means; `detail` (may be NULL) says more than the status does. */
static PyObject *raise_status(lg_status status, const char *detail) {
    PyObject *class = PyExc_ValueError;
    if (status == LG_E_ILLEGAL) class = IllegalMove;
    if (status == LG_E_OVER) class = GameOver;
    if (status == LG_E_STATE) class = StateError;
    PyErr_SetString(class, detail != NULL ? detail : lg_status_text(status));
    return NULL;
}

static PyObject *new_state(const lg_game *game) {
    return PyBytes_FromStringAndSize(NULL, (Py_ssize_t)game->state_size);
}

static PyObject *state_or_raise(PyObject *state, lg_status status, const char *detail) {
    if (status == LG_OK) return state;
    Py_DECREF(state);
    return raise_status(status, detail);
}

/* A text that `print` writes: measured first, then written. */
typedef lg_status (*printer)(const lg_game *game, const void *object, char *buffer, size_t capacity, size_t *length);

static PyObject *printed(printer print, const lg_game *game, const void *object) {
    char small[512];
    size_t length = 0;
    lg_status status = print(game, object, small, sizeof small, &length);
    if (status == LG_OK) return PyUnicode_FromStringAndSize(small, (Py_ssize_t)length);
    if (status != LG_E_SPACE) return raise_status(status, NULL);
    char *large = (char *)malloc(length + 1);
    if (large == NULL) return PyErr_NoMemory();
    status = print(game, object, large, length + 1, &length);
    PyObject *text = status == LG_OK ? PyUnicode_FromStringAndSize(large, (Py_ssize_t)length) : raise_status(status, NULL);
    free(large);
    return text;
}

static lg_status print_game(const lg_game *game, const void *object, char *buffer, size_t capacity, size_t *length) {
    (void)object;
    return lg_game_print(game, buffer, capacity, length);
}

static lg_status print_action(const lg_game *game, const void *object, char *buffer, size_t capacity,
                              size_t *length) {
    return lg_game_action_print(game, *(const int32_t *)object, buffer, capacity, length);
}

static PyObject *integers(const int32_t *values, int32_t count) {
    PyObject *tuple = PyTuple_New(count);
    for (int32_t i = 0; tuple != NULL && i < count; i++) (void)PyTuple_SetItem(tuple, i, PyLong_FromLong(values[i]));
    return tuple;
}

static void free_game(PyObject *capsule) {
    lg_game *game = (lg_game *)PyCapsule_GetPointer(capsule, GAME_CAPSULE);
    free((void *)game->shared);
    free(game);
}

static PyObject *describe_param(const lg_param *param) {
    PyObject *words = PyTuple_New(param->words == NULL ? 0 : param->maximum + 1);
    for (int32_t i = 0; words != NULL && param->words != NULL && i <= param->maximum; i++)
        (void)PyTuple_SetItem(words, i, PyUnicode_FromString(param->words[i]));
    return Py_BuildValue("(siiiNs)", param->name, (int)param->minimum, (int)param->maximum, (int)param->initial,
                         words, param->meaning);
}

static PyObject *describe_space(const lg_space *space) {
    static const char *const DTYPES[] = {"uint8", "int16", "int32"};
    return Py_BuildValue("(ssNii)", space->name, DTYPES[space->dtype], integers(space->shape, space->dims),
                         (int)space->low, (int)space->high);
}

#endif

/* ---- what is wrapped: every function that is neither static nor hidden from SWIG ---- */

const char *version(void) {
    return lg_version();
}

/* Everything constant about the registered games: (name, title, version, parameters) each. */
PyObject *types(void) {
    PyObject *list = PyList_New(0);
    for (int32_t i = 0; list != NULL && i < lg_game_type_count(); i++) {
        const lg_game_type *type = lg_game_type_at(i);
        PyObject *params = PyTuple_New(type->param_count);
        for (int32_t k = 0; params != NULL && k < type->param_count; k++)
            (void)PyTuple_SetItem(params, k, describe_param(&type->params[k]));
        PyObject *entry = Py_BuildValue("(ssiN)", type->name, type->title, (int)type->version, params);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

PyObject *make(const char *text, size_t length) {
    lg_parse_error error;
    lg_game *game = (lg_game *)calloc(1, sizeof *game);
    if (game == NULL) return PyErr_NoMemory();
    lg_status status = lg_game_make(text, length, game, &error);
    if (status == LG_OK && game->shared_size > 0) {
        void *shared = malloc(game->shared_size);
        if (shared == NULL) {
            free(game);
            return PyErr_NoMemory();
        }
        status = lg_game_prepare(game, shared, game->shared_size);
        if (status != LG_OK) free(shared);
    }
    if (status != LG_OK) {
        free(game);
        return status == LG_E_PARSE ? raise_parse_error(&error) : raise_status(status, NULL);
    }
    return PyCapsule_New(game, GAME_CAPSULE, free_game);
}

/* (name, configuration, players, actions, symmetries, state size, parameter values, observation spaces) */
PyObject *describe(const lg_game *game) {
    PyObject *spaces = PyTuple_New(game->observations);
    for (int32_t i = 0; spaces != NULL && i < game->observations; i++)
        (void)PyTuple_SetItem(spaces, i, describe_space(&game->observation[i]));
    return Py_BuildValue("(sNiiinNN)", game->type->name, printed(print_game, game, NULL), (int)game->players,
                         (int)game->actions, (int)game->symmetries, (Py_ssize_t)game->state_size,
                         integers(game->params, game->type->param_count), spaces);
}

/* ---- states ---- */

PyObject *new(const lg_game *game, uint64_t seed) {
    PyObject *state = new_state(game);
    if (state == NULL) return NULL;
    return state_or_raise(state, lg_game_new(game, seed, PyBytes_AsString(state)), NULL);
}

PyObject *validate(const lg_game *game, PyObject *state) {
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    const lg_status status = lg_game_validate(game, bytes, game->state_size);
    if (status != LG_OK) return raise_status(status, NULL);
    Py_RETURN_NONE;
}

PyObject *player(const lg_game *game, PyObject *state) {
    const void *bytes = state_bytes(game, state);
    return bytes == NULL ? NULL : PyLong_FromLong(lg_game_player(game, bytes));
}

PyObject *legal(const lg_game *game, PyObject *state) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    const int32_t count = lg_game_legal(game, bytes, mask);
    PyObject *actions = PyTuple_New(count);
    int32_t at = 0;
    for (int32_t word = 0; actions != NULL && at < count; word++)
        for (uint64_t bits = mask[word]; bits != 0; bits &= bits - 1)
            (void)PyTuple_SetItem(actions, at++, PyLong_FromLong(64 * word + __builtin_ctzll(bits)));
    return actions;
}

PyObject *legal_mask(const lg_game *game, PyObject *state, PyObject *out) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    Py_buffer buffer;
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL || !open_buffer(out, &buffer, "Bb?", 1, (size_t)game->actions)) return NULL;
    const int32_t count = lg_game_legal(game, bytes, mask);
    lg_mask_bytes(mask, game->actions, (uint8_t *)buffer.buf);
    PyBuffer_Release(&buffer);
    return PyLong_FromLong(count);
}

PyObject *apply(const lg_game *game, PyObject *state, int32_t action) {
    const void *bytes = state_bytes(game, state);
    PyObject *after = bytes == NULL ? NULL : new_state(game);
    if (after == NULL) return NULL;
    const lg_status status = lg_game_apply(game, bytes, action, PyBytes_AsString(after));
    if (status == LG_OK) return after;
    if (status == LG_E_ARGUMENT) {
        Py_DECREF(after);
        PyErr_Format(PyExc_ValueError, "action: expected an integer in 0 ... %d, not %d", (int)game->actions - 1,
                     (int)action);
        return NULL;
    }
    return state_or_raise(after, status, status == LG_E_ILLEGAL ? lg_game_explain(game, bytes, action) : NULL);
}

/* A contest move as text. */
PyObject *play(const lg_game *game, PyObject *state, const char *text, size_t length) {
    lg_parse_error error = {1, 1, "a move"};
    const void *bytes = state_bytes(game, state);
    PyObject *after = bytes == NULL ? NULL : new_state(game);
    if (after == NULL) return NULL;
    const lg_status status = lg_game_play(game, bytes, text, length, PyBytes_AsString(after), &error);
    if (status != LG_E_PARSE) return state_or_raise(after, status, status == LG_E_ILLEGAL ? error.expected : NULL);
    Py_DECREF(after);
    return raise_parse_error(&error);
}

PyObject *forfeit(const lg_game *game, PyObject *state, int32_t player) {
    const void *bytes = state_bytes(game, state);
    PyObject *after = bytes == NULL ? NULL : new_state(game);
    if (after == NULL) return NULL;
    const lg_status status = lg_game_forfeit(game, bytes, player, PyBytes_AsString(after));
    return state_or_raise(after, status, status == LG_E_ARGUMENT ? "player: expected the number of a player" : NULL);
}

PyObject *scores(const lg_game *game, PyObject *state) {
    int32_t values[LG_MAX_PLAYERS];
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    (void)lg_game_scores(game, bytes, values);
    return integers(values, game->players);
}

PyObject *outcome(const lg_game *game, PyObject *state) {
    float values[LG_MAX_PLAYERS];
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    (void)lg_game_outcome(game, bytes, values);
    PyObject *tuple = PyTuple_New(game->players);
    for (int32_t i = 0; tuple != NULL && i < game->players; i++)
        (void)PyTuple_SetItem(tuple, i, PyFloat_FromDouble((double)values[i]));
    return tuple;
}

PyObject *observe(const lg_game *game, PyObject *state, int32_t player, int32_t which, PyObject *out) {
    static const char *const FORMATS[] = {"B", "h", "i"};
    static const size_t ITEM[] = {1, 2, 4};
    Py_buffer buffer;
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    if (player < 0 || player >= game->players)
        return PyErr_Format(PyExc_ValueError, "player: expected an integer in 0 ... %d, not %d", (int)game->players - 1,
                            (int)player);
    if (which < 0 || which >= game->observations) return raise_status(LG_E_ARGUMENT, NULL);
    const lg_space *space = &game->observation[which];
    const size_t item = ITEM[space->dtype], size = lg_space_size(space);
    if (!open_buffer(out, &buffer, FORMATS[space->dtype], item, size / item)) return NULL;
    (void)lg_game_observe(game, bytes, player, which, buffer.buf, size);
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

PyObject *explain(const lg_game *game, PyObject *state, int32_t action) {
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    const char *reason = lg_game_explain(game, bytes, action);
    if (reason != NULL) return PyUnicode_FromString(reason);
    Py_RETURN_NONE;
}

PyObject *key(const lg_game *game, PyObject *state) {
    const void *bytes = state_bytes(game, state);
    return bytes == NULL ? NULL : PyLong_FromUnsignedLongLong(lg_game_hash(game, bytes));
}

/* ---- symmetries ---- */

PyObject *symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    int32_t mapped;
    const lg_status status = lg_game_symmetry_action(game, symmetry, action, &mapped);
    return status == LG_OK ? PyLong_FromLong(mapped) : raise_status(status, NULL);
}

PyObject *symmetry_state(const lg_game *game, int32_t symmetry, PyObject *state) {
    const void *bytes = state_bytes(game, state);
    PyObject *after = bytes == NULL ? NULL : new_state(game);
    if (after == NULL) return NULL;
    return state_or_raise(after, lg_game_symmetry_state(game, symmetry, bytes, PyBytes_AsString(after)), NULL);
}

/* ---- text ---- */

PyObject *print_state(const lg_game *game, PyObject *state) {
    const void *bytes = state_bytes(game, state);
    return bytes == NULL ? NULL : printed(lg_game_state_print, game, bytes);
}

PyObject *parse_state(const lg_game *game, const char *text, size_t length) {
    lg_parse_error error;
    PyObject *state = new_state(game);
    if (state == NULL) return NULL;
    const lg_status status = lg_game_state_parse(game, text, length, PyBytes_AsString(state), &error);
    if (status != LG_E_PARSE) return state_or_raise(state, status, NULL);
    Py_DECREF(state);
    return raise_parse_error(&error);
}

PyObject *action_text(const lg_game *game, int32_t action) {
    return printed(print_action, game, &action);
}

PyObject *parse_action(const lg_game *game, const char *text, size_t length) {
    lg_parse_error error;
    int32_t action;
    const lg_status status = lg_game_action_parse(game, text, length, &action, &error);
    if (status == LG_OK) return PyLong_FromLong(action);
    return status == LG_E_PARSE ? raise_parse_error(&error) : raise_status(status, NULL);
}

/* ---- simulation ---- */

/* One rollout from a state: (last state, actions played). */
PyObject *rollout(const lg_game *game, PyObject *state, uint64_t seed, int64_t limit) {
    const void *bytes = state_bytes(game, state);
    PyObject *after = bytes == NULL ? NULL : new_state(game);
    if (after == NULL) return NULL;
    void *end = PyBytes_AsString(after);
    lg_rng rng = lg_rng_seed(seed, 0);
    int64_t actions = 0;
    lg_status status;
    Py_BEGIN_ALLOW_THREADS
    status = lg_rollout(game, bytes, limit, &rng, end, &actions);
    Py_END_ALLOW_THREADS
    if (status != LG_OK) return state_or_raise(after, status, "limit: expected an integer that is not negative");
    return Py_BuildValue("(NL)", after, (long long)actions);
}

#ifndef SWIG
static lg_status play_rollouts(const lg_game *game, uint64_t seed, size_t count, void *state, float *outcomes,
                               int64_t *lengths) {
    for (size_t i = 0; i < count; i++) {
        lg_rng rng = lg_rng_seed(seed + i, 1);
        lg_status status = lg_game_new(game, seed + i, state);
        if (status == LG_OK) status = lg_rollout(game, state, INT64_MAX, &rng, state, &lengths[i]);
        if (status == LG_OK) status = lg_game_outcome(game, state, outcomes + i * (size_t)game->players);
        if (status != LG_OK) return status;
    }
    return LG_OK;
}
#endif

/* `count` games from the start with seeds seed, seed + 1, ...: float outcomes[count][players], int64
 * lengths[count]. */
PyObject *rollouts(const lg_game *game, uint64_t seed, int64_t count, PyObject *outcomes, PyObject *lengths) {
    Py_buffer results, sizes;
    if (count < 0) return raise_status(LG_E_ARGUMENT, "count: expected an integer that is not negative");
    if (!open_buffer(outcomes, &results, "f", 4, (size_t)count * (size_t)game->players)) return NULL;
    if (!open_buffer(lengths, &sizes, "lq", 8, (size_t)count)) {
        PyBuffer_Release(&results);
        return NULL;
    }
    lg_status status = LG_OK;
    void *state = malloc(game->state_size);
    if (state != NULL) {
        Py_BEGIN_ALLOW_THREADS
        status = play_rollouts(game, seed, (size_t)count, state, (float *)results.buf, (int64_t *)sizes.buf);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&results);
    PyBuffer_Release(&sizes);
    if (state == NULL) return PyErr_NoMemory();
    free(state);
    if (status != LG_OK) return raise_status(status, NULL);
    Py_RETURN_NONE;
}

/* ---- Alquerque ---- */

#ifndef SWIG
static const lg_alquerque *alquerque_bytes(PyObject *state) {
    if (PyBytes_Size(state) == (Py_ssize_t)sizeof(lg_alquerque)) return (const lg_alquerque *)PyBytes_AsString(state);
    PyErr_SetString(StateError, "expected the bytes of a state of alquerque");
    return NULL;
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

PyObject *alquerque_result(PyObject *state) {
    const lg_alquerque *position = alquerque_bytes(state);
    return position == NULL ? NULL : PyUnicode_FromString(lg_alquerque_result_text(lg_alquerque_over(position)));
}

PyObject *alquerque_swap(PyObject *state) {
    lg_alquerque swapped;
    const lg_alquerque *position = alquerque_bytes(state);
    if (position == NULL) return NULL;
    lg_alquerque_swap(position, &swapped);
    return PyBytes_FromStringAndSize((const char *)&swapped, sizeof swapped);
}

#endif
