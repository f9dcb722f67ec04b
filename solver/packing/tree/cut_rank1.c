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

enum { STARTS_EACH = 12, STARTS_MAX = 400, DENOMINATOR_MAX = 5, KEPT_MAX = 64 };
#define VIOLATION_MIN 0.02

typedef struct {
    double violation;
    uint8_t denominator;
    uint8_t *numerator;
} candidate;

typedef struct {
    uint32_t column, count;
} use;

/* The columns in use, by item. */
typedef struct {
    const ul_exact_problem *problem;
    size_t n;        /* columns */
    double *x;
    size_t *pattern;
    size_t *first;   /* item -> into use; n_items + 1 */
    use *use;
    int64_t *sum;    /* per column: k . count */
    int64_t *above;  /* per column: ceil(sum / d) */
    int64_t total;   /* k . copies */
    int denominator;
    uint8_t *numerator;
} support;

static ul_status support_open(const ul_pattern_lp *lp, support *s)
{
    const size_t n_items = lp->problem->n_items;
    s->problem = lp->problem;
    UL_ALLOC_RAW(lp->arena, s->x, lp->n_columns);
    UL_ALLOC_RAW(lp->arena, s->pattern, lp->n_columns);
    UL_ALLOC_RAW(lp->arena, s->sum, lp->n_columns);
    UL_ALLOC_RAW(lp->arena, s->above, lp->n_columns);
    UL_ALLOC(lp->arena, s->first, n_items + 2);
    UL_ALLOC(lp->arena, s->numerator, n_items);
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE && lp->x[c] > UL_LP_USED) {
            s->x[s->n] = lp->x[c];
            s->pattern[s->n++] = lp->pattern_of[c];
        }
    for (size_t c = 0; c < s->n; c++)
        UL_EACH_ENTRY(e, lp->pool, s->pattern[c])
            s->first[e->item + 2]++;
    for (size_t i = 2; i < n_items + 2; i++)
        s->first[i] += s->first[i - 1];
    UL_ALLOC_RAW(lp->arena, s->use, s->first[n_items + 1]);
    for (size_t c = 0; c < s->n; c++)
        UL_EACH_ENTRY(e, lp->pool, s->pattern[c])
            s->use[s->first[e->item + 1]++] = (use){(uint32_t)c, e->count};
    return UL_OK;
}

static void set_multiplier(support *s, size_t i, uint8_t k)
{
    const int64_t change = (int64_t)k - s->numerator[i];
    s->total += change * s->problem->copies[i];
    for (size_t q = s->first[i]; q < s->first[i + 1]; q++) {
        int64_t *sum = &s->sum[s->use[q].column];
        *sum += change * s->use[q].count;
        s->above[s->use[q].column] = ul_cut_rounded(*sum, s->denominator);
    }
    s->numerator[i] = k;
}

/* How the violation changes when item i gets multiplier k. */
static double gain_of(const support *s, size_t i, int k)
{
    const int d = s->denominator;
    const int64_t change = k - s->numerator[i];
    double gain = (double)(ul_cut_rounded(s->total + change * s->problem->copies[i], d)
                           - ul_cut_rounded(s->total, d));
    for (size_t q = s->first[i]; q < s->first[i + 1]; q++) {
        const use *one = &s->use[q];
        gain -= s->x[one->column]
                * (double)(ul_cut_rounded(s->sum[one->column] + change * one->count, d)
                           - s->above[one->column]);
    }
    return gain;
}

static double violation_of(const support *s)
{
    double violation = (double)ul_cut_rounded(s->total, s->denominator);
    for (size_t c = 0; c < s->n; c++)
        violation -= s->x[c] * (double)s->above[c];
    return violation;
}

static void fit_steps(support *s)
{
    bool better = true;
    for (int pass = 0; better && pass < 20; pass++) {
        better = false;
        for (size_t i = 0; i < s->problem->n_items; i++) {
            int best = s->numerator[i];
            double most = UL_LP_WHOLE;
            for (int k = 0; k < s->denominator; k++) {
                const double gain = k == s->numerator[i] ? 0 : gain_of(s, i, k);
                if (gain > most) {
                    most = gain;
                    best = k;
                }
            }
            if (best == s->numerator[i])
                continue;
            set_multiplier(s, i, (uint8_t)best);
            better = true;
        }
    }
}

/* Random multipliers on a few items of a random column. */
static void start(support *s, const ul_pattern_pool *pool, ul_rng *rng)
{
    s->denominator = 2 + (int)ul_rng_below(rng, DENOMINATOR_MAX - 1);
    s->total = 0;
    memset(s->sum, 0, s->n * sizeof *s->sum);
    memset(s->above, 0, s->n * sizeof *s->above);
    memset(s->numerator, 0, s->problem->n_items);
    for (int q = 0; q < 3; q++) {
        const ul_pattern *pattern = &pool->pattern[s->pattern[ul_rng_below(rng, s->n)]];
        const size_t i = pool->entry[pattern->first + ul_rng_below(rng, pattern->n)].item;
        set_multiplier(s, i, (uint8_t)(1 + ul_rng_below(rng, (uint64_t)s->denominator - 1)));
    }
}

/* Keeps the most violated, each once. */
static ul_status keep(support *s, ul_arena *arena, candidate *kept, size_t *n, size_t most,
                      double violation)
{
    for (size_t q = 0; q < *n; q++)
        if (kept[q].denominator == s->denominator
            && memcmp(kept[q].numerator, s->numerator, s->problem->n_items) == 0)
            return UL_OK;
    if (*n == most && violation <= kept[most - 1].violation)
        return UL_OK;
    uint8_t *numerator = kept[most - 1].numerator; /* of the one that goes */
    if (*n < most)
        UL_ALLOC_RAW(arena, numerator, s->problem->n_items);
    memcpy(numerator, s->numerator, s->problem->n_items);
    size_t at = *n < most ? (*n)++ : most - 1;
    for (; at > 0 && kept[at - 1].violation < violation; at--)
        kept[at] = kept[at - 1];
    kept[at] = (candidate){violation, (uint8_t)s->denominator, numerator};
    return UL_OK;
}

ul_status ul_cut_add(ul_pattern_lp *lp, uint8_t denominator, const uint8_t *numerator,
                     ul_row_rules *rules)
{
    int64_t total = 0;
    size_t id;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        total += (int64_t)numerator[i] * lp->problem->copies[i];
    const ul_row_rule rule = {.kind = UL_ROW_CUT, .denominator = denominator, .numerator = numerator,
                              .limit = ul_cut_rounded(total, denominator)};
    UL_TRY(ul_row_rules_add(rules, &rule, &id));
    return ul_pattern_lp_add_row(lp, rules->rule[id], id, rule.limit, UL_ROW_FREE);
}

ul_status ul_cut_rank1_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                                size_t *added)
{
    candidate kept[KEPT_MAX] = {{0}};
    support s = {0};
    size_t n = 0;
    const size_t enough = STARTS_EACH * lp->problem->n_items; /* few items have few cuts */
    const size_t starts = enough < STARTS_MAX ? enough : STARTS_MAX;
    most = most > KEPT_MAX ? KEPT_MAX : most;
    *added = 0;
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    UL_TRY(support_open(lp, &s));
    for (size_t q = 0; q < starts && s.n > 0 && !ul_run_expired(lp->run); q++) {
        start(&s, lp->pool, rng);
        fit_steps(&s);
        const double violation = violation_of(&s);
        if (violation > VIOLATION_MIN)
            UL_TRY(keep(&s, lp->arena, kept, &n, most, violation));
    }
    for (; *added < n; ++*added)
        UL_TRY(ul_cut_add(lp, kept[*added].denominator, kept[*added].numerator, rules));
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}
