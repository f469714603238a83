/*
 * Calls every function of liblanewise with random valid and invalid arguments.
 *
 * Usage: fuzz CALLS SEED
 *
 * - Every buffer ends at a page that cannot be read or written, so an access past its length ends the program.
 * - A call that fails must leave its output unchanged. A call that succeeds must give the same digest as lanewise_digest.
 * - A freed, copied or invented handle must be rejected. A valid handle must be accepted.
 */
#include <lanewise.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ARENA 65536
#define CANARY 0xa5
#define SLOTS 16
#define MOST_SHADOW 4096

typedef struct { uint64_t state; } source;

/* xorshift64*, which gives the same numbers on every machine. */
static uint64_t next(source *random)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * 2685821657736338717ULL;
}

static size_t below(source *random, size_t end) { return end ? (size_t)(next(random) % end) : 0; }

static long passed, failed, succeeded[20], refused[20];

static void expect(int is_true, const char *what, long call, lanewise_status status)
{
    if (is_true) { passed++; return; }
    if (failed++ < 20) fprintf(stderr, "FAILED: call %ld, %s: %s\n", call, what, lanewise_status_text(status));
}

/* Memory that ends at an inaccessible page. */
static unsigned char *guarded(void)
{
    unsigned char *start = mmap(NULL, ARENA + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + ARENA, 4096, PROT_NONE) != 0) { perror("mmap"); exit(2); }
    return start + ARENA;
}

static unsigned char *key_end, *data_end, *digest_end, *lengths_end, *pointers_end, *name_end;

/* Returns a length that fits the buffers, or a length that no process can allocate. */
static size_t length_of(source *random, size_t most)
{
    static const size_t huge[] = { SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2, SIZE_MAX / 32 + 1, (size_t)1 << 47, (size_t)1 << 63 };
    switch (below(random, 8))
    {
        case 0: return 0;
        case 1: return huge[below(random, sizeof huge / sizeof *huge)];
        case 2: return below(random, most + 1);
        default: return below(random, (most < 200 ? most : 200) + 1);
    }
}

static int is_huge(size_t length) { return length >= (size_t)1 << 47; }

/* Returns a pointer to this number of bytes before the guard page, or sometimes NULL. If the number is impossible,
 * the address is arbitrary. */
static unsigned char *at(source *random, unsigned char *end, size_t length)
{
    if (below(random, 16) == 0) return NULL;
    return is_huge(length) ? end - 1 : end - length;
}

/* Returns the name of an algorithm as listed, with a length in bits or in capitals, or text that is not an algorithm. */
static const char *name_of(source *random, int32_t algorithms)
{
    const char *listed = lanewise_algorithm_name((int32_t)below(random, (size_t)algorithms));
    char text[80];
    size_t length;
    switch (below(random, 12))
    {
        case 0: return NULL;
        case 1: /* Random bytes. */
            length = below(random, 70);
            for (size_t i = 0; i < length; i++) text[i] = (char)(1 + below(random, 255));
            text[length] = 0;
            break;
        case 2: /* The text does not end within the bytes that the library may read. */
            memset(name_end - 65, 'a', 65);
            return (const char *)name_end - 65;
        case 3: snprintf(text, sizeof text, "%s-%zu", listed, below(random, 1100)); break;
        case 4:
            snprintf(text, sizeof text, "%s", listed);
            for (char *c = text; *c; c++) if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 32);
            break;
        default: snprintf(text, sizeof text, "%s", listed); break;
    }
    length = strlen(text) + 1;
    memcpy(name_end - length, text, length);
    return (const char *)name_end - length;
}

/* The expected data of a handle. */
typedef struct
{
    lanewise_handle handle;
    int is_live, has_key, is_whole;
    char name[80];
    unsigned char key[128], data[MOST_SHADOW];
    size_t key_length, length, digest_length;
} shadow;

static shadow shadows[SLOTS];

static int is_untouched(const unsigned char *end, size_t length)
{
    for (size_t i = 1; i <= length; i++) if (end[-(ptrdiff_t)i] != CANARY) return 0;
    return 1;
}

/* On success, the digest must be correct, and the bytes before it must be unchanged. After an error, all bytes must be unchanged. */
static void check_digest(
    long call, lanewise_status status, const char *name, const unsigned char *key, size_t key_length, const unsigned char *data,
    size_t length, const unsigned char *digest, size_t digest_length)
{
    static unsigned char wanted[ARENA];
    if (status == LANEWISE_OK)
    {
        lanewise_status again = lanewise_digest(name, key, key_length, data, length, wanted, digest_length);
        expect(again == LANEWISE_OK && memcmp(wanted, digest, digest_length) == 0, "the digest is wrong", call, again);
    }
}

static void fuzz(source *random, long calls)
{
    int32_t algorithms = 0;
    while (lanewise_algorithm_name(algorithms) != NULL) algorithms++;

    for (long call = 0; call < calls; call++)
    {
        const char *name = name_of(random, algorithms);
        size_t key_length = below(random, 4) ? below(random, 65) : length_of(random, 1000), length = length_of(random, 8192);
        size_t count = length_of(random, 100), digest_length = length_of(random, 600), sum = 0, chosen = 0, usual = 0;
        if (below(random, 4)) key_length = 32;
        if (below(random, 2) && lanewise_algorithm_sizes(name, &usual, NULL, NULL) == LANEWISE_OK) digest_length = usual;
        unsigned char *key = below(random, 2) ? at(random, key_end, key_length) : NULL;
        if (key == NULL && below(random, 4)) key_length = 0;
        unsigned char *data = at(random, data_end, length), *digest = at(random, digest_end, digest_length);
        size_t written = is_huge(digest_length) ? 0 : digest_length;
        int32_t threads = (int32_t)below(random, 4) - 1;
        shadow *slot = &shadows[below(random, SLOTS)];
        lanewise_handle handle = slot->handle;
        lanewise_status status = LANEWISE_OK;
        size_t function = below(random, 20);
        memset(digest_end - ARENA, CANARY, ARENA);

        switch (function)
        {
            case 0:
            case 1:
                status = lanewise_digest(name, key, key_length, data, length, digest, digest_length);
                check_digest(call, status, name, key, key_length, data, length, digest, digest_length);
                break;
            case 2:
                status = lanewise_verify(name, key, key_length, data, length, digest, digest_length);
                if (digest_length >= 16) expect(status != LANEWISE_OK, "verify accepts any digest", call, status);
                written = 0;
                break;
            case 3:
                status = lanewise_equal(data, at(random, digest_end, length), length);
                written = 0;
                break;
            case 4:
                status = lanewise_derive_key((const char *)key, key_length, data, length, digest, digest_length);
                break;
            case 5:
            case 6:
            {
                lanewise_handle made = 7, *out = below(random, 16) ? &made : NULL;
                status = lanewise_create(name, key, key_length, below(random, 4) ? digest_length : 0, out);
                if (status != LANEWISE_OK) { expect(out == NULL || made == 0, "an error gives a handle", call, status); break; }
                for (int i = 0; i < SLOTS; i++) expect(shadows[i].handle != made, "a handle is used twice", call, status);
                if (slot->is_live) expect(lanewise_free(handle) == LANEWISE_OK, "free of a live handle", call, status);
                slot->handle = made;
                slot->is_live = 1;
                slot->is_whole = key_length <= sizeof slot->key;
                slot->has_key = key != NULL;
                slot->key_length = key_length;
                if (key != NULL && slot->is_whole) memcpy(slot->key, key, key_length);
                snprintf(slot->name, sizeof slot->name, "%s", name);
                slot->length = 0;
                expect(lanewise_digest_length(made, &slot->digest_length) == LANEWISE_OK, "length of a new hash", call, status);
                break;
            }
            case 7:
            case 8:
            case 9:
                if (below(random, 20) == 0) handle = next(random) | 1ULL << 40;
                status = lanewise_update(handle, data, length);
                if (handle != slot->handle || !slot->is_live)
                {
                    expect(status != LANEWISE_OK, "update of no handle", call, status);
                    break;
                }
                expect(status != LANEWISE_BAD_HANDLE, "update of a live handle", call, status);
                if (status != LANEWISE_OK) break;
                if (slot->length + length > MOST_SHADOW) slot->is_whole = 0;
                else if (length > 0) { memcpy(slot->data + slot->length, data, length); slot->length += length; }
                break;
            case 10:
            case 11:
                if (slot->is_live && below(random, 4) && slot->digest_length <= 600)
                {
                    written = digest_length = slot->digest_length;
                    digest = digest_end - digest_length;
                }
                status = lanewise_current(handle, digest, digest_length);
                if (!slot->is_live) { expect(status != LANEWISE_OK, "digest of no handle", call, status); break; }
                expect(status != LANEWISE_BAD_HANDLE, "digest of a live handle", call, status);
                if (slot->is_whole)
                {
                    check_digest(call, status, slot->name, slot->has_key ? slot->key : NULL, slot->key_length, slot->data,
                        slot->length, digest, digest_length);
                }
                break;
            case 12:
                status = lanewise_reset(handle);
                expect(status == (slot->is_live ? LANEWISE_OK : LANEWISE_BAD_HANDLE), "reset", call, status);
                slot->length = 0;
                slot->is_whole = slot->key_length <= sizeof slot->key;
                break;
            case 13:
            {
                shadow *other = &shadows[below(random, SLOTS)];
                lanewise_handle copy = 7, *out = below(random, 16) ? &copy : NULL;
                status = lanewise_copy(handle, out);
                if (out == NULL || !slot->is_live)
                {
                    expect(status == (out == NULL ? LANEWISE_NULL_POINTER : LANEWISE_BAD_HANDLE), "copy", call, status);
                    break;
                }
                expect(status == LANEWISE_OK, "copy of a live handle", call, status);
                if (other->is_live) lanewise_free(other->handle);
                *other = *slot;
                other->handle = copy;
                break;
            }
            case 14:
                status = lanewise_free(handle);
                expect(status == (slot->is_live ? LANEWISE_OK : LANEWISE_BAD_HANDLE), "free", call, status);
                slot->is_live = 0;
                status = lanewise_free(handle);
                expect(status == LANEWISE_BAD_HANDLE, "second free", call, status);
                break;
            case 15:
            {
                size_t messages = count;
                if (!is_huge(count) && !is_huge(length)) length = count ? length % (ARENA / count + 1) : length;
                if (!is_huge(count) && !is_huge(digest_length)) digest_length = digest_length % (ARENA / (count + 1) + 1);
                data = at(random, data_end, is_huge(count) ? length : length * count);
                written = is_huge(count) || is_huge(digest_length) ? 0 : count * digest_length;
                digest = at(random, digest_end, written);
                status = lanewise_many(name, key, key_length, data, length, messages, digest, digest_length, threads);
                if (status != LANEWISE_OK || count == 0) break;
                chosen = below(random, count);
                check_digest(call, status, name, key, key_length, data + chosen * length, length,
                    digest + chosen * digest_length, digest_length);
                break;
            }
            case 16:
            case 17:
            {
                int is_packed = (int)below(random, 2);
                if (!is_huge(digest_length)) digest_length = digest_length % (ARENA / 101 + 1);
                size_t some = is_huge(count) ? 4 : count;
                size_t *lengths = (size_t *)lengths_end - some;
                const void **pointers = (const void **)(void *)pointers_end - some;
                for (size_t i = 0; i < some; i++)
                {
                    lengths[i] = below(random, ARENA / 200);
                    sum += lengths[i];
                }
                data = data_end - sum;
                size_t position = 0;
                for (size_t i = 0; i < some; i++) { pointers[i] = data + position; position += lengths[i]; }
                written = is_huge(count) || is_huge(digest_length) ? 0 : count * digest_length;
                digest = at(random, digest_end, written);
                int is_wrong = some > 0 && below(random, 4) == 0;
                if (is_wrong) lengths[below(random, some)] = is_packed ? ARENA + next(random) % 9 : SIZE_MAX - below(random, 9);
                const size_t *given = below(random, 16) ? lengths : NULL;
                if (is_packed)
                {
                    size_t total = below(random, 16) ? sum : sum ? sum - 1 : 0;
                    status = lanewise_many_lengths(
                        name, key, key_length, data, total, given, count, digest, digest_length, threads);
                    if (total != sum || is_wrong) expect(status != LANEWISE_OK, "lengths that do not add up", call, status);
                }
                else
                {
                    if (some > 0 && below(random, 8) == 0) pointers[below(random, some)] = NULL;
                    status = lanewise_many_pointers(
                        name, key, key_length, below(random, 16) ? pointers : NULL, given, count, digest, digest_length, threads);
                    if (is_wrong) expect(status != LANEWISE_OK, "a message beyond the address space", call, status);
                }
                if (status != LANEWISE_OK || count == 0) break;
                chosen = below(random, count);
                position = 0;
                for (size_t i = 0; i < chosen; i++) position += lengths[i];
                check_digest(call, status, name, key, key_length, data + position, lengths[chosen],
                    digest + chosen * digest_length, digest_length);
                break;
            }
            case 18:
            {
                uint64_t limit = below(random, 2) ? 0 : next(random) >> below(random, 64);
                data = at(random, data_end, is_huge(count) ? count : count * 32);
                digest = at(random, digest_end, 32);
                written = 32;
                status = lanewise_merkle_root((int32_t)below(random, 5) - 1, data, count, limit, digest, threads);
                break;
            }
            default:
            {
                size_t sizes[3] = { 9, 9, 9 };
                status = lanewise_algorithm_sizes(name, below(random, 4) ? &sizes[0] : NULL, below(random, 4) ? &sizes[1] : NULL,
                    below(random, 4) ? &sizes[2] : NULL);
                expect(lanewise_status_text((lanewise_status)next(random)) != NULL, "text", call, status);
                lanewise_algorithm_name((int32_t)next(random));
                expect(lanewise_digest_length(handle, below(random, 4) ? &sizes[0] : NULL) == LANEWISE_OK ? slot->is_live : 1,
                    "length of no handle", call, status);
                expect(lanewise_abi_version() >= LANEWISE_ABI_VERSION && lanewise_version() != NULL, "version", call, status);
                break;
            }
        }

        expect(status >= 0 && status <= LANEWISE_SHORT_MAC && status != LANEWISE_INTERNAL && status != LANEWISE_OUT_OF_MEMORY,
            "status", call, status);
        (status == LANEWISE_OK ? succeeded : refused)[function]++;
        if (status != LANEWISE_OK) written = 0;
        expect(is_untouched(digest_end - written, ARENA - written < 1024 ? ARENA - written : 1024),
            "a byte outside the output was written", call, status);
    }
    for (int i = 0; i < SLOTS; i++) if (shadows[i].is_live) lanewise_free(shadows[i].handle);

    /* If arguments were always or never rejected, the test would be useless. Random data never match a digest, and each
     * handle is freed twice. */
    for (int i = 0; i < 20; i++)
    {
        expect((succeeded[i] > 0 || i == 2 || i == 14) && refused[i] > 0, "calls of this function all end alike", i, LANEWISE_OK);
    }
}

/* Several threads use, copy and free the same handles at the same time. Only two status codes are allowed. */
static _Atomic lanewise_handle shared[8];
static atomic_long wrong;

static void *share(void *seed)
{
    source random = { (uint64_t)(uintptr_t)seed * 7919 + 1 };
    unsigned char data[300] = { 0 }, digest[32];
    for (int i = 0; i < 20000; i++)
    {
        _Atomic lanewise_handle *slot = &shared[below(&random, 8)];
        lanewise_handle handle = atomic_load(slot), made = 0;
        lanewise_status status = LANEWISE_OK;
        switch (below(&random, 6))
        {
            case 0:
                status = lanewise_create("blake3", NULL, 0, 0, &made);
                made = atomic_exchange(slot, made);
                if (made != 0) lanewise_free(made);
                break;
            case 1: status = lanewise_free(handle); break;
            case 2: if (lanewise_copy(handle, &made) == LANEWISE_OK) status = lanewise_free(made); break;
            case 3: status = lanewise_current(handle, digest, 32); break;
            case 4: status = lanewise_reset(handle); break;
            default: status = lanewise_update(handle, data, below(&random, sizeof data)); break;
        }
        if (status != LANEWISE_OK && status != LANEWISE_BAD_HANDLE) atomic_fetch_add(&wrong, 1);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    if (count != 3) { fprintf(stderr, "fuzz CALLS SEED\n"); return 2; }
    source random = { strtoull(arguments[2], NULL, 10) * 2 + 1 };
    key_end = guarded();
    data_end = guarded();
    digest_end = guarded();
    lengths_end = guarded();
    pointers_end = guarded();
    name_end = guarded();
    for (size_t i = 1; i <= ARENA; i++) data_end[-(ptrdiff_t)i] = (unsigned char)next(&random);
    for (size_t i = 1; i <= ARENA; i++) key_end[-(ptrdiff_t)i] = (unsigned char)(32 + next(&random) % 95);
    fuzz(&random, atol(arguments[1]));

    pthread_t threads[4];
    for (uintptr_t i = 0; i < 4; i++) pthread_create(&threads[i], NULL, share, (void *)(i + 1));
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    expect(atomic_load(&wrong) == 0, "handles that threads share", atomic_load(&wrong), LANEWISE_OK);
    printf("%ld checks, %ld failed\n", passed + failed, failed);
    return failed != 0;
}
