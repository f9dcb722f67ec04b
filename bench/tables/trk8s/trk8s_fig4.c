/* TR-Kubernetes, Figure 4: what transient types cost and how available they are, in one
 * zone: the two have nothing to do with each other.
 */
#include <stdlib.h>

#include "availability.h"
#include "correlation.h"
#include "trk8s_zones.h"

enum { NEVER_DOWN = 7 };

static double nines_of(const ul_availability_type *type)
{
    return type->availability >= 1 ? NEVER_DOWN : -log10(1 - type->availability);
}

/* Dollars an hour and unit, in cents. */
static double cents_of(const ul_availability_type *type)
{
    return 100 * type->price / (double)type->capacity;
}

static int by_cost(const void *a, const void *b)
{
    const ul_availability_type *x = a, *y = b;
    const double p = cents_of(x), q = cents_of(y);
    return p < q ? -1 : p > q ? 1 : strcmp(x->name, y->name);
}

static ul_status put_types(ul_table_made *made, const ul_availability *in)
{
    const size_t n = in->n_types;
    ul_availability_type *type;
    double *sample, r[4], better = 0;
    UL_ALLOC(made->arena, type, n);
    UL_ALLOC(made->arena, sample, 2 * n);
    memcpy(type, in->type, n * sizeof *type);
    qsort(type, n, sizeof *type, by_cost);
    for (size_t k = 0; k < n; k++) {
        const char *who = type[k].name;
        sample[k] = cents_of(&type[k]);
        sample[n + k] = nines_of(&type[k]);
        better += type[k].availability > type[0].availability;
        ul_put(made, "", who, "ECU", (double)type[k].capacity);
        ul_put(made, "", who, "price", type[k].price);
        ul_put(made, "", who, "cents an ECU-hour", sample[k]);
        ul_put(made, "", who, "available", 100 * type[k].availability);
        ul_add(made, "all", "types", "available", 100 * type[k].availability);
        ul_put(made, "", who, "nines", sample[n + k]);
        ul_put_point(made, 0, "types", sample[k], sample[n + k]);
    }
    UL_TRY(ul_correlation(sample, 2, n, r));
    ul_put(made, "all", "types", "correlation", r[1]);
    ul_put(made, "all", "types", "not the cheapest", better >= 1);
    return ul_put_note(made, "%s, by price of an ECU-hour, means of three months; nines are "
        "-log10(1 - availability), 7.00 where a type never was down. Price and nines correlate by "
        "%.2f; %.0f types are more available than the cheapest.", in->name, r[1], better);
}

static ul_status experiment(ul_table_made *made)
{
    ul_zones zones;
    const ul_instance *zone;
    size_t z = 0; /* the zone asked for, or the first */
    UL_TRY(ul_zones_open(made, &zones));
    while (!zones.generated && z < zones.n
           && strstr(zones.path[z], ul_table_text(made, "zone")) == NULL)
        z++;
    UL_TRY(ul_zones_make(&zones, z < zones.n ? z : 0, ul_table_param(made, "capacity"), 0.99999,
                         &zone));
    return put_types(made, zone->data);
}

const ul_table ul_table_trk8s_fig4 = {
    .name = "trk8s-fig4", .paper = "TR-Kubernetes, Figure 4",
    .brief = "cost and availability of a zone's transient types", .who = "type",
    .hidden = "correlation (); not the cheapest ()",
    .column = UL_COLUMNS(UL_COL("ECU", "count", 0),
        UL_COL("price", "$", 4, .head = "price an hour, $"),
        UL_COL("cents an ECU-hour", "count", 3), UL_COL("available", "%", 4),
        UL_COL("nines", "nines", 2)),
    .panel = UL_PANELS({UL_SCATTER, .title = "availability in nines", .x_title =
         "cents an hour and ECU", .log_x = true}),
    .param = UL_PARAMS(UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_TABLE_PICTURE("trk8s-fig4.svg"),
        UL_TEXT("zone", "us-west-1c", "which of the records")), .experiment = experiment,
};
