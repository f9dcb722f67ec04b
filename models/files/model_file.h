/* Models as files, for other people's solvers.
 *
 * The same model makes the same bytes. Numbers are written with as many digits
 * as it takes to read the same double back, 17 at most. Paths as in
 * ul_output_open().
 */
#pragma once

#include "model.h"

/* CPLEX LP. A row with two different finite bounds is written as two. */
ul_status ul_model_write_lp(const ul_model *model, const char *path);

/* Free MPS. Bounds of integers are always spelled out: solvers differ on what
 * is meant when they are not. */
ul_status ul_model_write_mps(ul_model *model, const char *path);

/* By the ending: .lp or .mps, with or without .gz; anything else is a fault. */
ul_status ul_model_write(ul_model *model, const char *path);

/* What the objective is called in a file: "cost", or longer where a row is called so. */
const char *ul_model_objective(const ul_model *model, char text[UL_MODEL_NAME + 2]);

enum { UL_DOUBLE_TEXT = 32 };
/* The shortest text that reads back as the same double. */
const char *ul_double_text(double value, char text[UL_DOUBLE_TEXT]);
