/* The registry, configuration strings, and the checks that every game shares. A new game adds one line to
 * GAMES. */
#include "libgames/game.h"

#include <string.h>

#include "bits.h"
#include "libgames/alquerque.h"
#include "libgames/amazes.h"
#include "libgames/blockdrop.h"
#include "libgames/ontherun.h"
#include "libgames/snakecore.h"
#include "players.h"
#include "text.h"

static const lg_game_type *const GAMES[] = {
    &lg_alquerque_game,
    &lg_amazes_game,
    &lg_blockdrop_game,
    &lg_ontherun_game,
    &lg_snakecore_game,
};

#define GAME_COUNT ((int32_t)(sizeof GAMES / sizeof GAMES[0]))

int32_t lg_game_type_count(void) {
    return GAME_COUNT;
}

const lg_game_type *lg_game_type_at(int32_t index) {
    return index >= 0 && index < GAME_COUNT ? GAMES[index] : NULL;
}

/* ---- configurations: name(key=value,key=value) ---- */

static bool is_name_byte(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Takes the longest run of name bytes; its length is 0 when there is none. */
static size_t read_name(lg_i_reader *reader, const char **name) {
    const size_t start = reader->at;
    *name = reader->text + start;
    while (is_name_byte(lg_i_peek(reader))) reader->at++;
    return reader->at - start;
}

static bool same_name(const char *text, size_t length, const char *name) {
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

static const lg_game_type *find_type(const char *name, size_t length) {
    for (int32_t i = 0; i < GAME_COUNT; i++)
        if (same_name(name, length, GAMES[i]->name)) return GAMES[i];
    return NULL;
}

static lg_status read_value(lg_i_reader *reader, const lg_param *param, int32_t *value) {
    int64_t number;
    if (param->words == NULL) {
        const lg_status status = lg_i_read_int(reader, param->minimum, param->maximum, param->meaning, &number);
        if (status == LG_OK) *value = (int32_t)number;
        return status;
    }
    const char *word;
    const size_t start = reader->at, length = read_name(reader, &word);
    for (int32_t i = 0; i <= param->maximum; i++)
        if (same_name(word, length, param->words[i])) {
            *value = i;
            return LG_OK;
        }
    return lg_i_expected_at(reader, start, param->meaning);
}

static lg_status read_param(lg_i_reader *reader, lg_game *game, uint32_t *seen) {
    const char *name;
    const size_t start = reader->at, length = read_name(reader, &name);
    int32_t index = 0;
    while (index < game->type->param_count && !same_name(name, length, game->type->params[index].name)) index++;
    if (index == game->type->param_count)
        return lg_i_expected_at(reader, start, "the name of a parameter of this game");
    if ((*seen >> index & 1) != 0) return lg_i_expected_at(reader, start, "a parameter that was not given before");
    *seen |= 1u << index;
    if (!lg_i_accept(reader, '=')) return lg_i_expected(reader, "'='");
    return read_value(reader, &game->type->params[index], &game->params[index]);
}

static lg_status read_params(lg_i_reader *reader, lg_game *game) {
    uint32_t seen = 0;
    do {
        const lg_status status = read_param(reader, game, &seen);
        if (status != LG_OK) return status;
    } while (lg_i_accept(reader, ','));
    return lg_i_accept(reader, ')') ? LG_OK : lg_i_expected(reader, "',' or ')'");
}

lg_status lg_game_make(const char *text, size_t length, lg_game *game, lg_parse_error *error) {
    if (text == NULL || game == NULL) return LG_E_ARGUMENT;
    lg_i_reader reader = lg_i_reader_on(text, length, error);
    lg_game made;
    const char *name;
    memset(&made, 0, sizeof made);
    const size_t name_length = read_name(&reader, &name);
    made.type = find_type(name, name_length);
    if (made.type == NULL) return lg_i_expected_at(&reader, 0, "the name of a game");
    for (int32_t i = 0; i < made.type->param_count; i++) made.params[i] = made.type->params[i].initial;
    lg_status status = LG_OK;
    if (lg_i_accept(&reader, '(')) status = read_params(&reader, &made);
    if (status == LG_OK) status = lg_i_read_end(&reader, reader.at == name_length ? "'(' or the end" : "the end");
    if (status != LG_OK) return status;
    const char *problem = made.type->check != NULL ? made.type->check(&made) : NULL;
    if (problem != NULL) return lg_i_expected_at(&reader, name_length, problem);
    made.type->configure(&made);
    *game = made;
    return LG_OK;
}

lg_status lg_game_prepare(lg_game *game, void *memory, size_t size) {
    if (game == NULL || size < game->shared_size) return LG_E_ARGUMENT;
    if (game->shared_size == 0) return LG_OK;
    if (memory == NULL) return LG_E_ARGUMENT;
    const lg_status status = game->type->prepare(game, memory);
    if (status == LG_OK) game->shared = memory;
    return status;
}

lg_status lg_game_prepare_parse(lg_game *game, const char *text, size_t length, void *memory, size_t size,
                                lg_parse_error *error) {
    if (game == NULL || text == NULL || memory == NULL || game->shared_size == 0 || size < game->shared_size)
        return LG_E_ARGUMENT;
    const lg_status status = game->type->prepare_parse(game, text, length, memory, error);
    if (status == LG_OK) game->shared = memory;
    return status;
}

static void put_configuration(lg_i_writer *writer, const void *object) {
    const lg_game *game = (const lg_game *)object;
    char before = '(';
    lg_i_put_text(writer, game->type->name);
    for (int32_t i = 0; i < game->type->param_count; i++) {
        const lg_param *param = &game->type->params[i];
        if (game->params[i] == param->initial) continue;
        lg_i_put(writer, before);
        lg_i_put_text(writer, param->name);
        lg_i_put(writer, '=');
        if (param->words == NULL) lg_i_put_int(writer, game->params[i]);
        else lg_i_put_text(writer, param->words[game->params[i]]);
        before = ',';
    }
    if (before == ',') lg_i_put(writer, ')');
}

lg_status lg_game_print(const lg_game *game, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL) return LG_E_ARGUMENT;
    return lg_i_write(put_configuration, game, buffer, capacity, length);
}

/* ---- states ---- */

lg_status lg_game_new(const lg_game *game, uint64_t seed, void *state) {
    if (game == NULL || state == NULL) return LG_E_ARGUMENT;
    game->type->start(game, seed, state);
    return LG_OK;
}

lg_status lg_game_validate(const lg_game *game, const void *state, size_t size) {
    if (game == NULL || state == NULL) return LG_E_ARGUMENT;
    return size == game->state_size ? game->type->validate(game, state) : LG_E_STATE;
}

int32_t lg_game_player(const lg_game *game, const void *state) {
    return game->type->player(game, state);
}

int32_t lg_game_legal(const lg_game *game, const void *state, uint64_t *mask) {
    return game->type->legal(game, state, mask);
}

static bool is_action(const lg_game *game, int32_t action) {
    return action >= 0 && action < game->actions;
}

static bool is_player(const lg_game *game, int32_t player) {
    return player >= 0 && player < game->players;
}

static bool is_symmetry(const lg_game *game, int32_t symmetry) {
    return symmetry >= 0 && symmetry < game->symmetries;
}

static bool is_observation(const lg_game *game, int32_t which, size_t size) {
    return which >= 0 && which < game->observations && size == lg_space_size(&game->observation[which]);
}

lg_status lg_game_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    if (game == NULL || before == NULL || after == NULL || !is_action(game, action)) return LG_E_ARGUMENT;
    return game->type->apply(game, before, action, after);
}

lg_status lg_game_forfeit(const lg_game *game, const void *before, int32_t player, void *after) {
    if (game == NULL || before == NULL || after == NULL || !is_player(game, player)) return LG_E_ARGUMENT;
    return game->type->forfeit(game, before, player, after);
}

lg_status lg_game_scores(const lg_game *game, const void *state, int32_t *scores) {
    if (game == NULL || state == NULL || scores == NULL) return LG_E_ARGUMENT;
    game->type->scores(game, state, scores);
    return LG_OK;
}

lg_status lg_game_outcome(const lg_game *game, const void *state, float *outcome) {
    if (game == NULL || state == NULL || outcome == NULL) return LG_E_ARGUMENT;
    if (game->type->player(game, state) < 0) game->type->outcome(game, state, outcome);
    else memset(outcome, 0, (size_t)game->players * sizeof *outcome);
    return LG_OK;
}

lg_status lg_game_observe(const lg_game *game, const void *state, int32_t player, int32_t which, void *out,
                          size_t size) {
    if (game == NULL || state == NULL || out == NULL) return LG_E_ARGUMENT;
    if (!is_player(game, player) || !is_observation(game, which, size)) return LG_E_ARGUMENT;
    game->type->observe(game, state, player, which, out);
    return LG_OK;
}

size_t lg_space_size(const lg_space *space) {
    static const size_t ITEM[] = {1, 2, 4};
    return ITEM[space->dtype] * (size_t)space->shape[0] * (size_t)space->shape[1] * (size_t)space->shape[2];
}

lg_status lg_game_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action, int32_t *mapped) {
    if (game == NULL || mapped == NULL || !is_symmetry(game, symmetry) || !is_action(game, action))
        return LG_E_ARGUMENT;
    *mapped = game->type->symmetry_action(game, symmetry, action);
    return LG_OK;
}

lg_status lg_game_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    if (game == NULL || before == NULL || after == NULL || !is_symmetry(game, symmetry)) return LG_E_ARGUMENT;
    game->type->symmetry_state(game, symmetry, before, after);
    return LG_OK;
}

lg_status lg_game_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                       void *after, size_t size) {
    if (game == NULL || before == NULL || after == NULL || before == after) return LG_E_ARGUMENT;
    if (!is_symmetry(game, symmetry) || !is_observation(game, which, size)) return LG_E_ARGUMENT;
    game->type->symmetry_observation(game, symmetry, which, before, after);
    return LG_OK;
}

const char *lg_game_explain(const lg_game *game, const void *state, int32_t action) {
    if (!is_action(game, action)) return "the action is outside the action space";
    return game->type->explain(game, state, action);
}

uint64_t lg_game_hash(const lg_game *game, const void *state) {
    return lg_hash(state, game->state_size);
}

/* ---- text ---- */

lg_status lg_game_action_print(const lg_game *game, int32_t action, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL || !is_action(game, action)) return LG_E_ARGUMENT;
    return game->type->action_print(game, action, buffer, capacity, length);
}

lg_status lg_game_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                               lg_parse_error *error) {
    if (game == NULL || text == NULL || action == NULL) return LG_E_ARGUMENT;
    return game->type->action_parse(game, text, length, action, error);
}

lg_status lg_game_state_print(const lg_game *game, const void *state, char *buffer, size_t capacity,
                              size_t *length) {
    if (game == NULL || state == NULL) return LG_E_ARGUMENT;
    return game->type->state_print(game, state, buffer, capacity, length);
}

lg_status lg_game_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                              lg_parse_error *error) {
    if (game == NULL || text == NULL || state == NULL) return LG_E_ARGUMENT;
    return game->type->state_parse(game, text, length, state, error);
}

lg_status lg_game_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                       lg_parse_error *error) {
    if (game == NULL || before == NULL || text == NULL || after == NULL) return LG_E_ARGUMENT;
    return game->type->play(game, before, text, length, after, error);
}

int32_t lg_game_fields(const lg_game *game, lg_field fields[LG_MAX_FIELDS]) {
    return game == NULL || fields == NULL ? 0 : game->type->fields(game, fields);
}

/* ---- built-in players ---- */

static int32_t choose_random(const lg_game *game, const void *state, lg_rng *rng) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t count = game->type->legal(game, state, mask);
    return lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)count));
}

static const char *const PLAYER_NAMES[] = {"random", "greedy"};

#define PLAYER_COUNT ((int32_t)(sizeof PLAYER_NAMES / sizeof PLAYER_NAMES[0]))

int32_t lg_player_count(void) {
    return PLAYER_COUNT;
}

const char *lg_player_name(int32_t player) {
    return player >= 0 && player < PLAYER_COUNT ? PLAYER_NAMES[player] : NULL;
}

int32_t lg_player_find(const char *name, size_t length) {
    for (int32_t i = 0; name != NULL && i < PLAYER_COUNT; i++)
        if (same_name(name, length, PLAYER_NAMES[i])) return i;
    return -1;
}

int32_t lg_i_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng) {
    return player == LG_PLAYER_RANDOM ? choose_random(game, state, rng) : game->type->greedy(game, state, rng);
}

lg_status lg_game_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng, int32_t *action) {
    if (game == NULL || state == NULL || rng == NULL || action == NULL) return LG_E_ARGUMENT;
    if (player < 0 || player >= PLAYER_COUNT) return LG_E_ARGUMENT;
    if (game->type->player(game, state) < 0) return LG_E_OVER;
    *action = lg_i_choose(game, state, player, rng);
    return LG_OK;
}

/* ---- masks ---- */

void lg_mask_bytes(const uint64_t *mask, int32_t actions, uint8_t *bytes) {
    int32_t action = 0;
    for (; action + 8 <= actions; action += 8) lg_i_put_bits(bytes + action, mask[action >> 6] >> (action & 63));
    if (action == actions) return;
    uint8_t last[8];
    const int left = actions - action, pairs = left & 4, odd = left & 6;
    lg_i_put_bits(last, mask[action >> 6] >> (action & 63));
    if ((left & 4) != 0) memcpy(bytes + action, last, 4);
    if ((left & 2) != 0) memcpy(bytes + action + pairs, last + pairs, 2);
    if ((left & 1) != 0) bytes[action + odd] = last[odd];
}

/* Without branches on the mask, which no processor could predict. */
int32_t lg_mask_select(const uint64_t *mask, int32_t actions, uint32_t rank) {
    if (actions <= 8) return rank < (uint32_t)lg_i_count(mask[0]) ? lg_i_select_in_byte(mask[0], rank) : -1;
    const int32_t words = LG_MASK_WORDS(actions);
    int32_t word = 0;
    uint32_t sum = 0, before = 0;
    for (int32_t i = 0; i < words; i++) {
        sum += (uint32_t)lg_i_count(mask[i]);
        word += sum <= rank;
        before = sum <= rank ? sum : before;
    }
    return sum <= rank ? -1 : 64 * word + lg_i_select(mask[word], rank - before);
}
