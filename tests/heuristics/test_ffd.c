#include <criterion/criterion.h>
#include <math.h>

#include "generator.h"
#include "registry.h"
#include "run.h"

Test(ffd, table_3)
{
    char remark[100];
    ul_instance instance;
    ul_run *run;
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL};
    cr_assert_eq(ul_source_make(ul_generator_find("eva-table3"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    const ul_run_options run_options = {.seed = 1, .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find("ffd"), &instance, &run_options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_FEASIBLE);
    ul_run_free(run);
    ul_instance_free(&instance);
}
