/* The members that structs have in Python, and how large their arrays are; see objects.h. */
%{

#define THIS lg_space
static member lg_space_members[] = {N(name), N(dtype), N(dims), A(shape, EACH), N(low), N(high)};
#undef THIS
#define THIS lg_field
static member lg_field_members[] = {N(name), N(parent), N(type), N(offset), N(size), N(dims), A(shape, EACH)};
#undef THIS
#define THIS lg_view
static member lg_view_members[] = {N(observation), N(form), N(canonical)};
#undef THIS
#define THIS lg_draw_options
static member lg_draw_options_members[] = {A(before, OF_STATES), A(heat, ACTION), A(last_count, COUNT), A(last, EACH),
    N(legal), N(theme), N(size)};
#undef THIS
#define THIS lg_check_config
static member lg_check_config_members[] = {N(playthroughs), N(mutations), N(decisions), N(seed), N(text_size)};
#undef THIS
#define THIS lg_check_report
static member lg_check_report_members[] = {N(playthroughs), N(decisions), N(states), N(text_size), N(finding.contract),
    N(finding.text), N(finding.seed), N(finding.decisions)};
#undef THIS
#define THIS lg_batch_config
static member lg_batch_config_members[] = {N(games), N(threads), N(autoreset), N(reward), N(observation),
    N(form), N(canonical), N(masks), N(discount), N(variants), N(variant_choice), N(step_limit), N(player),
    N(seating), N(rotation), N(seed)};
#undef THIS
#define THIS lg_batch_buffers
static member lg_batch_buffers_members[] = {R(states, STATE), R(actions, EACH), A(observation, SEEN),
    A(mask, MASK), A(rewards, PLAYER), A(reward, EACH), A(player, EACH), A(terminated, EACH), A(truncated, EACH),
    A(status, EACH), A(final_observation, SEEN), A(final_mask, MASK), A(final_player, EACH), A(final_states, STATE),
    A(seats, PLAYER), A(variant, EACH), A(final_variant, EACH)};
/* The most of any struct, and all of them are held. */
LG_STATIC_ASSERT(sizeof lg_batch_buffers_members / sizeof(member) <= MOST_ARRAYS, "MOST_ARRAYS: expected one for each");
#undef THIS
#define THIS lg_batch_slot
static member lg_batch_slot_members[] = {N(seed), N(episode), N(steps), N(player), N(rotation), N(ended),
    N(variant)};
#undef THIS
#define OVER \
    A(count, COUNT), A(state_count, STATES), N(check), A(states, OF_STATES), A(variants, OF_EACH_STATE), \
    A(parents, EACH)
#define THIS lg_batch_expansion
static member lg_batch_expansion_members[] = {OVER, A(actions, EACH), A(after, STATE), A(status, EACH),
    A(player, EACH), A(observation, SEEN), A(mask, MASK), A(scores, PLAYER), A(outcome, PLAYER)};
#undef THIS
#define THIS lg_batch_sampling
static member lg_batch_sampling_members[] = {OVER, N(seed), A(players, EACH), A(after, STATE), A(keys, EACH),
    A(status, EACH)};
#undef THIS
#define THIS lg_batch_looks
static member lg_batch_looks_members[] = {OVER, A(players, EACH), A(observation, SEEN), A(mask, MASK),
    A(status, EACH)};
#undef THIS
#define THIS lg_batch_choices
static member lg_batch_choices_members[] = {OVER, N(seed), A(actions, EACH), A(status, EACH)};
#undef THIS
#define THIS lg_batch_turns
static member lg_batch_turns_members[] = {OVER, A(symmetries, EACH), A(after, STATE), A(actions, EACH),
    A(images, EACH), A(policies, ACTION), A(turned, ACTION), A(status, EACH)};
#undef THIS
#define THIS lg_search_config
static member lg_search_config_members[] = {LG_SEARCH_RANGES(B) N(seed)};
#undef THIS
#define THIS lg_search_leaves
static member lg_search_leaves_members[] = {A(capacity, COUNT), A(encoding, ENCODING), A(states, STATE),
    A(observation, SEEN), A(mask, MASK), A(player, EACH), A(search, EACH), A(values, PLAYER), A(priors, ACTION)};
#undef THIS
#define THIS lg_search_actions
static member lg_search_actions_members[] = {A(visits, ACTION), A(values, VALUE), A(priors, ACTION), A(policy, ACTION),
    A(proven, ACTION)};
#undef THIS
#define THIS lg_search_child
static member lg_search_child_members[] = {N(action), N(visits), A(values, PLAYER), N(prior), N(proven)};
#undef THIS
#define THIS lg_search_statistics
static member lg_search_statistics_members[] = {N(simulations), N(nodes), N(dropped), N(levels), N(depth), N(bytes),
    N(proven), N(full), A(values, PLAYER)};
#undef THIS
#define THIS lg_alphabeta_config
static member lg_alphabeta_config_members[] = {LG_ALPHABETA_RANGES(B) N(seed)};
#undef THIS
#define THIS lg_alphabeta_limits
static member lg_alphabeta_limits_members[] = {LG_ALPHABETA_LIMITS(B)};
#undef THIS
#define THIS lg_alphabeta_result
static member lg_alphabeta_result_members[] = {N(action), N(value), N(depth), N(deepest), N(nodes), N(hits), N(proven),
    N(end)};
#undef THIS
#define MEMBERS(type) type##_members, (int)(sizeof type##_members / sizeof type##_members[0])
static const sizes no_arrays;

/* How large the arrays of a struct are: for a batch that is made, for searches, for one state. */
static sizes bound_sizes(handle *made, const lg_game *game, const lg_batch_config *config) {
    const lg_view view = {config->observation, config->form, config->canonical};
    const size_t actions = (size_t)game->actions;
    sizes of = {.game = game, .rows = (size_t)config->games,
                .mask = config->masks == LG_BATCH_BITS ? (actions + 7) / 8 : actions};
    (void)lg_game_view_space(game, &view, &of.seen);
    made->of = of;
    of.kinds = 1;
    return of;
}

static sizes leaf_sizes(handle *made, const lg_game *game, int32_t count) {
    made->of = (sizes){.game = game, .rows = (size_t)count, .kinds = 1};
    return (sizes){.game = game, .mask = (size_t)game->actions, .kinds = 1};
}

static sizes one_row(const lg_game *game) {
    return (sizes){.game = game, .rows = 1, .states = 1, .kinds = 1};
}
%}
