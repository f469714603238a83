using Lanewise;

// Hashes one message.
byte[] digest = Blake3.HashData("abc"u8);
string hex = Convert.ToHexString(digest);
Console.WriteLine(hex[..16]);
// prints 6437B3AC38465133

// Hashes 10,000 records of 64 bytes in SIMD lanes.
byte[] records = new byte[10_000 * 64];
byte[] digests = new byte[10_000 * 32];
Sha256.HashMany(records, 64, digests);
hex = Convert.ToHexString(digests);
Console.WriteLine(hex[^16..]);
// prints EA9831A92759FB4B

// Computes a MAC of a message that arrives in pieces.
byte[] key = "sixteen byte key"u8.ToArray();
using Blake2bMac mac = new(key, hashSizeInBytes: 16);
mac.AppendData("a message in "u8);
mac.AppendData("two pieces"u8);
byte[] tag = mac.GetHashAndReset();
Console.WriteLine(Blake2bMac.Verify(key, "a message in two pieces"u8, tag));
// prints True

// Hashes a file or another stream in pieces. The whole content is never in memory.
string path = Path.GetTempFileName();
File.WriteAllText(path, "abc");
using (FileStream file = File.OpenRead(path))
{
    byte[] ofFile = await Blake3.HashDataAsync(file);
    Console.WriteLine(Convert.ToHexStringLower(ofFile));
    // prints 6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85
}

File.Delete(path);

await FirstHashes.RunAsync();
Md5Examples.Run();
Sha3Examples.Run();
Blake2Examples.Run();
SkeinExamples.Run();
MerkleExamples.Run();
await AdapterExamples.RunAsync();
await Blake3Examples.RunAsync();
ShaExamples.Run();
PasswordExamples.Run();
ShortExamples.Run();
ComingFrom.Run();
