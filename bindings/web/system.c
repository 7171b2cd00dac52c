/* The system of pages. No C library is linked: this file contains the few C functions that the library calls, since zig
 * would first compile a whole C library for half a minute. Memory goes to a few games, searches and long texts. */
#include "core/pool.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory: free blocks in a list by address; the first that is large enough is taken ---- */

typedef struct block {
    size_t size;        /* in bytes, this head included; a multiple of its size */
    struct block *next; /* while it is free */
    uint64_t nothing;   /* the memory after it is aligned to 16 bytes */
} block;

_Static_assert(sizeof(block) == 16, "blocks lie on 16 bytes");

enum { PAGE = 65536 }; /* bytes by which memory grows */

extern unsigned char __heap_base; /* the first unused byte, set by the linker */
static block *first_free;
static size_t heap_end;

/* Puts a block into the list, and merges it with free neighbours. */
void free(void *memory) {
    if (memory == NULL) return;
    block *freed = (block *)memory - 1, *before = NULL, *after = first_free;
    while (after != NULL && after < freed) before = after, after = after->next;
    freed->next = after;
    if (after != NULL && (char *)freed + freed->size == (char *)after)
        freed->size += after->size, freed->next = after->next;
    if (before == NULL) first_free = freed;
    else if ((char *)before + before->size != (char *)freed) before->next = freed;
    else before->size += freed->size, before->next = freed->next;
}

static bool grow(size_t size) {
    size_t last = 0;
    for (const block *free_one = first_free; free_one != NULL; free_one = free_one->next)
        last = (size_t)free_one + free_one->size == heap_end ? free_one->size : 0;
    const size_t pages = (size - last) / PAGE + 1, old = __builtin_wasm_memory_size(0);
    if (pages >= SIZE_MAX / PAGE - old || __builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return false;
    const size_t base = ((size_t)&__heap_base + sizeof(block) - 1) / sizeof(block) * sizeof(block);
    block *fresh = (block *)(heap_end == 0 ? base : old * PAGE);
    heap_end = (old + pages) * PAGE;
    fresh->size = heap_end - (size_t)fresh;
    free(fresh + 1);
    return true;
}

void *malloc(size_t size) {
    if (size > SIZE_MAX - PAGE) return NULL;
    const size_t wanted = (size + sizeof(block) - 1) / sizeof(block) * sizeof(block) + sizeof(block);
    for (;;) {
        for (block **link = &first_free; *link != NULL; link = &(*link)->next) {
            block *found = *link;
            if (found->size < wanted) continue;
            if (found->size > wanted + sizeof(block)) {
                block *rest = (block *)((char *)found + wanted);
                rest->size = found->size - wanted;
                rest->next = found->next;
                found->size = wanted;
                *link = rest;
            } else {
                *link = found->next;
            }
            return found + 1;
        }
        if (!grow(wanted)) return NULL;
    }
}

void *calloc(size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) return NULL;
    void *memory = malloc(count * size);
    return memory == NULL ? NULL : __builtin_memset(memory, 0, count * size);
}

/* ---- C's functions on strings ---- */

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    while (size > 0 && *x == *y) x++, y++, size--;
    return size == 0 ? 0 : *x - *y;
}

void *memchr(const void *text, int wanted, size_t size) {
    const unsigned char *at = text;
    while (size > 0 && *at != (unsigned char)wanted) at++, size--;
    return size == 0 ? NULL : (void *)at;
}

size_t strlen(const char *text) {
    const char *at = text;
    while (*at != '\0') at++;
    return (size_t)(at - text);
}

int strcmp(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

char *strchr(const char *text, int wanted) {
    while (*text != (char)wanted && *text != '\0') text++;
    return *text == (char)wanted ? (char *)text : NULL;
}

size_t strcspn(const char *text, const char *ends) {
    size_t length = 0;
    while (text[length] != '\0' && strchr(ends, text[length]) == NULL) length++;
    return length;
}

size_t strspn(const char *text, const char *letters) {
    size_t length = 0;
    while (text[length] != '\0' && strchr(letters, text[length]) != NULL) length++;
    return length;
}

char *strpbrk(const char *text, const char *wanted) {
    text += strcspn(text, wanted);
    return *text == '\0' ? NULL : (char *)text;
}

char *strstr(const char *text, const char *wanted) {
    for (;; text++) {
        size_t same = 0;
        while (wanted[same] != '\0' && text[same] == wanted[same]) same++;
        if (wanted[same] == '\0') return (char *)text;
        if (*text == '\0') return NULL;
    }
}

/* ---- the pool of core/pool.h without threads: the caller does everything ---- */

struct lg_i_pool {
    uint64_t nothing;
};

size_t lg_i_pool_size(void) {
    return sizeof(lg_i_pool);
}

bool lg_i_pool_is_caller(const lg_i_pool *pool) {
    (void)pool;
    return true;
}

void lg_i_pool_while_waiting(lg_i_pool *pool, void (*call)(void *job)) {
    (void)pool, (void)call;
}

lg_i_pool *lg_i_pool_start(void *memory, int32_t threads) {
    return threads == 1 ? (lg_i_pool *)memory : NULL;
}

void lg_i_pool_stop(lg_i_pool *pool) {
    (void)pool;
}

void lg_i_pool_run(lg_i_pool *pool, lg_i_pool_work *work, void *job, int32_t items, int32_t grain) {
    (void)pool;
    (void)grain;
    work(job, 0, items);
}
