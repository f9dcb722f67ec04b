/* The public code of TR-Kubernetes on its own zone records, outcome for outcome. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "availability_policies.h"
#include "clock.h"
#include "input.h"
#include "zone.h"

typedef struct {
    char zone[32];
    double target, cost, availability;
    bool met;
    unsigned steps;
    const char *pool; /* "name": count, ... */
} outcome;

/* Reads the next outcome; returns what follows it, or NULL at the end. */
static const char *next_outcome(const char *text, outcome *o)
{
    char word[8];
    const char *at = strstr(text, "\"az\":");
    if (at == NULL)
        return NULL;
    cr_assert_eq(sscanf(at, "\"az\": \"%31[^\"]\"", o->zone), 1);
    cr_assert_eq(sscanf(strstr(at, "\"target\""), "\"target\": %lf", &o->target), 1);
    cr_assert_eq(sscanf(strstr(at, "\"met\""), "\"met\": %7[a-z]", word), 1);
    cr_assert_eq(sscanf(strstr(at, "\"cost_usd_h\""), "\"cost_usd_h\": %lf", &o->cost), 1);
    cr_assert_eq(sscanf(strstr(at, "\"availability\""), "\"availability\": %lf", &o->availability),
                 1);
    cr_assert_eq(sscanf(strstr(at, "\"iterations\""), "\"iterations\": %u", &o->steps), 1);
    o->met = strcmp(word, "true") == 0;
    o->pool = strstr(at, "\"pool\": {") + 9;
    return strstr(at, "\"iterations\"");
}

static unsigned count_in_pool(const outcome *o, const char *type)
{
    char key[300];
    unsigned count = 0;
    snprintf(key, sizeof key, "\"%s\": ", type);
    const char *end = strchr(o->pool, '}'), *at = strstr(o->pool, key);
    if (at != NULL && at < end)
        cr_assert_eq(sscanf(at + strlen(key), "%u", &count), 1);
    return count;
}

static double seconds; /* CPU time of the slowest run */

static void compare(const outcome *o)
{
    ul_instance instance;
    ul_run *run;
    ul_availability_plan *plan;
    ul_pool_policy_account account;
    zone_instance(o->zone, 5000, o->target, &instance);
    const ul_availability *in = instance.data;
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find("trk8s-code"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_availability_plan_new(in, ul_run_arena(run), &plan), UL_OK);
    const double start_s = ul_clock_cpu_s();
    cr_assert_eq(ul_pool_policy_trk8s_code(in, run, plan, &account), UL_OK);
    seconds = ul_clock_cpu_s() - start_s > seconds ? ul_clock_cpu_s() - start_s : seconds;
    for (size_t k = 0; k < in->n_types; k++)
        cr_assert_eq(plan->hold[k], count_in_pool(o, in->type[k].name), "%s at %g: %u of %s",
                     o->zone, o->target, plan->hold[k], in->type[k].name);
    cr_assert_eq(account.price, o->cost, "%s at %g: $%.17g, not $%.17g", o->zone, o->target,
                 account.price, o->cost);
    cr_assert_eq(account.availability, o->availability, "%s at %g: %.17g, not %.17g", o->zone,
                 o->target, account.availability, o->availability);
    cr_assert_eq(account.met, o->met);
    cr_assert_eq(account.steps, o->steps);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(trk8s_code, equals_the_public_code_to_the_last_digit)
{
    char path[512], *text;
    size_t length, n = 0;
    ul_input *input;
    outcome o;
    snprintf(path, sizeof path, "%s/oracle.json", zone_folder());
    cr_assert_eq(ul_input_open(path, &input), UL_OK);
    cr_assert_eq(ul_input_read_all(input, 1 << 20, &text, &length), UL_OK);
    ul_input_close(input);
    for (const char *at = text; (at = next_outcome(at, &o)) != NULL; n++)
        compare(&o);
    cr_assert_eq(n, 40);
#ifdef NDEBUG /* optimized, without sanitizers */
    cr_assert_lt(seconds, 0.05, "the slowest took %.1f ms", seconds * 1e3);
#endif
    cr_log_info("slowest of 40: %.1f ms of CPU", seconds * 1e3);
    free(text);
}
