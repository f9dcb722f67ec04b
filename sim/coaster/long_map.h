/* Who holds long tasks: a bit for each general worker, and views of it that workers
 * took at some instant and hand on.
 *
 * Workers that look between two changes share one view. Finding the k-th worker
 * without long tasks in a view takes a few steps, not a walk over all of them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "status.h"

typedef struct ul_long_view ul_long_view;
typedef struct {
    uint32_t n, n_set;
    uint64_t *word;
    ul_long_view *view; /* of the map as it is now; NULL: nobody has looked */
} ul_long_map;

ul_status ul_long_map_init(ul_long_map *map, uint32_t n);
void ul_long_map_clear(ul_long_map *map); /* views that are held live on */

void ul_long_map_put(ul_long_map *map, uint32_t g, bool set);
/* The first without long tasks from g on; n where there is none. */
uint32_t ul_long_map_next_free(const ul_long_map *map, uint32_t g);

/* The map as it is now; held until dropped. NULL may be dropped. */
ul_status ul_long_map_look(ul_long_map *map, ul_long_view **view);
void ul_long_view_drop(ul_long_view *view);
/* How many had no long tasks, and the k-th of them. */
uint32_t ul_long_view_n_free(const ul_long_view *view);
uint32_t ul_long_view_free(ul_long_view *view, uint32_t k);
