/* Which running machine a task joins. O(machines) a task, and a shape that found no
 * room is not looked at again at the same event: room only shrinks. */
#include <math.h>
#include <stdlib.h>

#include "stratus_reasons.h"
#include "stratus_world.h"

/* Bins of runtime in seconds: [0,1), [1,2), [2,4), ... */
int ul_stratus_bin(double seconds)
{
    int bin = 0;
    if (seconds >= 1)
        (void)frexp(seconds, &bin);
    return bin;
}

void ul_stratus_set_remaining(ul_stratus_host *host, double seconds)
{
    host->remaining_s = seconds;
    host->bin = ul_stratus_bin(seconds);
}

static double share_free(const ul_stratus *s, const ul_stratus_host *host)
{
    double sum = 0;
    for (size_t r = 0; r < s->n_resources; r++)
        sum += (double)host->free[r] / (double)s->largest[r];
    return sum;
}

/* The own bin first, then longer ones, the nearest first, then shorter ones. */
enum { SHORTER = 10000 };

static double judge_runtime(const ul_stratus *s, const ul_stratus_host *host, double remaining_s,
                            int own, int *rank)
{
    const int its = host->bin;
    *rank = its >= own ? its - own : SHORTER + own - its;
    return its == own ? -fabs(host->remaining_s - remaining_s) : share_free(s, host);
}

static double judge_dot(const ul_stratus *s, const ul_stratus_host *host, const ul_micro *need)
{
    double sum = 0;
    for (size_t r = 0; r < s->n_resources; r++)
        sum += (double)need[r] / (double)s->largest[r] * (double)host->free[r]
               / (double)s->largest[r];
    return sum;
}

size_t ul_stratus_find(ul_stratus *s, uint32_t task, double remaining_s)
{
    const int own = ul_stratus_bin(remaining_s);
    size_t best = UL_NONE;
    int best_rank = 0;
    double best_score = 0;
    const ul_micro *need = NULL;
    uint32_t family = UL_SIM_NONE; /* that it needs so much on */
    for (size_t h = 0; h < s->n_hosts; h++) {
        const ul_stratus_host *host = &s->host[h];
        int rank = 0;
        if (host->family != family) {
            family = host->family;
            need = ul_sim_demand(s->sim, task, family);
        }
        if (host->closed || !ul_stratus_fits(s, need, host->free))
            continue;
        const double score = s->rules.packing == UL_STRATUS_RUNTIME
                                 ? judge_runtime(s, host, remaining_s, own, &rank)
                             : s->rules.packing == UL_STRATUS_DOT
                                 ? judge_dot(s, host, need)
                                 : -(double)host->free[s->rules.tight];
        if (best == UL_NONE || rank < best_rank || (rank == best_rank && score > best_score)) {
            best = h;
            best_rank = rank;
            best_score = score;
        }
    }
    return best;
}

/* ---- orders ---- */

typedef struct {
    double key;
    size_t at;
    uint32_t task;
} keyed;

static int largest_first(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    UL_HIGHER_FIRST(x->key, y->key);
    return x->at < y->at ? -1 : x->at > y->at;
}

/* The greatest share that it needs of what the smallest type has. */
static double size_of(ul_stratus *s, uint32_t task)
{
    const ul_micro *need = ul_sim_need(s->sim, task, ul_sim_cheapest_for(s->sim, task));
    double most = 0;
    for (size_t r = 0; r < s->n_resources; r++)
        most = fmax(most, (double)need[r] / (double)s->unit[r]);
    return most;
}

ul_status ul_stratus_sort(ul_stratus *s, uint32_t *task, size_t n, bool by_runtime)
{
    keyed *order;
    UL_ALLOC_RAW(ul_sim_scratch(s->sim), order, n);
    for (size_t q = 0; q < n; q++)
        order[q] = (keyed){by_runtime ? ul_stratus_remaining_s(s, task[q]) : size_of(s, task[q]),
                           q, task[q]};
    qsort(order, n, sizeof *order, largest_first);
    for (size_t q = 0; q < n; q++)
        task[q] = order[q].task;
    return UL_OK;
}

/* ---- packing ---- */

static ul_status find_new(ul_stratus *s, uint32_t task, size_t *host)
{
    const uint32_t shape = ul_sim_shape(s->sim, task);
    const size_t before = s->shape_room;
    UL_MORE(ul_run_arena(ul_sim_run_of(s->sim)), s->no_room, shape, s->shape_room);
    for (size_t q = before; q < s->shape_room; q++)
        s->no_room[q] = 0;
    *host = s->no_room[shape] == s->event
                ? UL_NONE
                : ul_stratus_find(s, task, ul_stratus_remaining_s(s, task));
    if (*host == UL_NONE)
        s->no_room[shape] = s->event;
    return UL_OK;
}

static const char most_alike[] = ": what it needs is most like what is free there";

/* Why this host: the bins of both, as they are before. */
static void tell_joining(ul_stratus *s, uint32_t task, const ul_stratus_host *host)
{
    const double seconds = ul_stratus_remaining_s(s, task);
    const int own = ul_stratus_bin(seconds);
    UL_SIM_TELL(s->sim, .kind = UL_STEP_PUT, .bin = host->machine, .task = task,
                .seconds = seconds, .value = host->remaining_s,
                .why = s->rules.packing == UL_STRATUS_DOT     ? most_alike
                       : s->rules.packing == UL_STRATUS_TIGHT ? UL_WHY_TIGHT
                       : host->bin == own                     ? UL_WHY_OWN_BIN
                       : host->bin > own                      ? UL_WHY_LONGER_BIN
                                                              : UL_WHY_SHORTER_BIN);
}

static ul_status join(ul_stratus *s, uint32_t task, ul_stratus_host *host)
{
    if (ul_sim_told(s->sim))
        tell_joining(s, task, host);
    const uint32_t m = host->machine;
    const ul_micro *need = ul_sim_need(s->sim, task, ul_sim_machine_type(s->sim, m));
    for (size_t r = 0; r < s->n_resources; r++)
        host->free[r] -= need[r];
    ul_stratus_set_remaining(host, fmax(host->remaining_s, ul_stratus_remaining_s(s, task)));
    return ul_sim_place(s->sim, task, m);
}

/* Stratus takes the longest first, dot product the largest, Fleet whoever came first. */
ul_status ul_stratus_pack(ul_stratus *s)
{
    size_t kept = 0;
    if (s->rules.packing != UL_STRATUS_TIGHT)
        UL_TRY(ul_stratus_sort(s, s->pending, s->n_pending,
                               s->rules.packing == UL_STRATUS_RUNTIME));
    for (size_t q = 0; q < s->n_pending; q++) {
        size_t host = UL_NONE;
        UL_TRY(ul_sim_go_on(s->sim));
        UL_TRY(find_new(s, s->pending[q], &host));
        if (host == UL_NONE)
            s->pending[kept++] = s->pending[q];
        else
            UL_TRY(join(s, s->pending[q], &s->host[host]));
    }
    s->n_pending = kept;
    return UL_OK;
}
