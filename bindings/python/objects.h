/* What the typemaps need for objects and structs. An object of the library is a capsule by its C type's name, which
 * owns its memory and refuses calls while one runs without the interpreter lock. A struct is a dict by its members'
 * names. */

#include <stddef.h>
#include <sys/mman.h>

/* ---- structs ------------------------------------------------------------------------------------------- */

/* What a row of an array has an element for. COUNT and STATES are numbers: of the rows, and of the states that are
 * given, which the arrays OF_STATES and OF_EACH_STATE are about. */
typedef enum width {
    NUMBER, COUNT, STATES, ENCODING, EACH, STATE, OF_STATES, OF_EACH_STATE, SEEN, MASK, ACTION, PLAYER, VALUE
} width;

typedef struct member {
    const char *name;
    size_t offset, size;
    int kind; /* of the number or of the elements, as in buffer formats, with ARRAY and READ */
    width width;
    int required;
    double low, high; /* of a number; both 0: any */
    PyObject *key; /* the name, made when it is first used */
} member;

#define ARRAY 256 /* a pointer to elements, or all of them in the struct */
#define READ 512  /* that are only read */
#define KIND(x)                                                                                                  \
    _Generic((x), int8_t: 'b', uint8_t: 'B', int: 'i', unsigned: 'i', float: 'f', bool: '?', const char *: 's',   \
             char *: 't', const uint32_t *: 'I' | ARRAY | READ, long: 'q', long long: 'q',                        \
             unsigned long: 'Q', unsigned long long: 'Q', const void *: 'B' | ARRAY | READ, void *: 'B' | ARRAY, \
             const uint8_t *: 'B' | ARRAY | READ, uint8_t *: 'B' | ARRAY, const int32_t *: 'i' | ARRAY | READ,   \
             int32_t *: 'i' | ARRAY, int64_t *: 'q' | ARRAY, uint64_t *: 'Q' | ARRAY, float *: 'f' | ARRAY,      \
             const float *: 'f' | ARRAY | READ, lg_player *: 'r')
/* A member of THIS; one that is required; a number; a number within bounds. */
#define M(name, width, required, low, high) \
    {#name, offsetof(THIS, name), sizeof ((THIS *)0)->name, KIND(((THIS *)0)->name), width, required, low, high, NULL}
#define A(name, width) M(name, width, 0, 0, 0)
#define R(name, width) M(name, width, 1, 0, 0)
#define N(name) M(name, NUMBER, 0, 0, 0)
#define B(name, low, high) M(name, NUMBER, 0, (double)(low), (double)(high)),

/* What decides how large arrays must be. */
typedef struct sizes {
    const lg_game *game;
    lg_space seen; /* an observation */
    size_t rows, states, mask;
    int kinds; /* whether the kinds of elements are looked at, which takes time */
} sizes;

/* Buffers that are held. */
enum { MOST_ARRAYS = 17 }; /* of one struct */
typedef struct arrays {
    Py_buffer held[MOST_ARRAYS];
    int count;
} arrays;

static void release_arrays(arrays *open) {
    while (open->count > 0) PyBuffer_Release(&open->held[--open->count]);
}

/* By lg_dtype. */
static const struct {
    const char *formats;
    size_t size;
} SPACE_ELEMENTS[] = {{"B", 1}, {"h", 2}, {"i", 4}, {"f", 4}};

/* Opens an array as a member with this kind wants it: so many elements of the rows' number. */
static int open_rows(const member *wanted, PyObject *value, const sizes *of, arrays *open, void **to) {
    const int element = wanted->kind & 255, seen = wanted->width == SEEN;
    const char *formats = seen ? SPACE_ELEMENTS[of->seen.dtype].formats : element == 'B' ? "Bb?" :
                          element == 'i' ? "il" : element == 'q' ? "lq" : element == 'Q' ? "LQ" :
                          element == 'I' ? "IL" : "f";
    const size_t item = seen ? SPACE_ELEMENTS[of->seen.dtype].size : element == 'B' ? 1 :
                        element == 'q' || element == 'Q' ? 8 : 4;
    const lg_game *game = of->game;
    const int given = wanted->width == OF_STATES || wanted->width == OF_EACH_STATE;
    size_t each = 1;
    if (wanted->width == STATE || wanted->width == OF_STATES) each = game->state_size;
    if (seen) each = lg_space_size(&of->seen) / item;
    if (wanted->width == MASK) each = of->mask;
    if (wanted->width == ACTION) each = (size_t)game->actions;
    if (wanted->width == PLAYER) each = (size_t)game->players;
    if (wanted->width == VALUE) each = (size_t)game->actions * (size_t)game->players;
    Py_buffer *buffer = &open->held[open->count];
    if (!open_named_buffer(wanted->name, value, buffer, wanted->kind & READ ? PyBUF_SIMPLE : PyBUF_WRITABLE,
                           of->kinds ? formats : NULL, item, (given ? of->states : of->rows) * each))
        return 0;
    open->count++;
    *to = buffer->buf;
    if ((wanted->width != STATE && wanted->width != OF_STATES) || (uintptr_t)buffer->buf % 8 == 0) return 1;
    return PyErr_Format(PyExc_ValueError, "%s: expected an array aligned to 8 bytes", wanted->name) != NULL;
}

/* Makes the keys of a list, once. */
static void name_all(member *list, int count) {
    for (int i = count - 1; i >= 0 && list[0].key == NULL; i--) list[i].key = PyUnicode_InternFromString(list[i].name);
}

static int read_float(const member *wanted, PyObject *value, float *to) {
    const double number = PyFloat_AsDouble(value);
    *to = (float)number;
    const bool within = wanted->low == wanted->high || (number >= wanted->low && number <= wanted->high);
    if (PyErr_Occurred() == NULL && within) return 1;
    PyErr_Clear();
    return raise(PyObject_CallFunction(maker("no_number"), "sOdd", wanted->name, value, wanted->low, wanted->high));
}

static int read_number(const member *wanted, PyObject *value, sizes *of, void *to) {
    const bool small = wanted->kind == 'i', any = wanted->low == wanted->high;
    const int64_t low = small ? INT32_MIN : INT64_MIN, high = small ? INT32_MAX : INT64_MAX;
    int64_t number = 0;
    if (wanted->kind == 'f') return read_float(wanted, value, (float *)to);
    if (wanted->kind == 'Q') return read_seed(value, (uint64_t *)to);
    if (wanted->kind == 'r') {
        if (PyBytes_Check(value) && (size_t)PyBytes_Size(value) == wanted->size) {
            memcpy(to, PyBytes_AsString(value), wanted->size);
            return 1;
        }
        return PyErr_Format(PyExc_ValueError, "%s: expected %zu bytes", wanted->name, wanted->size) != NULL;
    }
    if (!read_integer(value, any ? wanted->width == NUMBER ? low : 0 : (int64_t)wanted->low,
                      any || wanted->high > 9e18 ? high : (int64_t)wanted->high, wanted->name, &number))
        return 0;
    if (wanted->width == COUNT) of->rows = (size_t)number;
    if (wanted->width == STATES) of->states = (size_t)number;
    if (wanted->width == ENCODING) {
        if (!in_range(wanted->name, (int32_t)number, of->game->observations)) return 0;
        of->seen = of->game->observation[number];
    }
    if (wanted->kind == '?') *(bool *)to = number != 0;
    else if (small) *(int32_t *)to = (int32_t)number;
    else *(int64_t *)to = number;
    return 1;
}

/* Fills *to from a dict; what is missing there, or None, stays. Its arrays are in *open also after an error. */
static int read_struct(PyObject *dict, member *list, int count, sizes of, void *to, arrays *open) {
    Py_ssize_t known = 0, at = 0;
    PyObject *key, *value;
    if (!PyDict_Check(dict))
        return PyErr_Format(PyExc_TypeError, "expected a dict, not %R", (PyObject *)Py_TYPE(dict)) != NULL;
    name_all(list, count);
    for (int i = 0; i < count; i++) {
        void *place = (char *)to + list[i].offset;
        value = PyDict_GetItem(dict, list[i].key);
        known += value != NULL;
        if (list[i].required && (value == NULL || value == Py_None))
            return PyErr_Format(PyExc_ValueError, "%s: expected this array to be there", list[i].name) != NULL;
        if (value == NULL || value == Py_None) continue;
        if (list[i].kind & ARRAY ? !open_rows(&list[i], value, &of, open, (void **)place)
                                 : !read_number(&list[i], value, &of, place))
            return 0;
    }
    if (known == PyDict_Size(dict)) return 1;
    while (PyDict_Next(dict, &at, &key, &value)) {
        int i = 0;
        while (i < count && !(PyUnicode_Check(key) && PyUnicode_CompareWithASCIIString(key, list[i].name) == 0)) i++;
        if (i == count) return PyErr_Format(PyExc_ValueError, "expected the name of a member, not %R", key) != NULL;
    }
    return 0;
}

static PyObject *number_of(int kind, const void *at, size_t size) {
    switch (kind & 255) {
    case 'b': return PyLong_FromLong(*(const int8_t *)at);
    case 'B': return PyLong_FromLong(*(const uint8_t *)at);
    case 'i': return PyLong_FromLong(*(const int32_t *)at);
    case 'q': return PyLong_FromLongLong(*(const int64_t *)at);
    case 'Q': return PyLong_FromUnsignedLongLong(*(const uint64_t *)at);
    case 'f': return PyFloat_FromDouble((double)*(const float *)at);
    case '?': return PyBool_FromLong(*(const bool *)at);
    case 's': return Py_BuildValue("s", *(const char *const *)at);
    case 't': return PyUnicode_FromString((const char *)at);
    default: return new_bytes(at, size);
    }
}

/* A dict of the members. Arrays in the struct, of elements of 4 bytes, are tuples of all that there is room for. */
static PyObject *new_struct(const void *from, member *list, int count) {
    PyObject *dict = PyDict_New();
    name_all(list, count);
    for (int i = 0; dict != NULL && i < count; i++) {
        const char *place = (const char *)from + list[i].offset;
        PyObject *value = NULL;
        if ((list[i].kind & ARRAY) == 0) {
            value = number_of(list[i].kind, place, list[i].size);
        } else {
            const Py_ssize_t elements = (Py_ssize_t)list[i].size / 4;
            value = PyTuple_New(elements);
            for (Py_ssize_t k = 0; value != NULL && k < elements; k++)
                (void)PyTuple_SetItem(value, k, number_of(list[i].kind, place + 4 * k, 4));
        }
        if (value == NULL || PyDict_SetItem(dict, list[i].key, value) != 0) Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

/* ---- objects ------------------------------------------------------------------------------------------- */

typedef struct handle {
    void *at; /* NULL once it is closed */
    struct handle *whole; /* NULL, or what it is a part of and keeps */
    void *memory;
    void (*end)(void *at); /* or NULL */
    PyObject *kept; /* a list of what it uses, such as games */
    arrays bound;
    sizes of;
    int busy; /* a call runs without the interpreter lock */
} handle;

static void close_handle(handle *of) {
    if (of->at != NULL && of->end != NULL) of->end(of->at);
    of->at = NULL;
    release_arrays(&of->bound);
    free(of->memory);
    of->memory = NULL;
    Py_CLEAR(of->kept);
}

static void free_handle(PyObject *capsule) {
    handle *of = (handle *)PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
    close_handle(of);
    free(of);
}

/* Takes over what *made has, which is empty then; `of_what`, which is kept, is a game, or what the object is a part of.
 * NULL after an error. */
static PyObject *new_handle(handle *made, const char *type, PyObject *of_what, const lg_game *game) {
    handle *of = (handle *)malloc(sizeof *of);
    if (of != NULL) {
        *of = *made;
        of->of.game = game;
        of->kept = Py_BuildValue("[O]", of_what);
        memset(made, 0, sizeof *made);
    }
    PyObject *capsule = of != NULL && of->kept != NULL ? PyCapsule_New(of, type, free_handle) : PyErr_NoMemory();
    if (capsule == NULL && of != NULL) {
        close_handle(of);
        free(of);
    }
    return capsule;
}

/* Whether a call may use it; if not, an error is set. `always`: also while another call runs, or when it is closed. */
static bool is_free(const handle *of, const char *type, bool always) {
    const bool busy = of->busy || (of->whole != NULL && of->whole->busy);
    if (always || (of->at != NULL && !busy)) return true;
    PyErr_Format(busy ? PyExc_RuntimeError : PyExc_ValueError, "the %s is %s", type + strlen("lg_"),
                 busy ? "in use by another thread" : "closed");
    return false;
}

static handle *open_handle(PyObject *capsule, const char *type, bool always) {
    handle *of = (handle *)PyCapsule_GetPointer(capsule, type);
    return of != NULL && is_free(of, type, always) ? of : NULL;
}

#define game_behind(object) ((object)->of.game)

static void end_lg_batch(void *at) {
    lg_batch_destroy((lg_batch *)at);
}
#define end_lg_alphabeta NULL
#define end_lg_ontherun_map NULL
#define end_lg_search NULL
#define end_lg_search_team NULL

static void end_lg_searches(void *at) {
    lg_searches_destroy((lg_searches *)at);
}
