/* Demand curves and lease prices as whole numbers. The head holds, for each class,
 * its term, upfront price and hourly price as shares of the on-demand price; a
 * record is one interval: how many instances, for what share of its hours.
 */
#include "reservation.h"
#include "space.h"

enum { HOURS = 100, ON_DEMAND = 100 }; /* of an interval; cents an hour */

struct ul_space_plan {
    const ul_reservation *from; /* what the search begins with, or NULL */
    size_t classes;
    ul_gene full_use; /* cents an hour of a lease that is always used, upfront price included */
};

static ul_status open_space(const ul_space_options *options, ul_arena *arena, ul_layout *layout,
                            ul_space_plan **made)
{
    ul_space_plan *plan = ul_arena_alloc(arena, 1, sizeof *plan);
    const size_t classes = options->types == 0 ? 2 : options->types;
    ul_gene *head = ul_arena_alloc(arena, classes * 3, sizeof *head);
    ul_gene *column = ul_arena_alloc(arena, 2, sizeof *column);
    UL_NEED(plan && head && column);
    plan->from = options->start == NULL ? NULL : options->start->data;
    plan->classes = classes;
    plan->full_use = (ul_gene){options->price_low, options->price_high > 0 ? options->price_high
                                                                            : INT32_MAX};
    const int32_t most = (int32_t)(options->records < 2 ? 2 : options->records);
    for (size_t c = 0; c < classes; c++) {
        head[3 * c] = (ul_gene){2, most};                 /* intervals */
        head[3 * c + 1] = (ul_gene){0, HOURS * most};     /* dollars at once */
        head[3 * c + 2] = (ul_gene){1, ON_DEMAND - 1};    /* cents an hour */
    }
    column[0] = (ul_gene){0, 5};
    column[1] = (ul_gene){1, HOURS};
    *layout = (ul_layout){.n_head = classes * 3, .head = head, .width = 2, .column = column,
                          .least = 2, .most = (size_t)most};
    *made = plan;
    return UL_OK;
}

/* The nearest to the start instance among those that are searched: as many leases, the
 * first step of each interval's usage, hours as a share of the interval. */
static ul_status encode(const ul_space_plan *plan, const ul_layout *layout, ul_genome *genome)
{
    const ul_reservation *in = plan->from;
    size_t c = 0;
    if (in->n_intervals > layout->most)
        return ul_fail(UL_E_INPUT, "the start instance has more than %zu intervals; --tasks allows "
                                   "more", layout->most);
    for (size_t k = 0; k < in->n_classes && c < plan->classes; k++) {
        if (in->classes[k].term == 0)
            continue;
        int32_t *lease = genome->head + 3 * c;
        lease[0] = ul_gene_clamp(&layout->head[3 * c], in->classes[k].term);
        lease[1] = ul_gene_clamp(&layout->head[3 * c + 1], in->classes[k].upfront / UL_MICRO);
        lease[2] = ul_gene_clamp(&layout->head[3 * c + 2], in->classes[k].price / (UL_MICRO / 100));
        c++;
    }
    if (c < plan->classes)
        return ul_fail(UL_E_INPUT, "the start instance has %zu leases; --types says %zu", c,
                       plan->classes);
    genome->n = in->n_intervals < layout->least ? layout->least : in->n_intervals;
    for (size_t t = 0; t < genome->n; t++) {
        int32_t *record = ul_genome_record(layout, genome, t);
        const bool used = t < in->n_intervals && in->first[t + 1] > in->first[t];
        const ul_usage_step *step = used ? &in->step[in->first[t]] : NULL;
        const ul_micro share = used ? step->hours * HOURS / in->interval_hours : 0;
        record[0] = used ? ul_gene_clamp(&layout->column[0], step->instances) : 0;
        record[1] = ul_gene_clamp(&layout->column[1], share);
    }
    return UL_OK;
}

static bool allows(const ul_space_plan *plan, const ul_layout *layout, const ul_genome *genome)
{
    (void)layout;
    for (size_t c = 0; c < plan->classes; c++) {
        const int32_t *lease = genome->head + 3 * c;
        const int64_t hours = (int64_t)lease[0] * HOURS;
        const int64_t cents = (int64_t)lease[1] * 100 + lease[2] * hours;
        if (cents < plan->full_use.low * hours || cents > plan->full_use.high * hours)
            return false;
    }
    return true;
}

static void write_records(const ul_space_plan *plan, const ul_layout *layout,
                          const ul_genome *genome, ul_output *out)
{
    ul_output_format(out, "interval_hours,%d\nclass,on-demand,0,0,1,used\n", HOURS);
    for (size_t c = 0; c < plan->classes; c++)
        ul_output_format(out, "class,lease%zu,%d,%d,0.%02d,used\n", c + 1, genome->head[3 * c],
                         genome->head[3 * c + 1], genome->head[3 * c + 2]);
    for (size_t q = 0; q < genome->n; q++) {
        const int32_t *record = ul_genome_record(layout, genome, q);
        if (record[0] > 0)
            ul_output_format(out, "usage,%zu,%d,%d\n", q + 1, record[1], record[0]);
    }
}

const ul_space ul_space_reservation = {
    .kind = &ul_kind_reservation,
    .reference = "reservation-exact",
    .record = "interval",
    .open = open_space,
    .encode = encode,
    .allows = allows,
    .write = write_records,
};
