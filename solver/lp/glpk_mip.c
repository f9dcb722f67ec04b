/* The integer programs of mip.h, by GLPK. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "glpk_trap.h"
#include "mip.h"
#include "tolerance.h"

typedef struct {
    const ul_model *model;
    const ul_mip_options *options;
    ul_mip_result *result;
    glp_prob *problem;
    int *row, *column; /* the matrix, and room for a row, as GLPK takes them */
    double *value;
    double last_objective; /* of the incumbent reported last */
    double next_report_s;
    int cut_node; /* where the cutoff row was added last */
} mip;

static void load(mip *m)
{
    const ul_model *model = m->model;
    m->problem = glp_create_prob();
    glp_set_obj_dir(m->problem, GLP_MIN);
    glp_set_obj_coef(m->problem, 0, model->offset);
    glp_add_rows(m->problem, (int)model->n_rows);
    glp_add_cols(m->problem, (int)model->n_columns);
    for (size_t q = 0; q < model->n_rows; q++)
        glp_set_row_bnds(m->problem, (int)q + 1,
                         ul_glpk_bound_kind(model->row[q].low, model->row[q].high),
                         model->row[q].low, model->row[q].high);
    for (size_t q = 0; q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        glp_set_col_bnds(m->problem, (int)q + 1, ul_glpk_bound_kind(0, column->high), 0,
                         column->high);
        glp_set_obj_coef(m->problem, (int)q + 1, column->cost);
        if (column->integer && !m->options->lp_only)
            glp_set_col_kind(m->problem, (int)q + 1, GLP_IV);
    }
    for (size_t q = 0; q < model->n_terms; q++) {
        m->row[q + 1] = (int)model->term[q].row + 1;
        m->column[q + 1] = (int)model->term[q].column + 1;
        m->value[q + 1] = model->term[q].value;
    }
    glp_load_matrix(m->problem, (int)model->n_terms, m->row, m->column, m->value);
}

/* GLPK keeps the original problem's values up to date with each incumbent,
 * presolved or not; its own event for new incumbents misses those of heuristics. */
static void report_incumbent(mip *m)
{
    const int status = glp_mip_status(m->problem);
    if (status != GLP_FEAS && status != GLP_OPT)
        return;
    const double objective = glp_mip_obj_val(m->problem);
    if (!(objective < m->last_objective))
        return;
    m->last_objective = objective;
    for (size_t q = 0; q < m->model->n_columns; q++)
        m->value[q] = glp_mip_col_val(m->problem, (int)q + 1);
    m->options->incumbent(m->options->context, m->value);
}

static void report_progress(mip *m, glp_tree *tree)
{
    int nodes;
    glp_ios_tree_size(tree, NULL, NULL, &nodes);
    const int best = glp_ios_best_node(tree);
    m->result->nodes = nodes;
    if (best != 0) {
        m->result->bound = glp_ios_node_bound(tree, best);
        m->result->has_bound = m->result->bound > -1e300;
    }
    if (ul_clock_wall_s() < m->next_report_s)
        return;
    m->next_report_s = ul_clock_wall_s() + 0.1;
    m->options->progress(m->options->context, m->result);
}

/* "The objective is at most the cutoff" as a row that is added only where the
 * relaxation breaks it: that closes the node, and no other LP has a dense row.
 * Works on the presolved problem as well. Once a node, as GLPK's tolerance on a
 * long row may let the value pass. */
static void cut_off(mip *m, glp_tree *tree)
{
    glp_prob *at = glp_ios_get_prob(tree);
    const double cutoff = m->options->cutoff;
    const int node = glp_ios_curr_node(tree), n = glp_get_num_cols(at);
    if (cutoff == HUGE_VAL || node == m->cut_node
        || glp_get_obj_val(at) <= cutoff + UL_LP_OBJECTIVE * (1 + fabs(cutoff)))
        return;
    int length = 0;
    double largest = 0;
    for (int q = 1; q <= n; q++)
        if (glp_get_obj_coef(at, q) != 0) {
            m->column[++length] = q;
            m->value[length] = glp_get_obj_coef(at, q);
            largest = fmax(largest, fabs(m->value[length]));
        }
    for (int q = 1; q <= length; q++)
        m->value[q] /= largest;
    if (length == 0)
        return;
    m->cut_node = node;
    const int row = glp_add_rows(at, 1);
    glp_set_row_bnds(at, row, GLP_UP, 0, (cutoff - glp_get_obj_coef(at, 0)) / largest);
    glp_set_mat_row(at, row, length, m->column, m->value);
}

static void on_node(glp_tree *tree, void *context)
{
    mip *m = context;
    report_incumbent(m);
    report_progress(m, tree);
    if (*m->options->stop) {
        glp_ios_terminate(tree);
        return;
    }
    if (glp_ios_reason(tree) == GLP_IROWGEN)
        cut_off(m, tree);
}

static int milliseconds(double seconds)
{
    return seconds > 1e6 ? INT_MAX : seconds <= 0 ? 1 : (int)(seconds * 1000) + 1;
}

static void solve_relaxation(mip *m, double time_limit_s)
{
    glp_smcp control;
    glp_init_smcp(&control);
    control.msg_lev = GLP_MSG_OFF;
    control.tm_lim = milliseconds(time_limit_s);
    control.presolve = m->options->presolve ? GLP_ON : GLP_OFF;
    const int code = glp_simplex(m->problem, &control);
    ul_mip_result *result = m->result;
    const int status = glp_get_status(m->problem);
    /* GLP_INFEAS says of the last basis alone that it is infeasible */
    if (code == GLP_ENOPFS || (code == 0 && status == GLP_NOFEAS))
        result->outcome = UL_MIP_INFEASIBLE;
    else if (code == GLP_ETMLIM)
        result->outcome = UL_MIP_STOPPED;
    else if (code != 0 || status != GLP_OPT)
        result->outcome = UL_MIP_FAILED;
    else
        result->outcome = UL_MIP_OPTIMAL;
    if (result->outcome != UL_MIP_OPTIMAL)
        return;
    result->has_bound = true;
    result->bound = glp_get_obj_val(m->problem);
    for (size_t q = 0; q < m->model->n_rows; q++)
        m->value[q] = glp_get_row_dual(m->problem, (int)q + 1);
    m->options->duals(m->options->context, m->value);
}

static ul_mip_outcome mip_outcome(const mip *m, int code)
{
    if (code == GLP_ENOPFS)
        return UL_MIP_INFEASIBLE;
    if (code == GLP_ETMLIM || code == GLP_ESTOP)
        return UL_MIP_STOPPED;
    if (code != 0)
        return UL_MIP_FAILED;
    switch (glp_mip_status(m->problem)) {
    case GLP_OPT:
        return UL_MIP_OPTIMAL;
    case GLP_NOFEAS:
        return UL_MIP_INFEASIBLE;
    default:
        return UL_MIP_FAILED;
    }
}

/* The relaxation comes first, for its duals: half of the time is enough for it, as
 * the tree begins with the same one. */
static void solve_integers(mip *m)
{
    glp_iocp control;
    const double start_s = ul_clock_wall_s();
    const int cuts = m->options->cuts ? GLP_ON : GLP_OFF;
    glp_init_iocp(&control);
    control.msg_lev = GLP_MSG_OFF;
    control.presolve = m->options->presolve ? GLP_ON : GLP_OFF;
    control.gmi_cuts = control.mir_cuts = control.cov_cuts = control.clq_cuts = cuts;
    control.fp_heur = GLP_ON;
    control.tol_obj = UL_LP_SAME_COST;
    control.cb_func = on_node;
    control.cb_info = m;
    solve_relaxation(m, m->options->time_limit_s * (m->options->presolve ? 0.5 : 1));
    if (m->result->outcome != UL_MIP_OPTIMAL && !m->options->presolve)
        return; /* without its basis there is no tree */
    control.tm_lim = milliseconds(m->options->time_limit_s - (ul_clock_wall_s() - start_s));
    const int code = glp_intopt(m->problem, &control);
    m->result->outcome = mip_outcome(m, code);
    report_incumbent(m);
    if (m->result->outcome == UL_MIP_OPTIMAL)
        m->result->bound = glp_mip_obj_val(m->problem);
    m->result->has_bound = m->result->has_bound || m->result->outcome == UL_MIP_OPTIMAL;
}

static ul_status run_mip(mip *m)
{
    UL_GLPK_TRAP();
    if (m->options->memory_mb > 0 && m->options->memory_mb < INT_MAX)
        glp_mem_limit((int)m->options->memory_mb);
    load(m);
    if (m->options->lp_only)
        solve_relaxation(m, m->options->time_limit_s);
    else
        solve_integers(m);
    glp_delete_prob(m->problem);
    glp_mem_limit(INT_MAX);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

/* GLPK's cut generators abort on what its presolver may leave (no columns at
 * all): a second attempt goes without the presolver, a third without cuts. */
static ul_status run_until_it_works(mip *m)
{
    ul_mip_options options = *m->options;
    m->options = &options;
    ul_status status = run_mip(m);
    if (status == UL_E_INTERNAL && options.presolve) {
        options.presolve = false;
        status = run_mip(m);
    }
    if (status == UL_E_INTERNAL && options.cuts) {
        options.cuts = false;
        status = run_mip(m);
    }
    return status;
}

/* Where a column that no row holds costs least; infinite when nowhere. */
static double alone(const ul_model_column *column, bool integer)
{
    const double high = integer ? floor(column->high) : column->high;
    return column->cost < 0 ? high : 0;
}

/* Without rows or without columns, which GLPK takes for a fault. */
static void solve_empty(mip *m)
{
    const ul_model *model = m->model;
    ul_mip_result *result = m->result;
    bool feasible = true, bounded = true;
    double objective = model->offset;
    for (size_t q = 0; q < model->n_rows; q++)
        m->value[q] = 0;
    m->options->duals(m->options->context, m->value);
    for (size_t q = 0; q < model->n_rows; q++)
        feasible = feasible && model->row[q].low <= 0 && model->row[q].high >= 0;
    for (size_t q = 0; q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        m->value[q] = alone(column, column->integer && !m->options->lp_only);
        bounded = bounded && isfinite(m->value[q]);
        objective += column->cost * m->value[q];
    }
    if (!feasible || (!m->options->lp_only && objective > m->options->cutoff)) {
        result->outcome = UL_MIP_INFEASIBLE;
        return;
    }
    if (!bounded)
        return;
    *result = (ul_mip_result){.outcome = UL_MIP_OPTIMAL, .has_bound = true, .bound = objective};
    if (!m->options->lp_only)
        m->options->incumbent(m->options->context, m->value);
}

ul_status ul_glpk_mip(const ul_model *model, const ul_mip_options *options, ul_mip_result *result)
{
    const size_t wide = model->n_terms > model->n_columns ? model->n_terms : model->n_columns;
    const size_t room = (wide > model->n_rows ? wide : model->n_rows) + 2;
    mip m = {.model = model, .options = options, .result = result, .last_objective = HUGE_VAL};
    *result = (ul_mip_result){.outcome = UL_MIP_FAILED};
    m.row = malloc(room * sizeof *m.row);
    m.column = malloc(room * sizeof *m.column);
    m.value = malloc(room * sizeof *m.value);
    ul_status status = UL_OK;
    if (m.row == NULL || m.column == NULL || m.value == NULL)
        status = ul_no_memory();
    else if (model->n_rows == 0 || model->n_columns == 0)
        solve_empty(&m);
    else
        status = run_until_it_works(&m);
    free(m.row);
    free(m.column);
    free(m.value);
    if (status == UL_E_MEMORY) {
        result->outcome = UL_MIP_MEMORY;
        status = UL_OK;
    }
    return status;
}
