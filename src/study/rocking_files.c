// SPDX-License-Identifier: GPL-3.0-or-later
// Files and threads of the rocking studies.
#include "base/pool.h"
#include "study/rocking_internal.h"

#include <stdatomic.h>
#include <stdio.h>

enum { PATH_SIZE = 4096 };

static talus_status join(const char *directory, const char *name, char path[PATH_SIZE],
                         talus_error *error)
{
    const int length = snprintf(path, PATH_SIZE, "%s/%s", directory, name);
    if (length < 0 || length >= PATH_SIZE) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the directory's name has more than %d bytes", PATH_SIZE);
    }
    return files_make_directory(directory, error);
}

talus_status rocking_write_text(const char *directory, const char *name, files_text *text,
                                talus_error *error)
{
    char path[PATH_SIZE];
    talus_status status = join(directory, name, path, error);
    if (status == TALUS_OK && text->failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", path);
    }
    if (status == TALUS_OK) {
        status = files_write_all(path, text->data, text->size, error);
    }
    files_text_clear(text);
    return status;
}

talus_status rocking_write_chart(const char *directory, const char *name, const chart *page,
                                 talus_error *error)
{
    char path[PATH_SIZE];
    const talus_status status = join(directory, name, path, error);
    return status == TALUS_OK ? chart_write(path, page, error) : status;
}

double rocking_centre(double from, double to, size_t k, size_t n)
{
    return from + (to - from) * ((double)k + 0.5) / (double)n;
}

typedef struct share_job {
    size_t count;
    rocking_work *work;
    void *context;
    atomic_size_t next;
} share_job;

static void run_share(void *context, unsigned worker)
{
    (void)worker;
    share_job *job = context;
    for (size_t k = atomic_fetch_add(&job->next, 1); k < job->count;
         k = atomic_fetch_add(&job->next, 1)) {
        job->work(job->context, k);
    }
}

talus_status rocking_share(size_t count, unsigned threads, rocking_work *work, void *context,
                           talus_error *error)
{
    share_job job = {.count = count, .work = work, .context = context};
    atomic_init(&job.next, 0);
    return pool_run(threads, run_share, &job, NULL, NULL, error);
}
