/* Games of a search against itself. */
#include "libgames/self_play.h"

#include "core/numbers.h"
#include "game/calls.h"
#include "search/team.h"
#include "search/tree.h"

/* Simulations of all games together between two calls of the caller's `stop`; fewer in long games, whose rollouts take
 * longer. */
enum { SELF_PART = 4096, SELF_DECISIONS = 1 << 20 };

/* A kept position, followed by its state and its policy. */
typedef struct self_row {
    int32_t player, action, decision, reserved;
    float values[LG_MAX_PLAYERS];
} self_row;

typedef enum self_stage { SELF_NEW, SELF_UNDER_WAY, SELF_ENDED, SELF_BROKEN } self_stage;

typedef struct self_game {
    lg_search *search;
    char *rows; /* config.positions of them, and one for positions that are not kept */
    lg_rng rng;
    int64_t simulations;
    int32_t opening, decisions;
    int32_t gives_up; /* the player that has resigned, or would have; -1: none */
    bool to_the_end;  /* whether resignation is not allowed */
    self_stage stage;
    float outcome[LG_MAX_PLAYERS];
} self_game;

struct lg_self_play {
    lg_i_team *team; /* NULL: the caller's thread does everything */
    lg_game game;
    lg_self_play_config config;
    lg_self_play_positions to;
    int64_t number; /* of the group's first game */
    int32_t front;  /* games of the group that were handed out */
    int32_t budget; /* simulations of a game in one job */
    int32_t *active; /* games of the group that are not over */
    size_t stride; /* bytes of a row */
    self_game each[]; /* followed by the list of active ones, the team, the searches and the rows */
};

lg_self_play_config lg_self_play_default(int32_t games) {
    return (lg_self_play_config){.games = games, .threads = 1, .drawn = 12, .positions = 512, .temperature = 1,
                                 .resign = -1, .played_on = 0.1f, .from_default = 1};
}

/* ---- memory ---- */

static bool self_is_possible(const lg_game *game, const lg_self_play_config *config) {
    if (game == NULL || config == NULL || config->from_default != 1) return false;
#define IN_RANGE(member, least, most) && lg_i_numbers_is_within((double)config->member, least, most)
    if (!(true LG_SELF_PLAY_RANGES(IN_RANGE))) return false;
#undef IN_RANGE
    return game->players == 2 || config->resign <= -1;
}

static int32_t self_kept(const lg_game *game, const lg_self_play_config *config) {
    const int64_t longest = lg_i_game_longest(game);
    return longest < config->positions ? (int32_t)longest : config->positions;
}

static size_t self_stride(const lg_game *game) {
    return sizeof(self_row) + lg_i_bits_rounded_up(game->state_size) +
           lg_i_bits_rounded_up((size_t)game->actions * sizeof(float));
}

typedef struct self_places {
    size_t active, team, searches, rows, whole, search; /* offsets, but for the last: bytes of a search */
} self_places;

/* Leaves are never out, and each game has one tree: threads play different games. */
static lg_search_config self_searching(const lg_search_config *search) {
    lg_search_config own = *search;
    own.leaves = 0;
    own.threads = 1;
    return own;
}

/* `whole` is 0 if that is not possible. */
static self_places self_lay_out(const lg_game *game, const lg_search_config *search,
                                const lg_self_play_config *config) {
    self_places at = {0};
    if (!self_is_possible(game, config) || search == NULL) return at;
    const lg_search_config own = self_searching(search);
    if ((at.search = lg_search_size(game, &own)) == 0) return at;
    const size_t games = (size_t)config->games, kept = (size_t)self_kept(game, config) + 1;
    if (self_stride(game) > SIZE_MAX / 2 / kept) return at;
    const size_t rows = kept * self_stride(game);
    at.active = lg_i_bits_rounded_up(sizeof(lg_self_play) + games * sizeof(self_game));
    at.team = lg_i_bits_rounded_up(at.active + games * sizeof(int32_t));
    at.searches = lg_i_bits_rounded_up(at.team + (config->threads > 1 ? lg_i_team_size() : 0));
    if (at.search > (SIZE_MAX / 2 - at.searches) / games) return at;
    at.rows = at.searches + games * at.search;
    if (rows > (SIZE_MAX - 8 - at.rows) / games) return at;
    at.whole = at.rows + games * rows;
    return at;
}

size_t lg_self_play_size(const lg_game *game, const lg_search_config *search, const lg_self_play_config *config) {
    return self_lay_out(game, search, config).whole;
}

lg_status lg_self_play_create(const lg_game *game, const lg_search_config *search, const lg_self_play_config *config,
                              const lg_self_play_positions *rows, void *memory, size_t size, lg_self_play **play) {
    const self_places at = self_lay_out(game, search, config);
    if (at.whole == 0 || rows == NULL || play == NULL || !lg_i_bits_is_aligned(memory) || size < at.whole)
        return LG_E_ARGUMENT;
    if (!lg_i_game_is_prepared(game) || rows->capacity < self_kept(game, config)) return LG_E_ARGUMENT;
    lg_self_play *made = memory;
    memset(made, 0, sizeof *made);
    if (config->threads > 1 && !lg_i_team_create(config->threads, (char *)memory + at.team, &made->team))
        return LG_E_ARGUMENT;
    made->game = *game;
    made->config = *config;
    made->config.positions = self_kept(game, config);
    made->to = *rows;
    made->number = config->first;
    made->active = (int32_t *)(void *)((char *)memory + at.active);
    made->stride = self_stride(game);
    const int64_t part = SELF_DECISIONS / lg_i_game_longest(game);
    made->budget = (int32_t)(part < 1 ? 1 : part < SELF_PART ? part : SELF_PART);
    const lg_search_config own = self_searching(search);
    for (size_t i = 0; i < (size_t)config->games; i++) {
        self_game *one = &made->each[i];
        memset(one, 0, sizeof *one);
        (void)lg_search_create(game, &own, (char *)memory + at.searches + i * at.search, at.search, &one->search);
        one->rows = (char *)memory + at.rows + i * ((size_t)made->config.positions + 1) * made->stride;
    }
    *play = made;
    return LG_OK;
}

void lg_self_play_destroy(lg_self_play *play) {
    if (play != NULL) lg_i_team_destroy(play->team);
}

/* ---- one game ---- */

static self_row *self_row_of(const lg_self_play *play, const self_game *one, int32_t number) {
    return (self_row *)(void *)(one->rows + (size_t)number * play->stride);
}

static char *self_state_of(self_row *row) {
    return (char *)(row + 1);
}

static float *self_policy_of(const lg_self_play *play, self_row *row) {
    return (float *)(void *)(self_state_of(row) + lg_i_bits_rounded_up(play->game.state_size));
}

/* The state of the game at a new root. */
static void self_look(const lg_self_play *play, self_game *one) {
    const lg_search *search = one->search;
    const int64_t decided = (int64_t)one->opening + one->decisions;
    if (search->broken || (search->player >= 0 && decided >= lg_i_game_longest(&play->game))) one->stage = SELF_BROKEN;
    if (one->stage == SELF_BROKEN || search->player >= 0) return;
    one->stage = one->decisions > 0 ? SELF_ENDED : SELF_BROKEN;
    (void)lg_game_outcome(&play->game, search->root, one->outcome);
    for (int32_t p = 0; p < play->game.players; p++) one->outcome[p] = (float)lg_i_numbers_value(one->outcome[p]);
}

/* Random decisions from `state`, unless the game would be over then. */
static lg_status self_open(const lg_self_play *play, self_game *one, char *state) {
    const lg_game *game = &play->game;
    const uint32_t limit = lg_rng_below(&one->rng, (uint32_t)play->config.opening + 1);
    char *const start = one->search->root; /* memory that the beginning of a search overwrites */
    int64_t played = 0;
    memcpy(start, state, game->state_size);
    const lg_status status = limit > 0 ? lg_rollout(game, start, limit, &one->rng, state, &played, NULL, NULL) : LG_OK;
    if (status == LG_OK && lg_i_game_seat(game, state) == -1) {
        memcpy(state, start, game->state_size);
        played = 0;
    }
    one->opening = (int32_t)played;
    return status;
}

static void self_begin(const lg_self_play *play, self_game *one, int64_t number) {
    uint64_t at = play->config.seed + (uint64_t)number * 0x9E3779B97F4A7C15u; /* SplitMix64 after this number of outputs */
    const uint64_t seed = lg_splitmix64(&at);
    char *const state = self_state_of(self_row_of(play, one, play->config.positions));
    one->rng = lg_rng_seed(seed, LG_SELF_PLAY_STREAM);
    one->to_the_end = (float)(lg_rng_next(&one->rng) >> 8) * 0x1p-24f < play->config.played_on;
    one->simulations = 0;
    one->decisions = 0;
    one->gives_up = -1;
    one->stage = SELF_UNDER_WAY;
    if (lg_game_new(&play->game, seed, state) != LG_OK || self_open(play, one, state) != LG_OK) {
        one->stage = SELF_BROKEN;
        return;
    }
    (void)lg_search_set_seed(one->search, seed);
    (void)lg_search_begin(one->search, state);
    self_look(play, one);
}

/* The row for the current position: all positions of a game are kept with the same probability (J. Vitter, "Random
 * sampling with a reservoir", 1985). */
static self_row *self_place(const lg_self_play *play, self_game *one) {
    const int32_t most = play->config.positions;
    if (one->decisions < most) return self_row_of(play, one, one->decisions);
    const uint32_t chosen = lg_rng_below(&one->rng, (uint32_t)one->decisions + 1);
    return self_row_of(play, one, chosen < (uint32_t)most ? (int32_t)chosen : most);
}

/* An action drawn from the policy; `best` if all of it is 0. */
static int32_t self_draw(const lg_self_play *play, self_game *one, const float *policy, int32_t best) {
    const int32_t actions = play->game.actions;
    const double power = 1 / (double)play->config.temperature;
    double *const weights = one->search->weights, sum = 0;
    float top = 0;
    for (int32_t a = 0; a < actions; a++) top = policy[a] > top ? policy[a] : top;
    for (int32_t a = 0; a < actions; a++) {
        const double share = policy[a] > 0 ? (double)policy[a] / (double)top : 0;
        const bool plain = share <= 0 || (power >= 1 && power <= 1);
        weights[a] = plain ? share : power * lg_i_numbers_log(share);
        if (!plain) lg_i_numbers_exps(&weights[a], 1);
        sum += weights[a];
    }
    double left = lg_rng_next(&one->rng) * 0x1p-32 * sum;
    for (int32_t a = 0; a < actions; a++) {
        if (weights[a] <= 0) continue;
        best = a;
        if ((left -= weights[a]) < 0) break;
    }
    return best;
}

/* Whether the player to move resigns; if so, ends the game. */
static bool self_gives_up(const lg_self_play *play, self_game *one, const float *values) {
    const int32_t player = one->search->player;
    if (one->gives_up >= 0 || !(values[player] < play->config.resign)) return false;
    one->gives_up = player;
    if (one->to_the_end) return false;
    one->stage = SELF_ENDED;
    one->outcome[player] = -1;
    one->outcome[1 - player] = 1;
    return true;
}

/* Keeps the position, and plays a decision. */
static void self_decide(const lg_self_play *play, self_game *one) {
    lg_search *const search = one->search;
    const lg_game *game = &play->game;
    self_row *const row = self_place(play, one);
    float *const policy = self_policy_of(play, row);
    lg_search_statistics found;
    int32_t action;
    if (lg_search_best(search, &action) != LG_OK) {
        one->stage = SELF_BROKEN;
        return;
    }
    (void)lg_search_statistics_of(search, &found);
    (void)lg_search_root(search, &(lg_search_actions){.policy = policy});
    if (found.proven) {
        memset(policy, 0, (size_t)game->actions * sizeof *policy);
        policy[action] = 1;
    }
    if (one->decisions < play->config.drawn) action = self_draw(play, one, policy, action);
    row->player = search->player;
    row->action = action;
    row->decision = one->opening + one->decisions;
    memcpy(row->values, found.values, sizeof row->values);
    memcpy(self_state_of(row), search->root, game->state_size);
    one->decisions++;
    one->simulations += found.simulations;
    if (self_gives_up(play, one, row->values)) return;
    if (lg_search_advance(search, action, NULL) != LG_OK) one->stage = SELF_BROKEN;
    else self_look(play, one);
}

/* `context` is the number of simulations that may still begin. */
static bool self_is_spent(void *context, const lg_search *search) {
    int64_t *left = context;
    (void)search;
    return (*left)-- <= 0;
}

/* A decision counts like a simulation: proven roots need none. */
static void self_play_on(const lg_self_play *play, self_game *one, int64_t left) {
    while (one->stage == SELF_UNDER_WAY && left > 0) {
        lg_i_tree_run(one->search, self_is_spent, &left);
        if (one->search->broken) one->stage = SELF_BROKEN;
        else if (lg_i_tree_is_done(one->search)) self_decide(play, one);
        left--;
    }
}

typedef struct self_job {
    lg_self_play *play;
    int64_t budget; /* of each game */
} self_job;

static void self_work(void *context, int32_t first, int32_t count) {
    const self_job *job = context;
    for (int32_t i = first; i < first + count; i++) {
        const int32_t place = job->play->active[i];
        self_game *one = &job->play->each[place];
        if (one->stage == SELF_NEW) self_begin(job->play, one, job->play->number + place);
        self_play_on(job->play, one, job->budget);
    }
}

/* ---- many games ---- */

static int32_t self_count(const lg_self_play *play, const self_game *one) {
    return one->decisions < play->config.positions ? one->decisions : play->config.positions;
}

static void self_hand_out(const lg_self_play *play, const self_game *one, int64_t number, lg_self_play_report *report) {
    const lg_self_play_positions *to = &play->to;
    const size_t state = play->game.state_size, players = (size_t)play->game.players;
    const size_t actions = (size_t)play->game.actions;
    const int32_t kept = self_count(play, one);
    for (int32_t i = 0; i < kept; i++) {
        self_row *row = self_row_of(play, one, i);
        const size_t at = (size_t)report->positions++;
        if (to->states != NULL) memcpy((char *)to->states + at * state, self_state_of(row), state);
        if (to->player != NULL) to->player[at] = row->player;
        if (to->actions != NULL) to->actions[at] = row->action;
        if (to->policies != NULL)
            memcpy(to->policies + at * actions, self_policy_of(play, row), actions * sizeof(float));
        if (to->values != NULL) memcpy(to->values + at * players, row->values, players * sizeof(float));
        if (to->outcomes != NULL) memcpy(to->outcomes + at * players, one->outcome, players * sizeof(float));
        if (to->numbers != NULL) to->numbers[at] = number;
        if (to->decision != NULL) to->decision[at] = row->decision;
    }
    report->games++;
    report->decisions += one->decisions;
    report->simulations += one->simulations;
    if (one->gives_up >= 0 && one->to_the_end) {
        report->played_on++;
        report->mistaken += one->outcome[one->gives_up] > -1;
    } else {
        report->resigned += one->gives_up >= 0;
    }
}

/* Lists the games that are not over. */
static int32_t self_list(lg_self_play *play) {
    int32_t count = 0;
    for (int32_t i = 0; i < play->config.games; i++)
        if (play->each[i].stage <= SELF_UNDER_WAY) play->active[count++] = i;
    return count;
}

static void self_next_group(lg_self_play *play) {
    play->number += play->config.games;
    play->front = 0;
    for (int32_t i = 0; i < play->config.games; i++) play->each[i].stage = SELF_NEW;
}

lg_status lg_self_play_run(lg_self_play *play, int32_t least, lg_stop *stop, void *context,
                           lg_self_play_report *report) {
    if (play == NULL || report == NULL || least < 1 || least > play->to.capacity) return LG_E_ARGUMENT;
    lg_status status = LG_OK;
    memset(report, 0, sizeof *report);
    while (play->front > 0 || report->positions < least) {
        const int32_t count = play->front > 0 ? 0 : self_list(play); /* handing out begins when all are over */
        if (count > 0) {
            if (stop != NULL && (report->stopped = stop(context))) break;
            self_job job = {play, 1 + (play->budget - 1) / count};
            lg_i_team_run(play->team, self_work, &job, count);
            continue;
        }
        const self_game *one = &play->each[play->front];
        const bool broken = one->stage == SELF_BROKEN;
        if (broken && report->games > 0) break; /* the next call is about it */
        if (!broken && play->to.capacity - report->positions < self_count(play, one)) break;
        if (!broken) self_hand_out(play, one, play->number + play->front, report);
        if (++play->front == play->config.games) self_next_group(play);
        if (broken) {
            status = LG_E_BROKEN;
            break;
        }
    }
    report->next = play->number + play->front;
    return status;
}
