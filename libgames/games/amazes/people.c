/* Amazes: help and prompts for people, and typed input. */
#include "game/calls.h"
#include "libgames/author.h"
#include "rooms.h"
#include "squares.h"

const char lg_i_amazes_help[] =
    "Goal: discover more of the maze than the other player, whom you can't see (? in letters: not discovered).\n"
    "A square that you discover is 1 point, 2 if the other has not discovered it yet; every step costs 1.\n"
    "A move is a walk: F goes forward, R, L and T turn right, left and around before the step; FFRF is four steps.\n"
    "N E S W go up, right, down and left on your map (in letters you are ^ > v <); a wall ends the walk.\n"
    "A move that ends on the other's square scores 100 points, and wins if you have discovered the whole maze.";

/* The facing of a player on its map after the walk so far: 0 up, 1 right, 2 down, 3 left. */
static int shown_facing(const lg_amazes *state, int mover) {
    int facing = state->place[mover].facing + 4 - state->start[mover].facing;
    for (int i = 0; i < state->walk_length; i++) facing = lg_i_amazes_turned(facing, state->walk[i]);
    return facing & 3;
}

static void amz_input_help(const lg_game *game, const void *state, lg_writer *writer) {
    if (lg_amazes_player((const lg_amazes *)state) < 0) return;
    if (game->actions != LG_AMAZES_STEP_ACTIONS) {
        lg_put_text(writer, "x and y of a square that you can reach by a known way, such as -3,12: "
                            "x to the right, y ahead of the start");
        return;
    }
    lg_put_text(writer, "1 to ");
    lg_put_int(writer, LG_AMAZES_WALK);
    lg_put_text(writer, " of F (forward) L (left) R (right) T (back); each turns that way and takes a step; "
                        "or N E S W, up, right, down and left on your map");
}

static void amz_prompt(const lg_game *game, const void *state, lg_writer *writer) {
    const lg_amazes *position = (const lg_amazes *)state;
    if (lg_amazes_player(position) < 0) return;
    lg_put_text(writer, "turn ");
    lg_put_int(writer, position->turn / 2 + 1);
    lg_put_text(writer, " of ");
    lg_put_int(writer, position->turn_limit);
    const bool steps = game->actions == LG_AMAZES_STEP_ACTIONS;
    lg_put_text(writer, steps ? ", your walk, such as FFR" : ", the square to walk to");
}

static void amz_news(const lg_game *game, const void *state, int32_t player, lg_writer *writer) {
    const lg_amazes *position = (const lg_amazes *)state;
    lg_amazes_sight sight;
    (void)game;
    if (lg_amazes_player(position) != player) return;
    (void)lg_amazes_see(&position->maze, &position->place[player], &position->place[1 - player], &sight);
    int32_t squares = 0;
    while ((squares + 1) * (squares + 1) <= sight.distance) squares++;
    lg_put_text(writer, "The other player is about ");
    lg_put_int(writer, squares);
    lg_put_text(writer, " squares away in a straight line (squared distance ");
    lg_put_int(writer, sight.distance);
    lg_put(writer, ')');
}

/* A word, or the first letter of several: L is left, N is up on the map. */
static bool accept_step(lg_reader *reader, int facing, int32_t *action) {
    enum { MAP = 8 };
    static const lg_word WORDS[] = {
        {"f", 0},         {"forward", 0}, {"ahead", 0},       {"r", 1},        {"right", 1},     {"t", 2},
        {"turn", 2},      {"back", 2},    {"l", 3},           {"left", 3},     {"n", MAP},       {"north", MAP},
        {"up", MAP},      {"e", MAP + 1}, {"east", MAP + 1},  {"s", MAP + 2},  {"south", MAP + 2}, {"down", MAP + 2},
        {"w", MAP + 3},   {"west", MAP + 3}, {"end", LG_AMAZES_END},
    };
    const int32_t count = (int32_t)(sizeof WORDS / sizeof WORDS[0]);
    lg_reader letter = lg_reader_on(reader->text, reader->at + 1, NULL);
    letter.at = reader->at;
    if (reader->at == reader->length) return false;
    if (!lg_accept_typed(reader, WORDS, count, action)) {
        if (!lg_accept_typed(&letter, WORDS, count, action)) return false;
        reader->at = letter.at;
    }
    if (*action >= MAP) *action = (*action - MAP - facing) & 3;
    return true;
}

/* The end of the line ends a walk. */
static lg_status amz_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    const lg_amazes *position = (const lg_amazes *)state;
    if (game->actions != LG_AMAZES_STEP_ACTIONS) {
        int64_t x, y;
        lg_skip_gaps(reader, "");
        lg_status status = lg_read_int(reader, -LG_AMAZES_REACH, LG_AMAZES_REACH, "x, -24 to 24", &x);
        lg_skip_gaps(reader, "");
        if (status == LG_OK) status = lg_read_int(reader, -LG_AMAZES_REACH, LG_AMAZES_REACH, "y, -24 to 24", &y);
        if (status == LG_OK) *action = (int32_t)(LG_AMAZES_FRAME * (LG_AMAZES_REACH - y) + x + LG_AMAZES_REACH);
        return status;
    }
    lg_skip_gaps(reader, "");
    if (reader->at == reader->length && position->walk_length > 0) {
        *action = LG_AMAZES_END;
        return LG_OK;
    }
    if (accept_step(reader, shown_facing(position, position->turn & 1), action)) return LG_OK;
    return lg_expected(reader, "F, R, T or L, or N, E, S or W");
}

const lg_game_people lg_i_amazes_people = {
    .board = lg_i_amazes_board, .draw = LG_I_GAME_DRAW(amazes), .input_help = amz_input_help, .prompt = amz_prompt,
    .news = amz_news, .typed = amz_typed, .decision = lg_i_amazes_decision,
};
