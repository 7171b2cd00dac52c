/* What is written by hand, because it is called in every step. */

PyObject *state_observe(const lg_game *game, PyObject *state, int32_t player, int32_t which, int32_t form,
                        bool canonical, PyObject *out) {
    Py_buffer buffer;
    const void *bytes = state_bytes("state", game, state);
    if (bytes == NULL || !in_range("player", player, game->players)) return NULL;
    if (!in_range("observation", which, game->observations)) return NULL;
    const lg_view view = {which, form, canonical};
    lg_space space;
    if (lg_game_view_space(game, &view, &space) != LG_OK) return raise_status("lg_game_view", LG_E_ARGUMENT, NULL);
    const size_t item = SPACE_ELEMENTS[space.dtype].size, size = lg_space_size(&space);
    const char *formats = SPACE_ELEMENTS[space.dtype].formats;
    if (!open_named_buffer(NULL, out, &buffer, PyBUF_WRITABLE, formats, item, size / item)) return NULL;
    void *memory = malloc(lg_game_view_scratch(game, &view) + 8);
    if (memory != NULL) (void)lg_game_view(game, &view, bytes, player, memory, buffer.buf, size);
    free(memory);
    PyBuffer_Release(&buffer);
    if (memory == NULL) return PyErr_NoMemory();
    Py_RETURN_NONE;
}
