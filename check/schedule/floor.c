/* Verifies a certificate of a floor: ullage-certificate,1,schedule.
 *
 * Every task of a valid timeline does its work, at the rate that those beside it leave
 * it, and loads at least once; all the while it has a place on a machine that is billed
 * (timeline_rules.c sees to both). So if no set of tasks that fits a machine is worth more
 * than the machine costs, second by second, then no timeline costs less than all the work
 * and loading is worth. Values of a second of each are in the certificate; that no set is
 * worth more is shown in floor_patterns.c, period by period where there are some
 * (floor_periods.c). One machine at least is billed while it starts.
 *
 * A millionth of a task's work and ten microseconds are not asked for, which is more than
 * timeline_work.c forgives.
 */
#include "floor.h"

#include <string.h>

#define SCALE_MAX ((uint64_t)1 << 40)
enum { FORGIVEN = 10 }; /* microseconds */

/* ---- what tasks need ---- */

check_wide check_floor_least_work(const check_schedule *s, size_t task)
{
    check_wide work = check_schedule_work(s, task);
    work -= work / 1000000 + 1 + FORGIVEN;
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
    return loading > FORGIVEN ? loading - FORGIVEN : 0;
}

check_wide check_floor_least(const check_schedule *s, size_t task)
{
    return check_floor_least_work(s, task) + check_floor_least_loading(s, task);
}

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

static void fill_classes(check_floor *f)
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

/* ---- machines ---- */

/* Of a sustained-use discount: a machine that is billed for some parts of a period costs,
 * a second, at least the mean of their shares. */
check_micro check_floor_price(const check_machine_type *type, check_micro from, check_micro to)
{
    size_t q = 0;
    check_micro least = type->price;
    for (; q < type->n_steps && type->step[q].from <= from; q++)
        least = type->step[q].price; /* that of the first second */
    for (; q < type->n_steps && type->step[q].from < to; q++)
        least = type->step[q].price < least ? type->step[q].price : least;
    const check_micro whole = least;
    check_wide sum = 0;
    for (size_t part = 0; part < type->n_shares; part++) { /* rounded once, prices are exact */
        sum += type->share[part];
        const check_wide mean = whole * sum / ((check_wide)(part + 1) * CHECK_SECOND);
        least = mean < least ? (check_micro)mean : least;
    }
    return least;
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

/* What a machine is billed before anybody can use it and after its release. */
static check_wide startup_of(const check_floor *f, size_t k)
{
    const check_schedule *s = f->s;
    const check_machine_type *type = &s->types[k];
    check_micro usable = type->usable_after;
    if (s->n_boots > 0)
        usable = s->boots[0].seconds - type->billed_after;
    const check_micro seconds = (usable > 0 ? usable : 0) + type->gone_after - FORGIVEN;
    return seconds > 0 ? (check_wide)check_floor_pays(f, k, 0, CHECK_ALWAYS) * seconds : 0;
}

/* The dearest of the cheapest starts that some task needs. One that needs no time needs none: a
 * stay of no length takes no room. */
static check_wide startup(const check_floor *f)
{
    check_micro need[CHECK_SCHEDULE_RESOURCES_MAX];
    check_wide most = 0;
    for (size_t q = 0; q < f->key.n; q++) {
        check_wide least = -1;
        check_spend_on(f->c, f->s->type.n, 4 * f->s->resource.n);
        for (size_t k = 0; k < f->s->type.n && f->class[q].work + f->class[q].loading > 0; k++)
            if (check_floor_takes(f->s, k, f->class[q].task, need)) {
                check_spend(f->c, f->s->types[k].n_steps);
                const check_wide one = startup_of(f, k);
                least = least < 0 || one < least ? one : least;
            }
        most = least > most ? least : most;
    }
    return most;
}

/* ---- the certificate ---- */

static void read_bound(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 2, "bound,DOLLARS");
    if (f->claimed >= 0)
        check_refuse(f->c, row, 0, "the bound is given twice");
    f->claimed = check_dollars(f->c, row, 1, "the bound");
}

static size_t task_at(check_floor *f, const check_row *row)
{
    check *c = f->c;
    const check_schedule *s = f->s;
    const size_t j = check_names_find(&s->job, row->field[1].text, row->field[1].length);
    if (j == CHECK_NOT_FOUND)
        check_refuse(c, row, 1, "the instance has no job '%.80s'", row->field[1].text);
    const uint64_t i = check_from_zero(c, row, 2, "the task", CHECK_TASKS_MAX);
    if (i >= s->jobs[j].n)
        check_refuse(c, row, 2, "job '%.80s' has %zu tasks, counted from 0", row->field[1].text,
                     s->jobs[j].n);
    return s->jobs[j].first + i;
}

check_floor_class *check_floor_class_at(check_floor *f, const check_row *row)
{
    return &f->class[f->class_of[task_at(f, row)]];
}

/* A set holds no more long tasks than there are: those of a class are apart. */
static void read_long(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 3, "long,JOB,TASK");
    const size_t task = task_at(f, row);
    if (f->valued || f->n_periods > 0 || f->wait >= 0)
        check_refuse(f->c, row, 0, "long tasks are named before all values");
    if (f->class[f->class_of[task]].is_long)
        check_refuse(f->c, row, 1, "this task is long already");
    count_task(f, task, -1);
    f->class_of[task] = (check_index)class_of(f, task, true);
    count_task(f, task, 1);
}

static void read_value(check_floor *f, const check_row *row)
{
    check *c = f->c;
    check_expect(c, row, 5, "value,JOB,TASK,OF_WORK,OF_LOADING");
    check_floor_class *class = check_floor_class_at(f, row);
    f->valued = true;
    const int64_t work = (int64_t)check_from_zero(c, row, 3, "the value of work", CHECK_FLOOR_VALUE_MAX);
    const int64_t loading = (int64_t)check_from_zero(c, row, 4, "the value of loading", CHECK_FLOOR_VALUE_MAX);
    if (class->named && (class->work_value != work || class->loading_value != loading))
        check_refuse(c, row, 3, "tasks like this one have another value above");
    class->named = true;
    class->work_value = work;
    class->loading_value = loading;
}

/* What the argument rests on and an instance need not have; that company slows down,
 * every instance has. */
static void check_world(check_floor *f)
{
    for (size_t k = 0; f->s->n_boots > 0 && k < f->s->type.n; k++)
        if (f->s->types[k].billed_after > 0)
            check_refuse_file(f->c, f->file, "cannot be checked: machines of type '%.80s' may be "
                                             "used before they are billed",
                              f->s->type.key[k].text);
}

/* All work and loading at their values, and one start, less all supply at its own: 10^-12
 * dollars, rounded up as costs are. */
static check_wide total_of(check_floor *f)
{
    check *c = f->c;
    check_wide sum = check_plus(c, check_times(c, startup(f), f->scale),
                                check_floor_presence_total(f));
    sum = check_plus(c, sum, check_floor_rise_total(f));
    for (size_t q = 0; q < f->key.n; q++) {
        const check_floor_class *class = &f->class[q];
        sum = check_plus(c, sum, check_times(c, class->work, class->work_value));
        sum = check_plus(c, sum, check_times(c, class->loading, class->loading_value));
    }
    sum -= check_floor_supply_total(f);
    return sum > 0 ? check_ratio_up(sum, (check_wide)3600 * f->scale) : 0;
}

static void read_scale(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 2, "scale,NUMBER");
    if (f->scale > 0)
        check_refuse(f->c, row, 0, "the scale is given twice");
    f->scale = (int64_t)check_count(f->c, row, 1, "the scale", SCALE_MAX);
}

/* A value above all periods, or below one of them. */
static void read_any_value(check_floor *f, const check_row *row)
{
    if (f->n_periods == 0)
        read_value(f, row);
    else
        check_floor_read_rise(f, row);
}

static void read_record(check_floor *f, const check_row *row)
{
    static const struct {
        const char *tag;
        void (*read)(check_floor *f, const check_row *row);
    } record[] = {
        {"bound", read_bound},
        {"infeasible", check_floor_read_infeasible},
        {"lease", check_floor_read_lease},
        {"scale", read_scale},
        {"long", read_long},
        {"value", read_any_value},
        {"supply", check_floor_read_supply},
        {"wait", check_floor_read_wait},
        {"period", check_floor_read_period},
        {"presence", check_floor_read_presence},
        {"instant", check_floor_read_instant},
    };
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (check_is(row, 0, record[q].tag)) {
            record[q].read(f, row);
            return;
        }
    check_refuse(f->c, row, 0, "record '%.40s' is not known", row->field[0].text);
}

check_wide check_floor_certificate(check *c, void *problem, const check_file *instance,
                                   check_file *certificate)
{
    check_floor f = {.c = c, .s = problem, .file = certificate->name, .wait = -1, .claimed = -1};
    check_row row;
    bool bound = false;
    check_world(&f);
    fill_classes(&f);
    while (check_next(c, certificate, &row)) {
        if (check_is(&row, 0, "instance"))
            check_read_binding(c, &row, instance, f.s->name, &bound);
        else
            read_record(&f, &row);
    }
    if (!bound || f.claimed < 0 || f.scale == 0)
        check_refuse_file(c, certificate->name, "lacks its instance, bound or scale");
    check_floor_claim(&f);
    check_floor_periods(&f);
    if (c->violations == 0 && total_of(&f) < f.claimed)
        check_violation(c, NULL, "%s: the values prove less than the bound it claims", f.file);
    return f.infeasible ? CHECK_NO_PLAN : f.claimed;
}
