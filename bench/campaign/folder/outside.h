/* Programs from outside that a campaign runs: what a command names that is a file, and
 * shared objects. A folder has their hashes in its manifest and copies of small ones in
 * programs/, so that it can be run again elsewhere.
 */
#pragma once

#include "suite.h"

typedef struct {
    const char *name;   /* as the command has it; python3 of /usr/bin/python3 */
    const char *sha256; /* of the file; "": there was none */
    const char *copy;   /* in the folder; "": the file is too large for one, or the system's */
} ul_outside;

typedef struct {
    ul_outside *one;
    size_t n;
} ul_outside_list;

/* Those that the manifest of a folder names. */
ul_status ul_outside_read(const char *folder, ul_arena *arena, ul_outside_list *list);

/* What the suite's methods name, copied into the folder. */
ul_status ul_outside_take(const char *folder, const ul_suite *suite, ul_arena *arena,
                          ul_outside_list *list);
/* The list of a folder, and its copies in another. */
ul_status ul_outside_carry(const char *from, const char *to, ul_arena *arena, ul_outside_list *list);

/* Lets a suite that was read from a folder's copy run the folder's programs where the files
 * it names are not there or are others. What records call the methods stays. */
ul_status ul_outside_settle(const char *folder, ul_suite *suite);

/* The same of a shared object, by its path. */
ul_status ul_outside_place(const char *folder, const char *name, char path[], size_t room);

/* How many files of the folder's list are not there, or others, and have no copy; *first is
 * the name of the first. */
ul_status ul_outside_missing(const char *folder, ul_arena *arena, size_t *n, const char **first);
