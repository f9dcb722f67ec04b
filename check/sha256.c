/* SHA-256 (FIPS 180-4), piece by piece.
 *
 * The round constants are computed, not listed: the first 32 bits of the
 * fractional parts of the cube roots of the first 64 primes (and of the square
 * roots of the first eight for the start), by integer bisection.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"

__extension__ typedef unsigned __int128 wide;

/* The low 32 bits of floor(prime^(1/power) * 2^32): the root's fraction. Below
 * 2^37, so its cube fits 128 bits. */
static uint32_t root_fraction(uint64_t prime, int power)
{
    const wide target = (wide)prime << (32 * power);
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 36; bit > 0; bit >>= 1) {
        const wide t = root | bit;
        if ((power == 2 ? t * t : t * t * t) <= target)
            root |= bit;
    }
    return (uint32_t)root;
}

static void make_constants(uint32_t start[8], uint32_t round[64])
{
    size_t n = 0;
    for (uint64_t candidate = 2; n < 64; candidate++) {
        bool prime = true;
        for (uint64_t d = 2; d * d <= candidate; d++)
            prime = prime && candidate % d != 0;
        if (!prime)
            continue;
        if (n < 8)
            start[n] = root_fraction(candidate, 2);
        round[n++] = root_fraction(candidate, 3);
    }
}

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void digest_block(uint32_t state[8], const uint32_t round[64], const uint8_t block[64])
{
    uint32_t w[64], v[8];
    for (size_t t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16
               | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (size_t t = 16; t < 64; t++) {
        const uint32_t a = w[t - 15], b = w[t - 2];
        w[t] = w[t - 16] + w[t - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3)
               + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(v, state, sizeof v);
    for (size_t t = 0; t < 64; t++) {
        const uint32_t choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        const uint32_t one = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + choose
                             + round[t] + w[t];
        const uint32_t two = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (size_t q = 0; q < 8; q++)
        state[q] += v[q];
}

void check_sha_start(check_sha *sha)
{
    *sha = (check_sha){.length = 0};
    make_constants(sha->state, sha->round);
}

void check_sha_add(check_sha *sha, const void *data, size_t length)
{
    const uint8_t *from = data;
    size_t held = sha->length % sizeof sha->block;
    sha->length += length;
    while (held + length >= sizeof sha->block) {
        const size_t taken = sizeof sha->block - held;
        memcpy(sha->block + held, from, taken);
        digest_block(sha->state, sha->round, sha->block);
        from += taken;
        length -= taken;
        held = 0;
    }
    if (length > 0)
        memcpy(sha->block + held, from, length);
}

void check_sha_text(const check_sha *sha, char text[65])
{
    uint32_t state[8];
    uint8_t tail[128] = {0};
    const size_t left = sha->length % sizeof sha->block;
    memcpy(state, sha->state, sizeof state);
    memcpy(tail, sha->block, left);
    tail[left] = 0x80;
    const size_t end = left < 56 ? 64 : 128; /* the bit count takes the last eight bytes */
    for (size_t q = 0; q < 8; q++)
        tail[end - 1 - q] = (uint8_t)(sha->length * 8 >> (8 * q));
    for (size_t at = 0; at < end; at += 64)
        digest_block(state, sha->round, tail + at);
    for (size_t q = 0; q < 8; q++)
        snprintf(text + 8 * q, 9, "%08x", state[q]);
}

void check_sha256(const void *data, size_t length, char text[65])
{
    check_sha sha;
    check_sha_start(&sha);
    check_sha_add(&sha, data, length);
    check_sha_text(&sha, text);
}
