/* Any program that reads an instance and writes a plan, in any language, by a command
 * with {instance} and {plan}, and {seed} and {time} where it wants them, whose words are
 * its arguments (words.h):
 *
 *     --set command='python3 mine.py {instance} {plan}'
 *
 * It reads the very bytes that the instance was read from. Its plan is checked and costed
 * like everybody's. A status other than 0 or no plan is a
 * crash, a plan that is none or breaks a rule is rejected, and the deadline ends it. For
 * every problem kind; time and space are the program's.
 *
 * A class of the Python package is one: python/ullage/run_class.py runs it, and says in
 * {facts} what it knew and how it ended, since it sees no more than the package shows it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "outside.h"
#include "words.h"

#define RUN_CLASS "python3 -m ullage.run_class {class} {instance} {plan} {facts} {seed} {time}"

static ul_status check_command(const char *command)
{
    return strstr(command, "{instance}") != NULL && strstr(command, "{plan}") != NULL
               ? UL_OK
               : ul_fail(UL_E_INPUT, "a program needs --set command='... {instance} ... {plan} ...', "
                                     "not '%s'", command);
}

/* The last line that the program said, which is most often why it failed. */
static void last_words(const ul_exchange *files, char *text, size_t room)
{
    char line[512];
    FILE *file = ul_exchange_log(files);
    text[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0')
            snprintf(text, room, "%.280s", line);
    }
    if (file != NULL)
        fclose(file);
}

static ul_status say_failed(ul_run *run, const ul_exchange *files, const char *what)
{
    char words[300], note[400];
    last_words(files, words, sizeof words);
    snprintf(note, sizeof note, "%s%s%s", what, words[0] == '\0' ? "" : ": ", words);
    ul_run_ended(run, UL_CRASH);
    return ul_run_note(run, note);
}

/* A plan that cannot be read is as wrong as one that breaks a rule. */
static ul_status offer_plan(ul_run *run, const char *path)
{
    const ul_instance *instance = ul_run_instance(run);
    void *plan;
    const ul_status status = instance->kind->plan_read(instance->data, ul_run_arena(run), path,
                                                       &plan);
    if (status == UL_OK)
        return ul_run_offer(run, plan);
    if (status != UL_E_INPUT)
        return status;
    ul_run_ended(run, UL_REJECTED);
    return ul_run_note(run, ul_error_text());
}

/* What it wrote before the deadline counts. */
static ul_status conclude(ul_run *run, const ul_exchange *files, ul_outside_end end)
{
    if (end == UL_OUTSIDE_MEMORY) {
        ul_run_ended(run, UL_MEMORY_LIMIT);
        return ul_run_note(run, "the program ran out of memory");
    }
    if (end == UL_OUTSIDE_FAILED)
        return say_failed(run, files, "the program failed or was killed");
    if (end == UL_OUTSIDE_STOPPED)
        ul_run_ended(run, UL_TIME_LIMIT);
    const ul_left left = ul_exchange_left(files->plan);
    if (left == UL_LEFT_FILE)
        return offer_plan(run, files->plan);
    if (left == UL_LEFT_OTHER) {
        ul_run_ended(run, UL_REJECTED);
        return ul_run_note(run, "the program's plan is no regular file");
    }
    return end == UL_OUTSIDE_STOPPED || ul_run_result_of(run)->knows != UL_KNOWS_UNSAID
               ? UL_OK
               : say_failed(run, files, "the program wrote no plan");
}

/* Lines of three: what it knew, whether its run was rejected, and its note. */
static ul_status hear_facts(ul_run *run, const ul_exchange *files)
{
    char knew[40] = "", status[40] = "", note[1000] = "";
    FILE *file = ul_exchange_left(files->sol) == UL_LEFT_FILE ? fopen(files->sol, "r") : NULL;
    if (file == NULL)
        return UL_OK;
    char *const line[] = {knew, status, note};
    const int room[] = {sizeof knew, sizeof status, sizeof note};
    for (size_t q = 0; q < 3 && fgets(line[q], room[q], file) != NULL; q++)
        line[q][strcspn(line[q], "\n")] = '\0';
    fclose(file);
    for (ul_knows knows = UL_KNOWS_DEMANDS; knows <= UL_KNOWS_RUN_TIMES; knows++)
        if (strcmp(ul_knows_name(knows), knew) == 0)
            ul_run_knows(run, knows);
    if (strcmp(status, ul_outcome_name(UL_REJECTED)) == 0)
        ul_run_ended(run, UL_REJECTED);
    return note[0] == '\0' ? UL_OK : ul_run_note(run, note);
}

static ul_status run_program(ul_run *run, const ul_exchange *files, const char *command,
                             const char *class)
{
    const double left_s = ul_run_left_s(run);
    char seed[32], seconds[32], **argv;
    ul_outside_end end;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)ul_run_seed(run));
    snprintf(seconds, sizeof seconds, "%.0f", left_s > 1e7 ? 1e7 : fmax(1, floor(left_s)));
    const ul_mark marks[] = {{"{instance}", files->instance}, {"{plan}", files->plan},
                             {"{seed}", seed},                {"{time}", seconds},
                             {"{folder}", files->folder},
                             {class == NULL ? NULL : "{class}", class},
                             {"{facts}", files->sol},         {NULL, NULL}};
    UL_TRY(ul_words(command, marks, ul_run_arena(run), &argv));
    if (strstr(command, "{folder}") != NULL) /* a sandbox that shows its plan must find it */
        UL_TRY(ul_exchange_create(files->plan));
    UL_TRY(ul_instance_hand_over(ul_run_instance(run), files->instance));
    UL_TRY(ul_outside_run(run, files, argv, &end));
    if (class != NULL)
        UL_TRY(hear_facts(run, files));
    return conclude(run, files, end);
}

static ul_status start(ul_run *run, const char *command, const char *class)
{
    ul_exchange files;
    UL_TRY(ul_exchange_open(&files));
    const ul_status status = run_program(run, &files, command, class);
    ul_exchange_close(&files);
    return status;
}

static ul_status solve(ul_run *run)
{
    UL_TRY(check_command(ul_run_choice(run, "command")));
    return start(run, ul_run_choice(run, "command"), NULL);
}

static ul_status solve_by_class(ul_run *run)
{
    const char *class = ul_run_choice(run, "class");
    if (strchr(class, ':') == NULL)
        return ul_fail(UL_E_INPUT, "a class needs --set class=FILE.py:NAME, not '%s'", class);
    return start(run, RUN_CLASS, class);
}

#define UL_KIND(kind)                                                     \
    static ul_status solve_##kind(const struct ul_##kind *in, ul_run *run) \
    {                                                                     \
        (void)in;                                                         \
        return solve(run);                                                \
    }                                                                     \
    static ul_status solve_##kind##_by_class(const struct ul_##kind *in, ul_run *run) \
    {                                                                     \
        (void)in;                                                         \
        return solve_by_class(run);                                       \
    }
#include "kinds.def"
#undef UL_KIND

static const ul_param param[] = {
    UL_TEXT("command", "", "program and arguments with {instance} and {plan}, perhaps {seed} and "
            "{time}"),
    UL_COUNT("memory_mb", "0", "memory the program may use; 0 is no limit", 0, 1e6),
    {0},
};

const ul_method ul_method_program = {
    .name = "program",
    .brief = "a program of yours that reads an instance and writes a plan",
    .paper = "yours",
    .traits = UL_OPTIONAL | UL_SUPPLY,
    .param = param,
#define UL_KIND(kind) .kind = solve_##kind,
#include "kinds.def"
#undef UL_KIND
};

static const ul_param class_param[] = {
    UL_TEXT("class", "", "FILE.py:NAME, or FILE.py:NAME(ARGUMENTS): a ullage.Policy or "
            "ullage.Heuristic"),
    UL_COUNT("memory_mb", "0", "memory the program may use; 0 is no limit", 0, 1e6),
    {0},
};

const ul_method ul_method_python = {
    .name = "python",
    .brief = "a class of yours in Python, as the package ullage runs it",
    .paper = "yours",
    .traits = UL_OPTIONAL | UL_SUPPLY,
    .param = class_param,
#define UL_KIND(kind) .kind = solve_##kind##_by_class,
#include "kinds.def"
#undef UL_KIND
};
