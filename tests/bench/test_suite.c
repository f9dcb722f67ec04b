#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "param.h"
#include "suite.h"

Test(suite, every_suite_that_ships_reads_and_its_parameters_exist)
{
    for (size_t q = 0; ul_suites_shipped[q].name != NULL; q++) {
        ul_suite *suite;
        if (strstr(ul_suites_shipped[q].text, "\nparameter,folder,,") != NULL) {
            cr_assert_eq(ul_suite_read(ul_suites_shipped[q].name, &suite), UL_E_INPUT);
            cr_assert(strstr(ul_error_text(), "wants --set folder=") != NULL);
            continue;
        }
        cr_assert_eq(ul_suite_read(ul_suites_shipped[q].name, &suite), UL_OK, "%s",
                     ul_error_text());
        for (size_t m = 0; m < suite->n_methods; m++) {
            ul_param_values values;
            cr_assert_eq(ul_param_read("method", suite->method[m].method->param,
                                       suite->method[m].set, suite->method[m].n_set, &values),
                         UL_OK, "%s: %s", ul_suites_shipped[q].name, ul_error_text());
            ul_param_clear(&values);
        }
        for (size_t i = 0; i < suite->n_instances; i++) {
            const ul_suite_instance *instance = &suite->instance[i];
            ul_param_values values;
            cr_assert_eq(ul_param_read("generator", instance->source->param, instance->set,
                                       instance->n_set, &values),
                         UL_OK, "%s: %s", ul_suites_shipped[q].name, ul_error_text());
            ul_param_clear(&values);
        }
        ul_suite_free(suite);
    }
}

static ul_status read_for(const char *text, const char *const *set, size_t n_set, ul_suite **suite)
{
    char path[] = "/tmp/ullage-suite-XXXXXX";
    const int file = mkstemp(path);
    cr_assert(file >= 0 && dprintf(file, "%s", text) > 0);
    close(file);
    const ul_status status = ul_suite_read_for(&(ul_suite_request){path, .set = set, .n_set = n_set}, suite);
    unlink(path);
    return status;
}

static ul_status read_text(const char *text)
{
    ul_suite *suite = NULL;
    const ul_status status = read_for(text, NULL, 0, &suite);
    ul_suite_free(suite);
    return status;
}

/* A name that methods of two kinds have stands for both, with parameters for the one
 * that has them. */
Test(suite, a_name_is_served_by_a_method_for_each_kind)
{
    cr_assert_eq(read_text("ullage-suite,1\nname,a\ngenerate,google-jobs,5,1,1\n"
                           "method,stratus\nmethod,stratus,clearing=no\n"
                           "method,stratus,anti-affinity=on\n"), UL_OK, "%s", ul_error_text());
    cr_assert_eq(read_text("ullage-suite,1\nname,a\ngenerate,google-jobs,5,1,1\n"
                           "method,stratus,clearing=no,anti-affinity=on\n"), UL_E_INPUT);
    cr_assert_eq(read_text("ullage-suite,1\nname,a\ngenerate,google-jobs,5,1,1\n"
                           "method,stratus\nmethod,stratus\n"), UL_E_INPUT);
}

Test(suite, parameters_and_limits_of_instances)
{
    const char *const text = "ullage-suite,1\nname,{x}\nparameter,x,5\nparameter,y,{x}2\n"
                             "limits,0,9,0\ngenerate,eva-table3,4,{x},{x}\n"
                             "import,bpplib,/dev/null,@cpu_s={y}\nimport,bpplib,/dev/zero,@cpu_s={x}\n"
                             "method,ffd\nmethod,bfd,@cpu_s=3\n";
    const char *const set[] = {"y=75"};
    ul_suite *suite;
    cr_assert_eq(read_for(text, set, 1, &suite), UL_OK, "%s", ul_error_text());
    cr_expect_str_eq(suite->name, "{x}"); /* a parameter holds behind its record */
    cr_expect_eq(suite->instance[0].seed, 5);
    cr_expect_eq(suite->instance[1].cpu_s, 75);
    cr_expect_eq(ul_suite_cpu_s(&suite->method[0], &suite->instance[0]), 9);
    cr_expect_eq(ul_suite_cpu_s(&suite->method[0], &suite->instance[1]), 9);
    cr_expect_eq(ul_suite_cpu_s(&suite->method[0], &suite->instance[2]), 5);
    cr_expect_eq(ul_suite_cpu_s(&suite->method[1], &suite->instance[2]), 3);
    ul_suite_free(suite);
}

Test(suite, bad_suites_are_refused)
{
    cr_assert_eq(read_text("name,x\n"), UL_E_INPUT);
    cr_assert_eq(read_text("ullage-suite,1\nname,x\n"), UL_E_INPUT);
    cr_assert_eq(read_text("ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,1\nmethod,none\n"),
                 UL_E_INPUT);
    cr_assert_eq(read_text("ullage-suite,1\nname,x\ngenerate,none,4,1,1\nmethod,ffd\n"),
                 UL_E_INPUT);
    cr_assert_eq(read_text("ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,2\n"
                           "generate,eva-table3,4,2,3\nmethod,ffd\n"), UL_E_INPUT);
    cr_assert_eq(read_text("ullage-suite,1\nname,x\nlimits,-1,0,0\n"), UL_E_INPUT);
}

Test(suite, a_fault_names_its_line_and_its_cause)
{
    static const struct {
        const char *text, *fault;
    } bad[] = {
        {"ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,1\nmethod,ffd,size=foo\n",
         ":4: column 3"},
        {"ullage-suite,1\nname,x\ngenerate,eva-table7,4,1,1,cores=foo\n", ":3: column 6"},
        {"ullage-suite,1\nname,x\ngenerate,eva-table7,4,2,1\n", "last seed is below the first"},
        {"ullage-suite,1\nname,x\nfile,no-such-file.csv\n", ":3: column 2"},
        {"ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,1\n", "has no method"},
        {"ullage-suite,1\nmethod,ffd size=max\n", "method,NAME,NAME=VALUE"},
        {"ullage-suite,1\nname,x\nmethod,ffd\n", "has no instance"},
        {"ullage-suite,1\nname,x\nmethod,ffd\nmethod,ffd\n", ":4: column 2"},
        {"ullage-suite,1\nparameter,n\n", ":2: column 2: the suite wants --set n=VALUE"},
        {"ullage-suite,1\nname,x\nimport,bpplib,/dev/null,sample=few\n", "no whole number"},
    };
    for (size_t q = 0; q < sizeof bad / sizeof *bad; q++) {
        cr_assert_eq(read_text(bad[q].text), UL_E_INPUT);
        cr_expect(strstr(ul_error_text(), bad[q].fault) != NULL, "%s: %s", bad[q].fault, ul_error_text());
    }
}
