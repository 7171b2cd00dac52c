/* Games from shared objects. The build defines LG_I_DLOPEN where the system can load them. */
#include "libgames/load.h"

#include <stdarg.h>
#include <stdio.h>

#if defined(_WIN32)
#include <windows.h>
#elif defined(LG_I_DLOPEN)
#include <dlfcn.h>
#endif
#include <sys/stat.h>

/* Writes the sentence, and returns `status`. */
__attribute__((format(printf, 4, 5))) static lg_status refuse(lg_status status, char *problem, size_t capacity,
                                                              const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (capacity > 0) (void)vsnprintf(problem, capacity, format, values);
    va_end(values);
    return status;
}

#if defined(_WIN32) || defined(LG_I_DLOPEN)

#define NAME_MOST 255 /* characters of a name without a folder: no file system has longer ones */

#ifdef _WIN32

#define PATH_MOST 4096

/* The last error of this thread, without the end of a sentence. */
static const char *system_says(void) {
    static _Thread_local char text[256];
    const DWORD error = GetLastError();
    const DWORD flags = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK;
    DWORD length = FormatMessageA(flags, NULL, error, 0, text, sizeof text, NULL);
    while (length > 0 && (text[length - 1] == '.' || text[length - 1] == ' ')) text[--length] = '\0';
    if (length == 0) (void)snprintf(text, sizeof text, "error %lu of the system", (unsigned long)error);
    return text;
}

/* Without a dialog box about missing files. */
static void *open_at(const char *path) {
    wchar_t wide[PATH_MOST];
    DWORD before;
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, PATH_MOST) == 0) return NULL;
    (void)SetThreadErrorMode(SEM_FAILCRITICALERRORS, &before);
    HMODULE file = LoadLibraryW(wide);
    const DWORD error = GetLastError();
    (void)SetThreadErrorMode(before, NULL);
    SetLastError(error);
    return (void *)file;
}

static bool has_folder(const char *path) {
    return strpbrk(path, "/\\:") != NULL;
}

static void (*function_in(void *file, const char *name))(void) {
    return (void (*)(void))GetProcAddress((HMODULE)file, name);
}

static void close_file(void *file) {
    (void)FreeLibrary((HMODULE)file);
}

#else

/* dlerror's message in this thread. */
static const char *system_says(void) {
    const char *text = dlerror();
    return text != NULL ? text : "the system gives no reason";
}

static void *open_at(const char *path) {
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static bool has_folder(const char *path) {
    return strchr(path, '/') != NULL;
}

static void (*function_in(void *file, const char *name))(void) {
    void *const symbol = dlsym(file, name);
    void (*function)(void);
    memcpy(&function, &symbol, sizeof function); /* ISO C has no cast from an object to a function */
    return function;
}

static void close_file(void *file) {
    (void)dlclose(file);
}

#endif

/* Whether this is a pipe or a device: opening those can wait forever. */
static bool is_special(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

/* Systems search the system folders for a name without a folder, and take an empty name as the program itself. */
static void *open_file(const char *path) {
    char here[2 + NAME_MOST + 1];
    if (has_folder(path) || strlen(path) > NAME_MOST) return open_at(path);
    (void)snprintf(here, sizeof here, "./%s", path);
    return open_at(here);
}

/* The table in an open file, NULL when there is none. */
static const lg_game_type *table_of(void *file) {
    const lg_game_type *(*get)(void) = (const lg_game_type *(*)(void))function_in(file, "lg_game_export");
    return get != NULL ? get() : NULL;
}

static lg_status check_table(const char *path, const lg_game_type *type, char *problem, size_t capacity) {
    if (type == NULL)
        return refuse(LG_E_ARGUMENT, problem, capacity,
                      "%s: there is no game in it: the function lg_game_export is missing (see LG_EXPORT_GAME), or "
                      "gives NULL",
                      path);
    if (type->abi != LG_GAME_ABI)
        return refuse(LG_E_ARGUMENT, problem, capacity,
                      "%s: it was made for version %u of the interface, and this library has version %u: compile it "
                      "again with the headers of this library",
                      path, (unsigned)type->abi, (unsigned)LG_GAME_ABI);
    const char *lacks = lg_game_type_problem(type);
    return lacks == NULL ? LG_OK
                         : refuse(LG_E_ARGUMENT, problem, capacity, "%s: its table can't be used: %s", path, lacks);
}

static lg_status load_game(const char *path, const lg_game_type **type, char *problem, size_t capacity) {
    if (is_special(path))
        return refuse(LG_E_ARGUMENT, problem, capacity, "%s: it can't be loaded: it is no file", path);
    void *file = open_file(path);
    if (file == NULL)
        return refuse(LG_E_ARGUMENT, problem, capacity, "%s: it can't be loaded: %s", path, system_says());
    const lg_game_type *found = table_of(file);
    const lg_status status = check_table(path, found, problem, capacity);
    if (status == LG_OK) *type = found;
    else close_file(file);
    return status;
}

#else

static lg_status load_game(const char *path, const lg_game_type **type, char *problem, size_t capacity) {
    (void)type;
    return refuse(LG_E_UNSUPPORTED, problem, capacity, "%s: this build of libgames can't load files", path);
}

#endif

lg_status lg_game_load(const char *path, const lg_game_type **type, char *problem, size_t capacity) {
    if (problem == NULL && capacity > 0) return LG_E_ARGUMENT;
    if (path == NULL || type == NULL)
        return refuse(LG_E_ARGUMENT, problem, capacity, "there is no path, or no place for the table");
    return load_game(path, type, problem, capacity);
}
