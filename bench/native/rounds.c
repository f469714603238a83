/*
 * For each line of standard input, hashes COUNT messages in one call, and prints the time in nanoseconds. With "first", prints
 * the time of the first call in this process.
 *
 * Usage:
 *   rounds ALGORITHM MESSAGE_LENGTH COUNT
 *   rounds first
 */
#include <lanewise.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argument_count, char **arguments)
{
    unsigned char digest[16];
    if (argument_count == 2 && strcmp(arguments[1], "first") == 0)
    {
        long long from = now();
        lanewise_status status = lanewise_digest("md5", NULL, 0, "abc", 3, digest, sizeof digest);
        printf("%lld\n", now() - from);
        return status;
    }
    if (argument_count != 4) return 2;
    size_t length = (size_t)atol(arguments[2]), count = (size_t)atol(arguments[3]), digest_length;
    if (lanewise_algorithm_sizes(arguments[1], &digest_length, NULL, NULL) != LANEWISE_OK) return 2;
    unsigned char *data = malloc(length * count), *digests = malloc(digest_length * count);
    for (size_t i = 0; i < length * count; i++) data[i] = (unsigned char)(i * 131 + (i >> 8));
    for (int c; (c = getchar()) != EOF;)
    {
        if (c != '\n') continue;
        long long from = now();
        if (lanewise_many(arguments[1], NULL, 0, data, length, count, digests, digest_length, 1) != LANEWISE_OK) return 1;
        printf("%lld\n", now() - from);
        fflush(stdout);
    }
    free(data);
    free(digests);
    return 0;
}
