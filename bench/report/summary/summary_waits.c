/* How long customers wait in the plans of runs, which are read for it. A plan that is gone
 * is marked. */
#include "instance.h"
#include "run_folder.h"
#include "summary.h"

static ul_status read_waits(const ul_record *record, const ul_instance *instance, ul_arena *arena,
                            ul_run_detail *detail)
{
    char path[UL_PATH];
    void *plan;
    double *wait_s;
    ul_run_folder_file(record->folder, UL_PLANS, record->run, path);
    UL_TRY(instance->kind->plan_read(instance->data, arena, path, &plan));
    UL_TRY(instance->kind->plan_waits(plan, arena, &wait_s, &detail->n_waits));
    detail->wait_s = wait_s;
    return UL_OK;
}

/* All runs of an instance, which is read once. */
static void read_instance(const ul_summary *s, size_t i)
{
    ul_instance instance = {0};
    bool tried = false;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *record = &s->record[q];
        const ul_kind *kind = ul_kind_find(record->kind);
        if (s->instance_of[q] != i || !record->has_cost || kind == NULL || kind->plan_waits == NULL)
            continue;
        if (!tried) {
            char path[UL_PATH];
            ul_run_folder_instance(record->folder, record->instance, path);
            if (ul_instance_read(path, &instance) != UL_OK)
                instance = (ul_instance){0};
            tried = true;
        }
        s->detail[q]->unread = instance.data == NULL
                               || read_waits(record, &instance, s->arena, s->detail[q]) != UL_OK;
    }
    ul_instance_free(&instance);
}

void ul_summary_waits(ul_summary *s)
{
    for (size_t i = 0; i < s->n_instances; i++)
        read_instance(s, i);
}
