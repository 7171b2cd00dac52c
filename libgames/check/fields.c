/* The fields of a state: every byte belongs to one, and reserved ones are 0. */
#include "check/walk.h"

typedef struct fields_layout {
    lg_field fields[LG_MAX_FIELDS];
    int32_t count;
} fields_layout;

static int64_t elements(const lg_field *field) {
    return (int64_t)field->shape[0] * field->shape[1];
}

static bool check_form(lg_i_walk *w, const lg_field *field, int32_t i) {
    static const int32_t SIZES[] = {0, 1, 1, 2, 2, 4, 4, 8};
    LG_I_CHECK_HOLD(w, field->name != NULL && field->name[0] != '\0', "fields", "field %d has no name", i);
    LG_I_CHECK_HOLD(w, field->type >= LG_FIELD_STRUCT && field->type <= LG_FIELD_U64, "fields", "\"%s\" has no type",
                    field->name);
    LG_I_CHECK_HOLD(w, field->dims >= 0 && field->dims <= 2, "fields", "\"%s\" has %d dimensions", field->name,
                    field->dims);
    for (int32_t d = 0; d < 2; d++)
        LG_I_CHECK_HOLD(w, d < field->dims ? field->shape[d] >= 1 : field->shape[d] == 1, "fields",
                        "dimension %d of \"%s\" is %d", d, field->name, field->shape[d]);
    LG_I_CHECK_HOLD(w, field->type == LG_FIELD_STRUCT ? field->size >= 1 : field->size == SIZES[field->type], "fields",
                    "\"%s\" has elements of %d bytes", field->name, field->size);
    return true;
}

/* Within its parent, which comes before it, and after the previous field. */
static bool check_place(lg_i_walk *w, const fields_layout *l, int32_t i) {
    const lg_field *field = &l->fields[i];
    const int32_t parent = field->parent;
    LG_I_CHECK_HOLD(w, parent >= -1 && parent < i && (parent < 0 || l->fields[parent].type == LG_FIELD_STRUCT),
                    "fields", "\"%s\" lies in field %d, which is no struct before it", field->name, parent);
    const int64_t room = parent < 0 ? (int64_t)w->game->state_size : l->fields[parent].size;
    LG_I_CHECK_HOLD(w, field->offset >= 0 && elements(field) <= (room - field->offset) / field->size, "fields",
                    "\"%s\" does not lie in the bytes of its struct, or of the state", field->name);
    for (int32_t k = 0; k < i; k++)
        LG_I_CHECK_HOLD(w, l->fields[k].parent != parent || l->fields[k].offset < field->offset, "fields",
                        "\"%s\" is listed after \"%s\", but comes before it", field->name, l->fields[k].name);
    return true;
}

/* Counts the fields of each byte, up to 2; bytes of reserved fields get a mark. */
static void cover(const fields_layout *l, int32_t parent, size_t base, uint8_t *covered, uint8_t *reserved) {
    for (int32_t i = 0; i < l->count; i++) {
        const lg_field *field = &l->fields[i];
        if (field->parent != parent) continue;
        const bool unused = strcmp(field->name, "reserved") == 0;
        for (int64_t k = 0; k < elements(field); k++) {
            const size_t at = base + (size_t)(field->offset + k * field->size), end = at + (size_t)field->size;
            if (field->type == LG_FIELD_STRUCT) {
                cover(l, i, at, covered, reserved);
                continue;
            }
            for (size_t byte = at; byte < end; byte++) {
                covered[byte] = covered[byte] < 2 ? (uint8_t)(covered[byte] + 1) : 2;
                reserved[byte] = unused;
            }
        }
    }
}

bool lg_i_check_fields(lg_i_walk *w) {
    fields_layout l;
    uint8_t *covered = w->other;
    l.count = lg_game_fields(w->game, l.fields);
    LG_I_CHECK_HOLD(w, l.count >= 1 && l.count <= LG_MAX_FIELDS, "fields", "there are %d", l.count);
    for (int32_t i = 0; i < l.count; i++)
        if (!check_form(w, &l.fields[i], i) || !check_place(w, &l, i)) return false;
    memset(covered, 0, w->game->state_size);
    cover(&l, -1, 0, covered, w->unused);
    for (size_t i = 0; i < w->game->state_size; i++)
        LG_I_CHECK_HOLD(w, covered[i] == 1, "fields", "byte %zu belongs to %s", i,
                        covered[i] == 0 ? "none" : "several");
    return true;
}

bool lg_i_check_reserved(lg_i_walk *w) {
    const uint8_t *state = w->state, *unused = w->unused;
    for (size_t i = 0; i < w->game->state_size; i++)
        LG_I_CHECK_HOLD(w, (state[i] & (0u - unused[i])) == 0, "fields", "byte %zu is reserved, but %d", i, state[i]);
    return true;
}
