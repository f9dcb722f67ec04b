/* The one function that checks and costs a timeline, by the rules of
 * docs/schedules.md. Nothing here knows how the timeline came about.
 *
 * Everything is a sweep over sorted moments: O((machines + stays) log), and each
 * fault names the machine or the job and the second.
 */
#include "timeline_check.h"

#include <stdlib.h>
#include <string.h>

static bool equal(ul_micro a, ul_micro b)
{
    return a - b <= UL_TIMELINE_SLACK && b - a <= UL_TIMELINE_SLACK;
}

/* ---- machines ---- */

static ul_status machine_fault(const ul_timeline_checking *c, size_t m, ul_micro at_s,
                               const char *what)
{
    char number[UL_NUMBER_TEXT];
    return UL_TIMELINE_BROKEN(c, "machine %zu (%s), second %s: %s", m,
                              c->in->type[c->plan->machine[m].type].name,
                              ul_micro_text(at_s, number), what);
}

static bool in_range(ul_micro s)
{
    return s >= 0 && s <= UL_SCHEDULE_SECONDS_MAX;
}

static ul_status check_machine(const ul_timeline_checking *c, size_t m)
{
    const ul_timeline_machine *machine = &c->plan->machine[m];
    if (machine->type >= c->in->n_types || !in_range(machine->ordered_s)
        || !in_range(machine->ready_s) || !in_range(machine->released_s))
        return UL_TIMELINE_BROKEN(c, "machine %zu has no type or impossible times", m);
    const ul_schedule_type *type = &c->in->type[machine->type];
    const ul_micro wait_s = machine->ready_s - machine->ordered_s - type->billed_after_s;
    if (machine->released_s < machine->ordered_s)
        return machine_fault(c, m, machine->released_s, "it is released before it is ordered");
    if (machine->ready_s < machine->ordered_s || (c->in->n_boots == 0 && wait_s < 0))
        return machine_fault(c, m, machine->ready_s, "it is ready before it is billed");
    if (c->in->n_boots == 0 && wait_s < type->usable_after_s - UL_TIMELINE_SLACK)
        return machine_fault(c, m, machine->ready_s, "it cannot be ready so soon");
    if (c->in->n_boots == 0 && wait_s > type->usable_at_most_s + UL_TIMELINE_SLACK)
        return machine_fault(c, m, machine->ready_s, "it is ready earlier than that");
    return UL_OK;
}

/* Machines of one type that were ordered and ready together are one request, or
 * several smaller ones. */
static ul_status check_request(const ul_timeline_checking *c, size_t m, uint32_t count)
{
    const ul_timeline_machine *machine = &c->plan->machine[m];
    for (uint32_t k = 1; k <= count; k++)
        if (equal(ul_schedule_boot_s(c->in, k), machine->ready_s - machine->ordered_s))
            return UL_OK;
    return machine_fault(c, m, machine->ready_s, "no request of so few machines is ready then");
}

static int machine_order(const void *a, const void *b)
{
    const ul_timeline_machine *x = a, *y = b;
    UL_LOWER_FIRST(x->type, y->type);
    UL_LOWER_FIRST(x->ordered_s, y->ordered_s);
    UL_LOWER_FIRST(x->ready_s, y->ready_s);
    /* the last member is free in a copy: it holds the machine's number */
    return x->released_s < y->released_s ? -1 : x->released_s > y->released_s;
}

static ul_status check_boots(const ul_timeline_checking *c)
{
    const size_t n = c->plan->n_machines;
    if (c->in->n_boots == 0 || n == 0)
        return UL_OK;
    ul_timeline_machine *sorted = ul_arena_alloc_raw(c->arena, n, sizeof *sorted);
    UL_NEED(sorted);
    for (size_t m = 0; m < n; m++) {
        sorted[m] = c->plan->machine[m];
        sorted[m].released_s = (ul_micro)m;
    }
    qsort(sorted, n, sizeof *sorted, machine_order);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && sorted[end].type == sorted[first].type
                              && sorted[end].ordered_s == sorted[first].ordered_s
                              && sorted[end].ready_s == sorted[first].ready_s;)
            end++;
        UL_TRY(check_request(c, (size_t)sorted[first].released_s, (uint32_t)(end - first)));
    }
    return UL_OK;
}

/* ---- supply: what may exist and what does, second by second ---- */

enum { RELEASED, SUPPLY_ENDS, SUPPLY_BEGINS, SERVICE_ENDS, SERVICE_BEGINS, ORDERED };

static size_t add_supply_keys(const ul_schedule *in, uint32_t k, ul_timeline_key *key)
{
    const ul_schedule_type *type = &in->type[k];
    for (size_t q = 0; q < type->n_supplies; q++) {
        key[2 * q] = (ul_timeline_key){k, (uint32_t)q, type->supply[q].from_s, SUPPLY_BEGINS};
        key[2 * q + 1] = (ul_timeline_key){k, (uint32_t)q, type->supply[q].to_s, SUPPLY_ENDS};
    }
    key += 2 * type->n_supplies;
    for (size_t q = 0; q < type->n_services; q++) {
        key[2 * q] = (ul_timeline_key){k, (uint32_t)q, type->service[q].from_s, SERVICE_BEGINS};
        key[2 * q + 1] = (ul_timeline_key){k, (uint32_t)q, type->service[q].to_s, SERVICE_ENDS};
    }
    return 2 * (type->n_supplies + type->n_services);
}

/* What a moment adds to the machines that are to be had. */
static int64_t supply_change(const ul_schedule *in, const ul_timeline_key *key)
{
    const ul_schedule_type *type = &in->type[key->group];
    switch (key->order) {
    case SUPPLY_BEGINS:
        return type->supply[key->what].count;
    case SUPPLY_ENDS:
        return -(int64_t)type->supply[key->what].count;
    case SERVICE_BEGINS:
        return -(int64_t)type->service[key->what].count;
    case SERVICE_ENDS:
        return type->service[key->what].count;
    default:
        return 0;
    }
}

static ul_status sweep_supply(const ul_timeline_checking *c, const ul_timeline_key *key, size_t n)
{
    int64_t machines = 0, supply = 0;
    for (size_t q = 0; q < n; q++) {
        const ul_timeline_key *k = &key[q];
        if (q > 0 && k->group != key[q - 1].group)
            machines = supply = 0;
        machines += k->order == ORDERED ? 1 : k->order == RELEASED ? -1 : 0;
        supply += supply_change(c->in, k);
        const bool settled = q + 1 == n || key[q + 1].group != k->group
                             || key[q + 1].at_s != k->at_s;
        char number[UL_NUMBER_TEXT];
        if (settled && machines > 0 && machines > supply)
            return UL_TIMELINE_BROKEN(c,
                                      "type %s, second %s: %lld machines, but %lld are to be "
                                      "had",
                                      c->in->type[k->group].name, ul_micro_text(k->at_s, number),
                                      (long long)machines, (long long)supply);
    }
    return UL_OK;
}

static ul_status check_supply(const ul_timeline_checking *c)
{
    size_t room = 0, n = 0;
    for (uint32_t k = 0; k < c->in->n_types; k++)
        room += 2 * (c->in->type[k].n_supplies + c->in->type[k].n_services);
    if (room == 0)
        return UL_OK;
    ul_timeline_key *key = ul_arena_alloc_raw(c->arena, room + 2 * c->plan->n_machines,
                                              sizeof *key);
    UL_NEED(key);
    for (uint32_t k = 0; k < c->in->n_types; k++)
        n += add_supply_keys(c->in, k, key + n);
    for (uint32_t m = 0; m < c->plan->n_machines; m++) {
        const ul_timeline_machine *machine = &c->plan->machine[m];
        if (c->in->type[machine->type].n_supplies == 0
            || machine->ordered_s == machine->released_s)
            continue;
        key[n++] = (ul_timeline_key){machine->type, m, machine->ordered_s, ORDERED};
        key[n++] = (ul_timeline_key){machine->type, m, machine->released_s, RELEASED};
    }
    ul_timeline_sort(key, n);
    return sweep_supply(c, key, n);
}

/* ---- stays by themselves ---- */

static ul_status stay_fault(const ul_timeline_checking *c, const ul_timeline_stay *stay,
                            ul_micro at_s, const char *what)
{
    char number[UL_NUMBER_TEXT];
    const ul_schedule_job *job = &c->in->job[c->in->task[stay->task].job];
    return UL_TIMELINE_BROKEN(c, "job '%s' task %u on machine %u, second %s: %s", job->name,
                              stay->task - job->first_task, stay->machine,
                              ul_micro_text(at_s, number), what);
}

static ul_status check_stay(const ul_timeline_checking *c, size_t s)
{
    const ul_timeline_stay *stay = &c->plan->stay[s];
    if (stay->task >= c->in->n_tasks || stay->machine >= c->plan->n_machines)
        return UL_TIMELINE_BROKEN(c, "stay %zu is of no task or on no machine", s);
    const ul_timeline_machine *machine = &c->plan->machine[stay->machine];
    if (stay->from_s < c->in->task[stay->task].arrival_s - UL_TIMELINE_SLACK)
        return stay_fault(c, stay, stay->from_s, "the task has not arrived");
    if (stay->from_s < machine->ready_s)
        return stay_fault(c, stay, stay->from_s, "the machine is not ready");
    if (stay->working_s < stay->from_s)
        return stay_fault(c, stay, stay->working_s, "it works before it has begun");
    if (stay->stopped_s < stay->working_s)
        return stay_fault(c, stay, stay->stopped_s, "it stops before it works");
    if (stay->to_s < stay->stopped_s)
        return stay_fault(c, stay, stay->to_s, "it ends before it stops");
    if (stay->to_s > machine->released_s)
        return stay_fault(c, stay, stay->to_s, "the machine has been released");
    return UL_OK;
}

/* ---- capacity and images, machine by machine ---- */

enum { LEAVES, COMES };

static ul_status take_place(const ul_timeline_checking *c, const ul_timeline_stay *stay,
                            ul_micro *free, int sign)
{
    const uint32_t k = c->plan->machine[stay->machine].type;
    const ul_micro *need = ul_schedule_need(c->in, stay->task, k);
    for (size_t r = 0; r < c->in->n_resources; r++) {
        if (sign > 0 && need[r] > free[r]) {
            char what[UL_NAME_MAX + 64] = "there is no room left in ";
            strcat(what, c->in->resource[r]);
            return stay_fault(c, stay, stay->from_s, what);
        }
        free[r] -= sign * need[r];
    }
    return UL_OK;
}

static ul_status check_capacity(const ul_timeline_checking *c)
{
    ul_micro free[UL_SCHEDULE_RESOURCES_MAX];
    size_t n = 0;
    for (uint32_t s = 0; s < c->plan->n_stays; s++) {
        const ul_timeline_stay *stay = &c->plan->stay[s];
        if (stay->from_s == stay->to_s)
            continue;
        c->key[n++] = (ul_timeline_key){stay->machine, s, stay->from_s, COMES};
        c->key[n++] = (ul_timeline_key){stay->machine, s, stay->to_s, LEAVES};
    }
    ul_timeline_sort(c->key, n);
    for (size_t q = 0; q < n; q++) {
        const uint32_t m = c->key[q].group;
        if (q == 0 || m != c->key[q - 1].group)
            memcpy(free, c->in->type[c->plan->machine[m].type].capacity,
                   c->in->n_resources * sizeof *free);
        UL_TRY(take_place(c, &c->plan->stay[c->key[q].what], free,
                          c->key[q].order == COMES ? 1 : -1));
    }
    return UL_OK;
}

/* An image is there for those who come after one of its stays has loaded it; it
 * must have come before them, or two could build it for each other. */
static ul_status find_images(const ul_timeline_checking *c)
{
    struct seen {
        uint32_t machine; /* + 1 */
        ul_micro loaded_s;
    } *seen = ul_arena_alloc(c->arena, c->in->n_images, sizeof *seen);
    size_t n = 0;
    UL_NEED(seen);
    for (uint32_t s = 0; s < c->plan->n_stays && c->in->n_images > 0; s++)
        c->key[n++] = (ul_timeline_key){c->plan->stay[s].machine, s, c->plan->stay[s].from_s, 0};
    ul_timeline_sort(c->key, n);
    for (size_t first = 0, end; first < n; first = end) {
        const uint32_t m = c->key[first].group;
        const ul_micro at_s = c->key[first].at_s;
        for (end = first; end < n && c->key[end].group == m && c->key[end].at_s == at_s; end++) {
            const uint32_t s = c->key[end].what;
            const uint32_t image = c->in->job[c->in->task[c->plan->stay[s].task].job].image;
            c->built[s] = image != UL_SCHEDULE_NONE && seen[image].machine == m + 1
                          && seen[image].loaded_s <= at_s;
        }
        for (size_t q = first; q < end; q++) {
            const ul_timeline_stay *stay = &c->plan->stay[c->key[q].what];
            const ul_schedule_job *job = &c->in->job[c->in->task[stay->task].job];
            const uint32_t image = job->image;
            const ul_micro loaded_s = stay->from_s + job->fetch_s + job->build_s;
            if (image == UL_SCHEDULE_NONE
                || (stay->working_s == stay->stopped_s && stay->working_s < loaded_s))
                continue; /* the latter may have been cut off while it loaded */
            if (seen[image].machine != m + 1 || stay->working_s < seen[image].loaded_s)
                seen[image] = (struct seen){m + 1, stay->working_s};
        }
    }
    return UL_OK;
}

/* ---- the stays of a task, one after the other ---- */

static ul_status order_stays(const ul_timeline_checking *c)
{
    const size_t n = c->plan->n_stays;
    for (uint32_t s = 0; s < n; s++)
        c->key[s] = (ul_timeline_key){c->plan->stay[s].task, s, c->plan->stay[s].working_s, 0};
    ul_timeline_sort(c->key, n);
    size_t q = 0;
    for (uint32_t i = 0; i < c->in->n_tasks; i++) {
        c->task_from[i] = (uint32_t)q;
        for (; q < n && c->key[q].group == i; q++)
            c->of_task[q] = c->key[q].what;
    }
    c->task_from[c->in->n_tasks] = (uint32_t)q;
    return UL_OK;
}

/* A stay may be cut off while it loads; it then never works. */
static ul_status check_loading(const ul_timeline_checking *c, uint32_t s,
                               const ul_timeline_stay *before, bool last)
{
    const ul_timeline_stay *stay = &c->plan->stay[s];
    const ul_schedule_job *job = &c->in->job[c->in->task[stay->task].job];
    ul_micro working_s = stay->from_s + job->fetch_s + (c->built[s] ? 0 : job->build_s);
    if (before != NULL && stay->working_s < before->to_s)
        return stay_fault(c, stay, stay->working_s, "it still is on the machine before");
    if (before != NULL && before->to_s > working_s)
        working_s = before->to_s;
    const bool cut_off = !last && stay->working_s == stay->stopped_s
                         && stay->working_s < working_s;
    return cut_off || equal(stay->working_s, working_s)
               ? UL_OK
               : stay_fault(c, stay, stay->working_s,
                            stay->working_s < working_s ? "it works before it has loaded"
                                                        : "it has loaded and does not work");
}

/* To the microsecond: what adds up the seconds of a task counts none of them twice. The
 * ends of stays ascend, so it is enough to look at the two before. */
static ul_status check_places(const ul_timeline_checking *c, uint32_t q, uint32_t first)
{
    const ul_timeline_stay *stay = &c->plan->stay[c->of_task[q]];
    for (uint32_t p = q; p > first && p + 2 > q; p--) {
        const ul_timeline_stay *before = &c->plan->stay[c->of_task[p - 1]];
        if (stay->from_s < before->to_s && (p < q || before->machine == stay->machine))
            return stay_fault(c, stay, stay->from_s, p < q ? "it is on two machines already"
                                                           : "it is on this machine already");
    }
    return UL_OK;
}

static ul_status check_leaving(const ul_timeline_checking *c, const ul_timeline_stay *stay,
                               bool last)
{
    const ul_schedule_job *job = &c->in->job[c->in->task[stay->task].job];
    const ul_micro upload_s = stay->to_s - stay->stopped_s;
    if (last && stay->lost)
        return stay_fault(c, stay, stay->to_s, "its last stay is lost");
    if (last)
        return upload_s <= UL_TIMELINE_SLACK
                   ? UL_OK
                   : stay_fault(c, stay, stay->to_s, "it is done and does not leave");
    if (!c->in->keeps_work && !stay->lost)
        return stay_fault(c, stay, stay->to_s, "work that is interrupted is lost here");
    if (upload_s > job->upload_s + UL_TIMELINE_SLACK)
        return stay_fault(c, stay, stay->to_s, "it has stopped and does not leave");
    return stay->lost || upload_s >= job->upload_s - UL_TIMELINE_SLACK
               ? UL_OK
               : stay_fault(c, stay, stay->to_s, "it leaves before its state is saved");
}

static ul_status check_task(const ul_timeline_checking *c, size_t i)
{
    const uint32_t first = c->task_from[i], end = c->task_from[i + 1];
    const ul_schedule_job *job = &c->in->job[c->in->task[i].job];
    if (first == end)
        return UL_TIMELINE_BROKEN(c, "job '%s' task %zu never runs", job->name,
                                  i - job->first_task);
    for (uint32_t q = first; q < end; q++) {
        const uint32_t s = c->of_task[q];
        UL_TRY(check_loading(c, s, q == first ? NULL : &c->plan->stay[c->of_task[q - 1]],
                             q + 1 == end));
        UL_TRY(check_places(c, q, first));
        UL_TRY(check_leaving(c, &c->plan->stay[s], q + 1 == end));
    }
    return UL_OK;
}

static ul_status check(ul_timeline_checking *c)
{
    const size_t n = c->plan->n_stays;
    UL_ALLOC_RAW(c->arena, c->of_task, n);
    UL_ALLOC_RAW(c->arena, c->task_from, c->in->n_tasks + 1);
    UL_ALLOC_RAW(c->arena, c->key, 2 * n);
    UL_ALLOC(c->arena, c->built, n);
    for (size_t m = 0; m < c->plan->n_machines; m++)
        UL_TRY(check_machine(c, m));
    UL_TRY(check_boots(c));
    UL_TRY(check_supply(c));
    for (size_t s = 0; s < n; s++)
        UL_TRY(check_stay(c, s));
    UL_TRY(check_capacity(c));
    UL_TRY(find_images(c));
    UL_TRY(order_stays(c));
    for (size_t i = 0; i < c->in->n_tasks; i++)
        UL_TRY(check_task(c, i));
    return ul_timeline_check_work(c);
}

ul_status ul_schedule_check(const ul_schedule_plan *plan, bool *valid, ul_cost *cost)
{
    UL_OWN_ARENA(arena);
    ul_timeline_checking c = {.plan = plan, .in = plan->in, .arena = arena, .valid = valid};
    *valid = true;
    const ul_status status = check(&c);
    if (!*valid)
        return UL_OK;
    return status == UL_OK ? ul_timeline_cost(plan, cost) : status;
}
