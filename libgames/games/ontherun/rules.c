/* On the Run: the rules on sets of cities. The detectives' knowledge is kept up to date move by move. */
#include "libgames/ontherun.h"

#include <string.h>

#include "map.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM
#define ROUND LG_ONTHERUN_ROUND

static bool otr_is_joined(const lg_ontherun_map *map, int type, int from, int to) {
    return lg_i_ontherun_set_has(&map->joined[type][from], to);
}

/* The cities one connection of `type` away from any city of the set. */
static lg_ontherun_set otr_reach(const lg_ontherun_map *map, int type, const lg_ontherun_set *from) {
    lg_ontherun_set to = lg_i_ontherun_set_none();
    for (int word = 0; word < LG_I_ONTHERUN_WORDS; word++) {
        const lg_ontherun_set *joined = &map->joined[type][64 * word];
        for (uint64_t bits = from->word[word]; bits != 0;)
            lg_i_ontherun_set_join(&to, &joined[lg_i_bits_take(&bits)]);
    }
    return to;
}

static void subtract_team(lg_ontherun_set *set, const uint8_t team[TEAM]) {
    for (int i = 0; i < TEAM; i++) lg_i_ontherun_set_remove(set, team[i]);
}

static bool otr_stands_at(const lg_ontherun *state, int city) {
    for (int i = 0; i < TEAM; i++)
        if (state->detective[i] == city) return true;
    return false;
}

/* ---- start and record ---- */

void lg_ontherun_start(lg_ontherun *state) {
    memset(state, 0, sizeof *state);
}

int32_t lg_i_ontherun_record(const lg_ontherun *state, int32_t *past) {
    int32_t moves = 0, before = 0;
    if (state->phase == LG_ONTHERUN_MOVE_FUGITIVE) {
        moves = (state->turn - 1) % ROUND;
        before = moves;
    }
    if (state->phase == LG_ONTHERUN_MOVE_DETECTIVES) {
        const bool moved = state->result == LG_ONTHERUN_CAUGHT || state->result == LG_ONTHERUN_ESCAPED;
        moves = state->turn % ROUND;
        before = moved || moves == 0 ? moves : moves - 1;
    }
    if (past != NULL) *past = before;
    return moves;
}

lg_ontherun_set lg_i_ontherun_barred(const lg_ontherun *state, int i) {
    int32_t past;
    lg_ontherun_set barred = lg_i_ontherun_set_none();
    (void)lg_i_ontherun_record(state, &past);
    for (int team = i; team <= i + 1 && team <= past; team++) {
        const uint8_t *cities = team < past ? state->past[team] : state->detective;
        for (int j = 0; j < TEAM; j++) lg_i_ontherun_set_add(&barred, cities[j]);
    }
    return barred;
}

lg_ontherun_set lg_i_ontherun_derive_possible(const lg_ontherun_map *map, const lg_ontherun *state) {
    const int32_t moves = lg_i_ontherun_record(state, NULL);
    lg_ontherun_set possible = lg_i_ontherun_set_none();
    lg_i_ontherun_set_add(&possible, state->known);
    for (int i = 0; i < moves; i++) {
        possible = otr_reach(map, state->type[i] - 1, &possible);
        const lg_ontherun_set barred = lg_i_ontherun_barred(state, i);
        lg_i_ontherun_set_subtract(&possible, &barred);
    }
    if (moves == 0 && state->turn > 1) subtract_team(&possible, state->detective);
    return possible;
}

/* ---- checks ---- */

static bool otr_is_zero(const uint8_t *bytes, int count) {
    for (int i = 0; i < count; i++)
        if (bytes[i] != 0) return false;
    return true;
}

static bool is_team(const lg_ontherun_map *map, const uint8_t team[TEAM]) {
    for (int i = 0; i < TEAM; i++) {
        if (!lg_i_ontherun_is_city(map, team[i])) return false;
        for (int j = 0; j < i; j++)
            if (team[i] == team[j]) return false;
    }
    return true;
}

static bool can_move(const lg_ontherun_map *map, const uint8_t from[TEAM], const uint8_t to[TEAM]) {
    for (int i = 0; i < TEAM; i++)
        if (!otr_is_joined(map, LG_ONTHERUN_ANY, from[i], to[i])) return false;
    return true;
}

LG_I_BITS_SMALL static const char *problem_of_record(const lg_ontherun_map *map, const lg_ontherun *state) {
    int32_t past;
    const int32_t moves = lg_i_ontherun_record(state, &past);
    for (int i = 0; i < past; i++)
        if (!is_team(map, state->past[i])) return LG_I_BITS_WRONG("past: expected four different cities of the map");
    for (int i = 0; i < past; i++)
        if (!can_move(map, state->past[i], i + 1 < past ? state->past[i + 1] : state->detective))
            return LG_I_BITS_WRONG("past: expected moves along connections, up to the cities in `detective`");
    for (int i = 0; i < moves; i++)
        if (state->type[i] < 1 || state->type[i] > LG_ONTHERUN_TYPES) return LG_I_BITS_WRONG("type: expected 1 ... 3");
    if (!otr_is_zero((const uint8_t *)state->past + TEAM * past, TEAM * (4 - past)))
        return LG_I_BITS_WRONG("past: expected 0 after the moves since the fugitive's city was known");
    if (!otr_is_zero(state->type + moves, 4 - moves))
        return LG_I_BITS_WRONG("type: expected 0 after the moves since the fugitive's city was known");
    return NULL;
}

LG_I_BITS_SMALL static const char *problem_of_last_type(const lg_ontherun_map *map, const lg_ontherun *state) {
    const bool answering = state->phase == LG_ONTHERUN_MOVE_DETECTIVES && state->result <= LG_ONTHERUN_FORFEIT;
    if (!answering)
        return state->last_type == 0 ? NULL : LG_I_BITS_WRONG("last_type: expected 0 except in the detectives' turn");
    if (state->last_type < 1 || state->last_type > LG_ONTHERUN_TYPES)
        return LG_I_BITS_WRONG("last_type: expected 1 ... 3");
    const int32_t moves = lg_i_ontherun_record(state, NULL);
    if (moves > 0)
        return state->last_type == state->type[moves - 1]
                   ? NULL
                   : LG_I_BITS_WRONG("last_type: expected the last of `type`");
    return !lg_i_ontherun_set_empty(&map->joined[state->last_type - 1][state->known])
               ? NULL
               : LG_I_BITS_WRONG("last_type: expected a connection by which the city in `known` is entered");
}

/* Choices are made from the first detective on, and only as far as the four can be completed. */
LG_I_BITS_SMALL static const char *problem_of_choices(const lg_ontherun_map *map, const lg_ontherun *state) {
    const int next = lg_i_ontherun_next_detective(state);
    if (!otr_is_zero(state->choice + next, TEAM - next))
        return LG_I_BITS_WRONG("choice: expected none after a detective without one");
    if (lg_i_ontherun_is_over(state) || !lg_i_ontherun_detectives_turn(state))
        return next == 0 ? NULL : LG_I_BITS_WRONG("choice: expected 0 except in the detectives' turn");
    if (next == TEAM) return LG_I_BITS_WRONG("choice: expected at most three, since the fourth one ends the turn");
    lg_ontherun before = *state;
    lg_ontherun_set cities;
    for (int i = 0; i < TEAM; i++) before.choice[i] = 0;
    for (int i = 0; i < next; i++) {
        if (!lg_i_ontherun_is_city(map, state->choice[i])) return LG_I_BITS_WRONG("choice: expected cities of the map");
        (void)lg_i_ontherun_completable(map, &before, i, &cities);
        if (!lg_i_ontherun_set_has(&cities, state->choice[i]))
            return LG_I_BITS_WRONG("choice: expected cities to which the detectives can go, all four of them");
        before.choice[i] = state->choice[i];
    }
    return lg_i_ontherun_has_joint_move(map, state) ? NULL : LG_I_BITS_WRONG("detective: expected four who can move");
}

LG_I_BITS_SMALL static const char *problem_of_possible(const lg_ontherun_map *map, const lg_ontherun *state) {
    const int fugitive = state->fugitive;
    if (fugitive != 0 && !lg_i_ontherun_is_city(map, fugitive))
        return LG_I_BITS_WRONG("fugitive: expected a city of the map, or 0");
    const bool caught = fugitive == 0 || otr_stands_at(state, fugitive);
    if (state->result == LG_ONTHERUN_RAN_INTO) {
        if (!lg_i_ontherun_set_empty(&state->possible))
            return LG_I_BITS_WRONG("possible: expected no city after the arrest");
        return caught ? NULL : LG_I_BITS_WRONG("fugitive: expected the city of the detective that it ran into");
    }
    const lg_ontherun_set derived = lg_i_ontherun_derive_possible(map, state);
    if (memcmp(&derived, &state->possible, sizeof derived) != 0)
        return LG_I_BITS_WRONG("possible: expected the cities that follow from `known`, `past`, `type` and "
                               "`detective`");
    if (state->result == LG_ONTHERUN_CAUGHT)
        return caught ? NULL : LG_I_BITS_WRONG("fugitive: expected the city of the detective who caught it");
    if (lg_i_ontherun_set_empty(&derived)) return LG_I_BITS_WRONG("possible: expected some city");
    return fugitive == 0 || lg_i_ontherun_set_has(&derived, fugitive)
               ? NULL
               : LG_I_BITS_WRONG("fugitive: expected one of the possible cities");
}

LG_I_BITS_SMALL static const char *problem_of_moving(const lg_ontherun_map *map, const lg_ontherun *state) {
    const bool fugitive_moves = state->phase == LG_ONTHERUN_MOVE_FUGITIVE;
    if (state->turn < 1) return LG_I_BITS_WRONG("turn: expected 1 ... 50 in this phase");
    if (!is_team(map, state->detective)) return LG_I_BITS_WRONG("detective: expected four different cities of the map");
    if (!lg_i_ontherun_is_city(map, state->known)) return LG_I_BITS_WRONG("known: expected a city of the map");
    if ((state->result == LG_ONTHERUN_RAN_INTO && !fugitive_moves) ||
        (state->result >= LG_ONTHERUN_CAUGHT && fugitive_moves))
        return LG_I_BITS_WRONG("result: expected one that this phase can end with");
    if (state->result == LG_ONTHERUN_ESCAPED && state->turn != LG_ONTHERUN_TURNS)
        return LG_I_BITS_WRONG("turn: expected 50, since the fugitive has escaped");
    if (!lg_i_ontherun_is_over(state) && lg_i_ontherun_set_empty(&map->joined[LG_ONTHERUN_ANY][state->known]))
        return LG_I_BITS_WRONG("known: expected a city with connections");
    const char *problem = problem_of_record(map, state);
    if (problem == NULL) problem = problem_of_last_type(map, state);
    if (problem == NULL) problem = problem_of_choices(map, state);
    return problem == NULL ? problem_of_possible(map, state) : problem;
}

LG_I_BITS_SMALL static const char *problem_of_placing(const lg_ontherun_map *map, const lg_ontherun *state) {
    const bool placed = state->phase == LG_ONTHERUN_PLACE_FUGITIVE;
    if (state->result > LG_ONTHERUN_FORFEIT) return LG_I_BITS_WRONG("result: expected 0 or 1 in this phase");
    if (state->turn != 0) return LG_I_BITS_WRONG("turn: expected 0 in this phase");
    if (placed ? !is_team(map, state->detective) : !otr_is_zero(state->detective, TEAM))
        return LG_I_BITS_WRONG("detective: expected 0 before they are placed, then four different cities of the map");
    if (!otr_is_zero((const uint8_t *)state->past, TEAM * 4)) return LG_I_BITS_WRONG("past: expected 0 in this phase");
    if (!otr_is_zero(state->type, 4)) return LG_I_BITS_WRONG("type: expected 0 in this phase");
    if (state->last_type != 0) return LG_I_BITS_WRONG("last_type: expected 0 in this phase");
    if (state->known != 0) return LG_I_BITS_WRONG("known: expected 0 in this phase");
    if (state->fugitive != 0) return LG_I_BITS_WRONG("fugitive: expected 0 in this phase");
    if (!lg_i_ontherun_set_empty(&state->possible)) return LG_I_BITS_WRONG("possible: expected no city in this phase");
    return problem_of_choices(map, state);
}

LG_I_BITS_SMALL const char *lg_i_ontherun_problem(const lg_ontherun_map *map, const lg_ontherun *state) {
    if (map == NULL || state == NULL) return LG_I_BITS_WRONG("expected a map and a state, not NULL");
    if (state->phase > LG_ONTHERUN_MOVE_DETECTIVES) return LG_I_BITS_WRONG("phase: expected 0 ... 3");
    if (state->result > LG_ONTHERUN_ESCAPED) return LG_I_BITS_WRONG("result: expected 0 ... 4");
    if (state->turn > LG_ONTHERUN_TURNS) return LG_I_BITS_WRONG("turn: expected 0 ... 50");
    if (state->offender > 1) return LG_I_BITS_WRONG("offender: expected 0 or 1");
    if (state->offender != 0 && state->result != LG_ONTHERUN_FORFEIT)
        return LG_I_BITS_WRONG("offender: expected 0, since no player has lost by an offence");
    if (!otr_is_zero(state->reserved, (int)sizeof state->reserved)) return LG_I_BITS_WRONG("reserved: expected 0");
    const bool moving = state->phase >= LG_ONTHERUN_MOVE_FUGITIVE;
    return moving ? problem_of_moving(map, state) : problem_of_placing(map, state);
}

lg_status lg_ontherun_validate(const lg_ontherun_map *map, const lg_ontherun *state) {
    if (map == NULL || state == NULL) return LG_E_ARGUMENT;
    return lg_i_ontherun_problem(map, state) == NULL ? LG_OK : LG_E_STATE;
}

/* ---- end ---- */

lg_ontherun_result lg_ontherun_result_of(const lg_ontherun *state) {
    return (lg_ontherun_result)state->result;
}

const char *lg_ontherun_result_text(lg_ontherun_result result) {
    switch (result) {
    case LG_ONTHERUN_ONGOING: return "ongoing";
    case LG_ONTHERUN_FORFEIT: return "illegal";
    case LG_ONTHERUN_RAN_INTO: return "ran into detective";
    case LG_ONTHERUN_CAUGHT: return "caught";
    case LG_ONTHERUN_ESCAPED: return "escaped";
    }
    return "unknown result";
}

void lg_ontherun_scores(const lg_ontherun *state, int32_t score[2]) {
    /* A turn's announcement is made before the detectives move in it. */
    const int32_t used = (state->phase == LG_ONTHERUN_MOVE_DETECTIVES ? state->turn : state->turn - 1) / ROUND;
    score[LG_ONTHERUN_DETECTIVES] = score[LG_ONTHERUN_FUGITIVE] = 0;
    switch (state->result) {
    case LG_ONTHERUN_FORFEIT: score[1 - state->offender] = 20; break;
    case LG_ONTHERUN_ESCAPED: score[LG_ONTHERUN_FUGITIVE] = 20; break;
    case LG_ONTHERUN_RAN_INTO:
    case LG_ONTHERUN_CAUGHT:
        score[LG_ONTHERUN_DETECTIVES] = 20 - used;
        score[LG_ONTHERUN_FUGITIVE] = used;
        break;
    default: break;
    }
}

static void lose(lg_ontherun *state, int offender) {
    for (int i = 0; i < TEAM; i++) state->choice[i] = 0;
    state->result = LG_ONTHERUN_FORFEIT;
    state->offender = (uint8_t)offender;
}

/* Whether a move may follow, when the arguments `fit`. */
static lg_status otr_may_go_on(bool fit, const lg_ontherun *before) {
    if (!fit) return LG_E_ARGUMENT;
    return lg_i_ontherun_is_over(before) ? LG_E_OVER : LG_OK;
}

lg_status lg_i_ontherun_forfeit(const lg_ontherun *before, int32_t offender, lg_ontherun *after) {
    if (lg_i_ontherun_is_over(before)) return LG_E_OVER;
    if (after != before) *after = *before;
    lose(after, offender);
    return LG_OK;
}

/* ---- why a move is illegal ---- */

static const char OVER[] = "the game is over";
static const char NO_CITY[] = "there is no such city";

static const char *explain_detective(const lg_ontherun_map *map, const lg_ontherun *state, int detective,
                                     int32_t city) {
    if (!lg_i_ontherun_is_city(map, city)) return NO_CITY;
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) return NULL;
    if (city == state->detective[detective]) return "a detective may not stay in its city";
    if (!otr_is_joined(map, LG_ONTHERUN_ANY, state->detective[detective], city))
        return "no connection leads from the detective's city to that city";
    return NULL;
}

const char *lg_i_ontherun_explain_detectives(const lg_ontherun_map *map, const lg_ontherun *state,
                                           const int32_t city[TEAM]) {
    if (lg_i_ontherun_is_over(state)) return OVER;
    if (!lg_i_ontherun_detectives_turn(state)) return "it is not the detectives' turn";
    for (int i = 0; i < TEAM; i++) {
        const char *reason = explain_detective(map, state, i, city[i]);
        if (reason != NULL) return reason;
        if (state->choice[i] != 0 && state->choice[i] != city[i])
            return "the detective was sent to another city before";
    }
    for (int i = 0; i < TEAM; i++)
        for (int j = 0; j < i; j++)
            if (city[i] == city[j]) return "two detectives may not end in the same city";
    return NULL;
}

const char *lg_i_ontherun_explain_choice(const lg_ontherun_map *map, const lg_ontherun *state, int32_t city) {
    if (lg_i_ontherun_is_over(state)) return OVER;
    if (!lg_i_ontherun_detectives_turn(state)) return "it is not the detectives' turn";
    const int next = lg_i_ontherun_next_detective(state);
    const char *reason = explain_detective(map, state, next, city);
    if (reason != NULL) return reason;
    for (int i = 0; i < next; i++)
        if (state->choice[i] == city) return "two detectives may not end in the same city";
    lg_ontherun_set cities;
    (void)lg_i_ontherun_completable(map, state, next, &cities);
    return lg_i_ontherun_set_has(&cities, city) ? NULL : "the next detectives could not all go to different cities";
}

const char *lg_i_ontherun_explain_fugitive(const lg_ontherun_map *map, const lg_ontherun *state, int32_t type,
                                         int32_t city) {
    if (lg_i_ontherun_is_over(state)) return OVER;
    if (lg_i_ontherun_detectives_turn(state)) return "it is not the fugitive's turn";
    if (!lg_i_ontherun_is_city(map, city)) return NO_CITY;
    if (state->phase == LG_ONTHERUN_PLACE_FUGITIVE) return NULL;
    if (type < 0 || type >= LG_ONTHERUN_TYPES) return "there is no such type of connection";
    if (state->fugitive == 0) return "the fugitive's city is not known in this state";
    if (city == state->fugitive) return "the fugitive may not stay in its city";
    if (!otr_is_joined(map, LG_ONTHERUN_ANY, state->fugitive, city))
        return "no connection leads from the fugitive's city to that city";
    return otr_is_joined(map, type, state->fugitive, city) ? NULL
                                                           : "that city can't be reached by this type of connection";
}

/* ---- where the fugitive can go ---- */

int32_t lg_ontherun_targets(const lg_ontherun_map *map, const lg_ontherun *state, int32_t type,
                            lg_ontherun_set *cities) {
    *cities = lg_i_ontherun_set_none();
    if (lg_i_ontherun_is_over(state) || type < 0 || type >= LG_ONTHERUN_TYPES) return 0;
    if (state->phase == LG_ONTHERUN_PLACE_FUGITIVE && type == 0) {
        *cities = lg_i_ontherun_set_all(map->cities);
        return map->cities;
    }
    if (state->phase != LG_ONTHERUN_MOVE_FUGITIVE) return 0;
    *cities = map->joined[type][state->fugitive];
    return lg_i_ontherun_degree(map, type, state->fugitive);
}

/* ---- transitions ---- */

lg_status lg_ontherun_place_fugitive(const lg_ontherun_map *map, const lg_ontherun *before, int32_t city,
                                     lg_ontherun *after) {
    const lg_status status = otr_may_go_on(map != NULL && before != NULL && after != NULL, before);
    if (status != LG_OK) return status;
    if (before->phase != LG_ONTHERUN_PLACE_FUGITIVE || !lg_i_ontherun_is_city(map, city)) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    after->fugitive = after->known = (uint8_t)city;
    lg_i_ontherun_set_add(&after->possible, city);
    after->phase = LG_ONTHERUN_MOVE_FUGITIVE;
    after->turn = 1;
    if (lg_i_ontherun_set_empty(&map->joined[LG_ONTHERUN_ANY][city])) lose(after, LG_ONTHERUN_FUGITIVE);
    return LG_OK;
}

/* Updates the public information after a fugitive's move that ends in no detective's city: `possible` is the set before
 * an announcement, and `city` is read in announcement turns only. */
static void tell(const lg_ontherun_map *map, lg_ontherun *state, int type, int city, lg_ontherun_set possible) {
    const int moves = lg_i_ontherun_record(state, NULL);
    state->last_type = (uint8_t)(type + 1);
    state->phase = LG_ONTHERUN_MOVE_DETECTIVES;
    if (state->turn % ROUND == 0) {
        memset(state->past, 0, sizeof state->past);
        memset(state->type, 0, sizeof state->type);
        possible = lg_i_ontherun_set_none();
        lg_i_ontherun_set_add(&possible, city);
        state->known = (uint8_t)city;
    } else {
        state->type[moves] = (uint8_t)(type + 1);
    }
    state->possible = possible;
    if (!lg_i_ontherun_has_joint_move(map, state)) lose(state, LG_ONTHERUN_DETECTIVES);
}

static lg_ontherun_set possible_after(const lg_ontherun_map *map, const lg_ontherun *state, int type) {
    lg_ontherun_set possible = otr_reach(map, type, &state->possible);
    subtract_team(&possible, state->detective);
    return possible;
}

lg_status lg_ontherun_move_fugitive(const lg_ontherun_map *map, const lg_ontherun *before, int32_t type, int32_t city,
                                    lg_ontherun *after) {
    const bool fit = map != NULL && before != NULL && after != NULL && type >= 0 && type < LG_ONTHERUN_TYPES;
    const lg_status status = otr_may_go_on(fit, before);
    if (status != LG_OK) return status;
    if (before->phase != LG_ONTHERUN_MOVE_FUGITIVE || before->fugitive == 0) return LG_E_ILLEGAL;
    if (!lg_i_ontherun_is_city(map, city) || !otr_is_joined(map, type, before->fugitive, city)) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    after->fugitive = (uint8_t)city;
    if (otr_stands_at(after, city)) {
        after->result = LG_ONTHERUN_RAN_INTO;
        after->possible = lg_i_ontherun_set_none();
        return LG_OK;
    }
    tell(map, after, type, city, possible_after(map, before, type));
    return LG_OK;
}

/* Moves the detectives; the caller has found the four cities legal. */
static void move_team(lg_ontherun *state, const int32_t city[TEAM]) {
    const int moves = lg_i_ontherun_record(state, NULL);
    if (moves > 0) memcpy(state->past[moves - 1], state->detective, TEAM);
    for (int i = 0; i < TEAM; i++) {
        state->detective[i] = (uint8_t)city[i];
        state->choice[i] = 0;
    }
    subtract_team(&state->possible, state->detective);
    state->last_type = 0;
    const bool caught =
        state->fugitive == 0 ? lg_i_ontherun_set_empty(&state->possible) : otr_stands_at(state, state->fugitive);
    if (caught) {
        state->result = LG_ONTHERUN_CAUGHT;
    } else if (state->turn == LG_ONTHERUN_TURNS) {
        state->result = LG_ONTHERUN_ESCAPED;
    } else {
        state->turn++;
        state->phase = LG_ONTHERUN_MOVE_FUGITIVE;
    }
}

static void place_team(lg_ontherun *state, const int32_t city[TEAM]) {
    for (int i = 0; i < TEAM; i++) {
        state->detective[i] = (uint8_t)city[i];
        state->choice[i] = 0;
    }
    state->phase = LG_ONTHERUN_PLACE_FUGITIVE;
}

static void carry_out(lg_ontherun *state, const int32_t city[TEAM]) {
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) place_team(state, city);
    else move_team(state, city);
}

static lg_status send_team(const lg_ontherun_map *map, const lg_ontherun *before, lg_ontherun_phase phase,
                           const int32_t city[TEAM], lg_ontherun *after) {
    const lg_status status = otr_may_go_on(map != NULL && before != NULL && city != NULL && after != NULL, before);
    if (status != LG_OK) return status;
    if (before->phase != phase || lg_i_ontherun_explain_detectives(map, before, city) != NULL) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    carry_out(after, city);
    return LG_OK;
}

lg_status lg_ontherun_place_detectives(const lg_ontherun_map *map, const lg_ontherun *before, const int32_t city[TEAM],
                                       lg_ontherun *after) {
    return send_team(map, before, LG_ONTHERUN_PLACE_DETECTIVES, city, after);
}

lg_status lg_ontherun_move_detectives(const lg_ontherun_map *map, const lg_ontherun *before, const int32_t city[TEAM],
                                      lg_ontherun *after) {
    return send_team(map, before, LG_ONTHERUN_MOVE_DETECTIVES, city, after);
}

lg_status lg_ontherun_decide(const lg_ontherun_map *map, const lg_ontherun *before, int32_t city, lg_ontherun *after) {
    const lg_status status = otr_may_go_on(map != NULL && before != NULL && after != NULL, before);
    if (status != LG_OK) return status;
    if (!lg_i_ontherun_detectives_turn(before) || !lg_i_ontherun_is_city(map, city)) return LG_E_ILLEGAL;
    const int next = lg_i_ontherun_next_detective(before);
    lg_ontherun_set cities;
    (void)lg_i_ontherun_completable(map, before, next, &cities);
    if (!lg_i_ontherun_set_has(&cities, city)) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    after->choice[next] = (uint8_t)city;
    if (next == TEAM - 1) {
        int32_t all[TEAM];
        for (int i = 0; i < TEAM; i++) all[i] = after->choice[i];
        carry_out(after, all);
    }
    return LG_OK;
}

lg_status lg_ontherun_move_concealed(const lg_ontherun_map *map, const lg_ontherun *before, int32_t type, int32_t city,
                           lg_ontherun *after) {
    const bool fit = map != NULL && before != NULL && after != NULL && type >= 0 && type < LG_ONTHERUN_TYPES;
    const lg_status status = otr_may_go_on(fit && before->fugitive == 0, before);
    if (status != LG_OK) return status;
    if (before->phase != LG_ONTHERUN_MOVE_FUGITIVE) return LG_E_ILLEGAL;
    const bool announced = before->turn % ROUND == 0;
    const lg_ontherun_set possible = possible_after(map, before, type);
    if (announced ? !lg_i_ontherun_is_city(map, city) || !lg_i_ontherun_set_has(&possible, city) : city != 0)
        return LG_E_ILLEGAL;
    if (lg_i_ontherun_set_empty(&possible)) return LG_E_ILLEGAL;
    if (after != before) *after = *before;
    tell(map, after, type, city, possible);
    return LG_OK;
}

int lg_i_ontherun_seen(const lg_ontherun *state, int32_t viewer) {
    const bool hidden = viewer == LG_ONTHERUN_DETECTIVES && !lg_i_ontherun_is_over(state) &&
                        lg_i_ontherun_set_count(&state->possible) > 1;
    return hidden ? 0 : state->fugitive;
}
