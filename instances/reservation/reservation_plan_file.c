/* Plans as files: ullage-plan,1,reservation. */
#include <stdlib.h>
#include <string.h>

#include "plan_file.h"
#include "reservation_plan.h"

static int purchase_order(const void *a, const void *b)
{
    const ul_reservation_purchase *x = a, *y = b;
    UL_LOWER_FIRST(x->t, y->t);
    UL_LOWER_FIRST(x->c, y->c);
    return x->count < y->count ? -1 : x->count > y->count;
}

ul_status ul_reservation_plan_write(const ul_reservation_plan *plan, const char *method,
                                    const char *path)
{
    ul_output *out;
    ul_reservation_purchase *sorted = malloc((plan->n + 1) * sizeof *sorted);
    if (sorted == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory writing a plan");
    const ul_status status = ul_plan_file_begin(path, "reservation", plan->in->name,
                                                plan->in->sha256, method, &out);
    if (status != UL_OK) {
        free(sorted);
        return status;
    }
    if (plan->n > 0)
        memcpy(sorted, plan->purchase, plan->n * sizeof *sorted);
    qsort(sorted, plan->n, sizeof *sorted, purchase_order);
    for (size_t q = 0; q < plan->n; q++) {
        ul_output_format(out, "buy,%u,", sorted[q].t + 1);
        ul_output_field(out, plan->in->classes[sorted[q].c].name);
        ul_output_format(out, ",%u\n", sorted[q].count);
    }
    free(sorted);
    return ul_output_close(out, NULL);
}

static ul_status read_buy(void *context, const ul_csv_row *row)
{
    ul_reservation_plan *plan = context;
    const ul_reservation *in = plan->in;
    uint64_t interval, count;
    size_t c = 0;
    UL_TRY(ul_csv_expect(row, 4, "buy,INTERVAL,CLASS,COUNT"));
    UL_TRY(ul_csv_count(row, 1, "the interval", in->n_intervals, &interval));
    if (interval == 0)
        return ul_csv_fail(row, 1, "intervals count from 1");
    while (c < in->n_classes && strcmp(in->classes[c].name, row->field[2].text) != 0)
        c++;
    if (c == in->n_classes)
        return ul_csv_fail(row, 2, "the instance has no class '%.80s'", row->field[2].text);
    if (in->classes[c].term == 0)
        return ul_csv_fail(row, 2, "class '%.80s' is on demand and cannot be bought",
                           row->field[2].text);
    UL_TRY(ul_csv_count(row, 3, "the number of leases", UINT32_MAX, &count));
    return ul_csv_at(row, 3, ul_reservation_buy(plan, (size_t)interval - 1, c, count));
}

ul_status ul_reservation_plan_read(const ul_reservation *in, ul_arena *arena, const char *path,
                                   ul_reservation_plan **plan)
{
    static const ul_plan_record record[] = {{"buy", read_buy}};
    UL_TRY(ul_reservation_plan_new(in, arena, plan));
    return ul_plan_file_read(path, "reservation", in->sha256, record, 1, *plan);
}
