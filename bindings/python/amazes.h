/* What only Amazes has, wrapped. A position here is one of the contest's rules (lg_amazes), also one whose player has
 * not looked yet; the states of the uniform interface are those of them in which somebody may write. */

#ifndef SWIG
static const lg_amazes *amazes_bytes(PyObject *state) {
    return (const lg_amazes *)bytes_of(state, sizeof(lg_amazes), "amazes");
}

static PyObject *amazes_or_raise(const lg_amazes *after, lg_status status, const char *detail) {
    if (status != LG_OK) return raise_status(status, detail);
    return PyBytes_FromStringAndSize((const char *)after, sizeof *after);
}

static int amazes_player(const lg_amazes *position, int32_t player) {
    if (position == NULL) return 0;
    if (player == LG_AMAZES_RED || player == LG_AMAZES_BLUE) return 1;
    PyErr_SetString(PyExc_ValueError, "player: expected 0 (Red) or 1 (Blue)");
    return 0;
}

static lg_status print_knowledge(const lg_game *game, const void *object, char *buffer, size_t capacity,
                                 size_t *length) {
    (void)game;
    return lg_amazes_known_print((const lg_amazes_knowledge *)object, buffer, capacity, length);
}

static lg_status print_maze(const lg_game *game, const void *object, char *buffer, size_t capacity, size_t *length) {
    const lg_amazes *position = (const lg_amazes *)object;
    (void)game;
    return lg_amazes_maze_print(&position->maze, position->start, buffer, capacity, length);
}
#endif

/* The position at the start in a maze file that has both starts; Red has not looked. */
PyObject *amazes_start(const char *text, size_t length, int32_t turns) {
    lg_amazes_edges walls;
    lg_amazes_place start[2];
    bool has_start = false;
    lg_parse_error error = {1, 1, "Red's and Blue's start before the maze"};
    lg_amazes after;
    const lg_status status = lg_amazes_maze_parse(text, length, &walls, start, &has_start, &error);
    if (status == LG_E_PARSE || !has_start) return raise_parse_error(&error);
    return amazes_or_raise(&after, lg_amazes_start(&walls, start, turns, &after),
                           "turns: expected an integer in 1 ... 150");
}

/* Reads a maze file, with starts or without: the number of interior walls. Raises where it is not valid. */
PyObject *amazes_check(const char *text, size_t length) {
    lg_amazes_edges walls;
    lg_amazes_place start[2];
    bool has_start;
    lg_parse_error error;
    const lg_status status = lg_amazes_maze_parse(text, length, &walls, start, &has_start, &error);
    if (status == LG_E_PARSE) return raise_parse_error(&error);
    if (status != LG_OK) return raise_status(status, NULL);
    return Py_BuildValue("(iN)", (int)lg_amazes_edge_count(&walls) - 4 * LG_AMAZES_SIDE, PyBool_FromLong(has_start));
}

/* The same maze as a file with starts, drawn when it has none. */
PyObject *amazes_with_starts(const char *text, size_t length, uint64_t seed) {
    lg_amazes position;
    bool has_start;
    lg_parse_error error;
    const lg_status status =
        lg_amazes_maze_parse(text, length, &position.maze, position.start, &has_start, &error);
    if (status == LG_E_PARSE) return raise_parse_error(&error);
    if (status != LG_OK) return raise_status(status, NULL);
    if (!has_start) {
        lg_rng rng = lg_rng_seed(seed, 0);
        (void)lg_amazes_starts_generate(&rng, &position.maze, position.start);
    }
    return printed(print_maze, NULL, &position);
}

PyObject *amazes_begin_turn(PyObject *state) {
    lg_amazes after;
    const lg_amazes *position = amazes_bytes(state);
    if (position == NULL) return NULL;
    return amazes_or_raise(&after, lg_amazes_begin_turn(position, &after), "the player to move has looked already");
}

PyObject *amazes_play(PyObject *state, const char *text, size_t length) {
    lg_amazes after;
    lg_parse_error error = {1, 1, "a move"};
    const lg_amazes *position = amazes_bytes(state);
    if (position == NULL) return NULL;
    const lg_status status = lg_amazes_play(position, text, length, &after, &error);
    if (status == LG_E_PARSE) return raise_parse_error(&error);
    return amazes_or_raise(&after, status, status == LG_E_ILLEGAL ? error.expected : NULL);
}

PyObject *amazes_jury(PyObject *state) {
    lg_amazes after;
    const lg_amazes *position = amazes_bytes(state);
    if (position == NULL) return NULL;
    return amazes_or_raise(&after, lg_amazes_jury(position, &after), "the jury does not play for the player to move");
}

PyObject *amazes_forfeit(PyObject *state, int32_t player) {
    lg_amazes after;
    const lg_amazes *position = amazes_bytes(state);
    if (!amazes_player(position, player)) return NULL;
    return amazes_or_raise(&after, lg_amazes_forfeit(position, player, &after), NULL);
}

PyObject *amazes_advance(PyObject *state) {
    lg_amazes after;
    const lg_amazes *position = amazes_bytes(state);
    if (position == NULL) return NULL;
    return amazes_or_raise(&after, lg_amazes_advance(position, &after), NULL);
}

/* The five lines of what a player sees. */
PyObject *amazes_sight(PyObject *state, int32_t player) {
    char text[LG_AMAZES_MESSAGE_TEXT + 64];
    size_t length;
    lg_amazes_sight sight;
    const lg_amazes *position = amazes_bytes(state);
    if (!amazes_player(position, player)) return NULL;
    (void)lg_amazes_see(&position->maze, &position->place[player], &position->place[1 - player], &sight);
    const lg_status status = lg_amazes_sight_print(&sight, text, sizeof text, &length);
    return status == LG_OK ? PyUnicode_FromStringAndSize(text, (Py_ssize_t)length) : raise_status(status, NULL);
}

/* What a player has discovered, in the form of a maze file. */
PyObject *amazes_known(PyObject *state, int32_t player) {
    const lg_amazes *position = amazes_bytes(state);
    return amazes_player(position, player) ? printed(print_knowledge, NULL, &position->known[player]) : NULL;
}

/* The maze with the starts, as a file. */
PyObject *amazes_maze(PyObject *state) {
    const lg_amazes *position = amazes_bytes(state);
    return position == NULL ? NULL : printed(print_maze, NULL, position);
}

PyObject *amazes_view(PyObject *state, int32_t player) {
    char text[LG_AMAZES_VIEW_TEXT + 1];
    size_t length;
    const lg_amazes *position = amazes_bytes(state);
    if (!amazes_player(position, player)) return NULL;
    const lg_status status = lg_amazes_view_print(position, player, text, sizeof text, &length);
    return status == LG_OK ? PyUnicode_FromStringAndSize(text, (Py_ssize_t)length) : raise_status(status, NULL);
}

/* The shortest walk over known openings of a player to a square (0 ... 24 each; 1 ... 25 for the caller of
 * libgames.amazes, who reads the error). */
PyObject *amazes_way(PyObject *state, int32_t player, int32_t row, int32_t column) {
    char text[LG_AMAZES_SQUARES + 1];
    uint8_t steps[LG_AMAZES_SQUARES];
    int32_t count = 0;
    const lg_amazes *position = amazes_bytes(state);
    if (!amazes_player(position, player)) return NULL;
    const lg_status status = lg_amazes_way(&position->known[player], &position->place[player], row, column, steps,
                                           LG_AMAZES_SQUARES, &count);
    if (status == LG_E_ILLEGAL) Py_RETURN_NONE;
    if (status != LG_OK) return raise_status(status, "row and column: expected integers in 1 ... 25");
    for (int32_t i = 0; i < count; i++) text[i] = "FRTL"[steps[i]];
    return PyUnicode_FromStringAndSize(text, count);
}

PyObject *amazes_points(PyObject *state) {
    int32_t points[2];
    const lg_amazes *position = amazes_bytes(state);
    if (position == NULL) return NULL;
    lg_amazes_points(position, points);
    return integers(points, 2);
}

PyObject *amazes_scores(PyObject *state) {
    int32_t scores[2];
    const lg_amazes *position = amazes_bytes(state);
    if (position == NULL) return NULL;
    lg_amazes_scores(position, scores);
    return integers(scores, 2);
}
