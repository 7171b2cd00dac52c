/* What all wrapped functions share: the error classes, arguments from Python, results to Python.
 * A state is a Python bytes object, so it is immutable and pickles; a configured game is a capsule.
 * Functions trust the *content* of a state: the face lets bytes from outside in only through validate(). */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <libgames/libgames.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAME_CAPSULE "libgames.game"

/* ---- errors ---- */

/* The module that makes them, libgames._errors; once for the process: who imports this one again catches what was
 * raised before. */
static PyObject *errors;

static int find_errors(void) {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) { /* their modules are emptied when it ends */
        PyErr_SetString(PyExc_ImportError, "libgames: expected the main interpreter, not a sub-interpreter, since the "
                                           "errors are those of one interpreter in the process");
        return 0;
    }
    if (errors != NULL) return PyDict_SetItemString(PyImport_GetModuleDict(), "libgames._errors", errors) == 0;
    errors = PyImport_ImportModule("libgames._errors");
    return errors != NULL;
}

/* One of its functions. Not looked up as an attribute: caches of those keep every name that they are asked for. */
static PyObject *maker(const char *name) {
    return PyDict_GetItemString(PyModule_GetDict(errors), name);
}

/* Raises an error that was made, instead of one that is on its way. 0. */
static int raise(PyObject *error) {
    if (error != NULL) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return 0;
}

/* Raises what a status of a function is in Python; `said` (may be NULL) is what the function has said itself. */
static PyObject *raise_status(const char *function, lg_status status, const lg_parse_error *said) {
    const lg_parse_error none = {0, 0, NULL}, *more = said == NULL ? &none : said;
    PyErr_Clear();
    (void)raise(PyObject_CallFunction(maker("of"), "sizsii", function, (int)status, more->expected,
                                      lg_status_text(status), (int)more->line, (int)more->column));
    return NULL;
}

/* ---- calls ---- */

/* What is called in every step takes its arguments without a tuple: SWIG's wrapper gets them as `given` in its place,
 * and no module. */
typedef struct given {
    PyObject *const *all;
    Py_ssize_t count;
} given;

static int unpack(const given *from, const char *name, Py_ssize_t wanted, PyObject **to) {
    if (from->count != wanted) {
        (void)PyErr_Format(PyExc_TypeError, "%s expected %zd arguments, got %zd", name, wanted, from->count);
        return 0;
    }
    for (Py_ssize_t i = 0; i < wanted; i++) to[i] = from->all[i];
    return 1;
}

#define SWIG_Python_UnpackTuple(from, name, least, most, to) \
    (self == NULL ? unpack((const given *)from, name, most, to) : SWIG_Python_UnpackTuple(from, name, least, most, to))
#define CALL_OF(NAME) \
    static PyObject *_wrap_##NAME(PyObject *, PyObject *); \
    static PyObject *call_##NAME(PyObject *module, PyObject *const *all, Py_ssize_t count) { \
        (void)module; \
        return _wrap_##NAME(NULL, (PyObject *)&(given){all, count}); \
    }
#define ENTRY_OF(NAME) {#NAME, (PyCFunction)(void (*)(void))call_##NAME, METH_FASTCALL, NULL},

/* ---- arguments ---- */

static int no_integer(const char *name, PyObject *given, int64_t low, uint64_t high) {
    PyErr_Clear();
    return raise(PyObject_CallFunction(maker("no_integer"), "sOLK", name, given, (long long)low,
                                       (unsigned long long)high));
}

static int read_integer(PyObject *object, int64_t low, int64_t high, const char *name, int64_t *value) {
    int overflow;
    *value = PyLong_AsLongLongAndOverflow(object, &overflow);
    const bool read = overflow == 0 && (*value != -1 || PyErr_Occurred() == NULL);
    return (read && *value >= low && *value <= high) || no_integer(name, object, low, (uint64_t)high);
}

static int read_seed(PyObject *object, uint64_t *seed) {
    PyObject *index = PyNumber_Index(object);
    if (index != NULL) *seed = PyLong_AsUnsignedLongLong(index);
    Py_XDECREF(index);
    return PyErr_Occurred() == NULL || no_integer("seed", object, 0, UINT64_MAX);
}

/* Whether `value` numbers one of `count` things; if not, an error is set. */
static int in_range(const char *name, int32_t value, int32_t count) {
    if (value >= 0 && value < count) return 1;
    PyObject *given = PyLong_FromLong(value);
    (void)no_integer(name, given, 0, (uint64_t)(count - 1));
    Py_XDECREF(given);
    return 0;
}

static int read_text(PyObject *object, const char **text, size_t *length) {
    Py_ssize_t size = 0;
    *text = NULL;
    if (PyUnicode_Check(object)) *text = PyUnicode_AsUTF8AndSize(object, &size);
    else (void)PyBytes_AsStringAndSize(object, (char **)text, &size);
    *length = (size_t)size;
    if (*text != NULL || PyErr_ExceptionMatches(PyExc_MemoryError)) return *text != NULL;
    PyErr_Clear();
    return raise(PyObject_CallFunction(maker("no_text"), "(O)", object));
}

/* The bytes of a state of this game, or NULL with an error. */
static const void *state_bytes(const char *name, const lg_game *game, PyObject *state) {
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(state, &bytes, &size) == 0 && (size_t)size == game->state_size) return bytes;
    PyErr_Clear();
    (void)raise(PyObject_CallFunction(maker("no_state"), "sOKs", name, state, (unsigned long long)game->state_size,
                                    game->type->name));
    return NULL;
}

/* A C-contiguous buffer of `items` elements of `item_size` bytes; its format must be in `formats` (NULL: any).
 * `flags` is PyBUF_WRITABLE or PyBUF_SIMPLE (which may be read-only); errors begin with `name`, if it is not NULL. */
static int open_named_buffer(const char *name, PyObject *object, Py_buffer *buffer, int flags, const char *formats,
                             size_t item_size, size_t items) {
    if (PyObject_GetBuffer(object, buffer, flags | PyBUF_C_CONTIGUOUS | (formats == NULL ? 0 : PyBUF_FORMAT)) == 0) {
        const char *format = buffer->format == NULL ? "B" : buffer->format;
        const bool fits = formats == NULL || (strlen(format) == 1 && strchr(formats, format[0]) != NULL &&
                                              (size_t)buffer->itemsize == item_size);
        if (fits && (size_t)buffer->len == items * item_size) return 1;
        PyBuffer_Release(buffer);
    }
    PyErr_Clear();
    return raise(PyObject_CallFunction(maker("no_buffer"), "zOizKK", name, object, flags == PyBUF_WRITABLE, formats,
                                     (unsigned long long)item_size, (unsigned long long)items));
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
    if (result == Py_None) {
        Py_DECREF(result);
        return value;
    }
    PyObject *all = result == NULL || PyList_Check(result) ? result : Py_BuildValue("[N]", result);
    if (all != NULL && (value == NULL || PyList_Append(all, value) != 0)) Py_CLEAR(all);
    Py_XDECREF(value);
    return all;
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
