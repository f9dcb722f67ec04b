/* The trust campaign: odd instances through methods, checker and brute force.
 *
 *     trust KIND FIRST COUNT FOLDER [ENGINES [STREAM]]
 *     trust judge
 *
 * For each seed from FIRST on, COUNT of them, an odd instance of the kind is made, with
 * the cost of its best plan found by other means (odd.h). Every method that takes the
 * kind, and needs nothing that may be absent, solves it; those that prove are asked for a
 * certificate where they write one. The methods that start a process of their own, which
 * takes milliseconds, come with every ENGINESth seed (20; 0: never). What is wrong is printed, a line each, and
 * the instance is kept in FOLDER:
 *
 *     wrong     optimal above the optimum, a plan or bound beyond it, a false "infeasible"
 *     refused   the checker rejects a plan, or the certificate of an optimum, or that of an
 *               instance without plans
 *     hang      a run that is not over 10 s of CPU time after its limit of 10 s
 *     fault     a run that ends in a fault or a crash, or a prover's invalid plan
 *
 * Of schedules a floor is asked for, of all and of those who do not wait for long, which
 * must not be above what any method's timeline costs; certificates and timelines are then
 * changed, and what the checker still takes must not be beyond the optimum or the floor.
 *
 * With a STREAM the methods that certify run, of the policies one seed's share, and each
 * plan and certificate is appended to that file, for tests/trust/second.py, which holds
 * the checker's verdicts (`trust judge`: judge.h) against those of check/reference.
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
#include "judge.h"
#include "odd.h"
#include "registry.h"
#include "run.h"

static const double LIMIT_S = 10, HANG_S = 20;
static const double TASTE_S = 0.001; /* for a method that goes on until its deadline */

enum { FORGE_EVERY = 7 }; /* timelines; a seed has about 24 */

typedef struct {
    const char *kind;
    bool (*make)(uint64_t seed, odd_instance *odd);
} source;

static const source sources[] = {
    {"packing", odd_packing},
    {"reservation", odd_reservation},
    {"availability", odd_availability},
    {"schedule", odd_schedule},
    {"deadline", odd_deadline},
    {NULL, NULL},
};

typedef struct {
    const char *folder;
    FILE *stream; /* NULL: none */
    const source *source;
    uint64_t seed;
    odd_instance odd;
    ul_instance instance;
    char in[512], plan[512], proof[512], forged[512];
    odd_cost floor, cheapest; /* of this seed's plans; -1: none yet */
    bool none;                /* it was proved that there is no plan */
    size_t instances, runs, optimal, certified, open, wrong, refused, faults;
    size_t exact, bounded; /* with an optimum, and with a cost that can be had */
    size_t passed;         /* of forged files */
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

static void say_open(campaign *c, const ul_method *method, const char *why)
{
    c->open++;
    printf("open %s %llu %s: %s\n", c->source->kind, (unsigned long long)c->seed, method->name, why);
}

static bool is_schedule(const campaign *c)
{
    return c->source->make == odd_schedule;
}

/* Whether a cost is less than any plan's can be. */
static bool is_too_low(const campaign *c, odd_cost cost)
{
    return c->odd.at_most ? cost < c->floor : !c->odd.feasible || cost < c->odd.optimum;
}

static bool is_too_high(const campaign *c, odd_cost bound)
{
    return (c->odd.feasible && !c->odd.unknown && bound > c->odd.optimum)
           || (c->cheapest >= 0 && bound > c->cheapest);
}

/* A heuristic may have no plan; a policy gives up, with a sentence, where machines are
 * taken away or it would move tasks for ever, but what it offers is valid. */
static bool may_be_rejected(const campaign *c, const ul_method *method, const ul_run_result *result)
{
    if (!is_schedule(c))
        return (method->traits & UL_PROVES) == 0;
    return result->n_rejected == 0
           && (c->odd.limited || strstr(result->note, "moved for ever") != NULL);
}

static void compare(campaign *c, const ul_method *method, const ul_run_result *result)
{
    const odd_cost optimum = c->odd.optimum;
    if (result->has_cost && is_too_low(c, result->cost))
        complain(c, &c->wrong, "wrong", method, "a plan below the optimum");
    if (result->has_bound && is_too_high(c, result->bound))
        complain(c, &c->wrong, "wrong", method, "a bound above the optimum");
    if (result->outcome == UL_OPTIMAL && !c->odd.at_most && result->cost != optimum)
        complain(c, &c->wrong, "wrong", method, "optimal, but not the optimum");
    if (result->outcome == UL_INFEASIBLE && c->odd.feasible && !c->odd.unknown
        && (method->traits & (UL_PROVES | UL_CERTIFIES)) != 0)
        complain(c, &c->wrong, "wrong", method, "infeasible, but there is a plan");
    if (result->has_cost && c->none)
        complain(c, &c->wrong, "wrong", method, "a plan where it is proved that there is none");
    if (!c->odd.feasible && result->outcome != UL_INFEASIBLE
        && (method->traits & UL_CERTIFIES) != 0)
        say_open(c, method, ul_outcome_name(result->outcome));
    if (result->outcome == UL_CRASH || result->outcome == UL_CONTRADICTION
        || (result->outcome == UL_REJECTED && !may_be_rejected(c, method, result)))
        complain(c, &c->faults, "fault", method, result->note);
}

/* What the checker says of files; *text is its first line. */
static int check_files(const check_paths *paths, char *text, size_t room, check_outcome *found)
{
    FILE *out = fmemopen(text, room - 1, "w");
    if (out == NULL)
        return CHECK_UNREADABLE;
    const int status = check_run_to(paths, out, out, found);
    fclose(out);
    text[strcspn(text, "\n")] = '\0';
    return status;
}

/* Whether the checker takes the plan, and the proof where there is to be one. */
static void expect_valid(campaign *c, const ul_method *method, const char *plan, const char *proof)
{
    char text[2000] = "";
    check_outcome found;
    const check_paths paths = {.instance = c->in, .plan = plan, .certificate = proof};
    const int status = check_files(&paths, text, sizeof text, &found);
    if (status != CHECK_VALID)
        complain(c, &c->refused, "refused", method, text);
    if (c->stream != NULL && !judge_keep(c->stream, (const char *const[]){c->in, plan, proof}))
        complain(c, &c->faults, "fault", method, "the stream cannot be written");
    c->certified += status == CHECK_VALID && proof != NULL;
}

/* Whether the checker agrees that there is no plan. */
static void expect_none(campaign *c, const ul_method *method, const char *proof)
{
    char text[2000] = "";
    check_outcome found;
    const check_paths paths = {.instance = c->in, .certificate = proof};
    check_files(&paths, text, sizeof text, &found);
    if (!found.infeasible)
        complain(c, &c->refused, "refused", method, text);
    c->certified += found.infeasible;
}

/* ---- files that were changed ---- */

/* The file without its bill, changed somewhere; false where it is too long or not there. */
static bool forge_file(campaign *c, const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    const size_t length = fread(text, 1, ODD_FORGED / 2, file);
    fclose(file);
    text[length] = '\0';
    char *bill = strstr(text, "\ncost,");
    if (bill != NULL)
        bill[1] = '\0';
    uint64_t rng = c->seed + (bill != NULL);
    odd_forge(&rng, text);
    file = length < ODD_FORGED / 2 ? fopen(c->forged, "w") : NULL;
    const bool well = file != NULL && fputs(text, file) >= 0;
    return file != NULL && fclose(file) == 0 && well;
}

/* A certificate that was changed proves no more than is true of its class. */
static void forge_proof(campaign *c, const ul_method *method)
{
    char forged[ODD_FORGED], text[2000] = "";
    check_outcome found;
    const check_paths paths = {.instance = c->in, .certificate = c->forged};
    if (!forge_file(c, c->proof, forged)
        || check_files(&paths, text, sizeof text, &found) != CHECK_VALID)
        return;
    const char *wait = strstr(forged, "\nwait,");
    const bool wrong = wait == NULL ? is_too_high(c, found.bound)
                                    : strtod(wait + 6, NULL) >= c->odd.wait_s
                                          && c->odd.waiting >= 0 && found.bound > c->odd.waiting;
    c->passed++;
    if (wrong)
        complain(c, &c->wrong, "wrong", method, "a forged certificate proves too much");
}

/* Times may be off by two microseconds, at most a million dollars an hour each. */
static const odd_cost FORGIVEN = (odd_cost)1000000 * 1000000 * 2 * 20 / 3600;

/* A timeline that was changed and is still valid costs no less than is possible. */
static void forge_plan(campaign *c, const ul_method *method)
{
    char forged[ODD_FORGED], text[2000] = "";
    check_outcome found;
    const check_paths paths = {.instance = c->in, .plan = c->forged};
    if (!forge_file(c, c->plan, forged)
        || check_files(&paths, text, sizeof text, &found) != CHECK_VALID)
        return;
    c->passed++;
    if (found.cost < c->floor || is_too_low(c, found.cost + (c->odd.at_most ? 0 : FORGIVEN)))
        complain(c, &c->wrong, "wrong", method, "a forged timeline below the optimum");
}

/* ---- runs ---- */

/* A method and how it is called. */
typedef struct {
    const ul_method *method;
    const char *set[2];
    size_t n_set;
    bool waiting; /* the floor of those who do not wait for long */
} method_call;

static void look_at_floor(campaign *c, const method_call *call, const ul_run_result *result)
{
    if (!result->has_bound) {
        say_open(c, call->method, result->note);
        return;
    }
    if (!call->waiting)
        c->floor = result->bound;
    else if (c->odd.waiting >= 0 && result->bound > c->odd.waiting)
        complain(c, &c->wrong, "wrong", call->method, "a floor of those who do not wait, too high");
    expect_valid(c, call->method, NULL, c->proof);
    forge_proof(c, call->method);
}

static void look_at(campaign *c, const method_call *call, const ul_run *run, const char *proof)
{
    const ul_method *method = call->method;
    const ul_run_result *result = ul_run_result_of(run);
    c->runs++;
    if (!call->waiting)
        compare(c, method, result);
    if (result->outcome == UL_INFEASIBLE && proof != NULL) {
        expect_none(c, method, proof);
        c->none = true;
        return;
    }
    if ((method->traits & UL_BOUND_ONLY) != 0 && is_schedule(c)) {
        look_at_floor(c, call, result);
        return;
    }
    if (result->outcome == UL_BOUND && proof != NULL)
        expect_valid(c, method, NULL, proof);
    c->optimal += result->outcome == UL_OPTIMAL;
    if ((method->traits & UL_CERTIFIES) != 0 && result->has_cost && result->outcome != UL_OPTIMAL)
        say_open(c, method, result->note);
    if (result->plan == NULL)
        return;
    if (c->cheapest < 0 || result->cost < c->cheapest)
        c->cheapest = result->cost;
    if (c->instance.kind->plan_write(result->plan, method->name, c->plan) != UL_OK) {
        complain(c, &c->faults, "fault", method, ul_error_text());
        return;
    }
    expect_valid(c, method, c->plan, result->outcome == UL_OPTIMAL ? proof : NULL);
    if (is_schedule(c) && c->runs % FORGE_EVERY == 0)
        forge_plan(c, method);
}

/* reservation-flow takes one discount, others as many as there are; policies insist on
 * worlds like their paper's, and say so: not a fault. */
static bool does_not_apply(const campaign *c, const ul_method *method, ul_status status)
{
    return status == UL_E_INPUT
           && (is_schedule(c) || strcmp(method->name, "reservation-flow") == 0);
}

static void run_call(campaign *c, const method_call *call)
{
    const ul_method *method = call->method;
    const char *proof = (method->traits & UL_CERTIFIES) != 0 ? c->proof : NULL;
    const bool endless = (method->traits & (UL_ANYTIME | UL_PROVES)) == UL_ANYTIME
                         && call->n_set == 0;
    const ul_run_options options = {.time_limit_s = endless ? TASTE_S : LIMIT_S, .seed = 1,
                                    .certificate = proof, .methods = ul_methods,
                                    .set = call->set, .n_set = call->n_set};
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
        look_at(c, call, run, proof);
    else if (!does_not_apply(c, method, status))
        complain(c, &c->faults, "fault", method, ul_error_text());
    ul_run_free(run);
}

/* The search over timelines ends by itself; a floor is asked for up to three times. */
static void run_method(campaign *c, const ul_method *method)
{
    char wait[64];
    method_call plain = {.method = method};
    if (is_schedule(c) && (method->traits & UL_ANYTIME) != 0)
        plain = (method_call){method, {"moves=20", "start=floor"}, 2, false};
    run_call(c, &plain);
    if (!is_schedule(c) || (method->traits & UL_BOUND_ONLY) == 0)
        return;
    snprintf(wait, sizeof wait, "wait=%.6f", c->odd.wait_s);
    run_call(c, &(method_call){method, {wait}, 1, true});
    if (c->odd.wait_s == 0) /* nobody moves in the timelines that are tried, either */
        run_call(c, &(method_call){method, {wait, "moves=none"}, 2, true});
}

static bool is_engine(const ul_method *method)
{
    return strcmp(method->name, "glpk") == 0 || strstr(method->name, "-ilp") != NULL;
}

/* Policies need nothing that may be absent, but for those of yours. */
static bool is_here(const campaign *c, const ul_method *method)
{
    return (method->traits & UL_OPTIONAL) == 0
           || (is_schedule(c) && strcmp(method->name, "program") != 0);
}

enum { STREAM_SHARE = 16, STREAM_SLOW = 256 }; /* of the methods that do not certify, in a stream */

/* Whether a method runs on this seed: one that may be absent never does. */
static bool has_turn(const campaign *c, size_t q, bool engines)
{
    const ul_method *method = ul_methods[q];
    if (!ul_method_suits(method, &c->instance) || !is_here(c, method))
        return false;
    const size_t share = (method->traits & UL_SLOW) != 0 ? STREAM_SLOW : STREAM_SHARE;
    if (c->stream != NULL)
        return (method->traits & UL_CERTIFIES) != 0
               || (!is_engine(method) && (c->seed + q) % share == 0);
    return engines || !is_engine(method);
}

static void run_seed(campaign *c, bool engines)
{
    c->odd = (odd_instance){0};
    c->floor = c->cheapest = -1;
    c->none = false;
    if (!c->source->make(c->seed, &c->odd))
        return;
    if (ul_instance_parse("odd", c->odd.text, c->odd.used, &c->instance) != UL_OK) {
        printf("fault %s %llu: %s\n", c->source->kind, (unsigned long long)c->seed, ul_error_text());
        c->faults++;
        keep_instance(c);
        return;
    }
    c->instances++;
    c->exact += !c->odd.at_most;
    c->bounded += c->odd.at_most && !c->odd.unknown;
    if (write_instance(c, c->in))
        for (size_t q = 0; ul_methods[q] != NULL; q++)
            if (has_turn(c, q, engines))
                run_method(c, ul_methods[q]);
    ul_instance_free(&c->instance);
}

int main(int argc, char **argv)
{
    campaign c = {.folder = argc > 4 ? argv[4] : NULL, .source = sources};
    if (argc == 2 && strcmp(argv[1], "judge") == 0)
        return judge_all();
    while (argc > 4 && c.source->kind != NULL && strcmp(c.source->kind, argv[1]) != 0)
        c.source++;
    if (argc < 5 || c.source->kind == NULL) {
        fputs("usage: trust KIND FIRST COUNT FOLDER [ENGINES [STREAM]] or trust judge\n", stderr);
        return 2;
    }
    const uint64_t first = strtoull(argv[2], NULL, 10), count = strtoull(argv[3], NULL, 10);
    const uint64_t engines = argc > 5 ? strtoull(argv[5], NULL, 10) : 20;
    if (argc > 6 && (c.stream = fopen(argv[6], "w")) == NULL) {
        perror(argv[6]);
        return 2;
    }
    snprintf(c.in, sizeof c.in, "%s/in-%ld.csv", c.folder, (long)getpid());
    snprintf(c.plan, sizeof c.plan, "%s/plan-%ld.csv", c.folder, (long)getpid());
    snprintf(c.proof, sizeof c.proof, "%s/proof-%ld.csv", c.folder, (long)getpid());
    snprintf(c.forged, sizeof c.forged, "%s/forged-%ld.csv", c.folder, (long)getpid());
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGXCPU, on_hang);
    for (c.seed = first; c.seed < first + count; c.seed++)
        run_seed(&c, engines > 0 && c.seed % engines == 0);
    remove(c.in);
    remove(c.plan);
    remove(c.proof);
    remove(c.forged);
    if (c.stream != NULL)
        fclose(c.stream);
    printf("done %s first %llu instances %zu runs %zu optimal %zu certified %zu open %zu wrong %zu "
           "refused %zu faults %zu exact %zu bounded %zu passed %zu cpu_s %.1f\n",
           c.source->kind, (unsigned long long)first, c.instances, c.runs, c.optimal, c.certified,
           c.open, c.wrong, c.refused, c.faults, c.exact, c.bounded, c.passed, ul_clock_cpu_s());
    return c.wrong + c.refused + c.faults > 0;
}
