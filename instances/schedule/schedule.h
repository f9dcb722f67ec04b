/* The scheduling problem: jobs arrive over time, machines are rented and given
 * back, tasks run on them, wait, and move (Eva, Stratus, SEC, TR-Kubernetes'
 * batch, CloudCoaster).
 *
 * An instance is a workload with the physics of its world; it is immutable once
 * built, and readers, generators and importers all build it through
 * ul_schedule_builder. What differs between the papers is data here: how long a
 * machine takes to come, how it is billed, whether tasks of a job start together,
 * what a move costs, how neighbours slow each other down.
 *
 * Seconds are exact: millionths of a second in 64 bits (ul_micro), from 0 on.
 * Index letters: k type, f family, j job, i task, s shape, r resource, m machine.
 * Jobs are ordered by arrival, in file order on ties, and tasks numbered through
 * them: those of a job are consecutive, in order of their own arrival. Tasks with
 * equal demands on every family share a shape.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixed.h"
#include "names.h"
#include "sha256.h"
#include "status.h"

enum {
    UL_SCHEDULE_RESOURCES_MAX = 16,
    UL_SCHEDULE_TYPES_MAX = 4096,
    UL_SCHEDULE_CLASSES_MAX = 1025,
    UL_SCHEDULE_SHARES_MAX = 8,
};
#define UL_SCHEDULE_TASKS_MAX ((uint64_t)50000000)
#define UL_SCHEDULE_SECONDS_MAX (10000000000 * UL_MICRO) /* about 300 years */
/* Dollars an hour: four thousand million machines for 300 years are below 2^127. */
#define UL_SCHEDULE_PRICE_MAX (1000000 * UL_MICRO)
#define UL_SCHEDULE_NONE UINT32_MAX
#define UL_SCHEDULE_PERIOD_LEAST (86400 * UL_MICRO) /* of a sustained-use discount */

/* A price from a second on; the first of a type holds from 0. */
typedef struct {
    ul_micro from_s;
    ul_micro price; /* dollars an hour */
} ul_schedule_price;

/* At most `count` machines of a type exist from one second to another. */
typedef struct {
    ul_micro from_s, to_s;
    uint32_t count;
} ul_schedule_supply;

typedef struct {
    const char *name;
    size_t family;
    ul_micro price;           /* dollars an hour, where it does not move: that of second 0 */
    const ul_micro *capacity; /* one per resource */
    /* A machine is billed from its order plus billed_after_s until its release plus
     * gone_after_s, and can be used from usable_after_s after the former. Where
     * usable_at_most_s is larger, the world draws a time between the two. */
    ul_micro billed_after_s, usable_after_s, usable_at_most_s, gone_after_s;
    /* Billed time counts in whole units, and at least so many seconds; unit 0 is
     * to the microsecond. */
    ul_micro billing_unit_s, billing_least_s;
    /* Sustained-use discounts: in a period of so many seconds, counted from the first
     * arrival, the j-th machine of those billed at once costs these shares of the price
     * in the equal parts of a period for which it is used. n_shares 0: none. */
    ul_micro sustained_s;
    size_t n_shares;
    ul_micro share[UL_SCHEDULE_SHARES_MAX];
    size_t n_prices; /* 0: the price never moves */
    const ul_schedule_price *moving_price; /* by ascending second, the first at 0 */
    size_t n_supplies; /* 0: any number at any time */
    const ul_schedule_supply *supply;
    size_t n_services; /* of the supply, services hold so many (TR-Kubernetes) */
    const ul_schedule_supply *service;
} ul_schedule_type;

/* Machines ordered in one request of `count` are usable after so many seconds;
 * between two of these linear in log2(count), rounded to a second (SEC). */
typedef struct {
    uint32_t count;
    ul_micro usable_after_s;
} ul_schedule_boot;

typedef struct {
    const char *name;
    ul_micro arrival_s; /* of its first task */
    uint32_t first_task, n_tasks;
    uint32_t workload; /* index, or UL_SCHEDULE_NONE */
    bool gang;         /* tasks make progress only while all of them run */
    /* Progress is counted in iterations, so many a second alone; per_second is 0 where
     * it is counted in seconds of work. */
    double iterations, per_second;
    ul_micro iterations_s; /* what they take alone, to the microsecond and exactly */
    /* A stay begins with loading (fetch, and build where no task of the same image
     * has finished loading on the machine); after the last task of a gang has
     * loaded, init_s pass before there is progress. A stay that is cut off takes
     * kill_s to stop and holds its place for upload_s more. */
    ul_micro fetch_s, build_s, init_s, kill_s, upload_s;
    uint32_t image; /* index, or UL_SCHEDULE_NONE: build is always paid */
    ul_micro recorded_s; /* from arrival to end where the workload was recorded; negative: unknown */
} ul_schedule_job;

typedef struct {
    uint32_t job;
    uint32_t shape;
    ul_micro arrival_s;
    ul_micro work_s;     /* seconds alone on a machine; may be 0 */
    ul_micro estimate_s; /* what policies are told */
} ul_schedule_task;

typedef struct ul_schedule {
    const char *name;
    char sha256[UL_SHA256_TEXT];
    ul_micro round_s;  /* policies are asked every so many seconds; 0: at every event */
    ul_micro cutoff_s; /* jobs with a larger estimate are long; negative: no such distinction */
    bool keeps_work;   /* a stay that is cut off keeps what it has done; else it is lost */
    /* A task that asks for more of this resource than a machine has takes all of it
     * there and is slower by that share; UL_SCHEDULE_NONE: it does not fit. */
    uint32_t stretch;
    size_t n_resources, n_types, n_families, n_jobs, n_tasks, n_shapes, n_workloads, n_images;
    size_t n_boots;
    const char *const *resource;
    const char *const *family;
    const char *const *workload;
    const char *const *image;
    const ul_schedule_type *type;
    const ul_schedule_boot *boot; /* by ascending count; none: the types' own times */
    const ul_schedule_job *job;   /* by arrival, file order on ties */
    const ul_schedule_task *task;
    struct ul_schedule_parts *parts; /* demand rows, throughput table, memory */
} ul_schedule;

/* Index of a job or a type by its name, or UL_NONE. */
size_t ul_schedule_find_job(const ul_schedule *in, const char *name, size_t length);
size_t ul_schedule_find_type(const ul_schedule *in, const char *name, size_t length);

/* Demand of a shape on a family, one per resource: what it takes there. O(1). */
const ul_micro *ul_schedule_demand(const ul_schedule *in, size_t shape, size_t family);
/* What it asks for, which differs where it is stretched. */
const ul_micro *ul_schedule_asked(const ul_schedule *in, size_t shape, size_t family);

/* Demand of task i on type k. */
static inline const ul_micro *ul_schedule_need(const ul_schedule *in, size_t i, size_t k)
{
    return ul_schedule_demand(in, in->task[i].shape, in->type[k].family);
}

/* The rate of task i alone on type k: 1, or less where it is stretched. */
double ul_schedule_speed(const ul_schedule *in, size_t i, size_t k);
/* What becomes of an amount of its progress, at most 2^118, there: rounded down. */
ul_cost ul_schedule_stretched(const ul_schedule *in, size_t i, size_t k, ul_cost amount);

bool ul_schedule_fits(const ul_schedule *in, const ul_micro *demand, const ul_micro *free);

/* The cheapest type that holds one task of this shape alone, at the prices of
 * second 0 (earlier type on ties); UL_SCHEDULE_NONE where none does. */
uint32_t ul_schedule_cheapest_for(const ul_schedule *in, size_t shape);

/* Workloads of one name but for what stands in brackets: "resnet18[3]", "resnet18[7]". */
bool ul_schedule_are_variants(const char *a, const char *b);

/* The rate of a task of workload w beside one of workload v: the recorded pair,
 * else (w,*), else (*,v), else (*,*), else 1. A workload may carry a variant in
 * brackets ("resnet18[3]"): records name the part before it. O(1). */
double ul_schedule_throughput(const ul_schedule *in, uint32_t w, uint32_t v);
/* Whether every task beside any other runs at one and the same rate; *rate is it. */
bool ul_schedule_uniform_throughput(const ul_schedule *in, double *rate);
/* Workloads that all records treat alike are of one class; there are at most
 * UL_SCHEDULE_CLASSES_MAX, and class 0 is that of workloads no record names. */
uint32_t ul_schedule_class(const ul_schedule *in, uint32_t w);
size_t ul_schedule_classes(const ul_schedule *in);
double ul_schedule_class_throughput(const ul_schedule *in, uint32_t a, uint32_t b);
ul_micro ul_schedule_class_slowed(const ul_schedule *in, uint32_t a, uint32_t b); /* exactly */

/* Whether some estimate is not the truth: else who knows estimates knows run times. */
bool ul_schedule_is_estimated(const ul_schedule *in);

/* The throughput records, in file order; "*" is any workload. */
typedef struct {
    const char *workload, *beside;
    ul_micro value;
} ul_schedule_pair;
const ul_schedule_pair *ul_schedule_pairs(const ul_schedule *in, size_t *n);

/* The price at a second. O(log prices), as what follows. */
ul_micro ul_schedule_price_at(const ul_schedule *in, size_t k, ul_micro at_s);
/* How many seconds of a machine are billed: whole units, at least so many, none
 * where it was given back before billing began. */
ul_micro ul_schedule_billed_s(const ul_schedule *in, size_t k, ul_micro ordered_s,
                              ul_micro released_s);
/* What they cost, the integral of the price over them, in millionths of a dollar an
 * hour times microseconds: exact, and before sustained-use discounts.
 * ul_schedule_dollars() makes 10^-12 dollars of a sum of these, rounded up. */
ul_cost ul_schedule_bill(const ul_schedule *in, size_t k, ul_micro ordered_s, ul_micro released_s);
ul_cost ul_schedule_dollars(ul_cost bill);

/* Seconds until a request of `count` machines is usable, by the boot table; fewer
 * than its first count and more than its last take as long as those. */
ul_micro ul_schedule_boot_s(const ul_schedule *in, uint32_t count);

/* ---- below: not for plugins ---- */

#include "instance.h"

/* How long a job takes with a place for every task. */
ul_micro ul_schedule_alone_s(const ul_schedule *in, const ul_schedule_job *job);

/* Building. Each call that fails leaves a sentence without a position; finish()
 * consumes the builder, fault or not. */
typedef struct ul_schedule_builder ul_schedule_builder;

ul_schedule_builder *ul_schedule_builder_new(void);
void ul_schedule_builder_free(ul_schedule_builder *b);
ul_status ul_schedule_set_name(ul_schedule_builder *b, const char *name);
ul_status ul_schedule_set_round(ul_schedule_builder *b, ul_micro round_s);
ul_status ul_schedule_set_cutoff(ul_schedule_builder *b, ul_micro cutoff_s);
ul_status ul_schedule_set_keeps_work(ul_schedule_builder *b, bool keeps_work);
ul_status ul_schedule_add_resource(ul_schedule_builder *b, const char *name);
ul_status ul_schedule_set_stretch(ul_schedule_builder *b, const char *resource);
ul_status ul_schedule_add_type(ul_schedule_builder *b, const char *name, const char *family,
                               ul_micro price, const ul_micro *capacity);
/* `type` NULL is every type, those to come included. */
ul_status ul_schedule_set_billing(ul_schedule_builder *b, const char *type, ul_micro unit_s,
                                  ul_micro least_s);
/* Shares of at most 1 for the equal parts of a period of a day at least. */
ul_status ul_schedule_set_sustained(ul_schedule_builder *b, const char *type, ul_micro period_s,
                                    const ul_micro *share, size_t n_shares);
ul_status ul_schedule_set_startup(ul_schedule_builder *b, const char *type, ul_micro billed_after_s,
                                  ul_micro usable_after_s, ul_micro gone_after_s,
                                  ul_micro usable_at_most_s);
ul_status ul_schedule_add_boot(ul_schedule_builder *b, uint64_t count, ul_micro usable_after_s);
ul_status ul_schedule_add_price(ul_schedule_builder *b, const char *type, ul_micro from_s,
                                ul_micro price);
ul_status ul_schedule_add_supply(ul_schedule_builder *b, const char *type, uint64_t count,
                                 ul_micro from_s, ul_micro to_s);
ul_status ul_schedule_add_service(ul_schedule_builder *b, const char *type, uint64_t count,
                                  ul_micro from_s, ul_micro to_s);

typedef struct {
    const char *name;
    ul_micro arrival_s;
    uint64_t tasks;
    const char *workload; /* NULL or "" when absent */
    ul_micro work_s;
    bool gang;
    const ul_micro *demand;
} ul_schedule_job_facts;
ul_status ul_schedule_add_job(ul_schedule_builder *b, const ul_schedule_job_facts *facts);
/* What follows speaks of the job that was added last. */
/* Further tasks of it, which arrive on their own, none before those above. */
ul_status ul_schedule_add_tasks(ul_schedule_builder *b, ul_micro arrival_s, uint64_t tasks,
                                ul_micro work_s, const ul_micro *demand);
/* Work of its tasks in order, where they differ; may be called again for the next ones. */
ul_status ul_schedule_add_work(ul_schedule_builder *b, const ul_micro *work_s, size_t n);
ul_status ul_schedule_add_demand(ul_schedule_builder *b, const char *family,
                                 const ul_micro *demand);
/* One estimate for all of its tasks, or one for each in order. */
ul_status ul_schedule_add_estimate(ul_schedule_builder *b, const ul_micro *estimate_s, size_t n);
/* Decimals, so that what is exact in a file is exact here. */
ul_status ul_schedule_set_iterations(ul_schedule_builder *b, const char *iterations,
                                     const char *per_second);
ul_status ul_schedule_set_moving(ul_schedule_builder *b, ul_micro fetch_s, ul_micro build_s,
                                 ul_micro init_s, ul_micro kill_s, ul_micro upload_s,
                                 const char *image);
ul_status ul_schedule_set_recorded(ul_schedule_builder *b, ul_micro recorded_s);
/* "*" is any workload. */
ul_status ul_schedule_add_throughput(ul_schedule_builder *b, const char *workload,
                                     const char *beside, ul_micro value);
/* Whether a type added so far, of this family (NULL = of any), holds a demand. */
bool ul_schedule_builder_fits(const ul_schedule_builder *b, const char *family,
                              const ul_micro *demand);
bool ul_schedule_builder_has_family(const ul_schedule_builder *b, const char *family);
size_t ul_schedule_builder_resources(const ul_schedule_builder *b);
size_t ul_schedule_builder_jobs(const ul_schedule_builder *b);
/* Leaves the jobs out that are not kept, by their order, once all are there. O(tasks). */
ul_status ul_schedule_keep_jobs(ul_schedule_builder *b, const bool *kept);
/* The name of the job added last, or NULL. */
const char *ul_schedule_builder_job(const ul_schedule_builder *b);
ul_status ul_schedule_finish(ul_schedule_builder *b, ul_schedule **in);

/* For readers: the line that the next records come from, and a finish that sets
 * *line to the line to blame for a fault, where there is one. */
void ul_schedule_builder_at(ul_schedule_builder *b, size_t line);
ul_status ul_schedule_finish_at(ul_schedule_builder *b, ul_schedule **in, size_t *line);

void ul_schedule_free(ul_schedule *in);

/* As files; docs/formats.md has the format. */
UL_KIND_DECLARATIONS(schedule);
