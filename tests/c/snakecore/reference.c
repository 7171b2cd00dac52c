/* SnakeCore, slow and literal; see reference.h. Sentences in quotation marks are from the rules. */
#include "reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool inside(const slow_snakecore *game, int x, int y) {
    return x >= 0 && y >= 0 && x < game->size && y < game->size;
}

/* The python on the cell, and the index of the cell in it; -1 for none. */
static int who(const slow_snakecore *game, int x, int y, int *number) {
    for (int player = 0; player < game->players; player++) {
        const slow_snakecore_python *python = &game->pythons[player];
        for (int i = 0; i < python->cells; i++) {
            if (python->spots[i].x != x || python->spots[i].y != y) continue;
            *number = i;
            return player;
        }
    }
    return -1;
}

/* The content of every cell: the ground, and the pythons on it. */
static void draw(const slow_snakecore *game, char field[SLOW_SNAKECORE_SIZE][SLOW_SNAKECORE_SIZE]) {
    memcpy(field, game->ground, sizeof game->ground);
    for (int player = 0; player < game->players; player++) {
        const slow_snakecore_python *python = &game->pythons[player];
        for (int i = 0; i < python->cells; i++) field[python->spots[i].y][python->spots[i].x] = python->types[i];
    }
}

/* The present counter: "at the start of its own turn" it falls, before anything else; no turn starts when the game is
 * over. */
static int protection_now(const slow_snakecore *game, int player) {
    const int counter = game->pythons[player].protection;
    const bool fallen = player == game->to_move && game->round < game->rounds;
    return fallen && counter > 0 ? counter - 1 : counter;
}

/* ---- effects of letters ---- */

static slow_snakecore_spot target_of(const slow_snakecore *game, char letter) {
    slow_snakecore_spot spot = game->pythons[game->to_move].spots[0];
    if (letter == 'U') spot.y--;
    if (letter == 'D') spot.y++;
    if (letter == 'L') spot.x--;
    if (letter == 'R') spot.x++;
    return spot;
}

static int energy_of(const slow_snakecore_python *python) {
    for (int i = 1; i < python->cells; i++)
        if (python->types[i] == 'e') return i;
    return -1;
}

bool slow_snakecore_possible(const slow_snakecore *game, char letter) {
    const slow_snakecore_python *mover = &game->pythons[game->to_move];
    if (letter == 'N') return true;
    if (mover->disqualified) return false;
    if (letter == 'A') return energy_of(mover) > 0;
    const slow_snakecore_spot to = target_of(game, letter);
    if (!inside(game, to.x, to.y)) return false;
    int number = 0;
    const int owner = who(game, to.x, to.y, &number);
    if (owner < 0) {
        if (game->ground[to.y][to.x] == 'W') return false;
        return game->ground[to.y][to.x] != 'R' || mover->cells > 1;
    }
    const bool tail = number == game->pythons[owner].cells - 1;
    if (number == 0) return false;
    if (owner == game->to_move && tail) return true;
    return !tail && protection_now(game, owner) == 0;
}

/* ---- blocks that come back ---- */

static void come_back(slow_snakecore *game, char type, slow_snakecore_chance *chance) {
    slow_snakecore_spot empty[SLOW_SNAKECORE_CELLS];
    char field[SLOW_SNAKECORE_SIZE][SLOW_SNAKECORE_SIZE];
    int count = 0;
    draw(game, field);
    for (int y = 0; y < game->size; y++)
        for (int x = 0; x < game->size; x++) {
            if (field[y][x] != '.') continue;
            empty[count].x = x;
            empty[count++].y = y;
        }
    const slow_snakecore_spot spot = empty[chance->choose(chance->context, count)];
    game->ground[spot.y][spot.x] = type;
    chance->spots[chance->count++] = spot;
}

/* ---- events ---- */

/* The head goes to a cell, and a new first block appears where it was. */
static void add_first(slow_snakecore_python *python, slow_snakecore_spot to, char type) {
    for (int i = python->cells; i > 0; i--) {
        python->spots[i] = python->spots[i - 1];
        python->types[i] = python->types[i - 1];
    }
    python->spots[0] = to;
    python->types[0] = 'p';
    python->types[1] = type;
    python->cells++;
}

/* "The head steps there, every block moves to the cell of the one before it, types stay with the blocks." */
static void crawl(slow_snakecore_python *python, slow_snakecore_spot to) {
    for (int i = python->cells - 1; i > 0; i--) python->spots[i] = python->spots[i - 1];
    python->spots[0] = to;
}

static void bite(slow_snakecore *game, int owner, int number, slow_snakecore_spot to) {
    slow_snakecore_python *mover = &game->pythons[game->to_move], *victim = &game->pythons[owner];
    const char type = victim->types[number];
    if (victim != mover) mover->score += victim->cells - number; /* block i is cell i + 1, L is cells - 1 */
    for (int i = number + 1; i < victim->cells; i++)
        game->ground[victim->spots[i].y][victim->spots[i].x] = victim->types[i];
    victim->cells = number;
    add_first(mover, to, type);
}

static void deliver(slow_snakecore *game, slow_snakecore_chance *chance) {
    slow_snakecore_python *mover = &game->pythons[game->to_move];
    const int blocks = mover->cells - 1;
    mover->cells = 1;
    mover->score += blocks * (blocks + 1) / 2;
    for (int i = 1; i <= blocks; i++) come_back(game, mover->types[i], chance);
}

static void activate(slow_snakecore *game, slow_snakecore_chance *chance) {
    slow_snakecore_python *mover = &game->pythons[game->to_move];
    for (int i = energy_of(mover); i + 1 < mover->cells; i++) mover->types[i] = mover->types[i + 1];
    mover->cells--;
    come_back(game, 'e', chance);
}

static void step(slow_snakecore *game, char letter, slow_snakecore_chance *chance) {
    slow_snakecore_python *mover = &game->pythons[game->to_move];
    const slow_snakecore_spot to = target_of(game, letter);
    char *ground = &game->ground[to.y][to.x];
    int number = 0;
    const int owner = who(game, to.x, to.y, &number);
    if (owner == game->to_move && number == mover->cells - 1) {
        crawl(mover, to);
    } else if (owner >= 0) {
        bite(game, owner, number, to);
    } else if (*ground == 'R') {
        deliver(game, chance);
    } else if (*ground == '.') {
        crawl(mover, to);
    } else {
        const char type = *ground;
        *ground = '.';
        add_first(mover, to, type);
    }
}

void slow_snakecore_turn(slow_snakecore *game, char letter, slow_snakecore_chance *chance) {
    slow_snakecore_python *mover = &game->pythons[game->to_move];
    const bool possible = slow_snakecore_possible(game, letter);
    const int counter = protection_now(game, game->to_move);
    chance->count = 0;
    if (possible && letter == 'A') activate(game, chance);
    else if (possible && letter != 'N') step(game, letter, chance);
    mover->protection = possible && letter == 'A' ? counter + 10 : counter;
    game->to_move = (game->to_move + 1) % game->players;
    if (game->to_move == 0) game->round++;
}

/* ---- text ---- */

int slow_snakecore_request(const slow_snakecore *game, char *text) {
    char field[SLOW_SNAKECORE_SIZE][SLOW_SNAKECORE_SIZE], *end = text;
    draw(game, field);
    end += sprintf(end, "getAction\n%d\n", game->size);
    for (int y = 0; y < game->size; y++) end += sprintf(end, "%.*s\n", game->size, field[y]);
    for (int i = 0; i < game->players; i++) {
        const int player = (game->to_move + i) % game->players;
        const slow_snakecore_python *python = &game->pythons[player];
        end += sprintf(end, "%d %d", protection_now(game, player), python->cells);
        for (int j = 0; j < python->cells; j++) end += sprintf(end, " %d %d", python->spots[j].x, python->spots[j].y);
        end += sprintf(end, "\n");
    }
    return (int)(end - text);
}

static char *write_row(const char *row, int size, char *end) {
    int empty = 0;
    for (int x = 0; x < size; x++) {
        if (row[x] == '.') {
            empty++;
            continue;
        }
        if (empty > 0) end += sprintf(end, "%d", empty);
        empty = 0;
        *end++ = row[x];
    }
    if (empty > 0) end += sprintf(end, "%d", empty);
    return end;
}

static char *write_way(const slow_snakecore_python *python, char *end) {
    if (python->cells == 1) *end++ = '-';
    for (int i = 1; i < python->cells; i++) {
        const int dx = python->spots[i].x - python->spots[i - 1].x, dy = python->spots[i].y - python->spots[i - 1].y;
        *end++ = dy < 0 ? 'U' : dy > 0 ? 'D' : dx < 0 ? 'L' : 'R';
    }
    return end;
}

int slow_snakecore_position(const slow_snakecore *game, uint64_t state, uint64_t increment, char *text) {
    char field[SLOW_SNAKECORE_SIZE][SLOW_SNAKECORE_SIZE], *end = text;
    draw(game, field);
    end += sprintf(end, "%d ", game->size);
    for (int y = 0; y < game->size; y++) {
        end = write_row(field[y], game->size, end);
        *end++ = y + 1 < game->size ? '/' : ' ';
    }
    end += sprintf(end, "%d %d/%d ", game->to_move, game->round, game->rounds);
    end += sprintf(end, "%016" PRIx64 ":%016" PRIx64, state, increment);
    for (int player = 0; player < game->players; player++) {
        const slow_snakecore_python *python = &game->pythons[player];
        end += sprintf(end, " %d:%d:%d,%d:", python->score, python->protection, python->spots[0].x, python->spots[0].y);
        end = write_way(python, end);
        if (python->disqualified) *end++ = '!';
    }
    *end = '\0';
    return (int)(end - text);
}

/* ---- reading the position text ---- */

/* The content of the field, bodies included: they are taken off it when the pythons are read. */
static const char *read_field(slow_snakecore *game, const char *text) {
    for (int y = 0; y < game->size; y++, text++) {
        int x = 0, count, length;
        while (x < game->size) {
            if (sscanf(text, "%d%n", &count, &length) == 1) {
                text += length;
                while (count-- > 0) game->ground[y][x++] = '.';
            } else {
                game->ground[y][x++] = *text++;
            }
        }
    }
    return text;
}

static void take_off(slow_snakecore *game, slow_snakecore_python *python, int x, int y) {
    python->spots[python->cells].x = x;
    python->spots[python->cells].y = y;
    python->types[python->cells++] = game->ground[y][x];
    game->ground[y][x] = '.';
}

static const char *read_python(slow_snakecore *game, int player, const char *text) {
    slow_snakecore_python *python = &game->pythons[player];
    int x, y, length;
    (void)sscanf(text, " %d:%d:%d,%d:%n", &python->score, &python->protection, &x, &y, &length);
    python->cells = 0;
    take_off(game, python, x, y);
    for (text += length; *text != ' ' && *text != '!' && *text != '\0'; text++) {
        if (*text == '-') continue;
        x += (*text == 'R') - (*text == 'L');
        y += (*text == 'D') - (*text == 'U');
        take_off(game, python, x, y);
    }
    python->disqualified = *text == '!';
    return python->disqualified ? text + 1 : text;
}

void slow_snakecore_read(slow_snakecore *game, const char *position) {
    int length;
    (void)sscanf(position, "%d %n", &game->size, &length);
    const char *text = read_field(game, position + length);
    (void)sscanf(text, "%d %d/%d %*[0-9a-f]:%*[0-9a-f]%n", &game->to_move, &game->round, &game->rounds, &length);
    text += length;
    for (game->players = 0; *text != '\0'; game->players++) text = read_python(game, game->players, text);
}

/* ---- windows ---- */

int slow_snakecore_seen(const slow_snakecore *game, int viewer, int dx, int dy) {
    const int x = game->pythons[viewer].spots[0].x + dx, y = game->pythons[viewer].spots[0].y + dy;
    if (!inside(game, x, y)) return 1;
    int number = 0;
    const int owner = who(game, x, y, &number);
    if (owner < 0) return (int)(strchr(".WRbe", game->ground[y][x]) - ".WRbe");
    const bool tail = number == game->pythons[owner].cells - 1, safe = protection_now(game, owner) > 0;
    if (owner == viewer) return number == 0 ? 8 : tail ? 11 : safe ? 10 : 9;
    return number == 0 ? 5 : tail || safe ? 7 : 6;
}
