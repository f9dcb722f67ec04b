/* Thirty tiny workloads: the floor is below what trying every schedule finds, and that is
 * not above what the search finds. The same for schedules in which nobody waits for long, and
 * where some jobs are gangs: of those, schedules that have each gang on one machine are tried. */
#include "schedule.h"
#include "solving.h"
#include "timeline.h"

enum { JOBS_MAX = 5, WORKLOADS = 30, WAIT_S = 60 };

/* Whoever moves loses what it has done, so nobody does in the best schedule. Tried are all
 * divisions into machines, all types, orders, beginnings at an arrival and numbers of tasks
 * at once; each task starts as soon as these let it. */
typedef struct {
    const ul_schedule *in;
    size_t n;
    double wait_s; /* nobody starts later than so long after his arrival */
} brute;

/* Jobs of one task, or gangs of up to three. */
static ul_instance tiny_workload(uint64_t seed, int most)
{
    char text[2048];
    ul_rng *rng = ul_rng_new(seed);
    const int n = (int)ul_rng_between(rng, 1, JOBS_MAX);
    size_t used = (size_t)snprintf(
        text, sizeof text, "ullage,1,schedule\nname,tiny\nresource,cpu,ram\nround,60\ncut-off,lost\n"
        "billing,0,0\n"
        "type,small,f,%d,4,8\nstartup,small,0,%d,0\ntype,large,f,%d,8,16\nstartup,large,0,%d,1\n"
        "throughput,w0,w1,0.9\nthroughput,w1,*,0.8\n",
        (int)ul_rng_between(rng, 2, 4), (int)ul_rng_between(rng, 0, 20),
        (int)ul_rng_between(rng, 4, 7), (int)ul_rng_between(rng, 0, 20));
    long long arrival = 0;
    for (int j = 0; j < n; j++) {
        const int size = most == 1 ? 1 : (int)ul_rng_between(rng, 1, most);
        arrival += ul_rng_between(rng, 0, 300);
        used += (size_t)snprintf(text + used, sizeof text - used, "job,j%d,%lld,%d,w%d,%d,%s,%d,%d\n",
                                 j, arrival, size, (int)ul_rng_below(rng, 2),
                                 (int)ul_rng_between(rng, 200, 2000), size > 1 ? "gang" : "free",
                                 (int)ul_rng_between(rng, 1, size > 2 ? 2 : 4),
                                 (int)ul_rng_between(rng, 1, size > 2 ? 5 : 8));
        used += (size_t)snprintf(text + used, sizeof text - used, "moving,j%d,%d,0,%d,1,1\n", j,
                                 (int)ul_rng_between(rng, 0, 9), (int)ul_rng_between(rng, 0, 5));
    }
    ul_rng_free(rng);
    return parsed(text);
}

/* So many tasks are one of those tried: a gang, under its first. */
static size_t size_of(const ul_schedule *in, uint32_t task)
{
    const ul_schedule_job *job = &in->job[in->task[task].job];
    return job->gang ? job->n_tasks : 1;
}

/* One machine of a type with these tasks in this order, at most so many at once: each starts
 * as soon as all before it in the order have and it fits. Worked out by itself, in seconds. */
typedef struct {
    const brute *b;
    uint32_t type;
    const uint32_t *task;
    size_t n, seats;
    double now, until; /* the next second at which something happens */
    double left[JOBS_MAX], ready[JOBS_MAX], counts[JOBS_MAX], rate[JOBS_MAX];
    bool done[JOBS_MAX];
    size_t next, n_done; /* tasks before next have started */
} life;

static double arrival_of(const life *l, size_t q)
{
    return ul_micro_double(l->b->in->task[l->task[q]].arrival_s);
}

/* Whether the next fits beside those who are there. */
static bool has_room(const life *l)
{
    const ul_schedule *in = l->b->in;
    const ul_micro *capacity = in->type[l->type].capacity;
    ul_micro used[2] = {0};
    size_t there = 0;
    for (size_t q = 0; q <= l->next; q++) {
        if (q < l->next && l->done[q])
            continue;
        const size_t size = size_of(in, l->task[q]);
        there += q < l->next ? size : 0;
        for (size_t r = 0; r < 2; r++)
            used[r] += (ul_micro)size * ul_schedule_need(in, l->task[q], l->type)[r];
    }
    return there < l->seats && used[0] <= capacity[0] && used[1] <= capacity[1];
}

/* Everybody who can starts; false when somebody has waited too long by then. */
static bool start_tasks(life *l)
{
    l->until = HUGE_VAL;
    for (; l->next < l->n; l->next++) {
        const ul_schedule_task *task = &l->b->in->task[l->task[l->next]];
        const ul_schedule_job *job = &l->b->in->job[task->job];
        if (arrival_of(l, l->next) > l->now)
            l->until = arrival_of(l, l->next);
        if (arrival_of(l, l->next) > l->now || !has_room(l))
            return true;
        if (l->now - arrival_of(l, l->next) > l->b->wait_s)
            return false;
        l->left[l->next] = ul_micro_double(task->work_s);
        l->ready[l->next] = l->now + ul_micro_double(job->fetch_s + job->build_s);
        l->counts[l->next] = l->ready[l->next] + ul_micro_double(job->init_s);
    }
    return true;
}

static double rate_of(const life *l, size_t q)
{
    const ul_schedule *in = l->b->in;
    double rate = 1;
    for (size_t o = 0; o < l->next; o++)
        for (size_t one = o == q;
             one < size_of(in, l->task[o]) && !l->done[o] && l->now >= l->ready[o]; one++)
            rate *= ul_schedule_throughput(in, in->job[in->task[l->task[q]].job].workload,
                                           in->job[in->task[l->task[o]].job].workload);
    return rate;
}

/* How fast everybody is until something happens. */
static void find_rates(life *l)
{
    for (size_t q = 0; q < l->next; q++) {
        l->rate[q] = 0;
        if (l->done[q])
            continue;
        if (l->now < l->counts[q]) {
            l->until = fmin(l->until, l->now < l->ready[q] ? l->ready[q] : l->counts[q]);
            continue;
        }
        l->rate[q] = rate_of(l, q);
        l->until = fmin(l->until, l->now + l->left[q] / l->rate[q]);
    }
}

static void advance(life *l)
{
    for (size_t q = 0; q < l->next; q++) {
        l->left[q] -= l->rate[q] * (l->until - l->now);
        if (!l->done[q] && l->rate[q] > 0 && l->left[q] <= 1e-9) {
            l->done[q] = true;
            l->n_done++;
        }
    }
    l->now = l->until;
}

/* Its bill, where its first second is the arrival of `first`; HUGE_VAL where it cannot be. */
static double machine_cost(const brute *b, uint32_t type, const uint32_t *task, size_t n,
                           size_t first, size_t seats)
{
    const ul_schedule_type *k = &b->in->type[type];
    const double startup = ul_micro_double(k->billed_after_s + k->usable_after_s);
    life l = {.b = b, .type = type, .task = task, .n = n, .seats = seats};
    l.now = fmax(startup, arrival_of(&l, first));
    const double begun = l.now - startup;
    while (l.n_done < n) {
        if (!start_tasks(&l))
            return HUGE_VAL;
        find_rates(&l);
        if (l.until == HUGE_VAL)
            return HUGE_VAL; /* nobody is there: the next fits no machine of the type */
        advance(&l);
    }
    return ul_micro_double(k->price) * (l.now + ul_micro_double(k->gone_after_s) - begun) / 3600;
}

/* The cheapest for a group: every type, order and beginning. */
static double group_cost(const brute *b, uint32_t *task, size_t at, size_t n)
{
    double best = HUGE_VAL;
    size_t most = 0;
    for (size_t q = 0; q < n; q++)
        most += size_of(b->in, task[q]);
    if (at == n) {
        for (uint32_t k = 0; k < b->in->n_types; k++)
            for (size_t q = 0; q < n * most; q++)
                best = fmin(best, machine_cost(b, k, task, n, q % n, q / n + 1));
        return best;
    }
    for (size_t q = at; q < n; q++) {
        uint32_t kept = task[at];
        task[at] = task[q];
        task[q] = kept;
        best = fmin(best, group_cost(b, task, at + 1, n));
        kept = task[at];
        task[at] = task[q];
        task[q] = kept;
    }
    return best;
}

/* Every division of the tasks into machines, a group's cost found once. */
static double divide(const double *cost, unsigned left)
{
    if (left == 0)
        return 0;
    const unsigned first = left & -left;
    double best = HUGE_VAL;
    for (unsigned rest = left ^ first, part = rest;; part = (part - 1) & rest) {
        best = fmin(best, cost[part | first] + divide(cost, rest ^ part));
        if (part == 0)
            return best;
    }
}

static double brute_cost(const ul_schedule *in, double wait_s)
{
    const brute b = {.in = in, .n = in->n_jobs, .wait_s = wait_s};
    double cost[1 << JOBS_MAX];
    for (unsigned set = 1; set < 1u << b.n; set++) {
        uint32_t task[JOBS_MAX];
        size_t n = 0;
        for (uint32_t i = 0; i < b.n; i++)
            if ((set & 1u << i) != 0)
                task[n++] = in->job[i].first_task;
        cost[set] = group_cost(&b, task, 0, n);
    }
    return divide(cost, (1u << b.n) - 1);
}

static double floor_of(const ul_instance *instance, const char *set)
{
    const ul_run_options options = {.set = &set, .n_set = 1};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("schedule-floor"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const double bound = ul_cost_double(ul_run_result_of(run)->bound);
    ul_run_free(run);
    return bound;
}

Test(floor_tiny, floor_of_those_who_do_not_wait)
{
    char set[32];
    size_t near = 0, higher = 0;
    snprintf(set, sizeof set, "wait=%d", WAIT_S);
    for (uint64_t seed = 1; seed <= WORKLOADS; seed++) {
        ul_instance instance = tiny_workload(seed, 1);
        const double best = brute_cost(instance.data, WAIT_S);
        const double bound = floor_of(&instance, set), low = floor_of(&instance, "wait=-1");
        cr_expect(low <= bound && bound <= best + 1e-9, "seed %d: floors %g and %g, best %g",
                  (int)seed, low, bound, best);
        near += best <= bound * 1.1;
        higher += bound > low * 1.01; /* less may be rounding, which differs by processor */
        ul_instance_free(&instance);
    }
    cr_expect_gt(near, WORKLOADS / 2, "only %zu of %d floors are within 10%%", near, WORKLOADS);
    cr_expect_geq(higher, WORKLOADS / 10, "only %zu of %d floors are higher", higher, WORKLOADS);
}

/* On every workload; how many floors are within a share, and the search within 2%. */
static size_t compare_all(int most, double share)
{
    size_t near = 0, found_it = 0;
    for (uint64_t seed = 1; seed <= WORKLOADS; seed++) {
        ul_instance instance = tiny_workload(seed, most);
        const double best = brute_cost(instance.data, HUGE_VAL);
        ul_run *search = solved(&instance, "schedule-search", "moves=1000 start=floor");
        const double found = ul_cost_double(ul_run_result_of(search)->cost);
        const double bound = floor_of(&instance, "wait=-1");
        cr_expect(bound <= best + 1e-9, "seed %d: floor %g, best %g", (int)seed, bound, best);
        cr_expect(best <= found * (1 + 1e-7), "seed %d: best %g, search %g", (int)seed, best, found);
        found_it += found <= best * 1.02;
        near += best <= bound * (1 + share);
        ul_run_free(search);
        ul_instance_free(&instance);
    }
    cr_expect_gt(found_it, WORKLOADS * 4 / 5, "only %zu of %d were found", found_it, WORKLOADS);
    return near;
}

Test(floor_tiny, floor_below_the_best_below_the_search)
{
    const size_t near = compare_all(1, 0.05);
    cr_expect_gt(near, WORKLOADS / 2, "only %zu of %d floors are within 5%%", near, WORKLOADS);
}

/* That a gang's tasks must be together is not in the floor. */
Test(floor_tiny, gangs_on_one_machine)
{
    const size_t near = compare_all(3, 0.2);
    cr_expect_gt(near, WORKLOADS / 2, "only %zu of %d floors are within 20%%", near, WORKLOADS);
}

/* Gangs that no machine holds: as the best policy has them, or in turns, which is what costs
 * least where machines take long to start. */
Test(floor_tiny, wide_gangs)
{
    size_t cheaper = 0;
    for (uint64_t seed = 1; seed <= WORKLOADS; seed++) {
        char text[2048];
        ul_rng *rng = ul_rng_new(seed);
        const int n = (int)ul_rng_between(rng, 1, JOBS_MAX);
        size_t used = (size_t)snprintf(text, sizeof text, "ullage,1,schedule\nname,wide\n"
                                       "resource,node\nround,0\nbilling,%d,0\ntype,node,f,2,1\n"
                                       "startup,node,0,%d,1\n", (int)ul_rng_between(rng, 1, 60),
                                       (int)ul_rng_between(rng, 0, 200));
        for (int j = 0; j < n; j++)
            used += (size_t)snprintf(text + used, sizeof text - used, "job,j%d,%d,%d,w,%d,gang,1\n",
                                     j, 100 * j, (int)ul_rng_between(rng, 1, 4),
                                     j % 4 == 3 ? 0 : (int)ul_rng_between(rng, 100, 500));
        ul_rng_free(rng);
        ul_instance instance = parsed(text);
        const double bound = floor_of(&instance, "wait=-1");
        ul_run *policy = solved(&instance, "first-fit", "");
        ul_run *turns = solved(&instance, "schedule-search", "start=floor");
        ul_run *best = solved(&instance, "schedule-search", "");
        const double started = ul_cost_double(ul_run_result_of(policy)->cost);
        const double in_turns = ul_cost_double(ul_run_result_of(turns)->cost);
        const double found = ul_cost_double(ul_run_result_of(best)->cost);
        cr_expect(bound <= found && found <= started && found <= in_turns,
                  "seed %d: floor %g, search %g, policy %g, turns %g", (int)seed, bound, found,
                  started, in_turns);
        cr_expect_eq(ul_run_result_of(best)->n_rejected + ul_run_result_of(turns)->n_rejected, 0,
                     "seed %d: a timeline is refused", (int)seed);
        cheaper += in_turns < started;
        ul_run_free(policy);
        ul_run_free(turns);
        ul_run_free(best);
        ul_instance_free(&instance);
    }
    cr_expect_gt(cheaper, WORKLOADS / 2, "turns are cheaper in only %zu of %d", cheaper, WORKLOADS);
}

/* Where work is kept, the program's solution is a timeline, its tasks cut: near the floor even
 * where a few jobs are longer than all others together. */
Test(floor_tiny, tasks_are_cut_as_the_program_cuts_them)
{
    size_t cut = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        char text[4096];
        ul_rng *rng = ul_rng_new(seed);
        size_t used = (size_t)snprintf(
            text, sizeof text, "ullage,1,schedule\nname,cut\nresource,cpu\nround,60\ncut-off,kept\n"
            "billing,1,0\ntype,small,f,2,4\nstartup,small,5,20,1\ntype,large,f,3.5,8\n"
            "startup,large,5,30,1\nthroughput,w0,w1,0.95\nthroughput,w1,*,0.9\n");
        for (int j = 0; j < 24; j++)
            used += (size_t)snprintf(text + used, sizeof text - used, "job,j%d,%d,1,w%d,%d,free,%d\n"
                                     "moving,j%d,3,5,9,1,2,i%d\n", j, 100 * j, j % 2,
                                     (j % 4 < 2 ? 50 : 1) * (int)ul_rng_between(rng, 5000, 9000),
                                     2 + j % 2, j, j % 2);
        ul_rng_free(rng);
        ul_instance instance = parsed(text);
        ul_run *search = solved(&instance, "schedule-search", "moves=0 start=floor");
        const ul_run_result *result = ul_run_result_of(search);
        const double bound = floor_of(&instance, "wait=-1"), found = ul_cost_double(result->cost);
        cr_expect(bound <= found && found <= 1.1 * bound, "seed %d: floor %g, search %g", (int)seed,
                  bound, found);
        cr_expect_eq(result->n_rejected, 0, "seed %d: %s", (int)seed, result->note);
        cut += *ul_measures_find(&result->measures, "migrations") > 0;
        ul_run_free(search);
        ul_instance_free(&instance);
    }
    cr_expect_gt(cut, 2, "tasks are cut in only %zu of 5", cut);
}
