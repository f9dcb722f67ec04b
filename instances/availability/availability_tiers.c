/* Services of several tiers: TR-Kubernetes, Section 3.4. */
#include <math.h>
#include <stdbool.h>

#include "availability_pool.h"

typedef struct {
    const double *up;
    const uint64_t *size; /* tiers x blocks */
    size_t n, tiers;
    uint64_t left; /* states still to be visited */
    bool cut;
} walk;

enum { TIERS_MAX = 16 };

/* Whether every tier has what it lacks once all blocks from i on are up. */
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

static double some_fails(walk *w, size_t i, const uint64_t *lacking)
{
    uint64_t less[TIERS_MAX];
    bool served = true;
    for (size_t t = 0; t < w->tiers; t++)
        served = served && lacking[t] == 0;
    if (served)
        return 0;
    if (!reachable(w, i, lacking))
        return 1;
    if (w->left == 0) {
        w->cut = true;
        return 1;
    }
    w->left--;
    for (size_t t = 0; t < w->tiers; t++) {
        const uint64_t size = w->size[t * w->n + i];
        less[t] = lacking[t] > size ? lacking[t] - size : 0;
    }
    const double up = some_fails(w, i + 1, less);
    return w->up[i] * up + (1 - w->up[i]) * some_fails(w, i + 1, lacking);
}

double ul_pool_tiers_failure(const double *up, const uint64_t *size, size_t n,
                             const uint64_t *wanted, size_t tiers, uint64_t limit, bool *exact)
{
    walk w = {up, size, n, tiers < TIERS_MAX ? tiers : TIERS_MAX, limit, tiers > TIERS_MAX};
    const double failure = w.cut ? 1 : some_fails(&w, 0, wanted);
    *exact = !w.cut;
    return failure;
}

double ul_pool_tiers_apart(const double *failure, size_t tiers)
{
    double log_served = 0;
    for (size_t t = 0; t < tiers; t++)
        log_served += log1p(-failure[t]);
    return -expm1(log_served);
}

double ul_pool_tier_share(double failure, size_t tiers)
{
    return tiers == 0 ? failure : -expm1(log1p(-failure) / (double)tiers);
}
