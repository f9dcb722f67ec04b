/* manifest.json: what a reader needs to trust or repeat a run's records. */
#pragma once

#include "instance_folder.h"
#include "outside.h"

typedef struct {
    const char *name, *sha256;
    const char *family; /* the generator, importer or file it comes of; NULL: not told */
    uint64_t size;      /* tasks, or what the kind counts; 0: not told */
    bool is_limited;    /* its supply of machines */
    const ul_suite_label *label;
    size_t n_labels;
} ul_manifest_input;

typedef struct {
    const ul_manifest_input *input; /* one for each of the suite's instances */
    const char *passed_over;        /* a sentence, or empty */
    ul_outside_list outside;
    const char *replay_of; /* the folder that is run again; NULL: none */
    int argc;
    char **argv;
} ul_manifest_run;

/* Writes manifest.json, the difference of the sources from their version where there is one,
 * and, last, a copy of the suite into the folder. */
ul_status ul_manifest_write(const char *folder, const ul_suite *suite, const ul_manifest_run *run);

/* The hashes of the suite's instances, as far as the folder's manifest has them. */
ul_status ul_manifest_read(const char *folder, const ul_suite *suite, ul_instance_fact *fact);

/* What a manifest says of the run that made a folder; "" and 0 where it says nothing, as
 * there may be none. */
typedef struct {
    const char *folder;
    const char *suite, *version, *started, *cpu;
    const char *passed_over; /* which runs of the suite there are not, and why */
    double cores, wall_s, cpu_s, memory_mb;
    bool is_there;
} ul_manifest_facts;

/* Reads the facts, and tells each input's name and its classes (family, size, the suite's
 * labels) to fn, which may be NULL. A folder without a manifest is no fault. */
typedef ul_status (*ul_manifest_class_fn)(void *context, const char *input, const char *class,
                                          const char *value);
ul_status ul_manifest_facts_read(const char *folder, ul_arena *arena, ul_manifest_facts *facts,
                                 ul_manifest_class_fn fn, void *context);

typedef struct {
    const char *name, *paper, *parameters;
    const ul_manifest_input *input;
    size_t n_inputs;
    uint64_t seed;
    double time_limit_s, wall_s;
    int argc;
    char **argv;
} ul_manifest_table;

/* manifest.json of a paper's table. */
ul_status ul_manifest_write_table(const char *folder, const ul_manifest_table *table);

/* Whether the folder was made by a suite of this name, whose methods had the same limits;
 * else a fault. *changed: it is not the same to the letter, as a suite that grew. */
ul_status ul_manifest_agree(const char *folder, const ul_suite *suite, bool *changed);
