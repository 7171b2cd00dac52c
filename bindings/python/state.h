/* A state in Python: one object with the game and the state's bytes, which never change. The class is written in Python
 * (libgames/game.py); this file contains the methods that are called in every step, and the object itself. */
#include <structmember.h>

typedef struct state {
    PyObject_VAR_HEAD /* the size of a state in bytes */
    PyObject *game;   /* the Game, */
    handle *of;       /* and its C object, whose capsule this keeps as well */
    Py_hash_t hash;   /* -1: not computed yet */
    uint64_t bytes[];
} state;

static PyObject *new_array, *uint8, *handle_name, *views_name; /* numpy.empty, its dtype, and names of a Game's attributes */

static inline const lg_game *rules_of(const state *it) {
    return (const lg_game *)it->of->at;
}

static PyTypeObject *latest; /* the class made last; there are several after another import of the package */
static state *spare_state;   /* the last one freed: in a loop each state takes the place of the one before */

static void free_state(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self); /* of a subclass too */
    state *it = (state *)self;
    PyObject_GC_UnTrack(self);
    Py_DECREF(it->game); /* which may make and free other states */
    Py_DECREF(it->of->capsule);
    state *old = type == latest ? spare_state : it;
    if (old != it) spare_state = it;
    if (old != NULL) ((freefunc)PyType_GetSlot(type, Py_tp_free))(old);
    Py_DECREF((PyObject *)type);
}

/* Without tp_clear, as a tuple: a cycle of references contains a game, whose attributes can be cleared. */
static int visit_state(PyObject *self, visitproc visit, void *arg) {
    const state *it = (const state *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(it->game);
    Py_VISIT(it->of->capsule);
    return 0;
}

/* The class of states that a class is or is derived from; NULL: it is another class. */
static inline PyTypeObject *state_type_of(PyTypeObject *type) {
    if (type == latest) return type;
    while (type != NULL && (destructor)PyType_GetSlot(type, Py_tp_dealloc) != free_state)
        type = (PyTypeObject *)PyType_GetSlot(type, Py_tp_base);
    return type;
}

/* A state whose bytes are still to be written; afterwards the garbage collector may see it. */
static state *begin_state(PyTypeObject *type, PyObject *game, handle *of) {
    const Py_ssize_t size = (Py_ssize_t)((const lg_game *)of->at)->state_size;
    state *made = spare_state;
    if (made != NULL && Py_SIZE((PyObject *)made) == size) {
        (void)PyObject_InitVar((PyVarObject *)made, type, size);
        spare_state = NULL;
    } else if ((made = PyObject_GC_NewVar(state, type, size)) == NULL) return NULL;
    made->game = Py_NewRef(game);
    made->of = of;
    made->hash = -1;
    Py_INCREF(of->capsule);
    return made;
}

static PyObject *no_new_state(PyTypeObject *type, PyObject *args, PyObject *names) {
    return PyErr_Format(PyExc_TypeError, "states are made by Game.new, Game.parse and Game.from_bytes");
}

/* The bytes of a state of this game, which may be given as bytes, or NULL. */
static void *state_bytes(const char *name, const lg_game *game, PyObject *given) {
    char *bytes;
    Py_ssize_t size;
    if (state_type_of(Py_TYPE(given)) != NULL) {
        bytes = (char *)((state *)given)->bytes;
        size = Py_SIZE(given);
    } else if (PyBytes_AsStringAndSize(given, &bytes, &size) != 0) size = -1;
    if (size >= 0 && (size_t)size == game->state_size) return bytes;
    (void)refuse("no_state", "sOKs", name, given, (unsigned long long)game->state_size, game->type->name);
    return NULL;
}

/* State._of(game, data): data that is known to be a state's. */
static PyObject *state_of(PyObject *class, PyObject *const *given, Py_ssize_t count) {
    call it = {NULL};
    if (count != 2) return PyErr_Format(PyExc_TypeError, "_of expected 2 arguments, got %zd", count);
    PyObject *capsule = PyObject_GetAttr(given[0], handle_name);
    handle *of = capsule == NULL ? NULL : open_handle(&it, capsule, "lg_game");
    const void *from = of == NULL ? NULL : state_bytes("data", (const lg_game *)of->at, given[1]);
    state *made = from == NULL ? NULL : begin_state(state_type_of((PyTypeObject *)class), given[0], of);
    Py_XDECREF(capsule);
    if (made == NULL) return NULL;
    memcpy(made->bytes, from, (size_t)Py_SIZE((PyObject *)made));
    PyObject_GC_Track(made);
    return (PyObject *)made;
}

/* By an interned name: attribute caches keep every other name. */
static PyObject *attribute(PyObject *object, const char *name) {
    PyObject *key = object == NULL ? NULL : PyUnicode_InternFromString(name);
    PyObject *value = key == NULL ? NULL : PyObject_GetAttr(object, key);
    Py_XDECREF(key);
    return value;
}

/* The method written in Python, for unusual arguments: it explains the error in them. */
static PyObject *in_python(const char *method, PyObject *self, PyObject *const *given, Py_ssize_t count,
                           PyObject *names) {
    PyErr_Clear();
    PyObject *written = attribute((PyObject *)state_type_of(Py_TYPE(self)), "_written");
    PyObject *called = attribute(written, method);
    PyObject *all = PyTuple_New(count + 1), *named = PyDict_New(), *result = NULL;
    bool ready = called != NULL && all != NULL && named != NULL;
    for (Py_ssize_t i = 0; ready && i <= count; i++)
        ready = PyTuple_SetItem(all, i, Py_NewRef(i == 0 ? self : given[i - 1])) == 0;
    for (Py_ssize_t i = 0; ready && names != NULL && i < PyTuple_Size(names); i++)
        ready = PyDict_SetItem(named, PyTuple_GetItem(names, i), given[count + i]) == 0;
    if (ready) result = PyObject_Call(called, all, named);
    Py_XDECREF(written);
    Py_XDECREF(called);
    Py_XDECREF(all);
    Py_XDECREF(named);
    return result;
}

static PyObject *state_data(PyObject *self, PyObject *none) {
    return new_bytes(((const state *)self)->bytes, (size_t)Py_SIZE(self));
}

static Py_hash_t state_hash(PyObject *self) {
    state *it = (state *)self;
    PyObject *data = it->hash == -1 ? state_data(self, NULL) : NULL;
    if (data != NULL) it->hash = PyObject_Hash(data);
    Py_XDECREF(data);
    return it->hash;
}

static PyObject *state_compare(PyObject *self, PyObject *other, int how) {
    const state *one = (const state *)self, *two = (const state *)other;
    if ((how != Py_EQ && how != Py_NE) || state_type_of(Py_TYPE(other)) == NULL) return Py_NewRef(Py_NotImplemented);
    const size_t size = (size_t)Py_SIZE(self);
    int equal = size == (size_t)Py_SIZE(other) && memcmp(one->bytes, two->bytes, size) == 0;
    if (equal) equal = PyObject_RichCompareBool(one->game, two->game, Py_EQ);
    return equal < 0 ? NULL : PyBool_FromLong(equal == (how == Py_EQ));
}

static PyObject *state_apply(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names) {
    const state *it = (const state *)self;
    if (count != 1 || names != NULL) return in_python("apply", self, given, count, names);
    state *after = begin_state(state_type_of(Py_TYPE(self)), it->game, it->of);
    lg_status status = LG_E_ARGUMENT;
    if (after == NULL) return NULL;
    if (PyUnicode_Check(given[0])) {
        lg_parse_error error;
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(given[0], &length);
        if (text != NULL) status = lg_game_play(rules_of(it), it->bytes, text, (size_t)length, after->bytes, &error);
    } else {
        int overflow;
        const long long action = PyLong_AsLongLongAndOverflow(given[0], &overflow);
        if (action >= 0 && action <= INT32_MAX)
            status = lg_game_apply(rules_of(it), it->bytes, (int32_t)action, after->bytes);
    }
    if (status == LG_OK) PyObject_GC_Track(after);
    if (status == LG_OK) return (PyObject *)after;
    Py_DECREF((PyObject *)after);
    return in_python("apply", self, given, count, names);
}

static PyObject *state_player(PyObject *self, void *over) {
    const int32_t player = lg_game_player(rules_of((state *)self), ((state *)self)->bytes);
    if (over != NULL) return PyBool_FromLong(player < 0);
    return player < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(player);
}

static PyObject *state_legal(PyObject *self, void *none) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    return new_indices(mask, lg_game_legal(rules_of((state *)self), ((state *)self)->bytes, mask));
}

#define NUMBERS_OF(NAME, TYPE, KIND) \
    static PyObject *state_##NAME(PyObject *self, void *none) { \
        TYPE all[LG_MAX_PLAYERS]; \
        (void)lg_game_##NAME(rules_of((state *)self), ((state *)self)->bytes, all); \
        return new_tuple(all, KIND, sizeof *all, rules_of((state *)self)->players); \
    }
NUMBERS_OF(scores, int32_t, 'i')
NUMBERS_OF(points, int32_t, 'i')
NUMBERS_OF(outcome, float, 'f')

#define NUMBER_OF(NAME, CONVERT, FUNCTION) \
    static PyObject *state_##NAME(PyObject *self, void *none) { \
        return CONVERT(FUNCTION(rules_of((state *)self), ((state *)self)->bytes)); \
    }
NUMBER_OF(in_move, PyBool_FromLong, lg_game_in_move)
NUMBER_OF(key, PyLong_FromUnsignedLongLong, lg_game_hash)

/* State._chosen(simple, player, seed): the action that a simple bot chooses. */
static PyObject *state_chosen(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    const state *it = (const state *)self;
    lg_bot player;
    uint64_t seed;
    int32_t action;
    const member record = {.name = "player", .kind = 'r', .size = sizeof player};
    if (count != 3) return PyErr_Format(PyExc_TypeError, "_chosen expected 3 arguments, got %zd", count);
    if (!read_number(&record, given[1], NULL, &player) || !read_seed(given[2], &seed)) return NULL;
    lg_rng rng = lg_bot_rng(rules_of(it), &player, it->bytes, seed);
    const lg_status status = lg_game_choose(rules_of(it), it->bytes, (int32_t)PyLong_AsLong(given[0]), &rng, &action);
    return status == LG_OK ? PyLong_FromLong(action) : raise_status("lg_game_choose", status, NULL);
}

static PyObject *state_mask(PyObject *self, void *none) {
    CALL it = {NULL};
    void *to;
    size_t size;
    it.made = PyObject_CallFunction(new_array, "iO", (int)rules_of((state *)self)->actions, uint8);
    if (it.made == NULL || !open_bytes(&it, "", it.made, PyBUF_WRITABLE, 0, &to, &size)) return NULL;
    (void)lg_game_legal_bytes(rules_of((state *)self), ((state *)self)->bytes, (uint8_t *)to);
    return Py_NewRef(it.made);
}

/* An observation by a View, in the caller's array unless that is None. */
static PyObject *observe(const state *self, PyObject *view, PyObject *player, PyObject *array) {
    CALL it = {NULL};
    const lg_game *game = rules_of(self);
    const member wanted = {.kind = 'B' | ARRAY, .width = SEEN};
    PyObject *facts[5];
    lg_space space;
    int64_t seat;
    void *to;
    size_t size;
    for (Py_ssize_t i = 0; i < 5; i++)
        if ((facts[i] = PyTuple_GetItem(view, i)) == NULL) return NULL;
    const lg_view as = {(int32_t)PyLong_AsLong(facts[0]), (int32_t)PyLong_AsLong(facts[1]), facts[2] == Py_True};
    if (facts[3] == Py_True)
        return PyErr_Format(PyExc_ValueError, "observation: 'dict' is for environments; a state's mask is action_mask");
    if (player != Py_None) {
        if (!read_integer(player, INT32_MIN, INT32_MAX, "player", &seat)) return NULL;
        if (!in_range("player", (int32_t)seat, 0, game->players)) return NULL;
    } else if ((seat = lg_game_player(game, self->bytes)) < 0) seat = 0;
    if (array == Py_None) {
        PyObject *dtype = PyTuple_GetItem(facts[4], 1), *shape = PyTuple_GetItem(facts[4], 2);
        if (shape != NULL) it.made = PyObject_CallFunctionObjArgs(new_array, shape, dtype, NULL);
        if (it.made == NULL || !open_bytes(&it, "", it.made, PyBUF_WRITABLE, 0, &to, &size)) return NULL;
    } else {
        if (lg_game_view_space(game, &as, &space) != LG_OK) return raise_status("lg_game_view", LG_E_ARGUMENT, NULL);
        it.made = Py_NewRef(array);
        it.sizes = (sizes){.game = game, .rows = 1};
        size = see(&it.sizes, &space);
        if (!open_rows(&it, &wanted, array, &it.sizes, &to)) return NULL;
    }
    const size_t scratch = lg_game_view_scratch(game, &as);
    it.room = scratch == 0 ? NULL : malloc(scratch);
    if (scratch > 0 && it.room == NULL) return PyErr_NoMemory();
    const lg_status status = lg_game_view(game, &as, self->bytes, (int32_t)seat, it.room, to, size);
    return status == LG_OK ? Py_NewRef(it.made) : raise_status("lg_game_view", status, NULL);
}

/* State._observed(view, player, out=None) */
static PyObject *state_observed(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    if (count == 2 || count == 3) return observe((state *)self, given[0], given[1], count == 3 ? given[2] : Py_None);
    return PyErr_Format(PyExc_TypeError, "_observed expected 2 or 3 arguments, got %zd", count);
}

static PyObject *state_observation(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names) {
    static const char *const known[] = {"player", "name", "out"};
    PyObject *all[] = {Py_None, Py_None, Py_None}, *view = NULL;
    bool simple = true;
    for (Py_ssize_t i = 0; simple && i < count + (names == NULL ? 0 : PyTuple_Size(names)); i++) {
        PyObject *name = i < count ? NULL : PyTuple_GetItem(names, i - count);
        Py_ssize_t at = i < count ? i : count;
        while (name != NULL && at < 3 && PyUnicode_CompareWithASCIIString(name, known[at]) != 0) at++;
        simple = at < 3;
        if (simple) all[at] = given[i];
    }
    if (simple && (all[1] == Py_None || PyUnicode_Check(all[1]))) { /* a view used before */
        PyObject *views = PyObject_GetAttr(((state *)self)->game, views_name);
        if (views != NULL) view = Py_XNewRef(PyDict_GetItemWithError(views, all[1]));
        Py_XDECREF(views);
    }
    if (view == NULL) return in_python("observation", self, given, count, names);
    PyObject *seen = observe((state *)self, view, all[0], all[2]);
    Py_DECREF(view);
    return seen;
}

#define METHOD(NAME, FUNCTION, FLAGS, SIGNATURE) {NAME, (PyCFunction)(void (*)(void))FUNCTION, FLAGS, SIGNATURE}
static PyMethodDef state_methods[] = {
    METHOD("apply", state_apply, METH_FASTCALL | METH_KEYWORDS, "apply($self, action)\n--\n\n"),
    METHOD("observation", state_observation, METH_FASTCALL | METH_KEYWORDS,
           "observation($self, player=None, name=None, out=None)\n--\n\n"),
    METHOD("__bytes__", state_data, METH_NOARGS, NULL),
    METHOD("_chosen", state_chosen, METH_FASTCALL, NULL),
    METHOD("_observed", state_observed, METH_FASTCALL, NULL),
    METHOD("_of", state_of, METH_FASTCALL | METH_CLASS, NULL),
    {NULL},
};
static PyGetSetDef state_attributes[] = {
    {"action_mask", state_mask, NULL, NULL, NULL}, {"in_move", state_in_move, NULL, NULL, NULL},
    {"is_over", state_player, NULL, NULL, "over"}, {"key", state_key, NULL, NULL, NULL},
    {"legal_actions", state_legal, NULL, NULL, NULL}, {"outcome", state_outcome, NULL, NULL, NULL},
    {"player", state_player, NULL, NULL, NULL}, {"points", state_points, NULL, NULL, NULL},
    {"scores", state_scores, NULL, NULL, NULL}, {NULL},
};

/* The documentation written in Python for an attribute, after its signature, if any; it is never freed. */
static const char *documented(PyObject *written, const char *name, const char *signature) {
    PyObject *value = attribute(written, name), *doc = attribute(value, "__doc__");
    PyObject *text = doc == NULL ? NULL : PyUnicode_FromFormat("%s%S", signature, doc);
    Py_XDECREF(value);
    Py_XDECREF(doc);
    return text == NULL ? NULL : PyUnicode_AsUTF8AndSize(text, NULL);
}

/* state_type(written, empty, uint8): the class of states, without the methods written in Python, but with their
 * documentation. Arrays are made with numpy.empty, masks of that dtype. */
static PyObject *state_type(PyObject *module, PyObject *given) {
    static PyMemberDef game[] = {
        {"game", T_OBJECT_EX, offsetof(state, game), READONLY, "The Game that this is a state of."},
        {NULL}};
    PyType_Slot slots[] = {
        {Py_tp_new, no_new_state}, {Py_tp_dealloc, free_state}, {Py_tp_traverse, visit_state},
        {Py_tp_hash, state_hash}, {Py_tp_richcompare, state_compare}, {Py_tp_methods, state_methods},
        {Py_tp_getset, state_attributes}, {Py_tp_members, game}, {0, NULL}};
    PyType_Spec spec = {"libgames.game.State", offsetof(state, bytes), 1,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
    PyObject *written;
    if (!PyArg_ParseTuple(given, "OOO:state_type", &written, &new_array, &uint8)) return NULL;
    Py_INCREF(new_array); /* never freed, like the objects below */
    Py_INCREF(uint8);
    for (PyMethodDef *one = state_methods; views_name == NULL && one->ml_name != NULL; one++)
        if (one->ml_doc != NULL && !(one->ml_doc = documented(written, one->ml_name, one->ml_doc))) return NULL;
    for (PyGetSetDef *one = state_attributes; views_name == NULL && one->name != NULL; one++)
        if (!(one->doc = documented(written, one->name, ""))) return NULL;
    if (handle_name == NULL) handle_name = PyUnicode_InternFromString("_handle");
    if (views_name == NULL) views_name = PyUnicode_InternFromString("_views");
    PyObject *type = PyType_FromSpec(&spec);
    if (type == NULL || PyObject_SetAttrString(type, "_written", written) != 0) return NULL;
    Py_XDECREF((PyObject *)latest);
    latest = (PyTypeObject *)Py_NewRef(type);
    return type;
}

static PyMethodDef state_functions[] = {{"state_type", state_type, METH_VARARGS, NULL}, {NULL}};
