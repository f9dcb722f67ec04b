/* A workload, a policy's timeline and the floor's certificate as files, for tests of the floor. */
#pragma once

#include <unistd.h>

#include "certificate_files.h"
#include "check.h"
#include "solving.h"
#include "written.h"

typedef struct {
    ul_instance instance;
    char path[3][40]; /* instance, timeline, certificate */
    ul_cost cost;
} workload;

static inline workload prepare(ul_instance instance, const char *policy)
{
    workload w = {.instance = instance};
    for (size_t q = 0; q < 3; q++)
        write_file(w.path[q], "");
    ul_run *run = solved(&w.instance, policy, "");
    w.cost = ul_run_result_of(run)->cost;
    cr_assert_eq(ul_instance_write(&w.instance, w.path[0]), UL_OK, "%s", ul_error_text());
    cr_assert_eq(w.instance.kind->plan_write(ul_run_result_of(run)->plan, policy, w.path[1]),
                 UL_OK, "%s", ul_error_text());
    ul_run_free(run);
    return w;
}

static inline void release(workload *w)
{
    for (size_t q = 0; q < 3; q++)
        unlink(w->path[q]);
    ul_instance_free(&w->instance);
}

static inline ul_cost floor_of(const workload *w, const char *physics)
{
    const ul_run_options options = {.set = &physics, .n_set = 1, .certificate = w->path[2]};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("schedule-floor"), &w->instance, &options, &run), UL_OK,
                 "%s", ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert(result->has_bound);
    const ul_cost bound = result->bound;
    ul_run_free(run);
    return bound;
}

static inline int verdict_on(const workload *w, char *text, size_t room)
{
    memset(text, 0, room);
    FILE *out = fmemopen(text, room - 1, "w");
    const int status = check_run(&(check_paths){.instance = w->path[0], .plan = w->path[1],
                                                .certificate = w->path[2]}, out, out);
    fclose(out);
    return status;
}

/* Writes a text with one piece for another, the first time that it is there. */
static inline void write_replaced(const char *path, const char *text, const char *old, const char *new)
{
    FILE *out = fopen(path, "w");
    const char *at = strstr(text, old);
    cr_assert(out != NULL && at != NULL, "no '%s'", old);
    fprintf(out, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    fclose(out);
}
