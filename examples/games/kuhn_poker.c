/* Kuhn's poker of three cards, a game with hidden cards in one file. Each player pays a chip and gets one of the cards
 * J, Q and K. They pass or bet a second chip in turn, until both have passed, both have bet, or one has passed after a
 * bet, who loses. Otherwise the higher card wins. */
#include <libgames/author.h>

typedef struct kuhn_poker {
    uint8_t card[2];
    uint8_t moves;
    uint8_t bets; /* bit i: move i was a bet, not a pass */
    uint8_t reserved[4];
} kuhn_poker;

enum { PASS, BET, CARDS = 3, MOST_MOVES = 3 };

static bool is_over(const kuhn_poker *now) {
    return now->moves == MOST_MOVES || (now->moves == 2 && now->bets != 1 << 1); /* all but a pass and a bet */
}

/* The first player's win in chips; 0 until the game is over. */
static int32_t won(const kuhn_poker *now) {
    if (!is_over(now)) return 0;
    const int last = now->moves - 1;
    const bool bet = (now->bets >> last & 1) != 0, was_bet = (now->bets >> (last - 1) & 1) != 0;
    if (!bet && was_bet) return last % 2 == 0 ? -1 : 1; /* who has passed has lost */
    return (now->card[0] > now->card[1] ? 1 : -1) * (bet ? 2 : 1);
}

/* ---- rules ---- */

static void configure(lg_game *game) {
    game->players = 2;
    game->actions = 2;
    game->longest = MOST_MOVES;
    game->state_size = sizeof(kuhn_poker);
    game->observations = 1;
    game->observation[0] = (lg_space){"numbers", LG_U8, 1, {1 + MOST_MOVES, 1, 1, 1}, 0, 2};
}
static void new_game(const lg_game *game, uint64_t seed, void *state) {
    (void)game;
    lg_rng rng = lg_rng_seed(seed, 0);
    kuhn_poker start = {.card = {(uint8_t)lg_rng_below(&rng, CARDS)}};
    start.card[1] = (uint8_t)((start.card[0] + 1 + lg_rng_below(&rng, CARDS - 1)) % CARDS);
    memcpy(state, &start, sizeof start);
}
static lg_status validate(const lg_game *game, const void *state) {
    static const uint8_t NONE[4] = {0};
    const kuhn_poker *now = state;
    (void)game;
    const bool dealt = now->card[0] < CARDS && now->card[1] < CARDS && now->card[0] != now->card[1];
    const bool played = now->moves <= MOST_MOVES && now->bets < 1 << now->moves;
    const bool goes_on = now->moves < MOST_MOVES || (now->bets & 3) == 1 << 1;
    return dealt && played && goes_on && memcmp(now->reserved, NONE, sizeof NONE) == 0 ? LG_OK : LG_E_STATE;
}
static int32_t player(const lg_game *game, const void *state) {
    const kuhn_poker *now = state;
    (void)game;
    return is_over(now) ? -1 : now->moves % 2;
}
static int32_t legal(const lg_game *game, const void *state, uint64_t *mask) {
    (void)game;
    mask[0] = is_over(state) ? 0 : (uint64_t)1 << PASS | (uint64_t)1 << BET;
    return is_over(state) ? 0 : 2;
}
static lg_status apply(const lg_game *game, const void *before, int32_t action, void *after) {
    kuhn_poker next = *(const kuhn_poker *)before;
    (void)game;
    if (is_over(&next)) return LG_E_OVER;
    next.bets = (uint8_t)(next.bets | action << next.moves);
    next.moves++;
    memcpy(after, &next, sizeof next);
    return LG_OK;
}
static void outcome(const lg_game *game, const void *state, float *outcome) {
    (void)game;
    outcome[0] = (float)won(state) / 2; /* in -1 ... 1 */
    outcome[1] = -outcome[0];
}
static void scores(const lg_game *game, const void *state, int32_t *scores) {
    (void)game;
    scores[0] = won(state);
    scores[1] = -scores[0];
}

/* ---- hidden information ---- */

/* The own card, then each move: 0 not made, 1 a pass, 2 a bet. */
static void observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    const kuhn_poker *now = state;
    uint8_t *numbers = out;
    (void)game, (void)which;
    numbers[0] = now->card[viewer];
    for (int i = 0; i < MOST_MOVES; i++) numbers[1 + i] = (uint8_t)(i < now->moves ? 1 + (now->bets >> i & 1) : 0);
}
/* The other player has one of the two other cards, both equally likely. */
static void resample(const lg_game *game, const void *before, int32_t viewer, lg_rng *rng, void *after) {
    kuhn_poker other = *(const kuhn_poker *)before;
    (void)game;
    other.card[1 - viewer] = (uint8_t)((other.card[viewer] + 1 + lg_rng_below(rng, CARDS - 1)) % CARDS);
    memcpy(after, &other, sizeof other);
}
static uint64_t information_key(const lg_game *game, const void *state, int32_t viewer) {
    kuhn_poker known = *(const kuhn_poker *)state;
    (void)game;
    known.card[1 - viewer] = CARDS;
    return lg_hash(&known, sizeof known);
}

/* ---- text ---- */

static const char LETTERS[] = "JQK", *const MOVES[] = {"pass", "bet"};

static void action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    (void)game;
    lg_put_text(writer, MOVES[action]);
}
static lg_status action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                              lg_parse_error *error) {
    const lg_reader reader = lg_reader_on(text, length, error);
    for (int32_t i = 0; i < game->actions; i++)
        if (strlen(MOVES[i]) == length && memcmp(MOVES[i], text, length) == 0) {
            *action = i;
            return LG_OK;
        }
    return lg_expected(&reader, "pass or bet");
}
/* "KJ pb": the cards, and a letter for each move. */
static void state_print(const lg_game *game, const void *state, lg_writer *writer) {
    const kuhn_poker *now = state;
    (void)game;
    for (int i = 0; i < 2; i++) lg_put(writer, LETTERS[now->card[i]]);
    if (now->moves > 0) lg_put(writer, ' ');
    for (int i = 0; i < now->moves; i++) lg_put(writer, MOVES[now->bets >> i & 1][0]);
}
static lg_status state_parse(const lg_game *game, const char *text, size_t length, void *state,
                             lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    kuhn_poker read = {.moves = 0};
    for (int i = 0; i < 2; i++, reader.at++) {
        const char *letter = lg_peek(&reader) > 0 ? strchr(LETTERS, lg_peek(&reader)) : NULL;
        if (letter == NULL || (i == 1 && letter - LETTERS == read.card[0]))
            return lg_expected(&reader, i == 0 ? "a card, J, Q or K" : "another card, J, Q or K");
        read.card[i] = (uint8_t)(letter - LETTERS);
    }
    if (reader.at < length && !lg_accept(&reader, ' ')) return lg_expected(&reader, "a blank");
    while (!is_over(&read) && (read.moves == 0 ? reader.at > 2 : reader.at < length)) {
        const int letter = lg_peek(&reader);
        if (letter != 'p' && letter != 'b') return lg_expected(&reader, "p or b");
        (void)apply(game, &read, letter == 'b' ? BET : PASS, &read);
        reader.at++;
    }
    if (reader.at < length) return lg_expected(&reader, "the end of the position");
    memcpy(state, &read, sizeof read);
    return LG_OK;
}

static const char *const SEATS[] = {"first", "second"};

static const lg_game_type KUHN_POKER = {
    .abi = LG_GAME_ABI, .version = 1, .name = "kuhn_poker", .title = "Kuhn poker", .id = "KuhnPoker",
    .information = LG_INFORMATION_HIDDEN, .chance = LG_CHANCE_START, .seats = SEATS,
    .help = "Each player pays a chip and gets one of the cards J, Q and K.\nPass, or bet a second chip: a pass after a "
            "bet loses; otherwise the higher card wins.\nType pass or bet.",
    .rules = {.configure = configure, .new_game = new_game, .validate = validate, .player = player, .legal = legal,
              .apply = apply, .outcome = outcome, .scores = scores, .resample = resample,
              .information_key = information_key, .action_print = action_print, .action_parse = action_parse,
              .state_print = state_print, .state_parse = state_parse},
    .learners = &(const lg_game_learners){.observe = observe},
};
LG_EXPORT_GAME(KUHN_POKER)
