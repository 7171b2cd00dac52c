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

/* ---- observations ---- */

PyObject *state_observe(const lg_game *game, PyObject *state, int32_t player, int32_t which, int32_t form,
                        bool canonical, PyObject *out) {
    static const char *const FORMATS[] = {"B", "h", "i", "f"};
    static const size_t ITEM[] = {1, 2, 4, 4};
    Py_buffer buffer;
    const void *bytes = state_bytes("state", game, state);
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
