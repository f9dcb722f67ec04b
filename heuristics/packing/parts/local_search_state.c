#include "local_search_state.h"

#include <stdlib.h>

#include "task_order.h"

static int cheaper_first(const void *a, const void *b)
{
    const ul_search_type *x = a, *y = b;
    UL_LOWER_FIRST(x->price, y->price);
    return x->type < y->type ? -1 : x->type > y->type;
}

/* Classes of families: class_of has one for each family, family one for each class. */
static void find_classes(ul_search *s, uint32_t *class_of, size_t *family)
{
    const ul_packing *in = s->in;
    for (size_t f = 0; f < in->n_families; f++) {
        uint32_t c = 0;
        while (c < s->n_classes && !ul_packing_same_demands(in, family[c], f))
            c++;
        if (c == s->n_classes)
            family[s->n_classes++] = f;
        class_of[f] = c;
    }
    s->width = s->n_classes * in->n_resources;
}

static ul_status make_tables(ul_search *s, ul_arena *arena)
{
    const ul_packing *in = s->in;
    const ul_micro *largest = NULL;
    uint32_t *class_of;
    size_t *family;
    int64_t *weight;
    UL_TRY(ul_largest_capacity(in, arena, &largest));
    UL_ALLOC(arena, class_of, in->n_families);
    UL_ALLOC(arena, family, in->n_families);
    UL_ALLOC(arena, weight, in->n_resources);
    UL_ALLOC(arena, s->type, in->n_types);
    UL_ALLOC(arena, s->cheapest, in->n_shapes);
    find_classes(s, class_of, family);
    ul_micro *need;
    UL_ALLOC_RAW(arena, need, in->n_shapes * s->width);
    for (size_t q = 0; q < in->n_shapes * s->n_classes; q++)
        for (size_t r = 0; r < in->n_resources; r++)
            need[q * in->n_resources + r] =
                ul_packing_demand(in, q / s->n_classes, family[q % s->n_classes])[r];
    for (size_t r = 0; r < in->n_resources; r++)
        weight[r] = ((int64_t)1 << 56) / largest[r];
    for (size_t k = 0; k < in->n_types; k++)
        s->type[k] = (ul_search_type){in->type[k].price, (uint32_t)k, class_of[in->type[k].family],
                                      in->type[k].capacity};
    qsort(s->type, in->n_types, sizeof *s->type, cheaper_first);
    s->need = need;
    s->weight = weight;
    for (size_t shape = 0; shape < in->n_shapes; shape++)
        while (s->type[s->cheapest[shape]].type != ul_packing_cheapest_for(in, shape))
            s->cheapest[shape]++;
    return UL_OK;
}

static ul_status make_room(ul_search *s, ul_arena *arena)
{
    const size_t n = s->n_items;
    UL_ALLOC_RAW(arena, s->bin_of, n);
    UL_ALLOC_RAW(arena, s->next, n);
    UL_ALLOC_RAW(arena, s->previous, n);
    UL_ALLOC(arena, s->bin, n);
    UL_ALLOC(arena, s->sum, n * s->width);
    UL_ALLOC(arena, s->scarcity, s->in->n_resources);
    UL_ALLOC_RAW(arena, s->active, n);
    UL_ALLOC_RAW(arena, s->spare, n);
    UL_ALLOC_RAW(arena, s->touched, n);
    UL_ALLOC_RAW(arena, s->moved, n);
    for (size_t i = 0; i < n; i++) {
        s->bin[i].head = UL_PACKING_NONE;
        s->spare[s->n_spare++] = (uint32_t)(n - 1 - i);
    }
    return UL_OK;
}

/* One machine of bin i, with all its tasks; items of a record follow each other. */
static void load_machine(ul_search *s, const ul_packing_plan *plan, size_t i, uint32_t *used)
{
    uint32_t level = 0, b = UL_PACKING_NONE;
    while (s->type[level].type != plan->bin[i].type)
        level++;
    for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next)
        for (uint32_t copy = 0; copy < plan->entry[e].count; copy++) {
            if (b == UL_PACKING_NONE)
                b = ul_search_open(s, level);
            ul_search_put(s, used[plan->entry[e].task]++, b);
        }
}

ul_status ul_search_new(const ul_packing_plan *plan, ul_arena *arena, ul_search **result)
{
    const ul_packing *in = plan->in;
    ul_search *s;
    uint32_t *record, *used;
    UL_ALLOC(arena, s, 1);
    UL_ALLOC_RAW(arena, record, in->n_copies);
    UL_ALLOC_RAW(arena, used, in->n_tasks);
    s->in = in;
    for (size_t j = 0; j < in->n_tasks; j++) {
        used[j] = (uint32_t)s->n_items;
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++)
            record[s->n_items++] = (uint32_t)j;
    }
    s->record = record;
    UL_TRY(make_tables(s, arena));
    UL_TRY(make_room(s, arena));
    ul_search_begin(s);
    for (size_t i = 0; i < plan->n_bins; i++)
        for (uint32_t copy = 0; copy < plan->bin[i].copies; copy++)
            load_machine(s, plan, i, used);
    ul_search_weigh(s);
    ul_search_settle(s);
    ul_search_begin(s);
    *result = s;
    return UL_OK;
}

void ul_search_begin(ul_search *s)
{
    s->step++;
    s->n_touched = s->n_moved = 0;
}

static void touch(ul_search *s, uint32_t b)
{
    if (s->bin[b].stamp == s->step)
        return;
    s->bin[b].stamp = s->step;
    s->bin[b].before = s->bin[b].level;
    s->bin[b].room_before = s->bin[b].room;
    s->touched[s->n_touched++] = b;
}

uint32_t ul_search_open(ul_search *s, uint32_t level)
{
    const uint32_t b = s->spare[s->n_spare - 1];
    touch(s, b);
    s->bin[b].level = level;
    return b;
}

/* The bin's slot leaves or joins the active ones; its price counts or not. */
static void link_item(ul_search *s, uint32_t item, uint32_t b)
{
    ul_search_bin *bin = &s->bin[b];
    const ul_micro *need = ul_search_need(s, item, 0);
    ul_cost *sum = s->sum + (size_t)b * s->width;
    for (size_t q = 0; q < s->width; q++)
        sum[q] += need[q];
    s->bin_of[item] = b;
    s->previous[item] = UL_PACKING_NONE;
    s->next[item] = bin->head;
    if (bin->head != UL_PACKING_NONE)
        s->previous[bin->head] = item;
    bin->head = item;
    if (bin->n++ > 0)
        return;
    /* a spare slot is nearly always the top one; elsewhere it is looked up by undo alone */
    size_t q = s->n_spare;
    while (s->spare[--q] != b)
        continue;
    s->spare[q] = s->spare[--s->n_spare];
    bin->active = (uint32_t)s->n_active;
    s->active[s->n_active++] = b;
    s->cost += s->type[bin->level].price;
}

static void unlink_item(ul_search *s, uint32_t item)
{
    const uint32_t b = s->bin_of[item];
    ul_search_bin *bin = &s->bin[b];
    const ul_micro *need = ul_search_need(s, item, 0);
    ul_cost *sum = s->sum + (size_t)b * s->width;
    for (size_t q = 0; q < s->width; q++)
        sum[q] -= need[q];
    if (s->next[item] != UL_PACKING_NONE)
        s->previous[s->next[item]] = s->previous[item];
    if (s->previous[item] != UL_PACKING_NONE)
        s->next[s->previous[item]] = s->next[item];
    else
        bin->head = s->next[item];
    s->bin_of[item] = UL_PACKING_NONE;
    if (--bin->n > 0)
        return;
    s->active[bin->active] = s->active[--s->n_active];
    s->bin[s->active[bin->active]].active = bin->active;
    s->spare[s->n_spare++] = b;
    s->cost -= s->type[bin->level].price;
}

void ul_search_put(ul_search *s, uint32_t item, uint32_t b)
{
    touch(s, b);
    link_item(s, item, b);
}

void ul_search_lift(ul_search *s, uint32_t item)
{
    s->moved[s->n_moved++] = (struct ul_search_move){item, s->bin_of[item]};
    touch(s, s->bin_of[item]);
    unlink_item(s, item);
}

void ul_search_retype(ul_search *s, uint32_t b, uint32_t level)
{
    touch(s, b);
    if (s->bin[b].n > 0)
        s->cost += (ul_cost)s->type[level].price - s->type[s->bin[b].level].price;
    s->bin[b].level = level;
}

void ul_search_undo(ul_search *s)
{
    for (size_t q = 0; q < s->n_moved; q++)
        if (s->bin_of[s->moved[q].item] != UL_PACKING_NONE)
            unlink_item(s, s->moved[q].item);
    for (size_t q = 0; q < s->n_touched; q++) {
        ul_search_bin *bin = &s->bin[s->touched[q]];
        ul_search_retype(s, s->touched[q], bin->before);
        s->room += bin->room_before - bin->room;
        bin->room = bin->room_before;
    }
    for (size_t q = s->n_moved; q-- > 0;)
        link_item(s, s->moved[q].item, s->moved[q].from);
}

/* The content of a bin as the type at a level counts it. */
static const ul_cost *content(const ul_search *s, uint32_t b, uint32_t level)
{
    return s->sum + (size_t)b * s->width + s->type[level].class * s->in->n_resources;
}

bool ul_search_fits(const ul_search *s, uint32_t item, uint32_t b, uint32_t level)
{
    const ul_search_type *type = &s->type[level];
    const size_t n = s->in->n_resources;
    const ul_micro *need = ul_search_need(s, item, type->class);
    const ul_cost *sum = content(s, b, level);
    for (size_t r = 0; r < n; r++)
        if (sum[r] + need[r] > type->capacity[r])
            return false;
    return true;
}

static ul_micro room_of(const ul_search *s, uint32_t b)
{
    const ul_search_type *type = &s->type[s->bin[b].level];
    const ul_cost *sum = content(s, b, s->bin[b].level);
    int64_t unused = 0; /* in 2^-20 */
    for (size_t r = 0; r < s->in->n_resources; r++)
        if (type->capacity[r] > 0)
            unused += (int64_t)((type->capacity[r] - sum[r]) * s->scarcity[r] / type->capacity[r]);
    return (ul_micro)((ul_cost)type->price * unused * unused >> 40);
}

void ul_search_weigh(ul_search *s)
{
    double use[UL_RESOURCES_MAX], total = 0;
    for (size_t r = 0; r < s->in->n_resources; r++) {
        double used = 0, capacity = 0;
        for (size_t q = 0; q < s->n_active; q++) {
            const uint32_t b = s->active[q], level = s->bin[b].level;
            used += (double)content(s, b, level)[r];
            capacity += (double)s->type[level].capacity[r];
        }
        use[r] = capacity > 0 ? used / capacity : 0;
        use[r] *= use[r] * use[r] * use[r];
        total += use[r];
    }
    for (size_t r = 0; r < s->in->n_resources; r++)
        s->scarcity[r] = total > 0 ? (int64_t)(use[r] / total * (1 << 20)) : 0;
}

static void right_size(ul_search *s, uint32_t b)
{
    for (uint32_t level = 0; level < s->bin[b].level; level++) {
        const ul_cost *sum = content(s, b, level);
        bool holds = true;
        for (size_t r = 0; r < s->in->n_resources && holds; r++)
            holds = sum[r] <= s->type[level].capacity[r];
        if (holds)
            ul_search_retype(s, b, level);
    }
}

void ul_search_settle(ul_search *s)
{
    for (size_t q = 0; q < s->n_touched; q++) {
        ul_search_bin *bin = &s->bin[s->touched[q]];
        if (bin->n > 0)
            right_size(s, s->touched[q]);
        const ul_micro room = bin->n > 0 ? room_of(s, s->touched[q]) : 0;
        s->room += room - bin->room;
        bin->room = room;
    }
}

int64_t ul_search_slack(const ul_search *s, uint32_t item, uint32_t b, size_t resource)
{
    const ul_search_type *type = &s->type[s->bin[b].level];
    const size_t n = s->in->n_resources;
    const ul_micro *need = ul_search_need(s, item, type->class);
    const ul_cost *sum = content(s, b, s->bin[b].level);
    int64_t slack = 0;
    for (size_t r = 0; r < n; r++)
        if (resource == UL_NONE || r == resource)
            slack += (type->capacity[r] - (ul_micro)sum[r] - need[r]) * s->weight[r];
    return slack;
}

ul_status ul_search_plan(const ul_search *s, ul_arena *arena, ul_packing_plan **plan)
{
    size_t i;
    UL_TRY(ul_packing_plan_new(s->in, arena, plan));
    for (size_t q = 0; q < s->n_active; q++) {
        const ul_search_bin *bin = &s->bin[s->active[q]];
        UL_TRY(ul_plan_open(*plan, s->type[bin->level].type, &i));
        for (uint32_t item = bin->head; item != UL_PACKING_NONE; item = s->next[item])
            UL_TRY(ul_plan_put(*plan, i, s->record[item], 1));
    }
    return UL_OK;
}
