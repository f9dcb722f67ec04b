#include "availability_lp.h"

#include <math.h>
#include <string.h>

#include "tolerance.h"

#define TINY 1e-7        /* units of capacity */
#define WORTH_A_ROW 1e-3 /* by how much a rounded row must be violated to be added */

void ul_cover_lp_start(const ul_cover *cover, ul_cover_lp *lp)
{
    lp->cover = cover;
    lp->m = 0;
    lp->value = 0;
    for (size_t k = 0; k < cover->n; k++) {
        lp->nonbasic[k] = (int)k;
        lp->reduced[k] = cover->unit_price[k];
    }
}

void ul_cover_lp_copy(const ul_cover_lp *from, ul_cover_lp *to)
{
    const size_t m = from->m, n = from->cover->n;
    to->cover = from->cover;
    to->m = m;
    to->value = from->value;
    memcpy(to->row, from->row, m * sizeof *to->row);
    memcpy(to->basic, from->basic, m * sizeof *to->basic);
    memcpy(to->level, from->level, m * sizeof *to->level);
    memcpy(to->nonbasic, from->nonbasic, n * sizeof *to->nonbasic);
    memcpy(to->reduced, from->reduced, n * sizeof *to->reduced);
    for (size_t i = 0; i < m; i++)
        memcpy(to->table[i], from->table[i], n * sizeof **to->table);
}

/* Of a unit of column k in a row divided by d and multiplied by d again. */
static double rounded(const ul_cover *cover, uint32_t d, size_t k)
{
    const uint32_t rest = (uint32_t)(cover->in->capacity % d), size = (uint32_t)cover->size[k];
    if (cover->type[k] == UL_NONE)
        return (double)d / rest; /* the stand-in is divisible */
    return d * (size / d + fmin(1, (double)(size % d) / rest)) / size;
}

static double coefficient(const ul_cover *cover, const ul_cover_row *row, size_t k)
{
    if (row->column >= 0)
        return row->column != (int)k ? 0 : row->at_most ? -1 : 1;
    if (row->set >> k & 1)
        return 0;
    return row->divisor == 0 ? 1 : rounded(cover, row->divisor, k);
}

static double right_side(const ul_cover *cover, const ul_cover_row *row)
{
    if (row->column >= 0)
        return row->at_most ? -row->limit : row->limit;
    return row->divisor == 0
               ? cover->wanted
               : (double)((cover->in->capacity / row->divisor + 1) * row->divisor);
}

/* Gives the slack of row `from` the number of row `to`. */
static void renumber(ul_cover_lp *lp, size_t from, size_t to)
{
    const int n = (int)lp->cover->n;
    lp->row[to] = lp->row[from];
    for (size_t i = 0; i < lp->m; i++)
        if (lp->basic[i] == n + (int)from)
            lp->basic[i] = n + (int)to;
    for (int j = 0; j < n; j++)
        if (lp->nonbasic[j] == n + (int)from)
            lp->nonbasic[j] = n + (int)to;
}

/* Removes the rows whose slack is basic and positive. */
static void drop_slack_rows(ul_cover_lp *lp)
{
    const int n = (int)lp->cover->n;
    for (size_t i = lp->m; i-- > 0;) {
        if (lp->basic[i] < n || lp->level[i] <= TINY)
            continue;
        const size_t gone = (size_t)(lp->basic[i] - n), last = lp->m - 1;
        lp->basic[i] = lp->basic[last];
        lp->level[i] = lp->level[last];
        if (i != last)
            memcpy(lp->table[i], lp->table[last], (size_t)n * sizeof **lp->table);
        lp->m--;
        if (gone != last)
            renumber(lp, last, gone);
    }
}

bool ul_cover_lp_add(ul_cover_lp *lp, ul_cover_row row)
{
    const size_t n = lp->cover->n;
    if (lp->m >= UL_COVER_ROWS * 3 / 4)
        drop_slack_rows(lp);
    if (lp->m == UL_COVER_ROWS)
        return false;
    double *line = lp->table[lp->m];
    double level = -right_side(lp->cover, &row);
    for (size_t j = 0; j < n; j++)
        line[j] = lp->nonbasic[j] < (int)n ? -coefficient(lp->cover, &row, (size_t)lp->nonbasic[j]) : 0;
    for (size_t i = 0; i < lp->m; i++) {
        const double c =
            lp->basic[i] < (int)n ? coefficient(lp->cover, &row, (size_t)lp->basic[i]) : 0;
        if (c == 0)
            continue;
        level += c * lp->level[i];
        for (size_t j = 0; j < n; j++)
            line[j] += c * lp->table[i][j];
    }
    lp->row[lp->m] = row;
    lp->level[lp->m] = level;
    lp->basic[lp->m] = (int)(n + lp->m);
    lp->m++;
    return true;
}

/* The nonbasic that keeps all reduced costs nonnegative when it enters at this row. */
static size_t entering(const ul_cover_lp *lp, size_t row)
{
    const double *line = lp->table[row];
    size_t best = UL_NONE;
    double least = INFINITY;
    for (size_t j = 0; j < lp->cover->n; j++) {
        if (line[j] > -UL_LP_ZERO)
            continue;
        const double ratio = lp->reduced[j] / -line[j];
        if (ratio < least || (ratio == least && line[j] < line[best])) {
            least = ratio;
            best = j;
        }
    }
    return best;
}

static void pivot(ul_cover_lp *lp, size_t row, size_t column)
{
    const size_t n = lp->cover->n;
    double *line = lp->table[row];
    const double inverse = 1 / line[column];
    for (size_t j = 0; j < n; j++)
        line[j] *= inverse;
    line[column] = inverse;
    lp->level[row] *= inverse;
    for (size_t i = 0; i < lp->m; i++) {
        const double c = lp->table[i][column];
        if (i == row || c == 0)
            continue;
        double *other = lp->table[i];
        lp->level[i] -= c * lp->level[row];
        for (size_t j = 0; j < n; j++)
            other[j] -= c * line[j];
        other[column] = -c * inverse;
    }
    const double c = lp->reduced[column];
    lp->value += c * lp->level[row];
    for (size_t j = 0; j < n; j++)
        lp->reduced[j] -= c * line[j];
    lp->reduced[column] = -c * inverse;
    for (size_t j = 0; j < n; j++)
        lp->reduced[j] = lp->reduced[j] > 0 ? lp->reduced[j] : 0; /* zero but for rounding */
    const int left = lp->basic[row];
    lp->basic[row] = lp->nonbasic[column];
    lp->nonbasic[column] = left;
}

bool ul_cover_lp_solve(ul_cover_lp *lp, double cutoff)
{
    enum { PIVOTS = 2000 }; /* against cycling: a value cut short is still a bound */
    for (int q = 0; q < PIVOTS && lp->value <= cutoff; q++) {
        size_t row = UL_NONE;
        double worst = -TINY;
        for (size_t i = 0; i < lp->m; i++)
            if (lp->level[i] < worst) {
                worst = lp->level[i];
                row = i;
            }
        if (row == UL_NONE)
            return true;
        const size_t column = entering(lp, row);
        if (column == UL_NONE) {
            lp->broken = row;
            return false;
        }
        pivot(lp, row, column);
    }
    return true;
}

void ul_cover_lp_capacities(const ul_cover_lp *lp, double *x)
{
    memset(x, 0, lp->cover->n * sizeof *x);
    for (size_t i = 0; i < lp->m; i++)
        if (lp->basic[i] < (int)lp->cover->n)
            x[lp->basic[i]] = lp->level[i] > 0 ? lp->level[i] : 0;
}

/* By how much x violates the row. */
static double violation(const ul_cover *cover, const ul_cover_row *row, const double *x)
{
    double left = right_side(cover, row);
    for (size_t k = 0; k < cover->n; k++)
        if (x[k] > 0)
            left -= x[k] * coefficient(cover, row, k);
    return left;
}

bool ul_cover_lp_round(ul_cover_lp *lp, const double *x)
{
    const ul_cover *cover = lp->cover;
    const size_t n = cover->n, rows = lp->m;
    ul_cover_row found[UL_COVER_COLUMNS];
    size_t n_found = 0;
    for (size_t j = 0; j < n && rows + n_found < UL_COVER_ROWS; j++) {
        const int slack = lp->nonbasic[j] - (int)n;
        if (slack < 0 || lp->row[slack].column >= 0 || lp->row[slack].divisor != 0)
            continue;
        ul_cover_row best = {.divisor = 0};
        double worst = WORTH_A_ROW;
        for (size_t k = 0; k < n; k++) {
            const uint32_t size = (uint32_t)cover->size[k];
            ul_cover_row row = {.set = lp->row[slack].set, .column = -1, .divisor = size};
            if (x[k] <= TINY || cover->type[k] == UL_NONE || cover->in->capacity % size == 0)
                continue;
            const double by = violation(cover, &row, x);
            if (by > worst) {
                worst = by;
                best = row;
            }
        }
        if (best.divisor != 0)
            found[n_found++] = best;
    }
    bool added = false;
    for (size_t q = 0; q < n_found; q++)
        added = ul_cover_lp_add(lp, found[q]) || added;
    return added;
}

