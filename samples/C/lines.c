/*
 * Prints the digest of every line of standard input. Hashes all lines in one call, one line per SIMD lane.
 *
 * Usage:
 *   gcc lines.c -o lines $(pkg-config --cflags --libs lanewise)
 *   printf 'one\ntwo\nthree\n' | ./lines blake3
 *
 * The newline is not part of the message.
 */
#include <lanewise.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Terminates the program with a message if the status is not LANEWISE_OK. */
static void require(lanewise_status status, const char *what)
{
    if (status == LANEWISE_OK) return;
    fprintf(stderr, "lines: %s: %s\n", what, lanewise_status_text(status));
    exit(1);
}

static void *enough(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes > 0 ? bytes : 1);
    if (memory != NULL) return memory;
    fputs("lines: out of memory\n", stderr);
    exit(1);
}

int main(int argument_count, char **arguments)
{
    const char *algorithm = argument_count > 1 ? arguments[1] : "blake3";
    size_t digest_length;
    require(lanewise_algorithm_sizes(algorithm, &digest_length, NULL, NULL), algorithm);

    /* Reads the whole input. */
    size_t length = 0, room = 0, piece;
    unsigned char *data = NULL;
    do
    {
        if (room - length < 65536) data = enough(data, room = 2 * room + 65536);
        piece = fread(data + length, 1, room - length, stdin);
        length += piece;
    }
    while (piece > 0);

    /* Finds the start and the length of each line. */
    size_t count = 0, room_for = 0;
    const void **messages = NULL;
    size_t *lengths = NULL;
    for (size_t start = 0; start < length;)
    {
        if (count == room_for)
        {
            room_for = 2 * room_for + 1024;
            messages = enough(messages, room_for * sizeof *messages);
            lengths = enough(lengths, room_for * sizeof *lengths);
        }
        const unsigned char *end = memchr(data + start, '\n', length - start);
        messages[count] = data + start;
        lengths[count] = end != NULL ? (size_t)(end - data) - start : length - start;
        start += lengths[count++] + 1;
    }

    unsigned char *digests = enough(NULL, count * digest_length);
    require(
        lanewise_many_pointers(algorithm, NULL, 0, messages, lengths, count, digests, digest_length, /* threads */ 0), algorithm);
    for (size_t i = 0; i < count; i++)
    {
        for (size_t j = 0; j < digest_length; j++) printf("%02x", digests[i * digest_length + j]);
        putchar('\n');
    }
    free(data); free(messages); free(lengths); free(digests);
    return 0;
}
