/* Built-in players, wrapped. A player is its configuration, a text; nothing of it is kept. */

#ifndef SWIG
static lg_status print_player(const lg_game *game, const void *object, char *buffer, size_t capacity, size_t *length) {
    (void)game;
    return lg_player_print((const lg_player *)object, buffer, capacity, length);
}
#endif

/* What there is: (name, meaning, parameters) each. */
PyObject *player_types(void) {
    PyObject *list = PyTuple_New(lg_player_type_count());
    for (int32_t kind = 0; list != NULL && kind < lg_player_type_count(); kind++) {
        const lg_player_type *type = lg_player_type_at(kind);
        PyObject *params = PyTuple_New(type->param_count);
        for (int32_t i = 0; params != NULL && i < type->param_count; i++)
            (void)PyTuple_SetItem(params, i, describe_param(&type->params[i]));
        (void)PyTuple_SetItem(list, kind, Py_BuildValue("(ssN)", type->name, type->meaning, params));
    }
    return list;
}

/* (name, shortest configuration, values of the parameters) */
PyObject *player_configure(const char *text, size_t length) {
    lg_player player;
    if (!read_player(NULL, text, length, &player)) return NULL;
    const lg_player_type *type = lg_player_type_at(player.kind);
    return Py_BuildValue("(sNN)", type->name, printed(print_player, NULL, &player),
                         integers(player.params, type->param_count));
}

/* The configuration of the player that plays in a seat of this game. */
PyObject *player_in_seat(const lg_game *game, int32_t seat, const char *text, size_t length) {
    lg_player player, actual;
    if (!in_range("seat", seat, game->players) || !read_player(game, text, length, &player)) return NULL;
    const lg_status status = lg_player_in_seat(game, seat, &player, &actual);
    return status == LG_OK ? printed(print_player, NULL, &actual) : raise_status(status, NULL);
}

#ifndef SWIG
/* Whatever a player knows and no more decides what it draws; one seed serves for a whole game. */
static lg_rng generator_of(const lg_game *game, const void *state, const lg_player *player, uint64_t seed) {
    uint64_t stream = lg_game_hash(game, state);
    if (player->kind != LG_PLAYER_RANDOM && player->kind != LG_PLAYER_GREEDY)
        (void)lg_game_information(game, state, lg_game_player(game, state), &stream);
    return lg_rng_seed(seed, stream);
}

/* Thinks without the interpreter lock, for at most so many seconds, and until *stop, if it is there, is not 0. */
static PyObject *think(const lg_game *game, const void *state, const lg_player *player, uint64_t seed, double seconds,
                       const volatile uint8_t *stop) {
    size_t size = 0;
    int32_t action = 0;
    const double now = seconds_now();
    lookout out = {.end = now + seconds, .glance = now + GLANCE, .stop = stop};
    lg_rng rng = generator_of(game, state, player, seed);
    lg_status status = lg_player_size(game, player, &size);
    void *memory = status == LG_OK && size > 0 ? new_memory(size) : NULL;
    if (status == LG_OK && size > 0 && memory == NULL)
        return PyErr_Format(PyExc_MemoryError, "the player: no memory for %zu bytes", size);
    out.thread = PyEval_SaveThread();
    if (status == LG_OK)
        status = lg_player_choose(game, player, state, &rng, memory, size, look_out, &out, &action);
    free(memory);
    PyEval_RestoreThread(out.thread);
    if (out.raised) return NULL;
    if (status == LG_E_UNSUPPORTED)
        return raise_status(status, "the player: this machine has no addresses for so much memory");
    return status == LG_OK ? PyLong_FromLong(action) : raise_status(status, NULL);
}
#endif

#ifndef SWIG
/* Plays at random to the end, or to the limit of the game, and counts what `player` has to do on the way: its
 * decisions, and the contest moves that they make. */
static void count_turns(const lg_game *game, void *state, int32_t player, lg_rng *rng, double *moves,
                        double *decisions) {
    for (int64_t played = 0; played < game->longest; played++) {
        int32_t action = 0;
        const bool own = lg_game_player(game, state) == player;
        if (lg_game_choose(game, state, LG_PLAYER_RANDOM, rng, &action) != LG_OK) return;
        if (lg_game_apply(game, state, action, state) != LG_OK) return;
        *decisions += own;
        *moves += own && !(lg_game_player(game, state) == player && lg_game_in_move(game, state));
    }
}
#endif

/* How many contest moves a player still has to make, and how many decisions, in the mean of so many random games that
 * it can't tell from this one. */
PyObject *state_left(const lg_game *game, PyObject *state, int32_t player, int32_t games, uint64_t seed) {
    const void *bytes = state_bytes(game, state);
    double moves = 0, decisions = 0;
    if (bytes == NULL || !in_range("player", player, game->players)) return NULL;
    void *after = malloc(game->state_size);
    if (after == NULL) return PyErr_NoMemory();
    lg_rng rng = lg_rng_seed(seed, 1);
    Py_BEGIN_ALLOW_THREADS
    for (int32_t i = 0; i < games; i++) {
        (void)lg_game_resample(game, bytes, player, &rng, after);
        count_turns(game, after, player, &rng, &moves, &decisions);
    }
    Py_END_ALLOW_THREADS
    free(after);
    return Py_BuildValue("(dd)", moves / games, decisions / games);
}

/* What a player does. `stop` is None, or a buffer whose first byte another thread sets to end the thinking; then
 * signals are not looked at. */
PyObject *state_choose(const lg_game *game, PyObject *state, const char *text, size_t length, uint64_t seed,
                       double seconds, PyObject *stop) {
    lg_player player;
    Py_buffer flag;
    const void *flag_data, *bytes = state_bytes(game, state);
    if (bytes == NULL || !read_player(game, text, length, &player)) return NULL;
    if (!open_optional("stop", stop, &flag, "B", 1, 1, &flag_data)) return NULL;
    PyObject *action = think(game, bytes, &player, seed, seconds, (const volatile uint8_t *)flag_data);
    release_optional(&flag);
    return action;
}
