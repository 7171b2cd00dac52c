/* Status codes, parse errors, version, and the macros that every other header uses.
 *
 * Conventions of the whole library:
 *   - a function that can fail returns lg_status; after an error its outputs are untouched, except outputs that a
 *   comment names, such as the length with LG_E_SPACE, or the place of an error;
 *   - functions are pure: const inputs, outputs in memory provided by the caller, no allocation, no globals that
 *   change, so any number of threads may call them; only one thread at a time may use a batch or a search;
 *   - an output state may be the input state (`after == before`) unless a comment says otherwise;
 *   - states must be valid, except for functions that validate; each game's functions that write text check them as
 *   well and give LG_E_ARGUMENT;
 *   - a text is a pointer and a length in bytes; it needs no NUL at the end and may contain any bytes. */
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

/* Symbols exported from a shared object. */
#if defined(_WIN32)
#define LG_EXPORT __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#define LG_EXPORT __attribute__((visibility("default")))
#else
#define LG_EXPORT
#endif

/* A function of the library. On Windows the library is compiled with LG_I_BUILD. */
#if defined(_WIN32) && !defined(LG_I_BUILD)
#define LG_API
#else
#define LG_API LG_EXPORT
#endif

/* The version of the library (semantic versioning), the Meson project, pkg-config and the Python package. */
#define LG_VERSION_MAJOR 0
#define LG_VERSION_MINOR 2
#define LG_VERSION_PATCH 0
#define LG_VERSION "0.2.0"

/* The largest number of players, for sizing arrays of scores and outcomes. */
#define LG_MAX_PLAYERS 16

/* The largest number of threads that share the work of one call. */
#define LG_MAX_THREADS 64

LG_BEGIN

/* These numbers are never changed or reused. */
typedef enum lg_status {
    LG_OK = 0,
    LG_E_ARGUMENT = 1, /* a pointer is NULL, or a number is outside its documented range */
    LG_E_ILLEGAL = 2,  /* the rules do not allow this move or action here */
    LG_E_OVER = 3,     /* the game is over: no move or action is possible */
    LG_E_PARSE = 4,    /* text does not follow its grammar; see lg_parse_error */
    LG_E_STATE = 5,    /* the bytes given as a state are not a state of the game */
    LG_E_SPACE = 6,    /* the buffer is too small; for text and lists the size needed is reported */
    LG_E_UNSUPPORTED = 7, /* the game, the bot or this build can't do that */
    LG_E_BROKEN = 8 /* the game violates a contract, such as by refusing a legal action; see lg_game_check */
} lg_status;

/* Called regularly during long work; true ends the work. The library has no clock: callers with a clock or with signals
 * to handle supply this function. */
typedef bool lg_stop(void *context);

#define LG_KNOWN_DRAWN INT32_MIN

/* The results of positions with best play, from tables of endings, for a game of two players with perfect information
 * and without chance in play. Searches, and bots that search, look them up; they change no rule. */
typedef struct lg_known {
    /* For a state before the end. Above 0: the player to move wins, in this number of whole moves; below 0: it loses in
     * this number; LG_KNOWN_DRAWN: neither, and *value is approximately its outcome. 0: unknown, as always in the
     * middle of a move. */
    int32_t (*end)(const struct lg_known *known, const void *state, float *value);
    const void *tables;
} lg_known;

/* Where and why a parser stopped. */
typedef struct lg_parse_error {
    int32_t line;         /* 1 for the first line; lines end with LF */
    int32_t column;       /* 1 for the first byte of the line; counted in bytes */
    const char *expected; /* constant: with LG_E_PARSE the expected text in words, with LG_E_ILLEGAL the reason;
                             untouched after other errors, except where noted */
} lg_parse_error;

/* A short English sentence for any status, known or not. Never NULL, constant. */
LG_API const char *lg_status_text(lg_status status);

/* The LG_VERSION of the linked library; the macro itself belongs to the header. */
LG_API const char *lg_version(void);

LG_END

#endif
