/* Internal: the construction of maps, and data read directly from them. */
#ifndef LG_I_ONTHERUN_MAP_H
#define LG_I_ONTHERUN_MAP_H

#include "libgames/text.h"
#include "sets.h"

/* The connections alone, from which everything else in a map follows. */
typedef struct lg_i_ontherun_roads {
    int32_t cities;
    lg_ontherun_set joined[LG_ONTHERUN_TYPES][LG_ONTHERUN_MAX_CITIES + 1];
} lg_i_ontherun_roads;

static inline void lg_i_ontherun_roads_join(lg_i_ontherun_roads *roads, int type, int a, int b) {
    lg_i_ontherun_set_add(&roads->joined[type][a], b);
    lg_i_ontherun_set_add(&roads->joined[type][b], a);
}

static inline bool lg_i_ontherun_is_city(const lg_ontherun_map *map, int32_t city) {
    return city >= 1 && city <= map->cities;
}

/* The number of a city's neighbours. */
static inline int lg_i_ontherun_degree(const lg_ontherun_map *map, int type, int city) {
    return map->first[type][city + 1] - map->first[type][city];
}

/* Fills in the whole map, without coordinates. */
void lg_i_ontherun_map_build(const lg_i_ontherun_roads *roads, lg_ontherun_map *map);

/* Gives the cities coordinates for pictures: connections are short, and no two cities are too near. */
void lg_i_ontherun_map_lay_out(lg_ontherun_map *map);

/* The text of a lg_ontherun_map, for the table of the game. */
void lg_i_ontherun_put_map(lg_writer *writer, const void *map);

/* Whether the graph of one type (or ANY) is planar: the left-right test. Looks at `cities` and `joined` only. */
bool lg_i_ontherun_planar(const lg_ontherun_map *map, int32_t type);

/* LG_OK if these bytes are a consistent map, otherwise LG_E_STATE. Call it before you use a map from outside. Costs as
 * much as parsing. */
lg_status lg_i_ontherun_map_validate(const lg_ontherun_map *map);

#endif
