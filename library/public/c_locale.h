/* Numbers are read and written as in C, whatever the program outside has chosen for its
 * own: the public functions begin and end with these. */
#pragma once

#include <locale.h>

/* The thread's locale from before, for ul_locale_back(). */
locale_t ul_locale_c(void);
void ul_locale_back(locale_t before);
