#include <math.h>
#include <stdlib.h>

#include "ruling.h"

static void put_real(ul_json_writer *json, const char *name, double value)
{
    ul_json_real_member(json, name, value);
}

static double excess(const ul_exam_case *of, const ul_ruling_case *one)
{
    return ul_cost_double(one->cost) / ul_cost_double(of->least) - 1;
}

static void put_rivals(const ul_exam *exam, const ul_exam_set *set, ul_json_writer *json)
{
    ul_json_open_member(json, "rivals", "{", ", ");
    for (size_t q = 0; q < exam->n_rivals; q++)
        put_real(json, exam->rival[q]->method->name, set->score[q]);
    ul_json_close(json, "}");
}

/* "optimum" where it is proved, else "bound". */
static void put_case(const ul_exam_case *of, const ul_ruling_case *one, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "instance", of->instance.name);
    put_real(json, "cost", ul_cost_double(one->cost));
    put_real(json, of->is_optimum ? "optimum" : "bound", ul_cost_double(of->least));
    put_real(json, "excess", excess(of, one));
    if (!isnan(one->excess_l1))
        put_real(json, "excess_l1", one->excess_l1);
    if (!isnan(one->completion_s))
        put_real(json, "completion_s", one->completion_s);
    ul_json_close(json, "}");
}

static void put_set(const ul_ruling_rules *rules, const ul_ruling *v, ul_exam_set_name name,
                    ul_json_writer *json)
{
    static const char *const called[] = {"quick", "training", "sealed"};
    const ul_exam_set *of = &rules->exam->set[name];
    const ul_ruling_set *set = &v->set[name];
    if (name != UL_SET_SEALED ? !set->is_done : of->n == 0)
        return;
    ul_json_open_member(json, called[name], "{", ", ");
    if (name == UL_SET_SEALED)
        ul_json_text_member(json, "sha256", rules->exam->seal);
    ul_json_count_member(json, "n", of->n);
    if (set->is_done) {
        put_real(json, "score", set->score);
        put_rivals(rules->exam, of, json);
    }
    if (name == UL_SET_TRAINING) {
        ul_json_open_member(json, "instances", "[", ", ");
        for (size_t c = 0; c < of->n; c++)
            put_case(&of->item[c], &set->item[c], json);
        ul_json_close(json, "]");
        ul_json_name(json, "loses_most");
        put_case(&of->item[v->loses_most], &set->item[v->loses_most], json);
    }
    ul_json_close(json, "}");
}

void ul_ruling_json(const ul_ruling_rules *rules, const ul_ruling *v, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "candidate", v->candidate);
    ul_json_text_member(json, "task", rules->exam->suite->name);
    ul_json_text_member(json, "version", UL_VERSION);
    put_real(json, "score", v->score);
    ul_json_truth_member(json, "valid", v->is_valid);
    if (!v->is_valid) {
        ul_json_text_member(json, "how", v->how);
        ul_json_text_member(json, "why", v->why);
    }
    ul_json_count_member(json, "stage", (uint64_t)v->stage);
    ul_json_truth_member(json, "isolated", rules->isolated);
    put_real(json, "cpu_s", v->cpu_s);
    put_real(json, "wall_s", v->wall_s);
    for (ul_exam_set_name s = 0; s < UL_SETS; s++)
        put_set(rules, v, s, json);
    if (v->worst > 0) {
        put_real(json, "worst", v->worst);
        ul_json_text_member(json, "worst_instance", v->worst_instance);
    }
    ul_json_close(json, "}");
}
