using System.Buffers;
using System.Security.Cryptography;

namespace Lanewise.Samples;

/// <summary>Contains the code for the page docs/which-hash.md.</summary>
internal static class Recipes
{
    public static async Task RunAsync()
    {
        byte[] key = "a key from a secret store"u8.ToArray(), body = "{}"u8.ToArray();
        string header = Convert.ToHexStringLower(HmacSha256.HashData(key, body));
        Console.WriteLine(IsFromSender(key, body, header) && !IsFromSender(key, body, ""));

        // Keeps one record of each content.
        List<byte[]> records =
            ["a"u8.ToArray(), "b"u8.ToArray(), "a"u8.ToArray()];
        HashSet<string> seen = [];
        List<byte[]> unique = [];
        foreach ((byte[] record, byte[] digest)
            in records.Zip(Blake3.HashMany(records)))
        {
            if (seen.Add(Convert.ToHexString(digest)))
                unique.Add(record);
        }

        Console.WriteLine($"{unique.Count} of {records.Count}");
        // prints 2 of 3

        string path = Path.GetTempFileName();
        File.WriteAllText(path, "abc");
        string published =
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

        // Verifies a download. The digest is from a trusted page.
        using (FileStream download = File.OpenRead(path))
        {
            byte[] actual = await Sha256.HashDataAsync(download);
            Console.WriteLine(CryptographicOperations.FixedTimeEquals(
                actual, Convert.FromHexString(published)));
            // prints True
        }

        File.Delete(path);
    }

    // Verifies a webhook whose header contains the HMAC-SHA-256 of
    // the body in hexadecimal digits.
    private static bool IsFromSender(
        byte[] key, ReadOnlySpan<byte> body, string header)
    {
        Span<byte> tag =
            stackalloc byte[HmacSha256.HashSizeInBytes];
        return Convert.FromHexString(header, tag, out _, out int bytes)
                == OperationStatus.Done
            && bytes == tag.Length
            && HmacSha256.Verify(key, body, tag);
    }
}
