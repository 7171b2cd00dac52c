/* The common part of the fuzz targets: bytes taken from the front of the input, games, and a check that stops the
 * fuzzer. */
#ifndef LG_FUZZ_H
#define LG_FUZZ_H

#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);   \
            abort();                                                                \
        }                                                                           \
    } while (0)

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

/* The next byte; 0 when there is none. */
static inline uint8_t take(bytes *input) {
    if (input->left == 0) return 0;
    input->left--;
    return *input->at++;
}

static inline int32_t take_int(bytes *input) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value = value << 8 | take(input);
    return (int32_t)value;
}

/* The first `size` bytes of the input, then zeros. */
static inline void take_into(bytes *input, void *memory, size_t size) {
    const size_t count = size < input->left ? size : input->left;
    memset(memory, 0, size);
    if (count > 0) memcpy(memory, input->at, count);
    input->at += count;
    input->left -= count;
}

/* The rest, in memory of exactly its length. The caller frees it. */
static inline char *take_text(bytes *input, size_t *length) {
    *length = input->left;
    char *text = malloc(input->left > 0 ? input->left : 1);
    if (input->left > 0) memcpy(text, input->at, input->left);
    input->left = 0;
    return text;
}

/* A number below `count` that these bytes determine: it chooses one of several checks if all of them take too long. */
static inline uint32_t pick(const void *memory, size_t size, uint32_t count) {
    return (uint32_t)(lg_hash(memory, size) % count);
}

/* Every parse error has a place and an expectation. */
static inline void require_place(const lg_parse_error *error, size_t length) {
    REQUIRE(error->line >= 1 && error->column >= 1 && (size_t)error->column <= length + 1);
    REQUIRE(error->expected != NULL && error->expected[0] != '\0');
}

/* Games that are soon over, then longer ones. */
static const char *const GAMES[] = {"alquerque", "amazes(turns=2)", "blockdrop(rules=engine,turns=8)",
                                    "ontherun(cities=9,map=1)", "snakecore(size=8,players=3,rounds=3)",
                                    "blockdrop", "amazes(turns=9)", "ontherun(cities=40,map=2)",
                                    "snakecore(size=12,players=4)",
                                    "amazes(actions=walk,turns=4)", "snakecore(size=24,players=8,rounds=40,radius=10)"};
enum { ALL_GAMES = sizeof GAMES / sizeof GAMES[0], COMMON_GAMES = 9, GAME_COUNT = 5 };

/* Made once: the shared object of a game takes long to build. */
static inline const lg_game *game_of(int which) {
    static lg_game games[ALL_GAMES];
    lg_game *game = &games[which];
    if (game->type != NULL) return game;
    REQUIRE(lg_game_make(GAMES[which], strlen(GAMES[which]), game, NULL) == LG_OK);
    if (game->shared_size > 0)
        REQUIRE(lg_game_prepare(game, malloc(game->shared_size), game->shared_size) == LG_OK);
    return game;
}

/* A byte can choose any of them; those after the common ones only by the last values. */
static inline int any_game(uint8_t byte) {
    return byte < 252 ? byte % COMMON_GAMES : COMMON_GAMES + byte % (ALL_GAMES - COMMON_GAMES);
}

/* A legal action for each byte, at most 63. `before`, if it is there, is the state before one of the last of them. */
static inline void play_some(bytes *input, const lg_game *game, void *state, void *before) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    for (int left = take(input) % 64; left > 0; left--) {
        const int32_t count = lg_game_legal(game, state, mask);
        if (count <= 0) return;
        const uint8_t what = take(input);
        if (before != NULL && what % 2 == 0) memcpy(before, state, game->state_size);
        const int32_t action = lg_mask_select(mask, game->actions, (uint32_t)(what % count));
        REQUIRE(lg_game_apply(game, state, action, state) == LG_OK);
    }
}

#endif
