/* manifest.json: what a reader needs to trust or repeat a run's records. */
#ifndef UL_MANIFEST_H
#define UL_MANIFEST_H

#include "suite.h"

/* "0.1.0+g0123abc" with "-dirty" when the sources had uncommitted changes. */
const char *ul_build_version(void);

/* Writes manifest.json and a copy of the suite into the folder. */
ul_status ul_manifest_write(const char *folder, const ul_suite *suite, int argc, char **argv);

/* On resume: whether the folder's records are of this very suite. */
ul_status ul_manifest_agree(const char *folder, const ul_suite *suite, bool resume);

#endif
