/* What all wrapped functions share: the error classes, arguments from Python, results to Python.
 * A state is a Python bytes object, so it is immutable and pickles; a configured game is a capsule.
 * Functions trust the *content* of a state: the face lets bytes from outside in only through validate(). */
#ifndef LG_PY_COMMON_H
#define LG_PY_COMMON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <libgames/libgames.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAME_CAPSULE "libgames.game"

/* Exception classes, made once when the module is imported and read-only afterwards. */
static PyObject *Error, *IllegalMove, *GameOver, *ParseError, *StateError;

static PyObject *new_error(PyObject *module, const char *full_name, const char *doc, PyObject *bases) {
    PyObject *error = PyErr_NewExceptionWithDoc(full_name, doc, bases, NULL);
    if (error != NULL) (void)PyModule_AddObjectRef(module, strrchr(full_name, '.') + 1, error);
    return error;
}

/* They are made once for the process: who imports the module again catches what was raised before. */
static int add_errors(PyObject *module) {
    PyObject *const made[] = {Error, IllegalMove, GameOver, ParseError, StateError};
    static const char *const NAMES[] = {"Error", "IllegalMove", "GameOver", "ParseError", "StateError"};
    for (int i = 0; i < 5 && Error != NULL; i++)
        if (PyModule_AddObjectRef(module, NAMES[i], made[i]) != 0) return 0;
    if (Error != NULL) return 1;
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

#define MOST_SHOWN 60

/* ValueError: `expected`, and what was given, unless that is long: Python refuses to print numbers of thousands of
 * digits. */
static void raise_wrong_value(const char *expected, PyObject *given) {
    PyObject *shown = PyObject_Repr(given);
    if (shown == NULL) PyErr_Clear();
    if (shown == NULL || PyUnicode_GetLength(shown) > MOST_SHOWN)
        PyErr_Format(PyExc_ValueError, "%s, not one that is too long to print", expected);
    else
        PyErr_Format(PyExc_ValueError, "%s, not %U", expected, shown);
    Py_XDECREF(shown);
}

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
    char expected[128];
    (void)snprintf(expected, sizeof expected, "%s: expected an integer in %lld ... %lld", name, (long long)low,
                   (long long)high);
    raise_wrong_value(expected, object);
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
    PyErr_Clear();
    raise_wrong_value("seed: expected an integer in 0 ... 2**64 - 1", object);
    return 0;
}

static int check_range(const char *name, int32_t value, int32_t low, int32_t high) {
    if (value >= low && value <= high) return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected an integer in %d ... %d, not %d", name, (int)low, (int)high,
                 (int)value);
    return 0;
}

/* Whether `value` numbers one of `count` things; if not, an error is set. */
static int in_range(const char *name, int32_t value, int32_t count) {
    return check_range(name, value, 0, count - 1);
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

/* A sequence of actions in memory to be freed; NULL after an error. */
static int32_t *read_actions(const lg_game *game, const char *name, PyObject *actions, int32_t *count) {
    const Py_ssize_t size = PySequence_Size(actions);
    int32_t *list = size < 0 ? NULL : (int32_t *)malloc((size_t)size * sizeof *list + 1);
    if (list == NULL) return size < 0 ? NULL : (int32_t *)PyErr_NoMemory();
    bool good = size <= INT32_MAX;
    for (Py_ssize_t i = 0; good && i < size; i++) {
        int64_t number = 0;
        PyObject *item = PySequence_GetItem(actions, i);
        good = item != NULL && read_integer(item, 0, game->actions - 1, name, &number) != 0;
        list[i] = (int32_t)number;
        Py_XDECREF(item);
    }
    *count = (int32_t)size;
    if (good) return list;
    free(list);
    return NULL;
}

/* The bytes of a state of this game, or NULL with an error. */
static const void *state_bytes(const char *name, const lg_game *game, PyObject *state) {
    if (!PyBytes_Check(state))
        return PyErr_Format(PyExc_TypeError, "%s: expected bytes, not %R", name, (PyObject *)Py_TYPE(state));
    if ((size_t)PyBytes_Size(state) == game->state_size) return PyBytes_AsString(state);
    return PyErr_Format(StateError, "expected %zu bytes of a state of %s, not %zd", game->state_size, game->type->name,
                        PyBytes_Size(state));
}

/* A C-contiguous buffer of `items` elements of `item_size` bytes; its format must be in `formats` (NULL: any).
 * `flags` is PyBUF_WRITABLE or PyBUF_SIMPLE (which may be read-only); errors begin with `name`, if it is not NULL. */
static int open_named_buffer(const char *name, PyObject *object, Py_buffer *buffer, int flags, const char *formats,
                             size_t item_size, size_t items) {
    const char *subject = name == NULL ? "" : name, *colon = name == NULL ? "" : ": ";
    if (PyObject_GetBuffer(object, buffer, flags | PyBUF_C_CONTIGUOUS | (formats == NULL ? 0 : PyBUF_FORMAT)) != 0) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s%sexpected a %sC-contiguous buffer, such as a NumPy array", subject, colon,
                     flags == PyBUF_WRITABLE ? "writable, " : "");
        return 0;
    }
    const char *format = buffer->format == NULL ? "B" : buffer->format;
    if (formats != NULL &&
        (strlen(format) != 1 || strchr(formats, format[0]) == NULL || (size_t)buffer->itemsize != item_size)) {
        PyErr_Format(PyExc_TypeError, "%s%sexpected elements of buffer format '%c' (%zu bytes), not '%s'", subject,
                     colon, formats[0], item_size, format);
    } else if ((size_t)buffer->len != items * item_size) {
        PyErr_Format(PyExc_ValueError, "%s%sexpected a buffer of %zu elements, not %zd", subject, colon, items,
                     buffer->len / buffer->itemsize);
    } else {
        return 1;
    }
    PyBuffer_Release(buffer);
    return 0;
}

/* The same for a writable buffer that needs no name. */
static int open_buffer(PyObject *object, Py_buffer *buffer, const char *formats, size_t item_size, size_t items) {
    return open_named_buffer(NULL, object, buffer, PyBUF_WRITABLE, formats, item_size, items);
}

/* A buffer that may be None: then *data is NULL and nothing is held. */
static int open_optional(const char *name, PyObject *object, Py_buffer *buffer, const char *formats, size_t item,
                         size_t items, const void **data) {
    *data = NULL;
    buffer->obj = NULL;
    if (object == Py_None) return 1;
    if (!open_named_buffer(name, object, buffer, PyBUF_SIMPLE, formats, item, items)) return 0;
    *data = buffer->buf;
    return 1;
}

static void release_optional(Py_buffer *buffer) {
    if (buffer->obj != NULL) PyBuffer_Release(buffer);
}

/* At least so many bytes; `flags` as above. */
static int open_bytes(const char *name, PyObject *object, Py_buffer *buffer, int flags, size_t least) {
    if (PyObject_GetBuffer(object, buffer, flags) != 0) return 0;
    if ((size_t)buffer->len >= least) return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected at least %zu bytes, not %zd", name, least, buffer->len);
    PyBuffer_Release(buffer);
    return 0;
}

/* ---- results ---- */

static PyObject *new_bytes(const void *from, size_t size) {
    return PyBytes_FromStringAndSize((const char *)from, (Py_ssize_t)size);
}

/* A result with one more value: the value alone where there was none, else a list. NULL after an error. */
static PyObject *added(PyObject *result, PyObject *value) {
    if (result == NULL || value == NULL) {
        Py_XDECREF(result);
        Py_XDECREF(value);
        return NULL;
    }
    if (result == Py_None) {
        Py_DECREF(result);
        return value;
    }
    PyObject *all = PyList_Check(result) ? result : Py_BuildValue("[N]", result);
    if (all != NULL && PyList_Append(all, value) != 0) Py_CLEAR(all);
    Py_DECREF(value);
    return all;
}

/* What a function reads, for errors of a game that does not say what it expected. */
static const char *whole_text(const char *function) {
    return strstr(function, "state_parse") != NULL ? "a position" : strstr(function, "action") != NULL ? "an action" :
           strstr(function, "opening") != NULL ? "an answer" : "a move";
}

/* What a function expects, for errors of a status that says less; NULL: nothing is known. */
static const char *expectation(const char *function, lg_status status) {
    static const struct {
        const char *function; /* or the beginning of several */
        lg_status status;
        const char *expected;
    } KNOWN[] = {
        {"lg_alphabeta_create", LG_E_UNSUPPORTED, "expected two players who know everything, and no chance in play"},
        {"lg_alphabeta_create", LG_E_SPACE, "table: "},
        {"lg_searches_create", LG_E_UNSUPPORTED, "expected a search that this machine has addresses for: fewer nodes"},
        {"lg_searches_create", LG_E_SPACE, "nodes: "},
        {"lg_searches_create", LG_E_ARGUMENT, "threads: the system has no more"},
        {"lg_searches_begin", LG_E_ARGUMENT, "which: expected all searches while leaves wait for their values"},
        {"lg_searches_advance", LG_E_ARGUMENT, "which: expected all searches while leaves wait for their values"},
        {"lg_searches_receive", LG_E_ARGUMENT, "expected leaves that were collected, and their values"},
        {"lg_search", LG_E_ARGUMENT,
         "expected searches that have begun, and no leaves that wait for their values"},
        {"lg_batch_create", LG_E_ARGUMENT, "threads: the system has no more"},
        {"lg_batch_create", LG_E_UNSUPPORTED, "expected a configuration that is possible for this game"},
        {"lg_batch_reset", LG_E_ARGUMENT, "expected a reset of the whole batch before anything else"},
        {"lg_batch_step", LG_E_ARGUMENT, "expected a reset of the whole batch before anything else"},
        {"lg_player_choose", LG_E_UNSUPPORTED, "the player: this machine has no addresses for so much memory"},
        {"lg_player_choose", LG_E_SPACE, "the player: "},
        {"lg_batch_load", LG_E_STATE, "these are not the bytes of a saved slot of this batch"},
        {"lg_batch_", LG_E_ARGUMENT,
         "expected slots of the batch, 0 ... N-1, after its first reset, or arrays that go together"},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (strncmp(function, KNOWN[i].function, strlen(KNOWN[i].function)) == 0 && status == KNOWN[i].status)
            return KNOWN[i].expected;
    return NULL;
}

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
    PyObject *text = status != LG_OK ? raise_status(status, NULL)
                                     : PyUnicode_FromStringAndSize(large, (Py_ssize_t)length);
    free(large);
    return text;
}

static lg_status print_game(const lg_game *game, const void *object, char *buffer, size_t capacity, size_t *length) {
    (void)object;
    return lg_game_print(game, buffer, capacity, length);
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
    static const char *const DTYPES[] = {"uint8", "int16", "int32", "float32"};
    return Py_BuildValue("(ssNii)", space->name, DTYPES[space->dtype], integers(space->shape, space->dims),
                         (int)space->low, (int)space->high);
}

/* ---- time and signals ---- */

#define GLANCE 0.02 /* seconds between two looks at signals */

static double seconds_now(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A run without the interpreter lock: takes it now and then to look at signals. */
typedef struct lookout {
    PyThreadState *thread;
    double end, glance;
    const volatile uint8_t *stop; /* set by another thread, which looks at signals itself; NULL: there is none */
    int raised; /* an error of a signal's handler is set */
} lookout;

/* Whether it is time to end. */
static bool look_out(void *context) {
    lookout *out = (lookout *)context;
    const double now = seconds_now();
    if (!(now < out->end)) return true;
    if (out->stop != NULL) return *out->stop != 0;
    if (now < out->glance) return false;
    PyEval_RestoreThread(out->thread);
    out->raised = PyErr_CheckSignals() != 0;
    out->thread = PyEval_SaveThread();
    out->glance = now + GLANCE;
    return out->raised;
}

static bool ask_lookout(void *context, const lg_alphabeta_result *result) {
    (void)result;
    return look_out(context);
}

#endif
