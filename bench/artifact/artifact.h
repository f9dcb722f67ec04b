/* A folder of results as an artifact that others can check: one archive with the results,
 * the programs that made them and the libraries these need, a Dockerfile, CITATION.cff, and
 * a README that names for each claim the command that shows it and the time it takes.
 */
#pragma once

#include "status.h"

typedef struct {
    const char *folder;            /* the results */
    const char *archive;           /* FILE.tar.gz */
    const char *program, *checker; /* ullage and ullage-check */
} ul_artifact_options;

/* The commands of the README are tried, from the artifact itself, before it is packed. Uses
 * cp, ldd and tar. */
ul_status ul_artifact_write(const ul_artifact_options *options);
