/* How likely failing sets are, from below: a pool that fails a set fails with at least
 * the probability that all of the set is down.
 *
 * Of several sets, each adds what the others before it do not cover:
 *     P(union) >= sum_t P(S_t) (1 - U(S_1 \ S_t, ..., S_(t-1) \ S_t)),
 * where U is at least the probability that one of its sets is all down: exact for sets of
 * one type, and for larger ones the sum of theirs. Where that is not enough the union is
 * added up over disjoint cases, some thousands at most.
 *
 * Probabilities are whole numbers of 10^-27: what is to be a lower bound is rounded down
 * whenever it is rounded, an upper one up.
 */
#include "availability.h"

#include <string.h>

enum { CASES_MAX = 60000, EXACT_SETS = 256, PRODUCT = 60 /* steps that one takes */ };

/* Of the nine digits of `up` before and behind the middle each; a product with either is at
 * most 10^36. */
check_wide check_likely(check_wide a, check_wide b, int64_t up, bool upwards)
{
    const check_wide half = 1000000000;
    const int64_t down = CHECK_UP - up;
    const check_wide rest = upwards ? half - 1 : 0;
    const check_wide low = (a * (up % half) + b * (down % half) + rest) / half;
    return (a * (up / half) + b * (down / half) + low + rest) / half;
}

check_wide check_allowance(const check_availability *p)
{
    const int64_t granted = CHECK_UP / 1000000000000000;
    return (check_wide)(CHECK_UP - p->target + granted) * (CHECK_LIKELY / CHECK_UP);
}

void check_failing_start(check *c, const check_availability *p, check_failing *f)
{
    *f = (check_failing){.c = c, .p = p, .allowance = check_allowance(p)};
    f->mark = check_alloc(c, p->vm.n, sizeof *f->mark);
}

/* Nothing is marked from here on; marks of 0 are of nobody. */
static void forget_marks(check_failing *f)
{
    if (++f->stamp != 0)
        return;
    check_spend(f->c, f->p->vm.n);
    memset(f->mark, 0, f->p->vm.n * sizeof *f->mark);
    f->stamp = 1;
}

void check_down_mark(check_failing *f, check_down set)
{
    forget_marks(f);
    check_spend(f->c, set.n + 1);
    for (size_t q = 0; q < set.n; q++)
        f->mark[set.type[q]] = f->stamp;
}

bool check_down_is_marked(const check_failing *f, size_t type)
{
    return f->mark[type] == f->stamp;
}

bool check_down_within(check_failing *f, check_down a, check_down b)
{
    if (a.n > b.n)
        return false;
    check_down_mark(f, b);
    check_spend(f->c, a.n);
    for (size_t q = 0; q < a.n; q++)
        if (!check_down_is_marked(f, a.type[q]))
            return false;
    return true;
}

/* a times b, both at most 1, rounded down or up. The factor is read as an availability is, to
 * 10^-18, and rounded the same way. */
static check_wide product(check_wide a, check_wide b, bool upwards)
{
    const check_wide finer = CHECK_LIKELY / CHECK_UP;
    return check_likely(a, 0, (int64_t)(upwards ? check_ratio_up(b, finer) : b / finer), upwards);
}

/* The probability that all of a set is down, of which the marked types are already, from below
 * or above; *left is how many that leaves. */
static check_wide probability_of(const check_failing *f, check_down set, bool upwards, size_t *left)
{
    check_wide likely = CHECK_LIKELY;
    *left = 0;
    check_spend_on(f->c, set.n, PRODUCT);
    for (size_t q = 0; q < set.n; q++)
        if (!check_down_is_marked(f, set.type[q])) {
            likely = check_likely(0, likely, f->p->vms[set.type[q]].up, upwards);
            ++*left;
        }
    return likely;
}

/* Whether what is left of set t, the marked types taken off, holds all that is left of
 * another of the first n: then it adds nothing. */
static bool is_implied(const check_failing *f, size_t n, size_t t)
{
    const check_down set = f->failing[t].set;
    for (size_t u = 0; u < n; u++) {
        const check_down other = f->failing[u].set;
        check_spend_on(f->c, set.n + 1, other.n + 1);
        size_t missing = 0, more = set.n;
        for (size_t q = 0; q < other.n && missing == 0; q++) {
            bool there = check_down_is_marked(f, other.type[q]);
            for (size_t r = 0; r < set.n && !there; r++)
                there = set.type[r] == other.type[q];
            missing += !there;
        }
        if (u == t || missing > 0)
            continue;
        /* equal ones imply each other: the first stays */
        size_t of_other = 0;
        more = 0;
        for (size_t r = 0; r < set.n; r++)
            more += !check_down_is_marked(f, set.type[r]);
        for (size_t r = 0; r < other.n; r++)
            of_other += !check_down_is_marked(f, other.type[r]);
        if (of_other < more || u < t)
            return true;
    }
    return false;
}

/* What a set adds to the probability of the first n, at least. */
static check_wide gain_of(check_failing *f, size_t n, check_down set)
{
    /* that none of the sets of one type is down, from below; that one of the larger ones is,
     * from above */
    check_wide none_single = CHECK_LIKELY, larger = 0;
    size_t left;
    forget_marks(f);
    const check_wide probability = probability_of(f, set, false, &left);
    check_down_mark(f, set);
    for (size_t t = 0; t < n; t++) {
        const check_wide of = probability_of(f, f->failing[t].set, true, &left);
        if (left == 0)
            return 0; /* whoever fails this one fails that one */
        if (is_implied(f, n, t))
            continue;
        if (left == 1)
            none_single = product(none_single, CHECK_LIKELY - of, false);
        else
            larger = larger + of < CHECK_LIKELY ? larger + of : CHECK_LIKELY;
    }
    /* 1 - U, where U = 1 - none_single + none_single * larger */
    return product(probability, product(none_single, CHECK_LIKELY - larger, false), false);
}

void check_failing_push(check_failing *f, check_down set)
{
    const check_wide gain = gain_of(f, f->n, set);
    f->failing = check_grow(f->c, f->failing, f->n, &f->room, sizeof *f->failing);
    f->failing[f->n] = (struct failing){
        .set = set, .gain = gain, .total = gain + (f->n == 0 ? 0 : f->failing[f->n - 1].total)};
    f->n++;
}

bool check_failing_forces(check_failing *f, size_t n, check_down set)
{
    const check_wide before = n == 0 ? 0 : f->failing[n - 1].total; /* far from 2^127 */
    return before + gain_of(f, n, set) > f->allowance;
}

/* ---- the union, by disjoint cases ---- */

typedef struct {
    check_failing *f;
    check_index type[64]; /* that the bits stand for */
    check_wide failed; /* the probability of the cases seen in which a set is all down */
    size_t cases;
} cases;

/* The sets as bits; false when they name more than 64 types. */
static bool make_bits(check_failing *f, cases *s, uint64_t *bits)
{
    size_t n = 0;
    for (size_t t = 0; t < f->n; t++) {
        bits[t] = 0;
        check_spend_on(f->c, f->failing[t].set.n, 64);
        for (size_t q = 0; q < f->failing[t].set.n; q++) {
            size_t at = 0;
            while (at < n && s->type[at] != f->failing[t].set.type[q])
                at++;
            if (at == 64)
                return false;
            s->type[at] = f->failing[t].set.type[q];
            n += at == n;
            bits[t] |= (uint64_t)1 << at;
        }
    }
    return true;
}

/* Splits by whether the first type of the first set is down. */
static void add_cases(cases *s, const uint64_t *set, size_t n, check_wide probability)
{
    uint64_t rest[EXACT_SETS];
    size_t kept = 0;
    if (n == 0 || s->cases++ >= CASES_MAX || s->failed > s->f->allowance)
        return;
    check_spend(s->f->c, 4 * n + PRODUCT);
    for (size_t t = 0; t < n; t++)
        if (set[t] == 0) {
            s->failed += probability;
            return;
        }
    const uint64_t bit = set[0] & -set[0];
    const int64_t up = s->f->p->vms[s->type[__builtin_ctzll(bit)]].up;
    for (size_t t = 0; t < n; t++)
        rest[t] = set[t] & ~bit;
    add_cases(s, rest, n, check_likely(0, probability, up, false));
    for (size_t t = 0; t < n; t++)
        if ((set[t] & bit) == 0)
            rest[kept++] = set[t];
    add_cases(s, rest, kept, check_likely(probability, 0, up, false));
}

bool check_failing_impossible(check_failing *f)
{
    uint64_t bits[EXACT_SETS];
    cases s = {.f = f};
    check_spend(f->c, f->n);
    for (size_t t = 0; t < f->n; t++)
        if (f->failing[t].total > f->allowance)
            return true;
    if (f->n > EXACT_SETS || !make_bits(f, &s, bits))
        return false;
    add_cases(&s, bits, f->n, CHECK_LIKELY);
    return s.failed > f->allowance;
}
