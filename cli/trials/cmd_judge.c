/* ullage judge: what a candidate, a heuristic that somebody or some program made, is worth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "guard.h"
#include "inside.h"
#include "json.h"
#include "output.h"
#include "sandbox.h"
#include "ruling.h"

typedef struct {
    const char *candidate, *task, *inside;
    char *sealed;
    bool json, serve;
    ul_ruling_rules rules;
} options;

enum { SEALED = 0x200 }; /* an option without a letter */

static const ul_option option[] = {
    {"task", 't', "TASK", "online-bpp, packing, schedule, or a suite's file whose instances are "
     "labelled quick, training and sealed", UL_FIELD(task)},
    {"stage", 0, "N", "the last stage: 1 the quick set, 2 the training set (default)",
     UL_FIELD(rules.last_stage), UL_POSITIVE, INT32_MAX},
    {"sealed", SEALED, "SEED", "draw the sealed set by this secret, 16 characters or more; the "
     "set's hash is printed", UL_OWN},
    {"finalist", 0, NULL, "also the score on the sealed set, and the worst case",
     UL_FIELD(rules.finalist)},
    {"serve", 0, NULL, "read candidates from standard input, a file's name a line, and answer each "
     "with a line of JSON", UL_FIELD(serve)},
    {"json", 'j', NULL, "print one JSON object", UL_FIELD(json)},
    {"least", 0, "SCORE", "of the quick set, to go on (default: four fifths of the worst rival's)",
     UL_FIELD(rules.least_score), UL_NO_TIME},
    {"time-limit", 'l', "S", "wall seconds of a candidate for everything (default 300)",
     UL_FIELD(rules.time_limit_s)},
    {"cpu-limit", 0, "S", "CPU seconds, likewise, ours included (default 60)",
     UL_FIELD(rules.cpu_limit_s)},
    {"answer-limit", 0, "S", "wall seconds of one answer (default 10)", UL_FIELD(rules.answer_s)},
    {"memory-mb", 0, "N", "memory of all its processes (default 1024)",
     UL_FIELD(rules.memory_mb), UL_POSITIVE},
    {"threads", 0, "N", "of a candidate that is a program, at a time (default 512)",
     UL_FIELD(rules.threads), UL_POSITIVE},
    {"evaluations", 0, "N", "instances that are tried for the worst case (default 300)",
     UL_FIELD(rules.evaluations), UL_POSITIVE},
    {"inside", 0, "FILE", "plays in the sandbox", UL_FIELD(inside), UL_HIDDEN},
    {0},
};

static void read_sealed(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    (void)key;
    (void)state;
    o->sealed = strdup(value);
    memset(value, '*', strlen(value)); /* who lists processes shall not read it */
}

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->inside == NULL && o->task == NULL)
        argp_error(state, "which task? --task online-bpp, packing, schedule or a file");
    if (o->inside == NULL && o->candidate == NULL && !o->serve && o->sealed == NULL)
        argp_error(state, "a candidate is needed: a shared object, Python, or a program");
}

/* ---- what is printed ---- */

static ul_status print_json(const options *o, const ul_ruling *ruling)
{
    ul_output *out;
    char *text;
    size_t length;
    UL_TRY(ul_output_memory(&out));
    ul_json_writer json = ul_json_writer_on(out);
    ul_ruling_json(&o->rules, ruling, &json);
    UL_TRY(ul_output_take(out, &text, &length));
    puts(text);
    fflush(stdout);
    free(text);
    return UL_OK;
}

static void print_set(const options *o, const ul_ruling *v, ul_exam_set_name name, const char *called)
{
    const ul_exam *exam = o->rules.exam;
    if (!v->set[name].is_done)
        return;
    printf("%-10s %.6f", called, v->set[name].score);
    for (size_t q = 0; q < exam->n_rivals; q++)
        printf("%s%s %.6f", q == 0 ? "   rivals: " : ", ", exam->rival[q]->method->name,
               exam->set[name].score[q]);
    printf("\n");
}

static void print_text(const options *o, const ul_ruling *v)
{
    const ul_exam_set *training = &o->rules.exam->set[UL_SET_TRAINING];
    printf("candidate  %s\nscore      %.6f%s\n", v->candidate, v->score,
           v->is_valid ? ", the least possible over what it pays" : "");
    if (!v->is_valid)
        printf("why        %s: %s\n", v->how, v->why);
    print_set(o, v, UL_SET_QUICK, "quick");
    print_set(o, v, UL_SET_TRAINING, "training");
    print_set(o, v, UL_SET_SEALED, "sealed");
    if (v->set[UL_SET_TRAINING].is_done)
        printf("loses most %s, %.2f%%\n", training->item[v->loses_most].instance.name,
               100 * (ul_cost_double(v->set[UL_SET_TRAINING].item[v->loses_most].cost)
                      / ul_cost_double(training->item[v->loses_most].least) - 1));
    if (v->worst > 0)
        printf("worst      %.4f times the least that is proved, on an instance that --json has\n", v->worst);
    printf("cpu        %.3f s\n", v->cpu_s);
}

/* ---- judging ---- */

static ul_status judge(const options *o, const char *candidate, bool json, int *code)
{
    ul_ruling ruling = {0};
    ul_arena *arena = ul_arena_new();
    UL_NEED(arena);
    ul_status status = ul_ruling_reach(&o->rules, candidate, arena, &ruling);
    if (status == UL_E_INPUT && o->serve) { /* the next one may be better */
        ruling.is_valid = false;
        ruling.score = 0;
        ruling.how = "input";
        snprintf(ruling.why, sizeof ruling.why, "%s", ul_error_text());
        status = UL_OK;
    }
    if (status == UL_OK && json)
        status = print_json(o, &ruling);
    else if (status == UL_OK)
        print_text(o, &ruling);
    *code = ruling.is_valid ? UL_EXIT_OK : UL_EXIT_NO;
    free(ruling.worst_instance);
    ul_arena_free(arena);
    return status;
}

static ul_status refuse_line(const options *o, const char *line)
{
    ul_ruling ruling = {.candidate = line, .how = "input"};
    snprintf(ruling.why, sizeof ruling.why, "a line is a file's name, or an object {\"candidate\": NAME, "
                                            "\"finalist\": true or false}");
    return print_json(o, &ruling);
}

/* A line is a file's name, or an object {"candidate": NAME, "finalist": true}; what it does not
 * say is as the command line has it. */
static ul_status answer_line(const options *o, const char *line)
{
    options now = *o;
    ul_json *asked = NULL;
    const char *candidate = line;
    int code;
    bool is_meant = true;
    if (line[0] == '{' && ul_json_parse("the line", line, strlen(line), &asked) == UL_OK) {
        const ul_json *finalist = ul_json_member(asked, "finalist");
        is_meant = ul_json_text(ul_json_member(asked, "candidate"), &candidate)
                   && (finalist == NULL || ul_json_truth(finalist, &now.rules.finalist));
    }
    const ul_status status = is_meant ? judge(&now, candidate, true, &code) : refuse_line(&now, line);
    ul_json_free(asked);
    return status;
}

static ul_status serve(const options *o)
{
    char *line = NULL;
    size_t room = 0;
    ul_status status = UL_OK;
    for (ssize_t n; status == UL_OK && (n = getline(&line, &room, stdin)) > 0;) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0')
            status = answer_line(o, line);
    }
    free(line);
    return status;
}

static ul_status run(options *o, int *code)
{
    char why[500];
    ul_exam *exam;
    ul_sandbox_seal_files();
    o->rules.isolated = ul_sandbox_works(why, sizeof why);
    if (!o->rules.isolated && o->sealed != NULL)
        return ul_fail(UL_E_INPUT, "--sealed needs isolation: %s", why);
    UL_TRY(ul_exam_new(o->task, o->sealed, &exam));
    o->rules.exam = exam;
    if (!o->rules.isolated)
        fprintf(stderr, "ullage: candidates are not isolated: %s\n", why);
    if (o->sealed != NULL && (o->serve || !o->json || o->candidate == NULL))
        fprintf(o->serve ? stderr : stdout, "seal       %s\n", exam->seal);
    ul_status status = o->serve             ? serve(o)
                       : o->candidate != NULL ? judge(o, o->candidate, o->json, code)
                                              : UL_OK;
    ul_exam_free(exam);
    return status;
}

int ul_command_judge(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "CANDIDATE",
        .own = {option, read_sealed},
        .argument = "candidate", .argument_at = offsetof(options, candidate),
        .check = check,
        .doc = "Scores a heuristic by its distance from proved optima, isolated from everything that it "
               "is not told: a priority function in C (.so) or Python (.py), or a program."
               "\vExample: ullage judge mine.py --task online-bpp --json",
    };
    options o = {.rules = {.time_limit_s = 300, .cpu_limit_s = 60, .answer_s = 10, .memory_mb = 1024,
                           .threads = 512, .least_score = -1, .last_stage = 2, .evaluations = 300}};
    int code = UL_EXIT_OK;
    if (argc > 3 && (strcmp(argv[1], UL_INSIDE_PROGRAM) == 0 || strcmp(argv[1], UL_OUTSIDE_PROGRAM) == 0))
        ul_guard(argv + 2, strcmp(argv[1], UL_OUTSIDE_PROGRAM) == 0);
    if (argc == 5 && strcmp(argv[1], UL_INSIDE_METHOD) == 0)
        ul_inside_method(argv[2], argv[3], argv[4]);
    ul_parse_args(&command, argc, argv, &o);
    if (o.inside != NULL)
        ul_inside(o.inside);
    const ul_status status = run(&o, &code);
    free(o.sealed);
    return status == UL_OK ? code : ul_complain(status);
}
