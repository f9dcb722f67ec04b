#include "eva_drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "names.h"

enum { BUILD_S = 10, KILL_S = 1 };

typedef struct {
    const ul_eva_workload *workload;
    size_t number; /* among the demands of its workload */
} variant;

struct ul_eva_drawing {
    ul_rng *rng;
    ul_names *demand;
    variant *variant; /* by demand */
    size_t room, used[UL_EVA_KINDS];
    char workload[UL_NAME_MAX + 1]; /* of the job drawn last */
};

ul_eva_drawing *ul_eva_drawing_new(ul_rng *rng)
{
    ul_eva_drawing *drawing = calloc(1, sizeof *drawing);
    if (drawing == NULL)
        return NULL;
    drawing->rng = rng;
    drawing->demand = ul_names_new();
    if (drawing->demand == NULL) {
        free(drawing);
        return NULL;
    }
    return drawing;
}

void ul_eva_drawing_free(ul_eva_drawing *drawing)
{
    if (drawing == NULL)
        return;
    ul_names_free(drawing->demand);
    free(drawing->variant);
    free(drawing);
}

/* The images of the catalog are numbered; a text for each that lives on. */
static const char *image_text(int image)
{
    static const char *const text[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
    return text[image];
}

static void set_physics(ul_eva_job *job, const ul_eva_workload *workload)
{
    job->per_second = workload->per_second;
    job->image = image_text(workload->image);
    job->fetch_s = workload->fetch_s * UL_MICRO;
    job->build_s = BUILD_S * UL_MICRO;
    job->init_s = workload->init_s * UL_MICRO;
    job->kill_s = KILL_S * UL_MICRO;
    job->upload_s = workload->upload_s * UL_MICRO;
}

void ul_eva_set_workload(ul_eva_job *job, const ul_eva_workload *workload)
{
    set_physics(job, workload);
    job->workload = workload->name;
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++) {
        job->demand[f][0] = workload->gpu * UL_MICRO;
        job->demand[f][1] = (f == 0 ? workload->cpu_p3 : workload->cpu_other) * UL_MICRO;
        job->demand[f][2] = workload->ram_gb * UL_MICRO;
    }
}

void ul_eva_draw_workload(ul_eva_drawing *drawing, const ul_micro demand[UL_CATALOG_EVA_RESOURCES],
                          ul_eva_job *job)
{
    const size_t bytes = UL_CATALOG_EVA_RESOURCES * sizeof *demand;
    bool added;
    const size_t q = ul_names_add(drawing->demand, (const char *)demand, bytes, &added);
    job->workload = NULL;
    if (q == UL_NONE
        || ul_grow(&drawing->variant, q, &drawing->room, sizeof *drawing->variant) != UL_OK)
        return;
    if (added) {
        const size_t kind = ul_rng_below(drawing->rng, UL_EVA_KINDS);
        drawing->variant[q] = (variant){ul_eva_kind(kind), drawing->used[kind]++};
    }
    const variant *v = &drawing->variant[q];
    snprintf(drawing->workload, sizeof drawing->workload, "%s[%zu]", v->workload->name, v->number);
    set_physics(job, v->workload);
    job->workload = drawing->workload;
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++)
        memcpy(job->demand[f], demand, bytes);
}

void ul_eva_set_duration(ul_eva_job *job, ul_micro duration_s)
{
    job->duration_s = duration_s;
    job->iterations = floor(ul_micro_double(duration_s) * job->per_second);
}
