#include "configuration.h"

#include <math.h>

ul_status ul_conf_new(ul_arena *arena, size_t n_tasks, size_t n_units, size_t n_old, ul_conf *conf)
{
    conf->arena = arena;
    conf->n_tasks = n_tasks;
    conf->n_units = n_units;
    conf->n_old = conf->n_hosts = n_old;
    conf->host_room = n_old + n_tasks + 2; /* a new machine for each, and two to try */
    conf->change_room = 64;
    conf->n_families = 0;
    for (size_t k = 0; k < conf->n_types; k++)
        if (conf->n_families <= conf->type[k].family)
            conf->n_families = conf->type[k].family + 1;
    UL_ALLOC(arena, conf->task, n_tasks);
    UL_ALLOC(arena, conf->unit, n_units);
    UL_ALLOC(arena, conf->host, conf->host_room);
    UL_ALLOC(arena, conf->used, conf->host_room * conf->n_families * conf->n_resources);
    UL_ALLOC_RAW(arena, conf->growth, conf->host_room);
    UL_ALLOC(arena, conf->touched, ul_conf_words(conf));
    UL_ALLOC_RAW(arena, conf->change, conf->change_room);
    return UL_OK;
}

void ul_conf_complete(ul_conf *conf)
{
    conf->cost = 0;
    conf->n_changes = 0;
    conf->n_nowhere = conf->n_tasks;
    conf->interferes = false;
    for (size_t q = 0; q < conf->n_workloads * conf->n_workloads; q++)
        conf->interferes = conf->interferes || conf->beside[q] != 1;
    for (size_t q = 0; q < conf->n_types; q++) {
        ul_conf_type *type = &conf->type[conf->by_price[q]];
        type->place = q;
        type->start = type->price * type->billed_boot_s;
        if (type->billing_s > 0) {
            ul_conf_host new;
            ul_conf_pay_boot(type, 0, type->billed_boot_s, &new);
            type->start = new.start;
            type->paid_s = new.paid_s;
        }
    }
    conf->remembers = false;
    for (size_t i = 0; i < conf->n_tasks; i++) {
        ul_conf_unit *unit = &conf->unit[conf->task[i].unit];
        conf->task[i].to = UL_NOWHERE;
        conf->task[i].shape->room = (ul_conf_room){.fits = NULL};
        unit->worth += conf->task[i].shape->worth;
        unit->value += conf->task[i].shape->worth * conf->task[i].stay_s;
    }
    for (size_t h = 0; h < conf->n_old; h++) {
        conf->host[h].first = UL_NOWHERE;
        conf->host[h].longest_s = conf->host[h].leaving_s;
        conf->growth[h] = UL_NOT_WEIGHED;
    }
}

/* ---- paid by units ---- */

void ul_conf_pay_boot(const ul_conf_type *type, double paid_s, double boot_s, ul_conf_host *host)
{
    const double units = ceil(fmax(0, boot_s - paid_s) / type->billing_s);
    const double new_s = fmax(units * type->billing_s, paid_s > 0 ? 0 : type->least_s);
    host->start = type->price * new_s;
    host->paid_s = paid_s + new_s - boot_s;
}

/* Who is as likely to end now as later is still there with the probability exp(-t / stay_s) after t
 * seconds, and begins a unit at paid_s, and after each unit. Who is told the end knows whether there
 * is a first one; of what follows half a unit is expected to be left in the end. */
double ul_conf_units_s(const ul_conf *conf, double billing_s, double stay_s, double paid_s)
{
    if (stay_s <= 0)
        return 0;
    if (conf->is_blind)
        return billing_s * exp(-paid_s / stay_s) / -expm1(-billing_s / stay_s);
    if (stay_s <= paid_s)
        return 0;
    return stay_s <= paid_s + billing_s ? billing_s : stay_s - paid_s + billing_s / 2;
}

/* Seconds until a task could be on a machine: where others are to leave first, later. */
static double coming_s(const ul_conf *conf, const ul_conf_task *task, const ul_conf_host *host)
{
    const ul_micro *need = task->shape->need[conf->type[host->type].family];
    for (size_t r = 0; host->room != NULL && r < conf->n_resources; r++)
        if (need[r] > host->room[r])
            return host->ready_s + conf->crowded_s;
    return host->ready_s;
}

/* What it costs that the task is on this machine and not where it was, or waits too long. */
static double moving_costs(const ul_conf *conf, uint32_t i, uint32_t h)
{
    const ul_conf_task *task = &conf->task[i];
    const ul_conf_host *host = &conf->host[h];
    const ul_conf_unit *unit = &conf->unit[task->unit];
    if (task->at == h)
        return 0;
    if (task->at == UL_NOWHERE) {
        const double late_s = coming_s(conf, task, host) - task->wait_left_s;
        return late_s > 0 ? late_s * conf->late_price : 0;
    }
    return (unit->moved == 0 ? ul_conf_pause(unit) : 0)
           + (conf->stops_first ? unit->worth / unit->n * host->ready_s : 0);
}

/* ---- company ---- */

static const double *beside_of(const ul_conf *conf, uint32_t workload)
{
    return conf->beside + workload * conf->n_workloads;
}

/* The rate of a unit is that of its slowest task; those that are nowhere do not count. */
static double loss_of(const ul_conf *conf, const ul_conf_unit *unit)
{
    double least = 1;
    for (uint32_t i = unit->first; i < unit->first + unit->n; i++)
        if (conf->task[i].to != UL_NOWHERE && conf->task[i].rate < least)
            least = conf->task[i].rate;
    return unit->value * (1 - least);
}

static void restore_loss(ul_conf *conf, uint32_t u)
{
    conf->unit[u].loss = loss_of(conf, &conf->unit[u]);
}

static void settle_unit(ul_conf *conf, uint32_t u)
{
    ul_conf_unit *unit = &conf->unit[u];
    const double loss = loss_of(conf, unit);
    conf->cost += loss - unit->loss;
    unit->loss = loss;
}

/* What a gang would lose more if the task, at a rate of its own, joined some of it. */
static double gang_loss(const ul_conf *conf, const ul_conf_unit *unit, uint32_t joining,
                        uint32_t h, double rate)
{
    double least = 1;
    for (uint32_t i = unit->first; i < unit->first + unit->n; i++) {
        const ul_conf_task *task = &conf->task[i];
        double own = task->to == UL_NOWHERE ? 1 : task->rate;
        if (i == joining)
            own = rate;
        else if (task->to == h)
            own *= beside_of(conf, task->workload)[conf->task[joining].workload];
        if (own < least)
            least = own;
    }
    return unit->value * (1 - least) - unit->loss;
}

static double joining_company(ul_conf *conf, uint32_t i, uint32_t h, double most)
{
    const ul_conf_task *task = &conf->task[i];
    ul_conf_unit *own = &conf->unit[task->unit];
    const double *beside = beside_of(conf, task->workload);
    double rate = task->shape->speed[conf->host[h].type], sum = 0;
    own->stamp = ++conf->stamp;
    for (uint32_t j = conf->host[h].first; j != UL_NOWHERE && sum <= most; j = conf->task[j].next) {
        const ul_conf_task *other = &conf->task[j];
        ul_conf_unit *unit = &conf->unit[other->unit];
        const double left = beside_of(conf, other->workload)[task->workload];
        rate *= beside[other->workload];
        if (left == 1 || unit->stamp == conf->stamp)
            continue;
        if (unit->n == 1)
            sum += unit->value * other->rate * (1 - left);
        else {
            unit->stamp = conf->stamp;
            sum += gang_loss(conf, unit, i, h, 1);
        }
    }
    return sum + (own->n == 1 ? own->value * (1 - rate)
                              : gang_loss(conf, own, i, h, rate));
}

double ul_conf_company(ul_conf *conf, uint32_t i, uint32_t h, double most)
{
    const double moving = moving_costs(conf, i, h);
    if (moving > most)
        return moving;
    if (conf->interferes)
        return moving + joining_company(conf, i, h, most - moving);
    return moving + conf->unit[conf->task[i].unit].value
                        * (1 - conf->task[i].shape->speed[conf->host[h].type]);
}

/* What a machine costs more if somebody is on it for so long. */
static double joining_rent(const ul_conf *conf, const ul_conf_host *host, double longest_s)
{
    const ul_conf_type *type = &conf->type[host->type];
    ul_conf_host longer = *host;
    longer.longest_s = longest_s;
    if (type->billing_s > 0)
        return ul_conf_rent(conf, &longer) - (host->n == 0 ? 0 : ul_conf_rent(conf, host));
    return type->price * (longest_s - host->longest_s) + (host->n == 0 ? host->start : 0);
}

double ul_conf_joining(ul_conf *conf, uint32_t i, uint32_t h, double most)
{
    const ul_conf_host *host = &conf->host[h];
    const double rent = joining_rent(conf, host, ul_conf_longest_s(conf, host, conf->task[i].stay_s));
    return rent > most ? rent : rent + ul_conf_company(conf, i, h, most - rent);
}

/* ---- changes ---- */

static ul_status note(ul_conf *conf, ul_conf_deed deed, uint32_t host, uint32_t of)
{
    UL_MORE(conf->arena, conf->change, conf->n_changes, conf->change_room);
    conf->change[conf->n_changes++]
        = (ul_conf_change){deed, host, of, conf->host[host].larger, conf->growth[host]};
    conf->touched[host / 64] |= UINT64_C(1) << host % 64;
    return UL_OK;
}

static void link_task(ul_conf *conf, uint32_t i, uint32_t h)
{
    ul_conf_task *task = &conf->task[i];
    ul_conf_host *host = &conf->host[h];
    task->to = h;
    task->previous = UL_NOWHERE;
    task->next = host->first;
    if (host->first != UL_NOWHERE)
        conf->task[host->first].previous = i;
    host->first = i;
    host->n++;
    conf->n_nowhere--;
    host->n_fixed += task->is_fixed;
}

static void unlink_task(ul_conf *conf, uint32_t i)
{
    ul_conf_task *task = &conf->task[i];
    ul_conf_host *host = &conf->host[task->to];
    if (task->previous != UL_NOWHERE)
        conf->task[task->previous].next = task->next;
    else
        host->first = task->next;
    if (task->next != UL_NOWHERE)
        conf->task[task->next].previous = task->previous;
    host->n--;
    conf->n_nowhere++;
    host->n_fixed -= task->is_fixed;
    task->to = UL_NOWHERE;
}

static double longest_s(const ul_conf *conf, const ul_conf_host *host)
{
    double longest = host->leaving_s;
    if (conf->is_blind)
        return ul_conf_longest_s(conf, host, 0);
    for (uint32_t i = host->first; i != UL_NOWHERE && longest < conf->horizon_s;
         i = conf->task[i].next)
        longest = fmax(longest, conf->task[i].stay_s);
    return longest;
}

/* A new machine is rented with the first task on it and given back with the last. */
static void rent_host(ul_conf *conf, const ul_conf_host *host, int sign)
{
    if (host->machine == UL_NOWHERE && conf->type[host->type].left != UINT32_MAX)
        conf->type[host->type].left -= (uint32_t)sign;
}

static void take_room(ul_conf *conf, const ul_conf_task *task, uint32_t h, int sign)
{
    const ul_micro *need = task->shape->need[0];
    ul_micro *used = ul_conf_used(conf, h, 0);
    for (size_t q = 0; q < conf->n_families * conf->n_resources; q++)
        used[q] += sign * need[q];
}

/* What is where, and at which rates; what that costs is for others to say. */
static void place(ul_conf *conf, uint32_t i, uint32_t h)
{
    ul_conf_task *task = &conf->task[i];
    ul_conf_host *host = &conf->host[h];
    conf->unit[task->unit].moved += task->at != UL_NOWHERE && task->at != h;
    task->rate = task->shape->speed[host->type];
    for (uint32_t j = host->first; conf->interferes && j != UL_NOWHERE; j = conf->task[j].next) {
        task->rate *= beside_of(conf, task->workload)[conf->task[j].workload];
        conf->task[j].rate *= beside_of(conf, conf->task[j].workload)[task->workload];
    }
    link_task(conf, i, h);
    host->squares += task->stay_s * task->stay_s;
    if (host->n == 1)
        rent_host(conf, host, 1);
    if (host->n == 1 || task->is_fixed)
        conf->growth[h] = UL_NOT_WEIGHED;
    take_room(conf, task, h, 1);
}

static void displace(ul_conf *conf, uint32_t i)
{
    ul_conf_task *task = &conf->task[i];
    const uint32_t h = task->to;
    ul_conf_host *host = &conf->host[h];
    unlink_task(conf, i);
    conf->growth[h] = UL_NOT_WEIGHED;
    take_room(conf, task, h, -1);
    for (uint32_t j = host->first; conf->interferes && j != UL_NOWHERE; j = conf->task[j].next)
        conf->task[j].rate /= beside_of(conf, conf->task[j].workload)[task->workload];
    conf->unit[task->unit].moved -= task->at != UL_NOWHERE && task->at != h;
    host->squares -= task->stay_s * task->stay_s;
    if (host->n > 0)
        return;
    host->squares = 0; /* without what rounding left */
    rent_host(conf, host, -1);
}

static void settle_units(ul_conf *conf, uint32_t i, uint32_t h)
{
    for (uint32_t j = conf->host[h].first; conf->interferes && j != UL_NOWHERE;
         j = conf->task[j].next)
        settle_unit(conf, conf->task[j].unit);
    settle_unit(conf, conf->task[i].unit);
}

ul_status ul_conf_put(ul_conf *conf, uint32_t i, uint32_t h)
{
    ul_conf_host *host = &conf->host[h];
    const double rent = host->n > 0 ? ul_conf_rent(conf, host) : 0;
    const double moving = moving_costs(conf, i, h);
    UL_TRY(note(conf, UL_CONF_PUT, h, i));
    host->longest_s = ul_conf_longest_s(conf, host, conf->task[i].stay_s);
    place(conf, i, h);
    conf->cost -= rent;
    conf->cost += ul_conf_rent(conf, host);
    conf->cost += moving;
    settle_units(conf, i, h);
    return UL_OK;
}

ul_status ul_conf_take(ul_conf *conf, uint32_t i)
{
    const uint32_t h = conf->task[i].to;
    ul_conf_host *host = &conf->host[h];
    const double rent = ul_conf_rent(conf, host);
    UL_TRY(note(conf, UL_CONF_TAKEN, h, i));
    displace(conf, i);
    settle_units(conf, i, h);
    conf->cost -= moving_costs(conf, i, h);
    conf->cost -= rent;
    host->longest_s = longest_s(conf, host);
    conf->cost += host->n > 0 ? ul_conf_rent(conf, host) : 0;
    return UL_OK;
}

/* ---- machines ---- */

static void set_type(ul_conf *conf, uint32_t h, uint32_t k)
{
    ul_conf_host *host = &conf->host[h];
    if (host->n > 0)
        rent_host(conf, host, -1);
    host->type = k;
    host->start = conf->type[k].start;
    host->paid_s = conf->type[k].paid_s;
    host->ready_s = conf->type[k].boot_s;
    conf->growth[h] = UL_NOT_WEIGHED;
    if (host->n > 0)
        rent_host(conf, host, 1);
}

/* What a machine costs as one of its type. */
static double typed_costs(const ul_conf *conf, uint32_t h)
{
    const ul_conf_host *host = &conf->host[h];
    double cost = host->n > 0 ? ul_conf_rent(conf, host) : 0;
    for (uint32_t i = host->first; i != UL_NOWHERE; i = conf->task[i].next)
        cost += moving_costs(conf, i, h);
    return cost;
}

ul_status ul_conf_retype(ul_conf *conf, uint32_t h, uint32_t k)
{
    const double before = typed_costs(conf, h);
    UL_TRY(note(conf, UL_CONF_RETYPED, h, conf->host[h].type));
    set_type(conf, h, k);
    conf->cost += typed_costs(conf, h) - before;
    return UL_OK;
}

ul_status ul_conf_open(ul_conf *conf, uint32_t k, uint32_t *result)
{
    size_t h = conf->n_old;
    while (h < conf->n_hosts && conf->host[h].n > 0)
        h++;
    if (h == conf->host_room)
        return ul_fail(UL_E_INTERNAL, "more machines than tasks are rented");
    *result = (uint32_t)h;
    if (h < conf->n_hosts)
        return ul_conf_retype(conf, *result, k);
    conf->host[conf->n_hosts++] = (ul_conf_host){.machine = UL_NOWHERE, .first = UL_NOWHERE};
    set_type(conf, *result, k);
    return UL_OK;
}

ul_status ul_conf_begin(ul_conf *conf)
{
    for (size_t q = 0; q < conf->n_changes; q++) {
        const uint32_t h = conf->change[q].host;
        UL_MORE(conf->arena, conf->changed, conf->n_changed, conf->changed_room);
        conf->changed[conf->n_changed++] = h;
        conf->touched[h / 64] = 0;
    }
    conf->n_changes = 0;
    return UL_OK;
}

/* What follows from who is on a machine that changes were taken back of. */
static void restore(ul_conf *conf, uint32_t h)
{
    ul_conf_host *host = &conf->host[h];
    const uint64_t bit = UINT64_C(1) << h % 64;
    if (!(conf->touched[h / 64] & bit))
        return;
    conf->touched[h / 64] &= ~bit;
    host->longest_s = longest_s(conf, host);
    for (uint32_t i = host->first; conf->interferes && i != UL_NOWHERE; i = conf->task[i].next)
        restore_loss(conf, conf->task[i].unit);
}

ul_status ul_conf_undo(ul_conf *conf, double cost)
{
    for (size_t q = conf->n_changes; q-- > 0;) {
        const ul_conf_change *change = &conf->change[q];
        if (change->deed == UL_CONF_PUT)
            displace(conf, change->of);
        else if (change->deed == UL_CONF_TAKEN)
            place(conf, change->of, change->host);
        else
            set_type(conf, change->host, change->of);
        conf->host[change->host].larger = change->larger;
        conf->growth[change->host] = change->growth;
    }
    for (size_t q = 0; q < conf->n_changes; q++) {
        restore(conf, conf->change[q].host);
        if (conf->change[q].deed != UL_CONF_RETYPED)
            restore_loss(conf, conf->task[conf->change[q].of].unit);
    }
    conf->n_changes = 0;
    conf->cost = cost;
    return UL_OK;
}
