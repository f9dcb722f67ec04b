/* Methods that misbehave: the slot's limits must hold from outside. */
#include <criterion/criterion.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "generator.h"
#include "packing_plan.h"
#include "sanitized.h"
#include "slot.h"

static ul_status spin(const ul_packing *in, ul_run *run)
{
    (void)in;
    (void)run;
    for (volatile unsigned q = 0;; q = q + 1)
        continue;
    return UL_OK;
}

/* As a method does that starts a solver: in a group of its own, and waited for. */
static ul_status spin_in_child(const ul_packing *in, ul_run *run)
{
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        return spin(in, run);
    }
    while (waitpid(child, NULL, WNOHANG) == 0 && !ul_run_expired(run))
        poll(NULL, 0, 10);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return UL_OK;
}

static ul_status crash(const ul_packing *in, ul_run *run)
{
    (void)in;
    (void)run;
    raise(SIGKILL); /* a sanitizer would report any other */
    return UL_OK;
}

static ul_status hoard(const ul_packing *in, ul_run *run)
{
    (void)in;
    while (ul_arena_alloc(ul_run_arena(run), 1 << 20, 8) != NULL)
        continue;
    return ul_fail(UL_E_MEMORY, "out of memory");
}

/* Each of them may hold as much; all of them together not. */
static ul_status hoard_in_grandchildren(const ul_packing *in, ul_run *run)
{
    enum { EACH = 60 << 20 };
    (void)in;
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (int q = 0; q < 3; q++)
            if (fork() == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);
                char *much = malloc(EACH);
                for (size_t at = 0; much != NULL && at < EACH; at += 4096)
                    ((volatile char *)much)[at] = 1;
                for (;;)
                    pause();
            }
        for (;;)
            pause();
    }
    while (!ul_run_expired(run))
        poll(NULL, 0, 10);
    kill(-child, SIGKILL);
    waitpid(child, NULL, 0);
    return UL_OK;
}

static ul_status cheat(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    return ul_run_offer(run, plan); /* an empty plan places nothing */
}

static ul_status alone(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t j = 0; j < in->n_tasks; j++) {
        size_t i;
        UL_TRY(ul_plan_open(plan, ul_packing_cheapest_for(in, in->task[j].shape), &i));
        UL_TRY(ul_plan_put(plan, i, j, 1));
    }
    return ul_run_offer(run, plan);
}

/* As a method from outside would, whose proof is perhaps of other plans, or of a lower bound, than
 * it says. */
static ul_status alone_and_proved(const ul_packing *in, ul_run *run)
{
    ul_cost cost = 0;
    UL_TRY(alone(in, run));
    ul_run_best_cost(run, &cost);
    return ul_run_offer_bound(run, cost);
}

static ul_status alone_then_wait(const ul_packing *in, ul_run *run)
{
    UL_TRY(alone(in, run));
    while (!ul_run_expired(run))
        poll(NULL, 0, 10);
    return UL_OK;
}

static ul_status alone_then_hoard(const ul_packing *in, ul_run *run)
{
    UL_TRY(alone(in, run));
    return hoard(in, run);
}

/* Runs a method on Eva's Table 3 under limits and returns the record's outcome. */
static ul_outcome run_under(ul_status (*solve)(const ul_packing *, ul_run *), double wall_s,
                            double cpu_s, uint64_t memory_mb, ul_slot *slot)
{
    char remark[100], folder[] = "/tmp/ullage-slot-XXXXXX", events[4200];
    ul_instance instance;
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL};
    const ul_method method = {.name = "odd", .brief = "", .paper = "", .packing = solve};
    const ul_suite_method entry = {.method = &method, .wall_s = wall_s, .cpu_s = cpu_s,
                                   .memory_mb = memory_mb};
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(ul_source_make(ul_generator_find("eva-table3"), &options, remark, sizeof remark,
                                &instance), UL_OK);
    slot->checker = slot->checker == NULL ? getenv("UL_CHECK") : slot->checker;
    snprintf(slot->instance_path, sizeof slot->instance_path, "%s/instance.csv", folder);
    snprintf(slot->plan_path, sizeof slot->plan_path, "%s/plan.csv", folder);
    snprintf(events, sizeof events, "%s/events.csv", folder);
    cr_assert_eq(ul_instance_write(&instance, slot->instance_path), UL_OK);
    const ul_work work = {.method = &entry, .instance = &instance, .seed = 1,
                          .plan_path = slot->plan_path, .events_path = events};
    cr_assert_eq(ul_slot_start(slot, &work, 0), UL_OK, "%s", ul_error_text());
    while (slot->stage != UL_SLOT_DONE) {
        struct pollfd watched = {.fd = slot->pidfd, .events = POLLIN};
        poll(&watched, 1, 50);
        cr_assert_eq(ul_slot_step(slot), UL_OK, "%s", ul_error_text());
    }
    ul_instance_free(&instance);
    unlink(slot->instance_path);
    unlink(slot->plan_path);
    unlink(events);
    rmdir(folder);
    return slot->record.outcome;
}

Test(slot, a_valid_plan_is_checked_and_costed)
{
    static ul_slot slot;
    if (getenv("UL_CHECK") == NULL)
        cr_skip_test("UL_CHECK does not name the checker");
    cr_assert_eq(run_under(alone, 10, 0, 0, &slot), UL_FEASIBLE, "%s", slot.note);
    cr_assert(slot.record.cost == 162 * (UL_COST_PER_MICRO * UL_MICRO / 10));
}

/* A row of a run from outside that says optimal, beside a checker that says these lines of its
 * certificate: it is optimal where they verify it. */
static const char *certified_by(const char *lines)
{
    static ul_slot slot;
    char path[] = "/tmp/ullage-checker-XXXXXX";
    const int file = mkstemp(path);
    slot = (ul_slot){.checker = path};
    cr_assert_geq(file, 0);
    dprintf(file, "#!/bin/sh\necho 'valid: cost 16.2'\n[ $# -lt 3 ] || cat <<'END'\n%s\nEND\n", lines);
    fchmod(file, 0700);
    close(file);
    snprintf(slot.certificate_path, sizeof slot.certificate_path, "%s", path); /* any file */
    const ul_outcome outcome = run_under(alone_and_proved, 10, 0, 0, &slot);
    const bool verified = strcmp(slot.record.certificate, "verified") == 0;
    cr_assert_eq(outcome, verified ? UL_OPTIMAL : UL_CLAIMED, "%s", slot.note);
    cr_assert_eq(slot.record.has_bound, verified);
    unlink(path);
    return slot.record.certificate;
}

Test(slot, a_row_is_certified_by_a_bound_of_all_plans_that_it_meets)
{
    cr_assert_str_eq(certified_by("optimal: no plan costs less than 16.2, verified in 0.00 s"), "verified");
    cr_assert_str_eq(certified_by("lease of type 'a': $1 for 2 h and $3 an hour\n"
                                  "optimal: no plan paid on demand or by these leases costs less than 16.2"),
                     "verified");
    const char *const other[] = {
        "optimal: no plan in which tasks spend at most 0 s on no machine costs less than 16.2",
        "bound: no plan in which tasks spend at most 0 s on no machine costs less than 16.2; this one is "
        "none of them",
        "bound: no plan costs less than 16.1, verified in 0.00 s",
        "lease of type 'costs less than 16.2': $1 for 2 h\nbound: no plan costs less than 1", ""};
    for (size_t q = 0; q < sizeof other / sizeof *other; q++)
        cr_assert_str_eq(certified_by(other[q]), "refused", "%s", other[q]);
}

/* A megabyte of lines before the verdict, more than any pipe holds. */
Test(slot, a_checker_may_say_as_much_as_it_likes)
{
    static ul_slot slot;
    char path[] = "/tmp/ullage-checker-XXXXXX";
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    dprintf(file, "#!/bin/sh\nyes 'lease of type a: $1 for 2 h' | head -c 1050000\necho 'valid: "
                  "cost 16.2'\n");
    fchmod(file, 0700);
    close(file);
    slot = (ul_slot){.checker = path};
    cr_assert_eq(run_under(alone, 10, 0, 0, &slot), UL_FEASIBLE, "%s", slot.note);
    unlink(path);
}

Test(slot, a_method_that_never_looks_at_the_clock_is_killed)
{
    static ul_slot slot;
    const double start_s = ul_clock_wall_s();
    cr_assert_eq(run_under(spin, 0.2, 0, 0, &slot), UL_TIME_LIMIT);
    cr_assert_eq(slot.record.limit, UL_LIMIT_TIME);
    cr_assert_lt(ul_clock_wall_s() - start_s, 6);
}

Test(slot, a_plan_at_the_deadline_is_feasible_and_the_limit_is_told)
{
    static ul_slot slot;
    if (getenv("UL_CHECK") == NULL)
        cr_skip_test("UL_CHECK does not name the checker");
    cr_assert_eq(run_under(alone_then_wait, 0.2, 0, 0, &slot), UL_FEASIBLE, "%s", slot.note);
    cr_assert_eq(slot.record.limit, UL_LIMIT_TIME);
    cr_assert_eq(*ul_measures_find(slot.record.measures, "machines"), 4);
}

Test(slot, cpu_time_is_limited_too)
{
    static ul_slot slot;
    cr_assert_eq(run_under(spin, 0, 0.3, 0, &slot), UL_TIME_LIMIT);
    cr_assert_eq(slot.record.limit, UL_LIMIT_CPU);
    cr_assert_geq(slot.record.cpu_s, 0.3);
    cr_assert_lt(slot.record.cpu_s, 3); /* TERM does not help; KILL comes two seconds later */
}

Test(slot, cpu_time_of_a_run_s_children_counts)
{
    static ul_slot slot;
    cr_assert_eq(run_under(spin_in_child, 0, 0.3, 0, &slot), UL_TIME_LIMIT);
    cr_assert_geq(slot.record.cpu_s, 0.25);
    cr_assert_lt(slot.record.cpu_s, 1);
}

Test(slot, a_crash_is_an_outcome)
{
    static ul_slot slot;
    cr_assert_eq(run_under(crash, 10, 0, 0, &slot), UL_CRASH);
}

Test(slot, memory_is_limited)
{
    static ul_slot slot;
    if (UL_SANITIZED)
        cr_skip_test("the address sanitizer needs unlimited address space");
    cr_assert_eq(run_under(hoard, 10, 0, 256, &slot), UL_MEMORY_LIMIT, "%s", slot.note);
}

Test(slot, memory_of_a_run_s_children_counts)
{
    static ul_slot slot;
    const double start_s = ul_clock_wall_s();
    cr_assert_eq(run_under(hoard_in_grandchildren, 60, 0, 150, &slot), UL_MEMORY_LIMIT, "%s",
                 slot.note);
    cr_assert_eq(slot.record.limit, UL_LIMIT_MEMORY);
    cr_assert_lt(ul_clock_wall_s() - start_s, 30);
    cr_assert_eq(run_under(hoard_in_grandchildren, 2, 0, 1024, &slot), UL_TIME_LIMIT);
}

Test(slot, out_of_memory_keeps_the_best_plan_and_the_times)
{
    static ul_slot slot;
    if (UL_SANITIZED)
        cr_skip_test("the address sanitizer needs unlimited address space");
    if (getenv("UL_CHECK") == NULL)
        cr_skip_test("UL_CHECK does not name the checker");
    cr_assert_eq(run_under(alone_then_hoard, 10, 0, 256, &slot), UL_FEASIBLE, "%s", slot.note);
    cr_assert_eq(slot.record.limit, UL_LIMIT_MEMORY);
    cr_assert(slot.record.has_cost);
    cr_assert(slot.record.cost == 162 * (UL_COST_PER_MICRO * UL_MICRO / 10));
    cr_assert_gt(slot.record.wall_s, 0);
}

Test(slot, an_invalid_plan_is_rejected)
{
    static ul_slot slot;
    cr_assert_eq(run_under(cheat, 10, 0, 0, &slot), UL_REJECTED);
}
