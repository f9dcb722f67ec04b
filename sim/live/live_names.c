/* The names by which a program speaks of types, tasks and machines. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "live_program.h"

uint32_t ul_live_find_type(ul_live *live, const char *name)
{
    ul_live_type type;
    for (uint32_t k = 0; ul_live_type_of(live, k, &type); k++)
        if (strcmp(type.name, name) == 0)
            return k;
    return UL_LIVE_NONE;
}

/* "JOB.NUMBER". */
uint32_t ul_live_find_task(const ul_live_program *self, ul_live *live, const char *name)
{
    const char *dot = strrchr(name, '.');
    char *end;
    if (dot == NULL || dot[1] < '0' || dot[1] > '9')
        return UL_LIVE_NONE;
    const size_t j = ul_names_find(self->job, name, (size_t)(dot - name));
    errno = 0;
    const unsigned long number = strtoul(dot + 1, &end, 10);
    return j == UL_NONE || *end != '\0' || errno != 0 || number > UINT32_MAX
               ? UL_LIVE_NONE
               : ul_live_sibling(live, self->some_task[j], (uint32_t)number);
}

uint32_t ul_live_find_machine(const ul_live_program *self, const char *name)
{
    const size_t q = ul_names_find(self->machine, name, strlen(name));
    return q == UL_NONE ? UL_LIVE_NONE : self->numbered[q];
}

ul_status ul_live_name_machine(ul_live_program *self, uint32_t m, const char *name)
{
    const size_t q = ul_names_add(self->machine, name, strlen(name), NULL);
    if (q == UL_NONE)
        return ul_no_memory();
    UL_MORE(ul_run_arena(self->run), self->numbered, q, self->name_room);
    UL_MORE(ul_run_arena(self->run), self->named, m, self->machine_room);
    self->numbered[q] = m;
    self->named[m] = (uint32_t)q;
    return UL_OK;
}
