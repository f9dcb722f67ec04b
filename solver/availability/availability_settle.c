/* One node of the tree: its linear program, and every forced set that this violates. */
#include <math.h>

#include "availability_search.h"
#include "tolerance.h"

double ul_cover_hint(const ul_cover_search *s)
{
    return (double)s->cutoff * 1e-12 * (1 + UL_LP_SAME_COST); /* a hint; the proof decides */
}

static bool add_set(ul_cover_lp *lp, ul_down set)
{
    return ul_cover_lp_add(lp, (ul_cover_row){.set = set, .column = -1});
}

/* The sets that may fail, those decided first first. */
static bool rebuild_failing(ul_cover_search *s, const ul_cover_node *v)
{
    ul_down set[UL_FAILING_MAX];
    size_t n = 0;
    s->failing = (ul_failing){0};
    for (; v != NULL; v = v->parent)
        if (v->decision == UL_FAIL) {
            if (n == UL_FAILING_MAX)
                return false;
            set[n++] = v->set;
        }
    while (n > 0)
        ul_failing_add(&s->cover, &s->failing, set[--n]);
    return true;
}

bool ul_cover_rebuild(ul_cover_search *s, ul_cover_node *v)
{
    double low[UL_COVER_COLUMNS] = {0}, high[UL_COVER_COLUMNS];
    bool room = rebuild_failing(s, v);
    s->here = v;
    s->n_fresh = 0;
    for (size_t k = 0; k < s->cover.n; k++)
        high[k] = HUGE_VAL;
    ul_cover_lp_start(&s->cover, &s->lp);
    for (size_t q = 0; q < v->n_rows; q++)
        room = room && add_set(&s->lp, v->row[q]);
    for (const ul_cover_node *w = v; w != NULL; w = w->parent) {
        if (w->decision == UL_SURVIVE)
            room = room && add_set(&s->lp, w->set);
        else if (w->decision == UL_AT_LEAST)
            low[w->column] = fmax(low[w->column], w->limit);
        else if (w->decision == UL_AT_MOST)
            high[w->column] = fmin(high[w->column], w->limit);
    }
    for (size_t k = 0; room && k < s->cover.n; k++) {
        if (low[k] > 0)
            room = ul_cover_lp_add(&s->lp, (ul_cover_row){.column = (int)k, .limit = low[k]});
        if (room && high[k] < HUGE_VAL)
            room = ul_cover_lp_add(
                &s->lp, (ul_cover_row){.column = (int)k, .limit = high[k], .at_most = true});
    }
    return room;
}

/* What the program proves of the node. */
static void prove_here(ul_cover_search *s)
{
    ul_cover_lp_prove(&s->lp, s->cutoff, &s->proof);
    ul_cover_node_prove(&s->nodes, s->here, &s->proof);
}

ul_cover_verdict ul_cover_settle(ul_cover_search *s)
{
    ul_down set;
    s->settled++;
    for (;;) {
        if (!ul_cover_lp_solve(&s->lp, ul_cover_hint(s))) {
            ul_cover_lp_refute(&s->lp, s->cutoff, &s->proof);
            ul_cover_node_prove(&s->nodes, s->here, &s->proof);
            return s->here->bound >= s->cutoff ? UL_COVER_CLOSED : UL_COVER_STUCK;
        }
        if (s->lp.value * 1e12 > (double)s->cutoff * (1 - UL_LP_SAME_COST))
            prove_here(s);
        if (s->here->bound >= s->cutoff)
            return UL_COVER_CLOSED;
        ul_cover_lp_capacities(&s->lp, s->x);
        if (s->failing.probability > s->cover.too_much) {
            s->here->impossible = true;
            return UL_COVER_CLOSED;
        }
        if (ul_run_expired(s->run) || !ul_cover_forced_set(&s->cover, s->x, &s->failing, &set)) {
            prove_here(s);
            return s->here->bound >= s->cutoff ? UL_COVER_CLOSED : UL_COVER_OPEN;
        }
        if (!add_set(&s->lp, set))
            return UL_COVER_STUCK;
        if (s->n_fresh < UL_COVER_ROWS)
            s->fresh[s->n_fresh++] = set;
    }
}
