/* The slow implementation; see reference.h. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int slow_blockdrop_timer(const slow_blockdrop *position, int row, int column) {
    const int drops_at = position->blocks[row][column].drops_at, back_at = position->blocks[row][column].back_at;
    if (drops_at > position->turn) return drops_at - position->turn;
    if (back_at > position->turn) return position->turn - back_at;
    return 0;
}

/* ---- squares and players ---- */

static bool is_on_board(int row, int column) {
    return row >= 0 && row <= 17 && column >= 0 && column <= 17;
}

static bool has_other_player(const slow_blockdrop *position, int player, int row, int column) {
    for (int i = 0; i < 4; i++)
        if (i != player && position->players[i].alive && position->players[i].row == row &&
            position->players[i].column == column)
            return true;
    return false;
}

/* All squares within a Manhattan distance of 3. */
static bool is_near_other_player(const slow_blockdrop *position, int player, int row, int column) {
    for (int r = 0; r < 18; r++)
        for (int c = row - 3 <= r && r <= row + 3 ? 0 : 18; c < 18; c++)
            if (abs(r - row) + abs(c - column) <= 3 && has_other_player(position, player, r, c)) return true;
    return false;
}

static void square_ahead(const slow_blockdrop *position, int player, char direction, int *row, int *column) {
    *row = position->players[player].row;
    *column = position->players[player].column;
    switch (direction) {
    case 'U': *row -= 1; break;
    case 'R': *column += 1; break;
    case 'D': *row += 1; break;
    default: *column -= 1;
    }
}

static bool can_step(const slow_blockdrop *position, int player, char direction) {
    int row, column;
    square_ahead(position, player, direction, &row, &column);
    if (!is_on_board(row, column)) return false;
    if (slow_blockdrop_timer(position, row / 3, column / 3) < 0) return false;
    return !is_near_other_player(position, player, row, column);
}

/* ---- one turn ---- */

static void attack(slow_blockdrop *position, int player) {
    int row = position->players[player].row / 3, column = position->players[player].column / 3;
    for (int n = 1;; n++) {
        switch (position->players[player].facing) {
        case 'U': row--; break;
        case 'R': column++; break;
        case 'D': row++; break;
        default: column--;
        }
        if (row < 0 || row > 5 || column < 0 || column > 5) break;
        if (slow_blockdrop_timer(position, row, column) != 0) continue;
        position->blocks[row][column].drops_at = position->turn + 4 * n;
        position->blocks[row][column].back_at = position->turn + 4 * n + (position->engine ? 19 : 20);
    }
    position->players[player].stun = 3;
}

static char meaning(const char *answer) {
    char word[512] = "";
    if (sscanf(answer, "%511s", word) != 1 || strlen(word) != 1 || strchr("URDLA", word[0]) == NULL) return 'N';
    return word[0];
}

static void act(slow_blockdrop *position, int player, char action) {
    if (action == 'N') return;
    if (action == 'A') {
        attack(position, player);
        return;
    }
    position->players[player].facing = action;
    if (can_step(position, player, action))
        square_ahead(position, player, action, &position->players[player].row, &position->players[player].column);
}

static bool is_free(const slow_blockdrop *position, int player) {
    return position->players[player].alive && !position->players[player].stopped && position->players[player].stun == 0;
}

void slow_blockdrop_play(slow_blockdrop *position, const char *answer) {
    const int player = position->turn % 4;
    if (is_free(position, player)) act(position, player, meaning(answer));
    if (position->players[player].alive && position->players[player].stun > 0) position->players[player].stun--;
    position->turn++;
    for (int i = 0; i < 4; i++) {
        const int row = position->players[i].row / 3, column = position->players[i].column / 3;
        if (!position->players[i].alive || position->blocks[row][column].drops_at != position->turn) continue;
        position->players[i].alive = false;
        position->players[i].stopped = false;
    }
}

bool slow_blockdrop_legal(const slow_blockdrop *position, char action) {
    const int player = position->turn % 4;
    if (strcmp(slow_blockdrop_result(position), "ongoing") != 0) return false;
    if (action == 'N') return true;
    if (!is_free(position, player)) return false;
    return action == 'A' || position->players[player].facing != action || can_step(position, player, action);
}

/* ---- the end ---- */

static int count_living(const slow_blockdrop *position) {
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (position->players[i].alive) count++;
    return count;
}

const char *slow_blockdrop_result(const slow_blockdrop *position) {
    if (count_living(position) == 0) return "nobody left";
    if (count_living(position) == 1) return "won";
    return position->turn == position->turn_limit ? "turn limit" : "ongoing";
}

int slow_blockdrop_winner(const slow_blockdrop *position) {
    if (count_living(position) == 1)
        for (int i = 0; i < 4; i++)
            if (position->players[i].alive) return i;
    return -1;
}

/* ---- text ---- */

static const char *next_field(const char *text) {
    return strchr(text, ' ') + 1;
}

static void read_block(slow_blockdrop *position, int row, int column, int timer) {
    position->blocks[row][column].drops_at = timer > 0 ? position->turn + timer : -1;
    position->blocks[row][column].back_at = timer < 0 ? position->turn - timer : 0;
    if (timer > 0) position->blocks[row][column].back_at = position->turn + timer + (position->engine ? 19 : 20);
}

void slow_blockdrop_read(slow_blockdrop *position, const char *text) {
    memset(position, 0, sizeof *position);
    position->engine = text[0] == 'e';
    text = next_field(text);
    (void)sscanf(text, "%d/%d", &position->turn, &position->turn_limit);
    text = next_field(text);
    for (int i = 0; i < 36; i++) {
        char *end;
        read_block(position, i / 6, i % 6, (int)strtol(text, &end, 10));
        text = end + 1;
    }
    for (int i = 0; i < 4; i++) {
        (void)sscanf(text, "%d,%d,%c,%d", &position->players[i].row, &position->players[i].column,
                     &position->players[i].facing, &position->players[i].stun);
        position->players[i].alive = position->players[i].row >= 0;
        text = next_field(text);
    }
    for (; *text >= '0'; text++) position->players[*text - '0'].stopped = true;
}

void slow_blockdrop_write(const slow_blockdrop *position, char text[SLOW_BLOCKDROP_POSITION]) {
    char stopped[5] = "";
    text += sprintf(text, "%s %d/%d ", position->engine ? "engine" : "page", position->turn, position->turn_limit);
    for (int row = 0; row < 6; row++)
        for (int column = 0; column < 6; column++)
            text += sprintf(text, "%d%c", slow_blockdrop_timer(position, row, column),
                            column < 5 ? ',' : row < 5 ? '/' : ' ');
    for (int i = 0; i < 4; i++) {
        const bool alive = position->players[i].alive;
        text += sprintf(text, "%d,%d,%c,%d ", alive ? position->players[i].row : -1,
                        alive ? position->players[i].column : -1, position->players[i].facing,
                        position->players[i].stun);
        if (position->players[i].stopped) stopped[strlen(stopped)] = (char)('0' + i);
    }
    (void)strcpy(text, stopped[0] == '\0' ? "-" : stopped);
}
