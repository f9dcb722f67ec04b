#include "floor_certificate.h"

#include "output.h"

typedef struct {
    int64_t work, loading;
} worth;

/* The checker tells tasks apart by their workload, too, where workloads matter: each
 * workload of a class needs a record. `told` is by class: the last workload written. */
static void say_values(ul_output *out, const ul_floor_problem *problem, const worth *of_class,
                       uint32_t *told)
{
    const ul_schedule *in = problem->in;
    for (size_t i = 0; i < in->n_tasks; i++) {
        const uint32_t c = problem->class_of[i], j = in->task[i].job;
        const uint32_t mark = in->job[j].workload == UL_SCHEDULE_NONE ? UINT32_MAX
                                                                      : in->job[j].workload + 1;
        if (told[c] == mark || (of_class[c].work == 0 && of_class[c].loading == 0))
            continue;
        told[c] = mark;
        ul_output_text(out, "value,");
        ul_output_field(out, in->job[j].name);
        ul_output_format(out, ",%zu,%lld,%lld\n", i - in->job[j].first_task,
                         (long long)of_class[c].work, (long long)of_class[c].loading);
    }
}

ul_status ul_floor_certificate_write(const ul_floor_problem *problem,
                                     const ul_floor_prices *prices, ul_arena *arena,
                                     const char *path)
{
    const ul_schedule *in = problem->in;
    char number[UL_NUMBER_TEXT];
    ul_output *out;
    worth *of_class = ul_arena_alloc(arena, problem->n_classes, sizeof *of_class);
    uint32_t *told = ul_arena_alloc(arena, problem->n_classes, sizeof *told);
    if (of_class == NULL || told == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a certificate");
    for (size_t i = 0; i < problem->n_items; i++) {
        const ul_floor_item *item = &problem->item[i];
        if (item->works)
            of_class[item->class].work = prices->value[i];
        if (item->loads)
            of_class[item->class].loading = prices->value[i];
    }
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "ullage-certificate,1,schedule\ninstance,");
    ul_output_field(out, in->name);
    ul_output_format(out, ",%s\n", in->sha256);
    ul_output_format(out, "bound,%s\n", ul_cost_text(prices->bound, number));
    ul_output_format(out, "scale,%lld\n", (long long)prices->scale);
    say_values(out, problem, of_class, told);
    return ul_output_close(out, NULL);
}
