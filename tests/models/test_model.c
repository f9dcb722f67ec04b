#include <criterion/criterion.h>
#include <string.h>

#include "model.h"

static ul_model *empty(void)
{
    ul_model *model;
    cr_assert_eq(ul_model_new("test", &model), UL_OK);
    return model;
}

Test(model, names_are_kept_as_every_reader_takes_them)
{
    ul_model *model = empty();
    cr_assert_eq(ul_model_add_column(model, 1, 0, true, NULL, "x y"), UL_OK);
    cr_assert_eq(ul_model_add_column(model, 1, 0, true, NULL, "x_y"), UL_OK);
    cr_assert_eq(ul_model_add_column(model, 1, 0, true, NULL, "e1"), UL_OK);
    cr_assert_eq(ul_model_add_column(model, 1, 0, true, NULL, "%0200d", 1), UL_OK);
    cr_assert_str_eq(model->column[0].name, "x_y");
    cr_assert_str_eq(model->column[1].name, "x_y_2");
    cr_assert_str_eq(model->column[2].name, "n_e1");
    cr_assert_eq(strlen(model->column[3].name), UL_MODEL_NAME + 2);
    cr_assert_eq(ul_model_find_column(model, "x_y_2", 5), 1);
    ul_model_free(model);
}

Test(model, transposes_terms)
{
    ul_model *model = empty();
    const size_t *start, *index;
    for (int q = 0; q < 3; q++) {
        ul_model_add_column(model, 1, q, false, NULL, "x%d", q);
        ul_model_add_row(model, 0, 1, NULL, "r%d", q);
    }
    ul_model_add_term(model, 0, 2, 5);
    ul_model_add_term(model, 1, 0, 6);
    ul_model_add_term(model, 2, 2, 7);
    ul_model_add_term(model, 2, 1, 0);
    cr_assert_eq(ul_model_by_column(model, &start, &index), UL_OK);
    cr_assert_eq(model->n_terms, 3);
    cr_assert_eq(start[0], 0);
    cr_assert_eq(start[1], 1);
    cr_assert_eq(start[2], 1);
    cr_assert_eq(start[3], 3);
    cr_assert_eq(model->term[index[1]].value, 5);
    cr_assert_eq(model->term[index[2]].value, 7);
    ul_model_free(model);
}
