/* A packing plan as a table: equal machines in one row with what is on them and
 * how full each resource is. At most ROWS_SHOWN rows, those that cost most.
 * O(entries log entries).
 */
#include "show_packing_plan.h"

#include <stdio.h>
#include <string.h>

#include "packing_groups.h"
#include "sheet.h"

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

ul_status ul_show_packing_plan(const void *plan, ul_output *out)
{
    UL_OWN_ARENA(arena);
    return show_groups(plan, arena, out);
}
