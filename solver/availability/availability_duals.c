/* What the multipliers of a linear program prove, in whole numbers: the checker of
 * certificates does the same sums with code of its own.
 *
 * O(rows * columns) a proof.
 */
#include <math.h>
#include <string.h>

#include "availability_lp.h"

enum { SCALE_BITS = 40, SHARPENINGS = 3 };
#define COUNTABLE 1e37 /* sums below this are far from 128 bits */

/* The row of whole machines behind a row of the program. */
static ul_cover_use row_of(const ul_cover *cover, const ul_cover_row *row)
{
    ul_cover_use use = {.set = row->set, .column = row->column, .divisor = row->divisor};
    if (row->column >= 0)
        use.limit = (uint64_t)nearbyint(row->limit / cover->size[row->column]);
    return use;
}

/* How much of that row a unit of the program's row is: a survived set is the same, one
 * divided by d was multiplied by d there and is by the rest here, a limit is in capacity. */
static double factor_of(const ul_cover *cover, const ul_cover_row *row)
{
    if (row->column >= 0)
        return row->at_most ? -cover->size[row->column] : cover->size[row->column];
    return row->divisor == 0
               ? 1
               : (double)row->divisor / (double)(cover->in->capacity % row->divisor);
}

/* Of one machine of column k. Of the stand-in, as much as a divisible machine can have. */
static uint64_t coefficient(const ul_cover *cover, const ul_cover_use *use, size_t k)
{
    const uint64_t size = (uint64_t)cover->size[k], d = use->divisor;
    if (use->column >= 0)
        return use->column == (int)k;
    if (use->set >> k & 1)
        return 0;
    if (d == 0 || cover->type[k] == UL_NONE)
        return size;
    const uint64_t rest = cover->in->capacity % d;
    return size / d * rest + (size % d < rest ? size % d : rest);
}

static uint64_t side(const ul_cover *cover, const ul_cover_use *use)
{
    const uint64_t d = use->divisor;
    if (use->column >= 0)
        return use->limit;
    return d == 0 ? cover->in->capacity
                  : (cover->in->capacity / d + 1) * (cover->in->capacity % d);
}

/* Machines of a column that can be useful; of the stand-in, of all that it stands for. */
static double most_of(const ul_cover *cover, size_t k)
{
    const double most = cover->most[k] / cover->size[k];
    return cover->type[k] == UL_NONE
               ? (double)cover->n_merged * (most + (double)UL_AVAILABILITY_CAPACITY_MAX)
               : most;
}

/* A scale on which no sum of the proof is beyond measure; negative when there is none. */
static int find_scale(const ul_cover *cover, const ul_cover_use *use, const double *value, size_t n)
{
    double dear = 0, wide = 0, most = 0, sum = 0, sides = 0;
    for (size_t k = 0; k < cover->n; k++) {
        dear = fmax(dear, (double)cover->cost[k]);
        wide = fmax(wide, cover->size[k]);
        most = fmax(most, most_of(cover, k));
    }
    for (size_t q = 0; q < n; q++) {
        sum += fabs(value[q]);
        sides += fabs(value[q]) * (double)side(cover, &use[q]);
    }
    const double measure = sides + (dear + sum * wide) * (most + 1) * (double)(cover->n + 1);
    const int bits = (int)floor(log2(COUNTABLE / measure));
    return !(measure < COUNTABLE) ? -1 : bits < SCALE_BITS ? bits : SCALE_BITS;
}

/* The bound, and of each column what its machine costs beyond what it is worth. */
static ul_cost evaluate(const ul_cover *cover, const ul_cover_proof *proof, ul_cost *left)
{
    const ul_cost scale = (ul_cost)1 << proof->scale_bits;
    ul_cost total = 0;
    for (size_t k = 0; k < cover->n; k++)
        left[k] = cover->cost[k] * scale;
    for (size_t q = 0; q < proof->n; q++) {
        const ul_cover_use *use = &proof->use[q];
        total += use->value * (ul_cost)side(cover, use);
        for (size_t k = 0; k < cover->n; k++)
            left[k] -= use->value * (ul_cost)coefficient(cover, use, k);
    }
    for (size_t k = 0; k < cover->n; k++)
        if (left[k] < 0)
            total += left[k] * (ul_cost)most_of(cover, k);
    /* costs are whole */
    return total <= 0 ? 0 : (total + scale - 1) / scale;
}

/* A limit's multiplier has the sign of its side, the others are not negative. */
static void set_value(ul_cover_use *use, double factor, double value)
{
    use->value = value * factor > 0 ? (ul_cost)nearbyint(value) : 0;
}

/* The slacks of the dictionary that are zero, with their rows. */
typedef struct {
    size_t n, column[UL_COVER_COLUMNS]; /* of the dictionary */
    double factor[UL_COVER_COLUMNS];
    double value[UL_COVER_COLUMNS];
} tight_rows;

/* The basic capacities' costs should be paid exactly: spreads what is left of them over
 * the rows, by the dictionary's inverse. */
static void sharpen(const ul_cover_lp *lp, const tight_rows *rows, const ul_cost *left,
                    ul_cover_proof *proof)
{
    const ul_cover *cover = lp->cover;
    for (size_t q = 0; q < rows->n; q++) {
        double change = 0;
        for (size_t i = 0; i < lp->m; i++)
            if (lp->basic[i] < (int)cover->n)
                change -= (double)left[lp->basic[i]] / cover->size[lp->basic[i]]
                          * lp->table[i][rows->column[q]];
        /* the sum is exact where the change is small */
        const ul_cost value = proof->use[q].value + (ul_cost)nearbyint(change * rows->factor[q]);
        proof->use[q].value = (value > 0) == (rows->factor[q] > 0) ? value : 0;
    }
}

static void drop_zeros(ul_cover_proof *proof)
{
    size_t kept = 0;
    for (size_t q = 0; q < proof->n; q++)
        if (proof->use[q].value != 0)
            proof->use[kept++] = proof->use[q];
    proof->n = kept;
}

void ul_cover_lp_prove(const ul_cover_lp *lp, ul_cost wanted, ul_cover_proof *proof)
{
    const ul_cover *cover = lp->cover;
    tight_rows rows = {.n = 0};
    ul_cost left[UL_COVER_COLUMNS];
    *proof = (ul_cover_proof){.n = 0};
    for (size_t j = 0; j < cover->n; j++) {
        if (lp->nonbasic[j] < (int)cover->n)
            continue;
        const ul_cover_row *row = &lp->row[lp->nonbasic[j] - (int)cover->n];
        const size_t q = rows.n++;
        rows.column[q] = j;
        rows.factor[q] = factor_of(cover, row);
        rows.value[q] = lp->reduced[j] * 1e12 * rows.factor[q];
        proof->use[q] = row_of(cover, row);
    }
    proof->scale_bits = find_scale(cover, proof->use, rows.value, rows.n);
    if (proof->scale_bits < 0) {
        proof->scale_bits = 0;
        return;
    }
    proof->n = rows.n;
    for (size_t q = 0; q < rows.n; q++)
        set_value(&proof->use[q], rows.factor[q], ldexp(rows.value[q], proof->scale_bits));
    proof->bound = evaluate(cover, proof, left);
    for (int round = 0; round < SHARPENINGS && proof->bound < wanted
                        && proof->bound >= wanted - (wanted >> 24); round++) {
        ul_cover_proof sharper = *proof;
        sharpen(lp, &rows, left, &sharper);
        sharper.bound = evaluate(cover, &sharper, left);
        if (sharper.bound < proof->bound)
            break;
        *proof = sharper;
    }
    drop_zeros(proof);
}

void ul_cover_lp_refute(const ul_cover_lp *lp, ul_cost wanted, ul_cover_proof *proof)
{
    const ul_cover *cover = lp->cover;
    const size_t broken = lp->broken, n = cover->n;
    double value[UL_COVER_COLUMNS + 1], factor[UL_COVER_COLUMNS + 1];
    const double times = 4 * ((double)wanted + 1) / -lp->level[broken];
    ul_cost left[UL_COVER_COLUMNS];
    size_t used = 0;
    *proof = (ul_cover_proof){.n = 0};
    for (size_t j = 0; j <= n; j++) { /* the last is the broken row's own slack */
        const int slack = (j < n ? lp->nonbasic[j] : lp->basic[broken]) - (int)n;
        const double share = j < n ? lp->table[broken][j] : 1;
        if (slack < 0 || share <= 0)
            continue;
        factor[used] = factor_of(cover, &lp->row[slack]);
        value[used] = share * times * factor[used];
        proof->use[used++] = row_of(cover, &lp->row[slack]);
    }
    proof->scale_bits = find_scale(cover, proof->use, value, used);
    if (proof->scale_bits < 0) {
        proof->scale_bits = 0;
        return;
    }
    proof->n = used;
    for (size_t q = 0; q < used; q++)
        set_value(&proof->use[q], factor[q], ldexp(value[q], proof->scale_bits));
    proof->bound = evaluate(cover, proof, left);
    drop_zeros(proof);
}
