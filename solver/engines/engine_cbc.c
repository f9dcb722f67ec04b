/* CBC on any formulation, through its program, which is looked for on PATH when
 * the method runs. Model and solution go through files (outside.h); bound and
 * nodes are read from its log. Its gap tolerances are set to zero, so that its
 * word "optimal" means it; it is a claim until the relaxation's duals confirm it.
 */
#include <stdio.h>
#include <string.h>

#include "model_file.h"
#include "outside.h"
#include "program.h"

/* The closing summary: "Lower bound: 12.000" (absent when solved), "Enumerated nodes: 3". */
static void read_log(const ul_exchange *files, ul_outside_facts *facts)
{
    char line[512];
    FILE *file = ul_exchange_log(files);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Lower bound: %lf", &facts->bound) == 1)
            facts->has_bound = true;
        sscanf(line, "Enumerated nodes: %ld", &facts->nodes);
        facts->timed_out = facts->timed_out || strstr(line, "Stopped on time") != NULL;
    }
    if (file != NULL)
        fclose(file);
}

#define TO_WRITE_S 0.25

/* Leaves CBC a little time to write before it is killed at the deadline. */
static double seconds_for(const ul_run *run)
{
    const double left_s = ul_run_work_left_s(run);
    if (left_s > 1e8)
        return 1e8;
    return left_s > 1 ? left_s - TO_WRITE_S : (1 - TO_WRITE_S) * left_s;
}

static ul_status solve_with(ul_engine *engine, const ul_exchange *files, void *program)
{
    char seconds[32], cutoff[32];
    ul_outside_facts facts = {.solver = "CBC", .trusted = true, .knows_cutoff = true};
    ul_outside_end end;
    const bool by_cpu = ul_run_work_left_s(engine->run) < ul_run_left_s(engine->run);
    UL_TRY(ul_model_write_mps(&engine->model, files->mps));
    snprintf(seconds, sizeof seconds, "%.3f", seconds_for(engine->run));
    /* CBC wants strictly less than the cutoff */
    snprintf(cutoff, sizeof cutoff, "%.17g",
             engine->cutoff < 1e300 ? engine->cutoff + (engine->unit > 0 ? 0.5 : 0) : 1e50);
    char *argv[] = {program,     (char *)files->mps, "-timeMode",     by_cpu ? "cpu" : "elapsed",
                    "-sec",      seconds,            "-ratioGap",     "0",
                    "-allowableGap", "0",            "-cutoff",       cutoff,
                    "-solve",    "-solution",        (char *)files->sol, "-quit", NULL};
    UL_TRY(ul_outside_run(engine->run, files, argv, &end));
    read_log(files, &facts);
    /* out of time in its preprocessing CBC says that there is no solution */
    facts.timed_out = facts.timed_out || ul_run_work_left_s(engine->run) <= TO_WRITE_S;
    return ul_outside_conclude(engine, files, end, &facts);
}

static ul_status run_cbc(ul_run *run)
{
    char program[512];
    if (!ul_program_find("cbc", program, sizeof program))
        return ul_fail(UL_E_INPUT, "the program cbc is not on PATH; on Debian it comes with "
                                   "'apt-get install coinor-cbc'");
    return ul_outside_engine(run, solve_with, program);
}

static ul_status solve_packing(const struct ul_packing *in, ul_run *run)
{
    (void)in;
    return run_cbc(run);
}

static ul_status solve_reservation(const struct ul_reservation *in, ul_run *run)
{
    (void)in;
    return run_cbc(run);
}

static const ul_param param[] = {UL_ENGINE_PARAMS, {0}};

const ul_method ul_method_cbc = {
    .name = "cbc",
    .brief = "any formulation by the program cbc, when it is installed",
    .paper = "Forrest and Lougee-Heimer 2005; the formulations that 'ullage list formulations' shows",
    .traits = UL_SUPPLY | UL_PROVES | UL_OPTIONAL,
    .param = param,
    .packing = solve_packing,
    .reservation = solve_reservation,
};
