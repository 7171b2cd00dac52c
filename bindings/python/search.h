/* Many searches as one object (libgames/search.h has the semantics): what goes over all of them in one call. Signals
 * are looked at about every 20 milliseconds, so that Ctrl-C ends a run; what was searched stays.
 *
 * `which` are those that a call is about, NULL: all. Arrays have a row for each search. */

#ifdef SWIG
typedef struct py_searches py_searches;
#else

#define MAX_SEARCHES 65536
#define LINE_ACTIONS 1024 /* of a line that is printed or followed */

typedef struct py_searches {
    const lg_game *type;
    int32_t count;
    lg_search **searches;
    void *memory, *team_memory;
    lg_search_team *team;
    lg_search_leaves leaves;
    const float *priors;
    size_t bytes; /* of one search */
    handle *owner;
} py_searches;

static void end_searches(void *at) {
    py_searches *all = (py_searches *)at;
    lg_search_team_destroy(all->team);
    free(all->memory);
    free(all->team_memory);
    free(all->searches);
    free(all);
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

static int create_searches(py_searches *made, lg_search_config config) {
    const size_t count = (size_t)made->count;
    made->bytes = lg_search_size(made->type, &config);
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
    for (size_t i = 0; i < count; i++, config.seed++)
        (void)lg_search_create(made->type, &config, (char *)made->memory + i * made->bytes, made->bytes,
                               &made->searches[i]);
    return 1;
}

static PyObject *not_begun(lg_status status) {
    return raise_status(status, "expected searches that have begun, and no leaves that wait for their values");
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

/* The root of search i, or NULL with an error. */
static const void *root_of(const py_searches *all, int32_t i) {
    const void *state = in_range("index", i, all->count) ? lg_search_state(all->searches[i]) : NULL;
    if (state == NULL && PyErr_Occurred() == NULL) (void)not_begun(LG_E_ARGUMENT);
    return state;
}

static bool is_chosen(const uint8_t *which, int32_t i) {
    return which == NULL || which[i] != 0;
}

/* Some searches can't go on alone while leaves are out: the rows of the others would no longer be where they were. */
static int check_out(const py_searches *all, const uint8_t *which) {
    lg_search_statistics statistics;
    for (int32_t i = 0; which != NULL && i < all->count; i++)
        if (lg_search_statistics_of(all->searches[i], &statistics) == LG_OK && statistics.out > 0) {
            PyErr_SetString(PyExc_ValueError, "which: expected all searches while leaves wait for their values");
            return 0;
        }
    return 1;
}

static int check_state(const py_searches *all, int32_t i, const void *states) {
    const size_t size = all->type->state_size;
    if (lg_game_validate(all->type, (const char *)states + (size_t)i * size, size) == LG_OK) return 1;
    PyErr_Format(StateError, "states: row %d is not a state of this game", (int)i);
    return 0;
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

static PyObject *floats(const float *values, int32_t count) {
    PyObject *tuple = PyTuple_New(count);
    for (int32_t i = 0; tuple != NULL && i < count; i++)
        (void)PyTuple_SetItem(tuple, i, PyFloat_FromDouble((double)values[i]));
    return tuple;
}

#endif

/* Search i has the seed config->seed + i. buffers: the arrays of lg_search_leaves with count x config->leaves rows, all
 * of which may be missing. */
PyObject *searches_create(PyObject *capsule, int32_t count, int32_t threads, int32_t observation,
                          const lg_search_config *config, PyObject *buffers) {
    const lg_game *game = (const lg_game *)PyCapsule_GetPointer(capsule, GAME_CAPSULE);
    handle made = {.end = end_searches};
    if (game == NULL || !check_range("count", count, 1, MAX_SEARCHES)) return NULL;
    if (!check_range("threads", threads, 1, LG_MAX_THREADS)) return NULL;
    if (!check_range("observation", observation, 0, game->observations - 1)) return NULL;
    py_searches *all = (py_searches *)calloc(1, sizeof *all);
    if (all == NULL) return PyErr_NoMemory();
    const size_t rows = (size_t)count * (size_t)config->leaves, actions = (size_t)game->actions;
    const sizes of = {.game = game, .seen = game->observation[observation], .rows = rows, .mask = actions, .kinds = 1};
    made.at = all;
    made.of = (sizes){.game = game, .rows = (size_t)count, .kinds = 1};
    *all = (py_searches){.type = game, .count = count};
    const int ready = create_searches(all, *config) &&
                      read_struct(buffers, MEMBERS(lg_search_leaves), of, &all->leaves, &made.bound) &&
                      start_team(all, threads);
    all->leaves.encoding = observation;
    all->leaves.capacity = (int32_t)rows;
    all->priors = all->leaves.priors;
    if (ready) return new_handle(&made, "lg_searches", capsule);
    close_handle(&made);
    return NULL;
}

/* Bytes of one search. */
PyObject *searches_bytes(py_searches *searches) {
    return PyLong_FromSize_t(searches->bytes);
}

/* Without seeds each has its own again. */
PyObject *searches_begin(py_searches *searches, const void *roots, const void *seeds, const uint8_t *which) {
    if (!check_out(searches, which)) return NULL;
    for (int32_t i = 0; i < searches->count; i++)
        if (is_chosen(which, i) && !check_state(searches, i, roots)) return NULL;
    for (int32_t i = 0; i < searches->count; i++) {
        if (!is_chosen(which, i)) continue;
        if (seeds != NULL) (void)lg_search_set_seed(searches->searches[i], ((const uint64_t *)seeds)[i]);
        (void)lg_search_begin(searches->searches[i], (const char *)roots + (size_t)i * searches->type->state_size);
    }
    Py_RETURN_NONE;
}

PyObject *searches_set_simulations(py_searches *searches, int64_t simulations) {
    if (simulations < 0 || simulations > LG_SEARCH_MAX_SIMULATIONS)
        return PyErr_Format(PyExc_ValueError, "simulations: expected an integer in 0 ... %d, not %lld",
                            LG_SEARCH_MAX_SIMULATIONS, (long long)simulations);
    for (int32_t i = 0; i < searches->count; i++)
        (void)lg_search_set_simulations(searches->searches[i], simulations);
    Py_RETURN_NONE;
}

/* Either all go on, or none. Without states to what the actions lead to. */
PyObject *searches_advance(py_searches *searches, const int32_t *actions, const void *states, const uint8_t *which) {
    const size_t size = searches->type->state_size;
    lg_status status = LG_OK;
    if (!check_out(searches, which)) return NULL;
    for (int32_t i = 0; i < searches->count; i++)
        if (is_chosen(which, i) &&
            (!check_action(searches, i, actions[i]) || (states != NULL && !check_state(searches, i, states))))
            return NULL;
    searches->owner->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    for (int32_t i = 0; i < searches->count && status == LG_OK; i++)
        if (is_chosen(which, i))
            status = lg_search_advance(searches->searches[i], actions[i],
                                       states == NULL ? NULL : (const char *)states + (size_t)i * size);
    Py_END_ALLOW_THREADS
    searches->owner->busy = 0;
    return none_or_raise(status, NULL);
}

/* How many are not done. */
PyObject *searches_run(py_searches *searches, double seconds) {
    int32_t going = 0;
    lg_status status = LG_OK;
    searches->owner->busy = 1;
    const int finished = run_parts(searches, seconds, &going, &status);
    searches->owner->busy = 0;
    if (!finished) return NULL;
    return status == LG_OK ? PyLong_FromLong(going) : not_begun(status);
}

/* How many rows are filled. */
PyObject *searches_collect(py_searches *searches) {
    lg_status status;
    searches->owner->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    status = lg_search_collect(searches->team, searches->searches, searches->count, &searches->leaves);
    Py_END_ALLOW_THREADS
    searches->owner->busy = 0;
    return status == LG_OK ? PyLong_FromLong(searches->leaves.count) : not_begun(status);
}

PyObject *searches_receive(py_searches *searches, bool priors) {
    lg_status status;
    searches->leaves.priors = priors ? searches->priors : NULL;
    searches->owner->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    status = lg_search_receive(searches->team, searches->searches, searches->count, &searches->leaves);
    Py_END_ALLOW_THREADS
    searches->owner->busy = 0;
    if (status == LG_OK) searches->leaves.count = 0;
    return none_or_raise(status, "expected leaves that were collected, and their values");
}

/* -1 where the game is over. */
PyObject *searches_best(py_searches *searches, int32_t *best) {
    for (int32_t i = 0; i < searches->count; i++) {
        const lg_status status = lg_search_best(searches->searches[i], &best[i]);
        if (status == LG_E_OVER) best[i] = -1;
        else if (status != LG_OK) return not_begun(status);
    }
    Py_RETURN_NONE;
}

/* The arrays of lg_search_actions, those that are there: of all searches with a negative index, else of one. */
PyObject *searches_root(py_searches *searches, int32_t index, PyObject *wanted) {
    lg_search_actions to = {NULL, NULL, NULL, NULL, NULL};
    arrays open = {.count = 0};
    const size_t actions = (size_t)searches->type->actions, players = (size_t)searches->type->players;
    const int32_t first = index < 0 ? 0 : index, last = index < 0 ? searches->count - 1 : index;
    const sizes of = {.game = searches->type, .rows = (size_t)(last - first + 1), .kinds = 1};
    lg_status status = LG_OK;
    if (index >= 0 && !in_range("index", index, searches->count)) return NULL;
    const int opened = read_struct(wanted, MEMBERS(lg_search_actions), of, &to, &open);
    for (int32_t i = first; opened && i <= last && status == LG_OK; i++) {
        status = lg_search_root(searches->searches[i], &to);
        if (to.visits != NULL) to.visits += actions;
        if (to.values != NULL) to.values += actions * players;
        if (to.priors != NULL) to.priors += actions;
        if (to.policy != NULL) to.policy += actions;
        if (to.proven != NULL) to.proven += actions;
    }
    release_arrays(&open);
    if (!opened) return NULL;
    return status == LG_OK ? Py_NewRef(Py_None) : not_begun(status);
}

/* Of all searches; each may be NULL. */
PyObject *searches_means(py_searches *searches, void *simulations, float *values) {
    const size_t players = (size_t)searches->type->players;
    for (size_t i = 0; i < (size_t)searches->count; i++) {
        lg_search_statistics found;
        const lg_status status = lg_search_statistics_of(searches->searches[i], &found);
        if (status != LG_OK) return not_begun(status);
        if (simulations != NULL) ((int64_t *)simulations)[i] = found.simulations;
        if (values != NULL) memcpy(values + i * players, found.values, players * sizeof *values);
    }
    Py_RETURN_NONE;
}

/* lg_search_statistics of one. */
PyObject *searches_statistics(py_searches *searches, int32_t index) {
    lg_search_statistics found;
    if (root_of(searches, index) == NULL) return NULL;
    (void)lg_search_statistics_of(searches->searches[index], &found);
    return new_struct(&found, MEMBERS(lg_search_statistics));
}

/* The root of one search as bytes. */
PyObject *searches_state(py_searches *searches, int32_t index) {
    const void *root = root_of(searches, index);
    return root == NULL ? NULL : new_bytes(root, searches->type->state_size);
}

/* The principal variation of one search. */
PyObject *searches_line(py_searches *searches, int32_t index) {
    int32_t actions[LINE_ACTIONS];
    if (root_of(searches, index) == NULL) return NULL;
    return integers(actions, lg_search_line(searches->searches[index], actions, LINE_ACTIONS));
}

/* Children of the node that a sequence of actions leads to in one search, at most `most`: a tuple of (action, visits,
 * values, prior, proven). */
PyObject *searches_children(py_searches *searches, int32_t index, PyObject *line, int32_t most) {
    int32_t length = 0;
    if (root_of(searches, index) == NULL) return NULL;
    if (most > searches->type->actions) most = searches->type->actions;
    if (most <= 0) return PyTuple_New(0);
    int32_t *actions = read_actions(searches->type, "line", line, &length);
    lg_search_child *children = actions == NULL ? NULL : (lg_search_child *)malloc((size_t)most * sizeof *children);
    const int32_t count =
        children == NULL ? 0 : lg_search_children(searches->searches[index], actions, length, children, most);
    PyObject *rows = children != NULL ? PyTuple_New(count) : actions != NULL ? PyErr_NoMemory() : NULL;
    for (int32_t i = 0; rows != NULL && i < count; i++)
        (void)PyTuple_SetItem(rows, i, Py_BuildValue("(iLNdN)", (int)children[i].action, (long long)children[i].visits,
                                                     floats(children[i].values, searches->type->players),
                                                     (double)children[i].prior, PyBool_FromLong(children[i].proven)));
    free(children);
    free(actions);
    return rows;
}
