#include "genome.h"

#include <string.h>

ul_status ul_genome_new(const ul_layout *layout, ul_arena *arena, ul_genome *genome)
{
    genome->n = 0;
    genome->head = ul_arena_alloc(arena, layout->n_head, sizeof *genome->head);
    genome->record = ul_arena_alloc(arena, layout->most, layout->width * sizeof *genome->record);
    return genome->head != NULL && genome->record != NULL
               ? UL_OK
               : ul_no_memory();
}

void ul_genome_copy(const ul_layout *layout, const ul_genome *from, ul_genome *to)
{
    to->n = from->n;
    memcpy(to->head, from->head, layout->n_head * sizeof *to->head);
    memcpy(to->record, from->record, from->n * layout->width * sizeof *to->record);
}

int32_t ul_gene_clamp(const ul_gene *gene, int64_t value)
{
    return (int32_t)(value < gene->low ? gene->low : value > gene->high ? gene->high : value);
}

static int32_t draw(const ul_gene *gene, ul_rng *rng)
{
    return (int32_t)ul_rng_between(rng, gene->low, gene->high);
}

/* A k-th of the range, or a little beside it. */
static int32_t draw_fraction(const ul_gene *gene, ul_rng *rng)
{
    const int64_t k = ul_rng_between(rng, 2, 7);
    return ul_gene_clamp(gene, gene->high / k + ul_rng_between(rng, -1, 1));
}

static void draw_record(const ul_layout *layout, ul_rng *rng, bool fractions, int32_t *record)
{
    for (size_t c = 0; c < layout->width; c++)
        record[c] = fractions ? draw_fraction(&layout->column[c], rng)
                              : draw(&layout->column[c], rng);
}

void ul_genome_draw(const ul_layout *layout, ul_rng *rng, ul_genome *genome)
{
    const bool fractions = ul_rng_below(rng, 2) == 0;
    for (size_t h = 0; h < layout->n_head; h++)
        genome->head[h] = draw(&layout->head[h], rng);
    genome->n = (size_t)ul_rng_between(rng, (int64_t)layout->least, (int64_t)layout->most);
    for (size_t q = 0; q < genome->n; q++)
        draw_record(layout, rng, fractions, ul_genome_record(layout, genome, q));
}

void ul_genome_drop(const ul_layout *layout, ul_genome *genome, size_t q)
{
    genome->n--;
    memmove(ul_genome_record(layout, genome, q), ul_genome_record(layout, genome, q + 1),
            (genome->n - q) * layout->width * sizeof *genome->record);
}

/* ---- moves ---- */

static void nudge(const ul_gene *gene, ul_rng *rng, int32_t *value)
{
    const int64_t far = ((int64_t)gene->high - gene->low) / 10 + 1;
    const int64_t step = ul_rng_below(rng, 2) == 0 ? 1 : ul_rng_between(rng, 1, far);
    *value = ul_gene_clamp(gene, *value + (ul_rng_below(rng, 2) == 0 ? step : -step));
}

static void change_number(const ul_layout *layout, ul_rng *rng, ul_genome *genome)
{
    const size_t n = layout->n_head + genome->n * layout->width;
    if (n == 0)
        return;
    const size_t at = ul_rng_below(rng, n);
    const bool in_head = at < layout->n_head;
    const size_t in_record = at - layout->n_head;
    const ul_gene *gene = in_head ? &layout->head[at] : &layout->column[in_record % layout->width];
    int32_t *value = in_head ? &genome->head[at] : &genome->record[in_record];
    if (ul_rng_below(rng, 4) == 0)
        *value = draw(gene, rng);
    else
        nudge(gene, rng, value);
}

/* One record becomes another, or what the other leaves of the full range. */
static void copy_record(const ul_layout *layout, ul_rng *rng, ul_genome *genome, bool complete)
{
    if (genome->n < 2)
        return;
    const int32_t *from = ul_genome_record(layout, genome, ul_rng_below(rng, genome->n));
    int32_t *to = ul_genome_record(layout, genome, ul_rng_below(rng, genome->n));
    const int64_t beside = ul_rng_between(rng, -1, 1);
    for (size_t c = 0; c < layout->width; c++) {
        const ul_gene *gene = &layout->column[c];
        to[c] = complete ? ul_gene_clamp(gene, (int64_t)gene->high - from[c] + beside) : from[c];
    }
}

static void add_record(const ul_layout *layout, ul_rng *rng, ul_genome *genome)
{
    if (genome->n == layout->most)
        return;
    int32_t *record = ul_genome_record(layout, genome, genome->n++);
    draw_record(layout, rng, ul_rng_below(rng, 2) == 0, record);
    if (genome->n > 1 && ul_rng_below(rng, 2) == 0)
        memcpy(record, ul_genome_record(layout, genome, ul_rng_below(rng, genome->n - 1)),
               layout->width * sizeof *record);
}

/* The shape of a distribution over moves: half of them change one number. */
static void move_once(const ul_layout *layout, ul_rng *rng, ul_genome *genome)
{
    switch (ul_rng_below(rng, 10)) {
    case 0:
        copy_record(layout, rng, genome, false);
        break;
    case 1:
        copy_record(layout, rng, genome, true);
        break;
    case 2:
        add_record(layout, rng, genome);
        break;
    case 3:
        if (genome->n > layout->least)
            ul_genome_drop(layout, genome, ul_rng_below(rng, genome->n));
        break;
    default:
        change_number(layout, rng, genome);
    }
}

void ul_genome_move(const ul_layout *layout, ul_rng *rng, ul_genome *genome)
{
    do
        move_once(layout, rng, genome);
    while (ul_rng_below(rng, 3) == 0);
}
