/* The availability problem: how many unreliable machines of each type to hold so
 * that enough capacity is up with the promised probability, at least cost.
 *
 * All machines of a type are up or down together; types are independent
 * (TR-Kubernetes, Section 3.2). Prices and availabilities are measured averages,
 * so they are doubles; each also has an exact form, that of its decimal: a price rounded to
 * 10^-12 dollars, so that costs add up exactly and "equal to the optimum" stays ==, an
 * availability to 10^-18, so that whether a plan is valid is the same to everybody.
 *
 * Index letter: k type. An instance is immutable once built.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixed.h"
#include "sha256.h"
#include "status.h"

#define UL_AVAILABILITY_CAPACITY_MAX ((uint64_t)10000000) /* of a target, and of one machine */
#define UL_AVAILABILITY_TYPES_MAX 4096
enum { UL_AVAILABILITY_PRICE_DECIMALS = 12, UL_AVAILABILITY_DECIMALS = 18 };
#define UL_AVAILABILITY_PRICE_MAX 1e6

/* Availabilities are whole numbers of 10^-18. A pool keeps its promise when its failure
 * probability is at most 1 - target plus the slack: those who make plans count in doubles, and
 * a type whose availability is the target must do alone. */
#define UL_AVAILABILITY_WHOLE ((ul_cost)1000000000000000000)
#define UL_AVAILABILITY_SLACK ((ul_cost)1000)

typedef struct {
    const char *name;
    uint64_t capacity;      /* of one machine, at least 1 */
    double price;           /* dollars an hour while up */
    double on_demand_price; /* 0 = not offered */
    double availability;    /* in [0, 1] */
    bool exact; /* what follows is given; else it is worked out of the numbers above */
    ul_cost cost, on_demand_cost; /* the prices in 10^-12 dollars */
    ul_cost up;                   /* the availability in 10^-18 */
} ul_availability_type;

typedef struct ul_availability {
    const char *name;
    char sha256[UL_SHA256_TEXT]; /* of the file's content; of the written form when generated */
    uint64_t capacity;           /* to be up ... */
    double target;               /* ... with this probability, */
    ul_cost promised;            /* which in 10^-18 is this */
    size_t n_types;
    const ul_availability_type *type;
    struct ul_availability_parts *parts;
} ul_availability;

/* The largest failure probability a valid pool may have, and the probability that a type is
 * down: differences are taken of whole numbers of 10^-18, so that a double is off by a share
 * of 2^-53 however small it is. */
double ul_availability_allowance(const ul_availability *in);
double ul_availability_down(const ul_availability_type *type);

/* The type whose on-demand machines are cheapest per unit of capacity (earlier
 * on ties); UL_NONE when none is offered. */
size_t ul_availability_on_demand_type(const ul_availability *in);

/* ---- below: not for plugins ---- */

#include "instance.h"

/* Building, as for packing: a call that fails leaves a sentence without a
 * position; finish() consumes the builder, fault or not. */
typedef struct ul_availability_builder ul_availability_builder;

ul_availability_builder *ul_availability_builder_new(void);
void ul_availability_builder_free(ul_availability_builder *b);
ul_status ul_availability_set_name(ul_availability_builder *b, const char *name);
ul_status ul_availability_set_target(ul_availability_builder *b, uint64_t capacity, double target);
/* The target as a file has it, where its double would be another decimal. */
void ul_availability_promise(ul_availability_builder *b, ul_cost promised);
/* The types added from here on are not offered on demand, whatever their price. */
void ul_availability_transient_only(ul_availability_builder *b);
ul_status ul_availability_add_type(ul_availability_builder *b, const ul_availability_type *type);
ul_status ul_availability_finish(ul_availability_builder *b, ul_availability **in);

void ul_availability_free(ul_availability *in);

/* As files; docs/formats.md has the format. */
UL_KIND_DECLARATIONS(availability);

/* Adds the type of a row; `column` says where its name, capacity, price, on-demand
 * price (may be empty) and availability stand. */
ul_status ul_availability_read_type(const ul_csv_row *row, const size_t column[5],
                                    ul_availability_builder *b);
