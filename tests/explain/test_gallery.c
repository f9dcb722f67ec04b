/* Each teaching instance teaches what its lesson says. */
#include <stdlib.h>
#include <unistd.h>

#include "gallery.h"
#include "solving.h"
#include "story.h"

static ul_instance item(const char *name)
{
    char path[100];
    ul_instance instance;
    snprintf(path, sizeof path, UL_GALLERY_PREFIX "%s", name);
    cr_assert_eq(ul_instance_read(path, &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

/* Cost in millionths of a dollar; a method that proves must have proved it. */
static ul_micro cost_with(const char *name, const char *method, const char *set)
{
    ul_instance instance = item(name);
    ul_run *run = solved(&instance, method, set);
    const ul_run_result *result = ul_run_result_of(run);
    const ul_micro micro = (ul_micro)(result->cost / UL_COST_PER_MICRO);
    cr_assert((ul_run_method(run)->traits & UL_PROVES) == 0 || result->outcome == UL_OPTIMAL);
    ul_run_free(run);
    ul_instance_free(&instance);
    return micro;
}

static ul_micro cost(const char *name, const char *method)
{
    return cost_with(name, method, "");
}

/* A measure of the timeline beside its cost. */
static double measured(const char *name, const char *method, const char *set, const char *measure)
{
    ul_instance instance = item(name);
    ul_run *run = solved(&instance, method, set);
    const double *found = ul_measures_find(&ul_run_result_of(run)->measures, measure);
    cr_assert_not_null(found, "%s has no %s", name, measure);
    const double value = *found;
    ul_run_free(run);
    ul_instance_free(&instance);
    return value;
}

/* Whether some method of this name, perhaps with parameters behind it, takes the kind. */
static bool is_taken(const char *words, const ul_kind *kind)
{
    const size_t length = strcspn(words, " ");
    for (size_t m = 0; ul_methods[m] != NULL; m++)
        if (strlen(ul_methods[m]->name) == length && strncmp(ul_methods[m]->name, words, length) == 0
            && ul_method_takes(ul_methods[m], kind))
            return true;
    return false;
}

Test(gallery, every_item_has_a_lesson_and_methods_that_take_it)
{
    size_t n = 0;
    ul_arena *arena = ul_arena_new();
    for (const ul_gallery_item *at = ul_gallery; at->name != NULL; at++, n++) {
        char path[100];
        ul_lesson lesson;
        ul_instance instance = item(at->name);
        snprintf(path, sizeof path, UL_GALLERY_PREFIX "%s", at->name);
        cr_assert_eq(ul_lesson_read(path, arena, &lesson), UL_OK);
        cr_expect_str_eq(instance.name, at->name);
        cr_expect_gt(strlen(lesson.title), 10, "%s", at->name);
        cr_expect_gt(strlen(lesson.text), 100, "%s", at->name);
        cr_expect_eq(lesson.text[strlen(lesson.text) - 1], '?', "%s asks nothing", at->name);
        cr_expect_gt(strlen(lesson.answer), 100, "%s", at->name);
        cr_expect(lesson.n_methods == 2 || lesson.n_methods == 3, "%s", at->name);
        for (size_t q = 0; q < lesson.n_methods; q++) {
            cr_expect(is_taken(lesson.method[q], instance.kind), "%s: %s", at->name,
                      lesson.method[q]);
        }
        ul_instance_free(&instance);
    }
    cr_expect_geq(n, 10);
    ul_arena_free(arena);
}

Test(gallery, ffd_loses)
{
    cr_expect_eq(cost("ffd-loses", "exact"), 2 * UL_MICRO);
    cr_expect_eq(cost("ffd-loses", "ffd"), 3 * UL_MICRO);
}

Test(gallery, patience_pays)
{
    cr_expect_eq(cost("patience-pays", "greedy"), cost("patience-pays", "deadline-exact"));
    cr_expect_gt(10 * cost("patience-pays", "up"), 18 * cost("patience-pays", "greedy"));
}

Test(gallery, three_rules)
{
    cr_expect_eq(cost("three-rules", "next-fit"), 5 * UL_MICRO);
    cr_expect_eq(cost("three-rules", "worst-fit"), 4 * UL_MICRO);
    cr_expect_eq(cost("three-rules", "first-fit"), 3 * UL_MICRO);
    cr_expect_eq(cost("three-rules", "exact"), 3 * UL_MICRO);
}

Test(gallery, eleven_ninths)
{
    const ul_micro ffd = cost("eleven-ninths", "ffd"), best = cost("eleven-ninths", "exact");
    cr_expect_eq(9 * ffd, 11 * best);
    cr_expect_eq(best, 9 * UL_MICRO);
}

Test(gallery, largest_first_wins)
{
    const ul_micro largest_first = cost("largest-first-wins", "vsbpp-ffd");
    cr_expect_lt(largest_first, cost("largest-first-wins", "ffd"));
    cr_expect_eq(largest_first, cost("largest-first-wins", "exact"));
}

Test(gallery, double_in_two_dimensions)
{
    cr_expect_eq(cost("double-in-two-dimensions", "exact"), 2 * UL_MICRO);
    cr_expect_eq(cost("double-in-two-dimensions", "ffd"), 4 * UL_MICRO);
}

Test(gallery, dear_by_the_core)
{
    cr_expect_eq(cost("dear-by-the-core", "exact"), 4 * UL_MICRO);
    cr_expect_eq(cost("dear-by-the-core", "vsbpp-ffd"), 22 * UL_MICRO);
}

Test(gallery, worth_its_price)
{
    const ul_micro best = cost("worth-its-price", "exact");
    cr_expect_eq(cost("worth-its-price", "eva-full"), 2 * best);
    cr_expect_eq(cost("worth-its-price", "eva-full-code"), best);
}

Test(gallery, never_split)
{
    cr_expect_eq(cost("never-split", "karpenter-consolidated"), 24480000);
    cr_expect_eq(cost("never-split", "exact"), 4488000);
}

Test(gallery, cpu_and_gpu_together)
{
    const ul_micro together = cost("cpu-gpu-together", "eva-full");
    cr_expect_eq(together, cost("cpu-gpu-together", "exact"));
    cr_expect_lt(together, cost("cpu-gpu-together", "no-packing"));

    /* the best plans of the GPU tasks and of the others, apart, cost more */
    ul_instance whole = item("cpu-gpu-together");
    const ul_packing *in = whole.data;
    ul_micro apart = 0;
    for (int gpu = 0; gpu < 2; gpu++) {
        char text[2000] = "ullage,1,packing\nname,part\nresource,gpu,cpu\n", number[UL_NUMBER_TEXT];
        for (size_t k = 0; k < in->n_types; k++) {
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "type,k%zu,f,%s,%lld,%lld\n", k,
                     ul_micro_text(in->type[k].price, number),
                     (long long)(in->type[k].capacity[0] / UL_MICRO),
                     (long long)(in->type[k].capacity[1] / UL_MICRO));
        }
        for (size_t j = 0; j < in->n_tasks; j++) {
            const ul_micro *need = ul_packing_need(in, j, 0);
            const size_t used = strlen(text);
            if ((need[0] > 0) == (gpu == 1))
                snprintf(text + used, sizeof text - used, "task,j%zu,%u,,,,%lld,%lld\n", j,
                         in->task[j].copies, (long long)(need[0] / UL_MICRO),
                         (long long)(need[1] / UL_MICRO));
        }
        ul_instance part = parsed(text);
        apart += solved_cost(&part, "exact", "");
        ul_instance_free(&part);
    }
    cr_expect_gt(apart, together);
    ul_instance_free(&whole);
}

Test(gallery, eva_table3)
{
    cr_expect_eq(cost("eva-table3", "eva-full"), 12800000);
    cr_expect_eq(cost("eva-table3", "exact"), 12800000);
    cr_expect_eq(cost("eva-table3", "no-packing"), 16200000);
}

Test(gallery, the_greedy_buys_leases_too_early)
{
    const ul_micro best = cost("greedy-leases", "reservation-exact");
    cr_expect_gt(cost("greedy-leases", "sec-greedy"), best + best / 4);
}

Test(gallery, greedy_availability_overpays)
{
    const ul_micro best = cost("greedy-availability", "availability-exact");
    cr_expect_gt(cost("greedy-availability", "trk8s"), 2 * best);
}

Test(gallery, those_who_end_together_belong_together)
{
    cr_expect_eq(cost("packing-by-runtime", "first-fit"), 16 * UL_MICRO);
    cr_expect_eq(cost("packing-by-runtime", "stratus"), 10 * UL_MICRO);
}

Test(gallery, bad_neighbours)
{
    cr_expect_eq(cost("bad-neighbours", "eva-rp") / 10000, 8083);
    cr_expect_eq(cost("bad-neighbours", "eva") / 10000, 4283);
}

Test(gallery, moving_pays_and_does_not)
{
    cr_expect_eq(cost("when-not-to-migrate", "eva-full-only") / 10000, 5341);
    cr_expect_eq(cost("when-not-to-migrate", "eva-partial-only") / 10000, 3875);
    cr_expect_eq(measured("when-not-to-migrate", "eva-full-only", "", "migrations"), 16);
    cr_expect_eq(cost_with("when-to-migrate", "stratus", "clearing=no") / 10000, 3010);
    cr_expect_eq(cost("when-to-migrate", "stratus") / 10000, 1223);
}

Test(gallery, waiting_is_worth_less_and_less)
{
    cr_expect_eq(cost("wait-or-pay", "repack"), 12500000);
    cr_expect_eq(cost_with("wait-or-pay", "schedule-search", "wait=600"), 11500000);
    cr_expect_eq(cost_with("wait-or-pay", "schedule-search", "wait=1200"), 11000000);
    cr_expect_eq(cost("wait-or-pay", "schedule-search"), 10500000);
}

Test(gallery, backfilling_fills_what_is_paid_for)
{
    cr_expect_eq(cost_with("backfilling", "local", "backfilling=no"), 20 * UL_MICRO);
    cr_expect_eq(cost("backfilling", "local"), 17 * UL_MICRO);
}

Test(gallery, transients_serve_bursts)
{
    static const char delay[] = "short_delay_mean_s";
    cr_expect_float_eq(measured("transients-for-bursts", "eagle", "general=60", delay), 82.5, 0.1);
    cr_expect_leq(cost_with("transients-for-bursts", "cloudcoaster", "general=60 r=3 L=0.4"),
                  12 * UL_MICRO);
    cr_expect_float_eq(measured("transients-for-bursts", "cloudcoaster", "general=60 r=3 L=0.4",
                                delay), 25, 0.5);
}

Test(gallery, a_file_of_ones_own_has_a_lesson_too)
{
    char path[] = "/tmp/ullage-lesson-XXXXXX";
    const int file = mkstemp(path);
    static const char text[] = "# A title\r\n#try: ffd,  eva-full price=tnrp\n# One\n#   two?\n"
                               "# answer:  Three\n# four.\nullage,1,packing\n# not this\n";
    ul_lesson lesson;
    ul_arena *arena = ul_arena_new();
    cr_assert_eq(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    cr_assert_eq(ul_lesson_read(path, arena, &lesson), UL_OK);
    cr_expect_str_eq(lesson.title, "A title");
    cr_expect_str_eq(lesson.text, "One two?");
    cr_expect_str_eq(lesson.answer, "Three four.");
    cr_assert_eq(lesson.n_methods, 2);
    cr_expect_str_eq(lesson.method[1], "eva-full price=tnrp");
    unlink(path);
    ul_arena_free(arena);
}
