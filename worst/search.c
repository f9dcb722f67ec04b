#include "search.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "registry.h"
#include "run.h"

/* The temperatures of one descent, as a share of the value; found by trial on
 * first-fit decreasing in one and two dimensions. */
#define HOT 0.02
#define COLD 0.002
enum { STEPS_LEAST = 200, STEPS_A_NUMBER = 20 }; /* evaluations of one descent */
#define SAME 1e-12                               /* values closer than this are equal */

typedef struct {
    ul_genome genome;
    ul_worst_score score;
    double energy; /* what the annealing climbs: the value, or what it nearly is */
} candidate;

struct ul_worst {
    const ul_worst_options *options;
    ul_arena *arena;
    ul_layout layout;
    ul_space_plan *plan;
    ul_rng *rng;
    double start_s;
    uint64_t evaluations;
    bool slack; /* counts in this descent */
    bool found;
    char refusal[256]; /* what the first run without a plan said; "" when all have one */
    candidate best, now, next;
};

static volatile sig_atomic_t stopped;

void ul_worst_stop(void)
{
    stopped = 1;
    ul_run_interrupt();
}

ul_status ul_worst_new(const ul_worst_options *options, ul_worst **made)
{
    ul_worst *worst = calloc(1, sizeof *worst);
    UL_NEED(worst);
    *made = worst;
    worst->options = options;
    worst->start_s = ul_clock_wall_s();
    worst->arena = ul_arena_new();
    worst->rng = ul_rng_new(options->seed);
    UL_NEED(worst->arena && worst->rng);
    UL_TRY(options->space->open(&options->within, worst->arena, &worst->layout, &worst->plan));
    UL_TRY(ul_genome_new(&worst->layout, worst->arena, &worst->best.genome));
    UL_TRY(ul_genome_new(&worst->layout, worst->arena, &worst->now.genome));
    return ul_genome_new(&worst->layout, worst->arena, &worst->next.genome);
}

void ul_worst_free(ul_worst *worst)
{
    if (worst == NULL)
        return;
    ul_arena_free(worst->arena);
    ul_rng_free(worst->rng);
    free(worst);
}

bool ul_worst_best(const ul_worst *worst, ul_worst_score *score)
{
    *score = worst->best.score;
    return worst->found;
}

uint64_t ul_worst_evaluations(const ul_worst *worst)
{
    return worst->evaluations;
}

static bool is_over(const ul_worst *worst)
{
    const ul_worst_options *o = worst->options;
    return stopped || (o->until > 0 && worst->found && worst->best.score.value >= o->until)
           || (o->evaluations > 0 && worst->evaluations >= o->evaluations)
           || (o->time_limit_s > 0 && ul_clock_wall_s() - worst->start_s >= o->time_limit_s);
}

/* ---- one candidate ---- */

static ul_status text_of(const ul_worst *worst, const ul_genome *genome, const char *name,
                         char **text, size_t *length)
{
    ul_output *out;
    UL_TRY(ul_output_memory(&out));
    ul_output_format(out, "ullage,1,%s\nname,", worst->options->space->kind->name);
    ul_output_field(out, name);
    ul_output_text(out, "\n");
    worst->options->space->write(worst->plan, &worst->layout, genome, out);
    return ul_output_take(out, text, length);
}

const char *ul_worst_refusal(const ul_worst *worst)
{
    return worst->refusal;
}

ul_status ul_worst_text(const ul_worst *worst, const char *name, char **text, size_t *length)
{
    return text_of(worst, &worst->best.genome, name, text, length);
}

/* What a method's plan costs, or what a reference without plans shows that all cost;
 * *has is false where there is none, or where a proof was wanted and did not come.
 * *kept (may be NULL) is the run, for the caller to free. */
static ul_status cost_of(const ul_worst *worst, const ul_method *method, bool is_reference,
                         const ul_instance *instance, ul_cost *cost, bool *has, ul_run **kept)
{
    const ul_worst_options *o = worst->options;
    const bool must_prove = is_reference && (method->traits & UL_PROVES) != 0;
    const bool is_bound = is_reference && (method->traits & UL_BOUND_ONLY) != 0;
    const ul_run_options options = {
        .time_limit_s = is_reference ? o->proof_limit_s : 0,
        .seed = 1,
        .set = is_reference ? o->reference_set : o->set,
        .n_set = is_reference ? o->n_reference_set : o->n_set,
        .methods = ul_methods,
        .stop = is_reference ? NULL : o->stop,
        .stop_context = o->stop_context,
    };
    ul_run *run;
    UL_TRY(ul_run_new(method, instance, &options, &run));
    ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    *has = status == UL_OK && (is_bound ? result->has_bound : result->has_cost)
           && (!must_prove || ul_run_proves(result));
    *cost = is_bound ? result->bound : result->cost;
    if (status == UL_OK && result->outcome == UL_CRASH)
        status = ul_fail(UL_E_INTERNAL, "method '%s': %s", method->name, result->note);
    if (kept != NULL)
        *kept = run;
    else
        ul_run_free(run);
    return status;
}

/* Numbers that make no instance are no candidate; that is no fault. */
static bool make_instance(const ul_worst *worst, const ul_genome *genome, ul_instance *instance)
{
    char *text;
    size_t length;
    if (text_of(worst, genome, "worst", &text, &length) != UL_OK)
        return false;
    const ul_status status = ul_instance_parse("worst", text, length, instance);
    free(text);
    return status == UL_OK;
}

static double value_of(const ul_worst_options *o, const ul_worst_score *score)
{
    return o->difference ? ul_cost_double(score->cost - score->reference)
                         : ul_cost_double(score->cost) / ul_cost_double(score->reference);
}

static bool is_better(const ul_worst *worst, const ul_worst_score *score)
{
    return !worst->found || value_of(worst->options, score) > worst->best.score.value + SAME;
}

/* The reference's cost. A fast optimum will do for what is no better than the best;
 * what would take its place is proved by the reference, and both must agree. */
static ul_status refer(const ul_worst *worst, const ul_instance *instance, ul_worst_score *score,
                       bool *has)
{
    const ul_worst_options *o = worst->options;
    const bool wants_optimum = (o->reference->traits & UL_PROVES) != 0;
    ul_cost proved;
    if (!wants_optimum || o->space->optimum == NULL
        || !o->space->optimum(instance, &score->reference))
        return cost_of(worst, o->reference, true, instance, &score->reference, has, NULL);
    if (!is_better(worst, score))
        return UL_OK;
    UL_TRY(cost_of(worst, o->reference, true, instance, &proved, has, NULL));
    return !*has || proved == score->reference
               ? UL_OK
               : ul_fail(UL_E_INTERNAL, "two optima of one instance differ; please report it");
}

/* Gives the candidate its score; *valid tells whether it has one. */
static ul_status evaluate(ul_worst *worst, candidate *it, bool *valid)
{
    const ul_worst_options *o = worst->options;
    ul_instance instance = {0};
    *valid = false;
    it->score = (ul_worst_score){.at = ++worst->evaluations};
    it->energy = 0;
    if ((o->space->allows != NULL && !o->space->allows(worst->plan, &worst->layout, &it->genome))
        || !make_instance(worst, &it->genome, &instance))
        return UL_OK;
    ul_run *run = NULL;
    ul_status status = cost_of(worst, o->method, false, &instance, &it->score.cost, valid, &run);
    if (status == UL_OK && !*valid && worst->refusal[0] == '\0')
        snprintf(worst->refusal, sizeof worst->refusal, "%s: %s",
                 ul_outcome_name(ul_run_result_of(run)->outcome), ul_run_result_of(run)->note);
    if (status == UL_OK && !*valid && o->must_plan)
        status = ul_fail(UL_E_INTERNAL, "%s", worst->refusal);
    if (status == UL_OK && *valid)
        status = refer(worst, &instance, &it->score, valid);
    *valid = *valid && it->score.reference > 0
             && ul_cost_double(it->score.reference) >= o->at_least;
    if (*valid) {
        it->score.value = it->energy = value_of(o, &it->score);
        if (worst->slack)
            it->energy -= o->space->slack(&instance, ul_run_result_of(run)->plan)
                          / ul_cost_double(it->score.reference);
    }
    ul_run_free(run);
    ul_instance_free(&instance);
    return status;
}

static void copy(const ul_worst *worst, const candidate *from, candidate *to)
{
    ul_genome_copy(&worst->layout, &from->genome, &to->genome);
    to->score = from->score;
    to->energy = from->energy;
}

/* ---- the search ---- */

static void keep_best(ul_worst *worst, const candidate *it,
                      void (*improved)(void *context, const ul_worst *worst), void *context)
{
    if (!is_better(worst, &it->score))
        return;
    worst->found = true;
    copy(worst, it, &worst->best);
    if (improved != NULL)
        improved(context, worst);
}

/* Where the q-th descent begins: the user's instance, what theory knows, then now and
 * then the best again, else anything. */
static ul_status begin(ul_worst *worst, size_t q, ul_genome *genome)
{
    const ul_space *space = worst->options->space;
    if (worst->options->within.start != NULL && q % 4 == 0)
        return space->encode(worst->plan, &worst->layout, genome);
    if (space->structured != NULL && q % 8 == (worst->options->within.start != NULL ? 1 : 0)
        && space->structured(worst->plan, &worst->layout, q / 8, genome))
        return UL_OK;
    if (worst->found && q % 4 == 3)
        ul_genome_copy(&worst->layout, &worst->best.genome, genome);
    else
        ul_genome_draw(&worst->layout, worst->rng, genome);
    return UL_OK;
}

static ul_status descend(ul_worst *worst, size_t q,
                         void (*improved)(void *context, const ul_worst *worst), void *context)
{
    const ul_worst_options *o = worst->options;
    bool was_valid, valid;
    UL_TRY(begin(worst, q, &worst->now.genome));
    /* small instances are found faster among small ones, large ones are worse at times */
    ul_layout layout = worst->layout;
    layout.most = (size_t)ul_rng_between(worst->rng, (int64_t)worst->now.genome.n,
                                         (int64_t)layout.most);
    worst->slack = o->space->slack != NULL && !o->difference && q % 4 != 0;
    UL_TRY(evaluate(worst, &worst->now, &was_valid));
    if (was_valid)
        keep_best(worst, &worst->now, improved, context);
    const size_t numbers = layout.n_head + layout.most * layout.width;
    const size_t steps = (STEPS_LEAST + STEPS_A_NUMBER * numbers) << (q % 4);
    for (size_t step = 0; step < steps && !is_over(worst); step++) {
        const double heat = HOT * pow(COLD / HOT, (double)step / (double)steps);
        ul_genome_copy(&worst->layout, &worst->now.genome, &worst->next.genome);
        ul_genome_move(&layout, worst->rng, &worst->next.genome);
        UL_TRY(evaluate(worst, &worst->next, &valid));
        const double luck = ul_rng_unit(worst->rng); /* drawn always: the stream stays in step */
        if (valid)
            keep_best(worst, &worst->next, improved, context);
        else if (was_valid)
            continue;
        was_valid = valid;
        const double change = worst->next.energy - worst->now.energy;
        const double scale = heat * (worst->now.energy > 0 ? worst->now.energy : 1);
        if (change >= 0 || luck < exp(change / scale))
            copy(worst, &worst->next, &worst->now);
    }
    return UL_OK;
}

ul_status ul_worst_search(ul_worst *worst, void (*improved)(void *context, const ul_worst *worst),
                          void *context)
{
    for (size_t q = 0; !is_over(worst); q++)
        UL_TRY(descend(worst, q, improved, context));
    return UL_OK;
}

/* ---- shrinking ---- */

/* Whether the candidate in `next` is as bad as the best; then it takes its place. */
static ul_status try_smaller(ul_worst *worst, bool *taken)
{
    bool valid;
    UL_TRY(evaluate(worst, &worst->next, &valid));
    *taken = valid && worst->next.score.value >= worst->best.score.value - SAME;
    if (*taken)
        copy(worst, &worst->next, &worst->best);
    return UL_OK;
}

static ul_status drop_records(ul_worst *worst, bool *any)
{
    for (size_t q = worst->best.genome.n; q-- > 0;) {
        bool taken;
        if (stopped || worst->best.genome.n <= worst->layout.least)
            return UL_OK;
        ul_genome_copy(&worst->layout, &worst->best.genome, &worst->next.genome);
        ul_genome_drop(&worst->layout, &worst->next.genome, q);
        UL_TRY(try_smaller(worst, &taken));
        *any |= taken;
    }
    return UL_OK;
}

/* The same on the coarsest grid that holds the value. */
static ul_status coarsen(ul_worst *worst)
{
    const ul_space *space = worst->options->space;
    for (int32_t grid = 4; space->coarsen != NULL && grid < worst->options->within.grid; grid++) {
        bool taken = false;
        if (stopped
            || !space->coarsen(worst->plan, &worst->layout, &worst->best.genome, grid,
                               &worst->next.genome))
            return UL_OK;
        if (memcmp(worst->next.genome.record, worst->best.genome.record,
                   worst->best.genome.n * worst->layout.width * sizeof(int32_t)) == 0)
            return UL_OK;
        UL_TRY(try_smaller(worst, &taken));
        if (taken)
            return UL_OK;
    }
    return UL_OK;
}

/* Each number as round as it can be: to a multiple of 10, 5 or 2. */
static ul_status round_numbers(ul_worst *worst)
{
    static const int32_t unit[] = {10, 5, 2};
    const ul_layout *layout = &worst->layout;
    const size_t n = layout->n_head + worst->best.genome.n * layout->width;
    for (size_t at = 0; at < n; at++) {
        const bool in_head = at < layout->n_head;
        const size_t in_record = at - layout->n_head;
        const ul_gene *gene = in_head ? &layout->head[at]
                                      : &layout->column[in_record % layout->width];
        for (size_t u = 0; u < 3 && !stopped; u++) {
            bool taken;
            ul_genome_copy(layout, &worst->best.genome, &worst->next.genome);
            int32_t *value = in_head ? &worst->next.genome.head[at]
                                     : &worst->next.genome.record[in_record];
            const int32_t round = (*value + unit[u] / 2) / unit[u] * unit[u];
            if (*value % unit[u] == 0)
                break;
            if (round < gene->low || round > gene->high)
                continue;
            *value = round;
            UL_TRY(try_smaller(worst, &taken));
            if (taken)
                break;
        }
    }
    return UL_OK;
}

/* Records first, as often as one can go; then numbers, once each way: rounding to tens
 * and rounding to a coarser grid would undo each other for ever. */
ul_status ul_worst_shrink(ul_worst *worst)
{
    bool any = worst->found;
    while (any && !stopped) {
        any = false;
        UL_TRY(drop_records(worst, &any));
    }
    if (!worst->found || stopped)
        return UL_OK;
    UL_TRY(coarsen(worst));
    UL_TRY(round_numbers(worst));
    return drop_records(worst, &any);
}

/* ---- between processes ---- */

size_t ul_worst_export_size(const ul_worst *worst)
{
    return sizeof(uint64_t) * 2 + sizeof worst->best.score
           + (worst->layout.n_head + worst->layout.most * worst->layout.width) * sizeof(int32_t);
}

void ul_worst_export(const ul_worst *worst, void *bytes)
{
    const uint64_t header[2] = {worst->found ? worst->best.genome.n + 1 : 0, worst->evaluations};
    char *to = bytes;
    memcpy(to, header, sizeof header);
    to += sizeof header;
    memcpy(to, &worst->best.score, sizeof worst->best.score);
    to += sizeof worst->best.score;
    memcpy(to, worst->best.genome.head, worst->layout.n_head * sizeof(int32_t));
    to += worst->layout.n_head * sizeof(int32_t);
    memcpy(to, worst->best.genome.record,
           worst->layout.most * worst->layout.width * sizeof(int32_t));
}

void ul_worst_import(ul_worst *worst, const void *bytes)
{
    uint64_t header[2];
    ul_worst_score score;
    const char *from = bytes;
    memcpy(header, from, sizeof header);
    from += sizeof header;
    memcpy(&score, from, sizeof score);
    from += sizeof score;
    worst->evaluations += header[1];
    if (header[0] == 0 || (worst->found && score.value <= worst->best.score.value + SAME))
        return;
    worst->found = true;
    worst->best.score = score;
    worst->best.genome.n = header[0] - 1;
    memcpy(worst->best.genome.head, from, worst->layout.n_head * sizeof(int32_t));
    from += worst->layout.n_head * sizeof(int32_t);
    memcpy(worst->best.genome.record, from,
           worst->layout.most * worst->layout.width * sizeof(int32_t));
}
