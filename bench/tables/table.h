/* A paper's table, made again: an experiment (what is run, exact sums) and how people see its
 * numbers. Which number is which printed one stands in bench/papers, and
 * one rule judges them. One file in tables/ and one line in tables/tables.def each.
 *
 * A table may name methods (the paper does); what is not registered is left
 * out of it. A method's cost below an optimum that another proved is a fault:
 * one of the two is wrong, and no table is printed.
 */
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "instance.h"
#include "manifest.h"
#include "param.h"
#include "printed.h"
#include "run.h"
#include "sheet.h"

typedef struct {
    uint64_t seed;       /* of the first trial; the next ones count on */
    double time_limit_s; /* for each search for a proved optimum */
    const ul_param_values *param;
    void (*say)(void *context, const char *text); /* where it has come; may be NULL */
    void *say_context;
} ul_table_request;

/* A number of the table: of what case, of whom, which measure. */
typedef struct {
    const char *of, *who, *measure;
    double ours, deviation, least, most; /* NaN where there is none */
    double *sample; /* what was added up to it */
    size_t n, room;
    bool is_part; /* the least, most or median of another's sample */
} ul_cell;

/* A curve of a picture, in the panel of this number. */
typedef struct {
    size_t panel;
    const char *name;
    double *x, *y;
    size_t n, room;
} ul_curve;
enum { UL_CURVES_MAX = 32 };

/* A measure as people see it: a column of the table, or several. */
typedef struct {
    const char *measure, *unit; /* "%" is written behind each number, others in the heading */
    int decimals;               /* or one of these: */
    const char *head;           /* NULL: the measure and its unit; "": the name of whose it is */
    const char *of, *who;       /* whose, where the row does not say; "*": a column for each */
    bool deviates;              /* show the deviation behind the mean */
    bool ranges;                /* show the least and the greatest behind it */
} ul_column;
enum { UL_SHORT = -1, UL_DURATION = -2 }; /* three digits; "12 ms" of seconds */
/* A column with so many decimals, and what else there is to say of it: .head = "..." */
#define UL_COL(measure_, unit_, ...) {.measure = measure_, .unit = unit_, .decimals = __VA_ARGS__}
#define UL_RANGE(measure_, unit_, ...) UL_COL(measure_, unit_, __VA_ARGS__, .ranges = true)

/* A panel of the table's picture. Bars: a group a case, a bar a subject; as shares,
 * in percent of the greatest of their group. Curves: what ul_put_point() put. Heat, alone: a row
 * a case, a column a subject of the same names. */
typedef struct {
    enum { UL_BARS, UL_SHARES, UL_STEP_LINES, UL_SCATTER, UL_HEAT } look;
    const char *title;
    const char *measure;   /* of bars and heat */
    const char *mark;      /* a measure without subject: a dashed line in each group; or NULL */
    const char *x_title;   /* of curves; what colours mean */
    bool log_x;
} ul_panel;

/* Lists of a table, which end by themselves. */
#define UL_COLUMNS(...) (const ul_column[]){__VA_ARGS__, {0}}
#define UL_PANELS(...) (const ul_panel[]){__VA_ARGS__, {0}}
#define UL_PARAMS(...) (const ul_param[]){__VA_ARGS__, {0}}

struct ul_table;

typedef struct {
    /* what an experiment is given */
    const struct ul_table *self;
    const ul_table_request *request;
    ul_arena *arena;
    /* what it leaves: by ul_put() and its like, */
    ul_cell *cell;
    size_t n_cells, cell_room;
    ul_curve curve[UL_CURVES_MAX];
    size_t n_curves;
    const char *title;
    const char *note;   /* sentences below the table */
    const char *unlike; /* how this run is not the paper's, so that it cannot be judged; NULL: it is */
    bool failed;
    /* and what is made of that */
    ul_sheet *table;
    ul_sheet *verdicts; /* on what a paper prints; NULL without any */
    ul_sheet *numbers;  /* for programs: a row each */
    ul_sheet *trials;   /* what the table is computed from; NULL where it shows that itself */
    ul_manifest_input *input; /* the instances, by ul_table_input */
    size_t n_inputs, input_room;
    /* what is let go with the table */
    ul_instance **instance;
    size_t n_instances, instance_room;
    ul_run *run;
} ul_table_made;

typedef struct ul_table {
    const char *name, *paper, *brief;
    const char *title;       /* NULL: the paper without the section, and the brief */
    const char *of, *who;    /* headings of the rows' names: cases, subjects; NULL: not rows */
    const ul_column *column; /* ends with a NULL measure */
    const char *hidden;      /* measures that are no columns, with units: "cost ($); share (%)" */
    const ul_panel *panel;   /* of the picture; ends with a NULL title; NULL: no picture */
    const ul_param *param;   /* ends with a NULL name; may be NULL */
    double time_limit_s;     /* default of the request's */
    const void *data;        /* what tables of one experiment differ in */
    ul_status (*experiment)(ul_table_made *made); /* puts numbers into cells */
} ul_table;

/* Runs the experiment, lays out, judges and draws. */
ul_status ul_table_make(const ul_table *table, const ul_table_request *request, ul_arena *arena,
                        ul_table_made *made);

/* ---- for experiments ---- */

/* The numbers: each by its case, its subject and its measure. The table says how people see them,
 * the list of printed numbers which of them a paper prints, and the one rule judges those. */

/* A text as printf() writes it, which lives as long as the table. */
char *ul_text(ul_table_made *made, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number; "" is no case, or no subject. NaN is a number that could not be found. A second
 * one in the same place takes it. Faults are kept and reported when the table is finished. */
void ul_put(ul_table_made *made, const char *of, const char *who, const char *measure,
            double ours);

/* One of the numbers of which the cell is the mean, with deviation and range; NaN is none. */
void ul_add(ul_table_made *made, const char *of, const char *who, const char *measure,
            double one);

/* A point more of a curve of the picture's panel of this number. */
void ul_put_point(ul_table_made *made, size_t panel, const char *name, double x, double y);

/* What was put there; NaN where nothing was. "delay, least" (most, median) is of the numbers that
 * were added to "delay", unless it was put itself. */
double ul_got(const ul_table_made *made, const char *of, const char *who, const char *measure);

/* By how many percent one subject's number is above another's, and below it. */
double ul_above(const ul_table_made *made, const char *of, const char *who, const char *other,
                const char *measure);
double ul_below(const ul_table_made *made, const char *of, const char *who, const char *other,
                const char *measure);

/* More sentences below the table; a fault that was kept is reported. */
#define ul_put_note(made, ...) ul_put_sentences(made, ul_text(made, __VA_ARGS__))
ul_status ul_put_sentences(ul_table_made *made, const char *text);

/* The same; NULL where nothing was put. */
const ul_cell *ul_cell_find(const ul_table_made *made, const char *of, const char *who,
                            const char *measure);
/* A cell of a number without deviation and range. */
ul_cell ul_cell_of(const char *of, const char *who, const char *measure, double ours);

/* Text of a parameter, and number. */
const char *ul_table_text(const ul_table_made *made, const char *name);
double ul_table_param(const ul_table_made *made, const char *name);

/* Parameters that many tables have. */
#define UL_TABLE_PICTURE(preset) UL_TEXT("svg", preset, "where the picture goes; empty for none")
#define UL_TABLE_CERTIFICATES UL_TEXT("certificates", "", "folder to write certificates into")

/* A row of trials.csv, cells separated by tabs; the heading stands above the first. */
#define ul_table_trial(made, heading, ...) ul_table_row(made, heading, ul_text(made, __VA_ARGS__))
void ul_table_row(ul_table_made *made, const char *heading, char *text);

/* Makes an instance by a generator with its settings, "eagle workers=400", or where there is an
 * input by an importer, and notes it for the manifest. `options` may be NULL: its seed is the
 * request's where it is 0, its input one file, or none where that is NULL or empty, unless it
 * has a number. The table lets go of the instance. */
ul_status ul_table_instance(ul_table_made *made, const ul_source_options *options,
                            const ul_instance **instance, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Takes an instance that was made elsewhere: the table lets go of it, fault or not. */
ul_status ul_table_own(ul_table_made *made, ul_instance *instance, const ul_instance **kept);

/* Lets go of the table's run, of this instance and those that came after it; NULL: of all. */
void ul_table_let_go(ul_table_made *made, const ul_instance *from);

/* A run of a method with its settings, "stratus scaling=cheapest", which lives until the table's
 * next; `options` may be NULL, the seed is the request's where it is 0. */
ul_status ul_table_begin(ul_table_made *made, const ul_instance *instance, const char *method,
                         const ul_run_options *options, ul_run **run);
/* Runs it to its end; there may be no plan. */
ul_status ul_table_try(ul_table_made *made, const ul_instance *instance, const char *method,
                       const ul_run_options *options, const ul_run **run);
/* Runs it to its end; no plan is a fault. */
ul_status ul_table_run(ul_table_made *made, const ul_instance *instance, const char *method,
                       const ul_run_options *options, const ul_run **run);

/* Where a certificate goes, FOLDER/`what``of`.csv with blanks as dashes; NULL where the parameter
 * `certificates` names no folder. */
const char *ul_table_certificate(ul_table_made *made, const char *what, const char *of);

/* What no schedule of the instance costs less than, in dollars, with settings of schedule-floor, as
 * far as it is proved within the request's limit, in seconds of CPU: a busy machine proves no less;
 * the proof is the certificate "floor`of`". */
ul_status ul_table_floor(ul_table_made *made, const ul_instance *instance, const char *of,
                         const char *set, double *dollars);

/* Adds to "above" by how many percent the run's plan costs more than what was proved; less is a
 * fault. */
ul_status ul_table_above(ul_table_made *made, const char *of, const char *who, const ul_run *run,
                         double least);

/* Something that goes up and down over time: when, by how much, and of what. */
typedef struct {
    ul_micro at_s;
    double by;
    size_t of;
} ul_change;
typedef struct {
    ul_change *change;
    size_t n, room;
} ul_changes;
/* Up at one time, and down at another. */
void ul_span(ul_table_made *made, ul_changes *list, ul_micro from_s, ul_micro to_s, double by,
             size_t of);
/* By time; what goes goes first. */
void ul_changes_sort(ul_changes *list);

/* A measure of the run's plan; NaN where it has none of this name. */
double ul_table_measure(const ul_run *run, const char *name);

extern const ul_table *const ul_tables[]; /* ends with NULL */

const ul_table *ul_table_find(const char *name);

/* The numbers as CSV: one heading, a row each, units and verdicts in columns of
 * their own. Several tables may follow one heading. */
ul_status ul_table_csv(const ul_table_made *made, bool heading, ul_output *out);

/* The table as an object: its title and note, and its numbers, a row each. */
ul_status ul_table_json(const ul_table_made *made, ul_json_writer *json);

/* Notes an instance for the manifest, once. */
ul_status ul_table_input(ul_table_made *made, const ul_instance *instance);

/* FOLDER/TABLE gets table.txt, table.csv, trials.csv where there are such, and
 * manifest.json. */
ul_status ul_table_save(ul_table_made *made, const char *folder, const ul_manifest_table *manifest);

/* FOLDER/FILE, or FILE.gz, of the parameter `traces`; *found is NULL where no folder is named.
 * A folder without the file is the wrong one, and an error. */
ul_status ul_table_trace(ul_table_made *made, const char *file, const char **found);

/* The files of the folder that a parameter names, by name; none is an error. */
ul_status ul_table_files(ul_table_made *made, const char *folder, const char *pattern,
                         const char *const **path, size_t *n);

/* ---- for ul_table_make() ---- */

static inline bool ul_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* The printed number that the cell is, from number *at of the list on; NULL: none any more. */
const ul_printed *ul_cell_printed(const ul_table_made *made, const ul_printed_list *list,
                                  const ul_cell *cell, size_t *at);

/* The sheet that people read. */
ul_status ul_cells_lay_out(ul_table_made *made, const ul_printed_list *list);
/* The verdicts on what is printed, and all numbers for programs. */
ul_status ul_cells_judge(ul_table_made *made, const ul_printed_list *list);

/* Draws the table's pictures one above the other, into the file that the parameter `svg`
 * names. */
ul_status ul_cells_draw(const ul_table_made *made, const char *path);
