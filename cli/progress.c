/* A thread redraws the line twice a second, because a method that searches
 * without finding tells its listener nothing. It sees only a copy of what the
 * listener said, never the run. */
#include "progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "result_json.h"

struct ul_progress {
    const char *what;
    double start_s;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool stopped, shown;
    char text[200];
};

static void redraw(ul_progress *progress)
{
    const double elapsed_s = ul_clock_wall_s() - progress->start_s;
    if (elapsed_s < 1)
        return;
    fprintf(stderr, "\r\033[K%s  %.0f s  %s", progress->what, elapsed_s, progress->text);
    fflush(stderr);
    progress->shown = true;
}

static void *keep_drawing(void *context)
{
    ul_progress *progress = context;
    pthread_mutex_lock(&progress->lock);
    while (!progress->stopped) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 500000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&progress->stop, &progress->lock, &until);
        if (!progress->stopped)
            redraw(progress);
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

ul_progress *ul_progress_new(const char *what)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    ul_progress *progress = calloc(1, sizeof *progress);
    if (progress == NULL)
        return NULL; /* work goes on without it */
    progress->what = what;
    progress->start_s = ul_clock_wall_s();
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->stop, NULL);
    if (pthread_create(&progress->thread, NULL, keep_drawing, progress) != 0) {
        free(progress);
        return NULL;
    }
    return progress;
}

void ul_progress_free(ul_progress *progress)
{
    if (progress == NULL)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->stopped = true;
    pthread_cond_signal(&progress->stop);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
    if (progress->shown)
        fputs("\r\033[K", stderr);
    pthread_mutex_destroy(&progress->lock);
    pthread_cond_destroy(&progress->stop);
    free(progress);
}

void ul_progress_say(ul_progress *progress, const char *text)
{
    if (progress == NULL)
        return;
    pthread_mutex_lock(&progress->lock);
    snprintf(progress->text, sizeof progress->text, "%s", text);
    pthread_mutex_unlock(&progress->lock);
}

void ul_progress_listen(void *context, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    char text[200], cost[32] = "none", bound[32] = "none", distance[32] = "";
    double gap;
    if (context == NULL)
        return;
    if (result->has_cost)
        snprintf(cost, sizeof cost, "$%.4f", ul_cost_double(result->cost));
    if (result->has_bound)
        snprintf(bound, sizeof bound, "$%.4f", ul_cost_double(result->bound));
    if (ul_result_gap(result, &gap))
        snprintf(distance, sizeof distance, "  gap %.3f%%", 100 * gap);
    snprintf(text, sizeof text, "cost %s  bound %s%s", cost, bound, distance);
    ul_progress_say(context, text);
}
