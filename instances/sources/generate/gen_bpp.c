/* Plain bin packing in one dimension, one bin type that costs 1: the classes that
 * exact methods are compared on (Delorme, Iori and Martello 2016).
 *
 * uniform    20 to 100 into 150 (Falkenauer 1996; 120, 250, 500 or 1000 items)
 * triplets   threes that fill a bin of 1000: 380 to 490, then 250 to half of what
 *            is left, then the rest (Falkenauer 1996; 60, 120, 249 or 501 items).
 *            All sizes together fill a bin for every three: that is the optimum.
 * scholl-1   `low` (1, 20 or 30) to 100 into `capacity` (100, 120 or 150; Scholl,
 *            Klein and Juergens 1997; 50 to 500 items)
 * scholl-3   20,000 to 35,000 into 100,000 (the same; 200 items)
 * schwerin   150 to 200 into 1000 (Schwerin and Waescher 1997; 100 or 120 items)
 * waescher   1 to 2500 into 10,000 (Waescher and Gau 1996; up to 200 items)
 * schoenfield 1 to 800 into 1000 (Schoenfield 2002, whose hard ones are Hard28; 160
 *            to 200 items)
 * perfect    bins of 2500 cut into three at random places, as augmented instances are
 *            (Delorme, Iori and Martello 2016; 201 items). All sizes together fill a
 *            bin for every three: that is the optimum.
 * gschwind   1 to 20 copies of each size, up to two thirds of the bin: from 2/15 of it
 *            on (a second letter a) or from 1/150 on (b), into 500,000 (a first letter
 *            a) or 1,500,000 (b; Gschwind and Irnich 2016; 125 sizes)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"
#include "packing.h"

typedef struct {
    const char *name;
    int64_t capacity, low, high;
    int64_t copies; /* of a size, at most; 0: one of each task */
} family;

static const family families[] = {
    {"uniform", 150, 20, 100, 0},
    {"triplets", 1000, 250, 490, 0},
    {"scholl-1", 0, 0, 100, 0},
    {"scholl-3", 100000, 20000, 35000, 0},
    {"schwerin", 1000, 150, 200, 0},
    {"waescher", 10000, 1, 2500, 0},
    {"schoenfield", 1000, 1, 800, 0},
    {"perfect", 2500, 1, 2498, 0},
    {"gschwind-aa", 500000, 66667, 333333, 20},
    {"gschwind-ab", 500000, 3334, 333333, 20},
    {"gschwind-ba", 1500000, 200000, 1000000, 20},
    {"gschwind-bb", 1500000, 10000, 1000000, 20},
};

typedef struct {
    const ul_source_request *request;
    family of;
    size_t *size; /* per task */
} making;

static family chosen(const ul_param_values *param)
{
    size_t q = 0;
    while (!ul_param_is(param, "class", families[q].name))
        q++;
    family of = families[q];
    if (of.capacity == 0) {
        of.capacity = (int64_t)ul_param_number(param, "capacity");
        of.low = (int64_t)ul_param_number(param, "low");
    }
    return of;
}

static bool is_perfect(const making *m)
{
    return strcmp(m->of.name, "perfect") == 0;
}

/* Whether every three items fill a bin. */
static bool is_in_threes(const making *m)
{
    return strcmp(m->of.name, "triplets") == 0 || is_perfect(m);
}

/* The order of the items must not tell which belong together. */
static void draw_threes(making *m)
{
    ul_rng *rng = m->request->rng;
    const size_t n = m->request->tasks;
    for (size_t j = 0; j < n; j += 3) {
        const int64_t first = ul_rng_between(rng, is_perfect(m) ? m->of.low : 380, m->of.high);
        const int64_t rest = m->of.capacity - first;
        const int64_t second = ul_rng_between(rng, m->of.low, is_perfect(m) ? rest - 1 : rest / 2);
        m->size[j] = (size_t)first;
        m->size[j + 1] = (size_t)second;
        m->size[j + 2] = (size_t)(rest - second);
    }
    ul_rng_shuffle(rng, m->size, n);
}

static ul_status fill(ul_packing_builder *b, void *context)
{
    const making *m = context;
    const ul_micro capacity = m->of.capacity * UL_MICRO;
    char kind[32] = "", name[96];
    if (strcmp(m->of.name, "scholl-1") == 0)
        snprintf(kind, sizeof kind, "-%d-%d", (int)m->of.capacity, (int)m->of.low);
    snprintf(name, sizeof name, "bpp-%s%s-%zu-s%llu", m->of.name, kind, m->request->tasks,
             (unsigned long long)m->request->seed);
    UL_TRY(ul_packing_set_name(b, name));
    UL_TRY(ul_packing_add_resource(b, "size"));
    UL_TRY(ul_packing_add_type(b, "bin", "bin", UL_MICRO, &capacity));
    for (size_t j = 0; j < m->request->tasks; j++) {
        const ul_micro size = (ul_micro)m->size[j] * UL_MICRO;
        snprintf(name, sizeof name, "i%zu", j + 1);
        const int64_t copies = m->of.copies > 0 ? ul_rng_between(m->request->rng, 1, m->of.copies)
                                                : 1;
        const ul_packing_task_facts facts = {name, (uint64_t)copies, NULL, NULL, -1, &size};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    making m = {.request = request, .of = chosen(request->param)};
    if (is_in_threes(&m) && request->tasks % 3 != 0)
        return ul_fail(UL_E_INPUT, "%s come in threes: %zu tasks are no multiple of 3",
                       is_perfect(&m) ? "perfect bins" : "triplets", request->tasks);
    m.size = malloc((request->tasks + 1) * sizeof *m.size);
    if (m.size == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for %zu tasks", request->tasks);
    if (is_in_threes(&m))
        draw_threes(&m);
    else
        for (size_t j = 0; j < request->tasks; j++)
            m.size[j] = (size_t)ul_rng_between(request->rng, m.of.low, m.of.high);
    const ul_status status = ul_packing_build(fill, &m, instance);
    free(m.size);
    return status;
}

static const ul_param param[] = {
    UL_CHOICE("class", "uniform", "which sizes", ""
              "uniform|triplets|scholl-1|scholl-3|schwerin|waescher|schoenfield|perfect|gschwind-aa|gschwind-ab|gschwind-ba|gschwind-bb"),
    UL_CHOICE("capacity", "100", "of a bin, in scholl-1", "100|120|150"),
    UL_CHOICE("low", "1", "smallest size, in scholl-1", "1|20|30"),
    {0},
};

const ul_source ul_generator_bpp = {
    .name = "bpp",
    .brief = "bin packing in one dimension: the classes of the literature",
    .paper = "Falkenauer 1996; Scholl, Klein and Juergens 1997; Schwerin and Waescher 1997; "
             "Delorme, Iori and Martello 2016; Gschwind and Irnich 2016",
    .param = param,
    .tasks = 120,
    .make = make,
};
