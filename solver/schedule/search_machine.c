#include "search_machine.h"

#include <math.h>
#include <string.h>

/* A task on the machine, or a gang. Seconds are whole microseconds: what is written is what
 * was reckoned with. */
typedef struct {
    uint32_t task, size;
    ul_micro from_s, working_s, counts_s; /* progress counts from the last on */
    double left;  /* microseconds of work */
    double rate;
} guest;

/* One who is yet to come in. */
typedef struct {
    ul_micro arrival_s;
    uint32_t task;
} outsider;

struct ul_search_world {
    const ul_schedule *in;
    const ul_run *run;
    ul_micro wait_s;
    bool slows; /* some slow down others */
    guest *guest;
    size_t n_guests, n_present, n_done; /* of the list, tasks, of the list */
    outsider *outside;       /* in the order of the list */
    size_t n_outside;
    ul_timeline_stay *stay;  /* of those who are done, without a machine */
    size_t n_stays;
    ul_micro need[UL_SCHEDULE_RESOURCES_MAX]; /* of a gang */
    uint32_t *image;         /* of those who have loaded, and when */
    ul_micro *image_s;
    size_t n_images;
    ul_micro free[UL_SCHEDULE_RESOURCES_MAX];
};

ul_status ul_search_world_new(const ul_schedule *in, size_t most, ul_micro wait_s, ul_run *run,
                              ul_search_world **world)
{
    ul_arena *arena = ul_run_arena(run);
    ul_search_world *w;
    double rate;
    UL_ALLOC(arena, w, 1);
    *world = w;
    w->in = in;
    w->run = run;
    w->wait_s = wait_s;
    w->slows = !ul_schedule_uniform_throughput(in, &rate) || rate != 1;
    UL_ALLOC(arena, w->guest, most);
    UL_ALLOC(arena, w->outside, most);
    UL_ALLOC(arena, w->stay, most);
    UL_ALLOC(arena, w->image, most);
    UL_ALLOC(arena, w->image_s, most);
    return UL_OK;
}

ul_micro ul_search_soonest(const ul_schedule *in, uint32_t type)
{
    return in->n_boots > 0 ? ul_schedule_boot_s(in, 1)
                           : in->type[type].billed_after_s + in->type[type].usable_after_s;
}

uint32_t ul_search_size(const ul_schedule *in, uint32_t task)
{
    const ul_schedule_job *job = &in->job[in->task[task].job];
    return job->gang ? job->n_tasks : 1;
}

bool ul_search_holds(const ul_schedule *in, uint32_t task, uint32_t type)
{
    const uint32_t size = ul_search_size(in, task);
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_micro left = in->type[type].capacity[r];
        for (uint32_t q = 0; q < size && left >= 0; q++)
            left -= ul_schedule_need(in, task + q, type)[r];
        if (left < 0)
            return false;
    }
    return true;
}

/* What it takes on the machine; of a gang the sum, which a machine holds. */
static const ul_micro *need_of(ul_search_world *w, uint32_t task, uint32_t type)
{
    const uint32_t size = ul_search_size(w->in, task);
    if (size == 1)
        return ul_schedule_need(w->in, task, type);
    for (size_t r = 0; r < w->in->n_resources; r++) {
        w->need[r] = 0;
        for (uint32_t q = 0; q < size; q++)
            w->need[r] += ul_schedule_need(w->in, task + q, type)[r];
    }
    return w->need;
}

static double work_of(const ul_schedule *in, uint32_t task)
{
    const ul_schedule_job *job = &in->job[in->task[task].job];
    return job->per_second > 0 ? job->iterations / job->per_second * 1e6
                               : (double)in->task[task].work_s;
}

double ul_search_work_s(const ul_schedule *in, uint32_t task)
{
    return work_of(in, task) / 1e6;
}

static ul_micro loading_s(const ul_search_world *w, const ul_schedule_job *job, ul_micro at_s)
{
    for (size_t q = 0; job->image != UL_SCHEDULE_NONE && q < w->n_images; q++)
        if (w->image[q] == job->image && w->image_s[q] <= at_s)
            return job->fetch_s;
    return job->fetch_s + job->build_s;
}

/* The machine has the image for whoever comes once the guest has loaded, and after him. It is kept once, so
 * that there are never more of them than tasks. */
static void note_image(ul_search_world *w, const guest *g)
{
    const uint32_t image = w->in->job[w->in->task[g->task].job].image;
    const ul_micro at_s = g->working_s > g->from_s ? g->working_s : g->from_s + 1;
    size_t q = 0;
    while (q < w->n_images && w->image[q] != image)
        q++;
    if (image == UL_SCHEDULE_NONE || (q < w->n_images && w->image_s[q] <= at_s))
        return;
    w->image[q] = image;
    w->image_s[q] = at_s;
    w->n_images += q == w->n_images;
}

static void let_in(ul_search_world *w, const ul_search_machine *m, uint32_t task, ul_micro now_s)
{
    const ul_schedule_job *job = &w->in->job[w->in->task[task].job];
    const ul_micro *need = need_of(w, task, m->type);
    guest *g = &w->guest[w->n_guests++];
    *g = (guest){.task = task, .size = ul_search_size(w->in, task), .from_s = now_s, .left = work_of(w->in, task),
                 .working_s = now_s + loading_s(w, job, now_s)};
    g->counts_s = g->working_s + job->init_s;
    note_image(w, g);
    w->n_present += g->size;
    for (size_t r = 0; r < w->in->n_resources; r++)
        w->free[r] -= need[r];
}

static void let_out(ul_search_world *w, const ul_search_machine *m, size_t q, ul_micro now_s)
{
    const guest *g = &w->guest[q];
    const ul_micro *need = need_of(w, g->task, m->type);
    for (uint32_t one = 0; one < g->size; one++)
        w->stay[w->n_stays++] = (ul_timeline_stay){
            .task = g->task + one, .from_s = g->from_s, .working_s = g->working_s,
            .stopped_s = now_s, .to_s = now_s};
    w->n_present -= g->size;
    w->n_done++;
    for (size_t r = 0; r < w->in->n_resources; r++)
        w->free[r] += need[r];
    memmove(&w->guest[q], &w->guest[q + 1], (--w->n_guests - q) * sizeof *w->guest);
}

/* Who has arrived and fits starts, in the list's order; *next is the next arrival. False
 * where one has waited too long. */
static bool admit(ul_search_world *w, const ul_search_machine *m, ul_micro now_s, ul_micro *next)
{
    size_t kept = 0;
    *next = INT64_MAX;
    for (size_t q = 0; q < w->n_outside; q++) {
        const outsider *one = &w->outside[q];
        const bool is_here = one->arrival_s <= now_s;
        if (!is_here && one->arrival_s < *next)
            *next = one->arrival_s;
        if (is_here && w->wait_s >= 0 && now_s - one->arrival_s > w->wait_s)
            return false;
        if (is_here && (m->seats == 0 || w->n_present < m->seats)
            && ul_schedule_fits(w->in, need_of(w, one->task, m->type), w->free))
            let_in(w, m, one->task, now_s);
        else
            w->outside[kept++] = *one;
    }
    w->n_outside = kept;
    return true;
}

/* The rate of a task of the workload beside so many of another. */
static double beside(const ul_schedule *in, uint32_t workload, uint32_t other, uint32_t n)
{
    const double one = ul_schedule_throughput(in, workload, other);
    double rate = 1;
    for (uint32_t q = 0; q < n && one != 1; q++)
        rate *= one;
    return rate;
}

static uint32_t workload_of(const ul_search_world *w, const guest *g)
{
    return w->in->job[w->in->task[g->task].job].workload;
}

/* Tasks of a gang slow each other down, too, all equally. */
static void set_rates(ul_search_world *w, uint32_t type, ul_micro now_s)
{
    for (size_t q = 0; q < w->n_guests; q++) {
        guest *g = &w->guest[q];
        g->rate = 0;
        if (g->counts_s > now_s)
            continue;
        g->rate = ul_schedule_speed(w->in, g->task, type);
        for (size_t o = 0; o < w->n_guests && w->slows; o++)
            if (w->guest[o].working_s <= now_s)
                g->rate *= beside(w->in, workload_of(w, g), workload_of(w, &w->guest[o]),
                                  w->guest[o].size - (o == q));
    }
}

/* The next second at which something changes among those who are there. */
static ul_micro next_change(const ul_search_world *w, ul_micro now_s)
{
    ul_micro next = INT64_MAX;
    for (size_t q = 0; q < w->n_guests; q++) {
        const guest *g = &w->guest[q];
        ul_micro at_s;
        if (g->working_s > now_s)
            at_s = g->working_s;
        else if (g->counts_s > now_s && g->left > 0)
            at_s = g->counts_s;
        else
            at_s = now_s + (g->left > 0 ? (ul_micro)ceil(g->left / g->rate) : 0);
        next = at_s < next ? at_s : next;
    }
    return next;
}

static void pass(ul_search_world *w, ul_micro now_s, ul_micro until_s)
{
    for (size_t q = 0; q < w->n_guests; q++)
        w->guest[q].left -= w->guest[q].rate * (double)(until_s - now_s);
}

static void dismiss(ul_search_world *w, const ul_search_machine *m, ul_micro now_s)
{
    for (size_t q = 0; q < w->n_guests;)
        if (w->guest[q].working_s <= now_s && w->guest[q].left <= 1e-3)
            let_out(w, m, q, now_s);
        else
            q++;
}

/* With a run it ends in vain where that is over. Nobody comes in unless somebody has come or left,
 * and that one has waited too long is still true then. */
static bool live(ul_search_world *w, ul_search_machine *m, const ul_run *run)
{
    ul_micro now_s = m->ready_s, arrival_s = now_s;
    const ul_schedule_type *type = &w->in->type[m->type];
    w->n_guests = w->n_present = w->n_done = w->n_stays = w->n_images = 0;
    w->n_outside = m->n;
    memcpy(w->free, type->capacity, w->in->n_resources * sizeof *w->free);
    for (size_t q = 0; q < m->n; q++) {
        w->outside[q] = (outsider){w->in->task[m->task[q]].arrival_s, m->task[q]};
        if (!ul_search_holds(w->in, m->task[q], m->type))
            return false;
    }
    while (w->n_done < m->n) {
        if (run != NULL && ul_run_expired(run))
            return false;
        const size_t n_done = w->n_done;
        dismiss(w, m, now_s);
        if (w->n_done == m->n)
            break;
        if ((w->n_done > n_done || arrival_s <= now_s) && !admit(w, m, now_s, &arrival_s))
            return false;
        set_rates(w, m->type, now_s);
        ul_micro until_s = next_change(w, now_s);
        until_s = arrival_s < until_s ? arrival_s : until_s;
        if (until_s > UL_SCHEDULE_SECONDS_MAX / 2)
            return false;
        pass(w, now_s, until_s);
        now_s = until_s;
    }
    m->end_s = now_s;
    return true;
}

bool ul_search_live(ul_search_world *world, ul_search_machine *m)
{
    if (!live(world, m, world->run))
        return false;
    m->bill = m->n == 0 ? 0
                        : ul_schedule_bill(world->in, m->type,
                                           m->ready_s - ul_search_soonest(world->in, m->type), m->end_s);
    return true;
}

ul_status ul_search_write(ul_search_world *world, const ul_search_machine *machine,
                          ul_schedule_plan *plan)
{
    ul_search_machine copy = *machine;
    size_t m;
    if (machine->n == 0 || !live(world, &copy, NULL))
        return UL_OK;
    UL_TRY(ul_timeline_add_machine(plan, &(ul_timeline_machine){
        .type = machine->type, .ordered_s = machine->ready_s - ul_search_soonest(world->in, machine->type),
        .ready_s = machine->ready_s, .released_s = copy.end_s}, &m));
    for (size_t q = 0; q < world->n_stays; q++) {
        world->stay[q].machine = (uint32_t)m;
        UL_TRY(ul_timeline_add_stay(plan, &world->stay[q]));
    }
    return UL_OK;
}
