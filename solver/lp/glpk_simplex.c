/* The incremental LP of lp.h: solving it, by GLPK's simplex methods. */
#include <limits.h>

#include "glpk_lp.h"
#include "tolerance.h"

#define BEGINNING_S 5e-7 /* for each number that is not zero, before GLPK looks at its clock */

static ul_lp_outcome outcome_of(const ul_lp *lp, int code)
{
    if (code == GLP_ETMLIM || code == GLP_EITLIM)
        return UL_LP_TIME_LIMIT;
    if (code == GLP_EOBJUL)
        return UL_LP_BEYOND;
    if (code != 0)
        return UL_LP_FAILED;
    switch (glp_get_status(lp->problem)) {
    case GLP_OPT:
        return UL_LP_OPTIMAL;
    case GLP_NOFEAS:
        return UL_LP_INFEASIBLE;
    case GLP_UNBND:
        return UL_LP_UNBOUNDED;
    default:
        return UL_LP_FAILED;
    }
}

/* GLPK looks at no signal, so that it is called for so many pivots at a time: half
 * a second of them at most. The count, not the clock, so that runs are repeatable. */
static int pivots_at_a_time(const ul_lp *lp)
{
    return 200 + (int)(2000000 / (100 + ul_lp_rows(lp) + ul_lp_columns(lp)));
}

/* No LP of ours comes near to this; one that does is going round in circles. */
static int most_pivots(const ul_lp *lp)
{
    const double most = 10000 + 100 * (double)(ul_lp_rows(lp) + ul_lp_columns(lp));
    return lp->pivots > 0 ? lp->pivots : most < INT_MAX / 2 ? (int)most : INT_MAX / 2;
}

/* After a change the dual method needs a few times as many pivots as there are rows, at most;
 * on 200 distinct tasks less than this cost plans. On programs with many equally good
 * solutions GLPK's goes round in circles for ever, where the primal one, from the same basis,
 * ends. */
static int most_dual_pivots(const ul_lp *lp)
{
    const int most = most_pivots(lp), enough = 1000 + 8 * glp_get_num_rows(lp->problem);
    return enough < most ? enough : most;
}

/* Pivots until the LP is solved, the run is over or the pivots are used up. GLPK's clock is
 * the wall's: where CPU time is limited, it may not be spent when GLPK thinks so. */
static int pivot_by(ul_lp *lp, glp_smcp *control, int pivots, const ul_run *run)
{
    const int last = ul_lp_pivots(lp) + pivots;
    const double begin_s = BEGINNING_S * glp_get_num_nz(lp->problem);
    int code = GLP_EITLIM;
    while ((code == GLP_EITLIM || code == GLP_ETMLIM) && ul_lp_pivots(lp) < last
           && !ul_run_expired(run)) {
        const double left_s = ul_run_work_left_s(run) - begin_s;
        if (left_s <= 0)
            return GLP_ETMLIM;
        const int left = last - ul_lp_pivots(lp), most = pivots_at_a_time(lp);
        control->it_lim = left < most ? left : most;
        if (left_s < 1e6)
            control->tm_lim = (int)(left_s * 1000) + 1;
        code = glp_simplex(lp->problem, control);
    }
    return code;
}

static int pivot_on(ul_lp *lp, glp_smcp *control, const ul_run *run)
{
    const int first = ul_lp_pivots(lp);
    if (control->meth == GLP_DUALP) {
        const int code = pivot_by(lp, control, most_dual_pivots(lp), run);
        if (code != GLP_EITLIM)
            return code;
        control->meth = GLP_PRIMAL;
    }
    return pivot_by(lp, control, most_pivots(lp) - (ul_lp_pivots(lp) - first), run);
}

/* On some programs a check inside of GLPK's dual method fails. Nothing but the
 * factorization of the basis is lost then, which glp_simplex() had taken out of the
 * program: it is a failure to solve, like others. */
static ul_status pivot_trapped(ul_lp *lp, glp_smcp *control, const ul_run *run, int *code)
{
    ul_glpk_watch();
    if (setjmp(ul_glpk_escape) != 0) {
        *code = GLP_EFAIL;
        return ul_glpk_is_short() ? ul_glpk_lost() : UL_OK;
    }
    *code = pivot_on(lp, control, run);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

static ul_status begin_anew(ul_lp *lp)
{
    UL_GLPK_TRAP();
    glp_adv_basis(lp->problem, 0);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

/* To set out alone takes so long, in which nobody looks at the clock. */
static double set_out_s(const ul_lp *lp)
{
    return 1.5e-6 * ((double)glp_get_num_rows(lp->problem) + (double)glp_get_num_cols(lp->problem));
}

static ul_status solve_by(ul_lp *lp, ul_lp_simplex simplex, double tolerance, const ul_run *run,
                          ul_lp_outcome *outcome)
{
    glp_smcp control;
    int code;
    UL_TRY(ul_lp_check_alive(lp));
    *outcome = UL_LP_TIME_LIMIT;
    if (ul_run_expired(run) || ul_run_work_left_s(run) < set_out_s(lp))
        return UL_OK;
    glp_init_smcp(&control);
    control.msg_lev = GLP_MSG_OFF;
    control.meth = simplex == UL_LP_DUAL ? GLP_DUALP : GLP_PRIMAL;
    control.obj_ul = lp->most;
    control.tol_bnd = control.tol_dj = tolerance;
    UL_TRY(pivot_trapped(lp, &control, run, &code));
    *outcome = outcome_of(lp, code);
    if (*outcome != UL_LP_FAILED)
        return UL_OK;
    /* a singular or ill-conditioned basis: once more from scratch */
    UL_TRY(begin_anew(lp));
    control.meth = code == GLP_EFAIL ? GLP_PRIMAL : control.meth;
    UL_TRY(pivot_trapped(lp, &control, run, &code));
    *outcome = outcome_of(lp, code);
    return UL_OK;
}

static ul_status solve_by_either(ul_lp *lp, const ul_run *run, ul_lp_outcome *outcome)
{
    static const struct {
        bool anew; /* from no basis */
        ul_lp_simplex simplex;
        int pivots, pivots_a_row;
        double tolerance;
    } trial[] = {
        {false, UL_LP_DUAL, 100, 1, UL_LP_ZERO},     {false, UL_LP_PRIMAL, 1000, 20, UL_LP_ZERO},
        {false, UL_LP_PRIMAL, 1000, 20, UL_LP_ROUGH}, {true, UL_LP_DUAL, 1000, 40, UL_LP_ROUGH},
        {true, UL_LP_PRIMAL, 1000, 40, UL_LP_ROUGH},
    };
    const int rows = (int)ul_lp_rows(lp), pivots = lp->pivots;
    ul_status status = UL_OK;
    *outcome = UL_LP_TIME_LIMIT;
    for (size_t n = 0; n < sizeof trial / sizeof *trial && status == UL_OK && *outcome != UL_LP_OPTIMAL
                       && !ul_run_expired(run); n++) {
        lp->pivots = trial[n].pivots + trial[n].pivots_a_row * rows;
        status = trial[n].anew ? begin_anew(lp) : UL_OK;
        if (status == UL_OK)
            status = solve_by(lp, trial[n].simplex, trial[n].tolerance, run, outcome);
    }
    lp->pivots = pivots;
    return status;
}

ul_status ul_lp_solve(ul_lp *lp, ul_lp_simplex simplex, const ul_run *run, ul_lp_outcome *outcome)
{
    return simplex == UL_LP_EITHER ? solve_by_either(lp, run, outcome)
                                   : solve_by(lp, simplex, UL_LP_ZERO, run, outcome);
}
