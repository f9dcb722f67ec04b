#include "long_map.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64, BLOCK = 8 }; /* bits in a word, words in a block */

struct ul_long_view {
    uint32_t held, n, n_words, n_free;
    bool is_counted;
    uint32_t *before; /* free ones before each block; counted when first asked for */
    uint64_t word[];
};

static uint32_t words(uint32_t n)
{
    return (n + WORD - 1) / WORD;
}

ul_status ul_long_map_init(ul_long_map *map, uint32_t n)
{
    *map = (ul_long_map){.n = n, .word = calloc(words(n) + 1, sizeof *map->word)};
    return map->word == NULL ? ul_no_memory() : UL_OK;
}

void ul_long_map_clear(ul_long_map *map)
{
    ul_long_view_drop(map->view);
    free(map->word);
}

void ul_long_map_put(ul_long_map *map, uint32_t g, bool set)
{
    const uint64_t bit = (uint64_t)1 << g % WORD;
    uint64_t *word = &map->word[g / WORD];
    if (((*word & bit) != 0) == set)
        return;
    *word ^= bit;
    map->n_set += set ? 1 : UINT32_MAX;
    ul_long_view_drop(map->view);
    map->view = NULL;
}

uint32_t ul_long_map_next_free(const ul_long_map *map, uint32_t g)
{
    uint32_t w = g / WORD;
    if (g >= map->n)
        return map->n;
    uint64_t free_here = ~map->word[w] & UINT64_MAX << g % WORD;
    while (free_here == 0 && ++w < words(map->n))
        free_here = ~map->word[w];
    if (free_here == 0)
        return map->n;
    const uint32_t found = w * WORD + (uint32_t)__builtin_ctzll(free_here);
    return found < map->n ? found : map->n;
}

/* ---- views ---- */

static ul_status make_view(ul_long_map *map)
{
    const uint32_t n_words = words(map->n);
    ul_long_view *view = malloc(sizeof *view + n_words * sizeof *view->word);
    UL_NEED(view);
    *view = (ul_long_view){.held = 1, .n = map->n, .n_words = n_words,
                           .n_free = map->n - map->n_set,
                           .before = malloc((n_words / BLOCK + 1) * sizeof *view->before)};
    if (view->before == NULL) {
        free(view);
        return ul_no_memory();
    }
    memcpy(view->word, map->word, n_words * sizeof *view->word);
    map->view = view;
    return UL_OK;
}

ul_status ul_long_map_look(ul_long_map *map, ul_long_view **view)
{
    if (map->view == NULL)
        UL_TRY(make_view(map));
    *view = map->view;
    (*view)->held++;
    return UL_OK;
}

void ul_long_view_drop(ul_long_view *view)
{
    if (view == NULL || --view->held > 0)
        return;
    free(view->before);
    free(view);
}

uint32_t ul_long_view_n_free(const ul_long_view *view)
{
    return view->n_free;
}

static uint32_t free_in(const ul_long_view *view, uint32_t w)
{
    return WORD - (uint32_t)__builtin_popcountll(view->word[w]);
}

static void count(ul_long_view *view)
{
    uint32_t sum = 0;
    for (uint32_t w = 0; w < view->n_words; w++) {
        if (w % BLOCK == 0)
            view->before[w / BLOCK] = sum;
        sum += free_in(view, w);
    }
    view->is_counted = true;
}

uint32_t ul_long_view_free(ul_long_view *view, uint32_t k)
{
    if (!view->is_counted)
        count(view);
    uint32_t low = 0, high = (view->n_words + BLOCK - 1) / BLOCK;
    while (high - low > 1) { /* before[low] <= k < before[high] */
        const uint32_t middle = (low + high) / 2;
        *(view->before[middle] <= k ? &low : &high) = middle;
    }
    uint32_t w = low * BLOCK;
    for (k -= view->before[low]; k >= free_in(view, w); w++)
        k -= free_in(view, w);
    uint64_t left = ~view->word[w];
    for (; k > 0; k--)
        left &= left - 1;
    return w * WORD + (uint32_t)__builtin_ctzll(left);
}
