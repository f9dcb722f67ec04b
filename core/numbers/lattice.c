#include "lattice.h"

#define ENTRY_MAX ((ul_cost)1 << 62) /* so that a product with a quotient stays inside 128 bits */

static ul_cost floor_of(ul_cost a, ul_cost b)
{
    const ul_cost times = a / b;
    return times - (a - times * b < 0);
}

/* Takes the row out of vector q by Euclid's algorithm on it and the row's own. */
static bool clear_row(ul_lattice *lattice, size_t row, size_t q)
{
    ul_cost *own = lattice->basis[row], *other = lattice->basis[q];
    while (other[row] != 0) {
        const ul_cost times = own[row] / other[row];
        for (size_t i = row; i < lattice->n; i++) {
            const ul_cost rest = own[i] - times * other[i];
            if (rest > ENTRY_MAX || rest < -ENTRY_MAX)
                return false;
            own[i] = other[i];
            other[i] = rest;
        }
    }
    return true;
}

/* Below the diagonal everything becomes at least zero and less than the diagonal of its row; the
 * last vectors first, so that numbers stay small. */
static void reduce(ul_lattice *lattice)
{
    size_t digit[UL_LATTICE_MAX];
    for (size_t q = lattice->n; q-- > 0;)
        for (size_t row = q + 1; row < lattice->n; row++) {
            const ul_cost *own = lattice->basis[row], times = floor_of(lattice->basis[q][row], own[row]);
            for (size_t i = row; i < lattice->n; i++)
                lattice->basis[q][i] -= times * own[i];
        }
    for (size_t row = 0; row < lattice->n; row++)
        if (lattice->basis[row][row] > 1)
            digit[lattice->n_digits++] = row;
    for (size_t a = 0; a < lattice->n_digits; a++)
        for (size_t b = a; b < lattice->n_digits; b++)
            lattice->carry[a][b] = (int64_t)lattice->basis[digit[a]][digit[b]];
}

bool ul_lattice_open(ul_lattice *lattice, size_t n, int64_t vector[][UL_LATTICE_MAX], uint32_t most)
{
    ul_cost elements = 1;
    *lattice = (ul_lattice){.n = n};
    for (size_t q = 0; q < n; q++)
        for (size_t i = 0; i < n; i++)
            lattice->basis[q][i] = vector[q][i];
    for (size_t row = 0; row < n; row++) {
        for (size_t q = row + 1; q < n; q++)
            if (!clear_row(lattice, row, q))
                return false;
        if (lattice->basis[row][row] < 0)
            for (size_t i = row; i < n; i++)
                lattice->basis[row][i] = -lattice->basis[row][i];
        elements *= lattice->basis[row][row];
        if (elements == 0 || elements > most)
            return false;
    }
    lattice->n_elements = (uint32_t)elements;
    reduce(lattice);
    return true;
}

uint32_t ul_lattice_element(const ul_lattice *lattice, const int64_t *vector)
{
    ul_cost rest[UL_LATTICE_MAX], element = 0;
    for (size_t i = 0; i < lattice->n; i++)
        rest[i] = vector[i];
    for (size_t row = 0; row < lattice->n; row++) {
        const ul_cost *own = lattice->basis[row], times = floor_of(rest[row], own[row]);
        for (size_t i = row; i < lattice->n; i++)
            rest[i] -= times * own[i];
        element = element * own[row] + rest[row];
    }
    return (uint32_t)element;
}

void ul_lattice_digits(const ul_lattice *lattice, uint32_t element, int64_t *digit)
{
    for (size_t d = lattice->n_digits; d-- > 0; element /= (uint32_t)lattice->carry[d][d])
        digit[d] = element % (uint32_t)lattice->carry[d][d];
}

uint32_t ul_lattice_add(const ul_lattice *lattice, const int64_t *a, const int64_t *b, int sign)
{
    int64_t sum[UL_LATTICE_MAX];
    uint32_t element = 0;
    for (size_t d = 0; d < lattice->n_digits; d++)
        sum[d] = a[d] + sign * b[d];
    for (size_t d = 0; d < lattice->n_digits; d++) {
        const int64_t *own = lattice->carry[d];
        for (; sum[d] >= own[d]; sum[d] -= own[d])
            for (size_t later = d + 1; later < lattice->n_digits; later++)
                sum[later] -= own[later];
        for (; sum[d] < 0; sum[d] += own[d])
            for (size_t later = d + 1; later < lattice->n_digits; later++)
                sum[later] += own[later];
        element = element * (uint32_t)own[d] + (uint32_t)sum[d];
    }
    return element;
}
