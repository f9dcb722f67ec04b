#include "reason.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

typedef struct {
    const ul_step *step;
    const ul_word *words;
    const void *state;
    ul_output *out;
} telling;

static bool is_called(const char *at, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(at, name, n) == 0 && strchr("<>=?}", at[n]) != NULL;
}

static const ul_word *word_at(const telling *t, const char *at)
{
    const ul_word *word = t->words;
    while (word->name != NULL && !is_called(at, word->name))
        word++;
    return word;
}

/* The narrator's words come first; false of what nobody knows. */
static bool find_number(const telling *t, const char *at, double *number)
{
    const ul_step *s = t->step;
    const struct {
        const char *name;
        double number;
    } own[] = {{"count", (double)s->count}, {"copies", (double)s->copies}, {"value", s->value},
               {"against", s->against},     {"seconds", s->seconds},       {"share", s->share}};
    const ul_word *word = word_at(t, at);
    size_t q = 0;
    char *end = NULL;
    while (q < sizeof own / sizeof *own && !is_called(at, own[q].name))
        q++;
    const bool is_own = q < sizeof own / sizeof *own;
    *number = word->number != NULL ? word->number(t->state, s)
              : is_own             ? own[q].number
                                   : strtod(at, &end);
    return word->number != NULL || is_own || end != at;
}

static void put_number(ul_output *out, const char *form, double number)
{
    if (form[0] == '$')
        ul_say_dollars(out, form[1] == '$' ? number : round(number * 1e4) / 1e4);
    else if (form[0] == '%')
        ul_output_format(out, "%.3g%%", 100 * number);
    else if (form[0] == '~')
        ul_say_span(out, number);
    else if (form[0] >= '1' && form[0] <= '9')
        ul_output_format(out, "%.*g", form[0] - '0', number);
    else
        ul_output_format(out, number == floor(number) ? "%.10g" : "%.4g", number);
}

/* {word}, with its form before it; as it stands, where nobody knows it. */
static void put_word(const telling *t, const char *form)
{
    const char *at = form + strspn(form, "$%~123456789");
    const bool negated = *at == '-';
    const ul_word *word = word_at(t, at += negated);
    double number;
    if (word->put != NULL)
        word->put(t->state, t->step, t->out);
    else if (!find_number(t, at, &number))
        ul_output_format(t->out, "{%.*s}", (int)strcspn(form, "}"), form);
    else if (at == form && is_called(at, "count"))
        ul_output_format(t->out, "%" PRIu64, t->step->count);
    else
        put_number(t->out, at == form && is_called(at, "seconds") ? "~" : form,
                   negated ? -number : number);
}

static bool holds(const telling *t, const char *at)
{
    const char *sign = at + strcspn(at, "<>=");
    double a, b;
    find_number(t, at, &a);
    find_number(t, sign + 1, &b);
    return *sign == '<' ? a < b : *sign == '>' ? a > b : a == b;
}

static const char *put_text(const telling *t, const char *at, const char *ends, bool said);

/* What stands behind a brace that opens; returns what stands behind the one that closes. */
static const char *put_braces(const telling *t, const char *at, bool said)
{
    const char *end = at + strcspn(at, "?}");
    if (*end != '?') {
        if (said)
            put_word(t, at);
        return end + (*end == '}');
    }
    const bool is_so = holds(t, at);
    end = put_text(t, end + 1, "{|}", said && is_so);
    if (*end == '|')
        end = put_text(t, end + 1, "{}", said && !is_so);
    return end + (*end == '}');
}

/* Until one of the ends that does not open a brace; returns where that is. */
static const char *put_text(const telling *t, const char *at, const char *ends, bool said)
{
    for (;;) {
        const size_t n = strcspn(at, ends);
        if (said)
            ul_output_bytes(t->out, at, n);
        at += n;
        if (*at != '{')
            return at;
        at = put_braces(t, at + 1, said);
    }
}

bool ul_why_goes_on(const ul_step *step)
{
    return step->why == NULL || step->why[0] == '\0' || step->why[strlen(step->why) - 1] != '.';
}

void ul_say_why(ul_output *out, const ul_step *step, const ul_word *words, const void *state)
{
    if (step->why != NULL)
        put_text(&(telling){step, words, state, out}, step->why, "{", true);
}
