/* Built-in players, wrapped. A player is its configuration, a text; nothing of it is kept. */

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
