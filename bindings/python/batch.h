/* Batches, wrapped (libgames/batch.h has the semantics). A batch is a capsule; it keeps the buffers that it is bound to
 * exported, and the game alive, until batch_close or its end. Every function that goes over many slots runs without the
 * interpreter lock; meanwhile the batch refuses other calls (RuntimeError).
 *
 *   batch_create(game, games, threads, autoreset, reward, observation, step_limit, players, random_seats, seed, buffers)
 *       autoreset 0 next-step, 1 same-step, 2 disabled; reward 0 outcome, 1 score; `observation` the number of the
 *       encoding; players: "learner" or a player's configuration for each entry; random_seats: bool; seed: slot i is
 *       seeded with seed + i. buffers: a dict of C-contiguous buffers with N rows:
 *         states uint8 [N, state_size] and actions int32 [N] (may be read-only), both required; then any of
 *         observation (the space's dtype), mask uint8 [N, actions], rewards float32 [N, players], reward float32 [N],
 *         player int32 [N], terminated and truncated uint8 or bool [N], status int32 [N], final_observation,
 *         final_mask, final_player.
 *   batch_close(batch)                    ends the threads and lets the buffers go; twice is allowed
 *   batch_reset(batch, which, seeds)      which: None or uint8/bool [N]; seeds: None or uint64 [N]
 *   batch_step(batch, which)              both return (failed, ended, begun), numbers of slots. Signals are looked at
 *       about every 20 milliseconds, but for the first reset: an error of a handler leaves some slots done, the others
 *       untouched
 *   batch_get(batch, slot)               (seed, episode, steps, player, rotation, ended)
 *   batch_save(batch, slot) -> bytes      batch_load(batch, slot, bytes)
 *   batch_clone(batch, from, to)          batch_branch(batch, from, to, seed)
 *   batch_set(batch, slot, state, seed) state: the bytes of a state
 *   batch_expand(batch, states, parents, actions, trusted, arrays) -> number of pairs that failed
 *       states: None (the batch's own) or uint8 [S, state_size], which is checked unless `trusted`; parents: None or
 *       int32 [K]; actions int32 [K]; arrays: a dict with after uint8 [K, state_size] and any of status int32 [K],
 *       player int32 [K], observation, mask, scores int32 [K, players], outcome float32 [K, players]. */

#ifdef SWIG
typedef struct py_batch py_batch;
#else

#define BATCH_CAPSULE "libgames.batch"
#define BATCH_BUFFERS 13

typedef struct py_batch {
    lg_batch *batch; /* NULL once it is closed */
    PyObject *game;  /* the capsule, which owns what all states share */
    const lg_game *type;
    lg_batch_config config;
    void *memory;
    const void *states; /* the bound array */
    Py_buffer held[BATCH_BUFFERS];
    int held_count;
    uint8_t *chosen; /* of a part: the slots of it */
    int64_t part;    /* slots that are worked on before signals are looked at */
    int begun;       /* it was reset as a whole */
    int busy;        /* a call runs without the interpreter lock */
} py_batch;

static py_batch *open_batch(PyObject *capsule) {
    py_batch *batch = (py_batch *)PyCapsule_GetPointer(capsule, BATCH_CAPSULE);
    if (batch == NULL) return NULL;
    if (batch->batch == NULL) {
        PyErr_SetString(PyExc_ValueError, "the batch is closed");
        return NULL;
    }
    if (!batch->busy) return batch;
    PyErr_SetString(PyExc_RuntimeError, "the batch is in use by another thread");
    return NULL;
}

static void close_batch(py_batch *batch) {
    lg_batch_destroy(batch->batch);
    batch->batch = NULL;
    while (batch->held_count > 0) PyBuffer_Release(&batch->held[--batch->held_count]);
    free(batch->memory);
    free(batch->chosen);
    batch->memory = NULL;
    batch->chosen = NULL;
    Py_CLEAR(batch->game);
}

static void free_batch(PyObject *capsule) {
    py_batch *batch = (py_batch *)PyCapsule_GetPointer(capsule, BATCH_CAPSULE);
    close_batch(batch);
    free(batch);
}

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

static int read_players(PyObject *names, const lg_game *game, lg_batch_config *config) {
    const Py_ssize_t count = PySequence_Check(names) && !PyUnicode_Check(names) ? PySequence_Size(names) : -1;
    if (count != game->players) {
        PyErr_Format(PyExc_ValueError, "players: expected a sequence of %d names, one for each seat",
                     (int)game->players);
        return 0;
    }
    for (int32_t i = 0; i < game->players; i++) {
        const char *text = NULL;
        size_t length = 0;
        PyObject *name = PySequence_GetItem(names, i);
        const int read = name != NULL && read_text(name, &text, &length);
        const int learns = read && length == 7 && memcmp(text, "learner", 7) == 0;
        const int known = read && (learns || read_player(game, text, length, &config->player[i]));
        Py_XDECREF(name);
        if (!known) return 0;
    }
    return 1;
}

static const char *const SPACE_FORMATS[] = {"B", "h", "i"};
static const size_t SPACE_ITEMS[] = {1, 2, 4};

/* Makes the batch of which everything but the buffers is there. */
static int bind_batch(py_batch *made, PyObject *buffers) {
    lg_batch_buffers to;
    const lg_game *game = made->type;
    const lg_space *space = &game->observation[made->config.observation];
    const size_t games = (size_t)made->config.games, item = SPACE_ITEMS[space->dtype];
    const size_t seen = games * (lg_space_size(space) / item), masks = games * (size_t)game->actions;
    const char *const formats = SPACE_FORMATS[space->dtype];
    memset(&to, 0, sizeof to);
    const wanted LIST[BATCH_BUFFERS] = {
        {"states", &to.states, "B", 1, games * game->state_size, 1, PyBUF_WRITABLE},
        {"actions", (void **)&to.actions, "il", 4, games, 1, PyBUF_SIMPLE},
        {"observation", &to.observation, formats, item, seen, 0, PyBUF_WRITABLE},
        {"mask", (void **)&to.mask, "Bb?", 1, masks, 0, PyBUF_WRITABLE},
        {"rewards", (void **)&to.rewards, "f", 4, games * (size_t)game->players, 0, PyBUF_WRITABLE},
        {"reward", (void **)&to.reward, "f", 4, games, 0, PyBUF_WRITABLE},
        {"player", (void **)&to.player, "il", 4, games, 0, PyBUF_WRITABLE},
        {"terminated", (void **)&to.terminated, "Bb?", 1, games, 0, PyBUF_WRITABLE},
        {"truncated", (void **)&to.truncated, "Bb?", 1, games, 0, PyBUF_WRITABLE},
        {"status", (void **)&to.status, "il", 4, games, 0, PyBUF_WRITABLE},
        {"final_observation", &to.final_observation, formats, item, seen, 0, PyBUF_WRITABLE},
        {"final_mask", (void **)&to.final_mask, "Bb?", 1, masks, 0, PyBUF_WRITABLE},
        {"final_player", (void **)&to.final_player, "il", 4, games, 0, PyBUF_WRITABLE},
    };
    if (!open_arrays(buffers, LIST, BATCH_BUFFERS, made->held, &made->held_count)) return 0;
    made->states = to.states;
    const size_t size = lg_batch_size(game, &made->config);
    made->memory = malloc(size);
    made->chosen = (uint8_t *)malloc(games);
    made->part = made->config.threads;
    if (made->memory == NULL || made->chosen == NULL) {
        (void)PyErr_NoMemory();
        return 0;
    }
    if ((uintptr_t)to.states % 8 != 0) {
        PyErr_SetString(PyExc_ValueError, "states: expected an array aligned to 8 bytes");
        return 0;
    }
    const lg_status status = lg_batch_create(game, &made->config, &to, made->memory, size, &made->batch);
    if (status != LG_OK) PyErr_SetString(PyExc_ValueError, "threads: the system has no more");
    return status == LG_OK;
}

static int check_range(const char *name, int32_t value, int32_t low, int32_t high) {
    if (value >= low && value <= high) return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected an integer in %d ... %d, not %d", name, (int)low, (int)high,
                 (int)value);
    return 0;
}

static int check_config(const lg_batch_config *config, const lg_game *game) {
    if (!check_range("games", config->games, 1, LG_BATCH_MAX_GAMES)) return 0;
    if (!check_range("threads", config->threads, 1, LG_MAX_THREADS)) return 0;
    if (!check_range("autoreset", config->autoreset, LG_AUTORESET_NEXT_STEP, LG_AUTORESET_DISABLED)) return 0;
    if (!check_range("reward", config->reward, LG_BATCH_OUTCOME, LG_BATCH_SCORE)) return 0;
    if (!check_range("observation", config->observation, 0, game->observations - 1)) return 0;
    if (!check_range("step_limit", config->step_limit, 0, INT32_MAX)) return 0;
    if (lg_batch_size(game, config) > 0) return 1;
    PyErr_SetString(PyExc_ValueError, "players: expected at least one learner");
    return 0;
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

/* A reset or a step, which goes over the slots in parts. */
typedef struct slots_task {
    py_batch *batch;
    int resets;
    const uint8_t *which;
    const uint64_t *seeds;
    int64_t done, stride;
    lg_batch_report report; /* of all parts so far */
    lg_status status;
} slots_task;

/* The slots of the next part are marked: far from each other, so that every thread has some of them. */
static void choose_slots(slots_task *task, int64_t part) {
    py_batch *batch = task->batch;
    const int64_t games = batch->config.games;
    memset(batch->chosen, 0, (size_t)games);
    for (const int64_t end = task->done + part; task->done < end && task->done < games; task->done++) {
        const int64_t slot = task->done * task->stride % games;
        batch->chosen[slot] = task->which == NULL || task->which[slot] != 0;
    }
}

static bool run_slots(void *context, int64_t part) {
    slots_task *task = (slots_task *)context;
    py_batch *batch = task->batch;
    const int64_t games = batch->config.games;
    const int whole = task->done == 0 && (part >= games || !batch->begun);
    lg_batch_report report = {0, 0, 0};
    if (!whole) choose_slots(task, part);
    const uint8_t *which = whole ? task->which : batch->chosen;
    task->status = task->resets ? lg_batch_reset(batch->batch, which, task->seeds, &report)
                                : lg_batch_step(batch->batch, which, &report);
    batch->begun |= task->status == LG_OK;
    task->report.failed += report.failed;
    task->report.ended += report.ended;
    task->report.begun += report.begun;
    return task->status == LG_OK && !whole && task->done < games;
}

/* A number without a common divisor with `games`, about 0.62 times as large. */
static int64_t stride_for(int64_t games) {
    for (int64_t stride = games * 5 / 8 + 1;; stride++) {
        int64_t a = stride, b = games;
        while (b != 0) {
            const int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1) return stride;
    }
}

static PyObject *go_over_slots(slots_task *task) {
    py_batch *batch = task->batch;
    task->stride = stride_for(batch->config.games);
    batch->busy = 1;
    const int ended = run_in_parts(run_slots, task, &batch->part);
    batch->busy = 0;
    const int64_t least = batch->config.threads, most = batch->config.games;
    batch->part = batch->part < least ? least : batch->part > most ? most : batch->part;
    if (!ended) return NULL;
    if (task->status != LG_OK)
        return raise_status(task->status, "expected a reset of the whole batch before anything else");
    return Py_BuildValue("(iii)", (int)task->report.failed, (int)task->report.ended, (int)task->report.begun);
}

#endif

PyObject *batch_create(PyObject *game, int32_t games, int32_t threads, int32_t autoreset, int32_t reward,
                       int32_t observation, int32_t step_limit, PyObject *players, bool random_seats, uint64_t seed,
                       PyObject *buffers) {
    const lg_game *type = (const lg_game *)PyCapsule_GetPointer(game, GAME_CAPSULE);
    py_batch *made = type == NULL ? NULL : (py_batch *)calloc(1, sizeof *made);
    if (made == NULL) return type == NULL ? NULL : PyErr_NoMemory();
    made->type = type;
    made->config = lg_batch_default(games);
    made->config.threads = threads;
    made->config.autoreset = autoreset;
    made->config.reward = reward;
    made->config.observation = observation;
    made->config.step_limit = step_limit;
    made->config.random_seats = random_seats;
    made->config.seed = seed;
    made->game = Py_NewRef(game);
    PyObject *capsule = NULL;
    if (read_players(players, type, &made->config) && check_config(&made->config, type) && bind_batch(made, buffers))
        capsule = PyCapsule_New(made, BATCH_CAPSULE, free_batch);
    if (capsule != NULL) return capsule;
    close_batch(made);
    free(made);
    return NULL;
}

PyObject *batch_close(PyObject *capsule) {
    py_batch *batch = (py_batch *)PyCapsule_GetPointer(capsule, BATCH_CAPSULE);
    if (batch == NULL) return NULL;
    if (batch->busy) return PyErr_Format(PyExc_RuntimeError, "the batch is in use by another thread");
    close_batch(batch);
    Py_RETURN_NONE;
}

PyObject *batch_reset(py_batch *batch, PyObject *which, PyObject *seeds) {
    Py_buffer chosen, given;
    const void *chosen_data, *given_data;
    const size_t games = (size_t)batch->config.games;
    if (!open_optional("which", which, &chosen, "Bb?", 1, games, &chosen_data)) return NULL;
    if (!open_optional("seeds", seeds, &given, "LQ", 8, games, &given_data)) {
        release_optional(&chosen);
        return NULL;
    }
    slots_task task = {.batch = batch, .resets = 1, .which = (const uint8_t *)chosen_data,
                       .seeds = (const uint64_t *)given_data};
    PyObject *report = go_over_slots(&task);
    release_optional(&chosen);
    release_optional(&given);
    return report;
}

PyObject *batch_step(py_batch *batch, PyObject *which) {
    Py_buffer chosen;
    const void *data;
    if (!open_optional("which", which, &chosen, "Bb?", 1, (size_t)batch->config.games, &data)) return NULL;
    slots_task task = {.batch = batch, .which = (const uint8_t *)data};
    PyObject *report = go_over_slots(&task);
    release_optional(&chosen);
    return report;
}

/* ---- single slots ---- */

#ifndef SWIG
#define SLOT_EXPECTED "expected slots of the batch, 0 ... N-1, after its first reset"
#endif

PyObject *batch_get(py_batch *batch, int32_t slot) {
    lg_batch_slot record;
    const lg_status status = lg_batch_get(batch->batch, slot, &record);
    if (status != LG_OK) return raise_status(status, SLOT_EXPECTED);
    return Py_BuildValue("(KKiiii)", (unsigned long long)record.seed, (unsigned long long)record.episode,
                         (int)record.steps, (int)record.player, (int)record.rotation, (int)record.ended);
}

PyObject *batch_save(py_batch *batch, int32_t slot) {
    const size_t size = lg_batch_saved_size(batch->batch);
    PyObject *saved = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (saved == NULL) return NULL;
    return state_or_raise(saved, lg_batch_save(batch->batch, slot, PyBytes_AsString(saved), size), SLOT_EXPECTED);
}

PyObject *batch_load(py_batch *batch, int32_t slot, const char *text, size_t length) {
    static const char *const WRONG = "these are not the bytes of a saved slot of this batch";
    if (length != lg_batch_saved_size(batch->batch)) return raise_status(LG_E_STATE, WRONG);
    const lg_status status = lg_batch_load(batch->batch, slot, text, length);
    return none_or_raise(status, status == LG_E_STATE ? WRONG : SLOT_EXPECTED);
}

PyObject *batch_clone(py_batch *batch, int32_t from, int32_t to) {
    return none_or_raise(lg_batch_clone(batch->batch, from, to), SLOT_EXPECTED);
}

PyObject *batch_branch(py_batch *batch, int32_t from, int32_t to, uint64_t seed) {
    return none_or_raise(lg_batch_branch(batch->batch, from, to, seed), SLOT_EXPECTED);
}

PyObject *batch_set(py_batch *batch, int32_t slot, PyObject *state, uint64_t seed) {
    const void *bytes = state_bytes(batch->type, state);
    if (bytes == NULL) return NULL;
    const lg_status status = lg_batch_set(batch->batch, slot, bytes, batch->type->state_size, seed);
    return none_or_raise(status, status == LG_E_ARGUMENT ? SLOT_EXPECTED : NULL);
}

/* ---- expansion ---- */

#ifndef SWIG
enum { EXPAND_INPUTS = 3, EXPAND_ARRAYS = 7 };

static void release_all(Py_buffer *held, int count) {
    while (count > 0) PyBuffer_Release(&held[--count]);
}

/* The number of rows of `row` bytes in a buffer, or -1 with an error. */
static Py_ssize_t rows_of(const char *name, PyObject *object, size_t row) {
    Py_buffer buffer;
    if (PyObject_GetBuffer(object, &buffer, PyBUF_C_CONTIGUOUS) != 0) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s: expected a C-contiguous buffer, such as a NumPy array", name);
        return -1;
    }
    const Py_ssize_t rows = buffer.len / (Py_ssize_t)row;
    PyBuffer_Release(&buffer);
    if (rows <= LG_BATCH_MAX_GAMES) return rows;
    PyErr_Format(PyExc_ValueError, "%s: expected at most %d rows", name, LG_BATCH_MAX_GAMES);
    return -1;
}

/* Opens states, parents and actions, as far as they are given, and then the arrays; what is open is in `held`. */
static int open_expansion(const py_batch *batch, PyObject *states, PyObject *parents, PyObject *actions,
                          PyObject *arrays, lg_batch_expansion *to, Py_buffer *held, int *count) {
    const lg_game *game = batch->type;
    const lg_space *space = &game->observation[batch->config.observation];
    const size_t item = SPACE_ITEMS[space->dtype], size = game->state_size;
    const Py_ssize_t pairs = rows_of("actions", actions, 4);
    const Py_ssize_t given = states == Py_None || pairs < 0 ? 0 : rows_of("states", states, size);
    if (pairs < 0 || given < 0) return 0;
    const size_t k = (size_t)pairs, players = (size_t)game->players;
    memset(to, 0, sizeof *to);
    to->count = (int32_t)pairs;
    to->state_count = (int32_t)given;
    const wanted LIST[EXPAND_ARRAYS] = {
        {"after", &to->after, "B", 1, k * size, 1, PyBUF_WRITABLE},
        {"status", (void **)&to->status, "il", 4, k, 0, PyBUF_WRITABLE},
        {"player", (void **)&to->player, "il", 4, k, 0, PyBUF_WRITABLE},
        {"observation", &to->observation, SPACE_FORMATS[space->dtype], item, k * (lg_space_size(space) / item), 0,
         PyBUF_WRITABLE},
        {"mask", (void **)&to->mask, "Bb?", 1, k * (size_t)game->actions, 0, PyBUF_WRITABLE},
        {"scores", (void **)&to->scores, "il", 4, k * players, 0, PyBUF_WRITABLE},
        {"outcome", (void **)&to->outcome, "f", 4, k * players, 0, PyBUF_WRITABLE},
    };
    if (!open_named_buffer("actions", actions, &held[*count], PyBUF_SIMPLE, "il", 4, k)) return 0;
    to->actions = (const int32_t *)held[(*count)++].buf;
    if (states != Py_None) {
        if (!open_named_buffer("states", states, &held[*count], PyBUF_SIMPLE, "B", 1, (size_t)given * size)) return 0;
        to->states = held[(*count)++].buf;
    }
    if (parents != Py_None) {
        if (!open_named_buffer("parents", parents, &held[*count], PyBUF_SIMPLE, "il", 4, k)) return 0;
        to->parents = (const int32_t *)held[(*count)++].buf;
    }
    return open_arrays(arrays, LIST, EXPAND_ARRAYS, held, count);
}

static int overlap(const void *a, size_t a_size, const void *b, size_t b_size) {
    return (uintptr_t)a < (uintptr_t)b + b_size && (uintptr_t)b < (uintptr_t)a + a_size;
}

/* Whether `after` lies apart from all states that are read or that belong to the batch. */
static int check_apart(const py_batch *batch, const lg_batch_expansion *e) {
    const size_t size = batch->type->state_size, after = (size_t)e->count * size;
    const int in_place = e->states != NULL && e->after == e->states && e->parents == NULL;
    const int own = overlap(e->after, after, batch->states, (size_t)batch->config.games * size);
    if ((in_place || e->states == NULL || !overlap(e->after, after, e->states, (size_t)e->state_count * size)) && !own)
        return 1;
    PyErr_SetString(PyExc_ValueError, "after: expected an array apart from the states");
    return 0;
}

static lg_status run_expansion(py_batch *batch, const lg_batch_expansion *e, int check, int32_t *wrong,
                               int32_t *failed) {
    lg_status status = LG_OK;
    batch->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    if (check) status = lg_batch_validate(batch->batch, e->state_count, e->states, wrong);
    if (status == LG_OK) status = lg_batch_expand(batch->batch, e, failed);
    Py_END_ALLOW_THREADS
    batch->busy = 0;
    return status;
}
#endif

PyObject *batch_expand(py_batch *batch, PyObject *states, PyObject *parents, PyObject *actions, bool trusted,
                       PyObject *arrays) {
    lg_batch_expansion e;
    Py_buffer held[EXPAND_INPUTS + EXPAND_ARRAYS];
    int count = 0;
    int32_t wrong = 0, failed = 0;
    PyObject *result = NULL;
    if (open_expansion(batch, states, parents, actions, arrays, &e, held, &count) && check_apart(batch, &e)) {
        const lg_status status = run_expansion(batch, &e, e.states != NULL && !trusted, &wrong, &failed);
        if (status == LG_OK) result = PyLong_FromLong(failed);
        else if (status == LG_E_STATE)
            PyErr_Format(StateError, "states: row %d is not a state of this game", (int)wrong);
        else (void)raise_status(status, "expected arrays aligned to 8 bytes, and a reset before own states are used");
    }
    release_all(held, count);
    return result;
}

/* ---- what players do not know ---- */

#ifndef SWIG
enum { SAMPLE_INPUTS = 2, SAMPLE_ARRAYS = 4 };

/* Opens states and parents, as far as they are given, and then the arrays; what is open is in `held`. */
static int open_sampling(const py_batch *batch, PyObject *states, PyObject *parents, PyObject *arrays,
                         lg_batch_sampling *to, Py_buffer *held, int *count) {
    const size_t size = batch->type->state_size;
    PyObject *keys = PyMapping_GetItemString(arrays, "keys");
    const Py_ssize_t samples = keys == NULL ? -1 : rows_of("keys", keys, 8);
    Py_XDECREF(keys);
    const Py_ssize_t given = states == Py_None || samples < 0 ? 0 : rows_of("states", states, size);
    if (samples < 0 || given < 0) return 0;
    const size_t k = (size_t)samples;
    to->count = (int32_t)samples;
    to->state_count = (int32_t)given;
    const wanted LIST[SAMPLE_ARRAYS] = {
        {"keys", (void **)&to->keys, "LQ", 8, k, 1, PyBUF_WRITABLE},
        {"after", &to->after, "B", 1, k * size, 0, PyBUF_WRITABLE},
        {"players", (void **)&to->players, "il", 4, k, 0, PyBUF_SIMPLE},
        {"status", (void **)&to->status, "il", 4, k, 0, PyBUF_WRITABLE},
    };
    if (states != Py_None) {
        if (!open_named_buffer("states", states, &held[*count], PyBUF_SIMPLE, "B", 1, (size_t)given * size)) return 0;
        to->states = held[(*count)++].buf;
    }
    if (parents != Py_None) {
        if (!open_named_buffer("parents", parents, &held[*count], PyBUF_SIMPLE, "il", 4, k)) return 0;
        to->parents = (const int32_t *)held[(*count)++].buf;
    }
    return open_arrays(arrays, LIST, SAMPLE_ARRAYS, held, count);
}

/* Whether the samples lie apart from all states that are read or that belong to the batch. */
static int samples_apart(const py_batch *batch, const lg_batch_sampling *to) {
    const size_t size = batch->type->state_size, after = to->after == NULL ? 0 : (size_t)to->count * size;
    const size_t given = to->states == NULL ? 0 : (size_t)to->state_count * size;
    if (!overlap(to->after, after, to->states, given) &&
        !overlap(to->after, after, batch->states, (size_t)batch->config.games * size))
        return 1;
    PyErr_SetString(PyExc_ValueError, "after: expected an array apart from the states");
    return 0;
}
#endif

/* Samples and keys of many states; batch_expand says what states, parents and `trusted` are. Sample k is drawn from
 * seed + k. arrays: keys uint64 [K], and any of after uint8 [K, state_size], players int32 [K] (for whom; else for the
 * player to move), status int32 [K]. Returns the number of samples that failed. */
PyObject *batch_resample(py_batch *batch, PyObject *states, PyObject *parents, uint64_t seed, bool trusted,
                         PyObject *arrays) {
    lg_batch_sampling to;
    Py_buffer held[SAMPLE_INPUTS + SAMPLE_ARRAYS];
    int count = 0;
    int32_t wrong = 0, failed = 0;
    PyObject *result = NULL;
    memset(&to, 0, sizeof to);
    to.seed = seed;
    if (open_sampling(batch, states, parents, arrays, &to, held, &count) && samples_apart(batch, &to)) {
        lg_status status = LG_OK;
        batch->busy = 1;
        Py_BEGIN_ALLOW_THREADS
        if (to.states != NULL && !trusted) status = lg_batch_validate(batch->batch, to.state_count, to.states, &wrong);
        if (status == LG_OK) status = lg_batch_resample(batch->batch, &to, &failed);
        Py_END_ALLOW_THREADS
        batch->busy = 0;
        if (status == LG_OK) result = PyLong_FromLong(failed);
        else if (status == LG_E_STATE)
            PyErr_Format(StateError, "states: row %d is not a state of this game", (int)wrong);
        else (void)raise_status(status, "expected arrays aligned to 8 bytes, and a reset before own states are used");
    }
    release_all(held, count);
    return result;
}
