/* The toy problem: packs of units, each at a price; at least so many units are wanted.
 *
 *     ullage,1,toy
 *     name,NAME
 *     wanted,UNITS
 *     pack,NAME,UNITS,PRICE
 */
#pragma once

#include "arena.h"
#include "fixed.h"
#include "instance.h"
#include "sha256.h"
#include "status.h"

enum { UL_TOY_PACKS_MAX = 16, UL_TOY_UNITS_MAX = 1000000 };

typedef struct {
    const char *name;
    uint64_t units;
    ul_micro price;
} ul_toy_pack;

typedef struct ul_toy {
    const char *name;
    char sha256[UL_SHA256_TEXT];
    uint64_t wanted;
    size_t n_packs;
    ul_toy_pack pack[UL_TOY_PACKS_MAX];
    ul_arena *arena; /* the names */
} ul_toy;

/* An instance is its own builder: finish() checks that it is whole. */
typedef struct ul_toy ul_toy_builder;

ul_toy_builder *ul_toy_builder_new(void);
void ul_toy_builder_free(ul_toy_builder *b);
ul_status ul_toy_set_name(ul_toy_builder *b, const char *name);
ul_status ul_toy_add_pack(ul_toy_builder *b, const char *name, uint64_t units, ul_micro price);
ul_status ul_toy_finish(ul_toy_builder *b, ul_toy **in);
void ul_toy_free(ul_toy *in);

UL_KIND_DECLARATIONS(toy);
