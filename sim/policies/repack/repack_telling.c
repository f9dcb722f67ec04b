/* What a round's new configuration is good for, in dollars, for whoever asks. */
#include "repack.h"

static double hourly(const ul_conf *conf, const ul_conf_host *host)
{
    return conf->type[host->type].price * 3600;
}

/* Of those who are on a machine: how many, and what they lose if they move; a gang pauses once. */
typedef struct {
    uint64_t n;
    double pauses;
    const ul_conf_unit *last;
} crew;

static ul_status gather_crews(const ul_repack *r, const ul_conf *conf, crew **result)
{
    UL_ALLOC(ul_sim_scratch(r->sim), *result, conf->n_old);
    for (size_t i = 0; i < conf->n_tasks; i++) {
        const ul_conf_unit *unit = &conf->unit[conf->task[i].unit];
        if (conf->task[i].at == UL_NOWHERE)
            continue;
        crew *c = &(*result)[conf->task[i].at];
        c->n++;
        c->pauses += unit != c->last ? unit->worth * unit->pause_s : 0;
        c->last = unit;
    }
    return UL_OK;
}

/* All moves and boots together, and what machines cost an hour less with them. */
static void tell_sum(const ul_repack *r, const ul_conf *conf, double saved)
{
    uint64_t n = 0;
    double sum = 0;
    for (size_t u = 0; u < conf->n_units; u++) {
        n += conf->unit[u].moved;
        if (conf->unit[u].moved > 0)
            sum += conf->unit[u].worth * conf->unit[u].pause_s;
    }
    for (size_t h = conf->n_old; h < conf->n_hosts; h++)
        sum += conf->host[h].n > 0 ? conf->host[h].start : 0;
    if (n > 0 && saved > 0)
        UL_SIM_TELL(r->sim, .kind = UL_STEP_TURN, .count = n, .value = saved, .against = sum,
                    .why = "{count=1?One task moves|{count} tasks move}: machines then cost {$value} an "
                           "hour less, and getting there costs {$against}.");
}

ul_status ul_repack_tell(const ul_repack *r, const ul_conf *conf)
{
    double saved = 0;
    crew *on;
    UL_TRY(gather_crews(r, conf, &on));
    for (size_t h = 0; h < conf->n_hosts; h++) {
        const bool was_used = h < conf->n_old && on[h].n > 0;
        saved += hourly(conf, &conf->host[h]) * (was_used - (conf->host[h].n > 0));
    }
    tell_sum(r, conf, saved);
    for (size_t h = 0; h < conf->n_old; h++)
        if (on[h].n > 0 && conf->host[h].n == 0)
            UL_SIM_TELL(r->sim, .kind = UL_STEP_EMPTY,
                        .bin = conf->host[h].machine, .type = conf->host[h].type, .count = on[h].n,
                        .value = hourly(conf, &conf->host[h]), .against = on[h].pauses,
                        .why = " when its {count=1?task has|{count} tasks have} moved: it costs {$value} "
                               "an hour, and to move costs {$against} of {count=1?the task's|their} "
                               "time");
    return UL_OK;
}
