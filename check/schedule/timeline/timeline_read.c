/* Reads a timeline: machines, stays, and the bill that its writer claims. */
#include "schedule_fields.h"

static check_micro read_seconds(check *c, const check_row *row, size_t field, const char *what)
{
    const check_micro seconds = check_decimal(c, row, field, what);
    if (seconds > CHECK_SECONDS_MAX)
        check_refuse(c, row, field, "%s is beyond %lld seconds", what,
                     (long long)(CHECK_SECONDS_MAX / CHECK_SECOND));
    return seconds;
}

static void read_machine(check *c, const check_row *row, check_timeline *t)
{
    bool added;
    check_expect(c, row, 6, "machine,ID,TYPE,ORDERED_S,READY_S,RELEASED_S");
    const char *id = check_name(c, row, 1, "machine");
    const size_t m = check_names_add(c, &t->id, id, row->field[1].length, &added);
    if (!added)
        check_refuse(c, row, 1, "machine '%.80s' is named twice", id);
    const size_t k = check_names_find(&t->s->type, row->field[2].text, row->field[2].length);
    if (k == CHECK_NOT_FOUND)
        check_refuse(c, row, 2, "the instance has no type '%.80s'", row->field[2].text);
    t->machine = check_grow(c, t->machine, m, &t->machine_room, sizeof *t->machine);
    t->machine[m] = (check_machine){
        .line = row->line,
        .type = (check_index)k,
        .ordered = read_seconds(c, row, 3, "the order"),
        .ready = read_seconds(c, row, 4, "the second it is ready"),
        .released = read_seconds(c, row, 5, "the release"),
    };
}

static void read_run(check *c, const check_row *row, check_timeline *t)
{
    if (row->n != 9 || !check_is(row, 8, "lost"))
        check_expect(c, row, 8, "run,JOB,TASK,MACHINE,FROM_S,WORKING_S,STOPPED_S,TO_S[,lost]");
    const size_t m = check_names_find(&t->id, row->field[3].text, row->field[3].length);
    if (m == CHECK_NOT_FOUND)
        check_refuse(c, row, 3, "machine '%.80s' is not named above this record",
                     row->field[3].text);
    t->stay = check_grow(c, t->stay, t->n_stays, &t->stay_room, sizeof *t->stay);
    t->stay[t->n_stays++] = (check_stay){
        .line = row->line,
        .task = (check_index)check_field_task(c, row, t->s),
        .machine = (check_index)m,
        .from = read_seconds(c, row, 4, "the first second"),
        .working = read_seconds(c, row, 5, "the second it works"),
        .stopped = read_seconds(c, row, 6, "the second it stops"),
        .to = read_seconds(c, row, 7, "the last second"),
        .lost = row->n == 9,
    };
    if (t->n_stays == CHECK_INDEX_MAX)
        check_refuse(c, row, 0, "there are too many stays");
}

static void read_cost(check *c, const check_row *row, check_timeline *t)
{
    check_expect(c, row, 2, "cost,DOLLARS");
    if (t->has_cost)
        check_refuse(c, row, 0, "there is a second cost");
    t->has_cost = true;
    t->cost_place = (check_row){.file = row->file, .line = row->line};
    t->cost = check_dollars(c, row, 1, "the cost", 12);
}

void check_timeline_read(check *c, const check_file *instance, check_file *plan,
                         check_schedule *s, check_timeline *t)
{
    check_row row;
    bool bound = false;
    *t = (check_timeline){.s = s, .file = plan->name};
    while (check_next(c, plan, &row)) {
        if (check_is(&row, 0, "run"))
            read_run(c, &row, t);
        else if (check_is(&row, 0, "machine"))
            read_machine(c, &row, t);
        else if (check_is(&row, 0, "cost"))
            read_cost(c, &row, t);
        else if (check_is(&row, 0, "instance"))
            check_read_binding(c, &row, instance, s->name, &bound);
        else if (!check_is(&row, 0, "method"))
            check_refuse(c, &row, 0, "record '%.40s' is not known; expected instance, method, "
                                     "machine, run or cost", row.field[0].text);
    }
    if (!bound)
        check_violation(c, NULL, "%s: the plan does not name its instance", plan->name);
}
