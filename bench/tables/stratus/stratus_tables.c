/* Stratus' Figures 4 to 8 and Tables 2 and 3: four schedulers on two workloads, by what they
 * cost on spot and on demand, how full their machines are and how long jobs wait; from
 * SuperCloud to Stratus, one part after the other; and estimates that are off.
 *
 * One workload is like Google's (many short jobs), one stands for TwoSigma's (memory-heavy, jobs
 * of many tasks). Where the folder `traces` has the first part of Google's trace, the one is a
 * day drawn from the jobs that finished in it and the other all jobs that ended in it; else both
 * are generated. Each is run several times, with other jobs where they are drawn, other
 * estimates and other start-up times.
 *
 * The paper estimates run times by JVuPredict, which is not public. Estimates are exact here,
 * which it says lowers its cost by 5% and 9%; where it speaks of JVuPredict itself, those of
 * Figure 8 stand for it whose cost is nearest to that, three times too long at most. */
#include "schedule_plan.h"
#include "statistics.h"
#include "table.h"

enum { GOOGLE, TWO_SIGMA };
static const char *const workload[] = {"google", "two-sigma", NULL};

enum { DAY_JOBS = 10292, TWO_SIGMA_JOBS = 809 };

/* In the order of the trials' columns. */
enum { COST, CPU_USED, RAM_USED, MEDIAN, P95, RENTED, CLEARED, MOVED, MOVES, MOVING, MEASURES };
static const char *const name[MEASURES] = {"cost", "vCPU used", "memory used", "latency 50%",
                                           "latency 95%", "machines", "cleared", "tasks moved",
                                           "moves", "moving"};

/* A scheduler with its settings, under estimates that are off by a factor; rows of one
 * factor follow each other. */
typedef struct {
    const char *label, *method;
    const char *off; /* the factor; 1: exact */
} row_of;

/* ---- measures ---- */

/* Percent of what was paid for. */
static double share_used(const ul_schedule_plan *plan, size_t r)
{
    const ul_schedule *in = plan->in;
    double used = 0, paid = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        used += (double)ul_schedule_need(in, i, 0)[r] * (double)in->task[i].work_s;
    for (size_t m = 0; m < plan->n_machines; m++)
        paid += (double)in->type[plan->machine[m].type].capacity[r]
                * (double)(plan->machine[m].released_s - plan->machine[m].ordered_s);
    return 100 * used / paid;
}

static ul_status measure(ul_arena *arena, const ul_run_result *result, double *value)
{
    const ul_schedule_plan *plan = result->plan;
    const ul_schedule *in = plan->in;
    unsigned cleared = 0;
    uint32_t *stays;
    double *latency; /* from a job's submission to its end, over what it takes if no task waits */
    (void)sscanf(result->note, "%u machines cleared", &cleared);
    value[COST] = ul_cost_double(result->cost);
    value[CPU_USED] = share_used(plan, 0);
    value[RAM_USED] = share_used(plan, 1);
    value[RENTED] = (double)plan->n_machines;
    value[CLEARED] = cleared;
    value[MOVES] = (double)(plan->n_stays - in->n_tasks);
    UL_ALLOC(arena, stays, in->n_tasks);
    UL_ALLOC(arena, latency, in->n_jobs);
    for (size_t s = 0; s < plan->n_stays; s++) {
        value[MOVED] += stays[plan->stay[s].task]++ == 1;
        value[MOVING] += ul_micro_double(plan->stay[s].to_s - plan->stay[s].stopped_s);
        const uint32_t j = in->task[plan->stay[s].task].job;
        latency[j] = fmax(latency[j], ul_micro_double(plan->stay[s].to_s - in->job[j].arrival_s));
    }
    for (size_t j = 0; j < in->n_jobs; j++) {
        const ul_micro least_s = ul_schedule_alone_s(in, &in->job[j]);
        latency[j] /= ul_micro_double(least_s > 1 ? least_s : 1);
    }
    ul_stat_sort(latency, in->n_jobs);
    value[MEDIAN] = latency[in->n_jobs / 2];
    value[P95] = latency[(size_t)((double)in->n_jobs * 0.95)];
    return UL_OK;
}

/* What the paper says of its jobs: how many are small, and how long tasks run. */
static ul_status put_jobs(ul_table_made *made, const char *of, const ul_schedule *in)
{
    double small = 0, *run_s;
    UL_ALLOC(made->arena, run_s, in->n_tasks);
    for (size_t j = 0; j < in->n_jobs; j++)
        small += in->job[j].n_tasks < 10;
    for (size_t i = 0; i < in->n_tasks; i++)
        run_s[i] = ul_micro_double(in->task[i].work_s);
    ul_stat_sort(run_s, in->n_tasks);
    ul_put(made, of, "jobs", "below ten tasks", 100 * small / (double)in->n_jobs);
    ul_put(made, of, "jobs", "median run", run_s[in->n_tasks / 2] / 60);
    return ul_put_note(made, "%s: %zu jobs with %zu tasks.", of, in->n_jobs, in->n_tasks);
}

/* ---- runs ---- */

/* What machines cost: on demand where that is no parameter. */
static const char *price_of(const ul_table_made *made)
{
    const char *price = ul_table_text(made, "price");
    return price[0] == '\0' ? "on-demand" : price;
}

static ul_status make_jobs(ul_table_made *made, size_t w, size_t draw, const char *off,
                           const ul_instance **instance)
{
    static const char *const of[2][2] = {{"like=google", "like=two-sigma"},
                                         {"span=86400", "filter=any-end"}}; /* a day's */
    const size_t jobs = (size_t)ul_table_param(made, "jobs");
    const char *input;
    UL_TRY(ul_table_trace(made, "task_events-part-00000-of-00500.csv", &input));
    const bool traced = input != NULL;
    if (!traced)
        made->unlike = "the paper's numbers are of real jobs (--set traces=FOLDER)";
    return ul_table_instance(made, &(ul_source_options){
        .tasks = traced ? 0 : jobs > 0 ? jobs : w == GOOGLE ? DAY_JOBS : TWO_SIGMA_JOBS,
        .seed = made->request->seed + draw, .input = &input},
        instance, "%s price=%s misestimate=%s errors=%s startup=%g %s%s",
        traced ? "google-2011-jobs" : "google-jobs", price_of(made), off,
        ul_table_text(made, "errors"), ul_table_param(made, "startup"), of[traced][w],
        traced && w == TWO_SIGMA ? ul_text(made, " longer=%s", ul_table_text(made, "longer")) : "");
}

static ul_status run_row(ul_table_made *made, const ul_instance *instance, size_t w, size_t draw,
                         const row_of *row)
{
    const char *of = workload[w];
    double value[MEASURES] = {0};
    char cost[UL_NUMBER_TEXT];
    const char *text = "", *set = ul_same(row->method, "fleet") && w == TWO_SIGMA
                                      ? " resource=ram_gb" : "";
    const ul_run *run;
    UL_TRY(ul_table_run(made, instance, ul_text(made, "%s%s", row->method, set),
                        &(ul_run_options){.seed = made->request->seed + draw}, &run));
    UL_TRY(measure(made->arena, ul_run_result_of(run), value));
    for (size_t m = 0; m < MEASURES; m++)
        ul_add(made, of, row->label, name[m], value[m]);
    ul_add(made, of, row->label, "used", value[w == GOOGLE ? CPU_USED : RAM_USED]);
    for (size_t m = COST + 1; m < MEASURES; m++)
        text = ul_text(made, "%s%.6g\t", text, value[m]);
    ul_table_trial(made, "workload\tdraw\tmisestimate\tscheduler\tcost\tcpu_used\tram_used\t"
                            "latency_p50\tlatency_p95\tmachines\tcleared\ttasks_moved\tmoves\t"
                            "moving_s\tcpu_s",
                   "%s\t%zu\t%s\t%s\t%s\t%s%.3f", of, draw + 1, row->off, row->label,
                   ul_cost_text(ul_run_result_of(run)->cost, cost), text,
                   ul_run_result_of(run)->cpu_s);
    return UL_OK;
}

static ul_status run_draw(ul_table_made *made, size_t w, size_t draw, bool wants_floor)
{
    const char *jobs = workload[w];
    double floor = NAN;
    for (const row_of *row = made->self->data, *first = row; row->label != NULL; first = row) {
        const ul_instance *instance;
        UL_TRY(make_jobs(made, w, draw, row->off, &instance));
        if (row == made->self->data && wants_floor)
            UL_TRY(ul_table_floor(made, instance, ul_text(made, "-%s-%zu", jobs, draw + 1), "",
                                  &floor));
        if (row == made->self->data && draw == 0)
            UL_TRY(put_jobs(made, jobs, instance->data));
        for (; row->label != NULL && ul_same(row->off, first->off); row++)
            UL_TRY(run_row(made, instance, w, draw, row));
        ul_table_let_go(made, NULL);
    }
    if (wants_floor)
        ul_add(made, jobs, "all", "floor", floor);
    return UL_OK;
}

/* Runs every row of the table's data (they end with a NULL label) on both workloads and puts
 * MEASURED, means over draws; `floor` where that is wanted. */
static ul_status run_rows(ul_table_made *made, bool wants_floor)
{
    const size_t n_draws = (size_t)ul_table_param(made, "draws");
    for (size_t w = 0; workload[w] != NULL; w++)
        for (size_t draw = 0; draw < n_draws; draw++)
            UL_TRY(run_draw(made, w, draw, wants_floor));
    return ul_put_note(made, "Means of %zu, machines at %s prices. Two-sigma stands for a trace "
        "that is not public.", n_draws, price_of(made));
}

#define MEASURED                                                                                  \
    "cost ($); floor ($); vCPU used (%); memory used (%); used (%); latency 50% (x); latency 95% " \
    "(x); machines (count); cleared (count); tasks moved (count); moves (count); moving (s); "    \
    "below ten tasks (%); median run (min)"

#define PARAMS(draws)                                                                             \
    UL_TEXT("traces", "", "folder with part 0 of Google's task_events; without it jobs are "      \
                          "generated"),                                                           \
    UL_COUNT("jobs", "0", "so many jobs are generated; 0: a day like Google's, 809 like "         \
                          "TwoSigma's", 0, 1e7),                                                  \
    UL_COUNT("draws", draws, "times that each is run", 1, 20),                                    \
    UL_REAL("startup", "-1", "seconds until a machine is usable; -1: drawn from 30 to 160", -1,   \
            1e6),                                                                                 \
    UL_REAL("longer", "7", "TwoSigma's runs, than those of Google's trace that stand for them",   \
            1e-3, 1e6),                                                                           \
    UL_CHOICE("errors", "task", "whether estimates are off for each task or for each job",        \
              "task|job"), UL_TABLE_PICTURE("")
#define PRICE(preset)                                                                             \
    UL_CHOICE("price", preset, "what machines cost: means on spot, spot prices that move, on "    \
                               "demand", "spot|moving|on-demand")

/* ---- the tables ---- */

#define SCHEDULERS \
    {"stratus", "stratus", "1"}, {"fleet", "fleet", "1"}, {"hotspot", "hotspot", "1"}, \
    {"supercloud", "supercloud", "1"}
static const row_of schedulers[] = {SCHEDULERS, {0}};
static const row_of with_cheapest[] = {
    SCHEDULERS, {"stratus, cheapest fit", "stratus scaling=cheapest", "1"}, {0}};

/* ---- Figures 4 and 7 ---- */

static ul_status put_costs(ul_table_made *made)
{
    const row_of *row = made->self->data;
    UL_TRY(run_rows(made, true));
    for (const char *const *of = workload; *of != NULL; of++) {
        const double stratus = ul_got(made, *of, "stratus", "cost");
        const double floor = ul_got(made, *of, "all", "floor");
        for (size_t q = 0; row[q].label != NULL; q++) {
            const char *who = row[q].label;
            const double other = ul_got(made, *of, who, "cost");
            const double saved = 100 * (1 - stratus / other);
            ul_put(made, *of, who, "above the floor", 100 * (other / floor - 1));
            if (q == 0)
                continue;
            ul_put(made, *of, who, "Stratus saves", saved);
            ul_put(made, *of, who, "gap closed", 100 * (other - stratus) / (other - floor));
            ul_put(made, *of, who, "dearer", 100 * (other / stratus - 1));
            ul_add(made, *of, "others", "saving", q < 4 ? saved : NAN);
            ul_add(made, "both", "others", "saving", q < 4 ? saved : NAN);
        }
    }
    return ul_put_note(made, "Cost, what Stratus saves of it, how far it is above what no schedule "
        "can undercut (schedule-floor), and how much of what others pay above that Stratus does "
        "not.");
}

static const ul_column cost_column[] = {
    UL_COL("cost", "$", 2, .of = "*"), UL_COL("Stratus saves", "%", 1, .of = "*"),
    UL_COL("dearer", "%", 1, .of = "*"), UL_COL("above the floor", "%", 1, .of = "*"),
    UL_COL("gap closed", "%", 0, .of = "*"), {0}};

/* ---- Figure 5 and Table 2 ---- */

static ul_status experiment_schedulers(ul_table_made *made)
{
    ul_put_note(made, "Used: requests times run times over capacity paid for, of what there is "
        "least of. Latency: from a job's submission to its end, over what it takes when every task "
        "runs at once; the median job and the 95th of a hundred.");
    return run_rows(made, false);
}

static const ul_column used_column[] = {
    UL_COL("used", "%", 1, .head = "", .of = "*"), UL_COL("vCPU used", "%", 1, .of = "*"),
    UL_COL("memory used", "%", 1, .of = "*"), {0}};
static const ul_column latency_column[] = {
    UL_COL("latency 50%", "x", 2, .head = "50%", .of = "*"),
    UL_COL("latency 95%", "x", 1, .head = "95%", .of = "*"), {0}};

/* ---- Figure 6 ---- */

static const row_of parts[] = {
    {"supercloud", "supercloud", "1"},
    {"+ packing", "supercloud packing=dot-product", "1"},
    {"+ scaling", "supercloud packing=dot-product scaling=efficient", "1"},
    {"+ clearing", "supercloud packing=dot-product scaling=efficient clearing=yes", "1"},
    {"+ bins: stratus", "stratus", "1"}, {0}};

/* What Stratus still saves after each part, and what the part brought. */
static ul_status experiment_fig6(ul_table_made *made)
{
    enum { CLEARING = 3, STRATUS = 4 };
    const row_of *row = parts;
    UL_TRY(run_rows(made, false));
    for (const char *const *of = workload; *of != NULL; of++) {
        for (size_t q = 0; q <= STRATUS; q++) {
            const double saves = ul_below(made, *of, row[STRATUS].label, row[q].label, "cost");
            ul_put(made, *of, row[q].label, "Stratus saves", saves);
            if (q > 0)
                ul_put(made, *of, row[q].label, "less than before",
                       ul_got(made, *of, row[q - 1].label, "Stratus saves") - saves);
        }
        ul_add(made, "both", "stratus", "moving falls by",
               ul_below(made, *of, row[STRATUS].label, row[CLEARING].label, "moving"));
    }
    return ul_put_note(made, "Each row adds a part to the one above; clearing knows run times, as "
        "in the paper. Less than before: by how many points the part lowers what Stratus saves.");
}

static const ul_column parts_column[] = {
    UL_COL("cost", "$", 2, .of = "*"), UL_COL("Stratus saves", "%", 1, .of = "*"),
    UL_COL("less than before", "%", 1, .of = "*"), {0}};

/* ---- Figure 8 ---- */

enum { FACTORS = 9 };
#define FACTOR(h) {"h=" h, "stratus", h}, {"h=" h ", no clearing", "stratus clearing=no", h}
static const row_of factors[] = {
    FACTOR("0.01"), FACTOR("0.03"), FACTOR("0.1"), FACTOR("0.3"), FACTOR("1"), FACTOR("3"),
    FACTOR("10"), FACTOR("30"), FACTOR("100"), {0}};

static ul_status experiment_fig8(ul_table_made *made)
{
    UL_TRY(run_rows(made, false));
    for (const char *const *of = workload; *of != NULL; of++)
        for (size_t h = 0; h < FACTORS; h++) {
            const char *who = factors[2 * h].label, *without = factors[2 * h + 1].label;
            ul_put(made, *of, who, "dearer without", ul_above(made, *of, without, who, "cost"));
            ul_put(made, *of, who, "clearing saves", ul_below(made, *of, who, without, "cost"));
            ul_put(made, *of, who, "exact saves", ul_below(made, *of, "h=1", who, "cost"));
            ul_put(made, *of, who, "moving falls by", ul_below(made, *of, "h=1", who, "moving"));
            ul_put(made, *of, who, "moves of a task", ul_got(made, *of, who, "moves")
                                                          / ul_got(made, *of, who, "tasks moved"));
        }
    return ul_put_note(made, "Estimates are run times times a factor drawn between h and 1 for "
        "each task. What exact ones save, and by how much the time spent moving falls, is against "
        "the row's.");
}

static const ul_column factor_column[] = {
    UL_COL("cost", "$", 2, .of = "*"), UL_COL("dearer without", "%", 1, .of = "*"),
    UL_COL("clearing saves", "%", 1, .of = "*"), UL_COL("exact saves", "%", 1, .of = "*"),
    UL_COL("used", "%", 1, .of = "*"), UL_COL("machines", "count", 0, .of = "*"),
    UL_COL("cleared", "count", 0, .of = "*"), {0}};

/* ---- Table 3 ---- */

static const row_of ends[] = {{"h=0.01", "stratus", "0.01"}, {"h=1", "stratus", "1"},
                              {"h=100", "stratus", "100"}, {0}};

static ul_status experiment_table3(ul_table_made *made)
{
    ul_put_note(made, "From a job's submission to its end, over what it takes when every task runs "
        "at once.");
    return run_rows(made, false);
}

/* ---- what they look like ---- */

static const ul_param spot_param[] = {PARAMS("3"), PRICE("moving"), {0}};
static const ul_param fig4_param[] = {PARAMS("3"), PRICE("moving"), UL_TABLE_CERTIFICATES, {0}};
static const ul_param fig7_param[] = {PARAMS("3"), UL_TABLE_CERTIFICATES, {0}};
static const ul_param off_param[] = {PARAMS("1"), PRICE("moving"), {0}};

#define TABLE(what_, section_, place_, brief_, heading_, column_, look_, axis_, measure_, param_,      \
              rows_, experiment_)                                                                      \
    const ul_table ul_table_stratus_##what_ = {                                                        \
        .name = "stratus-" #what_, .paper = "Stratus, Section " section_ ", " place_, .brief = brief_, \
        .who = heading_, .column = column_, .hidden = "saving (%); moving falls by (%); moves of a task " \
        "(count); " MEASURED, .panel = UL_PANELS({look_, .title = axis_, .measure = measure_}),        \
        .param = param_, .data = rows_, .experiment = experiment_}

TABLE(fig4, "5.1", "Figure 4", "cost of Stratus, Fleet, HotSpot and SuperCloud on spot",
      "scheduler", cost_column, UL_SHARES, "cost, % of the dearest", "cost", fig4_param,
      with_cheapest, put_costs);
TABLE(fig5, "5.1", "Figure 5", "how full four schedulers' machines are", "scheduler", used_column,
      UL_BARS, "constraining resource used, %", "used", spot_param, schedulers,
      experiment_schedulers);
TABLE(fig6, "5.2", "Figure 6", "from SuperCloud to Stratus, one part after the other", "scheduler",
      parts_column, UL_BARS, "of the cost Stratus saves, %", "Stratus saves", spot_param, parts,
      experiment_fig6);
TABLE(fig7, "5.3", "Figure 7", "cost of four schedulers on demand", "scheduler", cost_column,
      UL_SHARES, "cost, % of the dearest", "cost", fig7_param, schedulers, put_costs);
TABLE(fig8, "5.4.2", "Figure 8", "cost and machines rented and cleared by how far estimates are off",
      "estimates", factor_column, UL_SHARES, "cost, % of the dearest", "cost", off_param, factors,
      experiment_fig8);
TABLE(table2, "5.1", "Table 2", "how long jobs take under four schedulers, over their run alone",
      "scheduler", latency_column, UL_BARS, "median latency over run alone", "latency 50%",
      spot_param, schedulers, experiment_schedulers);
TABLE(table3, "5.4.2", "Table 3", "how long jobs take under Stratus by how far estimates are off",
      "estimates", latency_column, UL_BARS, "median latency over run alone", "latency 50%",
      off_param, ends, experiment_table3);
