/* Local search: dissolve a few machines, pack their tasks again, fit the types.
 *
 * Starts from the best plan of all constructive methods. A step dissolves some
 * machines chosen at random and puts their tasks back one by one, in random or
 * in descending order, where they cost least: into room that is already paid
 * for (the machine it leaves fullest, by all
 * resources or by one taken at random), by a larger type for an open machine, or
 * on a new one. New machines open at a random type that holds the task and are
 * given the cheapest type that holds them when all tasks are back: that is how
 * small machines merge into a large one. A step that costs up to a threshold
 * more is kept, one that costs more than that is undone (a bonus for room that
 * is gathered on few machines counts as well, see energy()); the threshold falls to
 * zero over a round, then the next round starts at the best plan so far
 * (threshold accepting, Dueck and Scheuer 1990; dissolving and repacking as in
 * Schrimpf et al., "Record breaking optimization results using the ruin and
 * recreate principle", 2000).
 *
 * Runs until the deadline; without one, until `rounds` rounds in a row brought
 * nothing; never more than `most` rounds. A step takes O(dissolved * candidates * resources), where candidates
 * are all machines up to CANDIDATES and a random choice of them beyond, so that
 * steps on a hundred thousand tasks are as fast as on a thousand.
 */
#include <math.h>

#include "local_search_state.h"
#include "run.h"
#include "task_order.h"

enum {
    CANDIDATES = 128,      /* machines asked for room, when there are more */
    LOOKED_AT = 16,        /* tasks of a machine looked at for its least */
    POOL = 10,             /* about as many tasks are dissolved at most */
    STEPS_MIN = 50,       /* steps of a round: these, and more with more tasks */
    STEPS_PER_TASK = 150,
    STEPS_MAX = 200000,
    STEPS_PER_LOOK = 64    /* between looks at the clock */
};
#define TASKS_MAX ((uint64_t)4000000) /* about 150 bytes each are needed */

typedef struct {
    ul_search *s;
    ul_run *run;
    ul_rng *rng;
    const uint32_t *rank; /* of each task record by descending reservation price */
    uint32_t *pool;       /* items taken off */
    size_t n_pool;
    size_t tight;   /* resource by which the fullest machine is found; UL_NONE: all */
    int64_t pull;   /* of gathered room, in thousandths */
    double stop_s;  /* seconds left at which to stop */
    ul_cost best;   /* in millionths */
    ul_cost told;   /* cost of the last plan offered */
    uint32_t *kept_bin, *kept_level; /* the best state: of each item; of each bin */
} searcher;

static uint32_t pick(const searcher *of, size_t n)
{
    return (uint32_t)ul_rng_below(of->rng, n);
}

/* ---- dissolve ---- */

static void lift(searcher *of, uint32_t item)
{
    of->pool[of->n_pool++] = item;
    ul_search_lift(of->s, item);
}

static void dissolve_bin(searcher *of, uint32_t b)
{
    while (of->s->bin[b].n > 0)
        lift(of, of->s->bin[b].head);
}

/* The task of least reservation price among the first few on a machine. */
static uint32_t least_on(const searcher *of, uint32_t b)
{
    const ul_search *s = of->s;
    uint32_t least = s->bin[b].head, item = least;
    for (int q = 0; q < LOOKED_AT && item != UL_PACKING_NONE; q++, item = s->next[item])
        if (of->rank[s->record[item]] > of->rank[s->record[least]])
            least = item;
    return least;
}

/* Whole machines; or one machine, and from others their least or any task: a
 * dear task needs the room that cheap ones hold on machines worth keeping. */
static void dissolve(searcher *of)
{
    const ul_search *s = of->s;
    const size_t wanted = 1 + pick(of, POOL);
    const uint32_t mode = pick(of, 4);
    of->n_pool = 0;
    do {
        const uint32_t b = s->active[pick(of, s->n_active)];
        if (mode < 2 || of->n_pool == 0)
            dissolve_bin(of, b);
        else
            lift(of, mode == 2 ? least_on(of, b) : s->bin[b].head);
    } while (of->n_pool < wanted && s->n_active > 0);
}

/* ---- pack again ---- */

static void order_pool(searcher *of)
{
    const bool mixed = pick(of, 2) == 0;
    for (size_t q = of->n_pool; mixed && q > 1; q--) {
        const size_t other = pick(of, q);
        const uint32_t item = of->pool[q - 1];
        of->pool[q - 1] = of->pool[other];
        of->pool[other] = item;
    }
    for (size_t q = 1; !mixed && q < of->n_pool; q++) {
        const uint32_t item = of->pool[q];
        const uint32_t rank = of->rank[of->s->record[item]];
        size_t at = q;
        for (; at > 0 && of->rank[of->s->record[of->pool[at - 1]]] > rank; at--)
            of->pool[at] = of->pool[at - 1];
        of->pool[at] = item;
    }
}

typedef struct {
    uint32_t bin, level; /* bin UL_PACKING_NONE: a new one */
    ul_micro price;      /* what the place adds to the cost */
    int64_t slack;
} place;

/* Betters the place by bin b, at its level or, where grow, at a dearer one. */
static void consider(const searcher *of, uint32_t item, uint32_t b, bool grow, place *best)
{
    const ul_search *s = of->s;
    const uint32_t level = s->bin[b].level;
    if (ul_search_fits(s, item, b, level)) {
        const int64_t slack = ul_search_slack(s, item, b, of->tight);
        if (best->price > 0 || best->bin == UL_PACKING_NONE || slack < best->slack)
            *best = (place){b, level, 0, slack};
        return;
    }
    const ul_micro paid = s->type[level].price;
    for (uint32_t up = level + 1;
         grow && up < s->in->n_types && s->type[up].price - paid < best->price; up++)
        if (ul_search_fits(s, item, b, up)) {
            *best = (place){b, up, s->type[up].price - paid, 0};
            return;
        }
}

/* A random type that holds the item alone. */
static uint32_t random_level(const searcher *of, uint32_t item)
{
    const ul_search *s = of->s;
    const uint32_t least = s->cheapest[s->in->task[s->record[item]].shape];
    for (int tries = 0; tries < 8; tries++) {
        const uint32_t level = least + pick(of, s->in->n_types - least);
        if (ul_packing_fits(s->in, ul_search_need(s, item, s->type[level].class),
                            s->type[level].capacity))
            return level;
    }
    return least;
}

static void insert(searcher *of, uint32_t item, bool grow)
{
    ul_search *s = of->s;
    const uint32_t alone = s->cheapest[s->in->task[s->record[item]].shape];
    place best = {UL_PACKING_NONE, alone, s->type[alone].price, 0};
    if (s->n_active <= CANDIDATES) {
        for (size_t q = 0; q < s->n_active; q++)
            consider(of, item, s->active[q], grow, &best);
    } else {
        for (size_t q = 0; q < s->n_touched; q++)
            if (s->bin[s->touched[q]].n > 0)
                consider(of, item, s->touched[q], grow, &best);
        for (int q = 0; q < CANDIDATES; q++)
            consider(of, item, s->active[pick(of, s->n_active)], grow, &best);
    }
    if (best.bin == UL_PACKING_NONE)
        best.bin = ul_search_open(s, grow ? alone : random_level(of, item));
    else if (best.level != s->bin[best.bin].level)
        ul_search_retype(s, best.bin, best.level);
    ul_search_put(s, item, best.bin);
}

static void pack_again(searcher *of)
{
    const bool grow = pick(of, 2) == 0;
    of->tight = pick(of, 2) == 0 ? UL_NONE : pick(of, of->s->in->n_resources);
    order_pool(of);
    for (size_t q = 0; q < of->n_pool; q++)
        insert(of, of->pool[q], grow);
    ul_search_settle(of->s);
}

/* ---- rounds ---- */

static void keep(searcher *of)
{
    const ul_search *s = of->s;
    of->best = s->cost;
    for (size_t item = 0; item < s->n_items; item++)
        of->kept_bin[item] = s->bin_of[item];
    for (size_t q = 0; q < s->n_active; q++)
        of->kept_level[s->active[q]] = s->bin[s->active[q]].level;
}

/* Goes back to the best state. */
static void recall(searcher *of)
{
    ul_search *s = of->s;
    ul_search_begin(s);
    for (uint32_t item = 0; item < s->n_items; item++)
        if (s->bin_of[item] != of->kept_bin[item])
            ul_search_lift(s, item);
    for (size_t q = 0; q < s->n_moved; q++) {
        const uint32_t item = s->moved[q].item, b = of->kept_bin[item];
        ul_search_retype(s, b, of->kept_level[b]);
        ul_search_put(s, item, b);
    }
    for (size_t q = 0; q < s->n_active; q++)
        ul_search_retype(s, s->active[q], of->kept_level[s->active[q]]);
    ul_search_weigh(s);
    ul_search_settle(s);
    ul_search_begin(s);
}

static bool is_over(const searcher *of)
{
    return ul_run_expired(of->run) || ul_run_work_left_s(of->run) < of->stop_s;
}

/* The best state as a plan; `of` is at that state. */
static ul_status tell(searcher *of)
{
    ul_arena *arena = ul_run_arena(of->run);
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    ul_packing_plan *plan;
    if (of->told == of->best)
        return UL_OK;
    of->told = of->best;
    UL_TRY(ul_search_plan(of->s, arena, &plan));
    const ul_status status = ul_run_offer(of->run, plan);
    ul_arena_rewind(arena, mark);
    return status;
}

/* What the search descends: the cost, less a bonus for room gathered on few
 * machines, from where it can be saved. Distinct tasks want a strong pull, a few
 * shapes that fill machines exactly a weak one: rounds take turns. */
static ul_cost energy(const searcher *of)
{
    return of->s->cost - of->s->room * of->pull / 1000;
}

static ul_status round_of(searcher *of, size_t steps, ul_micro threshold)
{
    ul_search *s = of->s;
    for (size_t q = 0; q < steps; q++) {
        if (q % STEPS_PER_LOOK == 0 && is_over(of))
            break;
        const ul_cost before = energy(of);
        const ul_micro now = (ul_micro)((ul_cost)threshold * (steps - q) / steps);
        const ul_micro allowed = now > 0 ? (ul_micro)ul_rng_below(of->rng, (uint64_t)now) : 0;
        ul_search_begin(s);
        dissolve(of);
        pack_again(of);
        if (energy(of) > before + allowed)
            ul_search_undo(s);
        else if (s->cost < of->best)
            keep(of);
    }
    recall(of);
    return tell(of);
}

static ul_status search_from(searcher *of)
{
    const ul_search *s = of->s;
    const double rounds = ul_run_number(of->run, "rounds");
    size_t steps = (size_t)ul_run_number(of->run, "steps");
    if (steps == 0)
        steps = STEPS_MIN + STEPS_PER_TASK * s->n_items;
    steps = steps > STEPS_MAX ? STEPS_MAX : steps;
    keep(of);
    of->told = of->best;
    size_t idle = 0, round = 0;
    const double pull = ul_run_number(of->run, "pull");
    const double most = ul_run_number(of->run, "most");
    const bool limited = ul_run_work_left_s(of->run) < HUGE_VAL;
    while (!is_over(of) && (limited || (double)idle < rounds)
           && (most == 0 || (double)round < most)) {
        const ul_cost before = of->best;
        of->pull = (int64_t)(pull * (round++ % 2 == 0 ? 1000 : 100));
        const ul_micro mean = (ul_micro)(of->best / (ul_cost)s->n_active);
        UL_TRY(round_of(of, steps, (ul_micro)((double)mean * ul_run_number(of->run, "heat"))));
        idle = of->best < before ? 0 : idle + 1;
    }
    return UL_OK;
}

static ul_status local_search_solve(const ul_packing *in, ul_run *run)
{
    ul_arena *arena = ul_run_arena(run);
    UL_TRY(ul_run_call_constructive(run));
    if (ul_run_best(run) == NULL || ul_run_expired(run))
        return UL_OK;
    if (in->n_copies > TASKS_MAX)
        return ul_run_note(run, "too many tasks to search; the best constructive plan stands");
    const uint32_t *order;
    searcher of = {.run = run, .rng = ul_run_rng(run)};
    UL_TRY(ul_search_new(ul_run_best(run), arena, &of.s));
    UL_TRY(ul_tasks_by_size(in, arena, UL_SIZE_PRICE, &order));
    uint32_t *rank;
    UL_ALLOC_RAW(arena, rank, in->n_tasks);
    UL_ALLOC_RAW(arena, of.pool, of.s->n_items);
    UL_ALLOC_RAW(arena, of.kept_bin, of.s->n_items);
    UL_ALLOC_RAW(arena, of.kept_level, of.s->n_items);
    for (size_t q = 0; q < in->n_tasks; q++)
        rank[order[q]] = (uint32_t)q;
    of.rank = rank;
    const double seconds = ul_run_number(run, "seconds");
    of.stop_s = seconds > 0 && ul_run_work_left_s(run) < HUGE_VAL ? ul_run_work_left_s(run) - seconds : 0;
    return search_from(&of);
}

static const ul_param param[] = {
    UL_COUNT("rounds", "12", "without a deadline: end after so many rounds without a better plan",
             1, 1e9),
    UL_COUNT("most", "0", "end after so many rounds in all; 0 is no limit", 0, 1e9),
    UL_COUNT("steps", "0", "steps of a round; 0 is 50 and 150 a task, at most 200,000", 0, 200000),
    UL_REAL("seconds", "0", "with a deadline: end after so many seconds already; 0 uses all the "
            "time", 0, 1e9),
    UL_REAL("heat", "0.1", "first threshold of a round, in prices of the mean machine", 0, 100),
    UL_REAL("pull", "1", "what gathering room on few machines counts beside the cost", 0, 10),
    {0},
};

const ul_method ul_method_local_search = {
    .name = "local-search",
    .brief = "dissolve, repack, re-type, from the best constructive plan until the deadline",
    .paper = "own; ruin and recreate, Schrimpf et al. 2000",
    .traits = UL_ANYTIME,
    .param = param,
    .packing = local_search_solve,
};
