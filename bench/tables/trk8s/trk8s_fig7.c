/* TR-Kubernetes, Figure 7: the availability of a service of three tiers, each with a
 * pool of its own for 99.99%: as if their machines failed together, as if they failed
 * apart, and as they do, since pools share types. With the greedy's pools and with the
 * cheapest.
 */
#include "availability_pool.h"
#include "trk8s_zones.h"

enum { TIERS = 3, CASES = 2, WAYS = 3, DEPENDENT = 0, APART = 1, ACTUAL = 2 };
#define TARGET 0.9999
#define STATES 20000000

static const struct {
    const char *name;
    double capacity[TIERS];
} service[CASES] = {{"400+400+400", {400, 400, 400}}, {"800+400+200", {800, 400, 200}}};

static const char *const way_name[WAYS] = {"dependent", "independent", "in practice"};

/* Machines held, type by type, and how often the tier's pool fails. */
typedef struct {
    uint64_t *size; /* capacity of a type's machines, while up */
    uint64_t always; /* on demand */
    double failure;
} tier;

static double nines_of(double failure)
{
    return fmin(16, -log10(failure));
}

/* Nines of the service, each way. */
static ul_status join(const ul_zones *zones, const ul_availability *in, const tier *t,
                      const double *capacity, double nines[WAYS])
{
    const size_t n = in->n_types;
    double *up, failure[TIERS], worst = 0;
    uint64_t *size, lacking[TIERS];
    size_t held = 0;
    bool exact;
    UL_ALLOC(zones->made->arena, up, n);
    UL_ALLOC(zones->made->arena, size, TIERS * n);
    for (size_t k = 0; k < n; k++) /* types that some tier holds */
        if (t[0].size[k] + t[1].size[k] + t[2].size[k] > 0)
            up[held++] = in->type[k].availability;
    for (size_t q = 0; q < TIERS; q++) {
        size_t at = 0;
        for (size_t k = 0; k < n; k++)
            if (t[0].size[k] + t[1].size[k] + t[2].size[k] > 0)
                size[q * held + at++] = t[q].size[k];
        lacking[q] = (uint64_t)fmax(0, capacity[q] - (double)t[q].always);
        failure[q] = t[q].failure;
        worst = fmax(worst, t[q].failure);
    }
    nines[DEPENDENT] = nines_of(worst);
    nines[APART] = nines_of(ul_pool_tiers_apart(failure, TIERS));
    const double actual = ul_pool_tiers_failure(up, size, held, lacking, TIERS, STATES, &exact);
    nines[ACTUAL] = exact ? nines_of(actual) : NAN;
    return UL_OK;
}

/* One tier of a zone: its pool, if there is one. */
static ul_status add_tier(const ul_zones *zones, const ul_instance *zone, const char *method,
                          tier *t, bool *found)
{
    const ul_availability *in = zone->data;
    const ul_availability_plan *plan;
    bool proved;
    UL_ALLOC(zones->made->arena, t->size, in->n_types);
    UL_TRY(ul_zones_pool(zones, zone, method, &plan, &proved));
    *found = plan != NULL;
    for (size_t k = 0; *found && k < in->n_types; k++) {
        t->size[k] = plan->hold[k] * in->type[k].capacity;
        t->always += plan->on_demand[k] * in->type[k].capacity;
    }
    return *found ? ul_availability_plan_failure(plan, &t->failure) : UL_OK;
}

static ul_status run_zone(const ul_zones *zones, size_t z, size_t c, size_t p)
{
    ul_table_made *made = zones->made;
    double nines[WAYS] = {NAN, NAN, NAN};
    tier t[TIERS] = {{0}};
    bool found = true;
    const ul_instance *zone = NULL;
    for (size_t q = 0; q < TIERS && found; q++) {
        UL_TRY(ul_zones_make(zones, z, service[c].capacity[q], TARGET, &zone));
        UL_TRY(add_tier(zones, zone, ul_pool_method[p], &t[q], &found));
    }
    if (found)
        UL_TRY(join(zones, zone->data, t, service[c].capacity, nines));
    ul_table_trial(made, "zone\ttiers\tpools\tdependent_nines\tindependent_nines\tactual_nines",
                   "%s\t%s\t%s\t%.4f\t%.4f\t%.4f", zone->name, service[c].name, ul_pool_name[p],
                   nines[DEPENDENT], nines[APART], nines[ACTUAL]);
    for (size_t w = 0; w < WAYS; w++)
        ul_add(made, service[c].name, ul_pool_name[p], way_name[w], nines[w]);
    ul_table_let_go(made, NULL);
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    ul_zones zones;
    UL_TRY(ul_zones_open(made, &zones));
    for (size_t c = 0; c < CASES; c++)
        for (size_t p = 0; p < UL_POOLS; p++)
            for (size_t z = 0; z < zones.n; z++)
                UL_TRY(run_zone(&zones, z, c, p));
    return ul_put_note(made, "Nines of the service, mean (least-most) over zones: as if all "
        "machines of the tiers failed together, as if they failed apart, and as they do, types "
        "being up or down in all tiers. A proof of the cheapest has %g s; nothing that is judged "
        "rests on it.", made->request->time_limit_s);
}

const ul_table ul_table_trk8s_fig7 = {
    .name = "trk8s-fig7", .paper = "TR-Kubernetes, Figure 7",
    .brief = "a service of three tiers: tiers that fail together, apart, and in practice",
    .of = "ECU of the tiers", .who = "pools",
    .column = UL_COLUMNS(UL_RANGE("dependent", "nines", 2), UL_RANGE("independent", "nines", 2),
        UL_RANGE("in practice", "nines", 2)),
    .panel = UL_PANELS({.title = "nines of the service in practice", .measure = "in practice"},
        {.title = "nines if tiers failed apart", .measure = "independent"}),
    .param = UL_PARAMS(UL_ZONE_FOLDER, UL_TABLE_PICTURE("trk8s-fig7.svg")), .time_limit_s = 5,
    .experiment = experiment,
};
