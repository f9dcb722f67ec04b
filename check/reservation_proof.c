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
 * O(leaves * (uses * prices + intervals * classes * prices)).
 */
#include "reservation.h"

enum { DEPTH_MAX = 4096 };

typedef struct {
    size_t at; /* interval x class */
    uint64_t value;
    bool more; /* the second side is being read */
    uint64_t low, high; /* the limits before */
} turn;

typedef struct {
    check_reservation r;
    check_wide scale;
    check_wide *price;     /* ranks 1 .. by interval */
    uint64_t *low, *high;  /* limits of the open case */
    turn *turn;
    size_t depth;
    bool closed;           /* the whole tree is read */
    bool has_bound;
    check_wide bound;      /* the least over leaves */
    check_wide claimed;
} proof;

static check_wide read_whole(check *c, const check_row *row, size_t field)
{
    check_wide value = 0;
    if (field >= row->n || row->field[field].length == 0)
        check_refuse(c, row, field, "a whole number is missing");
    for (const char *p = row->field[field].text; *p != '\0'; p++) {
        if (*p < '0' || *p > '9' || value > (check_wide)1 << 116)
            check_refuse(c, row, field, "'%.40s' is not a whole number this program reads",
                         row->field[field].text);
        value = value * 10 + (*p - '0');
    }
    return value;
}

/* sum_j max(0, saving - W) over the instances of an interval. */
static check_wide surplus(const proof *p, size_t l, size_t t)
{
    const check_reservation *r = &p->r;
    const check_wide w = p->price[(l - 1) * r->n_intervals + t];
    check_wide sum = 0;
    for (size_t q = r->first[t]; q < r->first[t + 1]; q++) {
        const check_wide saving =
            (check_wide)r->use[q].hours * (r->price[l - 1] - r->price[l]) * p->scale;
        sum += saving > w ? (saving - w) * (check_wide)r->use[q].instances : 0;
    }
    return sum;
}

static check_wide leaf_bound(check *c, const proof *p)
{
    const check_reservation *r = &p->r;
    const size_t n = r->n_intervals;
    check_wide *sum = check_alloc(c, (n + 1) * r->n_prices, sizeof *sum);
    check_wide total = 0;
    for (size_t t = 0; t < n; t++)
        total += check_busiest(r, t, UINT64_MAX) * r->price[0] * p->scale;
    for (size_t l = 1; l < r->n_prices; l++)
        for (size_t t = 0; t < n; t++) {
            sum[l * (n + 1) + t + 1] = sum[l * (n + 1) + t] + p->price[(l - 1) * n + t];
            total -= surplus(p, l, t);
        }
    for (size_t t = 0; t < n; t++)
        for (size_t k = 0; k < r->class_name.n; k++) {
            const size_t rank = check_price_rank(r, k), at = t * r->class_name.n + k;
            if (rank == 0)
                continue;
            check_wide left = check_lease(r, t, k) * p->scale;
            for (size_t l = 1; l <= rank; l++)
                left -= sum[l * (n + 1) + check_lease_end(r, t, k)] - sum[l * (n + 1) + t];
            const uint64_t most = p->high[at] < r->peak ? p->high[at] : r->peak;
            total += left * (check_wide)(left < 0 && most > p->low[at] ? most : p->low[at]);
        }
    /* costs are whole 10^-12 dollars: round up */
    return total <= 0 ? 0 : (total + p->scale - 1) / p->scale;
}

static void open_branch(check *c, const check_row *row, proof *p)
{
    check_expect(c, row, 4, "branch,INTERVAL,CLASS,VALUE");
    const size_t t = check_interval(c, row, 1, &p->r), k = check_class_of(c, row, 2, &p->r);
    const uint64_t value = check_from_zero(c, row, 3, "the value", CHECK_INSTANCES_MAX);
    const size_t at = t * p->r.class_name.n + k;
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

static void close_leaf(check *c, proof *p)
{
    const check_wide bound = leaf_bound(c, p);
    p->bound = p->has_bound && p->bound < bound ? p->bound : bound;
    p->has_bound = true;
    for (size_t q = 0; q < (p->r.n_prices - 1) * p->r.n_intervals; q++)
        p->price[q] = 0;
    next_case(p);
}

static void read_price(check *c, const check_row *row, proof *p, bool in_leaf)
{
    check_expect(c, row, 4, "price,LEVEL,INTERVAL,W");
    if (!in_leaf)
        check_refuse(c, row, 0, "a price outside a leaf");
    const uint64_t l = check_count(c, row, 1, "the level", p->r.n_prices - 1);
    const size_t t = check_interval(c, row, 2, &p->r);
    p->price[(l - 1) * p->r.n_intervals + t] = read_whole(c, row, 3);
}

static void read_claim(check *c, const check_row *row, proof *p)
{
    check_expect(c, row, 2, "bound,DOLLARS");
    /* twelve decimals: more than an instance's numbers have */
    const char *text = row->field[1].text;
    int decimals = -1;
    for (; *text != '\0'; text++) {
        if (*text == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (*text < '0' || *text > '9' || decimals == 12 || p->claimed > (check_wide)1 << 116)
            check_refuse(c, row, 1, "'%.40s' is not a bound", row->field[1].text);
        p->claimed = p->claimed * 10 + (*text - '0');
        decimals += decimals >= 0;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 12; decimals++)
        p->claimed *= 10;
}

static void start(check *c, check_file *instance, proof *p)
{
    check_read_reservation(c, instance, &p->r);
    const size_t n = p->r.n_intervals * p->r.class_name.n;
    p->price = check_alloc(c, p->r.n_prices * p->r.n_intervals, sizeof *p->price);
    p->low = check_alloc(c, n, sizeof *p->low);
    p->high = check_alloc(c, n, sizeof *p->high);
    p->turn = check_alloc(c, DEPTH_MAX, sizeof *p->turn);
    for (size_t q = 0; q < n; q++)
        p->high[q] = UINT64_MAX;
}

check_wide check_reservation_certificate(check *c, check_file *instance, check_file *certificate)
{
    proof p = {.scale = 0};
    check_row row;
    bool bound = false, in_leaf = false;
    start(c, instance, &p);
    while (check_next(c, certificate, &row)) {
        const bool is_case = check_is(&row, 0, "leaf") || check_is(&row, 0, "branch");
        if (is_case && in_leaf) {
            close_leaf(c, &p);
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
            check_read_binding(c, &row, instance, p.r.name, &bound);
        else if (check_is(&row, 0, "bound"))
            read_claim(c, &row, &p);
        else if (check_is(&row, 0, "scale"))
            p.scale = (check_wide)check_count(c, &row, 1, "the scale", 1000000000);
        else
            check_refuse(c, &row, 0, "record '%.40s' is not known", row.field[0].text);
    }
    if (in_leaf)
        close_leaf(c, &p);
    if (!bound)
        check_violation(c, NULL, "%s: names no instance", certificate->name);
    if (!p.closed)
        check_violation(c, NULL, "%s: the tree of cases is not complete", certificate->name);
    else if (p.bound < p.claimed)
        check_violation(c, NULL, "%s: the cases prove less than the bound it claims",
                        certificate->name);
    return p.claimed;
}
