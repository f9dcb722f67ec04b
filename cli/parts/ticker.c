/* A thread redraws the line twice a second, because a method that searches
 * without finding tells its listener nothing. It sees only a copy of what the
 * listener said, never the run. */
#include "ticker.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "result_json.h"

struct ul_ticker {
    const char *what;
    double start_s;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool stopped, shown;
    char text[200];
};

static void redraw(ul_ticker *ticker)
{
    const double elapsed_s = ul_clock_wall_s() - ticker->start_s;
    if (elapsed_s < 1)
        return;
    fprintf(stderr, "\r\033[K%s  %.0f s  %s", ticker->what, elapsed_s, ticker->text);
    fflush(stderr);
    ticker->shown = true;
}

static void *keep_drawing(void *context)
{
    ul_ticker *ticker = context;
    pthread_mutex_lock(&ticker->lock);
    while (!ticker->stopped) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 500000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&ticker->stop, &ticker->lock, &until);
        if (!ticker->stopped)
            redraw(ticker);
    }
    pthread_mutex_unlock(&ticker->lock);
    return NULL;
}

ul_ticker *ul_ticker_new(const char *what)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    ul_ticker *ticker = calloc(1, sizeof *ticker);
    if (ticker == NULL)
        return NULL; /* work goes on without it */
    ticker->what = what;
    ticker->start_s = ul_clock_wall_s();
    pthread_mutex_init(&ticker->lock, NULL);
    pthread_cond_init(&ticker->stop, NULL);
    if (pthread_create(&ticker->thread, NULL, keep_drawing, ticker) != 0) {
        free(ticker);
        return NULL;
    }
    return ticker;
}

void ul_ticker_free(ul_ticker *ticker)
{
    if (ticker == NULL)
        return;
    pthread_mutex_lock(&ticker->lock);
    ticker->stopped = true;
    pthread_cond_signal(&ticker->stop);
    pthread_mutex_unlock(&ticker->lock);
    pthread_join(ticker->thread, NULL);
    if (ticker->shown)
        fputs("\r\033[K", stderr);
    pthread_mutex_destroy(&ticker->lock);
    pthread_cond_destroy(&ticker->stop);
    free(ticker);
}

void ul_ticker_say(ul_ticker *ticker, const char *text)
{
    if (ticker == NULL)
        return;
    pthread_mutex_lock(&ticker->lock);
    snprintf(ticker->text, sizeof ticker->text, "%s", text);
    pthread_mutex_unlock(&ticker->lock);
}

void ul_ticker_listen(void *context, const ul_run *run)
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
    snprintf(text, sizeof text, "cost %s  bound %s%s  %.60s", cost, bound, distance,
             ul_run_progress_text(run));
    ul_ticker_say(context, text);
}
