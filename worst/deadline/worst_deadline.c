/* Jobs and spot that comes and goes as whole numbers. The head holds the share of the time that
 * is work, the overhead and the price of spot; a record is a stretch with spot and the one
 * without that follows. */
#include "deadline.h"
#include "space.h"

enum { TICK_S = 600, CENTS = 100, OVERHEAD_UNIT_S = 60 };

struct ul_space_plan {
    const ul_deadline *from; /* what the search begins with, or NULL */
};

static ul_status open_space(const ul_space_options *options, ul_arena *arena, ul_layout *layout,
                            ul_space_plan **made)
{
    ul_space_plan *plan;
    ul_gene *head, *column;
    UL_ALLOC(arena, plan, 1);
    UL_ALLOC(arena, head, 4);
    UL_ALLOC(arena, column, 2);
    const int32_t longest = options->grid < 2 ? 2 : options->grid;
    head[0] = (ul_gene){30, 95}; /* percent of the time that is work */
    head[1] = (ul_gene){0, 30};  /* minutes of overhead */
    head[2] = (ul_gene){options->price_low > 0 ? options->price_low : 1, /* cents of a dollar */
                        options->price_high > 0 ? options->price_high : CENTS};
    head[3] = (ul_gene){0, longest}; /* ticks without spot before the first stretch */
    column[0] = (ul_gene){1, longest};
    column[1] = (ul_gene){1, longest};
    *layout = (ul_layout){.n_head = 4, .head = head, .width = 2, .column = column, .least = 1,
                          .most = options->records < 1 ? 1 : options->records};
    plan->from = options->start == NULL ? NULL : options->start->data;
    *made = plan;
    return UL_OK;
}

/* The nearest to the start instance among those that are searched. */
static ul_status encode(const ul_space_plan *plan, const ul_layout *layout, ul_genome *genome)
{
    const ul_deadline *in = plan->from;
    const int64_t dear = in->price[UL_ON_DEMAND] > 0 ? in->price[UL_ON_DEMAND] : 1;
    size_t i = 0, first = 0;
    genome->head[0] = ul_gene_clamp(&layout->head[0], 100 * in->work_s / in->deadline_s);
    genome->head[1] = ul_gene_clamp(&layout->head[1], in->overhead_s * TICK_S / in->tick_s
                                                          / OVERHEAD_UNIT_S);
    genome->head[2] = ul_gene_clamp(&layout->head[2],
                                    (int64_t)((ul_cost)in->price[UL_SPOT] * CENTS / dear));
    while (first < in->n_usable && !in->has_spot[first])
        first++;
    genome->head[3] = ul_gene_clamp(&layout->head[3], (int64_t)first);
    for (i = first, genome->n = 0; i < in->n_usable; genome->n++) {
        const size_t begin = i;
        if (genome->n == layout->most)
            return ul_fail(UL_E_INPUT, "the start instance has more than %zu stretches with spot; "
                                       "--tasks allows more", layout->most);
        while (i < in->n_usable && in->has_spot[i])
            i++;
        const size_t gone = i;
        while (i < in->n_usable && !in->has_spot[i])
            i++;
        int32_t *record = ul_genome_record(layout, genome, genome->n);
        record[0] = ul_gene_clamp(&layout->column[0], (int64_t)(gone - begin));
        record[1] = ul_gene_clamp(&layout->column[1], (int64_t)(i - gone));
    }
    return UL_OK;
}

static void write_records(const ul_space_plan *plan, const ul_layout *layout,
                          const ul_genome *genome, ul_output *out)
{
    int64_t ticks = genome->head[3];
    (void)plan;
    for (size_t q = 0; q < genome->n; q++)
        ticks += ul_genome_record(layout, genome, q)[0] + ul_genome_record(layout, genome, q)[1];
    const int64_t deadline_s = ticks * TICK_S, work_s = deadline_s * genome->head[0] / 100;
    ul_output_format(out, "tick,%d\njob,%lld,%lld,%d\nprice,%d.%02d,1\nnone,%d\n", TICK_S,
                     (long long)work_s, (long long)deadline_s, genome->head[1] * OVERHEAD_UNIT_S,
                     genome->head[2] / CENTS, genome->head[2] % CENTS, genome->head[3]);
    for (size_t q = 0; q < genome->n; q++)
        ul_output_format(out, "spot,%d\nnone,%d\n", ul_genome_record(layout, genome, q)[0],
                         ul_genome_record(layout, genome, q)[1]);
}

const ul_space ul_space_deadline = {
    .kind = &ul_kind_deadline,
    .reference = "deadline-exact",
    .record = "stretch",
    .open = open_space,
    .encode = encode,
    .write = write_records,
};
