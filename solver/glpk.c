/* The one file that calls GLPK.
 *
 * GLPK aborts the program on misuse and on exhausted memory; its error hook
 * jumps back here instead, the environment is freed, and every problem of this
 * thread is gone with it: handles made before notice by the environment's age.
 */
#include <glpk.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>

#include "lp.h"

static _Thread_local jmp_buf escape;
static _Thread_local unsigned long age; /* how often the environment was lost */

struct ul_lp {
    glp_prob *problem;
    unsigned long age;
    int *index; /* 1-based copies for GLPK's calls */
    double *value;
    size_t room;
};

static void on_error(void *context)
{
    (void)context;
    longjmp(escape, 1);
}

static int on_print(void *context, const char *text)
{
    (void)context;
    (void)text;
    return 1; /* GLPK prints even with messages off */
}

/* Runs the statements that follow it up to UNTRAP; on a GLPK abort returns. */
#define TRAP()                                                                    \
    do {                                                                          \
        glp_term_hook(on_print, NULL);                                            \
        glp_error_hook(on_error, NULL);                                           \
        if (setjmp(escape) != 0)                                                  \
            return environment_lost();                                            \
    } while (0)
#define UNTRAP() glp_error_hook(NULL, NULL)

static ul_status environment_lost(void)
{
    glp_error_hook(NULL, NULL);
    glp_free_env();
    age++;
    return ul_fail(UL_E_INTERNAL, "GLPK gave up (out of memory or misuse)");
}

static ul_status check_alive(const ul_lp *lp)
{
    return lp->age == age ? UL_OK
                          : ul_fail(UL_E_INTERNAL, "this LP was lost when GLPK gave up earlier");
}

static int bound_kind(double low, double high)
{
    if (low == -HUGE_VAL)
        return high == HUGE_VAL ? GLP_FR : GLP_UP;
    if (high == HUGE_VAL)
        return GLP_LO;
    return low == high ? GLP_FX : GLP_DB;
}

ul_status ul_lp_new(ul_lp **result)
{
    ul_lp *lp = calloc(1, sizeof *lp);
    if (lp == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for an LP");
    *result = lp;
    lp->age = age;
    TRAP();
    lp->problem = glp_create_prob();
    glp_set_obj_dir(lp->problem, GLP_MIN);
    UNTRAP();
    return UL_OK;
}

void ul_lp_free(ul_lp *lp)
{
    if (lp == NULL)
        return;
    if (lp->age == age && lp->problem != NULL)
        glp_delete_prob(lp->problem);
    free(lp->index);
    free(lp->value);
    free(lp);
}

static ul_status shift(ul_lp *lp, size_t n, const int *index, const double *value)
{
    if (n + 1 > lp->room) {
        const size_t room = 2 * n + 64;
        int *grown = realloc(lp->index, room * sizeof *grown);
        if (grown != NULL)
            lp->index = grown;
        double *also = realloc(lp->value, room * sizeof *also);
        if (also != NULL)
            lp->value = also;
        if (grown == NULL || also == NULL)
            return ul_fail(UL_E_MEMORY, "out of memory for an LP");
        lp->room = room;
    }
    for (size_t q = 0; q < n; q++) {
        lp->index[q + 1] = index[q] + 1;
        lp->value[q + 1] = value[q];
    }
    return UL_OK;
}

ul_status ul_lp_add_row(ul_lp *lp, double low, double high, size_t n, const int *column,
                        const double *value)
{
    UL_TRY(check_alive(lp));
    UL_TRY(shift(lp, n, column, value));
    TRAP();
    const int row = glp_add_rows(lp->problem, 1);
    glp_set_row_bnds(lp->problem, row, bound_kind(low, high), low, high);
    glp_set_mat_row(lp->problem, row, (int)n, lp->index, lp->value);
    glp_set_row_stat(lp->problem, row, GLP_BS);
    UNTRAP();
    return UL_OK;
}

ul_status ul_lp_add_column(ul_lp *lp, double low, double high, double cost, size_t n,
                           const int *row, const double *value)
{
    UL_TRY(check_alive(lp));
    UL_TRY(shift(lp, n, row, value));
    TRAP();
    const int column = glp_add_cols(lp->problem, 1);
    glp_set_col_bnds(lp->problem, column, bound_kind(low, high), low, high);
    glp_set_obj_coef(lp->problem, column, cost);
    glp_set_mat_col(lp->problem, column, (int)n, lp->index, lp->value);
    glp_set_col_stat(lp->problem, column, GLP_NL);
    UNTRAP();
    return UL_OK;
}

ul_status ul_lp_set_row(ul_lp *lp, size_t row, double low, double high)
{
    UL_TRY(check_alive(lp));
    TRAP();
    glp_set_row_bnds(lp->problem, (int)row + 1, bound_kind(low, high), low, high);
    UNTRAP();
    return UL_OK;
}

ul_status ul_lp_set_column(ul_lp *lp, size_t column, double low, double high)
{
    UL_TRY(check_alive(lp));
    TRAP();
    glp_set_col_bnds(lp->problem, (int)column + 1, bound_kind(low, high), low, high);
    UNTRAP();
    return UL_OK;
}

ul_status ul_lp_set_cost(ul_lp *lp, size_t column, double cost)
{
    UL_TRY(check_alive(lp));
    TRAP();
    glp_set_obj_coef(lp->problem, (int)column + 1, cost);
    UNTRAP();
    return UL_OK;
}

/* 1-based numbers of the marked ones, for glp_del_*. */
static ul_status marked(ul_lp *lp, const bool *gone, size_t n, int *count)
{
    UL_TRY(check_alive(lp));
    UL_TRY(shift(lp, 0, NULL, NULL));
    if (n + 1 > lp->room) {
        int *grown = realloc(lp->index, (n + 1) * sizeof *grown);
        double *also = realloc(lp->value, (n + 1) * sizeof *also);
        if (grown != NULL)
            lp->index = grown;
        if (also != NULL)
            lp->value = also;
        if (grown == NULL || also == NULL)
            return ul_fail(UL_E_MEMORY, "out of memory for an LP");
        lp->room = n + 1;
    }
    *count = 0;
    for (size_t q = 0; q < n; q++)
        if (gone[q])
            lp->index[++*count] = (int)q + 1;
    return UL_OK;
}

ul_status ul_lp_delete_columns(ul_lp *lp, const bool *gone)
{
    int count;
    UL_TRY(marked(lp, gone, ul_lp_columns(lp), &count));
    if (count == 0)
        return UL_OK;
    TRAP();
    glp_del_cols(lp->problem, count, lp->index);
    UNTRAP();
    return UL_OK;
}

ul_status ul_lp_delete_rows(ul_lp *lp, const bool *gone)
{
    int count;
    UL_TRY(marked(lp, gone, ul_lp_rows(lp), &count));
    if (count == 0)
        return UL_OK;
    TRAP();
    glp_del_rows(lp->problem, count, lp->index);
    UNTRAP();
    return UL_OK;
}

size_t ul_lp_rows(const ul_lp *lp)
{
    return (size_t)glp_get_num_rows(lp->problem);
}

size_t ul_lp_columns(const ul_lp *lp)
{
    return (size_t)glp_get_num_cols(lp->problem);
}

static ul_lp_outcome outcome_of(const ul_lp *lp, int code)
{
    if (code == GLP_ETMLIM)
        return UL_LP_TIME_LIMIT;
    if (code != 0)
        return UL_LP_FAILED;
    switch (glp_get_status(lp->problem)) {
    case GLP_OPT:
        return UL_LP_OPTIMAL;
    case GLP_NOFEAS:
    case GLP_INFEAS:
        return UL_LP_INFEASIBLE;
    case GLP_UNBND:
        return UL_LP_UNBOUNDED;
    default:
        return UL_LP_FAILED;
    }
}

ul_status ul_lp_solve(ul_lp *lp, ul_lp_simplex simplex, double time_limit_s,
                      ul_lp_outcome *outcome)
{
    glp_smcp control;
    UL_TRY(check_alive(lp));
    TRAP();
    glp_init_smcp(&control);
    control.msg_lev = GLP_MSG_OFF;
    control.meth = simplex == UL_LP_DUAL ? GLP_DUALP : GLP_PRIMAL;
    if (time_limit_s < 1e6)
        control.tm_lim = time_limit_s <= 0 ? 1 : (int)(time_limit_s * 1000) + 1;
    int code = glp_simplex(lp->problem, &control);
    *outcome = outcome_of(lp, code);
    if (*outcome == UL_LP_FAILED) {
        /* a singular or ill-conditioned basis: once more from scratch */
        glp_adv_basis(lp->problem, 0);
        code = glp_simplex(lp->problem, &control);
        *outcome = outcome_of(lp, code);
    }
    UNTRAP();
    return UL_OK;
}

double ul_lp_objective(const ul_lp *lp)
{
    return glp_get_obj_val(lp->problem);
}

double ul_lp_value(const ul_lp *lp, size_t column)
{
    return glp_get_col_prim(lp->problem, (int)column + 1);
}

double ul_lp_reduced_cost(const ul_lp *lp, size_t column)
{
    return glp_get_col_dual(lp->problem, (int)column + 1);
}

double ul_lp_dual(const ul_lp *lp, size_t row)
{
    return glp_get_row_dual(lp->problem, (int)row + 1);
}

bool ul_lp_is_basic(const ul_lp *lp, size_t column)
{
    return glp_get_col_stat(lp->problem, (int)column + 1) == GLP_BS;
}
