/* Views: encodings of a game in the forms that learners want. */
#include "game/view.h"

#include "core/bits.h"

/* ---- parts of an encoding ---- */

static int32_t parts_of(const lg_game *game, int32_t which, lg_part *parts) {
    if (lg_i_game_learners(game)->parts != NULL) return lg_i_game_learners(game)->parts(game, which, parts);
    const lg_space *space = &game->observation[which];
    const int32_t low = lg_i_bits_magnitude(space->low), high = lg_i_bits_magnitude(space->high),
                  size = low > high ? low : high;
    parts[0] = (lg_part){lg_i_game_elements(space), 0, size > 0 ? size : 1};
    return 1;
}

int32_t lg_game_parts(const lg_game *game, int32_t which, lg_part parts[LG_MAX_PARTS]) {
    if (game == NULL || parts == NULL || which < 0 || which >= game->observations) return 0;
    return parts_of(game, which, parts);
}

static bool is_view(const lg_game *game, const lg_view *view) {
    return game != NULL && view != NULL && view->observation >= 0 && view->observation < game->observations &&
           view->form >= LG_FORM_PLAIN && view->form <= LG_FORM_ONE_HOT &&
           (view->canonical == 0 || view->canonical == 1);
}

/* The number of elements of the one-hot form, or 0 if it is the scaled one. */
static int64_t one_hots(const lg_game *game, int32_t which) {
    lg_part parts[LG_MAX_PARTS];
    const int32_t count = parts_of(game, which, parts);
    int64_t elements = 0;
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        any |= parts[i].categories > 0;
        elements += (int64_t)parts[i].count * (parts[i].categories > 0 ? parts[i].categories : 1);
    }
    return any ? elements : 0;
}

lg_status lg_game_view_space(const lg_game *game, const lg_view *view, lg_space *space) {
    if (!is_view(game, view) || space == NULL) return LG_E_ARGUMENT;
    const lg_space *plain = &game->observation[view->observation];
    const int64_t opened = view->form == LG_FORM_ONE_HOT ? one_hots(game, view->observation) : 0;
    const int64_t elements = opened > 0 ? opened : lg_i_game_elements(plain);
    if (view->form != LG_FORM_PLAIN && elements > INT32_MAX / (int32_t)sizeof(float)) return LG_E_ARGUMENT;
    *space = *plain;
    if (view->form == LG_FORM_PLAIN) return LG_OK;
    space->dtype = LG_F32;
    space->low = -1;
    space->high = 1;
    if (opened > 0) *space = (lg_space){space->name, LG_F32, 1, {(int32_t)opened, 1, 1, 1}, -1, 1};
    return LG_OK;
}

/* ---- forms ---- */

static inline int32_t element(const void *from, lg_dtype dtype, int32_t i) {
    if (dtype == LG_U8) return ((const uint8_t *)from)[i];
    return dtype == LG_I16 ? ((const int16_t *)from)[i] : ((const int32_t *)from)[i];
}

static void put_scaled(const void *from, lg_dtype dtype, int32_t first, int32_t count, int32_t size, float *to) {
    for (int32_t i = 0; i < count; i++) {
        const float value = (float)element(from, dtype, first + i) / (float)size;
        to[i] = value < -1 ? -1 : value > 1 ? 1 : value;
    }
}

static void put_one_hots(const void *from, lg_dtype dtype, int32_t first, const lg_part *part, float *to) {
    memset(to, 0, (size_t)part->count * (size_t)part->categories * sizeof *to);
    for (int32_t i = 0; i < part->count; i++) {
        const int32_t category = element(from, dtype, first + i);
        if (category >= 0 && category < part->categories) to[(size_t)category * (size_t)part->count + (size_t)i] = 1;
    }
}

static void put_form(const lg_game *game, const lg_view *view, const void *from, float *to) {
    lg_part parts[LG_MAX_PARTS];
    const lg_dtype dtype = game->observation[view->observation].dtype;
    const int32_t count = parts_of(game, view->observation, parts);
    for (int32_t i = 0, first = 0; i < count; first += parts[i].count, i++) {
        const bool opens = parts[i].categories > 0 && view->form == LG_FORM_ONE_HOT;
        const int32_t size = parts[i].categories > 0 ? parts[i].categories - 1 : parts[i].size;
        if (opens) put_one_hots(from, dtype, first, &parts[i], to);
        else put_scaled(from, dtype, first, parts[i].count, size, to);
        to += (size_t)parts[i].count * (size_t)(opens ? parts[i].categories : 1);
    }
}

/* ---- views ---- */

static size_t view_room_of(const lg_game *game, const lg_view *view) {
    return lg_i_bits_rounded_up(lg_space_size(&game->observation[view->observation]));
}

size_t lg_game_view_scratch(const lg_game *game, const lg_view *view) {
    if (!is_view(game, view)) return 0;
    return view_room_of(game, view) * ((size_t)(view->canonical != 0) + (size_t)(view->form != LG_FORM_PLAIN));
}

void lg_i_view(const lg_game *game, const lg_view *view, const void *state, int32_t player, void *memory, void *out) {
    lg_i_view_turned(game, view, state, player, lg_i_view_symmetry(game, view, state, player), memory, out);
}

void lg_i_view_turned(const lg_game *game, const lg_view *view, const void *state, int32_t player, int32_t symmetry,
                      void *memory, void *out) {
    const int32_t which = view->observation;
    void *seen = lg_i_view_is_plain(view) ? out : memory;
    lg_i_game_observe(game, state, player, which, seen);
    if (symmetry != 0) {
        void *turned = view->form == LG_FORM_PLAIN ? out : (char *)memory + view_room_of(game, view);
        lg_i_view_turn(game, symmetry, which, seen, turned);
        seen = turned;
    }
    if (view->form != LG_FORM_PLAIN) put_form(game, view, seen, (float *)out);
    else if (seen != out) memcpy(out, seen, lg_space_size(&game->observation[which]));
}

lg_status lg_game_view(const lg_game *game, const lg_view *view, const void *state, int32_t player, void *memory,
                       void *out, size_t size) {
    lg_space space;
    const lg_status status = lg_game_view_space(game, view, &space);
    if (status != LG_OK || state == NULL || out == NULL || size != lg_space_size(&space)) return LG_E_ARGUMENT;
    if (player < 0 || player >= game->players) return LG_E_ARGUMENT;
    if (lg_game_view_scratch(game, view) > 0 && !lg_i_bits_is_aligned(memory)) return LG_E_ARGUMENT;
    lg_i_view(game, view, state, player, memory, out);
    return LG_OK;
}

/* ---- actions ---- */

void lg_i_view_turn_mask(const lg_game *game, int32_t symmetry, const uint64_t *own, uint64_t *mask) {
    const int32_t words = LG_MASK_WORDS(game->actions);
    memset(mask, 0, (size_t)words * sizeof *mask);
    for (int32_t word = 0; word < words; word++)
        for (uint64_t bits = own[word]; bits != 0;)
            lg_i_bits_set_bit(mask, lg_i_game_image(game, symmetry, 64 * word + lg_i_bits_take(&bits)));
}

void lg_i_view_legal(const lg_game *game, const lg_view *view, const void *state, uint64_t *mask) {
    uint64_t own[LG_MAX_MASK_WORDS];
    const int32_t player = game->type->rules.player(game, state);
    const int32_t symmetry = player >= 0 ? lg_i_view_symmetry(game, view, state, player) : 0;
    (void)game->type->rules.legal(game, state, symmetry == 0 ? mask : own);
    if (symmetry != 0) lg_i_view_turn_mask(game, symmetry, own, mask);
}

/* Looks among the legal actions first, since there are few. */
int32_t lg_i_view_back(const lg_game *game, int32_t symmetry, const uint64_t *mask, int32_t action) {
    const lg_game_learners *learners = lg_i_game_learners(game);
    for (int32_t word = 0; word < LG_MASK_WORDS(game->actions); word++)
        for (uint64_t bits = mask[word]; bits != 0;) {
            const int32_t from = 64 * word + lg_i_bits_take(&bits);
            if (learners->symmetry_action(game, symmetry, from) == action) return from;
        }
    int32_t from = 0;
    while (from < game->actions - 1 && learners->symmetry_action(game, symmetry, from) != action) from++;
    return from;
}

int32_t lg_i_view_action(const lg_game *game, const lg_view *view, const void *state, int32_t action) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t player = view->canonical != 0 ? game->type->rules.player(game, state) : -1;
    const int32_t symmetry = player >= 0 ? lg_i_view_canonical(game, state, player) : 0;
    if (symmetry == 0) return action;
    (void)game->type->rules.legal(game, state, mask);
    return lg_i_view_back(game, symmetry, mask, action);
}

lg_status lg_game_canonical(const lg_game *game, const void *state, int32_t player, int32_t *symmetry) {
    if (game == NULL || state == NULL || symmetry == NULL || player < 0 || player >= game->players)
        return LG_E_ARGUMENT;
    *symmetry = lg_i_view_canonical(game, state, player);
    return LG_OK;
}

/* ---- potentials ---- */

int32_t lg_i_view_potential(const lg_game *game, const void *state, int32_t player) {
    const lg_game_learners *learners = lg_i_game_learners(game);
    int32_t potential = 0;
    if (learners->potential != NULL) potential = learners->potential(game, state, player);
    else if (game->type->rules.player(game, state) >= 0)
        potential = (int32_t)(lg_i_game_evaluate(game, state, player) * (float)LG_POTENTIAL_ONE);
    if (potential < -LG_MAX_POTENTIAL) return -LG_MAX_POTENTIAL;
    return potential < LG_MAX_POTENTIAL ? potential : LG_MAX_POTENTIAL;
}

lg_status lg_game_potential(const lg_game *game, const void *state, int32_t player, int32_t *potential) {
    if (game == NULL || state == NULL || potential == NULL || player < 0 || player >= game->players)
        return LG_E_ARGUMENT;
    *potential = lg_i_view_potential(game, state, player);
    return LG_OK;
}
