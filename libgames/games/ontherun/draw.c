/* On the Run: the picture of a position: the map with its connections, the detectives, and where the fugitive is or can
 * be. */
#include "libgames/ontherun.h"
#include "libgames/svg.h"
#include "rooms.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM
#define TYPES LG_ONTHERUN_TYPES

enum { OTR_LEFT = 30, OTR_WIDTH = LG_ONTHERUN_WIDTH + 2 * OTR_LEFT, EDGE = 28 };
enum { SMALL = 14 }; /* units of a pixel, in tenths */

/* Plates of the detectives, of their choices and of the fugitive, and the letters above cities. */
enum { MOST_BOXES = 2 * TEAM + 1 + LG_ONTHERUN_MAX_CITIES };

static const char *const KINDS[TYPES] = {"car", "train", "plane"};

static const char OTR_STYLE[] = ".car{stroke:$s;stroke-opacity:.75}\n"
                            ".train{stroke:$2}\n"
                            ".plane{stroke:$6}\n"
                            ".city{fill:$p;stroke:$i}\n"
                            ".can{fill:$m;fill-opacity:.35;stroke:$m}\n"
                            ".detective{fill:$0;stroke:$i}\n"
                            ".fugitive{fill:$1;stroke:$i}\n"
                            ".goal{fill:none;stroke:$t}\n"
                            ".badge{fill:$t;stroke:$p}\n"
                            ".way{stroke:$m}\n"
                            ".tip{fill:$m}\n"
                            ".choice{stroke:$0}\n"
                            ".next{fill:none;stroke:$m}\n"
                            ".letter{fill:$p;font-weight:700}\n";

/* Areas that may not be covered, each by its middle and half its sides, in tenths. */
typedef struct boxes {
    int32_t x[MOST_BOXES], y[MOST_BOXES], wide[MOST_BOXES], high[MOST_BOXES];
    int count;
} boxes;

/* The position of the map in the picture. */
typedef struct otr_sheet {
    const lg_ontherun_map *map;
    const lg_ontherun *state;
    lg_writer *writer;
    int32_t unit, radius; /* tenths: of a pixel's units, of a city's circle */
    int32_t top;          /* of the map */
    int32_t room;         /* cities for which there are actions */
    boxes *taken;         /* plates, and letters of actions */
} otr_sheet;

static int32_t otr_x_of(const otr_sheet *on, int city) {
    return 10 * (OTR_LEFT + on->map->x[city]);
}

static int32_t otr_y_of(const otr_sheet *on, int city) {
    return 10 * (on->top + on->map->y[city]);
}

/* `pixels`, in tenths, as tenths of units: thin lines and small letters keep their size when the picture is small. */
static int32_t pixels(const otr_sheet *on, int32_t tenths) {
    return tenths * on->unit / 10;
}

/* ---- the map ---- */

/* The largest radius, in tenths, with which circles of the cities do not touch. */
static int32_t radius_of(const lg_ontherun_map *map) {
    int32_t nearest = 1000000;
    for (int a = 2; a <= map->cities; a++)
        for (int b = 1; b < a; b++) {
            const int32_t right = map->x[a] - map->x[b], down = map->y[a] - map->y[b],
                          square = right * right + down * down;
            nearest = square < nearest ? square : nearest;
        }
    const int32_t radius = 42 * lg_svg_root(100 * nearest) / 100;
    return radius < 30 ? 30 : radius > 150 ? 150 : radius;
}

/* A straight line, shifted sideways by `aside` tenths. */
static void put_straight(const otr_sheet *on, int a, int b, int32_t aside) {
    const int32_t right = otr_x_of(on, b) - otr_x_of(on, a), down = otr_y_of(on, b) - otr_y_of(on, a);
    const int32_t length = lg_svg_root(right * right + down * down) + 1, dx = -aside * down / length,
                  dy = aside * right / length;
    lg_svg_put(on->writer, "M%t %tL%t %t", otr_x_of(on, a) + dx, otr_y_of(on, a) + dy, otr_x_of(on, b) + dx,
               otr_y_of(on, b) + dy);
}

/* A plane's connection is an arc. */
static void put_bow(const otr_sheet *on, int a, int b) {
    const int32_t right = otr_x_of(on, b) - otr_x_of(on, a), down = otr_y_of(on, b) - otr_y_of(on, a);
    lg_svg_put(on->writer, "M%t %tQ%t %t %t %t", otr_x_of(on, a), otr_y_of(on, a),
               (otr_x_of(on, a) + otr_x_of(on, b)) / 2 - 18 * down / 100,
               (otr_y_of(on, a) + otr_y_of(on, b)) / 2 + 18 * right / 100, otr_x_of(on, b), otr_y_of(on, b));
}

/* The path in a type's style: cars in plain lines, trains dashed, planes dotted. */
static void open_kind(const otr_sheet *on, int type) {
    static const int32_t WIDTHS[TYPES] = {13, 24, 26};
    lg_svg_put(on->writer, "<path class='line %s' stroke-width='%t'", KINDS[type], pixels(on, WIDTHS[type]));
    if (type == LG_ONTHERUN_TRAIN)
        lg_svg_put(on->writer, " stroke-linecap='butt' stroke-dasharray='%t %t'", pixels(on, 70), pixels(on, 35));
    if (type == LG_ONTHERUN_PLANE) lg_svg_put(on->writer, " stroke-dasharray='.1 %t'", pixels(on, 52));
    lg_put_text(on->writer, " d='");
}

/* Connections of different types have separate lines: cars and trains between the same cities run side by side. */
static void put_connections(const otr_sheet *on, int type) {
    const lg_ontherun_set *cars = on->map->joined[LG_ONTHERUN_CAR], *trains = on->map->joined[LG_ONTHERUN_TRAIN];
    open_kind(on, type);
    for (int city = 1; city <= on->map->cities; city++)
        for (int i = on->map->first[type][city]; i < on->map->first[type][city + 1]; i++) {
            const int other = on->map->neighbour[type][i];
            const bool both = lg_i_ontherun_set_has(&cars[city], other) && lg_i_ontherun_set_has(&trains[city], other);
            if (other < city) continue;
            if (type == LG_ONTHERUN_PLANE) put_bow(on, city, other);
            else put_straight(on, city, other, !both ? 0 : type == LG_ONTHERUN_CAR ? pixels(on, -22) : pixels(on, 22));
        }
    lg_put_text(on->writer, "'/>\n");
}

/* A city's label shows if its letters have 6 pixels or more; otherwise when a page zooms in. */
static const char *label_kind(const otr_sheet *on, int32_t size) {
    const int32_t tenths = 10 * size / on->unit;
    return tenths >= 60 ? "label" : tenths >= 30 ? "label1" : "label2";
}

static void put_city(const otr_sheet *on, int city) {
    const int32_t size = on->radius * (city < 100 ? 102 : 86) / 100;
    lg_svg_put(on->writer, "<circle class='city' stroke-width='%t' cx='%t' cy='%t' r='%t'/>", pixels(on, 10),
               otr_x_of(on, city), otr_y_of(on, city), on->radius);
    lg_svg_put(on->writer, "<text class='%s' x='%t' y='%t' font-size='%t'>%d</text>\n", label_kind(on, size),
               otr_x_of(on, city), otr_y_of(on, city) + 36 * size / 100, size, city);
}

/* ---- players and plates ---- */

/* Finds a place for a box near (x, y): at this point, or at one of `count` shifts, in boxes with a gap, that is inside
 * the map's part of the picture and covers no other box; at this point if none is free. True if it was shifted. */
static bool place_box(const otr_sheet *on, const int8_t steps[][2], int count, int32_t wide, int32_t high, int32_t *x,
                      int32_t *y) {
    boxes *taken = on->taken;
    const int32_t low = 10 * (on->top - EDGE) + high, end = 10 * (on->top + LG_ONTHERUN_HEIGHT + EDGE) - high;
    const int32_t rim = 10 * OTR_WIDTH - wide, from_x = *x < wide ? wide : *x > rim ? rim : *x; /* except above it */
    const int32_t from_y = *y < low ? low : *y > end ? end : *y;
    for (int i = 0; i <= count; i++) {
        *x = from_x + (i == count ? 0 : steps[i][0] * (2 * wide + 20));
        *y = from_y + (i == count ? 0 : steps[i][1] * (2 * high + 20));
        bool free = *x >= wide && *x <= rim && *y >= low && *y <= end;
        for (int k = 0; k < taken->count && free; k++) {
            const int32_t right = *x - taken->x[k], down = *y - taken->y[k];
            free = right >= wide + taken->wide[k] || -right >= wide + taken->wide[k] || down >= high + taken->high[k] ||
                   -down >= high + taken->high[k];
        }
        if (free) break;
    }
    taken->x[taken->count] = *x;
    taken->y[taken->count] = *y;
    taken->wide[taken->count] = wide;
    taken->high[taken->count++] = high;
    return *x != from_x || *y != from_y;
}

/* Half the width and the height of a plate with a city's number, in tenths. */
static int32_t letters_of(const otr_sheet *on) {
    const int32_t least = pixels(on, 110);
    return on->radius > least ? on->radius : least;
}

/* A square for a detective, a shape with points for the fugitive. */
static void put_plate(const otr_sheet *on, bool detective, int city, int32_t x, int32_t y, int32_t size) {
    const int32_t half = 115 * size / 100, high = 85 * size / 100, point = 60 * size / 100;
    if (detective)
        lg_svg_put(on->writer,
                   "<rect class='detective' stroke-width='%t' x='%t' y='%t' width='%t' height='%t' rx='%t'/>",
                   pixels(on, 12), x - half, y - high, 2 * half, 2 * high, size / 4);
    else
        lg_svg_put(on->writer, "<path class='fugitive' stroke-width='%t' d='M%t %tl%t -%th%tl%t %tl-%t %th-%tz'/>",
                   pixels(on, 12), x - half - point, y, point, high, 2 * half, point, high, point, high, 2 * half);
    lg_svg_put(on->writer, "<text class='%s strong' x='%t' y='%t' font-size='%t'>", detective ? "on0" : "on1", x,
               y + 36 * size / 100, size);
    if (city > 0) lg_put_int(on->writer, city);
    else lg_put_text(on->writer, detective ? "D" : "F");
    lg_put_text(on->writer, "</text>\n");
}

/* A plate at a city, or at a free place with a line to its city. */
static void put_plate_at(const otr_sheet *on, bool detective, int city) {
    static const int8_t STEPS[][2] = {{0, 0},  {0, -1}, {0, 1},  {-1, 0},  {1, 0},  {-1, -1}, {1, -1},
                                      {-1, 1}, {1, 1},  {0, -2}, {0, 2},   {-1, -2}, {1, -2}, {-1, 2},
                                      {1, 2},  {-2, 0}, {2, 0},  {-2, -1}, {2, -1}, {-2, 1},  {2, 1}};
    const int32_t size = letters_of(on), edge = pixels(on, 6);
    const int32_t wide = (detective ? 115 : 175) * size / 100 + edge, high = 85 * size / 100 + edge;
    int32_t x = otr_x_of(on, city), y = otr_y_of(on, city);
    if (place_box(on, STEPS, (int)(sizeof STEPS / sizeof STEPS[0]), wide, high, &x, &y))
        lg_svg_put(on->writer, "<path class='line edge' stroke-width='%t' d='M%t %tL%t %t'/>\n", pixels(on, 12),
                   otr_x_of(on, city), otr_y_of(on, city), x, y);
    put_plate(on, detective, city, x, y, size);
}

/* An arrow from city to city. */
static void otr_put_way(const otr_sheet *on, const char *kind, const char *tip, int from, int to) {
    const int32_t x = otr_x_of(on, from), y = otr_y_of(on, from), right = otr_x_of(on, to) - x,
                  down = otr_y_of(on, to) - y;
    const int32_t length = lg_svg_root(right * right / 4 + down * down / 4) * 2 + 1,
                  near = letters_of(on) + pixels(on, 90);
    const int32_t end_x = x + (int32_t)((int64_t)right * (length - near) / length),
                  end_y = y + (int32_t)((int64_t)down * (length - near) / length);
    lg_svg_put(on->writer, "<path class='line %s' stroke-width='%t' d='M%t %tL%t %t'/>\n", kind, pixels(on, 40), x, y,
               end_x, end_y);
    if (length > near) lg_svg_arrowhead(on->writer, tip, x, y, end_x, end_y, pixels(on, 80));
}

static void otr_put_changes(const otr_sheet *on, const lg_ontherun *before, int32_t viewer) {
    for (int i = 0; i < TEAM; i++)
        if (before->detective[i] != 0 && on->state->detective[i] != 0 &&
            before->detective[i] != on->state->detective[i])
            otr_put_way(on, "way", "tip", before->detective[i], on->state->detective[i]);
    const int from = lg_i_ontherun_seen(before, viewer), to = lg_i_ontherun_seen(on->state, viewer);
    if (from != 0 && to != 0 && from != to) otr_put_way(on, "way", "tip", from, to);
}

/* Whether the viewer sees the detectives' choices so far. */
static bool shows_choices(const otr_sheet *on, int32_t viewer) {
    return !lg_i_ontherun_is_over(on->state) && lg_i_ontherun_detectives_turn(on->state) &&
           viewer != LG_ONTHERUN_FUGITIVE;
}

static void put_chosen_ways(const otr_sheet *on, int32_t viewer) {
    const lg_ontherun *state = on->state;
    for (int i = 0; shows_choices(on, viewer) && i < lg_i_ontherun_next_detective(state); i++)
        if (state->detective[i] != 0) otr_put_way(on, "choice", "detective", state->detective[i], state->choice[i]);
}

/* The cities where detectives will begin, and the detective that is next. */
static void put_choices(const otr_sheet *on, int32_t viewer) {
    const lg_ontherun *state = on->state;
    if (!shows_choices(on, viewer)) return;
    const int next = lg_i_ontherun_next_detective(state), size = letters_of(on);
    for (int i = 0; i < next; i++)
        if (state->detective[i] == 0) put_plate_at(on, true, state->choice[i]);
    if (next < TEAM && state->detective[next] != 0) /* with the plate of this number */
        lg_svg_put(on->writer, "<circle class='next' stroke-width='%t' cx='%t' cy='%t' r='%t'/>\n", pixels(on, 35),
                   on->taken->x[next], on->taken->y[next], 180 * size / 100);
}

static void otr_draw_put_possible(const otr_sheet *on) {
    lg_ontherun_set possible = on->state->possible;
    lg_put_text(on->writer, "<g>\n");
    for (int city = lg_i_ontherun_set_take(&possible); city != 0; city = lg_i_ontherun_set_take(&possible))
        lg_svg_put(on->writer, "<circle class='can' stroke-width='%t' cx='%t' cy='%t' r='%t'/>\n", pixels(on, 12),
                   otr_x_of(on, city), otr_y_of(on, city), on->radius + pixels(on, 55));
    lg_put_text(on->writer, "</g>\n");
}

static void put_people(const otr_sheet *on, int32_t viewer) {
    const int fugitive = lg_i_ontherun_seen(on->state, viewer);
    for (int i = 0; i < TEAM; i++)
        if (on->state->detective[i] != 0) put_plate_at(on, true, on->state->detective[i]);
    if (fugitive != 0) put_plate_at(on, false, fugitive);
}

/* ---- actions: a ring around a city, or a letter for each kind of connection to it ---- */

static void put_target(const otr_sheet *on, const lg_svg_choices *choices, int32_t action, int city) {
    const int32_t ring = on->radius + pixels(on, 35), share = lg_svg_share(choices, action);
    if (choices->legal) lg_svg_open_action(on->writer, "action", action, -1);
    lg_svg_put(on->writer, "<circle class='hit' cx='%t' cy='%t' r='%t'/>", otr_x_of(on, city), otr_y_of(on, city),
               ring + pixels(on, 30));
    if (choices->legal)
        lg_svg_put(on->writer, "<circle class='goal' stroke-width='%t' cx='%t' cy='%t' r='%t'/>", pixels(on, 25),
                   otr_x_of(on, city), otr_y_of(on, city), ring);
    if (share > 0)
        lg_svg_put(on->writer, "<text class='share' x='%t' y='%t' font-size='%t'>%d</text>", otr_x_of(on, city),
                   otr_y_of(on, city) - ring - pixels(on, 20), pixels(on, 120), share);
    lg_put_text(on->writer, choices->legal ? "</g>\n" : "\n");
}

static void put_badge(const otr_sheet *on, const lg_svg_choices *choices, int32_t action, int32_t x, int32_t y) {
    const char letter[2] = {lg_i_ontherun_type_letter(action / on->room), '\0'};
    const int32_t radius = pixels(on, 80);
    const int32_t share = lg_svg_share(choices, action);
    if (choices->legal) lg_svg_open_action(on->writer, "action", action, -1);
    lg_svg_put(on->writer, "<circle class='badge' stroke-width='%t' cx='%t' cy='%t' r='%t'/>", pixels(on, 10), x, y,
               radius);
    lg_svg_put(on->writer, "<text class='letter' x='%t' y='%t' font-size='%t'>%s</text>", x, y + pixels(on, 40),
               pixels(on, 110), letter);
    if (share > 0)
        lg_svg_put(on->writer, "<text class='share' x='%t' y='%t' font-size='%t'>%d</text>", x, y - pixels(on, 95),
                   pixels(on, 110), share);
    lg_put_text(on->writer, choices->legal ? "</g>\n" : "\n");
}

static void put_heat(const otr_sheet *on, const lg_svg_choices *choices, int city) {
    int32_t strength = 0;
    for (int type = 0; type < TYPES; type++) {
        const int32_t one = lg_svg_strength(choices, on->room * type + city - 1);
        strength = one > strength ? one : strength;
    }
    if (strength > 0)
        lg_svg_put(on->writer, "<circle class='heat' cx='%t' cy='%t' r='%t' fill-opacity='.%d' stroke-opacity='.8'/>\n",
                   otr_x_of(on, city), otr_y_of(on, city), on->radius + pixels(on, 30 + strength), 15 + strength / 2);
}

static void otr_draw_put_actions(const otr_sheet *on, const lg_svg_choices *choices) {
    const bool kinds = on->state->phase == LG_ONTHERUN_MOVE_FUGITIVE;
    /* Above the city, below, next to it, or otherwise further away. */
    static const int8_t STEPS[][2] = {{0, 0},  {0, 1}, {1, 1},  {-1, 1}, {1, 0},  {-1, 0}, {0, 2},   {0, -1}, {1, 2},
                                      {-1, 2}, {2, 1}, {-2, 1}, {2, 0},  {-2, 0}, {1, -1}, {-1, -1}, {0, 3},  {0, -2}};
    for (int city = 1; city <= on->map->cities; city++) {
        int count = 0, place = 0;
        for (int type = 0; type < TYPES; type++) count += lg_svg_has(choices, on->room * type + city - 1);
        int32_t x = otr_x_of(on, city), y = otr_y_of(on, city) - on->radius - pixels(on, 85);
        if (kinds && count > 0) (void)place_box(on, STEPS, 18, pixels(on, 90) * count, pixels(on, 85), &x, &y);
        for (int type = 0; type < TYPES; type++) {
            const int32_t action = on->room * type + city - 1;
            if (!lg_svg_has(choices, action)) continue;
            if (!kinds) put_target(on, choices, action, city);
            else put_badge(on, choices, action, x + pixels(on, 90) * (2 * place - count + 1), y);
            place++;
        }
    }
}

/* ---- words ---- */

/* Only the detectives see who is next, since the fugitive does not see how many have been sent. */
static void otr_draw_put_detectives(lg_writer *writer, const lg_ontherun *state, int32_t viewer) {
    const bool choosing =
        viewer != LG_ONTHERUN_FUGITIVE && lg_i_ontherun_detectives_turn(state) && !lg_i_ontherun_is_over(state);
    lg_put_text(writer, "Detectives: ");
    if (state->detective[0] == 0) lg_put_text(writer, "not placed");
    for (int i = 0; i < TEAM && state->detective[0] != 0; i++)
        lg_svg_put(writer, "%s%d%s", i > 0 ? ", " : "", (int)state->detective[i],
                   choosing && i == lg_i_ontherun_next_detective(state) ? " next" : "");
}

static void otr_draw_put_fugitive(lg_writer *writer, const lg_ontherun *state, int32_t viewer) {
    const int possible = lg_i_ontherun_set_count(&state->possible), fugitive = lg_i_ontherun_seen(state, viewer);
    lg_put_text(writer, "Fugitive: ");
    if (state->turn == 0 && state->fugitive == 0) lg_put_text(writer, "not placed");
    else if (fugitive != 0) lg_put_int(writer, fugitive);
    else lg_put_text(writer, "hidden");
    if (possible > 1) lg_svg_put(writer, ", one of %d", possible);
    if (state->last_type > 0) lg_svg_put(writer, ", by %s", KINDS[(state->last_type - 1) % TYPES]);
}

/* Two seats side by side, or one above the other and larger in a small picture. Returns its height. */
static int32_t otr_put_head(const otr_sheet *on, int32_t viewer, int32_t mover) {
    const bool small = on->unit >= SMALL;
    const int32_t scale = !small ? 10 : on->unit < 24 ? on->unit : 24, height = 42 * scale / 10;
    for (int player = 0; player < 2 && on->writer != NULL; player++) {
        char line[96];
        lg_writer words = {line, 0};
        if (player == LG_ONTHERUN_DETECTIVES) otr_draw_put_detectives(&words, on->state, viewer);
        else otr_draw_put_fugitive(&words, on->state, viewer);
        line[words.length] = '\0';
        lg_svg_put(on->writer, "<g transform='translate(%d %d)scale(%t)'>\n", small ? 10 : 10 + 524 * player,
                   small ? 10 + height * player : 10, scale);
        lg_svg_put(on->writer, "<rect class='%s' width='%d' height='36' rx='6'/>\n", mover == player ? "turn" : "seat",
                   small ? 10 * (OTR_WIDTH - 20) / scale : 516);
        put_plate(on, player == LG_ONTHERUN_DETECTIVES, 0, 240, 180, 140);
        lg_svg_put(on->writer, "<text class='left' x='58' y='23.4' font-size='15'>%s</text></g>\n", line);
    }
    return small ? 2 * height : height;
}

/* A sample of each line style, with the number of its connections. Returns the end. */
static int32_t put_legend(const otr_sheet *on, int32_t top) {
    const int32_t size = on->unit >= SMALL ? (on->unit < 24 ? 15 * on->unit / 10 : 36) : 15, line = 2 * size;
    const int32_t columns = (OTR_WIDTH - 20) / (14 * size);
    for (int i = 0; i <= TYPES; i++) {
        const int32_t x = 20 + i % columns * 14 * size, y = top + i / columns * line + size;
        if (i < TYPES) {
            open_kind(on, i);
            lg_svg_put(on->writer, "M%d %dh%d'/>\n<text class='left' x='%d' y='%t' font-size='%d'>%d by %s</text>\n", x,
                       y, 3 * size, x + 7 * size / 2, 10 * y + 36 * size / 10, size, (int)on->map->connections[i],
                       KINDS[i]);
        } else {
            lg_svg_put(on->writer, "<circle class='can' stroke-width='2' cx='%d' cy='%d' r='%d'/>", x + size, y,
                       2 * size / 3);
            lg_svg_put(on->writer, "<text class='left' x='%d' y='%t' font-size='%d'>can be here</text>\n",
                       x + 5 * size / 2, 10 * y + 36 * size / 10, size);
        }
    }
    return top + (TYPES / columns + 1) * line;
}

static void otr_put_caption(lg_writer *writer, const lg_ontherun *state) {
    static const char *const PHASES[] = {"detectives choose their cities", "fugitive chooses its city",
                                         "fugitive moves", "detectives move"};
    int32_t score[2];
    lg_svg_put(writer, "turn %d of %d, ", (int)state->turn, LG_ONTHERUN_TURNS);
    if (!lg_i_ontherun_is_over(state)) {
        lg_put_text(writer, PHASES[state->phase]);
        return;
    }
    lg_ontherun_scores(state, score);
    lg_svg_put(writer, "over: %s, %d–%d", lg_ontherun_result_text(lg_ontherun_result_of(state)), (int)score[0],
               (int)score[1]);
}

/* ---- the picture ---- */

void lg_i_ontherun_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                        lg_writer *writer) {
    const lg_ontherun_map *map = lg_i_ontherun_map_of(game);
    const int32_t mover = game->type->rules.player(game, state);
    lg_writer measure = {NULL, 0}, words;
    boxes taken;
    otr_sheet on = {map, (const lg_ontherun *)state, NULL, lg_svg_unit(options, OTR_WIDTH), radius_of(map), 0,
                lg_i_ontherun_room(game), &taken};
    char caption[96];
    lg_svg_choices choices;
    words = (lg_writer){caption, 0};
    otr_put_caption(&words, on.state);
    caption[words.length] = '\0';
    on.top = 10 + otr_put_head(&on, viewer, mover) + EDGE;
    on.writer = &measure;
    const int32_t below = on.top + LG_ONTHERUN_HEIGHT + EDGE, end = put_legend(&on, below);
    on.writer = writer;
    lg_svg_choices_of(game, state, viewer, options, &choices);
    lg_svg_begin(writer, game, options, OTR_WIDTH, end + 40, caption, OTR_STYLE);
    taken.count = 0;
    (void)otr_put_head(&on, viewer, mover);
    otr_draw_put_possible(&on);
    for (int type = 0; type < TYPES; type++) put_connections(&on, type);
    for (int city = 1; city <= map->cities; city++) put_heat(&on, &choices, city);
    for (int city = 1; city <= map->cities; city++) put_city(&on, city);
    if (options->before != NULL) otr_put_changes(&on, (const lg_ontherun *)options->before, viewer);
    put_chosen_ways(&on, viewer);
    put_people(&on, viewer);
    put_choices(&on, viewer);
    otr_draw_put_actions(&on, &choices);
    (void)put_legend(&on, below);
    lg_svg_end(writer);
}
