/* What the files that read a suite share: the state of the reading, the fields that
 * records have in common, and a function for each record that has a file of its own.
 */
#pragma once

#include "csv_writer.h"
#include "names.h"
#include "run_folder.h"
#include "suite.h"

enum { UL_SUITE_LABELS_MAX = 16, UL_SUITE_PARAMETERS_MAX = 16, UL_SUITE_REPETITIONS_MAX = 10000 };

typedef struct {
    ul_suite *suite;
    const char *path;
    bool headed;
    bool is_copy; /* its files are not looked for */
    bool has_patterns; /* or its copy is another text for another reason */
    ul_suite_request asked;
    struct {
        const char *name, *value; /* the name with its braces, as records have it */
    } parameter[UL_SUITE_PARAMETERS_MAX];
    size_t n_parameters;
    size_t instance_room, method_room;
    ul_names *label;
    ul_csv_writer copy; /* the records with paths for patterns, for the run's folder */
    ul_suite_label labels[UL_SUITE_LABELS_MAX]; /* in force */
    size_t n_labels;
} ul_suite_reading;

/* ---- suite_fields.c ---- */

const char *ul_suite_keep(ul_suite *suite, const char *text);
ul_status ul_suite_expect(const ul_csv_row *row, size_t n, const char *form);
/* Into the copy of the suite, as it stands. */
void ul_suite_copy_row(ul_suite_reading *state, const ul_csv_row *row);

/* The NAME=VALUE fields that end a record. */
ul_status ul_suite_read_set(ul_suite *suite, const ul_csv_row *row, size_t first,
                            const char *const **set, size_t *n);

/* Parameters are tried where they stand, so that the fault names the line. *all is
 * the text of all of them, defaults too. */
ul_status ul_suite_try_set(ul_suite *suite, const ul_csv_row *row, size_t field,
                           const ul_param *param, const char *const *set, size_t n_set,
                           const char **all);

/* Whether a field is "name=", with *value behind it. */
bool ul_suite_is_option(const char *text, const char *name, const char **value);
ul_status ul_suite_read_whole(const ul_csv_row *row, size_t field, const char *text,
                              uint64_t *value, const char **end);
ul_status ul_suite_read_second(const ul_csv_row *row, size_t field, const char *text,
                               double *value);

/* ---- suite_parameters.c ---- */

ul_status ul_suite_read_parameter(ul_suite_reading *state, const ul_csv_row *row);

/* The row with values for the names of parameters. */
ul_status ul_suite_fill_in(ul_suite_reading *state, const ul_csv_row *row, ul_csv_row *filled);

/* Once all is read: a fault where a value was given for what is no parameter. */
ul_status ul_suite_check_asked(const ul_suite_reading *state);

/* ---- suite_instances.c, suite_imports.c ---- */

ul_status ul_suite_add_instance(ul_suite_reading *state, const ul_csv_row *row,
                                ul_suite_instance entry);

/* A label of n letters so far, with the values of the parameters that are plain words or numbers
 * behind it (a map or a formula is none), fit for the name of a file. */
const char *ul_suite_label_values(ul_suite *suite, char *text, size_t room, int n,
                                  const ul_suite_instance *entry);

/* The file's name without .csv and .gz. */
const char *ul_suite_file_label(ul_suite *suite, const char *path);

/* A path as the suite has it, from the suite's folder. */
ul_status ul_suite_place(const ul_suite_reading *state, const ul_csv_row *row, size_t field,
                         char path[UL_PATH]);

typedef ul_status (*ul_suite_file_fn)(ul_suite_reading *state, const ul_csv_row *row,
                                      const char *path, void *context);

/* Calls fn for each file that a path or pattern stands for, sorted. The suite's copy in a
 * run's folder has paths for patterns, and looks for no file. */
ul_status ul_suite_each_file(ul_suite_reading *state, const ul_csv_row *row, size_t field,
                             ul_suite_file_fn fn, void *context);

ul_status ul_suite_read_generate(ul_suite_reading *state, const ul_csv_row *row);
ul_status ul_suite_read_file(ul_suite_reading *state, const ul_csv_row *row);
ul_status ul_suite_read_label(ul_suite_reading *state, const ul_csv_row *row);
ul_status ul_suite_read_import(ul_suite_reading *state, const ul_csv_row *row);

/* ---- suite_methods.c ---- */

ul_status ul_suite_read_method(ul_suite_reading *state, const ul_csv_row *row);
ul_status ul_suite_read_program(ul_suite_reading *state, const ul_csv_row *row);

/* The methods that a user names in place of the suite's: "NAME NAME=VALUE...". */
ul_status ul_suite_take_methods(ul_suite_reading *state, const char *const *asked, size_t n_asked);

/* Where a method says nothing, the suite's limits hold, wherever they stand in the file. */
void ul_suite_settle_limits(ul_suite *suite);
