/* The common part of all wrapped functions: the error classes, arguments from Python, results to Python. A state is an
 * object with its bytes (state.h), or the bytes alone; an object of the library is a capsule (objects.h). Functions
 * trust the *content* of a state: the Python package accepts bytes from outside only through validate(). */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <libgames/libgames.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- errors ---- */

/* The module that makes them, libgames._errors; only once in a process, so that after a second import of the package
 * its classes still catch earlier errors. */
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

/* Raises the error that a function of that module makes of these arguments, instead of a pending one. Returns false.
 * The function is not looked up as an attribute: attribute caches keep every name. */
static bool refuse(const char *maker, const char *format, ...) {
    va_list all;
    PyErr_Clear();
    va_start(all, format);
    PyObject *given = Py_VaBuildValue(format, all);
    va_end(all);
    PyObject *make = PyDict_GetItemString(PyModule_GetDict(errors), maker);
    PyObject *error = given == NULL ? NULL : PyObject_CallObject(make, given);
    if (error != NULL) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    Py_XDECREF(given);
    return false;
}

/* Raises the Python error of a function's status; `said` (may be NULL) is the function's own message. */
static PyObject *raise_status(const char *function, lg_status status, const lg_parse_error *said) {
    const lg_parse_error none = {0, 0, NULL}, *more = said == NULL ? &none : said;
    (void)refuse("of", "sizsii", function, (int)status, more->expected, lg_status_text(status), (int)more->line,
                 (int)more->column);
    return NULL;
}

/* ---- arguments: false and an error for an unexpected one ---- */

static bool read_integer(PyObject *object, int64_t low, int64_t high, const char *name, int64_t *value) {
    int overflow;
    *value = PyLong_AsLongLongAndOverflow(object, &overflow);
    const bool read = overflow == 0 && (*value != -1 || PyErr_Occurred() == NULL);
    return (read && *value >= low && *value <= high) ||
           refuse("no_integer", "sOLL", name, object, (long long)low, (long long)high);
}

static bool read_seed(PyObject *object, uint64_t *seed) {
    PyObject *index = PyNumber_Index(object);
    *seed = 0;
    if (index != NULL) *seed = PyLong_AsUnsignedLongLong(index);
    Py_XDECREF(index);
    return PyErr_Occurred() == NULL || refuse("no_integer", "sOiK", "seed", object, 0, ULLONG_MAX);
}

/* Whether `value` is one of `count` numbers from `low` on. */
static inline bool in_range(const char *name, int32_t value, int32_t low, int32_t count) {
    return (value >= low && value < low + count) ||
           refuse("no_integer", "siii", name, (int)value, (int)low, (int)(low + count - 1));
}

static bool read_text(PyObject *object, const char **text, size_t *length) {
    Py_ssize_t size = 0;
    *text = NULL;
    if (PyUnicode_Check(object)) *text = PyUnicode_AsUTF8AndSize(object, &size);
    else (void)PyBytes_AsStringAndSize(object, (char **)text, &size);
    *length = (size_t)size;
    return *text != NULL || (!PyErr_ExceptionMatches(PyExc_MemoryError) && refuse("no_text", "(O)", object));
}

/* ---- results ---- */

static PyObject *new_bytes(const void *from, size_t size) {
    return PyBytes_FromStringAndSize((const char *)from, (Py_ssize_t)size);
}

/* A result with one more value: the value alone if there was none, otherwise a list. NULL after an error. */
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
