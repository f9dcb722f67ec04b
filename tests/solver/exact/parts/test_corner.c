/* Groups of whole vectors modulo a lattice, and plans of many copies by the shortest paths in them. */
#include <criterion/criterion.h>

#include "corner.h"
#include "restarting_dive.h"
#include "exact_scene.h"
#include "lattice.h"
#include "random_packing.h"

enum { ROWS = 3, LATTICES = 300, ENTRY = 6, PACKINGS = 20 };

/* The determinant of a 3 x 3 matrix. */
static int64_t determinant(int64_t v[][UL_LATTICE_MAX])
{
    return v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) - v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0])
           + v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
}

static void draw(ul_rng *rng, int64_t *vector)
{
    for (size_t i = 0; i < ROWS; i++)
        vector[i] = ul_rng_between(rng, -ENTRY, ENTRY);
}

/* Elements are sums of digits, and a vector of the lattice changes none. */
static void expect_group(const ul_lattice *lattice, int64_t v[][UL_LATTICE_MAX], ul_rng *rng)
{
    int64_t a[UL_LATTICE_MAX], b[UL_LATTICE_MAX], sum[UL_LATTICE_MAX], digit[2][UL_LATTICE_MAX];
    draw(rng, a);
    draw(rng, b);
    const uint32_t of_a = ul_lattice_element(lattice, a), of_b = ul_lattice_element(lattice, b);
    cr_assert_lt(of_a, lattice->n_elements);
    ul_lattice_digits(lattice, of_a, digit[0]);
    ul_lattice_digits(lattice, of_b, digit[1]);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < ROWS; i++)
            sum[i] = a[i] + sign * b[i] + 5 * v[0][i] - 2 * v[2][i];
        cr_assert_eq(ul_lattice_add(lattice, digit[0], digit[1], sign), ul_lattice_element(lattice, sum));
    }
}

Test(corner, a_lattice_has_as_many_elements_as_its_determinant)
{
    ul_rng *rng = ul_rng_new(1);
    size_t n_open = 0;
    for (size_t q = 0; q < LATTICES; q++) {
        int64_t v[UL_LATTICE_MAX][UL_LATTICE_MAX] = {{0}};
        ul_lattice lattice;
        for (size_t row = 0; row < ROWS; row++)
            draw(rng, v[row]);
        const int64_t det = llabs(determinant(v));
        cr_assert_eq(ul_lattice_open(&lattice, ROWS, v, 500), det > 0 && det <= 500);
        if (det == 0 || det > 500)
            continue;
        n_open++;
        cr_assert_eq(lattice.n_elements, det);
        for (size_t pair = 0; pair < 20; pair++)
            expect_group(&lattice, v, rng);
    }
    cr_assert_gt(n_open, LATTICES / 4);
    ul_rng_free(rng);
}

/* Three items of thousands of copies, and two types. */
static ul_status build(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    UL_TRY(ul_packing_set_name(b, "copies"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    for (size_t k = 0; k < 2; k++) {
        const ul_micro capacity = ul_rng_between(rng, 40, 60) * RANDOM_UNIT;
        UL_TRY(ul_packing_add_type(b, k == 0 ? "a" : "b", "f", capacity + ul_rng_between(rng, 0, 9) * RANDOM_UNIT,
                                   &capacity));
    }
    for (size_t j = 0; j < 3; j++) {
        const ul_micro demand = ul_rng_between(rng, 4, 30) * RANDOM_UNIT;
        const char *const name[] = {"s", "t", "u"};
        const ul_packing_task_facts facts = {name[j], (uint32_t)ul_rng_between(rng, 3000, 9000), NULL, NULL, -1, &demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

/* Nearly always: a basis that has next to nothing of a pattern has not enough to give. */
Test(corner, plans_of_many_copies_are_the_optimum)
{
    ul_rng *rng = ul_rng_new(2);
    size_t n_optimal = 0;
    for (size_t q = 0; q < PACKINGS; q++) {
        ul_instance instance;
        exact_scene it;
        cr_assert_eq(ul_packing_build(build, rng, &instance), UL_OK, "%s", ul_error_text());
        open_exact(&it, &instance);
        begin_with_singles(&it);
        cr_assert_eq(ul_restarting_dive(&it.exact, 0), UL_OK);
        cr_assert_eq(ul_pack_corner(&it.exact), UL_OK);
        expect_all_held(&it);
        const ul_cost cost = it.exact.best.cost * it.problem.unit;
        n_optimal += cost == UL_COST_PER_MICRO * (ul_cost)solved_cost(&instance, "exact", "");
        close_exact(&it);
        ul_instance_free(&instance);
    }
    cr_assert_geq(n_optimal, PACKINGS * 9 / 10, "%zu of %d", n_optimal, PACKINGS);
    ul_rng_free(rng);
}
