/* Block drop (JavaChallenge2015): four players on 18 x 18 squares, 6 x 6 blocks of 3 x 3 squares that can be
 * made to drop. Rules with every ruling: docs/games/blockdrop-rules.md.
 *
 * Rows count from the top, columns from the left, both from 0. The block of a square is
 * 6 * (row / 3) + column / 3. Players are 0 ... 3; turn T belongs to player T mod 4, fallen or not. */
#ifndef LIBGAMES_BLOCKDROP_H
#define LIBGAMES_BLOCKDROP_H

#include "libgames/base.h"
#include "libgames/rng.h"

#define LG_BLOCKDROP_PLAYERS 4
#define LG_BLOCKDROP_SIDE 18             /* squares in a row and rows on the board */
#define LG_BLOCKDROP_BLOCKS_SIDE 6       /* blocks in a row and rows of blocks */
#define LG_BLOCKDROP_BLOCKS 36           /* all blocks */
#define LG_BLOCKDROP_NEAR 3              /* no step may end within this Manhattan distance of another living player */
#define LG_BLOCKDROP_DELAY 4             /* turns until an attacked block drops, for each block of distance */
#define LG_BLOCKDROP_STUN 3 /* the stun set by an attack, before the attack turn itself counts */
#define LG_BLOCKDROP_MAX_TIMER 19        /* between turns: a block 5 away, one turn after the attack */
#define LG_BLOCKDROP_TURN_LIMIT 1000     /* the contest's */
#define LG_BLOCKDROP_MAX_TURN_LIMIT 32767 /* so that every turn number fits an int16 observation */

/* The two rule sets: the rules page, and the contest's published engine. */
#define LG_BLOCKDROP_PAGE 0
#define LG_BLOCKDROP_ENGINE 1
#define LG_BLOCKDROP_PAGE_RETURN 20   /* turns that a dropped block stays away */
#define LG_BLOCKDROP_ENGINE_RETURN 19 /* the same by the published engine */

/* Directions are the actions 0 ... 3, clockwise from "up" (towards row 0). */
#define LG_BLOCKDROP_UP 0
#define LG_BLOCKDROP_RIGHT 1
#define LG_BLOCKDROP_DOWN 2
#define LG_BLOCKDROP_LEFT 3
#define LG_BLOCKDROP_ATTACK 4
#define LG_BLOCKDROP_NOTHING 5
#define LG_BLOCKDROP_ACTIONS 6

/* Longest strings without the NUL: a position, a message, and a replay of `turns` turns. */
#define LG_BLOCKDROP_POSITION_TEXT 205
#define LG_BLOCKDROP_MESSAGE_TEXT 196
#define LG_BLOCKDROP_REPLAY_TEXT(turns) (142 + 5 * (size_t)(turns))

/* The time limits of a program, in milliseconds: for READY, and for an answer under the rules of the page and the
 * engine. */
#define LG_BLOCKDROP_READY_MS 1000
#define LG_BLOCKDROP_PAGE_ANSWER_MS 1000
#define LG_BLOCKDROP_ENGINE_ANSWER_MS 100

LG_BEGIN

/* A position between two turns, 64 bytes, no pointers, no hidden padding: assignment clones, memcmp compares. */
typedef struct lg_blockdrop {
    int8_t timers[40];   /* of the 36 blocks: 0 stable, k > 0 drops in k turns, -k is back in k turns; then 4 zeros */
    int8_t row[4];       /* of each player's square, 0 ... 17, or -1 when the player has fallen */
    int8_t column[4];    /* the same */
    uint8_t facing[4];   /* LG_BLOCKDROP_UP ... LG_BLOCKDROP_LEFT; a fallen player keeps its last */
    uint8_t stun[4];     /* own turns still to be missed, 0 ... 2; a fallen player keeps its last */
    uint16_t turn;       /* turns played, T; the next one belongs to player turn % 4 */
    uint16_t turn_limit; /* 1 ... LG_BLOCKDROP_MAX_TURN_LIMIT */
    uint8_t rules;       /* LG_BLOCKDROP_PAGE or LG_BLOCKDROP_ENGINE */
    uint8_t stopped;     /* bit p: living player p's program was late or gone; all its turns are N */
    uint8_t reserved[2]; /* 0 */
} lg_blockdrop;

LG_STATIC_ASSERT(sizeof(lg_blockdrop) == 64, "no hidden padding");

/* The result of a game. The tests are made in this order. */
typedef enum lg_blockdrop_result {
    LG_BLOCKDROP_ONGOING = 0,
    LG_BLOCKDROP_WON = 1,          /* one player is left: it has won */
    LG_BLOCKDROP_NOBODY_LEFT = 2,  /* the last players fell together: a draw */
    LG_BLOCKDROP_AT_TURN_LIMIT = 3 /* the turn limit is reached with several alive: a draw */
} lg_blockdrop_result;

/* A player's place at the start. */
typedef struct lg_blockdrop_place {
    int32_t row, column; /* 0 ... 17 */
    int32_t facing;      /* LG_BLOCKDROP_UP ... LG_BLOCKDROP_LEFT */
} lg_blockdrop_place;

/* ---- rules ------------------------------------------------------------------------------------- */

/* A game's start at given places: all blocks stable, no player stunned, turn 0. LG_E_ARGUMENT: a number is outside its
 * range, or two players are not more than LG_BLOCKDROP_NEAR apart. */
LG_API lg_status lg_blockdrop_start(int32_t rules, int32_t turn_limit,
                                    const lg_blockdrop_place places[LG_BLOCKDROP_PLAYERS], lg_blockdrop *state);

/* A game's start at random places: for each player in turn its square, uniformly among those more than
 * LG_BLOCKDROP_NEAR from the players before it (the one whose number, row by row, is lg_rng_below their count), then
 * its facing (lg_rng_below 4). LG_E_ARGUMENT. About 150 ns. */
LG_API lg_status lg_blockdrop_new(int32_t rules, int32_t turn_limit, lg_rng *rng, lg_blockdrop *state);

/* LG_OK, or LG_E_STATE: a field is outside its range; a living player is on a dropped block or not more than
 * LG_BLOCKDROP_NEAR from another; a fallen player counts as stopped; the turn is past the limit; spare bytes are
 * set. */
LG_API lg_status lg_blockdrop_validate(const lg_blockdrop *state);

/* The result so far: "the game ends when at most one player is alive", or at the turn limit. */
LG_API lg_blockdrop_result lg_blockdrop_result_of(const lg_blockdrop *state);

/* The constant words of the result: "ongoing", "won", "nobody left", "turn limit". */
LG_API const char *lg_blockdrop_result_text(lg_blockdrop_result result);

/* The player who has won, or -1: the game is not over, or a draw. */
LG_API int32_t lg_blockdrop_winner(const lg_blockdrop *state);

/* The actions that have an effect here, and N: bit a for action a; 0 when the game is over. If lg_i_blockdrop_acts is
 * false, N is the only one. Otherwise all are, except a step that would be cancelled in the direction where the player
 * already faces. (A cancelled step in another direction still turns the player.) About 2 ns. */
LG_API uint32_t lg_blockdrop_legal(const lg_blockdrop *state);

/* One turn, of player turn % 4: it acts (N where lg_i_blockdrop_acts is false), its stun falls, all timers move, the
 * turn number rises. LG_E_ARGUMENT (an action outside 0 ... 5), LG_E_OVER. About 10 ns. */
LG_API lg_status lg_blockdrop_apply(const lg_blockdrop *before, int32_t action, lg_blockdrop *after);

/* The symmetries of lg_game_symmetry_state: 0 identity, 1-3 rotations by 90, 180, 270 degrees clockwise, 4-7 the same
 * after a mirror left to right. */
#define LG_BLOCKDROP_SYMMETRIES 8
/* ---- protocol ---------------------------------------------------------------------------------- */

/* The message for the player whose turn it is: id, T, six lines of timers, four lines `R C D S` (`C R D S` by the
 * engine), `EOD`, each with its LF. The empty text for a player whose turn it is not, who has fallen or was stopped,
 * and when the game is over. LG_E_ARGUMENT, LG_E_SPACE. */
LG_API lg_status lg_blockdrop_message(const lg_blockdrop *state, int32_t player, char *buffer, size_t capacity,
                                      size_t *length);

/* The position in such a message; its reader is player turn % 4. The rule set and the turn limit, which it does not
 * contain, are arguments; no player counts as stopped. LG_E_ARGUMENT, LG_E_PARSE. */
LG_API lg_status lg_blockdrop_message_parse(const char *text, size_t length, int32_t rules, int32_t turn_limit,
                                            lg_blockdrop *state, lg_parse_error *error);

/* Plays a program's answer as one turn. LG_E_ARGUMENT, LG_E_OVER. */
LG_API lg_status lg_blockdrop_play(const lg_blockdrop *before, const char *text, size_t length,
                                     lg_blockdrop *after);

/* Positions in one line of eight fields, separated by single blanks:
 *     page 0/1000 0,0,0,0,0,0/0,0,0,0,0,0/... 3,6,U,0 13,14,D,0 1,17,L,0 16,11,R,0 -
 * rule set; turn and turn limit; six rows of timers; row, column, facing and stun of each player (-1,-1 when
 * fallen); the stopped players in rising order, or `-`. */
LG_API lg_status lg_blockdrop_print(const lg_blockdrop *state, char *buffer, size_t capacity, size_t *length);

/* The published engine's replay of a game that began at `start` (rule set `engine`, a game's start) and continued with
 * these actions, one a turn:
 *     {"log": [], "winner": -1, "replay": {"initial": [["6", "3", "U"], ...], "commands": ["U", ...]}}
 * column, row and facing of each player; then the letter of each turn that was carried out: N for a stunned player,
 * and for a fallen one its last letter again, as the engine does. LG_E_ARGUMENT, LG_E_OVER (actions after the end),
 * LG_E_SPACE. O(count). */
LG_API lg_status lg_blockdrop_replay_print(const lg_blockdrop *start, const uint8_t *actions, size_t count,
                                           char *buffer, size_t capacity, size_t *length);

/* Reads such a replay: JSON with its members in any order and any white space, strings without escapes. *start is the
 * start under `engine` with this turn limit, actions[0 ... *count-1] the actions carried out, one a turn (N for a
 * fallen player); letters after the end of the game are checked and left out. The winner in it must be the one that
 * these turns give (-1 also for a game that has not ended). turn_limit actions are always enough. LG_E_ARGUMENT,
 * LG_E_PARSE, LG_E_SPACE (*count is then the number needed; nothing else is written). */
LG_API lg_status lg_blockdrop_replay_parse(const char *text, size_t length, int32_t turn_limit, lg_blockdrop *start,
                                           uint8_t *actions, size_t capacity, size_t *count, lg_parse_error *error);

LG_END

#endif
