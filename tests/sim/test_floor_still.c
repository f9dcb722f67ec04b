/* The floor where nobody waits and nobody moves: below what trying every division into machines
 * finds, above what whole machines at every instant prove, and its certificate is verified. */
#include "floor_case.h"
#include "schedule.h"

enum { TASKS = 7, CAPACITY = 10, WORLDS = 12 };

typedef struct {
    int at[TASKS], end[TASKS], size[TASKS];
} tiny;

static tiny draw(uint64_t seed, char *text, size_t room)
{
    tiny t;
    ul_rng *rng = ul_rng_new(seed);
    size_t used = (size_t)snprintf(text, room, "ullage,1,schedule\nname,tiny\nresource,cpu\nround,0\n"
                                               "billing,0,0\ntype,m,m,3600,%d\n", CAPACITY);
    for (int i = 0; i < TASKS; i++) {
        t.at[i] = (int)ul_rng_between(rng, 0, 9);
        t.end[i] = t.at[i] + (int)ul_rng_between(rng, 1, 9);
        t.size[i] = (int)ul_rng_between(rng, 2, 6);
        used += (size_t)snprintf(text + used, room - used, "job,j%d,%d,1,,%d,free,%d\n", i, t.at[i],
                                 t.end[i] - t.at[i], t.size[i]);
    }
    ul_rng_free(rng);
    return t;
}

/* Seconds in which somebody is on a machine with these tasks; -1 where they do not fit. */
static int busy(const tiny *t, const int *machine, int which)
{
    int seconds = 0;
    for (int second = 0; second < 20; second++) {
        int taken = 0;
        for (int i = 0; i < TASKS; i++)
            if (machine[i] == which && t->at[i] <= second && second < t->end[i])
                taken += t->size[i];
        if (taken > CAPACITY)
            return -1;
        seconds += taken > 0;
    }
    return seconds;
}

/* Task i goes to one of the machines so far, or to one more. */
static int least(const tiny *t, int *machine, int i, int machines)
{
    int best = 1000, sum = 0;
    if (i == TASKS) {
        for (int which = 0; which < machines; which++) {
            const int seconds = busy(t, machine, which);
            sum += seconds < 0 ? 1000 : seconds;
        }
        return sum;
    }
    for (machine[i] = 0; machine[i] <= machines; machine[i]++) {
        const int found = least(t, machine, i + 1, machines + (machine[i] == machines));
        best = found < best ? found : best;
    }
    return best;
}

static double floor_by(const workload *w, const char *moves)
{
    const char *set[] = {"wait=0", moves};
    const ul_run_options options = {.set = set, .n_set = 2, .certificate = w->path[2]};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("schedule-floor"), &w->instance, &options, &run), UL_OK,
                 "%s", ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const double bound = ul_cost_double(ul_run_result_of(run)->bound);
    ul_run_free(run);
    return bound;
}

Test(floor_still, is_below_every_division_into_machines)
{
    size_t more = 0, all = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        char text[1024], said[4096];
        int machine[TASKS];
        const tiny t = draw(seed, text, sizeof text);
        workload w = prepare(parsed(text), "longest-first");
        write_replaced(w.path[0], text, "", "");
        const double instants = floor_by(&w, "moves=any"), lives = floor_by(&w, "moves=none");
        const int best = least(&t, machine, 0, 0);
        cr_expect_leq(lives, best, "seed %d: %.3f of %d", (int)seed, lives, best);
        cr_expect_geq(lives, instants - 1e-9, "seed %d: %.3f of %d", (int)seed, lives, best);
        cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "seed %d: %s", (int)seed, said);
        more += lives > instants + 0.1;
        all += lives > best - 0.01;
        release(&w);
    }
    cr_expect_geq(more, WORLDS / 3, "%zu", more);
    cr_expect_geq(all, WORLDS / 2, "%zu", all);
}

/* Three on two machines: the one in the middle cannot be with both. Whole machines at every instant
 * are 400 seconds, and every schedule is 500. */
static const char three[] = "ullage,1,schedule\nname,z\nresource,cpu\nround,0\nbilling,0,0\n"
                            "type,m,m,3600,10\njob,p,0,1,,200,free,5\njob,q,0,1,,300,free,5\n"
                            "job,r,100,1,,200,free,5\n";

static void expect_none_of_them(const workload *w, const char *cost, const char *timeline)
{
    char said[4096];
    FILE *out = fopen(w->path[1], "w");
    fprintf(out, "ullage-plan,1,schedule\ninstance,z,%s\n%s",
            ((const ul_schedule *)w->instance.data)->sha256, timeline);
    fclose(out);
    cr_expect_eq(verdict_on(w, said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_not_null(strstr(said, cost), "%s", said);
    cr_expect_not_null(strstr(said, "this one is none of them"), "%s", said);
}

Test(floor_still, says_of_whom_it_speaks)
{
    char said[4096];
    workload w = prepare(parsed(three), "longest-first");
    write_replaced(w.path[0], three, "", "");
    cr_expect_float_eq(floor_by(&w, "moves=any"), 400, 0.01);
    cr_expect_eq(floor_by(&w, "moves=none"), 500);
    cr_expect_float_eq(ul_cost_double(w.cost), 500, 1e-9);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_not_null(strstr(said, "optimal: no plan in which tasks spend at most 0 s on no machine "
                                    "and never move nor leave early costs less than 500"), "%s", said);
    /* q goes from p's machine to r's when p leaves */
    expect_none_of_them(&w, "cost 400", "machine,a,m,0,0,200\nmachine,b,m,100,100,300\n"
                        "run,p,0,a,0,0,200,200\nrun,q,0,a,0,0,200,200\nrun,q,0,b,200,200,300,300\n"
                        "run,r,0,b,100,100,300,300\n");
    /* all leave before their time, by so little that it is forgiven */
    expect_none_of_them(&w, "cost 499.999", "machine,a,m,0,0,299.999999\nmachine,b,m,100,100,300\n"
                        "run,p,0,a,0,0,199.999999,199.999999\n"
                        "run,q,0,a,0,0,299.999999,299.999999\n"
                        "run,r,0,b,100,100,299.999999,300\n");
    /* r comes a little before its time, which is forgiven, and leaves as much earlier */
    expect_none_of_them(&w, "cost 500", "machine,a,m,0,0,300\n"
                        "machine,b,m,99.999999,99.999999,299.999999\n"
                        "run,p,0,a,0,0,200,200\nrun,q,0,a,0,0,300,300\n"
                        "run,r,0,b,99.999999,99.999999,299.999999,299.999999\n");
    release(&w);
}

/* ---- plans ---- */

/* Nothing tried costs less, and the bound is verified together with the plan. */
Test(placement_exact, is_the_best_division_into_machines)
{
    size_t proved = 0;
    for (uint64_t seed = 1; seed <= 3 * WORLDS; seed++) {
        char text[1024], said[4096];
        int machine[TASKS];
        const tiny t = draw(seed, text, sizeof text);
        workload w = prepare(parsed(text), "longest-first");
        write_replaced(w.path[0], text, "", "");
        const ul_run_options options = {.certificate = w.path[2]};
        ul_run *run;
        cr_assert_eq(ul_run_new(ul_method_find("placement-exact"), &w.instance, &options, &run),
                     UL_OK, "%s", ul_error_text());
        cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
        const ul_run_result *found = ul_run_result_of(run);
        const int best = least(&t, machine, 0, 0);
        cr_expect_eq(ul_cost_double(found->cost), best, "seed %d: %.3f of %d", (int)seed,
                     ul_cost_double(found->cost), best);
        cr_expect_leq(found->bound, found->cost);
        cr_assert_eq(w.instance.kind->plan_write(found->plan, "z", w.path[1]), UL_OK);
        cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "seed %d: %s", (int)seed, said);
        cr_expect_eq(strstr(said, "optimal: ") != NULL, found->outcome == UL_OPTIMAL, "%s", said);
        proved += found->outcome == UL_OPTIMAL;
        ul_run_free(run);
        release(&w);
    }
    cr_expect_geq(proved, 3 * WORLDS - 2, "%zu", proved);
}
