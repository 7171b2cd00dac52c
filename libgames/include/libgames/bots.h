/* Bots, configured like games: as opponents, as a measure of strength, and to play against.
 *
 *     lg_bot bot;
 *     lg_bot_configure(&game, "mcts(simulations=200)", 21, &bot, &error);
 *     lg_bot_size(&game, &bot, &size);
 *     memory = malloc(size);
 *     lg_bot_choose(&game, &bot, state, &rng, memory, size, NULL, NULL, &action);
 *
 * A bot is plain data: its kind and the numbers of its configuration. It remembers nothing from one choice to the next,
 * so the same knowledge, generator and configuration give the same choice on every machine; between two calls the
 * memory may hold anything, or serve another bot. */
#ifndef LIBGAMES_BOTS_H
#define LIBGAMES_BOTS_H

#include "libgames/choose.h"

LG_BEGIN

/* The kinds of bots, besides those of libgames/choose.h. These numbers are never changed. */
#define LG_BOT_MCTS 2      /* Monte Carlo tree search (libgames/search.h): any game */
#define LG_BOT_ALPHABETA 3 /* alpha-beta (libgames/alphabeta.h): two players, no hidden information, no chance in
                              play */
#define LG_BOT_STRONG 4    /* the best bot for the game and the seat, with a given effort */
#define LG_BOT_EXPERT 5    /* thinks by a method specific to the game; greedy in games without one */
#define LG_BOT_NET 6       /* a small trained network, for games that have one */

/* The nodes for each simulation of `strong`, where that is alpha-beta without a number of nodes. */
#define LG_BOT_NODES 100

/* A kind of bot: its name in configurations, and its parameters. */
typedef struct lg_bot_type {
    const char *name;
    const char *meaning; /* one line of help */
    int32_t param_count;
    const lg_param *params;
} lg_bot_type;

/* The number of kinds, and each kind by its number; NULL outside 0 ... count-1. */
LG_API int32_t lg_bot_type_count(void);
LG_API const lg_bot_type *lg_bot_type_at(int32_t kind);

/* A configured bot. Plain data without padding. */
typedef struct lg_bot {
    int32_t kind;                  /* LG_BOT_... */
    int32_t params[LG_MAX_PARAMS]; /* in the order of the type's params; unused ones 0 */
} lg_bot;

LG_STATIC_ASSERT(sizeof(lg_bot) == 4 + 4 * LG_MAX_PARAMS, "no hidden padding");

/* Fills *bot from a configuration, with the grammar of game configurations: `greedy`,
 * `mcts(simulations=200,rollout=greedy)`. `game` may be NULL: then the bot need not fit one. Errors: LG_E_ARGUMENT;
 * LG_E_PARSE (with position; `error` may be NULL); LG_E_UNSUPPORTED: this bot can't play the game, and error->expected
 * names its requirement. For `net` the whole network is checked, which takes up to half a millisecond. */
LG_API lg_status lg_bot_configure(const lg_game *game, const char *text, size_t length, lg_bot *bot,
                                  lg_parse_error *error);

/* The shortest configuration that makes this bot again; it writes text like lg_game_print. LG_E_ARGUMENT also for a bot
 * with numbers out of range, or unused ones that are not 0. */
LG_API lg_status lg_bot_print(const lg_bot *bot, char *buffer, size_t capacity, size_t *length);

/* The bot that really plays in a seat: for `strong`, the bot that it stands for in this seat, with the requested
 * effort; for `mcts` without a cutoff, the same with the game's cutoff (lg_game_bots.cutoff); any other bot unchanged.
 *
 * A game defines its `strong` (lg_game_bots.strong) for strong(simulations=1000). For other numbers the simulations of
 * mcts and expert, or alpha-beta's nodes, grow in proportion; alpha-beta without a number of nodes gets LG_BOT_NODES
 * for each simulation. Its depth has no other limit. The default is plain mcts. LG_E_ARGUMENT; LG_E_UNSUPPORTED: it
 * can't play this game. */
LG_API lg_status lg_bot_in_seat(const lg_game *game, int32_t seat, const lg_bot *bot, lg_bot *actual);

/* A generator for a bot's choice in a state, from one seed for a whole game: it differs from decision to decision, and
 * depends only on the knowledge of the player to move (for random and greedy: on the state). */
LG_API lg_rng lg_bot_rng(const lg_game *game, const lg_bot *bot, const void *state, uint64_t seed);

/* The bytes of memory that lg_bot_choose needs in any seat: 0 for random, greedy and expert. LG_E_ARGUMENT;
 * LG_E_UNSUPPORTED, also if the bot needs more memory than this machine can address. */
LG_API lg_status lg_bot_size(const lg_game *game, const lg_bot *bot, size_t *size);

/* The action that a bot chooses for the player to move: always a legal one. It uses only the knowledge of that player.
 * *rng advances by the numbers that were needed. If only one action is legal, nothing is searched. A bot that is
 * stopped chooses the best action that it has found, or the action of greedy if it has found none. `memory` is aligned
 * to 8, `size` bytes; `stop` may be NULL, as may `memory` where the size is 0. LG_E_ARGUMENT, LG_E_OVER,
 * LG_E_UNSUPPORTED, LG_E_BROKEN; LG_E_SPACE: the memory is smaller than the player to move needs, which is at most
 * lg_bot_size. */
LG_API lg_status lg_bot_choose(const lg_game *game, const lg_bot *bot, const void *state, lg_rng *rng,
                               void *memory, size_t size, lg_stop *stop, void *context, int32_t *action);

LG_END

#endif
