/* Objects, calls and structs. An object of the library is a capsule by its C type's name, which owns its memory and
 * refuses calls while one runs without the interpreter lock. A struct is a dict by its members' names. */

/* ---- objects and calls --------------------------------------------------------------------------------- */

/* A buffer that is open. */
typedef struct held {
    Py_buffer buffer;
    struct held *next;
} held;

typedef struct handle {
    void *at; /* NULL once it is closed */
    void (*end)(void *at);
    PyObject *capsule;    /* this handle in Python: a borrowed reference */
    PyObject *kept;       /* a list of the capsules that it needs */
    struct handle *whole; /* NULL, or the object it was made from: a game; for one of many searches all of them */
    held *uses;           /* its memory and arrays */
    sizes sizes;
    bool busy; /* a call runs without the interpreter lock */
} handle;

/* A call of a wrapped function, which its typemaps share: SWIG makes one of all local variables of this name. */
typedef struct call {
    handle *of, *last; /* the first object among the arguments, and the last */
    sizes sizes;       /* of the first one's arrays, and of arrays whose sizes earlier numbers give */
    held *open;        /* until the end of the call, as are the objects made for it: */
    PyObject *made;    /* a state that is written, */
    void *room;        /* and memory of malloc */
    PyThreadState *thread;
    double end, glance;           /* when it ends, and when it next checks signals, */
    const volatile uint8_t *stop; /* unless another thread does, which sets this; NULL: no such thread */
    bool raised;                  /* a signal's handler has set an error meanwhile */
    bool again;                   /* a string may be too long: it is written once more */
} call;

static held *spare; /* the last one released: most calls open one buffer, and malloc is slow */

static void release(held **first) {
    while (*first != NULL) {
        held *one = *first;
        *first = one->next;
        PyBuffer_Release(&one->buffer);
        if (spare != NULL) free(one);
        else spare = one;
    }
}

static inline void end_call(call *it) {
    if (it->open != NULL) release(&it->open);
    if (it->room != NULL) free(it->room);
    Py_XDECREF(it->made);
}
#define CALL __attribute__((cleanup(end_call), unused)) call

static inline const Py_buffer *open_buffer(call *it, PyObject *object, int flags) {
    held *one = spare != NULL ? spare : (held *)malloc(sizeof *one);
    spare = NULL;
    if (one == NULL) return (const Py_buffer *)PyErr_NoMemory();
    one->buffer.obj = NULL;
    one->next = it->open;
    it->open = one;
    return PyObject_GetBuffer(object, &one->buffer, flags) == 0 ? &one->buffer : NULL;
}

static inline handle *open_handle(call *it, PyObject *capsule, const char *type) {
    handle *of = (handle *)PyCapsule_GetPointer(capsule, type);
    if (of != NULL && it->of == NULL) it->sizes = of->sizes;
    if (it->of == NULL) it->of = of;
    return it->last = of;
}

/* Whether the object of a call may be used; if not, an error is set. Called after all arguments are converted: the
 * __index__ of one may have closed the object or begun a call of it. */
static bool is_free(const handle *of) {
    const bool busy = of->busy || (of->whole != NULL && of->whole->busy);
    if (of->at != NULL && !busy) return true;
    PyErr_Format(busy ? PyExc_RuntimeError : PyExc_ValueError, "the %s is %s",
                 PyCapsule_GetName(of->capsule) + strlen("lg_"), busy ? "in use by another thread" : "closed");
    return false;
}

static void close_handle(handle *of) {
    if (of->at != NULL && of->end != NULL) of->end(of->at);
    of->at = NULL;
    release(&of->uses);
}

static void free_handle(PyObject *capsule) {
    handle *of = (handle *)PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
    close_handle(of);
    Py_XDECREF(of->kept);
    free(of);
}

/* From now on the object of a call uses the buffers that the call has opened. */
static void hand_over(call *it, handle *of) {
    held **last = &of->uses;
    while (*last != NULL) last = &(*last)->next;
    *last = it->open;
    it->open = NULL;
}

/* The object made by a call. */
static PyObject *new_handle(call *it, const char *type, void *at, void (*end)(void *)) {
    handle *of = (handle *)calloc(1, sizeof *of);
    PyObject *capsule = of == NULL ? PyErr_NoMemory() : PyCapsule_New(of, type, free_handle);
    if (capsule == NULL) {
        if (end != NULL) end(at);
        free(of);
        return NULL;
    }
    *of = (handle){.at = at, .end = end, .capsule = capsule, .whole = it->of, .sizes = it->sizes};
    of->kept = it->of == NULL ? PyList_New(0) : Py_BuildValue("[O]", it->of->capsule);
    hand_over(it, of);
    if (of->kept == NULL) Py_CLEAR(capsule);
    return capsule;
}

/* A game, for which the call has allocated memory. */
static PyObject *new_game(call *it) {
    lg_game *game = (lg_game *)it->room;
    it->room = NULL;
    it->sizes = (sizes){.game = game, .rows = 1, .states = 1, .mask = (size_t)game->actions};
    return new_handle(it, "lg_game", game, free);
}

static void end_lg_batch(void *at) {
    lg_batch_destroy((lg_batch *)at);
}

static void end_lg_batch_search(void *at) {
    lg_batch_search_destroy((lg_batch_search *)at);
}

static void end_lg_self_play(void *at) {
    lg_self_play_destroy((lg_self_play *)at);
}
#define end_lg_alphabeta NULL

/* ---- without the interpreter lock ---------------------------------------------------------------------- */

/* An object refuses other calls meanwhile, except a game, which never changes. */
static void unlock(call *it) {
    if (it->of != NULL) it->of->busy = it->of->at != it->sizes.game;
    it->thread = PyEval_SaveThread();
}

static void lock(call *it) {
    PyEval_RestoreThread(it->thread);
    if (it->of != NULL) it->of->busy = false;
}

#define GLANCE 0.02 /* seconds between two checks of signals */

static double seconds_now(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Whether it is time to end. */
static bool look_out(void *context) {
    call *it = (call *)context;
    const double now = seconds_now();
    if (!(now < it->end)) return true;
    if (it->stop != NULL) return *it->stop != 0;
    if (now < it->glance) return false;
    PyEval_RestoreThread(it->thread);
    it->raised = PyErr_CheckSignals() != 0;
    it->thread = PyEval_SaveThread();
    it->glance = now + GLANCE;
    return it->raised;
}

/* ---- arrays and structs -------------------------------------------------------------------------------- */

/* At least `least` bytes, open until the call ends. */
static bool open_bytes(call *it, const char *name, PyObject *object, int flags, size_t least, void *to, size_t *size) {
    const Py_buffer *buffer = open_buffer(it, object, flags);
    if (buffer == NULL) return false;
    *(void **)to = buffer->buf;
    *size = (size_t)buffer->len;
    if (*size >= least) return true;
    return PyErr_Format(PyExc_ValueError, "%s: expected at least %zu bytes, not %zu", name, least, *size) != NULL;
}

/* A C-contiguous array as a member with this kind wants it; open until the call ends. */
static bool open_rows(call *it, const member *wanted, PyObject *object, const sizes *of, void *to) {
    const int flags = (wanted->kind & READ ? PyBUF_SIMPLE : PyBUF_WRITABLE) | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT;
    const elements *kind = elements_of(wanted, of);
    const size_t items = items_of(wanted, of);
    const Py_buffer *buffer = open_buffer(it, object, flags);
    if (buffer != NULL) {
        const char *format = buffer->format == NULL ? "B" : buffer->format;
        const bool fits = format[0] != '\0' && format[1] == '\0' && strchr(kind->formats, format[0]) != NULL;
        *(void **)to = buffer->buf;
        if (fits && (size_t)buffer->itemsize == kind->size && (size_t)buffer->len == items * kind->size) {
            if ((wanted->width != STATE && wanted->width != OF_STATES) || (uintptr_t)buffer->buf % 8 == 0) return true;
            return PyErr_Format(PyExc_ValueError, "%s: expected an array aligned to 8 bytes", wanted->name) != NULL;
        }
    }
    return refuse("no_buffer", "zOizKK", wanted->name, object, (wanted->kind & READ) == 0, kind->formats,
                  (unsigned long long)kind->size, (unsigned long long)items);
}

static bool read_float(const member *wanted, PyObject *value, float *to) {
    const double number = PyFloat_AsDouble(value);
    *to = (float)number;
    const bool within = wanted->low == wanted->high || (number >= wanted->low && number <= wanted->high);
    return (PyErr_Occurred() == NULL && within) ||
           refuse("no_number", "sOdd", wanted->name, value, wanted->low, wanted->high);
}

static bool read_number(const member *wanted, PyObject *value, sizes *of, void *to) {
    const bool small = wanted->kind == 'i', any = wanted->low == wanted->high;
    const int64_t low = small ? INT32_MIN : INT64_MIN, high = small ? INT32_MAX : INT64_MAX;
    int64_t number = 0;
    if (wanted->kind == 'f') return read_float(wanted, value, (float *)to);
    if (wanted->kind == 'Q') return read_seed(value, (uint64_t *)to);
    if (wanted->kind == 'r') {
        if (!PyBytes_Check(value) || (size_t)PyBytes_Size(value) != wanted->size)
            return PyErr_Format(PyExc_ValueError, "%s: expected %zu bytes", wanted->name, wanted->size) != NULL;
        memcpy(to, PyBytes_AsString(value), wanted->size);
        return true;
    }
    if (!read_integer(value, any ? wanted->width == NUMBER ? low : 0 : (int64_t)wanted->low,
                      any || wanted->high > 9e18 ? high : (int64_t)wanted->high, wanted->name, &number))
        return false;
    if (wanted->width == ENCODING && !in_range(wanted->name, (int32_t)number, 0, of->game->observations)) return false;
    count_rows(wanted, number, of);
    if (wanted->kind == '?') *(bool *)to = number != 0;
    else if (small) *(int32_t *)to = (int32_t)number;
    else *(int64_t *)to = number;
    return true;
}

/* The members of a list, which ends with one without a name; their keys are made once. */
static member *members(member *list) {
    for (member *one = list; one->name != NULL && one->key == NULL; one++)
        one->key = PyUnicode_InternFromString(one->name);
    return list;
}

/* Fills *to from a dict; missing members, and None, stay unchanged. */
static bool read_struct(call *it, PyObject *dict, member *list, void *to) {
    Py_ssize_t known = 0;
    sizes of = it->sizes;
    if (!PyDict_Check(dict))
        return PyErr_Format(PyExc_TypeError, "expected a dict, not %R", (PyObject *)Py_TYPE(dict)) != NULL;
    for (const member *one = members(list); one->name != NULL; one++) {
        void *place = (char *)to + one->offset;
        PyObject *value = PyDict_GetItem(dict, one->key);
        known += value != NULL;
        if (value == NULL) value = Py_None;
        if (value == Py_None && !one->required) continue;
        if (one->kind & ARRAY ? !open_rows(it, one, value, &of, place) : !read_number(one, value, &of, place))
            return false;
    }
    return known == PyDict_Size(dict) || refuse("no_members", "(N)", PyDict_Keys(dict));
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

/* A tuple of `count` numbers, each of `size` bytes. */
static PyObject *new_tuple(const void *from, int kind, size_t size, Py_ssize_t count) {
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; tuple != NULL && i < count; i++)
        (void)PyTuple_SetItem(tuple, i, number_of(kind, (const char *)from + size * (size_t)i, size));
    return tuple;
}

/* A tuple of the indices of the mask's `count` bits. Each index is made once, and PyTuple_Pack, which needs no call for
 * each, ignores what follows the last argument that it packs. */
static PyObject *new_indices(const uint64_t *mask, int32_t count) {
    enum { FEW = 32 };
    static PyObject *made[64 * LG_MAX_MASK_WORDS];
    PyObject *few[FEW] = {NULL}, *many = count > FEW ? PyTuple_New(count) : NULL;
    if (count > FEW && many == NULL) return NULL;
    for (int32_t word = 0, at = 0; at < count; word++)
        for (uint64_t bits = mask[word]; bits != 0 && at < count; bits &= bits - 1, at++) {
            PyObject **index = &made[64 * word + __builtin_ctzll(bits)];
            if (*index == NULL && (*index = PyLong_FromSsize_t(index - made)) == NULL) {
                Py_XDECREF(many);
                return NULL;
            }
            if (many == NULL) few[at] = *index;
            else (void)PyTuple_SetItem(many, at, Py_NewRef(*index));
        }
#define EIGHT(i) few[i], few[i + 1], few[i + 2], few[i + 3], few[i + 4], few[i + 5], few[i + 6], few[i + 7]
    if (many != NULL) return many;
    return count <= 8 ? PyTuple_Pack(count, EIGHT(0)) : PyTuple_Pack(count, EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24));
#undef EIGHT
}

/* A dict of the members. Arrays in the struct, of elements of 4 bytes, are tuples of all their elements. */
static PyObject *new_struct(const void *from, member *list) {
    PyObject *dict = PyDict_New();
    for (const member *one = members(list); dict != NULL && one->name != NULL; one++) {
        const char *place = (const char *)from + one->offset;
        if (one->kind & READ) continue; /* of the caller */
        PyObject *value = one->kind & ARRAY ? new_tuple(place, one->kind, 4, (Py_ssize_t)one->size / 4)
                                            : number_of(one->kind, place, one->size);
        if (value == NULL || PyDict_SetItem(dict, one->key, value) != 0) Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

/* Bytes that a call writes, as `made`. */
static bool make_bytes(call *it, size_t size, void *to) {
    it->made = new_bytes(NULL, size);
    if (it->made != NULL) *(void **)to = PyBytes_AsString(it->made);
    return it->made != NULL;
}
