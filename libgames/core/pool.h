/* Internal: a few threads that share the items of one job after the other. The thread that brings a job works on it
 * as well, and never waits for a thread that has not begun; so a job also ends when the others sleep or, after a fork,
 * do not exist. */
#ifndef LG_I_POOL_H
#define LG_I_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lg_i_pool lg_i_pool;

/* Does items first ... first+count-1 of a job. */
typedef void lg_i_pool_work(void *job, int32_t first, int32_t count);

/* Bytes of a pool. */
size_t lg_i_pool_size(void);

/* Starts threads-1 threads (threads >= 1) in memory aligned to 8. NULL when the system has no more. */
lg_i_pool *lg_i_pool_start(void *memory, int32_t threads);

/* Ends and joins them. */
void lg_i_pool_stop(lg_i_pool *pool);

/* Does items 0 ... items-1 of a job, in chunks of at least `grain`, and returns when all are done. Everything that the
 * work writes is then visible to the caller. */
void lg_i_pool_run(lg_i_pool *pool, lg_i_pool_work *work, void *job, int32_t items, int32_t grain);

/* Whether this is the thread that started the pool. */
bool lg_i_pool_is_caller(const lg_i_pool *pool);

/* From now on lg_i_pool_run calls this with the job, again and again while it waits for chunks of others. */
void lg_i_pool_while_waiting(lg_i_pool *pool, void (*call)(void *job));

#endif
