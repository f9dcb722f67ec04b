/*     minimise  sum price(k) x_k
 *     so that   sum_g y_ig                                >= copies(i)
 *               sum_k capacity(k, d) x_k >= sum_i weight(i, d) y_ig   in every group g
 *
 * with y_ig the copies of item i that go to group g. The duals of the capacity
 * rows are what a unit of a resource is worth in a group; an item is worth what
 * it takes up in the group where that is least. Where prices grow in proportion
 * to capacities, as clouds set them, no pattern is worth more than its price, and
 * with many tasks to choose from patterns exist that waste next to nothing: the
 * bound is then all that column generation would find, in a small LP with
 * (items of several groups + resources) rows.
 */
#include "linear_relaxation.h"

#include <math.h>
#include <string.h>

#include "lp.h"

typedef ul_linear_relaxation relaxation;

struct ul_linear_relaxation {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_lp *lp;
    size_t *groups;     /* per item: how many hold it */
    size_t *row;        /* per item in several groups: its row */
    size_t *first_row;  /* per group: of its capacity rows */
    size_t *column;     /* per type */
    int index[UL_RESOURCES_MAX + 1];
    double entry[UL_RESOURCES_MAX + 1];
};

/* Weight or capacity as a share of the group's largest machine. */
static double share(const ul_exact_group *group, size_t d, int64_t amount)
{
    return (double)amount / (double)group->largest[d];
}

static ul_status add_rows(relaxation *r)
{
    const ul_exact_problem *problem = r->problem;
    size_t n = 0;
    for (size_t i = 0; i < problem->n_items; i++) {
        for (size_t g = 0; g < problem->n_groups; g++)
            r->groups[i] += problem->group[g].fits[i];
        if (r->groups[i] > 1 && !ul_run_expired(r->run)) {
            r->row[i] = n++;
            UL_TRY(ul_lp_add_row(r->lp, (double)problem->copies[i], HUGE_VAL, 0, NULL, NULL));
        }
    }
    for (size_t g = 0; g < problem->n_groups; g++) {
        const ul_exact_group *group = &problem->group[g];
        r->first_row[g] = n;
        for (size_t d = 0; d < group->n_dims; d++, n++) {
            double asked = 0; /* by the items that can go nowhere else */
            for (size_t i = 0; i < problem->n_items; i++)
                if (group->fits[i] && r->groups[i] == 1)
                    asked += share(group, d, group->weight[i * group->n_dims + d])
                             * (double)problem->copies[i];
            UL_TRY(ul_lp_add_row(r->lp, asked, HUGE_VAL, 0, NULL, NULL));
        }
    }
    return UL_OK;
}

static ul_status add_columns(relaxation *r)
{
    const ul_exact_problem *problem = r->problem;
    for (size_t g = 0; g < problem->n_groups; g++) {
        const ul_exact_group *group = &problem->group[g];
        for (size_t d = 0; d < group->n_dims; d++)
            r->index[d] = (int)(r->first_row[g] + d);
        for (size_t t = 0; t < group->n_types; t++) {
            const ul_exact_type *type = &problem->type[group->first_type + t];
            for (size_t d = 0; d < group->n_dims; d++)
                r->entry[d] = share(group, d, type->capacity[d]);
            r->column[group->first_type + t] = ul_lp_columns(r->lp);
            UL_TRY(ul_lp_add_column(r->lp, 0, HUGE_VAL, (double)type->price, group->n_dims,
                                    r->index, r->entry));
        }
        for (size_t i = 0; i < problem->n_items; i++) {
            if (!group->fits[i] || r->groups[i] == 1 || ul_run_expired(r->run))
                continue;
            for (size_t d = 0; d < group->n_dims; d++)
                r->entry[d] = -share(group, d, group->weight[i * group->n_dims + d]);
            r->index[group->n_dims] = (int)r->row[i];
            r->entry[group->n_dims] = 1;
            UL_TRY(ul_lp_add_column(r->lp, 0, HUGE_VAL, 0, group->n_dims + 1, r->index,
                                    r->entry));
        }
    }
    return UL_OK;
}

static void read_values(const relaxation *r, double *value)
{
    const ul_exact_problem *problem = r->problem;
    for (size_t i = 0; i < problem->n_items; i++) {
        double least = HUGE_VAL;
        for (size_t g = 0; g < problem->n_groups; g++) {
            const ul_exact_group *group = &problem->group[g];
            double here = 0;
            for (size_t d = 0; d < group->n_dims; d++)
                here += share(group, d, group->weight[i * group->n_dims + d])
                        * fmax(ul_lp_dual(r->lp, r->first_row[g] + d), 0);
            if (group->fits[i] && here < least)
                least = here;
        }
        value[i] = least < HUGE_VAL ? least : 0;
    }
}

ul_status ul_linear_relaxation_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                                   ul_linear_relaxation **relaxed)
{
    relaxation *r;
    UL_ALLOC(arena, r, 1);
    *r = (relaxation){.problem = problem, .run = run};
    *relaxed = r;
    UL_ALLOC(arena, r->groups, problem->n_items);
    UL_ALLOC(arena, r->row, problem->n_items);
    UL_ALLOC(arena, r->first_row, problem->n_groups);
    UL_ALLOC(arena, r->column, problem->n_types);
    UL_TRY(ul_lp_new(&r->lp));
    UL_TRY(add_rows(r));
    UL_TRY(add_columns(r));
    return ul_lp_scale(r->lp, run); /* a demand may be a millionth of another */
}

void ul_linear_relaxation_free(ul_linear_relaxation *r)
{
    if (r != NULL)
        ul_lp_free(r->lp);
}

ul_status ul_linear_relaxation_solve(ul_linear_relaxation *r, const double *machines, double *value,
                                     bool *solved)
{
    ul_lp_outcome outcome;
    for (size_t k = 0; k < r->problem->n_types && machines != NULL; k++)
        UL_TRY(ul_lp_set_column(r->lp, r->column[k], machines[k], HUGE_VAL));
    UL_TRY(ul_lp_solve(r->lp, machines == NULL ? UL_LP_PRIMAL : UL_LP_EITHER, r->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    memset(value, 0, r->problem->n_items * sizeof *value);
    if (*solved)
        read_values(r, value);
    return UL_OK;
}

static void drop(ul_linear_relaxation **r)
{
    ul_linear_relaxation_free(*r);
}

ul_status ul_linear_relaxation_values(const ul_exact_problem *problem, ul_run *run, double *value)
{
    UL_OWN_ARENA(arena);
    UL_FREED_BY(drop) ul_linear_relaxation *r = NULL;
    bool solved;
    UL_TRY(ul_linear_relaxation_new(problem, run, arena, &r));
    return ul_linear_relaxation_solve(r, NULL, value, &solved);
}
