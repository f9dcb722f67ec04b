/* What is raced, and on what. */
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "registry.h"
#include "rng.h"
#include "tune_parts.h"

/* A range without a step is nine values; of more settings than the most, some are drawn. */
enum { STEPS = 9, SETTINGS_MAX = 64, SET_MAX = UL_SUITE_SET_MAX };

static ul_status add_setting(ul_tuner *t, const ul_method *method, const char *name,
                             const char *const *set, size_t n_set)
{
    ul_param_values values;
    const char *phrase = name, *text = NULL;
    ul_status status = ul_param_read(method->name, method->param, set, n_set, &values);
    if (status == UL_OK)
        status = ul_arena_format(t->arena, &text, "%s", values.text);
    ul_param_clear(&values);
    UL_TRY(status);
    for (size_t q = 0; q < t->n; q++)
        if (strcmp(t->parameters[q], text) == 0)
            return UL_OK;
    for (size_t q = 0; q < n_set; q++)
        UL_TRY(ul_arena_format(t->arena, &phrase, "%s %s", phrase, set[q]));
    t->phrase[t->n] = phrase;
    t->parameters[t->n++] = text;
    return UL_OK;
}

/* The default: what the user fixed, and of what varies the preset; of a text, whose preset
 * runs nothing, the first. */
static ul_status add_default(ul_tuner *t, const ul_method *method, const char *name,
                             const ul_grid *grid)
{
    const char *set[SET_MAX];
    ul_grid_setting(grid, 0, set);
    for (size_t q = 0; q < grid->n_set; q++) {
        const size_t length = strcspn(set[q], "=");
        for (const ul_param *p = method->param;
             grid->n_values[q] > 1 && p != NULL && p->name != NULL; p++)
            if (p->form != UL_PARAM_TEXT && strlen(p->name) == length
                && strncmp(p->name, set[q], length) == 0)
                UL_TRY(ul_arena_format(t->arena, &set[q], "%s=%s", p->name, p->preset));
    }
    return add_setting(t, method, name, set, grid->n_set);
}

static int by_number(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* All numbers below n in order, or so many of them as there may be settings. */
static ul_status draw(const ul_tuner *t, size_t n, size_t **number, size_t *n_drawn)
{
    UL_ALLOC(t->arena, *number, n);
    for (size_t q = 0; q < n; q++)
        (*number)[q] = q;
    *n_drawn = n < SETTINGS_MAX ? n : SETTINGS_MAX;
    if (*n_drawn == n)
        return UL_OK;
    ul_rng *rng = ul_rng_new(t->options->seed);
    UL_NEED(rng);
    ul_rng_shuffle(rng, *number, n);
    ul_rng_free(rng);
    qsort(*number, *n_drawn, sizeof **number, by_number);
    return UL_OK;
}

ul_status ul_tuner_settings(ul_tuner *t)
{
    const char *set[SET_MAX], *name;
    const ul_method *method;
    ul_grid grid;
    size_t n = 0, *number, n_drawn;
    char *words = ul_arena_text(t->arena, t->options->method, strlen(t->options->method));
    UL_NEED(words);
    UL_TRY(ul_method_choose_with(words, set, SET_MAX, &n, 0, &method));
    name = words + strspn(words, " ");
    method = ul_method_knowing(method, set, n);
    UL_TRY(ul_grid_new(method->param, set, n, STEPS, t->arena, &grid));
    UL_ALLOC(t->arena, t->phrase, SETTINGS_MAX + 1);
    UL_ALLOC(t->arena, t->parameters, SETTINGS_MAX + 1);
    UL_ALLOC(t->arena, t->dropped, SETTINGS_MAX + 1);
    t->n_grid = grid.n;
    UL_TRY(draw(t, grid.n, &number, &n_drawn));
    UL_TRY(add_default(t, method, name, &grid));
    for (size_t q = 0; q < n_drawn; q++) {
        ul_grid_setting(&grid, number[q], set);
        UL_TRY(add_setting(t, method, name, set, n));
    }
    return t->n > 1 ? UL_OK
                    : ul_fail(UL_E_INPUT, "'%.80s' is one setting: give a parameter several values, "
                                          "as in 'NAME a=0.5..2 b=x|y'", t->options->method);
}

/* ---- instances ---- */

/* The suite's methods that are the settings: a name may bring methods of other kinds along,
 * and they do not run. */
static ul_status find_settings(ul_tuner *t, const ul_suite *suite)
{
    size_t s = 0;
    UL_ALLOC(t->arena, t->method_of, t->n);
    for (size_t m = 0; m < suite->n_methods && s < t->n; m++)
        if (suite->method[m].method == suite->method[0].method)
            t->method_of[s++] = m;
    t->n_methods = suite->n_methods;
    return s == t->n ? UL_OK : ul_fail(UL_E_INTERNAL, "settings were lost on the way to the suite");
}

/* Those of one kind that the method takes; what is the same but for its name takes part once,
 * or training and test would share it. */
static ul_status find_pool(ul_tuner *t, ul_campaign *c, ul_names *content)
{
    const ul_kind *kind = NULL;
    UL_ALLOC(t->arena, t->pool, c->suite->n_instances);
    for (size_t q = 0; q < c->suite->n_instances; q++) {
        const char *label = c->suite->instance[q].label;
        const size_t job = q * t->n_methods + t->method_of[0];
        bool added = false;
        if (ul_names_add(t->label, label, strlen(label), NULL) == UL_NONE)
            return ul_no_memory();
        if (!ul_campaign_takes(c, job)) {
            t->n_passed++;
            continue;
        }
        if (kind != NULL && c->fact[q].kind != kind)
            return ul_fail(UL_E_INPUT, "%s: it has %s and %s instances, and the method takes both; "
                                       "tune on one kind at a time", t->options->engine->runner.campaign.asked.suite,
                           kind->name, c->fact[q].kind->name);
        kind = c->fact[q].kind;
        UL_TRY(ul_campaign_load(c, job));
        if (ul_names_add(content, c->content, strlen(c->content), &added) == UL_NONE)
            return ul_no_memory();
        if (added)
            t->pool[t->n_pool++] = q;
        t->n_copies += !added;
    }
    return UL_OK;
}

static ul_status split(ul_tuner *t)
{
    ul_rng *rng = ul_rng_new(t->options->seed);
    UL_NEED(rng);
    ul_rng_shuffle(rng, t->pool, t->n_pool);
    ul_rng_free(rng);
    size_t n_test = (size_t)((double)t->n_pool * t->options->test_share + 0.5);
    n_test = n_test == 0 ? 1 : n_test;
    if (t->n_pool < n_test + 1)
        return ul_fail(UL_E_INPUT, "%s: %zu instance%s of the method's: too few to split into "
                                   "training and test", t->options->engine->runner.campaign.asked.suite,
                       t->n_pool, t->n_pool == 1 ? "" : "s");
    t->n_training = t->n_pool - n_test;
    return UL_OK;
}

static ul_status take_up(ul_tuner *t, ul_campaign *c)
{
    const size_t n = c->suite->n_instances;
    UL_TRY(find_settings(t, c->suite));
    ul_names *content = ul_names_new();
    const ul_status status = content == NULL ? ul_no_memory() : find_pool(t, c, content);
    ul_names_free(content);
    UL_TRY(status);
    UL_ALLOC(t->arena, t->wanted, n * t->n_methods);
    UL_ALLOC(t->arena, t->cost, n * t->n);
    return split(t);
}

ul_status ul_tuner_instances(ul_tuner *t, bool *alarm)
{
    static const volatile sig_atomic_t stopped; /* while instances are made, a signal ends us */
    ul_campaign c;
    ul_campaign_options options = t->options->engine->runner.campaign;
    options.asked.method = t->phrase;
    options.asked.n_methods = t->n;
    ul_status status = ul_campaign_open(&c, &options, &stopped, alarm);
    if (status == UL_OK)
        status = take_up(t, &c);
    ul_campaign_close(&c);
    return status;
}
