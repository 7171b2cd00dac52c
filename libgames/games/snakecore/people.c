/* SnakeCore: help and prompts for people, and typed input. */
#include "game/calls.h"
#include "layout.h"
#include "libgames/author.h"
#include "rooms.h"

const char lg_i_snakecore_help[] =
    "Goal: the most points. Your head is your number. In letters your body is the one below it, # is wall, R reactor.\n"
    "U L D R crawl up, left, down or right. A block that you reach, b (ordinary) or e (energy), joins your body.\n"
    "A body of n blocks taken to a reactor scores n(n+1)/2 points and comes back as free blocks.\n"
    "A bite into another body, not its tail, takes one block, frees those behind it, and scores a point for each.\n"
    "A uses up an energy block: for ten turns you can't be bitten. N does nothing. Example: type u, or up.";

static void snk_prompt(const lg_game *game, const void *state, lg_writer *writer) {
    const lg_snakecore *position = (const lg_snakecore *)state;
    (void)game;
    if (lg_i_snakecore_over(position)) return;
    const lg_snakecore_python *python = &position->python[position->to_move];
    lg_put_text(writer, "head at column ");
    lg_put_int(writer, python->head.x);
    lg_put_text(writer, ", row ");
    lg_put_int(writer, python->head.y);
    lg_put_text(writer, python->energy > 0 ? "; U L D R, A protection, N nothing" : "; U L D R, N nothing");
}

static lg_status snk_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    static const lg_word WORDS[] = {
        {"u", LG_SNAKECORE_UP},        {"up", LG_SNAKECORE_UP},       {"north", LG_SNAKECORE_UP},
        {"l", LG_SNAKECORE_LEFT},      {"left", LG_SNAKECORE_LEFT},   {"west", LG_SNAKECORE_LEFT},
        {"d", LG_SNAKECORE_DOWN},      {"down", LG_SNAKECORE_DOWN},   {"south", LG_SNAKECORE_DOWN},
        {"r", LG_SNAKECORE_RIGHT},     {"right", LG_SNAKECORE_RIGHT}, {"east", LG_SNAKECORE_RIGHT},
        {"n", LG_SNAKECORE_NONE},      {"nothing", LG_SNAKECORE_NONE}, {"a", LG_SNAKECORE_ACTIVATE},
        {"protection", LG_SNAKECORE_ACTIVATE},
    };
    (void)game, (void)state;
    lg_skip_gaps(reader, "");
    if (lg_accept_typed(reader, WORDS, (int32_t)(sizeof WORDS / sizeof WORDS[0]), action)) return LG_OK;
    return lg_expected(reader, "U, L, D or R (a step), A (protection) or N (nothing)");
}

const lg_game_people lg_i_snakecore_people = {
    .board = lg_i_snakecore_board, .draw = LG_I_GAME_DRAW(snakecore), .prompt = snk_prompt, .typed = snk_typed,
};
