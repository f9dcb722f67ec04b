/* FOLDER/instances/LABEL.csv.gz: a suite's instances as files of its run.
 *
 * The folder's copy is what runs and what is checked, so that a resumed run and
 * a run on another machine see the same bytes.
 */
#ifndef UL_INSTANCE_FOLDER_H
#define UL_INSTANCE_FOLDER_H

#include <signal.h>

#include "suite.h"

enum { UL_INSTANCE_PATH = 4096 };
void ul_instance_folder_path(const char *folder, const ul_suite_instance *entry,
                             char path[UL_INSTANCE_PATH]);

/* Reads the folder's copy, made first where there is none. */
ul_status ul_instance_folder_load(const char *folder, const ul_suite_instance *entry,
                                  ul_instance *instance);

/* What is to be known of an instance before its first run. */
typedef struct {
    const ul_kind *kind; /* NULL: not known yet */
    char sha256[UL_SHA256_TEXT];
} ul_instance_fact;

/* Makes the copies of the instances whose kind is not known, `jobs` at a time in
 * processes of their own, and fills in their facts. No process is started once
 * *stopped is set; that is UL_E_STOPPED. */
ul_status ul_instance_folder_prepare(const char *folder, const ul_suite *suite, size_t jobs,
                                     const volatile sig_atomic_t *stopped, ul_instance_fact *fact);

#endif
