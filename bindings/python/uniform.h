/* What is written by hand of the uniform interface: what is called in every step, and what makes Python objects of more
 * than one thing. Wrapped is every function here that is neither static nor hidden from SWIG. */

#ifndef SWIG
/* The games that make() knows: the library's own, and those that were loaded. */
#define MAX_TYPES 1024
static const lg_game_type *known_types[MAX_TYPES];
static int32_t known_count;

static int add_type(const lg_game_type *type) {
    if (known_count == MAX_TYPES) return 0;
    known_types[known_count++] = type;
    return 1;
}

/* A game with the name or the id of this one; NULL when there is none. */
static const lg_game_type *namesake(const lg_game_type *type) {
    for (int32_t i = 0; i < known_count; i++)
        if (strcmp(known_types[i]->name, type->name) == 0 || strcmp(known_types[i]->id, type->id) == 0)
            return known_types[i];
    return NULL;
}

/* (name, title, id, version, information, chance, parameters, help or None) */
static PyObject *describe_type(const lg_game_type *type) {
    static const char *const INFORMATION[] = {"perfect", "hidden"}, *const CHANCE[] = {"none", "start", "play"};
    PyObject *params = PyTuple_New(type->param_count);
    for (int32_t k = 0; params != NULL && k < type->param_count; k++)
        (void)PyTuple_SetItem(params, k, describe_param(&type->params[k]));
    return Py_BuildValue("(sssissNs)", type->name, type->title, type->id, (int)type->version,
                         INFORMATION[type->information], CHANCE[type->chance], params, type->help);
}
#endif

/* What the library's own games say of themselves. */
PyObject *types(void) {
    PyObject *list = PyList_New(0);
    known_count = 0;
    for (int32_t i = 0; list != NULL && i < lg_game_type_count(); i++) {
        PyObject *entry = add_type(lg_game_type_at(i)) ? describe_type(lg_game_type_at(i)) : PyErr_NoMemory();
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

/* The game in a shared object, which make() knows from now on; its entry is like those of types(). */
PyObject *load_type(PyObject *path) {
    const lg_game_type *type = NULL;
    char problem[LG_LOAD_PROBLEM];
    PyObject *name = NULL; /* as the system has it: any bytes but NUL */
    if (!PyUnicode_FSConverter(path, &name)) return NULL;
    const lg_status status = lg_game_load(PyBytes_AsString(name), &type, problem, sizeof problem);
    Py_DECREF(name);
    /* Not PyErr_SetString, which wants UTF-8 where %s takes any bytes. */
    if (status != LG_OK) return PyErr_Format(PyExc_ValueError, "%s", problem);
    const lg_game_type *known = namesake(type);
    if (known != NULL && known != type)
        return PyErr_Format(PyExc_ValueError, "%S: there is a game with its name %s, or its id %s, already", path,
                            type->name, type->id);
    if (known == NULL && !add_type(type)) return PyErr_NoMemory();
    return describe_type(type);
}

/* A configured game. `share` is None, or the text of what all its states share (On the Run: connect.txt). */
PyObject *make(const char *text, size_t length, PyObject *share) {
    lg_parse_error error = {1, 1, "a game"};
    const char *shared_text = NULL;
    size_t shared_length = 0;
    if (share != Py_None && !read_text(share, &shared_text, &shared_length)) return NULL;
    lg_game *game = (lg_game *)calloc(1, sizeof *game);
    if (game == NULL) return PyErr_NoMemory();
    lg_status status = lg_game_configure_one(known_types, known_count, text, length, game, &error);
    if (status == LG_E_ARGUMENT) {
        free(game);
        return raise_status(status, error.expected);
    }
    void *memory = status == LG_OK && game->shared_size > 0 ? malloc(game->shared_size) : NULL;
    if (status == LG_OK && game->shared_size > 0 && memory == NULL) {
        free(game);
        return PyErr_NoMemory();
    }
    if (status == LG_OK && shared_text == NULL) status = lg_game_prepare(game, memory, game->shared_size);
    else if (status == LG_OK)
        status = lg_game_prepare_parse(game, shared_text, shared_length, memory, game->shared_size, &error);
    if (status == LG_OK) return PyCapsule_New(game, GAME_CAPSULE, free_game);
    free(memory);
    free(game);
    if (status == LG_E_PARSE) return raise_parse_error(&error);
    return raise_status(status, "expected no shared text: the states of this game share nothing");
}

#ifndef SWIG
static PyObject *text_or_none(const char *text) {
    return Py_BuildValue("s", text);
}

static PyObject *describe_seats(const lg_game *game) {
    PyObject *seats = PyTuple_New(game->players);
    for (int32_t i = 0; seats != NULL && i < game->players; i++) {
        const char *name = lg_game_seat(game, i);
        (void)PyTuple_SetItem(seats, i, name != NULL ? PyUnicode_FromString(name)
                                                     : PyUnicode_FromFormat("player %d", (int)i));
    }
    return seats;
}
#endif

/* (name, configuration, players, actions, symmetries, longest game, state size, parameter values, observation spaces,
 * names of the seats, file of the shared object or None, opening or None, milliseconds: first, answer, total) */
PyObject *describe(const lg_game *game) {
    const int32_t clock[3] = {game->clock.first, game->clock.answer, game->clock.total};
    PyObject *spaces = PyTuple_New(game->observations);
    for (int32_t i = 0; spaces != NULL && i < game->observations; i++)
        (void)PyTuple_SetItem(spaces, i, describe_space(&game->observation[i]));
    return Py_BuildValue("(sNiiiLnNNNNNN)", game->type->name, printed(print_game, game, NULL), (int)game->players,
                         (int)game->actions, (int)game->symmetries, (long long)game->longest,
                         (Py_ssize_t)game->state_size, integers(game->params, game->type->param_count), spaces,
                         describe_seats(game), text_or_none(game->type->shared_file),
                         text_or_none(game->type->opening), integers(clock, 3));
}

/* (elements, categories or 0, size) of each part of an encoding. */
PyObject *game_parts(const lg_game *game, int32_t which) {
    lg_part parts[LG_MAX_PARTS];
    const int32_t count = lg_game_parts(game, which, parts);
    PyObject *rows = PyTuple_New(count);
    for (int32_t i = 0; rows != NULL && i < count; i++)
        (void)PyTuple_SetItem(rows, i, Py_BuildValue("(iii)", (int)parts[i].count, (int)parts[i].categories,
                                                     (int)parts[i].size));
    return rows;
}

/* The fields of a state: (name, parent's number or -1, type, offset in the parent, bytes of an element, shape) each;
 * the type of a struct is "". */
PyObject *state_fields(const lg_game *game) {
    static const char *const TYPES[] = {"", "u1", "i1", "u2", "i2", "u4", "i4", "u8"};
    lg_field list[LG_MAX_FIELDS];
    const int32_t count = lg_game_fields(game, list);
    PyObject *rows = PyTuple_New(count);
    for (int32_t i = 0; rows != NULL && i < count; i++)
        (void)PyTuple_SetItem(rows, i, Py_BuildValue("(sisiiN)", list[i].name, (int)list[i].parent, TYPES[list[i].type],
                                                     (int)list[i].offset, (int)list[i].size,
                                                     integers(list[i].shape, list[i].dims)));
    return rows;
}

/* ---- states ---- */

PyObject *state_player(const lg_game *game, PyObject *state) {
    const void *bytes = state_bytes(game, state);
    return bytes == NULL ? NULL : PyLong_FromLong(lg_game_player(game, bytes));
}

PyObject *state_legal(const lg_game *game, PyObject *state) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    const int32_t count = lg_game_legal(game, bytes, mask);
    PyObject *actions = PyTuple_New(count);
    int32_t at = 0;
    for (int32_t word = 0; actions != NULL && at < count; word++)
        for (uint64_t bits = mask[word]; bits != 0; bits &= bits - 1)
            (void)PyTuple_SetItem(actions, at++, PyLong_FromLong(64 * word + __builtin_ctzll(bits)));
    return actions;
}

PyObject *state_legal_mask(const lg_game *game, PyObject *state, PyObject *out) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    Py_buffer buffer;
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL || !open_buffer(out, &buffer, "Bb?", 1, (size_t)game->actions)) return NULL;
    const int32_t count = lg_game_legal(game, bytes, mask);
    lg_mask_bytes(mask, game->actions, (uint8_t *)buffer.buf);
    PyBuffer_Release(&buffer);
    return PyLong_FromLong(count);
}

PyObject *state_apply(const lg_game *game, PyObject *state, int32_t action) {
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL || !in_range("action", action, game->actions)) return NULL;
    PyObject *after = new_state(game);
    if (after == NULL) return NULL;
    const lg_status status = lg_game_apply(game, bytes, action, PyBytes_AsString(after));
    return state_or_raise(after, status, status == LG_E_ILLEGAL ? lg_game_explain(game, bytes, action) : NULL);
}

PyObject *state_scores(const lg_game *game, PyObject *state) {
    int32_t values[LG_MAX_PLAYERS];
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    (void)lg_game_scores(game, bytes, values);
    return integers(values, game->players);
}

PyObject *state_points(const lg_game *game, PyObject *state) {
    int32_t values[LG_MAX_PLAYERS];
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    (void)lg_game_points(game, bytes, values);
    return integers(values, game->players);
}

PyObject *state_outcome(const lg_game *game, PyObject *state) {
    float values[LG_MAX_PLAYERS];
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    (void)lg_game_outcome(game, bytes, values);
    PyObject *tuple = PyTuple_New(game->players);
    for (int32_t i = 0; tuple != NULL && i < game->players; i++)
        (void)PyTuple_SetItem(tuple, i, PyFloat_FromDouble((double)values[i]));
    return tuple;
}

PyObject *state_observe(const lg_game *game, PyObject *state, int32_t player, int32_t which, int32_t form,
                        bool canonical, PyObject *out) {
    static const char *const FORMATS[] = {"B", "h", "i", "f"};
    static const size_t ITEM[] = {1, 2, 4, 4};
    Py_buffer buffer;
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL || !in_range("player", player, game->players)) return NULL;
    if (!in_range("observation", which, game->observations)) return NULL;
    const lg_view view = {which, form, canonical};
    lg_space space;
    if (lg_game_view_space(game, &view, &space) != LG_OK) return raise_status(LG_E_ARGUMENT, "form: expected 0 ... 2");
    const size_t item = ITEM[space.dtype], size = lg_space_size(&space);
    if (!open_buffer(out, &buffer, FORMATS[space.dtype], item, size / item)) return NULL;
    void *memory = malloc(lg_game_view_scratch(game, &view) + 8);
    if (memory != NULL) (void)lg_game_view(game, &view, bytes, player, memory, buffer.buf, size);
    free(memory);
    PyBuffer_Release(&buffer);
    if (memory == NULL) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

/* An encoding in a form, as describe has encodings. */
PyObject *view_space(const lg_game *game, int32_t which, int32_t form) {
    const lg_view view = {which, form, 0};
    lg_space space;
    if (lg_game_view_space(game, &view, &space) != LG_OK) return raise_status(LG_E_ARGUMENT, "expected a view");
    return describe_space(&space);
}

PyObject *state_explain(const lg_game *game, PyObject *state, int32_t action) {
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    const char *reason = lg_game_explain(game, bytes, action);
    if (reason != NULL) return PyUnicode_FromString(reason);
    Py_RETURN_NONE;
}

/* ---- contest programs, people ---- */

#ifndef SWIG
/* Arguments of a picture. */
typedef struct picture_request {
    const void *state;
    int32_t number;
    lg_draw_options draw;
} picture_request;

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

static lg_status print_picture(const lg_game *game, const void *object, char *buffer, size_t capacity, size_t *length) {
    const picture_request *of = (const picture_request *)object;
    return lg_game_draw(game, of->state, of->number, &of->draw, buffer, capacity, length);
}
#endif

/* The name in a program's answer to the opening, as bytes. */
PyObject *opening_name(const lg_game *game, const char *text, size_t length) {
    lg_parse_error error = {1, 1, "an answer"};
    size_t name_length = 0;
    const lg_status status = lg_game_opening_parse(game, text, length, &name_length, &error);
    if (status == LG_OK) return PyBytes_FromStringAndSize(text, (Py_ssize_t)name_length);
    return status == LG_E_PARSE ? raise_parse_error(&error) : raise_status(status, NULL);
}

/* The picture as `viewer` may know it. `before`: an earlier state or None; `last`: actions; `heat`: uint32, one for each
 * action, or None. */
PyObject *state_draw(const lg_game *game, PyObject *state, int32_t viewer, PyObject *before, PyObject *last,
                     PyObject *heat, bool legal, int32_t theme, int32_t size) {
    const void *bytes = state_bytes(game, state), *then = NULL;
    Py_buffer buffer;
    int32_t count = 0;
    if (bytes == NULL || !in_range("viewer", viewer + 1, game->players + 1)) return NULL;
    if (before != Py_None && (then = state_bytes(game, before)) == NULL) return NULL;
    int32_t *actions = read_actions(game, "last", last, &count);
    if (actions == NULL) return NULL;
    if (heat != Py_None && !open_named_buffer("heat", heat, &buffer, PyBUF_SIMPLE, "I", 4, (size_t)game->actions)) {
        free(actions);
        return NULL;
    }
    const uint32_t *weights = heat != Py_None ? (const uint32_t *)buffer.buf : NULL;
    const lg_draw_options options = {then, actions, count, legal, (lg_theme)theme, size, weights};
    const picture_request of = {.state = bytes, .number = viewer, .draw = options};
    PyObject *text = printed(print_picture, game, &of);
    free(actions);
    if (heat != Py_None) PyBuffer_Release(&buffer);
    return text;
}

/* The decision in a typed line from byte `begin` on, and the byte behind it. */
PyObject *state_typed(const lg_game *game, PyObject *state, const char *text, size_t length, int64_t begin) {
    lg_parse_error error = {1, 1, "a move"};
    int32_t action = 0;
    size_t at = begin < 0 ? SIZE_MAX : (size_t)begin;
    const void *bytes = state_bytes(game, state);
    if (bytes == NULL) return NULL;
    const lg_status status = lg_game_typed(game, bytes, text, length, &at, &action, &error);
    if (status == LG_E_PARSE) return raise_parse_error(&error);
    if (status != LG_OK) return raise_status(status, status == LG_E_ILLEGAL ? error.expected : NULL);
    return Py_BuildValue("(in)", (int)action, (Py_ssize_t)at);
}

/* ---- masks ---- */

#ifndef SWIG
/* One of the bytes that are 1, all equally likely (but for 2^-32); 0 when all are 0; -1 when one is neither. */
static int32_t sample_row(const uint8_t *mask, int32_t actions, uint64_t *random) {
    uint32_t legal = 0, bits = 0;
    for (int32_t i = 0; i < actions; i++) {
        legal += mask[i];
        bits |= mask[i];
    }
    uint32_t rank = (uint32_t)((lg_splitmix64(random) >> 32) * legal >> 32);
    if (bits > 1) return -1;
    for (int32_t at = 0; at < actions; at++)
        if (mask[at] != 0 && rank-- == 0) return at;
    return 0;
}

/* Fills out[rows]; returns the first row whose mask is no mask, or -1. */
static int32_t sample_rows(const uint8_t *masks, const uint8_t *ended, int32_t rows, int32_t actions, uint64_t seed,
                           int32_t *out) {
    for (int32_t i = 0; i < rows; i++) {
        const uint8_t *mask = masks + (size_t)i * (size_t)actions;
        out[i] = sample_row(mask, actions, &seed);
        if (out[i] < 0 || (ended[i] == 0 && mask[out[i]] != 1)) return i;
    }
    return -1;
}
#endif

/* A legal action for each of `rows` masks (bytes, 1 for legal, else 0), all equally likely, into int32 out[rows]; 0
 * where there is none, which is possible in rows that have `ended`. */
PyObject *sample(PyObject *masks, PyObject *ended, int32_t rows, int32_t actions, uint64_t seed, PyObject *out) {
    Py_buffer held[3];
    int count = 0;
    int32_t wrong = -1;
    if (rows < 0 || actions < 1) return raise_status(LG_E_ARGUMENT, NULL);
    count += open_buffer(masks, &held[count], "bB?", 1, (size_t)rows * (size_t)actions);
    if (count == 1) count += open_buffer(ended, &held[count], "bB?", 1, (size_t)rows);
    if (count == 2) count += open_buffer(out, &held[count], "il", 4, (size_t)rows);
    if (count == 3) {
        const uint8_t *mask = (const uint8_t *)held[0].buf, *over = (const uint8_t *)held[1].buf;
        Py_BEGIN_ALLOW_THREADS
        wrong = sample_rows(mask, over, rows, actions, seed, (int32_t *)held[2].buf);
        Py_END_ALLOW_THREADS
        if (wrong >= 0)
            (void)PyErr_Format(PyExc_ValueError, "action_mask: expected 0 and 1, and a legal action, in row %d: it was "
                               "written to", (int)wrong);
    }
    const int ok = count == 3 && wrong < 0;
    while (count > 0) PyBuffer_Release(&held[--count]);
    if (!ok) return NULL;
    Py_RETURN_NONE;
}

/* ---- simulation ---- */

#ifndef SWIG
typedef struct rollout_task {
    const lg_game *game;
    void *state;
    int64_t limit, played;
    lg_rng rng;
} rollout_task;

static bool roll_part(void *context, int64_t part) {
    rollout_task *task = (rollout_task *)context;
    const int64_t left = task->limit - task->played, most = part < left ? part : left;
    int64_t actions = 0;
    (void)lg_rollout(task->game, task->state, most, &task->rng, task->state, &actions);
    task->played += actions;
    return actions == most && task->played < task->limit;
}
#endif

/* One rollout from a state: (last state, actions played). */
PyObject *state_rollout(const lg_game *game, PyObject *state, uint64_t seed, int64_t limit) {
    const void *bytes = state_bytes(game, state);
    PyObject *after = bytes == NULL ? NULL : new_state(game);
    if (after == NULL) return NULL;
    rollout_task task = {.game = game, .state = PyBytes_AsString(after), .limit = limit, .rng = lg_rng_seed(seed, 0)};
    if (limit < 0) return state_or_raise(after, LG_E_ARGUMENT, "limit: expected an integer that is not negative");
    memcpy(task.state, bytes, game->state_size);
    int64_t part = 64;
    if (run_in_parts(roll_part, &task, &part)) return Py_BuildValue("(NL)", after, (long long)task.played);
    Py_DECREF(after);
    return NULL;
}

#ifndef SWIG
typedef struct rollouts_task {
    const lg_game *game;
    uint64_t seed;
    int64_t count, done;
    void *state;
    float *outcomes;
    int64_t *lengths;
    lg_status status;
} rollouts_task;

static bool play_rollouts(void *context, int64_t part) {
    rollouts_task *task = (rollouts_task *)context;
    const lg_game *game = task->game;
    for (int64_t end = task->done + part; task->done < end && task->done < task->count; task->done++) {
        const uint64_t seed = task->seed + (uint64_t)task->done;
        float *outcome = task->outcomes + task->done * game->players;
        lg_rng rng = lg_rng_seed(seed, 1);
        lg_status status = lg_game_new(game, seed, task->state);
        if (status == LG_OK)
            status = lg_rollout(game, task->state, INT64_MAX, &rng, task->state, &task->lengths[task->done]);
        if (status == LG_OK) status = lg_game_outcome(game, task->state, outcome);
        task->status = status;
        if (status != LG_OK) return false;
    }
    return task->done < task->count;
}
#endif

/* `count` games from the start with seeds seed, seed + 1, ...: float outcomes[count][players], int64
 * lengths[count]. */
PyObject *rollouts(const lg_game *game, uint64_t seed, int64_t count, PyObject *outcomes, PyObject *lengths) {
    Py_buffer results, sizes;
    if (count < 0) return raise_status(LG_E_ARGUMENT, "count: expected an integer that is not negative");
    if (!open_buffer(outcomes, &results, "f", 4, (size_t)count * (size_t)game->players)) return NULL;
    if (!open_buffer(lengths, &sizes, "lq", 8, (size_t)count)) {
        PyBuffer_Release(&results);
        return NULL;
    }
    rollouts_task task = {.game = game, .seed = seed, .count = count, .state = malloc(game->state_size),
                          .outcomes = (float *)results.buf, .lengths = (int64_t *)sizes.buf};
    int64_t part = 1;
    const int ended = task.state != NULL && run_in_parts(play_rollouts, &task, &part);
    PyBuffer_Release(&results);
    PyBuffer_Release(&sizes);
    if (task.state == NULL) return PyErr_NoMemory();
    free(task.state);
    return ended ? none_or_raise(task.status, NULL) : NULL;
}

/* ---- contracts ---- */

/* One walk of lg_game_check, with room for texts of `text_size` bytes, which gets what they need when that is more. */
#ifndef SWIG
static lg_status run_check(const lg_game *game, lg_check_config *config, lg_check_report *report) {
    const size_t size = lg_check_size(game, config);
    void *memory = size == 0 ? NULL : malloc(size);
    if (memory == NULL) return LG_E_ARGUMENT;
    const lg_status status = lg_game_check(game, config, memory, size, report);
    free(memory);
    if (status == LG_E_SPACE) config->text_size = report->text_size + 1;
    return status;
}
#endif

/* Random playthroughs in which every contract of the game is tried: ((contract, sentence, seed, decisions) or None,
 * playthroughs, decisions, states). */
PyObject *check_game(const lg_game *game, int32_t playthroughs, int64_t decisions, uint64_t seed) {
    lg_check_config config = lg_check_default();
    lg_check_report report;
    lg_status status;
    config.playthroughs = playthroughs;
    config.decisions = decisions;
    config.seed = seed;
    Py_BEGIN_ALLOW_THREADS
    while ((status = run_check(game, &config, &report)) == LG_E_SPACE) continue;
    Py_END_ALLOW_THREADS
    if (status != LG_OK) return raise_status(status, "playthroughs, decisions: expected integers of at least 1");
    const lg_finding *found = &report.finding;
    PyObject *finding = found->contract == NULL ? Py_NewRef(Py_None)
                                                : Py_BuildValue("(ssKL)", found->contract, found->text,
                                                                (unsigned long long)found->seed,
                                                                (long long)found->decisions);
    return Py_BuildValue("(NLLL)", finding, (long long)report.playthroughs, (long long)report.decisions,
                         (long long)report.states);
}
