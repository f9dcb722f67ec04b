/* Tiny schedules whose optimum is plain: every task needs more than half of the only
 * resource of every machine, so no two ever share one, start-up is not billed, and
 * the least that a task can cost is its loading and its work on the cheapest type. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "schedule.h"
#include "tiny.h"

static void random_text(ul_rng *rng, char *text, size_t room)
{
    const int jobs = (int)ul_rng_between(rng, 1, 5);
    const int load = (int)ul_rng_between(rng, 0, 20);
    size_t used = (size_t)snprintf(
        text, room,
        "ullage,1,schedule\nname,tiny\nresource,cpu\nround,%d\n"
        "type,a,f,%d.%02d,4\ntype,b,g,%d.5,6\nstartup,a,%d,0,0\nstartup,b,30,0,0\n",
        ul_rng_below(rng, 2) == 0 ? 0 : 60, (int)ul_rng_between(rng, 1, 9),
        (int)ul_rng_between(rng, 0, 99), (int)ul_rng_between(rng, 1, 9),
        (int)ul_rng_between(rng, 0, 50));
    long long arrival = 0;
    for (int j = 0; j < jobs && used < room; j++) {
        const bool gang = ul_rng_below(rng, 3) == 0;
        arrival += ul_rng_between(rng, 0, 400);
        used += (size_t)snprintf(text + used, room - used,
                                 "job,j%d,%lld,%d,w%d,%d,%s,4\nmoving,j%d,%d,0,%d,1,2\n", j,
                                 arrival, gang ? 2 : 1, (int)ul_rng_below(rng, 2),
                                 (int)ul_rng_between(rng, 1, 3000), gang ? "gang" : "free", j, load,
                                 load / 2);
    }
    snprintf(text + used, room - used, "throughput,w0,w1,0.8\n");
}

/* Servers that are there at once, a fixed number that is enough for everybody, and
 * others that are not; jobs that are short or long. */
static void random_cluster(ul_rng *rng, char *text, size_t room)
{
    const int jobs = (int)ul_rng_between(rng, 1, 5);
    size_t used = (size_t)snprintf(
        text, room,
        "ullage,1,schedule\nname,tiny\nresource,slot\nround,0\ncutoff,90\n"
        "type,server,s,%d,1\ntype,transient,s,1,1\nstartup,transient,120,0,0\n"
        "supply,server,60,0,1000000\nsupply,transient,20,0,1000000\n",
        (int)ul_rng_between(rng, 1, 9));
    long long arrival = 0;
    for (int j = 0; j < jobs && used < room; j++) {
        arrival += ul_rng_between(rng, 0, 400);
        used += (size_t)snprintf(text + used, room - used,
                                 "job,j%d,%lld,%d,,%d,free,1\nmoving,j%d,0.001,0,0,0,0\n", j, arrival,
                                 (int)ul_rng_between(rng, 1, 9), (int)ul_rng_between(rng, 0, 300), j);
    }
}

/* Hosts that are there at once, for tasks that load nothing and come one by one. */
static void random_hosts(ul_rng *rng, char *text, size_t room)
{
    const int jobs = (int)ul_rng_between(rng, 1, 5);
    size_t used = (size_t)snprintf(text, room,
                                   "ullage,1,schedule\nname,tiny\nresource,cpu\nround,0\n"
                                   "type,host,h,%d,6\n", (int)ul_rng_between(rng, 1, 9));
    long long arrival = 0;
    for (int j = 0; j < jobs && used < room; j++) {
        arrival += ul_rng_between(rng, 0, 400);
        used += (size_t)snprintf(text + used, room - used, "job,j%d,%lld,1,,%d,free,4\n", j, arrival,
                                 (int)ul_rng_between(rng, 0, 300));
    }
}

static ul_status make(size_t index, ul_instance *instance)
{
    char text[4096];
    ul_rng *rng = ul_rng_new(index);
    if (rng == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    static void (*const random[])(ul_rng *, char *, size_t) = {random_text, random_hosts,
                                                               random_cluster, random_text};
    random[index % 4](rng, text, sizeof text);
    ul_rng_free(rng);
    return ul_instance_parse("tiny", text, strlen(text), instance);
}

static bool optimum(const void *data, ul_cost *cost)
{
    const ul_schedule *in = data;
    ul_cost sum = 0;
    for (size_t i = 0; i < in->n_tasks; i++) {
        const ul_schedule_job *job = &in->job[in->task[i].job];
        ul_micro price = in->type[0].price;
        for (size_t k = 1; k < in->n_types; k++)
            if (in->type[k].price < price)
                price = in->type[k].price;
        sum += (ul_cost)price * (job->fetch_s + job->init_s + in->task[i].work_s);
    }
    *cost = ul_schedule_dollars(sum);
    return true;
}

/* Many jobs, about a hundred at a time. */
static ul_status make_large(size_t jobs, ul_instance *instance)
{
    const size_t room = 200 * jobs + 1000;
    char *text = malloc(room);
    if (text == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    size_t used = (size_t)snprintf(text, room,
                                   "ullage,1,schedule\nname,large\nresource,cpu,ram\nround,300\n"
                                   "type,a,f,1,4,8\ntype,b,f,1.9,8,16\ntype,c,g,7,32,96\n"
                                   "startup,a,20,60,1\nthroughput,*,*,0.95\n");
    for (size_t j = 0; j < jobs; j++)
        used += (size_t)snprintf(text + used, room - used,
                                 "job,j%zu,%zu,1,w%zu,%zu,free,%zu,%zu\nmoving,j%zu,5,5,10,1,5,i\n", j,
                                 30 * j, j % 7, 1000 + j * 7919 % 4000, 1 + j % 4, 1 + j * 31 % 8, j);
    const ul_status status = ul_instance_parse("large", text, used, instance);
    free(text);
    return status;
}

const ul_tiny ul_tiny_schedule = {
    .kind = &ul_kind_schedule,
    .n = 24,
    .make = make,
    .optimum = optimum,
    .size = {500, 5000}, /* jobs */
    .large = make_large,
};
