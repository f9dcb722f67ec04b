/* Plans as files: ullage-plan,1,packing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "packing_plan.h"
#include "plan_file.h"

static bool is_alike(const ul_packing_plan *plan, const ul_plan_bin *a, const ul_plan_bin *b)
{
    uint32_t x = a->head, y = b->head;
    while (x != UL_PACKING_NONE && y != UL_PACKING_NONE && plan->entry[x].task == plan->entry[y].task
           && plan->entry[x].count == plan->entry[y].count) {
        x = plan->entry[x].next;
        y = plan->entry[y].next;
    }
    return a->type == b->type && x == UL_PACKING_NONE && y == UL_PACKING_NONE;
}

static void write_bin(ul_output *out, const ul_packing_plan *plan, const ul_plan_bin *bin,
                      uint64_t copies, uint32_t *stack)
{
    ul_output_csv(out, "bin,%t,%i", plan->in->type[bin->type].name, (int64_t)copies);
    size_t depth = 0; /* the list runs newest first; files read better oldest first */
    for (uint32_t e = bin->head; e != UL_PACKING_NONE; e = plan->entry[e].next)
        stack[depth++] = e;
    while (depth > 0) {
        const ul_plan_entry *entry = &plan->entry[stack[--depth]];
        char text[UL_NAME_MAX + 16];
        snprintf(text, sizeof text, "%s:%u", plan->in->task[entry->task].name, entry->count);
        ul_output_csv(out, ",%t", text);
    }
    ul_output_text(out, "\n");
}

ul_status ul_packing_plan_write(const ul_packing_plan *plan, const char *method, const char *path)
{
    ul_output *out;
    uint32_t *stack = malloc((plan->n_entries + 1) * sizeof *stack);
    if (stack == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory writing a plan");
    const ul_status status = ul_plan_file_begin(path, "packing", plan->in->name, plan->in->sha256,
                                                method, &out);
    if (status != UL_OK) {
        free(stack);
        return status;
    }
    for (size_t i = 0, next; i < plan->n_bins; i = next) { /* alike side by side: one record */
        uint64_t copies = plan->bin[i].copies;
        for (next = i + 1; next < plan->n_bins && is_alike(plan, &plan->bin[i], &plan->bin[next])
                           && copies + plan->bin[next].copies <= UL_COPIES_MAX; next++)
            copies += plan->bin[next].copies;
        write_bin(out, plan, &plan->bin[i], copies, stack);
    }
    free(stack);
    return ul_output_close(out, NULL);
}

typedef struct {
    ul_packing_plan *plan;
    ul_names *task, *type;
} reading;

static ul_status read_entry(reading *state, const ul_csv_row *row, size_t field, size_t i)
{
    const char *text = row->field[field].text;
    const char *colon = strrchr(text, ':');
    uint64_t count;
    if (colon == NULL
        || ul_count_parse(colon + 1, strlen(colon + 1), UL_COPIES_MAX, &count) != UL_NUMBER_OK
        || count == 0)
        return ul_csv_fail(row, field, "'%.80s' is not TASK:COUNT", text);
    const size_t j = ul_names_find(state->task, text, (size_t)(colon - text));
    if (j == UL_NONE)
        return ul_csv_fail(row, field, "the instance has no task '%.*s'", (int)(colon - text), text);
    return ul_plan_put(state->plan, i, j, (uint32_t)count);
}

static ul_status read_bin(void *context, const ul_csv_row *row)
{
    reading *state = context;
    uint64_t copies;
    size_t i;
    if (row->n < 3)
        return ul_csv_fail(row, row->n, "expected bin,TYPE,COPIES,TASK:COUNT...");
    const size_t k = ul_names_find(state->type, row->field[1].text, row->field[1].length);
    if (k == UL_NONE)
        return ul_csv_fail(row, 1, "the instance has no type '%.80s'", row->field[1].text);
    UL_TRY(ul_csv_count(row, 2, "the number of copies", UL_COPIES_MAX, &copies));
    if (copies == 0)
        return ul_csv_fail(row, 2, "a bin has at least one copy");
    UL_TRY(ul_plan_open(state->plan, k, &i));
    state->plan->bin[i].copies = (uint32_t)copies;
    for (size_t q = 3; q < row->n; q++)
        UL_TRY(read_entry(state, row, q, i));
    return UL_OK;
}

static ul_status index_names(const ul_packing *in, reading *state)
{
    state->task = ul_names_new();
    state->type = ul_names_new();
    bool whole = state->task != NULL && state->type != NULL;
    for (size_t j = 0; whole && j < in->n_tasks; j++)
        whole = ul_names_add(state->task, in->task[j].name, strlen(in->task[j].name), NULL) == j;
    for (size_t k = 0; whole && k < in->n_types; k++)
        whole = ul_names_add(state->type, in->type[k].name, strlen(in->type[k].name), NULL) == k;
    return whole ? UL_OK : ul_fail(UL_E_MEMORY, "out of memory reading a plan");
}

ul_status ul_packing_plan_read(const ul_packing *in, ul_arena *arena, const char *path,
                               ul_packing_plan **plan)
{
    static const ul_plan_record record[] = {{"bin", read_bin}};
    reading state = {0};
    UL_TRY(ul_packing_plan_new(in, arena, plan));
    state.plan = *plan;
    ul_status status = index_names(in, &state);
    if (status == UL_OK)
        status = ul_plan_file_read(path, "packing", in->sha256, record, 1, &state);
    ul_names_free(state.task);
    ul_names_free(state.type);
    return status;
}
