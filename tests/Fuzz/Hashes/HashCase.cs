using System.Globalization;
using Lanewise.Api;

namespace Lanewise.Fuzz;

/// <summary>
/// The messages, keys and digest lengths of one case, and the expected digests of the messages. Reference implementations
/// confirm these digests.
/// </summary>
internal sealed class HashCase
{
    // The total length is limited so that a case takes only a few milliseconds.
    private const int MostBytes = 500_000;

    public HashCase(HashRow row, Random random)
    {
        Row = row;
        int lanes = random.Of(row.Shapes).Lanes(row.WordBits);
        int count = random.Next(6) switch
        {
            0 => 1,
            1 => lanes,
            2 => lanes + 1,
            3 => (2 * lanes) + 3,
            4 => 1 + random.Next(300),
            _ => 1 + random.Next(40),
        };
        Lengths = random.Lengths(count, row.BlockBytes);
        for (int sum = Lengths.Sum(), i = 0; sum > MostBytes; i++)
        {
            sum -= Lengths[i];
            Lengths[i] = 0;
        }

        HashBytes = row.Lengths == HashLengths.Fixed || !random.OneIn(3)
            ? row.DefaultHashBytes
            : random.Size(row.MinHashBytes, random.OneIn(8) ? row.MaxHashBytes : Math.Min(row.MaxHashBytes, 200));
        bool isMac = Catalog.Macs.Contains(row);
        KeyBytes = row.MaxKeyBytes == 0 || (!isMac && random.OneIn(2))
            ? 0
            : random.Size(Math.Max(isMac ? 0 : 1, row.MinKeyBytes), Math.Min(row.MaxKeyBytes, 300));
        AreKeysEach = KeyBytes > 0 && count > 1 && random.OneIn(3);
        IsKeyed = KeyBytes > 0 || isMac;
        Keys = random.Bytes(KeyBytes * (AreKeysEach ? count : 1));
        Packed = random.OneIn(10) ? new byte[Lengths.Sum()] : random.Bytes(Lengths.Sum());
        Starts = new int[count];
        for (int i = 1; i < count; i++) Starts[i] = Starts[i - 1] + Lengths[i - 1];
        Apart = [.. Enumerable.Range(0, count).Select(i => (ReadOnlyMemory<byte>)Message(i).ToArray())];
        Expected = new byte[count * HashBytes];
        for (int i = 0; i < count; i++) row.Hash(Key(i), Message(i), Digest(i));
        Canary.Sing(Expected);
    }

    public HashRow Row { get; }

    public int[] Lengths { get; }

    public int[] Starts { get; }

    public int Count => Lengths.Length;

    public int HashBytes { get; }

    public int KeyBytes { get; }

    public bool AreKeysEach { get; }

    public bool IsKeyed { get; }

    public byte[] Keys { get; }

    public byte[] Packed { get; }

    /// <summary>The messages in separate arrays, so a read beyond the end of a message throws.</summary>
    public ReadOnlyMemory<byte>[] Apart { get; }

    public byte[] Expected { get; }

    public bool AreEqual => !Lengths.AsSpan().ContainsAnyExcept(Lengths[0]);

    public ReadOnlySpan<byte> Message(int i) => Packed.AsSpan(Starts[i], Lengths[i]);

    /// <summary>Returns the messages of the case as slices of a packed buffer.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Cut(ReadOnlyMemory<byte> packed) =>
        Enumerable.Range(0, Count).Select(i => packed.Slice(Starts[i], Lengths[i]));

    public ReadOnlySpan<byte> Key(int i) => Keys.AsSpan(AreKeysEach ? i * KeyBytes : 0, KeyBytes);

    public Span<byte> Digest(int i) => Expected.AsSpan(i * HashBytes, HashBytes);

    public HashKeys KeysOf(ReadOnlySpan<byte> keys) =>
        AreKeysEach ? HashKeys.PerMessage(keys, KeyBytes) : IsKeyed ? HashKeys.One(keys) : default;

    public MemoryKeys MemoryKeysOf(ReadOnlyMemory<byte> keys) =>
        AreKeysEach ? MemoryKeys.PerMessage(keys, KeyBytes) : IsKeyed ? MemoryKeys.One(keys) : default;

    public override string ToString()
    {
        string keys = !IsKeyed
            ? "no key"
            : string.Create(CultureInfo.InvariantCulture, $"{(AreKeysEach ? "keys" : "a key")} of {KeyBytes}");
        string lengths = $"{string.Join(' ', Lengths.Take(12))}{(Count > 12 ? " ..." : "")}";
        return string.Create(CultureInfo.InvariantCulture,
            $"{Count} messages of {lengths} bytes, digests of {HashBytes}, {keys}");
    }
}
