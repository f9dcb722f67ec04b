/* What a set of tasks on one machine is worth to their owners.
 *
 * Eva, Sections 4.2 to 4.4. The reservation price RP of a task is the price of
 * the cheapest type that holds it alone. Beside others it runs slower, and its
 * throughput-normalized reservation price is TNRP = tput * RP, where tput is
 * the product of the pairwise throughputs (recorded, else 0.95). A task of a
 * job with others slows them all down: RP - sum over the job of (1-tput) * RP.
 * price=rp leaves interference out: tput is 1.
 *
 * Sums and products are plain doubles in the order in which tasks joined.
 * Tasks that are worth the same in every set form a class; there are at most
 * types * workloads named in throughput records (* kinds of jobs) of them.
 */
#pragma once

#include "packing.h"
#include "run.h"

/* The parameters of every method that prices sets of tasks. */
#define UL_PRICING_PARAMS(price_)                                                             \
    UL_CHOICE("price", price_, "reservation price, or the same times throughput", "rp|tnrp"), \
    UL_CHOICE("jobs", "single", "tasks on their own, or slowing down the rest of their job "  \
              "(tnrp only)", "single|multi"),                                                 \
    UL_REAL("throughput", "0.95", "of a task beside another, where no record says it", 0, 1)

typedef struct {
    uint32_t kind;     /* of workload: equal kinds slow others, and are slowed, alike */
    ul_micro price;    /* reservation price */
    double rp;         /* the same in dollars */
    double job_prices; /* reservation price of the whole job over rp; 1 alone */
} ul_price_class;

typedef struct {
    const ul_packing *in;
    bool interferes; /* price=tnrp */
    bool multi;      /* jobs=multi */
    bool clamped;    /* a task is never worth less than nothing */
    size_t n_classes, n_kinds;
    const ul_price_class *class;
    const uint32_t *class_of; /* per task record */
    const double *pair;       /* kinds * kinds: throughput of one beside the other */
} ul_tenancy_pricing;

/* Reads the parameters above from the run. Clamping is not in the paper. */
ul_status ul_tenancy_pricing_new(const ul_packing *in, ul_run *run, bool clamped,
                                 ul_tenancy_pricing **pricing);

/* What a task of class c is worth at a throughput. */
double ul_worth_at(const ul_tenancy_pricing *pricing, size_t c, double tput);

/* The tasks on one machine. */
typedef struct {
    uint32_t class;
    double tput;
} ul_tenant;

typedef struct {
    const ul_tenancy_pricing *pricing;
    size_t n;
    ul_cost rp;   /* exact sum of reservation prices, in millionths */
    double worth; /* TNRP of the set */
    size_t room;
    ul_tenant *tenant; /* in order of joining; unused when nothing interferes */
} ul_tenants;

void ul_tenants_clear(ul_tenants *tenants,
                      const ul_tenancy_pricing *pricing); /* keeps its memory */

/* The set if a task of this kind joined: what the present tenants would be
 * worth, and the newcomer's throughput. O(tenants). */
typedef struct {
    double others, tput;
} ul_joining;
ul_joining ul_tenants_joining(const ul_tenants *tenants, size_t kind);

/* What the whole set would then be worth, the newcomer being of class c. */
double ul_joining_worth(const ul_tenancy_pricing *pricing, ul_joining joining, size_t c);

ul_status ul_tenants_add(ul_tenants *tenants, ul_arena *arena, size_t c);
