#include "c_locale.h"

#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain;

static void make_plain(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

locale_t ul_locale_c(void)
{
    pthread_once(&once, make_plain);
    return plain == (locale_t)0 ? (locale_t)0 : uselocale(plain);
}

void ul_locale_back(locale_t before)
{
    if (before != (locale_t)0)
        uselocale(before);
}
