#include "utf8.h"

size_t ul_utf8_next(const char *text, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000}; /* shorter forms must be used */
    const size_t more = byte[0] < 0x80 ? 0 : byte[0] >> 5 == 6 ? 1 : byte[0] >> 4 == 14 ? 2
                      : byte[0] >> 3 == 30 ? 3 : 4;
    *code = UL_UTF8_REPLACEMENT;
    if (more == 4)
        return 1;
    uint32_t value = more == 0 ? byte[0] : byte[0] & (0x3fu >> more);
    for (size_t q = 1; q <= more; q++) {
        if (byte[q] >> 6 != 2)
            return 1;
        value = value << 6 | (byte[q] & 0x3f);
    }
    if (value < least[more] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 1;
    *code = value;
    return more + 1;
}

size_t ul_utf8_put(uint32_t code, char buffer[4])
{
    if (code < 0x80) {
        buffer[0] = (char)code;
        return 1;
    }
    const size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    for (size_t q = more; q > 0; q--, code >>= 6)
        buffer[q] = (char)(0x80 | (code & 0x3f));
    buffer[0] = (char)(lead[more] | code);
    return more + 1;
}

size_t ul_utf8_count(const char *text)
{
    size_t n = 0;
    uint32_t code;
    for (; *text != '\0'; n++)
        text += ul_utf8_next(text, &code);
    return n;
}

bool ul_utf8_is(const char *text)
{
    uint32_t code;
    size_t n;
    for (; *text != '\0'; text += n) {
        n = ul_utf8_next(text, &code);
        if (n == 1 && code == UL_UTF8_REPLACEMENT)
            return false;
    }
    return true;
}
