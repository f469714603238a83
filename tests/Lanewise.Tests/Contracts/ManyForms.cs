namespace Lanewise.Tests;

internal delegate void EqualForm(byte[] source, int messageLength, Memory<byte> digests, ParallelOptions? options);

internal delegate void RaggedForm(byte[] source, int[] messageLengths, Memory<byte> digests, ParallelOptions? options);

internal delegate void ScatteredForm(ReadOnlyMemory<byte>[] sources, Memory<byte> digests, ParallelOptions? options);

/// <summary>One family of public <c>HashMany</c>: the three shapes, each on one core and on several, and the digest of one message.</summary>
/// <param name="HasParallel">Whether there are overloads with <see cref="ParallelOptions"/>.</param>
/// <param name="One">The digest of message number i.</param>
internal sealed record ManyForms(
    string Name, int BlockBytes, int HashBytes, bool HasParallel, Func<int, ReadOnlyMemory<byte>, byte[]> One, EqualForm Equal, RaggedForm Ragged, ScatteredForm Scattered)
{
    private static readonly byte[] Key = Pattern.Bytes(21, 9);
    private static readonly byte[] Keys = Pattern.Bytes(13 * 5000, 4);
    private static readonly Blake2Parameters Parameters = new() { Salt = "salt"u8.ToArray(), Personalization = "person"u8.ToArray() };

    public static IReadOnlyList<ManyForms> All { get; } =
    [
        new("Md5", 64, 16, true,
            (_, m) => PlainMd5.Hash(m.Span),
            (s, n, d, o) => { if (o is null) Md5.HashMany(s, n, d.Span); else Md5.HashMany(s, n, d, o); },
            (s, n, d, o) => { if (o is null) Md5.HashMany(s, n, d.Span); else Md5.HashMany(s, n, d, o); },
            (s, d, o) => { if (o is null) Md5.HashMany(s, d.Span); else Md5.HashMany((ReadOnlyMemory<ReadOnlyMemory<byte>>)s, d, o); }),
        new("HmacMd5", 64, 16, false,
            (_, m) => PlainMd5.Hmac(Key, m.Span),
            (s, n, d, _) => HmacMd5.HashMany(Key, s, n, d.Span),
            (s, n, d, _) => HmacMd5.HashMany(Key, s, n, d.Span),
            (s, d, _) => HmacMd5.HashMany(Key, s, d.Span)),
        new("Blake2b", 128, 64, true,
            (_, m) => PlainBlake2.B.Hash(default, m.Span, 64),
            (s, n, d, o) => { if (o is null) Blake2b.HashMany(s, n, d.Span, 64); else Blake2b.HashMany(s, n, d, 64, o); },
            (s, n, d, o) => { if (o is null) Blake2b.HashMany(s, n, d.Span, 64); else Blake2b.HashMany(s, (ReadOnlyMemory<int>)n, d, 64, o); },
            (s, d, o) => { if (o is null) Blake2b.HashMany(s, d.Span, 64); else Blake2b.HashMany(s, d, 64, o); }),
        new("Blake2b with a key", 128, 20, true,
            (_, m) => PlainBlake2.B.Hash(Key, m.Span, 20),
            (s, n, d, o) => { if (o is null) Blake2b.HashMany(Key, s, n, d.Span, 20); else Blake2b.HashMany(Key, s, n, d, 20, o); },
            (s, n, d, o) => { if (o is null) Blake2b.HashMany(Key, s, n, d.Span, 20); else Blake2b.HashMany(Key, s, n, d, 20, o); },
            (s, d, o) => { if (o is null) Blake2b.HashMany(Key, s, d.Span, 20); else Blake2b.HashMany(Key, s, d, 20, o); }),
        new("Blake2b with a key each", 128, 33, true,
            (i, m) => PlainBlake2.B.Hash(KeyOf(i), m.Span, 33),
            (s, n, d, o) => { if (o is null) Blake2b.HashMany(KeysOf(d, 33).Span, 13, s, n, d.Span, 33); else Blake2b.HashMany(KeysOf(d, 33), 13, s, n, d, 33, o); },
            (s, n, d, o) => { if (o is null) Blake2b.HashMany(KeysOf(d, 33).Span, 13, s, n, d.Span, 33); else Blake2b.HashMany(KeysOf(d, 33), 13, s, n, d, 33, o); },
            (s, d, o) => { if (o is null) Blake2b.HashMany(KeysOf(d, 33).Span, 13, s, d.Span, 33); else Blake2b.HashMany(KeysOf(d, 33), 13, s, d, 33, o); }),
        new("Blake2b with parameters", 128, 32, false,
            (_, m) => PlainBlake2.B.Hash(Key, m.Span, 32, new PlainBlake2Parameters { Salt = Parameters.Salt.ToArray(), Personalization = Parameters.Personalization.ToArray() }),
            (s, n, d, _) => Blake2b.HashMany(Parameters, Key, s, n, d.Span, 32),
            (s, n, d, _) => Blake2b.HashMany(Parameters, Key, s, n, d.Span, 32),
            (s, d, _) => Blake2b.HashMany(Parameters, Key, s, d.Span, 32)),
        new("Blake2s", 64, 32, true,
            (_, m) => PlainBlake2.S.Hash(default, m.Span, 32),
            (s, n, d, o) => { if (o is null) Blake2s.HashMany(s, n, d.Span, 32); else Blake2s.HashMany(s, n, d, 32, o); },
            (s, n, d, o) => { if (o is null) Blake2s.HashMany(s, n, d.Span, 32); else Blake2s.HashMany(s, (ReadOnlyMemory<int>)n, d, 32, o); },
            (s, d, o) => { if (o is null) Blake2s.HashMany(s, d.Span, 32); else Blake2s.HashMany(s, d, 32, o); }),
        new("Blake2s with a key", 64, 17, true,
            (_, m) => PlainBlake2.S.Hash(Key, m.Span, 17),
            (s, n, d, o) => { if (o is null) Blake2s.HashMany(Key, s, n, d.Span, 17); else Blake2s.HashMany(Key, s, n, d, 17, o); },
            (s, n, d, o) => { if (o is null) Blake2s.HashMany(Key, s, n, d.Span, 17); else Blake2s.HashMany(Key, s, n, d, 17, o); },
            (s, d, o) => { if (o is null) Blake2s.HashMany(Key, s, d.Span, 17); else Blake2s.HashMany(Key, s, d, 17, o); }),
        new("Blake2s with a key each", 64, 32, true,
            (i, m) => PlainBlake2.S.Hash(KeyOf(i), m.Span, 32),
            (s, n, d, o) => { if (o is null) Blake2s.HashMany(KeysOf(d, 32).Span, 13, s, n, d.Span, 32); else Blake2s.HashMany(KeysOf(d, 32), 13, s, n, d, 32, o); },
            (s, n, d, o) => { if (o is null) Blake2s.HashMany(KeysOf(d, 32).Span, 13, s, n, d.Span, 32); else Blake2s.HashMany(KeysOf(d, 32), 13, s, n, d, 32, o); },
            (s, d, o) => { if (o is null) Blake2s.HashMany(KeysOf(d, 32).Span, 13, s, d.Span, 32); else Blake2s.HashMany(KeysOf(d, 32), 13, s, d, 32, o); }),
        new("Blake2s with parameters", 64, 32, false,
            (_, m) => PlainBlake2.S.Hash(Key, m.Span, 32, new PlainBlake2Parameters { Salt = Parameters.Salt.ToArray(), Personalization = Parameters.Personalization.ToArray() }),
            (s, n, d, _) => Blake2s.HashMany(Parameters, Key, s, n, d.Span, 32),
            (s, n, d, _) => Blake2s.HashMany(Parameters, Key, s, n, d.Span, 32),
            (s, d, _) => Blake2s.HashMany(Parameters, Key, s, d.Span, 32)),
        new("Skein256", 32, 32, true,
            (_, m) => PlainSkein.S256.Hash(default, m.Span, 32),
            (s, n, d, o) => { if (o is null) Skein256.HashMany(s, n, d.Span, 32); else Skein256.HashMany(s, n, d, 32, o); },
            (s, n, d, o) => { if (o is null) Skein256.HashMany(s, n, d.Span, 32); else Skein256.HashMany(s, (ReadOnlyMemory<int>)n, d, 32, o); },
            (s, d, o) => { if (o is null) Skein256.HashMany(s, d.Span, 32); else Skein256.HashMany(s, d, 32, o); }),
        new("Skein512", 64, 64, true,
            (_, m) => PlainSkein.S512.Hash(default, m.Span, 64),
            (s, n, d, o) => { if (o is null) Skein512.HashMany(s, n, d.Span, 64); else Skein512.HashMany(s, n, d, 64, o); },
            (s, n, d, o) => { if (o is null) Skein512.HashMany(s, n, d.Span, 64); else Skein512.HashMany(s, (ReadOnlyMemory<int>)n, d, 64, o); },
            (s, d, o) => { if (o is null) Skein512.HashMany(s, d.Span, 64); else Skein512.HashMany(s, d, 64, o); }),
        new("Skein512 beyond its state", 64, 150, true,
            (_, m) => PlainSkein.S512.Hash(default, m.Span, 150),
            (s, n, d, o) => { if (o is null) Skein512.HashMany(s, n, d.Span, 150); else Skein512.HashMany(s, n, d, 150, o); },
            (s, n, d, o) => { if (o is null) Skein512.HashMany(s, n, d.Span, 150); else Skein512.HashMany(s, (ReadOnlyMemory<int>)n, d, 150, o); },
            (s, d, o) => { if (o is null) Skein512.HashMany(s, d.Span, 150); else Skein512.HashMany(s, d, 150, o); }),
        new("Skein512 with a key", 64, 20, true,
            (_, m) => PlainSkein.S512.Hash(Key, m.Span, 20),
            (s, n, d, o) => { if (o is null) Skein512.HashMany(Key, s, n, d.Span, 20); else Skein512.HashMany(Key, s, n, d, 20, o); },
            (s, n, d, o) => { if (o is null) Skein512.HashMany(Key, s, n, d.Span, 20); else Skein512.HashMany(Key, s, n, d, 20, o); },
            (s, d, o) => { if (o is null) Skein512.HashMany(Key, s, d.Span, 20); else Skein512.HashMany(Key, s, d, 20, o); }),
        new("Skein512 with a key each", 64, 33, true,
            (i, m) => PlainSkein.S512.Hash(KeyOf(i), m.Span, 33),
            (s, n, d, o) => { if (o is null) Skein512.HashMany(KeysOf(d, 33).Span, 13, s, n, d.Span, 33); else Skein512.HashMany(KeysOf(d, 33), 13, s, n, d, 33, o); },
            (s, n, d, o) => { if (o is null) Skein512.HashMany(KeysOf(d, 33).Span, 13, s, n, d.Span, 33); else Skein512.HashMany(KeysOf(d, 33), 13, s, n, d, 33, o); },
            (s, d, o) => { if (o is null) Skein512.HashMany(KeysOf(d, 33).Span, 13, s, d.Span, 33); else Skein512.HashMany(KeysOf(d, 33), 13, s, d, 33, o); }),
        new("Skein1024 with a key each", 128, 200, true,
            (i, m) => PlainSkein.S1024.Hash(KeyOf(i), m.Span, 200),
            (s, n, d, o) => { if (o is null) Skein1024.HashMany(KeysOf(d, 200).Span, 13, s, n, d.Span, 200); else Skein1024.HashMany(KeysOf(d, 200), 13, s, n, d, 200, o); },
            (s, n, d, o) => { if (o is null) Skein1024.HashMany(KeysOf(d, 200).Span, 13, s, n, d.Span, 200); else Skein1024.HashMany(KeysOf(d, 200), 13, s, n, d, 200, o); },
            (s, d, o) => { if (o is null) Skein1024.HashMany(KeysOf(d, 200).Span, 13, s, d.Span, 200); else Skein1024.HashMany(KeysOf(d, 200), 13, s, d, 200, o); }),
    ];

    public byte[] Expected(ReadOnlyMemory<byte>[] messages) => [.. messages.SelectMany((m, i) => One(i, m))];

    private static byte[] KeyOf(int message) => Keys[(13 * message)..(13 * (message + 1))];

    private static ReadOnlyMemory<byte> KeysOf(Memory<byte> digests, int hashBytes) => Keys.AsMemory(0, 13 * (digests.Length / hashBytes));
}
