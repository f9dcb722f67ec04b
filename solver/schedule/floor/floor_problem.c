#include "floor_problem.h"

#include <math.h>

enum { FORGIVEN = 10 }; /* microseconds a task; the checkers forgive eight and two */

static ul_cost whole_work(const ul_schedule *in, const ul_schedule_task *task)
{
    const ul_schedule_job *job = &in->job[task->job];
    return job->per_second > 0 ? job->iterations_s : task->work_s;
}

/* The microseconds of work that a task cannot do without. */
static ul_cost least_work(const ul_schedule *in, const ul_schedule_task *task)
{
    ul_cost work = whole_work(in, task);
    work -= work / 1000000 + 1 + FORGIVEN;
    return work > 0 ? work : 0;
}

/* Fetching, and building where no other task can have done it; getting ready, where
 * there is work to get ready for. */
static ul_cost loading_for(const ul_schedule *in, const ul_schedule_task *task, ul_cost work)
{
    const ul_schedule_job *job = &in->job[task->job];
    return job->fetch_s + (job->image == UL_SCHEDULE_NONE ? job->build_s : 0)
           + (work > 0 ? job->init_s : 0);
}

static ul_cost least_loading(const ul_schedule *in, const ul_schedule_task *task)
{
    const ul_cost loading = loading_for(in, task, least_work(in, task));
    return loading > FORGIVEN ? loading - FORGIVEN : 0;
}

ul_micro ul_floor_least_s(const ul_schedule *in, size_t task)
{
    return (ul_micro)(least_work(in, &in->task[task]) + least_loading(in, &in->task[task]));
}

ul_micro ul_floor_least_work_s(const ul_schedule *in, size_t task)
{
    return (ul_micro)least_work(in, &in->task[task]);
}

ul_micro ul_floor_stay_s(const ul_schedule *in, size_t task)
{
    const ul_cost work = whole_work(in, &in->task[task]);
    return (ul_micro)(work + loading_for(in, &in->task[task], work));
}

ul_cost ul_floor_need(const ul_floor_problem *problem, size_t item, size_t task)
{
    const ul_schedule_task *one = &problem->in->task[task];
    return (problem->item[item].works ? least_work(problem->in, one) : 0)
           + (problem->item[item].loads ? least_loading(problem->in, one) : 0);
}

static uint32_t base_of(const ul_floor_problem *p, const ul_schedule_task *task)
{
    const uint32_t w = p->in->job[task->job].workload;
    return p->physics < UL_FLOOR_COMPANY || w == UL_SCHEDULE_NONE
               ? 0
               : ul_schedule_class(p->in, w);
}

/* The class of this shape and base, and of its length, new where there is none yet. */
static ul_status find_class(ul_floor_problem *p, ul_arena *arena, uint32_t *first, size_t *room,
                            uint32_t task, uint32_t base, uint32_t *found)
{
    const uint32_t shape = p->in->task[task].shape;
    for (*found = first[shape]; *found != UINT32_MAX; *found = p->class[*found].next)
        if (p->class[*found].base == base && p->class[*found].is_long == p->is_long[task])
            return UL_OK;
    UL_MORE(arena, p->class, p->n_classes, *room);
    *found = (uint32_t)p->n_classes++;
    p->class[*found] = (ul_floor_class){.shape = shape, .base = base, .task = task,
                                         .is_long = p->is_long[task], .next = first[shape]};
    first[shape] = *found;
    return UL_OK;
}

static ul_status fill_classes(ul_floor_problem *p, ul_arena *arena)
{
    const ul_schedule *in = p->in;
    size_t room = 64;
    uint32_t *first;
    UL_ALLOC(arena, first, in->n_shapes);
    UL_ALLOC(arena, p->class, room);
    UL_ALLOC(arena, p->class_of, in->n_tasks);
    p->n_classes = 0;
    for (size_t s = 0; s < in->n_shapes; s++)
        first[s] = UINT32_MAX;
    for (size_t i = 0; i < in->n_tasks; i++) {
        const ul_schedule_task *task = &in->task[i];
        UL_TRY(find_class(p, arena, first, &room, (uint32_t)i, base_of(p, task),
                          &p->class_of[i]));
        ul_floor_class *class = &p->class[p->class_of[i]];
        class->n_tasks++;
        class->work += least_work(in, task);
        if (p->physics == UL_FLOOR_LOADING || p->physics == UL_FLOOR_INTERFERENCE)
            class->loading += least_loading(in, task);
    }
    return UL_OK;
}

/* Long is who has a noticeable part of his class's work, and half as much again as the mean. */
static bool mark_long(ul_floor_problem *p)
{
    enum { PART = 32 };
    bool any = false;
    for (size_t i = 0; i < p->in->n_tasks; i++) {
        const ul_floor_class *class = &p->class[p->class_of[i]];
        const ul_cost work = least_work(p->in, &p->in->task[i]);
        p->is_long[i] = work > class->work / PART
                        && 2 * work * (ul_cost)class->n_tasks > 3 * class->work;
        any = any || p->is_long[i];
    }
    return any;
}

static ul_status fill_rates(ul_floor_problem *p, ul_arena *arena)
{
    const size_t n = p->physics < UL_FLOOR_COMPANY ? 1 : ul_schedule_classes(p->in);
    double *rate;
    UL_ALLOC(arena, rate, (n + 1) * (n + 1));
    for (size_t a = 0; a <= n; a++)
        for (size_t b = 0; b <= n; b++)
            rate[a * (n + 1) + b] =
                a == n || b == n || p->physics < UL_FLOOR_COMPANY
                    ? 1
                    : ul_schedule_class_throughput(p->in, (uint32_t)a, (uint32_t)b);
    p->n_bases = n + 1;
    p->rate = rate;
    return UL_OK;
}

/* What the n-th part of a period costs, all before it included, is least where it ends. */
ul_micro ul_floor_price_between(const ul_schedule *in, size_t k, ul_micro from_s, ul_micro to_s)
{
    const ul_schedule_type *type = &in->type[k];
    ul_micro least = ul_schedule_price_at(in, k, from_s), shares = 0;
    for (size_t q = 0; q < type->n_prices; q++)
        if (type->moving_price[q].from_s > from_s && type->moving_price[q].from_s < to_s
            && type->moving_price[q].price < least)
            least = type->moving_price[q].price;
    const ul_micro before = least;
    for (size_t q = 0; q < type->n_shares; q++) {
        shares += type->share[q];
        const ul_micro discounted =
            (ul_micro)((ul_cost)before * shares / (UL_MICRO * (ul_cost)(q + 1)));
        least = discounted < least ? discounted : least;
    }
    return least;
}

/* In pure cost a lease that is used all the time costs its fee over its hours, one that is not
 * costs more an hour of use. */
ul_micro ul_floor_pays(const ul_floor_problem *problem, size_t k, ul_micro from_s, ul_micro to_s)
{
    const ul_floor_payment *by = problem->payment;
    if (by->nothing)
        return 0;
    ul_micro least = ul_floor_price_between(problem->in, k, from_s, to_s);
    for (size_t q = 0; q < by->n_leases; q++) {
        const ul_floor_lease *one = &by->lease[q];
        const ul_cost hour = one->price + (ul_cost)one->fee * UL_MICRO / one->hours;
        least = one->type == k && hour < least ? (ul_micro)hour : least;
    }
    return least;
}

ul_cost ul_floor_startup(const ul_floor_problem *p, size_t k)
{
    const ul_schedule_type *type = &p->in->type[k];
    ul_micro usable_s = type->usable_after_s;
    if (p->in->n_boots > 0) /* a request of one is the soonest */
        usable_s = p->in->boot[0].usable_after_s - type->billed_after_s;
    const ul_micro seconds = (usable_s > 0 ? usable_s : 0) + type->gone_after_s - FORGIVEN;
    return seconds > 0 ? (ul_cost)p->price[k] * seconds : 0;
}

/* Some machine has to be started for the class whose cheapest start is dearest, of those that
 * need time: a stay of no length takes no room. */
static void fill_startup(ul_floor_problem *p)
{
    for (size_t c = 0; p->physics >= UL_FLOOR_LOADING && c < p->n_classes; c++) {
        ul_cost least = -1;
        for (size_t k = 0; k < p->in->n_types && p->class[c].work + p->class[c].loading > 0; k++)
            if (ul_floor_holds(p, k, c) && (least < 0 || ul_floor_startup(p, k) < least))
                least = ul_floor_startup(p, k);
        p->startup = least > p->startup ? least : p->startup;
    }
}

static ul_status fill_items(ul_floor_problem *p, ul_arena *arena)
{
    const uint32_t loads = (uint32_t)p->n_bases - 1;
    UL_ALLOC(arena, p->item, 2 * p->n_classes);
    for (size_t c = 0; c < p->n_classes; c++) {
        const ul_floor_class *class = &p->class[c];
        if (p->physics < UL_FLOOR_COMPANY) {
            p->item[p->n_items++] =
                (ul_floor_item){(uint32_t)c, 0, true, class->loading > 0,
                                class->work + class->loading, class->n_tasks, (uint32_t)c};
            continue;
        }
        p->item[p->n_items++] = (ul_floor_item){(uint32_t)c, class->base, true, false, class->work,
                                                   class->n_tasks, (uint32_t)c};
        if (class->loading > 0)
            p->item[p->n_items++] =
                (ul_floor_item){(uint32_t)c, loads, false, true, class->loading,
                                class->n_tasks, (uint32_t)c};
    }
    return UL_OK;
}

/* Where a machine can be used before it is billed there is no floor. */
static ul_status check_billed(const ul_schedule *in)
{
    for (size_t k = 0; in->n_boots > 0 && k < in->n_types; k++)
        if (in->type[k].billed_after_s > 0)
            return ul_fail(UL_E_INPUT, "no floor: with boot records a machine of type '%s' may be "
                                       "used before it is billed", in->type[k].name);
    return UL_OK;
}

ul_status ul_floor_problem_new(const ul_schedule *in, const ul_floor_payment *payment,
                               ul_floor_physics physics, bool apart, ul_arena *arena,
                               ul_floor_problem **problem)
{
    ul_floor_problem *p = ul_arena_alloc(arena, 1, sizeof *p);
    ul_micro *price = ul_arena_alloc(arena, in->n_types, sizeof *price);
    UL_NEED(p && price);
    UL_TRY(check_billed(in));
    *problem = p;
    p->in = in;
    p->payment = payment;
    p->physics = physics;
    for (size_t k = 0; k < in->n_types; k++)
        price[k] = ul_floor_pays(p, k, 0, INT64_MAX);
    p->price = price;
    UL_ALLOC(arena, p->is_long, in->n_tasks);
    UL_TRY(fill_classes(p, arena));
    if (apart && mark_long(p))
        UL_TRY(fill_classes(p, arena));
    UL_TRY(fill_rates(p, arena));
    UL_TRY(fill_items(p, arena));
    fill_startup(p);
    return UL_OK;
}

double ul_floor_speed(const ul_floor_problem *problem, size_t type, size_t item)
{
    return problem->item[item].loads
               ? 1
               : ul_schedule_speed(problem->in, problem->class[problem->item[item].class].task, type);
}

bool ul_floor_holds(const ul_floor_problem *problem, size_t type, size_t class)
{
    const ul_schedule_type *k = &problem->in->type[type];
    return ul_schedule_fits(problem->in,
                            ul_schedule_demand(problem->in, problem->class[class].shape, k->family),
                            k->capacity);
}

/* ---- whole numbers ---- */

int64_t ul_floor_scale(double dearest, double most)
{
    enum { FINEST = 1 << 20 };
    int64_t scale = 1;
    while (scale < FINEST && dearest * 1e6 * (double)scale < 0x1p40
           && most * 2e6 * (double)scale <= (double)UL_FLOOR_VALUE_MAX)
        scale *= 2;
    return scale;
}

int64_t ul_floor_whole(double dollars, int64_t scale)
{
    return (int64_t)fmin(dollars * 1e6 * (double)scale, (double)UL_FLOOR_VALUE_MAX);
}

bool ul_floor_add(ul_cost *sum, int64_t value, ul_cost microseconds)
{
    ul_cost product;
    return !__builtin_mul_overflow((ul_cost)value, microseconds, &product)
           && !__builtin_add_overflow(*sum, product, sum);
}

ul_cost ul_floor_dollars(ul_cost sum, int64_t scale)
{
    const ul_cost unit = (ul_cost)3600 * scale;
    return sum < 0 ? 0 : sum / unit + (sum % unit > 0);
}
