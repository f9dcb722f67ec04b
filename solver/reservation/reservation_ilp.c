/* The reservation problem as an integer program, by GLPK: the convex aggregated
 * form, or the paper's own where that is small enough.
 *
 * Time and memory are GLPK's, and are limited.
 */
#include <stdio.h>

#include "engine.h"

static ul_status solve(const struct ul_reservation *in, ul_run *run)
{
    (void)in;
    char formulation[64], lp[16], limit[64];
    snprintf(formulation, sizeof formulation, "formulation=reservation-%s",
             ul_run_choice(run, "formulation"));
    snprintf(lp, sizeof lp, "lp=%s", ul_run_choice(run, "lp"));
    snprintf(limit, sizeof limit, "limit=%s", ul_run_choice(run, "limit"));
    const char *const set[] = {formulation, lp, limit};
    return ul_run_delegate(run, &ul_method_glpk, set, 3);
}

const ul_method ul_method_reservation_ilp = {
    .name = "reservation-ilp",
    .brief = "the integer program, by GLPK",
    .paper = "SEC, Section 5.1.1; convex form in docs/reservations.md",
    .traits = UL_PROVES,
    .param = (const ul_param[]){
        UL_CHOICE("formulation", "convex", "aggregated, or the paper's own", "convex|literal"),
        UL_CHOICE("lp", "off", "solve the relaxation only, for its bound", "on|off"),
        UL_COUNT("limit", "2000000", "columns above which the model is refused", 1, 1e9),
        {0},
    },
    .reservation = solve,
};
