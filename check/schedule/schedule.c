/* Checks a timeline: docs/schedules.md has the rules, the files of this folder one
 * part of them each. */
#include "floor.h"

static void *read_instance(check *c, check_file *instance)
{
    check_schedule *s = check_alloc(c, 1, sizeof *s);
    check_schedule_read(c, instance, s);
    return s;
}

static check_wide check_plan(check *c, void *problem, const check_file *instance, check_file *plan)
{
    check_schedule *s = problem;
    check_timeline t;
    char claimed[CHECK_NUMBER_TEXT], counted[CHECK_NUMBER_TEXT];
    check_timeline_read(c, instance, plan, s, &t);
    check_timeline_rules(c, s, &t);
    check_timeline_work(c, s, &t);
    const check_wide cost = check_timeline_bill(c, s, &t);
    s->longest_wait = check_timeline_wait(c, s, &t);
    s->n_stays = t.n_stays;
    s->short_stay = check_timeline_short(c, s, &t);
    if (t.has_cost && t.cost != cost)
        check_violation(c, &t.cost_place, "the bill is %s, not %s", check_text(cost, 12, counted),
                        check_text(t.cost, 12, claimed));
    return cost;
}

const check_kind check_kind_schedule = {
    .name = "schedule",
    .instance = read_instance,
    .plan = check_plan,
    .certificate = check_floor_certificate,
};
