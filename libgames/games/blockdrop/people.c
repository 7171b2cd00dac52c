/* Block drop: help and prompts for people, and typed input. */
#include "game/calls.h"
#include "libgames/author.h"
#include "rooms.h"
#include "steps.h"

const char lg_i_blockdrop_help[] =
    "Goal: be the last one standing. Each block of 3 x 3 squares has a timer, on the right; with ~ it will drop.\n"
    "U R D L turn you up, right, down or left and take a step, which may not end within 3 squares of a player.\n"
    "A attacks the blocks ahead of you: the nearest drops after 4 turns, the next after 8, and so on. "
    "You then miss your next two turns.\n"
    "A player on a dropping block is out. The block comes back about 20 turns later.\n"
    "N does nothing. Example: type r, or right, to step to the right.";

static void blk_prompt(const lg_game *game, const void *state, lg_writer *writer) {
    static const char *const FACINGS[] = {"up", "right", "down", "left"};
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    const int mover = position->turn % LG_BLOCKDROP_PLAYERS;
    (void)game;
    if (lg_blockdrop_result_of(position) != LG_BLOCKDROP_ONGOING) return;
    lg_put_text(writer, "at row ");
    lg_put_int(writer, position->row[mover]);
    lg_put_text(writer, ", column ");
    lg_put_int(writer, position->column[mover]);
    lg_put_text(writer, ", facing ");
    lg_put_text(writer, FACINGS[position->facing[mover]]);
    const bool acts = lg_i_blockdrop_acts(position);
    lg_put_text(writer, acts ? "; U R D L, A attack, N nothing" : "; stunned: only N, nothing");
}

static lg_status blk_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    static const lg_word WORDS[] = {
        {"u", LG_BLOCKDROP_UP},        {"up", LG_BLOCKDROP_UP},         {"north", LG_BLOCKDROP_UP},
        {"r", LG_BLOCKDROP_RIGHT},     {"right", LG_BLOCKDROP_RIGHT},   {"east", LG_BLOCKDROP_RIGHT},
        {"d", LG_BLOCKDROP_DOWN},      {"down", LG_BLOCKDROP_DOWN},     {"south", LG_BLOCKDROP_DOWN},
        {"l", LG_BLOCKDROP_LEFT},      {"left", LG_BLOCKDROP_LEFT},     {"west", LG_BLOCKDROP_LEFT},
        {"a", LG_BLOCKDROP_ATTACK},    {"attack", LG_BLOCKDROP_ATTACK}, {"n", LG_BLOCKDROP_NOTHING},
        {"nothing", LG_BLOCKDROP_NOTHING},
    };
    (void)game, (void)state;
    lg_skip_gaps(reader, "");
    if (lg_accept_typed(reader, WORDS, (int32_t)(sizeof WORDS / sizeof WORDS[0]), action)) return LG_OK;
    return lg_expected(reader, "U, R, D or L (a step), A (an attack) or N (nothing)");
}

const lg_game_people lg_i_blockdrop_people = {
    .board = lg_i_blockdrop_board, .draw = LG_I_GAME_DRAW(blockdrop), .prompt = blk_prompt, .typed = blk_typed,
};
