/* Cuts whose duals are priced, on a thousand small random problems: pricing finds what a look at all
 * patterns finds, and what cuts prove is true, by the checker too, and no more. */
#include "certificate.h"
#include "certificate_files.h"
#include "price_cuts.h"
#include "sanitized.h"
#include "small_problems.h"
#include "trees.h"

enum { CUTS = 4, SCALE = 1000 };

typedef struct {
    int64_t value[TASKS], cut_value[CUTS];
    uint8_t numerator[CUTS][TASKS];
    ul_row_rule rule[CUTS];
    const ul_row_rule *cut[CUTS];
    ul_cut_prices prices;
} drawn;

/* Values about as large as prices allow, some below nothing, and cuts of any multipliers. */
static void draw(const small *it, drawn *d)
{
    const size_t n = it->of.problem.n_items;
    const int64_t price = it->of.problem.type[0].price * SCALE;
    for (size_t i = 0; i < n; i++)
        d->value[i] = ul_rng_between(it->rng, -price / 8, price / 2);
    for (size_t c = 0; c < CUTS; c++) {
        const uint8_t denominator = (uint8_t)(2 + ul_rng_below(it->rng, 4));
        for (size_t i = 0; i < n; i++)
            d->numerator[c][i] = (uint8_t)(ul_rng_below(it->rng, 2) * ul_rng_below(it->rng, denominator));
        d->cut_value[c] = (int64_t)(ul_rng_below(it->rng, 2) * ul_rng_below(it->rng, (uint64_t)price / 3));
        d->rule[c] = (ul_row_rule){.kind = UL_ROW_CUT, .denominator = denominator,
                                   .numerator = d->numerator[c]};
        d->cut[c] = &d->rule[c];
    }
    d->prices = (ul_cut_prices){.value = d->value, .cut = d->cut, .cut_value = d->cut_value,
                                .n_cuts = ul_rng_below(it->rng, CUTS + 1), .num = SCALE,
                                .slack = (int64_t)ul_rng_below(it->rng, 2) * SCALE / 8};
}

static int64_t gain(const small *it, const drawn *d, const ul_pattern_pool *pool, size_t p)
{
    int64_t worth = -it->of.problem.type[pool->pattern[p].type].price * SCALE;
    UL_EACH_ENTRY(e, pool, p)
        worth += d->value[e->item] * e->count;
    for (size_t c = 0; c < d->prices.n_cuts; c++)
        worth += d->cut_value[c] * ul_row_coefficient_of(d->cut[c], pool, p);
    return worth;
}

static void look_at_pricing(small *it)
{
    const ul_exact_problem *problem = &it->of.problem;
    int64_t held[TASKS] = {0}, most = INT64_MIN;
    ul_pattern_pool all = {0}, found = {0};
    ul_cut_search search = {.steps = 1000000, .patterns = 1000, .arena = it->of.exact.arena};
    drawn d;
    draw(it, &d);
    cr_assert_eq(ul_pricer_price_cuts(it->of.exact.master->pricer, &d.prices, &search, &found), UL_OK);
    for (size_t k = 0; k < problem->n_types; k++)
        add_patterns(problem, k, 0, held, &all);
    for (size_t p = 0; p < all.n; p++)
        most = gain(it, &d, &all, p) > most ? gain(it, &d, &all, p) : most;
    if (search.complete) {
        cr_assert_eq(found.n > 0, most > d.prices.slack);
        n_seen += found.n > 0;
    } else {
        cr_assert_gt(problem->n_groups, 1);
    }
    for (size_t p = 0; p < found.n; p++) {
        cr_assert_gt(gain(it, &d, &found, p), d.prices.slack);
        cr_assert_neq(ul_pattern_find(&all, found.pattern[p].type, ul_pattern_entries(&found, p),
                                      found.pattern[p].n), UL_NONE);
    }
    ul_pattern_pool_clear(&found);
    const uint64_t few = ul_rng_below(it->rng, 8);
    search.steps = few; /* in the room of the search before */
    cr_assert_eq(ul_pricer_price_cuts(it->of.exact.master->pricer, &d.prices, &search, &found), UL_OK);
    cr_assert_leq(search.steps, few);
    if (search.complete)
        cr_assert_eq(found.n > 0, most > d.prices.slack);
    ul_pattern_pool_clear(&all);
    ul_pattern_pool_clear(&found);
}

Test(cut_and_price, pricing_finds_what_is_worth_more_than_its_price)
{
    n_seen = 0;
    each(look_at_pricing);
    cr_assert_gt(n_seen, CASES / 10);
}

/* Patterns that were appended have no place in the hash until the first is added. */
Test(cut_and_price, a_pool_that_was_appended_to_is_added_to)
{
    enum { MANY = 4096 };
    ul_pattern_pool pool = {0};
    for (uint32_t i = 0; i < MANY; i++)
        cr_assert_eq(ul_pattern_append(&pool, 0, &(ul_pattern_entry){i, 1}, 1), UL_OK);
    for (uint32_t i = 0; i < 2 * MANY; i++) {
        size_t at;
        cr_assert_eq(ul_pattern_add(&pool, 0, &(ul_pattern_entry){i, 1}, 1, &at), UL_OK);
        cr_assert_eq(at, i);
    }
    cr_assert_eq(pool.n, 2 * MANY);
    ul_pattern_pool_clear(&pool);
}

/* ---- costs above the duals ---- */

enum { ZOOM = 1 << 16 };

/* The program of all patterns, with columns for them, and a cut. */
static double solve_with(const small *it, ul_pattern_pool *all, const ul_row_rule *cut, double zoom)
{
    ul_pattern_lp *lp;
    bool solved;
    cr_assert_eq(ul_pattern_lp_new(&it->of.problem, it->of.exact.run, all, 0, &lp), UL_OK);
    for (size_t p = 0; p < all->n; p++)
        cr_assert_eq(ul_pattern_lp_add_column(lp, p), UL_OK);
    cr_assert_eq(ul_pattern_lp_solve(lp, &solved), UL_OK);
    cr_assert(solved);
    if (zoom > 1)
        cr_assert_eq(ul_pattern_lp_zoom(lp, zoom), UL_OK);
    cr_assert_eq(ul_pattern_lp_add_row(lp, cut, 0, cut->limit, UL_ROW_FREE), UL_OK);
    cr_assert_eq(ul_pattern_lp_solve(lp, &solved), UL_OK);
    cr_assert(solved);
    double total = lp->row[0].dual * (double)cut->limit;
    for (size_t i = 0; i < it->of.problem.n_items; i++) {
        cr_assert_geq(lp->item_dual[i], -1e-9);
        total += lp->item_dual[i] * (double)it->of.problem.copies[i];
    }
    cr_assert_float_eq(total, lp->objective, 1e-9 * lp->objective);
    for (size_t p = 0; p < all->n; p++) {
        double cost = (double)it->of.problem.type[all->pattern[p].type].price
                      - lp->row[0].dual * (double)ul_row_coefficient_of(cut, all, p);
        UL_EACH_ENTRY(e, all, p)
            cost -= lp->item_dual[e->item] * e->count;
        cr_assert_geq(cost, -1e-6);
    }
    const double objective = lp->objective;
    ul_pattern_lp_free(lp);
    return objective;
}

static void look_at_zoom(small *it)
{
    const ul_exact_problem *problem = &it->of.problem;
    uint8_t numerator[TASKS] = {0};
    int64_t held[TASKS] = {0}, copies = 0;
    ul_pattern_pool all = {0};
    for (size_t i = 0; i < problem->n_items; i++) {
        numerator[i] = (uint8_t)ul_rng_below(it->rng, 2);
        copies += numerator[i] * problem->copies[i];
    }
    const ul_row_rule cut = {.kind = UL_ROW_CUT, .denominator = 2, .numerator = numerator,
                             .limit = (copies + 1) / 2};
    for (size_t k = 0; k < problem->n_types; k++)
        add_patterns(problem, k, 0, held, &all);
    const double plain = solve_with(it, &all, &cut, 1);
    cr_assert_float_eq(solve_with(it, &all, &cut, ZOOM), plain, 1e-9 * plain);
    ul_pattern_pool_clear(&all);
}

Test(cut_and_price, costs_above_the_duals_are_the_same_program)
{
    each(look_at_zoom);
}

/* ---- proofs ---- */

/* What the checker says of a certificate without a plan. */
static int verdict_alone(const paths *p, char *said, size_t room)
{
    memset(said, 0, room);
    FILE *out = fmemopen(said, room - 1, "w");
    const int status =
        check_run(&(check_paths){.instance = p->instance, .certificate = p->certificate}, out, out);
    fclose(out);
    return status;
}

static void look_at_proof(small *it)
{
    ul_exact *exact = &it->of.exact;
    ul_tree tree;
    begin_with_singles(&it->of);
    exact->bound = ul_exact_root_units(exact);
    cr_assert_eq(ul_exact_cut_and_price(exact, 1000000, exact->arena, &tree), UL_OK);
    if (!tree.proved)
        return;
    char said[4000];
    paths p;
    ul_proof proof = ul_exact_proof_of(exact, &tree, tree.bound);
    proof.kind = UL_PROOF_CASES;
    cr_assert_gt(tree.bound, exact->bound);
    cr_assert_leq(tree.bound, it->optimum);
    make_paths(&p);
    cr_assert_eq(it->instance.kind->seal(it->instance.data), UL_OK);
    cr_assert_eq(ul_instance_write(&it->instance, p.instance), UL_OK);
    cr_assert_eq(ul_certificate_write(it->instance.data, &proof, p.certificate), UL_OK);
    cr_assert_eq(verdict_alone(&p, said, sizeof said), CHECK_VALID, "%s", said);
    proof.units++; /* more than was proved */
    cr_assert_eq(ul_certificate_write(it->instance.data, &proof, p.certificate), UL_OK);
    const int64_t below = ul_price_sum_below(&it->of.problem, proof.units);
    if (below >= tree.bound)
        cr_assert_eq(verdict_alone(&p, said, sizeof said), CHECK_INVALID, "%s", said);
    remove_paths(&p);
    n_seen++;
}

Test(cut_and_price, what_is_proved_is_true_and_the_checker_says_so)
{
    n_seen = 0;
    each(look_at_proof);
    cr_assert_gt(n_seen, 20);
}
