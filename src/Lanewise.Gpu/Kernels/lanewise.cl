/* Lanewise on accelerators: ciphers and hashes, one work item per block, message, chunk or candidate. README.md beside this file
 * describes the kernels, their arguments and limits.
 *
 * One source in three dialects:
 *   OpenCL C 1.2      any OpenCL device
 *   CUDA C++          NVIDIA: clang compiles it to PTX (tools/make-ptx.sh)
 *   host C++          with LW_HOST defined; the caller sets lw_host_gid and calls a kernel as a function (tests/Gpu)
 *
 * Rules that keep the source common to all dialects, and private arrays in registers:
 *   no tables (constants are literals in unrolled macros), private arrays with literal indices only, no vector types,
 *   no local memory, one counter as the only atomic variable, one dimension, little-endian.
 * Keys are structures passed by value, because CUDA instructions read such arguments at no extra cost.
 */
#if defined(__OPENCL_VERSION__)

typedef uchar lw_u8;
typedef uint lw_u32;
typedef ulong lw_u64;
#define LW_KERNEL __kernel void
#define LW_GLOBAL __global
#define LW_FN static inline
#define LW_GID ((lw_u64)get_global_id(0))
#define LW_UNROLL _Pragma("unroll")
#define LW_ALIGNED16(pointer) (pointer)
#define LW_COUNT_UP(counter) atomic_inc(counter)
#define ROTL32(x, n) rotate((lw_u32)(x), (lw_u32)(n))
#define ROTL64(x, n) rotate((lw_u64)(x), (lw_u64)(n))

#elif defined(LW_HOST)

typedef unsigned char lw_u8;
typedef unsigned int lw_u32;
typedef unsigned long long lw_u64;
extern thread_local lw_u64 lw_host_gid;
#define LW_KERNEL extern "C" void
#define LW_GLOBAL
#define LW_FN static inline
#define LW_GID lw_host_gid
#define LW_UNROLL
#define LW_ALIGNED16(pointer) (pointer)
#define LW_COUNT_UP(counter) __atomic_fetch_add((counter), 1u, __ATOMIC_RELAXED)
#define ROTL32(x, n) (((lw_u32)(x) << ((n) & 31)) | ((lw_u32)(x) >> (-(n) & 31)))
#define ROTL64(x, n) (((lw_u64)(x) << ((n) & 63)) | ((lw_u64)(x) >> (-(n) & 63)))

#else

typedef unsigned char lw_u8;
typedef unsigned int lw_u32;
typedef unsigned long long lw_u64;
#define LW_KERNEL extern "C" __global__ void __launch_bounds__(256)
#define LW_GLOBAL
#define LW_FN static __device__ __forceinline__
#define LW_GID ((lw_u64)blockIdx.x * blockDim.x + threadIdx.x)
#define LW_UNROLL _Pragma("unroll")
/* Tells the compiler that it may load 16 bytes at once, which reduces the number of loads to a quarter. This matters if every
 * work item reads its own row, because the loads of a group do not coalesce in this case. */
#define LW_ALIGNED16(pointer) ((decltype(pointer))__builtin_assume_aligned((pointer), 16))
#define ROTL32(x, n) (((lw_u32)(x) << ((n) & 31)) | ((lw_u32)(x) >> (-(n) & 31)))
#define ROTL64(x, n) lw_rotate64((x), (n))
#define LW_COUNT_UP(counter) lw_count_up(counter)

/* PTX has no 64-bit rotation, but it has a funnel shift of two 32-bit words. The code uses inline assembly, because clang
 * would compile the shifts to six operations. n is a literal, so the compiler removes the branches. */
LW_FN lw_u64 lw_rotate64(const lw_u64 x, const lw_u32 n)
{
    lw_u32 low, high, a, b;
    lw_u64 r;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(x));
    if (n >= 32u) { const lw_u32 other = low; low = high; high = other; }
    if ((n & 31u) == 0u) { a = low; b = high; }
    else
    {
        asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(a) : "r"(high), "r"(low), "n"(n & 31u));
        asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(b) : "r"(low), "r"(high), "n"(n & 31u));
    }
    asm("mov.b64 %0, {%1, %2};" : "=l"(r) : "r"(a), "r"(b));
    return r;
}

/* The PTX instruction that selects bytes. clang does not generate it from C code. */
LW_FN lw_u32 lw_swap32(const lw_u32 x)
{
    lw_u32 r;
    asm("prmt.b32 %0, %1, 0, 0x0123;" : "=r"(r) : "r"(x));
    return r;
}

LW_FN lw_u32 lw_count_up(lw_u32* counter)
{
    lw_u32 before;
    asm volatile("atom.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(counter) : "memory");
    return before;
}

#endif

#define ROTR32(x, n) ROTL32(x, 32 - (n))
#define ROTR64(x, n) ROTL64(x, 64 - (n))

/* Without LW_ONLY, every family is compiled. */
#if !defined(LW_ONLY)
#define LW_XTEA
#define LW_THREEFISH
#define LW_MD5
#define LW_BLAKE2
#define LW_BLAKE3
#define LW_SKEIN
#define LW_SEARCH
#endif

/* ---- shared ---- */

#if defined(__OPENCL_VERSION__) || defined(LW_HOST)
LW_FN lw_u32 lw_swap32(const lw_u32 x) { return (ROTL32(x, 8) & 0x00ff00ffu) | (ROTL32(x, 24) & 0xff00ff00u); }
#endif

LW_FN lw_u64 lw_swap64(const lw_u64 x) { return ((lw_u64)lw_swap32((lw_u32)x) << 32) | lw_swap32((lw_u32)(x >> 32)); }

#if defined(LW_MD5) || defined(LW_BLAKE2) || defined(LW_BLAKE3) || defined(LW_SKEIN)

/* The offset and length of a message, and the index of its digest. */
typedef struct { lw_u64 offset; lw_u32 length; lw_u32 index; } lw_place;

/* Loads a block of WORDS words: `count` bytes of the message, starting at byte `at` of the source. The other bytes become
 * zero. A word without any of these bytes is not loaded, so a message may end at the end of its buffer. WORDS is a literal. With
 * an unknown count, the compiler would not unroll the loop, and the array would not be in registers. */
#define LW_DEFINE_LOAD(name, word, WORDS) \
LW_FN void name(word* m, LW_GLOBAL const word* source, const lw_u64 at, const lw_u32 count) \
{ \
    const lw_u32 size = (lw_u32)sizeof(word), skew = (lw_u32)at & (size - 1u); \
    LW_GLOBAL const word* p = source + at / size; \
    if (count == WORDS * size && (at & 15u) == 0u) \
    { \
        p = LW_ALIGNED16(p); \
        LW_UNROLL for (int i = 0; i < WORDS; i++) m[i] = p[i]; \
        return; \
    } \
    word low = count > 0u ? p[0] : 0u; \
    LW_UNROLL for (int i = 0; i < WORDS; i++) \
    { \
        /* A shift by all bits is undefined, so there are two shifts if the skew may be zero. */ \
        const lw_u32 before = (lw_u32)i * size; \
        const word next = before + size < skew + count ? p[i + 1] : 0u; \
        const word all = (low >> (8u * skew)) | ((next << 1) << (8u * (size - skew) - 1u)); \
        m[i] = before + size <= count ? all : before < count ? all & (~(word)0 >> (8u * (before + size - count))) : 0u; \
        low = next; \
    } \
}

/* Writes the first `count` bytes of WORDS words at byte `at`. If all digests consist of whole words, writes whole words. */
#define LW_DEFINE_STORE(name, WORDS) \
LW_FN void name(LW_GLOBAL lw_u32* digests, const lw_u64 at, const lw_u32* h, const lw_u32 count) \
{ \
    if ((((lw_u32)at | count) & 3u) == 0u) \
    { \
        LW_GLOBAL lw_u32* words = digests + at / 4u; \
        LW_UNROLL for (int i = 0; i < WORDS; i++) if (4u * i < count) words[i] = h[i]; \
        return; \
    } \
    LW_GLOBAL lw_u8* bytes = (LW_GLOBAL lw_u8*)digests + at; \
    LW_UNROLL for (int i = 0; i < WORDS; i++) \
    { \
        if (4u * i < count) bytes[4 * i] = (lw_u8)h[i]; \
        if (4u * i + 1u < count) bytes[4 * i + 1] = (lw_u8)(h[i] >> 8); \
        if (4u * i + 2u < count) bytes[4 * i + 2] = (lw_u8)(h[i] >> 16); \
        if (4u * i + 3u < count) bytes[4 * i + 3] = (lw_u8)(h[i] >> 24); \
    } \
}

#endif
#if defined(LW_MD5) || defined(LW_BLAKE2) || defined(LW_BLAKE3)
LW_DEFINE_LOAD(lw_load16, lw_u32, 16)
#endif
#if defined(LW_MD5)
LW_DEFINE_STORE(lw_store4, 4)
#endif
#if defined(LW_BLAKE2)
LW_DEFINE_LOAD(lw_load16_wide, lw_u64, 16)
LW_DEFINE_STORE(lw_store8, 8)
#endif
#if defined(LW_SKEIN)
LW_DEFINE_LOAD(lw_load8_wide, lw_u64, 8)
#endif
#if defined(LW_BLAKE2) || defined(LW_BLAKE3) || defined(LW_SKEIN)
LW_DEFINE_STORE(lw_store16, 16)
#endif
#if defined(LW_BLAKE2) || defined(LW_SKEIN)

LW_FN void lw_store8_wide(LW_GLOBAL lw_u32* digests, const lw_u64 at, const lw_u64* h, const lw_u32 count)
{
    lw_u32 halves[16];
    LW_UNROLL for (int i = 0; i < 8; i++) { halves[2 * i] = (lw_u32)h[i]; halves[2 * i + 1] = (lw_u32)(h[i] >> 32); }
    lw_store16(digests, at, halves, count);
}

#endif
#if defined(LW_XTEA) || defined(LW_THREEFISH)

/* XORs a keystream block of WORDS words with those bytes of block `g` that precede `length`. ALIGNED is the alignment of the
 * block offsets. */
#define LW_DEFINE_XOR(name, WORDS, ALIGNED) \
LW_FN void name( \
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u64* destination, const lw_u64* stream, const lw_u64 g, const lw_u64 length) \
{ \
    const lw_u64 left = length - g * (8u * WORDS); \
    LW_GLOBAL const lw_u64* from = ALIGNED(source + g * WORDS); \
    LW_GLOBAL lw_u64* to = ALIGNED(destination + g * WORDS); \
    if (left >= 8u * WORDS) \
    { \
        lw_u64 text[WORDS]; \
        LW_UNROLL for (int i = 0; i < WORDS; i++) text[i] = from[i]; \
        LW_UNROLL for (int i = 0; i < WORDS; i++) to[i] = text[i] ^ stream[i]; \
        return; \
    } \
    LW_UNROLL for (int i = 0; i < WORDS; i++) \
    { \
        if (8u * i + 8u <= left) to[i] = from[i] ^ stream[i]; \
        else if (8u * i < left) \
        { \
            const lw_u64 mask = ~(lw_u64)0 >> (8u * (8u * i + 8u - (lw_u32)left)); \
            to[i] = (to[i] & ~mask) | ((from[i] ^ stream[i]) & mask); \
        } \
    } \
}
#define LW_ALIGNED8(pointer) (pointer)

#endif

/* ---- XTEA (Needham and Wheeler, "Tea extensions", 1997) ---- */
#if defined(LW_XTEA)

typedef struct { lw_u32 k[64]; } lw_xtea_keys;
LW_DEFINE_XOR(lw_xtea_xor, 1, LW_ALIGNED8)

#define XTEA_F(v) ((((v) << 4) ^ ((v) >> 5)) + (v))
#define XTEA_CYCLE(a, b) { v0 += XTEA_F(v1) ^ (a); v1 += XTEA_F(v0) ^ (b); }
#define XTEA_UNCYCLE(a, b) { v1 -= XTEA_F(v0) ^ (b); v0 -= XTEA_F(v1) ^ (a); }

/* The words of cycle i come from a schedule, or from a packet's own key in k0 to k3, whose schedule is computed during the
 * rounds. In the second case, `base` and i are mostly literals, so the compiler computes each sum and selects its key word. */
#define XTEA_SCHEDULED(CYCLE, keys, i) CYCLE(keys.k[2 * (i)], keys.k[2 * (i) + 1])
#define XTEA_DELTA 0x9e3779b9u
#define XTEA_KEY(n) ((n) & 2u ? (n) & 1u ? k3 : k2 : (n) & 1u ? k1 : k0)
#define XTEA_SUM(sum, n) ((sum) + XTEA_KEY(n))
#define XTEA_OWN(CYCLE, base, i) \
    CYCLE(XTEA_SUM(XTEA_DELTA * (base + (i)), XTEA_DELTA * (base + (i))), \
        XTEA_SUM(XTEA_DELTA * (base + (i) + 1u), (XTEA_DELTA * (base + (i) + 1u)) >> 11))

/* Computes up to 32 cycles. Groups of eight cycles use literal indices. */
#define XTEA_8(WORDS, keys, i) \
    WORDS(XTEA_CYCLE, keys, i) WORDS(XTEA_CYCLE, keys, i + 1) WORDS(XTEA_CYCLE, keys, i + 2) WORDS(XTEA_CYCLE, keys, i + 3) \
    WORDS(XTEA_CYCLE, keys, i + 4) WORDS(XTEA_CYCLE, keys, i + 5) WORDS(XTEA_CYCLE, keys, i + 6) WORDS(XTEA_CYCLE, keys, i + 7)
#define XTEA_UN8(WORDS, keys, i) \
    WORDS(XTEA_UNCYCLE, keys, i + 7) WORDS(XTEA_UNCYCLE, keys, i + 6) WORDS(XTEA_UNCYCLE, keys, i + 5) \
    WORDS(XTEA_UNCYCLE, keys, i + 4) WORDS(XTEA_UNCYCLE, keys, i + 3) WORDS(XTEA_UNCYCLE, keys, i + 2) \
    WORDS(XTEA_UNCYCLE, keys, i + 1) WORDS(XTEA_UNCYCLE, keys, i)
#define XTEA_CYCLES(WORDS, keys, cycles) \
    { \
        if ((cycles) >= 8u) { XTEA_8(WORDS, keys, 0u) } \
        if ((cycles) >= 16u) { XTEA_8(WORDS, keys, 8u) } \
        if ((cycles) >= 24u) { XTEA_8(WORDS, keys, 16u) } \
        if ((cycles) >= 32u) { XTEA_8(WORDS, keys, 24u) } \
        for (lw_u32 i = (cycles) & ~7u; i < (cycles); i++) { WORDS(XTEA_CYCLE, keys, i) } \
    }
#define XTEA_UNCYCLES(WORDS, keys, cycles) \
    { \
        for (lw_u32 i = (cycles); i > ((cycles) & ~7u); i--) { WORDS(XTEA_UNCYCLE, keys, i - 1u) } \
        if ((cycles) >= 32u) { XTEA_UN8(WORDS, keys, 24u) } \
        if ((cycles) >= 24u) { XTEA_UN8(WORDS, keys, 16u) } \
        if ((cycles) >= 16u) { XTEA_UN8(WORDS, keys, 8u) } \
        if ((cycles) >= 8u) { XTEA_UN8(WORDS, keys, 0u) } \
    }

/* Computes all rounds, with `low` for the first 32 cycles and `high` for the other cycles. */
#define XTEA_ENCRYPT(WORDS, low, high) \
    { \
        const lw_u32 cycles = rounds >> 1, lower = cycles < 32u ? cycles : 32u; \
        XTEA_CYCLES(WORDS, low, lower) \
        if (cycles > 32u) XTEA_CYCLES(WORDS, high, cycles - 32u) \
    }
#define XTEA_DECRYPT(WORDS, low, high) \
    { \
        const lw_u32 cycles = rounds >> 1, lower = cycles < 32u ? cycles : 32u; \
        if (cycles > 32u) XTEA_UNCYCLES(WORDS, high, cycles - 32u) \
        XTEA_UNCYCLES(WORDS, low, lower) \
    }

/* The words of a block. v0 contains the first four bytes. */
#define XTEA_UNPACK(block, swap) \
    lw_u32 v0 = (lw_u32)(block), v1 = (lw_u32)((block) >> 32); \
    if (swap) { v0 = lw_swap32(v0); v1 = lw_swap32(v1); }
#define XTEA_PACK(block, swap) \
    if (swap) { v0 = lw_swap32(v0); v1 = lw_swap32(v1); } \
    block = ((lw_u64)v1 << 32) | v0;

#define XTEA_DEFINE_BLOCKS(name, CIPHER) \
LW_KERNEL name( \
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u64* destination, const lw_xtea_keys low, const lw_xtea_keys high, \
    const lw_u32 rounds, const lw_u32 bigEndian, const lw_u64 first, const lw_u64 end) \
{ \
    const lw_u64 g = first + LW_GID; \
    if (g >= end) return; \
    const lw_u64 block = source[g]; \
    XTEA_UNPACK(block, bigEndian) \
    CIPHER(XTEA_SCHEDULED, low, high) \
    XTEA_PACK(destination[g], bigEndian) \
}

XTEA_DEFINE_BLOCKS(lw_xtea_encrypt, XTEA_ENCRYPT)
XTEA_DEFINE_BLOCKS(lw_xtea_decrypt, XTEA_DECRYPT)

LW_KERNEL lw_xtea_ctr(
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u64* destination, const lw_xtea_keys low, const lw_xtea_keys high,
    const lw_u32 rounds, const lw_u32 bigEndian, const lw_u64 counter, const lw_u64 first, const lw_u64 length)
{
    const lw_u64 g = first + LW_GID;
    if (g >= length / 8u + (length % 8u != 0u)) return;
    /* The counter is a big-endian number, regardless of the byte order of the words. */
    lw_u64 block = lw_swap64(counter + g);
    XTEA_UNPACK(block, bigEndian)
    XTEA_ENCRYPT(XTEA_SCHEDULED, low, high)
    XTEA_PACK(block, bigEndian)
    lw_xtea_xor(source, destination, &block, g, length);
}

/* Processes the blocks of packets. Each packet has its own key. A table with the first block of each packet gives the packet
 * of a block. Adjacent work items usually find the same packet. Each work item processes one block, so no work item waits for a
 * longer packet. */
#define XTEA_DEFINE_PACKETS(name, CIPHER) \
LW_KERNEL name( \
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u64* destination, LW_GLOBAL const lw_u32* keys, LW_GLOBAL const lw_u64* starts, \
    const lw_u32 packets, const lw_u32 rounds, const lw_u32 bigEndian, const lw_u64 first, const lw_u64 end) \
{ \
    const lw_u64 g = first + LW_GID; \
    if (g >= end) return; \
    lw_u32 packet = 0u, beyond = packets; \
    while (beyond - packet > 1u) \
    { \
        const lw_u32 middle = packet + (beyond - packet) / 2u; \
        if (starts[middle] <= g) packet = middle; else beyond = middle; \
    } \
    LW_GLOBAL const lw_u32* key = keys + 4u * (lw_u64)packet; \
    lw_u32 k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3]; \
    if (bigEndian) { k0 = lw_swap32(k0); k1 = lw_swap32(k1); k2 = lw_swap32(k2); k3 = lw_swap32(k3); } \
    const lw_u64 block = source[g]; \
    XTEA_UNPACK(block, bigEndian) \
    CIPHER(XTEA_OWN, 0u, 32u) \
    XTEA_PACK(destination[g], bigEndian) \
}

XTEA_DEFINE_PACKETS(lw_xtea_packets_encrypt, XTEA_ENCRYPT)
XTEA_DEFINE_PACKETS(lw_xtea_packets_decrypt, XTEA_DECRYPT)

#endif

/* ---- Threefish (Skein 1.3, section 3.3) ---- */
#if defined(LW_THREEFISH) || defined(LW_SKEIN)

/* One pair of words of a round, and its inverse. Words stay in their variables: the indices of the next round include each
 * round's permutation. After four rounds, every word is in its original position. */
#define TF_MIX(a, b, r) x[a] += x[b]; x[b] = ROTL64(x[b], r) ^ x[a];
#define TF_UNMIX(a, b, r) x[b] = ROTR64(x[b] ^ x[a], r); x[a] -= x[b];

/* Computes rounds d mod 8 with the rotations of table 4. Adds (+=) or subtracts (-=) subkey s, with literal indices into the
 * extended key and tweak. */
#define TF512_0(M) M(0, 1, 46) M(2, 3, 36) M(4, 5, 19) M(6, 7, 37)
#define TF512_1(M) M(2, 1, 33) M(4, 7, 27) M(6, 5, 14) M(0, 3, 42)
#define TF512_2(M) M(4, 1, 17) M(6, 3, 49) M(0, 5, 36) M(2, 7, 39)
#define TF512_3(M) M(6, 1, 44) M(0, 7,  9) M(2, 5, 54) M(4, 3, 56)
#define TF512_4(M) M(0, 1, 39) M(2, 3, 30) M(4, 5, 34) M(6, 7, 24)
#define TF512_5(M) M(2, 1, 13) M(4, 7, 50) M(6, 5, 10) M(0, 3, 17)
#define TF512_6(M) M(4, 1, 25) M(6, 3, 29) M(0, 5, 39) M(2, 7, 43)
#define TF512_7(M) M(6, 1,  8) M(0, 7, 35) M(2, 5, 56) M(4, 3, 22)
#define TF512_K(OP, k, t, s) \
    x[0] OP k[(s) % 9]; x[1] OP k[((s) + 1) % 9]; x[2] OP k[((s) + 2) % 9]; x[3] OP k[((s) + 3) % 9]; x[4] OP k[((s) + 4) % 9]; \
    x[5] OP k[((s) + 5) % 9] + t[(s) % 3]; x[6] OP k[((s) + 6) % 9] + t[((s) + 1) % 3]; x[7] OP k[((s) + 7) % 9] + (lw_u64)(s);

/* Computes eight rounds, starting with subkey s, and all 72 rounds. N is the size, 256 or 512. Both sizes have 18 subkeys and
 * a final subkey. */
#define TF_8(N, k, t, s) \
    TF##N##_K(+=, k, t, s) TF##N##_0(TF_MIX) TF##N##_1(TF_MIX) TF##N##_2(TF_MIX) TF##N##_3(TF_MIX) \
    TF##N##_K(+=, k, t, (s) + 1) TF##N##_4(TF_MIX) TF##N##_5(TF_MIX) TF##N##_6(TF_MIX) TF##N##_7(TF_MIX)
#define TF_UN8(N, k, t, s) \
    TF##N##_7(TF_UNMIX) TF##N##_6(TF_UNMIX) TF##N##_5(TF_UNMIX) TF##N##_4(TF_UNMIX) TF##N##_K(-=, k, t, (s) + 1) \
    TF##N##_3(TF_UNMIX) TF##N##_2(TF_UNMIX) TF##N##_1(TF_UNMIX) TF##N##_0(TF_UNMIX) TF##N##_K(-=, k, t, s)
#define TF_72(N, k, t) \
    TF_8(N, k, t, 0) TF_8(N, k, t, 2) TF_8(N, k, t, 4) TF_8(N, k, t, 6) TF_8(N, k, t, 8) \
    TF_8(N, k, t, 10) TF_8(N, k, t, 12) TF_8(N, k, t, 14) TF_8(N, k, t, 16)
#define TF_UN72(N, k, t) \
    TF_UN8(N, k, t, 16) TF_UN8(N, k, t, 14) TF_UN8(N, k, t, 12) TF_UN8(N, k, t, 10) TF_UN8(N, k, t, 8) \
    TF_UN8(N, k, t, 6) TF_UN8(N, k, t, 4) TF_UN8(N, k, t, 2) TF_UN8(N, k, t, 0)

#define TF512_ENCRYPT(k, t) TF_72(512, k, t) TF512_K(+=, k, t, 18)
#define TF512_DECRYPT(k, t) TF512_K(-=, k, t, 18) TF_UN72(512, k, t)

#endif
#if defined(LW_THREEFISH)

#define TF256_0(M) M(0, 1, 14) M(2, 3, 16)
#define TF256_1(M) M(0, 3, 52) M(2, 1, 57)
#define TF256_2(M) M(0, 1, 23) M(2, 3, 40)
#define TF256_3(M) M(0, 3,  5) M(2, 1, 37)
#define TF256_4(M) M(0, 1, 25) M(2, 3, 33)
#define TF256_5(M) M(0, 3, 46) M(2, 1, 12)
#define TF256_6(M) M(0, 1, 58) M(2, 3, 22)
#define TF256_7(M) M(0, 3, 32) M(2, 1, 32)
#define TF256_K(OP, k, t, s) \
    x[0] OP k[(s) % 5]; x[1] OP k[((s) + 1) % 5] + t[(s) % 3]; x[2] OP k[((s) + 2) % 5] + t[((s) + 1) % 3]; \
    x[3] OP k[((s) + 3) % 5] + (lw_u64)(s);
#define TF256_ENCRYPT(k, t) TF_72(256, k, t) TF256_K(+=, k, t, 18)
#define TF256_DECRYPT(k, t) TF256_K(-=, k, t, 18) TF_UN72(256, k, t)

#define TF1024_0(M) M(0, 1, 24) M(2, 3, 13) M(4, 5, 8) M(6, 7, 47) M(8, 9, 8) M(10, 11, 17) M(12, 13, 22) M(14, 15, 37)
#define TF1024_1(M) M(0, 9, 38) M(2, 13, 19) M(6, 11, 10) M(4, 15, 55) M(10, 7, 49) M(12, 3, 18) M(14, 5, 23) M(8, 1, 52)
#define TF1024_2(M) M(0, 7, 33) M(2, 5, 4) M(4, 3, 51) M(6, 1, 13) M(12, 15, 34) M(14, 13, 41) M(8, 11, 59) M(10, 9, 17)
#define TF1024_3(M) M(0, 15, 5) M(2, 11, 20) M(6, 13, 48) M(4, 9, 41) M(14, 1, 47) M(8, 5, 28) M(10, 3, 16) M(12, 7, 25)
#define TF1024_4(M) M(0, 1, 41) M(2, 3, 9) M(4, 5, 37) M(6, 7, 31) M(8, 9, 12) M(10, 11, 47) M(12, 13, 44) M(14, 15, 30)
#define TF1024_5(M) M(0, 9, 16) M(2, 13, 34) M(6, 11, 56) M(4, 15, 51) M(10, 7, 4) M(12, 3, 53) M(14, 5, 42) M(8, 1, 41)
#define TF1024_6(M) M(0, 7, 31) M(2, 5, 44) M(4, 3, 47) M(6, 1, 46) M(12, 15, 19) M(14, 13, 42) M(8, 11, 44) M(10, 9, 25)
#define TF1024_7(M) M(0, 15, 9) M(2, 11, 48) M(6, 13, 35) M(4, 9, 52) M(14, 1, 23) M(8, 5, 31) M(10, 3, 37) M(12, 7, 20)
#define TF1024_K(OP, k, t, s) \
    x[0] OP k[(s) % 17]; x[1] OP k[((s) + 1) % 17]; x[2] OP k[((s) + 2) % 17]; x[3] OP k[((s) + 3) % 17]; \
    x[4] OP k[((s) + 4) % 17]; x[5] OP k[((s) + 5) % 17]; x[6] OP k[((s) + 6) % 17]; x[7] OP k[((s) + 7) % 17]; \
    x[8] OP k[((s) + 8) % 17]; x[9] OP k[((s) + 9) % 17]; x[10] OP k[((s) + 10) % 17]; x[11] OP k[((s) + 11) % 17]; \
    x[12] OP k[((s) + 12) % 17]; x[13] OP k[((s) + 13) % 17] + t[(s) % 3]; x[14] OP k[((s) + 14) % 17] + t[((s) + 1) % 3]; \
    x[15] OP k[((s) + 15) % 17] + (lw_u64)(s);
#define TF1024_ENCRYPT(k, t) TF_72(1024, k, t) TF_8(1024, k, t, 18) TF1024_K(+=, k, t, 20)
#define TF1024_DECRYPT(k, t) TF1024_K(-=, k, t, 20) TF_UN8(1024, k, t, 18) TF_UN72(1024, k, t)

/* The kernels of a size: N bits, W words. */
#define TF_DEFINE_BLOCKS(name, N, W, CIPHER) \
LW_KERNEL name( \
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u64* destination, const lw_threefish##N##_key key, \
    const lw_u64 first, const lw_u64 end) \
{ \
    const lw_u64 g = first + LW_GID; \
    if (g >= end) return; \
    LW_GLOBAL const lw_u64* from = LW_ALIGNED16(source + g * W); \
    LW_GLOBAL lw_u64* to = LW_ALIGNED16(destination + g * W); \
    lw_u64 x[W]; \
    LW_UNROLL for (int i = 0; i < W; i++) x[i] = from[i]; \
    CIPHER(key.k, key.t) \
    LW_UNROLL for (int i = 0; i < W; i++) to[i] = x[i]; \
}

#define TF_DEFINE(N, W) \
typedef struct { lw_u64 k[W + 1]; lw_u64 t[3]; } lw_threefish##N##_key; \
typedef struct { lw_u64 w[W]; } lw_threefish##N##_counter; \
LW_DEFINE_XOR(lw_threefish##N##_xor, W, LW_ALIGNED16) \
TF_DEFINE_BLOCKS(lw_threefish##N##_encrypt, N, W, TF##N##_ENCRYPT) \
TF_DEFINE_BLOCKS(lw_threefish##N##_decrypt, N, W, TF##N##_DECRYPT) \
LW_KERNEL lw_threefish##N##_ctr( \
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u64* destination, const lw_threefish##N##_key key, \
    const lw_threefish##N##_counter counter, const lw_u64 first, const lw_u64 length) \
{ \
    const lw_u64 g = first + LW_GID; \
    if (g >= length / (8u * W) + (length % (8u * W) != 0u)) return; \
    lw_u64 x[W], carry = g; \
    LW_UNROLL for (int i = W - 1; i >= 0; i--) \
    { \
        const lw_u64 word = counter.w[i] + carry; \
        carry = word < carry ? 1u : 0u; \
        x[i] = lw_swap64(word); \
    } \
    TF##N##_ENCRYPT(key.k, key.t) \
    lw_threefish##N##_xor(source, destination, x, g, length); \
}

TF_DEFINE(256, 4)
TF_DEFINE(512, 8)
TF_DEFINE(1024, 16)

#endif

/* ---- MD5 (RFC 1321) ---- */
#if defined(LW_MD5) || defined(LW_SEARCH)

#define MD5_STEP(f, a, b, w, s, k) a += (f) + m[w] + k; a = ROTL32(a, s) + b;
#define MD5_F(a, b, c, d, w, s, k) MD5_STEP(d ^ (b & (c ^ d)), a, b, w, s, k)
#define MD5_G(a, b, c, d, w, s, k) MD5_STEP(c ^ (d & (b ^ c)), a, b, w, s, k)
#define MD5_H(a, b, c, d, w, s, k) MD5_STEP(b ^ c ^ d, a, b, w, s, k)
#define MD5_I(a, b, c, d, w, s, k) MD5_STEP(c ^ (b | ~d), a, b, w, s, k)

LW_FN void lw_md5_start(lw_u32* h)
{
    h[0] = 0x67452301u; h[1] = 0xefcdab89u; h[2] = 0x98badcfeu; h[3] = 0x10325476u;
}

LW_FN void lw_md5_block(lw_u32* h, const lw_u32* m)
{
    lw_u32 a = h[0], b = h[1], c = h[2], d = h[3];
    MD5_F(a, b, c, d,  0,  7, 0xd76aa478u) MD5_F(d, a, b, c,  1, 12, 0xe8c7b756u)
    MD5_F(c, d, a, b,  2, 17, 0x242070dbu) MD5_F(b, c, d, a,  3, 22, 0xc1bdceeeu)
    MD5_F(a, b, c, d,  4,  7, 0xf57c0fafu) MD5_F(d, a, b, c,  5, 12, 0x4787c62au)
    MD5_F(c, d, a, b,  6, 17, 0xa8304613u) MD5_F(b, c, d, a,  7, 22, 0xfd469501u)
    MD5_F(a, b, c, d,  8,  7, 0x698098d8u) MD5_F(d, a, b, c,  9, 12, 0x8b44f7afu)
    MD5_F(c, d, a, b, 10, 17, 0xffff5bb1u) MD5_F(b, c, d, a, 11, 22, 0x895cd7beu)
    MD5_F(a, b, c, d, 12,  7, 0x6b901122u) MD5_F(d, a, b, c, 13, 12, 0xfd987193u)
    MD5_F(c, d, a, b, 14, 17, 0xa679438eu) MD5_F(b, c, d, a, 15, 22, 0x49b40821u)
    MD5_G(a, b, c, d,  1,  5, 0xf61e2562u) MD5_G(d, a, b, c,  6,  9, 0xc040b340u)
    MD5_G(c, d, a, b, 11, 14, 0x265e5a51u) MD5_G(b, c, d, a,  0, 20, 0xe9b6c7aau)
    MD5_G(a, b, c, d,  5,  5, 0xd62f105du) MD5_G(d, a, b, c, 10,  9, 0x02441453u)
    MD5_G(c, d, a, b, 15, 14, 0xd8a1e681u) MD5_G(b, c, d, a,  4, 20, 0xe7d3fbc8u)
    MD5_G(a, b, c, d,  9,  5, 0x21e1cde6u) MD5_G(d, a, b, c, 14,  9, 0xc33707d6u)
    MD5_G(c, d, a, b,  3, 14, 0xf4d50d87u) MD5_G(b, c, d, a,  8, 20, 0x455a14edu)
    MD5_G(a, b, c, d, 13,  5, 0xa9e3e905u) MD5_G(d, a, b, c,  2,  9, 0xfcefa3f8u)
    MD5_G(c, d, a, b,  7, 14, 0x676f02d9u) MD5_G(b, c, d, a, 12, 20, 0x8d2a4c8au)
    MD5_H(a, b, c, d,  5,  4, 0xfffa3942u) MD5_H(d, a, b, c,  8, 11, 0x8771f681u)
    MD5_H(c, d, a, b, 11, 16, 0x6d9d6122u) MD5_H(b, c, d, a, 14, 23, 0xfde5380cu)
    MD5_H(a, b, c, d,  1,  4, 0xa4beea44u) MD5_H(d, a, b, c,  4, 11, 0x4bdecfa9u)
    MD5_H(c, d, a, b,  7, 16, 0xf6bb4b60u) MD5_H(b, c, d, a, 10, 23, 0xbebfbc70u)
    MD5_H(a, b, c, d, 13,  4, 0x289b7ec6u) MD5_H(d, a, b, c,  0, 11, 0xeaa127fau)
    MD5_H(c, d, a, b,  3, 16, 0xd4ef3085u) MD5_H(b, c, d, a,  6, 23, 0x04881d05u)
    MD5_H(a, b, c, d,  9,  4, 0xd9d4d039u) MD5_H(d, a, b, c, 12, 11, 0xe6db99e5u)
    MD5_H(c, d, a, b, 15, 16, 0x1fa27cf8u) MD5_H(b, c, d, a,  2, 23, 0xc4ac5665u)
    MD5_I(a, b, c, d,  0,  6, 0xf4292244u) MD5_I(d, a, b, c,  7, 10, 0x432aff97u)
    MD5_I(c, d, a, b, 14, 15, 0xab9423a7u) MD5_I(b, c, d, a,  5, 21, 0xfc93a039u)
    MD5_I(a, b, c, d, 12,  6, 0x655b59c3u) MD5_I(d, a, b, c,  3, 10, 0x8f0ccc92u)
    MD5_I(c, d, a, b, 10, 15, 0xffeff47du) MD5_I(b, c, d, a,  1, 21, 0x85845dd1u)
    MD5_I(a, b, c, d,  8,  6, 0x6fa87e4fu) MD5_I(d, a, b, c, 15, 10, 0xfe2ce6e0u)
    MD5_I(c, d, a, b,  6, 15, 0xa3014314u) MD5_I(b, c, d, a, 13, 21, 0x4e0811a1u)
    MD5_I(a, b, c, d,  4,  6, 0xf7537e82u) MD5_I(d, a, b, c, 11, 10, 0xbd3af235u)
    MD5_I(c, d, a, b,  2, 15, 0x2ad7d2bbu) MD5_I(b, c, d, a,  9, 21, 0xeb86d391u)
    h[0] += a; h[1] += b; h[2] += c; h[3] += d;
}

#endif
#if defined(LW_MD5)

LW_FN void lw_md5_message(
    LW_GLOBAL const lw_u32* source, LW_GLOBAL lw_u32* digests, lw_u64 at, const lw_u32 length, const lw_u64 index)
{
    lw_u32 h[4], m[16], left = length, mark = 0x80u;
    lw_md5_start(h);
    for (lw_u32 blocks = (length >> 6) + ((length & 63u) < 56u ? 1u : 2u); blocks > 0u; blocks--)
    {
        const lw_u32 count = left < 64u ? left : 64u;
        lw_load16(m, source, at, count);
        at += count;
        left -= count;
        if (count < 64u)
        {
            /* The padding byte directly follows the text. The length is at the end of the last block. */
            LW_UNROLL for (int i = 0; i < 16; i++) if (count >> 2 == (lw_u32)i) m[i] |= mark << (8u * (count & 3u));
            mark = 0u;
            if (blocks == 1u) { m[14] = length << 3; m[15] = length >> 29; }
        }

        lw_md5_block(h, m);
    }

    lw_store4(digests, 16u * index, h, 16u);
}

LW_KERNEL lw_md5_many(
    LW_GLOBAL const lw_u32* source, LW_GLOBAL lw_u32* digests, const lw_u64 start, const lw_u64 stride, const lw_u32 length,
    const lw_u64 first, const lw_u64 end)
{
    const lw_u64 g = first + LW_GID;
    if (g < end) lw_md5_message(source, digests, start + g * stride, length, g);
}

LW_KERNEL lw_md5_ragged(
    LW_GLOBAL const lw_u32* source, LW_GLOBAL const lw_place* places, LW_GLOBAL lw_u32* digests,
    const lw_u64 first, const lw_u64 end)
{
    const lw_u64 g = first + LW_GID;
    if (g < end) lw_md5_message(source, digests, places[g].offset, places[g].length, places[g].index);
}

#endif

/* ---- shared by BLAKE2 and BLAKE3 ---- */
#if defined(LW_BLAKE2) || defined(LW_BLAKE3) || defined(LW_SEARCH)

#define BLAKE_G(ROTR, r1, r2, r3, r4, a, b, c, d, x, y) \
    v[a] += v[b] + m[x]; v[d] = ROTR(v[d] ^ v[a], r1); v[c] += v[d]; v[b] = ROTR(v[b] ^ v[c], r2); \
    v[a] += v[b] + m[y]; v[d] = ROTR(v[d] ^ v[a], r3); v[c] += v[d]; v[b] = ROTR(v[b] ^ v[c], r4);
#define BLAKE_G64(a, b, c, d, x, y) BLAKE_G(ROTR64, 32, 24, 16, 63, a, b, c, d, x, y)
#define BLAKE_G32(a, b, c, d, x, y) BLAKE_G(ROTR32, 16, 12, 8, 7, a, b, c, d, x, y)

/* Computes a round: first the columns, then the diagonals, with the message words in this order. */
#define BLAKE_ROUND(G, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    G(0, 4, 8, 12, s0, s1) G(1, 5, 9, 13, s2, s3) G(2, 6, 10, 14, s4, s5) G(3, 7, 11, 15, s6, s7) \
    G(0, 5, 10, 15, s8, s9) G(1, 6, 11, 12, sa, sb) G(2, 7, 8, 13, sc, sd) G(3, 4, 9, 14, se, sf)

#define BLAKE_IV32_0 0x6a09e667u
#define BLAKE_IV32_1 0xbb67ae85u
#define BLAKE_IV32_2 0x3c6ef372u
#define BLAKE_IV32_3 0xa54ff53au

#endif

/* ---- BLAKE2 (RFC 7693) ---- */
#if defined(LW_BLAKE2) || defined(LW_SEARCH)

#define BLAKE2_10(G) \
    BLAKE_ROUND(G,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15) \
    BLAKE_ROUND(G, 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3) \
    BLAKE_ROUND(G, 11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4) \
    BLAKE_ROUND(G,  7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8) \
    BLAKE_ROUND(G,  9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13) \
    BLAKE_ROUND(G,  2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9) \
    BLAKE_ROUND(G, 12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11) \
    BLAKE_ROUND(G, 13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10) \
    BLAKE_ROUND(G,  6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5) \
    BLAKE_ROUND(G, 10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0)

typedef struct { lw_u32 h[8]; lw_u32 t; } lw_blake2s_state;

/* Computes h after a block. `t` is the number of message bytes up to the end of the block. In the last block, all bits of
 * `last` are set. */
LW_FN void lw_blake2s_block(lw_u32* h, const lw_u32* m, const lw_u64 t, const lw_u32 last)
{
    lw_u32 v[16];
    LW_UNROLL for (int i = 0; i < 8; i++) v[i] = h[i];
    v[8] = BLAKE_IV32_0; v[9] = BLAKE_IV32_1; v[10] = BLAKE_IV32_2; v[11] = BLAKE_IV32_3;
    v[12] = 0x510e527fu ^ (lw_u32)t; v[13] = 0x9b05688cu ^ (lw_u32)(t >> 32); v[14] = 0x1f83d9abu ^ last; v[15] = 0x5be0cd19u;
    BLAKE2_10(BLAKE_G32)
    LW_UNROLL for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

#endif
#if defined(LW_BLAKE2)

typedef struct { lw_u32 h[8]; } lw_blake2s_digest;
typedef struct { lw_u64 h[8]; lw_u64 t; } lw_blake2b_state;
typedef struct { lw_u64 h[8]; } lw_blake2b_digest;

LW_FN void lw_blake2b_block(lw_u64* h, const lw_u64* m, const lw_u64 t, const lw_u64 last)
{
    lw_u64 v[16];
    LW_UNROLL for (int i = 0; i < 8; i++) v[i] = h[i];
    v[8] = 0x6a09e667f3bcc908ul; v[9] = 0xbb67ae8584caa73bul; v[10] = 0x3c6ef372fe94f82bul; v[11] = 0xa54ff53a5f1d36f1ul;
    v[12] = 0x510e527fade682d1ul ^ t; v[13] = 0x9b05688c2b3e6c1ful;
    v[14] = 0x1f83d9abfb41bd6bul ^ last; v[15] = 0x5be0cd19137e2179ul;
    BLAKE2_10(BLAKE_G64)
    BLAKE_ROUND(BLAKE_G64,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15)
    BLAKE_ROUND(BLAKE_G64, 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3)
    LW_UNROLL for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

/* Defines a variant: the word type, and the functions that load a block and write a digest of eight words. */
#define BLAKE2_DEFINE(variant, word, LOAD, STORE) \
LW_FN void lw_##variant##_message( \
    LW_GLOBAL const word* source, LW_GLOBAL lw_u32* digests, word* h, lw_u64 t, const word* empty, \
    lw_u64 at, const lw_u32 length, const lw_u64 index, const lw_u32 hashBytes) \
{ \
    const lw_u32 blockBytes = 16u * (lw_u32)sizeof(word); \
    word m[16]; \
    lw_u32 left = length; \
    /* With a key, an empty message has only the key block. The chaining value contains it as a non-last block. */ \
    if (left == 0u) { LW_UNROLL for (int i = 0; i < 8; i++) h[i] = empty[i]; } \
    while (left > 0u) \
    { \
        const lw_u32 count = left < blockBytes ? left : blockBytes; \
        LOAD(m, source, at, count); \
        at += count; \
        t += count; \
        left -= count; \
        lw_##variant##_block(h, m, t, left == 0u ? ~(word)0 : 0u); \
    } \
    STORE(digests, index * hashBytes, h, hashBytes); \
} \
LW_KERNEL lw_##variant##_many( \
    LW_GLOBAL const word* source, LW_GLOBAL lw_u32* digests, \
    const lw_##variant##_state initial, const lw_##variant##_digest empty, const lw_u64 start, const lw_u64 stride, \
    const lw_u32 length, const lw_u32 hashBytes, const lw_u64 first, const lw_u64 end) \
{ \
    const lw_u64 g = first + LW_GID; \
    if (g >= end) return; \
    word h[8], none[8]; \
    LW_UNROLL for (int i = 0; i < 8; i++) { h[i] = initial.h[i]; none[i] = empty.h[i]; } \
    lw_##variant##_message(source, digests, h, initial.t, none, start + g * stride, length, g, hashBytes); \
} \
LW_KERNEL lw_##variant##_ragged( \
    LW_GLOBAL const word* source, LW_GLOBAL const lw_place* places, LW_GLOBAL lw_u32* digests, \
    const lw_##variant##_state initial, const lw_##variant##_digest empty, const lw_u32 hashBytes, \
    const lw_u64 first, const lw_u64 end) \
{ \
    const lw_u64 g = first + LW_GID; \
    if (g >= end) return; \
    word h[8], none[8]; \
    LW_UNROLL for (int i = 0; i < 8; i++) { h[i] = initial.h[i]; none[i] = empty.h[i]; } \
    lw_##variant##_message(source, digests, h, initial.t, none, places[g].offset, places[g].length, places[g].index, hashBytes); \
}

BLAKE2_DEFINE(blake2b, lw_u64, lw_load16_wide, lw_store8_wide)
BLAKE2_DEFINE(blake2s, lw_u32, lw_load16, lw_store8)

#endif

/* ---- BLAKE3 ---- */
#if defined(LW_BLAKE3) || defined(LW_SEARCH)

#define BLAKE3_CHUNK_START 1u
#define BLAKE3_CHUNK_END 2u
#define BLAKE3_PARENT 4u
#define BLAKE3_ROOT 8u

typedef struct { lw_u32 k[8]; } lw_blake3_key;

/* The state v after the rounds. The XOR of its two halves is the next chaining value. The XOR of the second half and the
 * previous chaining value is the second half of an output block. */
LW_FN void lw_blake3_rounds(
    lw_u32* v, const lw_u32* cv, const lw_u32* m, const lw_u64 counter, const lw_u32 length, const lw_u32 flags)
{
    LW_UNROLL for (int i = 0; i < 8; i++) v[i] = cv[i];
    v[8] = BLAKE_IV32_0; v[9] = BLAKE_IV32_1; v[10] = BLAKE_IV32_2; v[11] = BLAKE_IV32_3;
    v[12] = (lw_u32)counter; v[13] = (lw_u32)(counter >> 32); v[14] = length; v[15] = flags;
    BLAKE_ROUND(BLAKE_G32,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15)
    BLAKE_ROUND(BLAKE_G32,  2,  6,  3, 10,  7,  0,  4, 13,  1, 11, 12,  5,  9, 14, 15,  8)
    BLAKE_ROUND(BLAKE_G32,  3,  4, 10, 12, 13,  2,  7, 14,  6,  5,  9,  0, 11, 15,  8,  1)
    BLAKE_ROUND(BLAKE_G32, 10,  7, 12,  9, 14,  3, 13, 15,  4,  0, 11,  2,  5,  8,  1,  6)
    BLAKE_ROUND(BLAKE_G32, 12, 13,  9, 11, 15, 10, 14,  8,  7,  2,  5,  3,  0,  1,  6,  4)
    BLAKE_ROUND(BLAKE_G32,  9, 14, 11,  5,  8, 12, 15,  1, 13,  3,  0, 10,  2,  6,  4,  7)
    BLAKE_ROUND(BLAKE_G32, 11, 15,  5,  0,  1,  9,  8,  6, 14, 10,  2, 12,  3,  4,  7, 13)
}

/* Computes the next chaining value in place. */
LW_FN void lw_blake3_compress(lw_u32* cv, const lw_u32* m, const lw_u64 counter, const lw_u32 length, const lw_u32 flags)
{
    lw_u32 v[16];
    lw_blake3_rounds(v, cv, m, counter, length, flags);
    LW_UNROLL for (int i = 0; i < 8; i++) cv[i] = v[i] ^ v[i + 8];
}

#endif
#if defined(LW_BLAKE3)

/* Computes a block of the root's output: 16 words. */
LW_FN void lw_blake3_root(
    lw_u32* out, const lw_u32* cv, const lw_u32* m, const lw_u64 counter, const lw_u32 length, const lw_u32 flags)
{
    lw_blake3_rounds(out, cv, m, counter, length, flags | BLAKE3_ROOT);
    LW_UNROLL for (int i = 0; i < 8; i++) { out[i] ^= out[i + 8]; out[i + 8] ^= cv[i]; }
}

/* Hashes a whole message. After each chunk, computes the parents that this chunk completes. Their left children wait on the
 * stack. Blocks and parents use the same compression code. So the rounds are compiled only once, and work items with different
 * messages still run them together. */
LW_FN void lw_blake3_message(
    LW_GLOBAL const lw_u32* source, LW_GLOBAL lw_u32* digests, LW_GLOBAL lw_u32* stack, const lw_u32* key, const lw_u32 flags,
    const lw_u32 levels, lw_u64 at, const lw_u32 length, const lw_u64 index, const lw_u32 hashBytes)
{
    const lw_u32 lastChunk = length == 0u ? 0u : (length - 1u) >> 10;
    if (levels < 22u && (lastChunk >> levels) != 0u) return;
    lw_u32 cv[8], m[16], left = length, depth = 0u, chunk = 0u, block = 0u, ended = 1u, blockLength, blockFlags;
    lw_u64 counter;
    LW_UNROLL for (int i = 0; i < 8; i++) cv[i] = key[i];
    for (;;)
    {
        /* `ended` counts the completed chunks. The number of its trailing zero bits is the number of parents to compute now. */
        if (left == 0u ? depth > 0u : (ended & 1u) == 0u)
        {
            depth--;
            LW_UNROLL for (int i = 0; i < 8; i++) { m[i] = stack[8u * depth + i]; m[i + 8] = cv[i]; cv[i] = key[i]; }
            counter = 0u;
            blockLength = 64u;
            blockFlags = flags | BLAKE3_PARENT;
            ended >>= 1;
        }
        else
        {
            blockLength = left < 64u ? left : 64u;
            lw_load16(m, source, at, blockLength);
            at += blockLength;
            left -= blockLength;
            counter = chunk;
            blockFlags = flags | (block == 0u ? BLAKE3_CHUNK_START : 0u);
            block++;
            if (block == 16u || left == 0u)
            {
                blockFlags |= BLAKE3_CHUNK_END;
                block = 0u;
                chunk++;
                ended = chunk;
            }
        }

        if (left == 0u && depth == 0u) break;
        lw_blake3_compress(cv, m, counter, blockLength, blockFlags);
        if (left > 0u && block == 0u && (ended & 1u) != 0u)
        {
            LW_UNROLL for (int i = 0; i < 8; i++) { stack[8u * depth + i] = cv[i]; cv[i] = key[i]; }
            depth++;
        }
    }

    for (lw_u32 done = 0u; done < hashBytes; done += 64u)
    {
        lw_u32 out[16];
        const lw_u32 rest = hashBytes - done;
        lw_blake3_root(out, cv, m, done / 64u, blockLength, blockFlags);
        lw_store16(digests, index * hashBytes + done, out, rest < 64u ? rest : 64u);
        if (rest <= 64u) break;
    }
}

LW_KERNEL lw_blake3_many(
    LW_GLOBAL const lw_u32* source, LW_GLOBAL lw_u32* digests, LW_GLOBAL lw_u32* stack, const lw_blake3_key key,
    const lw_u32 flags, const lw_u32 levels, const lw_u64 start, const lw_u64 stride, const lw_u32 length, const lw_u32 hashBytes,
    const lw_u64 first, const lw_u64 end)
{
    const lw_u64 g = first + LW_GID;
    if (g >= end) return;
    LW_GLOBAL lw_u32* mine = stack + 8u * levels * LW_GID;
    lw_blake3_message(source, digests, mine, key.k, flags, levels, start + g * stride, length, g, hashBytes);
}

LW_KERNEL lw_blake3_ragged(
    LW_GLOBAL const lw_u32* source, LW_GLOBAL const lw_place* places, LW_GLOBAL lw_u32* digests, LW_GLOBAL lw_u32* stack,
    const lw_blake3_key key, const lw_u32 flags, const lw_u32 levels, const lw_u32 hashBytes,
    const lw_u64 first, const lw_u64 end)
{
    const lw_u64 g = first + LW_GID;
    if (g >= end) return;
    LW_GLOBAL lw_u32* mine = stack + 8u * levels * LW_GID;
    const lw_place place = places[g];
    lw_blake3_message(source, digests, mine, key.k, flags, levels, place.offset, place.length, place.index, hashBytes);
}

/* Hashes chunk g of one message. If `leaveLast` is set, lw_blake3_output processes the last block of the message. */
LW_KERNEL lw_blake3_chunks(
    LW_GLOBAL const lw_u32* source, LW_GLOBAL lw_u32* values, const lw_blake3_key key, const lw_u32 flags,
    const lw_u64 start, const lw_u64 length, const lw_u32 leaveLast, const lw_u64 first, const lw_u64 end)
{
    const lw_u64 g = first + LW_GID;
    const lw_u64 before = 1024u * g;
    if (g >= end || (before >= length && g > 0u)) return;
    lw_u32 cv[8], m[16], blockFlags = flags | BLAKE3_CHUNK_START;
    lw_u32 left = length - before < 1024u ? (lw_u32)(length - before) : 1024u;
    lw_u64 at = start + before;
    LW_UNROLL for (int i = 0; i < 8; i++) cv[i] = key.k[i];
    for (;;)
    {
        const lw_u32 count = left < 64u ? left : 64u;
        left -= count;
        if (left == 0u)
        {
            if (leaveLast) break;
            blockFlags |= BLAKE3_CHUNK_END;
        }

        lw_load16(m, source, at, count);
        lw_blake3_compress(cv, m, g, count, blockFlags);
        if (left == 0u) break;
        at += count;
        blockFlags = flags;
    }

    LW_UNROLL for (int i = 0; i < 8; i++) values[8u * g + i] = cv[i];
}

LW_KERNEL lw_blake3_parents(
    LW_GLOBAL const lw_u32* values, LW_GLOBAL lw_u32* parents, const lw_blake3_key key, const lw_u32 flags,
    const lw_u64 first, const lw_u64 count)
{
    const lw_u64 g = first + LW_GID;
    if (g >= count / 2u + count % 2u) return;
    LW_GLOBAL const lw_u32* left = values + 16u * g;
    lw_u32 cv[8], m[16];
    LW_UNROLL for (int i = 0; i < 8; i++) m[i] = left[i];
    if (2u * g + 1u < count)
    {
        LW_UNROLL for (int i = 0; i < 8; i++) { m[i + 8] = left[i + 8]; cv[i] = key.k[i]; }
        lw_blake3_compress(cv, m, 0u, 64u, flags | BLAKE3_PARENT);
    }
    else
    {
        LW_UNROLL for (int i = 0; i < 8; i++) cv[i] = m[i];
    }

    LW_UNROLL for (int i = 0; i < 8; i++) parents[8u * g + i] = cv[i];
}

/* Writes block offset / 64 + g of the root's output, truncated to the requested bytes. */
LW_KERNEL lw_blake3_output(
    LW_GLOBAL const lw_u32* chaining, LW_GLOBAL const lw_u32* block, LW_GLOBAL lw_u32* output, const lw_u64 blockStart,
    const lw_u32 blockLength, const lw_u32 flags, const lw_u64 offset, const lw_u64 length, const lw_u64 first)
{
    const lw_u64 g = first + LW_GID;
    const lw_u32 skew = (lw_u32)offset & 63u;
    if (g > length / 64u + 1u || 64u * g >= skew + length) return;
    lw_u32 cv[8], m[16], out[16];
    LW_UNROLL for (int i = 0; i < 8; i++) cv[i] = chaining[i];
    lw_load16(m, block, blockStart, blockLength);
    lw_blake3_root(out, cv, m, offset / 64u + g, blockLength, flags);

    /* The first block may begin before the requested bytes, and the last block may end after them. */
    const lw_u64 beyond = skew + length - 64u * g;
    const lw_u32 stop = beyond < 64u ? (lw_u32)beyond : 64u;
    if (g > 0u || skew == 0u) lw_store16(output, 64u * g - skew, out, stop);
    else
    {
        LW_GLOBAL lw_u8* p = (LW_GLOBAL lw_u8*)output;
        LW_UNROLL for (int i = 0; i < 16; i++)
        {
            LW_UNROLL for (int j = 0; j < 4; j++)
            {
                const lw_u32 place = (lw_u32)(4 * i + j);
                if (place >= skew && place < stop) p[place - skew] = (lw_u8)(out[i] >> (8 * j));
            }
        }
    }
}

#endif

/* ---- Skein-512 (Skein 1.3, section 3.4) ---- */
#if defined(LW_SKEIN)

typedef struct { lw_u64 h[8]; } lw_skein512_state;

/* The message and the output are processed as one sequence of UBI blocks. Each output block is a counter. All output blocks
 * start from the chaining value after the message, so this value is kept. */
LW_FN void lw_skein512_message(
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u32* digests, const lw_u64* initial, lw_u64 at, const lw_u32 length,
    const lw_u64 index, const lw_u32 hashBytes)
{
    lw_u64 k[9], t[3], m[8], x[8], after[8];
    lw_u32 left = length, done = 0u, output = 0u;
    LW_UNROLL for (int i = 0; i < 8; i++) { k[i] = initial[i]; after[i] = initial[i]; }
    t[0] = 0u;
    t[1] = 0x7000000000000000ul;
    for (;;)
    {
        if (output == 0u)
        {
            const lw_u32 count = left < 64u ? left : 64u;
            lw_load8_wide(m, source, at, count);
            at += count;
            left -= count;
            t[0] += count;
            if (left == 0u) t[1] |= 0x8000000000000000ul;
        }

        k[8] = 0x1bd11bdaa9fc1a22ul;
        LW_UNROLL for (int i = 0; i < 8; i++) { k[8] ^= k[i]; x[i] = m[i]; }
        t[2] = t[0] ^ t[1];
        TF512_ENCRYPT(k, t)
        LW_UNROLL for (int i = 0; i < 8; i++) k[i] = x[i] ^ m[i];
        t[1] &= ~0x4000000000000000ul;
        if (output != 0u)
        {
            const lw_u32 rest = hashBytes - done;
            lw_store8_wide(digests, index * hashBytes + done, k, rest < 64u ? rest : 64u);
            if (rest <= 64u) break;
            done += 64u;
            m[0]++;
            LW_UNROLL for (int i = 0; i < 8; i++) k[i] = after[i];
            t[1] = 0xff00000000000000ul;
        }
        else if (left == 0u)
        {
            output = 1u;
            LW_UNROLL for (int i = 0; i < 8; i++) { after[i] = k[i]; m[i] = 0u; }
            t[0] = 8u;
            t[1] = 0xff00000000000000ul;
        }
    }
}

LW_KERNEL lw_skein512_many(
    LW_GLOBAL const lw_u64* source, LW_GLOBAL lw_u32* digests, const lw_skein512_state initial,
    const lw_u64 start, const lw_u64 stride, const lw_u32 length, const lw_u32 hashBytes, const lw_u64 first, const lw_u64 end)
{
    const lw_u64 g = first + LW_GID;
    if (g < end) lw_skein512_message(source, digests, initial.h, start + g * stride, length, g, hashBytes);
}

LW_KERNEL lw_skein512_ragged(
    LW_GLOBAL const lw_u64* source, LW_GLOBAL const lw_place* places, LW_GLOBAL lw_u32* digests, const lw_skein512_state initial,
    const lw_u32 hashBytes, const lw_u64 first, const lw_u64 end)
{
    const lw_u64 g = first + LW_GID;
    if (g < end) lw_skein512_message(source, digests, initial.h, places[g].offset, places[g].length, places[g].index, hashBytes);
}

#endif

/* ---- search: candidates generated on the device ---- */
#if defined(LW_SEARCH)

typedef struct { lw_u32 m[16]; } lw_block32;

/* Records the nonce if the digest that begins with these two words has enough leading zero bits. */
LW_FN void lw_note(
    LW_GLOBAL lw_u32* found, LW_GLOBAL lw_u64* nonces, const lw_u64 nonce, const lw_u32 h0, const lw_u32 h1,
    const lw_u32 zeroBits, const lw_u32 capacity)
{
    const lw_u64 front = ((lw_u64)lw_swap32(h0) << 32) | lw_swap32(h1);
    if (zeroBits == 0u || front >> (64u - zeroBits) == 0u)
    {
        const lw_u32 slot = LW_COUNT_UP(found);
        if (slot < capacity) nonces[slot] = nonce;
    }
}

/* The candidate: the caller's block, with the nonce in its first 8 bytes. */
#define SEARCH_BLOCK \
    const lw_u64 g = first + LW_GID; \
    if (g >= end) return; \
    lw_u32 h[8], m[16]; \
    LW_UNROLL for (int i = 0; i < 16; i++) m[i] = block.m[i]; \
    m[0] = (lw_u32)g; m[1] = (lw_u32)(g >> 32);

LW_KERNEL lw_md5_search(
    LW_GLOBAL lw_u32* found, LW_GLOBAL lw_u64* nonces, const lw_block32 block, const lw_u32 zeroBits, const lw_u32 capacity,
    const lw_u64 first, const lw_u64 end)
{
    SEARCH_BLOCK
    lw_md5_start(h);
    lw_md5_block(h, m);
    lw_note(found, nonces, g, h[0], h[1], zeroBits, capacity);
}

LW_KERNEL lw_blake2s_search(
    LW_GLOBAL lw_u32* found, LW_GLOBAL lw_u64* nonces, const lw_blake2s_state initial, const lw_block32 block,
    const lw_u32 blockLength, const lw_u32 zeroBits, const lw_u32 capacity, const lw_u64 first, const lw_u64 end)
{
    SEARCH_BLOCK
    LW_UNROLL for (int i = 0; i < 8; i++) h[i] = initial.h[i];
    lw_blake2s_block(h, m, (lw_u64)initial.t + blockLength, ~0u);
    lw_note(found, nonces, g, h[0], h[1], zeroBits, capacity);
}

LW_KERNEL lw_blake3_search(
    LW_GLOBAL lw_u32* found, LW_GLOBAL lw_u64* nonces, const lw_blake3_key key, const lw_block32 block, const lw_u32 blockLength,
    const lw_u32 flags, const lw_u32 zeroBits, const lw_u32 capacity, const lw_u64 first, const lw_u64 end)
{
    SEARCH_BLOCK
    LW_UNROLL for (int i = 0; i < 8; i++) h[i] = key.k[i];
    lw_blake3_compress(h, m, 0u, blockLength, flags | BLAKE3_CHUNK_START | BLAKE3_CHUNK_END | BLAKE3_ROOT);
    lw_note(found, nonces, g, h[0], h[1], zeroBits, capacity);
}

#endif
