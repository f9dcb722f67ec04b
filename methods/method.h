/* A method: a name, the paper it comes from, its parameters, and one function
 * for each problem kind it takes. Heuristics and exact engines alike.
 *
 * A method is one file that defines `const ul_method ul_method_<symbol>` and
 * one line UL_METHOD(<symbol>) in library/methods.def. Methods of one name take
 * different kinds, each with parameters of its own.
 */
#pragma once

#include "instance.h"
#include "param.h"
#include "status.h"

typedef struct ul_run ul_run;

/* The instances that a method takes, one type for each line of kinds.def. */
#define UL_KIND(name) struct ul_##name;
#include "kinds.def"
#undef UL_KIND

typedef enum {
    UL_CONSTRUCTIVE = 1, /* builds one plan fast; others may start from it */
    UL_ANYTIME = 2,      /* improves until its deadline */
    UL_PROVES = 4,       /* offers bounds and may prove optimality */
    UL_BOUND_ONLY = 8,   /* offers a bound and never a plan */
    UL_OPTIONAL = 16,    /* needs a program or parameter that may be absent */
    UL_CERTIFIES = 32,   /* writes its proof to ul_run_certificate() */
    UL_SLOW = 64,        /* constructive, but quadratic: others do not start from it */
    UL_MAY_MISS = 128,   /* its rule may end in a plan that breaks a promise: rejected by the run */
    UL_OFFLINE = 256,    /* of a schedule: it reads the whole workload, as no policy could */
    UL_KNOWS_RUNTIMES = 512, /* a policy that is told run times */
    UL_ONLINE = 2048,    /* of packing: one task after the other, without a look ahead */
    UL_BLIND = 4096,     /* of a shared object: it sees a schedule by its simulation alone */
    UL_QUICK = 8192,     /* constructive, and the first of them where there is little time */
    UL_SUPPLY = 1024     /* of packing: keeps to the number of machines that there are of a type */
} ul_traits;

typedef struct ul_method {
    const char *name;  /* as users type it */
    const char *brief; /* one line */
    const char *paper; /* where it is described */
    unsigned traits;
    const ul_param *param; /* ends with a NULL name; may be NULL */
    /* One function for each kind, named after it: NULL where the method does not take it. */
#define UL_KIND(name) ul_status (*name)(const struct ul_##name *in, ul_run *run);
#include "kinds.def"
#undef UL_KIND
} ul_method;

/* ---- below: not for plugins ---- */

/* Whether the method takes instances of this kind. */
bool ul_method_takes(const ul_method *method, const ul_kind *kind);

/* Whether it takes the instance, too: one with a limited supply of machines is for methods
 * that know of it. */
bool ul_method_suits(const ul_method *method, const ul_instance *instance);
