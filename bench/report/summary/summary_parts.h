/* What the files that make a summary share; for the files of this folder only. */
#pragma once

#include "names.h"
#include "summary.h"

enum { UL_REMARKS_MAX = 16 };

/* Folders on their way to a summary. */
typedef struct {
    ul_summary *summary;
    const char *const *path; /* of the folders */
    ul_record *record;
    size_t room;
    ul_instance_summary *instance;
    ul_names *content, *label, *method, *run, *key, *class_name;
    size_t *instance_of_content; /* by index in content */
    size_t *instance_of_key; /* a folder's number and a label in it; by index in key */
    const char *twins; /* labels of contents that are there already */
    size_t n_twins;
} ul_summary_reading;

/* summary_classes.c. Something that a reader must be told. */
ul_status ul_summary_remark(ul_summary_reading *state, const char *text);

/* What a label in a folder is known by. */
enum { UL_KEY_TEXT = 4600 };
const char *ul_summary_key(const char *folder, const char *label, char text[UL_KEY_TEXT]);

/* The last part of a folder's path. */
const char *ul_summary_short_name(const char *path);

/* summary_methods.c: numbers the methods of all records and gives them labels. */
ul_status ul_summary_find_methods(ul_summary_reading *state);

/* summary_classes.c: what the folders' manifests say, and the classes of instances. */
ul_status ul_summary_read_manifests(ul_summary_reading *state);
ul_status ul_summary_find_classes(ul_summary_reading *state);

/* summary.c. Records, instances, methods' labels and references are there: the rest is
 * worked out. */
ul_status ul_summary_fill(ul_summary *summary);

/* Empty methods, without labels. */
ul_status ul_summary_make_methods(ul_summary *summary);
