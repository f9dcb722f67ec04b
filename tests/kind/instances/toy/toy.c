#include <stdlib.h>
#include <string.h>

#include "kind_functions.h"
#include "names.h"
#include "plan_file.h"
#include "toy.h"
#include "toy_plan.h"

/* ---- instances ---- */

ul_toy_builder *ul_toy_builder_new(void)
{
    ul_toy_builder *b = calloc(1, sizeof *b);
    if (b != NULL && (b->arena = ul_arena_new()) == NULL) {
        free(b);
        return NULL;
    }
    return b;
}

void ul_toy_free(ul_toy *in)
{
    if (in != NULL)
        ul_arena_free(in->arena);
    free(in);
}

void ul_toy_builder_free(ul_toy_builder *b)
{
    ul_toy_free(b);
}

static ul_status keep(ul_toy *in, const char *what, const char *text, const char **kept)
{
    UL_TRY(ul_name_check(what, text));
    *kept = ul_arena_text(in->arena, text, strlen(text));
    return *kept == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_toy_set_name(ul_toy_builder *b, const char *name)
{
    return keep(b, "instance", name, &b->name);
}

ul_status ul_toy_add_pack(ul_toy_builder *b, const char *name, uint64_t units, ul_micro price)
{
    if (b->n_packs == UL_TOY_PACKS_MAX)
        return ul_fail(UL_E_INPUT, "there are more than %d packs", UL_TOY_PACKS_MAX);
    ul_toy_pack *pack = &b->pack[b->n_packs++];
    pack->units = units;
    pack->price = price;
    return keep(b, "pack", name, &pack->name);
}

ul_status ul_toy_finish(ul_toy_builder *b, ul_toy **in)
{
    if (b->name == NULL || b->n_packs == 0) {
        ul_toy_free(b);
        return ul_fail(UL_E_INPUT, "the instance has no name or no pack");
    }
    *in = b;
    return UL_OK;
}

/* ---- files ---- */

ul_status ul_toy_reader_row(void *reader, const ul_csv_row *row)
{
    ul_toy_builder *b = reader;
    const char *tag = row->field[0].text;
    uint64_t units;
    ul_micro price;
    if (strcmp(tag, "name") == 0) {
        UL_TRY(ul_csv_expect(row, 2, "name,NAME"));
        return ul_csv_at(row, 1, ul_toy_set_name(b, row->field[1].text));
    }
    if (strcmp(tag, "wanted") == 0) {
        UL_TRY(ul_csv_expect(row, 2, "wanted,UNITS"));
        return ul_csv_count(row, 1, "the units wanted", UL_TOY_UNITS_MAX, &b->wanted);
    }
    if (strcmp(tag, "pack") != 0)
        return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, wanted or pack", tag);
    UL_TRY(ul_csv_expect(row, 4, "pack,NAME,UNITS,PRICE"));
    UL_TRY(ul_csv_count(row, 2, "the units", UL_TOY_UNITS_MAX, &units));
    if (units == 0)
        return ul_csv_fail(row, 2, "a pack has at least one unit");
    UL_TRY(ul_csv_micro(row, 3, "the price", &price));
    return ul_csv_at(row, 1, ul_toy_add_pack(b, row->field[1].text, units, price));
}

void ul_toy_put(const ul_toy *in, ul_output *out)
{
    ul_output_csv(out, "ullage,1,toy\nname,%t\nwanted,%i\n", in->name, (int64_t)in->wanted);
    for (size_t k = 0; k < in->n_packs; k++)
        ul_output_csv(out, "pack,%t,%i,%m\n", in->pack[k].name, (int64_t)in->pack[k].units,
                      in->pack[k].price);
}

/* ---- plans ---- */

ul_status ul_toy_plan_new(const ul_toy *in, ul_arena *arena, ul_toy_plan **plan)
{
    UL_ALLOC(arena, *plan, 1);
    (*plan)->in = in;
    UL_ALLOC(arena, (*plan)->count, in->n_packs);
    return UL_OK;
}

ul_status ul_toy_plan_copy(const ul_toy_plan *plan, ul_arena *arena, ul_toy_plan **copy)
{
    UL_TRY(ul_toy_plan_new(plan->in, arena, copy));
    memcpy((*copy)->count, plan->count, plan->in->n_packs * sizeof *plan->count);
    return UL_OK;
}

ul_status ul_toy_check(const ul_toy_plan *plan, bool *valid, ul_cost *cost)
{
    uint64_t units = 0;
    *valid = true;
    *cost = 0;
    for (size_t k = 0; k < plan->in->n_packs; k++) {
        units += plan->count[k] * plan->in->pack[k].units;
        *cost += (ul_cost)plan->in->pack[k].price * UL_COST_PER_MICRO * (ul_cost)plan->count[k];
    }
    return units >= plan->in->wanted
               ? UL_OK
               : ul_refuse(valid, "the packs have %llu units, %llu are wanted",
                           (unsigned long long)units, (unsigned long long)plan->in->wanted);
}

ul_status ul_toy_plan_write(const ul_toy_plan *plan, const char *method, const char *path)
{
    ul_output *out;
    UL_TRY(ul_plan_file_begin(path, "toy", plan->in->name, plan->in->sha256, method, &out));
    for (size_t k = 0; k < plan->in->n_packs; k++)
        if (plan->count[k] > 0) {
            ul_output_text(out, "buy,");
            ul_output_field(out, plan->in->pack[k].name);
            ul_output_format(out, ",%llu\n", (unsigned long long)plan->count[k]);
        }
    return ul_output_close(out, NULL);
}

static ul_status read_buy(void *context, const ul_csv_row *row)
{
    ul_toy_plan *plan = context;
    size_t k = 0;
    UL_TRY(ul_csv_expect(row, 3, "buy,PACK,COUNT"));
    while (k < plan->in->n_packs && strcmp(plan->in->pack[k].name, row->field[1].text) != 0)
        k++;
    if (k == plan->in->n_packs)
        return ul_csv_fail(row, 1, "the instance has no pack '%.80s'", row->field[1].text);
    return ul_csv_count(row, 2, "the number of packs", UL_TOY_UNITS_MAX, &plan->count[k]);
}

ul_status ul_toy_plan_read(const ul_toy *in, ul_arena *arena, const char *path, ul_toy_plan **plan)
{
    static const ul_plan_record record[] = {{"buy", read_buy}};
    UL_TRY(ul_toy_plan_new(in, arena, plan));
    return ul_plan_file_read(path, "toy", in->sha256, record, 1, *plan);
}

/* ---- the kind ---- */

UL_KIND_FUNCTIONS(toy, ul_toy_finish(reader, &in))

const ul_kind ul_kind_toy = {
    .brief = "packs of units, enough and as cheap as possible (a test)",
    .cost_per = "",
    UL_KIND_MEMBERS(toy),
};
