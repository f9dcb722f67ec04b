/* A slot: one job on its way through two processes, the method and then the
 * checker, with the limits enforced from outside.
 */
#pragma once

#include <sys/types.h>

#include "record.h"
#include "worker.h"

typedef enum { UL_SLOT_FREE, UL_SLOT_SOLVING, UL_SLOT_CHECKING, UL_SLOT_CERTIFYING,
               UL_SLOT_DONE } ul_slot_stage;

typedef struct {
    ul_slot_stage stage;
    size_t job;
    pid_t pid;
    int pidfd;
    int answer; /* of the method a pipe, of the checker a file, which holds all it says */
    double start_s;
    double term_s, kill_s; /* when to send which; HUGE_VAL is never */
    double cpu_limit_s; /* of all processes of the run together; 0 is none */
    double cpu_look_s;  /* when it may be reached at the earliest */
    double cpu_seen_s;  /* at the last look */
    uint64_t memory_kb;   /* that all processes of the run may hold together; 0 is any */
    double memory_look_s; /* when that is looked at next */
    ul_memory_group memory; /* where the kernel keeps the limit */
    bool timed_out, cpu_spent, memory_spent; /* that it was asked or killed to end, and for what */
    char instance_path[4096], plan_path[4096];
    char certificate_path[4096]; /* empty: none is wanted */
    const char *checker;
    ul_record record; /* filled as the job goes on; texts owned by the caller or by note */
    ul_work_result result; /* of the method; the record points into it */
    char note[1100];
} ul_slot;

/* Starts the work; the record's naming fields are the caller's to fill. */
ul_status ul_slot_start(ul_slot *slot, const ul_work *work, size_t job);

/* Called when the slot's process has ended or a deadline of its may have passed.
 * Moves on; UL_SLOT_DONE means the record is complete. */
ul_status ul_slot_step(ul_slot *slot);

/* The moment at which ul_slot_step() must be called at the latest. */
double ul_slot_deadline_s(const ul_slot *slot);

/* Ends the slot's processes at once; nothing is recorded. */
void ul_slot_abandon(ul_slot *slot);
