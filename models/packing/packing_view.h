/* A packing instance as the formulations see it: families merged into classes,
 * equal types into one, task records into shapes.
 *
 * Two families are of one class when every shape demands the same on both, so
 * an instance without family-specific demands has one class. Types are merged
 * when class, capacity and price agree and any number of either can be rented: a plan
 * then names the first of them.
 *
 * O(families^2 shapes resources + types^2 resources + tasks).
 */
#pragma once

#include "arena.h"
#include "packing_plan.h"

typedef struct {
    const ul_packing *in;
    size_t n_classes;
    size_t *class_family; /* a family of each class */
    size_t *type_class;   /* of each type */
    size_t n_types;       /* merged */
    size_t *type;         /* their indices in the instance, in file order */
    uint64_t *copies;     /* tasks of each shape */
    ul_cost unit;         /* greatest common divisor of the prices */
    uint32_t *record;     /* the first of each shape */
} ul_packing_view;

ul_status ul_packing_view_new(const ul_packing *in, ul_arena *arena, ul_packing_view **view);

/* Whether only so many machines of a type are to be had. */
bool ul_packing_view_is_limited(const ul_packing_view *view, size_t type);

/* Demand of a shape on any family of a class. */
const ul_micro *ul_packing_view_demand(const ul_packing_view *view, size_t shape, size_t class);
/* Whether some type of the class holds one task of the shape. */
bool ul_packing_view_has_place(const ul_packing_view *view, size_t shape, size_t class);
/* Whether a shape demands nothing at all on a class. Such a task adds nothing to
 * a capacity row, and must be kept off machines that do not exist by a row of its own. */
bool ul_packing_view_weightless(const ul_packing_view *view, size_t shape, size_t class);
/* How many tasks of the shape fit on an empty machine of the type, at most its copies. */
uint64_t ul_packing_view_most(const ul_packing_view *view, size_t shape, size_t type);

/* Whether a capacity row written in demands is beyond floating-point solvers: with
 * columns whole only to 1e-5, a row is off by up to 1e-5 of the capacity, which
 * must stay below the finest step between two sums of demands. */
bool ul_packing_view_is_fragile(const ul_packing_view *view);

/* A shape is called after its first task record. */
const char *ul_packing_view_shape_name(const ul_packing_view *view, size_t shape);
/* The shapes in descending reservation price, ties by index. */
ul_status ul_packing_view_order(const ul_packing_view *view, ul_arena *arena, size_t **order);

/* What the plan lacks joins the first machine that has room, or opens one. */
ul_status ul_packing_view_complete(const ul_packing_view *view, ul_packing_plan *plan);
