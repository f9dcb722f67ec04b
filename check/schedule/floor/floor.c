/* Verifies a certificate of a floor: ullage-certificate,1,schedule.
 *
 * Every task of a valid timeline does its work, at the rate that those beside it leave
 * it, and loads at least once; all the while it has a place on a machine that is billed
 * (timeline_rules.c sees to both). So if no set of tasks that fits a machine is worth more
 * than the machine costs, second by second, then no timeline costs less than all the work
 * and loading is worth. Values of a second of each are in the certificate; that no set is
 * worth more is shown in floor_patterns.c, period by period where there are some
 * (floor_periods.c), for tasks that are on one machine at a time (floor_tolls.c), in some of
 * which whole machines are counted instead (floor_whole.c). Where nobody moves that is shown of
 * the lives of machines instead (floor_lives.c). One machine at least is billed while it starts;
 * or every one of them, at the times at which many are needed (floor_starts.c).
 *
 * A millionth of a task's work and ten microseconds are not asked for, which is more than
 * timeline_work.c forgives.
 */
#include "floor.h"

#define SCALE_MAX ((uint64_t)1 << 40)

/* ---- machines ---- */

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
                const check_wide one = check_floor_startup(f, k);
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
    f->claimed = check_dollars(f->c, row, 1, "the bound", 12);
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

/* All work and loading at their values, and one start where periods have no shares of all of them,
 * less all supply at its own and all tolls: 10^-12 dollars, rounded up as costs are. */
static check_wide total_of(check_floor *f)
{
    check *c = f->c;
    check_wide sum = check_plus(c, check_times(c, f->starts ? 0 : startup(f), f->scale),
                                check_floor_lives_total(f, check_floor_presence_total(f)));
    sum = check_plus(c, sum, check_floor_rise_total(f));
    sum = check_plus(c, sum, check_floor_whole_total(f));
    for (size_t q = 0; q < f->key.n; q++) {
        const check_floor_class *class = &f->class[q];
        sum = check_plus(c, sum, check_times(c, class->work, class->work_value));
        sum = check_plus(c, sum, check_times(c, class->loading, class->loading_value));
    }
    sum = check_minus(c, sum, check_floor_supply_total(f));
    sum = check_minus(c, sum, check_floor_toll_total(f));
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
        {"long", check_floor_read_long},
        {"value", read_any_value},
        {"supply", check_floor_read_supply},
        {"wait", check_floor_read_wait},
        {"period", check_floor_read_period},
        {"start", check_floor_read_start},
        {"presence", check_floor_read_presence},
        {"toll", check_floor_read_toll},
        {"instant", check_floor_read_instant},
        {"whole", check_floor_read_whole},
        {"still", check_floor_read_still},
        {"full", check_floor_read_full},
        {"share", check_floor_read_share},
        {"life", check_floor_read_life},
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
    check_floor_fill_classes(&f);
    while (check_next(c, certificate, &row)) {
        if (check_is(&row, 0, "instance"))
            check_read_binding(c, &row, instance, f.s->name, &bound);
        else
            read_record(&f, &row);
    }
    if (!bound || f.claimed < 0 || f.scale == 0)
        check_refuse_file(c, certificate->name, "lacks its instance, bound or scale");
    check_floor_claim(&f);
    check_floor_whole_alone(&f);
    check_floor_periods(&f);
    check_floor_lives(&f);
    if (c->violations == 0 && total_of(&f) < f.claimed)
        check_violation(c, NULL, "%s: the values prove less than the bound it claims", f.file);
    return f.infeasible ? CHECK_NO_PLAN : f.claimed;
}
