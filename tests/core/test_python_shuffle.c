/* References are of Python 3.11: random.seed(2); random.shuffle(list(range(n))). */
#include <criterion/criterion.h>

#include "python_shuffle.h"

Test(python_shuffle, ten_numbers_as_python_has_them)
{
    static const size_t python[] = {5, 9, 3, 4, 6, 7, 2, 8, 1, 0};
    size_t index[10];
    for (size_t q = 0; q < 10; q++)
        index[q] = q;
    ul_python_shuffle(2, index, 10);
    cr_assert_arr_eq(index, python, sizeof python);
}

Test(python_shuffle, a_thousand_numbers_use_up_the_first_state)
{
    static const size_t first[] = {290, 214, 112, 544, 696}, last[] = {57, 869, 970, 883, 978};
    size_t index[1000];
    for (size_t q = 0; q < 1000; q++)
        index[q] = q;
    ul_python_shuffle(2, index, 1000);
    cr_assert_arr_eq(index, first, sizeof first);
    cr_assert_arr_eq(index + 995, last, sizeof last);
}
