/* The race: who runs on which instance, and who is dropped. */
#include <math.h>
#include <string.h>

#include "runner.h"
#include "statistics.h"
#include "tune_parts.h"

/* Friedman's test knows nothing of fewer instances (Birattari et al. drop nobody before
 * that either). */
enum { FEWEST = 5 };
#define LEVEL 0.05

/* ---- outcomes ---- */

static void take_record(ul_tuner *t, const ul_record *r, double *runs)
{
    const size_t q = ul_names_find(t->label, r->instance, strlen(r->instance));
    t->spent_s += r->cpu_s;
    t->n_runs++;
    for (size_t s = 0; q != UL_NONE && s < t->n; s++)
        if (strcmp(t->parameters[s], r->parameters) == 0) {
            const size_t at = q * t->n + s;
            const double cost = r->has_cost ? ul_cost_double(r->cost) : INFINITY;
            runs[at]++;
            t->cost[at] += (cost - t->cost[at]) / runs[at];
            if (isnan(t->cost[at]))
                t->cost[at] = INFINITY; /* of two that have no plan */
        }
}

static ul_status look(ul_tuner *t)
{
    char path[UL_PATH];
    ul_record *record;
    double *runs;
    size_t n;
    const size_t room = ul_names_count(t->label) * t->n;
    UL_OWN_ARENA(arena);
    ul_run_folder_path(t->options->engine->runner.campaign.folder, UL_RECORDS, path);
    UL_TRY(ul_record_read(path, arena, &record, &n));
    UL_ALLOC(arena, runs, room);
    t->spent_s = 0;
    t->n_runs = 0;
    memset(t->cost, 0, room * sizeof *t->cost);
    for (size_t q = 0; q < n; q++)
        take_record(t, &record[q], runs);
    for (size_t q = 0; q < room; q++)
        t->cost[q] = runs[q] == 0 ? NAN : t->cost[q];
    return UL_OK;
}

ul_status ul_tuner_run(ul_tuner *t, bool *alarm)
{
    ul_slurm_options engine = *t->options->engine;
    ul_campaign_options *campaign = &engine.runner.campaign;
    campaign->asked.method = t->phrase;
    campaign->asked.n_methods = t->n;
    campaign->wanted = t->wanted;
    campaign->resume = true;
    UL_TRY(t->options->on_slurm ? ul_slurm_run(&engine, alarm)
                                : ul_runner_run(&engine.runner, alarm));
    return look(t);
}

/* ---- who is best ---- */

double ul_tuner_gain(const ul_tuner *t, size_t instance, size_t setting)
{
    const double *cost = &t->cost[instance * t->n];
    return isfinite(cost[setting]) && isfinite(cost[0]) && cost[0] > 0 ? 1 - cost[setting] / cost[0]
                                                                       : NAN;
}

size_t ul_tuner_best(const ul_tuner *t, size_t n)
{
    size_t best = 0, best_plans = 0;
    double best_gain = 0;
    for (size_t s = 0; s < t->n; s++) {
        size_t plans = 0, pairs = 0;
        double sum = 0;
        if (t->dropped[s])
            continue;
        for (size_t q = 0; q < n; q++) {
            const double gain = ul_tuner_gain(t, t->pool[q], s);
            plans += isfinite(t->cost[t->pool[q] * t->n + s]);
            pairs += !isnan(gain);
            sum += isnan(gain) ? 0 : gain;
        }
        const double gain = pairs == 0 ? 0 : sum / (double)pairs;
        if (s == 0 || plans > best_plans || (plans == best_plans && gain > best_gain)) {
            best = s;
            best_plans = plans;
            best_gain = gain;
        }
    }
    return best;
}

/* Drops who is worse than the leader by Friedman's test. The default stays: the gain is
 * measured against it. */
static ul_status drop_worse(ul_tuner *t, size_t n)
{
    double *x, *sum, p, apart;
    size_t *setting, k = 0;
    const ul_arena_mark_t mark = ul_arena_mark(t->arena);
    UL_ALLOC(t->arena, setting, t->n);
    UL_ALLOC(t->arena, sum, t->n);
    for (size_t s = 0; s < t->n; s++)
        if (!t->dropped[s])
            setting[k++] = s;
    UL_ALLOC(t->arena, x, n * k);
    for (size_t q = 0; q < n; q++)
        for (size_t j = 0; j < k; j++)
            x[q * k + j] = t->cost[t->pool[q] * t->n + setting[j]];
    UL_TRY(ul_stat_friedman(x, n, k, sum, &p, &apart));
    double least = sum[0];
    for (size_t j = 1; j < k; j++)
        least = fmin(least, sum[j]);
    for (size_t j = 0; j < k && p < LEVEL; j++)
        t->dropped[setting[j]] = setting[j] != 0 && sum[j] - least > apart;
    ul_arena_rewind(t->arena, mark);
    return UL_OK;
}

static size_t n_alive(const ul_tuner *t)
{
    size_t n = 0;
    for (size_t s = 0; s < t->n; s++)
        n += !t->dropped[s];
    return n;
}

/* How many instances the next round may add: one to begin with, up to five then, and a fifth
 * more each time, so that a cluster has something to do; by the mean time of a run so far no
 * more than the budget allows, with room for the test part. */
static size_t next_round(const ul_tuner *t, size_t n)
{
    const size_t step = n == 0 ? 1 : n < FEWEST ? FEWEST - n : n / FEWEST;
    const size_t rest = t->n_training - n, most = step < rest ? step : rest;
    if (t->options->budget_s <= 0 || t->n_runs == 0)
        return most;
    const double run_s = t->spent_s / (double)t->n_runs;
    const double left_s = t->options->budget_s - t->spent_s
                          - 2 * run_s * (double)(t->n_pool - t->n_training);
    const double may = run_s > 0 ? left_s / (run_s * (double)n_alive(t)) : (double)most;
    return may < 1 ? 0 : may < (double)most ? (size_t)may : most;
}

ul_status ul_tuner_race(ul_tuner *t, size_t *n_run, ul_tune_end *end, bool *alarm)
{
    size_t n = 0;
    *end = UL_TUNE_INSTANCES;
    while (n < t->n_training) {
        const size_t more = next_round(t, n);
        if (more == 0) {
            *end = UL_TUNE_BUDGET;
            break;
        }
        for (size_t q = n; q < n + more; q++)
            for (size_t s = 0; s < t->n; s++)
                t->wanted[t->pool[q] * t->n_methods + t->method_of[s]] |= !t->dropped[s];
        n += more;
        UL_TRY(ul_tuner_run(t, alarm));
        if (n >= FEWEST)
            UL_TRY(drop_worse(t, n));
        if (n_alive(t) <= 2 && t->n > 2 && n < t->n_training) {
            *end = UL_TUNE_ONE_LEFT;
            break;
        }
    }
    *n_run = n;
    return UL_OK;
}
