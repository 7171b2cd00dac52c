/* Configurations as text, name(key=value,key=value), and whether a game's table and numbers can be used. */
#include "game/params.h"

#include "game/calls.h"

/* ---- problems of a table ---- */

static bool configure_is_name(const char *text) {
    size_t length = 0;
    if (text == NULL) return false;
    while (lg_i_params_is_name_byte((unsigned char)text[length])) length++;
    return length > 0 && length <= 31 && text[length] == '\0';
}

static bool is_id(const char *text) {
    if (text == NULL) return false;
    const size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
    return length > 0 && length <= 31 && text[length] == '\0';
}

/* Whether it is UTF-8 without control characters, line separators among them. */
static bool is_text(const char *text, bool with_lines) {
    static const uint32_t LEAST[] = {0xA0, 0x800, 0x10000}; /* by the bytes after the first one */
    const unsigned char *at = (const unsigned char *)text;
    while (at != NULL && *at != '\0') {
        const unsigned char first = *at++;
        if (first < ' ' && !(with_lines && first == '\n')) return false;
        if ((first >= 0x7F && first < 0xC2) || first > 0xF4) return false;
        const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        uint32_t code = first & (0x7Fu >> more);
        for (int i = 0; i < more; i++, at++) {
            if ((*at & 0xC0) != 0x80) return false;
            code = code << 6 | (*at & 0x3Fu);
        }
        const bool is_surrogate = code >= 0xD800 && code < 0xE000, ends_line = code == 0x2028 || code == 0x2029;
        if (more > 0 && (code < LEAST[more - 1] || code > 0x10FFFF || is_surrogate || ends_line)) return false;
    }
    return text != NULL;
}

static bool is_param(const lg_param *param) {
    if (!configure_is_name(param->name) || !is_text(param->meaning, false)) return false;
    if (param->minimum > param->maximum || param->initial < param->minimum || param->initial > param->maximum)
        return false;
    for (int32_t i = 0; param->words != NULL && i <= param->maximum; i++)
        if (!configure_is_name(param->words[i])) return false;
    return param->words == NULL || param->minimum == 0;
}

static const char *facts_problem(const lg_game_type *type) {
    if (!configure_is_name(type->name)) return "`name` must have 1 to 31 of a-z, 0-9 and _";
    if (type->version < 0) return "`version` must be at least 0";
    if (!is_text(type->title, false)) return "`title` must be a line of text, in UTF-8 without control characters";
    if (!is_id(type->id)) return "`id` must have 1 to 31 letters and digits";
    if (type->information != LG_INFORMATION_PERFECT && type->information != LG_INFORMATION_HIDDEN)
        return "`information` must be one of lg_information";
    if (type->chance != LG_CHANCE_NONE && type->chance != LG_CHANCE_START && type->chance != LG_CHANCE_PLAY)
        return "`chance` must be one of lg_chance";
    if (type->param_count < 0 || type->param_count > LG_MAX_PARAMS || (type->param_count > 0 && type->params == NULL))
        return "`param_count` must be 0 to 16, with `params`";
    for (int32_t i = 0; i < type->param_count; i++)
        if (!is_param(&type->params[i]))
            return "a parameter must have a name, a line of text as its meaning, and a default in its range";
    if ((type->help != NULL && !is_text(type->help, true)) || (type->opening != NULL && !is_text(type->opening, true)))
        return "`help` and `opening` must be lines of text, in UTF-8 without control characters";
    if (type->shared_file != NULL && (!is_text(type->shared_file, false) || strpbrk(type->shared_file, "/\\") != NULL))
        return "`shared_file` must be the name of a file, in UTF-8 without control characters";
    return NULL;
}

static const char *functions_problem(const lg_game_type *type) {
    const lg_game of = {.type = type};
    const lg_game_rules *rules = &type->rules;
    const lg_game_learners *learners = lg_i_game_learners(&of);
    if (rules->configure == NULL || rules->new_game == NULL || rules->validate == NULL || rules->player == NULL ||
        rules->legal == NULL || rules->apply == NULL || rules->outcome == NULL || rules->action_print == NULL ||
        rules->action_parse == NULL || rules->state_print == NULL || rules->state_parse == NULL)
        return "a required function is NULL";
    if (type->information == LG_INFORMATION_HIDDEN && (learners->observe == NULL || rules->resample == NULL))
        return "hidden information needs `observe`, `resample` and `information_key`";
    if (type->chance == LG_CHANCE_PLAY && rules->reseed == NULL)
        return "chance in play needs `reseed` and `information_key`";
    if ((rules->chance == NULL) != (rules->apply_drawn == NULL) ||
        (rules->chance != NULL && type->chance != LG_CHANCE_PLAY))
        return "`chance` and `apply_drawn` go together, and are for chance in play";
    if (rules->information_key == NULL &&
        (type->information == LG_INFORMATION_HIDDEN || type->chance == LG_CHANCE_PLAY))
        return "hidden information and chance in play need `information_key`";
    if ((lg_i_game_texts(&of)->prepare_parse == NULL) != (lg_i_game_texts(&of)->shared_print == NULL))
        return "`prepare_parse` and `shared_print` go together";
    if ((learners->symmetry_action == NULL) != (learners->symmetry_state == NULL) ||
        (learners->symmetry_action == NULL) != (learners->symmetry_observation == NULL))
        return "the three symmetry functions go together";
    const lg_game_bots *players = lg_i_game_bots(&of);
    if (players->samples < 0 || players->samples > LG_MAX_SAMPLES) return "`samples` must be in 0 ... 1024";
    if (players->cutoff < 0 || (players->cutoff > 0 && players->evaluate == NULL))
        return "`cutoff` must be 0 or more, and needs `evaluate`";
    return NULL;
}

/* ---- problems of a configured game ---- */

static bool is_space(const lg_space *space) {
    int64_t elements = 1;
    if (space->name == NULL || space->dtype < LG_U8 || space->dtype > LG_I32) return false;
    if (space->dims < 1 || space->dims > LG_MAX_DIMS || space->low > space->high) return false;
    for (int32_t i = 0; i < LG_MAX_DIMS; i++) {
        if (space->shape[i] < 1 || (i >= space->dims && space->shape[i] != 1)) return false;
        elements *= space->shape[i];
        if (elements > INT32_MAX) return false;
    }
    return true;
}

/* Of an encoding; with other words for its form, it is requested as "planes+scaled". */
static bool is_observation_name(const lg_game *game, int32_t number) {
    static const char *const TAKEN[] = {"canonical", "dict", "one_hot", "scaled"};
    const char *name = game->observation[number].name;
    if (!configure_is_name(name)) return false;
    for (size_t i = 0; i < sizeof TAKEN / sizeof TAKEN[0]; i++)
        if (strcmp(name, TAKEN[i]) == 0) return false;
    for (int32_t i = 0; i < number; i++)
        if (strcmp(name, game->observation[i].name) == 0) return false;
    return true;
}

static const char *numbers_problem(const lg_game *game) {
    if (game->players < 1 || game->players > LG_MAX_PLAYERS) return "`players` must be 1 to 16";
    if (game->actions < 1 || game->actions > LG_MAX_ACTIONS) return "`actions` must be 1 to 65536";
    if (game->state_size < 8 || game->state_size > LG_MAX_STATE_SIZE || game->state_size % 8 != 0)
        return "`state_size` must be a multiple of 8, at most 2^24";
    if (game->draws < 0 || game->draws > LG_MAX_DRAWS || game->outcomes < 0 || game->outcomes > LG_MAX_OUTCOMES ||
        (game->draws > 0) != (game->outcomes > 0) || (game->draws > 0 && game->type->rules.chance == NULL))
        return "`draws` and `outcomes` must be 0 to 65536, both or neither 0, and 0 without `chance`";
    if (game->longest < 1) return "`longest` must be at least 1";
    if (game->symmetries < 1 || game->symmetries > LG_MAX_SYMMETRIES ||
        (game->symmetries > 1 && lg_i_game_learners(game)->symmetry_action == NULL))
        return "`symmetries` must be 1 to 1024, and 1 without symmetry functions";
    if (game->observations < 1 || game->observations > LG_MAX_OBSERVATIONS) return "`observations` must be 1 to 8";
    for (int32_t i = 0; i < game->observations; i++)
        if (!is_space(&game->observation[i])) return "an observation must have a name, a type, a shape and a range";
    for (int32_t i = 0; i < game->observations; i++)
        if (!is_observation_name(game, i))
            return "the name of an observation must have 1 to 31 of a-z, 0-9 and _, and be no other one's, nor "
                   "canonical, dict, one_hot or scaled";
    for (int32_t seat = 0; game->type->seats != NULL && seat < game->players; seat++)
        if (!is_text(game->type->seats[seat], false))
            return "`seats` must be a line of text for each player, in UTF-8 without control characters";
    if (game->shared_size > 0 && game->type->rules.prepare == NULL) return "a shared object needs `prepare`";
    if (game->clock.first < 0 || game->clock.answer < 0 || game->clock.total < 0) return "`clock` must not be negative";
    return NULL;
}

static void put_defaults(lg_game *game) {
    const lg_game_learners *learners = lg_i_game_learners(game);
    if (game->symmetries == 0 && learners->symmetry_action == NULL) game->symmetries = 1;
    if (game->observations != 0 || learners->observe != NULL || game->state_size > LG_MAX_STATE_SIZE) return;
    game->observations = 1;
    game->observation[0] = (lg_space){"state", LG_U8, 1, {(int32_t)game->state_size, 1, 1, 1}, 0, UINT8_MAX};
}

/* As far as the initial values of the parameters show it; each configuration is looked at again. */
static const char *initial_problem(const lg_game_type *type) {
    lg_game made;
    memset(&made, 0, sizeof made);
    made.type = type;
    for (int32_t i = 0; i < type->param_count; i++) made.params[i] = type->params[i].initial;
    if (type->rules.check != NULL && type->rules.check(&made) != NULL) return NULL;
    type->rules.configure(&made);
    put_defaults(&made);
    return numbers_problem(&made);
}

const char *lg_game_type_problem(const lg_game_type *type) {
    if (type == NULL) return "there is no table";
    if (type->abi != LG_GAME_ABI) return "it was made for another version of libgames: compile it with these headers";
    const char *problem = facts_problem(type);
    if (problem == NULL) problem = functions_problem(type);
    return problem != NULL ? problem : initial_problem(type);
}

/* ---- reading ---- */

/* The rest of a configuration, after the name of `type`. */
static lg_status read_configuration(lg_reader *reader, const lg_game_type *type, lg_game *game) {
    const size_t name_length = reader->at;
    lg_game made;
    memset(&made, 0, sizeof made);
    made.type = type;
    const lg_status status =
        lg_i_params_read(reader, type->params, type->param_count, "the name of a parameter of this game", made.params);
    if (status != LG_OK) return status;
    const char *problem = type->rules.check != NULL ? type->rules.check(&made) : NULL;
    if (problem != NULL) return lg_expected_at(reader, name_length, problem);
    type->rules.configure(&made);
    put_defaults(&made);
    problem = numbers_problem(&made);
    if (problem != NULL) {
        (void)lg_expected_at(reader, 0, problem);
        return LG_E_ARGUMENT;
    }
    *game = made;
    return LG_OK;
}

lg_status lg_game_configure_one(const lg_game_type *const *types, int32_t count, const char *text, size_t length,
                                lg_game *game, lg_parse_error *error) {
    if (types == NULL || count < 0 || text == NULL || game == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    const char *name;
    const size_t name_length = lg_i_params_read_name(&reader, &name);
    const char *problem = NULL;
    for (int32_t i = 0; i < count; i++) {
        if (types[i] != NULL && types[i]->abi == LG_GAME_ABI && types[i]->name != NULL &&
            !lg_i_params_same_name(name, name_length, types[i]->name))
            continue;
        problem = lg_game_type_problem(types[i]);
        if (problem == NULL) return read_configuration(&reader, types[i], game);
    }
    if (problem != NULL) {
        (void)lg_expected_at(&reader, 0, problem);
        return LG_E_ARGUMENT;
    }
    return lg_expected_at(&reader, 0, "the name of a game");
}

lg_status lg_game_configure(const lg_game_type *type, const char *text, size_t length, lg_game *game,
                            lg_parse_error *error) {
    return lg_game_configure_one(&type, 1, text, length, game, error);
}

/* ---- writing ---- */

static void put_configuration(lg_writer *writer, const void *object) {
    const lg_game *game = (const lg_game *)object;
    lg_i_params_put(writer, game->type->name, game->type->params, game->type->param_count, game->params);
}

lg_status lg_game_print(const lg_game *game, char *buffer, size_t capacity, size_t *length) {
    if (game == NULL) return LG_E_ARGUMENT;
    return lg_write(put_configuration, game, buffer, capacity, length);
}
