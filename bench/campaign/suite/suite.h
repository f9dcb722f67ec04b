/* A suite: which instances, which methods with which parameters, which limits.
 *
 * A small tagged CSV file:
 *
 *     ullage-suite,1
 *     name,smoke
 *     # limits,WALL_S,CPU_S,MEMORY_MB    0 is none
 *     limits,10,10,2048
 *     repetitions,1
 *     # generate,FAMILY,TASKS,FIRST_SEED,LAST_SEED,NAME=VALUE...
 *     generate,eva-table7,200,1,30,cores=physical
 *     # import,FORMAT,INPUT...,tasks=N,seed=N or seed=N..N,from=S,to=S,at=S,NAME=VALUE...
 *     import,alibaba-gpu-v2023,pods.csv.gz,tasks=100,seed=1..3
 *     # and sample=N,sample-seed=S: so many of the files; @cpu_s=S: the most that each may use
 *     import,bpplib,bins/x*.txt,sample=10,@cpu_s=60
 *     # parameter,NAME,VALUE,BRIEF    {NAME} behind it is what --set NAME= says, or VALUE
 *     parameter,folder,,where the files are
 *     # file,PATH or a pattern as the shell has them    relative to the suite's folder
 *     file,mine/x*.csv
 *     # label,NAME,VALUE    of the instances behind it, for reports; no VALUE ends it
 *     label,site,berlin
 *     # certificates    the proofs of methods that write them are kept and verified
 *     certificates
 *     # method,NAME,NAME=VALUE...,@wall_s=S,@cpu_s=S,@memory_mb=N,@repetitions=N
 *     method,eva-full,price=rp
 *     method,next-k-fit,k=1|2|8    a method for each; also 1..8 by 2, see grid.h
 *     # program,NAME,COMMAND,@...    COMMAND has {instance}, {plan}, {seed}, {time}
 *     program,mine,python3 mine.py {instance} {plan}
 *
 * The runs are every instance with every method that takes its kind, `repetitions`
 * times; repetition q runs with seed q. What begins with @ is a method's own limit.
 */
#pragma once

#include "arena.h"
#include "generator.h"
#include "registry.h"
#include "sha256.h"

enum { UL_SUITE_SET_MAX = 32 };

/* What a suite says of its instances, for reports: class=small, site=berlin. */
typedef struct {
    const char *name, *value;
} ul_suite_label;

typedef struct {
    const char *label;        /* unique; names its file in the run's folder */
    const ul_source *source;  /* NULL for a file */
    size_t tasks;
    uint64_t seed;
    bool is_seeded; /* chosen by the suite: must matter */
    double from_s, to_s; /* of an import: the window of the trace */
    double window_s;     /* not 0: drawn from it, so long */
    bool is_snapshot;    /* or the moment at_s of it */
    double at_s;
    double cpu_s;        /* the most that a run on it may use; 0: what its method may */
    const char *path;         /* of a file; of an import its first input */
    const char *again;        /* not NULL: where it was made before, and is read from instead */
    const char *const *input; /* of an import */
    size_t n_inputs;
    const char *const *set;
    size_t n_set;
    const ul_suite_label *labels;
    size_t n_labels;
} ul_suite_instance;

typedef struct {
    const ul_method *method;
    const char *object; /* the shared object it is of; NULL: it is the program's */
    const char *const *set;
    size_t n_set;
    const char *parameters; /* all of them, defaults too, as records show them */
    double wall_s, cpu_s;   /* limits: the suite's, or its own */
    uint64_t memory_mb, repetitions;
} ul_suite_method;

typedef struct {
    const char *name;
    char sha256[UL_SHA256_TEXT];
    double wall_s, cpu_s;
    uint64_t memory_mb;
    uint64_t repetitions;      /* unless a method has its own */
    uint64_t most_repetitions; /* of any method */
    bool certificates;         /* wanted, whatever the command says */
    const char *text; /* the file itself */
    size_t text_length;
    size_t n_instances, n_methods;
    ul_suite_instance *instance;
    ul_suite_method *method;
    ul_arena *arena;
} ul_suite;

/* A file, or else a suite that ships with the program, by name. */
ul_status ul_suite_read(const char *path_or_name, ul_suite **suite);

/* What a user says of a suite beside its name. */
typedef struct {
    const char *suite;         /* path or name */
    const char *const *method; /* "NAME NAME=VALUE...", in place of its own; of none its own */
    size_t n_methods;
    const char *const *set; /* NAME=VALUE of its parameters */
    size_t n_set;
} ul_suite_request;
ul_status ul_suite_read_for(const ul_suite_request *request, ul_suite **suite);

/* FOLDER/suite.csv, the copy that a run keeps. The files it names are not looked
 * for: the run has copies of them too. */
ul_status ul_suite_read_copy(const char *folder, ul_suite **suite);
void ul_suite_free(ul_suite *suite);

/* The suites that ship: bench/suites/NAME.csv, made part of the program. */
typedef struct {
    const char *name, *text;
} ul_suite_shipped;
extern const ul_suite_shipped ul_suites_shipped[]; /* ends with a NULL name */

/* What the suite says of itself: its first comment. */
enum { UL_SUITE_BRIEF = 128 };
const char *ul_suite_brief(const ul_suite_shipped *suite, char text[UL_SUITE_BRIEF]);

/* The most CPU seconds of a run; 0 is any. */
double ul_suite_cpu_s(const ul_suite_method *method, const ul_suite_instance *instance);

/* Makes or reads one of the suite's instances. */
ul_status ul_suite_load(const ul_suite_instance *entry, ul_instance *instance);
