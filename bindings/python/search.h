/* Tree searches, wrapped (libgames/search.h and libgames/alphabeta.h have the semantics). A set of searches and an
 * alpha-beta search are capsules, which keep the game alive and the buffers that they are bound to exported until
 * their end. Everything that searches runs without the interpreter lock; meanwhile the capsule refuses other calls
 * (RuntimeError). Signals are looked at about every 20 milliseconds, so that Ctrl-C ends a run; what was searched
 * stays.
 *
 *   searches_create(game, count, threads, observation, options, buffers)
 *       options: a dict of numbers by the names of lg_search_config's members; search i has the seed
 *       options["seed"] + i. buffers: a dict of C-contiguous buffers with R = count x options["leaves"] rows, all of
 *       which may be missing: states uint8 [R, state_size], observation (the space's dtype), mask uint8 or bool
 *       [R, actions], player and search int32 [R], values float32 [R, players], priors float32 [R, actions].
 *   searches_begin(searches, states, seeds, which)
 *       states uint8 [count, state_size]; seeds None or uint64 [count]; which None or uint8/bool [count]
 *   searches_advance(searches, actions, states, which)   actions int32 [count], states None or as above
 *   searches_run(searches, seconds) -> searches that are not done
 *   searches_collect(searches) -> rows                   searches_receive(searches, whether there are priors)
 *   searches_best(searches, out)                         out int32 [count]: -1 where the game is over
 *   searches_root(searches, index, arrays)
 *       index -1: of all searches, a row each; else of one. arrays: a dict of any of visits int64, values float32
 *       [rows, actions, players], priors and policy float32, proven uint8 or bool; [rows, actions] but for values
 *   searches_statistics(searches, index, arrays)
 *       arrays: a dict of any of simulations, nodes, dropped, levels int64, depth int32, proven, full uint8 or bool
 *       [rows], values float32 [rows, players] */

#ifdef SWIG
typedef struct py_searches py_searches;
typedef struct py_alphabeta py_alphabeta;
#else

#include <stddef.h>

#define SEARCHES_CAPSULE "libgames.searches"
#define ALPHABETA_CAPSULE "libgames.alphabeta"
#define MAX_SEARCHES 65536
#define LINE_ACTIONS 1024 /* of a line that is printed or followed */

/* One array of a dict of arrays: its name, where its pointer goes, and what it must be. */
typedef struct wanted {
    const char *name;
    void **to;
    const char *formats;
    size_t item, items;
    int required, flags;
} wanted;

static const wanted *find_wanted(const wanted *list, int count, PyObject *key) {
    for (int i = 0; i < count; i++)
        if (PyUnicode_Check(key) && PyUnicode_CompareWithASCIIString(key, list[i].name) == 0) return &list[i];
    PyErr_Format(PyExc_ValueError, "expected the name of an array, not %R", key);
    return NULL;
}

static int check_required(const wanted *list, int count) {
    for (int i = 0; i < count; i++)
        if (list[i].required && *list[i].to == NULL) {
            PyErr_Format(PyExc_ValueError, "%s: expected this array to be there", list[i].name);
            return 0;
        }
    return 1;
}

/* Opens every array of the dict; those that are open then are in held[0 ... *held_count-1] also after an error. */
static int open_arrays(PyObject *dict, const wanted *list, int count, Py_buffer *held, int *held_count) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (!PyDict_Check(dict)) {
        PyErr_Format(PyExc_TypeError, "expected a dict of arrays, not %R", (PyObject *)Py_TYPE(dict));
        return 0;
    }
    while (PyDict_Next(dict, &at, &key, &value)) {
        const wanted *one = find_wanted(list, count, key);
        if (one == NULL) return 0;
        if (!open_named_buffer(one->name, value, &held[*held_count], one->flags, one->formats, one->item, one->items))
            return 0;
        *one->to = held[(*held_count)++].buf;
    }
    return check_required(list, count);
}

static const char *const SPACE_FORMATS[] = {"B", "h", "i", "f"};
static const size_t SPACE_ITEMS[] = {1, 2, 4, 4};

static int check_range(const char *name, int32_t value, int32_t low, int32_t high) {
    if (value >= low && value <= high) return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected an integer in %d ... %d, not %d", name, (int)low, (int)high,
                 (int)value);
    return 0;
}

static void release_all(Py_buffer *held, int count) {
    while (count > 0) PyBuffer_Release(&held[--count]);
}

enum { SEARCH_BUFFERS = 7, ROOT_ARRAYS = 5, STATISTICS_ARRAYS = 8 };

typedef struct py_searches {
    PyObject *game; /* the capsule, which owns what all states share */
    const lg_game *type;
    int32_t count;
    lg_search **searches;
    void *memory, *team_memory;
    lg_search_team *team;
    lg_search_leaves leaves;
    const float *priors;
    size_t bytes; /* of one search */
    Py_buffer held[SEARCH_BUFFERS];
    int held_count;
    int busy; /* a call runs without the interpreter lock */
} py_searches;

static py_searches *idle_searches(PyObject *capsule) {
    py_searches *all = (py_searches *)PyCapsule_GetPointer(capsule, SEARCHES_CAPSULE);
    if (all == NULL || !all->busy) return all;
    PyErr_SetString(PyExc_RuntimeError, "the search is in use by another thread");
    return NULL;
}

static void drop_searches(py_searches *all) {
    lg_search_team_destroy(all->team);
    while (all->held_count > 0) PyBuffer_Release(&all->held[--all->held_count]);
    free(all->memory);
    free(all->team_memory);
    free(all->searches);
    Py_CLEAR(all->game);
    free(all);
}

static void free_searches(PyObject *capsule) {
    drop_searches((py_searches *)PyCapsule_GetPointer(capsule, SEARCHES_CAPSULE));
}

/* ---- configuration ---- */

/* A member of lg_search_config: a number of this kind in this range. */
typedef struct search_option {
    const char *name;
    size_t offset;
    enum { INT32, INT64, FLOAT } kind;
    double low, high;
} search_option;

#define OPTION(name, kind, low, high) {#name, offsetof(lg_search_config, name), kind, low, high}

static const search_option SEARCH_OPTIONS[] = {
    OPTION(simulations, INT64, 0, LG_SEARCH_MAX_SIMULATIONS),
    OPTION(nodes, INT64, 1, LG_SEARCH_MAX_NODES),
    OPTION(policy, INT32, LG_SEARCH_UCT, LG_SEARCH_GUMBEL),
    OPTION(full, INT32, LG_SEARCH_FULL_KEEP, LG_SEARCH_FULL_STOP),
    OPTION(depth, INT32, 0, LG_SEARCH_MAX_DEPTH),
    OPTION(solver, INT32, 0, 1),
    OPTION(exploration, FLOAT, 0, 1000),
    OPTION(rollout, INT32, 0, INT32_MAX),
    OPTION(cutoff, INT32, -1, INT32_MAX),
    OPTION(guide, FLOAT, 0, 1),
    OPTION(noise, FLOAT, 0, 1),
    OPTION(noise_alpha, FLOAT, 0.001, 1000),
    OPTION(considered, INT32, 1, LG_MAX_ACTIONS),
    OPTION(visit_scale, FLOAT, 0, 1000),
    OPTION(value_scale, FLOAT, 0, 1000),
    OPTION(leaves, INT32, 0, LG_SEARCH_MAX_LEAVES),
    OPTION(virtual_loss, INT32, 0, 1000),
};

static int read_fraction(PyObject *object, const search_option *option, float *value) {
    const double number = PyFloat_AsDouble(object);
    if (PyErr_Occurred() != NULL) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s: expected a number, not %R", option->name, (PyObject *)Py_TYPE(object));
        return 0;
    }
    *value = (float)number;
    if (number >= option->low && number <= option->high) return 1;
    char expected[128];
    (void)snprintf(expected, sizeof expected, "%s: expected a number in %g ... %g", option->name, option->low,
                   option->high);
    raise_wrong_value(expected, object);
    return 0;
}

static int read_option(PyObject *object, const search_option *option, lg_search_config *config) {
    void *to = (char *)config + option->offset;
    int64_t number;
    if (option->kind == FLOAT) return read_fraction(object, option, (float *)to);
    if (!read_integer(object, (int64_t)option->low, (int64_t)option->high, option->name, &number)) return 0;
    if (option->kind == INT64) *(int64_t *)to = number;
    else *(int32_t *)to = (int32_t)number;
    return 1;
}

/* Those that are missing have the value of lg_search_default. */
static int read_options(PyObject *options, lg_search_config *config) {
    enum { COUNT = sizeof SEARCH_OPTIONS / sizeof SEARCH_OPTIONS[0] };
    if (!PyDict_Check(options)) {
        PyErr_Format(PyExc_TypeError, "options: expected a dict, not %R", (PyObject *)Py_TYPE(options));
        return 0;
    }
    *config = lg_search_default(1000);
    for (int i = 0; i < COUNT; i++) {
        PyObject *given = PyDict_GetItemString(options, SEARCH_OPTIONS[i].name);
        if (given != NULL && !read_option(given, &SEARCH_OPTIONS[i], config)) return 0;
        if (i == 0) *config = lg_search_default(config->simulations);
    }
    PyObject *seed = PyDict_GetItemString(options, "seed");
    return seed == NULL || read_seed(seed, &config->seed);
}

/* ---- making them ---- */

static int open_leaves(py_searches *made, PyObject *buffers) {
    lg_search_leaves *to = &made->leaves;
    const lg_game *game = made->type;
    const lg_space *space = &game->observation[to->encoding];
    const size_t rows = (size_t)to->capacity, item = SPACE_ITEMS[space->dtype], actions = (size_t)game->actions;
    const wanted LIST[SEARCH_BUFFERS] = {
        {"states", &to->states, "B", 1, rows * game->state_size, 0, PyBUF_WRITABLE},
        {"observation", &to->observation, SPACE_FORMATS[space->dtype], item, rows * (lg_space_size(space) / item), 0,
         PyBUF_WRITABLE},
        {"mask", (void **)&to->mask, "Bb?", 1, rows * actions, 0, PyBUF_WRITABLE},
        {"player", (void **)&to->player, "il", 4, rows, 0, PyBUF_WRITABLE},
        {"search", (void **)&to->search, "il", 4, rows, 0, PyBUF_WRITABLE},
        {"values", (void **)&to->values, "f", 4, rows * (size_t)game->players, 0, PyBUF_SIMPLE},
        {"priors", (void **)&made->priors, "f", 4, rows * actions, 0, PyBUF_SIMPLE},
    };
    return open_arrays(buffers, LIST, SEARCH_BUFFERS, made->held, &made->held_count);
}

static int start_team(py_searches *made, int32_t threads) {
    if (threads == 1) return 1;
    const size_t size = lg_search_team_size();
    made->team_memory = malloc(size);
    if (made->team_memory == NULL) return PyErr_NoMemory() != NULL;
    if (lg_search_team_create(threads, made->team_memory, size, &made->team) == LG_OK) return 1;
    PyErr_SetString(PyExc_ValueError, "threads: the system has no more");
    return 0;
}

static int create_searches(py_searches *made, lg_search_config *config) {
    const size_t count = (size_t)made->count;
    made->bytes = lg_search_size(made->type, config);
    if (made->bytes == 0) {
        PyErr_SetString(PyExc_ValueError, "expected a search that this machine has addresses for: fewer nodes");
        return 0;
    }
    made->searches = (lg_search **)calloc(count, sizeof *made->searches);
    made->memory = made->bytes > (size_t)PTRDIFF_MAX / 2 / count ? NULL : new_memory(count * made->bytes);
    if (made->searches == NULL || made->memory == NULL) {
        PyErr_Format(PyExc_MemoryError, "nodes: no memory for %d x %zu bytes", (int)made->count, made->bytes);
        return 0;
    }
    for (size_t i = 0; i < count; i++, config->seed++)
        (void)lg_search_create(made->type, config, (char *)made->memory + i * made->bytes, made->bytes,
                               &made->searches[i]);
    return 1;
}

static PyObject *not_begun(lg_status status) {
    return raise_status(status, "expected searches that have begun, and no leaves that wait for their values");
}

/* ---- time and signals ---- */

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

/* Runs in parts until all are done or the time is up. False with an error of a signal's handler. */
static int run_parts(py_searches *all, double seconds, int32_t *going, lg_status *status) {
    const double end = seconds_now() + seconds;
    int64_t part = all->count < 64 ? 64 / all->count : 1;
    for (double before = end - seconds;;) {
        Py_BEGIN_ALLOW_THREADS
        *status = lg_search_run_some(all->team, all->searches, all->count, part, going);
        Py_END_ALLOW_THREADS
        if (PyErr_CheckSignals() != 0) return 0;
        const double now = seconds_now();
        if (*status != LG_OK || *going == 0 || !(now < end)) return 1;
        part = next_part(part, now - before);
        before = now;
    }
}

/* ---- roots ---- */

/* The root of search i, or NULL with an error. */
static const void *root_of(const py_searches *all, int32_t i) {
    const void *state = lg_search_state(all->searches[i]);
    if (state == NULL) (void)not_begun(LG_E_ARGUMENT);
    return state;
}

static bool is_chosen(const uint8_t *which, int32_t i) {
    return which == NULL || which[i] != 0;
}

static int leaves_out(const py_searches *all) {
    lg_search_statistics statistics;
    for (int32_t i = 0; i < all->count; i++)
        if (lg_search_statistics_of(all->searches[i], &statistics) == LG_OK && statistics.out > 0) return 1;
    return 0;
}

/* Some searches can't go on alone while leaves are out: the rows of the others would no longer be where they were. */
static int check_out(const py_searches *all, const uint8_t *which) {
    if (which == NULL || !leaves_out(all)) return 1;
    PyErr_SetString(PyExc_ValueError, "which: expected all searches while leaves wait for their values");
    return 0;
}

static int begin_chosen(const py_searches *all, const char *states, const uint64_t *seeds, const uint8_t *which) {
    const size_t size = all->type->state_size;
    for (int32_t i = 0; i < all->count; i++)
        if (is_chosen(which, i) && lg_game_validate(all->type, states + (size_t)i * size, size) != LG_OK) {
            PyErr_Format(StateError, "states: row %d is not a state of this game", (int)i);
            return 0;
        }
    for (int32_t i = 0; i < all->count; i++) {
        if (!is_chosen(which, i)) continue;
        if (seeds != NULL) (void)lg_search_set_seed(all->searches[i], seeds[i]);
        (void)lg_search_begin(all->searches[i], states + (size_t)i * size);
    }
    return 1;
}

/* Whether the action can be played in the root of search i; if not, an error is set. */
static int check_action(const py_searches *all, int32_t i, int32_t action) {
    const lg_game *game = all->type;
    const void *root = root_of(all, i);
    if (root == NULL) return 0;
    const char *reason = lg_game_explain(game, root, action);
    if (reason == NULL) return 1;
    PyObject *kind = lg_game_player(game, root) < 0 ? GameOver : IllegalMove;
    if (action < 0 || action >= game->actions) kind = PyExc_ValueError;
    if (all->count == 1) PyErr_Format(kind, "action %d: %s", (int)action, reason);
    else PyErr_Format(kind, "search %d, action %d: %s", (int)i, (int)action, reason);
    return 0;
}

/* Either all go on, or none. */
static int advance_chosen(py_searches *all, const int32_t *actions, const char *states, const uint8_t *which) {
    const size_t size = all->type->state_size;
    lg_status status = LG_OK;
    for (int32_t i = 0; i < all->count; i++) {
        if (!is_chosen(which, i)) continue;
        if (!check_action(all, i, actions[i])) return 0;
        if (states == NULL || lg_game_validate(all->type, states + (size_t)i * size, size) == LG_OK) continue;
        PyErr_Format(StateError, "states: row %d is not a state of this game", (int)i);
        return 0;
    }
    all->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    for (int32_t i = 0; i < all->count && status == LG_OK; i++)
        if (is_chosen(which, i))
            status = lg_search_advance(all->searches[i], actions[i], states == NULL ? NULL : states + (size_t)i * size);
    Py_END_ALLOW_THREADS
    all->busy = 0;
    if (status != LG_OK) (void)raise_status(status, NULL);
    return status == LG_OK;
}

static PyObject *floats(const float *values, int32_t count) {
    PyObject *tuple = PyTuple_New(count);
    for (int32_t i = 0; tuple != NULL && i < count; i++)
        (void)PyTuple_SetItem(tuple, i, PyFloat_FromDouble((double)values[i]));
    return tuple;
}

#endif

PyObject *searches_create(PyObject *game, int32_t count, int32_t threads, int32_t observation, PyObject *options,
                          PyObject *buffers) {
    lg_search_config config;
    const lg_game *type = (const lg_game *)PyCapsule_GetPointer(game, GAME_CAPSULE);
    if (type == NULL || !check_range("count", count, 1, MAX_SEARCHES)) return NULL;
    if (!check_range("threads", threads, 1, LG_MAX_THREADS)) return NULL;
    if (!check_range("observation", observation, 0, type->observations - 1)) return NULL;
    if (!read_options(options, &config)) return NULL;
    py_searches *made = (py_searches *)calloc(1, sizeof *made);
    if (made == NULL) return PyErr_NoMemory();
    made->type = type;
    made->count = count;
    made->leaves.encoding = observation;
    made->leaves.capacity = count * config.leaves;
    made->game = Py_NewRef(game);
    PyObject *capsule = NULL;
    if (create_searches(made, &config) && open_leaves(made, buffers) && start_team(made, threads))
        capsule = PyCapsule_New(made, SEARCHES_CAPSULE, free_searches);
    if (capsule == NULL) drop_searches(made);
    return capsule;
}

/* Bytes of one search. */
PyObject *searches_bytes(py_searches *searches) {
    return PyLong_FromSize_t(searches->bytes);
}

PyObject *searches_begin(py_searches *searches, PyObject *states, PyObject *seeds, PyObject *which) {
    Py_buffer rows, given, chosen;
    const void *seed_data, *chosen_data;
    const size_t count = (size_t)searches->count;
    int done = 0;
    if (!open_named_buffer("states", states, &rows, PyBUF_SIMPLE, "B", 1, count * searches->type->state_size))
        return NULL;
    if (open_optional("seeds", seeds, &given, "LQ", 8, count, &seed_data)) {
        if (open_optional("which", which, &chosen, "Bb?", 1, count, &chosen_data)) {
            done = check_out(searches, (const uint8_t *)chosen_data) &&
                   begin_chosen(searches, (const char *)rows.buf, (const uint64_t *)seed_data,
                                (const uint8_t *)chosen_data);
            release_optional(&chosen);
        }
        release_optional(&given);
    }
    PyBuffer_Release(&rows);
    return done ? Py_NewRef(Py_None) : NULL;
}

PyObject *searches_set_simulations(py_searches *searches, int64_t simulations) {
    if (simulations < 0 || simulations > LG_SEARCH_MAX_SIMULATIONS)
        return PyErr_Format(PyExc_ValueError, "simulations: expected an integer in 0 ... %d, not %lld",
                            LG_SEARCH_MAX_SIMULATIONS, (long long)simulations);
    for (int32_t i = 0; i < searches->count; i++)
        (void)lg_search_set_simulations(searches->searches[i], simulations);
    Py_RETURN_NONE;
}

PyObject *searches_advance(py_searches *searches, PyObject *actions, PyObject *states, PyObject *which) {
    Py_buffer numbers, rows, chosen;
    const void *state_data, *chosen_data;
    const size_t count = (size_t)searches->count;
    int done = 0;
    if (!open_named_buffer("actions", actions, &numbers, PyBUF_SIMPLE, "il", 4, count)) return NULL;
    if (open_optional("states", states, &rows, "B", 1, count * searches->type->state_size, &state_data)) {
        if (open_optional("which", which, &chosen, "Bb?", 1, count, &chosen_data)) {
            done = check_out(searches, (const uint8_t *)chosen_data) &&
                   advance_chosen(searches, (const int32_t *)numbers.buf, (const char *)state_data,
                                  (const uint8_t *)chosen_data);
            release_optional(&chosen);
        }
        release_optional(&rows);
    }
    PyBuffer_Release(&numbers);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* ---- running ---- */

PyObject *searches_run(py_searches *searches, double seconds) {
    int32_t going = 0;
    lg_status status = LG_OK;
    searches->busy = 1;
    const int finished = run_parts(searches, seconds, &going, &status);
    searches->busy = 0;
    if (!finished) return NULL;
    return status == LG_OK ? PyLong_FromLong(going) : not_begun(status);
}

PyObject *searches_collect(py_searches *searches) {
    lg_status status;
    searches->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    status = lg_search_collect(searches->team, searches->searches, searches->count, &searches->leaves);
    Py_END_ALLOW_THREADS
    searches->busy = 0;
    return status == LG_OK ? PyLong_FromLong(searches->leaves.count) : not_begun(status);
}

PyObject *searches_receive(py_searches *searches, bool priors) {
    lg_status status;
    searches->leaves.priors = priors ? searches->priors : NULL;
    searches->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    status = lg_search_receive(searches->team, searches->searches, searches->count, &searches->leaves);
    Py_END_ALLOW_THREADS
    searches->busy = 0;
    if (status != LG_OK) return raise_status(status, "expected leaves that were collected, and their values");
    searches->leaves.count = 0;
    Py_RETURN_NONE;
}

/* ---- results ---- */

PyObject *searches_best(py_searches *searches, PyObject *out) {
    Py_buffer buffer;
    lg_status status = LG_OK;
    if (!open_buffer(out, &buffer, "il", 4, (size_t)searches->count)) return NULL;
    for (int32_t i = 0; i < searches->count && status == LG_OK; i++) {
        int32_t *best = (int32_t *)buffer.buf + i;
        status = lg_search_best(searches->searches[i], best);
        if (status != LG_E_OVER) continue;
        *best = -1;
        status = LG_OK;
    }
    PyBuffer_Release(&buffer);
    return status == LG_OK ? Py_NewRef(Py_None) : not_begun(status);
}

PyObject *searches_root(py_searches *searches, int32_t index, PyObject *arrays) {
    Py_buffer held[ROOT_ARRAYS];
    lg_search_actions to = {NULL, NULL, NULL, NULL, NULL};
    int count = 0;
    const size_t actions = (size_t)searches->type->actions, players = (size_t)searches->type->players;
    const int32_t first = index < 0 ? 0 : index, last = index < 0 ? searches->count - 1 : index;
    const size_t rows = (size_t)(last - first + 1) * actions;
    lg_status status = LG_OK;
    if (index >= 0 && !in_range("index", index, searches->count)) return NULL;
    const wanted LIST[ROOT_ARRAYS] = {
        {"visits", (void **)&to.visits, "lq", 8, rows, 0, PyBUF_WRITABLE},
        {"values", (void **)&to.values, "f", 4, rows * players, 0, PyBUF_WRITABLE},
        {"priors", (void **)&to.priors, "f", 4, rows, 0, PyBUF_WRITABLE},
        {"policy", (void **)&to.policy, "f", 4, rows, 0, PyBUF_WRITABLE},
        {"proven", (void **)&to.proven, "Bb?", 1, rows, 0, PyBUF_WRITABLE},
    };
    const int opened = open_arrays(arrays, LIST, ROOT_ARRAYS, held, &count);
    for (int32_t i = first; opened && i <= last && status == LG_OK; i++) {
        status = lg_search_root(searches->searches[i], &to);
        if (to.visits != NULL) to.visits += actions;
        if (to.values != NULL) to.values += actions * players;
        if (to.priors != NULL) to.priors += actions;
        if (to.policy != NULL) to.policy += actions;
        if (to.proven != NULL) to.proven += actions;
    }
    release_all(held, count);
    if (!opened) return NULL;
    return status == LG_OK ? Py_NewRef(Py_None) : not_begun(status);
}

PyObject *searches_statistics(py_searches *searches, int32_t index, PyObject *arrays) {
    Py_buffer held[STATISTICS_ARRAYS];
    int64_t *simulations = NULL, *nodes = NULL, *dropped = NULL, *levels = NULL;
    int32_t *depth = NULL;
    uint8_t *proven = NULL, *full = NULL;
    float *values = NULL;
    int count = 0;
    const size_t first = index < 0 ? 0 : (size_t)index, rows = index < 0 ? (size_t)searches->count : 1;
    const size_t players = (size_t)searches->type->players;
    lg_status status = LG_OK;
    if (index >= 0 && !in_range("index", index, searches->count)) return NULL;
    const wanted LIST[STATISTICS_ARRAYS] = {
        {"simulations", (void **)&simulations, "lq", 8, rows, 0, PyBUF_WRITABLE},
        {"nodes", (void **)&nodes, "lq", 8, rows, 0, PyBUF_WRITABLE},
        {"dropped", (void **)&dropped, "lq", 8, rows, 0, PyBUF_WRITABLE},
        {"levels", (void **)&levels, "lq", 8, rows, 0, PyBUF_WRITABLE},
        {"depth", (void **)&depth, "il", 4, rows, 0, PyBUF_WRITABLE},
        {"proven", (void **)&proven, "Bb?", 1, rows, 0, PyBUF_WRITABLE},
        {"full", (void **)&full, "Bb?", 1, rows, 0, PyBUF_WRITABLE},
        {"values", (void **)&values, "f", 4, rows * players, 0, PyBUF_WRITABLE},
    };
    const int opened = open_arrays(arrays, LIST, STATISTICS_ARRAYS, held, &count);
    for (size_t i = 0; opened && i < rows && status == LG_OK; i++) {
        lg_search_statistics found;
        status = lg_search_statistics_of(searches->searches[first + i], &found);
        if (status != LG_OK) break;
        if (simulations != NULL) simulations[i] = found.simulations;
        if (nodes != NULL) nodes[i] = found.nodes;
        if (dropped != NULL) dropped[i] = found.dropped;
        if (levels != NULL) levels[i] = found.levels;
        if (depth != NULL) depth[i] = found.depth;
        if (proven != NULL) proven[i] = found.proven;
        if (full != NULL) full[i] = found.full;
        if (values != NULL) memcpy(values + i * players, found.values, players * sizeof *values);
    }
    release_all(held, count);
    if (!opened) return NULL;
    return status == LG_OK ? Py_NewRef(Py_None) : not_begun(status);
}

/* The root of one search as bytes. */
PyObject *searches_state(py_searches *searches, int32_t index) {
    const void *root = in_range("index", index, searches->count) ? root_of(searches, index) : NULL;
    if (root == NULL) return NULL;
    return PyBytes_FromStringAndSize((const char *)root, (Py_ssize_t)searches->type->state_size);
}

/* The principal variation of one search. */
PyObject *searches_line(py_searches *searches, int32_t index) {
    int32_t actions[LINE_ACTIONS];
    if (!in_range("index", index, searches->count) || root_of(searches, index) == NULL) return NULL;
    return integers(actions, lg_search_line(searches->searches[index], actions, LINE_ACTIONS));
}

/* Children of the node that a sequence of actions leads to in one search, at most `most`: a tuple of (action, visits,
 * values, prior, proven). */
PyObject *searches_children(py_searches *searches, int32_t index, PyObject *line, int32_t most) {
    int32_t actions[LINE_ACTIONS];
    const Py_ssize_t length = PySequence_Size(line);
    if (length < 0 || !in_range("index", index, searches->count) || root_of(searches, index) == NULL) return NULL;
    if (most > searches->type->actions) most = searches->type->actions;
    if (length > LINE_ACTIONS || most <= 0) return PyTuple_New(0);
    for (Py_ssize_t i = 0; i < length; i++) {
        int64_t action = 0;
        PyObject *item = PySequence_GetItem(line, i);
        const int read = item != NULL && read_integer(item, 0, searches->type->actions - 1, "line", &action);
        Py_XDECREF(item);
        if (!read) return NULL;
        actions[i] = (int32_t)action;
    }
    lg_search_child *children = (lg_search_child *)malloc((size_t)most * sizeof *children);
    if (children == NULL) return PyErr_NoMemory();
    const int32_t count = lg_search_children(searches->searches[index], actions, (int32_t)length, children, most);
    PyObject *rows = PyTuple_New(count);
    for (int32_t i = 0; rows != NULL && i < count; i++)
        (void)PyTuple_SetItem(rows, i, Py_BuildValue("(iLNdN)", (int)children[i].action, (long long)children[i].visits,
                                                     floats(children[i].values, searches->type->players),
                                                     (double)children[i].prior, PyBool_FromLong(children[i].proven)));
    free(children);
    return rows;
}

/* ---- alpha-beta ---- */

#ifndef SWIG
typedef struct py_alphabeta {
    lg_alphabeta *search;
    PyObject *game;
    const lg_game *type;
    void *memory;
    PyObject *state;            /* of the last run, as bytes; NULL: there was none */
    lg_alphabeta_result result; /* of the last run */
    int busy;
} py_alphabeta;

static py_alphabeta *idle_alphabeta(PyObject *capsule) {
    py_alphabeta *search = (py_alphabeta *)PyCapsule_GetPointer(capsule, ALPHABETA_CAPSULE);
    if (search == NULL || !search->busy) return search;
    PyErr_SetString(PyExc_RuntimeError, "the search is in use by another thread");
    return NULL;
}

static void free_alphabeta(PyObject *capsule) {
    py_alphabeta *search = (py_alphabeta *)PyCapsule_GetPointer(capsule, ALPHABETA_CAPSULE);
    free(search->memory);
    Py_CLEAR(search->game);
    Py_CLEAR(search->state);
    free(search);
}

static bool ask_lookout(void *context, const lg_alphabeta_result *result) {
    (void)result;
    return look_out(context);
}

static int check_wide(const char *name, int64_t value, int64_t low, int64_t high) {
    if (value >= low && value <= high) return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected an integer in %lld ... %lld, not %lld", name, (long long)low,
                 (long long)high, (long long)value);
    return 0;
}
#endif

PyObject *alphabeta_create(PyObject *game, int64_t table, int32_t levels, int32_t quiescence, double noise,
                           uint64_t seed) {
    const lg_alphabeta_config config = {table, levels, quiescence, seed, (float)noise};
    const lg_game *type = (const lg_game *)PyCapsule_GetPointer(game, GAME_CAPSULE);
    if (type == NULL || !check_wide("table", table, 0, LG_ALPHABETA_MAX_TABLE)) return NULL;
    if (!check_range("levels", levels, 1, LG_ALPHABETA_MAX_LEVELS)) return NULL;
    if (!check_range("quiescence", quiescence, 0, LG_ALPHABETA_MAX_DEPTH)) return NULL;
    const size_t size = lg_alphabeta_size(type, &config);
    if (size == 0)
        return PyErr_Format(PyExc_ValueError, "game: expected two players who know everything, and no chance in play, "
                            "not %s", type->type->name);
    py_alphabeta *made = (py_alphabeta *)calloc(1, sizeof *made);
    void *memory = malloc(size);
    if (made == NULL || memory == NULL || lg_alphabeta_create(type, &config, memory, size, &made->search) != LG_OK) {
        free(memory);
        free(made);
        return PyErr_Format(PyExc_MemoryError, "table: no memory for %zu bytes", size);
    }
    made->type = type;
    made->memory = memory;
    made->game = Py_NewRef(game);
    PyObject *capsule = PyCapsule_New(made, ALPHABETA_CAPSULE, free_alphabeta);
    if (capsule != NULL) return capsule;
    Py_CLEAR(made->game);
    free(memory);
    free(made);
    return NULL;
}

PyObject *alphabeta_clear(py_alphabeta *alphabeta) {
    return none_or_raise(lg_alphabeta_clear(alphabeta->search), NULL);
}

/* What alphabeta_result tells is then what was found, also after an error of a signal's handler. */
PyObject *alphabeta_run(py_alphabeta *alphabeta, PyObject *state, int32_t depth, int64_t nodes, double seconds) {
    const void *bytes = state_bytes(alphabeta->type, state);
    if (bytes == NULL || !check_range("depth", depth, 0, LG_ALPHABETA_MAX_DEPTH)) return NULL;
    if (!check_wide("nodes", nodes, 0, INT64_MAX)) return NULL;
    const double now = seconds_now();
    lookout out = {.end = now + seconds, .glance = now + GLANCE};
    const lg_alphabeta_limits limits = {.depth = depth, .nodes = nodes, .stop = ask_lookout, .context = &out};
    alphabeta->busy = 1;
    out.thread = PyEval_SaveThread();
    const lg_status status = lg_alphabeta_run(alphabeta->search, bytes, &limits, &alphabeta->result);
    PyEval_RestoreThread(out.thread);
    alphabeta->busy = 0;
    if (status == LG_OK) {
        Py_CLEAR(alphabeta->state);
        alphabeta->state = Py_NewRef(state);
    }
    return out.raised ? NULL : none_or_raise(status, NULL);
}

/* (the state's bytes, best action, value, depth, deepest, nodes, hits, proven, end, principal variation) */
PyObject *alphabeta_result(py_alphabeta *alphabeta) {
    const lg_alphabeta_result *result = &alphabeta->result;
    if (alphabeta->state == NULL) return raise_status(LG_E_ARGUMENT, "expected a call first: there is no result");
    return Py_BuildValue("(OidiiLLNiN)", alphabeta->state, (int)result->action, (double)result->value,
                         (int)result->depth, (int)result->deepest, (long long)result->nodes, (long long)result->hits,
                         PyBool_FromLong(result->proven), (int)result->end, integers(result->pv, result->pv_length));
}
