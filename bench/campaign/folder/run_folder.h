/* Where things are in the folder of a run: the one place that knows.
 *
 *     records.csv    a row a run                suite.csv      the suite as it was
 *     manifest.json  what made it               dropped.csv    rows set aside by --drop
 *     instances/LABEL.csv.gz                    what ran and what was checked
 *     plans/RUN.csv  events/RUN.csv  certificates/RUN.csv     of each run, six digits
 *     programs/      of the user's, the small   dirty.diff     of the sources, if they were
 *     parts/RUN.csv  slurm/                     of a cluster, until they are gathered
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "status.h"

enum { UL_PATH = 4096 };

#define UL_RECORDS "records.csv"
#define UL_MANIFEST "manifest.json"
#define UL_SUITE_COPY "suite.csv"
#define UL_DROPPED "dropped.csv"
#define UL_INSTANCES "instances"
#define UL_PLANS "plans"
#define UL_EVENTS "events"
#define UL_CERTIFICATES "certificates"
#define UL_PROGRAMS "programs"
#define UL_DIFF "dirty.diff"
#define UL_PARTS "parts"
#define UL_SLURM "slurm"

/* FOLDER/NAME */
void ul_run_folder_path(const char *folder, const char *name, char path[UL_PATH]);
/* FOLDER/PART/000042.csv */
void ul_run_folder_file(const char *folder, const char *part, uint64_t run, char path[UL_PATH]);
/* FOLDER/instances/LABEL.csv.gz */
void ul_run_folder_instance(const char *folder, const char *label, char path[UL_PATH]);

bool ul_run_folder_has(const char *folder, const char *name);

/* Makes FOLDER/PART with its parents; PART may be "". */
ul_status ul_run_folder_make(const char *folder, const char *part);

/* Makes all that a run on this machine needs; sweeps what killed processes left there. */
ul_status ul_run_folder_make_all(const char *folder);
void ul_run_folder_sweep(const char *folder);

/* Gives manifest.json and suite.csv other names, manifest-1.json and so on: what made the
 * first rows of a folder that grows stays there. */
ul_status ul_run_folder_set_aside(const char *folder);
