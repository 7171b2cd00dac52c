/* What only On the Run has, wrapped. The map is the game's shared object. */

#ifndef SWIG
#define JOINTS_CAPSULE "libgames.ontherun.joints"

static const lg_ontherun_map *ontherun_map_of(const lg_game *game) {
    if (game->type == &lg_ontherun_game) return (const lg_ontherun_map *)game->shared;
    PyErr_SetString(PyExc_TypeError, "expected a game of ontherun");
    return NULL;
}

/* The state's bytes; NULL with an error when the game is another. */
static const lg_ontherun *ontherun_bytes(const lg_game *game, PyObject *state) {
    if (ontherun_map_of(game) == NULL) return NULL;
    return (const lg_ontherun *)state_bytes(game, state);
}

static void free_joints(PyObject *capsule) {
    free(PyCapsule_GetPointer(capsule, JOINTS_CAPSULE));
}
#endif

/* The sentences of the page's promises that the map breaks. */
PyObject *ontherun_map_check(const lg_game *game) {
    const lg_ontherun_map *map = ontherun_map_of(game);
    PyObject *list = map == NULL ? NULL : PyList_New(0);
    if (list == NULL) return NULL;
    for (uint32_t left = lg_ontherun_map_check(map); list != NULL && left != 0; left &= left - 1) {
        PyObject *text = PyUnicode_FromString(lg_ontherun_promise_text(left & (0u - left)));
        if (text == NULL || PyList_Append(list, text) != 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

/* [(x, y)] of the cities 1 ... n. */
PyObject *ontherun_map_places(const lg_game *game) {
    const lg_ontherun_map *map = ontherun_map_of(game);
    if (map == NULL) return NULL;
    PyObject *list = PyList_New(map->cities);
    for (int city = 1; list != NULL && city <= map->cities; city++)
        (void)PyList_SetItem(list, city - 1, Py_BuildValue("(ii)", (int)map->x[city], (int)map->y[city]));
    return list;
}

/* The fewest moves between two cities by a type (0 car, 1 train, 2 plane, 3 any); -1 when there is no way. */
PyObject *ontherun_distance(const lg_game *game, int32_t type, int32_t start, int32_t end) {
    const lg_ontherun_map *map = ontherun_map_of(game);
    if (map == NULL) return NULL;
    if (type < 0 || type > 3 || start < 1 || end < 1 || start > map->cities || end > map->cities)
        return raise_status(LG_E_ARGUMENT, "start, end: expected two cities of the map");
    const int distance = map->distance[type][start][end];
    return PyLong_FromLong(distance == LG_ONTHERUN_FAR ? -1 : distance);
}

PyObject *ontherun_joint_count(const lg_game *game, PyObject *state) {
    const lg_ontherun *position = ontherun_bytes(game, state);
    if (position == NULL) return NULL;
    return PyLong_FromUnsignedLongLong(lg_ontherun_joint_count(ontherun_map_of(game), position));
}

/* A list of the joint moves, for ontherun_joints_next. */
PyObject *ontherun_joints(const lg_game *game, PyObject *state) {
    const lg_ontherun *position = ontherun_bytes(game, state);
    lg_ontherun_joints *joints = position == NULL ? NULL : (lg_ontherun_joints *)malloc(sizeof *joints);
    if (joints == NULL) return PyErr_Occurred() != NULL ? NULL : PyErr_NoMemory();
    lg_ontherun_joints_begin(ontherun_map_of(game), position, joints);
    return PyCapsule_New(joints, JOINTS_CAPSULE, free_joints);
}

/* The next one as four cities, None at the end. */
PyObject *ontherun_joints_next(PyObject *joints) {
    int32_t city[LG_ONTHERUN_TEAM];
    lg_ontherun_joints *list = (lg_ontherun_joints *)PyCapsule_GetPointer(joints, JOINTS_CAPSULE);
    if (list == NULL) return NULL;
    if (!lg_ontherun_joints_next(list, city)) Py_RETURN_NONE;
    return integers(city, LG_ONTHERUN_TEAM);
}

/* By how many routes the fugitive can have come to each possible city: {city: routes}. */
PyObject *ontherun_routes(const lg_game *game, PyObject *state) {
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1];
    const lg_ontherun *position = ontherun_bytes(game, state);
    PyObject *all = position == NULL ? NULL : PyDict_New();
    if (all == NULL) return NULL;
    (void)lg_ontherun_routes(ontherun_map_of(game), position, routes);
    for (int city = 1; city <= ontherun_map_of(game)->cities; city++) {
        if ((position->possible.word[city / 64] >> city % 64 & 1) == 0) continue;
        PyObject *number = PyLong_FromLong(city), *count = PyLong_FromUnsignedLongLong(routes[city]);
        if (number != NULL && count != NULL) (void)PyDict_SetItem(all, number, count);
        Py_XDECREF(number);
        Py_XDECREF(count);
    }
    return all;
}
