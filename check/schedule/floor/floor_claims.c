/* What a certificate of schedules claims besides a bound under the prices of the instance: that
 * there is no timeline, or a bound under leases.
 *
 * No timeline. Suppose that machines cost nothing. Then the argument of a floor still holds: what
 * all tasks need, at its values, less all supply at its own, is at most what the machines of a
 * timeline cost, which is nothing. If it is more, there is no timeline: there are not enough
 * machine seconds of the types that can do the work.
 *
 * Leases. Who leases a machine for a term pays a fee, and a price for each hour of use. Of the fee
 * he pays, in pure cost, at least the share of the term that has passed, and a machine is not used
 * for longer than that: an hour of use costs at least the price and the fee over the term's hours.
 * So no portfolio of leases is cheaper than all hours at the least of these and of the price on
 * demand.
 */
#include <stdio.h>
#include <string.h>

#include "floor.h"

void check_floor_read_infeasible(check_floor *f, const check_row *row)
{
    check_expect(f->c, row, 1, "infeasible");
    if (f->claimed >= 0)
        check_refuse(f->c, row, 0, "the bound is given twice");
    f->infeasible = true;
    f->claimed = 1; /* more than nothing */
}

void check_floor_read_lease(check_floor *f, const check_row *row)
{
    check *c = f->c;
    const check_schedule *s = f->s;
    char number[CHECK_NUMBER_TEXT];
    check_expect(c, row, 5, "lease,TYPE,FEE,HOURS,PRICE_PER_HOUR");
    const size_t k = check_names_find(&s->type, row->field[1].text, row->field[1].length);
    if (k == CHECK_NOT_FOUND)
        check_refuse(c, row, 1, "the instance has no type '%.80s'", row->field[1].text);
    const check_micro fee = check_decimal(c, row, 2, "the fee");
    const check_micro hours = check_decimal(c, row, 3, "the term");
    const check_micro price = check_decimal(c, row, 4, "the price");
    if (hours == 0)
        check_refuse(c, row, 3, "a term of no hours");
    if (f->leased == NULL) {
        f->leased = check_alloc(c, s->type.n, sizeof *f->leased);
        for (size_t q = 0; q < s->type.n; q++)
            f->leased[q] = CHECK_PRICE_MAX;
    }
    const check_wide hour = price + (check_wide)fee * CHECK_SECOND / hours; /* millionths, each */
    if (hour < f->leased[k])
        f->leased[k] = (check_micro)hour;
    f->n_leases++;
    fprintf(c->out, "lease of type '%.80s': $%s", s->type.key[k].text, check_text(fee, 6, number));
    fprintf(c->out, " for %s h", check_text(hours, 6, number));
    fprintf(c->out, " and $%s an hour", check_text(price, 6, number));
    fprintf(c->out, ", at least $%s for an hour of use\n", check_text(hour, 6, number));
}

void check_floor_claim(const check_floor *f)
{
    char *said = f->c->holds_for;
    const size_t used = strlen(said);
    if (f->n_leases > 0)
        snprintf(said + used, sizeof f->c->holds_for - used, " paid on demand or by these leases");
    if (f->infeasible && (f->wait >= 0 || f->n_leases > 0))
        check_refuse_file(f->c, f->file, "claims that there is no timeline: it speaks of no wait "
                                         "and of no leases");
    if (f->life != NULL && (f->valued || (f->n_periods > 0 && !f->instants)))
        check_refuse_file(f->c, f->file, "has values or periods beside lives: nothing but instants "
                                         "goes with these");
}

/* What a type costs at the least between two seconds, however long. Of a sustained-use discount: a
 * machine that is billed for some parts of a period costs, a second, at least the mean of their
 * shares. */
static check_micro price_of(const check_machine_type *type, check_micro from, check_micro to)
{
    size_t q = 0;
    check_micro least = type->price;
    for (; q < type->n_steps && type->step[q].from <= from; q++)
        least = type->step[q].price; /* that of the first second */
    for (; q < type->n_steps && type->step[q].from < to; q++)
        least = type->step[q].price < least ? type->step[q].price : least;
    const check_micro whole = least;
    check_wide sum = 0;
    for (size_t part = 0; part < type->n_shares; part++) { /* rounded once, prices are exact */
        sum += type->share[part];
        const check_wide mean = whole * sum / ((check_wide)(part + 1) * CHECK_SECOND);
        least = mean < least ? (check_micro)mean : least;
    }
    return least;
}

check_micro check_floor_pays(const check_floor *f, size_t type, check_micro from, check_micro to)
{
    if (f->infeasible)
        return 0;
    check_spend(f->c, f->s->types[type].n_steps + CHECK_SHARES_MAX);
    const check_micro price = price_of(&f->s->types[type], from, to);
    return f->leased != NULL && f->leased[type] < price ? f->leased[type] : price;
}
