/* ullage worst: the instance on which a method loses most. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output.h"
#include "parallel.h"
#include "registry.h"
#include "run_args.h"
#include "ticker.h"

typedef struct {
    const char *method, *against, *start, *output, *kind;
    uint64_t jobs;
    ul_run_args run;
    ul_set_list against_set;
    ul_worst_options search;
} options;

enum { PRICES = 0x200, PRICE_RANGE, OBJECTIVE }; /* options without a letter */

static const ul_option option[] = {
    {"against", 0, "METHOD", "compare with this method; by default with the exact one of the kind, "
     "which proves its optimum", UL_FIELD(against)},
    {"against-set", 0, "NAME=VALUE", "a parameter of what is compared with; may be repeated",
     UL_FIELD(against_set)},
    {"tasks", 0, "N", "at most N tasks, intervals or machine types (default 10)",
     UL_FIELD(search.within.records), UL_POSITIVE, 1000},
    {"types", 0, "K", "K machine types or lease classes that may change",
     UL_FIELD(search.within.types), UL_POSITIVE, 50},
    {"prices", PRICES, "free|falling", "falling: a unit of a larger type costs no more than one of "
     "a smaller (default free)", UL_OWN},
    {"price-range", PRICE_RANGE, "LOW:HIGH", "what may be sought among prices: dollars of a "
     "machine type, cents of a unit of a pool, cents an hour of a lease that is always used (on "
     "demand costs 100)", UL_OWN},
    {"resources", 0, "R", "resources of tasks and machines (default 1)",
     UL_FIELD(search.within.resources), UL_POSITIVE, 16},
    {"grid", 0, "G", "demands are whole numbers, the largest machine has G (default 100)",
     UL_FIELD(search.within.grid), UL_POSITIVE, 1000000},
    {"copies", 0, "C", "up to C copies of a task (default 1)",
     UL_FIELD(search.within.copies), UL_POSITIVE, 1000},
    {"runtimes", 0, NULL, "tasks have run times too, for methods that look at them",
     UL_FIELD(search.within.runtimes)},
    {"families", 0, NULL, "a task may ask for something else of each machine family; each free "
     "type is one", UL_FIELD(search.within.families)},
    {"kind", 0, "KIND", "the kind of the instances, see 'ullage list kinds'; by default what the "
     "method takes first", UL_FIELD(kind)},
    {"start", 0, "FILE", "begin from this instance and keep its machine types", UL_FIELD(start)},
    {"objective", OBJECTIVE, "ratio|difference", "what to make large (default ratio)", UL_OWN},
    {"set", 'S', "NAME=VALUE", "a parameter of the method; may be repeated", UL_FIELD(run.set)},
    {"evaluations", 'e', "N", "look at N instances (default 20000, or until the time limit)",
     UL_FIELD(search.evaluations), UL_POSITIVE},
    {"time-limit", 't', "S", "stop after S seconds with the worst so far",
     UL_FIELD(search.time_limit_s)},
    {"at-least", 0, "D", "only instances on which the reference costs at least D dollars: what is "
     "bad is not bad for being small", UL_FIELD(search.at_least), UL_NO_TIME},
    {"until", 0, "V", "stop at a ratio (or difference) of at least V",
     UL_FIELD(search.until), UL_NO_TIME},
    {"proof-limit", 0, "S", "an optimum that takes longer to prove is passed over (default 2)",
     UL_FIELD(search.proof_limit_s)},
    {"seed", 's', "N", "random seed (default 1)", UL_FIELD(search.seed)},
    {"jobs", 'j', "N", "processes at once (default 1)", UL_FIELD(jobs), UL_POSITIVE, 64},
    {"output", 'o', "FILE", "write the instance, with its lesson as a comment", UL_FIELD(output)},
    {0},
};

static void parse_range(const char *value, ul_space_options *within,
                        const struct argp_state *state)
{
    int used = 0;
    const int n = sscanf(value, "%6d:%6d%n", &within->price_low, &within->price_high, &used);
    if (n != 2 || value[used] != '\0' || within->price_low < 1
        || within->price_high < within->price_low)
        argp_error(state, "--price-range is LOW:HIGH, whole numbers from 1 on");
}

static void read_own(void *input, int key, char *value, const struct argp_state *state)
{
    ul_worst_options *search = &((options *)input)->search;
    if (key == PRICE_RANGE) {
        parse_range(value, &search->within, state);
        return;
    }
    bool *chosen = key == PRICES ? &search->within.falling : &search->difference;
    *chosen = strcmp(value, key == PRICES ? "falling" : "difference") == 0;
    if (!*chosen && strcmp(value, key == PRICES ? "free" : "ratio") != 0)
        argp_error(state, key == PRICES ? "--prices is free or falling"
                                        : "--objective is ratio or difference");
}

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->method == NULL)
        argp_error(state, "whose worst instance? 'ullage list methods' shows the methods");
}

/* Methods of one name take different kinds. */
static ul_status find_for(const char *name, const ul_kind *kind, const ul_method **method)
{
    UL_TRY(ul_method_choose(name, 0, method));
    for (size_t q = 0; ul_methods[q] != NULL && !ul_method_takes(*method, kind); q++)
        if (strcmp(ul_methods[q]->name, name) == 0 && ul_method_takes(ul_methods[q], kind))
            *method = ul_methods[q];
    return ul_method_takes(*method, kind)
               ? UL_OK
               : ul_fail(UL_E_INPUT, "method '%s' takes no %s instances", name, kind->name);
}

/* The kind asked for, that of the start instance, or the first that the method takes. */
static ul_status choose_space(options *o, const ul_instance *start)
{
    const ul_method *method = o->search.method;
    for (size_t q = 0; ul_spaces[q] != NULL && o->search.space == NULL; q++) {
        const ul_kind *kind = ul_spaces[q]->kind;
        if (start != NULL ? kind == start->kind
                          : o->kind != NULL ? strcmp(kind->name, o->kind) == 0
                                            : ul_method_takes(method, kind))
            o->search.space = ul_spaces[q];
    }
    if (o->search.space == NULL)
        return ul_fail(UL_E_INPUT, "worst instances of %s cannot be sought",
                       start != NULL ? start->kind->name : o->kind != NULL ? o->kind : o->method);
    UL_TRY(find_for(o->run.words, o->search.space->kind, &o->search.method));
    return find_for(o->against == NULL ? o->search.space->reference : o->against,
                    o->search.space->kind, &o->search.reference);
}

static void say_value(const options *o, const ul_worst_score *score, char text[64])
{
    char number[UL_NUMBER_TEXT];
    if (o->search.difference)
        snprintf(text, 64, "$%s", ul_cost_text(score->cost - score->reference, number));
    else
        snprintf(text, 64, "%.6g", score->value);
}

static void on_improved(void *context, const ul_worst *worst)
{
    ul_worst_score score;
    char text[96];
    if (ul_worst_best(worst, &score)) {
        snprintf(text, sizeof text, "%.6g after %llu instances", score.value,
                 (unsigned long long)score.at);
        ul_ticker_say(context, text);
    }
}

static void on_interrupt(int signal)
{
    (void)signal;
    ul_worst_stop();
}

static void write_set(const char *name, const ul_set_list *set, ul_output *out)
{
    for (size_t q = 0; q < set->n; q++)
        ul_output_format(out, strpbrk(set->item[q], " >") == NULL ? " --%s %s" : " --%s '%s'",
                         name, set->item[q]);
}

/* The command that finds the same again, whatever the machine's speed. */
static void write_command(const options *o, const ul_worst_score *score, ul_output *out)
{
    const ul_space_options *w = &o->search.within;
    ul_output_format(out, "ullage worst %s", o->run.words);
    write_set("set", &o->run.set, out);
    if (o->against != NULL)
        ul_output_format(out, " --against %s", o->against);
    write_set("against-set", &o->against_set, out);
    ul_output_format(out, " --kind %s --tasks %zu", o->search.space->kind->name, w->records);
    if (w->types > 0)
        ul_output_format(out, " --types %zu", w->types);
    ul_output_format(out, " --resources %zu --grid %d", w->resources, w->grid);
    if (w->copies > 1)
        ul_output_format(out, " --copies %d", w->copies);
    if (w->price_high > 0)
        ul_output_format(out, " --price-range %d:%d", w->price_low, w->price_high);
    if (w->falling)
        ul_output_text(out, " --prices falling");
    if (w->families)
        ul_output_text(out, " --families");
    if (w->runtimes)
        ul_output_text(out, " --runtimes");
    if (o->search.difference)
        ul_output_text(out, " --objective difference");
    if (o->search.at_least > 0)
        ul_output_format(out, " --at-least %.15g", o->search.at_least);
    if (o->start != NULL)
        ul_output_format(out, " --start %s", o->start);
    ul_output_format(out, " --seed %llu --evaluations %llu", (unsigned long long)o->search.seed,
                     (unsigned long long)(score->at * o->jobs));
    if (o->jobs > 1)
        ul_output_format(out, " --jobs %llu", (unsigned long long)o->jobs);
}

static bool is_bound(const ul_method *reference)
{
    return (reference->traits & UL_BOUND_ONLY) != 0;
}

/* Who is to be watched: the method with its parameters, and the reference where it has
 * plans. What a lesson cannot hold, as a program's command, is for the user to name. */
static void write_try(const options *o, ul_output *out)
{
    const ul_set_list *set = &o->run.set;
    bool holds = true;
    for (size_t q = 0; q < set->n; q++)
        holds = holds && strpbrk(set->item[q], " ,") == NULL;
    ul_output_text(out, "# try: ");
    if (holds) {
        ul_output_text(out, o->run.words); /* its name as it was given */
        for (size_t q = 0; q < set->n; q++)
            ul_output_format(out, " %s", set->item[q]);
    }
    if (!holds || !is_bound(o->search.reference))
        ul_output_format(out, "%s%s", holds ? ", " : "", o->search.reference->name);
    ul_output_text(out, "\n");
}

/* The lesson that explain, the player and the gallery read; what the best costs is its
 * answer, for those who try first. `score` is of the instance as written, `found` of the
 * search. */
static ul_status write_instance(const options *o, const ul_worst *worst,
                                const ul_worst_score *score, const ul_worst_score *found)
{
    char name[96], value[64], cost[UL_NUMBER_TEXT], least[UL_NUMBER_TEXT], *text;
    const ul_set_list *set = &o->against_set;
    size_t length;
    ul_output *out;
    snprintf(name, sizeof name, "worst-%.60s", o->search.method->name);
    UL_TRY(ul_worst_text(worst, name, &text, &length));
    ul_status status = ul_output_open(o->output, &out);
    if (status == UL_OK) {
        const ul_method *reference = o->search.reference;
        say_value(o, score, value);
        ul_output_format(out, "# Where %s loses\n", o->search.method->name);
        write_try(o, out);
        ul_output_text(out, "# What would you do? Found by ");
        write_command(o, found, out);
        ul_output_format(out, "\n# answer: %s pays $%s where %s", o->search.method->name,
                         ul_cost_text(score->cost, cost), reference->name);
        for (size_t q = 0; q < set->n; q++)
            ul_output_format(out, "%s%s", q == 0 ? " with " : " and ", set->item[q]);
        ul_output_format(out, "%s $%s%s: %s%s.\n",
                         is_bound(reference) ? " shows that nobody pays less than" : " pays",
                         ul_cost_text(score->reference, least),
                         (reference->traits & UL_PROVES) != 0 ? ", proved to be the least" : "",
                         value, o->search.difference ? " more" : " times as much");
        ul_output_bytes(out, text, length);
        status = ul_output_close(out, NULL);
    }
    free(text);
    return status;
}

/* What is bad about the method is nothing, as far as was looked. */
static void say_none(const options *o, const ul_worst *worst, bool is_compared)
{
    if (is_compared)
        printf("no instance was found on which %s costs more than %s, of %llu\n", o->search.method->name,
               o->search.reference->name, (unsigned long long)ul_worst_evaluations(worst));
    else
        printf("no instance was found on which both methods have a plan\n");
    if (ul_worst_refusal(worst)[0] != '\0')
        printf("%s at first: %s\n", o->search.method->name, ul_worst_refusal(worst));
}

static ul_status search(options *o, ul_worst *worst, int *code)
{
    ul_worst_score found, score;
    char value[64], cost[UL_NUMBER_TEXT], reference[UL_NUMBER_TEXT];
    ul_ticker *ticker = ul_ticker_new(o->search.method->name);
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    ul_status status = ul_worst_search_parallel(&o->search, o->jobs, worst, on_improved, ticker);
    ul_ticker_free(ticker);
    UL_TRY(status);
    const uint64_t evaluations = ul_worst_evaluations(worst);
    const bool is_compared = ul_worst_best(worst, &found);
    if (!is_compared || found.cost <= found.reference) {
        *code = UL_EXIT_NO;
        say_none(o, worst, is_compared);
        return UL_OK;
    }
    UL_TRY(ul_worst_shrink(worst));
    ul_worst_best(worst, &score);
    say_value(o, &score, value);
    printf("method     %s\nreference  %s%s\nworst      %s\ncost       $%s\nreference  $%s\n"
           "instances  %llu, found at %llu\n", o->search.method->name, o->search.reference->name,
           is_bound(o->search.reference) ? ", a bound"
           : (o->search.reference->traits & UL_PROVES) != 0 ? ", proved" : "", value,
           ul_cost_text(score.cost, cost), ul_cost_text(score.reference, reference),
           (unsigned long long)evaluations, (unsigned long long)found.at);
    return o->output == NULL ? UL_OK : write_instance(o, worst, &score, &found);
}

static ul_status prepare(options *o, ul_instance *start)
{
    UL_TRY(ul_run_args_choose(&o->run, o->method, &o->search.method));
    if (o->start != NULL) {
        UL_TRY(ul_instance_read(o->start, start));
        o->search.within.start = start;
    }
    UL_TRY(choose_space(o, o->search.within.start));
    o->search.set = o->run.set.item;
    o->search.n_set = o->run.set.n;
    o->search.reference_set = o->against_set.item;
    o->search.n_reference_set = o->against_set.n;
    if (o->search.evaluations == 0 && o->search.time_limit_s == 0)
        o->search.evaluations = 20000;
    return UL_OK;
}

int ul_command_worst(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "METHOD",
        .own = {option, read_own},
        .argument = "method", .argument_at = offsetof(options, method),
        .check = check,
        .doc = "Searches for the instance on which METHOD loses most against the proved optimum, "
               "and makes it small enough to read."
               "\vExample: ullage worst ffd --tasks 8 --time-limit 5 -o worst.csv",
    };
    options o = {
        .jobs = 1,
        .run = UL_RUN_ARGS_PRESET,
        .search = {.seed = 1, .proof_limit_s = 2,
                   .within = {.records = 10, .resources = 1, .grid = 100, .copies = 1}},
    };
    ul_instance start = {0};
    ul_worst *worst = NULL;
    int code = UL_EXIT_OK;
    ul_parse_args(&command, argc, argv, &o);
    ul_status status = prepare(&o, &start);
    if (status == UL_OK)
        status = ul_worst_new(&o.search, &worst);
    if (status == UL_OK)
        status = search(&o, worst, &code);
    ul_worst_free(worst);
    ul_instance_free(&start);
    return status == UL_OK ? code : ul_complain(status);
}
