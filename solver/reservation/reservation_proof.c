#include "reservation_proof.h"

#include <stdlib.h>

#include "output.h"

bool ul_reservation_provable(const ul_reservation *in, ul_cost scale)
{
    double most = ul_cost_double(ul_reservation_on_demand(in));
    for (size_t c = 0; c < in->n_classes; c++) {
        const double lease =
            in->classes[c].level == 0
                ? 0
                : ul_cost_double(ul_reservation_lease(in, 0, c, UL_OBJECTIVE_TOTAL));
        most += lease * in->peak * (double)in->n_intervals;
    }
    return most * (double)scale < 1e24; /* dollars: 10^36 of 10^-12 */
}

static ul_cost interval_surplus(const ul_reservation *in, size_t l, size_t t, ul_cost price,
                                ul_cost scale)
{
    const ul_cost discount = (in->level_price[l - 1] - in->level_price[l]) * scale;
    ul_cost surplus = 0;
    for (size_t s = in->first[t]; s < in->first[t + 1]; s++) {
        const ul_cost saving = discount * in->step[s].hours;
        if (saving <= price)
            break;
        surplus += (saving - price) * in->step[s].instances;
    }
    return surplus;
}

ul_status ul_reservation_bound(const ul_reservation *in, const ul_cost *price, ul_cost scale,
                               const uint64_t *low, const uint64_t *high, ul_cost *bound)
{
    const size_t n = in->n_intervals;
    ul_cost *sum = calloc((n + 1) * in->n_levels, sizeof *sum); /* of prices before t, by level */
    UL_NEED(sum);
    ul_cost total = ul_reservation_on_demand(in) * scale;
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < n; t++) {
            sum[l * (n + 1) + t + 1] = sum[l * (n + 1) + t] + price[(l - 1) * n + t];
            total -= interval_surplus(in, l, t, price[(l - 1) * n + t], scale);
        }
    for (size_t t = 0; t < n; t++)
        for (size_t c = 0; c < in->n_classes; c++) {
            if (in->classes[c].level == 0)
                continue;
            const size_t end = ul_reservation_end(in, t, c);
            ul_cost left = ul_reservation_lease(in, t, c, in->objective) * scale;
            for (size_t l = 1; l <= in->classes[c].level; l++)
                left -= sum[l * (n + 1) + end] - sum[l * (n + 1) + t];
            const size_t at = t * in->n_classes + c;
            const uint64_t most = high == NULL || high[at] > in->peak ? in->peak : high[at];
            const uint64_t least = low == NULL ? 0 : low[at];
            total += left * (ul_cost)(left < 0 && most > least ? most : least);
        }
    free(sum);
    *bound = total > 0 ? (total + scale - 1) / scale : 0;
    return UL_OK;
}

static void write_case(ul_output *out, const ul_reservation *in, const ul_reservation_case *node)
{
    char number[UL_NUMBER_TEXT];
    if (node->first != NULL) {
        ul_output_csv(out, "branch,%z,%t,%i\n", node->t + 1, in->classes[node->c].name,
                      (int64_t)node->value);
        return;
    }
    ul_output_text(out, "leaf\n");
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++) {
            const ul_cost price = node->price[(l - 1) * in->n_intervals + t];
            if (price > 0)
                ul_output_format(out, "price,%zu,%zu,%s\n", l, t + 1,
                                 ul_whole_text(price, number));
        }
}

ul_status ul_reservation_proof_write(const ul_reservation *in, const ul_reservation_case *root,
                                     ul_cost scale, ul_cost bound, const char *path)
{
    ul_output *out;
    enum { DEPTH = 4096 };
    const ul_reservation_case *stack[DEPTH];
    size_t depth = 1;
    UL_TRY(ul_output_open(path, &out));
    ul_output_csv(out, "ullage-certificate,1,reservation\ninstance,%t,%t\nbound,%c\nscale,%i\n",
                  in->name, in->sha256, &bound, (int64_t)scale);
    stack[0] = root;
    while (depth > 0) { /* a case, then all of its first side, then the second */
        const ul_reservation_case *node = stack[--depth];
        write_case(out, in, node);
        if (node->first == NULL)
            continue;
        if (depth + 2 > DEPTH) {
            ul_output_discard(out);
            return ul_fail(UL_E_INTERNAL, "the proof is deeper than %d cases", DEPTH);
        }
        stack[depth++] = node->second;
        stack[depth++] = node->first;
    }
    return ul_output_close(out, NULL);
}
