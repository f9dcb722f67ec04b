/* An availability instance as the checker reads it, for plans and certificates. */
#ifndef CHECK_AVAILABILITY_H
#define CHECK_AVAILABILITY_H

#include "check.h"

#define CHECK_CAPACITY_MAX ((uint64_t)10000000)
#define CHECK_TOLERANCE 1e-15L /* that the format grants */

typedef struct {
    const char *name; /* of the instance */
    bool targeted;
    uint64_t capacity;
    double target;
    check_names vm;
    struct vm {
        uint64_t capacity;
        double up;
        check_wide price, on_demand_price; /* 10^-12 dollars; on demand 0: not offered */
        uint64_t held, on_demand;          /* by the plan */
    } *vms;
    size_t vm_room;
} check_availability;

/* availability_proof.c: the bound that a certificate proves. */
check_wide check_availability_certificate(check *c, void *problem, const check_file *instance,
                                          check_file *certificate);

/* ---- down_sets.c: how likely it is that types are down ---- */

/* Types that are down together, by index, each once. */
typedef struct {
    const uint32_t *type;
    size_t n;
} check_down;

/* Sets that fail in the case at hand, and what is known of them. */
typedef struct {
    check *c;
    const check_availability *p;
    double allowance; /* no plan that the checker accepts fails with a higher probability */
    size_t n, room;
    struct failing {
        check_down set;
        double gain;  /* what it adds to the probability, at least */
        double total; /* of it and those before, at least */
    } *failing;
    uint32_t *mark;  /* per type: a set that is being compared */
    uint32_t stamp;
} check_failing;

void check_failing_start(check *c, const check_availability *p, check_failing *f);
void check_failing_push(check_failing *f, check_down set);
/* Whether all types of a are in b. */
bool check_down_within(check_failing *f, check_down a, check_down b);
/* Whether a pool that fails the first `n` sets and this one too fails too often. */
bool check_failing_forces(check_failing *f, size_t n, check_down set);
/* Whether a pool that fails all of them fails too often. */
bool check_failing_impossible(check_failing *f);

#endif
