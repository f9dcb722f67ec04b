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

#include "tolerance.h"

enum { STARTS_EACH = 12, STARTS_MAX = 400, DENOMINATOR_MAX = 5 };
#define VIOLATION_MIN 0.02

static void fit_steps(ul_cut_support *s)
{
    bool better = true;
    for (int pass = 0; better && pass < 20; pass++) {
        better = false;
        for (size_t i = 0; i < s->lp->problem->n_items; i++) {
            int best = s->numerator[i];
            double most = UL_LP_WHOLE;
            for (int k = 0; k < s->denominator; k++) {
                const double gain = k == s->numerator[i] ? 0 : ul_cut_gain(s, i, k);
                if (gain > most) {
                    most = gain;
                    best = k;
                }
            }
            if (best == s->numerator[i])
                continue;
            ul_cut_set(s, i, (uint8_t)best);
            better = true;
        }
    }
}

/* Random multipliers on a few items of a random column. */
static void start(ul_cut_support *s, ul_rng *rng)
{
    const ul_pattern_pool *pool = s->lp->pool;
    ul_cut_begin(s, (uint8_t)(2 + ul_rng_below(rng, DENOMINATOR_MAX - 1)));
    for (int q = 0; q < 3; q++) {
        const ul_pattern *pattern = &pool->pattern[s->pattern[ul_rng_below(rng, s->n)]];
        const size_t i = pool->entry[pattern->first + ul_rng_below(rng, pattern->n)].item;
        ul_cut_set(s, i, (uint8_t)(1 + ul_rng_below(rng, (uint64_t)s->denominator - 1)));
    }
}

ul_status ul_cut_rank1_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                                size_t *added)
{
    ul_cut_support s = {0};
    const size_t enough = STARTS_EACH * lp->problem->n_items; /* few items have few cuts */
    const size_t starts = enough < STARTS_MAX ? enough : STARTS_MAX;
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    UL_TRY(ul_cut_support_open(lp, most, &s));
    for (size_t q = 0; q < starts && s.n > 0 && !ul_run_expired(lp->run); q++) {
        start(&s, rng);
        fit_steps(&s);
        const double violation = ul_cut_violation(&s);
        if (violation > VIOLATION_MIN)
            UL_TRY(ul_cut_keep(&s, violation));
    }
    UL_TRY(ul_cut_add_kept(&s, rules, added));
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}
