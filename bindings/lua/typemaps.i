/* The form of the library's C in Lua: states are strings, outputs are returned, errors are Lua's. Structs are SWIG's
 * own objects. */

%{
#define LONGEST_TEXT 65536

/* Memory aligned to 8 that Lua frees. */
static void *room(lua_State *L, size_t size) { return lua_newuserdatauv(L, size, 0); }

static void *copied(lua_State *L, int index) {
    size_t size;
    const char *bytes = lua_tolstring(L, index, &size);
    return memcpy(room(L, size), bytes, size);
}

static void push_numbers(lua_State *L, const double *numbers, int32_t count) {
    lua_createtable(L, count, 0);
    for (int32_t i = 0; i < count; lua_rawseti(L, -2, ++i)) lua_pushnumber(L, numbers[i]);
}
%}

/* ---- errors ---- */

%typemap(out) lg_status {
    if ($1 != LG_OK) lua_pushstring(L, lg_status_text($1));
    if ($1 != LG_OK) SWIG_fail;
}
%typemap(in, numinputs=0) lg_parse_error *error (lg_parse_error error) { $1 = &error; }

/* ---- states, numbers and texts ---- */

%typemap(in, checkfn="lua_isstring") const void *state, const void *before, const void *after {
    $1 = copied(L, $input);
}
%typemap(in, numinputs=0) void *state, void *after ""
%typemap(check) void *state, void *after { $1 = room(L, arg1->state_size); } /* when the game is known */
%typemap(check) const void *state, const void *before, const void *after ""
%typemap(argout) const void *state, const void *before, const void *after ""
%typemap(argout) void *state, void *after {
    lua_pushlstring(L, (const char *)$1, arg1->state_size);
    SWIG_arg++;
}
%typemap(in, checkfn="lua_isinteger") uint64_t, int64_t { $1 = ($1_ltype)lua_tointeger(L, $input); }

%typemap(in, checkfn="lua_isstring") (const char *text, size_t length), (const char *name, size_t length) {
    $1 = ($1_ltype)lua_tolstring(L, $input, &$2);
}
%typemap(in, numinputs=0) (char *buffer, size_t capacity, size_t *length) (size_t length) { $3 = &length; }
%typemap(check) (char *buffer, size_t capacity, size_t *length) {
    $1 = (char *)room(L, LONGEST_TEXT);
    $2 = LONGEST_TEXT;
}
%typemap(argout) (char *buffer, size_t capacity, size_t *length) {
    lua_pushlstring(L, $1, length$argnum);
    SWIG_arg++;
}

/* The legal actions, in a table behind their number. */
%typemap(in, numinputs=0) uint64_t *mask (uint64_t mask[LG_MAX_MASK_WORDS]) { $1 = mask; }
%typemap(argout) uint64_t *mask {
    lua_createtable(L, result, 0);
    for (int32_t i = 0; i < result; lua_rawseti(L, -2, ++i))
        lua_pushinteger(L, lg_mask_select($1, arg1->actions, (uint32_t)i));
    SWIG_arg++;
}
%typemap(in, numinputs=0) int32_t *action (int32_t action) { $1 = &action; }
%typemap(argout) int32_t *action {
    lua_pushinteger(L, *$1);
    SWIG_arg++;
}

/* A number for each player. */
%define FOR_PLAYERS(TYPE, NAME)
%typemap(in, numinputs=0) TYPE *NAME (TYPE values[LG_MAX_PLAYERS]) { $1 = values; }
%typemap(argout) TYPE *NAME {
    double numbers[LG_MAX_PLAYERS];
    for (int32_t i = 0; i < arg1->players; i++) numbers[i] = $1[i];
    push_numbers(L, numbers, arg1->players);
    SWIG_arg++;
}
%enddef
FOR_PLAYERS(int32_t, scores)
FOR_PLAYERS(int32_t, points)
FOR_PLAYERS(float, outcome)

/* Nothing of this is needed here: records, handles, batches, functions on masks. */
%ignore lg_mask_bytes;
%ignore lg_mask_select;
%define LG_RECORD(TYPE, LEAST)
%enddef
%define LG_HANDLE(TYPE)
%enddef
%define LG_BATCH_ARRAYS
%clear void *after, int32_t *scores, int32_t *points, float *outcome;
%enddef
