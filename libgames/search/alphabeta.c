/* Alpha-beta on the uniform interface; see libgames/alphabeta.h. */
#include "libgames/alphabeta.h"

#include <string.h>

#include "core/bits.h"
#include "game/calls.h"
#include "search/alphabeta_table.h"
#include "core/numbers.h"

enum {
    ALPHABETA_UNIT = 1 << 20, /* the value 1 */
    ALPHABETA_WIN = ALPHABETA_UNIT + LG_ALPHABETA_MAX_LEVELS, /* less the decisions to it; all other values are below the unit */
    INFINITE = ALPHABETA_WIN + 1,
    PAUSE = 4096, /* nodes between two calls of `stop` */
    NO_ACTION = 1 << 16,
    HINTS = 3,      /* actions that are tried before all others */
    SORTED = 2,     /* actions after them that are tried in the order of the history: later ones seldom cut off */
    HISTORY = 65535 /* the limit of scores of the history */
};

/* Actions that have recently cut off a level. */
typedef struct killers {
    int32_t actions[2];
} killers;

/* The best line from a level on. */
typedef struct variation {
    int32_t length, actions[LG_ALPHABETA_PV];
} variation;

struct lg_alphabeta {
    lg_game game;
    lg_alphabeta_config config;
    lg_i_alphabeta_table table;
    size_t table_size;
    uint8_t *states;     /* levels + 1 of them, one after the other */
    uint16_t *orders;    /* game.actions for each level */
    uint16_t *history;   /* of both players' actions, spread + 1 each */
    int32_t spread;      /* a power of two less 1, at least game.actions - 1 */
    killers *killers;    /* of each level */
    variation *lines;    /* of each level up to LG_ALPHABETA_PV */
    uint64_t *mask;
    /* the run */
    const lg_alphabeta_limits *limits;
    int64_t most_nodes; /* of them */
    lg_alphabeta_result *result;
    int64_t nodes, hits, pause;
    int32_t deepest;
    bool stopped;
    bool broken; /* stopped because the game violates its contract */
};

/* A value for the player to move and whether it (as the bound that it is) holds whatever the depth. */
typedef struct found {
    int32_t value;
    bool proven;
} found;

/* The question about a node: the position in states[level], in which the game is not over. */
typedef struct alphabeta_question {
    int32_t level;       /* decisions from the root */
    int32_t depth;       /* remaining whole moves; 0 and below: captures are played out */
    int32_t alpha, beta; /* the values between which the answer matters, for `player` */
    int32_t player;      /* the player to move */
    bool middle;         /* of that player's move */
} alphabeta_question;

static uint8_t *state_at(const lg_alphabeta *search, int32_t level) {
    return search->states + (size_t)level * search->game.state_size;
}

/* ---- values ---- */

static int32_t units(float value) {
    const float scaled = value * (float)ALPHABETA_UNIT;
    if (scaled != scaled) return 0;
    if (scaled >= (float)ALPHABETA_UNIT) return ALPHABETA_UNIT;
    if (scaled <= -(float)ALPHABETA_UNIT) return -ALPHABETA_UNIT;
    return (int32_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

static float alphabeta_value_of(int32_t value) {
    if (value >= ALPHABETA_UNIT) return 1;
    if (value <= -ALPHABETA_UNIT) return -1;
    return (float)value / (float)ALPHABETA_UNIT;
}

/* A number for each position, evenly in -largest ... largest. */
static int32_t noise_at(const lg_alphabeta *search, const void *state, int32_t largest) {
    lg_rng rng = lg_rng_seed(lg_i_game_position_key(&search->game, state), search->config.seed);
    return (int32_t)lg_rng_below(&rng, 2 * (uint32_t)largest + 1) - largest;
}

/* Estimates lie below every win. They have opposite signs for the two players, noise included. */
static int32_t estimate(const lg_alphabeta *search, const void *state, int32_t player) {
    const int32_t largest = (int32_t)(search->config.noise * (float)ALPHABETA_UNIT);
    int32_t value = (int32_t)(lg_i_game_evaluate(&search->game, state, player) * (float)ALPHABETA_UNIT);
    if (largest > 0) value += player == 0 ? noise_at(search, state, largest) : -noise_at(search, state, largest);
    return value >= ALPHABETA_UNIT ? ALPHABETA_UNIT - 1 : value <= -ALPHABETA_UNIT ? 1 - ALPHABETA_UNIT : value;
}

static found alphabeta_ended(const lg_alphabeta *search, const void *state, int32_t level, int32_t player) {
    float outcome[LG_MAX_PLAYERS] = {0};
    search->game.type->rules.outcome(&search->game, state, outcome);
    const int32_t value = units((outcome[player] - outcome[1 - player]) / 2);
    if (value >= ALPHABETA_UNIT) return (found){ALPHABETA_WIN - level, true};
    if (value <= -ALPHABETA_UNIT) return (found){level - ALPHABETA_WIN, true};
    return (found){value, true};
}

/* A known win or loss of the player to move, in `moves` moves: positive for a win, negative for a loss. */
static found alphabeta_known(int32_t moves, int32_t level) {
    const int32_t win = ALPHABETA_WIN - level - (moves > 0 ? moves : -moves);
    const int32_t value = win < ALPHABETA_UNIT ? ALPHABETA_UNIT : win;
    return (found){moves > 0 ? value : -value, true};
}

/* Wins counted from the root, from a node `level` decisions further on. */
static int32_t from_node(int32_t value, int32_t level) {
    return value >= ALPHABETA_UNIT ? value - level : value <= -ALPHABETA_UNIT ? value + level : value;
}

/* ---- the actions of a node, the most promising first ---- */

/* The legal actions of a node, those before `next` in the order in which they are tried. */
typedef struct queue {
    uint16_t *actions;
    int32_t count, next, hints, sorted;
    int32_t hint[HINTS]; /* of the table, and the killers: tried first where they are legal */
} queue;

static uint16_t *history_of(const lg_alphabeta *search, int32_t player, int32_t action) {
    return &search->history[(size_t)player * ((size_t)search->spread + 1) + (size_t)(action & search->spread)];
}

static queue line_up(const lg_alphabeta *search, const alphabeta_question *asked) {
    const killers *killed = &search->killers[asked->level];
    queue q = {search->orders + (size_t)asked->level * (size_t)search->game.actions, 0, 0, 0, 0,
               {NO_ACTION, killed->actions[0], killed->actions[1]}};
    q.count = lg_i_game_list_legal(&search->game, state_at(search, asked->level), search->mask, q.actions);
    return q;
}

/* The game violates its contract. */
static found alphabeta_give_up(lg_alphabeta *search) {
    search->broken = search->stopped = true;
    return (found){0, false};
}

static void move_up(queue *q, int32_t place) {
    const uint16_t action = q->actions[place];
    q->actions[place] = q->actions[q->next];
    q->actions[q->next] = action;
}

/* The place of an action, any one if it is not there. No branch, so that compilers compare several at a time. */
static int32_t alphabeta_place_of(const uint16_t *actions, int32_t count, int32_t action) {
    uint16_t place = 0;
    for (int32_t i = 0; i < count; i++) place |= actions[i] == (uint16_t)action ? (uint16_t)i : 0;
    return place;
}

/* Moves up the next hint that is legal. */
static bool take_hint(queue *q) {
    while (q->hints < HINTS) {
        const int32_t hint = q->hint[q->hints++];
        if (hint == NO_ACTION) continue;
        const int32_t place = alphabeta_place_of(q->actions, q->count, hint);
        if (q->actions[place] != hint || place < q->next) continue;
        move_up(q, place);
        return true;
    }
    return false;
}

/* Moves the action with the best history to the front. */
static void choose_by_history(const lg_alphabeta *search, int32_t player, queue *q) {
    const uint16_t *history = history_of(search, player, 0);
    int32_t place = q->next, best = -1;
    for (int32_t i = q->next; i < q->count; i++) {
        const int32_t score = history[q->actions[i] & search->spread];
        if (score > best) best = score, place = i;
    }
    move_up(q, place);
}

/* The next action to be tried. */
static int32_t alphabeta_pick(const lg_alphabeta *search, const alphabeta_question *asked, queue *q) {
    if (asked->depth > 0 && q->next + 1 < q->count && !take_hint(q) && q->sorted++ < SORTED)
        choose_by_history(search, asked->player, q);
    return q->actions[q->next++];
}

/* The action that cut off gains, those tried before lose. */
static void remember(lg_alphabeta *search, const alphabeta_question *asked, const queue *q) {
    killers *killed = &search->killers[asked->level];
    const int32_t action = q->actions[q->next - 1];
    const int32_t seen = asked->depth < 0 ? 0 : asked->depth < 20 ? asked->depth : 20;
    const int32_t weight = 16 * (seen + 1) * (seen + 1);
    if (killed->actions[0] != action) *killed = (killers){{action, killed->actions[0]}};
    for (int32_t i = 0; i < q->next - 1; i++) {
        uint16_t *score = history_of(search, asked->player, q->actions[i]);
        *score = (uint16_t)(*score - *score * weight / HISTORY);
    }
    uint16_t *score = history_of(search, asked->player, action);
    *score = (uint16_t)(*score + (HISTORY - *score) * weight / HISTORY);
}

/* ---- the tree ---- */

static void alphabeta_report(const lg_alphabeta *search) {
    search->result->nodes = search->nodes;
    search->result->hits = search->hits;
    search->result->deepest = search->deepest;
}

/* Whether to stop, where the budget or the next pause is reached. */
static bool paused(lg_alphabeta *search) {
    const lg_alphabeta_limits *limits = search->limits;
    alphabeta_report(search);
    if (search->nodes >= search->most_nodes) search->stopped = true;
    else if (limits->stop != NULL && limits->stop(limits->context, search->result)) search->stopped = true;
    search->pause = search->most_nodes - search->nodes > PAUSE ? search->nodes + PAUSE : search->most_nodes;
    return search->stopped;
}

/* `action` and then the best line of the next level is the best line of this level. */
static void alphabeta_extend(lg_alphabeta *search, int32_t level, int32_t action) {
    if (level >= LG_ALPHABETA_PV) return;
    variation *line = &search->lines[level];
    const variation *rest = level + 1 < LG_ALPHABETA_PV ? line + 1 : NULL;
    const int32_t length = rest == NULL ? 0 : rest->length < LG_ALPHABETA_PV - 1 ? rest->length : LG_ALPHABETA_PV - 1;
    line->actions[0] = action;
    if (length > 0) memcpy(line->actions + 1, rest->actions, (size_t)length * sizeof rest->actions[0]);
    line->length = 1 + length;
}

/* The line found at the root, with its value. */
static void announce(lg_alphabeta *search, found best) {
    lg_alphabeta_result *result = search->result;
    const variation *line = &search->lines[0];
    result->value = alphabeta_value_of(best.value);
    result->action = line->actions[0];
    result->end = best.value >= ALPHABETA_UNIT    ? ALPHABETA_WIN - best.value
                  : best.value <= -ALPHABETA_UNIT ? ALPHABETA_WIN + best.value
                                                  : 0;
    result->pv_length = line->length;
    memset(result->pv, 0, sizeof result->pv);
    memcpy(result->pv, line->actions, (size_t)line->length * sizeof line->actions[0]);
}

/* Whether the search goes no further than this node. */
static bool rests(const lg_alphabeta *search, const alphabeta_question *asked, bool quiet) {
    if (asked->level == search->config.levels || asked->depth <= -search->config.quiescence) return true;
    return asked->depth <= 0 && quiet && !asked->middle;
}

static found alphabeta_visit(lg_alphabeta *search, const alphabeta_question *asked);

/* The position after a decision of `player`, for that player, where `next` holds for who is to move. */
static found alphabeta_look(lg_alphabeta *search, alphabeta_question *next, int32_t alpha, int32_t beta, bool same) {
    next->alpha = same ? alpha : -beta;
    next->beta = same ? beta : -alpha;
    const found value = alphabeta_visit(search, next);
    return same ? value : (found){-value.value, value.proven};
}

/* The position after a decision of the node's player, for that player. For all but the first only
 * the question is whether they are better than alpha; those that are get a second search. */
static found alphabeta_answer(lg_alphabeta *search, const alphabeta_question *asked, int32_t alpha, bool first,
                              const lg_turn *turn) {
    const int32_t level = asked->level + 1, beta = asked->beta;
    if (level > search->deepest) search->deepest = level;
    if (beta - alpha > 1 && level < LG_ALPHABETA_PV) search->lines[level].length = 0;
    if (turn->player < 0) return alphabeta_ended(search, state_at(search, level), level, asked->player);
    if (level >= lg_i_game_longest(&search->game)) return alphabeta_give_up(search);
    alphabeta_question next = {level,        turn->in_move ? asked->depth : asked->depth - 1, 0, 0, turn->player,
                               turn->in_move};
    const bool same = next.player == asked->player;
    float drawn;
    const int32_t moves = lg_i_game_known(&search->game, state_at(search, level), &drawn);
    if (moves != 0 && moves != LG_KNOWN_DRAWN) return alphabeta_known(same ? moves : -moves, level);
    if (rests(search, &next, turn->quiet))
        return (found){estimate(search, state_at(search, level), asked->player), false};
    if (first || beta - alpha == 1) return alphabeta_look(search, &next, alpha, beta, same);
    const found better = alphabeta_look(search, &next, alpha, alpha + 1, same);
    if (better.value <= alpha || better.value >= beta || search->stopped) return better;
    return alphabeta_look(search, &next, alpha, beta, same);
}

/* The best of all legal actions; writes which one it is. */
static found alphabeta_choose(lg_alphabeta *search, const alphabeta_question *asked, queue *q, int32_t *chosen) {
    const uint8_t *state = state_at(search, asked->level);
    uint8_t *after = state_at(search, asked->level + 1);
    int32_t alpha = asked->alpha;
    found best = {-INFINITE, false};
    bool all = true;
    lg_turn turn;
    while (q->next < q->count) {
        const int32_t action = alphabeta_pick(search, asked, q);
        if (!lg_i_game_is_action(&search->game, action)) return alphabeta_give_up(search);
        if (search->nodes >= search->pause && paused(search)) return best;
        if (!lg_i_game_apply_legal(&search->game, state, action, after, &turn)) return alphabeta_give_up(search);
        search->nodes++;
        const found next = alphabeta_answer(search, asked, alpha, best.value == -INFINITE, &turn);
        if (search->stopped) return best;
        all = all && next.proven;
        if (next.value <= best.value) continue;
        best = next;
        *chosen = action;
        if (best.value <= alpha) continue;
        alpha = best.value;
        if (asked->beta - asked->alpha > 1) alphabeta_extend(search, asked->level, action);
        if (asked->level == 0) announce(search, best);
        if (alpha < asked->beta) continue;
        if (asked->depth > 0) remember(search, asked, q);
        return best;
    }
    best.proven = all || (best.proven && best.value >= ALPHABETA_UNIT); /* nothing is better than a win */
    return best;
}

/* Whether an entry answers the question, and how. Inside an open window only a proven value does, so that the principal
 * variation is as long as the depth. */
static bool settled(const lg_i_alphabeta_entry *entry, const alphabeta_question *asked, found *value) {
    const int32_t known = from_node(entry->value, asked->level);
    if (entry->proven == 0 && (entry->depth < asked->depth || asked->beta - asked->alpha > 1)) return false;
    if (entry->bound == LG_I_ALPHABETA_LOWER && known < asked->beta) return false;
    if (entry->bound == LG_I_ALPHABETA_UPPER && known > asked->alpha) return false;
    *value = (found){known, entry->proven != 0};
    return true;
}

static void alphabeta_keep(const lg_alphabeta *search, const alphabeta_question *asked, uint64_t key, found best,
                           int32_t action) {
    const int bound = best.value >= asked->beta   ? LG_I_ALPHABETA_LOWER
                      : best.value > asked->alpha ? LG_I_ALPHABETA_EXACT
                                                  : LG_I_ALPHABETA_UPPER;
    const lg_i_alphabeta_entry entry = {key,
                                        from_node(best.value, -asked->level),
                                        (uint16_t)action,
                                        (uint8_t)asked->depth,
                                        (uint8_t)(bound & 3),
                                        best.proven,
                                        0};
    lg_i_alphabeta_table_put(&search->table, &entry);
}

/* A node that nothing settles but its actions, or the table. */
static found expand(lg_alphabeta *search, const alphabeta_question *asked) {
    const lg_game *game = &search->game;
    const uint8_t *state = state_at(search, asked->level);
    const bool kept = asked->depth > 0 && search->table.count > 0;
    const uint64_t key = kept ? lg_i_game_position_key(game, state) : 0;
    int32_t chosen = NO_ACTION;
    if (kept) lg_i_alphabeta_table_prefetch(&search->table, key, asked->depth);
    queue q = line_up(search, asked);
    if (q.count < 0) return alphabeta_give_up(search);
    const lg_i_alphabeta_entry *entry = kept ? lg_i_alphabeta_table_find(&search->table, key, asked->depth) : NULL;
    if (entry != NULL) {
        found value;
        if (asked->level > 0 && settled(entry, asked, &value)) {
            search->hits++;
            return value;
        }
        q.hint[0] = entry->action;
    }
    if (asked->level == 0 && search->result->depth > 0) q.hint[0] = search->result->action;
    const found best = alphabeta_choose(search, asked, &q, &chosen);
    if (kept && !search->stopped && chosen != NO_ACTION) alphabeta_keep(search, asked, key, best, chosen);
    return best;
}

/* Returns immediately if a win or loss that is already known is nearer than any below this node. */
static found alphabeta_visit(lg_alphabeta *search, const alphabeta_question *asked) {
    const int32_t soonest = ALPHABETA_WIN - asked->level - 1;
    if (asked->alpha >= soonest) return (found){soonest, true};
    if (asked->beta <= -soonest) return (found){-soonest, true};
    return expand(search, asked);
}

/* ---- a run ---- */

/* One iteration; false when it was cut short. */
static bool iterate(lg_alphabeta *search, int32_t depth, int32_t player) {
    lg_alphabeta_result *result = search->result;
    const bool middle = lg_game_in_move(&search->game, search->states);
    search->lines[0].length = 0;
    const found best = expand(search, &(alphabeta_question){0, depth, -INFINITE, INFINITE, player, middle});
    alphabeta_report(search);
    if (search->stopped) return false;
    result->depth = depth;
    result->proven = best.proven;
    return true;
}

/* What is known before the first look. */
static void alphabeta_begin(lg_alphabeta *search, const void *state, int32_t player) {
    lg_alphabeta_result *result = search->result;
    memcpy(search->states, state, search->game.state_size);
    memset(result, 0, sizeof *result);
    const int32_t count = lg_i_game_list_legal(&search->game, state, search->mask, search->orders);
    result->action = count > 0 && lg_i_game_is_action(&search->game, search->orders[0]) ? search->orders[0] : 0;
    result->value = alphabeta_value_of(estimate(search, state, player));
    for (int32_t level = 0; level <= search->config.levels; level++)
        search->killers[level] = (killers){{NO_ACTION, NO_ACTION}};
    search->table.generation = (search->table.generation + 1) % LG_I_ALPHABETA_GENERATIONS;
    search->nodes = search->hits = 0;
    search->pause = search->limits->stop != NULL ? 0 : search->most_nodes < PAUSE ? search->most_nodes : PAUSE;
    search->deepest = 0;
    search->stopped = search->broken = false;
}

lg_status lg_alphabeta_run(lg_alphabeta *search, const void *state, const lg_alphabeta_limits *limits,
                           lg_alphabeta_result *result) {
    if (search == NULL || state == NULL || limits == NULL || result == NULL) return LG_E_ARGUMENT;
#define CHECK(member, least, most)                                                                                     \
    if (limits->member != 0 && !lg_i_numbers_is_within((double)limits->member, (double)(least), (double)(most)))       \
        return LG_E_ARGUMENT;
    LG_ALPHABETA_LIMITS(CHECK)
#undef CHECK
    if (limits->depth == 0 && limits->nodes == 0 && limits->stop == NULL) return LG_E_ARGUMENT;
    const int32_t player = lg_i_game_seat(&search->game, state);
    if (player < 0) return player == LG_I_GAME_NOBODY ? LG_E_BROKEN : LG_E_OVER;
    const int32_t deepest = limits->depth > 0 ? limits->depth : LG_ALPHABETA_MAX_DEPTH;
    search->limits = limits;
    search->most_nodes = limits->nodes > 0 ? limits->nodes : INT64_MAX;
    search->result = result;
    alphabeta_begin(search, state, player);
    for (int32_t depth = 1; depth <= deepest && result->proven == 0; depth++) {
        if (!iterate(search, depth, player)) break;
        if (limits->stop != NULL && limits->stop(limits->context, result)) break;
    }
    return search->broken ? LG_E_BROKEN : LG_OK;
}

/* ---- memory ---- */

lg_alphabeta_config lg_alphabeta_default(void) {
    return (lg_alphabeta_config){(int64_t)16 << 20, 256, 64, 0, 0};
}

/* The game and the configuration are ones that can be searched. */
static lg_status alphabeta_check(const lg_game *game, const lg_alphabeta_config *config) {
    if (game == NULL || config == NULL) return LG_E_ARGUMENT;
#define CHECK(member, least, most) \
    if (!lg_i_numbers_is_within((double)config->member, (double)(least), (double)(most))) return LG_E_ARGUMENT;
    LG_ALPHABETA_RANGES(CHECK)
#undef CHECK
    return game->players == 2 && lg_i_game_is_exact(game) ? LG_OK : LG_E_UNSUPPORTED;
}

/* The next part of the memory, at an offset that suits it. In 64 bits, since the whole may be more than there are
 * addresses for. */
static uint64_t reserve(uint64_t *end, uint64_t count, uint64_t size, uint64_t alignment) {
    const uint64_t begin = (*end + alignment - 1) / alignment * alignment;
    *end = begin + count * size;
    return begin;
}

typedef struct alphabeta_layout {
    uint64_t states, mask, killers, lines, orders, history, table, end;
} alphabeta_layout;

static size_t spread_of(const lg_game *game) {
    size_t spread = 1;
    while (spread < (size_t)game->actions) spread *= 2;
    return spread;
}

/* `base`: where the memory begins, as the table starts at a line of the cache. */
static alphabeta_layout alphabeta_lay_out(const lg_game *game, const lg_alphabeta_config *config, size_t base) {
    alphabeta_layout parts;
    const uint64_t levels = (uint64_t)config->levels, actions = (uint64_t)game->actions;
    uint64_t end = base + sizeof(lg_alphabeta);
    parts.states = reserve(&end, levels + 1, game->state_size, 8);
    parts.mask = reserve(&end, (uint64_t)LG_MASK_WORDS(game->actions), sizeof(uint64_t), 8);
    parts.killers = reserve(&end, levels + 1, sizeof(killers), 8);
    parts.lines = reserve(&end, LG_ALPHABETA_PV, sizeof(variation), 8);
    parts.orders = reserve(&end, levels * actions, sizeof(uint16_t), 8);
    parts.history = reserve(&end, 2 * spread_of(game), sizeof(uint16_t), 8);
    parts.table = reserve(&end, (uint64_t)config->table / sizeof(lg_i_alphabeta_place), sizeof(lg_i_alphabeta_place),
                          sizeof(lg_i_alphabeta_place));
    parts.end = end;
    return parts;
}

size_t lg_alphabeta_size(const lg_game *game, const lg_alphabeta_config *config) {
    if (alphabeta_check(game, config) != LG_OK) return 0;
    /* The memory may begin anywhere in a line of the cache. */
    const uint64_t size = alphabeta_lay_out(game, config, 0).end + sizeof(lg_i_alphabeta_place);
    return (size_t)size == size ? (size_t)size : 0;
}

lg_status lg_alphabeta_create(const lg_game *game, const lg_alphabeta_config *config, void *memory, size_t size,
                           lg_alphabeta **search) {
    const lg_status status = alphabeta_check(game, config);
    if (status != LG_OK) return status;
    if (search == NULL || !lg_i_bits_is_aligned(memory) || !lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    const size_t needed = lg_alphabeta_size(game, config);
    if (needed == 0) return LG_E_ARGUMENT;
    if (size < needed) return LG_E_SPACE;
    const size_t base = (uintptr_t)memory % sizeof(lg_i_alphabeta_place);
    const alphabeta_layout parts = alphabeta_lay_out(game, config, base);
    uint8_t *bytes = (uint8_t *)memory - base;
    lg_alphabeta *made = (lg_alphabeta *)memory;
    memset(memory, 0, (size_t)parts.end - base);
    made->game = *game;
    made->config = *config;
    made->states = bytes + (size_t)parts.states;
    made->mask = (uint64_t *)(void *)(bytes + (size_t)parts.mask);
    made->killers = (killers *)(void *)(bytes + (size_t)parts.killers);
    made->lines = (variation *)(void *)(bytes + (size_t)parts.lines);
    made->orders = (uint16_t *)(void *)(bytes + (size_t)parts.orders);
    made->history = (uint16_t *)(void *)(bytes + (size_t)parts.history);
    made->spread = (int32_t)spread_of(game) - 1;
    made->table.places = (lg_i_alphabeta_place *)(void *)(bytes + (size_t)parts.table);
    made->table.count = (uint32_t)((uint64_t)config->table / sizeof(lg_i_alphabeta_place));
    *search = made;
    return LG_OK;
}

lg_status lg_alphabeta_clear(lg_alphabeta *search) {
    if (search == NULL) return LG_E_ARGUMENT;
    memset(search->table.places, 0, search->table.count * sizeof(lg_i_alphabeta_place));
    memset(search->history, 0, 2 * spread_of(&search->game) * sizeof(uint16_t));
    search->table.generation = 0;
    return LG_OK;
}
