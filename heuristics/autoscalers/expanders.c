/* cluster-autoscaler's expanders. They judge in floating point, as the autoscaler does. */
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "scale_up.h"

typedef struct {
    const ul_cluster *cluster;
    ul_run *run;
    size_t n_nodes; /* of the cluster */
} judge;

static double asked(const judge *j, const ul_scale_option *option, size_t resource)
{
    double sum = 0;
    for (size_t q = 0; q < option->n_pods; q++)
        sum += (double)ul_pod_asks(j->cluster->world, j->cluster->pod[option->pod[q]].shape, option->type,
                                   resource);
    return sum;
}

static double has(const judge *j, const ul_scale_option *option, size_t resource)
{
    return resource == UL_NONE
               ? 0 : (double)j->cluster->world->type[option->type].capacity[resource];
}

static double wasted(const judge *j, const ul_scale_option *option, size_t resource)
{
    const double there = (double)option->n_nodes * has(j, option, resource);
    return there > 0 ? (there - asked(j, option, resource)) / there : 0;
}

/* Theirs is the sum of both shares; the mean orders alike and is a share. */
static double waste(const judge *j, const ul_scale_option *option)
{
    const size_t cpu = j->cluster->world->cpu, memory = j->cluster->world->memory;
    return (wasted(j, option, cpu) + wasted(j, option, memory))
           / (cpu == UL_NONE || memory == UL_NONE ? 1 : 2);
}

static double most_pods(const judge *j, const ul_scale_option *option)
{
    (void)j;
    return -(double)option->n_pods;
}

static double least_nodes(const judge *j, const ul_scale_option *option)
{
    (void)j;
    return (double)option->n_nodes;
}

/* Dollars an hour for a cpu and a GiB that is asked for (Google's prices, in the autoscaler's
 * price model), and the pod that steadies small numbers: half a cpu and 500 MiB. */
static const double CPU_PRICE = 0.033174, GIB_PRICE = 0.004446;
static const double STEADY_CPU = 0.5, STEADY_GIB = 500.0 / 1024;

/* The cpus that a node should have in a cluster of so many nodes. */
static double preferred_cpus(size_t n_nodes)
{
    static const size_t up_to[] = {2, 6, 20, 60, 200};
    double cpus = 1;
    for (size_t q = 0; q < sizeof up_to / sizeof *up_to && n_nodes > up_to[q]; q++)
        cpus *= 2;
    return cpus;
}

static double unfitness(const judge *j, const ul_scale_option *option)
{
    const ul_cluster_world *world = j->cluster->world;
    const double preferred = preferred_cpus(j->n_nodes);
    const double cpus = has(j, option, world->cpu) / UL_MICRO;
    if (has(j, option, world->gpu) > 0)
        return 1000;
    const double u = cpus > 0 ? fmax(preferred / cpus, cpus / preferred) : 1;
    return (u - 1) * (1 - tanh(((double)option->n_nodes - 1) / 15)) + 1;
}

static double price(const judge *j, const ul_scale_option *option)
{
    const ul_cluster_world *world = j->cluster->world;
    const double steady = STEADY_CPU * CPU_PRICE + STEADY_GIB * GIB_PRICE;
    const double pods = asked(j, option, world->cpu) / UL_MICRO * CPU_PRICE
                        + asked(j, option, world->memory) / UL_MICRO * world->gib * GIB_PRICE;
    const double nodes = (double)option->n_nodes * (double)world->type[option->type].price / UL_MICRO;
    return unfitness(j, option) * (nodes + steady) / (pods + steady);
}

/* The highest number whose expression the type's name matches; *status a fault in them. */
static double priority(const char *priorities, const char *name, ul_status *status)
{
    double highest = -HUGE_VAL;
    for (const char *at = priorities; *at != '\0' && *status == UL_OK;) {
        char *colon;
        char text[256];
        regex_t expression;
        const double number = strtod(at, &colon);
        const size_t length = strcspn(colon, ";");
        if (*colon != ':' || length < 2 || length > sizeof text) {
            *status = ul_fail(UL_E_INPUT, "priorities: expected NUMBER:REGEX;..., got '%.40s'", at);
            return highest;
        }
        memcpy(text, colon + 1, length - 1);
        text[length - 1] = '\0';
        if (regcomp(&expression, text, REG_EXTENDED | REG_NOSUB) != 0) {
            *status = ul_fail(UL_E_INPUT, "priorities: '%.40s' is not a regular expression", text);
            return highest;
        }
        if (regexec(&expression, name, 0, NULL, 0) == 0 && number > highest)
            highest = number;
        regfree(&expression);
        at = colon + length + (colon[length] == ';');
    }
    return highest;
}

typedef double (*score)(const judge *j, const ul_scale_option *option);

#define BOUGHT(what) ", one of {count} bought at once: of the {against} types that take tasks which " \
                     "wait, each by itself, " what

static const struct {
    const char *name;
    score score; /* least is best; NULL: by priority, or random */
    const char *why;
} expander[] = {
    {"least-waste", waste, BOUGHT("it wastes least, {%value} of its cores and memory is unused")},
    {"most-pods", most_pods, BOUGHT("it takes most of them")},
    {"least-nodes", least_nodes, BOUGHT("it needs fewest nodes")},
    {"price", price, BOUGHT("it costs least for what is asked for, {value} by the price model, in "
                            "which nodes of the size preferred for the cluster count less")},
    {"priority", NULL, BOUGHT("its name has the highest priority")},
    {"random", NULL, BOUGHT("it was drawn")},
};

const char ul_scale_fills[] = ", which was bought before and has room, the next in the ring";

ul_step ul_scale_told(const ul_scale_option *option, bool first)
{
    return (ul_step){.kind = UL_STEP_OPEN, .type = option->type,
                     .count = option->n_nodes, .value = option->value, .against = (double)option->of,
                     .why = first ? option->why : ", of the same purchase"};
}

/* The option of least value; of several the first, or one that is drawn. */
static size_t least(const ul_scale_option *option, size_t n, ul_run *run, bool is_drawn)
{
    size_t best = 0, n_best = 0, skip;
    for (size_t o = 0; o < n; o++) {
        n_best = o > 0 && option[o].value > option[best].value    ? n_best
                 : o > 0 && option[o].value == option[best].value ? n_best + 1
                                                                  : 1;
        if (option[o].value < option[best].value)
            best = o;
    }
    skip = is_drawn && n > 0 ? ul_rng_below(ul_run_rng(run), n_best) : 0;
    for (size_t o = best; o < n; o++)
        if (option[o].value == option[best].value && skip-- == 0)
            return o;
    return UL_NONE;
}

ul_status ul_scale_choose(const ul_cluster *cluster, ul_scale_option *option, size_t n, ul_run *run,
                          size_t *chosen)
{
    judge j = {.cluster = cluster, .run = run};
    const char *name = ul_run_choice(run, "expander");
    const bool is_random = strcmp(name, "random") == 0;
    ul_status status = UL_OK;
    size_t e = 0;
    while (strcmp(name, expander[e].name) != 0)
        e++;
    for (size_t i = 0; i < cluster->n_nodes; i++)
        j.n_nodes += !cluster->node[i].gone;
    for (size_t o = 0; o < n && status == UL_OK; o++) {
        option[o].why = expander[e].why;
        option[o].of = n;
        option[o].value = is_random                   ? 0
                          : expander[e].score != NULL ? expander[e].score(&j, &option[o])
                                                      : -priority(ul_run_choice(run, "priorities"),
                                                                  cluster->world->type[option[o].type].name,
                                                                  &status);
    }
    *chosen = status == UL_OK ? least(option, n, run, is_random || ul_run_choice_is(run, "ties", "random"))
                              : UL_NONE;
    return status;
}
