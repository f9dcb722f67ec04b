/* A job arrives that is not placed centrally: it sends two probes a task, under Eagle at
 * least twenty, to workers drawn at random. Under Eagle a worker with long tasks refuses and tells what it knows
 * of the others; the refused ones are drawn again among those without, and at last
 * among the workers for short jobs alone. O(probes), and the log of the workers where
 * they are drawn from what somebody knew.
 */
#include "coaster.h"

enum { PROBES_A_TASK = 2, ROUNDS = 3 };

/* A job's probes as they are sent. */
typedef struct {
    uint32_t job;
    uint32_t last;       /* probe sent */
    bool only_transient; /* none went to a worker that stays */
    uint32_t n_refused;  /* at first, by workers with long tasks */
    uint32_t n_insisted; /* sent in the end to workers for short jobs alone */
    ul_long_view *known; /* the newest that a worker told, or NULL */
    double known_at_s;
} sending;

static bool has_long(const ul_coaster_worker *worker)
{
    return worker->long_since_s >= 0 || worker->n_long > 0;
}

/* What the candidates know, if it is newer. */
static void learn(const ul_coaster *c, sending *s)
{
    for (size_t q = 0; q < c->n_candidates; q++) {
        const ul_coaster_worker *worker = &c->worker[c->candidate[q]];
        if (worker->view_at_s > s->known_at_s) {
            s->known = worker->view;
            s->known_at_s = worker->view_at_s;
        }
    }
}

/* Sends the candidates probes, but to those that refuse; *sent counts. */
static ul_status try_candidates(ul_coaster *c, sending *s, uint32_t round, bool insist,
                                uint32_t *sent)
{
    uint32_t first = UL_COASTER_NONE, last = UL_COASTER_NONE, p;
    *sent = 0;
    for (size_t q = 0; q < c->n_candidates; q++) {
        const ul_coaster_worker *worker = &c->worker[c->candidate[q]];
        if (!insist && has_long(worker))
            continue;
        s->only_transient &= worker->state != UL_WORKER_STAYS;
        UL_TRY(ul_coaster_new_probe(c, s->job, c->candidate[q], &p));
        if (last == UL_COASTER_NONE)
            first = p;
        else
            c->probe[last].next = p;
        last = s->last = p;
        ++*sent;
    }
    return first == UL_COASTER_NONE
               ? UL_OK
               : ul_coaster_push(c, UL_COASTER_PROBES, c->now + c->message_s * (round / 2 + 1),
                                 first);
}

/* ---- drawing ---- */

static ul_status draw_any(ul_coaster *c, uint32_t n)
{
    c->n_candidates = 0;
    while (n-- > 0) {
        const uint32_t q = ul_coaster_pick(c, c->n_short + c->n_general);
        UL_TRY(ul_coaster_add_candidate(
            c, q < c->n_short ? c->short_only[q] : c->n_kept + (q - c->n_short)));
    }
    return UL_OK;
}

/* Of the workers for short jobs and the general ones that had no long task by what is known. */
static ul_status draw_known(ul_coaster *c, const sending *s, uint32_t n)
{
    const uint32_t n_free = s->known == NULL ? c->n_general : ul_long_view_n_free(s->known);
    c->n_candidates = 0;
    while (c->n_short + n_free > 0 && n-- > 0) {
        const uint32_t q = ul_coaster_pick(c, c->n_short + n_free);
        const uint32_t g = q - c->n_short;
        UL_TRY(ul_coaster_add_candidate(
            c, q < c->n_short ? c->short_only[q]
                              : c->n_kept + (s->known == NULL ? g : ul_long_view_free(s->known, g))));
    }
    return UL_OK;
}

static ul_status draw_short(ul_coaster *c, uint32_t n)
{
    c->n_candidates = 0;
    while (n-- > 0)
        UL_TRY(ul_coaster_add_candidate(c, c->short_only[ul_coaster_pick(c, c->n_short)]));
    return UL_OK;
}

/* ---- the rounds ---- */

static ul_status send_in_rounds(ul_coaster *c, sending *s, uint32_t missing)
{
    uint32_t sent;
    for (uint32_t round = 1; round < ROUNDS; round++) {
        UL_TRY(try_candidates(c, s, round, false, &sent));
        learn(c, s);
        missing -= sent;
        if (round == 1)
            s->n_refused = missing;
        if (missing == 0)
            return UL_OK;
        UL_TRY(draw_known(c, s, missing)); /* after the last round drawn for nothing, as Eagle does */
    }
    /* Where no worker is for short jobs alone they queue behind long tasks. */
    UL_TRY(c->n_short > 0 ? draw_short(c, missing) : draw_any(c, missing));
    s->n_insisted = missing;
    return try_candidates(c, s, ROUNDS, true, &sent);
}

/* Transient workers may go: one probe at least waits where it can stay. */
static void redirect_last(ul_coaster *c, const sending *s)
{
    const uint32_t w = c->short_only[ul_coaster_pick(c, c->n_kept)];
    c->worker[c->probe[s->last].worker].n_coming--;
    c->probe[s->last].worker = w;
    c->worker[w].n_coming++;
}

static const char probes[] =
    "{job} is short (about {seconds}{tasks=1?| a task}): it sends {count} probes to workers drawn at random"
    "{value>0?; {value} were refused at first, by workers with long tasks|}"
    "{against>0?, and {against} went in the end to those kept for short jobs|}.";

ul_status ul_coaster_probe_short(ul_coaster *c, uint32_t j)
{
    const uint32_t tasks = c->job[j].end - c->job[j].next;
    const uint32_t least = c->rules->least_probes;
    const uint32_t n = PROBES_A_TASK * tasks > least ? PROBES_A_TASK * tasks : least;
    sending s = {.job = j, .last = UL_COASTER_NONE, .only_transient = true, .known_at_s = -1};
    uint32_t sent;
    if (!ul_coaster_is_over_cutoff(c, j))
        ul_coaster_pick(c, c->n_general); /* Eagle's program draws one and does not use it */
    UL_TRY(draw_any(c, n));
    UL_TRY(c->rules->shares ? send_in_rounds(c, &s, n) : try_candidates(c, &s, 1, true, &sent));
    UL_COASTER_TELL(c, .kind = UL_STEP_TURN, .why = probes, .task = c->job[j].next,
                    .count = n, .seconds = c->job[j].estimate_s, .value = s.n_refused,
                    .against = s.n_insisted);
    if (!c->rules->shares)
        return UL_OK;
    if (s.only_transient && c->n_kept > 0)
        redirect_last(c, &s);
    return UL_OK;
}
