/* Checks without a playthrough: the table, the numbers from `configure`, and the beginnings of games. */
#include "check/walk.h"

#include "libgames/bots.h"
#include "game/net.h"

#define STARTS 64 /* seeds from which games are begun */

static bool facts_same_space(const lg_space *a, const lg_space *b) {
    return strcmp(a->name, b->name) == 0 && a->dtype == b->dtype && a->dims == b->dims &&
           memcmp(a->shape, b->shape, sizeof a->shape) == 0 && a->low == b->low && a->high == b->high;
}

static bool same_numbers(const lg_game *a, const lg_game *b) {
    bool same = memcmp(a->params, b->params, sizeof a->params) == 0 && a->players == b->players &&
                a->actions == b->actions && a->observations == b->observations && a->symmetries == b->symmetries &&
                a->draws == b->draws && a->outcomes == b->outcomes && a->longest == b->longest &&
                a->state_size == b->state_size && a->shared_size == b->shared_size &&
                memcmp(&a->clock, &b->clock, sizeof a->clock) == 0;
    for (int32_t i = 0; same && i < a->observations; i++)
        same = facts_same_space(&a->observation[i], &b->observation[i]);
    return same;
}

static bool check_configuration(lg_i_walk *w) {
    char text[LG_MAX_PARAMS * 64 + 64]; /* names and words have at most 31 bytes */
    size_t length;
    lg_game again;
    lg_parse_error error = {0, 0, ""};
    const char *problem = lg_game_type_problem(w->game->type);
    LG_I_CHECK_HOLD(w, problem == NULL, "type", "%s", problem);
    (void)lg_game_print(w->game, text, sizeof text, &length);
    const lg_status status = lg_game_configure(w->game->type, text, length, &again, &error);
    LG_I_CHECK_HOLD(w, status == LG_OK, "configure", "%s can't be configured: %s", text, error.expected);
    LG_I_CHECK_HOLD(w, same_numbers(w->game, &again), "configure", "%s gives other numbers the second time", text);
    return true;
}

/* Each start is made twice, in memory with different contents. */
static bool check_starts(lg_i_walk *w) {
    bool different = false;
    (void)lg_game_new(w->game, 0, w->state);
    lg_i_check_copy(w, w->kept, w->state);
    lg_i_check_copy(w, w->earlier, w->state);
    for (uint64_t seed = 0; seed < STARTS; seed++) {
        lg_i_check_clear(w, w->after);
        memset(w->other, LG_I_CHECK_OTHER_SENTINEL, w->game->state_size);
        (void)lg_game_new(w->game, seed, w->after);
        (void)lg_game_new(w->game, seed, w->other);
        LG_I_CHECK_HOLD(w, lg_i_check_same(w, w->after, w->other), "new_game",
                        "seed %d gives other bytes the second time, or not every byte is written", (int)seed);
        LG_I_CHECK_HOLD(w, lg_i_check_valid(w, w->after), "validate", "the start from seed %d is refused", (int)seed);
        different = different || !lg_i_check_same(w, w->after, w->state);
    }
    const bool random = w->game->type->chance != LG_CHANCE_NONE;
    LG_I_CHECK_HOLD(w, random || !different, "new_game", "games begin differently, though there is no chance");
    LG_I_CHECK_HOLD(w, different || !random, "new_game", "%d seeds give the same start, though chance comes in",
                    STARTS);
    return lg_i_check_clean(w, "new_game");
}

/* A configuration of a player that can play the game. */
static bool check_strong(lg_i_walk *w) {
    const lg_game_bots *players = lg_i_game_bots(w->game);
    for (int32_t seat = 0; seat < w->game->players && players->strong != NULL; seat++) {
        const char *text = players->strong(w->game, seat), *again = players->strong(w->game, seat);
        lg_bot player;
        lg_parse_error error = {0, 0, ""};
        LG_I_CHECK_HOLD(w, text != NULL && again != NULL, "strong", "there is none for player %d", seat);
        LG_I_CHECK_HOLD(w, strcmp(text, again) == 0, "strong", "for player %d it is different the second time",
                        seat);
        const lg_status status = lg_bot_configure(NULL, text, strlen(text), &player, &error);
        LG_I_CHECK_HOLD(w, status == LG_OK, "strong", "%.100s can't be configured: column %d: expected %s", text,
                        error.column, error.expected);
        LG_I_CHECK_HOLD(w, player.kind != LG_BOT_STRONG, "strong", "for player %d it is `strong` itself", seat);
        LG_I_CHECK_HOLD(w, lg_bot_configure(w->game, text, strlen(text), &player, &error) == LG_OK, "strong",
                        "%.100s can't play this game: expected %s", text, error.expected);
    }
    return true;
}

static bool check_net(lg_i_walk *w) {
    size_t size = 0, size_again = 0;
    const lg_game_bots *players = lg_i_game_bots(w->game);
    if (players->net == NULL) return true;
    const void *net = players->net(w->game, &size), *again = players->net(w->game, &size_again);
    LG_I_CHECK_HOLD(w, net == again && size == size_again, "net", "it differs the second time");
    const char *flaw = lg_i_net_flaw(w->game);
    LG_I_CHECK_HOLD(w, flaw == NULL, "net", "it can't be used: expected %s", flaw);
    return true;
}

bool lg_i_check_facts(lg_i_walk *w) {
    return check_configuration(w) && check_strong(w) && check_net(w) && check_starts(w);
}
