/* What the relaxation of reservation_lp.h is made of: blocks of steps, and the numbering
 * of rows and columns. For those who build, refine and price it, and nobody else.
 */
#pragma once

#include "reservation_lp.h"

/* A run of steps first .. last of one interval, as one column. */
typedef struct {
    uint32_t first, last; /* steps of the interval, last excluded, from 0 */
    uint32_t next;        /* the block above it, or NO_BLOCK */
    int column;
} block;

#define NO_BLOCK UINT32_MAX

struct ul_reservation_lp {
    const ul_reservation *in;
    ul_lp *lp;
    ul_arena *arena;
    double offset;        /* everything on demand, dollars */
    uint32_t *position;   /* instances below step s of its interval; n_steps + n_intervals */
    ul_cost *hours;       /* of those instances, likewise */
    block *block;
    size_t n_blocks, block_room;
    uint32_t *lowest;     /* block by row */
    int *slack;           /* column by row */
    int *purchase;        /* column by t and c, or -1 when dominated */
    ul_cost *dual;        /* of the rows, for ul_reservation_lp_prices */
};

static inline size_t row_of(const ul_reservation_lp *p, size_t l, size_t t)
{
    return (l - 1) * p->in->n_intervals + t;
}

static inline size_t steps_of(const ul_reservation *in, size_t t)
{
    return in->first[t + 1] - in->first[t];
}

/* Of interval t: instances (hours) of its first s steps. */
static inline uint32_t position_of(const ul_reservation_lp *p, size_t t, size_t s)
{
    return p->position[p->in->first[t] + t + s];
}

static inline ul_cost hours_of(const ul_reservation_lp *p, size_t t, size_t s)
{
    return p->hours[p->in->first[t] + t + s];
}

static inline ul_micro discount(const ul_reservation *in, size_t l)
{
    return in->level_price[l - 1] - in->level_price[l];
}

/* What one more lease saves in step s, 10^-12 dollars. */
static inline ul_cost step_gain(const ul_reservation *in, size_t l, size_t t, size_t s)
{
    return (ul_cost)discount(in, l) * in->step[in->first[t] + s].hours;
}

static inline uint32_t block_length(const ul_reservation_lp *p, size_t t, const block *b)
{
    return position_of(p, t, b->last) - position_of(p, t, b->first);
}

static inline ul_cost block_gain(const ul_reservation_lp *p, size_t l, size_t t, const block *b)
{
    if (b->last == b->first + 1)
        return step_gain(p->in, l, t, b->first);
    return (hours_of(p, t, b->last) - hours_of(p, t, b->first)) * discount(p->in, l)
           / block_length(p, t, b);
}
