/* A thread pool that runs jobs without locks. Every thread has a lane: an equal share of the items, cut into chunks. It
 * works through its own lane first, so that it gets the same items in every job and finds them in its cache, and then
 * helps in the others. A mutex is taken only to fall asleep and to wake others. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "core/pool.h"

#include "core/bits.h"
#include "libgames/base.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

/* How long a thread without work looks for the next job before it sleeps. Waking it takes about as long as a step of a
 * thousand games, and a policy that answers immediately should not pay for it. */
#define PATIENCE_NS 100000

#define LOOKS 64 /* checks between two readings of the clock, or before yielding to other threads */

#define CHUNKS 8 /* of a lane */

/* Bytes of a cache line: everything that a thread needs to begin is in one. */
#define LINE 64
typedef struct lane {
    /* One word, so that it changes atomically: the number of the job (high 32 bits), the lane's chunks (16), and the
     * next one that is not taken (16). */
    _Atomic uint64_t offer;
    /* The job. Written only while no chunk is left to take, and used only by a thread that then takes a chunk of it. */
    _Atomic(lg_i_pool_work *) work;
    _Atomic(void *) job;
    _Atomic int32_t items, chunk;
    char apart[LINE - sizeof(uint64_t) - 2 * sizeof(void *) - 2 * sizeof(int32_t)];
} lane;

struct lg_i_pool {
    lane lanes[LG_MAX_THREADS]; /* the caller's is the first */
    _Atomic int32_t undone;     /* chunks of the job that are not done */
    char apart[LINE - sizeof(int32_t)];
    _Atomic int32_t sleepers;
    _Atomic bool stop;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    pthread_t caller;
    pid_t process; /* of the threads, which do not survive a fork */
    void (*while_waiting)(void *job);
    int32_t threads, started; /* the number of lanes; of threads in addition to the calling one */
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

/* The beginning of a lane's items; for lane `threads` the end of all items. */
static int32_t lane_begin(const lg_i_pool *pool, int32_t number, int32_t items) {
    return (int32_t)((int64_t)items * number / pool->threads);
}

/* Takes chunks of a lane until there are none. */
static void pool_work_on(lg_i_pool *pool, int32_t number) {
    lane *const from = &pool->lanes[number];
    uint64_t offer = atomic_load_explicit(&from->offer, memory_order_acquire);
    int32_t done = 0;
    while (has_chunk(offer)) {
        lg_i_pool_work *const work = atomic_load_explicit(&from->work, memory_order_relaxed);
        void *const job = atomic_load_explicit(&from->job, memory_order_relaxed);
        const int32_t items = atomic_load_explicit(&from->items, memory_order_relaxed);
        const int32_t chunk = atomic_load_explicit(&from->chunk, memory_order_relaxed);
        /* If this succeeds, the job cannot have ended since the offer was read, because one of its chunks was still
         * free. */
        if (!atomic_compare_exchange_weak_explicit(&from->offer, &offer, offer + 1, memory_order_acq_rel,
                                                   memory_order_acquire))
            continue;
        const int32_t first = lane_begin(pool, number, items) + (int32_t)(offer & 0xFFFF) * chunk;
        const int32_t left = lane_begin(pool, number + 1, items) - first;
        work(job, first, left < chunk ? left : chunk);
        done++;
        offer = atomic_load_explicit(&from->offer, memory_order_acquire);
    }
    if (done > 0) (void)atomic_fetch_sub_explicit(&pool->undone, done, memory_order_release);
}

static void work_on_all(lg_i_pool *pool, int32_t own) {
    for (int32_t i = 0; i < pool->threads; i++) pool_work_on(pool, (own + i) % pool->threads);
}

/* Whether this lane's job is another than `seen`, or the pool stops. */
static bool is_called(const lg_i_pool *pool, int32_t number, uint32_t seen) {
    return number_of(atomic_load(&pool->lanes[number].offer)) != seen || atomic_load(&pool->stop);
}

static int64_t pool_now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Returns when the pool calls. Sleepers are woken once the calling thread's lane, the last one, is offered. */
static void wait_for_job(lg_i_pool *pool, int32_t own, uint32_t seen) {
    const int64_t end = pool_now() + PATIENCE_NS;
    do {
        for (int look = 0; look < LOOKS; look++) {
            if (is_called(pool, own, seen)) return;
            relax();
        }
    } while (pool_now() < end);
    (void)pthread_mutex_lock(&pool->mutex);
    (void)atomic_fetch_add(&pool->sleepers, 1);
    while (!is_called(pool, 0, seen)) (void)pthread_cond_wait(&pool->wake, &pool->mutex);
    (void)atomic_fetch_sub(&pool->sleepers, 1);
    (void)pthread_mutex_unlock(&pool->mutex);
}

static void *run_thread(void *argument) {
    lg_i_pool *pool = (lg_i_pool *)argument;
    const int32_t own = 1 + atomic_fetch_add(&pool->arrived, 1);
    uint32_t seen = 0;
    while (!atomic_load(&pool->stop)) {
        wait_for_job(pool, own, seen);
        seen = number_of(atomic_load(&pool->lanes[own].offer));
        work_on_all(pool, own);
    }
    return NULL;
}

/* After a fork no thread sleeps, but the mutex may still be held by one that did. */
static void wake_sleepers(lg_i_pool *pool) {
    if (atomic_load(&pool->sleepers) == 0 || getpid() != pool->process) return;
    (void)pthread_mutex_lock(&pool->mutex);
    (void)pthread_cond_broadcast(&pool->wake);
    (void)pthread_mutex_unlock(&pool->mutex);
}

size_t lg_i_pool_size(void) {
    return lg_i_bits_rounded_up(sizeof(lg_i_pool)) + LINE - 8;
}

lg_i_pool *lg_i_pool_start(void *memory, int32_t threads) {
    lg_i_pool *pool = (lg_i_pool *)(void *)((char *)memory + (LINE - (uintptr_t)memory % LINE) % LINE);
    for (int32_t i = 0; i < LG_MAX_THREADS; i++) {
        atomic_init(&pool->lanes[i].offer, 0);
        atomic_init(&pool->lanes[i].work, NULL);
        atomic_init(&pool->lanes[i].job, NULL);
        atomic_init(&pool->lanes[i].items, 0);
        atomic_init(&pool->lanes[i].chunk, 0);
    }
    atomic_init(&pool->undone, 0);
    atomic_init(&pool->sleepers, 0);
    atomic_init(&pool->stop, false);
    atomic_init(&pool->arrived, 0);
    pool->while_waiting = NULL;
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) return NULL;
    if (pthread_cond_init(&pool->wake, NULL) != 0) {
        (void)pthread_mutex_destroy(&pool->mutex);
        return NULL;
    }
    pool->process = getpid();
    pool->caller = pthread_self();
    pool->threads = threads;
    for (pool->started = 0; pool->started < threads - 1; pool->started++)
        if (pthread_create(&pool->thread[pool->started], NULL, run_thread, pool) != 0) {
            lg_i_pool_stop(pool);
            return NULL;
        }
    return pool;
}

bool lg_i_pool_is_caller(const lg_i_pool *pool) {
    return pthread_equal(pool->caller, pthread_self()) != 0;
}

void lg_i_pool_while_waiting(lg_i_pool *pool, void (*call)(void *job)) {
    pool->while_waiting = call;
}

void lg_i_pool_stop(lg_i_pool *pool) {
    if (getpid() != pool->process) return;
    atomic_store(&pool->stop, true);
    wake_sleepers(pool);
    for (int32_t i = 0; i < pool->started; i++) (void)pthread_join(pool->thread[i], NULL);
    (void)pthread_cond_destroy(&pool->wake);
    (void)pthread_mutex_destroy(&pool->mutex);
}

/* The number of chunks of `chunk` items in a lane. */
static int32_t chunks_of(const lg_i_pool *pool, int32_t number, int32_t items, int32_t chunk) {
    return (lane_begin(pool, number + 1, items) - lane_begin(pool, number, items) + chunk - 1) / chunk;
}

static void offer_lane(lg_i_pool *pool, int32_t number, uint64_t offer, lg_i_pool_work *work, void *job, int32_t items,
                       int32_t chunk) {
    lane *const to = &pool->lanes[number];
    atomic_store_explicit(&to->work, work, memory_order_relaxed);
    atomic_store_explicit(&to->job, job, memory_order_relaxed);
    atomic_store_explicit(&to->items, items, memory_order_relaxed);
    atomic_store_explicit(&to->chunk, chunk, memory_order_relaxed);
    if (number > 0) atomic_store_explicit(&to->offer, offer, memory_order_release);
    else atomic_store(&to->offer, offer); /* before the sleepers are counted */
}

void lg_i_pool_run(lg_i_pool *pool, lg_i_pool_work *work, void *job, int32_t items, int32_t grain) {
    const int32_t wanted = pool->threads * CHUNKS;
    const int32_t even = (items + wanted - 1) / wanted, chunk = even > grain ? even : grain;
    if (pool->threads == 1 || items <= grain) {
        work(job, 0, items);
        return;
    }
    const uint64_t number = number_of(atomic_load(&pool->lanes[0].offer)) + (uint64_t)1;
    int32_t undone = 0;
    for (int32_t i = 0; i < pool->threads; i++) undone += chunks_of(pool, i, items, chunk);
    atomic_store_explicit(&pool->undone, undone, memory_order_relaxed);
    for (int32_t i = pool->threads - 1; i >= 0; i--)
        offer_lane(pool, i, number << 32 | (uint64_t)chunks_of(pool, i, items, chunk) << 16, work, job, items, chunk);
    wake_sleepers(pool);
    work_on_all(pool, 0);
    for (int look = 0; atomic_load_explicit(&pool->undone, memory_order_acquire) > 0; look++) {
        if (pool->while_waiting != NULL) pool->while_waiting(job);
        if (look < LOOKS) relax();
        else (void)sched_yield();
    }
}
