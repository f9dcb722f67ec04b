/* A method: a name, the paper it comes from, its parameters, and one function
 * for each problem kind it takes. Heuristics and exact engines alike.
 *
 * A method is one file that defines `const ul_method ul_method_<symbol>` and
 * one line UL_METHOD(<symbol>) in heuristics/methods.def.
 */
#ifndef UL_METHOD_H
#define UL_METHOD_H

#include "instance.h"
#include "packing.h"
#include "param.h"
#include "status.h"

typedef struct ul_run ul_run;
struct ul_reservation;
struct ul_availability;

typedef enum {
    UL_CONSTRUCTIVE = 1, /* builds one plan fast; others may start from it */
    UL_ANYTIME = 2,      /* improves until its deadline */
    UL_PROVES = 4,       /* offers bounds and may prove optimality */
    UL_BOUND_ONLY = 8,   /* offers a bound and never a plan */
    UL_OPTIONAL = 16,    /* needs a program or parameter that may be absent */
    UL_CERTIFIES = 32,   /* writes its proof to ul_run_certificate() */
    UL_SLOW = 64         /* constructive, but quadratic: others do not start from it */
} ul_traits;

typedef struct ul_method {
    const char *name;  /* as users type it */
    const char *brief; /* one line */
    const char *paper; /* where it is described */
    unsigned traits;
    const ul_param *param; /* ends with a NULL name; may be NULL */
    ul_status (*packing)(const ul_packing *in, ul_run *run);
    ul_status (*reservation)(const struct ul_reservation *in, ul_run *run);
    ul_status (*availability)(const struct ul_availability *in, ul_run *run);
} ul_method;

/* Whether the method takes instances of this kind. */
bool ul_method_takes(const ul_method *method, const ul_kind *kind);

#endif
