/* Decisions as people read and type them. */
#include "libgames/author.h"
#include "libgames/game.h"

#include "game/calls.h"

typedef struct typed_decision {
    const lg_game *game;
    const void *state;
    int32_t action;
} typed_decision;

static void put_decision(lg_writer *writer, const void *object) {
    const typed_decision *of = (const typed_decision *)object;
    const lg_game_people *people = lg_i_game_people(of->game);
    if (people->decision != NULL && lg_game_explain(of->game, of->state, of->action) == NULL)
        people->decision(of->game, of->state, of->action, writer);
    else of->game->type->rules.action_print(of->game, of->action, writer);
}

lg_status lg_game_decision_print(const lg_game *game, const void *state, int32_t action, char *buffer, size_t capacity,
                                 size_t *length) {
    if (game == NULL || state == NULL || !lg_i_game_is_action(game, action)) return LG_E_ARGUMENT;
    const typed_decision of = {game, state, action};
    return lg_write(put_decision, &of, buffer, capacity, length);
}

#define ROOM 256 /* bytes of the longest text of an action that is compared */

/* Whether a string equals the rest of the reader, in any case of letters. */
static bool is_rest(const lg_reader *reader, size_t end, const char *text, size_t length) {
    if (length != end - reader->at) return false;
    for (size_t i = 0; i < length; i++)
        if (lg_small(text[i]) != lg_small(reader->text[reader->at + i])) return false;
    return true;
}

/* The action whose text is the whole rest of the line in any case; if several differ only in case, a legal one. */
static lg_status read_action(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    size_t end = reader->length;
    int32_t exact, found = -1;
    while (end > reader->at && (reader->text[end - 1] == ' ' || reader->text[end - 1] == '\t')) end--;
    lg_parse_error error = {1, 1, "an action"};
    const char *rest = reader->text + reader->at;
    const lg_status status = game->type->rules.action_parse(game, rest, end - reader->at, &exact, &error);
    for (int32_t i = 0; status != LG_OK && i < game->actions; i++) {
        char text[ROOM];
        lg_writer measure = {NULL, 0}, writer = {text, 0};
        game->type->rules.action_print(game, i, &measure);
        if (measure.length > ROOM) continue;
        game->type->rules.action_print(game, i, &writer);
        if (!is_rest(reader, end, text, writer.length)) continue;
        if (found < 0 || lg_game_explain(game, state, i) == NULL) found = i;
    }
    if (status != LG_OK && found < 0) {
        const size_t into = error.line == 1 ? (size_t)error.column - 1 : 0;
        return lg_expected_at(reader, reader->at + into, error.expected);
    }
    reader->at = end;
    *action = status == LG_OK ? exact : found;
    return LG_OK;
}

lg_status lg_game_typed(const lg_game *game, const void *state, const char *text, size_t length, size_t *at,
                        int32_t *action, lg_parse_error *error) {
    if (game == NULL || state == NULL || text == NULL || at == NULL || *at > length || action == NULL)
        return LG_E_ARGUMENT;
    if (game->type->rules.player(game, state) < 0) return LG_E_OVER;
    lg_reader reader = lg_reader_on(text, length, error);
    int32_t read = -1;
    reader.at = *at;
    while (lg_accept(&reader, ' ') || lg_accept(&reader, '\t')) continue;
    const lg_game_people *people = lg_i_game_people(game);
    const lg_status status = people->typed != NULL ? people->typed(game, state, &reader, &read)
                                                   : read_action(game, state, &reader, &read);
    if (status != LG_OK) return status;
    if (reader.at <= *at && *at < length) return LG_E_BROKEN; /* a loop over decisions would never end */
    const char *reason = lg_game_explain(game, state, read);
    if (reason != NULL) return lg_refuse(reason, error);
    lg_skip_gaps(&reader, "");
    *at = reader.at;
    *action = read;
    return LG_OK;
}
