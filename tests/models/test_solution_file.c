/* Solution files in the words of each solver. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solution_file.h"

static ul_status read_text(const char *text, double value[3], ul_solution *solution)
{
    char path[64];
    ul_model *model;
    cr_assert_eq(ul_model_new("test", &model), UL_OK);
    ul_model_add_column(model, 9, 1, true, NULL, "x_1");
    ul_model_add_column(model, 9, 1, true, NULL, "a_name_that_is_longer_than_twelve");
    ul_model_add_column(model, 9, 1, true, NULL, "y");
    snprintf(path, sizeof path, "/tmp/ul-test-%ld.sol", (long)getpid());
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    const ul_status status = ul_solution_read(path, model, value, solution);
    unlink(path);
    ul_model_free(model);
    return status;
}

static void expect(const char *text, const char *format, ul_solution_claim claim)
{
    double value[3];
    ul_solution solution;
    cr_assert_eq(read_text(text, value, &solution), UL_OK, "%s", ul_error_text());
    cr_assert_str_eq(solution.format, format);
    cr_assert_eq(solution.claim, claim, "%s", text);
    if (claim == UL_SOLUTION_OPTIMAL || claim == UL_SOLUTION_FEASIBLE) {
        cr_assert_eq(value[0], 2);
        cr_assert_eq(value[1], 3.5);
        cr_assert_eq(value[2], 0);
    }
}

Test(solution_file, glpk)
{
    expect("c Problem:\nc\ns mip 1 3 o 5.5\ni 1 4\nj 1 2\nj 2 3.5\nj 3 0\ne o f\n", "GLPK",
           UL_SOLUTION_OPTIMAL);
    expect("s mip 1 3 f 5.5\ni 1 4\nj 1 2\nj 2 3.5\nj 3 0\ne o f\n", "GLPK", UL_SOLUTION_FEASIBLE);
    expect("s mip 1 3 n 0\ne o f\n", "GLPK", UL_SOLUTION_INFEASIBLE);
    expect("Problem:    test\nRows:       1\nStatus:     INTEGER OPTIMAL\n"
           "Objective:  cost = 5.5 (MINimum)\n\n"
           "   No.   Row name        Activity     Lower bound   Upper bound\n"
           "------ ------------    ------------- ------------- -------------\n"
           "     1 r                           4             1               \n\n"
           "   No. Column name       Activity     Lower bound   Upper bound\n"
           "------ ------------    ------------- ------------- -------------\n"
           "     1 x_1          *              2             0             9 \n"
           "     2 a_name_that_is_longer_than_twelve\n"
           "                    *            3.5             0             9 \n"
           "     3 y            *              0             0             9 \n\n"
           "Integer feasibility conditions:\n\nKKT.PE: max.abs.err = 0.00e+00 on row 0\n",
           "GLPK", UL_SOLUTION_OPTIMAL);
}

Test(solution_file, cbc)
{
    expect("Optimal - objective value 5.50000000\n"
           "      0 x_1                      2                       1\n"
           "      1 a_name_that_is_longer_than_twelve 3.5 1\n", "CBC", UL_SOLUTION_OPTIMAL);
    expect("Stopped on time - objective value 5.50000000\n      0 x_1 2 1\n"
           "**    1 a_name_that_is_longer_than_twelve 3.5 1\n", "CBC", UL_SOLUTION_FEASIBLE);
    expect("Stopped on time (no integer solution - continuous used) - objective value 5.5\n"
           "      0 x_1 2 1\n", "CBC", UL_SOLUTION_NONE);
    expect("Integer infeasible - objective value 3.5\n      0 x_1 3.5 0\n", "CBC",
           UL_SOLUTION_INFEASIBLE);
}

Test(solution_file, highs)
{
    expect("Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 5.5\n# Columns 3\n"
           "x_1 2\na_name_that_is_longer_than_twelve 3.5\ny 0\n# Rows 1\nr 4\n\n"
           "# Dual solution values\nNone\n\n# Basis\nHiGHS v1\nNone\n", "HiGHS", UL_SOLUTION_OPTIMAL);
    expect("Model status\nTime limit reached\n\n# Primal solution values\nFeasible\nObjective 5.5\n"
           "# Columns 3\nx_1 2\na_name_that_is_longer_than_twelve 3.5\ny 0\n# Rows 1\nr 4\n",
           "HiGHS", UL_SOLUTION_FEASIBLE);
    expect("Model status\nInfeasible\n\n# Primal solution values\nNone\n", "HiGHS",
           UL_SOLUTION_INFEASIBLE);
}

Test(solution_file, gurobi)
{
    expect("# Solution for model test\n# Objective value = 5.5\nx_1 2\n"
           "a_name_that_is_longer_than_twelve 3.5\ny 0\n", "Gurobi", UL_SOLUTION_FEASIBLE);
}

Test(solution_file, scip)
{
    expect("solution status: optimal solution found\nobjective value:                    5.5\n"
           "x_1                       2 \t(obj:1)\n"
           "a_name_that_is_longer_than_twelve 3.5 \t(obj:1)\n", "SCIP", UL_SOLUTION_OPTIMAL);
    expect("solution status: time limit reached\nobjective value:                    5.5\n"
           "x_1                       2 \t(obj:1)\n"
           "a_name_that_is_longer_than_twelve 3.5 \t(obj:1)\n", "SCIP", UL_SOLUTION_FEASIBLE);
    expect("solution status: infeasible\nno solution available\n", "SCIP", UL_SOLUTION_INFEASIBLE);
}

Test(solution_file, what_is_foreign_is_refused)
{
    double value[3];
    ul_solution solution;
    cr_assert_eq(read_text("hello\n", value, &solution), UL_E_INPUT);
    cr_assert_eq(read_text("# Objective value = 1\nunknown 1\n", value, &solution), UL_E_INPUT);
    cr_assert(strstr(ul_error_text(), ":2: the model has no column 'unknown'") != NULL);
    cr_assert_eq(read_text("# Objective value = 1\nx_1 inf\n", value, &solution), UL_E_INPUT);
    cr_assert_eq(read_text("# Objective value = 1\nx_1 nan\n", value, &solution), UL_E_INPUT);
    cr_assert_eq(read_text("s mip 1 3 o 5.5\nj 4 2\n", value, &solution), UL_E_INPUT);
}
