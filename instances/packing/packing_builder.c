/* Takes the records of a packing instance and checks what each must obey by
 * itself; packing_finish.c checks what they must obey together. O(1) expected
 * per record.
 */
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "packing_parts.h"

ul_packing_builder *ul_packing_builder_new(void)
{
    ul_packing_builder *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    ul_names **sets[] = {&b->resource, &b->type_name, &b->family,   &b->task_name,
                         &b->job,      &b->workload,  &b->pair_seen};
    for (size_t q = 0; q < sizeof sets / sizeof *sets; q++) {
        *sets[q] = ul_names_new();
        if (*sets[q] == NULL) {
            ul_packing_builder_free(b);
            return NULL;
        }
    }
    return b;
}

void ul_packing_builder_free(ul_packing_builder *b)
{
    if (b == NULL)
        return;
    free(b->name);
    ul_names *sets[] = {b->resource, b->type_name, b->family,   b->task_name,
                        b->job,      b->workload,  b->pair_seen};
    for (size_t q = 0; q < sizeof sets / sizeof *sets; q++)
        ul_names_free(sets[q]);
    free(b->type);
    free(b->capacity);
    free(b->task);
    free(b->base);
    free(b->task_line);
    free(b->override);
    free(b->override_demand);
    free(b->pair);
    free(b);
}

ul_status ul_packing_set_name(ul_packing_builder *b, const char *name)
{
    return ul_name_instance(name, &b->name);
}

size_t ul_packing_builder_resources(const ul_packing_builder *b)
{
    return ul_names_count(b->resource);
}

void ul_packing_builder_at(ul_packing_builder *b, size_t line)
{
    b->line = line > UINT32_MAX ? UINT32_MAX : (uint32_t)line;
}

size_t ul_packing_builder_tasks(const ul_packing_builder *b)
{
    return ul_names_count(b->task_name);
}

ul_status ul_packing_add_resource(ul_packing_builder *b, const char *name)
{
    size_t r;
    if (ul_names_count(b->type_name) + ul_names_count(b->task_name) > 0)
        return ul_fail(UL_E_INPUT, "resources must be named before types and tasks");
    if (ul_names_count(b->resource) == UL_RESOURCES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d resources", UL_RESOURCES_MAX);
    return ul_names_take(b->resource, "resource", name, true, &r);
}

ul_status ul_packing_add_type(ul_packing_builder *b, const char *name, const char *family,
                              ul_micro price, const ul_micro *capacity)
{
    const size_t n_resources = ul_names_count(b->resource);
    size_t k, f, r;
    if (n_resources == 0)
        return ul_fail(UL_E_INPUT, "a type comes before any resource is named");
    if (ul_names_count(b->type_name) == UL_TYPES_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d types", UL_TYPES_MAX);
    UL_TRY(ul_grow_2(&b->type, sizeof *b->type, &b->capacity, n_resources * sizeof(ul_micro),
                     ul_names_count(b->type_name), &b->type_room));
    for (r = 0; r < n_resources && capacity[r] == 0; r++)
        continue;
    if (r == n_resources)
        return ul_fail(UL_E_INPUT, "type '%s' has no capacity at all", name);
    UL_TRY(ul_names_take(b->type_name, "type", name, true, &k));
    UL_TRY(ul_names_take(b->family, "family", family, false, &f));
    b->type[k] = (ul_packing_type){.family = f, .price = price, .supply = UL_ANY_NUMBER};
    memcpy(b->capacity + k * n_resources, capacity, n_resources * sizeof *capacity);
    return UL_OK;
}

ul_status ul_packing_add_supply(ul_packing_builder *b, const char *type, uint64_t count)
{
    const size_t k = ul_names_find(b->type_name, type, strlen(type));
    if (k == UL_NONE)
        return ul_fail(UL_E_INPUT, "type '%.80s' is not defined above this record", type);
    if (b->type[k].supply != UL_ANY_NUMBER)
        return ul_fail(UL_E_INPUT, "the supply of type '%.80s' is given twice", type);
    b->type[k].supply = (uint32_t)(count < UL_COPIES_MAX ? count : UL_COPIES_MAX);
    return UL_OK;
}

void ul_packing_limit_all(ul_packing_builder *b, uint32_t count)
{
    for (size_t k = 0; k < ul_names_count(b->type_name); k++)
        b->type[k].supply = count;
}

uint64_t ul_packing_forget_idle_supplies(ul_packing_builder *b)
{
    bool any = false;
    for (size_t k = 0; k < ul_names_count(b->type_name); k++)
        if (b->type[k].supply != UL_ANY_NUMBER && b->type[k].supply >= b->n_copies) {
            b->type[k].supply = UL_ANY_NUMBER;
            any = true;
        }
    return any ? b->n_copies : 0;
}

bool ul_packing_builder_has_family(const ul_packing_builder *b, const char *family)
{
    return ul_names_find(b->family, family, strlen(family)) != UL_NONE;
}

bool ul_packing_builder_fits(const ul_packing_builder *b, const char *family,
                             const ul_micro *demand)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t f = family == NULL ? 0 : ul_names_find(b->family, family, strlen(family));
    for (size_t k = 0; k < ul_names_count(b->type_name); k++) {
        const ul_micro *capacity = b->capacity + k * n_resources;
        size_t r = 0;
        while (r < n_resources && demand[r] <= capacity[r])
            r++;
        if (r == n_resources && b->type[k].supply > 0
            && (family == NULL || b->type[k].family == f))
            return true;
    }
    return false;
}

ul_status ul_packing_add_task(ul_packing_builder *b, const ul_packing_task_facts *facts)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t n = ul_names_count(b->task_name);
    ul_packing_task task = {.runtime_s = facts->runtime_s};
    size_t j;
    if (n_resources == 0)
        return ul_fail(UL_E_INPUT, "a task comes before any resource is named");
    if (strchr(facts->name, ':') != NULL)
        return ul_fail(UL_E_INPUT, "task '%s': a task's name cannot hold ':', plans use it as "
                                   "TASK:COUNT", facts->name);
    if (facts->copies == 0)
        return ul_fail(UL_E_INPUT, "task '%s' has no copies; leave the record out", facts->name);
    if (facts->copies > UL_COPIES_MAX - b->n_copies)
        return ul_fail(UL_E_INPUT, "there are more than %llu tasks, copies counted",
                       (unsigned long long)UL_COPIES_MAX);
    UL_TRY(ul_grow(&b->task_line, n, &b->line_room, sizeof *b->task_line));
    UL_TRY(ul_grow_2(&b->task, sizeof *b->task, &b->base, n_resources * sizeof(ul_micro), n,
                     &b->task_room));
    UL_TRY(ul_names_take_optional(b->job, "job", facts->job, &task.job));
    UL_TRY(ul_names_take_optional(b->workload, "workload", facts->workload, &task.workload));
    UL_TRY(ul_names_take(b->task_name, "task", facts->name, true, &j));
    task.copies = (uint32_t)facts->copies;
    b->n_copies += facts->copies;
    b->task[j] = task;
    b->task_line[j] = b->line;
    memcpy(b->base + j * n_resources, facts->demand, n_resources * sizeof *facts->demand);
    return UL_OK;
}

ul_status ul_packing_add_demand(ul_packing_builder *b, const char *task, const char *family,
                                const ul_micro *demand)
{
    const size_t n_resources = ul_names_count(b->resource);
    const size_t j = ul_names_find(b->task_name, task, strlen(task));
    const size_t f = ul_names_find(b->family, family, strlen(family));
    if (j == UL_NONE)
        return ul_fail(UL_E_INPUT, "task '%.80s' is not defined above this record", task);
    if (f == UL_NONE)
        return ul_fail(UL_E_INPUT, "no type is of family '%.80s'", family);
    if (b->n_overrides == UINT32_MAX)
        return ul_fail(UL_E_INPUT, "there are too many demand records");
    UL_TRY(ul_grow_2(&b->override, sizeof *b->override, &b->override_demand,
                     n_resources * sizeof(ul_micro), b->n_overrides, &b->override_room));
    b->override[b->n_overrides] = (struct ul_packing_override){
        (uint32_t)j, (uint32_t)f, (uint32_t)b->n_overrides, b->line};
    memcpy(b->override_demand + b->n_overrides * n_resources, demand,
           n_resources * sizeof *demand);
    b->n_overrides++;
    return UL_OK;
}

static ul_status add_starred(ul_packing_builder *b, const char *workload, uint32_t *index)
{
    *index = UL_PACKING_NONE;
    return strcmp(workload, "*") == 0 ? UL_OK
                                      : ul_names_take_optional(b->workload, "workload", workload, index);
}

ul_status ul_packing_add_throughput(ul_packing_builder *b, const char *workload,
                                    const char *beside, ul_micro value)
{
    ul_packing_pair pair = {.value = value};
    bool added;
    if (value > UL_MICRO)
        return ul_fail(UL_E_INPUT, "a normalized throughput is at most 1");
    if (workload[0] == '\0' || beside[0] == '\0')
        return ul_fail(UL_E_INPUT, "a workload's name is empty; * stands for any");
    UL_TRY(add_starred(b, workload, &pair.workload));
    UL_TRY(add_starred(b, beside, &pair.beside));
    const uint32_t key[2] = {pair.workload, pair.beside};
    if (ul_names_add(b->pair_seen, (const char *)key, sizeof key, &added) == UL_NONE)
        return ul_no_memory();
    if (!added)
        return ul_fail(UL_E_INPUT, "the throughput of '%s' beside '%s' is given twice", workload,
                       beside);
    UL_TRY(ul_grow(&b->pair, b->n_pairs, &b->pair_room, sizeof *b->pair));
    b->pair[b->n_pairs++] = pair;
    return UL_OK;
}
