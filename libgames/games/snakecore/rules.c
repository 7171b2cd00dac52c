/* SnakeCore: the rules. A body consists of two sequences that slide along each other: a chain of cells, each with the
 * direction of the next one towards the head, and a queue of types counted from the tail. A move adds a cell at the
 * front, takes one off the tail and leaves the types alone; a new block adds a cell and a type at the front; a bite
 * walks from the tail to the bitten block and drops both. So nothing costs more than the blocks it frees. */
#include "libgames/snakecore.h"

#include <string.h>

#include "layout.h"

/* ---- scores and counters ---- */

lg_snakecore_result lg_snakecore_result_of(const lg_snakecore *state) {
    return lg_i_snakecore_over(state) ? LG_SNAKECORE_AT_ROUND_LIMIT : LG_SNAKECORE_ONGOING;
}

const char *lg_i_snakecore_result_text(lg_snakecore_result result) {
    return result == LG_SNAKECORE_ONGOING ? "ongoing" : "all rounds played";
}

uint32_t lg_snakecore_leaders(const lg_snakecore *state) {
    int32_t best = 0;
    uint32_t leaders = 0;
    for (int player = 0; player < state->players; player++) {
        const int32_t score = state->python[player].score;
        if (score > best) {
            best = score;
            leaders = 0;
        }
        if (score == best) leaders |= 1u << player;
    }
    return leaders;
}

/* ---- effects of actions ---- */

static lg_snakecore_effect look_at_body(const lg_snakecore *state, int owner, int index) {
    const bool own = owner == state->to_move;
    if (lg_i_snakecore_index(state, state->python[owner].tail) == index)
        return own ? LG_SNAKECORE_MOVE : LG_SNAKECORE_AT_TAIL;
    if (lg_i_snakecore_protection(state, owner) > 0) return LG_SNAKECORE_AT_PROTECTED;
    return own ? LG_SNAKECORE_SELF_BITE : LG_SNAKECORE_BITE;
}

static lg_snakecore_effect look_towards(const lg_snakecore *state, int direction) {
    const lg_snakecore_python *python = &state->python[state->to_move];
    const int x = python->head.x + LG_I_SNAKECORE_DX[direction], y = python->head.y + LG_I_SNAKECORE_DY[direction];
    if (!lg_i_snakecore_on_field(state, x, y)) return LG_SNAKECORE_OFF_FIELD;
    const int index = y * state->size + x, code = lg_i_snakecore_cells(state)[index];
    if (code >= LG_SNAKECORE_BODY) return look_at_body(state, lg_i_snakecore_owner(code), index);
    if (code >= LG_SNAKECORE_HEAD) return LG_SNAKECORE_AT_HEAD;
    switch (code) {
    case LG_SNAKECORE_EMPTY: return LG_SNAKECORE_MOVE;
    case LG_SNAKECORE_WALL: return LG_SNAKECORE_AT_WALL;
    case LG_SNAKECORE_REACTOR: return python->length > 0 ? LG_SNAKECORE_DROP : LG_SNAKECORE_NO_BODY;
    default: return LG_SNAKECORE_EAT;
    }
}

/* For calls in this file, which in a shared library may not become part of their callers if others see the function. */
static lg_snakecore_effect snk_effect(const lg_snakecore *state, int32_t action) {
    if (action < 0 || action >= LG_SNAKECORE_ACTIONS || action == LG_SNAKECORE_NONE) return LG_SNAKECORE_PASS;
    if ((state->disqualified >> state->to_move & 1) != 0) return LG_SNAKECORE_OUT;
    if (action < LG_SNAKECORE_NONE) return look_towards(state, action);
    return state->python[state->to_move].energy > 0 ? LG_SNAKECORE_SHIELD : LG_SNAKECORE_NO_ENERGY;
}

lg_snakecore_effect lg_snakecore_effect_of(const lg_snakecore *state, int32_t action) {
    return snk_effect(state, action);
}

/* The bytes of `four`, each at most 127, that are at least `least` (1 ... 128), as their highest bits. */
static uint32_t snk_at_least(uint32_t four, int least) {
    return (four + (uint32_t)(128 - least) * 0x01010101u) & 0x80808080u;
}

/* Adds the legal directions. Apart, since it is rare, and lg_snakecore_legal then needs fewer registers. */
__attribute__((noinline)) static uint32_t add_directions(const lg_snakecore *state, uint32_t legal) {
    for (int direction = 0; direction < 4; direction++)
        legal |= (uint32_t)(look_towards(state, direction) < LG_SNAKECORE_OFF_FIELD) << direction;
    return legal;
}

/* What lies around the head can't be predicted, so the four cells are looked at together, as bytes of a word, without a
 * branch; except for a body of which only some cells can be entered: another one, or the own one while it is protected.
 * At the edge of the field the head itself is read, which can't be entered. */
uint32_t lg_snakecore_legal(const lg_snakecore *state) {
    const int player = state->to_move, size = state->size, last = size - 1;
    const lg_snakecore_python *python = &state->python[player];
    const lg_snakecore_cell head = python->head;
    const uint8_t *cell = lg_i_snakecore_cells(state) + lg_i_snakecore_index(state, head);
    if (lg_i_snakecore_over(state)) return 0;
    if ((state->disqualified >> player & 1) != 0) return 1u << LG_SNAKECORE_NONE;
    const uint32_t codes = cell[head.y > 0 ? -size : 0] | (uint32_t)cell[head.x > 0 ? -1 : 0] << 8 |
                           (uint32_t)cell[head.y < last ? size : 0] << 16 |
                           (uint32_t)cell[head.x < last ? 1 : 0] << 24;
    const uint32_t low = codes & 0x7F7F7F7Fu, bodies = codes & 0x80808080u;
    const int first = LG_SNAKECORE_ORDINARY - (python->length > 0); /* with a body the reactor, too */
    uint32_t open = snk_at_least(low, first) & ~snk_at_least(low, LG_SNAKECORE_ENERGY + 1);
    open = (open | ~snk_at_least(low, 1)) & ~bodies;
    if (lg_i_snakecore_protection(state, player) <= 0)
        open |= bodies & ~snk_at_least((codes ^ (uint32_t)player * 0x01010101u) & 0x07070707u, 1);
    uint32_t legal = ((open & 0x80808080u) >> 7) * 0x01020408u >> 24;
    legal |= 1u << LG_SNAKECORE_NONE | (uint32_t)(python->energy > 0) << LG_SNAKECORE_ACTIVATE;
    return (bodies & ~open) == 0 ? legal : add_directions(state, legal);
}

const char *lg_i_snakecore_effect_text(lg_snakecore_effect effect) {
    switch (effect) {
    case LG_SNAKECORE_PASS: return "the turn is passed";
    case LG_SNAKECORE_MOVE: return "the python moves";
    case LG_SNAKECORE_EAT: return "the python takes a free block";
    case LG_SNAKECORE_BITE: return "another python is bitten";
    case LG_SNAKECORE_SELF_BITE: return "the python bites itself";
    case LG_SNAKECORE_DROP: return "the body goes into the reactor";
    case LG_SNAKECORE_SHIELD: return "an energy block is used up for protection";
    case LG_SNAKECORE_OFF_FIELD: return "the field ends there";
    case LG_SNAKECORE_AT_WALL: return "a wall is in the way";
    case LG_SNAKECORE_AT_HEAD: return "another python's head is in the way";
    case LG_SNAKECORE_AT_TAIL: return "another python's tail can't be bitten";
    case LG_SNAKECORE_AT_PROTECTED: return "a protected body can't be bitten";
    case LG_SNAKECORE_NO_BODY: return "there is no body to drop into the reactor";
    case LG_SNAKECORE_NO_ENERGY: return "the body holds no energy block";
    case LG_SNAKECORE_OUT: return "the player is disqualified: its python never moves again";
    }
    return "unknown effect";
}

static int spawns_of(const lg_snakecore *state, lg_snakecore_effect effect) {
    if (effect == LG_SNAKECORE_DROP) return state->python[state->to_move].length;
    return effect == LG_SNAKECORE_SHIELD;
}

int32_t lg_snakecore_spawns(const lg_snakecore *state, int32_t action) {
    return lg_i_snakecore_over(state) ? 0 : spawns_of(state, lg_snakecore_effect_of(state, action));
}

/* ---- blocks that come back ---- */

/* The source of the cells: a list, or draws if it is NULL. With a list, a generator advances as if it had drawn it, and
 * `open` receives the rows of empty cells at the end of the list; either may be NULL. */
typedef struct source {
    const lg_snakecore_cell *given;
    lg_rng *rng;
    int32_t left;   /* in the list */
    uint64_t *open;
} source;

/* The empty cell with `rank` empty ones before it in reading order; there are more than `rank`. */
static lg_snakecore_cell select_empty(const lg_snakecore *state, uint32_t rank) {
    lg_snakecore_cell cell = {0, 0};
    uint32_t here = (uint32_t)lg_i_bits_count(state->data[0]);
    while (rank >= here) {
        rank -= here;
        here = (uint32_t)lg_i_bits_count(state->data[++cell.y]);
    }
    cell.x = (uint8_t)lg_i_bits_select(state->data[cell.y], rank);
    return cell;
}

static lg_snakecore_cell snk_draw_cell(const lg_snakecore *state, source *from) {
    const uint32_t rank = from->rng != NULL ? lg_rng_below(from->rng, state->empty) : 0;
    return from->given == NULL ? select_empty(state, rank) : *from->given++;
}

/* If a list is too short, this stops at the first block without a cell, and no more blocks come back. */
static void respawn(lg_snakecore *state, source *from, int type) {
    if (from->given != NULL && from->left-- <= 0) {
        if (from->left == -1 && from->open != NULL) memcpy(from->open, state->data, sizeof(uint64_t) * state->size);
        return;
    }
    const lg_snakecore_cell cell = snk_draw_cell(state, from);
    lg_i_snakecore_rows(state)[cell.y] &= ~((uint64_t)1 << cell.x);
    lg_i_snakecore_cells_of(state)[lg_i_snakecore_index(state, cell)] = (uint8_t)(LG_SNAKECORE_ORDINARY + type);
    state->empty--;
}

/* ---- changes of one python ---- */

/* The head steps to a neighbour; the cell it leaves becomes the front of the body. */
static void snk_rules_lead(lg_snakecore *state, int player, int direction) {
    lg_snakecore_python *python = &state->python[player];
    uint8_t *cells = lg_i_snakecore_cells_of(state);
    cells[lg_i_snakecore_index(state, python->head)] = lg_i_snakecore_body_code(player, direction);
    python->head = lg_i_snakecore_next(python->head, direction);
    cells[lg_i_snakecore_index(state, python->head)] = (uint8_t)(LG_SNAKECORE_HEAD + player);
}

/* The last cell of the body empties; the tail is then one cell nearer to the head, or the head's cell. */
static void leave_tail(lg_snakecore *state, lg_snakecore_python *python) {
    const lg_snakecore_cell tail = python->tail;
    uint8_t *cell = lg_i_snakecore_cells_of(state) + lg_i_snakecore_index(state, tail);
    const int code = *cell;
    *cell = LG_SNAKECORE_EMPTY;
    lg_i_snakecore_rows(state)[tail.y] |= (uint64_t)1 << tail.x;
    python->tail = lg_i_snakecore_next(tail, lg_i_snakecore_ahead(code));
}

static void push_type(lg_snakecore *state, int player, int type) {
    lg_snakecore_python *python = &state->python[player];
    lg_i_snakecore_types_of(state, player)[python->length >> 6] |= (uint64_t)type << (python->length & 63);
    python->length++;
    python->energy = (uint16_t)(python->energy + type);
}

/* Forgets the types of the last `count` blocks. */
static void shift_types(lg_snakecore *state, int player, int count) {
    uint64_t *types = lg_i_snakecore_types_of(state, player);
    const int words = lg_i_snakecore_type_words(state), skip = count >> 6, bits = count & 63;
    for (int i = 0; i < words; i++) {
        const uint64_t low = i + skip < words ? types[i + skip] : 0;
        const uint64_t high = i + skip + 1 < words ? types[i + skip + 1] : 0;
        types[i] = bits == 0 ? low : low >> bits | high << (64 - bits);
    }
}

/* Adds to a score or a counter, which stops at its limit. */
static void add(int32_t *counter, int32_t gain) {
    const int32_t room = LG_SNAKECORE_MAX_COUNTER - *counter;
    *counter += gain < room ? gain : room;
}

/* ---- the effects ---- */

/* "The head steps there, every block moves to the cell of the one before it, types stay with the blocks in
 * order." The head has marked its old cell before the tail leaves, so an empty body needs no special case;
 * when the target is the own tail, the head is put there again after the tail has left. */
static void snk_move(lg_snakecore *state, int player, int direction) {
    lg_snakecore_python *python = &state->python[player];
    uint8_t *cells = lg_i_snakecore_cells_of(state);
    const lg_snakecore_cell target = lg_i_snakecore_next(python->head, direction);
    const int from = lg_i_snakecore_index(state, python->head), to = lg_i_snakecore_index(state, target);
    cells[from] = lg_i_snakecore_body_code(player, direction);
    leave_tail(state, python);
    lg_i_snakecore_rows(state)[target.y] &= ~((uint64_t)1 << target.x);
    cells[to] = (uint8_t)(LG_SNAKECORE_HEAD + player);
    python->head = target;
}

/* "The head steps there, that block becomes the first of the body on the cell where the head was, all other
 * blocks stay." */
static void eat(lg_snakecore *state, int player, int direction) {
    const lg_snakecore_cell target = lg_i_snakecore_next(state->python[player].head, direction);
    const int type = lg_i_snakecore_cells(state)[lg_i_snakecore_index(state, target)] - LG_SNAKECORE_ORDINARY;
    snk_rules_lead(state, player, direction);
    push_type(state, player, type);
}

/* "The head steps there and block i becomes the first of the attacker's body on the cell where the head was;
 * blocks i+1 ... L-1 become free where they are; the victim keeps blocks 0 ... i-1." */
static void bite(lg_snakecore *state, int player, int direction) {
    uint8_t *cells = lg_i_snakecore_cells_of(state);
    const lg_snakecore_cell target = lg_i_snakecore_next(state->python[player].head, direction);
    const int owner = lg_i_snakecore_owner(cells[lg_i_snakecore_index(state, target)]);
    lg_snakecore_python *victim = &state->python[owner];
    const uint64_t *types = lg_i_snakecore_types(state, owner);
    int taken = 0, energy = 0;
    for (bool bitten = false; !bitten; taken++) {
        uint8_t *cell = &cells[lg_i_snakecore_index(state, victim->tail)];
        const int type = lg_i_snakecore_type_at(types, taken);
        bitten = lg_i_snakecore_same_cell(victim->tail, target);
        victim->tail = lg_i_snakecore_next(victim->tail, lg_i_snakecore_ahead(*cell));
        *cell = (uint8_t)(LG_SNAKECORE_ORDINARY + type);
        energy += type;
    }
    shift_types(state, owner, taken);
    victim->length = (uint16_t)(victim->length - taken);
    victim->energy = (uint16_t)(victim->energy - energy);
    if (owner != player) add(&state->python[player].score, taken);
    eat(state, player, direction);
}

/* "The whole body goes into it, the player scores n(n+1)/2", and the blocks come back, the first block first. */
static void drop(lg_snakecore *state, int player, source *from) {
    lg_snakecore_python *python = &state->python[player];
    uint64_t *types = lg_i_snakecore_types_of(state, player);
    const int length = python->length;
    for (int i = 0; i < length; i++) leave_tail(state, python);
    state->empty = (uint16_t)(state->empty + length);
    for (int i = length - 1; i >= 0; i--) respawn(state, from, lg_i_snakecore_type_at(types, i));
    memset(types, 0, sizeof *types * (size_t)lg_i_snakecore_type_words(state));
    python->length = python->energy = 0;
    add(&python->score, length * (length + 1) / 2);
}

/* "The one nearest the head is used up: it leaves the body, the blocks behind it each step one cell forward
 * along the body, types in order, and the old tail cell empties." Counted from the tail it is the last energy
 * block, and all after it are ordinary: taking it out is clearing its bit. */
static void shield(lg_snakecore *state, int player, source *from) {
    lg_snakecore_python *python = &state->python[player];
    uint64_t *word = lg_i_snakecore_types_of(state, player) + ((python->length - 1) >> 6);
    while (*word == 0) word--;
    *word ^= (uint64_t)1 << lg_i_bits_highest(*word);
    python->length--;
    python->energy--;
    leave_tail(state, python);
    state->empty++;
    add(&python->protection, LG_SNAKECORE_PROTECTION);
    respawn(state, from, 1);
}

static void end_turn(lg_snakecore *state) {
    if (++state->to_move < state->players) return;
    state->to_move = 0;
    state->round++;
}

/* Apart, so that the usual turns need no room for the variables of these. */
__attribute__((noinline)) static void take_rare_turn(lg_snakecore *state, int player, int action,
                                                     lg_snakecore_effect effect, source *from) {
    switch (effect) {
    case LG_SNAKECORE_BITE:
    case LG_SNAKECORE_SELF_BITE: bite(state, player, action); break;
    case LG_SNAKECORE_DROP: drop(state, player, from); break;
    case LG_SNAKECORE_SHIELD: shield(state, player, from); break;
    default: break; /* "N, and any impossible action: nothing happens" */
    }
}

static void take_turn(lg_snakecore *state, int action, lg_snakecore_effect effect, source *from) {
    const int player = state->to_move;
    state->python[player].protection = lg_i_snakecore_protection(state, player);
    if (effect == LG_SNAKECORE_MOVE) snk_move(state, player, action);
    else if (effect == LG_SNAKECORE_EAT) eat(state, player, action);
    else if (effect != LG_SNAKECORE_PASS) take_rare_turn(state, player, action, effect, from);
    end_turn(state);
}

/* ---- transitions ---- */

/* Whether a turn or a forfeit may follow; `number` is one of 0 ... most-1. */
static lg_status snk_may_go_on(const lg_snakecore *before, int32_t number, int32_t most, const lg_snakecore *after) {
    if (before == NULL || after == NULL || number < 0 || number >= most) return LG_E_ARGUMENT;
    return lg_i_snakecore_over(before) ? LG_E_OVER : LG_OK;
}

lg_status lg_snakecore_apply(const lg_snakecore *before, int32_t action, lg_snakecore *after) {
    const lg_status status = snk_may_go_on(before, action, LG_SNAKECORE_ACTIONS, after);
    if (status != LG_OK) return status;
    source from = {NULL, &after->rng, 0, NULL};
    if (after != before) lg_i_snakecore_copy(before, after);
    take_turn(after, action, snk_effect(after, action), &from);
    return LG_OK;
}

/* Each cell is empty or given up by the body in this turn, and none is named twice. */
static bool can_spawn(const lg_snakecore *state, lg_snakecore_effect effect, const lg_snakecore_cell *spawns,
                      int count) {
    const lg_snakecore_python *python = &state->python[state->to_move];
    uint64_t seen[LG_SNAKECORE_MAX_SIZE];
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < count; i++) {
        const lg_snakecore_cell cell = spawns[i];
        if (!lg_i_snakecore_on_field(state, cell.x, cell.y)) return false;
        const int code = lg_snakecore_at(state, cell.x, cell.y);
        const bool given_up = effect == LG_SNAKECORE_DROP ? code == LG_SNAKECORE_BODY + state->to_move
                                                          : lg_i_snakecore_same_cell(cell, python->tail);
        if (code != LG_SNAKECORE_EMPTY && !given_up) return false;
        if ((seen[cell.y] >> cell.x & 1) != 0) return false;
        seen[cell.y] |= (uint64_t)1 << cell.x;
    }
    return true;
}

static lg_status apply_at(const lg_snakecore *before, int32_t action, const lg_snakecore_cell *spawns, int32_t count,
                          lg_rng *rng, lg_snakecore *after) {
    if (lg_i_snakecore_over(before)) return LG_E_OVER;
    const lg_snakecore_effect effect = lg_snakecore_effect_of(before, action);
    if (count != spawns_of(before, effect) || !can_spawn(before, effect, spawns, count)) return LG_E_ARGUMENT;
    source from = {spawns, rng, count, NULL};
    lg_i_snakecore_copy(before, after);
    take_turn(after, action, effect, &from);
    return LG_OK;
}

lg_status lg_snakecore_apply_at(const lg_snakecore *before, int32_t action, const lg_snakecore_cell *spawns,
                                int32_t count, lg_snakecore *after) {
    const lg_status status = snk_may_go_on(before, action, LG_SNAKECORE_ACTIONS, after);
    if (status == LG_E_ARGUMENT || count < 0 || (spawns == NULL && count > 0)) return LG_E_ARGUMENT;
    return apply_at(before, action, spawns, count, NULL, after);
}

lg_status lg_i_snakecore_apply_drawn(const lg_snakecore *before, int32_t action, const lg_snakecore_cell *drawn,
                                     int32_t count, lg_snakecore *after) {
    return apply_at(before, action, drawn, count, &after->rng, after);
}

int32_t lg_i_snakecore_open(const lg_snakecore *before, int32_t action, const lg_snakecore_cell *drawn, int32_t count,
                            uint64_t *rows) {
    lg_snakecore after;
    const lg_snakecore_effect effect = lg_snakecore_effect_of(before, action);
    const int32_t spawns = lg_i_snakecore_over(before) ? 0 : spawns_of(before, effect);
    source from = {drawn, NULL, count, rows};
    int32_t open = 0;
    if (count > spawns || !can_spawn(before, effect, drawn, count)) return -1;
    if (count == spawns) return 0;
    lg_i_snakecore_copy(before, &after);
    take_turn(&after, action, effect, &from);
    for (int y = 0; y < before->size; y++) open += lg_i_bits_count(rows[y]);
    return open;
}

lg_status lg_snakecore_forfeit(const lg_snakecore *before, int32_t player, lg_snakecore *after) {
    const lg_status status = snk_may_go_on(before, player, before != NULL ? before->players : 0, after);
    if (status != LG_OK) return status;
    lg_i_snakecore_copy(before, after);
    after->disqualified |= (uint8_t)(1u << player);
    return LG_OK;
}
