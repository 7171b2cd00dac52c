/* Internal: the writers of On the Run's texts, for the table of the game. */
#ifndef LG_I_ONTHERUN_PROTOCOL_H
#define LG_I_ONTHERUN_PROTOCOL_H

#include "libgames/ontherun.h"
#include "libgames/text.h"

/* Reads what lg_ontherun_print writes. */
lg_status lg_i_ontherun_parse(const lg_ontherun_map *map, const char *text, size_t length, lg_ontherun *state,
                              lg_parse_error *error);
/* A lg_ontherun; two numbers: type and city. */
void lg_i_ontherun_put_position(lg_writer *writer, const void *state);
void lg_i_ontherun_put_move(lg_writer *writer, const void *move);
/* The message for a player's program between its last answer and its next one or the end. */
void lg_i_ontherun_put_message(lg_writer *writer, const lg_ontherun_map *map, const lg_ontherun *state, int32_t player);

/* A fugitive's move as the contest writes it, `C 10`, or its start, `10`; the detectives' four lines, the last LF may
 * be missing. Only the form is checked: cities 1 ... 200, a letter for the type, nothing more. */
lg_status lg_i_ontherun_move_parse(const char *text, size_t length, int32_t *type, int32_t *city,
                                   lg_parse_error *error);
lg_status lg_i_ontherun_city_parse(const char *text, size_t length, int32_t *city, lg_parse_error *error);
lg_status lg_i_ontherun_lines_parse(const char *text, size_t length, int32_t city[LG_ONTHERUN_TEAM],
                                    lg_parse_error *error);

#endif
