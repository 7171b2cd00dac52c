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

/* ---- errors ---- */

/* Makes the errors: libgames._errors.of. */
static PyObject *error_of;

/* Once for the process: who imports the module again catches what was raised before. */
static int find_errors(void) {
    static PyObject *errors;
    if (errors != NULL) return PyDict_SetItemString(PyImport_GetModuleDict(), "libgames._errors", errors) == 0;
    errors = PyImport_ImportModule("libgames._errors");
    error_of = errors == NULL ? NULL : PyObject_GetAttrString(errors, "of");
    return error_of != NULL;
}

/* Raises what a status of a function is in Python, instead of an error that is on its way; `said` (may be NULL) is what
 * the function has said itself. */
static PyObject *raise_status(const char *function, lg_status status, const lg_parse_error *said) {
    PyErr_Clear();
    PyObject *error = PyObject_CallFunction(error_of, "sizsii", function, (int)status,
                                            said == NULL ? NULL : said->expected, lg_status_text(status),
                                            said == NULL ? 0 : (int)said->line, said == NULL ? 0 : (int)said->column);
    if (error != NULL) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return NULL;
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
    char expected[128];
    (void)snprintf(expected, sizeof expected, "expected %zu bytes of a state of %s, not %zd", game->state_size,
                   game->type->name, PyBytes_Size(state));
    return raise_status("", LG_E_STATE, &(lg_parse_error){0, 0, expected});
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

static PyObject *new_state(const lg_game *game) {
    return PyBytes_FromStringAndSize(NULL, (Py_ssize_t)game->state_size);
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
