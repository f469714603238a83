using Lanewise;

byte[] digest = Blake2b.HashData("one message"u8, 32);

byte[] records = new byte[10_000 * 64], digests = new byte[10_000 * Md5.HashSizeInBytes];
Md5.HashMany(records, 64, digests);                       // 10,000 messages at once, one per SIMD lane

using Blake2b mac = new(key: "sixteen byte key"u8, hashSizeInBytes: 16);
mac.AppendData("a message in "u8);
mac.AppendData("two pieces"u8);
byte[] tag = mac.GetHashAndReset();

Console.WriteLine($"{Convert.ToHexStringLower(digest)}  BLAKE2b-256 of one message");
Console.WriteLine($"{Convert.ToHexStringLower(digests.AsSpan(0, 16))}  MD5 of the first of 10,000 records");
Console.WriteLine($"{Convert.ToHexStringLower(tag)}  tag of a message in two pieces");

Md5Examples.Run();
Sha3Examples.Run();
Blake2Examples.Run();
SkeinExamples.Run();
MerkleExamples.Run();
await AdapterExamples.RunAsync();
