#:project ../../src/Lanewise/Lanewise.csproj
#:property PublishAot=false

// For each line of standard input, hashes COUNT messages in one call, and prints the time in nanoseconds.
//
// Usage: rounds.cs ALGORITHM MESSAGE_LENGTH COUNT

using System.Diagnostics;
using System.Globalization;
using Lanewise;

int length = int.Parse(args[1], CultureInfo.InvariantCulture), count = int.Parse(args[2], CultureInfo.InvariantCulture);
byte[] data = new byte[length * count], digests = new byte[count * 64];
for (int i = 0; i < data.Length; i++) data[i] = (byte)((i * 131) + (i >> 8));
Action round = args[0] switch
{
    "md5" => () => Md5.HashMany(Messages.Packed(data, length), digests.AsSpan(0, count * 16)),
    "sha256" => () => Sha256.HashMany(Messages.Packed(data, length), digests.AsSpan(0, count * 32)),
    "sha3-256" => () => Sha3_256.HashMany(Messages.Packed(data, length), digests.AsSpan(0, count * 32)),
    "blake2b" => () => Blake2b.HashMany(Messages.Packed(data, length), digests.AsSpan(0, count * 64)),
    "blake3" => () => Blake3.HashMany(Messages.Packed(data, length), digests.AsSpan(0, count * 32)),
    _ => throw new ArgumentException(args[0]),
};
// This loop warms up the code: the runtime recompiles a method only after a certain number of calls and a delay.
for (int i = 0; i < 200; i++)
{
    round();
    if (i % 50 == 49) Thread.Sleep(150);
}

while (Console.ReadLine() is not null)
{
    long from = Stopwatch.GetTimestamp();
    round();
    Console.WriteLine(Stopwatch.GetElapsedTime(from).Ticks * 100);
}
