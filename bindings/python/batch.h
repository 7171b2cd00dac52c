/* Batches, wrapped (libgames/batch.h has the semantics). A batch is a capsule; it keeps the buffers that it is bound to
 * exported, and the game alive, until batch_close or its end. Every function that goes over many slots runs without the
 * interpreter lock; meanwhile the batch refuses other calls (RuntimeError).
 *
 *   batch_create(game, games, threads, autoreset, reward, observation, form, canonical, masks, discount, step_limit,
 *                players, random_seats, seed, variants, by_episode, buffers)
 *       autoreset 0 next-step, 1 same-step, 2 disabled; reward 0 outcome, 1 score, 2 shaped; `observation` the number of
 *       the encoding; form 0 plain, 1 scaled, 2 one-hot; masks 0 bytes, 1 bits; variants: a sequence of games beside the
 *       first; by_episode: whether each episode draws one of them; players: "learner" or a player's configuration for each entry; random_seats: bool; seed: slot i is
 *       seeded with seed + i. buffers: a dict of C-contiguous buffers with N rows:
 *         states uint8 [N, state_size] and actions int32 [N] (may be read-only), both required; then any of
 *         observation (the view's dtype), mask uint8 [N, actions] or [N, (actions + 7) / 8], rewards float32 [N, players], reward float32 [N],
 *         player int32 [N], terminated and truncated uint8 or bool [N], status int32 [N], final_observation,
 *         final_mask, final_player, final_states, seats int32 [N, players].
 *   batch_close(batch)                    ends the threads and lets the buffers go; twice is allowed
 *   batch_reset(batch, which, seeds)      which: None or uint8/bool [N]; seeds: None or uint64 [N]
 *   batch_step(batch, which)              both return (failed, ended, begun), numbers of slots. Signals are looked at
 *       about every 20 milliseconds, but for the first reset: an error of a handler leaves some slots done, the others
 *       untouched
 *   batch_get(batch, slot)               (seed, episode, steps, player, rotation, ended, variant)
 *   batch_save(batch, slot) -> bytes      batch_load(batch, slot, bytes)
 *   batch_clone(batch, from, to)          batch_branch(batch, from, to, seed)
 *   batch_set(batch, slot, state, seed) state: the bytes of a state
 *   batch_expand, batch_resample, batch_observe, batch_choose, batch_turn: many states at once, see below */

#ifdef SWIG
typedef struct py_batch py_batch;
#else

#define BATCH_CAPSULE "libgames.batch"
#define BATCH_BUFFERS 15

typedef struct py_batch {
    lg_batch *batch; /* NULL once it is closed */
    PyObject *game;  /* the capsule, which owns what all states share */
    PyObject *variants; /* the other games' capsules */
    size_t observation_size;
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
    Py_CLEAR(batch->variants);
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

static const char *const SPACE_FORMATS[] = {"B", "h", "i", "f"};
static const size_t SPACE_ITEMS[] = {1, 2, 4, 4};

static int add_variants(py_batch *made) {
    for (int32_t i = 1; i < made->config.variants; i++) {
        PyObject *capsule = PySequence_GetItem(made->variants, i - 1);
        const lg_game *game = capsule == NULL ? NULL : (const lg_game *)PyCapsule_GetPointer(capsule, GAME_CAPSULE);
        const lg_status status = game == NULL ? LG_OK : lg_batch_add(made->batch, i, game);
        Py_XDECREF(capsule); /* the sequence has it */
        if (game == NULL) return 0;
        if (status == LG_OK) continue;
        PyErr_Format(PyExc_ValueError,
                     "variants: expected games with the same actions, states and observations as the first, unlike %d",
                     (int)i - 1);
        return 0;
    }
    return 1;
}

/* Makes the batch of which everything but the buffers is there. */
static int bind_batch(py_batch *made, PyObject *buffers) {
    lg_batch_buffers to;
    const lg_game *game = made->type;
    const lg_view view = {made->config.observation, made->config.form, made->config.canonical};
    lg_space space;
    (void)lg_game_view_space(game, &view, &space);
    made->observation_size = lg_space_size(&space);
    const size_t games = (size_t)made->config.games, item = SPACE_ITEMS[space.dtype];
    const size_t actions = (size_t)game->actions;
    const size_t masks = games * (made->config.masks == LG_BATCH_BITS ? (actions + 7) / 8 : actions);
    const size_t seen = games * (made->observation_size / item);
    const char *const formats = SPACE_FORMATS[space.dtype];
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
        {"final_states", &to.final_states, "B", 1, games * game->state_size, 0, PyBUF_WRITABLE},
        {"seats", (void **)&to.seats, "il", 4, games * (size_t)game->players, 0, PyBUF_WRITABLE},
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
    if ((uintptr_t)to.states % 8 != 0 || (uintptr_t)to.final_states % 8 != 0) {
        PyErr_Format(PyExc_ValueError, "%sstates: expected an array aligned to 8 bytes",
                     (uintptr_t)to.states % 8 != 0 ? "" : "final_");
        return 0;
    }
    const lg_status status = lg_batch_create(game, &made->config, &to, made->memory, size, &made->batch);
    if (status != LG_OK) PyErr_SetString(PyExc_ValueError, "threads: the system has no more");
    return status == LG_OK && add_variants(made);
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
    if (!check_range("reward", config->reward, LG_BATCH_OUTCOME, LG_BATCH_SHAPED)) return 0;
    if (!check_range("form", config->form, LG_FORM_PLAIN, LG_FORM_ONE_HOT)) return 0;
    if (!check_range("masks", config->masks, LG_BATCH_BYTES, LG_BATCH_BITS)) return 0;
    if (!check_range("variants", config->variants - 1, 0, LG_BATCH_MAX_VARIANTS - 1)) return 0;
    if (!(config->discount >= 0 && config->discount <= 1)) {
        PyErr_SetString(PyExc_ValueError, "discount: expected a number in 0 ... 1");
        return 0;
    }
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
                       int32_t observation, int32_t form, bool canonical, int32_t masks, double discount,
                       int32_t step_limit, PyObject *players, bool random_seats, uint64_t seed, PyObject *variants,
                       bool by_episode, PyObject *buffers) {
    const lg_game *type = (const lg_game *)PyCapsule_GetPointer(game, GAME_CAPSULE);
    py_batch *made = type == NULL ? NULL : (py_batch *)calloc(1, sizeof *made);
    if (made == NULL) return type == NULL ? NULL : PyErr_NoMemory();
    made->type = type;
    made->config = lg_batch_default(games);
    made->config.threads = threads;
    made->config.autoreset = autoreset;
    made->config.reward = reward;
    made->config.observation = observation;
    made->config.form = form;
    made->config.canonical = canonical;
    made->config.masks = masks;
    made->config.discount = (float)discount;
    made->config.variants = 1 + (int32_t)PySequence_Size(variants);
    made->config.variant_choice = by_episode ? LG_BATCH_BY_EPISODE : LG_BATCH_BY_SLOT;
    made->config.step_limit = step_limit;
    made->config.random_seats = random_seats;
    made->config.seed = seed;
    made->game = Py_NewRef(game);
    made->variants = Py_NewRef(variants);
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
    return Py_BuildValue("(KKiiiii)", (unsigned long long)record.seed, (unsigned long long)record.episode,
                         (int)record.steps, (int)record.player, (int)record.rotation, (int)record.ended,
                         (int)record.variant);
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

#ifndef SWIG
static void release_all(Py_buffer *held, int count) {
    while (count > 0) PyBuffer_Release(&held[--count]);
}
#endif

/* ---- many states at once: every array is a buffer or None, and of the size that `count` asks for ---- */

#ifndef SWIG

/* What all these calls go over. */
typedef struct goes_over {
    py_batch *batch;
    int32_t count, state_count;
    rows states, variants, parents;
} goes_over;

static int has_rows(const char *name, rows given, size_t bytes) {
    if (given.at == NULL || given.bytes == bytes) return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected an array of %zu bytes, not %zu", name, bytes, given.bytes);
    return 0;
}

static int overlap(rows a, const void *b, size_t size) {
    return a.at != NULL && b != NULL && (uintptr_t)a.at < (uintptr_t)b + size &&
           (uintptr_t)b < (uintptr_t)a.at + a.bytes;
}

/* `after` must lie apart from all states that are read or that belong to the batch; it may be NULL. */
static int check_items(goes_over *over, rows after) {
    const size_t size = over->batch->type->state_size, k = (size_t)over->count;
    const size_t own = (size_t)over->batch->config.games * size;
    if (!check_range("count", over->count, 0, LG_BATCH_MAX_GAMES)) return 0;
    if (over->states.at != NULL && over->states.bytes / size > LG_BATCH_MAX_GAMES)
        return check_range("states", INT32_MAX, 0, LG_BATCH_MAX_GAMES);
    over->state_count = (int32_t)(over->states.bytes / size);
    if (!has_rows("states", over->states, (size_t)over->state_count * size)) return 0;
    if (!has_rows("variants", over->variants, (size_t)over->state_count * 4)) return 0;
    if (!has_rows("parents", over->parents, k * 4) || !has_rows("after", after, k * size)) return 0;
    if (over->states.at == NULL && !over->batch->begun) {
        PyErr_SetString(PyExc_ValueError, "reset() first");
        return 0;
    }
    if (!overlap(after, over->states.at, over->states.bytes) && !overlap(after, over->batch->states, own)) return 1;
    PyErr_SetString(PyExc_ValueError, "after: expected an array apart from the states");
    return 0;
}

/* An observation, a mask, a number for each item. */
static int check_seen(const goes_over *over, rows observation, rows mask, rows status) {
    const lg_batch_config *config = &over->batch->config;
    const lg_game *game = over->batch->type;
    const size_t k = (size_t)over->count, bits = ((size_t)game->actions + 7) / 8;
    const size_t row = config->masks == LG_BATCH_BITS ? bits : (size_t)game->actions;
    return has_rows("observation", observation, k * over->batch->observation_size) &&
           has_rows("mask", mask, k * row) && has_rows("status", status, k * 4);
}

/* The members that all their structs begin with. */
#define OVER(over, check) \
    .count = (over).count, .state_count = (over).state_count, .check = (check), .states = (over).states.at, \
    .variants = (const int32_t *)(over).variants.at, .parents = (const int32_t *)(over).parents.at

/* Makes a call without the interpreter lock; what it expects of arrays but their size is their alignment. */
#define CALL(batch, call)                                                                 \
    do {                                                                                  \
        lg_status status_;                                                                \
        (batch)->busy = 1;                                                                \
        Py_BEGIN_ALLOW_THREADS status_ = (call);                                          \
        Py_END_ALLOW_THREADS (batch)->busy = 0;                                           \
        if (status_ == LG_OK) return failed;                                              \
        (void)raise_status(status_, "expected arrays aligned to 8 bytes that go together"); \
        return -1;                                                                        \
    } while (0)
#endif

/* Each returns the number of items that failed. With `check`, states need not be valid. */
failures batch_expand(py_batch *batch, int32_t count, rows states, bool check, rows variants, rows parents,
                      rows actions, written after, written status, written player, written observation, written mask,
                      written scores, written outcome) {
    goes_over over = {batch, count, 0, states, variants, parents};
    const size_t k = (size_t)count, all = k * 4 * (size_t)batch->type->players;
    int32_t failed = 0;
    if (!check_items(&over, after) || !check_seen(&over, observation, mask, status)) return -1;
    if (!has_rows("actions", actions, k * 4) || !has_rows("player", player, k * 4)) return -1;
    if (!has_rows("scores", scores, all) || !has_rows("outcome", outcome, all)) return -1;
    const lg_batch_expansion arrays = {OVER(over, check), .actions = actions.at, .after = after.at,
        .status = status.at, .player = player.at, .observation = observation.at, .mask = mask.at, .scores = scores.at,
        .outcome = outcome.at};
    CALL(batch, lg_batch_expand(batch->batch, &arrays, &failed));
}

failures batch_resample(py_batch *batch, int32_t count, rows states, bool check, rows variants, rows parents,
                        uint64_t seed, rows players, written after, written keys, written status) {
    goes_over over = {batch, count, 0, states, variants, parents};
    const size_t k = (size_t)count;
    int32_t failed = 0;
    if (!check_items(&over, after) || !has_rows("players", players, k * 4)) return -1;
    if (!has_rows("keys", keys, k * 8) || !has_rows("status", status, k * 4)) return -1;
    const lg_batch_sampling arrays = {OVER(over, check), .seed = seed, .players = players.at, .after = after.at,
        .keys = keys.at, .status = status.at};
    CALL(batch, lg_batch_resample(batch->batch, &arrays, &failed));
}

failures batch_observe(py_batch *batch, int32_t count, rows states, bool check, rows variants, rows parents,
                       rows players, written observation, written mask, written status) {
    goes_over over = {batch, count, 0, states, variants, parents};
    const rows none = {NULL, 0};
    int32_t failed = 0;
    if (!check_items(&over, none) || !check_seen(&over, observation, mask, status)) return -1;
    if (!has_rows("players", players, (size_t)count * 4)) return -1;
    const lg_batch_looks arrays = {OVER(over, check), .players = players.at, .observation = observation.at,
        .mask = mask.at, .status = status.at};
    CALL(batch, lg_batch_observe(batch->batch, &arrays, &failed));
}

failures batch_choose(py_batch *batch, const char *text, size_t length, int32_t count, rows states, bool check,
                      rows variants, rows parents, uint64_t seed, written actions, written status) {
    goes_over over = {batch, count, 0, states, variants, parents};
    const rows none = {NULL, 0};
    lg_player player;
    int32_t failed = 0;
    if (!read_player(batch->type, text, length, &player) || !check_items(&over, none)) return -1;
    if (!has_rows("actions", actions, (size_t)count * 4) || !has_rows("status", status, (size_t)count * 4)) return -1;
    const lg_batch_choices arrays = {OVER(over, check), .seed = seed, .actions = actions.at, .status = status.at};
    const size_t size = lg_batch_choose_size(batch->batch, &player);
    void *memory = malloc(size);
    if (memory == NULL) {
        (void)PyErr_NoMemory();
        return -1;
    }
    lg_status done;
    batch->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    done = lg_batch_choose(batch->batch, &player, &arrays, memory, size, &failed);
    Py_END_ALLOW_THREADS
    batch->busy = 0;
    free(memory);
    if (done == LG_OK) return failed;
    (void)raise_status(done, "expected arrays aligned to 8 bytes that go together");
    return -1;
}

failures batch_turn(py_batch *batch, int32_t count, rows states, bool check, rows variants, rows parents,
                    rows symmetries, written after, rows actions, written mapped, rows policies, written turned,
                    written status) {
    goes_over over = {batch, count, 0, states, variants, parents};
    const size_t k = (size_t)count, all = k * 4 * (size_t)batch->type->actions;
    int32_t failed = 0;
    if (!check_items(&over, after) || !has_rows("symmetries", symmetries, k * 4)) return -1;
    if (!has_rows("actions", actions, k * 4) || !has_rows("mapped", mapped, k * 4)) return -1;
    if (!has_rows("policies", policies, all) || !has_rows("turned", turned, all)) return -1;
    if (!has_rows("status", status, k * 4)) return -1;
    const lg_batch_turns arrays = {OVER(over, check), .symmetries = symmetries.at, .after = after.at,
        .actions = actions.at, .images = mapped.at, .policies = policies.at, .turned = turned.at, .status = status.at};
    CALL(batch, lg_batch_turn(batch->batch, &arrays, &failed));
}
