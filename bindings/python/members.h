/* The members of structs in Python, and the sizes of the arrays among them. Nothing here depends on Python. */

/* The numbers that determine the sizes of arrays. */
typedef struct sizes {
    const lg_game *game;
    size_t rows, states, mask, seen; /* elements of a mask, and of an observation */
    lg_dtype dtype;                  /* of the latter */
} sizes;

/* The elements of an array's row. COUNT and STATES are numbers: of the rows, and of the given states, to which the
 * arrays OF_STATES and OF_EACH_STATE belong. */
typedef enum width {
    NUMBER, COUNT, STATES, ENCODING, EACH, STATE, OF_STATES, OF_EACH_STATE, SEEN, MASK, ACTION, PLAYER, VALUE
} width;

typedef struct member {
    const char *name;
    size_t offset, size;
    int kind; /* of the number or of the elements, as in buffer formats, with ARRAY and READ */
    width width;
    bool required;
    double low, high; /* of a number; both 0: any */
    void *key; /* the name as a Python string, made when it is first used */
} member;

#define ARRAY 256 /* a pointer to elements, or all of them in the struct */
#define READ 512  /* that are only read */
#define KIND(x)                                                                                                  \
    _Generic((x), int8_t: 'b', uint8_t: 'B', int: 'i', unsigned: 'i', float: 'f', bool: '?', const char *: 's',   \
             char *: 't', const uint32_t *: 'I' | ARRAY | READ, long: 'q', long long: 'q',                        \
             unsigned long: 'Q', unsigned long long: 'Q', const void *: 'B' | ARRAY | READ, void *: 'B' | ARRAY, \
             const uint8_t *: 'B' | ARRAY | READ, uint8_t *: 'B' | ARRAY, const int32_t *: 'i' | ARRAY | READ,   \
             int32_t *: 'i' | ARRAY, int64_t *: 'q' | ARRAY, uint64_t *: 'Q' | ARRAY, float *: 'f' | ARRAY,      \
             const uint64_t *: 'Q' | ARRAY | READ, const float *: 'f' | ARRAY | READ, lg_bot *: 'r')

/* The buffer formats allowed for a kind of array, and the bytes of an element. */
typedef struct elements {
    char kind;
    const char *formats;
    size_t size;
} elements;

static const elements *elements_of(const member *array, const sizes *of) {
    static const elements kinds[] = {{'B', "Bb?", 1}, {'i', "il", 4}, {'q', "lq", 8}, {'Q', "LQ", 8}, {'I', "IL", 4},
                                     {'f', "f", 4}};
    static const elements seen[] = {{'B', "B", 1}, {'h', "h", 2}, {'i', "il", 4}, {'f', "f", 4}}; /* by lg_dtype */
    const elements *one = kinds;
    while (one->kind != (char)(array->kind & 255)) one++;
    return array->width == SEEN ? &seen[of->dtype] : one;
}

static size_t items_of(const member *array, const sizes *of) {
    const bool given = array->width == OF_STATES || array->width == OF_EACH_STATE;
    const size_t rows = given ? of->states : of->rows;
    switch (array->width) {
    case STATE:
    case OF_STATES: return rows * of->game->state_size;
    case SEEN: return rows * of->seen;
    case MASK: return rows * of->mask;
    case ACTION: return rows * (size_t)of->game->actions;
    case PLAYER: return rows * (size_t)of->game->players;
    case VALUE: return rows * (size_t)of->game->actions * (size_t)of->game->players;
    default: return rows;
    }
}

/* Returns the bytes of an observation. */
static size_t see(sizes *of, const lg_space *space) {
    const size_t size = lg_space_size(space);
    of->dtype = space->dtype;
    of->seen = size / (space->dtype == LG_U8 ? 1 : space->dtype == LG_I16 ? 2 : 4);
    return size;
}

/* The sizes that a number determines for the arrays after it. */
static void count_rows(const member *number, int64_t value, sizes *of) {
    if (number->width == COUNT) of->rows = (size_t)value;
    if (number->width == STATES) of->states = (size_t)value;
    if (number->width == ENCODING) (void)see(of, &of->game->observation[value]);
}

/* The sizes of the arrays of a batch with this configuration. */
static void batch_sizes(sizes *of, const lg_batch_config *config) {
    const lg_view view = {config->observation, config->form, config->canonical};
    const size_t actions = (size_t)of->game->actions;
    lg_space space;
    of->rows = (size_t)config->games;
    of->mask = config->masks == LG_BATCH_BITS ? (actions + 7) / 8 : actions;
    if (lg_game_view_space(of->game, &view, &space) == LG_OK) (void)see(of, &space);
}

/* ---- the structs --------------------------------------------------------------------------------------- */

/* A member of THIS: any; an array; one that is required; a number; a number within bounds. */
#define M(name, width, required, low, high) \
    {#name, offsetof(THIS, name), sizeof ((THIS *)0)->name, KIND(((THIS *)0)->name), width, required, low, high, NULL}
#define A(name, width) M(name, width, false, 0, 0)
#define R(name, width) M(name, width, true, 0, 0)
#define N(name) M(name, NUMBER, false, 0, 0)
#define B(name, low, high) M(name, NUMBER, false, (double)(low), (double)(high)),
#define STRUCT(TYPE, ...) \
    static member *TYPE##_members(void) { \
        typedef TYPE THIS; \
        static member list[] = {__VA_ARGS__, {NULL}}; \
        return list; \
    }

STRUCT(lg_space, N(name), N(dtype), N(dims), A(shape, EACH), N(low), N(high))
STRUCT(lg_field, N(name), N(parent), N(type), N(offset), N(size), N(dims), A(shape, EACH))
STRUCT(lg_view, N(observation), N(form), N(canonical))
STRUCT(lg_draw_options, A(before, OF_STATES), A(heat, ACTION), A(last_count, COUNT), A(last, EACH), N(legal), N(theme),
       N(size))
STRUCT(lg_check_config, N(playthroughs), N(mutations), N(decisions), N(seed), N(text_size))
STRUCT(lg_check_report, N(playthroughs), N(decisions), N(states), N(text_size), N(finding.contract), N(finding.text),
       N(finding.seed), N(finding.decisions))
STRUCT(lg_batch_config, N(games), N(threads), N(autoreset), N(reward), N(observation), N(form), N(canonical), N(masks),
       N(discount), N(illegal), N(variants), N(variant_choice), N(step_limit), N(player), N(seating), N(rotation), N(seed),
       N(from_default))
STRUCT(lg_batch_buffers, R(states, STATE), R(actions, EACH), A(observation, SEEN), A(mask, MASK), A(rewards, PLAYER),
       A(reward, EACH), A(player, EACH), A(terminated, EACH), A(truncated, EACH), A(status, EACH),
       A(final_observation, SEEN), A(final_mask, MASK), A(final_player, EACH), A(final_states, STATE), A(seats, PLAYER),
       A(variant, EACH), A(final_variant, EACH))
STRUCT(lg_batch_slot, N(seed), N(episode), N(steps), N(player), N(rotation), N(ended), N(variant))
#define OVER \
    A(count, COUNT), A(state_count, STATES), N(check), A(states, OF_STATES), A(variants, OF_EACH_STATE), \
    A(parents, EACH)
STRUCT(lg_batch_expansion, OVER, A(actions, EACH), A(after, STATE), A(status, EACH), A(player, EACH),
       A(observation, SEEN), A(mask, MASK), A(scores, PLAYER), A(outcome, PLAYER))
STRUCT(lg_batch_sampling, OVER, N(seed), A(players, EACH), A(after, STATE), A(keys, EACH), A(status, EACH))
STRUCT(lg_batch_observations, OVER, A(players, EACH), A(observation, SEEN), A(mask, MASK), A(status, EACH))
STRUCT(lg_batch_choices, OVER, N(seed), A(actions, EACH), A(status, EACH))
STRUCT(lg_batch_transforms, OVER, A(symmetries, EACH), A(after, STATE), A(actions, EACH), A(images, EACH),
       A(policies, ACTION), A(transformed, ACTION), A(status, EACH))
STRUCT(lg_search_config, LG_SEARCH_RANGES(B) N(seed), N(from_default), A(weights_size, COUNT), A(weights, EACH))
STRUCT(lg_search_leaves, A(capacity, COUNT), A(encoding, ENCODING), A(states, STATE), A(observation, SEEN),
       A(mask, MASK), A(player, EACH), A(search, EACH), A(values, PLAYER), A(priors, ACTION))
STRUCT(lg_search_actions, A(visits, ACTION), A(values, VALUE), A(priors, ACTION), A(policy, ACTION), A(proven, ACTION))
STRUCT(lg_search_child, N(action), N(visits), A(values, PLAYER), N(prior), N(proven))
STRUCT(lg_search_statistics, N(simulations), N(nodes), N(dropped), N(levels), N(depth), N(bytes), N(proven), N(full),
       A(values, PLAYER), N(refused))
STRUCT(lg_self_play_config, LG_SELF_PLAY_RANGES(B) N(seed), N(from_default))
STRUCT(lg_self_play_positions, A(capacity, COUNT), A(states, STATE), A(player, EACH), A(actions, EACH),
       A(policies, ACTION), A(values, PLAYER), A(outcomes, PLAYER), A(numbers, EACH), A(decision, EACH))
STRUCT(lg_self_play_report, N(next), N(games), N(decisions), N(simulations), N(resigned), N(played_on), N(mistaken),
       N(positions), N(stopped))
STRUCT(lg_alphabeta_config, LG_ALPHABETA_RANGES(B) N(seed))
STRUCT(lg_alphabeta_limits, LG_ALPHABETA_LIMITS(B) {NULL})
STRUCT(lg_alphabeta_result, N(action), N(value), N(depth), N(deepest), N(nodes), N(hits), N(proven), N(end),
       N(pv_length), A(pv, EACH))
