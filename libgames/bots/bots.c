/* Players by configuration; see libgames/bots.h. */
#include "libgames/bots.h"

#include "game/drive.h"
#include "game/params.h"
#include "libgames/alphabeta.h"
#include "libgames/search.h"
#include "game/net.h"

/* ---- the kinds ---- */

enum { MCTS_SIMULATIONS, POLICY, EXPLORATION, MCTS_DEPTH, SOLVER, ROLLOUT, CUTOFF, GREEDY_PRIOR, OPPONENT_MODEL, CONSIDERED,
       VISIT_SCALE, VALUE_SCALE, MCTS_NODES, FULL, EVALUATOR, MCTS_SAMPLES, MCTS_THREADS };
enum { ALPHABETA_DEPTH, ALPHABETA_NODES, QUIESCENCE, LEVELS, TABLE, NOISE };
enum { STRONG_SIMULATIONS, STRONG_THREADS };
enum { EXPERT_SIMULATIONS };
enum { TEMPERATURE };

#define MOST_SIMULATIONS LG_SEARCH_MAX_SIMULATIONS
#define HUNDREDTHS 100
#define THOUSANDTHS 1000
#define KIB 1024
#define MOST_TABLE ((int32_t)(LG_ALPHABETA_MAX_TABLE / KIB))
#define FULL_EFFORT 1000 /* simulations of strong for which a game's own configuration is meant */

static const char *const POLICIES[] = {"uct", "puct", "gumbel"};
static const char *const SWITCH[] = {"off", "on"};
static const char *const ROLLOUTS[] = {"random", "greedy"};
static const char *const FULLS[] = {"keep", "drop", "stop"};

static const char *const EVALUATORS[] = {"rollouts", "net"};

static const lg_param MCTS[] = {
    [MCTS_SIMULATIONS] = {"simulations", 1, MOST_SIMULATIONS, 1000, NULL, "simulations of a choice, 1 to 2147483647"},
    [POLICY] = {"policy", LG_SEARCH_UCT, LG_SEARCH_GUMBEL, LG_SEARCH_UCT, POLICIES,
                "the rule by which simulations descend the tree: uct, puct, or gumbel (for few simulations)"},
    [EXPLORATION] = {"exploration", 0, 1000 * HUNDREDTHS, 140, NULL, "hundredths of c of uct and puct, 0 to 100000"},
    [MCTS_DEPTH] = {"depth", 0, LG_SEARCH_MAX_DEPTH, 0, NULL,
                    "levels of the tree, 1 (flat search) to 65535, or 0 (to the end of the game)"},
    [SOLVER] = {"solver", 0, 1, 1, SWITCH, "whether proven results are kept: on or off"},
    [ROLLOUT] = {"rollout", LG_BOT_RANDOM, LG_BOT_GREEDY, LG_BOT_RANDOM, ROLLOUTS,
                 "the bot that plays from a leaf to the end: random or greedy"},
    [CUTOFF] = {"cutoff", -1, INT32_MAX, -1, NULL,
                "decisions of a rollout, 0 to 2147483647, before the game's evaluation counts, or -1 (the game's "
                "default, usually to the end)"},
    [GREEDY_PRIOR] = {"greedy_prior", 0, HUNDREDTHS, 0, NULL,
               "hundredths of the priors of puct and gumbel that go to the action of greedy, 0 to 100"},
    [OPPONENT_MODEL] = {"opponent_model", 0, HUNDREDTHS, 0, NULL,
                        "hundredths of the others' decisions in the tree that greedy makes, 0 to 100"},
    [CONSIDERED] = {"considered", 1, LG_MAX_ACTIONS, 16, NULL, "actions that gumbel tries, 1 to 65536"},
    [VISIT_SCALE] = {"visit_scale", 0, 1000, 50, NULL, "the trust of gumbel in values of few visits, 0 to 1000"},
    [VALUE_SCALE] = {"value_scale", 0, 1000 * HUNDREDTHS, HUNDREDTHS, NULL,
                     "hundredths by which gumbel weighs values, 0 to 100000"},
    [MCTS_NODES] = {"nodes", 0, LG_SEARCH_MAX_NODES, 0, NULL,
                    "nodes with memory, 1 to 2147483647, or 0 (16 for each simulation, 1024 to 4194304)"},
    [FULL] = {"full", LG_SEARCH_FULL_KEEP, LG_SEARCH_FULL_STOP, LG_SEARCH_FULL_KEEP, FULLS,
              "the behaviour when the memory is full: keep the tree, drop the least visited nodes, or stop"},
    [EVALUATOR] = {"evaluator", 0, 1, 0, EVALUATORS,
                   "the source of a leaf's value: rollouts, or the network of the game, with priors for puct and gumbel"},
    [MCTS_SAMPLES] = {"samples", -1, LG_MAX_SAMPLES, -1, NULL,
                      "sampled states used in rotation, 0 (each simulation samples its own) to 1024, or -1 (the "
                      "game's default)"},
    [MCTS_THREADS] = {"threads", 1, LG_MAX_THREADS, 1, NULL,
                      "trees that grow at the same time, each on its own thread, 1 to 64; gumbel uses one"},
};

static const lg_param ALPHABETA[] = {
    [ALPHABETA_DEPTH] = {"depth", 1, LG_ALPHABETA_MAX_DEPTH, 8, NULL, "whole moves searched ahead, 1 to 255"},
    [ALPHABETA_NODES] = {"nodes", 0, INT32_MAX, 0, NULL,
                         "decisions searched, 1 to 2147483647, or 0 (no limit)"},
    [QUIESCENCE] = {"quiescence", 0, LG_ALPHABETA_MAX_DEPTH, 64, NULL,
                    "most moves beyond the depth while a position is not quiet, 0 to 255"},
    [LEVELS] = {"levels", 1, LG_ALPHABETA_MAX_LEVELS, 256, NULL, "most decisions of a line, 1 to 1024"},
    [TABLE] = {"table", 0, MOST_TABLE, 0, NULL,
               "KiB of memory for positions, 1 to 134217728, or 0 (16 bytes for each node, 64 KiB to 64 MiB; without "
               "nodes 16 MiB)"},
    [NOISE] = {"noise", 0, THOUSANDTHS, 0, NULL,
               "thousandths by which the seed changes estimates, so that games differ, 0 to 1000"},
};

static const lg_param STRONG[] = {
    [STRONG_SIMULATIONS] = {"simulations", 1, MOST_SIMULATIONS, FULL_EFFORT, NULL,
                            "the effort of a choice in simulations, 1 to 2147483647"},
    [STRONG_THREADS] = {"threads", 1, LG_MAX_THREADS, 1, NULL,
                        "threads of mcts, in games where mcts is the strongest bot, 1 to 64"},
};

static const lg_param EXPERT[] = {
    [EXPERT_SIMULATIONS] = {"simulations", 1, MOST_SIMULATIONS, 100, NULL,
                            "the number of continuations that it imagines, 1 to 2147483647"},
};

static const lg_param NET[] = {
    [TEMPERATURE] = {"temperature", 0, 10 * HUNDREDTHS, 0, NULL,
                     "hundredths of the temperature at which actions are drawn, 0 (the best one) to 1000"},
};

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof((array)[0])))

#define EACH_TYPE(DO)                                                                                                  \
    DO(LG_BOT_RANDOM, "random", "any legal action, each equally likely", 0, NULL)                                      \
    DO(LG_BOT_GREEDY, "greedy", "the action with the highest immediate value", 0, NULL)                                \
    DO(LG_BOT_MCTS, "mcts", "Monte Carlo tree search", COUNT(MCTS), MCTS)                                              \
    DO(LG_BOT_ALPHABETA, "alphabeta", "alpha-beta search: two players, perfect information, no chance in play",        \
       COUNT(ALPHABETA), ALPHABETA)                                                                                    \
    DO(LG_BOT_STRONG, "strong", "the strongest bot of the game, with a given effort", COUNT(STRONG), STRONG)           \
    DO(LG_BOT_EXPERT, "expert", "a bot with a method of the game", COUNT(EXPERT), EXPERT)                              \
    DO(LG_BOT_NET, "net", "a small trained network", COUNT(NET), NET)
#define TYPE(kind, ...) [kind] = {__VA_ARGS__},
#define NAME(kind, name, ...) " " name

static const lg_bot_type TYPES[] = {EACH_TYPE(TYPE)};
static const char BOTS_UNKNOWN[] = "the name of a bot:" EACH_TYPE(NAME);

int32_t lg_bot_type_count(void) {
    return COUNT(TYPES);
}

const lg_bot_type *lg_bot_type_at(int32_t kind) {
    return kind >= 0 && kind < COUNT(TYPES) ? &TYPES[kind] : NULL;
}

/* ---- configurations ---- */

static bool bots_is_sound(const lg_bot *bot) {
    const lg_bot_type *type = bot == NULL ? NULL : lg_bot_type_at(bot->kind);
    for (int32_t i = 0; type != NULL && i < LG_MAX_PARAMS; i++) {
        const int32_t number = bot->params[i];
        if (i >= type->param_count ? number != 0
                                   : number < type->params[i].minimum || number > type->params[i].maximum)
            return false;
    }
    return type != NULL;
}

#ifdef LG_NO_SEARCH
static const char UNFIT[] = "a bot that does not search: there is no search in this build of the library";
#else
static const char UNFIT[] = "a game of two players who know everything, without chance in play";
#endif

static lg_status read_bot(lg_reader *reader, lg_bot *bot) {
    const char *name;
    const size_t length = lg_i_params_read_name(reader, &name);
    memset(bot, 0, sizeof *bot);
    for (int32_t kind = 0; kind < COUNT(TYPES); kind++) {
        const lg_bot_type *type = &TYPES[kind];
        bot->kind = kind;
        if (lg_i_params_same_name(name, length, type->name))
            return lg_i_params_read(reader, type->params, type->param_count, "the name of a parameter of this bot",
                                    bot->params);
    }
    return lg_expected_at(reader, 0, BOTS_UNKNOWN);
}

static bool needs_net(const lg_bot *bot) {
    return bot->kind == LG_BOT_NET || (bot->kind == LG_BOT_MCTS && bot->params[EVALUATOR] != 0);
}

lg_status lg_bot_configure(const lg_game *game, const char *text, size_t length, lg_bot *bot,
                              lg_parse_error *error) {
    if (text == NULL || bot == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_bot made, actual;
    lg_status status = read_bot(&reader, &made);
    for (int32_t seat = 0; game != NULL && status == LG_OK && seat < game->players; seat++)
        status = lg_bot_in_seat(game, seat, &made, &actual);
    const bool is_net = game != NULL && status != LG_E_PARSE && needs_net(&made);
    lg_i_net net;
    const char *problem = is_net ? lg_i_net_open(game, true, &net) : UNFIT;
    if (is_net && problem != NULL) status = LG_E_UNSUPPORTED;
    if (status == LG_E_UNSUPPORTED) (void)lg_expected_at(&reader, 0, problem);
    if (status == LG_OK) *bot = made;
    return status;
}

static void bots_put(lg_writer *writer, const void *object) {
    const lg_bot *bot = (const lg_bot *)object;
    const lg_bot_type *type = &TYPES[bot->kind];
    lg_i_params_put(writer, type->name, type->params, type->param_count, bot->params);
}

lg_status lg_bot_print(const lg_bot *bot, char *buffer, size_t capacity, size_t *length) {
    return bots_is_sound(bot) ? lg_write(bots_put, bot, buffer, capacity, length) : LG_E_ARGUMENT;
}

/* ---- strong ---- */

static int32_t in_proportion(int32_t number, int32_t simulations) {
    const int64_t scaled = (int64_t)number * simulations / FULL_EFFORT;
    return scaled < 1 ? 1 : scaled > INT32_MAX ? INT32_MAX : (int32_t)scaled;
}

/* The game's own configuration, with this effort. Rollouts take the place of a network without values, which occurs
 * with other numbers of players and in builds without networks. */
static lg_status strong_in_seat(const lg_game *game, int32_t seat, const lg_bot *bot, lg_bot *actual) {
    const int32_t simulations = bot->params[STRONG_SIMULATIONS];
    const char *text = lg_i_game_bots(game)->strong == NULL ? "mcts" : lg_i_game_bots(game)->strong(game, seat);
    lg_reader reader = lg_reader_on(text, text == NULL ? 0 : strlen(text), NULL);
    if (text == NULL || read_bot(&reader, actual) != LG_OK) return LG_E_UNSUPPORTED;
    if (actual->kind == LG_BOT_MCTS) {
        lg_i_net net;
        if (needs_net(actual) && (lg_i_net_open(game, false, &net) != NULL || !net.valued))
            actual->params[EVALUATOR] = 0;
        actual->params[MCTS_SIMULATIONS] = in_proportion(actual->params[MCTS_SIMULATIONS], simulations);
        actual->params[MCTS_THREADS] = bot->params[STRONG_THREADS];
    }
    if (actual->kind == LG_BOT_EXPERT)
        actual->params[EXPERT_SIMULATIONS] = in_proportion(actual->params[EXPERT_SIMULATIONS], simulations);
    if (actual->kind == LG_BOT_ALPHABETA) {
        const int32_t nodes = actual->params[ALPHABETA_NODES];
        actual->params[ALPHABETA_NODES] = in_proportion(nodes > 0 ? nodes : LG_BOT_NODES * FULL_EFFORT, simulations);
        actual->params[ALPHABETA_DEPTH] = LG_ALPHABETA_MAX_DEPTH;
    }
    return actual->kind == LG_BOT_STRONG ? LG_E_UNSUPPORTED : LG_OK;
}

/* Whether a bot of this kind can search the game. */
static bool can_search(const lg_game *game, int32_t kind) {
#ifdef LG_NO_SEARCH
    (void)game;
    return kind != LG_BOT_MCTS && kind != LG_BOT_ALPHABETA;
#else
    return kind != LG_BOT_ALPHABETA || (game->players == 2 && lg_i_game_is_exact(game));
#endif
}

/* Checks everything except whether the game has a network that can play. */
static lg_status who_plays(const lg_game *game, int32_t seat, const lg_bot *bot, lg_bot *actual) {
    const int32_t cutoff = lg_i_game_bots(game)->cutoff;
    lg_bot made = *bot;
    lg_status status = LG_OK;
    if (bot->kind == LG_BOT_STRONG) status = strong_in_seat(game, seat, bot, &made);
    if (status == LG_OK && made.kind == LG_BOT_MCTS && made.params[CUTOFF] < 0 && cutoff > 0)
        made.params[CUTOFF] = cutoff;
    if (status == LG_OK && !can_search(game, made.kind)) status = LG_E_UNSUPPORTED;
    if (status == LG_OK) *actual = made;
    return status;
}

lg_status lg_bot_in_seat(const lg_game *game, int32_t seat, const lg_bot *bot, lg_bot *actual) {
    lg_bot made;
    lg_i_net net;
    if (game == NULL || actual == NULL || seat < 0 || seat >= game->players || !bots_is_sound(bot))
        return LG_E_ARGUMENT;
    const lg_status status = who_plays(game, seat, bot, &made);
    if (status != LG_OK) return status;
    if (needs_net(&made) && lg_i_net_open(game, false, &net) != NULL) return LG_E_UNSUPPORTED;
    *actual = made;
    return LG_OK;
}

/* ---- searches: the action is -1 if the game violates its contract ---- */

typedef struct interruption {
    lg_stop *stop; /* may be NULL */
    void *context;
} interruption;

#ifdef LG_NO_SEARCH
static size_t search_size(const lg_game *game, const lg_bot *actual) {
    (void)game, (void)actual;
    return 0;
}

static int32_t think(const lg_game *game, const lg_bot *bot, const void *state, lg_rng *rng, void *memory,
                     size_t size, interruption *by) {
    (void)game, (void)bot, (void)state, (void)rng, (void)memory, (void)size, (void)by;
    return -1;
}
#else
static lg_search_config mcts_of(const lg_bot *bot) {
    const int32_t *params = bot->params;
    lg_search_config config = lg_search_default(params[MCTS_SIMULATIONS]);
    config.policy = params[POLICY];
    config.exploration = (float)params[EXPLORATION] / HUNDREDTHS;
    config.depth = params[MCTS_DEPTH];
    config.solver = params[SOLVER];
    config.rollout = params[ROLLOUT];
    config.cutoff = params[CUTOFF];
    config.greedy_prior = (float)params[GREEDY_PRIOR] / HUNDREDTHS;
    config.opponent_model = (float)params[OPPONENT_MODEL] / HUNDREDTHS;
    config.considered = params[CONSIDERED];
    config.visit_scale = (float)params[VISIT_SCALE];
    config.value_scale = (float)params[VALUE_SCALE] / HUNDREDTHS;
    config.full = params[FULL];
    config.net = params[EVALUATOR];
    config.leaves = 0;
    config.samples = params[MCTS_SAMPLES];
    config.threads = params[MCTS_THREADS];
    if (params[MCTS_NODES] > 0) config.nodes = params[MCTS_NODES];
    return config;
}

static lg_alphabeta_config alphabeta_of(const lg_bot *bot) {
    const int32_t *params = bot->params;
    lg_alphabeta_config config = lg_alphabeta_default();
    config.quiescence = params[QUIESCENCE];
    config.levels = params[LEVELS];
    config.noise = (float)params[NOISE] / THOUSANDTHS;
    if (params[TABLE] > 0) {
        config.table = (int64_t)params[TABLE] * KIB;
    } else if (params[ALPHABETA_NODES] > 0) {
        const int64_t table = (int64_t)params[ALPHABETA_NODES] * 16, least = 64 * KIB, most = 64 * KIB * KIB;
        config.table = table < least ? least : table > most ? most : table;
    }
    return config;
}

/* Bytes that a searching bot (never `strong`) needs; 0 if they are too many. */
static size_t search_size(const lg_game *game, const lg_bot *actual) {
    if (actual->kind == LG_BOT_MCTS) {
        const lg_search_config config = mcts_of(actual);
        return lg_search_size(game, &config);
    }
    const lg_alphabeta_config config = alphabeta_of(actual);
    return lg_alphabeta_size(game, &config);
}

static bool stops_search(void *context, const lg_search *search) {
    const interruption *by = (const interruption *)context;
    (void)search;
    return by->stop(by->context);
}

static bool stops_alphabeta(void *context, const lg_alphabeta_result *result) {
    const interruption *by = (const interruption *)context;
    (void)result;
    return by->stop(by->context);
}

static uint64_t seed_from(lg_rng *rng) {
    const uint64_t high = lg_rng_next(rng);
    return high << 32 | lg_rng_next(rng);
}

static int32_t think_mcts(const lg_game *game, const lg_bot *bot, const void *state, lg_rng *rng, void *memory,
                          size_t size, interruption *by) {
    lg_search_config config = mcts_of(bot);
    lg_search *search = NULL;
    lg_search_statistics found;
    int32_t action = 0;
    config.seed = seed_from(rng);
    (void)lg_search_create(game, &config, memory, size, &search);
    (void)lg_search_begin(search, state);
    if (lg_search_run(search, by->stop == NULL ? NULL : stops_search, by) != LG_OK) return -1;
    (void)lg_search_statistics_of(search, &found);
    if (found.simulations == 0) return lg_i_drive_choose(game, state, LG_BOT_GREEDY, rng);
    (void)lg_search_best(search, &action);
    return action;
}

static int32_t think_alphabeta(const lg_game *game, const lg_bot *bot, const void *state, lg_rng *rng,
                               void *memory, size_t size, interruption *by) {
    lg_alphabeta_config config = alphabeta_of(bot);
    const int32_t nodes = bot->params[ALPHABETA_NODES];
    const lg_alphabeta_limits limits = {
        .depth = bot->params[ALPHABETA_DEPTH],
        .nodes = nodes > 0 ? nodes : INT64_MAX,
        .stop = by->stop == NULL ? NULL : stops_alphabeta,
        .context = by,
    };
    lg_alphabeta *search = NULL;
    lg_alphabeta_result result;
    if (config.noise > 0) config.seed = seed_from(rng);
    memset(&result, 0, sizeof result);
    (void)lg_alphabeta_create(game, &config, memory, size, &search);
    if (lg_alphabeta_run(search, state, &limits, &result) != LG_OK) return -1;
    return result.pv_length > 0 ? result.action : lg_i_drive_choose(game, state, LG_BOT_GREEDY, rng);
}

static int32_t think(const lg_game *game, const lg_bot *bot, const void *state, lg_rng *rng, void *memory,
                     size_t size, interruption *by) {
    if (bot->kind == LG_BOT_MCTS) return think_mcts(game, bot, state, rng, memory, size, by);
    return think_alphabeta(game, bot, state, rng, memory, size, by);
}
#endif

/* Bytes that a bot (never `strong`) needs; 0 if they are too many, if it needs none, or if there is no network. Opens
 * the network. */
static size_t size_of(const lg_game *game, const lg_bot *actual, lg_i_net *net) {
    if (actual->kind == LG_BOT_NET)
        return lg_i_net_open(game, false, net) != NULL ? 0 : lg_i_net_room(game, net);
    return actual->kind == LG_BOT_MCTS || actual->kind == LG_BOT_ALPHABETA ? search_size(game, actual) : 0;
}

lg_rng lg_bot_rng(const lg_game *game, const lg_bot *bot, const void *state, uint64_t seed) {
    uint64_t stream = lg_game_hash(game, state);
    if (bot != NULL && bot->kind != LG_BOT_RANDOM && bot->kind != LG_BOT_GREEDY)
        (void)lg_game_information_key(game, state, lg_game_player(game, state), &stream);
    return lg_rng_seed(seed, stream);
}

static bool needs_nothing(int32_t kind) {
    return lg_i_drive_is_simple(kind) || kind == LG_BOT_EXPERT;
}

lg_status lg_bot_size(const lg_game *game, const lg_bot *bot, size_t *size) {
    lg_bot actual;
    lg_i_net net;
    size_t most = 0;
    if (game == NULL || size == NULL || !bots_is_sound(bot)) return LG_E_ARGUMENT;
    for (int32_t seat = 0; seat < game->players; seat++) {
        const lg_status status = lg_bot_in_seat(game, seat, bot, &actual);
        if (status != LG_OK) return status;
        const size_t needed = size_of(game, &actual, &net);
        if (needed == 0 && !needs_nothing(actual.kind)) return LG_E_UNSUPPORTED;
        if (needed > most) most = needed;
    }
    *size = most;
    return LG_OK;
}

/* ---- choosing ---- */

/* For bots that need no memory: an expert, or a bot of rollouts. */
static int32_t think_at_once(const lg_game *game, const lg_bot *bot, const void *state, lg_rng *rng,
                             const interruption *by) {
    const lg_effort effort = {bot->params[EXPERT_SIMULATIONS], by->stop, by->context};
    if (bot->kind == LG_BOT_EXPERT && lg_i_game_bots(game)->expert != NULL)
        return lg_i_game_bots(game)->expert(game, state, &effort, rng);
    return lg_i_drive_choose(game, state, lg_i_drive_is_simple(bot->kind) ? bot->kind : LG_BOT_GREEDY, rng);
}

lg_status lg_bot_choose(const lg_game *game, const lg_bot *bot, const void *state, lg_rng *rng, void *memory,
                           size_t size, lg_stop *stop, void *context, int32_t *action) {
    lg_bot actual;
    lg_i_net net;
    if (game == NULL || state == NULL || rng == NULL || action == NULL || !bots_is_sound(bot))
        return LG_E_ARGUMENT;
    if (lg_i_drive_is_simple(bot->kind)) return lg_game_choose(game, state, bot->kind, rng, action);
    const int32_t seat = lg_i_game_seat(game, state);
    if (seat < 0) return seat == LG_I_GAME_NOBODY ? LG_E_BROKEN : LG_E_OVER;
    const lg_status status = who_plays(game, seat, bot, &actual);
    if (status != LG_OK) return status;
    if (!needs_nothing(actual.kind)) {
        const size_t needed = size_of(game, &actual, &net);
        if (actual.kind == LG_BOT_NET && needed == 0) return LG_E_UNSUPPORTED;
        if (!lg_i_bits_is_aligned(memory)) return LG_E_ARGUMENT;
        if (needed == 0) return LG_E_UNSUPPORTED;
        if (size < needed) return LG_E_SPACE;
    }
    uint64_t mask[LG_MAX_MASK_WORDS];
    interruption by = {stop, context};
    const int32_t legal = lg_i_game_legal(game, state, mask);
    if (legal < 0) return LG_E_BROKEN;
    int32_t chosen;
    if (legal == 1) chosen = lg_mask_select(mask, game->actions, 0);
    else if (needs_nothing(actual.kind)) chosen = think_at_once(game, &actual, state, rng, &by);
    else if (actual.kind == LG_BOT_NET)
        chosen = lg_i_net_choose(game, &net, state, mask, actual.params[TEMPERATURE], rng, memory);
    else chosen = think(game, &actual, state, rng, memory, size, &by);
    if (!lg_i_game_is_action(game, chosen)) return LG_E_BROKEN;
    *action = chosen;
    return LG_OK;
}
