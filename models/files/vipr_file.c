#include "vipr_file.h"

static void say_whole(const ul_vipr_file *file, ul_cost number)
{
    char text[UL_NUMBER_TEXT];
    ul_output_text(file->out, ul_whole_text(number, text));
}

static void say_ratio(const ul_vipr_file *file, ul_cost num, ul_cost den)
{
    const ul_cost part = ul_cost_divisor(num < 0 ? -num : num, den);
    say_whole(file, num / part);
    if (den / part != 1) {
        ul_output_text(file->out, "/");
        say_whole(file, den / part);
    }
}

void ul_vipr_begin(ul_vipr_file *file, const ul_cost *cost, size_t n_rows)
{
    const size_t n = file->n_columns;
    ul_output_format(file->out, "VER 1.0\nVAR %zu\n", n);
    for (size_t p = 0; p < n; p++)
        ul_output_format(file->out, "x%zu\n", p);
    ul_output_format(file->out, "INT %zu\n", n);
    for (size_t p = 0; p < n; p++)
        ul_output_format(file->out, "%zu\n", p);
    ul_output_format(file->out, "OBJ min\n%zu", n);
    for (size_t p = 0; p < n; p++) {
        ul_output_format(file->out, " %zu ", p);
        say_whole(file, cost[p]);
    }
    ul_output_format(file->out, "\nCON %zu %zu\n", n + n_rows, n);
    for (size_t p = 0; p < n; p++)
        ul_output_format(file->out, "b%zu G 0 1 %zu 1\n", p, p);
    file->n_rows = n;
}

void ul_vipr_claim(ul_vipr_file *file, ul_cost least)
{
    ul_output_text(file->out, "RTP range ");
    say_whole(file, least);
    ul_output_format(file->out, " inf\nSOL 0\nDER %zu\n", file->n_derived);
}

size_t ul_vipr_row(ul_vipr_file *file, char sense, ul_cost side, const ul_cost *coefficient)
{
    size_t n = 0;
    ul_output_format(file->out, "r%zu %c ", file->n_rows, sense);
    say_whole(file, side);
    for (size_t p = 0; coefficient != NULL && p < file->n_columns; p++)
        n += coefficient[p] != 0;
    ul_output_format(file->out, " %zu", n);
    for (size_t p = 0; n > 0 && p < file->n_columns; p++)
        if (coefficient[p] != 0) {
            ul_output_format(file->out, " %zu ", p);
            say_whole(file, coefficient[p]);
        }
    return file->n_rows++;
}

void ul_vipr_add(ul_vipr_file *file, size_t row, ul_cost num, ul_cost den)
{
    if (num != 0)
        file->term[file->n_terms++] = (ul_vipr_term){row, num, den};
}

void ul_vipr_reason(ul_vipr_file *file, const char *reason)
{
    ul_output_format(file->out, " { %s %zu", reason, file->n_terms);
    for (size_t t = 0; t < file->n_terms; t++) {
        ul_output_format(file->out, " %zu ", file->term[t].row);
        say_ratio(file, file->term[t].num, file->term[t].den);
    }
    ul_output_text(file->out, " } -1\n");
    file->n_terms = 0;
    file->n_derived++;
}

size_t ul_vipr_assume(ul_vipr_file *file, char sense, ul_cost side, const ul_cost *coefficient)
{
    const size_t row = ul_vipr_row(file, sense, side, coefficient);
    ul_output_text(file->out, " { asm } -1\n");
    file->n_derived++;
    return row;
}

size_t ul_vipr_unsplit(ul_vipr_file *file, ul_cost side, const ul_cost *coefficient,
                       const size_t row[2], const size_t assumed[2])
{
    const size_t is = ul_vipr_row(file, 'G', side, coefficient);
    ul_output_format(file->out, " { uns %zu %zu %zu %zu } -1\n", row[0], assumed[0], row[1], assumed[1]);
    file->n_derived++;
    return is;
}
