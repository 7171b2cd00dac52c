/* Plays hunts of On the Run: the fugitive flees from the nearest detective, the detectives go to where it can be.
 *
 *     play_ontherun [hunts [seed]]
 *
 * Shows how the last hunt went. Same seed, same hunts, on every machine. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>

static bool is_in(const lg_ontherun_set *cities, int city) {
    return (cities->word[city / 64] >> (city % 64) & 1) != 0;
}

static int count(const lg_ontherun_set *cities) {
    int sum = 0;
    for (int city = 1; city <= LG_ONTHERUN_MAX_CITIES; city++) sum += is_in(cities, city);
    return sum;
}

/* One city of the set, which is not empty, each with the same probability. */
static int random_city(const lg_ontherun_set *cities, lg_rng *rng) {
    uint32_t rank = lg_rng_below(rng, (uint32_t)count(cities));
    int city = 1;
    while (!is_in(cities, city) || rank-- > 0) city++;
    return city;
}

static int nearest_detective(const lg_ontherun_map *map, const lg_ontherun *state, int city) {
    int nearest = LG_ONTHERUN_FAR;
    for (int i = 0; i < LG_ONTHERUN_TEAM; i++) {
        const int distance = map->distance[LG_ONTHERUN_ANY][state->detective[i]][city];
        if (distance < nearest) nearest = distance;
    }
    return nearest;
}

/* The start or the move that leads farthest from the detectives. */
static lg_status flee(const lg_ontherun_map *map, lg_ontherun *state) {
    int best_type = 0, best_city = 0, best = -1;
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        lg_ontherun_set targets;
        if (lg_ontherun_targets(map, state, type, &targets) == 0) continue;
        for (int city = 1; city <= map->cities; city++) {
            const int distance = is_in(&targets, city) ? nearest_detective(map, state, city) : -1;
            if (distance <= best) continue;
            best = distance;
            best_type = type;
            best_city = city;
        }
    }
    if (state->phase == LG_ONTHERUN_PLACE_FUGITIVE) return lg_ontherun_place_fugitive(map, state, best_city, state);
    return lg_ontherun_move_fugitive(map, state, best_type, best_city, state);
}

/* The next detective's city: towards one where the fugitive can be, or anywhere at the start. */
static lg_status chase(const lg_ontherun_map *map, lg_ontherun *state, lg_rng *rng) {
    lg_ontherun_set choices;
    if (lg_ontherun_choices(map, state, &choices) == 0) return LG_E_ILLEGAL;
    int best = random_city(&choices, rng);
    if (state->phase == LG_ONTHERUN_MOVE_DETECTIVES) {
        const uint8_t *distance = map->distance[LG_ONTHERUN_ANY][random_city(&state->possible, rng)];
        for (int city = 1; city <= map->cities; city++)
            if (is_in(&choices, city) && distance[city] < distance[best]) best = city;
    }
    return lg_ontherun_decide(map, state, best, state);
}

/* The detectives' message about a move of the fugitive: one line. */
static void tell(const lg_ontherun *state) {
    static const char *const VEHICLES[] = {"car", "train", "plane"};
    printf("turn %2d: ", state->turn);
    if (state->result == LG_ONTHERUN_RAN_INTO) printf("into the arms of a detective in city %d\n", state->fugitive);
    else if (state->turn % LG_ONTHERUN_ROUND == 0) printf("seen in city %d\n", state->fugitive);
    else printf("by %s, cities possible: %d\n", VEHICLES[state->last_type - 1], count(&state->possible));
}

static lg_status hunt(const lg_ontherun_map *map, lg_rng *rng, bool report, lg_ontherun *state) {
    lg_status status = LG_OK;
    lg_ontherun_start(state);
    while (status == LG_OK && lg_ontherun_result_of(state) == LG_ONTHERUN_ONGOING) {
        const bool moves = state->phase == LG_ONTHERUN_MOVE_FUGITIVE;
        if (moves || state->phase == LG_ONTHERUN_PLACE_FUGITIVE) status = flee(map, state);
        else status = chase(map, state, rng);
        if (status == LG_OK && moves && report) tell(state);
    }
    return status;
}

int main(int argc, char **argv) {
    const long hunts = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    lg_rng rng = lg_rng_seed(seed, 0);
    long escaped = 0, turns = 0;
    lg_ontherun state;
    if (hunts < 1) {
        (void)fprintf(stderr, "usage: %s [hunts [seed]]\n", argv[0]);
        return 2;
    }
    lg_ontherun_map *map = malloc(sizeof *map);
    if (map == NULL || lg_ontherun_map_generate(LG_ONTHERUN_MAX_CITIES, seed, map) != LG_OK) return 1;

    for (long i = 0; i < hunts; i++) {
        if (hunt(map, &rng, i == hunts - 1, &state) != LG_OK) return 1;
        escaped += state.result == LG_ONTHERUN_ESCAPED;
        turns += state.turn;
    }

    int32_t score[2];
    lg_ontherun_scores(&state, score);
    printf("%s in turn %d, %d-%d\n", lg_ontherun_result_text(lg_ontherun_result_of(&state)), state.turn, score[0], score[1]);
    printf("%ld hunts: %ld escapes; %.1f turns a hunt\n", hunts, escaped, (double)turns / (double)hunts);
    free(map);
    return 0;
}
