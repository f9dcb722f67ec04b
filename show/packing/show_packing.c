/* A packing instance at a glance, and the packing kind's view.
 *
 * O(tasks + shapes * types * resources); memory of one number a shape.
 */
#include <stdio.h>
#include <string.h>

#include "draw_packing.h"
#include "output.h"
#include "packing_bound.h"
#include "packing_groups.h"
#include "packing_plan.h"
#include "sheet.h"
#include "status.h"
#include "view.h"

enum { TYPES_SHOWN = 40 };

/* Demand of a shape where it would run alone: on its cheapest type. */
static const ul_micro *alone(const ul_packing *in, size_t s)
{
    return ul_packing_demand(in, s, in->type[ul_packing_cheapest_for(in, s)].family);
}

static ul_cost no_packing_cost(const ul_packing *in, const uint64_t *copies)
{
    ul_cost total = 0;
    for (size_t s = 0; s < in->n_shapes; s++)
        total += (ul_cost)in->type[ul_packing_cheapest_for(in, s)].price * (ul_cost)copies[s];
    return total * UL_COST_PER_MICRO;
}

static ul_status show_types(const ul_packing *in, const uint64_t *copies, ul_arena *arena,
                            ul_output *out)
{
    char align[UL_RESOURCES_MAX + 6], number[UL_NUMBER_TEXT];
    ul_sheet *table;
    memset(align, 'r', sizeof align);
    align[0] = align[1] = 'l';
    align[(in->is_limited ? 5 : 4) + in->n_resources] = '\0';
    UL_TRY(ul_sheet_new(arena, "types", "", "", align, &table));
    ul_sheet_cell(table, "type");
    ul_sheet_cell(table, "family");
    ul_sheet_cell(table, "$/hour");
    for (size_t r = 0; r < in->n_resources; r++)
        ul_sheet_cell(table, "%.24s", in->resource[r]);
    if (in->is_limited)
        ul_sheet_cell(table, "supply");
    ul_sheet_cell(table, "cheapest for");
    const size_t shown = in->n_types <= TYPES_SHOWN ? in->n_types : TYPES_SHOWN;
    for (size_t k = 0; k < shown; k++) {
        const ul_packing_type *type = &in->type[k];
        uint64_t tasks = 0;
        for (size_t s = 0; s < in->n_shapes; s++)
            tasks += ul_packing_cheapest_for(in, s) == k ? copies[s] : 0;
        ul_sheet_cell(table, "%.40s", type->name);
        ul_sheet_cell(table, "%.24s", in->family[type->family]);
        ul_sheet_cell(table, "%s", ul_micro_text(type->price, number));
        for (size_t r = 0; r < in->n_resources; r++)
            ul_sheet_cell(table, "%s", ul_micro_text(type->capacity[r], number));
        if (in->is_limited)
            ul_sheet_cell(table, type->supply == UL_ANY_NUMBER ? "any" : "%u", type->supply);
        ul_sheet_cell(table, tasks == 0 ? "-" : "%llu", (unsigned long long)tasks);
    }
    UL_TRY(ul_sheet_text(table, out));
    if (shown < in->n_types)
        ul_output_format(out, "  and %zu more types\n", in->n_types - shown);
    return UL_OK;
}

/* Each resource: what all tasks ask for, and how many of the largest machines that fills. */
static ul_status show_demand(const ul_packing *in, const uint64_t *copies, ul_arena *arena,
                             ul_output *out)
{
    char number[UL_NUMBER_TEXT];
    ul_sheet *table;
    UL_TRY(ul_sheet_new(arena, "demand", "", "", "lrrrrl", &table));
    static const char *const head[] = {"demand", "total", "mean", "largest", "fills", "of"};
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(table, "%s", head[c]);
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_cost total = 0;
        ul_micro largest = 0;
        size_t widest = 0;
        for (size_t s = 0; s < in->n_shapes; s++) {
            const ul_micro need = alone(in, s)[r];
            total += (ul_cost)need * (ul_cost)copies[s];
            largest = need > largest ? need : largest;
        }
        for (size_t k = 1; k < in->n_types; k++)
            widest = in->type[k].capacity[r] > in->type[widest].capacity[r] ? k : widest;
        const ul_packing_type *type = &in->type[widest];
        ul_sheet_cell(table, "%.24s", in->resource[r]);
        ul_sheet_cell(table, "%s", ul_cost_text(total * UL_COST_PER_MICRO, number));
        ul_sheet_cell(table, "%.3g", (double)total / 1e6 / (double)in->n_copies);
        ul_sheet_cell(table, "%s", ul_micro_text(largest, number));
        if (type->capacity[r] > 0)
            ul_sheet_cell(table, "%.1f", (double)total / (double)type->capacity[r]);
        else
            ul_sheet_cell(table, "-");
        ul_sheet_cell(table, "%.40s", type->name);
    }
    return ul_sheet_text(table, out);
}

static void show_tasks(const ul_packing *in, ul_output *out)
{
    size_t pairs, known = 0;
    ul_micro shortest = 0, longest = 0;
    ul_packing_pairs(in, &pairs);
    for (size_t j = 0; j < in->n_tasks; j++) {
        const ul_micro runtime = in->task[j].runtime_s;
        if (runtime < 0)
            continue;
        shortest = known == 0 || runtime < shortest ? runtime : shortest;
        longest = runtime > longest ? runtime : longest;
        known++;
    }
    ul_output_format(out, "  tasks       %llu in %zu record%s, %zu distinct shape%s\n",
                     (unsigned long long)in->n_copies, in->n_tasks, in->n_tasks == 1 ? "" : "s",
                     in->n_shapes, in->n_shapes == 1 ? "" : "s");
    ul_output_format(out, "  jobs        %zu\n  workloads   %zu\n  throughput  %zu record%s\n",
                     in->n_jobs, in->n_workloads, pairs, pairs == 1 ? "" : "s");
    if (known == 0)
        ul_output_text(out, "  runtimes    unknown\n");
    else
        ul_output_format(out, "  runtimes    known for %zu of %zu records, %.4g h to %.4g h\n",
                         known, in->n_tasks, ul_micro_double(shortest) / 3600,
                         ul_micro_double(longest) / 3600);
}

static ul_status show_with(const ul_packing *in, uint64_t *copies, ul_arena *arena, ul_output *out)
{
    const char *why;
    char number[UL_NUMBER_TEXT];
    for (size_t j = 0; j < in->n_tasks; j++)
        copies[in->task[j].shape] += in->task[j].copies;
    ul_output_format(out, "%s (packing)\n  sha256      %s\n", in->name, in->sha256);
    show_tasks(in, out);
    UL_TRY(show_types(in, copies, arena, out));
    UL_TRY(show_demand(in, copies, arena, out));
    ul_output_format(out, "\n  no packing   $%s an hour: each task alone on its cheapest type%s\n",
                     ul_cost_text(no_packing_cost(in, copies), number),
                     in->is_limited ? ", were there enough of each" : "");
    const ul_cost bound = ul_packing_bound(in, copies, NULL, &why);
    ul_output_format(out, "  lower bound  $%.2f an hour, rounded: by %s\n", ul_cost_double(bound),
                     why);
    return UL_OK;
}

static ul_status show(const void *data, ul_output *out)
{
    const ul_packing *in = data;
    uint64_t *copies;
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, copies, in->n_shapes);
    return show_with(in, copies, arena, out);
}

/* Calls fn for each type the plan uses, in the instance's order, with its number of machines. */
typedef void (*type_fn)(ul_output *out, const char *name, uint64_t machines, bool first);

static ul_status count_types(const ul_packing_plan *plan, ul_output *out, type_fn fn,
                             uint64_t *machines)
{
    uint64_t *count;
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, count, plan->in->n_types);
    *machines = 0;
    for (size_t i = 0; i < plan->n_bins; i++) {
        count[plan->bin[i].type] += plan->bin[i].copies;
        *machines += plan->bin[i].copies;
    }
    bool first = true;
    for (size_t k = 0; k < plan->in->n_types; k++)
        if (count[k] > 0) {
            fn(out, plan->in->type[k].name, count[k], first);
            first = false;
        }
    return UL_OK;
}

static void brief_type(ul_output *out, const char *name, uint64_t machines, bool first)
{
    ul_output_format(out, "%s%llu %s", first ? "" : ", ", (unsigned long long)machines, name);
}

static ul_status brief(const void *plan, ul_output *out)
{
    uint64_t machines = 0;
    UL_TRY(count_types(plan, out, brief_type, &machines));
    ul_output_format(out, " (%llu machine%s)", (unsigned long long)machines,
                     machines == 1 ? "" : "s");
    return UL_OK;
}

static void json_type(ul_output *out, const char *name, uint64_t machines, bool first)
{
    ul_output_text(out, first ? "" : ", ");
    ul_json_string(out, name);
    ul_output_format(out, ": %llu", (unsigned long long)machines);
}

static ul_status json_bins(const void *plan, ul_output *out)
{
    uint64_t machines;
    ul_output_text(out, "{");
    UL_TRY(count_types(plan, out, json_type, &machines));
    ul_output_text(out, "}");
    return UL_OK;
}

/* ---- a plan: equal machines in one row, those that cost most ---- */

enum { ROWS_SHOWN = 30, TASKS_TEXT = 60 };

/* "3 gcn, 1 a3c", or the tasks' own names where they have no workload. */
static void name_tasks(const ul_packing *in, const ul_packing_group *group, char text[TASKS_TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t q = 0; q < group->n_parts; q++) {
        const ul_packing_part *part = &group->part[q];
        const char *name = part->workload == UL_PACKING_NONE ? in->task[part->task].name
                                                             : in->workload[part->workload];
        char one[TASKS_TEXT];
        const size_t length = (size_t)snprintf(one, sizeof one, "%s%llu %.24s", q == 0 ? "" : ", ",
                                               (unsigned long long)part->count, name);
        if (used + length + 5 >= TASKS_TEXT) {
            strcpy(text + used, ", ...");
            return;
        }
        strcpy(text + used, one);
        used += length;
    }
}

static double fullness(const ul_packing *in, const ul_packing_group *group, size_t r)
{
    const ul_packing_type *type = &in->type[group->type];
    double used = 0;
    for (size_t q = 0; q < group->n_parts; q++)
        used += (double)ul_packing_demand(in, group->part[q].shape, type->family)[r]
                * (double)group->part[q].count;
    return used / (double)type->capacity[r];
}

static void add_row(const ul_packing *in, const ul_packing_group *group, ul_sheet *sheet)
{
    char number[UL_NUMBER_TEXT], tasks[TASKS_TEXT];
    const ul_packing_type *type = &in->type[group->type];
    name_tasks(in, group, tasks);
    ul_sheet_cell(sheet, "%llu", (unsigned long long)group->machines);
    ul_sheet_cell(sheet, "%.40s", type->name);
    ul_sheet_cell(sheet, "%s", ul_micro_text(type->price, number));
    for (size_t r = 0; r < in->n_resources; r++) {
        if (type->capacity[r] > 0)
            ul_sheet_cell(sheet, "%.0f%%", 100 * fullness(in, group, r));
        else
            ul_sheet_cell(sheet, "-");
    }
    ul_sheet_cell(sheet, "%s", tasks);
}

static ul_status show_groups(const ul_packing_plan *plan, ul_arena *arena, ul_output *out)
{
    const ul_packing *in = plan->in;
    char align[UL_RESOURCES_MAX + 6];
    ul_packing_group *group;
    size_t n;
    ul_sheet *sheet;
    UL_TRY(ul_packing_groups(plan, arena, &group, &n));
    memset(align, 'r', sizeof align);
    align[1] = align[3 + in->n_resources] = 'l';
    align[4 + in->n_resources] = '\0';
    UL_TRY(ul_sheet_new(arena, "machines", "", "", align, &sheet));
    ul_sheet_cell(sheet, "machines");
    ul_sheet_cell(sheet, "type");
    ul_sheet_cell(sheet, "$/hour");
    for (size_t r = 0; r < in->n_resources; r++)
        ul_sheet_cell(sheet, "%.24s", in->resource[r]);
    ul_sheet_cell(sheet, "each with");
    for (size_t q = 0; q < n && q < ROWS_SHOWN; q++)
        add_row(in, &group[q], sheet);
    UL_TRY(ul_sheet_text(sheet, out));
    if (n > ROWS_SHOWN)
        ul_output_format(out, "  and %zu more kinds of machine\n", n - ROWS_SHOWN);
    return UL_OK;
}

static ul_status detail(const void *plan, ul_output *out)
{
    UL_OWN_ARENA(arena);
    return show_groups(plan, arena, out);
}

const ul_view ul_view_packing = {
    .kind = &ul_kind_packing,
    .show = show,
    .brief = brief,
    .detail = detail,
    .draw = ul_draw_packing,
    .json_name = "bins",
    .json = json_bins,
};
