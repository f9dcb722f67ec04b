/* Sums of choices that a node of the tree over where tasks go is branched on. */
#include "split.h"

#include <math.h>

#define NEARLY_WHOLE 1e-4 /* copies this far from a whole number are divided */
#define LEAST_GAIN 1e-6   /* of what is spared */

enum { TRIALS = 12 };/* of sums */

typedef struct {
    size_t choice;
    double divided;
} candidate;

/* The choices that are furthest from whole. */
static size_t list_divided(const ul_split *s, candidate *list)
{
    size_t n = 0;
    for (size_t q = 0; q < s->parts.n_choices; q++) {
        const double divided = fabs(s->benders.copies[q] - nearbyint(s->benders.copies[q]));
        if (divided <= NEARLY_WHOLE || (n == TRIALS && divided <= list[n - 1].divided))
            continue;
        size_t at = n < TRIALS ? n++ : TRIALS - 1;
        for (; at > 0 && list[at - 1].divided < divided; at--)
            list[at] = list[at - 1];
        list[at] = (candidate){q, divided};
    }
    return n;
}

/* What both sides of a sum would raise the objective by, as a product. */
static ul_status try_sum(ul_split *s, const uint16_t *weight, int64_t whole, double *score)
{
    const double now = s->benders.objective, most = now + 1;
    double down, up;
    UL_TRY(ul_benders_try_sum(&s->benders, weight, UL_ROW_FREE, whole, most, &down));
    UL_TRY(ul_benders_try_sum(&s->benders, weight, whole + 1, UL_ROW_FREE, most, &up));
    *score = fmin(fmax(down - now, LEAST_GAIN), 1) * fmin(fmax(up - now, LEAST_GAIN), 1);
    return UL_OK;
}

/* The rule of a sum with these weights. */
static ul_status add_rule(ul_split *s, const uint16_t *weight, size_t *rule)
{
    const ul_type_parts *parts = &s->parts;
    const size_t n_items = s->tree->problem->n_items;
    ul_row_rule sum = {.kind = UL_ROW_SUM};
    ul_row_share *share;
    UL_ALLOC(s->tree->arena, share, parts->n_choices);
    for (size_t i = 0; i < n_items; i++)
        for (size_t f = 0; f < parts->n; f++) {
            const size_t choice = parts->choice[f * n_items + i];
            if (choice != UL_NONE && weight[choice] > 0)
                share[sum.n_shares++] = (ul_row_share){(uint32_t)i, (uint16_t)parts->first[f],
                                                       (uint16_t)parts->first[f + 1], weight[choice]};
        }
    sum.share = share;
    return ul_row_rules_add(&s->tree->rules, &sum, rule);
}

/* Of as many as it takes to find one that neither side of which is possible. */
ul_status ul_split_find_sum(ul_split *s, double better_than, size_t *rule, int64_t *whole, bool *found)
{
    candidate list[TRIALS];
    uint16_t *weight, *best = NULL;
    double most = better_than;
    const size_t n = s->tree->rules.n - s->end_copies < UL_SUMS_MAX ? list_divided(s, list) : 0;
    for (size_t q = 0; q < n && most < 1; q++) {
        double value, score = 0;
        bool made;
        UL_ALLOC(s->tree->arena, weight, s->parts.n_choices);
        UL_TRY(ul_benders_find_sum(&s->benders, list[q].choice, weight, &value, &made));
        if (made)
            UL_TRY(try_sum(s, weight, (int64_t)floor(value), &score));
        if (score > most) {
            most = score;
            best = weight;
            *whole = (int64_t)floor(value);
        }
    }
    *found = best != NULL;
    return *found ? add_rule(s, best, rule) : UL_OK;
}
