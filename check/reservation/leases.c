/* What leases cost and how long they serve, and who is served first. */
#include "reservation.h"

check_micro check_used_price(const struct check_class *class)
{
    return class->always ? 0 : class->price;
}

size_t check_lease_end(const check_reservation *r, size_t t, size_t class)
{
    const size_t end = t + r->class[class].term;
    return end < r->n_intervals ? end : r->n_intervals;
}

/* The residual value of a lease is rounded down to 10^-12 dollars. */
check_wide check_lease(const check_reservation *r, size_t t, size_t class)
{
    const struct check_class *k = &r->class[class];
    const check_wide served = (check_wide)(check_lease_end(r, t, class) - t);
    const check_wide fee = check_times(r->c, k->upfront, 1000000);
    const check_wide after = (check_wide)k->term - served;
    const check_wide residual = r->pure ? check_times(r->c, fee, after) / (check_wide)k->term : 0;
    const check_wide hourly =
        k->always ? check_times(r->c, check_times(r->c, k->price, r->interval_hours), served) : 0;
    return check_plus(r->c, check_minus(r->c, fee, residual), hourly);
}

size_t check_price_rank(const check_reservation *r, size_t class)
{
    for (size_t l = 1; l < r->n_prices; l++)
        if (r->class[class].term > 0 && check_used_price(&r->class[class]) == r->price[l])
            return l;
    return 0;
}

check_wide check_busiest(const check_reservation *r, size_t t, uint64_t n)
{
    check_wide hours = 0;
    for (size_t q = r->first[t]; q < r->first[t + 1] && n > 0; q++) {
        const uint64_t taken = r->use[q].instances < n ? r->use[q].instances : n;
        hours = check_plus(r->c, hours, check_times(r->c, r->use[q].hours, (check_wide)taken));
        n -= taken;
    }
    return hours;
}

size_t check_interval(check *c, const check_row *row, size_t field, const check_reservation *r)
{
    return (size_t)check_count(c, row, field, "the interval", r->n_intervals) - 1;
}

size_t check_class_of(check *c, const check_row *row, size_t field, const check_reservation *r)
{
    const check_field *name = &row->field[field];
    const size_t k = check_names_find(&r->class_name, name->text, name->length);
    if (k == CHECK_NOT_FOUND)
        check_refuse(c, row, field, "the instance has no class '%.80s'", name->text);
    return k;
}
