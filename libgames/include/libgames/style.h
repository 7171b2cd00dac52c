/* Text in terminal colours, by the SGR escape sequences of ECMA-48. For boards. */
#ifndef LIBGAMES_STYLE_H
#define LIBGAMES_STYLE_H

#include "libgames/text.h"

LG_BEGIN

/* A style is the parameters of an SGR sequence, separated by `;`: LG_STYLE_BOLD ";" LG_STYLE_RED. */
#define LG_STYLE_PLAIN ""
#define LG_STYLE_BOLD "1"
#define LG_STYLE_REVERSE "7"
#define LG_STYLE_RED "31"
#define LG_STYLE_GREEN "32"
#define LG_STYLE_YELLOW "33"
#define LG_STYLE_BLUE "34"
#define LG_STYLE_MAGENTA "35"
#define LG_STYLE_CYAN "36"
#define LG_STYLE_WHITE "37"
#define LG_STYLE_GREY "90"
#define LG_STYLE_BRIGHT_WHITE "97"

/* The style of player 0 ... 7 in games of many players. */
static inline const char *lg_player_style(int player, bool bold) {
    static const char *const STYLES[8][2] = {
        {LG_STYLE_GREEN, LG_STYLE_BOLD ";" LG_STYLE_GREEN}, {LG_STYLE_YELLOW, LG_STYLE_BOLD ";" LG_STYLE_YELLOW},
        {LG_STYLE_CYAN, LG_STYLE_BOLD ";" LG_STYLE_CYAN},   {LG_STYLE_MAGENTA, LG_STYLE_BOLD ";" LG_STYLE_MAGENTA},
        {LG_STYLE_BLUE, LG_STYLE_BOLD ";" LG_STYLE_BLUE},   {LG_STYLE_RED, LG_STYLE_BOLD ";" LG_STYLE_RED},
        {LG_STYLE_WHITE, LG_STYLE_BOLD ";" LG_STYLE_WHITE}, {LG_STYLE_GREY, LG_STYLE_BOLD ";" LG_STYLE_GREY},
    };
    return STYLES[player][bold];
}

/* Writes the change from one style to another; nothing if they are the same. */
static inline void lg_change_style(lg_writer *writer, const char *from, const char *to) {
    if (strcmp(from, to) == 0) return;
    if (*from != '\0') lg_put_text(writer, "\033[0m");
    if (*to == '\0') return;
    lg_put_text(writer, "\033[");
    lg_put_text(writer, to);
    lg_put(writer, 'm');
}

/* Writes the text, each letter in its style from `style_of`; without `colour` only the text. Neighbouring letters of
 * the same style share one sequence, and a reset follows them, so that later text is not affected. */
static inline void lg_put_styled(lg_writer *writer, const char *text, const char *(*style_of)(char letter),
                                   bool colour) {
    const char *now = LG_STYLE_PLAIN;
    for (; *text != '\0'; text++) {
        const char *next = colour ? style_of(*text) : LG_STYLE_PLAIN;
        lg_change_style(writer, now, next);
        lg_put(writer, *text);
        now = next;
    }
    lg_change_style(writer, now, LG_STYLE_PLAIN);
}

LG_END

#endif
