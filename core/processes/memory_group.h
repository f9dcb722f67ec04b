/* The kernel's own limit on the memory of a process and all that it starts: cgroups v2
 * (cgroups(7)). Only who may make groups has it: root, or who was given a part of the tree,
 * as by systemd-run --user --scope. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Makes it possible to have groups below that of this process, which goes to one of its own
 * where it has to; whether that was permitted. Ended by ul_memory_groups_end(). */
bool ul_memory_groups_begin(void);
bool ul_memory_groups_are(void);
void ul_memory_groups_end(void);

typedef struct {
    char path[512]; /* empty: there is none */
} ul_memory_group;

/* A group with a limit where there may be any. */
void ul_memory_group_make(ul_memory_group *group, uint64_t memory_mb);
/* This process, and all that it starts from now on, belong to the group. */
void ul_memory_group_enter(const ul_memory_group *group);
/* Ends what is left in it and removes it; whether the kernel ended any for the limit. */
bool ul_memory_group_end(ul_memory_group *group);
