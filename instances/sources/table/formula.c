#include "formula.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum {
    COLUMN,
    TEXT,
    NUMBER,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    LESS,
    AT_MOST,
    MORE,
    AT_LEAST,
    EQUAL,
    DIFFERENT,
    AND,
    OR,
    NOT,
    CEIL,
    FLOOR,
    LEAST,
    MOST,
    ELSE, /* the first, or where that is missing the second */
} operation;

struct ul_formula {
    operation does;
    const ul_formula *left, *right;
    ul_fraction number;
    const char *text;
    size_t column;
};

/* ---- parsing, by recursive descent ---- */

typedef struct {
    ul_arena *arena;
    ul_names *columns;
    const char *whole, *at;
    int depth;
} parser;

enum { DEPTH_MAX = 200, WORD_MAX = 128 };

typedef struct {
    const char *word;
    ul_cost above, below;
} unit;

static const unit units[] = {
    {"us", 1, 1000000},         {"ms", 1, 1000},
    {"s", 1, 1},                {"min", 60, 1},
    {"h", 3600, 1},             {"d", 86400, 1},
    {"B", 1, 1000000000},       {"kB", 1, 1000000},
    {"KB", 1, 1000000},         {"MB", 1, 1000},
    {"GB", 1, 1},               {"TB", 1000, 1},
    {"KiB", 1, 1 << 20},        {"MiB", 1, 1024},
    {"GiB", 1, 1},              {"TiB", 1024, 1},
};

static const struct {
    const char *word;
    operation does;
    int arguments;
} functions[] = {{"ceil", CEIL, 1}, {"floor", FLOOR, 1}, {"min", LEAST, 2}, {"max", MOST, 2},
               {"default", ELSE, 2}};

static ul_status parse_or(parser *p, const ul_formula **formula);

static ul_status fail(const parser *p, const char *sentence)
{
    return ul_fail(UL_E_INPUT, "'%.80s': %s at '%.40s'", p->whole, sentence, p->at);
}

static void skip_blanks(parser *p)
{
    p->at += strspn(p->at, " \t");
}

static bool is_word_byte(unsigned char c)
{
    return isalnum(c) || c == '_' || c == '.' || c == '$' || c >= 0x80;
}

/* The length of the word that comes next, which is not taken. */
static size_t next_word(parser *p)
{
    size_t n = 0;
    skip_blanks(p);
    while (is_word_byte((unsigned char)p->at[n]))
        n++;
    return n;
}

static bool take(parser *p, const char *sign)
{
    skip_blanks(p);
    const size_t n = strlen(sign);
    if (strncmp(p->at, sign, n) != 0
        || (isalpha((unsigned char)sign[0]) && is_word_byte((unsigned char)p->at[n])))
        return false;
    p->at += n;
    return true;
}

static ul_status make(parser *p, ul_formula facts, const ul_formula **formula)
{
    ul_formula *made;
    UL_ALLOC(p->arena, made, 1);
    *made = facts;
    *formula = made;
    return UL_OK;
}

static ul_status make_column(parser *p, size_t length, const ul_formula **formula)
{
    const size_t column = ul_names_add(p->columns, p->at, length, NULL);
    if (column == UL_NONE)
        return ul_no_memory();
    p->at += length;
    return make(p, (ul_formula){.does = COLUMN, .column = column}, formula);
}

/* Where the bracket that opens at `text` is closed, those inside it past; or NULL. */
static const char *closing_bracket(const char *text)
{
    for (int depth = 0; *text != '\0'; text++) {
        depth += (*text == '[') - (*text == ']');
        if (depth == 0)
            return text;
    }
    return NULL;
}

/* "..." or '...' is a text, [...] a column whose name has blanks or signs in it. */
static ul_status parse_quoted(parser *p, const ul_formula **formula)
{
    const char closing = *p->at == '[' ? ']' : *p->at;
    const char *end = closing == ']' ? closing_bracket(p->at) : strchr(p->at + 1, closing);
    if (end == NULL)
        return fail(p, "a quote is left open");
    const size_t n = (size_t)(end - ++p->at);
    if (closing == ']')
        UL_TRY(make_column(p, n, formula));
    else
        UL_TRY(make(p, (ul_formula){.does = TEXT, .text = ul_arena_text(p->arena, p->at, n)},
                    formula));
    p->at = end + 1;
    return UL_OK;
}

static ul_status parse_number(parser *p, size_t length, const ul_formula **formula)
{
    char word[WORD_MAX];
    ul_formula facts = {.does = NUMBER};
    snprintf(word, sizeof word, "%.*s", (int)(length < WORD_MAX ? length : WORD_MAX - 1), p->at);
    if (!ul_fraction_read(word, false, &facts.number))
        return fail(p, "this is no number");
    p->at += length;
    return make(p, facts, formula);
}

static ul_status parse_call(parser *p, size_t q, const ul_formula **formula)
{
    ul_formula facts = {.does = functions[q].does};
    p->at += strlen(functions[q].word);
    if (!take(p, "("))
        return fail(p, "a parenthesis is missing");
    UL_TRY(parse_or(p, &facts.left));
    if (functions[q].arguments == 2) {
        if (!take(p, ","))
            return fail(p, "a second argument is missing");
        UL_TRY(parse_or(p, &facts.right));
    }
    return take(p, ")") ? make(p, facts, formula) : fail(p, "a parenthesis is left open");
}

static ul_status parse_primary(parser *p, const ul_formula **formula)
{
    const size_t n = next_word(p);
    if (*p->at == '"' || *p->at == '\'' || *p->at == '[')
        return parse_quoted(p, formula);
    if (take(p, "(")) {
        UL_TRY(parse_or(p, formula));
        return take(p, ")") ? UL_OK : fail(p, "a parenthesis is left open");
    }
    if (n == 0)
        return fail(p, "a column or a number is missing");
    for (size_t q = 0; q < sizeof functions / sizeof *functions; q++)
        if (n == strlen(functions[q].word) && strncmp(p->at, functions[q].word, n) == 0
            && p->at[n + strspn(p->at + n, " ")] == '(')
            return parse_call(p, q, formula);
    const bool is_number = isdigit((unsigned char)*p->at) || *p->at == '.';
    return is_number ? parse_number(p, n, formula) : make_column(p, n, formula);
}

static ul_status parse_measured(parser *p, const ul_formula **formula)
{
    UL_TRY(parse_primary(p, formula));
    const size_t n = next_word(p);
    for (size_t q = 0; n > 0 && q < sizeof units / sizeof *units; q++)
        if (n == strlen(units[q].word) && strncmp(p->at, units[q].word, n) == 0) {
            ul_formula factor = {.does = NUMBER}, product = {.does = MULTIPLY, .left = *formula};
            ul_fraction_make(units[q].above, units[q].below, &factor.number);
            p->at += n;
            UL_TRY(make(p, factor, &product.right));
            return make(p, product, formula);
        }
    return UL_OK;
}

static ul_status parse_unary(parser *p, const ul_formula **formula)
{
    if (++p->depth > DEPTH_MAX)
        return fail(p, "this is nested too deeply");
    if (!take(p, "-")) {
        UL_TRY(parse_measured(p, formula));
    } else {
        ul_formula facts = {.does = SUBTRACT};
        UL_TRY(make(p, (ul_formula){.does = NUMBER, .number = {0, 1}}, &facts.left));
        UL_TRY(parse_unary(p, &facts.right));
        UL_TRY(make(p, facts, formula));
    }
    p->depth--;
    return UL_OK;
}

typedef struct {
    const char *sign;
    operation does;
} sign;

/* A chain of one level's operations, from the left. */
static ul_status parse_chain(parser *p, const sign *signs, bool once,
                             ul_status (*below)(parser *, const ul_formula **),
                             const ul_formula **formula)
{
    UL_TRY(below(p, formula));
    for (const sign *s = signs; s->sign != NULL;) {
        if (!take(p, s->sign)) {
            s++;
            continue;
        }
        ul_formula facts = {.does = s->does, .left = *formula};
        UL_TRY(below(p, &facts.right));
        UL_TRY(make(p, facts, formula));
        if (once)
            break;
        s = signs;
    }
    return UL_OK;
}

static ul_status parse_product(parser *p, const ul_formula **formula)
{
    static const sign signs[] = {{"*", MULTIPLY}, {"/", DIVIDE}, {0}};
    return parse_chain(p, signs, false, parse_unary, formula);
}

static ul_status parse_sum(parser *p, const ul_formula **formula)
{
    static const sign signs[] = {{"+", ADD}, {"-", SUBTRACT}, {0}};
    return parse_chain(p, signs, false, parse_product, formula);
}

static ul_status parse_comparison(parser *p, const ul_formula **formula)
{
    static const sign signs[] = {{"<=", AT_MOST}, {">=", AT_LEAST}, {"==", EQUAL}, {"!=", DIFFERENT},
                                 {"<", LESS},     {">", MORE},      {"=", EQUAL},  {0}};
    return parse_chain(p, signs, true, parse_sum, formula);
}

static ul_status parse_not(parser *p, const ul_formula **formula)
{
    ul_formula facts = {.does = NOT};
    if (!take(p, "not") && !take(p, "!"))
        return parse_comparison(p, formula);
    UL_TRY(parse_comparison(p, &facts.left));
    return make(p, facts, formula);
}

static ul_status parse_and(parser *p, const ul_formula **formula)
{
    static const sign signs[] = {{"and", AND}, {"&&", AND}, {0}};
    return parse_chain(p, signs, false, parse_not, formula);
}

static ul_status parse_or(parser *p, const ul_formula **formula)
{
    static const sign signs[] = {{"or", OR}, {"||", OR}, {0}};
    if (++p->depth > DEPTH_MAX)
        return fail(p, "this is nested too deeply");
    UL_TRY(parse_chain(p, signs, false, parse_and, formula));
    p->depth--;
    return UL_OK;
}

ul_status ul_formula_parse(ul_arena *arena, const char *text, ul_names *columns,
                           const ul_formula **formula)
{
    parser p = {.arena = arena, .columns = columns, .whole = text, .at = text};
    UL_TRY(parse_or(&p, formula));
    skip_blanks(&p);
    if (*p.at == '\0')
        return UL_OK;
    char sentence[400] = "this is not understood (a name with blanks or signs stands in brackets; "
                         "units are";
    size_t n = strlen(sentence);
    for (size_t q = 0; q < sizeof units / sizeof *units; q++)
        n += (size_t)snprintf(sentence + n, sizeof sentence - n, " %s", units[q].word);
    snprintf(sentence + n, sizeof sentence - n, ")");
    return fail(&p, sentence);
}

/* ---- values ---- */

static ul_term number_cell(ul_fraction number)
{
    return (ul_term){.form = UL_TERM_NUMBER, .number = number};
}

static ul_term wrong(const char *why)
{
    return (ul_term){.form = UL_TERM_WRONG, .text = why};
}

static ul_term truth(bool is_true)
{
    return number_cell((ul_fraction){is_true, 1});
}

static ul_term text_cell(const char *text)
{
    static const char *const nothing[] = {"", "-", "NA", "N/A", "NaN", "null", "none"};
    if (text == NULL)
        return (ul_term){.form = UL_TERM_MISSING};
    for (size_t q = 0; q < sizeof nothing / sizeof *nothing; q++)
        if (strcasecmp(text, nothing[q]) == 0)
            return (ul_term){.form = UL_TERM_MISSING};
    return (ul_term){.form = UL_TERM_TEXT, .text = text};
}

static ul_term as_number(ul_term cell, bool commas)
{
    ul_fraction number;
    if (cell.form != UL_TERM_TEXT)
        return cell;
    if (ul_fraction_read(cell.text, commas, &number))
        return number_cell(number);
    return wrong(strpbrk(cell.text, "0123456789") != NULL && strpbrk(cell.text, "/:") != NULL
                     ? "is neither a number nor a date as 2025-06-03 09:00"
                     : "is not a number");
}

static ul_term compute(operation does, ul_fraction a, ul_fraction b)
{
    ul_fraction result = {0, 1};
    int order = 0;
    bool fits = true;
    switch (does) {
    case ADD:
        fits = ul_fraction_add(a, b, &result);
        break;
    case SUBTRACT:
        fits = ul_fraction_add(a, ul_fraction_negative(b), &result);
        break;
    case MULTIPLY:
        fits = ul_fraction_multiply(a, b, &result);
        break;
    case DIVIDE:
        if (b.above == 0)
            return wrong("divides by zero");
        fits = ul_fraction_divide(a, b, &result);
        break;
    default: /* the least or the most of two */
        fits = ul_fraction_compare(a, b, &order);
        result = (does == LEAST) == (order <= 0) ? a : b;
    }
    return fits ? number_cell(result) : wrong("is too large a number");
}

static bool holds(operation does, int order)
{
    switch (does) {
    case LESS:
        return order < 0;
    case AT_MOST:
        return order <= 0;
    case MORE:
        return order > 0;
    case AT_LEAST:
        return order >= 0;
    case EQUAL:
        return order == 0;
    default:
        return order != 0;
    }
}

/* Numbers are compared as numbers, everything else as text; what is missing differs from
 * all that is there, and is neither less nor more. */
static ul_term compare(operation does, ul_term a, ul_term b, bool commas)
{
    int order = 0;
    if (a.form == UL_TERM_MISSING || b.form == UL_TERM_MISSING)
        return truth(does == DIFFERENT);
    const ul_term p = as_number(a, commas), q = as_number(b, commas);
    if (p.form == UL_TERM_NUMBER && q.form == UL_TERM_NUMBER)
        return ul_fraction_compare(p.number, q.number, &order) ? truth(holds(does, order))
                                                               : wrong("is too large a number");
    if (a.form != UL_TERM_TEXT || b.form != UL_TERM_TEXT)
        return a.form == UL_TERM_WRONG ? a : b.form == UL_TERM_WRONG ? b : truth(does == DIFFERENT);
    return truth(holds(does, strcmp(a.text, b.text)));
}

static ul_term first_of(ul_term a, ul_term b)
{
    return a.form == UL_TERM_MISSING ? b : a;
}

static bool is_true(ul_term cell)
{
    return cell.form == UL_TERM_NUMBER && cell.number.above != 0;
}

static ul_term whole(operation does, ul_term cell)
{
    if (cell.form != UL_TERM_NUMBER)
        return cell;
    const ul_fraction a = cell.number;
    const ul_cost value = does == CEIL ? -ul_fraction_floor(ul_fraction_negative(a))
                                       : ul_fraction_floor(a);
    return number_cell((ul_fraction){value, 1});
}

ul_term ul_formula_term(const ul_formula *f, const char *const *value, bool commas)
{
    switch (f->does) {
    case COLUMN:
        return text_cell(value[f->column]);
    case TEXT:
        return (ul_term){.form = UL_TERM_TEXT, .text = f->text};
    case NUMBER:
        return number_cell(f->number);
    case AND:
        return truth(is_true(ul_formula_number(f->left, value, commas))
                     && is_true(ul_formula_number(f->right, value, commas)));
    case OR:
        return truth(is_true(ul_formula_number(f->left, value, commas))
                     || is_true(ul_formula_number(f->right, value, commas)));
    case NOT:
        return truth(!is_true(ul_formula_number(f->left, value, commas)));
    case ELSE:
        return first_of(ul_formula_term(f->left, value, commas),
                        ul_formula_term(f->right, value, commas));
    case CEIL:
    case FLOOR:
        return whole(f->does, ul_formula_number(f->left, value, commas));
    default:
        break;
    }
    if (f->does >= LESS && f->does <= DIFFERENT)
        return compare(f->does, ul_formula_term(f->left, value, commas),
                       ul_formula_term(f->right, value, commas), commas);
    const ul_term a = ul_formula_number(f->left, value, commas);
    const ul_term b = ul_formula_number(f->right, value, commas);
    return a.form != UL_TERM_NUMBER   ? a
           : b.form != UL_TERM_NUMBER ? b
                                      : compute(f->does, a.number, b.number);
}

ul_term ul_formula_number(const ul_formula *formula, const char *const *value, bool commas)
{
    return as_number(ul_formula_term(formula, value, commas), commas);
}
