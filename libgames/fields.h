/* Internal: the rows of a table of fields. */
#ifndef LG_I_FIELDS_H
#define LG_I_FIELDS_H

#include "libgames/game.h"

/* A member of `record`, by itself and as an array of `count`, or of `rows` x `columns`; `parent` as in lg_field. */
#define LG_I_SIZE(record, member) ((int32_t)sizeof(((record *)NULL)->member))
#define LG_I_FIELD(record, parent, member, type) \
    {#member, parent, type, (int32_t)offsetof(record, member), LG_I_SIZE(record, member), 0, {1, 1}}
#define LG_I_FIELD_ARRAY(record, parent, member, type, count) \
    {#member, parent, type, (int32_t)offsetof(record, member), LG_I_SIZE(record, member) / (count), 1, {count, 1}}
#define LG_I_FIELD_TABLE(record, parent, member, type, rows, columns)                                          \
    {#member, parent, type, (int32_t)offsetof(record, member), LG_I_SIZE(record, member) / ((rows) * (columns)), \
     2, {rows, columns}}

#endif
