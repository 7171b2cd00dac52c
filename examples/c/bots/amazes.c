/* A contest program for Amazes: walks to the nearest square of which it does not know all four sides.
 *
 * It keeps its own map, with the square where it began in the middle and its first facing upwards. */
#include <libgames/libgames.h>

#include <stdio.h>
#include <string.h>

#define SIDE LG_AMAZES_FRAME
#define CELLS LG_AMAZES_CELLS

static const int STEP[4] = {-SIDE, 1, SIDE, -1}; /* up, right, down, left */

static bool known[CELLS][4]; /* edges that it has seen */
static bool open[CELLS][4];  /* those that are openings */
static int at = CELLS / 2, facing;

static void note_edge(int cell, int direction, bool is_open) {
    known[cell][direction] = true;
    open[cell][direction] = is_open;
    if (!is_open) return;
    const int next = cell + STEP[direction];
    known[next][(direction + 2) % 4] = open[next][(direction + 2) % 4] = true;
}

static void note_look(const lg_amazes_sight *sight) {
    for (int i = 0; i < 4; i++) {
        const int direction = (facing + i) % 4;
        int cell = at;
        for (int j = 0; j < sight->length[i]; j++) {
            const int sides = sight->sides[i][j]; /* 1 left, 2 right, 3 both */
            note_edge(cell, direction, true);
            cell += STEP[direction];
            note_edge(cell, (direction + 3) % 4, (sides & 1) != 0);
            note_edge(cell, (direction + 1) % 4, (sides & 2) != 0);
        }
        note_edge(cell, direction, false);
    }
}

static bool is_wanted(int cell) {
    return !(known[cell][0] && known[cell][1] && known[cell][2] && known[cell][3]);
}

/* The directions of a shortest way to a wanted square; returns their number, 0 when there is none. */
static int way(int directions[CELLS]) {
    static int queue[CELLS], from[CELLS];
    int begin = 0, end = 0, found = -1, count = 0;
    for (int i = 0; i < CELLS; i++) from[i] = -1;
    from[at] = 4;
    queue[end++] = at;
    while (begin < end && found < 0) {
        const int cell = queue[begin++];
        if (cell != at && is_wanted(cell)) found = cell;
        for (int d = 0; d < 4; d++) {
            const int next = cell + STEP[d];
            if (!open[cell][d] || from[next] >= 0) continue;
            from[next] = d;
            queue[end++] = next;
        }
    }
    for (int cell = found; found >= 0 && cell != at; cell -= STEP[from[cell]]) count++;
    for (int cell = found, i = count; i > 0; cell -= STEP[from[cell]]) directions[--i] = from[cell];
    return count;
}

static void write_walk(void) {
    static int directions[CELLS];
    int count = way(directions);
    if (count == 0) { /* all is known: the cheapest move, back and forth */
        directions[0] = (facing + 2) % 4;
        count = 1;
    }
    for (int i = 0; i < count && i < LG_AMAZES_WALK; i++) {
        putchar("FRTL"[(directions[i] - facing + 4) % 4]);
        facing = directions[i];
        at += STEP[facing];
    }
    putchar('\n');
    (void)fflush(stdout);
}

/* Reads the five lines of a look, or "Quit". */
static bool read_message(char *text, size_t capacity) {
    size_t length = 0;
    for (int lines = 0; lines < 5; lines++) {
        if (fgets(text + length, (int)(capacity - length), stdin) == NULL) return false;
        if (strncmp(text + length, "Quit", 4) == 0) return false;
        if (strncmp(text + length, "Start", 5) == 0) lines--;
        length += strlen(text + length);
    }
    return true;
}

int main(void) {
    char text[256];
    lg_amazes_sight sight;
    lg_amazes_message_kind kind;
    for (int turn = 0; turn < LG_AMAZES_TURNS && read_message(text, sizeof text); turn++) {
        if (lg_amazes_message_parse(text, strlen(text), &kind, &sight, NULL) != LG_OK) return 1;
        note_look(&sight);
        write_walk();
    }
    return 0;
}
