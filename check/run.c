/* One check from start to end. */
#include <time.h>

#include "check.h"

#define CHECK_KIND(name) extern const check_kind check_kind_##name;
#include "kinds.def"
#undef CHECK_KIND

enum { MOST_SHOWN = 10 };

static const check_kind *const kinds[] = {
#define CHECK_KIND(name) &check_kind_##name,
#include "kinds.def"
#undef CHECK_KIND
};

/* The kind that the first record names: "TAG,1,KIND". */
static const check_kind *read_header(check *c, check_file *file, const char *tag)
{
    check_row row = {.file = file->name, .line = 1};
    if (!check_next(c, file, &row))
        check_refuse(c, &row, 0, "the file is empty; expected '%s,1,KIND'", tag);
    if (!check_is(&row, 0, tag))
        check_refuse(c, &row, 0, "the file does not begin with '%s,1,KIND'", tag);
    check_expect(c, &row, 3, "the first record names format, version and kind");
    if (!check_is(&row, 1, "1"))
        check_refuse(c, &row, 1, "format version '%.20s' is not known", row.field[1].text);
    for (size_t q = 0; q < sizeof kinds / sizeof *kinds; q++)
        if (check_is(&row, 2, kinds[q]->name))
            return kinds[q];
    check_refuse(c, &row, 2, "problem kind '%.40s' is not known", row.field[2].text);
}

/* Opens a file, whose numbers count from here on, and reads its header. */
static const check_kind *open_file(check *c, const char *path, const char *tag, check_file *file)
{
    c->counted = path;
    check_open(c, path, file);
    return read_header(c, file, tag);
}

/* Says what was proved, in so many hundredths of a second. */
static void say_bound(check *c, long hundredths)
{
    const check_outcome *found = c->outcome;
    char number[CHECK_NUMBER_TEXT], seconds[CHECK_NUMBER_TEXT];
    snprintf(seconds, sizeof seconds, "%ld.%02ld", hundredths / 100, hundredths % 100);
    if (found->infeasible) {
        fprintf(c->out, "infeasible: there is no plan, verified in %s s\n", seconds);
        return;
    }
    const bool speaks_of_it = found->has_cost && !c->elsewhere;
    fprintf(c->out, "%s: no plan%s costs less than %s, verified in %s s%s\n",
            speaks_of_it && found->bound == found->cost ? "optimal" : "bound", c->holds_for,
            check_text(found->bound, 12, number), seconds,
            c->elsewhere ? "; this one is none of them" : "");
}

/* Whether the certificate proves what it says, and what that says of the plan, if any. */
static void run_certificate(check *c, const check_paths *paths, const check_kind *kind,
                            void *problem)
{
    check_file *certificate = &c->file[2];
    check_outcome *found = c->outcome;
    char number[CHECK_NUMBER_TEXT];
    const clock_t begun = clock();
    c->subject = "certificate";
    if (open_file(c, paths->certificate, "ullage-certificate", certificate) != kind)
        check_refuse_file(c, certificate->name, "is a certificate of another problem kind");
    certificate->seals = true;
    if (kind->certificate == NULL)
        check_refuse_file(c, certificate->name, "%s certificates cannot be checked", kind->name);
    const check_wide bound = kind->certificate(c, problem, &c->file[0], certificate);
    if (c->violations == 0 && found->has_cost && bound == CHECK_NO_PLAN)
        check_violation(c, NULL, "%s: claims that there is no plan, but this one is valid",
                        certificate->name);
    else if (c->violations == 0 && found->has_cost && bound > found->cost && !c->elsewhere)
        check_violation(c, NULL, "%s: claims that no plan%s costs less than %s, but this one does",
                        certificate->name, c->holds_for, check_text(bound, 12, number));
    if (c->violations > 0)
        return;
    found->has_bound = bound != CHECK_NO_PLAN;
    found->elsewhere = c->elsewhere;
    found->bound = bound;
    found->infeasible = !found->has_bound || (!found->has_cost && kind->most != NULL
                                              && bound > kind->most(c, problem));
    say_bound(c, (long)((clock() - begun) / (CLOCKS_PER_SEC / 100)));
}

static void run_plan(check *c, const check_paths *paths, const check_kind *kind, void *problem)
{
    check_file *plan = &c->file[1];
    char number[CHECK_NUMBER_TEXT];
    const check_kind *of_plan = open_file(c, paths->plan, "ullage-plan", plan);
    if (kind != of_plan)
        check_refuse_file(c, plan->name, "is a %s plan, the instance is a %s problem",
                          of_plan->name, kind->name);
    const check_wide cost = kind->plan(c, problem, &c->file[0], plan);
    if (c->violations > 0)
        return;
    c->outcome->has_cost = true;
    c->outcome->cost = cost;
    fprintf(c->out, "valid: cost %s\n", check_text(cost, 12, number));
}

static void run(check *c, const check_paths *paths)
{
    const check_kind *kind = open_file(c, paths->instance, "ullage", &c->file[0]);
    void *problem = kind->instance(c, &c->file[0]);
    if (paths->plan != NULL)
        run_plan(c, paths, kind, problem);
    if (paths->certificate != NULL && c->violations == 0)
        run_certificate(c, paths, kind, problem);
}

/* False when a file was refused. */
static bool run_to_end(check *c, const check_paths *paths)
{
    switch (setjmp(c->ended)) {
    case 0:
        run(c, paths);
        return true;
    case CHECK_UNREADABLE:
        return false;
    default:
        return true;
    }
}

int check_run_to(const check_paths *paths, FILE *out, FILE *err, check_outcome *outcome)
{
    *outcome = (check_outcome){0};
    const size_t limit_mb = paths->memory_mb == 0 ? CHECK_MEMORY_MB : paths->memory_mb;
    check c = {.out = out, .err = err, .outcome = outcome, .subject = "plan",
               .most_shown = paths->all ? SIZE_MAX : MOST_SHOWN,
               .most_used = limit_mb < SIZE_MAX >> 21 ? limit_mb << 20 : SIZE_MAX / 2,
               .most_steps = paths->steps == 0              ? CHECK_STEPS
                             : paths->steps < CHECK_STEPS_MAX ? paths->steps : CHECK_STEPS_MAX};
    c.message_end = &c.message;
    const bool read = run_to_end(&c, paths);
    if (read)
        check_verdict(&c);
    for (size_t q = 0; q < sizeof c.file / sizeof *c.file; q++)
        check_close(&c.file[q]);
    check_release(&c);
    return !read ? CHECK_UNREADABLE : c.violations == 0 ? CHECK_VALID : CHECK_INVALID;
}

int check_run(const check_paths *paths, FILE *out, FILE *err)
{
    check_outcome outcome;
    return check_run_to(paths, out, err, &outcome);
}
