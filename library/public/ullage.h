/* The library for programs outside: libullage.
 *
 *     ul_instance *tasks = ul_read("tasks.csv");
 *     ul_result *result = NULL;
 *     if (tasks != NULL && ul_solve(tasks, "exact", NULL, &result) == 0)
 *         printf("%s %s\n", ul_result_status(result), ul_result_cost_text(result));
 *     else
 *         fprintf(stderr, "%s\n", ul_error_text());
 *     ul_result_free(result);
 *     ul_instance_free(tasks);
 *
 * A fault is a NULL handle or a number other than 0, and ul_error_text() is its sentence.
 * How a run ended (optimal, feasible, time-limit, ...) is no fault: ul_result_status()
 * says it. Every plan is checked and costed by the library, not by the method that found
 * it. The library never prints and never exits, and gives no meaning to the program's
 * locale.
 *
 * Threads: any number of them may use one instance, and each solves on its own; a result
 * belongs to one thread at a time. Set OPENBLAS_NUM_THREADS=1 before the program starts:
 * the linear algebra underneath otherwise starts a thread a core, which small problems
 * only pay for.
 *
 * Costs are dollars (an hour, or of all time, as the kind has it): exact as text, and as
 * whole millionths. Texts and arrays that a handle gives live as long as the handle.
 */
#ifndef ULLAGE_H
#define ULLAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What this header promises: the number of the library's soname. It grows when a function
 * goes or means something else, or a struct changes. */
#define UL_ABI 1

/* A problem, read or made; it never changes. */
typedef struct ul_instance ul_instance;

/* What a run came to: how it ended, cost, bound, plan. Its instance must outlive it. */
typedef struct ul_result ul_result;

/* ---- the library ---- */

/* The UL_ABI that the library was built with, and its version and commit,
 * "0.1.0+g0123456789", with "-dirty" when the sources had changes beyond it. */
int ul_abi(void);
const char *ul_version(void);
/* The UL_PLUGIN_ABI of <ullage/plugin.h> that it was built with. */
int ul_plugin_abi(void);

/* What went wrong in this thread last: one sentence, "" when nothing did. */
const char *ul_error_text(void);

/* Methods, generators and importers with their parameters as JSON, for programs that
 * list them: {"methods": [{"name", "kind", "brief", "paper", "traits", "parameters"}],
 * "generators": [...], "importers": [...]}. Lives as long as the program. */
const char *ul_catalogue(void);

/* ---- instances ---- */

/* Reads a file, "gallery:NAME", or "-", standard input. NULL: a fault. */
ul_instance *ul_read(const char *path);
/* The same of a text in memory; `name` stands for the file in faults. */
ul_instance *ul_parse(const char *name, const char *text, size_t length);

/* How an instance is made; what is 0 or NULL is as the maker presets it. */
typedef struct {
    uint64_t tasks; /* how many tasks or jobs to make, or to sample */
    uint64_t seed;
    const char *const *set; /* "name=value", n_set of them */
    size_t n_set;
    const char *const *file; /* importers: what they read, n_files of them */
    size_t n_files;
    double from_s, to_s; /* importers of traces: the window; to_s 0 is to the end */
    char *remark;        /* receives one line on what was left out or rounded, or "" */
    size_t remark_room;
} ul_making;

/* Makes an instance as 'ullage gen NAME' does, and as 'ullage import NAME'. */
ul_instance *ul_generate(const char *generator, const ul_making *making);
ul_instance *ul_import(const char *importer, const ul_making *making);

/* An array with a name: texts, whole numbers of 1/unit (1000000: millionths; 0 is 1), or
 * real numbers. The one that is not NULL counts. */
typedef struct {
    const char *name;
    size_t n;
    const char *const *text;
    const int64_t *number;
    const double *real;
    int64_t unit;
} ul_array;

/* Records of one kind, as docs/formats.md has them: `record` is their first field, and
 * each column holds `rows` values of the next, or rows x width of the next width ones,
 * row by row. NULL texts are empty fields. */
typedef struct {
    const char *record;
    size_t rows;
    const ul_array *column;
    size_t n_columns;
} ul_records;

/* Builds an instance of a kind, by its name, from arrays: the records of its file, in file
 * order. Every rule of the format is checked; a fault names record, row and column. */
ul_instance *ul_from_arrays(const char *kind, const ul_records *records, size_t n);

/* Writes the instance; a path that ends in .gz is compressed. 0: done. */
int ul_write(const ul_instance *instance, const char *path);

/* Frees it, once nothing uses it any more; NULL is allowed. */
void ul_instance_free(ul_instance *instance);

/* What it is called, its problem kind, and the name of its content. */
const char *ul_instance_name(const ul_instance *instance);
const char *ul_instance_kind(const ul_instance *instance); /* as in its file */
const char *ul_instance_sha256(const ul_instance *instance); /* of its file */

/* ---- solving ---- */

/* How far a run is. */
typedef struct {
    double wall_s;
    const char *cost;  /* of the best plan so far, "" without one */
    const char *bound; /* no plan costs less, "" where nothing is proved */
    const char *said;  /* the method's own words, or "" */
} ul_so_far;

/* Of a run; NULL instead is all zeroes with seed 1. */
typedef struct {
    double time_limit_s; /* 0: none */
    double cpu_limit_s;  /* of the whole program and what it starts; 0: none */
    uint64_t seed;
    const char *const *set; /* "name=value", n_set of them */
    size_t n_set;
    const char *certificate; /* where a method that proves writes its proof; NULL: nowhere */
    /* Called in the thread that solves; either may be NULL. `stop` is asked every few
     * hundredths of a second and ends the run with its best plan by an answer other
     * than 0. */
    void (*progress)(void *context, const ul_so_far *progress);
    int (*stop)(void *context);
    void *context;
} ul_options;

/* Runs a method: "exact", "eva interval=300" with parameters, or "./mine.so", a shared
 * object made with <ullage/plugin.h>, which runs in a process of its own. 0: it ran, and
 * *result says how it ended; else *result is NULL. */
int ul_solve(const ul_instance *instance, const char *method, const ul_options *options,
             ul_result **result);

/* Runs a policy of the caller's on a schedule: functions that are told what has happened,
 * look and give orders through ul_live_rent() and its kin, which <ullage/plugin.h> has, in
 * this thread and process. `name` is its name in the result; `context` is handed to it. */
struct ul_live_policy;
int ul_solve_live(const ul_instance *instance, const char *name,
                  const struct ul_live_policy *policy, void *context, const ul_options *options,
                  ul_result **result);

/* What machines are worth to a task, by what it takes, what is free on each, a row of
 * `resources` numbers, and of how much: the most valued takes it. 0: `value` is filled.
 * Asked for machines one by one, it finds their rows and then that of the task in `whole`, too,
 * where all of these are whole numbers; else that is NULL. */
typedef int (*ul_values)(void *context, const double *item, const double *free, size_t machines,
                         const double *capacity, size_t resources, const int64_t *whole,
                         double *value);

/* Packs online by a rule of the caller's, as <ullage/priority.h> has it, in this thread and
 * process. It is asked for machines one by one, a pair of a task and what is free at most once
 * but several in a call; or, `of_all` not being 0, for all that hold the task at once. */
int ul_solve_values(const ul_instance *instance, const char *name, ul_values rule, int of_all,
                    void *context, const ul_options *options, ul_result **result);

/* Checks and costs a plan that somebody else made: a file, or arrays as
 * ul_result_columns() gives them. A plan that breaks a rule is no fault: its status is
 * "rejected", and the note says which. */
int ul_check(const ul_instance *instance, const char *plan, ul_result **result);
int ul_check_arrays(const ul_instance *instance, const ul_array *column, size_t n,
                    ul_result **result);

/* ---- results ---- */

/* Frees it, its plan, its texts and its arrays; NULL is allowed. */
void ul_result_free(ul_result *result);

/* "optimal", "claimed", "feasible", "infeasible", "bound", "time-limit", "interrupted", "rejected",
 * "crash", ...: docs/formats.md has them all. */
const char *ul_result_status(const ul_result *result);
/* 1: the plan is proved the best of all. 0 also where it is "optimal" among some: the measure
 * "bound_wait_s" says that the bound speaks of those schedules alone in which nobody waits longer.
 */
int ul_result_proved(const ul_result *result);
/* What cut the run short, "time", "cpu", "memory" or "user"; "" where nothing did. */
const char *ul_result_limit(const ul_result *result);
/* The method's name, "" of a plan that was only checked, its parameters with their values,
 * "name=value name=value", and what it remarked, or why a plan was refused. */
const char *ul_result_method(const ul_result *result);
const char *ul_result_parameters(const ul_result *result);
const char *ul_result_note(const ul_result *result);
/* What a policy knew of the time that tasks take: "demands" (nothing), "estimates",
 * "run-times", "everything"; "" where that is no question. */
const char *ul_result_knows(const ul_result *result);

/* The cost of the plan and the best bound, exactly: "12.8"; "" where there is none. Of which
 * schedules a bound speaks, says the measure "bound_wait_s" where it is not of all. */
const char *ul_result_cost_text(const ul_result *result);
const char *ul_result_bound_text(const ul_result *result);
/* The same in millionths, a cost rounded up and a bound down; -1 where there is none, or
 * where it is beyond 64 bits. */
int64_t ul_result_cost(const ul_result *result);
int64_t ul_result_bound(const ul_result *result);

/* What else there is to say in numbers: "wall_s", "cpu_s", and what the kind measures of
 * a plan ("machines", "mean_wait_s"). NAN where there is none of the name. */
double ul_result_measure(const ul_result *result, const char *name);
/* The name of the i-th of them, from 0; NULL behind the last. */
const char *ul_result_measure_name(const ul_result *result, size_t i);

/* The plan as arrays, *n of them; docs/library.md has the names for each kind. Without a
 * plan there are only those of the instance's names and of the run's events. NULL: a
 * fault. */
const ul_array *ul_result_columns(ul_result *result, size_t *n);
/* The column of this name, or NULL. */
const ul_array *ul_result_column(ul_result *result, const char *name);
/* Writes the plan's file. 0: done; without a plan it is a fault. */
int ul_result_write(const ul_result *result, const char *path);

#ifdef __cplusplus
}
#endif

#endif
