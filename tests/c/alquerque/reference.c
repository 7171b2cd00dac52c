/* The rules of Alquerque, sentence by sentence; see reference.h. */
#include "reference.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions as text ---- */

void slow_alquerque_read(slow_alquerque *position, const char *text) {
    char board[64], white[SLOW_ALQUERQUE_MOVE], black[SLOW_ALQUERQUE_MOVE], chain[SLOW_ALQUERQUE_MOVE];
    char offender = 0;
    memset(position, 0, sizeof *position);
    (void)sscanf(text, "%63s %c %d %79s %79s %79s forfeit:%c", board, &position->to_move, &position->ply, white, black,
                 chain, &offender);
    int row = 6, column = 0;
    for (const char *c = board; *c != '\0'; c++) {
        if (*c == '/') {
            row--;
            column = 0;
        } else if (*c == 'w' || *c == 'b') {
            position->board[row][column++] = *c;
        } else {
            for (int empty = *c - '0'; empty > 0; empty--) position->board[row][column++] = '.';
        }
    }
    if (strcmp(white, "-") != 0) memcpy(position->last[0], white, sizeof white);
    if (strcmp(black, "-") != 0) memcpy(position->last[1], black, sizeof black);
    if (strcmp(chain, "-") != 0) memcpy(position->chain, chain, sizeof chain);
    position->offender = offender;
}

static const char *or_dash(const char *move) {
    return move[0] == '\0' ? "-" : move;
}

void slow_alquerque_write(const slow_alquerque *position, char text[SLOW_ALQUERQUE_POSITION]) {
    char *out = text;
    for (int row = 6; row >= 0; row--) {
        for (int column = 0; column < 7;) {
            int empty = 0;
            while (column < 7 && position->board[row][column] == '.') empty++, column++;
            if (empty > 0) *out++ = (char)('0' + empty);
            if (column < 7) *out++ = position->board[row][column++];
        }
        *out++ = row > 0 ? '/' : ' ';
    }
    out += sprintf(out, "%c %d %s %s %s", position->to_move, position->ply, or_dash(position->last[0]),
                   or_dash(position->last[1]), or_dash(position->chain));
    if (position->offender != 0) (void)sprintf(out, " forfeit:%c", position->offender);
}

/* ---- the board ---- */

static bool on_board(int column, int row) {
    return column >= 0 && column < 7 && row >= 0 && row < 7;
}

/* "Every two points next to each other in a row or column are connected. Two diagonal neighbours are connected when
 * column + row is even (a = 1)." */
static bool connected(int column, int row, int to_column, int to_row) {
    const int across = abs(to_column - column), up = abs(to_row - row);
    if (!on_board(column, row) || !on_board(to_column, to_row)) return false;
    if (across + up == 1) return true;
    return across == 1 && up == 1 && ((column + 1) + (row + 1)) % 2 == 0;
}

static char enemy_of(char side) {
    return side == 'w' ? 'b' : 'w';
}

static int number_of(char side) {
    return side == 'w' ? 0 : 1;
}

static int count_pieces(const slow_alquerque *position, char side) {
    int count = 0;
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 7; column++) count += position->board[row][column] == side;
    return count;
}

/* ---- moves ---- */

static void add(slow_alquerque_list *list, const char *move) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->texts = realloc(list->texts, list->capacity * sizeof *list->texts);
    }
    (void)strcpy(list->texts[list->count++], move);
}

/* "A normal move may not take a piece back to the point it left in the same player's immediately preceding turn." */
static bool is_return(const slow_alquerque *position, const char *move) {
    const char *last = position->last[number_of(position->to_move)];
    return last[0] != '\0' && last[2] == '-' && memcmp(last, move + 3, 2) == 0 && memcmp(last + 3, move, 2) == 0;
}

/* "One piece to an empty neighbour along a line, in any direction." */
static void add_steps(const slow_alquerque *position, int column, int row, slow_alquerque_list *list) {
    for (int to_row = row - 1; to_row <= row + 1; to_row++)
        for (int to_column = column - 1; to_column <= column + 1; to_column++) {
            if (!connected(column, row, to_column, to_row) || position->board[to_row][to_column] != '.') continue;
            const char move[] = {(char)('a' + column), (char)('1' + row), '-', (char)('a' + to_column),
                                 (char)('1' + to_row), '\0'};
            if (!is_return(position, move)) add(list, move);
        }
}

/* "Jump over a neighbouring enemy piece, straight along lines, to the empty point behind it." */
static bool can_jump(const slow_alquerque *position, int column, int row, int across, int up) {
    return connected(column, row, column + across, row + up) && on_board(column + 2 * across, row + 2 * up) &&
           position->board[row + up][column + across] == enemy_of(position->to_move) &&
           position->board[row + 2 * up][column + 2 * across] == '.';
}

/* "A chain must go on while the jumping piece can capture again; at each jump the player chooses freely. A jumped
 * piece leaves the board at once." `path` is the text so far; returns whether the piece could jump at all. */
static bool add_chains(const slow_alquerque *position, int column, int row, const char *path,
                       slow_alquerque_list *list) {
    bool jumped = false;
    for (int up = -1; up <= 1; up++)
        for (int across = -1; across <= 1; across++) {
            if (!can_jump(position, column, row, across, up)) continue;
            slow_alquerque after = *position;
            char longer[SLOW_ALQUERQUE_MOVE + 8];
            const int to_column = column + 2 * across, to_row = row + 2 * up;
            after.board[row][column] = '.';
            after.board[row + up][column + across] = '.';
            after.board[to_row][to_column] = position->to_move;
            (void)sprintf(longer, "%s*%c%c", path, 'a' + to_column, '1' + to_row);
            if (!add_chains(&after, to_column, to_row, longer, list)) add(list, longer);
            jumped = true;
        }
    return jumped;
}

static void add_chains_from(const slow_alquerque *position, int column, int row, slow_alquerque_list *list) {
    const char start[] = {(char)('a' + column), (char)('1' + row), '\0'};
    (void)add_chains(position, column, row, start, list);
}

static int by_text(const void *a, const void *b) {
    return strcmp((const char *)a, (const char *)b);
}

/* "Capturing is compulsory when any piece of the player can capture." */
static void all_moves(const slow_alquerque *position, slow_alquerque_list *list) {
    list->count = 0;
    if (position->chain[0] != '\0') {
        const char *end = position->chain + strlen(position->chain) - 2;
        add_chains_from(position, end[0] - 'a', end[1] - '1', list);
        return;
    }
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 7; column++)
            if (position->board[row][column] == position->to_move) add_chains_from(position, column, row, list);
    if (list->count > 0) return;
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 7; column++)
            if (position->board[row][column] == position->to_move) add_steps(position, column, row, list);
}

void slow_alquerque_legal(const slow_alquerque *position, slow_alquerque_list *list) {
    list->count = 0;
    if (position->offender != 0 || position->ply >= 200) return;
    all_moves(position, list);
    if (list->count > 1) qsort(list->texts, list->count, sizeof *list->texts, by_text);
}

void slow_alquerque_play(slow_alquerque *position, const char *move) {
    const char side = position->to_move;
    char *last = position->last[number_of(side)];
    for (const char *from = move; from[2] != '\0'; from += 3) {
        const int column = from[0] - 'a', row = from[1] - '1', to_column = from[3] - 'a', to_row = from[4] - '1';
        position->board[row][column] = '.';
        if (from[2] == '*') position->board[(row + to_row) / 2][(column + to_column) / 2] = '.';
        position->board[to_row][to_column] = side;
    }
    if (position->chain[0] != '\0') {
        (void)strcpy(last, position->chain);
        (void)strcat(last, move + 2);
    } else {
        (void)strcpy(last, move);
    }
    position->chain[0] = '\0';
    position->to_move = enemy_of(side);
    position->ply++;
}

/* ---- end and score ---- */

/* "Order of the tests at the start of a turn: no pieces, ply limit, no moves." */
const char *slow_alquerque_result(const slow_alquerque *position) {
    if (position->offender != 0) return "illegal";
    if (count_pieces(position, position->to_move) == 0) return "no pieces";
    if (position->ply == 200) return "ply limit";
    slow_alquerque_list list = {NULL, 0, 0};
    all_moves(position, &list);
    const bool stuck = list.count == 0;
    free(list.texts);
    return stuck ? "no moves" : "ongoing";
}

static int tie_points(int opponents_pieces) {
    return opponents_pieces > 7 ? 0 : 7 - opponents_pieces;
}

void slow_alquerque_score(const slow_alquerque *position, int score[2]) {
    const char *result = slow_alquerque_result(position);
    score[0] = score[1] = 0;
    if (strcmp(result, "ongoing") == 0) return;
    if (strcmp(result, "ply limit") == 0) {
        score[0] = tie_points(count_pieces(position, 'b'));
        score[1] = tie_points(count_pieces(position, 'w'));
        return;
    }
    const char loser = position->offender != 0 ? position->offender : position->to_move;
    score[number_of(enemy_of(loser))] = 12;
}

uint64_t slow_alquerque_perft(const slow_alquerque *position, int depth) {
    uint64_t leaves = 0;
    slow_alquerque_list list = {NULL, 0, 0};
    if (depth == 0) return 1;
    slow_alquerque_legal(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        slow_alquerque after = *position;
        slow_alquerque_play(&after, list.texts[i]);
        leaves += slow_alquerque_perft(&after, depth - 1);
    }
    free(list.texts);
    return leaves;
}
