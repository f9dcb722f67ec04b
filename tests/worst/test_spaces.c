/* Instances as whole numbers: moves stay in range, and what is written and read back is
 * the same numbers, whatever the kind. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "space.h"

typedef struct {
    ul_arena *arena;
    ul_layout layout;
    ul_space_plan *plan;
    ul_genome genome;
} opened;

static opened open_space(const ul_space *space, const ul_space_options *options)
{
    opened it = {.arena = ul_arena_new()};
    cr_assert_eq(space->open(options, it.arena, &it.layout, &it.plan), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_genome_new(&it.layout, it.arena, &it.genome), UL_OK);
    return it;
}

/* False where the numbers make no instance. */
static bool read_back(const ul_space *space, const opened *it, ul_instance *instance)
{
    char *text;
    size_t length;
    ul_output *out;
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    ul_output_format(out, "ullage,1,%s\nname,x\n", space->kind->name);
    space->write(it->plan, &it->layout, &it->genome, out);
    cr_assert_eq(ul_output_take(out, &text, &length), UL_OK);
    const ul_status status = ul_instance_parse("x", text, length, instance);
    free(text);
    return status == UL_OK;
}

static void expect_in_range(const ul_gene *gene, int32_t value)
{
    cr_expect(value >= gene->low && value <= gene->high, "%d of %d to %d", value, gene->low,
              gene->high);
}

static void expect_all_in_range(const opened *it)
{
    cr_assert(it->genome.n >= it->layout.least && it->genome.n <= it->layout.most);
    for (size_t h = 0; h < it->layout.n_head; h++)
        expect_in_range(&it->layout.head[h], it->genome.head[h]);
    for (size_t q = 0; q < it->genome.n * it->layout.width; q++)
        expect_in_range(&it->layout.column[q % it->layout.width], it->genome.record[q]);
}

static const ul_space_options roomy = {.records = 6, .types = 2, .resources = 1, .grid = 20,
                                       .copies = 3, .runtimes = true, .families = true};

Test(spaces, moves_stay_in_range)
{
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; ul_spaces[q] != NULL; q++) {
        opened it = open_space(ul_spaces[q], &roomy);
        for (int trial = 0; trial < 50; trial++) {
            ul_genome_draw(&it.layout, rng, &it.genome);
            for (int move = 0; move < 50; move++) {
                ul_genome_move(&it.layout, rng, &it.genome);
                expect_all_in_range(&it);
            }
        }
        ul_arena_free(it.arena);
    }
    ul_rng_free(rng);
}

/* Written again, the numbers read from a file give that file. Intervals without use and
 * the order of arrivals are not in the numbers, so files are compared, not numbers. */
Test(spaces, what_is_written_can_be_gone_on_from)
{
    ul_rng *rng = ul_rng_new(2);
    for (size_t q = 0; ul_spaces[q] != NULL; q++) {
        const ul_space *space = ul_spaces[q];
        opened it = open_space(space, &roomy);
        size_t n = 0;
        for (int trial = 0; trial < 100; trial++) {
            ul_instance first, second;
            ul_genome_draw(&it.layout, rng, &it.genome);
            if (!read_back(space, &it, &first))
                continue;
            ul_space_options options = roomy;
            options.start = &first;
            opened again = open_space(space, &options);
            cr_assert_eq(space->encode(again.plan, &again.layout, &again.genome), UL_OK, "%s",
                         ul_error_text());
            expect_all_in_range(&again);
            cr_assert(read_back(space, &again, &second), "%s: %s", space->kind->name,
                      ul_error_text());
            if (space->kind == &ul_kind_schedule) /* jobs are sorted by arrival, and renamed */
                cr_expect_eq(again.genome.n, it.genome.n);
            else
                cr_expect_str_eq(first.sha256, second.sha256, "%s", space->kind->name);
            n++;
            ul_instance_free(&first);
            ul_instance_free(&second);
            ul_arena_free(again.arena);
        }
        cr_expect_gt(n, 10, "%s: hardly any numbers make an instance", space->kind->name);
        ul_arena_free(it.arena);
    }
    ul_rng_free(rng);
}
