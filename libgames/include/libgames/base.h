/* Status codes, parse errors, version and the macros that every other header uses.
 *
 * Conventions of the whole library:
 *   - a function that can fail returns lg_status; on any error its outputs are untouched (the one
 *     exception, stated where it applies: a length or a count is set with LG_E_SPACE);
 *   - functions are pure: const inputs, caller's memory for outputs, no allocation, no globals that
 *     change, so all of them may be called from any number of threads;
 *   - an output state may be the input state (`after == before`);
 *   - texts are a pointer and a length in bytes; they need no terminating NUL and may hold any bytes. */
#ifndef LIBGAMES_BASE_H
#define LIBGAMES_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define LG_BEGIN extern "C" {
#define LG_END }
#define LG_STATIC_ASSERT(condition, reason) static_assert(condition, reason)
#else
#define LG_BEGIN
#define LG_END
#define LG_STATIC_ASSERT(condition, reason) _Static_assert(condition, reason)
#endif

#if defined(__GNUC__) || defined(__clang__)
#define LG_API __attribute__((visibility("default")))
#else
#define LG_API
#endif

/* Version of the library: semantic, also given to Meson, pkg-config and the Python package. */
#define LG_VERSION_MAJOR 0
#define LG_VERSION_MINOR 2
#define LG_VERSION_PATCH 0
#define LG_VERSION "0.2.0"

/* Most players of a game. Sizes caller's arrays of scores and outcomes. */
#define LG_MAX_PLAYERS 16

/* Most threads that share the work of one call. */
#define LG_MAX_THREADS 64

LG_BEGIN

/* Numbers are stable: never changed, never reused. */
typedef enum lg_status {
    LG_OK = 0,
    LG_E_ARGUMENT = 1, /* a pointer is NULL, or a number is outside its documented range */
    LG_E_ILLEGAL = 2,  /* the rules do not allow this move or action here */
    LG_E_OVER = 3,     /* the game is over: no move or action is possible */
    LG_E_PARSE = 4,    /* a text does not follow its grammar; see lg_parse_error */
    LG_E_STATE = 5,    /* bytes given as a state are not a state that the game can be in */
    LG_E_SPACE = 6,    /* the caller's buffer is too small; the needed size is reported */
    LG_E_UNSUPPORTED = 7 /* the game has no such function, and there is no default for it */
} lg_status;

/* Where and why a parser stopped. */
typedef struct lg_parse_error {
    int32_t line;         /* 1 for the first line; lines end with LF */
    int32_t column;       /* 1 for the first byte of the line; counted in bytes */
    const char *expected; /* what would have been right here: a constant string, never NULL after an error */
} lg_parse_error;

/* A short English sentence for any status, known or not. Never NULL, constant. */
LG_API const char *lg_status_text(lg_status status);

/* LG_VERSION of the library that is linked in (the macro is that of the header). */
LG_API const char *lg_version(void);

LG_END

#endif
