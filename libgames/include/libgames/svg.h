/* Pictures as SVG: tools for writing `draw` of lg_game_people. This header is complete, so a game compiled by itself
 * needs nothing more.
 *
 *     static void draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
 *                      lg_writer *writer) {
 *         lg_svg_begin(writer, game, options, 640, 480, "White to move", "circle{fill:$0;stroke:$i}\n");
 *         lg_svg_put(writer, "<circle cx='%d' cy='%t' r='20'/>\n", 320, 2405);
 *         lg_svg_end(writer);
 *     }
 *
 * Numbers are integers, or integers that count tenths, so that every compiler writes the same picture. Places and sizes
 * are in units of the picture unless a comment specifies tenths. `kind` is the class of the element. */
#ifndef LIBGAMES_SVG_H
#define LIBGAMES_SVG_H

#include <stdarg.h>

#include "libgames/table.h"

LG_BEGIN

/* ---- text -------------------------------------------------------------------------------------- */

/* The number of bytes of the first character of a string; 0 for characters that XML can't contain: control characters,
 * and bytes that are not UTF-8. */
static inline int lg_i_svg_xml_bytes(const unsigned char *text) {
    static const uint32_t LEAST[] = {0x20, 0x80, 0x800, 0x10000};
    const uint32_t lead = text[0];
    const int more = lead < 0x80 ? 0 : lead < 0xC0 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
    uint32_t letter = more > 0 ? lead & (0x3Fu >> more) : lead;
    for (int i = 1; i <= more; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
        letter = letter << 6 | (text[i] & 0x3Fu);
    }
    if (letter == '\t' || letter == '\n') return 1;
    if (more < 0 || letter < LEAST[more] || letter > 0x10FFFF || letter == 0x7F) return 0;
    if ((letter >= 0xD800 && letter <= 0xDFFF) || letter == 0xFFFE || letter == 0xFFFF) return 0;
    return more + 1;
}

/* Writes any text so that it is valid in an element or an attribute; ? for characters that XML can't contain. */
static inline void lg_put_escaped(lg_writer *writer, const char *text) {
    while (*text != '\0') {
        const int bytes = lg_i_svg_xml_bytes((const unsigned char *)text);
        if (*text == '<') lg_put_text(writer, "&lt;");
        else if (*text == '>') lg_put_text(writer, "&gt;");
        else if (*text == '&') lg_put_text(writer, "&amp;");
        else if (*text == '\'') lg_put_text(writer, "&#39;");
        else if (*text == '"') lg_put_text(writer, "&quot;");
        else if (bytes == 0) lg_put(writer, '?');
        else
            for (int i = 0; i < bytes; i++) lg_put(writer, text[i]);
        text += bytes > 1 ? bytes : 1;
    }
}

/* 123 as 12.3, 120 as 12. */
static inline void lg_put_tenths(lg_writer *writer, int32_t tenths) {
    const int32_t size = tenths < 0 ? -tenths : tenths;
    if (tenths < 0) lg_put(writer, '-');
    lg_put_int(writer, size / 10);
    if (size % 10 == 0) return;
    lg_put(writer, '.');
    lg_put(writer, (char)('0' + size % 10));
}

/* Writes the format with its values: %d an int, %t an int in tenths, %s a string, escaped, %% a percent sign. */
static inline void lg_svg_put(lg_writer *writer, const char *format, ...) {
    va_list values;
    va_start(values, format);
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            lg_put(writer, *format);
            continue;
        }
        format++;
        if (*format == '%') lg_put(writer, '%');
        else if (*format == 'd') lg_put_int(writer, va_arg(values, int));
        else if (*format == 't') lg_put_tenths(writer, va_arg(values, int));
        else lg_put_escaped(writer, va_arg(values, const char *));
    }
    va_end(values);
}

/* ---- colours ----------------------------------------------------------------------------------- */

/* The colours for $ and a letter in a style: $p paper, $b board, $i ink, $s soft ink, $f faint lines, $m the last move,
 * $t legal actions, $h heat, $w $k light and dark pieces, $e edges of dark pieces, $x a warning, $0 ... $7 players, $A
 * ... $H ink on them. The players' colours are from Okabe and Ito (2008), which colour-blind people can distinguish,
 * and lighter ones on dark paper. Colours must never be the only sign: a letter, a number or a shape must show the
 * same. */
static inline const char *lg_svg_colour(lg_theme theme, char letter) {
    static const char LETTERS[] = "pbisfmthwkex01234567ABCDEFGH";
    static const char *const COLOURS[3][28] = {
        {"#fbfaf5", "#ece8dd", "#22303c", "#5b6770", "#c4beb0", "#e69f00", "#00805d", "#8a3b78", "#fffefa", "#27343f",
         "#0c1319", "#f6cf86", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7a5195", "#5b6770",
         "#fff",    "#fff",    "#fff",    "#1b2630", "#1b2630", "#1b2630", "#fff",    "#fff"},
        {"#171d23", "#242d35", "#e8ebe6", "#a7b2ba", "#46525d", "#e6a817", "#3ecf9f", "#d58cc3", "#f1eee4", "#0d1216",
         "#9aa7b0", "#76591d", "#f07f35", "#4aa5e6", "#22b98c", "#de90bb", "#8ccdf3", "#f0c04a", "#b491d6", "#9aa7b0",
         "#14191e", "#14191e", "#14191e", "#14191e", "#14191e", "#14191e", "#14191e", "#14191e"},
        {"#fff", "#fff",    "#000",    "#000",    "#767676", "#b35900", "#005f3f", "#7a0066", "#fff",    "#000",
         "#000", "#ffe0a0", "#a63c00", "#004b87", "#00573f", "#8c1d5f", "#005a8c", "#7a4f00", "#4b1f75", "#333",
         "#fff", "#fff",    "#fff",    "#fff",    "#fff",    "#fff",    "#fff",    "#fff"}};
    const char *place = strchr(LETTERS, letter);
    return COLOURS[theme == LG_THEME_DARK       ? 1
                   : theme == LG_THEME_CONTRAST ? 2
                                                : 0][place != NULL ? place - LETTERS : 2];
}

/* Writes the rules of a style, one a line, each for elements of this game's pictures in this theme; & is the root.
 * `again` writes the same in other colours: only rules with colours. */
static inline void lg_i_svg_rules(lg_writer *writer, const lg_game *game, lg_theme theme, lg_theme colours, bool again,
                                  const char *rules) {
    while (*rules != '\0') {
        const size_t length = strcspn(rules, "\n");
        const bool coloured = memchr(rules, '$', length) != NULL;
        if (coloured || !again)
            lg_svg_put(writer, rules[0] == '&' ? ".lg-%s.theme%d" : ".lg-%s.theme%d ", game->type->name, (int)theme);
        for (size_t i = rules[0] == '&'; i < length && (coloured || !again); i++) {
            if (rules[i] == '$') lg_put_text(writer, lg_svg_colour(colours, rules[++i]));
            else lg_put(writer, rules[i]);
        }
        if (coloured || !again) lg_put(writer, '\n');
        rules += length + (rules[length] == '\n');
    }
}

/* ---- the sheet --------------------------------------------------------------------------------- */

/* The units of a picture in a pixel, in tenths, and at least 10: the scale of text that must be readable. */
static inline int32_t lg_svg_unit(const lg_draw_options *options, int32_t width) {
    return options->size == 0 || options->size >= width ? 10 : 10 * width / options->size;
}

/* Words, or a number, centred at (x, y), in letters of `size` units. */
static inline void lg_svg_label(lg_writer *writer, const char *kind, int32_t x, int32_t y, int32_t size,
                                const char *words) {
    /* The baseline is moved by hand: not every SVG renderer supports dominant-baseline. */
    lg_svg_put(writer, "<text class='%s' x='%d' y='%t' font-size='%d'>%s</text>\n", kind, (int)x,
               (int)(10 * y + 36 * size / 10), (int)size, words);
}

static inline void lg_svg_number(lg_writer *writer, const char *kind, int32_t x, int32_t y, int32_t size,
                                 int32_t number) {
    char digits[16];
    lg_writer words = {digits, 0};
    lg_put_int(&words, number);
    digits[words.length] = '\0';
    lg_svg_label(writer, kind, x, y, size, digits);
}

/* Begins a picture: its size in units, a caption below the board, and the rules of its style, one `selector{...}` a
 * line, without commas between selectors, in the colours of lg_svg_colour. The caption is 17 units above the lower
 * edge. */
static inline void lg_svg_begin(lg_writer *writer, const lg_game *game, const lg_draw_options *options, int32_t width,
                                int32_t height, const char *caption, const char *style) {
    static const char COMMON[] =
        ".paper{fill:$p}\n"
        ".board{fill:$b}\n"
        "text{fill:$i;font-family:DejaVu Sans,Verdana,sans-serif;text-anchor:middle}\n"
        ".soft{fill:$s}\n"
        ".strong{font-weight:700}\n"
        ".left{text-anchor:start}\n"
        ".line{fill:none;stroke-linecap:round;stroke-linejoin:round}\n"
        ".mark{stroke:$m}\n"
        ".turn{fill:$b;stroke:$m;stroke-width:2}\n"
        ".seat{fill:$b;stroke:$f;stroke-width:1}\n"
        ".hit{fill:$t;fill-opacity:0}\n"
        ".aim{fill:$t;stroke:$p;stroke-width:1}\n"
        ".button{fill:$b;stroke:$t;stroke-width:2}\n"
        ".heat{fill:$h;stroke:$h}\n"
        ".share{fill:$h;font-weight:700;stroke:$p;stroke-width:3;paint-order:stroke}\n"
        ".p0{fill:$0}\n.p1{fill:$1}\n.p2{fill:$2}\n.p3{fill:$3}\n.p4{fill:$4}\n.p5{fill:$5}\n.p6{fill:$6}\n.p7{fill:$7}"
        "\n"
        ".on0{fill:$A}\n.on1{fill:$B}\n.on2{fill:$C}\n.on3{fill:$D}\n.on4{fill:$E}\n.on5{fill:$F}\n.on6{fill:$G}\n"
        ".on7{fill:$H}\n"
        ".edge{stroke:$i}\n"
        ".label1{display:none}\n.label2{display:none}\n"
        "&.zoom1 .label1{display:inline}\n&.zoom2 .label1{display:inline}\n&.zoom2 .label2{display:inline}\n";
    const bool both = options->theme == LG_THEME_AUTO;
    const int32_t shown = options->size > 0 ? options->size : width;
    lg_svg_put(writer,
               "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' role='img' "
               "class='lg lg-%s theme%d'>\n<title>%s: %s</title>\n<style>\n",
               (int)width, (int)height, (int)shown, (int)((int64_t)height * shown / width), game->type->name,
               (int)options->theme, game->type->title, caption);
    for (int dark = 0; dark <= both; dark++) {
        const lg_theme colours = dark ? LG_THEME_DARK : options->theme;
        if (dark) lg_put_text(writer, "@media (prefers-color-scheme:dark){\n");
        lg_i_svg_rules(writer, game, options->theme, colours, dark, COMMON);
        lg_i_svg_rules(writer, game, options->theme, colours, dark, style);
        if (dark) lg_put_text(writer, "}\n");
    }
    lg_svg_put(writer, "</style>\n<rect class='paper' width='%d' height='%d' rx='8'/>\n", (int)width, (int)height);
    const int32_t large = 16 * lg_svg_unit(options, width) / 10,
                  fits = 17 * (width - 20) / (10 * ((int32_t)strlen(caption) + 1));
    const int32_t size = large < fits ? large : fits;
    lg_svg_label(writer, "caption", width / 2, height - 19, size < 32 ? size : 32, caption);
}

/* Ends the picture. */
static inline void lg_svg_end(lg_writer *writer) {
    lg_put_text(writer, "</svg>\n");
}

/* ---- shapes ------------------------------------------------------------------------------------ */

/* The largest integer whose square is at most `square`. */
static inline int32_t lg_svg_root(int32_t square) {
    int32_t root = 0;
    for (int32_t bit = 1 << 15; bit > 0; bit >>= 1)
        if ((root + bit) <= 46340 && (root + bit) * (root + bit) <= square) root += bit;
    return root;
}

/* One step in direction 0 ... 7, clockwise from up, in hundredths: to the right, and down. */
static inline int32_t lg_svg_right(int32_t direction) {
    static const int8_t RIGHT[8] = {0, 71, 100, 71, 0, -71, -100, -71};
    return RIGHT[direction & 7];
}

static inline int32_t lg_svg_down(int32_t direction) {
    return lg_svg_right(direction - 2);
}

/* A triangle around (x, y), in tenths, that points along (right, down), in hundredths. */
static inline void lg_i_svg_triangle(lg_writer *writer, const char *kind, int32_t x, int32_t y, int32_t reach,
                                     int32_t right, int32_t down) {
    const int32_t base = -reach / 2, side = 4 * reach / 5;
    lg_svg_put(writer, "<path class='%s' d='M%t %tL%t %tL%t %tz'/>\n", kind, (int)(x + reach * right / 100),
               (int)(y + reach * down / 100), (int)(x + (base * right - side * down) / 100),
               (int)(y + (base * down + side * right) / 100), (int)(x + (base * right + side * down) / 100),
               (int)(y + (base * down - side * right) / 100));
}

/* An arrow in direction 0 ... 7 around (x, y), all in tenths. */
static inline void lg_svg_arrow(lg_writer *writer, const char *kind, int32_t x, int32_t y, int32_t reach,
                                int32_t direction) {
    lg_i_svg_triangle(writer, kind, x, y, reach, lg_svg_right(direction), lg_svg_down(direction));
}

/* The head of an arrow at (x, y) that comes from (from_x, from_y), all in tenths. */
static inline void lg_svg_arrowhead(lg_writer *writer, const char *kind, int32_t from_x, int32_t from_y, int32_t x,
                                    int32_t y, int32_t reach) {
    const int32_t right = x - from_x, down = y - from_y, length = lg_svg_root(right * right + down * down);
    if (length > 0) lg_i_svg_triangle(writer, kind, x, y, reach, 100 * right / length, 100 * down / length);
}

/* ---- players ----------------------------------------------------------------------------------- */

/* A player's token, 0 ... 7: a disc with a short text; (x, y) and the radius in tenths. */
static inline void lg_svg_token(lg_writer *writer, int32_t player, int32_t x, int32_t y, int32_t radius,
                                const char *words) {
    lg_svg_put(writer, "<circle class='p%d edge' cx='%t' cy='%t' r='%t'/>\n", (int)(player & 7), (int)x, (int)y,
               (int)radius);
    lg_svg_put(writer, "<text class='on%d strong' x='%t' y='%t' font-size='%t'>%s</text>\n", (int)(player & 7), (int)x,
               (int)(y + 43 * radius / 100), (int)(12 * radius / 10), words);
}

/* A player's place in the head of a picture, 36 units high: its token and text, in two lines if `second` is not NULL.
 * `turn`: it is to move. */
static inline void lg_svg_seat(lg_writer *writer, int32_t player, int32_t x, int32_t y, int32_t width, bool turn,
                               const char *token, const char *first, const char *second) {
    static const char LINE[] = "<text class='left' x='%d' y='%d' font-size='%d'>%s</text>\n";
    lg_svg_put(writer, "<rect class='%s' x='%d' y='%d' width='%d' height='36' rx='6'/>\n", turn ? "turn" : "seat",
               (int)x, (int)y, (int)width);
    lg_svg_token(writer, player, 10 * (x + 20), 10 * (y + 18), 120, token);
    lg_svg_put(writer, LINE, (int)(x + 40), (int)(second != NULL ? y + 16 : y + 23), second != NULL ? 13 : 15, first);
    if (second != NULL) lg_svg_put(writer, LINE, (int)(x + 40), (int)(y + 30), 13, second);
}

/* ---- actions ----------------------------------------------------------------------------------- */

/* The actions that a picture shows: as clickable elements (options->legal), and with their heat. */
typedef struct lg_svg_choices {
    uint64_t mask[LG_MAX_MASK_WORDS];
    bool legal;
    const uint32_t *heat; /* or NULL */
    uint64_t sum;         /* of the heat of the actions in the mask */
    uint32_t most;        /* the heat of the hottest of them */
} lg_svg_choices;

/* Whether the picture shows this action. */
static inline bool lg_svg_has(const lg_svg_choices *choices, int32_t action) {
    return (choices->mask[action / 64] >> action % 64 & 1) != 0;
}

static inline uint32_t lg_i_svg_heat(const lg_svg_choices *choices, int32_t action) {
    return choices->heat != NULL && lg_svg_has(choices, action) ? choices->heat[action] : 0;
}

/* The choices of the player to move, if the viewer is this player or knows everything; otherwise none. */
static inline void lg_svg_choices_of(const lg_game *game, const void *state, int32_t viewer,
                                     const lg_draw_options *options, lg_svg_choices *choices) {
    const int32_t mover = game->type->rules.player(game, state);
    memset(choices, 0, sizeof *choices);
    if (mover < 0 || (viewer >= 0 && viewer != mover) || (!options->legal && options->heat == NULL)) return;
    (void)game->type->rules.legal(game, state, choices->mask);
    choices->legal = options->legal;
    choices->heat = options->heat;
    for (int32_t action = 0; action < game->actions; action++) {
        const uint32_t heat = lg_i_svg_heat(choices, action);
        choices->sum += heat;
        choices->most = heat > choices->most ? heat : choices->most;
    }
}

/* The heat of an action in percent of the sum of all, and of the hottest; 0 ... 100, and at least 1 for any heat. */
static inline int32_t lg_svg_share(const lg_svg_choices *choices, int32_t action) {
    const uint64_t heat = lg_i_svg_heat(choices, action),
                   percent = heat > 0 ? (100 * heat + choices->sum / 2) / choices->sum : 0;
    return heat > 0 && percent == 0 ? 1 : (int32_t)percent;
}

static inline int32_t lg_svg_strength(const lg_svg_choices *choices, int32_t action) {
    const uint64_t heat = lg_i_svg_heat(choices, action);
    return heat > 0 ? (int32_t)(1 + 99 * heat / choices->most) : 0;
}

/* Begins a group that stands for an action; the end tag of a group ends it. `from`: the number of the place that is
 * clicked first, an element with this number as data-place; -1: none. */
static inline void lg_svg_open_action(lg_writer *writer, const char *kind, int32_t action, int32_t from) {
    lg_svg_put(writer, "<g class='%s' data-action='%d'", kind, (int)action);
    if (from >= 0) lg_svg_put(writer, " data-from='%d'", (int)from);
    lg_put_text(writer, ">");
}

/* An action at a place of the board, if it is to be shown: an arrow in direction 0 ... 7, or a dot (-1), where it is
 * clicked; with heat, a disc, and a percentage from 2 on. (x, y) and the radius in tenths. */
static inline void lg_svg_choice(lg_writer *writer, const lg_svg_choices *choices, int32_t action, int32_t from,
                                 int32_t x, int32_t y, int32_t radius, int32_t direction) {
    const int32_t strength = lg_svg_strength(choices, action);
    if (!lg_svg_has(choices, action)) return;
    if (strength > 0)
        lg_svg_put(writer, "<circle class='heat' cx='%t' cy='%t' r='%t' fill-opacity='.%d' stroke-opacity='.8'/>\n",
                   (int)x, (int)y, (int)(radius * (50 + strength / 2) / 100), (int)(10 + strength / 2));
    if (choices->legal) lg_svg_open_action(writer, "action", action, from);
    if (choices->legal)
        lg_svg_put(writer, "<circle class='hit' cx='%t' cy='%t' r='%t'/>\n", (int)x, (int)y, (int)radius);
    if (lg_svg_share(choices, action) > 1)
        lg_svg_put(writer, "<text class='share' x='%t' y='%t' font-size='%t'>%d</text>\n", (int)x,
                   (int)(y + radius / 3), (int)radius, (int)lg_svg_share(choices, action));
    else if (choices->legal && direction < 0)
        lg_svg_put(writer, "<circle class='aim' cx='%t' cy='%t' r='%t'/>\n", (int)x, (int)y, (int)(2 * radius / 5));
    else if (choices->legal) lg_svg_arrow(writer, "aim", x, y, radius / 2, direction);
    if (choices->legal) lg_put_text(writer, "</g>\n");
}

/* An action without a place on the board, if it is to be shown: a button, 32 units high. */
static inline void lg_svg_button(lg_writer *writer, const lg_svg_choices *choices, int32_t action, int32_t x, int32_t y,
                                 int32_t width, const char *words) {
    const int32_t share = lg_svg_share(choices, action);
    if (!lg_svg_has(choices, action)) return;
    if (choices->legal) lg_svg_open_action(writer, "action", action, -1);
    lg_svg_put(writer, "<rect class='%s' x='%d' y='%d' width='%d' height='32' rx='6'/>\n",
               choices->legal ? "button" : "seat", (int)x, (int)y, (int)width);
    if (share > 0)
        lg_svg_put(writer, "<rect class='heat' x='%d' y='%d' width='%d' height='4'/>\n", (int)(x + 6), (int)(y + 26),
                   (int)((width - 12) * lg_svg_strength(choices, action) / 100));
    lg_svg_put(writer, "<text x='%d' y='%d' font-size='15'>%s", (int)(x + width / 2), (int)(y + 20), words);
    if (share > 0) lg_svg_put(writer, " %d %%", (int)share);
    lg_put_text(writer, "</text>\n");
    if (choices->legal) lg_put_text(writer, "</g>\n");
}

LG_END

#endif
