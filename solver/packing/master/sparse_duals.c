#include "sparse_duals.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 500, ROUNDS = 60 };

/* So many rounds that leave more than a tenth of the patterns are the last. Where these are too
 * many for a tree a few more are worth their time, but not where they are hopelessly many: duals
 * that leave 10^10 after three seldom leave fewer at last. */
enum { SLOW_MAX = 3, SLOW_MANY = 5 };

#define FEW 2000.0   /* patterns: nothing to gain */
#define MANY 20000.0 /* patterns: fewer are no trouble */
#define LARGE 250000.0 /* patterns: fewer are a tree that takes no longer than many rounds in vain */
#define PERTURBATION 0.04    /* of what a row asks for, at most: the first strength tried */
#define PERTURBATION_MAX 0.1
#define KEPT 0.7     /* of what was drawn before */
#define GAIN 0.8     /* patterns are only guessed at: fewer means fewer than this part */
#define TENTH 0.1

typedef struct {
    ul_master *master;
    int64_t most;
    ul_exact_dual *best, trial;
    double patterns;      /* that the best leaves */
    double *use;          /* per item: copies in the patterns drawn so far, the last ones most */
    double *drawn;        /* per item: copies in the patterns drawn last */
    double *less, *value; /* per item */
} sparsifying;

/* Draws patterns within the gap and guesses how many there are. Those of values that
 * are not taken count too, lest the next values are the ones before. */
static ul_status draw(sparsifying *l, const ul_exact_dual *dual, double *patterns)
{
    bool whole;
    UL_TRY(ul_master_sample(l->master, dual, l->most, DRAWS, l->drawn, patterns, &whole));
    double all = 0;
    for (size_t i = 0; i < l->master->problem->n_items; i++)
        all += l->drawn[i] * (double)dual->value[i];
    for (size_t i = 0; i < l->master->problem->n_items && all > 0; i++)
        l->use[i] = KEPT * l->use[i] + l->drawn[i] / all * (double)dual->scale.num;
    if (!whole)
        *patterns = HUGE_VAL;
    return UL_OK;
}

/* Takes the values for the best where they leave fewer patterns. */
static ul_status consider(sparsifying *l, const double *value, bool *better)
{
    double patterns;
    *better = false;
    UL_TRY(ul_master_dual_bound(l->master, value, &l->trial, better));
    if (!*better)
        return UL_OK;
    UL_TRY(draw(l, &l->trial, &patterns));
    *better = patterns < GAIN * l->patterns;
    if (!*better)
        return UL_OK;
    ul_exact_dual_copy(l->master->problem, l->best, &l->trial);
    l->patterns = patterns;
    return UL_OK;
}

/* One round: the values that the LP has against the patterns drawn, else the mean of
 * these and the best. */
static ul_status sparsify_once(sparsifying *l, double perturbation, bool *better)
{
    const ul_exact_problem *problem = l->master->problem;
    const double unit = (double)l->best->scale.den / (double)l->best->scale.num;
    double most = 0;
    bool solved;
    for (size_t i = 0; i < problem->n_items; i++)
        most = fmax(most, l->use[i] / (double)problem->copies[i]);
    for (size_t i = 0; i < problem->n_items; i++)
        l->less[i] = most > 0 ? perturbation * l->use[i] / most : 0;
    *better = false;
    UL_TRY(ul_master_solve_perturbed(l->master, l->less, &solved));
    if (!solved)
        return UL_OK;
    memcpy(l->value, l->master->value, problem->n_items * sizeof *l->value);
    UL_TRY(consider(l, l->value, better));
    if (*better)
        return UL_OK;
    for (size_t i = 0; i < problem->n_items; i++)
        l->value[i] = 0.5 * (l->value[i] + unit * (double)l->best->value[i]);
    return consider(l, l->value, better);
}

/* Whether there is something to gain by a round more. */
static bool is_worth_it(const sparsifying *l, int slow)
{
    const bool many = l->patterns >= LARGE && l->patterns <= UL_HOPELESS;
    return slow < (many ? SLOW_MANY : SLOW_MAX) && l->patterns > FEW && l->patterns < HUGE_VAL
           && !ul_run_expired(l->master->run);
}

/* The root's values to start with, or those found before where they leave less. */
static ul_status begin(sparsifying *l)
{
    double patterns = HUGE_VAL;
    const bool before = l->best->total > 0;
    UL_TRY(draw(l, &l->master->dual, &l->patterns));
    if (before)
        UL_TRY(draw(l, l->best, &patterns));
    if (before && patterns < l->patterns)
        l->patterns = patterns;
    else
        ul_exact_dual_copy(l->master->problem, l->best, &l->master->dual);
    return UL_OK;
}

static ul_status search(sparsifying *l)
{
    double perturbation = PERTURBATION, before;
    int slow = 0;
    UL_TRY(begin(l));
    if (l->patterns < MANY)
        return UL_OK;
    before = l->patterns;
    for (int round = 0; round < ROUNDS && is_worth_it(l, slow); round++) {
        bool better;
        UL_TRY(sparsify_once(l, perturbation, &better));
        slow++;
        if (l->patterns < TENTH * before) {
            before = l->patterns;
            slow = 0;
        }
        if (!better)
            perturbation = perturbation < PERTURBATION_MAX ? perturbation * 4 : PERTURBATION / 4;
    }
    return UL_OK;
}

ul_status ul_sparsify_duals(ul_master *master, int64_t most, ul_arena *arena, ul_exact_dual *dual,
                        double *patterns)
{
    const size_t n = master->problem->n_items;
    sparsifying l = {.master = master, .most = most, .best = dual};
    UL_ALLOC(arena, l.use, n);
    UL_ALLOC(arena, l.drawn, n);
    UL_ALLOC(arena, l.less, n);
    UL_ALLOC(arena, l.value, n);
    UL_TRY(ul_exact_dual_new(master->problem, arena, &l.trial));
    UL_TRY(search(&l));
    *patterns = l.patterns;
    return UL_OK;
}
