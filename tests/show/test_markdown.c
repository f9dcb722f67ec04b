/* What Markdown becomes, and that nothing of it becomes markup by itself. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "markdown.h"

/* "missing" leads nowhere, all else to itself behind a slash. */
static ul_status slash(void *arena, const char *target, bool is_picture, const char **address)
{
    *address = NULL;
    if (strcmp(target, "missing") == 0)
        return UL_OK;
    return ul_arena_format(arena, address, "%s%s", is_picture ? "picture/" : "/", target);
}

static void expect(const char *text, const char *html)
{
    ul_arena *arena = ul_arena_new();
    ul_output *out;
    char *got;
    size_t length;
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    cr_assert_eq(ul_markdown_html(&(ul_markdown){slash, arena, arena}, text, out), UL_OK);
    cr_assert_eq(ul_output_take(out, &got, &length), UL_OK);
    cr_assert_str_eq(got, html, "%s\ngave:\n%s", text, got);
    free(got);
    ul_arena_free(arena);
}

Test(markdown, text_is_escaped_wherever_it_stands)
{
    expect("a < b & \"c\"", "<p>a &lt; b &amp; &quot;c&quot;</p>\n");
    expect("`<i>` <b>", "<p><code>&lt;i&gt;</code> &lt;b&gt;</p>\n");
    expect("```sh\n<&>\n```", "<pre><code>&lt;&amp;&gt;\n</code></pre>\n");
    expect("[a](x\"><b)", "<p><a href=\"/x&quot;&gt;&lt;b\">a</a></p>\n");
    expect("![\"q\"](p)", "<p><img src=\"picture/p\" alt=\"&quot;q&quot;\"></p>\n");
    expect("# <x>", "<h1 id=\"x\">&lt;x&gt;</h1>\n");
}

Test(markdown, headings_have_the_anchors_of_forges)
{
    expect("# The `exact` method, again", "<h1 id=\"the-exact-method-again\">The <code>exact</code> method, again</h1>\n");
    expect("## A\n## A\n##A", "<h2 id=\"a\">A</h2>\n<h2 id=\"a-1\">A</h2>\n<p>##A</p>\n");
}

Test(markdown, spans_nest_and_marks_that_nothing_closes_are_text)
{
    expect("**a *b* `c*`** d", "<p><strong>a <em>b</em> <code>c*</code></strong> d</p>\n");
    expect("2 * 3 * 4, (w, \\*), *x", "<p>2 * 3 * 4, (w, *), *x</p>\n");
    expect("[a] `b [c](d", "<p>[a] `b [c](d</p>\n");
    expect("[![p](q)](r)", "<p><a href=\"/r\"><img src=\"picture/q\" alt=\"p\"></a></p>\n");
    expect("[**a**](missing) ![b](missing)", "<p><strong>a</strong> b</p>\n");
    expect("`[`a`]`(b)", "<p><code>[</code>a<code>]</code>(b)</p>\n");
}

Test(markdown, lists_go_on_over_blank_lines_and_count_from_where_they_begin)
{
    expect("text\n- a\n  more\n\n- b\n\nend", "<p>text</p>\n<ul>\n<li>a\nmore</li>\n<li>b</li>\n</ul>\n<p>end</p>\n");
    expect("8. a\n9. b\n- c", "<ol start=\"8\">\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>\n");
}

Test(markdown, a_bar_in_code_parts_no_cell)
{
    expect("|a| |\n|---|---|\n| `x|y` | \\| |\n|b|",
           "<div class=\"wide\"><table>\n<tr><th>a</th><th></th></tr>\n"
           "<tr><td><code>x|y</code></td><td>|</td></tr>\n<tr><td>b</td></tr>\n</table></div>\n");
}

Test(markdown, indented_code_keeps_its_blank_lines_and_ends_with_them)
{
    expect("a:\n\n    b\n\n      c\n\nd", "<p>a:</p>\n<pre><code>b\n\n  c\n</code></pre>\n<p>d</p>\n");
    expect("```\nnever closed", "<pre><code>never closed\n</code></pre>\n");
}
