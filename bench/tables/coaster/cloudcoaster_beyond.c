/* Beyond CloudCoaster's paper: what revocations do to it, what the servers for short jobs
 * cost above what their work must, and how few transient servers keep a promised delay. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coaster_cases.h"
#include "table_floor.h"

typedef ul_status (*filler)(ul_coaster_cases *cases);

static ul_status make_with(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                           filler fill)
{
    ul_coaster_cases *cases;
    UL_ALLOC(arena, cases, 1);
    ul_status status = ul_coaster_cases_begin(cases, request, arena, made);
    if (status == UL_OK)
        status = fill(cases);
    ul_coaster_cases_free(cases);
    return status;
}

static ul_status begin_sheet(ul_coaster_cases *cases, const char *name, const char *title,
                             const char *note, const char *align, const char *const *head)
{
    char jobs[120], text[600];
    snprintf(text, sizeof text, "%s %s.", note, ul_coaster_jobs_text(cases, jobs, sizeof jobs));
    UL_TRY(ul_sheet_new(cases->arena, name, title, ul_arena_text(cases->arena, text, strlen(text)),
                        align, &cases->made->table));
    for (size_t c = 0; c < strlen(align); c++)
        ul_sheet_cell(cases->made->table, "%s", head[c]);
    return UL_OK;
}

/* ---- revocations ---- */

static ul_status fill_revocations(ul_coaster_cases *cases)
{
    static const struct {
        const char *name, *set[2];
    } rate[] = {
        {"never", {"r=3", "revocations=0"}},
        {"every 18 hours", {"r=3", "revocations=0.0555556"}},
        {"every 4 hours", {"r=3", "revocations=0.25"}},
        {"every hour", {"r=3", "revocations=1"}},
        {"every 15 minutes", {"r=3", "revocations=4"}},
        {"every 5 minutes", {"r=3", "revocations=12"}},
    };
    static const char *const head[] = {"revoked on average", "short tasks wait", "99%", "at most",
                                       "long tasks", "tasks begun again", "transient in use"};
    UL_TRY(begin_sheet(cases, "cloudcoaster-revocations",
                       "CloudCoaster at r = 3 whose transient servers are taken away",
                       "Seconds; each transient server is revoked after an exponential time, what "
                       "runs on it begins again, what waits there goes to servers that stay. The "
                       "paper has none: it argues from 18 hours between failures.", "lrrrrrr", head));
    for (size_t q = 0; q < sizeof rate / sizeof *rate; q++) {
        UL_TRY(ul_coaster_case(cases, rate[q].name, "cloudcoaster", rate[q].set, 2, NULL, NULL));
        const ul_coaster_outcome *o = &cases->outcome[q];
        ul_sheet_cell(cases->made->table, "%s", o->name);
        ul_sheet_cell(cases->made->table, "%.2f", o->mean_s);
        ul_sheet_cell(cases->made->table, "%.1f", o->p99_s);
        ul_sheet_cell(cases->made->table, "%.1f", o->max_s);
        ul_sheet_cell(cases->made->table, "%.1f", o->long_mean_s);
        ul_sheet_cell(cases->made->table, "%.0f", o->restarts);
        ul_sheet_cell(cases->made->table, "%.1f", o->active);
        UL_TRY(ul_coaster_number(cases, o->name, "mean delay of short tasks", "s", o->mean_s, NAN));
        UL_TRY(ul_coaster_number(cases, o->name, "tasks begun again", "", o->restarts, NAN));
    }
    return ul_table_claim(cases->made, cases->arena, &(ul_claim){
        .what = "revocations every 18 hours do not matter: the mean delay grows by", .paper = 0,
        .ours = 100 * (cases->outcome[1].mean_s / cases->outcome[0].mean_s - 1),
        .sense = UL_CLAIM_AT_MOST, .tolerance = 5, .decimals = 1, .unit = "%",
        .origin = UL_DERIVED, .why = "servers are in use long enough to be revoked"});
}

static ul_status make_revocations(const ul_table_request *request, ul_arena *arena,
                                  ul_table_made *made)
{
    return make_with(request, arena, made, fill_revocations);
}

static const ul_param param[] = {UL_COASTER_TABLE_PARAMS, {0}};

const ul_table ul_table_cloudcoaster_revocations = {
    .name = "cloudcoaster-revocations",
    .brief = "CloudCoaster whose transient servers are revoked at a rate",
    .paper = "beyond CloudCoaster, Section 4.2",
    .param = param,
    .make = make_revocations,
};

/* ---- the price of the servers for short jobs ---- */

/* What a system ran on its servers for short jobs, as a workload: all slot-seconds as one
 * task, at the price of the cheapest slot. */
static ul_status partition_workload(const ul_coaster_outcome *o, const char *of, double ratio,
                                    ul_instance *instance)
{
    char text[400], seconds[UL_NUMBER_TEXT];
    const int length = snprintf(
        text, sizeof text, "ullage,1,schedule\nname,short-tasks%s\nresource,slots\nround,0\n"
        "billing,0,0\ntype,slot,slot,%.6f,1\njob,short,0,1,short,%s,free,1\n", of,
        floor(1e6 / ratio) / 1e6, ul_micro_text(o->partition_s, seconds));
    UL_TRY(ul_instance_parse("short tasks", text, (size_t)length, instance));
    const ul_status status = instance->kind->seal(instance->data);
    *instance = instance->kind->wrap(instance->data);
    return status;
}

/* The floor under that, and both kept where a folder for certificates is named: nothing else
 * makes the workload again. */
static ul_status partition_floor(ul_coaster_cases *cases, const ul_coaster_outcome *o,
                                 const char *of, double ratio, double *dollars)
{
    const char *folder = ul_param_text(cases->request->param, "certificates");
    char path[4200];
    ul_instance instance = {0};
    UL_TRY(partition_workload(o, of, ratio, &instance));
    snprintf(path, sizeof path, "%s/workload%s.csv", folder, of);
    ul_status status = ul_table_floor(cases->request, &instance, of, dollars);
    if (status == UL_OK && folder[0] != '\0')
        status = ul_instance_write(&instance, path);
    ul_instance_free(&instance);
    return status;
}

static ul_status floor_row(ul_coaster_cases *cases, size_t q, const char *of, double ratio)
{
    const ul_coaster_outcome *o = &cases->outcome[q];
    const double price = ul_coaster_price(o, ratio);
    double floor;
    UL_TRY(partition_floor(cases, o, of, ratio, &floor));
    ul_sheet *sheet = cases->made->table;
    ul_sheet_cell(sheet, "%s", o->name);
    ul_sheet_cell(sheet, "$%.2f", price);
    ul_sheet_cell(sheet, "%.1f", ul_micro_double(o->partition_s) / 3600);
    ul_sheet_cell(sheet, "%.1f", o->short_h);
    ul_sheet_cell(sheet, "$%.2f", floor);
    ul_sheet_cell(sheet, "%.1f", price / floor);
    ul_sheet_cell(sheet, "$%.2f", price - floor);
    ul_sheet_cell(sheet, "%.2f", o->mean_s);
    UL_TRY(ul_coaster_number(cases, o->name, "cost of servers for short jobs", "$", price, NAN));
    UL_TRY(ul_coaster_number(cases, o->name, "floor", "$", floor, NAN));
    return price >= floor ? UL_OK
                          : ul_fail(UL_E_INTERNAL, "%s: a bill of $%.6f is below its floor of $%.6f",
                                    o->name, price, floor);
}

static ul_status fill_floor(ul_coaster_cases *cases)
{
    static const struct {
        const char *name, *method, *set, *of;
        double ratio; /* how much cheaper the cheapest slot is */
    } system[] = {
        {"eagle, all stay", "eagle", NULL, "-eagle", 1},
        {"cloudcoaster, r = 1", "cloudcoaster", "r=1", "-cloudcoaster-1", 1},
        {"cloudcoaster, r = 2", "cloudcoaster", "r=2", "-cloudcoaster-2", 2},
        {"cloudcoaster, r = 3", "cloudcoaster", "r=3", "-cloudcoaster-3", 3},
    };
    static const char *const head[] = {"system", "cost", "slot-hours used", "of all short",
                                       "floor", "times", "above", "mean delay s"};
    UL_TRY(begin_sheet(cases, "cloudcoaster-floor",
                       "What the servers for short jobs cost, and what their work must",
                       "A server costs a dollar an hour, a transient one 1/r of it. The floor: a "
                       "task takes a slot for its message and its work wherever it runs, so the "
                       "slot-hours used there cost at least the price of the cheapest slot. The "
                       "other short tasks ran on general servers.", "lrrrrrrr", head));
    for (size_t q = 0; q < sizeof system / sizeof *system; q++) {
        UL_TRY(ul_coaster_case(cases, system[q].name, system[q].method, &system[q].set,
                               system[q].set != NULL, NULL, NULL));
        UL_TRY(floor_row(cases, q, system[q].of, system[q].ratio));
    }
    return UL_OK;
}

static ul_status make_floor(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return make_with(request, arena, made, fill_floor);
}

static const ul_param floor_param[] = {UL_COASTER_TABLE_PARAMS, UL_TABLE_CERTIFICATES, {0}};

const ul_table ul_table_cloudcoaster_floor = {
    .name = "cloudcoaster-floor",
    .brief = "the price of servers for short jobs against a proved floor",
    .paper = "beyond CloudCoaster, Section 3.1",
    .param = floor_param,
    .make = make_floor,
};

/* ---- the cheapest that keeps a promise ---- */

static double promised(const ul_coaster_cases *cases, const ul_coaster_outcome *o)
{
    const char *what = ul_param_text(cases->request->param, "measure");
    return strcmp(what, "p99") == 0 ? o->p99_s : strcmp(what, "p90") == 0 ? o->p90_s : o->mean_s;
}

/* Every K with every L, the most servers for short jobs last. */
static ul_status run_grid(ul_coaster_cases *cases)
{
    static const char *const most[] = {"k=0", "k=20", "k=40", "k=60", "k=80", "k=120", "k=160",
                                       "k=240"};
    static const char *const level[] = {"L=0.8", "L=0.9", "L=0.95", "L=0.97"};
    for (size_t k = 0; k < sizeof most / sizeof *most; k++)
        for (size_t q = 0; q < (k == 0 ? 1 : sizeof level / sizeof *level); q++) {
            const char *const set[] = {most[k], level[q]};
            char name[48];
            snprintf(name, sizeof name, "K %s, L %s", most[k] + 2, k == 0 ? "any" : level[q] + 2);
            UL_TRY(ul_coaster_case(cases, name, "cloudcoaster", set, 2, NULL, NULL));
        }
    return UL_OK;
}

static ul_status fill_target(ul_coaster_cases *cases)
{
    static const char *const head[] = {"setting", "cost", "in use", "mean", "90%", "99%", "keeps it"};
    const double target_s = ul_param_number(cases->request->param, "target");
    const double ratio = ul_param_number(cases->request->param, "ratio");
    size_t best = UL_NONE;
    char note[240];
    UL_TRY(run_grid(cases));
    for (size_t q = 0; q < cases->n; q++)
        if (promised(cases, &cases->outcome[q]) <= target_s
            && (best == UL_NONE || ul_coaster_price(&cases->outcome[q], ratio)
                                       < ul_coaster_price(&cases->outcome[best], ratio)))
            best = q;
    snprintf(note, sizeof note, "Cost of the servers for short jobs, a transient one %g times "
             "cheaper; delays of short tasks in seconds; promised: %s at most %g s. The cheapest "
             "that keeps it: %s.", ratio, ul_param_text(cases->request->param, "measure"), target_s,
             best == UL_NONE ? "none of these" : cases->outcome[best].name);
    UL_TRY(begin_sheet(cases, "cloudcoaster-target",
                       "The cheapest transient servers that keep a delay", note, "lrrrrrl", head));
    for (size_t q = 0; q < cases->n; q++) {
        const ul_coaster_outcome *o = &cases->outcome[q];
        ul_sheet_cell(cases->made->table, "%s", o->name);
        ul_sheet_cell(cases->made->table, "$%.2f", ul_coaster_price(o, ratio));
        ul_sheet_cell(cases->made->table, "%.1f", o->active);
        ul_sheet_cell(cases->made->table, "%.2f", o->mean_s);
        ul_sheet_cell(cases->made->table, "%.1f", o->p90_s);
        ul_sheet_cell(cases->made->table, "%.1f", o->p99_s);
        ul_sheet_cell(cases->made->table, "%s", q == best ? "cheapest"
                                                : promised(cases, o) <= target_s ? "yes" : "no");
        UL_TRY(ul_coaster_number(cases, o->name, "cost of servers for short jobs", "$",
                                 ul_coaster_price(o, ratio), NAN));
        UL_TRY(ul_coaster_number(cases, o->name, "mean delay of short tasks", "s", o->mean_s, NAN));
    }
    return UL_OK;
}

static ul_status make_target(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return make_with(request, arena, made, fill_target);
}

static const ul_param target_param[] = {
    UL_COASTER_TABLE_PARAMS,
    {.name = "target", .preset = "20", .form = UL_PARAM_REAL, .low = 0, .high = 1e6,
     .brief = "seconds that short tasks may wait"},
    {.name = "measure", .preset = "mean", .form = UL_PARAM_CHOICE, .choices = "mean|p90|p99",
     .brief = "of which this is asked"},
    {.name = "ratio", .preset = "3", .form = UL_PARAM_REAL, .low = 1, .high = 1000,
     .brief = "how many times cheaper a transient server is"},
    {0},
};

const ul_table ul_table_cloudcoaster_target = {
    .name = "cloudcoaster-target",
    .brief = "the fewest transient servers, and the threshold, that keep a delay",
    .paper = "beyond CloudCoaster, Section 3",
    .param = target_param,
    .make = make_target,
};
