/* A library to load before a program (LD_PRELOAD): makes one call of one system function fail, the `after`th since it
 * was armed, and counts the calls since then. For machines that pass a few integers and pointers in registers,
 * regardless of the number that a function takes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

typedef long call(long, long, long, long, long, long);

static const char *_Atomic failing = ""; /* the function */
static _Atomic int left, number;        /* calls before the one that fails, and what errno is then */

void faults_arm(const char *name, int after, int error) {
    left = after;
    number = error;
    failing = name;
}

static int fails(const char *name, _Atomic int *calls) {
    const char *const wanted = failing;
    if (*wanted != '\0') ++*calls;
    if (strcmp(wanted, name) != 0 || atomic_fetch_sub(&left, 1) != 0) return 0;
    errno = number;
    return 1;
}

#define CALL(name, failure)                                           \
    _Atomic int faults_calls_##name;                                  \
    long name(long a, long b, long c, long d, long e, long f) {       \
        static call *_Atomic real;                                    \
        if (fails(#name, &faults_calls_##name)) return failure;       \
        if (real == NULL) real = (call *)dlsym(RTLD_NEXT, #name);     \
        return real(a, b, c, d, e, f);                                \
    }

#define FUNCTIONS(with)                                                                                              \
    with(open64, -1) with(read, -1) with(write, -1) with(close, -1) with(lseek64, -1) with(fstat64, -1)              \
    with(stat64, -1) with(lstat64, -1) with(ftruncate64, -1) with(fsync, -1) with(rename, -1) with(unlink, -1)       \
    with(unlinkat, -1) with(mkdir, -1) with(rmdir, -1) with(symlink, -1) with(readlink, -1) with(chmod, -1)          \
    with(opendir, 0) with(fdopendir, 0) with(readdir64, 0) with(pipe2, -1) with(fork, -1) with(execve, -1)           \
    with(waitpid, -1) with(wait4, -1) with(waitid, -1) with(kill, -1) with(killpg, -1) with(prctl, -1)               \
    with(socketpair, -1) with(epoll_create1, -1) with(epoll_ctl, -1) with(epoll_wait, -1) with(poll, -1)             \
    with(fcntl64, -1) with(ioctl, -1) with(dup2, -1) with(chdir, -1) with(setsid, -1)

FUNCTIONS(CALL)
