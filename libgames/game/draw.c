/* Pictures: arguments checked once, and the default picture of a game, its board in letters. */
#include "game/calls.h"
#include "libgames/game.h"
#include "libgames/svg.h"

enum {
    DRAW_TEXT = 16384,  /* bytes of a board that can be drawn */
    DRAW_LONGEST = 100, /* letters of a line; longer ones are broken */
    ADVANCE = 9,
    DRAW_LINE = 19,
    MARGIN = 16,
    DRAW_LEAST = 320,
    BUTTON_LINE = 40,
    LABEL = 64 /* the most bytes of an action's text on a button */
};

/* ---- the board in letters ---- */

/* The end of the line that begins at `at`, and its number of letters in *letters. */
static size_t line_end(const char *text, size_t at, int32_t *letters) {
    for (*letters = 0; text[at] != '\0' && text[at] != '\n' && *letters < DRAW_LONGEST; (*letters)++) {
        const int bytes = lg_i_svg_xml_bytes((const unsigned char *)text + at);
        at += bytes > 1 ? (size_t)bytes : 1;
    }
    return at;
}

/* Where the next line begins. */
static size_t next_line(const char *text, size_t end) {
    return end + (text[end] == '\n');
}

static void draw_put_lines(lg_writer *writer, const char *text, int32_t y) {
    int32_t letters;
    char line[4 * DRAW_LONGEST + 1];
    for (size_t at = 0, end; text[at] != '\0'; at = next_line(text, end), y += DRAW_LINE) {
        end = line_end(text, at, &letters);
        memcpy(line, text + at, end - at);
        line[end - at] = '\0';
        if (letters > 0) lg_svg_put(writer, "<text class='letters' x='%d' y='%d'>%s</text>\n", MARGIN, (int)y, line);
    }
}

/* An action's text, or its number where the text is long. */
static int32_t action_label(const lg_game *game, int32_t action, char label[LABEL]) {
    lg_writer measure = {NULL, 0}, words = {label, 0};
    game->type->rules.action_print(game, action, &measure);
    if (measure.length < LABEL) game->type->rules.action_print(game, action, &words);
    else lg_put_int(&words, action);
    label[words.length] = '\0';
    return (int32_t)words.length;
}

/* The width that the buttons need, and their number. */
static int32_t measure_buttons(const lg_game *game, const lg_svg_choices *choices, int32_t *count) {
    char label[LABEL];
    int32_t longest = 0;
    *count = 0;
    for (int32_t action = 0; action < game->actions; action++) {
        if (!lg_svg_has(choices, action)) continue;
        const int32_t length = action_label(game, action, label);
        longest = length > longest ? length : longest;
        (*count)++;
    }
    return (ADVANCE + 1) * longest + (choices->heat != NULL ? 80 : 30);
}

static void put_buttons(lg_writer *writer, const lg_game *game, const lg_svg_choices *choices, int32_t columns,
                        int32_t width, int32_t y) {
    char label[LABEL];
    int32_t place = 0;
    for (int32_t action = 0; action < game->actions; action++) {
        if (!lg_svg_has(choices, action)) continue;
        (void)action_label(game, action, label);
        lg_svg_button(writer, choices, action, MARGIN + place % columns * (width + 8),
                      y + place / columns * BUTTON_LINE, width, label);
        place++;
    }
}

static void draw_put_caption(lg_writer *writer, const lg_game *game, const void *state) {
    const int32_t mover = game->type->rules.player(game, state);
    if (mover < 0) lg_put_text(writer, lg_game_result(game, state));
    else lg_i_game_put_seat(writer, game, mover);
    if (mover >= 0) lg_put_text(writer, " to move");
}

/* The text of the board, or nothing where it is too long. */
static void board_text(const lg_game *game, const void *state, int32_t viewer, char text[DRAW_TEXT + 1]) {
    lg_writer measure = {NULL, 0}, writer = {text, 0};
    lg_i_game_board(game, state, viewer, false, &measure);
    if (measure.length <= DRAW_TEXT) lg_i_game_board(game, state, viewer, false, &writer);
    text[writer.length] = '\0';
}

static void draw_letters(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                         lg_writer *writer) {
    char text[DRAW_TEXT + 1], caption[256];
    int32_t lines = 0, letters, widest = 0, count;
    lg_svg_choices choices;
    lg_writer measure = {NULL, 0}, words = {caption, 0};
    board_text(game, state, viewer, text);
    for (size_t at = 0, end; text[at] != '\0'; at = next_line(text, end), lines++) {
        end = line_end(text, at, &letters);
        widest = letters > widest ? letters : widest;
    }
    draw_put_caption(&measure, game, state);
    if (measure.length < sizeof caption) draw_put_caption(&words, game, state);
    caption[words.length] = '\0';
    lg_svg_choices_of(game, state, viewer, options, &choices);
    const int32_t button = measure_buttons(game, &choices, &count), board = ADVANCE * widest + 2 * MARGIN;
    const int32_t width = board > DRAW_LEAST ? board : DRAW_LEAST, fit = (width - 2 * MARGIN + 8) / (button + 8);
    const int32_t columns = fit > 0 ? fit : 1, below = DRAW_LINE * lines + 2 * MARGIN;
    lg_svg_begin(writer, game, options, width, below + (count + columns - 1) / columns * BUTTON_LINE + 34, caption,
                 ".letters{font-family:DejaVu Sans Mono,monospace;font-size:15px;text-anchor:start;white-space:pre}\n");
    lg_put_text(writer, "<g xml:space='preserve'>\n");
    draw_put_lines(writer, text, MARGIN + DRAW_LINE - 5);
    lg_put_text(writer, "</g>\n");
    put_buttons(writer, game, &choices, columns, button, below);
    lg_svg_end(writer);
}

/* ---- any picture ---- */

typedef struct draw_subject {
    const lg_game *game;
    const void *state;
    int32_t viewer;
    const lg_draw_options *options;
} draw_subject;

static void put_picture(lg_writer *writer, const void *object) {
    const draw_subject *of = (const draw_subject *)object;
    const lg_game_people *people = lg_i_game_people(of->game);
    if (people->draw != NULL) people->draw(of->game, of->state, of->viewer, of->options, writer);
    else draw_letters(of->game, of->state, of->viewer, of->options, writer);
}

static bool are_good(const lg_game *game, const lg_draw_options *options) {
    const int32_t size = options->size;
    if ((uint32_t)options->theme > LG_THEME_CONTRAST) return false;
    if (size != 0 && (size < LG_LEAST_PICTURE || size > LG_LARGEST_PICTURE)) return false;
    if (options->last_count < 0 || (options->last_count > 0 && options->last == NULL)) return false;
    for (int32_t i = 0; i < options->last_count; i++)
        if (options->last[i] < 0 || options->last[i] >= game->actions) return false;
    return true;
}

lg_status lg_game_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                       char *buffer, size_t capacity, size_t *length) {
    static const lg_draw_options PLAIN;
    if (options == NULL) options = &PLAIN;
    if (game == NULL || state == NULL || viewer < -1 || viewer >= game->players || !are_good(game, options))
        return LG_E_ARGUMENT;
    const draw_subject of = {game, state, viewer, options};
    return lg_write(put_picture, &of, buffer, capacity, length);
}
