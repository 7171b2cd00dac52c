/* Finds and reads conformance vectors: one JSON object a line, one whole game each. */
#include "tests.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#define mkdtemp(folder) (_mktemp(folder) != NULL && _mkdir(folder) == 0 ? (folder) : NULL)
#endif

const char *lg_vectors_folder(void) {
    const char *folder = getenv("LIBGAMES_VECTORS");
    return folder != NULL && folder[0] != '\0' ? folder : LG_TESTS_VECTORS;
}

const cJSON *lg_vectors_get(const cJSON *object, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(member != NULL, "a vector has no member \"%s\"", name);
    return member;
}

const char *lg_vectors_text(const cJSON *object, const char *name) {
    const cJSON *member = lg_vectors_get(object, name);
    ck_assert_msg(cJSON_IsString(member), "member \"%s\" of a vector is not a text", name);
    return member->valuestring;
}

int lg_vectors_int(const cJSON *object, const char *name) {
    const cJSON *member = lg_vectors_get(object, name);
    ck_assert_msg(cJSON_IsNumber(member), "member \"%s\" of a vector is not a number", name);
    return member->valueint;
}

const char *lg_vectors_differ(const char *format, ...) {
    static char text[4096];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

/* One line of a file; NULL or the problem. */
static const char *replay_line(const char *game, const char *text, const char *(*replay)(const cJSON *line),
                               const char **id) {
    static char name[128];
    cJSON *line = cJSON_Parse(text);
    const char *difference = "not a JSON object";
    if (cJSON_IsObject(line)) {
        (void)snprintf(name, sizeof name, "%s", lg_vectors_text(line, "id"));
        *id = name;
        const char *said = lg_vectors_text(line, "game");
        difference = strcmp(said, game) != 0 ? lg_vectors_differ("unknown game \"%s\"", said) : replay(line);
    }
    cJSON_Delete(line);
    return difference;
}

/* The text of a file, for the caller to free; NULL when it can't be read. */
static char *text_of(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        rewind(file);
        text = size >= 0 ? malloc((size_t)size + 1) : NULL;
        if (text != NULL) text[fread(text, 1, (size_t)size, file)] = '\0';
    }
    (void)fclose(file);
    return text;
}

static int replay_file(const char *path, const char *game, const char *(*replay)(const cJSON *line), char *message,
                       size_t capacity) {
    char *const text = text_of(path);
    int count = 0;
    if (text == NULL) {
        (void)snprintf(message, capacity, "%s: can't be read", path);
        return -1;
    }
    for (char *line = text, *next; count >= 0 && *line != '\0'; line = next) {
        const char *id = "?";
        next = line + strcspn(line, "\n");
        if (*next == '\n') *next++ = '\0';
        const char *difference = replay_line(game, line, replay, &id);
        count++;
        if (difference == NULL) continue;
        (void)snprintf(message, capacity, "%s:%d: %s: %s", path, count, id, difference);
        count = -1;
    }
    free(text);
    return count;
}

int lg_vectors_replay(const char *folder, const char *game, const char *(*replay)(const cJSON *line), char *message,
                      size_t capacity) {
    DIR *const names = opendir(folder);
    int total = 0, files = 0;
    for (struct dirent *one; names != NULL && total >= 0 && (one = readdir(names)) != NULL;) {
        const char *const ending = strrchr(one->d_name, '.');
        char path[4096];
        if (strncmp(one->d_name, game, strlen(game)) != 0 || ending == NULL || strcmp(ending, ".jsonl") != 0) continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, one->d_name);
        const int count = replay_file(path, game, replay, message, capacity);
        total = count < 0 ? -1 : total + count;
        files++;
    }
    if (names != NULL) (void)closedir(names);
    if (total == 0)
        (void)snprintf(message, capacity, "no %s %s/%s*.jsonl", files == 0 ? "file" : "game in", folder, game);
    return total == 0 ? -1 : total;
}

int lg_vectors_replay_text(const char *name, const char *text, const char *game,
                           const char *(*replay)(const cJSON *line), char *message, size_t capacity) {
    char folder[256], path[512];
    const char *place = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/libgames-vectors-XXXXXX", place != NULL ? place : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    const int games = lg_vectors_replay(folder, game, replay, message, capacity);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    return games;
}

void lg_vectors_expect_noticed(const lg_vectors_damage *damage, const char *game,
                               const char *(*replay)(const cJSON *line)) {
    char name[64], message[4096] = "";
    const char *last = NULL, *part = damage->part;
    for (const char *at = strstr(damage->text, part); at != NULL; at = strstr(at + 1, part)) last = at;
    ck_assert_msg(last != NULL, "there is no %s", part);
    const size_t capacity = strlen(damage->text) + strlen(damage->other) + 1;
    char *text = malloc(capacity);
    (void)snprintf(text, capacity, "%.*s%s%s", (int)(last - damage->text), damage->text, damage->other,
                   last + strlen(part));
    (void)snprintf(name, sizeof name, "%s.jsonl", game);
    ck_assert_int_eq(lg_vectors_replay_text(name, text, game, replay, message, sizeof message), -1);
    ck_assert_msg(strstr(message, damage->message) != NULL, "said \"%s\", not \"%s\"", message, damage->message);
    free(text);
}
