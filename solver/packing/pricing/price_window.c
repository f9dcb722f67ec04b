#include "price_window.h"

int64_t ul_price_window_least(const ul_price_window *window, int64_t price)
{
    const int64_t least = price * window->scale.num - window->gap;
    return least <= 0 ? 0 : (least + window->scale.den - 1) / window->scale.den;
}
