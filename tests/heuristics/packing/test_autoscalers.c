/* Karpenter and cluster-autoscaler on tasks that come all at once: rules whose outcome can
 * be worked out by hand, and every outcome of a reference program where it is at hand. */
#include "oracle.h"
#include "solving.h"

enum { TEXT = 4000 };

/* The plan as words: "type a:1 b:2; type a:3", tasks in file order. */
static const char *words(const ul_packing_plan *plan, char text[TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < plan->n_bins; i++) {
        used += (size_t)snprintf(text + used, TEXT - used, "%s%s", i > 0 ? "; " : "",
                                 plan->in->type[plan->bin[i].type].name);
        for (size_t j = 0; j < plan->in->n_tasks; j++)
            for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next)
                if (plan->entry[e].task == j)
                    used += (size_t)snprintf(text + used, TEXT - used, " %s:%u",
                                             plan->in->task[j].name, plan->entry[e].count);
        cr_assert_lt(used, TEXT);
    }
    return text;
}

static void expect_plan(const ul_instance *instance, const char *method, const char *set,
                        const char *expected, const char *what)
{
    char text[TEXT];
    ul_run *run = solved(instance, method, set);
    cr_expect_str_eq(words(ul_run_result_of(run)->plan, text), expected, "%s, %s %s: %s, not %s",
                     what, method, set, text, expected);
    ul_run_free(run);
}

static void expect(const char *text, const char *method, const char *set, const char *expected)
{
    ul_instance instance = parsed(text);
    expect_plan(&instance, method, set, expected, "by hand");
    ul_instance_free(&instance);
}

/* Two small nodes at 1 would do; the claim takes what the largest type holds, at any price. */
static const char large_is_dear[] = "ullage,1,packing\nname,dear\nresource,cpu,ram_gb\n"
                                    "type,small,s,1,4,8\ntype,large,s,5,8,16\n"
                                    "task,a,2,,,,4,4\n";

Test(autoscalers, a_claim_grows_whatever_it_costs_and_is_never_split)
{
    expect(large_is_dear, "karpenter", "", "large a:2");
    expect(large_is_dear, "karpenter-consolidated", "", "large a:2");
    expect(large_is_dear, "cluster-autoscaler", "", "small a:1; small a:1");
}

/* The largest by cpu opens a claim each; the small ones go to the claim with fewest pods. */
Test(autoscalers, the_claim_with_fewest_pods_is_served_first)
{
    expect("ullage,1,packing\nname,few\nresource,cpu,ram_gb\ntype,one,t,1,8,8\n"
           "task,half,1,,,,4,1\ntask,most,2,,,,5,1\ntask,tiny,3,,,,0.5,0.5\n",
           "karpenter", "", "one half:1 tiny:1; one most:1 tiny:1; one most:1 tiny:1");
}

/* Two nodes whose pods fit one that is cheaper than both become it; order and policy count. */
static const char two_in_one[] = "ullage,1,packing\nname,two\nresource,cpu,ram_gb\n"
                                 "type,small,s,3,4,8\ntype,large,s,5,8,16\n"
                                 "task,a,2,,,,4,4\n";

Test(autoscalers, several_nodes_become_one_that_is_cheaper)
{
    expect(two_in_one, "karpenter-consolidated", "start=no-packing", "large a:2");
    expect(two_in_one, "karpenter-consolidated", "start=no-packing policy=empty",
           "small a:1; small a:1");
    /* a step may take one node of two, and one alone has no cheaper place */
    expect(two_in_one, "karpenter-consolidated", "start=no-packing budget=10",
           "small a:1; small a:1");
    /* it would save 1 of 6 and disturb everything */
    expect(two_in_one, "karpenter-consolidated", "start=no-packing policy=balanced",
           "small a:1; small a:1");
    expect(two_in_one, "cluster-autoscaler-karpenter", "expander=most-pods", "large a:2");
}

static const char three_groups[] = "ullage,1,packing\nname,three\nresource,cpu,ram_gb\n"
                                   "type,a16,t,1,16,16\ntype,b16,t,1,16,32\ntype,c8,t,1,8,16\n"
                                   "task,p,1,,,,1,1\n";

Test(autoscalers, expanders)
{
    expect(three_groups, "cluster-autoscaler", "", "c8 p:1");
    expect(three_groups, "cluster-autoscaler", "expander=most-pods", "a16 p:1");
    expect(three_groups, "cluster-autoscaler", "expander=priority priorities=1:^a;9:^b", "b16 p:1");
    expect(three_groups, "cluster-autoscaler", "expander=priority priorities=9:^x", "a16 p:1");
    expect(three_groups, "cluster-autoscaler", "expander=price", "c8 p:1");
}

/* Two groups that the expander finds alike: the first of the file, or as often one as the other. */
Test(autoscalers, ties_go_to_the_first_or_are_drawn)
{
    static const char alike[] = "ullage,1,packing\nname,alike\nresource,cpu,ram_gb\n"
                                "type,wide,t,1,16,16\ntype,a8,t,3,8,8\ntype,b8,t,1,8,8\ntask,p,1,,,,1,1\n";
    const char *set[] = {"ties=random"};
    ul_instance instance = parsed(alike);
    size_t n[3] = {0};
    expect_plan(&instance, "cluster-autoscaler", "", "a8 p:1", "by hand");
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const ul_run_options options = {.seed = seed, .set = set, .n_set = 1, .methods = ul_methods};
        const ul_packing_plan *plan;
        ul_run *run;
        cr_assert_eq(ul_run_new(ul_method_find("cluster-autoscaler"), &instance, &options, &run), UL_OK);
        cr_assert_eq(ul_run_go(run), UL_OK);
        plan = ul_run_result_of(run)->plan;
        n[plan->bin[0].type]++;
        ul_run_free(run);
    }
    cr_expect(n[0] == 0 && n[1] >= 10 && n[2] >= 10, "%zu, %zu and %zu times", n[0], n[1], n[2]);
    ul_instance_free(&instance);
}

/* Where a family asks for less, what is wasted there is counted by what is asked there: half of
 * `own`, a quarter of `other`. In which order the file names them is nothing to it. */
Test(autoscalers, waste_is_counted_by_what_is_asked_of_the_type)
{
    expect("ullage,1,packing\nname,families\nresource,cpu,ram_gb\ntype,other,o,1,16,16\n"
           "type,own,f,1,8,8\ntask,p,1,,,,12,12\ndemand,p,f,4,4\n",
           "cluster-autoscaler", "", "other p:1");
    expect("ullage,1,packing\nname,families\nresource,cpu,ram_gb\ntype,own,f,1,8,8\n"
           "type,other,o,1,16,16\ntask,p,1,,,,12,12\ndemand,p,f,4,4\n",
           "cluster-autoscaler", "", "other p:1");
}

Test(autoscalers, priorities_that_cannot_be_read_are_a_fault)
{
    ul_instance instance = parsed(three_groups);
    const char *set[] = {"expander=priority", "priorities=b"};
    const ul_run_options options = {.seed = 1, .set = set, .n_set = 2, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("cluster-autoscaler"), &instance, &options, &run), UL_OK);
    cr_expect_eq(ul_run_go(run), UL_E_INPUT);
    cr_expect(strstr(ul_error_text(), "expected NUMBER:REGEX") != NULL, "%s", ul_error_text());
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Within a group, nodes before the last are not tried again once a pod has found no room;
 * the group behind it starts one past node 0. */
Test(autoscalers, the_estimate_is_not_first_fit)
{
    expect("ullage,1,packing\nname,ring\nresource,cpu,ram_gb\ntype,one,t,1,8,8\n"
           "task,large,3,,,,5,1\ntask,small,2,,,,1,1\n",
           "cluster-autoscaler", "", "one large:1; one large:1 small:1; one large:1 small:1");
}

Test(autoscalers, a_limited_group_ends_and_another_goes_on)
{
    expect("ullage,1,packing\nname,limited\nresource,cpu,ram_gb\n"
           "type,good,t,1,4,4\ntype,wide,t,1,8,8\nsupply,good,1\ntask,p,3,,,,4,4\n",
           "cluster-autoscaler", "", "good p:1; wide p:2");
}

/* ---- every outcome of the reference program ---- */

static const struct {
    const char *policy, *method, *set;
} mapped[] = {
    {"karpenter", "karpenter", ""},
    {"karpenter-consolidated", "karpenter-consolidated", ""},
    {"karpenter-consolidated-classic", "karpenter-consolidated", "order=disruption"},
    {"karpenter-budget-10", "karpenter-consolidated", "budget=10"},
    {"karpenter-balanced", "karpenter-consolidated", "policy=balanced"},
    {"no-packing-then-karpenter", "karpenter-consolidated", "start=no-packing"},
    {"no-packing-then-karpenter-classic", "karpenter-consolidated", "start=no-packing order=disruption"},
    {"no-packing-then-karpenter-budget-10", "karpenter-consolidated", "start=no-packing budget=10"},
    {"no-packing-then-karpenter-balanced", "karpenter-consolidated", "start=no-packing policy=balanced"},
#define EXPANDER(name)                                                                     \
    {"autoscaler-" name, "cluster-autoscaler", "expander=" name},                          \
    {"autoscaler-" name "-then-karpenter", "cluster-autoscaler-karpenter", "expander=" name}
    EXPANDER("least-waste"), EXPANDER("most-pods"), EXPANDER("least-nodes"), EXPANDER("price"),
};
enum { N_MAPPED = sizeof mapped / sizeof *mapped };

static const char *oracle_words(const ul_packing *in, const ul_json *bins, char text[TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < ul_json_count(bins); i++) {
        const char *type = NULL;
        cr_assert(ul_json_text(ul_json_element(ul_json_element(bins, i), 0), &type));
        used += (size_t)snprintf(text + used, TEXT - used, "%s%s", i > 0 ? "; " : "", type);
        for (size_t j = 0; j < in->n_tasks; j++) {
            const ul_json *count = ul_json_member(ul_json_element(ul_json_element(bins, i), 1),
                                                  in->task[j].name);
            if (count != NULL)
                used += (size_t)snprintf(text + used, TEXT - used, " %s:%.0f", in->task[j].name,
                                         number(count));
        }
        cr_assert_lt(used, TEXT);
    }
    return text;
}

static ul_status check_instance(void *context, const char *name, const ul_json *outcome)
{
    char path[ORACLE_PATH], file[200], text[TEXT];
    ul_instance instance;
    size_t *checked = context;
    if (name[0] != 'p')
        return UL_OK;
    snprintf(file, sizeof file, "autoscalers/%s.csv", name);
    cr_assert_eq(ul_instance_read(shared_trace(path, file), &instance), UL_OK, "%s", ul_error_text());
    for (size_t q = 0; q < N_MAPPED; q++) {
        const ul_json *policy = ul_json_member(ul_json_member(outcome, "policies"), mapped[q].policy);
        if (policy == NULL)
            continue;
        expect_plan(&instance, mapped[q].method, mapped[q].set,
                    oracle_words(instance.data, ul_json_member(policy, "bins"), text), name);
        ++*checked;
    }
    ul_instance_free(&instance);
    return UL_OK;
}

Test(autoscalers, every_outcome_of_the_reference_program)
{
    size_t checked = 0;
    ul_json *outcomes = shared_outcomes("autoscalers/oracle.json");
    cr_assert_eq(ul_json_each(outcomes, check_instance, &checked), UL_OK);
    cr_expect_eq(checked, 340);
    ul_json_free(outcomes);
}

/* ---- the projects' own unit tests ---- */

static ul_status check_upstream(void *context, const char *name, const ul_json *outcome)
{
    char path[ORACLE_PATH], file[200];
    const char *policy = NULL;
    ul_instance instance;
    (void)context;
    snprintf(file, sizeof file, "autoscalers/upstream/%s.csv", name);
    cr_assert_eq(ul_instance_read(shared_trace(path, file), &instance), UL_OK, "%s", ul_error_text());
    cr_assert(ul_json_text(ul_json_member(outcome, "policy"), &policy));
    for (size_t q = 0; q < N_MAPPED; q++)
        if (strcmp(mapped[q].policy, policy) == 0) {
            ul_run *run = solved(&instance, mapped[q].method, mapped[q].set);
            const double cost = ul_cost_double(ul_run_result_of(run)->cost);
            cr_expect_float_eq(cost, number(ul_json_member(outcome, "cost")), 1e-9, "%s: %f", name,
                               cost);
            ul_run_free(run);
        }
    ul_instance_free(&instance);
    return UL_OK;
}

Test(autoscalers, the_upstream_cases)
{
    ul_json *outcomes = shared_outcomes("autoscalers/upstream/upstream.json");
    cr_expect_eq(ul_json_count(outcomes), 13);
    cr_assert_eq(ul_json_each(outcomes, check_upstream, NULL), UL_OK);
    ul_json_free(outcomes);
}
