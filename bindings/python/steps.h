/* Resets and steps of a batch, which are hot. Signals are looked at about every 20 milliseconds, but for the first
 * reset: an error of a handler leaves some slots done, the others untouched. */

#ifndef SWIG
typedef struct slots_task {
    handle *batch;
    int resets;
    const uint8_t *which;
    const uint64_t *seeds;
    int64_t done, stride;
    uint8_t *chosen; /* the slots of a part; NULL: there was none */
    lg_batch_report report; /* of all parts so far */
    lg_status status;
} slots_task;

/* The slots of the next part are marked: far from each other, so that every thread has some of them. */
static bool choose_slots(slots_task *task, int64_t part) {
    const size_t games = task->batch->of.rows;
    if (task->chosen == NULL) task->chosen = (uint8_t *)malloc(games);
    if (task->chosen == NULL) return false;
    memset(task->chosen, 0, games);
    for (const int64_t end = task->done + part; task->done < end && task->done < (int64_t)games; task->done++) {
        const int64_t slot = task->done * task->stride % (int64_t)games;
        task->chosen[slot] = task->which == NULL || task->which[slot] != 0;
    }
    return true;
}

static bool run_slots(void *context, int64_t part) {
    slots_task *task = (slots_task *)context;
    handle *batch = task->batch;
    const int64_t games = (int64_t)batch->of.rows;
    const bool whole = task->done == 0 && (part >= games || !batch->begun);
    lg_batch_report report = {0, 0, 0};
    const uint8_t *which = whole || !choose_slots(task, part) ? task->which : task->chosen;
    if (which == task->which) task->done = games;
    task->status = task->resets ? lg_batch_reset((lg_batch *)batch->at, which, task->seeds, &report)
                                : lg_batch_step((lg_batch *)batch->at, which, &report);
    batch->begun |= task->status == LG_OK;
    task->report.failed += report.failed;
    task->report.ended += report.ended;
    task->report.begun += report.begun;
    return task->status == LG_OK && task->done < games;
}

/* A number without a common divisor with `games`, about 0.62 times as large. */
static int64_t stride_for(int64_t games) {
    for (int64_t stride = games * 5 / 8 + 1;; stride++) {
        int64_t a = stride, b = games;
        while (b != 0) {
            const int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1) return stride;
    }
}

static PyObject *go_over_slots(slots_task *task) {
    handle *batch = task->batch;
    const int64_t most = (int64_t)batch->of.rows;
    task->stride = stride_for(most);
    batch->busy = 1;
    const int ended = run_in_parts(run_slots, task, &batch->part);
    batch->busy = 0;
    free(task->chosen);
    batch->part = batch->part < batch->least ? batch->least : batch->part > most ? most : batch->part;
    if (!ended) return NULL;
    if (task->status != LG_OK)
        return raise_status(task->status, "expected a reset of the whole batch before anything else");
    return Py_BuildValue("(iii)", (int)task->report.failed, (int)task->report.ended, (int)task->report.begun);
}
#endif

/* Numbers of slots: (failed, ended, begun). */
PyObject *batch_reset(handle *batch, const uint8_t *which, const void *seeds) {
    slots_task task = {.batch = batch, .resets = 1, .which = which, .seeds = seeds};
    return go_over_slots(&task);
}

PyObject *batch_step(handle *batch, const uint8_t *which) {
    slots_task task = {.batch = batch, .which = which};
    return go_over_slots(&task);
}
