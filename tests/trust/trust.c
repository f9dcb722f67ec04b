/* The trust campaign: odd instances through methods, checker and brute force.
 *
 *     trust KIND FIRST COUNT FOLDER [ENGINES]
 *
 * For each seed from FIRST on, COUNT of them, an odd instance of the kind is made, with
 * the cost of its best plan found by other means (odd.h). Every method that takes the
 * kind, and needs nothing that may be absent, solves it; those that prove are asked for a
 * certificate where they write one. The methods that start a process of their own, which
 * takes milliseconds, come with every ENGINESth seed (20; 0: never). What is wrong is printed, a line each, and
 * the instance is kept in FOLDER:
 *
 *     wrong     optimal above the optimum, a plan or bound beyond it, a false "infeasible"
 *     refused   the checker rejects a plan, or the certificate of an optimum
 *     hang      a run that is not over 10 s of CPU time after its limit of 10 s
 *     fault     a run that ends in a fault or a crash, or a prover's invalid plan
 *
 * Where a method that certifies leaves an instance open, which is no fault, a line says
 * so, with its reason. The last line sums up. Exit 1 when anything was wrong.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "clock.h"
#include "odd.h"
#include "registry.h"
#include "run.h"

static const double LIMIT_S = 10, HANG_S = 20;
static const double TASTE_S = 0.001; /* for a method that goes on until its deadline */

typedef struct {
    const char *kind;
    bool (*make)(uint64_t seed, odd_instance *odd);
} source;

static const source sources[] = {
    {"packing", odd_packing},
    {"reservation", odd_reservation},
    {"availability", odd_availability},
    {NULL, NULL},
};

typedef struct {
    const char *folder;
    const source *source;
    uint64_t seed;
    odd_instance odd;
    ul_instance instance;
    char in[512], plan[512], proof[512];
    size_t instances, runs, optimal, certified, open, wrong, refused, faults;
} campaign;

/* What a signal handler may say: it cannot format. */
static char at_work[256];

static void on_hang(int signal)
{
    (void)signal;
    const ssize_t written = write(STDOUT_FILENO, at_work, strlen(at_work));
    _exit(written < 0 ? 4 : 3);
}

static bool write_instance(const campaign *c, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    const bool well = fputs(c->odd.text, file) >= 0;
    return fclose(file) == 0 && well;
}

static void keep_instance(const campaign *c)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s-%llu.csv", c->folder, c->source->kind,
             (unsigned long long)c->seed);
    write_instance(c, path);
}

static void complain(campaign *c, size_t *count, const char *what, const ul_method *method,
                     const char *why)
{
    ++*count;
    printf("%s %s %llu %s: %s\n", what, c->source->kind, (unsigned long long)c->seed, method->name,
           why);
    keep_instance(c);
}

static void compare(campaign *c, const ul_method *method, const ul_run_result *result)
{
    const odd_cost optimum = c->odd.optimum;
    if (result->has_cost && (!c->odd.feasible || result->cost < optimum))
        complain(c, &c->wrong, "wrong", method, "a plan below the optimum");
    if (result->has_bound && c->odd.feasible && result->bound > optimum)
        complain(c, &c->wrong, "wrong", method, "a bound above the optimum");
    if (result->outcome == UL_OPTIMAL && result->cost != optimum)
        complain(c, &c->wrong, "wrong", method, "optimal, but not the optimum");
    if (result->outcome == UL_INFEASIBLE && c->odd.feasible && (method->traits & UL_PROVES) != 0)
        complain(c, &c->wrong, "wrong", method, "infeasible, but there is a plan");
    if (!c->odd.feasible && result->outcome != UL_INFEASIBLE
        && (method->traits & UL_CERTIFIES) != 0) {
        c->open++;
        printf("open %s %llu %s: %s\n", c->source->kind, (unsigned long long)c->seed, method->name,
               ul_outcome_name(result->outcome));
    }
    if (result->outcome == UL_CRASH
        || (result->outcome == UL_REJECTED && (method->traits & UL_PROVES) != 0))
        complain(c, &c->faults, "fault", method, result->note);
}

/* Whether the checker takes the plan, and the proof where there is to be one. */
static void check_files(campaign *c, const ul_method *method, const char *proof)
{
    char text[2000] = "";
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    if (out == NULL)
        return;
    const check_paths paths = {.instance = c->in, .plan = c->plan, .certificate = proof};
    const int status = check_run(&paths, out, out);
    fclose(out);
    text[strcspn(text, "\n")] = '\0';
    if (status != CHECK_VALID)
        complain(c, &c->refused, "refused", method, text);
    c->certified += status == CHECK_VALID && proof != NULL;
}

static void look_at(campaign *c, const ul_method *method, const ul_run *run, const char *proof)
{
    const ul_run_result *result = ul_run_result_of(run);
    compare(c, method, result);
    c->runs++;
    c->optimal += result->outcome == UL_OPTIMAL;
    if ((method->traits & UL_CERTIFIES) != 0 && result->has_cost && result->outcome != UL_OPTIMAL) {
        c->open++;
        printf("open %s %llu %s: %s\n", c->source->kind, (unsigned long long)c->seed, method->name,
               result->note);
    }
    if (result->plan == NULL)
        return;
    if (c->instance.kind->plan_write(result->plan, method->name, c->plan) != UL_OK) {
        complain(c, &c->faults, "fault", method, ul_error_text());
        return;
    }
    check_files(c, method, result->outcome == UL_OPTIMAL ? proof : NULL);
}

/* reservation-flow takes one discount, others as many as there are: not a fault. */
static bool does_not_apply(const ul_method *method, ul_status status)
{
    return status == UL_E_INPUT && strcmp(method->name, "reservation-flow") == 0;
}

static void run_method(campaign *c, const ul_method *method)
{
    const char *proof = (method->traits & UL_CERTIFIES) != 0 ? c->proof : NULL;
    const bool endless = (method->traits & (UL_ANYTIME | UL_PROVES)) == UL_ANYTIME;
    const ul_run_options options = {.time_limit_s = endless ? TASTE_S : LIMIT_S, .seed = 1,
                                    .certificate = proof, .methods = ul_methods};
    struct rlimit limit;
    ul_run *run = NULL;
    snprintf(at_work, sizeof at_work, "hang %s %llu %s\n", c->source->kind,
             (unsigned long long)c->seed, method->name);
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = (rlim_t)(ul_clock_cpu_s() + HANG_S) + 1;
    setrlimit(RLIMIT_CPU, &limit);
    if (proof != NULL)
        remove(proof);
    ul_status status = ul_run_new(method, &c->instance, &options, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    if (status == UL_OK)
        look_at(c, method, run, proof);
    else if (!does_not_apply(method, status))
        complain(c, &c->faults, "fault", method, ul_error_text());
    ul_run_free(run);
}

static bool is_engine(const ul_method *method)
{
    return strcmp(method->name, "glpk") == 0 || strstr(method->name, "-ilp") != NULL;
}

static void run_seed(campaign *c, bool engines)
{
    c->odd.used = 0;
    if (!c->source->make(c->seed, &c->odd))
        return;
    if (ul_instance_parse("odd", c->odd.text, c->odd.used, &c->instance) != UL_OK) {
        printf("fault %s %llu: %s\n", c->source->kind, (unsigned long long)c->seed, ul_error_text());
        c->faults++;
        keep_instance(c);
        return;
    }
    c->instances++;
    if (write_instance(c, c->in))
        for (size_t q = 0; ul_methods[q] != NULL; q++)
            if (ul_method_suits(ul_methods[q], &c->instance)
                && (ul_methods[q]->traits & UL_OPTIONAL) == 0
                && (engines || !is_engine(ul_methods[q])))
                run_method(c, ul_methods[q]);
    ul_instance_free(&c->instance);
}

int main(int argc, char **argv)
{
    campaign c = {.folder = argc > 4 ? argv[4] : NULL, .source = sources};
    while (argc > 4 && c.source->kind != NULL && strcmp(c.source->kind, argv[1]) != 0)
        c.source++;
    if (argc < 5 || c.source->kind == NULL) {
        fputs("usage: trust packing|reservation|availability FIRST COUNT FOLDER [ENGINES]\n", stderr);
        return 2;
    }
    const uint64_t first = strtoull(argv[2], NULL, 10), count = strtoull(argv[3], NULL, 10);
    const uint64_t engines = argc > 5 ? strtoull(argv[5], NULL, 10) : 20;
    snprintf(c.in, sizeof c.in, "%s/in-%ld.csv", c.folder, (long)getpid());
    snprintf(c.plan, sizeof c.plan, "%s/plan-%ld.csv", c.folder, (long)getpid());
    snprintf(c.proof, sizeof c.proof, "%s/proof-%ld.csv", c.folder, (long)getpid());
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGXCPU, on_hang);
    for (c.seed = first; c.seed < first + count; c.seed++)
        run_seed(&c, engines > 0 && c.seed % engines == 0);
    remove(c.in);
    remove(c.plan);
    remove(c.proof);
    printf("done %s first %llu instances %zu runs %zu optimal %zu certified %zu open %zu wrong %zu "
           "refused %zu faults %zu cpu_s %.1f\n",
           c.source->kind, (unsigned long long)first, c.instances, c.runs, c.optimal, c.certified,
           c.open, c.wrong, c.refused, c.faults, ul_clock_cpu_s());
    return c.wrong + c.refused + c.faults > 0;
}
