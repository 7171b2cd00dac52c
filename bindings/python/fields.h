/* Where the fields of the games' states lie, for NumPy's structured arrays. Offsets, sizes and element types come from
 * the structs themselves, so that a table cannot say something else than the compiler. */

#ifndef SWIG
typedef struct field {
    const char *name;
    const char *type;          /* NumPy's name of the element type; NULL when the elements are structs */
    const struct field *inner; /* the fields of such a struct, ended by one without a name */
    size_t offset, size;       /* bytes from the start of the state, and bytes of the whole field */
    size_t item, row;          /* bytes of an element; of a row of elements (the whole field when it has no rows) */
} field;

/* clang-format off */
#define MEMBER(owner, name) (((const owner *)0)->name)
#define TYPE_OF(value) \
    _Generic((value), uint8_t: "u1", uint16_t: "u2", uint32_t: "u4", uint64_t: "u8", \
             int8_t: "i1", int16_t: "i2", int32_t: "i4", int64_t: "i8")
#define FIELD(owner, name, type, inner, element, row) \
    {#name, type, inner, offsetof(owner, name), sizeof MEMBER(owner, name), sizeof(element), sizeof(row)}

/* A number, an array of numbers, rows of numbers; a struct, an array of structs. */
#define VALUE(owner, name) \
    FIELD(owner, name, TYPE_OF(MEMBER(owner, name)), NULL, MEMBER(owner, name), MEMBER(owner, name))
#define ARRAY(owner, name) \
    FIELD(owner, name, TYPE_OF(MEMBER(owner, name)[0]), NULL, MEMBER(owner, name)[0], MEMBER(owner, name))
#define ROWS(owner, name) \
    FIELD(owner, name, TYPE_OF(MEMBER(owner, name)[0][0]), NULL, MEMBER(owner, name)[0][0], MEMBER(owner, name)[0])
#define STRUCT(owner, name, fields) FIELD(owner, name, NULL, fields, MEMBER(owner, name), MEMBER(owner, name))
#define STRUCTS(owner, name, fields) FIELD(owner, name, NULL, fields, MEMBER(owner, name)[0], MEMBER(owner, name))
#define END {NULL, NULL, NULL, 0, 0, 0, 0}
/* clang-format on */

static const field RNG[] = {VALUE(lg_rng, state), VALUE(lg_rng, increment), END};

static const field ALQUERQUE_MOVE[] = {
    VALUE(lg_alquerque_move, path),  VALUE(lg_alquerque_move, path_high), VALUE(lg_alquerque_move, from),
    VALUE(lg_alquerque_move, jumps), VALUE(lg_alquerque_move, reserved),  END,
};
static const field ALQUERQUE[] = {
    ARRAY(lg_alquerque, pieces),   STRUCTS(lg_alquerque, last, ALQUERQUE_MOVE),
    VALUE(lg_alquerque, ply),      VALUE(lg_alquerque, to_move),
    VALUE(lg_alquerque, jumper),   VALUE(lg_alquerque, forfeit),
    ARRAY(lg_alquerque, reserved), END,
};

static const field AMAZES_EDGES[] = {
    ARRAY(lg_amazes_edges, h),
    ARRAY(lg_amazes_edges, v),
    VALUE(lg_amazes_edges, reserved),
    END,
};
static const field AMAZES_KNOWLEDGE[] = {
    ARRAY(lg_amazes_knowledge, squares),
    ARRAY(lg_amazes_knowledge, dead_ends),
    STRUCT(lg_amazes_knowledge, walls, AMAZES_EDGES),
    STRUCT(lg_amazes_knowledge, openings, AMAZES_EDGES),
    END,
};
static const field AMAZES_PLACE[] = {
    VALUE(lg_amazes_place, row),
    VALUE(lg_amazes_place, column),
    VALUE(lg_amazes_place, facing),
    VALUE(lg_amazes_place, reserved),
    END,
};
static const field AMAZES[] = {
    STRUCT(lg_amazes, maze, AMAZES_EDGES),
    STRUCTS(lg_amazes, known, AMAZES_KNOWLEDGE),
    STRUCTS(lg_amazes, start, AMAZES_PLACE),
    STRUCTS(lg_amazes, place, AMAZES_PLACE),
    ARRAY(lg_amazes, written),
    ARRAY(lg_amazes, first),
    ARRAY(lg_amazes, meetings),
    VALUE(lg_amazes, turn),
    VALUE(lg_amazes, turn_limit),
    VALUE(lg_amazes, walk_length),
    VALUE(lg_amazes, looked),
    VALUE(lg_amazes, offenders),
    VALUE(lg_amazes, sudden_death),
    ARRAY(lg_amazes, reserved),
    ARRAY(lg_amazes, walk),
    END,
};

static const field BLOCKDROP[] = {
    ARRAY(lg_blockdrop, timers),
    ARRAY(lg_blockdrop, row),
    ARRAY(lg_blockdrop, column),
    ARRAY(lg_blockdrop, facing),
    ARRAY(lg_blockdrop, stun),
    VALUE(lg_blockdrop, turn),
    VALUE(lg_blockdrop, turn_limit),
    VALUE(lg_blockdrop, rules),
    VALUE(lg_blockdrop, stopped),
    ARRAY(lg_blockdrop, reserved),
    END,
};

static const field ONTHERUN_SET[] = {ARRAY(lg_ontherun_set, word), END};
static const field ONTHERUN[] = {
    STRUCT(lg_ontherun, possible, ONTHERUN_SET),
    ARRAY(lg_ontherun, detective),
    ARRAY(lg_ontherun, choice),
    ROWS(lg_ontherun, past),
    ARRAY(lg_ontherun, type),
    VALUE(lg_ontherun, heard),
    VALUE(lg_ontherun, known),
    VALUE(lg_ontherun, fugitive),
    VALUE(lg_ontherun, turn),
    VALUE(lg_ontherun, phase),
    VALUE(lg_ontherun, result),
    VALUE(lg_ontherun, offender),
    ARRAY(lg_ontherun, reserved),
    END,
};

static const field SNAKECORE_CELL[] = {VALUE(lg_snakecore_cell, x), VALUE(lg_snakecore_cell, y), END};
static const field SNAKECORE_PYTHON[] = {
    VALUE(lg_snakecore_python, score),
    VALUE(lg_snakecore_python, protection),
    VALUE(lg_snakecore_python, length),
    VALUE(lg_snakecore_python, energy),
    STRUCT(lg_snakecore_python, head, SNAKECORE_CELL),
    STRUCT(lg_snakecore_python, tail, SNAKECORE_CELL),
    END,
};
static const field SNAKECORE[] = {
    STRUCT(lg_snakecore, rng, RNG), VALUE(lg_snakecore, round),
    VALUE(lg_snakecore, rounds),    VALUE(lg_snakecore, ordinary),
    VALUE(lg_snakecore, energy),    VALUE(lg_snakecore, empty),
    VALUE(lg_snakecore, size),      VALUE(lg_snakecore, players),
    VALUE(lg_snakecore, to_move),   VALUE(lg_snakecore, disqualified),
    ARRAY(lg_snakecore, reserved),  STRUCTS(lg_snakecore, python, SNAKECORE_PYTHON),
    ARRAY(lg_snakecore, data),      END,
};

static const struct {
    const lg_game_type *type;
    const field *fields;
} STATES[] = {
    {&lg_alquerque_game, ALQUERQUE}, {&lg_amazes_game, AMAZES},       {&lg_blockdrop_game, BLOCKDROP},
    {&lg_ontherun_game, ONTHERUN},   {&lg_snakecore_game, SNAKECORE},
};

/* (name, type or fields, bytes of an element, offset, shape) of each; the last field ends where the state does. */
static PyObject *describe_fields(const field *fields, size_t end) {
    PyObject *list = PyList_New(0);
    for (const field *at = fields; list != NULL && at->name != NULL; at++) {
        const size_t size = at->offset + at->size < end ? at->size : end - at->offset;
        PyObject *type = at->inner == NULL ? PyUnicode_FromString(at->type) : describe_fields(at->inner, at->item);
        PyObject *shape = size == at->item ? PyTuple_New(0)
                          : at->row == at->size
                              ? Py_BuildValue("(n)", (Py_ssize_t)(size / at->item))
                              : Py_BuildValue("(nn)", (Py_ssize_t)(size / at->row), (Py_ssize_t)(at->row / at->item));
        PyObject *entry = Py_BuildValue("(sNnnN)", at->name, type, (Py_ssize_t)at->item, (Py_ssize_t)at->offset, shape);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}
#endif

PyObject *state_fields(const lg_game *game) {
    for (size_t i = 0; i < sizeof STATES / sizeof STATES[0]; i++)
        if (STATES[i].type == game->type) return describe_fields(STATES[i].fields, game->state_size);
    PyErr_SetString(PyExc_NotImplementedError, "the fields of this game's states are in no table");
    return NULL;
}
