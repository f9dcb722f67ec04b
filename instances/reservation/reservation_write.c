/* Writes the reservation format; what a reader would assume anyway (objective
 * total, a horizon that ends with the last use) is left out. */
#include "reservation.h"

void ul_reservation_put(const ul_reservation *in, ul_output *out)
{
    ul_output_csv(out, "ullage,1,reservation\nname,%t\ninterval_hours,%m\n", in->name,
                  in->interval_hours);
    if (in->objective == UL_OBJECTIVE_PURE)
        ul_output_text(out, "objective,pure\n");
    if (in->running[in->n_intervals - 1] == 0)
        ul_output_csv(out, "intervals,%z\n", in->n_intervals);
    for (const ul_reservation_class *c = in->classes; c < in->classes + in->n_classes; c++)
        ul_output_csv(out, "class,%t,%u,%m,%m,%t\n", c->name, c->term, c->upfront, c->price,
                      c->billing == UL_BILL_ALWAYS ? "always" : "used");
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
            ul_output_csv(out, "usage,%z,%m,%u\n", t + 1, in->step[s].hours, in->step[s].instances);
}
