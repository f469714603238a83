using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Incremental;

namespace Lanewise.Fuzz;

/// <summary>
/// Reads saved states of incremental hashes. Half of the mutated states get a valid checksum, because an attacker can compute
/// it, too.
/// </summary>
internal sealed class StateReader() : Reader("read-states")
{
    private const int ChecksumBytes = 8;

    private static readonly Blake2Parameters ForChecksum = new() { Personalization = "saved state sum"u8.ToArray() };

    private byte[] key = [];

    protected override byte[] Valid(Random random)
    {
        HashRow row = random.Of([.. Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.HasStates)]);
        bool isMac = Catalog.Macs.Contains(row);
        key = row.MaxKeyBytes > 0 && (isMac || random.OneIn(2)) ? new byte[Math.Max(row.MinKeyBytes, 16)] : [];
        using LanewiseHash hash = row.Create(key, row.DefaultHashBytes);
        hash.Incremental.StayManaged();
        hash.AppendData(random.Bytes(random.Length(row.BlockBytes) % 10_000));
        return hash.ExportState();
    }

    protected override byte[] Repair(Random random, byte[] bytes)
    {
        if (random.OneIn(2) && bytes.Length > ChecksumBytes)
        {
            Span<byte> checksum = bytes.AsSpan(bytes.Length - ChecksumBytes);
            Blake2b.HashData(ForChecksum, bytes.AsSpan(0, bytes.Length - ChecksumBytes), checksum);
        }

        return bytes;
    }

    protected override bool Read(Random random, byte[] bytes)
    {
        try
        {
            using LanewiseHash hash = LanewiseHash.FromState(bytes, key.AsSpan());
            byte[] again = hash.ExportState();
            using LanewiseHash second = LanewiseHash.FromState(again, key.AsSpan());
            byte[] more = random.Bytes(random.Next(3000));
            True(Append(hash, more) == Append(second, more), $"a state that is saved again accepts other data");
            True(hash.HashLengthInBytes == second.HashLengthInBytes, $"a state that is saved again has another digest length");
            // A digest can be as long as the longest array. The digest length is a parameter of the hash, and does not come from
            // the forged state.
            if (hash.HashLengthInBytes <= 1 << 16)
            {
                Equal(hash.GetCurrentHash(), second.GetCurrentHash(), $"a state that is saved again gives another result");
            }
            return true;
        }
        catch (Exception e) when (e is InvalidDataException or CryptographicException)
        {
            return false;
        }
    }

    // As documented, a Skein message that ended with a partial byte accepts no more data.
    private static bool Append(LanewiseHash hash, byte[] more)
    {
        try
        {
            hash.AppendData(more);
            return true;
        }
        catch (InvalidOperationException) when (hash is Skein256 or Skein512 or Skein1024)
        {
            return false;
        }
    }

    protected override long MostMemory(int length) => (64L * length) + (2 << 20);
}
