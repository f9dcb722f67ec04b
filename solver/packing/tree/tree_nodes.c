#include <stdlib.h>

#include "branch_tree.h"
#include "grow.h"
#include "heap.h"

/* The open node of least bound comes first, of these the deepest and then the newest. */
static bool comes_before(ul_tree_open a, ul_tree_open b)
{
    if (a.bound != b.bound)
        return a.bound < b.bound;
    return a.depth != b.depth ? a.depth > b.depth : a.node > b.node;
}

UL_HEAP(waiting, ul_tree_open, comes_before, 2)

void ul_tree_let_wait(ul_tree *tree, size_t node)
{
    const ul_tree_node *mine = &tree->node[node];
    waiting_push(tree->waiting, &tree->n_waiting,
                 (ul_tree_open){mine->bound, mine->depth, node});
}

ul_status ul_tree_add_node(ul_tree *tree, ul_tree_node node)
{
    UL_TRY(ul_grow_2(&tree->node, sizeof *tree->node, &tree->waiting, sizeof *tree->waiting,
                     tree->n_nodes, &tree->node_room));
    tree->node[tree->n_nodes++] = node;
    ul_tree_let_wait(tree, tree->n_nodes - 1);
    return UL_OK;
}

size_t ul_tree_next(ul_tree *tree)
{
    return waiting_pop(tree->waiting, &tree->n_waiting).node;
}

ul_status ul_tree_split(ul_tree *tree, size_t node, size_t rule, int64_t whole)
{
    const ul_tree_node parent = tree->node[node];
    ul_tree_node child = {.parent = node, .rule = rule, .limit = whole, .bound = parent.bound,
                          .depth = parent.depth + 1, .open = true, .proof = parent.proof};
    UL_TRY(ul_tree_add_node(tree, child));
    child.upper = true;
    child.limit = whole + 1;
    return ul_tree_add_node(tree, child);
}

int64_t ul_tree_bound_of(const ul_tree *tree)
{
    return tree->n_waiting == 0 || tree->waiting[0].bound > tree->cutoff ? tree->cutoff
                                                                         : tree->waiting[0].bound;
}

void ul_tree_free(ul_tree *tree)
{
    ul_pattern_lp_free(tree->lp);
    free(tree->node);
    free(tree->waiting);
    tree->lp = NULL;
    tree->node = NULL;
    tree->waiting = NULL;
}
