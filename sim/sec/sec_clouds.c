/* SEC on several clouds (Section 6): one queue; new nodes are ordered for each job where
 * the next hour of as many costs least, by the instant prices: an unused lease's, else
 * the full one; of a type with sustained-use discounts that of the part of the period
 * which the node would come in. A job runs on one cloud, the cheaper one first.
 *
 * The first type, where it costs $2.40 an hour, is a cc2.8xlarge, for which leases of
 * one year (in total cost those of three outlast a trace) are bought every week by SEC's
 * online method: on what all clouds were used for so far, where a lease is weighed against
 * the cheapest price anywhere, or on its own use alone. The timeline's bill has these machines on demand; what they cost
 * with leases is in the run's note, hours held and leases in full.
 *
 * As sec, times types; a job that waits O(nodes) more where nodes are ordered. */
#include <math.h>
#include <stdio.h>

#include "sec_easy.h"
#include "sec_leases.h"

enum { TYPES_MAX = 64 };
static const ul_micro leased_price = 2400000;

typedef struct {
    ul_sec_levels *use; /* by type: a period of its discount */
    bool has_leases, by_all;
    ul_sec_leases leases; /* of the first type */
    bool is_open;         /* a job has arrived: periods are counted from there */
    uint64_t *need;
} clouds;

/* The price that a lease is weighed against. */
static double price_elsewhere(const ul_sim *sim, bool by_all)
{
    double least = ul_micro_double(leased_price);
    for (uint32_t k = 0; by_all && k < ul_sim_n_types(sim); k++)
        least = fmin(least, ul_micro_double(ul_sim_type(sim, k)->price));
    return least;
}

static ul_status clouds_start(ul_sec_easy *easy)
{
    ul_sim *sim = easy->nodes.sim;
    ul_run *run = ul_sim_run_of(sim);
    const size_t n = easy->nodes.n_sites < TYPES_MAX ? easy->nodes.n_sites : TYPES_MAX;
    clouds *self;
    UL_ALLOC(ul_run_arena(run), self, 1);
    easy->own = self;
    UL_ALLOC(ul_run_arena(run), self->use, n);
    UL_ALLOC(ul_run_arena(run), self->need, n);
    for (uint32_t k = 0; k < n; k++)
        self->use[k] = (ul_sec_levels){
            .arena = ul_run_arena(run),
            .period_s = ul_micro_double(ul_sim_type(sim, k)->sustained_s)};
    self->has_leases = ul_sim_type(sim, 0)->price == leased_price
                       && ul_sim_type(sim, 0)->n_shares == 0
                       && !ul_run_choice_is(run, "leases", "off");
    self->by_all = ul_run_choice_is(run, "leases", "all");
    ul_sec_size(easy);
    ul_sec_leases_begin(&self->leases, run, ul_run_choice(run, "classes"),
                        ul_micro_double(leased_price), price_elsewhere(sim, self->by_all));
    return ul_sec_add_queues(easy, 1, n);
}

static ul_status clouds_queue_of(ul_sec_easy *easy, ul_sec_job *job, uint32_t *queue)
{
    clouds *self = easy->own;
    const ul_sec_queue *all = &easy->queue[0];
    *queue = 0;
    job->sites = 0;
    for (uint32_t k = 0; k < all->n_sites; k++) {
        if (ul_sec_holds(easy->nodes.sim, k, job->first_task, job->n))
            job->sites |= (uint64_t)1 << k;
        if (!self->is_open)
            self->use[k].from_s = job->arrival_s;
    }
    self->is_open = true;
    return job->sites != 0 ? UL_OK
                           : ul_sim_refuse(easy->nodes.sim, "no type holds each task of job '%s'",
                                           ul_sim_job_of(easy->nodes.sim,
                                                         ul_sim_job_of_task(easy->nodes.sim,
                                                                            job->first_task)).name);
}

/* Everything that is counted by the number of machines is brought up to now. */
static ul_status count(ul_sec_easy *easy)
{
    clouds *self = easy->own;
    const double now = ul_sim_now(easy->nodes.sim);
    size_t all = 0;
    for (size_t k = 0; k < easy->queue[0].n_sites; k++) {
        const uint32_t held = easy->nodes.site[k].held;
        ul_sec_levels *use = &self->use[k];
        all += k == 0 || self->by_all ? held : 0;
        if (use->period_s == 0 || !self->is_open)
            continue;
        while (now >= use->from_s + use->period_s)
            ul_sec_levels_next(use);
        UL_TRY(ul_sec_levels_set(use, now, held));
    }
    return self->has_leases
               ? ul_sec_leases_set(&self->leases, now, easy->nodes.site[0].held, all)
               : UL_OK;
}

/* What the next hour of a type's n-th machine costs. */
static double rate_of(const ul_sec_easy *easy, uint32_t k, size_t n)
{
    const clouds *self = easy->own;
    const ul_sim *sim = easy->nodes.sim;
    const double price = ul_micro_double(ul_sim_price(sim, k));
    const ul_schedule_type *type = ul_sim_type(sim, k);
    if (k == 0 && self->has_leases && n <= self->leases.n_leases)
        return fmin(price, self->leases.lease[n - 1].price);
    if (type->n_shares == 0)
        return price;
    const double used_s = ul_sec_level_s(&self->use[k], ul_sim_now(sim), n);
    const size_t part = (size_t)(used_s / self->use[k].period_s * (double)type->n_shares);
    return price * ul_micro_double(type->share[part < type->n_shares ? part : type->n_shares - 1]);
}

/* Mean over n machines beyond `busy` ones. */
static double mean_rate(const ul_sec_easy *easy, uint32_t k, uint64_t busy, uint32_t n)
{
    double sum = 0;
    for (uint32_t q = 1; q <= n; q++)
        sum += rate_of(easy, k, (size_t)busy + q);
    return sum / n;
}

static uint64_t busy_on(const ul_sec_easy *easy, uint32_t k)
{
    const ul_sec_site *site = &easy->nodes.site[k];
    return (uint64_t)site->held - site->n_idle - site->n_booting;
}

/* Cheaper ones first, in file order on ties; there are few. */
static void clouds_sort(ul_sec_easy *easy, const ul_sec_queue *queue, uint32_t *site)
{
    double rate[TYPES_MAX];
    for (size_t q = 0; q < queue->n_sites; q++) {
        const uint32_t k = queue->site[q];
        const double own = rate_of(easy, k, (size_t)busy_on(easy, k) + 1);
        size_t at = q;
        for (; at > 0 && rate[at - 1] > own; at--) {
            rate[at] = rate[at - 1];
            site[at] = site[at - 1];
        }
        rate[at] = own;
        site[at] = k;
    }
}

static uint32_t cheapest_for(const ul_sec_easy *easy, const ul_sec_job *job)
{
    const clouds *self = easy->own;
    uint32_t best = UL_SIM_NONE;
    double least = HUGE_VAL;
    for (uint32_t k = 0; k < easy->queue[0].n_sites; k++) {
        if ((job->sites >> k & 1) == 0)
            continue;
        const double rate = mean_rate(easy, k, busy_on(easy, k) + self->need[k], job->n);
        if (best == UL_SIM_NONE || rate < least) {
            least = rate;
            best = k;
        }
    }
    return best;
}

static bool is_too_large(const ul_sec_easy *easy, const ul_sec_job *job)
{
    for (uint32_t k = 0; k < easy->queue[0].n_sites; k++)
        if ((job->sites >> k & 1) != 0 && job->n <= easy->nodes.site[k].held)
            return false;
    return true;
}

static ul_status clouds_acquire(ul_sec_easy *easy, ul_sec_queue *queue)
{
    clouds *self = easy->own;
    const ul_sec_job *top = &easy->job[queue->first];
    if (!is_too_large(easy, top) && queue->shadow_s - top->arrival_s <= easy->wait_s)
        return UL_OK;
    UL_TRY(count(easy));
    for (uint32_t k = 0; k < queue->n_sites; k++)
        self->need[k] = 0;
    for (uint32_t j = ul_sec_next_wanted(easy, queue, queue->first); j != UL_SIM_NONE;
         j = ul_sec_next_wanted(easy, queue, easy->job[j].next))
        self->need[cheapest_for(easy, &easy->job[j])] += easy->job[j].n;
    for (uint32_t k = 0; k < queue->n_sites; k++) {
        ul_sec_site *site = &easy->nodes.site[k];
        const uint64_t have = (uint64_t)site->n_idle + site->n_booting;
        if (self->need[k] > have)
            UL_TRY(ul_sec_order(&easy->nodes, site, (uint32_t)(self->need[k] - have)));
    }
    return UL_OK;
}

/* The last week is paid like the others. */
static ul_status clouds_end(ul_sec_easy *easy)
{
    clouds *self = easy->own;
    const ul_sec_leases *leases = &self->leases;
    char text[200];
    if (!self->has_leases)
        return UL_OK;
    ul_sec_leases_pay(&self->leases, ul_sim_now(easy->nodes.sim));
    snprintf(text, sizeof text, "%s with %zu leases: $%.2f upfront, $%.2f by the hour",
             ul_sim_type(easy->nodes.sim, 0)->name, leases->n_bought, leases->upfront,
             leases->hourly);
    return ul_run_note(ul_sim_run_of(easy->nodes.sim), text);
}

static ul_status clouds_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_sec_rules rules = {.has_placement = true, .start = clouds_start,
                                       .queue_of = clouds_queue_of, .acquire = clouds_acquire,
                                       .sort_sites = clouds_sort, .settled = count,
                                       .end = clouds_end};
    return ul_sec_easy_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_SEC_SIZE_PARAMS,
    UL_SEC_PLACEMENT_PARAM,
    UL_CHOICE("leases", "all", "leases for a first type at $2.40 an hour are bought for the use of "
              "all, for its own use, or not", "all|own|off"),
    UL_TEXT("classes", "1y-light+1y-heavy", "leases to buy: all, or kinds, terms and names with + "
            "(light+heavy, 3y)"),
    {0},
};

const ul_method ul_method_sec_clouds = {
    .name = "sec-clouds",
    .brief = "sec on several clouds, new nodes where the next hour costs least",
    .paper = "SEC, Section 6",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = clouds_schedule,
};
