/* The flat module libgames._native: functions on bytes, capsules, buffers and dicts. The package is written by hand on
 * top of it; nothing here is meant for users. Constants and functions come from the interface that all languages share
 * (../libgames.i); the headers here contain the helpers of its typemaps, and the type of states. */
%module native

%{
#include "common.h"
#include "members.h"
#include "objects.h"
#include "state.h"

#undef SWIG_init
#define SWIG_init init_native /* which PyInit__native below calls */

typedef struct stopped {
    lg_stop *stop;
    void *context;
} stopped;

static bool stops(void *context, const lg_alphabeta_result *result) {
    const stopped *by = context;
    (void)result;
    return by->stop(by->context);
}
%}

%include "../libgames.i"

%inline %{
/* A bot for any game. */
static lg_status bot_configure(const char *text, size_t length, lg_bot *bot, lg_parse_error *error) {
    return lg_bot_configure(NULL, text, length, bot, error);
}

/* Makes the game's searches and bots look at tables of endings. */
static lg_status game_know(lg_game *game, const lg_alquerque_endings *endings, const void *bytes, size_t size) {
    if (game->type != &lg_alquerque_game) return LG_E_UNSUPPORTED;
    if (endings->known.tables != bytes || endings->size != size) return LG_E_ARGUMENT;
    game->known = &endings->known;
    return LG_OK;
}

/* lg_alphabeta_run, which is stopped like bots. */
static lg_status alphabeta_run(lg_alphabeta *search, const void *state, const lg_alphabeta_limits *limits,
                               lg_stop *stop, void *context, lg_alphabeta_result *result) {
    lg_alphabeta_limits all = *limits;
    all.stop = stops;
    all.context = &(stopped){stop, context};
    return lg_alphabeta_run(search, state, &all, result);
}
%}

%init %{
    if (!find_errors() || PyModule_AddFunctions(m, state_functions) != 0) return -1;
%}

%wrapper %{
SWIGEXPORT PyObject *init_native(void);

/* The beginning of the module is compiled for every x86-64 processor: one without the instructions of the rest would
 * end the process without a message. */
#if defined(__x86_64__) && defined(__SSE4_2__)
#include <cpuid.h>
#define FOR_ALL __attribute__((target("arch=x86-64")))
FOR_ALL static bool processor_is_known(void) {
    const unsigned wanted = bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT;
    unsigned a, b, c = 0, d;
    (void)__get_cpuid(1, &a, &b, &c, &d);
    return (c & wanted) == wanted;
}
#else
#define FOR_ALL
#define processor_is_known() true
#endif

FOR_ALL PyMODINIT_FUNC PyInit__native(void) {
    if (processor_is_known()) return init_native();
    PyErr_SetString(PyExc_ImportError, "libgames: expected a processor of at least x86-64-v2 (SSE4.2 and POPCNT, in all "
                                       "made since 2009); for older ones build it: pip install --no-binary libgames "
                                       "-Csetup-args=-Dx86_level=v1 libgames");
    return NULL;
}
%}
