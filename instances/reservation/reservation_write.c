/* Writes the reservation format; what a reader would assume anyway (objective
 * total, a horizon that ends with the last use) is left out. */
#include "output.h"
#include "reservation_file.h"

static void write_class(ul_output *out, const ul_reservation_class *class)
{
    char number[UL_NUMBER_TEXT];
    ul_output_text(out, "class,");
    ul_output_field(out, class->name);
    ul_output_format(out, ",%u,%s", class->term, ul_micro_text(class->upfront, number));
    ul_output_format(out, ",%s,%s\n", ul_micro_text(class->price, number),
                     class->billing == UL_BILL_ALWAYS ? "always" : "used");
}

static void write_all(ul_output *out, const ul_reservation *in)
{
    char number[UL_NUMBER_TEXT];
    ul_output_text(out, "ullage,1,reservation\nname,");
    ul_output_field(out, in->name);
    ul_output_format(out, "\ninterval_hours,%s\n", ul_micro_text(in->interval_hours, number));
    if (in->objective == UL_OBJECTIVE_PURE)
        ul_output_text(out, "objective,pure\n");
    if (in->running[in->n_intervals - 1] == 0)
        ul_output_format(out, "intervals,%zu\n", in->n_intervals);
    for (size_t c = 0; c < in->n_classes; c++)
        write_class(out, &in->classes[c]);
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
            ul_output_format(out, "usage,%zu,%s,%u\n", t + 1,
                             ul_micro_text(in->step[s].hours, number), in->step[s].instances);
}

ul_status ul_reservation_write(const ul_reservation *in, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    write_all(out, in);
    return ul_output_close(out, NULL);
}

ul_status ul_reservation_seal(ul_reservation *in)
{
    ul_output *out;
    UL_TRY(ul_output_open(NULL, &out));
    write_all(out, in);
    return ul_output_close(out, in->sha256);
}
