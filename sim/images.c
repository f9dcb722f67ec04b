/* What is loaded on a machine stays there for those who come after: O(images) a look. */
#include <math.h>

#include "sim_state.h"

static uint32_t image_of(const ul_sim *sim, uint32_t task)
{
    return sim->in->job[sim->in->task[task].job].image;
}

ul_status ul_sim_add_image(ul_sim *sim, uint32_t p)
{
    const ul_sim_place_t *place = &sim->place[p];
    ul_sim_machine *machine = &sim->machine[place->machine];
    const uint32_t image = image_of(sim, place->task);
    uint32_t q = machine->images;
    if (image == UL_SCHEDULE_NONE)
        return UL_OK;
    while (q != UL_SIM_NONE && sim->image[q].image != image)
        q = sim->image[q].next;
    if (q == UL_SIM_NONE) {
        UL_MORE(sim->arena, sim->image, sim->n_images, sim->image_room);
        q = (uint32_t)sim->n_images++;
        sim->image[q] = (ul_sim_image){image, machine->images, HUGE_VAL};
        machine->images = q;
    }
    sim->image[q].came_s = fmin(sim->image[q].came_s, place->from_s);
    return UL_OK;
}

/* Somebody who came before has loaded the image, or does at this very instant. */
static bool has_image(const ul_sim *sim, uint32_t m, uint32_t image)
{
    for (uint32_t q = sim->machine[m].images; q != UL_SIM_NONE; q = sim->image[q].next)
        if (sim->image[q].image == image && sim->image[q].came_s < sim->now)
            return true;
    for (uint32_t p = sim->machine[m].first; p != UL_SIM_NONE; p = sim->place[p].next)
        if (sim->place[p].working_s <= sim->now && sim->place[p].from_s < sim->now
            && image_of(sim, sim->place[p].task) == image)
            return true;
    return false;
}

double ul_sim_load_s(const ul_sim *sim, uint32_t task, uint32_t m)
{
    const ul_schedule_job *job = &sim->in->job[sim->in->task[task].job];
    const bool is_built = job->build_s > 0 && job->image != UL_SCHEDULE_NONE
                          && has_image(sim, m, job->image);
    return ul_micro_double(job->fetch_s + (is_built ? 0 : job->build_s));
}
