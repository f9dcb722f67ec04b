/* One run inside a process of its own: limits set, method run, plan and events
 * written, the outcome sent through a pipe in one piece.
 */
#pragma once

#include <sys/types.h>

#include "memory_group.h"
#include "run.h"
#include "suite.h"

typedef struct {
    const ul_suite_method *method; /* and its limits */
    const ul_instance *instance;
    uint64_t seed;
    const char *plan_path, *events_path;
    const char *certificate_path; /* where a method that certifies writes; NULL: nowhere */
} ul_work;

/* Sent as bytes; small enough for a pipe to take it whole. */
typedef struct {
    ul_status status; /* a fault other than memory is the method's crash */
    ul_run_result run; /* its pointers mean nothing outside of the process */
    bool has_plan;
    char note[1024];
} ul_work_result;

/* Forks a process for the work, in its own group and that of its memory, dying with its
 * parent. The result arrives on *pipe once the process has ended well. */
ul_status ul_work_start(const ul_work *work, const ul_memory_group *memory, pid_t *pid, int *pipe);
