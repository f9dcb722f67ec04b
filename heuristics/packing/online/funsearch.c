/* The two rules for online bin packing that FunSearch found, one on OR-Library's uniform
 * sizes (into 150), one on Weibull sizes (into 100); in the units of the file, whatever
 * the capacity. Of several resources the values are added up. Romera-Paredes et al. 2024.
 *
 * Why they work: they leave no small gap that no task will fill.
 */
#include "bin_array.h"

/* ---- for OR-Library's sizes: by what would be left ---- */

static double worth_of_rest(double left)
{
    static const struct {
        double at_most, worth;
    } step[] = {{2, 4}, {3, 3}, {5, 2}, {7, 1}, {9, 0.9}, {12, 0.95}, {15, 0.97}, {21, 0.98}};
    for (size_t q = 0; q < sizeof step / sizeof *step; q++)
        if (left <= step[q].at_most)
            return step[q].worth;
    return 0.99;
}

static ul_status value_rests(void *context, const ul_bin_question *ask, double *value)
{
    (void)context;
    for (size_t q = 0; q < ask->n; q++) {
        value[q] = 0;
        for (size_t r = 0; r < ask->n_resources; r++)
            value[q] += worth_of_rest(ask->free[q * ask->n_resources + r] - ask->item[r]);
    }
    return UL_OK;
}

static ul_status or_solve(const ul_packing *in, ul_run *run)
{
    const ul_status status = ul_bin_values_pack(in, run, &(ul_bin_rule){value_rests, NULL}, NULL);
    return status == UL_E_STOPPED ? UL_OK : status;
}

const ul_method ul_method_funsearch_or = {
    .name = "funsearch-or",
    .brief = "by what would be left: little, else a lot; found on OR-Library's sizes",
    .paper = "Romera-Paredes et al., FunSearch, 2024",
    .traits = UL_ONLINE | UL_SLOW,
    .packing = or_solve,
};

/* ---- for Weibull sizes: by the machine before ---- */

/* (b - B)^2/x + b^2/x^2 + b^2/x^3, its sign reversed where b > x: x the task, b what is free,
 * B the most that is free anywhere. What a task does not need has no say. */
static void add_scores(const ul_bin_question *ask, size_t r, double *value)
{
    const double x = ask->item[r];
    const double *free = ask->free + r;
    double most = 0;
    for (size_t q = 0; q < ask->n; q++)
        most = free[q * ask->n_resources] > most ? free[q * ask->n_resources] : most;
    for (size_t q = 0; q < ask->n && x > 0; q++) {
        const double b = free[q * ask->n_resources], short_of = b - most;
        const double score = short_of * short_of / x + b * b / (x * x) + b * b / (x * x * x);
        value[q] += b > x ? -score : score;
    }
}

/* A machine's priority is its score less that of the one before it. */
static ul_status value_differences(void *context, const ul_bin_question *ask, double *value)
{
    (void)context;
    for (size_t q = 0; q < ask->n; q++)
        value[q] = 0;
    for (size_t r = 0; r < ask->n_resources; r++)
        add_scores(ask, r, value);
    for (size_t q = ask->n - 1; q > 0; q--)
        value[q] -= value[q - 1];
    return UL_OK;
}

/* Two unused machines are as good as all: from the second on the difference is 0. */
static ul_status weibull_solve(const ul_packing *in, ul_run *run)
{
    const ul_status status = ul_bin_array_pack(in, run, &(ul_bin_rule){value_differences, NULL}, 2);
    return status == UL_E_STOPPED ? UL_OK : status;
}

const ul_method ul_method_funsearch_weibull = {
    .name = "funsearch-weibull",
    .brief = "by what is free, less the same of the machine before; found on Weibull sizes",
    .paper = "Romera-Paredes et al., FunSearch, 2024",
    .traits = UL_ONLINE | UL_SLOW,
    .packing = weibull_solve,
};
