/* MPS files read back as the model that was written, whatever its bounds. */
#include <criterion/criterion.h>
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

static void expect_same(ul_model *one, ul_model *other)
{
    const size_t *start, *index, *start_2, *index_2;
    cr_assert_eq(one->n_rows, other->n_rows);
    cr_assert_eq(one->n_columns, other->n_columns);
    cr_assert_eq(one->n_terms, other->n_terms);
    cr_assert_eq(one->offset, other->offset);
    for (size_t q = 0; q < one->n_rows; q++) {
        cr_assert_str_eq(one->row[q].name, other->row[q].name);
        cr_assert(one->row[q].low == other->row[q].low && one->row[q].high == other->row[q].high,
                  "row %s", one->row[q].name);
    }
    cr_assert_eq(ul_model_by_column(one, &start, &index), UL_OK);
    cr_assert_eq(ul_model_by_column(other, &start_2, &index_2), UL_OK);
    for (size_t q = 0; q < one->n_columns; q++) {
        const ul_model_column *a = &one->column[q], *b = &other->column[q];
        cr_assert_str_eq(a->name, b->name);
        cr_assert(a->low == b->low && a->high == b->high && a->cost == b->cost
                      && a->integer == b->integer, "column %s", a->name);
        cr_assert_eq(start[q + 1], start_2[q + 1]);
        for (size_t t = start[q]; t < start[q + 1]; t++) {
            cr_assert_eq(one->term[index[t]].row, other->term[index_2[t]].row);
            cr_assert(one->term[index[t]].value == other->term[index_2[t]].value);
        }
    }
}

static void expect_round_trip(ul_model *model)
{
    ul_model *back;
    const char *path = scratch(".mps");
    cr_assert_eq(ul_model_write_mps(model, path), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_model_read_mps(path, &back), UL_OK, "%s", ul_error_text());
    unlink(path);
    expect_same(model, back);
    ul_model_free(back);
}

Test(mps, every_kind_of_bound_and_row_comes_back)
{
    static const double side[][2] = {{0, HUGE_VAL}, {0, 1},          {-HUGE_VAL, HUGE_VAL},
                                     {-3, 7.25},    {2, 2},          {-HUGE_VAL, 0.1},
                                     {1, HUGE_VAL}, {-HUGE_VAL, -4}, {0, 0}};
    ul_model *model;
    cr_assert_eq(ul_model_new("a name with blanks", &model), UL_OK);
    ul_model_set_offset(model, 1.5);
    for (size_t q = 0; q < 18; q++) {
        ul_model_add_column(model, 0, q % 4 == 0 ? 0 : 0.1 * (double)q, q < 9, NULL, "x%zu", q);
        ul_model_set_column(model, q, side[q % 9][0], side[q % 9][1]);
        /* a row without any bound is the objective's kind of row */
        if (q % 9 != 2)
            ul_model_add_row(model, side[q % 9][0], side[q % 9][1], NULL, "r%zu", q);
    }
    for (size_t row = 0; row < model->n_rows; row++)
        for (size_t q = row % 3; q < 17; q += 3)
            ul_model_add_term(model, row, q, 1.0 / (double)(q + 3 * row + 1));
    expect_round_trip(model);
    ul_model_free(model);
}

Test(mps, models_of_instances_come_back)
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
            expect_round_trip(build->model);
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
    expect_round_trip(model);
    ul_model_free(model);
}

static void expect_refused(const char *text, const char *sentence)
{
    ul_model *model;
    const char *path = scratch(".bad.mps");
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    cr_expect_eq(ul_model_read_mps(path, &model), UL_E_INPUT, "%s", text);
    unlink(path);
    cr_expect(strstr(ul_error_text(), sentence) != NULL, "%s", ul_error_text());
}

Test(mps, a_bad_file_is_refused_with_its_line)
{
    expect_refused("NAME x\nROWS\n N cost\n L r\nCOLUMNS\n x nowhere 1\nENDATA\n",
                   ":6: row 'nowhere' is not defined");
    expect_refused("NAME x\nROWS\n N cost\n L cost\nCOLUMNS\n x cost 1\nENDATA\n",
                   ":4: row 'cost' has the objective's name");
    expect_refused("NAME x\nROWS\n N cost\n L r\nCOLUMNS\n x r nan\nENDATA\n",
                   ":6: a number is missing or malformed");
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
