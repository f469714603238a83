using System.IO.Pipelines;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Lanewise.Samples;

/// <summary>Contains the code that docs/streams.md quotes.</summary>
internal static class AdapterExamples
{
    public static async Task RunAsync()
    {
        int[] numbers = [1, 2, 3];
        string[] lines = ["one", "two", "three"];
        using MemoryStream input = new("what goes by is hashed"u8.ToArray()), output = new();

        // Copies a stream and hashes it at the same time.
        using Blake2b hash = new(hashSizeInBytes: 32);
        using (HashingStream stream = new(input, hash, CryptoStreamMode.Read)) await stream.CopyToAsync(output);
        Console.WriteLine(Convert.ToHexStringLower(hash.GetHashAndReset()));
        // prints 562e377c5f76ae51212a88c07eafce5d1691dbf537cec41fcfde4ae94288e38d

        // Hashes the output of a serializer while it is being produced, without storing all of it.
        using (HashingBufferWriter writer = new(hash))
        using (Utf8JsonWriter json = new(writer))
        {
            JsonSerializer.Serialize(json, numbers);
        }

        Console.WriteLine(Convert.ToHexStringLower(hash.GetHashAndReset()));
        // prints 7faa616580f447ab40f454e052cfe45c24be3cb4aad518d09e4518f22cf5f4e7

        // Use this if an API requires HashAlgorithm.
        using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
        Console.WriteLine(Convert.ToHexStringLower(md5.ComputeHash("abc"u8.ToArray())));
        // prints 900150983cd24fb0d6963f7d28e17f72

        // Collects messages that arrive one at a time, and hashes them in lanes. Digests are in the order of the tickets.
        List<byte[]> digests = [];
        using HashAccumulator accumulator = new(
            new HashAlgorithmName("BLAKE2b-256"), (ticket, digest) => digests.Add(digest.ToArray()));
        foreach (string line in lines) accumulator.Append(Encoding.UTF8.GetBytes(line));
        accumulator.Flush();
        Console.WriteLine(Convert.ToHexStringLower(digests[2]));
        // prints 484bccf6a66fd4667832ea4ac69026cd7e6ff31e4b741d0a1bdc740afca4416c

        // An asynchronous source needs the same loop, and memory stays bounded.
        await foreach (byte[] message in MessagesAsync()) accumulator.Append(message);
        accumulator.Flush();
        Console.WriteLine(digests.Count);      // prints 6

        // Hashes the data in a pipe while it is being written, and again, piece by piece, while it is being read.
        Pipe pipe = new();
        using Blake3 written = new(), read = new();
        using (HashingBufferWriter writer = new(written, pipe.Writer)) await FillAsync(writer);
        await pipe.Writer.CompleteAsync();
        Console.WriteLine(await HashAsync(pipe.Reader, read));      // prints 23
        Console.WriteLine(read.GetCurrentHash().AsSpan().SequenceEqual(written.GetCurrentHash()));
        // prints True
    }

    // Appends all bytes of a pipe to an incremental hash.
    private static async Task<long> HashAsync(PipeReader reader, LanewiseHash hash, CancellationToken cancellationToken = default)
    {
        long bytes = 0;
        ReadResult result;
        do
        {
            result = await reader.ReadAsync(cancellationToken);
            hash.AppendData(result.Buffer);
            bytes += result.Buffer.Length;
            reader.AdvanceTo(result.Buffer.End);
        }
        while (!result.IsCompleted);
        return bytes;
    }

    private static async Task FillAsync(HashingBufferWriter writer)
    {
        await Task.Yield();
        "what goes by"u8.CopyTo(writer.GetSpan(12));
        writer.Advance(12);
        " is hashed."u8.CopyTo(writer.GetSpan(11));
        writer.Advance(11);
    }

    private static async IAsyncEnumerable<byte[]> MessagesAsync()
    {
        foreach (string line in new[] { "four", "five", "six" })
        {
            await Task.Yield();
            yield return Encoding.UTF8.GetBytes(line);
        }
    }
}
