using System.Security.Cryptography;
using Lanewise;

// Hashes one message.
byte[] digest = Blake3.HashData("abc"u8);
Console.WriteLine(Convert.ToHexStringLower(digest));
// prints 6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85

// Hashes a file or any other stream, without loading all of it into memory.
string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
await File.WriteAllTextAsync(path, "abc");
await using (FileStream file = File.OpenRead(path))
{
    byte[] ofFile = await Blake3.HashDataAsync(file);
    Console.WriteLine(ofFile.AsSpan().SequenceEqual(digest));
    // prints True
}

File.Delete(path);

// Hashes a message that arrives in pieces.
using Blake3 hash = new();
hash.AppendData("a"u8);
hash.AppendData("bc"u8);
Console.WriteLine(hash.GetHashAndReset().AsSpan().SequenceEqual(digest));
// prints True

// Hashes many messages, and returns one digest per message in the same order.
byte[][] messages = ["one"u8.ToArray(), "two"u8.ToArray(), "three"u8.ToArray()];
byte[][] digests = Blake3.HashMany(messages);
Console.WriteLine(digests.Length);      // prints 3

// Computes a MAC with a secret key, and verifies it in constant time.
byte[] key = RandomNumberGenerator.GetBytes(32);
byte[] tag = Blake3Mac.HashData(key, "abc"u8);
Console.WriteLine(Blake3Mac.Verify(key, "abc"u8, tag));
// prints True
Console.WriteLine(Blake3Mac.Verify(key, "abd"u8, tag));
// prints False
