/* Pictures: they are XML, the same every time, and their elements stand for the actions that are legal. */
#include "check/walk.h"

#define DEPTH 64 /* elements inside each other */

/* ---- XML, as far as pictures need it ---- */

typedef struct xml {
    const char *at, *end;
    int32_t depth;
    struct {
        const char *name;
        size_t length;
    } open[DEPTH];
} xml;

static bool pictures_is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("_:.-", c) != NULL;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static size_t pictures_name_length(const xml *text) {
    size_t length = 0;
    while (text->at + length < text->end && text->at[length] != '\0' && pictures_is_name(text->at[length])) length++;
    return length;
}

static void skip_blanks(xml *text) {
    while (text->at < text->end && is_blank(*text->at)) text->at++;
}

static bool pictures_take(xml *text, const char *word) {
    const size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0) return false;
    text->at += length;
    return true;
}

/* Text up to `last`, in which everything is escaped that must be. NULL, or the problem. */
static const char *take_text(xml *text, char last) {
    static const char *const ENTITIES[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
    for (; text->at < text->end && *text->at != last; text->at++) {
        if ((unsigned char)*text->at < ' ' && !is_blank(*text->at)) return "it has a control character";
        if (*text->at == '<') return "a < is where none is allowed";
        if (*text->at != '&') continue;
        xml entity = *text;
        bool known = false;
        for (size_t i = 0; i < sizeof ENTITIES / sizeof ENTITIES[0]; i++)
            known = known || pictures_take(&entity, ENTITIES[i]);
        if (!known && pictures_take(&entity, "&#"))
            known = pictures_name_length(&entity) > 0 && entity.at[pictures_name_length(&entity)] == ';';
        if (!known) return "a & is not escaped";
    }
    return NULL;
}

static const char *take_attributes(xml *text) {
    for (;;) {
        skip_blanks(text);
        const size_t length = pictures_name_length(text);
        if (length == 0) return NULL;
        text->at += length;
        if (!pictures_take(text, "=") || text->at == text->end) return "an attribute has no value";
        const char quote = *text->at++;
        if (quote != '\'' && quote != '"') return "an attribute's value is not in quotes";
        const char *problem = take_text(text, quote);
        if (problem != NULL) return problem;
        if (text->at++ == text->end) return "an attribute's value does not end";
    }
}

static const char *take_end(xml *text) {
    const size_t length = pictures_name_length(text);
    if (text->depth == 0) return "an element ends that has not begun";
    text->depth--;
    if (length != text->open[text->depth].length || memcmp(text->at, text->open[text->depth].name, length) != 0)
        return "an element ends inside another one";
    text->at += length;
    skip_blanks(text);
    return pictures_take(text, ">") ? NULL : "a tag does not end";
}

static const char *take_begin(xml *text) {
    const size_t length = pictures_name_length(text);
    if (length == 0) return "a tag has no name";
    if (text->depth == DEPTH) return "too many elements lie inside each other";
    text->open[text->depth].name = text->at;
    text->open[text->depth].length = length;
    text->at += length;
    const char *problem = take_attributes(text);
    if (problem != NULL) return problem;
    if (pictures_take(text, "/>")) return NULL;
    text->depth++;
    return pictures_take(text, ">") ? NULL : "a tag does not end";
}

/* NULL for a well-formed document with one element, svg; otherwise the problem. */
static const char *xml_problem(const lg_i_check_text *picture) {
    xml text = {.at = picture->at, .end = picture->at + picture->length};
    const char *problem = strstr(picture->at, "xmlns='http://www.w3.org/2000/svg'") == NULL &&
                                  strstr(picture->at, "xmlns=\"http://www.w3.org/2000/svg\"") == NULL
                              ? "it is not declared as SVG, by xmlns"
                              : NULL;
    if (problem == NULL && !(pictures_take(&text, "<svg") && is_blank(*text.at)))
        problem = "it does not begin with <svg";
    text.at = picture->at;
    do {
        if (problem == NULL)
            problem = pictures_take(&text, "</")  ? take_end(&text)
                      : pictures_take(&text, "<") ? take_begin(&text)
                                                  : NULL;
        if (problem == NULL && text.depth > 0) problem = take_text(&text, '<');
        if (problem == NULL && text.depth > 0 && text.at == text.end) problem = "an element does not end";
    } while (problem == NULL && text.depth > 0);
    skip_blanks(&text);
    return problem == NULL && text.at < text.end ? "something follows its end" : problem;
}

/* ---- actions ---- */

/* The number in the next attribute of this name, from *at on, which is then moved past it; -1 if there is none. */
static int32_t next_number(const char **at, const char *name) {
    const size_t length = strlen(name);
    for (const char *found = strstr(*at, name); found != NULL; found = strstr(found + 1, name)) {
        const char *digit = found + length + 2;
        if (found[-1] != ' ' || found[length] != '=' || found[length + 1] == '\0') continue;
        int64_t number = 0;
        while (*digit >= '0' && *digit <= '9' && number < LG_MAX_ACTIONS) number = 10 * number + (*digit++ - '0');
        *at = digit;
        return (int32_t)number;
    }
    return -1;
}

static bool pictures_has_place(const char *picture, int32_t place) {
    for (int32_t number = 0; number >= 0;)
        if ((number = next_number(&picture, "data-place")) == place) return true;
    return false;
}

/* Each legal action must appear once for a viewer who may play it, and not at all for others. */
static bool pictures_check_actions(lg_i_walk *w, int32_t viewer) {
    const bool shows = w->player >= 0 && (viewer < 0 || viewer == w->player);
    const char *at = w->text.at + 1;
    int32_t count = 0;
    memset(w->other_mask, 0, lg_i_check_mask_size(w));
    for (int32_t action; (action = next_number(&at, "data-action")) >= 0; count++) {
        LG_I_CHECK_HOLD(w, shows, "draw", "viewer %d is shown actions of another player", viewer);
        LG_I_CHECK_HOLD(w, action < w->game->actions && lg_i_bits_has_bit(w->mask, action), "draw",
                        "data-action %d is not legal", action);
        LG_I_CHECK_HOLD(w, !lg_i_bits_has_bit(w->other_mask, action), "draw", "there are two elements for action %d",
                        action);
        lg_i_bits_set_bit(w->other_mask, action);
    }
    LG_I_CHECK_HOLD(w, !shows || count == w->count, "draw", "%d of %d legal actions have an element", count, w->count);
    at = w->text.at + 1;
    for (int32_t from; (from = next_number(&at, "data-from")) >= 0;)
        LG_I_CHECK_HOLD(w, pictures_has_place(w->text.at + 1, from), "draw", "data-from %d has no data-place", from);
    return true;
}

/* ---- the check ---- */

static bool check_picture(lg_i_walk *w, lg_i_check_kind kind, int32_t viewer) {
    if (!lg_i_check_print(w, kind, w->state, viewer, &w->text)) return false;
    const char *problem = xml_problem(&w->text);
    LG_I_CHECK_HOLD(w, problem == NULL, "draw", "the picture for viewer %d is wrong: %s", viewer, problem);
    return kind != LG_I_CHECK_PICTURE || pictures_check_actions(w, viewer);
}

bool lg_i_check_pictures(lg_i_walk *w) {
    if (!lg_i_check_draws(w)) return true;
    for (int32_t viewer = -1; viewer < w->game->players; viewer++)
        if (!check_picture(w, LG_I_CHECK_PICTURE, viewer) || !check_picture(w, LG_I_CHECK_MARKED, viewer)) return false;
    return lg_i_check_clean(w, "draw");
}
