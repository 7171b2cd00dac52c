/* Measures a row, the best of several rounds, and prints it. */
#define _POSIX_C_SOURCE 200809L
#include "rows.h"

#include <time.h>

/* A row whose work is longer than a round is measured as often as it fits into this time, at least once. */
enum { ROUNDS = 5, LONGEST = 20 * ROUNDS };

static double round_seconds;
volatile uint64_t bench_sink;

static double now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void bench_head(double seconds) {
    round_seconds = seconds;
    printf("libgames %s, compiled by %s, one thread, best of up to %d rounds of %g s\n\n", lg_version(), __VERSION__,
           ROUNDS, seconds);
    printf("| %-55s | %-22s | %9s |\n", "what", "per second", "ns each");
    printf("|%.57s|%.24s|%.10s:|\n", "---------------------------------------------------------",
           "------------------------", "----------");
}

void bench_row(const char *name, const char *unit, uint64_t (*work)(void *), void *context) {
    const double start = now();
    double best = (double)work(context) / (now() - start); /* warms up */
    if (now() - start < (double)LONGEST * round_seconds) best = 0;
    for (int round = 0; round < ROUNDS && now() - start < (double)LONGEST * round_seconds; round++) {
        const double begin = now();
        double elapsed = 0;
        uint64_t units = 0;
        do {
            units += work(context);
            elapsed = now() - begin;
        } while (elapsed < round_seconds);
        if ((double)units / elapsed > best) best = (double)units / elapsed;
    }
    printf("| %-55s | %10.2f M %-9s | %9.2f |\n", name, best * 1e-6, unit, 1e9 / best);
    (void)fflush(stdout);
}
