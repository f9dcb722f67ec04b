#include "parallel.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork.h"

enum { JOBS_MAX = 64 };

typedef struct {
    pid_t pid;
    int end;
} worker;

static bool write_all(int end, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(end, bytes, length);
        if (n <= 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

static bool read_all(int end, char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t n = read(end, bytes, length);
        if (n <= 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

/* The child's life: its own stream, its answer, its end. */
static _Noreturn void work(const ul_worst_options *options, size_t q, int end)
{
    ul_worst_options own = *options;
    ul_worst *worst;
    own.seed = options->seed + 1000003 * (uint64_t)q;
    bool well = ul_worst_new(&own, &worst) == UL_OK
                && ul_worst_search(worst, NULL, NULL) == UL_OK;
    if (well) {
        const size_t size = ul_worst_export_size(worst);
        char *bytes = calloc(1, size);
        if (bytes != NULL)
            ul_worst_export(worst, bytes);
        well = bytes != NULL && write_all(end, bytes, size);
    }
    _exit(well ? 0 : 1);
}

static ul_status start(const ul_worst_options *options, size_t q, worker *one)
{
    UL_TRY(ul_fork(&(ul_fork_options){0}, &one->pid, &one->end));
    if (one->pid == 0)
        work(options, q, one->end);
    return UL_OK;
}

static ul_status collect(worker *one, ul_worst *worst)
{
    const size_t size = ul_worst_export_size(worst);
    char *bytes = malloc(size);
    const bool whole = bytes != NULL && read_all(one->end, bytes, size);
    if (whole)
        ul_worst_import(worst, bytes);
    free(bytes);
    close(one->end);
    waitpid(one->pid, NULL, 0);
    return whole ? UL_OK : ul_fail(UL_E_INTERNAL, "a process of the search died");
}

ul_status ul_worst_search_parallel(ul_worst_options *options, size_t jobs, ul_worst *worst,
                                   void (*improved)(void *context, const ul_worst *worst),
                                   void *context)
{
    worker others[JOBS_MAX];
    size_t n = 0;
    ul_status status = UL_OK;
    jobs = jobs > JOBS_MAX ? JOBS_MAX : jobs;
    options->evaluations = (options->evaluations + jobs - 1) / jobs;
    while (status == UL_OK && n + 1 < jobs)
        if ((status = start(options, n + 1, &others[n])) == UL_OK)
            n++;
    if (status == UL_OK)
        status = ul_worst_search(worst, improved, context);
    for (size_t q = 0; q < n; q++) {
        const ul_status of_one = collect(&others[q], worst);
        status = status == UL_OK ? of_one : status;
    }
    return status;
}
