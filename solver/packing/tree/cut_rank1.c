/* Rank-1 Chvatal-Gomory cuts of the covering rows, rounded up: multipliers k/d, k < d, with d
 * up to 5, found by local search. The literature rounds packing rows down: where rows are
 * equations its multipliers u are 1 - u here, so that d = 2 on three distinct tasks is the
 * subset-row cut of Jepsen et al. 2008.
 *
 * For multipliers u = k/d the cut asks
 *
 *     sum ceil(u . count(p)) x_p >= ceil(u . copies),
 *
 * and its violation at x is a step function of each k_i. From random starts on
 * the items of fractional columns, one multiplier at a time is set to its best
 * value until none improves.
 */
#include "node.h"

#include <math.h>
#include <string.h>

#include "tolerance.h"

enum { STARTS_EACH = 12, STARTS_MAX = 400, DENOMINATOR_MAX = 5 };
#define VIOLATION_MIN 0.02

typedef struct {
    ul_cut_support of;
    const ul_exact_problem *problem;
    int64_t *sum;    /* per column: k . count */
    int64_t *above;  /* per column: ceil(sum / d) */
    int64_t total;   /* k . copies */
    int denominator;
} rank1;

static void set_multiplier(rank1 *s, size_t i, uint8_t k)
{
    const int64_t change = (int64_t)k - s->of.numerator[i];
    s->total += change * s->problem->copies[i];
    for (size_t q = s->of.first[i]; q < s->of.first[i + 1]; q++) {
        int64_t *sum = &s->sum[s->of.use[q].column];
        *sum += change * s->of.use[q].count;
        s->above[s->of.use[q].column] = ul_cut_rounded(*sum, s->denominator);
    }
    s->of.numerator[i] = k;
}

/* How the violation changes when item i gets multiplier k. */
static double gain_of(const rank1 *s, size_t i, int k)
{
    const int d = s->denominator;
    const int64_t change = k - s->of.numerator[i];
    double gain = (double)(ul_cut_rounded(s->total + change * s->problem->copies[i], d)
                           - ul_cut_rounded(s->total, d));
    for (size_t q = s->of.first[i]; q < s->of.first[i + 1]; q++) {
        const uint32_t c = s->of.use[q].column;
        gain -= s->of.x[c]
                * (double)(ul_cut_rounded(s->sum[c] + change * s->of.use[q].count, d) - s->above[c]);
    }
    return gain;
}

static double violation_of(const rank1 *s)
{
    double violation = (double)ul_cut_rounded(s->total, s->denominator);
    for (size_t c = 0; c < s->of.n; c++)
        violation -= s->of.x[c] * (double)s->above[c];
    return violation;
}

static void fit_steps(rank1 *s)
{
    bool better = true;
    for (int pass = 0; better && pass < 20; pass++) {
        better = false;
        for (size_t i = 0; i < s->problem->n_items; i++) {
            int best = s->of.numerator[i];
            double most = UL_LP_WHOLE;
            for (int k = 0; k < s->denominator; k++) {
                const double gain = k == s->of.numerator[i] ? 0 : gain_of(s, i, k);
                if (gain > most) {
                    most = gain;
                    best = k;
                }
            }
            if (best == s->of.numerator[i])
                continue;
            set_multiplier(s, i, (uint8_t)best);
            better = true;
        }
    }
}

/* Random multipliers on a few items of a random column. */
static void start(rank1 *s, ul_rng *rng)
{
    const ul_pattern_pool *pool = s->of.lp->pool;
    s->denominator = 2 + (int)ul_rng_below(rng, DENOMINATOR_MAX - 1);
    s->total = 0;
    memset(s->sum, 0, s->of.n * sizeof *s->sum);
    memset(s->above, 0, s->of.n * sizeof *s->above);
    memset(s->of.numerator, 0, s->problem->n_items);
    for (int q = 0; q < 3; q++) {
        const ul_pattern *pattern = &pool->pattern[s->of.pattern[ul_rng_below(rng, s->of.n)]];
        const size_t i = pool->entry[pattern->first + ul_rng_below(rng, pattern->n)].item;
        set_multiplier(s, i, (uint8_t)(1 + ul_rng_below(rng, (uint64_t)s->denominator - 1)));
    }
}

ul_status ul_cut_rank1_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                                size_t *added)
{
    rank1 s = {.problem = lp->problem};
    const size_t enough = STARTS_EACH * lp->problem->n_items; /* few items have few cuts */
    const size_t starts = enough < STARTS_MAX ? enough : STARTS_MAX;
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    UL_TRY(ul_cut_support_open(lp, most, &s.of));
    UL_ALLOC_RAW(lp->arena, s.sum, s.of.n);
    UL_ALLOC_RAW(lp->arena, s.above, s.of.n);
    for (size_t q = 0; q < starts && s.of.n > 0 && !ul_run_expired(lp->run); q++) {
        start(&s, rng);
        fit_steps(&s);
        const double violation = violation_of(&s);
        if (violation > VIOLATION_MIN)
            UL_TRY(ul_cut_keep(&s.of, (uint8_t)s.denominator, violation));
    }
    UL_TRY(ul_cut_add_kept(&s.of, rules, added));
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}
