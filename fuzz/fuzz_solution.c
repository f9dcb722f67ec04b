/* Any bytes as another solver's solution of a model with three columns. */
#include <math.h>

#include "scratch_file.h"
#include "solution_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

static ul_model *small_model(void)
{
    ul_model *model;
    if (ul_model_new("small", &model) != UL_OK)
        ul_scratch_broken("there is no model", ul_error_text());
    for (const char *name = "xyz"; *name != '\0'; name++)
        if (ul_model_add_column(model, HUGE_VAL, 1, true, NULL, "%c", *name) != UL_OK)
            ul_scratch_broken("there is no column", ul_error_text());
    return model;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    static ul_model *model;
    if (model == NULL)
        model = small_model();
    double value[3];
    ul_solution solution;
    if (ul_solution_read(ul_scratch_file(0, data, length), model, value, &solution) == UL_OK)
        for (size_t q = 0; q < 3; q++)
            if (!isfinite(value[q]))
                ul_scratch_broken("a value is not a number", ul_error_text());
    return 0;
}
