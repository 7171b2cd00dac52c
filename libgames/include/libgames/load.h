/* Games in separate files: shared objects made with LG_EXPORT_GAME (libgames/author.h), loaded while a program
 * runs.
 *
 *     char problem[LG_LOAD_PROBLEM];
 *     if (lg_game_load("./connect_four.so", &type, problem, sizeof problem) != LG_OK) fail(problem);
 *     lg_game_configure(type, "connect_four(columns=8)", 23, &game, &error);
 *
 * docs/your-own-game.md shows how to make such a file from start to finish. */
#ifndef LIBGAMES_LOAD_H
#define LIBGAMES_LOAD_H

#include "libgames/game.h"

/* Room for any reason why a file can't be used, unless its path is unusually long. */
#define LG_LOAD_PROBLEM 512

LG_BEGIN

/* The game in a shared object, checked with lg_game_type_problem. A path without a slash is a file in the current
 * folder. Loading runs code of the file: load nothing that you would not run. The file stays loaded as long as the
 * program runs, so *type remains valid; loading the file again gives the same table, even if the file has changed
 * since.
 *
 * This is the one function of the library that reads a file. It may be called from any number of threads.
 *
 * LG_E_ARGUMENT: a pointer is NULL, or the file can't be used; LG_E_UNSUPPORTED: this build of the library can't
 * load files. *type is then untouched, and `problem` (room for `capacity` bytes; may be NULL with capacity 0) gets
 * the reason as an English sentence, with a NUL at the end, cut off if it does not fit. */
LG_API lg_status lg_game_load(const char *path, const lg_game_type **type, char *problem, size_t capacity);

LG_END

#endif
