/* Alpha-beta on the uniform interface; see libgames/alphabeta.h. */
#include "libgames/alphabeta.h"

#include <string.h>

#include "core/bits.h"
#include "game/calls.h"
#include "search/alphabeta_table.h"

enum {
    UNIT = 1 << 20,                       /* the value 1 */
    WIN = UNIT + LG_ALPHABETA_MAX_LEVELS, /* less the decisions to it: at least UNIT; all else lies below */
    INFINITE = WIN + 1,
    PAUSE = 4096,        /* nodes between two questions whether to stop */
    NO_ACTION = 1 << 16,
    HISTORY = 60000,     /* what scores of the history stay below; hash action and killers come before them */
    FIRST = 65535,
    SORTED = 3           /* actions that are tried in the order of the history: later ones seldom cut off */
};

/* Actions that cut off a level lately. */
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
    lg_i_table table;
    size_t table_size;
    uint8_t *states;     /* levels + 1 of them, one after the other */
    uint32_t *orders;    /* game.actions for each level: score << 16 | 65535 - action */
    uint16_t *history;   /* of both players' actions */
    killers *killers;    /* of each level */
    variation *lines;    /* of each level up to LG_ALPHABETA_PV */
    uint64_t *mask;
    /* the run */
    const lg_alphabeta_limits *limits;
    lg_alphabeta_result *result;
    int64_t nodes, hits, pause;
    int32_t deepest;
    bool stopped;
};

/* A value for the player to move and whether it (as the bound that it is) holds whatever the depth. */
typedef struct found {
    int32_t value;
    bool proven;
} found;

/* What is asked about a node: the position in states[level], in which the game goes on. */
typedef struct question {
    int32_t level;       /* decisions from the root */
    int32_t depth;       /* whole moves that are left; 0 and below: captures are played out */
    int32_t alpha, beta; /* the values between which the answer matters, for `player` */
    int32_t player;      /* who is to move */
    bool middle;         /* of that player's move */
} question;

/* ---- values ---- */

static int32_t units(float value) {
    const float scaled = value * (float)UNIT;
    if (scaled != scaled) return 0;
    if (scaled >= (float)UNIT) return UNIT;
    if (scaled <= -(float)UNIT) return -UNIT;
    return (int32_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

static float value_of(int32_t value) {
    if (value >= UNIT) return 1;
    if (value <= -UNIT) return -1;
    return (float)value / (float)UNIT;
}

/* Estimates lie below every win. */
static int32_t estimate(const lg_alphabeta *search, const void *state, int32_t player, bool *quiet) {
    const int32_t value = units(lg_i_evaluate(&search->game, state, player, quiet));
    return value >= UNIT ? UNIT - 1 : value <= -UNIT ? 1 - UNIT : value;
}

static found ended(const lg_alphabeta *search, const void *state, int32_t level, int32_t player) {
    float outcome[LG_MAX_PLAYERS] = {0};
    search->game.type->outcome(&search->game, state, outcome);
    const int32_t value = units((outcome[player] - outcome[1 - player]) / 2);
    if (value >= UNIT) return (found){WIN - level, true};
    if (value <= -UNIT) return (found){level - WIN, true};
    return (found){value, true};
}

/* Wins counted from the root, from a node `level` decisions further on. */
static int32_t from_node(int32_t value, int32_t level) {
    return value >= UNIT ? value - level : value <= -UNIT ? value + level : value;
}

/* ---- the actions of a node, the most promising first ---- */

static uint32_t rank(uint32_t score, int32_t action) {
    return score << 16 | (uint32_t)(FIRST - action);
}

/* The mask of legal actions, without the spare bits that a faulty game might set. */
static void look_up(const lg_alphabeta *search, const void *state) {
    const int32_t actions = search->game.actions;
    (void)search->game.type->legal(&search->game, state, search->mask);
    search->mask[(actions - 1) / 64] &= ~(uint64_t)0 >> (63 - (actions - 1) % 64);
}

/* Moves an action from the mask to the order, if it is legal. */
static int32_t promote(const lg_alphabeta *search, int32_t action, uint32_t *order, int32_t count) {
    if (action >= search->game.actions || (search->mask[action / 64] >> action % 64 & 1) == 0) return count;
    search->mask[action / 64] ^= (uint64_t)1 << action % 64;
    order[count] = rank(FIRST, action);
    return count + 1;
}

/* Writes the order of all legal actions and returns their number; the first *sorted need no more sorting. */
static int32_t list(const lg_alphabeta *search, const question *asked, int32_t first, uint32_t *order,
                    int32_t *sorted) {
    const int32_t words = LG_MASK_WORDS(search->game.actions);
    const uint16_t *history = search->history + (size_t)asked->player * (size_t)search->game.actions;
    const killers *killed = &search->killers[asked->level];
    int32_t count = promote(search, first, order, 0);
    for (int i = 0; i < 2; i++) count = promote(search, killed->actions[i], order, count);
    *sorted = count;
    for (int32_t word = 0; word < words; word++)
        for (uint64_t bits = search->mask[word]; bits != 0;) {
            const int32_t action = 64 * word + lg_i_take(&bits);
            order[count++] = rank(history[action], action);
        }
    return count;
}

static int32_t action_at(const uint32_t *order, int32_t number) {
    return FIRST - (int32_t)(order[number] & 65535u);
}

/* The action to be tried after `number` others, `sorted` of which were in order from the beginning. */
static int32_t pick(uint32_t *order, int32_t number, int32_t count, int32_t sorted) {
    int32_t best = number;
    if (number < sorted || number >= sorted + SORTED) return action_at(order, number);
    for (int32_t i = number + 1; i < count; i++) best = order[i] > order[best] ? i : best;
    const uint32_t taken = order[best];
    order[best] = order[number];
    order[number] = taken;
    return action_at(order, number);
}

/* The action that cut off gains, those tried before it lose. */
static void remember(lg_alphabeta *search, const question *asked, const uint32_t *order, int32_t number) {
    uint16_t *history = search->history + (size_t)asked->player * (size_t)search->game.actions;
    killers *killed = &search->killers[asked->level];
    const int32_t action = action_at(order, number);
    const int32_t seen = asked->depth < 0 ? 0 : asked->depth < 20 ? asked->depth : 20;
    const int32_t weight = 16 * (seen + 1) * (seen + 1);
    if (killed->actions[0] != action) *killed = (killers){{action, killed->actions[0]}};
    for (int32_t i = 0; i < number; i++) {
        uint16_t *score = &history[action_at(order, i)];
        *score = (uint16_t)(*score - *score * weight / HISTORY);
    }
    history[action] = (uint16_t)(history[action] + (HISTORY - history[action]) * weight / HISTORY);
}

/* ---- the tree ---- */

static uint8_t *state_at(const lg_alphabeta *search, int32_t level) {
    return search->states + (size_t)level * search->game.state_size;
}

static void report(const lg_alphabeta *search) {
    search->result->nodes = search->nodes;
    search->result->hits = search->hits;
    search->result->deepest = search->deepest;
}

/* Whether to stop, asked where the budget or the next pause is reached. */
static bool paused(lg_alphabeta *search) {
    const lg_alphabeta_limits *limits = search->limits;
    report(search);
    if (search->nodes >= limits->nodes) search->stopped = true;
    else if (limits->stop != NULL && limits->stop(limits->context, search->result)) search->stopped = true;
    search->pause = limits->nodes - search->nodes > PAUSE ? search->nodes + PAUSE : limits->nodes;
    return search->stopped;
}

/* `action` and the best line behind it is the best line here. */
static void extend(lg_alphabeta *search, int32_t level, int32_t action) {
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
    result->value = value_of(best.value);
    result->action = line->actions[0];
    result->end = best.value >= UNIT ? WIN - best.value : best.value <= -UNIT ? WIN + best.value : 0;
    result->pv_length = line->length;
    memset(result->pv, 0, sizeof result->pv);
    memcpy(result->pv, line->actions, (size_t)line->length * sizeof line->actions[0]);
}

static found visit(lg_alphabeta *search, const question *asked);

/* The position after a decision of `player`, for that player, where `next` holds for who is to move. */
static found look(lg_alphabeta *search, const question *next, int32_t alpha, int32_t beta, int32_t player) {
    question asked = *next;
    const bool same = next->player == player;
    asked.alpha = same ? alpha : -beta;
    asked.beta = same ? beta : -alpha;
    const found value = visit(search, &asked);
    return same ? value : (found){-value.value, value.proven};
}

/* The same for all positions. All but the first are only asked whether they are better than alpha, and looked at again
 * when they are. */
static found answer(lg_alphabeta *search, const question *asked, int32_t alpha, bool first) {
    const lg_game *game = &search->game;
    const int32_t level = asked->level + 1, beta = asked->beta;
    const uint8_t *state = state_at(search, level);
    const int32_t mover = game->type->player(game, state);
    if (level < LG_ALPHABETA_PV) search->lines[level].length = 0;
    if (mover < 0) return ended(search, state, level, asked->player);
    const bool middle = game->type->in_move != NULL && game->type->in_move(game, state);
    const question next = {level, middle ? asked->depth : asked->depth - 1, 0, 0, mover & 1, middle};
    if (first || beta - alpha == 1) return look(search, &next, alpha, beta, asked->player);
    const found better = look(search, &next, alpha, alpha + 1, asked->player);
    if (better.value <= alpha || better.value >= beta || search->stopped) return better;
    return look(search, &next, alpha, beta, asked->player);
}

/* The best of all actions in the mask, of which `first` is tried first; writes which one it is. */
static found choose(lg_alphabeta *search, const question *asked, int32_t first, int32_t *chosen) {
    const lg_game *game = &search->game;
    uint32_t *order = search->orders + (size_t)asked->level * (size_t)game->actions;
    int32_t sorted;
    const int32_t count = list(search, asked, first, order, &sorted);
    const uint8_t *state = state_at(search, asked->level);
    uint8_t *after = state_at(search, asked->level + 1);
    int32_t alpha = asked->alpha;
    found best = {-INFINITE, false};
    bool all = true;
    for (int32_t i = 0; i < count; i++) {
        const int32_t action = pick(order, i, count, sorted);
        if (search->nodes >= search->pause && paused(search)) return best;
        if (game->type->apply(game, state, action, after) != LG_OK) continue;
        search->nodes++;
        const found next = answer(search, asked, alpha, best.value == -INFINITE);
        if (search->stopped) return best;
        all = all && next.proven;
        if (next.value <= best.value) continue;
        best = next;
        *chosen = action;
        if (best.value <= alpha) continue;
        alpha = best.value;
        if (asked->beta - asked->alpha > 1) extend(search, asked->level, action);
        if (asked->level == 0) announce(search, best);
        if (alpha < asked->beta) continue;
        remember(search, asked, order, i);
        return best;
    }
    best.proven = all || (best.proven && best.value >= UNIT); /* nothing is better than a win */
    return best;
}

/* Whether an entry settles what is asked, and how. Inside an open window only what is proven does, so that the principal
 * variation is as long as the depth. */
static bool settled(const lg_i_entry *entry, const question *asked, found *value) {
    const int32_t known = from_node(entry->value, asked->level);
    if (entry->proven == 0 && (entry->depth < asked->depth || asked->beta - asked->alpha > 1)) return false;
    if (entry->bound == LG_I_LOWER && known < asked->beta) return false;
    if (entry->bound == LG_I_UPPER && known > asked->alpha) return false;
    *value = (found){known, entry->proven != 0};
    return true;
}

static void keep(const lg_alphabeta *search, const question *asked, uint64_t key, found best, int32_t action) {
    const int bound = best.value >= asked->beta ? LG_I_LOWER : best.value > asked->alpha ? LG_I_EXACT : LG_I_UPPER;
    const lg_i_entry entry = {key, from_node(best.value, -asked->level), (uint16_t)action, (uint8_t)asked->depth,
                              (uint8_t)(bound & 3), best.proven, 0};
    lg_i_table_put(&search->table, &entry);
}

/* A node that nothing settles but its actions, or the table. */
static found expand(lg_alphabeta *search, const question *asked) {
    const lg_game *game = &search->game;
    const uint8_t *state = state_at(search, asked->level);
    const bool kept = asked->depth > 0 && search->table.count > 0;
    const uint64_t key = kept ? lg_i_position_key(game, state) : 0;
    int32_t first = NO_ACTION, chosen = NO_ACTION;
    if (kept) lg_i_table_prefetch(&search->table, key);
    look_up(search, state);
    const lg_i_entry *entry = kept ? lg_i_table_find(&search->table, key) : NULL;
    if (entry != NULL) {
        found value;
        if (asked->level > 0 && settled(entry, asked, &value)) {
            search->hits++;
            return value;
        }
        first = entry->action;
    }
    if (asked->level == 0 && search->result->depth > 0) first = search->result->action;
    const found best = choose(search, asked, first, &chosen);
    if (kept && !search->stopped && chosen != NO_ACTION) keep(search, asked, key, best, chosen);
    return best;
}

static found visit(lg_alphabeta *search, const question *asked) {
    const int32_t level = asked->level, soonest = WIN - level - 1;
    if (level > search->deepest) search->deepest = level;
    const bool last = level == search->config.levels || asked->depth <= -search->config.quiescence;
    if (last || (asked->depth <= 0 && !asked->middle)) {
        bool quiet;
        const int32_t value = estimate(search, state_at(search, level), asked->player, &quiet);
        if (last || quiet) return (found){value, false};
    }
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
    const found best = visit(search, &(question){0, depth, -INFINITE, INFINITE, player, middle});
    report(search);
    if (search->stopped) return false;
    result->depth = depth;
    result->proven = best.proven;
    return true;
}

/* What is known before the first look. */
static void begin(lg_alphabeta *search, const void *state, int32_t player) {
    bool quiet;
    lg_alphabeta_result *result = search->result;
    memcpy(search->states, state, search->game.state_size);
    memset(result, 0, sizeof *result);
    look_up(search, state);
    const int32_t first = lg_mask_select(search->mask, search->game.actions, 0);
    result->action = first < 0 ? 0 : first;
    result->value = value_of(estimate(search, state, player, &quiet));
    for (int32_t level = 0; level <= search->config.levels; level++)
        search->killers[level] = (killers){{NO_ACTION, NO_ACTION}};
    search->table.generation = (search->table.generation + 1) % LG_I_GENERATIONS;
    search->nodes = search->hits = 0;
    search->pause = search->limits->nodes < PAUSE ? search->limits->nodes : PAUSE;
    search->deepest = 0;
    search->stopped = false;
}

lg_status lg_alphabeta_run(lg_alphabeta *search, const void *state, const lg_alphabeta_limits *limits,
                           lg_alphabeta_result *result) {
    if (search == NULL || state == NULL || limits == NULL || result == NULL) return LG_E_ARGUMENT;
    if (limits->depth < 0 || limits->depth > LG_ALPHABETA_MAX_DEPTH || limits->nodes < 0) return LG_E_ARGUMENT;
    const int32_t player = search->game.type->player(&search->game, state);
    if (player < 0) return LG_E_OVER;
    search->limits = limits;
    search->result = result;
    begin(search, state, player & 1);
    for (int32_t depth = 1; depth <= limits->depth && result->proven == 0; depth++) {
        if (!iterate(search, depth, player & 1)) break;
        if (limits->stop != NULL && limits->stop(limits->context, result)) break;
    }
    return LG_OK;
}

/* ---- memory ---- */

lg_alphabeta_config lg_alphabeta_default(void) {
    return (lg_alphabeta_config){(int64_t)16 << 20, 256, 64};
}

/* The game and the configuration are ones that can be searched. */
static lg_status check(const lg_game *game, const lg_alphabeta_config *config) {
    if (game == NULL || config == NULL) return LG_E_ARGUMENT;
    if (config->table < 0 || config->table > LG_ALPHABETA_MAX_TABLE) return LG_E_ARGUMENT;
    if (config->levels < 1 || config->levels > LG_ALPHABETA_MAX_LEVELS) return LG_E_ARGUMENT;
    if (config->quiescence < 0 || config->quiescence > LG_ALPHABETA_MAX_DEPTH) return LG_E_ARGUMENT;
    const lg_game_type *type = game->type;
    const bool known = type->information == LG_INFORMATION_PERFECT && type->chance != LG_CHANCE_PLAY;
    return known && game->players == 2 ? LG_OK : LG_E_UNSUPPORTED;
}

/* The next part of the memory, at an offset that suits it. */
static size_t reserve(size_t *end, size_t count, size_t size, size_t alignment) {
    const size_t begin = (*end + alignment - 1) / alignment * alignment;
    *end = begin + count * size;
    return begin;
}

typedef struct layout {
    size_t states, mask, killers, lines, orders, history, table, end;
} layout;

/* `base`: where the memory begins, as the table starts at a line of the cache. */
static layout lay_out(const lg_game *game, const lg_alphabeta_config *config, size_t base) {
    layout parts;
    const size_t levels = (size_t)config->levels, actions = (size_t)game->actions;
    size_t end = base + sizeof(lg_alphabeta);
    parts.states = reserve(&end, levels + 1, game->state_size, 8);
    parts.mask = reserve(&end, (size_t)LG_MASK_WORDS(game->actions), sizeof(uint64_t), 8);
    parts.killers = reserve(&end, levels + 1, sizeof(killers), 8);
    parts.lines = reserve(&end, LG_ALPHABETA_PV, sizeof(variation), 8);
    parts.orders = reserve(&end, levels * actions, sizeof(uint32_t), 8);
    parts.history = reserve(&end, 2 * actions, sizeof(uint16_t), 8);
    parts.table = reserve(&end, (size_t)config->table / sizeof(lg_i_place), sizeof(lg_i_place), sizeof(lg_i_place));
    parts.end = end;
    return parts;
}

size_t lg_alphabeta_size(const lg_game *game, const lg_alphabeta_config *config) {
    if (check(game, config) != LG_OK) return 0;
    return lay_out(game, config, 0).end + sizeof(lg_i_place); /* the memory may begin anywhere in a line of the cache */
}

lg_status lg_alphabeta_create(const lg_game *game, const lg_alphabeta_config *config, void *memory, size_t size,
                           lg_alphabeta **search) {
    const lg_status status = check(game, config);
    if (status != LG_OK) return status;
    if (memory == NULL || search == NULL || (uintptr_t)memory % 8 != 0) return LG_E_ARGUMENT;
    if (size < lg_alphabeta_size(game, config)) return LG_E_SPACE;
    const size_t base = (uintptr_t)memory % sizeof(lg_i_place);
    const layout parts = lay_out(game, config, base);
    uint8_t *bytes = (uint8_t *)memory - base;
    lg_alphabeta *made = (lg_alphabeta *)memory;
    memset(memory, 0, parts.end - base);
    made->game = *game;
    made->config = *config;
    made->states = bytes + parts.states;
    made->mask = (uint64_t *)(void *)(bytes + parts.mask);
    made->killers = (killers *)(void *)(bytes + parts.killers);
    made->lines = (variation *)(void *)(bytes + parts.lines);
    made->orders = (uint32_t *)(void *)(bytes + parts.orders);
    made->history = (uint16_t *)(void *)(bytes + parts.history);
    made->table.places = (lg_i_place *)(void *)(bytes + parts.table);
    made->table.count = (uint32_t)((uint64_t)config->table / sizeof(lg_i_place));
    *search = made;
    return LG_OK;
}

lg_status lg_alphabeta_clear(lg_alphabeta *search) {
    if (search == NULL) return LG_E_ARGUMENT;
    memset(search->table.places, 0, search->table.count * sizeof(lg_i_place));
    memset(search->history, 0, 2 * (size_t)search->game.actions * sizeof(uint16_t));
    search->table.generation = 0;
    return LG_OK;
}
