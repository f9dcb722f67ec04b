/* ullage explain: a method's decisions in words, or as a page that plays them. */
#include <stdio.h>
#include <stdlib.h>

#include "beside.h"
#include "narrator.h"
#include "run_args.h"
#include "story.h"

enum { FRAMES_SHOWN = 20000, FRAMES_PLAYED = 5000 };

typedef struct {
    const char *file, *html, *site;
    bool turn_first, live;
    double best_limit_s;
    ul_run_args run;
} options;

static const ul_option option[] = {
    {"html", 'w', "FILE", "write a page that plays the decisions instead of printing them",
     UL_FIELD(html)},
    {"turn", 'y', NULL, "the page opens on 'Your turn', for a class that tries before it watches",
     UL_FIELD(turn_first)},
    {"live", 'l', NULL, "the page runs Ullage itself: change the instance, and all is run, proved "
     "and checked again", UL_FIELD(live)},
    {"site", 0, "WAY", "the page is of the site at the end of this way: 'ullage site' says it",
     UL_FIELD(site), UL_HIDDEN},
    {"best-limit", 'b', "S", "look S seconds for the optimum to compare with (default 5, 0 not at "
     "all)", UL_FIELD(best_limit_s)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->file == NULL)
        argp_error(state, "which instance? A file, or one of 'ullage list gallery'");
    if ((o->turn_first || o->live) && o->html == NULL)
        argp_error(state, "--%s is of a page; --html names its file", o->live ? "live" : "turn");
    ul_arg_apart(o->file, o->html, state);
}

static ul_status run_act(const options *o, const char *asked, const ul_instance *instance,
                         ul_act *act)
{
    const ul_method *method;
    ul_run_args args = o->run;
    UL_TRY(ul_run_args_choose(&args, asked, &method));
    ul_recording_init(&act->recording, o->html == NULL ? FRAMES_SHOWN : FRAMES_PLAYED);
    args.run.steps = &act->recording.listener;
    UL_TRY(ul_run_args_go(&args, method, instance, &act->run));
    return ul_act_finish(act);
}

/* The optimum, or what is known of it within the limit. */
static ul_status run_best(const options *o, const ul_instance *instance, ul_story *story)
{
    const ul_method *best = ul_story_prover(instance);
    if (o->best_limit_s == 0 || best == NULL)
        return UL_OK;
    ul_run_args args = {.run = {.seed = o->run.run.seed, .time_limit_s = o->best_limit_s}};
    return ul_run_args_go(&args, best, instance, &story->best);
}

static ul_status write_text(const ul_story *story)
{
    ul_output *out;
    UL_TRY(ul_output_open("-", &out));
    return ul_output_finish(out, ul_story_text(story, out));
}

static ul_status explain(options *o, ul_arena *arena, const ul_instance *instance,
                         ul_story *story)
{
    story->instance = instance;
    story->turn_first = o->turn_first;
    story->file = o->file;
    story->site = o->site;
    if (o->live)
        UL_TRY(ul_beside_modules(arena, &story->modules));
    if (ul_narrator_of(instance->kind) == NULL)
        return ul_fail(UL_E_INPUT, "%s methods are not explained yet", instance->kind->name);
    UL_TRY(ul_lesson_read(o->file, arena, &story->lesson));
    UL_TRY(ul_run_args_spread(&o->run, arena));
    const bool asked = o->run.n_named > 0;
    const char *const *method = asked ? o->run.named : story->lesson.method;
    const size_t n = asked ? o->run.n_named : story->lesson.n_methods;
    if (n == 0)
        return ul_fail(UL_E_INPUT, "which method? -m names it; 'ullage list methods' shows them");
    story->act = calloc(n, sizeof *story->act);
    if (story->act == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for %zu methods", n);
    for (size_t q = 0; q < n; q++) {
        story->n_acts = q + 1;
        UL_TRY(run_act(o, method[q], instance, &story->act[q]));
    }
    UL_TRY(run_best(o, instance, story));
    return o->html == NULL ? write_text(story) : ul_story_player(story, o->html);
}

int ul_command_explain(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "FILE",
        .own = {option, NULL},
        .shared = &ul_run_option_list, .shared_at = offsetof(options, run),
        .argument = "instance", .argument_at = offsetof(options, file),
        .check = check,
        .doc = "Prints the decisions of a method and the reason for each, or writes a page that "
               "plays them. Two methods (-m twice) stand side by side, more are in tabs. FILE may be gallery:NAME, an "
               "instance made for teaching; 'ullage list gallery' shows them, and each knows "
               "which methods to compare."
               "\vExample: ullage explain gallery:ffd-loses -m ffd -m exact --html player.html",
    };
    options o = {.best_limit_s = 5, .run = UL_RUN_ARGS_PRESET};
    ul_parse_args(&command, argc, argv, &o);
    ul_instance instance = {0};
    ul_story story = {0};
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory()
                                     : ul_instance_read(o.file, &instance);
    if (status == UL_OK)
        status = explain(&o, arena, &instance, &story);
    bool complete = true;
    for (size_t q = 0; status == UL_OK && q < story.n_acts; q++) {
        const ul_run *run = story.act[q].run;
        if (ul_run_result_of(run)->plan != NULL)
            continue;
        complete = false;
        if (o.html != NULL) /* the text says it in its place */
            fprintf(stderr, "ullage: %s found no plan: %s\n", ul_run_method(run)->name,
                    ul_story_no_plan(run));
    }
    ul_story_clear(&story);
    ul_instance_free(&instance);
    ul_arena_free(arena);
    return status != UL_OK ? ul_complain(status) : complete ? UL_EXIT_OK : UL_EXIT_NO;
}
