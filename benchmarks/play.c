/* Random and greedy play through the uniform interface. */
#include "rows.h"

enum { COPIES = 4096, MIDDLES = 16, SAMPLES = 64 };

static void *allocate(size_t size) {
    void *memory = calloc(1, size > 0 ? size : 1);
    if (memory == NULL) exit(1);
    return memory;
}

/* Positions in the middle of games. */
static void go_halfway(bench_player *p) {
    for (int i = 0; i < MIDDLES; i++) {
        char *middle = (char *)p->middles + (size_t)i * p->game.state_size;
        int64_t decisions = 0;
        (void)lg_game_new(&p->game, p->seed, middle);
        (void)lg_rollout(&p->game, middle, INT64_MAX, &p->rng, p->clone, &decisions, NULL, NULL);
        (void)lg_rollout(&p->game, middle, decisions / 2, &p->rng, middle, NULL, NULL, NULL);
        if (lg_game_player(&p->game, middle) < 0) (void)lg_game_new(&p->game, p->seed, middle);
        p->seed++;
    }
}

bench_player bench_player_make(const char *configuration) {
    bench_player p = {.rng = lg_rng_seed(1, 0)};
    if (lg_game_make(configuration, strlen(configuration), &p.game, NULL) != LG_OK) exit(1);
    if (lg_game_prepare(&p.game, allocate(p.game.shared_size), p.game.shared_size) != LG_OK) exit(1);
    p.state = allocate(p.game.state_size);
    p.clone = allocate(p.game.state_size);
    p.seen = allocate(lg_space_size(&p.game.observation[0]));
    p.bytes = allocate((size_t)p.game.actions);
    p.middles = allocate(MIDDLES * p.game.state_size);
    go_halfway(&p);
    return p;
}

void bench_player_free(bench_player *p) {
    free((void *)(uintptr_t)p->game.shared);
    free(p->state);
    free(p->clone);
    free(p->seen);
    free(p->bytes);
    free(p->middles);
}

uint64_t bench_play(bench_player *p, bool bytes, bool observe, bool clone) {
    uint64_t mask[LG_MAX_MASK_WORDS], decisions = 0;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    for (int32_t legal; (legal = lg_game_legal(&p->game, p->state, mask)) > 0; decisions++) {
        const int32_t action = lg_mask_select(mask, p->game.actions, lg_rng_below(&p->rng, (uint32_t)legal));
        if (bytes) lg_mask_bytes(mask, p->game.actions, p->bytes);
        if (observe)
            (void)lg_game_observe(&p->game, p->state, lg_game_player(&p->game, p->state), 0, p->seen,
                                  lg_space_size(&p->game.observation[0]));
        if (clone) memcpy(p->clone, p->state, p->game.state_size);
        if (lg_game_apply(&p->game, p->state, action, p->state) != LG_OK) exit(1);
    }
    return decisions;
}

static uint64_t play_mask(void *context) { return bench_play(context, false, false, false); }
static uint64_t play_bytes(void *context) { return bench_play(context, true, false, false); }
static uint64_t play_observe(void *context) { return bench_play(context, false, true, false); }
static uint64_t play_clone(void *context) { return bench_play(context, false, false, true); }

static uint64_t play_rollout(void *context) {
    bench_player *p = context;
    int64_t actions = 0;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    (void)lg_rollout(&p->game, p->state, INT64_MAX, &p->rng, p->state, &actions, NULL, NULL);
    return (uint64_t)actions;
}

/* The same without the game's own play_random. */
static uint64_t play_rollout_by_mask(void *context) {
    bench_player *p = context;
    const lg_game_type *own = p->game.type;
    lg_game_speed speed = *own->speed;
    lg_game_type type = *own;
    speed.play_random = NULL;
    type.speed = &speed;
    p->game.type = &type;
    const uint64_t actions = play_rollout(p);
    p->game.type = own;
    return actions;
}

/* A game in which the bot plays all seats. */
static uint64_t play_greedy(void *context) {
    bench_player *p = context;
    uint64_t decisions = 0;
    (void)lg_game_new(&p->game, p->seed++, p->state);
    for (int32_t action; lg_game_choose(&p->game, p->state, LG_BOT_GREEDY, &p->rng, &action) == LG_OK; decisions++)
        if (lg_game_apply(&p->game, p->state, action, p->state) != LG_OK) exit(1);
    return decisions;
}

/* The choice of the bot `net` halfway; 0 without a network for the configuration. */
static uint64_t choose_net(void *context) {
    bench_player *p = context;
    lg_bot net;
    size_t size = 0;
    int32_t action;
    if (lg_bot_configure(&p->game, "net", 3, &net, NULL) != LG_OK) return 0;
    if (lg_bot_size(&p->game, &net, &size) != LG_OK) exit(1);
    void *memory = malloc(size);
    for (int i = 0; i < MIDDLES; i++) {
        const void *middle = (char *)p->middles + (size_t)i * p->game.state_size;
        for (int j = 0; j < SAMPLES; j++)
            if (lg_bot_choose(&p->game, &net, middle, &p->rng, memory, size, NULL, NULL, &action) != LG_OK) exit(1);
    }
    free(memory);
    return MIDDLES * SAMPLES;
}

static uint64_t copy_states(void *context) {
    bench_player *p = context;
    for (int i = 0; i < COPIES; i++) {
        memcpy(p->clone, p->state, p->game.state_size);
        memcpy(p->state, p->clone, p->game.state_size);
        bench_sink += *(const uint8_t *)p->state;
    }
    return 2 * COPIES;
}

static uint64_t hash_states(void *context) {
    bench_player *p = context;
    for (int i = 0; i < COPIES; i++) bench_sink += lg_game_hash(&p->game, p->state);
    return COPIES;
}

/* The facts unknown to the player to move. */
static uint64_t draw_samples(void *context) {
    bench_player *p = context;
    for (int i = 0; i < MIDDLES; i++) {
        const void *middle = (char *)p->middles + (size_t)i * p->game.state_size;
        const int32_t player = lg_game_player(&p->game, middle);
        for (int j = 0; j < SAMPLES; j++)
            if (lg_game_resample(&p->game, middle, player, &p->rng, p->clone) != LG_OK) exit(1);
    }
    return MIDDLES * SAMPLES;
}

static uint64_t information_keys(void *context) {
    bench_player *p = context;
    uint64_t key = 0;
    for (int i = 0; i < MIDDLES; i++) {
        const void *middle = (char *)p->middles + (size_t)i * p->game.state_size;
        const int32_t player = lg_game_player(&p->game, middle);
        for (int j = 0; j < SAMPLES; j++) {
            (void)lg_game_information_key(&p->game, middle, player, &key);
            bench_sink += key;
        }
    }
    return MIDDLES * SAMPLES;
}

void bench_play_rows(const char *configuration) {
    static const struct {
        const char *what, *unit;
        uint64_t (*work)(void *);
    } ROWS[] = {
        {"random play, mask", "decisions", play_mask},
        {"random play, mask also as bytes", "decisions", play_bytes},
        {"random play, mask and observation", "decisions", play_observe},
        {"random play, mask and clone", "decisions", play_clone},
        {"random play, lg_rollout", "decisions", play_rollout},
        {"random play, lg_rollout by the mask", "decisions", play_rollout_by_mask},
        {"greedy play", "decisions", play_greedy},
        {"net, halfway", "choices", choose_net},
        {"hash of the state", "states", hash_states},
        {"resample, halfway", "samples", draw_samples},
        {"information key, halfway", "keys", information_keys},
        {"yardstick: copying the state", "states", copy_states},
    };
    bench_player p = bench_player_make(configuration);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char name[80];
        const lg_game_speed *speed = p.game.type->speed;
        if (ROWS[i].work == play_rollout_by_mask && (speed == NULL || speed->play_random == NULL)) continue;
        if (ROWS[i].work == choose_net && choose_net(&p) == 0) continue;
        (void)snprintf(name, sizeof name, "%s: %s", configuration, ROWS[i].what);
        bench_row(name, ROWS[i].unit, ROWS[i].work, &p);
    }
    bench_player_free(&p);
}
