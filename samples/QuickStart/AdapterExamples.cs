using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Lanewise.Samples;

/// <summary>The library where the base library's shapes are asked for, and messages that come one at a time.</summary>
internal static class AdapterExamples
{
    public static async Task RunAsync()
    {
        int[] numbers = [1, 2, 3];
        string[] lines = ["one", "two", "three"];
        using MemoryStream input = new("what goes by is hashed"u8.ToArray()), output = new();

        // A copy that is hashed on the way.
        using Blake2b hash = new(hashSizeInBytes: 32);
        using (HashingStream stream = new(input, hash, CryptoStreamMode.Read)) await stream.CopyToAsync(output);
        Print(hash.GetHashAndReset(), "BLAKE2b-256 of a stream");

        // A serializer's output, hashed as it is made and never held whole.
        using (HashingBufferWriter writer = new(hash))
        using (Utf8JsonWriter json = new(writer))
        {
            JsonSerializer.Serialize(json, numbers);
        }

        Print(hash.GetCurrentHash(), "BLAKE2b-256 of [1,2,3]");

        // Where HashAlgorithm is asked for.
        using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
        Print(md5.ComputeHash("abc"u8.ToArray()), "MD5 of 'abc'");

        // Messages that come one at a time are collected and hashed in lanes; digests come in the order of the tickets.
        List<byte[]> digests = [];
        using HashAccumulator accumulator = new(new HashAlgorithmName("BLAKE2b-256"), (ticket, digest) => digests.Add(digest.ToArray()));
        foreach (string line in lines) accumulator.Append(Encoding.UTF8.GetBytes(line));
        accumulator.Flush();
        Print(digests[2], "BLAKE2b-256 of 'three'");
    }

    private static void Print(ReadOnlySpan<byte> digest, string what) => Console.WriteLine($"{Convert.ToHexStringLower(digest)}  {what}");
}
