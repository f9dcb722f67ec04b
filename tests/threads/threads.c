/* Threads use the library at once: each makes, reads, solves and checks the same, and comes
 * to what one alone comes to. A program of its own, since Criterion does not run where
 * ThreadSanitizer looks on (preset `threads`). */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "ullage.h"

static const struct {
    const char *generator;
    unsigned tasks;
} kind[] = {{"eva-table7", 30}, {"reservation", 26}, {"availability", 8}, {"eva-jobs", 12}};

static const struct {
    size_t kind;
    const char *method;
} errand[] = {
    {0, "exact"}, {0, "vsbpp-bfd"}, {1, "reservation-exact"}, {1, "reservation-flow"},
    {2, "availability-exact"}, {2, "trk8s"}, {3, "eva"}, {3, "schedule-floor"},
    {3, "stratus"}, {0, "stratus"}, {0, "local-search most=5"}, {0, "no-such"},
    {1, "sec-online"}, {3, "schedule-search moves=20"}, {3, "nilas predict=1"},
};
enum { KINDS = sizeof kind / sizeof *kind, ERRANDS = sizeof errand / sizeof *errand, THREADS = 2 };

typedef struct {
    const ul_instance *instance[KINDS]; /* of all threads */
    size_t first;                       /* where it begins: each somewhere else */
    char said[ERRANDS][400];
} worker;

static void solve(const ul_instance *instance, const char *method, char *said, size_t room)
{
    ul_result *result, *again = NULL;
    size_t n;
    if (ul_solve(instance, method, &(ul_options){.seed = 1, .time_limit_s = 300}, &result) != 0) {
        snprintf(said, room, "%s", ul_error_text());
        return;
    }
    const ul_array *column = ul_result_columns(result, &n);
    if (column != NULL && ul_result_cost_text(result)[0] != '\0')
        (void)ul_check_arrays(instance, column, n, &again);
    snprintf(said, room, "%s, cost %s, bound %s, checked %s", ul_result_status(result),
             ul_result_cost_text(result), ul_result_bound_text(result),
             again != NULL ? ul_result_cost_text(again) : "");
    ul_result_free(again);
    ul_result_free(result);
}

static void *work(void *context)
{
    worker *w = context;
    for (size_t q = 0; q < ERRANDS; q++) {
        const size_t e = (q + w->first) % ERRANDS;
        ul_instance *own = ul_generate(kind[errand[e].kind].generator,
                                       &(ul_making){.tasks = kind[errand[e].kind].tasks, .seed = 1});
        const ul_instance *shared = w->instance[errand[e].kind];
        if (own == NULL || strcmp(ul_instance_sha256(own), ul_instance_sha256(shared)) != 0
            || strstr(ul_catalogue(), "\"exact\"") == NULL)
            snprintf(w->said[e], sizeof w->said[e], "made another instance");
        else
            solve(e % 2 == 0 ? own : shared, errand[e].method, w->said[e], sizeof w->said[e]);
        ul_instance_free(own);
    }
    return NULL;
}

int main(void)
{
    static worker alone, together[THREADS];
    pthread_t thread[THREADS];
    int failed = 0;
    for (size_t q = 0; q < KINDS; q++)
        alone.instance[q] = ul_generate(kind[q].generator,
                                        &(ul_making){.tasks = kind[q].tasks, .seed = 1});
    for (size_t t = 0; t < THREADS; t++) {
        memcpy(together[t].instance, alone.instance, sizeof alone.instance);
        together[t].first = t * ERRANDS / THREADS;
        if (pthread_create(&thread[t], NULL, work, &together[t]) != 0)
            return 2;
    }
    for (size_t t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    work(&alone);
    for (size_t t = 0; t < THREADS; t++)
        for (size_t e = 0; e < ERRANDS; e++)
            if (strcmp(together[t].said[e], alone.said[e]) != 0) {
                printf("%s: alone '%s', together '%s'\n", errand[e].method, alone.said[e],
                       together[t].said[e]);
                failed = 1;
            }
    for (size_t e = 0; failed == 0 && e < ERRANDS; e++)
        printf("%s: %s\n", errand[e].method, alone.said[e]);
    for (size_t q = 0; q < KINDS; q++)
        ul_instance_free((ul_instance *)alone.instance[q]);
    return failed;
}
