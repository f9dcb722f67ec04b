/* What tasks need at the least, and their classes: those of one class need the same, at the same
 * rates, and are long or not. */
#include "floor.h"

#include <string.h>

#include "schedule_fields.h"

check_wide check_floor_least_work(const check_schedule *s, size_t task)
{
    check_wide work = check_schedule_work(s, task);
    work -= work / 1000000 + 1 + CHECK_FLOOR_FORGIVEN;
    return work > 0 ? work : 0;
}

/* A task without an image builds every time; others may find it built. Who has no work
 * need not get ready for it. */
check_wide check_floor_least_loading(const check_schedule *s, size_t task)
{
    const check_job *job = &s->jobs[s->tasks[task].job];
    check_wide loading = job->fetch;
    if (job->image == CHECK_NOT_FOUND)
        loading += job->build;
    if (check_floor_least_work(s, task) > 0)
        loading += job->init;
    return loading > CHECK_FLOOR_FORGIVEN ? loading - CHECK_FLOOR_FORGIVEN : 0;
}

check_wide check_floor_least(const check_schedule *s, size_t task)
{
    return check_floor_least_work(s, task) + check_floor_least_loading(s, task);
}

bool check_floor_takes(const check_schedule *s, size_t type, size_t task,
                       check_micro need[CHECK_SCHEDULE_RESOURCES_MAX])
{
    const check_micro *asked = check_schedule_demand(s, task, s->types[type].family);
    for (size_t r = 0; r < s->resource.n; r++) {
        const check_micro has = s->capacity[type * s->resource.n + r];
        need[r] = s->stretch == r + 1 && asked[r] > has ? has : asked[r];
        if (need[r] > has)
            return false;
    }
    return true;
}

/* ---- classes ---- */

/* Demands on every family, and the workload where it matters; and whether it is long. */
static size_t class_of(check_floor *f, size_t task, bool is_long)
{
    char *key = f->key_text;
    const check_schedule *s = f->s;
    const size_t row = s->resource.n * sizeof(check_micro);
    const size_t workload = s->rate == NULL ? 0 : s->jobs[s->tasks[task].job].workload;
    bool added;
    check_spend_on(f->c, s->family.n, 4 * s->resource.n);
    for (size_t family = 0; family < s->family.n; family++)
        memcpy(key + family * row, check_schedule_demand(s, task, family), row);
    memcpy(key + s->family.n * row, &workload, sizeof workload);
    key[f->key_length] = 1;
    const size_t class = check_names_add(f->c, &f->key, key, f->key_length + is_long, &added);
    if (added) {
        f->class = check_grow(f->c, f->class, class, &f->class_room, sizeof *f->class);
        f->class[class] = (check_floor_class){.task = task, .is_long = is_long};
    }
    return class;
}

/* Counts a task to its class, or, by a sign of -1, no longer. */
static void count_task(check_floor *f, size_t task, int sign)
{
    check_floor_class *class = &f->class[f->class_of[task]];
    class->n += (uint64_t)sign; /* sums of at most 5 * 10^7 times 10^17 */
    class->work += sign * check_floor_least_work(f->s, task);
    class->loading += sign * check_floor_least_loading(f->s, task);
}

void check_floor_fill_classes(check_floor *f)
{
    const check_schedule *s = f->s;
    f->key_length = s->family.n * s->resource.n * sizeof(check_micro) + sizeof(size_t);
    f->key_text = check_alloc(f->c, f->key_length + 1, 1);
    f->class_of = check_alloc(f->c, s->n_tasks, sizeof *f->class_of);
    check_spend_on(f->c, s->n_tasks, 16);
    for (size_t i = 0; i < s->n_tasks; i++) {
        const bool same = i > 0 && s->tasks[i].job == s->tasks[i - 1].job
                          && s->tasks[i].demand == s->tasks[i - 1].demand;
        f->class_of[i] = same ? f->class_of[i - 1] : (check_index)class_of(f, i, false);
        count_task(f, i, 1);
    }
}

check_floor_class *check_floor_class_at(check_floor *f, const check_row *row)
{
    return &f->class[f->class_of[check_field_task(f->c, row, f->s)]];
}

/* A set holds no more long tasks than there are: those of a class are apart. */
void check_floor_read_long(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 3, "long,JOB,TASK");
    const size_t task = check_field_task(f->c, row, f->s);
    if (f->valued || f->n_periods > 0 || f->wait >= 0)
        check_refuse(f->c, row, 0, "long tasks are named before all values");
    if (f->class[f->class_of[task]].is_long)
        check_refuse(f->c, row, 1, "this task is long already");
    count_task(f, task, -1);
    f->class_of[task] = (check_index)class_of(f, task, true);
    count_task(f, task, 1);
}
