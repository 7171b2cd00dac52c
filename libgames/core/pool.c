/* A thread pool without locks on the way of a job. Every thread has a lane, its equal share of the items, cut into
 * chunks; it does those of its own lane first, so that the same thread meets the same items in every job and finds them
 * in its cache, and then helps in the others. A mutex is taken only to fall asleep and to wake somebody. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "core/pool.h"

#include "libgames/base.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

/* How long a thread without work looks for the next job before it sleeps. Waking it takes about as long as a step of a
 * thousand games, and a policy that answers at once should not have to pay for it. */
#define PATIENCE_NS 100000

#define LOOKS 64 /* between two looks at the clock, or before others are let run */

#define CHUNKS 8 /* of a lane */

/* One word, so that it changes at once: the number of the job (high 32 bits), the lane's chunks (16), and the next one
 * that is not taken (16). The rest of the cache line is empty, since all threads write there. */
typedef struct lane {
    _Atomic uint64_t offer;
    uint64_t apart[7];
} lane;

struct lg_i_pool {
    lane lanes[LG_MAX_THREADS]; /* the caller's is the first */
    _Atomic int32_t undone;           /* chunks of the job that are not done */
    int32_t apart[15];
    /* The job. Written only while no chunk is left to take, and believed only by who then takes a chunk of it. */
    _Atomic(lg_i_work *) work;
    _Atomic(void *) job;
    _Atomic int32_t items, chunk;
    _Atomic int32_t sleepers;
    _Atomic bool stop;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    pid_t process; /* where the threads are: they do not survive a fork */
    int32_t threads, started; /* as many as there are lanes; those that run beside the caller's */
    _Atomic int32_t arrived;  /* of them, those that have taken a lane */
    pthread_t thread[LG_MAX_THREADS - 1];
};

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static uint32_t number_of(uint64_t offer) {
    return (uint32_t)(offer >> 32);
}

static bool has_chunk(uint64_t offer) {
    return (offer & 0xFFFF) < (offer >> 16 & 0xFFFF);
}

/* Where a lane's items begin; those of lane `threads` would begin where all end. */
static int32_t lane_begin(const lg_i_pool *pool, int32_t number, int32_t items) {
    return (int32_t)((int64_t)items * number / pool->threads);
}

/* Takes chunks of a lane until there are none. */
static void work_on(lg_i_pool *pool, int32_t number) {
    _Atomic uint64_t *const from = &pool->lanes[number].offer;
    uint64_t offer = atomic_load_explicit(from, memory_order_acquire);
    while (has_chunk(offer)) {
        lg_i_work *const work = atomic_load_explicit(&pool->work, memory_order_relaxed);
        void *const job = atomic_load_explicit(&pool->job, memory_order_relaxed);
        const int32_t items = atomic_load_explicit(&pool->items, memory_order_relaxed);
        const int32_t chunk = atomic_load_explicit(&pool->chunk, memory_order_relaxed);
        /* When this succeeds the job cannot have ended since the offer was read: one of its chunks was not taken. */
        if (!atomic_compare_exchange_weak_explicit(from, &offer, offer + 1, memory_order_acq_rel, memory_order_acquire))
            continue;
        const int32_t first = lane_begin(pool, number, items) + (int32_t)(offer & 0xFFFF) * chunk;
        const int32_t left = lane_begin(pool, number + 1, items) - first;
        work(job, first, left < chunk ? left : chunk);
        (void)atomic_fetch_sub_explicit(&pool->undone, 1, memory_order_release);
        offer = atomic_load_explicit(from, memory_order_acquire);
    }
}

static void work_on_all(lg_i_pool *pool, int32_t own) {
    for (int32_t i = 0; i < pool->threads; i++) work_on(pool, (own + i) % pool->threads);
}

/* Whether there is a job that is not `seen`, or the pool stops. The caller's lane is offered last. */
static bool is_called(lg_i_pool *pool, uint32_t seen) {
    return number_of(atomic_load(&pool->lanes[0].offer)) != seen || atomic_load(&pool->stop);
}

static int64_t now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Returns when the pool calls. */
static void wait_for_job(lg_i_pool *pool, uint32_t seen) {
    const int64_t end = now() + PATIENCE_NS;
    do {
        for (int look = 0; look < LOOKS; look++) {
            if (is_called(pool, seen)) return;
            relax();
        }
    } while (now() < end);
    (void)pthread_mutex_lock(&pool->mutex);
    (void)atomic_fetch_add(&pool->sleepers, 1);
    while (!is_called(pool, seen)) (void)pthread_cond_wait(&pool->wake, &pool->mutex);
    (void)atomic_fetch_sub(&pool->sleepers, 1);
    (void)pthread_mutex_unlock(&pool->mutex);
}

static void *run_thread(void *argument) {
    lg_i_pool *pool = (lg_i_pool *)argument;
    const int32_t own = 1 + atomic_fetch_add(&pool->arrived, 1);
    uint32_t seen = 0;
    while (!atomic_load(&pool->stop)) {
        wait_for_job(pool, seen);
        seen = number_of(atomic_load(&pool->lanes[0].offer));
        work_on_all(pool, own);
    }
    return NULL;
}

static void wake_sleepers(lg_i_pool *pool) {
    if (atomic_load(&pool->sleepers) == 0) return;
    (void)pthread_mutex_lock(&pool->mutex);
    (void)pthread_cond_broadcast(&pool->wake);
    (void)pthread_mutex_unlock(&pool->mutex);
}

size_t lg_i_pool_size(void) {
    return (sizeof(lg_i_pool) + 7) / 8 * 8;
}

lg_i_pool *lg_i_pool_start(void *memory, int32_t threads) {
    lg_i_pool *pool = (lg_i_pool *)memory;
    for (int32_t i = 0; i < LG_MAX_THREADS; i++) atomic_init(&pool->lanes[i].offer, 0);
    atomic_init(&pool->undone, 0);
    atomic_init(&pool->work, NULL);
    atomic_init(&pool->job, NULL);
    atomic_init(&pool->items, 0);
    atomic_init(&pool->chunk, 0);
    atomic_init(&pool->sleepers, 0);
    atomic_init(&pool->stop, false);
    atomic_init(&pool->arrived, 0);
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) return NULL;
    if (pthread_cond_init(&pool->wake, NULL) != 0) {
        (void)pthread_mutex_destroy(&pool->mutex);
        return NULL;
    }
    pool->process = getpid();
    pool->threads = threads;
    for (pool->started = 0; pool->started < threads - 1; pool->started++)
        if (pthread_create(&pool->thread[pool->started], NULL, run_thread, pool) != 0) {
            lg_i_pool_stop(pool);
            return NULL;
        }
    return pool;
}

void lg_i_pool_stop(lg_i_pool *pool) {
    if (getpid() != pool->process) return;
    atomic_store(&pool->stop, true);
    wake_sleepers(pool);
    for (int32_t i = 0; i < pool->started; i++) (void)pthread_join(pool->thread[i], NULL);
    (void)pthread_cond_destroy(&pool->wake);
    (void)pthread_mutex_destroy(&pool->mutex);
}

/* How many chunks of `chunk` items a lane has. */
static int32_t chunks_of(const lg_i_pool *pool, int32_t number, int32_t items, int32_t chunk) {
    return (lane_begin(pool, number + 1, items) - lane_begin(pool, number, items) + chunk - 1) / chunk;
}

void lg_i_pool_run(lg_i_pool *pool, lg_i_work *work, void *job, int32_t items, int32_t grain) {
    const int32_t wanted = pool->threads * CHUNKS;
    const int32_t even = (items + wanted - 1) / wanted, chunk = even > grain ? even : grain;
    if (pool->threads == 1 || items <= grain || getpid() != pool->process) {
        work(job, 0, items);
        return;
    }
    const uint64_t number = number_of(atomic_load(&pool->lanes[0].offer)) + (uint64_t)1;
    int32_t undone = 0;
    for (int32_t i = 0; i < pool->threads; i++) undone += chunks_of(pool, i, items, chunk);
    atomic_store_explicit(&pool->work, work, memory_order_relaxed);
    atomic_store_explicit(&pool->job, job, memory_order_relaxed);
    atomic_store_explicit(&pool->items, items, memory_order_relaxed);
    atomic_store_explicit(&pool->chunk, chunk, memory_order_relaxed);
    atomic_store_explicit(&pool->undone, undone, memory_order_relaxed);
    for (int32_t i = pool->threads - 1; i >= 0; i--)
        atomic_store(&pool->lanes[i].offer, number << 32 | (uint64_t)chunks_of(pool, i, items, chunk) << 16);
    wake_sleepers(pool);
    work_on_all(pool, 0);
    for (int look = 0; atomic_load_explicit(&pool->undone, memory_order_acquire) > 0; look++) {
        if (look < LOOKS) relax();
        else (void)sched_yield();
    }
}
