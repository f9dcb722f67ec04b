#include "availability_improve.h"

#include <math.h>
#include <string.h>

#include "availability_pool.h"

ul_status ul_improver_new(const ul_cover *cover, ul_run *run, ul_improver *improver)
{
    *improver = (ul_improver){cover, run, NULL};
    improver->below =
        ul_arena_alloc(ul_run_arena(run), (size_t)cover->in->capacity + 2, sizeof(double));
    return improver->below == NULL ? ul_no_memory()
                                   : UL_OK;
}

static bool is_real(const ul_cover *cover, size_t k)
{
    return cover->type[k] != UL_NONE;
}

static bool holds(const ul_cover *cover, const uint32_t *count)
{
    double x[UL_COVER_COLUMNS];
    for (size_t k = 0; k < cover->n; k++)
        x[k] = cover->size[k] * count[k];
    return ul_cover_holds(cover, x);
}

bool ul_improver_repair(ul_improver *improver, uint32_t *count)
{
    const ul_cover *cover = improver->cover;
    uint32_t scaled[UL_COVER_COLUMNS];
    bool empty = true;
    for (size_t k = 0; k < cover->n; k++)
        empty = empty && (count[k] == 0 || !is_real(cover, k));
    for (double factor = 1; !empty && factor < 1e4 && !ul_run_expired(improver->run);
         factor *= 1.03) {
        for (size_t k = 0; k < cover->n; k++) {
            const double wanted = fmin(ceil(count[k] * factor), cover->most[k] / cover->size[k]);
            scaled[k] = is_real(cover, k) ? (uint32_t)wanted : 0;
        }
        if (!holds(cover, scaled))
            continue;
        memcpy(count, scaled, cover->n * sizeof *count);
        return true;
    }
    return false;
}

/* The distribution of every column but a and b. */
static void spread_others(ul_improver *improver, const uint32_t *count, size_t a, size_t b)
{
    const ul_cover *cover = improver->cover;
    const size_t room = (size_t)cover->in->capacity;
    double *mass = improver->below + 1, sum = 0;
    memset(improver->below, 0, (room + 2) * sizeof *improver->below);
    mass[0] = 1;
    size_t top = 0;
    for (size_t k = 0; k < cover->n; k++) {
        if (k == a || k == b || count[k] == 0)
            continue;
        const uint64_t size = (uint64_t)cover->size[k] * count[k];
        if (size < room)
            top = top + size < room ? top + (size_t)size : room - 1;
        ul_pool_mass_add(mass, room == 0 ? 0 : top + 1, (ul_block){size, 1 - cover->down[k]});
    }
    for (size_t s = 0; s < room; s++) {
        sum += mass[s];
        mass[s] = sum; /* in its new place this is below[s + 1] */
    }
}

typedef struct {
    double both_down, a_down, b_down, both_up; /* probabilities */
    uint64_t size_a, size_b, wanted;
    const double *below;
    double allowance;
} pair;

static double lack(const pair *p, uint64_t up)
{
    return p->below[up < p->wanted ? p->wanted - up : 0];
}

static bool pair_holds(const pair *p, uint64_t a, uint64_t b)
{
    const uint64_t up_a = a * p->size_a, up_b = b * p->size_b;
    return p->both_down * lack(p, 0) + p->a_down * lack(p, up_b) + p->b_down * lack(p, up_a)
               + p->both_up * lack(p, up_a + up_b)
           <= p->allowance;
}

static pair pair_of(const ul_improver *improver, size_t a, size_t b)
{
    const ul_cover *cover = improver->cover;
    const double da = cover->down[a], db = cover->down[b];
    return (pair){.both_down = da * db,
                  .a_down = da * (1 - db),
                  .b_down = (1 - da) * db,
                  .both_up = (1 - da) * (1 - db),
                  .size_a = (uint64_t)cover->size[a],
                  .size_b = (uint64_t)cover->size[b],
                  .wanted = cover->in->capacity,
                  .below = improver->below,
                  .allowance = ul_cover_safe_allowance(cover)};
}

/* The cheapest counts of a and b beside the others. More of a never needs more of
 * b, so one pass down b while a goes up sees every candidate. */
static bool exchange(const ul_improver *improver, uint32_t *count, size_t a, size_t b)
{
    const ul_cover *cover = improver->cover;
    const pair p = pair_of(improver, a, b);
    const uint64_t most_a = (uint64_t)(cover->most[a] / cover->size[a]);
    uint64_t m = (uint64_t)(cover->most[b] / cover->size[b]);
    ul_cost best = cover->cost[a] * count[a] + cover->cost[b] * count[b];
    bool better = false;
    for (uint64_t n = 0; n <= most_a && cover->cost[a] * (ul_cost)n < best; n++) {
        if (!pair_holds(&p, n, m))
            continue;
        while (m > 0 && pair_holds(&p, n, m - 1))
            m--;
        const ul_cost cost = cover->cost[a] * (ul_cost)n + cover->cost[b] * (ul_cost)m;
        if (cost >= best)
            continue;
        best = cost;
        count[a] = (uint32_t)n;
        count[b] = (uint32_t)m;
        better = true;
    }
    return better;
}

/* Pairs of column a with every later one, and with those not held. */
static bool improve_around(ul_improver *improver, uint32_t *count, size_t a)
{
    const ul_cover *cover = improver->cover;
    bool better = false, fresh = false;
    for (size_t b = 0; b < cover->n && count[a] > 0; b++) {
        if (b == a || !is_real(cover, b) || ul_run_expired(improver->run))
            continue;
        if (count[b] > 0 && b < a)
            continue; /* seen from the other side */
        if (count[b] > 0 || !fresh)
            spread_others(improver, count, a, b);
        fresh = count[b] == 0; /* the next b that is not held has the same others */
        if (exchange(improver, count, a, b)) {
            better = true;
            fresh = false;
        }
    }
    return better;
}

void ul_improver_descend(ul_improver *improver, uint32_t *count)
{
    bool better = true;
    while (better && !ul_run_expired(improver->run)) {
        better = false;
        for (size_t a = improver->cover->n; a-- > 0;)
            if (count[a] > 0 && improve_around(improver, count, a))
                better = true;
    }
}
