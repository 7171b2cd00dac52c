/* A contest program for Block drop: never stays where it would fall, attacks any player in its line, and otherwise
 * wanders.
 *
 * Writes "READY", then answers each message with one letter. Reads the messages of the rules `page`; with the word
 * "engine" as its argument it reads the messages of the rules `engine`. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <string.h>

/* Whether the player still stands if it does this and then nothing until every timer has run out. */
static bool survives(const lg_blockdrop *state, int me, int32_t action) {
    lg_blockdrop after;
    if (lg_blockdrop_apply(state, action, &after) != LG_OK) return false;
    for (int turn = 0; turn < LG_BLOCKDROP_MAX_TIMER && after.row[me] >= 0; turn++)
        if (lg_blockdrop_apply(&after, LG_BLOCKDROP_NOTHING, &after) != LG_OK) break;
    return after.row[me] >= 0;
}

/* Whether a player is on a block that an attack would make drop. */
static bool has_target(const lg_blockdrop *state, int me) {
    static const int rows[4] = {-1, 0, 1, 0}, columns[4] = {0, 1, 0, -1};
    const int row = state->row[me] / 3, column = state->column[me] / 3, facing = state->facing[me];
    for (int other = 0; other < LG_BLOCKDROP_PLAYERS; other++) {
        if (other == me || state->row[other] < 0) continue;
        const int down = state->row[other] / 3 - row, right = state->column[other] / 3 - column;
        const int along = rows[facing] * down + columns[facing] * right;
        if (along > 0 && down == along * rows[facing] && right == along * columns[facing]) return true;
    }
    return false;
}

static int32_t choose(const lg_blockdrop *state, lg_rng *rng) {
    const int me = state->turn % LG_BLOCKDROP_PLAYERS;
    const uint32_t legal = lg_blockdrop_legal(state);
    uint64_t safe = 0;
    for (int32_t action = 0; action < LG_BLOCKDROP_ACTIONS; action++)
        if ((legal >> action & 1) != 0 && survives(state, me, action)) safe |= (uint64_t)1 << action;
    const uint64_t attack = (uint64_t)1 << LG_BLOCKDROP_ATTACK;
    if ((safe & attack) != 0 && has_target(state, me)) return LG_BLOCKDROP_ATTACK;
    if ((safe & ~attack) != 0) safe &= ~attack;
    if (safe == 0) safe = legal;
    uint32_t count = 0;
    for (uint64_t left = safe; left != 0; left &= left - 1) count++;
    return lg_mask_select(&safe, LG_BLOCKDROP_ACTIONS, lg_rng_below(rng, count));
}

int main(int argc, char **argv) {
    const int32_t rules = argc > 1 && strcmp(argv[1], "engine") == 0 ? LG_BLOCKDROP_ENGINE : LG_BLOCKDROP_PAGE;
    char message[LG_BLOCKDROP_MESSAGE_TEXT + 80] = "", line[80];
    lg_rng rng = lg_rng_seed(2015, 0);
    puts("READY");
    (void)fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        lg_blockdrop state;
        if (strlen(message) + strlen(line) >= sizeof message) return 1;
        (void)strcat(message, line);
        if (strncmp(line, "EOD", 3) != 0) continue;
        if (lg_blockdrop_message_parse(message, strlen(message), rules, LG_BLOCKDROP_MAX_TURN_LIMIT, &state, NULL) !=
            LG_OK)
            return 1;
        puts((const char *[]){"U", "R", "D", "L", "A", "N"}[choose(&state, &rng)]);
        (void)fflush(stdout);
        message[0] = '\0';
    }
    return 0;
}
