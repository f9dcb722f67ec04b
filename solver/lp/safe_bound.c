#include "safe_bound.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "tolerance.h"

typedef struct {
    long double sum, size; /* size: of the terms, for the error */
    size_t n;
    bool broken;
} total;

static void add(total *t, long double term)
{
    t->sum += term;
    t->size += fabsl(term);
    t->n++;
}

/* The least of factor * x over low <= x <= high. */
static void add_least(total *t, long double factor, double low, double high)
{
    if (factor == 0)
        return;
    const double at = factor > 0 ? low : high;
    if (fabs(at) == HUGE_VAL)
        t->broken = true;
    else
        add(t, factor * at);
}

double ul_safe_relaxation(const ul_model *model, const double *dual)
{
    long double *reduced = malloc((model->n_columns + 1) * sizeof *reduced);
    long double *size = calloc(model->n_columns + 1, sizeof *size);
    total t = {0};
    t.broken = reduced == NULL || size == NULL;
    for (size_t q = 0; !t.broken && q < model->n_columns; q++) {
        reduced[q] = model->column[q].cost;
        size[q] = fabsl(reduced[q]);
    }
    for (size_t q = 0; !t.broken && q < model->n_terms; q++) {
        const ul_model_term *term = &model->term[q];
        const ul_model_row *row = &model->row[term->row];
        /* a dual of the sign that the row's open side forbids counts as zero */
        if (fabs(dual[term->row] > 0 ? row->low : row->high) == HUGE_VAL)
            continue;
        const long double product = (long double)term->value * dual[term->row];
        reduced[term->column] -= product;
        size[term->column] += fabsl(product);
    }
    add(&t, model->offset);
    for (size_t q = 0; !t.broken && q < model->n_rows; q++)
        if (fabs(dual[q] > 0 ? model->row[q].low : model->row[q].high) < HUGE_VAL)
            add_least(&t, dual[q], model->row[q].low, model->row[q].high);
    long double error = 0;
    for (size_t q = 0; !t.broken && q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        /* without a bound a reduced cost that is zero but for rounding proves nothing */
        t.broken = t.broken || column->high == HUGE_VAL;
        add_least(&t, reduced[q], 0, column->high);
        error += size[q] * (long double)column->high;
    }
    /* each operation errs by at most half an LDBL_EPSILON of what it handles, and a
     * model's number, a double, by half a DBL_EPSILON of the decimal it stands for */
    error = (error + t.size)
            * (LDBL_EPSILON * (long double)(model->n_rows + t.n + 4) + 2 * (long double)DBL_EPSILON);
    free(reduced);
    free(size);
    return t.broken ? -HUGE_VAL : nextafter((double)(t.sum - error), -HUGE_VAL);
}

ul_cost ul_exact_bound(double bound, double slack, ul_cost unit)
{
    const double least = bound - slack;
    if (!(least > -1e18 && least < 1e18))
        return 0; /* nothing costs less than nothing */
    if (unit > 0)
        return (ul_cost)ceil(least) * unit;
    /* finer than a millionth of a dollar is below what a double of this size holds; one
     * is taken off for the division and the decimals that the costs stand for */
    const double micros = least / 1e-6;
    return ((ul_cost)floor(micros - 4 * DBL_EPSILON * fabs(micros)) - 1) * UL_COST_PER_MICRO;
}

double ul_trusted_slack(double bound)
{
    const double thousandth = 1e-3; /* of a unit: what reduced costs of UL_LP_ZERO add up to */
    return thousandth + UL_LP_SAME_COST * fabs(bound);
}
