/* An instance as whole numbers: what the search for bad instances changes.
 *
 * A head of numbers that are always there (capacities, prices) and a list of
 * records of equal width (tasks, intervals, machine types). What the numbers mean
 * is the affair of a kind's space; here they only have ranges.
 */
#pragma once

#include <stdint.h>

#include "arena.h"
#include "rng.h"
#include "status.h"

typedef struct {
    int32_t low, high;
} ul_gene;

typedef struct {
    size_t n_head;
    const ul_gene *head;
    size_t width; /* numbers of a record */
    const ul_gene *column;
    size_t least, most; /* records */
} ul_layout;

typedef struct {
    size_t n; /* records */
    int32_t *head, *record;
} ul_genome;

/* The nearest value in range. */
int32_t ul_gene_clamp(const ul_gene *gene, int64_t value);

ul_status ul_genome_new(const ul_layout *layout, ul_arena *arena, ul_genome *genome);
void ul_genome_copy(const ul_layout *layout, const ul_genome *from, ul_genome *to);

static inline int32_t *ul_genome_record(const ul_layout *layout, const ul_genome *genome, size_t q)
{
    return genome->record + q * layout->width;
}

/* Anything; half of the time numbers near a k-th of their range, where packings
 * are decided by the smallest difference. */
void ul_genome_draw(const ul_layout *layout, ul_rng *rng, ul_genome *genome);

/* One or a few small changes: a number nudged or drawn anew, a record copied,
 * completed to the full range by another, added or dropped. */
void ul_genome_move(const ul_layout *layout, ul_rng *rng, ul_genome *genome);

void ul_genome_drop(const ul_layout *layout, ul_genome *genome, size_t q);
