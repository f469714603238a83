using Lanewise;

// One message.
byte[] digest = Blake3.HashData("one message"u8);
Console.WriteLine(Convert.ToHexStringLower(digest));
// prints 0580a90956dd7cea6203dafc28808ac5e5ebddf8c09861cacf1d85e5ee2aaee3

// Many messages at once, one per SIMD lane: 10,000 records of 64 bytes.
byte[] records = new byte[10_000 * 64];
byte[] digests = new byte[10_000 * Sha256.HashSizeInBytes];
Sha256.HashMany(records, 64, digests);
Console.WriteLine(Convert.ToHexStringLower(digests.AsSpan(^32)));
// prints f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b

// A tag under a key, for a message that comes in pieces.
using Blake2bMac mac = new(key: "sixteen byte key"u8, hashSizeInBytes: 16);
mac.AppendData("a message in "u8);
mac.AppendData("two pieces"u8);
byte[] tag = mac.GetHashAndReset();
Console.WriteLine(Blake2bMac.Verify("sixteen byte key"u8, "a message in two pieces"u8, tag));
// prints True

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
