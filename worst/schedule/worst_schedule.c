/* Small workloads as whole numbers. A record is a job of one task: the minute it
 * arrives, its minutes of work, its demands on a grid. The head holds capacities and a
 * price for each machine type, where there is more than one.
 *
 * The world is the plainest: machines come at once and are billed to the second, tasks
 * do not slow each other down, policies are asked every minute. What is lost there is
 * lost by deciding without knowing the future, or by deciding badly.
 */
#include "schedule.h"
#include "space.h"

enum { MINUTES = 120, WORK_LEAST = 10, PRICES = 100 };

struct ul_space_plan {
    const ul_schedule *from; /* what the search begins with, or NULL */
    size_t resources, types;
    int32_t grid;
};

static ul_status open_space(const ul_space_options *options, ul_arena *arena, ul_layout *layout,
                            ul_space_plan **made)
{
    ul_space_plan *plan;
    UL_ALLOC(arena, plan, 1);
    const size_t R = plan->resources = options->resources;
    plan->types = options->types == 0 ? 1 : options->types;
    plan->grid = options->grid;
    plan->from = options->start == NULL ? NULL : options->start->data;
    if (plan->from != NULL
        && (plan->from->n_types != plan->types || plan->from->n_resources != plan->resources))
        return ul_fail(UL_E_INPUT, "the start instance has %zu types and %zu resources; --types "
                                   "and --resources say otherwise", plan->from->n_types,
                       plan->from->n_resources);
    const size_t n_head = plan->types == 1 ? 0 : plan->types * (R + 1);
    ul_gene *head, *column;
    UL_ALLOC(arena, head, n_head);
    UL_ALLOC(arena, column, R + 2);
    for (size_t h = 0; h < n_head; h++) /* the first type holds every task */
        head[h] = h % (R + 1) == R ? (ul_gene){1, PRICES}
                                   : (ul_gene){h < R ? plan->grid : 1, plan->grid};
    column[0] = (ul_gene){0, MINUTES};
    column[1] = (ul_gene){WORK_LEAST, MINUTES}; /* many rounds: one too many is no loss */
    for (size_t r = 0; r < R; r++)
        column[2 + r] = (ul_gene){R == 1 ? 1 : 0, plan->grid};
    *layout = (ul_layout){.n_head = n_head, .head = head, .width = R + 2, .column = column,
                          .least = 1, .most = options->records < 1 ? 1 : options->records};
    *made = plan;
    return UL_OK;
}

/* The nearest to the start instance among those that are searched: a job of one task for
 * each of its tasks, in minutes. */
static ul_status encode(const ul_space_plan *plan, const ul_layout *layout, ul_genome *genome)
{
    const ul_schedule *in = plan->from;
    const size_t R = plan->resources;
    const ul_micro minute = 60 * UL_MICRO;
    if (in->n_tasks > layout->most)
        return ul_fail(UL_E_INPUT, "the start instance has more than %zu tasks; --tasks allows "
                                   "more", layout->most);
    for (size_t h = 0; h < layout->n_head; h++) {
        const ul_schedule_type *type = &in->type[h / (R + 1)];
        const ul_micro value = h % (R + 1) == R ? type->price : type->capacity[h % (R + 1)];
        genome->head[h] = ul_gene_clamp(&layout->head[h], value / UL_MICRO);
    }
    genome->n = in->n_tasks;
    for (size_t i = 0; i < in->n_tasks; i++) {
        int32_t *record = ul_genome_record(layout, genome, i);
        const ul_micro *demand = ul_schedule_need(in, i, 0);
        record[0] = ul_gene_clamp(&layout->column[0], in->task[i].arrival_s / minute);
        record[1] = ul_gene_clamp(&layout->column[1], in->task[i].work_s / minute);
        for (size_t r = 0; r < R; r++)
            record[2 + r] = ul_gene_clamp(&layout->column[2 + r], demand[r] / UL_MICRO);
    }
    return UL_OK;
}

static void write_types(const ul_space_plan *plan, const ul_layout *layout,
                        const ul_genome *genome, ul_output *out)
{
    const size_t R = plan->resources;
    for (size_t k = 0; k < plan->types; k++) {
        const int32_t *gene = layout->n_head == 0 ? NULL : genome->head + k * (R + 1);
        ul_output_format(out, "type,m%zu,m,%d", k + 1, gene == NULL ? 1 : gene[R]);
        for (size_t r = 0; r < R; r++)
            ul_output_format(out, ",%d", gene == NULL ? plan->grid : gene[r]);
        ul_output_text(out, "\n");
    }
}

static void write_records(const ul_space_plan *plan, const ul_layout *layout,
                          const ul_genome *genome, ul_output *out)
{
    ul_output_text(out, "resource");
    for (size_t r = 0; r < plan->resources; r++)
        ul_output_format(out, ",r%zu", r + 1);
    ul_output_text(out, "\nround,60\n");
    write_types(plan, layout, genome, out);
    for (size_t q = 0; q < genome->n; q++) {
        const int32_t *record = ul_genome_record(layout, genome, q);
        ul_output_format(out, "job,j%zu,%d,1,,%d,free", q + 1, 60 * record[0], 60 * record[1]);
        for (size_t r = 0; r < plan->resources; r++)
            ul_output_format(out, ",%d", record[2 + r]);
        ul_output_text(out, "\n");
    }
}

const ul_space ul_space_schedule = {
    .kind = &ul_kind_schedule,
    .reference = "schedule-floor",
    .record = "job",
    .open = open_space,
    .encode = encode,
    .write = write_records,
};
