/* The speed of the library, compared with yardsticks measured in the same run.
 *
 *     bench [seconds]
 *
 * Every row is measured for that long (default 1) in each of five rounds, after one round to warm up; the best round
 * counts. One thread. Rows of random play include everything that is named: choosing an action from the mask, playing
 * it, and starting again when a game is over; decisions are counted, not games or frames. */

#include "rows.h"

int main(int argc, char **argv) {
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 1.0;
    if (!(seconds > 0)) {
        (void)fprintf(stderr, "usage: %s [seconds]\n", argv[0]);
        return 2;
    }
    bench_head(seconds);
    for (int32_t i = 0; i < lg_game_type_count(); i++) bench_play_rows(lg_game_type_at(i)->name);
    bench_search();
    bench_alphabeta();
    bench_alquerque();
    bench_amazes();
    bench_blockdrop();
    bench_ontherun();
    bench_snakecore();
    return 0;
}
