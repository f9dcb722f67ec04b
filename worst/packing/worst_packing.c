/* Packings as whole numbers: a task is its demands on a grid, its copies and the
 * logarithm of its run time; free types are capacities and a price.
 *
 * One free type has the capacity of the grid and the price 1: then only the tasks
 * are sought. With a start instance its types are kept as they are, and demands go
 * up to the largest capacity in steps of the common divisor; what all its tasks need some
 * of, all tasks need some of.
 */
#include "packing.h"
#include "packing_plan.h"
#include "small_optimum.h"
#include "space.h"

enum { RUNTIME_BITS = 14 }; /* run times up to 2^14 s */

struct ul_space_plan {
    const ul_packing *from;  /* what the search begins with, or NULL */
    const ul_packing *start; /* the same where its types are kept; NULL: types are free */
    size_t resources, types;
    size_t families; /* that demands are told apart by; 1: none */
    int32_t grid;
    ul_gene price; /* dollars of a free type */
    ul_micro step[UL_RESOURCES_MAX]; /* of a demand, where types are kept */
    bool runtimes, falling;
};

static ul_micro largest_capacity(const ul_packing *in, size_t r)
{
    ul_micro most = 0;
    for (size_t k = 0; k < in->n_types; k++)
        most = in->type[k].capacity[r] > most ? in->type[k].capacity[r] : most;
    return most;
}

/* The common divisor of what tasks and types have of a resource, made coarser until
 * the largest capacity has at most `grid` steps. */
static ul_micro step_of(const ul_packing *in, size_t r, int32_t grid)
{
    ul_micro step = 0;
    for (size_t s = 0; s < in->n_shapes; s++)
        for (size_t f = 0; f < in->n_families; f++)
            step = ul_micro_divisor(step, ul_packing_demand(in, s, f)[r]);
    for (size_t k = 0; k < in->n_types; k++)
        step = ul_micro_divisor(step, in->type[k].capacity[r]);
    const ul_micro most = largest_capacity(in, r);
    if (step == 0)
        step = UL_MICRO;
    while (most / step > grid)
        step *= 2;
    return step;
}

/* Whether every task of the start instance needs some of a resource; then all do. */
static bool all_need(const ul_packing *in, size_t r)
{
    for (size_t s = 0; s < in->n_shapes; s++)
        if (ul_packing_demand(in, s, 0)[r] == 0)
            return false;
    return true;
}

/* Numbers of a task's demands: resources of the first family, of the second, ... */
static size_t demands(const ul_space_plan *plan)
{
    return plan->resources * plan->families;
}

static ul_gene kept_range(const ul_space_plan *plan, size_t r)
{
    return (ul_gene){all_need(plan->start, r) ? 1 : 0,
                     (int32_t)(largest_capacity(plan->start, r) / plan->step[r])};
}

static void lay_out_types(const ul_space_plan *plan, ul_gene *head)
{
    for (size_t k = 0; k < plan->types; k++) {
        for (size_t r = 0; r < plan->resources; r++)
            *head++ = (ul_gene){k == 0 ? plan->grid : 1, plan->grid};
        *head++ = plan->price;
    }
}

/* Refuses what does not go together. */
static ul_status check_plan(const ul_space_plan *plan)
{
    if (plan->from != NULL && plan->from->is_limited)
        return ul_fail(UL_E_INPUT, "'%s' has a limited supply of machines, which a search for the "
                                   "worst instance does not keep; leave the supply records out",
                       plan->from->name);
    if (plan->start == NULL && plan->from != NULL
        && (plan->from->n_types != plan->types || plan->from->n_resources != plan->resources))
        return ul_fail(UL_E_INPUT, "the start instance has %zu types and %zu resources; --types "
                                   "and --resources say otherwise", plan->from->n_types,
                       plan->from->n_resources);
    if (plan->falling && (plan->start != NULL || plan->resources != 1))
        return ul_fail(UL_E_INPUT, "prices fall with size among free types of one resource");
    return UL_OK;
}

static ul_status make_plan(const ul_space_options *options, ul_space_plan *plan)
{
    *plan = (ul_space_plan){
        .from = options->start == NULL ? NULL : options->start->data,
        .resources = options->resources,
        .types = options->types == 0 ? 1 : options->types,
        .grid = options->grid,
        .price = {options->price_low > 0 ? options->price_low : 1,
                  options->price_high > 0 ? options->price_high : 100},
        .families = 1,
        .runtimes = options->runtimes,
        .falling = options->falling,
    };
    if (options->types == 0)
        plan->start = plan->from;
    UL_TRY(check_plan(plan));
    if (plan->start != NULL) {
        plan->resources = plan->start->n_resources;
        for (size_t r = 0; r < plan->resources; r++)
            plan->step[r] = step_of(plan->start, r, plan->grid);
    }
    if (options->families)
        plan->families = plan->start != NULL ? plan->start->n_families : plan->types;
    return UL_OK;
}

static ul_status open_space(const ul_space_options *options, ul_arena *arena, ul_layout *layout,
                            ul_space_plan **made)
{
    ul_space_plan *plan;
    ul_gene *head, *column;
    UL_ALLOC(arena, plan, 1);
    UL_TRY(make_plan(options, plan));
    const size_t R = plan->resources, D = demands(plan);
    layout->n_head = plan->start != NULL || plan->types == 1 ? 0 : plan->types * (R + 1);
    layout->width = D + 2;
    UL_ALLOC(arena, head, layout->n_head);
    UL_ALLOC(arena, column, layout->width);
    if (layout->n_head > 0)
        lay_out_types(plan, head);
    for (size_t d = 0; d < D; d++)
        column[d] = plan->start == NULL ? (ul_gene){R == 1 ? 1 : 0, plan->grid}
                                        : kept_range(plan, d % R);
    column[D] = (ul_gene){1, options->copies};
    column[D + 1] = (ul_gene){0, options->runtimes ? RUNTIME_BITS : 0};
    layout->head = head;
    layout->column = column;
    layout->least = 2;
    layout->most = options->records < 2 ? 2 : options->records;
    *made = plan;
    return UL_OK;
}

static int32_t whole_bits(ul_micro runtime_s)
{
    int32_t bits = 0;
    while (bits < RUNTIME_BITS && runtime_s >= 2 * UL_MICRO) {
        runtime_s /= 2;
        bits++;
    }
    return bits;
}

static void encode_types(const ul_space_plan *plan, const ul_layout *layout, ul_genome *genome)
{
    const size_t R = plan->resources;
    for (size_t h = 0; h < layout->n_head; h++) {
        const ul_packing_type *type = &plan->from->type[h / (R + 1)];
        const ul_micro value = h % (R + 1) == R ? type->price : type->capacity[h % (R + 1)];
        genome->head[h] = ul_gene_clamp(&layout->head[h], value / UL_MICRO);
    }
}

/* The start instance, or the nearest to it among those that are searched. */
static ul_status encode(const ul_space_plan *plan, const ul_layout *layout, ul_genome *genome)
{
    const ul_packing *in = plan->from;
    const size_t R = plan->resources, D = demands(plan);
    genome->n = 0;
    encode_types(plan, layout, genome);
    for (size_t j = 0; j < in->n_tasks; j++) {
        uint64_t copies = in->task[j].copies;
        while (copies > 0) {
            if (genome->n == layout->most)
                return ul_fail(UL_E_INPUT, "the start instance has more than %zu tasks; --tasks "
                                           "allows more", layout->most);
            int32_t *record = ul_genome_record(layout, genome, genome->n++);
            for (size_t d = 0; d < D; d++) {
                const size_t family = d / R < in->n_families ? d / R : 0;
                const ul_micro demand = ul_packing_demand(in, in->task[j].shape, family)[d % R];
                const ul_micro step = plan->start == NULL ? UL_MICRO : plan->step[d % R];
                record[d] = ul_gene_clamp(&layout->column[d], (demand + step - 1) / step);
            }
            const uint64_t room = (uint64_t)layout->column[D].high;
            record[D] = (int32_t)(copies < room ? copies : room);
            record[D + 1] = plan->runtimes ? whole_bits(in->task[j].runtime_s) : 0;
            copies -= (uint64_t)record[D];
        }
    }
    return UL_OK;
}

/* Johnson's tasks, on which first-fit decreasing needs eleven machines where nine do: a
 * little above a half, a little above and below a quarter. And the harmonic ones, a little
 * above a seventh, a third and a half: whoever takes them in this order packs like with
 * like, and needs ten machines where six do. */
static const struct {
    int32_t part, beside, copies;
} structure[][4] = {
    {{2, 1, 6}, {4, 2, 6}, {4, 1, 6}, {4, -2, 12}},
    {{7, 1, 6}, {3, 1, 6}, {2, 1, 6}},
};
enum { N_STRUCTURES = sizeof structure / sizeof *structure };

static bool structured(const ul_space_plan *plan, const ul_layout *layout, size_t which,
                       ul_genome *genome)
{
    const size_t D = demands(plan);
    if (which >= N_STRUCTURES || plan->from != NULL || layout->most < 4
        || layout->column[D].high < 12)
        return false;
    for (size_t h = 0; h < layout->n_head; h++)
        genome->head[h] = layout->head[h].high;
    genome->n = 0;
    for (size_t q = 0; q < 4 && structure[which][q].part > 0; q++) {
        int32_t *record = ul_genome_record(layout, genome, genome->n++);
        for (size_t d = 0; d < D; d++)
            record[d] = ul_gene_clamp(&layout->column[d], plan->grid / structure[which][q].part
                                                              + structure[which][q].beside);
        record[D] = structure[which][q].copies;
        record[D + 1] = 0;
    }
    return true;
}

/* Kang and Park's condition: a unit of a larger type costs no more than one of a smaller. */
static bool allows(const ul_space_plan *plan, const ul_layout *layout, const ul_genome *genome)
{
    for (size_t a = 0; plan->falling && layout->n_head > 0 && a < plan->types; a++)
        for (size_t b = 0; b < plan->types; b++) {
            const int32_t *small = genome->head + 2 * a, *large = genome->head + 2 * b;
            if (small[0] < large[0] && (int64_t)large[1] * small[0] > (int64_t)small[1] * large[0])
                return false;
        }
    return true;
}

static void write_kept_types(const ul_packing *in, ul_output *out)
{
    for (size_t k = 0; k < in->n_types; k++) {
        ul_output_csv(out, "type,%t,%t,%m", in->type[k].name, in->family[in->type[k].family],
                      in->type[k].price);
        for (size_t r = 0; r < in->n_resources; r++)
            ul_output_csv(out, ",%m", in->type[k].capacity[r]);
        ul_output_text(out, "\n");
    }
}

/* The family's name: the file's, or one for each free type where they are told apart. */
static void write_family(const ul_space_plan *plan, size_t f, ul_output *out)
{
    if (plan->start != NULL)
        ul_output_field(out, plan->start->family[f]);
    else if (plan->families > 1)
        ul_output_format(out, "m%zu", f + 1);
    else
        ul_output_text(out, "m");
}

static void write_free_types(const ul_space_plan *plan, const ul_layout *layout,
                             const ul_genome *genome, ul_output *out)
{
    const size_t R = plan->resources;
    for (size_t k = 0; k < plan->types; k++) {
        const int32_t *gene = layout->n_head == 0 ? NULL : genome->head + k * (R + 1);
        ul_output_format(out, "type,m%zu,", k + 1);
        write_family(plan, k, out);
        ul_output_format(out, ",%d", gene == NULL ? 1 : gene[R]);
        for (size_t r = 0; r < R; r++)
            ul_output_format(out, ",%d", gene == NULL ? plan->grid : gene[r]);
        ul_output_text(out, "\n");
    }
}

static void write_demand(const ul_space_plan *plan, const int32_t *record, ul_output *out)
{
    for (size_t r = 0; r < plan->resources; r++) {
        const ul_micro step = plan->start == NULL ? UL_MICRO : plan->step[r];
        ul_output_csv(out, ",%m", record[r] * step);
    }
    ul_output_text(out, "\n");
}

static void write_tasks(const ul_space_plan *plan, const ul_layout *layout,
                        const ul_genome *genome, ul_output *out)
{
    const size_t R = plan->resources, D = demands(plan);
    for (size_t q = 0; q < genome->n; q++) {
        const int32_t *record = ul_genome_record(layout, genome, q);
        ul_output_format(out, "task,t%zu,%d,,,", q + 1, record[D]);
        if (plan->runtimes)
            ul_output_format(out, "%d", 1 << record[D + 1]);
        write_demand(plan, record, out);
        for (size_t f = 1; f < plan->families; f++) {
            ul_output_format(out, "demand,t%zu,", q + 1);
            write_family(plan, f, out);
            write_demand(plan, record + f * R, out);
        }
    }
}

static void write_records(const ul_space_plan *plan, const ul_layout *layout,
                          const ul_genome *genome, ul_output *out)
{
    ul_output_text(out, "resource");
    for (size_t r = 0; r < plan->resources; r++) {
        if (plan->start == NULL) {
            ul_output_format(out, ",r%zu", r + 1);
        } else {
            ul_output_text(out, ",");
            ul_output_field(out, plan->start->resource[r]);
        }
    }
    ul_output_text(out, "\n");
    if (plan->start != NULL)
        write_kept_types(plan->start, out);
    else
        write_free_types(plan, layout, genome, out);
    write_tasks(plan, layout, genome, out);
}

static bool optimum(const ul_instance *instance, ul_cost *cost)
{
    return ul_small_optimum(instance->data, cost);
}

/* The share of a machine's fullest resource. */
static double fullness(const ul_packing_plan *plan, size_t i)
{
    const ul_micro *capacity = plan->in->type[plan->bin[i].type].capacity;
    double fullest = 0;
    for (size_t r = 0; r < plan->in->n_resources; r++) {
        const double used = (double)(capacity[r] - ul_plan_free(plan, i)[r]);
        if (capacity[r] > 0 && used / (double)capacity[r] > fullest)
            fullest = used / (double)capacity[r];
    }
    return fullest;
}

/* What the emptiest machine's empty part costs: where even that machine is nearly full
 * the next task needs another one. A single machine of the only type is the best plan,
 * however full, and leads nowhere. */
static double slack(const ul_instance *instance, const void *offered)
{
    const ul_packing *in = instance->data;
    const ul_packing_plan *plan = offered;
    double most = in->n_types == 1 && plan->n_bins == 1 ? ul_micro_double(in->type[0].price) : 0;
    for (size_t i = 0; i < plan->n_bins; i++) {
        const double empty = (1 - fullness(plan, i))
                             * ul_micro_double(in->type[plan->bin[i].type].price);
        most = empty > most ? empty : most;
    }
    return most;
}

/* Demands rounded to the nearest step of the coarser grid, capacities with them. One
 * kept type or many have no grid to coarsen. */
static bool coarsen(const ul_space_plan *plan, const ul_layout *layout, const ul_genome *from,
                    int32_t grid, ul_genome *to)
{
    if (plan->start != NULL || grid >= plan->grid)
        return false;
    const int32_t unit = (plan->grid + grid - 1) / grid;
    ul_genome_copy(layout, from, to);
    for (size_t q = 0; q < to->n; q++) {
        int32_t *record = ul_genome_record(layout, to, q);
        for (size_t d = 0; d < demands(plan); d++) {
            record[d] = (record[d] + unit / 2) / unit * unit;
            if (record[d] > plan->grid)
                record[d] = plan->grid / unit * unit;
        }
    }
    return true;
}

const ul_space ul_space_packing = {
    .kind = &ul_kind_packing,
    .reference = "exact",
    .record = "task",
    .open = open_space,
    .encode = encode,
    .structured = structured,
    .allows = allows,
    .write = write_records,
    .optimum = optimum,
    .slack = slack,
    .coarsen = coarsen,
};
