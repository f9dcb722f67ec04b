/* Synergy: best fit onto open machines, by what the machine would be worth.
 *
 * Mohan et al., OSDI 2022, as Eva's authors adapt it to priced machines (Eva,
 * Section 6.1, and the artifact): tasks in list order; each joins the machine
 * with room where the throughput-normalized reservation price of the tasks
 * comes highest over the machine's price, if that is at least 1; ties go to
 * the machine it aligns with best, then to the oldest. Otherwise it opens the
 * cheapest type that holds it.
 *
 * O(tasks * bins * resources) with a small constant: machines stand in blocks
 * of one type that know the most that is free and the best worth in them, and
 * a set is evaluated only where room and worth leave hope.
 */
#include <math.h>

#include "alignment.h"
#include "packing_plan.h"
#include "packing_reasons.h"
#include "run.h"
#include "throughput.h"

enum { BLOCK = 16 };

/* Worth is rounded, so a bound on it is widened a little. */
#define HEADROOM (1 + 1e-9)

/* The open machines of one type, oldest first. */
typedef struct {
    size_t n, room;
    uint32_t *bin;
    double *worth;        /* of each machine */
    double *most_worth;   /* of each block */
    ul_micro *free;       /* of each machine, one per resource */
    ul_micro *most_free;  /* of each block */
} lot;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_arena *arena;
    ul_tenancy_pricing *pricing;
    ul_packing_plan *plan;
    lot *lot; /* per type */
    size_t tenants_room;
    ul_tenants *tenants; /* per bin */
    const ul_step_listener *listener;
} synergy;

typedef struct {
    size_t type, place; /* machine `place` of the type's lot; type UL_NONE is none */
    uint32_t bin;
    double ratio, alignment;
} berth;

/* ---- finding the best machine ---- */

static double over_price(const ul_packing *in, size_t k, double worth)
{
    return in->type[k].price == 0 ? HUGE_VAL : worth / ul_micro_double(in->type[k].price);
}

static void consider(const synergy *s, size_t k, size_t place, uint32_t c, const ul_micro *need,
                     berth *best)
{
    const lot *l = &s->lot[k];
    const uint32_t i = l->bin[place];
    const ul_joining joining =
        ul_tenants_joining(&s->tenants[i], s->pricing->class[c].kind);
    const double ratio = over_price(s->in, k, ul_joining_worth(s->pricing, joining, c));
    if (ratio < 1 || ratio < best->ratio)
        return;
    ul_alignment a;
    ul_alignment_with(s->in, k, l->free + place * s->in->n_resources, &a);
    const double alignment = ul_alignment_of(&a, need);
    if (ratio > best->ratio || alignment > best->alignment
        || (alignment == best->alignment && i < best->bin))
        *best = (berth){k, place, i, ratio, alignment};
}

/* A newcomer adds at most its reservation price, as nobody gets faster: what
 * worth + rp cannot reach needs no evaluation. */
static void search_lot(const synergy *s, size_t k, uint32_t c, const ul_micro *need, berth *best)
{
    const lot *l = &s->lot[k];
    const size_t n_resources = s->in->n_resources;
    const double rp = s->pricing->class[c].rp;
    for (size_t begin = 0; begin < l->n; begin += BLOCK) {
        const size_t block = begin / BLOCK;
        if (over_price(s->in, k, (l->most_worth[block] + rp) * HEADROOM) < best->ratio
            || !ul_packing_fits(s->in, need, l->most_free + block * n_resources))
            continue;
        const size_t end = begin + BLOCK < l->n ? begin + BLOCK : l->n;
        for (size_t place = begin; place < end; place++)
            if (ul_packing_fits(s->in, need, l->free + place * n_resources)
                && over_price(s->in, k, (l->worth[place] + rp) * HEADROOM) >= best->ratio)
                consider(s, k, place, c, need, best);
    }
}

/* ---- placing ---- */

static void survey_block(const synergy *s, lot *l, size_t block)
{
    const size_t n_resources = s->in->n_resources;
    ul_micro *most = l->most_free + block * n_resources;
    const size_t end = (block + 1) * BLOCK < l->n ? (block + 1) * BLOCK : l->n;
    l->most_worth[block] = -HUGE_VAL;
    for (size_t r = 0; r < n_resources; r++)
        most[r] = 0;
    for (size_t place = block * BLOCK; place < end; place++) {
        const ul_micro *free = l->free + place * n_resources;
        for (size_t r = 0; r < n_resources; r++)
            most[r] = free[r] > most[r] ? free[r] : most[r];
        if (l->worth[place] > l->most_worth[block])
            l->most_worth[block] = l->worth[place];
    }
}

static ul_status grow_lot(const synergy *s, lot *l)
{
    const size_t room = l->room == 0 ? 4 * BLOCK : 2 * l->room, blocks = l->room / BLOCK;
    const size_t row = s->in->n_resources * sizeof *l->free;
    l->bin = ul_arena_grow(s->arena, l->bin, l->n, room, sizeof *l->bin);
    l->worth = ul_arena_grow(s->arena, l->worth, l->n, room, sizeof *l->worth);
    l->free = ul_arena_grow(s->arena, l->free, l->n, room, row);
    l->most_worth = ul_arena_grow(s->arena, l->most_worth, blocks, room / BLOCK,
                                  sizeof *l->most_worth);
    l->most_free = ul_arena_grow(s->arena, l->most_free, blocks, room / BLOCK, row);
    l->room = room;
    return l->bin == NULL || l->worth == NULL || l->free == NULL || l->most_worth == NULL
                   || l->most_free == NULL
               ? ul_no_memory()
               : UL_OK;
}

static ul_status open_machine(synergy *s, size_t k, berth *at)
{
    lot *l = &s->lot[k];
    size_t i;
    if (l->n == l->room)
        UL_TRY(grow_lot(s, l));
    UL_TRY(ul_plan_open(s->plan, k, &i));
    UL_MORE(s->arena, s->tenants, i, s->tenants_room);
    ul_tenants_clear(&s->tenants[i], s->pricing);
    l->bin[l->n] = (uint32_t)i;
    *at = (berth){.type = k, .place = l->n++, .bin = (uint32_t)i};
    return UL_OK;
}

static ul_status put(synergy *s, const berth *at, uint32_t j)
{
    const size_t n_resources = s->in->n_resources;
    lot *l = &s->lot[at->type];
    UL_TRY(ul_plan_put(s->plan, at->bin, j, 1));
    UL_TRY(ul_tenants_add(&s->tenants[at->bin], s->arena, s->pricing->class_of[j]));
    const ul_micro *free = ul_plan_free(s->plan, at->bin);
    for (size_t r = 0; r < n_resources; r++)
        l->free[at->place * n_resources + r] = free[r];
    l->worth[at->place] = s->tenants[at->bin].worth;
    survey_block(s, l, at->place / BLOCK);
    return UL_OK;
}

static const char worth_most[] = ": of the open machines with room, its tasks are then worth most for its "
                                 "price, {$$value} for {$$against}";

static ul_status place(synergy *s, uint32_t j)
{
    berth best = {.type = UL_NONE, .ratio = -HUGE_VAL};
    UL_TELL(s->listener, .kind = UL_STEP_NEXT, .task = j, .count = 1);
    for (size_t k = 0; k < s->in->n_types; k++)
        search_lot(s, k, s->pricing->class_of[j], ul_packing_need(s->in, j, k), &best);
    const bool opens = best.type == UL_NONE;
    if (opens) {
        UL_TRY(open_machine(s, ul_packing_cheapest_for(s->in, s->in->task[j].shape), &best));
        UL_TELL(s->listener, .kind = UL_STEP_OPEN, .why = UL_WHY_ALONE, .bin = best.bin,
                .type = best.type, .task = j);
    }
    UL_TRY(put(s, &best, j));
    UL_TELL(s->listener, .kind = UL_STEP_PUT, .why = opens ? "" : worth_most,
            .bin = best.bin, .task = j, .count = 1, .value = s->tenants[best.bin].worth,
            .against = ul_micro_double(s->in->type[best.type].price));
    return UL_OK;
}

static ul_status synergy_solve(const ul_packing *in, ul_run *run)
{
    synergy s = {.in = in, .run = run, .arena = ul_run_arena(run), .listener = ul_run_steps(run)};
    UL_TRY(ul_tenancy_pricing_new(in, run, true, &s.pricing));
    UL_TRY(ul_packing_plan_new(in, s.arena, &s.plan));
    UL_ALLOC(s.arena, s.lot, in->n_types);
    for (uint32_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            if (ul_run_expired(run))
                return UL_OK;
            UL_TRY(place(&s, j));
        }
    return ul_run_offer(run, s.plan);
}

static const ul_param param[] = {UL_PRICING_PARAMS("tnrp"), {0}};

const ul_method ul_method_synergy = {
    .name = "synergy",
    .brief = "best fit onto open machines by worth over price",
    .paper = "Synergy (Mohan et al. 2022), as adapted in Eva, Section 6.1",
    .traits = UL_CONSTRUCTIVE | UL_SLOW,
    .param = param,
    .packing = synergy_solve,
};
