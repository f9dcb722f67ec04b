/* Tiny packing instances: odd ones made by hand, and random ones. */
#include <stdio.h>
#include <string.h>

#include "brute_force.h"
#include "packing.h"
#include "rng.h"
#include "tiny.h"

#define HEAD "ullage,1,packing\nname,"

static const char *const odd[] = {
    HEAD "one-task\nresource,cpu\ntype,a,f,1,4\ntask,t,1,,,,3\n",
    HEAD "equal-tasks\nresource,cpu,ram\ntype,a,f,1,4,4\ntype,b,f,1.9,8,8\n"
         "task,t1,1,,,,2,3\ntask,t2,1,,,,2,3\ntask,t3,1,,,,2,3\ntask,t4,1,,,,2,3\n",
    HEAD "zero-demands\nresource,cpu,ram\ntype,a,f,1,1,1\ntype,b,f,0.5,0,1\n"
         "task,t1,3,,,,0,0\ntask,t2,1,,,,0,1\ntask,t3,1,,,,1,0\n",
    HEAD "copies\nresource,cpu\ntype,a,f,1,3\ntype,b,f,1.7,6\ntask,t,7,,,,2\n",
    HEAD "copies-of-two\nresource,cpu,gpu\ntype,a,f,1,3,1\ntype,b,g,1.7,7,2\n"
         "task,t,3,j,,60,2,0\ntask,u,4,j,,3600,1,1\n",
    HEAD "free-type\nresource,cpu\ntype,a,f,0,2\ntype,b,f,1,5\n"
         "task,t1,1,,,,2\ntask,t2,1,,,,3\ntask,t3,1,,,,1\ntask,t4,2,,,,2\n",
    HEAD "all-types-free\nresource,cpu\ntype,a,f,0,2\ntype,b,f,0,5\ntask,t1,2,,,,2\ntask,t2,1,,,,4\n",
    HEAD "family-demands\nresource,gpu,cpu\ntype,p,p3,3,1,4\ntype,c,c7i,0.5,0,4\ntype,d,c7i,0.9,0,8\n"
         "task,t1,2,,w,,0,8\ndemand,t1,c7i,0,3\ntask,t2,2,,v,,1,2\ntask,t3,1,,v,,0,4\n"
         "demand,t3,p3,0,0\n",
    HEAD "fits-one-family-only\nresource,cpu\ntype,a,f,1,4\ntype,b,g,5,4\n"
         "task,t1,2,,,,9\ndemand,t1,g,2\ntask,t2,2,,,,2\ndemand,t2,g,9\n",
    HEAD "throughputs\nresource,cpu\ntype,a,f,1,2\ntype,b,f,1.5,4\ntype,c,f,2.5,8\n"
         "task,t1,2,j,w,100,2\ntask,t2,2,k,v,200,2\ntask,t3,1,,,50,1\n"
         "throughput,w,v,0.5\nthroughput,v,*,0.8\nthroughput,*,*,0.9\nthroughput,w,w,0\n",
    HEAD "exactly-filled\nresource,cpu,ram\ntype,a,f,1,10,10\ntype,b,f,1.99,20,20\n"
         "task,t1,1,,,,5,1\ntask,t2,1,,,,3,4\ntask,t3,1,,,,2,5\ntask,t4,1,,,,7,6\ntask,t5,1,,,,3,4\n",
    HEAD "fine-grained\nresource,cpu\ntype,a,f,0.000001,0.3\ntype,b,f,0.000003,1\n"
         "task,t1,3,,,,0.1\ntask,t2,1,,,,0.300000\ntask,t3,2,,,,0.099999\n",
    HEAD "huge-numbers\nresource,cpu,ram\ntype,a,f,999999999999,1000000000000,1\n"
         "type,b,f,1000000000000,1000000000000,1000000000000\n"
         "task,t1,2,,,,500000000000,0.000001\ntask,t2,1,,,,1,999999999999.999999\n",
    HEAD "equal-types\nresource,cpu\ntype,a,f,1,4\ntype,b,f,1,4\ntype,c,g,1,4\n"
         "task,t1,2,,,,3\ntask,t2,2,,,,1\n",
    HEAD "runtimes\nresource,cpu,ram\ntype,s,m,0.1,2,8\ntype,m,m,0.2,4,16\ntype,l,m,0.4,8,32\n"
         "task,t1,1,a,,3600,1,2\ntask,t2,1,a,,3500,3,2\ntask,t3,2,b,,0.5,1,8\ntask,t4,1,,,,2,2\n"
         "task,t5,1,b,,100000,4,16\n",
};

/* With a limited supply; of the last three there is no plan. */
static const char *const limited[] = {
    HEAD "one-of-the-cheap\nresource,cpu\ntype,a,f,1,4\nsupply,a,1\ntype,b,f,1.5,4\n"
         "task,t,4,,,,2\ntask,u,2,,,,4\n",
    HEAD "enough-of-all\nresource,cpu\ntype,a,f,1,4\nsupply,a,9\ntask,t,4,,,,2\n",
    HEAD "none-of-one\nresource,cpu\ntype,a,f,1,8\nsupply,a,0\ntype,b,f,1.5,4\ntask,t,4,,,,2\n",
    HEAD "larger-ones-first\nresource,cpu,ram\ntype,a,f,1,4,4\nsupply,a,2\ntype,b,f,1.9,8,8\n"
         "supply,b,1\ntype,c,g,9,4,4\ntask,t1,4,,,,2,3\ntask,t2,2,,,,1,1\ntask,t3,1,,,,4,4\n",
    HEAD "free-ones\nresource,cpu\ntype,a,f,0,3\nsupply,a,2\ntype,b,f,1,5\ntask,t,5,,,,2\n"
         "task,u,1,,,,1\n",
    HEAD "free-ones-only\nresource,cpu\ntype,a,f,0,4\nsupply,a,2\ntype,b,f,0,4\nsupply,b,1\n"
         "task,t,6,,,,2\n",
    HEAD "exactly-so-many\nresource,cpu\ntype,a,f,3,10\nsupply,a,2\ntask,t1,2,,,,6\ntask,t2,2,,,,4\n",
    HEAD "last-way-out\nresource,cpu\ntype,a,f,1,10\nsupply,a,1\ntype,b,f,2,7\nsupply,b,1\n"
         "type,c,f,3,3\nsupply,c,1\ntask,t1,1,,,,6\ntask,t2,1,,,,4\ntask,t3,1,,,,5\ntask,t4,1,,,,2\n"
         "task,t5,1,,,,3\n",
    HEAD "families\nresource,gpu,cpu\ntype,p,p3,3,1,4\nsupply,p,3\ntype,c,c7i,0.5,0,4\nsupply,c,1\n"
         "type,d,c7i,0.9,0,8\nsupply,d,1\ntask,t1,2,,w,,0,8\ndemand,t1,c7i,0,3\ntask,t2,2,,v,,1,2\n"
         "task,t3,1,,v,,0,4\ndemand,t3,p3,0,0\n",
    HEAD "too-few\nresource,cpu\ntype,a,f,1,4\nsupply,a,1\ntask,t,4,,,,2\n",
    HEAD "whole-machines-too-few\nresource,cpu\ntype,a,f,1,5\nsupply,a,2\ntask,t,3,,,,3\n",
    HEAD "too-few-for-some\nresource,cpu\ntype,a,f,1,4\ntype,b,f,2,9\nsupply,b,1\n"
         "task,t,2,,,,5\ntask,u,2,,,,4\n",
};

enum { N_ODD = sizeof odd / sizeof *odd, N_RANDOM = 60,
       N_LIMITED = sizeof limited / sizeof *limited, N_RANDOM_LIMITED = 60 };

size_t ul_tiny_count(void)
{
    return N_ODD + N_RANDOM;
}

typedef struct {
    ul_rng *rng;
    size_t n_resources, n_types, n_tasks;
    bool limited;  /* most types have a supply */
    ul_micro unit; /* demands are multiples: ties and exact fits are common */
    ul_micro largest;
    ul_micro capacity[8][4];
} recipe;

static void below(recipe *of, const ul_micro *limit, ul_micro *demand)
{
    for (size_t r = 0; r < of->n_resources; r++)
        demand[r] = (ul_micro)ul_rng_below(of->rng, (uint64_t)(limit[r] / of->unit) + 1) * of->unit;
}

static ul_status add_types(ul_packing_builder *b, recipe *of)
{
    const ul_micro whole[4] = {of->largest, of->largest, of->largest, of->largest};
    for (size_t k = 0; k < of->n_types; k++) {
        char name[32], family[32];
        snprintf(name, sizeof name, "k%zu", k);
        snprintf(family, sizeof family, "f%zu", k % 2);
        below(of, whole, of->capacity[k]);
        of->capacity[k][0] += of->unit;
        const ul_micro price = ul_rng_below(of->rng, 20) == 0
                                   ? 0
                                   : of->capacity[k][0] / 10 + (ul_micro)ul_rng_below(of->rng, 3000000);
        UL_TRY(ul_packing_add_type(b, name, family, price, of->capacity[k]));
        if (of->limited && (k == 0 || ul_rng_below(of->rng, 4) > 0))
            UL_TRY(ul_packing_add_supply(b, name, 1 + ul_rng_below(of->rng, 3)));
    }
    return UL_OK;
}

/* Some type k holds the task; on the other family it may demand anything. */
static ul_status add_task(ul_packing_builder *b, recipe *of, size_t j, uint64_t copies)
{
    char name[32], job[32], workload[32];
    ul_micro demand[4];
    const size_t k = ul_rng_below(of->rng, of->n_types);
    snprintf(name, sizeof name, "t%zu", j);
    snprintf(job, sizeof job, "j%u", (unsigned)ul_rng_below(of->rng, 3));
    snprintf(workload, sizeof workload, "w%u", (unsigned)ul_rng_below(of->rng, 3));
    below(of, of->capacity[k], demand);
    const ul_packing_task_facts facts = {
        name, copies, ul_rng_below(of->rng, 2) == 0 ? job : NULL,
        ul_rng_below(of->rng, 2) == 0 ? workload : NULL,
        ul_rng_below(of->rng, 2) == 0 ? -1 : (ul_micro)ul_rng_below(of->rng, 4000000000u), demand};
    UL_TRY(ul_packing_add_task(b, &facts));
    if (of->n_types == 1 || ul_rng_below(of->rng, 3) != 0)
        return UL_OK;
    const ul_micro whole[4] = {of->largest, of->largest, of->largest, of->largest};
    below(of, whole, demand);
    return ul_packing_add_demand(b, name, k % 2 == 0 ? "f1" : "f0", demand);
}

static ul_status fill_random(ul_packing_builder *b, void *context)
{
    static const char *const resource[] = {"cpu", "ram", "gpu", "disk"};
    recipe *of = context;
    for (size_t r = 0; r < of->n_resources; r++)
        UL_TRY(ul_packing_add_resource(b, resource[r]));
    UL_TRY(add_types(b, of));
    size_t left = of->n_tasks;
    for (size_t j = 0; left > 0; j++) {
        const size_t most = left < 3 ? left : 3;
        const size_t copies = ul_rng_below(of->rng, 4) == 0 ? 1 + ul_rng_below(of->rng, most) : 1;
        UL_TRY(add_task(b, of, j, copies));
        left -= copies;
    }
    if (ul_rng_below(of->rng, 2) == 0)
        UL_TRY(ul_packing_add_throughput(b, "w0", "w1", (ul_micro)ul_rng_below(of->rng, 1000001)));
    return ul_rng_below(of->rng, 2) == 0 ? ul_packing_add_throughput(b, "*", "w0", 900000) : UL_OK;
}

static ul_status build(ul_packing_builder *b, void *context)
{
    recipe *of = context;
    char name[64];
    snprintf(name, sizeof name, "random-%zux%zu", of->n_tasks, of->n_types);
    UL_TRY(ul_packing_set_name(b, name));
    return fill_random(b, of);
}

static ul_status make_random(recipe *of, uint64_t seed, ul_instance *instance)
{
    of->rng = ul_rng_new(seed);
    if (of->rng == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    if (of->n_tasks == 0) { /* tiny: everything at random */
        of->n_tasks = 2 + ul_rng_below(of->rng, UL_TINY_TASKS - 1);
        of->n_resources = 1 + ul_rng_below(of->rng, 3);
        of->n_types = 1 + ul_rng_below(of->rng, 5);
    }
    const ul_status status = ul_packing_build(build, of, instance);
    ul_rng_free(of->rng);
    return status;
}

ul_status ul_tiny_make(size_t index, ul_instance *instance)
{
    if (index < N_ODD)
        return ul_instance_parse("odd", odd[index], strlen(odd[index]), instance);
    recipe of = {.unit = UL_MICRO, .largest = (ul_micro)(4 + index % 9) * UL_MICRO};
    return make_random(&of, index, instance);
}

size_t ul_tiny_limited_count(void)
{
    return N_LIMITED + N_RANDOM_LIMITED;
}

ul_status ul_tiny_limited_make(size_t index, ul_instance *instance)
{
    if (index < N_LIMITED)
        return ul_instance_parse("limited", limited[index], strlen(limited[index]), instance);
    recipe of = {.unit = UL_MICRO, .largest = (ul_micro)(4 + index % 9) * UL_MICRO, .limited = true};
    return make_random(&of, 1000 + index, instance);
}

ul_status ul_tiny_large(size_t n, uint64_t seed, ul_instance *instance)
{
    recipe of = {.unit = 1000, .largest = 40 * UL_MICRO, .n_tasks = n, .n_resources = 3,
                 .n_types = 6};
    return make_random(&of, seed, instance);
}

/* Those without limits first. */
static ul_status make_tiny(size_t index, ul_instance *instance)
{
    return index < ul_tiny_count() ? ul_tiny_make(index, instance)
                                   : ul_tiny_limited_make(index - ul_tiny_count(), instance);
}

static bool optimum(const void *data, ul_cost *cost)
{
    const ul_packing *in = data;
    if (in->is_limited)
        return ul_brute_force_limited(in, cost);
    *cost = ul_brute_force(in);
    return true;
}

static ul_status make_large(size_t n, ul_instance *instance)
{
    return ul_tiny_large(n, 1, instance);
}

const ul_tiny ul_tiny_packing = {
    .kind = &ul_kind_packing,
    .n = N_ODD + N_RANDOM + N_LIMITED + N_RANDOM_LIMITED,
    .make = make_tiny,
    .optimum = optimum,
    .size = {300, 20000}, /* tasks */
    .large = make_large,
};
