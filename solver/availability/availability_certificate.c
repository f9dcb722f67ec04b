#include "availability_certificate.h"

#include <stdlib.h>

#include "output.h"

/* Rows by number: counts are the columns', sets follow in the order of their first use. */
typedef struct {
    const ul_cover *cover;
    ul_output *out;
    ul_down *set;
    size_t *slot; /* index + 1 into set[]; 0 is free */
    size_t n_sets, slots;
    bool counted[UL_COVER_COLUMNS];
} writer;

static size_t slot_of(const writer *w, ul_down set)
{
    size_t at = (size_t)(set * 0x9e3779b97f4a7c15u >> 20) & (w->slots - 1);
    while (w->slot[at] != 0 && w->set[w->slot[at] - 1] != set)
        at = (at + 1) & (w->slots - 1);
    return at;
}

static ul_status grow(writer *w)
{
    const size_t slots = w->slots == 0 ? 1024 : w->slots * 2;
    ul_down *set = realloc(w->set, slots / 2 * sizeof *set);
    if (set != NULL)
        w->set = set;
    size_t *slot = calloc(slots, sizeof *slot);
    if (set == NULL || slot == NULL) {
        free(slot);
        return ul_no_memory();
    }
    free(w->slot);
    w->slot = slot;
    w->slots = slots;
    for (size_t q = 0; q < w->n_sets; q++)
        w->slot[slot_of(w, w->set[q])] = q + 1;
    return UL_OK;
}

/* The number of a set, which is defined here when it is new. */
static ul_status number_set(writer *w, ul_down set, size_t *id)
{
    if (w->n_sets * 2 >= w->slots)
        UL_TRY(grow(w));
    const size_t at = slot_of(w, set);
    if (w->slot[at] == 0) {
        w->set[w->n_sets++] = set;
        w->slot[at] = w->n_sets;
        ul_output_format(w->out, "set,%zu", UL_COVER_COLUMNS + w->n_sets);
        for (; set != 0; set &= set - 1) {
            ul_output_text(w->out, ",");
            ul_output_field(w->out,
                            w->cover->in->type[w->cover->type[__builtin_ctzll(set)]].name);
        }
        ul_output_text(w->out, "\n");
    }
    *id = UL_COVER_COLUMNS + w->slot[at];
    return UL_OK;
}

/* The number of a column's count. On-demand machines that it replaces count for it. */
static size_t number_count(writer *w, size_t k)
{
    const ul_availability *in = w->cover->in;
    if (!w->counted[k]) {
        w->counted[k] = true;
        ul_output_format(w->out, "count,%zu,%s", k + 1, w->cover->on_demand[k] ? "on-demand" : "hold");
        for (size_t type = 0; type < in->n_types; type++) {
            uint64_t weight = 1;
            if (w->cover->on_demand[k] ? ul_cover_replaces(w->cover, type, &weight) != k
                                       : type != w->cover->type[k])
                continue;
            ul_output_csv(w->out, ",%t,%i", in->type[type].name, (int64_t)weight);
        }
        ul_output_text(w->out, "\n");
    }
    return k + 1;
}

static bool is_branched(const ul_cover_node *node)
{
    return node->first != NULL && node->second != NULL;
}

static ul_status write_leaf(writer *w, const ul_cover_node *node)
{
    char number[UL_NUMBER_TEXT];
    size_t id[UL_COVER_COLUMNS + 1];
    const ul_cover_proof *proof = node->proof;
    for (size_t q = 0; proof != NULL && !node->impossible && q < proof->n; q++) {
        if (proof->use[q].column >= 0)
            id[q] = number_count(w, (size_t)proof->use[q].column);
        else
            UL_TRY(number_set(w, proof->use[q].set, &id[q]));
    }
    if (node->impossible || proof == NULL) {
        ul_output_text(w->out, node->impossible ? "leaf\n" : "leaf,1\n");
        return UL_OK;
    }
    ul_output_format(w->out, "leaf,%llu\n", 1ull << proof->scale_bits);
    for (size_t q = 0; q < proof->n; q++) {
        ul_output_format(w->out, "use,%zu,%s", id[q], ul_whole_text(proof->use[q].value, number));
        if (proof->use[q].divisor != 0)
            ul_output_format(w->out, ",%u", proof->use[q].divisor);
        ul_output_text(w->out, "\n");
    }
    return UL_OK;
}

static ul_status write_node(writer *w, const ul_cover_node *node)
{
    size_t id;
    if (!is_branched(node))
        return write_leaf(w, node);
    const ul_cover_node *first = node->first;
    if (first->decision == UL_SURVIVE) {
        UL_TRY(number_set(w, first->set, &id));
        ul_output_format(w->out, "branch,%zu\n", id);
        return UL_OK;
    }
    id = number_count(w, first->column);
    ul_output_format(w->out, "branch,%zu,%llu\n", id,
                     (unsigned long long)(first->limit / w->cover->size[first->column] + 0.5));
    return UL_OK;
}

/* The next in the order of the file: a node, all below its first side, then the second. */
static const ul_cover_node *next_node(const ul_cover_node *node)
{
    if (is_branched(node))
        return node->first;
    while (node->parent != NULL && node == node->parent->second)
        node = node->parent;
    return node->parent == NULL ? NULL : node->parent->second;
}

static ul_status write_tree(writer *w, const ul_cover_node *root)
{
    for (const ul_cover_node *node = root; node != NULL; node = next_node(node))
        UL_TRY(write_node(w, node));
    return UL_OK;
}

static ul_status begin(const ul_cover *cover, const char *path, ul_output **out)
{
    UL_TRY(ul_output_open(path, out));
    ul_output_csv(*out, "ullage-certificate,1,availability\ninstance,%t,%t\n", cover->in->name,
                  cover->in->sha256);
    return UL_OK;
}

ul_status ul_cover_certificate_write_none(const ul_cover *cover, const char *path)
{
    ul_output *out;
    UL_TRY(begin(cover, path, &out));
    ul_output_text(out, "infeasible\n");
    return ul_output_close(out, NULL);
}

ul_status ul_cover_certificate_write(const ul_cover *cover, const ul_cover_node *root,
                                     ul_cost *bound, const char *path)
{
    writer w = {.cover = cover};
    char number[UL_NUMBER_TEXT];
    for (const ul_cover_node *node = root; node != NULL; node = next_node(node))
        if (!is_branched(node) && !node->impossible && node->bound < *bound)
            *bound = node->bound;
    UL_TRY(begin(cover, path, &w.out));
    ul_output_format(w.out, "bound,%s\n", ul_cost_text(*bound, number));
    const ul_status status = write_tree(&w, root);
    free(w.set);
    free(w.slot);
    return ul_output_finish(w.out, status);
}
