/*
 * liblanewise hashes a single message, or many messages side by side in the SIMD lanes of the CPU.
 *
 * - Every function may be called from any thread at any time. No initialization and no shutdown are needed.
 * - Every function that can fail returns a lanewise_status. LANEWISE_OK is 0. lanewise_status_text describes a status.
 * - For an invalid argument, a function returns an error status and changes nothing. Invalid arguments are NULL with a nonzero
 *   length, a digest length that the algorithm does not support, a freed handle, and lengths that overflow. The library cannot
 *   detect a buffer that is shorter than the given length.
 * - Algorithm names are case-insensitive. Examples: "blake3", "BLAKE2b", "blake2b-256" (with the digest length in bits),
 *   "sha256", "hmac-sha256". lanewise_algorithm_name lists the names.
 * - key == NULL hashes without a key. A key of length 0 is an error, except for HMAC and KMAC.
 * - A pointer may be NULL if its length is 0. Lengths are in bytes.
 * - Call the library only after fork(). If the parent has called it before fork(), the child may hash only with threads = 1.
 */
#ifndef LANEWISE_H
#define LANEWISE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It increases when functions are added. If a function changes, the soname changes. */
#define LANEWISE_ABI_VERSION 1

typedef int32_t lanewise_status;

#define LANEWISE_OK 0
#define LANEWISE_UNKNOWN_ALGORITHM 1
#define LANEWISE_NULL_POINTER 2
#define LANEWISE_LENGTH_TOO_LARGE 3
#define LANEWISE_DIGEST_LENGTH 4
#define LANEWISE_KEY_LENGTH 5
#define LANEWISE_BAD_HANDLE 6
#define LANEWISE_LENGTHS_DO_NOT_FIT 7
#define LANEWISE_BAD_RULE 8
#define LANEWISE_MISMATCH 9
#define LANEWISE_OUT_OF_MEMORY 10
#define LANEWISE_OVERLAP 11
#define LANEWISE_BAD_CONTEXT 12
#define LANEWISE_INTERNAL 13
#define LANEWISE_SHORT_MAC 14

/* An incremental hash. 0 is never a valid handle, and handles are never reused. */
typedef uint64_t lanewise_handle;

/* ---- the library ---- */

/* Returns the LANEWISE_ABI_VERSION of the library that was loaded. */
int32_t lanewise_abi_version(void);

/* Returns the version of the library, for example "1.2.3". */
const char *lanewise_version(void);

/* Returns a text that describes a status. */
const char *lanewise_status_text(lanewise_status status);

/* Returns the name of an algorithm by its index, starting at 0. Returns NULL after the last algorithm. */
const char *lanewise_algorithm_name(int32_t index);

/* Writes the default digest length, the block length and the maximum key length of an algorithm. Each pointer may be NULL. */
lanewise_status lanewise_algorithm_sizes(
    const char *algorithm, size_t *digest_length, size_t *block_length, size_t *max_key_length);

/* ---- one message ---- */

/* Hashes a message. The algorithm must support the digest length. */
lanewise_status lanewise_digest(
    const char *algorithm, const void *key, size_t key_length, const void *data, size_t length, void *digest,
    size_t digest_length);

/*
 * Hashes a message and compares the digest in constant time. Returns LANEWISE_OK or LANEWISE_MISMATCH. With a key, an expected
 * MAC shorter than 16 bytes causes LANEWISE_SHORT_MAC, because its sender could guess it. If both sides agreed on a shorter MAC,
 * specify its length in bits in the algorithm name, as in "blake2b-64". */
lanewise_status lanewise_verify(
    const char *algorithm, const void *key, size_t key_length, const void *data, size_t length, const void *expected,
    size_t expected_length);

/* Compares two buffers of the same length in constant time. Returns LANEWISE_OK or LANEWISE_MISMATCH. */
lanewise_status lanewise_equal(const void *left, const void *right, size_t length);

/* Derives a key with BLAKE3. The context is a UTF-8 string, hard-coded and different for each purpose. */
lanewise_status lanewise_derive_key(
    const char *context, size_t context_length, const void *material, size_t length, void *output, size_t output_length);

/* ---- one message, piece by piece ---- */

/* Creates an incremental hash. If digest_length is 0, the hash uses the algorithm's default digest length. */
lanewise_status lanewise_create(
    const char *algorithm, const void *key, size_t key_length, size_t digest_length, lanewise_handle *handle);

/* Appends data. */
lanewise_status lanewise_update(lanewise_handle handle, const void *data, size_t length);

/* Writes the digest of the data so far. More data may follow. */
lanewise_status lanewise_current(lanewise_handle handle, void *digest, size_t digest_length);

/* Writes the digest length in bytes. */
lanewise_status lanewise_digest_length(lanewise_handle handle, size_t *digest_length);

/* Discards all data. The algorithm, the key and the digest length stay the same. */
lanewise_status lanewise_reset(lanewise_handle handle);

/* Creates an independent copy of the hash, which contains the same data. */
lanewise_status lanewise_copy(lanewise_handle handle, lanewise_handle *copy);

/* Wipes the hash. The handle is invalid afterwards. */
lanewise_status lanewise_free(lanewise_handle handle);

/* ---- many messages, one per SIMD lane ----
 *
 * The buffer digests receives count digests of digest_length bytes each, in the order of the messages. It must not overlap any
 * memory that the call reads. threads is the maximum number of threads. 1 means only the calling thread. 0 means one thread for
 * each CPU core. */

/* Hashes messages of equal length that follow each other in memory. */
lanewise_status lanewise_many(
    const char *algorithm, const void *key, size_t key_length, const void *data, size_t message_length, size_t count,
    void *digests, size_t digest_length, int32_t threads);

/* Hashes messages of different lengths that follow each other in memory. The lengths must add up to data_length. */
lanewise_status lanewise_many_lengths(
    const char *algorithm, const void *key, size_t key_length, const void *data, size_t data_length, const size_t *lengths,
    size_t count, void *digests, size_t digest_length, int32_t threads);

/* Hashes messages of different lengths at arbitrary addresses. */
lanewise_status lanewise_many_pointers(
    const char *algorithm, const void *key, size_t key_length, const void *const *messages, const size_t *lengths, size_t count,
    void *digests, size_t digest_length, int32_t threads);

/* ---- Merkle trees ---- */

#define LANEWISE_MERKLE_BITCOIN 0
#define LANEWISE_MERKLE_RFC6962 1
#define LANEWISE_MERKLE_SSZ 2

/*
 * Computes the 32-byte root of a tree from count leaves of 32 bytes each. With LANEWISE_MERKLE_SSZ, limit is the maximum number
 * of leaves, and 0 means count. With other rules, limit must be 0. */
lanewise_status lanewise_merkle_root(
    int32_t rule, const void *leaves, size_t count, uint64_t limit, void *root, int32_t threads);

#ifdef __cplusplus
}
#endif

#endif
