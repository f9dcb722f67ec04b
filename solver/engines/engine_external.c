/* Any solver that reads a model file and writes a solution file, by a command
 * with {mps} or {lp}, {sol} and {time} in it, whose words are the program's arguments
 * (words.h):
 *
 *     --set command='highs --time_limit {time} --solution_file {sol} {mps}'
 *
 * The solution's format is found out (solution_file.h). The word "optimal" in it
 * is passed on, as a claim, only with trust=on, since most solvers stop at a gap of
 * 1e-4 unless told otherwise. docs/models.md has commands for Gurobi, HiGHS and SCIP.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_file.h"
#include "outside.h"
#include "words.h"

static ul_status solve_with(ul_engine *engine, const ul_exchange *files, void *unused)
{
    (void)unused;
    const char *template = ul_run_choice(engine->run, "command");
    const double left_s = ul_run_left_s(engine->run);
    const ul_outside_facts facts = {
        .solver = "the program",
        .trusted = ul_run_choice_is(engine->run, "trust", "on"),
    };
    char seconds[32], **argv;
    ul_outside_end end;
    snprintf(seconds, sizeof seconds, "%.0f", left_s > 1e7 ? 1e7 : fmax(1, floor(left_s)));
    const ul_mark marks[] = {{"{mps}", files->mps}, {"{lp}", files->lp}, {"{sol}", files->sol},
                          {"{time}", seconds},   {NULL, NULL}};
    UL_TRY(ul_words(template, marks, ul_run_arena(engine->run), &argv));
    if (strstr(template, "{mps}") != NULL)
        UL_TRY(ul_model_write_mps(&engine->model, files->mps));
    if (strstr(template, "{lp}") != NULL)
        UL_TRY(ul_model_write_lp(&engine->model, files->lp));
    UL_TRY(ul_outside_run(engine->run, files, argv, &end));
    return ul_outside_conclude(engine, files, end, &facts);
}

/* Before any model is built: what is wrong with the command is said at once. */
static ul_status check_command(ul_run *run)
{
    const char *template = ul_run_choice(run, "command");
    char **argv;
    if (template[0] == '\0')
        return ul_fail(UL_E_INPUT, "external needs --set command='PROGRAM ... {mps} ... {sol}'");
    if (strstr(template, "{sol}") == NULL
        || (strstr(template, "{mps}") == NULL && strstr(template, "{lp}") == NULL))
        return ul_fail(UL_E_INPUT, "--set command=%s: the command names no {sol}, or neither {mps} "
                                   "nor {lp}", template);
    return ul_words(template, (const ul_mark[]){{NULL, NULL}}, ul_run_arena(run), &argv);
}

static ul_status solve_packing(const struct ul_packing *in, ul_run *run)
{
    (void)in;
    UL_TRY(check_command(run));
    return ul_outside_engine(run, solve_with, NULL);
}

static ul_status solve_reservation(const struct ul_reservation *in, ul_run *run)
{
    (void)in;
    UL_TRY(check_command(run));
    return ul_outside_engine(run, solve_with, NULL);
}

static const ul_param param[] = {
    UL_ENGINE_PARAMS,
    {"command", "", "program and arguments with {mps} or {lp}, {sol} and {time}", UL_PARAM_TEXT,
     "{sol}", 0, 0},
    UL_CHOICE("trust", "off", "pass on the word 'optimal', as a claim; its gap must be zero",
              "on|off"),
    {0},
};

const ul_method ul_method_external = {
    .name = "external",
    .brief = "any formulation by a solver of yours, given as a command",
    .paper = "the formulations that 'ullage list formulations' shows",
    .traits = UL_SUPPLY | UL_PROVES | UL_OPTIONAL,
    .param = param,
    .packing = solve_packing,
    .reservation = solve_reservation,
};
