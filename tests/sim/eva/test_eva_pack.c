/* Eva with the perfect packer: what it orders can be carried out, and is not absurd. */
#include "solving.h"

Test(eva_pack, a_full_reconfiguration_from_an_exact_packing)
{
    ul_instance instance = generated("eva-jobs", 10, 2);
    ul_run *greedy = solved(&instance, "eva", "");
    ul_run *exact = solved(&instance, "eva", "pack=exact");
    const ul_run_result *result = ul_run_result_of(exact);
    cr_expect_eq(result->n_rejected, 0, "%s", result->note);
    cr_expect_not_null(strstr(result->note, "Full Reconfiguration in"), "%s", result->note);
    /* both pack; neither is far from the other on so few jobs */
    cr_expect(result->cost < 2 * ul_run_result_of(greedy)->cost);
    ul_run_free(exact);
    ul_run_free(greedy);
    ul_instance_free(&instance);
}
