/* Services of several tiers: TR-Kubernetes, Section 3.4. */
#include <math.h>
#include <stdbool.h>

#include "availability_pool.h"

typedef struct {
    const double *up;
    const uint64_t *size; /* tiers x blocks */
    size_t n, tiers;
    uint64_t left;
} walk;

enum { TIERS_MAX = 16 };

/* What tier t still lacks when every block from i on is up. */
static bool reachable(const walk *w, size_t i, const uint64_t *lacking)
{
    for (size_t t = 0; t < w->tiers; t++) {
        uint64_t rest = 0;
        for (size_t j = i; j < w->n && rest < lacking[t]; j++)
            rest += w->size[t * w->n + j];
        if (rest < lacking[t])
            return false;
    }
    return true;
}

static double all_served(walk *w, size_t i, const uint64_t *lacking)
{
    uint64_t less[TIERS_MAX];
    bool served = true;
    for (size_t t = 0; t < w->tiers; t++)
        served = served && lacking[t] == 0;
    if (served)
        return 1;
    if (w->left == 0 || !reachable(w, i, lacking))
        return 0;
    w->left--;
    for (size_t t = 0; t < w->tiers; t++) {
        const uint64_t size = w->size[t * w->n + i];
        less[t] = lacking[t] > size ? lacking[t] - size : 0;
    }
    const double up = all_served(w, i + 1, less);
    return w->up[i] * up + (1 - w->up[i]) * all_served(w, i + 1, lacking);
}

double ul_pool_tiers_shared(const double *up, const uint64_t *size, size_t n,
                            const uint64_t *wanted, size_t tiers, uint64_t limit, bool *exact)
{
    walk w = {up, size, n, tiers < TIERS_MAX ? tiers : TIERS_MAX, limit};
    const double availability = all_served(&w, 0, wanted);
    *exact = w.left > 0 && tiers <= TIERS_MAX;
    return availability;
}

double ul_pool_tiers_apart(const double *availability, size_t tiers)
{
    double product = 1;
    for (size_t t = 0; t < tiers; t++)
        product *= availability[t];
    return product;
}

double ul_pool_tier_target(double target, size_t tiers)
{
    return tiers == 0 ? target : pow(target, 1.0 / (double)tiers);
}
