/* The slow, literal Amazes; see reference.h. */
#include "reference.h"

#include <stdio.h>
#include <string.h>

/* ---- geometry of the drawing ---- */

static const char CLOCKWISE[] = "NESW";

static char turn(char facing, int quarters) {
    return CLOCKWISE[(int)(strchr(CLOCKWISE, facing) - CLOCKWISE + quarters) % 4];
}

/* Places further in the drawing for one edge in this direction. */
static int lines(char facing) {
    return facing == 'N' ? -1 : facing == 'S' ? 1 : 0;
}

static int columns(char facing) {
    return facing == 'W' ? -1 : facing == 'E' ? 1 : 0;
}

/* The same for side 0 N, 1 E, 2 S, 3 W. */
static const int DOWN[4] = {-1, 0, 1, 0}, ACROSS[4] = {0, 1, 0, -1};

/* ---- start ---- */

static void set_start(slow_amazes_player *player, int row, int column, char facing) {
    memset(player, 0, sizeof *player);
    memset(player->edge, SLOW_UNKNOWN, sizeof player->edge);
    player->line = 2 * row - 1;
    player->column = 2 * column - 1;
    player->facing = facing;
}

void slow_amazes_start(slow_amazes *game, const char *text, int turn_limit) {
    memset(game, 0, sizeof *game);
    for (int player = 0; player < 2; player++) {
        int row, column;
        char facing;
        if (sscanf(text, "%d %d %c", &row, &column, &facing) != 3) return;
        set_start(&game->player[player], row, column, facing);
        text = strchr(text, '\n') + 1;
    }
    for (int line = 0; line < 51; line++)
        for (int column = 0; column < 51; column++)
            game->edge[line][column] = text[52 * line + column] == ' ' ? SLOW_OPENING : SLOW_WALL;
    game->turn_limit = turn_limit;
    game->killer = -1;
}

/* ---- discovering ---- */

static void discover_edge(const slow_amazes *game, slow_amazes_player *player, int line, int column) {
    player->edge[line][column] = game->edge[line][column];
}

static void discover_square(slow_amazes_player *player, int line, int column) {
    player->discovered[line][column] = true;
}

/* One look in one direction: writes the corridor, discovers its squares and the squares behind their sides. */
static char *look_along(const slow_amazes *game, slow_amazes_player *player, char direction, char *text) {
    const char left = turn(direction, 3), right = turn(direction, 1);
    int line = player->line, column = player->column;
    for (;;) {
        discover_edge(game, player, line + lines(direction), column + columns(direction));
        if (game->edge[line + lines(direction)][column + columns(direction)] == SLOW_WALL) break;
        line += 2 * lines(direction);
        column += 2 * columns(direction);
        discover_square(player, line, column);
        bool open[2];
        for (int i = 0; i < 2; i++) {
            const char side = i == 0 ? left : right;
            discover_edge(game, player, line + lines(side), column + columns(side));
            open[i] = game->edge[line + lines(side)][column + columns(side)] == SLOW_OPENING;
            if (open[i]) discover_square(player, line + 2 * lines(side), column + 2 * columns(side));
        }
        *text++ = open[0] ? (open[1] ? 'B' : 'L') : (open[1] ? 'R' : 'N');
    }
    *text++ = 'W';
    *text++ = '\n';
    return text;
}

/* ---- inference ---- */

/* The page's rules on dead ends, by the number of openings to dead-end squares: three walls; two walls and one of them;
 * one wall and two of them; three of them. ANY tries all four. */
enum { ANY = -1 };

static bool dead_end_rule(slow_amazes_player *player, int line, int column, int dead_ends_needed) {
    int walls = 0, dead_ends = 0;
    if (player->discovered[line][column]) return false;
    for (int side = 0; side < 4; side++) {
        const char edge = player->edge[line + DOWN[side]][column + ACROSS[side]];
        if (edge == SLOW_WALL) walls++;
        if (edge == SLOW_OPENING && player->dead_end[line + 2 * DOWN[side]][column + 2 * ACROSS[side]]) dead_ends++;
    }
    if (walls + dead_ends != 3 || (dead_ends_needed != ANY && dead_ends != dead_ends_needed)) return false;
    discover_square(player, line, column);
    player->dead_end[line][column] = true;
    for (int side = 0; side < 4; side++) {
        char *edge = &player->edge[line + DOWN[side]][column + ACROSS[side]];
        if (*edge != SLOW_WALL) *edge = SLOW_OPENING;
    }
    return true;
}

/* The fourth edge of a corner with three openings is a wall. */
static bool corner_rule(slow_amazes_player *player, int line, int column) {
    int openings = 0;
    char *other = NULL;
    for (int side = 0; side < 4; side++) {
        char *edge = &player->edge[line + DOWN[side]][column + ACROSS[side]];
        if (*edge == SLOW_OPENING) openings++;
        else other = edge;
    }
    if (openings != 3 || *other == SLOW_WALL) return false;
    *other = SLOW_WALL;
    return true;
}

static bool knows_of(const slow_amazes_player *player, int line, int column) {
    if (player->discovered[line][column]) return true;
    for (int side = 0; side < 4; side++)
        if (player->edge[line + DOWN[side]][column + ACROSS[side]] == SLOW_OPENING) return true;
    return false;
}

/* All of one outer edge becomes wall; true if any of it is new. */
static bool discover_outer_edge(slow_amazes_player *player, char side) {
    bool new = false;
    for (int i = 1; i < 51; i += 2) {
        const int line = side == 'N' ? 0 : side == 'S' ? 50 : i, column = side == 'W' ? 0 : side == 'E' ? 50 : i;
        new |= player->edge[line][column] != SLOW_WALL;
        player->edge[line][column] = SLOW_WALL;
    }
    return new;
}

static bool columns_rule(slow_amazes_player *player) {
    for (int column = 1; column < 51; column += 2) {
        bool known = false;
        for (int line = 1; line < 51 && !known; line += 2) known = knows_of(player, line, column);
        if (!known) return false;
    }
    const bool west = discover_outer_edge(player, 'W'), east = discover_outer_edge(player, 'E');
    return west || east;
}

static bool rows_rule(slow_amazes_player *player) {
    for (int line = 1; line < 51; line += 2) {
        bool known = false;
        for (int column = 1; column < 51 && !known; column += 2) known = knows_of(player, line, column);
        if (!known) return false;
    }
    const bool north = discover_outer_edge(player, 'N'), south = discover_outer_edge(player, 'S');
    return north || south;
}

static bool opposite_rule(slow_amazes_player *player, char side) {
    for (int i = 1; i < 51; i += 2) {
        const int line = side == 'N' ? 0 : side == 'S' ? 50 : i, column = side == 'W' ? 0 : side == 'E' ? 50 : i;
        if (player->edge[line][column] != SLOW_WALL) return false;
    }
    return discover_outer_edge(player, turn(side, 2));
}

static bool dead_ends_rule(slow_amazes_player *player, int dead_ends_needed, bool backwards) {
    bool new = false;
    for (int i = 0; i < 625; i++) {
        const int square = backwards ? 624 - i : i;
        new |= dead_end_rule(player, 2 * (square / 25) + 1, 2 * (square % 25) + 1, dead_ends_needed);
    }
    return new;
}

static bool corners_rule(slow_amazes_player *player, bool backwards) {
    bool new = false;
    for (int i = 0; i < 576; i++) {
        const int corner = backwards ? 575 - i : i;
        new |= corner_rule(player, 2 * (corner / 24) + 2, 2 * (corner % 24) + 2);
    }
    return new;
}

/* Rules by number: the four on dead ends, opposite edges for each of four edges, columns, rows, corners. */
static bool rule(slow_amazes_player *player, int number, bool backwards) {
    if (number < 4) return dead_ends_rule(player, number, backwards);
    if (number < 8) return opposite_rule(player, CLOCKWISE[number - 4]);
    if (number == 8) return columns_rule(player);
    return number == 9 ? rows_rule(player) : corners_rule(player, backwards);
}

static bool infer_in_page_order(slow_amazes_player *player) {
    bool new = dead_ends_rule(player, ANY, false);
    for (int number = 4; number < 11; number++) new |= rule(player, number, false);
    return new;
}

bool slow_amazes_infer_once(slow_amazes_player *player, uint64_t order) {
    int rules[11] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    bool new = false;
    if (order == 0) return infer_in_page_order(player);
    for (int i = 10; i > 0; i--) {
        order = order * 6364136223846793005u + 1442695040888963407u;
        const int j = (int)((order >> 33) % (uint64_t)(i + 1)), other = rules[j];
        rules[j] = rules[i];
        rules[i] = other;
    }
    for (int i = 0; i < 11; i++) new |= rule(player, rules[i], (order >> (40 + i) & 1) != 0);
    return new;
}

/* ---- turns ---- */

/* Points for discoveries since `before`. */
static void reward(slow_amazes *game, const bool before[51][51]) {
    slow_amazes_player *player = &game->player[game->to_move];
    const slow_amazes_player *opponent = &game->player[1 - game->to_move];
    for (int line = 1; line < 51; line += 2)
        for (int column = 1; column < 51; column += 2) {
            if (before[line][column] || !player->discovered[line][column]) continue;
            const bool first = !opponent->discovered[line][column];
            player->squares++;
            player->first += first;
            player->points += 1 + first;
        }
}

void slow_amazes_look(slow_amazes *game, char text[80], uint64_t order) {
    slow_amazes_player *player = &game->player[game->to_move];
    const slow_amazes_player *opponent = &game->player[1 - game->to_move];
    bool before[51][51];
    memcpy(before, player->discovered, sizeof before);
    discover_square(player, player->line, player->column);
    for (int i = 0; i < 4; i++) text = look_along(game, player, turn(player->facing, i), text);
    const int rows = (player->line - opponent->line) / 2, across = (player->column - opponent->column) / 2;
    (void)sprintf(text, "%d\n", rows * rows + across * across);
    while (slow_amazes_infer_once(player, order)) order *= 6364136223846793005u;
    reward(game, (const bool(*)[51])before);
}

static bool step(const slow_amazes *game, slow_amazes_player *player, char letter) {
    const int quarters = letter == 'F' ? 0 : letter == 'R' ? 1 : letter == 'T' ? 2 : 3;
    const char facing = turn(player->facing, quarters);
    if (game->edge[player->line + lines(facing)][player->column + columns(facing)] == SLOW_WALL) return false;
    discover_edge(game, player, player->line + lines(facing), player->column + columns(facing));
    player->facing = facing;
    player->line += 2 * lines(facing);
    player->column += 2 * columns(facing);
    discover_square(player, player->line, player->column);
    return true;
}

static bool is_move(const char *text) {
    const size_t length = strlen(text);
    return length >= 1 && length <= 256 && strspn(text, "FTLR") == length;
}

static void meet(slow_amazes *game) {
    slow_amazes_player *player = &game->player[game->to_move], *opponent = &game->player[1 - game->to_move];
    if (player->offender || player->line != opponent->line || player->column != opponent->column) return;
    if (player->squares < 625) {
        player->points += 100;
        return;
    }
    player->points *= 2;
    opponent->points = 0;
    game->killer = game->to_move;
}

void slow_amazes_move(slow_amazes *game, const char *text) {
    slow_amazes_player *player = &game->player[game->to_move];
    const int line = player->line, column = player->column;
    bool before[51][51];
    if (!is_move(text)) player->offender = true;
    if (player->offender) text = "T";
    player->points -= (int)strlen(text);
    memcpy(before, player->discovered, sizeof before);
    while (*text != '\0' && step(game, player, *text)) text++;
    if (player->line == line && player->column == column) (void)step(game, player, 'T');
    reward(game, (const bool(*)[51])before);
    meet(game);
    player->turns++;
    game->to_move = 1 - game->to_move;
}

bool slow_amazes_over(const slow_amazes *game) {
    const slow_amazes_player *red = &game->player[0], *blue = &game->player[1];
    return game->killer >= 0 || (red->turns == game->turn_limit && blue->turns == game->turn_limit);
}

int slow_amazes_score(const slow_amazes *game, int player) {
    const int points = game->player[player].points;
    if (game->player[player].offender || points < 0) return 0;
    return points > 1000 ? 1000 : points;
}
