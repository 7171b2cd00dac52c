/* How fast the library is, beside yardsticks measured in the same run.
 *
 *     bench [seconds]
 *
 * Every row is measured for that long (default 1) in each of five rounds, after one round to warm up; the best round
 * counts. One thread. Rows of random play include everything that is named: choosing an action from the mask, playing
 * it, and starting again when a game is over; decisions are counted, not games or frames. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <time.h>

enum { ROUNDS = 5 };

static double round_seconds = 1.0;
volatile uint64_t bench_sink;

static double now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* `work` does a part of the work (at most a second) and returns how many units that was. Prints units per second. */
void bench_row(const char *name, const char *unit, uint64_t (*work)(void *), void *context) {
    double best = 0;
    (void)work(context);
    for (int round = 0; round < ROUNDS; round++) {
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

int main(int argc, char **argv) {
    if (argc > 1) round_seconds = strtod(argv[1], NULL);
    if (!(round_seconds > 0)) {
        (void)fprintf(stderr, "usage: %s [seconds]\n", argv[0]);
        return 2;
    }
    printf("libgames %s, compiled by %s, one thread, best of %d rounds of %g s\n\n", lg_version(), __VERSION__, ROUNDS,
           round_seconds);
    printf("| %-55s | %-22s | %9s |\n", "what", "per second", "ns each");
    printf("|%.57s|%.24s|%.10s:|\n", "---------------------------------------------------------",
           "------------------------", "----------");
    for (int32_t i = 0; i < lg_game_type_count(); i++) bench_play_rows(lg_game_type_at(i)->name);
    bench_alquerque();
    bench_amazes();
    bench_blockdrop();
    bench_ontherun();
    bench_snakecore();
    return 0;
}
