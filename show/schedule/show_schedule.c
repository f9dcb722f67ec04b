/* A schedule at a glance: its world, who arrives when, what is asked for over time,
 * and what it would cost if nobody shared a machine. O(tasks log tasks).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw_schedule.h"
#include "json_writer.h"
#include "schedule.h"
#include "sheet.h"
#include "statistics.h"
#include "timeline.h"
#include "view.h"

enum { TYPES_SHOWN = 40, SLOTS = 12, RESOURCES_SHOWN = 6 };

/* Seconds a task works when it is alone, as far as a schedule can last. */
static double work_of(const ul_schedule *in, size_t i)
{
    const ul_schedule_job *job = &in->job[in->task[i].job];
    return job->per_second > 0 ? fmin(job->iterations / job->per_second,
                                      ul_micro_double(UL_SCHEDULE_SECONDS_MAX))
                               : ul_micro_double(in->task[i].work_s);
}

/* Seconds from the order of a machine until a single task has begun to make progress
 * on it. */
static ul_micro until_progress(const ul_schedule *in, size_t i, size_t k)
{
    const ul_schedule_job *job = &in->job[in->task[i].job];
    const ul_micro start_s = in->n_boots > 0
                                 ? ul_schedule_boot_s(in, 1)
                                 : in->type[k].billed_after_s + in->type[k].usable_after_s;
    return start_s + job->fetch_s + job->build_s + job->init_s;
}

/* Each task alone on its cheapest type, ordered when it arrives. */
static ul_cost no_packing_cost(const ul_schedule *in)
{
    ul_cost bill = 0;
    for (size_t i = 0; i < in->n_tasks; i++) {
        const uint32_t k = ul_schedule_cheapest_for(in, in->task[i].shape);
        const ul_micro ordered_s = in->task[i].arrival_s;
        const ul_micro released_s =
            ordered_s + until_progress(in, i, k) + (ul_micro)ceil(work_of(in, i) * 1e6);
        bill += ul_schedule_bill(in, k, ordered_s, released_s);
    }
    return ul_schedule_dollars(bill);
}

static void show_world(const ul_schedule *in, ul_output *out)
{
    char number[UL_NUMBER_TEXT];
    double rate;
    const ul_schedule_type *type = &in->type[0];
    if (in->round_s > 0)
        ul_output_format(out, "  rounds      every %s s\n", ul_micro_text(in->round_s, number));
    else
        ul_output_text(out, "  rounds      none: policies are asked at every event\n");
    if (type->billing_unit_s > 0)
        ul_output_format(out, "  billing     in units of %s s",
                         ul_micro_text(type->billing_unit_s, number));
    else
        ul_output_text(out, "  billing     to the microsecond");
    if (type->billing_least_s > 0)
        ul_output_format(out, ", at least %s s", ul_micro_text(type->billing_least_s, number));
    if (type->n_shares > 0)
        ul_output_format(out, ", with sustained-use discounts");
    const bool uniform = ul_schedule_uniform_throughput(in, &rate);
    if (uniform && rate == 1)
        ul_output_text(out, "\n  neighbours  do not slow each other down\n");
    else if (uniform)
        ul_output_format(out, "\n  neighbours  slow each other down to %g each\n", rate);
    else
        ul_output_format(out, "\n  neighbours  slow each other down, by pairs of %zu workloads\n",
                         ul_schedule_classes(in) - 1);
}

static ul_status show_work(const ul_schedule *in, ul_arena *arena, ul_output *out)
{
    double *work = ul_arena_alloc_raw(arena, in->n_tasks, sizeof *work), sum = 0;
    char text[3][UL_NUMBER_TEXT];
    UL_NEED(work);
    for (size_t i = 0; i < in->n_tasks; i++)
        sum += work[i] = work_of(in, i);
    ul_stat_sort(work, in->n_tasks);
    ul_output_format(out, "  work        %.6g hours in all; a task's median %s, mean %s, longest "
                          "%s\n", sum / 3600, ul_seconds_text(work[in->n_tasks / 2], text[0]),
                     ul_seconds_text(sum / (double)in->n_tasks, text[1]),
                     ul_seconds_text(work[in->n_tasks - 1], text[2]));
    return UL_OK;
}

static void show_jobs(const ul_schedule *in, ul_output *out)
{
    char text[2][UL_NUMBER_TEXT];
    size_t gangs = 0, longs = 0;
    for (size_t j = 0; j < in->n_jobs; j++) {
        gangs += in->job[j].gang && in->job[j].n_tasks > 1;
        longs += in->task[in->job[j].first_task].estimate_s > in->cutoff_s;
    }
    ul_output_format(out, "  jobs        %zu with %zu task%s, %zu distinct shapes", in->n_jobs,
                     in->n_tasks, in->n_tasks == 1 ? "" : "s", in->n_shapes);
    if (gangs > 0)
        ul_output_format(out, "; gangs: %zu", gangs);
    if (in->cutoff_s >= 0)
        ul_output_format(out, "; long, above %s s: %zu",
                         ul_micro_text(in->cutoff_s, text[0]), longs);
    const ul_micro first_s = in->job[0].arrival_s, last_s = in->job[in->n_jobs - 1].arrival_s;
    ul_output_format(out, "\n  arrivals    from second %s to %s", ul_micro_text(first_s, text[0]),
                     ul_micro_text(last_s, text[1]));
    if (in->n_jobs > 1)
        ul_output_format(out, ", one every %s",
                         ul_seconds_text(ul_micro_double(last_s - first_s)
                                             / (double)(in->n_jobs - 1), text[0]));
    ul_output_text(out, "\n");
}

static ul_status show_types(const ul_schedule *in, ul_arena *arena, ul_output *out)
{
    char align[UL_SCHEDULE_RESOURCES_MAX + 8], number[UL_NUMBER_TEXT];
    uint64_t *tasks = ul_arena_alloc(arena, in->n_types, sizeof *tasks);
    ul_sheet *table;
    UL_NEED(tasks);
    for (size_t i = 0; i < in->n_tasks; i++)
        tasks[ul_schedule_cheapest_for(in, in->task[i].shape)]++;
    memset(align, 'r', sizeof align);
    align[0] = align[1] = 'l';
    align[5 + in->n_resources] = '\0';
    UL_TRY(ul_sheet_new(arena, "types", "", "", align, &table));
    ul_sheet_cell(table, "type");
    ul_sheet_cell(table, "family");
    ul_sheet_cell(table, "$/hour");
    for (size_t r = 0; r < in->n_resources; r++)
        ul_sheet_cell(table, "%.24s", in->resource[r]);
    ul_sheet_cell(table, "usable after s");
    ul_sheet_cell(table, "cheapest for");
    const size_t shown = in->n_types <= TYPES_SHOWN ? in->n_types : TYPES_SHOWN;
    for (size_t k = 0; k < shown; k++) {
        const ul_schedule_type *type = &in->type[k];
        const ul_micro after_s = in->n_boots > 0 ? ul_schedule_boot_s(in, 1)
                                                 : type->billed_after_s + type->usable_after_s;
        ul_sheet_cell(table, "%.40s", type->name);
        ul_sheet_cell(table, "%.24s", in->family[type->family]);
        ul_sheet_cell(table, "%s%s", ul_micro_text(type->price, number),
                      type->n_prices > 0 ? " at first" : "");
        for (size_t r = 0; r < in->n_resources; r++)
            ul_sheet_cell(table, "%s", ul_micro_text(type->capacity[r], number));
        ul_sheet_cell(table, "%s%s", ul_micro_text(after_s, number),
                      in->n_boots > 0 || type->usable_at_most_s > type->usable_after_s
                          ? " or more"
                          : "");
        ul_sheet_cell(table, tasks[k] == 0 ? "-" : "%llu", (unsigned long long)tasks[k]);
    }
    UL_TRY(ul_sheet_text(table, out));
    if (shown < in->n_types)
        ul_output_format(out, "  and %zu more types\n", in->n_types - shown);
    return UL_OK;
}

/* What would run at once if every task ran from its arrival on, alone. */
typedef struct {
    double from_s, slot_s;
    size_t arrivals[SLOTS];
    double running[SLOTS], demand[SLOTS][RESOURCES_SHOWN];
} course;

static void add_task(const ul_schedule *in, course *c, size_t i)
{
    const double from_s = ul_micro_double(in->task[i].arrival_s) - c->from_s;
    const double to_s = from_s + work_of(in, i);
    const uint32_t k = ul_schedule_cheapest_for(in, in->task[i].shape);
    const ul_micro *need = ul_schedule_need(in, i, k);
    for (size_t q = (size_t)fmin(from_s / c->slot_s, SLOTS - 1); q < SLOTS; q++) {
        const double begin_s = (double)q * c->slot_s, end_s = begin_s + c->slot_s;
        const double share = (fmin(to_s, end_s) - fmax(from_s, begin_s)) / c->slot_s;
        if (!(share > 0))
            break;
        c->running[q] += share;
        for (size_t r = 0; r < in->n_resources && r < RESOURCES_SHOWN; r++)
            c->demand[q][r] += share * ul_micro_double(need[r]);
    }
}

static void follow(const ul_schedule *in, course *c)
{
    double end_s = 0;
    c->from_s = ul_micro_double(in->job[0].arrival_s);
    for (size_t i = 0; i < in->n_tasks; i++)
        end_s = fmax(end_s, ul_micro_double(in->task[i].arrival_s) + work_of(in, i));
    c->slot_s = fmax(end_s - c->from_s, 1) / SLOTS;
    for (size_t i = 0; i < in->n_tasks; i++) {
        const double at = (ul_micro_double(in->task[i].arrival_s) - c->from_s) / c->slot_s;
        c->arrivals[(size_t)fmin(at, SLOTS - 1)]++;
        add_task(in, c, i);
    }
}

static ul_status show_course(const ul_schedule *in, ul_arena *arena, ul_output *out)
{
    char align[RESOURCES_SHOWN + 4] = "rrr";
    course c = {0};
    ul_sheet *table;
    const size_t resources = in->n_resources < RESOURCES_SHOWN ? in->n_resources : RESOURCES_SHOWN;
    follow(in, &c);
    for (size_t r = 0; r < resources; r++)
        strcat(align, "r");
    UL_TRY(ul_sheet_new(arena, "course", "", "", align, &table));
    ul_sheet_cell(table, "from hour");
    ul_sheet_cell(table, "tasks arrive");
    ul_sheet_cell(table, "run at once");
    for (size_t r = 0; r < resources; r++)
        ul_sheet_cell(table, "%.24s", in->resource[r]);
    for (size_t q = 0; q < SLOTS; q++) {
        ul_sheet_cell(table, "%.2f", (c.from_s + (double)q * c.slot_s) / 3600);
        ul_sheet_cell(table, "%zu", c.arrivals[q]);
        ul_sheet_cell(table, "%.1f", c.running[q]);
        for (size_t r = 0; r < resources; r++)
            ul_sheet_cell(table, "%.1f", c.demand[q][r]);
    }
    return ul_sheet_text(table, out);
}

static ul_status show_tables(const ul_schedule *in, ul_arena *arena, ul_output *out)
{
    UL_TRY(show_work(in, arena, out));
    show_world(in, out);
    UL_TRY(show_types(in, arena, out));
    return show_course(in, arena, out);
}

static ul_status show(const void *data, ul_output *out)
{
    const ul_schedule *in = data;
    char dollars[UL_NUMBER_TEXT];
    ul_output_format(out, "%s (schedule)\n  sha256      %s\n", in->name, in->sha256);
    show_jobs(in, out);
    UL_OWN_ARENA(arena);
    UL_TRY(show_tables(in, arena, out));
    ul_output_format(out, "  Means over each time, if every task ran from its arrival on.\n\n"
                          "  no packing  $%s: each task alone on its cheapest type, from its "
                          "arrival\n", ul_dollars_text(no_packing_cost(in), dollars));
    return UL_OK;
}

/* ---- a timeline ---- */

/* Machines of each type, and the hours that are paid for; the caller frees *count. */
static ul_status count_types(const ul_schedule_plan *plan, size_t **count, double *hours)
{
    double billed_s = 0;
    *count = calloc(plan->in->n_types, sizeof **count);
    UL_NEED(*count);
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        (*count)[machine->type]++;
        billed_s += ul_micro_double(ul_schedule_billed_s(plan->in, machine->type,
                                                         machine->ordered_s,
                                                         machine->released_s));
    }
    *hours = billed_s / 3600;
    return UL_OK;
}

static ul_status brief(const void *data, ul_output *out)
{
    const ul_schedule_plan *plan = data;
    size_t *count;
    double hours;
    UL_TRY(count_types(plan, &count, &hours));
    ul_output_format(out, "%zu machine%s", plan->n_machines, plan->n_machines == 1 ? "" : "s");
    const char *between = " (";
    for (size_t k = 0; k < plan->in->n_types; k++) {
        if (count[k] == 0)
            continue;
        ul_output_format(out, "%s%zu %s", between, count[k], plan->in->type[k].name);
        between = ", ";
    }
    ul_output_format(out, "%s, %.2f hours paid", plan->n_machines == 0 ? "" : ")", hours);
    free(count);
    return UL_OK;
}

/* The measures, a line each. */
static ul_status detail(const void *data, ul_output *out)
{
    ul_measures measures = {0};
    UL_TRY(ul_timeline_measures(data, &measures));
    for (size_t q = 0; q < measures.n; q++)
        ul_output_format(out, "  %-22s  %.6g\n", measures.item[q].name, measures.item[q].value);
    return UL_OK;
}

static ul_status json_types(const void *data, ul_output *out)
{
    const ul_schedule_plan *plan = data;
    size_t *count;
    double hours;
    ul_json_writer json = ul_json_writer_on(out);
    UL_TRY(count_types(plan, &count, &hours));
    ul_json_open(&json, "{", ", ");
    for (size_t k = 0; k < plan->in->n_types; k++)
        if (count[k] > 0)
            ul_json_count_member(&json, plan->in->type[k].name, count[k]);
    ul_json_close(&json, "}");
    free(count);
    return UL_OK;
}

const ul_view ul_view_schedule = {
    .kind = &ul_kind_schedule,
    .show = show,
    .brief = brief,
    .detail = detail,
    .draw = ul_draw_schedule,
    .json_name = "machines",
    .json = json_types,
};
