/* Pools as whole numbers. The head holds the capacity to keep up and how many nines
 * are promised; a record is a machine type: capacity, price of a unit, availability. */
#include <math.h>

#include "availability.h"
#include "space.h"

enum { UNIT_PRICES = 100, PERCENT_LOW = 50, PERCENT_HIGH = 99 };

struct ul_space_plan {
    const ul_availability *from; /* what the search begins with, or NULL */
};

static ul_status open_space(const ul_space_options *options, ul_arena *arena, ul_layout *layout,
                            ul_space_plan **made)
{
    ul_space_plan *plan = ul_arena_alloc(arena, 1, sizeof *plan);
    ul_gene *head = ul_arena_alloc(arena, 2, sizeof *head);
    ul_gene *column = ul_arena_alloc(arena, 3, sizeof *column);
    UL_NEED(plan && head && column);
    head[0] = (ul_gene){options->grid, options->grid}; /* to keep up: no machine is all of it */
    head[1] = (ul_gene){1, 4};                         /* nines */
    column[0] = (ul_gene){1, options->grid < 2 ? 1 : options->grid / 2}; /* of a machine */
    column[1] = (ul_gene){options->price_low > 0 ? options->price_low : 1,
                          options->price_high > 0 ? options->price_high : UNIT_PRICES};
    column[2] = (ul_gene){PERCENT_LOW, PERCENT_HIGH};
    *layout = (ul_layout){.n_head = 2, .head = head, .width = 3, .column = column, .least = 1,
                          .most = options->records < 1 ? 1 : options->records};
    plan->from = options->start == NULL ? NULL : options->start->data;
    *made = plan;
    return UL_OK;
}

/* The nearest to the start instance among those that are searched. */
static ul_status encode(const ul_space_plan *plan, const ul_layout *layout, ul_genome *genome)
{
    const ul_availability *in = plan->from;
    if (in->n_types > layout->most)
        return ul_fail(UL_E_INPUT, "the start instance has more than %zu types; --tasks allows "
                                   "more", layout->most);
    genome->head[0] = ul_gene_clamp(&layout->head[0], (int64_t)in->capacity);
    genome->head[1] = ul_gene_clamp(&layout->head[1], (int64_t)(0.5 - log10(1 - in->target)));
    genome->n = in->n_types;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_availability_type *type = &in->type[k];
        int32_t *record = ul_genome_record(layout, genome, k);
        record[0] = ul_gene_clamp(&layout->column[0], (int64_t)type->capacity);
        record[1] = ul_gene_clamp(&layout->column[1],
                                  (int64_t)(100 * type->price / (double)type->capacity + 0.5));
        record[2] = ul_gene_clamp(&layout->column[2], (int64_t)(100 * type->availability + 0.5));
    }
    return UL_OK;
}

static void write_records(const ul_space_plan *plan, const ul_layout *layout,
                          const ul_genome *genome, ul_output *out)
{
    (void)plan;
    ul_output_format(out, "target,%d,0.%.*s\n", genome->head[0], genome->head[1], "9999");
    for (size_t q = 0; q < genome->n; q++) {
        const int32_t *record = ul_genome_record(layout, genome, q);
        const int64_t cents = (int64_t)record[0] * record[1];
        ul_output_format(out, "vm,v%zu,%d,%lld.%02lld,,0.%02d\n", q + 1, record[0],
                         (long long)cents / 100, (long long)cents % 100, record[2]);
    }
}

const ul_space ul_space_availability = {
    .kind = &ul_kind_availability,
    .reference = "availability-exact",
    .record = "type",
    .open = open_space,
    .encode = encode,
    .write = write_records,
};
