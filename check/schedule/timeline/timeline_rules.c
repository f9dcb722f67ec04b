/* The rules of machines and stays, each by itself and at every instant: start-up,
 * supply, arrival, loading, moving, one place at a time, capacity.
 *
 * O((machines + stays) log(machines + stays)).
 */
#include "schedule.h"

/* "12.5" for a message. */
static const char *at(check_micro seconds, char text[CHECK_NUMBER_TEXT])
{
    return check_text(seconds, 6, text);
}

static bool differs(check_micro a, check_micro b)
{
    return a > b + CHECK_SLACK || b > a + CHECK_SLACK;
}

/* ---- machines ---- */

static int by_request(const void *left, const void *right)
{
    const check_machine *a = *(const check_machine *const *)left;
    const check_machine *b = *(const check_machine *const *)right;
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    if (a->ordered != b->ordered)
        return a->ordered < b->ordered ? -1 : 1;
    if (a->ready != b->ready)
        return a->ready < b->ready ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

/* Whether so many machines that came together took the time of some request among them. */
static bool boots_in(check *c, const check_schedule *s, uint64_t machines, check_micro seconds)
{
    enum { LOGARITHMS = 600 };
    for (uint64_t k = 1; k <= machines; k++) {
        check_spend(c, s->n_boots + LOGARITHMS);
        const check_micro boot = check_schedule_boot(s, k);
        if (!differs(boot, seconds))
            return true;
        if (boot > seconds || k >= s->boots[s->n_boots - 1].count)
            return false;
    }
    return false;
}

static void check_requests(check *c, const check_schedule *s, check_timeline *t)
{
    char text[CHECK_NUMBER_TEXT];
    const size_t n = t->id.n;
    const check_machine **sorted = check_alloc(c, n, sizeof *sorted);
    for (size_t m = 0; m < n; m++)
        sorted[m] = &t->machine[m];
    check_sort(c, sorted, n, sizeof *sorted, by_request);
    for (size_t first = 0, end; first < n; first = end) {
        const check_machine *a = sorted[first];
        for (end = first + 1; end < n && sorted[end]->type == a->type
                              && sorted[end]->ordered == a->ordered
                              && sorted[end]->ready == a->ready;)
            end++;
        if (!boots_in(c, s, end - first, a->ready - a->ordered))
            CHECK_TIMELINE_VIOLATION(c, t, a->line, "no request of at most %zu machines is ready "
                                                    "%s s after its order", end - first,
                                     at(a->ready - a->ordered, text));
    }
}

static void check_startup(check *c, const check_schedule *s, check_timeline *t, size_t m)
{
    char text[3][CHECK_NUMBER_TEXT];
    const check_machine *machine = &t->machine[m];
    const check_machine_type *type = &s->types[machine->type];
    const char *name = t->id.key[m].text;
    const check_micro first = machine->ordered + type->billed_after + type->usable_after;
    const check_micro last = machine->ordered + type->billed_after + type->usable_at_most;
    if (machine->released < machine->ordered)
        CHECK_TIMELINE_VIOLATION(c, t, machine->line, "machine '%.80s' is released at %s, before "
                                                      "its order at %s", name,
                                 at(machine->released, text[0]), at(machine->ordered, text[1]));
    /* to the microsecond: nobody works on a machine that is not paid for */
    if (machine->ready < machine->ordered
        || (s->n_boots == 0 && machine->ready < machine->ordered + type->billed_after))
        CHECK_TIMELINE_VIOLATION(c, t, machine->line, "machine '%.80s' is ready at %s, before it "
                                                      "is billed", name,
                                 at(machine->ready, text[0]));
    if (s->n_boots == 0
        && (machine->ready + CHECK_SLACK < first || machine->ready > last + CHECK_SLACK))
        CHECK_TIMELINE_VIOLATION(c, t, machine->line, "machine '%.80s' is ready at %s, its type "
                                                      "is from %s to %s", name,
                                 at(machine->ready, text[0]), at(first, text[1]),
                                 at(last, text[2]));
}

/* A change of how many machines there are, or may be. */
typedef struct {
    check_micro second;
    int64_t held, offered;
    size_t line; /* of the machine; 0: of the supply */
} change;

static int by_second(const void *left, const void *right)
{
    const change *a = left, *b = right;
    if (a->second != b->second)
        return a->second < b->second ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static void check_supply_of(check *c, const check_schedule *s, check_timeline *t, size_t k)
{
    char text[3][CHECK_NUMBER_TEXT];
    const check_machine_type *type = &s->types[k];
    change *list = check_alloc(c, 2 * (t->id.n + type->n_supplies + type->n_services),
                               sizeof *list);
    size_t n = 0;
    check_wide held = 0, offered = 0; /* at most 2^32 machines a record, and 2^64 records */
    check_spend(c, t->id.n);
    for (size_t q = 0; q < type->n_supplies; q++) {
        list[n++] = (change){type->supply[q].from, 0, (int64_t)type->supply[q].count, 0};
        list[n++] = (change){type->supply[q].to, 0, -(int64_t)type->supply[q].count, 0};
    }
    for (size_t q = 0; q < type->n_services; q++) {
        list[n++] = (change){type->service[q].from, 0, -(int64_t)type->service[q].count, 0};
        list[n++] = (change){type->service[q].to, 0, (int64_t)type->service[q].count, 0};
    }
    for (size_t m = 0; m < t->id.n; m++) {
        if (t->machine[m].type != k || t->machine[m].released <= t->machine[m].ordered)
            continue;
        list[n++] = (change){t->machine[m].ordered, 1, 0, t->machine[m].line};
        list[n++] = (change){t->machine[m].released, -1, 0, t->machine[m].line};
    }
    check_sort(c, list, n, sizeof *list, by_second);
    for (size_t q = 0, end; q < n; q = end) {
        size_t line = 0;
        for (end = q; end < n && list[end].second == list[q].second; end++) {
            held += list[end].held;
            offered += list[end].offered;
            line = list[end].held > 0 ? list[end].line : line;
        }
        if (held > 0 && held > offered) {
            CHECK_TIMELINE_VIOLATION(c, t, line, "at second %s there are %s machines of type "
                                                 "'%.80s', the supply is %s",
                                     at(list[q].second, text[0]), check_text(held, 0, text[1]),
                                     s->type.key[k].text, check_text(offered, 0, text[2]));
            break;
        }
    }
    check_free(c, list);
}

/* ---- stays ---- */

static int by_task(const void *left, const void *right)
{
    const check_stay *a = *(const check_stay *const *)left;
    const check_stay *b = *(const check_stay *const *)right;
    if (a->task != b->task)
        return a->task < b->task ? -1 : 1;
    if (a->working != b->working)
        return a->working < b->working ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static int by_machine(const void *left, const void *right)
{
    const check_stay *a = *(const check_stay *const *)left;
    const check_stay *b = *(const check_stay *const *)right;
    if (a->machine != b->machine)
        return a->machine < b->machine ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static check_stay **sorted_stays(check *c, check_timeline *t,
                                 int (*order)(const void *, const void *))
{
    check_stay **sorted = check_alloc(c, t->n_stays + 1, sizeof *sorted);
    for (size_t q = 0; q < t->n_stays; q++)
        sorted[q] = &t->stay[q];
    check_sort(c, sorted, t->n_stays, sizeof *sorted, order);
    return sorted;
}

/* Since when a machine has an image, by the stays that came to it so far. */
typedef struct {
    check_index machine; /* + 1; 0: nobody loaded it */
    check_micro since;
} loaded;

/* Stays that came to a machine in the same second: what those before them have loaded
 * by then is there for them. They cannot load for each other, or none would have to. */
static void mark_arrivals(const check_schedule *s, check_stay **first, check_stay **end,
                          loaded *image)
{
    for (check_stay **q = first; q < end; q++) {
        const size_t i = s->jobs[s->tasks[(*q)->task].job].image;
        (*q)->has_image = i != CHECK_NOT_FOUND && image[i].machine == (*q)->machine + 1
                          && image[i].since <= (*q)->from;
    }
    for (check_stay **q = first; q < end; q++) {
        const check_job *job = &s->jobs[s->tasks[(*q)->task].job];
        const size_t i = job->image;
        if (i == CHECK_NOT_FOUND
            || ((*q)->stopped <= (*q)->working
                && (*q)->working < (*q)->from + job->fetch + job->build))
            continue; /* the latter may have been cut off while it loaded */
        if (image[i].machine != (*q)->machine + 1 || (*q)->working < image[i].since)
            image[i] = (loaded){(*q)->machine + 1, (*q)->working};
    }
}

static void mark_images(check *c, const check_schedule *s, const check_timeline *t,
                        check_stay **sorted)
{
    loaded *image = check_alloc(c, s->image.n + 1, sizeof *image);
    for (size_t first = 0, end; first < t->n_stays; first = end) {
        for (end = first + 1; end < t->n_stays && sorted[end]->machine == sorted[first]->machine
                              && sorted[end]->from == sorted[first]->from;)
            end++;
        mark_arrivals(s, sorted + first, sorted + end, image);
    }
}

/* The stay by itself and against the one before it of the same task (NULL: the first). */
static void check_stay_times(check *c, const check_schedule *s, check_timeline *t,
                             const check_stay *stay, const check_stay *before)
{
    char text[3][CHECK_NUMBER_TEXT];
    const check_machine *machine = &t->machine[stay->machine];
    const check_task *task = &s->tasks[stay->task];
    const check_job *job = &s->jobs[task->job];
    const char *name = s->job.key[task->job].text, *id = t->id.key[stay->machine].text;
    const size_t line = stay->line;
    check_micro working = stay->from + job->fetch + (stay->has_image ? 0 : job->build);
    if (before != NULL && before->to > working)
        working = before->to;

    if (stay->from > stay->working || stay->working > stay->stopped || stay->stopped > stay->to)
        CHECK_TIMELINE_VIOLATION(c, t, line, "job '%.80s': the seconds of a stay must ascend", name);
    if (stay->from + CHECK_SLACK < task->arrival)
        CHECK_TIMELINE_VIOLATION(c, t, line, "job '%.80s' runs from %s, before its arrival at %s",
                                 name, at(stay->from, text[0]), at(task->arrival, text[1]));
    if (stay->from < machine->ready)
        CHECK_TIMELINE_VIOLATION(c, t, line, "job '%.80s' is on machine '%.80s' from %s, which is "
                                             "ready at %s", name, id, at(stay->from, text[0]),
                                 at(machine->ready, text[1]));
    if (stay->to > machine->released)
        CHECK_TIMELINE_VIOLATION(c, t, line, "job '%.80s' is on machine '%.80s' until %s, which is "
                                             "released at %s", name, id, at(stay->to, text[0]),
                                 at(machine->released, text[1]));
    const bool cut_while_loading = !stay->is_last && stay->working == stay->stopped
                                   && stay->working < working;
    if (differs(stay->working, working) && !cut_while_loading)
        CHECK_TIMELINE_VIOLATION(c, t, line, "job '%.80s' works from %s; loaded it is at %s", name,
                                 at(stay->working, text[0]), at(working, text[1]));
    if (before != NULL && stay->working < before->to)
        CHECK_TIMELINE_VIOLATION(c, t, line, "job '%.80s' works from %s here and is elsewhere "
                                             "until %s", name, at(stay->working, text[0]),
                                 at(before->to, text[1]));
}

/* At most two stays of a task overlap, on two machines, to the microsecond: what adds up a
 * task's seconds counts none of them twice. before: the one before, and the one before that. */
static void check_stay_places(check *c, const check_schedule *s, check_timeline *t,
                              const check_stay *stay, const check_stay *const before[2])
{
    char text[2][CHECK_NUMBER_TEXT];
    const char *name = s->job.key[s->tasks[stay->task].job].text;
    for (size_t q = 0; q < 2; q++)
        if (before[q] != NULL && stay->from < before[q]->to
            && (q > 0 || before[q]->machine == stay->machine))
            CHECK_TIMELINE_VIOLATION(c, t, stay->line, "job '%.80s' comes at %s; until %s it is %s",
                                     name, at(stay->from, text[0]), at(before[q]->to, text[1]),
                                     q > 0 ? "on two machines already" : "on this machine already");
}

static void check_stay_end(check *c, const check_schedule *s, check_timeline *t,
                           const check_stay *stay)
{
    char text[2][CHECK_NUMBER_TEXT];
    const check_task *task = &s->tasks[stay->task];
    const check_job *job = &s->jobs[task->job];
    const char *name = s->job.key[task->job].text;
    const check_micro upload = stay->is_last ? 0 : job->upload;
    const bool leaves_early = stay->lost && stay->to <= stay->stopped + upload + CHECK_SLACK;
    if (differs(stay->to, stay->stopped + upload) && !leaves_early)
        CHECK_TIMELINE_VIOLATION(c, t, stay->line, "job '%.80s' stops at %s and leaves at %s", name,
                                 at(stay->stopped, text[0]), at(stay->to, text[1]));
    if (stay->is_last && stay->lost)
        CHECK_TIMELINE_VIOLATION(c, t, stay->line, "job '%.80s': its last stay cannot be lost",
                                 name);
    if (!stay->is_last && !stay->lost && s->loses_work)
        CHECK_TIMELINE_VIOLATION(c, t, stay->line, "job '%.80s' is cut off at %s; in this world "
                                                   "its work is then lost", name,
                                 at(stay->stopped, text[0]));
}

static void check_stays(check *c, check_schedule *s, check_timeline *t)
{
    check_stay **sorted = sorted_stays(c, t, by_machine);
    mark_images(c, s, t, sorted);
    sorted = sorted_stays(c, t, by_task);
    for (size_t q = 0; q < t->n_stays; q++) {
        check_stay *stay = sorted[q];
        stay->is_last = q + 1 == t->n_stays || sorted[q + 1]->task != stay->task;
        if (stay->is_last)
            s->tasks[stay->task].last = (check_index)(stay - t->stay + 1);
        const check_stay *before[2] = {NULL, NULL};
        for (size_t p = 0; p < 2 && q > p && sorted[q - p - 1]->task == stay->task; p++)
            before[p] = sorted[q - p - 1];
        check_stay_times(c, s, t, stay, before[0]);
        check_stay_places(c, s, t, stay, before);
        check_stay_end(c, s, t, stay);
    }
}

/* ---- capacity ---- */

typedef struct {
    check_index machine;
    bool leaves;
    check_micro second;
    const check_stay *stay;
} visit;

/* At one second those who leave go first: a place is free from then on. */
static int by_visit(const void *left, const void *right)
{
    const visit *a = left, *b = right;
    if (a->machine != b->machine)
        return a->machine < b->machine ? -1 : 1;
    if (a->second != b->second)
        return a->second < b->second ? -1 : 1;
    if (a->leaves != b->leaves)
        return a->leaves ? -1 : 1;
    return a->stay->line < b->stay->line ? -1 : a->stay->line > b->stay->line;
}

static void check_full(check *c, const check_schedule *s, check_timeline *t, const visit *v,
                       const check_wide *used)
{
    char text[3][CHECK_NUMBER_TEXT];
    const size_t k = t->machine[v->machine].type;
    for (size_t r = 0; r < s->resource.n; r++) {
        const check_micro limit = s->capacity[k * s->resource.n + r];
        if (used[r] > limit)
            CHECK_TIMELINE_VIOLATION(c, t, v->stay->line, "machine '%.80s' needs %s of %s at "
                                                          "second %s, type '%.80s' has %s",
                                     t->id.key[v->machine].text, check_text(used[r], 6, text[0]),
                                     s->resource.key[r].text, at(v->second, text[1]),
                                     s->type.key[k].text, check_text(limit, 6, text[2]));
    }
}

static void check_capacity(check *c, const check_schedule *s, check_timeline *t)
{
    visit *list = check_alloc(c, 2 * t->n_stays + 1, sizeof *list);
    check_wide used[CHECK_SCHEDULE_RESOURCES_MAX] = {0};
    size_t n = 0;
    for (size_t q = 0; q < t->n_stays; q++) {
        const check_stay *stay = &t->stay[q];
        if (stay->from >= stay->to)
            continue; /* a moment takes no room */
        list[n++] = (visit){stay->machine, false, stay->from, stay};
        list[n++] = (visit){stay->machine, true, stay->to, stay};
    }
    check_sort(c, list, n, sizeof *list, by_visit);
    check_spend_on(c, n, 4 * s->resource.n);
    for (size_t q = 0; q < n; q++) {
        const visit *v = &list[q];
        const size_t k = t->machine[v->machine].type;
        const check_micro *need = check_schedule_demand(s, v->stay->task, s->types[k].family);
        for (size_t r = 0; r < s->resource.n; r++) { /* below 2^60 * 2^33 */
            const check_micro has = s->capacity[k * s->resource.n + r];
            const check_wide takes = s->stretch == r + 1 && need[r] > has ? has : need[r];
            used[r] += v->leaves ? -takes : takes;
        }
        if (!v->leaves)
            check_full(c, s, t, v, used);
    }
}

void check_timeline_rules(check *c, check_schedule *s, check_timeline *t)
{
    for (size_t m = 0; m < t->id.n; m++)
        check_startup(c, s, t, m);
    if (s->n_boots > 0)
        check_requests(c, s, t);
    for (size_t k = 0; k < s->type.n; k++)
        if (s->types[k].n_supplies > 0)
            check_supply_of(c, s, t, k);
    check_stays(c, s, t);
    check_capacity(c, s, t);
}
