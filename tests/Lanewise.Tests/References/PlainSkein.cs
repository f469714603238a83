using System.Buffers.Binary;

namespace Lanewise.Tests;

/// <summary>The optional inputs of <see cref="PlainSkein"/>.</summary>
internal sealed record PlainSkeinParameters
{
    public byte[] Personalization { get; init; } = [];

    public byte[] PublicKey { get; init; } = [];

    public byte[] KeyDerivationIdentifier { get; init; } = [];

    public byte[] Nonce { get; init; } = [];

    public int LeafExponent { get; init; }

    public int NodeExponent { get; init; }

    public int MaxLevel { get; init; }
}

/// <summary>
/// Skein, implemented literally from sections 3.4 and 3.5 of the Skein paper, version 1.3. The tweak is a single 128-bit number,
/// and each input is padded as a whole.
/// </summary>
internal sealed class PlainSkein(PlainThreefish cipher)
{
    public static readonly PlainSkein S256 = new(PlainThreefish.T256), S512 = new(PlainThreefish.T512),
        S1024 = new(PlainThreefish.T1024);

    // The type values from table 5 in the Skein paper.
    private const int Key = 0, Configuration = 4, Personalization = 8, PublicKey = 12, KeyDerivation = 16, Nonce = 20,
        Message = 48, OutputType = 63;

    public int StateBytes => cipher.BlockBytes;

    public static PlainSkein OfBits(int bits) => bits switch { 256 => S256, 512 => S512, _ => S1024 };

    public byte[] Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes,
        PlainSkeinParameters? parameters = null) =>
        HashBits(key, message, 8L * message.Length, 8L * hashBytes, parameters);

    public byte[] HashBits(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, long messageBits, long hashBits,
        PlainSkeinParameters? parameters = null)
    {
        PlainSkeinParameters p = parameters ?? new();
        byte[] g = new byte[StateBytes], configuration = new byte[32];
        if (!key.IsEmpty) g = Ubi(g, key, Key);
        "SHA3"u8.CopyTo(configuration);
        configuration[4] = 1;
        BinaryPrimitives.WriteInt64LittleEndian(configuration.AsSpan(8), hashBits);
        configuration[16] = (byte)p.LeafExponent;
        configuration[17] = (byte)p.NodeExponent;
        configuration[18] = (byte)p.MaxLevel;
        g = Ubi(g, configuration, Configuration);
        if (p.Personalization.Length > 0) g = Ubi(g, p.Personalization, Personalization);
        if (p.PublicKey.Length > 0) g = Ubi(g, p.PublicKey, PublicKey);
        if (p.KeyDerivationIdentifier.Length > 0) g = Ubi(g, p.KeyDerivationIdentifier, KeyDerivation);
        if (p.Nonce.Length > 0) g = Ubi(g, p.Nonce, Nonce);
        g = p.MaxLevel == 0 ? Ubi(g, message, Message, 0, 0, messageBits) : Tree(g, message, messageBits, p);

        byte[] result = Output(g, (int)((hashBits + 7) / 8));
        if (hashBits % 8 != 0) result[^1] &= (byte)(0xFF << (8 - (int)(hashBits % 8)));
        return result;
    }

    /// <summary>The output function for a chaining value (Skein paper, section 3.5.3).</summary>
    public byte[] Output(byte[] g, int bytes, ulong firstBlock = 0)
    {
        List<byte> output = [];
        for (ulong i = firstBlock; output.Count < bytes; i++)
        {
            byte[] counter = new byte[8];
            BinaryPrimitives.WriteUInt64LittleEndian(counter, i);
            output.AddRange(Ubi(g, counter, OutputType));
        }

        return [.. output.Take(bytes)];
    }

    /// <summary>Returns blocks of the keystream (Skein paper, section 4.10).</summary>
    public byte[] Keystream(byte[] key, byte[] nonce, ulong firstBlock, int bytes)
    {
        byte[] configuration = new byte[32];
        "SHA3"u8.CopyTo(configuration);
        configuration[4] = 1;
        BinaryPrimitives.WriteUInt64LittleEndian(configuration.AsSpan(8), ulong.MaxValue);
        byte[] g = Ubi(Ubi(Ubi(Ubi(new byte[StateBytes], key, Key), configuration, Configuration), nonce, Nonce),
            default, Message);
        return Output(g, bytes, firstBlock);
    }

    // Tree hashing (Skein paper, section 3.5.6).
    private byte[] Tree(byte[] g, ReadOnlySpan<byte> message, long bits, PlainSkeinParameters p)
    {
        byte[] values = Level(g, message, bits, StateBytes << p.LeafExponent, 1);
        for (int level = 2; values.Length > StateBytes; level++)
        {
            values = Level(g, values, 8L * values.Length,
                level == p.MaxLevel ? values.Length : StateBytes << p.NodeExponent, level);
        }

        return values;
    }

    private byte[] Level(byte[] g, ReadOnlySpan<byte> text, long bits, int unit, int level)
    {
        List<byte> values = [];
        int start = 0;
        do
        {
            int n = Math.Min(unit, text.Length - start);
            values.AddRange(Ubi(g, text.Slice(start, n), Message, level, start, Math.Min(8L * n, bits - (8L * start))));
            start += n;
        }
        while (start < text.Length);
        return [.. values];
    }

    // The UBI chaining mode (Skein paper, section 3.4).
    private byte[] Ubi(byte[] g, ReadOnlySpan<byte> text, int type, int level = 0, long position = 0, long bits = -1)
    {
        bool odd = bits >= 0 && bits % 8 != 0;
        byte[] bytes = text.ToArray();
        if (odd)
        {
            int kept = (int)(bits % 8);
            bytes[^1] &= (byte)(0xFF << (8 - kept));
            bytes[^1] |= (byte)(0x80 >> kept);
        }

        int length = bytes.Length, blocks = Math.Max(1, (length + StateBytes - 1) / StateBytes);
        Array.Resize(ref bytes, blocks * StateBytes);
        for (int i = 0; i < blocks; i++)
        {
            UInt128 tweak = (UInt128)(position + Math.Min(length, (i + 1) * StateBytes)) | ((UInt128)(uint)level << 112) | (
                (UInt128)(uint)type << 120);
            if (i == 0) tweak |= UInt128.One << 126;
            if (i == blocks - 1) tweak |= UInt128.One << 127;
            if (i == blocks - 1 && odd) tweak |= UInt128.One << 119;
            byte[] tweakBytes = new byte[16];
            BinaryPrimitives.WriteUInt128LittleEndian(tweakBytes, tweak);
            byte[] block = bytes[(i * StateBytes)..((i + 1) * StateBytes)], next = cipher.Encrypt(g, tweakBytes, block);
            g = [.. next.Zip(block, (a, b) => (byte)(a ^ b))];
        }

        return g;
    }
}
