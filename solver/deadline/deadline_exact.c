/* The clairvoyant optimum, by dynamic programming over ticks and work done.
 *
 * For each mode of the last tick, the least price by the tick of having at least w units of
 * work done, where a unit is the largest common divisor of tick and overhead. Whoever begins
 * on a machine pays the overhead in work at once: a stretch that is shorter counts for less
 * than it is worth, but no cheapest plan needs one, since to be idle instead does the same. Of
 * the work only what can still be finished is looked at, and what can have been done.
 *
 * Where it kept a machine and where it began on one is remembered, a byte a tick and unit:
 * O(ticks * min(work, time to spare) / unit) time and space.
 */
#include "deadline_plan.h"
#include "output.h"
#include "run.h"

/* Above UL_DEADLINE_SUM_MAX, and so far below the end that the prices of all ticks may be added
 * to it: what is never stays so without a case of its own. */
#define NEVER (INT64_MAX / 2)
enum { LOOK_EVERY = 100000, WIDEST = 1 << 25 /* units of work: 2 GB beside the choices */ };
enum { KEPT_SPOT = 4, KEPT_ON_DEMAND = 8, FROM = 3 /* bits of the mode before an idle tick */ };

typedef struct {
    const ul_deadline *in;
    size_t tick, overhead, top; /* units; index w stands for w - overhead of work, top for all */
    int64_t *now[UL_MODES], *next[UL_MODES], *best; /* each with a margin before index 0 */
    uint8_t **choice; /* of tick i, from low(i) on */
} table;

/* Where at the beginning of tick i as much can still be done as is left. */
static size_t low(const table *t, size_t i)
{
    const size_t can = (t->in->n_usable - i) * t->tick;
    return t->top > can ? t->top - can : 0;
}

/* What can have been done by then. */
static size_t high(const table *t, size_t i)
{
    const size_t can = i * t->tick + t->overhead;
    return can < t->top ? can : t->top;
}

static ul_status table_new(const ul_deadline *in, ul_arena *arena, table *t)
{
    const int64_t unit = ul_micro_divisor(in->tick_s, in->overhead_s);
    *t = (table){.in = in, .tick = (size_t)(in->tick_s / unit),
                 .overhead = (size_t)(in->overhead_s / unit)};
    t->top = (size_t)((in->work_s + unit - 1) / unit) + t->overhead;
    if (t->top > WIDEST)
        return UL_OK;
    UL_ALLOC(arena, t->choice, in->n_usable);
    UL_ALLOC_RAW(arena, t->best, t->tick + t->top + t->overhead + 1);
    t->best += t->tick;
    for (size_t m = 0; m < UL_MODES; m++) {
        UL_ALLOC_RAW(arena, t->now[m], t->tick + t->top + 1);
        UL_ALLOC_RAW(arena, t->next[m], t->tick + t->top + 1);
        t->now[m] += t->tick;
        t->next[m] += t->tick;
        for (size_t w = 0; w <= high(t, 0); w++)
            t->now[m][w] = m == UL_IDLE ? 0 : NEVER;
    }
    return UL_OK;
}

/* Tick by tick, so that a run that ends early has not used memory for the rest. */
static ul_status make_room(table *t, ul_arena *arena, size_t i)
{
    UL_ALLOC_RAW(arena, t->choice[i], high(t, i + 1) - low(t, i) + 1);
    for (size_t m = 0; m < UL_MODES; m++)
        for (size_t w = high(t, i) + 1; w <= high(t, i + 1); w++)
            t->now[m][w] = NEVER;
    return UL_OK;
}

/* The cheapest mode to come from, and what it cost so far. */
static void find_best(table *t, uint8_t *choice, size_t from, size_t to)
{
    const int64_t *idle = t->now[UL_IDLE], *spot = t->now[UL_SPOT], *dear = t->now[UL_ON_DEMAND];
    for (size_t w = from; w <= to; w++) {
        const bool by_spot = spot[w] < idle[w];
        const int64_t cheap = by_spot ? spot[w] : idle[w];
        const bool by_dear = dear[w] < cheap;
        t->best[w] = by_dear ? dear[w] : cheap;
        choice[w - from] = by_dear ? UL_ON_DEMAND : by_spot ? UL_SPOT : UL_IDLE;
    }
}

/* To have at least less than nothing done is to have at least nothing done. */
static void fill_margin(int64_t *values, size_t n)
{
    for (size_t q = 1; q <= n; q++)
        *(values - q) = values[0];
}

/* A tick on a machine: the same as before, or one that is begun on. */
static void spend(table *t, ul_mode mode, uint8_t kept, uint8_t *restrict choice, size_t i)
{
    const int64_t price = t->in->price[mode];
    const int64_t *stay = t->now[mode] - t->tick, *begin = t->best - t->tick + t->overhead;
    int64_t *next = t->next[mode];
    const size_t base = low(t, i), to = high(t, i + 1);
    for (size_t w = low(t, i + 1); w <= to; w++) {
        const bool stays = stay[w] <= begin[w];
        next[w] = (stays ? stay[w] : begin[w]) + price;
        choice[w - base] |= stays ? kept : 0;
    }
}

static void step(table *t, size_t i)
{
    const size_t from = low(t, i), to = high(t, i + 1);
    find_best(t, t->choice[i], from, to);
    for (size_t w = to + 1; w <= to + t->overhead; w++)
        t->best[w] = NEVER;
    if (from == 0) {
        fill_margin(t->best, t->tick);
        fill_margin(t->now[UL_SPOT], t->tick);
        fill_margin(t->now[UL_ON_DEMAND], t->tick);
    }
    for (size_t w = from; w <= to; w++)
        t->next[UL_IDLE][w] = t->best[w];
    spend(t, UL_ON_DEMAND, KEPT_ON_DEMAND, t->choice[i], i);
    if (t->in->has_spot[i])
        spend(t, UL_SPOT, KEPT_SPOT, t->choice[i], i);
    else
        for (size_t w = from; w <= to; w++)
            t->next[UL_SPOT][w] = NEVER;
    for (size_t m = 0; m < UL_MODES; m++) {
        int64_t *swapped = t->now[m];
        t->now[m] = t->next[m];
        t->next[m] = swapped;
    }
}

/* The plan backwards, from all work done. */
static void trace_back(const table *t, ul_deadline_plan *plan)
{
    ul_mode mode = UL_IDLE;
    size_t w = t->top;
    for (size_t m = 1; m < UL_MODES; m++)
        if (t->now[m][w] < t->now[mode][w])
            mode = (ul_mode)m;
    for (size_t i = t->in->n_usable; i-- > 0;) {
        const uint8_t *choice = t->choice[i];
        const uint8_t kept = mode == UL_SPOT ? KEPT_SPOT : KEPT_ON_DEMAND;
        const size_t base = low(t, i);
        plan->mode[i] = (uint8_t)mode;
        const bool begins = mode != UL_IDLE && (choice[w - base] & kept) == 0;
        if (mode != UL_IDLE)
            w = w + (begins ? t->overhead : 0) > t->tick ? w + (begins ? t->overhead : 0) - t->tick
                                                         : 0;
        if (mode == UL_IDLE || begins)
            mode = (ul_mode)(choice[w - base] & FROM);
    }
}

static ul_status write_certificate(const ul_deadline *in, ul_cost bound, const char *path)
{
    ul_output *out;
    char number[UL_NUMBER_TEXT];
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "ullage-certificate,1,deadline\ninstance,");
    ul_output_field(out, in->name);
    ul_output_format(out, ",%s\nbound,%s\n", in->sha256, ul_cost_text(bound, number));
    return ul_output_close(out, NULL);
}

static ul_status solve(const ul_deadline *in, ul_run *run)
{
    ul_deadline_plan *plan;
    table t;
    UL_TRY(ul_run_call_constructive(run));
    UL_TRY(table_new(in, ul_run_arena(run), &t));
    if (t.top > WIDEST)
        return ul_run_note(run, "no optimum: the work is too many units of what divides tick and overhead; round these");
    size_t since = LOOK_EVERY; /* states since the clock was looked at */
    for (size_t i = 0; i < in->n_usable; i++) {
        since += high(&t, i + 1) - low(&t, i);
        if (since >= LOOK_EVERY && ul_run_expired(run))
            return UL_OK;
        since = since >= LOOK_EVERY ? 0 : since;
        UL_TRY(make_room(&t, ul_run_arena(run), i));
        step(&t, i);
    }
    int64_t least = NEVER;
    for (size_t m = 0; m < UL_MODES; m++)
        least = t.now[m][t.top] < least ? t.now[m][t.top] : least;
    UL_TRY(ul_deadline_plan_new(in, ul_run_arena(run), &plan));
    trace_back(&t, plan);
    UL_TRY(ul_run_offer(run, plan));
    const ul_cost bound = ul_deadline_cost(in, least);
    if (ul_run_certificate(run) != NULL)
        UL_TRY(write_certificate(in, bound, ul_run_certificate(run)));
    return ul_run_offer_bound(run, bound);
}

const ul_method ul_method_deadline_exact = {
    .name = "deadline-exact",
    .brief = "the cheapest plan for who knows when there will be spot, by dynamic programming",
    .paper = "none; Can't Be Late's Omniscient is an integer program of the same value",
    .traits = UL_PROVES | UL_ANYTIME | UL_CERTIFIES | UL_OFFLINE,
    .deadline = solve,
};
