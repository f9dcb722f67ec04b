/* The packing problem: tasks with several resource demands, machine types with
 * capacities and hourly prices, any number of machines of each type unless the
 * instance says how many there are.
 *
 * An instance is immutable once built. Readers, generators and importers all
 * build it through ul_packing_builder, so each rule is checked in one place.
 *
 * Index letters: k type, f family, j task record, s shape, r resource.
 * A task record may stand for several equal tasks (copies). Records with equal
 * demands on every family share a *shape*; there are often few shapes (Table 7
 * of Eva has ten) and methods may work on those.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixed.h"
#include "names.h"
#include "sha256.h"
#include "status.h"

enum {
    UL_RESOURCES_MAX = 128,
    UL_TYPES_MAX = 65535,
};
#define UL_COPIES_MAX ((uint64_t)100000000) /* tasks of an instance, copies counted */

typedef struct {
    const char *name;
    size_t family;
    ul_micro price;           /* dollars an hour */
    const ul_micro *capacity; /* one per resource */
    uint32_t supply;          /* machines to be had, or UL_ANY_NUMBER */
} ul_packing_type;

#define UL_ANY_NUMBER UINT32_MAX

typedef struct {
    const char *name;
    uint32_t copies;
    uint32_t shape;
    uint32_t job;        /* index, or UL_PACKING_NONE */
    uint32_t workload;   /* index, or UL_PACKING_NONE */
    ul_micro runtime_s;  /* negative when unknown */
} ul_packing_task;

#define UL_PACKING_NONE UINT32_MAX

typedef struct ul_packing {
    const char *name;
    char sha256[UL_SHA256_TEXT]; /* of the file's content; of the written form when generated */
    size_t n_resources, n_types, n_families, n_tasks, n_shapes, n_jobs, n_workloads;
    uint64_t n_copies;           /* tasks, copies counted */
    bool is_limited;             /* some type has a supply */
    const char *const *resource;
    const char *const *family;
    const char *const *job;
    const char *const *workload;
    const ul_packing_type *type;
    const ul_packing_task *task;
    struct ul_packing_parts *parts; /* demand rows, throughput table, memory */
} ul_packing;

/* Demand of a shape on a family, one per resource. O(1). */
const ul_micro *ul_packing_demand(const ul_packing *in, size_t shape, size_t family);

/* Whether a shape, or every shape, demands the same on two families. */
bool ul_packing_same_demand(const ul_packing *in, size_t shape, size_t f, size_t g);
bool ul_packing_same_demands(const ul_packing *in, size_t f, size_t g);

/* Demand of task record j on type k. */
static inline const ul_micro *ul_packing_need(const ul_packing *in, size_t j, size_t k)
{
    return ul_packing_demand(in, in->task[j].shape, in->type[k].family);
}

/* Whether a demand vector fits into free capacity. */
bool ul_packing_fits(const ul_packing *in, const ul_micro *demand, const ul_micro *free);

/* The cheapest type that holds one task of this shape alone (earlier type on
 * ties), of those that are to be had at all. Its price is the shape's reservation price. O(1): found at build time. */
size_t ul_packing_cheapest_for(const ul_packing *in, size_t shape);

/* Normalized throughput of a task of workload w beside one of workload v: the
 * recorded pair, else (w,*), else (*,v), else (*,*), else `otherwise`.
 * Either may be UL_PACKING_NONE, which only the starred records match. */
ul_micro ul_packing_throughput(const ul_packing *in, uint32_t w, uint32_t v, ul_micro otherwise);

/* The throughput records, in file order. */
typedef struct {
    uint32_t workload, beside; /* UL_PACKING_NONE is '*' */
    ul_micro value;
} ul_packing_pair;
const ul_packing_pair *ul_packing_pairs(const ul_packing *in, size_t *n);

/* ---- below: not for plugins ---- */

#include "instance.h"

/* Building. Each call that fails leaves a sentence without a position (the
 * caller knows file and line); finish() consumes the builder, fault or not. */
typedef struct ul_packing_builder ul_packing_builder;

ul_packing_builder *ul_packing_builder_new(void);
void ul_packing_builder_free(ul_packing_builder *b);
ul_status ul_packing_set_name(ul_packing_builder *b, const char *name);
ul_status ul_packing_add_resource(ul_packing_builder *b, const char *name);
ul_status ul_packing_add_type(ul_packing_builder *b, const char *name, const char *family,
                              ul_micro price, const ul_micro *capacity);

/* `count` machines of a type added before are to be had; once per type. */
ul_status ul_packing_add_supply(ul_packing_builder *b, const char *type, uint64_t count);
/* `count` of every type added so far. */
void ul_packing_limit_all(ul_packing_builder *b, uint32_t count);
/* Forgets supplies of at least as many machines as there are tasks so far, which are no
 * limit; the answer is this number of tasks, 0 when there was none to forget. */
uint64_t ul_packing_forget_idle_supplies(ul_packing_builder *b);

typedef struct {
    const char *name;
    uint64_t copies;
    const char *job, *workload; /* NULL or "" when absent */
    ul_micro runtime_s;         /* negative when unknown */
    const ul_micro *demand;
} ul_packing_task_facts;
ul_status ul_packing_add_task(ul_packing_builder *b, const ul_packing_task_facts *facts);
ul_status ul_packing_add_demand(ul_packing_builder *b, const char *task, const char *family,
                                const ul_micro *demand);
/* "*" is any workload. */
ul_status ul_packing_add_throughput(ul_packing_builder *b, const char *workload,
                                    const char *beside, ul_micro value);
/* Whether a type added so far, of this family (NULL = of any), holds a demand; types
 * of which none are to be had hold nothing. */
bool ul_packing_builder_fits(const ul_packing_builder *b, const char *family,
                             const ul_micro *demand);
bool ul_packing_builder_has_family(const ul_packing_builder *b, const char *family);
size_t ul_packing_builder_resources(const ul_packing_builder *b);
size_t ul_packing_builder_tasks(const ul_packing_builder *b);
ul_status ul_packing_finish(ul_packing_builder *b, ul_packing **in);

/* For readers: the line that the next records come from, and a finish that sets
 * *line to the line to blame for a fault, where there is one. */
void ul_packing_builder_at(ul_packing_builder *b, size_t line);
ul_status ul_packing_finish_at(ul_packing_builder *b, ul_packing **in, size_t *line);

void ul_packing_free(ul_packing *in);

/* As files; docs/formats.md has the format. */
UL_KIND_DECLARATIONS(packing);
