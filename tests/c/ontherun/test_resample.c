/* On the Run: hidden information drawn anew: invisible to the player, and with the right frequencies. */
#include "hunts.h"
#include "positions.h"
#include "games/ontherun/rules.h"

#include <stdlib.h>

enum { CITIES = LG_ONTHERUN_MAX_CITIES, TEAM = LG_ONTHERUN_TEAM };

static const lg_ontherun_weight WEIGHTS[] = {LG_ONTHERUN_BY_CITY, LG_ONTHERUN_BY_ROUTE};

static hunt *new_hunt(int cities, uint64_t seed) {
    hunt *h = malloc(sizeof *h);
    char text[32];
    const int length = snprintf(text, sizeof text, "ontherun(cities=%d)", cities);
    LG_REQUIRE(h != NULL && lg_game_make(text, (size_t)length, &h->game, NULL) == LG_OK, "no game");
    LG_REQUIRE(lg_ontherun_map_generate(cities, seed, &h->map) == LG_OK, "no map");
    h->game.shared = &h->map;
    h->rng = lg_rng_seed(seed, (uint64_t)cities);
    lg_ontherun_start(&h->state);
    return h;
}

static lg_ontherun resampled(hunt *h, int32_t player, lg_ontherun_weight weight) {
    lg_ontherun drawn;
    LG_REQUIRE(lg_ontherun_resample(&h->map, &h->state, player, weight, &h->rng, &drawn) == LG_OK, "turn %d: refused",
               h->state.turn);
    return drawn;
}

/* ---- a player does not notice ---- */

static void check_drawn(const hunt *h, const lg_ontherun *drawn, int32_t player, const view *seen) {
    const view other = view_of(h, drawn, player);
    LG_REQUIRE(lg_ontherun_validate(&h->map, drawn) == LG_OK, "turn %d: not a state", h->state.turn);
    LG_REQUIRE(lg_game_validate(&h->game, drawn, sizeof *drawn) == LG_OK, "turn %d: concealed", h->state.turn);
    LG_REQUIRE(lg_game_player(&h->game, drawn) == lg_game_player(&h->game, &h->state), "another player's turn");
    LG_REQUIRE(memcmp(&other, seen, sizeof other) == 0, "turn %d: player %d sees it", h->state.turn, player);
    LG_REQUIRE(lg_i_ontherun_information(drawn, player) == lg_i_ontherun_information(&h->state, player),
               "turn %d: player %d gets another key", h->state.turn, player);
    for (int i = 0; i < TEAM; i++) LG_REQUIRE((drawn->choice[i] == 0) == (h->state.choice[i] == 0), "another number");
}

/* Returns how many of the drawn states differ from the true one. */
static int check_draws(hunt *h, int32_t player) {
    const view seen = view_of(h, &h->state, player);
    int differ = 0;
    for (int i = 0; i < 6; i++) {
        const lg_ontherun drawn = resampled(h, player, WEIGHTS[i % 2]);
        check_drawn(h, &drawn, player, &seen);
        differ += memcmp(&drawn, &h->state, sizeof drawn) != 0;
    }
    return differ;
}

static const struct {
    int cities, games;
    int differ; /* the least number of different states drawn for the detectives; on five cities the fugitive can't
                   hide */
} SIZES[] = {{5, 60, 0}, {6, 60, 100}, {7, 60, 100}, {9, 60, 400}, {24, 20, 1000}, {60, 10, 1000}, {200, 10, 1000}};

START_TEST(test_players_do_not_notice) {
    int differ[2] = {0, 0};
    for (int game = 0; game < SIZES[_i].games; game++) {
        hunt *h = new_hunt(SIZES[_i].cities, (uint64_t)game);
        for (; lg_ontherun_result_of(&h->state) == LG_ONTHERUN_ONGOING; step(h))
            for (int32_t player = 0; player < 2; player++) differ[player] += check_draws(h, player);
        free(h);
    }
    ck_assert_int_ge(differ[LG_ONTHERUN_DETECTIVES], SIZES[_i].differ);
    ck_assert_int_ge(differ[LG_ONTHERUN_FUGITIVE], 1000);
}
END_TEST

/* ---- frequencies compared with a literal enumeration ---- */

enum { CELLS = 1000 }; /* three cities of nine, each also none */

/* Whether these can be counts of draws by these weights: a chi-square of d degrees exceeds d + 2 sqrt(dx) + 2x with a
 * probability of at most exp(-x) (Laurent, Massart 2000), here a millionth. */
static bool fits(const int count[CELLS], const double weight[CELLS]) {
    const double x = 14;
    double draws = 0, sum = 0, square = 0, degrees = -1;
    for (int i = 0; i < CELLS; i++) {
        draws += count[i];
        sum += weight[i];
        degrees += weight[i] > 0;
    }
    for (int i = 0; i < CELLS; i++) {
        const double expected = draws * weight[i] / sum, difference = count[i] - expected;
        if (weight[i] > 0) square += difference * difference / expected;
        else if (count[i] > 0) return false;
    }
    const double excess = square - degrees - 2 * x;
    return excess <= 0 || excess * excess <= 4 * degrees * x;
}

/* The detectives' messages since they last knew the fugitive's city: kept by the test, move by move. */
typedef struct hearing {
    int city, moves, type[4];
    int teams, team[5][TEAM]; /* where the detectives stood when it moved first, and after each of their moves since */
} hearing;

static bool stands_in(const int team[TEAM], int city) {
    return team[0] == city || team[1] == city || team[2] == city || team[3] == city;
}

static void hear_team(hearing *heard, const lg_ontherun *state) {
    for (int i = 0; i < TEAM; i++) heard->team[heard->teams][i] = state->detective[i];
    heard->teams++;
}

static void hear(hearing *heard, const lg_ontherun *before, const lg_ontherun *after) {
    const bool placed = before->phase == LG_ONTHERUN_PLACE_FUGITIVE, ran = before->last_type == 0 && after->last_type != 0;
    if (placed || (ran && after->turn % 5 == 0)) *heard = (hearing){.city = after->fugitive};
    else if (ran) heard->type[heard->moves++] = after->last_type - 1;
    if (placed || (before->last_type != 0 && after->last_type == 0)) hear_team(heard, after);
}

/* Every route one city after the other, and where it ends. */
static void end_routes(const lg_ontherun_map *map, const hearing *heard, int moves, int city, double ends[CELLS]) {
    if (moves == heard->moves) ends[city]++;
    for (int to = 1; moves < heard->moves && to <= map->cities; to++) {
        if (!has_city(&map->joined[heard->type[moves]][city], to)) continue;
        if (stands_in(heard->team[moves], to)) continue; /* arrested (R14) */
        if (moves + 1 < heard->teams && stands_in(heard->team[moves + 1], to)) continue; /* and here (R20) */
        end_routes(map, heard, moves + 1, to, ends);
    }
}

/* Every list of four cities, and its first ones. */
static int first_of(const int city[TEAM], int chosen) {
    int number = 0;
    for (int i = 0; i < chosen; i++) number = 10 * number + city[i];
    return number;
}

static bool may_go(const lg_ontherun_map *map, const lg_ontherun *state, int detective, int to) {
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) return true;
    const int from = state->detective[detective];
    return has_city(&map->joined[0][from], to) || has_city(&map->joined[1][from], to) ||
           has_city(&map->joined[2][from], to);
}

static void begin_joint_moves(const lg_ontherun_map *map, const lg_ontherun *state, int chosen, double begin[CELLS]) {
    int city[TEAM];
    for (city[0] = 1; city[0] <= map->cities; city[0]++)
        for (city[1] = 1; city[1] <= map->cities; city[1]++)
            for (city[2] = 1; city[2] <= map->cities; city[2]++)
                for (city[3] = 1; city[3] <= map->cities; city[3]++) {
                    bool legal = true;
                    for (int i = 0; i < TEAM; i++) {
                        legal = legal && may_go(map, state, i, city[i]);
                        for (int j = 0; j < i; j++) legal = legal && city[i] != city[j];
                    }
                    if (legal) begin[first_of(city, chosen)]++;
                }
}

/* Draws, and the same as if each kind that occurs were equally likely. */
typedef struct tally {
    double weight[CELLS], flat[CELLS];
    int count[2][CELLS]; /* by city, by route */
} tally;

static void flatten(tally *t) {
    for (int i = 0; i < CELLS; i++) t->flat[i] = t->weight[i] > 0;
}

static int chosen_in(const lg_ontherun *state) {
    int chosen = 0;
    while (chosen < TEAM && state->choice[chosen] != 0) chosen++;
    return chosen;
}

/* The same test refuses draws by one weight that claim the other: returns how many of them, 0 ... 2. */
static int check_cities(hunt *h, const hearing *heard) {
    tally t = {.weight = {0}};
    end_routes(&h->map, heard, 0, heard->city, t.weight);
    flatten(&t);
    for (int i = 0; i < lg_tests_amount(4000); i++)
        for (int weight = 0; weight < 2; weight++)
            t.count[weight][resampled(h, LG_ONTHERUN_DETECTIVES, WEIGHTS[weight]).fugitive]++;
    LG_REQUIRE(fits(t.count[0], t.flat), "turn %d: not uniform over cities", h->state.turn);
    LG_REQUIRE(fits(t.count[1], t.weight), "turn %d: not uniform over routes", h->state.turn);
    return !fits(t.count[0], t.weight) + !fits(t.count[1], t.flat);
}

static int check_choices(hunt *h) {
    tally t = {.weight = {0}};
    const int chosen = chosen_in(&h->state);
    begin_joint_moves(&h->map, &h->state, chosen, t.weight);
    flatten(&t);
    for (int i = 0; i < lg_tests_amount(8000); i++) {
        const lg_ontherun drawn = resampled(h, LG_ONTHERUN_FUGITIVE, WEIGHTS[i % 2]);
        const int city[TEAM] = {drawn.choice[0], drawn.choice[1], drawn.choice[2], drawn.choice[3]};
        t.count[0][first_of(city, chosen)]++;
    }
    LG_REQUIRE(fits(t.count[0], t.weight), "turn %d: not uniform over joint moves", h->state.turn);
    return !fits(t.count[0], t.flat);
}

enum { MAPS = 5, STEPS = 40 };

/* The map's size, the least number of positions tested for each player, and the least number of draws whose wrong
 * weights were detected. Choices are tested on small maps, where the fugitive has hardly any routes. */
static const struct {
    int cities, asked[2], told_apart[2];
} MAP_SIZES[] = {
    {5, {30, 100}, {0, 15}}, {6, {60, 100}, {0, 30}}, {7, {60, 100}, {0, 30}}, {8, {60, 100}, {5, 30}},
    {9, {60, 100}, {5, 30}}, {24, {60, 0}, {30, 0}}, {200, {60, 0}, {30, 0}},
};

START_TEST(test_frequencies) {
    int asked[2] = {0, 0}, told_apart[2] = {0, 0};
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        hunt *h = new_hunt(MAP_SIZES[_i].cities, seed);
        hearing heard = {.city = 0};
        for (int i = 0; i < STEPS; i++) {
            const lg_ontherun before = h->state;
            const lg_rng play = h->rng;
            if (before.turn > 0 && heard.moves > 0) {
                told_apart[0] += check_cities(h, &heard);
                asked[0]++;
            }
            if (chosen_in(&before) > 0 && h->map.cities < 10) {
                told_apart[1] += check_choices(h);
                asked[1]++;
            }
            h->rng = play; /* the same games however many states are drawn */
            step(h);
            if (lg_ontherun_result_of(&h->state) != LG_ONTHERUN_ONGOING) lg_ontherun_start(&h->state);
            else hear(&heard, &before, &h->state);
        }
        free(h);
    }
    for (int player = 0; player < 2; player++) {
        ck_assert_int_ge(asked[player], MAP_SIZES[_i].asked[player]);
        ck_assert_int_ge(told_apart[player], MAP_SIZES[_i].told_apart[player] / lg_tests_part());
    }
}
END_TEST

/* ---- the generator, and refused arguments ---- */

static void check_generator(const lg_ontherun *state, const lg_ontherun *same, int32_t player) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    for (uint64_t seed = 0; seed < 20; seed++)
        for (int weight = 0; weight < 2; weight++) {
            lg_rng first = lg_rng_seed(seed, 0), second = first, third = first;
            lg_ontherun a, b, c = *state;
            ck_assert_int_eq(lg_ontherun_resample(map, state, player, WEIGHTS[weight], &first, &a), LG_OK);
            ck_assert_int_eq(lg_ontherun_resample(map, same, player, WEIGHTS[weight], &second, &b), LG_OK);
            ck_assert_int_eq(lg_ontherun_resample(map, &c, player, WEIGHTS[weight], &third, &c), LG_OK);
            ck_assert_mem_eq(&a, &b, sizeof a); /* redrawn facts do not matter */
            ck_assert_mem_eq(&a, &c, sizeof a);
            ck_assert_mem_eq(&first, &second, sizeof first);
        }
}

START_TEST(test_draws_follow_from_the_generator) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map, "1 d 7 6:6,5,2,1/C -"), hidden = position_of(map, "1 d - 6:6,5,2,1/C -");
    const lg_ontherun sent = position_of(map, "1 d 7 6:6,5,2,1/C 8"), other = position_of(map, "1 d 7 6:6,5,2,1/C 7");
    check_generator(&state, &hidden, LG_ONTHERUN_DETECTIVES);
    check_generator(&sent, &other, LG_ONTHERUN_FUGITIVE);
}
END_TEST

static const struct {
    const char *why, *position;
    int32_t player;
    lg_status status;
} SAME[] = {
    {"the detectives know themselves", "0 d - - -", LG_ONTHERUN_DETECTIVES, LG_OK},
    {"and their choice", "0 d - - 3,4", LG_ONTHERUN_DETECTIVES, LG_OK},
    {"the fugitive is not placed", "0 f - -:6,5,2,1 -", LG_ONTHERUN_DETECTIVES, LG_OK},
    {"no choice", "0 d - - -", LG_ONTHERUN_FUGITIVE, LG_OK},
    {"all have chosen", "0 f - -:6,5,2,1 -", LG_ONTHERUN_FUGITIVE, LG_OK},
    {"no choice of a move", "1 d 7 6:6,5,2,1/C -", LG_ONTHERUN_FUGITIVE, LG_OK},
    {"all have moved", "2 f 3 6:6,5,2,1/C/8,2,1,4 -", LG_ONTHERUN_FUGITIVE, LG_OK},
    {"no city for the fugitive to know", "1 d - 6:6,5,2,1/C 8", LG_ONTHERUN_FUGITIVE, LG_E_ARGUMENT},
    {"nor before the choices", "1 d - 6:6,5,2,1/C -", LG_ONTHERUN_FUGITIVE, LG_E_ARGUMENT},
    {"over, for the detectives", "1 d 7 6:6,5,2,1/C - forfeit:d", LG_ONTHERUN_DETECTIVES, LG_E_OVER},
    {"over, for the fugitive", "1 f 8 6:8,5,2,1 - ran-into", LG_ONTHERUN_FUGITIVE, LG_E_OVER},
    {"no such player", "1 d 7 6:6,5,2,1/C -", 2, LG_E_ARGUMENT},
    {"no such player either", "1 d 7 6:6,5,2,1/C -", -1, LG_E_ARGUMENT},
};

/* Nothing is hidden, or nothing is done: the same state, and nothing is drawn. */
START_TEST(test_states_that_stay) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map, SAME[_i].position);
    const lg_rng fresh = lg_rng_seed(1, 2);
    for (int weight = 0; weight < 2; weight++) {
        lg_rng rng = fresh;
        lg_ontherun after = state;
        ck_assert_int_eq(lg_ontherun_resample(map, &state, SAME[_i].player, WEIGHTS[weight], &rng, &after),
                         SAME[_i].status);
        ck_assert_mem_eq(&after, &state, sizeof after);
        ck_assert_mem_eq(&rng, &fresh, sizeof rng);
    }
}
END_TEST

START_TEST(test_arguments) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map, "1 d 7 6:6,5,2,1/C 8");
    lg_rng rng = lg_rng_seed(1, 2);
    lg_ontherun after = state;
    for (int32_t player = 0; player < 2; player++) {
        ck_assert_int_eq(lg_ontherun_resample(NULL, &state, player, WEIGHTS[0], &rng, &after), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_ontherun_resample(map, NULL, player, WEIGHTS[0], &rng, &after), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_ontherun_resample(map, &state, player, (lg_ontherun_weight)2, &rng, &after),
                         LG_E_ARGUMENT);
        ck_assert_int_eq(lg_ontherun_resample(map, &state, player, WEIGHTS[0], NULL, &after), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_ontherun_resample(map, &state, player, WEIGHTS[0], &rng, NULL), LG_E_ARGUMENT);
    }
    ck_assert_mem_eq(&after, &state, sizeof after);
}
END_TEST

/* ---- keys ---- */

static const struct {
    const char *what, *a, *b;
    bool same[2]; /* to the detectives, to the fugitive */
} PAIRS[] = {
    {"the fugitive's city", "1 d 7 6:6,5,2,1/C -", "1 d 3 6:6,5,2,1/C -", {true, false}},
    {"whether it is concealed", "1 d 7 6:6,5,2,1/C -", "1 d - 6:6,5,2,1/C -", {true, false}},
    {"a choice", "1 d 7 6:6,5,2,1/C 8", "1 d 7 6:6,5,2,1/C 3", {false, true}},
    {"the number of choices", "1 d 7 6:6,5,2,1/C 8", "1 d 7 6:6,5,2,1/C 8,2", {false, true}},
    {"both", "1 d 7 6:6,5,2,1/C 8", "1 d 3 6:6,5,2,1/C 3", {false, false}},
    {"a detective's city", "1 d 7 6:6,5,2,1/C -", "1 d 7 6:6,5,2,4/C -", {false, false}},
    {"the turn alone", "1 f 6 6:8,5,2,1 -", "6 f 6 6:8,5,2,1 -", {false, false}},
    {"the type alone", "1 d 4 3:1,2,5,7/T -", "1 d 4 3:1,2,5,7/C -", {false, false}},
    {"the end", "1 d 7 6:6,5,2,1/C -", "1 d 7 6:6,5,2,1/C - forfeit:d", {false, false}},
    {"who lost", "1 d 7 6:6,5,2,1/C - forfeit:f", "1 d 7 6:6,5,2,1/C - forfeit:d", {false, false}},
    {"its city after the end", "1 d 7 6:6,5,2,1/C - forfeit:d", "1 d 3 6:6,5,2,1/C - forfeit:d", {true, false}},
};

START_TEST(test_pairs) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun a = position_of(map, PAIRS[_i].a), b = position_of(map, PAIRS[_i].b);
    for (int32_t player = 0; player < 2; player++)
        ck_assert_msg((lg_i_ontherun_information(&a, player) == lg_i_ontherun_information(&b, player)) ==
                          PAIRS[_i].same[player],
                      "%s, player %d", PAIRS[_i].what, player);
}
END_TEST

/* A state of some game, a hash of everything that a player sees of it, and its key. */
typedef struct known {
    lg_ontherun state;
    uint64_t seen[2], key[2];
} known;

enum { STATES = 3000 };

static void know(const hunt *h, known *k) {
    k->state = h->state;
    for (int32_t player = 0; player < 2; player++) {
        const view seen = view_of(h, &h->state, player);
        k->seen[player] = lg_hash(&seen, sizeof seen);
        k->key[player] = lg_i_ontherun_information(&h->state, player);
    }
}

/* Many games from one placing, so that many of them look alike; ends included. */
static void collect(hunt *h, known known[STATES]) {
    lg_ontherun begin;
    for (int i = 0; i < TEAM; i++) step(h);
    begin = h->state;
    for (int i = 0; i < STATES; i++) {
        know(h, &known[i]);
        if (lg_ontherun_result_of(&h->state) != LG_ONTHERUN_ONGOING || h->state.turn > 7) h->state = begin;
        else step(h);
    }
}

START_TEST(test_keys) {
    static known all[STATES];
    int hidden[2] = {0, 0}, apart[2] = {0, 0};
    hunt *h = new_hunt(_i, 1);
    collect(h, all);
    for (int i = 0; i < STATES; i++) {
        LG_REQUIRE(all[i].key[0] != all[i].key[1], "both players have one key");
        for (int j = 0; j < i; j++)
            for (int32_t player = 0; player < 2; player++) {
                const bool same = all[i].seen[player] == all[j].seen[player];
                LG_REQUIRE((all[i].key[player] == all[j].key[player]) == same, "turns %d and %d: player %d %s",
                           all[i].state.turn, all[j].state.turn, player, same ? "has two keys" : "has one key");
                hidden[player] += same && memcmp(&all[i].state, &all[j].state, sizeof all[i].state) != 0;
                apart[player] += !same;
            }
    }
    for (int player = 0; player < 2; player++) {
        ck_assert_int_ge(hidden[player], 1000);
        ck_assert_int_ge(apart[player], 100000);
    }
    free(h);
}
END_TEST

Suite *lg_test_ontherun_resample(void) {
    Suite *suite = suite_create("ontherun resample");
    TCase *views = tcase_create("views"), *frequencies = tcase_create("frequencies"), *keys = tcase_create("keys");
    TCase *tables = tcase_create("tables");
    tcase_add_loop_test(views, test_players_do_not_notice, 0, COUNT(SIZES));
    tcase_add_loop_test(frequencies, test_frequencies, 0, COUNT(MAP_SIZES));
    tcase_add_loop_test(keys, test_pairs, 0, COUNT(PAIRS));
    tcase_add_loop_test(keys, test_keys, 6, 10);
    tcase_add_test(tables, test_draws_follow_from_the_generator);
    tcase_add_loop_test(tables, test_states_that_stay, 0, COUNT(SAME));
    tcase_add_test(tables, test_arguments);
    suite_add_tcase(suite, views);
    suite_add_tcase(suite, frequencies);
    suite_add_tcase(suite, keys);
    suite_add_tcase(suite, tables);
    return suite;
}
