/* Internal: the one loop that plays games, and choosing for arguments that are known to be valid. */
#ifndef LG_I_DRIVE_H
#define LG_I_DRIVE_H

#include "game/calls.h"
#include "libgames/choose.h"

/* Whether this is the number of a simple bot. */
static inline bool lg_i_drive_is_simple(int32_t player) {
    return player == LG_BOT_RANDOM || player == LG_BOT_GREEDY;
}

/* lg_game_choose in a game that is not over; -1 if a faulty game has no legal action. */
int32_t lg_i_drive_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng);

/* The action of the bot in a seat; -1 if a faulty game has none. */
typedef int32_t lg_i_drive_decide(void *context, const void *state, int32_t seat, lg_rng *rng);

/* The way in which a game is played: sets contain bit p for the player in seat p. */
typedef struct lg_i_drive {
    const lg_game *game;
    lg_rng *rng;
    uint64_t *mask;    /* memory for the legal actions, where all play at random */
    int32_t count;     /* of the actions in it, if they are the state's; otherwise 0 */
    int32_t player;    /* to move, -1 when the game is over: set before, where not all play at random, and after */
    int64_t played;    /* decisions since the drive was made */
    int64_t due;       /* decisions until `stop` is called */
    uint32_t asked;    /* the seats before whose turn it pauses */
    uint32_t greedy;   /* those that the game's own greedy function plays */
    uint32_t thinking; /* the seats for which `decide` chooses; all others play at random */
    bool stopped;      /* by `stop` */
    lg_i_drive_decide *decide;
    lg_stop *stop;     /* called every LG_I_DRIVE_DUE decisions; may be NULL */
    void *context;     /* of `stop` and `decide` */
} lg_i_drive;

#define LG_I_DRIVE_DUE 4096

/* All play at random. Names all members, since clearing them takes longer. */
static inline lg_i_drive lg_i_drive_of(const lg_game *game, int32_t player, lg_rng *rng, uint64_t *mask) {
    return (lg_i_drive){game, rng, mask, 0, player, 0, LG_I_DRIVE_DUE, 0, 0, 0, false, NULL, NULL, NULL};
}

static inline bool lg_i_drive_has_seat(uint32_t seats, int32_t seat) {
    return (seats >> seat & 1) != 0;
}

/* Plays until `end` decisions were made, all at random, by the game's own function: worthwhile for more than one. */
static inline lg_status lg_i_drive_at_once(lg_i_drive *d, void *state, int64_t end) {
    const int64_t left = end - d->played, made = lg_i_game_speed(d->game)->play_random(d->game, state, left, d->rng);
    const bool right = made >= 0 && made <= left;
    d->played += right ? made : 0;
    d->count = 0;
    d->player = lg_i_game_seat(d->game, state);
    return right && d->player != LG_I_GAME_NOBODY && (made == left || d->player < 0) ? LG_OK : LG_E_BROKEN;
}

/* Plays until `end` decisions were made, all at random. The player to move need not be known. */
static inline lg_status lg_i_drive_randomly(lg_i_drive *d, void *state, int64_t end) {
    const lg_game *game = d->game;
    if (end - d->played > 1 && lg_i_game_speed(game)->play_random != NULL) return lg_i_drive_at_once(d, state, end);
    lg_rng *rng = d->rng;
    uint64_t *mask = d->mask;
    int64_t left = end - d->played;
    int32_t count = d->count > 0 ? d->count : game->type->rules.legal(game, state, mask);
    while (count > 0 && left > 0) {
        const int32_t action = lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)count));
        if (!lg_i_game_is_action(game, action) || game->type->rules.apply(game, state, action, state) != LG_OK)
            count = -1;
        else left--, count = game->type->rules.legal(game, state, mask);
    }
    d->played = end - left;
    d->count = count;
    d->player = lg_i_game_seat(game, state);
    return count >= 0 && (count > 0) == (d->player >= 0) ? LG_OK : LG_E_BROKEN;
}

/* Makes one decision after the other, or several greedy ones by a function of the game. */
static inline lg_status lg_i_drive_by_seats(lg_i_drive *d, void *state, int64_t end) {
    const lg_game *game = d->game;
    const lg_game_speed *speed = lg_i_game_speed(game);
    int32_t action;
    d->count = 0;
    while (d->player >= 0 && !lg_i_drive_has_seat(d->asked, d->player) && d->played < end) {
        const bool greedy = lg_i_drive_has_seat(d->greedy, d->player);
        if (greedy && speed->play_greedy != NULL) {
            d->player = lg_i_game_as_seat(game, speed->play_greedy(game, state, d->greedy, end - d->played, d->rng));
            d->played =
                d->player >= 0 && lg_i_drive_has_seat(d->greedy, d->player) ? end : d->played + 1; /* at least */
            continue;
        }
        if (lg_i_drive_has_seat(d->thinking, d->player)) action = d->decide(d->context, state, d->player, d->rng);
        else if (greedy) action = lg_i_game_bots(game)->greedy(game, state, d->rng);
        else action = lg_i_drive_choose(game, state, LG_BOT_RANDOM, d->rng);
        if (!lg_i_game_is_action(game, action)) return LG_E_BROKEN;
        if (game->type->rules.apply(game, state, action, state) != LG_OK) return LG_E_BROKEN;
        d->played++;
        d->player = lg_i_game_seat(game, state);
    }
    return d->player == LG_I_GAME_NOBODY ? LG_E_BROKEN : LG_OK;
}

/* Plays until a player in `asked` is to move, the game is over, `most` decisions were made, or `stop` returns so.
 * LG_E_BROKEN as soon as the game violates its contract: it names a player that does not exist or an action that is
 * none, refuses a legal action, has no legal action, or lasts longer than it may. The state is then the one where it
 * did so. */
static inline lg_status lg_i_drive_on(lg_i_drive *d, void *state, int64_t most) {
    const int64_t end = most < INT64_MAX - d->played ? d->played + most : INT64_MAX,
                  longest = lg_i_game_longest(d->game);
    for (d->stopped = false;;) {
        const int64_t before = d->played;
        int64_t until = end < longest ? end : longest;
        if (d->stop != NULL && d->due < until - before) until = before + d->due;
        const bool by_seats = (d->asked | d->greedy | d->thinking) != 0;
        const lg_status status = by_seats ? lg_i_drive_by_seats(d, state, until) : lg_i_drive_randomly(d, state, until);
        d->due -= d->played - before;
        if (status != LG_OK || d->player < 0 || lg_i_drive_has_seat(d->asked, d->player) || d->played >= end)
            return status;
        if (d->played >= longest) return LG_E_BROKEN;
        d->due = LG_I_DRIVE_DUE;
        d->stopped = d->stop(d->context);
        if (d->stopped) return LG_OK;
    }
}

#endif
