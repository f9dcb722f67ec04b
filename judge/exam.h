/* What candidates are examined on: a task is a suite (bench/suites/judge-NAME.csv, or a file)
 * whose instances are labelled `set`: quick, training or sealed, and `game`: online where
 * a packing is to be played task by task. Its methods are the rivals.
 *
 * Of the sealed set the suite has only how it is drawn: the seeds come from a secret that the
 * judge is given, and the set's hash can be published beforehand.
 */
#pragma once

#include "suite.h"

enum { UL_EXAM_RIVALS = 8 };

typedef struct {
    ul_instance instance;
    ul_cost least; /* the proved optimum, or what nobody goes below */
    bool is_optimum;
    double completion_s; /* that of the first rival, which nobody may exceed; NaN: none */
} ul_exam_case;

typedef enum { UL_SET_QUICK, UL_SET_TRAINING, UL_SET_SEALED, UL_SETS } ul_exam_set_name;

typedef struct {
    ul_exam_case *item;
    size_t n;
    double score[UL_EXAM_RIVALS]; /* of the rivals */
} ul_exam_set;

typedef struct {
    ul_suite *suite;
    ul_arena *arena;
    const ul_kind *kind; /* of all its instances */
    const ul_suite_method *rival[UL_EXAM_RIVALS];
    size_t n_rivals;
    bool is_online;
    ul_exam_set set[UL_SETS];
    char seal[UL_SHA256_TEXT]; /* of the sealed set; "" without a seed */
} ul_exam;

enum { UL_EXAM_SEED = 16 }; /* characters that what draws the sealed set has at least */

/* `sealed` may be NULL: the sealed set is then not made. */
ul_status ul_exam_new(const char *task, const char *sealed, ul_exam **exam);
void ul_exam_free(ul_exam *exam);
