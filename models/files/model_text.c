/* What both model files write alike: numbers, and the name of the objective. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_file.h"

const char *ul_double_text(double value, char text[UL_DOUBLE_TEXT])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, UL_DOUBLE_TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return text;
}

const char *ul_model_objective(const ul_model *model, char text[UL_MODEL_NAME + 2])
{
    strcpy(text, "cost"); /* rows have at most UL_MODEL_NAME bytes: one more is always free */
    for (size_t n = 4; ul_model_find_row(model, text, n) != UL_NONE; n++)
        strcpy(text + n, "_");
    return text;
}
