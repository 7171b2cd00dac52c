/* Internal: the functions of a library game's table that stand in files of their own. LG_I_PARTS declares all that may
 * be there, as lg_i_NAME_observe and so on; lg_game_type says what each does. */
#ifndef LG_I_PARTS_H
#define LG_I_PARTS_H

#include "libgames/game.h"

#define LG_I_PARTS(name)                                                                                               \
    extern const char lg_i_##name##_help[];                                                                            \
    void lg_i_##name##_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out);      \
    void lg_i_##name##_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,  \
                                            void *after);                                                              \
    int32_t lg_i_##name##_greedy(const lg_game *game, const void *state, lg_rng *rng);                                 \
    int32_t lg_i_##name##_expert(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng);        \
    float lg_i_##name##_evaluate(const lg_game *game, const void *state, int32_t player);                              \
    const char *lg_i_##name##_strong(const lg_game *game, int32_t player);                                             \
    const void *lg_i_##name##_net(const lg_game *game, size_t *size);                                                  \
    bool lg_i_##name##_quiet(const lg_game *game, const void *state);                                                  \
    uint64_t lg_i_##name##_position_key(const lg_game *game, const void *state);                                       \
    int32_t lg_i_##name##_play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng);  \
    int32_t lg_i_##name##_parts(const lg_game *game, int32_t which, lg_part *parts);                                   \
    int32_t lg_i_##name##_canonical(const lg_game *game, const void *state, int32_t player);                           \
    int32_t lg_i_##name##_potential(const lg_game *game, const void *state, int32_t player);                           \
    void lg_i_##name##_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer);  \
    void lg_i_##name##_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,    \
                            lg_writer *writer);                                                                        \
    void lg_i_##name##_hint(const lg_game *game, const void *state, lg_writer *writer);                                \
    void lg_i_##name##_prompt(const lg_game *game, const void *state, lg_writer *writer);                              \
    void lg_i_##name##_news(const lg_game *game, const void *state, int32_t player, lg_writer *writer);                \
    lg_status lg_i_##name##_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action)

/* The entry `net` of the table. The build makes a function of each libgames/games/NAME/net.bin and defines LG_I_NETS;
 * without it, as in one file for a contest, there are no networks. */
#ifdef LG_I_NETS
#define LG_I_NET(name) lg_i_##name##_net
#else
#define LG_I_NET(name) NULL
#endif

#endif
