using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using Lanewise;

// 10,000 records, for example rows of a table.
byte[][] rows = new byte[10_000][];
for (int id = 0; id < rows.Length; id++)
{
    string row = $"{id};Jane Doe;Berlin";
    rows[id] = Encoding.UTF8.GetBytes(row);
}

// Hashes all rows in one call.
byte[][] digests = Sha256.HashMany(rows);
byte[] last = digests[9_999];
string hex = Convert.ToHexStringLower(last);
Console.WriteLine(hex[..16]);
// prints d01b919f5a16f7e4

// Compares it with .NET, which hashes one after another.
TimeSpan many = Fastest(() => Sha256.HashMany(rows));
TimeSpan loop = Fastest(() =>
    Array.ConvertAll(rows, row => SHA256.HashData(row)));
Console.WriteLine($"{loop / many:0.0} times as fast");

// The first runs are slower: .NET compiles the code.
static TimeSpan Fastest(Action hash) =>
    Enumerable.Range(0, 100).Min(_ =>
    {
        long start = Stopwatch.GetTimestamp();
        hash();
        return Stopwatch.GetElapsedTime(start);
    });

// Hashes 10,000 records that are adjacent in one array.
byte[] records = new byte[10_000 * 64];
byte[] results = new byte[10_000 * 32];
Sha256.HashMany(records, 64, results);
hex = Convert.ToHexString(results, 0, 8);
Console.WriteLine(hex);
// prints F5A5FD42D16A2030

// Hashes one message.
byte[] digest = Blake3.HashData("abc"u8);
hex = Convert.ToHexString(digest, 0, 8);
Console.WriteLine(hex);
// prints 6437B3AC38465133

// Computes a MAC of a message that arrives in pieces.
byte[] key = "sixteen byte key"u8.ToArray();
using Blake2bMac mac = new(key, hashSizeInBytes: 16);
mac.AppendData("a message in "u8);
mac.AppendData("two pieces"u8);
byte[] tag = mac.GetHashAndReset();

// Verifies the MAC in constant time.
byte[] all = "a message in two pieces"u8.ToArray();
Console.WriteLine(Blake2bMac.Verify(key, all, tag));
// prints True

// Hashes a file or another stream in pieces.
// The whole content is never in memory.
string path = Path.GetTempFileName();
File.WriteAllText(path, "abc");
using (FileStream file = File.OpenRead(path))
{
    byte[] ofFile = await Blake3.HashDataAsync(file);
    Console.WriteLine(ofFile.SequenceEqual(digest));
    // prints True
}

File.Delete(path);

RecordExamples.Run();
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
await Recipes.RunAsync();
ComingFrom.Run();
