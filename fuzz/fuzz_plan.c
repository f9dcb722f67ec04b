/* Any bytes as a plan for a small instance of the kind UL_FUZZ_KIND. What is
 * accepted must pass through the checker, and through a file.
 */
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

static const char *const small[] = {
    "ullage,1,packing\nname,p\nresource,cpu,ram\ntype,a,f,1.5,4,8\ntype,b,g,2,8,8\n"
    "task,t,2,,w,,2,3\ntask,u,1,,,,0,0\ndemand,t,g,1,3\n",
    "ullage,1,reservation\nname,r\ninterval_hours,168\nclass,on-demand,0,0,2.4,used\n"
    "class,y,2,100,0.9,used\nusage,1,168,3\nusage,2,40,1\n",
    "ullage,1,schedule\nname,s\nresource,cpu\nround,0\ntype,t,f,1,4\nstartup,t,2,3,1\n"
    "supply,t,2,0,100\nprice,t,9,2\njob,j,0,2,w,5,gang,1\nmoving,j,1,2,1,1,1,i\njob,k,1,1,v,5,free,2\n"
    "iterations,k,7,1.5\nthroughput,w,v,0.5\nthroughput,*,w,0.9\n",
    "ullage,1,availability\nname,v\ntarget,10,0.9\nvm,a,6,0.02,0.1,0.99\nvm,b,4,0.01,0.1,0.95\n",
    "ullage,1,deadline\nname,d\ntick,10\njob,40,80,14\nprice,0.3,1\nspot,3\nnone,2\nspot,4\n",
};

static ul_instance read_small(void)
{
    for (size_t q = 0; q < sizeof small / sizeof *small; q++) {
        ul_instance instance;
        if (ul_instance_parse("small", small[q], strlen(small[q]), &instance) != UL_OK)
            ul_scratch_broken("the small instance is not readable", ul_error_text());
        if (strcmp(instance.kind->name, UL_FUZZ_KIND) == 0)
            return instance;
        ul_instance_free(&instance);
    }
    ul_scratch_broken("there is no small instance of kind " UL_FUZZ_KIND, ul_error_text());
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    static ul_instance instance;
    if (instance.kind == NULL)
        instance = read_small();
    const ul_kind *kind = instance.kind;
    ul_arena *arena = ul_arena_new();
    void *plan;
    bool valid;
    ul_cost cost;
    const char *path = ul_scratch_output();
    if (arena == NULL)
        return 0;
    if (kind->plan_read(instance.data, arena, ul_scratch_file(0, data, length), &plan) == UL_OK) {
        (void)kind->plan_check(plan, &valid, &cost);
        if (kind->plan_write(plan, "fuzz", path) != UL_OK
            || kind->plan_read(instance.data, arena, path, &plan) != UL_OK)
            ul_scratch_broken("a written plan is not readable", ul_error_text());
    }
    ul_arena_free(arena);
    return 0;
}
