/* What is written by hand, because it is called in every step. */

PyObject *state_observe(call *it, const lg_game *game, const void *state, int32_t player, int32_t which, int32_t form,
                        bool canonical, PyObject *out) {
    const member wanted = {.kind = 'B' | ARRAY, .width = SEEN};
    const lg_view view = {which, form, canonical};
    lg_space space;
    void *to;
    if (!in_range("observation", which, 0, game->observations)) return NULL;
    if (lg_game_view_space(game, &view, &space) != LG_OK) return raise_status("lg_game_view", LG_E_ARGUMENT, NULL);
    const size_t size = see(&it->sizes, &space);
    if (!open_rows(it, &wanted, out, &it->sizes, &to)) return NULL;
    void *memory = malloc(lg_game_view_scratch(game, &view) + 8);
    if (memory == NULL) return PyErr_NoMemory();
    (void)lg_game_view(game, &view, state, player, memory, to, size);
    free(memory);
    Py_RETURN_NONE;
}
