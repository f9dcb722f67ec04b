#include "availability_nodes.h"

#include <string.h>

#include "heap.h"

enum { NODES_MAX = 4000000 };

ul_cover_node *ul_cover_node_new(ul_cover_nodes *nodes, const ul_cover_node *like)
{
    ul_cover_node *v = nodes->free;
    if (v != NULL) {
        nodes->free = v->parent;
    } else {
        v = nodes->n_nodes < NODES_MAX ? ul_arena_alloc_raw(nodes->arena, 1, sizeof *v) : NULL;
        if (v == NULL) {
            nodes->out_of_memory = true;
            return NULL;
        }
        nodes->n_nodes++;
    }
    *v = *like;
    v->children = v->n_rows = 0;
    if (v->parent != NULL) {
        const bool second = v->decision == UL_FAIL || v->decision == UL_AT_LEAST;
        *(second ? &v->parent->second : &v->parent->first) = v;
        v->parent->children++;
    }
    return v;
}

void ul_cover_node_prove(ul_cover_nodes *nodes, ul_cover_node *node, const ul_cover_proof *proof)
{
    if (proof->bound <= node->bound)
        return;
    const size_t bytes = offsetof(ul_cover_proof, use) + proof->n * sizeof *proof->use;
    void *kept = nodes->keeps ? ul_arena_alloc_raw(nodes->arena, 1, bytes) : NULL;
    if (nodes->keeps && kept == NULL) {
        nodes->out_of_memory = true;
        return;
    }
    if (kept != NULL)
        memcpy(kept, proof, bytes); /* as far as it is used */
    node->bound = proof->bound;
    node->proof = kept;
}

void ul_cover_node_done(ul_cover_nodes *nodes, ul_cover_node *node)
{
    while (!nodes->keeps && node != NULL && node->children == 0) {
        ul_cover_node *parent = node->parent;
        node->parent = nodes->free;
        nodes->free = node;
        node = parent;
        if (node != NULL)
            node->children--;
    }
}

#define LESS_BOUND(a, b) ((a)->bound < (b)->bound)
UL_HEAP(open, ul_cover_node *, LESS_BOUND, 2)

ul_status ul_cover_node_push(ul_cover_nodes *nodes, ul_cover_node *node)
{
    UL_MORE(nodes->arena, nodes->heap, nodes->n_open, nodes->room);
    open_push(nodes->heap, &nodes->n_open, node);
    return UL_OK;
}

ul_cover_node *ul_cover_node_pop(ul_cover_nodes *nodes)
{
    return open_pop(nodes->heap, &nodes->n_open);
}
