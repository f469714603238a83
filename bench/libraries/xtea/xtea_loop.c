/* The baseline for the lanes is XTEA as a plain loop over several blocks, which the compiler vectorises.
 *
 * To compile:
 *   gcc -O3 -march=native -shared -fPIC -o libxtea_loop.so xtea_loop.c          the library for the benchmarks
 *   gcc -O3 -march=native -DXTEA_LOOP_MAIN -o xtea_loop xtea_loop.c && ./xtea_loop     a separate program
 *
 * Words are big-endian, and there are 64 Feistel rounds. The halves of IN_FLIGHT blocks are in two arrays. The inner loop runs
 * over these blocks. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef IN_FLIGHT
#define IN_FLIGHT 64
#endif

static uint32_t load(const uint8_t *p) { uint32_t w; memcpy(&w, p, 4); return __builtin_bswap32(w); }
static void store(uint8_t *p, uint32_t w) { w = __builtin_bswap32(w); memcpy(p, &w, 4); }

static void expand(const uint8_t key[16], uint32_t schedule[64])
{
    uint32_t sum = 0;
    for (int i = 0; i < 64; i += 2) {
        schedule[i] = sum + load(key + 4 * (sum & 3));
        sum += 0x9E3779B9u;
        schedule[i + 1] = sum + load(key + 4 * ((sum >> 11) & 3));
    }
}

/* Processes one block after the other, as in the paper. */
void xtea_reference(const uint8_t key[16], const uint8_t *in, uint8_t *out, size_t blocks)
{
    uint32_t k[64];
    expand(key, k);
    for (; blocks > 0; blocks--, in += 8, out += 8) {
        uint32_t y = load(in), z = load(in + 4);
        for (int i = 0; i < 64; i += 2) {
            y += (((z << 4) ^ (z >> 5)) + z) ^ k[i];
            z += (((y << 4) ^ (y >> 5)) + y) ^ k[i + 1];
        }
        store(out, y);
        store(out + 4, z);
    }
}

/* The outer loop runs over the rounds, and the inner loop over the blocks. */
void xtea_interleaved(const uint8_t key[16], const uint8_t *in, uint8_t *out, size_t blocks)
{
    uint32_t k[64], y[IN_FLIGHT], z[IN_FLIGHT];
    expand(key, k);
    for (; blocks >= IN_FLIGHT; blocks -= IN_FLIGHT, in += 8 * IN_FLIGHT, out += 8 * IN_FLIGHT) {
        for (int b = 0; b < IN_FLIGHT; b++) { y[b] = load(in + 8 * b); z[b] = load(in + 8 * b + 4); }
        for (int i = 0; i < 64; i += 2)
            for (int b = 0; b < IN_FLIGHT; b++) {
                y[b] += (((z[b] << 4) ^ (z[b] >> 5)) + z[b]) ^ k[i];
                z[b] += (((y[b] << 4) ^ (y[b] >> 5)) + y[b]) ^ k[i + 1];
            }
        for (int b = 0; b < IN_FLIGHT; b++) { store(out + 8 * b, y[b]); store(out + 8 * b + 4, z[b]); }
    }
    xtea_reference(key, in, out, blocks);
}

#ifdef XTEA_LOOP_MAIN
#include <stdio.h>
#include <time.h>

static uint8_t text[65536], slow[65536], fast[65536];

/* Processor time does not include the time that other programs use. */
static double now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }

static double gigabytes(void (*f)(const uint8_t *, const uint8_t *, uint8_t *, size_t), uint8_t *out)
{
    static const uint8_t key[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
    double best = 0;
    for (int r = 0; r < 15; r++) {
        double start = now();
        for (int n = 0; n < 8; n++) f(key, text, out, sizeof text / 8);
        double rate = 8 * sizeof text / (now() - start) * 1e-9;
        if (rate > best) best = rate;
    }
    return best;
}

int main(void)
{
    for (size_t i = 0; i < sizeof text; i++) text[i] = (uint8_t)(i * 131);
    double reference = gigabytes(xtea_reference, slow), interleaved = gigabytes(xtea_interleaved, fast);
    if (memcmp(slow, fast, sizeof slow)) { puts("the two loops differ"); return 1; }
    printf("64 KiB: reference %.3f GB/s, interleaved (%d blocks) %.3f GB/s\n", reference, IN_FLIGHT, interleaved);
    return 0;
}
#endif
