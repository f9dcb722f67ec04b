/* A set of names (any bytes), each with a dense index in order of first appearance.
 *
 * Open addressing over 32-bit hashes; O(1) expected per look-up, 32 to 64 bytes
 * a name plus the text.
 */
#pragma once

/* ---- below: not for plugins ---- */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

typedef struct ul_names ul_names;

enum { UL_NAME_MAX = 255 }; /* bytes of a name a user gives */

ul_names *ul_names_new(void);
void ul_names_free(ul_names *names);
static inline void ul_names_drop(ul_names **names)
{
    ul_names_free(*names);
}

/* Index of the name, adding it when new; UL_NONE when out of memory.
 * *added (may be NULL) tells which of the two it was. */
size_t ul_names_add(ul_names *names, const char *text, size_t length, bool *added);

/* The same for a text, with a fault when out of memory. */
ul_status ul_names_put(ul_names *names, const char *text, size_t *index, bool *added);

/* Index of the name or UL_NONE. */
size_t ul_names_find(const ul_names *names, const char *text, size_t length);

const char *ul_names_text(const ul_names *names, size_t index);
size_t ul_names_length(const ul_names *names, size_t index);
size_t ul_names_count(const ul_names *names);
/* All of them, by index; NULL when out of memory. */
const char **ul_names_list(ul_arena *arena, const ul_names *names);

/* Whether a user may give this name: not empty, not too long, no control
 * characters. `what` says whose name it is in the fault. */
ul_status ul_name_check(const char *what, const char *name);

/* A copy of the name of an instance, checked so; a second one is a fault. */
ul_status ul_name_instance(const char *name, char **copy);

/* Adds a name that a user gives, checked so; a `unique` one only once. */
ul_status ul_names_take(ul_names *names, const char *what, const char *name, bool unique,
                        size_t *index);

/* The same of one that need not be there and that several may share: UINT32_MAX where it is
 * empty or NULL; '*' stands for all in files and is no name. */
ul_status ul_names_take_optional(ul_names *names, const char *what, const char *name, uint32_t *index);
