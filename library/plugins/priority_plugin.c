#include "priority_plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bin_array.h"

ul_priority ul_priority_of(void *object)
{
    ul_priority rule;
    void *one = dlsym(object, "priority"), *all = dlsym(object, "priorities");
    memcpy(&rule.one, &one, sizeof one); /* the language has no other way to a function */
    memcpy(&rule.all, &all, sizeof all);
    return rule;
}

ul_status ul_priority_values(void *context, const ul_bin_question *ask, double *value)
{
    const ul_priority *rule = context;
    if (rule->one == NULL)
        rule->all(ask->item, ask->free, ask->n, ask->capacity, ask->n_resources, value);
    for (size_t q = 0; q < ask->n && rule->one != NULL; q++)
        value[q] = rule->one(ask->item, ask->free + q * ask->n_resources, ask->capacity,
                             ask->n_resources);
    return UL_OK;
}

/* ---- as a method ---- */

typedef struct {
    ul_method method; /* what runs see: begins the struct */
    ul_priority rule;
    char name[64];
} loaded;

static ul_status solve(const ul_packing *in, ul_run *run)
{
    ul_priority rule = ((const loaded *)ul_run_method(run))->rule;
    const ul_bin_rule asked = {ul_priority_values, &rule};
    const ul_status status = rule.one != NULL ? ul_bin_values_pack(in, run, &asked, NULL)
                                              : ul_bin_array_pack(in, run, &asked, UL_NONE);
    return status == UL_E_STOPPED ? UL_OK : status;
}

ul_status ul_priority_method(const char *path, ul_priority rule, const ul_method **method)
{
    const char *base = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    loaded *own = calloc(1, sizeof *own);
    UL_NEED(own);
    snprintf(own->name, sizeof own->name, "%.*s", (int)strcspn(base, ". "), base);
    own->rule = rule;
    own->method = (ul_method){.name = own->name, .brief = "a priority function of yours",
                              .paper = "yours", .traits = UL_ONLINE, .packing = solve};
    *method = &own->method;
    return UL_OK;
}
