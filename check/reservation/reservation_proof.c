/* Verifies ullage-certificate,1,reservation.
 *
 * A tree of cases: `branch,INTERVAL,CLASS,VALUE` divides into at most VALUE
 * purchases (the cases that follow first) and more (those after); `leaf` closes
 * a case with the `price,LEVEL,INTERVAL,W` records behind it. In a leaf, for
 * prices W >= 0 in 10^-12 dollars / scale, any plan of the case costs at least
 *
 *     all on demand - sum over levels, intervals of sum_j max(0, saving of rank j - W)
 *                   + sum over purchases R of R (lease - sum of W it is active under)
 *
 * where R takes the limit of its case that makes the term least; without one it
 * is from 0 to the peak, beyond which no purchase saves anything.
 *
 * No number may leave 128 bits, or a price chosen to wrap would prove anything:
 * all arithmetic is check_plus() and its like, which refuse.
 *
 * O(leaves * (uses * prices + intervals * classes * prices)).
 */
#include "reservation.h"

enum { DEPTH_MAX = 4096, SCALE_MAX = 1000000000 };

/* No saving is above 10^31 (10^10 millionths of an hour, 10^12 of a dollar, the
 * largest scale), and no price above every saving proves more than a lower one. */
static const check_wide W_MAX = (check_wide)10000000000000000 * 10000000000000000;

typedef struct {
    size_t at; /* interval x class */
    uint64_t value;
    bool more; /* the second side is being read */
    uint64_t low, high; /* the limits before */
} turn;

typedef struct {
    const check_reservation *r;
    check_wide scale;
    check_wide *price;     /* ranks 1 .. by interval */
    uint64_t *low, *high;  /* limits of the open case */
    check_wide *sum;       /* of the prices before each interval, by rank */
    turn *turn;
    size_t depth;
    bool closed;           /* the whole tree is read */
    bool has_bound;
    check_wide bound;      /* the least over leaves */
    bool has_claim;
    check_wide claimed;
} proof;

/* Another digit; false when there is none or the number would leave 128 bits. */
static bool add_digit(check_wide *value, char digit)
{
    return digit >= '0' && digit <= '9' && !__builtin_mul_overflow(*value, 10, value)
           && !__builtin_add_overflow(*value, digit - '0', value);
}

static check_wide read_w(check *c, const check_row *row, size_t field)
{
    const char *const text = row->field[field].text;
    check_wide value = 0;
    bool read = *text != '\0';
    for (const char *p = text; read && *p != '\0'; p++)
        read = add_digit(&value, *p) && value <= W_MAX;
    if (!read)
        check_refuse(c, row, field, "'%.40s' is not a whole number up to 10^32", text);
    return value;
}

/* sum_j max(0, saving - W) over the instances of an interval. */
static check_wide surplus(const proof *p, size_t l, size_t t)
{
    const check_reservation *r = p->r;
    const check_wide w = p->price[(l - 1) * r->n_intervals + t];
    check_wide sum = 0;
    for (size_t q = r->first[t]; q < r->first[t + 1]; q++) {
        const check_wide hourly = r->price[l - 1] - r->price[l]; /* prices fall */
        const check_wide saving =
            check_times(r->c, check_times(r->c, r->use[q].hours, hourly), p->scale);
        if (saving > w)
            sum = check_plus(r->c, sum, check_times(r->c, check_minus(r->c, saving, w),
                                                    (check_wide)r->use[q].instances));
    }
    return sum;
}

/* The least that the purchases of a class in an interval add; `sum` of the prices
 * before each interval, by level. */
static check_wide purchases_add(const proof *p, const check_wide *sum, size_t t, size_t k)
{
    const check_reservation *r = p->r;
    const size_t n = r->n_intervals, at = t * r->class_name.n + k, end = check_lease_end(r, t, k);
    check_wide left = check_times(r->c, check_lease(r, t, k), p->scale);
    for (size_t l = 1; l <= check_price_rank(r, k); l++)
        left = check_minus(r->c, left,
                           check_minus(r->c, sum[l * (n + 1) + end], sum[l * (n + 1) + t]));
    const uint64_t most = p->high[at] < r->peak ? p->high[at] : r->peak;
    return check_times(r->c, left, (check_wide)(left < 0 && most > p->low[at] ? most : p->low[at]));
}

static check_wide leaf_bound(const proof *p)
{
    const check_reservation *r = p->r;
    const size_t n = r->n_intervals;
    check_wide *sum = p->sum, total = 0;
    check_spend_on(r->c, r->n_prices, 8 * (r->n_uses + 2 * n * r->class_name.n * r->n_prices));
    for (size_t t = 0; t < n; t++)
        total = check_plus(r->c, total,
                           check_times(r->c, check_busiest(r, t, UINT64_MAX), r->price[0]));
    total = check_times(r->c, total, p->scale);
    for (size_t l = 1; l < r->n_prices; l++)
        for (size_t t = 0; t < n; t++) {
            check_wide *before = &sum[l * (n + 1) + t];
            before[1] = check_plus(r->c, before[0], p->price[(l - 1) * n + t]);
            total = check_minus(r->c, total, surplus(p, l, t));
        }
    for (size_t t = 0; t < n; t++)
        for (size_t k = 0; k < r->class_name.n; k++)
            if (check_price_rank(r, k) > 0)
                total = check_plus(r->c, total, purchases_add(p, sum, t, k));
    /* costs are whole 10^-12 dollars: round up */
    return total <= 0 ? 0 : check_plus(r->c, total, p->scale - 1) / p->scale;
}

static void open_branch(check *c, const check_row *row, proof *p)
{
    check_expect(c, row, 4, "branch,INTERVAL,CLASS,VALUE");
    const size_t t = check_interval(c, row, 1, p->r), k = check_class_of(c, row, 2, p->r);
    const uint64_t value = check_from_zero(c, row, 3, "the value", CHECK_INSTANCES_MAX);
    const size_t at = t * p->r->class_name.n + k;
    if (p->closed || p->depth == DEPTH_MAX)
        check_refuse(c, row, 0, "the tree has ended, or is too deep");
    if (value < p->low[at] || value >= p->high[at])
        check_refuse(c, row, 3, "the branch divides nothing");
    p->turn[p->depth++] = (turn){at, value, false, p->low[at], p->high[at]};
    p->high[at] = value;
}

/* After a leaf: the second side of the last branch that still has one. */
static void next_case(proof *p)
{
    while (p->depth > 0) {
        turn *last = &p->turn[p->depth - 1];
        p->low[last->at] = last->low;
        p->high[last->at] = last->high;
        if (!last->more) {
            last->more = true;
            p->low[last->at] = last->value + 1;
            return;
        }
        p->depth--;
    }
    p->closed = true;
}

static void close_leaf(proof *p)
{
    const check_wide bound = leaf_bound(p);
    p->bound = p->has_bound && p->bound < bound ? p->bound : bound;
    p->has_bound = true;
    for (size_t q = 0; q < (p->r->n_prices - 1) * p->r->n_intervals; q++)
        p->price[q] = 0;
    next_case(p);
}

static void read_price(check *c, const check_row *row, proof *p, bool in_leaf)
{
    check_expect(c, row, 4, "price,LEVEL,INTERVAL,W");
    if (!in_leaf)
        check_refuse(c, row, 0, "a price outside a leaf");
    const uint64_t l = check_count(c, row, 1, "the level", p->r->n_prices - 1);
    const size_t t = check_interval(c, row, 2, p->r);
    p->price[(l - 1) * p->r->n_intervals + t] = read_w(c, row, 3);
}

static void read_claim(check *c, const check_row *row, proof *p)
{
    check_expect(c, row, 2, "bound,DOLLARS");
    if (p->has_claim)
        check_refuse(c, row, 0, "the bound is given twice");
    p->has_claim = true;
    p->claimed = check_dollars(c, row, 1, "the bound", 12);
}

static void read_scale(check *c, const check_row *row, proof *p)
{
    check_expect(c, row, 2, "scale,NUMBER");
    p->scale = (check_wide)check_count(c, row, 1, "the scale", SCALE_MAX);
}

static void start(check *c, proof *p)
{
    const size_t n = p->r->n_intervals * p->r->class_name.n;
    p->price = check_alloc(c, p->r->n_prices * p->r->n_intervals, sizeof *p->price);
    p->low = check_alloc(c, n, sizeof *p->low);
    p->high = check_alloc(c, n, sizeof *p->high);
    p->sum = check_alloc(c, (p->r->n_intervals + 1) * p->r->n_prices, sizeof *p->sum);
    p->turn = check_alloc(c, DEPTH_MAX, sizeof *p->turn);
    for (size_t q = 0; q < n; q++)
        p->high[q] = UINT64_MAX;
}

check_wide check_reservation_certificate(check *c, void *problem, const check_file *instance,
                                         check_file *certificate)
{
    proof p = {.r = problem};
    check_row row;
    bool bound = false, in_leaf = false;
    start(c, &p);
    while (check_next(c, certificate, &row)) {
        const bool is_case = check_is(&row, 0, "leaf") || check_is(&row, 0, "branch");
        if (check_is(&row, 0, "leaf"))
            check_expect(c, &row, 1, "leaf");
        if (is_case && in_leaf) {
            close_leaf(&p);
            in_leaf = false;
        }
        if (is_case && (p.closed || p.scale == 0))
            check_refuse(c, &row, 0, "a case after the end of the tree, or before the scale");
        if (check_is(&row, 0, "price"))
            read_price(c, &row, &p, in_leaf);
        else if (check_is(&row, 0, "leaf"))
            in_leaf = true;
        else if (check_is(&row, 0, "branch"))
            open_branch(c, &row, &p);
        else if (check_is(&row, 0, "instance"))
            check_read_binding(c, &row, instance, p.r->name, &bound);
        else if (check_is(&row, 0, "bound"))
            read_claim(c, &row, &p);
        else if (check_is(&row, 0, "scale"))
            read_scale(c, &row, &p);
        else
            check_refuse(c, &row, 0, "record '%.40s' is not known", row.field[0].text);
    }
    if (in_leaf)
        close_leaf(&p);
    if (!bound || !p.has_claim)
        check_refuse_file(c, certificate->name, "lacks its instance or bound");
    if (!p.closed)
        check_violation(c, NULL, "%s: the tree of cases is not complete", certificate->name);
    else if (p.bound < p.claimed)
        check_violation(c, NULL, "%s: the cases prove less than the bound it claims",
                        certificate->name);
    return p.claimed;
}
