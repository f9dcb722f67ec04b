/* SEC, Table 1 and Figure 1: how much of what a batch trace rents is worth reserving, on
 * SEC's cluster and where each user rents for himself.
 *
 * Instances are ranked: the first is paid for whenever any is, the last at the peak alone.
 * A rank is worth a lease of three years where its share of use over the trace is above the
 * break-even of the class with the one before: 6.9% from on demand to light, 38.3% from
 * light to medium. The figure draws weekly use, and how many ranks qualify. The paper does not
 * say whether a rank is to be busy for that share of the trace, which lasts 391 days, or of the
 * lease's three years: `over` is either.
 */
#include "sec_time.h"
#include "swf.h"

enum { MEDIUM, LIGHT, ON_DEMAND, N_CLASSES };
static const char *const class_name[N_CLASSES] = {"3y-medium", "3y-light", "on demand"};

typedef struct {
    double hours[N_CLASSES]; /* instance-hours, by the class that serves the rank */
    size_t count[N_CLASSES]; /* ranks */
    size_t users;            /* who have a rank that is worth a lease */
    double all;
} split;

static const ul_reservation_class *class_of(const ul_reservation *in, const char *name)
{
    for (size_t c = 0; c < in->n_classes; c++)
        if (ul_same(in->classes[c].name, name))
            return &in->classes[c];
    return &in->classes[in->on_demand];
}

/* The share of a term's hours above which a class, dear upfront and cheap an hour, pays against
 * the next. */
static double break_even(const ul_reservation *in, int c)
{
    const ul_reservation_class *dear = class_of(in, class_name[c]);
    const ul_reservation_class *cheap = class_of(in, class_name[c + 1]);
    const double term_h = dear->term * ul_micro_double(in->interval_hours);
    return ul_micro_double(dear->upfront - cheap->upfront)
           / (term_h * ul_micro_double(cheap->price - dear->price));
}

/* Adds a demand; shares of use are of whole_h. */
static ul_status divide(ul_arena *arena, const ul_reservation *in, double whole_h, split *result)
{
    const double to_light = break_even(in, LIGHT), to_medium = break_even(in, MEDIUM);
    const size_t before = result->count[MEDIUM] + result->count[LIGHT];
    double *hours; /* of each rank over the trace */
    UL_ALLOC(arena, hours, in->peak + 1);
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t s = in->first[t], rank = 0; s < in->first[t + 1]; s++)
            for (uint32_t q = 0; q < in->step[s].instances; q++)
                hours[rank++] += ul_micro_double(in->step[s].hours);
    for (size_t r = 0; r < in->peak; r++) {
        const double use = hours[r] / whole_h;
        const int c = use >= to_medium ? MEDIUM : use >= to_light ? LIGHT : ON_DEMAND;
        result->hours[c] += hours[r];
        result->count[c]++;
        result->all += hours[r];
    }
    result->users += result->count[MEDIUM] + result->count[LIGHT] > before;
    return UL_OK;
}

/* ---- the demands ---- */

static const char classes[] = "classes=3y-medium+3y-light";

/* Jobs of users who rent by themselves: each has nodes of its own, from its submission
 * until they have booted and it has run, in whole hours. */
enum { USERS = 1000001 };
typedef struct {
    const ul_schedule *in; /* for the boot times */
    int64_t processors;    /* of a node */
    ul_demand **user;
} renting;

static ul_status rent_alone(void *context, const ul_swf_job *job)
{
    renting *state = context;
    const size_t u = job->user < 0 ? 0 : (size_t)job->user + 1;
    if (job->run_s < 0 || job->processors <= 0)
        return UL_OK;
    if (u >= USERS)
        return ul_fail(UL_E_INPUT, "user %lld is too large a number", (long long)job->user);
    if (state->user[u] == NULL && (state->user[u] = ul_demand_new()) == NULL)
        return ul_no_memory();
    const int64_t nodes = (job->processors + state->processors - 1) / state->processors;
    const int64_t busy_s = ul_schedule_boot_s(state->in, (uint32_t)nodes) / UL_MICRO
                           + (job->run_s > 0 ? job->run_s : 1);
    return ul_demand_add(state->user[u], job->submit_s,
                         job->submit_s + (busy_s + 3599) / 3600 * 3600, (uint64_t)nodes);
}

static ul_status rent_each(ul_table_made *made, const ul_schedule *in, double whole_h, split *result)
{
    renting state = {.in = in, .processors = (int64_t)ul_table_param(made, "processors")};
    ul_input *input;
    UL_ALLOC(made->arena, state.user, USERS);
    UL_TRY(ul_input_open(ul_table_text(made, "trace"), &input));
    ul_status status = ul_swf_read(input, rent_alone, &state);
    ul_input_close(input);
    for (size_t u = 0; u < USERS; u++) {
        const ul_instance *demand;
        if (status == UL_OK && state.user[u] != NULL)
            status = ul_sec_offer(made, state.user[u], "a user", classes, &demand);
        if (status == UL_OK && state.user[u] != NULL)
            status = divide(made->arena, demand->data, whole_h, result);
        ul_demand_free(state.user[u]);
    }
    return status;
}

/* ---- the table ---- */

static void put_split(ul_table_made *made, const char *of, const split *s)
{
    for (int c = 0; c < N_CLASSES; c++) {
        ul_put(made, of, class_name[c], "instances", (double)s->count[c]);
        ul_put(made, of, class_name[c], "share", 100 * s->hours[c] / s->all);
    }
    ul_put(made, of, "all", "users", (double)s->users);
}

static ul_status put_rows(ul_table_made *made, const ul_instance *jobs, const ul_instance *leases,
                          double whole_h)
{
    const ul_reservation *in = leases->data;
    const ul_schedule *all_jobs = jobs->data;
    split sec = {0}, individual = {0};
    double work_h = 0;
    for (size_t i = 0; i < all_jobs->n_tasks; i++)
        work_h += ul_micro_double(all_jobs->task[i].work_s) / 3600;
    ul_put(made, "sec", "all", "instance-hours", work_h);
    if (ul_same(ul_table_text(made, "over"), "term"))
        whole_h = class_of(in, class_name[LIGHT])->term * ul_micro_double(in->interval_hours);
    UL_TRY(divide(made->arena, in, whole_h, &sec));
    UL_TRY(rent_each(made, jobs->data, whole_h, &individual));
    put_split(made, "sec", &sec);
    put_split(made, "individual", &individual);
    for (int c = MEDIUM; c <= LIGHT; c++)
        ul_put(made, "prices", class_name[c], "break-even", 100 * break_even(in, c));
    for (size_t t = 0; t < in->n_intervals; t++)
        ul_put_point(made, 0, "in use", (double)t,
                     (double)ul_reservation_hours(in, t) / (double)in->interval_hours);
    for (int end = 0; end < 2; end++) {
        const double week = end == 0 ? 0 : (double)in->n_intervals - 1;
        ul_put_point(made, 0, "worth 3y-medium", week, (double)sec.count[MEDIUM]);
        ul_put_point(made, 0, "or 3y-light", week, (double)(sec.count[MEDIUM] + sec.count[LIGHT]));
    }
    return ul_put_note(made, "Hours paid for, ranks of instances by the break-even of their use "
        "over the %s. SEC: the leases of its scheduler. Individual: each job on nodes of its own, ranked "
        "within its user.", ul_table_text(made, "over"));
}

static ul_status experiment(ul_table_made *made)
{
    const char *path = ul_table_text(made, "trace");
    ul_micro first_s = UL_SCHEDULE_SECONDS_MAX, last_s = 0;
    const ul_instance *jobs, *leases;
    const ul_run *run;
    if (path[0] == '\0') {
        for (int c = 0; c < N_CLASSES; c++) {
            ul_put(made, "sec", class_name[c], "share", NAN);
            ul_put(made, "individual", class_name[c], "share", NAN);
        }
        return ul_put_note(made, "Not made: the trace is missing; --set trace=FILE takes "
            "SDSC-DS-2004-2.1-cln.swf of the Parallel Workloads Archive.");
    }
    UL_TRY(ul_table_instance(made, &(ul_source_options){.input = &path}, &jobs,
                             "swf-jobs processors=%.0f", ul_table_param(made, "processors")));
    UL_TRY(ul_table_run(made, jobs, "sec", NULL, &run));
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        first_s = at->ordered_s < first_s ? at->ordered_s : first_s;
        last_s = at->released_s > last_s ? at->released_s : last_s;
    }
    UL_TRY(ul_sec_demand(made, plan, plan->in->name, classes, &leases));
    return put_rows(made, jobs, leases, ul_micro_double(last_s - first_s) / 3600);
}

const ul_table ul_table_sec_table1 = {
    .name = "sec-table1", .paper = "SEC, Section 1, Table 1 and Figure 1",
    .brief = "how much of a batch trace's demand each lease is worth", .of = "mode",
    .who = "class", .hidden = "instance-hours (h); users (count)",
    .column = UL_COLUMNS(UL_COL("instances", "count", 0),
        UL_COL("share", "%", 2, .head = "of instance-hours"), UL_COL("break-even", "%", 1)),
    .panel = UL_PANELS({UL_STEP_LINES, .title = "instances paid for, weekly mean", .x_title =
         "weeks of the trace"}),
    .param = UL_PARAMS(
        UL_TEXT("trace", "", "a batch trace, SDSC-DS-2004-2.1-cln.swf of the archive"),
        UL_SEC_PROCESSORS,
        UL_CHOICE("over", "trace",
                  "time of which a rank's use is a share: the trace's, or the lease's",
                  "trace|term"), UL_TABLE_PICTURE("")), .experiment = experiment,
};
