#include "slot.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "fork.h"
#include "process_tree.h"

/* A method that watches its deadline returns in time by itself; one that does
 * not is asked after the first grace and killed after the second. */
static const double term_grace_s = 0.5, kill_grace_s = 2.5;
static const double check_limit_s = 600;
/* A look at the memory of a run takes some 20 microseconds. */
static const double memory_look_s = 0.05;
enum { SAID_MAX = 1 << 26 }; /* bytes: a checker that says more is ended */

static ul_status watch(ul_slot *slot)
{
    slot->pidfd = pidfd_open(slot->pid, 0);
    return slot->pidfd >= 0 ? UL_OK
                            : ul_fail(UL_E_IO, "cannot watch a process: %s", strerror(errno));
}

ul_status ul_slot_start(ul_slot *slot, const ul_work *work, size_t job)
{
    const double wall_s = work->method->wall_s;
    slot->job = job;
    slot->timed_out = slot->cpu_spent = slot->memory_spent = false;
    slot->cpu_limit_s = work->method->cpu_s;
    slot->cpu_seen_s = 0;
    slot->start_s = ul_clock_wall_s();
    slot->cpu_look_s = slot->cpu_limit_s > 0
                           ? ul_process_tree_look_s(slot->start_s, slot->cpu_limit_s)
                           : HUGE_VAL;
    slot->memory_kb = work->method->memory_mb * 1024;
    slot->memory_look_s = slot->memory_kb > 0 ? slot->start_s + memory_look_s : HUGE_VAL;
    slot->term_s = wall_s > 0 ? slot->start_s + wall_s + term_grace_s : HUGE_VAL;
    slot->kill_s = wall_s > 0 ? slot->start_s + wall_s + kill_grace_s : HUGE_VAL;
    ul_memory_group_make(&slot->memory, work->method->memory_mb);
    UL_TRY(ul_work_start(work, &slot->memory, &slot->pid, &slot->answer));
    slot->stage = UL_SLOT_SOLVING;
    return watch(slot);
}

double ul_slot_deadline_s(const ul_slot *slot)
{
    return fmin(fmin(slot->cpu_look_s, slot->memory_look_s), fmin(slot->term_s, slot->kill_s));
}

/* In the checker's process. It never waits for us to read: what it says goes to a file. */
static void check_in_child(const ul_slot *slot, char *argument[])
{
    setpgid(0, 0);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){SAID_MAX, SAID_MAX});
    dup2(slot->answer, STDOUT_FILENO);
    dup2(slot->answer, STDERR_FILENO);
    execv(slot->checker, argument);
    _exit(127);
}

/* Starts the independent checker on the plan just written, or on the certificate and the plan
 * that there may be. */
static ul_status start_check(ul_slot *slot, ul_slot_stage stage)
{
    char *argument[6] = {"ullage-check", slot->instance_path};
    size_t n = 2;
    if (slot->record.has_cost)
        argument[n++] = slot->plan_path;
    if (stage == UL_SLOT_CERTIFYING) {
        argument[n++] = "--certificate";
        argument[n++] = slot->certificate_path;
    }
    slot->answer = memfd_create("checker", MFD_CLOEXEC);
    if (slot->answer < 0)
        return ul_fail(UL_E_IO, "cannot hold what the checker says: %s", strerror(errno));
    const ul_status status = ul_fork(&(ul_fork_options){0}, &slot->pid, NULL);
    if (status != UL_OK)
        close(slot->answer);
    UL_TRY(status);
    if (slot->pid == 0)
        check_in_child(slot, argument);
    setpgid(slot->pid, slot->pid);
    slot->term_s = slot->cpu_look_s = slot->memory_look_s = HUGE_VAL;
    slot->kill_s = ul_clock_wall_s() + check_limit_s;
    slot->stage = stage;
    return watch(slot);
}

/* Reads what the ended process left, and closes it. */
static size_t take_answer(ul_slot *slot, void *buffer, size_t room)
{
    size_t n = 0;
    ssize_t got;
    while (n < room && (got = read(slot->answer, (char *)buffer + n, room - n)) > 0)
        n += (size_t)got;
    close(slot->answer);
    close(slot->pidfd);
    return n;
}

/* All that the ended checker said, as a text. */
static ul_status take_words(ul_slot *slot, char **said)
{
    const size_t n = (size_t)lseek(slot->answer, 0, SEEK_END);
    lseek(slot->answer, 0, SEEK_SET);
    *said = malloc(n + 1);
    const size_t got = take_answer(slot, *said, *said == NULL ? 0 : n);
    UL_NEED(*said);
    (*said)[got] = '\0';
    return UL_OK;
}

static void drop(char **text)
{
    free(*text);
}

/* What the run says of its limit, and what we know better: who was asked to end for its
 * CPU time or memory sees a deadline. */
static ul_limit limit_of(const ul_slot *slot, ul_limit said)
{
    if (slot->memory_spent)
        return UL_LIMIT_MEMORY;
    if (said == UL_LIMIT_MEMORY || !slot->timed_out)
        return said;
    return slot->cpu_spent ? UL_LIMIT_CPU : UL_LIMIT_TIME;
}

static void forget_plan(ul_record *record)
{
    record->has_cost = record->has_bound = false;
    record->measures = NULL;
    record->first_s = -1;
}

/* A fault inside of the run: out of memory or time it may still have a plan, which counts;
 * else it is a crash, and what it has is not believed. */
static void end_with_fault(ul_slot *slot, ul_status status)
{
    ul_record *record = &slot->record;
    if (status == UL_E_MEMORY)
        record->limit = UL_LIMIT_MEMORY;
    if (record->limit == UL_LIMIT_MEMORY || slot->timed_out)
        record->outcome = record->has_cost                    ? record->outcome
                          : record->limit == UL_LIMIT_MEMORY ? UL_MEMORY_LIMIT
                                                             : UL_TIME_LIMIT;
    else
        record->outcome = UL_CRASH;
}

/* Whether the method wrote a proof of what it says: an optimum, a bound below it, or that there
 * is no plan. */
static bool has_certificate(const ul_slot *slot)
{
    const ul_outcome outcome = slot->record.outcome;
    const bool says = slot->record.has_bound || slot->result.run.has_claim;
    return (outcome == UL_OPTIMAL || outcome == UL_CLAIMED || outcome == UL_BOUND
            || outcome == UL_INFEASIBLE
            || ((outcome == UL_FEASIBLE || outcome == UL_OUTCOME_NONE) && says))
           && slot->certificate_path[0] != '\0' && access(slot->certificate_path, R_OK) == 0;
}

static ul_status solved(ul_slot *slot, int how, const struct rusage *usage)
{
    ul_work_result *result = &slot->result;
    ul_record *record = &slot->record;
    const bool whole = take_answer(slot, result, sizeof *result) == sizeof *result;
    record->peak_rss_kb = (uint64_t)usage->ru_maxrss;
    record->note = slot->note;
    record->certificate = "";
    slot->note[0] = '\0';
    slot->stage = UL_SLOT_DONE;
    if (slot->memory_spent)
        snprintf(slot->note, sizeof slot->note, "its processes together held more than %llu MB",
                 (unsigned long long)slot->memory_kb / 1024);
    if (!whole) {
        ul_record_take(record, &(ul_run_result){.first_s = -1, .limit = limit_of(slot, UL_LIMIT_NONE)});
        record->wall_s = ul_clock_wall_s() - slot->start_s;
        record->cpu_s = (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec)
                        + 1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
        record->outcome = slot->memory_spent ? UL_MEMORY_LIMIT
                          : slot->timed_out  ? UL_TIME_LIMIT
                                             : UL_CRASH;
        if (record->outcome == UL_CRASH)
            snprintf(slot->note, sizeof slot->note, "the method %s%s",
                     WIFSIGNALED(how) ? "crashed: " : "ended its process",
                     WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : "");
        return UL_OK;
    }
    if (!slot->memory_spent)
        snprintf(slot->note, sizeof slot->note, "%s", result->note);
    ul_record_take(record, &result->run);
    record->cpu_s = fmax(record->cpu_s, slot->cpu_seen_s); /* children nobody waited for */
    record->limit = limit_of(slot, record->limit);
    if (result->status != UL_OK)
        end_with_fault(slot, result->status);
    else if (slot->memory_spent && !record->has_cost)
        record->outcome = UL_MEMORY_LIMIT; /* however a method sees that who helps it is gone */
    if (result->status == UL_E_IO && !slot->timed_out)
        return ul_fail(UL_E_IO, "%s", slot->note);
    if (record->outcome == UL_CRASH)
        forget_plan(record);
    if (result->has_plan && record->has_cost)
        return start_check(slot, UL_SLOT_CHECKING);
    return has_certificate(slot) ? start_check(slot, UL_SLOT_CERTIFYING) : UL_OK;
}

/* The line of what the checker said that begins with these words; NULL: none does. Names of an
 * instance may hold any words, but begin no line. */
static const char *line_with(const char *said, const char *words)
{
    while (said != NULL && strncmp(said, words, strlen(words)) != 0) {
        said = strchr(said, '\n');
        said = said == NULL ? NULL : said + 1;
    }
    return said;
}

/* The dollars that stand in the line behind these words; negative: none do, or there is no line. */
static ul_cost dollars_behind(const char *line, const char *words)
{
    ul_cost dollars;
    const char *at = line == NULL ? NULL : strstr(line, words);
    if (at == NULL || at > line + strcspn(line, "\n"))
        return -1;
    at += strlen(words);
    return ul_cost_parse(at, strspn(at, "0123456789."), &dollars) == UL_NUMBER_OK ? dollars : -1;
}

/* Why the checker refuses something: its first line that is not of what it found good, or, where
 * there is none, what it found. */
static const char *fault_in(char *said)
{
    static const char *const good[] = {"lease of type '", "availability 1 - ", "valid: cost "};
    char *line = said;
    for (size_t q = 0; q < sizeof good / sizeof *good;) {
        char *end = strchr(line, '\n');
        const bool is_good = end != NULL && end[1] != '\0' && strncmp(line, good[q], strlen(good[q])) == 0;
        line = is_good ? end + 1 : line;
        q = is_good ? 0 : q + 1;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* A plan that the independent program refuses, or counts otherwise, has no cost, whatever we
 * thought. */
static ul_status checked(ul_slot *slot, int how)
{
    UL_FREED_BY(drop) char *said = NULL;
    UL_TRY(take_words(slot, &said));
    const bool same = dollars_behind(line_with(said, "valid: cost "), "cost ") == slot->record.cost;
    slot->stage = UL_SLOT_DONE;
    if (WIFEXITED(how) && WEXITSTATUS(how) == 0 && same)
        return has_certificate(slot) ? start_check(slot, UL_SLOT_CERTIFYING) : UL_OK;
    if (WIFEXITED(how) && WEXITSTATUS(how) == 127)
        return ul_fail(UL_E_IO, "%s: cannot be run; is ullage-check installed beside ullage?",
                       slot->checker);
    slot->record.outcome = UL_REJECTED;
    slot->record.has_cost = false;
    slot->record.measures = NULL;
    slot->record.has_bound = ul_record_bounds_all(&slot->record); /* of which plans, nothing tells now */
    snprintf(slot->note, sizeof slot->note, "checker: %.500s", fault_in(said));
    return UL_OK;
}

/* Whether a certificate that holds proves what the row says: a bound of 0 always holds, and one that
 * speaks of schedules in which nobody waits is none of all. */
static bool proves_the_row(const ul_record *record, const char *said, ul_cost *bound)
{
    const char *met = line_with(said, "optimal: "), *line = met != NULL ? met : line_with(said, "bound: ");
    *bound = dollars_behind(line, "costs less than ");
    if (record->outcome == UL_INFEASIBLE || (record->outcome == UL_CLAIMED && !record->has_cost))
        return line_with(said, "infeasible: ") != NULL;
    if (*bound < 0 || (!record->bounds_some && strstr(line, ": no plan in which ") != NULL))
        return false;
    return record->outcome == UL_OPTIMAL || record->outcome == UL_CLAIMED
               ? met != NULL && *bound == record->cost
               : !record->has_bound || *bound >= record->bound;
}

/* What was the word of a method from outside is proved now. */
static void take_proved(ul_record *record, ul_cost bound)
{
    if (record->has_bound || record->outcome == UL_INFEASIBLE)
        return;
    if (record->outcome == UL_CLAIMED && !record->has_cost) {
        record->outcome = UL_INFEASIBLE;
        return;
    }
    record->has_bound = true;
    record->bound = bound;
    record->outcome = !record->has_cost       ? UL_BOUND
                      : bound == record->cost ? UL_OPTIMAL
                                              : UL_FEASIBLE;
    if (record->outcome == UL_OPTIMAL)
        record->limit = UL_LIMIT_NONE;
}

/* A certificate that is refused, or proves less, proves nothing; the row says so. */
static ul_status certified(ul_slot *slot, int how)
{
    UL_FREED_BY(drop) char *said = NULL;
    UL_TRY(take_words(slot, &said));
    ul_cost bound;
    const bool holds =
        WIFEXITED(how) && WEXITSTATUS(how) == 0 && proves_the_row(&slot->record, said, &bound);
    slot->stage = UL_SLOT_DONE;
    slot->record.certificate = holds ? "verified" : "refused";
    if (holds) {
        take_proved(&slot->record, bound);
    } else {
        const size_t used = strlen(slot->note);
        snprintf(slot->note + used, sizeof slot->note - used, "%scertificate: %.500s",
                 used > 0 ? "; " : "", fault_in(said));
    }
    return UL_OK;
}

/* It is as if the wall limit had passed. */
static void end_soon(ul_slot *slot, double now_s)
{
    slot->cpu_look_s = slot->memory_look_s = HUGE_VAL;
    slot->term_s = now_s;
    slot->kill_s = fmin(slot->kill_s, now_s + kill_grace_s - term_grace_s);
}

static void look_at_memory(ul_slot *slot, double now_s)
{
    slot->memory_look_s = now_s + memory_look_s;
    if (!ul_process_tree_above(slot->pid, true, slot->memory_kb))
        return;
    slot->memory_spent = true;
    end_soon(slot, now_s);
}

static void look_at_cpu(ul_slot *slot, double now_s)
{
    slot->cpu_seen_s = ul_process_tree_cpu_s(slot->pid);
    const double left_s = slot->cpu_limit_s - slot->cpu_seen_s;
    slot->cpu_look_s = ul_process_tree_look_s(now_s, left_s);
    if (left_s > 0)
        return;
    slot->cpu_spent = true;
    end_soon(slot, now_s);
}

static void enforce_limits(ul_slot *slot)
{
    const double now_s = ul_clock_wall_s();
    if (now_s >= slot->cpu_look_s)
        look_at_cpu(slot, now_s);
    if (now_s >= slot->memory_look_s)
        look_at_memory(slot, now_s);
    if (now_s >= slot->kill_s) {
        kill(-slot->pid, SIGKILL);
        slot->timed_out = true;
        slot->kill_s = HUGE_VAL;
    } else if (now_s >= slot->term_s) {
        kill(-slot->pid, SIGTERM);
        slot->timed_out = true;
        slot->term_s = HUGE_VAL;
    }
}

ul_status ul_slot_step(ul_slot *slot)
{
    int how;
    struct rusage usage;
    enforce_limits(slot);
    const pid_t ended = wait4(slot->pid, &how, WNOHANG, &usage);
    if (ended == 0)
        return UL_OK;
    if (ended < 0)
        return ul_fail(UL_E_INTERNAL, "lost a process: %s", strerror(errno));
    kill(-slot->pid, SIGKILL); /* whatever the method left behind in its group */
    slot->memory_spent = ul_memory_group_end(&slot->memory) || slot->memory_spent;
    return slot->stage == UL_SLOT_SOLVING    ? solved(slot, how, &usage)
           : slot->stage == UL_SLOT_CHECKING ? checked(slot, how)
                                             : certified(slot, how);
}

void ul_slot_abandon(ul_slot *slot)
{
    if (slot->stage == UL_SLOT_FREE || slot->stage == UL_SLOT_DONE)
        return;
    kill(-slot->pid, SIGKILL);
    waitpid(slot->pid, NULL, 0);
    ul_memory_group_end(&slot->memory);
    close(slot->answer);
    close(slot->pidfd);
    slot->stage = UL_SLOT_FREE;
}
