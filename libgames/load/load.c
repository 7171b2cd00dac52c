/* Games from shared objects. The build defines LG_I_DLOPEN where the system can load them. */
#include "libgames/load.h"

#include <stdarg.h>
#include <stdio.h>

#ifdef LG_I_DLOPEN
#include <dlfcn.h>
#include <sys/stat.h>
#endif

/* Writes the sentence, and returns `status`. */
__attribute__((format(printf, 4, 5))) static lg_status refuse(lg_status status, char *problem, size_t capacity,
                                                              const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (capacity > 0) (void)vsnprintf(problem, capacity, format, values);
    va_end(values);
    return status;
}

#ifdef LG_I_DLOPEN

/* What dlerror has to say in this thread. */
static const char *system_says(void) {
    const char *text = dlerror();
    return text != NULL ? text : "the system gives no reason";
}

/* Whether this is a pipe or a device: opening those can wait forever. */
static bool is_special(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

/* dlopen looks for a name without a slash in the folders of the system, and takes an empty one for the program itself. */
static void *open_file(const char *path) {
    char here[2 + 255 + 1]; /* no file system has longer names */
    if (strchr(path, '/') != NULL || strlen(path) > 255) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    (void)snprintf(here, sizeof here, "./%s", path);
    return dlopen(here, RTLD_NOW | RTLD_LOCAL);
}

/* The table in an open file, NULL when there is none. */
static const lg_game_type *table_of(void *file) {
    const lg_game_type *(*get)(void);
    void *const symbol = dlsym(file, "lg_game_export");
    if (symbol == NULL) return NULL;
    memcpy(&get, &symbol, sizeof get); /* ISO C has no cast from an object to a function */
    return get();
}

static lg_status check_table(const char *path, const lg_game_type *type, char *problem, size_t capacity) {
    if (type == NULL)
        return refuse(LG_E_ARGUMENT, problem, capacity,
                      "%s: there is no game in it: the function lg_game_export is missing (see LG_EXPORT_GAME), or gives NULL",
                      path);
    if (type->abi != LG_GAME_ABI)
        return refuse(LG_E_ARGUMENT, problem, capacity,
                      "%s: it was made for version %u of the interface, and this library has version %u: compile it again "
                      "with the headers of this library",
                      path, (unsigned)type->abi, (unsigned)LG_GAME_ABI);
    const char *lacks = lg_game_type_problem(type);
    return lacks == NULL ? LG_OK : refuse(LG_E_ARGUMENT, problem, capacity, "%s: its table can't be used: %s", path, lacks);
}

static lg_status load(const char *path, const lg_game_type **type, char *problem, size_t capacity) {
    if (is_special(path))
        return refuse(LG_E_ARGUMENT, problem, capacity, "%s: it can't be loaded: it is no file", path);
    void *file = open_file(path);
    if (file == NULL)
        return refuse(LG_E_ARGUMENT, problem, capacity, "%s: it can't be loaded: %s", path, system_says());
    const lg_game_type *found = table_of(file);
    const lg_status status = check_table(path, found, problem, capacity);
    if (status == LG_OK) *type = found;
    else (void)dlclose(file);
    return status;
}

#else

static lg_status load(const char *path, const lg_game_type **type, char *problem, size_t capacity) {
    (void)type;
    return refuse(LG_E_UNSUPPORTED, problem, capacity, "%s: this build of libgames can't load files", path);
}

#endif

lg_status lg_game_load(const char *path, const lg_game_type **type, char *problem, size_t capacity) {
    if (problem == NULL && capacity > 0) return LG_E_ARGUMENT;
    if (path == NULL || type == NULL)
        return refuse(LG_E_ARGUMENT, problem, capacity, "there is no path, or no place for the table");
    return load(path, type, problem, capacity);
}
