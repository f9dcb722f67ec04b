/* An availability instance as the checker reads it, for plans and certificates. */
#pragma once

#include "check.h"

#define CHECK_CAPACITY_MAX ((uint64_t)10000000)
/* An availability is in 10^-18, as it is read; what is worked out of several in 10^-27. */
enum { CHECK_UP_DECIMALS = 18, CHECK_LIKELY_DECIMALS = 27 };
#define CHECK_UP ((int64_t)1000000000000000000)
#define CHECK_LIKELY ((check_wide)CHECK_UP * 1000000000)

typedef struct {
    const char *name; /* of the instance */
    bool targeted;
    uint64_t capacity;
    int64_t target;
    check_names vm;
    struct vm {
        uint64_t capacity;
        int64_t up;
        check_wide price, on_demand_price; /* 10^-12 dollars; on demand 0: not offered */
        uint64_t held, on_demand;          /* by the plan */
    } *vms;
    size_t vm_room;
} check_availability;

/* A probability of 10^-27, a, if another one, of 10^-18, comes about, else b: rounded down,
 * or up. Both are at most 1. */
check_wide check_likely(check_wide a, check_wide b, int64_t up, bool upwards);
/* What a plan may fail with at the most, in 10^-27: what the target leaves, and the 10^-15 that
 * the format grants. */
check_wide check_allowance(const check_availability *p);

/* availability_proof.c: the bound that a certificate proves. */
check_wide check_availability_certificate(check *c, void *problem, const check_file *instance,
                                          check_file *certificate);

/* ---- down_sets.c: how likely it is that types are down ---- */

/* Types that are down together, by index, each once. */
typedef struct {
    const check_index *type;
    size_t n;
} check_down;

/* Sets that fail in the case at hand, and what is known of them. */
typedef struct {
    check *c;
    const check_availability *p;
    check_wide allowance; /* no plan that the checker accepts fails with a higher probability */
    size_t n, room;
    struct failing {
        check_down set;
        check_wide gain;  /* what it adds to the probability, at least */
        check_wide total; /* of it and those before, at least */
    } *failing;
    check_stamp *mark;  /* per type: it is in the set marked last */
    check_stamp stamp;
} check_failing;

void check_failing_start(check *c, const check_availability *p, check_failing *f);
void check_failing_push(check_failing *f, check_down set);
/* Marks the types of a set, and no others. */
void check_down_mark(check_failing *f, check_down set);
bool check_down_is_marked(const check_failing *f, size_t type);
/* Whether all types of a are in b. */
bool check_down_within(check_failing *f, check_down a, check_down b);
/* Whether a pool that fails the first `n` sets and this one too fails too often. */
bool check_failing_forces(check_failing *f, size_t n, check_down set);
/* Whether a pool that fails all of them fails too often. */
bool check_failing_impossible(check_failing *f);
