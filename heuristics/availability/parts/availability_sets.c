/* Failing sets: how likely their union is, which must be survived, which may be
 * chosen.
 *
 * The union's probability is bounded from below by adding, set by set, what is not
 * already covered by the earlier ones, with an upper bound on what is:
 *   P(union) >= sum_t P(S_t) (1 - U(S_1 \ S_t, ..., S_{t-1} \ S_t)),
 * where U is exact for single columns and adds up the rest. Failures are rare, so
 * the bound is close; where it is not, the search only takes longer.
 */
#include <math.h>

#include "availability_cover.h"

#define ROUNDING 1e-6
#define NEVER_ZERO 1e-12 /* added to a logarithm that is divided by */
#define LIKELY 1e-3      /* of the allowance: sets at least as likely are listed first */

static ul_down bit(size_t k)
{
    return (ul_down)1 << k;
}

static double down_probability(const ul_cover *cover, ul_down set)
{
    double probability = 1;
    for (; set != 0; set &= set - 1)
        probability *= cover->down[__builtin_ctzll(set)];
    return probability;
}

/* Whether some other set makes set t superfluous in a union. */
static bool implied(const ul_down *set, size_t n, size_t t)
{
    for (size_t u = 0; u < n; u++)
        if (u != t && (set[u] & ~set[t]) == 0 && (set[u] != set[t] || u < t))
            return true;
    return false;
}

/* Roughly: superfluous sets are counted too. */
static double union_at_most(const ul_cover *cover, const ul_down *set, size_t n, bool roughly)
{
    double none_single = 1, larger = 0;
    for (size_t t = 0; t < n; t++) {
        if (!roughly && implied(set, n, t))
            continue;
        if ((set[t] & (set[t] - 1)) == 0)
            none_single *= 1 - down_probability(cover, set[t]);
        else
            larger += down_probability(cover, set[t]);
    }
    const double bound = 1 - none_single + none_single * larger;
    return bound < 1 ? bound : 1;
}

static double gain_of(const ul_cover *cover, const ul_failing *failing, ul_down set, bool roughly)
{
    ul_down left[UL_FAILING_MAX];
    for (size_t t = 0; t < failing->n; t++) {
        left[t] = failing->set[t] & ~set;
        if (left[t] == 0)
            return 0;
    }
    return down_probability(cover, set)
           * (1 - union_at_most(cover, left, failing->n, roughly));
}

/* What one more failing set adds to the probability, at least. 0 when implied. */
static double failing_gain(const ul_cover *cover, const ul_failing *failing, ul_down set)
{
    return gain_of(cover, failing, set, false);
}

bool ul_failing_add(const ul_cover *cover, ul_failing *failing, ul_down set)
{
    if (failing->n == UL_FAILING_MAX)
        return false;
    failing->probability += failing_gain(cover, failing, set);
    failing->set[failing->n++] = set;
    return true;
}

/* Whether the set may fail already, being larger than one that may. */
static bool fails_already(const ul_failing *failing, ul_down set)
{
    for (size_t t = 0; t < failing->n; t++)
        if ((failing->set[t] & ~set) == 0)
            return true;
    return false;
}

/* ---- sets that must be survived ---- */

/* A knapsack: the set of largest capacity whose failure is too likely to allow. */
typedef struct {
    const ul_cover *cover;
    const double *x;
    const ul_failing *failing;
    double budget;     /* what may still fail */
    double log_budget; /* -log of it: a set of more weight is unlikely enough */
    size_t n, order[UL_COVER_COLUMNS]; /* most capacity per weight first */
    double best;
    ul_down set;
    bool found;
    size_t steps;
} knapsack;

enum { KNAPSACK_STEPS = 20000 };

/* The capacity that could still be added, as if columns could be split. */
static double fractional(const knapsack *s, size_t at, double weight_left)
{
    double capacity = 0;
    for (size_t q = at; q < s->n; q++) {
        const size_t k = s->order[q];
        if (s->cover->log_down[k] >= weight_left)
            return capacity + s->x[k] * weight_left / s->cover->log_down[k];
        weight_left -= s->cover->log_down[k];
        capacity += s->x[k];
    }
    return capacity;
}

static bool too_likely(const knapsack *s, ul_down set)
{
    /* the rough gain is smaller, found sooner, and mostly enough to tell */
    return gain_of(s->cover, s->failing, set, true) > s->budget
           || gain_of(s->cover, s->failing, set, false) > s->budget;
}

static void fill_knapsack(knapsack *s, size_t at, ul_down set, double capacity, double weight)
{
    if (s->steps == 0)
        return;
    s->steps--;
    if (capacity > s->best && too_likely(s, set)) {
        s->best = capacity + ROUNDING;
        s->set = set;
        s->found = true;
    }
    if (at == s->n || capacity + fractional(s, at, s->log_budget - weight) <= s->best)
        return;
    const size_t k = s->order[at];
    if (weight + s->cover->log_down[k] < s->log_budget && !fails_already(s->failing, set | bit(k)))
        fill_knapsack(s, at + 1, set | bit(k), capacity + s->x[k], weight + s->cover->log_down[k]);
    fill_knapsack(s, at + 1, set, capacity, weight);
}

/* Columns not held make the row stronger at no cost: cheapest first, since those
 * are what the linear program would turn to. */
static void enlarge(knapsack *s)
{
    double weight = 0;
    for (size_t k = 0; k < s->cover->n; k++)
        if (s->set & bit(k))
            weight += s->cover->log_down[k];
    for (size_t k = 0; k < s->cover->n; k++) {
        const double more = weight + s->cover->log_down[k];
        if ((s->set & bit(k)) != 0 || !(more < s->log_budget) || !too_likely(s, s->set | bit(k)))
            continue;
        s->set |= bit(k);
        weight = more;
    }
}

bool ul_cover_forced_set(const ul_cover *cover, const double *x, const ul_failing *failing,
                         ul_down *set)
{
    knapsack s = {.cover = cover, .x = x, .failing = failing, .steps = KNAPSACK_STEPS};
    double all = 0;
    s.budget = cover->too_much - failing->probability;
    s.log_budget = s.budget > 0 ? -log(s.budget) : INFINITY;
    for (size_t k = 0; k < cover->n; k++) {
        all += x[k];
        if (x[k] <= ROUNDING || !(cover->log_down[k] < s.log_budget))
            continue;
        const double value = x[k] / (cover->log_down[k] + NEVER_ZERO);
        size_t at = s.n++;
        for (; at > 0; at--) {
            const size_t other = s.order[at - 1];
            if (x[other] / (cover->log_down[other] + NEVER_ZERO) >= value)
                break;
            s.order[at] = other;
        }
        s.order[at] = k;
    }
    s.best = all - cover->wanted + ROUNDING;
    fill_knapsack(&s, 0, 0, 0, 0);
    if (!s.found)
        return false;
    enlarge(&s);
    *set = s.set;
    return true;
}

/* ---- sets that may fail ---- */

typedef struct {
    const ul_cover *cover;
    const double *x;
    const ul_failing *failing;
    ul_candidate *candidate;
    size_t found, room;
    size_t n, order[UL_COVER_COLUMNS]; /* held, largest first */
    double rest[UL_COVER_COLUMNS + 1];
    double spare; /* capacity that may go without a failure */
    double cut;   /* sets less likely than this are not looked for */
    size_t steps;
} listing;

enum { LISTING_STEPS = 100000, LAST_LISTING_STEPS = 10000000 };

static void list_one(listing *l, ul_down set)
{
    const double gain = failing_gain(l->cover, l->failing, set);
    if (!(gain > 0))
        return;
    size_t at = l->found < l->room ? l->found++ : l->room;
    if (at == l->room && l->candidate[--at].gain >= gain)
        return;
    for (; at > 0 && l->candidate[at - 1].gain < gain; at--)
        l->candidate[at] = l->candidate[at - 1];
    l->candidate[at] = (ul_candidate){set, gain};
}

/* A set is minimal when giving back its smallest column saves it. */
static void list_sets(listing *l, size_t at, ul_down set, double gone, double probability)
{
    if (at == l->n || l->steps == 0 || gone + l->rest[at] <= l->spare)
        return;
    l->steps--;
    const size_t k = l->order[at];
    const double likely = probability * l->cover->down[k];
    if (fails_already(l->failing, set | bit(k)))
        ; /* and so does whatever it grows to */
    else if (gone + l->x[k] > l->spare)
        list_one(l, set | bit(k)); /* largest first: k is the smallest member */
    else if (likely >= l->cut)
        list_sets(l, at + 1, set | bit(k), gone + l->x[k], likely);
    list_sets(l, at + 1, set, gone, probability);
}

size_t ul_cover_failing_sets(const ul_cover *cover, const double *x, const ul_failing *failing,
                             ul_candidate *candidate, size_t room, bool *all)
{
    listing l = {.cover = cover, .x = x, .failing = failing, .candidate = candidate, .room = room};
    for (size_t k = 0; k < cover->n; k++) {
        if (x[k] <= ROUNDING || cover->down[k] <= 0)
            continue;
        size_t at = l.n++;
        for (; at > 0 && x[l.order[at - 1]] < x[k]; at--)
            l.order[at] = l.order[at - 1];
        l.order[at] = k;
    }
    for (size_t q = l.n; q-- > 0;)
        l.rest[q] = l.rest[q + 1] + x[l.order[q]];
    *all = true;
    l.spare = -cover->wanted + ROUNDING;
    for (size_t k = 0; k < cover->n; k++)
        l.spare += x[k];
    if (l.spare < 0) {
        list_one(&l, 0); /* too small even with everything up */
        return l.found;
    }
    /* Likely sets first; unlikely ones count only when nothing else is left. */
    l.cut = (cover->allowance - failing->probability) * LIKELY;
    l.steps = LISTING_STEPS;
    list_sets(&l, 0, 0, 0, 1);
    if (l.found == 0) {
        l.cut = 0;
        l.steps = LAST_LISTING_STEPS;
        list_sets(&l, 0, 0, 0, 1);
    }
    *all = l.steps > 0;
    return l.found;
}
