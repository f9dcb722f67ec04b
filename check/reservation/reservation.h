/* A reservation instance as the checker reads it, for plans and certificates. */
#pragma once

#include "check.h"

enum { CHECK_INTERVALS_MAX = 100000, CHECK_CLASSES_MAX = 32, CHECK_INSTANCES_MAX = 10000000 };

typedef struct {
    check *c;
    const char *name;
    bool pure;
    size_t n_intervals;
    check_micro interval_hours;
    check_names class_name;
    struct check_class {
        size_t term;
        check_micro upfront, price;
        bool always;
    } class[CHECK_CLASSES_MAX];
    struct check_use {
        size_t interval; /* from 0 */
        check_micro hours;
        uint64_t instances;
    } *use;
    size_t n_uses, use_room;
    size_t *first;      /* uses of interval t: first[t] .. first[t + 1] - 1 */
    uint64_t running, peak; /* instances of the interval read last, of the busiest */
    check_micro *price; /* of a used hour: on demand, then lower ones, falling */
    size_t n_prices;
} check_reservation;

/* What a lease costs within the horizon before any hour is used. */
check_wide check_lease(const check_reservation *r, size_t t, size_t class);
/* The interval after the last that it serves. */
size_t check_lease_end(const check_reservation *r, size_t t, size_t class);
/* What an hour of use costs under a lease. */
check_micro check_used_price(const struct check_class *class);
/* Position of a class's price among r->price, 0 when it does not undercut on demand. */
size_t check_price_rank(const check_reservation *r, size_t class);
/* Hours of the busiest n instances of an interval. */
check_wide check_busiest(const check_reservation *r, size_t t, uint64_t n);

/* An interval field, from 0; a class field, by index. */
size_t check_interval(check *c, const check_row *row, size_t field, const check_reservation *r);
size_t check_class_of(check *c, const check_row *row, size_t field, const check_reservation *r);

/* reservation_proof.c: the bound that a certificate proves. */
check_wide check_reservation_certificate(check *c, void *problem, const check_file *instance,
                                         check_file *certificate);
