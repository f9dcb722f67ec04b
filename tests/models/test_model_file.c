/* MPS files are to GLPK the model that was written, whatever its bounds. */
#include <criterion/criterion.h>
#include <glpk.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "brute_force.h"
#include "formulation.h"
#include "model_file.h"

static char *scratch(const char *ending)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/ul-test-%ld%s", (long)getpid(), ending);
    return path;
}

/* GLPK's names for bounds, and ours. */
static double low_of(double bound) { return bound == -DBL_MAX ? -HUGE_VAL : bound; }
static double high_of(double bound) { return bound == DBL_MAX ? HUGE_VAL : bound; }

static void expect_columns(ul_model *model, glp_prob *read)
{
    const size_t *start, *index;
    int row[100000];
    double value[100000];
    cr_assert_eq(ul_model_by_column(model, &start, &index), UL_OK);
    for (size_t q = 0; q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        const int j = (int)q + 1, n = glp_get_mat_col(read, j, row, value);
        cr_assert_str_eq(glp_get_col_name(read, j), column->name);
        cr_assert(low_of(glp_get_col_lb(read, j)) == 0
                      && high_of(glp_get_col_ub(read, j)) == column->high
                      && glp_get_obj_coef(read, j) == column->cost
                      && (glp_get_col_kind(read, j) != GLP_CV) == column->integer,
                  "column %s", column->name);
        cr_assert_eq((size_t)n, start[q + 1] - start[q]);
        double sum = 0, wanted = 0; /* rows come in any order */
        for (int t = 1; t <= n; t++)
            sum += value[t] * row[t];
        for (size_t t = start[q]; t < start[q + 1]; t++)
            wanted += model->term[index[t]].value * (double)(model->term[index[t]].row + 1);
        cr_assert_float_eq(sum, wanted, 1e-9 * (1 + fabs(wanted)));
    }
}

static void expect_read(ul_model *model)
{
    const char *path = scratch(".mps");
    glp_prob *read = glp_create_prob();
    glp_term_out(GLP_OFF);
    cr_assert_eq(ul_model_write_mps(model, path), UL_OK, "%s", ul_error_text());
    cr_assert_eq(glp_read_mps(read, GLP_MPS_FILE, NULL, path), 0);
    unlink(path);
    cr_assert_eq((size_t)glp_get_num_rows(read), model->n_rows);
    cr_assert_eq((size_t)glp_get_num_cols(read), model->n_columns);
    cr_assert_eq((size_t)glp_get_num_nz(read), model->n_terms);
    cr_assert_eq(glp_get_obj_coef(read, 0), -model->offset); /* by custom it is taken off; GLPK adds it */
    for (size_t q = 0; q < model->n_rows; q++) {
        const int i = (int)q + 1;
        cr_assert_str_eq(glp_get_row_name(read, i), model->row[q].name);
        cr_assert(low_of(glp_get_row_lb(read, i)) == model->row[q].low
                      && high_of(glp_get_row_ub(read, i)) == model->row[q].high, "row %s", model->row[q].name);
    }
    expect_columns(model, read);
    glp_delete_prob(read);
}

Test(mps, every_kind_of_bound_and_row_is_read)
{
    static const double side[][2] = {{0, HUGE_VAL}, {0, 1},          {-HUGE_VAL, HUGE_VAL},
                                     {-3, 7.25},    {2, 2},          {-HUGE_VAL, 0.1},
                                     {1, HUGE_VAL}, {-HUGE_VAL, -4}, {0, 0}};
    static const double high[] = {HUGE_VAL, 1, 7.25, 0, 2};
    ul_model *model;
    cr_assert_eq(ul_model_new("a name with blanks", &model), UL_OK);
    ul_model_set_offset(model, 1.5);
    for (size_t q = 0; q < 18; q++) {
        ul_model_add_column(model, high[q % 5], q % 4 == 0 ? 0 : 0.1 * (double)q, q < 9, NULL,
                            "x%zu", q);
        /* a row without any bound is the objective's kind of row */
        if (q % 9 != 2)
            ul_model_add_row(model, side[q % 9][0], side[q % 9][1], NULL, "r%zu", q);
    }
    for (size_t row = 0; row < model->n_rows; row++)
        for (size_t q = row % 3; q < 17; q += 3)
            ul_model_add_term(model, row, q, 1.0 / (double)(q + 3 * row + 1));
    expect_read(model);
    ul_model_free(model);
}

Test(mps, models_of_instances_are_read)
{
    for (size_t index = 0; index < 40; index++) {
        ul_instance instance;
        cr_assert_eq(ul_tiny_make(index, &instance), UL_OK);
        for (size_t q = 0; ul_formulations[q] != NULL; q++) {
            const ul_build_options options = {0};
            ul_build *build;
            if (ul_formulations[q]->kind != &ul_kind_packing)
                continue;
            cr_assert_eq(ul_build_new(ul_formulations[q], &instance, &options, &build), UL_OK,
                         "%s", ul_error_text());
            expect_read(build->model);
            ul_build_free(build);
        }
        ul_instance_free(&instance);
    }
}

Test(mps, numbers_are_the_shortest_that_read_back)
{
    char text[UL_DOUBLE_TEXT];
    cr_assert_str_eq(ul_double_text(0.1, text), "0.1");
    cr_assert_str_eq(ul_double_text(12.24, text), "12.24");
    cr_assert_str_eq(ul_double_text(1.0 / 3, text), "0.3333333333333333");
    cr_assert_str_eq(ul_double_text(nextafter(0.1, 1), text), "0.10000000000000002");
}

Test(mps, a_row_may_be_called_like_our_objective)
{
    ul_model *model;
    size_t column;
    cr_assert_eq(ul_model_new("names", &model), UL_OK);
    ul_model_set_offset(model, 3);
    ul_model_add_column(model, 1, 2, false, &column, "x");
    for (size_t row = 0; row < 2; row++) {
        ul_model_add_row(model, 1, 4, NULL, row == 0 ? "cost" : "cost_");
        ul_model_add_term(model, row, column, 5);
    }
    expect_read(model);
    ul_model_free(model);
}

Test(formulations, a_model_above_the_limit_is_refused_in_words)
{
    ul_instance instance;
    ul_build *build;
    const ul_build_options options = {.limit = 1};
    cr_assert_eq(ul_tiny_make(1, &instance), UL_OK);
    for (size_t q = 0; ul_formulations[q] != NULL; q++) {
        if (ul_formulations[q]->kind != &ul_kind_packing)
            continue;
        cr_assert_eq(ul_build_new(ul_formulations[q], &instance, &options, &build), UL_E_INPUT,
                     "%s", ul_formulations[q]->name);
        cr_assert(build != NULL && build->too_large);
        cr_assert(strstr(ul_error_text(), "needs more than 1 ") != NULL, "%s", ul_error_text());
        ul_build_free(build);
    }
    ul_instance_free(&instance);
}
