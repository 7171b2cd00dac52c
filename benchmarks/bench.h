/* The rows that only one game has, each game's in its own file. */
#ifndef LG_BENCH_H
#define LG_BENCH_H

void bench_search(void);
void bench_alphabeta(void);
void bench_alquerque(void);
void bench_amazes(void);
void bench_blockdrop(void);
void bench_ontherun(void);
void bench_snakecore(void);

#endif
