/* FOLDER/instances/LABEL.csv.gz: a suite's instances as files of its run.
 *
 * The folder's copy is what runs and what is checked, so that a resumed run and
 * a run on another machine see the same bytes.
 */
#pragma once

#include <signal.h>

#include "suite.h"

/* What is to be known of an instance before its first run. */
typedef struct {
    const ul_kind *kind;         /* NULL: not known yet */
    char sha256[UL_SHA256_TEXT]; /* empty: not known yet */
    uint64_t size;               /* as its kind counts; 0: not known */
    bool is_limited;             /* its supply of machines */
} ul_instance_fact;

/* Reads the folder's copy, made first where there is none. A fault when its hash
 * is known and another. */
ul_status ul_instance_folder_load(const char *folder, const ul_suite_instance *entry,
                                  const ul_instance_fact *fact, ul_instance *instance);

typedef struct {
    size_t jobs; /* processes at a time */
    bool anew;   /* copies that are there already are made again */
    const volatile sig_atomic_t *stopped; /* once set, the rest is left: UL_E_STOPPED */
} ul_instance_making;

/* Makes or reads the copies of the instances whose kind or size is not known, in processes
 * of their own, and fills in their facts. */
ul_status ul_instance_folder_prepare(const char *folder, const ul_suite *suite,
                                     const ul_instance_making *making, ul_instance_fact *fact);
