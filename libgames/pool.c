/* A thread pool without locks on the way of a job: chunks are handed out by one atomic word. A mutex is taken only to
 * fall asleep and to wake somebody. */
#include "pool.h"

#include "libgames/batch.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

/* How long somebody who waits looks again before it sleeps, or lets others run: some 20 microseconds, less than it
 * takes to wake a thread. */
#define LOOKS 500

/* Chunks of a job, at most 65535, so that an offer fits 64 bits: 32 bits job number, 16 chunks, 16 next chunk. */
#define CHUNKS_PER_THREAD 8

struct lg_i_pool {
    _Atomic uint64_t offer; /* the present job's number, its chunks, and the next one that is not taken */
    /* The job. Written only while no chunk is left to take, and believed only by who then takes a chunk of it. */
    _Atomic(lg_i_work *) work;
    _Atomic(void *) job;
    _Atomic int32_t items, chunk;
    _Atomic int32_t undone; /* chunks of the job that are not done */
    _Atomic int32_t sleepers;
    _Atomic bool stop;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    pid_t process; /* where the threads are: they do not survive a fork */
    int32_t threads;
    pthread_t thread[LG_BATCH_MAX_THREADS - 1];
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

/* Takes chunks of the job on offer until there are none. */
static void work_on(lg_i_pool *pool) {
    uint64_t offer = atomic_load_explicit(&pool->offer, memory_order_acquire);
    while (has_chunk(offer)) {
        lg_i_work *const work = atomic_load_explicit(&pool->work, memory_order_relaxed);
        void *const job = atomic_load_explicit(&pool->job, memory_order_relaxed);
        const int32_t items = atomic_load_explicit(&pool->items, memory_order_relaxed);
        const int32_t chunk = atomic_load_explicit(&pool->chunk, memory_order_relaxed);
        /* When this succeeds the job cannot have ended since the offer was read: one of its chunks was not taken. */
        if (!atomic_compare_exchange_weak_explicit(&pool->offer, &offer, offer + 1, memory_order_acq_rel,
                                                   memory_order_acquire))
            continue;
        const int32_t first = (int32_t)(offer & 0xFFFF) * chunk;
        work(job, first, items - first < chunk ? items - first : chunk);
        (void)atomic_fetch_sub_explicit(&pool->undone, 1, memory_order_release);
        offer = atomic_load_explicit(&pool->offer, memory_order_acquire);
    }
}

/* Returns when there is a job that is not `seen`, or the pool stops. */
static void wait_for_job(lg_i_pool *pool, uint32_t seen) {
    for (int look = 0; look < LOOKS; look++) {
        if (number_of(atomic_load_explicit(&pool->offer, memory_order_acquire)) != seen) return;
        if (atomic_load_explicit(&pool->stop, memory_order_relaxed)) return;
        relax();
    }
    (void)pthread_mutex_lock(&pool->mutex);
    (void)atomic_fetch_add(&pool->sleepers, 1);
    while (number_of(atomic_load(&pool->offer)) == seen && !atomic_load(&pool->stop))
        (void)pthread_cond_wait(&pool->wake, &pool->mutex);
    (void)atomic_fetch_sub(&pool->sleepers, 1);
    (void)pthread_mutex_unlock(&pool->mutex);
}

static void *run_thread(void *argument) {
    lg_i_pool *pool = (lg_i_pool *)argument;
    uint32_t seen = 0;
    while (!atomic_load_explicit(&pool->stop, memory_order_acquire)) {
        wait_for_job(pool, seen);
        seen = number_of(atomic_load_explicit(&pool->offer, memory_order_acquire));
        work_on(pool);
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
    atomic_init(&pool->offer, 0);
    atomic_init(&pool->work, NULL);
    atomic_init(&pool->job, NULL);
    atomic_init(&pool->items, 0);
    atomic_init(&pool->chunk, 0);
    atomic_init(&pool->undone, 0);
    atomic_init(&pool->sleepers, 0);
    atomic_init(&pool->stop, false);
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) return NULL;
    if (pthread_cond_init(&pool->wake, NULL) != 0) {
        (void)pthread_mutex_destroy(&pool->mutex);
        return NULL;
    }
    pool->process = getpid();
    for (pool->threads = 1; pool->threads < threads; pool->threads++)
        if (pthread_create(&pool->thread[pool->threads - 1], NULL, run_thread, pool) != 0) {
            lg_i_pool_stop(pool);
            return NULL;
        }
    return pool;
}

void lg_i_pool_stop(lg_i_pool *pool) {
    if (getpid() != pool->process) return;
    atomic_store(&pool->stop, true);
    wake_sleepers(pool);
    for (int32_t i = 0; i < pool->threads - 1; i++) (void)pthread_join(pool->thread[i], NULL);
    (void)pthread_cond_destroy(&pool->wake);
    (void)pthread_mutex_destroy(&pool->mutex);
}

void lg_i_pool_run(lg_i_pool *pool, lg_i_work *work, void *job, int32_t items, int32_t grain) {
    const int32_t wanted = pool->threads * CHUNKS_PER_THREAD;
    const int32_t even = (items + wanted - 1) / wanted, chunk = even > grain ? even : grain;
    const int32_t chunks = (items + chunk - 1) / chunk;
    if (pool->threads == 1 || chunks < 2 || getpid() != pool->process) {
        work(job, 0, items);
        return;
    }
    const uint32_t number = number_of(atomic_load_explicit(&pool->offer, memory_order_relaxed)) + 1;
    atomic_store_explicit(&pool->work, work, memory_order_relaxed);
    atomic_store_explicit(&pool->job, job, memory_order_relaxed);
    atomic_store_explicit(&pool->items, items, memory_order_relaxed);
    atomic_store_explicit(&pool->chunk, chunk, memory_order_relaxed);
    atomic_store_explicit(&pool->undone, chunks, memory_order_relaxed);
    atomic_store(&pool->offer, (uint64_t)number << 32 | (uint64_t)chunks << 16);
    wake_sleepers(pool);
    work_on(pool);
    for (int look = 0; atomic_load_explicit(&pool->undone, memory_order_acquire) > 0; look++) {
        if (look < LOOKS) relax();
        else (void)sched_yield();
    }
}
