using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using Lanewise.Kernels;

namespace Lanewise.Hashing;

/// <summary>
/// The format in which a running hash is saved: <c>LWST</c>, a version, the name of the algorithm, its parameters and state,
/// for a keyed hash a MAC under its key, and a checksum. Little-endian; described in docs/saved-state.md.
/// </summary>
internal static class SavedState
{
    private const byte Version = 1;
    private const int KeyCheckBytes = 16;
    private const int ChecksumBytes = 8;

    private static readonly Blake2Parameters ForKey = new() { Personalization = "saved state key"u8.ToArray() };
    private static readonly Blake2Parameters ForChecksum = new() { Personalization = "saved state sum"u8.ToArray() };

    private static ReadOnlySpan<byte> Magic => "LWST"u8;

    public static byte[] Export(LanewiseHash hash)
    {
        StateWriter writer = new();
        writer.Bytes(Magic);
        writer.Byte(Version);
        byte[] name = Encoding.ASCII.GetBytes(hash.StateName);
        writer.Byte((byte)name.Length);
        writer.Bytes(name);
        ReadOnlySpan<byte> secret = hash.Running.WriteState(writer);
        writer.Byte(secret.IsEmpty ? (byte)0 : (byte)1);
        if (!secret.IsEmpty) writer.Bytes(Check(ForKey, secret, writer.Written, KeyCheckBytes));
        writer.Bytes(Check(ForChecksum, default, writer.Written, ChecksumBytes));
        return writer.ToArray();
    }

    public static LanewiseHash Resume(ReadOnlySpan<byte> state, ReadOnlySpan<byte> key)
    {
        if (state.Length < Magic.Length || !state.StartsWith(Magic)) throw Bad("These bytes are not the saved state of a hash: they do not begin with LWST.");
        if (state.Length < Magic.Length + 2) throw Bad("The saved state is cut off.");
        if (state[Magic.Length] != Version) throw Bad($"The saved state is of version {state[Magic.Length]}; this library reads version {Version}.");
        if (state.Length < Magic.Length + 2 + ChecksumBytes
            || !Check(ForChecksum, default, state.Slice(0, state.Length - ChecksumBytes), ChecksumBytes).AsSpan().SequenceEqual(state.Slice(state.Length - ChecksumBytes)))
        {
            throw Bad("The saved state is cut off or was changed: its checksum is wrong.");
        }

        StateReader reader = new(state.Slice(0, state.Length - ChecksumBytes));
        reader.Bytes(Magic.Length + 1);
        string name = Encoding.ASCII.GetString(reader.Bytes(reader.Byte()));
        LanewiseHash hash = Create(name, ref reader, key, out ReadOnlySpan<byte> secret);
        try
        {
            int checkedBytes = reader.Position + 1;
            switch (reader.Byte())
            {
                case 0 when !key.IsEmpty:
                    throw new CryptographicException("The saved state is of a hash without a key; none must be given.");
                case 0 when secret.IsEmpty:
                    break;
                case 1 when key.IsEmpty && name != "HMAC-MD5":
                    throw new CryptographicException("The saved state is of a keyed hash, whose key is not in it and must be given again.");
                case 1:
                    if (!CryptographicOperations.FixedTimeEquals(Check(ForKey, secret, state.Slice(0, checkedBytes), KeyCheckBytes), reader.Bytes(KeyCheckBytes)))
                    {
                        throw new CryptographicException("The key is not that of the saved state, or the state was changed.");
                    }

                    break;
                default:
                    throw Bad("The saved state says neither that it is keyed nor that it is not.");
            }

            reader.End();
        }
        catch
        {
            hash.Dispose();
            throw;
        }

        return hash;
    }

    public static InvalidDataException Bad(string text) => new(text);

    public static InvalidDataException Bad(ref DefaultInterpolatedStringHandler text) => new(string.Create(CultureInfo.InvariantCulture, ref text));

    private static LanewiseHash Create(string name, ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) => name switch
    {
        "MD5" => Md5.ReadState(ref reader, key, out secret),
        "HMAC-MD5" => HmacMd5.ReadState(ref reader, key, out secret),
        "BLAKE2b" => Blake2b.ReadState(ref reader, key, out secret),
        "BLAKE2s" => Blake2s.ReadState(ref reader, key, out secret),
        "BLAKE2bp" => Blake2bp.ReadState(ref reader, key, out secret),
        "BLAKE2sp" => Blake2sp.ReadState(ref reader, key, out secret),
        "BLAKE2Xb" => Blake2xb.ReadState(ref reader, key, out secret),
        "BLAKE2Xs" => Blake2xs.ReadState(ref reader, key, out secret),
        "BLAKE3" => Blake3.ReadState(ref reader, key, out secret),
        "Skein-256" => Skein256.ReadState(ref reader, key, out secret),
        "Skein-512" => Skein512.ReadState(ref reader, key, out secret),
        "Skein-1024" => Skein1024.ReadState(ref reader, key, out secret),
        _ => throw Bad($"The saved state is of an algorithm that this library does not have: '{name}'."),
    };

    private static byte[] Check(Blake2Parameters use, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> bytes, int length)
    {
        byte[] check = new byte[length];
        Blake2b.HashData(use, secret, bytes, check);
        return check;
    }
}

/// <summary>Writes the parts of a saved state.</summary>
internal sealed class StateWriter
{
    private readonly ArrayBufferWriter<byte> buffer = new(512);

    public ReadOnlySpan<byte> Written => buffer.WrittenSpan;

    public void Byte(byte value) => buffer.Write([value]);

    public void Bytes(ReadOnlySpan<byte> value) => buffer.Write(value);

    public void Number(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(buffer.GetSpan(8), value);
        buffer.Advance(8);
    }

    public void Words<TWord>(ReadOnlySpan<TWord> words)
        where TWord : unmanaged
    {
        foreach (TWord w in words)
        {
            Lanes.Word<TWord>.WriteLittleEndian(buffer.GetSpan(8), w);
            buffer.Advance(Lanes.Word<TWord>.Bytes);
        }
    }

    public byte[] ToArray()
    {
        byte[] state = buffer.WrittenSpan.ToArray();
        buffer.Clear();
        return state;
    }
}

/// <summary>Reads the parts of a saved state; what is missing or out of range is refused.</summary>
internal ref struct StateReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> bytes = bytes;

    public int Position { get; private set; }

    public byte Byte() => Bytes(1)[0];

    public ReadOnlySpan<byte> Bytes(int count)
    {
        if (count > bytes.Length - Position) throw SavedState.Bad("The saved state ends too early.");

        Position += count;
        return bytes.Slice(Position - count, count);
    }

    public ulong Number() => BinaryPrimitives.ReadUInt64LittleEndian(Bytes(8));

    /// <summary>A number that must lie between two.</summary>
    public int Number(int least, int most, string what)
    {
        ulong value = Number();
        if (value < (ulong)least || value > (ulong)most) throw SavedState.Bad($"The saved state is not valid: {what} is {value}, which is not {least} to {most}.");

        return (int)value;
    }

    public void Words<TWord>(scoped Span<TWord> words)
        where TWord : unmanaged
    {
        for (int i = 0; i < words.Length; i++) words[i] = Lanes.Word<TWord>.ReadLittleEndian(Bytes(Lanes.Word<TWord>.Bytes));
    }

    public readonly void End()
    {
        if (Position != bytes.Length) throw SavedState.Bad($"The saved state has {bytes.Length - Position} bytes too many.");
    }
}
