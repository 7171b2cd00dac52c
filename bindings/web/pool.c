/* The pool of core/pool.h where there are no threads: the caller does all. */
#include "core/pool.h"

struct lg_i_pool {
    uint64_t nothing;
};

size_t lg_i_pool_size(void) {
    return sizeof(lg_i_pool);
}

lg_i_pool *lg_i_pool_start(void *memory, int32_t threads) {
    return threads == 1 ? (lg_i_pool *)memory : NULL;
}

void lg_i_pool_stop(lg_i_pool *pool) {
    (void)pool;
}

void lg_i_pool_run(lg_i_pool *pool, lg_i_work *work, void *job, int32_t items, int32_t grain) {
    (void)pool;
    (void)grain;
    work(job, 0, items);
}
