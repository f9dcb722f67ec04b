/* Whether no set of tasks that fits a machine is worth more than the machine costs, its second
 * of supply included.
 *
 * A set is worth the values of its members, each times the rates that the others leave
 * it; those who load neither slow nor are slowed. Being there at all may be worth something
 * besides, whatever the company, to tasks whose time it is, and less by a toll to all. Sets
 * are built member by member and given up as soon as nothing that still fits can lift them above
 * the price: members only lose by company, and who joins is worth at most what those who are
 * there leave of it, for the room it takes. Room is measured in several ways (floor_measures.c),
 * the least counts.
 *
 * All of it is in whole numbers, and what is rounded is rounded against the certificate: a
 * rate is a product of throughputs rounded up at 10^-12, so that no set is worth more than
 * what is compared with the price. A set above the price that may owe it to rounding is looked at
 * to the last digit (floor_exact.c).
 */
#include "floor_sets.h"

enum { MEMBERS_MAX = 20000 };

/* A rate, at most 10^12 or 2^42, beside one more neighbour. */
static uint64_t slowed(uint64_t rate, uint64_t throughput)
{
    return (rate * throughput + (CHECK_SECOND - 1)) / CHECK_SECOND; /* below 2^63 */
}

/* ---- one type ---- */

static void add_member(check_hunt *h, const check_member *one)
{
    if (check_whole(one) > 0 && one->n > 0)
        h->list[h->n++] = *one;
}

/* Values are at most 2^51, as what a period adds is at most 2^50. */
static void list_members(check_hunt *h, size_t k)
{
    const check_floor *f = h->f;
    const check_schedule *s = f->s;
    h->n = 0;
    check_spend_on(f->c, f->key.n, 8 * (h->n_resources + 1));
    for (size_t q = 0; q < f->key.n; q++) {
        const check_floor_class *class = &f->class[q];
        const size_t workload = s->jobs[s->tasks[class->task].job].workload;
        check_member works = {.class = q, .n = class->come, .kind = h->n_kinds - 2};
        if (!check_floor_takes(s, k, class->task, works.need))
            continue;
        check_member loads = works;
        loads.kind = h->n_kinds - 1;
        if (s->rate != NULL && workload != CHECK_NOT_FOUND)
            works.kind = workload;
        works.value = (int64_t)check_schedule_stretched(s, class->task, k, class->work_value, true);
        loads.value = class->loading_value;
        works.flat = loads.flat = -class->toll;
        add_member(h, &works);
        add_member(h, &loads);
        works.flat = loads.flat = class->presence - class->toll;
        works.n = loads.n = class->there;
        works.timely = loads.timely = true;
        if (class->presence > 0 && works.value > 0)
            add_member(h, &works);
        if (class->presence > 0)
            add_member(h, &loads);
    }
}

/* ---- sets ---- */

/* What a set lacks to the price, in the units of measures: rounded down. */
static void set_worth(const check_hunt *h, check_stage *at, check_wide worth)
{
    at->worth = worth;
    at->lacks = worth > h->price ? -1 : (h->price - worth) / CHECK_LACK;
}

static void begin(check_hunt *h, const check_micro *capacity)
{
    check_stage *first = &h->stage[0];
    first->flat = 0;
    for (size_t b = 0; b < h->n_kinds; b++) {
        first->joining[b] = first->staying[b] = CHECK_FULL_RATE;
        first->share[b] = (uint64_t)1 << CHECK_SHARE_BITS;
        first->sum[b] = 0;
    }
    for (size_t r = 0; r < h->n_resources; r++)
        first->left[r] = capacity[r];
    for (size_t m = 0; m < h->n_measures; m++)
        first->room[m] = h->whole_room[m];
    set_worth(h, first, 0);
}

/* The set with one more member of the list's place q. Sums are of at most 20000 values of
 * 2^51, so that times a rate they are far from 2^127. */
static void take(const check_hunt *h, const check_stage *at, size_t q, check_stage *next)
{
    const check_member *one = &h->list[q];
    next->member = q;
    next->flat = at->flat + one->flat;
    check_wide worth = next->flat * (check_wide)CHECK_FULL_RATE;
    for (size_t b = 0; b < h->n_kinds; b++) {
        const uint64_t throughput = check_beside(h, b, one->kind);
        next->joining[b] = slowed(at->joining[b], throughput);
        next->share[b] = slowed(at->share[b], throughput);
        next->sum[b] = at->sum[b] + (b == one->kind ? one->value : 0);
        next->staying[b] = at->sum[b] > 0 ? slowed(at->staying[b], throughput) : at->joining[b];
        worth += next->sum[b] * (check_wide)next->staying[b];
    }
    for (size_t r = 0; r < h->n_resources; r++)
        next->left[r] = at->left[r] - one->need[r];
    for (size_t m = 0; m < h->n_measures; m++)
        next->room[m] = at->room[m] - one->room[m];
    set_worth(h, next, worth);
}

static bool has_room(const check_hunt *h, const check_stage *at, const check_member *one)
{
    for (size_t r = 0; r < h->n_resources; r++)
        if (one->need[r] > at->left[r])
            return false;
    return true;
}

/* Explores sets of members from q on; of each class no more than there are tasks. */
static void explore(check_hunt *h, size_t depth, size_t q)
{
    const check_stage *at = &h->stage[depth];
    check_stage *next = &h->stage[depth + 1];
    for (; q < h->n && !h->above && check_may_rise(h, at, q); q++) {
        const check_member *one = &h->list[q];
        if (h->inside[one->class] >= h->f->class[one->class].come || !has_room(h, at, one)
            || (one->timely && h->timely[one->class] >= one->n))
            continue;
        check_spend(h->f->c, 16 * h->n_kinds + h->n_resources + h->n_measures + 32);
        take(h, at, q, next);
        h->above = next->lacks < 0 && check_is_above(h, depth + 1);
        h->inside[one->class]++;
        h->timely[one->class] += one->timely;
        explore(h, depth + 1, q);
        h->inside[one->class]--;
        h->timely[one->class] -= one->timely;
    }
}

/* How many members a set can have at most: what the smallest needs of each resource
 * leave room for, or all. */
static size_t most_members(const check_hunt *h, const check_micro *capacity)
{
    check_wide most = 0;
    for (size_t q = 0; q < h->n; q++)
        most += h->list[q].n; /* tasks, four times at most */
    for (size_t r = 0; r < h->n_resources; r++) {
        check_micro least = INT64_MAX;
        for (size_t q = 0; q < h->n; q++)
            least = h->list[q].need[r] < least ? h->list[q].need[r] : least;
        if (least > 0 && capacity[r] / least < most)
            most = capacity[r] / least;
    }
    if (most > MEMBERS_MAX)
        check_refuse_file(h->f->c, h->f->file, "takes too long to check: a machine may hold "
                                               "more than %d tasks", MEMBERS_MAX);
    return (size_t)most;
}

static void make_stages(check_hunt *h, size_t n)
{
    check *c = h->f->c;
    if (n + 2 <= h->n_stages)
        return;
    h->n_stages = n + 2;
    check_free(c, h->stage);
    check_free(c, h->rates);
    check_free(c, h->sums);
    check_free(c, h->left);
    h->stage = check_alloc(c, n + 2, sizeof *h->stage);
    h->rates = check_alloc(c, (n + 2) * h->n_kinds, 3 * sizeof *h->rates);
    h->sums = check_alloc(c, (n + 2) * h->n_kinds, sizeof *h->sums);
    h->left = check_alloc(c, n + 2, h->n_resources * sizeof *h->left);
    for (size_t d = 0; d < n + 2; d++) {
        h->stage[d].joining = h->rates + 3 * d * h->n_kinds;
        h->stage[d].staying = h->stage[d].joining + h->n_kinds;
        h->stage[d].share = h->stage[d].staying + h->n_kinds;
        h->stage[d].sum = h->sums + d * h->n_kinds;
        h->stage[d].left = h->left + d * h->n_resources;
    }
}

/* The price of a type, at most 2 10^12 millionths of a dollar, times a scale of at most 2^40, and a
 * value of at most 2^50 for its supply, on the scale of rates: below 2^122. */
static void look_at_type(check_hunt *h, size_t k, check_micro from, check_micro to)
{
    check_floor *f = h->f;
    const check_schedule *s = f->s;
    const check_micro *capacity = s->capacity + k * h->n_resources;
    h->price = ((check_wide)(check_floor_pays(f, k, from, to) + f->starting[k]) * f->scale
                + f->scarcity[k])
               * (check_wide)CHECK_FULL_RATE;
    list_members(h, k);
    if (h->n == 0)
        return; /* nothing is worth anything */
    make_stages(h, most_members(h, capacity));
    check_measure(h, capacity);
    begin(h, capacity);
    h->above = false;
    explore(h, 0, 0);
    if (h->above)
        check_violation(f->c, NULL, "%s: a set of tasks on type '%.80s' is worth more than "
                                    "its price", f->file, s->type.key[k].text);
}

void check_floor_patterns(check_floor *f, check_micro from, check_micro to)
{
    const check_schedule *s = f->s;
    check_hunt h = {.f = f, .n_kinds = (s->rate == NULL ? 0 : s->workload.n) + 2,
                    .n_resources = s->resource.n};
    const size_t n = 4 * f->key.n;
    h.list = check_alloc(f->c, n, sizeof *h.list);
    h.dense = check_alloc(f->c, (n + 1) * h.n_kinds, CHECK_MEASURES_MAX * sizeof *h.dense);
    h.idle = check_alloc(f->c, (n + 1) * h.n_kinds, CHECK_MEASURES_MAX * sizeof *h.idle);
    h.roomless = check_alloc(f->c, n + 1, CHECK_MEASURES_MAX * sizeof *h.roomless);
    h.inside = check_alloc(f->c, f->key.n, sizeof *h.inside);
    h.timely = check_alloc(f->c, f->key.n, sizeof *h.timely);
    for (size_t k = 0; k < s->type.n; k++)
        look_at_type(&h, k, from, to);
    void *const all[] = {h.list, h.dense, h.idle, h.roomless, h.inside, h.timely, h.rates, h.sums,
                         h.left, h.stage};
    for (size_t q = 0; q < sizeof all / sizeof *all; q++)
        check_free(f->c, all[q]);
}
