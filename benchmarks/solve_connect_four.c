/* Solves Connect Four on 7 x 6: reads positions as libgames writes them, a line each, and prints for each the value of
 * every column for the player to move with best play: 1 wins, 0 draws, -1 loses, x is full.
 *
 *     echo '//xo/xox/o//' | solve_connect_four
 *
 * Alpha-beta on bitboards: moves that lose immediately are left out, those that make most threats come first, and a
 * table keeps bounds, which are looked up for all moves before one is searched. A position with three stones takes half
 * a minute, one with five ten seconds, and from eight on most take less than one. */
#include <stdint.h>
#include <stdio.h>

enum { COLUMNS = 7, ROWS = 6, UP = ROWS + 1, TABLE = 1 << 24 };
#define BOTTOM UINT64_C(0x40810204081) /* the lowest cell of each column, of which one has a bit more than cells */
#define BOARD (BOTTOM * 0x3f)

static uint64_t table[TABLE]; /* from the lowest bits on: the most that a position is worth, the least, both + 1, its key */

static uint64_t *entry_of(uint64_t key) {
    return &table[key * UINT64_C(0x9e3779b97f4a7c15) >> 40];
}

static int most(uint64_t entry) {
    return (int)(entry & 3) - 1;
}

static int least(uint64_t entry) {
    return (int)(entry >> 2 & 3) - 1;
}

/* The empty cells that complete a line of these stones. */
static uint64_t wins(uint64_t stones, uint64_t all) {
    uint64_t found = stones << 1 & stones << 2 & stones << 3;
    for (int step = UP - 1; step <= UP + 1; step++) {
        const uint64_t up = stones << step & stones << 2 * step, down = stones >> step & stones >> 2 * step;
        found |= up & stones << 3 * step;
        found |= up & stones >> step;
        found |= down & stones >> 3 * step;
        found |= down & stones << step;
    }
    return found & (BOARD ^ all);
}

/* The value of a position for the player to move, who has `own` of `all`: exact between low and high, otherwise a
 * bound. */
static int solve(uint64_t own, uint64_t all, int low, int high) {
    static const int ORDER[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
    uint64_t moves = (all + BOTTOM) & BOARD;
    if (moves == 0) return 0;
    if ((wins(own, all) & moves) != 0) return 1;
    const uint64_t threats = wins(own ^ all, all), forced = moves & threats;
    if ((forced & (forced - 1)) != 0) return -1;
    if (forced != 0) moves = forced;
    moves &= ~(threats >> 1); /* a stone below a threat lets it come true */
    if (moves == 0) return -1;

    const uint64_t key = own + all + BOTTOM;
    uint64_t *const entry = entry_of(key);
    int from = -1, to = 1;
    if (*entry >> 4 == key) {
        from = least(*entry), to = most(*entry);
        if (from >= high || from == to) return from;
        if (to <= low) return to;
        low = from > low ? from : low;
        high = to < high ? to : high;
    }
    uint64_t sorted[COLUMNS];
    int scores[COLUMNS], count = 0;
    for (int i = 0; i < COLUMNS; i++) {
        const uint64_t move = moves & (UINT64_C(0x3f) << UP * ORDER[i]);
        if (move == 0) continue;
        __builtin_prefetch(entry_of((own ^ all) + (all | move) + BOTTOM));
        const int score = __builtin_popcountll(wins(own | move, all | move));
        int place = count++;
        for (; place > 0 && scores[place - 1] < score; place--) {
            scores[place] = scores[place - 1];
            sorted[place] = sorted[place - 1];
        }
        scores[place] = score;
        sorted[place] = move;
    }
    int best = -1;
    for (int i = 0; i < count; i++) {
        const uint64_t next = (own ^ all) + (all | sorted[i]) + BOTTOM, known = *entry_of(next);
        if (known >> 4 == next && -most(known) > best) best = -most(known);
    }
    for (int i = 0; i < count && best < high; i++) {
        const int value = -solve(own ^ all, all | sorted[i], -high, -(best > low ? best : low));
        if (value > best) best = value;
    }
    if (*entry >> 4 == key) from = least(*entry), to = most(*entry); /* others may have known more meanwhile */
    if (best > low && best > from) from = best;
    if (best < high && best < to) to = best;
    *entry = key << 4 | (uint64_t)(from + 1) << 2 | (uint64_t)(to + 1);
    return best;
}

/* The stones of x and of o; whether the line is seven columns with no line of four. */
static int read_position(const char *text, uint64_t stones[2]) {
    stones[0] = stones[1] = 0;
    int column = 0, row = 0;
    for (; *text != '\0' && *text != '\n'; text++) {
        if (*text == '/') {
            column++, row = 0;
        } else if ((*text == 'x' || *text == 'o') && column < COLUMNS && row < ROWS) {
            stones[*text == 'o'] |= UINT64_C(1) << (column * UP + row++);
        } else {
            return 0;
        }
    }
    const int lead = __builtin_popcountll(stones[0]) - __builtin_popcountll(stones[1]);
    uint64_t lines = 0;
    for (int i = 0; i < 2; i++) {
        lines |= stones[i] & stones[i] >> 1 & stones[i] >> 2 & stones[i] >> 3;
        for (int step = UP - 1; step <= UP + 1; step++)
            lines |= stones[i] & stones[i] >> step & stones[i] >> 2 * step & stones[i] >> 3 * step;
    }
    return column == COLUMNS - 1 && (lead == 0 || lead == 1) && lines == 0;
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint64_t stones[2];
        if (!read_position(line, stones)) {
            fprintf(stderr, "expected seven columns of x and o, without four in a row, not: %s", line);
            return 2;
        }
        const uint64_t all = stones[0] | stones[1], own = stones[__builtin_popcountll(all) % 2];
        for (int column = 0; column < COLUMNS; column++) {
            const uint64_t move = (all + (UINT64_C(1) << column * UP)) & ~all & BOARD & (UINT64_C(0x3f) << column * UP);
            if (column > 0) putchar(' ');
            if (move == 0) {
                putchar('x');
            } else {
                printf("%d", (wins(own, all) & move) != 0 ? 1 : -solve(own ^ all, all | move, -1, 1));
            }
        }
        putchar('\n');
        fflush(stdout);
    }
    return 0;
}
