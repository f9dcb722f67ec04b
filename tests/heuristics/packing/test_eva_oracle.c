/* eva-full-code against the outcomes of the authors' own scheduler: some as
 * numbers here, all of them where the shared facts are at hand. */
#include <stdlib.h>
#include <unistd.h>

#include "eva_case.h"
#include "input.h"
#include "json.h"

enum { WORKLOADS_MAX = 400 };

static void check(const eva_case *c, const char *set, double cost, const char *rented)
{
    ul_instance instance = eva_case_instance(c);
    ul_run *run = solved(&instance, "eva-full-code", set);
    char text[1000];
    cr_expect_float_eq(ul_cost_double(ul_run_result_of(run)->cost), cost, 1e-9, "%s: %f, not %f",
                       set, ul_cost_double(ul_run_result_of(run)->cost), cost);
    if (rented != NULL)
        cr_expect_str_eq(eva_rented(ul_run_result_of(run)->plan, text, sizeof text), rented);
    ul_run_free(run);
    ul_instance_free(&instance);
}

static void check_list(const char *workloads, int tasks_per_job, bool known_pairs, const char *set,
                       double cost, const char *rented)
{
    char text[1000];
    const char *list[WORKLOADS_MAX];
    eva_case c = {list, 0, tasks_per_job, false, known_pairs};
    snprintf(text, sizeof text, "%s", workloads);
    for (char *save, *word = strtok_r(text, " ", &save); word != NULL;
         word = strtok_r(NULL, " ", &save))
        list[c.n++] = word;
    check(&c, set, cost, rented);
}

static const char cyclegans[] = "cyclegan cyclegan cyclegan cyclegan "
                                "cyclegan cyclegan cyclegan cyclegan";
static const char one_of_each[] = "vit cyclegan gpt2 sage gcn a3c seq openfoam resnet18";
static const char twenty[] = "vit openfoam sage vit seq openfoam vit gcn gpt2 openfoam gcn "
                             "openfoam openfoam resnet18 seq seq openfoam seq vit gcn";
static const char jobs_of_four[] =
    "gcn gcn resnet18 gpt2 seq a3c gcn gpt2 a3c sage openfoam cyclegan seq vit gpt2 vit resnet18 "
    "openfoam gpt2 seq openfoam vit gpt2 resnet18 resnet18";

/* 8 * 3.06 in doubles misses 24.48: two machines of four tasks, not one of eight. */
Test(eva_oracle, eight_equal_tasks_miss_the_large_type_by_rounding)
{
    check_list(cyclegans, 1, false, "price=rp", 24.48, "p3.8xlarge 2");
}

Test(eva_oracle, interference_keeps_equal_tasks_apart)
{
    check_list(cyclegans, 1, false, "price=tnrp", 24.48, "p3.2xlarge 8");
}

Test(eva_oracle, one_of_each)
{
    check_list(one_of_each, 1, false, "price=rp", 29.325,
               "p3.2xlarge 1, p3.16xlarge 1, c7i.2xlarge 1, c7i.8xlarge 1");
    check_list(one_of_each, 1, false, "price=tnrp", 29.682,
               "p3.2xlarge 1, p3.16xlarge 1, c7i.12xlarge 1");
}

Test(eva_oracle, twenty_tasks)
{
    check_list(twenty, 1, false, "price=rp", 57.528, "p3.16xlarge 2, c7i.48xlarge 1");
    check_list(twenty, 1, false, "price=tnrp", 56.814,
               "p3.16xlarge 2, c7i.4xlarge 1, c7i.16xlarge 1, c7i.24xlarge 1");
}

Test(eva_oracle, jobs_of_four_tasks)
{
    check_list(jobs_of_four, 4, false, "price=tnrp jobs=multi", 436.6128,
               "p3.2xlarge 20, p3.8xlarge 28, c7i.2xlarge 8, c7i.4xlarge 24, r7i.4xlarge 12");
    check_list(jobs_of_four, 4, true, "price=tnrp jobs=multi", 418.2,
               "p3.2xlarge 20, p3.8xlarge 28, c7i.2xlarge 8, c7i.4xlarge 16");
}

/* ---- all outcomes ---- */

static const char *text_of(const ul_json *value, const char *name)
{
    const char *text = NULL;
    cr_assert(ul_json_text(ul_json_member(value, name), &text));
    return text;
}

static double number_of(const ul_json *value, const char *name)
{
    double number = 0;
    cr_assert(ul_json_number(ul_json_member(value, name), &number));
    return number;
}

/* The expected machines in the words of eva_rented(). */
static const char *expected_rent(const ul_packing *in, const ul_json *bins, char *text, size_t room)
{
    size_t used = 0, n_types = 0;
    text[0] = '\0';
    for (size_t k = 0; k < in->n_types; k++) {
        double n;
        if (!ul_json_number(ul_json_member(bins, in->type[k].name), &n))
            continue;
        used += (size_t)snprintf(text + used, room - used, "%s%s %.0f", used > 0 ? ", " : "",
                                 in->type[k].name, n);
        n_types++;
    }
    cr_assert_eq(n_types, ul_json_count(bins));
    return text;
}

static void check_outcome(const ul_json *outcome)
{
    const char *list[WORKLOADS_MAX];
    char rented[1000], set[100];
    const ul_json *workloads = ul_json_member(outcome, "workloads");
    eva_case c = {list, ul_json_count(workloads), (int)number_of(outcome, "tasks_per_job"),
                  strcmp(text_of(outcome, "cores"), "vcpu") == 0,
                  strstr(text_of(outcome, "case"), "knownpairs") != NULL};
    cr_assert_leq(c.n, WORKLOADS_MAX);
    for (size_t q = 0; q < c.n; q++)
        cr_assert(ul_json_text(ul_json_element(workloads, q), &list[q]));
    ul_instance instance = eva_case_instance(&c);
    expected_rent(instance.data, ul_json_member(outcome, "bins"), rented, sizeof rented);
    cr_expect_float_eq((double)solved_cost(&instance, "no-packing", "") / 1e6,
                       number_of(outcome, "no_packing"), 1e-9);
    ul_instance_free(&instance);
    snprintf(set, sizeof set, "price=%s jobs=%s", text_of(outcome, "mode"),
             c.tasks_per_job > 1 ? "multi" : "single");
    check(&c, set, number_of(outcome, "cost"), rented);
}

Test(eva_oracle, every_outcome_of_the_authors_scheduler)
{
    char path[4096];
    ul_json *document;
    const char *shared = getenv("UL_SHARED");
    snprintf(path, sizeof path, "%s/facts/eva-oracle.json", shared == NULL ? "" : shared);
    if (access(path, R_OK) != 0)
        cr_skip_test("no eva-oracle.json in UL_SHARED");
    cr_assert_eq(ul_json_read(path, &document), UL_OK, "%s", ul_error_text());
    const ul_json *cases = ul_json_member(document, "cases");
    cr_assert_eq(ul_json_count(cases), 33);
    for (size_t q = 0; q < ul_json_count(cases); q++)
        check_outcome(ul_json_element(cases, q));
    ul_json_free(document);
}
