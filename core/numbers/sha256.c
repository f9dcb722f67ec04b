#include "sha256.h"

#include <stdio.h>
#include <string.h>

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void compress(uint32_t state[8], const uint8_t block[64])
{
    uint32_t w[64];
    for (int t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16
               | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (int t = 16; t < 64; t++) {
        const uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        const uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
#pragma GCC unroll 8 /* after eight rounds every letter is back in its register */
    for (int t = 0; t < 64; t++) {
        const uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        const uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constant[t] + w[t];
        const uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        const uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void ul_sha256_init(ul_sha256 *hash)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, start, sizeof start);
    hash->bytes = 0;
}

void ul_sha256_add(ul_sha256 *hash, const void *data, size_t length)
{
    const uint8_t *from = data;
    while (length > 0) {
        const size_t held = hash->bytes % 64;
        if (held == 0 && length >= 64) {
            compress(hash->state, from);
            hash->bytes += 64, from += 64, length -= 64;
            continue;
        }
        const size_t take = length < 64 - held ? length : 64 - held;
        memcpy(hash->block + held, from, take);
        hash->bytes += take, from += take, length -= take;
        if (hash->bytes % 64 == 0)
            compress(hash->state, hash->block);
    }
}

void ul_sha256_end(ul_sha256 *hash, uint8_t digest[UL_SHA256_BYTES])
{
    const uint64_t bits = hash->bytes * 8;
    const uint8_t one = 0x80, zero = 0;
    ul_sha256_add(hash, &one, 1);
    while (hash->bytes % 64 != 56)
        ul_sha256_add(hash, &zero, 1);
    uint8_t length[8];
    for (int q = 0; q < 8; q++)
        length[q] = (uint8_t)(bits >> (56 - 8 * q));
    ul_sha256_add(hash, length, sizeof length);
    for (int q = 0; q < UL_SHA256_BYTES; q++)
        digest[q] = (uint8_t)(hash->state[q / 4] >> (24 - 8 * (q % 4)));
}

void ul_sha256_text(ul_sha256 *hash, char text[UL_SHA256_TEXT])
{
    uint8_t digest[UL_SHA256_BYTES];
    ul_sha256_end(hash, digest);
    for (int q = 0; q < UL_SHA256_BYTES; q++)
        snprintf(text + 2 * q, 3, "%02x", digest[q]);
}
