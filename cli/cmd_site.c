/* ullage site: lessons, playground, book and the papers' numbers as a folder of pages. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "book.h"
#include "command.h"
#include "coverage.h"
#include "gallery.h"
#include "run_folder.h"
#include "story.h"

typedef struct {
    const char *out, *from;
    const char *modules; /* the folder of Ullage as WebAssembly; NULL: its pages only play */
} options;

static const ul_option option[] = {
    {"out", 'o', "DIR", "the folder to write, new or empty", UL_FIELD(out), UL_ONCE},
    {"from", 'f', "FOLDER", "the folder of docs/ and results/ (default: what came with this "
     "program)", UL_FIELD(from), UL_ONCE},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->out == NULL)
        argp_error(state, "where to? --out names a folder, new or empty");
}

/* A folder that holds something may hold somebody's work. */
static ul_status check_empty(const char *folder)
{
    DIR *entries = opendir(folder);
    size_t n = 0;
    if (entries == NULL)
        return UL_OK; /* not there, or no folder, which shows when it is made */
    while (readdir(entries) != NULL)
        n++;
    closedir(entries);
    return n <= 2 ? UL_OK /* itself and the one above */
                  : ul_fail(UL_E_INPUT, "%s: is not empty; choose another --out", folder);
}

/* The page of an instance, by the command that makes such pages, which says what is wrong. */
static int explain(const options *o, ul_arena *arena, const char *file, const char *name, const char *home)
{
    const char *page;
    if (ul_arena_format(arena, &page, "%s/%s.html", o->out, name) != UL_OK)
        return ul_complain(UL_E_MEMORY);
    char *argument[] = {"ullage explain", (char *)file, "--html", (char *)page, "--site", (char *)home, "--live", NULL};
    const int n = o->modules != NULL ? 7 : 6;
    argument[n] = NULL;
    const int code = ul_command_explain(n, argument);
    return code == UL_EXIT_NO ? UL_EXIT_OK : code; /* a method without a plan is part of a lesson */
}

static int write_players(const options *o, ul_arena *arena)
{
    const char *file, *name;
    int code = UL_EXIT_OK;
    for (const ul_gallery_item *item = ul_gallery; item->name != NULL && code == UL_EXIT_OK; item++)
        code = ul_arena_format(arena, &file, UL_GALLERY_PREFIX "%s", item->name) != UL_OK
                       || ul_arena_format(arena, &name, "lessons/%s", item->name) != UL_OK
                   ? ul_complain(UL_E_MEMORY)
                   : explain(o, arena, file, name, "..");
    if (code != UL_EXIT_OK || o->modules == NULL)
        return code;
    return ul_arena_format(arena, &file, "%s/docs/playground.csv", o->from) != UL_OK
               ? ul_complain(UL_E_MEMORY)
               : explain(o, arena, file, "playground", ".");
}

static ul_status write_modules(const options *o, ul_arena *arena)
{
    const char *path;
    UL_TRY(ul_arena_format(arena, &path, "%s/" UL_SITE_MODULES, o->out));
    return ul_story_modules(o->modules, path);
}

/* Where the sentence that begins here ends. */
static size_t sentence_length(const char *text)
{
    size_t end = strcspn(text, ".?");
    while (text[end] != '\0' && text[end + 1] != ' ' && text[end + 1] != '\0')
        end += 1 + strcspn(text + end + 1, ".?");
    return text[end] == '\0' ? end : end + 1;
}

/* A line of the index: what it leads to, the lesson's first sentence, and its last, which asks. */
static ul_status put_lesson(ul_output *out, ul_arena *arena, const char *name, const char *path)
{
    ul_lesson lesson;
    UL_TRY(ul_lesson_read(path, arena, &lesson));
    const size_t first = sentence_length(lesson.text);
    const char *last = lesson.text;
    for (size_t n; n = sentence_length(last), last[n] == ' ';)
        last += n + 1;
    const char *sentence = ul_arena_text(arena, lesson.text, first);
    UL_NEED(sentence);
    ul_html_put(out, "<li><a href=\"lessons/%s.html\">%s</a> <code>%s</code> %s <em>%s</em></li>\n", name, lesson.title, name, sentence,
                last == lesson.text ? "" : last);
    return UL_OK;
}

/* The lessons of a kind, under its name. */
static ul_status put_lessons(ul_output *out, ul_arena *arena, const ul_kind *kind)
{
    bool found = false;
    for (const ul_gallery_item *item = ul_gallery; item->name != NULL; item++) {
        const char *path;
        ul_instance instance;
        UL_TRY(ul_arena_format(arena, &path, UL_GALLERY_PREFIX "%s", item->name));
        UL_TRY(ul_instance_read(path, &instance));
        const bool is_of = instance.kind == kind;
        ul_instance_free(&instance);
        if (!is_of)
            continue;
        if (!found)
            ul_html_put(out, "<h3>%s</h3>\n<ul>\n", kind->name);
        found = true;
        UL_TRY(put_lesson(out, arena, item->name, path));
    }
    ul_output_text(out, found ? "</ul>\n" : "");
    return UL_OK;
}

/* What a class of ninety minutes needs besides the lessons: the worlds of its last half hour. */
static void put_class(const options *o, ul_output *out)
{
    static const char methods[] = "methods=no-packing,first-fit,fleet,stratus,eva";
    ul_output_text(out, "<h2>For a class</h2>\n<p><a href=\"book/teaching.html\">Ninety minutes, minute by minute</a>.");
    if (o->modules != NULL)
        ul_output_format(out, " Its two worlds, to be run in the page: <a href=\"playground.html#make=eva-jobs&amp;tasks=40&amp;"
                              "seed=2&amp;%s\">forty trainings</a>, <a href=\"playground.html#make=google-jobs&amp;tasks=100&amp;"
                              "seed=2&amp;%s\">a hundred small jobs</a>.", methods, methods);
    ul_output_text(out, "</p>\n");
}

static ul_status put_index(const options *o, ul_arena *arena, ul_output *out)
{
    const ul_html frame = ul_book_frame("Ullage");
    ul_book_begin(out, &frame, "");
    ul_output_text(out, "<h1>Ullage</h1>\n<p>How far from the best possible is a cloud provisioning "
                        "decision, and what does the distance cost?</p>\n<h2>Lessons</h2>\n");
    ul_output_text(out, o->modules != NULL
        ? "<p>Each page plays methods decision by decision, then it is your turn; under <em>Change it</em> "
          "the instance is yours, and everything is run, proved and checked again, in the page.</p>\n"
        : "<p>Each page plays methods decision by decision, then it is your turn. Pages in which the "
          "instance can be changed and run again, and a playground, are made where Ullage is at hand as "
          "WebAssembly: <code>scripts/setup wasm &amp;&amp; cmake --preset wasm &amp;&amp; cmake --build "
          "--preset wasm</code>, then <code>ullage site</code> once more.</p>\n");
    for (const ul_kind *const *kind = ul_kinds; *kind != NULL; kind++)
        UL_TRY(put_lessons(out, arena, *kind));
    if (o->modules != NULL)
        ul_output_text(out, "<h2>Playground</h2>\n<p><a href=\"playground.html#live\">Generate or paste an "
                            "instance</a>, pick methods, see what they do, have it proved, and save it.</p>\n");
    put_class(o, out);
    ul_output_text(out, "<h2>To read</h2>\n<ul>\n"
                        "<li><a href=\"book/index.html\">The book</a>: the problems, the methods, the formats, how to "
                        "teach and how to build on it.</li>\n"
                        "<li><a href=\"book/findings.html\">Findings</a>: what came out, number by number.</li>\n"
                        "<li><a href=\"coverage.html\">The papers' numbers</a>: each beside ours, with a verdict.</li>\n"
                        "</ul>\n</main>\n");
    ul_html_end(out, &frame);
    return UL_OK;
}

static ul_status put_coverage(const options *o, ul_arena *arena, ul_output *out)
{
    const char *results;
    ul_coverage coverage;
    UL_TRY(ul_arena_format(arena, &results, "%s/results", o->from));
    UL_TRY(ul_coverage_read(results, arena, &coverage));
    coverage.home = "index.html";
    return ul_coverage_html(&coverage, out);
}

static ul_status write_page(const options *o, ul_arena *arena, const char *name,
                            ul_status (*put)(const options *o, ul_arena *arena, ul_output *out))
{
    const char *path;
    ul_output *out;
    UL_TRY(ul_arena_format(arena, &path, "%s/%s", o->out, name));
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, put(o, arena, out));
}

static ul_status write_pages(options *o, ul_arena *arena)
{
    const char *book;
    UL_TRY(check_empty(o->out));
    UL_TRY(ul_beside_docs(arena, &o->from));
    if (ul_beside_modules(arena, &o->modules) != UL_OK) {
        o->modules = NULL;
        if (getenv("ULLAGE_WEB") != NULL)
            return UL_E_INPUT; /* the folder that was named has no modules: said by who looked */
    }
    UL_TRY(ul_run_folder_make(o->out, "lessons"));
    UL_TRY(ul_run_folder_make(o->out, "book"));
    UL_TRY(ul_arena_format(arena, &book, "%s/book", o->out));
    UL_TRY(ul_book_write(o->from, book, arena));
    UL_TRY(write_page(o, arena, "coverage.html", put_coverage));
    if (o->modules != NULL)
        UL_TRY(write_modules(o, arena));
    return write_page(o, arena, "index.html", put_index);
}

int ul_command_site(int argc, char **argv)
{
    static const ul_command command = {
        .own = {option, NULL},
        .check = check,
        .doc = "Writes a site of plain files, for any web server or to be opened as a folder: the lessons "
               "of the gallery as players, the book, and the papers' numbers beside ours. Where Ullage is "
               "at hand as WebAssembly ('ullage explain --live' says how) its pages run it, and there is a "
               "playground."
               "\vExample: ullage site --out site",
    };
    options o = {0};
    ul_parse_args(&command, argc, argv, &o);
    ul_arena *arena = ul_arena_new();
    const ul_status status = arena == NULL ? ul_no_memory() : write_pages(&o, arena);
    const int code = status == UL_OK ? write_players(&o, arena) : ul_complain(status);
    ul_arena_free(arena);
    return code;
}
