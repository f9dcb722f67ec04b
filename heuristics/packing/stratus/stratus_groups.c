#include "stratus_groups.h"

bool ul_stratus_group_better(const ul_stratus_group *a, const ul_stratus_group *b)
{
    if (b->size == 0)
        return true;
    const int order = ul_stratus_score_compare(a->score, b->score);
    if (order != 0 || a->size != b->size)
        return order > 0 || (order == 0 && a->size > b->size);
    return a->score.price < b->score.price;
}

ul_status ul_stratus_sums_new(const ul_packing *in, const ul_micro *unit, const uint32_t *place,
                              size_t n, ul_run *run, ul_stratus_sums **result)
{
    enum { LOOK_EVERY = 1 << 20 }; /* places between looks at the clock */
    ul_arena *arena = ul_run_arena(run);
    const size_t row = in->n_families * in->n_resources;
    const size_t blocks = n / UL_STRATUS_BLOCK + 1;
    ul_stratus_sums *sums;
    ul_cost *sum;
    UL_ALLOC(arena, sums, 1);
    UL_ALLOC(arena, sum, (blocks + 1) * row);
    for (size_t q = 0; q < n && (q % LOOK_EVERY > 0 || !ul_run_expired(run)); q++) {
        const ul_cost *before = sum + q / UL_STRATUS_BLOCK * row;
        ul_cost *next = sum + (q / UL_STRATUS_BLOCK + 1) * row;
        for (size_t at = 0; q % UL_STRATUS_BLOCK == 0 && at < row; at++)
            next[at] = before[at];
        for (size_t f = 0; f < in->n_families; f++) {
            const ul_micro *need = ul_packing_demand(in, in->task[place[q]].shape, f);
            for (size_t r = 0; r < in->n_resources; r++)
                next[f * in->n_resources + r] += need[r];
        }
    }
    *sums = (ul_stratus_sums){in, unit, place, sum};
    *result = sums;
    return UL_OK;
}

/* The groups of one type beyond the tasks that were scored one by one. */
typedef struct {
    const ul_stratus_sums *sums;
    size_t from, to, type, family;
    const ul_cost *used;  /* by the tasks up to block `start` */
    size_t start;
    ul_stratus_group *best;
} stretch;

/* What the group up to a block uses; false when the type does not hold it. */
static bool used_up_to(const stretch *s, size_t block, ul_micro *used)
{
    const ul_packing *in = s->sums->in;
    const size_t n = in->n_resources, row = in->n_families * n, at = s->family * n;
    const ul_cost *end = s->sums->sum + block * row + at;
    const ul_cost *begin = s->sums->sum + s->start * row + at;
    for (size_t r = 0; r < n; r++) {
        const ul_cost amount = s->used[at + r] + end[r] - begin[r];
        if (amount > in->type[s->type].capacity[r])
            return false;
        used[r] = (ul_micro)amount;
    }
    return true;
}

/* Scores the groups that end within a block, one by one; `used` is up to its begin. */
static void score_block(stretch *s, size_t block, ul_micro *used)
{
    const ul_packing *in = s->sums->in;
    const size_t begin = block * UL_STRATUS_BLOCK, end = begin + UL_STRATUS_BLOCK;
    for (size_t q = begin; q < end && q < s->to; q++) {
        const ul_micro *need = ul_packing_need(in, s->sums->place[q], s->type);
        for (size_t r = 0; r < in->n_resources; r++) {
            if (need[r] > in->type[s->type].capacity[r] - used[r])
                return;
            used[r] += need[r];
        }
        const ul_stratus_group found = {ul_stratus_score_of(in, s->sums->unit, s->type, used),
                                        s->type, q + 1 - s->from};
        if (ul_stratus_group_better(&found, s->best))
            *s->best = found;
    }
}

/* Whether a group between the two, of `size` tasks at most, could beat the best: only a
 * resource that is used at the end as much as the constraining one at the begin can
 * constrain in between; a smaller group has to score more. */
static bool has_hope(const stretch *s, const ul_micro *begin, const ul_micro *end, size_t size)
{
    const ul_packing *in = s->sums->in;
    const ul_micro *capacity = in->type[s->type].capacity;
    size_t most = UL_NONE;
    const int least = size < s->best->size ? 1 : 0;
    if (s->best->size == 0)
        return true;
    for (size_t r = 0; r < in->n_resources; r++)
        if (capacity[r] > 0
            && (most == UL_NONE
                || (ul_cost)begin[r] * capacity[most] > (ul_cost)begin[most] * capacity[r]))
            most = r;
    for (size_t r = 0; r < in->n_resources; r++) {
        const ul_stratus_score score = {end[r], s->sums->unit[r], in->type[s->type].price};
        if (capacity[r] > 0
            && (ul_cost)end[r] * capacity[most] >= (ul_cost)begin[most] * capacity[r]
            && ul_stratus_score_compare(score, s->best->score) >= least)
            return true;
    }
    return most == UL_NONE;
}

/* Looks through the blocks low .. high, the later half first. */
static void search(stretch *s, size_t low, size_t high)
{
    ul_micro begin[UL_RESOURCES_MAX], end[UL_RESOURCES_MAX];
    if (low >= high || !used_up_to(s, low, begin) || !used_up_to(s, high, end)
        || !has_hope(s, begin, end, high * UL_STRATUS_BLOCK - s->from))
        return;
    if (high - low == 1) {
        score_block(s, low, begin);
        return;
    }
    const size_t middle = low + (high - low) / 2;
    search(s, middle, high);
    search(s, low, middle);
}

void ul_stratus_long_groups(const ul_stratus_sums *sums, const ul_stratus_begun *begun,
                            ul_stratus_group *best)
{
    const size_t start = begun->at / UL_STRATUS_BLOCK;
    for (size_t q = 0; q < begun->n_holds; q++) {
        const uint32_t k = begun->holds[q];
        stretch s = {sums, begun->from, begun->to, k, sums->in->type[k].family, begun->used, start,
                     best};
        ul_micro some[UL_RESOURCES_MAX];
        size_t low = start, high = begun->to / UL_STRATUS_BLOCK; /* it holds up to block `low` */
        while (low < high) {
            const size_t middle = high - (high - low) / 2;
            if (used_up_to(&s, middle, some))
                low = middle;
            else
                high = middle - 1;
        }
        if (used_up_to(&s, low, some))
            score_block(&s, low, some); /* the last tasks that it holds */
        search(&s, start, low);
    }
}
