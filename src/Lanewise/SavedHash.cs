using System.Text;

namespace Lanewise;

/// <summary>
/// Reads and writes saved incremental hashes. A saved hash consists of <c>LWST</c>, a version, the name of the algorithm, the
/// algorithm's parameters and state, and a checksum. For a keyed hash, the checksum is preceded by a MAC that was computed with
/// a key-dependent secret. Numbers are little-endian. The page docs/saved-state.md describes the format.
/// </summary>
internal static class SavedHash
{
    private const int KeyCheckBytes = 16;

    // The maximum length of a BLAKE2b key.
    private const int MostSecretBytes = 64;
    private const int ChecksumBytes = 8;

    private static readonly Blake2Parameters ForKey = new() { Personalization = "saved state key"u8.ToArray() };
    private static readonly Blake2Parameters ForChecksum = new() { Personalization = "saved state sum"u8.ToArray() };

    private static ReadOnlySpan<byte> Magic => "LWST"u8;

    public static byte[] Export(LanewiseHash hash)
    {
        if (hash.HashLengthInBytes > SavedState.MostHashBytes)
        {
            throw new NotSupportedException(
                $"A hash with a digest longer than {SavedState.MostHashBytes} bytes cannot be saved. Create the hash with a "
                + $"shorter digest, and read longer output after restoring it.");
        }

        StateWriter writer = new();
        writer.Bytes(Magic);
        writer.Byte(hash.Incremental.StateVersion);
        byte[] name = Encoding.ASCII.GetBytes(hash.StateName);
        writer.Byte((byte)name.Length);
        writer.Bytes(name);
        hash.Incremental.WriteState(writer);
        Span<byte> buffer = stackalloc byte[MostSecretBytes];
        ReadOnlySpan<byte> secret = hash.Incremental.CheckedBy(buffer);
        writer.Byte(secret.IsEmpty ? (byte)0 : (byte)1);
        if (!secret.IsEmpty) writer.Bytes(Check(ForKey, secret, writer.Written, KeyCheckBytes));
        CryptographicOperations.ZeroMemory(buffer);
        writer.Bytes(Check(ForChecksum, default, writer.Written, ChecksumBytes));
        return writer.ToArray();
    }

    public static LanewiseHash Resume(ReadOnlySpan<byte> state, ReadOnlySpan<byte> key)
    {
        if (state.Length < Magic.Length || !state.StartsWith(Magic))
        {
            throw SavedState.Bad("These bytes are not the saved state of a hash: they do not begin with LWST.");
        }
        if (state.Length < Magic.Length + 2) throw SavedState.Bad("The saved state is truncated.");
        byte version = state[Magic.Length];
        if (version is < SavedState.FirstVersion or > SavedState.LastVersion)
        {
            throw SavedState.Bad(
                $"The saved state has version {version}; this library supports versions {SavedState.FirstVersion} to "
                + $"{SavedState.LastVersion}.");
        }

        if (state.Length < Magic.Length + 2 + ChecksumBytes
            || !Check(ForChecksum, default, state.Slice(0, state.Length - ChecksumBytes), ChecksumBytes).AsSpan()
                .SequenceEqual(state.Slice(state.Length - ChecksumBytes)))
        {
            throw SavedState.Bad("The saved state was truncated or changed: its checksum is wrong.");
        }

        StateReader reader = new(state.Slice(0, state.Length - ChecksumBytes), version);
        reader.Bytes(Magic.Length + 1);
        string name = Encoding.ASCII.GetString(reader.Bytes(reader.Byte()));
        // The name must not have a length suffix, because the state contains the digest length.
        if (!Catalog.TryFind(name, out HashRow? row, out _) || name != row.Title)
        {
            throw SavedState.Bad($"The saved state uses an algorithm that this library does not support: '{name}'.");
        }

        Span<byte> buffer = stackalloc byte[MostSecretBytes];
        try
        {
            LanewiseHash hash = row.Resume(ref reader, key);
            ReadOnlySpan<byte> secret = hash.Incremental.CheckedBy(buffer);
            reader.CheckVersion(hash.Incremental.StateVersion, row.Title);
            int checkedBytes = reader.Position + 1;
            switch (reader.Byte())
            {
                case 0 when !key.IsEmpty:
                    throw new CryptographicException("The saved state belongs to an unkeyed hash; do not pass a key.");
                case 0 when secret.IsEmpty:
                    break;
                case 1 when key.IsEmpty && row.MinKeyBytes > 0:
                    throw new CryptographicException(
                        "The saved state belongs to a keyed hash and does not contain the key; pass the key.");
                case 1:
                    if (!CryptographicOperations.FixedTimeEquals(
                        Check(ForKey, secret, state.Slice(0, checkedBytes), KeyCheckBytes), reader.Bytes(KeyCheckBytes)))
                    {
                        throw new CryptographicException("The key does not match the saved state, or the state was changed.");
                    }

                    break;
                default:
                    throw SavedState.Bad(
                        "The saved state is not valid: the key flag is 0 for a keyed state, or is neither 0 nor 1.");
            }

            reader.End();
            return hash;
        }
        catch
        {
            reader.Wipe();
            throw;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(buffer);
        }
    }

    private static byte[] Check(Blake2Parameters use, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> bytes, int length)
    {
        byte[] check = new byte[length];
        if (secret.IsEmpty) Blake2b.HashData(use, bytes, check);
        else Blake2bMac.HashData(use, secret, bytes, check);
        return check;
    }
}
