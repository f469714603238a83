/* Calls liblanewise from C. Tests known answers, the three functions for many messages, and every error that a caller can make. */
#include <lanewise.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int passed, failed;

static void expect(int is_true, const char *what, long number)
{
    if (is_true) { passed++; return; }
    failed++;
    fprintf(stderr, "FAILED: %s (%ld)\n", what, number);
}

static void digest_is(const char *algorithm, const char *key, const char *message, const char *expected)
{
    unsigned char digest[128];
    char text[257];
    size_t length = strlen(expected) / 2, key_length = key ? strlen(key) : 0;
    lanewise_status status = lanewise_digest(algorithm, key, key_length, message, strlen(message), digest, length);
    expect(status == LANEWISE_OK, algorithm, status);
    for (size_t i = 0; i < length; i++) sprintf(text + 2 * i, "%02x", digest[i]);
    expect(strcmp(text, expected) == 0, algorithm, 0);
    status = lanewise_verify(algorithm, key, key_length, message, strlen(message), digest, length);
    expect(status == LANEWISE_OK, "verify", status);
    digest[length - 1] ^= 1;
    status = lanewise_verify(algorithm, key, key_length, message, strlen(message), digest, length);
    expect(status == LANEWISE_MISMATCH, "verify of a changed digest", status);
}

static void known_answers(void)
{
    digest_is("md5", NULL, "abc", "900150983cd24fb0d6963f7d28e17f72");
    digest_is("SHA256", NULL, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    digest_is("sha1", NULL, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d");
    digest_is("sha3-256", NULL, "abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
    digest_is("blake3", NULL, "", "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
    digest_is("blake2b-256", NULL, "abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    digest_is("hmac-sha256", "Jefe", "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    digest_is("hmac-md5", "Jefe", "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738");
}

/* Every function for many messages must give the same digests as separate calls for each message. */
static void many(const char *algorithm, const char *key, size_t count, size_t longest, int threads)
{
    size_t digest_length, key_length = key ? strlen(key) : 0, *lengths = calloc(count + 1, sizeof *lengths), sum = 0;
    lanewise_status status = lanewise_algorithm_sizes(algorithm, &digest_length, NULL, NULL);
    expect(status == LANEWISE_OK, algorithm, status);
    unsigned char *data = malloc(count * longest + 1);
    const void **messages = calloc(count + 1, sizeof *messages);
    unsigned char *wanted = malloc(count * digest_length + 1), *got = malloc(count * digest_length + 1);
    for (size_t i = 0; i < count * longest; i++) data[i] = (unsigned char)(i * 131 + (i >> 8));
    for (size_t i = 0; i < count; i++)
    {
        lengths[i] = (i * 7919) % (longest + 1);
        messages[i] = data + sum;
        lanewise_digest(algorithm, key, key_length, data + sum, lengths[i], wanted + i * digest_length, digest_length);
        sum += lengths[i];
    }

    status = lanewise_many_lengths(algorithm, key, key_length, data, sum, lengths, count, got, digest_length, threads);
    expect(status == LANEWISE_OK && memcmp(wanted, got, count * digest_length) == 0, "many_lengths", status);
    memset(got, 0, count * digest_length);
    status = lanewise_many_pointers(algorithm, key, key_length, messages, lengths, count, got, digest_length, threads);
    expect(status == LANEWISE_OK && memcmp(wanted, got, count * digest_length) == 0, "many_pointers", status);

    for (size_t i = 0; i < count; i++)
    {
        lanewise_digest(algorithm, key, key_length, data + i * longest, longest, wanted + i * digest_length, digest_length);
    }
    status = lanewise_many(algorithm, key, key_length, data, longest, count, got, digest_length, threads);
    expect(status == LANEWISE_OK && memcmp(wanted, got, count * digest_length) == 0, "many", status);
    free(lengths); free(data); free(messages); free(wanted); free(got);
}

static void incremental(const char *algorithm)
{
    unsigned char data[3000], whole[128], parts[128], copied[128];
    size_t digest_length;
    lanewise_handle hash, copy = 0;
    lanewise_algorithm_sizes(algorithm, &digest_length, NULL, NULL);
    for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)(i * 17);
    lanewise_digest(algorithm, NULL, 0, data, sizeof data, whole, digest_length);
    expect(lanewise_create(algorithm, NULL, 0, 0, &hash) == LANEWISE_OK, "create", 0);
    for (size_t i = 0; i < sizeof data; i += 7)
    {
        lanewise_update(hash, data + i, sizeof data - i < 7 ? sizeof data - i : 7);
        if (i == 700) expect(lanewise_copy(hash, &copy) == LANEWISE_OK, "copy", 0);
    }
    expect(lanewise_update(copy, data + 707, sizeof data - 707) == LANEWISE_OK, "update of a copy", 0);
    expect(lanewise_current(hash, parts, digest_length) == LANEWISE_OK, "current", 0);
    expect(lanewise_current(copy, copied, digest_length) == LANEWISE_OK, "current of a copy", 0);
    expect(memcmp(whole, parts, digest_length) == 0 && memcmp(whole, copied, digest_length) == 0, "pieces", 0);
    expect(lanewise_current(hash, parts, digest_length - 1) == LANEWISE_DIGEST_LENGTH, "current into too little", 0);
    expect(lanewise_reset(hash) == LANEWISE_OK && lanewise_update(hash, data, sizeof data) == LANEWISE_OK, "reset", 0);
    lanewise_current(hash, parts, digest_length);
    expect(memcmp(whole, parts, digest_length) == 0, "after a reset", 0);
    expect(lanewise_free(hash) == LANEWISE_OK && lanewise_free(copy) == LANEWISE_OK, "free", 0);
    expect(lanewise_free(hash) == LANEWISE_BAD_HANDLE, "second free", 0);
    expect(lanewise_update(hash, data, 1) == LANEWISE_BAD_HANDLE, "use after free", 0);
    expect(lanewise_current(hash, parts, digest_length) == LANEWISE_BAD_HANDLE, "digest after free", 0);
}

static void mistakes(void)
{
    unsigned char digest[64], data[64] = { 0 };
    lanewise_handle handle = 7;
    size_t two[2] = { SIZE_MAX, 2 }, halves[2] = { 32, 32 };
    const void *nowhere[2] = { NULL, data }, *pieces[2] = { data, data + 32 };
#define REFUSED(status, call) do { lanewise_status got_ = (call); expect(got_ == (status), #call, got_); } while (0)
    REFUSED(LANEWISE_NULL_POINTER, lanewise_digest(NULL, NULL, 0, data, 64, digest, 16));
    REFUSED(LANEWISE_UNKNOWN_ALGORITHM, lanewise_digest("", NULL, 0, data, 64, digest, 16));
    REFUSED(LANEWISE_UNKNOWN_ALGORITHM, lanewise_digest("md6", NULL, 0, data, 64, digest, 16));
    REFUSED(LANEWISE_UNKNOWN_ALGORITHM, lanewise_digest("md5\xff", NULL, 0, data, 64, digest, 16));
    REFUSED(LANEWISE_UNKNOWN_ALGORITHM, lanewise_digest(
        "md5-------------------------------------------------------------------", NULL, 0, data, 64, digest, 16));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_digest("md5", NULL, 0, NULL, 64, digest, 16));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_digest("md5", NULL, 0, data, 64, NULL, 16));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_digest("blake3", NULL, 32, data, 64, digest, 32));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_digest("md5", NULL, 0, data, 64, digest, 15));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_digest("md5", NULL, 0, data, 64, digest, 0));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_digest("blake2b-256", NULL, 0, data, 64, digest, 31));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_digest("blake2b", NULL, 0, data, 64, digest, 65));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_digest("shake128", NULL, 0, data, 64, digest, SIZE_MAX));
    REFUSED(LANEWISE_KEY_LENGTH, lanewise_digest("md5", data, 4, data, 64, digest, 16));
    REFUSED(LANEWISE_KEY_LENGTH, lanewise_digest("blake3", data, 0, data, 64, digest, 32));
    REFUSED(LANEWISE_KEY_LENGTH, lanewise_digest("blake3", data, 31, data, 64, digest, 32));
    REFUSED(LANEWISE_KEY_LENGTH, lanewise_digest("hmac-md5", NULL, 0, data, 64, digest, 16));
    REFUSED(LANEWISE_OK, lanewise_digest("hmac-md5", data, 0, data, 64, digest, 16));
    REFUSED(LANEWISE_LENGTH_TOO_LARGE, lanewise_digest("md5", NULL, 0, data, SIZE_MAX, digest, 16));
    /* An attacker could try all MACs of one byte. */
    REFUSED(LANEWISE_SHORT_MAC, lanewise_verify("blake3", data, 32, data, 64, digest, 1));
    REFUSED(LANEWISE_SHORT_MAC, lanewise_verify("kmac128", data, 32, data, 64, digest, 15));
    REFUSED(LANEWISE_MISMATCH, lanewise_verify("blake3", data, 32, data, 64, digest, 16));
    REFUSED(LANEWISE_MISMATCH, lanewise_verify("blake2b-64", data, 32, data, 64, digest, 8));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_verify("blake2b-64", data, 32, data, 64, digest, 1));
    REFUSED(LANEWISE_MISMATCH, lanewise_verify("blake3", NULL, 0, data, 64, digest, 4));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_create("md5", NULL, 0, 0, NULL));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_create("md5", NULL, 0, 17, &handle));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_create("blake3", NULL, 0, (size_t)1 << 33, &handle));
    expect(handle == 0, "no handle after an error", (long)handle);
    REFUSED(LANEWISE_BAD_HANDLE, lanewise_update(0, data, 1));
    REFUSED(LANEWISE_BAD_HANDLE, lanewise_free(123456789));
    REFUSED(LANEWISE_LENGTH_TOO_LARGE, lanewise_many("md5", NULL, 0, data, SIZE_MAX / 2, 3, digest, 16, 1));
    REFUSED(LANEWISE_LENGTH_TOO_LARGE, lanewise_many("md5", NULL, 0, data, 0, SIZE_MAX, digest, 16, 1));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_many("md5", NULL, 0, NULL, 32, 2, digest, 16, 1));
    REFUSED(LANEWISE_OVERLAP, lanewise_many("md5", NULL, 0, data, 32, 2, data + 63, 16, 1));
    REFUSED(LANEWISE_OVERLAP, lanewise_many("blake3", digest + 32, 32, data, 32, 2, digest, 32, 1));
    REFUSED(LANEWISE_OVERLAP, lanewise_many_lengths("blake3", digest + 32, 32, data, 64, halves, 2, digest, 32, 1));
    REFUSED(LANEWISE_OVERLAP, lanewise_many_pointers("blake3", digest + 32, 32, pieces, halves, 2, digest, 32, 0));
    REFUSED(LANEWISE_LENGTHS_DO_NOT_FIT, lanewise_many_lengths("md5", NULL, 0, data, 1, two, 2, digest, 16, 1));
    REFUSED(LANEWISE_LENGTHS_DO_NOT_FIT, lanewise_many_lengths("md5", NULL, 0, data, 63, halves, 2, digest, 16, 1));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_many_lengths("md5", NULL, 0, data, 64, NULL, 2, digest, 16, 1));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_many_pointers("md5", NULL, 0, nowhere, halves, 2, digest, 16, 1));
    REFUSED(LANEWISE_NULL_POINTER, lanewise_many_pointers("md5", NULL, 0, NULL, halves, 2, digest, 16, 1));
    REFUSED(LANEWISE_BAD_RULE, lanewise_merkle_root(3, data, 2, 0, digest, 1));
    REFUSED(LANEWISE_BAD_RULE, lanewise_merkle_root(LANEWISE_MERKLE_BITCOIN, data, 0, 0, digest, 1));
    REFUSED(LANEWISE_BAD_RULE, lanewise_merkle_root(LANEWISE_MERKLE_RFC6962, data, 2, 5, digest, 1));
    REFUSED(LANEWISE_OK, lanewise_merkle_root(LANEWISE_MERKLE_SSZ, data, 2, 5, digest, 0));
    REFUSED(LANEWISE_LENGTH_TOO_LARGE, lanewise_merkle_root(LANEWISE_MERKLE_SSZ, data, SIZE_MAX / 8, 0, digest, 1));
    REFUSED(LANEWISE_BAD_CONTEXT, lanewise_derive_key("\xff\xfe", 2, data, 64, digest, 32));
    REFUSED(LANEWISE_DIGEST_LENGTH, lanewise_derive_key("context", 7, data, 64, digest, 0));
    REFUSED(LANEWISE_OK, lanewise_derive_key("context", 7, data, 64, digest, 32));
    REFUSED(LANEWISE_MISMATCH, lanewise_equal("abc", "abd", 3));
    REFUSED(LANEWISE_OK, lanewise_equal("abc", "abc", 3));
    for (int status = 0; status <= LANEWISE_SHORT_MAC; status++) expect(strlen(lanewise_status_text(status)) > 5, "text", status);
    expect(strlen(lanewise_status_text(-1)) > 5, "text of no status", -1);
    expect(lanewise_algorithm_name(-1) == NULL && lanewise_algorithm_name(100000) == NULL, "names end", 0);
    expect(lanewise_abi_version() == LANEWISE_ABI_VERSION, "version", lanewise_abi_version());
}

static void *on_a_thread(void *unused)
{
    many("blake2b", NULL, 300, 200, 1);
    return unused;
}

int main(void)
{
    struct timespec before, after;
    unsigned char digest[16];
    clock_gettime(CLOCK_MONOTONIC, &before);
    lanewise_digest("md5", NULL, 0, "abc", 3, digest, 16);
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("first call: %.0f us\n", (after.tv_sec - before.tv_sec) * 1e6 + (after.tv_nsec - before.tv_nsec) / 1e3);

    known_answers();
    const char *name;
    for (int i = 0; (name = lanewise_algorithm_name(i)) != NULL; i++)
    {
        const char *key = strncmp(name, "hmac", 4) == 0 || strncmp(name, "kmac", 4) == 0 ? "a key" : NULL;
        many(name, key, 300, 300, 1);
        many(name, key, 40, 5000, 0);
        many(name, key, 3, 70000, 2);
        many(name, key, 20000, 5, 0);
        if (!key) incremental(name);
    }

    /* Only the main thread counts results. The other threads must not crash, and the main thread checks their results. */
    pthread_t threads[8];
    int before_threads = failed;
    for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, on_a_thread, NULL);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    expect(failed == before_threads, "eight threads", failed);
    mistakes();
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed != 0;
}
