#include "outside.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "clock.h"
#include "fork.h"
#include "offspring.h"
#include "process_tree.h"
#include "safe_bound.h"
#include "solution_file.h"

/* How long a program may take to write what it has, once told to stop; and how
 * long the keeper may take to bury it, once it was killed. */
static const double AFTER_DEADLINE_S = 0.05, AFTER_INTERRUPT_S = 1, BURIAL_S = 1;

/* ---- the keeper's process ---- */

/* Address space for libraries and what they reserve: the limit that stops a program
 * which grows faster than we look. What it uses is watched from our side. */
enum { RESERVED_MB = 4096 };

enum { STARTED, ENDED }; /* messages: the program's process, its wait status */

typedef struct {
    const ul_exchange *files;
    char *const *argv;
    size_t memory_mb;
    pid_t parent;
} keeper;

static void become_program(const keeper *k)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    const int log = open(k->files->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    const int nothing = open("/dev/null", O_RDONLY);
    if (log < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
        _exit(126);
    if (k->memory_mb > 0)
        ul_child_limit_space(k->memory_mb + RESERVED_MB);
    execv(k->argv[0], k->argv);
    _exit(126);
}

/* The program, and whatever it left running, in its group or out of it. */
static int bury(pid_t program)
{
    int status = 0;
    kill(-program, SIGKILL);
    waitpid(program, &status, 0);
    ul_offspring_end();
    return status;
}

static void keep(void *context, int out)
{
    const keeper *k = context;
    const struct timespec while_quiet = {1, 0};
    sigset_t news;
    pid_t program;
    sigemptyset(&news);
    sigaddset(&news, SIGTERM);
    sigaddset(&news, SIGCHLD);
    sigprocmask(SIG_BLOCK, &news, NULL);
    ul_offspring_adopt();
    if (ul_fork(&(ul_fork_options){.leads_group = true}, &program, NULL) != UL_OK)
        return;
    if (program == 0)
        become_program(k);
    ul_child_send(out, STARTED, &program, sizeof program);
    while (ul_offspring_runs(program)) {
        const int signal = sigtimedwait(&news, NULL, &while_quiet);
        if (getppid() != k->parent) {
            bury(program);
            ul_exchange_close(k->files);
            return;
        }
        if (signal == SIGTERM)
            kill(-program, SIGINT);
    }
    const int status = bury(program);
    ul_child_send(out, ENDED, &status, sizeof status);
}

/* ---- our side ---- */

typedef struct {
    pid_t program; /* leads a group of its own */
    bool ended, killed, over_memory;
    int status;
} kept;

/* The memory of the program and all that it started, which the keeper is the root of: how one
 * that fails for want of it ends is its own affair, and differs by machine. */
static void watch_memory(kept *k, pid_t root, size_t memory_mb)
{
    if (memory_mb == 0 || k->program <= 0 || k->over_memory
        || !ul_process_tree_above(root, false, memory_mb * 1024))
        return;
    k->over_memory = true;
    kill(-k->program, SIGKILL);
}

static ul_status listen(ul_run *run, ul_child *child, kept *k, bool *stopped)
{
    const size_t memory_mb = (size_t)ul_run_number(run, "memory_mb");
    const double start_s = ul_clock_wall_s(), left_s = ul_run_left_s(run);
    const bool by_cpu = ul_run_work_left_s(run) < left_s;
    double kill_at_s = HUGE_VAL;
    for (;;) {
        ul_message message;
        ul_child_news news;
        UL_TRY(ul_child_next(child, 0.02, &message, &news));
        if (news == UL_CHILD_GONE || k->ended)
            return UL_OK;
        if (news == UL_CHILD_SAID) {
            k->ended = message.kind == ENDED;
            memcpy(k->ended ? (void *)&k->status : (void *)&k->program, message.data,
                   message.length);
            continue;
        }
        watch_memory(k, child->pid, memory_mb);
        const double now_s = ul_clock_wall_s();
        if (now_s >= kill_at_s && k->killed)
            return UL_OK;
        if (now_s >= kill_at_s) {
            /* the keeper still waits for it: no zombie is left to init */
            k->killed = true;
            kill_at_s = now_s + BURIAL_S;
            if (k->program > 0)
                kill(-k->program, SIGKILL);
        }
        if (!*stopped && ul_run_expired(run)) {
            *stopped = true;
            kill_at_s = now_s + (now_s - start_s < left_s && !by_cpu ? AFTER_INTERRUPT_S
                                                                     : AFTER_DEADLINE_S);
            ul_child_signal(child, SIGTERM);
        }
    }
}

/* Programs report exhausted memory in words, each its own. */
static bool speaks_of_memory(const ul_exchange *files)
{
    static const char *const words[] = {"bad_alloc", "out of memory", "Out of memory",
                                        "annot allocate memory", "not enough memory"};
    char line[512];
    bool found = false;
    FILE *file = ul_exchange_log(files);
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        for (size_t q = 0; q < sizeof words / sizeof *words; q++)
            found = found || strstr(line, words[q]) != NULL;
    if (file != NULL)
        fclose(file);
    return found;
}

ul_status ul_outside_run(ul_run *run, const ul_exchange *files, char *const *argv,
                         ul_outside_end *end)
{
    keeper context = {files, argv, (size_t)ul_run_number(run, "memory_mb"), getpid()};
    const ul_child_limits limits = {.on_parent_death = SIGTERM};
    ul_child child;
    kept k = {.program = -1};
    bool stopped = false;
    UL_TRY(ul_child_start(keep, &context, &limits, &child));
    const ul_status status = listen(run, &child, &k, &stopped);
    if (k.program > 0 && !k.ended)
        kill(-k.program, SIGKILL);
    ul_child_close(&child);
    const bool well = k.ended && WIFEXITED(k.status) && WEXITSTATUS(k.status) == 0;
    *end = k.over_memory                    ? UL_OUTSIDE_MEMORY
           : stopped                        ? UL_OUTSIDE_STOPPED
           : well                           ? UL_OUTSIDE_DONE
           : speaks_of_memory(files)        ? UL_OUTSIDE_MEMORY
                                            : UL_OUTSIDE_FAILED;
    return status;
}

/* A program is told whole seconds: one that ends so shortly before the deadline has used
 * the time it was given. */
static const double own_limit_s = 1;

static ul_status offer_solution(ul_engine *engine, const ul_exchange *files,
                                ul_solution_claim *claim)
{
    ul_solution solution;
    *claim = UL_SOLUTION_NONE;
    if (ul_exchange_left(files->sol) != UL_LEFT_FILE)
        return UL_OK;
    const ul_status status = ul_solution_read(files->sol, &engine->model, engine->value, &solution);
    if (status == UL_E_INPUT) /* cut short, or foreign: the run goes on without it */
        return ul_run_note(engine->run, ul_error_text());
    UL_TRY(status);
    *claim = solution.claim;
    return *claim == UL_SOLUTION_OPTIMAL || *claim == UL_SOLUTION_FEASIBLE
               ? ul_engine_offer(engine, engine->value)
               : UL_OK;
}

/* Whether what the program claims can be: without a cutoff its optimum is no
 * dearer than any plan, and there is a plan if we have one. */
static bool claim_holds(const ul_engine *engine, ul_solution_claim claim, bool knows_cutoff,
                        double objective)
{
    ul_cost best;
    if (!ul_run_best_cost(engine->run, &best))
        return true;
    if (claim == UL_SOLUTION_INFEASIBLE)
        return knows_cutoff;
    const double ours = engine->unit > 0 ? (double)(best / engine->unit) : ul_cost_double(best);
    return objective <= ours + ul_trusted_slack(ours);
}

static double objective_of(const ul_engine *engine)
{
    double objective = engine->model.offset;
    for (size_t q = 0; q < engine->model.n_columns; q++)
        objective += engine->model.column[q].cost * engine->value[q];
    return objective;
}

/* The duals that these programs do not give are GLPK's: a claim is confirmed by them,
 * or it stays a claim. */
static ul_status conclude_claim(ul_engine *engine, const ul_outside_facts *facts,
                                ul_solution_claim claim)
{
    const double objective = claim == UL_SOLUTION_OPTIMAL ? objective_of(engine) : HUGE_VAL;
    if (!claim_holds(engine, claim, facts->knows_cutoff, objective))
        return ul_run_note(engine->run, "the program's claim is refuted by a better plan");
    if (!facts->trusted)
        return ul_run_note(engine->run, "the program's claim of optimality is not passed on "
                                        "(trust=off)");
    UL_TRY(ul_engine_relax(engine));
    return ul_engine_claims(engine, facts->solver, objective);
}

ul_status ul_outside_conclude(ul_engine *engine, const ul_exchange *files, ul_outside_end end,
                              const ul_outside_facts *facts)
{
    ul_run *run = engine->run;
    ul_solution_claim claim;
    UL_TRY(offer_solution(engine, files, &claim));
    UL_TRY(ul_engine_describe(engine, facts->nodes));
    if (facts->has_bound)
        ul_engine_bound(engine, facts->bound);
    if (end == UL_OUTSIDE_STOPPED) {
        ul_run_ended(run, UL_TIME_LIMIT);
        return UL_OK;
    }
    if (end == UL_OUTSIDE_MEMORY) {
        ul_run_ended(run, UL_MEMORY_LIMIT);
        return ul_run_note(run, "the program ran out of its memory_mb");
    }
    if (end == UL_OUTSIDE_FAILED) {
        ul_run_ended(run, UL_CRASH);
        return ul_run_note(run, "the program failed or was killed");
    }
    if (claim == UL_SOLUTION_OPTIMAL || (claim == UL_SOLUTION_INFEASIBLE && !facts->timed_out))
        return conclude_claim(engine, facts, claim);
    if (facts->timed_out || (claim == UL_SOLUTION_NONE && ul_run_left_s(run) <= own_limit_s)) {
        ul_run_ended(run, UL_TIME_LIMIT);
        return UL_OK;
    }
    if (claim != UL_SOLUTION_NONE)
        return UL_OK;
    ul_run_ended(run, UL_CRASH);
    static const char *const why[] = {
        [UL_LEFT_NOTHING] = "the program wrote no solution",
        [UL_LEFT_FILE] = "the program's file holds no solution",
        [UL_LEFT_OTHER] = "the program's solution is no regular file",
    };
    return ul_run_note(run, why[ul_exchange_left(files->sol)]);
}

/* A number of a model file takes us about so long to print, and the program as long to read:
 * neither is stopped half way. */
static const double TERM_S = 2e-6;

static bool has_time_to_hand_over(const ul_engine *engine)
{
    return ul_run_work_left_s(engine->run)
           > TERM_S * (double)(engine->model.n_terms + engine->model.n_columns);
}

ul_status ul_outside_engine(ul_run *run,
                            ul_status (*solve)(ul_engine *engine, const ul_exchange *files,
                                               void *context),
                            void *context)
{
    ul_engine engine;
    ul_exchange files;
    ul_status status = ul_engine_open(run, false, &engine);
    if (status == UL_OK && engine.build != NULL && !has_time_to_hand_over(&engine)) {
        ul_run_ended(run, UL_TIME_LIMIT);
        status = ul_run_note(run, "no time was left to hand the model over");
    } else if (status == UL_OK && engine.build != NULL) {
        status = ul_exchange_open(&files);
        if (status == UL_OK) {
            status = solve(&engine, &files, context);
            ul_exchange_close(&files);
        }
    }
    ul_engine_close(&engine);
    return status;
}
