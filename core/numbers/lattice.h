/* Whole vectors modulo a lattice: a finite group, of as many elements as the determinant of the
 * lattice's basis. An element is a number; as digits, one for each row of Hermite's normal form
 * whose diagonal is above 1, elements are added without divisions.
 *
 * O(n^3) times the length of numbers to open, O(digits) to add.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixed.h"

enum { UL_LATTICE_MAX = 12 };

typedef struct {
    size_t n;
    ul_cost basis[UL_LATTICE_MAX][UL_LATTICE_MAX]; /* [vector][row]: zero above the diagonal */
    size_t n_digits;
    int64_t carry[UL_LATTICE_MAX][UL_LATTICE_MAX]; /* the basis in the rows of digits */
    uint32_t n_elements;
} ul_lattice;

/* Of n vectors; false where they are dependent, or the group has more than `most` elements. */
bool ul_lattice_open(ul_lattice *lattice, size_t n, int64_t vector[][UL_LATTICE_MAX], uint32_t most);

uint32_t ul_lattice_element(const ul_lattice *lattice, const int64_t *vector);

void ul_lattice_digits(const ul_lattice *lattice, uint32_t element, int64_t *digit);

/* The element of a + sign * b, by their digits. */
uint32_t ul_lattice_add(const ul_lattice *lattice, const int64_t *a, const int64_t *b, int sign);
