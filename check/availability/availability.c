/* Checks an availability plan: every name known, and enough capacity up with the
 * promised probability.
 *
 * The failure probability is summed over the capacity levels below the target in
 * long doubles. Every term is a product of nonnegative numbers, so nothing cancels:
 * with n types held and L levels its relative error is below
 * (3 n + L) * 2^-63, which is printed beside the result. The target itself
 * and the availabilities are the doubles nearest to their decimals, hence the
 * tolerance of 10^-15 that the format grants.
 *
 * O(types held * target capacity) time, O(target capacity) space.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "availability.h"

#define CAPACITY_MAX CHECK_CAPACITY_MAX
#define TYPES_MAX 4096

/* What the narrowest long double there is rounds by, that of x86: elsewhere the sum is
 * nearer, and the verdict is the same. */
static const long double epsilon = 0x1p-63L;
_Static_assert(LDBL_MANT_DIG >= 64, "a long double has 64 bits or more");

typedef check_availability pool;

static double read_real(check *c, const check_row *row, size_t field, const char *what, double most)
{
    const check_field *f = &row->field[field];
    char *end;
    const double value = strtod(f->text, &end);
    if (f->length == 0 || strspn(f->text, "0123456789.eE+-") != f->length || *end != '\0'
        || !(value >= 0 && value <= most))
        check_refuse(c, row, field, "%s '%.40s' is not a number from 0 to %g", what, f->text, most);
    return value;
}

static check_wide read_price(check *c, const check_row *row, size_t field, const char *what)
{
    return (check_wide)roundl((long double)read_real(c, row, field, what, 1e6) * 1e12L);
}

static void read_vm(check *c, const check_row *row, pool *p)
{
    bool added;
    check_expect(c, row, 6, "vm,NAME,CAPACITY,PRICE_PER_HOUR,ON_DEMAND_PRICE,AVAILABILITY");
    const char *name = check_name(c, row, 1, "machine type");
    const size_t k = check_names_add(c, &p->vm, name, row->field[1].length, &added);
    if (!added)
        check_refuse(c, row, 1, "machine type '%.80s' is named twice", name);
    if (k == TYPES_MAX)
        check_refuse(c, row, 0, "there are more than %d types", TYPES_MAX);
    p->vms = check_grow(c, p->vms, k, &p->vm_room, sizeof *p->vms);
    p->vms[k] = (struct vm){
        .capacity = check_count(c, row, 2, "the capacity", CAPACITY_MAX),
        .price = read_price(c, row, 3, "the price"),
        .on_demand_price =
            row->field[4].length == 0 ? 0 : read_price(c, row, 4, "the on-demand price"),
        .up = read_real(c, row, 5, "the availability", 1),
    };
    if (p->vms[k].capacity == 0)
        check_refuse(c, row, 2, "the capacity is 0");
}

static void read_target(check *c, const check_row *row, pool *p)
{
    check_expect(c, row, 3, "target,CAPACITY,AVAILABILITY");
    if (p->targeted)
        check_refuse(c, row, 0, "there is a second target");
    p->targeted = true;
    p->capacity = check_from_zero(c, row, 1, "the target capacity", CAPACITY_MAX);
    p->target = read_real(c, row, 2, "the target availability", 1);
}

static void *read_instance(check *c, check_file *file)
{
    check_row row;
    pool *p = check_alloc(c, 1, sizeof *p);
    while (check_next(c, file, &row)) {
        if (check_is(&row, 0, "name")) {
            check_instance_name(c, &row, &p->name);
        } else if (check_is(&row, 0, "target")) {
            read_target(c, &row, p);
        } else if (check_is(&row, 0, "vm")) {
            read_vm(c, &row, p);
        } else {
            check_refuse(c, &row, 0, "record '%.40s' is not known", row.field[0].text);
        }
    }
    if (p->name == NULL || !p->targeted || p->vm.n == 0)
        check_refuse_file(c, file->name, "lacks a name, a target or a machine type");
    return p;
}

static void read_hold(check *c, const check_row *row, pool *p, bool on_demand)
{
    check_expect(c, row, 3, "hold,VM,COUNT or on-demand,VM,COUNT");
    const size_t k = check_names_find(&p->vm, row->field[1].text, row->field[1].length);
    const uint64_t count = check_from_zero(c, row, 2, "the number of machines", CAPACITY_MAX);
    if (k == CHECK_NOT_FOUND) {
        check_violation(c, row, "the instance has no type '%.80s'", row->field[1].text);
        return;
    }
    if (on_demand && p->vms[k].on_demand_price == 0)
        check_violation(c, row, "'%.80s' is not offered on demand", row->field[1].text);
    uint64_t *held = on_demand ? &p->vms[k].on_demand : &p->vms[k].held;
    *held += count;
    if (*held > CAPACITY_MAX)
        check_refuse(c, row, 2, "there are more than %llu machines of one type",
                     (unsigned long long)CAPACITY_MAX);
}

static void read_plan(check *c, const check_file *instance, check_file *plan, pool *p)
{
    check_row row;
    bool bound = false;
    while (check_next(c, plan, &row)) {
        if (check_is(&row, 0, "hold"))
            read_hold(c, &row, p, false);
        else if (check_is(&row, 0, "on-demand"))
            read_hold(c, &row, p, true);
        else if (check_is(&row, 0, "instance"))
            check_read_binding(c, &row, instance, p->name, &bound);
        else if (!check_is(&row, 0, "method"))
            check_refuse(c, &row, 0, "record '%.40s' is not known; expected instance, method, hold "
                                     "or on-demand", row.field[0].text);
    }
    if (!bound)
        check_violation(c, NULL, "%s: the plan does not name its instance", plan->name);
}

/* Capacity that is up whatever happens, taken off the target. */
static uint64_t capacity_lacking(const pool *p)
{
    check_wide certain = 0;
    for (size_t k = 0; k < p->vm.n; k++)
        certain += (check_wide)p->vms[k].capacity * (check_wide)p->vms[k].on_demand; /* < 2^60 */
    return certain >= (check_wide)p->capacity ? 0 : p->capacity - (uint64_t)certain;
}

/* P(less than the target is up); *error bounds what was rounded. */
static long double failure_of(check *c, const pool *p, long double *error)
{
    const uint64_t levels = capacity_lacking(p);
    long double *level = check_alloc(c, levels + 1, sizeof *level), failure = 0;
    size_t held = 0;
    level[0] = 1;
    for (size_t k = 0; k < p->vm.n; k++) {
        const struct vm *vm = &p->vms[k];
        if (vm->held == 0)
            continue;
        const long double up = vm->up, down = 1 - up;
        const uint64_t step = vm->capacity * vm->held; /* 10^7 each at most */
        for (uint64_t s = levels; s-- > 0;)
            level[s] = level[s] * down + (s >= step ? level[s - step] * up : 0);
        held++;
    }
    for (uint64_t s = 0; s < levels; s++)
        failure += level[s];
    *error = failure * (3 * (long double)held + (long double)levels) * epsilon;
    return failure;
}

static check_wide check_plan(check *c, void *problem, const check_file *instance, check_file *plan)
{
    pool *p = problem;
    check_wide cost = 0;
    long double error;
    read_plan(c, instance, plan, p);
    for (size_t k = 0; k < p->vm.n; k++) {
        const struct vm *vm = &p->vms[k];
        cost = check_plus(c, cost, check_times(c, vm->price, vm->held));
        cost = check_plus(c, cost, check_times(c, vm->on_demand_price, vm->on_demand));
    }
    const long double failure = failure_of(c, p, &error);
    if (failure - error > 1 - (long double)p->target + CHECK_TOLERANCE)
        check_violation(c, NULL, "%s: %llu units are up with probability %.15Lg only, the target "
                                 "is %.15g", plan->name, (unsigned long long)p->capacity,
                        1 - failure, p->target);
    fprintf(c->out, "availability 1 - %.12Lg (rounding below %.2Lg)\n", failure, error);
    return cost;
}

const check_kind check_kind_availability = {.name = "availability", .instance = read_instance,
                                            .plan = check_plan,
                                            .certificate = check_availability_certificate};
