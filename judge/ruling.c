#include "ruling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.h"
#include "online.h"
#include "process_tree.h"
#include "registry.h"
#include "sandbox.h"
#include "parallel.h" /* and with it the search */

/* A candidate that plays: one process for all its games where we load it. */
typedef struct {
    char **argv;
    uint64_t memory_mb;
    ul_peer *peer;
    ul_bin_table *table;
} player;

typedef struct {
    ul_method method; /* what runs see: begins the struct */
    player *player;
} playing;

typedef struct {
    const ul_ruling_rules *rules;
    ul_ruling *ruling;
    playing own;
    player player;
    const ul_method *method;
    const char *set[3];
    size_t n_set;
    double begun_s, cpu_begun_s, look_s; /* when its CPU time is looked at next */
    bool is_spent;
    const char *secret; /* where it plays now, of which no more is told than how it failed; or NULL */
} trial;

static const char cpu_spent[] = "its CPU time is spent (--cpu-limit)";
static const double farewell_s = 1; /* to end by itself, so that its CPU time is counted */

static double children_cpu_s(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
           + 1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) + ul_clock_lost_s();
}

/* One watch for all its runs: a look at all processes takes longer than a short game. */
static bool cpu_is_spent(void *context)
{
    trial *t = context;
    const double now_s = ul_clock_wall_s();
    if (t->is_spent || now_s < t->look_s)
        return t->is_spent;
    const double used_s = fmax(ul_clock_cpu_s(), ul_process_tree_cpu_s(getpid()) + ul_clock_lost_s())
                          - t->cpu_begun_s;
    t->look_s = ul_process_tree_look_s(now_s, t->rules->cpu_limit_s - used_s);
    t->is_spent = used_s >= t->rules->cpu_limit_s;
    return t->is_spent;
}

static double left_s(const trial *t)
{
    return t->begun_s + t->rules->time_limit_s - ul_clock_wall_s();
}

static bool is_over(void *context)
{
    return cpu_is_spent(context) || left_s(context) <= 0;
}

/* ---- the candidate as a method ---- */

static ul_status play(const struct ul_packing *in, ul_run *run)
{
    player *with = ((const playing *)ul_run_method(run))->player;
    if (with->peer == NULL)
        UL_TRY(ul_peer_start(with->argv, with->memory_mb, &with->peer));
    return ul_online_play(in, run, &with->peer, with->table);
}

static ul_plays plays(const ul_exam *exam, const char *candidate)
{
    const char *end = strrchr(candidate, '.');
    const bool is_loaded = end != NULL && (strcmp(end, ".so") == 0 || strcmp(end, ".py") == 0);
    if (exam->is_online)
        return is_loaded ? UL_PLAYS_VALUES : UL_PLAYS_ONLINE;
    return exam->kind->unfolds ? UL_PLAYS_LIVE : UL_PLAYS_INSTANCES;
}

static ul_status prepare(trial *t, ul_arena *arena)
{
    static const char *const by[] = {[UL_PLAYS_VALUES] = "online", [UL_PLAYS_ONLINE] = "online",
                                     [UL_PLAYS_LIVE] = "policy", [UL_PLAYS_INSTANCES] = "program"};
    const ul_plays how = plays(t->rules->exam, t->ruling->candidate);
    char **argv;
    UL_TRY(ul_sandbox_argv(arena, &(ul_sandbox_of){t->ruling->candidate, how, t->rules->isolated, t->rules->threads},
                           &argv));
    t->method = ul_method_find(by[how]);
    if (how == UL_PLAYS_VALUES) {
        t->player = (player){.argv = argv, .memory_mb = t->rules->memory_mb};
        UL_TRY(ul_bin_table_new(arena, &t->player.table));
        t->own = (playing){.method = *t->method, .player = &t->player};
        t->own.method.packing = play;
        t->method = &t->own.method;
    } else
        UL_TRY(ul_sandbox_command(arena, argv, &t->set[t->n_set++]));
    UL_TRY(ul_arena_format(arena, &t->set[t->n_set++], "memory_mb=%llu",
                           (unsigned long long)t->rules->memory_mb));
    if (how != UL_PLAYS_INSTANCES)
        UL_TRY(ul_arena_format(arena, &t->set[t->n_set++], "answer-s=%g", t->rules->answer_s));
    return UL_OK;
}

/* ---- a case ---- */

/* The name of a sealed instance has its seed, and a candidate's last words have what they like:
 * who fails there would hand the set to the next. */
static void fail(trial *t, const char *how, const char *on, const char *why)
{
    ul_ruling *v = t->ruling;
    v->is_valid = false;
    v->score = 0;
    v->how = how;
    snprintf(v->why, sizeof v->why, "%s: %s", t->secret == NULL ? on : t->secret,
             t->secret == NULL ? why : "no more is told of it");
}

/* The filter of system calls kills by SIGSYS. */
static bool was_stopped(const char *note)
{
    return strstr(note, "(signal 31)") != NULL;
}

static void take_result(trial *t, const ul_exam_case *of, const ul_run_result *result,
                        ul_ruling_case *one)
{
    const double *l1 = ul_measures_find(&result->measures, "excess_l1");
    const double *completion = ul_measures_find(&result->measures, "mean_completion_s");
    one->cost = result->cost;
    one->excess_l1 = l1 == NULL ? NAN : *l1;
    one->completion_s = completion == NULL ? NAN : *completion;
    const bool failed = !result->has_cost || result->outcome >= UL_INFEASIBLE;
    if (t->is_spent || ul_clock_cpu_s() - t->cpu_begun_s >= t->rules->cpu_limit_s)
        fail(t, "time-limit", of->instance.name, cpu_spent);
    else if (ul_clock_wall_s() - t->begun_s >= t->rules->time_limit_s)
        fail(t, "time-limit", of->instance.name, "its time is over (--time-limit)");
    else if (failed && was_stopped(result->note))
        fail(t, "cheats", of->instance.name, "it was killed for what it asked of the system: a rule opens "
                                             "no file or socket, starts no process and does not sleep; a "
                                             "program starts no process and no more threads than --threads, opens "
                                             "no socket but AF_UNIX, looks into no process and makes no "
                                             "namespace or hidden memory");
    else if (failed)
        fail(t, ul_outcome_name(result->outcome), of->instance.name,
             result->note[0] == '\0' ? "there is no plan" : result->note);
    else if (result->knows > UL_KNOWS_ESTIMATES && t->rules->exam->kind->unfolds)
        fail(t, "cheats", of->instance.name, "it asks for run times or interference, which nobody knows");
    else if (one->cost < of->least)
        fail(t, "alarm", of->instance.name, "its plan costs less than what was proved: please report it");
    else if (one->completion_s > of->completion_s * (1 + 1e-9))
        fail(t, "slow", of->instance.name, "its jobs take longer to complete than those of the first rival");
}

static ul_status try_case(trial *t, const ul_exam_case *of, ul_ruling_case *one)
{
    const ul_run_options options = {.seed = 1, .set = t->set, .n_set = t->n_set, .methods = ul_methods,
                                    .time_limit_s = fmax(left_s(t), 0.01), .stop = cpu_is_spent,
                                    .stop_context = t};
    ul_run *run = NULL;
    ul_status status = ul_run_new(t->method, &of->instance, &options, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    if (status == UL_OK)
        take_result(t, of, ul_run_result_of(run), one);
    ul_run_free(run);
    return status;
}

/* ---- stages ---- */

static ul_status try_set(trial *t, ul_exam_set_name name, ul_arena *arena)
{
    const ul_exam_set *of = &t->rules->exam->set[name];
    ul_ruling_set *set = &t->ruling->set[name];
    double paid = 0, least = 0;
    UL_ALLOC(arena, set->item, of->n);
    for (size_t c = 0; c < of->n; c++) {
        UL_TRY(try_case(t, &of->item[c], &set->item[c]));
        if (!t->ruling->is_valid)
            return UL_OK;
        paid += ul_cost_double(set->item[c].cost);
        least += ul_cost_double(of->item[c].least);
    }
    set->is_done = true;
    set->score = least / paid;
    return UL_OK;
}

static void find_loss(trial *t)
{
    const ul_exam_set *of = &t->rules->exam->set[UL_SET_TRAINING];
    double most = -1;
    for (size_t c = 0; c < of->n; c++) {
        const double ratio = ul_cost_double(t->ruling->set[UL_SET_TRAINING].item[c].cost)
                             / ul_cost_double(of->item[c].least);
        if (ratio > most) {
            most = ratio;
            t->ruling->loses_most = c;
        }
    }
}

static void ignore(void *context, const ul_worst *worst)
{
    (void)context;
    (void)worst;
}

/* Who has no plan for some instance of the search would hide its worst case. */
static void fail_small(trial *t, const char *why)
{
    const bool is_late = is_over(t) || strncmp(why, "time-limit", strlen("time-limit")) == 0;
    fail(t, was_stopped(why) ? "cheats" : is_late ? "time-limit" : "crash", t->secret, why);
}

static ul_status seek_worst(trial *t)
{
    const ul_space *space = ul_space_of(t->rules->exam->kind);
    const ul_worst_options options = {
        .method = t->method, .reference = ul_method_find(space->reference), .set = t->set,
        .n_set = t->n_set, .seed = 1, .evaluations = t->rules->evaluations,
        .time_limit_s = fmax(left_s(t), 0.01), .proof_limit_s = 2, .space = space,
        .must_plan = true, .stop = is_over, .stop_context = t,
        .within = {.records = 8, .resources = 1, .grid = 100, .copies = 1}};
    ul_worst *worst;
    ul_worst_score score;
    size_t length;
    UL_TRY(ul_worst_new(&options, &worst));
    ul_status status = ul_worst_search(worst, ignore, NULL);
    if (status == UL_OK && ul_worst_best(worst, &score)) {
        t->ruling->worst = score.value;
        status = ul_worst_text(worst, "worst", &t->ruling->worst_instance, &length);
    }
    ul_worst_free(worst);
    if (status == UL_E_INTERNAL || (status == UL_OK && is_over(t))) { /* who waits hides it as well */
        fail_small(t, status == UL_OK ? "" : ul_error_text());
        return UL_OK;
    }
    return status;
}

static double least_score(const ul_ruling_rules *rules)
{
    const ul_exam *exam = rules->exam;
    double least = rules->least_score < 0 && exam->n_rivals > 0 ? HUGE_VAL : rules->least_score;
    for (size_t q = 0; q < exam->n_rivals && rules->least_score < 0; q++)
        least = fmin(least, 0.8 * exam->set[UL_SET_QUICK].score[q]);
    return least;
}

static ul_status stages(trial *t, ul_arena *arena)
{
    ul_ruling *v = t->ruling;
    for (ul_exam_set_name s = UL_SET_QUICK; s <= UL_SET_TRAINING && (int)s < t->rules->last_stage; s++) {
        UL_TRY(try_set(t, s, arena));
        if (!v->is_valid)
            return UL_OK;
        v->stage = (int)s + 1;
        v->score = v->set[s].score;
        if (s == UL_SET_QUICK && v->score < least_score(t->rules))
            return UL_OK;
    }
    if (v->stage < 2)
        return UL_OK;
    find_loss(t);
    if (!t->rules->finalist)
        return UL_OK;
    t->secret = "the sealed set";
    if (t->rules->exam->set[UL_SET_SEALED].n > 0)
        UL_TRY(try_set(t, UL_SET_SEALED, arena));
    if (v->is_valid)
        v->stage = 3;
    if (v->set[UL_SET_SEALED].is_done) /* the training set may be known by heart */
        v->score = v->set[UL_SET_SEALED].score;
    t->secret = "the search for its worst case";
    return v->is_valid ? seek_worst(t) : UL_OK;
}

ul_status ul_ruling_reach(const ul_ruling_rules *rules, const char *candidate, ul_arena *arena,
                           ul_ruling *ruling)
{
    const double before_s = children_cpu_s();
    *ruling = (ul_ruling){.candidate = candidate, .is_valid = true};
    trial t = {.rules = rules, .ruling = ruling, .begun_s = ul_clock_wall_s(),
               .cpu_begun_s = ul_clock_cpu_s()};
    t.look_s = ul_process_tree_look_s(t.begun_s, rules->cpu_limit_s);
    ul_status status = prepare(&t, arena);
    if (status == UL_OK)
        status = stages(&t, arena);
    if (t.player.peer != NULL)
        ul_peer_end(t.player.peer, farewell_s, NULL, 0, NULL, 0);
    ruling->cpu_s = children_cpu_s() - before_s;
    if (status == UL_OK && ruling->is_valid && ruling->cpu_s >= rules->cpu_limit_s)
        fail(&t, "time-limit", "when it had ended", cpu_spent);
    ruling->wall_s = ul_clock_wall_s() - t.begun_s;
    return status;
}
