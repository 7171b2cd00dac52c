/* libFuzzer target for the functions of Amazes beyond the uniform interface: mazes, positions, messages, walks and
 * answers as text, knowledge and mazes as bytes, the parts of a turn. The first byte chooses. */
#include "fuzz.h"
#include "games/amazes/protocol.h"
#include "games/amazes/squares.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- properties of a valid state ---- */

static void check_ways(const lg_amazes *state, int32_t player) {
    int16_t distances[LG_AMAZES_SQUARES];
    uint8_t steps[LG_AMAZES_SQUARES];
    const lg_amazes_place *place = &state->place[player];
    const lg_amazes_knowledge *known = &state->known[player];
    REQUIRE(lg_amazes_distances(known, place->row, place->column, distances) == LG_OK);
    for (int32_t square = 0; square < LG_AMAZES_SQUARES; square += 89) {
        int32_t count = -1;
        lg_amazes_place there = *place;
        lg_amazes_knowledge after = *known;
        const lg_status status = lg_amazes_way(known, place, square / LG_AMAZES_SIDE, square % LG_AMAZES_SIDE, steps,
                                               LG_AMAZES_SQUARES, &count);
        REQUIRE((status == LG_OK) == (distances[square] >= 0) && count == distances[square]);
        if (status != LG_OK) continue;
        REQUIRE(lg_i_amazes_carry_out(&state->maze, steps, count, &there, &after) == count);
        REQUIRE(LG_AMAZES_SIDE * there.row + there.column == square);
        REQUIRE(lg_i_amazes_square(place, lg_i_amazes_cell(place, there.row, there.column)) == square);
        REQUIRE(memcmp(after.openings.h, known->openings.h, sizeof after.openings.h) == 0);
    }
}

static void check_messages(const lg_amazes *state) {
    char text[LG_AMAZES_MESSAGE_TEXT + 1], map[LG_AMAZES_VIEW_TEXT + 1];
    size_t length;
    lg_amazes_message_kind told;
    lg_amazes_sight sight;
    for (int32_t player = 0; player < 2; player++) {
        REQUIRE(lg_amazes_message(state, player, text, sizeof text, &length) == LG_OK);
        if (length > 0) REQUIRE(lg_amazes_message_parse(text, length, &told, &sight, NULL) == LG_OK);
        REQUIRE(lg_amazes_known_print(&state->known[player], map, sizeof map, &length) == LG_OK);
        REQUIRE(lg_amazes_view_print(state, player, map, sizeof map, &length) == LG_OK);
    }
}

/* The choices of `expert` are legal, in both kinds of actions. */
static void check_expert(const lg_amazes *state) {
    static const char *const ACTIONS[] = {"steps", "walk"};
    const uint32_t kind = pick(state, sizeof *state, 2);
    char text[60];
    lg_game game;
    lg_bot expert;
    lg_rng rng = lg_rng_seed(1, 0);
    int32_t action = -1;
    const int length = snprintf(text, sizeof text, "amazes(actions=%s,turns=%d)", ACTIONS[kind], state->turn_limit);
    REQUIRE(lg_game_make(text, (size_t)length, &game, NULL) == LG_OK);
    REQUIRE(lg_bot_configure(&game, "expert(simulations=2)", 21, &expert, NULL) == LG_OK);
    if (lg_game_validate(&game, state, sizeof *state) != LG_OK || lg_game_player(&game, state) < 0) return;
    REQUIRE(lg_bot_choose(&game, &expert, state, &rng, NULL, 0, NULL, NULL, &action) == LG_OK);
    REQUIRE(lg_game_explain(&game, state, action) == NULL);
}

static void check_state(const lg_amazes *state) {
    char text[LG_AMAZES_POSITION_TEXT + 1];
    size_t length;
    lg_amazes same;
    int32_t points[2], score[2];
    REQUIRE(lg_i_amazes_print(state, text, sizeof text, &length) == LG_OK);
    REQUIRE(lg_i_amazes_parse(text, length, &same, NULL) == LG_OK && memcmp(state, &same, sizeof same) == 0);
    lg_amazes_points(state, points);
    lg_amazes_scores(state, score);
    for (int i = 0; i < 2; i++) REQUIRE(score[i] >= 0 && score[i] <= LG_AMAZES_SCORE);
    check_messages(state);
    check_expert(state);
    for (int32_t player = 0; player < 2; player++) check_ways(state, player);
}

/* One call for each byte; an accepted call leaves a valid state, a refused one leaves the state unchanged. */
static void play_on(lg_amazes *state, bytes *input) {
    for (int calls = 0; calls < 100 && input->left > 0; calls++) {
        const uint8_t what = take(input);
        lg_amazes after = *state;
        lg_status status;
        if (what < 4) status = lg_amazes_forfeit(state, what, &after);
        else if (what < 8) status = lg_amazes_jury(state, &after);
        else if (what < 40) status = lg_amazes_begin_turn(state, &after);
        else if (what < 80) status = lg_i_amazes_end_turn(state, &after);
        else if (what < 84) status = lg_amazes_advance(state, &after);
        else status = lg_i_amazes_step(state, what % 4, &after);
        if (status != LG_OK) REQUIRE(memcmp(&after, state, sizeof after) == 0);
        REQUIRE(lg_amazes_validate(&after) == LG_OK);
        *state = after;
    }
}

/* ---- inputs by their first byte ---- */

/* Accepted input is printed in its only form. */
static void position_text(const char *text, size_t length) {
    lg_amazes state;
    lg_parse_error error;
    char again[LG_AMAZES_POSITION_TEXT + 1];
    size_t written;
    if (lg_i_amazes_parse(text, length, &state, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_i_amazes_print(&state, again, sizeof again, &written) == LG_OK);
    REQUIRE(written == length && memcmp(text, again, length) == 0);
    check_state(&state);
}

/* Printed and read again, a maze file is the same. */
static void maze_text(const char *text, size_t length) {
    lg_amazes_edges walls, same;
    lg_amazes_place start[2], same_start[2];
    lg_parse_error error;
    bool has_start, had_start;
    char again[LG_AMAZES_MAZE_TEXT + 1];
    size_t written;
    if (lg_amazes_maze_parse(text, length, &walls, start, &has_start, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_amazes_maze_print(&walls, has_start ? start : NULL, again, sizeof again, &written) == LG_OK);
    REQUIRE(lg_amazes_maze_parse(again, written, &same, same_start, &had_start, NULL) == LG_OK);
    REQUIRE(had_start == has_start && memcmp(&walls, &same, sizeof same) == 0);
    if (has_start) REQUIRE(memcmp(start, same_start, sizeof start) == 0);
}

static void message_text(const char *text, size_t length) {
    lg_amazes_sight sight, same;
    lg_amazes_message_kind told;
    lg_parse_error error;
    char again[128]; /* more than a look can show: four whole corridors */
    size_t written;
    memset(&sight, 0, sizeof sight);
    if (lg_amazes_message_parse(text, length, &told, &sight, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_amazes_sight_print(&sight, again, sizeof again, &written) == LG_OK);
    REQUIRE(lg_amazes_message_parse(again, written, &told, &same, NULL) == LG_OK);
    REQUIRE(memcmp(&sight, &same, sizeof same) == 0);
}

/* A game in which each line is an answer, as a referee plays it. */
static void answer_text(uint64_t seed, const char *text, size_t length) {
    lg_amazes state;
    REQUIRE(lg_amazes_new(seed, 5, &state) == LG_OK);
    while (length > 0 && lg_amazes_player(&state) >= 0) {
        const char *end = memchr(text, '\n', length);
        const size_t line = end == NULL ? length : (size_t)(end - text) + 1;
        lg_parse_error error;
        const lg_status status = lg_amazes_play(&state, text, line, &state, &error);
        if (status != LG_OK) {
            require_place(&error, line);
            REQUIRE(lg_amazes_forfeit(&state, lg_amazes_player(&state), &state) == LG_OK);
            REQUIRE(lg_amazes_jury(&state, &state) == LG_OK);
        }
        REQUIRE(lg_amazes_validate(&state) == LG_OK);
        text += line;
        length -= line;
    }
    check_state(&state);
}

/* A state after some turns, with bytes changed; if it is still valid, it is used in every way. */
static void changed_state(bytes *input) {
    lg_amazes state;
    REQUIRE(lg_amazes_new(take(input), 1 + take(input) % LG_AMAZES_TURNS, &state) == LG_OK);
    for (int turns = take(input) % 16; turns > 0 && lg_amazes_player(&state) >= 0; turns--) {
        uint8_t steps[8];
        take_into(input, steps, sizeof steps);
        for (int i = 0; i < 8; i++) steps[i] &= 3;
        REQUIRE(lg_amazes_apply(&state, steps, 8, &state) == LG_OK);
    }
    for (int changes = take(input) % 8; changes > 0; changes--) {
        const size_t at = ((size_t)take(input) << 8 | take(input)) % sizeof state;
        ((uint8_t *)&state)[at] ^= take(input);
    }
    if (lg_amazes_validate(&state) != LG_OK) return;
    check_state(&state);
    play_on(&state, input);
    check_state(&state);
}

/* Any bytes as knowledge: inference adds to it, stops, and a second run adds nothing. */
static void raw_knowledge(bytes *input) {
    lg_amazes_knowledge known, inferred, again;
    int16_t distances[LG_AMAZES_SQUARES];
    uint8_t steps[LG_AMAZES_SQUARES];
    int32_t count;
    const uint8_t row = take(input) % LG_AMAZES_SIDE, column = take(input) % LG_AMAZES_SIDE;
    const lg_amazes_place place = {row, column, take(input) & 3, 0};
    take_into(input, &known, sizeof known);
    REQUIRE(lg_amazes_infer(&known, &inferred) == LG_OK);
    REQUIRE(lg_amazes_infer(&inferred, &again) == LG_OK && memcmp(&again, &inferred, sizeof again) == 0);
    for (size_t i = 0; i < sizeof known / sizeof(uint32_t); i++)
        REQUIRE((((const uint32_t *)&known)[i] & ~((const uint32_t *)&inferred)[i]) == 0);
    if (lg_amazes_distances(&inferred, row, column, distances) == LG_OK)
        (void)lg_amazes_way(&inferred, &place, take(input) % LG_AMAZES_SIDE, take(input) % LG_AMAZES_SIDE, steps,
                            LG_AMAZES_SQUARES, &count);
}

/* Any bytes as a maze and as places: accepted or refused, nothing is read outside. */
static void raw_maze(bytes *input) {
    lg_amazes_edges walls;
    lg_amazes_place start[2];
    lg_amazes_knowledge known;
    lg_amazes_sight sight;
    lg_i_amazes_flaw flaw;
    lg_amazes state;
    lg_rng rng = lg_rng_seed(take(input), 0);
    take_into(input, start, sizeof start);
    if ((take(input) & 1) != 0) REQUIRE(lg_amazes_maze_generate(&rng, &walls) == LG_OK);
    else take_into(input, &walls, sizeof walls);
    memset(&known, 0, sizeof known);
    (void)lg_amazes_see(&walls, &start[0], &start[1], &sight);
    (void)lg_amazes_discover(&walls, &start[0], &known, &known);
    const bool valid = lg_i_amazes_maze_check(&walls, &flaw) == LG_OK;
    const bool startable = valid && lg_i_amazes_starts_check(&walls, start, &flaw) == LG_OK;
    REQUIRE((lg_amazes_start(&walls, start, 1, &state) == LG_OK) == startable);
    REQUIRE((lg_amazes_starts_generate(&rng, &walls, start) == LG_OK) == valid);
    if (!valid) return;
    REQUIRE(lg_amazes_start(&walls, start, 1, &state) == LG_OK);
    check_state(&state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const uint8_t kind = take(&input) % 8;
    if (kind >= 5) {
        if (kind == 5) changed_state(&input);
        else if (kind == 6) raw_knowledge(&input);
        else raw_maze(&input);
        return 0;
    }
    const uint64_t seed = kind == 4 ? take(&input) : 0;
    size_t length;
    char *text = take_text(&input, &length);
    if (kind == 0) position_text(text, length);
    else if (kind == 1) maze_text(text, length);
    else if (kind == 2) message_text(text, length);
    else answer_text(seed, text, length);
    free(text);
    return 0;
}
