#include "type_parts.h"

bool ul_type_is_large(const ul_exact_problem *problem, size_t k)
{
    const ul_exact_type *type = &problem->type[k];
    const ul_exact_group *group = &problem->group[type->group];
    for (size_t d = 0; d < group->n_dims; d++) {
        double needed = 0, n = 0;
        for (size_t i = 0; i < problem->n_items; i++)
            if (group->fits[i] && group->weight[i * group->n_dims + d] > 0) {
                needed += (double)group->weight[i * group->n_dims + d];
                n++;
            }
        if ((double)type->capacity[d] * n < needed)
            return false;
    }
    return true;
}

static bool starts_part(const ul_exact_problem *problem, size_t k, ul_type_division by)
{
    return k == 0
           || (by != UL_TOGETHER && problem->type[k].family != problem->type[k - 1].family)
           || (by == UL_BY_SIZE && (!ul_type_is_large(problem, k) || !ul_type_is_large(problem, k - 1)));
}

/* The finest that is not too fine. */
static void find_parts(const ul_exact_problem *problem, ul_type_division by, ul_type_parts *parts)
{
    parts->n = 0;
    for (size_t k = 0; k < problem->n_types; k++) {
        if (!starts_part(problem, k, by))
            continue;
        if (parts->n == UL_PARTS_MAX) {
            find_parts(problem, by + 1, parts);
            return;
        }
        parts->first[parts->n++] = k;
    }
    parts->first[parts->n] = problem->n_types;
    parts->by_size = by == UL_BY_SIZE;
}

static bool has_room(const ul_exact_problem *problem, const ul_type_parts *parts, size_t part, size_t item)
{
    for (size_t k = parts->first[part]; k < parts->first[part + 1]; k++)
        if (ul_exact_most(problem, k, item) > 0)
            return true;
    return false;
}

ul_status ul_type_parts_new(const ul_exact_problem *problem, ul_type_division by, ul_arena *arena,
                            ul_type_parts *parts)
{
    const size_t n = problem->n_items;
    *parts = (ul_type_parts){0};
    find_parts(problem, by, parts);
    UL_ALLOC(arena, parts->holds, parts->n * n);
    UL_ALLOC(arena, parts->choice, parts->n * n);
    for (size_t i = 0; i < n; i++) {
        size_t held = 0;
        for (size_t f = 0; f < parts->n; f++)
            held += parts->holds[f * n + i] = has_room(problem, parts, f, i);
        for (size_t f = 0; f < parts->n; f++)
            parts->choice[f * n + i] = held > 1 && parts->holds[f * n + i] ? parts->n_choices++ : UL_NONE;
    }
    return UL_OK;
}

ul_status ul_type_parts_cut(const ul_exact_problem *problem, const ul_type_parts *parts, size_t part,
                            ul_arena *arena, ul_exact_problem *result)
{
    const ul_exact_type *first = &problem->type[parts->first[part]];
    ul_exact_group *group;
    ul_exact_type *type;
    int64_t *largest;
    *result = *problem;
    if (parts->n == 1)
        return UL_OK;
    UL_COPY(arena, type, problem->type, problem->n_types);
    UL_COPY(arena, group, &problem->group[first->group], 1);
    UL_ALLOC(arena, largest, group->n_dims);
    group->first_type = parts->first[part];
    group->n_types = parts->first[part + 1] - parts->first[part];
    group->fits = parts->holds + part * problem->n_items;
    group->largest = largest;
    for (size_t k = 0; k < problem->n_types; k++)
        type[k].group = 0;
    for (size_t k = parts->first[part]; k < parts->first[part + 1]; k++)
        for (size_t d = 0; d < group->n_dims; d++)
            largest[d] = type[k].capacity[d] > largest[d] ? type[k].capacity[d] : largest[d];
    result->type = type;
    result->group = group;
    result->n_groups = 1;
    return UL_OK;
}
