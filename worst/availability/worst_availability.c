/* Pools as whole numbers. The head holds the capacity to keep up and how many nines
 * are promised; a record is a machine type: capacity, price of a unit, availability. */
#include "availability.h"
#include "space.h"

enum { UNIT_PRICES = 100, PERCENT_LOW = 50, PERCENT_HIGH = 99 };

static ul_status open_space(const ul_space_options *options, ul_arena *arena, ul_layout *layout,
                            ul_space_plan **made)
{
    ul_gene *head = ul_arena_alloc(arena, 2, sizeof *head);
    ul_gene *column = ul_arena_alloc(arena, 3, sizeof *column);
    if (head == NULL || column == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    head[0] = (ul_gene){options->grid, options->grid}; /* to keep up: no machine is all of it */
    head[1] = (ul_gene){1, 4};                         /* nines */
    column[0] = (ul_gene){1, options->grid < 2 ? 1 : options->grid / 2}; /* of a machine */
    column[1] = (ul_gene){options->price_low > 0 ? options->price_low : 1,
                          options->price_high > 0 ? options->price_high : UNIT_PRICES};
    column[2] = (ul_gene){PERCENT_LOW, PERCENT_HIGH};
    *layout = (ul_layout){.n_head = 2, .head = head, .width = 3, .column = column, .least = 1,
                          .most = options->records < 1 ? 1 : options->records};
    *made = NULL; /* the layout says it all */
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
    .write = write_records,
};
