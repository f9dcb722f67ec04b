#include "glpk_trap.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

_Thread_local jmp_buf ul_glpk_escape;
_Thread_local unsigned long ul_glpk_age;
static _Thread_local bool out_of_memory; /* GLPK's last words spoke of memory */

static void on_error(void *context)
{
    (void)context;
    longjmp(ul_glpk_escape, 1);
}

static int on_print(void *context, const char *text)
{
    (void)context;
    if (strstr(text, "memory") != NULL)
        out_of_memory = true;
    return 1; /* GLPK prints even with messages off */
}

/* GLPK has an environment for each thread and frees none: it goes when the thread does. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t thread_end;

static void on_thread_end(void *marked)
{
    (void)marked;
    glp_free_env();
}

static void watch_threads(void)
{
    pthread_key_create(&thread_end, on_thread_end);
}

void ul_glpk_watch(void)
{
    static _Thread_local bool is_watched;
    if (!is_watched) {
        pthread_once(&once, watch_threads);
        is_watched = pthread_setspecific(thread_end, &once) == 0;
    }
    glp_term_hook(on_print, NULL);
    glp_error_hook(on_error, NULL);
    out_of_memory = false;
}

bool ul_glpk_is_short(void)
{
    return out_of_memory;
}

ul_status ul_glpk_lost(void)
{
    glp_error_hook(NULL, NULL);
    glp_free_env();
    ul_glpk_age++;
    return out_of_memory ? ul_fail(UL_E_MEMORY, "GLPK ran out of memory")
                         : ul_fail(UL_E_INTERNAL, "GLPK gave up: it was misused");
}

int ul_glpk_bound_kind(double low, double high)
{
    if (low == -HUGE_VAL)
        return high == HUGE_VAL ? GLP_FR : GLP_UP;
    if (high == HUGE_VAL)
        return GLP_LO;
    return low == high ? GLP_FX : GLP_DB;
}
