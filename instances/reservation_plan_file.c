/* Plans as files: ullage-plan,1,reservation. */
#include <stdlib.h>
#include <string.h>

#include "csv_reader.h"
#include "output.h"
#include "reservation_plan.h"

static int purchase_order(const void *a, const void *b)
{
    const ul_reservation_purchase *x = a, *y = b;
    if (x->t != y->t)
        return x->t < y->t ? -1 : 1;
    if (x->c != y->c)
        return x->c < y->c ? -1 : 1;
    return x->count < y->count ? -1 : x->count > y->count;
}

ul_status ul_reservation_plan_write(const ul_reservation_plan *plan, const char *method,
                                    const char *path)
{
    ul_output *out;
    ul_reservation_purchase *sorted = malloc((plan->n + 1) * sizeof *sorted);
    if (sorted == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory writing a plan");
    const ul_status status = ul_output_open(path, &out);
    if (status != UL_OK) {
        free(sorted);
        return status;
    }
    if (plan->n > 0)
        memcpy(sorted, plan->purchase, plan->n * sizeof *sorted);
    qsort(sorted, plan->n, sizeof *sorted, purchase_order);
    ul_output_text(out, "ullage-plan,1,reservation\ninstance,");
    ul_output_field(out, plan->in->name);
    ul_output_format(out, ",%s\nmethod,", plan->in->sha256);
    ul_output_field(out, method);
    ul_output_text(out, "\n");
    for (size_t q = 0; q < plan->n; q++) {
        ul_output_format(out, "buy,%u,", sorted[q].t + 1);
        ul_output_field(out, plan->in->class[sorted[q].c].name);
        ul_output_format(out, ",%u\n", sorted[q].count);
    }
    free(sorted);
    return ul_output_close(out, NULL);
}

typedef struct {
    ul_reservation_plan *plan;
    bool headed;
} reading;

static ul_status read_buy(reading *state, const ul_csv_row *row)
{
    const ul_reservation *in = state->plan->in;
    uint64_t interval, count;
    size_t c = 0;
    UL_TRY(ul_csv_expect(row, 4, "buy,INTERVAL,CLASS,COUNT"));
    UL_TRY(ul_csv_count(row, 1, "the interval", in->n_intervals, &interval));
    if (interval == 0)
        return ul_csv_fail(row, 1, "intervals count from 1");
    while (c < in->n_classes && strcmp(in->class[c].name, row->field[2].text) != 0)
        c++;
    if (c == in->n_classes)
        return ul_csv_fail(row, 2, "the instance has no class '%.80s'", row->field[2].text);
    if (in->class[c].term == 0)
        return ul_csv_fail(row, 2, "class '%.80s' is on demand and cannot be bought",
                           row->field[2].text);
    UL_TRY(ul_csv_count(row, 3, "the number of leases", UINT32_MAX, &count));
    return ul_csv_at(row, 3, ul_reservation_buy(state->plan, (size_t)interval - 1, c, count));
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    const char *tag = row->field[0].text;
    if (!state->headed) {
        state->headed = true;
        if (strcmp(tag, "ullage-plan") != 0 || row->n != 3 || strcmp(row->field[1].text, "1") != 0
            || strcmp(row->field[2].text, "reservation") != 0)
            return ul_csv_fail(row, 0, "the plan does not begin with 'ullage-plan,1,reservation'");
        return UL_OK;
    }
    if (strcmp(tag, "buy") == 0)
        return read_buy(state, row);
    if (strcmp(tag, "instance") == 0) {
        if (row->n > 2 && strcmp(row->field[2].text, state->plan->in->sha256) != 0)
            return ul_csv_fail(row, 2, "the plan was made for another instance (its SHA-256 "
                                       "differs)");
        return UL_OK;
    }
    return strcmp(tag, "method") == 0
               ? UL_OK
               : ul_csv_fail(row, 0, "record '%.40s' is not known; expected instance, method or "
                                     "buy", tag);
}

ul_status ul_reservation_plan_read(const ul_reservation *in, ul_arena *arena, const char *path,
                                   ul_reservation_plan **plan)
{
    ul_input *input;
    reading state = {0};
    UL_TRY(ul_reservation_plan_new(in, arena, plan));
    UL_TRY(ul_input_open(path, &input));
    state.plan = *plan;
    ul_status status = ul_csv_read(input, read_row, &state);
    if (status == UL_OK && !state.headed)
        status = ul_fail(UL_E_INPUT, "%s:1: column 1: the plan is empty", path);
    ul_input_close(input);
    return status;
}
