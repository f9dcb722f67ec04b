/* A policy that orders at random, in random worlds of whatever moves, is taken away, slows
 * its neighbours down or ends together: what it is allowed ends as a timeline that both
 * checkers take, and what it is told of machines is true whenever it looks.
 *
 * UL_RESTLESS=20000 in the environment lives through so many worlds, UL_RESTLESS=1@77 through
 * number 77 alone, with its orders on standard error. */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "live.h"
#include "schedule.h"
#include "solving.h"
#include "timeline.h"
#include "written.h"

enum { machines_max = 4000, orders_max = 300, worlds = 600 };

typedef struct {
    const ul_live_machine *kept[machines_max]; /* looked at once, when it was rented */
    uint32_t n_machines;
    uint32_t task[64], n_tasks;
    double quiet_s; /* from then on, or when it has given its orders, it only puts who waits */
    uint32_t n_orders;
    double woken_s; /* the last second it asked for */
    bool tells;
    ul_rng *rng;
} restless;

static bool chance(ul_rng *rng, unsigned per_cent)
{
    return ul_rng_below(rng, 100) < per_cent;
}

/* ---- what is said of machines ---- */

static void take(ul_live *live, uint32_t task, uint32_t m, const restless *s, ul_micro *left)
{
    const ul_micro *need = ul_live_demand(live, task, s->kept[m]->type);
    for (size_t r = 0; r < ul_live_world_of(live).n_resources; r++)
        left[r] -= need[r];
}

/* By the tasks: who has a place there, and who is promised one. */
static void expect_true(ul_live *live, const restless *s, uint32_t m)
{
    const ul_live_machine *machine = s->kept[m];
    uint32_t on[64];
    ul_micro left[8] = {0};
    ul_live_type type;
    ul_live_task task;
    cr_assert(ul_live_type_of(live, machine->type, &type));
    const size_t n = ul_live_tasks_on(live, m, on, 64), n_resources = ul_live_world_of(live).n_resources;
    cr_assert(n <= 64 && n_resources <= 8);
    memcpy(left, type.capacity, n_resources * sizeof *left);
    for (size_t q = 0; q < n; q++)
        take(live, on[q], m, s, left);
    for (uint32_t i = 0; i < s->n_tasks; i++)
        if (ul_live_task_of(live, s->task[i], &task)) {
            if (task.to == m || (task.state == UL_LIVE_PROMISED && task.machine == m))
                take(live, s->task[i], m, s, left);
            cr_assert(task.machine != m || !machine->is_gone);
        }
    cr_assert_eq(machine->n_on, n);
    cr_assert(!machine->is_closing || machine->is_gone || n > 0, "machine %u is empty and stays", m);
    cr_assert_eq(memcmp(left, machine->free, n_resources * sizeof *left), 0, "machine %u", m);
}

static void expect_all_true(ul_live *live, const restless *s)
{
    for (uint32_t m = 0; m < s->n_machines; m++)
        expect_true(live, s, m);
}

/* ---- orders ---- */

static bool given(const restless *s, const ul_live *live, const char *order, uint32_t task,
                  uint32_t m, const char *why)
{
    if (s->tells)
        fprintf(stderr, "%10.6f  %s task %u machine %u%s%s\n", ul_live_now(live), order, task, m,
                why == NULL ? "" : ": ", why == NULL ? "" : why);
    return why == NULL;
}

static bool rent(ul_live *live, restless *s, uint32_t type, uint32_t *m)
{
    const uint32_t count = chance(s->rng, 10) ? 2 : 1;
    if (s->n_machines + count > machines_max
        || !given(s, live, "rent", UL_LIVE_NONE, type, ul_live_rent(live, type, count, m)))
        return false;
    cr_assert_eq(*m, s->n_machines);
    for (uint32_t q = 0; q < count; q++)
        s->kept[s->n_machines++] = ul_live_machine_of(live, *m + q);
    return true;
}

/* A type that holds the task, the last one if there is a choice: the world takes none of it. */
static uint32_t some_type(ul_live *live, const restless *s, uint32_t task)
{
    ul_live_type type;
    uint32_t found = UL_LIVE_NONE;
    for (uint32_t k = 0; ul_live_type_of(live, k, &type); k++) {
        bool holds = true;
        for (size_t r = 0; r < ul_live_world_of(live).n_resources; r++)
            holds = holds && ul_live_demand(live, task, k)[r] <= type.capacity[r];
        if (holds && (found == UL_LIVE_NONE || ul_live_now(live) >= s->quiet_s || chance(s->rng, 50)))
            found = k;
    }
    return found;
}

static uint32_t some_machine(const restless *s)
{
    return s->n_machines == 0 ? 0 : (uint32_t)ul_rng_below(s->rng, s->n_machines);
}

static void put_somewhere(ul_live *live, restless *s, uint32_t task)
{
    uint32_t m = some_machine(s);
    if (ul_live_now(live) < s->quiet_s && chance(s->rng, 70) && ul_live_fits(live, task, m)
        && given(s, live, "put", task, m, ul_live_put(live, task, m)))
        return;
    if (rent(live, s, some_type(live, s, task), &m))
        (void)given(s, live, "put", task, m, ul_live_put(live, task, m));
}

static void run_about(ul_live *live, restless *s, uint32_t task)
{
    uint32_t m = some_machine(s);
    if (chance(s->rng, 10))
        (void)rent(live, s, some_type(live, s, task), &m);
    switch (ul_rng_below(s->rng, 10)) {
    case 0: case 1: case 2: case 3: case 4:
        (void)given(s, live, "move", task, m, ul_live_move(live, task, m));
        break;
    case 5: case 6: case 7:
        (void)given(s, live, "stop", task, UL_LIVE_NONE, ul_live_stop(live, task));
        break;
    default:
        (void)given(s, live, "put", task, m, ul_live_put(live, task, m));
    }
}

static void give_back(ul_live *live, const restless *s)
{
    for (uint32_t m = 0; m < s->n_machines; m++)
        if (!s->kept[m]->is_gone && (s->kept[m]->n_on == 0 || chance(s->rng, 20)))
            (void)given(s, live, "release", UL_LIVE_NONE, m, ul_live_release(live, m));
}

static void hear(restless *s, const ul_live_event *event)
{
    for (uint32_t i = 0; event->kind == UL_LIVE_ARRIVED && i < event->count; i++) {
        cr_assert(s->n_tasks < sizeof s->task / sizeof *s->task);
        s->task[s->n_tasks++] = event->task + i;
    }
    if (s->tells)
        fprintf(stderr, "            event %d task %u machine %u\n", (int)event->kind, event->task,
                event->machine);
}

static ul_status ask(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    restless *s = context;
    ul_live_task task;
    const bool is_wild = ul_live_now(live) < s->quiet_s && s->n_orders < orders_max;
    for (size_t q = 0; q < n; q++)
        hear(s, &event[q]);
    expect_all_true(live, s);
    for (uint32_t i = 0; i < s->n_tasks; i++) {
        cr_assert(ul_live_task_of(live, s->task[i], &task));
        if (task.state == UL_LIVE_WAITING && (!is_wild || chance(s->rng, 80)))
            put_somewhere(live, s, s->task[i]);
        if (is_wild && s->n_orders < orders_max && chance(s->rng, 30)) {
            run_about(live, s, s->task[i]);
            s->n_orders++;
        }
    }
    if (is_wild || chance(s->rng, 50))
        give_back(live, s);
    if (is_wild && s->woken_s <= ul_live_now(live)) {
        s->woken_s = ul_live_now(live) + (double)ul_rng_between(s->rng, 1, 20);
        cr_assert_null(ul_live_wake(live, s->woken_s));
    }
    expect_all_true(live, s);
    return ul_run_expired(ul_live_run_of(live)) ? UL_E_STOPPED : UL_OK;
}

/* ---- worlds ---- */

static int64_t some_s(ul_rng *rng, unsigned never)
{
    static const int64_t seconds[] = {1, 5, 20, 50};
    return chance(rng, never) ? 0 : seconds[ul_rng_below(rng, 4)];
}

static void write_type(FILE *out, ul_rng *rng, const char *name, bool scarce)
{
    const int64_t usable = some_s(rng, 60);
    fprintf(out, "type,%s,%s,1,8\n", name, name);
    fprintf(out, "startup,%s,%lld,%lld,%lld,%lld\n", name, (long long)some_s(rng, 80),
            (long long)usable, (long long)some_s(rng, 80), (long long)(usable + some_s(rng, 80)));
    if (scarce) {
        fprintf(out, "supply,%s,3,0,%lld\n", name, (long long)ul_rng_between(rng, 30, 130));
        fprintf(out, "supply,%s,2,%lld,100000\n", name, (long long)ul_rng_between(rng, 60, 200));
        fprintf(out, "supply,%s,2,0,100000\n", name);
        if (chance(rng, 40))
            fprintf(out, "service,%s,1,%lld,%lld\n", name, (long long)ul_rng_between(rng, 0, 90),
                    (long long)ul_rng_between(rng, 100, 200));
    }
    if (chance(rng, 20))
        fprintf(out, "price,%s,%lld,2\n", name, (long long)ul_rng_between(rng, 10, 200));
}

static void write_job(FILE *out, ul_rng *rng, int j, bool stretches)
{
    static const char *const workload[] = {"", "x", "y"}, *const image[] = {"", ",i", ",k"};
    static const char *const work[] = {"60", "100", "120", "33.333333", "0"};
    const bool gang = chance(rng, 40);
    const long long arrival = ul_rng_between(rng, 0, 6) * 10;
    fprintf(out, "job,j%d,%lld,%lld,%s,%s,%s,%lld\n", j, arrival,
            stretches && gang ? 1LL : (long long)ul_rng_between(rng, 1, 3),
            workload[ul_rng_below(rng, 3)], work[chance(rng, 95) ? ul_rng_below(rng, 4) : 4],
            gang ? "gang" : "free", (long long)ul_rng_between(rng, 1, stretches ? 12 : 4));
    if (!gang && chance(rng, 25))
        fprintf(out, "tasks,j%d,%lld,2,50,2\n", j, arrival + ul_rng_between(rng, 0, 9) * 10);
    if (chance(rng, 15))
        fprintf(out, "iterations,j%d,%lld,2.5\n", j, (long long)ul_rng_between(rng, 50, 200));
    if (chance(rng, 30))
        return;
    fprintf(out, "moving,j%d", j);
    for (int q = 0; q < 5; q++)
        fprintf(out, ",%lld", (long long)some_s(rng, 50));
    fprintf(out, "%s\n", image[ul_rng_below(rng, 3)]);
}

/* In a file, by which the second checker reads it too. */
static void write_world(ul_rng *rng, char *path)
{
    static const int round_s[] = {0, 0, 10, 60};
    const bool stretches = chance(rng, 10);
    write_file(path, "");
    FILE *out = fopen(path, "w");
    fprintf(out, "ullage,1,schedule\nname,restless\nresource,cpu\nround,%d\nbilling,0,0\n%s%s",
            round_s[ul_rng_below(rng, 4)], chance(rng, 25) ? "cut-off,lost\n" : "",
            stretches ? "stretch,cpu\n" : "");
    write_type(out, rng, "a", chance(rng, 60));
    write_type(out, rng, "s", false);
    if (chance(rng, 10))
        fprintf(out, "boot,1,10\nboot,8,40\n");
    const int n = (int)ul_rng_between(rng, 2, 6);
    for (int j = 0; j < n; j++)
        write_job(out, rng, j, stretches);
    if (chance(rng, 50))
        fprintf(out, "throughput,x,*,0.8\nthroughput,y,x,0.5\n");
    fclose(out);
}

/* ---- a life ---- */

static restless mind;

static ul_status restless_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_live_run(in, run, &(ul_live_policy){NULL, ask}, &mind);
}

/* What ullage-check says of the plan. */
static void expect_valid(const ul_instance *instance, const ul_run_result *result, const char *who)
{
    char path[2][64], text[1000] = "";
    for (int q = 0; q < 2; q++)
        write_file(path[q], "");
    cr_assert_eq(ul_instance_hand_over(instance, path[0]), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_schedule_plan_write(result->plan, "test", path[1]), UL_OK, "%s", ul_error_text());
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    const int status = check_run(&(check_paths){.instance = path[0], .plan = path[1]}, out, out);
    fclose(out);
    unlink(path[0]);
    unlink(path[1]);
    cr_expect_eq(status, CHECK_VALID, "%s: %s", who, text);
}

static void expect_lived(const ul_instance *instance, uint64_t seed, double quiet_s, bool tells,
                         const char *who)
{
    static const ul_method method = {.name = "restless", .schedule = restless_schedule};
    const ul_run_options options = {.seed = seed, .time_limit_s = 60};
    ul_run *run;
    mind = (restless){.rng = ul_rng_new(seed), .quiet_s = quiet_s, .tells = tells};
    cr_assert_eq(ul_run_new(&method, instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_expect(result->outcome == UL_FEASIBLE && result->plan != NULL, "%s: %s", who, result->note);
    if (result->plan != NULL)
        expect_valid(instance, result, who);
    ul_rng_free(mind.rng);
    ul_run_free(run);
}

static void live_in(uint64_t number, bool tells)
{
    char who[40], path[64];
    ul_rng *rng = ul_rng_new(number);
    ul_instance instance;
    write_world(rng, path);
    cr_assert_eq(ul_instance_read(path, &instance), UL_OK, "%s", ul_error_text());
    snprintf(who, sizeof who, "world %llu", (unsigned long long)number);
    expect_lived(&instance, number, 400, tells, who);
    if (tells)
        fprintf(stderr, "%s is in %s\n", who, path);
    else
        unlink(path);
    ul_instance_free(&instance);
    ul_rng_free(rng);
}

Test(restless, what_is_allowed_ends_as_a_timeline)
{
    const char *wanted = getenv("UL_RESTLESS");
    const char *at = wanted == NULL ? NULL : strchr(wanted, '@');
    const uint64_t n = wanted == NULL ? worlds : strtoull(wanted, NULL, 10);
    const uint64_t first = at == NULL ? 1 : strtoull(at + 1, NULL, 10);
    static const uint64_t once_wrong[] = {7039, 13764};
    for (size_t q = 0; wanted == NULL && q < sizeof once_wrong / sizeof *once_wrong; q++)
        live_in(once_wrong[q], false);
    for (uint64_t number = first; number < first + n; number++)
        live_in(number, n == 1);
}

/* Those of papers, at the size of their own. */
Test(restless, what_is_allowed_in_the_worlds_of_papers_ends_as_a_timeline)
{
    static const char *const generator[] = {"eva-jobs", "google-jobs", "batch-jobs"};
    for (uint64_t q = 0; q < sizeof generator / sizeof *generator; q++) {
        ul_instance instance = generated(generator[q], 20, q + 1);
        expect_lived(&instance, q + 1, 2000, false, generator[q]);
        cr_expect(mind.n_machines > 5, "%u", mind.n_machines);
        ul_instance_free(&instance);
    }
}
