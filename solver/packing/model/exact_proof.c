#include "exact_proof.h"

#include <stdlib.h>

void ul_tree_free(ul_tree *tree)
{
    free(tree->node);
    free(tree->waiting);
    tree->node = NULL;
    tree->waiting = NULL;
}
