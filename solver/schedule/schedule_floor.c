/* The floor under every schedule: prices of a second of each class of tasks by which no
 * set that fits a machine is worth more than the machine costs. No schedule, online or
 * clairvoyant, costs less than what all seconds of work are worth (docs/floor.md). Where
 * prices move or supply is limited, that is told period by period; where tasks may not wait
 * for ever, who must be there together counts, too.
 */
#include <stdio.h>
#include <string.h>

#include "floor_certificate.h"
#include "floor_instants.h"
#include "floor_lives.h"
#include "floor_problem.h"

/* What a pricing of one type may take. Loading doubles what is priced and brings little:
 * it is left out where it makes pricing hard. */
enum { STEPS = 50000000, STEPS_FOR_LOADING = 1000000 };
/* Where their number is not set; with a limited wait that of up to 600 tasks is exact. */
enum { PERIODS = 200, PERIODS_OF_FEW = 1201 };

static const ul_param param[] = {
    UL_CHOICE("physics", "interference", "what is counted: work, and loading, and what neighbours "
              "lose", "work|loading|interference"),
    UL_REAL("wait", "-1", "the floor of schedules in which no task spends more than so many "
            "seconds on no machine; -1: of all", -1, 1e9),
    UL_CHOICE("moves", "any", "with wait=0: none is the floor of schedules in which no task moves, "
              "either", "any|none"),
    UL_CHOICE("long", "alike", "tasks that are much longer than others like them: apart proves "
              "more, and is slower", "alike|apart"),
    UL_COUNT("periods", "0", "with wait, prices that move or limited supply: into how many periods "
             "time is divided, at most; 0: 200, with wait at all arrivals and ends of up to 600 "
             "tasks", 0, 100000),
    UL_TEXT("leases", "", "leases on offer beside the price on demand, "
            "[TYPE:]FEE/HOURS/PRICE_PER_HOUR joined by +: the floor of every portfolio"),
    {0},
};

/* What is kept of the prices of all times where company counts, to begin with: by trial on Eva's
 * first 200 jobs, where 0.92 to 0.96 are best. */
#define SHARE 0.94

typedef struct {
    ul_floor_problem *problem;
    ul_floor_prices prices;
    ul_floor_calendar *calendar; /* NULL: the same prices at all times */
    ul_floor_presence *presence; /* NULL: holds however long tasks wait */
    ul_floor_instants *instants; /* where nobody waits, whole machines: in place of it */
} floor_proof;

typedef struct {
    const ul_schedule *in;
    ul_run *run;
    ul_floor_payment payment;
    floor_proof best;
    floor_proof last; /* the one with the most counted; it need not prove more */
} floor_search;

/* The price that a proof has for a second of work of a class; those that do not regard
 * interference have classes by shape. */
static double price_in(const floor_proof *proof, const ul_floor_class *class)
{
    const ul_floor_problem *p = proof->problem;
    for (size_t i = 0; i < p->n_items; i++) {
        const ul_floor_class *other = &p->class[p->item[i].class];
        if (p->item[i].works && other->shape == class->shape
            && (other->base == class->base || p->physics < UL_FLOOR_COMPANY))
            return (double)proof->prices.value[i] / (double)proof->prices.scale / 1e6;
    }
    return 0;
}

/* Prices that hold with less counted hold with more, too: work's are a start. */
static ul_status start_from(const floor_proof *proof, const ul_floor_problem *problem,
                            ul_arena *arena, double **start)
{
    UL_ALLOC(arena, *start, problem->n_items);
    for (size_t i = 0; i < problem->n_items; i++)
        if (problem->item[i].works)
            (*start)[i] = price_in(proof, &problem->class[problem->item[i].class]);
    return UL_OK;
}

static ul_status keep_best(floor_search *s, const floor_proof *next)
{
    if (s->best.problem == NULL || next->prices.bound > s->best.prices.bound)
        s->best = *next;
    return ul_run_offer_bound(s->run, s->best.prices.bound);
}

/* The floor with more counted. */
static ul_status prove_with(floor_search *s, ul_floor_physics physics, bool apart, uint64_t steps)
{
    ul_arena *arena = ul_run_arena(s->run);
    floor_proof next = {0};
    double *start = NULL;
    UL_TRY(ul_floor_problem_new(s->in, &s->payment, physics, apart, arena, &next.problem));
    if (s->best.problem != NULL)
        UL_TRY(start_from(&s->best, next.problem, arena, &start));
    UL_TRY(ul_floor_solve(next.problem, start, steps, s->run, arena, &next.prices));
    s->last = next;
    return keep_best(s, &next);
}

/* The same, and with long tasks apart where that is asked for, which need not prove more where
 * pricing ends early. */
static ul_status prove_more(floor_search *s, ul_floor_physics physics, uint64_t steps)
{
    UL_TRY(prove_with(s, physics, false, steps));
    return ul_run_choice_is(s->run, "long", "apart") ? prove_with(s, physics, true, steps) : UL_OK;
}

static size_t periods_of(const floor_search *s, size_t otherwise)
{
    const size_t n = (size_t)ul_run_number(s->run, "periods");
    return n > 0 ? n : otherwise;
}

/* The floor by period, where prices move or supply is limited. */
static ul_status prove_over_time(floor_search *s, const floor_proof *from)
{
    floor_proof next = {.problem = from->problem};
    UL_ALLOC(ul_run_arena(s->run), next.calendar, 1);
    UL_TRY(ul_floor_over_time(from->problem, &from->prices, periods_of(s, PERIODS), s->run,
                              ul_run_arena(s->run), &next.prices, next.calendar));
    return keep_best(s, &next);
}

/* Beginning with what proves most at all times; and with the most counted, where that is
 * something else: machines that are free at some time make all of these prove nothing. */
static ul_status prove_all_over_time(floor_search *s)
{
    const floor_proof from = s->best;
    UL_TRY(prove_over_time(s, &from));
    return from.problem == s->last.problem ? UL_OK : prove_over_time(s, &s->last);
}

/* So few tasks that a period may be between two neighbouring ends of windows. */
static bool has_few(const ul_schedule *in)
{
    return 2 * in->n_tasks + 1 <= PERIODS_OF_FEW;
}

/* Whether most of the work is that of a few tasks, which are left when the others are gone. */
static bool few_are_most(const ul_schedule *in)
{
    enum { PART = 32 };
    ul_cost all = 0, of_few = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        all += ul_floor_least_work_s(in, i);
    for (size_t i = 0; i < in->n_tasks; i++)
        of_few += PART * (ul_cost)ul_floor_least_work_s(in, i) > all ? ul_floor_least_work_s(in, i) : 0;
    return 2 * of_few > all;
}

/* The floor where tasks wait for so long and no longer. Loading is part of the time on a
 * machine and needs no price of its own. */
static ul_status prove_presence(floor_search *s, const floor_proof *from, double share)
{
    const ul_floor_terms terms = {
        share, (ul_micro)(ul_run_number(s->run, "wait") * 1e6),
        periods_of(s, has_few(s->in) ? 2 * s->in->n_tasks + 1 : PERIODS)};
    floor_proof next = {.problem = from->problem};
    UL_ALLOC(ul_run_arena(s->run), next.presence, 1);
    UL_TRY(ul_floor_no_wait(from->problem, &from->prices, &terms, s->run, &next.prices,
                            next.presence));
    return keep_best(s, &next);
}

/* And where work is worth something besides; first with prices of their own for long tasks where these
 * matter most. */
static ul_status prove_presence_at_work(floor_search *s, const floor_proof *from)
{
    if (has_few(s->in) && few_are_most(s->in)) {
        UL_TRY(prove_with(s, UL_FLOOR_COMPANY, true, STEPS));
        const floor_proof apart = s->last;
        UL_TRY(prove_presence(s, &apart, SHARE));
    }
    return prove_presence(s, from, SHARE);
}

/* And where nobody moves, either. */
static ul_status prove_lives(floor_search *s, const floor_proof *from)
{
    floor_proof next = {.problem = from->problem};
    ul_floor_lives *lives;
    UL_ALLOC(ul_run_arena(s->run), lives, 1);
    UL_ALLOC(ul_run_arena(s->run), next.instants, 1);
    *next.instants = *from->instants;
    next.instants->lives = lives;
    UL_TRY(ul_floor_at_lives(from->problem, &from->prices, from->instants,
                             periods_of(s, PERIODS), s->run, &next.prices, lives));
    return keep_best(s, &next);
}

/* The floor where nobody waits at all, machines being whole. */
static ul_status prove_instants(floor_search *s, const floor_proof *from)
{
    floor_proof next = {.problem = from->problem};
    UL_ALLOC(ul_run_arena(s->run), next.instants, 1);
    UL_TRY(ul_floor_at_instants(from->problem, periods_of(s, PERIODS), s->run, &next.prices,
                                next.instants));
    UL_TRY(keep_best(s, &next));
    return ul_run_choice_is(s->run, "moves", "none") ? prove_lives(s, &next) : UL_OK;
}

static bool has_interference(const ul_schedule *in)
{
    double rate;
    return !ul_schedule_uniform_throughput(in, &rate) || rate < 1;
}

static ul_status say_class(const floor_search *s, double wait_s)
{
    char wait[120] = "", note[280];
    if (wait_s >= 0)
        snprintf(wait, sizeof wait, ", in which tasks spend at most %.10g s on no machine%s", wait_s,
                 ul_run_choice_is(s->run, "moves", "none") ? " and never move nor leave early" : "");
    snprintf(note, sizeof note, "holds for every schedule, online or clairvoyant%s%s", wait,
             s->payment.n_leases > 0 ? ", and every portfolio of these leases, in pure cost" : "");
    return ul_run_note(s->run, note);
}

static ul_status write_proof(const floor_search *s, const floor_proof *proof)
{
    const char *path = ul_run_certificate(s->run);
    return path == NULL ? UL_OK
                        : ul_floor_certificate_write(proof->problem, &proof->prices,
                                                     proof->calendar, proof->presence,
                                                     proof->instants, ul_run_arena(s->run), path);
}

/* Whether there are not enough machines for any schedule: then the work is worth more than all
 * supply, though machines cost nothing. */
static ul_status prove_none(floor_search *s, ul_floor_physics physics, bool *none)
{
    static const ul_floor_payment nothing = {.nothing = true};
    ul_arena *arena = ul_run_arena(s->run);
    floor_proof from = {.prices.scale = 1 << 20}, found = {0};
    UL_TRY(ul_floor_problem_new(s->in, &nothing, physics, false, arena, &from.problem));
    if (*none || !ul_floor_is_scarce(from.problem))
        return UL_OK;
    found.problem = from.problem;
    UL_ALLOC(arena, from.prices.value, from.problem->n_items);
    UL_ALLOC(arena, found.calendar, 1);
    UL_TRY(ul_floor_over_time(from.problem, &from.prices, periods_of(s, PERIODS), s->run, arena,
                              &found.prices, found.calendar));
    if (found.prices.bound == 0)
        return UL_OK;
    *none = true;
    UL_TRY(ul_run_note(s->run, "no schedule: all machines there are cannot do the work"));
    ul_run_ended(s->run, UL_INFEASIBLE);
    return write_proof(s, &found);
}

/* The numbers between the slashes; false where there are not three. */
static bool read_numbers(const char *text, size_t length, ul_floor_lease *lease)
{
    ul_micro *const number[] = {&lease->fee, &lease->hours, &lease->price};
    for (size_t q = 0; q < 3; q++) {
        const char *end = q < 2 ? memchr(text, '/', length) : text + length;
        if (end == NULL || ul_micro_parse(text, (size_t)(end - text), number[q]) != UL_NUMBER_OK)
            return false;
        length -= (size_t)(end - text) + (q < 2);
        text = end + (q < 2);
    }
    return lease->hours > 0;
}

/* Of the type that it names, or of each. */
static ul_status add_lease(const ul_schedule *in, const char *text, size_t length,
                           ul_floor_lease *list, size_t *n)
{
    const char *colon = memrchr(text, ':', length);
    const size_t named = colon == NULL ? 0 : (size_t)(colon - text);
    ul_floor_lease one = {0};
    bool any = false;
    if (!read_numbers(colon == NULL ? text : colon + 1,
                      length - (colon == NULL ? 0 : named + 1), &one))
        return ul_fail(UL_E_INPUT, "leases: '%.*s' is not [TYPE:]FEE/HOURS/PRICE, with hours above 0",
                       (int)length, text);
    for (size_t k = 0; k < in->n_types; k++) {
        const char *name = in->type[k].name;
        if (colon != NULL && (strlen(name) != named || memcmp(name, text, named) != 0))
            continue;
        any = true;
        one.type = (uint32_t)k;
        list[(*n)++] = one;
    }
    return any ? UL_OK
               : ul_fail(UL_E_INPUT, "leases: there is no type '%.*s'", (int)named, text);
}

/* Leases on offer, as the parameter has them. */
static ul_status read_leases(const ul_schedule *in, const char *text, ul_arena *arena,
                             ul_floor_payment *payment)
{
    size_t room = 1;
    ul_floor_lease *list;
    *payment = (ul_floor_payment){0};
    if (text[0] == '\0')
        return UL_OK;
    for (const char *at = text; *at != '\0'; at++)
        room += *at == '+';
    UL_ALLOC(arena, list, room * in->n_types);
    for (const char *at = text; at != NULL;) {
        const size_t length = strcspn(at, "+");
        UL_TRY(add_lease(in, at, length, list, &payment->n_leases));
        at = at[length] == '\0' ? NULL : at + length + 1;
    }
    payment->lease = list;
    return UL_OK;
}

static ul_status schedule_floor(const ul_schedule *in, ul_run *run)
{
    floor_search s = {.in = in, .run = run};
    const double wait_s = ul_run_number(run, "wait");
    const bool all = ul_run_choice_is(run, "physics", "interference");
    const ul_floor_physics least = all || ul_run_choice_is(run, "physics", "loading")
                                       ? UL_FLOOR_LOADING : UL_FLOOR_WORK;
    bool none = false;
    if (wait_s != 0 && ul_run_choice_is(run, "moves", "none"))
        return ul_fail(UL_E_INPUT, "schedule-floor: moves=none is for schedules in which nobody waits, "
                                   "either; set wait=0 as well");
    if (wait_s >= 0)
        ul_run_bound_within(run, wait_s);
    UL_TRY(read_leases(in, ul_run_choice(run, "leases"), ul_run_arena(run), &s.payment));
    UL_TRY(prove_none(&s, least, &none));
    if (all && has_interference(in))
        UL_TRY(prove_none(&s, UL_FLOOR_INTERFERENCE, &none));
    if (none)
        return UL_OK;
    UL_TRY(prove_more(&s, least, STEPS));
    const floor_proof first = s.best;
    if (all && has_interference(in))
        UL_TRY(prove_more(&s, UL_FLOOR_COMPANY, STEPS));
    const floor_proof second = s.best;
    if (all && has_interference(in))
        UL_TRY(prove_more(&s, UL_FLOOR_INTERFERENCE, STEPS_FOR_LOADING));
    if (ul_floor_changes(in))
        UL_TRY(prove_all_over_time(&s));
    if (wait_s >= 0)
        UL_TRY(prove_presence(&s, &first, 0));
    if (wait_s == 0)
        UL_TRY(prove_instants(&s, &first));
    if (wait_s >= 0 && second.problem->physics == UL_FLOOR_COMPANY)
        UL_TRY(prove_presence_at_work(&s, &second));
    UL_TRY(say_class(&s, wait_s));
    return write_proof(&s, &s.best);
}

const ul_method ul_method_schedule_floor = {
    .name = "schedule-floor",
    .brief = "what no schedule can cost less than, online or clairvoyant",
    .paper = "the dual of Gilmore and Gomory 1961, over time",
    .traits = UL_BOUND_ONLY | UL_CERTIFIES | UL_OFFLINE,
    .param = param,
    .schedule = schedule_floor,
};
