/* The deadline problem: one job with so much work, to be done by a deadline, on spot while
 * there is any or on demand, at least cost (Can't Be Late, Wu et al., NSDI 2024).
 *
 * Time comes in ticks. In each the job is idle, on spot, which is to be had in some ticks and
 * known in advance in none, or on demand. Whoever begins on a machine, or on another one,
 * loses the overhead of the change first. Ticks are charged whole.
 *
 * Index letter: i tick, from 0. An instance is immutable once built.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixed.h"
#include "sha256.h"
#include "status.h"

enum { UL_DEADLINE_TICKS_MAX = 1000000, UL_DEADLINE_PRICE_DECIMALS = 12 };
#define UL_DEADLINE_SECONDS_MAX ((int64_t)1000000000) /* of a trace, and so of all in it */
#define UL_DEADLINE_PRICE_MAX ((int64_t)1000000)      /* dollars an hour */
/* What the ticks before the deadline cost at most, times 3600 seconds a tick, in 10^-12
 * dollars: sums of prices by the tick are 64 bits wide. */
#define UL_DEADLINE_SUM_MAX ((ul_cost)4000000000000000000)

typedef enum { UL_IDLE, UL_SPOT, UL_ON_DEMAND, UL_MODES } ul_mode;

typedef struct ul_deadline {
    const char *name;
    char sha256[UL_SHA256_TEXT]; /* of the file's content; of the written form when generated */
    int64_t tick_s;
    int64_t work_s, deadline_s, overhead_s;
    int64_t price[UL_MODES]; /* in 10^-12 dollars an hour; of being idle it is 0 */
    size_t n_ticks;          /* of the trace, which may go on behind the deadline */
    const bool *has_spot;    /* in each of them */
    size_t n_usable;         /* ticks that end by the deadline */
    struct ul_deadline_parts *parts;
} ul_deadline;

/* ---- below: not for plugins ---- */

#include "instance.h"

/* Building, as for packing: a call that fails leaves a sentence without a
 * position; finish() consumes the builder, fault or not. */
typedef struct ul_deadline_builder ul_deadline_builder;

ul_deadline_builder *ul_deadline_builder_new(void);
void ul_deadline_builder_free(ul_deadline_builder *b);
ul_status ul_deadline_set_name(ul_deadline_builder *b, const char *name);
ul_status ul_deadline_set_tick(ul_deadline_builder *b, int64_t tick_s);
ul_status ul_deadline_set_job(ul_deadline_builder *b, int64_t work_s, int64_t deadline_s,
                              int64_t overhead_s);
/* A decimal, perhaps with an exponent, in 10^-12 dollars an hour, rounded. */
ul_status ul_deadline_price(const char *text, int64_t *price);
ul_status ul_deadline_set_prices(ul_deadline_builder *b, int64_t spot, int64_t on_demand);
/* `n` more ticks in which spot is to be had, or is not. */
ul_status ul_deadline_add_ticks(ul_deadline_builder *b, bool has_spot, uint64_t n);
ul_status ul_deadline_finish(ul_deadline_builder *b, ul_deadline **in);

void ul_deadline_free(ul_deadline *in);

/* As files; docs/formats.md has the format. */
UL_KIND_DECLARATIONS(deadline);
