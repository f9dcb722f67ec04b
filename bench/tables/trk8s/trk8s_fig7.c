/* TR-Kubernetes, Figure 7: the availability of a service of three tiers, each with a
 * pool of its own for 99.99%: as if their machines failed together, as if they failed
 * apart, and as they do, since pools share types. With the greedy's pools and with the
 * cheapest.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_plan.h"
#include "availability_pool.h"
#include "registry.h"
#include "run.h"
#include "trk8s_batch.h"

enum { TIERS = 3, CASES = 2, POOLS = 2, WAYS = 3, DEPENDENT = 0, APART = 1, ACTUAL = 2 };
#define TARGET 0.9999
#define STATES 20000000

static const struct {
    const char *name;
    uint64_t capacity[TIERS];
} service[CASES] = {{"400+400+400", {400, 400, 400}}, {"800+400+200", {800, 400, 200}}};

static const struct {
    ul_fig_policy policy;
    const char *name;
} pool[POOLS] = {{UL_FIG_TRK8S_CODE, "greedy"}, {UL_FIG_OPTIMUM, "cheapest"}};

static const char *const way_name[WAYS] = {"dependent", "independent", "in practice"};

/* Machines held, type by type, and how often the tier's pool fails. */
typedef struct {
    uint64_t *size; /* capacity of a type's machines, while up */
    uint64_t always; /* on demand */
    double failure;
} tier;

static ul_status read_pool(const ul_availability_plan *plan, tier *t)
{
    const ul_availability *in = plan->in;
    for (size_t k = 0; k < in->n_types; k++) {
        t->size[k] = plan->hold[k] * in->type[k].capacity;
        t->always += plan->on_demand[k] * in->type[k].capacity;
    }
    return ul_availability_plan_failure(plan, &t->failure);
}

static ul_status find_pool(const ul_zones *zones, const ul_instance *zone, ul_fig_policy policy,
                           tier *t, bool *found)
{
    const ul_run_options options = {.seed = zones->request->seed,
                                    .time_limit_s = zones->request->time_limit_s,
                                    .methods = ul_methods};
    ul_run *run = NULL;
    ul_status status =
        ul_run_new(ul_method_find(ul_fig_policy_name[policy]), zone, &options, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    if (status == UL_OK) {
        *found = ul_run_result_of(run)->plan != NULL;
        if (*found)
            status = read_pool(ul_run_result_of(run)->plan, t);
    }
    ul_run_free(run);
    return status;
}

static double nines_of(double failure)
{
    return fmin(16, -log10(failure));
}

/* Nines of the service, each way. */
static ul_status join(const ul_zones *zones, const ul_availability *in, const tier *t,
                      const uint64_t *capacity, double nines[WAYS])
{
    const size_t n = in->n_types;
    double *up = ul_arena_alloc(zones->arena, n, sizeof *up);
    uint64_t *size = ul_arena_alloc(zones->arena, TIERS * n, sizeof *size), lacking[TIERS];
    double failure[TIERS], worst = 0;
    size_t held = 0;
    bool exact;
    if (up == NULL || size == NULL)
        return ul_no_memory();
    for (size_t k = 0; k < n; k++) { /* types that some tier holds */
        if (t[0].size[k] + t[1].size[k] + t[2].size[k] == 0)
            continue;
        up[held++] = in->type[k].availability;
    }
    for (size_t q = 0; q < TIERS; q++) {
        size_t at = 0;
        for (size_t k = 0; k < n; k++)
            if (t[0].size[k] + t[1].size[k] + t[2].size[k] > 0)
                size[q * held + at++] = t[q].size[k];
        lacking[q] = capacity[q] > t[q].always ? capacity[q] - t[q].always : 0;
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
static ul_status add_tier(const ul_zones *zones, size_t z, uint64_t capacity, ul_fig_policy policy,
                          tier *t, bool *found)
{
    ul_instance zone = {0};
    UL_TRY(ul_zones_make(zones, z, capacity, TARGET, &zone));
    const ul_availability *in = zone.data;
    t->size = ul_arena_alloc(zones->arena, in->n_types, sizeof *t->size);
    const ul_status status = t->size == NULL ? ul_no_memory()
                                             : find_pool(zones, &zone, policy, t, found);
    ul_instance_free(&zone);
    return status;
}

static void write_trial(const ul_zones *zones, const char *zone, size_t c, size_t p,
                        const double nines[WAYS])
{
    ul_sheet *to = zones->made->trials;
    ul_sheet_cell(to, "%s", zone);
    ul_sheet_cell(to, "%s", service[c].name);
    ul_sheet_cell(to, "%s", pool[p].name);
    for (size_t w = 0; w < WAYS; w++)
        ul_batch_cell(to, 4, nines[w]);
}

static ul_status run_zone(const ul_zones *zones, size_t z, size_t c, size_t p, double nines[WAYS])
{
    tier t[TIERS] = {{0}};
    bool found = true;
    ul_instance zone = {0};
    nines[DEPENDENT] = nines[APART] = nines[ACTUAL] = NAN;
    for (size_t q = 0; q < TIERS && found; q++)
        UL_TRY(add_tier(zones, z, service[c].capacity[q], pool[p].policy, &t[q], &found));
    UL_TRY(ul_zones_make(zones, z, service[c].capacity[0], TARGET, &zone));
    ul_table_say(zones->request, "%s: tiers of %s, %s", zone.name, service[c].name, pool[p].name);
    ul_status status = ul_table_input(zones->made, zones->arena, &zone);
    if (status == UL_OK && found)
        status = join(zones, zone.data, t, service[c].capacity, nines);
    write_trial(zones, zone.name, c, p, nines);
    ul_instance_free(&zone);
    return status;
}

typedef struct {
    double nines[WAYS][UL_ZONES_MAX];
} row;

static ul_status add_row(const ul_zones *zones, size_t c, size_t p, const row *r)
{
    ul_sheet *sheet = zones->made->table;
    ul_sheet_cell(sheet, "%s", service[c].name);
    ul_sheet_cell(sheet, "%s", pool[p].name);
    for (size_t w = 0; w < WAYS; w++) {
        const ul_spread spread = ul_batch_spread(r->nines[w], zones->n);
        char subject[48];
        snprintf(subject, sizeof subject, "%s %s", pool[p].name, way_name[w]);
        ul_zones_cell(sheet, &spread, 2, "");
        UL_TRY(ul_zones_number(zones, &(ul_number){
            .of = service[c].name, .subject = subject, .measure = "availability",
            .unit = "nines"}, &spread, NULL));
    }
    return UL_OK;
}

/* The paper: what happens is what would if all failed together, and near the target. */
static ul_status add_claims(const ul_zones *zones, size_t c, const row *greedy)
{
    char what[2][96];
    const double actual = ul_batch_spread(greedy->nines[ACTUAL], zones->n).mean;
    const double together = ul_batch_spread(greedy->nines[DEPENDENT], zones->n).mean;
    if (zones->generated)
        return UL_OK;
    snprintf(what[0], sizeof what[0], "nines in practice less those of dependent tiers, %s",
             service[c].name);
    snprintf(what[1], sizeof what[1], "nines in practice, %s", service[c].name);
    UL_TRY(ul_table_claim(zones->made, zones->arena, &(ul_claim){
        .what = what[0], .paper = 0, .ours = actual - together, .tolerance = 0.1, .decimals = 2,
        .unit = "", .origin = UL_DERIVED,
        .why = "tiers of different capacity hold different types"}));
    return ul_table_claim(zones->made, zones->arena, &(ul_claim){
        .what = what[1], .paper = 4, .ours = actual, .tolerance = 0.3, .decimals = 2, .unit = "",
        .sense = UL_CLAIM_AT_LEAST, .why = "small pools are coarse"});
}

static ul_status draw(const ul_zones *zones, const row *rows, const char *path)
{
    const char *group[CASES * POOLS];
    char name[CASES * POOLS][48], subtitle[160];
    ul_spread value[CASES * POOLS * WAYS];
    double target[CASES * POOLS];
    for (size_t q = 0; q < CASES * POOLS; q++) {
        snprintf(name[q], sizeof name[q], "%s: %s", service[q / POOLS].name, pool[q % POOLS].name);
        group[q] = name[q];
        target[q] = -log10(1 - TARGET);
        for (size_t w = 0; w < WAYS; w++)
            value[q * WAYS + w] = ul_batch_spread(rows[q].nines[w], zones->n);
    }
    const ul_bar_chart chart = {"availability of the service, number of nines", CASES * POOLS, WAYS,
                                group, way_name, value, target, "dashed: each tier's target", NULL};
    snprintf(subtitle, sizeof subtitle, "mean, least and greatest over %zu %szones", zones->n,
             zones->generated ? "generated " : "");
    return ul_bar_chart_draw(&chart, 1, "Services of three tiers (TR-Kubernetes, Figure 7)",
                             subtitle, path);
}

static ul_status begin(const ul_zones *zones)
{
    static const char note[] =
        "Nines of the service, mean (least-most) over zones: as if all machines of the tiers failed "
        "together, as if they failed apart, and as they do, types being up or down in all tiers.";
    static const char *const head[] = {"ECU of the tiers", "pools", "dependent", "independent",
                                       "in practice"};
    static const char *const trial[] = {"zone", "tiers", "pools", "dependent_nines",
                                        "independent_nines", "actual_nines"};
    const char *whole_note = ul_zones_note(zones, note);
    if (whole_note == NULL)
        return ul_no_memory();
    UL_TRY(ul_sheet_new(zones->arena, "trk8s-fig7", "TR-Kubernetes, Figure 7: availability of a "
                        "service of three tiers, each for 99.99%", whole_note, "llrrr",
                        &zones->made->table));
    UL_TRY(ul_sheet_new(zones->arena, "trials", "", "", "lllrrr", &zones->made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(zones->made->table, "%s", head[c]);
    for (size_t c = 0; c < sizeof trial / sizeof *trial; c++)
        ul_sheet_cell(zones->made->trials, "%s", trial[c]);
    return UL_OK;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    const char *svg = ul_param_text(request->param, "svg");
    ul_zones *zones;
    row *rows;
    UL_ALLOC(arena, rows, CASES * POOLS);
    UL_TRY(ul_zones_open(request, arena, made, &zones));
    UL_TRY(begin(zones));
    for (size_t q = 0; q < CASES * POOLS; q++) {
        for (size_t z = 0; z < zones->n; z++) {
            double nines[WAYS];
            UL_TRY(run_zone(zones, z, q / POOLS, q % POOLS, nines));
            for (size_t w = 0; w < WAYS; w++)
                rows[q].nines[w][z] = nines[w];
        }
        UL_TRY(add_row(zones, q / POOLS, q % POOLS, &rows[q]));
    }
    for (size_t c = 0; c < CASES; c++)
        UL_TRY(add_claims(zones, c, &rows[c * POOLS]));
    return *svg == '\0' ? UL_OK : draw(zones, rows, svg);
}

static const ul_param param[] = {
    {.name = "zones", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "folder of the zone records (record-*.csv); without one zones are generated"},
    {.name = "svg", .preset = "trk8s-fig7.svg", .form = UL_PARAM_TEXT,
     .brief = "where the picture goes; empty for none"},
    {0},
};

const ul_table ul_table_trk8s_fig7 = {
    .name = "trk8s-fig7",
    .brief = "a service of three tiers: tiers that fail together, apart, and in practice",
    .paper = "TR-Kubernetes, Figure 7",
    .param = param,
    .time_limit_s = 5,
    .make = make,
};
