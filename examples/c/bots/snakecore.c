/* A contest program for SnakeCore: eats until its python is long enough, then carries it to the nearest reactor. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_ENOUGH 5 /* blocks */

static const int DX[4] = {0, -1, 0, 1}, DY[4] = {-1, 0, 1, 0}; /* U L D R */

static bool is_wanted(int32_t cell, bool home) {
    return home ? cell == LG_SNAKECORE_REACTOR : cell == LG_SNAKECORE_ORDINARY || cell == LG_SNAKECORE_ENERGY;
}

/* The first step of a shortest way over empty cells to a free block, or to a reactor; N when there is none. */
static int32_t way(const lg_snakecore *state, int player, bool home) {
    static int first[LG_SNAKECORE_MAX_CELLS], queue[LG_SNAKECORE_MAX_CELLS];
    const int size = state->size, head = size * state->python[player].head.y + state->python[player].head.x;
    int begin = 0, end = 0;
    for (int i = 0; i < size * size; i++) first[i] = -1;
    first[head] = LG_SNAKECORE_NONE;
    queue[end++] = head;
    while (begin < end) {
        const int at = queue[begin++];
        for (int d = 0; d < 4; d++) {
            const int x = at % size + DX[d], y = at / size + DY[d];
            const int32_t cell = lg_snakecore_at(state, x, y); /* a wall outside the field */
            if (cell == LG_SNAKECORE_WALL || first[size * y + x] != -1) continue;
            const int step = at == head ? d : first[at];
            if (is_wanted(cell, home)) return step;
            if (cell != LG_SNAKECORE_EMPTY) continue;
            first[size * y + x] = step;
            queue[end++] = size * y + x;
        }
    }
    return LG_SNAKECORE_NONE;
}

static int32_t choose(const lg_snakecore *state) {
    const int me = state->to_move;
    for (int32_t d = 0; d < 4; d++)
        if (lg_snakecore_effect_of(state, d) == LG_SNAKECORE_BITE) return d;
    const bool home = state->python[me].length >= LONG_ENOUGH;
    const int32_t step = way(state, me, home);
    if (step != LG_SNAKECORE_NONE) return step;
    for (int32_t d = 0; d < 4; d++) /* any free cell keeps a python from being stuck */
        if (lg_snakecore_effect_of(state, d) == LG_SNAKECORE_MOVE) return d;
    return LG_SNAKECORE_NONE;
}

/* Reads the rest of a getAction request: the size, as many lines, and a line for each head seen in them. */
static bool read_request(char *text, size_t capacity) {
    size_t length = strlen(text);
    if (fgets(text + length, (int)(capacity - length), stdin) == NULL) return false;
    const long size = strtol(text + length, NULL, 10);
    if (size < LG_SNAKECORE_MIN_SIZE || size > LG_SNAKECORE_MAX_SIZE) return false;
    for (long line = 0, lines = size; line < lines; line++) {
        length += strlen(text + length);
        if (fgets(text + length, (int)(capacity - length), stdin) == NULL) return false;
        for (const char *c = text + length; line < size && *c != '\0'; c++) lines += *c == 'p';
    }
    return true;
}

int main(void) {
    static char text[LG_SNAKECORE_REQUEST_TEXT + 1];
    static lg_snakecore state;
    lg_snakecore_message_kind kind;
    while (fgets(text, sizeof text, stdin) != NULL) {
        if (strcmp(text, LG_SNAKECORE_GET_NAME) == 0) {
            puts("libgames in C");
        } else {
            if (!read_request(text, sizeof text)) return 1;
            if (lg_snakecore_message_parse(text, strlen(text), 0, 1, 0, &kind, &state, NULL) != LG_OK) return 1;
            putchar("ULDRNA"[choose(&state)]);
            putchar('\n');
        }
        (void)fflush(stdout);
    }
    return 0;
}
