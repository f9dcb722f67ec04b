#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "names.h"

Test(names, indices_follow_first_appearance)
{
    ul_names *names = ul_names_new();
    char text[32];
    bool added;
    for (size_t q = 0; q < 10000; q++) {
        const size_t n = (size_t)sprintf(text, "name-%zu", q);
        cr_assert_eq(ul_names_add(names, text, n, &added), q);
        cr_assert(added);
    }
    for (size_t q = 0; q < 10000; q++) {
        const size_t n = (size_t)sprintf(text, "name-%zu", q);
        cr_assert_eq(ul_names_find(names, text, n), q);
        cr_assert_eq(ul_names_add(names, text, n, &added), q);
        cr_assert_not(added);
    }
    cr_assert_eq(ul_names_count(names), 10000);
    cr_assert_eq(ul_names_find(names, "name", 4), UL_NONE);
    ul_names_free(names);
}

Test(names, bytes_and_lengths_matter)
{
    ul_names *names = ul_names_new();
    cr_assert_eq(ul_names_find(names, "", 0), UL_NONE);
    cr_assert_eq(ul_names_add(names, "", 0, NULL), 0);
    cr_assert_eq(ul_names_add(names, "\0", 1, NULL), 1);
    cr_assert_eq(ul_names_add(names, "\0\0\0\0\0\0\0\0", 8, NULL), 2);
    cr_assert_eq(ul_names_add(names, "\0\0\0\0\0\0\0\0\0", 9, NULL), 3);
    cr_assert_eq(ul_names_length(names, 3), 9);
    ul_names_free(names);
}
