/* On the Run: help and prompts for people, and typed input. */
#include "game/calls.h"
#include "libgames/author.h"
#include "rooms.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

static const char *const OTR_NAMES[] = {"car", "train", "plane"};

const char lg_i_ontherun_help[] =
    "Four detectives hunt a fugitive on a map of cities connected by car, train and plane (C T P).\n"
    "Goal: the detectives try to enter the fugitive's city as early as they can; the fugitive tries to survive 50 "
    "turns.\n"
    "In each turn the fugitive travels along one connection. The detectives learn its kind, and every fifth turn the "
    "fugitive's city; in between, the cities where it can be are shown as possible.\n"
    "Then each detective travels along one connection of any kind, all to different cities. No player may stay.\n"
    "Examples: for a detective type a city, 12, or for all four 12 30 7 99; for the fugitive a kind and a city, T 12.";

/* ---- prompts ---- */

static void put_number(lg_writer *writer, const char *before, int number) {
    lg_put_text(writer, before);
    lg_put_int(writer, number);
}

/* "17: car 12 15; plane 99", the city first and then its connections. */
static void put_ways(lg_writer *writer, const lg_ontherun_map *map, int city) {
    const char *before = ":";
    lg_put_int(writer, city);
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        lg_ontherun_set cities = map->joined[type][city];
        if (lg_i_ontherun_set_empty(&cities)) continue;
        lg_put_text(writer, before);
        lg_put(writer, ' ');
        lg_put_text(writer, OTR_NAMES[type]);
        before = ";";
        for (int to = lg_i_ontherun_set_take(&cities); to != 0; to = lg_i_ontherun_set_take(&cities))
            put_number(writer, " ", to);
    }
}

/* All detectives' connections; for those already sent, their destinations. */
static void otr_people_put_team(lg_writer *writer, const lg_ontherun_map *map, const lg_ontherun *state) {
    for (int i = 0; i < TEAM; i++) {
        if (i > 0) lg_put(writer, '\n');
        put_number(writer, "detective ", i + 1);
        lg_put_text(writer, " in ");
        if (state->choice[i] == 0) {
            put_ways(writer, map, state->detective[i]);
            continue;
        }
        lg_put_int(writer, state->detective[i]);
        put_number(writer, " goes to ", state->choice[i]);
    }
}

static void put_cities(lg_writer *writer, const lg_ontherun_map *map, const char *what) {
    lg_put_text(writer, what);
    put_number(writer, "1 to ", map->cities);
}

static void otr_input_help(const lg_game *game, const void *state, lg_writer *writer) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const lg_ontherun_map *map = lg_i_ontherun_map_of(game);
    if (lg_i_ontherun_is_over(position)) return;
    switch ((lg_ontherun_phase)position->phase) {
    case LG_ONTHERUN_PLACE_DETECTIVES: put_cities(writer, map, "four different cities, "); break;
    case LG_ONTHERUN_PLACE_FUGITIVE: put_cities(writer, map, "a city, "); break;
    case LG_ONTHERUN_MOVE_FUGITIVE:
        lg_put_text(writer, "you in ");
        put_ways(writer, map, position->fugitive);
        lg_put(writer, '\n');
        otr_people_put_team(writer, map, position);
        break;
    case LG_ONTHERUN_MOVE_DETECTIVES: otr_people_put_team(writer, map, position); break;
    }
}

static void otr_prompt(const lg_game *game, const void *state, lg_writer *writer) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const int next = lg_i_ontherun_next_detective(position);
    (void)game;
    if (lg_i_ontherun_is_over(position)) return;
    if (!lg_i_ontherun_detectives_turn(position)) {
        const bool start = position->phase == LG_ONTHERUN_PLACE_FUGITIVE;
        lg_put_text(writer, start ? "the city to begin in" : "from ");
        if (!start) put_number(writer, "", position->fugitive);
        if (!start) lg_put_text(writer, ", by C, T or P to a city");
        return;
    }
    put_number(writer, "detective ", next + 1);
    if (position->phase == LG_ONTHERUN_PLACE_DETECTIVES) lg_put_text(writer, ", the city to begin in");
    else put_number(writer, ", from ", position->detective[next]);
    if (position->phase != LG_ONTHERUN_PLACE_DETECTIVES) lg_put_text(writer, " to a city");
}

/* ---- a decision in words ---- */

/* "59-82 by car or plane": all kinds of connection between the cities; a detective uses any of them. */
static void put_way(lg_writer *writer, const lg_ontherun_map *map, int from, int to) {
    const char *before = " by ";
    put_number(writer, "", from);
    put_number(writer, "-", to);
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        if (!lg_i_ontherun_set_has(&map->joined[type][from], to)) continue;
        lg_put_text(writer, before);
        lg_put_text(writer, OTR_NAMES[type]);
        before = " or ";
    }
}

static void otr_decision(const lg_game *game, const void *state, int32_t action, lg_writer *writer) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const int city = action % lg_i_ontherun_room(game) + 1, next = lg_i_ontherun_next_detective(position);
    if (lg_i_ontherun_detectives_turn(position)) {
        put_number(writer, "detective ", next + 1);
        lg_put_text(writer, ": ");
    }
    switch ((lg_ontherun_phase)position->phase) {
    case LG_ONTHERUN_MOVE_FUGITIVE: game->type->rules.action_print(game, action, writer); break;
    case LG_ONTHERUN_MOVE_DETECTIVES:
        put_way(writer, lg_i_ontherun_map_of(game), position->detective[next], city);
        break;
    default: lg_put_int(writer, city);
    }
}

/* ---- news of the other side ---- */

/* The city only in announcement turns and at the start. */
static void otr_people_put_heard(lg_writer *writer, const lg_ontherun *state) {
    if (state->turn == 1) put_number(writer, "The fugitive began in ", state->known);
    if (state->turn == 1) lg_put(writer, '\n');
    lg_put_text(writer, "The fugitive went by ");
    lg_put_text(writer, OTR_NAMES[state->last_type - 1]);
    if (state->turn % LG_ONTHERUN_ROUND == 0) put_number(writer, " and is now in ", state->known);
}

static void otr_news(const lg_game *game, const void *state, int32_t player, lg_writer *writer) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const bool team = lg_i_ontherun_detectives_turn(position);
    (void)game;
    if (lg_i_ontherun_is_over(position) || team != (player == LG_ONTHERUN_DETECTIVES)) return;
    if (position->phase == LG_ONTHERUN_PLACE_DETECTIVES || position->choice[0] != 0) return;
    if (team) {
        otr_people_put_heard(writer, position);
        return;
    }
    lg_put_text(writer, "The detectives are in");
    for (int i = 0; i < TEAM; i++) put_number(writer, " ", position->detective[i]);
}

/* ---- typed input: a city, and for the fugitive also a type, before or after it ---- */

static void skip_filling(lg_reader *reader) {
    static const lg_word FILLING[] = {{"by", 0}, {"to", 0}, {"city", 0}};
    int32_t nothing;
    do lg_skip_gaps(reader, "");
    while (lg_accept_typed(reader, FILLING, 3, &nothing));
}

static bool otr_people_accept_type(lg_reader *reader, int32_t *type) {
    static const lg_word KINDS[] = {{"c", 0}, {"car", 0}, {"t", 1}, {"train", 1}, {"p", 2}, {"plane", 2}};
    skip_filling(reader);
    return lg_accept_typed(reader, KINDS, 6, type);
}

/* The type of the only connection; with several, the type must be given; with none, any type will do. */
static lg_status only_type(const lg_game *game, const lg_ontherun *state, int64_t city, lg_reader *reader,
                           int32_t *type) {
    int count = 0;
    *type = 0;
    for (int i = 0; i < LG_ONTHERUN_TYPES && state->phase == LG_ONTHERUN_MOVE_FUGITIVE; i++) {
        if (!lg_i_ontherun_set_has(&lg_i_ontherun_map_of(game)->joined[i][state->fugitive], (int)city)) continue;
        *type = i;
        count++;
    }
    if (count < 2) return LG_OK;
    return lg_refuse("several kinds of connection lead there: expected one of them, such as T 12", reader->error);
}

static lg_status otr_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    const lg_ontherun *position = (const lg_ontherun *)state;
    const bool moves = position->phase == LG_ONTHERUN_MOVE_FUGITIVE;
    int32_t type = 0;
    int64_t city;
    bool named = otr_people_accept_type(reader, &type);
    skip_filling(reader);
    lg_status status = lg_read_int(reader, 1, lg_i_ontherun_room(game),
                                   moves ? "C, T or P and a city, or a city, 1 to 200" : "a city, 1 to 200", &city);
    if (status == LG_OK && moves && !named) named = otr_people_accept_type(reader, &type);
    if (status == LG_OK && !named) status = only_type(game, position, city, reader, &type);
    if (status == LG_OK) *action = lg_i_ontherun_room(game) * type + (int32_t)city - 1;
    return status;
}

const lg_game_people lg_i_ontherun_people = {
    .board = lg_i_ontherun_board, .draw = LG_I_GAME_DRAW(ontherun), .input_help = otr_input_help, .prompt = otr_prompt,
    .news = otr_news, .typed = otr_typed, .decision = otr_decision,
};
