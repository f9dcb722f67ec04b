#include "packing_groups.h"

#include <stdlib.h>
#include <string.h>

#include "names.h"

static int part_order(const void *a, const void *b)
{
    const ul_packing_part *x = a, *y = b;
    UL_LOWER_FIRST(x->shape, y->shape);
    UL_LOWER_FIRST(x->workload, y->workload);
    return x->task < y->task ? -1 : x->task > y->task;
}

/* The bin's parts, equal ones merged; returns their number. */
static size_t collect_parts(const ul_packing_plan *plan, size_t i, ul_packing_part *part)
{
    size_t n = 0, kept = 0;
    for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next) {
        const ul_packing_task *task = &plan->in->task[plan->entry[e].task];
        part[n++] = (ul_packing_part){task->shape, task->workload, plan->entry[e].task,
                                      plan->entry[e].count};
    }
    if (n > 1)
        qsort(part, n, sizeof *part, part_order);
    for (size_t q = 0; q < n; q++) {
        if (kept > 0 && part[kept - 1].shape == part[q].shape
            && part[kept - 1].workload == part[q].workload)
            part[kept - 1].count += part[q].count;
        else
            part[kept++] = part[q];
    }
    return kept;
}

/* What makes two bins equal, as bytes: the type and (shape, workload, count) of each part. */
static size_t signature(uint32_t type, const ul_packing_part *part, size_t n, uint64_t *words)
{
    size_t at = 0;
    words[at++] = type;
    for (size_t q = 0; q < n; q++) {
        words[at++] = (uint64_t)part[q].shape << 32 | part[q].workload;
        words[at++] = part[q].count;
    }
    return at * sizeof *words;
}

typedef struct {
    const ul_packing_plan *plan;
    ul_arena *arena;
    ul_names *seen;
    ul_packing_part *part; /* of the bin at hand */
    uint64_t *words;
    ul_packing_group *group;
    size_t room;
} grouping;

static ul_status add_bin(grouping *g, size_t i)
{
    const ul_plan_bin *bin = &g->plan->bin[i];
    bool added;
    const size_t n_parts = collect_parts(g->plan, i, g->part);
    const size_t length = signature(bin->type, g->part, n_parts, g->words);
    const size_t q = ul_names_add(g->seen, (const char *)g->words, length, &added);
    if (q == UL_NONE)
        return ul_no_memory();
    if (!added) {
        g->group[q].machines += bin->copies;
        return UL_OK;
    }
    UL_MORE(g->arena, g->group, q, g->room);
    ul_packing_part *part;
    UL_ALLOC_RAW(g->arena, part, n_parts);
    if (n_parts > 0)
        memcpy(part, g->part, n_parts * sizeof *part);
    g->group[q] = (ul_packing_group){bin->type, i, bin->copies, part, n_parts};
    return UL_OK;
}

static int group_order(const void *a, const void *b, void *context)
{
    const ul_packing_group *x = a, *y = b;
    const ul_packing *in = context;
    const ul_micro p = in->type[x->type].price, q = in->type[y->type].price;
    UL_HIGHER_FIRST(p, q);
    UL_HIGHER_FIRST(x->machines, y->machines);
    return x->first < y->first ? -1 : x->first > y->first;
}

ul_status ul_packing_groups(const ul_packing_plan *plan, ul_arena *arena,
                            ul_packing_group **group, size_t *n)
{
    grouping g = {.plan = plan, .arena = arena, .seen = ul_names_new()};
    g.part = ul_arena_alloc_raw(arena, plan->n_entries, sizeof *g.part);
    g.words = ul_arena_alloc_raw(arena, 2 * plan->n_entries + 1, sizeof *g.words);
    ul_status status = g.seen == NULL || g.part == NULL || g.words == NULL ? ul_no_memory() : UL_OK;
    for (size_t i = 0; i < plan->n_bins && status == UL_OK; i++)
        status = add_bin(&g, i);
    if (status == UL_OK) {
        *n = ul_names_count(g.seen);
        *group = g.group;
        if (*n > 1)
            qsort_r(g.group, *n, sizeof *g.group, group_order, (void *)plan->in);
    }
    ul_names_free(g.seen);
    return status;
}
