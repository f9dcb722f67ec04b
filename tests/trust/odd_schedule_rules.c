#include "odd_search.h"

const int64_t *odd_need(const odd_world *w, int task, int k)
{
    const odd_job *j = &w->job[w->job_of[task]];
    return j->own && w->type[k].family == 1 ? j->other : j->demand;
}

int64_t odd_startup(const odd_world *w, int k)
{
    return w->n_boots > 0 ? w->boot[0] : w->type[k].billed_after + w->type[k].usable_after;
}

int64_t odd_init(const odd_job *j)
{
    return j->work > 0 ? j->init : 0;
}

int64_t odd_longest(const odd_job *j)
{
    return j->fetch + j->build + odd_init(j) + j->work;
}

static odd_cost price_over(const odd_type *k, int64_t from, int64_t to)
{
    odd_cost sum = 0;
    int64_t price = k->price;
    for (int q = 0; q < k->n_prices && k->moving[q].from < to; q++) {
        if (k->moving[q].from > from) {
            sum += (odd_cost)price * (k->moving[q].from - from);
            from = k->moving[q].from;
        }
        price = k->moving[q].amount;
    }
    return sum + (odd_cost)price * (to - from);
}

int64_t odd_billed_until(const odd_type *k, int64_t ordered, int64_t released)
{
    const int64_t from = ordered + k->billed_after;
    int64_t length = released + k->gone_after - from;
    if (released < from)
        return from;
    if (k->unit > 0)
        length = (length + k->unit - 1) / k->unit * k->unit;
    return from + (length < k->least ? k->least : length);
}

odd_cost odd_bill(const odd_type *k, int64_t ordered, int64_t released)
{
    return price_over(k, ordered + k->billed_after, odd_billed_until(k, ordered, released));
}

/* How many machines of a type there may be at a second. */
static int64_t available(const odd_type *k, int64_t second)
{
    int64_t sum = k->n_supplies == 0 ? TASKS : 0;
    for (int q = 0; q < k->n_supplies; q++)
        if (k->supply[q].from <= second && second < k->supply[q].to)
            sum += k->supply[q].amount;
    for (int q = 0; q < k->n_services; q++)
        if (k->service[q].from <= second && second < k->service[q].to)
            sum -= k->service[q].amount;
    return sum;
}

bool odd_borne(const odd_search *s, int n)
{
    const odd_world *w = s->w;
    for (int m = 0; m < n; m++) {
        const odd_machine *one = &s->held[m];
        const odd_type *k = &w->type[one->type];
        for (int at = 0; k->n_supplies > 0 && at < n + 4 * RECORDS; at++) {
            const int q = at - n;
            const odd_record *record = at < n ? NULL : q < 2 * RECORDS ? &k->supply[q / 2]
                                                                       : &k->service[q / 2 - RECORDS];
            const int64_t second = at < n ? s->held[at].ordered : q % 2 == 0 ? record->from : record->to;
            int64_t there = 0;
            if (second < one->ordered || second >= one->released)
                continue;
            for (int o = 0; o < n; o++)
                there += s->held[o].type == one->type && s->held[o].ordered <= second
                         && second < s->held[o].released;
            if (there > available(k, second))
                return false;
        }
    }
    return true;
}

bool odd_holds(const odd_search *s, unsigned set, int k)
{
    const odd_world *w = s->w;
    for (int i = 0; i < w->tasks; i++) {
        int64_t sum[RESOURCES] = {0};
        if ((set >> i & 1) == 0)
            continue;
        for (int o = 0; o < w->tasks; o++)
            if ((set >> o & 1) != 0
                && (o == i || (s->from[o] <= s->from[i] && s->from[i] < s->to[o])))
                for (int r = 0; r < w->resources; r++)
                    sum[r] += w->stretch && r == 0 && odd_need(w, o, k)[r] > w->type[k].capacity[r]
                                  ? w->type[k].capacity[r] : odd_need(w, o, k)[r];
        for (int r = 0; r < w->resources; r++)
            if (sum[r] > w->type[k].capacity[r])
                return false;
    }
    return true;
}

void odd_span(const odd_search *s, unsigned set, int64_t *first, int64_t *last)
{
    *first = INT64_MAX;
    *last = 0;
    for (int i = 0; i < s->w->tasks; i++)
        if ((set >> i & 1) != 0) {
            *first = s->from[i] < *first ? s->from[i] : *first;
            *last = s->to[i] > *last ? s->to[i] : *last;
        }
}
