/* How likely failing sets are, from below: a pool that fails a set fails with at least
 * the probability that all of the set is down.
 *
 * Of several sets, each adds what the others before it do not cover:
 *     P(union) >= sum_t P(S_t) (1 - U(S_1 \ S_t, ..., S_(t-1) \ S_t)),
 * where U is at least the probability that one of its sets is all down: exact for sets of
 * one type, and for larger ones the sum of theirs. Where that is not enough the union is
 * added up over disjoint cases, some thousands at most.
 *
 * Probabilities are doubles. All terms are products and sums of numbers that are not
 * negative, so that an error is a share of its term: below (types + 8) 2^-53, and no set
 * has more than 4096 types. What is to be a lower bound is lowered by 2^-40 of itself, an
 * upper one raised; where 1 - U cancels, 2^-50 is taken off as well.
 */
#include "availability.h"

#define LOWER (1 - 0x1p-40)
#define HIGHER (1 + 0x1p-40)
enum { CASES_MAX = 60000, EXACT_SETS = 256 };

/* A plan is accepted when its failure less its error bound, (3 types + levels) times
 * LDBL_EPSILON of it and so below 2^-39 of it, is within the allowance: what it really
 * fails is then within 2^-37 of that. */
void check_failing_start(check *c, const check_availability *p, check_failing *f)
{
    *f = (check_failing){.c = c, .p = p};
    f->allowance = (double)(1 - (long double)p->target + CHECK_TOLERANCE) * (1 + 0x1p-37);
    f->mark = check_alloc(c, p->vm.n, sizeof *f->mark);
}

static double down(const check_failing *f, uint32_t type)
{
    return 1 - f->p->vms[type].up;
}

static void mark_set(check_failing *f, check_down set)
{
    f->stamp++; /* 2^32 of them take hours */
    for (size_t q = 0; q < set.n; q++)
        f->mark[set.type[q]] = f->stamp;
}

static bool is_marked(const check_failing *f, uint32_t type)
{
    return f->mark[type] == f->stamp;
}

bool check_down_within(check_failing *f, check_down a, check_down b)
{
    if (a.n > b.n)
        return false;
    mark_set(f, b);
    for (size_t q = 0; q < a.n; q++)
        if (!is_marked(f, a.type[q]))
            return false;
    return true;
}

/* The probability that all of a set is down, of which the marked types are already;
 * *left is how many that leaves. */
static double probability_of(const check_failing *f, check_down set, size_t *left)
{
    double product = 1;
    *left = 0;
    for (size_t q = 0; q < set.n; q++)
        if (!is_marked(f, set.type[q])) {
            product *= down(f, set.type[q]);
            ++*left;
        }
    return product;
}

/* Whether what is left of set t, the marked types taken off, holds all that is left of
 * another of the first n: then it adds nothing. */
static bool is_implied(const check_failing *f, size_t n, size_t t)
{
    const check_down set = f->failing[t].set;
    for (size_t u = 0; u < n; u++) {
        const check_down other = f->failing[u].set;
        size_t missing = 0, more = set.n;
        for (size_t q = 0; q < other.n && missing == 0; q++) {
            bool there = is_marked(f, other.type[q]);
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
            more += !is_marked(f, set.type[r]);
        for (size_t r = 0; r < other.n; r++)
            of_other += !is_marked(f, other.type[r]);
        if (of_other < more || u < t)
            return true;
    }
    return false;
}

/* What a set adds to the probability of the first n, at least. */
static double gain_of(check_failing *f, size_t n, check_down set)
{
    double none_single = 1, larger = 0;
    size_t left;
    f->stamp++; /* nothing is marked */
    const double probability = probability_of(f, set, &left) * LOWER;
    mark_set(f, set);
    for (size_t t = 0; t < n; t++) {
        const double of = probability_of(f, f->failing[t].set, &left) * HIGHER;
        if (left == 0)
            return 0; /* whoever fails this one fails that one */
        if (is_implied(f, n, t))
            continue;
        if (left == 1)
            none_single *= of < 1 ? 1 - of : 0;
        else
            larger += of;
    }
    none_single *= LOWER;
    const double covered = (1 - none_single + none_single * larger * HIGHER) * HIGHER + 0x1p-50;
    return covered < 1 ? probability * (1 - covered) : 0;
}

void check_failing_push(check_failing *f, check_down set)
{
    const double gain = gain_of(f, f->n, set);
    f->failing = check_grow(f->c, f->failing, f->n, &f->room, sizeof *f->failing);
    f->failing[f->n] = (struct failing){
        .set = set, .gain = gain, .total = gain + (f->n == 0 ? 0 : f->failing[f->n - 1].total)};
    f->n++;
}

bool check_failing_forces(check_failing *f, size_t n, check_down set)
{
    const double before = n == 0 ? 0 : f->failing[n - 1].total;
    return (before + gain_of(f, n, set)) * LOWER > f->allowance;
}

/* ---- the union, by disjoint cases ---- */

typedef struct {
    check_failing *f;
    uint32_t type[64]; /* that the bits stand for */
    double failed;     /* the probability of the cases seen in which a set is all down */
    size_t cases;
} cases;

/* The sets as bits; false when they name more than 64 types. */
static bool make_bits(check_failing *f, cases *s, uint64_t *bits)
{
    size_t n = 0;
    for (size_t t = 0; t < f->n; t++) {
        bits[t] = 0;
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
static void add_cases(cases *s, const uint64_t *set, size_t n, double probability)
{
    uint64_t rest[EXACT_SETS];
    size_t kept = 0;
    if (n == 0 || s->cases++ >= CASES_MAX || s->failed > s->f->allowance * HIGHER)
        return;
    for (size_t t = 0; t < n; t++)
        if (set[t] == 0) {
            s->failed += probability;
            return;
        }
    const uint64_t bit = set[0] & -set[0];
    const double likely = down(s->f, s->type[__builtin_ctzll(bit)]);
    for (size_t t = 0; t < n; t++)
        rest[t] = set[t] & ~bit;
    add_cases(s, rest, n, probability * likely);
    for (size_t t = 0; t < n; t++)
        if ((set[t] & bit) == 0)
            rest[kept++] = set[t];
    add_cases(s, rest, kept, probability * (1 - likely));
}

bool check_failing_impossible(check_failing *f)
{
    uint64_t bits[EXACT_SETS];
    cases s = {.f = f};
    for (size_t t = 0; t < f->n; t++)
        if (f->failing[t].total * LOWER > f->allowance)
            return true;
    if (f->n > EXACT_SETS || !make_bits(f, &s, bits))
        return false;
    add_cases(&s, bits, f->n, 1);
    /* as many terms as cases, each rounded by less than 2^-40 of itself before the sum */
    return s.failed * (1 - 0x1p-36) > f->allowance;
}
