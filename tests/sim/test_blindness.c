/* No policy sees the future: of two workloads that are equal until a second, it makes
 * the same until then. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>

#include "solving.h"
#include "timeline.h"

enum { PARTING_S = 20000, TEXT = 200000 };

static struct criterion_test_params policies(void)
{
    static size_t all[256];
    size_t n = 0;
    for (size_t q = 0; ul_methods[q] != NULL && n < 256; q++)
        if (ul_methods[q]->schedule != NULL
            && (ul_methods[q]->traits & (UL_OFFLINE | UL_BOUND_ONLY | UL_OPTIONAL)) == 0)
            all[n++] = q;
    return cr_make_param_array(size_t, all, n);
}

/* Jobs every 200 seconds or so; from the parting on those of another seed, with other
 * names, prices and neighbours. */
static ul_instance workload(uint64_t future)
{
    static char text[TEXT];
    ul_rng *past_rng = ul_rng_new(4), *future_rng = ul_rng_new(future);
    int used = snprintf(text, TEXT,
                        "ullage,1,schedule\nname,blind\nresource,cpu,ram\nround,300\n"
                        "type,a,f,1,4,8\ntype,b,f,1.9,8,16\ntype,c,g,3.6,16,48\n"
                        "startup,a,20,60,1\nstartup,b,20,70,1\nstartup,c,30,90,1\n"
                        "price,c,%d,%llu\n", PARTING_S + 1, (unsigned long long)future);
    long long at = 0;
    for (int j = 0; j < 200; j++) {
        ul_rng *rng = at < PARTING_S ? past_rng : future_rng;
        at += ul_rng_between(rng, 0, 400);
        rng = at < PARTING_S ? past_rng : future_rng;
        const int tasks = ul_rng_below(rng, 5) == 0 ? 2 : 1;
        used += snprintf(text + used, TEXT - used,
                         "job,j%d,%lld,%d,w%llu,%llu,gang,%llu,%llu\nmoving,j%d,5,5,10,1,5,i\n", j, at,
                         tasks, (unsigned long long)(ul_rng_below(rng, 4) + (at < PARTING_S ? 0 : future)),
                         (unsigned long long)(100 + ul_rng_below(rng, 8000)),
                         (unsigned long long)(1 + ul_rng_below(rng, 4)),
                         (unsigned long long)(1 + ul_rng_below(rng, 8)), j);
    }
    snprintf(text + used, TEXT - used, "throughput,w0,w1,0.8\nthroughput,w1,w0,0.7\n");
    ul_rng_free(past_rng);
    ul_rng_free(future_rng);
    return parsed(text);
}

/* The same parting in a world of servers with one slot each, for policies that know no other. */
static ul_instance cluster(uint64_t future)
{
    static char text[TEXT];
    ul_rng *past_rng = ul_rng_new(4), *future_rng = ul_rng_new(future);
    int used = snprintf(text, TEXT,
                        "ullage,1,schedule\nname,blind\nresource,slot\nround,0\ncutoff,500\n"
                        "type,server,s,1,1\ntype,transient,s,0.5,1\nstartup,transient,120,0,0\n"
                        "supply,server,20,0,9000000\nsupply,transient,9,0,9000000\n");
    long long at = 0;
    for (int j = 0; j < 200; j++) {
        ul_rng *rng = at < PARTING_S ? past_rng : future_rng;
        at += ul_rng_between(rng, 0, 400);
        rng = at < PARTING_S ? past_rng : future_rng;
        used += snprintf(text + used, TEXT - used,
                         "job,j%d,%lld,%llu,,%llu,free,1\nmoving,j%d,0.001,0,0,0,0\n", j, at,
                         (unsigned long long)(1 + ul_rng_below(rng, 9)),
                         (unsigned long long)(100 + ul_rng_below(rng, 900)), j);
    }
    ul_rng_free(past_rng);
    ul_rng_free(future_rng);
    return parsed(text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All that was ordered before the parting, a line each; NULL where the policy does not
 * take such a world. */
static char *orders_of(const ul_instance *instance, const ul_method *method, size_t *n)
{
    ul_run *run;
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    const ul_micro until = PARTING_S * UL_MICRO;
    cr_assert_eq(ul_run_new(method, instance, &options, &run), UL_OK, "%s", ul_error_text());
    const ul_status status = ul_run_go(run);
    if (status == UL_E_INPUT) {
        ul_run_free(run);
        return NULL;
    }
    cr_assert_eq(status, UL_OK, "%s", ul_error_text());
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_not_null(plan, "%s: %s", method->name, ul_run_result_of(run)->note);
    char **line = calloc(plan->n_machines + plan->n_stays + 1, sizeof *line);
    *n = 0;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        if (at->ordered_s < until)
            cr_assert_geq(asprintf(&line[(*n)++], "%zu of %u from %lld to %lld\n", m, at->type,
                                   (long long)at->ordered_s,
                                   at->released_s < until ? (long long)at->released_s : -1), 0);
    }
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *at = &plan->stay[s];
        if (at->from_s < until)
            cr_assert_geq(asprintf(&line[(*n)++], "%u on %u from %lld to %lld\n", at->task,
                                   at->machine, (long long)at->from_s,
                                   at->stopped_s < until ? (long long)at->stopped_s : -1), 0);
    }
    qsort(line, *n, sizeof *line, by_text);
    char *text = calloc(1, TEXT);
    for (size_t q = 0, used = 0; q < *n; q++) {
        used += snprintf(text + used, TEXT - used, "%s", line[q]);
        free(line[q]);
    }
    free(line);
    ul_run_free(run);
    return text;
}

ParameterizedTestParameters(blindness, equal_pasts_equal_orders)
{
    return policies();
}

/* Whether the policy takes such worlds. */
static bool is_blind(const ul_method *method, ul_instance (*world)(uint64_t future))
{
    size_t n[2];
    ul_instance one = world(11), other = world(12);
    char *first = orders_of(&one, method, &n[0]);
    char *second = first == NULL ? NULL : orders_of(&other, method, &n[1]);
    if (first != NULL) {
        cr_assert_gt(n[0], 100, "%s: %zu orders", method->name, n[0]);
        cr_assert_str_eq(first, second, "%s acts on what it cannot know", method->name);
    }
    const bool takes = first != NULL;
    free(first);
    free(second);
    ul_instance_free(&one);
    ul_instance_free(&other);
    return takes;
}

ParameterizedTest(const size_t *index, blindness, equal_pasts_equal_orders)
{
    const ul_method *method = ul_methods[*index];
    cr_assert(is_blind(method, workload) || is_blind(method, cluster), "%s takes neither world: %s",
              method->name, ul_error_text());
}

/* The test above can fail: one that looks ahead is found out. */
Test(blindness, the_two_workloads_differ_later)
{
    ul_instance one = workload(11), other = workload(12);
    const ul_schedule *a = one.data, *b = other.data;
    size_t same = 0;
    while (same < a->n_jobs && same < b->n_jobs && a->job[same].arrival_s == b->job[same].arrival_s)
        same++;
    cr_assert(same > 50 && same < a->n_jobs, "%zu jobs of %zu are the same", same, a->n_jobs);
    cr_assert_geq(a->job[same].arrival_s, PARTING_S * UL_MICRO);
    ul_instance_free(&one);
    ul_instance_free(&other);
}
